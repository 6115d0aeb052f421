/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects come and go: 0x02, 0x03, 0x14, 0x1D, 0x1E, 0x1F (protocol chapter 40). */
#include "opcodes/opcodes.h"

#include <string.h>

#include <wsutil/utf8_entities.h>

#include "reading/labels.h"
#include "reading/numbers.h"
#include "game/show.h"
#include "game/ship-layouts.h"
#include "opcodes/subsystems.h"

enum {
    NAME_MAX_LENGTH = 127, /* the game reads longer ones as negative (40.3) */
    COMMON_BODY = 12 + 16 + 3 + 4 /* position, orientation, direction and speed */
};

/* A creation while it is read. The items get what the rest of the message tells about them. */
typedef struct {
    bcnet_object_t object;
    float          position[3];
    int8_t         owner_slot;
    uint8_t        named; /* the owner by the header of 0x03; the body of a torpedo names its own */
    float          orientation[4]; /* w, x, y, z */
    float          speed;
    proto_item    *slot_item;
    proto_item    *player_item;
    proto_item    *id_item;
    proto_item    *species_item;
} bcnet_create_message_t;

/* ---- Header and common body (40.1, 40.3) ---- */

static int hf_orientation[4] = { -1, -1, -1, -1 };
static int hf_velocity[3] = { -1, -1, -1 };

static bcnet_vector_t hf_position;

/* 40.2 */
static const value_string class_id_names[] = {
    { 0x8002, "base object" },    { 0x8003, "object" },
    { 0x8004, "planet" },         { 0x8005, "sun" },
    { 0x8006, "physics object" }, { 0x8007, "damageable object" },
    { 0x8008, "ship" },           { 0x8009, "torpedo" },
    { 0x800A, "debris" },         { 0, NULL },
};

/* Wireshark 4.0 does not show the unit strings of floats. */
static void format_speed(char *label, double speed)
{
    g_snprintf(label, ITEM_LABEL_LENGTH, "%s units/s", bcnet_significant(speed, 6).text);
}

#define HEAD_FIELDS(FIELD, PART)                                                                                       \
    FIELD(hf_id, "Object", "bcnet.object.id", FT_UINT32, BASE_HEX, NULL, 0,                                            \
          "Object id; a ship's subsystems have the ids that follow (20.4, 40.1)")                                      \
    FIELD(hf_owner_slot, "Owner's slot", "bcnet.object.owner_slot", FT_INT8, BASE_DEC, NULL, 0,                        \
          "Slot that the sender computed from the object id; meaningless for objects that belong to nobody (40.1)")    \
    FIELD(hf_player, "Player", "bcnet.object.player", FT_UINT8, BASE_DEC, NULL, 0,                                     \
          "Network id of the owning player, not a team (40.1)")                                                        \
    FIELD(hf_class, "Class", "bcnet.object.class", FT_UINT32, BASE_HEX, VALS(class_id_names), 0,                       \
          "The game's number for the kind of object; only ships and torpedoes are sent (40.2)")                        \
    FIELD(hf_ship_species, "Species", "bcnet.object.species", FT_UINT8, BASE_DEC, VALS(bcnet_ship_species_names), 0,   \
          "Ship class; it decides which subsystems there are (40.7)")                                                  \
    FIELD(hf_other_species, "Species", "bcnet.object.species", FT_UINT8, BASE_DEC, NULL, 0,                            \
          "A number that stands for another ship than in the stock game (60.11)")                                      \
    FIELD(hf_torpedo_species, "Species", "bcnet.object.species", FT_UINT8, BASE_DEC,                                   \
          VALS(bcnet_torpedo_species_names), 0, "Kind of torpedo; some kinds send another's number (40.8)")            \
    PART(hf_position.item, "Position", "bcnet.object.position", FT_NONE, BASE_NONE, NULL, 0,                           \
         "Position in the set (40.3)")                                                                                 \
    PART(hf_position.axes[0], "Position x", "bcnet.object.position.x", FT_FLOAT, BASE_NONE, NULL, 0,                   \
         "Position in the set, x (40.3)")                                                                              \
    PART(hf_orientation[0], "Orientation w", "bcnet.object.orientation.w", FT_FLOAT, BASE_NONE, NULL, 0,               \
         "Unit quaternion of the orientation, w (40.3)")                                                               \
    PART(hf_orientation[1], "Orientation x", "bcnet.object.orientation.x", FT_FLOAT, BASE_NONE, NULL, 0,               \
         "Unit quaternion of the orientation, x (40.3)")                                                               \
    FIELD(hf_speed, "Speed", "bcnet.object.speed", FT_FLOAT, BASE_CUSTOM, CF_FUNC(format_speed), 0,                    \
          "Length of the velocity, in units per second (40.3)")                                                        \
    PART(hf_velocity[0], "Velocity x", "bcnet.object.velocity.x", FT_FLOAT, BASE_CUSTOM, CF_FUNC(format_speed), 0,     \
         "Velocity, x: direction * speed (40.3)")                                                                      \
    FIELD(hf_name_len, "Length of the name", "bcnet.object.name_len", FT_UINT8, BASE_DEC | BASE_UNIT_STRING,           \
          UNS(&bcnet_units_bytes), 0, "Length of the object's name (40.3)")                                            \
    FIELD(hf_name, "Name", "bcnet.object.name", FT_STRING, BASE_NONE, NULL, 0,                                         \
          "Name of the object; for a player's ship the player's name, made unique (40.3)")                             \
    FIELD(hf_set_len, "Length of the set's name", "bcnet.object.set_len", FT_UINT8, BASE_DEC | BASE_UNIT_STRING,       \
          UNS(&bcnet_units_bytes), 0, "Length of the set's name (40.3)")                                               \
    FIELD(hf_set, "Set", "bcnet.object.set", FT_STRING, BASE_NONE, NULL, 0,                                            \
          "Part of a star system that the object is in (40.3, 40.12)")
