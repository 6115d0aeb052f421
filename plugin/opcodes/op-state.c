/* StateUpdate (protocol chapter 60): where a ship is and how it fares; 95 % of all messages.
 *
 * A message is gone over twice. First it is scanned: where its parts stand, and, on the first pass, what
 * they tell about ships nobody introduced. Then it is shown, with all of that known.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "opcodes/opcodes.h"

#include "datagram/little-endian.h"
#include "reading/numbers.h"
#include "reading/reader.h"
#include "reading/words.h"
#include "game/tap-facts.h"
#include "game/object-words.h"
#include "game/objects-show.h"
#include "game/session.h"
#include "game/ship-records.h"
#include "game/unseen-ships.h"
#include "opcodes/state-flags.h"
#include "opcodes/state-subsystems.h"

static int ett_flags = -1;
static int ett_part = -1;

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

/* ---- Scanning ---- */

/* The parts before the subsystems, in their order: scanned, shown and told along this list (60.1). */
enum { PART_POSITION, PART_DELTA, PART_FORWARD, PART_UP, PART_SPEED, PART_CLOAK, PARTS };

static const struct {
    uint8_t flag;
    uint8_t length; /* in bytes; behind the position stands a boolean, perhaps with a hash, and cloak is one */
} forms[PARTS] = {
    [PART_POSITION] = { BCNET_STATE_POSITION, 12 }, [PART_DELTA] = { BCNET_STATE_DELTA, 5 },
    [PART_FORWARD] = { BCNET_STATE_FORWARD, 3 },    [PART_UP] = { BCNET_STATE_UP, 3 },
    [PART_SPEED] = { BCNET_STATE_SPEED, 2 },        [PART_CLOAK] = { BCNET_STATE_CLOAK, 0 },
};

/* Where the parts of a message stand, counted from its opcode. */
typedef struct {
    const uint8_t     *payload;
    uint32_t           end; /* bytes that are there */
    uint32_t           at;
    bcnet_bit_group_t  bits;
    bcnet_open_group_t group; /* bits in use before the subsystem block */
    uint32_t           object;
    uint32_t           game_time; /* the bits of the float */
    uint8_t            flags;
    uint32_t           parts[PARTS]; /* of those that the flags announce */
    bool               has_hash;
    bool               has_position;
    bool               cloaked;
    uint16_t           hash;
    float              position[3];
    uint32_t           tail; /* start index or first pair */
} bcnet_scan_t;

enum { SCAN_HEADER = 10, OFFSET_OBJECT = 1, OFFSET_TIME = 5, OFFSET_FLAGS = 9 };

/* True when `length` more bytes are there; steps over them. */
static bool scan_skip(bcnet_scan_t *scan, uint32_t length)
{
    if (scan->end - scan->at < length)
        return false;
    scan->at += length;
    return true;
}

static bool scan_bit(bcnet_scan_t *scan, bool *value)
{
    if (!bcnet_bits_open(&scan->bits)) {
        if (!scan_skip(scan, 1))
            return false;
        bcnet_bits_begin(&scan->bits, (int)scan->at - 1, scan->payload[scan->at - 1]);
    }
    *value = bcnet_bits_next(&scan->bits);
    return true;
}

/* The position was stepped over; what follows it? */
static bool scan_hash(bcnet_scan_t *scan)
{
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t bits = bcnet_le32(scan->payload + scan->parts[PART_POSITION] + 4 * i);
        memcpy(&scan->position[i], &bits, sizeof bits);
    }
    scan->has_position = true;
    if (!scan_bit(scan, &scan->has_hash))
        return false;
    if (scan->has_hash && !scan_skip(scan, 2))
        return false;
    if (scan->has_hash)
        scan->hash = bcnet_le16(scan->payload + scan->at - 2);
    return true;
}

static bool scan_part(bcnet_scan_t *scan, unsigned part)
{
    scan->parts[part] = scan->at;
    if (!scan_skip(scan, forms[part].length))
        return false;
    return part == PART_POSITION ? scan_hash(scan) : part != PART_CLOAK || scan_bit(scan, &scan->cloaked);
}

/* False when the message ends before its last part. The walker of a block wants to know how many booleans were
 * taken from the newest group byte, even when the group closed with the last of them. */
