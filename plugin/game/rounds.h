/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rounds of a game, and what ends them (protocol chapters 60.4, 60.10).
 *
 * A restart of the round (0x39) ends lives and scores; a restart of the server everything, and begins a new evening. The
 * host's clock tells of that: it is noticed late, when the first newcomer gets Settings. */
#ifndef BCNET_ROUNDS_H
#define BCNET_ROUNDS_H

#include "game/session.h"

typedef enum { BCNET_ROUND_FIRST, BCNET_ROUND_SERVER, BCNET_ROUND_AGAIN } bcnet_round_beginning_t;

struct bcnet_round {
    bcnet_game_t           *game;
    bcnet_stamp_t           begun; /* 0: the first one */
    bcnet_stamp_t           evening; /* when the server was started; 0: before the capture */
    nstime_t                time;
    unsigned                number; /* of the game, from 1 */
    bcnet_round_beginning_t how;
};

/* Never NULL. */
const bcnet_round_t *bcnet_round_at(const bcnet_game_t *game, bcnet_stamp_t stamp);

/* ---- First pass ---- */

/* Every datagram: its game may be new. */
void bcnet_note_game(bcnet_game_t *game, const nstime_t *now);
/* What the host says the time is, in Settings and in StateUpdates. */
void bcnet_note_clock(bcnet_msg_t *msg, float clock, bool from_settings);
/* A connect request: what the clock was before it. */
void bcnet_note_connection(bcnet_link_t *link, bcnet_stamp_t stamp);
/* 0x39, which is no copy: the round begins again. */
void bcnet_note_round(bcnet_msg_t *msg);

#endif
