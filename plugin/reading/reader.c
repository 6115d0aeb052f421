/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/reader.h"

#include <string.h>

#include <wsutil/str_util.h>

#include "datagram/little-endian.h"
#include "reading/numbers.h"
#include "reading/words.h"

/* ---- The end of the message and of the capture ---- */

#define REST_FIELDS(FIELD, PART)                                                                                       \
    FIELD(hf_unparsed, "Unparsed bytes", "bcnet.unparsed", FT_BYTES, BASE_NONE, NULL, 0,                               \
          "Bytes that are left over, or whose meaning nobody knows (30.1)")                                            \
    FIELD(hf_bits, "Bit group", "bcnet.bits", FT_UINT8, BASE_HEX, NULL, 0,                                             \
          "Byte that several booleans share: count in bits 5 to 7, first boolean in bit 0 (20.1)")                     \
    FIELD(hf_bits_count, "Booleans in the group", "bcnet.bits.count", FT_UINT8, BASE_DEC, NULL, 0,                     \
          "Number of booleans the group byte holds, 1 to 5 (20.1)")
BCNET_FIELDS(rest_fields, REST_FIELDS)

enum { BYTES_OF_LABEL = 36 /* as many as 4.0 shows */ };

/* Later releases fill the whole label with bytes, so that nothing could be said behind them. */
static void show_unparsed(bcnet_msg_t *msg)
{
    const int there = MAX(msg->limit - msg->pos, 0);

    msg->last = NULL;
    if (there > BYTES_OF_LABEL && msg->tree)
        msg->last =
            proto_tree_add_bytes_format(msg->tree, hf_unparsed, msg->tvb, msg->pos, there, NULL, "Unparsed bytes: %s",
                                        tvb_bytes_to_str(msg->pinfo->pool, msg->tvb, msg->pos, there));
    else if (there > 0 && msg->tree)
        msg->last = proto_tree_add_item(msg->tree, hf_unparsed, msg->tvb, msg->pos, there, ENC_NA);
    msg->pos += there;
}

/* Where a complaint hangs. */
static proto_item *item_in_hand(const bcnet_msg_t *msg)
{
    return msg->last ? msg->last : msg->item;
}

/* What does not fit an object that may have another form is no more than odd (60.4). */
static bcnet_expert_t graded(const bcnet_msg_t *msg, bcnet_expert_t which)
{
    if (!msg->of_unknown_kind)
        return which;
    return which == BCNET_EI_TRUNCATED ? BCNET_EI_TRUNCATED_NOTE : which == BCNET_EI_BITS ? BCNET_EI_BITS_NOTE : which;
}

bool bcnet_give_up(bcnet_msg_t *msg)
{
    if (msg->truncated)
        return false;
    show_unparsed(msg);
    msg->truncated = true;
    return true;
}

/* A field does not fit: what is left is shown as bytes, and nothing is read any more; what would be said of the field is
 * not said of them. Kept out of line, like all that most messages do without: the reads are on the way of every
 * datagram. */
static G_GNUC_NO_INLINE void field_crosses_end(bcnet_msg_t *msg, int length)
{
    const int  left = msg->end - msg->pos;
    const bool complain = length < 0 || length > left; /* otherwise only the capture ends here */

    if (bcnet_give_up(msg) && complain)
        bcnet_complain_with(msg, BCNET_EI_TRUNCATED, "The message ends inside a field", "%d of %d bytes of a field",
                            left, length);
    msg->last = NULL;
}

static inline bool need(bcnet_msg_t *msg, int length)
{
    if (G_LIKELY(bcnet_can_read(msg, length)))
        return true;
    field_crosses_end(msg, length);
    return false;
}

void bcnet_read_rest(bcnet_msg_t *msg)
{
    if (!msg->truncated)
        show_unparsed(msg);
}

