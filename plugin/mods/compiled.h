/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code of a compiled script, or of a function in it. */
#ifndef BCNET_COMPILED_H
#define BCNET_COMPILED_H

#include <stdint.h>

#include "mods/script.h"

typedef struct bcnet_code {
    const uint8_t *bytes; /* instructions */
    unsigned       length;
    unsigned       parameters; /* the first ones of the variables */
    bool           any_arguments; /* "*rest": such a function is not followed */
    bcnet_list_t   constants, names, variables;
} bcnet_code_t;

#endif
