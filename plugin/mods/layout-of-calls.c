/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a hardpoint script, by the properties that it adds, to the list of subsystems (97.2, rules 2 to 6). */
#include <string.h>

#include "mods/script.h"

/* What it means that a script adds a property again: it takes the place of the first one, is a further subsystem, or is
 * moved to the end. The first reading is taken, the others are variants, with the names that stock layouts use. */
typedef enum { READD_REPLACE, READD_APPEND, READD_MOVE, READD_COUNT } readd_t;
static const char *const variants[READD_COUNT] = { [READD_APPEND] = "append", [READD_MOVE] = "move to end" };

/* ---- classes ---- */

/* The class of a property; BCNET_CLASS_COUNT when it cannot be told. */
static bcnet_class_t class_of(const bcnet_property_t *property)
{
    if (property->kind->kind != BCNET_KIND_WEAPONS)
        return property->kind->class_id;
    switch (property->weapon_type) { /* 97.2, rule 3 */
    case 1:
        return BCNET_CLASS_PHASER_SYSTEM;
    case 3:
        return BCNET_CLASS_PULSE_SYSTEM;
    case 4:
        return BCNET_CLASS_TRACTOR_SYSTEM;
    default:
        return BCNET_CLASS_COUNT;
    }
}

/* The class of the system that a child belongs to; BCNET_CLASS_COUNT for what is no child. */
static bcnet_class_t parent_class(const bcnet_property_t *property)
{
    bcnet_class_t class_id = class_of(property);

    if (class_id == BCNET_CLASS_ENGINE)
        return property->engine_type == 1 ? BCNET_CLASS_WARP : BCNET_CLASS_IMPULSE;
    for (unsigned system = 0; system < BCNET_CLASS_COUNT && class_id != BCNET_CLASS_COUNT; system++)
        if (bcnet_classes[system].child == class_id)
            return (bcnet_class_t)system;
    return BCNET_CLASS_COUNT;
}

static bool needs_primary(bcnet_class_t class_id)
{
    return bcnet_classes[class_id].child != BCNET_CLASS_COUNT;
}

/* ---- which properties are on the ship, in which order ---- */

/* What the game makes of a weapon system whose type it does not know is not known: no subsystem, it is guessed. */
static bool is_untyped(const bcnet_property_t *property)
{
    return property->kind->kind == BCNET_KIND_WEAPONS && class_of(property) == BCNET_CLASS_COUNT;
}

/* Where a property of the same name and kind stands already; G_MAXUINT: nowhere. */
static unsigned find_same(const GPtrArray *list, const bcnet_property_t *property)
{
    for (unsigned i = 0; i < list->len; i++) {
        const bcnet_property_t *other = g_ptr_array_index(list, i);

        if (other->kind == property->kind && strcmp(other->name, property->name) == 0)
            return i;
    }
    return G_MAXUINT;
}

/* Whether all that decides is known of a property on the ship. */
static bool check_property(const bcnet_property_t *property, GPtrArray *remarks)
{
    const bcnet_class_t class_id = class_of(property);
    const bool          unknown = property->kind->kind == BCNET_KIND_UNKNOWN;
    const bool untyped = class_id == BCNET_CLASS_ENGINE && property->engine_type != 0 && property->engine_type != 1;

    if (unknown)
        bcnet_remark(remarks, BCNET_ERROR, property->file, property->line,
                     "\"%s\" is a %s, and it is not known whether that is a subsystem", property->name,
                     property->kind->name);
    else if (untyped)
        bcnet_remark(remarks, BCNET_ERROR, property->file, property->line,
                     "the type of engine \"%s\" is %d, neither impulse nor warp", property->name,
                     property->engine_type);
    else if (is_untyped(property))
        bcnet_remark(remarks, BCNET_DOUBT, property->file, property->line,
                     "the type of weapon system \"%s\" is %s: it is taken for no subsystem, which is a guess",
                     property->name, property->weapon_type == 0 ? "not set" : "none that is known");
    else if (class_id != BCNET_CLASS_COUNT && needs_primary(class_id) && !property->primary_told)
        bcnet_remark(remarks, BCNET_DOUBT, property->file, property->line,
                     "\"%s\" does not say whether it is primary and is taken for a system without children",
                     property->name);
    return !unknown && !untyped;
}

