/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The values that a script handles, and what Python's operators make of them. */
#ifndef BCNET_VALUE_H
#define BCNET_VALUE_H

#include <stdbool.h>

#include <glib.h>

#include "ships/arena.h"

typedef enum {
    VALUE_UNKNOWN, /* something that is not followed */
    VALUE_NONE,
    VALUE_INTEGER,
    VALUE_NUMBER,
    VALUE_TEXT,
    VALUE_LIST, /* also a tuple */
    VALUE_TABLE, /* a dictionary: key, value, key, value ... */
    VALUE_REGISTRY, /* a list of what was registered, a form of the species table in mods */
    VALUE_PROPERTY, /* what App.HullProperty_Create gives */
    VALUE_SET, /* the ship's properties: the argument of LoadPropertySet */
    VALUE_GAME, /* by its path what no script here defines: "App.TGColorA", "ships.Hardpoints" */
    VALUE_MODULE,
    VALUE_FUNCTION, /* of a script */
    VALUE_METHOD, /* a name of one of the above; so is Python's own function, of nothing */
    VALUE_CODE /* of a function in a compiled script */
} bcnet_value_kind_t;

typedef struct bcnet_value {
    bcnet_value_kind_t kind;
    bcnet_value_kind_t of; /* VALUE_METHOD: what has it, which is the next one */
    union {
        double                       number; /* VALUE_INTEGER, too */
        const char                  *text; /* VALUE_TEXT, VALUE_GAME */
        struct bcnet_list           *list; /* VALUE_LIST, VALUE_TABLE, VALUE_REGISTRY */
        struct bcnet_property       *property;
        struct bcnet_module         *module;
        const struct bcnet_function *function;
        const struct bcnet_code     *code;
    };
    const char *name; /* of a method, or of something unknown: what it would be */
} bcnet_value_t;

typedef struct bcnet_list {
    bcnet_value_t *items;
    unsigned       count, room;
} bcnet_list_t;

/* Of longer texts and lists nothing is known, so that no step takes long. */
enum { BCNET_TEXT_MAX = 1000, BCNET_LIST_MAX = 2000 };

/* Whether a condition holds cannot always be told. */
typedef enum { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN } bcnet_truth_t;

#define UNKNOWN_VALUE ((bcnet_value_t){ .kind = VALUE_UNKNOWN })
#define NONE_VALUE ((bcnet_value_t){ .kind = VALUE_NONE })
#define INTEGER_VALUE(whole) ((bcnet_value_t){ .kind = VALUE_INTEGER, .number = (whole) })
#define NUMBER_VALUE(real) ((bcnet_value_t){ .kind = VALUE_NUMBER, .number = (real) })
#define TEXT_VALUE(string) ((bcnet_value_t){ .kind = VALUE_TEXT, .text = (string) })
#define GAME_VALUE(path) ((bcnet_value_t){ .kind = VALUE_GAME, .text = (path) })
#define MODULE_VALUE(some) ((bcnet_value_t){ .kind = VALUE_MODULE, .module = (some) })
#define LIST_VALUE(of_kind, some) ((bcnet_value_t){ .kind = (of_kind), .list = (some) })

void bcnet_list_append(bcnet_arena_t *arena, bcnet_list_t *list, bcnet_value_t value);
/* What stands in a table under a text, the last one; else VALUE_UNKNOWN. */
bcnet_value_t bcnet_value_in_table(const bcnet_list_t *table, const char *key);
bool          bcnet_value_is_number(bcnet_value_t value);
/* How many values or letters it has. */
unsigned bcnet_value_size(bcnet_value_t value);

bcnet_truth_t bcnet_value_truth(bcnet_value_t value);
bcnet_truth_t bcnet_truth_opposite(bcnet_truth_t truth);
bcnet_value_t bcnet_value_of_truth(bcnet_truth_t truth);
bcnet_truth_t bcnet_value_equal(bcnet_value_t a, bcnet_value_t b);
/* By the operator as a script has it: "<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not". */
bcnet_truth_t bcnet_value_compare(const char *comparison, bcnet_value_t left, bcnet_value_t right);
bcnet_value_t bcnet_value_negative(bcnet_value_t value);
bcnet_value_t bcnet_value_item(bcnet_value_t container, bcnet_value_t key);
/* + - * / %; what others give is unknown. */
bcnet_value_t bcnet_value_calculate(bcnet_arena_t *arena, char sign, bcnet_value_t left, bcnet_value_t right);

#endif
