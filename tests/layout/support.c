/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support.h"

#include <stdlib.h>
#include <string.h>

GByteArray *test_bytes(const char *hex)
{
    GByteArray *bytes = g_byte_array_new();

    while (*hex != '\0') {
        if (*hex == ' ') {
            hex++;
            continue;
        }
        g_assert_true(g_ascii_isxdigit(hex[0]) && g_ascii_isxdigit(hex[1]));
        guint8 byte = (guint8)(g_ascii_xdigit_value(hex[0]) * 16 + g_ascii_xdigit_value(hex[1]));

        g_byte_array_append(bytes, &byte, 1);
        hex += 2;
    }
    return bytes;
}

/* --- vectors --- */

static unsigned number(const char *text)
{
    guint64 value;

    g_assert_true(g_ascii_string_to_unsigned(text, 10, 0, 1000, &value, NULL));
    return (unsigned)value;
}

static bcnet_view_t view_of(const char *word)
{
    if (strcmp(word, "owner") == 0)
        return BCNET_VIEW_OWNER;
    g_assert_cmpstr(word, ==, "remote");
    return BCNET_VIEW_REMOTE;
}

static vector_ship_t *new_ship(char **words)
{
    vector_ship_t *ship = g_new0(vector_ship_t, 1);

    ship->name = g_strdelimit(g_strdup(words[1]), "_", ' ');
    ship->species = number(words[2]);
    ship->blocks = g_array_new(FALSE, TRUE, sizeof(vector_block_t));
    ship->lengths = g_array_new(FALSE, TRUE, sizeof(vector_length_t));
    ship->cycles = g_array_new(FALSE, TRUE, sizeof(vector_cycle_t));
    return ship;
}

static void add_block(vector_ship_t *ship, char **words)
{
    vector_block_t block = {
        .view = view_of(words[1]), .next = number(words[2]), .roles = g_strdup(words[4]), .bytes = test_bytes(words[5])
    };
    char **entries = g_strsplit(words[3], ",", -1);

    for (char **entry = entries; *entry != NULL; entry++)
        block.entries[block.entry_count++] = (uint8_t)number(*entry);
    g_strfreev(entries);
    g_array_append_val(ship->blocks, block);
}

static void add_cycle(vector_ship_t *ship, char **words)
{
    vector_cycle_t cycle = { .view = view_of(words[1]),
                             .first = g_array_new(FALSE, FALSE, sizeof(unsigned)),
                             .loop = g_array_new(FALSE, FALSE, sizeof(unsigned)) };
    GArray        *target = cycle.first;

    for (char **word = words + 2; *word != NULL; word++) {
        if (strcmp(*word, "|") == 0) {
            target = cycle.loop;
        } else {
            unsigned start = number(*word);

            g_array_append_val(target, start);
        }
    }
    g_array_append_val(ship->cycles, cycle);
}

static void add_line(GPtrArray *ships, char **words)
{
    vector_ship_t *ship = ships->len > 0 ? g_ptr_array_index(ships, ships->len - 1) : NULL;

    if (strcmp(words[0], "ship") == 0) {
        g_ptr_array_add(ships, new_ship(words));
    } else if (strcmp(words[0], "snapshot") == 0) {
        ship->snapshot = test_bytes(words[1]);
    } else if (strcmp(words[0], "cycle") == 0) {
        add_cycle(ship, words);
    } else if (strcmp(words[0], "block") == 0) {
        add_block(ship, words);
    } else {
        vector_length_t length = { view_of(words[1]), number(words[2]), number(words[3]), number(words[4]),
                                   number(words[5]) };

        g_assert_cmpstr(words[0], ==, "length");
        g_array_append_val(ship->lengths, length);
    }
}

GPtrArray *test_vectors_load(void)
{
    GPtrArray *ships = g_ptr_array_new();
    char      *text = NULL;
    char     **lines;
    GError    *error = NULL;

    g_file_get_contents(BCNET_TEST_DATA "/blocks.txt", &text, NULL, &error);
    g_assert_no_error(error);
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        char **words = g_strsplit(*line, " ", -1);

        if (**line != '\0' && **line != '#')
            add_line(ships, words);
        g_strfreev(words);
    }
    g_strfreev(lines);
    g_free(text);
    return ships;
}

/* --- the writer --- */

typedef struct {
    GByteArray  *bytes;
    guint        group;
    unsigned     used;
    test_value_t value;
    void        *data;
} writer_t;

static void put_byte(writer_t *writer, uint8_t byte)
{
    g_byte_array_append(writer->bytes, &byte, 1);
}

/* 20.1: the first boolean takes a byte of its own, up to four more go into the same byte; the top
 * three bits count them. */
