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
    return &parser->words.tokens[parser->next];
}

bool bcnet_parse_at(const parser_t *parser, unsigned sign)
{
    return bcnet_parse_peek(parser)->sign == sign;
}

bool bcnet_parse_sign(parser_t *parser, unsigned sign)
{
    bool comes = bcnet_parse_at(parser, sign);

    parser->next += comes;
    return comes;
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

expression_t *bcnet_parse_new(parser_t *parser, expression_kind_t kind, bcnet_place_t place)
{
    expression_t *expression = BCNET_ARENA_NEW(parser->arena, expression_t);

    expression->kind = kind;
    expression->place = place;
    return expression;
}

/* ---- lists ---- */

/* Moves what is pending above `base` into an expression; NULL when something is wrong. */
static expression_t *take_items(parser_t *parser, unsigned base, expression_t *expression)
{
    GPtrArray *pending = parser->pending;

    expression->count = pending->len - base;
    expression->items =
        bcnet_arena_copy(parser->arena, pending->pdata + base, expression->count * sizeof(expression_t *));
    g_ptr_array_set_size(pending, (int)base);
    return parser->reason ? NULL : expression;
}

expression_t *bcnet_parse_tuple(parser_t *parser, unsigned base, bcnet_place_t place)
{
    return take_items(parser, base, bcnet_parse_new(parser, EXPRESSION_TUPLE, place));
}

/* A name, and behind "=" its value. */
static expression_t *parse_named(parser_t *parser)
{
    expression_t *named = bcnet_parse_new(parser, EXPRESSION_NAMED, bcnet_parse_peek(parser)->place);

    named->name = bcnet_parse_name(parser);
    named->left = bcnet_parse_sign(parser, '=') ? bcnet_parse_expression(parser) : NULL;
    return named;
}

/* An argument of a call; before its value a name may stand: "Radius = 3". */
static expression_t *parse_argument(parser_t *parser)
{
    const token_t *token = bcnet_parse_peek(parser);

    return token->kind == TOKEN_NAME && token[1].sign == '=' ? parse_named(parser) : bcnet_parse_expression(parser);
}

/* Up to and with the closing bracket; a comma may stand before it. */
static expression_t *parse_items(parser_t *parser, unsigned closing, expression_t *(*parse)(parser_t *),
                                 expression_t *expression)
{
    unsigned base = parser->pending->len;

    while (!parser->reason && !bcnet_parse_sign(parser, closing)) {
        g_ptr_array_add(parser->pending, parse(parser));
        if (closing == '}' && bcnet_parse_need(parser, ':'))
            g_ptr_array_add(parser->pending, parse(parser));
        if (!bcnet_parse_sign(parser, ',') && !bcnet_parse_at(parser, closing))
            bcnet_parse_need(parser, closing);
    }
    return take_items(parser, base, expression);
}

expression_t *bcnet_parse_parameters(parser_t *parser)
{
    expression_t *list = bcnet_parse_new(parser, EXPRESSION_TUPLE, bcnet_parse_peek(parser)->place);

    return parse_items(parser, ')', parse_named, list);
}

/* ---- single values ---- */

/* What is wrong with the number; NULL when it could be read. */
static const char *read_number(const char *text, bool whole, value_t *value)
{
    char *end = NULL;

    if (whole) {
        errno = 0;
        *value = INTEGER_VALUE(g_ascii_strtoll(text, &end, 0));
        if (errno != 0)
            return "this number is too large";
        end += *end == 'L' || *end == 'l';
    } else {
        *value = NUMBER_VALUE(g_ascii_strtod(text, &end));
    }
    return end == text || *end != '\0' ? "this is no number" : NULL;
}

static expression_t *parse_number(parser_t *parser)
{
    const token_t *token = bcnet_parse_peek(parser);
    expression_t  *literal = bcnet_parse_new(parser, EXPRESSION_LITERAL, token->place);
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
    expression_t *literal = bcnet_parse_new(parser, EXPRESSION_LITERAL, bcnet_parse_peek(parser)->place);
    GString      *text = g_string_new(NULL);

    for (; bcnet_parse_peek(parser)->kind == TOKEN_TEXT; parser->next++)
        bcnet_hardpoint_text(text, bcnet_parse_peek(parser));
    literal->value = TEXT_VALUE(bcnet_arena_take(parser->arena, g_string_free(text, FALSE)));
    return literal;
}

/* ( ... ): a value in brackets, or a tuple. */
static expression_t *parse_brackets(parser_t *parser, bcnet_place_t place)
{
    expression_t *inner;

    if (bcnet_parse_sign(parser, ')'))
        return bcnet_parse_new(parser, EXPRESSION_TUPLE, place);
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
        atom = bcnet_parse_new(parser, EXPRESSION_NAME, token->place);
        atom->name = bcnet_parse_name(parser);
        return atom;
    default:
        break;
    }
    if (bcnet_parse_sign(parser, '('))
        return parse_brackets(parser, token->place);
    if (bcnet_parse_sign(parser, '['))
        return parse_items(parser, ']', bcnet_parse_expression,
                           bcnet_parse_new(parser, EXPRESSION_TUPLE, token->place));
    if (bcnet_parse_sign(parser, '{'))
        return parse_items(parser, '}', bcnet_parse_expression,
                           bcnet_parse_new(parser, EXPRESSION_TABLE, token->place));
    if (token->kind == TOKEN_NEWLINE)
        return bcnet_parse_fail(parser, "the line ends too early");
    return bcnet_parse_fail(parser, "this is not understood");
}

