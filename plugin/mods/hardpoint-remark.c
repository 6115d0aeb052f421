/* Notes and errors about scripts, each with its place.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/hardpoint-remark.h"

#include <string.h>

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

void bcnet_remark(GPtrArray *remarks, bcnet_remark_kind_t kind, const char *file, bcnet_place_t place,
                  const char *format, ...)
{
    bcnet_remark_t *remark;
    va_list         arguments;

    if (bcnet_remarks_count(remarks, kind) >= BCNET_REMARKS_MAX)
        return;
    remark = g_new0(bcnet_remark_t, 1);
    va_start(arguments, format);
    remark->text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    remark->file = g_strdup(file);
    remark->place = place;
    remark->kind = kind;
    if (is_known(remarks, remark))
        free_remark(remark);
    else
        g_ptr_array_add(remarks, remark);
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

char *bcnet_remark_text(const bcnet_remark_t *remark)
{
    GString *text = g_string_new(remark->file);

    if (remark->place.line > 0)
        g_string_append_printf(text, ":%u", remark->place.line);
    if (remark->place.column > 0)
        g_string_append_printf(text, ":%u", remark->place.column);
    g_string_append_printf(text, ": %s: %s.", remark->kind == BCNET_ERROR ? "error" : "note", remark->text);
    return g_string_free(text, FALSE);
}
