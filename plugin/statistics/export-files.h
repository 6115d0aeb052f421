/* File > Export Objects and tshark --export-objects bcnet,DIR: files that a host sends to clients (35.6).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_EXPORT_FILES_H
#define BCNET_EXPORT_FILES_H

#include "reading/message.h"

/* Offers a file: `size` bytes at msg->pos, which must be there. Resends are not offered again. */
void bcnet_export_file(bcnet_msg_t *msg, const char *name, int size);

void bcnet_register_export_files(int proto);

#endif
