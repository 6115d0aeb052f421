/* What names stand for, and the numbers of the scenario language.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-scope.h"

#include <math.h>
#include <string.h>

static void bytes_free(gpointer data)
{
    g_byte_array_free((GByteArray *)data, TRUE);
}

forge_scope_t *bcnet_forge_scope_new(void)
{
    forge_scope_t *scope = g_new0(forge_scope_t, 1);

    scope->bytes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, bytes_free);
    scope->counters = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    scope->folders = g_ptr_array_new_with_free_func(g_free);
    return scope;
}

void bcnet_forge_scope_free(forge_scope_t *scope)
{
    g_hash_table_destroy(scope->bytes);
    g_hash_table_destroy(scope->counters);
    g_ptr_array_free(scope->folders, TRUE);
    g_free(scope);
}

void bcnet_forge_scope_set_bytes(forge_scope_t *scope, const char *name, GByteArray *bytes)
{
    const GByteArray *former = bcnet_forge_scope_bytes(scope, name);

    scope->size += bytes->len;
    scope->size -= former ? former->len : 0;
    g_hash_table_insert(scope->bytes, g_strdup(name), bytes);
}

guint64 bcnet_forge_scope_size(const forge_scope_t *scope)
{
    return scope->size;
}

const GByteArray *bcnet_forge_scope_bytes(const forge_scope_t *scope, const char *name)
{
    return (const GByteArray *)g_hash_table_lookup(scope->bytes, name);
}

void bcnet_forge_scope_set_counter(forge_scope_t *scope, const char *name, gint64 value)
{
    g_hash_table_insert(scope->counters, g_strdup(name), g_memdup2(&value, sizeof value));
}

void bcnet_forge_scope_unset_counter(forge_scope_t *scope, const char *name)
{
    g_hash_table_remove(scope->counters, name);
}

const gint64 *bcnet_forge_scope_counter(const forge_scope_t *scope, const char *name)
{
    return (const gint64 *)g_hash_table_lookup(scope->counters, name);
}

static gboolean is_name_character(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

gboolean bcnet_forge_is_name(const char *text)
{
    if (!g_ascii_isalpha(*text))
        return FALSE;
    while (is_name_character(*text))
        text++;
    return *text == '\0';
}

/* Numbers. */

typedef struct {
    const forge_scope_t *scope;
    const forge_line_t  *line;
    const forge_token_t *token;
    const char          *at;
} expression_t;

static unsigned place(const expression_t *expression, const char *at)
{
    return (unsigned)g_utf8_strlen(expression->token->text, at - expression->token->text);
}

static gboolean read_counter(expression_t *expression, double *value, GError **error)
{
    const char *begin = expression->at + 1;
    const char *end = begin;

    while (is_name_character(*end))
        end++;
    char         *name = g_strndup(begin, (gsize)(end - begin));
    const gint64 *counter = bcnet_forge_scope_counter(expression->scope, name);
    if (!counter) {
        bcnet_forge_fail_inside(expression->line, expression->token, place(expression, expression->at), error,
                                bcnet_forge_scope_bytes(expression->scope, name)
                                    ? "$%s stands for bytes. A number or the counter of a \"repeat\" is expected here."
                                    : "No enclosing \"repeat\" counts $%s. Without \"as NAME\" its counter is $i.",
                                name);
        g_free(name);
        return FALSE;
    }
    *value = (double)*counter;
    expression->at = end;
    g_free(name);
    return TRUE;
}

static gboolean read_term(expression_t *expression, double *value, GError **error)
{
    double sign = 1;

    if (*expression->at == '-') {
        sign = -1;
        expression->at++;
    }
    if (*expression->at == '$') {
        if (!read_counter(expression, value, error))
            return FALSE;
        *value *= sign;
        return TRUE;
    }
    char *end = NULL;
    *value = sign * g_ascii_strtod(expression->at, &end);
    if (end == expression->at || g_ascii_isspace(*expression->at) || strchr("+-", *expression->at)) {
        return bcnet_forge_fail_inside(expression->line, expression->token, place(expression, expression->at), error,
                                       "A number is expected here, such as 513, 0x0201 or $i.");
    }
    expression->at = end;
    return TRUE;
}