/* The subsystem properties in order of creation; `again` becomes true when one was added again, which is a remark. */
static GPtrArray *creation_order(const GArray *added, readd_t readd, bool *again, GPtrArray *remarks)
{
    GPtrArray *list = g_ptr_array_new();

    for (unsigned i = 0; i < added->len; i++) {
        const bcnet_added_t *one = &g_array_index(added, bcnet_added_t, i);
        bcnet_property_t    *property = (bcnet_property_t *)one->property;
        const unsigned       same = find_same(list, property);

        if (property->kind->kind == BCNET_KIND_OTHER || is_untyped(property))
            continue;
        *again = *again || same != G_MAXUINT;
        if (same != G_MAXUINT)
            bcnet_remark(remarks, BCNET_DOUBT, one->file, one->line,
                         "\"%s\" was added before; what the game makes of that is not known, it is taken here in the "
                         "place of the first one",
                         property->name);
        if (same != G_MAXUINT && readd == READD_REPLACE) {
            g_ptr_array_index(list, same) = property;
            continue;
        }
        if (same != G_MAXUINT && readd == READD_MOVE)
            g_ptr_array_remove_index(list, same);
        g_ptr_array_add(list, property);
    }
    return list;
}

/* ---- the layout ---- */

char *bcnet_layout_clean_name(const char *name)
{
    const bool utf8 = name && g_utf8_validate(name, -1, NULL); /* else Latin-1: the name of a file, perhaps */
    GString   *text = g_string_new(NULL);

    if (!name)
        return g_string_free(text, TRUE);
    for (unsigned length = 0; *name != '\0' && length < BCNET_LAYOUT_NAME_MAX; length++) {
        gunichar character = utf8 ? g_utf8_get_char(name) : (unsigned char)*name;

        g_string_append_unichar(text, g_unichar_iscntrl(character) ? '?' : character);
        name = utf8 ? g_utf8_next_char(name) : name + 1;
    }
    return g_string_free(text, FALSE);
}

static void fill_subsystem(bcnet_subsystem_t *subsystem, const bcnet_property_t *property, unsigned number)
{
    *subsystem = property->values;
    subsystem->name = bcnet_layout_clean_name(property->name);
    subsystem->class_id = class_of(property);
    subsystem->object_offset = number;
    /* Without children it makes no difference, and the second hull of a ship is never primary. */
    subsystem->primary = subsystem->primary || !needs_primary(subsystem->class_id);
}

static void add_child(bcnet_subsystem_t *parent, const bcnet_property_t *property, unsigned number)
{
    parent->children = g_renew(bcnet_child_t, parent->children, parent->child_count + 1);
    parent->children[parent->child_count++] = (bcnet_child_t){ .name = bcnet_layout_clean_name(property->name),
                                                               .class_id = class_of(property),
                                                               .max_condition = property->values.max_condition,
                                                               .object_offset = number };
}

/* 97.2, rules 4 and 5. */
static void fill_layout(bcnet_layout_t *layout, const GPtrArray *list)
{
    /* The last one of a class, none of what is no child; and where that stands in the layout. */
    const bcnet_property_t *primary[BCNET_CLASS_COUNT + 1] = { NULL };
    unsigned                where[BCNET_CLASS_COUNT] = { 0 };

    for (unsigned i = 0; i < list->len; i++) {
        const bcnet_property_t *property = g_ptr_array_index(list, i);

        if (property->values.primary && class_of(property) != BCNET_CLASS_COUNT)
            primary[class_of(property)] = property;
    }
    layout->subsystems = g_new0(bcnet_subsystem_t, list->len);
    for (unsigned i = 0; i < list->len; i++) {
        const bcnet_property_t *property = g_ptr_array_index(list, i);

        if (primary[parent_class(property)])
            continue;
        if (property->values.primary)
            where[class_of(property)] = layout->count;
        fill_subsystem(&layout->subsystems[layout->count++], property, i + 1);
    }
    for (unsigned i = 0; i < list->len; i++) {
        const bcnet_property_t *property = g_ptr_array_index(list, i);

        if (primary[parent_class(property)])
            add_child(&layout->subsystems[where[parent_class(property)]], property, i + 1);
    }
}

