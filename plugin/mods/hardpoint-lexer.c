/* Cuts a script into words.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/hardpoint-lexer.h"

#include <stdlib.h>
#include <string.h>

enum {
    INDENTS_MAX = 40,
    BRACKETS_MAX = 100,
    WORDS_MAX = 400 * 1000, /* the largest real scripts have 50,000 */
    TAB_WIDTH = 8 /* Python counts indentation with tabs of eight, whatever the editor shows */
};

typedef struct {
    const char   *file;
    const char   *at, *end;
    unsigned      line;
    const char   *counted; /* columns are counted up to here ... */
    unsigned      column; /* ... which is this column, from 1 */
    const char   *begin; /* of the word that is read ... */
    bcnet_place_t place; /* ... and where that is */
    unsigned      indents[INDENTS_MAX];
    unsigned      depth; /* of indents */
    unsigned      brackets; /* open ones: line ends mean nothing within them */
    bcnet_place_t bracket; /* the outermost one of them */
    bool          broken;
    GArray       *tokens; /* of token_t */
    GPtrArray    *remarks;
} lexer_t;

/* In the order of keyword_t, from WORD_AND on. */
static const char *const keywords[] = {
    "and",  "assert",  "break", "class", "continue", "def",    "del",    "elif",  "else", "except",
    "exec", "finally", "for",   "from",  "global",   "if",     "import", "in",    "is",   "lambda",
    "not",  "or",      "pass",  "print", "raise",    "return", "try",    "while",
};

static unsigned find_keyword(const char *text, size_t length)
{
    if (length < 2 || length > strlen("continue") || !g_ascii_islower(*text))
        return WORD_NONE;
    for (unsigned i = 0; i < G_N_ELEMENTS(keywords) && *keywords[i] <= *text; i++)
        if (strncmp(keywords[i], text, length) == 0 && keywords[i][length] == '\0')
            return WORD_AND + i;
    return WORD_NONE;
}

/* ---- places ---- */

/* A word begins here. */
static void begin_word(lexer_t *lexer)
{
    for (; lexer->counted < lexer->at; lexer->counted++)
        lexer->column += (*lexer->counted & 0xC0) != 0x80; /* bytes that begin a character */
    lexer->begin = lexer->at;
    lexer->place = (bcnet_place_t){ lexer->line, lexer->column };
}

/* Steps over a line end of any form. */
static void next_line(lexer_t *lexer)
{
    lexer->at += lexer->at[0] == '\r' && lexer->at + 1 < lexer->end && lexer->at[1] == '\n' ? 2 : 1;
    lexer->line++;
    lexer->counted = lexer->at;
    lexer->column = 1;
}

static bool at_line_end(const lexer_t *lexer)
{
    return lexer->at < lexer->end && (*lexer->at == '\n' || *lexer->at == '\r');
}

/* The word that ends here. */
static void add_token(lexer_t *lexer, token_kind_t kind, unsigned sign)
{
    const token_t token = { (uint16_t)kind, (uint16_t)sign, lexer->place, lexer->begin,
                            (unsigned)(lexer->at - lexer->begin) };

    g_array_append_val(lexer->tokens, token);
}

/* Something with which no Python would read the file. */
static void broken(lexer_t *lexer, bcnet_place_t place, const char *reason)
{
    bcnet_remark(lexer->remarks, BCNET_ERROR, lexer->file, place, "%s", reason);
    lexer->broken = true;
}

/* ---- indentation ---- */

static unsigned measure_indent(lexer_t *lexer)
{
    unsigned width = 0;

    for (; lexer->at < lexer->end; lexer->at++) {
        if (*lexer->at == ' ')
            width++;
        else if (*lexer->at == '\t')
            width = (width / TAB_WIDTH + 1) * TAB_WIDTH;
        else if (*lexer->at == '\f')
            width = 0;
        else
            break;
    }
    return width;
}

static void indent_to(lexer_t *lexer, unsigned width)
{
    begin_word(lexer);
    if (width > lexer->indents[lexer->depth]) {
        if (lexer->depth + 1 == INDENTS_MAX) {
            broken(lexer, lexer->place, "the blocks are nested too deeply");
            return;
        }
        lexer->indents[++lexer->depth] = width;
        add_token(lexer, TOKEN_INDENT, 0);
        return;
    }
    for (; width < lexer->indents[lexer->depth]; lexer->depth--)
        add_token(lexer, TOKEN_DEDENT, 0);
    if (width != lexer->indents[lexer->depth])
        broken(lexer, lexer->place, "this line is indented like none of the blocks around it");
}

static void skip_comment(lexer_t *lexer)
{
    while (lexer->at < lexer->end && !at_line_end(lexer))
        lexer->at++;
}

