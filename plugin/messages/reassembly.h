/* Fragments (protocol chapter 10.5).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_REASSEMBLY_H
#define BCNET_REASSEMBLY_H

#include "game/session.h"

typedef struct bcnet_assembly bcnet_assembly_t;

/* First pass: which message a fragment belongs to, and whether it can. `bytes` is the whole transport message;
 * `whole` tells that it was captured to its end. */
void bcnet_analyse_fragment(bcnet_link_t *link, packet_info *pinfo, bool from_host, const bcnet_wire_message_t *wire,
                            const uint8_t *bytes, bool whole, bcnet_verdict_t *verdict);
/* What is wrong with a fragment, as a sentence. */
const char *bcnet_fragment_fault_words(uint8_t fault);
/* A new connection on the link: numbers mean other messages from now on. */
void bcnet_reassembly_restart(bcnet_link_t *link);

/* Shows a fragment; when it completes its message, returns that message's bytes, else NULL. msg->pos stands
 * at the fragment's payload. */
tvbuff_t *bcnet_reassemble(bcnet_msg_t *msg);

void bcnet_register_reassembly(int proto);

#endif
