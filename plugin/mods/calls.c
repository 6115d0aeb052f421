/* What names and calls of a script mean.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "mods/script.h"
#include "mods/names.h"

#define REGISTRY "Registry"

/* ---- remarks and limits ---- */

void bcnet_script_remark(bcnet_script_t *script, bcnet_remark_kind_t kind, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    /* Nothing is true of what is not followed any more. */
    if (!script->stopped && !script->lenient && script->helpers == 0) {
        bcnet_remark_list(script->remarks, kind, script->module->file, script->line, format, arguments);
        script->failed = script->failed || kind == BCNET_ERROR;
    }
    va_end(arguments);
}

void bcnet_script_fail(bcnet_script_t *script, const char *reason)
{
    const bool lenient = script->lenient;

    script->lenient = false;
    bcnet_script_error(script, "%s", reason);
    script->lenient = lenient;
}

bool bcnet_script_step(bcnet_script_t *script, unsigned cost)
{
    const char *reason = NULL;

    script->steps += MIN(cost, BCNET_STEPS_MAX);
    if (script->steps > BCNET_STEPS_MAX)
        reason = "the script goes on for too long";
    else if (script->depth > BCNET_DEPTH_MAX)
        reason = "calls or parents are nested too deeply, or without an end";
    else if (bcnet_arena_size(script->arena) > BCNET_ARENA_MAX)
        reason = "the script takes too much memory";
    if (reason) {
        script->helpers = 0; /* it ends all of them */
        bcnet_script_fail(script, reason);
        script->stopped = true;
    }
    return !script->stopped;
}

/* ---- names ---- */

const char *bcnet_script_name(bcnet_script_t *script, const char *text, size_t length)
{
    char        name[256];
    const char *known;

    length = MIN(length, sizeof name - 1);
    memcpy(name, text, length);
    name[length] = '\0';
    known = g_hash_table_lookup(script->texts, name);
    if (!known) {
        known = bcnet_arena_text(script->arena, text, length);
        g_hash_table_add(script->texts, (void *)known);
    }
    return known;
}

void bcnet_script_bind(bcnet_script_t *script, const char *name, bcnet_value_t value, bool global)
{
    GHashTable    *names = script->locals && !global ? script->locals : script->module->names;
    bcnet_value_t *slot = g_hash_table_lookup(names, name);

    if (!slot) {
        slot = BCNET_ARENA_NEW(script->arena, bcnet_value_t);
        g_hash_table_insert(names, (void *)name, slot);
    }
    *slot = value;
}

bool bcnet_script_find(const bcnet_script_t *script, const char *name, bcnet_value_t *value)
{
    const bcnet_value_t *slot = script->locals ? g_hash_table_lookup(script->locals, name) : NULL;

    if (!slot)
        slot = g_hash_table_lookup(script->module->names, name);
    if (slot)
        *value = *slot;
    return slot != NULL;
}

bcnet_value_t bcnet_script_global(const bcnet_script_t *script, const bcnet_module_t *module, const char *name)
{
    const char          *known = g_hash_table_lookup(script->texts, name);
    const bcnet_value_t *slot = known ? g_hash_table_lookup(module->names, known) : NULL;

    return slot ? *slot : UNKNOWN_VALUE;
}

/* Python's own functions, as far as they are followed. */
static const char *const builtins[] = { "__import__", "dir",    "globals", "hasattr", "len",
                                        "locals",     "reload", "str",     NULL };

bcnet_value_t bcnet_script_look_up(bcnet_script_t *script, const char *name)
{
    bcnet_value_t value = { .kind = VALUE_UNKNOWN, .name = name };

    if (bcnet_script_find(script, name, &value)) {
        value.name = value.kind == VALUE_UNKNOWN ? name : value.name;
        return value;
    }
    if (strcmp(name, "None") == 0)
        return NONE_VALUE;
    if (strcmp(name, "__name__") == 0)
        return TEXT_VALUE(script->module->name);
    if (g_strv_contains(builtins, name))
        return (bcnet_value_t){ .kind = VALUE_METHOD, .of = VALUE_NONE, .name = name };
    if (script->module->whole_game)
        return bcnet_script_attribute(script, GAME_VALUE("App"), name);
    bcnet_script_note(script, "nothing is known of \"%s\"", name);
    return value;
}

