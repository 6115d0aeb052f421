/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Torpedoes, pulses and damage marks: 0x19, 0x1A, 0x29 (protocol chapter 45). Beams are events. */

#include <wsutil/utf8_entities.h>

#include "reading/numbers.h"
#include "game/tap-facts.h"
#include "game/show.h"
#include "opcodes/opcodes.h"

/* Bytes behind the opcode of a torpedo or pulse without a target. */
enum { SHORTEST_SHOT = 9 };

enum { TORPEDO_NO_TARGET = 0x04, TORPEDO_FLAGS = 0x07, BEAM_HAS_TARGET = 0x02, BEAM_FLAGS = 0x03 };

/* ---- What the messages share ---- */

static uint8_t read_player(bcnet_msg_t *msg, int hf)
{
    const uint8_t player = bcnet_read_u8(msg, hf);

    bcnet_show_player(msg, player);
    return player;
}

/* Who does it (10.10). */
static void tap_shooter(bcnet_msg_t *msg, uint32_t weapon, uint32_t player)
{
    msg->relay_key.object = weapon;
    msg->relay_key.player = player;
}

static uint8_t read_flags(bcnet_msg_t *msg, int hf, int *const *bits, uint8_t known)
{
    const uint8_t flags = bcnet_read_u8(msg, hf);

    if (msg->last && !msg->truncated)
        proto_tree_add_bitmask_list_value(bcnet_below(msg->last, hf), msg->tvb, msg->pos - 1, 1, bits, flags);
    if (flags & ~known)
        bcnet_complain_with(msg, BCNET_EI_VALUE, "The game never sets some of these flag bits", "not 0x%02x",
                            (unsigned)(flags & ~known));
    return flags;
}

/* A direction, and its length if it has one. */
static void read_shown_direction(bcnet_msg_t *msg, const bcnet_vector_t *hf, const int *hf_length)
{
    float         vector[3];
    bcnet_scope_t scope = bcnet_open(msg, hf->item);

    bcnet_read_direction(msg, vector);
    const float length = hf_length ? bcnet_read_cf16(msg, *hf_length) : 1.0f;
    for (unsigned i = 0; i < 3; i++)
        vector[i] *= length;
    bcnet_show_vector(msg, hf->axes, vector, scope.start);
    bcnet_close_vector(msg, &scope, vector, hf_length ? 2 : 3);
}

/* A weapon's id tells of a ship whose creation was not seen (60.4). Before anything is read, so that this message
 * shows the same ship on every pass. */
static void observe_weapon(bcnet_msg_t *msg, bcnet_role_t role)
{
    if (bcnet_can_read(msg, SHORTEST_SHOT))
        bcnet_note_weapon(msg, tvb_get_letohl(msg->tvb, msg->pos), role);
}

/* "Akira (Sep): Forward Torp 2", or who fired what as far as it is known. */
static void say_shooter(bcnet_msg_t *msg, uint32_t weapon, uint8_t player, const char *kind, bcnet_role_t role)
{
    if (bcnet_object_resolve(msg, weapon))
        bcnet_say(msg, " %s", bcnet_object_words_as(msg, weapon, role));
    else
        bcnet_say(msg, " %s: %s 0x%08x", bcnet_player_words(msg, player), kind, weapon);
}

/* The end of a shot; `aimed`: the message names a target. */
static void tap_target(bcnet_msg_t *msg, bcnet_shot_t kind, uint32_t weapon, uint8_t player, bool aimed,
                       uint32_t target)
{
    if (msg->truncated)
        return;
    bcnet_tap_shot(msg, kind, weapon, target, player);
    if (aimed)
        bcnet_say(msg, " " UTF8_RIGHTWARDS_ARROW " %s", bcnet_object_words(msg, target));
    else
        bcnet_say(msg, ", no target");
}

/* ---- Torpedoes ---- */

static bcnet_vector_t hf_torpedo_direction, hf_torpedo_offset;

