/* Calls: of Python's own functions, of functions of the script, of methods, and of what is not followed.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>

#include "mods/hardpoint-run.h"

#define REGISTRY "Registry"

enum { RANGE_MAX = 10000 }; /* items that range() may give */

typedef value_t (*builtin_t)(run_t *run, const arguments_t *arguments);

static value_t argument(const arguments_t *arguments, unsigned index)
{
    return index < arguments->count ? arguments->values[index] : UNKNOWN_VALUE;
}

/* ---- Python's own functions ---- */

static value_t call_dir(run_t *run, const arguments_t *arguments)
{
    return argument(arguments, 0).kind == VALUE_GAME ? (value_t){ .kind = VALUE_CONTENTS } : UNKNOWN_VALUE;
}

/* hasattr(App, "g_bIsModelPropertyEditor"): another way to ask for the editor (97.1). */
static value_t call_hasattr(run_t *run, const arguments_t *arguments)
{
    bool known = argument(arguments, 0).kind == VALUE_GAME && bcnet_run_is_in_game(argument(arguments, 1)) == TRUTH_NO;

    return known ? INTEGER_VALUE(0) : UNKNOWN_VALUE;
}

static value_t call_import(run_t *run, const arguments_t *arguments)
{
    value_t path = argument(arguments, 0);

    if (path.kind == VALUE_TEXT)
        return bcnet_run_import(run, arguments->place, path.text);
    bcnet_run_error(run, arguments->place, "it cannot be told which script this imports");
    return UNKNOWN_VALUE;
}

static value_t call_reload(run_t *run, const arguments_t *arguments)
{
    value_t module = argument(arguments, 0);

    if (module.kind == VALUE_MODULE)
        bcnet_run_reload(run, arguments->place, module.module);
    else if (module.kind != VALUE_GAME && !run->failed) /* a missing parent was reported already */
        bcnet_run_error(run, arguments->place, "it cannot be told which script this reloads");
    return module;
}

static value_t call_len(run_t *run, const arguments_t *arguments)
{
    value_t value = argument(arguments, 0);

    if (value.kind == VALUE_LIST || value.kind == VALUE_REGISTRY)
        return INTEGER_VALUE(value.list->count);
    if (value.kind == VALUE_TEXT)
        return INTEGER_VALUE(g_utf8_strlen(value.text, -1));
    return UNKNOWN_VALUE;
}

static value_t call_range(run_t *run, const arguments_t *arguments)
{
    value_t list = bcnet_value_list(run->arena, VALUE_LIST, 0);
    gint64  limits[3] = { 0, 0, 1 }; /* from, to, step */

    for (unsigned i = 0; i < MIN(arguments->count, 3); i++) {
        if (arguments->values[i].kind != VALUE_INTEGER)
            return UNKNOWN_VALUE;
        limits[i] = CLAMP(arguments->values[i].integer, G_MININT32, G_MAXINT32);
    }
    if (arguments->count == 1) {
        limits[1] = limits[0];
        limits[0] = 0;
    }
    if (arguments->count == 0 || limits[2] == 0)
        return UNKNOWN_VALUE;
    for (gint64 i = limits[0]; limits[2] > 0 ? i < limits[1] : i > limits[1]; i += limits[2]) {
        if (list.list->count == RANGE_MAX || !bcnet_run_step(run, arguments->place, 1))
            return UNKNOWN_VALUE;
        bcnet_value_append(run->arena, list.list, INTEGER_VALUE(i));
    }
    return list;
}

static value_t call_str(run_t *run, const arguments_t *arguments)
{
    value_t value = argument(arguments, 0);

    if (value.kind == VALUE_TEXT)
        return value;
    if (value.kind != VALUE_INTEGER)
        return UNKNOWN_VALUE;
    return TEXT_VALUE(bcnet_arena_take(run->arena, g_strdup_printf("%" G_GINT64_FORMAT, value.integer)));
}

static value_t call_int(run_t *run, const arguments_t *arguments)
{
    value_t value = argument(arguments, 0);

    if (value.kind == VALUE_NUMBER && fabs(value.number) < 1e15)
        return INTEGER_VALUE((gint64)value.number);
    return value.kind == VALUE_INTEGER ? value : UNKNOWN_VALUE;
}

static value_t call_float(run_t *run, const arguments_t *arguments)
{
    double number;

    return bcnet_value_as_number(argument(arguments, 0), &number) ? NUMBER_VALUE(number) : UNKNOWN_VALUE;
}

