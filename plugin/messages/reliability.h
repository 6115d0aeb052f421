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

/* What waits for what: a receiver handles reliable messages strictly in the order of their numbers (protocol chapter
 * 10.4), so all behind a missing one are held up. */

/* The receiver's queue of a sequence space, as far as the capture tells. Times are nanoseconds. */
typedef struct bcnet_queue bcnet_queue_t;

bcnet_queue_t *bcnet_queue_new(void); /* lives as long as the capture */

/* ---- First pass ---- */

/* A message is there, whole. Returns how long something has waited for it; 0: nothing has. */
int64_t bcnet_queue_arrived(bcnet_queue_t *queue, uint32_t number, bcnet_stamp_t stamp, int64_t now);
/* One that was sent again is acknowledged: whether it was there before nobody knows. `stamp`: of its last sending;
 * `since`: when something behind it was sent first. Returns how long that has waited; 0: not at all. */
int64_t bcnet_queue_acknowledged(bcnet_queue_t *queue, uint32_t number, bcnet_stamp_t stamp, int64_t since,
                                 int64_t now);
/* Whether messages wait for this number, and since when. */
bool bcnet_queue_misses(const bcnet_queue_t *queue, uint32_t *number, int64_t *since);
/* True once per gap. */
bool bcnet_queue_stalls(bcnet_queue_t *queue);

/* ---- Every pass ---- */

typedef struct {
    bcnet_stamp_t stamp; /* of what it waits for; 0: nothing, or it is not in the capture */
    int64_t       until;
} bcnet_hold_t;

/* What a message waits for that came at this time; its own time: nothing. `at_receiver`: the capture was taken
 * there, so what it shows has arrived; else numbers that were sent again count as missing until they are acknowledged. */
bcnet_hold_t bcnet_queue_hold(const bcnet_queue_t *queue, uint32_t number, int64_t came, bool at_receiver);

/* Fragments (protocol chapter 10.5). */

typedef struct bcnet_assembly bcnet_assembly_t;

/* First pass: which message a fragment belongs to, and whether it can. */
void bcnet_analyse_fragment(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire,
                            bcnet_sequence_analysis_t *analysis);

/* Shows what a fragment belongs to, and what is wrong with it; when it completes its message, returns that message's bytes, else NULL. msg->pos stands
 * at the fragment's payload. */
tvbuff_t *bcnet_reassemble(bcnet_msg_t *msg);

void bcnet_register_reassembly(int proto);
