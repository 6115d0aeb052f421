/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables as comma-separated values: tshark -z bcnet,players,csv and so for every table of ours. */
#include "tables/stats-table.h"

#include <stdio.h>

#include <epan/tap.h>

/* "RTT min (ms)" is the column rtt_min_ms. */
static void add_name(GString *line, const char *title)
{
    const gsize start = line->len;

    for (const char *p = title; *p; p++) {
        const bool gap = line->len > start && line->str[line->len - 1] == '_';
        if (g_ascii_isalnum(*p))
            g_string_append_c(line, g_ascii_tolower(*p));
        else if (*p == '%')
            g_string_append(line, "percent");
        else if (!gap && line->len > start)
            g_string_append_c(line, '_');
    }
    if (line->len > start && line->str[line->len - 1] == '_')
        g_string_truncate(line, line->len - 1);
}

static void add_cell(GString *line, const stat_tap_table_item_type *cell)
{
    if (cell->type == TABLE_ITEM_STRING) {
        char *text = g_strstrip(g_strdup(cell->value.string_value)); /* numbers are right-justified */
        bcnet_csv_cell(line, text);
        g_free(text);
    } else if (cell->type == TABLE_ITEM_UINT) {
        g_string_append_printf(line, "%u", cell->value.uint_value);
    }
}

/* In the first column of text, where a full table says so, too. */
static void write_remark(GString *line, const stat_tap_table_ui *ui, stat_tap_table *cells)
{
    char *words = bcnet_left_out_words(NULL, &bcnet_table_of(cells)->left_out);
    bool  said = false;

    for (guint i = 0; words && i < cells->num_fields; i++) {
        g_string_append(line, i > 0 ? "," : "");
        if (said || ui->fields[i].type != TABLE_ITEM_STRING)
            continue;
        bcnet_csv_cell(line, words);
        said = true;
    }
    if (said)
        bcnet_csv_write(line);
    wmem_free(NULL, words);
}

static void write_table(void *listener_data)
{
    const stat_tap_table_ui *ui = ((const stat_data_t *)listener_data)->stat_tap_data;
    stat_tap_table          *table = g_array_index(ui->tables, stat_tap_table *, 0);
    GString                 *line = g_string_new(NULL);

    for (guint i = 0; i < table->num_fields; i++) {
        g_string_append(line, i > 0 ? "," : "");
        add_name(line, ui->fields[i].column_name);
    }
    bcnet_csv_write(line);
    for (guint row = 0; row < table->num_elements; row++) {
        for (guint i = 0; i < table->num_fields; i++) {
            g_string_append(line, i > 0 ? "," : "");
            add_cell(line, &table->elements[row][i]);
        }
        bcnet_csv_write(line);
    }
    write_remark(line, ui, table);
    bcnet_csv_end();
    g_string_free(line, TRUE);
}

/* A table of its own: the one with lines may be asked for as well. */
static bcnet_stat_start_t start_csv(const char *argument, void *kind)
{
    stat_tap_table_ui *ui = (stat_tap_table_ui *)g_memdup2(kind, sizeof(bcnet_table_kind_t));
    stat_data_t       *data = g_new0(stat_data_t, 1);

    ui->tables = g_array_new(FALSE, TRUE, sizeof(stat_tap_table *));
    ui->stat_tap_init_cb(ui);
    bcnet_table_of(g_array_index(ui->tables, stat_tap_table *, 0))->is_csv = true;
    data->stat_tap_data = ui;
    const char *rest = argument + strlen(ui->cli_string) + strlen(",csv");
    bcnet_listen(argument, ui->tap_name, data, *rest == ',' ? rest + 1 : NULL, NULL, ui->packet_func, write_table,
                 NULL);
    BCNET_STAT_STARTED;
}

void bcnet_table_register_csv(bcnet_table_kind_t *kind)
{
    stat_tap_ui *csv = wmem_new0(wmem_epan_scope(), stat_tap_ui);

    csv->group = REGISTER_STAT_GROUP_GENERIC;
    csv->cli_string = wmem_strdup_printf(wmem_epan_scope(), "%s,csv", kind->ui.cli_string);
    csv->tap_init_cb = start_csv;
    register_stat_tap_ui(csv, kind);
}
