/* SPDX-License-Identifier: GPL-2.0-or-later */
/* StateUpdate (protocol chapter 60): where a ship is and how it fares; 95 % of all messages.
 *
 * A message is taken apart first (ships/block.h). What it says is remembered, then told to statistics, then shown. */
#include "opcodes/opcodes.h"

#include "reading/numbers.h"
#include "reading/words.h"
#include "game/show.h"
#include "opcodes/subsystems.h"

static const value_string source_names[] = {
    { BCNET_SOURCE_NONE, "no layout is known, the preferences can name one" },
    { BCNET_SOURCE_CREATED, "created in this capture" },
    { BCNET_SOURCE_BY_USER, "your table of ship layouts" },
    { BCNET_SOURCE_USERS_DEFAULT, "your default ship layout" },
    { BCNET_SOURCE_INFERRED, "inferred from the traffic" },
    { BCNET_SOURCE_PROVISIONAL, "provisional, several ships fit the traffic so far" },
    { 0, NULL },
};

static const value_string hash_change_names[] = {
    { BCNET_HASH_SAME, "unchanged" },
    { BCNET_HASH_FIRST, "first value of this ship" },
    { BCNET_HASH_CHANGED, "changed" },
    { 0, NULL },
};

enum { HASH_UNKNOWN, HASH_AS_KNOWN, HASH_DIFFERS };

static const value_string hash_status_names[] = {
    { HASH_UNKNOWN, "no known value for this class" },
    { HASH_AS_KNOWN, "as known for this class" },
    { HASH_DIFFERS, "differs from the known value" },
    { 0, NULL },
};

/* ---- What later messages build upon ---- */

static void note_update(bcnet_msg_t *msg, bcnet_state_t *state)
{
    const bcnet_update_t *update = &state->update;
    const bcnet_block_t  *fresh = NULL;

    bcnet_note_slot_confirmed(msg, update->object);
    if (update->has_position)
        bcnet_note_base(msg, state->history, update->position);
    if (bcnet_update_ends_in(update, BCNET_STATE_SUBSYSTEMS) &&
        bcnet_note_state_block(msg, state->history, update->game_time, &state->block))
        fresh = &state->block;
    if (state->ship.object && !state->ship.object->taken)
        bcnet_note_species(msg, state->ship.any);
    bcnet_note_unseen_update(msg, &state->ship, update, fresh);
}

/* The species of the ship, where it is certain; 0 otherwise. */
static unsigned class_of(const bcnet_state_t *state)
{
    const bcnet_layout_choice_t *choice = &state->choice;

    if (state->ship.object)
        return state->ship.object->species;
    if (choice->source == BCNET_SOURCE_BY_USER ||
        (choice->source == BCNET_SOURCE_INFERRED && choice->inference->count == 1))
        return (unsigned)choice->layout->species;
    return 0;
}

/* What it says of an object that nobody called a ship may follow other rules (60.4). */
static bool is_called_ship(const bcnet_state_t *state)
{
    const bcnet_source_t source = state->choice.source;

    return source == BCNET_SOURCE_BY_USER || source == BCNET_SOURCE_USERS_DEFAULT ||
           (state->ship.object && !bcnet_is_no_ship(&state->ship));
}

/* Whether what was told of the ship before is of use. */
static bool asks(const bcnet_msg_t *msg, const bcnet_update_t *update)
{
    const uint8_t flags = (msg->tree || bcnet_is_counted(msg) ? BCNET_STATE_DELTA : 0) |
                          (msg->tree || msg->text ? BCNET_STATE_SUBSYSTEMS : 0);

    return update->flags & flags;
}

static bool fits(const bcnet_state_t *state, const bcnet_object_t *object)
{
    bcnet_block_t        block = state->block;
    bcnet_block_result_t result;

    block.layout = object->layout;
    block.mode = BCNET_WALK_STRICT;
    return object->layout && bcnet_block_walk(&block, &result);
}

/* Of the ship that a client created although its id was not free, and not of the one before (60.4). */
static bool tells_of_claimed(const bcnet_state_t *state)
{
    const bcnet_object_t *object = state->ship.object;

    return object && object->claimed && bcnet_update_ends_in(&state->update, BCNET_STATE_SUBSYSTEMS) &&
           fits(state, object->claimed) && !fits(state, object);
}

