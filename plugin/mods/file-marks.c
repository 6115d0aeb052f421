/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of files: size and time; of folders: what they hold. */
#include "mods/file-marks.h"

#include <stdbool.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "reading/names.h"

enum { SETTLED = 2 /* seconds after which a file that is written again has another time, on every file system */ };

static guint64 mix(guint64 state, guint64 value)
{
    state = (state ^ value) * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);
    return state ^ state >> 29;
}

static guint64 mix_text(guint64 state, const char *text)
{
    while (*text != '\0')
        state = mix(state, (guchar)*text++);
    return mix(state, 0);
}

/* The names in a folder, whatever their order. Its own time tells less: not all file systems keep it. */
static guint64 state_of_folder(const char *path)
{
    GDir       *directory = g_dir_open(path, 0, NULL);
    const char *name;
    guint64     names = 0;

    while (directory && (name = g_dir_read_name(directory)) != NULL)
        names += mix_text(1, name);
    if (directory)
        g_dir_close(directory);
    return names;
}

static gint64 time_of(const GStatBuf *status)
{
#if defined(G_OS_WIN32)
    return (gint64)status->st_mtime * G_USEC_PER_SEC;
#elif defined(__APPLE__)
    return (gint64)status->st_mtimespec.tv_sec * G_USEC_PER_SEC + status->st_mtimespec.tv_nsec / 1000;
#else
    return (gint64)status->st_mtim.tv_sec * G_USEC_PER_SEC + status->st_mtim.tv_nsec / 1000;
#endif
}

guint64 bcnet_files_state(const GPtrArray *paths)
{
    GHashTable *known = bcnet_names_new(NULL, NULL);
    guint64     state = 1;
    bool        settled = true;

    for (unsigned i = 0; i < paths->len; i++) {
        const char *path = g_ptr_array_index(paths, i);
        GStatBuf    status;

        if (!g_hash_table_add(known, (void *)path))
            continue;
        state = mix_text(state, path);
        if (g_stat(path, &status) != 0) {
            state = mix(state, 1);
        } else if ((status.st_mode & S_IFMT) == S_IFDIR) {
            state = mix(state, state_of_folder(path));
        } else {
            const gint64 age = g_get_real_time() - time_of(&status);

            /* One that an archive dates in the future gets another time when it is written again. */
            settled = settled && ABS(age) > SETTLED * G_USEC_PER_SEC;
            state = mix(mix(state, (guint64)status.st_size), (guint64)time_of(&status));
        }
    }
    g_hash_table_destroy(known);
    return settled ? MAX(state, 1) : 0;
}
