/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What names stand for: `let` names for bytes, loop counters for numbers. And the numbers themselves. */
#ifndef BCNET_FORGE_SCOPE_H
#define BCNET_FORGE_SCOPE_H

#include "forge/forge-lexer.h"

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

#endif
