/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose a slot of object ids is (protocol chapters 10.9, 20.4).
 *
 * Whoever got it by Settings, else the client that sent a creation in it which the host handed on or spoke of (10.12), else
 * the one whom the host's creation of a player's ship names; until the id ends. */
#ifndef BCNET_SLOTS_H
#define BCNET_SLOTS_H

#include "game/stays.h"

/* 0x00: the host gives a slot to the client of the link. */
void bcnet_note_slot_given(bcnet_msg_t *msg, int slot);
/* 0x02, 0x03; `stay`: the client that sends it, or whom the host's 0x03 names; NULL: nobody. */
void bcnet_note_slot_used(bcnet_msg_t *msg, uint32_t object_id, bcnet_stay_t *stay);

/* The host speaks of the object: whoever claims its slot by having created it has it. */
void bcnet_note_slot_confirmed(bcnet_msg_t *msg, uint32_t object_id);
/* First pass: whether a slot of its own is known, by more than the host's word for a ship. */
bool bcnet_has_slot(const bcnet_stay_t *stay);

/* Whose slot the object id lies in as of the message; NULL: nobody's, or not known. */
bcnet_stay_t *bcnet_slot_owner(const bcnet_msg_t *msg, uint32_t object_id);
/* The slot that the stay had last, under whichever rule; negative: none. */
int bcnet_slot_of(const bcnet_stay_t *stay);

#endif
