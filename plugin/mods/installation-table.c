/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the species table: which ship script has which number. */
#include <string.h>

#include "mods/installation.h"

#define PACKAGE "Multiplayer"
#define TABLE "SpeciesToShip"

/* The faction stands behind the number of the icon; a name may stand before that. */
static const char *faction_of(const bcnet_list_t *cells)
{
    for (unsigned i = 2; i < cells->count; i++)
        if (cells->items[i].kind == VALUE_TEXT)
            return cells->items[i].text;
    return NULL;
}

/* A row is: script, icon, faction, class. Rows of nothing have no script. */
static bool is_empty_row(bcnet_value_t row)
{
    return row.kind == VALUE_LIST && row.list->count > 0 && row.list->items[0].kind == VALUE_NONE;
}

static bool is_ship_row(bcnet_value_t row)
{
    return row.kind == VALUE_LIST && row.list->count > 0 && row.list->items[0].kind == VALUE_TEXT;
}

/* A number that the script defines. */
static unsigned number_of(const bcnet_script_t *script, const bcnet_module_t *module, const char *name,
                          unsigned otherwise)
{
    const bcnet_value_t value = bcnet_script_global(script, module, name);

    return value.kind == VALUE_INTEGER ? (unsigned)CLAMP(value.number, 0, G_MAXINT16) : otherwise;
}

static void read_rows(bcnet_installation_t *game, const bcnet_script_t *script, const bcnet_module_t *module,
                      const bcnet_list_t *rows, GPtrArray *remarks)
{
    const unsigned count = number_of(script, module, "MAX_SHIPS", UINT8_MAX + 1);
    const unsigned menu = number_of(script, module, "MAX_FLYABLE_SHIPS", 0);

    /* Nothing has number 0, and a species is one byte on the wire (40.1). */
    for (unsigned i = 1; i < MIN(rows->count, count) && i <= UINT8_MAX; i++) {
        const bcnet_value_t row = rows->items[i];
        bcnet_import_job_t *ship;

        if (!is_ship_row(row)) {
            if (!is_empty_row(row)) {
                bcnet_remark(remarks, BCNET_ERROR, module->file, BCNET_WHOLE_FILE,
                             "it cannot be told which ship has number %u", i);
                game->bad_rows++;
            }
            continue;
        }
        ship = BCNET_ARENA_NEW(game->memory, bcnet_import_job_t);
        ship->species = (int)i;
        ship->menu = i < menu;
        ship->script = bcnet_arena_dup(game->memory, row.list->items[0].text);
        ship->faction = bcnet_arena_dup(game->memory, faction_of(row.list));
        g_ptr_array_add(game->ships, ship);
    }
}

/* How many ships a value tells of, if it is a table: an object that ships are registered with, or a list of species by
 * its name. */
static unsigned table_size(const char *name, const bcnet_value_t *value)
{
    bool list = value->kind == VALUE_LIST && strstr(name, "Species") && value->list->count > 1 &&
                is_ship_row(value->list->items[1]);

    return list || value->kind == VALUE_REGISTRY ? value->list->count : 0;
}

/* The tuple of the game's own script, or what mods have in its place: the longest, the first by name of these. */
static const bcnet_list_t *find_rows(const bcnet_script_t *script, const bcnet_module_t *module)
{
    const bcnet_value_t table = bcnet_script_global(script, module, "kSpeciesTuple");
    GHashTableIter      names;
    void               *name, *value;
    const char         *best = NULL;
    const bcnet_list_t *rows = NULL;

    if (table.kind == VALUE_LIST)
        return table.list;
    g_hash_table_iter_init(&names, module->names);
    while (g_hash_table_iter_next(&names, &name, &value)) {
        const unsigned size = table_size(name, value), most = rows ? rows->count : 0;

        if (size > most || (size > 0 && size == most && strcmp(name, best) < 0)) {
            best = name;
            rows = ((const bcnet_value_t *)value)->list;
        }
    }
    return rows;
}

static void read_table(bcnet_installation_t *game, const bcnet_script_source_t *source, GPtrArray *remarks)
{
    bcnet_script_t     *script;
    bcnet_module_t     *module = bcnet_installation_run(game, PACKAGE "." TABLE, source, remarks, &script);
    const bcnet_list_t *rows = script->failed ? NULL : find_rows(script, module);

    if (rows)
        read_rows(game, script, module, rows, remarks);
    else if (!script->failed)
        bcnet_remark(remarks, BCNET_ERROR, module->file, BCNET_WHOLE_FILE,
                     "the table of ships in it cannot be followed");
    game->table = rows ? bcnet_arena_dup(game->memory, module->file) : NULL;
    bcnet_script_free(script);
}

/* From the folders "Multiplayer" in these folders. */
static bool read_table_in(bcnet_installation_t *game, const GPtrArray *folders, GPtrArray *remarks)
{
    bcnet_script_source_t source;
    bool                  found;

    g_ptr_array_set_size(game->tables, 0);
    for (unsigned i = 0; i < folders->len; i++) {
        bcnet_folder_t *folder = bcnet_folder_enter(g_ptr_array_index(folders, i), PACKAGE, remarks);

        if (folder)
            g_ptr_array_add(game->tables, folder);
    }
    found = bcnet_folders_read(game->tables, TABLE, &source, remarks);
    if (found) {
        read_table(game, &source, remarks);
        bcnet_source_clear(&source);
    }
    return found;
}

void bcnet_installation_read_table(bcnet_installation_t *game, GPtrArray *remarks)
{
    GPtrArray *within;
    unsigned   visited = 0;

    if (read_table_in(game, game->scripts, remarks))
        return;
    within = bcnet_installation_within(game->scripts, &visited);
    read_table_in(game, within, remarks);
    g_ptr_array_free(within, TRUE);
}
