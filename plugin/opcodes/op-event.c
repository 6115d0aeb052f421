/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events: one object of the game's event system per message (protocol chapter 50).
 *
 * The class id of the common head selects the layout of what follows; the opcode tells who handles the event, so it only
 * selects what is expected and how it reads in words. A new opcode is a row of `kinds` and a function for its words, a
 * new class a row of `tails`, a function, and its name in event-names.c. */
#include "opcodes/opcodes.h"

#include "reading/labels.h"
#include "reading/numbers.h"
#include "game/tap-facts.h"
#include "game/show.h"

enum {
    BCNET_EVENT_BASE = 0x0101,
    BCNET_EVENT_BOOL = 0x0104,
    BCNET_EVENT_CHAR = 0x0105,
    BCNET_EVENT_SHORT = 0x0106,
    BCNET_EVENT_INT = 0x0107,
    BCNET_EVENT_FLOAT = 0x0108,
    BCNET_EVENT_OBJECT = 0x010C,
    BCNET_EVENT_PLAYER = 0x0866,
    BCNET_EVENT_COLLISION = 0x8124,
    BCNET_EVENT_START_FIRING = 0x8128,
    BCNET_EVENT_EXPLODING = 0x8129,
    BCNET_EVENT_WARP = 0x812A
};

enum {
    CODE_DELETE_PLAYER = 0x00060005,
    CODE_REPAIRED = 0x00800074,
    CODE_BEYOND_REPAIR = 0x00800075,
    CODE_REPAIR_PRIORITY = 0x00800076,
    CODE_ADD_TO_REPAIR_LIST = 0x008000DF,
    CODE_NEW_PLAYER = 0x008000F1
};

/* An event as read; members that the class does not have stay 0. */
typedef struct {
    uint32_t    class_id;
    uint32_t    code;
    uint32_t    source;
    uint32_t    destination;
    uint32_t    object; /* third object, or the target fired at */
    int32_t     killer;
    float       lifetime; /* of an explosion, s */
    float       force; /* of a collision */
    uint8_t     state;
    int8_t      value;
    uint8_t     player;
    const char *set; /* where a warp goes */

    bcnet_role_t role; /* of the destination, by the opcode and the code */
} bcnet_event_t;

/* ---- What follows the head, by class (50.2). Small ones: a number of the kind that the class is named after ---- */

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
    if (msg->opcode->value == BCNET_OP_NEW_PLAYER && event->code == CODE_NEW_PLAYER && !msg->truncated)
        bcnet_note_joining(msg, event->player); /* in front, so that this message shows the same player on every pass */
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
        bcnet_scope_t scope = bcnet_open(msg, hf_contact.item);
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
    bcnet_scope_t scope = bcnet_open(msg, hf_aim.item);
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

/* Classes whose tail nobody knows: bytes. */
static void read_tail(bcnet_msg_t *msg, bcnet_event_t *event)
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

/* ---- In words ---- */

/* The ship, weapon or subsystem that handles the event. */
static const char *about(const bcnet_msg_t *msg, const bcnet_event_t *event)
{
    return bcnet_object_words_as(msg, event->destination, event->role);
}

static const char *killer_words(const bcnet_msg_t *msg, int32_t killer)
{
    const bool client = killer > BCNET_PEER_HOST && killer <= BCNET_PEER_LAST_CLIENT;

    return client ? bcnet_who(msg, (uint32_t)killer, false) : bcnet_player_words(msg, (uint32_t)killer);
}

/* "Ace's Sovereign" */
static const char *owned_ship_words(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_object_t *object = bcnet_object_at(msg, object_id);

    if (!object || object->class_id != BCNET_CLASS_ID_SHIP || !*object->name)
        return bcnet_object_words(msg, object_id);
    return bcnet_owned_words(msg, object->name, object);
}