#define TORPEDO_FIELDS(FIELD, PART)                                                                                    \
    FIELD(hf_torpedo_parent, "Fired by", "bcnet.torpedo.parent", FT_UINT32, BASE_HEX, NULL, 0,                         \
          "Object id of the ship that fired the torpedo (40.5)")                                                       \
    FIELD(hf_torpedo_unknown, "Flag of unknown meaning", "bcnet.torpedo.unknown", FT_UINT8, BASE_HEX, NULL, 0,         \
          "A byte of the torpedo in flight that nobody understands (40.5)")                                            \
    FIELD(hf_torpedo_subsystem, "Tube", "bcnet.torpedo.subsystem", FT_UINT32, BASE_HEX, NULL, 0,                       \
          "Object id of the torpedo tube that fires: id of its ship + k (45.2)")                                       \
    FIELD(hf_torpedo_player, "Shooter", "bcnet.torpedo.player", FT_UINT8, BASE_DEC, NULL, 0,                           \
          "Network id of the player whose ship fired (45.2)")                                                          \
    FIELD(hf_torpedo_flags, "Flags", "bcnet.torpedo.flags", FT_UINT8, BASE_HEX, NULL, 0,                               \
          "State of the launch, and whether a target follows (45.2)")                                                  \
    FIELD(hf_torpedo_flags_launch, "Launch", "bcnet.torpedo.flags.launch", FT_BOOLEAN, 8, NULL, 0x01,                  \
          "Set in every known message; most likely: with launch sound (45.2)")                                         \
    FIELD(hf_torpedo_flags_skew, "Skew fire", "bcnet.torpedo.flags.skew", FT_BOOLEAN, 8, NULL, 0x02,                   \
          "Launched as part of a spread; the game's reader takes bits 0 and 1 the other way round (45.2)")             \
    FIELD(hf_torpedo_flags_no_target, "No target", "bcnet.torpedo.flags.no_target", FT_BOOLEAN, 8, NULL, 0x04,         \
          "Fired without a target, or the sender does not know it; no target and aim point follow (45.2)")             \
    PART(hf_torpedo_direction.item, "Direction", "bcnet.torpedo.direction", FT_NONE, BASE_NONE, NULL, 0,               \
         "Direction of the torpedo's velocity at launch (45.2)")                                                       \
    PART(hf_torpedo_direction.axes[0], "Direction x", "bcnet.torpedo.direction.x", FT_FLOAT, BASE_NONE, NULL, 0,       \
         "Direction of the torpedo's velocity at launch, x (45.2)")                                                    \
    FIELD(hf_torpedo_target, "Target", "bcnet.torpedo.target", FT_UINT32, BASE_HEX, NULL, 0,                           \
          "Object id of the target the torpedo homes on (40.5, 45.2)")                                                 \
    PART(hf_torpedo_offset.item, "Aim point", "bcnet.torpedo.offset", FT_NONE, BASE_NONE, NULL, 0,                     \
         "Aim point in the target's frame, in units of its bounding radius (45.1)")                                    \
    PART(hf_torpedo_offset.axes[0], "Aim point x in target radii", "bcnet.torpedo.offset.x", FT_FLOAT, BASE_NONE,      \
         NULL, 0, "Aim point in the target's frame, x, in units of its bounding radius (45.1)")                        \
    FIELD(hf_torpedo_offset_fraction, "Aim point's distance in target radii", "bcnet.torpedo.offset.fraction",         \
          FT_FLOAT, BASE_NONE, NULL, 0,                                                                                \
          "Distance of the aim point from the target's centre, as a fraction of its bounding radius (45.1)")
BCNET_FIELDS(torpedo_fields, TORPEDO_FIELDS)

static void read_torpedo_offset(bcnet_msg_t *msg)
{
    bcnet_scope_t scope = bcnet_open(msg, hf_torpedo_offset.item);

    bcnet_read_relative_point(msg, &scope, &hf_torpedo_offset, hf_torpedo_offset_fraction, "target radii");
}

/* 0x19 TorpedoFire (45.2); target and aim point (45.1) are there unless the flags have 0x04
 *
 *      0    1      5        6       7           10         14            17
 *    | 19 | tube | player | flags | direction | [target] | [aim direction] | [aim length] |
 *           u32    u8       u8      i8[3]       u32        i8[3]         u8 */
static void dissect_create_torpedo(bcnet_msg_t *msg)
{
    static int *const bits[] = { &hf_torpedo_flags_launch, &hf_torpedo_flags_skew, &hf_torpedo_flags_no_target, NULL };

    observe_weapon(msg, BCNET_ROLE_TUBE);
    const uint32_t tube = bcnet_read_object_as(msg, hf_torpedo_subsystem, BCNET_ROLE_TUBE);
    const uint8_t  player = read_player(msg, hf_torpedo_player);
    tap_shooter(msg, tube, player);
    const uint8_t flags = read_flags(msg, hf_torpedo_flags, bits, TORPEDO_FLAGS);
    read_shown_direction(msg, &hf_torpedo_direction, NULL);
    if (msg->truncated)
        return;
    say_shooter(msg, tube, player, "tube", BCNET_ROLE_TUBE);
    const bool     aimed = !(flags & TORPEDO_NO_TARGET);
    const uint32_t target = aimed ? bcnet_read_object(msg, hf_torpedo_target) : BCNET_OBJECT_NONE;
    if (aimed)
        read_torpedo_offset(msg);
    tap_target(msg, BCNET_SHOT_TORPEDO, tube, player, aimed, target);
}

