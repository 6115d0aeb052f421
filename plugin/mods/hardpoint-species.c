/* Reads the species table and the ship scripts of an installation.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/hardpoint-species.h"

#include <string.h>

#include "mods/hardpoint-run.h"

#define SPECIES_TABLE "SpeciesToShip.py"

static const bcnet_place_t whole_file = { 0, 0 };

/* A script that was gone through, and all that belongs to it. */
typedef struct {
    bcnet_arena_t  *arena;
    run_t          *run;
    bcnet_module_t *module;
    char           *path;
    GPtrArray      *unused; /* what is outside the subset in these scripts has nothing to do with ships */
} script_t;

static void close_script(script_t *script)
{
    if (script->run != NULL)
        bcnet_run_free(script->run);
    if (script->unused != NULL)
        g_ptr_array_free(script->unused, TRUE);
    bcnet_arena_free(script->arena);
    g_free(script->path);
}

static bool open_script(script_t *script, const bcnet_folder_t *folder, const char *name, GPtrArray *remarks)
{
    g_autofree char *text = NULL;
    size_t           length = 0;

    memset(script, 0, sizeof *script);
    if (!bcnet_folder_read(folder, name, &text, &length, &script->path, remarks))
        return false;
    script->arena = bcnet_arena_new();
    script->unused = bcnet_remarks_new();
    script->run = bcnet_run_new(script->arena, NULL, script->unused);
    script->module = bcnet_run_script(script->run, name, script->path, text, length);
    return true;
}

static void free_ship(void *data)
{
    bcnet_game_ship_t *ship = data;

    g_free(ship->script);
    g_free(ship->faction);
    g_free(ship->name);
    g_free(ship->hardpoint);
    g_free(ship);
}

/* ---- ship scripts ---- */

static char *look_up_text(value_t table, const char *key)
{
    value_t value = bcnet_value_look_up(table, bcnet_value_text(key));

    return value.kind == VALUE_TEXT && *value.text != '\0' ? g_strdup(value.text) : NULL;
}

/* What GetShipStats gives; false when there is no such function, or it names no hardpoint script. */
static bool read_stats(script_t *script, bcnet_game_ship_t *ship)
{
    value_t function = bcnet_run_global(script->module, "GetShipStats"), stats = UNKNOWN_VALUE;

    if (function.kind == VALUE_FUNCTION)
        stats = bcnet_run_call(script->run, function.function, NULL, 0);
    if (stats.kind != VALUE_TABLE)
        return false;
    ship->hardpoint = look_up_text(stats, "HardpointFile");
    ship->name = look_up_text(stats, "Name");
    return ship->hardpoint != NULL;
}

static bool read_ship(bcnet_game_ship_t *ship, const bcnet_folder_t *ships, GPtrArray *remarks)
{
    g_autofree char *file = g_strconcat(ship->script, ".py", NULL);
    script_t         script;
    bool             good;

    if (!open_script(&script, ships, file, remarks))
        return false;
    good = read_stats(&script, ship);
    if (!good && ship->species != 0)
        bcnet_remark(remarks, BCNET_ERROR, script.path, whole_file,
                     "it cannot be told which hardpoint script the ship has");
    close_script(&script);
    return good;
}

/* ---- the species table ---- */

static int small_number(const script_t *script, const char *name, int otherwise)
{
    value_t value = bcnet_run_global(script->module, name);

    return value.kind == VALUE_INTEGER ? (int)CLAMP(value.integer, 0, G_MAXINT16) : otherwise;
}

/* A row of the table: script, kind of ship, faction, class. NULL for rows that are no ship. */
static bcnet_game_ship_t *read_row(value_t row, unsigned species)
{
    bcnet_game_ship_t *ship;
    const list_t      *cells = row.list;

    if (row.kind != VALUE_LIST || cells->count == 0 || cells->items[0].kind != VALUE_TEXT || species == 0)
        return NULL;
    ship = g_new0(bcnet_game_ship_t, 1);
    ship->species = (int)species;
    ship->script = g_strdup(cells->items[0].text);
    if (cells->count > 2 && cells->items[2].kind == VALUE_TEXT)
        ship->faction = g_strdup(cells->items[2].text);
    return ship;
}

static void read_row_of(bcnet_game_t *game, const bcnet_folder_t *ships, bcnet_game_ship_t *ship, GPtrArray *remarks)
{
    g_autofree char *file = g_strconcat(ship->script, ".py", NULL);
    g_autofree char *path = bcnet_folder_find(ships, file);

    if (path == NULL || read_ship(ship, ships, remarks))
        g_ptr_array_add(game->ships, ship);
    else
        free_ship(ship);
}

