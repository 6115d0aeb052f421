/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Looks scripts up in folders. */
#include "mods/source.h"

#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <glib.h>

#include "reading/hash.h"
#include "reading/small-file.h"

enum { NAMES_MAX = 100000 /* in one folder */ };

#define LEADS_OUT "this leads out of the folder and is not followed"

static void read_names(bcnet_folder_t *folder, GDir *directory, GPtrArray *remarks)
{
    const char *name;

    while ((name = g_dir_read_name(directory)) != NULL && folder->names->len < NAMES_MAX)
        g_ptr_array_add(folder->names, g_strdup(name));
    if (name)
        bcnet_fault(remarks, folder->path, "more than %d files are here, and some of them are not looked at",
                    NAMES_MAX);
    g_ptr_array_sort(folder->names, bcnet_compare_texts);
    for (unsigned i = folder->names->len; i > 0; i--) {
        char *entry = g_ptr_array_index(folder->names, i - 1), *script = bcnet_source_name(entry);

        folder->has_scripts = folder->has_scripts || script;
        g_free(script);
        g_hash_table_insert(folder->lower, bcnet_name_folded(entry), entry);
    }
}

/* The path with all links followed; NULL when there is no such file. Windows: whole, but links stay. */
static char *real_path(const char *path)
{
#ifdef G_OS_WIN32
    return g_canonicalize_filename(path, NULL);
#else
    return realpath(path, NULL); /* g_free frees it as free does */
#endif
}

/* `top` is NULL for a folder that the user named. */
static bcnet_folder_t *open_folder(const char *path, bcnet_folder_t *top, bcnet_reading_t *reading, GPtrArray *remarks)
{
    GError         *error = NULL;
    GDir           *directory = g_dir_open(path, 0, &error);
    bcnet_folder_t *folder;

    if (!directory) {
        bcnet_fault(remarks, path, "the folder cannot be read: %s", error->message);
        g_error_free(error);
        return NULL;
    }
    folder = g_new0(bcnet_folder_t, 1);
    folder->path = g_strdup(path);
    folder->real = real_path(path);
    folder->top = top ? top : folder;
    folder->names = g_ptr_array_new_with_free_func(g_free);
    folder->reading = reading;
    folder->lower = bcnet_names_new(g_free, NULL);
    folder->entered = bcnet_names_new(NULL, (GDestroyNotify)bcnet_folder_close);
    read_names(folder, directory, remarks);
    g_dir_close(directory);
    return folder;
}

bcnet_folder_t *bcnet_folder_open(const char *path, bcnet_reading_t *reading, GPtrArray *remarks)
{
    return open_folder(path, NULL, reading, remarks);
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

/* In any case; of several the first one. */
static const char *find_entry(const bcnet_folder_t *folder, const char *name)
{
    char       *lower = bcnet_name_folded(name);
    const char *found = g_hash_table_lookup(folder->lower, lower);

    g_free(lower);
    return found;
}

bcnet_folder_t *bcnet_folder_enter(const bcnet_folder_t *folder, const char *name, GPtrArray *remarks)
{
    /* Only what the folder lists is found, so no "..", no path. */
    const char     *entry = folder ? find_entry(folder, name) : NULL;
    bcnet_folder_t *within = entry ? g_hash_table_lookup(folder->entered, entry) : NULL;
    char           *path = entry && !within ? g_build_filename(folder->path, entry, NULL) : NULL;

    if (path && g_file_test(path, G_FILE_TEST_IS_DIR)) {
        if (!is_inside(folder, path))
            bcnet_fault(remarks, path, LEADS_OUT);
        else if ((within = open_folder(path, folder->top, folder->reading, remarks)) != NULL)
            g_hash_table_insert(folder->entered, (void *)entry, within);
    }
    g_free(path);
    return within;
}

/* Whether so much may still be read. */
static bool may_read(const bcnet_reading_t *reading, const char *path, GPtrArray *remarks)
{
    if ((reading->bytes_max == 0 || reading->bytes <= reading->bytes_max) &&
        (reading->steps_max == 0 || reading->steps <= reading->steps_max))
        return true;
    bcnet_fault(remarks, path, "the scripts of this folder are too many or too long: this one is not read any more");
    return false;
}

static void remark_unreadable(const char *path, const GError *error, GPtrArray *remarks)
{
    if (!error)
        bcnet_fault(remarks, path, "this is no script: neither a text nor compiled");
    else
        bcnet_fault(remarks, path, "%s%s",
                    g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_INVAL) ? "" : "the file cannot be read: ",
                    error->message);
}

