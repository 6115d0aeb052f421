/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes ship layouts from the scripts of the game, of a mod, or of single ships (97).
 *
 * The command bcnet-layout import and the preference "Game folder" of the plugin both work with this. Nothing is run,
 * and no file outside of the folders that were named is read. */
#pragma once

#include "mods/installation.h"

typedef struct {
    /* Options. */
    int             species; /* of the only ship; 0: not told */
    char           *name; /* of the only ship; may be NULL */
    bool            all; /* ships without a number, and those that are as built in, too */
    bcnet_reading_t reading; /* its limits are the caller's */
    /* What they lead to. */
    bcnet_arena_t   *memory; /* of jobs, and of their texts that are neither the game's nor those of built-in layouts */
    bcnet_layouts_t *stock; /* the built-in layouts, which stay with the caller */
    bcnet_installation_t *game; /* may be NULL */
    bcnet_import_job_t   *job; /* the one that is read ... */
    bcnet_tree_t         *folder; /* ... and the folder of its script, if the user named that; may be NULL */
    unsigned              left_out; /* ships without a number, of an installation with a table */
    GPtrArray            *remarks; /* that belong to no ship */
    GPtrArray            *jobs; /* bcnet_import_job_t * */
} bcnet_import_t;

void bcnet_import_start(bcnet_import_t *import, bcnet_layouts_t *stock);
void bcnet_import_end(bcnet_import_t *import);
/* A job for every ship of the game or of a mod; or for a script, or for every script of a folder. */
void bcnet_import_add_game(bcnet_import_t *import, const char *path);
void bcnet_import_add_path(bcnet_import_t *import, const char *path);
/* When all jobs are there: gives each a file name of its own, and reads its scripts. What cannot be read although the
 * installation's table has it, gets a layout too, one that keeps its number from being taken for that of a built-in ship. */
void bcnet_import_read(bcnet_import_t *import);

/* ---- among the files of this part ---- */

void bcnet_import_read_job(bcnet_import_t *import, bcnet_import_job_t *job);
