/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the instructions of Python 1.5 of a script's text, line by line. In the place of a statement that is not
 * followed stands an instruction that refuses the script, if it comes to that. */
#include <string.h>

#include "datagram/little-endian.h"
#include "mods/script.h"

typedef struct {
    bcnet_script_t *script;
    bcnet_words_t   words;
    bcnet_code_t   *code; /* of the module, or of the function in it, that is read ... */
    GByteArray     *bytes; /* ... and its instructions */
    unsigned        last; /* where the last one begins; G_MAXUINT: jumps lead behind it */
    unsigned        indent; /* of the block at hand */
    bool            failed; /* the statement at hand is not understood */
} bcnet_text_t;

static void expression(bcnet_text_t *text);
static void expressions(bcnet_text_t *text);
static void block(bcnet_text_t *text);

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
        bcnet_words_fail(&text->words, text->words.line, "");
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

/* Where an expression cannot go on. */
static bool at_end(const bcnet_text_t *text)
{
    const unsigned word = text->words.word;

    return word == WORD_END || (word <= G_MAXINT8 && strchr("=)]};:\n", (int)word));
}

static bool deeper(bcnet_text_t *text)
{
    if (++text->script->depth > BCNET_DEPTH_MAX)
        fail(text);
    return !text->failed;
}

/* ---- instructions ---- */

/* A module of Python 1.5 has no larger numbers, of lines, names or bytes to jump over. */
static void check_number(bcnet_text_t *text, size_t number)
{
    if (number > G_MAXUINT16)
        bcnet_words_fail(&text->words, text->words.line, "the script goes on for too long");
}

static void emit(bcnet_text_t *text, unsigned instruction, size_t number)
{
    const uint8_t bytes[] = { (uint8_t)instruction, number & 0xFF, number >> 8 & 0xFF };

    check_number(text, number);
    text->last = text->bytes->len;
    g_byte_array_append(text->bytes, bytes, instruction < OP_STORE_NAME ? 1 : 3);
}

static void emit_named(bcnet_text_t *text, unsigned instruction, const char *name)
{
    emit(text, instruction, text->code->names.count);
    bcnet_list_append(text->script->arena, &text->code->names, TEXT_VALUE(name));
}

static void emit_constant(bcnet_text_t *text, bcnet_value_t value)
{
    emit(text, OP_LOAD_CONSTANT, text->code->constants.count);
    bcnet_list_append(text->script->arena, &text->code->constants, value);
}

/* A jump forward, to where `land` is called with what this gives. */
static unsigned jump(bcnet_text_t *text, unsigned instruction)
{
    emit(text, instruction, 0);
    return text->bytes->len;
}

static void land(bcnet_text_t *text, unsigned from)
{
    const unsigned over = text->bytes->len - from;

    check_number(text, over);
    text->bytes->data[from - 2] = over & 0xFF;
    text->bytes->data[from - 1] = over >> 8 & 0xFF;
    text->last = G_MAXUINT;
}

static bcnet_code_t *finish(bcnet_text_t *text)
{
    emit_constant(text, NONE_VALUE);
    emit(text, OP_RETURN, 0);
    text->code->length = text->bytes->len;
    text->code->bytes = bcnet_arena_copy(text->script->arena, text->bytes->data, text->bytes->len);
    g_byte_array_unref(text->bytes);
    return text->code;
}

/* ---- what expressions are made of ---- */

/* Texts side by side are one. */
static void read_text(bcnet_text_t *text)
{
    GString *whole = g_string_new(NULL);
    size_t   length;

    for (; at(text, WORD_TEXT); next(text))
        bcnet_words_unquote(&text->words, whole);
    length = whole->len;
    emit_constant(text, length > BCNET_TEXT_MAX
                            ? UNKNOWN_VALUE
                            : TEXT_VALUE(bcnet_arena_utf8(text->script->arena, whole->str, &length)));
    g_string_free(whole, TRUE);
}

/* Expressions with commas between them, up to a bracket; how many. */
static unsigned items(bcnet_text_t *text, unsigned end)
{
    unsigned count = 0;

    while (!text->failed && !at(text, end)) {
        expression(text);
        count++;
        if (!accept(text, ','))
            break;
    }
    need(text, end);
    return count;
}

/* key: value, as Python puts them into a table. */
static void read_table(bcnet_text_t *text)
{
    emit(text, OP_BUILD_MAP, 0);
    while (!text->failed && !at(text, '}')) {
        emit(text, OP_DUP_TOP, 0);
        expression(text);
        need(text, ':');
        expression(text);
        emit(text, OP_ROT_THREE, 0);
        emit(text, OP_STORE_SUBSCRIPT, 0);
        if (!accept(text, ','))
            break;
    }
    need(text, '}');
}

