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
    const char *trouble; /* why it cannot be told, though the script is there */

    /* Of a job of the import. */
    const char     *file; /* the script's name, for users */
    const char     *path; /* of the hardpoint script; NULL: to be looked up in the installation */
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
    bcnet_folder_t  *top; /* the folder that the user named, which has all others */
    const char      *path; /* as the user gave it, without what is superfluous */
    const char      *path_taken; /* that, or the folder in it that has the scripts */
    bool             for_names; /* no ships are needed */
    unsigned         beside; /* folders with ships beside that one, which are left out */
    GPtrArray       *scripts; /* bcnet_folder_t *: the folders of scripts, the one that the game runs first */
    GPtrArray       *ships_folders; /* "ships" in these, where there is one */
    GPtrArray       *hardpoints; /* "ships/Hardpoints" */
    GPtrArray       *tables; /* "Multiplayer" */
    const char      *table; /* the species table; NULL when there is none that can be followed */
    GPtrArray       *ships; /* bcnet_import_job_t *, by species, those without one last */
} bcnet_installation_t;

/* What a path means that was typed or pasted: without blanks, quotes and separators around it, with the home folder for
 * "~", the path of a file:// address, and where there are no drives, with backslashes taken for separators when that
 * leads to something. Freed with g_free. */
char *bcnet_installation_path(const char *typed);
/* NULL when no ships are found below the path, with remarks; smaller faults are remarks too. */
bcnet_installation_t *bcnet_installation_read(const char *path, bcnet_reading_t *reading, GPtrArray *remarks);
/* The same without its ships: where the scripts are. For names only, a mod without ships, such as one of missions, will
 * do. */
bcnet_installation_t *bcnet_installation_open(const char *path, bool for_names, bcnet_reading_t *reading,
                                              GPtrArray *remarks);
/* The script of a module, "ships.Hardpoints.akira", "Custom.X.Constants". False when there is none, or with a remark. */
bool bcnet_installation_source(const bcnet_installation_t *game, const char *path, bcnet_script_source_t *source,
                               GPtrArray *remarks);
/* The files that clients are asked for (35.2), sorted and as the game compiles them, "scripts/ships/Akira.pyc", a line
 * each; freed with g_free. */
char *bcnet_installation_names(const bcnet_installation_t *game, GPtrArray *remarks);
void  bcnet_installation_free(bcnet_installation_t *game);

/* ---- among the files of this part ---- */

/* One that nothing was found of yet. */
bcnet_installation_t *bcnet_installation_new(void);
/* Finds the folders of scripts; false when there are no ships in them, with a remark. */
bool bcnet_installation_find_folders(bcnet_installation_t *game, GPtrArray *remarks);
/* The folders within these, as long as not too many were visited. */
GPtrArray *bcnet_installation_within(const GPtrArray *folders, unsigned *visited);
