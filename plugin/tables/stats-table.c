/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tables/stats-table.h"

#include <inttypes.h>

#include "game/stays.h"
#include "reading/numbers.h"
#include "tables/row-facts.h"

enum { ROWS_MAX = 1000 };

/* ---- What a table knows ---- */

typedef struct {
    const void *owner;
    uint32_t    id;
    void       *what;
} bcnet_table_known_t;

static guint hash_known(gconstpointer data)
{
    const bcnet_table_known_t *known = (const bcnet_table_known_t *)data;

    return g_direct_hash(known->owner) ^ known->id * 0x9E3779B1u;
}

static gboolean equal_known(gconstpointer a, gconstpointer b)
{
    const bcnet_table_known_t *one = (const bcnet_table_known_t *)a, *other = (const bcnet_table_known_t *)b;

    return one->owner == other->owner && one->id == other->id;
}

void *bcnet_table_find(const bcnet_table_t *table, const void *owner, uint32_t id)
{
    const bcnet_table_known_t  key = { .owner = owner, .id = id };
    const bcnet_table_known_t *known = (const bcnet_table_known_t *)wmem_map_lookup(table->known, &key);

    return known ? known->what : NULL;
}

void bcnet_table_index(bcnet_table_t *table, const void *owner, uint32_t id, void *what)
{
    const bcnet_table_known_t key = { .owner = owner, .id = id };
    bcnet_table_known_t      *known = (bcnet_table_known_t *)wmem_map_lookup(table->known, &key);

    if (!known) {
        known = (bcnet_table_known_t *)wmem_memdup(table->pool, &key, sizeof key);
        wmem_map_insert(table->known, known, known);
    }
    known->what = what;
}

void *bcnet_table_note(bcnet_table_t *table, const void *owner, uint32_t id, size_t size)
{
    void *what = bcnet_table_find(table, owner, id);

    if (!what) {
        what = wmem_alloc0(table->pool, size);
        bcnet_table_index(table, owner, id, what);
    }
    return what;
}

/* ---- Beginning and end ---- */

/* Wireshark's tables have no room for ours. */
static GHashTable *tables;

static void free_table(void *table)
{
    wmem_destroy_allocator(((bcnet_table_t *)table)->pool);
    g_free(table);
}

/* Wireshark frees the cells with the window, and says so to nobody. */
static gboolean is_closed(void *cells, void *table, void *unused)
{
    const GArray *shown = ((const bcnet_table_t *)table)->kind->ui.tables;

    return !shown || shown->len == 0 || g_array_index(shown, stat_tap_table *, 0) != cells;
}

static void free_closed(void)
{
    if (tables)
        g_hash_table_foreach_remove(tables, is_closed, NULL);
}

/* That was made for these cells. */
static bcnet_table_t *table_of(stat_tap_table *cells)
{
    if (!tables)
        tables = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, free_table);
    bcnet_table_t *table = (bcnet_table_t *)g_hash_table_lookup(tables, cells);
    if (!table) {
        table = g_new0(bcnet_table_t, 1);
        table->pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
        table->cells = cells;
        g_hash_table_insert(tables, cells, table);
    }
    return table;
}

static void forget(bcnet_table_t *table)
{
    wmem_free_all(table->pool);
    table->known = wmem_map_new(table->pool, hash_known, equal_known);
    table->own = table->kind->make ? table->kind->make(table->pool) : NULL;
    table->oldest = 0;
}

static void clear(bcnet_table_t *table)
{
    forget(table);
    table->full = false;
    table->left_out = (bcnet_left_out_t){ 0 };
    table->cells->title = table->kind->ui.title;
}

/* The dissector forgets a capture, in tshark -M before its end: what the rows say stays, but they are nobody's. */
static void let_go(void *key, void *value, void *unused)
{
    stat_tap_table *cells = (stat_tap_table *)key;
    bcnet_table_t  *table = (bcnet_table_t *)value;

    forget(table);
    for (guint row = 0; row < cells->num_elements; row++)
        cells->elements[row]->user_data.ptr_value = wmem_alloc0(table->pool, table->kind->row_size);
}

static void let_all_go(void)
{
    free_closed();
    if (tables)
        g_hash_table_foreach(tables, let_go, NULL);
}

