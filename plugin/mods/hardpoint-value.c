/* Truth, equality and containers.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/hardpoint-value.h"

#include <string.h>

/* Lists within lists within lists can hold any number of values in a few lines of script. */
enum { COMPARISONS_MAX = 1000 };

value_t bcnet_value_list(bcnet_arena_t *arena, value_kind_t kind, unsigned room)
{
    list_t *list = BCNET_ARENA_NEW(arena, list_t);

    list->room = room;
    list->items = BCNET_ARENA_ARRAY(arena, value_t, room);
    return (value_t){ .kind = kind, .list = list };
}

void bcnet_value_append(bcnet_arena_t *arena, list_t *list, value_t value)
{
    if (list->count == list->room) {
        value_t *items;

        list->room = MAX(2 * list->room, 8);
        items = BCNET_ARENA_ARRAY(arena, value_t, list->room);
        if (list->count > 0)
            memcpy(items, list->items, list->count * sizeof(value_t));
        list->items = items;
    }
    list->items[list->count++] = value;
}

void bcnet_value_extend(bcnet_arena_t *arena, list_t *list, const value_t *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bcnet_value_append(arena, list, values[i]);
}

bool bcnet_value_is_ships(value_t value)
{
    return value.kind == VALUE_PROPERTY || value.kind == VALUE_SET || value.kind == VALUE_MANAGER;
}

bool bcnet_value_as_number(value_t value, double *number)
{
    if (value.kind == VALUE_INTEGER)
        *number = (double)value.integer;
    else if (value.kind == VALUE_NUMBER)
        *number = value.number;
    else
        return false;
    return true;
}

static truth_t truth(bool holds)
{
    return holds ? TRUTH_YES : TRUTH_NO;
}

truth_t bcnet_value_truth(value_t value)
{
    switch (value.kind) {
    case VALUE_UNKNOWN:
    case VALUE_GAME: /* what the game's functions give can be anything */
        return TRUTH_UNKNOWN;
    case VALUE_NONE:
        return TRUTH_NO;
    case VALUE_INTEGER:
        return truth(value.integer != 0);
    case VALUE_NUMBER:
        return truth(value.number != 0);
    case VALUE_TEXT:
        return truth(*value.text != '\0');
    case VALUE_LIST:
    case VALUE_TABLE:
        return truth(value.list->count > 0);
    default:
        return TRUTH_YES;
    }
}

static truth_t equal_lists(const list_t *a, const list_t *b, unsigned *comparisons);

static truth_t equal_values(value_t a, value_t b, unsigned *comparisons)
{
    double left, right;

    if (++*comparisons > COMPARISONS_MAX)
        return TRUTH_UNKNOWN;
    if (bcnet_value_as_number(a, &left) && bcnet_value_as_number(b, &right))
        return truth(left == right);
    if (a.kind == VALUE_UNKNOWN || b.kind == VALUE_UNKNOWN || a.kind == VALUE_GAME || b.kind == VALUE_GAME)
        return TRUTH_UNKNOWN;
    if (a.kind != b.kind)
        return TRUTH_NO;
    switch (a.kind) {
    case VALUE_NONE:
    case VALUE_SET:
    case VALUE_MANAGER:
        return TRUTH_YES;
    case VALUE_TEXT:
        return truth(strcmp(a.text, b.text) == 0);
    case VALUE_LIST:
        return equal_lists(a.list, b.list, comparisons);
    case VALUE_PROPERTY:
        return truth(a.property == b.property);
    case VALUE_MODULE:
        return truth(a.module == b.module);
    default:
        return TRUTH_UNKNOWN;
    }
}

static truth_t equal_lists(const list_t *a, const list_t *b, unsigned *comparisons)
{
    truth_t all = TRUTH_YES;

    if (a->count != b->count)
        return TRUTH_NO;
    for (unsigned i = 0; i < a->count && all != TRUTH_NO; i++) {
        truth_t one = equal_values(a->items[i], b->items[i], comparisons);

        all = one == TRUTH_YES ? all : one;
    }
    return all;
}

truth_t bcnet_value_equal(value_t a, value_t b)
{
    unsigned comparisons = 0;

    return equal_values(a, b, &comparisons);
}

value_t bcnet_value_look_up(value_t table, value_t key)
{
    value_t found = UNKNOWN_VALUE;

    /* The last one counts, as in {"a": 1, "a": 2}. */
    for (unsigned i = 0; i + 1 < table.list->count; i += 2)
        if (bcnet_value_equal(table.list->items[i], key) == TRUTH_YES)
            found = table.list->items[i + 1];
    return found;
}
