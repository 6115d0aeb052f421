/* Notes and errors about scripts, each with its place.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/hardpoint-remark.h"

#include <string.h>

#include "reading/visible.h"

static void free_remark(void *data)
{
    bcnet_remark_t *remark = data;

    g_free(remark->file);
    g_free(remark->text);
    g_free(remark);
}

GPtrArray *bcnet_remarks_new(void)
{
    return g_ptr_array_new_with_free_func(free_remark);
}

static bool is_known(const GPtrArray *remarks, const bcnet_remark_t *remark)
{
    for (unsigned i = 0; i < remarks->len; i++) {
        const bcnet_remark_t *other = g_ptr_array_index(remarks, i);

        if (other->place.line == remark->place.line && other->place.column == remark->place.column &&
            strcmp(other->text, remark->text) == 0 && strcmp(other->file, remark->file) == 0)
            return true;
    }
    return false;
}

void bcnet_remark_list(GPtrArray *remarks, bcnet_remark_kind_t kind, const char *file, bcnet_place_t place,
                       const char *format, va_list arguments)
{
    bcnet_remark_t *remark;

    if (bcnet_remarks_count(remarks, kind) >= BCNET_REMARKS_MAX)
        return;
    remark = g_new0(bcnet_remark_t, 1);
    remark->text = g_strdup_vprintf(format, arguments);
    remark->file = g_strdup(file);
    remark->place = place;
    remark->kind = kind;
    remark->format = format;
    if (is_known(remarks, remark))
        free_remark(remark);
    else
        g_ptr_array_add(remarks, remark);
}

void bcnet_remark(GPtrArray *remarks, bcnet_remark_kind_t kind, const char *file, bcnet_place_t place,
                  const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    bcnet_remark_list(remarks, kind, file, place, format, arguments);
    va_end(arguments);
}

unsigned bcnet_remarks_count(const GPtrArray *remarks, bcnet_remark_kind_t kind)
{
    unsigned count = 0;

    for (unsigned i = 0; i < remarks->len; i++) {
        const bcnet_remark_t *remark = g_ptr_array_index(remarks, i);

        count += remark->kind == kind || (kind == BCNET_NOTE && remark->kind == BCNET_DOUBT);
    }
    return count;
}

char *bcnet_remark_text(const bcnet_remark_t *remark, unsigned times)
{
    GString *text = g_string_new(remark->file);
    char    *visible;

    if (remark->place.line > 0)
        g_string_append_printf(text, ":%u", remark->place.line);
    if (remark->place.column > 0)
        g_string_append_printf(text, ":%u", remark->place.column);
    g_string_append(text, remark->kind == BCNET_ERROR ? ": error: " : ": note: ");
    if (times > 0)
        g_string_append_printf(text, "%u times, first: ", times);
    g_string_append_printf(text, "%s.", remark->text);
    visible = bcnet_visible(text->str);
    g_string_free(text, TRUE);
    return visible;
}

/* Whether two remarks say the same of different things: of places in one script, or of whole scripts. What is wrong
 * with a script as a whole is said of each. */
static gboolean are_alike(gconstpointer one, gconstpointer other)
{
    const bcnet_remark_t *a = one, *b = other;

    if (a == b)
        return TRUE;
    if (a->kind != b->kind || strcmp(a->format, b->format) != 0 || (a->place.line == 0) != (b->place.line == 0))
        return FALSE;
    return a->place.line > 0 ? strcmp(a->file, b->file) == 0 : a->kind != BCNET_ERROR;
}

static guint hash_alike(gconstpointer data)
{
    const bcnet_remark_t *remark = data;
    const guint           hash = g_str_hash(remark->format);

    if (remark->place.line > 0)
        return hash ^ g_str_hash(remark->file);
    return remark->kind == BCNET_ERROR ? g_direct_hash(data) : hash;
}

/* The first of those that are alike -> how many they are. */
static GHashTable *count_alike(const GPtrArray *remarks)
{
    GHashTable *counts = g_hash_table_new(hash_alike, are_alike);

    for (unsigned i = 0; i < remarks->len; i++) {
        const guint times = GPOINTER_TO_UINT(g_hash_table_lookup(counts, g_ptr_array_index(remarks, i)));

        g_hash_table_insert(counts, g_ptr_array_index(remarks, i),
                            GUINT_TO_POINTER(times + 1)); /* the first stays key */
    }
    return counts;
}

GPtrArray *bcnet_remarks_lines(const GPtrArray *remarks, bool folded)
{
    enum { FOLDED = 3 }; /* from so many on */
    GHashTable *counts = count_alike(remarks);
    GPtrArray  *lines = g_ptr_array_new_with_free_func(g_free);

    for (unsigned i = 0; i < remarks->len; i++) {
        const bcnet_remark_t *remark = g_ptr_array_index(remarks, i);
        gpointer              first, times;

        g_hash_table_lookup_extended(counts, remark, &first, &times);
        if (!folded || GPOINTER_TO_UINT(times) < FOLDED)
            g_ptr_array_add(lines, bcnet_remark_text(remark, 0));
        else if (first == remark)
            g_ptr_array_add(lines, bcnet_remark_text(remark, GPOINTER_TO_UINT(times)));
    }
    g_hash_table_destroy(counts);
    return lines;
}
