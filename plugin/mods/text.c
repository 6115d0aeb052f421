/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the text of a script and does what it says, line by line. Loops, and branches of which it cannot be told whether
 * the game takes them, are not followed: the script is refused, with the line. */
#include <string.h>

#include "mods/script.h"

typedef struct {
    bcnet_script_t *script;
    bcnet_words_t   words;
    unsigned        indent; /* of the block at hand */
    unsigned        idle; /* not 0: what is read does nothing, as the other side of "or" ... */
    unsigned        idle_calls; /* ... in which there were so many calls */
    bool            failed; /* the statement at hand is not understood */
    bool            ended; /* by return, or because the ship depends on what is not followed */
    bcnet_value_t   returned;
} bcnet_text_t;

/* What an expression stands for: something to load, or to store to. */
typedef struct {
    enum { TARGET_VALUE, TARGET_NAME, TARGET_ATTRIBUTE, TARGET_ITEM } kind;
    bcnet_value_t value; /* that, or what has the attribute or item */
    bcnet_value_t key;
    const char   *name;
} bcnet_target_t;

static bcnet_value_t  expression(bcnet_text_t *text);
static bcnet_value_t  expressions(bcnet_text_t *text);
static bcnet_target_t read_target(bcnet_text_t *text);
static void           block(bcnet_text_t *text);

/* ---- words ---- */

/* The statement at hand is not understood. */
static void fail(bcnet_text_t *text)
{
    text->failed = true;
    text->words.word = WORD_END;
}

static void next(bcnet_text_t *text)
{
    const char *before = text->words.at;

    bcnet_words_next(&text->words);
    /* Blanks and comments are quickly read. */
    if (!bcnet_script_step(text->script, 1 + text->words.length + (size_t)(text->words.text - before) / 8))
        fail(text);
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
        fail(text);
}

static const char *need_name(bcnet_text_t *text)
{
    const char *name = at(text, WORD_NAME) ? bcnet_script_name(text->script, text->words.text, text->words.length) : "";

    need(text, WORD_NAME);
    return name;
}

static bool at_end(const bcnet_text_t *text)
{
    const unsigned word = text->words.word;

    return word == WORD_END || (word <= G_MAXINT8 && strchr("=)]};:\n", (int)word));
}

static bool deeper(bcnet_text_t *text)
{
    if (++text->script->depth > BCNET_DEPTH_MAX) {
        bcnet_words_fail(&text->words, text->words.line,
                         "calls, brackets or blocks are nested too deeply, or without an end");
        text->failed = true;
    }
    return !text->failed;
}

/* The script is not followed from here on, for a reason. */
static void refuse(bcnet_text_t *text, const char *reason)
{
    bcnet_script_fail(text->script, reason);
    text->ended = true;
    fail(text);
}

/* ---- texts, tuples, lists and tables ---- */

/* Texts side by side are one. */
static bcnet_value_t read_text(bcnet_text_t *text)
{
    GString      *whole = g_string_new(NULL);
    bcnet_value_t value = UNKNOWN_VALUE;

    for (; at(text, WORD_TEXT); next(text))
        bcnet_words_unquote(&text->words, whole);
    if (whole->len <= BCNET_TEXT_MAX)
        value = TEXT_VALUE(bcnet_arena_utf8(text->script->arena, whole->str, &whole->len));
    g_string_free(whole, TRUE);
    return value;
}

static bcnet_value_t expressions(bcnet_text_t *text)
{
    bcnet_arena_t      *arena = text->script->arena;
    const bcnet_value_t first = expression(text);
    bcnet_list_t       *list;

    if (!at(text, ','))
        return first;
    list = BCNET_ARENA_NEW(arena, bcnet_list_t);
    bcnet_list_append(arena, list, first);
    while (accept(text, ',') && !at_end(text))
        bcnet_list_append(arena, list, expression(text));
    return LIST_VALUE(VALUE_LIST, list);
}