static bool scan_parts(bcnet_scan_t *scan)
{
    for (unsigned part = 0; part < PARTS; part++)
        if (scan->flags & forms[part].flag && !scan_part(scan, part))
            return false;
    scan->tail = scan->at;
    if (scan->bits.last >= 0) {
        scan->group.offset = (uint32_t)scan->bits.last;
        scan->group.used = scan->bits.used;
    }
    return true;
}

/* msg->pos stands behind the opcode. */
static bool scan_update(const bcnet_msg_t *msg, bcnet_scan_t *scan)
{
    const int start = msg->pos - 1;

    memset(scan, 0, sizeof *scan);
    scan->payload = msg->data + start;
    scan->end = (uint32_t)(msg->limit - start);
    bcnet_bits_start(&scan->bits);
    if (scan->end < SCAN_HEADER)
        return false;
    scan->object = bcnet_le32(scan->payload + OFFSET_OBJECT);
    scan->game_time = bcnet_le32(scan->payload + OFFSET_TIME);
    scan->flags = scan->payload[OFFSET_FLAGS];
    scan->at = SCAN_HEADER;
    return scan_parts(scan);
}

static bcnet_block_t scanned_block(const bcnet_scan_t *scan)
{
    const bcnet_block_t block = {
        .payload = scan->payload,
        .start = scan->tail,
        .end = scan->end,
        .group = scan->group,
        .mode = scan->flags & BCNET_STATE_WEAPONS ? BCNET_WALK_BOUNDED : BCNET_WALK_LENIENT,
    };

    return block;
}

/* A message, and what is known of its ship as it arrives. */
typedef struct {
    bcnet_scan_t  scan;
    bool          whole; /* no part is missing */
    bcnet_state_t state;
} bcnet_update_t;

static bool has_only(const bcnet_scan_t *scan, uint8_t tail)
{
    return (scan->flags & (BCNET_STATE_SUBSYSTEMS | BCNET_STATE_WEAPONS)) == tail;
}

/* What the message tells about a ship nobody introduced. */
static void note_signs(bcnet_msg_t *msg, const bcnet_scan_t *scan, const bcnet_block_t *block,
                       bcnet_unseen_ship_t *unseen)
{
    if (scan->has_hash)
        bcnet_note_unseen_hash(msg, unseen, scan->hash);
    if (scan->flags & BCNET_STATE_CLOAK)
        bcnet_note_cloak(msg, unseen);
    if (block)
        bcnet_note_block(msg, unseen, block);
    if (has_only(scan, BCNET_STATE_WEAPONS))
        bcnet_note_wanted(msg, unseen, scan->payload + scan->tail, scan->end - scan->tail);
}

/* What later messages build upon. */
static void note_update(bcnet_msg_t *msg, bcnet_update_t *update)
{
    const bcnet_scan_t  *scan = &update->scan;
    const bcnet_block_t *fresh = NULL;

    if (scan->has_position)
        bcnet_note_base(msg, update->state.history, scan->position);
    if (has_only(scan, BCNET_STATE_SUBSYSTEMS) &&
        bcnet_note_state_block(msg, update->state.history, scan->game_time, &update->state.block))
        fresh = &update->state.block;
    bcnet_unseen_ship_t *unseen = bcnet_note_unseen_ship(msg, &update->state.ship);
    if (unseen)
        note_signs(msg, scan, fresh, unseen);
}

/* The species of the ship, where it is certain; 0 otherwise. */
static unsigned class_of(const bcnet_update_t *update)
{
    const bcnet_layout_choice_t *choice = &update->state.choice;

    if (update->state.ship.object)
        return update->state.ship.object->species;
    if (choice->source == BCNET_SOURCE_BY_USER ||
        (choice->source == BCNET_SOURCE_INFERRED && choice->inference->count == 1))
        return (unsigned)choice->layout->species;
    return 0;
}

