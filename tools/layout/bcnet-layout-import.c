/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bcnet-layout import FILE... | --game DIR */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#include "common/output.h"
#include "layout/bcnet-layout.h"
#include "mods/import.h"

#define PROGRAM "bcnet-layout import"

/* What became of a ship. */
typedef enum {
    IMPORT_FAILED, /* no layout; the remarks say why */
    IMPORT_MISSING, /* the installation has its number, but not its scripts */
    IMPORT_WRITTEN,
    IMPORT_THERE, /* the file is there already and says the same */
    IMPORT_STOCK, /* the same as the built-in layout: nothing to write */
    IMPORT_KEPT /* the file is there and says something else: left alone */
} outcome_t;

typedef struct {
    char          *output, *game;
    char          *names; /* the list of file names that was written; NULL: none */
    gboolean       force, verbose;
    bcnet_import_t import;
    unsigned       counts[IMPORT_KEPT + 1];
} options_t;

/* ---- options ---- */

/* A wrong call. */
static tool_call_t misuse(const char *what)
{
    tool_misuse(PROGRAM, "%s", what);
    return TOOL_MISUSED;
}

/* One number or name can only belong to one ship. */
static tool_call_t check_paths(const bcnet_import_t *import, int count, char **paths)
{
    if ((import->species == 0 && !import->name) || (count == 1 && !g_file_test(paths[0], G_FILE_TEST_IS_DIR)))
        return TOOL_GO_ON;
    return misuse("--species and --name are for one script, not for a folder or all ships of --game.");
}

static tool_call_t parse_options(options_t *options, int *argc, char ***argv)
{
    bcnet_import_t    *import = &options->import;
    gboolean           all = FALSE;
    gint               species = G_MININT; /* not given */
    const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, "Write the layout files there, not here", "DIR" },
        { "species", 's', 0, G_OPTION_ARG_INT, &species, "The number of the ship, 1 to 255", "N" },
        { "name", 'n', 0, G_OPTION_ARG_STRING, &import->name, "The name of the ship, as shown", "NAME" },
        { "game", 'g', 0, G_OPTION_ARG_FILENAME, &options->game,
          "Take numbers and names from this folder of the game or a mod; without FILE, import all its ships", "DIR" },
        { "force", 0, 0, G_OPTION_ARG_NONE, &options->force, "Overwrite layout files that say something else", NULL },
        { "all", 0, 0, G_OPTION_ARG_NONE, &all,
          "With --game: also ships without a number, and those that are as built in", NULL },
        { "verbose", 'v', 0, G_OPTION_ARG_NONE, &options->verbose, "Print every remark, also those that repeat", NULL },
        G_OPTION_ENTRY_NULL
    };

    tool_call_t call =
        tool_options(PROGRAM, "[FILE|DIR]...",
                     "Makes layout files from hardpoint scripts, without running them: from single files, "
                     "from folders, or with --game\nfrom all that the game or a mod has.",
                     NULL, entries, argc, argv);

    import->all = all;
    import->species = MAX(species, 0);
    if (call != TOOL_GO_ON)
        return call;
    if (species != G_MININT && (species < 1 || species > UINT8_MAX))
        return misuse("--species takes a number from 1 to 255.");
    if (options->game && *g_strstrip(options->game) == '\0')
        return misuse("--game takes a folder.");
    if (all && !options->game)
        return misuse("--all goes with --game.");
    if (*argc == 1 && !options->game)
        return misuse("Hardpoint scripts are expected, or --game with a folder.");
    return check_paths(import, *argc - 1, *argv + 1);
}

/* ---- remarks ---- */

static void print_remarks(const options_t *options)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_autofree char *said = NULL;

    g_ptr_array_extend(all, options->import.remarks, NULL, NULL);
    for (unsigned i = 0; i < options->import.jobs->len; i++)
        g_ptr_array_extend(all, ((const bcnet_import_job_t *)g_ptr_array_index(options->import.jobs, i))->remarks, NULL,
                           NULL);
    said = bcnet_remarks_text(all, !options->verbose);
    fputs(said, stderr);
}

/* ---- layout files ---- */

/* Fingerprints, notes and the like may be the user's own. */
static bool says_the_same(const bcnet_layout_t *a, const bcnet_layout_t *b)
{
    return a->species == b->species && a->menu == b->menu && a->unknown == b->unknown &&
           g_strcmp0(a->name, b->name) == 0 && g_strcmp0(a->script, b->script) == 0 &&
           g_strcmp0(a->faction, b->faction) == 0 && g_strcmp0(a->hardpoint, b->hardpoint) == 0 &&
           bcnet_layout_same_subsystems(a, b);
}