/* A list; or a table, in which ":" and a value stand behind each key. */
static bcnet_value_t read_list(bcnet_text_t *text, bcnet_value_kind_t kind, unsigned end)
{
    bcnet_arena_t *arena = text->script->arena;
    bcnet_list_t  *list = BCNET_ARENA_NEW(arena, bcnet_list_t);

    while (!text->failed && !at(text, end)) {
        bcnet_list_append(arena, list, expression(text));
        if (kind == VALUE_TABLE) {
            need(text, ':');
            bcnet_list_append(arena, list, expression(text));
        }
        if (!accept(text, ','))
            break;
    }
    need(text, end);
    return LIST_VALUE(kind, list);
}

static bcnet_value_t read_brackets(bcnet_text_t *text)
{
    bcnet_value_t value;

    if (at(text, ')'))
        return read_list(text, VALUE_LIST, ')');
    value = expressions(text);
    need(text, ')');
    return value;
}

static bcnet_value_t read_number(bcnet_text_t *text)
{
    const double number = text->words.number;
    const bool   integer = at(text, WORD_INTEGER) && number <= INT32_MAX;

    next(text);
    return integer ? INTEGER_VALUE(number) : NUMBER_VALUE(number);
}

/* ---- names, attributes, items, calls ---- */

static bcnet_value_t load(const bcnet_text_t *text, const bcnet_target_t *from)
{
    if (text->idle || text->failed)
        return UNKNOWN_VALUE;
    switch (from->kind) {
    case TARGET_NAME:
        return bcnet_script_look_up(text->script, from->name);
    case TARGET_ATTRIBUTE:
        return bcnet_script_attribute(text->script, from->value, from->name);
    case TARGET_ITEM:
        return bcnet_value_item(from->value, from->key);
    default:
        return from->value;
    }
}

static bcnet_value_t call(bcnet_text_t *text, bcnet_value_t callee)
{
    bcnet_arguments_t given;

    given.count = 0;
    while (!text->failed && !at(text, ')')) {
        const bool named = at(text, WORD_NAME) && bcnet_words_before_value(&text->words);

        if (given.count == BCNET_ARGUMENTS_MAX) {
            fail(text);
            break;
        }
        given.names[given.count] = named ? need_name(text) : NULL;
        if (named)
            next(text);
        given.values[given.count++] = expression(text);
        if (!accept(text, ','))
            break;
    }
    need(text, ')');
    text->idle_calls += text->idle > 0;
    return text->idle || text->failed ? UNKNOWN_VALUE : bcnet_script_call(text->script, callee, &given);
}

/* lambda x: y, or `x`: of what these give nothing is known. */
static bcnet_value_t read_unknown(bcnet_text_t *text, unsigned end)
{
    while (!text->failed && !accept(text, end))
        next(text);
    text->idle++;
    if (end == ':')
        expression(text);
    text->idle--;
    return UNKNOWN_VALUE;
}

static bcnet_value_t atom(bcnet_text_t *text)
{
    if (at(text, WORD_INTEGER) || at(text, WORD_NUMBER))
        return read_number(text);
    if (at(text, WORD_TEXT))
        return read_text(text);
    if (accept(text, '('))
        return read_brackets(text);
    if (accept(text, '['))
        return read_list(text, VALUE_LIST, ']');
    if (accept_name(text, "lambda"))
        return read_unknown(text, ':');
    if (accept(text, '`'))
        return read_unknown(text, '`');
    if (accept(text, '{'))
        return read_list(text, VALUE_TABLE, '}');
    fail(text);
    return UNKNOWN_VALUE;
}

/* x[y]; a part of a list, x[y:z], is not known. */
static bcnet_target_t item(bcnet_text_t *text, bcnet_value_t container)
{
    bcnet_target_t target = { .kind = TARGET_ITEM, .value = container };

    if (!at(text, ':'))
        target.key = expressions(text);
    if (accept(text, ':')) {
        if (!at(text, ']'))
            expressions(text);
        target = (bcnet_target_t){ .kind = TARGET_VALUE };
    }
    need(text, ']');
    return target;
}

