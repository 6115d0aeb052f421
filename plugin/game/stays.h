/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stays: who plays, on which connection, under which network id and name, since when, and how it ended (protocol
 * chapters 10.6, 10.9, 60.10).
 *
 * One object for each stay, made on the first pass and kept as long as the capture; every view takes it for the player.
 * An id belongs to a link, from the host's answer that assigns it until its end. A client speaks for itself only. What
 * an announcement or an end tells holds from the next frame on; an assignment at once, so that it names its own
 * receiver. Of the others a client's capture knows what the host tells of them. */
#pragma once

#include "game/session.h"

/* How a stay came to be known. */
typedef enum {
    BCNET_STAY_HOST, /* the host itself: as long as the capture */
    BCNET_STAY_ASSIGNED, /* the host gave the id in answer to a request */
    BCNET_STAY_BY_ID, /* the capture began later: byte 0 of the client's datagrams */
    BCNET_STAY_TOLD, /* nothing was seen but what the host tells others */
    BCNET_STAY_REFUSED /* turned away before it got an id */
} bcnet_stay_origin_t;

/* How it ended. What is told comes first, what follows from other things behind it. */
typedef enum {
    BCNET_STILL_THERE,
    BCNET_LEFT_BY_HIMSELF, /* 0x05 */
    BCNET_LEFT_BOOTED, /* 0x04 */
    BCNET_LEFT_TIMED_OUT, /* 0x04 with that reason */
    BCNET_LEFT_TOLD, /* 0x18: the host only says so */
    BCNET_LEFT_TOLD_BY_EVENT, /* 0x17 with the event of a deletion: a host that is not stock says so (50.4) */
    BCNET_LEFT_SILENTLY, /* nothing was heard for 45 s */
    BCNET_LEFT_AGAIN, /* connected again, without a goodbye */
    BCNET_LEFT_REPLACED, /* the host gave the id to somebody else */
    BCNET_LEFT_RESTART, /* the server was started again */
    BCNET_LEFT_TWIN /* is known at other endpoints: captured twice (10.11) */
} bcnet_departure_t;

struct bcnet_stay {
    bcnet_game_t        *game;
    const bcnet_link_t  *link; /* NULL: none was seen */
    const bcnet_link_t  *told_on; /* of others: where the host told of it first */
    nstime_t             told; /* and when */
    bcnet_timeline_t    *names; /* read with bcnet_stay_name */
    bcnet_timeline_t    *pauses; /* of 45 s and more: times at which it was heard before; stamps at which again */
    bcnet_timeline_t    *totals; /* rounds.c */
    struct bcnet_object *ship; /* the newest, if it is not gone with its owner; first pass only, objects.c */
    const char          *why; /* booted or refused; NULL: not told */
    bcnet_stamp_t        begun; /* the id; `ended` 0: not yet. Compared with the stamp in hand: bcnet_is_over */
    bcnet_stamp_t        ended;
    bcnet_stamp_t        plays; /* since when the host hands on to it what the others do (10.10); 0: not yet */
    bcnet_moment_t       joined; /* first told by 0x17 */
    bcnet_moment_t       left; /* first told; read with bcnet_end_of_stay */
    bcnet_moment_t       heard; /* last */
    bcnet_departure_t    how;
    bcnet_stay_origin_t  origin;
    bool                 announced; /* and not only named by a ship; first pass */
    bool                 refused; /* never got in */
    int8_t               slot; /* that it had last, under whichever rule; negative: none */
    uint8_t              id; /* BCNET_PEER_NEW: refused before there was one */
};

/* ---- Who ---- */

