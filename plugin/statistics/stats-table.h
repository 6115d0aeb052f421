/* Tables of statistics: rows that are made when first needed, cells by row and column.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STATS_TABLE_H
#define BCNET_STATS_TABLE_H

#include <epan/packet.h>
#include <epan/stat_tap_ui.h>

#include "reading/message.h"

/* Tables have at most this many rows: a hostile capture must not fill memory with them. */
enum { BCNET_TABLE_ROWS_MAX = 1000, BCNET_CHAT_ROWS_MAX = 100000 };

/* Registers a table of ours; what is alike in all of them is filled in. */
void bcnet_table_register(stat_tap_table_ui *ui);

/* Its form as comma-separated values for tshark: the same behind another ",csv" (table-csv.c). */
void bcnet_table_register_csv(stat_tap_table_ui *ui);

/* Callbacks of Wireshark that are alike for all our tables. */
void bcnet_table_reset(stat_tap_table *table);
void bcnet_table_free_item(stat_tap_table *table, guint row, guint column, stat_tap_table_item_type *item);

/* The table a listener's data stands for. */
stat_tap_table *bcnet_table_of(void *listener_data);

/* What the table remembers beside its cells; made when first asked for, freed when the table is reset. */
void *bcnet_table_own(stat_tap_table *table, void *(*make)(void), GDestroyNotify free_own);

/* Rows are found by owner (a game, a link) and number (a network id, an object id). G_MAXUINT: there is none. */
unsigned bcnet_table_find_row(stat_tap_table *table, const void *owner, uint32_t id);
/* From now on owner and number find this row. */
void bcnet_table_index_row(stat_tap_table *table, const void *owner, uint32_t id, unsigned row);
/* A new row of zeros and empty strings; G_MAXUINT when the table is full: then the last row says so, in its first
 * column of text. */
unsigned bcnet_table_add_row(stat_tap_table *table, const stat_tap_table_item *columns, unsigned count, unsigned limit);

stat_tap_table_item_type *bcnet_table_cell(stat_tap_table *table, unsigned row, unsigned column);
void                      bcnet_table_set_uint(stat_tap_table *table, unsigned row, unsigned column, unsigned value);
void bcnet_table_set_string(stat_tap_table *table, unsigned row, unsigned column, const char *value);
/* Numbers of which there may be none are text, right-justified, so that they sort as numbers do. */
void bcnet_table_set_int(stat_tap_table *table, unsigned row, unsigned column, int value);
void bcnet_table_set_decimals(stat_tap_table *table, unsigned row, unsigned column, double value);
/* 0: none. */
void bcnet_table_set_frame(stat_tap_table *table, unsigned row, unsigned column, uint32_t frame);
bool bcnet_table_is_empty(stat_tap_table *table, unsigned row, unsigned column);
void bcnet_table_add(stat_tap_table *table, unsigned row, unsigned column, unsigned value);
/* Those behind it move up; only for tables that index no rows. */
void bcnet_table_remove_row(stat_tap_table *table, unsigned row);

#endif
