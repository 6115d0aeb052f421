/* What names stand for: `let` names for bytes, loop counters for numbers. And the numbers themselves.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_SCOPE_H
#define BCNET_FORGE_SCOPE_H

#include "forge/forge-lexer.h"

typedef struct {
    GHashTable *bytes; /* name -> GByteArray */
    GHashTable *counters; /* name -> gint64 */
    guint64     size;
    GPtrArray  *folders; /* below which files may be read; see forge-files.h */
    const char *output; /* not to be read; NULL for none */
} forge_scope_t;

forge_scope_t *bcnet_forge_scope_new(void);
void           bcnet_forge_scope_free(forge_scope_t *scope);
void    bcnet_forge_scope_set_bytes(forge_scope_t *scope, const char *name, GByteArray *bytes); /* takes BYTES over */
guint64 bcnet_forge_scope_size(const forge_scope_t *scope); /* of all bytes together */
const GByteArray *bcnet_forge_scope_bytes(const forge_scope_t *scope, const char *name);
void              bcnet_forge_scope_set_counter(forge_scope_t *scope, const char *name, gint64 value);
void              bcnet_forge_scope_unset_counter(forge_scope_t *scope, const char *name);
const gint64     *bcnet_forge_scope_counter(const forge_scope_t *scope, const char *name);

/* A name is a letter followed by letters, digits and '_'. */
gboolean bcnet_forge_is_name(const char *text);

/* The arithmetic behind every number of the language: decimal or 0x numbers and $counters joined by
 * + - * / %, from left to right, without blanks. The expression begins OFFSET characters into the token. */
gboolean bcnet_forge_evaluate(const forge_scope_t *scope, const forge_line_t *line, const forge_token_t *token,
                              unsigned offset, double *value, GError **error);

/* The same for a whole number between MINIMUM and MAXIMUM. WHAT names it in messages: "The port". */
gboolean bcnet_forge_integer(const forge_scope_t *scope, const forge_line_t *line, const forge_token_t *token,
                             unsigned offset, const char *what, gint64 minimum, gint64 maximum, gint64 *value,
                             GError **error);

/* Takes the next token of the line as such a number. */
gboolean bcnet_forge_take_integer(const forge_scope_t *scope, forge_cursor_t *cursor, const char *what, gint64 minimum,
                                  gint64 maximum, gint64 *value, GError **error);

/* Seconds with up to six decimals, as microseconds. */
gboolean bcnet_forge_take_time(forge_cursor_t *cursor, const char *what, gint64 *microseconds, GError **error);
gboolean bcnet_forge_parse_time(const forge_line_t *line, const forge_token_t *token, unsigned offset,
                                gint64 *microseconds, GError **error);

#endif