BCNET_FIELDS(head_fields, HEAD_FIELDS)

static void read_head(bcnet_msg_t *msg, bcnet_create_message_t *creation)
{
    creation->owner_slot = bcnet_read_i8(msg, hf_owner_slot);
    creation->slot_item = msg->last;
    if (msg->opcode_value == BCNET_OP_CREATE_PLAYER_OBJECT) {
        creation->object.player = creation->named = bcnet_read_u8(msg, hf_player);
        creation->player_item = msg->last;
    }
    creation->object.class_id = bcnet_read_u32(msg, hf_class);
}

/* The snapshot, far behind, says whether the number is what it seems: that it is read before the number is shown. */
static void judge_ship(const bcnet_msg_t *msg, bcnet_object_t *ship)
{
    const uint32_t there = (uint32_t)(msg->limit - msg->pos);
    const uint8_t *data = msg->data + msg->pos;
    uint32_t       at = 1 + COMMON_BODY;

    for (unsigned name = 0; name < 2; name++) /* its own, and its set's */
        at += at < there ? 1U + data[at] : 1U;
    if (at > there)
        return;
    ship->species = data[0];
    bcnet_judge_snapshot(ship, data + at, there - at, (uint32_t)(msg->end - msg->pos) - at);
}

/* A number of which the stock name would say too much, or nothing, has none. */
static int species_field(const bcnet_msg_t *msg, const bcnet_object_t *object)
{
    const bool            torpedo = object->class_id == BCNET_CLASS_ID_TORPEDO;
    const bcnet_species_t table = torpedo ? BCNET_SPECIES_TORPEDOES : BCNET_SPECIES_SHIPS;

    if (object->refuted || (msg->game && bcnet_species_status(msg->game, table, msg->stamp) == BCNET_FILE_CHANGED))
        return hf_other_species;
    return torpedo ? hf_torpedo_species : hf_ship_species;
}

static void read_species(bcnet_msg_t *msg, bcnet_create_message_t *creation)
{
    bcnet_object_t *object = &creation->object;
    const bool      torpedo = object->class_id == BCNET_CLASS_ID_TORPEDO;

    if (object->class_id == BCNET_CLASS_ID_SHIP)
        judge_ship(msg, object);
    const int field = species_field(msg, object);
    object->species = bcnet_read_u8(msg, field);
    creation->species_item = msg->last;
    if (msg->truncated)
        return;
    if (object->species == 0 || (torpedo && !try_val_to_str(object->species, bcnet_torpedo_species_names)))
        bcnet_complain(msg, BCNET_EI_VALUE,
                       torpedo ? "The game knows no such torpedo species" : "The game knows no such ship species");
    if (torpedo && field == hf_other_species && bcnet_torpedo_name(msg, object->species))
        proto_item_set_text(msg->last, "Species: %s (%u)", bcnet_torpedo_name(msg, object->species), object->species);
}

static const char *read_name(bcnet_msg_t *msg, int hf_length, int hf_text)
{
    const uint8_t length = bcnet_read_u8(msg, hf_length);

    if (length > NAME_MAX_LENGTH)
        bcnet_complain(msg, BCNET_EI_VALUE, "The game reads a length above 127 as a negative number");
    return bcnet_read_text(msg, hf_text, length);
}

static void read_common_body(bcnet_msg_t *msg, bcnet_create_message_t *creation)
{
    float velocity[3];

    bcnet_read_position(msg, &hf_position, creation->position);
    for (unsigned i = 0; i < array_length(hf_orientation); i++)
        creation->orientation[i] = bcnet_read_float(msg, hf_orientation[i]);
    const int start = msg->pos;
    bcnet_read_direction(msg, velocity);
    creation->speed = bcnet_read_float(msg, hf_speed);
    for (unsigned i = 0; i < 3; i++)
        velocity[i] *= creation->speed;
    bcnet_show_vector(msg, hf_velocity, velocity, start);
    creation->object.name = read_name(msg, hf_name_len, hf_name);
    creation->object.set = read_name(msg, hf_set_len, hf_set);
}

