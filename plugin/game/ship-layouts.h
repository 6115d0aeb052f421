/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ship layouts in force: the stock ones, the user's files, and what the user says of objects (60.4).
 *
 * Layouts are read when a capture is opened or read again, never while one is in use: everything that is
 * known about a capture may point at them. */
#pragma once

#include <epan/prefs.h>
#include <stdbool.h>
#include <glib.h>

#include "reading/compat.h"
#include "ships/infer.h"

/* The game's own numbers of ships (40.7), named by the built-in layouts. */
extern value_string bcnet_ship_species_names[];

const bcnet_layouts_t *bcnet_layouts_in_force(void);
/* The inference over these layouts; its objects and answers live as long as the capture's state. */
bcnet_infer_t *bcnet_inference_in_force(void);

/* What the user says: the table "Ship layouts by object", and the default layout. NULL: nothing. */
const bcnet_layout_t *bcnet_layout_by_user(uint32_t object_id);
/* The same for the nearest object below an id. */
const bcnet_layout_t *bcnet_layout_by_user_below(uint32_t object_id, uint32_t *chosen_id);
const bcnet_layout_t *bcnet_layout_users_default(void);

/* The summary of a complaint about bytes that do not fit, with what may be behind it. `layout` may be NULL. */
const char *bcnet_with_mod_hint(wmem_allocator_t *pool, const char *complaint, const bcnet_layout_t *layout);

/* Tells the user something that went wrong with what a preference or a folder holds, once. Takes the sentence. */
void bcnet_report_once(char *sentence);

/* The preferences of this room. */
void bcnet_prefer_ship_layouts(module_t *module);

void bcnet_register_ship_layouts(int proto);

/* The ships of the game's folder, as the user prefers it, or of a mod's. */

/* Adds the layouts of the folder's ships and says how many there are and what is wrong with others. `layouts` holds the
 * built-in ones only. A folder without ships is a problem: a sentence that is freed with g_free, else NULL. */
char *bcnet_game_folder_add(const char *folder, bcnet_layouts_t *layouts, GString *words);
