/* The words that flags and units of fields show.
 *
 * Wireshark has the same, but a table of fields takes their addresses, and on Windows the address of what another
 * library holds is no constant.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_LABELS_H
#define BCNET_LABELS_H

#include "reading/compat.h"

extern const unit_name_string  bcnet_units_bytes;
extern const true_false_string bcnet_tfs_yes_no;
extern const true_false_string bcnet_tfs_on_off;

#endif