/* ---- Snapshot of a ship (40.4) ---- */

typedef struct {
    bcnet_damage_t damage;
    unsigned       taken; /* booleans */
    int            group; /* position of the group byte in use */
    bool           sure; /* that it is read with the right layout */
} bcnet_snapshot_t;

#define SNAPSHOT_FIELDS(FIELD, PART)                                                                                   \
    FIELD(hf_snapshot, "Ship snapshot", "bcnet.object.snapshot", FT_NONE, BASE_NONE, NULL, 0,                          \
          "State of all subsystems of the ship, in the order of its layout (40.4)")                                    \
    FIELD(hf_snapshot_length, "Length", "bcnet.object.snapshot.length", FT_UINT32, BASE_DEC | BASE_UNIT_STRING,        \
          UNS(&bcnet_units_bytes), 0, "Length of the snapshot: the rest of the message (40.4)")                        \
    FIELD(hf_snapshot_expected, "Length by the layout", "bcnet.object.snapshot.expected", FT_UINT32,                   \
          BASE_DEC | BASE_UNIT_STRING, UNS(&bcnet_units_bytes), 0,                                                     \
          "Length that the snapshot has by the layout of the species (40.4)")                                          \
    FIELD(hf_snapshot_raw, "Snapshot, not understood", "bcnet.object.snapshot.raw", FT_BYTES, BASE_NONE, NULL, 0,      \
          "The snapshot as it is, because no layout has its length (40.4)")
BCNET_FIELDS(snapshot_fields, SNAPSHOT_FIELDS)

/* Moves on over `length` bytes and tells where they stand. The length of the snapshot has been compared, so
 * they can only be missing where the capture ends early. */
static bool take(bcnet_msg_t *msg, int length, int *position)
{
    *position = msg->pos;
    if (!bcnet_can_read(msg, length)) {
        bcnet_read_bytes(msg, hf_snapshot_raw, length);
        return false;
    }
    msg->pos += length;
    return true;
}

/* All booleans of a snapshot share one group, five to a byte; where its bytes stand follows from the layout,
 * whatever count they state. */
static bool read_snapshot_bit(bcnet_msg_t *msg, bcnet_snapshot_t *snapshot, bcnet_entry_t *entry)
{
    const unsigned bit = snapshot->taken % BCNET_BITS_PER_GROUP;

    if (bit == 0) {
        if (!take(msg, 1, &snapshot->group))
            return false;
        bcnet_show_group(msg, snapshot->group, msg->data[snapshot->group]);
    }
    snapshot->taken++;
    bcnet_show_snapshot_bit(msg, entry, snapshot->group, bcnet_bits_value(msg->data[snapshot->group], bit));
    return true;
}

/* What follows the conditions of an entry, part after part; false where the capture ends. */
static bool read_part(bcnet_msg_t *msg, bcnet_snapshot_t *snapshot, bcnet_entry_t *entry, unsigned index, unsigned part)
{
    int at;

    if (part == BCNET_SNAPSHOT_BIT)
        return read_snapshot_bit(msg, snapshot, entry);
    if (!take(msg, (int)bcnet_snapshot_part_length(part), &at))
        return false;
    switch (part) {
    case BCNET_SNAPSHOT_BATTERIES:
        bcnet_show_batteries(msg, entry, at);
        break;
    case BCNET_SNAPSHOT_POWER:
        bcnet_show_signed_power(msg, entry, at);
        break;
    case BCNET_SNAPSHOT_FACINGS:
        bcnet_show_facings(msg, entry, at);
        if (msg->text && snapshot->sure)
            bcnet_mention_facings(&snapshot->damage, msg->data + at, NULL);
        if (snapshot->sure)
            bcnet_tap_facings(msg, index, at);
        break;
    default:
        bcnet_show_weapon_setting(msg, entry, at);
    }
    return true;
}

/* One entry of the snapshot (40.4), whose class says what it has; all u8, the power with a sign
 *
 *    condition | of each child | power, unless hull or reactor | bit, of cloaks and weapons | the class's own
 *
 * The bit takes a byte, a group for five, only where the first one stands. The own: two batteries of a reactor, six facings
 * of shields, phaser level, torpedo type, tractor mode. */
