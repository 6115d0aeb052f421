/* Follows a script: which names stand for what, which properties are made, registered and added.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HARDPOINT_RUN_H
#define BCNET_HARDPOINT_RUN_H

#include "mods/hardpoint-tree.h"
#include "mods/hardpoint.h"

enum {
    BCNET_RUN_STEPS_MAX = 200000, /* expressions and statements */
    BCNET_RUN_DEPTH_MAX = 400, /* of expressions, blocks, calls and parents within each other */
    BCNET_RUN_PROPERTIES_MAX = 2000, /* made, and added */
    BCNET_RUN_MODULES_MAX = 64
};

struct bcnet_module {
    const char         *name; /* "sovereign" */
    const char         *file;
    bcnet_tree_t        tree; /* empty when it is compiled */
    const bcnet_code_t *code; /* NULL: not compiled */
    GHashTable         *names; /* const char * -> value_t * of the arena */
    bool                running;
    bool                reloaded; /* by the script that imports it */
    bool                whole_game; /* after "from App import *" */
    unsigned            changes; /* `changes` of the run when it was last gone through */
};

typedef struct {
    bcnet_arena_t                   *arena;
    GPtrArray                       *remarks;
    const bcnet_hardpoint_parents_t *parents; /* may be NULL */
    GHashTable                      *modules; /* name in lower case -> bcnet_module_t * */
    bcnet_module_t                  *module; /* the one that is gone through */
    GHashTable                      *locals; /* of the function that is gone through; NULL: none */
    value_t                          returned; /* by that function */
    GHashTable                      *templates; /* name -> bcnet_property_t *, registered and not replaced */
    bool                             unknown_templates; /* something was registered that is not known */
    GArray                          *added; /* bcnet_added_t */
    unsigned                         made; /* properties */
    unsigned                         changes; /* of the templates */
    unsigned                         steps, depth;
    bool                             stopped; /* a limit was reached: nothing more is followed */
    bool                             failed; /* an error was reported */
} run_t;

run_t *bcnet_run_new(const bcnet_hardpoint_parents_t *parents, GPtrArray *remarks);
void   bcnet_run_free(run_t *run);
/* Goes through a script; `name` without ".py". */
bcnet_module_t *bcnet_run_script(run_t *run, const char *name, const bcnet_script_t *script);
/* A name of a script; VALUE_UNKNOWN when there is none. */
value_t bcnet_run_global(const bcnet_module_t *module, const char *name);
/* Calls a function of a script. */
value_t bcnet_run_call(run_t *run, const function_t *function, const value_t *arguments, unsigned count);
/* What GetShipStats of a ship script gives; VALUE_UNKNOWN when there is no such function. */
value_t bcnet_run_ship_stats(run_t *run, const bcnet_module_t *module);

/* ---- among the files of the reader ---- */

/* The arguments of a call that is gone through. */
typedef struct {
    bcnet_place_t  place;
    const value_t *values;
    unsigned       count;
    const char   **names; /* of keyword arguments, NULL where there is none; may be NULL altogether */
} arguments_t;

/* Of a place in the script that is gone through; with an error it cannot be used. */
void bcnet_run_remark(run_t *run, bcnet_remark_kind_t kind, bcnet_place_t place, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
#define bcnet_run_note(run, place, ...) bcnet_run_remark(run, BCNET_NOTE, place, __VA_ARGS__)
#define bcnet_run_doubt(run, place, ...) bcnet_run_remark(run, BCNET_DOUBT, place, __VA_ARGS__)
#define bcnet_run_error(run, place, ...) bcnet_run_remark(run, BCNET_ERROR, place, __VA_ARGS__)
/* Counts a step; false when a limit was reached, and then for good. */
bool bcnet_run_step(run_t *run, bcnet_place_t place, unsigned cost);

/* Compiled scripts. */
void bcnet_run_code(run_t *run, const bcnet_code_t *code);

/* Statements. */
void    bcnet_run_bind(run_t *run, const char *name, value_t value);
void    bcnet_run_bind_global(run_t *run, const char *name, value_t value);
void    bcnet_run_assign_item(run_t *run, bcnet_place_t place, value_t container, value_t key, value_t value);
void    bcnet_run_assign_attribute(run_t *run, bcnet_place_t place, const char *name, value_t value);
bool    bcnet_run_find_name(const run_t *run, const char *name, value_t *value);
value_t bcnet_run_function(run_t *run, const function_t *function, const arguments_t *arguments);
/* Whether a name in what is skipped can matter: one that stands behind a dot, or where a property is only looked at. */
bool bcnet_run_name_matters(const run_t *run, const char *name, bool attribute, bool harmless);

/* Modules. */
value_t bcnet_run_import(run_t *run, bcnet_place_t place, const char *path);
void    bcnet_run_reload(run_t *run, bcnet_place_t place, bcnet_module_t *module);
void    bcnet_run_module(run_t *run, bcnet_module_t *module);
/* A name in a package or module. */
value_t bcnet_run_member(run_t *run, bcnet_place_t place, value_t container, const char *name);
void    bcnet_run_import_statement(run_t *run, const bcnet_statement_t *statement);

/* What the import of a path binds: the first package of it. */
value_t bcnet_run_import_first(run_t *run, bcnet_place_t place, const char *path, const char **first);
/* from module import name, "*" for all. */
void bcnet_run_import_from(run_t *run, bcnet_place_t place, value_t module, const char *name);

/* Expressions. */
value_t bcnet_run_evaluate(run_t *run, const expression_t *expression);
value_t bcnet_run_name(run_t *run, bcnet_place_t place, const char *name);
value_t bcnet_run_attribute(run_t *run, bcnet_place_t place, value_t object, const char *name);
/* Signs are those of the tree, also of comparisons and of items. */
value_t bcnet_run_binary(run_t *run, bcnet_place_t place, unsigned sign, value_t left, value_t right);
/* 97.1: the name that only the editor of the game's makers puts into App. */
truth_t bcnet_run_is_in_game(value_t item);
value_t bcnet_run_unary(unsigned sign, value_t value);

/* Calls. */
value_t bcnet_run_call_expression(run_t *run, const expression_t *call);
/* `name` is what is called in words. */
value_t bcnet_run_call_value(run_t *run, value_t callee, const char *name, const arguments_t *arguments);
bool    bcnet_run_find_builtin(const char *name, value_t *value);
/* A call of something that is not followed. */
value_t bcnet_run_call_unknown(run_t *run, const char *name, const arguments_t *arguments);

/* Properties. */
bool    bcnet_property_constant(const char *name, gint64 *value); /* WST_PHASER, FRONT_SHIELDS ... */
value_t bcnet_property_make(run_t *run, const char *constructor, const arguments_t *arguments);
value_t bcnet_property_method(run_t *run, bcnet_property_t *property, const char *name, const arguments_t *arguments);
value_t bcnet_manager_method(run_t *run, const char *name, const arguments_t *arguments);
value_t bcnet_set_method(run_t *run, const char *name, const arguments_t *arguments);
/* Methods whose effect decides what is on the ship. */
bool bcnet_property_matters(const char *method);

#endif
