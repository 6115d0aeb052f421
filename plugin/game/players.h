/* Network ids and the names of those who have them (protocol chapters 10.1, 10.9, 70.13).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_PLAYERS_H
#define BCNET_PLAYERS_H

#include "game/session.h"

enum { BCNET_NO_ID = 0 };

/* The client's network id on this link as of a stamp, BCNET_NO_ID when not known yet. */
uint8_t bcnet_link_client_id(const bcnet_link_t *link, bcnet_stamp_t stamp);
void    bcnet_note_client_id(bcnet_link_t *link, bcnet_stamp_t stamp, uint8_t id);

/* How a name was learned: an announcement (0x00) outranks the name of a ship (0x03). */
typedef enum { BCNET_NAME_FROM_SHIP, BCNET_NAME_ANNOUNCED } bcnet_name_source_t;

/* The player's name as of a stamp, or NULL. */
const char *bcnet_player_name(const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
void        bcnet_note_player(bcnet_msg_t *msg, uint32_t network_id, const char *name, bcnet_name_source_t source);
/* Whoever has the id from now on, has not told a name yet. */
void bcnet_note_nameless(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t network_id);

/* "host", "#2 Ace", "#2", "new client". Packet memory or constant. */
const char *bcnet_who(const bcnet_msg_t *msg, uint32_t network_id);
const char *bcnet_who_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
/* The same for running text: "Ace", "player 2", "the host", "nobody" (0). */
const char *bcnet_player_words(const bcnet_msg_t *msg, uint32_t network_id);

#endif
