/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Truth, arithmetic, comparisons and containers. */
#include "mods/script.h"

#include <math.h>
#include <string.h>

/* ---- containers ---- */

void bcnet_list_append(bcnet_arena_t *arena, bcnet_list_t *list, bcnet_value_t value)
{
    if (list->count == list->room) {
        bcnet_value_t *items = BCNET_ARENA_ARRAY(arena, bcnet_value_t, list->room = MAX(2 * list->room, 4));

        if (list->count > 0)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
    }
    list->items[list->count++] = value;
}

bcnet_value_t bcnet_value_item(bcnet_value_t container, bcnet_value_t key)
{
    const bcnet_list_t *list = container.list;
    double              index = key.number;

    if (container.kind == VALUE_TABLE)
        for (unsigned i = MIN(list->count, 2 * BCNET_LIST_MAX); i >= 2; i -= 2)
            if (bcnet_value_equal(list->items[i - 2], key) == TRUTH_YES)
                return list->items[i - 1];
    if (container.kind != VALUE_LIST || key.kind != VALUE_INTEGER)
        return UNKNOWN_VALUE;
    index += index < 0 ? list->count : 0;
    return index >= 0 && index < list->count ? list->items[(unsigned)index] : UNKNOWN_VALUE;
}

bool bcnet_value_is_number(bcnet_value_t value)
{
    return value.kind == VALUE_INTEGER || value.kind == VALUE_NUMBER;
}

/* ---- truth ---- */

static bcnet_truth_t truth_of(bool holds)
{
    return holds ? TRUTH_YES : TRUTH_NO;
}

static bcnet_truth_t opposite(bcnet_truth_t truth)
{
    return truth == TRUTH_UNKNOWN ? TRUTH_UNKNOWN : truth_of(truth == TRUTH_NO);
}

static bcnet_value_t value_of(bcnet_truth_t truth)
{
    return truth == TRUTH_UNKNOWN ? UNKNOWN_VALUE : INTEGER_VALUE(truth == TRUTH_YES);
}

bcnet_truth_t bcnet_value_truth(bcnet_value_t value)
{
    switch (value.kind) {
    case VALUE_UNKNOWN:
    case VALUE_GAME: /* what the game's functions give can be anything */
    case VALUE_REGISTRY:
        return TRUTH_UNKNOWN;
    case VALUE_NONE:
        return TRUTH_NO;
    case VALUE_INTEGER:
    case VALUE_NUMBER:
        return truth_of(value.number != 0);
    case VALUE_TEXT:
        return truth_of(*value.text != '\0');
    case VALUE_LIST:
    case VALUE_TABLE:
        return truth_of(value.list->count > 0);
    default:
        return TRUTH_YES;
    }
}

bcnet_value_t bcnet_value_not(bcnet_value_t value)
{
    return value_of(opposite(bcnet_value_truth(value)));
}

/* ---- arithmetic ---- */

/* What of integers leaves 32 bits is an error in Python 1.5. */
static bcnet_value_t calculate_numbers(char sign, bcnet_value_t left, bcnet_value_t right)
{
    const bool   integers = left.kind == VALUE_INTEGER && right.kind == VALUE_INTEGER;
    const double a = left.number, b = right.number;
    double       result = sign == '+' ? a + b : sign == '-' ? a - b : a * b;

    if (sign == '/' || sign == '%') {
        if (b == 0 || (sign == '%' && !integers))
            return UNKNOWN_VALUE;
        result = integers ? floor(a / b) : a / b; /* Python rounds down, C toward zero */
        result = sign == '%' ? a - b * result : result;
    }
    if (!integers)
        return NUMBER_VALUE(result);
    return result >= INT32_MIN && result <= INT32_MAX ? INTEGER_VALUE(result) : UNKNOWN_VALUE;
}

