/* Which datagrams convince (10.6), which only fit, and which cannot be the game's.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "datagram/cipher.h"
#include "forge/forge-cipher.h"
#include "support.h"
#include "datagram/recognise.h"

#include <string.h>

enum { REAL_DATAGRAMS = 20, MESSAGES_MAX = 255 };

static test_fence_t fence;

static bcnet_recognition_t recognise_snapped(const GByteArray *plain, size_t captured)
{
    uint8_t *enciphered = (uint8_t *)g_memdup2(plain->data, plain->len);

    bcnet_forge_encrypt(enciphered, plain->len);
    const uint8_t            *fenced = test_fence_copy(&fence, enciphered, captured);
    const bcnet_recognition_t found = bcnet_wire_recognise(fenced, captured, plain->len, test_forms());
    g_free(enciphered);
    return found;
}

static bcnet_recognition_t recognise(const char *hex)
{
    GByteArray               *plain = test_bytes(hex);
    const bcnet_recognition_t found = recognise_snapped(plain, plain->len);

    g_byte_array_unref(plain);
    return found;
}

/* ---- Real datagrams ---- */

/* Of the real ones the lone ack alone is weak (10.6). */
static void check_real(char **words, void *user)
{
    unsigned *weak = (unsigned *)user;

    g_test_message("%s", words[0]);
    const bool lone_ack = strcmp(words[0], "D29") == 0;
    g_assert_cmpint(recognise(words[2]), ==, lone_ack ? BCNET_WEAK : BCNET_STRONG);
    *weak += lone_ack;
}

static void test_real_datagrams(void)
{
    unsigned weak = 0;

    g_assert_cmpuint(test_data_rows("real-datagrams.txt", check_real, &weak), ==, REAL_DATAGRAMS);
    g_assert_cmpuint(weak, ==, 1);
}

typedef struct {
    const char         *hex;
    bcnet_recognition_t expected;
} row_t;

static void check_rows(const row_t *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        g_test_message("%s", rows[i].hex);
        g_assert_cmpint(recognise(rows[i].hex), ==, rows[i].expected);
    }
}

/* What convinces: datagrams that stand alone in a conversation and matter there. */
static void test_strong(void)
{
    static const row_t rows[] = {
        { "FF 01 03 0F C0 00 00 0A 0A 0A EF 5F 0A 00 00 00 00", BCNET_STRONG }, /* connect request */
        { "01 01 03 06 C0 00 00 02", BCNET_STRONG }, /* its answer */
        { "01 01 04 07 C0 00 00 02 FF", BCNET_STRONG }, /* boot */
        { "02 01 05 0A C0 02 00 02 0A 0A 0A EF", BCNET_STRONG }, /* disconnect of the sender */
        { "02 01 32 04 00 13", BCNET_STRONG }, /* self-destruct request, unreliable */
        { "02 01 32 06 80 05 00 13", BCNET_STRONG }, /* the same, reliable */
        { "02 01 00 12 C0 00 00 02 0A 0A 0A EF 41 00 63 00 65 00 00 00", BCNET_STRONG }, /* "Ace" */
        { "03 01 32 14 80 2B 00 2C 03 00 00 00 08 00 49 54 20 57 4F 52 4B 53", BCNET_STRONG }, /* a client's chat */
        /* a client's StateUpdate */
        { "02 01 32 1B 00 1C FF FF FF 3F 00 A0 1B 42 20 08 FF 60 FF FF FF FF FF FF FF FF FF FF FF", BCNET_STRONG },
        { "02 01 32 07 80 05 00 2A 20", BCNET_STRONG }, /* 0x2A */
        /* a client's first fragment, shortened */
        { "02 01 32 0B A0 02 00 00 03 21 02 00 00", BCNET_STRONG },
        { "02 03 01 27 00 00 01 28 00 00 01 29 00 00", BCNET_STRONG }, /* three acks */
    };

    check_rows(rows, G_N_ELEMENTS(rows));
}

