/* A script is followed as the list of its calls: which properties are made, set, registered and added to the ship.
 *
 * text.c and marshal.c make code of a script, in the instructions of Python 1.5; follow.c goes through it once from
 * top to bottom, branches only forward, and hands over each call; calls.c knows what the game makes of it. Loops and
 * handlers of errors are not followed: where the ship depends on one, the script is refused.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_SCRIPT_H
#define BCNET_SCRIPT_H

#include "mods/properties.h"
#include "mods/remark.h"
#include "mods/source.h"
#include "mods/value.h"

enum {
    BCNET_STEPS_MAX = 300000, /* instructions of a script with its parents */
    BCNET_DEPTH_MAX = 100, /* of calls and parents within each other */
    BCNET_PROPERTIES_MAX = 2000, /* made, and added */
    BCNET_MODULES_MAX = 64,
    BCNET_NUMBERS_MAX = UINT16_MAX /* names, constants, lines and instructions of a script, as Python 1.5 counts them */
};

typedef struct {
    const char *const *items; /* each text has one address among all names of the reader */
    unsigned           count;
} bcnet_names_t;

struct bcnet_code {
    const uint8_t       *bytes;
    unsigned             length;
    unsigned             parameters; /* the first ones of the variables */
    bool                 any_arguments; /* "*rest": such a function is not followed */
    const bcnet_value_t *constants;
    unsigned             constant_count;
    bcnet_names_t        names, variables;
};

struct bcnet_module {
    const char         *path; /* "ships.Hardpoints.sovereign" */
    const char         *name; /* the last one of these */
    const char         *file;
    GHashTable         *names; /* const char * -> bcnet_value_t * of the arena */
    const bcnet_code_t *code; /* NULL: it cannot be read */
    bool                running;
    bool                reloaded; /* by the script that imports it */
    bool                whole_game; /* after "from App import *" */
    unsigned            changes; /* `changes` of the script when it was last gone through */
};

typedef struct {
    bcnet_arena_t        *arena;
    GPtrArray            *remarks;
    const bcnet_finder_t *finder; /* may be NULL */
    GHashTable           *texts; /* every name once, by bcnet_script_name */
    GHashTable           *modules; /* path, folded -> bcnet_module_t *, NULL: a package */
    bcnet_module_t       *module; /* the one that is gone through */
    unsigned              line; /* of it */
    GHashTable           *locals; /* of the function that is gone through; NULL: none */
    bcnet_value_t         returned; /* by that function */
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
bcnet_value_t bcnet_script_ship_stats(bcnet_script_t *script, const bcnet_module_t *module);

/* ---- among the files of the reader ---- */

/* Of the line that is gone through; with an error the script cannot be used. */
void bcnet_script_remark(bcnet_script_t *script, bcnet_remark_kind_t kind, const char *format, ...) G_GNUC_PRINTF(3, 4);
#define bcnet_script_note(script, ...) bcnet_script_remark(script, BCNET_NOTE, __VA_ARGS__)
#define bcnet_script_doubt(script, ...) bcnet_script_remark(script, BCNET_DOUBT, __VA_ARGS__)
#define bcnet_script_error(script, ...) bcnet_script_remark(script, BCNET_ERROR, __VA_ARGS__)
/* The same with an error that ends the module at hand, also where only what it defines is wanted. */
void bcnet_script_fail(bcnet_script_t *script, const char *reason);
/* Counts a step; false when a limit was reached, and then for good. */
bool bcnet_script_step(bcnet_script_t *script, unsigned cost);
/* The one address of a text, of which the first 255 characters count. */
const char *bcnet_script_name(bcnet_script_t *script, const char *text, size_t length);

/* The code of a text, or of a compiled script with a head of its own; NULL, with an error: none can be made. */
const bcnet_code_t *bcnet_text_read(bcnet_script_t *script, const char *text, size_t length);
const bcnet_code_t *bcnet_compiled_read(bcnet_script_t *script, const char *text, size_t length);

void          bcnet_follow(bcnet_script_t *script, const bcnet_code_t *code);
bcnet_value_t bcnet_follow_function(bcnet_script_t *script, const bcnet_function_t *function,
                                    const bcnet_value_t *values, const char *const *names, unsigned count);

void          bcnet_script_bind(bcnet_script_t *script, const char *name, bcnet_value_t value, bool global);
bcnet_value_t bcnet_script_look_up(bcnet_script_t *script, const char *name);
bool          bcnet_script_find(const bcnet_script_t *script, const char *name, bcnet_value_t *value);
bcnet_value_t bcnet_script_attribute(bcnet_script_t *script, bcnet_value_t object, const char *name);
/* `names` are those of arguments that are given by name, NULL for the others. */
bcnet_value_t bcnet_script_call(bcnet_script_t *script, bcnet_value_t callee, const bcnet_value_t *values,
                                const char *const *names, unsigned count);
/* Whether a name in what is skipped can matter: one that stands behind a dot, or before one. */
bool bcnet_script_name_matters(const bcnet_script_t *script, const char *name, bool attribute, bool looked_into);

/* Whether a script of the package of the one that is gone through, or of the ship's, can be read under a path. */
bool bcnet_script_is_there(bcnet_script_t *script, const char *path);
/* import a.b.c: the last module of it, and what the statement binds. */
bcnet_value_t bcnet_script_import(bcnet_script_t *script, const char *path);
bcnet_value_t bcnet_script_package(bcnet_script_t *script, const char *path);
/* from module import name, "*" for all. */
void bcnet_script_import_from(bcnet_script_t *script, bcnet_value_t module, const char *name);
void bcnet_script_reload(bcnet_script_t *script, bcnet_value_t module);

/* Properties; `values` of a call. */
bool          bcnet_property_constant(const char *name, bcnet_value_t *value); /* WST_PHASER, FRONT_SHIELDS ... */
bcnet_value_t bcnet_property_make(bcnet_script_t *script, const char *constructor, const bcnet_value_t *values,
                                  unsigned count);
bcnet_value_t bcnet_property_call(bcnet_script_t *script, bcnet_property_t *property, const char *name,
                                  const bcnet_value_t *values, unsigned count);
bcnet_value_t bcnet_manager_call(bcnet_script_t *script, const char *name, const bcnet_value_t *values, unsigned count);
bcnet_value_t bcnet_set_call(bcnet_script_t *script, const char *name, const bcnet_value_t *values, unsigned count);
/* Methods whose effect decides what is on the ship. */
bool bcnet_property_matters(const char *method);

#endif
