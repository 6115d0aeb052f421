/* Parses expressions, by precedence.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "mods/hardpoint-tree.h"

/* ---- words ---- */

const token_t *bcnet_parse_peek(const parser_t *parser)
{
    return &parser->tokens.tokens[parser->next];
}

bool bcnet_parse_sign(parser_t *parser, unsigned sign)
{
    if (bcnet_parse_peek(parser)->kind != TOKEN_SIGN || bcnet_parse_peek(parser)->sign != sign)
        return false;
    parser->next++;
    return true;
}

bool bcnet_parse_word(parser_t *parser, keyword_t word)
{
    if (bcnet_parse_peek(parser)->kind != TOKEN_KEYWORD || bcnet_parse_peek(parser)->keyword != word)
        return false;
    parser->next++;
    return true;
}

void *bcnet_parse_fail(parser_t *parser, const char *reason)
{
    if (!parser->reason) {
        parser->reason = reason;
        parser->place = bcnet_parse_peek(parser)->place;
    }
    return NULL;
}

bool bcnet_parse_need(parser_t *parser, unsigned sign)
{
    if (bcnet_parse_sign(parser, sign))
        return true;
    bcnet_parse_fail(parser, "this is not understood here");
    return false;
}

const char *bcnet_parse_name(parser_t *parser)
{
    const token_t *token = bcnet_parse_peek(parser);

    if (token->kind != TOKEN_NAME)
        return bcnet_parse_fail(parser, "a name is missing here");
    parser->next++;
    return bcnet_arena_text(parser->arena, token->text, token->length);
}

static expression_t *new_expression(parser_t *parser, expression_kind_t kind, bcnet_place_t place)
{
    expression_t *expression = BCNET_ARENA_NEW(parser->arena, expression_t);

    expression->kind = kind;
    expression->place = place;
    return expression;
}

/* ---- lists ---- */

static void push_item(parser_t *parser, const char *name, expression_t *item)
{
    g_ptr_array_add(parser->pending, (void *)name);
    g_ptr_array_add(parser->pending, item);
}

/* Moves the items that were pushed since there were `base` into an expression. */
static void take_items(parser_t *parser, unsigned base, expression_t *expression)
{
    unsigned count = (parser->pending->len - base) / 2;

    expression->count = count;
    expression->items = BCNET_ARENA_ARRAY(parser->arena, expression_t *, count);
    expression->names = BCNET_ARENA_ARRAY(parser->arena, const char *, count);
    for (unsigned i = 0; i < count; i++) {
        expression->names[i] = g_ptr_array_index(parser->pending, base + 2 * i);
        expression->items[i] = g_ptr_array_index(parser->pending, base + 2 * i + 1);
    }
    g_ptr_array_set_size(parser->pending, (int)base);
}

/* "Radius = 3" of a call: a name before a value. */
static const char *keyword_name(parser_t *parser)
{
    const token_t *token = bcnet_parse_peek(parser);

    if (token->kind != TOKEN_NAME || token[1].kind != TOKEN_SIGN || token[1].sign != '=')
        return NULL;
    parser->next += 2;
    return bcnet_arena_text(parser->arena, token->text, token->length);
}

/* Up to and with the closing bracket; a comma may stand before it. */
static bool parse_items(parser_t *parser, unsigned closing, bool call, expression_t *expression)
{
    unsigned base = parser->pending->len;
    bool     good = true;

    while (good && !bcnet_parse_sign(parser, closing)) {
        const char *name = call ? keyword_name(parser) : NULL;

        push_item(parser, name, bcnet_parse_expression(parser));
        good = !parser->reason &&
               (bcnet_parse_sign(parser, ',') ||
                (bcnet_parse_peek(parser)->kind == TOKEN_SIGN && bcnet_parse_peek(parser)->sign == closing) ||
                bcnet_parse_need(parser, closing));
    }
    take_items(parser, base, expression);
    return good;
}

