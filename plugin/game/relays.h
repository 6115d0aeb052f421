/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Relays: what a player does can stand in a capture several times, the original as they sent it and copies as the host
 * handed it on (protocol chapter 10.10). What the user reads says "act" for an original.
 *
 * Found on the first pass, by payload; shown from what was kept. What is looked for is forgotten after 45 s; what is
 * kept are originals that have copies, these, and echoes that are not stock. */
#pragma once

#include "game/stays.h"

/* What becomes of a message of this opcode: the table of 10.10. "Hands on": the bytes are the same. */
typedef enum {
    BCNET_RELAY_UNKNOWN, /* no stock program sends it, or no row is there; compared all the same */
    BCNET_RELAY_CREATION, /* to all others, for as long as the object lives */
    BCNET_RELAY_OTHERS, /* to all who are in the game, without the author */
    BCNET_RELAY_ALL, /* with the author */
    BCNET_RELAY_GROUP, /* to the author's group, author included */
    BCNET_RELAY_NOBODY, /* the host takes it, or answers */
    BCNET_RELAY_NEVER, /* neither original nor copy: each receiver gets the host's own */
    /* The host's own. */
    BCNET_TO_SEVERAL,
    BCNET_TO_SEVERAL_SCORE, /* and totals of teams may follow it */
    BCNET_TO_SEVERAL_BEHIND_SCORE, /* to one client elsewhere */
    BCNET_TO_ONE
} bcnet_relay_t;

/* Who acts: the host, the client of a link, or a player whom the host's message is about. */
typedef struct {
    const bcnet_stay_t *stay; /* NULL: a client that is nobody yet, or somebody of whom only the id is known */
    bcnet_stamp_t       stamp;
    uint32_t            id;
} bcnet_actor_t;

/* Where the bytes of a copy are not those of its original. */
typedef struct {
    uint16_t first; /* in the payload */
    uint16_t last;
    uint8_t  original[8]; /* what the original has from there on, as far as it differs */
    uint8_t  copy[8];
} bcnet_change_t;

/* One appearance of what is relayed: the original, or a copy. */
typedef struct bcnet_appearance {
    bcnet_stamp_t            stamp;
    nstime_t                 time;
    const bcnet_link_t      *link;
    struct bcnet_original   *original;
    struct bcnet_appearance *next; /* copy; NULL: none yet */
    const bcnet_change_t    *change; /* NULL: the same bytes */
    uint32_t                 number; /* 0: the original, 1: its first copy */
    bool                     echo; /* neither: the host tells the author what it did, as no stock host does */
} bcnet_appearance_t;

/* An original with copies. */
typedef struct bcnet_original {
    bcnet_appearance_t  first;
    bcnet_appearance_t *newest;
    bcnet_actor_t       actor;
    uint32_t            copies;
    bool                from_host;
    bool                early; /* what its author sent came behind it: bcnet_is_told_early */
} bcnet_original_t;

/* What relaying has to do with a message. */
typedef struct bcnet_relay_analysis {
    bcnet_actor_t             actor;
    const bcnet_appearance_t *appearance; /* NULL: no copy, and none is known */
} bcnet_relay_analysis_t;

/* A connection begins, or its client is in the game (0x2A): it takes no original of before. */
void bcnet_note_listener(bcnet_link_t *link, bcnet_stamp_t stamp, bool in_game);
/* The message with its whole payload: it may be an original or a copy. After it was read, unless it is the host's own. */
void bcnet_note_relay(bcnet_msg_t *msg, bcnet_relay_t relay, const uint8_t *payload, unsigned length);

/* The server was started again: no original of before has a copy any more (60.10). */
void bcnet_forget_relays(bcnet_game_t *game);

/* What is known of it, in packet memory; NULL: this message has nothing to do with relaying. */
const bcnet_relay_analysis_t *bcnet_relay_analysis_of(const bcnet_msg_t *msg, bcnet_relay_t relay);

/* Who acts: "#2 Ace", "host". Packet memory or constant. */
bcnet_endpoint_t bcnet_actor_endpoint(wmem_allocator_t *pool, const bcnet_relay_analysis_t *relayed);
/* Whether the message was found to be a copy, or an echo: it happened in another one. */
bool bcnet_is_copy(const bcnet_msg_t *msg);
/* Whether it happens in this one: no copy, no resend, no quote. */
bool bcnet_is_act(const bcnet_msg_t *msg);
/* Of the host's own words, before they are read: a copy may come late, because its first sending was lost. It speaks of those of
 * when they were said first, and teaches nothing. */
void bcnet_mean_as_copied(bcnet_msg_t *msg);
/* When the act was first in the capture. */
bcnet_stamp_t bcnet_act_stamp(const bcnet_relay_analysis_t *relayed, bcnet_stamp_t message);
