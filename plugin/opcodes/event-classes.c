/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "opcodes/event-classes.h"

#include "reading/labels.h"
#include "game/object-words.h"
#include "game/show.h"
#include "opcodes/opcodes.h"

/* ---- Small tails: one number of the kind that the class is named after (50.2.3 to 50.2.11) ---- */

#define TAIL_FIELDS(FIELD, PART)                                                                                       \
    FIELD(hf_state, "State", "bcnet.event.state", FT_BOOLEAN, BASE_NONE, TFS(&bcnet_tfs_on_off), 0,                    \
          "Whether the subsystem is switched on (50.2.3)")                                                             \
    FIELD(hf_value, "Value", "bcnet.event.value", FT_INT8, BASE_DEC, NULL, 0,                                          \
          "The event's byte: phaser level or index of the torpedo type (50.2.4)")                                      \
    FIELD(hf_phaser_level, "Phaser level", "bcnet.event.phaser_level", FT_UINT8, BASE_DEC,                             \
          VALS(bcnet_phaser_level_names), 0, "Phaser power that was chosen (50.2.4)")                                  \
    FIELD(hf_torpedo_type, "Torpedo type", "bcnet.event.torpedo_type", FT_UINT8, BASE_DEC, NULL, 0,                    \
          "Index in the ship's list of torpedo types (50.2.4)")                                                        \
    FIELD(hf_object, "Object", "bcnet.event.object", FT_UINT32, BASE_HEX, NULL, 0,                                     \
          "Third object id, 0 for none; its meaning depends on opcode and code (50.2.5)")                              \
    FIELD(hf_player, "Player", "bcnet.event.player", FT_UINT8, BASE_DEC, NULL, 0,                                      \
          "Network id of the player who joined (50.2.6)")                                                              \
    FIELD(hf_killer, "Killer", "bcnet.event.killer", FT_INT32, BASE_DEC | BASE_SPECIAL_VALS,                           \
          VALS(bcnet_no_player_names), 0, "Network id of the killer, 0 for nobody (50.2.9)")                           \
    FIELD(hf_lifetime, "Lifetime", "bcnet.event.lifetime", FT_FLOAT, BASE_NONE, NULL, 0,                               \
          "Length of the explosion in seconds (50.2.9)")                                                               \
    FIELD(hf_int16, "16-bit number", "bcnet.event.int16", FT_INT16, BASE_DEC, NULL, 0,                                 \
          "Tail of a TGShortEvent, a guess; only mods send it (50.2.11)")                                              \
    FIELD(hf_int32, "32-bit number", "bcnet.event.int32", FT_INT32, BASE_DEC, NULL, 0,                                 \
          "Tail of a TGIntEvent, a guess; only mods send it (50.2.11)")                                                \
    FIELD(hf_float, "Real number", "bcnet.event.float", FT_FLOAT, BASE_NONE, NULL, 0,                                  \
          "Tail of a TGFloatEvent, a guess; only mods send it (50.2.11)")
BCNET_FIELDS(tail_fields, TAIL_FIELDS)

static void read_bool(bcnet_msg_t *msg, bcnet_event_t *event)
{
    event->state = bcnet_read_boolean_byte(msg, hf_state);
    if (event->state > 1)
        bcnet_complain(msg, BCNET_EI_VALUE, "The state is 0 or 1");
}

/* What the byte means depends on who handles the event. */
static void read_char(bcnet_msg_t *msg, bcnet_event_t *event)
{
    const int8_t value = event->value = bcnet_read_i8(msg, hf_value);

    if (msg->truncated)
        return;
    if (msg->opcode->value == BCNET_OP_TORPEDO_TYPE && value >= 0)
        bcnet_generated_uint(msg, hf_torpedo_type, (uint8_t)value);
    if (msg->opcode->value != BCNET_OP_SET_PHASER_LEVEL)
        return;
    if (value >= 0 && value <= 2)
        bcnet_generated_uint(msg, hf_phaser_level, (uint8_t)value);
    else
        bcnet_complain(msg, BCNET_EI_VALUE, "Phaser levels are 0, 1 and 2");
}

static void read_object(bcnet_msg_t *msg, bcnet_event_t *event)
{
    event->object = bcnet_read_object(msg, hf_object);
    if (msg->last && msg->opcode->value == BCNET_OP_CHANGED_TARGET)
        proto_item_append_text(msg->last, ", the target before");
}

static void read_player(bcnet_msg_t *msg, bcnet_event_t *event)
{
    event->player = bcnet_read_u8(msg, hf_player);
    bcnet_show_player(msg, event->player);
}

