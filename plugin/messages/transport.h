/* The messages of a datagram (protocol chapter 10.3).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_TRANSPORT_H
#define BCNET_TRANSPORT_H

#include "reading/message.h"

/* What to do with the payload of a game message, be it of one message or joined from fragments. */
typedef void (*bcnet_payload_dissector_t)(bcnet_msg_t *msg);

/* Shows one message. `msg` comes with tvb, data, captured, tree and stamp of the datagram; its pos, end,
 * item and text are set here. `number` counts from 1. */
void bcnet_dissect_message(bcnet_msg_t *msg, const bcnet_wire_message_t *wire, unsigned number,
                           bcnet_payload_dissector_t dissect_payload);

/* A message that cannot be read: what is wrong, type and length as far as they are there, the rest of the datagram
 * as bytes. */
void bcnet_dissect_broken(bcnet_msg_t *msg, const bcnet_wire_message_t *wire, bcnet_wire_status_t status,
                          unsigned number);

/* "Ack", "Message" (10.3). */
const char *bcnet_message_type_name(uint8_t type);

void bcnet_register_transport(int proto);

/* ---- connection.c: comings and goings on the transport's own messages: types 0x00, 0x03, 0x04 and 0x05 (10.3) ---- */

/* Dissects the payload at msg->pos. */
void bcnet_dissect_connection(bcnet_msg_t *msg, uint8_t type);

void bcnet_register_connection(int proto);

#endif
