/* The files that a scenario reads. It may come from anybody: it reads only below its own folder, and below those that
 * the user allows.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_FILES_H
#define BCNET_FORGE_FILES_H

#include "forge/forge-scope.h"

/* Lets files below the folder be read. One that does not exist allows nothing. */
void bcnet_forge_allow_folder(forge_scope_t *scope, const char *folder);
/* The path of the file that the token names between its quotes, relative to the scenario. */
char *bcnet_forge_file_path(const forge_line_t *line, const forge_token_t *token);
/* Its contents with a zero byte behind them. Files of more than `most` bytes are not opened. NULL after a mistake. */
char *bcnet_forge_read_file(const forge_cursor_t *cursor, const forge_token_t *token, gsize most, gsize *length);

#endif
