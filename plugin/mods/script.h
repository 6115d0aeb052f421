/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A script is read from top to bottom, for its calls: which properties are made, set, registered and added to the ship.
 *
 * text.c goes through a script as it was written; of a compiled one marshal.c finds the instructions, and instructions.c
 * goes through them. Both call what is in calls.c and modules.c: names, calls, imports. property.c knows what the game makes
 * of its calls: a list of what is added to the ship, of which layout-of-calls.c makes the layout. Loops, and branches of
 * which it cannot be told whether the game takes them, are not followed: the script is refused.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include "mods/source.h"
#include "ships/arena.h"
#include "ships/layout.h"

/* What hardpoint scripts make: properties, and what of them is on the ship (97.2). */

/* What a constructor such as App.HullProperty_Create makes (97.2, rule 3). */
typedef enum {
    BCNET_KIND_SUBSYSTEM, /* always the same class */
    BCNET_KIND_WEAPONS, /* the class depends on SetWeaponSystemType */
    BCNET_KIND_OTHER, /* not on the list */
    BCNET_KIND_UNKNOWN /* of which the game's description says nothing */
} bcnet_property_group_t;

typedef struct {
    const char            *name; /* "HullProperty" */
    bcnet_property_group_t kind;
    bcnet_class_t          class_id;
} bcnet_property_kind_t;

typedef struct bcnet_property {
    const bcnet_property_kind_t *kind;
    const char                  *name;
    const char                  *file; /* where it was made */
    unsigned                     line;
    bool                         primary_told; /* SetPrimary was called */
    int                          weapon_type; /* WST_...; 0: not told */
    int                          engine_type; /* EP_... */
    bcnet_subsystem_t            values; /* the others that were set */
    struct bcnet_property       *next; /* registered under the same name, of another kind */
} bcnet_property_t;

/* One call of AddToSet. */
typedef struct {
    const bcnet_property_t *property;
    const char             *file;
    unsigned                line;
} bcnet_added_t;

/* The values that a script handles, and what Python's operators make of them. */

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
    VALUE_CODE /* of a function, before its parameters have values */
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
/* An item by its number, or what stands in a table under a text, the last one; else VALUE_UNKNOWN. */
bcnet_value_t bcnet_value_item(bcnet_value_t container, bcnet_value_t key);
bool          bcnet_value_is_number(bcnet_value_t value);
bcnet_truth_t bcnet_value_truth(bcnet_value_t value);
bcnet_truth_t bcnet_value_equal(bcnet_value_t a, bcnet_value_t b);
/* "<", "<=" and so on, in the order in which instructions number them. */
typedef enum {
    COMPARE_LESS,
    COMPARE_AT_MOST,
    COMPARE_EQUAL,
    COMPARE_NOT_EQUAL,
    COMPARE_MORE,
    COMPARE_AT_LEAST,
    COMPARE_IN,
    COMPARE_NOT_IN,
    COMPARE_IS,
    COMPARE_IS_NOT
} bcnet_comparison_t;
/* The value of a truth. */
bcnet_value_t bcnet_value_compare(bcnet_comparison_t comparison, bcnet_value_t left, bcnet_value_t right);
bcnet_value_t bcnet_value_not(bcnet_value_t value);
/* + - * / % */
bcnet_value_t bcnet_value_calculate(bcnet_arena_t *arena, char sign, bcnet_value_t left, bcnet_value_t right);

/* A script cut into words, one after the other. */

/* Signs are their character, or two of them. What stands in no script is strange. */
#define SIGN(first, second) ((unsigned)(first) | (unsigned)(second) << 8)
enum { WORD_END = 0, WORD_LINE_END = '\n', WORD_NAME = 0x10000, WORD_NUMBER, WORD_TEXT, WORD_STRANGE };

/* May be copied, to go back to a word. */
typedef struct {
    unsigned    word; /* the one at hand */
    const char *text; /* of the script ... */
    unsigned    length;
    unsigned    line; /* ... where it begins */
    unsigned    indent; /* of its logical line */
    const char *wrong; /* with which no Python would read the script; NULL: nothing yet */

    bcnet_value_t number; /* that it is */

    const char *at; /* what comes */
    unsigned    next_line;
    unsigned    brackets, bracket_line; /* open ones, the outermost one's line */
} bcnet_words_t;

/* At the begin of a text, UTF-8 and with \n at line ends, which stays with the caller. */
#define BCNET_WORDS(text) ((bcnet_words_t){ .word = WORD_LINE_END, .at = (text), .next_line = 1 })
void bcnet_words_next(bcnet_words_t *words);
/* Whether the word at hand is this name. */
bool bcnet_words_at_name(const bcnet_words_t *words, const char *name);
/* What a text says, without quotes and escapes, is appended. */
void bcnet_words_unquote(const bcnet_words_t *words, GString *text);

/* Instructions, of Python 1.5. They push values on a stack and take them from it; its documentation tells them in the
 * chapter on "dis", its sources number them in Include/opcode.h. */

