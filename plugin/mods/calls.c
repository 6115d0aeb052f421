/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What names and calls of a script mean. */
#include <string.h>

#include "mods/script.h"
#include "reading/hash.h"

#define MANAGER "g_kModelPropertyManager"
#define REGISTRY "Registry"

/* ---- remarks and limits ---- */

GPtrArray *bcnet_script_remarks(bcnet_script_t *script, bcnet_remark_kind_t kind)
{
    /* Nothing is true of what is not followed any more. */
    if (script->stopped || script->lenient || script->helpers > 0)
        return NULL;
    script->failed = script->failed || kind == BCNET_ERROR;
    return script->remarks;
}

void bcnet_script_fail(bcnet_script_t *script, const char *reason)
{
    const bool lenient = script->lenient;

    script->lenient = false;
    bcnet_script_error(script, "%s", reason);
    script->lenient = lenient;
}

bool bcnet_script_step(bcnet_script_t *script, size_t steps)
{
    const char *reason = NULL;

    script->steps += (unsigned)MIN(steps, BCNET_STEPS_MAX);
    if (script->steps > BCNET_STEPS_MAX)
        reason = "the script goes on for too long";
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

static bcnet_value_t *slot_of(bcnet_script_t *script, GHashTable *names, const char *name)
{
    bcnet_value_t *slot = g_hash_table_lookup(names, name);

    if (!slot) {
        slot = BCNET_ARENA_NEW(script->arena, bcnet_value_t);
        g_hash_table_insert(names, (void *)name, slot);
    }
    return slot;
}

void bcnet_script_bind(bcnet_script_t *script, const char *name, bcnet_value_t value)
{
    *slot_of(script, script->locals ? script->locals : script->module->names, name) = value;
}

void bcnet_script_bind_global(bcnet_script_t *script, const char *name)
{
    if (script->locals)
        g_hash_table_insert(script->locals, (void *)name, slot_of(script, script->module->names, name));
}

bcnet_value_t bcnet_script_global(const bcnet_script_t *script, const bcnet_module_t *module, const char *name)
{
    const char          *known = g_hash_table_lookup(script->texts, name);
    const bcnet_value_t *slot = known ? g_hash_table_lookup(module->names, known) : NULL;

    return slot ? *slot : UNKNOWN_VALUE;
}

/* Something unknown has the name that it was looked up by: when it is called, that may matter. */
static bcnet_value_t named(bcnet_value_t value, const char *name)
{
    if (value.kind == VALUE_UNKNOWN)
        value.name = name;
    return value;
}

bcnet_value_t bcnet_script_look_up(bcnet_script_t *script, const char *name)
{
    static const char *const builtins[] = { "__import__", "dir", "globals", "len", "locals", "reload", NULL };
    const bcnet_value_t     *slot = script->locals ? g_hash_table_lookup(script->locals, name) : NULL;

    if (!slot)
        slot = g_hash_table_lookup(script->module->names, name);
    if (slot)
        return named(*slot, name);
    if (strcmp(name, "None") == 0)
        return NONE_VALUE;
    if (strcmp(name, "__name__") == 0)
        return TEXT_VALUE(script->module->name);
    if (g_strv_contains(builtins, name))
        return (bcnet_value_t){ .kind = VALUE_METHOD, .of = VALUE_NONE, .name = name };
    bcnet_script_note(script, "nothing is known of \"%s\"", name);
    return named(UNKNOWN_VALUE, name);
}

/* What hangs on something of the game; that may be a script that was imported. */
static bcnet_value_t game_attribute(bcnet_script_t *script, const char *path, const char *name)
{
    char           *whole = g_strconcat(path, ".", name, NULL), *folded = g_ascii_strdown(whole, -1);
    bcnet_module_t *module = g_hash_table_lookup(script->modules, folded);
    const char     *kept = module ? NULL : bcnet_script_name(script, whole, strlen(whole));

    g_free(folded);
    g_free(whole);
    return module ? MODULE_VALUE(module) : GAME_VALUE(kept);
}

bcnet_value_t bcnet_script_attribute(bcnet_script_t *script, bcnet_value_t object, const char *name)
{
    bcnet_value_t value = UNKNOWN_VALUE;

    if (object.kind == VALUE_PROPERTY || object.kind == VALUE_GAME)
        value = bcnet_property_constant(name);
    if (value.kind != VALUE_UNKNOWN)
        return value;
    if (object.kind == VALUE_GAME)
        return game_attribute(script, object.text, name);
    if (object.kind == VALUE_MODULE) {
        value = bcnet_script_global(script, object.module, name);
        if (value.kind == VALUE_UNKNOWN)
            bcnet_script_note(script, "\"%s\" has no \"%s\"", object.module->name, name);
    } else if (object.kind == VALUE_PROPERTY || object.kind == VALUE_SET || object.kind == VALUE_LIST ||
               object.kind == VALUE_TABLE || object.kind == VALUE_REGISTRY) {
        value = object;
        value.kind = VALUE_METHOD;
        value.of = object.kind;
        value.name = name;
    }
    return named(value, name);
}

/* ---- Python's own functions, as far as they are followed ---- */

static bcnet_value_t call_builtin(bcnet_script_t *script, const char *name, const bcnet_list_t *given)
{
    const bcnet_value_t argument = bcnet_script_argument(given, 0);
    bcnet_value_t       package;

    if (strcmp(name, "__import__") == 0 && argument.kind == VALUE_TEXT)
        return bcnet_script_import(script, argument.text, &package);
    if (strcmp(name, "__import__") == 0)
        bcnet_script_error(script, "it cannot be told which script this imports");
    if (strcmp(name, "len") == 0 && argument.kind == VALUE_TEXT)
        return INTEGER_VALUE((double)g_utf8_strlen(argument.text, -1));
    if (strcmp(name, "len") == 0 && (argument.kind == VALUE_LIST || argument.kind == VALUE_REGISTRY))
        return INTEGER_VALUE(argument.list->count);
    if (strcmp(name, "dir") == 0 && argument.kind == VALUE_GAME)
        return GAME_VALUE("dir(App)");
    if (strcmp(name, "reload") != 0)
        return UNKNOWN_VALUE;
    bcnet_script_reload(script, argument);
    return argument;
}

/* ---- methods of lists ---- */

/* In mods the species table may be an object: X = g_species.Register("X", ("X", ...)). What is registered again keeps its
 * place. The class is a script of the community's, Registry.py. */
static bcnet_value_t call_registry(bcnet_script_t *script, bcnet_list_t *registry, const bcnet_list_t *given)
{
    const bcnet_value_t row = given->items[given->count - 1], script_name = bcnet_value_item(row, INTEGER_VALUE(0));

    bcnet_script_step(script, registry->count);
    for (unsigned i = 0; i < registry->count; i++)
        if (bcnet_value_equal(bcnet_value_item(registry->items[i], INTEGER_VALUE(0)), script_name) == TRUTH_YES)
            return INTEGER_VALUE(i);
    bcnet_list_append(script->arena, registry, row);
    return INTEGER_VALUE(registry->count - 1);
}

/* ---- what is stored in something ---- */

static bool one_is_ships(bcnet_value_t value)
{
    return value.kind == VALUE_PROPERTY || value.kind == VALUE_SET ||
           (value.kind == VALUE_METHOD && value.of == VALUE_SET) ||
           (value.kind == VALUE_GAME && strstr(value.text, MANAGER));
}

/* A property, the ship's set, or what can change these. */
static bool is_ships(bcnet_value_t value)
{
    bool found = one_is_ships(value);

    if (value.kind == VALUE_LIST || value.kind == VALUE_TABLE)
        for (unsigned i = 0; i < MIN(value.list->count, BCNET_LIST_MAX) && !found; i++)
            found = one_is_ships(value.list->items[i]) || value.list->items[i].kind == VALUE_LIST;
    return found;
}

void bcnet_script_store_item(bcnet_script_t *script, bcnet_value_t container, bcnet_value_t key, bcnet_value_t value)
{
    if (container.kind == VALUE_TABLE) {
        bcnet_list_append(script->arena, container.list, key);
        bcnet_list_append(script->arena, container.list, value);
    } else if (container.kind == VALUE_LIST || is_ships(value)) {
        bcnet_script_error(script, "it cannot be told what this assigns to");
    }
}

/* Attributes of the game's objects are not kept. */
void bcnet_script_store_attribute(bcnet_script_t *script, bcnet_value_t object, const char *name)
{
    if (is_ships(object) || bcnet_property_matters(name))
        bcnet_script_error(script, "it cannot be told what this assigns to");
    else
        bcnet_script_note(script, "this assignment is skipped");
}

/* ---- calls ---- */

bcnet_value_t bcnet_script_argument(const bcnet_list_t *given, unsigned number)
{
    return number < given->count ? given->items[number] : UNKNOWN_VALUE;
}

static bcnet_value_t call_unknown(bcnet_script_t *script, const char *name, const bcnet_list_t *given)
{
    bool matters = bcnet_property_matters(name);

    for (unsigned i = 0; i < given->count && !matters; i++)
        matters = is_ships(given->items[i]);
    if (matters)
        bcnet_script_error(
            script, "this call of \"%s\" cannot be followed, but it may change which subsystems the ship has", name);
    return named(UNKNOWN_VALUE, "?");
}

/* App.HullProperty_Create("Hull"), App.TGColorA(), and methods of what they give. */
static bcnet_value_t call_game(bcnet_script_t *script, const char *path, const bcnet_list_t *given)
{
    const char *dot = strrchr(path, '.'), *name = dot ? dot + 1 : path;

    if (g_str_has_suffix(name, "Property_Create"))
        return bcnet_property_make(script, name, given);
    if (dot && (size_t)(dot - path) >= strlen(MANAGER) && g_str_has_prefix(dot - strlen(MANAGER), MANAGER))
        return bcnet_manager_call(script, name, given);
    if (g_str_has_suffix(name, REGISTRY))
        return LIST_VALUE(VALUE_REGISTRY, BCNET_ARENA_NEW(script->arena, bcnet_list_t));
    call_unknown(script, name, given);
    return GAME_VALUE(path);
}

static bcnet_value_t call_method(bcnet_script_t *script, bcnet_value_t method, const bcnet_list_t *given)
{
    switch (method.of) {
    case VALUE_NONE:
        return call_builtin(script, method.name, given);
    case VALUE_PROPERTY:
        return bcnet_property_call(script, method.property, method.name, given);
    case VALUE_SET:
        return bcnet_set_call(script, method.name, given);
    case VALUE_LIST:
        if (strcmp(method.name, "append") == 0 && given->count == 1)
            bcnet_list_append(script->arena, method.list, given->items[0]);
        else
            bcnet_script_error(script, "the list's method \"%s\" is not followed", method.name);
        return UNKNOWN_VALUE;
    case VALUE_REGISTRY:
        if (strcmp(method.name, "Register") == 0 && given->count > 0)
            return call_registry(script, method.list, given);
        break;
    default:
        break;
    }
    return call_unknown(script, method.name, given);
}

bcnet_value_t bcnet_script_call_function(bcnet_script_t *script, const bcnet_function_t *function,
                                         const bcnet_list_t *given)
{
    GHashTable    *locals = g_hash_table_new(NULL, NULL);
    const unsigned count = function->code->parameters;
    bcnet_value_t  returned;

    for (unsigned i = 0; i < count; i++)
        *slot_of(script, locals, function->code->variables.items[i].text) =
            i < given->count || i < count - function->defaults.count
                ? bcnet_script_argument(given, i)
                : function->defaults.items[i - (count - function->defaults.count)];
    returned = bcnet_code_follow(script, function->module, locals, function->code);
    g_hash_table_destroy(locals);
    return returned;
}

/* The game forgets all properties before it makes a ship, and goes through a script it knows only when it is
 * reloaded: likely, 97.1 only shows that the stock scripts take care to do so. */
static void check_parent(bcnet_script_t *script, const bcnet_module_t *module)
{
    if (module != script->module && !module->reloaded)
        bcnet_script_doubt(script, "\"%s\" is imported without reload; the game may have forgotten its properties",
                           module->name);
}

bcnet_value_t bcnet_script_call(bcnet_script_t *script, bcnet_value_t callee, const bcnet_list_t *given)
{
    const char *name = callee.kind == VALUE_UNKNOWN && callee.name ? callee.name : "?";

    switch (callee.kind) {
    case VALUE_FUNCTION:
        if (given->count == 1 && given->items[0].kind == VALUE_SET)
            check_parent(script, callee.function->module);
        return bcnet_script_call_function(script, callee.function, given);
    case VALUE_METHOD:
        return call_method(script, callee, given);
    case VALUE_GAME:
        return call_game(script, callee.text, given);
    default:
        if (g_str_has_suffix(name, REGISTRY))
            return LIST_VALUE(VALUE_REGISTRY, BCNET_ARENA_NEW(script->arena, bcnet_list_t));
        bcnet_script_note(script, "the call of \"%s\" is skipped", name);
        return call_unknown(script, name, given);
    }
}
