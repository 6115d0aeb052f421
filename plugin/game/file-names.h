/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a name hash stands for (protocol chapter 35.4): names of the unmodified game, then those that the user lists, then
 * those heard in the capture.
 *
 * The user's lists are the files *.txt in the folder bcnet/names of the personal configuration, read when a capture is opened.
 */
#ifndef BCNET_FILE_NAMES_H
#define BCNET_FILE_NAMES_H

#include "reading/message.h"

typedef struct {
    const char *name; /* NULL: nobody knows */
    const char *other; /* another name with the same hash; NULL: none is known */
} bcnet_file_name_t;

/* As of a stamp. Printable. */
bcnet_file_name_t bcnet_file_name_at(wmem_allocator_t *pool, uint32_t hash, bcnet_stamp_t stamp);
/* As of the message, in packet memory. */
bcnet_file_name_t bcnet_file_name(const bcnet_msg_t *msg, uint32_t hash);
/* A file, directory or version that the message names: `length` bytes of ISO-8859-1, parts separated by / or \. */
void bcnet_note_file_name(bcnet_msg_t *msg, const uint8_t *name, int length);

void bcnet_register_file_names(void);

#endif