/* A file that is there stays, unless it says the same or --force is given. */
static outcome_t may_write(const options_t *options, const bcnet_layout_t *layout, const char *target)
{
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layout_t *there;
    bool            same;

    if (!g_file_test(target, G_FILE_TEST_EXISTS))
        return IMPORT_WRITTEN;
    there = bcnet_layout_load(target, problems);
    same = there && says_the_same(there, layout);
    bcnet_layout_free(there);
    if (same)
        return IMPORT_THERE;
    return options->force ? IMPORT_WRITTEN : IMPORT_KEPT;
}

static bool write_layout(const options_t *options, const bcnet_import_job_t *job)
{
    g_autofree char *layout = bcnet_layout_write(job->layout);
    g_autofree char *text = g_strdup_printf("# Made by bcnet-layout import.\n\n%s", layout);
    g_autoptr(GError) error = NULL;

    if (g_mkdir_with_parents(options->output, 0777) != 0)
        bcnet_fault(job->remarks, options->output, "the folder cannot be made: %s", g_strerror(errno));
    else if (!tool_output_write(job->target, text, strlen(text), &error))
        bcnet_fault(job->remarks, job->target, "%s", error->message);
    else
        return true;
    return false;
}

/* A number whose ship cannot be read gets a file too, or it would be shown as a built-in ship. */
static outcome_t import_ship(const options_t *options, bcnet_import_job_t *job)
{
    g_autofree char *base = g_strconcat(job->key, ".ini", NULL);
    outcome_t        outcome;

    job->target = bcnet_arena_take(options->import.memory, g_build_filename(options->output, base, NULL));
    if (!job->layout)
        return IMPORT_FAILED;
    if (job->stock && !job->path && !options->import.all)
        return IMPORT_STOCK;
    outcome = may_write(options, job->layout, job->target);
    if (outcome == IMPORT_WRITTEN && !write_layout(options, job))
        return IMPORT_FAILED;
    if (!job->layout->unknown || outcome == IMPORT_KEPT)
        return outcome;
    return bcnet_remarks_count(job->remarks, BCNET_ERROR) > 0 ? IMPORT_FAILED : IMPORT_MISSING;
}

/* ---- names of files ---- */

/* Beside the folder bcnet/ships of a configuration, where the plugin looks for them; else within the folder. */
static char *names_path(const options_t *options)
{
    g_autofree char *whole = g_canonicalize_filename(options->output, NULL), *last = g_path_get_basename(whole);
    g_autofree char *above = g_path_get_dirname(whole), *owner = g_path_get_basename(above);
    g_autofree char *game = g_canonicalize_filename(options->import.game->path, NULL),
                    *base = g_path_get_basename(game);
    g_autofree char *file = g_strconcat(base, ".txt", NULL);

    const bool configured = strcmp(last, "ships") == 0 && strcmp(owner, "bcnet") == 0;

    return g_build_filename(configured ? above : whole, "names", file, NULL);
}

/* So that answers of clients can be read. */
static bool write_names(options_t *options)
{
    g_autofree char *path = names_path(options), *folder = g_path_get_dirname(path);
    g_autofree char *text = bcnet_installation_names(options->import.game, options->import.remarks);
    g_autoptr(GError) error = NULL;

    if (g_mkdir_with_parents(folder, 0777) == 0 && tool_output_write(path, text, strlen(text), &error)) {
        options->names = g_steal_pointer(&path);
        return true;
    }
    fprintf(stderr, "%s: %s\n", path, error ? error->message : g_strerror(errno));
    return false;
}

/* ---- the table ---- */

static const char *outcome_text(const bcnet_import_job_t *job, outcome_t outcome)
{
    static const char *const texts[] = {
        [IMPORT_FAILED] = "cannot be used",
        [IMPORT_MISSING] = "the number is known, its script is not there",
        [IMPORT_THERE] = "unchanged",
        [IMPORT_STOCK] = "as built in",
        [IMPORT_KEPT] = "left alone: the file there says something else, see --force",
    };

    if (outcome == IMPORT_FAILED && job->layout && job->layout->unknown)
        return "cannot be used, but has the number";
    return outcome == IMPORT_WRITTEN ? job->target : texts[outcome];
}

