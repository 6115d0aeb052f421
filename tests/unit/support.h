/* What the unit tests of the pure rooms share.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_UNIT_SUPPORT_H
#define BCNET_UNIT_SUPPORT_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "datagram/recognise.h"

/* Bytes of hex digits; blanks are for the eye. */
GByteArray *test_bytes(const char *hex);

/* Calls `row` with the words of every row of a file in tests/data, comments and empty lines left out.
 * Returns the number of rows. */
typedef void (*test_row_t)(char **words, void *user);
unsigned test_data_rows(const char *file, test_row_t row, void *user);

/* A block whose last byte is the last one that may be read: behind it lies a page without access, so that
 * a read beyond the end ends the test in every build, not only in one with sanitizers. */
typedef struct {
    uint8_t *map;
    size_t   size; /* of the part that may be read */
    size_t   page;
} test_fence_t;

void test_fence_open(test_fence_t *fence);
/* Copies `length` bytes right in front of the fence. The copy is good until the next one. */
uint8_t *test_fence_copy(test_fence_t *fence, const uint8_t *bytes, size_t length);
void     test_fence_close(test_fence_t *fence);

/* Random numbers, fast and the same in every run (xorshift). */
typedef struct {
    uint64_t state;
} test_random_t;

static inline uint64_t test_random(test_random_t *random)
{
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return random->state;
}

void test_random_bytes(test_random_t *random, uint8_t *bytes, size_t length);

/* Stands in for the table of opcodes: the numbers and the delivery of 30.2, but every length fits. What
 * convinces with the real table convinces with this one, so bounds found with it hold for the real one. */
const bcnet_payload_form_t *test_forms(void);

#endif
