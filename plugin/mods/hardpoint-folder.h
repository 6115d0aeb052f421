/* Scripts of a folder, found as Windows finds them: upper and lower case are the same.
 *
 * Nothing outside of the folder is ever opened: neither by a name with a path in it nor through a link.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HARDPOINT_FOLDER_H
#define BCNET_HARDPOINT_FOLDER_H

#include "mods/hardpoint.h"

typedef struct bcnet_folder {
    char                *path;
    char                *real; /* the same with all links followed; NULL when it is gone */
    struct bcnet_folder *top; /* the one that the user named; nothing outside of it is opened */
    GPtrArray           *seen; /* of that one: gets the paths of whatever is listed or read below it; NULL: none does */
    GPtrArray           *names; /* of all entries as they are written, sorted */
    GHashTable          *lower; /* name in lower case -> name */
    GHashTable          *entered; /* name -> bcnet_folder_t */
} bcnet_folder_t;

/* A folder that the user named; NULL when it cannot be read, with a remark. */
bcnet_folder_t *bcnet_folder_open(const char *path, GPtrArray *remarks);
/* Frees it with all that were entered from it. */
void bcnet_folder_close(bcnet_folder_t *folder);
/* A folder within a folder, in any case; NULL when there is none. */
bcnet_folder_t *bcnet_folder_enter(const bcnet_folder_t *folder, const char *name, GPtrArray *remarks);
/* Whether a script of that name is there, in whatever case; NULL: any script. */
bool bcnet_folder_has_script(const bcnet_folder_t *folder, const char *wanted);
/* A script that was named by the user, wherever it is. */
bool bcnet_script_read(const char *path, bcnet_script_t *script, GPtrArray *remarks);

/* Names that Windows takes for the same give the same; freed with g_free. Names of files need not be UTF-8. */
char *bcnet_folded_name(const char *name);
/* "Akira.py" and "akira.PYC" are scripts, called "Akira" and "akira"; "__init__.py" makes a folder a package and is
 * none. The name is freed with g_free; NULL: no script. */
char *bcnet_script_name(const char *file);
/* A script of the first of the folders (bcnet_folder_t *) that has it, as it was written or else compiled. False when
 * there is none, or with a remark when it cannot be read. */
bool bcnet_scripts_read(const GPtrArray *folders, const char *name, bcnet_script_t *script, GPtrArray *remarks);
/* The names of all scripts in the folders, each once in whatever case, sorted. */
GPtrArray *bcnet_scripts_list(const GPtrArray *folders);

#endif
