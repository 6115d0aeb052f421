/* Follows the statements of a script.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/hardpoint-compiled.h"
#include "mods/hardpoint-run.h"

#include <string.h>

/* How a block was left. */
typedef enum { FLOW_ON, FLOW_RETURN, FLOW_BREAK, FLOW_CONTINUE } flow_t;

static flow_t run_block(run_t *run, const bcnet_statement_t *statement);

/* ---- remarks and limits ---- */

void bcnet_run_remark(run_t *run, bcnet_remark_kind_t kind, bcnet_place_t place, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    /* Nothing is true of what is not followed any more. */
    if (!run->stopped)
        bcnet_remark_list(run->remarks, kind, run->module->file, place, format, arguments);
    va_end(arguments);
    run->failed = run->failed || kind == BCNET_ERROR;
}

static void stop(run_t *run, bcnet_place_t place, const char *reason)
{
    if (!run->stopped)
        bcnet_run_error(run, place, "%s", reason);
    run->stopped = true;
}

bool bcnet_run_step(run_t *run, bcnet_place_t place, unsigned cost)
{
    run->steps += MIN(cost, BCNET_RUN_STEPS_MAX);
    if (run->steps > BCNET_RUN_STEPS_MAX)
        stop(run, place, "the script goes on for too long");
    else if (run->depth > BCNET_RUN_DEPTH_MAX)
        stop(run, place, "calls or parents are nested too deeply, or without an end");
    else if (bcnet_arena_size(run->arena) > BCNET_ARENA_MAX)
        stop(run, place, "the script takes too much memory");
    return !run->stopped;
}

/* ---- names ---- */

static void bind(const run_t *run, GHashTable *names, const char *name, value_t value)
{
    value_t *slot = g_hash_table_lookup(names, name);

    if (!slot) {
        slot = BCNET_ARENA_NEW(run->arena, value_t);
        g_hash_table_insert(names, (void *)name, slot);
    }
    *slot = value;
}

void bcnet_run_bind(run_t *run, const char *name, value_t value)
{
    bind(run, run->locals ? run->locals : run->module->names, name, value);
}

void bcnet_run_bind_global(run_t *run, const char *name, value_t value)
{
    bind(run, run->module->names, name, value);
}

bool bcnet_run_find_name(const run_t *run, const char *name, value_t *value)
{
    const value_t *slot = run->locals ? g_hash_table_lookup(run->locals, name) : NULL;

    if (!slot)
        slot = g_hash_table_lookup(run->module->names, name);
    if (slot)
        *value = *slot;
    return slot != NULL;
}

value_t bcnet_run_global(const bcnet_module_t *module, const char *name)
{
    const value_t *slot = g_hash_table_lookup(module->names, name);

    return slot ? *slot : UNKNOWN_VALUE;
}

/* ---- what is skipped ---- */

bool bcnet_run_name_matters(const run_t *run, const char *name, bool attribute, bool harmless)
{
    value_t value;

    if (bcnet_property_matters(name) || strcmp(name, "__import__") == 0 || strcmp(name, "reload") == 0 ||
        g_ascii_strcasecmp(name, "Hardpoints") == 0)
        return true;
    if (attribute || !bcnet_run_find_name(run, name, &value))
        return false;
    if (value.kind == VALUE_FUNCTION || value.kind == VALUE_METHOD)
        return true;
    return !harmless && bcnet_value_is_ships(value);
}

static bool word_matters(const run_t *run, const token_t *token, const token_t *before, bool printed)
{
    char *name;
    bool  matters;

    if (token->kind != TOKEN_NAME)
        return token->sign == WORD_RETURN || token->sign == WORD_RAISE || token->sign == WORD_EXEC ||
               token->sign == WORD_BREAK || token->sign == WORD_CONTINUE;
    name = g_strndup(token->text, token->length);
    /* Hull.SetRadius(1) and print Hull do no harm; Change(Hull) may. */
    matters = bcnet_run_name_matters(run, name, before && before->sign == '.', printed || token[1].sign == '.');
    g_free(name);
    return matters;
}

/* Whether words that are skipped can matter for the ship: they register, add, import ... */
static bool matters_in(const run_t *run, unsigned first, unsigned last)
{
    const token_t *tokens = run->module->tree.words.tokens;
    bool           printed = tokens[first].sign == WORD_PRINT;

    for (unsigned i = first; i < last; i++)
        if (word_matters(run, &tokens[i], i > first ? &tokens[i - 1] : NULL, printed))
            return true;
    return false;
}

