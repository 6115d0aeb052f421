/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the layout module share among themselves. */
#pragma once

#include <stddef.h>

#include "ships/layout.h"

enum {
    BCNET_LAYOUT_FILE_MAX = 1 << 20, /* bytes; the largest stock file has 8000 */
    BCNET_LAYOUT_VARIANTS_MAX = 8
};

#define BCNET_VARIANT_PREFIX "Variant "
#define BCNET_SUBSYSTEM_PREFIX "Subsystem "
#define BCNET_CHILD_PREFIX "Child "
#define BCNET_HIT_POINTS_MAX 1e30 /* mods have any number; what a float cannot hold is none */

/* `file` and `group` may be NULL, `key` as well. */
void bcnet_layout_report(GPtrArray *problems, const char *file, const char *group, const char *key, const char *format,
                         ...) G_GNUC_PRINTF(5, 6);

/* With a reader or checker that has `problems` and `file`. */
#define REPORT(of, group, key, ...) bcnet_layout_report((of)->problems, (of)->file, group, key, __VA_ARGS__)

/* Keys and groups that stand twice in a text; GKeyFile would silently take the last. */
void bcnet_layout_find_doubles(const char *file, const char *text, GPtrArray *problems);

/* ---- The stock layouts as the build embeds them, one per .ini file of layouts/; the table is generated ---- */

typedef struct {
    const char *key; /* file name without ".ini" */
    const char *text;
    size_t      length;
} bcnet_builtin_layout_t;

extern const bcnet_builtin_layout_t bcnet_builtin_layouts[];
extern const unsigned               bcnet_builtin_layout_count;
