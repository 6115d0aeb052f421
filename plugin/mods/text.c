/* Reads a script that was written: makes code of it, as Python 1.5 does.
 *
 * What stands to the left of "=" is read as an expression first; then the last instruction, which loads it, becomes the
 * one that stores it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "datagram/little-endian.h"
#include "mods/instructions.h"
#include "mods/script.h"
#include "mods/words.h"

#define TOO_LONG "the script is too long"

enum { DEPTH_MAX = 100, /* of operators, brackets and blocks within each other */ CODE_MAX = 2 * 1024 * 1024 };

/* Code of a module, function or class while it is made. */
typedef struct maker {
    struct maker *outer;
    GByteArray   *bytes;
    GArray       *constants; /* bcnet_value_t */
    GPtrArray    *names; /* const char * */
    GHashTable   *numbers; /* name -> its index in these + 1 */
    GHashTable   *globals; /* names after "global" */
} bcnet_code_maker_t;

typedef struct {
    bcnet_script_t     *script;
    bcnet_words_t       words;
    bcnet_code_maker_t *code;
    unsigned            last; /* where the last instruction is */
    unsigned            depth;
    unsigned            indent; /* of the block at hand */
    bool                failed; /* the statement at hand is not understood */
    const char         *wrong; /* what ends the script, in ... */
    unsigned            line;
} bcnet_text_reader_t;

static void     operation(bcnet_text_reader_t *text, unsigned level);
static unsigned expressions(bcnet_text_reader_t *text);
static void     statement(bcnet_text_reader_t *text);
static void     targets(bcnet_text_reader_t *text, unsigned count);

/* ---- words ---- */

/* The statement at hand cannot be used; it is looked through then. */
static void fail(bcnet_text_reader_t *text)
{
    text->failed = true;
    text->words.word = WORD_END;
}

/* The script cannot be used. */
static void wrong(bcnet_text_reader_t *text, const char *reason)
{
    if (!text->wrong) {
        text->wrong = text->words.wrong ? text->words.wrong : reason;
        text->line = text->words.line;
    }
    fail(text);
}

static bool at(const bcnet_text_reader_t *text, unsigned word)
{
    return text->words.word == word;
}

/* Steps over a word if it comes. */
static bool accept(bcnet_text_reader_t *text, unsigned word)
{
    if (!at(text, word))
        return false;
    bcnet_words_next(&text->words);
    return true;
}

static void need(bcnet_text_reader_t *text, unsigned word)
{
    if (!accept(text, word))
        fail(text);
}

static bool ends(const bcnet_text_reader_t *text)
{
    return at(text, '=') || at(text, ')') || at(text, ']') || at(text, ';') || at(text, ':') ||
           at(text, WORD_LINE_END) || at(text, WORD_END);
}

static const char *need_name(bcnet_text_reader_t *text)
{
    const char *name = at(text, WORD_NAME) ? bcnet_script_name(text->script, text->words.text, text->words.length) : "";

    need(text, WORD_NAME);
    return name;
}

/* False when there is too much within each other; the depth grows all the same. */
static bool deeper(bcnet_text_reader_t *text)
{
    if (++text->depth > DEPTH_MAX)
        wrong(text, "brackets or blocks are nested too deeply");
    return !text->failed;
}

/* ---- instructions ---- */

static void emit_bytes(bcnet_text_reader_t *text, unsigned instruction, unsigned number, unsigned length)
{
    const guint8 bytes[] = { (guint8)instruction, (guint8)number, (guint8)(number >> 8) };

    text->last = text->code->bytes->len;
    g_byte_array_append(text->code->bytes, bytes, length);
    if (number > BCNET_NUMBERS_MAX || text->last > CODE_MAX)
        wrong(text, TOO_LONG);
}

static void emit(bcnet_text_reader_t *text, unsigned instruction)
{
    emit_bytes(text, instruction, 0, 1);
}

static void emit_number(bcnet_text_reader_t *text, unsigned instruction, unsigned number)
{
    emit_bytes(text, instruction, number, 3);
}

