/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables for databases: what their columns are, how a row becomes a line of csv, and the SQL that takes the lines in. What a
 * cell does not know is empty. No Wireshark include here. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

/* What a member of a row's structure is; in brackets, what makes an empty cell. */
typedef enum {
    BCNET_CELL_ID, /* uint32_t (0) */
    BCNET_CELL_COUNT, /* uint32_t */
    BCNET_CELL_INTEGER, /* int64_t (BCNET_NOTHING) */
    BCNET_CELL_SECONDS, /* int64_t, nanoseconds (BCNET_NOTHING) */
    BCNET_CELL_REAL, /* double (not a number) */
    BCNET_CELL_TEXT /* const char * (NULL) */
} bcnet_cell_t;

#define BCNET_NOTHING INT64_MIN

#define BCNET_TYPE_OF_ID uint32_t
#define BCNET_TYPE_OF_COUNT uint32_t
#define BCNET_TYPE_OF_INTEGER int64_t
#define BCNET_TYPE_OF_SECONDS int64_t
#define BCNET_TYPE_OF_REAL double
#define BCNET_TYPE_OF_TEXT const char *

typedef struct {
    const char  *name;
    bcnet_cell_t kind;
    uint16_t     offset; /* in the row's structure */
    bool         is_key; /* these together are the table's */
    const char  *comment;
} bcnet_column_t;

typedef struct {
    const char           *name;
    const char           *comment;
    const bcnet_column_t *columns;
    unsigned              count;
} bcnet_rows_kind_t;

/* All cells empty, or 0 where they count. */
void bcnet_row_clear(const bcnet_rows_kind_t *kind, void *row);
/* A line, or its beginning. */
void bcnet_row_append(GString *lines, const bcnet_rows_kind_t *kind, const void *row);
void bcnet_row_append_names(GString *lines, const bcnet_rows_kind_t *kind);

/* ---- Lines of comma-separated values (RFC 4180), of these tables and of those of Statistics ---- */

/* Quotes where they are needed, doubled inside. A row is a line: control characters become blanks, and
 * what would lead the eye astray is written by its number. */
void bcnet_csv_cell(GString *line, const char *text);
/* To standard output; then the line is empty. */
void bcnet_csv_write(GString *line);
/* The last one was written. When the disk is full, this or the other ends the program. */
void bcnet_csv_end(void);

/* ---- SQL ---- */

/* CREATE TABLE; and what fills the table from NAME.csv, in the words of these two programs. */
void bcnet_append_schema(GString *sql, const bcnet_rows_kind_t *kind);
void bcnet_append_duckdb(GString *sql, const bcnet_rows_kind_t *kind);
void bcnet_append_sqlite(GString *sql, const bcnet_rows_kind_t *kind);