#define EVENT_FIELDS(FIELD, PART)                                                                                      \
    FIELD(hf_class, "Class", "bcnet.event.class", FT_UINT32, BASE_HEX | BASE_EXT_STRING | BASE_SPECIAL_VALS,           \
          &bcnet_event_class_names, 0, "Class of the event; selects the layout after the head (50.2)")                 \
    FIELD(hf_code, "Code", "bcnet.event.code", FT_UINT32, BASE_HEX | BASE_EXT_STRING | BASE_SPECIAL_VALS,              \
          &bcnet_event_code_names, 0, "Event code as it is on the wire (50.14)")                                       \
    FIELD(hf_code_delivered, "Delivered as", "bcnet.event.code.delivered", FT_UINT32,                                  \
          BASE_HEX | BASE_EXT_STRING | BASE_SPECIAL_VALS, &bcnet_event_code_names, 0,                                  \
          "Code that the receiver replaces it with, in memory only (50.3)")                                            \
    FIELD(hf_source, "Source", "bcnet.event.source", FT_UINT32, BASE_HEX, NULL, 0,                                     \
          "Object id of the source, 0 for none (50.1)")                                                                \
    FIELD(hf_destination, "Destination", "bcnet.event.destination", FT_UINT32, BASE_HEX, NULL, 0,                      \
          "Object id of the destination, 0 for none, 0xFFFFFFFF for a destroyed object (50.1)")                        \
    FIELD(hf_fire_started_in, "Started in frame", "bcnet.fire.started_in", FT_FRAMENUM, BASE_NONE,                     \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame in which this weapon started to fire (50.3)")                  \
    FIELD(hf_fire_stopped_in, "Stopped in frame", "bcnet.fire.stopped_in", FT_FRAMENUM, BASE_NONE,                     \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame in which this weapon stopped firing (50.3)")                  \
    FIELD(hf_fire_duration, "Fired for", "bcnet.fire.duration", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,                  \
          "Time between start and end of firing (50.3)")                                                               \
    FIELD(hf_event, "Event", "bcnet.event", FT_NONE, BASE_NONE, NULL, 0,                                               \
          "An object of the game's event system (50.1)")                                                               \
    FIELD(hf_death, "Death", "bcnet.death", FT_STRING, BASE_NONE, NULL, 0,                                             \
          "Which ship explodes, and who killed it; of every death once, where it is told first (50.2.9)")
BCNET_FIELDS(event_fields, EVENT_FIELDS)

static void say_exploding(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    msg->weight = BCNET_WEIGHT_DEATH;
    bcnet_note_death(msg, event->destination, event->killer, event->lifetime);
    const bcnet_object_ref_t ref = bcnet_object_ref(msg, event->destination);
    const char              *ship = owned_ship_words(msg, event->destination);
    const char              *by = event->killer != 0
                                    ? wmem_strdup_printf(msg->pinfo->pool, " (killed by %s)", killer_words(msg, event->killer))
                                    : "";
    if (ref.object)
        bcnet_show_death(msg, ref.object);
    if (msg->tree && ref.any && ref.any->died.stamp == msg->stamp)
        bcnet_generated_string(msg, hf_death, wmem_strdup_printf(msg->pinfo->pool, "%s%s", ship, by));
    bcnet_tap_object(msg, event->destination);
    if (msg->facts)
        msg->facts->death = true;
    bcnet_say(msg, ": %s explodes%s", ship, by);
    bcnet_say(msg, ", %s s", bcnet_fixed(event->lifetime, 1).text);
}

/* "Sovereign (Ace) needs repair: Phasers"; "object 0x40000002 needs repair" as long as its ship is not known. */
static void say_repair(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    static const struct {
        uint32_t    code;
        const char *ship_does, *part_does;
    } repairs[] = {
        { CODE_REPAIRED, "has repaired", "is repaired" },
        { CODE_BEYOND_REPAIR, "cannot repair", "cannot be repaired" },
        { CODE_REPAIR_PRIORITY, "is to repair sooner", "is to be repaired sooner" },
        { CODE_ADD_TO_REPAIR_LIST, "needs repair", "needs repair" },
    };
    const uint32_t        id = event->code == CODE_ADD_TO_REPAIR_LIST ? event->source : event->object;
    unsigned              offset, row = 0;
    const char           *words = bcnet_object_words(msg, id);
    const bcnet_object_t *owner = bcnet_object_owner(msg, id, &offset);
    const char           *ship = owner ? bcnet_object_label(msg, owner) : "";
    const size_t          length = strlen(ship);

    while (repairs[row].code != event->code)
        row++;
    if (length > 0 && g_str_has_prefix(words, ship) && g_str_has_prefix(words + length, ": "))
        bcnet_say(msg, ": %s %s%s", ship, repairs[row].ship_does, words + length);
    else
        bcnet_say(msg, ": %s %s", words, repairs[row].part_does);
}

