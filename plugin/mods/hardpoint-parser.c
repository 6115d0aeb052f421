/* Parses statements and blocks. A statement that cannot be followed does not stop the rest.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "mods/hardpoint-tree.h"

/* Statements of a block, linked in order. */
typedef struct {
    bcnet_statement_t *first, **end;
} block_t;

static bcnet_statement_t *parse_statement(parser_t *parser);
static bcnet_statement_t *parse_suite(parser_t *parser);

static bcnet_statement_t *new_statement(parser_t *parser, statement_kind_t kind)
{
    bcnet_statement_t *statement = BCNET_ARENA_NEW(parser->arena, bcnet_statement_t);
    const token_t     *token = bcnet_parse_peek(parser);

    statement->kind = kind;
    statement->word = (keyword_t)token->keyword;
    statement->place = token->place;
    statement->first = parser->next;
    return statement;
}

static bool at_kind(const parser_t *parser, token_kind_t kind)
{
    return bcnet_parse_peek(parser)->kind == kind;
}

/* ---- what is skipped ---- */

/* To the end of the logical line. */
static void skip_line(parser_t *parser)
{
    while (!at_kind(parser, TOKEN_NEWLINE) && !at_kind(parser, TOKEN_END) && !at_kind(parser, TOKEN_INDENT) &&
           !at_kind(parser, TOKEN_DEDENT))
        parser->next++;
    if (at_kind(parser, TOKEN_NEWLINE))
        parser->next++;
}

/* A block that is indented deeper, if there is one. */
static void skip_block(parser_t *parser)
{
    unsigned depth = 0;

    if (!at_kind(parser, TOKEN_INDENT))
        return;
    do {
        if (at_kind(parser, TOKEN_INDENT))
            depth++;
        else if (at_kind(parser, TOKEN_DEDENT))
            depth--;
        parser->next++;
    } while (depth > 0 && !at_kind(parser, TOKEN_END));
}

/* The words from `first` on, up to the next one, which cannot be followed. */
static bcnet_statement_t *outside(parser_t *parser, unsigned first)
{
    bcnet_statement_t *statement = BCNET_ARENA_NEW(parser->arena, bcnet_statement_t);

    statement->kind = STATEMENT_OUTSIDE;
    statement->word = (keyword_t)parser->tokens.tokens[first].keyword;
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
    GString    *path = g_string_new(NULL);
    const char *name = bcnet_parse_name(parser);
    char       *copy;

    while (name) {
        g_string_append(path, name);
        if (!bcnet_parse_sign(parser, '.'))
            break;
        g_string_append_c(path, '.');
        name = bcnet_parse_name(parser);
    }
    copy = bcnet_arena_text(parser->arena, path->str, path->len);
    g_string_free(path, TRUE);
    return name ? copy : NULL;
}

/* One or more names, separated by commas. */
static bool parse_names(parser_t *parser, bcnet_statement_t *statement, const char *(*parse)(parser_t *))
{
    GPtrArray *names = g_ptr_array_new();
    GArray    *places = g_array_new(FALSE, FALSE, sizeof(bcnet_place_t));

    do {
        g_array_append_val(places, bcnet_parse_peek(parser)->place);
        g_ptr_array_add(names, (void *)parse(parser));
    } while (!parser->reason && bcnet_parse_sign(parser, ','));
    statement->count = names->len;
    statement->names = BCNET_ARENA_ARRAY(parser->arena, const char *, names->len);
    statement->places = BCNET_ARENA_ARRAY(parser->arena, bcnet_place_t, names->len);
    for (unsigned i = 0; i < names->len; i++) {
        statement->names[i] = g_ptr_array_index(names, i);
        statement->places[i] = g_array_index(places, bcnet_place_t, i);
    }
    g_array_free(places, TRUE);
    g_ptr_array_free(names, TRUE);
    return parser->reason == NULL;
}

static bcnet_statement_t *parse_import(parser_t *parser)
{
    bcnet_statement_t *statement = new_statement(parser, STATEMENT_IMPORT);

    parser->next++;
    return parse_names(parser, statement, parse_module) ? statement : NULL;
}