void bcnet_finish(bcnet_msg_t *msg)
{
    if (msg->truncated)
        return;
    if (bcnet_bits_open(&msg->bits)) {
        msg->bits_outcome = BCNET_BITS_WRONG;
        bcnet_complain_with(msg, BCNET_EI_BITS, "The bit group holds more booleans than the message takes",
                            "the bit group holds %u booleans, the message takes %u",
                            bcnet_bits_stated_count(msg->bits.byte), msg->bits.used);
    }
    if (msg->pos < msg->limit) {
        const int left = msg->end - msg->pos;
        show_unparsed(msg);
        bcnet_complain_with(msg, BCNET_EI_TRAILING, "Bytes are left after the last field", "%d byte%s left", left,
                            left == 1 ? "" : "s");
    }
}

/* ---- Plain numbers ---- */

/* Steps over `length` bytes that are there. */
static inline const uint8_t *step_over(bcnet_msg_t *msg, int length)
{
    msg->pos += length;
    return msg->data + msg->pos - length;
}

/* The same; NULL when they are not there. */
static inline const uint8_t *take(bcnet_msg_t *msg, int length)
{
    return need(msg, length) ? step_over(msg, length) : NULL;
}

static inline uint32_t number(const uint8_t *p, int width)
{
    return width == 1 ? *p : width == 2 ? bcnet_le16(p) : bcnet_le32(p);
}

static G_GNUC_NO_INLINE uint32_t show_uint(bcnet_msg_t *msg, int hf, int width, uint32_t value)
{
    msg->last = proto_tree_add_uint(msg->tree, hf, msg->tvb, msg->pos - width, width, value);
    return value;
}

/* Numbers are read in every message, so each width has code of its own. */
static inline uint32_t read_uint(bcnet_msg_t *msg, int hf, int width)
{
    if (!need(msg, width))
        return 0;
    const uint32_t value = number(step_over(msg, width), width);
    if (msg->tree)
        return show_uint(msg, hf, width, value);
    msg->last = NULL;
    return value;
}

static inline int32_t read_int(bcnet_msg_t *msg, int hf, int width)
{
    const uint8_t *p = take(msg, width);

    if (!p)
        return 0;
    const int     unused = 32 - 8 * width; /* bits above the sign */
    const int32_t value = (int32_t)(number(p, width) << unused) >> unused;
    msg->last = msg->tree ? proto_tree_add_int(msg->tree, hf, msg->tvb, msg->pos - width, width, value) : NULL;
    return value;
}

#define NUMBER(name, type, read, width)                                                                                \
    type bcnet_read_##name(bcnet_msg_t *msg, int hf)                                                                   \
    {                                                                                                                  \
        return (type)read(msg, hf, width);                                                                             \
    }
NUMBER(u8, uint8_t, read_uint, 1)
NUMBER(i8, int8_t, read_int, 1)
NUMBER(u16, uint16_t, read_uint, 2)
NUMBER(i16, int16_t, read_int, 2)
NUMBER(u32, uint32_t, read_uint, 4)
NUMBER(i32, int32_t, read_int, 4)

static G_GNUC_NO_INLINE float show_float(bcnet_msg_t *msg, int hf, float value)
{
    msg->last = bcnet_add_float(msg->tree, hf, msg->tvb, msg->pos - 4, 4, value);
    return value;
}

float bcnet_read_float(bcnet_msg_t *msg, int hf)
{
    float value = 0.0f;

    if (!need(msg, 4))
        return value;
    const uint32_t bits = bcnet_le32(step_over(msg, 4));
    memcpy(&value, &bits, sizeof value);
    if (msg->tree)
        return show_float(msg, hf, value);
    msg->last = NULL;
    return value;
}

uint32_t bcnet_read_ipv4(bcnet_msg_t *msg, int hf)
{
    const uint8_t *p = take(msg, 4);
    uint32_t       value = 0;

    if (!p)
        return value;
    memcpy(&value, p, sizeof value);
    msg->last = msg->tree ? proto_tree_add_ipv4(msg->tree, hf, msg->tvb, msg->pos - 4, 4, value) : NULL;
    return value;
}

uint8_t bcnet_read_boolean_byte(bcnet_msg_t *msg, int hf)
{
    const uint8_t *p = take(msg, 1);

    if (!p)
        return 0;
    msg->last = msg->tree ? proto_tree_add_boolean(msg->tree, hf, msg->tvb, msg->pos - 1, 1, *p) : NULL;
    return *p;
}

