/* The parts of bcnet-layout import.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_LAYOUT_IMPORT_H
#define BCNET_LAYOUT_IMPORT_H

#include "mods/hardpoint-species.h"
#include "mods/hardpoint.h"

/* What became of a script. */
typedef enum {
    IMPORT_FAILED, /* no layout; the remarks say why */
    IMPORT_WRITTEN,
    IMPORT_THERE, /* the file is there already and says the same */
    IMPORT_STOCK, /* the same as the built-in layout: nothing to write */
    IMPORT_KEPT /* the file is there and says something else: left alone */
} import_outcome_t;

/* One ship to import, and then what came of it. */
typedef struct {
    char *file; /* name of the hardpoint script, for the table */
    char *path; /* NULL: look it up in the installation */
    char *key; /* name of the layout file without ".ini" */
    char *name;
    char *script; /* may be NULL, as the next one */
    char *faction;
    char *hardpoint; /* "akira" */
    int   species;
    bool  menu;

    bcnet_layout_t  *layout;
    GPtrArray       *remarks;
    import_outcome_t outcome;
    char            *target; /* the layout file */
} import_job_t;

typedef struct {
    /* options */
    int           species;
    char         *name, *output, *game_path;
    bool          force, all;
    bcnet_readd_t readd;
    /* what they mean */
    bcnet_layouts_t *stock;
    bcnet_game_t    *game; /* NULL without --game */
    GHashTable      *folders; /* path -> bcnet_folder_t *: folders of scripts */
    GPtrArray       *remarks; /* that belong to no ship */
    GPtrArray       *jobs; /* import_job_t * */
} import_t;

/* The built-in ship with a hardpoint script, one with a number if possible; or with a ship script. */
const bcnet_layout_t *bcnet_import_stock_hardpoint(const import_t *import, const char *hardpoint);
const bcnet_layout_t *bcnet_import_stock_script(const import_t *import, const char *script);

/* Jobs. */
void bcnet_import_add_path(import_t *import, const char *path);
void bcnet_import_add_game(import_t *import);
void bcnet_import_name_files(import_t *import);
void bcnet_import_job_free(void *job);
/* From the script to the layout file. */
void bcnet_import_run(import_t *import, import_job_t *job);
void bcnet_import_print(const import_t *import);

#endif
