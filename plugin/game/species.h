/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the number of a ship's species stands for in a game (protocol chapters 60.4, 60.11).
 *
 * Mods keep the numbers of stock ships for others. So a number is believed only when the snapshot in the ship's creation
 * reads with the layout of that number to the last byte. If it does not, that layout is refuted: for the ship, and for
 * the number from there on, once the host has taken the ship, until it takes one that reads again. */
#ifndef BCNET_SPECIES_H
#define BCNET_SPECIES_H

#include "game/objects.h"

/* What its snapshot says of a ship about to be created: `length` bytes, of which these many are there. */
void bcnet_judge_snapshot(bcnet_object_t *ship, const uint8_t *snapshot, unsigned there, unsigned length);

/* First pass, when a ship is created, and when the host speaks of it: from then on it holds for the game. NULL: no ship
 * whose creation was seen. */
void bcnet_note_species(const bcnet_msg_t *msg, bcnet_object_t *object);

/* The layout of its number that an object is known not to have, as of the message; NULL: there is no such. */
const bcnet_layout_t *bcnet_refuted_layout(const bcnet_msg_t *msg, const bcnet_object_t *object);
/* Whether this creation was the first in the game that contradicted its number. */
bool bcnet_is_first_contradiction(const bcnet_msg_t *msg, unsigned species);
/* Whether what the ship does has to tell what it is: nobody introduced it, or under a number that means another one. */
bool bcnet_is_to_be_inferred(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship);
/* What a ship that nobody introduced can be, for inference; NULL: anything. First pass. */
const bcnet_inference_t *bcnet_possible_layouts(const bcnet_msg_t *msg);

#endif
