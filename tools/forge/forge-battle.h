/* A made-up battle of any length, with all that a bad network does to it, and the truth about it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_BATTLE_H
#define BCNET_FORGE_BATTLE_H

#include <glib.h>

typedef struct {
    guint       players; /* 1 to BCNET_FORGE_MAX_PLAYERS */
    double      seconds; /* ends after that time; 0 for no limit */
    guint64     datagrams; /* ends after that many frames; 0 for no limit */
    double      loss; /* these three are probabilities */
    double      duplicate;
    double      reorder;
    guint64     seed;
    const char *truth; /* file for the ground truth, or NULL */
} forge_battle_options_t;

/* Writes the capture to OUTPUT, "-" for standard output, while the battle runs. */
gboolean bcnet_forge_battle(const forge_battle_options_t *options, const char *output, GError **error);

#endif
