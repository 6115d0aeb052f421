/* From one hardpoint script to one layout file.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "layout/bcnet-layout-import.h"

#include <string.h>

static const bcnet_place_t whole_file = { 0, 0 };

/* ---- parents ---- */

/* Where the parents of one script come from: its folder, the installation, the built-in layouts. */
typedef struct {
    import_t     *import;
    import_job_t *job;
} finder_t;

static bcnet_folder_t *folder_of(import_t *import, const char *path, GPtrArray *remarks)
{
    g_autofree char *directory = g_path_get_dirname(path);
    bcnet_folder_t  *folder = g_hash_table_lookup(import->folders, directory);

    if (folder == NULL) {
        folder = bcnet_folder_open(directory, remarks);
        if (folder != NULL)
            g_hash_table_insert(import->folders, g_steal_pointer(&directory), folder);
    }
    return folder;
}

/* A script that describes the built-in layout. */
static bool find_stand_in(const import_t *import, const import_job_t *job, const char *module, char **text,
                          size_t *length, char **file)
{
    const bcnet_layout_t *layout = bcnet_import_stock_hardpoint(import, module);

    if (layout == NULL)
        return false;
    *text = bcnet_hardpoint_write(layout);
    *length = strlen(*text);
    *file = g_strdup_printf("%s (built in)", module);
    bcnet_remark(job->remarks, BCNET_DOUBT, job->file, whole_file,
                 "the script \"%s.py\" is not there; the built-in layout of the %s stands in for it", module,
                 layout->name);
    return true;
}

static bool find_parent(void *context, const char *module, char **text, size_t *length, char **file)
{
    finder_t        *finder = context;
    import_job_t    *job = finder->job;
    bcnet_folder_t  *folder = job->path != NULL ? folder_of(finder->import, job->path, job->remarks) : NULL;
    g_autofree char *name = g_strconcat(module, ".py", NULL);

    if (folder != NULL && bcnet_folder_read(folder, name, text, length, file, job->remarks))
        return true;
    if (finder->import->game != NULL &&
        bcnet_folder_read(finder->import->game->hardpoints, name, text, length, file, job->remarks))
        return true;
    return find_stand_in(finder->import, job, module, text, length, file);
}

/* ---- the script ---- */

static void remark_missing(const import_t *import, const import_job_t *job)
{
    g_autofree char *compiled = g_strconcat(job->file, "c", NULL);
    g_autofree char *there = bcnet_folder_find(import->game->hardpoints, compiled);

    bcnet_remark(job->remarks, BCNET_ERROR, job->file, whole_file,
                 there != NULL ? "only the compiled script is there; the .py file is needed"
                               : "there is no such hardpoint script");
}

static bool read_script(const import_t *import, const import_job_t *job, char **text, size_t *length, char **path)
{
    if (job->path != NULL) {
        *path = g_strdup(job->path);
        return bcnet_script_read(job->path, text, length, job->remarks);
    }
    if (bcnet_folder_read(import->game->hardpoints, job->file, text, length, path, job->remarks))
        return true;
    if (bcnet_remarks_count(job->remarks, BCNET_ERROR) > 0)
        return false; /* it is there, but cannot be read */
    if (find_stand_in(import, job, job->hardpoint, text, length, path))
        return true;
    remark_missing(import, job);
    return false;
}

static bcnet_layout_t *read_layout(import_t *import, import_job_t *job)
{
    finder_t                        finder = { import, job };
    const bcnet_hardpoint_parents_t parents = { find_parent, &finder };
    g_autofree char                *text = NULL, *path = NULL;
    bcnet_hardpoint_t              *hardpoint;
    bcnet_layout_t                 *layout = NULL;
    size_t                          length = 0;

    if (!read_script(import, job, &text, &length, &path))
        return NULL;
    hardpoint = bcnet_hardpoint_read(path, text, length, &parents, job->remarks);
    if (hardpoint != NULL)
        layout = bcnet_hardpoint_layout(hardpoint, import->readd, job->remarks);
    bcnet_hardpoint_free(hardpoint);
    return layout;
}

/* ---- the layout ---- */

static bool same_children(const bcnet_subsystem_t *a, const bcnet_subsystem_t *b)
{
    for (unsigned i = 0; i < a->child_count; i++) {
        const bcnet_child_t *one = &a->children[i], *other = &b->children[i];

        if (strcmp(one->name, other->name) != 0 || one->class_id != other->class_id ||
            one->max_condition != other->max_condition || one->object_offset != other->object_offset)
            return false;
    }
    return true;
}

static bool same_subsystem(const bcnet_subsystem_t *a, const bcnet_subsystem_t *b)
{
    return strcmp(a->name, b->name) == 0 && a->class_id == b->class_id && a->max_condition == b->max_condition &&
           a->object_offset == b->object_offset && a->primary == b->primary && a->child_count == b->child_count &&
           memcmp(a->max_shields, b->max_shields, sizeof a->max_shields) == 0 && a->main_battery == b->main_battery &&
           a->backup_battery == b->backup_battery && same_children(a, b);
}