static void read_brackets(bcnet_text_t *text)
{
    if (at(text, ')'))
        emit(text, OP_BUILD_TUPLE, 0);
    else
        expressions(text);
    need(text, ')');
}

static void atom(bcnet_text_t *text)
{
    const bcnet_value_t number = text->words.number;

    if (at(text, WORD_NAME))
        emit_named(text, OP_LOAD_NAME, need_name(text));
    else if (at(text, WORD_TEXT))
        read_text(text);
    else if (accept(text, WORD_NUMBER))
        emit_constant(text, number);
    else if (accept(text, '('))
        read_brackets(text);
    else if (accept(text, '['))
        emit(text, OP_BUILD_LIST, items(text, ']'));
    else if (accept(text, '{'))
        read_table(text);
    else
        fail(text);
}

/* Arguments by name are not followed: "=" stands behind that. */
static void call(bcnet_text_t *text)
{
    const unsigned count = items(text, ')');

    if (count > BCNET_ARGUMENTS_MAX)
        fail(text);
    emit(text, OP_CALL, count);
}

/* x.y, x(y), x[y] */
static void primary(bcnet_text_t *text)
{
    atom(text);
    while (!text->failed) {
        if (accept(text, '.')) {
            emit_named(text, OP_LOAD_ATTRIBUTE, need_name(text));
        } else if (accept(text, '(')) {
            call(text);
        } else if (accept(text, '[')) {
            expressions(text);
            need(text, ']');
            emit(text, OP_SUBSCRIPT, 0);
        } else {
            break;
        }
    }
}

/* ---- operators ---- */

typedef enum { LEVEL_OR, LEVEL_AND, LEVEL_NOT, LEVEL_COMPARE, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_SIGN } level_t;

typedef struct {
    const char *sign;
    level_t     level;
    unsigned    instruction, number;
} bcnet_operator_t;

/* What "is" and "not" are goes on with another word, perhaps. */
enum { IN = 6, NOT_IN, IS, IS_NOT };

static const bcnet_operator_t operators[] = {
    { "or", LEVEL_OR, OP_JUMP_IF_TRUE, 0 },
    { "and", LEVEL_AND, OP_JUMP_IF_FALSE, 0 },
    { "<", LEVEL_COMPARE, OP_COMPARE, 0 },
    { "<=", LEVEL_COMPARE, OP_COMPARE, 1 },
    { "==", LEVEL_COMPARE, OP_COMPARE, 2 },
    { "!=", LEVEL_COMPARE, OP_COMPARE, 3 },
    { "<>", LEVEL_COMPARE, OP_COMPARE, 3 },
    { ">", LEVEL_COMPARE, OP_COMPARE, 4 },
    { ">=", LEVEL_COMPARE, OP_COMPARE, 5 },
    { "in", LEVEL_COMPARE, OP_COMPARE, IN },
    { "not", LEVEL_COMPARE, OP_COMPARE, NOT_IN },
    { "is", LEVEL_COMPARE, OP_COMPARE, IS },
    { "+", LEVEL_SUM, OP_ADD, 0 },
    { "-", LEVEL_SUM, OP_SUBTRACT, 0 },
    { "*", LEVEL_PRODUCT, OP_MULTIPLY, 0 },
    { "/", LEVEL_PRODUCT, OP_DIVIDE, 0 },
    { "%", LEVEL_PRODUCT, OP_MODULO, 0 },
};

static void operation(bcnet_text_t *text, level_t level);

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

static void operate(bcnet_text_t *text, const bcnet_operator_t *found)
{
    unsigned number = found->number;

    next(text);
    if (found->level <= LEVEL_AND) { /* the right side is looked at only if the left one leaves it open */
        const unsigned from = jump(text, found->instruction);

        emit(text, OP_POP_TOP, 0);
        operation(text, found->level + 1);
        land(text, from);
        return;
    }
    if (number == NOT_IN && !accept_name(text, "in"))
        fail(text);
    if (number == IS && accept_name(text, "not"))
        number = IS_NOT;
    operation(text, found->level + 1);
    emit(text, found->instruction, number);
    if (found->level == LEVEL_COMPARE && find_operator(text, LEVEL_COMPARE))
        fail(text); /* a < b < c */
}

