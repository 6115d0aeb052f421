/* Looks scripts up in folders.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/hardpoint-folder.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "mods/hardpoint.h"

struct bcnet_folder {
    char       *path;
    char       *root; /* without links; nothing outside of it is opened */
    GPtrArray  *names; /* sorted */
    GHashTable *lower; /* name in lower case -> name */
};

static const bcnet_place_t whole_file = { 0, 0 };

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void read_names(bcnet_folder_t *folder, GDir *directory)
{
    const char *name;

    while ((name = g_dir_read_name(directory)) != NULL)
        g_ptr_array_add(folder->names, g_strdup(name));
    g_ptr_array_sort(folder->names, compare_names);
    for (unsigned i = folder->names->len; i > 0; i--) {
        char *entry = g_ptr_array_index(folder->names, i - 1);

        g_hash_table_insert(folder->lower, g_utf8_casefold(entry, -1), entry);
    }
}

/* The path with all links followed; NULL when there is no such file. */
static char *real_path(const char *path)
{
    char *real = realpath(path, NULL), *copy = g_strdup(real);

    free(real);
    return copy;
}

static bcnet_folder_t *open_folder(const char *path, const char *root, GPtrArray *remarks)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) directory = g_dir_open(path, 0, &error);
    bcnet_folder_t *folder;

    if (directory == NULL) {
        bcnet_remark(remarks, BCNET_ERROR, path, whole_file, "the folder cannot be read: %s", error->message);
        return NULL;
    }
    folder = g_new0(bcnet_folder_t, 1);
    folder->path = g_strdup(path);
    folder->root = root != NULL ? g_strdup(root) : real_path(path);
    folder->names = g_ptr_array_new_with_free_func(g_free);
    folder->lower = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    read_names(folder, directory);
    return folder;
}

bcnet_folder_t *bcnet_folder_open(const char *path, GPtrArray *remarks)
{
    return open_folder(path, NULL, remarks);
}

void bcnet_folder_free(bcnet_folder_t *folder)
{
    if (folder == NULL)
        return;
    g_hash_table_destroy(folder->lower);
    g_ptr_array_free(folder->names, TRUE);
    g_free(folder->path);
    g_free(folder->root);
    g_free(folder);
}

const GPtrArray *bcnet_folder_names(const bcnet_folder_t *folder)
{
    return folder->names;
}

/* Whether a path, with all links followed, lies in the folder that the user named. */
static bool is_inside(const bcnet_folder_t *folder, const char *path)
{
    g_autofree char *real = real_path(path);
    size_t           length = folder->root != NULL ? strlen(folder->root) : 0;

    return real != NULL && length > 0 && strncmp(real, folder->root, length) == 0 &&
           (real[length] == G_DIR_SEPARATOR || folder->root[length - 1] == G_DIR_SEPARATOR);
}

/* Exactly so written, else in any case. */
static const char *find_entry(const bcnet_folder_t *folder, const char *name)
{
    g_autofree char *lower = NULL;

    for (unsigned i = 0; i < folder->names->len; i++)
        if (strcmp(g_ptr_array_index(folder->names, i), name) == 0)
            return g_ptr_array_index(folder->names, i);
    lower = g_utf8_casefold(name, -1);
    return g_hash_table_lookup(folder->lower, lower);
}

char *bcnet_folder_find(const bcnet_folder_t *folder, const char *name)
{
    /* Only what the folder lists is found, so no "..", no path. */
    const char *entry = find_entry(folder, name);

    return entry != NULL ? g_build_filename(folder->path, entry, NULL) : NULL;
}

bcnet_folder_t *bcnet_folder_enter(const bcnet_folder_t *folder, const char *name, GPtrArray *remarks)
{
    g_autofree char *path = bcnet_folder_find(folder, name);

    if (path == NULL || !g_file_test(path, G_FILE_TEST_IS_DIR))
        return NULL;
    if (is_inside(folder, path))
        return open_folder(path, folder->root, remarks);
    bcnet_remark(remarks, BCNET_ERROR, path, whole_file, "this leads out of the folder and is not followed");
    return NULL;
}

bool bcnet_script_read(const char *path, char **text, size_t *length, GPtrArray *remarks)
{
    g_autoptr(GError) error = NULL;
    GStatBuf status;

    if (g_stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        bcnet_remark(remarks, BCNET_ERROR, path, whole_file, "this is not a regular file");
    else if (g_stat(path, &status) == 0 && status.st_size > BCNET_SCRIPT_MAX)
        bcnet_remark(remarks, BCNET_ERROR, path, whole_file, "the file is larger than %d bytes, too large for a script",
                     BCNET_SCRIPT_MAX);
    else if (!g_file_get_contents(path, text, length, &error))
        bcnet_remark(remarks, BCNET_ERROR, path, whole_file, "the file cannot be read: %s", error->message);
    else
        return true;
    return false;
}

bool bcnet_folder_read(const bcnet_folder_t *folder, const char *name, char **text, size_t *length, char **path,
                       GPtrArray *remarks)
{
    g_autofree char *found = bcnet_folder_find(folder, name);

    if (found == NULL)
        return false;
    if (!is_inside(folder, found)) {
        bcnet_remark(remarks, BCNET_ERROR, found, whole_file, "this leads out of the folder and is not followed");
        return false;
    }
    if (!bcnet_script_read(found, text, length, remarks))
        return false;
    *path = g_steal_pointer(&found);
    return true;
}
