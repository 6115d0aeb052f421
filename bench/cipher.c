/* How fast is the cipher? The plugin's table form beside the literal form of the forge, in nanoseconds of
 * processor time per byte of datagram.
 *
 *     bench-cipher
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "datagram/cipher.h"
#include "forge/forge-cipher.h"

enum { LARGEST = 500, BYTES_PER_RUN = 200000, RUNS = 100 };

static const size_t sizes[] = { 16, 40, 80, 200, LARGEST };
enum { SIZES = sizeof sizes / sizeof *sizes };

typedef struct {
    double table; /* best runs so far, nanoseconds per byte */
    double literal;
} best_t;

static void decrypt_by_table(uint8_t *datagram, size_t length)
{
    bcnet_cipher_decrypt_datagram(datagram, datagram, length);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* other programs' time does not count */
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void fill(uint8_t *datagram)
{
    uint32_t x = 12345;

    for (size_t i = 0; i < LARGEST; i++) {
        x = x * 1664525 + 1013904223;
        datagram[i] = (uint8_t)(x >> 24);
    }
}

/* One run over the same buffer again and again: what was decrypted is decrypted once more. */
static double measure(void (*decrypt)(uint8_t *, size_t), size_t size)
{
    const size_t repeats = BYTES_PER_RUN / size;
    uint8_t      datagram[LARGEST];

    fill(datagram);
    const double start = now();
    for (size_t i = 0; i < repeats; i++)
        decrypt(datagram, size);
    return (now() - start) / (double)(repeats * size);
}

static void improve(best_t *best, size_t size)
{
    const double table = measure(decrypt_by_table, size);
    const double literal = measure(bcnet_forge_decrypt, size);

    if (best->table == 0 || table < best->table)
        best->table = table;
    if (best->literal == 0 || literal < best->literal)
        best->literal = literal;
}

/* A comparison of two programs that do different things would be worth nothing. */
static bool same_result(void)
{
    uint8_t by_table[LARGEST], literally[LARGEST];

    fill(by_table);
    fill(literally);
    decrypt_by_table(by_table, LARGEST);
    bcnet_forge_decrypt(literally, LARGEST);
    return memcmp(by_table, literally, LARGEST) == 0;
}

static void print_table(void)
{
    printf("%8s %12s %12s %8s\n", "bytes", "table", "literal", "ratio");
    for (size_t i = 0; i < SIZES; i++) {
        best_t best = { 0 };
        for (unsigned run = 0; run < RUNS; run++)
            improve(&best, sizes[i]);
        printf("%8zu %9.2f ns %9.2f ns %8.2f\n", sizes[i], best.table, best.literal, best.literal / best.table);
    }
}

int main(void)
{
    bcnet_cipher_setup();
    if (!same_result()) {
        fprintf(stderr, "The two forms decrypt differently; there is nothing to compare.\n");
        return 1;
    }
    print_table();
    return 0;
}