/* Before anything is shown, on the first pass: so that this message shows on every pass what it told itself. */
static void prepare(bcnet_msg_t *msg, bcnet_state_t *state)
{
    const int             start = msg->pos - 1; /* msg->pos stands behind the opcode */
    const bcnet_update_t *update = &state->update;

    bcnet_update_read(msg->data + start, (uint32_t)(msg->limit - start), &state->update);
    const bool tells = update->has_position || bcnet_update_ends_in(update, BCNET_STATE_SUBSYSTEMS);
    state->start = start;
    state->parts = NULL;
    state->known = NULL;
    state->attack_asked = false;
    state->attack = (bcnet_attack_t){ .shot = NULL };
    if (update->flags & BCNET_STATE_SUBSYSTEMS)
        state->block = bcnet_update_block(update);
    state->ship = bcnet_object_ref(msg, update->object);
    if (msg->may_learn && tells_of_claimed(state)) {
        bcnet_note_claimed(msg, update->object);
        state->ship = bcnet_object_ref(msg, update->object);
    }
    state->history = tells || asks(msg, update) ? bcnet_ship_history_of(msg, update->object, update->whole) : NULL;
    if (msg->may_learn && update->whole)
        note_update(msg, state);
    state->choice = bcnet_choose_layout(msg, &state->ship);
    if (update->whole && update->has_hash && !bcnet_is_no_ship(&state->ship))
        bcnet_note_hash(msg, &state->ship, class_of(state), update->hash);
    if (update->tail > 0)
        bcnet_note_clock(msg, bcnet_update_time(update), false);
    msg->several_ships = state->choice.inference && state->choice.inference->count > 1;
    msg->of_unknown_kind = !is_called_ship(state);
}

/* ---- For the tap, whether anybody looks at fields or not ---- */

/* Where the ship is: absolute, or relative to the position told last. */
static void tap_position(const bcnet_msg_t *msg, const bcnet_state_t *state, bcnet_tap_motion_t *motion)
{
    const bcnet_update_t *update = &state->update;
    float                 direction[3];

    motion->has_position = update->has_position;
    if (update->has_position)
        memcpy(motion->position, update->position, sizeof motion->position);
    if (!(update->flags & BCNET_STATE_DELTA))
        return;
    motion->has_position = state->history && bcnet_base_position(msg, state->history, &state->ship, motion->position);
    bcnet_update_direction(update, BCNET_UPDATE_DELTA, direction);
    const float length = bcnet_update_delta_length(update);
    for (unsigned i = 0; i < 3; i++)
        motion->position[i] += direction[i] * length;
}

static void tap_motion(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bcnet_update_t *update = &state->update;
    bcnet_tap_motion_t   *motion = BCNET_TAP_FACT(msg, motion);

    motion->clock = bcnet_update_time(update);
    motion->has_forward = update->flags & BCNET_STATE_FORWARD;
    motion->has_up = update->flags & BCNET_STATE_UP;
    motion->has_speed = update->flags & BCNET_STATE_SPEED;
    motion->has_cloak = update->flags & BCNET_STATE_CLOAK;
    motion->cloaked = update->cloaked;
    tap_position(msg, state, motion);
    if (motion->has_forward)
        bcnet_update_direction(update, BCNET_UPDATE_FORWARD, motion->forward);
    if (motion->has_up)
        bcnet_update_direction(update, BCNET_UPDATE_UP, motion->up);
    if (motion->has_speed)
        motion->speed = bcnet_update_speed(update);
}

static void tap_update(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bcnet_update_t *update = &state->update;

    if (!msg->facts)
        return;
    msg->facts->has_update = true;
    msg->facts->choice = state->choice;
    msg->facts->ship = update->object;
    msg->facts->update = (bcnet_tap_update_t){ .clock = bcnet_update_time(update),
                                               .tail_length = update->end - update->tail,
                                               .flags = update->flags,
                                               .whole = update->whole,
                                               .has_hash = update->has_hash };
    if (!msg->facts->counted)
        return;
    msg->facts->object = state->ship.any ? state->ship.any : bcnet_late_object(msg, update->object);
    if (update->whole)
        tap_motion(msg, state);
}

/* ---- Showing the parts ---- */

static bcnet_vector_t hf_position, hf_delta, hf_world, hf_forward, hf_up;

