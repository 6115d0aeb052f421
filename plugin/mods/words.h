/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A script cut into words, one after the other. */
#ifndef BCNET_WORDS_H
#define BCNET_WORDS_H

#include <stdbool.h>

#include <glib.h>

/* Signs are their character, or two of them. What stands in no script is strange. */
#define SIGN(first, second) ((unsigned)(first) | (unsigned)(second) << 8)
enum { WORD_END = 0, WORD_LINE_END = '\n', WORD_NAME = 0x10000, WORD_INTEGER, WORD_NUMBER, WORD_TEXT, WORD_STRANGE };

/* May be copied, to go back to a word. */
typedef struct {
    unsigned    word; /* the one at hand */
    const char *text; /* of the script ... */
    unsigned    length;
    unsigned    line; /* ... where it begins */
    unsigned    indent; /* of its logical line */
    double      number; /* that it is */
    const char *wrong; /* with which no Python would read the script; NULL: nothing yet */

    const char *at; /* what comes */
    unsigned    next_line;
    unsigned    brackets, bracket_line; /* open ones, the outermost one's line */
} bcnet_words_t;

/* The text, UTF-8 and with \n at line ends, stays with the caller. The first word is at hand then. */
void bcnet_words_begin(bcnet_words_t *words, const char *text);
void bcnet_words_next(bcnet_words_t *words);
/* Whether the word at hand is this name. */
bool bcnet_words_at_name(const bcnet_words_t *words, const char *name);
/* Whether a single "=" comes next. */
bool bcnet_words_before_value(const bcnet_words_t *words);
/* With the word at hand the script ends, for a reason. */
void bcnet_words_fail(bcnet_words_t *words, unsigned line, const char *reason);
/* What a text says, without quotes and escapes, is appended. */
void bcnet_words_unquote(const bcnet_words_t *words, GString *text);

#endif