static void say_subject(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    bcnet_say(msg, " %s", about(msg, event));
}

static void say_firing(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    say_subject(msg, event);
    if (event->object == BCNET_OBJECT_NONE)
        bcnet_say(msg, ", no target");
    else
        bcnet_say(msg, " at %s", bcnet_object_words(msg, event->object));
}

/* Players who cloak switch their cloaking device on, like any subsystem (50.4). */
static void say_state(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    const char  *state = event->state ? "on" : "off";
    bcnet_part_t part;

    if (bcnet_object_part(msg, event->destination, &part) && !part.child &&
        part.subsystem->class_id == BCNET_CLASS_CLOAK)
        bcnet_say(msg, " %s: cloak %s", part.ship, state);
    else
        bcnet_say(msg, " %s %s", about(msg, event), state);
}

static void say_phaser_level(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    const char *level = try_val_to_str((uint32_t)event->value, bcnet_phaser_level_names);

    say_subject(msg, event);
    if (level)
        bcnet_say(msg, " %s", level);
    else
        bcnet_say(msg, " level %d", event->value);
}

static void say_torpedo_type(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    bcnet_say(msg, " %s to type %d", about(msg, event), event->value);
}

/* The new target is not in the message (50.4). */
static void say_changed_target(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    bcnet_say(msg, ": %s changed target, before: %s", about(msg, event),
              event->object == BCNET_OBJECT_NONE ? "none" : bcnet_object_words(msg, event->object));
}

static void say_warp(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    bcnet_say(msg, ": %s warps", about(msg, event));
    if (*event->set)
        bcnet_say(msg, " to %s", event->set);
}

static void say_collision(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    const char *other = event->source == BCNET_OBJECT_NONE ? "something" : bcnet_object_words(msg, event->source);

    bcnet_say(msg, ": %s hit %s, force %s", about(msg, event), other, bcnet_fixed(event->force, 0).text);
}

static void say_joined(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    const char *name = bcnet_name_meant(msg, event->player, false);

    if (msg->facts)
        msg->facts->joined = bcnet_stay_meant(msg, event->player);
    bcnet_show_joining(msg, event->player);
    bcnet_say(msg, ": player %u joined", event->player);
    if (name || event->player == BCNET_PEER_HOST) /* who plays, too */
        bcnet_say(msg, " (%s)", name ? name : "the host");
}

/* The game's own host never sends this; others do (50.4, 0x17). */
static void say_gone(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    bcnet_stay_t *stay = bcnet_note_named(msg, event->player);

    bcnet_note_leaving(msg, stay, BCNET_LEFT_TOLD_BY_EVENT, NULL);
    if (msg->facts)
        msg->facts->left = stay;
    bcnet_show_leaving(msg, stay);
    bcnet_say(msg, ": player %u left", event->player);
    const char *name = bcnet_name_meant(msg, event->player, true);
    if (name)
        bcnet_say(msg, " (%s)", name);
}

static const char *code_words(const bcnet_msg_t *msg, uint32_t code)
{
    const char *name = try_val_to_str_ext(code, &bcnet_event_code_names);

    name = name ? name : bcnet_unnamed_event_words(msg->pinfo->pool, code);
    return name ? name : wmem_strdup_printf(msg->pinfo->pool, "event 0x%08x", code);
}

static const char *class_words(const bcnet_msg_t *msg, uint32_t class_id)
{
    const char *name = try_val_to_str_ext(class_id, &bcnet_event_class_names);

    return name ? name : wmem_strdup_printf(msg->pinfo->pool, "class 0x%08x", class_id);
}