static bcnet_statement_t *parse_from(parser_t *parser)
{
    bcnet_statement_t *statement = new_statement(parser, STATEMENT_FROM);

    parser->next++;
    statement->name = parse_module(parser);
    if (!statement->name)
        return NULL;
    if (!bcnet_parse_word(parser, WORD_IMPORT))
        return bcnet_parse_fail(parser, "\"import\" is missing here");
    if (bcnet_parse_sign(parser, '*'))
        return statement;
    return parse_names(parser, statement, bcnet_parse_name) ? statement : NULL;
}

static bcnet_statement_t *parse_return(parser_t *parser)
{
    bcnet_statement_t *statement = new_statement(parser, STATEMENT_RETURN);

    parser->next++;
    if (!at_kind(parser, TOKEN_NEWLINE) && !at_kind(parser, TOKEN_END))
        statement->value = bcnet_parse_expressions(parser);
    return statement;
}

static bcnet_statement_t *parse_word_alone(parser_t *parser, statement_kind_t kind)
{
    bcnet_statement_t *statement = new_statement(parser, kind);

    parser->next++;
    return statement;
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
static bcnet_statement_t *parse_assignment(parser_t *parser)
{
    bcnet_statement_t *statement = new_statement(parser, STATEMENT_EXPRESSION);
    GPtrArray         *pending = parser->pending;
    unsigned           base = pending->len;

    statement->value = bcnet_parse_expressions(parser);
    while (statement->value && bcnet_parse_sign(parser, '=')) {
        if (!can_be_target(statement->value))
            bcnet_parse_fail(parser, "nothing can be assigned to this");
        g_ptr_array_add(pending, statement->value);
        statement->value = bcnet_parse_expressions(parser);
    }
    statement->count = pending->len - base;
    if (statement->count > 0) {
        statement->kind = STATEMENT_ASSIGN;
        statement->targets = BCNET_ARENA_ARRAY(parser->arena, expression_t *, statement->count);
        memcpy(statement->targets, pending->pdata + base, statement->count * sizeof(expression_t *));
        g_ptr_array_set_size(pending, (int)base);
    }
    return statement;
}

static bcnet_statement_t *parse_simple(parser_t *parser)
{
    switch (bcnet_parse_peek(parser)->keyword) {
    case WORD_IMPORT:
        return parse_import(parser);
    case WORD_FROM:
        return parse_from(parser);
    case WORD_RETURN:
        return parse_return(parser);
    case WORD_PASS:
        return parse_word_alone(parser, STATEMENT_PASS);
    case WORD_BREAK:
    case WORD_CONTINUE:
        return parse_word_alone(parser, STATEMENT_LEAVE);
    case WORD_PRINT:
        return bcnet_parse_fail(parser, "print is not followed");
    case WORD_NONE:
    case WORD_NOT:
    case WORD_LAMBDA:
        return parse_assignment(parser);
    default:
        return bcnet_parse_fail(parser, "this kind of statement is not understood");
    }
}

static void append(block_t *block, bcnet_statement_t *statement)
{
    *block->end = statement;
    block->end = &statement->next;
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
        if (!parser->reason && !at_kind(parser, TOKEN_NEWLINE) && !at_kind(parser, TOKEN_END) &&
            !(at_kind(parser, TOKEN_SIGN) && bcnet_parse_peek(parser)->sign == ';'))
            bcnet_parse_fail(parser, "this is not understood");
        parser->depth = depth;
        if (parser->reason) {
            append(&line, give_up(parser, first));
            return line.first;
        }
        statement->last = parser->next;
        append(&line, statement);
    } while (bcnet_parse_sign(parser, ';'));
    skip_line(parser);
    return line.first;
}

/* ---- compound statements ---- */

/* A colon, and the block behind or below it. */
static bool parse_body(parser_t *parser, bcnet_statement_t **body)
{
    if (!bcnet_parse_need(parser, ':'))
        return false;
    if (!at_kind(parser, TOKEN_NEWLINE)) {
        *body = parse_line(parser);
        return true;
    }
    if (parser->tokens.tokens[parser->next + 1].kind != TOKEN_INDENT) {
        bcnet_parse_fail(parser, "an indented block is missing behind this");
        return false;
    }
    parser->next++;
    *body = parse_suite(parser);
    return true;
}

