/* Comings and goings: how long a player was in the game, and how long he waited for a new ship after his old one
 * was lost (protocol chapters 10.6, 30.8, 50.4, 60.4).
 *
 * The host tells everybody, so each of these things is in a capture several times; all copies are shown alike.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_PRESENCE_H
#define BCNET_PRESENCE_H

#include "game/objects.h"

/* The host gives the id to a new client: what was known of it belongs to somebody else. */
void bcnet_presence_forget(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t player);

/* 0x17: a player has joined. */
void bcnet_show_joining(bcnet_msg_t *msg, uint32_t player);
/* 0x05, 0x04: he leaves. 0x18 knows his name only. */
void bcnet_show_leaving(bcnet_msg_t *msg, uint32_t player);
void bcnet_show_leaving_by_name(bcnet_msg_t *msg, const char *name);

/* 0x06 with code 0x4E: a ship dies. */
void bcnet_show_death(bcnet_msg_t *msg, uint32_t object_id);
/* 0x02, 0x03: a ship; the player's next one after a death is his respawn. */
void bcnet_show_respawn(bcnet_msg_t *msg, const bcnet_life_t *life);

void bcnet_register_presence(int proto);

#endif
