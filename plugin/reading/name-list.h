/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names by what they hash to (protocol chapter 35.4): computed, so any list of names will do.
 *
 * A path stands for several names: the game hashes bare names of files and directories, and the whole path of the
 * directory that was asked for (35.3). So every part of a path and every leading path of it is in the list.
 *
 * Names are ISO-8859-1, as the game has them. Nothing is copied: entries point into the texts and paths they came from.
 *
 * No Wireshark include here. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer ones are no paths of a game for Windows; deeper ones neither. What is beyond is left out. */
enum { BCNET_PATH_MAX = 1024, BCNET_PATH_LEVELS_MAX = 32 };

typedef struct bcnet_name_list bcnet_name_list_t;

/* One name; not zero-terminated. */
typedef struct {
    const char *text; /* NULL: none */
    size_t      length;
} bcnet_listed_name_t;

bcnet_name_list_t *bcnet_name_list_new(void);
void               bcnet_name_list_free(bcnet_name_list_t *list);

/* Adds a name as it is, without its parts. It must outlive the list. */
void bcnet_name_list_add(bcnet_name_list_t *list, const char *name, size_t length);
/* Adds a path that arrived at `when` and everything it stands for. The list keeps a copy. */
void bcnet_name_list_add_path(bcnet_name_list_t *list, const char *path, size_t length, uint64_t when);
/* The same for a text with a name or path in each line, in UTF-8 or ISO-8859-1. The list keeps the text, which
 * g_free can free. */
void bcnet_name_list_add_text(bcnet_name_list_t *list, char *text, size_t length);

/* The first name with this hash that was added up to `when`, and the first other one, if there is any. */
bcnet_listed_name_t bcnet_name_list_find(const bcnet_name_list_t *list, uint32_t hash, uint64_t when,
                                         bcnet_listed_name_t *other);
