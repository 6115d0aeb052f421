/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the folders of scripts in what the user named: the game's folder, a mod's, an unpacked archive. Reads the species
 * table there, and the ship scripts: which ship has which number, and which hardpoint script. */
#include "mods/installation.h"

#include <string.h>

#include "reading/hash.h"

#define PACKAGE "Multiplayer"
#define TABLE "SpeciesToShip"

/* ---- where scripts are ---- */

/* The folder of the game or the mod that a folder of ships belongs to, folded: that which has scripts/ships/Hardpoints. In
 * some archives parts of that are missing. NULL: it is no folder of ships. */
static char *game_of(const bcnet_tree_folder_t *folder)
{
    static const char *const parts[] = { "hardpoints/", "ships/", "scripts/", "src/" };
    GString                 *game = g_string_new(folder->folded);
    bool                     ships = false;

    for (unsigned i = 0; i < G_N_ELEMENTS(parts) && folder->has_scripts; i++) {
        const size_t start = game->len - MIN(game->len, strlen(parts[i]));

        if (strcmp(game->str + start, parts[i]) == 0 && (start == 0 || game->str[start - 1] == '/')) {
            g_string_truncate(game, start);
            ships = ships || i < 2;
        }
    }
    return g_string_free(game, !ships);
}

static unsigned depth_of(const char *folder)
{
    unsigned depth = 0;

    for (; *folder != '\0'; folder++)
        depth += *folder == '/';
    return depth;
}

static char *path_of(const bcnet_installation_t *game, const bcnet_tree_folder_t *folder)
{
    char *path = g_build_filename(game->path, folder->path, NULL);

    if (folder->depth > 0)
        path[strlen(path) - 1] = '\0'; /* the slash at its end */
    return path;
}

/* Other games and mods are noted, where they are not within the one that is taken. */
static void take_folder(bcnet_installation_t *game, GHashTable *found, const char *taken, GPtrArray *remarks)
{
    for (unsigned i = 0; i < game->tree->folders->len; i++) {
        const bcnet_tree_folder_t *folder = g_ptr_array_index(game->tree->folders, i);
        char                      *path = path_of(game, folder);

        if (strcmp(folder->folded, taken) == 0)
            game->path_taken = bcnet_arena_dup(game->memory, path);
        if (g_hash_table_contains(found, folder->folded) && !g_str_has_prefix(folder->folded, taken)) {
            bcnet_remark(remarks, BCNET_NOTE, path, BCNET_WHOLE_FILE,
                         "there are ships here too, which are left out: name this folder to have them");
            game->beside++;
        }
        g_free(path);
    }
}

/* Of several games or mods that of the uppermost folder is taken, the first one by name. */
static void find_folders(bcnet_installation_t *game, GPtrArray *remarks)
{
    static const char *const scripts[] = { "scripts/", "src/scripts/", "" };
    GHashTable              *roots = bcnet_names_new(g_free, NULL);
    char                    *taken = NULL;

    for (unsigned i = 0; i < game->tree->folders->len; i++) {
        const bcnet_tree_folder_t *folder = g_ptr_array_index(game->tree->folders, i);
        char                      *found = game_of(folder);

        if (found && (!taken || depth_of(found) < depth_of(taken))) {
            g_free(taken);
            taken = g_strdup(found);
            g_ptr_array_set_size(game->ships_folders, 0);
            g_ptr_array_set_size(game->hardpoints, 0);
        }
        if (found && strcmp(found, taken) == 0)
            g_ptr_array_add(g_str_has_suffix(folder->folded, "hardpoints/") ? game->hardpoints : game->ships_folders,
                            folder->folded);
        if (found)
            g_hash_table_add(roots, found);
    }
    const bcnet_tree_folder_t *named = g_ptr_array_index(game->tree->folders, 0);
    if (taken && *taken == '\0' && game->ships_folders->len == 0 && named->has_scripts) /* "ships" itself was named */
        g_ptr_array_add(game->ships_folders, named->folded);
    for (unsigned i = 0; i < G_N_ELEMENTS(scripts) && taken; i++)
        g_ptr_array_add(game->scripts, bcnet_arena_take(game->memory, g_strconcat(taken, scripts[i], NULL)));
    if (taken)
        take_folder(game, roots, taken, remarks);
    g_hash_table_destroy(roots);
    g_free(taken);
}