/* [index], or [from:to]. */
static expression_t *parse_index(parser_t *parser, expression_t *object, bcnet_place_t place)
{
    expression_t *index = bcnet_parse_new(parser, EXPRESSION_INDEX, place);

    index->sign = '[';
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
            expression = bcnet_parse_new(parser, EXPRESSION_ATTRIBUTE, bcnet_parse_peek(parser)->place);
            expression->left = object;
            expression->name = bcnet_parse_name(parser);
            if (!expression->name)
                return NULL;
        } else if (bcnet_parse_sign(parser, '(')) {
            expression = bcnet_parse_new(parser, EXPRESSION_CALL, object->place);
            expression->left = object;
            expression = parse_items(parser, ')', parse_argument, expression);
        } else if (bcnet_parse_sign(parser, '[')) {
            expression = parse_index(parser, object, place);
        } else {
            break;
        }
    }
    return expression;
}

/* ---- operators ---- */

/* The operators of one level of precedence each, the weakest ones first. */
static const struct {
    expression_kind_t kind;
    unsigned          signs[11];
} levels[] = {
    { EXPRESSION_EITHER, { WORD_OR } },
    { EXPRESSION_EITHER, { WORD_AND } },
    { EXPRESSION_UNARY, { WORD_NOT } },
    { EXPRESSION_COMPARE,
      { '<', '>', SIGN('=', '='), SIGN('!', '='), SIGN('<', '>'), SIGN('<', '='), SIGN('>', '='), WORD_IN, WORD_IS,
        NOT_IN } },
    { EXPRESSION_BINARY, { '|' } },
    { EXPRESSION_BINARY, { '^' } },
    { EXPRESSION_BINARY, { '&' } },
    { EXPRESSION_BINARY, { SIGN('<', '<'), SIGN('>', '>') } },
    { EXPRESSION_BINARY, { '+', '-' } },
    { EXPRESSION_BINARY, { '*', '/', '%' } },
    { EXPRESSION_UNARY, { '+', '-', '~' } },
};

static expression_t *parse_level(parser_t *parser, unsigned level);

/* A value without operators before it. */
static expression_t *parse_operand(parser_t *parser)
{
    expression_t *base = parse_postfix(parser);

    if (!base || !bcnet_parse_sign(parser, SIGN('*', '*')))
        return base;
    return bcnet_parse_fail(parser, "powers are not understood");
}

