/* The messages of a datagram (protocol chapter 10.3).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_TRANSPORT_H
#define BCNET_TRANSPORT_H

#include "reading/message.h"

/* Shows one message. `msg` comes with tvb, data, captured, tree and stamp of the datagram; its pos, end,
 * item and text are set here. `number` counts from 1. */
void bcnet_dissect_message(bcnet_msg_t *msg, const bcnet_wire_message_t *wire, unsigned number);

/* A sentence for a message that cannot be read, and its expert info; the rest of the datagram as bytes. */
void bcnet_dissect_broken(bcnet_msg_t *msg, const bcnet_wire_message_t *wire, bcnet_wire_verdict_t verdict);

#endif