/* For events that do not belong to their opcode. */
static void say_anything(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    if (msg->opcode->value == BCNET_OP_NEW_PLAYER && event->code == CODE_DELETE_PLAYER &&
        event->class_id == BCNET_EVENT_PLAYER && msg->from_host) {
        say_gone(msg, event);
        return;
    }
    bcnet_say(msg, ": %s (%s)", code_words(msg, event->code), class_words(msg, event->class_id));
    if (event->destination != BCNET_OBJECT_NONE)
        bcnet_say(msg, " for %s", about(msg, event));
}

/* ---- What an opcode may carry (50.3, 50.4) ---- */

enum { ANY_CLASS = 0 };

typedef struct {
    uint8_t  opcode;
    uint32_t code; /* on the wire */
    uint32_t delivered; /* what the receiver makes of it */
    uint32_t class_id; /* ANY_CLASS: not certain, so not checked */
    void (*say)(bcnet_msg_t *msg, const bcnet_event_t *event);
    bcnet_role_t role; /* of the destination */
} bcnet_event_kind_t;

/* ClientEvent may carry anything: it has no row. */
static const bcnet_event_kind_t kinds[] = {
    { BCNET_OP_PYTHON_EVENT, CODE_ADD_TO_REPAIR_LIST, CODE_ADD_TO_REPAIR_LIST, BCNET_EVENT_BASE, say_repair,
      BCNET_ROLE_REPAIR },
    { BCNET_OP_PYTHON_EVENT, CODE_REPAIRED, CODE_REPAIRED, BCNET_EVENT_OBJECT, say_repair, BCNET_ROLE_ANY },
    { BCNET_OP_PYTHON_EVENT, CODE_BEYOND_REPAIR, CODE_BEYOND_REPAIR, BCNET_EVENT_OBJECT, say_repair, BCNET_ROLE_ANY },
    { BCNET_OP_PYTHON_EVENT, 0x0080004E, 0x0080004E, BCNET_EVENT_EXPLODING, say_exploding, BCNET_ROLE_ANY },
    { BCNET_OP_START_FIRING, 0x008000D8, 0x008000D7, BCNET_EVENT_START_FIRING, say_firing, BCNET_ROLE_WEAPONS },
    { BCNET_OP_STOP_FIRING, 0x008000DA, 0x008000D9, BCNET_EVENT_BASE, say_subject, BCNET_ROLE_WEAPONS },
    { BCNET_OP_STOP_FIRING_AT_TARGET, 0x008000DC, 0x008000DB, BCNET_EVENT_OBJECT, say_firing, BCNET_ROLE_WEAPONS },
    { BCNET_OP_SUBSYSTEM_STATUS, 0x008000DD, 0x0080006C, BCNET_EVENT_BOOL, say_state, BCNET_ROLE_SWITCHED },
    { BCNET_OP_ADD_TO_REPAIR_LIST, CODE_ADD_TO_REPAIR_LIST, CODE_ADD_TO_REPAIR_LIST, ANY_CLASS, say_repair,
      BCNET_ROLE_REPAIR },
    { BCNET_OP_CHANGED_TARGET, 0x00800058, 0x00800058, BCNET_EVENT_OBJECT, say_changed_target, BCNET_ROLE_ANY },
    { BCNET_OP_START_CLOAKING, 0x008000E2, 0x008000E3, ANY_CLASS, say_subject, BCNET_ROLE_ANY },
    { BCNET_OP_STOP_CLOAKING, 0x008000E4, 0x008000E5, ANY_CLASS, say_subject, BCNET_ROLE_ANY },
    { BCNET_OP_START_WARP, 0x008000EC, 0x008000ED, BCNET_EVENT_WARP, say_warp, BCNET_ROLE_ANY },
    { BCNET_OP_REPAIR_LIST_PRIORITY, CODE_REPAIR_PRIORITY, CODE_REPAIR_PRIORITY, BCNET_EVENT_OBJECT, say_repair,
      BCNET_ROLE_REPAIR },
    { BCNET_OP_SET_PHASER_LEVEL, 0x008000E0, 0x008000E0, BCNET_EVENT_CHAR, say_phaser_level, BCNET_ROLE_PHASERS },
    { BCNET_OP_COLLISION, 0x00800050, 0x008000FC, BCNET_EVENT_COLLISION, say_collision, BCNET_ROLE_ANY },
    { BCNET_OP_NEW_PLAYER, CODE_NEW_PLAYER, CODE_NEW_PLAYER, BCNET_EVENT_PLAYER, say_joined, BCNET_ROLE_ANY },
    { BCNET_OP_TORPEDO_TYPE, 0x008000FE, 0x008000FD, BCNET_EVENT_CHAR, say_torpedo_type, BCNET_ROLE_TORPEDOES },
};