/* tshark prints titles as they are, above cells that it pads. Windows and sharkd ask later, when there was something to
 * see, and get them without padding. */
static void pad_titles(stat_tap_table_ui *ui)
{
    for (guint i = 0; i < ui->nfields && !bcnet_tap_was_asked(); i++) {
        stat_tap_table_item *field = &ui->fields[i];
        const int            width = (int)g_ascii_strtoull(field->field_format + strlen("%-"), NULL, 10);
        field->column_name = wmem_strdup_printf(wmem_epan_scope(), "%-*s", width, field->column_name);
    }
}

static void start(stat_tap_table_ui *ui)
{
    pad_titles(ui);
    if (ui->tables && ui->tables->len > 0) {
        ui->stat_tap_reset_table_cb(g_array_index(ui->tables, stat_tap_table *, 0));
        return;
    }
    free_closed();
    stat_tap_table *cells = stat_tap_init_table(ui->title, (int)ui->nfields, 0, NULL);
    bcnet_table_t  *table = table_of(cells);
    table->kind = (const bcnet_table_kind_t *)ui;
    clear(table);
    stat_tap_add_table(ui, cells);
}

static void free_item(stat_tap_table *cells, guint row, guint column, stat_tap_table_item_type *item)
{
    if (item->type == TABLE_ITEM_STRING)
        g_free((char *)item->value.string_value);
}

static void free_row(stat_tap_table *cells, guint row)
{
    for (guint column = 0; column < cells->num_fields; column++)
        free_item(cells, row, column, &cells->elements[row][column]);
    g_free(cells->elements[row]);
}

static void reset(stat_tap_table *cells)
{
    for (guint row = 0; row < cells->num_elements; row++)
        free_row(cells, row);
    g_free(cells->elements);
    cells->elements = NULL;
    cells->num_elements = 0;
    clear(table_of(cells));
}

/* ---- Rows ---- */

static bcnet_row_t *append_row(bcnet_table_t *table)
{
    const unsigned row = table->cells->num_elements, count = table->cells->num_fields;
    bcnet_row_t   *cells = g_new0(bcnet_row_t, count);

    for (unsigned i = 0; i < count; i++) {
        cells[i].type = table->kind->ui.fields[i].type;
        if (cells[i].type == TABLE_ITEM_STRING)
            cells[i].value.string_value = g_strdup("");
    }
    cells->user_data.ptr_value = wmem_alloc0(table->pool, table->kind->row_size);
    stat_tap_init_table_row(table->cells, row, count, cells);
    g_free(cells);
    return table->cells->elements[row];
}

static void say_full(bcnet_table_t *table)
{
    bcnet_row_t *row = append_row(table);
    unsigned     column = 0;

    while (row[column].type != TABLE_ITEM_STRING)
        column++;
    bcnet_row_set_string(row, column, "more were left out");
    table->full = true;
}

bcnet_row_t *bcnet_table_add_row(bcnet_table_t *table, const bcnet_game_t *game)
{
    if (!table->full && table->cells->num_elements == (table->kind->rows_max ? table->kind->rows_max : ROWS_MAX))
        say_full(table);
    bcnet_row_t *row = table->full ? NULL : append_row(table);
    if (row)
        bcnet_row_set_string(row, (unsigned)table->kind->ui.nfields - 1,
                             bcnet_address_words(table->pinfo->pool, &game->host, game->port));
    return row;
}

void bcnet_table_remove_row(bcnet_table_t *table, const bcnet_row_t *row)
{
    stat_tap_table *cells = table->cells;
    guint           place = 0;

    while (cells->elements[place] != row)
        place++;
    wmem_free(table->pool, bcnet_row_own(row));
    free_row(cells, place);
    cells->num_elements--;
    memmove(&cells->elements[place], &cells->elements[place + 1],
            (cells->num_elements - place) * sizeof *cells->elements);
}

void *bcnet_row_own(const bcnet_row_t *row)
{
    return row->user_data.ptr_value;
}

/* ---- Cells ---- */

static const char *string_of(const bcnet_row_t *row, unsigned column)
{
    return row[column].value.string_value;
}

bool bcnet_row_is_empty(const bcnet_row_t *row, unsigned column)
{
    return *string_of(row, column) == '\0';
}

