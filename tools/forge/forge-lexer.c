/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "forge/forge-lexer.h"

#include <stdio.h>
#include <string.h>

#include "common/program.h"

G_DEFINE_QUARK(bcnet - forge - error, bcnet_forge_error)

typedef struct {
    forge_source_t *source;
    forge_line_t   *line; /* being filled; NULL between logical lines */
    const char     *at; /* position in the current row */
    unsigned        row; /* from 1 */
    unsigned        column; /* from 1, in characters */
} lexer_t;

static void token_free(gpointer data)
{
    forge_token_t *token = (forge_token_t *)data;

    g_free(token->text);
    g_free(token->string);
    g_free(token);
}

static void line_free(gpointer data)
{
    forge_line_t *line = (forge_line_t *)data;

    g_ptr_array_free(line->tokens, TRUE);
    g_free(line);
}

void bcnet_forge_source_free(gpointer data)
{
    forge_source_t *source = (forge_source_t *)data;

    g_ptr_array_free(source->lines, TRUE);
    g_strfreev(source->rows);
    g_free(source->name);
    g_free(source->directory);
    g_free(source);
}

/* Errors. */

/* The part of a row that is worth showing: rows of hex may be thousands of characters long. Changes
 * COLUMN to the place within that part. */
static char *excerpt(const char *row, unsigned *column)
{
    const glong before = 60, after = 60;
    glong       end = MIN(g_utf8_strlen(row, -1), (glong)*column + after);
    glong       begin = CLAMP((glong)*column - before, 0, end);

    *column -= (unsigned)begin;
    return g_utf8_substring(row, begin, end);
}

static void fail_at(const forge_source_t *source, unsigned row, unsigned column, GError **error, const char *message)
{
    unsigned         place = column;
    g_autofree char *text = excerpt(row <= g_strv_length(source->rows) ? source->rows[row - 1] : "", &place);
    g_autoptr(GString) marker = g_string_new(NULL);
    const char *p = text;

    /* Tabs are repeated so that the marker stands below its character whatever their width. */
    for (unsigned i = 1; i < place; i++) {
        g_string_append_c(marker, *p == '\t' ? '\t' : ' ');
        p = *p != '\0' ? g_utf8_next_char(p) : p;
    }
    g_set_error(error, BCNET_FORGE_ERROR, 0, "%s:%u:%u: %s\n    %s\n    %s^", source->name, row, column, message,
                g_strchomp(text), marker->str);
}

gboolean bcnet_forge_fail_inside(const forge_cursor_t *cursor, const forge_token_t *token, unsigned offset,
                                 const char *format, ...)
{
    const forge_line_t *line = cursor->line;
    va_list             arguments;

    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    if (!*cursor->error)
        fail_at(line->source, token ? token->line : line->end_line, (token ? token->column : line->end_column) + offset,
                cursor->error, message);
    return FALSE;
}

char *bcnet_forge_describe(const forge_token_t *token)
{
    if (!token)
        return g_strdup("the end of the line");
    if (token->string && *token->text == '\0')
        return g_strdup("a string in quotes");
    return g_strdup_printf("\"%s\"", token->text);
}

/* Splitting the text. */

static void advance(lexer_t *lexer)
{
    lexer->at = g_utf8_next_char(lexer->at);
    lexer->column++;
}

static gboolean is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Between quotes every character stands for itself, the backslash too: GameSpy text is full of them.
 * A quote is written twice. */
static char *read_string(lexer_t *lexer, GError **error)
{
    g_autoptr(GString) string = g_string_new(NULL);
    unsigned column = lexer->column;

    advance(lexer);
    while (*lexer->at != '\0') {
        if (*lexer->at == '"' && lexer->at[1] != '"') {
            advance(lexer);
            return g_strdup(string->str);
        }
        if (*lexer->at == '"')
            advance(lexer);
        g_string_append_unichar(string, g_utf8_get_char(lexer->at));
        advance(lexer);
    }
    fail_at(lexer->source, lexer->row, column, error,
            "This string is not finished. A closing \" is expected on the same line.");
    return NULL;
}

static forge_line_t *current_line(lexer_t *lexer)
{
    if (!lexer->line) {
        lexer->line = g_new0(forge_line_t, 1);
        lexer->line->source = lexer->source;
        lexer->line->tokens = g_ptr_array_new_with_free_func(token_free);
    }
    return lexer->line;
}

static gboolean read_token(lexer_t *lexer, GError **error)
{
    forge_line_t  *line = current_line(lexer);
    forge_token_t *token = g_new0(forge_token_t, 1);
    const char    *begin = lexer->at;

    token->line = lexer->row;
    token->column = lexer->column;
    g_ptr_array_add(line->tokens, token);
    while (*lexer->at != '\0' && !is_blank(*lexer->at) && *lexer->at != '"' && *lexer->at != '#')
        advance(lexer);
    token->text = g_strndup(begin, (gsize)(lexer->at - begin));
    if (*lexer->at == '"') {
        token->string = read_string(lexer, error);
        if (!token->string)
            return FALSE;
    }
    line->end_line = lexer->row;
    line->end_column = lexer->column;
    return TRUE;
}