/* At the begin of a line: its indentation, unless nothing but a comment is on it. */
static void begin_line(lexer_t *lexer)
{
    unsigned width = measure_indent(lexer);

    if (lexer->at < lexer->end && *lexer->at == '#')
        skip_comment(lexer);
    if (lexer->at < lexer->end && !at_line_end(lexer))
        indent_to(lexer, width);
}

/* ---- words ---- */

static void read_name(lexer_t *lexer)
{
    unsigned keyword;

    while (lexer->at < lexer->end && (g_ascii_isalnum(*lexer->at) || *lexer->at == '_'))
        lexer->at++;
    keyword = find_keyword(lexer->begin, (size_t)(lexer->at - lexer->begin));
    add_token(lexer, keyword != WORD_NONE ? TOKEN_SIGN : TOKEN_NAME, keyword);
}

/* Digits, a fraction, an exponent, and what Python hangs on: 10L, 0x1F, 1e-5, 2j. */
static void read_number(lexer_t *lexer)
{
    const char  *begin = lexer->begin;
    bool         hexadecimal = lexer->end - begin > 1 && begin[0] == '0' && (begin[1] | 0x20) == 'x';
    token_kind_t kind = TOKEN_INTEGER;

    for (; lexer->at < lexer->end; lexer->at++) {
        bool exponent = !hexadecimal && (*lexer->at | 0x20) == 'e';

        if (*lexer->at == '.' || exponent)
            kind = TOKEN_NUMBER;
        else if (!g_ascii_isalnum(*lexer->at))
            break;
        if (exponent && lexer->end - lexer->at > 1 && (lexer->at[1] == '-' || lexer->at[1] == '+'))
            lexer->at++;
    }
    add_token(lexer, kind, 0);
}

static bool is_triple(const lexer_t *lexer, const char *position, char quote)
{
    return lexer->end - position >= 3 && position[0] == quote && position[1] == quote && position[2] == quote;
}

/* From behind the opening quote to behind the closing one; false when there is none. */
static bool skip_text(lexer_t *lexer, char quote, bool triple)
{
    while (lexer->at < lexer->end) {
        if (*lexer->at == quote && (!triple || is_triple(lexer, lexer->at, quote))) {
            lexer->at += triple ? 3 : 1;
            return true;
        }
        if (*lexer->at == '\\' && lexer->at + 1 < lexer->end)
            lexer->at++;
        else if (at_line_end(lexer) && !triple)
            return false;
        if (at_line_end(lexer))
            next_line(lexer);
        else
            lexer->at++;
    }
    return false;
}

static void read_text(lexer_t *lexer)
{
    char quote;
    bool triple;

    while (*lexer->at != '"' && *lexer->at != '\'')
        lexer->at++; /* r"..." */
    quote = *lexer->at;
    triple = is_triple(lexer, lexer->at, quote);
    lexer->at += triple ? 3 : 1;
    if (skip_text(lexer, quote, triple)) {
        add_token(lexer, TOKEN_TEXT, 0);
        return;
    }
    broken(lexer, lexer->place, "the text that begins here is never closed");
    lexer->brackets = 0; /* their closing ones are probably in it */
    add_token(lexer, TOKEN_BAD, 0);
}

static void count_bracket(lexer_t *lexer, char sign)
{
    if (strchr("([{", sign)) {
        if (lexer->brackets == 0)
            lexer->bracket = lexer->place;
        if (lexer->brackets++ == BRACKETS_MAX)
            broken(lexer, lexer->place, "the brackets are nested too deeply");
    } else if (strchr(")]}", sign) && lexer->brackets > 0) {
        lexer->brackets--;
    }
}

static void read_sign(lexer_t *lexer)
{
    static const char *const pairs[] = { "==", "!=", "<>", "<=", ">=", "**", "<<", ">>" };
    const char              *begin = lexer->begin;

    for (unsigned i = 0; lexer->end - begin > 1 && i < G_N_ELEMENTS(pairs); i++) {
        if (begin[0] == pairs[i][0] && begin[1] == pairs[i][1]) {
            lexer->at += 2;
            add_token(lexer, TOKEN_SIGN, SIGN(begin[0], begin[1]));
            return;
        }
    }
    lexer->at++;
    if (*begin == '\0' || !strchr("()[]{}:,;.`=<>+-*/%&|^~", *begin)) {
        while (lexer->at < lexer->end && (*lexer->at & 0xC0) == 0x80)
            lexer->at++; /* the rest of a character */
        add_token(lexer, TOKEN_BAD, 0);
        return;
    }
    count_bracket(lexer, *begin);
    add_token(lexer, TOKEN_SIGN, (unsigned char)*begin);
}

