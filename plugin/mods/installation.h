/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a folder of the game, or of a mod, has: which ships, under which numbers, with which hardpoint scripts.
 *
 * The game keeps its scripts below "scripts", a mod that comes with its sources often below "src/scripts", and an
 * archive that was unpacked may have folders around all that. Multiplayer/SpeciesToShip has a table of ship scripts; a
 * ship's place in it is its species. ships/NAME says which hardpoint script and which name the ship has, and
 * ships/Hardpoints/NAME what the ship consists of. Every one of these scripts may be there as it was written (.py) or
 * only compiled (.pyc). 97.2, last paragraph; the names of the table and its columns are those of the game's file. */
#pragma once

#include "mods/script.h"

/* One ship: what the table and its ship script say of it; and what becomes of that. */
typedef struct {
    int         species; /* 0: not in the table */
    bool        menu; /* can be chosen in the multiplayer menu */
    bool        missing; /* the table has it, but there is no script */
    const char *script; /* "BirdOfPrey"; may be NULL, as the next one */
    const char *faction;
    const char *name; /* as the ship script has it, before there is a job; may be NULL */
    const char *hardpoint; /* "birdofprey"; NULL when it cannot be told */
    const char *trouble; /* why it cannot be told, though the script is there: in which file ... */
    const char *trouble_in;
    unsigned    trouble_line; /* ... and line */

    /* Of a job of the import. */
    const char     *file; /* the script's name, for users */
    const char     *path; /* of the hardpoint script; NULL: to be looked up in the installation */
    bool            listed; /* ... of a folder that the user named, out of which no link leads */
    char           *key; /* name of the layout file without ".ini" */
    bool            guessed; /* the number is that of the built-in ship of the same name */
    bcnet_layout_t *layout; /* NULL: none, the remarks say why */
    bool            stock; /* it says the same as the built-in one */
    GPtrArray      *remarks;
    const char     *target; /* for the caller: where the layout goes */
} bcnet_import_job_t;

typedef struct {
    bcnet_arena_t   *memory; /* of its texts and ships */
    bcnet_reading_t *reading; /* of the caller */
    bcnet_tree_t    *tree; /* of the folder that the user named */
    const char      *path; /* of that, as the user gave it */
    const char      *path_taken; /* that, or the folder in it that has the scripts; NULL: none has ships */
    unsigned         beside; /* folders with further ships, which are left out */
    GPtrArray       *scripts; /* const char *: folders of scripts, folded, the one that the game runs first */
    GPtrArray       *ships_folders; /* those of ship scripts: "scripts/ships/" ... */
    GPtrArray       *hardpoints; /* ... and of hardpoint scripts */
    const char      *table; /* the species table; NULL when there is none that can be followed */
    GPtrArray       *ships; /* bcnet_import_job_t *, by species, those without one last */
} bcnet_installation_t;

/* Where scripts are below a path; a fault when there are no ships, and smaller ones. */
bcnet_installation_t *bcnet_installation_new(const char *path, bcnet_reading_t *reading, GPtrArray *remarks);
/* Its ships. */
void bcnet_installation_read(bcnet_installation_t *game, GPtrArray *remarks);
/* The names of the scripts in the folders, each once in whatever case; freed with g_ptr_array_free. */
GPtrArray *bcnet_installation_list(const bcnet_installation_t *game, const GPtrArray *folders);
/* The script of a module, "ships.Hardpoints.akira", "Custom.X.Constants". False when there is none, or with a remark. */
bool bcnet_installation_source(const bcnet_installation_t *game, const char *path, bcnet_script_source_t *source,
                               GPtrArray *remarks);
/* The files that clients are asked for (35.2), sorted and as the game compiles them, "scripts/ships/Akira.pyc", a line
 * each; freed with g_free. */
char *bcnet_installation_names(const bcnet_installation_t *game);
void  bcnet_installation_free(bcnet_installation_t *game);