static gboolean apply(const expression_t *expression, const char *operation, double operand, double *value,
                      GError **error)
{
    switch (*operation) {
    case '+':
        *value += operand;
        return TRUE;
    case '-':
        *value -= operand;
        return TRUE;
    case '*':
        *value *= operand;
        return TRUE;
    case '/':
    case '%':
        if (operand != 0) {
            *value = *operation == '/' ? *value / operand : fmod(*value, operand);
            return TRUE;
        }
        return bcnet_forge_fail_inside(expression->line, expression->token, place(expression, operation), error,
                                       "This divides by zero.");
    default:
        return bcnet_forge_fail_inside(expression->line, expression->token, place(expression, operation), error,
                                       "A number ends before this character. An operator + - * / %% or a blank is "
                                       "expected here.");
    }
}

gboolean bcnet_forge_evaluate(const forge_scope_t *scope, const forge_line_t *line, const forge_token_t *token,
                              unsigned offset, double *value, GError **error)
{
    expression_t expression = { scope, line, token, token->text + offset };

    if (token->string)
        return bcnet_forge_fail(line, token, error, "A number is expected here, not a string in quotes.");
    if (!read_term(&expression, value, error))
        return FALSE;
    while (*expression.at != '\0') {
        double      operand = 0;
        const char *operation = expression.at;

        expression.at = g_utf8_next_char(expression.at);
        if (strchr("+-*/%", *operation) && !read_term(&expression, &operand, error))
            return FALSE;
        if (!apply(&expression, operation, operand, value, error))
            return FALSE;
    }
    return TRUE;
}

gboolean bcnet_forge_integer(const forge_scope_t *scope, const forge_line_t *line, const forge_token_t *token,
                             unsigned offset, const char *what, gint64 minimum, gint64 maximum, gint64 *value,
                             GError **error)
{
    double number;

    if (!bcnet_forge_evaluate(scope, line, token, offset, &number, error))
        return FALSE;
    if (!(number >= (double)minimum && number <= (double)maximum) || number != floor(number)) {
        return bcnet_forge_fail_inside(line, token, offset, error,
                                       "%s must be a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ".",
                                       what, minimum, maximum);
    }
    *value = (gint64)number;
    return TRUE;
}

gboolean bcnet_forge_take_integer(const forge_scope_t *scope, forge_cursor_t *cursor, const char *what, gint64 minimum,
                                  gint64 maximum, gint64 *value, GError **error)
{
    const forge_token_t *token = bcnet_forge_peek(cursor);

    if (!token) {
        return bcnet_forge_fail(cursor->line, NULL, error,
                                "%s is missing. A number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                                " is expected here.",
                                what, minimum, maximum);
    }
    if (!bcnet_forge_integer(scope, cursor->line, token, 0, what, minimum, maximum, value, error))
        return FALSE;
    cursor->next++;
    return TRUE;
}

/* Times are read digit by digit: as floating point numbers they would not be exact. */
static gboolean read_time(const char *text, gint64 *microseconds)
{
    gint64 seconds = 0, fraction = 0, scale = 100000;

    if (!g_ascii_isdigit(*text))
        return FALSE;
    for (; g_ascii_isdigit(*text); text++) {
        seconds = seconds * 10 + (*text - '0');
        if (seconds > 100000000)
            return FALSE;
    }
    if (*text == '.') {
        for (text++; g_ascii_isdigit(*text) && scale > 0; text++) {
            fraction += (*text - '0') * scale;
            scale /= 10;
        }
    }
    *microseconds = seconds * G_USEC_PER_SEC + fraction;
    return *text == '\0';
}

gboolean bcnet_forge_parse_time(const forge_line_t *line, const forge_token_t *token, unsigned offset,
                                gint64 *microseconds, GError **error)
{
    if (!token->string && read_time(token->text + offset, microseconds))
        return TRUE;
    return bcnet_forge_fail_inside(line, token, offset, error,
                                   "A time in seconds is expected here, such as 0.25. It may have up to six decimals "
                                   "and be up to 100000000.");
}

gboolean bcnet_forge_take_time(forge_cursor_t *cursor, const char *what, gint64 *microseconds, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);

    if (!token)
        return bcnet_forge_fail(cursor->line, NULL, error, "%s is missing. A time in seconds is expected here.", what);
    return bcnet_forge_parse_time(cursor->line, token, 0, microseconds, error);
}
