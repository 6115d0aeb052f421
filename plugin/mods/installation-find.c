/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the folders of scripts in what the user named: the game's folder, a mod's, an unpacked archive. */
#include <string.h>

#include "mods/installation.h"

enum {
    SEARCH_DEPTH = 5, /* folders within folders */
    SEARCH_FOLDERS = 3000 /* looked into at most */
};

/* ---- the path ---- */

/* The second path, unless that is NULL; the other one is freed. */
static char *replaced(char *path, char *by)
{
    g_free(by ? path : NULL);
    return by ? by : path;
}

char *bcnet_installation_path(const char *typed)
{
    char  *path = g_strdup(typed);
    size_t length;

    g_strstrip(path);
    length = strlen(path);
    if (length >= 2 && (*path == '"' || *path == '\'') && path[length - 1] == *path)
        path = replaced(path, g_strndup(path + 1, length - 2));
    if (G_DIR_SEPARATOR == '/' && strchr(path, '\\') && !g_file_test(path, G_FILE_TEST_EXISTS)) {
        char *slashed = g_strdelimit(g_strdup(path), "\\", '/');
        bool  found = g_file_test(slashed, G_FILE_TEST_EXISTS);

        g_free(found ? path : slashed);
        path = found ? slashed : path;
    }
    if (strcmp(path, "~") == 0 || g_str_has_prefix(path, "~/"))
        path = replaced(path, g_build_filename(g_get_home_dir(), path + 1, NULL));
    if (g_str_has_prefix(path, "file://")) /* dragged from a window */
        path = replaced(path, g_filename_from_uri(path, NULL, NULL));
    for (length = strlen(path); length > 1 && G_IS_DIR_SEPARATOR(path[length - 1]) && path[length - 2] != ':'; length--)
        path[length - 1] = '\0';
    return path;
}

static bool is_archive(const char *path)
{
    static const char *const archives[] = { ".zip", ".rar", ".7z", ".exe", ".tar", ".gz", NULL };
    const char              *ending = strrchr(path, '.');
    char                    *lower = g_ascii_strdown(ending ? ending : "", -1);
    bool                     archive = g_strv_contains(archives, lower);

    g_free(lower);
    return archive;
}

/* "C:\Games" on a machine that has no drives. */
static bool is_on_a_drive(const char *path)
{
    return G_DIR_SEPARATOR == '/' && g_ascii_isalpha(path[0]) && path[1] == ':' && (path[2] == '\\' || path[2] == '/');
}

/* What is wrong with a path that is no folder. */
static void complain_of_path(const char *path, GPtrArray *remarks)
{
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        bcnet_fault(remarks, path, "there is no such folder%s",
                    is_on_a_drive(path) ? ": this machine has no drives with letters, so name the folder as it is here"
                                        : "");
    else if (is_archive(path))
        bcnet_fault(remarks, path, "this is an archive: unpack it, and name the folder that comes out");
    else
        bcnet_fault(remarks, path, "this is a file: the folder of the game, or of a mod, is needed");
}

/* ---- folders of scripts ---- */

static bool is_named(const bcnet_folder_t *folder, const char *name)
{
    char *base = g_path_get_basename(folder->path);
    bool  same = g_ascii_strcasecmp(base, name) == 0;

    g_free(base);
    return same;
}

/* Keeps the folder, which may be NULL, if there are scripts in it. */
static bool keep(GPtrArray *list, bcnet_folder_t *folder)
{
    bool has_scripts = folder && folder->has_scripts;

    if (has_scripts)
        g_ptr_array_add(list, folder);
    return has_scripts;
}

/* Takes a folder "ships", which may be NULL; true when there is a ship in it. */
static bool take_ships(bcnet_installation_t *game, bcnet_folder_t *ships, GPtrArray *remarks)
{
    const bool found = keep(game->hardpoints, bcnet_folder_enter(ships, "Hardpoints", remarks));

    return keep(game->ships_folders, ships) || found;
}

/* Takes a folder of scripts, which may be NULL; its species table may be wanted even where it has no ships. */
static bool take_scripts(bcnet_installation_t *game, bcnet_folder_t *scripts, GPtrArray *remarks)
{
    if (scripts)
        g_ptr_array_add(game->scripts, scripts);
    return take_ships(game, bcnet_folder_enter(scripts, "ships", remarks), remarks);
}

/* Takes a folder for that of the game or of a mod, or for one of those within it. In some archives "ships" and
 * "Hardpoints" stand side by side. */
