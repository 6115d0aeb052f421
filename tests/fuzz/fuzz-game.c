/* A folder of the game: any files under the names that are looked for, found and read, twice (35.2, 97).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "mods/import.h"

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

/* The folder, read as the plugin does it. */
static void read_game(bcnet_import_t *import)
{
    *import = (bcnet_import_t){ .reading = { .bytes_max = 1000 * 1000, .steps_max = 1000 * 1000 } };
    bcnet_import_start(import, stock);
    bcnet_import_add_game(import, game);
    bcnet_import_read(import);
}

static void check(const bcnet_import_t *import)
{
    GPtrArray *problems = g_ptr_array_new_with_free_func(g_free);
    char      *names = import->game ? bcnet_installation_names(import->game) : g_strdup("");

    for (unsigned i = 0; i < import->jobs->len; i++) {
        const bcnet_layout_t *layout = ((const bcnet_import_job_t *)g_ptr_array_index(import->jobs, i))->layout;

        FUZZ_MUST(!layout || layout->unknown || bcnet_layout_check(layout, "input", problems));
    }
    FUZZ_MUST(!strchr(names, '\r') && !strstr(names, "\n\n") && (*names == '\0' || g_str_has_suffix(names, "\n")));
    g_free(names);
    g_ptr_array_free(problems, TRUE);
}

static void compare(const bcnet_import_t *first, const bcnet_import_t *then)
{
    FUZZ_MUST(first->jobs->len == then->jobs->len && first->left_out == then->left_out);
    FUZZ_MUST(first->remarks->len == then->remarks->len && !first->game == !then->game);
    for (unsigned i = 0; i < first->jobs->len; i++) {
        const bcnet_import_job_t *one = g_ptr_array_index(first->jobs, i), *other = g_ptr_array_index(then->jobs, i);

        FUZZ_MUST(one->stock == other->stock && one->missing == other->missing && one->guessed == other->guessed);
        FUZZ_MUST(one->remarks->len == other->remarks->len && !one->layout == !other->layout);
        FUZZ_MUST(!one->layout || bcnet_layout_same_subsystems(one->layout, other->layout));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bcnet_import_t first, then;

    write_files(data, size);
    read_game(&first);
    read_game(&then);
    compare(&first, &then);
    check(&first);
    bcnet_import_end(&then);
    bcnet_import_end(&first);
    clean_up();
    return 0;
}
