/* SPDX-License-Identifier: GPL-2.0-or-later */
/* File > Export Objects and tshark --export-objects bcnet,DIR: files that a host sends to clients (35.6). */
#pragma once

#include "game/tap-facts.h"

/* Whether anybody exports; offers a file that a message has told of. */
bool bcnet_files_wanted(void);
void bcnet_export_file(packet_info *pinfo, const bcnet_tap_file_t *file);

void bcnet_register_export_files(int proto);
