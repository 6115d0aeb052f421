/* The walker over subsystem blocks (60.2) against the vectors, the real messages and bad input.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "support.h"

#include <string.h>

static bcnet_layouts_t *layouts;
static GPtrArray       *vectors;

/* Bytes after an opcode that stands for the message before the block. */
static GByteArray *payload_of(const char *hex)
{
    g_autofree char *all = g_strconcat("1C ", hex, NULL);

    return test_bytes(all);
}

typedef struct {
    bool                 fits;
    bcnet_block_result_t result;
    bcnet_block_entry_t  entries[BCNET_ENTRIES_ENOUGH];
    GByteArray          *payload;
} walked_t;

static walked_t *walk(const bcnet_layout_t *layout, const char *hex, bcnet_walk_mode_t mode, bool dialect)
{
    walked_t     *walked = g_new0(walked_t, 1);
    bcnet_block_t block = { .layout = layout,
                            .start = 1,
                            .mode = mode,
                            .dialect = dialect,
                            .entries = walked->entries,
                            .capacity = G_N_ELEMENTS(walked->entries) };

    walked->payload = payload_of(hex);
    block.payload = walked->payload->data;
    block.end = walked->payload->len;
    walked->fits = bcnet_block_walk(&block, &walked->result);
    return walked;
}

