/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a program does all the time, though the game never does: a habit of its writer, not a fault of the message.
 * Noted at each message; counted per link, so that it can be said once. */
#ifndef BCNET_EXPERT_ONCE_SHOW_H
#define BCNET_EXPERT_ONCE_SHOW_H

#include "game/session.h"
#include "reading/reader.h"

typedef enum {
    BCNET_ONCE_ACK_FLAGS, /* reserved bits in the flags of acks (10.3) */
    BCNET_ONCE_ENDS_EARLY, /* blocks of subsystem states that end early, or late (60.2) */
    BCNET_ONCE_ENDS_LATE
} bcnet_once_t;

/* Like bcnet_complain, but an expert info the first time only. From then on the item in hand says it, and how often
 * it has been. */
void bcnet_complain_once(bcnet_msg_t *msg, bcnet_once_t once, bcnet_expert_t which, const char *summary);

#endif