/* From OP_STORE_NAME on a number of two bytes stands behind them. Variables are those of a function. */
enum { OP_POP_TOP = 1, OP_ROT_TWO, OP_ROT_THREE, OP_DUP_TOP, OP_NEGATIVE = 11, OP_NOT };
enum { OP_MULTIPLY = 20, OP_DIVIDE, OP_MODULO, OP_ADD, OP_SUBTRACT, OP_SUBSCRIPT, OP_STORE_SUBSCRIPT = 60 };
enum { OP_PRINT_ITEM = 71, OP_PRINT_NEWLINE, OP_RETURN = 83, OP_STORE_NAME = 90, OP_STORE_ATTRIBUTE = 95 };
enum {
    OP_LOAD_CONSTANT = 100,
    OP_LOAD_NAME,
    OP_BUILD_TUPLE,
    OP_BUILD_LIST,
    OP_BUILD_MAP,
    OP_LOAD_ATTRIBUTE,
    OP_COMPARE
};
enum { OP_IMPORT_NAME = 107, OP_IMPORT_FROM, OP_JUMP = 110, OP_JUMP_IF_FALSE, OP_JUMP_IF_TRUE, OP_LOAD_GLOBAL = 116 };
enum { OP_SETUP_LOOP = 120, OP_LOAD_VARIABLE = 124, OP_STORE_VARIABLE, OP_SET_LINE = 127, OP_CALL = 131 };
enum { OP_MAKE_FUNCTION = 132 };

/* Of a module, or of a function in it. */
typedef struct bcnet_code {
    bcnet_words_t  words; /* of a text: at the begin of it, or at the ":" of the function ... */
    unsigned       indent; /* ... which stands in a block that is indented like this */
    const uint8_t *bytes; /* instructions of a compiled script; NULL: it is a text */
    unsigned       length;
    unsigned       parameters; /* the first ones of the variables */
    bool           any_arguments; /* "*rest": such a function is not followed */
    bcnet_list_t   constants, names, variables;
} bcnet_code_t;

enum {
    BCNET_STEPS_MAX = 4 * 1000 * 1000, /* letters of a script with its parents, and instructions that are followed */
    BCNET_DEPTH_MAX = 200, /* of brackets, blocks, calls and parents within each other */
    BCNET_PROPERTIES_MAX = 2000, /* made, and added */
    BCNET_MODULES_MAX = 64
};

typedef struct bcnet_module {
    const char         *path; /* "ships.Hardpoints.sovereign" */
    const char         *name; /* the last one of these */
    const char         *file;
    const bcnet_code_t *code; /* NULL: it cannot be read */
    GHashTable         *names; /* const char * -> bcnet_value_t * of the arena */
    bool                running;
    unsigned            changes; /* `changes` of the script when it was last gone through */
} bcnet_module_t;

typedef struct bcnet_function {
    const bcnet_code_t *code;
    bcnet_list_t        defaults; /* of the last parameters */
    bcnet_module_t     *module; /* whose names it sees */
} bcnet_function_t;

typedef struct {
    bcnet_arena_t  *arena;
    GPtrArray      *remarks;
    bcnet_finder_t  finder;
    GHashTable     *texts; /* every name once, by bcnet_script_name */
    GHashTable     *modules; /* path, folded -> bcnet_module_t * of the arena */
    bcnet_module_t *module; /* the one that is gone through */
    unsigned        line; /* of it */
    GHashTable     *locals; /* of the function that is gone through; NULL: none */
    GHashTable     *templates; /* name -> bcnet_property_t *, registered and not replaced */
    bool            unknown_templates; /* something was registered that is not known */
    GArray         *added; /* bcnet_added_t */
    unsigned        made; /* properties */
    unsigned        changes; /* of the templates */
    unsigned        steps, depth;
    bool            lenient; /* it is gone through for what it defines, not for what it does to a ship ... */
    unsigned        helpers; /* ... as are these modules, each imported by the one before */
    bool            stopped; /* a limit was reached: nothing more is followed */
    bool            failed; /* an error was reported */
} bcnet_script_t;

/* ---- a script as a whole ---- */

bcnet_script_t *bcnet_script_new(bcnet_finder_t finder, GPtrArray *remarks);
void            bcnet_script_free(bcnet_script_t *script);
/* Goes through a file; `path` is "ships.Hardpoints.sovereign". */
bcnet_module_t *bcnet_script_run(bcnet_script_t *script, const char *path, const bcnet_script_source_t *source);
/* A name of a module; VALUE_UNKNOWN when there is none. */
bcnet_value_t bcnet_script_global(const bcnet_script_t *script, const bcnet_module_t *module, const char *name);
/* The subsystem list that a hardpoint script leads to (97). What it means that a script adds a property again is not known
 * (97.2, rule 2): where one does, the other readings become variants. The layout has no key, name or species yet. Remarks
 * (bcnet_import_remark_t *) are appended; NULL is returned when the file cannot be used. `work` grows by the steps it took. */
bcnet_layout_t *bcnet_hardpoint_read(const bcnet_script_source_t *source, bcnet_finder_t finder, GPtrArray *remarks,
                                     size_t *work);