/* Before anything is shown, on the first pass: so that this message shows on every pass what it told itself. */
static void prepare(bcnet_msg_t *msg, bcnet_update_t *update)
{
    const bcnet_scan_t *scan = &update->scan;
    const bool          whole = scan_update(msg, &update->scan);
    const bool          tells = scan->has_position || has_only(scan, BCNET_STATE_SUBSYSTEMS);
    const bool          asks = (msg->tree && scan->flags & (BCNET_STATE_DELTA | BCNET_STATE_SUBSYSTEMS)) ||
                      (msg->text && scan->flags & BCNET_STATE_SUBSYSTEMS) ||
                      (msg->facts && scan->flags & BCNET_STATE_DELTA);

    update->whole = whole;
    update->state.start = msg->pos - 1;
    update->state.previous = NULL;
    update->state.block = scanned_block(scan);
    update->state.ship = bcnet_object_ref(msg, scan->object);
    update->state.history = tells || asks ? bcnet_ship_history_of(msg, scan->object, whole) : NULL;
    if (msg->may_learn && whole)
        note_update(msg, update);
    update->state.choice = bcnet_choose_layout(msg, &update->state.ship);
    if (whole && scan->has_hash && !bcnet_is_no_ship(&update->state.ship))
        bcnet_note_hash(msg, &update->state.ship, class_of(update), scan->hash);
    msg->several_ships = update->state.choice.inference && update->state.choice.inference->count > 1;
}

/* ---- For the tap, whether anybody looks at fields or not ---- */

static void direction_of(const bcnet_scan_t *scan, unsigned part, float direction[3])
{
    for (unsigned i = 0; i < 3; i++)
        direction[i] = bcnet_direction_component((int8_t)scan->payload[scan->parts[part] + i]);
}

/* Where the ship is: absolute, or relative to the position told last. */
static void tap_position(const bcnet_msg_t *msg, const bcnet_update_t *update, bcnet_tap_motion_t *motion)
{
    const bcnet_scan_t *scan = &update->scan;
    float               direction[3];

    motion->has_position = scan->has_position;
    if (scan->has_position)
        memcpy(motion->position, scan->position, sizeof motion->position);
    if (!(scan->flags & BCNET_STATE_DELTA))
        return;
    motion->has_position = update->state.history &&
                           bcnet_base_position(msg, update->state.history, &update->state.ship, motion->position);
    direction_of(scan, PART_DELTA, direction);
    const float length = bcnet_cf16_decode(bcnet_le16(scan->payload + scan->parts[PART_DELTA] + 3));
    for (unsigned i = 0; i < 3; i++)
        motion->position[i] += direction[i] * length;
}

/* How it is written, for those who hold it against the game (90.7). */
static void tap_form(bcnet_msg_t *msg, const bcnet_update_t *update)
{
    bcnet_tap_update_t *form = BCNET_TAP_FACT(msg, update);

    if (!form)
        return;
    form->flags = update->scan.flags;
    form->whole = update->whole;
    form->has_hash = update->scan.has_hash;
    form->tail = update->whole ? update->scan.end - update->scan.tail : 0;
}

static void tap_motion(bcnet_msg_t *msg, const bcnet_update_t *update, float clock)
{
    const bcnet_scan_t *scan = &update->scan;
    bcnet_tap_motion_t *motion = update->whole ? BCNET_TAP_FACT(msg, motion) : NULL;

    if (!motion)
        return;
    motion->clock = clock;
    motion->has_forward = scan->flags & BCNET_STATE_FORWARD;
    motion->has_speed = scan->flags & BCNET_STATE_SPEED;
    motion->has_cloak = scan->flags & BCNET_STATE_CLOAK;
    motion->cloaked = scan->cloaked;
    tap_position(msg, update, motion);
    if (motion->has_forward)
        direction_of(scan, PART_FORWARD, motion->forward);
    if (motion->has_speed)
        motion->speed = bcnet_cf16_decode(bcnet_le16(scan->payload + scan->parts[PART_SPEED]));
}

/* ---- Showing the parts ---- */

static int hf_object = -1;
static int hf_game_time = -1;
static int hf_flags = -1;
static int hf_flags_position = -1;
static int hf_flags_delta = -1;
static int hf_flags_forward = -1;
static int hf_flags_up = -1;
static int hf_flags_speed = -1;
static int hf_flags_subsystems = -1;
static int hf_flags_cloak = -1;
static int hf_flags_weapons = -1;
static int hf_has_hash = -1;
static int hf_hash = -1;
static int hf_hash_changed = -1;
static int hf_hash_status = -1;
static int hf_hash_other = -1;
static int hf_delta_length = -1;
static int hf_speed = -1;
static int hf_cloaked = -1;
static int hf_layout = -1;
static int hf_layout_source = -1;
static int hf_ship_name = -1;