bool bcnet_installation_source(const bcnet_installation_t *game, const char *path, bcnet_script_source_t *source,
                               GPtrArray *remarks)
{
    const size_t hardpoint = strlen(BCNET_HARDPOINTS "."), ship = strlen("ships.");
    char        *file;
    bool         read;

    if (g_ascii_strncasecmp(path, BCNET_HARDPOINTS ".", hardpoint) == 0 && !strchr(path + hardpoint, '.'))
        return bcnet_tree_read(game->tree, game->hardpoints, path + hardpoint, source, remarks);
    if (g_ascii_strncasecmp(path, "ships.", ship) == 0 && !strchr(path + ship, '.'))
        return bcnet_tree_read(game->tree, game->ships_folders, path + ship, source, remarks);
    file = g_strdelimit(g_strdup(path), ".", '/');
    read = bcnet_tree_read(game->tree, game->scripts, file, source, NULL); /* no fault of the script that imports it */
    g_free(file);
    return read;
}

static gint compare_without_case(gconstpointer a, gconstpointer b)
{
    return g_ascii_strcasecmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *bcnet_installation_list(const bcnet_installation_t *game, const GPtrArray *folders)
{
    GHashTable *known = bcnet_names_new(g_free, NULL);
    GPtrArray  *list = g_ptr_array_new_with_free_func(g_free);

    for (unsigned i = 0; i < game->tree->files->len; i++) {
        const bcnet_tree_file_t *file = g_ptr_array_index(game->tree->files, i);
        char                    *name = bcnet_source_name(file->name);

        if (name && g_ptr_array_find((GPtrArray *)folders, file->folder->folded, NULL) &&
            g_hash_table_add(known, bcnet_name_folded(name)))
            g_ptr_array_add(list, g_steal_pointer(&name));
        g_free(name);
    }
    g_ptr_array_sort(list, compare_without_case);
    g_hash_table_destroy(known);
    return list;
}

static bool find_script(void *context, const char *path, bcnet_script_source_t *source)
{
    return bcnet_installation_source(context, path, source, NULL);
}

/* Goes through a script for what it defines; the source is freed. */
static bcnet_module_t *run(bcnet_installation_t *game, const char *path, bcnet_script_source_t *source,
                           bcnet_script_t *script)
{
    bcnet_module_t *module;

    script->lenient = true;
    module = bcnet_script_run(script, path, source);
    bcnet_source_clear(source);
    game->reading->steps += script->steps;
    return module;
}

/* ---- the species table ---- */

static bcnet_import_job_t *add_ship(bcnet_installation_t *game, const char *script)
{
    bcnet_import_job_t *ship = BCNET_ARENA_NEW(game->memory, bcnet_import_job_t);

    ship->script = bcnet_arena_dup(game->memory, script);
    g_ptr_array_add(game->ships, ship);
    return ship;
}

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

        if (name.kind == VALUE_TEXT) {
            bcnet_import_job_t *ship = add_ship(game, name.text);

            ship->species = (int)i;
            ship->menu = i < menu;
            ship->faction = bcnet_arena_dup(game->memory, faction_of(rows->items[i].list));
        } else if (name.kind != VALUE_NONE) {
            bcnet_fault(remarks, module->file, "it cannot be told which ship has number %u", i);
        }
    }
}

/* The tuple of the game's own script; or what mods have in its place, the longest one: an object that ships are
 * registered with, or a list of species by its name. */
static const bcnet_list_t *find_rows(const bcnet_script_t *script, const bcnet_module_t *module)
{
    const bcnet_value_t table = bcnet_script_global(script, module, "kSpeciesTuple");
    const bcnet_list_t *rows = NULL;
    GHashTableIter      names;
    void               *name, *slot;

    if (table.kind == VALUE_LIST)
        return table.list;
    g_hash_table_iter_init(&names, module->names);
    while (g_hash_table_iter_next(&names, &name, &slot)) {
        const bcnet_value_t value = *(const bcnet_value_t *)slot;
        const bool          list = value.kind == VALUE_LIST && strstr(name, "Species") &&
                          script_of(bcnet_value_item(value, INTEGER_VALUE(1))).kind == VALUE_TEXT;

        if ((list || value.kind == VALUE_REGISTRY) && (!rows || value.list->count > rows->count))
            rows = value.list;
    }
    return rows;
}

static void read_table(bcnet_installation_t *game, bcnet_script_source_t *source, GPtrArray *remarks)
{
    bcnet_script_t       *script = bcnet_script_new((bcnet_finder_t){ find_script, game }, remarks);
    const bcnet_module_t *module = run(game, PACKAGE "." TABLE, source, script);
    const bcnet_list_t   *rows = script->failed ? NULL : find_rows(script, module);

    if (rows) {
        game->table = bcnet_arena_dup(game->memory, module->file);
        read_rows(game, script, module, rows, remarks);
    } else if (!script->failed) {
        bcnet_fault(remarks, module->file, "the table of ships in it cannot be followed");
    }
    bcnet_script_free(script);
}

