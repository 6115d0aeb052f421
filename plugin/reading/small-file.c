/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/small-file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#ifdef G_OS_WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

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

static bool is_small(int file, size_t most, GError **error)
{
    struct stat status;

    if (fstat(file, &status) != 0) {
        set_system_error(error);
        return false;
    }
    if ((status.st_mode & S_IFMT) != S_IFREG) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "this is not a regular file");
        return false;
    }
    if ((guint64)status.st_size > most) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "the file is larger than %" G_GSIZE_FORMAT " bytes", most);
        return false;
    }
    return true;
}

/* As much as there is, up to the limit: a file may grow while it is read. */
static char *read_all(int file, size_t most, size_t *length, GError **error)
{
    GByteArray *content = g_byte_array_new();
    guint8      piece[65536];

    while (content->len < most) {
        const gssize count = read(file, piece, (unsigned)MIN(sizeof piece, most - content->len));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            set_system_error(error);
            g_byte_array_unref(content);
            return NULL;
        }
        if (count == 0)
            break;
        g_byte_array_append(content, piece, (guint)count);
    }
    *length = content->len;
    g_byte_array_append(content, (const guint8 *)"", 1);
    return (char *)g_byte_array_free(content, FALSE);
}

char *bcnet_read_small_file(const char *path, size_t most, size_t *length, GError **error)
{
    const int file = g_open(path, O_RDONLY | O_BINARY | O_NONBLOCK | O_CLOEXEC, 0);
    char     *content = NULL;

    if (file < 0) {
        set_system_error(error);
        return NULL;
    }
    if (is_small(file, most, error))
        content = read_all(file, most, length, error);
    g_close(file, NULL);
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
