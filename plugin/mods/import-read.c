/* From the scripts of one ship to its layout.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "mods/import.h"

/* ---- parents ---- */

/* Where the parents of one script come from: its folder, the installation, the built-in layouts. */
typedef struct {
    bcnet_import_t     *import;
    bcnet_import_job_t *job;
} finder_t;

/* The folder of a script that the user named, as a list of one; NULL when it cannot be read. */
static const GPtrArray *folder_of(bcnet_import_t *import, const bcnet_import_job_t *job)
{
    char           *directory = g_path_get_dirname(job->path);
    GPtrArray      *list = g_hash_table_lookup(import->folders, directory);
    bcnet_folder_t *folder = list ? NULL : bcnet_folder_open(directory, job->remarks);

    if (folder) {
        list = g_ptr_array_new_with_free_func((GDestroyNotify)bcnet_folder_close);
        g_ptr_array_add(list, folder);
        g_hash_table_insert(import->folders, g_steal_pointer(&directory), list);
    }
    g_free(directory);
    return list;
}

/* A script that describes the built-in layout. */
static bool find_stand_in(const bcnet_import_t *import, const bcnet_import_job_t *job, const char *module,
                          bcnet_script_t *script)
{
    const bcnet_layout_t *layout =
        bcnet_layouts_find(import->stock, G_STRUCT_OFFSET(bcnet_layout_t, hardpoint), module);

    if (!layout)
        return false;
    script->path = g_strdup_printf("%s (built in)", module);
    script->text = bcnet_hardpoint_write(layout);
    script->length = strlen(script->text);
    bcnet_remark(job->remarks, BCNET_DOUBT, job->file, BCNET_WHOLE_FILE,
                 "the script \"%s.py\" is not there; the built-in layout of the %s stands in for it", module,
                 layout->name);
    return true;
}

static bool find_parent(void *context, const char *module, bcnet_script_t *script)
{
    finder_t           *finder = context;
    bcnet_import_job_t *job = finder->job;
    const GPtrArray    *folders = job->path ? folder_of(finder->import, job) : NULL;

    if (folders && bcnet_scripts_read(folders, module, script, job->remarks))
        return true;
    if (finder->import->game && bcnet_scripts_read(finder->import->game->hardpoints, module, script, job->remarks))
        return true;
    return find_stand_in(finder->import, job, module, script);
}

/* ---- the script ---- */

static bool read_script(const bcnet_import_t *import, const bcnet_import_job_t *job, bcnet_script_t *script)
{
    if (job->path)
        return bcnet_script_read(job->path, script, job->remarks);
    if (bcnet_scripts_read(import->game->hardpoints, job->hardpoint, script, job->remarks))
        return true;
    if (bcnet_remarks_count(job->remarks, BCNET_ERROR) > 0)
        return false; /* it is there, but cannot be read */
    if (find_stand_in(import, job, job->hardpoint, script))
        return true;
    bcnet_remark(job->remarks, BCNET_ERROR, job->file, BCNET_WHOLE_FILE, "there is no such hardpoint script");
    return false;
}

static bcnet_layout_t *read_layout(bcnet_import_t *import, bcnet_import_job_t *job)
{
    finder_t                        finder = { import, job };
    const bcnet_hardpoint_parents_t parents = { .find = find_parent, .context = &finder };
    bcnet_script_t                  script;
    bcnet_layout_t                 *layout;

    if (!read_script(import, job, &script))
        return NULL;
    layout = bcnet_hardpoint_read(&script, &parents, import->readd, job->remarks);
    bcnet_script_clear(&script);
    return layout;
}

/* ---- comparing ---- */

/* The same ship sends the same fingerprint. */
static void compare_with_stock(const bcnet_import_t *import, bcnet_import_job_t *job)
{
    const bcnet_layout_t *stock = job->species != 0 ? bcnet_layouts_by_species(import->stock, (unsigned)job->species)
                                                    : NULL;

    job->stock = stock && bcnet_layout_same_subsystems(stock, job->layout);
    if (job->stock && stock->hash_count > 0) {
        job->layout->hash_count = stock->hash_count;
        job->layout->hashes = g_memdup2(stock->hashes, stock->hash_count * sizeof *stock->hashes);
    }
}