static bcnet_vector_t hf_position, hf_delta, hf_world, hf_forward, hf_up;

static hf_register_info state_fields[] = {
    { &hf_object,
      { "Object", "bcnet.state.object", FT_UINT32, BASE_HEX, NULL, 0, "Object id of the ship (60.1)", HFILL } },
    { &hf_game_time,
      { "Game time", "bcnet.state.game_time", FT_FLOAT, BASE_NONE, NULL, 0, "The sender's game clock in seconds (60.1)",
        HFILL } },
    { &hf_flags, { "Flags", "bcnet.state.flags", FT_UINT8, BASE_HEX, NULL, 0, "Which parts follow (60.1)", HFILL } },
    { &hf_flags_position,
      { "Position", "bcnet.state.flags.position", FT_BOOLEAN, 8, NULL, BCNET_STATE_POSITION,
        "Absolute position, and perhaps the integrity hash (60.1)", HFILL } },
    { &hf_flags_delta,
      { "Delta", "bcnet.state.flags.delta", FT_BOOLEAN, 8, NULL, BCNET_STATE_DELTA,
        "Offset from the last absolute position (60.1)", HFILL } },
    { &hf_flags_forward,
      { "Forward", "bcnet.state.flags.forward", FT_BOOLEAN, 8, NULL, BCNET_STATE_FORWARD, "Where the bow points (60.1)",
        HFILL } },
    { &hf_flags_up,
      { "Up", "bcnet.state.flags.up", FT_BOOLEAN, 8, NULL, BCNET_STATE_UP, "Where the ship's upper side points (60.1)",
        HFILL } },
    { &hf_flags_speed,
      { "Speed", "bcnet.state.flags.speed", FT_BOOLEAN, 8, NULL, BCNET_STATE_SPEED,
        "Speed, negative for reverse (60.1)", HFILL } },
    { &hf_flags_subsystems,
      { "Subsystems", "bcnet.state.flags.subsystems", FT_BOOLEAN, 8, NULL, BCNET_STATE_SUBSYSTEMS,
        "States of some subsystems; sent by the host (60.2)", HFILL } },
    { &hf_flags_cloak,
      { "Cloak", "bcnet.state.flags.cloak", FT_BOOLEAN, 8, NULL, BCNET_STATE_CLOAK,
        "Cloaked or not; stands before the subsystems (60.1)", HFILL } },
    { &hf_flags_weapons,
      { "Wanted power", "bcnet.state.flags.weapons", FT_BOOLEAN, 8, NULL, BCNET_STATE_WEAPONS,
        "Wanted power of subsystems, weapons or not; sent by clients (60.3)", HFILL } },
    { &hf_position.item,
      { "Position", "bcnet.state.position", FT_NONE, BASE_NONE, NULL, 0, "Absolute position (60.1)", HFILL } },
    { &hf_position.axes[0],
      { "Position x", "bcnet.state.position.x", FT_FLOAT, BASE_NONE, NULL, 0, "Absolute position (60.1)", HFILL } },
    { &hf_has_hash,
      { "Has integrity hash", "bcnet.state.has_hash", FT_BOOLEAN, BASE_NONE, NULL, 0,
        "The ship's integrity hash follows; clients send it (60.1)", HFILL } },
    { &hf_hash,
      { "Integrity hash", "bcnet.state.hash", FT_UINT16, BASE_HEX, NULL, 0,
        "Fingerprint of the ship's scripts, folded to 16 bits (98.1)", HFILL } },
    { &hf_hash_changed,
      { "Hash compared with before", "bcnet.state.hash.changed", FT_UINT8, BASE_DEC, VALS(hash_change_names), 0,
        "Whether the hash is new, unchanged or changed in this life (98.3)", HFILL } },
    { &hf_hash_status,
      { "Hash compared with the class", "bcnet.state.hash.status", FT_UINT8, BASE_DEC, VALS(hash_status_names), 0,
        "Whether the hash is a known one of the ship's class (98.3)", HFILL } },
    { &hf_hash_other,
      { "Other hash in", "bcnet.state.hash.other_in", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_NONE), 0,
        "Frame in which another ship of the class has another hash (98.3)", HFILL } },
    { &hf_delta.item,
      { "Delta", "bcnet.state.delta", FT_NONE, BASE_NONE, NULL, 0, "Offset from the last absolute position (60.1)",
        HFILL } },
    { &hf_delta.axes[0],
      { "Delta x", "bcnet.state.delta.x", FT_FLOAT, BASE_NONE, NULL, 0, "Offset from the last absolute position (60.1)",
        HFILL } },
    { &hf_delta_length,
      { "Delta length", "bcnet.state.delta.length", FT_FLOAT, BASE_NONE, NULL, 0, "Length of the offset (20.3)",
        HFILL } },
    { &hf_world.item,
      { "World", "bcnet.state.world", FT_NONE, BASE_NONE, NULL, 0,
        "Where the object is: the position, or the last one and the delta (60.1)", HFILL } },
    { &hf_world.axes[0],
      { "World x", "bcnet.state.world.x", FT_FLOAT, BASE_NONE, NULL, 0,
        "Where the ship is: the absolute position, or the last one plus the delta (60.1)", HFILL } },
    { &hf_forward.item,
      { "Forward", "bcnet.state.forward", FT_NONE, BASE_NONE, NULL, 0, "Where the bow points (60.1)", HFILL } },
    { &hf_forward.axes[0],
      { "Forward x", "bcnet.state.forward.x", FT_FLOAT, BASE_NONE, NULL, 0, "Where the bow points, unit vector (60.1)",
        HFILL } },
    { &hf_up.item,
      { "Up", "bcnet.state.up", FT_NONE, BASE_NONE, NULL, 0, "Where the ship's upper side points (60.1)", HFILL } },
    { &hf_up.axes[0],
      { "Up x", "bcnet.state.up.x", FT_FLOAT, BASE_NONE, NULL, 0, "Where the upper side points, unit vector (60.1)",
        HFILL } },
    { &hf_speed,
      { "Speed", "bcnet.state.speed", FT_FLOAT, BASE_NONE, NULL, 0,
        "Speed in units of the game's space per second, negative for reverse (60.1)", HFILL } },
    { &hf_cloaked,
      { "Cloaked", "bcnet.state.cloaked", FT_BOOLEAN, BASE_NONE, NULL, 0, "The ship is cloaked (60.1)", HFILL } },
    { &hf_layout,
      { "Layout", "bcnet.ship.layout", FT_STRING, BASE_NONE, NULL, 0,
        "Ship layout in use; where several are possible, all of them (60.4)", HFILL } },
    { &hf_layout_source,
      { "How known", "bcnet.ship.layout.source", FT_UINT8, BASE_DEC, VALS(source_names), 0,
        "Where the layout comes from (60.4)", HFILL } },
    { &hf_ship_name,
      { "Ship name", "bcnet.ship.name", FT_STRING, BASE_NONE, NULL, 0,
        "Name of the ship as in its creation; for players' ships the player's name (60.9)", HFILL } },
};