#define STATE_FIELDS(FIELD, PART)                                                                                      \
    FIELD(hf_object, "Object", "bcnet.state.object", FT_UINT32, BASE_HEX, NULL, 0, "Object id of the ship (60.1)")     \
    FIELD(hf_game_time, "Game time", "bcnet.state.game_time", FT_FLOAT, BASE_NONE, NULL, 0,                            \
          "The sender's game clock in seconds (60.1)")                                                                 \
    FIELD(hf_flags, "Flags", "bcnet.state.flags", FT_UINT8, BASE_HEX, NULL, 0, "Which parts follow (60.1)")            \
    FIELD(hf_flags_position, "Position", "bcnet.state.flags.position", FT_BOOLEAN, 8, NULL, BCNET_STATE_POSITION,      \
          "Absolute position, and perhaps the integrity hash (60.1)")                                                  \
    FIELD(hf_flags_delta, "Delta", "bcnet.state.flags.delta", FT_BOOLEAN, 8, NULL, BCNET_STATE_DELTA,                  \
          "Offset from the last absolute position (60.1)")                                                             \
    FIELD(hf_flags_forward, "Forward", "bcnet.state.flags.forward", FT_BOOLEAN, 8, NULL, BCNET_STATE_FORWARD,          \
          "Where the bow points (60.1)")                                                                               \
    FIELD(hf_flags_up, "Up", "bcnet.state.flags.up", FT_BOOLEAN, 8, NULL, BCNET_STATE_UP,                              \
          "Where the ship's upper side points (60.1)")                                                                 \
    FIELD(hf_flags_speed, "Speed", "bcnet.state.flags.speed", FT_BOOLEAN, 8, NULL, BCNET_STATE_SPEED,                  \
          "Speed, negative for reverse (60.1)")                                                                        \
    FIELD(hf_flags_subsystems, "Subsystems", "bcnet.state.flags.subsystems", FT_BOOLEAN, 8, NULL,                      \
          BCNET_STATE_SUBSYSTEMS, "States of some subsystems; sent by the host (60.2)")                                \
    FIELD(hf_flags_cloak, "Cloak", "bcnet.state.flags.cloak", FT_BOOLEAN, 8, NULL, BCNET_STATE_CLOAK,                  \
          "Cloaked or not; comes before the subsystems (60.1)")                                                        \
    FIELD(hf_flags_weapons, "Wanted power", "bcnet.state.flags.weapons", FT_BOOLEAN, 8, NULL, BCNET_STATE_WEAPONS,     \
          "Wanted power of subsystems, weapons or not; sent by clients (60.3)")                                        \
    PART(hf_position.item, "Position", "bcnet.state.position", FT_NONE, BASE_NONE, NULL, 0,                            \
         "Absolute position (60.1)")                                                                                   \
    PART(hf_position.axes[0], "Position x", "bcnet.state.position.x", FT_FLOAT, BASE_NONE, NULL, 0,                    \
         "Absolute position (60.1)")                                                                                   \
    FIELD(hf_has_hash, "Has integrity hash", "bcnet.state.has_hash", FT_BOOLEAN, BASE_NONE, NULL, 0,                   \
          "The ship's integrity hash follows; clients send it (60.1)")                                                 \
    FIELD(hf_hash, "Integrity hash", "bcnet.state.hash", FT_UINT16, BASE_HEX, NULL, 0,                                 \
          "Fingerprint of the ship's scripts, folded to 16 bits (98.1)")                                               \
    FIELD(hf_hash_changed, "Hash compared with before", "bcnet.state.hash.changed", FT_UINT8, BASE_DEC,                \
          VALS(hash_change_names), 0, "Whether the hash is new, unchanged or changed in this life (98.3)")             \
    FIELD(hf_hash_status, "Hash compared with the class", "bcnet.state.hash.status", FT_UINT8, BASE_DEC,               \
          VALS(hash_status_names), 0, "Whether the hash is a known one of the ship's class (98.3)")                    \
    FIELD(hf_hash_other, "Other hash in", "bcnet.state.hash.other_in", FT_FRAMENUM, BASE_NONE,                         \
          FRAMENUM_TYPE(FT_FRAMENUM_NONE), 0, "Frame in which another ship of the class has another hash (98.3)")      \
    PART(hf_delta.item, "Delta", "bcnet.state.delta", FT_NONE, BASE_NONE, NULL, 0,                                     \
         "Offset from the last absolute position (60.1)")                                                              \
    PART(hf_delta.axes[0], "Delta x", "bcnet.state.delta.x", FT_FLOAT, BASE_NONE, NULL, 0,                             \
         "Offset from the last absolute position (60.1)")                                                              \
    FIELD(hf_delta_length, "Delta length", "bcnet.state.delta.length", FT_FLOAT, BASE_NONE, NULL, 0,                   \
          "Length of the offset (20.3)")                                                                               \
    PART(hf_world.item, "World", "bcnet.state.world", FT_NONE, BASE_NONE, NULL, 0,                                     \
         "Where the object is: the position, or the last one and the delta (60.1)")                                    \
    PART(hf_world.axes[0], "World x", "bcnet.state.world.x", FT_FLOAT, BASE_NONE, NULL, 0,                             \
         "Where the ship is: the absolute position, or the last one plus the delta (60.1)")                            \
    PART(hf_forward.item, "Forward", "bcnet.state.forward", FT_NONE, BASE_NONE, NULL, 0,                               \
         "Where the bow points (60.1)")                                                                                \
    PART(hf_forward.axes[0], "Forward x", "bcnet.state.forward.x", FT_FLOAT, BASE_NONE, NULL, 0,                       \
         "Where the bow points, unit vector (60.1)")                                                                   \
    PART(hf_up.item, "Up", "bcnet.state.up", FT_NONE, BASE_NONE, NULL, 0, "Where the ship's upper side points (60.1)") \
    PART(hf_up.axes[0], "Up x", "bcnet.state.up.x", FT_FLOAT, BASE_NONE, NULL, 0,                                      \
         "Where the upper side points, unit vector (60.1)")                                                            \
    FIELD(hf_speed, "Speed", "bcnet.state.speed", FT_FLOAT, BASE_NONE, NULL, 0,                                        \
          "Speed in units of the game's space per second, negative for reverse (60.1)")                                \
    FIELD(hf_cloaked, "Cloaked", "bcnet.state.cloaked", FT_BOOLEAN, BASE_NONE, NULL, 0, "The ship is cloaked (60.1)")  \
    FIELD(hf_layout, "Layout", "bcnet.ship.layout", FT_STRING, BASE_NONE, NULL, 0,                                     \
          "Ship layout in use; where several are possible, all of them (60.4)")                                        \
    FIELD(hf_layout_source, "How known", "bcnet.ship.layout.source", FT_UINT8, BASE_DEC, VALS(source_names), 0,        \
          "Where the layout comes from (60.4)")                                                                        \
    FIELD(hf_ship_name, "Ship name", "bcnet.ship.name", FT_STRING, BASE_NONE, NULL, 0,                                 \
          "Name of the ship as in its creation; for players' ships the player's name (60.4)")
