/* Bytes as people write them: hex mixed with typed values.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-bytes.h"

#include <math.h>
#include <string.h>

#include "common/system.h"
#include "forge/forge-files.h"

/* Appending. */

static void append_integer(GByteArray *bytes, guint64 value, unsigned size, gboolean big_endian)
{
    for (unsigned i = 0; i < size; i++) {
        guint8 byte = (guint8)(value >> 8 * (big_endian ? size - 1 - i : i));
        g_byte_array_append(bytes, &byte, 1);
    }
}

void bcnet_forge_append_u16(GByteArray *bytes, guint16 value)
{
    append_integer(bytes, value, 2, FALSE);
}

void bcnet_forge_append_u32(GByteArray *bytes, guint32 value)
{
    append_integer(bytes, value, 4, FALSE);
}

void bcnet_forge_append_latin1(GByteArray *bytes, const char *utf8)
{
    for (const char *p = utf8; *p != '\0'; p = g_utf8_next_char(p)) {
        gunichar character = g_utf8_get_char(p);
        guint8   byte = character <= 0xFF ? (guint8)character : 0x01;
        g_byte_array_append(bytes, &byte, 1);
    }
}

void bcnet_forge_append_utf16(GByteArray *bytes, const char *utf8, gboolean terminated)
{
    glong      units = 0;
    gunichar2 *text = g_utf8_to_utf16(utf8, -1, NULL, &units, NULL);

    for (glong i = 0; text && i < units; i++)
        bcnet_forge_append_u16(bytes, text[i]);
    if (terminated)
        bcnet_forge_append_u16(bytes, 0);
    g_free(text);
}

static void append_f32(GByteArray *bytes, float value)
{
    guint32 bits;

    memcpy(&bits, &value, sizeof bits);
    bcnet_forge_append_u32(bytes, bits);
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
    const forge_scope_t *scope;
    const forge_line_t  *line;
    const forge_token_t *token;
    unsigned             offset; /* of the value behind the colon */
    GByteArray          *out;
} item_t;

typedef struct {
    const char *name;
    gint64      minimum;
    gint64      maximum;
    unsigned    size;
    gboolean    big_endian;
} integer_type_t;

static const integer_type_t integer_types[] = {
    { "u8", 0, 0xFF, 1, FALSE },        { "i8", -0x80, 0x7F, 1, FALSE },
    { "u16", 0, 0xFFFF, 2, FALSE },     { "i16", -0x8000, 0x7FFF, 2, FALSE },
    { "u32", 0, 0xFFFFFFFF, 4, FALSE }, { "i32", -(gint64)0x80000000, 0x7FFFFFFF, 4, FALSE },
    { "be16", 0, 0xFFFF, 2, TRUE },     { "be32", 0, 0xFFFFFFFF, 4, TRUE },
};

static gboolean add_integer(item_t *item, const integer_type_t *type, GError **error)
{
    gint64   value;
    char    *what = g_strdup_printf("A value of type %s", type->name);
    gboolean fine = bcnet_forge_integer(item->scope, item->line, item->token, item->offset, what, type->minimum,
                                        type->maximum, &value, error);

    g_free(what);
    if (fine)
        append_integer(item->out, (guint64)value, type->size, type->big_endian);
    return fine;
}

static gboolean add_f32(item_t *item, GError **error)
{
    double value;

    if (!bcnet_forge_evaluate(item->scope, item->line, item->token, item->offset, &value, error))
        return FALSE;
    append_f32(item->out, (float)value);
    return TRUE;
}

static gboolean add_cf16(item_t *item, GError **error)
{
    double value;

    if (!bcnet_forge_evaluate(item->scope, item->line, item->token, item->offset, &value, error))
        return FALSE;
    if (!isfinite(value)) {
        return bcnet_forge_fail_inside(item->line, item->token, item->offset, error,
                                       "cf16 has no code for this. A finite number is expected.");
    }
    bcnet_forge_append_u16(item->out, bcnet_forge_cf16((float)value));
    return TRUE;
}

static gboolean take_count(const item_t *item, gint64 *count, GError **error)
{
    return bcnet_forge_integer(item->scope, item->line, item->token, item->offset, "The number of bytes", 0,
                               BCNET_FORGE_MAX_BYTES, count, error);
}