static bcnet_target_t read_target(bcnet_text_t *text)
{
    bcnet_target_t target = { TARGET_NAME, UNKNOWN_VALUE, UNKNOWN_VALUE, NULL };

    if (at(text, WORD_NAME) && !bcnet_words_at_name(&text->words, "lambda"))
        target.name = need_name(text);
    else
        target = (bcnet_target_t){ .kind = TARGET_VALUE, .value = atom(text) };
    while (!text->failed) {
        const bcnet_value_t value = at(text, '.') || at(text, '(') || at(text, '[') ? load(text, &target)
                                                                                    : UNKNOWN_VALUE;

        if (accept(text, '.')) {
            target = (bcnet_target_t){ TARGET_ATTRIBUTE, value, UNKNOWN_VALUE, need_name(text) };
        } else if (accept(text, '(')) {
            target = (bcnet_target_t){ .kind = TARGET_VALUE, .value = call(text, value) };
        } else if (accept(text, '[')) {
            target = item(text, value);
        } else {
            break;
        }
    }
    return target;
}

/* ---- operators ---- */

typedef enum { LEVEL_OR, LEVEL_AND, LEVEL_NOT, LEVEL_COMPARE, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_SIGN } level_t;

typedef struct {
    const char *sign;
    level_t     level;
} bcnet_operator_t;