/* "Flags: 0x30, Speed, Subsystems". */
static void show_flags(bcnet_msg_t *msg)
{
    static int *const bits[] = { &hf_flags_position, &hf_flags_delta,   &hf_flags_forward,
                                 &hf_flags_up,       &hf_flags_speed,   &hf_flags_subsystems,
                                 &hf_flags_cloak,    &hf_flags_weapons, NULL };
    const uint8_t     flags = bcnet_read_u8(msg, hf_flags);

    if (!msg->tree || !msg->last)
        return;
    proto_tree *tree = proto_item_add_subtree(msg->last, ett_flags);
    for (unsigned i = 0; bits[i]; i++) {
        proto_tree_add_boolean(tree, *bits[i], msg->tvb, msg->pos - 1, 1, flags);
        if (flags & 1U << i)
            proto_item_append_text(msg->last, ", %s", proto_registrar_get_name(*bits[i]));
    }
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
        bcnet_generated_frame(msg, hf_hash_other, comparison->other_frame);
    }
}

static void show_hash(bcnet_msg_t *msg, const bcnet_update_t *update)
{
    const uint16_t hash = bcnet_read_u16(msg, hf_hash);

    if (msg->truncated || bcnet_is_no_ship(&update->state.ship))
        return;
    const int                     status = known_hash_status(&update->state.choice, hash);
    const bcnet_hash_comparison_t comparison = bcnet_compare_hash(msg, &update->state.ship);
    proto_item                   *item = msg->last;

    bcnet_generated_uint(msg, hf_hash_changed, comparison.change);
    bcnet_generated_uint(msg, hf_hash_status, (uint32_t)status);
    msg->last = item;
    complain_of_hash(msg, &comparison, status, &update->state.choice);
}

