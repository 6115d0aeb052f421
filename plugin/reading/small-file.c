/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/small-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

/* What a system lacks. */
#ifndef O_BINARY
#define O_BINARY 0
#endif
#ifndef O_NONBLOCK
#define O_NONBLOCK 0
#endif
#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif

static void set_system_error(GError **error)
{
    const int number = errno;

    g_set_error_literal(error, G_FILE_ERROR, (gint)g_file_error_from_errno(number), g_strerror(number));
}

static bool is_small(int file, size_t most, size_t *size, GError **error)
{
    struct stat status;
    bool        small = false;

    if (fstat(file, &status) != 0)
        set_system_error(error);
    else if ((status.st_mode & S_IFMT) != S_IFREG)
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "this is not a regular file");
    else if ((guint64)status.st_size > most)
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the file is larger than %" G_GSIZE_FORMAT " bytes", most);
    else
        small = true;
    *size = small ? (size_t)status.st_size : 0;
    return small;
}

/* As much as there was when it was asked: a file may grow while it is read. */
char *bcnet_read_small_file(const char *path, size_t most, size_t *length, GError **error)
{
    const int number = g_open(path, O_RDONLY | O_BINARY | O_NONBLOCK | O_CLOEXEC, 0);
    FILE     *file = number < 0 ? NULL : fdopen(number, "rb");
    char     *content = NULL;
    size_t    size;

    if (!file) {
        set_system_error(error);
        return NULL;
    }
    if (is_small(number, most, &size, error)) {
        content = (char *)g_malloc0(size + 1);
        *length = fread(content, 1, size, file);
        if (ferror(file)) {
            set_system_error(error);
            g_clear_pointer(&content, g_free);
        }
    }
    fclose(file);
    return content;
}

gint bcnet_compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *bcnet_list_files(const char *folder, const char *ending, GError **error)
{
    GPtrArray  *paths = g_ptr_array_new_with_free_func(g_free);
    GDir       *directory = g_dir_open(folder, 0, error);
    const char *name;

    while (directory && (name = g_dir_read_name(directory)) != NULL)
        if (g_str_has_suffix(name, ending))
            g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
    if (directory)
        g_dir_close(directory);
    g_ptr_array_sort(paths, bcnet_compare_texts);
    return paths;
}
