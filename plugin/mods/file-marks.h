/* Whether files and folders are as they were.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FILE_MARKS_H
#define BCNET_FILE_MARKS_H

#include <stdbool.h>

#include <glib.h>

/* The state of files (char *): of each its size and time, of folders what they hold. 0: one of them was written just
 * now and can be written again without another time. */
guint64 bcnet_files_state(const GPtrArray *paths);
/* Whether they are in a state that they were in before. */
bool bcnet_files_hold(const GPtrArray *paths, guint64 state);

#endif
