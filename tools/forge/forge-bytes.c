/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "forge/forge-bytes.h"

#include <math.h>
#include <string.h>

#include "common/system.h"

/* Appending. */

void bcnet_forge_append(GByteArray *bytes, guint64 value, guint size)
{
    const guint64 little = GUINT64_TO_LE(value);

    g_byte_array_append(bytes, (const guint8 *)&little, size);
}

static guint64 swapped(guint64 value, guint size)
{
    return GUINT64_SWAP_LE_BE(value) >> 8 * (sizeof value - size);
}

static void put_value(GByteArray *out, char form, va_list *values)
{
    if (form == 't' || form == 'T') {
        const char *text = va_arg(*values, const char *);
        bcnet_forge_append(out, strlen(text), form == 't' ? 1 : 2);
        g_byte_array_append(out, (const guint8 *)text, (guint)strlen(text));
    } else if (form == 'f') {
        const float value = (float)va_arg(*values, double);
        guint32     bits;
        memcpy(&bits, &value, sizeof bits);
        bcnet_forge_append(out, bits, sizeof bits);
    } else {
        const guint value = va_arg(*values, guint), size = form == 'b' ? 1 : form == 'h' || form == 'H' ? 2 : 4;
        bcnet_forge_append(out, g_ascii_isupper(form) ? swapped(value, size) : value, size);
    }
}

GByteArray *bcnet_forge_pack(GByteArray *bytes, const char *form, ...)
{
    GByteArray *out = bytes ? bytes : g_byte_array_new();
    va_list     values;

    va_start(values, form);
    for (; *form; form++)
        put_value(out, *form, &values);
    va_end(values);
    return out;
}

void bcnet_forge_append_latin1(GByteArray *bytes, const char *utf8)
{
    for (const char *p = utf8; *p != '\0'; p = g_utf8_next_char(p)) {
        gunichar character = g_utf8_get_char(p);
        bcnet_forge_append(bytes, character <= 0xFF ? (guint8)character : 0x01, 1);
    }
}

void bcnet_forge_append_utf16(GByteArray *bytes, const char *utf8, gboolean terminated)
{
    glong                 units = 0;
    g_autofree gunichar2 *text = g_utf8_to_utf16(utf8, -1, NULL, &units, NULL);

    for (glong i = 0; text && i < units; i++)
        bcnet_forge_append(bytes, text[i], 2);
    if (terminated)
        bcnet_forge_append(bytes, 0, 2);
}

void bcnet_forge_append_hex(GByteArray *bytes, const char *digits)
{
    for (; *digits != '\0'; digits += 2)
        bcnet_forge_append(bytes, (guint8)(g_ascii_xdigit_value(digits[0]) << 4 | g_ascii_xdigit_value(digits[1])), 1);
}

gboolean bcnet_forge_append_ip(GByteArray *bytes, const char *text)
{
    guint8 address[4];

    if (inet_pton(AF_INET, text, address) != 1)
        return FALSE;
    g_byte_array_append(bytes, address, sizeof address);
    return TRUE;
}

/* 20.2: everything in single precision; double precision gives another code for 5.0. `volatile` makes
 * compilers that calculate in wider registers round after each step. */
guint16 bcnet_forge_cf16(float value)
{
    volatile float amount = fabsf(value);
    volatile float low = 0.0f;
    volatile float high = 0.001f;
    unsigned       decade = 0;

    while (amount >= high && decade < 8) {
        low = high;
        high = high * 10.0f;
        decade++;
    }
    unsigned mantissa = 0xFFF;
    if (decade == 8) {
        decade = 7;
    } else {
        volatile float share = (amount - low) / (high - low);
        mantissa = (unsigned)(share * 4095.0f);
    }
    return (guint16)((signbit(value) ? 0x8000u : 0u) | decade << 12 | mantissa);
}

/* Typed values: `u16:513`, `str:"scripts/"`. */

typedef struct {
    forge_cursor_t      *cursor;
    const forge_token_t *token;
    unsigned             offset; /* of the value behind the colon */
    GByteArray          *out;
} item_t;

typedef struct type {
    const char *name;
    void (*add)(const item_t *item, const struct type *type);
    gboolean takes_string;
    unsigned size; /* in bytes: of a number, or of the length in front of a string */
    gint64   minimum; /* of a number */
    gint64   maximum;
} type_t;

static guint64 integer_of(const item_t *item, const type_t *type)
{
    g_autofree char *what = g_strdup_printf("A value of type %s", type->name);

    return (guint64)bcnet_forge_integer(item->cursor, item->token, item->offset, what, type->minimum, type->maximum);
}