/* tuple(list) and list(tuple): here they are the same, but not the same object. */
static value_t call_list(run_t *run, const arguments_t *arguments)
{
    value_t list = argument(arguments, 0), copy;

    if (list.kind != VALUE_LIST || !bcnet_run_step(run, arguments->place, list.list->count))
        return UNKNOWN_VALUE;
    copy = bcnet_value_list(run->arena, VALUE_LIST, list.list->count);
    bcnet_value_extend(run->arena, copy.list, list.list->items, list.list->count);
    return copy;
}

static value_t call_for_nothing(run_t *run, const arguments_t *arguments)
{
    return UNKNOWN_VALUE;
}

static const struct {
    const char *name;
    builtin_t   call;
} builtins[] = {
    { "__import__", call_import },
    { "dir", call_dir },
    { "float", call_float },
    { "globals", call_for_nothing },
    { "hasattr", call_hasattr },
    { "int", call_int },
    { "len", call_len },
    { "list", call_list },
    { "locals", call_for_nothing },
    { "range", call_range },
    { "reload", call_reload },
    { "str", call_str },
    { "tuple", call_list },
    { "xrange", call_range },
};

bool bcnet_run_find_builtin(const char *name, value_t *value)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(builtins); i++) {
        if (strcmp(builtins[i].name, name) == 0) {
            *value = (value_t){ .kind = VALUE_BUILTIN, .integer = i };
            return true;
        }
    }
    return false;
}

/* ---- what is not followed ---- */

static bool is_ships_own(value_t value)
{
    bool own = bcnet_value_is_ships(value);

    for (unsigned i = 0; value.kind == VALUE_LIST && i < value.list->count; i++)
        own = own || value.list->items[i].kind == VALUE_PROPERTY || value.list->items[i].kind == VALUE_SET;
    return own;
}

value_t bcnet_run_call_unknown(run_t *run, const char *name, const arguments_t *arguments)
{
    bool matters = bcnet_property_matters(name);

    for (unsigned i = 0; i < arguments->count && !matters; i++)
        matters = is_ships_own(arguments->values[i]) &&
                  bcnet_run_step(run, arguments->place,
                                 arguments->values[i].kind == VALUE_LIST ? arguments->values[i].list->count : 1);
    if (matters)
        bcnet_run_error(run, arguments->place,
                        "this call of \"%s\" cannot be followed, but it may change which subsystems the ship has",
                        name);
    return UNKNOWN_VALUE;
}

/* A function that no script here defines; silence about the game's own, they are many and harmless. */
static value_t call_unseen(run_t *run, const char *name, const arguments_t *arguments)
{
    if (g_str_has_suffix(name, REGISTRY))
        return bcnet_value_list(run->arena, VALUE_REGISTRY, 0);
    bcnet_run_note(run, arguments->place, "the call of \"%s\" is skipped", name);
    return bcnet_run_call_unknown(run, name, arguments);
}

/* ---- methods ---- */

static value_t call_list_method(run_t *run, list_t *list, const char *name, const arguments_t *arguments)
{
    if (strcmp(name, "append") == 0 && arguments->count == 1) {
        bcnet_value_append(run->arena, list, arguments->values[0]);
        return NONE_VALUE;
    }
    bcnet_run_note(run, arguments->place, "the list's method \"%s\" is not followed", name);
    return bcnet_run_call_unknown(run, name, arguments);
}

static value_t call_table_method(run_t *run, value_t table, const char *name, const arguments_t *arguments)
{
    if (!bcnet_run_step(run, arguments->place, table.list->count))
        return UNKNOWN_VALUE;
    if (strcmp(name, "has_key") == 0 && arguments->count == 1)
        return INTEGER_VALUE(bcnet_value_look_up(table, arguments->values[0]).kind != VALUE_UNKNOWN);
    return bcnet_run_call_unknown(run, name, arguments);
}

/* In mods the species table may be an object: X = g_species.Register("X", ("X", ...)). What is registered again keeps its
 * place. The class is a script of the community's, Registry.py. */
static value_t call_registry_method(run_t *run, list_t *registry, const char *name, const arguments_t *arguments)
{
    value_t row = arguments->count > 0 ? arguments->values[arguments->count - 1] : UNKNOWN_VALUE;

    if (strcmp(name, "Register") != 0 || arguments->count == 0 ||
        !bcnet_run_step(run, arguments->place, 1 + registry->count))
        return bcnet_run_call_unknown(run, name, arguments);
    for (unsigned i = 0; i < registry->count; i++)
        if (bcnet_value_equal(registry->items[i], row) != TRUTH_NO) /* the same name, then */
            return INTEGER_VALUE(i);
    bcnet_value_append(run->arena, registry, row);
    return INTEGER_VALUE(registry->count - 1);
}