static void read_entry(bcnet_msg_t *msg, bcnet_snapshot_t *snapshot, const bcnet_subsystem_t *subsystem, unsigned index)
{
    const unsigned parts = bcnet_classes[subsystem->class_id].snapshot;
    int            at;

    if (!take(msg, 1 + (int)subsystem->child_count, &at))
        return;
    if (msg->text && snapshot->sure)
        bcnet_mention_entry(&snapshot->damage, subsystem, subsystem->child_count, msg->data + at, NULL);
    if (snapshot->sure)
        bcnet_tap_entry(msg, subsystem, index, at);
    bcnet_entry_t entry = bcnet_open_entry(msg, subsystem, index, at, NULL);
    for (unsigned part = 1; part <= parts; part <<= 1)
        if (parts & part && !read_part(msg, snapshot, &entry, index, part))
            break;
    bcnet_close_entry(msg, &entry, msg->pos);
}

static void say_damage(bcnet_msg_t *msg, const bcnet_damage_t *damage)
{
    const unsigned said = MIN(damage->count, BCNET_MENTIONS_SAID), left_out = damage->count - said + damage->beyond;

    for (unsigned i = 0; i < said; i++)
        bcnet_say(msg, "%s%s", i == 0 ? "; " : ", ", bcnet_mention_words(msg->pinfo->pool, &damage->list[i]));
    if (left_out > 0)
        bcnet_say(msg, ", +%u", left_out);
}

static bool is_variant(const bcnet_layout_t *of, const bcnet_layout_t *layout)
{
    for (unsigned i = 0; of && i < of->variant_count; i++)
        if (of->variants[i] == layout)
            return true;
    return false;
}

/* `layout`: what it is read with; NULL: nothing. It may be a variant of that of the number. */
static void label_snapshot(bcnet_msg_t *msg, unsigned length, const bcnet_layout_t *layout,
                           const bcnet_layout_t *of_number, const char *names)
{
    if (!msg->last)
        return;
    proto_item_append_text(msg->last, ": %u bytes", length);
    if (!layout)
        proto_item_append_text(msg->last, " of an unknown layout");
    else if (!is_variant(of_number, layout))
        proto_item_append_text(msg->last, ", layout %s", names);
    else
        proto_item_append_text(msg->last, ", layout %s, variant %s", names, layout->key);
}

/* The user should know of two for one number. */
static void label_others(proto_item *item, unsigned species, const bcnet_layout_t *layout)
{
    const char *before = ", a number that another layout claims too:";

    for (const bcnet_layout_t *other = bcnet_layouts_by_species(bcnet_layouts_in_force(), species); other;
         other = other->also) {
        if (other == layout || other->stock)
            continue;
        proto_item_append_text(item, "%s %s (%s)", before, other->name, other->origin);
        before = ",";
    }
}

/* "Species: Wonder (16), not the stock ship of this number": a mod has its own ships, also under the numbers of those that
 * everybody knows. */
static void label_species(const bcnet_msg_t *msg, const bcnet_create_message_t *creation,
                          const bcnet_layout_choice_t *choice)
{
    const unsigned        species = creation->object.species;
    const bcnet_layout_t *unknown = bcnet_layouts_unknown(bcnet_layouts_in_force(), species);
    const bcnet_layout_t *layout = unknown ? unknown : choice->layout, *refuted = choice->refuted;
    proto_item           *item = creation->species_item;

    if (!item || (!layout && !refuted))
        return;
    if (layout)
        proto_item_set_text(item, "Species: %s (%u)",
                            unknown ? unknown->name : bcnet_class_guess(msg->pinfo->pool, choice), species);
    else /* the field may have the stock name */
        proto_item_set_text(item, "Species: %u", species);
    if (refuted)
        proto_item_append_text(item, ", not the %s of this number", refuted->stock ? "stock ship" : "ship");
    layout = layout ? layout : refuted;
    label_others(item, species, layout);
    if (!layout->stock && g_strcmp0(layout->confidence, "low") == 0)
        proto_item_append_text(item, ", of low confidence%s%s", layout->note ? ": " : "",
                               layout->note ? layout->note : "");
}

static void complain_of_species(bcnet_msg_t *msg, const bcnet_create_message_t *creation,
                                const bcnet_layout_choice_t *choice)
{
    const bcnet_layout_t *refuted = creation->object.refuted;
    const char           *summary = refuted->stock ? "Not the stock ship of this number: its systems are others"
                                                   : "Not the ship that has this number in your layouts: its systems are others";

    msg->last = creation->species_item;
    if (g_strcmp0(refuted->confidence, "low") == 0 || !bcnet_is_first_contradiction(msg, creation->object.species))
        return;
    if (!choice->names)
        summary = bcnet_with_mod_hint(msg->pinfo->pool, summary, refuted->stock ? NULL : refuted);
    bcnet_complain(msg, BCNET_EI_SPECIES, summary);
}

