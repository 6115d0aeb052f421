/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Notes and errors about scripts, each with its line. */
#include "mods/source.h"

#include <string.h>

#include "reading/hash.h"
#include "reading/visible.h"

static void free_remark(void *data)
{
    bcnet_import_remark_t *remark = data;

    g_free(remark->file);
    g_free(remark->text);
    g_free(remark);
}

GPtrArray *bcnet_remarks_new(void)
{
    return g_ptr_array_new_with_free_func(free_remark);
}

static bool is_known(const GPtrArray *remarks, const bcnet_import_remark_t *remark)
{
    for (unsigned i = 0; i < remarks->len; i++) {
        const bcnet_import_remark_t *other = g_ptr_array_index(remarks, i);

        if (other->line == remark->line && strcmp(other->text, remark->text) == 0 &&
            strcmp(other->file, remark->file) == 0)
            return true;
    }
    return false;
}

void bcnet_remark(GPtrArray *remarks, bcnet_remark_kind_t kind, const char *file, unsigned line, const char *format,
                  ...)
{
    bcnet_import_remark_t *remark;
    va_list                arguments;

    if (!remarks || bcnet_remarks_count(remarks, kind) >= BCNET_REMARKS_MAX)
        return;
    remark = g_new0(bcnet_import_remark_t, 1);
    va_start(arguments, format);
    remark->text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    remark->file = g_strdup(file);
    remark->line = line;
    remark->kind = kind;
    remark->format = format;
    if (is_known(remarks, remark))
        free_remark(remark);
    else
        g_ptr_array_add(remarks, remark);
}

unsigned bcnet_remarks_count(const GPtrArray *remarks, bcnet_remark_kind_t kind)
{
    unsigned count = 0;

    for (unsigned i = 0; i < remarks->len; i++) {
        const bcnet_import_remark_t *remark = g_ptr_array_index(remarks, i);

        count += remark->kind == kind || (kind == BCNET_NOTE && remark->kind == BCNET_DOUBT);
    }
    return count;
}

const bcnet_import_remark_t *bcnet_remarks_first(const GPtrArray *remarks, bcnet_remark_kind_t kind)
{
    for (unsigned i = 0; i < remarks->len; i++)
        if (((const bcnet_import_remark_t *)g_ptr_array_index(remarks, i))->kind == kind)
            return g_ptr_array_index(remarks, i);
    return NULL;
}

char *bcnet_remark_text(const bcnet_import_remark_t *remark, unsigned times)
{
    GString *text = g_string_new(remark->file);
    char    *visible;

    if (remark->line > 0)
        g_string_append_printf(text, ":%u", remark->line);
    g_string_append(text, remark->kind == BCNET_ERROR ? ": error: " : ": note: ");
    if (times > 0)
        g_string_append_printf(text, "%u times, first: ", times);
    g_string_append_printf(text, "%s.", remark->text);
    visible = bcnet_visible(text->str);
    g_string_free(text, TRUE);
    return visible;
}

/* Remarks with the same key say the same of different things: of lines in one script, or of whole scripts. What is wrong
 * with a script as a whole is said of each. */
static char *key_of(const bcnet_import_remark_t *remark)
{
    if (remark->line == 0 && remark->kind == BCNET_ERROR)
        return g_strdup_printf("%p", (const void *)remark);
    return g_strdup_printf("%d %d %s %s", remark->kind, remark->line > 0, remark->line > 0 ? remark->file : "",
                           remark->format);
}

char *bcnet_remarks_text(const GPtrArray *remarks, bool folded)
{
    enum { FOLDED = 3 }; /* from so many on */
    GHashTable *counts = bcnet_names_new(g_free, NULL);
    GString    *text = g_string_new(NULL);

    /* They are counted, then written: with the first of many the others are said, too. */
    for (unsigned i = 0; i < 2 * remarks->len; i++) {
        const bcnet_import_remark_t *remark = g_ptr_array_index(remarks, i % remarks->len);
        char                        *key = key_of(remark);
        unsigned                     times = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));
        const bool many = folded && times >= FOLDED, write = i >= remarks->len && (!folded || times > 0);
        char      *line = write ? bcnet_remark_text(remark, many ? times : 0) : NULL;

        if (line)
            g_string_append_printf(text, "%s\n", line);
        g_free(line);
        times = i < remarks->len ? times + 1 : many ? 0 : times;
        g_hash_table_insert(counts, key, GUINT_TO_POINTER(times));
    }
    g_hash_table_destroy(counts);
    return g_string_free(text, FALSE);
}
