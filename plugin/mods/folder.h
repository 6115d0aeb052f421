/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scripts of a folder, found as Windows finds them: upper and lower case are the same.
 *
 * Nothing outside of the folder is ever opened: neither by a name with a path in it nor through a link. */
#ifndef BCNET_FOLDER_H
#define BCNET_FOLDER_H

#include <glib.h>

#include "mods/remark.h"
#include "mods/source.h"

/* What reading the scripts of a folder costs in all. */
typedef struct {
    size_t     bytes, steps; /* of scripts, and what was followed in them ... */
    size_t     bytes_max, steps_max; /* ... and what may be; 0: no limit */
    GPtrArray *seen; /* gets the paths of whatever is listed or read; NULL: none does */
} bcnet_reading_t;

typedef struct bcnet_folder {
    char                *path;
    char                *real; /* the same with all links followed; NULL when it is gone */
    struct bcnet_folder *top; /* the one that the user named; nothing outside of it is opened */
    bcnet_reading_t     *reading; /* of that one; may be NULL */
    GPtrArray           *names; /* of all entries as they are written, sorted */
    GHashTable          *lower; /* name, folded -> name */
    GHashTable          *entered; /* name -> bcnet_folder_t */
} bcnet_folder_t;

/* A folder that the user named; NULL when it cannot be read, with a remark. */
bcnet_folder_t *bcnet_folder_open(const char *path, bcnet_reading_t *reading, GPtrArray *remarks);
/* Frees it with all that were entered from it. */
void bcnet_folder_close(bcnet_folder_t *folder);
/* A folder within a folder, which may be NULL, in any case; NULL when there is none. */
bcnet_folder_t *bcnet_folder_enter(const bcnet_folder_t *folder, const char *name, GPtrArray *remarks);
/* Whether a script of that name is there, in whatever case; NULL: any script. */
bool bcnet_folder_has_script(const bcnet_folder_t *folder, const char *wanted);
/* A script that was named by the user, wherever it is; `reading` may be NULL. */
bool bcnet_source_read(const char *path, bcnet_reading_t *reading, bcnet_script_source_t *source, GPtrArray *remarks);

/* A script of the first of the folders (bcnet_folder_t *) that has it, as it was written or else compiled. False when
 * there is none, or with a remark when it cannot be read. */
bool bcnet_folders_read(const GPtrArray *folders, const char *name, bcnet_script_source_t *source, GPtrArray *remarks);
/* The same for the path of a module, "Custom.X.Constants", below the folders. */
bool bcnet_folders_read_module(const GPtrArray *folders, const char *path, bcnet_script_source_t *source);
/* The names of all scripts in the folders, each once in whatever case, sorted. */
GPtrArray *bcnet_folders_list(const GPtrArray *folders);

#endif