static expression_t *parse_table(parser_t *parser, expression_t *table)
{
    unsigned base = parser->pending->len;
    bool     good = true;

    while (good && !bcnet_parse_sign(parser, '}')) {
        for (unsigned i = 0; i < 2; i++) {
            push_item(parser, NULL, bcnet_parse_expression(parser));
            good = good && !parser->reason && (i == 1 || bcnet_parse_need(parser, ':'));
        }
        good = good && (bcnet_parse_sign(parser, ',') ||
                        (bcnet_parse_peek(parser)->kind == TOKEN_SIGN && bcnet_parse_peek(parser)->sign == '}') ||
                        bcnet_parse_need(parser, '}'));
    }
    take_items(parser, base, table);
    return good ? table : NULL;
}

/* ---- single values ---- */

/* What is wrong with the number; NULL when it could be read. */
static const char *read_number(const char *text, bool whole, value_t *value)
{
    char *end = NULL;

    if (whole) {
        errno = 0;
        *value = bcnet_value_integer(g_ascii_strtoll(text, &end, 0));
        if (errno != 0)
            return "this number is too large";
        end += *end == 'L' || *end == 'l';
    } else {
        *value = bcnet_value_number(g_ascii_strtod(text, &end));
    }
    return end == text || *end != '\0' ? "this is no number" : NULL;
}

static expression_t *parse_number(parser_t *parser)
{
    const token_t *token = bcnet_parse_peek(parser);
    expression_t  *literal = new_expression(parser, EXPRESSION_LITERAL, token->place);
    char          *text = g_strndup(token->text, token->length);
    const char    *wrong = read_number(text, token->kind != TOKEN_NUMBER, &literal->value);

    g_free(text);
    if (wrong)
        return bcnet_parse_fail(parser, wrong);
    parser->next++;
    return literal;
}

/* Texts that stand side by side are one. */
static expression_t *parse_text(parser_t *parser)
{
    expression_t *literal = new_expression(parser, EXPRESSION_LITERAL, bcnet_parse_peek(parser)->place);
    GString      *joined = NULL;
    const char   *text = bcnet_hardpoint_text(parser->arena, bcnet_parse_peek(parser));

    parser->next++;
    while (bcnet_parse_peek(parser)->kind == TOKEN_TEXT) {
        if (!joined)
            joined = g_string_new(text);
        g_string_append(joined, bcnet_hardpoint_text(parser->arena, bcnet_parse_peek(parser)));
        parser->next++;
    }
    if (joined) {
        text = bcnet_arena_text(parser->arena, joined->str, joined->len);
        g_string_free(joined, TRUE);
    }
    literal->value = bcnet_value_text(text);
    return literal;
}

/* ( ... ): a value in brackets, or a tuple. */
static expression_t *parse_brackets(parser_t *parser, bcnet_place_t place)
{
    expression_t *inner;

    if (bcnet_parse_sign(parser, ')'))
        return new_expression(parser, EXPRESSION_TUPLE, place);
    inner = bcnet_parse_expressions(parser);
    return inner && bcnet_parse_need(parser, ')') ? inner : NULL;
}

static expression_t *parse_atom(parser_t *parser)
{
    const token_t *token = bcnet_parse_peek(parser);
    expression_t  *atom;

    switch (token->kind) {
    case TOKEN_INTEGER:
    case TOKEN_NUMBER:
        return parse_number(parser);
    case TOKEN_TEXT:
        return parse_text(parser);
    case TOKEN_NAME:
        atom = new_expression(parser, EXPRESSION_NAME, token->place);
        atom->name = bcnet_parse_name(parser);
        return atom;
    default:
        break;
    }
    if (bcnet_parse_sign(parser, '('))
        return parse_brackets(parser, token->place);
    if (bcnet_parse_sign(parser, '[')) {
        atom = new_expression(parser, EXPRESSION_TUPLE, token->place);
        return parse_items(parser, ']', false, atom) ? atom : NULL;
    }
    if (bcnet_parse_sign(parser, '{'))
        return parse_table(parser, new_expression(parser, EXPRESSION_TABLE, token->place));
    if (token->kind == TOKEN_NEWLINE)
        return bcnet_parse_fail(parser, "the line ends too early");
    return bcnet_parse_fail(parser, "this is not understood");
}

