/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bcnet-layout import FILE... | --game DIR */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#include "common/output.h"
#include "layout/bcnet-layout.h"
#include "mods/import.h"

/* What became of a ship. */
typedef enum {
    IMPORT_FAILED, /* no layout; the remarks say why */
    IMPORT_MISSING, /* the installation has its number, but not its scripts */
    IMPORT_WRITTEN,
    IMPORT_THERE, /* the file is there already and says the same */
    IMPORT_STOCK, /* the same as the built-in layout: nothing to write */
    IMPORT_KEPT /* the file is there and says something else: left alone */
} outcome_t;

static char          *output, *game_folder;
static char          *names_file; /* the list of file names that was written; NULL: none */
static gboolean       force, verbose, all;
static gint           species = G_MININT; /* not given */
static bcnet_import_t import;
static unsigned       counts[IMPORT_KEPT + 1];

static const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the layout files there, not here", "DIR" },
    { "species", 's', 0, G_OPTION_ARG_INT, &species, "The number of the ship, 1 to 255", "N" },
    { "name", 'n', 0, G_OPTION_ARG_STRING, &import.name, "The name of the ship, as shown", "NAME" },
    { "game", 'g', 0, G_OPTION_ARG_FILENAME, &game_folder,
      "Import all ships of this folder of the game or a mod, with their numbers and names", "DIR" },
    { "force", 0, 0, G_OPTION_ARG_NONE, &force, "Overwrite layout files that say something else", NULL },
    { "all", 0, 0, G_OPTION_ARG_NONE, &all, "With --game: also ships without a number, and those that are as built in",
      NULL },
    { "verbose", 'v', 0, G_OPTION_ARG_NONE, &verbose, "Print every note, also those that repeat", NULL },
    G_OPTION_ENTRY_NULL
};

/* ---- remarks ---- */

static void print_list(const GPtrArray *remarks)
{
    for (unsigned i = 0; i < remarks->len; i++) {
        const unsigned   times = verbose ? 1 : bcnet_remark_times(remarks, i);
        g_autofree char *text = times > 0 ? bcnet_remark_text(g_ptr_array_index(remarks, i), times) : NULL;

        if (text)
            fprintf(stderr, "%s\n", text);
    }
}

static void print_remarks(void)
{
    print_list(import.remarks);
    for (unsigned i = 0; i < import.jobs->len; i++)
        print_list(((const bcnet_import_job_t *)g_ptr_array_index(import.jobs, i))->remarks);
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
static outcome_t may_write(const bcnet_layout_t *layout, const char *target)
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
    return force ? IMPORT_WRITTEN : IMPORT_KEPT;
}

static bool write_layout(const bcnet_import_job_t *job)
{
    g_autofree char *layout = bcnet_layout_write(job->layout);
    g_autofree char *text = g_strdup_printf("# Made by bcnet-layout import.\n\n%s", layout);
    g_autoptr(GError) error = NULL;

    if (g_mkdir_with_parents(output, 0777) != 0)
        bcnet_fault(job->remarks, output, "the folder cannot be made: %s", g_strerror(errno));
    else if (!tool_output_write(job->target, text, strlen(text), &error))
        bcnet_fault(job->remarks, job->target, "%s", error->message);
    else
        return true;
    return false;
}

/* A number whose ship cannot be read gets a file too, or it would be shown as a built-in ship. */
static outcome_t import_ship(bcnet_import_job_t *job)
{
    g_autofree char *base = g_strconcat(job->key, ".ini", NULL);
    outcome_t        outcome;

    job->target = bcnet_arena_take(import.memory, g_build_filename(output, base, NULL));
    if (!job->layout)
        return IMPORT_FAILED;
    if (job->stock && !job->path && !all)
        return IMPORT_STOCK;
    outcome = may_write(job->layout, job->target);
    if (outcome == IMPORT_WRITTEN && !write_layout(job))
        return IMPORT_FAILED;
    if (!job->layout->unknown || outcome == IMPORT_KEPT)
        return outcome;
    return bcnet_remarks_count(job->remarks, BCNET_ERROR) > 0 ? IMPORT_FAILED : IMPORT_MISSING;
}

/* ---- names of files ---- */

/* Beside the folder bcnet/ships of a configuration, where the plugin looks for them; else within the folder. */
static char *names_path(void)
{
    g_autofree char *whole = g_canonicalize_filename(output, NULL), *last = g_path_get_basename(whole);
    g_autofree char *above = g_path_get_dirname(whole), *owner = g_path_get_basename(above);
    g_autofree char *game = g_canonicalize_filename(import.game->path, NULL), *base = g_path_get_basename(game);
    g_autofree char *file = g_strconcat(base, ".txt", NULL);

    const bool configured = strcmp(last, "ships") == 0 && strcmp(owner, "bcnet") == 0;

    return g_build_filename(configured ? above : whole, "names", file, NULL);
}

