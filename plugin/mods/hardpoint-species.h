/* Which ship has which species number, in an installation of the game.
 *
 * Multiplayer/SpeciesToShip.py has a table of ship scripts; a ship's place in it is its species.
 * ships/NAME.py says which hardpoint script and which name the ship has. 97.2, last paragraph; the names
 * of the table and its columns are those of the game's file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HARDPOINT_SPECIES_H
#define BCNET_HARDPOINT_SPECIES_H

#include "mods/hardpoint-folder.h"

typedef struct {
    int   species; /* 0: not in the table */
    bool  menu; /* can be chosen in the multiplayer menu */
    char *script; /* "BirdOfPrey" */
    char *faction; /* may be NULL */
    char *name; /* as the ship script has it; may be NULL */
    char *hardpoint; /* "birdofprey"; NULL when the ship script is not there */
} bcnet_game_ship_t;

typedef struct {
    bcnet_folder_t *hardpoints; /* ships/Hardpoints */
    GPtrArray      *ships; /* bcnet_game_ship_t *, by species, those without one last */
} bcnet_game_t;

/* `path` is the folder of the game or its folder "scripts". NULL when it is no installation, with
 * remarks; smaller faults are remarks too. */
bcnet_game_t *bcnet_game_read(const char *path, GPtrArray *remarks);
void          bcnet_game_free(bcnet_game_t *game);

#endif