/* Steps over an operator of a level; 0 when none comes. */
static unsigned take_operator(parser_t *parser, unsigned level)
{
    for (const unsigned *sign = levels[level].signs; *sign != 0; sign++) {
        if (*sign == NOT_IN && bcnet_parse_at(parser, WORD_NOT) && bcnet_parse_peek(parser)[1].sign == WORD_IN) {
            parser->next += 2;
            return NOT_IN;
        }
        if (!bcnet_parse_sign(parser, *sign))
            continue;
        if (*sign == WORD_IS && bcnet_parse_sign(parser, WORD_NOT))
            return IS_NOT;
        return *sign == SIGN('<', '>') ? SIGN('!', '=') : *sign;
    }
    return 0;
}

/* -x, not x */
static expression_t *parse_unary(parser_t *parser, unsigned level)
{
    const bcnet_place_t place = bcnet_parse_peek(parser)->place;
    const unsigned      sign = take_operator(parser, level);
    expression_t       *unary;

    if (sign == 0)
        return parse_level(parser, level + 1);
    if (++parser->depth > BCNET_PARSE_DEPTH_MAX)
        return bcnet_parse_fail(parser, "this is nested too deeply");
    unary = bcnet_parse_new(parser, EXPRESSION_UNARY, place);
    unary->sign = sign;
    unary->left = parse_unary(parser, level);
    parser->depth--;
    return unary->left ? unary : NULL;
}

/* A chain such as 1 + 1 + 1 ... makes a tree as deep as it is long. */
static expression_t *parse_level(parser_t *parser, unsigned level)
{
    expression_t *left, *both;
    unsigned      sign, length = 0;

    if (level == G_N_ELEMENTS(levels))
        return parse_operand(parser);
    if (levels[level].kind == EXPRESSION_UNARY)
        return parse_unary(parser, level);
    left = parse_level(parser, level + 1);
    while (left && (sign = take_operator(parser, level)) != 0) {
        if (++length > BCNET_PARSE_DEPTH_MAX)
            return bcnet_parse_fail(parser, "this is nested too deeply");
        if (levels[level].kind == EXPRESSION_COMPARE && length > 1)
            return bcnet_parse_fail(parser, "chains of comparisons are not understood");
        both = bcnet_parse_new(parser, levels[level].kind, left->place);
        both->sign = sign;
        both->left = left;
        both->right = parse_level(parser, level + 1);
        left = both->right ? both : NULL;
    }
    return left;
}

expression_t *bcnet_parse_expression(parser_t *parser)
{
    expression_t *expression;

    if (++parser->depth > BCNET_PARSE_DEPTH_MAX)
        return bcnet_parse_fail(parser, "this is nested too deeply");
    if (bcnet_parse_at(parser, WORD_LAMBDA))
        return bcnet_parse_fail(parser, "lambda is not understood");
    expression = parse_level(parser, 0);
    parser->depth--;
    return !parser->reason ? expression : NULL;
}

/* What ends a list without brackets. */
static bool at_list_end(const parser_t *parser)
{
    const token_t *token = bcnet_parse_peek(parser);

    return token->kind == TOKEN_NEWLINE || token->kind == TOKEN_END || token->sign == WORD_IN ||
           (token->sign != 0 && strchr(")]}=:;", (int)token->sign) != NULL);
}

static expression_t *parse_list(parser_t *parser, expression_t *(*parse)(parser_t *))
{
    expression_t *first = parse(parser);
    unsigned      base = parser->pending->len;

    if (!first || !bcnet_parse_sign(parser, ','))
        return first;
    g_ptr_array_add(parser->pending, first);
    while (!parser->reason && !at_list_end(parser)) {
        g_ptr_array_add(parser->pending, parse(parser));
        if (!bcnet_parse_sign(parser, ','))
            break;
    }
    return bcnet_parse_tuple(parser, base, first->place);
}

expression_t *bcnet_parse_expressions(parser_t *parser)
{
    return parse_list(parser, bcnet_parse_expression);
}

expression_t *bcnet_parse_targets(parser_t *parser)
{
    return parse_list(parser, parse_postfix);
}