BCNET_FIELDS(state_fields, STATE_FIELDS)

/* "Flags: 0x30, Speed, Subsystems". */
static void show_flags(bcnet_msg_t *msg)
{
    static int *const bits[] = { &hf_flags_position, &hf_flags_delta,   &hf_flags_forward,
                                 &hf_flags_up,       &hf_flags_speed,   &hf_flags_subsystems,
                                 &hf_flags_cloak,    &hf_flags_weapons, NULL };
    const uint8_t     flags = bcnet_read_u8(msg, hf_flags);

    if (!msg->tree || !msg->last)
        return;
    proto_tree *tree = bcnet_below(msg->last, hf_flags);
    proto_tree_add_bitmask_list_value(tree, msg->tvb, msg->pos - 1, 1, bits, flags);
    for (unsigned i = 0; bits[i]; i++)
        if (flags & 1U << i)
            proto_item_append_text(msg->last, ", %s", proto_registrar_get_name(*bits[i]));
}

static int status_with(const bcnet_layout_t *layout, uint16_t hash)
{
    for (unsigned i = 0; i < layout->hash_count; i++) {
        if (layout->hashes[i] == hash)
            return HASH_AS_KNOWN;
    }
    return layout->hash_count == 0 ? HASH_UNKNOWN : HASH_DIFFERS;
}

/* Where several ships of one form are possible, the hash differs only if it differs from those of all. */
static int known_hash_status(const bcnet_layout_choice_t *choice, uint16_t hash)
{
    if (!choice->layout || choice->source == BCNET_SOURCE_PROVISIONAL)
        return HASH_UNKNOWN;
    int status = status_with(choice->layout, hash);
    for (unsigned i = 1; choice->inference && i < choice->inference->count; i++) {
        const int other = status_with(choice->inference->layouts[i], hash);
        if (status == HASH_DIFFERS || other == HASH_AS_KNOWN)
            status = other;
    }
    return status;
}

