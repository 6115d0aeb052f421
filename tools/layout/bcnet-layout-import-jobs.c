/* Which scripts to import, as which ships.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "layout/bcnet-layout-import.h"

#include <string.h>

static const bcnet_place_t whole_file = { 0, 0 };

void bcnet_import_job_free(void *data)
{
    import_job_t *job = data;

    g_free(job->file);
    g_free(job->path);
    g_free(job->key);
    g_free(job->name);
    g_free(job->script);
    g_free(job->faction);
    g_free(job->hardpoint);
    g_free(job->target);
    bcnet_layout_free(job->layout);
    g_ptr_array_free(job->remarks, TRUE);
    g_free(job);
}

static import_job_t *add_job(import_t *import, const char *hardpoint)
{
    import_job_t *job = g_new0(import_job_t, 1);

    job->hardpoint = g_strdup(hardpoint);
    job->file = g_strconcat(hardpoint, ".py", NULL);
    job->remarks = bcnet_remarks_new();
    g_ptr_array_add(import->jobs, job);
    return job;
}

/* ---- who a script describes ---- */

const bcnet_layout_t *bcnet_import_stock_hardpoint(const import_t *import, const char *hardpoint)
{
    for (unsigned i = 0; i < bcnet_layouts_count(import->stock); i++) {
        const bcnet_layout_t *layout = bcnet_layouts_get(import->stock, i);

        if (layout->hardpoint != NULL && g_ascii_strcasecmp(layout->hardpoint, hardpoint) == 0)
            return layout;
    }
    return NULL;
}

const bcnet_layout_t *bcnet_import_stock_script(const import_t *import, const char *script)
{
    for (unsigned i = 0; i < bcnet_layouts_count(import->stock); i++) {
        const bcnet_layout_t *layout = bcnet_layouts_get(import->stock, i);

        if (layout->script != NULL && g_ascii_strcasecmp(layout->script, script) == 0)
            return layout;
    }
    return NULL;
}

static void take_stock(import_job_t *job, const bcnet_layout_t *stock)
{
    job->key = g_strdup(stock->key);
    job->name = g_strdup(stock->name);
    job->script = g_strdup(stock->script);
    job->faction = g_strdup(stock->faction);
    job->species = stock->species;
    job->menu = stock->menu;
}

/* The names in ship scripts are those of models, "BirdOfPrey"; the built-in ships have proper ones. */
static const char *game_ship_name(const import_t *import, const bcnet_game_ship_t *ship)
{
    const bcnet_layout_t *stock = bcnet_import_stock_script(import, ship->script);

    if (stock != NULL && (ship->name == NULL || g_ascii_strcasecmp(ship->name, ship->script) == 0))
        return stock->name;
    return ship->name != NULL ? ship->name : ship->script;
}

static void take_game_ship(const import_t *import, import_job_t *job, const bcnet_game_ship_t *ship)
{
    const bcnet_layout_t *stock = bcnet_import_stock_script(import, ship->script);

    job->key = stock != NULL ? g_strdup(stock->key) : g_ascii_strdown(ship->script, -1);
    job->name = g_strdup(game_ship_name(import, ship));
    job->script = g_strdup(ship->script);
    job->faction = g_strdup(ship->faction);
    job->species = ship->species;
    job->menu = ship->menu;
}

/* The ships of the installation that have a hardpoint script; a job for each. */
static bool add_game_ships(import_t *import, const char *hardpoint, const char *path)
{
    bool found = false;

    for (unsigned i = 0; import->game != NULL && i < import->game->ships->len; i++) {
        const bcnet_game_ship_t *ship = g_ptr_array_index(import->game->ships, i);
        import_job_t            *job;

        if (ship->hardpoint == NULL || g_ascii_strcasecmp(ship->hardpoint, hardpoint) != 0)
            continue;
        job = add_job(import, hardpoint);
        job->path = g_strdup(path);
        take_game_ship(import, job, ship);
        found = true;
    }
    return found;
}

static void add_file(import_t *import, const char *path)
{
    g_autofree char      *hardpoint = g_path_get_basename(path);
    size_t                length = strlen(hardpoint);
    const bcnet_layout_t *stock;
    import_job_t         *job;

    if (length > 3 && g_ascii_strcasecmp(hardpoint + length - 3, ".py") == 0)
        hardpoint[length - 3] = '\0';
    if (add_game_ships(import, hardpoint, path))
        return;
    job = add_job(import, hardpoint);
    job->path = g_strdup(path);
    stock = bcnet_import_stock_hardpoint(import, hardpoint);
    /* With a number or name of its own it is another ship. */
    if (stock != NULL && (import->species == 0 || import->species == stock->species) && import->name == NULL) {
        take_stock(job, stock);
        return;
    }
    job->key = g_ascii_strdown(hardpoint, -1);
    job->name = g_filename_display_name(hardpoint);
}

