/* The stock layouts as the build embeds them, one per .ini file of layouts/. The table is generated.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_LAYOUT_BUILTIN_H
#define BCNET_LAYOUT_BUILTIN_H

#include <stddef.h>

typedef struct {
    const char *key; /* file name without ".ini" */
    const char *text;
    size_t      length;
} bcnet_builtin_layout_t;

extern const bcnet_builtin_layout_t bcnet_builtin_layouts[];
extern const unsigned               bcnet_builtin_layout_count;

#endif
