/* Parses statements and blocks. A statement that cannot be followed does not stop the rest.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "mods/hardpoint-tree.h"

/* Statements of a block, linked in order. */
typedef struct {
    bcnet_statement_t *first, **end;
} block_t;

static bcnet_statement_t *parse_line(parser_t *parser);
static bcnet_statement_t *parse_suite(parser_t *parser);

static bcnet_statement_t *new_statement(parser_t *parser, statement_kind_t kind)
{
    bcnet_statement_t *statement = BCNET_ARENA_NEW(parser->arena, bcnet_statement_t);
    const token_t     *token = bcnet_parse_peek(parser);

    statement->kind = kind;
    statement->word = token->sign;
    statement->place = token->place;
    statement->first = parser->next;
    return statement;
}

static bool at_kind(const parser_t *parser, token_kind_t kind)
{
    return bcnet_parse_peek(parser)->kind == kind;
}

static bool at_line_end(const parser_t *parser)
{
    return at_kind(parser, TOKEN_NEWLINE) || at_kind(parser, TOKEN_END);
}

/* ---- what is skipped ---- */

/* To the end of the logical line. */
static void skip_line(parser_t *parser)
{
    while (!at_line_end(parser) && !at_kind(parser, TOKEN_INDENT) && !at_kind(parser, TOKEN_DEDENT))
        parser->next++;
    parser->next += at_kind(parser, TOKEN_NEWLINE);
}

/* A block that is indented deeper, if there is one. */
static void skip_block(parser_t *parser)
{
    unsigned depth = 0;

    if (!at_kind(parser, TOKEN_INDENT))
        return;
    do {
        depth += at_kind(parser, TOKEN_INDENT);
        depth -= at_kind(parser, TOKEN_DEDENT);
        parser->next++;
    } while (depth > 0 && !at_kind(parser, TOKEN_END));
}

/* What belongs to an if or try statement behind its first block. */
static void skip_branches(parser_t *parser, bool elif)
{
    while (bcnet_parse_at(parser, WORD_ELSE) || bcnet_parse_at(parser, WORD_EXCEPT) ||
           bcnet_parse_at(parser, WORD_FINALLY) || (elif && bcnet_parse_at(parser, WORD_ELIF))) {
        skip_line(parser);
        skip_block(parser);
    }
}

/* The words from `first` on, up to the next one, which cannot be followed. */
static bcnet_statement_t *outside(parser_t *parser, unsigned first)
{
    bcnet_statement_t *statement = BCNET_ARENA_NEW(parser->arena, bcnet_statement_t);

    statement->kind = STATEMENT_OUTSIDE;
    statement->word = parser->words.tokens[first].sign;
    statement->place = parser->place;
    statement->name = parser->reason;
    statement->first = first;
    statement->last = parser->next;
    parser->reason = NULL;
    return statement;
}

/* Gives a statement up: the rest of its line, and the block below. */
static bcnet_statement_t *give_up(parser_t *parser, unsigned first)
{
    skip_line(parser);
    skip_block(parser);
    return outside(parser, first);
}

/* ---- simple statements ---- */

/* "ships.Hardpoints.akira" */
static const char *parse_module(parser_t *parser)
{
    const char *name = bcnet_parse_name(parser);
    GString    *path = g_string_new(name);

    while (name && bcnet_parse_sign(parser, '.')) {
        name = bcnet_parse_name(parser);
        g_string_append_printf(path, ".%s", name ? name : "");
    }
    return bcnet_arena_take(parser->arena, g_string_free(path, FALSE));
}

/* One or more names, separated by commas. */
static expression_t *parse_names(parser_t *parser, const char *(*parse)(parser_t *))
{
    const bcnet_place_t place = bcnet_parse_peek(parser)->place;
    unsigned            base = parser->pending->len;

    do {
        expression_t *name = bcnet_parse_new(parser, EXPRESSION_NAME, bcnet_parse_peek(parser)->place);

        name->name = parse(parser);
        g_ptr_array_add(parser->pending, name);
    } while (!parser->reason && bcnet_parse_sign(parser, ','));
    return bcnet_parse_tuple(parser, base, place);
}