/* A backslash continues the line if nothing but a comment follows. */
static gboolean is_continuation(const char *at)
{
    if (*at != '\\')
        return FALSE;
    at++;
    while (is_blank(*at))
        at++;
    return *at == '\0' || *at == '#';
}

static void finish_line(lexer_t *lexer)
{
    if (lexer->line)
        g_ptr_array_add(lexer->source->lines, g_steal_pointer(&lexer->line));
}

static gboolean read_row(lexer_t *lexer, GError **error)
{
    lexer->column = 1;
    for (;;) {
        while (is_blank(*lexer->at))
            advance(lexer);
        if (is_continuation(lexer->at))
            return TRUE;
        if (*lexer->at == '\0' || *lexer->at == '#') {
            finish_line(lexer);
            return TRUE;
        }
        if (!read_token(lexer, error))
            return FALSE;
    }
}

static gboolean read_rows(forge_source_t *source, GError **error)
{
    lexer_t lexer = { .source = source };

    for (unsigned i = 0; source->rows[i]; i++) {
        lexer.row = i + 1;
        lexer.at = source->rows[i];
        if (!read_row(&lexer, error)) {
            if (lexer.line)
                line_free(lexer.line);
            return FALSE;
        }
    }
    finish_line(&lexer);
    return TRUE;
}

/* Where the text stops being UTF-8, as row and column. */
static void fail_encoding(const forge_source_t *source, const char *text, const char *bad, GError **error)
{
    unsigned    row = 1;
    const char *begin = text;

    for (const char *p = text; p < bad; p++) {
        if (*p == '\n') {
            row++;
            begin = p + 1;
        }
    }
    g_set_error(error, BCNET_FORGE_ERROR, 0,
                "%s:%u:%ld: The text is not UTF-8 here. A scenario is a UTF-8 text file without zero bytes.",
                source->name, row, g_utf8_strlen(begin, bad - begin) + 1);
}

forge_source_t *bcnet_forge_source_new(const char *name, const char *text, gsize length, GError **error)
{
    forge_source_t *source = g_new0(forge_source_t, 1);
    const char     *bad = NULL;
    gboolean        fine = g_utf8_validate(text, (gssize)length, &bad);

    source->name = g_strdup(name);
    source->directory = g_path_get_dirname(name);
    source->lines = g_ptr_array_new_with_free_func(line_free);
    if (fine) {
        g_autofree char *copy = g_strndup(text, length);
        source->rows = g_strsplit(copy, "\n", -1);
        fine = read_rows(source, error);
    } else {
        fail_encoding(source, text, bad, error);
    }
    if (!fine)
        g_clear_pointer(&source, bcnet_forge_source_free);
    return source;
}

char *bcnet_forge_read_text(const char *path, gsize *length, GError **error)
{
    FILE    *stream = tool_input_open(path, "a text to make one of", error);
    GString *text = g_string_new(NULL);
    char     block[65536];
    gsize    got = 1;

    while (stream && got > 0 && text->len <= BCNET_FORGE_MAX_SOURCE) {
        got = fread(block, 1, sizeof block, stream);
        g_string_append_len(text, block, (gssize)got);
    }
    if (stream && (ferror(stream) || got > 0))
        g_set_error(error, BCNET_FORGE_ERROR, 0, "%s: The file %s.", tool_input_name(path),
                    got > 0 ? "is larger than 16 MiB, the limit" : "cannot be read");
    gboolean fine = stream && !ferror(stream) && got == 0;
    if (stream)
        fclose(stream);
    *length = text->len;
    return g_string_free(text, !fine);
}

/* Reading a line token by token. */

gboolean bcnet_forge_failed(const forge_cursor_t *cursor)
{
    return *cursor->error != NULL;
}

const forge_token_t *bcnet_forge_peek(const forge_cursor_t *cursor)
{
    GPtrArray *tokens = cursor->line->tokens;

    return !bcnet_forge_failed(cursor) && cursor->next < tokens->len
             ? (const forge_token_t *)g_ptr_array_index(tokens, cursor->next)
             : NULL;
}

const forge_token_t *bcnet_forge_take(forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_peek(cursor);

    cursor->next += token ? 1 : 0;
    return token;
}

gboolean bcnet_forge_is_word(const forge_token_t *token, const char *word)
{
    return token && !token->string && strcmp(token->text, word) == 0;
}

gboolean bcnet_forge_take_word(forge_cursor_t *cursor, const char *word)
{
    return bcnet_forge_is_word(bcnet_forge_peek(cursor), word) && bcnet_forge_take(cursor);
}

const forge_token_t *bcnet_forge_take_string(forge_cursor_t *cursor, const char *complaint)
{
    const forge_token_t *token = bcnet_forge_peek(cursor);

    if (token && token->string && *token->text == '\0')
        return bcnet_forge_take(cursor);
    if (complaint)
        bcnet_forge_fail(cursor, token, "%s", complaint);
    return NULL;
}

gboolean bcnet_forge_expect_end(const forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_peek(cursor);
    g_autofree char     *found = bcnet_forge_describe(token);

    if (token)
        bcnet_forge_fail(cursor, token, "The line should end here, but %s follows.", found);
    return !bcnet_forge_failed(cursor);
}
