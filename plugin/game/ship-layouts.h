/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ship layouts in force: the stock ones, the user's files, and what the user says of objects (60.4).
 *
 * Layouts are read when a capture is opened or read again, never while one is in use: everything that is
 * known about a capture may point at them. */
#ifndef BCNET_SHIP_LAYOUTS_H
#define BCNET_SHIP_LAYOUTS_H

#include <epan/prefs.h>

#include "reading/compat.h"
#include "ships/infer.h"
#include "ships/layout.h"

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

/* The preferences of this room. */
void bcnet_prefer_ship_layouts(module_t *module);

void bcnet_register_ship_layouts(int proto);

#endif
