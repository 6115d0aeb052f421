/* Looks scripts up in folders.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/hardpoint-folder.h"

#include <stdlib.h>
#include <string.h>

#include "reading/small-file.h"
#include "mods/hardpoint-compiled.h"

#define LEADS_OUT "this leads out of the folder and is not followed"

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char *bcnet_folded_name(const char *name)
{
    GString *utf8;
    char    *folded;

    if (g_utf8_validate(name, -1, NULL))
        return g_utf8_casefold(name, -1);
    utf8 = g_string_new(NULL); /* Latin-1, as scripts are */
    for (; *name != '\0'; name++)
        g_string_append_unichar(utf8, (unsigned char)*name);
    folded = g_utf8_casefold(utf8->str, -1);
    g_string_free(utf8, TRUE);
    return folded;
}

static void read_names(bcnet_folder_t *folder, GDir *directory)
{
    const char *name;

    while ((name = g_dir_read_name(directory)) != NULL)
        g_ptr_array_add(folder->names, g_strdup(name));
    g_ptr_array_sort(folder->names, compare_names);
    for (unsigned i = folder->names->len; i > 0; i--) {
        char *entry = g_ptr_array_index(folder->names, i - 1);

        g_hash_table_insert(folder->lower, bcnet_folded_name(entry), entry);
    }
}

/* The path with all links followed; NULL when there is no such file. Windows: whole, but links stay. */
static char *real_path(const char *path)
{
#ifdef G_OS_WIN32
    return g_canonicalize_filename(path, NULL);
#else
    char *real = realpath(path, NULL);
    char *copy = g_strdup(real);

    free(real);
    return copy;
#endif
}

static void note_seen(const bcnet_folder_t *folder, const char *path)
{
    if (folder->top->seen)
        g_ptr_array_add(folder->top->seen, g_strdup(path));
}

/* `top` is NULL for a folder that the user named. */
static bcnet_folder_t *open_folder(const char *path, bcnet_folder_t *top, GPtrArray *remarks)
{
    GError         *error = NULL;
    GDir           *directory = g_dir_open(path, 0, &error);
    bcnet_folder_t *folder;

    if (!directory) {
        bcnet_remark(remarks, BCNET_ERROR, path, BCNET_WHOLE_FILE, "the folder cannot be read: %s", error->message);
        g_error_free(error);
        return NULL;
    }
    folder = g_new0(bcnet_folder_t, 1);
    folder->path = g_strdup(path);
    folder->real = real_path(path);
    folder->top = top ? top : folder;
    folder->names = g_ptr_array_new_with_free_func(g_free);
    folder->lower = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    folder->entered = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)bcnet_folder_close);
    read_names(folder, directory);
    g_dir_close(directory);
    return folder;
}

bcnet_folder_t *bcnet_folder_open(const char *path, GPtrArray *remarks)
{
    return open_folder(path, NULL, remarks);
}

void bcnet_folder_close(bcnet_folder_t *folder)
{
    if (!folder)
        return;
    g_hash_table_destroy(folder->entered);
    g_hash_table_destroy(folder->lower);
    g_ptr_array_free(folder->names, TRUE);
    g_free(folder->path);
    g_free(folder->real);
    g_free(folder);
}

/* Whether a path, with all links followed, lies in the folder that the user named. */
static bool is_inside(const bcnet_folder_t *folder, const char *path)
{
    char       *real = real_path(path);
    const char *top = folder->top->real;
    size_t      length = top ? strlen(top) : 0;
    bool        inside = real && length > 0 && strncmp(real, top, length) == 0 &&
                  (real[length] == G_DIR_SEPARATOR || top[length - 1] == G_DIR_SEPARATOR);

    g_free(real);
    return inside;
}

/* Exactly so written, else in any case. */
static const char *find_entry(const bcnet_folder_t *folder, const char *name)
{
    const GPtrArray *names = folder->names;
    const char **exact = names->len > 0 ? bsearch(&name, names->pdata, names->len, sizeof name, compare_names) : NULL;
    const char  *found;
    char        *lower;

    if (exact)
        return *exact;
    lower = bcnet_folded_name(name);
    found = g_hash_table_lookup(folder->lower, lower);
    g_free(lower);
    return found;
}

/* NULL when it leads out of what the user named, or cannot be read. */
static bcnet_folder_t *open_within(const bcnet_folder_t *folder, const char *entry, GPtrArray *remarks)
{
    char           *path = g_build_filename(folder->path, entry, NULL);
    bcnet_folder_t *within = NULL;

    if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
        if (is_inside(folder, path))
            within = open_folder(path, folder->top, remarks);
        else
            bcnet_remark(remarks, BCNET_ERROR, path, BCNET_WHOLE_FILE, LEADS_OUT);
    }
    g_free(path);
    return within;
}