static bcnet_layout_t *make_layout(const GArray *added, readd_t readd, bool *again, GPtrArray *remarks)
{
    bcnet_layout_t *layout = g_new0(bcnet_layout_t, 1);
    GPtrArray      *list = creation_order(added, readd, again, remarks);

    fill_layout(layout, list);
    bcnet_layout_complete(layout);
    g_ptr_array_free(list, TRUE);
    return layout;
}

static bcnet_layout_t *layout_of(const char *file, const GArray *added, GPtrArray *remarks)
{
    bool            good = true, again = false;
    bcnet_layout_t *layout;

    for (unsigned i = 0; i < added->len; i++)
        good = check_property(g_array_index(added, bcnet_added_t, i).property, remarks) && good;
    if (!good)
        return NULL;
    layout = make_layout(added, READD_REPLACE, &again, remarks);
    if (layout->count == 0) {
        bcnet_fault(remarks, file, "the script puts no subsystem on the ship");
        g_clear_pointer(&layout, bcnet_layout_free);
    } else if (again) {
        layout->variants = g_new0(bcnet_layout_t *, READD_COUNT - 1);
        for (unsigned readd = READD_APPEND; readd < READD_COUNT; readd++) {
            bcnet_layout_t *variant = make_layout(added, (readd_t)readd, &again, NULL);

            variant->key = g_strdup(variants[readd]);
            layout->variants[layout->variant_count++] = variant;
        }
    }
    return layout;
}

/* ---- the script ---- */

/* Of a ship script the hardpoint script is wanted: it names that. */
static void complain_of_no_function(bcnet_script_t *script, const bcnet_module_t *module)
{
    const bcnet_value_t stats = bcnet_script_global(script, module, "GetShipStats");
    const bcnet_value_t named =
        stats.kind == VALUE_FUNCTION
            ? bcnet_value_item(bcnet_script_call(script, stats, &(bcnet_list_t){ 0 }), TEXT_VALUE("HardpointFile"))
            : UNKNOWN_VALUE;

    if (named.kind == VALUE_TEXT)
        bcnet_fault(script->remarks, module->file,
                    "this is a ship script; what its ship consists of is in its hardpoint script, Hardpoints/%s.py",
                    named.text);
    else
        bcnet_fault(
            script->remarks, module->file,
            "there is no function LoadPropertySet: this is no hardpoint script, which says what a ship consists of");
}

/* 97.2, rule 2. */
static void load_properties(bcnet_script_t *script, bcnet_module_t *module)
{
    const bcnet_value_t function = bcnet_script_global(script, module, "LoadPropertySet");
    bcnet_value_t       set = { .kind = VALUE_SET };
    const bcnet_list_t  given = { &set, 1, 1 };

    script->module = module;
    if (function.kind == VALUE_FUNCTION)
        bcnet_script_call_function(script, function.function, &given);
    else
        complain_of_no_function(script, module);
    script->failed = script->failed || function.kind != VALUE_FUNCTION;
}

bcnet_layout_t *bcnet_hardpoint_read(const bcnet_script_source_t *source, bcnet_finder_t finder, GPtrArray *remarks,
                                     size_t *work)
{
    bcnet_script_t *script = bcnet_script_new(finder, remarks);
    char           *file = g_path_get_basename(source->path), *name = bcnet_source_name(file);
    char           *path = g_strconcat(BCNET_HARDPOINTS ".", name ? name : file, NULL);
    bcnet_module_t *module = bcnet_script_run(script, path, source);
    bcnet_layout_t *layout = NULL;

    if (!script->failed)
        load_properties(script, module);
    if (!script->failed)
        layout = layout_of(module->file, script->added, remarks);
    if (work)
        *work += script->steps;
    bcnet_script_free(script);
    g_free(path);
    g_free(name);
    g_free(file);
    return layout;
}