/* Whose link it is, also after the end of that id; NULL: nobody's yet. */
bcnet_stay_t *bcnet_stay_on(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* The same, but NULL after its end: whoever left speaks for nobody any more, least of all for who has the id now. */
bcnet_stay_t *bcnet_present_on(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* Its id; BCNET_NO_ID: none. NULL is nobody. */
uint8_t bcnet_stay_id(const bcnet_stay_t *stay);
/* Who has a network id; NULL: nobody. */
bcnet_stay_t *bcnet_stay_with(const bcnet_game_t *game, uint32_t id, bcnet_stamp_t stamp);
/* The same; when nobody has it, who had it last since the server started. */
bcnet_stay_t *bcnet_stay_last_with(const bcnet_game_t *game, uint32_t id, bcnet_stamp_t stamp);
/* The client to whom the host says something about the id that was that client's, and is another's since, elsewhere; NULL: whoever
 * has the id is meant. */
bcnet_stay_t *bcnet_receiver_named(const bcnet_msg_t *msg, uint32_t id);
/* As a message means it: a resend speaks of whoever had the id when it was sent first, unless that one had no
 * name yet. */
bcnet_stay_t *bcnet_stay_meant(const bcnet_msg_t *msg, uint32_t id);
/* Whom the host means that says only by name who left: who has just left, else the one who has the name, of several who
 * joined last. NULL: nobody, or none of several was seen joining. */
bcnet_stay_t *bcnet_stay_leaving(const bcnet_msg_t *msg, const char *name);

bool bcnet_is_over(const bcnet_stay_t *stay, bcnet_stamp_t stamp);
/* The id that the host assigned last; BCNET_NO_ID: no assignment was seen. */
uint8_t bcnet_assigned_id(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* What the other end of a link has as its id, as long as that one is a client of this end: a host that is gone without a
 * goodbye may be a client of its client's next. */
uint8_t bcnet_id_of_other_end(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* The id that the datagram of the stamp assigns; BCNET_NO_ID: none. */
uint8_t bcnet_id_assigned_by(const bcnet_link_t *link, bcnet_stamp_t datagram);

/* From when to when the id was given to nobody else; 0: in all frames before, or behind. */
void bcnet_frames_of_id(const bcnet_stay_t *stay, uint32_t *first, uint32_t *last);

/* Who had its id next; NULL: nobody. Itself where it never had it alone. */
const bcnet_stay_t *bcnet_next_with_id(const bcnet_stay_t *stay);

/* Its name as of a stamp, or BCNET_LATEST; NULL: not known. */
const char *bcnet_stay_name(const bcnet_stay_t *stay, bcnet_stamp_t stamp);

/* ---- How it ended ---- */

typedef struct {
    bcnet_departure_t how; /* BCNET_STILL_THERE: not as of that time */
    nstime_t          time;
} bcnet_end_of_stay_t;

/* Nothing was heard for so long that whoever was heard then is taken to be gone: 45 s. */
bool bcnet_is_silence(const nstime_t *since, const nstime_t *now);
/* As of a time: what is told, else what follows. */
bcnet_end_of_stay_t bcnet_end_of_stay(const bcnet_stay_t *stay, const nstime_t *now);
/* Nothing was heard for 45 s, and it may be heard again. */
bool bcnet_is_silent_at(const bcnet_stay_t *stay, bcnet_stamp_t stamp, const nstime_t *now);
/* When it was heard last, if it is silent then and nothing else ended it; else NULL. */
const nstime_t *bcnet_silent_since(const bcnet_stay_t *stay, const bcnet_moment_t *moment);
/* "disconnect", "boot: wrong password", "silence". Empty: still there. */
const char *bcnet_departure_words(wmem_allocator_t *pool, const bcnet_stay_t *stay, bcnet_departure_t how);

/* ---- Who is in the game: those to whom the host hands on what the others do (10.10) ---- */

/* A set of network ids. */
typedef struct {
    uint64_t ids[2];
    bool     unseen; /* there may be others: of some only the host tells */
} bcnet_id_set_t;

bool     bcnet_ids_have(const bcnet_id_set_t *set, uint32_t id);
void     bcnet_ids_add(bcnet_id_set_t *set, uint32_t id);
void     bcnet_ids_remove(bcnet_id_set_t *set, uint32_t id);
unsigned bcnet_ids_count(const bcnet_id_set_t *set);

/* Those who sent 0x2A, or, where the capture began later, what only players send; heard within 45 s. */
bcnet_id_set_t bcnet_players_at(const bcnet_game_t *game, bcnet_stamp_t stamp, const nstime_t *now);

/* ---- What the first pass learns: stay-changes.c ---- */

/* Byte 0 of its datagrams tells the id only as long as no assignment was seen. */
void bcnet_note_own_id(bcnet_link_t *link, bcnet_moment_t now, uint8_t id);
/* The host gives the id to the client; whoever had it before has it no longer. */
void bcnet_note_assigned_id(bcnet_link_t *link, bcnet_moment_t now, uint8_t id);
/* The client asks for a new connection: its old id, if it had one, is over. */
void bcnet_note_new_client(bcnet_link_t *link, bcnet_moment_t now);
/* The link is another one with other endpoints (10.11): its client is known there. */
void bcnet_note_twin(const bcnet_link_t *link, bcnet_moment_t now);
/* A datagram of the client. */
void bcnet_note_heard(const bcnet_link_t *link, bcnet_moment_t now);
/* The server was started again, as it tells the client of the link: of the stays of before only those go on that were
 * taught since (60.10). `told`: the old game, last. */
void bcnet_note_new_evening(bcnet_link_t *link, bcnet_moment_t now, bcnet_stamp_t told);
/* What a link has taught since its last connect request is of the new evening, if that came after the old game was told
 * of last. */
bool bcnet_is_of_new_evening(const bcnet_link_t *link, bcnet_stamp_t taught, bcnet_stamp_t told);
/* The host's own. */
void bcnet_begin_host_stay(bcnet_game_t *game);

/* The host speaks of whoever has the id: bcnet_stay_meant, which begins when nobody has it or had it. */
bcnet_stay_t *bcnet_note_named(bcnet_msg_t *msg, uint32_t id);
/* The author whom a message names: a client speaks for itself only. */
bcnet_stay_t *bcnet_note_author(bcnet_msg_t *msg, uint32_t id);
/* 0x00: what it teaches depends on who says it. Returns whom it names; NULL: nobody. */
bcnet_stay_t *bcnet_note_announcement(bcnet_msg_t *msg, uint8_t id, const char *name);
/* Whether the announcement is the host's echo of the client's own: then it names the receiver. */
bool bcnet_is_echo(const bcnet_msg_t *msg);
/* 0x03: a ship has its player's name. An announced name outranks it. Returns the player. */
bcnet_stay_t *bcnet_note_ship_name(bcnet_msg_t *msg, uint32_t id, const char *name);
/* A client sends what only players send. */
void bcnet_note_playing(bcnet_msg_t *msg);
/* 0x17: a player has joined. */
void bcnet_note_joining(bcnet_msg_t *msg, uint32_t id);
/* 0x04, 0x05, 0x17, 0x18: the stay is over, or so the host says; the first telling counts. */
void bcnet_note_leaving(bcnet_msg_t *msg, bcnet_stay_t *stay, bcnet_departure_t how, const char *why);
/* 0x04, 0x05: the id is nobody's from the next frame on. */
void bcnet_note_id_freed(bcnet_msg_t *msg, bcnet_stay_t *stay);
/* The client of the link is turned away at the door. */
void bcnet_note_refusal(bcnet_msg_t *msg, const char *why);
/* Whom the message turns away; NULL: nobody. */
bcnet_stay_t *bcnet_refused_by(const bcnet_msg_t *msg);

/* Players in words: "#2 Ace", "Ace", "host" (10.9). */

/* A client in a message with this byte 0; NULL: nobody yet. */
const char *bcnet_client_words(wmem_allocator_t *pool, const bcnet_stay_t *stay, uint8_t peer, bcnet_stamp_t stamp);
/* A stay; NULL: all that is known is the id. */
bcnet_endpoint_t bcnet_endpoint_of(wmem_allocator_t *pool, const bcnet_stay_t *stay, uint32_t id, bcnet_stamp_t stamp);
/* "#2 Ace" of a stay as of a stamp; "host". */
const char *bcnet_stay_words(wmem_allocator_t *pool, const bcnet_stay_t *stay, bcnet_stamp_t stamp);

/* The player's name, or NULL, as a message means it: a resend speaks of whoever had the id when it was sent first, unless
 * that one had no name yet. Departed: of an id that is nobody's any more, who had it last. */
const char *bcnet_name_meant(const bcnet_msg_t *msg, uint32_t network_id, bool departed);

/* "host", "#2 Ace", "#2", "new client", in the same way. Packet memory or constant. */
const char *bcnet_who(const bcnet_msg_t *msg, uint32_t network_id, bool departed);
const char *bcnet_who_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
/* Somebody whom a payload names, so that it may be anything: "nobody" for 0, "player 255" for what is no network id. */
const char *bcnet_named_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp);
/* The same for running text: "Ace", "player 2", "the host", "nobody" (0). */
const char *bcnet_player_words(const bcnet_msg_t *msg, uint32_t network_id);

/* Whose a slot of object ids is (protocol chapters 10.9, 20.4).
 *
 * Whoever got it by Settings, else the client that sent a creation in it which the host handed on or spoke of (10.12), else
 * the one whom the host's creation of a player's ship names; until the id ends. */

/* 0x00: the host gives a slot to the client of the link. */
void bcnet_note_slot_given(bcnet_msg_t *msg, int slot);
/* 0x02, 0x03; `stay`: the client that sends it, or whom the host's 0x03 names; NULL: nobody. */
void bcnet_note_slot_used(bcnet_msg_t *msg, uint32_t object_id, bcnet_stay_t *stay);

/* The host speaks of the object: whoever claims its slot by having created it has it. */
void bcnet_note_slot_confirmed(bcnet_msg_t *msg, uint32_t object_id);

/* Whose slot the object id lies in as of the message; NULL: nobody's, or not known. */
bcnet_stay_t *bcnet_slot_owner(const bcnet_msg_t *msg, uint32_t object_id);

/* Scores: what the host says players have killed, lost and won, by round (protocol chapters 60.10, 70.4). */

/* A total that a score message gives (70.4). */
typedef enum { BCNET_TOTAL_KILLS, BCNET_TOTAL_DEATHS, BCNET_TOTAL_SCORE, BCNET_TOTALS } bcnet_total_t;

typedef struct {
    const bcnet_round_t *round;
    int32_t              values[BCNET_TOTALS];
    bool                 told[BCNET_TOTALS]; /* those that were not are 0 unless the capture began in the round */
} bcnet_totals_t;

/* The newest ones; of a round, or (NULL) of the last one of which anything was told. NULL: none. */
const bcnet_totals_t *bcnet_totals_of(const bcnet_stay_t *stay, const bcnet_round_t *round, bcnet_stamp_t stamp);
/* Whether the value is another one than was known before the message; on the first pass it is kept. */
bool bcnet_note_total(bcnet_msg_t *msg, bcnet_stay_t *stay, bcnet_total_t total, int32_t value);

/* Who may say what (protocol chapter 10.12).
 *
 * What a client says of what is another's is shown and told as such; nobody believes it: msg->unbelieved. */

/* What a client's message must be about, and where it says so. */
typedef enum {
    BCNET_OWN_ANYTHING,
    BCNET_OWN_OBJECT, /* the id comes first */
    BCNET_OWN_CREATION, /* of what is not there yet; 0x02 */
    BCNET_OWN_PLAYERS_CREATION, /* 0x03 */
    BCNET_OWN_HANDLER, /* of an event: its destination */
    BCNET_OWN_ENDS, /* its source, too */
    BCNET_OWN_EITHER_END
} bcnet_ownership_t;

/* Before anything is read behind the opcode. True: it speaks of what is another's. */
bool bcnet_is_anothers(bcnet_msg_t *msg, bcnet_ownership_t own);