/* As if nothing had been read since then. */
static void go_back(bcnet_text_reader_t *text, const bcnet_words_t *words, unsigned length)
{
    if (text->failed)
        return;
    text->words = *words;
    g_byte_array_set_size(text->code->bytes, length);
}

/* A jump forward to a place that land() tells. */
static unsigned jump(bcnet_text_reader_t *text, unsigned instruction)
{
    emit_number(text, instruction, 0);
    return text->code->bytes->len;
}

static void land(bcnet_text_reader_t *text, unsigned start)
{
    const unsigned distance = text->code->bytes->len - start;

    if (distance > BCNET_NUMBERS_MAX)
        wrong(text, TOO_LONG);
    text->code->bytes->data[start - 2] = (guint8)distance;
    text->code->bytes->data[start - 1] = (guint8)(distance >> 8);
}

static void constant(bcnet_text_reader_t *text, bcnet_value_t value)
{
    emit_number(text, LOAD_CONSTANT, text->code->constants->len);
    g_array_append_val(text->code->constants, value);
}

static void emit_name(bcnet_text_reader_t *text, unsigned instruction, const char *name)
{
    bcnet_code_maker_t *code = text->code;
    unsigned            number = GPOINTER_TO_UINT(g_hash_table_lookup(code->numbers, name));

    if (number == 0) {
        g_ptr_array_add(code->names, (void *)name);
        number = code->names->len;
        g_hash_table_insert(code->numbers, (void *)name, GUINT_TO_POINTER(number));
    }
    if (instruction == STORE_NAME && g_hash_table_contains(code->globals, name))
        instruction = STORE_GLOBAL;
    emit_number(text, instruction, number - 1);
}

/* ---- pieces of code ---- */

static void begin_code(bcnet_text_reader_t *text)
{
    bcnet_code_maker_t *code = g_new(bcnet_code_maker_t, 1);

    *code = (bcnet_code_maker_t){
        text->code,        g_byte_array_new(),           g_array_new(FALSE, FALSE, sizeof(bcnet_value_t)),
        g_ptr_array_new(), g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL)
    };
    text->code = code;
}

/* The code goes on where it was before; the variables are a function's parameters. */
static bcnet_code_t *end_code(bcnet_text_reader_t *text, const GPtrArray *variables)
{
    bcnet_arena_t      *arena = text->script->arena;
    bcnet_code_maker_t *code = text->code;
    bcnet_code_t       *made = BCNET_ARENA_NEW(arena, bcnet_code_t);

    constant(text, NONE_VALUE);
    emit(text, RETURN_VALUE);
    made->length = code->bytes->len;
    made->bytes = bcnet_arena_copy(arena, code->bytes->data, code->bytes->len);
    made->constant_count = code->constants->len;
    made->constants = bcnet_arena_copy(arena, code->constants->data, code->constants->len * sizeof(bcnet_value_t));
    made->names.count = code->names->len;
    made->names.items = bcnet_arena_copy(arena, code->names->pdata, code->names->len * sizeof(char *));
    made->parameters = made->variables.count = variables ? variables->len : 0;
    if (made->parameters > 0)
        made->variables.items = bcnet_arena_copy(arena, variables->pdata, variables->len * sizeof(char *));
    text->code = code->outer;
    g_byte_array_free(code->bytes, TRUE);
    g_array_free(code->constants, TRUE);
    g_ptr_array_free(code->names, TRUE);
    g_hash_table_destroy(code->numbers);
    g_hash_table_destroy(code->globals);
    g_free(code);
    return made;
}

static void block(bcnet_text_reader_t *text);