/* ---- the layout ---- */

/* NULL stays NULL. */
static char *clean(const char *name)
{
    return name ? bcnet_layout_clean_name(name) : NULL;
}

static void name_layout(const bcnet_import_job_t *job, bcnet_layout_t *layout)
{
    layout->key = g_strdup(job->key);
    layout->origin = clean(job->file);
    layout->name = clean(job->name);
    layout->script = clean(job->script);
    layout->faction = clean(job->faction);
    layout->hardpoint = clean(job->hardpoint);
    layout->species = job->species;
    layout->menu = job->menu;
    layout->source = g_strdup_printf("imported from %s", layout->origin);
}

/* The first doubt, or for a ship that could not be read the first error. */
static char *describe_doubts(const bcnet_import_job_t *job, bcnet_remark_kind_t kind)
{
    unsigned count = bcnet_remarks_count(job->remarks, kind);

    for (unsigned i = 0; i < job->remarks->len; i++) {
        const bcnet_remark_t *remark = g_ptr_array_index(job->remarks, i);

        if (remark->kind == kind)
            return count == 1 ? g_strdup(remark->text)
                              : g_strdup_printf("%s; %u more of this kind", remark->text, count - 1);
    }
    return NULL;
}

static void rate_layout(const bcnet_import_job_t *job, bcnet_layout_t *layout)
{
    layout->note = describe_doubts(job, BCNET_DOUBT);
    layout->confidence = g_strdup(layout->note || job->guessed ? "low" : "medium");
    if (!layout->note && job->guessed)
        layout->note = g_strdup_printf("that it has number %d is a guess: a ship of this name has it in the unmodified "
                                       "game",
                                       job->species);
}

/* Some rules of layout files no script breaks by itself, such as the number of subsystems. */
static bool check_layout(bcnet_import_job_t *job, const bcnet_layout_t *layout)
{
    GPtrArray *problems = g_ptr_array_new_with_free_func(bcnet_layout_problem_free);
    bool       good = bcnet_layout_check(layout, job->file, problems);

    for (unsigned i = 0; i < problems->len; i++) {
        const bcnet_layout_problem_t *problem = g_ptr_array_index(problems, i);

        bcnet_remark(job->remarks, BCNET_ERROR, job->file, BCNET_WHOLE_FILE, "%s%s%s",
                     problem->group ? problem->group : "", problem->group ? ": " : "", problem->reason);
    }
    g_ptr_array_free(problems, TRUE);
    return good;
}

/* Who has the number is known, but nothing of the ship. */
static bcnet_layout_t *keep_number(const bcnet_import_job_t *job)
{
    bcnet_layout_t *layout = g_new0(bcnet_layout_t, 1);

    layout->unknown = true;
    name_layout(job, layout);
    layout->note = job->missing
                     ? g_strdup_printf("number %d is %s in this mod, which is not there", job->species, job->file)
                     : describe_doubts(job, BCNET_ERROR);
    return layout;
}

void bcnet_import_read(bcnet_import_t *import, bcnet_import_job_t *job)
{
    if (import->game)
        import->game->top->seen = job->seen;
    if (job->hardpoint) {
        job->layout = read_layout(import, job);
        if (job->layout) {
            name_layout(job, job->layout);
            rate_layout(job, job->layout);
        }
    }
    if (import->game)
        import->game->top->seen = NULL;
    if (job->layout && !check_layout(job, job->layout))
        g_clear_pointer(&job->layout, bcnet_layout_free);
    if (job->layout)
        compare_with_stock(import, job);
    else if (import->game && import->game->table && job->species != 0)
        job->layout = keep_number(job);
}
