/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "forge/forge-lexer.h"

#include <stdio.h>
#include <string.h>

#include "common/program.h"

G_DEFINE_QUARK(bcnet - forge - error, bcnet_forge_error)

typedef struct {
    forge_source_t *source;
    gboolean        goes_on; /* the last line of the source is not finished */
    const char     *at; /* position in the current row */
    unsigned        row; /* from 1 */
    unsigned        column; /* from 1, in characters */
} lexer_t;

static void line_clear(gpointer line)
{
    g_array_free(((forge_line_t *)line)->tokens, TRUE);
}

void bcnet_forge_source_free(gpointer data)
{
    forge_source_t *source = (forge_source_t *)data;

    g_array_free(source->lines, TRUE);
    g_string_chunk_free(source->strings);
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
    g_autofree char *text = excerpt(source->rows[row - 1], &place);
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

#define BLANKS " \t\r"

static void advance(lexer_t *lexer, gsize bytes)
{
    lexer->column += (unsigned)g_utf8_strlen(lexer->at, (gssize)bytes);
    lexer->at += bytes;
}

/* Between quotes every character stands for itself, the backslash too: GameSpy text is full of them.
 * A quote is written twice. */
static char *read_string(lexer_t *lexer, GError **error)
{
    const char *begin = lexer->at + 1, *quote;
    g_autoptr(GString) string = g_string_new(NULL);

    for (; (quote = strchr(begin, '"')) != NULL; begin = quote + 2) {
        g_string_append_len(string, begin, quote - begin);
        if (quote[1] != '"') {
            advance(lexer, (gsize)(quote + 1 - lexer->at));
            return g_string_chunk_insert(lexer->source->strings, string->str);
        }
        g_string_append_c(string, '"');
    }
    fail_at(lexer->source, lexer->row, lexer->column, error,
            "This string is not finished. A closing \" is expected on the same line.");
    return NULL;
}

static gboolean read_token(lexer_t *lexer, GError **error)
{
    GArray             *lines = lexer->source->lines;
    const forge_line_t  fresh = { .source = lexer->source };
    const gsize         length = strcspn(lexer->at, BLANKS "\"#");
    const forge_token_t word = { .line = lexer->row, .column = lexer->column };

    if (!lexer->goes_on) {
        g_array_append_val(lines, fresh);
        g_array_index(lines, forge_line_t, lines->len - 1).tokens = g_array_new(FALSE, FALSE, sizeof word);
        lexer->goes_on = TRUE;
    }
    forge_line_t *line = &g_array_index(lines, forge_line_t, lines->len - 1);
    g_array_append_val(line->tokens, word);
    forge_token_t *token = &g_array_index(line->tokens, forge_token_t, line->tokens->len - 1);
    token->text = g_string_chunk_insert_len(lexer->source->strings, lexer->at, (gssize)length);
    advance(lexer, length);
    if (*lexer->at == '"' && (token->string = read_string(lexer, error)) == NULL)
        return FALSE;
    line->end_line = lexer->row;
    line->end_column = lexer->column;
    return TRUE;
}

/* A backslash continues the line if nothing but a comment follows. */
static gboolean is_continuation(const char *at)
{
    return *at == '\\' && strchr("#", at[1 + strspn(at + 1, BLANKS)]);
}

static gboolean read_row(lexer_t *lexer, GError **error)
{
    lexer->at = lexer->source->rows[lexer->row - 1];
    lexer->column = 1;
    for (;;) {
        advance(lexer, strspn(lexer->at, BLANKS));
        if (is_continuation(lexer->at))
            return TRUE;
        if (*lexer->at == '\0' || *lexer->at == '#') {
            lexer->goes_on = FALSE;
            return TRUE;
        }
        if (!read_token(lexer, error))
            return FALSE;
    }
}

forge_source_t *bcnet_forge_source_new(const char *name, const char *text, gsize length, GError **error)
{
    forge_source_t  *source = g_new0(forge_source_t, 1);
    lexer_t          lexer = { .source = source };
    const char      *end = NULL;
    gboolean         fine = g_utf8_validate(text, (gssize)length, &end);
    g_autofree char *valid = g_strndup(text, (gsize)(end - text));

    source->name = g_strdup(name);
    source->directory = g_path_get_dirname(name);
    source->lines = g_array_new(FALSE, FALSE, sizeof(forge_line_t));
    g_array_set_clear_func(source->lines, line_clear);
    source->strings = g_string_chunk_new(4096);
    source->rows = g_strsplit(*valid != '\0' ? valid : " ", "\n", -1);
    const guint rows = g_strv_length(source->rows);
    if (!fine)
        fail_at(source, rows, *valid == '\0' ? 1 : (unsigned)g_utf8_strlen(source->rows[rows - 1], -1) + 1, error,
                "The text is not UTF-8 here. A scenario is a UTF-8 text file without zero bytes.");
    while (fine && ++lexer.row <= rows)
        fine = read_row(&lexer, error);
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
    const GArray *tokens = cursor->line->tokens;

    return !bcnet_forge_failed(cursor) && cursor->next < tokens->len
             ? &g_array_index(tokens, forge_token_t, cursor->next)
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
