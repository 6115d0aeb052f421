/* The hash of strangers' bytes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/hash.h"
#include "support.h"

/* What CPython's hash() of bytes says with PYTHONHASHSEED=0: SipHash-1-3 with a key of zeros. */
static void test_values(void)
{
    static const uint64_t key[2];
    uint8_t               bytes[64];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    g_assert_cmphex(bcnet_hash_with(key, "a", 1), ==, 0x407448D2B89B1813);
    g_assert_cmphex(bcnet_hash_with(key, "AlbyRules!", 10), ==, 0xF14DD7410FB7F168);
    g_assert_cmphex(bcnet_hash_with(key, bytes, sizeof bytes), ==, 0x75E05FD5BBC870C6);
}

static void test_own_key(void)
{
    static const uint64_t zeros[2];

    g_assert_cmphex(bcnet_hash("a", 1), ==, bcnet_hash("a", 1));
    g_assert_cmphex(bcnet_hash("a", 1), !=, bcnet_hash_with(zeros, "a", 1));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hash/values", test_values);
    g_test_add_func("/hash/own-key", test_own_key);
    return g_test_run();
}