/* [index], or [from:to]. */
static expression_t *parse_index(parser_t *parser, expression_t *object, bcnet_place_t place)
{
    expression_t *index = new_expression(parser, EXPRESSION_INDEX, place);

    index->left = object;
    if (!bcnet_parse_sign(parser, ':')) {
        index->right = bcnet_parse_expressions(parser);
        if (!index->right)
            return NULL;
        if (bcnet_parse_sign(parser, ']'))
            return index;
        if (!bcnet_parse_need(parser, ':'))
            return NULL;
    }
    index->kind = EXPRESSION_SLICE;
    if (bcnet_parse_sign(parser, ']'))
        return index;
    return bcnet_parse_expression(parser) && bcnet_parse_need(parser, ']') ? index : NULL;
}

/* .name, (arguments) and [index], as many as there are. */
static expression_t *parse_postfix(parser_t *parser)
{
    expression_t *expression = parse_atom(parser);

    while (expression) {
        bcnet_place_t place = bcnet_parse_peek(parser)->place;
        expression_t *object = expression;

        if (bcnet_parse_sign(parser, '.')) {
            expression = new_expression(parser, EXPRESSION_ATTRIBUTE, bcnet_parse_peek(parser)->place);
            expression->left = object;
            expression->name = bcnet_parse_name(parser);
            if (!expression->name)
                return NULL;
        } else if (bcnet_parse_sign(parser, '(')) {
            expression = new_expression(parser, EXPRESSION_CALL, object->place);
            expression->left = object;
            if (!parse_items(parser, ')', true, expression))
                return NULL;
        } else if (bcnet_parse_sign(parser, '[')) {
            expression = parse_index(parser, object, place);
        } else {
            break;
        }
    }
    return expression;
}

/* ---- operators ---- */

static expression_t *parse_operators(parser_t *parser, unsigned level);

static expression_t *parse_unary(parser_t *parser)
{
    static const char signs[] = "+-~";
    bcnet_place_t     place = bcnet_parse_peek(parser)->place;
    expression_t     *unary, *base;

    for (const char *sign = signs; *sign != '\0'; sign++) {
        if (!bcnet_parse_sign(parser, (unsigned)*sign))
            continue;
        if (++parser->depth > BCNET_PARSE_DEPTH_MAX)
            return bcnet_parse_fail(parser, "this is nested too deeply");
        unary = new_expression(parser, EXPRESSION_UNARY, place);
        unary->sign = (unsigned)*sign;
        unary->left = parse_unary(parser);
        parser->depth--;
        return unary->left ? unary : NULL;
    }
    base = parse_postfix(parser);
    if (!base || !bcnet_parse_sign(parser, SIGN('*', '*')))
        return base;
    return bcnet_parse_fail(parser, "powers are not understood");
}

/* The signs of one level of precedence, the weakest one first. */
static const unsigned operators[][5] = {
    { '|' }, { '^' }, { '&' }, { SIGN('<', '<'), SIGN('>', '>') }, { '+', '-' }, { '*', '/', '%' },
};

static unsigned take_operator(parser_t *parser, unsigned level)
{
    for (const unsigned *sign = operators[level]; *sign != 0; sign++)
        if (bcnet_parse_sign(parser, *sign))
            return *sign;
    return 0;
}

static expression_t *join(parser_t *parser, expression_kind_t kind, unsigned sign, expression_t *left,
                          expression_t *right)
{
    expression_t *both;

    if (!left || !right)
        return NULL;
    both = new_expression(parser, kind, left->place);
    both->sign = sign;
    both->left = left;
    both->right = right;
    return both;
}

/* A chain such as 1 + 1 + 1 ... makes a tree as deep as it is long. */
static expression_t *parse_operators(parser_t *parser, unsigned level)
{
    expression_t *left;
    unsigned      sign, length = 0;

    if (level == G_N_ELEMENTS(operators))
        return parse_unary(parser);
    left = parse_operators(parser, level + 1);
    while (left && (sign = take_operator(parser, level)) != 0) {
        if (++length > BCNET_PARSE_DEPTH_MAX)
            return bcnet_parse_fail(parser, "this is nested too deeply");
        left = join(parser, EXPRESSION_BINARY, sign, left, parse_operators(parser, level + 1));
    }
    return left;
}

