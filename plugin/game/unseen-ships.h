/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ships that nobody introduced: what is observed of them (protocol chapter 60.4).
 *
 * A capture that begins in mid-battle holds no creation of the ships that fight. What their messages look like is
 * noted here, and what follows from it (ships/infer.h) is kept with its stamp: a finding. */
#ifndef BCNET_UNSEEN_SHIPS_H
#define BCNET_UNSEEN_SHIPS_H

#include "ships/infer.h"
#include "game/objects.h"

typedef struct bcnet_unseen_ship bcnet_unseen_ship_t;

/* For observations: NULL when nothing may be learned from the message, and when the ship's creation was seen. A client
 * that speaks of a ship is its player (60.1). `ship` is an object then. */
bcnet_unseen_ship_t *bcnet_note_unseen_ship(bcnet_msg_t *msg, bcnet_object_ref_t *ship);

void bcnet_note_block(bcnet_msg_t *msg, bcnet_unseen_ship_t *unseen, const bcnet_block_t *block);
void bcnet_note_wanted(bcnet_msg_t *msg, bcnet_unseen_ship_t *unseen, const uint8_t *pairs, size_t length);
void bcnet_note_cloak(bcnet_msg_t *msg, bcnet_unseen_ship_t *unseen);
void bcnet_note_unseen_hash(bcnet_msg_t *msg, bcnet_unseen_ship_t *unseen, uint16_t hash);
/* A subsystem that fires: an id that only one ship of its slot can own tells of that ship. */
void bcnet_note_weapon(bcnet_msg_t *msg, uint32_t weapon_id, bcnet_kind_t kind);

/* The network id of the client that spoke of the ship as its own; BCNET_NO_ID: none did yet. */
unsigned bcnet_unseen_ship_player(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship);
/* The one ship nobody introduced that can own a subsystem's id; false when none or several can. */
bool bcnet_unseen_ship_owning(const bcnet_msg_t *msg, uint32_t object_id, bcnet_object_ref_t *ship);
/* Whether nothing that was observed of an object contradicts that it is such a ship; NULL: of any kind. */
bool bcnet_unseen_ship_can_be(const bcnet_msg_t *msg, uint32_t object_id, const bcnet_layout_t *layout);
/* Which layouts the ship can have, by what its present life has shown; NULL: nothing was observed. */
const bcnet_inference_t *bcnet_unseen_ship_inference(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship);

#endif
