/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that the tools write: whole or not at all.
 *
 * What is written goes into a temporary file beside the final one, which takes its place at the end. A run that fails or
 * is interrupted leaves nothing behind, and what was there before as it was. Devices and pipes are written to directly:
 * a file that took their place would replace them. */
#pragma once

#include <glib.h>

typedef struct tool_output tool_output_t;

/* "-" is standard output. NULL with an error set. */
tool_output_t *tool_output_open(const char *path, GError **error);
void           tool_output_put(tool_output_t *output, const void *bytes, gsize length);
/* Frees it. FALSE with an error set when not everything could be written; one that is set already, by who made what is
 * written, leaves nothing behind, too. */
gboolean tool_output_close(tool_output_t *output, GError **error);
/* All of these at once. */
gboolean tool_output_write(const char *path, const char *content, gsize length, GError **error);

/* From now on SIGINT, SIGTERM, SIGHUP and SIGPIPE remove the temporary files before they end the program. */
void tool_output_watch_signals(void);
/* While held, they wait: files that belong together are written all or none. */
void tool_output_hold_signals(gboolean hold);
/* Whether two paths, which need not exist, mean the same file; "-" is none. */
gboolean tool_same_file(const char *a, const char *b);