/* Names that skipped words would bind stand for something unknown from now on. */
static void forget_in(run_t *run, unsigned first, unsigned last)
{
    const token_t *tokens = run->module->tree.words.tokens;

    for (unsigned i = first; i < last; i++) {
        bool           defined = tokens[i].sign == WORD_DEF || tokens[i].sign == WORD_CLASS;
        const token_t *name = defined ? &tokens[i + 1] : &tokens[i];

        if (name->kind == TOKEN_NAME && (defined || name[1].sign == '='))
            bcnet_run_bind(run, bcnet_arena_text(run->arena, name->text, name->length), UNKNOWN_VALUE);
    }
}

/* Only "except:" and "pass" and what holds them together. */
static bool does_nothing(const run_t *run, const bcnet_statement_t *statement)
{
    for (unsigned i = statement->first; i < statement->last; i++) {
        const token_t *token = &run->module->tree.words.tokens[i];

        if (token->kind == TOKEN_NAME || token->kind == TOKEN_BAD ||
            (token->sign != WORD_NONE && token->sign <= WORD_WHILE && token->sign != WORD_EXCEPT &&
             token->sign != WORD_PASS))
            return false;
    }
    return true;
}

/* What is skipped is looked at word by word, again in every round of a loop. */
static bool look_at_skipped(run_t *run, const bcnet_statement_t *statement)
{
    enum { WORDS_PER_STEP = 4 };

    return bcnet_run_step(run, statement->place, 1 + (statement->last - statement->first) / WORDS_PER_STEP);
}

static void skip_outside(run_t *run, const bcnet_statement_t *statement)
{
    bool definition = statement->word == WORD_DEF || statement->word == WORD_CLASS;

    if (!look_at_skipped(run, statement) || (does_nothing(run, statement) && statement->word == WORD_EXCEPT))
        return;
    /* Defining something does nothing yet; its name is unknown from here on. */
    if (!definition && matters_in(run, statement->first, statement->last))
        bcnet_run_error(run, statement->place, "%s, but it may change which subsystems the ship has", statement->name);
    else
        bcnet_run_note(run, statement->place, "%s; the statement is skipped", statement->name);
    forget_in(run, statement->first, statement->last);
}

/* A block of which it is not known whether it is gone through. */
static void skip_block(run_t *run, const bcnet_statement_t *block, bcnet_place_t place)
{
    bool matters = false;

    if (!block)
        return;
    for (const bcnet_statement_t *statement = block; statement; statement = statement->next) {
        if (!look_at_skipped(run, statement))
            return;
        matters = matters || matters_in(run, statement->first, statement->last);
        forget_in(run, statement->first, statement->last);
    }
    if (matters)
        bcnet_run_error(run, place, "it cannot be told whether this holds, and the ship depends on it");
    else
        bcnet_run_note(run, place, "it cannot be told whether this holds; what depends on it is skipped");
}

/* ---- statements ---- */

static void assign(run_t *run, const expression_t *target, value_t value);

static void assign_tuple(run_t *run, const expression_t *target, value_t value)
{
    bool fits = value.kind == VALUE_LIST && value.list->count == target->count;

    if (!fits && value.kind != VALUE_UNKNOWN && value.kind != VALUE_GAME)
        bcnet_run_note(run, target->place, "there are not as many values as names");
    for (unsigned i = 0; i < target->count; i++)
        assign(run, target->items[i], fits ? value.list->items[i] : UNKNOWN_VALUE);
}

void bcnet_run_assign_item(run_t *run, bcnet_place_t place, value_t container, value_t key, value_t value)
{
    if (container.kind == VALUE_TABLE) {
        bcnet_value_append(run->arena, container.list, key);
        bcnet_value_append(run->arena, container.list, value);
    } else if (container.kind == VALUE_LIST && key.kind == VALUE_INTEGER && key.integer >= 0 &&
               key.integer < container.list->count) {
        container.list->items[key.integer] = value;
    } else if (bcnet_value_is_ships(value)) {
        bcnet_run_error(run, place, "it cannot be told what this assigns to");
    }
}

