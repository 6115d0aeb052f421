/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of users: read whole, as long as they are regular and small. No Wireshark include here. */
#ifndef BCNET_SMALL_FILE_H
#define BCNET_SMALL_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <glib.h>

/* The content of a regular file of at most `most` bytes, with a zero behind it; NULL and an error otherwise. Does not
 * wait for what a folder may hold beside files (a FIFO), nor read what has no end (a device). */
char *bcnet_read_small_file(const char *path, size_t most, size_t *length, GError **error);

#endif
