/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables for databases: lines of csv and SQL, made from the same columns. */
#include "tables/rows.h"

#include <math.h>

#include "reading/numbers.h"
#include "tables/csv-line.h"

enum { SECOND_DIGITS = 9, REAL_DIGITS = 4 };

static const double most_real = 1e11;

/* ---- Cells ---- */

static void *member(const bcnet_column_t *column, const void *row)
{
    return (uint8_t *)row + column->offset;
}

void bcnet_row_clear(const bcnet_rows_kind_t *kind, void *row)
{
    for (const bcnet_column_t *column = kind->columns; column < kind->columns + kind->count; column++) {
        void *cell = member(column, row);
        switch (column->kind) {
        case BCNET_CELL_ID:
        case BCNET_CELL_COUNT:
            *(uint32_t *)cell = 0;
            break;
        case BCNET_CELL_INTEGER:
        case BCNET_CELL_SECONDS:
            *(int64_t *)cell = BCNET_NOTHING;
            break;
        case BCNET_CELL_REAL:
            *(double *)cell = NAN;
            break;
        case BCNET_CELL_TEXT:
            *(const char **)cell = NULL;
        }
    }
}

static void add_real(GString *line, double value)
{
    if (isfinite(value) && fabs(value) <= most_real)
        bcnet_append_decimal(line, value, REAL_DIGITS);
    else if (isfinite(value))
        g_string_append(line, bcnet_significant(value, SECOND_DIGITS).text);
}

static void add_cell(GString *line, bcnet_cell_t kind, const void *cell)
{
    switch (kind) {
    case BCNET_CELL_ID:
        if (*(const uint32_t *)cell == 0)
            break;
        /* FALLTHROUGH */
    case BCNET_CELL_COUNT:
        bcnet_append_number(line, *(const uint32_t *)cell, 0);
        break;
    case BCNET_CELL_INTEGER:
        if (*(const int64_t *)cell != BCNET_NOTHING)
            bcnet_append_number(line, *(const int64_t *)cell, 0);
        break;
    case BCNET_CELL_SECONDS:
        if (*(const int64_t *)cell != BCNET_NOTHING)
            bcnet_append_number(line, *(const int64_t *)cell, SECOND_DIGITS);
        break;
    case BCNET_CELL_REAL:
        add_real(line, *(const double *)cell);
        break;
    case BCNET_CELL_TEXT:
        if (*(const char *const *)cell)
            bcnet_csv_cell(line, *(const char *const *)cell);
    }
}

void bcnet_row_append(GString *lines, const bcnet_rows_kind_t *kind, const void *row)
{
    for (unsigned i = 0; i < kind->count; i++) {
        if (i > 0)
            g_string_append_c(lines, ',');
        add_cell(lines, kind->columns[i].kind, member(&kind->columns[i], row));
    }
}

/* ---- Names, SQL ---- */

/* Each name in this form, `between` them. */
static void add_names(GString *text, const bcnet_rows_kind_t *kind, const char *form, const char *between)
{
    for (unsigned i = 0; i < kind->count; i++) {
        gchar **parts = g_strsplit(form, "NAME", -1);
        gchar  *words = g_strjoinv(kind->columns[i].name, parts);
        g_string_append_printf(text, "%s%s", i > 0 ? between : "", words);
        g_free(words);
        g_strfreev(parts);
    }
}

void bcnet_row_append_names(GString *lines, const bcnet_rows_kind_t *kind)
{
    add_names(lines, kind, "NAME", ",");
}

static void add_key(GString *sql, const bcnet_rows_kind_t *kind)
{
    bool has = false;

    for (unsigned i = 0; i < kind->count; i++) {
        if (!kind->columns[i].is_key)
            continue;
        g_string_append_printf(sql, "%s%s", has ? ", " : "  PRIMARY KEY (", kind->columns[i].name);
        has = true;
    }
    g_string_append(sql, has ? ")\n" : "");
}

void bcnet_append_schema(GString *sql, const bcnet_rows_kind_t *kind)
{
    static const char *const types[] = { "BIGINT", "BIGINT", "BIGINT", "DOUBLE", "DOUBLE", "TEXT" };
    bool                     has_key = false;

    for (unsigned i = 0; i < kind->count; i++)
        has_key |= kind->columns[i].is_key;
    g_string_append_printf(sql, "\n-- %s\nCREATE TABLE %s (\n", kind->comment, kind->name);
    for (unsigned i = 0; i < kind->count; i++) {
        const bcnet_column_t *column = &kind->columns[i];
        g_string_append_printf(sql, "  %s %s%s -- %s\n", column->name, types[column->kind],
                               i + 1 < kind->count || has_key ? "," : "", column->comment);
    }
    add_key(sql, kind);
    g_string_append(sql, ");\n");
}

void bcnet_append_duckdb(GString *sql, const bcnet_rows_kind_t *kind)
{
    g_string_append_printf(sql,
                           "COPY %s FROM '%s.csv' (FORMAT csv, AUTO_DETECT false, HEADER, DELIMITER ',', QUOTE '\"', "
                           "ESCAPE '\"', NULLSTR '');\n",
                           kind->name, kind->name);
}

/* Its shell takes empty cells for empty texts. */
void bcnet_append_sqlite(GString *sql, const bcnet_rows_kind_t *kind)
{
    g_string_append_printf(sql, ".import --csv --skip 1 %s.csv %s\nUPDATE %s SET ", kind->name, kind->name, kind->name);
    add_names(sql, kind, "NAME = NULLIF(NAME, '')", ", ");
    g_string_append(sql, ";\n");
}
