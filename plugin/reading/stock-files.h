/* Which names and contents the files of the unmodified game have (protocol chapter 35.4); no Wireshark include.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STOCK_FILES_H
#define BCNET_STOCK_FILES_H

#include <stdbool.h>
#include <stdint.h>

/* Version string, directories and files; NULL behind the last one. ASCII. */
extern const char *const bcnet_stock_names[];

/* The content hash of a file by the end of its path, "scripts/ships/Akira.pyc", in any case and with any folders before
 * it, separated by slashes or backslashes. False when it is not known: of most files it is not. */
bool bcnet_stock_content(const char *path, uint32_t *hash);

#endif