static void parse_import(parser_t *parser, bcnet_statement_t *statement)
{
    statement->list = parse_names(parser, parse_module);
}

static void parse_from(parser_t *parser, bcnet_statement_t *statement)
{
    statement->name = parse_module(parser);
    if (statement->name && !bcnet_parse_sign(parser, WORD_IMPORT))
        bcnet_parse_fail(parser, "\"import\" is missing here");
    else if (statement->name && !bcnet_parse_sign(parser, '*'))
        statement->list = parse_names(parser, bcnet_parse_name);
}

static void parse_return(parser_t *parser, bcnet_statement_t *statement)
{
    if (!at_line_end(parser))
        statement->value = bcnet_parse_expressions(parser);
}

/* Its first word is all there is to it. */
static void parse_nothing(parser_t *parser, bcnet_statement_t *statement)
{
}

/* Names, attributes, items, and tuples of them. */
static bool can_be_target(const expression_t *expression)
{
    if (expression->kind != EXPRESSION_TUPLE)
        return expression->kind == EXPRESSION_NAME || expression->kind == EXPRESSION_ATTRIBUTE ||
               expression->kind == EXPRESSION_INDEX || expression->kind == EXPRESSION_SLICE;
    for (unsigned i = 0; i < expression->count; i++)
        if (!can_be_target(expression->items[i]))
            return false;
    return expression->count > 0;
}

/* a = b = value, or a value alone. */
static void parse_assignment(parser_t *parser, bcnet_statement_t *statement)
{
    unsigned base = parser->pending->len;

    statement->value = bcnet_parse_expressions(parser);
    while (statement->value && bcnet_parse_sign(parser, '=')) {
        if (!can_be_target(statement->value))
            bcnet_parse_fail(parser, "nothing can be assigned to this");
        g_ptr_array_add(parser->pending, statement->value);
        statement->kind = STATEMENT_ASSIGN;
        statement->value = bcnet_parse_expressions(parser);
    }
    if (statement->kind == STATEMENT_ASSIGN)
        statement->list = bcnet_parse_tuple(parser, base, statement->place);
}

/* ---- compound statements ---- */

typedef void (*parse_t)(parser_t *parser, bcnet_statement_t *statement);

static bcnet_statement_t *parse_as(parser_t *parser, statement_kind_t kind, parse_t parse)
{
    bcnet_statement_t *statement = new_statement(parser, kind);

    parser->next += kind != STATEMENT_EXPRESSION;
    parse(parser, statement);
    statement->last = parser->next;
    return statement;
}

/* A colon, and the block behind or below it. */
static bcnet_statement_t *parse_body(parser_t *parser)
{
    if (!bcnet_parse_need(parser, ':'))
        return NULL;
    if (!at_kind(parser, TOKEN_NEWLINE))
        return parse_line(parser);
    if (parser->words.tokens[parser->next + 1].kind != TOKEN_INDENT)
        return bcnet_parse_fail(parser, "an indented block is missing behind this");
    parser->next++;
    return parse_suite(parser);
}

/* if and elif. */
static void parse_if(parser_t *parser, bcnet_statement_t *statement)
{
    statement->value = bcnet_parse_expression(parser);
    if (statement->value)
        statement->body = parse_body(parser);
    if (parser->reason)
        return;
    if (bcnet_parse_at(parser, WORD_ELIF)) {
        if (++parser->depth > BCNET_PARSE_DEPTH_MAX) {
            bcnet_parse_fail(parser, "there are too many branches");
            return;
        }
        statement->otherwise = parse_as(parser, STATEMENT_IF, parse_if);
        parser->depth--;
    } else if (bcnet_parse_sign(parser, WORD_ELSE)) {
        statement->otherwise = parse_body(parser);
    }
}

