/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ships from the game's folder. */
#include "game/ship-layouts.h"

#include <string.h>

#include <wsutil/filesystem.h>

#include "mods/import.h"

/* About a second's worth, of a slow machine. What takes longer is not read any more, which is a fault. */
enum { BYTES_MAX = 100 * 1000 * 1000, STEPS_MAX = 100 * 1000 * 1000 };

/* What the folder has. */
typedef struct {
    unsigned ships; /* with a layout of their own */
    unsigned stock; /* as built in */
    unsigned missing; /* numbers whose script is not there */
    unsigned failed;
    unsigned guessed; /* of the ships: their number is a guess */
    char    *trouble; /* the first fault in words; NULL: none */
} bcnet_folder_ships_t;

/* So that the answers of clients, which hold only hashes of names, can be read (35.4). */
static void write_names(bcnet_import_t *import)
{
    char *path = BCNET_CONFIG_FILE("bcnet" G_DIR_SEPARATOR_S "names" G_DIR_SEPARATOR_S "game-folder.txt");
    char *names_folder = g_path_get_dirname(path), *there = NULL;
    char *text = bcnet_installation_names(import->game);

    if (*text && (!g_file_get_contents(path, &there, NULL, NULL) || strcmp(there, text) != 0) &&
        g_mkdir_with_parents(names_folder, 0700) == 0)
        g_file_set_contents(path, text, -1, NULL);
    g_free(text);
    g_free(there);
    g_free(names_folder);
    g_free(path);
}

static void note_trouble(bcnet_folder_ships_t *found, const GPtrArray *remarks)
{
    const bcnet_import_remark_t *first = bcnet_remarks_first(remarks, BCNET_ERROR);

    if (first && !found->trouble)
        found->trouble = bcnet_remark_text(first, 1);
}

/* Its layout is taken from it. */
static void take_ship(bcnet_folder_ships_t *found, bcnet_import_job_t *job, bcnet_layouts_t *layouts)
{
    const bool failed = bcnet_remarks_count(job->remarks, BCNET_ERROR) > 0;

    note_trouble(found, job->remarks);
    found->failed += failed;
    found->stock += job->stock;
    found->missing += job->missing && !failed;
    if (!job->layout || job->stock)
        return;
    char *origin = g_strdup_printf("%s of the game folder", job->layout->origin);

    g_free(job->layout->origin);
    job->layout->origin = origin;
    job->layout->from_game = true;
    found->ships += !job->layout->unknown;
    found->guessed += job->guessed && !job->layout->unknown;
    GPtrArray *problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layouts_add(layouts, (bcnet_layout_t *)g_steal_pointer(&job->layout), problems);
    g_ptr_array_free(problems, TRUE);
}

static void read_ships(bcnet_folder_ships_t *found, bcnet_import_t *import, bcnet_layouts_t *layouts)
{
    bcnet_import_read(import);
    write_names(import);
    note_trouble(found, import->remarks);
    for (guint i = 0; i < import->jobs->len; i++)
        take_ship(found, (bcnet_import_job_t *)import->jobs->pdata[i], layouts);
}

static void add_count(GString *words, unsigned count, const char *one, const char *many)
{
    if (count > 0)
        g_string_append_printf(words, "%s%u %s", words->len > 0 ? ", " : "", count, count == 1 ? one : many);
}

/* What else is to be said of the folder. */
static GString *describe_rest(const bcnet_folder_ships_t *found, const bcnet_import_t *import)
{
    GString *words = g_string_new(NULL);

    add_count(words, found->guessed, "of these has its number by its name only, which is a guess",
              "of these have their numbers by their names only, which are guesses");
    add_count(words, found->stock, "is as built in", "are as built in");
    add_count(words, found->missing, "number belongs to a ship whose script is missing",
              "numbers belong to ships whose scripts are missing");
    add_count(words, import->left_out, "ship has no number and is left out", "ships have no number and are left out");
    add_count(words, import->game->beside, "folder with further ships is left out",
              "folders with further ships are left out");
    add_count(words, found->failed, "ship cannot be read", "ships cannot be read");
    if (found->trouble)
        g_string_append_printf(words, "%s%s", words->len > 0 ? "; " : "", found->trouble);
    return words;
}

char *bcnet_game_folder_add(const char *folder, bcnet_layouts_t *layouts, GString *words)
{
    bcnet_import_t       import = { .reading = { .bytes_max = BYTES_MAX, .steps_max = STEPS_MAX } };
    bcnet_folder_ships_t found = { .trouble = NULL };
    char                *nothing = NULL;

    bcnet_import_start(&import, layouts);
    bcnet_import_add_game(&import, folder);
    if (import.game->path_taken)
        read_ships(&found, &import, layouts);
    else
        note_trouble(&found, import.remarks);
    GString *rest = describe_rest(&found, &import);
    g_string_append_printf(words, ", %u from the game folder %s", found.ships,
                           import.game->path_taken ? import.game->path_taken : folder);
    if (rest->len > 0)
        g_string_append_printf(words, " (%s)", rest->str);
    if (found.ships + found.stock == 0)
        nothing =
            g_strdup_printf("No ships were read from the game folder: %s", found.trouble ? found.trouble : folder);
    bcnet_import_end(&import);
    g_string_free(rest, TRUE);
    g_free(found.trouble);
    return nothing;
}