bcnet_folder_t *bcnet_folder_enter(const bcnet_folder_t *folder, const char *name, GPtrArray *remarks)
{
    /* Only what the folder lists is found, so no "..", no path. */
    const char     *entry = find_entry(folder, name);
    bcnet_folder_t *within = entry ? g_hash_table_lookup(folder->entered, entry) : NULL;

    if (entry && !within) {
        within = open_within(folder, entry, remarks);
        if (within)
            g_hash_table_insert(folder->entered, (void *)entry, within);
    }
    if (within)
        note_seen(within, within->path);
    return within;
}

/* A capture, a picture ... */
static bool is_binary(const char *content, size_t length)
{
    return !bcnet_is_compiled(content, length) && memchr(content, '\0', MIN(length, 1024));
}

bool bcnet_script_read(const char *path, bcnet_script_t *script, GPtrArray *remarks)
{
    GError *error = NULL;

    *script = (bcnet_script_t){ .path = g_strdup(path) };
    script->text = bcnet_read_small_file(path, BCNET_SCRIPT_MAX, &script->length, &error);
    if (script->text && !is_binary(script->text, script->length))
        return true;
    if (script->text)
        bcnet_remark(remarks, BCNET_ERROR, path, BCNET_WHOLE_FILE, "this is no script: neither a text nor compiled");
    else if (g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_INVAL))
        bcnet_remark(remarks, BCNET_ERROR, path, BCNET_WHOLE_FILE, "%s", error->message);
    else
        bcnet_remark(remarks, BCNET_ERROR, path, BCNET_WHOLE_FILE, "the file cannot be read: %s", error->message);
    g_clear_error(&error);
    bcnet_script_clear(script);
    return false;
}

static bool read_entry(const bcnet_folder_t *folder, const char *entry, bcnet_script_t *script, GPtrArray *remarks)
{
    char *path = g_build_filename(folder->path, entry, NULL);
    bool  read = false;

    if (is_inside(folder, path)) {
        note_seen(folder, path);
        read = bcnet_script_read(path, script, remarks);
    } else {
        bcnet_remark(remarks, BCNET_ERROR, path, BCNET_WHOLE_FILE, LEADS_OUT);
    }
    g_free(path);
    return read;
}

/* ---- scripts of several folders ---- */

char *bcnet_script_name(const char *file)
{
    const char *end = strrchr(file, '.');

    /* "._akira.py" is what a Mac puts beside the files of an archive. */
    if (!end || *file == '.' || g_str_has_prefix(file, "__") ||
        (g_ascii_strcasecmp(end, ".py") != 0 && g_ascii_strcasecmp(end, ".pyc") != 0))
        return NULL;
    return g_strndup(file, (size_t)(end - file));
}

/* Folders without it were seen, too: it may come. */
bool bcnet_scripts_read(const GPtrArray *folders, const char *name, bcnet_script_t *script, GPtrArray *remarks)
{
    static const char *const endings[] = { ".py", ".pyc" };

    for (unsigned i = 0; i < folders->len; i++) {
        const bcnet_folder_t *folder = g_ptr_array_index(folders, i);

        for (unsigned e = 0; e < G_N_ELEMENTS(endings); e++) {
            char       *file = g_strconcat(name, endings[e], NULL);
            const char *entry = find_entry(folder, file);

            g_free(file);
            if (entry)
                return read_entry(folder, entry, script, remarks);
            note_seen(folder, folder->path);
        }
    }
    return false;
}

bool bcnet_folder_has_script(const bcnet_folder_t *folder, const char *wanted)
{
    bool found = false;

    for (unsigned i = 0; i < folder->names->len && !found; i++) {
        char *name = bcnet_script_name(g_ptr_array_index(folder->names, i));

        found = name && (!wanted || g_ascii_strcasecmp(name, wanted) == 0);
        g_free(name);
    }
    return found;
}

static gint compare_without_case(gconstpointer a, gconstpointer b)
{
    return g_ascii_strcasecmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *bcnet_scripts_list(const GPtrArray *folders)
{
    GHashTable *known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GPtrArray  *list = g_ptr_array_new_with_free_func(g_free);

    for (unsigned i = 0; i < folders->len; i++) {
        const GPtrArray *names = ((const bcnet_folder_t *)g_ptr_array_index(folders, i))->names;

        for (unsigned n = 0; n < names->len; n++) {
            char *name = bcnet_script_name(g_ptr_array_index(names, n));

            if (name && g_hash_table_add(known, bcnet_folded_name(name)))
                g_ptr_array_add(list, name);
            else
                g_free(name);
        }
    }
    g_ptr_array_sort(list, compare_without_case);
    g_hash_table_destroy(known);
    return list;
}
