/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A script is read from top to bottom, for its calls: which properties are made, set, registered and added to the ship.
 *
 * text.c reads its text, and does at once what a line says; marshal.c and compiled.c
 * do the same with a compiled script. modules.c finds what is imported, calls.c and property.c know what the game makes of a
 * call. Loops, and branches of which it cannot be told whether the game takes them, are not followed: the script is refused.
 */
#ifndef BCNET_SCRIPT_H
#define BCNET_SCRIPT_H

#include "mods/properties.h"
#include "mods/remark.h"
#include "mods/source.h"
#include "mods/value.h"
#include "mods/words.h"

enum {
    BCNET_STEPS_MAX = 4 * 1000 * 1000, /* letters of a script with its parents, and again in functions */
    BCNET_DEPTH_MAX = 200, /* of brackets, blocks, calls and parents within each other */
    BCNET_PROPERTIES_MAX = 2000, /* made, and added */
    BCNET_MODULES_MAX = 64,
    BCNET_ARGUMENTS_MAX = 32 /* of a call that is followed */
};

typedef struct bcnet_module {
    const char              *path; /* "ships.Hardpoints.sovereign" */
    const char              *name; /* the last one of these */
    const char              *file;
    const char              *text; /* of a script as it was written ... */
    const struct bcnet_code *code; /* ... or compiled; NULL both: it cannot be read */
    GHashTable              *names; /* const char * -> bcnet_value_t * of the arena */
    bool                     running;
    bool                     reloaded; /* by the script that imports it */
    bool                     whole_game; /* after "from App import *" */
    unsigned                 changes; /* `changes` of the script when it was last gone through */
} bcnet_module_t;

typedef struct bcnet_function {
    const struct bcnet_code *code; /* of a compiled script; else NULL */
    bcnet_words_t            words; /* the ":" before its block */
    unsigned                 indent;
    bcnet_list_t             parameters; /* their names */
    bcnet_list_t             defaults; /* of the last ones */
    bcnet_module_t          *module; /* whose names it sees */
} bcnet_function_t;

typedef struct {
    bcnet_value_t values[BCNET_ARGUMENTS_MAX];
    const char   *names[BCNET_ARGUMENTS_MAX]; /* of those that are given by name; else NULL */
    unsigned      count;
} bcnet_arguments_t;

typedef struct {
    bcnet_arena_t        *arena;
    GPtrArray            *remarks;
    const bcnet_finder_t *finder; /* may be NULL */
    GHashTable           *texts; /* every name once, by bcnet_script_name */
    GHashTable           *modules; /* path, folded -> bcnet_module_t * of the arena */
    bcnet_module_t       *module; /* the one that is gone through */
    unsigned              line; /* of it */
    GHashTable           *locals; /* of the function that is gone through; NULL: none */
    GHashTable           *templates; /* name -> bcnet_property_t *, registered and not replaced */
    bool                  unknown_templates; /* something was registered that is not known */
    GArray               *added; /* bcnet_added_t */
    unsigned              made; /* properties */
    unsigned              changes; /* of the templates */
    unsigned              steps, depth;
    bool                  lenient; /* it is gone through for what it defines, not for what it does to a ship ... */
    unsigned              helpers; /* ... as are these modules, each imported by the one before */
    bool                  stopped; /* a limit was reached: nothing more is followed */
    bool                  failed; /* an error was reported */
} bcnet_script_t;

/* ---- a script as a whole ---- */

bcnet_script_t *bcnet_script_new(const bcnet_finder_t *finder, GPtrArray *remarks);
void            bcnet_script_free(bcnet_script_t *script);
/* Goes through a file; `path` is "ships.Hardpoints.sovereign". */
bcnet_module_t *bcnet_script_run(bcnet_script_t *script, const char *path, const bcnet_script_source_t *source);
/* A name of a module; VALUE_UNKNOWN when there is none. */
bcnet_value_t bcnet_script_global(const bcnet_script_t *script, const bcnet_module_t *module, const char *name);
/* What GetShipStats of a ship script gives; VALUE_UNKNOWN when there is no such function. */
bcnet_value_t bcnet_script_ship_stats(bcnet_script_t *script, bcnet_module_t *module);

