/* What the layout tests share: the block vectors, and a stock writer of subsystem states.
 *
 * The writer is made from chapters 20.1 and 60.2 alone and knows nothing of the walker; test-block.c
 * holds it against the vectors before anything relies on it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_TEST_SUPPORT_H
#define BCNET_TEST_SUPPORT_H

#include "ships/block.h"

/* --- vectors: tests/data/blocks.txt --- */

typedef struct {
    bcnet_view_t view;
    unsigned     next;
    unsigned     entry_count;
    uint8_t      entries[16];
    char        *roles;
    GByteArray  *bytes; /* start index first */
} vector_block_t;

typedef struct {
    bcnet_view_t view;
    unsigned     start, open_bits, length, next;
} vector_length_t;

typedef struct {
    bcnet_view_t view;
    GArray      *first; /* of unsigned: the start indices from creation */
    GArray      *loop; /* of unsigned: those that repeat */
} vector_cycle_t;

typedef struct {
    char       *name;
    unsigned    species;
    GByteArray *snapshot;
    GArray     *blocks; /* of vector_block_t */
    GArray     *lengths; /* of vector_length_t */
    GArray     *cycles; /* of vector_cycle_t */
} vector_ship_t;

/* vector_ship_t *; a malformed line ends the test. */
GPtrArray *test_vectors_load(void);

GByteArray *test_bytes(const char *hex);

/* --- the writer --- */

typedef struct {
    GByteArray        *payload; /* the whole message, opcode first */
    uint32_t           start; /* offset of the start index */
    bcnet_open_group_t group; /* open when the block begins */
    unsigned           next; /* start index of the following block */
} test_message_t;

/* Gives the byte of a value; NULL stands for "undamaged": 0xFF, power 100 %. */
typedef uint8_t (*test_value_t)(bool is_power, void *data);

/* A StateUpdate with a block. open_bits 0..2: booleans before the block (has_hash, cloaked). */
test_message_t test_message(const bcnet_layout_t *layout, unsigned start, bcnet_view_t view, unsigned open_bits,
                            test_value_t value, void *data);
void           test_message_free(test_message_t *message);

/* The walker's view of a message. */
bcnet_block_t test_block(const test_message_t *message, const bcnet_layout_t *layout, bcnet_walk_mode_t mode);

/* Makes a layout from a string of formats, one character per entry, each followed by one digit per
 * child: 'b' base, 'p' powered, 'r' reactor, 's' shield. "bsp2": hull, shields, a system with two. */
bcnet_layout_t *test_layout(const char *formats);

#endif