/* What fits, but too easily. */
static void test_weak(void)
{
    static const row_t rows[] = {
        { "01 01 02", BCNET_WEAK }, /* keepalive */
        { "02 01 02", BCNET_WEAK },
        { "7E 01 02", BCNET_WEAK },
        { "01 01 01 02 00 02", BCNET_WEAK }, /* ack */
        { "02 01 01 02 00 00", BCNET_WEAK },
        { "02 01 01 02 00 01 01", BCNET_WEAK },
        { "02 02 02 02", BCNET_WEAK },
        { "02 02 02 01 02 00 00", BCNET_WEAK }, /* keepalive and ack */
        /* a client's message with an opcode that nobody knows, and one without payload */
        { "02 01 32 08 80 05 00 99 20 00", BCNET_WEAK },
        { "02 01 32 05 80 05 00", BCNET_WEAK },
        { "02 01 32 07 00 2A 20 00 00", BCNET_WEAK }, /* known, but never sent unreliably */
        { "02 01 32 0B A0 02 00 01 21 02 00 00 00", BCNET_WEAK }, /* a client's later fragment */
        { "02 01 05 0A C0 02 00 03 0A 0A 0A EF", BCNET_WEAK }, /* a client that says goodbye for another */
    };

    check_rows(rows, G_N_ELEMENTS(rows));
}

/* What this game cannot send, or what does not tile. */
static void test_foreign(void)
{
    static const row_t rows[] = {
        { "01", BCNET_FOREIGN },
        { "01 00", BCNET_FOREIGN },
        { "01 01", BCNET_FOREIGN },
        { "01 00 02", BCNET_FOREIGN }, /* no message, but a byte */
        { "01 01 02 02", BCNET_FOREIGN }, /* one message too many */
        { "01 02 02", BCNET_FOREIGN }, /* one too few */
        { "01 02 01 02 00 02", BCNET_FOREIGN }, /* the same, ending exactly with the first */
        { "01 FF 01 02 00 02", BCNET_FOREIGN },
        { "01 02 32 06 80 05 00 28", BCNET_FOREIGN },
        { "01 01 32 06 80 05 00 28 00", BCNET_FOREIGN }, /* a byte left over */
        { "01 01 32 07 80 05 00 28", BCNET_FOREIGN }, /* a byte missing */
        { "01 01 32 04 80 05 00 28", BCNET_FOREIGN }, /* shorter than its header */
        { "01 01 06 06 C0 00 00 02", BCNET_FOREIGN }, /* types that do not exist */
        { "01 01 33 06 80 05 00 28", BCNET_FOREIGN },
        { "01 01 01 02 00 04", BCNET_FOREIGN }, /* ack flags never set */
        { "01 01 03 06 80 00 00 02", BCNET_FOREIGN }, /* not ordered */
        { "01 01 03 06 40 00 00 02", BCNET_FOREIGN }, /* not reliable */
        { "01 01 03 00 00", BCNET_FOREIGN }, /* three bytes and nothing else */
        { "01 01 03 07 C0 00 00 02 03", BCNET_FOREIGN }, /* an answer of two bytes */
        { "FF 01 03 06 C0 00 00 02", BCNET_FOREIGN }, /* a request of one */
        { "02 01 05 09 C0 02 00 02 0A 0A 0A", BCNET_FOREIGN }, /* a disconnect that is too short */
        { "02 01 05 0B C0 02 00 02 0A 0A 0A EF 00", BCNET_FOREIGN }, /* one that is too long */
        { "01 01 04 08 C0 00 00 02 FF 00", BCNET_FOREIGN }, /* a boot that is too long */
        { "02 01 00 0D C0 00 00 02 0A 0A 0A EF 00 00 00", BCNET_FOREIGN }, /* half a UTF-16 unit */
        { "02 01 32 0B 20 00 03 21 02 00 00 00 00", BCNET_FOREIGN }, /* an unreliable fragment */
        { "02 01 32 0B A0 02 00 00 01 21 02 00 00", BCNET_FOREIGN }, /* one fragment of one, of none */
        { "02 01 32 0B A0 02 00 00 00 21 02 00 00", BCNET_FOREIGN },
    };

    check_rows(rows, G_N_ELEMENTS(rows));
}

/* Byte 0 (10.1): ids 0x01 to 0x7E but not the backslash, and 0xFF. */
static void test_first_bytes(void)
{
    for (unsigned first = 0; first < 256; first++) {
        char      *hex = g_strdup_printf("%02x 03 01 05 00 00 32 0a 80 08 00 35 08 01 ff ff "
                                              "32 17 80 09 00 17 66 08 00 00 f1 00 80 00 00 00 00 00 91 07 00 00 02",
                                         first);
        const bool possible = (first >= 0x01 && first <= 0x7E && first != 0x5C) || first == 0xFF;

        g_assert_cmpint(recognise(hex), ==, possible ? BCNET_STRONG : BCNET_FOREIGN);
        g_free(hex);
    }
}

