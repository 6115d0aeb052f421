/* The shape of messages: every type and every malformation of 10.3.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-cipher.h"
#include "support.h"
#include "datagram/wire.h"

#include <string.h>

enum { PLENTY = 0x10000 };

enum {
    HAS_FLAGS_LEN = 1 << BCNET_HEADER_FLAGS_LEN,
    HAS_SEQ = 1 << BCNET_HEADER_SEQ,
    HAS_ACK_FLAGS = 1 << BCNET_HEADER_ACK_FLAGS,
    HAS_FRAG_INDEX = 1 << BCNET_HEADER_FRAG_INDEX,
    HAS_FRAG_TOTAL = 1 << BCNET_HEADER_FRAG_TOTAL
};

/* Reads a message that lies behind a datagram header, as it does on the wire. */
static bcnet_wire_status_t read_after_header(const char *hex, size_t reported, bcnet_wire_message_t *message)
{
    GByteArray  *bytes = test_bytes("01 01");
    GByteArray  *rest = test_bytes(hex);
    test_fence_t fence;

    g_byte_array_append(bytes, rest->data, rest->len);
    test_fence_open(&fence);
    const uint8_t            *fenced = test_fence_copy(&fence, bytes->data, bytes->len);
    const bcnet_wire_status_t status =
        bcnet_wire_read(fenced, bytes->len, BCNET_DATAGRAM_HEADER + reported, BCNET_DATAGRAM_HEADER, message);
    test_fence_close(&fence);
    g_byte_array_unref(rest);
    g_byte_array_unref(bytes);
    return status;
}

static bcnet_wire_status_t status_of(const char *hex, size_t reported)
{
    bcnet_wire_message_t message;

    return read_after_header(hex, reported, &message);
}

/* ---- Good messages ---- */

typedef struct {
    const char          *hex;
    bcnet_wire_message_t expected; /* offset left out */
} good_row_t;