/* The parameters of a function and its block; the defaults of the last ones are loaded first. */
static void function(bcnet_text_reader_t *text)
{
    GPtrArray    *variables = g_ptr_array_new();
    unsigned      defaults = 0;
    bcnet_code_t *code;

    need(text, '(');
    while (!text->failed && !at(text, ')')) {
        g_ptr_array_add(variables, (void *)need_name(text));
        if (accept(text, '=')) {
            operation(text, 0);
            defaults++;
        }
        if (!accept(text, ','))
            break;
    }
    need(text, ')');
    begin_code(text);
    block(text);
    code = end_code(text, variables);
    constant(text, (bcnet_value_t){ .kind = VALUE_CODE, .code = code });
    emit_number(text, MAKE_FUNCTION, defaults);
    g_ptr_array_free(variables, TRUE);
}

/* ---- expressions ---- */

static void number(bcnet_text_reader_t *text)
{
    char   digits[64] = "", *end = digits;
    gint64 whole = INT64_MAX;
    double real;

    memcpy(digits, text->words.text, MIN(sizeof digits - 1, text->words.length));
    if (at(text, WORD_INTEGER))
        real = (double)(whole = g_ascii_strtoll(digits, &end, 0)); /* 0x1F, 017 */
    else
        real = g_ascii_strtod(digits, &end);
    if (*end != '\0' && (*end | 0x20) != 'l')
        fail(text);
    constant(text, whole >= INT32_MIN && whole <= INT32_MAX ? INTEGER_VALUE((int32_t)whole) : NUMBER_VALUE(real));
    bcnet_words_next(&text->words);
}

/* Texts side by side are one. */
static void texts(bcnet_text_reader_t *text)
{
    GString *whole = g_string_sized_new(text->words.length);

    for (; at(text, WORD_TEXT); bcnet_words_next(&text->words))
        bcnet_words_unquote(&text->words, whole);
    constant(text, whole->len <= BCNET_TEXT_MAX ? TEXT_VALUE(bcnet_arena_dup(text->script->arena, whole->str))
                                                : UNKNOWN_VALUE);
    g_string_free(whole, TRUE);
}

static void table(bcnet_text_reader_t *text)
{
    emit_number(text, BUILD_MAP, 0);
    while (!text->failed && !at(text, '}')) {
        emit(text, DUP_TOP);
        operation(text, 0);
        need(text, ':');
        operation(text, 0);
        emit(text, ROT_THREE); /* the value below the table and its key */
        emit(text, STORE_SUBSCRIPT);
        if (!accept(text, ','))
            break;
    }
    need(text, '}');
}

/* What stands between brackets, which are a tuple or list unless it is a single expression. */
static void bracketed(bcnet_text_reader_t *text, unsigned end)
{
    const bool empty = at(text, end);

    if ((empty || expressions(text) == 0) && (empty || end == ']'))
        emit_number(text, BUILD_LIST, !empty);
    need(text, end);
}

static void atom(bcnet_text_reader_t *text)
{
    if (at(text, WORD_NAME))
        emit_name(text, LOAD_NAME, need_name(text));
    else if (at(text, WORD_INTEGER) || at(text, WORD_NUMBER))
        number(text);
    else if (at(text, WORD_TEXT))
        texts(text);
    else if (accept(text, '('))
        bracketed(text, ')');
    else if (accept(text, '['))
        bracketed(text, ']');
    else if (accept(text, '{'))
        table(text);
    else
        fail(text);
}

/* The number of a call counts arguments by position in its low byte, those by name in its high one. */
static void arguments(bcnet_text_reader_t *text)
{
    unsigned positions = 0, names = 0;

    while (!text->wrong && !at(text, ')')) {
        const bcnet_words_t before = text->words;
        const char         *name = at(text, WORD_NAME) ? need_name(text) : NULL;

        if (name && accept(text, '=')) {
            constant(text, TEXT_VALUE(name));
            names++;
        } else {
            go_back(text, &before, text->code->bytes->len);
            positions++;
        }
        operation(text, 0);
        if (!accept(text, ','))
            break;
    }
    need(text, ')');
    if (positions > UINT8_MAX || names > UINT8_MAX)
        wrong(text, TOO_LONG);
    emit_number(text, CALL_FUNCTION, positions + (names << 8));
}

