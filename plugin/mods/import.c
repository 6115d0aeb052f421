/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which ships to import, from which scripts, under which names and numbers. */
#include <string.h>

#include "mods/import.h"
#include "reading/hash.h"

static void free_job(void *data)
{
    bcnet_import_job_t *job = data;

    bcnet_layout_free(job->layout);
    g_ptr_array_free(job->remarks, TRUE);
}

void bcnet_import_start(bcnet_import_t *import, bcnet_layouts_t *stock)
{
    import->stock = stock;
    import->memory = bcnet_arena_new();
    import->remarks = bcnet_remarks_new();
    import->jobs = g_ptr_array_new_with_free_func(free_job);
}

void bcnet_import_end(bcnet_import_t *import)
{
    g_ptr_array_free(import->jobs, TRUE);
    g_ptr_array_free(import->remarks, TRUE);
    bcnet_tree_free(import->folder);
    bcnet_installation_free(import->game);
    bcnet_arena_free(import->memory);
}

/* For a ship of the installation, or for a script alone (NULL). `hardpoint` is NULL when it cannot be told. */
static bcnet_import_job_t *add_job(bcnet_import_t *import, const bcnet_import_job_t *ship, const char *hardpoint)
{
    const bcnet_import_job_t none = { 0 };
    bcnet_import_job_t      *job = bcnet_arena_copy(import->memory, ship ? ship : &none, sizeof none);

    job->hardpoint = bcnet_arena_dup(import->memory, hardpoint);
    job->file = bcnet_arena_take(import->memory, g_strconcat(hardpoint ? hardpoint : ship->script, ".py", NULL));
    job->remarks = bcnet_remarks_new();
    g_ptr_array_add(import->jobs, job);
    return job;
}

/* A name like that of a built-in ship may be all there is to tell the number by. */
static void guess_number(bcnet_import_job_t *job, const bcnet_layout_t *stock)
{
    job->species = stock->species;
    job->menu = stock->menu;
    job->guessed = stock->species != 0;
}

/* ---- single scripts ---- */

/* Scripts beyond the limit are left out, which is said. */
static bool has_room(bcnet_import_t *import, const char *path)
{
    if (import->jobs->len < BCNET_SHIPS_MAX)
        return true;
    bcnet_fault(import->remarks, path, "there are more than %d scripts, the others are left out", BCNET_SHIPS_MAX);
    return false;
}

/* A hardpoint script, and no more; `path` is NULL when it is the installation's. */
static bcnet_import_job_t *add_script(bcnet_import_t *import, const char *hardpoint, const char *path)
{
    bcnet_import_job_t   *job = add_job(import, NULL, hardpoint);
    const bcnet_layout_t *stock =
        bcnet_layouts_find(import->stock, G_STRUCT_OFFSET(bcnet_layout_t, hardpoint), hardpoint);

    job->path = bcnet_arena_dup(import->memory, path);
    /* With a number or name of its own it is another ship. */
    if (stock && (import->species == 0 || import->species == stock->species) && !import->name) {
        job->key = bcnet_arena_dup(import->memory, stock->key);
        job->name = stock->name;
        job->script = stock->script;
        job->faction = stock->faction;
        guess_number(job, stock);
    } else {
        job->key = bcnet_arena_take(import->memory, g_ascii_strdown(hardpoint, -1));
        job->name = bcnet_arena_take(import->memory, g_filename_display_name(hardpoint));
    }
    return job;
}

static void add_file(bcnet_import_t *import, const char *path, bool listed)
{
    char               *file = g_path_get_basename(path), *name = bcnet_source_name(file);
    bcnet_import_job_t *job = add_script(import, name ? name : file, path);

    job->file = bcnet_arena_dup(import->memory, file);
    job->listed = listed;
    g_free(name);
    g_free(file);
}

/* "akira.py" comes before "akira.pyc", which is the same script. */
static void add_files(bcnet_import_t *import, const bcnet_tree_t *folder)
{
    GHashTable *known = bcnet_names_new(g_free, NULL);

    for (unsigned i = 0; i < folder->files->len && has_room(import, folder->path); i++) {
        const bcnet_tree_file_t *file = g_ptr_array_index(folder->files, i);
        char                    *name = bcnet_source_name(file->folded), *path = bcnet_tree_path(folder, file);

        if (name && !g_hash_table_contains(known, name)) {
            add_file(import, path, true);
            g_hash_table_add(known, g_steal_pointer(&name));
        }
        g_free(name);
        g_free(path);
    }
    g_hash_table_destroy(known);
}

void bcnet_import_add_path(bcnet_import_t *import, const char *path)
{
    bcnet_tree_t *folder;

    if (!g_file_test(path, G_FILE_TEST_IS_DIR)) {
        add_file(import, path, false);
        return;
    }
    folder = bcnet_tree_new(path, false, &import->reading, import->remarks);
    if (folder->files->len > 0 && !bcnet_tree_has(folder, "scripts/") && !bcnet_tree_has(folder, "ships/") &&
        !bcnet_tree_has(folder, "hardpoints/"))
        add_files(import, folder);
    else if (import->game)
        bcnet_fault(import->remarks, path, "this is a second folder with ships: only one can be imported at a time");
    else
        bcnet_import_add_game(import, path);
    bcnet_tree_free(folder);
}

/* ---- installations ---- */

/* The names in ship scripts are those of models, "BirdOfPrey"; the built-in ships have proper ones. Installations often
 * have the stock ships only as compiled scripts, and those not among what a mod brings: the built-in layouts know them,
 * but perhaps under another number. */