static void print_job(const bcnet_import_job_t *job, outcome_t outcome)
{
    g_autofree char *file = g_filename_display_name(job->file);
    g_autofree char *species = job->species != 0 ? g_strdup_printf("%d%s", job->species, job->guessed ? "?" : "")
                                                 : g_strdup("-");
    g_autofree char *target = g_filename_display_name(outcome_text(job, outcome));

    bcnet_tool_cell(file, 23);
    bcnet_tool_cell(" ", 1);
    bcnet_tool_cell(job->name, 23);
    bcnet_tool_cell(" ", 1);
    bcnet_tool_cell(species, 9);
    if (job->layout && !job->layout->unknown)
        printf("%-12u%-10u%-10u", job->layout->count, job->layout->object_count - job->layout->count,
               bcnet_layout_snapshot_length(job->layout));
    else
        printf("%-12s%-10s%-10s", "-", "-", "-");
    printf("%-7u%-8u%s\n", bcnet_remarks_count(job->remarks, BCNET_NOTE),
           bcnet_remarks_count(job->remarks, BCNET_ERROR), target);
}

static void print_summary(const options_t *options)
{
    static const struct {
        outcome_t   outcome;
        const char *words;
    } parts[] = { { IMPORT_THERE, "unchanged" },
                  { IMPORT_STOCK, "as built in" },
                  { IMPORT_MISSING, "without scripts" },
                  { IMPORT_KEPT, "left alone" } };
    const unsigned count = options->import.jobs->len;

    printf("%u ship%s: %u written", count, count == 1 ? "" : "s", options->counts[IMPORT_WRITTEN]);
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++)
        if (options->counts[parts[i].outcome] > 0)
            printf(", %u %s", options->counts[parts[i].outcome], parts[i].words);
    printf(", %u with errors.\n", options->counts[IMPORT_FAILED]);
}

/* ---- the command ---- */

static bool is_anything_imported(const options_t *options)
{
    const unsigned *counts = options->counts;

    return counts[IMPORT_WRITTEN] + counts[IMPORT_THERE] + counts[IMPORT_STOCK] + counts[IMPORT_KEPT] > 0;
}

/* All files in one go, so that an interrupted run leaves all or none; false when the list of names cannot be written. */
static bool write_files(options_t *options, outcome_t *outcomes, bool names)
{
    bool fine = true;

    tool_output_hold_signals(TRUE);
    for (unsigned i = 0; i < options->import.jobs->len; i++) {
        outcomes[i] = import_ship(options, g_ptr_array_index(options->import.jobs, i));
        options->counts[outcomes[i]]++;
    }
    if (names && is_anything_imported(options))
        fine = write_names(options);
    tool_output_hold_signals(FALSE);
    return fine;
}

static bool run_jobs(options_t *options, bool names)
{
    const GPtrArray      *jobs = options->import.jobs;
    g_autofree outcome_t *outcomes = g_new(outcome_t, jobs->len);
    bool                  fine;

    bcnet_import_read(&options->import);
    fine = write_files(options, outcomes, names);
    print_remarks(options);
    if (jobs->len > 0)
        printf("file                    ship                    species  subsystems  children  snapshot  notes  "
               "errors  layout file\n");
    for (unsigned i = 0; i < jobs->len; i++)
        print_job(g_ptr_array_index(jobs, i), outcomes[i]);
    if (jobs->len > 0)
        print_summary(options);
    if (options->names)
        printf("Names of files: %s\n", options->names);
    return fine;
}

static int import_all(options_t *options, int count, char **paths)
{
    bcnet_import_t *import = &options->import;
    bool            fine;

    if (options->game && bcnet_import_open_game(import, options->game) && count == 0)
        bcnet_import_add_game(import);
    for (int i = 0; i < count; i++)
        bcnet_import_add_path(import, paths[i]);
    fine = run_jobs(options, import->game && (count == 0 || !options->game));
    if (!is_anything_imported(options)) {
        fprintf(stderr, "bcnet-layout: no ship was imported.\n");
        return TOOL_FAILURE;
    }
    return !fine || bcnet_remarks_count(import->remarks, BCNET_ERROR) > 0 || options->counts[IMPORT_FAILED] > 0 ||
                   options->counts[IMPORT_KEPT] > 0
             ? TOOL_FAILURE
             : TOOL_OK;
}

int bcnet_tool_import(int argc, char **argv)
{
    options_t   options = { 0 };
    int         state = TOOL_USAGE;
    tool_call_t call = parse_options(&options, &argc, &argv);

    if (call == TOOL_DONE)
        state = TOOL_OK;
    if (call == TOOL_GO_ON) {
        if (!options.output)
            options.output = g_strdup(".");
        bcnet_layouts_t *stock = bcnet_layouts_new();

        bcnet_import_start(&options.import, stock);
        state = import_all(&options, argc - 1, argv + 1);
        bcnet_import_end(&options.import);
        bcnet_layouts_free(stock);
    }
    g_free(options.import.name);
    g_free(options.output);
    g_free(options.game);
    g_free(options.names);
    return state;
}
