/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/labels.h"

const unit_name_string  bcnet_units_bytes = { " byte", " bytes" };
const true_false_string bcnet_tfs_yes_no = { "Yes", "No" };
const true_false_string bcnet_tfs_on_off = { "On", "Off" };