/* The first bytes of each are enough: the reader looks at headers only. The length decides the rest. */
static const good_row_t good_rows[] = {
    { "02", { .type = 0x02, .length = 1, .header = 1 } },
    { "01 27 00 00", { .type = 0x01, .length = 4, .header = 4, .fields = HAS_SEQ | HAS_ACK_FLAGS, .seq = 39 } },
    { "01 02 01 02",
      { .type = 0x01, .length = 4, .header = 4, .fields = HAS_SEQ | HAS_ACK_FLAGS, .seq = 0x102, .ack_flags = 0x02 } },
    { "01 02 00 01 07",
      { .type = 0x01,
        .length = 5,
        .header = 5,
        .fields = HAS_SEQ | HAS_ACK_FLAGS | HAS_FRAG_INDEX,
        .seq = 2,
        .ack_flags = 0x01,
        .frag_index = 7 } },
    /* only bit 0 decides the length */
    { "01 02 00 FE",
      { .type = 0x01, .length = 4, .header = 4, .fields = HAS_SEQ | HAS_ACK_FLAGS, .seq = 2, .ack_flags = 0xFE } },
    { "01 02 00 FF 00",
      {
          .type = 0x01,
          .length = 5,
          .header = 5,
          .fields = HAS_SEQ | HAS_ACK_FLAGS | HAS_FRAG_INDEX,
          .seq = 2,
          .ack_flags = 0xFF,
      } },
    /* low types: 14 bits of length, a sequence number whenever flags_len is not 0 */
    { "03 06 C0 00 00 02",
      { .type = 0x03,
        .flags_len = 0xC006,
        .length = 6,
        .header = 5,
        .fields = HAS_FLAGS_LEN | HAS_SEQ,
        .reliable = true,
        .ordered = true } },
    { "00 10 C0 01 02",
      { .type = 0x00,
        .flags_len = 0xC010,
        .length = 16,
        .header = 5,
        .fields = HAS_FLAGS_LEN | HAS_SEQ,
        .seq = 0x201,
        .reliable = true,
        .ordered = true } },
    { "04 07 C0 05 00",
      { .type = 0x04,
        .flags_len = 0xC007,
        .length = 7,
        .header = 5,
        .fields = HAS_FLAGS_LEN | HAS_SEQ,
        .seq = 5,
        .reliable = true,
        .ordered = true } },
    { "05 0A C0 02 00",
      { .type = 0x05,
        .flags_len = 0xC00A,
        .length = 10,
        .header = 5,
        .fields = HAS_FLAGS_LEN | HAS_SEQ,
        .seq = 2,
        .reliable = true,
        .ordered = true } },
    { "05 05 00 02 00",
      { .type = 0x05, .flags_len = 0x0005, .length = 5, .header = 5, .fields = HAS_FLAGS_LEN | HAS_SEQ, .seq = 2 } },
    { "03 00 00", { .type = 0x03, .length = 3, .header = 3, .fields = HAS_FLAGS_LEN } },
    { "00 00 00", { .type = 0x00, .length = 3, .header = 3, .fields = HAS_FLAGS_LEN } },
    /* bit 13 belongs to the length there: no fragment field */
    { "00 10 E0 01 00",
      { .type = 0x00,
        .flags_len = 0xE010,
        .length = 0x2010,
        .header = 5,
        .fields = HAS_FLAGS_LEN | HAS_SEQ,
        .seq = 1,
        .reliable = true,
        .ordered = true } },
    /* game messages: 13 bits of length, a sequence number when reliable */
    { "32 1B 80 34 12",
      { .type = 0x32,
        .flags_len = 0x801B,
        .length = 27,
        .header = 5,
        .fields = HAS_FLAGS_LEN | HAS_SEQ,
        .seq = 0x1234,
        .reliable = true } },
    { "32 1B C0 00 00",
      { .type = 0x32,
        .flags_len = 0xC01B,
        .length = 27,
        .header = 5,
        .fields = HAS_FLAGS_LEN | HAS_SEQ,
        .reliable = true,
        .ordered = true } },
    { "32 1B 00", { .type = 0x32, .flags_len = 0x001B, .length = 27, .header = 3, .fields = HAS_FLAGS_LEN } },
    { "32 03 00", { .type = 0x32, .flags_len = 0x0003, .length = 3, .header = 3, .fields = HAS_FLAGS_LEN } },
    { "32 05 80 00 00",
      { .type = 0x32,
        .flags_len = 0x8005,
        .length = 5,
        .header = 5,
        .fields = HAS_FLAGS_LEN | HAS_SEQ,
        .reliable = true } },
    { "32 FF 1F", { .type = 0x32, .flags_len = 0x1FFF, .length = 0x1FFF, .header = 3, .fields = HAS_FLAGS_LEN } },
    /* fragments: index, and the total with index 0 only; 0xA1: reliable, fragment, 256 bytes and more */
    { "32 9C A1 02 00 00 03",
      { .type = 0x32,
        .flags_len = 0xA19C,
        .length = 412,
        .header = 7,
        .fields = HAS_FLAGS_LEN | HAS_SEQ | HAS_FRAG_INDEX | HAS_FRAG_TOTAL,
        .seq = 2,
        .reliable = true,
        .fragment = true,
        .frag_total = 3 } },
    { "32 1B A0 02 00 02",
      { .type = 0x32,
        .flags_len = 0xA01B,
        .length = 27,
        .header = 6,
        .fields = HAS_FLAGS_LEN | HAS_SEQ | HAS_FRAG_INDEX,
        .seq = 2,
        .reliable = true,
        .fragment = true,
        .frag_index = 2 } },
    /* without the reliable bit not the game's, but the shape is clear */
    { "32 1B 20 02",
      { .type = 0x32,
        .flags_len = 0x201B,
        .length = 27,
        .header = 4,
        .fields = HAS_FLAGS_LEN | HAS_FRAG_INDEX,
        .fragment = true,
        .frag_index = 2 } },
    { "32 1B 20 00 09",
      { .type = 0x32,
        .flags_len = 0x201B,
        .length = 27,
        .header = 5,
        .fields = HAS_FLAGS_LEN | HAS_FRAG_INDEX | HAS_FRAG_TOTAL,
        .fragment = true,
        .frag_total = 9 } },
};