/* if and elif. */
static bcnet_statement_t *parse_if(parser_t *parser)
{
    bcnet_statement_t *statement = new_statement(parser, STATEMENT_IF);

    parser->next++;
    statement->value = bcnet_parse_expression(parser);
    if (!statement->value || !parse_body(parser, &statement->body))
        return NULL;
    if (bcnet_parse_peek(parser)->keyword == WORD_ELIF) {
        if (++parser->depth > BCNET_PARSE_DEPTH_MAX)
            return bcnet_parse_fail(parser, "there are too many branches");
        statement->otherwise = parse_if(parser);
        parser->depth--;
    } else if (bcnet_parse_word(parser, WORD_ELSE)) {
        parse_body(parser, &statement->otherwise);
    }
    statement->last = parser->next;
    return !parser->reason ? statement : NULL;
}

static bcnet_statement_t *parse_for(parser_t *parser)
{
    bcnet_statement_t *statement = new_statement(parser, STATEMENT_FOR);

    parser->next++;
    statement->count = 1;
    statement->targets = BCNET_ARENA_NEW(parser->arena, expression_t *);
    statement->targets[0] = bcnet_parse_targets(parser);
    if (!statement->targets[0])
        return NULL;
    if (!can_be_target(statement->targets[0]))
        return bcnet_parse_fail(parser, "nothing can be assigned to this");
    if (!bcnet_parse_word(parser, WORD_IN))
        return bcnet_parse_fail(parser, "\"in\" is missing here");
    statement->value = bcnet_parse_expressions(parser);
    if (!statement->value || !parse_body(parser, &statement->body))
        return NULL;
    if (bcnet_parse_peek(parser)->keyword == WORD_ELSE)
        return bcnet_parse_fail(parser, "a loop with \"else\" is not understood");
    return statement;
}

/* The handlers are kept only to look whether they hold anything that matters. */
static bcnet_statement_t *parse_try(parser_t *parser)
{
    bcnet_statement_t *statement = new_statement(parser, STATEMENT_TRY);
    unsigned           handlers;

    parser->next++;
    if (!parse_body(parser, &statement->body))
        return NULL;
    handlers = parser->next;
    while (bcnet_parse_peek(parser)->keyword == WORD_EXCEPT || bcnet_parse_peek(parser)->keyword == WORD_ELSE ||
           bcnet_parse_peek(parser)->keyword == WORD_FINALLY) {
        skip_line(parser);
        skip_block(parser);
    }
    if (parser->next == handlers)
        return bcnet_parse_fail(parser, "\"except\" is missing here");
    parser->reason = "handlers of errors are not followed";
    parser->place = parser->tokens.tokens[handlers].place;
    statement->otherwise = outside(parser, handlers);
    return statement;
}

/* The parameters of a function, with their defaults. */
static bool parse_parameters(parser_t *parser, bcnet_statement_t *statement)
{
    GPtrArray *names = g_ptr_array_new(), *defaults = g_ptr_array_new();

    while (!parser->reason && !bcnet_parse_sign(parser, ')')) {
        g_ptr_array_add(names, (void *)bcnet_parse_name(parser));
        g_ptr_array_add(defaults, bcnet_parse_sign(parser, '=') ? bcnet_parse_expression(parser) : NULL);
        if (!bcnet_parse_sign(parser, ',') && bcnet_parse_need(parser, ')'))
            break;
    }
    statement->count = names->len;
    statement->names = BCNET_ARENA_ARRAY(parser->arena, const char *, names->len);
    statement->defaults = BCNET_ARENA_ARRAY(parser->arena, expression_t *, names->len);
    for (unsigned i = 0; i < names->len; i++) {
        statement->names[i] = g_ptr_array_index(names, i);
        statement->defaults[i] = g_ptr_array_index(defaults, i);
    }
    g_ptr_array_free(defaults, TRUE);
    g_ptr_array_free(names, TRUE);
    return parser->reason == NULL;
}

static bcnet_statement_t *parse_define(parser_t *parser)
{
    bcnet_statement_t *statement = new_statement(parser, STATEMENT_DEFINE);

    parser->next++;
    statement->name = bcnet_parse_name(parser);
    if (!statement->name || !bcnet_parse_need(parser, '(') || !parse_parameters(parser, statement))
        return NULL;
    return parse_body(parser, &statement->body) ? statement : NULL;
}

