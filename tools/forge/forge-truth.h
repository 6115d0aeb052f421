/* forge-truth.h
 * What really happened in a made-up battle, as JSON.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_TRUTH_H
#define BCNET_FORGE_TRUTH_H

#include "forge/forge-battle.h"
#include "forge/forge-net.h"

gboolean bcnet_forge_truth_write(const forge_battle_options_t *options, const forge_net_t *net, const char *path,
                                 GError **error);

#endif
