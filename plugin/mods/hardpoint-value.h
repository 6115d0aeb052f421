/* The values that a script can handle while it is read.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HARDPOINT_VALUE_H
#define BCNET_HARDPOINT_VALUE_H

#include <stdbool.h>

#include <glib.h>

#include "ships/arena.h"

typedef struct bcnet_property  bcnet_property_t;
typedef struct bcnet_module    bcnet_module_t;
typedef struct bcnet_statement bcnet_statement_t;
typedef struct bcnet_code      bcnet_code_t;
typedef struct value           value_t;

typedef enum {
    VALUE_UNKNOWN, /* something this reader does not follow; its text is a name or NULL */
    VALUE_NONE,
    VALUE_INTEGER,
    VALUE_NUMBER,
    VALUE_TEXT,
    VALUE_LIST, /* also a tuple */
    VALUE_TABLE, /* a dictionary */
    VALUE_PROPERTY, /* what App.HullProperty_Create gives */
    VALUE_SET, /* the ship's properties: the argument of LoadPropertySet */
    VALUE_MANAGER, /* App.g_kModelPropertyManager */
    VALUE_GAME, /* App and what hangs on it, by its last name; also what its functions give */
    VALUE_PACKAGE, /* "ships", "ships.Hardpoints" */
    VALUE_MODULE,
    VALUE_FUNCTION, /* defined in a script */
    VALUE_METHOD, /* a method of one of the above, held in a variable */
    VALUE_BUILTIN, /* len, range, reload ... */
    VALUE_CONTENTS, /* dir(App) */
    VALUE_REGISTRY, /* a list of what was registered, a form of the species table in mods */
    VALUE_CODE /* of a compiled script: a function's statements */
} value_kind_t;

typedef struct {
    value_t *items;
    unsigned count, room;
} list_t;

typedef struct {
    const bcnet_statement_t *definition; /* NULL: compiled */
    const bcnet_code_t      *code;
    const value_t           *defaults; /* of the last parameters, compiled */
    unsigned                 default_count;
    bcnet_module_t          *module; /* whose names it sees */
} function_t;

typedef struct method method_t;

struct value {
    value_kind_t kind;
    union {
        gint64              integer; /* VALUE_INTEGER; VALUE_BUILTIN: its row in the table of these */
        double              number;
        const char         *text; /* VALUE_TEXT, VALUE_GAME, VALUE_PACKAGE */
        list_t             *list; /* VALUE_LIST, VALUE_REGISTRY; VALUE_TABLE: key, value, key, value ... */
        bcnet_property_t   *property;
        bcnet_module_t     *module;
        function_t         *function;
        method_t           *method;
        const bcnet_code_t *code;
    };
};

struct method {
    value_t     object;
    const char *name;
};

/* Whether a condition holds cannot always be told. */
typedef enum { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN } truth_t;

#define UNKNOWN_VALUE ((value_t){ .kind = VALUE_UNKNOWN })
#define NONE_VALUE ((value_t){ .kind = VALUE_NONE })
#define INTEGER_VALUE(number) ((value_t){ .kind = VALUE_INTEGER, .integer = (number) })
#define NUMBER_VALUE(real) ((value_t){ .kind = VALUE_NUMBER, .number = (real) })
#define TEXT_VALUE(string) ((value_t){ .kind = VALUE_TEXT, .text = (string) })
#define GAME_VALUE(name) ((value_t){ .kind = VALUE_GAME, .text = (name) })
#define PACKAGE_VALUE(name) ((value_t){ .kind = VALUE_PACKAGE, .text = (name) })
#define PROPERTY_VALUE(made) ((value_t){ .kind = VALUE_PROPERTY, .property = (made) })

value_t bcnet_value_list(bcnet_arena_t *arena, value_kind_t kind, unsigned room);
void    bcnet_value_append(bcnet_arena_t *arena, list_t *list, value_t value);
void    bcnet_value_extend(bcnet_arena_t *arena, list_t *list, const value_t *values, unsigned count);
truth_t bcnet_value_truth(value_t value);
truth_t bcnet_value_equal(value_t a, value_t b);
/* A property, the set or the manager: what is done to them can decide what is on the ship. */
bool bcnet_value_is_ships(value_t value);
/* Integers and numbers as a number; false for everything else. */
bool bcnet_value_as_number(value_t value, double *number);
/* What stands in a table under a text; VALUE_UNKNOWN when there is nothing. */
value_t bcnet_value_look_up(value_t table, value_t key);

#endif
