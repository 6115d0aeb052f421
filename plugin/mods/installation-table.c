/* Reads the species table: which ship script has which number.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "mods/game-script.h"
#include "mods/installation.h"

#define PACKAGE "Multiplayer"
#define TABLE "SpeciesToShip"

/* The faction stands behind the number of the icon; a name may stand before that. */
static const char *faction_of(const list_t *cells)
{
    for (unsigned i = 2; i < cells->count; i++)
        if (cells->items[i].kind == VALUE_TEXT)
            return cells->items[i].text;
    return NULL;
}

/* A row is: script, icon, faction, class. Rows of nothing have no script. */
static bool is_empty_row(value_t row)
{
    return row.kind == VALUE_LIST && row.list->count > 0 && row.list->items[0].kind == VALUE_NONE;
}

static bool is_ship_row(value_t row)
{
    return row.kind == VALUE_LIST && row.list->count > 0 && row.list->items[0].kind == VALUE_TEXT;
}

static void read_rows(bcnet_installation_t *game, const bcnet_game_script_t *script, const list_t *rows,
                      GPtrArray *remarks)
{
    unsigned count = (unsigned)bcnet_game_script_number(script, "MAX_SHIPS", UINT8_MAX + 1);
    int      menu = bcnet_game_script_number(script, "MAX_FLYABLE_SHIPS", 0);

    /* Nothing has number 0, and a species is one byte on the wire (40.1). */
    for (unsigned i = 1; i < MIN(rows->count, count) && i <= UINT8_MAX; i++) {
        value_t            row = rows->items[i];
        bcnet_game_ship_t *ship;

        if (!is_ship_row(row)) {
            if (!is_empty_row(row)) {
                bcnet_remark(remarks, BCNET_ERROR, script->module->file, BCNET_WHOLE_FILE,
                             "it cannot be told which ship has number %u", i);
                game->bad_rows++;
            }
            continue;
        }
        ship = BCNET_ARENA_NEW(game->memory, bcnet_game_ship_t);
        ship->species = (int)i;
        ship->menu = (int)i < menu;
        ship->script = bcnet_arena_dup(game->memory, row.list->items[0].text);
        ship->faction = bcnet_arena_dup(game->memory, faction_of(row.list));
        g_ptr_array_add(game->ships, ship);
    }
}

/* How many ships a value tells of, if it is a table: an object that ships are registered with, or a list of species by
 * its name. */
static unsigned table_size(const char *name, const value_t *value)
{
    bool list = value->kind == VALUE_LIST && strstr(name, "Species") && value->list->count > 1 &&
                is_ship_row(value->list->items[1]);

    return list || value->kind == VALUE_REGISTRY ? value->list->count : 0;
}

/* The tuple of the game's own script, or what mods have in its place: the longest, the first by name of these. */
static const list_t *find_rows(const bcnet_game_script_t *script)
{
    value_t        table = bcnet_run_global(script->module, "kSpeciesTuple");
    GHashTableIter names;
    void          *name, *value;
    const char    *best = NULL;
    const list_t  *rows = NULL;

    if (table.kind == VALUE_LIST)
        return table.list;
    g_hash_table_iter_init(&names, script->module->names);
    while (g_hash_table_iter_next(&names, &name, &value)) {
        unsigned size = table_size(name, value), most = rows ? rows->count : 0;

        if (size > most || (size > 0 && size == most && strcmp(name, best) < 0)) {
            best = name;
            rows = ((const value_t *)value)->list;
        }
    }
    return rows;
}

bool bcnet_game_has_table(const bcnet_folder_t *scripts, GPtrArray *remarks)
{
    bcnet_folder_t *folder = bcnet_folder_enter(scripts, PACKAGE, remarks);

    return folder && bcnet_folder_has_script(folder, TABLE);
}

/* False when there is no such script in the folders. */
static bool read_table(bcnet_installation_t *game, const GPtrArray *folders, GPtrArray *remarks)
{
    bcnet_game_script_t script;
    const list_t       *rows;
    bool                found = bcnet_game_script_open(&script, folders, PACKAGE, TABLE, remarks);

    if (found) {
        rows = find_rows(&script);
        if (rows)
            read_rows(game, &script, rows, remarks);
        else
            bcnet_remark(remarks, BCNET_ERROR, script.module->file, BCNET_WHOLE_FILE,
                         "the table of ships in it cannot be followed");
        game->table = rows ? bcnet_arena_dup(game->memory, script.module->file) : NULL;
    }
    bcnet_game_script_close(&script);
    return found;
}

/* The folders "Multiplayer" in those of scripts; `deeper` in the folders within these. */
static GPtrArray *table_folders(const bcnet_installation_t *game, bool deeper, GPtrArray *remarks)
{
    GPtrArray *found = g_ptr_array_new();

    for (unsigned i = 0; i < game->scripts->len; i++) {
        bcnet_folder_t  *scripts = g_ptr_array_index(game->scripts, i), *folder;
        const GPtrArray *names = scripts->names;

        if (!deeper && (folder = bcnet_folder_enter(scripts, PACKAGE, remarks)) != NULL)
            g_ptr_array_add(found, folder);
        for (unsigned n = 0; deeper && n < names->len; n++) {
            bcnet_folder_t *within = bcnet_folder_enter(scripts, g_ptr_array_index(names, n), remarks);

            if (within && (folder = bcnet_folder_enter(within, PACKAGE, remarks)) != NULL)
                g_ptr_array_add(found, folder);
        }
    }
    return found;
}

void bcnet_game_read_table(bcnet_installation_t *game, GPtrArray *remarks)
{
    bool found = false;

    for (unsigned deeper = 0; deeper < 2 && !found; deeper++) {
        GPtrArray *folders = table_folders(game, deeper, remarks);

        found = read_table(game, folders, remarks);
        g_ptr_array_free(folders, TRUE);
    }
    if (!found && game->table_elsewhere)
        bcnet_remark(remarks, BCNET_NOTE, game->table_elsewhere, BCNET_WHOLE_FILE,
                     "there is a species table here, which is left out: put this and %s into one folder to have both",
                     game->path_taken);
}
