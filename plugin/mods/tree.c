/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists the scripts of a folder and of the folders within it, and reads them. */
#include "mods/source.h"

#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <glib.h>

#include "reading/hash.h"
#include "reading/small-file.h"

enum { DEPTH_MAX = 10, FOLDERS_MAX = 3000, NAMES_MAX = 100000 };

#define LEADS_OUT "this leads out of the folder and is not followed"

/* ---- links ---- */

/* The path with all links followed; NULL when there is no such file. Windows: whole, but links stay. */
static char *real_path(const char *path)
{
#ifdef G_OS_WIN32
    return g_canonicalize_filename(path, NULL);
#else
    return realpath(path, NULL); /* g_free frees it as free does */
#endif
}

/* Whether a path, with all links followed, lies in the folder that the user named. */
static bool is_inside(const bcnet_tree_t *tree, const char *real)
{
    const size_t length = tree->real ? strlen(tree->real) : 0;

    return real && length > 0 && strncmp(real, tree->real, length) == 0 &&
           (real[length] == '\0' || real[length] == G_DIR_SEPARATOR || tree->real[length - 1] == G_DIR_SEPARATOR);
}

/* ---- the list ---- */

static void free_folder(void *data)
{
    bcnet_tree_folder_t *folder = data;

    g_free(folder->folded);
    g_free(folder->path);
    g_free(folder);
}

static void free_file(void *data)
{
    bcnet_tree_file_t *file = data;

    g_free(file->folded);
    g_free(file->name);
    g_free(file);
}

static void add_folder(bcnet_tree_t *tree, char *path, unsigned depth)
{
    bcnet_tree_folder_t *folder = g_new(bcnet_tree_folder_t, 1);

    *folder = (bcnet_tree_folder_t){ path, bcnet_name_folded(path), depth, false };
    g_ptr_array_add(tree->folders, folder);
}

/* Names are not looked at without an end. */
static GPtrArray *read_names(bcnet_tree_t *tree, GDir *directory, GPtrArray *remarks)
{
    GPtrArray  *names = g_ptr_array_new_with_free_func(g_free);
    const char *name;

    for (; tree->names < NAMES_MAX && (name = g_dir_read_name(directory)) != NULL; tree->names++)
        g_ptr_array_add(names, g_strdup(name));
    if (tree->names >= NAMES_MAX)
        bcnet_fault(remarks, tree->path, "more than %d files are here, and some of them are not looked at", NAMES_MAX);
    g_ptr_array_sort(names, bcnet_compare_texts);
    return names;
}

/* "._akira.py" is what a Mac puts beside the files of an archive. */
static bool is_script(const char *file)
{
    const char *end = strrchr(file, '.');

    return end && *file != '.' && (g_ascii_strcasecmp(end, ".py") == 0 || g_ascii_strcasecmp(end, ".pyc") == 0);
}

static void add_script(bcnet_tree_t *tree, bcnet_tree_folder_t *folder, const char *name)
{
    bcnet_tree_file_t *file = g_new(bcnet_tree_file_t, 1);
    char              *lower = bcnet_name_folded(name);

    *file = (bcnet_tree_file_t){ folder, g_strdup(name), g_strconcat(folder->folded, lower, NULL) };
    folder->has_scripts = folder->has_scripts || !g_str_has_prefix(name, "__"); /* __init__.py, in any folder */
    g_ptr_array_add(tree->files, file);
    if (!g_hash_table_contains(tree->found, file->folded)) /* in any case; of several the first one */
        g_hash_table_insert(tree->found, file->folded, file);
    g_free(lower);
}

/* Beside "scripts" a game has much that is of no use here. */
static void add_names(bcnet_tree_t *tree, const char *path, bcnet_tree_folder_t *folder, const GPtrArray *names)
{
    static const char *const useful[] = { "scripts", "src", "ships", "hardpoints", NULL };
    bool                     all = true;

    for (unsigned i = 0; i < names->len; i++)
        all = all && g_ascii_strcasecmp(g_ptr_array_index(names, i), "scripts") != 0;
    for (unsigned i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        char       *whole = g_build_filename(path, name, NULL), *lower = g_ascii_strdown(name, -1);

        if (is_script(name))
            add_script(tree, folder, name);
        else if (*name != '.' && (all || g_strv_contains(useful, lower)) && g_file_test(whole, G_FILE_TEST_IS_DIR))
            add_folder(tree, g_strconcat(folder->path, name, "/", NULL), folder->depth + 1);
        g_free(lower);
        g_free(whole);
    }
}

