/* Comings and goings: how long a player was in the game, and how long he waited for a new ship after his old one
 * was lost (protocol chapters 10.6, 30.8, 50.4, 60.4).
 *
 * The host tells everybody, so each of these things is in a capture several times; the first telling counts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_PRESENCE_H
#define BCNET_PRESENCE_H

#include "game/objects.h"

/* From joining to leaving. */
typedef struct {
    bcnet_stamp_t joined;
    bcnet_stamp_t left; /* 0: not yet */
    nstime_t      joined_time;
    nstime_t      left_time;
} bcnet_stay_t;

/* From the death of a ship to its player's next one. */
typedef struct {
    const bcnet_life_t *life;
    bcnet_stamp_t       died;
    bcnet_stamp_t       respawned; /* 0: not yet */
    nstime_t            died_time;
    nstime_t            respawned_time;
} bcnet_death_t;

/* The host gives the id to a new client: what was known of it belonged to somebody else. */
void bcnet_note_id_given(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t player);

/* 0x17: a player has joined. 0x05, 0x04, 0x18: he leaves. */
void bcnet_note_joining(bcnet_msg_t *msg, uint32_t player);
void bcnet_note_leaving(bcnet_msg_t *msg, uint32_t player);
/* His newest stay since the server started; NULL: none was seen. */
const bcnet_stay_t *bcnet_stay_at(const bcnet_msg_t *msg, uint32_t player);
/* The player in the game who has the name; BCNET_NO_ID: nobody. */
uint32_t bcnet_player_called(const bcnet_msg_t *msg, const char *name);

/* 0x06 with code 0x4E: a player's ship dies. */
void bcnet_note_death(bcnet_msg_t *msg, const bcnet_life_t *life);
/* 0x02, 0x03: a ship; the player's next one after a death is his respawn. */
void bcnet_note_respawn(bcnet_msg_t *msg, const bcnet_life_t *life);
/* The death of his newest lost ship; NULL: none was seen. */
const bcnet_death_t *bcnet_death_at(const bcnet_msg_t *msg, uint32_t player);

#endif