/* ObjectExplodingEvent (50.2.9)
 *
 *      17       21
 *    | killer | lifetime |
 *      i32      f32 */
static void read_exploding(bcnet_msg_t *msg, bcnet_event_t *event)
{
    event->killer = bcnet_read_i32(msg, hf_killer);
    bcnet_show_player(msg, (uint32_t)event->killer);
    event->lifetime = bcnet_read_seconds(msg, hf_lifetime);
}

static void read_number(bcnet_msg_t *msg, bcnet_event_t *event)
{
    if (event->class_id == BCNET_EVENT_SHORT)
        bcnet_read_i16(msg, hf_int16);
    else if (event->class_id == BCNET_EVENT_INT)
        bcnet_read_i32(msg, hf_int32);
    else
        bcnet_read_float(msg, hf_float);
}

/* ---- Collisions, firing, warp ---- */

static int hf_warp_exit[3] = { -1, -1, -1 };

static bcnet_vector_t hf_contact, hf_aim;

#define COLLISION_FIELDS(FIELD, PART)                                                                                  \
    FIELD(hf_collision_count, "Contact points", "bcnet.collision.count", FT_UINT8, BASE_DEC, NULL, 0,                  \
          "Number of contact points; 1 and 2 have been seen (50.2.7)")                                                 \
    PART(hf_contact.item, "Contact point", "bcnet.collision.point", FT_NONE, BASE_NONE, NULL, 0,                       \
         "Where the ship was touched, in its own frame (50.2.7)")                                                      \
    FIELD(hf_collision_fraction, "Distance in bounding radii", "bcnet.collision.point.fraction", FT_FLOAT, BASE_NONE,  \
          NULL, 0, "Distance from the centre as a fraction of the bounding radius, which is not sent (50.2.7)")        \
    PART(hf_contact.axes[0], "X", "bcnet.collision.point.x", FT_FLOAT, BASE_NONE, NULL, 0,                             \
         "Contact point in units of the ship's radius (50.2.7)")                                                       \
    FIELD(hf_collision_force, "Force", "bcnet.collision.force", FT_FLOAT, BASE_NONE, NULL, 0,                          \
          "Collision force (50.2.7)")                                                                                  \
    FIELD(hf_fire_target, "Target", "bcnet.fire.target", FT_UINT32, BASE_HEX, NULL, 0,                                 \
          "Object id of the target, 0 for none (50.2.8)")                                                              \
    PART(hf_aim.item, "Aim offset", "bcnet.fire.offset", FT_NONE, BASE_NONE, NULL, 0,                                  \
         "Point aimed at, in the target's own frame; the split of the bytes is likely (50.2.8)")                       \
    FIELD(hf_fire_fraction, "Distance in bounding radii", "bcnet.fire.offset.fraction", FT_FLOAT, BASE_NONE, NULL, 0,  \
          "Distance from the target's centre, as a fraction of its bounding radius (50.2.8)")                          \
    PART(hf_aim.axes[0], "X", "bcnet.fire.offset.x", FT_FLOAT, BASE_NONE, NULL, 0,                                     \
         "Aim offset in units of the target's radius (50.2.8)")                                                        \
    FIELD(hf_warp_set_len, "Length of the set name", "bcnet.warp.set_len", FT_UINT8, BASE_DEC, NULL, 0,                \
          "Bytes of the name that follows, 0 for no name (50.2.10)")                                                   \
    FIELD(hf_warp_set, "Destination set", "bcnet.warp.set", FT_STRING, BASE_NONE, NULL, 0,                             \
          "Name of the set the ship warps to (50.2.10)")                                                               \
    PART(hf_warp_exit[0], "Exit x", "bcnet.warp.exit.x", FT_FLOAT, BASE_NONE, NULL, 0,                                 \
         "Point where the ship leaves warp (50.2.10)")                                                                 \
    FIELD(hf_warp_placement_len, "Length of the placement name", "bcnet.warp.placement_len", FT_UINT8, BASE_DEC, NULL, \
          0, "Bytes of the placement name; only in the form of saved games (50.2.10)")                                 \
    FIELD(hf_warp_placement, "Placement", "bcnet.warp.placement", FT_STRING, BASE_NONE, NULL, 0,                       \
          "Name of the placement; only in the form of saved games (50.2.10)")                                          \
    FIELD(hf_warp_duration, "Duration", "bcnet.warp.duration", FT_FLOAT, BASE_NONE, NULL, 0,                           \
          "How long the warp takes; not a speed (50.2.10)")
BCNET_FIELDS(collision_fields, COLLISION_FIELDS)

