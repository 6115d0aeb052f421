/* Sequence numbers: what was sent before, what is acknowledged, what is missing (protocol chapter 10.4).
 *
 * Analysed once, on the first pass; shown always from what was kept.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_RELIABILITY_H
#define BCNET_RELIABILITY_H

#include "messages/datagram.h"

/* One reliable message or fragment. All its sendings and its acks share this record; it is the greater part of what
 * a capture costs, so it is kept small. */
struct bcnet_sent {
    bcnet_sent_t          *next; /* in the table of its space */
    int64_t                key; /* sequence number without wrapping, and fragment index */
    int64_t                first_time; /* ns */
    int64_t                last_time;
    int64_t                acked_time;
    uint32_t               first_frame;
    uint32_t               acked_frame; /* first ack; 0: none seen */
    uint32_t               hash; /* of its bytes */
    uint16_t               length : 15;
    uint16_t               replay : 1; /* of an object or its damage: others may pass it */
    uint16_t               sendings;
    struct bcnet_assembly *assembly; /* the message a fragment belongs to; NULL: none */
};

uint32_t bcnet_sent_number(const bcnet_sent_t *sent);

/* ---- First pass ---- */

/* A connect request with other bytes than the last one starts the numbers afresh. */
bool bcnet_is_new_connection(bcnet_link_t *link, const uint8_t *bytes, unsigned length);
/* Places a message among its like; `captured` bytes of it are there. */
bcnet_sequence_analysis_t bcnet_analyse_sequence(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire,
                                                 unsigned captured);
void bcnet_keep_analysis(bcnet_link_t *link, bcnet_stamp_t stamp, const bcnet_sequence_analysis_t *analysis);

/* ---- Every pass ---- */

/* What was kept for the message; NULL: nothing. */
const bcnet_sequence_analysis_t *bcnet_analysis_at(const bcnet_msg_t *msg);

/* Shows the outcome for a message that has one and is no ack. What concerns the number itself hangs on the item in hand,
 * that of the number. */
void bcnet_show_sequence(bcnet_msg_t *msg);
void bcnet_show_ack(bcnet_msg_t *msg);

void bcnet_register_reliability(int proto);

#endif
