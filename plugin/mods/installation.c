/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the species table of an installation, and its ship scripts: which ship has which number, and which hardpoint script. */
#include "mods/installation.h"

#include <string.h>

#include "reading/hash.h"

#define PACKAGE "Multiplayer"
#define TABLE "SpeciesToShip"

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

static bcnet_module_t *run(bcnet_installation_t *game, const char *path, const bcnet_script_source_t *source,
                           GPtrArray *remarks, bcnet_script_t **script)
{
    *script = bcnet_script_new((bcnet_finder_t){ find_script, game }, remarks);
    (*script)->lenient = true;
    return bcnet_script_run(*script, path, source);
}

/* ---- the species table ---- */

/* The faction stands behind the number of the icon; a name may stand before that. */
static const char *faction_of(const bcnet_list_t *cells)
{
    for (unsigned i = 2; i < cells->count; i++)
        if (cells->items[i].kind == VALUE_TEXT)
            return cells->items[i].text;
    return NULL;
}

/* A row is: script, icon, faction, class. Rows of nothing have None for a script. */
static bcnet_value_t script_of(bcnet_value_t row)
{
    return bcnet_value_item(row, INTEGER_VALUE(0));
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
        const bcnet_value_t name = script_of(rows->items[i]);
        bcnet_import_job_t *ship;

        if (name.kind == VALUE_TEXT) {
            ship = BCNET_ARENA_NEW(game->memory, bcnet_import_job_t);
            ship->species = (int)i;
            ship->menu = i < menu;
            ship->script = bcnet_arena_dup(game->memory, name.text);
            ship->faction = bcnet_arena_dup(game->memory, faction_of(rows->items[i].list));
            g_ptr_array_add(game->ships, ship);
        } else if (name.kind != VALUE_NONE) {
            bcnet_fault(remarks, module->file, "it cannot be told which ship has number %u", i);
        }
    }
}

/* How many ships a value tells of, if it is a table: an object that ships are registered with, or a list of species by
 * its name. */
static unsigned table_size(const char *name, const bcnet_value_t *value)
{
    bool list = value->kind == VALUE_LIST && strstr(name, "Species") &&
                script_of(bcnet_value_item(*value, INTEGER_VALUE(1))).kind == VALUE_TEXT;

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
    bcnet_module_t     *module = run(game, PACKAGE "." TABLE, source, remarks, &script);
    const bcnet_list_t *rows = script->failed ? NULL : find_rows(script, module);

    if (rows)
        read_rows(game, script, module, rows, remarks);
    else if (!script->failed)
        bcnet_fault(remarks, module->file, "the table of ships in it cannot be followed");
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

static void read_tables(bcnet_installation_t *game, GPtrArray *remarks)
{
    GPtrArray *within;
    unsigned   visited = 0;

    if (read_table_in(game, game->scripts, remarks))
        return;
    within = bcnet_installation_within(game->scripts, &visited);
    read_table_in(game, within, remarks);
    g_ptr_array_free(within, TRUE);
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
    bcnet_module_t     *module = run(game, path, source, remarks, &script);
    const bcnet_value_t stats = bcnet_script_ship_stats(script, module);

    ship->hardpoint = look_up_text(game, stats, "HardpointFile");
    ship->name = look_up_text(game, stats, "Name");
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
        bcnet_fault(remarks, game->path, "there are %u ship scripts here, only the first %d are looked at", names->len,
                    BCNET_SHIPS_MAX);
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
    read_tables(game, remarks);
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
