/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Notes and errors about scripts, each with its line. */
#include "mods/source.h"

#include <string.h>

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
    remark = g_new(bcnet_import_remark_t, 1);
    va_start(arguments, format);
    *remark = (bcnet_import_remark_t){ g_strdup(file), line, kind, g_strdup_vprintf(format, arguments), format };
    va_end(arguments);
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
    char *line = remark->line > 0 ? g_strdup_printf(":%u", remark->line) : g_strdup("");
    char *first = times > 1 ? g_strdup_printf("%u times, first: ", times) : g_strdup("");
    char *text = g_strdup_printf("%s%s: %s: %s%s.", remark->file, line, remark->kind == BCNET_ERROR ? "error" : "note",
                                 first, remark->text);
    char *visible = bcnet_visible(text);

    g_free(text);
    g_free(first);
    g_free(line);
    return visible;
}

/* Of lines in one script, or of whole scripts. What is wrong with a script as a whole is said of each. */
static bool says_the_same(const bcnet_import_remark_t *one, const bcnet_import_remark_t *other)
{
    const bool lines = one->line > 0;

    return one == other || (one->format == other->format && one->kind == other->kind && lines == (other->line > 0) &&
                            (lines ? strcmp(one->file, other->file) == 0 : one->kind != BCNET_ERROR));
}

unsigned bcnet_remark_times(const GPtrArray *remarks, unsigned place)
{
    enum { FOLDED = 3 }; /* from so many on */
    const bcnet_import_remark_t *remark = g_ptr_array_index(remarks, place);
    unsigned                     times = 0, before = 0;

    for (unsigned i = 0; i < remarks->len && (before == 0 || times < FOLDED); i++) {
        const bool same = says_the_same(remark, g_ptr_array_index(remarks, i));
        times += same;
        before += same && i < place;
    }
    return times < FOLDED ? 1 : before > 0 ? 0 : times;
}
