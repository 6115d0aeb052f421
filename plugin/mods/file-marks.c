/* Marks of files: size and time; of folders: what they hold.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/file-marks.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

enum { SETTLED = 2 /* seconds after which a file that is written again has another time, on every file system */ };

typedef struct {
    gint64 size, time;
} mark_t;

/* The names in a folder, whatever their order. Its own time tells less: not all file systems keep it. */
static mark_t mark_folder(const char *path)
{
    GDir       *directory = g_dir_open(path, 0, NULL);
    const char *name;
    guint64     names = 0;
    gint64      count = 0;

    for (; directory && (name = g_dir_read_name(directory)) != NULL; count++)
        names += (guint64)g_str_hash(name) * (1 + strlen(name));
    if (directory)
        g_dir_close(directory);
    return (mark_t){ -2 - count, (gint64)(names & G_MAXINT64) };
}

static gint64 time_of(const GStatBuf *status)
{
#ifdef G_OS_WIN32
    return (gint64)status->st_mtime * G_USEC_PER_SEC;
#else
    return (gint64)status->st_mtim.tv_sec * G_USEC_PER_SEC + status->st_mtim.tv_nsec / 1000;
#endif
}

static mark_t mark_path(const char *path)
{
    GStatBuf status;

    if (g_stat(path, &status) != 0)
        return (mark_t){ -1, 0 };
    return (status.st_mode & S_IFMT) == S_IFDIR ? mark_folder(path) : (mark_t){ status.st_size, time_of(&status) };
}

/* A file that was written just now can be written again within the same tick of the clock: its mark never holds. One that
 * an archive dates in the future gets another time when it is written again. */
static bool is_settled(const mark_t *mark)
{
    gint64 age = g_get_real_time() - mark->time;

    return mark->size < 0 || ABS(age) > SETTLED * G_USEC_PER_SEC;
}

GVariant *bcnet_marks_of(const GPtrArray *paths)
{
    GHashTable     *known = g_hash_table_new(g_str_hash, g_str_equal);
    GVariantBuilder marks;

    g_variant_builder_init(&marks, G_VARIANT_TYPE(BCNET_MARKS));
    for (unsigned i = 0; i < paths->len; i++) {
        char  *path = g_ptr_array_index(paths, i);
        mark_t mark = mark_path(path);

        if (g_hash_table_add(known, path))
            g_variant_builder_add(&marks, "(^ayxx)", path, mark.size, is_settled(&mark) ? mark.time : -1);
    }
    g_hash_table_destroy(known);
    return g_variant_builder_end(&marks);
}

GHashTable *bcnet_marks_looked_at(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

static mark_t look_at(GHashTable *looked_at, const char *path)
{
    mark_t *mark;

    if (!looked_at)
        return mark_path(path);
    mark = g_hash_table_lookup(looked_at, path);
    if (!mark) {
        mark = g_new(mark_t, 1);
        *mark = mark_path(path);
        g_hash_table_insert(looked_at, g_strdup(path), mark);
    }
    return *mark;
}

bool bcnet_marks_hold(GVariant *marks, GHashTable *looked_at)
{
    GVariantIter iter;
    const char  *path;
    mark_t       mark;
    bool         hold = true;

    g_variant_iter_init(&iter, marks);
    while (hold && g_variant_iter_next(&iter, "(^&ayxx)", &path, &mark.size, &mark.time)) {
        mark_t now = look_at(looked_at, path);

        hold = now.size == mark.size && now.time == mark.time;
    }
    return hold;
}
