/* Tables of statistics.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats-table.h"

#include "reading/numbers.h"

/* What belongs to a table; Wireshark's tables have no room for it. */
typedef struct {
    GHashTable    *rows; /* by owner and number */
    void          *own; /* what the table itself remembers */
    GDestroyNotify free_own;
} bcnet_table_state_t;

static GHashTable *states; /* by table */

typedef struct {
    const void *owner;
    uint32_t    id;
} bcnet_row_key_t;

static guint hash_key(gconstpointer data)
{
    const bcnet_row_key_t *key = (const bcnet_row_key_t *)data;

    return g_direct_hash(key->owner) ^ key->id * 0x9E3779B1u;
}

static gboolean equal_keys(gconstpointer a, gconstpointer b)
{
    const bcnet_row_key_t *one = (const bcnet_row_key_t *)a, *other = (const bcnet_row_key_t *)b;

    return one->owner == other->owner && one->id == other->id;
}

static bcnet_table_state_t *state_of(stat_tap_table *table)
{
    if (!states)
        states = g_hash_table_new(g_direct_hash, g_direct_equal);
    bcnet_table_state_t *state = (bcnet_table_state_t *)g_hash_table_lookup(states, table);
    if (!state) {
        state = g_new0(bcnet_table_state_t, 1);
        state->rows = g_hash_table_new_full(hash_key, equal_keys, g_free, NULL);
        g_hash_table_insert(states, table, state);
    }
    return state;
}

static void clear_state(stat_tap_table *table)
{
    bcnet_table_state_t *state = state_of(table);

    g_hash_table_remove_all(state->rows);
    if (state->own)
        state->free_own(state->own);
    state->own = NULL;
}

void *bcnet_table_own(stat_tap_table *table, void *(*make)(void), GDestroyNotify free_own)
{
    bcnet_table_state_t *state = state_of(table);

    if (!state->own) {
        state->own = make();
        state->free_own = free_own;
    }
    return state->own;
}

static void start(stat_tap_table_ui *ui)
{
    stat_tap_table *table = stat_tap_find_table(ui, ui->title);

    if (table) {
        if (ui->stat_tap_reset_table_cb)
            ui->stat_tap_reset_table_cb(table);
        return;
    }
    table = stat_tap_init_table(ui->title, (int)ui->nfields, 0, NULL);
    clear_state(table); /* of another table that was there before */
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
    clear_state(table);
}

stat_tap_table *bcnet_table_of(void *listener_data)
{
    const stat_data_t *data = (const stat_data_t *)listener_data;

    return g_array_index(data->stat_tap_data->tables, stat_tap_table *, 0);
}

unsigned bcnet_table_find_row(stat_tap_table *table, const void *owner, uint32_t id)
{
    const bcnet_row_key_t key = { .owner = owner, .id = id };
    gpointer              row;

    return g_hash_table_lookup_extended(state_of(table)->rows, &key, NULL, &row) ? GPOINTER_TO_UINT(row) : G_MAXUINT;
}

void bcnet_table_index_row(stat_tap_table *table, const void *owner, uint32_t id, unsigned row)
{
    bcnet_row_key_t *key = g_new(bcnet_row_key_t, 1);

    key->owner = owner;
    key->id = id;
    g_hash_table_replace(state_of(table)->rows, key, GUINT_TO_POINTER(row));
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

unsigned bcnet_table_add_row(stat_tap_table *table, const stat_tap_table_item *columns, unsigned count, unsigned limit)
{
    if (table->num_elements == limit)
        say_full(table, columns, count);
    return table->num_elements > limit ? G_MAXUINT : append_row(table, columns, count);
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

enum { INTEGER_WIDTH = 7, DECIMALS_WIDTH = 10 };

void bcnet_table_set_int(stat_tap_table *table, unsigned row, unsigned column, int value)
{
    char *text = g_strdup_printf("%*d", INTEGER_WIDTH, value);

    bcnet_table_set_string(table, row, column, text);
    g_free(text);
}

void bcnet_table_set_decimals(stat_tap_table *table, unsigned row, unsigned column, double value)
{
    char *text = g_strdup_printf("%*s", DECIMALS_WIDTH, bcnet_fixed(value, 3).text);

    bcnet_table_set_string(table, row, column, text);
    g_free(text);
}

bool bcnet_table_is_empty(stat_tap_table *table, unsigned row, unsigned column)
{
    return *bcnet_table_cell(table, row, column)->value.string_value == '\0';
}

void bcnet_table_add(stat_tap_table *table, unsigned row, unsigned column, unsigned value)
{
    bcnet_table_cell(table, row, column)->value.uint_value += value;
}

void bcnet_table_set_frame(stat_tap_table *table, unsigned row, unsigned column, uint32_t frame)
{
    char *text = frame > 0 ? g_strdup_printf("%*u", INTEGER_WIDTH, frame) : g_strdup("");

    bcnet_table_set_string(table, row, column, text);
    g_free(text);
}

void bcnet_table_remove_row(stat_tap_table *table, unsigned row)
{
    for (guint column = 0; column < table->num_fields; column++)
        bcnet_table_free_item(table, row, column, &table->elements[row][column]);
    g_free(table->elements[row]);
    table->num_elements--;
    memmove(&table->elements[row], &table->elements[row + 1], (table->num_elements - row) * sizeof *table->elements);
}

void bcnet_table_register(stat_tap_table_ui *ui)
{
    static tap_param filter = { PARAM_FILTER, "filter", "Filter", NULL, TRUE };

    ui->group = REGISTER_PACKET_STAT_GROUP_UNSORTED; /* the menu leaves generic ones out */
    ui->tap_name = "bcnet";
    ui->nparams = 1;
    ui->params = &filter;
    ui->stat_tap_init_cb = start;
    if (!ui->stat_tap_reset_table_cb)
        ui->stat_tap_reset_table_cb = bcnet_table_reset;
    if (!ui->stat_tap_free_table_item_cb)
        ui->stat_tap_free_table_item_cb = bcnet_table_free_item;
    register_stat_tap_table_ui(ui);
    bcnet_table_register_csv(ui);
}