static value_t call_method(run_t *run, value_t object, const char *name, const arguments_t *arguments)
{
    switch (object.kind) {
    case VALUE_PROPERTY:
        return bcnet_property_method(run, object.property, name, arguments);
    case VALUE_SET:
        return bcnet_set_method(run, name, arguments);
    case VALUE_MANAGER:
        return bcnet_manager_method(run, name, arguments);
    case VALUE_LIST:
        return call_list_method(run, object.list, name, arguments);
    case VALUE_TABLE:
        return call_table_method(run, object, name, arguments);
    case VALUE_REGISTRY:
        return call_registry_method(run, object.list, name, arguments);
    default:
        return bcnet_run_call_unknown(run, name, arguments);
    }
}

/* App.HullProperty_Create("Hull"), App.TGColorA(), and methods of what they give. */
static value_t call_game(run_t *run, const char *name, const arguments_t *arguments)
{
    if (g_str_has_suffix(name, "Property_Create"))
        return bcnet_property_make(run, name, arguments);
    if (g_str_has_suffix(name, REGISTRY))
        return bcnet_value_list(run->arena, VALUE_REGISTRY, 0);
    bcnet_run_call_unknown(run, name, arguments);
    return GAME_VALUE(name);
}

/* ---- calls ---- */

static void evaluate_arguments(run_t *run, const expression_t *call, arguments_t *arguments)
{
    value_t     *values = BCNET_ARENA_ARRAY(run->arena, value_t, call->count);
    const char **names = BCNET_ARENA_ARRAY(run->arena, const char *, call->count);

    for (unsigned i = 0; i < call->count; i++) {
        const expression_t *item = call->items[i];
        bool                named = item->kind == EXPRESSION_NAMED;

        names[i] = named ? item->name : NULL;
        values[i] = bcnet_run_evaluate(run, named ? item->left : item);
    }
    *arguments = (arguments_t){ call->place, values, call->count, names };
}

/* The game forgets all properties before it makes a ship, and goes through a script it knows only when it is
 * reloaded: likely, 97.1 only shows that the stock scripts take care to do so. */
static void check_parent(run_t *run, bcnet_place_t place, const bcnet_module_t *module)
{
    if (module != run->module && !module->reloaded)
        bcnet_run_doubt(run, place, "\"%s\" is imported without reload; the game may have forgotten its properties",
                        module->name);
}

static value_t call_function(run_t *run, const function_t *function, const arguments_t *arguments)
{
    bcnet_place_t place = arguments->place;

    if (!bcnet_run_step(run, place, 1))
        return UNKNOWN_VALUE;
    if (arguments->count == 1 && arguments->values[0].kind == VALUE_SET)
        check_parent(run, place, function->module);
    return bcnet_run_function(run, function, arguments);
}

value_t bcnet_run_call_value(run_t *run, value_t callee, const char *name, const arguments_t *arguments)
{
    switch (callee.kind) {
    case VALUE_FUNCTION:
        return call_function(run, callee.function, arguments);
    case VALUE_METHOD:
        return call_method(run, callee.method->object, callee.method->name, arguments);
    case VALUE_BUILTIN:
        return builtins[callee.integer].call(run, arguments);
    case VALUE_GAME:
        return call_game(run, callee.text, arguments);
    default:
        return call_unseen(run, name, arguments);
    }
}

value_t bcnet_run_call_expression(run_t *run, const expression_t *call)
{
    const expression_t *callee = call->left;
    const char         *name = callee->name ? callee->name : "?";
    bool                attribute = callee->kind == EXPRESSION_ATTRIBUTE;
    value_t             object = bcnet_run_evaluate(run, attribute ? callee->left : callee);
    arguments_t         arguments;

    if (attribute && (object.kind == VALUE_MODULE || object.kind == VALUE_PACKAGE || object.kind == VALUE_GAME)) {
        object = bcnet_run_attribute(run, callee->place, object, name);
        attribute = false;
    }
    evaluate_arguments(run, call, &arguments);
    return attribute ? call_method(run, object, name, &arguments) : bcnet_run_call_value(run, object, name, &arguments);
}
