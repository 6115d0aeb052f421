/* The words of a Python 1.5 script, each knowing where it stands.
 *
 * Line ends are LF, CRLF or CR. Text that is not UTF-8 is taken as Latin-1, as the game does.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HARDPOINT_LEXER_H
#define BCNET_HARDPOINT_LEXER_H

#include <stdint.h>

#include "ships/arena.h"
#include "mods/hardpoint-remark.h"

typedef enum {
    TOKEN_END,
    TOKEN_NEWLINE, /* the end of a logical line */
    TOKEN_INDENT,
    TOKEN_DEDENT,
    TOKEN_NAME,
    TOKEN_INTEGER,
    TOKEN_NUMBER,
    TOKEN_TEXT,
    TOKEN_SIGN, /* an operator, a bracket or a keyword */
    TOKEN_BAD /* cannot be part of any script; a remark says why where that is not plain */
} token_kind_t;

/* Keywords are signs too: their numbers are below those of characters. */
typedef enum {
    WORD_NONE,
    WORD_AND,
    WORD_ASSERT,
    WORD_BREAK,
    WORD_CLASS,
    WORD_CONTINUE,
    WORD_DEF,
    WORD_DEL,
    WORD_ELIF,
    WORD_ELSE,
    WORD_EXCEPT,
    WORD_EXEC,
    WORD_FINALLY,
    WORD_FOR,
    WORD_FROM,
    WORD_GLOBAL,
    WORD_IF,
    WORD_IMPORT,
    WORD_IN,
    WORD_IS,
    WORD_LAMBDA,
    WORD_NOT,
    WORD_OR,
    WORD_PASS,
    WORD_PRINT,
    WORD_RAISE,
    WORD_RETURN,
    WORD_TRY,
    WORD_WHILE /* the last one */
} keyword_t;

/* An operator of two characters or words as one number; one of a single character is that character. */
#define SIGN(first, second) ((unsigned)(first) | (unsigned)(second) << 8)

typedef struct {
    uint16_t      kind; /* token_kind_t */
    uint16_t      sign; /* 0: none */
    bcnet_place_t place;
    const char   *text; /* as it stands in the script, in UTF-8 */
    unsigned      length;
} token_t;

typedef struct {
    token_t *tokens; /* the last one is TOKEN_END */
    unsigned count;
    bool     broken; /* the game could not read the file either; a remark says why */
} bcnet_tokens_t;

/* Everything lives in the arena, but `file`, which the caller keeps. */
bcnet_tokens_t bcnet_hardpoint_tokens(bcnet_arena_t *arena, const char *file, const char *text, size_t length,
                                      GPtrArray *remarks);
/* Appends what a TOKEN_TEXT says, in UTF-8, with its escapes resolved. */
void bcnet_hardpoint_text(GString *text, const token_t *token);

#endif
