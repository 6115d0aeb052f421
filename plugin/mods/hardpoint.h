/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a ship's hardpoint script, without running anything of it, into the list of its subsystems (97).
 *
 * No file is opened here: other scripts come from a function of the caller. */
#pragma once

#include "mods/script.h"

/* The subsystem list that a script leads to. What it means that a script adds a property again is not known (97.2, rule 2):
 * where one does, the other readings become variants. The layout has no key, name or species yet. Remarks
 * (bcnet_import_remark_t *) are appended; NULL is returned when the file cannot be used. `work` grows by the steps it took. */
bcnet_layout_t *bcnet_hardpoint_read(const bcnet_script_source_t *source, bcnet_finder_t finder, GPtrArray *remarks,
                                     size_t *work);
/* The second part of that: from the calls of AddToSet in a file. */
bcnet_layout_t *bcnet_hardpoint_layout(const char *file, const bcnet_added_t *added, unsigned count,
                                       GPtrArray *remarks);
/* A name of the game's as layout files want it, freed with g_free: in UTF-8, without line ends and other controls, and
 * not longer than they allow. NULL stays NULL. */
char *bcnet_layout_clean_name(const char *name);