static const bcnet_operator_t operators[] = {
    { "or", LEVEL_OR },      { "and", LEVEL_AND },    { "<", LEVEL_COMPARE },   { "<=", LEVEL_COMPARE },
    { "==", LEVEL_COMPARE }, { "!=", LEVEL_COMPARE }, { "<>", LEVEL_COMPARE },  { ">", LEVEL_COMPARE },
    { ">=", LEVEL_COMPARE }, { "in", LEVEL_COMPARE }, { "not", LEVEL_COMPARE }, { "is", LEVEL_COMPARE },
    { "+", LEVEL_SUM },      { "-", LEVEL_SUM },      { "*", LEVEL_PRODUCT },   { "/", LEVEL_PRODUCT },
    { "%", LEVEL_PRODUCT },  { "|", LEVEL_SUM },      { "^", LEVEL_SUM },       { "&", LEVEL_SUM },
    { "<<", LEVEL_SUM },     { ">>", LEVEL_SUM },     { "**", LEVEL_SIGN },
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

/* The right side is looked at by the game only if the left one leaves it open. */
static bcnet_value_t either(bcnet_text_t *text, level_t level, bcnet_value_t left)
{
    const bcnet_truth_t truth = bcnet_value_truth(left), open = level == LEVEL_AND ? TRUTH_YES : TRUTH_NO;
    const unsigned      calls = text->idle_calls;
    bcnet_value_t       right;

    text->idle += truth != open;
    right = operation(text, level + 1);
    text->idle -= truth != open;
    if (truth == TRUTH_UNKNOWN && text->idle == 0 && text->idle_calls != calls)
        refuse(text, BCNET_UNTOLD);
    return truth == TRUTH_UNKNOWN ? UNKNOWN_VALUE : truth == open ? right : left;
}

/* Long texts and lists take time. */
static bcnet_value_t right_side(bcnet_text_t *text, level_t level, bcnet_value_t left)
{
    const bcnet_value_t right = operation(text, level + 1);

    bcnet_script_step(text->script, bcnet_value_size(left) + bcnet_value_size(right));
    return right;
}

static bcnet_value_t compare(bcnet_text_t *text, const char *sign, bcnet_value_t left)
{
    bcnet_value_t right;

    if (strcmp(sign, "not") == 0 && !accept_name(text, "in"))
        fail(text);
    else if (strcmp(sign, "is") == 0 && accept_name(text, "not"))
        sign = "is not";
    else if (strcmp(sign, "<>") == 0)
        sign = "!=";
    right = right_side(text, LEVEL_COMPARE, left);
    if (find_operator(text, LEVEL_COMPARE))
        fail(text); /* a < b < c */
    return bcnet_value_of_truth(bcnet_value_compare(sign, left, right));
}

static bcnet_value_t operate(bcnet_text_t *text, const bcnet_operator_t *found, bcnet_value_t left)
{
    next(text);
    if (found->level <= LEVEL_AND)
        return either(text, found->level, left);
    if (found->level == LEVEL_COMPARE)
        return compare(text, found->sign, left);
    return bcnet_value_calculate(text->script->arena, found->sign[1] ? '?' : *found->sign, left,
                                 right_side(text, found->level, left));
}

/* What operators of a level and those that bind more tightly make up. */
static bcnet_value_t operation(bcnet_text_t *text, level_t level)
{
    const bcnet_operator_t *found;
    bcnet_target_t          target;
    bcnet_value_t           value = UNKNOWN_VALUE;

    if (!deeper(text)) {
        fail(text);
    } else if (level <= LEVEL_NOT && accept_name(text, "not")) {
        value = bcnet_value_of_truth(bcnet_truth_opposite(bcnet_value_truth(operation(text, LEVEL_NOT))));
    } else if (accept(text, '-')) {
        value = bcnet_value_negative(operation(text, LEVEL_SIGN));
    } else if (accept(text, '~')) {
        operation(text, LEVEL_SIGN);
    } else if (accept(text, '+')) {
        value = operation(text, LEVEL_SIGN);
    } else {
        target = read_target(text);
        value = load(text, &target);
    }
    while (!text->failed && (found = find_operator(text, level)) != NULL)
        value = operate(text, found, value);
    text->script->depth--;
    return value;
}

static bcnet_value_t expression(bcnet_text_t *text)
{
    return operation(text, LEVEL_OR);
}
/* ---- what is gone over ---- */

static bool at_one_of(const bcnet_text_t *text, const char *const *names)
{
    while (*names && !bcnet_words_at_name(&text->words, *names))
        names++;
    return *names != NULL;
}

/* To the end of the statement at hand, with its block. */
static void skip(bcnet_text_t *text)
{
    unsigned before;

    do {
        before = text->words.word;
        next(text);
    } while (!at(text, WORD_END) && (before != WORD_LINE_END || text->words.indent > text->indent));
}

/* Without one the script ends here. */
static bool at_branch(const bcnet_text_t *text, const char *name)
{
    return !text->ended && text->words.indent == text->indent && bcnet_words_at_name(&text->words, name);
}

/* ---- assignments ---- */

static void store(bcnet_text_t *text, const bcnet_target_t *target, bcnet_value_t value)
{
    if (target->kind == TARGET_VALUE)
        fail(text);
    else if (target->kind == TARGET_NAME)
        bcnet_script_bind(text->script, target->name, value);
    else if (target->kind == TARGET_ITEM)
        bcnet_script_store_item(text->script, target->value, target->key, value);
    else
        bcnet_script_store_attribute(text->script, target->value, target->name);
}

static bool at_statement_end(const bcnet_text_t *text)
{
    return at(text, ';') || at(text, WORD_LINE_END);
}

/* x.y(z) alone, x = value, x = y = value, x, y = value, or (x, y) = value. */
static bcnet_value_t assignment(bcnet_text_t *text)
{
    enum { TARGETS_MAX = 8 };
    bcnet_target_t targets[TARGETS_MAX];
    unsigned       count = 0;
    bcnet_value_t  value = UNKNOWN_VALUE;
    const bool     brackets = accept(text, '(');
    bool           stored;

    do
        targets[count++] = read_target(text);
    while (count < TARGETS_MAX && accept(text, ','));
    if (brackets)
        need(text, ')');
    stored = accept(text, '=');
    if (stored)
        value = bcnet_words_before_value(&text->words) ? assignment(text) : expressions(text);
    if (!at_statement_end(text) || (!stored && count > 1))
        fail(text);
    for (unsigned i = 0; i < count && stored && !text->failed; i++)
        store(text, &targets[i], count == 1 ? value : bcnet_value_item(value, INTEGER_VALUE(i)));
    return value;
}

/* ---- statements ---- */

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
        const char   *path = module_path(text), *end = strchr(path, '.');
        bcnet_value_t first = UNKNOWN_VALUE;

        if (text->failed)
            return;
        bcnet_script_import(text->script, path, &first);
        bcnet_script_bind(text->script, end ? bcnet_script_name(text->script, path, (size_t)(end - path)) : path,
                          first);
    } while (accept(text, ','));
}