/* Attributes of the game's objects are not kept. */
void bcnet_run_assign_attribute(run_t *run, bcnet_place_t place, const char *name, value_t value)
{
    if (bcnet_value_is_ships(value) || (name && bcnet_property_matters(name)))
        bcnet_run_error(run, place, "it cannot be told what this assigns to");
    else
        bcnet_run_note(run, place, "this assignment is skipped");
}

/* list[0] = x and table["key"] = x. */
static void assign_item(run_t *run, const expression_t *target, value_t value)
{
    value_t container = bcnet_run_evaluate(run, target->left), key = bcnet_run_evaluate(run, target->right);

    bcnet_run_assign_item(run, target->place, container, key, value);
}

static void assign(run_t *run, const expression_t *target, value_t value)
{
    if (!bcnet_run_step(run, target->place, 1))
        return;
    if (target->kind == EXPRESSION_NAME) {
        bcnet_run_bind(run, target->name, value);
    } else if (target->kind == EXPRESSION_TUPLE) {
        assign_tuple(run, target, value);
    } else if (target->kind == EXPRESSION_INDEX) {
        assign_item(run, target, value);
    } else {
        if (target->left)
            bcnet_run_evaluate(run, target->left);
        bcnet_run_assign_attribute(run, target->place, target->name, value);
    }
}

static flow_t run_if(run_t *run, const bcnet_statement_t *statement)
{
    switch (bcnet_value_truth(bcnet_run_evaluate(run, statement->value))) {
    case TRUTH_YES:
        return run_block(run, statement->body);
    case TRUTH_NO:
        return run_block(run, statement->otherwise);
    default:
        skip_block(run, statement->body, statement->value->place);
        skip_block(run, statement->otherwise, statement->value->place);
        return FLOW_ON;
    }
}

static flow_t run_for(run_t *run, const bcnet_statement_t *statement)
{
    value_t items = bcnet_run_evaluate(run, statement->value);
    flow_t  flow = FLOW_ON;

    if (items.kind != VALUE_LIST) {
        skip_block(run, statement->body, statement->value->place);
        return FLOW_ON;
    }
    for (unsigned i = 0; i < items.list->count && bcnet_run_step(run, statement->place, 1); i++) {
        assign(run, statement->list, items.list->items[i]);
        flow = run_block(run, statement->body);
        if (flow == FLOW_RETURN || flow == FLOW_BREAK)
            break;
    }
    return flow == FLOW_RETURN ? flow : FLOW_ON;
}

static void define(run_t *run, const bcnet_statement_t *statement)
{
    function_t *function = BCNET_ARENA_NEW(run->arena, function_t);

    function->definition = statement;
    function->module = run->module;
    bcnet_run_bind(run, statement->name, (value_t){ .kind = VALUE_FUNCTION, .function = function });
}

static flow_t run_statement(run_t *run, const bcnet_statement_t *statement)
{
    value_t value = UNKNOWN_VALUE;
    flow_t  flow;

    switch (statement->kind) {
    case STATEMENT_EXPRESSION:
        bcnet_run_evaluate(run, statement->value);
        return FLOW_ON;
    case STATEMENT_ASSIGN:
        value = bcnet_run_evaluate(run, statement->value);
        for (unsigned i = 0; i < statement->list->count; i++)
            assign(run, statement->list->items[i], value);
        return FLOW_ON;
    case STATEMENT_IMPORT:
    case STATEMENT_FROM:
        bcnet_run_import_statement(run, statement);
        return FLOW_ON;
    case STATEMENT_IF:
        return run_if(run, statement);
    case STATEMENT_FOR:
        return run_for(run, statement);
    case STATEMENT_TRY:
        flow = run_block(run, statement->body);
        skip_outside(run, statement->otherwise);
        return flow;
    case STATEMENT_DEFINE:
        define(run, statement);
        return FLOW_ON;
    case STATEMENT_RETURN:
        run->returned = statement->value ? bcnet_run_evaluate(run, statement->value) : NONE_VALUE;
        return FLOW_RETURN;
    case STATEMENT_LEAVE:
        return statement->word == WORD_BREAK ? FLOW_BREAK : FLOW_CONTINUE;
    case STATEMENT_OUTSIDE:
        skip_outside(run, statement);
        return FLOW_ON;
    case STATEMENT_PASS:
        break;
    }
    return FLOW_ON;
}