static void parse_for(parser_t *parser, bcnet_statement_t *statement)
{
    statement->list = bcnet_parse_targets(parser);
    if (statement->list && !can_be_target(statement->list))
        bcnet_parse_fail(parser, "nothing can be assigned to this");
    if (!bcnet_parse_sign(parser, WORD_IN))
        bcnet_parse_fail(parser, "\"in\" is missing here");
    if (!parser->reason)
        statement->value = bcnet_parse_expressions(parser);
    if (!parser->reason)
        statement->body = parse_body(parser);
    if (!parser->reason && bcnet_parse_at(parser, WORD_ELSE))
        bcnet_parse_fail(parser, "a loop with \"else\" is not understood");
}

/* The handlers are kept only to look whether they hold anything that matters. */
static void parse_try(parser_t *parser, bcnet_statement_t *statement)
{
    unsigned handlers;

    statement->body = parse_body(parser);
    handlers = parser->next;
    skip_branches(parser, false);
    if (parser->next == handlers)
        bcnet_parse_fail(parser, "\"except\" is missing here");
    if (parser->reason)
        return;
    parser->reason = "handlers of errors are not followed";
    parser->place = parser->words.tokens[handlers].place;
    statement->otherwise = outside(parser, handlers);
}

static void parse_define(parser_t *parser, bcnet_statement_t *statement)
{
    statement->name = bcnet_parse_name(parser);
    if (statement->name && bcnet_parse_need(parser, '('))
        statement->list = bcnet_parse_parameters(parser);
    if (!parser->reason)
        statement->body = parse_body(parser);
}

/* ---- kinds of statements ---- */

typedef struct {
    unsigned         word;
    statement_kind_t kind;
    parse_t          parse;
    bool             compound;
} form_t;

/* What statements begin with; assignments with whatever can begin an expression. */
static const form_t forms[] = {
    { WORD_IF, STATEMENT_IF, parse_if, true },
    { WORD_FOR, STATEMENT_FOR, parse_for, true },
    { WORD_TRY, STATEMENT_TRY, parse_try, true },
    { WORD_DEF, STATEMENT_DEFINE, parse_define, true },
    { WORD_IMPORT, STATEMENT_IMPORT, parse_import, false },
    { WORD_FROM, STATEMENT_FROM, parse_from, false },
    { WORD_RETURN, STATEMENT_RETURN, parse_return, false },
    { WORD_PASS, STATEMENT_PASS, parse_nothing, false },
    { WORD_BREAK, STATEMENT_LEAVE, parse_nothing, false },
    { WORD_CONTINUE, STATEMENT_LEAVE, parse_nothing, false },
};

static const form_t *find_form(const parser_t *parser)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(forms); i++)
        if (bcnet_parse_at(parser, forms[i].word))
            return &forms[i];
    return NULL;
}

/* A statement that is not compound; NULL when it cannot be followed. */
static bcnet_statement_t *parse_simple(parser_t *parser)
{
    const form_t *form = find_form(parser);
    unsigned      word = bcnet_parse_peek(parser)->sign;

    if (form && !form->compound)
        return parse_as(parser, form->kind, form->parse);
    if (word == WORD_NONE || word > WORD_WHILE || word == WORD_NOT || word == WORD_LAMBDA)
        return parse_as(parser, STATEMENT_EXPRESSION, parse_assignment);
    return bcnet_parse_fail(parser,
                            word == WORD_PRINT ? "print is not followed" : "this kind of statement is not understood");
}

/* ---- blocks ---- */

/* One statement, or several that are linked. */
static void append(block_t *block, bcnet_statement_t *statements)
{
    for (*block->end = statements; *block->end; block->end = &(*block->end)->next)
        ;
}

