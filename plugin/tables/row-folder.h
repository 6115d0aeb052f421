/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What -z bcnet,tables collects while it writes: a record for each game, link, stay and ship. What happens is written at
 * once and forgotten; what is known in the end comes last. */
#pragma once

#include "game/file-checks.h"
#include "game/health.h"
#include "tables/figures.h"
#include "tables/row-facts.h"

/* How all records begin. Those of stays have no more. */
typedef struct {
    const void *of; /* the game, link, stay or object */
    uint32_t    number; /* in this capture */
    int64_t     first, last; /* ns since the capture began */
} bcnet_record_t;

typedef struct {
    bcnet_record_t is;
    wmem_array_t  *rounds; /* of bcnet_round_row_t */
} bcnet_game_record_t;

typedef struct {
    bcnet_record_t   is;
    bcnet_figures_t *figures;
    uint32_t         messages, bytes, resends;
} bcnet_link_record_t;

typedef struct {
    bcnet_record_t is;
    const char    *class_words; /* NULL: not known */
    bcnet_source_t source;
    uint32_t       first_frame, last_frame, updates;
    bcnet_health_t health;
    bcnet_teller_t teller;
} bcnet_ship_record_t;

typedef enum {
    BCNET_RECORD_GAME,
    BCNET_RECORD_LINK,
    BCNET_RECORD_STAY,
    BCNET_RECORD_SHIP,
    BCNET_RECORD_KINDS
} bcnet_record_kind_t;

/* The file of a table; and of what is known in the end the rows of captures that were forgotten (tshark -M). */
typedef struct {
    FILE    *file;
    GString *earlier;
} bcnet_rows_file_t;

/* What is collected lives in `pool`, as long as what the dissector knows of the capture. */
typedef struct {
    char                      *path;
    bool                       has_begun, forgets;
    GString                   *line; /* in hand */
    bcnet_rows_file_t          files[BCNET_ROW_KINDS];
    wmem_allocator_t          *pool;
    wmem_map_t                *records; /* of things of all kinds */
    wmem_array_t              *lists[BCNET_RECORD_KINDS]; /* of pointers to records, in order */
    uint32_t                   before[BCNET_RECORD_KINDS]; /* numbers of captures that were forgotten (tshark -M) */
    uint32_t                   highest[BCNET_RECORD_KINDS]; /* that was given */
    nstime_t                   start; /* of the capture */
    nstime_t                   end; /* newest message */
    const bcnet_tap_message_t *message; /* in hand, and what it belongs to */
    packet_info               *pinfo;
    bcnet_game_record_t       *game; /* NULL: none */
    uint32_t                   link;
    bcnet_when_t               when;
    GQueue                     waiting, waiting_late; /* messages, in order */
} bcnet_row_folder_t;

/* ---- stats-rows.c ---- */
/* The row is complete. */
void bcnet_row_write(bcnet_row_folder_t *folder, bcnet_row_kind_t kind, const void *row);

/* ---- row-records.c ---- */
void bcnet_records_begin(bcnet_row_folder_t *folder);
/* What the message in hand belongs to and whom it tells of; the ship that it is about, NULL: none. */
void                 bcnet_note_records(bcnet_row_folder_t *folder);
bcnet_ship_record_t *bcnet_note_ship_record(bcnet_row_folder_t *folder);
/* The number of a thing; 0: it is NULL, or has no record. */
uint32_t bcnet_number_of(const bcnet_row_folder_t *folder, const void *thing);
/* The rows of all records. */
void bcnet_write_records(bcnet_row_folder_t *folder);

/* ---- row-acts.c ---- */
/* The message in hand; and, in the end, those that are not written yet. */
void bcnet_write_message(bcnet_row_folder_t *folder);
void bcnet_write_waiting(bcnet_row_folder_t *folder);
/* What the message in hand tells. */
void bcnet_write_acts(bcnet_row_folder_t *folder);
