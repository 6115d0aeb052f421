/* A script cut into words, one after the other.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_WORDS_H
#define BCNET_WORDS_H

#include <stdbool.h>

#include <glib.h>

/* Signs are their character, or two of them. */
#define SIGN(first, second) ((unsigned)(first) | (unsigned)(second) << 8)

/* What stands in no script is strange; the last ones are in the order of the list of keywords. */
enum { WORD_END = 0, WORD_LINE_END = '\n', WORD_NAME = 0x10000, WORD_INTEGER, WORD_NUMBER, WORD_TEXT, WORD_STRANGE };
enum { WORD_AND = WORD_STRANGE + 1, WORD_ASSERT, WORD_BREAK, WORD_CLASS, WORD_CONTINUE, WORD_DEF, WORD_DEL };
enum { WORD_ELIF = WORD_DEL + 1, WORD_ELSE, WORD_EXCEPT, WORD_EXEC, WORD_FINALLY, WORD_FOR, WORD_FROM, WORD_GLOBAL };
enum { WORD_IF = WORD_GLOBAL + 1, WORD_IMPORT, WORD_IN, WORD_IS, WORD_LAMBDA, WORD_NOT, WORD_OR, WORD_PASS };
enum { WORD_PRINT = WORD_PASS + 1, WORD_RAISE, WORD_RETURN, WORD_TRY, WORD_WHILE };

/* May be copied, to go back to a word. */
typedef struct {
    unsigned    word; /* the one at hand */
    const char *text; /* of the script ... */
    unsigned    length;
    unsigned    line; /* ... where it begins */
    unsigned    indent; /* of its logical line */
    const char *wrong; /* with which no Python would read the script; NULL: nothing yet */

    const char *at, *end; /* what comes */
    unsigned    next_line;
    unsigned    brackets, bracket_line; /* open ones, the outermost one's line */
} bcnet_words_t;

/* The text, UTF-8, stays with the caller. The first word is at hand then. */
void bcnet_words_begin(bcnet_words_t *words, const char *text, size_t length);
void bcnet_words_next(bcnet_words_t *words);
/* What a text says, without quotes and escapes, is appended. */
void bcnet_words_unquote(const bcnet_words_t *words, GString *text);

#endif