/* ---- Bit groups ---- */

proto_item *bcnet_show_group(bcnet_msg_t *msg, int position, uint8_t byte)
{
    const unsigned stated = bcnet_bits_stated_count(byte);
    proto_item    *item = NULL;

    if (msg->tree) {
        item = proto_tree_add_uint_format_value(msg->tree, hf_bits, msg->tvb, position, 1, byte, "0x%02x, %u boolean%s",
                                                byte, stated, stated == 1 ? "" : "s");
        proto_tree_add_uint(bcnet_below(item, hf_bits), hf_bits_count, msg->tvb, position, 1, stated);
    }
    msg->bits_outcome = bcnet_bits_outcome(msg->bits_outcome, bcnet_bits_count_is_possible(byte));
    if (!bcnet_bits_count_is_possible(byte))
        bcnet_expert(msg->pinfo, item ? item : msg->item, graded(msg, BCNET_EI_BITS),
                     "A bit group holds 1 to 5 booleans");
    return item;
}

static void open_group(bcnet_msg_t *msg)
{
    const uint8_t byte = msg->data[msg->pos];

    bcnet_show_group(msg, msg->pos, byte);
    if (!bcnet_bits_may_follow(&msg->bits)) {
        msg->bits_outcome = BCNET_BITS_WRONG;
        bcnet_complain(msg, BCNET_EI_BITS, "A new bit group although the last one had room for more booleans");
    }
    bcnet_bits_begin(&msg->bits, msg->pos, byte);
    msg->pos += 1;
}

proto_item *bcnet_show_bit(bcnet_msg_t *msg, int hf, int position, unsigned bit, bool value)
{
    char pattern[] = ".... ....";

    if (!msg->tree)
        return NULL;
    proto_item *item = proto_tree_add_boolean(msg->tree, hf, msg->tvb, position, 1, value);
    pattern[sizeof pattern - 2 - bit - (bit > 3)] = value ? '1' : '0';
    if (PTREE_DATA(msg->tree)->visible)
        proto_item_prepend_text(item, "%s = ", pattern);
    return item;
}

bool bcnet_read_bit(bcnet_msg_t *msg, int hf)
{
    if (msg->truncated)
        return false;
    if (!bcnet_bits_open(&msg->bits)) {
        if (!need(msg, 1))
            return false;
        open_group(msg);
    }
    const int      position = msg->bits.position;
    const unsigned bit = msg->bits.used;
    const bool     value = bcnet_bits_next(&msg->bits);
    msg->last = bcnet_show_bit(msg, hf, position, bit, value);
    return value;
}

/* ---- Text ---- */

bcnet_ws_bool_t bcnet_passwords_are_shown = false;

/* Whoever posts what is shown should not post a password with it (70.14). */
static const char *concealed(const bcnet_msg_t *msg, const char *password)
{
    const unsigned letters = (unsigned)g_utf8_strlen(password, -1);

    if (letters == 0 || bcnet_passwords_are_shown)
        return password;
    return wmem_strdup_printf(msg->pinfo->pool, "(password, %s%u letter%s)",
                              msg->secret == BCNET_SECRET_CUT ? "at least " : "", letters, plurality(letters, "", "s"));
}

/* Text with a length other than its bytes' (a terminator that is not shown). */
static const char *read_encoded(bcnet_msg_t *msg, int hf, int text_bytes, int field_bytes, unsigned encoding)
{
    const char *text = (const char *)tvb_get_string_enc(msg->pinfo->pool, msg->tvb, msg->pos, text_bytes, encoding);

    if (msg->secret)
        text = concealed(msg, text);
    msg->last = bcnet_add_text(msg->pinfo->pool, msg->tree, hf, msg->tvb, msg->pos, field_bytes, text);
    msg->pos += field_bytes;
    return bcnet_printable(msg->pinfo->pool, text);
}

const char *bcnet_read_text(bcnet_msg_t *msg, int hf, int length)
{
    return need(msg, length) ? read_encoded(msg, hf, length, length, ENC_ISO_8859_1) : "";
}

