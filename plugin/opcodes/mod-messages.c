/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages that a form describes: values, one behind the other; and those of mods (protocol chapter 70.14).
 *
 * Mods use numbers that the game leaves free, and not the same ones for the same things. So nothing here is sure, and a
 * number may have several rows: a body is read only when exactly one form takes it to the last byte, and the number has
 * no row of its own in another family.
 * The forms are likely, from the mod's scripts; no bytes of it were captured. What the values mean is guessed from the
 * names. */
#include "opcodes/opcodes.h"

#include <string.h>

#include <wsutil/str_util.h>

#include "datagram/little-endian.h"
#include "game/object-words.h"
#include "game/show.h"

/* What a body consists of; numbers have four bytes. */
enum {
    OBJECT = 'o', /* an object id */
    INT = 'i',
    FLOAT = 'f',
    CLOSED_TEXT = 'z', /* with a zero behind it */
    COUNTED_TEXT = 't', /* with its length before it, an u16 */
    PASSWORD = 'p', /* such a text */
    OBJECTS = 'l', /* so many object ids, their number before them */
    REST_TEXT = 'r', /* up to the end; of rows with fields of their own only */
};
enum { NUMBER_BYTES = 4, COUNT_BYTES = 2, FIRST_LATIN_LETTER = 0xA0, REMOTE_CONTROL = 0xC6 };

#define MODE(n) (1U << (n))

static const bcnet_opcode_t opcodes[] = {
    { BCNET_OPCODE(0x42, "ADD_AI_TO_TEAM_MSG", NULL), .form = "zi" },
    { BCNET_OPCODE(0x42, "AI_LIST", NULL), .form = "iil", .mod = "Bridge Commander Remastered (mod)" },
    { BCNET_OPCODE(0x61, "CLIENT_OBJECT_DESTROYED", NULL), .form = "z" },
    { BCNET_OPCODE(0xBD, "ASK_FOR_VALID_QBAUTOSTART_SCRIPTS", NULL), .form = "z" },
    { BCNET_OPCODE(0xBE, "REMOVE_POINTER_FROM_SET", NULL), .form = "z" },
    { BCNET_OPCODE(0xBF, "REMOVE_TORP_MESSAGE_AT", NULL), .form = "ifff" },
    { BCNET_OPCODE(0xBF, "SEND_TORP_CREATE_MSG", NULL), .form = "zzfffii" },
    { BCNET_OPCODE(0xC0, "NO_COLLISION_MESSAGE", NULL), .form = "oii" },
    { BCNET_OPCODE(0xC1, "DISABLE_TRACTOR_MESSAGE", NULL), .form = "z" },
    { BCNET_OPCODE(0xC2, "SUBSYSTEM_SET_CONDITION", NULL), .form = "ozi" },
    { BCNET_OPCODE(0xC3, "MP_SET_TRACTOR_MODE", NULL), .form = "oi" },
    { BCNET_OPCODE(0xC4, "SET_SCRIPT_MSG", NULL), .form = "oz" },
    { BCNET_OPCODE(0xC5, "ET_CLIENT_SCAN", NULL), .form = "o" },
    { BCNET_OPCODE(REMOTE_CONTROL, "MP_REMOTE_CONTROL", NULL), .form = "pti" },
    { BCNET_OPCODE(0xC7, "SET_SHIELD_CONDITION", NULL), .form = "oii" },
    { BCNET_OPCODE(0xC8, "MP_SET_POSITION_MSG", NULL), .form = "oifffffffff" },
    { BCNET_OPCODE(0xC9, "MP_SEND_WARP_SPEED_MSG", NULL), .form = "of" },
    { BCNET_OPCODE(0xCA, "MP_SEND_PLASMA_FX", NULL), .form = "offfif" },
    { BCNET_OPCODE(0xCB, "PLAYER_NOW_USING_SHIP", NULL), .form = "ii" },
    { BCNET_OPCODE(0xCD, "MP_NEW_NET_PLAYER_ID", NULL), .form = "oi" },
    { BCNET_OPCODE(0xCE, "MP_WARP_ETA_MSG", NULL), .form = "of" },
    { BCNET_OPCODE(0xCF, "MP_CONSTRUCT_MSG", NULL), .form = "iit", .modes = MODE(1) | MODE(2) | MODE(3) | MODE(5) },
    { BCNET_OPCODE(0xCF, "MP_CONSTRUCT_MSG", NULL), .form = "iii", .modes = MODE(4) },
    { BCNET_OPCODE(0xD0, "REPLACE_MODEL_MSG", NULL), .form = "ot" },
    { BCNET_OPCODE(0xD1, "SET_TARGETABLE_MSG", NULL), .form = "oi" },
    { BCNET_OPCODE(0xD2, "ALERT_STATE_CHANGED_MSG", NULL), .form = "oi" },
    { BCNET_OPCODE(0xD3, "DELETE_OBJECT_FROM_SET_MSG", NULL), .form = "o" },
    { BCNET_OPCODE(0xD4, "SET_GET_SHIP_ATTR_MSG", NULL), .form = "iii", .modes = MODE(0) | MODE(1) },
    { BCNET_OPCODE(0xD5, "SET_AUTO_AI_MSG", NULL), .form = "o" },
    { BCNET_OPCODE(0xD6, "SET_STOP_AI_MSG", NULL), .form = "o" },
    { BCNET_OPCODE(0xD7, "TRACTOR_STARTED_MSG", NULL), .form = "oo" },
    { BCNET_OPCODE(0xD8, "MP_SET_TARGET_MSG", NULL), .form = "oo" },
};

