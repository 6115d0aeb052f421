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
    const bool too_large = bcnet_arena_size(script->arena) > BCNET_ARENA_MAX;

    script->steps += (unsigned)MIN(steps, BCNET_STEPS_MAX);
    if (!too_large && script->steps <= BCNET_STEPS_MAX)
        return !script->stopped;
    script->helpers = 0; /* it ends all of them */
    bcnet_script_fail(script, too_large ? "the script takes too much memory" : "the script goes on for too long");
    script->stopped = true;
    return false;
}

void bcnet_script_step_through(bcnet_script_t *script, bcnet_value_t container)
{
    if (container.kind == VALUE_LIST || container.kind == VALUE_TABLE)
        bcnet_script_step(script, MIN(container.list->count, BCNET_LIST_MAX) / 8);
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

static void bind(bcnet_script_t *script, GHashTable *names, const char *name, bcnet_value_t value)
{
    g_hash_table_insert(names, (void *)name, bcnet_arena_copy(script->arena, &value, sizeof value));
}

void bcnet_script_bind(bcnet_script_t *script, const char *name, bcnet_value_t value)
{
    bind(script, script->locals ? script->locals : script->module->names, name, value);
}

bcnet_value_t bcnet_script_global(const bcnet_script_t *script, const bcnet_module_t *module, const char *name)
{
    const char          *known = g_hash_table_lookup(script->texts, name);
    const bcnet_value_t *slot = known ? g_hash_table_lookup(module->names, known) : NULL;

    return slot ? *slot : UNKNOWN_VALUE;
}

/* A name of something, by which it may be called. */
static bcnet_value_t method_of(bcnet_value_t object, const char *name)
{
    const bool known = object.kind == VALUE_PROPERTY || object.kind == VALUE_SET || object.kind == VALUE_LIST ||
                       object.kind == VALUE_REGISTRY;

    object.of = object.kind;
    object.kind = known ? VALUE_METHOD : VALUE_UNKNOWN;
    object.name = name;
    return object;
}

bcnet_value_t bcnet_script_look_up(bcnet_script_t *script, const char *name)
{
    const bcnet_value_t *slot = script->locals ? g_hash_table_lookup(script->locals, name) : NULL;

    if (!slot)
        slot = g_hash_table_lookup(script->module->names, name);
    if (slot)
        return *slot;
    if (strcmp(name, "None") == 0)
        return NONE_VALUE;
    if (strcmp(name, "__name__") == 0)
        return TEXT_VALUE(script->module->name);
    return method_of(NONE_VALUE, name);
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

    if (object.kind == VALUE_MODULE)
        value = bcnet_script_global(script, object.module, name);
    else if (object.kind == VALUE_PROPERTY || object.kind == VALUE_GAME)
        value = bcnet_property_constant(name);
    if (value.kind != VALUE_UNKNOWN)
        return value;
    return object.kind == VALUE_GAME ? game_attribute(script, object.text, name) : method_of(object, name);
}

/* ---- what can change the ship ---- */

static bool one_is_ships(bcnet_value_t value)
{
    const bcnet_value_kind_t kind = value.kind == VALUE_METHOD ? value.of : value.kind;

    return kind == VALUE_PROPERTY || kind == VALUE_SET || kind == VALUE_FUNCTION ||
           (kind == VALUE_GAME && strstr(value.text, MANAGER));
}

/* A property, the ship's set, or what can change these; also in a list, and perhaps in lists in that. */
static bool is_ships(bcnet_value_t value)
{
    bool found = one_is_ships(value);

    if (value.kind == VALUE_LIST || value.kind == VALUE_TABLE)
        for (unsigned i = 0; i < MIN(value.list->count, BCNET_LIST_MAX) && !found; i++)
            found = one_is_ships(value.list->items[i]) || value.list->items[i].kind == VALUE_LIST;
    return found;
}

static void call_unknown(bcnet_script_t *script, const char *name, const bcnet_list_t *given)
{
    bool matters = bcnet_property_matters(name);

    for (unsigned i = 0; i < given->count && !matters; i++) {
        bcnet_script_step_through(script, given->items[i]);
        matters = is_ships(given->items[i]);
    }
    if (matters)
        bcnet_script_error(
            script, "this call of \"%s\" cannot be followed, but it may change which subsystems the ship has", name);
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
}

/* ---- calls ---- */

bcnet_value_t bcnet_script_argument(const bcnet_list_t *given, unsigned number)
{
    return number < given->count ? given->items[number] : UNKNOWN_VALUE;
}

/* In mods the species table may be an object: X = g_species.Register("X", ("X", ...)). What is registered again keeps its
 * place. The class is a script of the community's, Registry.py. */
static bcnet_value_t call_registry(bcnet_script_t *script, bcnet_list_t *registry, const bcnet_list_t *given)
{
    const bcnet_value_t row = bcnet_script_argument(given, 1), name = bcnet_value_item(row, INTEGER_VALUE(0));

    bcnet_script_step(script, registry->count);
    for (unsigned i = 0; i < registry->count; i++)
        if (bcnet_value_equal(bcnet_value_item(registry->items[i], INTEGER_VALUE(0)), name) == TRUTH_YES)
            return INTEGER_VALUE(i);
    bcnet_list_append(script->arena, registry, row);
    return INTEGER_VALUE(registry->count - 1);
}

static bcnet_value_t new_registry(bcnet_script_t *script)
{
    return LIST_VALUE(VALUE_REGISTRY, BCNET_ARENA_NEW(script->arena, bcnet_list_t));
}

/* App.HullProperty_Create("Hull"), App.TGColorA(), and methods of what they give. */
static bcnet_value_t call_game(bcnet_script_t *script, const char *path, const bcnet_list_t *given)
{
    const char *dot = strrchr(path, '.'), *name = dot ? dot + 1 : path;

    if (g_str_has_suffix(name, "Property_Create"))
        return bcnet_property_make(script, name, given);
    if (dot && (size_t)(dot - path) >= strlen(MANAGER) && g_str_has_prefix(dot - strlen(MANAGER), MANAGER))
        return bcnet_manager_call(script, name, given);
    call_unknown(script, name, given);
    return g_str_has_suffix(name, REGISTRY) ? new_registry(script) : GAME_VALUE(path);
}

/* Python's own functions, as far as they are followed. */
static bcnet_value_t call_builtin(bcnet_script_t *script, const char *name, const bcnet_list_t *given)
{
    const bcnet_value_t argument = bcnet_script_argument(given, 0);

    if (strcmp(name, "__import__") == 0 && argument.kind == VALUE_TEXT)
        return bcnet_script_import(script, argument.text);
    if (strcmp(name, "__import__") == 0)
        bcnet_script_error(script, "it cannot be told which script this imports");
    if (strcmp(name, "len") == 0 && argument.kind == VALUE_TEXT)
        return INTEGER_VALUE((double)g_utf8_strlen(argument.text, -1));
    if (strcmp(name, "len") == 0 && argument.kind == VALUE_LIST)
        return INTEGER_VALUE(argument.list->count);
    if (strcmp(name, "dir") == 0 && argument.kind == VALUE_GAME)
        return GAME_VALUE("dir(App)");
    if (strcmp(name, "reload") == 0) {
        bcnet_script_reload(script, argument);
        return argument;
    }
    call_unknown(script, name, given);
    return UNKNOWN_VALUE;
}

static bcnet_value_t call_name(bcnet_script_t *script, bcnet_value_t callee, const bcnet_list_t *given)
{
    const char *name = callee.name ? callee.name : "?";

    if (g_str_has_suffix(name, REGISTRY))
        return new_registry(script);
    if (callee.of == VALUE_NONE)
        return call_builtin(script, name, given);
    call_unknown(script, name, given);
    return UNKNOWN_VALUE;
}

static bcnet_value_t call_method(bcnet_script_t *script, bcnet_value_t method, const bcnet_list_t *given)
{
    if (method.of == VALUE_PROPERTY)
        return bcnet_property_call(script, method.property, method.name, given);
    if (method.of == VALUE_SET)
        return bcnet_set_call(script, method.name, given);
    if (method.of == VALUE_REGISTRY && strcmp(method.name, "Register") == 0)
        return call_registry(script, method.list, given);
    if (method.of == VALUE_LIST && strcmp(method.name, "append") == 0 && given->count == 1)
        bcnet_list_append(script->arena, method.list, given->items[0]);
    else
        bcnet_script_error(script, "the method \"%s\" is not followed", method.name);
    return UNKNOWN_VALUE;
}

bcnet_value_t bcnet_script_call(bcnet_script_t *script, bcnet_value_t callee, const bcnet_list_t *given)
{
    switch (callee.kind) {
    case VALUE_FUNCTION:
        if (!callee.function->code->any_arguments)
            return bcnet_script_call_function(script, callee.function, given);
        bcnet_script_error(script, BCNET_NOT_FOLLOWED);
        return UNKNOWN_VALUE;
    case VALUE_METHOD:
        return call_method(script, callee, given);
    case VALUE_GAME:
        return call_game(script, callee.text, given);
    default:
        return call_name(script, callee, given);
    }
}

/* ---- functions of scripts ---- */

bcnet_value_t bcnet_script_function(bcnet_script_t *script, const bcnet_code_t *code, bcnet_list_t defaults)
{
    bcnet_function_t *function = BCNET_ARENA_NEW(script->arena, bcnet_function_t);

    *function = (bcnet_function_t){ code, defaults, script->module };
    return (bcnet_value_t){ .kind = VALUE_FUNCTION, .function = function };
}

bcnet_value_t bcnet_code_follow(bcnet_script_t *script, bcnet_module_t *module, GHashTable *locals,
                                const bcnet_code_t *code)
{
    bcnet_module_t *outer = script->module;
    GHashTable     *outer_locals = script->locals;
    const unsigned  line = script->line;
    bcnet_value_t   returned = NONE_VALUE;

    script->module = module;
    script->locals = locals;
    if (++script->depth > BCNET_DEPTH_MAX)
        bcnet_script_fail(script, BCNET_TOO_DEEP);
    else
        returned = code->bytes ? bcnet_instructions_follow(script, code) : bcnet_text_follow(script, code);
    script->depth--;
    script->locals = outer_locals;
    script->module = outer;
    script->line = line;
    return returned;
}

bcnet_value_t bcnet_script_call_function(bcnet_script_t *script, const bcnet_function_t *function,
                                         const bcnet_list_t *given)
{
    GHashTable    *locals = g_hash_table_new(NULL, NULL);
    const unsigned count = function->code->parameters, required = count - MIN(function->defaults.count, count);
    bcnet_value_t  returned;

    for (unsigned i = 0; i < count; i++)
        bind(script, locals, function->code->variables.items[i].text,
             i < given->count || i < required ? bcnet_script_argument(given, i)
                                              : function->defaults.items[i - required]);
    returned = bcnet_code_follow(script, function->module, locals, function->code);
    g_hash_table_destroy(locals);
    return returned;
}
