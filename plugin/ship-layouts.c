/* The ship layouts in force (60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ship-layouts.h"

#include "bcnet.h"

static bcnet_layouts_t *in_force;

const bcnet_layouts_t *bcnet_layouts_in_force(void)
{
    return in_force;
}

void bcnet_register_ship_layouts(int proto)
{
    in_force = bcnet_layouts_new();
}
