/* The hashes of names and contents (protocol chapter 35.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/name-hash.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static void check_stock_name(char **words, void *user)
{
    const uint32_t expected = (uint32_t)strtoul(words[0], NULL, 16);
    uint32_t       hash = ~expected;

    g_assert_cmphex(bcnet_name_hash(words[1], strlen(words[1])), ==, expected);
    g_assert_true(bcnet_name_hash_utf8(words[1], strlen(words[1]), &hash));
    g_assert_cmphex(hash, ==, expected);
}

static void test_stock_names(void)
{
    g_assert_cmpuint(test_data_rows("name-hashes.txt", check_stock_name, NULL), ==, 138);
}

/* A table is a permutation, so one letter never gives what another one gives, in none of the four bytes. */
static void test_permutations(void)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bool seen[256] = { false };

        for (unsigned i = 0; i < 256; i++) {
            const char     letter = (char)i;
            const uint32_t byte = bcnet_name_hash(&letter, 1) >> shift & 0xFF;

            g_assert_false(seen[byte]);
            seen[byte] = true;
        }
    }
}

static void test_case_counts(void)
{
    g_assert_cmphex(bcnet_name_hash("Akira.pyc", 9), ==, 0x3EB23EBA);
    g_assert_cmphex(bcnet_name_hash("akira.pyc", 9), ==, 0x1AD01BB3);
    g_assert_cmphex(bcnet_name_hash("", 0), ==, 0);
    g_assert_cmphex(bcnet_name_hash("scripts/", 7), ==, 0x4DAFCB2F);
}

/* A name with letters above 0x7F is hashed in ISO-8859-1; every byte of that has its character in UTF-8. */
static void test_latin_1(void)
{
    for (unsigned i = 1; i < 256; i++) {
        const char       latin[] = { 'x', (char)i, 'y' };
        uint32_t         hash = 0;
        g_autofree char *utf8 = g_convert(latin, sizeof latin, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);

        g_assert_true(bcnet_name_hash_utf8(utf8, strlen(utf8), &hash));
        g_assert_cmphex(hash, ==, bcnet_name_hash(latin, sizeof latin));
    }
}

static void test_not_latin_1(void)
{
    uint32_t hash;

    g_assert_false(bcnet_name_hash_utf8("\xC4\x80", 2, &hash)); /* U+0100 */
    g_assert_false(bcnet_name_hash_utf8("\xE9t\xE9", 3, &hash)); /* no UTF-8 */
    g_assert_false(bcnet_name_hash_utf8("\xC3\xA9", 1, &hash)); /* cut in a character */
}

/* ---- contents ---- */

typedef struct {
    const char *hex;
    uint32_t    hash;
} content_row_t;

/* Worked out by hand with the rule of 35.4. */
static const content_row_t content_rows[] = {
    { "", 0 },
    { "01000000", 2 },
    { "00000080", 1 }, /* rotated, not shifted */
    { "01000000 FFFFFFFF", 2 }, /* the second word is the time stamp */
    { "01000000 FFFFFFFF 04000000", 12 }, /* (2 ^ 4) * 2 */
    { "78563412", 0x2468ACF0 },
    { "05", 10 },
    { "05 70", 30 }, /* (10 ^ 5) * 2: the first byte twice, the second one not at all */
    { "05 71", 30 },
    { "05 70 33", 54 }, /* (30 ^ 5) * 2 */
    { "80", 0xFFFFFF01 }, /* its sign counts */
    { "80 00", 0x00000102 }, /* 0xFFFFFF01 ^ 0xFFFFFF80 = 0x81 */
    { "01000000 00000000 04000000 03", 30 }, /* (12 ^ 3) * 2 */
};

static void test_contents(void)
{
    test_fence_t fence;

    test_fence_open(&fence);
    for (size_t i = 0; i < G_N_ELEMENTS(content_rows); i++) {
        GByteArray *bytes = test_bytes(content_rows[i].hex);

        g_assert_cmphex(bcnet_content_hash(test_fence_copy(&fence, bytes->data, bytes->len), bytes->len), ==,
                        content_rows[i].hash);
        g_byte_array_unref(bytes);
    }
    test_fence_close(&fence);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/name-hash/names/stock", test_stock_names);
    g_test_add_func("/name-hash/names/permutations", test_permutations);
    g_test_add_func("/name-hash/names/case", test_case_counts);
    g_test_add_func("/name-hash/names/latin-1", test_latin_1);
    g_test_add_func("/name-hash/names/not-latin-1", test_not_latin_1);
    g_test_add_func("/name-hash/contents", test_contents);
    return g_test_run();
}