/* So that answers of clients can be read. */
static bool write_names(void)
{
    g_autofree char *path = names_path(), *folder = g_path_get_dirname(path);
    g_autofree char *text = bcnet_installation_names(import.game);
    g_autoptr(GError) error = NULL;

    if (*text == '\0')
        return true;
    if (g_mkdir_with_parents(folder, 0777) == 0 && tool_output_write(path, text, strlen(text), &error)) {
        names_file = g_steal_pointer(&path);
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
    g_autofree char *number = job->species != 0 ? g_strdup_printf("%d%s", job->species, job->guessed ? "?" : "")
                                                : g_strdup("-");
    g_autofree char *target = g_filename_display_name(outcome_text(job, outcome));

    bcnet_tool_cell(file, 23);
    bcnet_tool_cell(" ", 1);
    bcnet_tool_cell(job->name, 23);
    bcnet_tool_cell(" ", 1);
    bcnet_tool_cell(number, 9);
    if (job->layout && !job->layout->unknown)
        printf("%-12u%-10u%-10u", job->layout->count, job->layout->object_count - job->layout->count,
               bcnet_layout_snapshot_length(job->layout));
    else
        printf("%-12s%-10s%-10s", "-", "-", "-");
    printf("%-7u%-8u%s\n", bcnet_remarks_count(job->remarks, BCNET_NOTE),
           bcnet_remarks_count(job->remarks, BCNET_ERROR), target);
}

static void print_summary(void)
{
    static const struct {
        outcome_t   outcome;
        const char *words;
    } parts[] = { { IMPORT_THERE, "unchanged" },
                  { IMPORT_STOCK, "as built in" },
                  { IMPORT_MISSING, "without scripts" },
                  { IMPORT_KEPT, "left alone" } };
    const unsigned count = import.jobs->len;

    printf("%u ship%s: %u written", count, count == 1 ? "" : "s", counts[IMPORT_WRITTEN]);
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++)
        if (counts[parts[i].outcome] > 0)
            printf(", %u %s", counts[parts[i].outcome], parts[i].words);
    printf(", %u with errors.\n", counts[IMPORT_FAILED]);
}

/* ---- the command ---- */

static bool is_anything_imported(void)
{
    return counts[IMPORT_WRITTEN] + counts[IMPORT_THERE] + counts[IMPORT_STOCK] + counts[IMPORT_KEPT] > 0;
}

/* All files in one go, so that an interrupted run leaves all or none; false when the list of names cannot be written. */
static bool write_files(outcome_t *outcomes, bool names)
{
    bool fine = true;

    tool_output_hold_signals(TRUE);
    for (unsigned i = 0; i < import.jobs->len; i++) {
        outcomes[i] = import_ship(g_ptr_array_index(import.jobs, i));
        counts[outcomes[i]]++;
    }
    if (names && is_anything_imported())
        fine = write_names();
    tool_output_hold_signals(FALSE);
    return fine;
}

static bool run_jobs(bool names)
{
    const GPtrArray      *jobs = import.jobs;
    g_autofree outcome_t *outcomes = g_new(outcome_t, jobs->len);
    bool                  fine;

    bcnet_import_read(&import);
    fine = write_files(outcomes, names);
    print_remarks();
    if (jobs->len > 0)
        printf("file                    ship                    species  subsystems  children  snapshot  notes  "
               "errors  layout file\n");
    for (unsigned i = 0; i < jobs->len; i++)
        print_job(g_ptr_array_index(jobs, i), outcomes[i]);
    if (jobs->len > 0)
        print_summary();
    if (names_file)
        printf("Names of files: %s\n", names_file);
    return fine;
}

static int import_all(int count, char **paths)
{
    bool fine;

    if (game_folder)
        bcnet_import_add_game(&import, game_folder);
    for (int i = 0; i < count; i++)
        bcnet_import_add_path(&import, paths[i]);
    fine = run_jobs(import.game != NULL);
    if (!is_anything_imported()) {
        fprintf(stderr, "bcnet-layout: no ship was imported.\n");
        return TOOL_FAILURE;
    }
    return !fine || bcnet_remarks_count(import.remarks, BCNET_ERROR) > 0 || counts[IMPORT_FAILED] > 0 ||
                   counts[IMPORT_KEPT] > 0
             ? TOOL_FAILURE
             : TOOL_OK;
}

/* What is wrong with the call; NULL: nothing. */
static const char *what_is_wrong(int count, char **paths)
{
    const bool one = count == 1 && !g_file_test(paths[0], G_FILE_TEST_IS_DIR);

    if (species != G_MININT && (species < 1 || species > UINT8_MAX))
        return "--species takes a number from 1 to 255.";
    if (game_folder && *g_strstrip(game_folder) == '\0')
        return "--game takes a folder.";
    if (all && !game_folder)
        return "--all goes with --game.";
    if ((count == 0) == !game_folder)
        return "Hardpoint scripts are expected, or --game with a folder.";
    /* One number or name can only belong to one ship. */
    if ((species != G_MININT || import.name) && !one)
        return "--species and --name are for one script, not for a folder or all ships of --game.";
    return NULL;
}

static int import_ships(int count, char **paths)
{
    const char *wrong = what_is_wrong(count, paths);
    int         state = TOOL_USAGE;

    if (wrong) {
        tool_misuse(bcnet_tool_import.name, "%s", wrong);
    } else {
        bcnet_layouts_t *stock = bcnet_layouts_new();

        import.species = MAX(species, 0);
        import.all = all;
        output = output ? output : g_strdup(".");
        bcnet_import_start(&import, stock);
        state = import_all(count, paths);
        bcnet_import_end(&import);
        bcnet_layouts_free(stock);
    }
    g_free(import.name);
    g_free(output);
    g_free(game_folder);
    g_free(names_file);
    return state;
}

const bcnet_tool_command_t bcnet_tool_import = {
    "bcnet-layout import",
    "[FILE|DIR]...",
    "Makes layout files from hardpoint scripts, without running them: from single files, from folders, or with "
    "--game\nfrom all that the game or a mod has.",
    entries,
    0,
    G_MAXINT,
    import_ships
};
