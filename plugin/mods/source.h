/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A script as it stands in a file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <glib.h>

#define BCNET_HARDPOINTS "ships.Hardpoints"

enum {
    BCNET_SOURCE_MAX = 4 * 1024 * 1024, /* bytes of a script; the largest ones have 200 KB */
    BCNET_SHIPS_MAX = 3000 /* of one folder; the largest mods have 300 */
};

typedef struct {
    char  *path; /* its name for remarks */
    char  *text;
    size_t length;
} bcnet_script_source_t;

/* Where other scripts come from. */
typedef struct {
    /* The script of a path, "ships.Hardpoints.akira". False when there is none. NULL: there are no others. */
    bool (*find)(void *context, const char *path, bcnet_script_source_t *source);
    void *context;
} bcnet_finder_t;

/* Frees what is in it. */
void bcnet_source_clear(bcnet_script_source_t *source);
/* Whether it is compiled, by its first bytes: whatever Python made it. */
bool bcnet_source_is_compiled(const char *text, size_t length);
/* "Akira.py" and "akira.PYC" are scripts, called "Akira" and "akira"; "__init__.py" makes a folder a package and is
 * none. The name is freed with g_free; NULL: no script. */
char *bcnet_source_name(const char *file);

/* What the reader of the game's scripts has to say about a file. */

/* At most so many remarks of a kind are kept for one script. */
enum { BCNET_REMARKS_MAX = 1000, BCNET_WHOLE_FILE = 0 /* in the place of a line */ };

typedef enum {
    BCNET_NOTE, /* changes nothing for the ship */
    BCNET_DOUBT, /* a note about something that was guessed */
    BCNET_ERROR /* the file cannot be used */
} bcnet_remark_kind_t;

typedef struct {
    char               *file;
    unsigned            line; /* from 1 */
    bcnet_remark_kind_t kind;
    char               *text; /* without a full stop */
    const char         *format; /* it was made of: those with the same say the same of other things */
} bcnet_import_remark_t;

/* A list of bcnet_import_remark_t. */
GPtrArray *bcnet_remarks_new(void);
/* The same thing said of the same line twice, as by a parent that is read again, is kept once. Without a list nobody
 * wants to know. */
void bcnet_remark(GPtrArray *remarks, bcnet_remark_kind_t kind, const char *file, unsigned line, const char *format,
                  ...) G_GNUC_PRINTF(5, 6);
/* An error in a file, or a folder, as a whole. */
#define bcnet_fault(remarks, file, ...) bcnet_remark(remarks, BCNET_ERROR, file, BCNET_WHOLE_FILE, __VA_ARGS__)
/* Those of a kind, for BCNET_NOTE with the doubts; and the first of exactly this kind, or NULL. */
unsigned                     bcnet_remarks_count(const GPtrArray *remarks, bcnet_remark_kind_t kind);
const bcnet_import_remark_t *bcnet_remarks_first(const GPtrArray *remarks, bcnet_remark_kind_t kind);
/* One line for users, without what a terminal would obey: "x.py:12: note: ..."; `times`: it stands for so many. */
char *bcnet_remark_text(const bcnet_import_remark_t *remark, unsigned times);
/* In the place of how many a remark stands when they are read folded, "x.py:12: note: 32 times, first: ..."; 0: its first
 * one stands for it. */
unsigned bcnet_remark_times(const GPtrArray *remarks, unsigned place);

/* What reading the scripts of a folder costs in all. */
typedef struct {
    size_t bytes, steps; /* of scripts, and what was followed in them ... */
    size_t bytes_max, steps_max; /* ... and what may be; 0: no limit */
} bcnet_reading_t;

/* A script that was named by the user, wherever it is. */
bool bcnet_source_read(const char *path, bcnet_reading_t *reading, bcnet_script_source_t *source, GPtrArray *remarks);

/* Scripts of a folder and of the folders within it, found as Windows finds them: upper and lower case are the same.
 *
 * Nothing outside of the folder is ever opened: neither by a name with a path in it nor through a link. */

typedef struct {
    char    *path; /* from the top: "scripts/Ships/"; "" is the top itself */
    char    *folded; /* as others find it */
    unsigned depth; /* 2 */
    bool     has_scripts;
} bcnet_tree_folder_t;

typedef struct {
    const bcnet_tree_folder_t *folder;
    char                      *name; /* "Akira.py" */
    char                      *folded; /* with the folder: "scripts/ships/akira.py" */
} bcnet_tree_file_t;

typedef struct {
    char            *path; /* as the user named it */
    char            *real; /* the same with all links followed; NULL when it is not there */
    bcnet_reading_t *reading; /* of the caller */
    GPtrArray       *folders; /* bcnet_tree_folder_t *, upper ones first, else by name */
    GPtrArray       *files; /* bcnet_tree_file_t *, in this order */
    GHashTable      *found; /* folded -> bcnet_tree_file_t */
    GHashTable      *seen; /* folders, with all links followed */
    unsigned         names; /* that were looked at */
} bcnet_tree_t;

/* Deep: with the folders within. What cannot be read is a remark. */
bcnet_tree_t *bcnet_tree_new(const char *path, bool deep, bcnet_reading_t *reading, GPtrArray *remarks);
void          bcnet_tree_free(bcnet_tree_t *tree);
/* Whether there is such a folder in it: "ships/", folded. */
bool bcnet_tree_has(const bcnet_tree_t *tree, const char *folder);
/* Its path, freed with g_free. */
char *bcnet_tree_path(const bcnet_tree_t *tree, const bcnet_tree_file_t *file);
/* A script of the first of the folders (folded, "scripts/ships/") that has it, as it was written or else compiled; its name
 * may begin with folders, too. False when there is none, or with a remark when it cannot be read. */
bool bcnet_tree_read(const bcnet_tree_t *tree, const GPtrArray *folders, const char *name,
                     bcnet_script_source_t *source, GPtrArray *remarks);
