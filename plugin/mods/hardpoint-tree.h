/* A script as a tree of statements and expressions.
 *
 * Statements outside of the subset that is understood stay in the tree as such, with the reason and
 * their words: only when the script runs can it be told whether they matter.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HARDPOINT_TREE_H
#define BCNET_HARDPOINT_TREE_H

#include "mods/hardpoint-lexer.h"
#include "mods/hardpoint-value.h"

typedef enum {
    EXPRESSION_LITERAL, /* value */
    EXPRESSION_NAME, /* name */
    EXPRESSION_NAMED, /* a parameter: name, left: its default or NULL; an argument of a call: name = left */
    EXPRESSION_ATTRIBUTE, /* left.name */
    EXPRESSION_CALL, /* left(items) */
    EXPRESSION_INDEX, /* left[right], the sign is '[' */
    EXPRESSION_SLICE, /* left[...:...]: not followed */
    EXPRESSION_TUPLE, /* items, also of lists */
    EXPRESSION_TABLE, /* items: key, value, key, value ... */
    EXPRESSION_UNARY, /* sign left, sign also WORD_NOT */
    EXPRESSION_BINARY, /* left sign right */
    EXPRESSION_COMPARE, /* left sign right, sign also WORD_IN, WORD_IS, NOT_IN, IS_NOT */
    EXPRESSION_EITHER /* left sign right, sign WORD_AND or WORD_OR */
} expression_kind_t;

enum { NOT_IN = SIGN(WORD_NOT, WORD_IN), IS_NOT = SIGN(WORD_IS, WORD_NOT) };

typedef struct expression {
    expression_kind_t   kind;
    unsigned            sign;
    bcnet_place_t       place;
    value_t             value;
    const char         *name;
    struct expression  *left, *right;
    struct expression **items;
    unsigned            count;
} expression_t;

typedef enum {
    STATEMENT_EXPRESSION, /* value */
    STATEMENT_ASSIGN, /* items of the list = value */
    STATEMENT_IMPORT, /* import list */
    STATEMENT_FROM, /* from name import list; no list: '*' */
    STATEMENT_IF, /* value, body, otherwise */
    STATEMENT_FOR, /* list in value, body */
    STATEMENT_TRY, /* body, otherwise: the handlers */
    STATEMENT_DEFINE, /* name, list: the parameters, body */
    STATEMENT_RETURN, /* value or NULL */
    STATEMENT_LEAVE, /* break or continue: word */
    STATEMENT_PASS,
    STATEMENT_OUTSIDE /* name: why it is not followed */
} statement_kind_t;

struct bcnet_statement {
    statement_kind_t   kind;
    unsigned           word; /* its first word, if that is a sign */
    bcnet_place_t      place;
    bcnet_statement_t *next;
    const char        *name;
    expression_t      *value, *list;
    bcnet_statement_t *body, *otherwise;
    unsigned           first, last; /* its words in `tokens` of the tree, and that of the one behind */
};

typedef struct {
    bcnet_tokens_t     words;
    bcnet_statement_t *statements;
} bcnet_tree_t;

/* Everything lives in the arena, but `file`, which the caller keeps. */
bcnet_tree_t bcnet_hardpoint_parse(bcnet_arena_t *arena, const char *file, const char *text, size_t length,
                                   GPtrArray *remarks);

/* ---- between the two files of the parser ---- */

typedef struct {
    bcnet_arena_t *arena;
    const char    *file;
    bcnet_tokens_t words;
    unsigned       next; /* the token that comes */
    unsigned       depth; /* of brackets, operators and blocks */
    const char    *reason; /* why the statement cannot be followed, with its place; NULL: nothing wrong so far */
    bcnet_place_t  place;
    GPtrArray     *remarks;
    GPtrArray     *pending; /* expressions of lists that are not complete yet, the innermost list on top */
} parser_t;

enum { BCNET_PARSE_DEPTH_MAX = 100 };

const token_t *bcnet_parse_peek(const parser_t *parser);
bool           bcnet_parse_at(const parser_t *parser, unsigned sign);
bool           bcnet_parse_sign(parser_t *parser, unsigned sign); /* steps over it if it comes */
bool           bcnet_parse_need(parser_t *parser, unsigned sign);
const char    *bcnet_parse_name(parser_t *parser);
/* Notes the first reason; returns NULL, so that it can end a function. */
void         *bcnet_parse_fail(parser_t *parser, const char *reason);
expression_t *bcnet_parse_new(parser_t *parser, expression_kind_t kind, bcnet_place_t place);
/* A tuple of what is pending above so many; NULL when something is wrong. */
expression_t *bcnet_parse_tuple(parser_t *parser, unsigned base, bcnet_place_t place);
/* Expressions; NULL when they cannot be followed. */
expression_t *bcnet_parse_expression(parser_t *parser); /* a or b */
expression_t *bcnet_parse_expressions(parser_t *parser); /* a, b: a tuple */
/* The parameters of a function, with their defaults, and the closing bracket. */
expression_t *bcnet_parse_parameters(parser_t *parser);
/* What can stand to the left of "=" or behind "for". */
expression_t *bcnet_parse_targets(parser_t *parser);

#endif
