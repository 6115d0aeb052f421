/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/name-list.h"

#include <string.h>

#include <glib.h>

#include "reading/name-hash.h"

/* The names with one hash. Two are enough: one is shown, and one says that it may be another. */
typedef struct {
    bcnet_listed_name_t name, other;
    uint64_t            since, other_since;
} bcnet_name_entry_t;

/* The directory of the path before: most lines of a list are in the same one as their neighbours. */
typedef struct {
    const char *text;
    size_t      length; /* 0: none */
    uint32_t    hash;
    unsigned    levels;
} bcnet_name_directory_t;

struct bcnet_name_list {
    GHashTable            *entries; /* by hash */
    size_t                 count;
    bcnet_name_directory_t directory;
    GPtrArray             *texts; /* what the entries point into */
};

enum { MOST_NAMES = 1 << 25 };

/* ---- The table ---- */

static uint32_t factor; /* a random one in every run: no list can be made to fill one corner of the table */

static guint scatter(gconstpointer hash)
{
    return GPOINTER_TO_UINT(hash) * factor;
}

static bcnet_name_entry_t *entry_of(const bcnet_name_list_t *list, uint32_t hash)
{
    return (bcnet_name_entry_t *)g_hash_table_lookup(list->entries, GUINT_TO_POINTER(hash));
}

/* False when the list has the name already, or two others with its hash. */
static bool insert(bcnet_name_list_t *list, uint32_t hash, const char *text, size_t length, uint64_t since)
{
    const bcnet_listed_name_t name = { text, length };
    bcnet_name_entry_t       *entry = entry_of(list, hash);

    const bool known = entry && entry->name.length == length && memcmp(entry->name.text, text, length) == 0;

    if (list->count == MOST_NAMES || known || (entry && entry->other.text))
        return false;
    list->count++;
    if (entry) {
        entry->other = name;
        entry->other_since = since;
        return true;
    }
    entry = g_new(bcnet_name_entry_t, 1);
    *entry = (bcnet_name_entry_t){ .name = name, .since = since };
    g_hash_table_insert(list->entries, GUINT_TO_POINTER(hash), entry);
    return true;
}

bcnet_listed_name_t bcnet_name_list_find(const bcnet_name_list_t *list, uint32_t hash, uint64_t when,
                                         bcnet_listed_name_t *other)
{
    const bcnet_listed_name_t none = { .text = NULL, .length = 0 };
    const bcnet_name_entry_t *entry = entry_of(list, hash);
    const bool                known = entry && entry->since <= when;

    *other = known && entry->other_since <= when ? entry->other : none;
    return known ? entry->name : none;
}

bcnet_name_list_t *bcnet_name_list_new(void)
{
    bcnet_name_list_t *list = g_new0(bcnet_name_list_t, 1);

    if (factor == 0)
        factor = g_random_int() | 1;
    list->entries = g_hash_table_new_full(scatter, NULL, NULL, g_free);
    list->texts = g_ptr_array_new_with_free_func(g_free);
    return list;
}

void bcnet_name_list_free(bcnet_name_list_t *list)
{
    g_hash_table_destroy(list->entries);
    g_ptr_array_unref(list->texts);
    g_free(list);
}

/* ---- Paths ---- */

/* The client's form: `\` becomes `/`, a `/` at the end is dropped, nothing is put before it (35.3). */
static size_t normalise(char *path, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (path[i] == '\\')
            path[i] = '/';
    return length > 0 && path[length - 1] == '/' ? length - 1 : length;
}

static bool is_in(const bcnet_name_directory_t *directory, const char *path, size_t length)
{
    return directory->length > 0 && directory->length < length && path[directory->length] == '/' &&
           memcmp(path, directory->text, directory->length) == 0;
}

/* Every part of a path, and every leading path: hashes of those go on from each other. False when all were known. */
static bool insert_parts(bcnet_name_list_t *list, const char *path, size_t length, uint64_t since)
{
    bcnet_name_directory_t leading = { .text = path };
    bool                   any = false;
    size_t                 start = 0;

    if (is_in(&list->directory, path, length)) {
        leading = list->directory;
        start = leading.length + 1;
    }
    for (; leading.levels < BCNET_PATH_LEVELS_MAX && start < length; leading.levels++) {
        const char  *slash = (const char *)memchr(path + start, '/', length - start);
        const size_t end = slash ? (size_t)(slash - path) : length;
        leading.hash = bcnet_name_hash_more(leading.hash, path + leading.length, end - leading.length);
        leading.length = end;
        if (end > start) {
            any |= insert(list, leading.hash, path, end, since);
            if (start > 0)
                any |= insert(list, bcnet_name_hash(path + start, end - start), path + start, end - start, since);
        }
        if (slash)
            list->directory = (bcnet_name_directory_t){ path, end, leading.hash, leading.levels + 1 };
        start = end + 1;
    }
    return any;
}

void bcnet_name_list_add(bcnet_name_list_t *list, const char *name, size_t length)
{
    insert(list, bcnet_name_hash(name, length), name, length, 0);
}

void bcnet_name_list_add_path(bcnet_name_list_t *list, const char *path, size_t length, uint64_t when)
{
    if (length == 0 || length > BCNET_PATH_MAX)
        return;
    char *copy = (char *)g_memdup2(path, length);
    if (insert_parts(list, copy, normalise(copy, length), when)) {
        g_ptr_array_add(list->texts, copy);
        return;
    }
    list->directory.length = 0; /* it may be one of the copy */
    g_free(copy);
}

/* ---- Texts ---- */

/* From UTF-8 to ISO-8859-1, in place: it never gets longer. What is no UTF-8 is taken for ISO-8859-1 already. 0 for what
 * no file of the game can be called. */
static size_t to_latin_1(char *line, size_t length)
{
    const char *end = line + length;
    char       *to = line;

    if (!g_utf8_validate_len(line, length, NULL))
        return length;
    for (const char *from = line; from < end;) {
        const gunichar character = g_utf8_get_char(from);
        if (character > UINT8_MAX)
            return 0;
        from = g_utf8_next_char(from); /* before its first byte is written over */
        *to++ = (char)character;
    }
    return (size_t)(to - line);
}

static void add_line(bcnet_name_list_t *list, char *line, size_t length)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (length == 0 || length > BCNET_PATH_MAX)
        return;
    for (size_t i = 0; i < length; i++)
        if ((uint8_t)line[i] < ' ')
            return;
    length = to_latin_1(line, length);
    insert_parts(list, line, normalise(line, length), 0);
}

void bcnet_name_list_add_text(bcnet_name_list_t *list, char *text, size_t length)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    const size_t      mark = sizeof byte_order_mark - 1;
    char             *line = text, *end = text + length;

    g_ptr_array_add(list->texts, text);
    if (length >= mark && memcmp(text, byte_order_mark, mark) == 0)
        line += mark;
    while (line < end) {
        char *line_end = (char *)memchr(line, '\n', (size_t)(end - line));
        if (!line_end)
            line_end = end;
        add_line(list, line, (size_t)(line_end - line));
        line = line_end + 1;
    }
}