static bcnet_statement_t *parse_compound(parser_t *parser)
{
    switch (bcnet_parse_peek(parser)->keyword) {
    case WORD_IF:
        return parse_if(parser);
    case WORD_FOR:
        return parse_for(parser);
    case WORD_TRY:
        return parse_try(parser);
    default:
        return parse_define(parser);
    }
}

/* What may follow the block of a statement that was given up. */
static void skip_branches(parser_t *parser, bcnet_statement_t *statement)
{
    keyword_t word = (keyword_t)bcnet_parse_peek(parser)->keyword;

    while (word == WORD_ELIF || word == WORD_ELSE || word == WORD_EXCEPT || word == WORD_FINALLY) {
        skip_line(parser);
        skip_block(parser);
        word = (keyword_t)bcnet_parse_peek(parser)->keyword;
    }
    statement->last = parser->next;
}

/* Then nothing more is parsed. */
static bool is_too_large(parser_t *parser)
{
    bool too_large = bcnet_arena_size(parser->arena) > BCNET_ARENA_MAX;

    if (too_large && !at_kind(parser, TOKEN_END)) {
        bcnet_remark(parser->remarks, BCNET_ERROR, parser->tokens.file, bcnet_parse_peek(parser)->place,
                     "the script takes too much memory");
        parser->tokens.broken = true;
        parser->next = parser->tokens.count - 1;
    }
    return too_large;
}

static bcnet_statement_t *parse_statement(parser_t *parser)
{
    unsigned           first = parser->next, depth = parser->depth;
    keyword_t          word = (keyword_t)bcnet_parse_peek(parser)->keyword;
    bcnet_statement_t *statement;

    if (is_too_large(parser))
        return NULL;
    if (word != WORD_IF && word != WORD_FOR && word != WORD_TRY && word != WORD_DEF) {
        statement = parse_line(parser);
        if (statement && statement->kind == STATEMENT_OUTSIDE && statement->first == first)
            skip_branches(parser, statement);
        return statement;
    }
    statement = parse_compound(parser);
    parser->depth = depth;
    if (parser->reason) {
        parser->next = first;
        statement = give_up(parser, first);
        skip_branches(parser, statement);
        return statement;
    }
    statement->last = parser->next;
    return statement;
}

static void append_all(block_t *block, bcnet_statement_t *statements)
{
    for (; statements; statements = statements->next)
        append(block, statements);
}

/* An indented block; its TOKEN_INDENT comes. */
static bcnet_statement_t *parse_suite(parser_t *parser)
{
    block_t block = { NULL, &block.first };

    if (++parser->depth > BCNET_PARSE_DEPTH_MAX)
        return bcnet_parse_fail(parser, "the blocks are nested too deeply");
    parser->next++;
    while (!at_kind(parser, TOKEN_DEDENT) && !at_kind(parser, TOKEN_END))
        append_all(&block, parse_statement(parser));
    parser->next += at_kind(parser, TOKEN_DEDENT);
    parser->depth--;
    return block.first;
}

static bcnet_statement_t *parse_file(parser_t *parser)
{
    block_t file = { NULL, &file.first };

    while (!at_kind(parser, TOKEN_END)) {
        if (at_kind(parser, TOKEN_INDENT)) {
            bcnet_remark(parser->remarks, BCNET_ERROR, parser->tokens.file, bcnet_parse_peek(parser)->place,
                         "this line is indented without a reason");
            parser->tokens.broken = true;
            parser->next++;
        } else if (at_kind(parser, TOKEN_DEDENT) || at_kind(parser, TOKEN_NEWLINE)) {
            parser->next++;
        } else {
            append_all(&file, parse_statement(parser));
        }
    }
    return file.first;
}

bcnet_tree_t bcnet_hardpoint_parse(bcnet_arena_t *arena, const char *file, const char *text, size_t length,
                                   GPtrArray *remarks)
{
    parser_t     parser = { .arena = arena, .remarks = remarks, .pending = g_ptr_array_new() };
    bcnet_tree_t tree = { .file = file };

    parser.tokens = bcnet_hardpoint_tokens(arena, file, text, length, remarks);
    tree.tokens = parser.tokens.tokens;
    tree.statements = parse_file(&parser);
    tree.broken = parser.tokens.broken;
    g_ptr_array_free(parser.pending, TRUE);
    return tree;
}