static void complain_of_snapshot(bcnet_msg_t *msg, const bcnet_create_message_t *creation,
                                 const bcnet_layout_choice_t *choice)
{
    const unsigned        species = creation->object.species;
    const bcnet_layout_t *unknown = bcnet_layouts_unknown(bcnet_layouts_in_force(), species);

    if (creation->object.refuted)
        complain_of_species(msg, creation, choice);
    else if (unknown)
        bcnet_complain_with(msg, BCNET_EI_SNAPSHOT_LENGTH, "The species has no layout to read the snapshot with",
                            "%s has no layout: %s", unknown->name,
                            unknown->note ? unknown->note : "nothing but its number is known");
    else
        bcnet_complain_with(
            msg, BCNET_EI_SNAPSHOT_LENGTH,
            bcnet_with_mod_hint(msg->pinfo->pool, "The species has no layout to read the snapshot with", NULL),
            "species %u has no layout", species);
}

static void read_snapshot(bcnet_msg_t *msg, const bcnet_create_message_t *creation, const bcnet_layout_choice_t *choice)
{
    const unsigned        length = (unsigned)bcnet_left(msg), there = (unsigned)(msg->limit - msg->pos);
    const bcnet_layout_t *of_number = bcnet_layouts_by_species(bcnet_layouts_in_force(), creation->object.species);
    const bcnet_layout_t *layout = choice->layout;
    bcnet_snapshot_t      snapshot = { .sure = choice->source != BCNET_SOURCE_PROVISIONAL };

    if (layout && choice->source != BCNET_SOURCE_CREATED)
        layout = bcnet_snapshot_layout(layout, msg->data + msg->pos, there, length);
    bcnet_scope_t scope = bcnet_open(msg, hf_snapshot);
    bcnet_generated_uint(msg, hf_snapshot_length, length);
    if (layout || of_number)
        bcnet_generated_uint(msg, hf_snapshot_expected, bcnet_layout_snapshot_length(layout ? layout : of_number));
    bcnet_show_refuted(msg, choice->refuted);
    for (unsigned i = 0; layout && i < layout->count && !msg->truncated; i++)
        read_entry(msg, &snapshot, &layout->subsystems[i], i);
    say_damage(msg, &snapshot.damage);
    if (!layout && length > 0)
        bcnet_read_bytes(msg, hf_snapshot_raw, (int)length);
    bcnet_close(msg, &scope);
    label_snapshot(msg, length, layout, of_number, choice->names);
    if (creation->object.refuted || !of_number)
        complain_of_snapshot(msg, creation, choice);
}

/* ---- What is remembered, and words ---- */

#define REQUEST_FIELDS(FIELD, PART)                                                                                    \
    FIELD(hf_request_in, "Answer to the request in frame", "bcnet.object.request_in", FT_FRAMENUM, BASE_NONE,          \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame in which this client asked for the object (40.11)")            \
    FIELD(hf_response_time, "Time since the request", "bcnet.object.response_time", FT_RELATIVE_TIME, BASE_NONE, NULL, \
          0, "Seconds the host took to send the object (40.11)")                                                       \
    FIELD(hf_enter_set_len, "Length of the set's name", "bcnet.enter_set.set_len", FT_INT32,                           \
          BASE_DEC | BASE_UNIT_STRING, UNS(&bcnet_units_bytes), 0,                                                     \
          "Length of the set's name with its terminating zero; none for 0 and below (40.12)")                          \
    FIELD(hf_response_in, "Answered in frame", "bcnet.object.response_in", FT_FRAMENUM, BASE_NONE,                     \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame in which the host sent the object (40.11)")
BCNET_FIELDS(request_fields, REQUEST_FIELDS)

/* What the items of the header say is complete only now: the message itself may be the first to tell. The sender
 * computes the owner's slot from the id (40.1). */
static void show_identity(bcnet_msg_t *msg, const bcnet_create_message_t *creation)
{
    const int owner_slot = creation->owner_slot, slot = bcnet_object_slot(creation->object.object_id, NULL);

    bcnet_show_object(msg, creation->id_item, creation->object.object_id);
    msg->last = creation->slot_item;
    if (slot >= 0 && owner_slot >= 0 && owner_slot < BCNET_SLOTS && owner_slot != slot)
        bcnet_complain_with(msg, BCNET_EI_IDENTITY, "The owner's slot is not the slot in the object id",
                            "the object id is of slot %d", slot);
    else if (slot < 0 && creation->slot_item)
        proto_item_append_text(creation->slot_item, " (means nothing: the object belongs to no player's slot)");
    msg->last = creation->player_item;
    bcnet_show_player(msg, creation->named);
}

