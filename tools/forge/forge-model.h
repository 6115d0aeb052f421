/* Ships whose subsystems stand in a layout file (layouts/README.md), for scenarios about ships of mods.
 *
 * The file is read here in a way of its own: the forge shares nothing with the plugin that its captures are to test.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_MODEL_H
#define BCNET_FORGE_MODEL_H

#include "forge/forge-ship.h"

typedef struct {
    forge_ship_t ship;
    forge_class_t class;
    GString    *entries; /* of the class */
    char       *name, *set;
    GPtrArray  *conditions; /* the name of each, in the order of ship.conditions */
    GHashTable *cursors; /* receiver -> the subsystem that its next block begins with */
} forge_model_t;

void bcnet_forge_model_free(gpointer model);

#endif
