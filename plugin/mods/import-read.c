/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the scripts of one ship to its layout. */
#include <string.h>

#include "mods/import.h"

/* ---- where the job's script and its parents come from ---- */

/* From the folder of a script that the user named. */
static bool find_beside(bcnet_import_t *import, const char *name, bcnet_script_source_t *source)
{
    const bcnet_import_job_t *job = import->job;
    char                     *directory = g_path_get_dirname(job->path);
    GPtrArray                *top = g_ptr_array_new();

    if (!import->folder || strcmp(import->folder->path, directory) != 0) {
        bcnet_tree_free(import->folder);
        import->folder = bcnet_tree_new(directory, false, &import->reading, job->remarks);
    }
    g_ptr_array_add(top, (void *)"");
    const bool found = bcnet_tree_read(import->folder, top, name, source, job->remarks);
    g_ptr_array_free(top, TRUE);
    g_free(directory);
    return found;
}

static bool find_script(void *context, const char *path, bcnet_script_source_t *source)
{
    bcnet_import_t *import = context;
    const size_t    length = strlen(BCNET_HARDPOINTS ".");
    const bool      hardpoint = g_ascii_strncasecmp(path, BCNET_HARDPOINTS ".", length) == 0;

    return (hardpoint && import->job->path && find_beside(import, path + length, source)) ||
           (import->game && bcnet_installation_source(import->game, path, source, import->job->remarks));
}

/* ---- the script ---- */

static bool read_source(bcnet_import_t *import, const bcnet_import_job_t *job, bcnet_script_source_t *source)
{
    char      *path = g_strconcat(BCNET_HARDPOINTS ".", job->hardpoint, NULL);
    const bool found = job->path && !job->listed ? bcnet_source_read(job->path, &import->reading, source, job->remarks)
                                                 : find_script(import, path, source);

    g_free(path);
    return found;
}

/* What stands in for a script that is not there. */
static bcnet_layout_t *copy_stock(const bcnet_import_t *import, const bcnet_import_job_t *job)
{
    const bcnet_layout_t *stock =
        bcnet_layouts_find(import->stock, G_STRUCT_OFFSET(bcnet_layout_t, hardpoint), job->hardpoint);
    bcnet_layout_t *copy;

    if (!stock) {
        bcnet_fault(job->remarks, job->file, "there is no such hardpoint script");
        return NULL;
    }
    bcnet_remark(job->remarks, BCNET_DOUBT, job->file, BCNET_WHOLE_FILE,
                 "the script \"%s.py\" is not there; the built-in layout of the %s is used instead", job->hardpoint,
                 stock->name);
    copy = g_new0(bcnet_layout_t, 1);
    copy->count = stock->count;
    copy->subsystems = g_memdup2(stock->subsystems, stock->count * sizeof *stock->subsystems);
    for (unsigned i = 0; i < copy->count; i++) {
        bcnet_subsystem_t *subsystem = &copy->subsystems[i];

        subsystem->name = g_strdup(subsystem->name);
        subsystem->children = g_memdup2(subsystem->children, subsystem->child_count * sizeof *subsystem->children);
        for (unsigned c = 0; c < subsystem->child_count; c++)
            subsystem->children[c].name = g_strdup(subsystem->children[c].name);
    }
    bcnet_layout_complete(copy);
    return copy;
}

static bcnet_layout_t *read_layout(bcnet_import_t *import, bcnet_import_job_t *job)
{
    bcnet_script_source_t source;
    bcnet_layout_t       *layout;

    import->job = job;
    if (!read_source(import, job, &source)) /* what is there, but cannot be read, has no stand-in */
        return bcnet_remarks_count(job->remarks, BCNET_ERROR) == 0 ? copy_stock(import, job) : NULL;
    layout =
        bcnet_hardpoint_read(&source, (bcnet_finder_t){ find_script, import }, job->remarks, &import->reading.steps);
    bcnet_source_clear(&source);
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

static void name_layout(const bcnet_import_job_t *job, bcnet_layout_t *layout)
{
    layout->key = g_strdup(job->key);
    layout->origin = bcnet_layout_clean_name(job->file);
    layout->name = bcnet_layout_clean_name(job->name);
    layout->script = bcnet_layout_clean_name(job->script);
    layout->faction = bcnet_layout_clean_name(job->faction);
    layout->hardpoint = bcnet_layout_clean_name(job->hardpoint);
    layout->species = job->species;
    layout->menu = job->menu;
    layout->source = g_strdup_printf("imported from %s", layout->origin);
    for (unsigned i = 0; i < layout->variant_count; i++) {
        layout->variants[i]->origin = g_strdup(layout->origin);
        layout->variants[i]->name = g_strdup(layout->name);
        layout->variants[i]->species = layout->species;
        layout->variants[i]->menu = layout->menu;
    }
}

/* The first doubt, or for a ship that could not be read the first error. */
static char *describe_doubts(const bcnet_import_job_t *job, bcnet_remark_kind_t kind)
{
    const bcnet_import_remark_t *first = bcnet_remarks_first(job->remarks, kind);
    const unsigned               count = bcnet_remarks_count(job->remarks, kind);

    if (!first)
        return NULL;
    return count == 1 ? g_strdup(first->text) : g_strdup_printf("%s; %u more of this kind", first->text, count - 1);
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
    GPtrArray *problems = g_ptr_array_new_with_free_func(g_free);
    bool       good = bcnet_layout_check(layout, NULL, problems);

    for (unsigned i = 0; i < problems->len; i++)
        bcnet_fault(job->remarks, job->file, "%s", (const char *)g_ptr_array_index(problems, i));
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

void bcnet_import_read_job(bcnet_import_t *import, bcnet_import_job_t *job)
{
    if (job->hardpoint)
        job->layout = read_layout(import, job);
    if (job->layout) {
        name_layout(job, job->layout);
        rate_layout(job, job->layout);
        if (!check_layout(job, job->layout))
            g_clear_pointer(&job->layout, bcnet_layout_free);
    }
    if (job->layout)
        compare_with_stock(import, job);
    else if (import->game && import->game->table && job->species != 0)
        job->layout = keep_number(job);
}