static unsigned take_comparison(parser_t *parser)
{
    static const unsigned signs[] = {
        '<', '>', SIGN('=', '='), SIGN('!', '='), SIGN('<', '>'), SIGN('<', '='), SIGN('>', '=')
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(signs); i++)
        if (bcnet_parse_sign(parser, signs[i]))
            return signs[i] == SIGN('<', '>') ? SIGN('!', '=') : signs[i];
    if (bcnet_parse_word(parser, WORD_IN))
        return COMPARE_IN;
    if (bcnet_parse_word(parser, WORD_IS))
        return bcnet_parse_word(parser, WORD_NOT) ? COMPARE_IS_NOT : COMPARE_IS;
    if (bcnet_parse_peek(parser)->keyword != WORD_NOT || bcnet_parse_peek(parser)[1].keyword != WORD_IN)
        return 0;
    parser->next += 2;
    return COMPARE_NOT_IN;
}

static expression_t *parse_comparison(parser_t *parser)
{
    expression_t *left = parse_operators(parser, 0);
    unsigned      sign = left ? take_comparison(parser) : 0;

    if (sign == 0)
        return left;
    left = join(parser, EXPRESSION_COMPARE, sign, left, parse_operators(parser, 0));
    if (left && take_comparison(parser) != 0)
        return bcnet_parse_fail(parser, "chains of comparisons are not understood");
    return left;
}

static expression_t *parse_not(parser_t *parser)
{
    bcnet_place_t place = bcnet_parse_peek(parser)->place;
    expression_t *inner, *outer;

    if (!bcnet_parse_word(parser, WORD_NOT))
        return parse_comparison(parser);
    if (++parser->depth > BCNET_PARSE_DEPTH_MAX)
        return bcnet_parse_fail(parser, "this is nested too deeply");
    inner = parse_not(parser);
    parser->depth--;
    if (!inner)
        return NULL;
    outer = new_expression(parser, EXPRESSION_NOT, place);
    outer->left = inner;
    return outer;
}

/* a and b and c, or a or b or c. */
static expression_t *parse_chain(parser_t *parser, keyword_t word)
{
    expression_t *left = word == WORD_OR ? parse_chain(parser, WORD_AND) : parse_not(parser);

    for (unsigned length = 0; left && bcnet_parse_word(parser, word); length++) {
        if (length == BCNET_PARSE_DEPTH_MAX)
            return bcnet_parse_fail(parser, "this is nested too deeply");
        left = word == WORD_OR ? join(parser, EXPRESSION_OR, 0, left, parse_chain(parser, WORD_AND))
                               : join(parser, EXPRESSION_AND, 0, left, parse_not(parser));
    }
    return left;
}

expression_t *bcnet_parse_expression(parser_t *parser)
{
    expression_t *expression;

    if (++parser->depth > BCNET_PARSE_DEPTH_MAX)
        return bcnet_parse_fail(parser, "this is nested too deeply");
    if (bcnet_parse_peek(parser)->keyword == WORD_LAMBDA)
        return bcnet_parse_fail(parser, "lambda is not understood");
    expression = parse_chain(parser, WORD_OR);
    parser->depth--;
    return !parser->reason ? expression : NULL;
}

/* What ends a list without brackets. */
static bool at_list_end(const parser_t *parser)
{
    const token_t *token = bcnet_parse_peek(parser);

    return token->kind == TOKEN_NEWLINE || token->kind == TOKEN_END || token->keyword == WORD_IN ||
           (token->kind == TOKEN_SIGN && strchr(")]}=:;", (int)token->sign) != NULL);
}

static expression_t *parse_list(parser_t *parser, expression_t *(*parse)(parser_t *))
{
    expression_t *first = parse(parser), *tuple;
    unsigned      base = parser->pending->len;

    if (!first || !bcnet_parse_sign(parser, ','))
        return first;
    push_item(parser, NULL, first);
    while (!parser->reason && !at_list_end(parser)) {
        push_item(parser, NULL, parse(parser));
        if (!bcnet_parse_sign(parser, ','))
            break;
    }
    tuple = new_expression(parser, EXPRESSION_TUPLE, first->place);
    take_items(parser, base, tuple);
    return !parser->reason ? tuple : NULL;
}

expression_t *bcnet_parse_expressions(parser_t *parser)
{
    return parse_list(parser, bcnet_parse_expression);
}

expression_t *bcnet_parse_targets(parser_t *parser)
{
    return parse_list(parser, parse_postfix);
}
