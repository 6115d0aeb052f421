/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Truth, arithmetic, comparisons and containers. */
#include "mods/script.h"

#include <math.h>
#include <stdint.h>
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

bcnet_value_t bcnet_value_in_table(const bcnet_list_t *table, const char *key)
{
    for (unsigned i = MIN(table->count, 2 * BCNET_LIST_MAX); i >= 2; i -= 2)
        if (bcnet_value_equal(table->items[i - 2], TEXT_VALUE(key)) == TRUTH_YES)
            return table->items[i - 1];
    return UNKNOWN_VALUE;
}

bcnet_value_t bcnet_value_item(bcnet_value_t container, bcnet_value_t key)
{
    double index;

    if (container.kind == VALUE_TABLE && key.kind == VALUE_TEXT)
        return bcnet_value_in_table(container.list, key.text);
    if (container.kind != VALUE_LIST || key.kind != VALUE_INTEGER)
        return UNKNOWN_VALUE;
    index = key.number < 0 ? key.number + container.list->count : key.number;
    return index >= 0 && index < container.list->count ? container.list->items[(unsigned)index] : UNKNOWN_VALUE;
}

bool bcnet_value_is_number(bcnet_value_t value)
{
    return value.kind == VALUE_INTEGER || value.kind == VALUE_NUMBER;
}

unsigned bcnet_value_size(bcnet_value_t value)
{
    if (value.kind == VALUE_TEXT)
        return (unsigned)strlen(value.text);
    return value.kind == VALUE_LIST || value.kind == VALUE_TABLE || value.kind == VALUE_REGISTRY ? value.list->count
                                                                                                 : 0;
}

/* ---- truth ---- */

bcnet_truth_t bcnet_truth_opposite(bcnet_truth_t truth)
{
    return truth == TRUTH_UNKNOWN ? truth : truth == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

bcnet_value_t bcnet_value_of_truth(bcnet_truth_t truth)
{
    return truth == TRUTH_UNKNOWN ? UNKNOWN_VALUE : INTEGER_VALUE(truth == TRUTH_YES);
}

static bcnet_truth_t truth_of(bool holds)
{
    return holds ? TRUTH_YES : TRUTH_NO;
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
    case VALUE_LIST:
    case VALUE_TABLE:
        return truth_of(bcnet_value_size(value) > 0);
    default:
        return TRUTH_YES;
    }
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

bcnet_value_t bcnet_value_negative(bcnet_value_t value)
{
    const bcnet_value_t zero = value.kind == VALUE_NUMBER ? NUMBER_VALUE(-0.0) : INTEGER_VALUE(0);

    return bcnet_value_is_number(value) ? calculate_numbers('-', zero, value) : UNKNOWN_VALUE;
}

static bcnet_value_t join_lists(bcnet_arena_t *arena, const bcnet_list_t *a, const bcnet_list_t *b)
{
    bcnet_list_t *both = BCNET_ARENA_NEW(arena, bcnet_list_t);

    if (a->count + b->count > BCNET_LIST_MAX)
        return UNKNOWN_VALUE;
    for (unsigned i = 0; i < a->count; i++)
        bcnet_list_append(arena, both, a->items[i]);
    for (unsigned i = 0; i < b->count; i++)
        bcnet_list_append(arena, both, b->items[i]);
    return LIST_VALUE(VALUE_LIST, both);
}

bcnet_value_t bcnet_value_calculate(bcnet_arena_t *arena, char sign, bcnet_value_t left, bcnet_value_t right)
{
    if (bcnet_value_is_number(left) && bcnet_value_is_number(right) && strchr("*/%+-", sign))
        return calculate_numbers(sign, left, right);
    if (left.kind != right.kind || sign != '+')
        return UNKNOWN_VALUE;
    if (left.kind == VALUE_TEXT && bcnet_value_size(left) + bcnet_value_size(right) <= BCNET_TEXT_MAX)
        return TEXT_VALUE(bcnet_arena_take(arena, g_strconcat(left.text, right.text, NULL)));
    return left.kind == VALUE_LIST ? join_lists(arena, left.list, right.list) : UNKNOWN_VALUE;
}

/* ---- comparisons ---- */

/* Lists are not compared. */
bcnet_truth_t bcnet_value_equal(bcnet_value_t a, bcnet_value_t b)
{
    if (bcnet_value_is_number(a) && bcnet_value_is_number(b))
        return truth_of(a.number == b.number);
    if (bcnet_value_truth(a) == TRUTH_UNKNOWN || bcnet_value_truth(b) == TRUTH_UNKNOWN)
        return TRUTH_UNKNOWN;
    if (a.kind != b.kind)
        return TRUTH_NO;
    switch (a.kind) {
    case VALUE_NONE:
    case VALUE_SET:
        return TRUTH_YES;
    case VALUE_TEXT:
        return truth_of(strcmp(a.text, b.text) == 0);
    case VALUE_PROPERTY:
        return truth_of(a.property == b.property);
    default:
        return TRUTH_UNKNOWN;
    }
}

/* 97.1: only the editor of the game's makers puts a name into App by which scripts ask for it, in dir(App). */
static bcnet_truth_t is_in(bcnet_value_t item, bcnet_value_t container)
{
    bcnet_truth_t found = TRUTH_NO;

    if (container.kind == VALUE_GAME && strcmp(container.text, "dir(App)") == 0)
        return bcnet_value_equal(item, TEXT_VALUE("g_bIsModelPropertyEditor")) == TRUTH_YES ? TRUTH_NO : TRUTH_UNKNOWN;
    if (container.kind != VALUE_LIST || container.list->count > BCNET_LIST_MAX)
        return TRUTH_UNKNOWN;
    for (unsigned i = 0; i < container.list->count && found != TRUTH_YES; i++) {
        const bcnet_truth_t same = bcnet_value_equal(item, container.list->items[i]);

        found = same == TRUTH_NO ? found : same;
    }
    return found;
}

/* Whether other things than None and properties are the same depends on Python's inside. */
static bcnet_truth_t is_same(bcnet_value_t left, bcnet_value_t right)
{
    const bool told = left.kind == VALUE_NONE || right.kind == VALUE_NONE || left.kind == VALUE_PROPERTY;

    return told ? bcnet_value_equal(left, right) : TRUTH_UNKNOWN;
}

bcnet_truth_t bcnet_value_compare(const char *comparison, bcnet_value_t left, bcnet_value_t right)
{
    const bool numbers = bcnet_value_is_number(left) && bcnet_value_is_number(right);

    switch (*comparison) {
    case '=':
        return bcnet_value_equal(left, right);
    case '!':
        return bcnet_truth_opposite(bcnet_value_equal(left, right));
    case 'n': /* not in */
        return bcnet_truth_opposite(is_in(left, right));
    case 'i':
        if (comparison[1] == 'n')
            return is_in(left, right);
        return strcmp(comparison, "is") == 0 ? is_same(left, right) : bcnet_truth_opposite(is_same(left, right));
    case '<':
        return !numbers ? TRUTH_UNKNOWN
                        : truth_of(left.number < right.number || (comparison[1] && left.number == right.number));
    default:
        return !numbers ? TRUTH_UNKNOWN
                        : truth_of(left.number > right.number || (comparison[1] && left.number == right.number));
    }
}
