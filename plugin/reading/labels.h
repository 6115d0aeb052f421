/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words that flags, units and numbers of fields show. */
#pragma once

#include "reading/compat.h"

/* Wireshark has the same, but a table of fields takes their addresses, and on Windows the address of what another library
 * holds is no constant. */
extern const unit_name_string  bcnet_units_bytes;
extern const true_false_string bcnet_tfs_yes_no;
extern const true_false_string bcnet_tfs_on_off;

extern const value_string bcnet_torpedo_species_names[]; /* 40.8 */
extern const value_string bcnet_phaser_level_names[]; /* 40.4 */
extern const value_string bcnet_no_player_names[]; /* 70.3: network id 0 */