/* Behind the names of a 0x02 of a torpedo (40.5)
 *
 *      0        4        8        9         10          13
 *    | parent | target | player | unknown | aim direction | aim length |
 *      u32      u32      u8       u8        i8[3]       u8 */
bcnet_torpedo_body_t bcnet_read_torpedo_body(bcnet_msg_t *msg)
{
    bcnet_torpedo_body_t body;

    body.parent = bcnet_read_object(msg, hf_torpedo_parent);
    body.target = bcnet_read_object(msg, hf_torpedo_target);
    read_player(msg, hf_torpedo_player);
    bcnet_read_u8(msg, hf_torpedo_unknown);
    read_torpedo_offset(msg);
    return body;
}

/* ---- Pulses ---- */

static bcnet_vector_t hf_beam_direction;

#define PULSE_FIELDS(FIELD, PART)                                                                                      \
    FIELD(hf_beam_subsystem, "Pulse weapon", "bcnet.beam.subsystem", FT_UINT32, BASE_HEX, NULL, 0,                     \
          "Object id of the pulse weapon that fires: id of its ship + k (45.3)")                                       \
    FIELD(hf_beam_player, "Shooter", "bcnet.beam.player", FT_UINT8, BASE_DEC, NULL, 0,                                 \
          "Network id of the player whose ship fired (45.3)")                                                          \
    PART(hf_beam_direction.item, "Direction", "bcnet.beam.direction", FT_NONE, BASE_NONE, NULL, 0,                     \
         "Firing direction; the receiver adds the bolt's speed and the ship's velocity (45.3)")                        \
    PART(hf_beam_direction.axes[0], "Direction x", "bcnet.beam.direction.x", FT_FLOAT, BASE_NONE, NULL, 0,             \
         "Firing direction, x; the receiver adds the bolt's speed and the ship's velocity (45.3)")                     \
    FIELD(hf_beam_flags, "Flags", "bcnet.beam.flags", FT_UINT8, BASE_HEX, NULL, 0,                                     \
          "State of the shot, and whether a target follows (45.3)")                                                    \
    FIELD(hf_beam_flags_launch, "Launch", "bcnet.beam.flags.launch", FT_BOOLEAN, 8, NULL, 0x01,                        \
          "The receiver plays the firing sound; set in every known message (45.3)")                                    \
    FIELD(hf_beam_flags_has_target, "Has target", "bcnet.beam.flags.has_target", FT_BOOLEAN, 8, NULL, 0x02,            \
          "The sender knows the target; its object id follows (45.3)")                                                 \
    FIELD(hf_beam_target, "Target", "bcnet.beam.target", FT_UINT32, BASE_HEX, NULL, 0, "Object id of the target (45.3)")
BCNET_FIELDS(pulse_fields, PULSE_FIELDS)

/* 0x1A PulseFire (45.3): one bolt, no beam. Not in the order of 0x19; the target is there when the flags have 0x02
 *
 *      0    1        5        6           9       10
 *    | 1A | weapon | player | direction | flags | [target] |
 *           u32      u8       i8[3]       u8      u32 */
static void dissect_create_pulse(bcnet_msg_t *msg)
{
    static int *const bits[] = { &hf_beam_flags_launch, &hf_beam_flags_has_target, NULL };

    observe_weapon(msg, BCNET_ROLE_PULSE_WEAPON);
    const uint32_t weapon = bcnet_read_object_as(msg, hf_beam_subsystem, BCNET_ROLE_PULSE_WEAPON);
    const uint8_t  player = read_player(msg, hf_beam_player);
    tap_shooter(msg, weapon, player);
    read_shown_direction(msg, &hf_beam_direction, NULL);
    const uint8_t flags = read_flags(msg, hf_beam_flags, bits, BEAM_FLAGS);
    if (msg->truncated)
        return;
    say_shooter(msg, weapon, player, "pulse weapon", BCNET_ROLE_PULSE_WEAPON);
    const bool     aimed = flags & BEAM_HAS_TARGET;
    const uint32_t target = aimed ? bcnet_read_object(msg, hf_beam_target) : BCNET_OBJECT_NONE;
    tap_target(msg, BCNET_SHOT_PULSE, weapon, player, aimed, target);
}

