/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads compiled scripts. The format is that of Python 1.5.2, as its own sources (Python/marshal.c) have it. */
#include <string.h>

#include "datagram/little-endian.h"
#include "mods/script.h"

enum {
    HEAD_SIZE = 8, /* the number of the Python, the time of the script */
    PYTHON_1_5 = 20121, /* the number of 1.5, 1.5.1 and 1.5.2 */
    DEPTH_MAX = 40, /* of values within values */
    ANY_ARGUMENTS = 4 | 8 /* the flags of "*rest" and "**rest" */
};

typedef struct {
    bcnet_script_t *script;
    bcnet_arena_t  *arena; /* of it */
    const uint8_t  *at, *end;
    unsigned        depth;
    bool            bad;
} bcnet_marshal_reader_t;

static bcnet_value_t read_value(bcnet_marshal_reader_t *reader);

/* ---- numbers and texts ---- */

/* The next bytes, NULL when there are not so many. */
static const uint8_t *take(bcnet_marshal_reader_t *reader, size_t count)
{
    const uint8_t *bytes = reader->at;

    if (reader->bad || count > (size_t)(reader->end - reader->at)) {
        reader->bad = true;
        return NULL;
    }
    reader->at += count;
    return bytes;
}

/* A number of 1, 2 or 4 bytes; 0 when there are not so many. */
static uint32_t read_number(bcnet_marshal_reader_t *reader, unsigned size)
{
    const uint8_t *bytes = take(reader, size);

    if (!bytes)
        return 0;
    return size == 4 ? bcnet_le32(bytes) : size == 2 ? bcnet_le16(bytes) : *bytes;
}

static bcnet_value_t read_text(bcnet_marshal_reader_t *reader)
{
    size_t         length = read_number(reader, 4);
    const uint8_t *bytes = take(reader, length);

    return bytes && length <= BCNET_TEXT_MAX ? TEXT_VALUE(bcnet_arena_utf8(reader->arena, (const char *)bytes, &length))
                                             : UNKNOWN_VALUE;
}

/* A number in decimal digits. */
static bcnet_value_t read_float(bcnet_marshal_reader_t *reader)
{
    unsigned       length = read_number(reader, 1);
    const uint8_t *bytes = take(reader, length);

    return NUMBER_VALUE(bytes ? g_ascii_strtod(bcnet_arena_text(reader->arena, (const char *)bytes, length), NULL) : 0);
}

/* ---- containers ---- */

static bcnet_value_t read_list(bcnet_marshal_reader_t *reader)
{
    uint32_t      count = read_number(reader, 4);
    bcnet_list_t *list = BCNET_ARENA_NEW(reader->arena, bcnet_list_t);

    if (count > (size_t)(reader->end - reader->at))
        reader->bad = true; /* a value takes a byte at least */
    for (uint32_t i = 0; i < count && !reader->bad; i++)
        bcnet_list_append(reader->arena, list, read_value(reader));
    return LIST_VALUE(VALUE_LIST, list);
}

/* The constants of a code; or its names, which are texts, each with the one address of its name. */
static bcnet_list_t read_items(bcnet_marshal_reader_t *reader, bool names)
{
    const bcnet_value_t value = read_value(reader);
    const bcnet_list_t  list = value.kind == VALUE_LIST ? *value.list : (bcnet_list_t){ 0 };

    for (unsigned i = 0; names && i < list.count; i++) {
        bcnet_value_t *name = &list.items[i];

        reader->bad = reader->bad || name->kind != VALUE_TEXT;
        if (!reader->bad)
            name->text = bcnet_script_name(reader->script, name->text, strlen(name->text));
    }
    return list;
}

static bcnet_value_t read_code(bcnet_marshal_reader_t *reader)
{
    bcnet_code_t  *code = BCNET_ARENA_NEW(reader->arena, bcnet_code_t);
    const uint8_t *bytes;

    code->parameters = read_number(reader, 2);
    take(reader, 4); /* local variables; how many values the code needs at a time */
    code->any_arguments = (read_number(reader, 2) & ANY_ARGUMENTS) != 0;
    reader->bad = read_number(reader, 1) != 's' || reader->bad; /* the instructions are stored as a text */
    code->length = read_number(reader, 4);
    bytes = take(reader, code->length);
    code->bytes = bcnet_arena_copy(reader->arena, bytes, bytes ? code->length : 0);
    code->constants = read_items(reader, false);
    code->names = read_items(reader, true);
    code->variables = read_items(reader, true);
    read_value(reader); /* the script's file */
    read_value(reader); /* the function's name */
    take(reader, 2); /* its first line */
    read_value(reader); /* lines in another form */
    reader->bad = reader->bad || code->parameters > code->variables.count;
    return (bcnet_value_t){ .kind = VALUE_CODE, .code = code };
}

static bcnet_value_t read_kind(bcnet_marshal_reader_t *reader, unsigned kind)
{
    switch (kind) {
    case 'N':
        return NONE_VALUE;
    case 'i':
        return INTEGER_VALUE((int32_t)read_number(reader, 4));
    case 'l': /* an integer of any size, its digits of two bytes: it is not followed */
        take(reader, 2 * (size_t)ABS((int64_t)(int32_t)read_number(reader, 4)));
        return UNKNOWN_VALUE;
    case 'f':
        return read_float(reader);
    case 's':
        return read_text(reader);
    case '(':
    case '[':
        return read_list(reader);
    case 'c':
        return read_code(reader);
    default: /* none that stands in a script */
        reader->bad = true;
        return UNKNOWN_VALUE;
    }
}

static bcnet_value_t read_value(bcnet_marshal_reader_t *reader)
{
    bcnet_value_t value = UNKNOWN_VALUE;

    if (++reader->depth > DEPTH_MAX || !bcnet_script_step(reader->script, 1))
        reader->bad = true;
    else
        value = read_kind(reader, read_number(reader, 1));
    reader->depth--;
    return value;
}

/* ---- the file ---- */

const bcnet_code_t *bcnet_marshal_read(bcnet_script_t *script, const char *text, size_t length)
{
    const uint8_t         *bytes = (const uint8_t *)text;
    bcnet_marshal_reader_t reader = { .script = script, .arena = script->arena, .at = bytes, .end = bytes + length };
    bcnet_value_t          code;

    if (bcnet_le16(bytes) != PYTHON_1_5) {
        bcnet_script_fail(script, "this compiled script was not made by the game's Python, which is 1.5");
        return NULL;
    }
    take(&reader, HEAD_SIZE);
    code = read_value(&reader);
    if (!reader.bad && code.kind == VALUE_CODE)
        return code.code;
    bcnet_script_fail(script, "this compiled script is damaged");
    return NULL;
}
