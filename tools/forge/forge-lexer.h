/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scenario text: files, lines, words and quoted strings, each knowing where it stands. */
#pragma once

#include <glib.h>

#define BCNET_FORGE_ERROR (bcnet_forge_error_quark())
GQuark bcnet_forge_error_quark(void);

typedef struct {
    char    *text; /* the word; of `str:"scripts/"` the part before the quote */
    char    *string; /* what stands between the quotes, NULL if the token has none */
    unsigned line; /* both count from 1 */
    unsigned column;
} forge_token_t;

typedef struct {
    char         *name; /* as given by the user, for messages */
    char         *directory; /* relative files of this source are looked up here */
    char        **rows; /* the text as it stands in the file */
    GStringChunk *strings; /* of the tokens */
    GArray       *lines; /* of forge_line_t, empty ones left out */
} forge_source_t;

/* One logical line: continuation lines are joined. */
typedef struct {
    const forge_source_t *source;
    GArray               *tokens; /* of forge_token_t, never empty */
    unsigned              end_line;
    unsigned              end_column; /* one past the last token */
} forge_line_t;

/* Input is written by hand. Whatever is larger is some other file given by mistake. */
#define BCNET_FORGE_MAX_SOURCE (16u * 1024 * 1024)

/* The contents of a file, "-" for standard input, with a zero byte behind them. */
char *bcnet_forge_read_text(const char *path, gsize *length, GError **error);

/* NAME is what messages call the text, and says where its files are. NULL with an error set when it holds an unfinished
 * string or is no text. */
forge_source_t *bcnet_forge_source_new(const char *name, const char *text, gsize length, GError **error);
void            bcnet_forge_source_free(gpointer source);

static inline const forge_line_t *bcnet_forge_source_line(const forge_source_t *source, guint index)
{
    return &g_array_index(source->lines, forge_line_t, index);
}

static inline const forge_token_t *bcnet_forge_first(const forge_line_t *line)
{
    return &g_array_index(line->tokens, forge_token_t, 0);
}

/* Reading a line token by token. After the first mistake the line is at its end for whoever reads on, so a statement is a
 * straight list of reads; before it acts on them it asks whether all were fine. */
typedef struct {
    const forge_line_t       *line;
    guint                     next;
    const struct forge_scope *scope; /* what names stand for */
    GError                  **error; /* of the whole scenario; set by the first mistake */
} forge_cursor_t;

/* Says "FILE:LINE:COLUMN: message" with the offending row and a marker below it, OFFSET characters into the token, unless
 * something was wrong before. TOKEN NULL means the end of the line. Always FALSE, so that callers can return it. */
#define bcnet_forge_fail(cursor, token, ...) bcnet_forge_fail_inside(cursor, token, 0, __VA_ARGS__)
gboolean bcnet_forge_fail_inside(const forge_cursor_t *cursor, const forge_token_t *token, unsigned offset,
                                 const char *format, ...) G_GNUC_PRINTF(4, 5);
gboolean bcnet_forge_failed(const forge_cursor_t *cursor);

/* How an error message calls the token: its text in quotes, or "the end of the line". The result
 * belongs to the caller. */
char *bcnet_forge_describe(const forge_token_t *token);

const forge_token_t *bcnet_forge_peek(const forge_cursor_t *cursor); /* NULL at the end */
const forge_token_t *bcnet_forge_take(forge_cursor_t *cursor);
gboolean             bcnet_forge_is_word(const forge_token_t *token, const char *word);
gboolean             bcnet_forge_take_word(forge_cursor_t *cursor, const char *word); /* only if it is this one */
/* Only a string in quotes without a type in front; for anything else NULL, and COMPLAINT unless that is NULL. */
const forge_token_t *bcnet_forge_take_string(forge_cursor_t *cursor, const char *complaint);
/* Whether the line ends here and nothing was wrong with it. */
gboolean bcnet_forge_expect_end(const forge_cursor_t *cursor);

/* What names stand for: `let` names for bytes, loop counters for numbers. And the numbers themselves. */

typedef struct forge_scope {
    GHashTable *bytes; /* name -> GByteArray */
    guint64     size; /* of all bytes together */
    GHashTable *counters; /* name -> gint64 of the loop that counts */
    GPtrArray  *folders; /* below which files may be read; see forge-bytes.h */
    const char *output; /* not to be read; NULL for none */
} forge_scope_t;

/* A letter followed by letters, digits and '_'. WHAT says in messages which name is expected: "A name for the ship".
 * NULL after a mistake. */
const char *bcnet_forge_take_name(forge_cursor_t *cursor, const char *what);

/* The arithmetic behind every number of the language: decimal or 0x numbers and $counters joined by
 * + - * / %, from left to right, without blanks. The expression begins OFFSET characters into the token. */
double bcnet_forge_evaluate(const forge_cursor_t *cursor, const forge_token_t *token, unsigned offset);

/* The same for a whole number between MINIMUM and MAXIMUM; after a mistake the minimum. WHAT names it in messages: "The
 * port". */
gint64 bcnet_forge_integer(const forge_cursor_t *cursor, const forge_token_t *token, unsigned offset, const char *what,
                           gint64 minimum, gint64 maximum);

/* Takes the next token of the line as such a number. */
gint64 bcnet_forge_take_integer(forge_cursor_t *cursor, const char *what, gint64 minimum, gint64 maximum);

/* Seconds with up to six decimals, as microseconds. */
gint64 bcnet_forge_take_time(forge_cursor_t *cursor, const char *what);
gint64 bcnet_forge_parse_time(const forge_cursor_t *cursor, const forge_token_t *token, unsigned offset);

/* What may follow a statement's word, in any order: a word alone, with a number or with a time. */
typedef struct {
    const char *word;
    gint64     *value; /* becomes the number, the time, or 1 for a word alone */
    const char *what; /* names the number in messages; NULL for a word alone */
    gint64      minimum; /* of the number; both are 0 for a time */
    gint64      maximum;
} forge_option_t;

/* Takes the next option if it is one of these, which end with an empty word. FALSE if it is none. */
gboolean bcnet_forge_take_option(forge_cursor_t *cursor, const forge_option_t *options);
