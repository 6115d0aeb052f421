/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/file-checks.h"

#include <string.h>

#include <epan/charsets.h>
#include <wsutil/filesystem.h>

#include "game/ship-layouts.h"
#include "reading/name-list.h"
#include "reading/small-file.h"
#include "reading/words.h"

/* In the order in which they are asked. */
enum { STOCK, LISTED, HEARD, SOURCES };

static bcnet_name_list_t *sources[SOURCES]; /* the last two live as long as a capture */

enum { LIST_FILE_MAX = 16 << 20 /* bytes: some 500,000 names */ };

/* ---- Asking ---- */

static const char *in_words(wmem_allocator_t *pool, bcnet_listed_name_t name)
{
    if (!name.text)
        return NULL;
    return bcnet_printable(pool, (char *)get_8859_1_string(pool, (const uint8_t *)name.text, (int)name.length));
}

static bool same(bcnet_listed_name_t a, bcnet_listed_name_t b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

bcnet_file_name_t bcnet_file_name_at(wmem_allocator_t *pool, uint32_t hash, bcnet_stamp_t stamp)
{
    bcnet_listed_name_t first = { NULL, 0 }, second = { NULL, 0 };

    for (unsigned i = 0; i < SOURCES && !second.text; i++) {
        bcnet_listed_name_t       other;
        const bcnet_listed_name_t found = bcnet_name_list_find(sources[i], hash, stamp, &other);
        if (!found.text)
            continue;
        if (!first.text)
            first = found;
        else if (!same(first, found))
            other = found;
        if (other.text && !same(first, other))
            second = other;
    }
    return (bcnet_file_name_t){ .name = in_words(pool, first), .other = in_words(pool, second) };
}

bcnet_file_name_t bcnet_file_name(const bcnet_msg_t *msg, uint32_t hash)
{
    return bcnet_file_name_at(msg->pinfo->pool, hash, msg->stamp);
}

void bcnet_note_file_name(bcnet_msg_t *msg, const uint8_t *name, int length)
{
    if (msg->may_learn && length > 0)
        bcnet_name_list_add_path(sources[HEARD], (const char *)name, (size_t)length, msg->stamp);
}

/* ---- The user's lists ---- */

static void read_list(const char *path)
{
    GError *error = NULL;
    size_t  length = 0;
    char   *text = bcnet_read_small_file(path, LIST_FILE_MAX, &length, &error);

    if (text) {
        bcnet_name_list_add_text(sources[LISTED], text, length);
        bcnet_expect_wide_letters();
    } else {
        bcnet_report_once(g_strdup_printf("List of names %s: %s", path, error->message));
        g_error_free(error);
    }
}

/* Runs before a capture is dissected, when nothing of an earlier one is left. In name order: of two names with one hash the
 * first is shown. */
static void start_capture(void)
{
    char      *folder = BCNET_CONFIG_FILE("bcnet" G_DIR_SEPARATOR_S "names");
    GPtrArray *paths = bcnet_list_files(folder, ".txt", NULL);

    for (unsigned i = LISTED; i < SOURCES; i++) {
        bcnet_name_list_free(sources[i]);
        sources[i] = bcnet_name_list_new();
    }
    for (guint i = 0; i < paths->len; i++)
        read_list(g_ptr_array_index(paths, i));
    g_ptr_array_free(paths, TRUE);
    g_free(folder);
}

static void forget_everything(void)
{
    for (unsigned i = 0; i < SOURCES; i++)
        bcnet_name_list_free(sources[i]);
}

/* All that the unmodified game can send: its version, folders and files. */
static void add_stock_names(bcnet_name_list_t *list)
{
    bcnet_name_list_add(list, "60", 2);
    for (unsigned i = 0; i < BCNET_STOCK_FOLDERS; i++) {
        const bcnet_stock_folder_t *folder = &bcnet_stock_folders[i];
        const char                 *slash = strrchr(folder->path, '/'), *last = slash ? slash + 1 : folder->path;
        bcnet_name_list_add(list, folder->path, strlen(folder->path));
        bcnet_name_list_add(list, last, strlen(last));
        for (unsigned file = 0; file < folder->count; file++)
            bcnet_name_list_add(list, folder->files[file].name, strlen(folder->files[file].name));
    }
}

void bcnet_register_file_names(void)
{
    for (unsigned i = 0; i < SOURCES; i++)
        sources[i] = bcnet_name_list_new();
    add_stock_names(sources[STOCK]);
    register_init_routine(start_capture);
    register_shutdown_routine(forget_everything);
}
