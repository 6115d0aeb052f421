/* Random datagrams never convince: the bound of 2^-32 (see test-bound.c) tried out.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "datagram/cipher.h"
#include "support.h"
#include "datagram/recognise.h"

enum { DATAGRAMS = 10000000, LONGEST = 200, SHORT = 8 };

typedef struct {
    unsigned weak;
    unsigned strong;
} found_t;

static found_t try_noise(uint64_t seed, unsigned longest, bool possible_sender, bool snapped)
{
    test_random_t random = { seed };
    found_t       found = { 0 };

    for (unsigned i = 0; i < DATAGRAMS; i++) {
        uint8_t        bytes[LONGEST];
        const uint64_t choice = test_random(&random);
        const size_t   captured = 1 + (choice & 0xFFFF) % longest;
        const size_t   reported = captured + (snapped ? 1 + (choice >> 16 & 0xFFFF) % 1400 : 0);

        test_random_bytes(&random, bytes, captured);
        if (possible_sender)
            bytes[0] = choice >> 32 & 1 ? 0xFF : (uint8_t)(1 + (choice >> 33 & 0xFF) % 0x5B);
        const bcnet_recognition_t status = bcnet_wire_recognise(bytes, captured, reported, test_forms());
        found.weak += status == BCNET_WEAK;
        found.strong += status == BCNET_STRONG;
    }
    g_test_message("%u weak, %u strong", found.weak, found.strong);
    return found;
}

static void test_noise(void)
{
    const found_t found = try_noise(0x2545F4914F6CDD1D, LONGEST, false, false);

    g_assert_cmpuint(found.strong, ==, 0);
}

static void test_noise_from_possible_senders(void)
{
    const found_t found = try_noise(0x9FB21C651E98DF25, LONGEST, true, false);

    g_assert_cmpuint(found.strong, ==, 0);
}

/* Some short ones fit by chance, as they must: of those with three bytes one in 2^16 is a keepalive. Without
 * any the reader would not have got anywhere. */
static void test_short_noise(void)
{
    const found_t found = try_noise(0x27D4EB2F165667C5, SHORT, true, false);
    const double  keepalives = DATAGRAMS / (double)SHORT / 65536.0;

    g_assert_cmpuint(found.strong, ==, 0);
    g_assert_cmpfloat(found.weak, >, keepalives / 3);
    g_assert_cmpfloat(found.weak, <, keepalives * 3);
}

static void test_snapped_noise(void)
{
    const found_t found = try_noise(0xC2B2AE3D27D4EB4F, LONGEST, true, true);

    g_assert_cmpuint(found.strong, ==, 0);
    g_assert_cmpuint(found.weak, >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    bcnet_cipher_setup();
    g_test_add_func("/noise/any-bytes", test_noise);
    g_test_add_func("/noise/possible-senders", test_noise_from_possible_senders);
    g_test_add_func("/noise/short", test_short_noise);
    g_test_add_func("/noise/snapped", test_snapped_noise);
    return g_test_run();
}
