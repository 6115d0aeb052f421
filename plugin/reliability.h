/* Sequence numbers: what was sent before, what is acknowledged, what is missing (protocol chapter 10.4).
 *
 * Analysed once, on the first pass; shown always from what was kept.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_RELIABILITY_H
#define BCNET_RELIABILITY_H

#include "session.h"

/* One reliable message or fragment. All its sendings and its acks share this record. */
struct bcnet_sent {
    int64_t  first_time; /* ns */
    int64_t  last_time;
    int64_t  acked_time;
    uint32_t first_frame;
    uint32_t acked_frame; /* first ack; 0: none seen */
    uint32_t number;      /* sequence number without wrapping */
    uint32_t hash;        /* of its bytes */
    uint16_t length;
    uint16_t sendings;
    struct bcnet_assembly *assembly; /* the message a fragment belongs to; NULL: none */
};

/* A connect request with other bytes than the last one starts the numbers afresh. */
void bcnet_analyse_connect(bcnet_link_t *link, const uint8_t *bytes, unsigned length);

/* Places a message among its like. `bytes` holds the whole message as far as captured. */
void bcnet_analyse_sequence(bcnet_link_t *link, packet_info *pinfo, bool from_host,
                            const bcnet_wire_message_t *wire, const uint8_t *bytes, unsigned captured,
                            bcnet_verdict_t *verdict);

/* Shows the outcome, and marks retransmissions in the summary. */
void bcnet_show_sequence(bcnet_msg_t *msg, const bcnet_wire_message_t *wire);
void bcnet_show_ack(bcnet_msg_t *msg);

#endif