static flow_t run_block(run_t *run, const bcnet_statement_t *statement)
{
    flow_t flow = FLOW_ON;

    run->depth++;
    for (; statement && flow == FLOW_ON && bcnet_run_step(run, statement->place, 1); statement = statement->next)
        flow = run_statement(run, statement);
    run->depth--;
    return flow;
}

/* ---- functions and scripts ---- */

/* The one of a list of parameters, by position or by name; false when it is not given. */
static bool find_argument(const arguments_t *arguments, unsigned position, const char *name, value_t *value)
{
    bool found = false;

    for (unsigned a = 0; a < arguments->count; a++) {
        const char *given = arguments->names ? arguments->names[a] : NULL;

        if (given ? strcmp(given, name) == 0 : a == position) {
            *value = arguments->values[a];
            found = true;
        }
    }
    return found;
}

static void bind_parameters(run_t *run, const expression_t *parameters, const arguments_t *arguments)
{
    for (unsigned i = 0; i < parameters->count; i++) {
        const expression_t *parameter = parameters->items[i];
        value_t             value = UNKNOWN_VALUE;

        if (!find_argument(arguments, i, parameter->name, &value) && parameter->left)
            value = bcnet_run_evaluate(run, parameter->left);
        bcnet_run_bind(run, parameter->name, value);
    }
}

static void bind_compiled(run_t *run, const function_t *function, const arguments_t *arguments)
{
    unsigned first_default = function->code->parameters - function->default_count;

    for (unsigned i = 0; i < function->code->parameters; i++) {
        const char *name = function->code->names[BCNET_VARIABLES].items[i];
        value_t     value = UNKNOWN_VALUE;

        if (!find_argument(arguments, i, name, &value) && i >= first_default)
            value = function->defaults[i - first_default];
        bcnet_run_bind(run, name, value);
    }
}

value_t bcnet_run_function(run_t *run, const function_t *function, const arguments_t *arguments)
{
    bcnet_module_t *module = run->module;
    GHashTable     *locals = run->locals;
    value_t         returned;

    run->depth++;
    run->module = function->module;
    run->locals = g_hash_table_new(g_str_hash, g_str_equal);
    run->returned = NONE_VALUE;
    if (function->definition) {
        bind_parameters(run, function->definition->list, arguments);
        run_block(run, function->definition->body);
    } else {
        bind_compiled(run, function, arguments);
        bcnet_run_code(run, function->code);
    }
    returned = run->returned;
    run->returned = NONE_VALUE;
    g_hash_table_destroy(run->locals);
    run->locals = locals;
    run->module = module;
    run->depth--;
    return returned;
}

value_t bcnet_run_call(run_t *run, const function_t *function, const value_t *values, unsigned count)
{
    const arguments_t arguments = { .values = values, .count = count };

    run->module = function->module;
    return bcnet_run_function(run, function, &arguments);
}

value_t bcnet_run_ship_stats(run_t *run, const bcnet_module_t *module)
{
    value_t function = bcnet_run_global(module, "GetShipStats");

    return function.kind == VALUE_FUNCTION ? bcnet_run_call(run, function.function, NULL, 0) : UNKNOWN_VALUE;
}

void bcnet_run_module(run_t *run, bcnet_module_t *module)
{
    bcnet_module_t *outer = run->module;
    GHashTable     *locals = run->locals;

    run->module = module;
    run->locals = NULL;
    module->running = true;
    if (module->code)
        bcnet_run_code(run, module->code);
    else
        run_block(run, module->tree.statements);
    module->running = false;
    module->changes = run->changes;
    run->locals = locals;
    run->module = outer;
}

static void free_module(void *data)
{
    g_hash_table_destroy(((bcnet_module_t *)data)->names);
}

run_t *bcnet_run_new(const bcnet_hardpoint_parents_t *parents, GPtrArray *remarks)
{
    run_t *run = g_new0(run_t, 1);

    run->arena = bcnet_arena_new();
    run->parents = parents;
    run->remarks = remarks;
    run->modules = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_module);
    run->templates = g_hash_table_new(g_str_hash, g_str_equal);
    run->added = g_array_new(FALSE, FALSE, sizeof(bcnet_added_t));
    return run;
}

void bcnet_run_free(run_t *run)
{
    g_hash_table_destroy(run->modules);
    g_hash_table_destroy(run->templates);
    g_array_free(run->added, TRUE);
    bcnet_arena_free(run->arena);
    g_free(run);
}