bool bcnet_source_read(const char *path, bcnet_reading_t *reading, bcnet_script_source_t *source, GPtrArray *remarks)
{
    GError *error = NULL;

    if (!may_read(reading, path, remarks))
        return false;
    *source = (bcnet_script_source_t){ .path = g_strdup(path) };
    source->text = bcnet_read_small_file(path, BCNET_SOURCE_MAX, &source->length, &error);
    reading->bytes += source->length;
    if (source->text && (bcnet_source_is_compiled(source->text, source->length) ||
                         !memchr(source->text, '\0', source->length))) /* no capture, picture ... */
        return true;
    remark_unreadable(path, error, remarks);
    g_clear_error(&error);
    bcnet_source_clear(source);
    return false;
}

static bool read_entry(const bcnet_folder_t *folder, const char *entry, bcnet_script_source_t *source,
                       GPtrArray *remarks)
{
    char *path = g_build_filename(folder->path, entry, NULL);
    bool  read = false;

    if (is_inside(folder, path))
        read = bcnet_source_read(path, folder->reading, source, remarks);
    else
        bcnet_fault(remarks, path, LEADS_OUT);
    g_free(path);
    return read;
}

/* ---- scripts of several folders ---- */

bool bcnet_folders_read(const GPtrArray *folders, const char *name, bcnet_script_source_t *source, GPtrArray *remarks)
{
    static const char *const endings[] = { ".py", ".pyc" };

    for (unsigned i = 0; i < folders->len; i++) {
        const bcnet_folder_t *folder = g_ptr_array_index(folders, i);

        for (unsigned e = 0; e < G_N_ELEMENTS(endings); e++) {
            char       *file = g_strconcat(name, endings[e], NULL);
            const char *entry = find_entry(folder, file);

            g_free(file);
            if (entry)
                return read_entry(folder, entry, source, remarks);
        }
    }
    return false;
}

/* What cannot be read is no fault of the script that imports it. */
bool bcnet_folders_read_module(const GPtrArray *folders, const char *path, bcnet_script_source_t *source)
{
    char         **names = g_strsplit(path, ".", -1);
    GPtrArray     *within = g_ptr_array_new();
    const unsigned last = g_strv_length(names) - 1;
    bool           read;

    for (unsigned i = 0; i < folders->len; i++) {
        bcnet_folder_t *folder = g_ptr_array_index(folders, i);

        for (unsigned n = 0; n < last; n++)
            folder = bcnet_folder_enter(folder, names[n], NULL);
        if (folder)
            g_ptr_array_add(within, folder);
    }
    read = bcnet_folders_read(within, names[last], source, NULL);
    g_ptr_array_free(within, TRUE);
    g_strfreev(names);
    return read;
}

static gint compare_without_case(gconstpointer a, gconstpointer b)
{
    return g_ascii_strcasecmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *bcnet_folders_list(const GPtrArray *folders)
{
    GHashTable *known = bcnet_names_new(g_free, NULL);
    GPtrArray  *list = g_ptr_array_new_with_free_func(g_free);

    for (unsigned i = 0; i < folders->len; i++) {
        const GPtrArray *names = ((const bcnet_folder_t *)g_ptr_array_index(folders, i))->names;

        for (unsigned n = 0; n < names->len; n++) {
            char *name = bcnet_source_name(g_ptr_array_index(names, n));

            if (name && g_hash_table_add(known, bcnet_name_folded(name)))
                g_ptr_array_add(list, name);
            else
                g_free(name);
        }
    }
    g_ptr_array_sort(list, compare_without_case);
    g_hash_table_destroy(known);
    return list;
}

/* ---- What can be told of a script by its file ---- */

void bcnet_source_clear(bcnet_script_source_t *source)
{
    g_clear_pointer(&source->path, g_free);
    g_clear_pointer(&source->text, g_free);
}

/* Every Python puts CR LF behind its number. That of 1.5 to 2.7 has a byte that is no letter; behind that of 3 are zeros. */
bool bcnet_source_is_compiled(const char *text, size_t length)
{
    const uint8_t *bytes = (const uint8_t *)text;

    return length >= 8 && bytes[2] == '\r' && bytes[3] == '\n' && bytes[0] != '#' &&
           (bytes[0] >= 0x80 || bytes[1] >= 0x80 || memchr(text, '\0', MIN(length, 12)));
}

char *bcnet_source_name(const char *file)
{
    const char *end = strrchr(file, '.');

    /* "._akira.py" is what a Mac puts beside the files of an archive. */
    if (!end || *file == '.' || g_str_has_prefix(file, "__") ||
        (g_ascii_strcasecmp(end, ".py") != 0 && g_ascii_strcasecmp(end, ".pyc") != 0))
        return NULL;
    return g_strndup(file, (size_t)(end - file));
}