static bool is_script(const char *name)
{
    size_t length = strlen(name);

    /* "__init__.py" makes the folder a package and is no ship. */
    return length > 3 && g_ascii_strcasecmp(name + length - 3, ".py") == 0 && !g_str_has_prefix(name, "__");
}

static void add_folder(import_t *import, const char *path)
{
    bcnet_folder_t  *folder = bcnet_folder_open(path, import->remarks);
    const GPtrArray *names;

    if (folder == NULL)
        return;
    names = bcnet_folder_names(folder);
    for (unsigned i = 0; i < names->len; i++) {
        g_autofree char *file = g_build_filename(path, g_ptr_array_index(names, i), NULL);

        if (is_script(g_ptr_array_index(names, i)))
            add_file(import, file);
    }
    bcnet_folder_free(folder);
}

void bcnet_import_add_path(import_t *import, const char *path)
{
    g_autofree char *base = g_path_get_basename(path);
    size_t           length = strlen(base);

    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        add_folder(import, path);
    else if (length > 4 && g_ascii_strcasecmp(base + length - 4, ".pyc") == 0)
        bcnet_remark(import->remarks, BCNET_ERROR, path, whole_file,
                     "this is a compiled script; the .py file is needed");
    else if (!g_str_has_prefix(base, "__"))
        add_file(import, path);
}

/* Installations often have the stock ships only as compiled scripts: the built-in layouts know them, but perhaps
 * under another number. */
static void add_without_script(import_t *import, const bcnet_game_ship_t *ship)
{
    const bcnet_layout_t *stock = bcnet_import_stock_script(import, ship->script);

    if (stock == NULL || stock->hardpoint == NULL)
        bcnet_remark(import->remarks, BCNET_NOTE, import->game_path, whole_file,
                     "species %d is the ship script \"%s.py\", which is not there", ship->species, ship->script);
    else if (stock->species != ship->species || import->all)
        take_game_ship(import, add_job(import, stock->hardpoint), ship);
}

void bcnet_import_add_game(import_t *import)
{
    unsigned left_out = 0;

    for (unsigned i = 0; i < import->game->ships->len; i++) {
        const bcnet_game_ship_t *ship = g_ptr_array_index(import->game->ships, i);

        if (ship->hardpoint == NULL)
            add_without_script(import, ship);
        else if (ship->species != 0 || import->all)
            take_game_ship(import, add_job(import, ship->hardpoint), ship);
        else
            left_out++;
    }
    if (left_out > 0)
        bcnet_remark(import->remarks, BCNET_NOTE, import->game_path, whole_file,
                     "%u ship script%s no species number in the table; --all imports them too", left_out,
                     left_out == 1 ? " has" : "s have");
}

/* ---- names of layout files ---- */

/* Letters, digits and a few signs: nothing that leads elsewhere. */
static void clean_key(char *key)
{
    for (; *key != '\0'; key++)
        if (!g_ascii_isalnum(*key) && *key != '_' && *key != '-')
            *key = '_';
}

/* A user's layout may not have the file name of a built-in ship with another number. */
static bool is_foreign(const import_t *import, const import_job_t *job)
{
    for (unsigned i = 0; i < bcnet_layouts_count(import->stock); i++) {
        const bcnet_layout_t *stock = bcnet_layouts_get(import->stock, i);

        if (g_ascii_strcasecmp(stock->key, job->key) == 0)
            return stock->species != job->species;
    }
    return false;
}

static void lengthen(import_job_t *job, unsigned number)
{
    char *longer = number != 0 ? g_strdup_printf("%s-%u", job->key, number) : g_strconcat(job->key, "-mod", NULL);

    g_free(job->key);
    job->key = longer;
}

void bcnet_import_name_files(import_t *import)
{
    g_autoptr(GHashTable) taken = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (unsigned i = 0; i < import->jobs->len; i++) {
        import_job_t *job = g_ptr_array_index(import->jobs, i);

        if (import->species != 0)
            job->species = import->species;
        if (import->name != NULL) {
            g_free(job->name);
            job->name = g_strdup(import->name);
        }
        clean_key(job->key);
        if (is_foreign(import, job))
            lengthen(job, (unsigned)job->species);
        for (unsigned number = 2; !g_hash_table_add(taken, g_ascii_strdown(job->key, -1)); number++)
            lengthen(job, number);
    }
}
