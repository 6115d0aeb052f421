/* Truth, arithmetic, comparisons and containers.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/value.h"

#include <math.h>
#include <string.h>

/* ---- containers ---- */

bcnet_list_t *bcnet_list_new(bcnet_arena_t *arena, const bcnet_value_t *items, unsigned count)
{
    bcnet_list_t *list = BCNET_ARENA_NEW(arena, bcnet_list_t);

    list->items = bcnet_arena_copy(arena, items, count * sizeof *items);
    list->count = list->room = count;
    return list;
}

void bcnet_list_append(bcnet_arena_t *arena, bcnet_list_t *list, bcnet_value_t value)
{
    if (list->count == list->room) {
        bcnet_value_t *items = BCNET_ARENA_ARRAY(arena, bcnet_value_t, list->room = MAX(2 * list->room, 8));

        if (list->count > 0)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
    }
    list->items[list->count++] = value;
}

bcnet_value_t bcnet_value_in_table(const bcnet_list_t *table, const char *key)
{
    for (unsigned i = MIN(table->count, 2 * BCNET_LIST_MAX); i >= 2; i -= 2)
        if (table->items[i - 2].kind == VALUE_TEXT && strcmp(table->items[i - 2].text, key) == 0)
            return table->items[i - 1];
    return UNKNOWN_VALUE;
}

