/* The straightforward form of the cipher against tests/data/cipher-vectors.txt.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-cipher.h"

#include <glib.h>
#include <string.h>

/* Pairs in the file, so that an empty or shortened file cannot pass. */
enum { VECTORS = 61, RANDOM_DATAGRAMS = 2000, LARGEST = 600 };

static guint8 *bytes_of(const char *hex, gsize *length)
{
    *length = strlen(hex) / 2;
    guint8 *bytes = g_new0(guint8, *length + 1);

    for (gsize i = 0; i < *length; i++) {
        bytes[i] = (guint8)(g_ascii_xdigit_value(hex[2 * i]) << 4 | g_ascii_xdigit_value(hex[2 * i + 1]));
    }
    return bytes;
}

static void check_pair(const char *plain_hex, const char *cipher_hex)
{
    gsize   length, cipher_length;
    guint8 *plain = bytes_of(plain_hex, &length);
    guint8 *cipher = bytes_of(cipher_hex, &cipher_length);
    guint8 *work = g_memdup2(plain, length + 1);

    g_assert_cmpuint(length, ==, cipher_length);
    bcnet_forge_encrypt(work, length);
    g_assert_cmpmem(work, length, cipher, length);
    bcnet_forge_decrypt(work, length);
    g_assert_cmpmem(work, length, plain, length);
    g_free(work);
    g_free(cipher);
    g_free(plain);
}

static void test_vectors(void)
{
    char *path = g_build_filename(g_getenv("BCNET_TEST_DATA"), "cipher-vectors.txt", NULL);
    char *text = NULL;
    guint count = 0;

    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    char **rows = g_strsplit(text, "\n", -1);
    for (char **row = rows; *row != NULL; row++) {
        char **words = g_strsplit(*row, " ", 2);
        if (**row != '\0' && **row != '#') {
            g_assert_nonnull(words[1]);
            check_pair(words[0], words[1]);
            count++;
        }
        g_strfreev(words);
    }
    g_assert_cmpuint(count, ==, VECTORS);
    g_strfreev(rows);
    g_free(text);
    g_free(path);
}

static void test_random_round_trip(void)
{
    for (guint i = 0; i < RANDOM_DATAGRAMS; i++) {
        guint8 plain[LARGEST], work[LARGEST];
        gsize  length = (gsize)g_test_rand_int_range(0, LARGEST);

        for (gsize k = 0; k < LARGEST; k++) {
            plain[k] = (guint8)g_test_rand_int_range(0, 256);
        }
        memcpy(work, plain, LARGEST);
        bcnet_forge_encrypt(work, length);
        bcnet_forge_decrypt(work, length);
        g_assert_cmpmem(work, LARGEST, plain, LARGEST);
    }
}

/* Byte 0 is the sender's id: never changed, and without effect on the others. */
static void test_byte_zero(void)
{
    guint8 one[] = { 0x01, 0xAA, 0xBB, 0xCC };
    guint8 two[] = { 0xFF, 0xAA, 0xBB, 0xCC };

    bcnet_forge_encrypt(one, sizeof one);
    bcnet_forge_encrypt(two, sizeof two);
    g_assert_cmphex(one[0], ==, 0x01);
    g_assert_cmphex(two[0], ==, 0xFF);
    g_assert_cmpmem(one + 1, 3, two + 1, 3);
    g_assert_cmphex(one[1], !=, 0xAA);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/forge/cipher/vectors", test_vectors);
    g_test_add_func("/forge/cipher/random-round-trip", test_random_round_trip);
    g_test_add_func("/forge/cipher/byte-zero", test_byte_zero);
    return g_test_run();
}
