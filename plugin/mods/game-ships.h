/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ships of the game's folder, or of a mod's, for the preference "Game folder". */
#pragma once

#include <glib.h>

#include "mods/import.h"

typedef struct {
    char      *folder; /* as the user gave it, without what is superfluous */
    char      *taken; /* that, or the one in it that has the scripts */
    GPtrArray *layouts; /* bcnet_layout_t *, from_game; those of unknown ships too */
    GPtrArray *names; /* char *, of the files that clients are asked for: "scripts/ships/Akira.pyc" */
    unsigned   ships; /* with a layout of their own */
    unsigned   stock; /* as built in */
    unsigned   missing; /* numbers whose script is not there */
    unsigned   failed;
    unsigned   guessed; /* of the ships: their number is a guess */
    unsigned   left_out; /* without a number */
    unsigned   beside; /* folders with further ships, which are left out */
    char      *trouble; /* the first fault in words; NULL: none */
} bcnet_game_ships_t;

/* `stock` are the built-in layouts. What takes longer than a window may freeze is not read any more, which is a fault. */
bcnet_game_ships_t *bcnet_game_ships_read(const char *folder, bcnet_layouts_t *stock);
void                bcnet_game_ships_free(bcnet_game_ships_t *ships);