static void put_boolean(writer_t *writer, bool value)
{
    uint8_t byte;

    if (writer->used == 0 || writer->used == 5) {
        writer->group = writer->bytes->len;
        writer->used = 0;
        put_byte(writer, 0);
    }
    byte = writer->bytes->data[writer->group] & 0x1F;
    if (value)
        byte |= (uint8_t)(1U << writer->used);
    writer->used++;
    writer->bytes->data[writer->group] = (uint8_t)(byte | (writer->used << 5));
}

static void put_values(writer_t *writer, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        put_byte(writer, writer->value != NULL ? writer->value(false, writer->data) : 0xFF);
}

static void put_entry(writer_t *writer, const bcnet_subsystem_t *subsystem, bcnet_view_t view)
{
    put_values(writer, 1 + subsystem->child_count);
    if (bcnet_classes[subsystem->class_id].format == BCNET_FORMAT_REACTOR)
        put_values(writer, 2);
    if (bcnet_classes[subsystem->class_id].format != BCNET_FORMAT_POWERED &&
        bcnet_classes[subsystem->class_id].format != BCNET_FORMAT_SHIELD)
        return;
    put_boolean(writer, view == BCNET_VIEW_REMOTE);
    if (view == BCNET_VIEW_REMOTE)
        put_byte(writer, writer->value != NULL ? writer->value(true, writer->data) : 100);
    if (bcnet_classes[subsystem->class_id].format == BCNET_FORMAT_SHIELD)
        put_values(writer, 6);
}

/* Opcode, object, time and flags; then the parts that carry a boolean (60.1). */
static void put_header(writer_t *writer, unsigned open_bits)
{
    static const uint8_t head[] = { 0x1C, 0xFF, 0xFF, 0xFF, 0x3F, 0x00, 0xA0, 0x1B, 0x42 };
    static const uint8_t position[12] = { 0 };

    g_byte_array_append(writer->bytes, head, sizeof head);
    put_byte(writer, (uint8_t)(0x20 | (open_bits >= 1 ? 0x01 : 0) | (open_bits >= 2 ? 0x40 : 0)));
    if (open_bits >= 1) {
        g_byte_array_append(writer->bytes, position, sizeof position);
        put_boolean(writer, false); /* has_hash */
    }
    if (open_bits >= 2)
        put_boolean(writer, true); /* cloaked */
}

test_message_t test_message(const bcnet_layout_t *layout, unsigned start, bcnet_view_t view, unsigned open_bits,
                            test_value_t value, void *data)
{
    writer_t       writer = { .bytes = g_byte_array_new(), .value = value, .data = data };
    test_message_t message = { .payload = writer.bytes };
    unsigned       index = start;

    put_header(&writer, open_bits);
    message.start = writer.bytes->len;
    message.group = (bcnet_open_group_t){ writer.group, writer.used };
    put_byte(&writer, (uint8_t)start);
    do {
        if (writer.bytes->len - message.start >= 10)
            break;
        put_entry(&writer, &layout->subsystems[index], view);
        index = (index + 1) % layout->count;
    } while (index != start);
    message.next = index;
    return message;
}

void test_message_free(test_message_t *message)
{
    g_byte_array_unref(message->payload);
}

bcnet_block_t test_block(const test_message_t *message, const bcnet_layout_t *layout, bcnet_walk_mode_t mode)
{
    return (bcnet_block_t){ .layout = layout,
                            .payload = message->payload->data,
                            .start = message->start,
                            .end = message->payload->len,
                            .group = message->group,
                            .mode = mode };
}

/* --- made-up layouts --- */

static bcnet_class_t class_of(char format)
{
    switch (format) {
    case 'b':
        return BCNET_CLASS_HULL;
    case 'p':
        return BCNET_CLASS_PHASER_SYSTEM;
    case 'r':
        return BCNET_CLASS_POWER;
    default:
        g_assert_cmpint(format, ==, 's');
        return BCNET_CLASS_SHIELD;
    }
}

bcnet_layout_t *test_layout(const char *formats)
{
    bcnet_layout_t *layout = g_new0(bcnet_layout_t, 1);
    unsigned        offset = 0;

    layout->name = g_strdup(formats);
    layout->subsystems = g_new0(bcnet_subsystem_t, strlen(formats));
    for (const char *c = formats; *c != '\0'; c++) {
        bcnet_subsystem_t *subsystem = &layout->subsystems[layout->count++];

        subsystem->name = g_strdup_printf("System %u", layout->count);
        subsystem->class_id = class_of(*c);
        subsystem->object_offset = ++offset;
        if (!g_ascii_isdigit(c[1]))
            continue;
        subsystem->child_count = (unsigned)g_ascii_digit_value(*++c);
        subsystem->children = g_new0(bcnet_child_t, subsystem->child_count);
        for (unsigned i = 0; i < subsystem->child_count; i++) {
            subsystem->children[i].name = g_strdup_printf("Child %u", i + 1);
            subsystem->children[i].class_id = BCNET_CLASS_PHASER_BANK;
            subsystem->children[i].object_offset = ++offset;
        }
    }
    bcnet_layout_complete(layout);
    return layout;
}