const char *bcnet_read_textz(bcnet_msg_t *msg, int hf)
{
    if (!need(msg, 1))
        return "";
    const uint8_t *begin = msg->data + msg->pos, *zero = memchr(begin, 0, (size_t)(msg->limit - msg->pos));
    const int      length = zero ? (int)(zero - begin) : msg->limit - msg->pos;
    return read_encoded(msg, hf, length, zero ? length + 1 : length, ENC_ISO_8859_1);
}

static const char *read_utf16(bcnet_msg_t *msg, int hf, int text_bytes, int field_bytes)
{
    return read_encoded(msg, hf, text_bytes, field_bytes, ENC_UTF_16 | ENC_LITTLE_ENDIAN);
}

const char *bcnet_read_utf16z(bcnet_msg_t *msg, int hf)
{
    int end = msg->pos;

    if (!need(msg, 2))
        return "";
    while (end + 2 <= msg->limit && (msg->data[end] != 0 || msg->data[end + 1] != 0))
        end += 2;
    if (end + 2 <= msg->limit)
        return read_utf16(msg, hf, end - msg->pos, end + 2 - msg->pos);
    const char *text = read_utf16(msg, hf, end - msg->pos, end - msg->pos);
    if (msg->captured >= msg->end)
        bcnet_complain(msg, BCNET_EI_TRUNCATED, "The text has no terminating zero");
    else
        msg->truncated = true; /* the capture ends in it: nobody knows all of it */
    return text;
}

const char *bcnet_read_password(bcnet_msg_t *msg, int hf, int length)
{
    const int there = msg->limit - msg->pos;

    msg->secret = (length < 0 ? msg->captured < msg->end : length > there) ? BCNET_SECRET_CUT : BCNET_SECRET;
    const char *words = length < 0 ? bcnet_read_utf16z(msg, hf) : bcnet_read_text(msg, hf, MIN(length, there));
    msg->secret = BCNET_NO_SECRET;
    if (*words)
        bcnet_complain(msg, BCNET_EI_PASSWORD, "A password that everybody on the way can read");
    return words;
}

const char *bcnet_read_utf16(bcnet_msg_t *msg, int hf, int characters)
{
    /* A count from the wire: compare before multiplying. */
    if (characters < 0 || !need(msg, characters > G_MAXINT / 2 ? G_MAXINT : characters * 2))
        return "";
    return read_utf16(msg, hf, characters * 2, characters * 2);
}

void bcnet_read_bytes(bcnet_msg_t *msg, int hf, int length)
{
    if (!need(msg, length))
        return;
    msg->last = msg->tree ? proto_tree_add_item(msg->tree, hf, msg->tvb, msg->pos, length, ENC_NA) : NULL;
    msg->pos += length;
}

/* ---- Compressed numbers ---- */

#define VECTOR_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_vector, "Direction bytes", "bcnet.vector", FT_NONE, BASE_NONE, NULL, 0,                                   \
          "Three bytes that stand for a direction: x, y, z / 127 (20.3)")                                              \
    FIELD(hf_vector_dir, "Direction byte", "bcnet.vector.dir", FT_INT8, BASE_DEC, NULL, 0,                             \
          "Raw component of a direction, byte / 127; three for x, y, z (20.3)")                                        \
    FIELD(hf_vector_cf16, "Compressed float", "bcnet.vector.cf16", FT_UINT16, BASE_HEX, NULL, 0,                       \
          "Raw 16-bit float: sign, decade, mantissa (20.2)")                                                           \
    FIELD(hf_vector_length, "Length byte", "bcnet.vector.length", FT_UINT8, BASE_DEC, NULL, 0,                         \
          "Raw length of a relative point, byte / 255 of a radius (20.3)")
BCNET_FIELDS(vector_fields, VECTOR_FIELDS)

