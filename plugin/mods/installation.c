/* Reads the ship scripts of an installation and puts them together with the species table.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/installation.h"

#include <string.h>

#include "mods/game-script.h"

/* ---- ship scripts ---- */

static const char *look_up_text(const bcnet_installation_t *game, value_t table, const char *key)
{
    value_t value = bcnet_value_look_up(table, TEXT_VALUE(key));

    return value.kind == VALUE_TEXT && *value.text != '\0' ? bcnet_arena_dup(game->memory, value.text) : NULL;
}

/* What GetShipStats gives. */
static void read_stats(const bcnet_installation_t *game, const bcnet_game_script_t *script, bcnet_game_ship_t *ship)
{
    value_t stats = bcnet_run_ship_stats(script->run, script->module);

    if (stats.kind == VALUE_TABLE) {
        ship->hardpoint = look_up_text(game, stats, "HardpointFile");
        ship->name = look_up_text(game, stats, "Name");
    }
    if (!ship->hardpoint)
        ship->trouble = "it cannot be told which hardpoint script this ship script names";
}

static void read_ship(const bcnet_installation_t *game, bcnet_game_ship_t *ship)
{
    GPtrArray          *remarks = bcnet_remarks_new();
    bcnet_game_script_t script;

    if (bcnet_game_script_open(&script, game->ships_folders, "ships", ship->script, remarks))
        read_stats(game, &script, ship);
    else if (remarks->len > 0)
        ship->trouble = bcnet_arena_dup(game->memory, ((const bcnet_remark_t *)g_ptr_array_index(remarks, 0))->text);
    else
        ship->missing = true;
    bcnet_game_script_close(&script);
    g_ptr_array_free(remarks, TRUE);
}

/* ---- ships that no table lists ---- */

static void add_others(bcnet_installation_t *game)
{
    GPtrArray  *names = bcnet_scripts_list(game->ships_folders);
    GHashTable *listed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (unsigned i = 0; i < game->ships->len; i++) {
        const bcnet_game_ship_t *ship = g_ptr_array_index(game->ships, i);

        g_hash_table_add(listed, bcnet_folded_name(ship->script));
    }
    for (unsigned i = 0; i < names->len; i++) {
        char *folded = bcnet_folded_name(g_ptr_array_index(names, i));

        if (!g_hash_table_contains(listed, folded)) {
            bcnet_game_ship_t *ship = BCNET_ARENA_NEW(game->memory, bcnet_game_ship_t);

            ship->script = bcnet_arena_dup(game->memory, g_ptr_array_index(names, i));
            g_ptr_array_add(game->ships, ship);
        }
        g_free(folded);
    }
    g_hash_table_destroy(listed);
    g_ptr_array_free(names, TRUE);
}

/* ---- the installation ---- */

bcnet_installation_t *bcnet_game_new(void)
{
    bcnet_installation_t *game = g_new0(bcnet_installation_t, 1);

    game->memory = bcnet_arena_new();
    game->scripts = g_ptr_array_new();
    game->ships_folders = g_ptr_array_new();
    game->hardpoints = g_ptr_array_new();
    game->ships = g_ptr_array_new();
    return game;
}

bcnet_installation_t *bcnet_game_open(const char *path, bool for_names, GPtrArray *seen, GPtrArray *remarks)
{
    bcnet_installation_t *game = bcnet_game_new();

    game->for_names = for_names;
    game->path = bcnet_arena_take(game->memory, bcnet_game_path(path));
    game->seen = seen;
    if (bcnet_game_find_folders(game, remarks))
        return game;
    bcnet_game_free(game);
    return NULL;
}

bcnet_installation_t *bcnet_game_read(const char *path, GPtrArray *seen, GPtrArray *remarks)
{
    bcnet_installation_t *game = bcnet_game_open(path, false, seen, remarks);

    if (!game)
        return NULL;
    bcnet_game_read_table(game, remarks);
    add_others(game);
    for (unsigned i = 0; i < game->ships->len; i++)
        read_ship(game, g_ptr_array_index(game->ships, i));
    game->top->seen = NULL;
    return game;
}

void bcnet_game_free(bcnet_installation_t *game)
{
    if (!game)
        return;
    bcnet_folder_close(game->top);
    g_ptr_array_free(game->scripts, TRUE);
    g_ptr_array_free(game->ships_folders, TRUE);
    g_ptr_array_free(game->hardpoints, TRUE);
    g_ptr_array_free(game->ships, TRUE);
    bcnet_arena_free(game->memory);
    g_free(game);
}