static void assert_same(const bcnet_wire_message_t *m, const bcnet_wire_message_t *expected)
{
    g_assert_cmphex(m->type, ==, expected->type);
    g_assert_cmpuint(m->offset, ==, BCNET_DATAGRAM_HEADER);
    g_assert_cmpuint(m->length, ==, expected->length);
    g_assert_cmpuint(m->header, ==, expected->header);
    g_assert_cmphex(m->flags_len, ==, expected->flags_len);
    g_assert_cmpuint(m->seq, ==, expected->seq);
    g_assert_cmphex(m->ack_flags, ==, expected->ack_flags);
    g_assert_cmpuint(m->frag_index, ==, expected->frag_index);
    g_assert_cmpuint(m->frag_total, ==, expected->frag_total);
    g_assert_true(m->reliable == expected->reliable);
    g_assert_true(m->ordered == expected->ordered);
    g_assert_true(m->fragment == expected->fragment);
    g_assert_cmphex(m->fields, ==, expected->fields | 1 << BCNET_HEADER_TYPE);
}

/* Good to the last byte of the datagram, beyond it with one byte less. */
static void test_good_messages(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(good_rows); i++) {
        const good_row_t    *row = &good_rows[i];
        bcnet_wire_message_t message;

        g_test_message("%s", row->hex);
        g_assert_cmpint(read_after_header(row->hex, row->expected.length, &message), ==, BCNET_WIRE_OK);
        assert_same(&message, &row->expected);
        g_assert_cmpint(read_after_header(row->hex, PLENTY, &message), ==, BCNET_WIRE_OK);
        assert_same(&message, &row->expected);
        const bool body = row->expected.length > row->expected.header;
        if (body)
            g_assert_cmpint(status_of(row->hex, row->expected.length - 1u), ==, BCNET_WIRE_BEYOND);
    }
}

/* ---- Bad ones ---- */

static bool known_type(unsigned type)
{
    return type <= 0x05 || type == 0x32;
}

static void test_unknown_types(void)
{
    for (unsigned type = 0; type < 256; type++) {
        char *hex = g_strdup_printf("%02x 00 00 00 00 00 00 00", type);
        char *alone = g_strdup_printf("%02x", type);

        if (known_type(type)) {
            g_assert_cmpint(status_of(hex, PLENTY), !=, BCNET_WIRE_UNKNOWN_TYPE);
        } else {
            g_assert_cmpint(status_of(hex, PLENTY), ==, BCNET_WIRE_UNKNOWN_TYPE);
            g_assert_cmpint(status_of(alone, 1), ==, BCNET_WIRE_UNKNOWN_TYPE);
        }
        g_free(alone);
        g_free(hex);
    }
}

/* All lengths that are smaller than the header which the flags ask for, and the smallest good one. */
static void check_lengths(unsigned type, unsigned flags, unsigned from, const char *numbers, unsigned header)
{
    for (unsigned length = from; length <= header; length++) {
        char *hex = g_strdup_printf("%02x %02x %02x %s", type, length, flags >> 8, numbers);
        g_test_message("%s", hex);
        g_assert_cmpint(status_of(hex, PLENTY), ==, length < header ? BCNET_WIRE_TOO_SHORT : BCNET_WIRE_OK);
        g_free(hex);
    }
}

static void test_short_lengths(void)
{
    static const unsigned low_types[] = { 0x00, 0x03, 0x04, 0x05 };

    for (size_t i = 0; i < G_N_ELEMENTS(low_types); i++) {
        check_lengths(low_types[i], 0x0000, 1, "07 00", 5); /* flags_len 0 is another matter: three bytes */
        check_lengths(low_types[i], 0xC000, 0, "07 00", 5);
    }
    check_lengths(0x32, 0x0000, 0, "", 3);
    check_lengths(0x32, 0x4000, 0, "", 3);
    check_lengths(0x32, 0x8000, 0, "07 00", 5);
    check_lengths(0x32, 0xA000, 0, "07 00 01", 6);
    check_lengths(0x32, 0xA000, 0, "07 00 00 03", 7);
    check_lengths(0x32, 0x2000, 0, "01", 4);
    check_lengths(0x32, 0x2000, 0, "00 03", 5);
}

/* Every proper beginning of every header: the datagram ends there, or only the capture does. */
static void test_cut_headers(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(good_rows); i++) {
        const bcnet_wire_message_t *expected = &good_rows[i].expected;
        GByteArray                 *bytes = test_bytes(good_rows[i].hex);
        test_fence_t                fence;

        test_fence_open(&fence);
        g_assert_cmpuint(bytes->len, >=, expected->header);
        for (size_t there = 0; there < expected->header; there++) {
            const uint8_t       *fenced = test_fence_copy(&fence, bytes->data, there);
            bcnet_wire_message_t message;

            g_test_message("%s, %zu bytes", good_rows[i].hex, there);
            g_assert_cmpint(bcnet_wire_read(fenced, there, there, 0, &message), ==, BCNET_WIRE_END);
            g_assert_cmpint(bcnet_wire_read(fenced, there, PLENTY, 0, &message), ==, BCNET_WIRE_CUT);
        }
        test_fence_close(&fence);
        g_byte_array_unref(bytes);
    }
}