/* Wireshark's Save as has cells between quotes, and does not mind those inside; our own csv does. */
static bool keeps_quotes; /* the table in hand */

void bcnet_row_set_string(bcnet_row_t *row, unsigned column, const char *value)
{
    if (strcmp(string_of(row, column), value) == 0)
        return;
    g_free((char *)row[column].value.string_value);
    char *text = g_strdup(value);
    row[column].value.string_value = keeps_quotes ? text : g_strdelimit(text, "\"", '\'');
}

enum { INTEGER_WIDTH = 7, DECIMALS_WIDTH = 10 };

void bcnet_row_set_int(bcnet_row_t *row, unsigned column, int64_t value)
{
    char text[32] = "      0"; /* most are nothing, and printf is slow */

    if (value != 0 && value != BCNET_NOTHING)
        snprintf(text, sizeof text, "%*" PRId64, INTEGER_WIDTH, value);
    bcnet_row_set_string(row, column, value != BCNET_NOTHING ? text : "");
}

void bcnet_row_set_number(bcnet_row_t *row, unsigned column, const char *number)
{
    char text[BCNET_NUMBER_LENGTH];

    snprintf(text, sizeof text, "%*s", DECIMALS_WIDTH, number);
    bcnet_row_set_string(row, column, text);
}

void bcnet_row_set_decimals(bcnet_row_t *row, unsigned column, double value)
{
    if (value > 0 || value < 0)
        bcnet_row_set_number(row, column, bcnet_fixed(value, 3).text);
    else
        bcnet_row_set_string(row, column, "     0.000");
}

void bcnet_row_set_time(bcnet_row_t *row, unsigned column, int64_t time)
{
    if (time == BCNET_NOTHING)
        bcnet_row_set_string(row, column, "");
    else
        bcnet_row_set_decimals(row, column, (double)time / 1e9);
}

void bcnet_row_set_uint(bcnet_row_t *row, unsigned column, unsigned value)
{
    row[column].value.uint_value = value;
}

void bcnet_row_add(bcnet_row_t *row, unsigned column, unsigned value)
{
    row[column].value.uint_value += value;
}

/* ---- Names, which may be learned late ---- */

/* A stay finds its cells by the address of its names: beside its own, any number may be that of an object. */
typedef struct bcnet_named_cell {
    struct bcnet_named_cell *next; /* of the same stay */
    bcnet_row_t             *row;
    unsigned                 column;
} bcnet_named_cell_t;

static void show_names(const bcnet_table_t *table, const bcnet_stay_t *stay)
{
    const bcnet_named_cell_t *cell = (const bcnet_named_cell_t *)bcnet_table_find(table, &stay->names, 0);
    const char               *words = cell ? bcnet_stay_words(table->pinfo->pool, stay, BCNET_LATEST) : NULL;

    /* All say the same, this first one has it from the last time. */
    if (cell && strcmp(string_of(cell->row, cell->column), words) == 0)
        return;
    for (; cell; cell = cell->next)
        bcnet_row_set_string(cell->row, cell->column, words);
}

void bcnet_row_show_stay(bcnet_table_t *table, bcnet_row_t *row, unsigned column, const bcnet_stay_t *stay,
                         const char *words)
{
    bcnet_named_cell_t *cell = stay ? wmem_new(table->pool, bcnet_named_cell_t) : NULL;

    if (cell) {
        show_names(table, stay);
        *cell = (bcnet_named_cell_t){ (bcnet_named_cell_t *)bcnet_table_find(table, &stay->names, 0), row, column };
        bcnet_table_index(table, &stay->names, 0, cell);
        words = bcnet_stay_words(table->pinfo->pool, stay, BCNET_LATEST);
    }
    bcnet_row_set_string(row, column, words);
}

/* ---- Who falls silent ---- */

void bcnet_table_find_silent(bcnet_table_t *table, bool all, bcnet_table_show_t *show)
{
    const bool set_back = table->now < table->oldest;

    if (!all && !set_back && table->now - table->oldest <= BCNET_SILENCE_SECONDS)
        return;
    table->oldest = table->now;
    for (unsigned i = 0; i < table->cells->num_elements; i++) {
        const bcnet_stay_t *stay = show(table, table->cells->elements[i]);
        if (stay && stay->heard.stamp != 0)
            table->oldest = MIN(table->oldest, (double)bcnet_time_cell(&table->start, &stay->heard.time) / 1e9);
    }
}

