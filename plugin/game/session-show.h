/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Players, requests and answers in the tree. */
#ifndef BCNET_SESSION_SHOW_H
#define BCNET_SESSION_SHOW_H

#include "game/exchange.h"
#include "game/players.h"

/* The player's name, as of this frame, beside the network id just read (msg->last): child field bcnet.player.name and a longer label. */
void bcnet_show_player(bcnet_msg_t *msg, uint32_t network_id);
/* The same for one who leaves. */
void bcnet_show_departed(bcnet_msg_t *msg, uint32_t network_id);

/* A client speaks for itself (10.9, 10.12): complains of another id than its own in the field just read. */
void bcnet_check_own_id(bcnet_msg_t *msg, uint32_t network_id, const char *summary);

/* The link to the other end, if there is one: at the request where it is answered, at the answer where it was asked
 * for and how long that took. */
void bcnet_show_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, int hf_answer);
void bcnet_show_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, int hf_request, int hf_time);

/* Where two things belong together: at the first the frame of the second, at the second the first and the time
 * between. */
void bcnet_show_later_frame(bcnet_msg_t *msg, bcnet_stamp_t stamp, int hf_later);
void bcnet_show_earlier_frame(bcnet_msg_t *msg, const bcnet_moment_t *begun, const nstime_t *ended, int hf_begun,
                              int hf_time);

void bcnet_register_session(int proto);

#endif
