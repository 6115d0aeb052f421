/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of the unmodified game that clients are asked about (protocol chapters 35.4, 35.12); no Wireshark include.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *name;
    uint32_t    content; /* its hash; 0: nobody has seen it */
} bcnet_stock_file_t;

typedef struct {
    const char               *path; /* as the game writes it */
    const bcnet_stock_file_t *files;
    unsigned                  count;
    bool                      complete; /* false: the game has more files here, about which nobody is asked */
} bcnet_stock_folder_t;

enum { BCNET_STOCK_FOLDERS = 10 };
extern const bcnet_stock_folder_t bcnet_stock_folders[BCNET_STOCK_FOLDERS];

/* The folder at the end of a path, in any case, separated by slashes or backslashes; NULL: there is none. */
const bcnet_stock_folder_t *bcnet_stock_folder(const char *path, size_t length);
/* By its name, in any case as on the game's own system; NULL: the folder has no such file. */
const bcnet_stock_file_t *bcnet_stock_file(const bcnet_stock_folder_t *folder, const char *name);