static void note_creation(bcnet_msg_t *msg, bcnet_object_t *object)
{
    bcnet_stay_t *named =
        object->class_id == BCNET_CLASS_ID_SHIP ? bcnet_note_ship_name(msg, object->player, object->name) : NULL;
    object->owner = named;
    bcnet_note_object(msg, object,
                      object->class_id == BCNET_CLASS_ID_SHIP &&
                          bcnet_unseen_ship_can_be(msg, object->object_id, object->layout));
    bcnet_note_species(msg, bcnet_object_ref(msg, object->object_id).any);
    /* The client uses a slot of its own; the host's ship names its player, other things of it nobody (10.9). */
    bcnet_stay_t *user = !msg->from_host                         ? bcnet_present_on(msg->link, msg->stamp)
                       : object->class_id == BCNET_CLASS_ID_SHIP ? bcnet_note_named(msg, object->player)
                                                                 : NULL;
    bcnet_note_slot_used(msg, object->object_id, user);
    msg->relay_key.player = object->player;
    const bcnet_object_t *known = bcnet_object_at(msg, object->object_id);
    if (known && !msg->resend)
        bcnet_show_respawn(msg, known);
    bcnet_tap_object(msg, object->object_id);
    if (msg->facts) {
        msg->facts->created = known;
        msg->facts->named = named;
    }
}

static void show_request(bcnet_msg_t *msg, uint32_t object_id)
{
    if (!msg->from_host)
        return;
    bcnet_note_answer(msg, BCNET_EXCHANGE_OBJECT, object_id);
    bcnet_show_answer(msg, BCNET_EXCHANGE_OBJECT, object_id, hf_request_in, hf_response_time);
}

static const char *ship_words(const bcnet_msg_t *msg, const bcnet_object_t *object)
{
    const char *kind = bcnet_object_kind(msg, object);

    if (object->player == BCNET_NO_ID)
        return *object->name ? wmem_strdup_printf(msg->pinfo->pool, "%s \"%s\"", kind, object->name) : kind;
    return bcnet_owned_words(msg, *object->name ? object->name : bcnet_player_words(msg, object->player), object);
}

static const char *torpedo_words(const bcnet_msg_t *msg, const bcnet_object_t *object, const bcnet_torpedo_body_t *body)
{
    const char *name = bcnet_torpedo_name(msg, object->species);

    return wmem_strdup_printf(msg->pinfo->pool, "%s in flight, %s " UTF8_RIGHTWARDS_ARROW " %s",
                              name ? name : "torpedo", bcnet_object_words(msg, body->parent),
                              bcnet_object_words(msg, body->target));
}

/* For a reader of the packet list: without decimals, and without the sign of a negative zero. */
static bcnet_number_t rounded(float coordinate)
{
    return bcnet_fixed(coordinate > -0.5f && coordinate < 0.5f ? 0.0 : (double)coordinate, 0);
}

static void say_creation(bcnet_msg_t *msg, const bcnet_create_message_t *creation, const char *what)
{
    bcnet_say(msg, ": %s", what);
    if (*creation->object.set)
        bcnet_say(msg, " in %s", creation->object.set);
    bcnet_say(msg, " at (%s, %s, %s)", rounded(creation->position[0]).text, rounded(creation->position[1]).text,
              rounded(creation->position[2]).text);
}

/* ---- 0x02, 0x03 ---- */

/* The bow points along y before the ship is turned (40.3). */
static void tap_motion(bcnet_msg_t *msg, const bcnet_create_message_t *creation)
{
    const float         w = creation->orientation[0], x = creation->orientation[1], y = creation->orientation[2];
    const float         z = creation->orientation[3];
    bcnet_tap_motion_t *motion = BCNET_TAP_FACT(msg, motion);

    if (!motion)
        return;
    memcpy(motion->position, creation->position, sizeof motion->position);
    motion->forward[0] = 2.0f * (x * y - w * z);
    motion->forward[1] = 1.0f - 2.0f * (x * x + z * z);
    motion->forward[2] = 2.0f * (y * z + w * x);
    motion->speed = creation->speed;
    motion->has_position = motion->has_forward = motion->has_speed = true;
}

static void create_ship(bcnet_msg_t *msg, bcnet_create_message_t *creation)
{
    bcnet_object_t *object = &creation->object;

    tap_motion(msg, creation);
    note_creation(msg, object);
    show_identity(msg, creation);
    show_request(msg, object->object_id);
    const bcnet_object_ref_t    ship = bcnet_ref_to(object);
    const bcnet_layout_choice_t choice = bcnet_choose_layout(msg, &ship);
    say_creation(msg, creation, ship_words(msg, object));
    label_species(msg, creation, &choice);
    read_snapshot(msg, creation, &choice);
}

static void create_torpedo(bcnet_msg_t *msg, bcnet_create_message_t *creation)
{
    /* Learned before its body is shown: what the ids in there mean must not depend on the pass. */
    if (bcnet_can_read(msg, BCNET_TORPEDO_BODY)) {
        creation->object.player = msg->data[msg->pos + BCNET_TORPEDO_BODY_PLAYER];
        note_creation(msg, &creation->object);
    }
    show_identity(msg, creation);
    show_request(msg, creation->object.object_id);
    const bcnet_torpedo_body_t body = bcnet_read_torpedo_body(msg);
    if (!msg->truncated)
        say_creation(msg, creation, torpedo_words(msg, &creation->object, &body));
}

