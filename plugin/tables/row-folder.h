/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What -z bcnet,tables has in hand while it writes. What happens is written at once and forgotten; what is known in the end
 * comes last. */
#pragma once

#include "game/file-checks.h"
#include "tables/records.h"

/* The file of a table; and of what is known in the end the rows of captures that were forgotten (tshark -M). */
typedef struct {
    FILE    *file;
    GString *earlier;
} bcnet_rows_file_t;

/* A file that a client told of: its name may be told later. */
typedef struct {
    bcnet_file_row_t            row;
    const bcnet_checked_file_t *file;
} bcnet_told_file_t;

typedef struct {
    char             *path;
    bool              has_begun, forgets;
    GString          *line; /* in hand */
    bcnet_rows_file_t files[BCNET_ROW_KINDS];
    bcnet_book_t      records;
    wmem_array_t     *files_told; /* of bcnet_told_file_t */
    wmem_map_t       *files_known; /* how many of a bcnet_file_check_t */
    GQueue            waiting, waiting_late; /* messages, in order */
} bcnet_row_folder_t;

/* ---- stats-rows.c ---- */
/* The row is complete. */
void bcnet_row_write(bcnet_row_folder_t *folder, bcnet_row_kind_t kind, const void *row);

/* ---- row-records.c ---- */
/* The rows of all records. */
void bcnet_write_records(bcnet_row_folder_t *folder);

/* ---- row-acts.c ---- */
/* The files that were told of, in the end. */
void bcnet_write_files(bcnet_row_folder_t *folder);
/* The message in hand; and, in the end, those that are not written yet. */
void bcnet_write_message(bcnet_row_folder_t *folder);
void bcnet_write_waiting(bcnet_row_folder_t *folder);
/* What the message in hand tells. */
void bcnet_write_acts(bcnet_row_folder_t *folder);
