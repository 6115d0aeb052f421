/* Names by what they hash to (protocol chapter 35.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/name-list.h"

#include <string.h>

#include <glib.h>

#include "reading/name-hash.h"

typedef struct {
    const char *text;
    uint64_t    since;
    uint32_t    hash;
    uint32_t    length;
    uint32_t    other; /* index + 1 of another name with the hash; 0: none is known */
} entry_t;

/* The directory of the path before: most lines of a list are in the same one as their neighbours. */
typedef struct {
    const char *text;
    size_t      length; /* 0: none */
    uint32_t    hash;
    unsigned    levels;
} directory_t;

struct bcnet_name_list {
    entry_t    *entries;
    uint32_t    count;
    uint32_t   *slots; /* of entries by hash: index + 1; 0: free. Twice as many as entries */
    unsigned    slot_bits;
    uint32_t    factor; /* a random one in every run: no list can be made to fill one corner of the table */
    directory_t directory;
    GPtrArray  *texts; /* what the entries point into */
};

enum { FIRST_SLOT_BITS = 8, MOST_SLOT_BITS = 26, TYPICAL_NAME = 16 /* characters of a text for each */ };

/* ---- The table ---- */

static size_t capacity(const bcnet_name_list_t *list)
{
    return (size_t)1 << (list->slot_bits - 1);
}

/* The slot of a hash, or the free one where it belongs. */
static uint32_t *slot_of(const bcnet_name_list_t *list, uint32_t hash)
{
    const uint32_t mask = (1U << list->slot_bits) - 1;
    uint32_t       at = (hash * list->factor) >> (32 - list->slot_bits);

    while (list->slots[at] != 0 && list->entries[list->slots[at] - 1].hash != hash)
        at = (at + 1) & mask;
    return &list->slots[at];
}

/* Entries that share a hash with an earlier one have no slot of their own. */
static void resize(bcnet_name_list_t *list, unsigned slot_bits)
{
    list->slot_bits = slot_bits;
    g_free(list->slots);
    list->slots = g_new0(uint32_t, (size_t)1 << slot_bits);
    list->entries = g_renew(entry_t, list->entries, capacity(list));
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t *slot = slot_of(list, list->entries[i].hash);
        if (*slot == 0)
            *slot = i + 1;
    }
}

static void make_room(bcnet_name_list_t *list, size_t more)
{
    unsigned slot_bits = list->slot_bits;

    while (slot_bits < MOST_SLOT_BITS && ((size_t)1 << (slot_bits - 1)) < list->count + more)
        slot_bits++;
    if (slot_bits > list->slot_bits)
        resize(list, slot_bits);
}

static uint32_t append(bcnet_name_list_t *list, uint32_t hash, const char *text, size_t length, uint64_t since)
{
    const entry_t entry = { .text = text, .since = since, .hash = hash, .length = (uint32_t)length };

    list->entries[list->count] = entry;
    return ++list->count;
}

static bool is_name(const entry_t *entry, const char *text, size_t length)
{
    return entry->length == length && memcmp(entry->text, text, length) == 0;
}

/* False when the list has the name already, or two others with its hash: one is shown, and one says that it may be
 * another. */
static bool insert(bcnet_name_list_t *list, uint32_t hash, const char *text, size_t length, uint64_t since)
{
    make_room(list, 1);
    if (list->count == capacity(list))
        return false;
    uint32_t *slot = slot_of(list, hash);
    if (*slot == 0) {
        *slot = append(list, hash, text, length, since);
        return true;
    }
    entry_t *entry = &list->entries[*slot - 1];
    if (entry->other != 0 || is_name(entry, text, length))
        return false;
    entry->other = append(list, hash, text, length, since);
    return true;
}

bcnet_listed_name_t bcnet_name_list_find(const bcnet_name_list_t *list, uint32_t hash, uint64_t when,
                                         bcnet_listed_name_t *other)
{
    const bcnet_listed_name_t none = { .text = NULL, .length = 0 };
    const uint32_t            place = *slot_of(list, hash);
    const entry_t            *entry = place != 0 ? &list->entries[place - 1] : NULL;
    const entry_t            *second = entry && entry->other != 0 ? &list->entries[entry->other - 1] : NULL;

    *other = none;
    if (!entry || entry->since > when)
        return none;
    if (second && second->since <= when)
        *other = (bcnet_listed_name_t){ second->text, second->length };
    return (bcnet_listed_name_t){ entry->text, entry->length };
}

bcnet_name_list_t *bcnet_name_list_new(void)
{
    bcnet_name_list_t *list = g_new0(bcnet_name_list_t, 1);

    list->factor = g_random_int() | 1;
    resize(list, FIRST_SLOT_BITS);
    list->texts = g_ptr_array_new_with_free_func(g_free);
    return list;
}

void bcnet_name_list_free(bcnet_name_list_t *list)
{
    g_free(list->slots);
    g_free(list->entries);
    g_ptr_array_unref(list->texts);
    g_free(list);
}

size_t bcnet_name_list_count(const bcnet_name_list_t *list)
{
    return list->count;
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

static bool is_in(const directory_t *directory, const char *path, size_t length)
{
    return directory->length > 0 && directory->length < length && path[directory->length] == '/' &&
           memcmp(path, directory->text, directory->length) == 0;
}

/* Every part of a path, and every leading path: hashes of those go on from each other. False when all were known. */
static bool insert_parts(bcnet_name_list_t *list, const char *path, size_t length, uint64_t since)
{
    directory_t leading = { .text = path };
    bool        any = false;
    size_t      start = 0;

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
            list->directory = (directory_t){ path, end, leading.hash, leading.levels + 1 };
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

/* What kinds of characters a line has. */
typedef enum { PLAIN, BEYOND_ASCII, WITH_CONTROLS } characters_t;

static characters_t look_at(const char *line, size_t length)
{
    characters_t found = PLAIN;

    for (size_t i = 0; i < length; i++) {
        const uint8_t character = (uint8_t)line[i];
        if (character < ' ')
            return WITH_CONTROLS;
        if (character >= 0x7F)
            found = BEYOND_ASCII;
    }
    return found;
}

static void add_line(bcnet_name_list_t *list, char *line, size_t length)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (length == 0 || length > BCNET_PATH_MAX)
        return;
    const characters_t characters = look_at(line, length);
    if (characters == WITH_CONTROLS)
        return;
    if (characters == BEYOND_ASCII)
        length = to_latin_1(line, length);
    insert_parts(list, line, normalise(line, length), 0);
}

void bcnet_name_list_add_text(bcnet_name_list_t *list, char *text, size_t length)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    const size_t      mark = sizeof byte_order_mark - 1;
    char             *line = text, *end = text + length;

    g_ptr_array_add(list->texts, text);
    make_room(list, length / TYPICAL_NAME);
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
