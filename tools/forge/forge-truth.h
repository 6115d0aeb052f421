/* What really happened in a made-up battle, as JSON.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_TRUTH_H
#define BCNET_FORGE_TRUTH_H

#include "forge/forge-battle.h"
#include "forge/forge-net.h"

/* Freed with g_free. */
char *bcnet_forge_truth(const forge_battle_options_t *options, const forge_net_t *net);

#endif