static bcnet_value_t take_item(bcnet_value_t container, bcnet_value_t key)
{
    const bool table = container.kind == VALUE_TABLE && key.kind == VALUE_TEXT;
    int64_t    index;

    if (container.kind != VALUE_LIST || key.kind != VALUE_INTEGER)
        return table ? bcnet_value_in_table(container.list, key.text) : UNKNOWN_VALUE;
    index = key.integer < 0 ? (int64_t)key.integer + container.list->count : key.integer;
    return index >= 0 && index < container.list->count ? container.list->items[index] : UNKNOWN_VALUE;
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
        return truth_of(value.integer != 0);
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

bool bcnet_value_is_ships(bcnet_value_t value)
{
    bool own = value.kind == VALUE_PROPERTY || value.kind == VALUE_SET || value.kind == VALUE_MANAGER ||
               (value.kind == VALUE_METHOD && (value.of == VALUE_SET || value.of == VALUE_MANAGER));

    if (value.kind == VALUE_LIST || value.kind == VALUE_TABLE)
        for (unsigned i = 0; i < MIN(value.list->count, BCNET_LIST_MAX) && !own; i++) {
            const bcnet_value_kind_t kind = value.list->items[i].kind;

            own = kind == VALUE_PROPERTY || kind == VALUE_SET || kind == VALUE_MANAGER || kind == VALUE_LIST;
        }
    return own;
}

/* ---- arithmetic ---- */

bool bcnet_value_as_number(bcnet_value_t value, double *number)
{
    if (value.kind != VALUE_INTEGER && value.kind != VALUE_NUMBER)
        return false;
    *number = value.kind == VALUE_INTEGER ? value.integer : value.number;
    return true;
}

/* What of integers leaves 32 bits is an error in Python 1.5. */
static bcnet_value_t calculate_numbers(unsigned sign, double a, double b, bool integers)
{
    double result;

    switch (sign) {
    case '+':
        result = a + b;
        break;
    case '-':
        result = a - b;
        break;
    case '*':
        result = a * b;
        break;
    case '/':
    case '%':
        if (b == 0 || (sign == '%' && !integers))
            return UNKNOWN_VALUE;
        result = integers ? floor(a / b) : a / b; /* Python rounds down, C toward zero */
        result = sign == '%' ? a - b * result : result;
        break;
    case '&':
    case '|':
    case '^':
        if (!integers)
            return UNKNOWN_VALUE;
        return INTEGER_VALUE(sign == '&'   ? (int32_t)a & (int32_t)b
                             : sign == '|' ? (int32_t)a | (int32_t)b
                                           : (int32_t)a ^ (int32_t)b);
    default:
        return UNKNOWN_VALUE;
    }
    if (!integers)
        return NUMBER_VALUE(result);
    return result >= INT32_MIN && result <= INT32_MAX ? INTEGER_VALUE((int32_t)result) : UNKNOWN_VALUE;
}

static bcnet_value_t join_lists(bcnet_arena_t *arena, const bcnet_list_t *a, const bcnet_list_t *b)
{
    bcnet_list_t *both;

    if (a->count + b->count > BCNET_LIST_MAX)
        return UNKNOWN_VALUE;
    both = bcnet_list_new(arena, a->items, a->count);
    for (unsigned i = 0; i < b->count; i++)
        bcnet_list_append(arena, both, b->items[i]);
    return LIST_VALUE(VALUE_LIST, both);
}

bcnet_value_t bcnet_value_calculate(bcnet_arena_t *arena, unsigned sign, bcnet_value_t left, bcnet_value_t right)
{
    double a, b;

    if (sign == '[')
        return take_item(left, right);
    if (bcnet_value_as_number(left, &a) && bcnet_value_as_number(right, &b))
        return calculate_numbers(sign, a, b, left.kind == VALUE_INTEGER && right.kind == VALUE_INTEGER);
    if (left.kind != right.kind || sign != '+')
        return UNKNOWN_VALUE;
    if (left.kind == VALUE_TEXT && strlen(left.text) + strlen(right.text) <= BCNET_TEXT_MAX)
        return TEXT_VALUE(bcnet_arena_take(arena, g_strconcat(left.text, right.text, NULL)));
    return left.kind == VALUE_LIST ? join_lists(arena, left.list, right.list) : UNKNOWN_VALUE;
}

/* ---- comparisons ---- */

/* Lists are not compared. */
static bcnet_truth_t equal(bcnet_value_t a, bcnet_value_t b)
{
    double left, right;

    if (bcnet_value_as_number(a, &left) && bcnet_value_as_number(b, &right))
        return truth_of(left == right);
    if (bcnet_value_truth(a) == TRUTH_UNKNOWN || bcnet_value_truth(b) == TRUTH_UNKNOWN)
        return TRUTH_UNKNOWN;
    if (a.kind != b.kind)
        return TRUTH_NO;
    switch (a.kind) {
    case VALUE_NONE:
    case VALUE_SET:
    case VALUE_MANAGER:
        return TRUTH_YES;
    case VALUE_TEXT:
        return truth_of(strcmp(a.text, b.text) == 0);
    case VALUE_PROPERTY:
        return truth_of(a.property == b.property);
    default:
        return TRUTH_UNKNOWN;
    }
}

/* 97.1: only the editor of the game's makers puts a name into App by which scripts ask for it. */
static bcnet_truth_t is_in(bcnet_value_t item, bcnet_value_t container)
{
    bcnet_truth_t found = TRUTH_NO;

    if (container.kind == VALUE_CONTENTS)
        return item.kind == VALUE_TEXT && strcmp(item.text, "g_bIsModelPropertyEditor") == 0 ? TRUTH_NO : TRUTH_UNKNOWN;
    if (container.kind != VALUE_LIST || container.list->count > BCNET_LIST_MAX)
        return TRUTH_UNKNOWN;
    for (unsigned i = 0; i < container.list->count && found != TRUTH_YES; i++) {
        const bcnet_truth_t same = equal(item, container.list->items[i]);

        found = same == TRUTH_NO ? found : same;
    }
    return found;
}

bcnet_truth_t bcnet_value_compare(unsigned comparison, bcnet_value_t left, bcnet_value_t right)
{
    double a, b;

    switch (comparison) {
    case COMPARE_EQUAL:
        return equal(left, right);
    case COMPARE_NOT_EQUAL:
        return bcnet_truth_opposite(equal(left, right));
    case COMPARE_IN:
        return is_in(left, right);
    case COMPARE_NOT_IN:
        return bcnet_truth_opposite(is_in(left, right));
    case COMPARE_IS: /* of other things than None and properties it depends on Python's inside */
    case COMPARE_IS_NOT:
        if (left.kind != VALUE_NONE && right.kind != VALUE_NONE && left.kind != VALUE_PROPERTY)
            return TRUTH_UNKNOWN;
        return comparison == COMPARE_IS ? equal(left, right) : bcnet_truth_opposite(equal(left, right));
    default:
        break;
    }
    if (comparison > COMPARE_GREATER_EQUAL || !bcnet_value_as_number(left, &a) || !bcnet_value_as_number(right, &b))
        return TRUTH_UNKNOWN;
    return truth_of(comparison == COMPARE_LESS         ? a < b
                    : comparison == COMPARE_LESS_EQUAL ? a <= b
                    : comparison == COMPARE_GREATER    ? a > b
                                                       : a >= b);
}
