/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ships of the game's folder, as the user prefers it, or of a mod's. */
#ifndef BCNET_GAME_FOLDER_H
#define BCNET_GAME_FOLDER_H

#include <stdbool.h>

#include <glib.h>

#include "ships/layout.h"

/* Adds the layouts of the folder's ships and says how many there are and what is wrong with others. `layouts` holds the
 * built-in ones only. A folder without ships is a problem: a sentence that is freed with g_free, else NULL. */
char *bcnet_game_folder_add(const char *folder, bcnet_layouts_t *layouts, GString *words);
/* Whether a folder would give the same layouts again; an empty one has none. */
bool bcnet_game_folder_holds(const char *folder);
void bcnet_game_folder_forget(void);

#endif