static const bcnet_event_kind_t *kind_of(uint8_t opcode, uint32_t code)
{
    for (unsigned i = 0; i < array_length(kinds); i++)
        if (kinds[i].opcode == opcode && kinds[i].code == code)
            return &kinds[i];
    return NULL;
}

static bool class_fits(const bcnet_event_kind_t *kind, uint32_t class_id)
{
    return kind->class_id == ANY_CLASS || kind->class_id == class_id;
}

/* Could the class come with another code? */
static bool class_fits_opcode(uint8_t opcode, uint32_t class_id)
{
    for (unsigned i = 0; i < array_length(kinds); i++)
        if (kinds[i].opcode == opcode && class_fits(&kinds[i], class_id))
            return true;
    return false;
}

/* ---- The head (50.1) ---- */

static void check_class(bcnet_msg_t *msg, const bcnet_event_t *event, const bcnet_event_kind_t *kind)
{
    const uint8_t opcode = msg->opcode->value;

    if (!bcnet_is_event_class(event->class_id))
        bcnet_complain(msg, BCNET_EI_CLASS, "There is no such event class");
    else if (kind && !class_fits(kind, event->class_id))
        bcnet_complain(msg, BCNET_EI_EVENT_CLASS, "An event with this code is never of this class");
    else if (!kind && opcode != BCNET_OP_CLIENT_EVENT && !class_fits_opcode(opcode, event->class_id))
        bcnet_complain(msg, BCNET_EI_EVENT_CLASS, "An event of this opcode is never of this class");
}

static const bcnet_event_kind_t *read_class_and_code(bcnet_msg_t *msg, bcnet_event_t *event)
{
    event->class_id = bcnet_read_u32(msg, hf_class);
    proto_item *class_item = msg->last;
    event->code = bcnet_read_u32(msg, hf_code);
    if (msg->truncated)
        return NULL;

    const char *unnamed = bcnet_unnamed_event_words(msg->pinfo->pool, event->code);
    if (msg->last && unnamed && !try_val_to_str_ext(event->code, &bcnet_event_code_names))
        proto_item_append_text(msg->last, " (%s)", unnamed);
    const bcnet_event_kind_t *kind = kind_of(msg->opcode->value, event->code);
    event->role = kind ? kind->role : BCNET_ROLE_ANY;
    if (!kind && msg->opcode->value != BCNET_OP_CLIENT_EVENT)
        bcnet_complain(msg, BCNET_EI_EVENT_CODE, "This opcode never carries this event code");
    if (kind && kind->delivered != kind->code)
        bcnet_generated_uint(msg, hf_code_delivered, kind->delivered);
    msg->last = class_item;
    check_class(msg, event, kind);
    return kind;
}

/* Two ids are numbers of the sender's own (50.3). */
static void show_head(bcnet_msg_t *msg, const bcnet_event_t *event, proto_item *source, proto_item *destination)
{
    if (msg->opcode->value == BCNET_OP_REPAIR_LIST_PRIORITY)
        bcnet_show_local_object(msg, source, event->source);
    else
        bcnet_show_object(msg, source, event->source);
    if (msg->opcode->value == BCNET_OP_NEW_PLAYER)
        bcnet_show_local_object(msg, destination, event->destination);
    else
        bcnet_show_object_as(msg, destination, event->destination, event->role);
}

/* What the ids mean is shown when both are read: this message itself may be the first to tell. A weapon system's id
 * tells of a ship whose creation was not seen (60.4). */
