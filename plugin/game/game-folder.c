/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ships from the game's folder. */
#include "game/ship-layouts.h"

#include <string.h>

#include <wsutil/filesystem.h>

#include "mods/game-ships.h"

/* So that the answers of clients, which hold only hashes of names, can be read (35.4). */
static void write_names(const GPtrArray *names)
{
    char    *path = BCNET_CONFIG_FILE("bcnet" G_DIR_SEPARATOR_S "names" G_DIR_SEPARATOR_S "game-folder.txt");
    char    *names_folder = g_path_get_dirname(path), *there = NULL;
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < names->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)names->pdata[i]);
    if (!g_file_get_contents(path, &there, NULL, NULL) || strcmp(there, text->str) != 0) {
        if (g_mkdir_with_parents(names_folder, 0700) == 0)
            g_file_set_contents(path, text->str, (gssize)text->len, NULL);
    }
    g_string_free(text, TRUE);
    g_free(there);
    g_free(names_folder);
    g_free(path);
}

static void add_count(GString *words, unsigned count, const char *one, const char *many)
{
    if (count > 0)
        g_string_append_printf(words, "%s%u %s", words->len > 0 ? ", " : "", count, count == 1 ? one : many);
}

/* What else is to be said of the folder. */
static GString *describe_rest(const bcnet_game_ships_t *ships)
{
    GString *words = g_string_new(NULL);

    add_count(words, ships->guessed, "of these has its number by its name only, which is a guess",
              "of these have their numbers by their names only, which are guesses");
    add_count(words, ships->stock, "is as built in", "are as built in");
    add_count(words, ships->missing, "number belongs to a ship whose script is missing",
              "numbers belong to ships whose scripts are missing");
    add_count(words, ships->left_out, "ship has no number and is left out", "ships have no number and are left out");
    add_count(words, ships->beside, "folder with further ships is left out", "folders with further ships are left out");
    add_count(words, ships->failed, "ship cannot be read", "ships cannot be read");
    if (ships->trouble)
        g_string_append_printf(words, "%s%s", words->len > 0 ? "; " : "", ships->trouble);
    return words;
}

static void describe(const bcnet_game_ships_t *ships, GString *words)
{
    GString *rest = describe_rest(ships);

    g_string_append_printf(words, ", %u from the game folder %s", ships->ships,
                           ships->taken ? ships->taken : ships->folder);
    if (rest->len > 0)
        g_string_append_printf(words, " (%s)", rest->str);
    g_string_free(rest, TRUE);
}

char *bcnet_game_folder_add(const char *folder, bcnet_layouts_t *layouts, GString *words)
{
    bcnet_game_ships_t *ships = bcnet_game_ships_read(folder, layouts);
    GPtrArray          *problems = g_ptr_array_new_with_free_func(g_free);
    char               *nothing = NULL;

    for (guint i = 0; i < ships->layouts->len; i++)
        bcnet_layouts_add(layouts, (bcnet_layout_t *)ships->layouts->pdata[i], problems);
    g_ptr_array_set_size(ships->layouts, 0); /* they are taken */
    if (ships->names->len > 0)
        write_names(ships->names);
    describe(ships, words);
    if (ships->ships + ships->stock == 0)
        nothing =
            g_strdup_printf("No ships were read from the game folder: %s", ships->trouble ? ships->trouble : folder);
    g_ptr_array_free(problems, TRUE);
    bcnet_game_ships_free(ships);
    return nothing;
}
