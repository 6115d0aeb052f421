/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables for databases: lines of csv and SQL, made from the same columns. */
#include "tables/rows.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reading/numbers.h"
#include "reading/visible.h"

enum { SECOND_DIGITS = 9, REAL_DIGITS = 4 };

static const double most_real = 1e11;

/* ---- Lines ---- */

/* A character beyond ASCII; returns its last byte. */
static const char *add_wide(GString *line, const char *p)
{
    const gunichar c = g_utf8_get_char_validated(p, -1);

    if (c > 0x10FFFF) { /* no UTF-8 */
        g_string_append_c(line, *p);
        return p;
    }
    if (bcnet_leads_astray(c))
        g_string_append_printf(line, "\\u%04X", c);
    else
        g_string_append_unichar(line, g_unichar_iscntrl(c) ? ' ' : c);
    return g_utf8_next_char(p) - 1;
}

static bool is_plain(char c)
{
    return c >= ' ' && c < '\x7F' && c != '"';
}

void bcnet_csv_cell(GString *line, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n") != NULL;

    if (quoted)
        g_string_append_c(line, '"');
    for (const char *p = text, *plain = text;; plain = ++p) {
        while (is_plain(*p))
            p++;
        g_string_append_len(line, plain, p - plain);
        if (*p == '\0')
            break;
        if (*p & 0x80)
            p = add_wide(line, p);
        else
            g_string_append(line, *p == '"' ? "\"\"" : " ");
    }
    if (quoted)
        g_string_append_c(line, '"');
}

/* What is not complete must not look like it. Who reads no further knows that. */
static void end_unless(bool written)
{
    if (written)
        return;
    if (errno != EPIPE)
        fprintf(stderr, "bcnet: the lines cannot be written: %s\n", g_strerror(errno));
    exit(2);
}

void bcnet_csv_write(GString *line)
{
    g_string_append_c(line, '\n');
    end_unless(fwrite(line->str, 1, line->len, stdout) == line->len);
    g_string_truncate(line, 0);
}

void bcnet_csv_end(void)
{
    end_unless(fflush(stdout) == 0);
}

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
