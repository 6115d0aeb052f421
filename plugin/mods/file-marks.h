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
/* Whether all of them are in that state. */
bool bcnet_marks_hold(GVariant *marks);

#endif
