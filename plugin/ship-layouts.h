/* The ship layouts in force: the stock ones, the user's files, and what the user told of objects (60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_SHIP_LAYOUTS_H
#define BCNET_SHIP_LAYOUTS_H

#include "layout.h"

/* Never NULL after registration; stays valid as long as the capture's state does. */
const bcnet_layouts_t *bcnet_layouts_in_force(void);

#endif
