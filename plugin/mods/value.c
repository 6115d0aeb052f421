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
    const bcnet_truth_t truth = bcnet_value_truth(value);

    return truth == TRUTH_UNKNOWN ? UNKNOWN_VALUE : INTEGER_VALUE(truth == TRUTH_NO);
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

bcnet_value_t bcnet_value_compare(unsigned comparison, bcnet_value_t left, bcnet_value_t right)
{
    /* "<", "<=", "==", "in", "is", and what is the opposite of one of these. */
    static const uint8_t bases[] = { 0, 1, 2, 2, 1, 0, 6, 6, 8, 8 };
    const unsigned       base = bases[MIN(comparison, G_N_ELEMENTS(bases) - 1)];
    const bool           numbers = bcnet_value_is_number(left) && bcnet_value_is_number(right);
    /* Whether other things than None are the same depends on Python's inside. */
    const bool    none = left.kind == VALUE_NONE || right.kind == VALUE_NONE;
    bcnet_truth_t truth = TRUTH_UNKNOWN;

    if (base <= 1 && numbers)
        truth = truth_of(left.number < right.number || (base == 1 && left.number == right.number));
    else if (base == 2 || (base == 8 && none))
        truth = bcnet_value_equal(left, right);
    else if (base == 6)
        truth = is_in(left, right);
    return comparison == base ? value_of(truth) : bcnet_value_not(value_of(truth));
}