static void complain_of_hash(bcnet_msg_t *msg, const bcnet_hash_comparison_t *comparison, int status,
                             const bcnet_layout_choice_t *choice)
{
    if (!comparison->is_new)
        return;
    if (comparison->change == BCNET_HASH_CHANGED)
        bcnet_say(msg, " (hash changed)");
    else if (status == HASH_DIFFERS || comparison->other_differs)
        bcnet_say(msg, " (hash differs)");
    if (comparison->change == BCNET_HASH_CHANGED)
        bcnet_complain_with(msg, BCNET_EI_HASH_CHANGED,
                            "The integrity hash changed; it never does while an unmodified ship lives", "0x%04x before",
                            comparison->before);
    if (status == HASH_DIFFERS)
        bcnet_complain_with(msg, BCNET_EI_HASH_DIFFERS,
                            "Not the known integrity hash of the ship: scripts that differ from stock, or a mod",
                            "not that of the %s", choice->names);
    if (comparison->other_differs) {
        bcnet_complain_with(msg, BCNET_EI_HASH_DIFFERS,
                            "Another ship of the same class has another integrity hash: the players' scripts differ",
                            "0x%04x in frame %u", comparison->other_hash, comparison->other_frame);
        bcnet_generated_uint(msg, hf_hash_other, comparison->other_frame);
    }
}

static void show_hash(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const uint16_t hash = bcnet_read_u16(msg, hf_hash);

    if (msg->truncated || bcnet_is_no_ship(&state->ship))
        return;
    const int                     status = known_hash_status(&state->choice, hash);
    const bcnet_hash_comparison_t comparison = bcnet_compare_hash(msg, &state->ship);
    proto_item                   *item = msg->last;

    bcnet_generated_uint(msg, hf_hash_changed, comparison.change);
    bcnet_generated_uint(msg, hf_hash_status, (uint32_t)status);
    msg->last = item;
    complain_of_hash(msg, &comparison, status, &state->choice);
}

/* The base is the position of this message, or else the last one of an earlier message. */
static void show_world(bcnet_msg_t *msg, const bcnet_state_t *state, const float delta[3], int start)
{
    float world[3];

    if (!msg->tree || msg->truncated)
        return;
    if (state->update.has_position)
        memcpy(world, state->update.position, sizeof world);
    else if (!bcnet_base_position(msg, state->history, &state->ship, world))
        return;
    for (unsigned i = 0; i < 3; i++)
        world[i] += delta[i];
    bcnet_scope_t scope = bcnet_open(msg, hf_world.item);
    proto_item_set_generated(scope.item);
    bcnet_show_vector(msg, hf_world.axes, world, start);
    bcnet_close_vector(msg, &scope, world, 2);
}

static void show_position(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    static const float nowhere_else[3];
    const int          start = msg->pos;
    float              position[3];

    bcnet_read_position(msg, &hf_position, position);
    if (!(state->update.flags & BCNET_STATE_DELTA))
        show_world(msg, state, nowhere_else, start);
    if (bcnet_read_bit(msg, hf_has_hash))
        show_hash(msg, state);
}

static void show_delta(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const int start = msg->pos;
    float     delta[3];

    bcnet_scope_t scope = bcnet_open(msg, hf_delta.item);
    bcnet_read_direction(msg, delta);
    const float length = bcnet_read_cf16(msg, hf_delta_length);
    for (unsigned i = 0; i < 3; i++)
        delta[i] *= length;
    if (msg->tree && !msg->truncated) {
        for (unsigned i = 0; i < 3; i++)
            bcnet_add_float(msg->tree, hf_delta.axes[i], msg->tvb, start, msg->pos - start, delta[i]);
    }
    bcnet_close_vector(msg, &scope, delta, 2);
    show_world(msg, state, delta, start);
}

/* The raw numbers stand behind what they mean. */
static void show_unit_vector(bcnet_msg_t *msg, const bcnet_vector_t *hf)
{
    float         direction[3];
    bcnet_scope_t scope = bcnet_open(msg, hf->item);

    bcnet_read_direction(msg, direction);
    proto_item *raw = msg->last, *last = NULL;
    for (unsigned i = 0; msg->tree && !msg->truncated && i < 3; i++)
        last = bcnet_add_float(msg->tree, hf->axes[i], msg->tvb, scope.start + (int)i, 1, direction[i]);
    if (raw && last && PTREE_DATA(msg->tree)->visible)
        proto_tree_move_item(msg->tree, last, raw);
    bcnet_close_vector(msg, &scope, direction, 3);
}