/* ---- What a message proves ---- */

typedef struct {
    const char *hex; /* one message */
    uint8_t     peer;
    unsigned    bits;
} proof_t;

/* Bits that the message pins down: eight for every byte that can have one value only, one less for each time that
 * there are twice as many. */
static void test_evidence(void)
{
    static const proof_t proofs[] = {
        { "02", 2, 8 }, /* a keepalive: its type */
        { "01 02 00 02", 2, 15 }, /* an ack: its type, and one of two flag bytes for its length */
        { "01 02 00 04", 2, 0 }, /* flags that the game never sets */
        { "03 06 C0 00 00 02", 1, 24 }, /* type and flags_len */
        { "04 07 C0 00 00 02 FF", 1, 24 },
        { "05 0A C0 02 00 02 0A 0A 0A EF", 2, 32 }, /* and the sender's own id */
        { "05 0A C0 02 00 03 0A 0A 0A EF", 2, 24 },
        { "00 12 C0 00 00 02 0A 0A 0A EF 41 00 63 00 65 00 00 00", 2, 32 },
        { "00 12 C0 00 00 03 0A 0A 0A EF 41 00 63 00 65 00 00 00", 2, 24 },
        { "32 07 80 05 00 2A 20", 2, 26 }, /* type, flags_len; one of 44 and more opcodes */
        { "32 07 80 05 00 99 20", 2, 23 }, /* none of them: less likely than a byte at random */
        { "32 05 80 05 00", 2, 24 }, /* no opcode */
        { "32 0D 00 1C FF FF FF 3F 00 A0 1B 42 00", 2, 31 }, /* one of two */
        { "32 0B A0 02 00 00 03 21 02 00 00", 2, 32 }, /* type, flags_len, index 0 */
        { "32 0B A0 02 00 01 21 02 00 00 00", 2, 24 }, /* any other index */
        { "32 0B A0 02 00 00 01 21 02 00 00", 2, 0 }, /* one fragment of one */
    };

    g_assert_cmpuint(bcnet_wire_peer_evidence(1), ==, 8);
    g_assert_cmpuint(bcnet_wire_peer_evidence(0xFF), ==, 8);
    g_assert_cmpuint(bcnet_wire_peer_evidence(2), ==, 1);
    for (size_t i = 0; i < G_N_ELEMENTS(proofs); i++) {
        GByteArray          *bytes = test_bytes(proofs[i].hex);
        bcnet_wire_message_t message;

        g_test_message("%s", proofs[i].hex);
        g_assert_cmpint(bcnet_wire_read(bytes->data, bytes->len, bytes->len, 0, &message), ==, BCNET_WIRE_OK);
        const bool has_body = message.length > message.header;
        g_assert_cmpuint(bcnet_wire_message_evidence(&message, proofs[i].peer, has_body,
                                                     has_body ? bytes->data[message.header] : 0, test_forms()),
                         ==, proofs[i].bits);
        g_byte_array_unref(bytes);
    }
}

/* ---- Snapped captures ---- */

static void check_snapped(char **words, void *user)
{
    GByteArray *plain = test_bytes(words[2]);
    const bool  single = plain->data[1] == 1;

    (void)user;
    for (size_t captured = 0; captured < plain->len; captured++) {
        const bcnet_recognition_t found = recognise_snapped(plain, captured);

        g_test_message("%s, %zu bytes", words[0], captured);
        if (captured <= BCNET_DATAGRAM_HEADER) /* nothing to judge by */
            g_assert_cmpint(found, ==, BCNET_FOREIGN);
        else
            g_assert_cmpint(found, !=, BCNET_FOREIGN);
        /* The length of a single message must be that of the datagram: it proves as much as in full, once
         * the opcode is there. */
        const size_t header_and_opcode = BCNET_DATAGRAM_HEADER + BCNET_MESSAGE_HEADER_MAX + 1;
        if (single && captured >= header_and_opcode)
            g_assert_cmpint(found, ==, recognise(words[2]));
    }
    g_byte_array_unref(plain);
}

static void test_snapped(void)
{
    g_assert_cmpuint(test_data_rows("real-datagrams.txt", check_snapped, NULL), ==, REAL_DATAGRAMS);
}