/* ---- among the files of the reader ---- */

/* Of the line that is gone through; with an error the script cannot be used. */
void bcnet_script_remark(bcnet_script_t *script, bcnet_remark_kind_t kind, const char *format, ...) G_GNUC_PRINTF(3, 4);
#define bcnet_script_note(script, ...) bcnet_script_remark(script, BCNET_NOTE, __VA_ARGS__)
#define bcnet_script_doubt(script, ...) bcnet_script_remark(script, BCNET_DOUBT, __VA_ARGS__)
#define bcnet_script_error(script, ...) bcnet_script_remark(script, BCNET_ERROR, __VA_ARGS__)
/* An error that ends the module at hand, also where only what it defines is wanted. */
void bcnet_script_fail(bcnet_script_t *script, const char *reason);
/* Counts steps; false when a limit was reached, and then for good. */
bool bcnet_script_step(bcnet_script_t *script, size_t steps);
/* Why a script is not followed further, and what is a doubt. */
#define BCNET_NOT_FOLLOWED "this is not followed, so the script cannot be used"
#define BCNET_UNTOLD "it cannot be told whether this holds, so the script cannot be used"
#define BCNET_TRIED "it is taken that nothing goes wrong here"
/* The one address of a text, of which the first 255 characters count. */
const char *bcnet_script_name(bcnet_script_t *script, const char *text, size_t length);

/* Go through a text or code, or what stands in it of a function; what that returns. */
void                     bcnet_text_follow(bcnet_script_t *script, const char *text);
bcnet_value_t            bcnet_text_call(bcnet_script_t *script, const bcnet_function_t *function);
bcnet_value_t            bcnet_compiled_follow(bcnet_script_t *script, const struct bcnet_code *code);
const struct bcnet_code *bcnet_marshal_read(bcnet_script_t *script, const char *bytes,
                                            size_t length); /* NULL: an error */

void bcnet_script_bind(bcnet_script_t *script, const char *name, bcnet_value_t value);
void bcnet_script_bind_global(bcnet_script_t *script, const char *name); /* in a function: the module's is meant */
bcnet_value_t bcnet_script_look_up(bcnet_script_t *script, const char *name);
bcnet_value_t bcnet_script_attribute(bcnet_script_t *script, bcnet_value_t object, const char *name);
void          bcnet_script_store_attribute(bcnet_script_t *script, bcnet_value_t object, const char *name);
void bcnet_script_store_item(bcnet_script_t *script, bcnet_value_t container, bcnet_value_t key, bcnet_value_t value);
bcnet_value_t bcnet_script_call_function(bcnet_script_t *script, const bcnet_function_t *function,
                                         const bcnet_arguments_t *given);
bcnet_value_t bcnet_script_call(bcnet_script_t *script, bcnet_value_t callee, const bcnet_arguments_t *given);
/* One of the arguments that are given by position. */
bcnet_value_t bcnet_script_argument(const bcnet_arguments_t *given, unsigned number);

/* import a.b.c: the module, or VALUE_GAME. `first` gets what "a" is then. */
bcnet_value_t bcnet_script_import(bcnet_script_t *script, const char *path, bcnet_value_t *first);
/* from module import name, "*" for all. */
void bcnet_script_import_from(bcnet_script_t *script, const char *path, const char *name);
void bcnet_script_reload(bcnet_script_t *script, bcnet_value_t module);

bool          bcnet_property_constant(const char *name, bcnet_value_t *value); /* WST_PHASER, FRONT_SHIELDS ... */
bcnet_value_t bcnet_property_make(bcnet_script_t *script, const char *constructor, const bcnet_arguments_t *given);
bcnet_value_t bcnet_property_call(bcnet_script_t *script, bcnet_property_t *property, const char *name,
                                  const bcnet_arguments_t *given);
bcnet_value_t bcnet_manager_call(bcnet_script_t *script, const char *name, const bcnet_arguments_t *given);
bcnet_value_t bcnet_set_call(bcnet_script_t *script, const char *name, const bcnet_arguments_t *given);
/* Methods whose effect decides what is on the ship. */
bool bcnet_property_matters(const char *method);

#endif
