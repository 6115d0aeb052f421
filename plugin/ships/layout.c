/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ship layouts: the model, and the questions that can be asked about one ship. */
#include <string.h>

#include "reading/visible.h"
#include "ships/layout-private.h"

void bcnet_layout_report(GPtrArray *problems, const char *file, const char *group, const char *key, const char *format,
                         ...)
{
    GString *text = g_string_new(file);
    va_list  arguments;

    if (group)
        g_string_append_printf(text, "%s[%s]", file ? ", " : "", group);
    if (key)
        g_string_append_printf(text, ", %s", key);
    g_string_append(text, text->len > 0 ? ": " : "");
    va_start(arguments, format);
    g_string_append_vprintf(text, format, arguments);
    va_end(arguments);
    g_ptr_array_add(problems, bcnet_visible(text->str));
    g_string_free(text, TRUE);
}

static void free_subsystem(bcnet_subsystem_t *subsystem)
{
    for (unsigned i = 0; i < subsystem->child_count; i++)
        g_free(subsystem->children[i].name);
    g_free(subsystem->children);
    g_free(subsystem->name);
}

void bcnet_layout_free(bcnet_layout_t *layout)
{
    if (!layout)
        return;
    for (unsigned i = 0; i < layout->count; i++)
        free_subsystem(&layout->subsystems[i]);
    for (unsigned i = 0; i < layout->variant_count; i++)
        bcnet_layout_free(layout->variants[i]);
    g_free(layout->variants);
    g_free(layout->subsystems);
    g_free(layout->forms);
    g_free(layout->hashes);
    g_free(layout->key);
    g_free(layout->name);
    g_free(layout->script);
    g_free(layout->hardpoint);
    g_free(layout->faction);
    g_free(layout->confidence);
    g_free(layout->source);
    g_free(layout->origin);
    g_free(layout->note);
    g_free(layout);
}

void bcnet_layout_complete(bcnet_layout_t *layout)
{
    g_free(layout->forms);
    layout->forms = g_new0(bcnet_form_t, layout->count);
    layout->object_count = 0;
    for (unsigned i = 0; i < layout->count; i++) {
        const bcnet_subsystem_t *subsystem = &layout->subsystems[i];

        layout->forms[i].format = (uint8_t)bcnet_classes[subsystem->class_id].format;
        layout->forms[i].child_count = (uint8_t)subsystem->child_count;
        layout->object_count = MAX(layout->object_count, subsystem->object_offset);
        for (unsigned c = 0; c < subsystem->child_count; c++)
            layout->object_count = MAX(layout->object_count, subsystem->children[c].object_offset);
    }
}

bool bcnet_layout_has_cloak(const bcnet_layout_t *layout)
{
    for (unsigned i = 0; i < layout->count; i++)
        if (layout->subsystems[i].class_id == BCNET_CLASS_CLOAK)
            return true;
    return false;
}

bool bcnet_layout_takes_power(const bcnet_layout_t *layout, unsigned index)
{
    return index < layout->count &&
           (layout->forms[index].format == BCNET_FORMAT_POWERED || layout->forms[index].format == BCNET_FORMAT_SHIELD);
}

bool bcnet_layout_find_object(const bcnet_layout_t *layout, unsigned offset, const bcnet_subsystem_t **subsystem,
                              const bcnet_child_t **child)
{
    *child = NULL;
    for (unsigned i = 0; i < layout->count; i++) {
        *subsystem = &layout->subsystems[i];
        if ((*subsystem)->object_offset == offset)
            return true;
        for (unsigned c = 0; c < (*subsystem)->child_count; c++) {
            if ((*subsystem)->children[c].object_offset == offset) {
                *child = &(*subsystem)->children[c];
                return true;
            }
        }
    }
    *subsystem = NULL;
    return false;
}

bool bcnet_layout_has_role(const bcnet_layout_t *layout, unsigned offset, bcnet_role_t role)
{
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child;

    return bcnet_layout_find_object(layout, offset, &subsystem, &child) &&
           bcnet_class_has_role(child ? child->class_id : subsystem->class_id, role);
}

bool bcnet_layout_same_form(const bcnet_layout_t *a, const bcnet_layout_t *b)
{
    return a->count == b->count && memcmp(a->forms, b->forms, a->count * sizeof a->forms[0]) == 0;
}
