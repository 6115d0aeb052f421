/* A script as Python 1.5 has compiled it: a .pyc file.
 *
 * Such a file begins with a number that says which Python made it, and the time of the script it was made
 * of; then comes the code of the script, in the form that Python calls marshal. Only its values are read:
 * what the code does is told by hardpoint-bytecode.c, statement for statement, as for any other script.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HARDPOINT_COMPILED_H
#define BCNET_HARDPOINT_COMPILED_H

#include <stdint.h>

#include "mods/hardpoint-remark.h"
#include "mods/hardpoint-value.h"

typedef struct {
    const char *const *items;
    unsigned           count;
} bcnet_names_t;

enum { BCNET_NAMES, BCNET_VARIABLES /* of a function */ };

struct bcnet_code {
    const uint8_t *bytes;
    unsigned       length;
    unsigned       parameters; /* the first ones of the variables */
    const value_t *constants;
    unsigned       constant_count;
    bcnet_names_t  names[2]; /* BCNET_NAMES, BCNET_VARIABLES */
};

/* Whether a file is compiled, by its first bytes: whatever Python made it. */
bool bcnet_is_compiled(const char *text, size_t length);
/* The code of such a file, in the arena; NULL when it cannot be read, with a remark. */
const bcnet_code_t *bcnet_compiled_read(bcnet_arena_t *arena, const char *file, const char *text, size_t length,
                                        GPtrArray *remarks);

#endif