/* From "Multiplayer" in a folder of scripts, or in a folder within that. */
static void read_tables(bcnet_installation_t *game, GPtrArray *remarks)
{
    GPtrArray            *folders = g_ptr_array_new();
    bcnet_script_source_t source;

    for (unsigned i = 0; i < game->scripts->len; i++)
        for (unsigned f = 0; f < game->tree->folders->len; f++) {
            const bcnet_tree_folder_t *folder = g_ptr_array_index(game->tree->folders, f);
            const char                *scripts = g_ptr_array_index(game->scripts, i);

            if (g_str_has_prefix(folder->folded, scripts) && folder->depth <= depth_of(scripts) + 2 &&
                (g_str_has_suffix(folder->folded, "/multiplayer/") || strcmp(folder->folded, "multiplayer/") == 0))
                g_ptr_array_add(folders, folder->folded);
        }
    if (bcnet_tree_read(game->tree, folders, TABLE, &source, remarks))
        read_table(game, &source, remarks);
    g_ptr_array_free(folders, TRUE);
}

/* ---- ship scripts ---- */

static const char *look_up_text(const bcnet_installation_t *game, bcnet_value_t table, const char *key)
{
    const bcnet_value_t value = bcnet_value_item(table, TEXT_VALUE(key));

    return value.kind == VALUE_TEXT && *value.text != '\0' ? bcnet_arena_dup(game->memory, value.text) : NULL;
}

/* What GetShipStats gives. */
static void read_stats(bcnet_installation_t *game, bcnet_import_job_t *ship, bcnet_script_source_t *source,
                       bcnet_script_t *script)
{
    char               *path = g_strconcat("ships.", ship->script, NULL);
    bcnet_module_t     *module = run(game, path, source, script);
    const bcnet_value_t function = bcnet_script_global(script, module, "GetShipStats");

    script->module = module; /* whose the errors of the call are */
    const bcnet_value_t stats = bcnet_script_call(script, function, &(bcnet_list_t){ 0 });
    ship->trouble_in = bcnet_arena_dup(game->memory, module->file);
    ship->hardpoint = look_up_text(game, stats, "HardpointFile");
    ship->name = look_up_text(game, stats, "Name");
    g_free(path);
}

static void read_ship(bcnet_installation_t *game, bcnet_import_job_t *ship)
{
    GPtrArray            *remarks = bcnet_remarks_new();
    bcnet_script_t       *script = bcnet_script_new((bcnet_finder_t){ find_script, game }, remarks);
    bcnet_script_source_t source;
    const bool            found = bcnet_tree_read(game->tree, game->ships_folders, ship->script, &source, remarks);
    const bcnet_import_remark_t *first;

    if (found)
        read_stats(game, ship, &source, script);
    first = bcnet_remarks_first(remarks, BCNET_ERROR);
    ship->trouble_in = first ? bcnet_arena_dup(game->memory, first->file) : ship->trouble_in;
    ship->trouble_line = first ? first->line : BCNET_WHOLE_FILE;
    ship->trouble = first ? bcnet_arena_dup(game->memory, first->text)
                          : "it cannot be told which hardpoint script this ship script names";
    ship->missing = !found && !first;
    bcnet_script_free(script);
    g_ptr_array_free(remarks, TRUE);
}

/* Those that no table lists. */
static void add_others(bcnet_installation_t *game, GPtrArray *remarks)
{
    GPtrArray  *names = bcnet_installation_list(game, game->ships_folders);
    GHashTable *listed = bcnet_names_new(g_free, NULL);

    for (unsigned i = 0; i < game->ships->len; i++)
        g_hash_table_add(listed,
                         bcnet_name_folded(((const bcnet_import_job_t *)g_ptr_array_index(game->ships, i))->script));
    for (unsigned i = 0; i < names->len && i < BCNET_SHIPS_MAX; i++)
        if (g_hash_table_add(listed, bcnet_name_folded(g_ptr_array_index(names, i))))
            add_ship(game, g_ptr_array_index(names, i));
    if (names->len > BCNET_SHIPS_MAX)
        bcnet_fault(remarks, game->path, "there are %u ship scripts here, only the first %d are looked at", names->len,
                    BCNET_SHIPS_MAX);
    g_hash_table_destroy(listed);
    g_ptr_array_free(names, TRUE);
}

/* ---- the installation ---- */

