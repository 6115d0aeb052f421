/* The values of expressions.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>

#include "mods/hardpoint-run.h"

enum { TEXT_MAX = 10000 }; /* characters of a text that a script puts together */

static value_t truth_value(truth_t truth)
{
    return truth == TRUTH_UNKNOWN ? UNKNOWN_VALUE : INTEGER_VALUE(truth == TRUTH_YES);
}

static truth_t opposite(truth_t truth)
{
    return truth == TRUTH_UNKNOWN ? truth : truth == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

/* ---- names ---- */

value_t bcnet_run_name(run_t *run, bcnet_place_t place, const char *name)
{
    value_t value;

    if (bcnet_run_find_name(run, name, &value))
        return value;
    if (strcmp(name, "None") == 0)
        return NONE_VALUE;
    if (strcmp(name, "__name__") == 0)
        return TEXT_VALUE(run->module->name);
    if (bcnet_run_find_builtin(name, &value))
        return value;
    if (run->module->whole_game)
        return bcnet_run_attribute(run, place, GAME_VALUE("App"), name);
    bcnet_run_note(run, place, "nothing is known of \"%s\"", name);
    return UNKNOWN_VALUE;
}

static bool has_methods(value_t value)
{
    return bcnet_value_is_ships(value) || value.kind == VALUE_LIST || value.kind == VALUE_TABLE ||
           value.kind == VALUE_REGISTRY;
}

value_t bcnet_run_attribute(run_t *run, bcnet_place_t place, value_t object, const char *name)
{
    method_t *method;
    gint64    constant;

    if ((object.kind == VALUE_PROPERTY || object.kind == VALUE_GAME) && bcnet_property_constant(name, &constant))
        return INTEGER_VALUE(constant);
    if (object.kind == VALUE_GAME && strcmp(name, "g_kModelPropertyManager") == 0)
        return (value_t){ .kind = VALUE_MANAGER };
    if (object.kind == VALUE_GAME || object.kind == VALUE_PACKAGE || object.kind == VALUE_MODULE)
        return bcnet_run_member(run, place, object, name);
    if (!has_methods(object)) {
        if (bcnet_property_matters(name))
            bcnet_run_error(run, place, "it cannot be told what \"%s\" belongs to here", name);
        return UNKNOWN_VALUE;
    }
    method = BCNET_ARENA_NEW(run->arena, method_t);
    method->object = object;
    method->name = name;
    return (value_t){ .kind = VALUE_METHOD, .method = method };
}

/* ---- containers ---- */

static value_t evaluate_items(run_t *run, const expression_t *expression, value_kind_t kind)
{
    value_t list = bcnet_value_list(run->arena, kind, expression->count);

    for (unsigned i = 0; i < expression->count; i++)
        bcnet_value_append(run->arena, list.list, bcnet_run_evaluate(run, expression->items[i]));
    return list;
}

static value_t take_item(run_t *run, bcnet_place_t place, value_t container, value_t key)
{
    gint64 index;

    if (container.kind == VALUE_TABLE) {
        if (!bcnet_run_step(run, place, container.list->count))
            return UNKNOWN_VALUE;
        return bcnet_value_look_up(container, key);
    }
    if (container.kind != VALUE_LIST || key.kind != VALUE_INTEGER)
        return UNKNOWN_VALUE;
    index = key.integer < 0 ? key.integer + container.list->count : key.integer;
    if (index >= 0 && index < container.list->count)
        return container.list->items[index];
    bcnet_run_note(run, place, "the list has no item %" G_GINT64_FORMAT, key.integer);
    return UNKNOWN_VALUE;
}

/* ---- arithmetic ---- */

static value_t join_lists(run_t *run, const list_t *a, const list_t *b)
{
    value_t both = bcnet_value_list(run->arena, VALUE_LIST, a->count + b->count);

    bcnet_value_extend(run->arena, both.list, a->items, a->count);
    bcnet_value_extend(run->arena, both.list, b->items, b->count);
    return both;
}

/* Python rounds down, C toward zero. */
static value_t divide_integers(gint64 a, gint64 b, bool remainder)
{
    gint64 quotient, rest;

    if (b == 0 || (a == G_MININT64 && b == -1))
        return UNKNOWN_VALUE;
    quotient = a / b;
    rest = a % b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    return INTEGER_VALUE(remainder ? rest : quotient);
}

/* Python's integers grow without end; what leaves 64 bits is unknown here. */
static value_t add_integers(gint64 a, gint64 b)
{
    if (b > 0 ? a > G_MAXINT64 - b : a < G_MININT64 - b)
        return UNKNOWN_VALUE;
    return INTEGER_VALUE(a + b);
}

static value_t subtract_integers(gint64 a, gint64 b)
{
    if (b > 0 ? a < G_MININT64 + b : a > G_MAXINT64 + b)
        return UNKNOWN_VALUE;
    return INTEGER_VALUE(a - b);
}

static value_t multiply_integers(gint64 a, gint64 b)
{
    bool beyond = false;

    if (b > 0)
        beyond = a > G_MAXINT64 / b || a < G_MININT64 / b;
    else if (b < -1) /* the smallest number divided by -1 is beyond itself */
        beyond = a < G_MAXINT64 / b || a > G_MININT64 / b;
    else if (b == -1)
        beyond = a == G_MININT64;
    return beyond ? UNKNOWN_VALUE : INTEGER_VALUE(a * b);
}

static value_t calculate_integers(unsigned sign, gint64 a, gint64 b)
{
    switch (sign) {
    case '+':
        return add_integers(a, b);
    case '-':
        return subtract_integers(a, b);
    case '*':
        return multiply_integers(a, b);
    case '/':
        return divide_integers(a, b, false);
    case '%':
        return divide_integers(a, b, true);
    case '&':
        return INTEGER_VALUE(a & b);
    case '|':
        return INTEGER_VALUE(a | b);
    case '^':
        return INTEGER_VALUE(a ^ b);
    default:
        return UNKNOWN_VALUE; /* shifts */
    }
}

static value_t calculate_numbers(unsigned sign, double a, double b)
{
    switch (sign) {
    case '+':
        return NUMBER_VALUE(a + b);
    case '-':
        return NUMBER_VALUE(a - b);
    case '*':
        return NUMBER_VALUE(a * b);
    case '/':
        return b != 0 ? NUMBER_VALUE(a / b) : UNKNOWN_VALUE;
    default:
        return UNKNOWN_VALUE;
    }
}

static value_t join_texts(run_t *run, const char *a, const char *b)
{
    if (strlen(a) + strlen(b) > TEXT_MAX)
        return UNKNOWN_VALUE;
    return TEXT_VALUE(bcnet_arena_take(run->arena, g_strconcat(a, b, NULL)));
}

/* What stands for one "%d" or "%s"; false when it cannot be told. */
static bool append_one(GString *text, char letter, value_t value)
{
    if ((letter == 's' || letter == 'd' || letter == 'i') && value.kind == VALUE_INTEGER)
        g_string_append_printf(text, "%" G_GINT64_FORMAT, value.integer);
    else if (letter == 's' && value.kind == VALUE_TEXT)
        g_string_append(text, value.text);
    else
        return false;
    return true;
}

/* False when the values do not fit, one cannot be told, or the text gets too long. */
static bool append_format(GString *text, const char *format, const value_t *items, unsigned count)
{
    unsigned used = 0;

    for (; *format != '\0' && text->len <= TEXT_MAX; format++) {
        if (*format != '%' || *++format == '%')
            g_string_append_c(text, *format);
        else if (used == count || !append_one(text, *format, items[used++]))
            return false;
    }
    return used == count && text->len <= TEXT_MAX;
}

/* "Phaser %d" % 3, "%s %d" % ("Phaser", 3): without widths. */
static value_t format_text(run_t *run, const char *format, value_t values)
{
    GString       *text = g_string_new(NULL);
    const value_t *items = values.kind == VALUE_LIST ? values.list->items : &values;
    unsigned       count = values.kind == VALUE_LIST ? values.list->count : 1;

    if (append_format(text, format, items, count))
        return TEXT_VALUE(bcnet_arena_take(run->arena, g_string_free(text, FALSE)));
    g_string_free(text, TRUE);
    return UNKNOWN_VALUE;
}

static value_t calculate(run_t *run, bcnet_place_t place, unsigned sign, value_t left, value_t right)
{
    double a, b;

    if (left.kind == VALUE_INTEGER && right.kind == VALUE_INTEGER)
        return calculate_integers(sign, left.integer, right.integer);
    if (bcnet_value_as_number(left, &a) && bcnet_value_as_number(right, &b))
        return calculate_numbers(sign, a, b);
    if (left.kind == VALUE_TEXT && right.kind == VALUE_TEXT && sign == '+')
        return join_texts(run, left.text, right.text);
    if (left.kind == VALUE_TEXT && sign == '%')
        return format_text(run, left.text, right);
    if (left.kind == VALUE_LIST && right.kind == VALUE_LIST && sign == '+' &&
        bcnet_run_step(run, place, left.list->count + right.list->count))
        return join_lists(run, left.list, right.list);
    return UNKNOWN_VALUE;
}

value_t bcnet_run_unary(unsigned sign, value_t value)
{
    if (sign == WORD_NOT)
        return truth_value(opposite(bcnet_value_truth(value)));
    if (sign == '+' && (value.kind == VALUE_INTEGER || value.kind == VALUE_NUMBER))
        return value;
    if (sign == '-' && value.kind == VALUE_INTEGER && value.integer != G_MININT64)
        return INTEGER_VALUE(-value.integer);
    if (sign == '-' && value.kind == VALUE_NUMBER)
        return NUMBER_VALUE(-value.number);
    return UNKNOWN_VALUE;
}

/* ---- comparisons ---- */

static truth_t compare_order(unsigned sign, value_t left, value_t right)
{
    double a, b;
    bool   holds;

    if (!bcnet_value_as_number(left, &a) || !bcnet_value_as_number(right, &b))
        return TRUTH_UNKNOWN;
    if (sign == '<')
        holds = a < b;
    else if (sign == '>')
        holds = a > b;
    else
        holds = sign == SIGN('<', '=') ? a <= b : a >= b;
    return holds ? TRUTH_YES : TRUTH_NO;
}

static truth_t is_in_list(value_t item, const list_t *list, unsigned stride)
{
    truth_t found = TRUTH_NO;

    for (unsigned i = 0; i < list->count && found != TRUTH_YES; i += stride) {
        truth_t same = bcnet_value_equal(item, list->items[i]);

        found = same == TRUTH_NO ? found : same;
    }
    return found;
}

truth_t bcnet_run_is_in_game(value_t item)
{
    return item.kind == VALUE_TEXT && strcmp(item.text, "g_bIsModelPropertyEditor") == 0 ? TRUTH_NO : TRUTH_UNKNOWN;
}

static truth_t is_in(run_t *run, bcnet_place_t place, value_t item, value_t container)
{
    if (container.kind == VALUE_CONTENTS)
        return bcnet_run_is_in_game(item);
    if ((container.kind != VALUE_LIST && container.kind != VALUE_TABLE) ||
        !bcnet_run_step(run, place, container.list->count))
        return TRUTH_UNKNOWN;
    return is_in_list(item, container.list, container.kind == VALUE_TABLE ? 2 : 1);
}

value_t bcnet_run_binary(run_t *run, bcnet_place_t place, unsigned sign, value_t left, value_t right)
{
    switch (sign) {
    case '[':
        return take_item(run, place, left, right);
    case SIGN('=', '='):
    case WORD_IS:
        return truth_value(bcnet_value_equal(left, right));
    case SIGN('!', '='):
    case IS_NOT:
        return truth_value(opposite(bcnet_value_equal(left, right)));
    case WORD_IN:
        return truth_value(is_in(run, place, left, right));
    case NOT_IN:
        return truth_value(opposite(is_in(run, place, left, right)));
    case '<':
    case '>':
    case SIGN('<', '='):
    case SIGN('>', '='):
        return truth_value(compare_order(sign, left, right));
    default:
        return calculate(run, place, sign, left, right);
    }
}

/* Python gives the operand that decided, not a truth value. */
static value_t evaluate_either(run_t *run, const expression_t *expression)
{
    truth_t decides = expression->sign == WORD_OR ? TRUTH_YES : TRUTH_NO;
    value_t left = bcnet_run_evaluate(run, expression->left);
    truth_t truth = bcnet_value_truth(left);

    if (truth == decides)
        return left;
    if (truth != TRUTH_UNKNOWN)
        return bcnet_run_evaluate(run, expression->right);
    /* Unknown and no is no. */
    left = bcnet_run_evaluate(run, expression->right);
    return bcnet_value_truth(left) == decides ? truth_value(decides) : UNKNOWN_VALUE;
}

static value_t evaluate_kind(run_t *run, const expression_t *expression)
{
    value_t left;

    switch (expression->kind) {
    case EXPRESSION_LITERAL:
        return expression->value;
    case EXPRESSION_NAME:
        return bcnet_run_name(run, expression->place, expression->name);
    case EXPRESSION_ATTRIBUTE:
        return bcnet_run_attribute(run, expression->place, bcnet_run_evaluate(run, expression->left), expression->name);
    case EXPRESSION_CALL:
        return bcnet_run_call_expression(run, expression);
    case EXPRESSION_TUPLE:
        return evaluate_items(run, expression, VALUE_LIST);
    case EXPRESSION_TABLE:
        return evaluate_items(run, expression, VALUE_TABLE);
    case EXPRESSION_UNARY:
        return bcnet_run_unary(expression->sign, bcnet_run_evaluate(run, expression->left));
    case EXPRESSION_INDEX:
    case EXPRESSION_BINARY:
    case EXPRESSION_COMPARE:
        left = bcnet_run_evaluate(run, expression->left);
        return bcnet_run_binary(run, expression->place, expression->sign, left,
                                bcnet_run_evaluate(run, expression->right));
    case EXPRESSION_EITHER:
        return evaluate_either(run, expression);
    case EXPRESSION_NAMED: /* no value by itself */
    case EXPRESSION_SLICE:
        break;
    }
    return UNKNOWN_VALUE;
}

value_t bcnet_run_evaluate(run_t *run, const expression_t *expression)
{
    value_t value = UNKNOWN_VALUE;

    run->depth++;
    if (bcnet_run_step(run, expression->place, 1))
        value = evaluate_kind(run, expression);
    run->depth--;
    return value;
}