/* ---- Which form it is ---- */

/* Bytes of a value; 0 when no value of the kind stands there. */
static size_t value_length(char kind, const uint8_t *bytes, size_t left)
{
    if (kind == CLOSED_TEXT) {
        const uint8_t *zero = left > 0 ? memchr(bytes, 0, left) : NULL;
        return zero ? (size_t)(zero - bytes) + 1 : 0;
    }
    size_t length = NUMBER_BYTES;
    if (kind == COUNTED_TEXT || kind == PASSWORD)
        length = left < COUNT_BYTES ? 0 : COUNT_BYTES + bcnet_le16(bytes);
    else if (kind == OBJECTS && left >= NUMBER_BYTES)
        length = bcnet_le32(bytes) < left / NUMBER_BYTES ? NUMBER_BYTES * (1 + (size_t)bcnet_le32(bytes)) : 0;
    return length <= left ? length : 0;
}

static bool takes_all(const bcnet_opcode_t *row, const uint8_t *bytes, size_t left)
{
    const uint32_t mode = left < NUMBER_BYTES ? UINT32_MAX : bcnet_le32(bytes);

    if (row->modes != 0 && (mode >= 8 || !(row->modes & MODE(mode))))
        return false;
    for (const char *kind = row->form; *kind; kind++) {
        const size_t length = value_length(*kind, bytes, left);
        if (length == 0)
            return false;
        bytes += length;
        left -= length;
    }
    return left == 0;
}

/* The only form that fits, or NULL. */
static const bcnet_opcode_t *row_with_form(uint8_t value, const uint8_t *bytes, size_t length)
{
    const bcnet_opcode_t *found = NULL;

    for (unsigned i = 0; i < array_length(opcodes); i++) {
        if (opcodes[i].value != value || !takes_all(&opcodes[i], bytes, length))
            continue;
        if (found)
            return NULL;
        found = &opcodes[i];
    }
    return found;
}

/* ---- Fields ---- */

#define MOD_FIELDS(FIELD, PART)                                                                                        \
    FIELD(hf_mod, "Message of a mod", "bcnet.mod", FT_NONE, BASE_NONE, NULL, 0,                                        \
          "A script message that reads like one of a known mod; another mod may mean something else by it (70.14)")    \
    FIELD(hf_mod_name, "Name", "bcnet.mod.name", FT_STRING, BASE_NONE, NULL, 0,                                        \
          "The mod, and what its scripts call the message (70.14)")                                                    \
    FIELD(hf_mod_object, "Object", "bcnet.mod.object", FT_UINT32, BASE_HEX, NULL, 0,                                   \
          "Object id in a mod's message (70.14)")                                                                      \
    FIELD(hf_mod_int, "Number", "bcnet.mod.int", FT_INT32, BASE_DEC, NULL, 0,                                          \
          "Whole number in a mod's message (70.14)")                                                                   \
    FIELD(hf_mod_float, "Number", "bcnet.mod.float", FT_FLOAT, BASE_NONE, NULL, 0,                                     \
          "Number in a mod's message (70.14)")                                                                         \
    FIELD(hf_mod_text_len, "Length of the text", "bcnet.mod.text_len", FT_UINT16, BASE_DEC, NULL, 0,                   \
          "Bytes of the text that follows in a mod's message (70.14)")                                                 \
    FIELD(hf_mod_text, "Text", "bcnet.mod.text", FT_STRING, BASE_NONE, NULL, 0, "Text in a mod's message (70.14)")