float bcnet_read_cf16(bcnet_msg_t *msg, int hf)
{
    const uint8_t *p = take(msg, 2);

    if (!p)
        return 0.0f;
    const int      start = msg->pos - 2;
    const uint16_t code = bcnet_le16(p);
    const float    value = bcnet_cf16_decode(code);
    msg->last = msg->tree ? bcnet_add_float(msg->tree, hf, msg->tvb, start, 2, value) : NULL;
    if (msg->last)
        proto_tree_add_uint(bcnet_below(msg->last, hf), hf_vector_cf16, msg->tvb, start, 2, code);
    return value;
}

void bcnet_read_direction(bcnet_msg_t *msg, float direction[3])
{
    bcnet_scope_t scope = bcnet_open(msg, hf_vector);
    int8_t        bytes[3];

    for (unsigned i = 0; i < 3; i++) {
        bytes[i] = bcnet_read_i8(msg, hf_vector_dir);
        direction[i] = bcnet_direction_component(bytes[i]);
    }
    if (scope.item && !msg->truncated)
        proto_item_append_text(scope.item, ": %d, %d, %d", bytes[0], bytes[1], bytes[2]);
    bcnet_close(msg, &scope);
}

void bcnet_show_vector(bcnet_msg_t *msg, const int hf[3], const float vector[3], int start)
{
    if (!msg->tree || msg->truncated)
        return;
    for (unsigned i = 0; i < 3; i++)
        proto_item_set_generated(bcnet_add_float(msg->tree, hf[i], msg->tvb, start, msg->pos - start, vector[i]));
}

void bcnet_read_relative_point(bcnet_msg_t *msg, bcnet_scope_t *scope, const bcnet_vector_t *hf, int hf_fraction,
                               const char *radii)
{
    float point[3];

    bcnet_read_direction(msg, point);
    const float fraction = bcnet_fraction(bcnet_read_u8(msg, hf_vector_length));
    if (msg->tree && !msg->truncated)
        proto_item_set_generated(bcnet_add_float(msg->tree, hf_fraction, msg->tvb, msg->pos - 1, 1, fraction));
    for (unsigned i = 0; i < 3; i++)
        point[i] *= fraction;
    bcnet_show_vector(msg, hf->axes, point, scope->start);
    bcnet_close_vector(msg, scope, point, 3);
    if (scope->item && !msg->truncated)
        proto_item_append_text(scope->item, " %s", radii);
}

void bcnet_read_vector(bcnet_msg_t *msg, const int hf[3], float vector[3])
{
    for (unsigned i = 0; i < 3; i++)
        vector[i] = bcnet_read_float(msg, hf[i]);
}

/* ---- Subtrees and generated fields ---- */

bcnet_scope_t bcnet_open(bcnet_msg_t *msg, int hf)
{
    bcnet_scope_t scope = { .outer = msg->tree, .item = NULL, .start = msg->pos };

    if (msg->tree && !msg->truncated) {
        scope.item = proto_tree_add_item(msg->tree, hf, msg->tvb, msg->pos, 0, ENC_NA);
        msg->tree = bcnet_below(scope.item, hf);
    }
    return scope;
}

void bcnet_close(bcnet_msg_t *msg, bcnet_scope_t *scope)
{
    if (scope->item)
        proto_item_set_len(scope->item, msg->pos - scope->start);
    msg->tree = scope->outer;
    msg->last = scope->item;
}

void bcnet_read_position(bcnet_msg_t *msg, const bcnet_vector_t *hf, float position[3])
{
    bcnet_scope_t scope = bcnet_open(msg, hf->item);

    bcnet_read_vector(msg, hf->axes, position);
    bcnet_close_vector(msg, &scope, position, 2);
}

void bcnet_close_vector(bcnet_msg_t *msg, bcnet_scope_t *scope, const float vector[3], int decimals)
{
    if (scope->item && !msg->truncated && PTREE_DATA(msg->tree)->visible)
        proto_item_append_text(scope->item, ": (%s, %s, %s)", bcnet_fixed(vector[0], decimals).text,
                               bcnet_fixed(vector[1], decimals).text, bcnet_fixed(vector[2], decimals).text);
    bcnet_close(msg, scope);
}

static const char *of_axis(const char *text, int axis)
{
    char *made = wmem_strdup(wmem_epan_scope(), text);

    for (char *p = made; *p; p++)
        if ((*p == 'x' || *p == 'X') && (p == made || !g_ascii_isalpha(p[-1])) && !g_ascii_isalpha(p[1]))
            *p = (char)(*p + axis);
    return made;
}