/* 0x02 ObjectCreate and 0x03 ObjectCreateTeam (40.1); the player is in 0x03 only
 *
 *      0       1            2          2/3     6/7         10/11
 *    | 02 03 | owner slot | [player] | class | object id | species |
 *              i8           u8         u32     u32         u8
 *
 * and for all classes (40.3; the orientation as w, x, y, z)
 *
 *      0          12            28          31      35   36     36+n   37+n
 *    | position | orientation | direction | speed | n  | name | m    | set  |
 *      f32[3]     f32[4]        i8[3]       f32     u8   n      u8     m
 *
 * Behind it a ship has its snapshot, a torpedo what bcnet_read_torpedo_body reads. */
static void dissect_create_object(bcnet_msg_t *msg)
{
    bcnet_create_message_t creation = { .object = { .name = "", .set = "" } };

    read_head(msg, &creation);
    const uint32_t class_id = creation.object.class_id;
    if (class_id >= BCNET_FIRST_SLOT_ID) {
        bcnet_say(msg, ": the class is missing");
        bcnet_give_up(msg);
        bcnet_complain_with(msg, BCNET_EI_CLASS, "The sender leaves the class out", "the class field holds 0x%08x",
                            class_id);
        return;
    }
    if (!msg->truncated && class_id != BCNET_CLASS_ID_SHIP && class_id != BCNET_CLASS_ID_TORPEDO) {
        const char *name = try_val_to_str_ext(class_id, &bcnet_event_class_names);
        if (msg->last && name)
            proto_item_append_text(msg->last, ", %s", name);
        bcnet_complain(msg, BCNET_EI_CLASS, "Only ships and torpedoes are sent; the game crashes on other classes");
    }
    creation.object.object_id = bcnet_read_u32(msg, hf_id);
    creation.id_item = msg->last;
    msg->relay_key.object = creation.object.object_id;
    read_species(msg, &creation);
    read_common_body(msg, &creation);
    if (msg->truncated) { /* whether it is the ship that had the id before, the rest would have told */
        bcnet_show_slot(msg, creation.id_item, creation.object.object_id);
        return;
    }
    if (class_id == BCNET_CLASS_ID_SHIP) {
        create_ship(msg, &creation);
    } else if (class_id == BCNET_CLASS_ID_TORPEDO) {
        create_torpedo(msg, &creation);
    } else { /* the receiving game crashes on these: nothing is known behind the common body (40.2) */
        show_identity(msg, &creation);
        say_creation(msg, &creation, wmem_strdup_printf(msg->pinfo->pool, "object of class 0x%04x", class_id));
        bcnet_read_rest(msg);
    }
}

/* ---- 0x14, 0x1D, 0x1E, 0x1F ---- */

/* 0x14 DestroyObject, 0x1D EnteredSet and 0x1E RequestObject (40.9 to 40.11)
 *
 *      0          1
 *    | 14 1D 1E | object id |
 *                 u32 */
static void dissect_delete_object(bcnet_msg_t *msg)
{
    const uint32_t object_id = bcnet_read_object(msg, hf_id);

    if (msg->truncated)
        return;
    bcnet_say(msg, ": %s is removed", bcnet_object_words(msg, object_id));
    bcnet_tap_object(msg, object_id);
    if (msg->facts)
        msg->facts->removed = true;
    bcnet_note_object_removed(msg, object_id);
}

/* The host tells everybody what entered a set, so that those who do not know the object ask for it (40.10). */
static void dissect_verify_enter_set(bcnet_msg_t *msg)
{
    if (bcnet_can_read(msg, 4)) { /* first of all, so that this message shows the same object on every pass */
        bcnet_note_claimed(msg, tvb_get_letohl(msg->tvb, msg->pos));
        bcnet_note_slot_confirmed(msg, tvb_get_letohl(msg->tvb, msg->pos));
    }
    const uint32_t object_id = bcnet_read_object(msg, hf_id);

    if (msg->truncated)
        return;
    const bcnet_object_ref_t ref = bcnet_object_ref(msg, object_id);
    if (ref.object)
        bcnet_note_species(msg, ref.any);
    bcnet_say(msg, ": %s", bcnet_object_words(msg, object_id));
    if (ref.since == msg->stamp) /* it is there by the host's word alone */
        bcnet_tap_object(msg, object_id);
}