static void read_table(bcnet_game_t *game, const bcnet_folder_t *scripts, const bcnet_folder_t *ships,
                       GPtrArray *remarks)
{
    bcnet_folder_t *multiplayer = bcnet_folder_enter(scripts, "Multiplayer", remarks);
    script_t        script = { 0 };
    value_t         table = UNKNOWN_VALUE;
    int             count, menu;

    if (multiplayer == NULL || !open_script(&script, multiplayer, SPECIES_TABLE, remarks)) {
        bcnet_remark(remarks, BCNET_NOTE, "Multiplayer/" SPECIES_TABLE, whole_file,
                     "there is no such script: the ships have no species numbers but those of the built-in layouts");
        bcnet_folder_free(multiplayer);
        return;
    }
    table = bcnet_run_global(script.module, "kSpeciesTuple");
    if (table.kind != VALUE_LIST)
        bcnet_remark(remarks, BCNET_ERROR, script.path, whole_file, "the table kSpeciesTuple cannot be followed");
    count = small_number(&script, "MAX_SHIPS", UINT8_MAX + 1);
    menu = small_number(&script, "MAX_FLYABLE_SHIPS", 0);
    /* A species is one byte on the wire (40.1). */
    for (unsigned i = 0; table.kind == VALUE_LIST && i < table.list->count && (int)i < count && i <= UINT8_MAX; i++) {
        bcnet_game_ship_t *ship = read_row(table.list->items[i], i);

        if (ship != NULL) {
            ship->menu = (int)i < menu;
            read_row_of(game, ships, ship, remarks);
        }
    }
    close_script(&script);
    bcnet_folder_free(multiplayer);
}

/* ---- ships that no table lists ---- */

static bool is_listed(const bcnet_game_t *game, const char *script)
{
    for (unsigned i = 0; i < game->ships->len; i++)
        if (g_ascii_strcasecmp(((bcnet_game_ship_t *)g_ptr_array_index(game->ships, i))->script, script) == 0)
            return true;
    return false;
}

static void read_others(bcnet_game_t *game, const bcnet_folder_t *ships, GPtrArray *remarks)
{
    const GPtrArray *names = bcnet_folder_names(ships);

    for (unsigned i = 0; i < names->len; i++) {
        const char        *name = g_ptr_array_index(names, i);
        size_t             length = strlen(name);
        bcnet_game_ship_t *ship;

        if (length < 4 || g_ascii_strcasecmp(name + length - 3, ".py") != 0 || g_str_has_prefix(name, "__"))
            continue;
        ship = g_new0(bcnet_game_ship_t, 1);
        ship->script = g_strndup(name, length - 3);
        if (!is_listed(game, ship->script) && read_ship(ship, ships, remarks))
            g_ptr_array_add(game->ships, ship);
        else
            free_ship(ship);
    }
}

/* ---- the installation ---- */

/* DIR/scripts, or DIR itself. */
static bcnet_folder_t *open_scripts(const char *path, GPtrArray *remarks)
{
    bcnet_folder_t *folder = bcnet_folder_open(path, remarks), *scripts;

    if (folder == NULL)
        return NULL;
    scripts = bcnet_folder_enter(folder, "scripts", remarks);
    if (scripts == NULL)
        return folder;
    bcnet_folder_free(folder);
    return scripts;
}

bcnet_game_t *bcnet_game_read(const char *path, GPtrArray *remarks)
{
    bcnet_folder_t *scripts = open_scripts(path, remarks), *ships = NULL;
    bcnet_game_t   *game = g_new0(bcnet_game_t, 1);

    game->ships = g_ptr_array_new_with_free_func(free_ship);
    if (scripts != NULL)
        ships = bcnet_folder_enter(scripts, "ships", remarks);
    if (ships != NULL)
        game->hardpoints = bcnet_folder_enter(ships, "Hardpoints", remarks);
    if (game->hardpoints != NULL) {
        read_table(game, scripts, ships, remarks);
        read_others(game, ships, remarks);
    } else if (scripts != NULL) {
        bcnet_remark(remarks, BCNET_ERROR, path, whole_file,
                     "this is no installation of the game: it has no folder scripts/ships/Hardpoints");
    }
    bcnet_folder_free(scripts);
    bcnet_folder_free(ships);
    if (game->hardpoints != NULL)
        return game;
    bcnet_game_free(game);
    return NULL;
}

void bcnet_game_free(bcnet_game_t *game)
{
    if (game == NULL)
        return;
    bcnet_folder_free(game->hardpoints);
    g_ptr_array_free(game->ships, TRUE);
    g_free(game);
}