/* A method that nothing is known of may be called next, and then its name matters. */
bcnet_value_t bcnet_script_attribute(bcnet_script_t *script, bcnet_value_t object, const char *name)
{
    const bool    game = object.kind == VALUE_GAME;
    bcnet_value_t value = { .kind = VALUE_UNKNOWN, .name = name };

    if ((object.kind == VALUE_PROPERTY || game) && bcnet_property_constant(name, &value))
        return value;
    if (game && strcmp(name, "g_kModelPropertyManager") == 0)
        return (bcnet_value_t){ .kind = VALUE_MANAGER };
    if (game)
        return GAME_VALUE(name);
    if (object.kind == VALUE_PACKAGE)
        return bcnet_script_import(script, bcnet_arena_take(script->arena, g_strconcat(object.text, ".", name, NULL)));
    if (object.kind == VALUE_MODULE) {
        value = bcnet_script_global(script, object.module, name);
        if (value.kind == VALUE_UNKNOWN)
            bcnet_script_note(script, "\"%s\" has no \"%s\"", object.module->name, name);
        value.name = value.kind == VALUE_UNKNOWN ? name : value.name;
        return value;
    }
    if (bcnet_value_is_ships(object) || object.kind == VALUE_LIST || object.kind == VALUE_TABLE ||
        object.kind == VALUE_REGISTRY) {
        value = object;
        value.kind = VALUE_METHOD;
        value.of = object.kind;
        value.name = name;
    }
    return value;
}

/* ---- what is skipped or not followed ---- */

bool bcnet_script_name_matters(const bcnet_script_t *script, const char *name, bool attribute, bool looked_into)
{
    bcnet_value_t value;

    if (bcnet_property_matters(name) || strcmp(name, "__import__") == 0 || strcmp(name, "reload") == 0)
        return true;
    if (attribute || !bcnet_script_find(script, name, &value))
        return false;
    return value.kind == VALUE_FUNCTION || value.kind == VALUE_METHOD || value.kind == VALUE_MODULE ||
           (!looked_into && bcnet_value_is_ships(value));
}

static bcnet_value_t call_unknown(bcnet_script_t *script, const char *name, const bcnet_value_t *values, unsigned count)
{
    bool matters = bcnet_property_matters(name);

    for (unsigned i = 0; i < count && !matters; i++)
        matters = bcnet_value_is_ships(values[i]);
    if (matters)
        bcnet_script_error(
            script, "this call of \"%s\" cannot be followed, but it may change which subsystems the ship has", name);
    return (bcnet_value_t){ .kind = VALUE_UNKNOWN, .name = "?" };
}

/* A function that no script here defines. */
static bcnet_value_t call_stranger(bcnet_script_t *script, const char *name, const bcnet_value_t *values,
                                   unsigned count)
{
    if (g_str_has_suffix(name, REGISTRY))
        return LIST_VALUE(VALUE_REGISTRY, bcnet_list_new(script->arena, NULL, 0));
    bcnet_script_note(script, "the call of \"%s\" is skipped", name);
    return call_unknown(script, name, values, count);
}

/* ---- Python's own functions ---- */

static bcnet_value_t length_of(bcnet_value_t value)
{
    if (value.kind == VALUE_LIST || value.kind == VALUE_REGISTRY)
        return INTEGER_VALUE((int32_t)value.list->count);
    return value.kind == VALUE_TEXT ? INTEGER_VALUE((int32_t)g_utf8_strlen(value.text, -1)) : UNKNOWN_VALUE;
}

static bcnet_value_t text_of(bcnet_script_t *script, bcnet_value_t value)
{
    if (value.kind != VALUE_INTEGER)
        return value.kind == VALUE_TEXT ? value : UNKNOWN_VALUE;
    return TEXT_VALUE(bcnet_arena_take(script->arena, g_strdup_printf("%d", value.integer)));
}

static bcnet_value_t import_named(bcnet_script_t *script, bcnet_value_t path)
{
    if (path.kind == VALUE_TEXT)
        return bcnet_script_import(script, path.text);
    bcnet_script_error(script, "it cannot be told which script this imports");
    return UNKNOWN_VALUE;
}

static bcnet_value_t call_builtin(bcnet_script_t *script, const char *name, const bcnet_value_t *values, unsigned count)
{
    const bcnet_value_t first = count > 0 ? values[0] : UNKNOWN_VALUE;

    if (strcmp(name, "__import__") == 0)
        return import_named(script, first);
    if (strcmp(name, "reload") == 0)
        bcnet_script_reload(script, first);
    if (strcmp(name, "reload") == 0)
        return first;
    if (strcmp(name, "len") == 0)
        return length_of(first);
    if (strcmp(name, "str") == 0)
        return text_of(script, first);
    if (first.kind == VALUE_GAME && strcmp(name, "dir") == 0)
        return (bcnet_value_t){ .kind = VALUE_CONTENTS };
    if (first.kind == VALUE_GAME && strcmp(name, "hasattr") == 0 && count == 2)
        return bcnet_value_of_truth(
            bcnet_value_compare(COMPARE_IN, values[1], (bcnet_value_t){ .kind = VALUE_CONTENTS }));
    return UNKNOWN_VALUE;
}

/* ---- methods ---- */

static bcnet_value_t call_list(bcnet_script_t *script, bcnet_list_t *list, const char *name,
                               const bcnet_value_t *values, unsigned count)
{
    if (strcmp(name, "append") == 0 && count == 1) {
        bcnet_list_append(script->arena, list, values[0]);
        return NONE_VALUE;
    }
    if (strcmp(name, "index") != 0 && strcmp(name, "count") != 0)
        bcnet_script_error(script, "the list's method \"%s\" is not followed", name);
    return UNKNOWN_VALUE;
}