static gboolean add_zeros(item_t *item, GError **error)
{
    gint64 count;

    if (!take_count(item, &count, error))
        return FALSE;
    guint before = item->out->len;
    g_byte_array_set_size(item->out, before + (guint)count);
    memset(item->out->data + before, 0, (gsize)count);
    return TRUE;
}

/* Recognisable filler: 00 01 02 .. FA 00 01 .. The prime 251 keeps its repeats from falling together
 * with fragment or line boundaries. */
static gboolean add_pattern(item_t *item, GError **error)
{
    gint64 count;

    if (!take_count(item, &count, error))
        return FALSE;
    for (gint64 i = 0; i < count; i++) {
        guint8 byte = (guint8)(i % 251);
        g_byte_array_append(item->out, &byte, 1);
    }
    return TRUE;
}

/* `bits:1,0,0`: a bit group with its count, first boolean in bit 0 (20.1). */
static gboolean add_bits(item_t *item, GError **error)
{
    const char *text = item->token->text + item->offset;
    unsigned    count = 0, value = 0;

    for (const char *p = text; *p != '\0'; p += p[1] == ',' && p[2] != '\0' ? 2 : 1) {
        if ((*p != '0' && *p != '1') || count == 5) {
            count = 0;
            break;
        }
        value |= (unsigned)(*p - '0') << count++;
    }
    if (count == 0) {
        return bcnet_forge_fail_inside(item->line, item->token, item->offset, error,
                                       "One to five bits are expected here, the first one first, such as 1,0,0.");
    }
    guint8 byte = (guint8)(count << 5 | value);
    g_byte_array_append(item->out, &byte, 1);
    return TRUE;
}

static gboolean add_ip(item_t *item, GError **error)
{
    guint8 address[4];

    if (inet_pton(AF_INET, item->token->text + item->offset, address) != 1) {
        return bcnet_forge_fail_inside(item->line, item->token, item->offset, error,
                                       "An IPv4 address is expected here, such as 10.10.10.1.");
    }
    g_byte_array_append(item->out, address, sizeof address);
    return TRUE;
}

static gboolean add_str(item_t *item, GError **error)
{
    bcnet_forge_append_latin1(item->out, item->token->string);
    return TRUE;
}

static gboolean add_counted_string(item_t *item, unsigned size, GError **error)
{
    glong length = g_utf8_strlen(item->token->string, -1);

    if (length >= 1L << 8 * size) {
        return bcnet_forge_fail(item->line, item->token, error,
                                "The string has %ld characters, more than its length field of %u bits can say.", length,
                                8 * size);
    }
    append_integer(item->out, (guint64)length, size, FALSE);
    return add_str(item, error);
}

static gboolean add_str8(item_t *item, GError **error)
{
    return add_counted_string(item, 1, error);
}

static gboolean add_str16(item_t *item, GError **error)
{
    return add_counted_string(item, 2, error);
}

static gboolean add_utf16(item_t *item, GError **error)
{
    bcnet_forge_append_utf16(item->out, item->token->string, FALSE);
    return TRUE;
}

static gboolean add_utf16z(item_t *item, GError **error)
{
    bcnet_forge_append_utf16(item->out, item->token->string, TRUE);
    return TRUE;
}

static gboolean add_file(item_t *item, GError **error)
{
    gsize length;
    char *contents = bcnet_forge_read_file(item->scope, item->line, item->token, BCNET_FORGE_MAX_BYTES, &length, error);

    if (!contents)
        return FALSE;
    g_byte_array_append(item->out, (const guint8 *)contents, (guint)length);
    g_free(contents);
    return TRUE;
}

typedef struct {
    const char *name;
    gboolean    takes_string;
    gboolean (*add)(item_t *item, GError **error);
} value_type_t;

static const value_type_t value_types[] = {
    { "f32", FALSE, add_f32 },         { "cf16", FALSE, add_cf16 },    { "zeros", FALSE, add_zeros },
    { "pattern", FALSE, add_pattern }, { "bits", FALSE, add_bits },    { "ip", FALSE, add_ip },
    { "str", TRUE, add_str },          { "str8", TRUE, add_str8 },     { "str16", TRUE, add_str16 },
    { "utf16", TRUE, add_utf16 },      { "utf16z", TRUE, add_utf16z }, { "file", TRUE, add_file },
};