/* The base is the position of this message, or else the last one of an earlier message. */
static void show_world(bcnet_msg_t *msg, const bcnet_update_t *update, const float delta[3], int start)
{
    float world[3];

    if (!msg->tree || msg->truncated)
        return;
    if (update->scan.has_position)
        memcpy(world, update->scan.position, sizeof world);
    else if (!bcnet_base_position(msg, update->state.history, &update->state.ship, world))
        return;
    for (unsigned i = 0; i < 3; i++)
        world[i] += delta[i];
    bcnet_scope_t scope = bcnet_open(msg, hf_world.item, ett_part);
    proto_item_set_generated(scope.item);
    bcnet_show_vector(msg, hf_world.axes, world, start);
    bcnet_close_vector(msg, &scope, world, 2);
}

/* Where the summary's parts are put together. */
typedef struct {
    wmem_strbuf_t *movement; /* " POS FWD"; NULL when nobody reads it, like all of these */
    wmem_strbuf_t *key; /* " CLOAKED SUB 2-5" */
    wmem_strbuf_t *rest; /* " (hash changed)" */
} bcnet_summary_t;

/* A part that is all there. */
static void say_part(const bcnet_msg_t *msg, wmem_strbuf_t *parts, const char *word)
{
    if (parts && !msg->truncated)
        wmem_strbuf_append_printf(parts, " %s", word);
}

static void show_position(bcnet_msg_t *msg, const bcnet_update_t *update, const bcnet_summary_t *summary)
{
    static const float nowhere_else[3];
    const int          start = msg->pos;
    float              position[3];

    bcnet_scope_t scope = bcnet_open(msg, hf_position.item, ett_part);
    bcnet_read_vector(msg, hf_position.axes, position);
    bcnet_close_vector(msg, &scope, position, 2);
    say_part(msg, summary->movement, "POS");
    if (!(update->scan.flags & BCNET_STATE_DELTA))
        show_world(msg, update, nowhere_else, start);
    if (bcnet_read_bit(msg, hf_has_hash))
        show_hash(msg, update);
}

static void show_delta(bcnet_msg_t *msg, const bcnet_update_t *update, const bcnet_summary_t *summary)
{
    const int start = msg->pos;
    float     delta[3];

    bcnet_scope_t scope = bcnet_open(msg, hf_delta.item, ett_part);
    bcnet_read_direction(msg, delta);
    const float length = bcnet_read_cf16(msg, hf_delta_length);
    say_part(msg, summary->movement, "DELTA");
    for (unsigned i = 0; i < 3; i++)
        delta[i] *= length;
    if (msg->tree && !msg->truncated) {
        for (unsigned i = 0; i < 3; i++)
            bcnet_add_float(msg->tree, hf_delta.axes[i], msg->tvb, start, msg->pos - start, delta[i]);
    }
    bcnet_close_vector(msg, &scope, delta, 2);
    show_world(msg, update, delta, start);
}

/* The raw numbers stand behind what they mean. */
static void show_unit_vector(bcnet_msg_t *msg, const bcnet_vector_t *hf, wmem_strbuf_t *parts, const char *word)
{
    float         direction[3];
    bcnet_scope_t scope = bcnet_open(msg, hf->item, ett_part);

    bcnet_read_direction(msg, direction);
    proto_item *raw = msg->last, *last = NULL;
    say_part(msg, parts, word);
    for (unsigned i = 0; msg->tree && !msg->truncated && i < 3; i++)
        last = bcnet_add_float(msg->tree, hf->axes[i], msg->tvb, scope.start + (int)i, 1, direction[i]);
    if (raw && last && PTREE_DATA(msg->tree)->visible)
        proto_tree_move_item(msg->tree, last, raw);
    bcnet_close_vector(msg, &scope, direction, 3);
}

