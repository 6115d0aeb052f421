/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Goes through a script as it was written, statement by statement. A block that is not entered, and the body of a function
 * until it is called, is passed over by its indentation. */
#include <string.h>

#include "mods/script.h"

typedef struct {
    bcnet_script_t *script;
    bcnet_words_t   words;
    unsigned        indent; /* of the block at hand */
    bool            ended; /* it returned, or cannot be followed */
    bcnet_value_t   returned;
} bcnet_text_t;

static bcnet_value_t expression(bcnet_text_t *text);
static bcnet_value_t expressions(bcnet_text_t *text);
static void          block(bcnet_text_t *text);

/* ---- words ---- */

/* Nothing more is read. */
static void end(bcnet_text_t *text)
{
    text->ended = true;
    text->words.word = WORD_END;
}

/* The script cannot be followed. */
static void fail(bcnet_text_t *text, const char *reason)
{
    if (!text->ended)
        bcnet_script_fail(text->script, reason);
    end(text);
}

static void next(bcnet_text_t *text)
{
    const char *before = text->words.at;

    bcnet_words_next(&text->words);
    if (text->words.wrong) {
        text->script->line = text->words.line;
        fail(text, text->words.wrong);
    } else if (!bcnet_script_step(text->script, 1 + text->words.length + (size_t)(text->words.text - before) / 8)) {
        end(text); /* blanks and comments, which are quickly read, count less */
    }
}

static bool at(const bcnet_text_t *text, unsigned word)
{
    return text->words.word == word;
}

static bool accept(bcnet_text_t *text, unsigned word)
{
    const bool there = at(text, word);

    if (there)
        next(text);
    return there;
}

static bool accept_name(bcnet_text_t *text, const char *name)
{
    return bcnet_words_at_name(&text->words, name) && accept(text, WORD_NAME);
}

static void need(bcnet_text_t *text, unsigned word)
{
    if (!accept(text, word))
        fail(text, BCNET_NOT_FOLLOWED);
}

static const char *need_name(bcnet_text_t *text)
{
    const char *name = at(text, WORD_NAME) ? bcnet_script_name(text->script, text->words.text, text->words.length) : "";

    need(text, WORD_NAME);
    return name;
}

/* Where an expression cannot go on. */
static bool at_end(const bcnet_text_t *text)
{
    const unsigned word = text->words.word;

    return word == WORD_END || (word <= G_MAXINT8 && strchr("=)]};:\n", (int)word));
}

static bool deeper(bcnet_text_t *text)
{
    if (++text->script->depth > BCNET_DEPTH_MAX)
        fail(text, BCNET_TOO_DEEP);
    return !text->ended;
}

/* ---- what expressions are made of ---- */

/* Texts side by side are one. */
static bcnet_value_t read_text(bcnet_text_t *text)
{
    GString      *whole = g_string_new(NULL);
    bcnet_value_t value = UNKNOWN_VALUE;
    size_t        length;

    for (; at(text, WORD_TEXT); next(text))
        bcnet_words_unquote(&text->words, whole);
    length = whole->len;
    if (length <= BCNET_TEXT_MAX)
        value = TEXT_VALUE(bcnet_arena_utf8(text->script->arena, whole->str, &length));
    g_string_free(whole, TRUE);
    return value;
}

/* Expressions with commas between them, up to a bracket. */
static bcnet_list_t *items(bcnet_text_t *text, unsigned bracket)
{
    bcnet_list_t *list = BCNET_ARENA_NEW(text->script->arena, bcnet_list_t);

    while (!text->ended && !at(text, bracket)) {
        bcnet_list_append(text->script->arena, list, expression(text));
        if (!accept(text, ','))
            break;
    }
    need(text, bracket);
    return list;
}

/* key: value */
static bcnet_value_t read_table(bcnet_text_t *text)
{
    bcnet_list_t *list = BCNET_ARENA_NEW(text->script->arena, bcnet_list_t);

    while (!text->ended && !at(text, '}')) {
        bcnet_list_append(text->script->arena, list, expression(text));
        need(text, ':');
        bcnet_list_append(text->script->arena, list, expression(text));
        if (!accept(text, ','))
            break;
    }
    need(text, '}');
    return LIST_VALUE(VALUE_TABLE, list);
}

static bcnet_value_t read_brackets(bcnet_text_t *text)
{
    bcnet_value_t value;

    if (at(text, ')'))
        return LIST_VALUE(VALUE_LIST, items(text, ')'));
    value = expressions(text);
    need(text, ')');
    return value;
}