static void read_point(bcnet_msg_t *msg, bcnet_scope_t *scope, const bcnet_vector_t *hf, int hf_fraction)
{
    bcnet_read_relative_point(msg, scope, hf, hf_fraction, "bounding radii");
    if (scope->item && msg->truncated)
        proto_item_append_text(scope->item, " (incomplete)");
}

/* CollisionEvent (50.2.7): n contact points with a direction (i8[3]) and a distance (u8) each
 *
 *      17   18       18+4n
 *    | n  | points | force |
 *      u8   4n       f32 */
static void read_collision(bcnet_msg_t *msg, bcnet_event_t *event)
{
    const unsigned count = bcnet_read_u8(msg, hf_collision_count);

    for (unsigned i = 0; i < count && bcnet_left(msg) > 0; i++) {
        bcnet_scope_t scope = bcnet_open_vector(msg, &hf_contact);
        proto_item_append_text(scope.item, " %u", i + 1);
        read_point(msg, &scope, &hf_contact, hf_collision_fraction);
    }
    event->force = bcnet_read_float(msg, hf_collision_force);
}

/* StartFiringEvent (50.2.8)
 *
 *      17       21          24
 *    | target | aim direction | aim length |
 *      u32      i8[3]       u8 */
static void read_start_firing(bcnet_msg_t *msg, bcnet_event_t *event)
{
    event->object = bcnet_read_object(msg, hf_fire_target);
    if (msg->truncated)
        return;
    bcnet_scope_t scope = bcnet_open_vector(msg, &hf_aim);
    read_point(msg, &scope, &hf_aim, hf_fire_fraction);
}

/* The network form is the short one: exit point and duration. The form of saved games has a second name between
 * them; only the number of bytes left tells which one it is (50.2.10). */
static bool has_placement(const bcnet_msg_t *msg)
{
    const int exit_point = 12, short_rest = 16;

    return bcnet_can_read(msg, exit_point + 1) && bcnet_left(msg) == short_rest + 1 + msg->data[msg->pos + exit_point];
}

/* WarpEvent (50.2.10); M and the placement in the form of saved games only
 *
 *      17   18    18+N         30+N   31+N          30+N/31+N+M
 *    | N  | set | exit point | [M]  | [placement] | duration    |
 *      u8   N     f32[3]       u8     M             f32 */
static void read_warp(bcnet_msg_t *msg, bcnet_event_t *event)
{
    float exit_point[3];

    event->set = bcnet_read_text(msg, hf_warp_set, bcnet_read_u8(msg, hf_warp_set_len));
    const bool long_form = has_placement(msg);
    bcnet_read_vector(msg, hf_warp_exit, exit_point);
    if (long_form)
        bcnet_read_text(msg, hf_warp_placement, bcnet_read_u8(msg, hf_warp_placement_len));
    bcnet_read_seconds(msg, hf_warp_duration);
}

/* ---- The table ---- */

typedef struct {
    uint32_t class_id;
    void (*read)(bcnet_msg_t *msg, bcnet_event_t *event); /* NULL: the head is all there is */
    int guessed; /* bytes of what only mods could send: taken only when exactly these are left (50.2.11); 0: no guess */
} bcnet_event_tail_t;

static const bcnet_event_tail_t tails[] = {
    { BCNET_EVENT_BASE, NULL, 0 },
    { BCNET_EVENT_BOOL, read_bool, 0 },
    { BCNET_EVENT_CHAR, read_char, 0 },
    { BCNET_EVENT_SHORT, read_number, 2 },
    { BCNET_EVENT_INT, read_number, 4 },
    { BCNET_EVENT_FLOAT, read_number, 4 },
    { BCNET_EVENT_OBJECT, read_object, 0 },
    { BCNET_EVENT_PLAYER, read_player, 0 },
    { BCNET_EVENT_COLLISION, read_collision, 0 },
    { BCNET_EVENT_START_FIRING, read_start_firing, 0 },
    { BCNET_EVENT_EXPLODING, read_exploding, 0 },
    { BCNET_EVENT_WARP, read_warp, 0 },
};

void bcnet_event_read_tail(bcnet_msg_t *msg, bcnet_event_t *event)
{
    const bcnet_event_tail_t *tail = NULL;

    for (unsigned i = 0; !tail && i < array_length(tails); i++)
        if (tails[i].class_id == event->class_id)
            tail = &tails[i];
    if (!tail || (tail->guessed != 0 && tail->guessed != bcnet_left(msg)))
        bcnet_read_rest(msg);
    else if (tail->read)
        tail->read(msg, event);
}

const bcnet_family_t bcnet_shown_event_classes = {
    .fields = { BCNET_LIST(tail_fields), BCNET_LIST(collision_fields) },
};
