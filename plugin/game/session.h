/* Who plays with whom: games, links and players (protocol chapters 10.6, 20.4, 60.4).
 *
 * A game is a host endpoint (address and port); a link is one peer's traffic with that host. Everything
 * here is written on the first pass only and read as of a stamp (timeline.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_SESSION_H
#define BCNET_SESSION_H

#include "reading/message.h"

enum { BCNET_NO_ID = 0 };

struct bcnet_sequences;
struct bcnet_verdicts;
struct bcnet_objects;
struct bcnet_unseen_ships;
struct bcnet_ship_records;
struct bcnet_presence;

/* One endpoint that talks to a host. */
struct bcnet_link {
    bcnet_game_t     *game;
    uint32_t          index; /* number of the link in its game, from 1 */
    bcnet_timeline_t *client_ids; /* network ids of the client, as GUINT_TO_POINTER */
    uint8_t           last_client_id;
    /* Connection requests tell a new connection from a repeated request (10.4). */
    uint32_t                connect_hash;
    uint32_t                connection; /* counts connections on this link */
    struct bcnet_sequences *sequences; /* of the present connection; reliability.c */
    struct bcnet_verdicts  *verdicts; /* of all connections; reliability.c */
    wmem_map_t             *assemblies; /* messages in pieces, reassembly.c */
    wmem_map_t             *exchanges; /* requests waiting for an answer, by kind and key; see bcnet_link_note */
};

struct bcnet_game {
    address                    host;
    uint16_t                   port;
    uint32_t                   index; /* number of the game in the capture, from 1 */
    uint32_t                   link_count;
    struct bcnet_objects      *objects; /* objects.c */
    struct bcnet_unseen_ships *unseen; /* binding.c */
    struct bcnet_ship_records *records; /* ship-records.c */
    struct bcnet_presence     *presence; /* presence.c */
    wmem_map_t                *players; /* network id -> bcnet_timeline_t of names */
    bcnet_timeline_t          *starts; /* server restarts: nothing known before counts any more */
    bcnet_timeline_t          *missions; /* mission number, from Settings and score messages (70.6) */
    wmem_map_t                *directories; /* name hash -> bcnet_timeline_t of names, op-checksum.c */
    float                      clock; /* newest host clock; first pass only */
    bool                       has_clock;
};

/* The link a datagram belongs to; made on the first pass. NULL when a later pass meets an unknown one. */
bcnet_link_t *bcnet_link_of(packet_info *pinfo, bool from_host);

/* ---- Network ids and names ---- */

/* The client's network id on this link as of a stamp, BCNET_NO_ID when not known yet. */
uint8_t bcnet_link_client_id(const bcnet_link_t *link, bcnet_stamp_t stamp);
void    bcnet_learn_client_id(bcnet_link_t *link, bcnet_stamp_t stamp, uint8_t id);

/* How a name was learned: an announcement (0x00) outranks the name of a ship (0x03). */
typedef enum { BCNET_NAME_FROM_SHIP, BCNET_NAME_ANNOUNCED } bcnet_name_source_t;

/* The player's name as of a stamp, or NULL. */
const char *bcnet_player_name(const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
void        bcnet_learn_player(bcnet_msg_t *msg, uint32_t network_id, const char *name, bcnet_name_source_t source);

/* The host gives the id to a new client: the name it had before is not this one's. */
void bcnet_forget_player(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t network_id);

/* "host", "#2 Ace", "#2", "new client". Packet memory or constant. */
const char *bcnet_who(const bcnet_msg_t *msg, uint32_t network_id);
const char *bcnet_who_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
/* The same for running text: "Ace", "player 2", "the host", "nobody" (0). */
const char *bcnet_player_words(const bcnet_msg_t *msg, uint32_t network_id);

/* Shows the player's name beside the network id just read (msg->last): child field bcnet.player.name and
 * a longer label. */
void bcnet_show_player(bcnet_msg_t *msg, uint32_t network_id);

/* ---- The host's clock (60.4): a Settings message that sets it back tells of a restarted server ---- */
void bcnet_learn_clock(bcnet_msg_t *msg, float clock, bool from_settings);
/* The stamp from which on facts count, as of a stamp: 0, or the last restart of the server. */
bcnet_stamp_t bcnet_game_start(const bcnet_game_t *game, bcnet_stamp_t stamp);

/* ---- The mission (70.6): 0 unknown, 1, 2, 3, 5 ---- */
void     bcnet_learn_mission(bcnet_msg_t *msg, unsigned mission);
unsigned bcnet_mission(const bcnet_msg_t *msg);

/* ---- Requests and answers on one link (35.3, 40.11) ----
 * A request is noted under a kind and a key; its answer finds it. Both ends learn the other's frame. */
typedef enum {
    BCNET_EXCHANGE_CONNECT,
    BCNET_EXCHANGE_CHECKSUM, /* key: round */
    BCNET_EXCHANGE_OBJECT, /* key: object id */
    BCNET_EXCHANGE_READY, /* 0x2A and its answer 0x35 */
    BCNET_EXCHANGE_FIRING, /* key: weapon; start and stop */
    BCNET_EXCHANGE_FILE /* 0x25 and 0x27 */
} bcnet_exchange_kind_t;

typedef struct {
    bcnet_stamp_t request;
    bcnet_stamp_t answer; /* 0: none yet */
    nstime_t      request_time;
    nstime_t      answer_time;
    const char   *subject; /* what was asked for: the directory of a checksum request */
} bcnet_exchange_t;

/* Notes a request (first pass) or finds the one noted for this message. NULL when there is none. */
bcnet_exchange_t *bcnet_exchange_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key,
                                         const char *subject);
/* Finds the request this message answers; on the first pass marks it answered. NULL when not seen. */
bcnet_exchange_t *bcnet_exchange_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key);

/* Shows the link to the other end, if there is one: at the request where it is answered, at the answer where it was
 * asked for and how long that took. An exchange may be NULL. */
void bcnet_show_request(bcnet_msg_t *msg, const bcnet_exchange_t *exchange, int hf_answer);
void bcnet_show_answer(bcnet_msg_t *msg, const bcnet_exchange_t *exchange, int hf_request, int hf_time);

#endif
