/* Whether files and folders are as they were.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FILE_MARKS_H
#define BCNET_FILE_MARKS_H

#include <stdbool.h>

#include <glib.h>

/* The state of files (char *), for bcnet_marks_hold. A floating reference, of type BCNET_MARKS. */
#define BCNET_MARKS "a(ayxx)"
GVariant *bcnet_marks_of(const GPtrArray *paths);
/* What was found when files were looked at: a folder that many marks mention is listed once. Freed with
 * g_hash_table_destroy. */
GHashTable *bcnet_marks_looked_at(void);
/* Whether all of them are in that state. `looked_at` may be NULL. */
bool bcnet_marks_hold(GVariant *marks, GHashTable *looked_at);

#endif
