/* A folder of the game: any files under the names that are looked for, found and read, twice (35.2, 97).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "mods/game-ships.h"

enum { FILES_MAX = 12 };

/* Where the scripts of an installation, of a mod and of an unpacked archive are; the last one ends in Latin-1. */
static const char *const paths[] = { "scripts/Multiplayer/SpeciesToShip.py",
                                     "scripts/Multiplayer/SpeciesToShip.pyc",
                                     "scripts/ships/Akira.py",
                                     "scripts/ships/akira.PYC",
                                     "scripts/ships/Defiant.py",
                                     "scripts/ships/Defiant.pyc",
                                     "scripts/ships/Hardpoints/akira.py",
                                     "scripts/ships/Hardpoints/akira.pyc",
                                     "scripts/ships/Hardpoints/DEFIANT.py",
                                     "scripts/ships/Hardpoints/neghvar.pyc",
                                     "src/scripts/ships/Negh_Var.py",
                                     "src/scripts/Multiplayer/SpeciesToShip.py",
                                     "Mod/scripts/ships/Hardpoints/x.py",
                                     "scripts/mymod/Multiplayer/SpeciesToShip.py",
                                     "scripts/mainmenu/x.py",
                                     "scripts/ships/\xE9\xE9" };

static char            *game;
static bcnet_layouts_t *stock;

static void clean_up(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(paths); i++) {
        char *path = g_build_filename(game, paths[i], NULL);

        g_unlink(path);
        for (char *end; (end = strrchr(path, '/')) != NULL && end > path + strlen(game);) {
            *end = '\0';
            g_rmdir(path);
        }
        g_free(path);
    }
}

static void remove_all(void)
{
    clean_up();
    g_rmdir(game);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    char *folder = g_dir_make_tmp("bcnet-fuzz-XXXXXX", NULL);

    FUZZ_MUST(folder != NULL);
    game = folder;
    stock = bcnet_layouts_new();
    atexit(remove_all);
    return 0;
}

static void write_file(const char *name, const uint8_t *data, size_t size)
{
    char *path = g_build_filename(game, name, NULL), *folder = g_path_get_dirname(path);

    FUZZ_MUST(g_mkdir_with_parents(folder, 0700) == 0);
    FILE *file = g_fopen(path, "wb");

    FUZZ_MUST(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    g_free(folder);
    g_free(path);
}

/* Which of the files, its length, its text; the last one has what is left. */
static void write_files(const uint8_t *data, size_t size)
{
    fuzz_input_t input = { data, size };

    for (unsigned left = 1 + fuzz_u8(&input) % FILES_MAX; left > 0; left--) {
        const char  *path = paths[fuzz_u8(&input) % G_N_ELEMENTS(paths)];
        const size_t wanted = left > 1 ? fuzz_u16(&input) : input.left, length = MIN(wanted, input.left);

        write_file(path, input.data, length);
        input.data += length;
        input.left -= length;
    }
}

static void check(const bcnet_game_ships_t *ships)
{
    GPtrArray *problems = g_ptr_array_new_with_free_func(g_free);

    for (unsigned i = 0; i < ships->layouts->len; i++) {
        const bcnet_layout_t *layout = g_ptr_array_index(ships->layouts, i);

        FUZZ_MUST(layout->from_game && (layout->unknown || bcnet_layout_check(layout, "input", problems)));
    }
    for (unsigned i = 0; i < ships->names->len; i++)
        FUZZ_MUST(strpbrk(g_ptr_array_index(ships->names, i), "\r\n") == NULL);
    g_ptr_array_free(problems, TRUE);
}

static void compare(const bcnet_game_ships_t *first, const bcnet_game_ships_t *then)
{
    FUZZ_MUST(first->ships == then->ships && first->stock == then->stock && first->missing == then->missing);
    FUZZ_MUST(first->failed == then->failed && first->guessed == then->guessed && first->left_out == then->left_out);
    FUZZ_MUST(g_strcmp0(first->trouble, then->trouble) == 0 && g_strcmp0(first->taken, then->taken) == 0);
    FUZZ_MUST(first->layouts->len == then->layouts->len && first->names->len == then->names->len);
    for (unsigned i = 0; i < first->layouts->len; i++)
        FUZZ_MUST(
            bcnet_layout_same_subsystems(g_ptr_array_index(first->layouts, i), g_ptr_array_index(then->layouts, i)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bcnet_game_ships_t *first, *then;

    write_files(data, size);
    first = bcnet_game_ships_read(game, stock);
    then = bcnet_game_ships_read(game, stock);
    check(first);
    compare(first, then);
    bcnet_game_ships_free(then);
    bcnet_game_ships_free(first);
    clean_up();
    return 0;
}