/* What operators of a level and those that bind more tightly make up. */
static void operation(bcnet_text_t *text, level_t level)
{
    const bcnet_operator_t *found;

    if (!deeper(text)) {
        fail(text);
    } else if (level <= LEVEL_NOT && accept_name(text, "not")) {
        operation(text, LEVEL_NOT);
        emit(text, OP_NOT, 0);
    } else if (accept(text, '-')) {
        operation(text, LEVEL_SIGN);
        emit(text, OP_NEGATIVE, 0);
    } else {
        primary(text);
    }
    while (!text->failed && (found = find_operator(text, level)) != NULL)
        operate(text, found);
    text->script->depth--;
}

static void expression(bcnet_text_t *text)
{
    operation(text, LEVEL_OR);
}

/* One, or a tuple of several. */
static void expressions(bcnet_text_t *text)
{
    unsigned count = 1;

    expression(text);
    if (!at(text, ','))
        return;
    for (; accept(text, ',') && !at_end(text); count++)
        expression(text);
    emit(text, OP_BUILD_TUPLE, count);
}

/* ---- what is gone over ---- */

/* To the end of the statement at hand, with its block. */
static void skip(bcnet_text_t *text)
{
    unsigned before;

    do {
        before = text->words.word;
        next(text);
    } while (!at(text, WORD_END) && (before != WORD_LINE_END || text->words.indent > text->indent));
}

/* ---- simple statements ---- */

static unsigned last_instruction(const bcnet_text_t *text)
{
    return text->last < text->bytes->len ? text->bytes->data[text->last] : OP_REFUSE;
}

/* The last instruction is not wanted; its number. */
static unsigned take_back(bcnet_text_t *text)
{
    const bool     has_number = last_instruction(text) >= OP_STORE_NAME;
    const unsigned number = has_number ? bcnet_le16(&text->bytes->data[text->last + 1]) : 0;

    g_byte_array_set_size(text->bytes, text->last);
    return number;
}

/* What was to be loaded is stored to: x.y = z, x[y] = z. */
static void store(bcnet_text_t *text)
{
    const unsigned instruction = last_instruction(text);
    unsigned       number;

    if (instruction != OP_LOAD_ATTRIBUTE && instruction != OP_SUBSCRIPT) {
        fail(text);
        return;
    }
    number = take_back(text);
    expressions(text);
    emit(text, instruction == OP_SUBSCRIPT ? OP_ROT_THREE : OP_ROT_TWO, 0);
    emit(text, instruction == OP_SUBSCRIPT ? OP_STORE_SUBSCRIPT : OP_STORE_ATTRIBUTE, number);
}

/* a = b = x; or a call, or a text, alone. */
static void assignment(bcnet_text_t *text)
{
    bcnet_list_t names = { 0 };

    expressions(text);
    for (; last_instruction(text) == OP_LOAD_NAME && accept(text, '='); expressions(text))
        bcnet_list_append(text->script->arena, &names, INTEGER_VALUE(take_back(text)));
    if (names.count == 0 && accept(text, '='))
        store(text);
    else if (names.count == 0)
        emit(text, OP_POP_TOP, 0);
    for (unsigned i = 0; i < names.count; i++) {
        if (i + 1 < names.count)
            emit(text, OP_DUP_TOP, 0);
        emit(text, OP_STORE_NAME, (size_t)names.items[i].number);
    }
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

        emit_named(text, OP_IMPORT_NAME, path);
        emit_named(text, OP_STORE_NAME, bcnet_script_name(text->script, path, strcspn(path, ".")));
    } while (accept(text, ','));
}

static void import_from(bcnet_text_t *text)
{
    emit_named(text, OP_IMPORT_NAME, module_path(text));
    if (!accept_name(text, "import"))
        fail(text);
    do
        emit_named(text, OP_IMPORT_FROM, accept(text, '*') ? "*" : need_name(text));
    while (accept(text, ','));
    emit(text, OP_POP_TOP, 0);
}

/* What is returned, printed or asserted. */
static void value(bcnet_text_t *text)
{
    if (at_end(text))
        emit_constant(text, NONE_VALUE);
    else
        expressions(text);
}