static bool look_into(bcnet_installation_t *game, bcnet_folder_t *folder, GPtrArray *remarks)
{
    bcnet_folder_t *source = bcnet_folder_enter(folder, "src", remarks);
    bool            found;

    g_ptr_array_set_size(game->scripts, 0); /* what a folder without ships left */
    found = take_scripts(game, bcnet_folder_enter(folder, "scripts", remarks), remarks);
    found = take_scripts(game, bcnet_folder_enter(source, "scripts", remarks), remarks) || found;
    if (found)
        return true;
    g_ptr_array_set_size(game->scripts, 0);
    if (is_named(folder, "Hardpoints"))
        return keep(game->hardpoints, folder);
    if (is_named(folder, "ships"))
        return take_ships(game, folder, remarks);
    found = take_scripts(game, folder, remarks);
    return keep(game->hardpoints, bcnet_folder_enter(folder, "Hardpoints", remarks)) || found;
}

/* Takes the folder of scripts, or "scripts" in this one, for what clients are asked for besides ships (35.2). */
static bool take_for_names(bcnet_installation_t *game, bcnet_folder_t *folder)
{
    bcnet_folder_t *scripts = is_named(folder, "scripts") ? folder : bcnet_folder_enter(folder, "scripts", NULL);

    g_ptr_array_set_size(game->scripts, 0);
    if (bcnet_folder_enter(scripts, "Multiplayer", NULL) || bcnet_folder_enter(scripts, "mainmenu", NULL))
        g_ptr_array_add(game->scripts, scripts);
    return game->scripts->len > 0;
}

/* ---- below the folder ---- */

/* Links that lead out of the folder are no fault here: nobody asked for them. */
GPtrArray *bcnet_installation_within(const GPtrArray *folders, unsigned *visited)
{
    GPtrArray *within = g_ptr_array_new();

    for (unsigned i = 0; i < folders->len; i++) {
        const bcnet_folder_t *folder = g_ptr_array_index(folders, i);

        for (unsigned n = 0; n < folder->names->len && *visited < SEARCH_FOLDERS; n++) {
            const char     *name = g_ptr_array_index(folder->names, n);
            bcnet_folder_t *entry = *name != '.' ? bcnet_folder_enter(folder, name, NULL) : NULL;

            *visited += entry != NULL;
            if (entry)
                g_ptr_array_add(within, entry);
        }
    }
    return within;
}

/* The first one of the folders that has ships is taken; of the others it is only said that they have some too. */
static bool look_into_all(bcnet_installation_t *game, const GPtrArray *folders, GPtrArray *remarks)
{
    bcnet_installation_t *other = bcnet_installation_new();

    for (unsigned i = 0; i < folders->len; i++) {
        bcnet_folder_t *folder = g_ptr_array_index(folders, i);
        const bool      found = look_into(game->path_taken ? other : game, folder, remarks);

        if (!game->path_taken && (found || (game->for_names && take_for_names(game, folder)))) {
            game->path_taken = folder->path;
        } else if (found) {
            game->beside++;
            bcnet_remark(remarks, BCNET_NOTE, folder->path, BCNET_WHOLE_FILE,
                         "there are ships here too, which are left out: name this folder to have them in place of "
                         "those in %s",
                         game->path_taken);
        }
    }
    bcnet_installation_free(other);
    return game->path_taken != NULL;
}

/* Says that there are no ships, and why perhaps. */
static void complain_of_folder(const bcnet_folder_t *folder, GPtrArray *remarks)
{
    const char *archive = NULL;

    for (unsigned i = 0; i < folder->names->len && !archive; i++)
        archive = is_archive(folder->names->pdata[i]) ? folder->names->pdata[i] : NULL;
    if (archive)
        bcnet_fault(remarks, folder->path, "there are no ships here, but an archive, %s: unpack it first", archive);
    else
        bcnet_fault(remarks, folder->path,
                    "there are no ships here: the folder of the game, or of an unpacked mod, has scripts%cships%c"
                    "Hardpoints%s",
                    G_DIR_SEPARATOR, G_DIR_SEPARATOR,
                    folder->has_scripts ? "; single hardpoint scripts are read by bcnet-layout import" : "");
}

bool bcnet_installation_find_folders(bcnet_installation_t *game, GPtrArray *remarks)
{
    GPtrArray *level = g_ptr_array_new();
    unsigned   visited = 0;
    bool       found = false;

    if (!g_file_test(game->path, G_FILE_TEST_IS_DIR))
        complain_of_path(game->path, remarks);
    else
        game->top = bcnet_folder_open(game->path, game->reading, remarks);
    if (game->top)
        g_ptr_array_add(level, game->top);
    for (unsigned depth = 0; depth <= SEARCH_DEPTH && level->len > 0 && !found; depth++) {
        GPtrArray *folders = level;

        found = look_into_all(game, folders, remarks);
        level = found ? g_ptr_array_new() : bcnet_installation_within(folders, &visited);
        g_ptr_array_free(folders, TRUE);
    }
    g_ptr_array_free(level, TRUE);
    if (!found && bcnet_remarks_count(remarks, BCNET_ERROR) == 0)
        complain_of_folder(game->top, remarks);
    return found;
}