/* In mods the species table may be an object: X = g_species.Register("X", ("X", ...)). What is registered again keeps its
 * place. The class is a script of the community's, Registry.py. */
static bcnet_value_t call_registry(bcnet_script_t *script, bcnet_list_t *registry, const char *name,
                                   const bcnet_value_t *values, unsigned count)
{
    const bcnet_value_t row = count > 0 ? values[count - 1] : UNKNOWN_VALUE;

    if (strcmp(name, "Register") != 0 || count == 0 || !bcnet_script_step(script, registry->count))
        return call_unknown(script, name, values, count);
    for (unsigned i = 0; i < registry->count && row.kind == VALUE_LIST && row.list->count > 0; i++) {
        const bcnet_list_t *other = registry->items[i].kind == VALUE_LIST ? registry->items[i].list : NULL;

        if (other && other->count > 0 &&
            bcnet_value_compare(COMPARE_EQUAL, other->items[0], row.list->items[0]) == TRUTH_YES)
            return INTEGER_VALUE((int32_t)i);
    }
    bcnet_list_append(script->arena, registry, row);
    return INTEGER_VALUE((int32_t)registry->count - 1);
}

static bcnet_value_t call_method(bcnet_script_t *script, bcnet_value_t method, const bcnet_value_t *values,
                                 unsigned count)
{
    switch (method.of) {
    case VALUE_NONE:
        return call_builtin(script, method.name, values, count);
    case VALUE_PROPERTY:
        return bcnet_property_call(script, method.property, method.name, values, count);
    case VALUE_SET:
        return bcnet_set_call(script, method.name, values, count);
    case VALUE_MANAGER:
        return bcnet_manager_call(script, method.name, values, count);
    case VALUE_LIST:
        return call_list(script, method.list, method.name, values, count);
    case VALUE_REGISTRY:
        return call_registry(script, method.list, method.name, values, count);
    default:
        return call_unknown(script, method.name, values, count);
    }
}

/* ---- calls ---- */

/* App.HullProperty_Create("Hull"), App.TGColorA(), and methods of what they give. */
static bcnet_value_t call_game(bcnet_script_t *script, const char *name, const bcnet_value_t *values, unsigned count)
{
    if (g_str_has_suffix(name, "Property_Create"))
        return bcnet_property_make(script, name, values, count);
    if (g_str_has_suffix(name, REGISTRY))
        return LIST_VALUE(VALUE_REGISTRY, bcnet_list_new(script->arena, NULL, 0));
    call_unknown(script, name, values, count);
    return GAME_VALUE(name);
}

/* The game forgets all properties before it makes a ship, and goes through a script it knows only when it is
 * reloaded: likely, 97.1 only shows that the stock scripts take care to do so. */
static void check_parent(bcnet_script_t *script, const bcnet_module_t *module)
{
    if (module != script->module && !module->reloaded)
        bcnet_script_doubt(script, "\"%s\" is imported without reload; the game may have forgotten its properties",
                           module->name);
}

bcnet_value_t bcnet_script_call(bcnet_script_t *script, bcnet_value_t callee, const bcnet_value_t *values,
                                const char *const *names, unsigned count)
{
    switch (callee.kind) {
    case VALUE_FUNCTION:
        if (count == 1 && values[0].kind == VALUE_SET)
            check_parent(script, callee.function->module);
        return bcnet_follow_function(script, callee.function, values, names, count);
    case VALUE_METHOD:
        return call_method(script, callee, values, count);
    case VALUE_GAME:
        return call_game(script, callee.text, values, count);
    default:
        return call_stranger(script, callee.kind == VALUE_UNKNOWN && callee.name ? callee.name : "?", values, count);
    }
}

static void free_module(void *module)
{
    if (module)
        g_hash_table_destroy(((bcnet_module_t *)module)->names);
}

bcnet_script_t *bcnet_script_new(const bcnet_finder_t *finder, GPtrArray *remarks)
{
    bcnet_script_t *script = g_new0(bcnet_script_t, 1);

    script->arena = bcnet_arena_new();
    script->finder = finder;
    script->remarks = remarks;
    script->texts = bcnet_names_new(NULL, NULL);
    script->modules = bcnet_names_new(g_free, free_module);
    script->templates = bcnet_names_new(NULL, NULL);
    script->added = g_array_new(FALSE, FALSE, sizeof(bcnet_added_t));
    return script;
}

void bcnet_script_free(bcnet_script_t *script)
{
    g_hash_table_destroy(script->modules);
    g_hash_table_destroy(script->templates);
    g_hash_table_destroy(script->texts);
    g_array_free(script->added, TRUE);
    bcnet_arena_free(script->arena);
    g_free(script);
}