static bcnet_value_t read_name(bcnet_text_t *text)
{
    static const char *const words[] = { "and",    "assert", "break", "class", "continue", "del", "exec",
                                         "global", "lambda", "or",    "raise", "try",      NULL };
    const char              *name = need_name(text);

    if (g_strv_contains(words, name))
        fail(text, BCNET_NOT_FOLLOWED);
    return text->ended ? UNKNOWN_VALUE : bcnet_script_look_up(text->script, name);
}

static bcnet_value_t atom(bcnet_text_t *text)
{
    const bcnet_value_t number = text->words.number;

    if (at(text, WORD_NAME))
        return read_name(text);
    if (at(text, WORD_TEXT))
        return read_text(text);
    if (accept(text, WORD_NUMBER))
        return number;
    if (accept(text, '('))
        return read_brackets(text);
    if (accept(text, '['))
        return LIST_VALUE(VALUE_LIST, items(text, ']'));
    if (accept(text, '{'))
        return read_table(text);
    fail(text, BCNET_NOT_FOLLOWED);
    return UNKNOWN_VALUE;
}

/* x.y, or x.y = z */
static bcnet_value_t attribute(bcnet_text_t *text, bcnet_value_t object)
{
    const char   *name = need_name(text);
    bcnet_value_t value;

    if (!accept(text, '='))
        return bcnet_script_attribute(text->script, object, name);
    value = expressions(text);
    if (!text->ended)
        bcnet_script_store_attribute(text->script, object, name);
    return value;
}

/* x[y], or x[y] = z */
static bcnet_value_t item(bcnet_text_t *text, bcnet_value_t container)
{
    const bcnet_value_t key = expressions(text);
    bcnet_value_t       value;

    need(text, ']');
    bcnet_script_step_through(text->script, container);
    if (!accept(text, '='))
        return bcnet_value_item(container, key);
    value = expressions(text);
    if (!text->ended)
        bcnet_script_store_item(text->script, container, key, value);
    return value;
}

/* Arguments by name are not followed: "=" stands behind that. */
static bcnet_value_t call(bcnet_text_t *text, bcnet_value_t callee)
{
    const bcnet_list_t *given = items(text, ')');

    return text->ended ? UNKNOWN_VALUE : bcnet_script_call(text->script, callee, given);
}

static bcnet_value_t primary(bcnet_text_t *text)
{
    bcnet_value_t value = atom(text);

    for (;;) {
        if (accept(text, '.'))
            value = attribute(text, value);
        else if (accept(text, '('))
            value = call(text, value);
        else if (accept(text, '['))
            value = item(text, value);
        else
            return value;
    }
}

/* ---- operators ---- */

typedef enum { LEVEL_NOT, LEVEL_COMPARE, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_SIGN } level_t;

typedef struct {
    const char        *sign;
    level_t            level;
    bcnet_comparison_t comparison; /* LEVEL_COMPARE; of "not in" and "is not" it is told by their first words */
} bcnet_operator_t;

static const bcnet_operator_t operators[] = {
    { "<", LEVEL_COMPARE, COMPARE_LESS },       { "<=", LEVEL_COMPARE, COMPARE_AT_MOST },
    { "==", LEVEL_COMPARE, COMPARE_EQUAL },     { "!=", LEVEL_COMPARE, COMPARE_NOT_EQUAL },
    { "<>", LEVEL_COMPARE, COMPARE_NOT_EQUAL }, { ">", LEVEL_COMPARE, COMPARE_MORE },
    { ">=", LEVEL_COMPARE, COMPARE_AT_LEAST },  { "in", LEVEL_COMPARE, COMPARE_IN },
    { "not", LEVEL_COMPARE, COMPARE_NOT_IN },   { "is", LEVEL_COMPARE, COMPARE_IS },
    { .sign = "+", .level = LEVEL_SUM },        { .sign = "-", .level = LEVEL_SUM },
    { .sign = "*", .level = LEVEL_PRODUCT },    { .sign = "/", .level = LEVEL_PRODUCT },
    { .sign = "%", .level = LEVEL_PRODUCT },
};

static bcnet_value_t operation(bcnet_text_t *text, level_t level);

