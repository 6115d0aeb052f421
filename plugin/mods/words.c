/* Cuts a script into words.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/words.h"

#include <string.h>

enum { TAB_WIDTH = 8 /* Python counts indentation with tabs of eight, whatever the editor shows */ };

/* In the order of their words, from WORD_AND on. */
static const char *const keywords[] = {
    "and",  "assert",  "break", "class", "continue", "def",    "del",    "elif",  "else", "except",
    "exec", "finally", "for",   "from",  "global",   "if",     "import", "in",    "is",   "lambda",
    "not",  "or",      "pass",  "print", "raise",    "return", "try",    "while",
};

static unsigned find_keyword(const char *text, size_t length)
{
    if (length < 2 || length > strlen("continue") || !g_ascii_islower(*text))
        return WORD_NAME;
    for (unsigned i = 0; i < G_N_ELEMENTS(keywords) && *keywords[i] <= *text; i++)
        if (strncmp(keywords[i], text, length) == 0 && keywords[i][length] == '\0')
            return WORD_AND + i;
    return WORD_NAME;
}

static void wrong(bcnet_words_t *words, unsigned line, const char *reason)
{
    if (!words->wrong) {
        words->wrong = reason;
        words->line = line;
    }
    words->at = words->end;
    words->brackets = 0;
}

/* ---- lines ---- */

static bool at_line_end(const bcnet_words_t *words)
{
    return words->at < words->end && (*words->at == '\n' || *words->at == '\r');
}

/* Steps over a line end of any form. */
static void step_over_line_end(bcnet_words_t *words)
{
    words->at += words->at[0] == '\r' && words->at + 1 < words->end && words->at[1] == '\n' ? 2 : 1;
    words->next_line++;
}

static void skip_comment(bcnet_words_t *words)
{
    while (words->at < words->end && !at_line_end(words))
        words->at++;
}

/* At the begin of a line: goes to the next one with words on it. */
static void begin_line(bcnet_words_t *words)
{
    for (words->indent = 0; words->at < words->end; words->at++) {
        if (*words->at == '#')
            skip_comment(words);
        if (at_line_end(words)) {
            step_over_line_end(words);
            words->at--;
            words->indent = 0;
        } else if (words->at < words->end && *words->at == ' ') {
            words->indent++;
        } else if (words->at < words->end && *words->at == '\t') {
            words->indent = (words->indent / TAB_WIDTH + 1) * TAB_WIDTH;
        } else if (words->at == words->end || *words->at != '\f') {
            break;
        }
    }
    words->indent = words->at == words->end ? 0 : words->indent;
}

/* A backslash at the end of a line continues it. */
static bool continue_line(bcnet_words_t *words)
{
    if (*words->at != '\\' || words->at + 1 == words->end || (words->at[1] != '\n' && words->at[1] != '\r'))
        return false;
    words->at++;
    step_over_line_end(words);
    return true;
}

/* To the next word or line end; within brackets line ends mean nothing. */
static void skip_blanks(bcnet_words_t *words)
{
    while (words->at < words->end) {
        if (*words->at == ' ' || *words->at == '\t' || *words->at == '\f')
            words->at++;
        else if (*words->at == '#')
            skip_comment(words);
        else if (words->brackets > 0 && at_line_end(words))
            step_over_line_end(words);
        else if (!continue_line(words))
            break;
    }
}

/* ---- words ---- */

static void read_name(bcnet_words_t *words)
{
    while (words->at < words->end && (g_ascii_isalnum(*words->at) || *words->at == '_'))
        words->at++;
    words->word = find_keyword(words->text, (size_t)(words->at - words->text));
}

/* Digits, a fraction, an exponent, and what Python hangs on: 10L, 0x1F, 1e-5, 2j. */
static void read_number(bcnet_words_t *words)
{
    const char *begin = words->at;
    const bool  hexadecimal = words->end - begin > 1 && begin[0] == '0' && (begin[1] | 0x20) == 'x';

    words->word = WORD_INTEGER;
    for (; words->at < words->end; words->at++) {
        const bool exponent = !hexadecimal && (*words->at | 0x20) == 'e';

        if (*words->at == '.' || exponent)
            words->word = WORD_NUMBER;
        else if (!g_ascii_isalnum(*words->at))
            break;
        if (exponent && words->end - words->at > 1 && (words->at[1] == '-' || words->at[1] == '+'))
            words->at++;
    }
}

static bool is_triple(const bcnet_words_t *words, char quote)
{
    return words->end - words->at >= 3 && words->at[0] == quote && words->at[1] == quote && words->at[2] == quote;
}

static void read_text(bcnet_words_t *words)
{
    char quote;
    bool triple;

    words->at += *words->at != '"' && *words->at != '\''; /* r"..." */
    quote = *words->at;
    triple = is_triple(words, quote);
    words->at += triple ? 3 : 1;
    words->word = WORD_TEXT;
    while (words->at < words->end && (triple || !at_line_end(words))) {
        if (*words->at == quote && (!triple || is_triple(words, quote))) {
            words->at += triple ? 3 : 1;
            return;
        }
        if (*words->at == '\\' && words->at + 1 < words->end)
            words->at++;
        if (at_line_end(words))
            step_over_line_end(words);
        else
            words->at++;
    }
    wrong(words, words->line, "the text that begins here is never closed");
}

