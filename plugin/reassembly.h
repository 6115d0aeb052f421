/* Fragments (protocol chapter 10.5).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_REASSEMBLY_H
#define BCNET_REASSEMBLY_H

#include "session.h"

/* First pass: which message a fragment belongs to, and whether it can. */
void bcnet_analyse_fragment(bcnet_link_t *link, bool from_host, const bcnet_wire_message_t *wire, bool whole,
                            bcnet_verdict_t *verdict);
/* A new connection on the link: numbers mean other messages from now on. */
void bcnet_reassembly_restart(bcnet_link_t *link);

/* Shows a fragment; when it completes its message, returns that message's bytes, else NULL. msg->pos stands
 * at the fragment's payload. */
tvbuff_t *bcnet_reassemble(bcnet_msg_t *msg, const bcnet_wire_message_t *wire);

#endif