static hf_register_info *for_axis(const hf_register_info *x, int axis)
{
    hf_register_info *field = (hf_register_info *)wmem_memdup(wmem_epan_scope(), x, sizeof *x);

    field->p_id += axis;
    field->hfinfo.name = of_axis(x->hfinfo.name, axis);
    field->hfinfo.abbrev = of_axis(x->hfinfo.abbrev, axis);
    field->hfinfo.blurb = of_axis(x->hfinfo.blurb, axis);
    return field;
}

/* Kinds of trees, by field: Wireshark opens and closes those of a kind together. -1: the field was not registered here, and
 * Wireshark says so of a tree of that kind. */
static int *trees, tree_count;

/* Fields are numbered as they come, behind their protocol. */
static void add_tree(int hf)
{
    const int place = hf - proto_bcnet;

    trees = (int *)wmem_realloc(wmem_epan_scope(), trees, (size_t)(place + 1) * sizeof *trees);
    while (tree_count <= place)
        trees[tree_count++] = -1;
    proto_register_subtree_array(&(int *const){ &trees[place] }, 1);
}

proto_tree *bcnet_below(proto_item *item, int hf)
{
    return proto_item_add_subtree(item, trees[hf - proto_bcnet]);
}

void bcnet_register_fields(int proto, hf_register_info *const *lists)
{
    if (!trees)
        add_tree(proto);
    for (; *lists; lists++) {
        for (hf_register_info *row = *lists; row->p_id; row++) {
            const int axes = g_str_has_suffix(row->hfinfo.abbrev, ".x") ? 3 : 1;
            for (int axis = 0; axis < axes; axis++) {
                hf_register_info *field = axis == 0 ? row : for_axis(row, axis);
                proto_register_field_array(proto, field, 1);
                add_tree(*field->p_id);
            }
        }
    }
}

static proto_item *generated(bcnet_msg_t *msg, proto_item *item)
{
    proto_item_set_generated(item);
    msg->last = item;
    return item;
}

proto_item *bcnet_generated_uint(bcnet_msg_t *msg, int hf, uint32_t value)
{
    return msg->tree ? generated(msg, proto_tree_add_uint(msg->tree, hf, msg->tvb, msg->pos, 0, value)) : NULL;
}

proto_item *bcnet_generated_float(bcnet_msg_t *msg, int hf, float value)
{
    return msg->tree ? generated(msg, bcnet_add_float(msg->tree, hf, msg->tvb, msg->pos, 0, value)) : NULL;
}

proto_item *bcnet_generated_string(bcnet_msg_t *msg, int hf, const char *value)
{
    return msg->tree ? generated(msg, proto_tree_add_string(msg->tree, hf, msg->tvb, msg->pos, 0, value)) : NULL;
}

proto_item *bcnet_generated_time(bcnet_msg_t *msg, int hf, const nstime_t *time)
{
    if (!msg->tree)
        return NULL;
    proto_item *item = proto_tree_add_time(msg->tree, hf, msg->tvb, msg->pos, 0, time);
    proto_item_set_generated(item);
    return item;
}

/* ---- Words ---- */

void bcnet_say(bcnet_msg_t *msg, const char *format, ...)
{
    va_list arguments;

    if (!msg->text)
        return;
    va_start(arguments, format);
    wmem_strbuf_append_vprintf(msg->text, format, arguments);
    va_end(arguments);
}

void bcnet_complain(bcnet_msg_t *msg, bcnet_expert_t which, const char *summary)
{
    bcnet_expert(msg->pinfo, item_in_hand(msg), graded(msg, which), summary);
}

void bcnet_complain_with(bcnet_msg_t *msg, bcnet_expert_t which, const char *summary, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    bcnet_expert_list(msg->pinfo, item_in_hand(msg), graded(msg, which), summary, format, arguments);
    va_end(arguments);
}

hf_register_info *const bcnet_reader_fields[] = { rest_fields, vector_fields, NULL };
