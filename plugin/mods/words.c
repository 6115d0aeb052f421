/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cuts a script into words. */
#include "mods/script.h"

#include <string.h>

enum { TAB_WIDTH = 8 /* Python counts indentation with tabs of eight, whatever the editor shows */ };

static void fail(bcnet_words_t *words, unsigned line, const char *reason)
{
    if (!words->wrong) {
        words->wrong = reason;
        words->line = line;
    }
    words->at += strlen(words->at);
    words->word = WORD_END;
}

/* ---- between words ---- */

/* To the next word or line end; at the begin of a line also over lines without words. Within brackets, and behind a
 * backslash, line ends mean nothing. */
static void skip_blanks(bcnet_words_t *words, bool begins)
{
    for (;; words->at++) {
        if (*words->at == '#')
            words->at += strcspn(words->at, "\n");
        if (words->at[0] == '\\' && words->at[1] == '\n')
            words->at++;
        else if (*words->at == '\n' ? !begins && words->brackets == 0
                                    : (*words->at == '\0' || !strchr(" \t\f", *words->at)))
            break;
        words->next_line += *words->at == '\n';
        if (begins)
            words->indent = *words->at == '\n' || *words->at == '\f' ? 0
                          : *words->at == '\t'                       ? (words->indent / TAB_WIDTH + 1) * TAB_WIDTH
                                                                     : words->indent + 1;
    }
}

/* ---- words ---- */

static void read_name(bcnet_words_t *words)
{
    while (g_ascii_isalnum(*words->at) || *words->at == '_')
        words->at++;
    words->word = WORD_NAME;
}

/* 10, 0x1F, 017, 10L, 1.5, .5, 1e-5 */
static void read_number(bcnet_words_t *words)
{
    const char *behind = words->at + strspn(words->at, "0123456789");
    char       *end;

    if (*behind == '.' || (*behind | 0x20) == 'e') {
        words->number = NUMBER_VALUE(g_ascii_strtod(words->at, &end));
    } else {
        words->number = INTEGER_VALUE((double)g_ascii_strtoll(words->at, &end, 0));
        if (words->number.number > INT32_MAX)
            words->number.kind = VALUE_NUMBER;
        if ((*end | 0x20) == 'l') { /* one of any size is not followed */
            words->number = UNKNOWN_VALUE;
            end++;
        }
    }
    words->word = g_ascii_isalnum(*end) ? WORD_STRANGE : WORD_NUMBER;
    words->at = end;
    while (g_ascii_isalnum(*words->at))
        words->at++;
}

static bool is_triple(const char *text)
{
    return text[0] == text[1] && text[1] == text[2];
}

static void read_text(bcnet_words_t *words)
{
    const char quote = *words->at;
    const bool triple = is_triple(words->at);

    words->word = WORD_TEXT;
    for (words->at += triple ? 3 : 1; *words->at != '\0' && (triple || *words->at != '\n'); words->at++) {
        if (*words->at == quote && (!triple || is_triple(words->at))) {
            words->at += triple ? 3 : 1;
            return;
        }
        if (*words->at == '\\' && words->at[1] != '\0' && !strchr("\\'\"01234567bfnrtv", *++words->at))
            words->word = WORD_STRANGE; /* what else Python makes of a backslash is not followed */
        words->next_line += *words->at == '\n';
    }
    fail(words, words->line, "the text that starts here is never closed");
}

static void read_sign(bcnet_words_t *words)
{
    const char sign = *words->at++, next = *words->at;

    words->word = (unsigned char)sign;
    if ((next == '=' && strchr("=!<>", sign)) || (sign == '<' && next == '>') ||
        (sign == next && strchr("*<>", sign))) {
        words->word = SIGN(sign, next);
        words->at++;
    } else if (!strchr("()[]{}:,;.`=<>+-*/%&|^~", sign)) {
        words->word = WORD_STRANGE;
    } else if (strchr("([{", sign)) {
        words->bracket_line = words->brackets++ == 0 ? words->line : words->bracket_line;
    } else if (strchr(")]}", sign) && words->brackets > 0) {
        words->brackets--;
    }
}

static void read_word(bcnet_words_t *words)
{
    if (*words->at == '"' || *words->at == '\'')
        read_text(words);
    else if (g_ascii_isalpha(*words->at) || *words->at == '_')
        read_name(words);
    else if (g_ascii_isdigit(*words->at) || (*words->at == '.' && g_ascii_isdigit(words->at[1])))
        read_number(words);
    else
        read_sign(words);
}

void bcnet_words_next(bcnet_words_t *words)
{
    const bool begins = words->word == WORD_LINE_END;

    if (begins)
        words->indent = 0;
    skip_blanks(words, begins);
    words->line = words->next_line;
    words->text = words->at;
    if (*words->at != '\0' && *words->at != '\n') {
        read_word(words);
    } else if (words->brackets > 0) {
        fail(words, words->bracket_line, "the bracket that is opened here is never closed");
    } else {
        words->word = begins ? WORD_END : WORD_LINE_END; /* a line ends also without a line end */
        words->next_line += *words->at == '\n';
        words->at += *words->at == '\n';
    }
    words->length = (unsigned)(words->at - words->text);
    if (words->wrong)
        words->word = WORD_END;
}

bool bcnet_words_at_name(const bcnet_words_t *words, const char *name)
{
    return words->word == WORD_NAME && *words->text == *name && strlen(name) == words->length &&
           strncmp(words->text, name, words->length) == 0;
}

void bcnet_words_unquote(const bcnet_words_t *words, GString *text)
{
    const unsigned quotes = words->length >= 6 && is_triple(words->text) ? 3 : 1;
    char          *within = g_strndup(words->text + quotes, words->length - 2 * quotes);
    char          *said = g_strcompress(within);

    g_string_append(text, said);
    g_free(said);
    g_free(within);
}