/* ---- Damage marks ---- */

static bcnet_vector_t hf_explosion_position;

#define DAMAGE_VOLUME_FIELDS(FIELD, PART)                                                                              \
    FIELD(hf_explosion_object, "Damaged object", "bcnet.explosion.object", FT_UINT32, BASE_HEX, NULL, 0,               \
          "Object whose hull bears the damage mark (45.4)")                                                            \
    PART(hf_explosion_position.item, "Position", "bcnet.explosion.position", FT_NONE, BASE_NONE, NULL, 0,              \
         "Position of the mark in the object's frame: direction * distance (45.4)")                                    \
    PART(hf_explosion_position.axes[0], "Position x", "bcnet.explosion.position.x", FT_FLOAT, BASE_NONE, NULL, 0,      \
         "Position of the mark in the object's frame, x: direction * distance (45.4)")                                 \
    FIELD(hf_explosion_distance, "Distance", "bcnet.explosion.distance", FT_FLOAT, BASE_NONE, NULL, 0,                 \
          "Distance of the mark from the object's centre (45.4)")                                                      \
    FIELD(hf_explosion_radius, "Radius", "bcnet.explosion.radius", FT_FLOAT, BASE_NONE, NULL, 0,                       \
          "Radius of the damaged volume (45.4)")                                                                       \
    FIELD(hf_explosion_damage, "Damage", "bcnet.explosion.damage", FT_FLOAT, BASE_NONE, NULL, 0,                       \
          "Strength of the damage (45.4)")
BCNET_FIELDS(damage_volume_fields, DAMAGE_VOLUME_FIELDS)

/* 0x29 DamageMark (45.4); the radius stands before the damage
 *
 *      0    1        5           8          10       12
 *    | 29 | object | direction | distance | radius | damage |
 *           u32      i8[3]       cf16       cf16     cf16 */
static void dissect_damage_volume(bcnet_msg_t *msg)
{
    const uint32_t object = bcnet_read_object(msg, hf_explosion_object);

    read_shown_direction(msg, &hf_explosion_position, &hf_explosion_distance);
    const float radius = bcnet_read_cf16(msg, hf_explosion_radius);
    const float damage = bcnet_read_cf16(msg, hf_explosion_damage);
    /* One visible mark of an earlier hit; sent to a client that has joined or asked for the object, and perhaps at other
     * times too (45.4). */
    if (!msg->truncated)
        bcnet_say(msg, ": %s, radius %s, damage %s", bcnet_object_words(msg, object), bcnet_fixed(radius, 0).text,
                  bcnet_fixed(damage, 0).text);
}

/* ---- The family ---- */

static const bcnet_opcode_t opcodes[] = {
    { BCNET_OPCODE(0x19, "TorpedoFire", "CREATE_TORP"), .weight = BCNET_WEIGHT_SHOT, .relay = BCNET_RELAY_OTHERS,
      .own = BCNET_OWN_OBJECT, .length = { 10, 18 }, .dissect = dissect_create_torpedo,
      .columns = "torpedo.subsystem torpedo.flags torpedo.direction torpedo.target torpedo.player torpedo.offset "
                 "object.resolved player.name" },
    { BCNET_OPCODE(0x1A, "BeamFire", "CREATE_PULSE"), .label = "PulseFire", .weight = BCNET_WEIGHT_SHOT,
      .relay = BCNET_RELAY_OTHERS, .own = BCNET_OWN_OBJECT, .length = { 10, 14 }, .dissect = dissect_create_pulse,
      .columns = "beam object.resolved player.name" },
    { BCNET_OPCODE(BCNET_OP_DAMAGE_VOLUME, "Explosion", "DAMAGE_VOLUME"), .label = "DamageMark",
      .direction = BCNET_FROM_HOST, .relay = BCNET_TO_ONE, .length = { 14, 14 }, .dissect = dissect_damage_volume,
      .columns = "explosion object.resolved" },
};

const bcnet_family_t bcnet_family_combat = { opcodes,
                                             array_length(opcodes),
                                             { torpedo_fields, pulse_fields, damage_volume_fields } };