static void primary(bcnet_text_reader_t *text)
{
    atom(text);
    while (!text->failed) {
        if (accept(text, '.')) {
            emit_name(text, LOAD_ATTRIBUTE, need_name(text));
        } else if (accept(text, '(')) {
            arguments(text);
        } else if (accept(text, '[')) {
            expressions(text);
            emit(text, BINARY_SUBSCRIPT);
            need(text, ']');
        } else {
            break;
        }
    }
}

enum { LEVEL_OR, LEVEL_AND, LEVEL_NOT, LEVEL_COMPARE, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_SIGN };

static const struct {
    unsigned word, level, instruction, number;
} operators[] = {
    { '<', LEVEL_COMPARE, COMPARE, COMPARE_LESS },
    { SIGN('<', '='), LEVEL_COMPARE, COMPARE, COMPARE_LESS_EQUAL },
    { SIGN('=', '='), LEVEL_COMPARE, COMPARE, COMPARE_EQUAL },
    { SIGN('!', '='), LEVEL_COMPARE, COMPARE, COMPARE_NOT_EQUAL },
    { SIGN('<', '>'), LEVEL_COMPARE, COMPARE, COMPARE_NOT_EQUAL },
    { '>', LEVEL_COMPARE, COMPARE, COMPARE_GREATER },
    { SIGN('>', '='), LEVEL_COMPARE, COMPARE, COMPARE_GREATER_EQUAL },
    { WORD_IN, LEVEL_COMPARE, COMPARE, COMPARE_IN },
    { WORD_NOT, LEVEL_COMPARE, COMPARE, COMPARE_NOT_IN },
    { WORD_IS, LEVEL_COMPARE, COMPARE, COMPARE_IS },
    { WORD_OR, LEVEL_OR, JUMP_IF_TRUE, 0 },
    { WORD_AND, LEVEL_AND, JUMP_IF_FALSE, 0 },
    { '+', LEVEL_SUM, BINARY_ADD, 0 },
    { '-', LEVEL_SUM, BINARY_SUBTRACT, 0 },
    { '*', LEVEL_PRODUCT, BINARY_MULTIPLY, 0 },
    { '/', LEVEL_PRODUCT, BINARY_DIVIDE, 0 },
    { '%', LEVEL_PRODUCT, BINARY_MODULO, 0 },
};

/* The operator at hand, if it is of this level or binds more tightly, in the list above; otherwise their number. */
static unsigned find_operator(const bcnet_text_reader_t *text, unsigned level)
{
    unsigned i = ends(text) || at(text, ',') ? G_N_ELEMENTS(operators) : 0;

    while (i < G_N_ELEMENTS(operators) && (operators[i].word != text->words.word || operators[i].level < level))
        i++;
    return i;
}

/* The right side of an operator, and what it does. */
static void operate(bcnet_text_reader_t *text, unsigned found)
{
    const unsigned level = operators[found].level, instruction = operators[found].instruction;
    unsigned       number = operators[found].number, end;

    bcnet_words_next(&text->words);
    if (number == COMPARE_NOT_IN)
        need(text, WORD_IN);
    else if (number == COMPARE_IS && accept(text, WORD_NOT))
        number = COMPARE_IS_NOT;
    if (level <= LEVEL_AND) {
        end = jump(text, instruction);
        emit(text, POP_TOP);
        operation(text, level + 1);
        land(text, end);
    } else {
        operation(text, level + 1);
        if (level == LEVEL_COMPARE)
            emit_number(text, COMPARE, number);
        else
            emit(text, instruction);
        if (level == LEVEL_COMPARE && find_operator(text, LEVEL_COMPARE) < G_N_ELEMENTS(operators))
            fail(text); /* a < b < c */
    }
}