static void read_head(bcnet_msg_t *msg, bcnet_event_t *event, bool expected)
{
    const bool fires = msg->opcode->value == BCNET_OP_START_FIRING || msg->opcode->value == BCNET_OP_STOP_FIRING;

    event->source = bcnet_read_u32(msg, hf_source);
    proto_item *source = msg->truncated ? NULL : msg->last;
    if (event->source == BCNET_OBJECT_DESTROYED)
        bcnet_complain(msg, BCNET_EI_VALUE, "Only a destination can be the destroyed object");
    event->destination = bcnet_read_u32(msg, hf_destination);
    if (expected && fires && !msg->truncated)
        bcnet_note_weapon(msg, event->destination, BCNET_ROLE_WEAPONS);
    show_head(msg, event, source, msg->truncated ? NULL : msg->last);
}

/* ---- How long a weapon fires ---- */

static bool stops_firing(uint8_t opcode)
{
    return opcode == BCNET_OP_STOP_FIRING || opcode == BCNET_OP_STOP_FIRING_AT_TARGET;
}

static void link_firing(bcnet_msg_t *msg, uint32_t weapon)
{
    const uint8_t opcode = msg->opcode->value;

    if (msg->resend || weapon == BCNET_OBJECT_NONE || weapon == BCNET_OBJECT_DESTROYED)
        return;
    if (opcode == BCNET_OP_START_FIRING) {
        bcnet_note_request(msg, BCNET_EXCHANGE_FIRING, weapon, NULL);
        bcnet_show_request(msg, BCNET_EXCHANGE_FIRING, weapon, hf_fire_stopped_in);
    } else if (stops_firing(opcode)) {
        bcnet_note_answer(msg, BCNET_EXCHANGE_FIRING, weapon);
        bcnet_show_answer(msg, BCNET_EXCHANGE_FIRING, weapon, hf_fire_started_in, hf_fire_duration);
    }
}

/* ---- For the tap ---- */

static void tap_event(bcnet_msg_t *msg, const bcnet_event_t *event)
{
    const uint8_t      opcode = msg->opcode->value;
    bcnet_tap_event_t *fact = BCNET_TAP_FACT(msg, event);

    if (opcode == BCNET_OP_START_FIRING || stops_firing(opcode))
        bcnet_tap_shot(msg, stops_firing(opcode) ? BCNET_SHOT_BEAM_END : BCNET_SHOT_BEAM, event->destination,
                       event->object, BCNET_NO_ID);
    if (!fact)
        return;
    fact->code = event->code;
    fact->source = bcnet_named_object(msg, event->source);
    fact->destination = bcnet_named_as(msg, event->destination, event->role);
    fact->object = bcnet_named_object(msg, event->object);
    fact->value = event->class_id == BCNET_EVENT_BOOL ? event->state : event->value;
    fact->amount = event->force;
    fact->set = event->set;
}

/* ---- The opcode function ---- */

/* 0x06 to 0x12, 0x15, 0x17, 0x1B: events (50.1); the tail by the class
 *
 *      0    1       5      9        13            17
 *    | op | class | code | source | destination | tail |
 *           u32     u32    u32      u32           rest */
static void dissect_event(bcnet_msg_t *msg)
{
    bcnet_event_t             event = { .set = "" };
    bcnet_scope_t             scope = bcnet_open(msg, hf_event);
    const bcnet_event_kind_t *kind = read_class_and_code(msg, &event);
    const bool                expected = kind && class_fits(kind, event.class_id);
    if (scope.item && !msg->truncated)
        proto_item_append_text(scope.item, ": %s, %s", class_words(msg, event.class_id), code_words(msg, event.code));
    read_head(msg, &event, expected);
    msg->relay_key.object = event.destination;
    if (!msg->truncated)
        read_tail(msg, &event);
    if (expected && !msg->truncated)
        link_firing(msg, event.destination);
    bcnet_close(msg, &scope);

    if (msg->truncated)
        return;
    if (expected)
        kind->say(msg, &event);
    else
        say_anything(msg, &event);
    if (expected && !msg->truncated)
        tap_event(msg, &event);
}

/* ---- The family ---- */

/* Any event may stand in any of these messages (50.2). */
#define EVENT_OF(opcode, community_name, constant, whom, whose, more_columns)                                          \
    BCNET_OPCODE(opcode, community_name, constant), .relay = (whom), .own = (whose),                                   \
                                                    .length = { 17, BCNET_EVENT_BUFFER }, .dissect = dissect_event,    \
                                                    .columns = "event object.resolved player.name" more_columns