/* A client's chat message: without its opcode it is weak, however it goes on. Two calls in a row, so that
 * the second would find the opcode of the first in memory if it looked at what was not captured. */
static void test_snapped_before_the_opcode(void)
{
    GByteArray *plain = test_bytes("03 01 32 14 80 2B 00 2C 03 00 00 00 08 00 49 54 20 57 4F 52 4B 53");

    bcnet_forge_encrypt(plain->data, plain->len);
    const bcnet_recognition_t with = bcnet_wire_recognise(plain->data, 8, plain->len, test_forms());
    const bcnet_recognition_t without = bcnet_wire_recognise(plain->data, 7, plain->len, test_forms());
    g_assert_cmpint(with, ==, BCNET_STRONG);
    g_assert_cmpint(without, ==, BCNET_WEAK);
    g_byte_array_unref(plain);
}

/* A snapped datagram whose end is missing proves neither the number of its messages nor their lengths:
 * one message of a client with a known opcode, and the rest unseen. */
static void test_snapped_lengths_prove_nothing(void)
{
    GByteArray *plain = test_bytes("02 02 32 14 80 2B 00 2C 03 00 00 00 08 00 49 54 20 57 4F 52 4B 53 "
                                   "32 14 80 2C 00 2C 03 00 00 00 08 00 49 54 20 57 4F 52 4B 53");

    g_assert_cmpint(recognise_snapped(plain, plain->len), ==, BCNET_STRONG);
    g_assert_cmpint(recognise_snapped(plain, 15), ==, BCNET_WEAK);
    g_assert_cmpint(recognise_snapped(plain, 22), ==, BCNET_WEAK);
    g_byte_array_unref(plain);
}

/* Nothing but what was captured is read: the fence stands behind it. */
static void test_reads_only_what_was_captured(void)
{
    test_random_t random = { 0xDA3E39CB94B95BDB };

    for (unsigned i = 0; i < 200000; i++) {
        uint8_t      plain[80];
        const size_t captured = test_random(&random) % sizeof plain;
        const size_t reported = captured + (i % 2 ? test_random(&random) % 100 : 0);

        /* Ids, counts and types of the game, so that the reader gets far. */
        test_random_bytes(&random, plain, sizeof plain);
        plain[0] = 2;
        plain[1] = 1 + plain[1] % 8;
        for (size_t k = 2; k < sizeof plain; k++)
            if (plain[k] < 0x80)
                plain[k] = (uint8_t)("\x01\x32\x05\x80\xC0\x00\x02\xA0"[plain[k] % 8]);
        bcnet_forge_encrypt(plain, captured);
        (void)bcnet_wire_recognise(test_fence_copy(&fence, plain, captured), captured, reported, test_forms());
    }
}

/* As many messages as the count can say. */
static void test_most_messages(void)
{
    GByteArray *plain = test_bytes("01 FF");

    for (unsigned i = 0; i < MESSAGES_MAX; i++)
        g_byte_array_append(plain, (const guint8 *)"\x02", 1);
    g_assert_cmpint(recognise_snapped(plain, plain->len), ==, BCNET_STRONG);
    plain->data[1] = MESSAGES_MAX - 1;
    g_assert_cmpint(recognise_snapped(plain, plain->len), ==, BCNET_FOREIGN);
    g_byte_array_unref(plain);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    bcnet_cipher_setup();
    test_fence_open(&fence);
    g_test_add_func("/recognise/real-datagrams", test_real_datagrams);
    g_test_add_func("/recognise/strong", test_strong);
    g_test_add_func("/recognise/weak", test_weak);
    g_test_add_func("/recognise/foreign", test_foreign);
    g_test_add_func("/recognise/first-bytes", test_first_bytes);
    g_test_add_func("/recognise/evidence", test_evidence);
    g_test_add_func("/recognise/snapped", test_snapped);
    g_test_add_func("/recognise/snapped-before-the-opcode", test_snapped_before_the_opcode);
    g_test_add_func("/recognise/snapped-lengths-prove-nothing", test_snapped_lengths_prove_nothing);
    g_test_add_func("/recognise/reads-only-what-was-captured", test_reads_only_what_was_captured);
    g_test_add_func("/recognise/most-messages", test_most_messages);
    const int status = g_test_run();
    test_fence_close(&fence);
    return status;
}
