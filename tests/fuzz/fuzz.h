/* What the harnesses share. Each is a libFuzzer target: one input, one call of LLVMFuzzerTestOneInput.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FUZZ_H
#define BCNET_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <glib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Unlike assert, never compiled away. */
#define FUZZ_MUST(condition)                                                                                           \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            g_error("%s:%d: this does not hold: %s", __FILE__, __LINE__, #condition);                                  \
    } while (0)

/* Takes values off the front of an input; zeros when it is used up. */
typedef struct {
    const uint8_t *data;
    size_t         left;
} fuzz_input_t;

static inline uint8_t fuzz_u8(fuzz_input_t *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->data++;
}

static inline uint16_t fuzz_u16(fuzz_input_t *input)
{
    const uint8_t low = fuzz_u8(input);

    return (uint16_t)(low | fuzz_u8(input) << 8);
}

/* A copy that ends where the bytes end, so that reading beyond is seen. */
static inline uint8_t *fuzz_copy(const uint8_t *data, size_t size)
{
    uint8_t *copy = (uint8_t *)malloc(size ? size : 1);

    for (size_t i = 0; i < size; i++)
        copy[i] = data[i];
    return copy;
}

#endif