/* A name of the game's as layout files want it, freed with g_free: in UTF-8, without line ends and other controls, and
 * not longer than they allow. NULL stays NULL. */
char *bcnet_layout_clean_name(const char *name);

/* ---- among the files of the reader ---- */

/* Of the line that is gone through; with an error the script cannot be used. */
#define bcnet_script_remark(script, kind, ...)                                                                         \
    bcnet_remark(bcnet_script_remarks(script, kind), kind, (script)->module->file, (script)->line, __VA_ARGS__)
#define bcnet_script_note(script, ...) bcnet_script_remark(script, BCNET_NOTE, __VA_ARGS__)
#define bcnet_script_doubt(script, ...) bcnet_script_remark(script, BCNET_DOUBT, __VA_ARGS__)
#define bcnet_script_error(script, ...) bcnet_script_remark(script, BCNET_ERROR, __VA_ARGS__)
/* Where a remark of a kind goes; NULL: nowhere. */
GPtrArray *bcnet_script_remarks(bcnet_script_t *script, bcnet_remark_kind_t kind);
/* An error that ends the module at hand, also where only what it defines is wanted. */
void bcnet_script_fail(bcnet_script_t *script, const char *reason);
/* Counts steps; false when a limit was reached, and then for good. */
bool bcnet_script_step(bcnet_script_t *script, size_t steps);
/* What goes through a list or table is work, too, but quickly done. */
void bcnet_script_step_through(bcnet_script_t *script, bcnet_value_t container);
/* Why a script is not followed further. */
#define BCNET_NOT_FOLLOWED "this is not followed, so the script cannot be used"
#define BCNET_UNTOLD "it cannot be told whether this holds, so the script cannot be used"
#define BCNET_TOO_DEEP "this is nested too deeply, or calls itself, so the script cannot be used"
#define BCNET_LOOP "a loop is not followed, so the script cannot be used"
/* The one address of a text, of which the first 255 characters count. */
const char *bcnet_script_name(bcnet_script_t *script, const char *text, size_t length);

/* The instructions of a compiled script; NULL: an error. */
const bcnet_code_t *bcnet_marshal_read(bcnet_script_t *script, const char *bytes, size_t length);
/* Goes through a module, or a function in it with its variables; what they return. */
bcnet_value_t bcnet_code_follow(bcnet_script_t *script, bcnet_module_t *module, GHashTable *locals,
                                const bcnet_code_t *code);
bcnet_value_t bcnet_text_follow(bcnet_script_t *script, const bcnet_code_t *code);
bcnet_value_t bcnet_instructions_follow(bcnet_script_t *script, const bcnet_code_t *code);

void          bcnet_script_bind(bcnet_script_t *script, const char *name, bcnet_value_t value);
bcnet_value_t bcnet_script_look_up(bcnet_script_t *script, const char *name);
bcnet_value_t bcnet_script_attribute(bcnet_script_t *script, bcnet_value_t object, const char *name);
void          bcnet_script_store_attribute(bcnet_script_t *script, bcnet_value_t object, const char *name);
void bcnet_script_store_item(bcnet_script_t *script, bcnet_value_t container, bcnet_value_t key, bcnet_value_t value);
/* Of the last parameters, these have defaults. */
bcnet_value_t bcnet_script_function(bcnet_script_t *script, const bcnet_code_t *code, bcnet_list_t defaults);
bcnet_value_t bcnet_script_call_function(bcnet_script_t *script, const bcnet_function_t *function,
                                         const bcnet_list_t *given);
bcnet_value_t bcnet_script_call(bcnet_script_t *script, bcnet_value_t callee, const bcnet_list_t *given);
/* One of the arguments that are given by position. */
bcnet_value_t bcnet_script_argument(const bcnet_list_t *given, unsigned number);

/* The module of a path, or VALUE_GAME. */
bcnet_value_t bcnet_script_import(bcnet_script_t *script, const char *path);
/* import a.b.c: "a" is bound to what this gives. */
bcnet_value_t bcnet_script_import_name(bcnet_script_t *script, const char *path);
/* from module import name, "*" for all. */
void bcnet_script_import_from(bcnet_script_t *script, const char *path, const char *name);
void bcnet_script_reload(bcnet_script_t *script, bcnet_value_t module);

bcnet_value_t bcnet_property_constant(const char *name); /* WST_PHASER, FRONT_SHIELDS ...; else VALUE_UNKNOWN */
bcnet_value_t bcnet_property_make(bcnet_script_t *script, const char *constructor, const bcnet_list_t *given);
bcnet_value_t bcnet_property_call(bcnet_script_t *script, bcnet_property_t *property, const char *name,
                                  const bcnet_list_t *given);
bcnet_value_t bcnet_manager_call(bcnet_script_t *script, const char *name, const bcnet_list_t *given);
bcnet_value_t bcnet_set_call(bcnet_script_t *script, const char *name, const bcnet_list_t *given);
/* Methods whose effect decides what is on the ship. */
bool bcnet_property_matters(const char *method);
