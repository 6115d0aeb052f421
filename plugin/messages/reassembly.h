/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fragments (protocol chapter 10.5). */
#ifndef BCNET_REASSEMBLY_H
#define BCNET_REASSEMBLY_H

#include "messages/reliability.h"

typedef struct bcnet_assembly bcnet_assembly_t;

/* First pass: which message a fragment belongs to, and whether it can. */
void bcnet_analyse_fragment(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire,
                            bcnet_sequence_analysis_t *analysis);

/* Shows what a fragment belongs to, and what is wrong with it; when it completes its message, returns that message's bytes, else NULL. msg->pos stands
 * at the fragment's payload. */
tvbuff_t *bcnet_reassemble(bcnet_msg_t *msg);

void bcnet_register_reassembly(int proto);

#endif
