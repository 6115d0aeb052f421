/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the ships of a folder. */
#include "mods/game-ships.h"

#include <stdbool.h>

/* About a second's worth, of a slow machine. */
enum { BYTES_MAX = 100 * 1000 * 1000, STEPS_MAX = 100 * 1000 * 1000 };

static void note_trouble(bcnet_game_ships_t *result, const GPtrArray *remarks)
{
    const bcnet_import_remark_t *first = bcnet_remarks_first(remarks, BCNET_ERROR);

    if (first && !result->trouble)
        result->trouble = bcnet_remark_text(first, 0);
}

/* Its layout is taken from it. */
static void take_ship(bcnet_game_ships_t *result, bcnet_import_job_t *job)
{
    const bool failed = bcnet_remarks_count(job->remarks, BCNET_ERROR) > 0;
    char      *origin = g_strdup_printf("%s of the game folder", job->file);

    note_trouble(result, job->remarks);
    result->failed += failed;
    result->stock += job->stock;
    result->missing += job->missing && !failed;
    if (job->layout && !job->stock) {
        job->layout->from_game = true;
        g_free(job->layout->origin);
        job->layout->origin = bcnet_layout_clean_name(origin);
        result->ships += !job->layout->unknown;
        result->guessed += job->guessed && !job->layout->unknown;
        g_ptr_array_add(result->layouts, g_steal_pointer(&job->layout));
    }
    g_free(origin);
}

static void read_ships(bcnet_game_ships_t *result, bcnet_import_t *import)
{
    bool more = false;

    bcnet_import_add_game(import);
    bcnet_import_name_files(import);
    g_ptr_array_free(result->names, TRUE);
    result->names = bcnet_installation_names(import->game, &more);
    if (more)
        bcnet_remark(import->remarks, BCNET_ERROR, import->game->path, BCNET_WHOLE_FILE,
                     "not all names of files are listed: they are too many");
    result->taken = g_strdup(import->game->path_taken);
    result->beside = import->game->beside;
    result->left_out = import->left_out;
    note_trouble(result, import->remarks);
    for (unsigned i = 0; i < import->jobs->len; i++) {
        bcnet_import_read(import, g_ptr_array_index(import->jobs, i));
        take_ship(result, g_ptr_array_index(import->jobs, i));
    }
}

bcnet_game_ships_t *bcnet_game_ships_read(const char *folder, bcnet_layouts_t *stock)
{
    bcnet_game_ships_t *result = g_new0(bcnet_game_ships_t, 1);
    bcnet_import_t      import = { .reading = { .bytes_max = BYTES_MAX, .steps_max = STEPS_MAX } };

    result->folder = bcnet_installation_path(folder);
    result->layouts = g_ptr_array_new();
    result->names = g_ptr_array_new_with_free_func(g_free);
    bcnet_import_start(&import, stock);
    if (bcnet_import_open_game(&import, result->folder))
        read_ships(result, &import);
    else
        note_trouble(result, import.remarks);
    bcnet_import_end(&import);
    return result;
}

void bcnet_game_ships_free(bcnet_game_ships_t *ships)
{
    if (!ships)
        return;
    for (unsigned i = 0; i < ships->layouts->len; i++)
        bcnet_layout_free(g_ptr_array_index(ships->layouts, i));
    g_ptr_array_free(ships->layouts, TRUE);
    g_ptr_array_free(ships->names, TRUE);
    g_free(ships->folder);
    g_free(ships->taken);
    g_free(ships->trouble);
    g_free(ships);
}