/* What the host hands on is its sender's. */
#define EVENT(opcode, community_name, constant, whom, more_columns)                                                    \
    EVENT_OF(opcode, community_name, constant, whom,                                                                   \
             (whom) == BCNET_RELAY_OTHERS ? BCNET_OWN_HANDLER : BCNET_OWN_ANYTHING, more_columns)

static const bcnet_opcode_t opcodes[] = {
    { EVENT(BCNET_OP_PYTHON_EVENT, "PythonEvent", "HOST_EVENT", BCNET_TO_SEVERAL, ""), .direction = BCNET_FROM_HOST },
    { EVENT(BCNET_OP_START_FIRING, "StartFiring", "START_FIRING", BCNET_RELAY_OTHERS, " fire"),
      .weight = BCNET_WEIGHT_SHOT },
    { EVENT(BCNET_OP_STOP_FIRING, "StopFiring", "STOP_FIRING", BCNET_RELAY_OTHERS, " fire.started_in fire.duration") },
    { EVENT(BCNET_OP_STOP_FIRING_AT_TARGET, "StopFiringAtTarget", "STOP_FIRING_AT_TARGET", BCNET_RELAY_OTHERS, "") },
    { EVENT(BCNET_OP_SUBSYSTEM_STATUS, "SubsysStatus", "SUBSYSTEM_STATE_CHANGED", BCNET_RELAY_OTHERS, "") },
    { EVENT(BCNET_OP_ADD_TO_REPAIR_LIST, "AddToRepairList", "ADD_TO_REPAIR_LIST", BCNET_RELAY_OTHERS, ""),
      .direction = BCNET_FROM_NOBODY },
    { EVENT(BCNET_OP_CLIENT_EVENT, "ClientEvent", "CLIENT_EVENT", BCNET_RELAY_OTHERS, ""),
      .direction = BCNET_FROM_NOBODY },
    { EVENT(BCNET_OP_CHANGED_TARGET, "PythonEvent2", "CHANGED_TARGET", BCNET_RELAY_NOBODY, ""),
      .direction = BCNET_FROM_CLIENT },
    { EVENT(BCNET_OP_START_CLOAKING, "StartCloaking", "START_CLOAKING", BCNET_RELAY_OTHERS, ""),
      .direction = BCNET_FROM_NOBODY },
    { EVENT(BCNET_OP_STOP_CLOAKING, "StopCloaking", "STOP_CLOAKING", BCNET_RELAY_OTHERS, ""),
      .direction = BCNET_FROM_NOBODY },
    { EVENT(BCNET_OP_START_WARP, "StartWarp", "START_WARP", BCNET_RELAY_OTHERS, " warp") },
    { EVENT(BCNET_OP_REPAIR_LIST_PRIORITY, "RepairListPriority", "REPAIR_LIST_PRIORITY", BCNET_RELAY_OTHERS, "") },
    { EVENT(BCNET_OP_SET_PHASER_LEVEL, "SetPhaserLevel", "SET_PHASER_LEVEL", BCNET_RELAY_OTHERS, "") },
    { EVENT_OF(BCNET_OP_COLLISION, "CollisionEffect", "CLIENT_COLLISION", BCNET_RELAY_NOBODY, BCNET_OWN_EITHER_END,
               " collision"),
      .weight = BCNET_WEIGHT_SHOT, .direction = BCNET_FROM_CLIENT },
    { EVENT(BCNET_OP_NEW_PLAYER, "DeletePlayerUI", "NEW_PLAYER_IN_GAME", BCNET_TO_SEVERAL, " player"),
      .label = "PlayerJoined", .weight = BCNET_WEIGHT_JOIN, .direction = BCNET_FROM_HOST },
    { EVENT_OF(BCNET_OP_TORPEDO_TYPE, "TorpTypeChange", "TORPEDO_TYPE_CHANGED", BCNET_RELAY_OTHERS, BCNET_OWN_ENDS,
               "") },
};

const bcnet_family_t bcnet_family_event = { opcodes,
                                            array_length(opcodes),
                                            { event_fields, tail_fields, collision_fields } };
