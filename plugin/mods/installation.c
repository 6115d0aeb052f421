/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the ship scripts of an installation and puts them together with the species table. */
#include "mods/installation.h"

#include <string.h>

#include "reading/names.h"

/* ---- where scripts are ---- */

bool bcnet_installation_source(const bcnet_installation_t *game, const char *path, bcnet_script_source_t *source,
                               GPtrArray *remarks)
{
    const struct {
        const char      *package;
        const GPtrArray *folders;
    } packages[] = { { BCNET_HARDPOINTS ".", game->hardpoints },
                     { "ships.", game->ships_folders },
                     { "Multiplayer.", game->tables } };

    for (unsigned i = 0; i < G_N_ELEMENTS(packages); i++) {
        const size_t length = strlen(packages[i].package);

        if (g_ascii_strncasecmp(path, packages[i].package, length) == 0 && !strchr(path + length, '.'))
            return bcnet_folders_read(packages[i].folders, path + length, source, remarks);
    }
    return bcnet_folders_read_module(game->scripts, path, source);
}

static bool find_script(void *context, const char *path, bcnet_script_source_t *source)
{
    return bcnet_installation_source(context, path, source, NULL);
}

bcnet_module_t *bcnet_installation_run(bcnet_installation_t *game, const char *path,
                                       const bcnet_script_source_t *source, GPtrArray *remarks, bcnet_script_t **script)
{
    *script = bcnet_script_new((bcnet_finder_t){ find_script, game }, remarks);
    (*script)->lenient = true;
    return bcnet_script_run(*script, path, source);
}

/* ---- ship scripts ---- */

static const char *look_up_text(const bcnet_installation_t *game, bcnet_value_t table, const char *key)
{
    const bcnet_value_t value = bcnet_value_item(table, TEXT_VALUE(key));

    return value.kind == VALUE_TEXT && *value.text != '\0' ? bcnet_arena_dup(game->memory, value.text) : NULL;
}

/* What GetShipStats gives. */
static void read_stats(bcnet_installation_t *game, const bcnet_script_source_t *source, bcnet_import_job_t *ship,
                       GPtrArray *remarks)
{
    char               *path = g_strconcat("ships.", ship->script, NULL);
    bcnet_script_t     *script;
    bcnet_module_t     *module = bcnet_installation_run(game, path, source, remarks, &script);
    const bcnet_value_t stats = bcnet_script_ship_stats(script, module);

    ship->hardpoint = look_up_text(game, stats, "HardpointFile");
    ship->name = look_up_text(game, stats, "Name");
    if (game->reading)
        game->reading->steps += script->steps;
    bcnet_script_free(script);
    g_free(path);
}

static void read_ship(bcnet_installation_t *game, bcnet_import_job_t *ship)
{
    GPtrArray                   *remarks = bcnet_remarks_new();
    const bcnet_import_remark_t *first;
    bcnet_script_source_t        source;
    const bool                   found = bcnet_folders_read(game->ships_folders, ship->script, &source, remarks);

    if (found) {
        read_stats(game, &source, ship, remarks);
        bcnet_source_clear(&source);
    }
    first = bcnet_remarks_first(remarks, BCNET_ERROR);
    if (first)
        ship->trouble = bcnet_arena_dup(game->memory, first->text);
    else if (found)
        ship->trouble = "it cannot be told which hardpoint script this ship script names";
    ship->missing = !found && !first;
    g_ptr_array_free(remarks, TRUE);
}

/* ---- ships that no table lists ---- */

static void add_others(bcnet_installation_t *game, GPtrArray *remarks)
{
    GPtrArray  *names = bcnet_folders_list(game->ships_folders);
    GHashTable *listed = bcnet_names_new(g_free, NULL);

    for (unsigned i = 0; i < game->ships->len; i++) {
        const bcnet_import_job_t *ship = g_ptr_array_index(game->ships, i);

        g_hash_table_add(listed, bcnet_name_folded(ship->script));
    }
    for (unsigned i = 0; i < names->len && i < BCNET_SHIPS_MAX; i++) {
        char *folded = bcnet_name_folded(g_ptr_array_index(names, i));

        if (!g_hash_table_contains(listed, folded)) {
            bcnet_import_job_t *ship = BCNET_ARENA_NEW(game->memory, bcnet_import_job_t);

            ship->script = bcnet_arena_dup(game->memory, g_ptr_array_index(names, i));
            g_ptr_array_add(game->ships, ship);
        }
        g_free(folded);
    }
    if (names->len > BCNET_SHIPS_MAX)
        bcnet_remark(remarks, BCNET_ERROR, game->path, BCNET_WHOLE_FILE,
                     "there are %u ship scripts here, only the first %d are looked at", names->len, BCNET_SHIPS_MAX);
    g_hash_table_destroy(listed);
    g_ptr_array_free(names, TRUE);
}

/* ---- the installation ---- */

bcnet_installation_t *bcnet_installation_new(void)
{
    bcnet_installation_t *game = g_new0(bcnet_installation_t, 1);

    game->memory = bcnet_arena_new();
    game->scripts = g_ptr_array_new();
    game->ships_folders = g_ptr_array_new();
    game->hardpoints = g_ptr_array_new();
    game->tables = g_ptr_array_new();
    game->ships = g_ptr_array_new();
    return game;
}

bcnet_installation_t *bcnet_installation_open(const char *path, bool for_names, bcnet_reading_t *reading,
                                              GPtrArray *remarks)
{
    bcnet_installation_t *game = bcnet_installation_new();

    game->for_names = for_names;
    game->path = bcnet_arena_take(game->memory, bcnet_installation_path(path));
    game->reading = reading;
    if (bcnet_installation_find_folders(game, remarks))
        return game;
    bcnet_installation_free(game);
    return NULL;
}

bcnet_installation_t *bcnet_installation_read(const char *path, bcnet_reading_t *reading, GPtrArray *remarks)
{
    bcnet_installation_t *game = bcnet_installation_open(path, false, reading, remarks);

    if (!game)
        return NULL;
    bcnet_installation_read_table(game, remarks);
    add_others(game, remarks);
    for (unsigned i = 0; i < game->ships->len; i++)
        read_ship(game, g_ptr_array_index(game->ships, i));
    return game;
}

void bcnet_installation_free(bcnet_installation_t *game)
{
    if (!game)
        return;
    bcnet_folder_close(game->top);
    g_ptr_array_free(game->scripts, TRUE);
    g_ptr_array_free(game->ships_folders, TRUE);
    g_ptr_array_free(game->hardpoints, TRUE);
    g_ptr_array_free(game->tables, TRUE);
    g_ptr_array_free(game->ships, TRUE);
    bcnet_arena_free(game->memory);
    g_free(game);
}