static void simple_statement(bcnet_text_t *text)
{
    static const char *const others[] = { "break", "continue", "del", "exec", "raise", NULL };

    for (unsigned i = 0; others[i]; i++)
        if (bcnet_words_at_name(&text->words, others[i]))
            fail(text);
    if (accept_name(text, "import")) {
        import(text);
    } else if (accept_name(text, "from")) {
        import_from(text);
    } else if (accept_name(text, "global")) {
        do
            emit_named(text, OP_GLOBAL, need_name(text));
        while (accept(text, ','));
    } else if (accept_name(text, "return")) {
        value(text);
        emit(text, OP_RETURN, 0);
    } else if (accept_name(text, "print") || accept_name(text, "assert")) {
        value(text);
        emit(text, OP_POP_TOP, 0);
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

/* Without one the script ends here. */
static bool accept_branch(bcnet_text_t *text, const char *name)
{
    return text->words.indent == text->indent && accept_name(text, name);
}

static void branches(bcnet_text_t *text)
{
    unsigned otherwise, end;

    emit(text, OP_SET_LINE, text->words.line);
    expressions(text);
    otherwise = jump(text, OP_JUMP_IF_FALSE);
    emit(text, OP_POP_TOP, 0);
    block(text);
    end = jump(text, OP_JUMP);
    land(text, otherwise);
    emit(text, OP_POP_TOP, 0);
    if (accept_branch(text, "elif")) {
        if (deeper(text))
            branches(text);
        text->script->depth--;
    } else if (accept_branch(text, "else")) {
        block(text);
    }
    land(text, end);
}

/* Whether anything goes wrong in the game cannot be told. */
static void attempt(bcnet_text_t *text)
{
    emit(text, OP_SETUP_EXCEPT, 0);
    block(text);
    while (accept_branch(text, "except"))
        skip(text);
    if (accept_branch(text, "else"))
        block(text);
}

/* (a, b=1, *c); how many have a default value, which the outer instructions load. */
static unsigned parameters(bcnet_text_t *text, bcnet_code_t *function)
{
    unsigned defaults = 0;

    need(text, '(');
    while (!text->failed && !at(text, ')')) {
        if (accept(text, '*') || accept(text, SIGN('*', '*')))
            function->any_arguments = true;
        bcnet_list_append(text->script->arena, &function->variables, TEXT_VALUE(need_name(text)));
        if (accept(text, '=')) {
            expression(text);
            defaults++;
        }
        if (!accept(text, ','))
            break;
    }
    need(text, ')');
    function->parameters = function->variables.count;
    return defaults;
}

static void define(bcnet_text_t *text)
{
    bcnet_code_t  *function = BCNET_ARENA_NEW(text->script->arena, bcnet_code_t), *outer = text->code;
    GByteArray    *bytes = text->bytes;
    const char    *name = need_name(text);
    const unsigned defaults = parameters(text, function);

    text->code = function;
    text->bytes = g_byte_array_new();
    block(text);
    finish(text);
    text->code = outer;
    text->bytes = bytes;
    emit_constant(text, (bcnet_value_t){ .kind = VALUE_CODE, .code = function });
    emit(text, OP_MAKE_FUNCTION, defaults);
    emit_named(text, OP_STORE_NAME, name);
}

static void statement(bcnet_text_t *text)
{
    const bcnet_words_t start = text->words;
    unsigned            length;

    emit(text, OP_SET_LINE, text->words.line);
    length = text->bytes->len;
    if (accept_name(text, "if"))
        branches(text);
    else if (accept_name(text, "try"))
        attempt(text);
    else if (accept_name(text, "def"))
        define(text);
    else
        simple_line(text);
    if (!text->failed || text->words.wrong)
        return;
    text->failed = false;
    text->words = start;
    g_byte_array_set_size(text->bytes, length);
    emit(text, OP_REFUSE, 0);
    skip(text);
}

static void statements(bcnet_text_t *text)
{
    while (!at(text, WORD_END) && text->words.indent == text->indent)
        statement(text);
}

static void check_indent(bcnet_text_t *text, bool right, const char *wrong)
{
    if (!right && !at(text, WORD_END))
        bcnet_words_fail(&text->words, text->words.line, wrong);
}

#define NO_BLOCK "this line is indented like none of the blocks around it"

/* ":" and what hangs on it. */
static void block(bcnet_text_t *text)
{
    const unsigned outer = text->indent;

    need(text, ':');
    if (deeper(text) && !accept(text, WORD_LINE_END)) {
        simple_line(text);
    } else if (!text->failed) {
        text->indent = text->words.indent;
        check_indent(text, text->indent > outer, "a block is missing here");
        statements(text);
        check_indent(text, text->words.indent <= outer, NO_BLOCK);
        text->indent = outer;
    }
    text->script->depth--;
}

const bcnet_code_t *bcnet_text_read(bcnet_script_t *script, const char *source)
{
    bcnet_text_t text = { .script = script, .words = BCNET_WORDS(source), .bytes = g_byte_array_new() };

    text.code = BCNET_ARENA_NEW(script->arena, bcnet_code_t);
    bcnet_words_next(&text.words);
    statements(&text);
    check_indent(&text, false, NO_BLOCK);
    finish(&text);
    if (!text.words.wrong)
        return text.code;
    script->line = text.words.line;
    bcnet_script_fail(script, text.words.wrong);
    return NULL;
}