static void show_parts(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const uint8_t flags = state->update.flags;

    if (flags & BCNET_STATE_POSITION)
        show_position(msg, state);
    if (flags & BCNET_STATE_DELTA)
        show_delta(msg, state);
    if (flags & BCNET_STATE_FORWARD)
        show_unit_vector(msg, &hf_forward);
    if (flags & BCNET_STATE_UP)
        show_unit_vector(msg, &hf_up);
    if (flags & BCNET_STATE_SPEED)
        bcnet_read_cf16(msg, hf_speed);
    if (flags & BCNET_STATE_SPEED && !msg->truncated)
        proto_item_append_text(msg->last, " units/s");
    if (flags & BCNET_STATE_CLOAK)
        bcnet_read_bit(msg, hf_cloaked);
}

/* How the ship is known: beside the object id, before what is decoded with it. */
static void show_choice(bcnet_msg_t *msg, const bcnet_layout_choice_t *choice)
{
    if (!msg->tree)
        return;
    if (choice->names)
        bcnet_generated_string(msg, hf_layout, choice->names);
    if (choice->inference && choice->inference->count > 1)
        proto_item_append_text(msg->last, ", read as %s", choice->layout->name);
    bcnet_generated_uint(msg, hf_layout_source, choice->source);
    bcnet_show_refuted(msg, choice->refuted);
    if (choice->object && *choice->object->name)
        bcnet_generated_string(msg, hf_ship_name, choice->object->name);
}

/* The parts a sender of that kind does not write (60.1). What is left out says nothing. */
static void check_sender(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const uint8_t flags = state->update.flags;

    if (flags & BCNET_STATE_SUBSYSTEMS && !msg->from_host)
        bcnet_complain(msg, BCNET_EI_DIRECTION, "Only the host sends the state of subsystems (flag 0x20)");
    if (flags & BCNET_STATE_WEAPONS && msg->from_host)
        bcnet_complain(msg, BCNET_EI_DIRECTION, "Only clients send wanted power (flag 0x80)");
    if (flags & BCNET_STATE_SUBSYSTEMS && flags & BCNET_STATE_WEAPONS)
        bcnet_complain(msg, is_called_ship(state) ? BCNET_EI_LAYOUT : BCNET_EI_LAYOUT_NOTE,
                       "States (flag 0x20) and wanted power (0x80) in one message: nothing says where the states end; "
                       "they are read as far as the game's own host would have written");
}

static void show_head(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const uint32_t object = bcnet_read_u32(msg, hf_object);

    if (msg->last)
        bcnet_show_object(msg, msg->last, object);
    if (!msg->truncated)
        show_choice(msg, &state->choice);
    bcnet_read_seconds(msg, hf_game_time);
    show_flags(msg);
}

/* Where nobody looks, only what can be wrong is read before the subsystems: most messages come and go like that. */
static void show_before_tail(bcnet_msg_t *msg, const bcnet_state_t *state)
{
    const bcnet_update_t *update = &state->update;
    const bool skip = !msg->tree && update->whole && !update->has_hash && update->bits_outcome != BCNET_BITS_WRONG;

    if (skip) {
        msg->pos = state->start + (int)update->tail;
        msg->last = NULL;
        msg->bits = update->bits;
        msg->bits_outcome = update->bits_outcome;
    } else {
        show_head(msg, state);
    }
    if (msg->truncated)
        return;
    check_sender(msg, state);
    if (!skip)
        show_parts(msg, state);
}

/* ---- In words ---- */

/* " POS FWD SPD 3.2", and where what matters most begins behind it: " CLOAKED". Ships that can cloak send that part every
 * time: what is usual is left out beside other parts. */
static size_t say_parts(const bcnet_update_t *update, wmem_strbuf_t *parts)
{
    static const char *const words[] = { " POS", " DELTA", " FWD", " UP", " SPD " };

    for (unsigned part = 0; part < array_length(words); part++)
        if (bcnet_update_holds(update, (bcnet_update_part_t)part))
            wmem_strbuf_append(parts, words[part]);
    if (bcnet_update_holds(update, BCNET_UPDATE_SPEED)) {
        const float speed = bcnet_update_speed(update);
        wmem_strbuf_append(parts, bcnet_fixed(speed, speed == 0.0f ? 0 : 1).text);
    }
    const size_t key = wmem_strbuf_get_len(parts);
    if (bcnet_update_holds(update, BCNET_UPDATE_CLOAK) && (update->cloaked || update->flags == BCNET_STATE_CLOAK))
        wmem_strbuf_append(parts, update->cloaked ? " CLOAKED" : " UNCLOAKED");
    return key;
}

