/* The table form of the cipher: known pairs, the literal form, and any way of cutting a datagram (10.2).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "datagram/cipher.h"
#include "forge/forge-cipher.h"
#include "support.h"

#include <string.h>

/* Pairs in the file, so that an empty or shortened file cannot pass. */
enum { PAIRS = 61, ROUNDS_PER_LENGTH = 20, LARGEST = 700, CUTTINGS = 5000 };

static void check_pair(char **words, void *user)
{
    GByteArray *plain = test_bytes(words[0]);
    GByteArray *enciphered = test_bytes(words[1]);
    uint8_t    *out = g_malloc0(plain->len);

    (void)user;
    bcnet_cipher_decrypt_datagram(enciphered->data, out, enciphered->len);
    g_assert_cmpmem(out, enciphered->len, plain->data, plain->len);
    /* In place as well. */
    bcnet_cipher_decrypt_datagram(enciphered->data, enciphered->data, enciphered->len);
    g_assert_cmpmem(enciphered->data, enciphered->len, plain->data, plain->len);
    g_free(out);
    g_byte_array_unref(enciphered);
    g_byte_array_unref(plain);
}

static void test_pairs(void)
{
    g_assert_cmpuint(test_data_rows("cipher-vectors.txt", check_pair, NULL), ==, PAIRS);
}

/* A host's connect answer as it was recorded; in the file too, but this one may not get lost. */
static void test_real_capture(void)
{
    char *words[] = { "01010306c0000002", "01d73368c3bf76db", NULL };

    check_pair(words, NULL);
}

static void compare_forms(test_random_t *random, size_t length)
{
    uint8_t plain[LARGEST], literal[LARGEST], table[LARGEST];

    test_random_bytes(random, plain, sizeof plain);
    memcpy(literal, plain, sizeof plain);
    memset(table, 0xA5, sizeof table);
    bcnet_forge_encrypt(literal, length);
    bcnet_cipher_decrypt_datagram(literal, table, length);
    g_assert_cmpmem(table, length, plain, length);
    for (size_t i = length; i < LARGEST; i++) /* nothing is written behind the end */
        g_assert_cmphex(table[i], ==, 0xA5);
    /* Random bytes as ciphertext: the keys then run through other states than with ours. */
    bcnet_cipher_decrypt_datagram(plain, table, length);
    bcnet_forge_decrypt(plain, length);
    g_assert_cmpmem(table, length, plain, length);
}

static void test_against_literal_form(void)
{
    test_random_t random = { 0x9E3779B97F4A7C15 };

    for (size_t length = 0; length <= LARGEST; length++)
        for (unsigned i = 0; i < ROUNDS_PER_LENGTH; i++)
            compare_forms(&random, length);
}

static void test_in_steps(void)
{
    test_random_t random = { 0xD1B54A32D192ED03 };
    test_fence_t  fence;

    test_fence_open(&fence);
    for (unsigned i = 0; i < CUTTINGS; i++) {
        uint8_t        bytes[LARGEST], once[LARGEST], steps[LARGEST];
        const size_t   length = 1 + test_random(&random) % (LARGEST - 1);
        size_t         done = 1;
        bcnet_cipher_t cipher;

        test_random_bytes(&random, bytes, length);
        const uint8_t *fenced = test_fence_copy(&fence, bytes, length);
        bcnet_cipher_decrypt_datagram(fenced, once, length);
        bcnet_cipher_start(&cipher);
        steps[0] = fenced[0];
        while (done < length) {
            const size_t wish = test_random(&random) % 20; /* 0 is a step, too */
            const size_t step = MIN(length - done, wish);
            bcnet_cipher_decrypt(&cipher, fenced + done, steps + done, step);
            done += step;
        }
        g_assert_cmpmem(steps, length, once, length);
    }
    test_fence_close(&fence);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    bcnet_cipher_setup();
    g_test_add_func("/cipher/pairs", test_pairs);
    g_test_add_func("/cipher/real-capture", test_real_capture);
    g_test_add_func("/cipher/against-literal-form", test_against_literal_form);
    g_test_add_func("/cipher/in-steps", test_in_steps);
    return g_test_run();
}