/* What operators of a level and those that bind more tightly make up. */
static void operation(bcnet_text_reader_t *text, unsigned level)
{
    const unsigned word = text->words.word;
    unsigned       found;

    if (!deeper(text)) {
        fail(text);
    } else if (level <= LEVEL_NOT && accept(text, WORD_NOT)) {
        operation(text, LEVEL_NOT);
        emit(text, UNARY_NOT);
    } else if (accept(text, '-') || accept(text, '+')) {
        operation(text, LEVEL_SIGN);
        emit(text, word == '-' ? UNARY_NEGATIVE : UNARY_POSITIVE);
    } else {
        primary(text);
    }
    while ((found = find_operator(text, level)) < G_N_ELEMENTS(operators))
        operate(text, found);
    text->depth--;
}

/* a, b: how many of them are a tuple; 0: one expression that is none. */
static unsigned expressions(bcnet_text_reader_t *text)
{
    unsigned count = 0;

    operation(text, 0);
    while (accept(text, ',')) {
        count = MAX(count, 1);
        if (ends(text))
            break;
        operation(text, 0);
        count++;
    }
    if (count > 0)
        emit_number(text, BUILD_TUPLE, count);
    return count;
}

/* ---- assignments ---- */

/* Makes the instruction that loads something the one that stores it. */
static void store_instead(bcnet_text_reader_t *text)
{
    GByteArray *bytes = text->code->bytes;
    guint8     *last = &bytes->data[text->last];

    if (text->failed)
        return;
    if (*last == LOAD_NAME) {
        const char *name = g_ptr_array_index(text->code->names, bcnet_le16(last + 1));

        g_byte_array_set_size(bytes, text->last);
        emit_name(text, STORE_NAME, name);
    } else if (*last == LOAD_ATTRIBUTE) {
        *last = STORE_ATTRIBUTE;
    } else if (*last == BINARY_SUBSCRIPT) {
        *last = STORE_SUBSCRIPT;
    } else {
        fail(text);
    }
}

/* A name, x.y, x[y], or a tuple of these in brackets. */
static void target(bcnet_text_reader_t *text)
{
    const bcnet_words_t before = text->words;
    const unsigned      length = text->code->bytes->len, end = at(text, '(') ? ')' : ']';

    if (accept(text, '(') || accept(text, '[')) {
        const bcnet_words_t within = text->words;
        const unsigned      count = expressions(text);

        need(text, end);
        if (ends(text) || at(text, ',')) {
            go_back(text, &within, length);
            targets(text, end == ']' && count == 0 ? 1 : count);
            need(text, end);
            return;
        }
        go_back(text, &before, length);
    }
    primary(text);
    store_instead(text);
}

/* So many that a tuple is for; 0: one that takes the whole. */
static void targets(bcnet_text_reader_t *text, unsigned count)
{
    if (deeper(text)) {
        if (count > 0)
            emit_number(text, UNPACK_TUPLE, count);
        target(text);
        for (unsigned i = 1; i < count && !text->failed; i++) {
            need(text, ',');
            target(text);
        }
        if (count > 0)
            accept(text, ',');
    }
    text->depth--;
}

/* a = b = value, or a value alone. */
static void assignment(bcnet_text_reader_t *text)
{
    enum { TARGETS_MAX = 8 };
    bcnet_words_t  starts[TARGETS_MAX], end;
    unsigned       counts[TARGETS_MAX], number = 0;
    const unsigned length = text->code->bytes->len;

    starts[0] = text->words;
    counts[0] = expressions(text);
    while (accept(text, '=') && number + 1 < TARGETS_MAX) {
        g_byte_array_set_size(text->code->bytes, length);
        starts[++number] = text->words;
        counts[number] = expressions(text);
    }
    end = text->words;
    for (unsigned i = 0; i < number && !text->failed; i++) {
        if (i + 1 < number)
            emit(text, DUP_TOP);
        text->words = starts[i];
        targets(text, counts[i]);
    }
    if (number == 0)
        emit(text, POP_TOP);
    else if (!text->failed)
        text->words = end;
}

/* ---- statements ---- */