/* `summary`: what the message is; what was said since stands in msg->text. The words of a resend say so before all else,
 * so they are no report. */
static void end_report(bcnet_msg_t *msg, const bcnet_state_t *state, wmem_strbuf_t *summary, size_t key,
                       bcnet_ship_report_t *report)
{
    report->name = wmem_strdup(msg->pinfo->pool, wmem_strbuf_get_str(summary));
    report->time = wmem_strdup_printf(msg->pinfo->pool, "t=%s", bcnet_fixed(bcnet_update_time(&state->update), 1).text);
    report->ship = bcnet_ship_label(msg, &state->ship, &state->choice);
    report->rest = wmem_strbuf_get_str(msg->text);
    report->parts = wmem_strbuf_get_str(state->parts);
    report->key_parts = report->parts + key;
    msg->text = summary;
    msg->report = msg->resend ? NULL : report;
    if (msg->stands_alone || msg->resend)
        bcnet_ship_report_words(summary, report);
}

static void show_tail(bcnet_msg_t *msg, bcnet_state_t *state, bcnet_ship_report_t *report)
{
    const uint8_t       flags = state->update.whole ? state->update.flags : 0;
    bcnet_block_entry_t entries[BCNET_ENTRIES_ENOUGH];

    state->block.entries = entries;
    state->block.capacity = BCNET_ENTRIES_ENOUGH;
    if (flags & BCNET_STATE_SUBSYSTEMS)
        bcnet_show_subsystem_states(msg, state, report);
    if (msg->truncated)
        bcnet_say(msg, " (incomplete)");
    if (flags & BCNET_STATE_WEAPONS)
        bcnet_show_wanted_power(msg, state);
}

/* 0x1C StateUpdate (60.1)
 *
 *      0    1        5      9       10
 *    | 1C | object | game time | flags | parts |
 *           u32      f32    u8      rest
 *
 * The parts in this order, each when its flag is set; their bits share a group (20.1):
 *
 *    0x01  position f32[3], bit has_hash, hash u16 if that is 1      0x02  delta i8[3], cf16
 *    0x04  forward i8[3]      0x08  up i8[3]      0x10  speed cf16   0x40  bit cloaked
 *    0x20  start index u8, states of subsystems to the end (60.2)    0x80  pairs of index and power, u8 each (60.3) */
static void dissect_ship_update(bcnet_msg_t *msg)
{
    wmem_strbuf_t       *summary = msg->text;
    bcnet_ship_report_t *report = NULL;
    size_t               key = 0;
    bcnet_state_t        state;

    prepare(msg, &state);
    if (state.update.tail == 0) {
        show_head(msg, &state);
        return;
    }
    tap_update(msg, &state);
    if (bcnet_fits_unseen(msg, &state))
        return;
    if (summary) {
        report = wmem_new0(msg->pinfo->pool, bcnet_ship_report_t);
        state.parts = wmem_strbuf_new(msg->pinfo->pool, NULL);
        key = say_parts(&state.update, state.parts);
        msg->text = wmem_strbuf_new(msg->pinfo->pool, NULL);
    }
    show_before_tail(msg, &state);
    show_tail(msg, &state, report);
    if (report)
        end_report(msg, &state, summary, key, report);
}

/* ---- The family ---- */

static const bcnet_opcode_t opcodes[] = {
    { BCNET_OPCODE(BCNET_OP_STATE_UPDATE, "StateUpdate", "SHIP_UPDATE"), .delivery = BCNET_UNRELIABLE,
      .relay = BCNET_RELAY_NEVER, .own = BCNET_OWN_OBJECT, .length = { 10, BCNET_STATE_BUFFER },
      .dissect = dissect_ship_update,
      .columns = "state object.resolved ship subsystem.index subsystem.name subsystem.condition subsystem.child "
                 "subsystem.has_power subsystem.power subsystem.battery subsystem.shield wanted" },
};

const bcnet_family_t bcnet_family_state = { opcodes, array_length(opcodes), { state_fields } };