static void dissect_send_object(bcnet_msg_t *msg)
{
    const uint32_t object_id = bcnet_read_object(msg, hf_id);

    if (msg->truncated)
        return;
    bcnet_say(msg, ": asks for %s", bcnet_object_words(msg, object_id));
    bcnet_note_request(msg, BCNET_EXCHANGE_OBJECT, object_id, NULL);
    bcnet_show_request(msg, BCNET_EXCHANGE_OBJECT, object_id, hf_response_in);
}

/* A reimplemented server does not count the terminating zero, but writes it: one byte more than stated. */
static const char *read_zero_terminated_set(bcnet_msg_t *msg, int length)
{
    const uint8_t *text = msg->data + msg->pos;
    const bool     foreign = bcnet_left(msg) - 1 == length && bcnet_can_read(msg, bcnet_left(msg)) &&
                         text[length] == '\0' && !memchr(text, '\0', (size_t)length);
    const bool open = bcnet_can_read(msg, length) && text[length - 1] != '\0';

    const char *set = bcnet_read_text(msg, hf_set, foreign ? length + 1 : length);
    if (foreign)
        bcnet_complain(msg, BCNET_EI_FOREIGN, "The length does not count the terminating zero; the game's own does");
    else if (open)
        bcnet_complain(msg, BCNET_EI_VALUE, "The name has no terminating zero");
    return set;
}

/* 0x1F ExitedWarp (40.12); k counts the zero behind the set's name
 *
 *      0    1           5     9
 *    | 1F | object id | k   | set |
 *           u32         i32   k */
static void dissect_exited_warp(bcnet_msg_t *msg)
{
    const char    *set = "";
    const uint32_t object_id = bcnet_read_object(msg, hf_id);
    const int32_t  length = bcnet_read_i32(msg, hf_enter_set_len);

    if (length < 0)
        bcnet_complain(msg, BCNET_EI_VALUE, "A negative length: the game reads no name");
    if (length > 0)
        set = read_zero_terminated_set(msg, length);
    if (msg->truncated)
        return;
    bcnet_tap_object(msg, object_id);
    if (msg->facts)
        msg->facts->entered = set;
    bcnet_say(msg, ": %s came out of warp%s%s", bcnet_object_words(msg, object_id), *set ? " into " : "", set);
}

/* ---- The family ---- */

#define OBJECT_COLUMNS "object.id object.slot object.serial object.resolved ship.created_in"

static const bcnet_opcode_t opcodes[] = {
    { BCNET_OPCODE(BCNET_OP_CREATE_OBJECT, "ObjectCreate", "CREATE_OBJECT"), .relay = BCNET_RELAY_CREATION,
      .own = BCNET_OWN_CREATION, .length = { 48, BCNET_OBJECT_BUFFER }, .dissect = dissect_create_object,
      .columns = "object ship.created_in ship.layout.refuted player.name subsystem torpedo.parent torpedo.target "
                 "torpedo.player "
                 "torpedo.unknown torpedo.offset" },
    { BCNET_OPCODE(BCNET_OP_CREATE_PLAYER_OBJECT, "ObjectCreateTeam", "CREATE_PLAYER_OBJECT"),
      .relay = BCNET_RELAY_CREATION, .own = BCNET_OWN_PLAYERS_CREATION, .length = { 49, BCNET_OBJECT_BUFFER },
      .dissect = dissect_create_object, .columns = "object ship.created_in ship.layout.refuted player.name subsystem" },
    { BCNET_OPCODE(0x14, "DestroyObject", "DELETE_OBJECT_FROM_GAME"), .direction = BCNET_FROM_HOST,
      .relay = BCNET_TO_SEVERAL, .length = { 5, 5 }, .dissect = dissect_delete_object, .columns = OBJECT_COLUMNS },
    { BCNET_OPCODE(0x1D, "ObjNotFound", "VERIFY_ENTER_SET"), .label = "EnteredSet", .direction = BCNET_FROM_HOST,
      .relay = BCNET_TO_SEVERAL, .length = { 5, 5 }, .dissect = dissect_verify_enter_set, .columns = OBJECT_COLUMNS },
    { BCNET_OPCODE(BCNET_OP_SEND_OBJECT, "RequestObject", "SEND_OBJECT"), .direction = BCNET_FROM_CLIENT,
      .relay = BCNET_RELAY_NOBODY, .length = { 5, 5 }, .dissect = dissect_send_object,
      .columns = OBJECT_COLUMNS " object.response_in" },
    { BCNET_OPCODE(0x1F, "EnterSet", "VERIFY_EXITED_WARP"), .label = "ExitedWarp", .direction = BCNET_FROM_HOST,
      .relay = BCNET_TO_SEVERAL, .length = { 9, BCNET_SCRIPT_BUFFER }, .dissect = dissect_exited_warp,
      .columns = OBJECT_COLUMNS " object.set enter_set" },
};

const bcnet_family_t bcnet_family_object = { opcodes,
                                             array_length(opcodes),
                                             { head_fields, snapshot_fields, request_fields } };