static void import_from(bcnet_text_t *text)
{
    const char *path = module_path(text);

    if (!accept_name(text, "import"))
        fail(text);
    if (accept(text, '*'))
        bcnet_script_import_from(text->script, path, "*");
    else
        do
            bcnet_script_import_from(text->script, path, need_name(text));
        while (!text->failed && accept(text, ','));
}

static void do_return(bcnet_text_t *text)
{
    text->returned = at_end(text) ? NONE_VALUE : expressions(text);
    text->ended = text->ended || !text->failed;
}

static void print(bcnet_text_t *text)
{
    if (!at_statement_end(text))
        expressions(text);
    if (!at_statement_end(text))
        fail(text);
}

/* del x, y */
static void delete (bcnet_text_t *text)
{
    do {
        const bcnet_target_t target = read_target(text);

        if (target.kind == TARGET_NAME)
            bcnet_script_bind(text->script, target.name, UNKNOWN_VALUE);
    } while (accept(text, ','));
}

static void simple_statement(bcnet_text_t *text)
{
    static const char *const others[] = { "break", "class", "continue", "elif",  "else", "except",
                                          "exec",  "for",   "raise",    "while", NULL };

    if (at_one_of(text, others))
        fail(text);
    else if (accept_name(text, "import"))
        import(text);
    else if (accept_name(text, "from"))
        import_from(text);
    else if (accept_name(text, "return"))
        do_return(text);
    else if (accept_name(text, "global"))
        do
            bcnet_script_bind_global(text->script, need_name(text));
        while (accept(text, ','));
    else if (accept_name(text, "print") || accept_name(text, "assert"))
        print(text);
    else if (accept_name(text, "del"))
        delete (text);
    else if (!accept_name(text, "pass"))
        assignment(text);
}

/* Statements with ";" between them. */
static void simple_line(bcnet_text_t *text)
{
    do {
        text->script->line = text->words.line;
        if (!at(text, WORD_LINE_END))
            simple_statement(text);
    } while (!text->ended && accept(text, ';'));
    if (!text->ended)
        need(text, WORD_LINE_END);
}

static void block_if(bcnet_text_t *text, bool followed)
{
    if (followed)
        block(text);
    else
        skip(text);
}

static void branches(bcnet_text_t *text)
{
    bool found = false;

    do {
        bcnet_truth_t truth = TRUTH_NO;

        text->script->line = text->words.line;
        if (!found)
            truth = bcnet_value_truth(expressions(text));
        if (truth == TRUTH_UNKNOWN && !text->failed)
            refuse(text, BCNET_UNTOLD);
        if (text->failed)
            return;
        block_if(text, truth == TRUTH_YES);
        found = found || truth == TRUTH_YES;
    } while (at_branch(text, "elif") && accept(text, WORD_NAME));
    if (at_branch(text, "else") && accept(text, WORD_NAME))
        block_if(text, !found);
}

/* Whether anything goes wrong in the game cannot be told. */
static void attempt(bcnet_text_t *text)
{
    bcnet_script_doubt(text->script, BCNET_TRIED);
    block(text);
    while (at_branch(text, "except"))
        skip(text);
    if ((at_branch(text, "else") || at_branch(text, "finally")) && accept(text, WORD_NAME))
        block(text);
}

/* Its name stands for nothing that is known. */
static void define_class(bcnet_text_t *text)
{
    bcnet_script_bind(text->script, need_name(text), UNKNOWN_VALUE);
    skip(text);
}