/* Behind the end of everything, too. */
static void test_offsets_behind_the_end(void)
{
    const uint8_t        keepalive[] = { 0x01, 0x01, 0x02 };
    bcnet_wire_message_t message;

    g_assert_cmpint(bcnet_wire_read(keepalive, 3, 3, 3, &message), ==, BCNET_WIRE_END);
    g_assert_cmpint(bcnet_wire_read(keepalive, 3, 3, 400, &message), ==, BCNET_WIRE_END);
    g_assert_cmpint(bcnet_wire_read(keepalive, 3, 10, 3, &message), ==, BCNET_WIRE_CUT);
    g_assert_cmpint(bcnet_wire_read(keepalive, 3, 10, 9, &message), ==, BCNET_WIRE_CUT);
    g_assert_cmpint(bcnet_wire_read(keepalive, 3, 10, 10, &message), ==, BCNET_WIRE_END);
}

/* ---- Whole datagrams ---- */

/* Real ones are tiled exactly by as many messages as they say. */
static void check_tiling(char **words, void *user)
{
    GByteArray *bytes = test_bytes(words[2]);
    size_t      offset = BCNET_DATAGRAM_HEADER;
    unsigned    count = 0;

    (void)user;
    while (offset < bytes->len) {
        bcnet_wire_message_t message;
        g_assert_cmpint(bcnet_wire_read(bytes->data, bytes->len, bytes->len, offset, &message), ==, BCNET_WIRE_OK);
        g_assert_cmpuint(message.offset, ==, offset);
        offset += message.length;
        count++;
    }
    g_assert_cmpuint(offset, ==, bytes->len);
    g_assert_cmpuint(count, ==, bytes->data[1]);
    g_byte_array_unref(bytes);
}

static void test_real_datagrams(void)
{
    g_assert_cmpuint(test_data_rows("real-datagrams.txt", check_tiling, NULL), ==, 20);
}

/* Whatever the bytes are, a good message lies inside its datagram and is longer than nothing. */
static void test_random_bytes_stay_inside(void)
{
    test_random_t random = { 0x853C49E6748FEA9B };
    test_fence_t  fence;

    test_fence_open(&fence);
    for (unsigned i = 0; i < 300000; i++) {
        static const uint8_t types[] = { 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x32 };
        uint8_t              bytes[16];
        const size_t         captured = test_random(&random) % sizeof bytes;
        const size_t         reported = captured + test_random(&random) % 600;
        bcnet_wire_message_t message;

        test_random_bytes(&random, bytes, sizeof bytes);
        bytes[0] = types[test_random(&random) % sizeof types];
        bytes[2] &= 0xE1; /* lengths below 512, so that not all of them leave the datagram */
        const uint8_t            *fenced = test_fence_copy(&fence, bytes, captured);
        const bcnet_wire_status_t status = bcnet_wire_read(fenced, captured, reported, 0, &message);
        if (status == BCNET_WIRE_CUT)
            g_assert_cmpuint(captured, <, reported);
        if (status != BCNET_WIRE_OK)
            continue;
        g_assert_cmpuint(message.header, >, 0);
        g_assert_cmpuint(message.header, <=, MIN(captured, BCNET_MESSAGE_HEADER_MAX));
        g_assert_cmpuint(message.length, >=, message.header);
        g_assert_cmpuint(message.length, <=, reported);
    }
    test_fence_close(&fence);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wire/good-messages", test_good_messages);
    g_test_add_func("/wire/unknown-types", test_unknown_types);
    g_test_add_func("/wire/short-lengths", test_short_lengths);
    g_test_add_func("/wire/cut-headers", test_cut_headers);
    g_test_add_func("/wire/offsets-behind-the-end", test_offsets_behind_the_end);
    g_test_add_func("/wire/real-datagrams", test_real_datagrams);
    g_test_add_func("/wire/random-bytes-stay-inside", test_random_bytes_stay_inside);
    return g_test_run();
}