/* "ships.Hardpoints.akira"; `first` gets "ships". */
static const char *module_path(bcnet_text_reader_t *text, const char **first)
{
    GString    *path = g_string_new(*first = need_name(text));
    const char *whole;

    while (accept(text, '.'))
        g_string_append_printf(path, ".%s", need_name(text));
    whole = bcnet_script_name(text->script, path->str, path->len);
    g_string_free(path, TRUE);
    return whole;
}

static void import(bcnet_text_reader_t *text)
{
    const char *first;

    do {
        emit_name(text, IMPORT_NAME, module_path(text, &first));
        emit_name(text, STORE_NAME, first);
    } while (accept(text, ','));
}

static void import_from(bcnet_text_reader_t *text)
{
    const char *first;

    emit_name(text, IMPORT_NAME, module_path(text, &first));
    need(text, WORD_IMPORT);
    if (accept(text, '*'))
        emit_name(text, IMPORT_FROM, bcnet_script_name(text->script, "*", 1));
    else
        do
            emit_name(text, IMPORT_FROM, need_name(text));
        while (accept(text, ','));
    emit(text, POP_TOP);
}

static void do_return(bcnet_text_reader_t *text)
{
    if (ends(text))
        constant(text, NONE_VALUE);
    else
        expressions(text);
    emit(text, RETURN_VALUE);
}

static void simple_statement(bcnet_text_reader_t *text)
{
    if (accept(text, WORD_IMPORT))
        import(text);
    else if (accept(text, WORD_FROM))
        import_from(text);
    else if (accept(text, WORD_RETURN))
        do_return(text);
    else if (accept(text, WORD_GLOBAL))
        do
            g_hash_table_add(text->code->globals, (void *)need_name(text));
        while (accept(text, ','));
    else if (!accept(text, WORD_PASS))
        assignment(text);
}

static void simple_line(bcnet_text_reader_t *text)
{
    do {
        if (at(text, WORD_LINE_END))
            break;
        emit_number(text, SET_LINE, text->words.line);
        simple_statement(text);
    } while (accept(text, ';'));
    need(text, WORD_LINE_END);
}

/* ":" and what hangs on it. */
static void block(bcnet_text_reader_t *text)
{
    const unsigned outer = text->indent;

    need(text, ':');
    if (deeper(text) && !accept(text, WORD_LINE_END)) {
        simple_line(text);
    } else if (!text->failed) {
        text->indent = text->words.indent;
        if (text->indent <= outer)
            wrong(text, "a block is missing here");
        while (!text->wrong && !at(text, WORD_END) && text->words.indent == text->indent)
            statement(text);
        if (!text->wrong && !at(text, WORD_END) && text->words.indent > outer)
            wrong(text, text->words.indent > text->indent ? "this line is indented without a reason"
                                                          : "this line is indented like none of the blocks around it");
        text->indent = outer;
    }
    text->depth--;
}

static void branches(bcnet_text_reader_t *text)
{
    GArray *over = g_array_new(FALSE, FALSE, sizeof(unsigned)); /* jumps behind all of them */

    do {
        unsigned otherwise, end;

        emit_number(text, SET_LINE, text->words.line);
        expressions(text);
        otherwise = jump(text, JUMP_IF_FALSE);
        emit(text, POP_TOP);
        block(text);
        end = jump(text, JUMP_FORWARD);
        g_array_append_val(over, end);
        land(text, otherwise);
        emit(text, POP_TOP);
    } while (text->words.indent == text->indent && accept(text, WORD_ELIF));
    if (text->words.indent == text->indent && accept(text, WORD_ELSE))
        block(text);
    for (unsigned i = 0; i < over->len; i++)
        land(text, g_array_index(over, unsigned, i));
    g_array_free(over, TRUE);
}