static void show_forward(bcnet_msg_t *msg, const bcnet_update_t *update, const bcnet_summary_t *summary)
{
    show_unit_vector(msg, &hf_forward, summary->movement, "FWD");
}

static void show_up(bcnet_msg_t *msg, const bcnet_update_t *update, const bcnet_summary_t *summary)
{
    show_unit_vector(msg, &hf_up, summary->movement, "UP");
}

static void show_speed(bcnet_msg_t *msg, const bcnet_update_t *update, const bcnet_summary_t *summary)
{
    const float speed = bcnet_read_cf16(msg, hf_speed);

    if (msg->truncated)
        return;
    proto_item_append_text(msg->last, " units/s");
    if (summary->movement)
        wmem_strbuf_append_printf(summary->movement, " SPD %s", bcnet_fixed(speed, speed == 0.0f ? 0 : 1).text);
}

/* Ships that can cloak send this part every time: what is usual is left out beside other parts. */
static void show_cloak(bcnet_msg_t *msg, const bcnet_update_t *update, const bcnet_summary_t *summary)
{
    const bool cloaked = bcnet_read_bit(msg, hf_cloaked);

    if (cloaked || update->scan.flags == BCNET_STATE_CLOAK)
        say_part(msg, summary->key, cloaked ? "CLOAKED" : "UNCLOAKED");
}

/* Most messages are read without anybody looking, and these parts can neither be wrong nor tell later ones
 * anything. */
static bool can_be_skipped(const bcnet_msg_t *msg, const bcnet_update_t *update)
{
    return !msg->tree && !msg->text && update->whole &&
           !(update->scan.flags & (BCNET_STATE_POSITION | BCNET_STATE_CLOAK));
}

static void show_movement(bcnet_msg_t *msg, const bcnet_update_t *update, const bcnet_summary_t *summary)
{
    static void (*const show[PARTS])(bcnet_msg_t *, const bcnet_update_t *, const bcnet_summary_t *) = {
        [PART_POSITION] = show_position, [PART_DELTA] = show_delta, [PART_FORWARD] = show_forward, [PART_UP] = show_up,
        [PART_SPEED] = show_speed,       [PART_CLOAK] = show_cloak,
    };

    if (can_be_skipped(msg, update)) {
        msg->pos += (int)(update->scan.tail - SCAN_HEADER);
        return;
    }
    for (unsigned part = 0; part < PARTS; part++)
        if (update->scan.flags & forms[part].flag)
            show[part](msg, update, summary);
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
    if (choice->object && *choice->object->name)
        bcnet_generated_string(msg, hf_ship_name, choice->object->name);
}

/* What it says of an object that nobody called a ship may follow other rules (60.4). */
static bool is_called_ship(const bcnet_update_t *update)
{
    const bcnet_source_t source = update->state.choice.source;

    return source == BCNET_SOURCE_BY_USER || source == BCNET_SOURCE_USERS_DEFAULT ||
           (update->state.ship.object && !bcnet_is_no_ship(&update->state.ship));
}

/* The parts a sender of that kind does not write (60.1). What is left out says nothing. */
static void check_sender(bcnet_msg_t *msg, const bcnet_update_t *update)
{
    const uint8_t flags = update->scan.flags;

    if (flags & BCNET_STATE_SUBSYSTEMS && !msg->from_host)
        bcnet_complain(msg, BCNET_EI_DIRECTION, "Only the host sends the state of subsystems (flag 0x20)");
    if (flags & BCNET_STATE_WEAPONS && msg->from_host)
        bcnet_complain(msg, BCNET_EI_DIRECTION, "Only clients send wanted power (flag 0x80)");
    if (flags & BCNET_STATE_SUBSYSTEMS && flags & BCNET_STATE_WEAPONS)
        bcnet_complain(msg, is_called_ship(update) ? BCNET_EI_LAYOUT : BCNET_EI_LAYOUT_NOTE,
                       "States (flag 0x20) and wanted power (0x80) in one message: nothing says where the states end; "
                       "they are read as far as the game's own host would have written");
}