/* ---- functions ---- */

/* (a, b=1): */
static void parameters(bcnet_text_t *text, bcnet_function_t *function)
{
    bcnet_arena_t *arena = text->script->arena;

    need(text, '(');
    while (!text->failed && !at(text, ')')) {
        bcnet_list_append(arena, &function->parameters, TEXT_VALUE(need_name(text)));
        if (accept(text, '='))
            bcnet_list_append(arena, &function->defaults, expression(text));
        if (!accept(text, ','))
            break;
    }
    need(text, ')');
    if (!at(text, ':') || function->defaults.count > function->parameters.count)
        fail(text);
}

/* With other parameters, as "*rest", it is not followed when it is called. */
static void define(bcnet_text_t *text)
{
    bcnet_function_t   *function = BCNET_ARENA_NEW(text->script->arena, bcnet_function_t);
    const char         *name = need_name(text);
    const bcnet_words_t start = text->words;

    parameters(text, function);
    *function = (bcnet_function_t){
        NULL, text->words, text->indent, function->parameters, function->defaults, text->script->module
    };
    bcnet_script_bind(text->script, name,
                      text->failed ? UNKNOWN_VALUE : (bcnet_value_t){ .kind = VALUE_FUNCTION, .function = function });
    if (text->failed && !text->words.wrong && !text->script->stopped) {
        text->failed = false;
        text->words = start;
    }
    if (!text->failed)
        skip(text);
}

/* ---- blocks ---- */

static void statement(bcnet_text_t *text)
{
    const bcnet_words_t start = text->words;

    text->script->line = text->words.line;
    if (accept_name(text, "if"))
        branches(text);
    else if (accept_name(text, "try"))
        attempt(text);
    else if (accept_name(text, "def"))
        define(text);
    else if (accept_name(text, "class"))
        define_class(text);
    else
        simple_line(text);
    if (!text->failed || text->ended || text->words.wrong || text->script->stopped)
        return;
    text->words = start;
    skip(text); /* perhaps no Python would read it */
    if (!text->words.wrong)
        refuse(text, BCNET_NOT_FOLLOWED);
}

static bool goes_on(const bcnet_text_t *text)
{
    return !text->failed && !text->ended && !at(text, WORD_END);
}

/* ":" and what hangs on it. */
static void block(bcnet_text_t *text)
{
    const unsigned outer = text->indent;
    const char    *wrong = NULL;

    need(text, ':');
    if (deeper(text) && !accept(text, WORD_LINE_END)) {
        simple_line(text);
    } else if (!text->failed) {
        text->indent = text->words.indent;
        if (text->indent <= outer)
            wrong = "a block is missing here";
        while (!wrong && goes_on(text) && text->words.indent == text->indent)
            statement(text);
        if (goes_on(text) && text->words.indent > outer)
            wrong = text->words.indent > text->indent ? "this line is indented without a reason"
                                                      : "this line is indented like none of the blocks around it";
        text->indent = outer;
    }
    if (wrong)
        bcnet_words_fail(&text->words, text->words.line, wrong);
    text->failed = text->failed || wrong;
    text->script->depth--;
}

static void finish(bcnet_text_t *text)
{
    if (!text->words.wrong)
        return;
    text->script->line = text->words.line;
    bcnet_script_fail(text->script, text->words.wrong);
}

void bcnet_text_follow(bcnet_script_t *script, const char *source)
{
    bcnet_text_t text = { .script = script };

    bcnet_words_begin(&text.words, source);
    while (goes_on(&text)) {
        if (text.words.indent > 0)
            bcnet_words_fail(&text.words, text.words.line, "this line is indented without a reason");
        else
            statement(&text);
    }
    finish(&text);
}

bcnet_value_t bcnet_text_call(bcnet_script_t *script, const bcnet_function_t *function)
{
    bcnet_text_t text = { .script = script, .words = function->words, .indent = function->indent };

    text.returned = NONE_VALUE;
    block(&text);
    finish(&text);
    return text.returned;
}
