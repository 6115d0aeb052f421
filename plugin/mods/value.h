/* The values that a script handles, and what Python's operators make of them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_VALUE_H
#define BCNET_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include "ships/arena.h"

typedef struct bcnet_property bcnet_property_t;
typedef struct bcnet_module   bcnet_module_t;
typedef struct bcnet_code     bcnet_code_t;
typedef struct value          bcnet_value_t;

typedef enum {
    VALUE_UNKNOWN, /* something that is not followed */
    VALUE_NONE,
    VALUE_INTEGER,
    VALUE_NUMBER,
    VALUE_TEXT,
    VALUE_LIST, /* also a tuple */
    VALUE_TABLE, /* a dictionary: key, value, key, value ... */
    VALUE_PROPERTY, /* what App.HullProperty_Create gives */
    VALUE_SET, /* the ship's properties: the argument of LoadPropertySet */
    VALUE_MANAGER, /* App.g_kModelPropertyManager */
    VALUE_GAME, /* App and what hangs on it, by its last name; also what its functions give */
    VALUE_PACKAGE, /* "ships", "ships.Hardpoints" */
    VALUE_MODULE,
    VALUE_FUNCTION, /* of a script */
    VALUE_METHOD, /* a name of one of the above; so is Python's own function, of nothing */
    VALUE_CONTENTS, /* dir(App) */
    VALUE_REGISTRY, /* a list of what was registered, a form of the species table in mods */
    VALUE_CODE,
    VALUE_GLOBAL /* in the place of a function's variable: the script's is meant */
} bcnet_value_kind_t;

typedef struct {
    bcnet_value_t *items;
    unsigned       count, room;
} bcnet_list_t;

typedef struct {
    const bcnet_code_t  *code;
    const bcnet_value_t *defaults; /* of the last parameters */
    unsigned             default_count;
    bcnet_module_t      *module; /* whose names it sees */
} bcnet_function_t;

struct value {
    bcnet_value_kind_t kind;
    bcnet_value_kind_t of; /* VALUE_METHOD: what has it, which is the next one */
    union {
        int32_t                 integer; /* as large as Python 1.5 has them */
        double                  number;
        const char             *text; /* VALUE_TEXT, VALUE_GAME, VALUE_PACKAGE */
        bcnet_list_t           *list; /* VALUE_LIST, VALUE_TABLE, VALUE_REGISTRY */
        bcnet_property_t       *property;
        bcnet_module_t         *module;
        const bcnet_function_t *function;
        const bcnet_code_t     *code;
    };
    const char *name; /* of a method, or of something unknown: what it would be */
};

/* Of longer texts and lists nothing is known, so that no step takes long. */
enum { BCNET_TEXT_MAX = 1000, BCNET_LIST_MAX = 2000 };

/* Whether a condition holds cannot always be told. */
typedef enum { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN } bcnet_truth_t;

#define UNKNOWN_VALUE ((bcnet_value_t){ .kind = VALUE_UNKNOWN })
#define NONE_VALUE ((bcnet_value_t){ .kind = VALUE_NONE })
#define INTEGER_VALUE(whole) ((bcnet_value_t){ .kind = VALUE_INTEGER, .integer = (whole) })
#define NUMBER_VALUE(real) ((bcnet_value_t){ .kind = VALUE_NUMBER, .number = (real) })
#define TEXT_VALUE(string) ((bcnet_value_t){ .kind = VALUE_TEXT, .text = (string) })
#define GAME_VALUE(string) ((bcnet_value_t){ .kind = VALUE_GAME, .text = (string) })
#define LIST_VALUE(of_kind, some) ((bcnet_value_t){ .kind = (of_kind), .list = (some) })

/* A list of so many values, which are copied. */
bcnet_list_t *bcnet_list_new(bcnet_arena_t *arena, const bcnet_value_t *items, unsigned count);
void          bcnet_list_append(bcnet_arena_t *arena, bcnet_list_t *list, bcnet_value_t value);
/* What stands in a table under a text, the last one; else VALUE_UNKNOWN. */
bcnet_value_t bcnet_value_in_table(const bcnet_list_t *table, const char *key);
bcnet_truth_t bcnet_value_truth(bcnet_value_t value);
bcnet_truth_t bcnet_truth_opposite(bcnet_truth_t truth);
bcnet_value_t bcnet_value_of_truth(bcnet_truth_t truth);
/* A property, the set or the manager: what is done to them can decide what is on the ship. Also a list of these. */
bool bcnet_value_is_ships(bcnet_value_t value);
/* Integers and numbers as a number; false for everything else. */
bool bcnet_value_as_number(bcnet_value_t value, double *number);
/* Signs are '+', '-', '*', '/', '%', '&', '|', '^'; '[' is an item of a list or table. */
bcnet_value_t bcnet_value_calculate(bcnet_arena_t *arena, unsigned sign, bcnet_value_t left, bcnet_value_t right);
/* By the numbers that Python's compiler has for comparisons. */
enum {
    COMPARE_LESS,
    COMPARE_LESS_EQUAL,
    COMPARE_EQUAL,
    COMPARE_NOT_EQUAL,
    COMPARE_GREATER,
    COMPARE_GREATER_EQUAL,
    COMPARE_IN,
    COMPARE_NOT_IN,
    COMPARE_IS,
    COMPARE_IS_NOT
};
bcnet_truth_t bcnet_value_compare(unsigned comparison, bcnet_value_t left, bcnet_value_t right);

#endif