static void free_walked(walked_t *walked)
{
    g_byte_array_unref(walked->payload);
    g_free(walked);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(walked_t, free_walked)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(bcnet_layout_t, bcnet_layout_free)

static const bcnet_layout_t *ship(unsigned species)
{
    return bcnet_layouts_by_species(layouts, species);
}

/* --- vectors --- */

/* The roles that the entries give to the bytes, in the letters of the vectors. */
static char *roles_of(const walked_t *walked)
{
    char *roles = g_strnfill(walked->payload->len - 1, '?');

    roles[0] = 's';
    for (unsigned i = 0; i < walked->result.entry_count; i++) {
        const bcnet_block_entry_t *entry = &walked->entries[i];

        roles[entry->offset - 1] = 'c';
        memset(roles + entry->offset, 'k', entry->children);
        if (entry->opens)
            roles[entry->group - 1] = 'g';
        if (entry->power != 0)
            roles[entry->power - 1] = 'p';
        if (entry->batteries != 0)
            memcpy(roles + entry->batteries - 1, "mb", 2);
        if (entry->facings != 0)
            memset(roles + entry->facings - 1, 'f', BCNET_FACINGS);
    }
    return roles;
}

static void check_vector_block(const bcnet_layout_t *layout, const vector_block_t *vector)
{
    g_autofree char *roles = NULL;
    g_autoptr(GString) hex = g_string_new(NULL);
    g_autoptr(walked_t) walked = NULL;

    for (guint i = 0; i < vector->bytes->len; i++)
        g_string_append_printf(hex, "%02X", vector->bytes->data[i]);
    walked = walk(layout, hex->str, BCNET_WALK_STRICT, false);
    roles = roles_of(walked);
    g_assert_true(walked->fits);
    g_assert_cmpstr(roles, ==, vector->roles);
    g_assert_cmpuint(walked->result.next, ==, vector->next);
    g_assert_cmpint(walked->result.view, ==, vector->view);
    g_assert_cmpuint(walked->result.entry_count, ==, vector->entry_count);
    g_assert_cmpuint(walked->result.end, ==, vector->bytes->len + 1);
    for (unsigned i = 0; i < vector->entry_count; i++)
        g_assert_cmpuint(walked->entries[i].index, ==, vector->entries[i]);
}

static void test_vector_blocks(void)
{
    for (guint i = 0; i < vectors->len; i++) {
        const vector_ship_t *vector = g_ptr_array_index(vectors, i);

        g_assert_cmpuint(vector->blocks->len, >=, 6);
        for (guint b = 0; b < vector->blocks->len; b++)
            check_vector_block(ship(vector->species), &g_array_index(vector->blocks, vector_block_t, b));
    }
    g_assert_cmpuint(vectors->len, ==, 15);
}

static void test_vector_lengths(void)
{
    unsigned next, checked = 0;

    for (guint i = 0; i < vectors->len; i++) {
        const vector_ship_t *vector = g_ptr_array_index(vectors, i);

        for (guint l = 0; l < vector->lengths->len; l++, checked++) {
            const vector_length_t *length = &g_array_index(vector->lengths, vector_length_t, l);

            g_assert_cmpuint(
                bcnet_block_written(ship(vector->species), length->start, length->open_bits, length->view, &next), ==,
                length->length);
            g_assert_cmpuint(next, ==, length->next);
        }
    }
    g_assert_cmpuint(checked, ==, 636);
}

/* The cycles of the vectors: from creation through the loop and round again. */
static void test_vector_cycles(void)
{
    for (guint i = 0; i < vectors->len; i++) {
        const vector_ship_t *vector = g_ptr_array_index(vectors, i);

        for (guint c = 0; c < vector->cycles->len; c++) {
            const vector_cycle_t *cycle = &g_array_index(vector->cycles, vector_cycle_t, c);
            unsigned              start = 0;

            for (guint s = 0; s < cycle->first->len; s++) {
                g_assert_cmpuint(start, ==, g_array_index(cycle->first, unsigned, s));
                bcnet_block_written(ship(vector->species), start, 0, cycle->view, &start);
            }
            g_assert_cmpuint(start, ==, g_array_index(cycle->loop, unsigned, 0));
        }
    }
}

/* The test writer must agree with the vectors before other tests build on it; and the walker must
 * take what it writes, with 0 to 2 booleans before the block. */
static void test_writer(void)
{
    for (guint i = 0; i < vectors->len; i++) {
        const vector_ship_t *vector = g_ptr_array_index(vectors, i);

        for (guint l = 0; l < vector->lengths->len; l++) {
            const vector_length_t *length = &g_array_index(vector->lengths, vector_length_t, l);
            test_message_t         message =
                test_message(ship(vector->species), length->start, length->view, length->open_bits, NULL, NULL);
            bcnet_block_t        block = test_block(&message, ship(vector->species), BCNET_WALK_STRICT);
            bcnet_block_result_t result;

            g_assert_cmpuint(message.payload->len - message.start - 1, ==, length->length);
            g_assert_cmpuint(message.next, ==, length->next);
            g_assert_true(bcnet_block_walk(&block, &result));
            g_assert_cmpuint(result.next, ==, length->next);
            test_message_free(&message);
        }
    }
}

/* A group byte before the start index: entries refer back to it. */
static void test_open_group(void)
{
    test_message_t       message = test_message(ship(5), 2, BCNET_VIEW_REMOTE, 2, NULL, NULL);
    bcnet_block_entry_t  entries[16];
    bcnet_block_t        block = test_block(&message, ship(5), BCNET_WALK_STRICT);
    bcnet_block_result_t result;

    block.entries = entries;
    block.capacity = G_N_ELEMENTS(entries);
    g_assert_true(bcnet_block_walk(&block, &result));
    g_assert_cmpuint(message.group.offset, <, message.start);
    g_assert_false(entries[0].opens);
    g_assert_cmpuint(entries[0].group, ==, message.group.offset);
    g_assert_cmpuint(entries[0].bit, ==, 2); /* behind has_hash and cloaked */
    g_assert_cmpuint(entries[0].power, ==, entries[0].offset + 1);
    g_assert_cmpuint(entries[2].bit, ==, 3);
    g_assert_true(entries[2].has_power);
    test_message_free(&message);
}

/* --- real messages --- */

static void test_real_blocks(void)
{
    static const struct {
        unsigned    species;
        const char *hex;
        unsigned    next, entries;
    } real[] = {
        { 5, "00 FF FF 20 FF FF FF FF FF FF", 2, 2 },
        { 5, "02 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF FF", 6, 4 },
        { 5, "06 FF 40 FF FF FF FF FF FF FF FF FF", 8, 2 },
        { 5, "08 FF FF FF FF FF 40 FF FF FF", 10, 2 },
        { 5, "0A FF FF FF 20 FF FF FF FF FF FF", 2, 3 },
        { 1, "08 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF", 2, 5 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(real); i++) {
        g_autoptr(walked_t) walked = walk(ship(real[i].species), real[i].hex, BCNET_WALK_STRICT, false);

        g_assert_true(walked->fits);
        g_assert_cmpint(walked->result.view, ==, BCNET_VIEW_OWNER);
        g_assert_cmpuint(walked->result.next, ==, real[i].next);
        g_assert_cmpuint(walked->result.entry_count, ==, real[i].entries);
    }
}

/* "subsystem 9 at 38 %" is what others read: 0x60 is the group byte, nothing is damaged. */
static void test_real_akira(void)
{
    static const char *const names[] = { "Engineering", "Tractors", "Bridge", "Hull", "Shield Generator" };
    g_autoptr(walked_t)
        walked = walk(ship(1), "08 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF", BCNET_WALK_LENIENT, false);

    g_assert_true(walked->fits);
    g_assert_cmpuint(walked->result.notes, ==, 0);
    g_assert_cmpuint(walked->result.end, ==, walked->payload->len);
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        const bcnet_block_entry_t *entry = &walked->entries[i];

        g_assert_cmpstr(ship(1)->subsystems[entry->index].name, ==, names[i]);
        g_assert_cmpuint(walked->payload->data[entry->offset], ==, 0xFF);
    }
    g_assert_cmpuint(walked->entries[4].facings, ==, walked->payload->len - 6);
}

/* The same block in its whole message (60.7). */
static void test_real_message(void)
{
    g_autoptr(GByteArray)
        payload = test_bytes("1C FF FF FF 3F 00 A0 1B 42 20 08 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF");
    bcnet_block_t block = {
        .layout = ship(1), .payload = payload->data, .start = 10, .end = payload->len, .mode = BCNET_WALK_STRICT
    };
    bcnet_block_result_t result;

    g_assert_true(bcnet_block_walk(&block, &result));
    g_assert_cmpuint(result.next, ==, 2);
    block.layout = ship(5); /* a Sovereign's block it is not */
    g_assert_false(bcnet_block_walk(&block, &result));
}

/* --- groups --- */

/* Six booleans in one block: the sixth opens a new group byte. */
static void test_sixth_bit(void)
{
    g_autoptr(bcnet_layout_t) layout = test_layout("ppppppppp");
    g_autoptr(walked_t) owner = walk(layout, "00 01 A0 02 03 04 05 06 40 07", BCNET_WALK_STRICT, false);
    g_autoptr(walked_t) wrong = walk(layout, "00 01 A0 02 03 04 05 06 20 07", BCNET_WALK_STRICT, false);

    g_assert_true(owner->fits);
    g_assert_cmpuint(owner->result.entry_count, ==, 7);
    g_assert_cmpuint(owner->entries[4].bit, ==, 4);
    g_assert_cmpuint(owner->entries[5].bit, ==, 0);
    g_assert_true(owner->entries[5].opens);
    g_assert_cmpuint(owner->entries[5].group, ==, 9);
    g_assert_cmpuint(owner->entries[6].group, ==, 9);
    g_assert_cmpint(wrong->result.problem, ==, BCNET_BLOCK_BITS_MORE);
}

/* All ways to have 0 to 2 booleans before the block and enough powered entries for a second group,
 * in both views. */
static void test_sixth_bit_everywhere(void)
{
    unsigned seen = 0;

    for (unsigned bits = 0; bits <= 2; bits++) {
        for (unsigned systems = 1; systems <= 8; systems++) {
            g_autofree char *formats = g_strnfill(systems, 'p');
            g_autoptr(bcnet_layout_t) layout = test_layout(formats);

            for (int view = BCNET_VIEW_OWNER; view <= BCNET_VIEW_REMOTE; view++) {
                test_message_t       message = test_message(layout, 0, (bcnet_view_t)view, bits, NULL, NULL);
                bcnet_block_t        block = test_block(&message, layout, BCNET_WALK_STRICT);
                bcnet_block_result_t result;

                g_assert_true(bcnet_block_walk(&block, &result));
                seen += bits + result.entry_count > 5;
                g_assert_cmpuint(result.end, ==, message.payload->len);
                test_message_free(&message);
            }
        }
    }
    g_assert_cmpuint(seen, >=, 16);
}

/* The group before the block holds as many booleans as it announces, yet another follows. */
static void test_group_closed_before(void)
{
    g_autoptr(GByteArray) payload = test_bytes("1C 20 00 FF 20 FF");
    g_autoptr(bcnet_layout_t) layout = test_layout("pb");
    bcnet_block_t block = {
        .layout = layout, .payload = payload->data, .start = 2, .end = payload->len, .group = { .offset = 1, .used = 1 }
    };
    bcnet_block_result_t result;

    g_assert_false(bcnet_block_walk(&block, &result));
    g_assert_cmpint(result.problem, ==, BCNET_BLOCK_BITS_MORE);
    g_assert_cmpuint(result.problem_offset, ==, 4);
    g_assert_cmpuint(result.entry_count, ==, 0); /* of this entry nobody knows where it ends */
    g_assert_cmpuint(result.end, ==, 3);
    payload->data[1] = 0x40; /* announces two: has_hash and the system's */
    g_assert_false(bcnet_block_walk(&block, &result)); /* now 0x20 is the hull, and FF another system */
    payload->data[5] = 0x11;
    block.end = 5;
    block.mode = BCNET_WALK_STRICT;
    g_assert_true(bcnet_block_walk(&block, &result));
}

/* --- bad input --- */

typedef struct {
    const char           *formats, *hex;
    bcnet_block_problem_t problem; /* lenient */
    uint32_t              offset;
    unsigned              index, entries;
    unsigned              notes;
} bad_t;

/* Offsets count the opcode: the start index is byte 1. */
static const bad_t bad_blocks[] = {
    { "bsp2", "", BCNET_BLOCK_EMPTY, 1, 0, 0, 0 },
    { "bsp2", "03 FF", BCNET_BLOCK_START, 1, 3, 0, 0 },
    { "bsp2", "7F FF", BCNET_BLOCK_START, 1, 127, 0, 0 },
    { "bsp2", "FF FF", BCNET_BLOCK_START, 1, 255, 0, 0 },
    { "bsp2", "00 FF FF", BCNET_BLOCK_CUT, 4, 1, 1, 0 },
    { "bsp2", "00 FF FF 20 01 02 03 04 05", BCNET_BLOCK_CUT, 10, 1, 1, 0 },
    { "bsp2", "02 FF FF", BCNET_BLOCK_CUT, 4, 2, 0, 0 },
    { "bsp2", "02 FF FF FF 21", BCNET_BLOCK_CUT, 6, 2, 0, 0 },
    { "r", "00 FF FF", BCNET_BLOCK_CUT, 4, 0, 0, 0 },
    { "pb", "00 FF 00 FF", BCNET_BLOCK_BIT_COUNT, 3, 0, 0, 0 },
    { "pb", "00 FF C0 FF", BCNET_BLOCK_BIT_COUNT, 3, 0, 0, 0 },
    { "pb", "00 FF E0 FF", BCNET_BLOCK_BIT_COUNT, 3, 0, 0, 0 },
    { "pb", "00 FF 40 FF", BCNET_BLOCK_BITS_FEWER, 3, 0, 2, 0 },
    { "pp", "00 FF 20 FF 20", BCNET_BLOCK_BITS_MORE, 5, 1, 1, 0 },
    { "pb", "00 FF 21 7E FF", BCNET_BLOCK_POWER, 4, 0, 0, 0 },
    { "pb", "00 FF 21 FF FF", BCNET_BLOCK_POWER, 4, 0, 0, 0 },
    { "pb", "00 FF 21 7D FF", BCNET_BLOCK_FITS, 0, 0, 2, 0 },
    { "pp", "00 FF 41 64 FF", BCNET_BLOCK_FITS, 0, 0, 2, BCNET_NOTE_MIXED },
    { "pb", "00 FF 30 FF", BCNET_BLOCK_FITS, 0, 0, 2, BCNET_NOTE_SURPLUS },
    { "bb", "00 FF", BCNET_BLOCK_FITS, 0, 0, 1, BCNET_NOTE_ENDS_EARLY },
    { "bb", "00", BCNET_BLOCK_FITS, 0, 0, 0, BCNET_NOTE_ENDS_EARLY },
    { "bb", "00 FF FF FF", BCNET_BLOCK_FITS, 0, 0, 3, BCNET_NOTE_ENDS_LATE },
    { "b9b9", "00 00 01 02 03 04 05 06 07 08 09 00 01 02 03 04 05 06 07 08 09", BCNET_BLOCK_FITS, 0, 0, 2,
      BCNET_NOTE_ENDS_LATE },
};

static void test_bad(gconstpointer data)
{
    const bad_t *bad = data;
    g_autoptr(bcnet_layout_t) layout = test_layout(bad->formats);
    g_autoptr(walked_t) lenient = walk(layout, bad->hex, BCNET_WALK_LENIENT, false);
    g_autoptr(walked_t) strict = walk(layout, bad->hex, BCNET_WALK_STRICT, false);

    g_assert_cmpint(lenient->result.problem, ==, bad->problem);
    g_assert_cmpint(lenient->fits, ==, bad->problem == BCNET_BLOCK_FITS);
    g_assert_cmpuint(lenient->result.problem_offset, ==, bad->offset);
    g_assert_cmpuint(lenient->result.problem_index, ==, bad->index);
    g_assert_cmpuint(lenient->result.entry_count, ==, bad->entries);
    g_assert_cmpuint(lenient->result.notes, ==, bad->notes);
    /* The 125 % block is the only one here that a stock host writes. */
    g_assert_cmpint(strict->fits, ==, bad->problem == BCNET_BLOCK_FITS && bad->notes == 0);
    g_assert_cmpuint(strict->result.entry_count, <=, lenient->result.entry_count);
}

/* Strict mode is there to be quick: it reads no further than the first mistake. */
static void test_strict_gives_up(void)
{
    g_autoptr(bcnet_layout_t) layout = test_layout("ppb");
    g_autoptr(walked_t) walked = walk(layout, "00 FF 41 7E FF 64 FF", BCNET_WALK_STRICT, false);

    g_assert_cmpint(walked->result.problem, ==, BCNET_BLOCK_POWER);
    g_assert_cmpuint(walked->result.entry_count, ==, 0);
}

/* A ship with all 127 entries: the last start index, and the wrap behind it. */
static void test_longest_list(void)
{
    g_autofree char *formats = g_strnfill(BCNET_MAX_SUBSYSTEMS, 'b');
    g_autoptr(bcnet_layout_t) layout = test_layout(formats);
    g_autoptr(walked_t) walked = walk(layout, "7E 01 02 03 04 05 06 07 08 09", BCNET_WALK_STRICT, false);

    g_assert_true(walked->fits);
    g_assert_cmpuint(walked->entries[0].index, ==, 126);
    g_assert_cmpuint(walked->entries[1].index, ==, 0);
    g_assert_cmpuint(walked->result.next, ==, 8);
}

static void test_full(void)
{
    g_autoptr(bcnet_layout_t) layout = test_layout("b");
    g_autofree char *hex = g_strnfill(2 * (BCNET_ENTRIES_ENOUGH + 2), '0');
    g_autoptr(walked_t) walked = walk(layout, hex, BCNET_WALK_LENIENT, false);

    g_assert_cmpint(walked->result.problem, ==, BCNET_BLOCK_FULL);
    g_assert_cmpuint(walked->result.entry_count, ==, BCNET_ENTRIES_ENOUGH);
    g_assert_cmpuint(walked->result.end, ==, BCNET_ENTRIES_ENOUGH + 2);
}

/* Flags 0x20 and 0x80 together (60.1): the block ends where the writer would have ended it. */
static void test_bounded(void)
{
    g_autoptr(walked_t) walked = walk(ship(5), "00 FF FF 20 FF FF FF FF FF FF 01 CC 02 CC", BCNET_WALK_BOUNDED, false);

    g_assert_true(walked->fits);
    g_assert_cmpuint(walked->result.notes, ==, 0);
    g_assert_cmpuint(walked->result.end, ==, 11);
    g_assert_cmpuint(walked->result.next, ==, 2);
}

/* Nothing beyond `end` is touched, whatever the length: the sanitizers watch the exact copies. */
static void test_every_length(void)
{
    for (guint i = 0; i < vectors->len; i++) {
        const vector_ship_t *vector = g_ptr_array_index(vectors, i);

        for (guint b = 0; b < vector->blocks->len; b++) {
            const vector_block_t *full = &g_array_index(vector->blocks, vector_block_t, b);

            for (guint length = 0; length < full->bytes->len; length++) {
                g_autofree guint8   *copy = g_memdup2(full->bytes->data, length);
                bcnet_block_t        block = { .layout = ship(vector->species), .payload = copy, .end = length };
                bcnet_block_result_t result;

                bcnet_block_walk(&block, &result);
                g_assert_cmpuint(result.end, <=, length);
                block.mode = BCNET_WALK_STRICT;
                g_assert_false(bcnet_block_walk(&block, &result));
            }
        }
    }
}

static void test_random_bytes(void)
{
    GRand              *random = g_rand_new_with_seed(60);
    bcnet_block_entry_t entries[BCNET_ENTRIES_ENOUGH];

    for (unsigned round = 0; round < 20000; round++) {
        guint                length = (guint)g_rand_int_range(random, 2, 40);
        g_autofree guint8   *bytes = g_malloc(length);
        bcnet_block_t        block = { .layout = bcnet_layouts_get(layouts, (guint)g_rand_int_range(random, 0, 50)),
                                       .payload = bytes,
                                       .start = 1,
                                       .end = length,
                                       .dialect = round % 2 == 1,
                                       .group = { 0, round % 3 },
                                       .mode = (bcnet_walk_mode_t)(round % 5 % 3),
                                       .entries = entries,
                                       .capacity = round % 7 == 0 ? 3 : G_N_ELEMENTS(entries) };
        bcnet_block_result_t result;

        for (guint i = 0; i < length; i++)
            bytes[i] = (guint8)g_rand_int(random);
        bytes[1] %= 16;
        bcnet_block_walk(&block, &result);
        g_assert_cmpuint(result.entry_count, <=, block.capacity);
        g_assert_cmpuint(result.end, <=, length);
        for (unsigned i = 0; i < result.entry_count; i++)
            g_assert_cmpuint(entries[i].end, <=, result.end);
    }
    g_rand_free(random);
}

/* --- the dialect --- */

/* Sensors, warp core, impulse engines as the reimplemented server sends them (60.2). */
static void test_dialect(void)
{
    static const char hex[] = "02 FF 21 64 FF FF FF FF FF FF 21 64";
    g_autoptr(walked_t) dialect = walk(ship(5), hex, BCNET_WALK_LENIENT, true);
    g_autoptr(walked_t) stock = walk(ship(5), hex, BCNET_WALK_LENIENT, false);

    g_assert_true(dialect->fits);
    g_assert_cmpuint(dialect->result.entry_count, ==, 3);
    g_assert_cmpuint(dialect->entries[0].power, ==, 4);
    g_assert_cmpuint(dialect->entries[2].group, ==, 11);
    g_assert_false(stock->fits);
    g_assert_cmpint(stock->result.problem, ==, BCNET_BLOCK_BITS_MORE);
}

/* One byte for the shield generator; the stock reading fails. */
static void test_dialect_shields(void)
{
    static const char hex[] = "00 FF FF FF 21 64 FF FF FF";
    g_autoptr(walked_t) dialect = walk(ship(5), hex, BCNET_WALK_LENIENT, true);
    g_autoptr(walked_t) stock = walk(ship(5), hex, BCNET_WALK_LENIENT, false);

    g_assert_true(dialect->fits);
    g_assert_cmpuint(dialect->result.notes, ==, 0); /* it does not keep to the 10-byte rule */
    g_assert_cmpuint(dialect->result.entry_count, ==, 4);
    g_assert_cmpint(dialect->entries[1].format, ==, BCNET_FORMAT_BASE);
    g_assert_cmpuint(dialect->entries[1].facings, ==, 0);
    g_assert_false(stock->fits);
}

/* A group that ends with a base entry must hold as many booleans as it announces. */
static void test_dialect_counts(void)
{
    g_autoptr(walked_t) walked = walk(ship(5), "02 FF 41 64 FF FF FF FF FF FF 21 64", BCNET_WALK_LENIENT, true);

    g_assert_cmpint(walked->result.problem, ==, BCNET_BLOCK_BITS_FEWER);
    g_assert_cmpuint(walked->result.problem_offset, ==, 3);
}

/* No block of a stock host with a shield generator reads as the dialect without contradiction: then
 * "stock wins whenever both fit" costs nothing. */
static void test_stock_is_not_dialect(void)
{
    for (guint i = 0; i < vectors->len; i++) {
        const vector_ship_t *vector = g_ptr_array_index(vectors, i);

        for (guint b = 0; b < vector->blocks->len; b++) {
            const vector_block_t *stock = &g_array_index(vector->blocks, vector_block_t, b);
            bcnet_block_t         block = { .layout = ship(vector->species),
                                            .payload = stock->bytes->data,
                                            .end = stock->bytes->len,
                                            .dialect = true };
            bcnet_block_result_t  result;

            if (strchr(stock->roles, 'f') != NULL)
                g_assert_false(bcnet_block_walk(&block, &result));
        }
    }
}

static void test_texts(void)
{
    for (int i = BCNET_BLOCK_FITS; i <= BCNET_BLOCK_NOT_WRITTEN; i++)
        g_assert_cmpuint(strlen(bcnet_block_problem_text((bcnet_block_problem_t)i)), >, 10);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    layouts = bcnet_layouts_new();
    vectors = test_vectors_load();
    g_test_add_func("/block/vectors/blocks", test_vector_blocks);
    g_test_add_func("/block/vectors/lengths", test_vector_lengths);
    g_test_add_func("/block/vectors/cycles", test_vector_cycles);
    g_test_add_func("/block/vectors/writer", test_writer);
    g_test_add_func("/block/open-group", test_open_group);
    g_test_add_func("/block/real/all", test_real_blocks);
    g_test_add_func("/block/real/akira", test_real_akira);
    g_test_add_func("/block/real/message", test_real_message);
    g_test_add_func("/block/sixth-bit", test_sixth_bit);
    g_test_add_func("/block/sixth-bit-everywhere", test_sixth_bit_everywhere);
    g_test_add_func("/block/group-closed-before", test_group_closed_before);
    for (unsigned i = 0; i < G_N_ELEMENTS(bad_blocks); i++) {
        g_autofree char *path = g_strdup_printf("/block/bad/%u: %s", i, bad_blocks[i].hex);

        g_test_add_data_func(path, &bad_blocks[i], test_bad);
    }
    g_test_add_func("/block/strict-gives-up", test_strict_gives_up);
    g_test_add_func("/block/longest-list", test_longest_list);
    g_test_add_func("/block/full", test_full);
    g_test_add_func("/block/bounded", test_bounded);
    g_test_add_func("/block/every-length", test_every_length);
    g_test_add_func("/block/random", test_random_bytes);
    g_test_add_func("/block/dialect/groups", test_dialect);
    g_test_add_func("/block/dialect/shields", test_dialect_shields);
    g_test_add_func("/block/dialect/counts", test_dialect_counts);
    g_test_add_func("/block/dialect/stock", test_stock_is_not_dialect);
    g_test_add_func("/block/texts", test_texts);
    status = g_test_run();
    bcnet_layouts_free(layouts);
    return status;
}