/* ---- Messages ---- */

static tap_packet_status say_left_out(bcnet_table_t *table, wmem_allocator_t *pool)
{
    snprintf(table->title, sizeof table->title, "%s (%s)", table->kind->ui.title,
             bcnet_left_out_words(pool, &table->left_out));
    table->cells->title = table->title;
    return TAP_PACKET_REDRAW;
}

static tap_packet_status count_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                       tap_flags_t flags)
{
    const stat_tap_table_ui *ui = ((const stat_data_t *)data)->stat_tap_data;
    bcnet_table_t           *table = table_of(g_array_index(ui->tables, stat_tap_table *, 0));

    keeps_quotes = table->is_csv;
    table->message = (const bcnet_tap_message_t *)record;
    if (bcnet_is_left_out(&table->left_out, table->message))
        return say_left_out(table, pinfo->pool);
    table->pinfo = pinfo;
    table->now = nstime_to_sec(&pinfo->rel_ts);
    nstime_delta(&table->start, &pinfo->abs_ts, &pinfo->rel_ts);
    if (table->message->facts->named)
        show_names(table, table->message->facts->named);
    return table->kind->count(table) ? TAP_PACKET_REDRAW : TAP_PACKET_DONT_REDRAW;
}

/* ---- As comma-separated values: tshark -z bcnet,players,csv and so for every table of ours ---- */

/* "RTT min (ms)" is the column rtt_min_ms. */
static void add_csv_name(GString *line, const char *title)
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

static void add_csv_cell(GString *line, const stat_tap_table_item_type *cell)
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
    char *words = bcnet_left_out_words(NULL, &table_of(cells)->left_out);
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
        add_csv_name(line, ui->fields[i].column_name);
    }
    bcnet_csv_write(line);
    for (guint row = 0; row < table->num_elements; row++) {
        for (guint i = 0; i < table->num_fields; i++) {
            g_string_append(line, i > 0 ? "," : "");
            add_csv_cell(line, &table->elements[row][i]);
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
    table_of(g_array_index(ui->tables, stat_tap_table *, 0))->is_csv = true;
    data->stat_tap_data = ui;
    const char *rest = argument + strlen(ui->cli_string) + strlen(",csv");
    bcnet_listen(argument, ui->tap_name, data, *rest == ',' ? rest + 1 : NULL, NULL, ui->packet_func, write_table,
                 NULL);
    BCNET_STAT_STARTED;
}

static void register_csv(bcnet_table_kind_t *kind)
{
    stat_tap_ui *csv = wmem_new0(wmem_epan_scope(), stat_tap_ui);

    csv->group = REGISTER_STAT_GROUP_GENERIC;
    csv->cli_string = wmem_strdup_printf(wmem_epan_scope(), "%s,csv", kind->ui.cli_string);
    csv->tap_init_cb = start_csv;
    register_stat_tap_ui(csv, kind);
}

/* ---- Registration ---- */

void bcnet_register_tables(void)
{
    static bcnet_table_kind_t *const kinds[] = {
        &bcnet_table_players, &bcnet_table_ships,   &bcnet_table_damage, &bcnet_table_chat,  &bcnet_table_relay,
        &bcnet_table_cadence, &bcnet_table_unacked, &bcnet_table_stock,  &bcnet_table_files,
    };
    static tap_param filter = { PARAM_FILTER, "filter", "Filter", NULL, TRUE };

    register_cleanup_routine(let_all_go);
    for (unsigned i = 0; i < array_length(kinds); i++) {
        stat_tap_table_ui *ui = &kinds[i]->ui;
        ui->group = REGISTER_PACKET_STAT_GROUP_UNSORTED; /* the menu leaves generic ones out */
        ui->tap_name = "bcnet";
        ui->nparams = 1;
        ui->params = &filter;
        ui->packet_func = count_message;
        ui->stat_tap_init_cb = start;
        ui->stat_tap_reset_table_cb = reset;
        ui->stat_tap_free_table_item_cb = free_item;
        register_stat_tap_table_ui(ui);
        register_csv(kinds[i]);
    }
}
