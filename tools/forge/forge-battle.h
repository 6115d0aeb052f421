/* A made-up battle of any length, with all that a bad network does to it, and the truth about it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_BATTLE_H
#define BCNET_FORGE_BATTLE_H

#include "forge/forge-net.h"

/* Writes the capture to OUTPUT, "-" for standard output, while the battle runs, and the ground truth to TRUTH, which may be
 * NULL. */
gboolean bcnet_forge_battle(const forge_net_options_t *options, const char *truth, const char *output, GError **error);

#endif
