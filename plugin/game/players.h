/* Who is who: network ids, and the names of those who have them (protocol chapters 10.1, 10.9, 70.13).
 *
 * An id belongs to a link, from the host's answer that assigns it until its end; a name belongs to a host and an
 * id for the same time. A client speaks for itself only. What an announcement or an end tells holds from the next
 * frame on; an assignment at once, so that it names its own receiver.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_PLAYERS_H
#define BCNET_PLAYERS_H

#include "game/session.h"

/* ---- The client of a link ---- */

/* Byte 0 of its datagrams tells the id only as long as no assignment was seen. */
void bcnet_note_own_id(bcnet_link_t *link, bcnet_stamp_t stamp, uint8_t id);
/* The host gives the id to the client; whoever had it before has it no longer. */
void bcnet_note_assigned_id(bcnet_link_t *link, bcnet_stamp_t stamp, uint8_t id);
/* The client asks for a new connection: its old id, if it had one, is over. */
void bcnet_note_new_client(bcnet_link_t *link, bcnet_stamp_t stamp);

/* The client's network id on this link as of a stamp, also after its end; BCNET_NO_ID when not known yet. */
uint8_t bcnet_link_client_id(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* The same, but none after its end: whoever left speaks for nobody any more, least of all for who has his id now. */
uint8_t bcnet_link_present_id(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* The id that the host assigned last; BCNET_NO_ID when no assignment was seen. */
uint8_t bcnet_link_assigned_id(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* Whether that id is over, and the host has given it to the client of another link. */
bool bcnet_link_id_is_anothers(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* The id that the datagram of the stamp assigns; BCNET_NO_ID: none. */
uint8_t bcnet_link_assigned_by(const bcnet_link_t *link, bcnet_stamp_t datagram);

/* One end of a datagram: the words, and apart what they are made of. */
typedef struct {
    const char *words; /* "host", "#2 Ace", "new client" */
    const char *name; /* NULL: not known */
    uint32_t    id; /* of no player while a client has none */
} bcnet_endpoint_t;

/* The client as its own datagrams show it, with the last name also after the end of its id. */
bcnet_endpoint_t bcnet_client_endpoint(wmem_allocator_t *pool, const bcnet_link_t *link, bcnet_stamp_t stamp);
/* The same for the sender of one of its datagrams with this byte 0. */
bcnet_endpoint_t bcnet_sender_endpoint(wmem_allocator_t *pool, const bcnet_link_t *link, uint8_t peer,
                                       bcnet_stamp_t stamp);
/* The one who has a network id in a game. */
bcnet_endpoint_t bcnet_endpoint_of(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id,
                                   bcnet_stamp_t stamp);

/* ---- Names ---- */

/* 0x00: what it teaches depends on who says it. */
void bcnet_note_announcement(bcnet_msg_t *msg, uint8_t network_id, const char *name);
/* Whether the announcement is the host's echo of the client's own: then it names the receiver. */
bool bcnet_is_echo(const bcnet_msg_t *msg);
/* 0x03: a ship has its player's name. An announced name outranks it. */
void bcnet_note_ship_name(bcnet_msg_t *msg, uint32_t network_id, const char *name);
/* 0x04, 0x05: the id is nobody's from the next frame on. */
void bcnet_note_id_freed(bcnet_msg_t *msg, uint32_t network_id);

/* The player's name as of a stamp, or NULL. */
const char *bcnet_player_name(const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);

/* The same; of an id that is nobody's any more, who had it last. */
const char *bcnet_departed_name(const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);

/* The same two as a message means them: a resend speaks of whoever had the id when it was sent first, unless he had no
 * name yet. */
const char *bcnet_name_meant(const bcnet_msg_t *msg, uint32_t network_id);
const char *bcnet_departed_name_meant(const bcnet_msg_t *msg, uint32_t network_id);

/* "host", "#2 Ace", "#2", "new client". Packet memory or constant. */
const char *bcnet_who(const bcnet_msg_t *msg, uint32_t network_id);
const char *bcnet_who_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
/* Somebody whom a payload names, so that it may be anything: "nobody" for 0, "player 255" for what is no network id. */
const char *bcnet_named_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
/* The one who leaves: what the host tells of him may come after his end. */
const char *bcnet_who_left(const bcnet_msg_t *msg, uint32_t network_id);
/* The same for running text: "Ace", "player 2", "the host", "nobody" (0). */
const char *bcnet_player_words(const bcnet_msg_t *msg, uint32_t network_id);

#endif