/* The operator at hand, if it is of this level or binds more tightly; else NULL. */
static const bcnet_operator_t *find_operator(const bcnet_text_t *text, level_t level)
{
    if (at(text, ',') || at_end(text))
        return NULL;
    for (unsigned i = 0; i < G_N_ELEMENTS(operators); i++)
        if (operators[i].level >= level && strlen(operators[i].sign) == text->words.length &&
            strncmp(operators[i].sign, text->words.text, text->words.length) == 0)
            return &operators[i];
    return NULL;
}

static bcnet_value_t operate(bcnet_text_t *text, const bcnet_operator_t *found, bcnet_value_t left)
{
    bcnet_comparison_t comparison = found->comparison;
    bcnet_value_t      right;

    next(text);
    if (comparison == COMPARE_NOT_IN && !accept_name(text, "in"))
        fail(text, BCNET_NOT_FOLLOWED);
    if (comparison == COMPARE_IS && accept_name(text, "not"))
        comparison = COMPARE_IS_NOT;
    right = operation(text, found->level + 1);
    if (found->level != LEVEL_COMPARE)
        return bcnet_value_calculate(text->script->arena, *found->sign, left, right);
    if (find_operator(text, LEVEL_COMPARE))
        fail(text, BCNET_NOT_FOLLOWED); /* a < b < c */
    bcnet_script_step_through(text->script, right);
    return bcnet_value_compare(comparison, left, right);
}

/* What stands before the first operator. */
static bcnet_value_t operand(bcnet_text_t *text, level_t level)
{
    if (level <= LEVEL_NOT && accept_name(text, "not"))
        return bcnet_value_not(operation(text, LEVEL_NOT));
    if (accept(text, '-'))
        return bcnet_value_calculate(text->script->arena, '-', INTEGER_VALUE(0), operation(text, LEVEL_SIGN));
    return primary(text);
}

/* What operators of a level and those that bind more tightly make up. */
static bcnet_value_t operation(bcnet_text_t *text, level_t level)
{
    const bcnet_operator_t *found;
    bcnet_value_t           value = deeper(text) ? operand(text, level) : UNKNOWN_VALUE;

    while ((found = find_operator(text, level)) != NULL)
        value = operate(text, found, value);
    text->script->depth--;
    return value;
}

static bcnet_value_t expression(bcnet_text_t *text)
{
    return operation(text, LEVEL_NOT);
}

/* One, or a tuple of several. */
static bcnet_value_t expressions(bcnet_text_t *text)
{
    bcnet_value_t value = expression(text);
    bcnet_list_t *list;

    if (!at(text, ','))
        return value;
    list = BCNET_ARENA_NEW(text->script->arena, bcnet_list_t);
    bcnet_list_append(text->script->arena, list, value);
    while (accept(text, ',') && !at_end(text))
        bcnet_list_append(text->script->arena, list, expression(text));
    return LIST_VALUE(VALUE_LIST, list);
}

/* ---- simple statements ---- */

/* a = b = x; or a call, or a text, alone. */
static void assignment(bcnet_text_t *text)
{
    bcnet_words_t start = text->words;
    bcnet_list_t  names = { 0 };
    bcnet_value_t value;

    while (at(text, WORD_NAME)) {
        const char *name = need_name(text);

        if (!accept(text, '='))
            break;
        bcnet_list_append(text->script->arena, &names, TEXT_VALUE(name));
        start = text->words;
    }
    if (!text->ended)
        text->words = start;
    value = expressions(text);
    for (unsigned i = 0; i < names.count && !text->ended; i++)
        bcnet_script_bind(text->script, names.items[i].text, value);
}

/* "ships.Hardpoints.akira" */
static const char *module_path(bcnet_text_t *text)
{
    GString    *path = g_string_new(need_name(text));
    const char *whole;

    while (accept(text, '.'))
        g_string_append_printf(path, ".%s", need_name(text));
    whole = bcnet_script_name(text->script, path->str, path->len);
    g_string_free(path, TRUE);
    return whole;
}

static void import(bcnet_text_t *text)
{
    do {
        const char *path = module_path(text);

        if (!text->ended)
            bcnet_script_import_name(text->script, path);
    } while (accept(text, ','));
}

static void import_from(bcnet_text_t *text)
{
    const char *path = module_path(text), *name;

    if (!accept_name(text, "import"))
        fail(text, BCNET_NOT_FOLLOWED);
    do {
        name = accept(text, '*') ? "*" : need_name(text);
        if (!text->ended)
            bcnet_script_import_from(text->script, path, name);
    } while (accept(text, ','));
}