static bool same_list(const bcnet_layout_t *a, const bcnet_layout_t *b)
{
    if (a->count != b->count || a->variant_count != b->variant_count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (!same_subsystem(&a->subsystems[i], &b->subsystems[i]))
            return false;
    for (unsigned i = 0; i < a->variant_count; i++)
        if (strcmp(a->variants[i]->key, b->variants[i]->key) != 0 || !same_list(a->variants[i], b->variants[i]))
            return false;
    return true;
}

/* The built-in layout of the same ship, if the imported one says the same. */
static const bcnet_layout_t *same_stock(const import_t *import, const bcnet_layout_t *layout)
{
    const bcnet_layout_t *stock =
        layout->species != 0 ? bcnet_layouts_by_species(import->stock, (unsigned)layout->species) : NULL;

    return stock != NULL && same_list(stock, layout) ? stock : NULL;
}

static void name_layout(const import_job_t *job, bcnet_layout_t *layout)
{
    layout->key = g_strdup(job->key);
    layout->origin = g_strdup(job->file);
    layout->name = g_strdup(job->name);
    layout->script = g_strdup(job->script);
    layout->faction = g_strdup(job->faction);
    layout->hardpoint = g_filename_display_name(job->hardpoint);
    layout->species = job->species;
    layout->menu = job->menu;
    layout->source = g_strdup_printf("imported from %s", job->file);
}

/* The first doubt says where the trouble is; all of them were printed. */
static void rate_layout(const import_job_t *job, bcnet_layout_t *layout)
{
    unsigned doubts = bcnet_remarks_count(job->remarks, BCNET_DOUBT);

    layout->confidence = g_strdup(doubts > 0 ? "low" : "medium");
    for (unsigned i = 0; i < job->remarks->len && layout->note == NULL; i++) {
        const bcnet_remark_t *remark = g_ptr_array_index(job->remarks, i);

        if (remark->kind == BCNET_DOUBT)
            layout->note = doubts == 1 ? g_strdup(remark->text)
                                       : g_strdup_printf("%s; %u more of this kind", remark->text, doubts - 1);
    }
}

/* Some rules of layout files no script breaks by itself, such as the number of subsystems. */
static bool check_layout(import_job_t *job, const bcnet_layout_t *layout)
{
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(bcnet_layout_problem_free);

    bcnet_layout_check(layout, job->file, problems);
    for (unsigned i = 0; i < problems->len; i++) {
        const bcnet_layout_problem_t *problem = g_ptr_array_index(problems, i);

        bcnet_remark(job->remarks, BCNET_ERROR, job->file, whole_file, "%s%s%s",
                     problem->group != NULL ? problem->group : "", problem->group != NULL ? ": " : "", problem->reason);
    }
    return problems->len == 0;
}

/* ---- the file ---- */

/* A file that is there stays, unless it says the same or --force is given. */
static bool may_write(const import_t *import, import_job_t *job)
{
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(bcnet_layout_problem_free);
    bcnet_layout_t *there;
    bool            same;

    if (!g_file_test(job->target, G_FILE_TEST_EXISTS))
        return true;
    there = bcnet_layout_load(job->target, problems);
    same = there != NULL && there->species == job->layout->species && same_list(there, job->layout);
    bcnet_layout_free(there);
    if (same)
        job->outcome = IMPORT_THERE;
    else if (!import->force)
        job->outcome = IMPORT_KEPT;
    return !same && import->force;
}

static void write_layout(import_job_t *job)
{
    g_autofree char *layout = bcnet_layout_write(job->layout);
    g_autofree char *text = g_strdup_printf("# Made by bcnet-layout import.\n\n%s", layout);
    g_autoptr(GError) error = NULL;

    if (g_file_set_contents(job->target, text, -1, &error))
        job->outcome = IMPORT_WRITTEN;
    else
        bcnet_remark(job->remarks, BCNET_ERROR, job->target, whole_file, "%s", error->message);
}

void bcnet_import_run(import_t *import, import_job_t *job)
{
    g_autofree char      *base = g_strconcat(job->key, ".ini", NULL);
    bcnet_layout_t       *layout = read_layout(import, job);
    const bcnet_layout_t *stock;

    job->target = g_build_filename(import->output, base, NULL);
    if (layout == NULL)
        return;
    name_layout(job, layout);
    rate_layout(job, layout);
    job->layout = layout;
    if (!check_layout(job, layout))
        return;
    stock = same_stock(import, layout);
    /* The same ship sends the same fingerprint. */
    if (stock != NULL && stock->hash_count > 0) {
        layout->hash_count = stock->hash_count;
        layout->hashes = g_memdup2(stock->hashes, stock->hash_count * sizeof *stock->hashes);
    }
    if (stock != NULL && job->path == NULL && !import->all)
        job->outcome = IMPORT_STOCK;
    else if (may_write(import, job))
        write_layout(job);
}