/* Simple statements up to the end of the line, separated by semicolons. */
static bcnet_statement_t *parse_line(parser_t *parser)
{
    block_t line = { NULL, &line.first };

    do {
        unsigned           first = parser->next, depth = parser->depth;
        bcnet_statement_t *statement;

        if (at_kind(parser, TOKEN_NEWLINE))
            break;
        statement = parse_simple(parser);
        if (!parser->reason && !at_line_end(parser) && !bcnet_parse_at(parser, ';'))
            bcnet_parse_fail(parser, "this is not understood");
        parser->depth = depth;
        if (parser->reason) {
            append(&line, give_up(parser, first));
            return line.first;
        }
        append(&line, statement);
    } while (bcnet_parse_sign(parser, ';'));
    skip_line(parser);
    return line.first;
}

/* Then nothing more is parsed. */
static bool is_too_large(parser_t *parser)
{
    bool too_large = bcnet_arena_size(parser->arena) > BCNET_ARENA_MAX;

    if (too_large && !at_kind(parser, TOKEN_END)) {
        bcnet_remark(parser->remarks, BCNET_ERROR, parser->file, bcnet_parse_peek(parser)->place,
                     "the script takes too much memory");
        parser->words.broken = true;
        parser->next = parser->words.count - 1;
    }
    return too_large;
}

static bcnet_statement_t *parse_statement(parser_t *parser)
{
    const form_t      *form = find_form(parser);
    unsigned           first = parser->next, depth = parser->depth;
    bcnet_statement_t *statement;

    if (is_too_large(parser))
        return NULL;
    if (!form || !form->compound) {
        statement = parse_line(parser);
    } else {
        statement = parse_as(parser, form->kind, form->parse);
        parser->depth = depth;
        if (parser->reason) {
            parser->next = first;
            statement = give_up(parser, first);
        }
    }
    /* What may follow the block of a statement that was given up. */
    if (statement && statement->kind == STATEMENT_OUTSIDE && statement->first == first) {
        skip_branches(parser, true);
        statement->last = parser->next;
    }
    return statement;
}

/* An indented block; its TOKEN_INDENT comes. */
static bcnet_statement_t *parse_suite(parser_t *parser)
{
    block_t block = { NULL, &block.first };

    if (++parser->depth > BCNET_PARSE_DEPTH_MAX)
        return bcnet_parse_fail(parser, "the blocks are nested too deeply");
    parser->next++;
    while (!at_kind(parser, TOKEN_DEDENT) && !at_kind(parser, TOKEN_END))
        append(&block, parse_statement(parser));
    parser->next += at_kind(parser, TOKEN_DEDENT);
    parser->depth--;
    return block.first;
}

static bcnet_statement_t *parse_file(parser_t *parser)
{
    block_t file = { NULL, &file.first };

    while (!at_kind(parser, TOKEN_END)) {
        if (at_kind(parser, TOKEN_INDENT)) {
            bcnet_remark(parser->remarks, BCNET_ERROR, parser->file, bcnet_parse_peek(parser)->place,
                         "this line is indented without a reason");
            parser->words.broken = true;
            parser->next++;
        } else if (at_kind(parser, TOKEN_DEDENT) || at_kind(parser, TOKEN_NEWLINE)) {
            parser->next++;
        } else {
            append(&file, parse_statement(parser));
        }
    }
    return file.first;
}

bcnet_tree_t bcnet_hardpoint_parse(bcnet_arena_t *arena, const char *file, const char *text, size_t length,
                                   GPtrArray *remarks)
{
    parser_t     parser = { .arena = arena, .file = file, .remarks = remarks, .pending = g_ptr_array_sized_new(16) };
    bcnet_tree_t tree;

    parser.words = bcnet_hardpoint_tokens(arena, file, text, length, remarks);
    tree.statements = parse_file(&parser);
    tree.words = parser.words;
    g_ptr_array_free(parser.pending, TRUE);
    return tree;
}