static void read_sign(bcnet_words_t *words)
{
    static const char *const pairs[] = { "==", "!=", "<>", "<=", ">=", "**", "<<", ">>" };
    const char               sign = *words->at++;

    words->word = (unsigned char)sign;
    for (unsigned i = 0; words->at < words->end && i < G_N_ELEMENTS(pairs); i++) {
        if (sign == pairs[i][0] && *words->at == pairs[i][1]) {
            words->word = SIGN(sign, *words->at++);
            return;
        }
    }
    if (sign == '\0' || !strchr("()[]{}:,;.`=<>+-*/%&|^~", sign)) {
        words->word = WORD_STRANGE;
    } else if (strchr("([{", sign)) {
        words->bracket_line = words->brackets++ == 0 ? words->line : words->bracket_line;
    } else if (strchr(")]}", sign) && words->brackets > 0) {
        words->brackets--;
    }
}

static bool begins_text(const bcnet_words_t *words)
{
    const char *at = words->at;

    if ((*at | 0x20) == 'r' && words->end - at > 1)
        at++;
    return *at == '"' || *at == '\'';
}

static void read_word(bcnet_words_t *words)
{
    const char first = *words->at;

    if (begins_text(words))
        read_text(words);
    else if (g_ascii_isalpha(first) || first == '_')
        read_name(words);
    else if (g_ascii_isdigit(first) || (first == '.' && words->end - words->at > 1 && g_ascii_isdigit(words->at[1])))
        read_number(words);
    else
        read_sign(words);
}

void bcnet_words_next(bcnet_words_t *words)
{
    const bool begins = words->word == WORD_LINE_END;

    if (begins)
        begin_line(words);
    skip_blanks(words);
    words->line = words->next_line;
    words->text = words->at;
    if (words->at < words->end && !at_line_end(words)) {
        read_word(words);
    } else if (words->brackets > 0) {
        wrong(words, words->bracket_line, "the bracket that is opened here is never closed");
    } else {
        words->word = begins ? WORD_END : WORD_LINE_END; /* a line ends also without a line end */
        if (at_line_end(words))
            step_over_line_end(words);
    }
    words->length = (unsigned)(words->at - words->text);
    if (words->wrong)
        words->word = WORD_END;
}

void bcnet_words_begin(bcnet_words_t *words, const char *text, size_t length)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    const bool        marked = length >= strlen(byte_order_mark) && g_str_has_prefix(text, byte_order_mark);

    *words = (bcnet_words_t){ .word = WORD_LINE_END, .at = text + (marked ? strlen(byte_order_mark) : 0) };
    words->end = text + length - (length > 0 && text[length - 1] == 0x1A); /* the end mark of old DOS editors */
    words->next_line = 1;
    bcnet_words_next(words);
}

/* ---- what a text says ---- */

/* Reads digits of a base from *at on, at most `most` of them; Python keeps the last eight bits. */
static unsigned read_digits(const char **at, const char *end, unsigned base, unsigned most)
{
    unsigned value = 0;

    for (; *at < end && most > 0; (*at)++, most--) {
        const int digit = g_ascii_xdigit_value(**at);

        if (digit < 0 || (unsigned)digit >= base)
            break;
        value = value * base + (unsigned)digit;
    }
    return value & 0xFF;
}

/* One escape; *at stands behind the backslash. */
static void add_escape(GString *text, const char **at, const char *end)
{
    static const char letters[] = "abfnrtv", meant[] = "\a\b\f\n\r\t\v";
    const char        letter = **at;
    const char       *found = letter != '\0' ? strchr(letters, letter) : NULL;

    if (letter >= '0' && letter <= '7') {
        g_string_append_unichar(text, read_digits(at, end, 8, 3));
    } else if (letter == 'x' && end - *at > 1 && g_ascii_isxdigit((*at)[1])) {
        (*at)++;
        g_string_append_unichar(text, read_digits(at, end, 16, 16));
    } else if (letter == '\n' || letter == '\r') {
        *at += letter == '\r' && end - *at > 1 && (*at)[1] == '\n' ? 2 : 1;
    } else {
        if (!found && letter != '\\' && letter != '\'' && letter != '"')
            g_string_append_c(text, '\\'); /* an escape that means nothing stays as it is */
        g_string_append_c(text, found ? meant[found - letters] : letter);
        (*at)++;
    }
}

void bcnet_words_unquote(const bcnet_words_t *words, GString *text)
{
    const char  *at = words->text, *end = words->text + words->length;
    const bool   raw = *at != '"' && *at != '\'';
    const size_t quotes = words->length >= 6 + (size_t)raw && at[raw + 1] == at[raw] && at[raw + 2] == at[raw] ? 3 : 1;

    at += raw + quotes;
    end -= quotes;
    while (at < end) {
        if (*at == '\\' && !raw && end - at > 1) {
            at++;
            add_escape(text, &at, end);
        } else {
            g_string_append_c(text, *at++);
        }
    }
}