static gboolean add_value_of_type(item_t *item, const value_type_t *type, GError **error)
{
    if (type->takes_string != (item->token->string != NULL)) {
        return bcnet_forge_fail_inside(item->line, item->token, item->offset, error,
                                       type->takes_string ? "A string in quotes is expected behind %s:"
                                                          : "A value without quotes is expected behind %s:",
                                       type->name);
    }
    return type->add(item, error);
}

static gboolean add_typed(item_t *item, const char *name, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(integer_types); i++)
        if (strcmp(name, integer_types[i].name) == 0)
            return add_integer(item, &integer_types[i], error);
    for (gsize i = 0; i < G_N_ELEMENTS(value_types); i++)
        if (strcmp(name, value_types[i].name) == 0)
            return add_value_of_type(item, &value_types[i], error);
    return bcnet_forge_fail(item->line, item->token, error,
                            "\"%s:\" is no type. There are u8 i8 u16 i16 u32 i32 be16 be32 f32 cf16 bits ip str str8 "
                            "str16 utf16 utf16z zeros pattern file.",
                            name);
}

static gboolean add_name(item_t *item, GError **error)
{
    const char       *name = item->token->text + 1;
    const GByteArray *bytes = bcnet_forge_scope_bytes(item->scope, name);

    if (bytes) {
        g_byte_array_append(item->out, bytes->data, bytes->len);
        return TRUE;
    }
    return bcnet_forge_fail(item->line, item->token, error,
                            bcnet_forge_scope_counter(item->scope, name)
                                ? "$%s is a counter. Say how it is to be written, for example u8:$i."
                                : "No \"let\" before this line gives $%s a meaning.",
                            name);
}

static gboolean add_hex(item_t *item, GError **error)
{
    const char *text = item->token->text;
    gsize       length = strlen(text);

    for (gsize i = 0; i < length; i++) {
        if (!g_ascii_isxdigit(text[i])) {
            unsigned column = (unsigned)g_utf8_strlen(text, (gssize)i);
            return bcnet_forge_fail_inside(item->line, item->token, column, error,
                                           "Bytes are expected here: two hexadecimal digits each, or a typed value "
                                           "such as u16:513, or $NAME.");
        }
    }
    if (length % 2 != 0) {
        return bcnet_forge_fail(item->line, item->token, error, "A byte has two hexadecimal digits, but \"%s\" has %s.",
                                text, length == 1 ? "one" : "an odd number of them");
    }
    for (gsize i = 0; i < length; i += 2) {
        guint8 byte = (guint8)(g_ascii_xdigit_value(text[i]) << 4 | g_ascii_xdigit_value(text[i + 1]));
        g_byte_array_append(item->out, &byte, 1);
    }
    return TRUE;
}

static gboolean add_item(item_t *item, GError **error)
{
    const char *text = item->token->text;
    const char *colon = strchr(text, ':');

    /* Bars group the bytes of a quoted datagram for the eye. */
    if (bcnet_forge_is_word(item->token, "|"))
        return TRUE;
    if (colon) {
        char *name = g_strndup(text, (gsize)(colon - text));
        item->offset = (unsigned)(colon - text) + 1;
        gboolean fine = add_typed(item, name, error);
        g_free(name);
        return fine;
    }
    if (item->token->string) {
        return bcnet_forge_fail(item->line, item->token, error,
                                "Bytes are expected here. A string says how it is to be written, for example "
                                "str:\"scripts/\" or utf16:\"Ace\".");
    }
    return *text == '$' ? add_name(item, error) : add_hex(item, error);
}

GByteArray *bcnet_forge_take_bytes(const forge_scope_t *scope, forge_cursor_t *cursor, gboolean may_be_empty,
                                   GError **error)
{
    item_t   item = { .scope = scope, .line = cursor->line, .out = g_byte_array_new() };
    gboolean fine = TRUE;

    if (!bcnet_forge_peek(cursor) && !may_be_empty) {
        fine =
            bcnet_forge_fail(cursor->line, NULL, error,
                             "Bytes are missing here: two hexadecimal digits each, or typed values such as u16:513.");
    }
    while (fine && (item.token = bcnet_forge_take(cursor)) != NULL) {
        fine = add_item(&item, error);
        if (fine && item.out->len > BCNET_FORGE_MAX_BYTES)
            fine = bcnet_forge_fail(item.line, item.token, error, "With this the bytes get longer than 1 MiB.");
    }
    if (!fine) {
        g_byte_array_free(item.out, TRUE);
        return NULL;
    }
    return item.out;
}
