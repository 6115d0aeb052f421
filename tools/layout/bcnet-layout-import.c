/* bcnet-layout import FILE... | --game DIR
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "layout/bcnet-layout-import.h"

#include "layout/bcnet-layout.h"

#include <glib/gstdio.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool parse_options(import_t *import, int *argc, char ***argv)
{
    g_autofree char   *readd = NULL;
    gboolean           force = FALSE, all = FALSE;
    gint               species = G_MININT; /* not given */
    const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &import->output, "Write the layout files there, not here", "DIR" },
        { "species", 's', 0, G_OPTION_ARG_INT, &species, "The number of the ship, 1 to 255", "N" },
        { "name", 'n', 0, G_OPTION_ARG_STRING, &import->name, "The name of the ship, as shown", "NAME" },
        { "game", 'g', 0, G_OPTION_ARG_FILENAME, &import->game_path,
          "Take numbers and names from this installation; without FILE, import all its ships", "DIR" },
        { "readd", 0, 0, G_OPTION_ARG_STRING, &readd,
          "What it means that a script adds a property again: replace (the default), append or move", "HOW" },
        { "force", 0, 0, G_OPTION_ARG_NONE, &force, "Overwrite layout files that say something else", NULL },
        { "all", 0, 0, G_OPTION_ARG_NONE, &all,
          "With --game: also ships without a number, and those that are as built in", NULL },
        G_OPTION_ENTRY_NULL
    };

    if (!bcnet_tool_options(argc, argv, "[FILE|DIR]...", entries))
        return false;
    if (species != G_MININT && (species < 1 || species > UINT8_MAX)) {
        fprintf(stderr, "bcnet-layout: a species is a number from 1 to 255, not %d.\n", species);
        return false;
    }
    import->species = MAX(species, 0);
    import->force = force;
    import->all = all;
    if (readd == NULL || bcnet_readd_from_word(readd, &import->readd))
        return true;
    fprintf(stderr, "bcnet-layout: --readd is replace, append or move, not \"%s\".\n", readd);
    return false;
}

static bool check_options(const import_t *import, int files)
{
    if (files == 0 && import->game_path == NULL) {
        fprintf(stderr, "Usage: bcnet-layout import [OPTION...] FILE...\n"
                        "       bcnet-layout import [OPTION...] --game DIR\n"
                        "Try bcnet-layout import --help.\n");
        return false;
    }
    if (import->all && import->game_path == NULL) {
        fprintf(stderr, "bcnet-layout: --all goes with --game.\n");
        return false;
    }
    return true;
}

/* One number or name can only belong to one ship. */
static bool check_jobs(const import_t *import)
{
    if ((import->species == 0 && import->name == NULL) || import->jobs->len == 1)
        return true;
    fprintf(stderr, "bcnet-layout: --species and --name are for one ship, here are %u.\n", import->jobs->len);
    return false;
}

static void print_remarks(const GPtrArray *remarks)
{
    for (unsigned i = 0; i < remarks->len; i++) {
        g_autofree char *text = bcnet_remark_text(g_ptr_array_index(remarks, i));

        fprintf(stderr, "%s\n", text);
    }
}

static int run_jobs(import_t *import)
{
    int state = bcnet_remarks_count(import->remarks, BCNET_ERROR) > 0 ? TOOL_PROBLEMS : TOOL_OK;

    for (unsigned i = 0; i < import->jobs->len; i++) {
        import_job_t *job = g_ptr_array_index(import->jobs, i);

        bcnet_import_run(import, job);
        print_remarks(job->remarks);
        if (job->outcome == IMPORT_FAILED || job->outcome == IMPORT_KEPT)
            state = TOOL_PROBLEMS;
    }
    if (import->jobs->len > 0)
        bcnet_import_print(import);
    return state;
}

static bool make_output(const char *path)
{
    if (g_mkdir_with_parents(path, 0777) == 0)
        return true;
    fprintf(stderr, "%s: the folder cannot be made: %s.\n", path, g_strerror(errno));
    return false;
}

static int import_files(import_t *import, int count, char **paths)
{
    if (import->game_path != NULL)
        import->game = bcnet_game_read(import->game_path, import->remarks);
    for (int i = 0; i < count; i++)
        bcnet_import_add_path(import, paths[i]);
    if (count == 0 && import->game != NULL)
        bcnet_import_add_game(import);
    print_remarks(import->remarks);
    if (!check_jobs(import))
        return TOOL_USAGE;
    if (!make_output(import->output))
        return TOOL_PROBLEMS;
    bcnet_import_name_files(import);
    return run_jobs(import);
}

int bcnet_tool_import(int argc, char **argv)
{
    import_t import = { .readd = BCNET_READD_REPLACE };
    int      state = TOOL_USAGE;

    if (parse_options(&import, &argc, &argv) && check_options(&import, argc - 1)) {
        if (import.output == NULL)
            import.output = g_strdup(".");
        import.stock = bcnet_layouts_new();
        import.folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)bcnet_folder_free);
        import.remarks = bcnet_remarks_new();
        import.jobs = g_ptr_array_new_with_free_func(bcnet_import_job_free);
        state = import_files(&import, argc - 1, argv + 1);
        g_ptr_array_free(import.jobs, TRUE);
        g_ptr_array_free(import.remarks, TRUE);
        g_hash_table_destroy(import.folders);
        bcnet_game_free(import.game);
        bcnet_layouts_free(import.stock);
    }
    g_free(import.name);
    g_free(import.output);
    g_free(import.game_path);
    return state;
}
