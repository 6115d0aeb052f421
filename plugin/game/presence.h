/* Comings and goings: how long players were in the game, and how long they waited for a new ship after their old one
 * was lost (protocol chapters 10.6, 30.8, 50.4, 60.4).
 *
 * The host tells everybody, so each of these things is in a capture several times; the first telling counts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_PRESENCE_H
#define BCNET_PRESENCE_H

#include "game/exchange.h"

/* The host gives the id to a new client: what was known of it belonged to somebody else. */
void bcnet_note_id_given(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t player);

/* 0x06 with code 0x4E: a player's ship dies. */
void bcnet_note_death(bcnet_msg_t *msg, const bcnet_object_t *object);
/* 0x02, 0x03: a ship; the player's next one after a death is a respawn. */
void bcnet_note_respawn(bcnet_msg_t *msg, const bcnet_object_t *object);
/* From the death of the player's newest lost ship to the next one; NULL: no death was seen. */
bcnet_exchange_t *bcnet_death_at(const bcnet_msg_t *msg, uint32_t player);

#endif