static void add_ship(bcnet_import_t *import, const bcnet_import_job_t *ship)
{
    const bcnet_layout_t *stock =
        bcnet_layouts_find(import->stock, G_STRUCT_OFFSET(bcnet_layout_t, script), ship->script);
    const char         *hardpoint = ship->missing && stock ? stock->hardpoint : ship->hardpoint;
    bcnet_import_job_t *job;

    if (ship->missing && stock && stock->species == ship->species && !import->all)
        return;
    job = add_job(import, ship, hardpoint);
    job->missing = ship->missing && !hardpoint;
    job->key = bcnet_arena_take(import->memory, stock ? g_strdup(stock->key) : g_ascii_strdown(ship->script, -1));
    if (stock && (!ship->name || g_ascii_strcasecmp(ship->name, ship->script) == 0))
        job->name = stock->name;
    else if (!ship->name)
        job->name = ship->script;
    if (!import->game->table && stock)
        guess_number(job, stock);
    if (job->missing)
        bcnet_remark(import->remarks, BCNET_NOTE, import->game->table, BCNET_WHOLE_FILE,
                     "number %d is %s in this mod, which is not there", ship->species, job->file);
    else if (!hardpoint)
        bcnet_remark(job->remarks, BCNET_ERROR, ship->trouble_in, ship->trouble_line, "%s", ship->trouble);
}

/* Hardpoint scripts alone: a mod's, or the folder itself. */
static void add_hardpoints(bcnet_import_t *import)
{
    GPtrArray *names = bcnet_installation_list(import->game, import->game->hardpoints);

    for (unsigned i = 0; i < names->len && has_room(import, import->game->path); i++)
        add_script(import, g_ptr_array_index(names, i), NULL);
    g_ptr_array_free(names, TRUE);
}

void bcnet_import_add_game(bcnet_import_t *import, const char *path)
{
    const bcnet_installation_t *game = import->game = bcnet_installation_new(path, &import->reading, import->remarks);
    bool                        ships = false; /* not only other scripts where those of ships are */

    bcnet_installation_read(import->game, import->remarks);
    for (unsigned i = 0; i < game->ships->len; i++) {
        const bcnet_import_job_t *ship = g_ptr_array_index(game->ships, i);

        ships = ships || ship->hardpoint || ship->species != 0;
        if (ship->missing || ship->species != 0 || ((import->all || !game->table) && ship->hardpoint))
            add_ship(import, ship);
        else
            import->left_out += ship->hardpoint != NULL;
    }
    if (!ships)
        add_hardpoints(import);
    if (import->left_out > 0)
        bcnet_remark(import->remarks, BCNET_NOTE, game->path, BCNET_WHOLE_FILE,
                     "%u ship script%s no species number in the table; --all imports them too", import->left_out,
                     import->left_out == 1 ? " has" : "s have");
}

/* ---- names of layout files ---- */

/* One remark is enough. */
static void remark_guesses(bcnet_import_t *import)
{
    const bcnet_import_job_t *first = import->jobs->len > 0 ? g_ptr_array_index(import->jobs, 0) : NULL;
    const unsigned            count = import->jobs->len;
    unsigned                  guessed = 0, without = 0;

    for (unsigned i = 0; i < count; i++) {
        const bcnet_import_job_t *job = g_ptr_array_index(import->jobs, i);

        guessed += job->guessed;
        without += job->species == 0;
    }
    const char *file = import->game ? import->game->path : first ? first->path : "";
    if (guessed > 0)
        bcnet_remark(
            import->remarks, BCNET_NOTE, file, BCNET_WHOLE_FILE,
            "no species table tells the numbers of ships: %u of %u have that of a stock ship of the same name, "
            "which in a mod is often wrong",
            guessed, count);
    else if (without > 0 && (import->game ? !import->game->table : count > 1))
        bcnet_remark(import->remarks, BCNET_NOTE, file, BCNET_WHOLE_FILE,
                     "no species table tells the numbers of ships: without one they can only be chosen by hand");
}

/* A key that no other job has, nor a built-in ship with another number. Under each of `taken` stands the number of the last
 * one that was made of it. */
static void make_unique(const bcnet_import_t *import, GHashTable *taken, bcnet_import_job_t *job)
{
    const bcnet_layout_t *stock = bcnet_layouts_find(import->stock, G_STRUCT_OFFSET(bcnet_layout_t, key), job->key);
    char                 *base = !stock || stock->species == job->species ? g_ascii_strdown(job->key, -1)
                               : job->species != 0 ? g_strdup_printf("%s-%d", job->key, job->species)
                                                   : g_strconcat(job->key, "-mod", NULL);
    char                 *key = g_strdup(base);
    unsigned              number = MAX(GPOINTER_TO_UINT(g_hash_table_lookup(taken, base)), 1);

    while (g_hash_table_contains(taken, key)) {
        g_free(key);
        key = g_strdup_printf("%s-%u", base, ++number);
    }
    job->key = bcnet_arena_dup(import->memory, key);
    g_hash_table_insert(taken, key, GUINT_TO_POINTER(1));
    g_hash_table_insert(taken, base, GUINT_TO_POINTER(number));
}

void bcnet_import_read(bcnet_import_t *import)
{
    GHashTable *taken = bcnet_names_new(g_free, NULL);

    for (unsigned i = 0; i < import->jobs->len; i++) {
        bcnet_import_job_t *job = g_ptr_array_index(import->jobs, i);

        if (import->species != 0)
            job->species = import->species;
        if (import->name)
            job->name = import->name;
        job->guessed = job->guessed && import->species == 0;
        g_strcanon(job->key, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-", '_'); /* nothing that leads elsewhere */
        make_unique(import, taken, job);
    }
    remark_guesses(import);
    g_hash_table_destroy(taken);
    for (unsigned i = 0; i < import->jobs->len; i++)
        bcnet_import_read_job(import, g_ptr_array_index(import->jobs, i));
}