static void add_integer(const item_t *item, const type_t *type)
{
    bcnet_forge_append(item->out, integer_of(item, type), type->size);
}

static void add_big_endian(const item_t *item, const type_t *type)
{
    bcnet_forge_append(item->out, swapped(integer_of(item, type), type->size), type->size);
}

static void add_f32(const item_t *item, const type_t *type)
{
    bcnet_forge_pack(item->out, "f", bcnet_forge_evaluate(item->cursor, item->token, item->offset));
}

static void add_cf16(const item_t *item, const type_t *type)
{
    double value = bcnet_forge_evaluate(item->cursor, item->token, item->offset);

    if (isfinite(value))
        bcnet_forge_append(item->out, bcnet_forge_cf16((float)value), 2);
    else
        bcnet_forge_fail_inside(item->cursor, item->token, item->offset,
                                "cf16 has no code for this. A finite number is expected.");
}

static guint count_of(const item_t *item)
{
    return (guint)bcnet_forge_integer(item->cursor, item->token, item->offset, "The number of bytes", 0,
                                      BCNET_FORGE_MAX_BYTES);
}

static void add_zeros(const item_t *item, const type_t *type)
{
    guint before = item->out->len, count = count_of(item);

    g_byte_array_set_size(item->out, before + count);
    memset(item->out->data + before, 0, count);
}

/* Recognisable filler: 00 01 02 .. FA 00 01 .. The prime 251 keeps its repeats from falling together
 * with fragment or line boundaries. */
static void add_pattern(const item_t *item, const type_t *type)
{
    guint count = count_of(item);

    for (guint i = 0; i < count; i++)
        bcnet_forge_append(item->out, (guint8)(i % 251), 1);
}

/* `bits:1,0,0`: a bit group with its count, first boolean in bit 0 (20.1). */
static void add_bits(const item_t *item, const type_t *type)
{
    unsigned count = 0, value = 0;

    for (const char *p = item->token->text + item->offset; *p != '\0'; p += p[1] == ',' && p[2] != '\0' ? 2 : 1) {
        if ((*p != '0' && *p != '1') || count == 5) {
            count = 0;
            break;
        }
        value |= (unsigned)(*p - '0') << count++;
    }
    if (count == 0) {
        bcnet_forge_fail_inside(item->cursor, item->token, item->offset,
                                "One to five bits are expected here, the first one first, such as 1,0,0.");
    }
    bcnet_forge_append(item->out, (guint8)(count << 5 | value), 1);
}

static void add_ip(const item_t *item, const type_t *type)
{
    if (!bcnet_forge_append_ip(item->out, item->token->text + item->offset)) {
        bcnet_forge_fail_inside(item->cursor, item->token, item->offset,
                                "An IPv4 address is expected here, such as 10.10.10.1.");
    }
}

static void add_str(const item_t *item, const type_t *type)
{
    glong length = g_utf8_strlen(item->token->string, -1);

    if (type->size > 0 && length > type->maximum) {
        bcnet_forge_fail(item->cursor, item->token,
                         "The string has %ld characters, more than its length field of %u bits can say.", length,
                         8 * type->size);
    }
    bcnet_forge_append(item->out, (guint64)length, type->size);
    bcnet_forge_append_latin1(item->out, item->token->string);
}

static void add_utf16(const item_t *item, const type_t *type)
{
    bcnet_forge_append_utf16(item->out, item->token->string, type->size > 0);
}

static void add_file(const item_t *item, const type_t *type)
{
    gsize            length;
    g_autofree char *contents = bcnet_forge_read_file(item->cursor, item->token, BCNET_FORGE_MAX_BYTES, &length);

    if (contents)
        g_byte_array_append(item->out, (const guint8 *)contents, (guint)length);
}

