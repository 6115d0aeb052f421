/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Players in words: "#2 Ace", "Ace", "host" (protocol chapters 10.9, 70.13). */
#ifndef BCNET_PLAYERS_H
#define BCNET_PLAYERS_H

#include "game/stays.h"

/* A client in a message with this byte 0; NULL: nobody yet. */
const char *bcnet_client_words(wmem_allocator_t *pool, const bcnet_stay_t *stay, uint8_t peer, bcnet_stamp_t stamp);
/* A stay; NULL: all that is known is the id. */
bcnet_endpoint_t bcnet_endpoint_of(wmem_allocator_t *pool, const bcnet_stay_t *stay, uint32_t id, bcnet_stamp_t stamp);
/* "#2 Ace" of a stay as of a stamp; "host". */
const char *bcnet_stay_words(wmem_allocator_t *pool, const bcnet_stay_t *stay, bcnet_stamp_t stamp);

/* The player's name as of a stamp, or NULL. */
const char *bcnet_player_name(const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);

/* The same as a message means it: a resend speaks of whoever had the id when it was sent first, unless that one had no
 * name yet. Departed: of an id that is nobody's any more, who had it last. */
const char *bcnet_name_meant(const bcnet_msg_t *msg, uint32_t network_id);
const char *bcnet_departed_name_meant(const bcnet_msg_t *msg, uint32_t network_id);

/* "host", "#2 Ace", "#2", "new client". Packet memory or constant. */
const char *bcnet_who(const bcnet_msg_t *msg, uint32_t network_id);
const char *bcnet_who_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
/* Somebody whom a payload names, so that it may be anything: "nobody" for 0, "player 255" for what is no network id. */
const char *bcnet_named_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
/* The one who leaves: what the host tells of them may come after their end. */
const char *bcnet_who_left(const bcnet_msg_t *msg, uint32_t network_id);
/* The same for running text: "Ace", "player 2", "the host", "nobody" (0). */
const char *bcnet_player_words(const bcnet_msg_t *msg, uint32_t network_id);

#endif