static void simple_statement(bcnet_text_t *text)
{
    if (accept_name(text, "import")) {
        import(text);
    } else if (accept_name(text, "from")) {
        import_from(text);
    } else if (accept_name(text, "return")) {
        text->returned = at_end(text) ? NONE_VALUE : expressions(text);
        end(text);
    } else if (accept_name(text, "print")) {
        if (!at_end(text))
            expressions(text);
    } else if (!accept_name(text, "pass")) {
        assignment(text);
    }
}

/* Statements with ";" between them. */
static void simple_line(bcnet_text_t *text)
{
    do {
        if (!at(text, WORD_LINE_END))
            simple_statement(text);
    } while (accept(text, ';'));
    need(text, WORD_LINE_END);
}

/* ---- statements with blocks ---- */

/* To the next statement, over the rest of this one with its block. */
static void skip(bcnet_text_t *text)
{
    bool line_ended = false;

    while (!at(text, WORD_END) && !(line_ended && text->words.indent <= text->indent)) {
        line_ended = at(text, WORD_LINE_END);
        next(text);
    }
}

/* Without one the script ends here. */
static bool accept_branch(bcnet_text_t *text, const char *name)
{
    return text->words.indent == text->indent && accept_name(text, name);
}

static bool holds(bcnet_text_t *text)
{
    const bcnet_truth_t truth = bcnet_value_truth(expressions(text));

    if (truth == TRUTH_UNKNOWN)
        fail(text, BCNET_UNTOLD);
    return truth == TRUTH_YES;
}

static void branches(bcnet_text_t *text)
{
    bool taken = false;

    do {
        text->script->line = text->words.line;
        if (!taken && holds(text)) {
            taken = true;
            block(text);
        } else {
            skip(text);
        }
    } while (accept_branch(text, "elif"));
    if (accept_branch(text, "else")) {
        if (taken)
            skip(text);
        else
            block(text);
    }
}

/* name(a, b=1, *c): block */
static void define(bcnet_text_t *text)
{
    bcnet_code_t *code = BCNET_ARENA_NEW(text->script->arena, bcnet_code_t);
    bcnet_list_t  defaults = { 0 };
    const char   *name = need_name(text);

    need(text, '(');
    while (!text->ended && !at(text, ')')) {
        if (accept(text, '*') || accept(text, SIGN('*', '*')))
            code->any_arguments = true;
        bcnet_list_append(text->script->arena, &code->variables, TEXT_VALUE(need_name(text)));
        if (accept(text, '='))
            bcnet_list_append(text->script->arena, &defaults, expression(text));
        if (!accept(text, ','))
            break;
    }
    need(text, ')');
    code->parameters = code->variables.count;
    code->words = text->words;
    code->indent = text->indent;
    if (!text->ended)
        bcnet_script_bind(text->script, name, bcnet_script_function(text->script, code, defaults));
    skip(text);
}

static void statement(bcnet_text_t *text)
{
    text->script->line = text->words.line;
    if (accept_name(text, "if"))
        branches(text);
    else if (accept_name(text, "def"))
        define(text);
    else if (accept_name(text, "for") || accept_name(text, "while"))
        fail(text, BCNET_LOOP);
    else
        simple_line(text);
}

static void statements(bcnet_text_t *text)
{
    while (!at(text, WORD_END) && text->words.indent == text->indent)
        statement(text);
}

/* What is indented like none of the blocks around it is no script of Python's. */
static void end_block(bcnet_text_t *text, unsigned indent)
{
    text->script->line = text->words.line;
    if (!at(text, WORD_END) && text->words.indent > indent)
        fail(text, "this line is indented like none of the blocks around it");
}

/* ":" and what hangs on it. */
static void block(bcnet_text_t *text)
{
    const unsigned outer = text->indent;

    need(text, ':');
    if (deeper(text) && !accept(text, WORD_LINE_END)) {
        simple_line(text);
    } else if (!text->ended && text->words.indent > outer) {
        text->indent = text->words.indent;
        statements(text);
        text->indent = outer;
        end_block(text, outer);
    } else {
        text->script->line = text->words.line;
        fail(text, "a block is missing here");
    }
    text->script->depth--;
}

bcnet_value_t bcnet_text_follow(bcnet_script_t *script, const bcnet_code_t *code)
{
    bcnet_text_t text = { .script = script, .words = code->words, .indent = code->indent };

    text.returned = NONE_VALUE;
    if (at(&text, ':')) {
        block(&text);
    } else {
        next(&text);
        statements(&text);
        end_block(&text, 0);
    }
    return text.returned;
}