static void look_into(bcnet_tree_t *tree, bcnet_tree_folder_t *folder, GPtrArray *remarks)
{
    char      *path = folder->depth > 0 ? g_build_filename(tree->path, folder->path, NULL) : g_strdup(tree->path);
    char      *real = real_path(path);
    GError    *error = NULL;
    GDir      *directory = NULL;
    GPtrArray *names;

    if (real && !is_inside(tree, real)) {
        bcnet_remark(remarks, BCNET_NOTE, path, BCNET_WHOLE_FILE, LEADS_OUT);
    } else if ((directory = g_dir_open(path, 0, &error)) == NULL) {
        bcnet_fault(remarks, path, "the folder cannot be read: %s", error->message);
    } else if (real && g_hash_table_add(tree->seen, g_strdup(real))) { /* links can lead around in circles */
        names = read_names(tree, directory, remarks);
        add_names(tree, path, folder, names);
        g_ptr_array_free(names, TRUE);
    }
    g_clear_pointer(&directory, g_dir_close);
    g_clear_error(&error);
    g_free(real);
    g_free(path);
}

bcnet_tree_t *bcnet_tree_new(const char *path, bool deep, bcnet_reading_t *reading, GPtrArray *remarks)
{
    bcnet_tree_t *tree = g_new0(bcnet_tree_t, 1);

    tree->path = g_strdup(path);
    tree->real = real_path(path);
    tree->reading = reading;
    tree->files = g_ptr_array_new_with_free_func(free_file);
    tree->folders = g_ptr_array_new_with_free_func(free_folder);
    tree->found = bcnet_names_new(NULL, NULL);
    tree->seen = bcnet_names_new(g_free, NULL);
    add_folder(tree, g_strdup(""), 0);
    for (unsigned i = 0; i < (deep ? MIN(tree->folders->len, FOLDERS_MAX) : 1); i++)
        if (((bcnet_tree_folder_t *)g_ptr_array_index(tree->folders, i))->depth <= DEPTH_MAX)
            look_into(tree, g_ptr_array_index(tree->folders, i), remarks);
    return tree;
}

void bcnet_tree_free(bcnet_tree_t *tree)
{
    if (!tree)
        return;
    g_hash_table_destroy(tree->seen);
    g_hash_table_destroy(tree->found);
    g_ptr_array_free(tree->folders, TRUE);
    g_ptr_array_free(tree->files, TRUE);
    g_free(tree->real);
    g_free(tree->path);
    g_free(tree);
}

bool bcnet_tree_has(const bcnet_tree_t *tree, const char *folder)
{
    for (unsigned i = 0; i < tree->folders->len; i++)
        if (strcmp(((const bcnet_tree_folder_t *)g_ptr_array_index(tree->folders, i))->folded, folder) == 0)
            return true;
    return false;
}

/* ---- reading scripts ---- */

/* Whether so much may still be read. */
static bool may_read(const bcnet_reading_t *reading, const char *path, GPtrArray *remarks)
{
    if ((reading->bytes_max == 0 || reading->bytes <= reading->bytes_max) &&
        (reading->steps_max == 0 || reading->steps <= reading->steps_max))
        return true;
    bcnet_fault(remarks, path, "the scripts of this folder are too many or too long: this one is not read any more");
    return false;
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
    bcnet_fault(remarks, path, "%s", error ? error->message : "this is no script: neither a text nor compiled");
    g_clear_error(&error);
    bcnet_source_clear(source);
    return false;
}

char *bcnet_tree_path(const bcnet_tree_t *tree, const bcnet_tree_file_t *file)
{
    return g_build_filename(tree->path, file->folder->path, file->name, NULL);
}

static bool read_file(const bcnet_tree_t *tree, const bcnet_tree_file_t *file, bcnet_script_source_t *source,
                      GPtrArray *remarks)
{
    char *path = bcnet_tree_path(tree, file), *real = real_path(path);
    bool  read = false;

    if (real && !is_inside(tree, real))
        bcnet_fault(remarks, path, LEADS_OUT);
    else
        read = bcnet_source_read(path, tree->reading, source, remarks);
    g_free(real);
    g_free(path);
    return read;
}

bool bcnet_tree_read(const bcnet_tree_t *tree, const GPtrArray *folders, const char *name,
                     bcnet_script_source_t *source, GPtrArray *remarks)
{
    static const char *const endings[] = { ".py", ".pyc" };
    char                    *lower = bcnet_name_folded(name);
    const bcnet_tree_file_t *file = NULL;

    for (unsigned i = 0; i < folders->len; i++)
        for (unsigned e = 0; e < G_N_ELEMENTS(endings) && !file; e++) {
            char *folded = g_strconcat(g_ptr_array_index(folders, i), lower, endings[e], NULL);

            file = g_hash_table_lookup(tree->found, folded);
            g_free(folded);
        }
    g_free(lower);
    return file && read_file(tree, file, source, remarks);
}

/* ---- what can be told of a script by its file ---- */

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
    return is_script(file) && !g_str_has_prefix(file, "__") ? g_strndup(file, (size_t)(strrchr(file, '.') - file))
                                                            : NULL;
}
