/* Tables of statistics.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "stats-table.h"

/* Table -> its rows by game and number. Wireshark's tables have no room for it. */
static GHashTable *indexes;

typedef struct {
    const bcnet_game_t *game;
    uint32_t            id;
} bcnet_row_key_t;

static guint hash_key(gconstpointer data)
{
    const bcnet_row_key_t *key = (const bcnet_row_key_t *)data;

    return g_direct_hash(key->game) ^ key->id * 0x9E3779B1u;
}

static gboolean equal_keys(gconstpointer a, gconstpointer b)
{
    const bcnet_row_key_t *one = (const bcnet_row_key_t *)a, *other = (const bcnet_row_key_t *)b;

    return one->game == other->game && one->id == other->id;
}

static GHashTable *index_of(stat_tap_table *table)
{
    if (!indexes)
        indexes = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, (GDestroyNotify)g_hash_table_destroy);
    GHashTable *index = (GHashTable *)g_hash_table_lookup(indexes, table);
    if (!index) {
        index = g_hash_table_new_full(hash_key, equal_keys, g_free, NULL);
        g_hash_table_insert(indexes, table, index);
    }
    return index;
}

void bcnet_table_start(stat_tap_table_ui *ui, const char *title, unsigned columns)
{
    stat_tap_table *table = stat_tap_find_table(ui, title);

    if (table) {
        if (ui->stat_tap_reset_table_cb)
            ui->stat_tap_reset_table_cb(table);
        return;
    }
    table = stat_tap_init_table(title, (int)columns, 0, NULL);
    g_hash_table_remove_all(index_of(table)); /* of another table that was there before */
    stat_tap_add_table(ui, table);
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
    g_hash_table_remove_all(index_of(table));
}

stat_tap_table *bcnet_table_of(void *listener_data)
{
    const stat_data_t *data = (const stat_data_t *)listener_data;

    return g_array_index(data->stat_tap_data->tables, stat_tap_table *, 0);
}

unsigned bcnet_table_find_row(stat_tap_table *table, const bcnet_game_t *game, uint32_t id)
{
    const bcnet_row_key_t key = { .game = game, .id = id };
    gpointer              row;

    return g_hash_table_lookup_extended(index_of(table), &key, NULL, &row) ? GPOINTER_TO_UINT(row) : G_MAXUINT;
}

static void index_row(stat_tap_table *table, const bcnet_game_t *game, uint32_t id, unsigned row)
{
    bcnet_row_key_t *key = g_new(bcnet_row_key_t, 1);

    key->game = game;
    key->id = id;
    g_hash_table_replace(index_of(table), key, GUINT_TO_POINTER(row));
}

static unsigned append_row(stat_tap_table *table, const stat_tap_table_item *columns, unsigned count)
{
    const unsigned row = table->num_elements;

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

static void say_full(stat_tap_table *table, const stat_tap_table_item *columns, unsigned count)
{
    const unsigned row = append_row(table, columns, count);
    unsigned       column = 0;

    while (columns[column].type != TABLE_ITEM_STRING)
        column++;
    bcnet_table_set_string(table, row, column, "more were left out");
}

unsigned bcnet_table_add_row(stat_tap_table *table, const stat_tap_table_item *columns, unsigned count,
                             const bcnet_game_t *game, uint32_t id)
{
    if (table->num_elements == BCNET_TABLE_ROWS_MAX)
        say_full(table, columns, count);
    if (table->num_elements > BCNET_TABLE_ROWS_MAX)
        return G_MAXUINT;
    const unsigned row = append_row(table, columns, count);
    index_row(table, game, id, row);
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
