/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether files and folders are as they were. */
#ifndef BCNET_FILE_MARKS_H
#define BCNET_FILE_MARKS_H

#include <glib.h>

/* The state of files (char *): of each its size and time, of folders what they hold. 0: one of them was written just
 * now and can be written again without another time. */
guint64 bcnet_files_state(const GPtrArray *paths);
#endif