static bcnet_value_t join_lists(bcnet_arena_t *arena, const bcnet_list_t *a, const bcnet_list_t *b)
{
    bcnet_list_t *both = BCNET_ARENA_NEW(arena, bcnet_list_t);

    for (unsigned i = 0; i < a->count + b->count && i < BCNET_LIST_MAX; i++)
        bcnet_list_append(arena, both, i < a->count ? a->items[i] : b->items[i - a->count]);
    return a->count + b->count > BCNET_LIST_MAX ? UNKNOWN_VALUE : LIST_VALUE(VALUE_LIST, both);
}

bcnet_value_t bcnet_value_calculate(bcnet_arena_t *arena, char sign, bcnet_value_t left, bcnet_value_t right)
{
    if (bcnet_value_is_number(left) && bcnet_value_is_number(right))
        return calculate_numbers(sign, left, right);
    if (sign == '+' && left.kind == VALUE_LIST && right.kind == VALUE_LIST)
        return join_lists(arena, left.list, right.list);
    if (sign == '+' && left.kind == VALUE_TEXT && right.kind == VALUE_TEXT &&
        strlen(left.text) + strlen(right.text) <= BCNET_TEXT_MAX)
        return TEXT_VALUE(bcnet_arena_take(arena, g_strconcat(left.text, right.text, NULL)));
    return UNKNOWN_VALUE;
}

/* ---- comparisons ---- */

/* Lists are not compared. */
bcnet_truth_t bcnet_value_equal(bcnet_value_t a, bcnet_value_t b)
{
    if (bcnet_value_is_number(a) && bcnet_value_is_number(b))
        return truth_of(a.number == b.number);
    if (bcnet_value_truth(a) == TRUTH_UNKNOWN || bcnet_value_truth(b) == TRUTH_UNKNOWN)
        return TRUTH_UNKNOWN;
    if (a.kind != b.kind || a.kind == VALUE_NONE)
        return truth_of(a.kind == b.kind);
    return a.kind == VALUE_TEXT ? truth_of(strcmp(a.text, b.text) == 0) : TRUTH_UNKNOWN;
}

/* 97.1: only the editor of the game's makers puts a name into App by which scripts ask for it, in dir(App). What else is
 * in a list is not followed. */
static bcnet_truth_t is_in(bcnet_value_t item, bcnet_value_t container)
{
    const bool app = container.kind == VALUE_GAME && strcmp(container.text, "dir(App)") == 0;

    return app && bcnet_value_equal(item, TEXT_VALUE("g_bIsModelPropertyEditor")) == TRUTH_YES ? TRUTH_NO
                                                                                               : TRUTH_UNKNOWN;
}

/* Only numbers have an order here. */
static bcnet_truth_t is_less(bcnet_value_t a, bcnet_value_t b)
{
    return bcnet_value_is_number(a) && bcnet_value_is_number(b) ? truth_of(a.number < b.number) : TRUTH_UNKNOWN;
}

/* Whether other things than None are the same depends on Python's inside. */
static bcnet_truth_t is_same(bcnet_value_t a, bcnet_value_t b)
{
    return a.kind == VALUE_NONE || b.kind == VALUE_NONE ? bcnet_value_equal(a, b) : TRUTH_UNKNOWN;
}

bcnet_value_t bcnet_value_compare(bcnet_comparison_t comparison, bcnet_value_t left, bcnet_value_t right)
{
    switch (comparison) {
    case COMPARE_LESS:
        return value_of(is_less(left, right));
    case COMPARE_AT_MOST:
        return value_of(opposite(is_less(right, left)));
    case COMPARE_EQUAL:
        return value_of(bcnet_value_equal(left, right));
    case COMPARE_NOT_EQUAL:
        return value_of(opposite(bcnet_value_equal(left, right)));
    case COMPARE_MORE:
        return value_of(is_less(right, left));
    case COMPARE_AT_LEAST:
        return value_of(opposite(is_less(left, right)));
    case COMPARE_IN:
        return value_of(is_in(left, right));
    case COMPARE_NOT_IN:
        return value_of(opposite(is_in(left, right)));
    case COMPARE_IS:
        return value_of(is_same(left, right));
    case COMPARE_IS_NOT:
        return value_of(opposite(is_same(left, right)));
    default: /* of exceptions, or none of Python's */
        return UNKNOWN_VALUE;
    }
}
