/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of users: read whole, as long as they are regular and small. No Wireshark include here. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <glib.h>

/* The content of a regular file of at most `most` bytes, with a zero behind it; NULL and an error otherwise. Does not
 * wait for what a folder may hold beside files (a FIFO), nor read what has no end (a device). */
char *bcnet_read_small_file(const char *path, size_t most, size_t *length, GError **error);

/* The files of a folder whose names have an ending: their paths, in the order of names, freed with g_ptr_array_free. None,
 * and an error, where the folder cannot be read. */
GPtrArray *bcnet_list_files(const char *folder, const char *ending, GError **error);
/* For g_ptr_array_sort, of texts. */
gint bcnet_compare_texts(gconstpointer a, gconstpointer b);
