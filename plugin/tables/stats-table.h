/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of statistics: rows that are made when first needed, cells by row and column. */
#pragma once

#include <epan/packet.h>
#include <epan/stat_tap_ui.h>

#include "statistics/tap.h"
#include "tables/rows.h"

/* A table, and the message in hand. */
typedef struct {
    const struct bcnet_table_kind *kind;
    const bcnet_tap_message_t     *message;
    packet_info                   *pinfo;
    nstime_t                       start; /* of the capture */
    double                         now; /* seconds since then */
    void                          *own; /* what the table remembers beside its rows */
    wmem_allocator_t              *pool; /* what is made here lives until the table is reset */
    wmem_map_t                    *known; /* by owner and number */
    stat_tap_table                *cells;
    double                         oldest; /* when the one who was heard longest ago was heard, or before */
    bool                           is_csv; /* for -z bcnet,...,csv */
    bool                           full; /* the last row says so */
    bcnet_left_out_t               left_out; /* what does not count; the title says so */
    char                           title[200];
} bcnet_table_t;

/* A row: its cells, by column. NULL: none. */
typedef stat_tap_table_item_type bcnet_row_t;

/* What a table is. */
typedef struct bcnet_table_kind {
    stat_tap_table_ui ui; /* first, as Wireshark hands it back; what is alike in all tables is filled in */
    unsigned          rows_max; /* 0: a thousand. A hostile capture must not fill memory with them. */
    size_t            row_size; /* of what is remembered of a row beside its cells */
    void *(*make)(wmem_allocator_t *pool); /* makes the table's own; NULL: it has nothing */
    bool (*count)(bcnet_table_t *table); /* takes the message in hand in; false: nothing has changed */
} bcnet_table_kind_t;

/* The columns of a table, each written once: COLUMNS is a macro with a row for each, COLUMN(NAME, kind, title, width), of which
 * COLUMN_NAME is made, and `columns`. A NUMBER may be missing, a COUNT never is; an ID stands on the left. */
#define BCNET_COLUMNS(COLUMNS)                                                                                         \
    enum { COLUMNS(BCNET_COLUMN_PLACE) COLUMN_COUNT };                                                                 \
    static stat_tap_table_item columns[] = { COLUMNS(BCNET_COLUMN_ITEM) };
#define BCNET_COLUMN_PLACE(name, ...) COLUMN_##name,
#define BCNET_COLUMN_ITEM(name, kind, title, width) { BCNET_##kind##_COLUMN(title, #width) },
#define BCNET_TEXT_COLUMN(title, width) TABLE_ITEM_STRING, TAP_ALIGN_LEFT, title, "%-" width "s"
#define BCNET_NUMBER_COLUMN(title, width) TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, title, "%-" width "s"
#define BCNET_COUNT_COLUMN(title, width) TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, title, "%-" width "d"
#define BCNET_ID_COLUMN(title, width) TABLE_ITEM_UINT, TAP_ALIGN_LEFT, title, "%-" width "d"
/* What Wireshark is to know of a table: in its menus and titles, and behind -z bcnet, */
#define BCNET_TABLE(name, option)                                                                                      \
    {                                                                                                                  \
        .title = "Bridge Commander " name, .cli_string = "bcnet," option, .nfields = COLUMN_COUNT, .fields = columns   \
    }

/* stats-players.c and so on: -z bcnet,players ... */
extern bcnet_table_kind_t bcnet_table_players, bcnet_table_ships, bcnet_table_chat, bcnet_table_relay,
    bcnet_table_cadence, bcnet_table_unacked, bcnet_table_stock, bcnet_table_files, bcnet_table_damage;

/* Rows, and what else a table knows, are found by owner (a game, a link) and number (a network id, an object id). NULL:
 * there is none. */
void *bcnet_table_find(const bcnet_table_t *table, const void *owner, uint32_t id);
/* From now on owner and number find this. */
void bcnet_table_index(bcnet_table_t *table, const void *owner, uint32_t id, void *what);
/* What they find, made of so many zeros if they find nothing. */
void *bcnet_table_note(bcnet_table_t *table, const void *owner, uint32_t id, size_t size);

/* A new row of zeros and empty strings, but for the last column of every table, the game; NULL when the table is full: then
 * the last row says so, in its first column of text. */
bcnet_row_t *bcnet_table_add_row(bcnet_table_t *table, const bcnet_game_t *game);
/* Only for tables that index no rows. */
void bcnet_table_remove_row(bcnet_table_t *table, const bcnet_row_t *row);

/* Has `show` bring the rows up to date when a player may have fallen silent, of which no message tells, or in any case. It
 * returns whose row it is as long as that one may fall silent; NULL: nobody's. */
typedef const bcnet_stay_t *bcnet_table_show_t(bcnet_table_t *table, bcnet_row_t *row);
void                        bcnet_table_find_silent(bcnet_table_t *table, bool all, bcnet_table_show_t *show);
/* The cell shows "#2 Ace" of a stay, also when its name is learned later; of nobody who is known (NULL) other words. Only
 * for rows that are not removed. */
void bcnet_row_show_stay(bcnet_table_t *table, bcnet_row_t *row, unsigned column, const bcnet_stay_t *stay,
                         const char *words);
/* What is remembered of it beside its cells: zeros at first. */
void *bcnet_row_own(const bcnet_row_t *row);
bool  bcnet_row_is_empty(const bcnet_row_t *row, unsigned column);
void  bcnet_row_set_string(bcnet_row_t *row, unsigned column, const char *value);
/* Numbers of which there may be none are text, right-justified, so that they sort as numbers do. */
void bcnet_row_set_int(bcnet_row_t *row, unsigned column, int64_t value);
void bcnet_row_set_time(bcnet_row_t *row, unsigned column, int64_t time); /* ns since the capture began */
void bcnet_row_set_number(bcnet_row_t *row, unsigned column, const char *number);
void bcnet_row_set_decimals(bcnet_row_t *row, unsigned column, double value);
void bcnet_row_set_uint(bcnet_row_t *row, unsigned column, unsigned value);
void bcnet_row_add(bcnet_row_t *row, unsigned column, unsigned value);

/* stats-csv.c: -z bcnet,csv[,OPCODE or FILTER] */
void bcnet_register_stats_csv(void);
/* stats-rows.c: -z bcnet,tables,FOLDER */
void bcnet_register_stats_rows(void);
/* stats-table.c: -z bcnet,players, ships, damage, chat, relay, cadence, unacked, stock and files, each behind ",csv" as
 * comma-separated values, too */
void bcnet_register_tables(void);
