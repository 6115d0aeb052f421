/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sequence numbers: what was sent before, what is acknowledged, what is missing (protocol chapter 10.4).
 *
 * Analysed once, on the first pass; shown always from what was kept. */
#pragma once

#include "messages/datagram.h"

/* The last sending, of those that were sent again. */
struct bcnet_resent {
    int64_t       time;
    bcnet_stamp_t stamp;
};

/* One reliable message or fragment. All its sendings and its acks share this record; it is the greater part of what
 * a capture costs, so it is kept small. */
struct bcnet_sent {
    bcnet_sent_t          *next; /* in the table of its space */
    int64_t                key; /* sequence number without wrapping, and fragment index */
    int64_t                first_time; /* ns */
    int64_t                acked_time; /* the first time */
    struct bcnet_resent   *resent; /* NULL: was sent once */
    uint32_t               first_frame;
    uint32_t               acked_frame; /* first ack; 0: none seen */
    uint32_t               hash; /* of its bytes */
    uint16_t               length : 14;
    uint16_t               replay : 1; /* of an object or its damage: others may pass it */
    uint16_t               acked_at_once : 1; /* before it was sent again: the time of its ack is a round trip */
    uint16_t               sendings : 13;
    uint16_t               overdue : 1; /* came when its resend was due: the capture lacks its first sending */
    uint16_t               acks : 2; /* up to three */
    struct bcnet_assembly *assembly; /* the message a fragment belongs to; NULL: none */
};

/* What was acknowledged is nowhere, and a message of the other sequence space has its number and waits: the ack is in the wrong
 * space, or the capture lacks what it means. Acks alike share it. */
struct bcnet_stray_ack {
    bcnet_stamp_t stamp; /* of the first */
    int64_t       time;
    bcnet_sent_t *waits;
    bool          is_wrong; /* that is certain */
};

uint32_t bcnet_sent_number(const bcnet_sent_t *sent);

/* ---- First pass ---- */

/* Places a message, of which `captured` bytes are there, among its like, and keeps what that tells. Whether it is its first
 * sending. */
bool bcnet_analyse_sequence(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire, unsigned captured,
                            bcnet_stamp_t stamp);

/* ---- Every pass ---- */

/* What was kept for the message; NULL: nothing. */
const bcnet_sequence_analysis_t *bcnet_analysis_at(const bcnet_msg_t *msg);

/* Shows the outcome for a message that has one and is no ack. What concerns the number itself hangs on the item in hand,
 * that of the number. `low`: its type is below 0x32. */
void bcnet_show_sequence(bcnet_msg_t *msg, bool low);
void bcnet_show_ack(bcnet_msg_t *msg);

extern hf_register_info *const bcnet_reliability_fields[];

/* Fragments (protocol chapter 10.5). */

typedef struct bcnet_assembly bcnet_assembly_t;

/* First pass: which message a fragment belongs to, and whether it can. */
void bcnet_analyse_fragment(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire,
                            bcnet_sequence_analysis_t *analysis);

/* Shows what a fragment belongs to, and what is wrong with it; when it completes its message, returns that message's bytes,
 * else NULL. msg->pos stands at the fragment's payload. */
tvbuff_t *bcnet_reassemble(bcnet_msg_t *msg);

void bcnet_register_reassembly(int proto);