static const type_t types[] = {
    { "u8", add_integer, FALSE, 1, 0, 0xFF },
    { "i8", add_integer, FALSE, 1, -0x80, 0x7F },
    { "u16", add_integer, FALSE, 2, 0, 0xFFFF },
    { "i16", add_integer, FALSE, 2, -0x8000, 0x7FFF },
    { "u32", add_integer, FALSE, 4, 0, 0xFFFFFFFF },
    { "i32", add_integer, FALSE, 4, -(gint64)0x80000000, 0x7FFFFFFF },
    { "be16", add_big_endian, FALSE, 2, 0, 0xFFFF },
    { "be32", add_big_endian, FALSE, 4, 0, 0xFFFFFFFF },
    { "f32", add_f32, FALSE, 4, 0, 0 },
    { "cf16", add_cf16, FALSE, 2, 0, 0 },
    { "bits", add_bits, FALSE, 1, 0, 0 },
    { "ip", add_ip, FALSE, 4, 0, 0 },
    { "str", add_str, TRUE, 0, 0, 0 },
    { "str8", add_str, TRUE, 1, 0, 0xFF },
    { "str16", add_str, TRUE, 2, 0, 0xFFFF },
    { "utf16", add_utf16, TRUE, 0, 0, 0 },
    { "utf16z", add_utf16, TRUE, 2, 0, 0 },
    { "zeros", add_zeros, FALSE, 0, 0, 0 },
    { "pattern", add_pattern, FALSE, 0, 0, 0 },
    { "file", add_file, TRUE, 0, 0, 0 },
    { NULL, NULL, FALSE, 0, 0, 0 },
};

static void add_typed(const item_t *item, const char *name)
{
    const type_t *type = types;

    while (type->name && strcmp(name, type->name) != 0)
        type++;
    gboolean is_integer = type->maximum > 0 && !type->takes_string; /* complains of strings itself */
    if (!type->name) {
        bcnet_forge_fail(item->cursor, item->token,
                         "\"%s:\" is no type. There are u8 i8 u16 i16 u32 i32 be16 be32 f32 cf16 bits ip str str8 "
                         "str16 utf16 utf16z zeros pattern file.",
                         name);
    } else if (type->takes_string != (item->token->string != NULL) && !is_integer) {
        bcnet_forge_fail_inside(item->cursor, item->token, item->offset,
                                type->takes_string ? "A string in quotes is expected behind %s:"
                                                   : "A value without quotes is expected behind %s:",
                                type->name);
    } else {
        type->add(item, type);
    }
}

static void add_name(const item_t *item)
{
    const forge_scope_t *scope = item->cursor->scope;
    const char          *name = item->token->text + 1;
    const GByteArray    *bytes = g_hash_table_lookup(scope->bytes, name);

    if (bytes) {
        g_byte_array_append(item->out, bytes->data, bytes->len);
        return;
    }
    bcnet_forge_fail(item->cursor, item->token,
                     g_hash_table_contains(scope->counters, name)
                         ? "$%s is a counter. Say how it is to be written, for example u8:$i."
                         : "No \"let\" before this line gives $%s a meaning.",
                     name);
}

static void add_hex(const item_t *item)
{
    const char *text = item->token->text;
    gsize       length = strlen(text), digits = strspn(text, "0123456789ABCDEFabcdef");

    if (digits < length) {
        bcnet_forge_fail_inside(item->cursor, item->token, (unsigned)digits,
                                "Bytes are expected here: two hexadecimal digits each, or a typed value "
                                "such as u16:513, or $NAME.");
    } else if (length % 2 != 0) {
        bcnet_forge_fail(item->cursor, item->token, "A byte has two hexadecimal digits, but \"%s\" has %s.", text,
                         length == 1 ? "one" : "an odd number of them");
    } else {
        bcnet_forge_append_hex(item->out, text);
    }
}

static void add_item(item_t *item)
{
    const char *text = item->token->text;
    const char *colon = strchr(text, ':');

    /* Bars group the bytes of a quoted datagram for the eye. */
    if (bcnet_forge_is_word(item->token, "|"))
        return;
    if (colon) {
        g_autofree char *name = g_strndup(text, (gsize)(colon - text));
        item->offset = (unsigned)(colon - text) + 1;
        add_typed(item, name);
    } else if (item->token->string) {
        bcnet_forge_fail(item->cursor, item->token,
                         "Bytes are expected here. A string says how it is to be written, for example "
                         "str:\"scripts/\" or utf16:\"Ace\".");
    } else if (*text == '$') {
        add_name(item);
    } else {
        add_hex(item);
    }
}

GByteArray *bcnet_forge_take_bytes(forge_cursor_t *cursor, gboolean may_be_empty)
{
    item_t item = { .cursor = cursor, .out = g_byte_array_new() };

    if (!bcnet_forge_peek(cursor) && !may_be_empty) {
        bcnet_forge_fail(cursor, NULL,
                         "Bytes are missing here: two hexadecimal digits each, or typed values such as u16:513.");
    }
    while ((item.token = bcnet_forge_take(cursor)) != NULL) {
        add_item(&item);
        if (item.out->len > BCNET_FORGE_MAX_BYTES)
            bcnet_forge_fail(cursor, item.token, "With this the bytes get longer than 1 MiB.");
    }
    return item.out;
}
