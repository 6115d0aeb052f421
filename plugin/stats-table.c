/* Tables of statistics.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "stats-table.h"

void bcnet_table_start(stat_tap_table_ui *ui, const char *title, unsigned columns)
{
    stat_tap_table *table = stat_tap_find_table(ui, title);

    if (table) {
        if (ui->stat_tap_reset_table_cb)
            ui->stat_tap_reset_table_cb(table);
        return;
    }
    stat_tap_add_table(ui, stat_tap_init_table(title, (int)columns, 0, NULL));
}

void bcnet_table_free_item(stat_tap_table *table, guint row, guint column, stat_tap_table_item_type *item)
{
    if (item->type == TABLE_ITEM_STRING)
        g_free((char *)item->value.string_value);
}

void bcnet_table_reset(stat_tap_table *table)
{
    for (guint row = 0; row < table->num_elements; row++) {
        for (guint column = 0; column < table->num_fields; column++)
            bcnet_table_free_item(table, row, column, &table->elements[row][column]);
        g_free(table->elements[row]);
    }
    g_free(table->elements);
    table->elements = NULL;
    table->num_elements = 0;
}

stat_tap_table *bcnet_table_of(void *listener_data)
{
    const stat_data_t *data = (const stat_data_t *)listener_data;

    return g_array_index(data->stat_tap_data->tables, stat_tap_table *, 0);
}

unsigned bcnet_table_add_row(stat_tap_table *table, const stat_tap_table_item *columns, unsigned count)
{
    const unsigned row = table->num_elements;

    if (row >= BCNET_TABLE_ROWS_MAX)
        return G_MAXUINT;
    stat_tap_table_item_type *cells = g_new0(stat_tap_table_item_type, count);
    for (unsigned i = 0; i < count; i++) {
        cells[i].type = columns[i].type;
        if (columns[i].type == TABLE_ITEM_STRING)
            cells[i].value.string_value = g_strdup("");
    }
    stat_tap_init_table_row(table, row, count, cells);
    g_free(cells);
    return row;
}

stat_tap_table_item_type *bcnet_table_cell(stat_tap_table *table, unsigned row, unsigned column)
{
    return &table->elements[row][column];
}

void bcnet_table_set_uint(stat_tap_table *table, unsigned row, unsigned column, unsigned value)
{
    bcnet_table_cell(table, row, column)->value.uint_value = value;
}

void bcnet_table_set_string(stat_tap_table *table, unsigned row, unsigned column, const char *value)
{
    stat_tap_table_item_type *cell = bcnet_table_cell(table, row, column);

    if (strcmp(cell->value.string_value, value) == 0)
        return;
    g_free((char *)cell->value.string_value);
    cell->value.string_value = g_strdup(value);
}

void bcnet_table_add(stat_tap_table *table, unsigned row, unsigned column, unsigned value)
{
    bcnet_table_cell(table, row, column)->value.uint_value += value;
}