static bcnet_summary_t begin_summary(const bcnet_msg_t *msg)
{
    wmem_allocator_t *pool = msg->pinfo->pool;

    return msg->text ? (bcnet_summary_t){ wmem_strbuf_new(pool, NULL), wmem_strbuf_new(pool, NULL),
                                          wmem_strbuf_new(pool, NULL) }
                     : (bcnet_summary_t){ NULL, NULL, NULL };
}

/* Of a first sending; the words of a resend say so before all else. */
static void end_summary(bcnet_msg_t *msg, const bcnet_update_t *update, const bcnet_summary_t *summary,
                        bcnet_ship_report_t *report, float time)
{
    const char *key = wmem_strbuf_get_str(summary->key);

    report->name = wmem_strdup(msg->pinfo->pool, wmem_strbuf_get_str(msg->text));
    report->time = wmem_strdup_printf(msg->pinfo->pool, "t=%s", bcnet_fixed(time, 1).text);
    report->ship = bcnet_ship_label(msg, &update->state.ship, &update->state.choice);
    report->rest = wmem_strbuf_get_str(summary->rest);
    report->parts = wmem_strdup_printf(msg->pinfo->pool, "%s%s", wmem_strbuf_get_str(summary->movement), key);
    report->key_parts = key;
    bcnet_ship_report_words(msg->text, report);
    msg->report = msg->resend ? NULL : report;
}

static void show_update(bcnet_msg_t *msg, bcnet_update_t *update, float time)
{
    wmem_strbuf_t        *outer = msg->text;
    const bcnet_summary_t summary = begin_summary(msg);
    bcnet_ship_report_t  *report = outer ? wmem_new0(msg->pinfo->pool, bcnet_ship_report_t) : NULL;
    const uint8_t         flags = update->scan.flags;
    bcnet_block_entry_t   entries[BCNET_ENTRIES_ENOUGH];

    msg->text = summary.rest;
    update->state.block.entries = entries;
    update->state.block.capacity = BCNET_ENTRIES_ENOUGH;
    show_movement(msg, update, &summary);
    if (flags & BCNET_STATE_SUBSYSTEMS && update->whole)
        bcnet_show_subsystem_states(msg, &update->state, summary.key);
    if (report)
        bcnet_report_subsystem_states(msg, &update->state, report);
    if (msg->truncated)
        bcnet_say(msg, " (incomplete)");
    if (flags & BCNET_STATE_WEAPONS && update->whole)
        bcnet_show_wanted_power(msg, &update->state);
    msg->text = outer;
    if (report)
        end_summary(msg, update, &summary, report, time);
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
    bcnet_update_t update;

    prepare(msg, &update);
    msg->of_unknown_kind = !is_called_ship(&update);
    const uint32_t object = bcnet_read_u32(msg, hf_object);
    if (msg->last)
        bcnet_show_object(msg, msg->last, object);
    if (!msg->truncated)
        show_choice(msg, &update.state.choice);
    const float time = bcnet_read_seconds(msg, hf_game_time);
    bcnet_note_clock(msg, time, false);
    show_flags(msg);
    if (msg->truncated) {
        bcnet_say(msg, " (incomplete)");
        return;
    }
    check_sender(msg, &update);
    if (msg->facts) {
        msg->facts->ship = object;
        msg->facts->choice = update.state.choice;
        tap_form(msg, &update);
        tap_motion(msg, &update, time);
    }
    show_update(msg, &update, time);
}

/* ---- The family ---- */

static void register_fields(int proto)
{
    static int *ett[] = { &ett_flags, &ett_part };

    bcnet_register_fields(proto, state_fields, array_length(state_fields));
    proto_register_subtree_array(ett, array_length(ett));
    bcnet_register_state_subsystems(proto);
}

static const bcnet_opcode_t opcodes[] = {
    { BCNET_OPCODE(BCNET_OP_STATE_UPDATE, "StateUpdate", "SHIP_UPDATE"), .delivery = BCNET_UNRELIABLE,
      .relay = BCNET_RELAY_NEVER, .length = { 10, BCNET_STATE_BUFFER }, .dissect = dissect_ship_update,
      .columns = "state object.resolved ship subsystem.index subsystem.name subsystem.condition subsystem.child "
                 "subsystem.has_power subsystem.power subsystem.battery subsystem.shield wanted" },
};

const bcnet_family_t bcnet_family_state = { opcodes, array_length(opcodes), register_fields };
