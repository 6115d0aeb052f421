/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of the files that clients are asked for. */
#include "mods/installation.h"
#include "reading/hash.h"
#include "reading/small-file.h"

#include <string.h>

/* What the rounds of the checksum exchange look at (35.2), with the names that the requests have. */
static const struct {
    const char *path; /* of the request */
    const char *folder; /* in the folder of scripts; NULL: that itself */
    bool        below; /* folders within it too */
} rounds[] = { { "scripts", NULL, false },
               { "scripts/ships", "ships", true },
               { "scripts/mainmenu", "mainmenu", false },
               { "Scripts/Multiplayer", "Multiplayer", true } };

enum { NAMES_MAX = 20000, FOLDERS_MAX = 5000, DEPTH_MAX = 8 };

typedef struct {
    GHashTable *files;
    GHashTable *folders; /* real paths of those that were entered: links can lead around in circles */
} bcnet_file_names_t;

/* No name on a file system of Windows has controls, and a line end would make two names of one. */
static bool has_controls(const char *name)
{
    for (; *name != '\0'; name++)
        if (g_ascii_iscntrl(*name))
            return true;
    return false;
}

/* A script that is not compiled yet will be when the game runs it, under the name by which the game asks for it. */
static void add_name(bcnet_file_names_t *names, const char *path, const char *file)
{
    const char *ending = strrchr(file, '.');
    bool        written = ending && g_ascii_strcasecmp(ending, ".py") == 0;
    char       *name;

    if (*file == '.' || has_controls(file) || (!written && (!ending || g_ascii_strcasecmp(ending, ".pyc") != 0)))
        return;
    name = written ? g_strdup_printf("%s/%.*s.pyc", path, (int)(ending - file), file)
                   : g_strconcat(path, "/", file, NULL);
    if (g_hash_table_size(names->files) < NAMES_MAX)
        g_hash_table_add(names->files, name);
    else
        g_free(name);
}

static bool is_new(const bcnet_file_names_t *names, const bcnet_folder_t *folder)
{
    const char *real = folder->real;

    return real && g_hash_table_size(names->folders) < FOLDERS_MAX && g_hash_table_add(names->folders, g_strdup(real));
}

static void add_folder(bcnet_file_names_t *names, bcnet_folder_t *folder, const char *path, bool below, unsigned depth)
{
    const GPtrArray *entries = folder->names;

    for (unsigned i = 0; i < entries->len; i++) {
        const char     *entry = g_ptr_array_index(entries, i);
        bcnet_folder_t *within = below && depth < DEPTH_MAX ? bcnet_folder_enter(folder, entry, NULL) : NULL;
        char           *longer = g_strconcat(path, "/", entry, NULL);

        if (within && is_new(names, within))
            add_folder(names, within, longer, below, depth + 1);
        else if (!within)
            add_name(names, path, entry);
        g_free(longer);
    }
}

char *bcnet_installation_names(const bcnet_installation_t *game, GPtrArray *remarks)
{
    GString           *text = g_string_new(NULL);
    bcnet_file_names_t names = { bcnet_names_new(g_free, NULL), bcnet_names_new(g_free, NULL) };
    GList             *sorted;

    for (unsigned i = 0; i < game->scripts->len; i++) {
        bcnet_folder_t *scripts = g_ptr_array_index(game->scripts, i);

        is_new(&names, scripts);
        for (unsigned r = 0; r < G_N_ELEMENTS(rounds); r++) {
            bcnet_folder_t *folder = rounds[r].folder ? bcnet_folder_enter(scripts, rounds[r].folder, NULL) : scripts;

            if (folder && rounds[r].below)
                is_new(&names, folder);
            if (folder)
                add_folder(&names, folder, rounds[r].path, rounds[r].below, 0);
        }
    }
    if (g_hash_table_size(names.files) >= NAMES_MAX || g_hash_table_size(names.folders) >= FOLDERS_MAX)
        bcnet_fault(remarks, game->path, "not all names of files are listed: they are too many");
    sorted = g_list_sort(g_hash_table_get_keys(names.files), (GCompareFunc)strcmp);
    for (const GList *name = sorted; name; name = name->next)
        g_string_append_printf(text, "%s\n", (const char *)name->data);
    g_list_free(sorted);
    g_hash_table_destroy(names.folders);
    g_hash_table_destroy(names.files);
    return g_string_free(text, FALSE);
}