bcnet_installation_t *bcnet_installation_new(const char *path, bcnet_reading_t *reading, GPtrArray *remarks)
{
    bcnet_installation_t *game = g_new0(bcnet_installation_t, 1);

    game->memory = bcnet_arena_new();
    game->scripts = g_ptr_array_new();
    game->ships_folders = g_ptr_array_new();
    game->hardpoints = g_ptr_array_new();
    game->ships = g_ptr_array_new();
    game->path = bcnet_arena_dup(game->memory, path);
    game->reading = reading;
    game->tree = bcnet_tree_new(path, true, reading, remarks);
    find_folders(game, remarks);
    if (!game->path_taken && bcnet_remarks_count(remarks, BCNET_ERROR) == 0)
        bcnet_fault(remarks, path,
                    "there are no ships here: the folder of the game, or of an unpacked mod, has scripts%cships%c"
                    "Hardpoints",
                    G_DIR_SEPARATOR, G_DIR_SEPARATOR);
    return game;
}

void bcnet_installation_read(bcnet_installation_t *game, GPtrArray *remarks)
{
    read_tables(game, remarks);
    add_others(game, remarks);
    for (unsigned i = 0; i < game->ships->len; i++)
        read_ship(game, g_ptr_array_index(game->ships, i));
}

void bcnet_installation_free(bcnet_installation_t *game)
{
    if (!game)
        return;
    bcnet_tree_free(game->tree);
    g_ptr_array_free(game->scripts, TRUE);
    g_ptr_array_free(game->ships_folders, TRUE);
    g_ptr_array_free(game->hardpoints, TRUE);
    g_ptr_array_free(game->ships, TRUE);
    bcnet_arena_free(game->memory);
    g_free(game);
}

/* ---- names of files ---- */

/* What the rounds of the checksum exchange look at (35.2), with the names that the requests have. */
static const struct {
    const char *path; /* of the request */
    const char *folder; /* in the folder of scripts */
    bool        below; /* folders within it too */
} rounds[] = { { "scripts/", "", false },
               { "scripts/ships/", "ships/", true },
               { "scripts/mainmenu/", "mainmenu/", false },
               { "Scripts/Multiplayer/", "multiplayer/", true } };

/* No name on a file system of Windows has controls, and a line end would make two names of one. */
static bool has_controls(const char *name)
{
    for (; *name != '\0'; name++)
        if (g_ascii_iscntrl(*name))
            return true;
    return false;
}

/* A script that is not compiled yet will be when the game runs it, under the name by which the game asks for it. */
static void add_name(GHashTable *names, const bcnet_tree_file_t *file, const char *scripts)
{
    const char *folder = file->folder->folded + strlen(scripts), *within, *ending;

    for (unsigned r = 0; r < G_N_ELEMENTS(rounds); r++)
        if (rounds[r].below ? g_str_has_prefix(folder, rounds[r].folder) : strcmp(folder, rounds[r].folder) == 0) {
            within = file->folder->path;
            for (unsigned depth = depth_of(scripts) + depth_of(rounds[r].folder); depth > 0; depth--)
                within = strchr(within, '/') + 1;
            ending = strrchr(file->name, '.');
            g_hash_table_add(names, g_ascii_strcasecmp(ending, ".py") == 0
                                        ? g_strdup_printf("%s%s%.*s.pyc", rounds[r].path, within,
                                                          (int)(ending - file->name), file->name)
                                        : g_strconcat(rounds[r].path, within, file->name, NULL));
        }
}

/* Where "ships" itself was named, its folder is not that of all scripts. */
static bool is_of_named_ships(const bcnet_installation_t *game, const bcnet_tree_file_t *file)
{
    return *file->folder->folded == '\0' && g_ptr_array_find(game->ships_folders, file->folder->folded, NULL);
}

char *bcnet_installation_names(const bcnet_installation_t *game)
{
    GString    *text = g_string_new(NULL);
    GHashTable *names = bcnet_names_new(g_free, NULL);
    GList      *sorted;

    for (unsigned s = 0; s < game->scripts->len && (s < 2 || g_hash_table_size(names) == 0); s++)
        for (unsigned i = 0; i < game->tree->files->len; i++) {
            const bcnet_tree_file_t *file = g_ptr_array_index(game->tree->files, i);

            if (g_str_has_prefix(file->folded, g_ptr_array_index(game->scripts, s)) && !has_controls(file->name) &&
                !is_of_named_ships(game, file))
                add_name(names, file, g_ptr_array_index(game->scripts, s));
        }
    sorted = g_list_sort(g_hash_table_get_keys(names), (GCompareFunc)strcmp);
    for (const GList *name = sorted; name; name = name->next)
        g_string_append_printf(text, "%s\n", (const char *)name->data);
    g_list_free(sorted);
    g_hash_table_destroy(names);
    return g_string_free(text, FALSE);
}
