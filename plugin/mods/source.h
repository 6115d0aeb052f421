/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A script as it stands in a file. */
#ifndef BCNET_SOURCE_H
#define BCNET_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#define BCNET_HARDPOINTS "ships.Hardpoints"

enum {
    BCNET_SOURCE_MAX = 4 * 1024 * 1024, /* bytes of a script; the largest ones have 200 KB */
    BCNET_SHIPS_MAX = 3000 /* of one folder; the largest mods have 300 */
};

typedef struct {
    char  *path; /* its name for remarks */
    char  *text;
    size_t length;
} bcnet_script_source_t;

/* Where other scripts come from. */
typedef struct {
    /* The script of a path, "ships.Hardpoints.akira". False when there is none. */
    bool (*find)(void *context, const char *path, bcnet_script_source_t *source);
    void *context;
} bcnet_finder_t;

/* Frees what is in it. */
void bcnet_source_clear(bcnet_script_source_t *source);
/* Whether it is compiled, by its first bytes: whatever Python made it. */
bool bcnet_source_is_compiled(const char *text, size_t length);
/* "Akira.py" and "akira.PYC" are scripts, called "Akira" and "akira"; "__init__.py" makes a folder a package and is
 * none. The name is freed with g_free; NULL: no script. */
char *bcnet_source_name(const char *file);

#endif