/* A backslash at the end of a line continues it. */
static bool continue_line(lexer_t *lexer)
{
    const char *behind = lexer->at + 1;

    if (*lexer->at != '\\' || behind >= lexer->end || (*behind != '\n' && *behind != '\r'))
        return false;
    lexer->at++;
    next_line(lexer);
    return true;
}

static bool begins_text(const lexer_t *lexer)
{
    const char *at = lexer->at;

    if (strchr("rRuU", *at) && *at != '\0' && lexer->end - at > 1)
        at++;
    return *at == '"' || *at == '\'';
}

static void read_word(lexer_t *lexer)
{
    char first = *lexer->at;

    begin_word(lexer);
    if (first == ' ' || first == '\t' || first == '\f')
        lexer->at++;
    else if (first == '#')
        skip_comment(lexer);
    else if (continue_line(lexer))
        return;
    else if (begins_text(lexer))
        read_text(lexer);
    else if (g_ascii_isalpha(first) || first == '_')
        read_name(lexer);
    else if (g_ascii_isdigit(first) || (first == '.' && lexer->end - lexer->at > 1 && g_ascii_isdigit(lexer->at[1])))
        read_number(lexer);
    else
        read_sign(lexer);
}

/* Ends a logical line, if anything was on it. */
static void end_line(lexer_t *lexer)
{
    const GArray *words = lexer->tokens;
    token_kind_t  last = words->len > 0 ? g_array_index(words, token_t, words->len - 1).kind : TOKEN_NEWLINE;

    begin_word(lexer);
    if (last != TOKEN_NEWLINE && last != TOKEN_INDENT && last != TOKEN_DEDENT)
        add_token(lexer, TOKEN_NEWLINE, 0);
}

static void read_lines(lexer_t *lexer)
{
    begin_line(lexer);
    while (lexer->at < lexer->end && lexer->tokens->len <= WORDS_MAX) {
        if (!at_line_end(lexer)) {
            read_word(lexer);
            continue;
        }
        if (lexer->brackets == 0)
            end_line(lexer);
        next_line(lexer);
        if (lexer->brackets == 0)
            begin_line(lexer);
    }
    begin_word(lexer);
    if (lexer->tokens->len > WORDS_MAX)
        broken(lexer, lexer->place, "the script is too long");
    else if (lexer->brackets > 0)
        broken(lexer, lexer->bracket, "the bracket that is opened here is never closed");
    end_line(lexer);
    for (; lexer->depth > 0; lexer->depth--)
        add_token(lexer, TOKEN_DEDENT, 0);
    add_token(lexer, TOKEN_END, 0);
}

/* ---- the text as a whole ---- */

/* Always a copy: the words outlive the caller's text, since it is looked through again when statements are
 * skipped. */
static void copy_text(lexer_t *lexer, bcnet_arena_t *arena, const char *text, size_t length)
{
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    const char       *copy = bcnet_arena_utf8(arena, text, &length);

    lexer->end = copy + length;
    lexer->at = lexer->counted = copy + (g_str_has_prefix(copy, byte_order_mark) ? strlen(byte_order_mark) : 0);
    if (lexer->end > lexer->at && lexer->end[-1] == 0x1A)
        lexer->end--; /* the end mark of old DOS editors */
}

bcnet_tokens_t bcnet_hardpoint_tokens(bcnet_arena_t *arena, const char *file, const char *text, size_t length,
                                      GPtrArray *remarks)
{
    lexer_t        lexer = { .file = file, .line = 1, .column = 1, .remarks = remarks };
    bcnet_tokens_t result;

    lexer.tokens = g_array_sized_new(FALSE, FALSE, sizeof(token_t), (unsigned)(length / 6 + 16));
    copy_text(&lexer, arena, text, length);
    read_lines(&lexer);
    result.count = lexer.tokens->len;
    result.broken = lexer.broken;
    result.tokens = bcnet_arena_copy(arena, lexer.tokens->data, result.count * sizeof(token_t));
    g_array_free(lexer.tokens, TRUE);
    return result;
}

/* ---- what a text says ---- */

/* Reads digits of a base from *at on, at most `most` of them; Python keeps the last eight bits. */
static unsigned read_digits(const char **at, const char *end, unsigned base, unsigned most)
{
    unsigned value = 0;

    for (; *at < end && most > 0; (*at)++, most--) {
        int digit = g_ascii_xdigit_value(**at);

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
    char              letter = **at;
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

void bcnet_hardpoint_text(GString *text, const token_t *token)
{
    const char *at = token->text, *end = token->text + token->length;
    bool        raw = (*at | 0x20) == 'r';
    size_t      quotes;

    at += *at != '"' && *at != '\'';
    quotes = end - at >= 6 && at[1] == *at && at[2] == *at ? 3 : 1;
    at += quotes;
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