BCNET_FIELDS(mod_fields, MOD_FIELDS)

static const char *read_counted_password(bcnet_msg_t *msg)
{
    const char *words = bcnet_read_password(msg, hf_mod_text, bcnet_read_u16(msg, hf_mod_text_len));

    return *words ? words : "(no password)";
}

/* Also where the rest is no form, or is cut: what letters there are may be the password. */
static bool begins_with_password(const bcnet_msg_t *msg)
{
    const uint8_t *bytes = msg->data + msg->pos;
    const int      there = msg->limit - msg->pos, length = there > COUNT_BYTES ? COUNT_BYTES + bcnet_le16(bytes) : 0;
    int            at = COUNT_BYTES;

    while (at < MIN(there, length) && (g_ascii_isprint(bytes[at]) || bytes[at] >= FIRST_LATIN_LETTER))
        at++;
    return at > COUNT_BYTES && at == MIN(there, length);
}

/* Where a value goes that has no field of its own. */
static int field_for(char kind)
{
    return kind == OBJECT || kind == OBJECTS ? hf_mod_object
         : kind == INT                       ? hf_mod_int
         : kind == FLOAT                     ? hf_mod_float
                                             : hf_mod_text;
}

static const char *read_objects(bcnet_msg_t *msg, int hf)
{
    const int32_t count = bcnet_read_i32(msg, hf_mod_int);

    for (int32_t i = 0; i < count && !msg->truncated; i++)
        bcnet_read_object(msg, hf);
    return wmem_strdup_printf(msg->pinfo->pool, "%d", count);
}

/* Returns what is said of it, NULL: nothing. */
static const char *read_value(bcnet_msg_t *msg, char kind, int hf)
{
    wmem_allocator_t *pool = msg->pinfo->pool;

    switch (kind) {
    case OBJECT:
        return bcnet_object_words(msg, bcnet_read_object(msg, hf));
    case INT:
        return wmem_strdup_printf(pool, "%d", bcnet_read_i32(msg, hf));
    case FLOAT:
        bcnet_read_float(msg, hf);
        return NULL;
    case OBJECTS:
        return read_objects(msg, hf);
    case PASSWORD:
        return read_counted_password(msg);
    case CLOSED_TEXT:
        return wmem_strdup_printf(pool, "\"%s\"", bcnet_read_textz(msg, hf));
    case REST_TEXT:
        return wmem_strdup_printf(pool, "\"%s\"", bcnet_read_text(msg, hf, bcnet_left(msg)));
    default:
        return wmem_strdup_printf(pool, "\"%s\"", bcnet_read_text(msg, hf, bcnet_read_u16(msg, hf_mod_text_len)));
    }
}

void bcnet_read_form(bcnet_msg_t *msg, const bcnet_opcode_t *row)
{
    for (unsigned i = 0; row->form[i] && !msg->truncated; i++) {
        const int   hf = row->fields[0] ? *row->fields[i] : field_for(row->form[i]);
        const char *words = read_value(msg, row->form[i], hf);
        if (words && !msg->truncated)
            bcnet_say(msg, " %s", words);
    }
}

static void read_named(bcnet_msg_t *msg, const bcnet_opcode_t *row)
{
    const char *name =
        wmem_strdup_printf(msg->pinfo->pool, "%s %s", row->mod ? row->mod : "Kobayashi Maru (mod)", row->name);
    bcnet_say(msg, ": %s", name);
    bcnet_scope_t scope = bcnet_open(msg, hf_mod);
    if (scope.item) {
        proto_item_append_text(scope.item, ": %s", name);
        bcnet_generated_string(msg, hf_mod_name, name);
    }
    bcnet_read_form(msg, row);
    bcnet_close(msg, &scope);
}

void bcnet_read_mods_form(bcnet_msg_t *msg, uint8_t value)
{
    const size_t          length = (size_t)bcnet_left(msg);
    const bcnet_opcode_t *row = msg->payload && length > 0 ? row_with_form(value, msg->data + msg->pos, length) : NULL;

    if (row)
        read_named(msg, row);
    if (row || length == 0)
        return;
    bcnet_say(msg, ": %d byte%s", bcnet_left(msg), plurality(bcnet_left(msg), "", "s"));
    if (value == REMOTE_CONTROL && begins_with_password(msg))
        bcnet_say(msg, ", starts with %s", read_counted_password(msg));
    bcnet_read_rest(msg);
}

const bcnet_family_t bcnet_family_mods = { opcodes, array_length(opcodes), { mod_fields } };
