/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What names stand for, and the numbers of the scenario language. */
#include "forge/forge-lexer.h"

#include <math.h>
#include <string.h>

static const char *end_of_name(const char *name)
{
    while (g_ascii_isalnum(*name) || *name == '_')
        name++;
    return name;
}

const char *bcnet_forge_take_name(forge_cursor_t *cursor, const char *what)
{
    const forge_token_t *token = bcnet_forge_take(cursor);

    if (token && !token->string && g_ascii_isalpha(*token->text) && *end_of_name(token->text) == '\0')
        return token->text;
    bcnet_forge_fail(cursor, token, "%s is expected here: a letter, then letters, digits and '_'.", what);
    return NULL;
}

/* Numbers. */

typedef struct {
    const forge_cursor_t *cursor;
    const forge_token_t  *token;
    const char           *at;
} expression_t;

static unsigned place(const expression_t *expression, const char *at)
{
    return (unsigned)g_utf8_strlen(expression->token->text, at - expression->token->text);
}

static double read_counter(expression_t *expression)
{
    const forge_cursor_t *cursor = expression->cursor;
    const char           *begin = expression->at + 1, *end = end_of_name(begin);
    g_autofree char      *name = g_strndup(begin, (gsize)(end - begin));
    const gint64         *counter = g_hash_table_lookup(cursor->scope->counters, name);

    if (!counter) {
        bcnet_forge_fail_inside(cursor, expression->token, place(expression, expression->at),
                                g_hash_table_contains(cursor->scope->bytes, name)
                                    ? "$%s stands for bytes. A number or the counter of a \"repeat\" is expected here."
                                    : "No enclosing \"repeat\" counts $%s. Without \"as NAME\" its counter is $i.",
                                name);
        return 0;
    }
    expression->at = end;
    return (double)*counter;
}

static double read_term(expression_t *expression)
{
    double sign = *expression->at == '-' ? -1 : 1;

    expression->at += sign < 0 ? 1 : 0;
    if (*expression->at == '$')
        return sign * read_counter(expression);
    char  *end = NULL;
    double value = sign * g_ascii_strtod(expression->at, &end);
    if (end == expression->at || g_ascii_isspace(*expression->at) || strchr("+-", *expression->at)) {
        bcnet_forge_fail_inside(expression->cursor, expression->token, place(expression, expression->at),
                                "A number is expected here, such as 513, 0x0201 or $i.");
    }
    expression->at = end;
    return value;
}

static double apply(const expression_t *expression, const char *operation, double value, double operand)
{
    switch (*operation) {
    case '+':
        return value + operand;
    case '-':
        return value - operand;
    case '*':
        return value * operand;
    case '/':
    case '%':
        if (operand == 0)
            bcnet_forge_fail_inside(expression->cursor, expression->token, place(expression, operation),
                                    "This divides by zero.");
        return *operation == '/' ? value / operand : fmod(value, operand);
    default:
        bcnet_forge_fail_inside(expression->cursor, expression->token, place(expression, operation),
                                "A number ends before this character. An operator + - * / %% or a blank is "
                                "expected here.");
        return value;
    }
}

double bcnet_forge_evaluate(const forge_cursor_t *cursor, const forge_token_t *token, unsigned offset)
{
    expression_t expression = { cursor, token, token->text + offset };

    if (token->string) {
        bcnet_forge_fail(cursor, token, "A number is expected here, not a string in quotes.");
        return 0;
    }
    double value = read_term(&expression);
    while (*expression.at != '\0' && !bcnet_forge_failed(cursor)) {
        const char *operation = expression.at;
        expression.at = g_utf8_next_char(expression.at);
        double operand = strchr("+-*/%", *operation) ? read_term(&expression) : 0;
        value = apply(&expression, operation, value, operand);
    }
    return value;
}

gint64 bcnet_forge_integer(const forge_cursor_t *cursor, const forge_token_t *token, unsigned offset, const char *what,
                           gint64 minimum, gint64 maximum)
{
    double number = bcnet_forge_evaluate(cursor, token, offset);

    if (number >= (double)minimum && number <= (double)maximum && number == floor(number))
        return (gint64)number;
    bcnet_forge_fail_inside(cursor, token, offset,
                            "%s must be a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ".", what,
                            minimum, maximum);
    return minimum;
}

gint64 bcnet_forge_take_integer(forge_cursor_t *cursor, const char *what, gint64 minimum, gint64 maximum)
{
    const forge_token_t *token = bcnet_forge_take(cursor);

    if (token)
        return bcnet_forge_integer(cursor, token, 0, what, minimum, maximum);
    bcnet_forge_fail(cursor, NULL,
                     "%s is missing. A number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " is expected here.",
                     what, minimum, maximum);
    return minimum;
}

/* A second has a million microseconds, and a double can say each of a hundred million seconds: rounding finds it. */
static gboolean read_time(const char *text, gint64 *microseconds)
{
    static const char digits[] = "0123456789";
    const gsize       whole = strspn(text, digits), dot = text[whole] == '.';
    const gsize       decimals = dot ? strspn(text + whole + 1, digits) : 0;
    const double      seconds = g_ascii_strtod(text, NULL);

    *microseconds = seconds >= 0 && seconds < 100000001 ? (gint64)round(seconds * G_USEC_PER_SEC) : -1;
    return whole > 0 && decimals <= 6 && text[whole + dot + decimals] == '\0' && *microseconds >= 0;
}

gint64 bcnet_forge_parse_time(const forge_cursor_t *cursor, const forge_token_t *token, unsigned offset)
{
    gint64 microseconds;

    if (token->string || !read_time(token->text + offset, &microseconds)) {
        microseconds = 0;
        bcnet_forge_fail_inside(cursor, token, offset,
                                "A time in seconds is expected here, such as 0.25. It may have up to six decimals "
                                "and be up to 100000000.");
    }
    return microseconds;
}

gint64 bcnet_forge_take_time(forge_cursor_t *cursor, const char *what)
{
    const forge_token_t *token = bcnet_forge_take(cursor);

    if (token)
        return bcnet_forge_parse_time(cursor, token, 0);
    bcnet_forge_fail(cursor, NULL, "%s is missing. A time in seconds is expected here.", what);
    return 0;
}

gboolean bcnet_forge_take_option(forge_cursor_t *cursor, const forge_option_t *options)
{
    while (options->word && !bcnet_forge_take_word(cursor, options->word))
        options++;
    if (!options->word)
        return FALSE;
    if (!options->what)
        *options->value = 1;
    else if (options->maximum == 0)
        *options->value = bcnet_forge_take_time(cursor, options->what);
    else
        *options->value = bcnet_forge_take_integer(cursor, options->what, options->minimum, options->maximum);
    return TRUE;
}