/* One word of what is not followed: what it would load, store or leave. */
static void look_at(bcnet_text_reader_t *text, unsigned before, bool printed)
{
    const unsigned      word = text->words.word;
    const bcnet_words_t here = text->words;
    const char         *name;

    if (word == WORD_RETURN || word == WORD_RAISE || word == WORD_EXEC)
        emit(text, EXEC);
    else if (word == WORD_BREAK || word == WORD_CONTINUE)
        emit(text, BREAK_LOOP);
    else if (word == '=' && before == ']')
        emit(text, STORE_SUBSCRIPT);
    if (word != WORD_NAME)
        return;
    name = need_name(text);
    if (before == '.')
        emit_name(text, LOAD_ATTRIBUTE, name);
    else if (at(text, '=') || before == WORD_DEF || before == WORD_CLASS || before == WORD_FOR ||
             before == WORD_IMPORT || before == WORD_DEL)
        emit_name(text, STORE_NAME, name);
    else
        emit_name(text, LOAD_NAME, name);
    if (printed)
        emit(text, PRINT_ITEM);
    text->words = here;
}

/* The statement at hand with its block is not followed; the machine looks through this code, but goes around it. What is
 * only defined does nothing yet. */
static void look_through(bcnet_text_reader_t *text)
{
    const unsigned end = jump(text, SETUP_LOOP);
    const bool     loop = at(text, WORD_FOR) || at(text, WORD_WHILE);
    const bool     definition = at(text, WORD_DEF) || at(text, WORD_CLASS), print = at(text, WORD_PRINT);
    unsigned       before = WORD_LINE_END;

    do {
        if (!definition || before == WORD_DEF || before == WORD_CLASS)
            look_at(text, before, print);
        before = text->words.word;
        bcnet_words_next(&text->words);
    } while (!at(text, WORD_END) && (before != WORD_LINE_END || text->words.indent > text->indent ||
                                     (loop && at(text, WORD_ELSE) && text->words.indent == text->indent)));
    land(text, end);
}

static void attempt(bcnet_text_reader_t *text)
{
    unsigned setup, end;

    emit_number(text, SET_LINE, text->words.line);
    setup = jump(text, SETUP_EXCEPT);
    block(text);
    emit(text, POP_BLOCK);
    end = jump(text, JUMP_FORWARD);
    land(text, setup);
    if (!at(text, WORD_EXCEPT))
        fail(text); /* finally */
    while (text->words.indent == text->indent && at(text, WORD_EXCEPT))
        look_through(text);
    emit(text, END_FINALLY);
    land(text, end);
    if (text->words.indent == text->indent && accept(text, WORD_ELSE))
        block(text);
}

static void define(bcnet_text_reader_t *text)
{
    const char *name = need_name(text);

    function(text);
    emit_name(text, STORE_NAME, name);
}

static void statement(bcnet_text_reader_t *text)
{
    const bcnet_words_t before = text->words;
    const unsigned      length = text->code->bytes->len;

    if (accept(text, WORD_IF))
        branches(text);
    else if (accept(text, WORD_TRY))
        attempt(text);
    else if (accept(text, WORD_DEF))
        define(text);
    else
        simple_line(text);
    if (!text->failed || text->wrong || text->words.wrong)
        return;
    text->failed = false;
    go_back(text, &before, length);
    emit_number(text, SET_LINE, text->words.line);
    look_through(text);
}

const bcnet_code_t *bcnet_text_read(bcnet_script_t *script, const char *source, size_t length)
{
    bcnet_text_reader_t text = { .script = script };
    const char         *utf8 = bcnet_arena_utf8(script->arena, source, &length);
    const bcnet_code_t *code;

    bcnet_words_begin(&text.words, utf8, length);
    begin_code(&text);
    while (!at(&text, WORD_END) && !text.wrong && bcnet_script_step(script, 0)) {
        if (text.words.indent > 0)
            wrong(&text, "this line is indented without a reason");
        else
            statement(&text);
    }
    if (text.words.wrong)
        wrong(&text, text.words.wrong);
    code = end_code(&text, NULL);
    if (!text.wrong)
        return code;
    script->line = text.line;
    bcnet_script_fail(script, text.wrong);
    return NULL;
}
