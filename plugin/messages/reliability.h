/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sequence numbers: what was sent before, what is acknowledged, what is missing (protocol chapter 10.4).
 *
 * Analysed once, on the first pass; shown always from what was kept. */
#ifndef BCNET_RELIABILITY_H
#define BCNET_RELIABILITY_H

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

uint32_t bcnet_sent_number(const bcnet_sent_t *sent);

/* ---- First pass ---- */

/* A connect request with other bytes than the last one starts the numbers afresh. */
bool bcnet_is_new_connection(bcnet_link_t *link, const uint8_t *bytes, unsigned length);
/* The same without a request in the capture: an answer that differs from the last one, or follows an end. */
void bcnet_note_new_answer(bcnet_link_t *link, const uint8_t *bytes, unsigned length);
/* Of every datagram, before its messages. */
void bcnet_note_sides(const bcnet_datagram_t *datagram);
/* Places a message among its like; `captured` bytes of it are there. */
bcnet_sequence_analysis_t bcnet_analyse_sequence(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire,
                                                 unsigned captured, bcnet_stamp_t stamp);
/* What waits for it, when it is known whether it is there whole. */
void bcnet_analyse_order(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire, bcnet_stamp_t stamp,
                         bcnet_sequence_analysis_t *analysis);
void bcnet_keep_analysis(bcnet_link_t *link, bcnet_stamp_t stamp, const bcnet_sequence_analysis_t *analysis);

/* ---- Every pass ---- */

/* What was kept for the message; NULL: nothing. */
const bcnet_sequence_analysis_t *bcnet_analysis_at(const bcnet_msg_t *msg);

/* Shows the outcome for a message that has one and is no ack. What concerns the number itself hangs on the item in hand,
 * that of the number. `low`: its type is below 0x32. */
void bcnet_show_sequence(bcnet_msg_t *msg, bool low);
void bcnet_show_ack(bcnet_msg_t *msg);

void bcnet_register_reliability(int proto);

#endif
