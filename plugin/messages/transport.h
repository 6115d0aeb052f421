/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The messages of a datagram (protocol chapter 10.3). */
#pragma once

#include "reading/message.h"

/* Shows a message up to its payload; what has none is shown as a whole. `msg` comes with what all messages of the
 * datagram have in common. True: now a payload is to be read, where the reader stands; it may be one that was joined from
 * fragments. */
bool bcnet_open_message(bcnet_msg_t *msg, const bcnet_wire_message_t *wire);
/* And what is known in the end. `number` counts from 1. */
void bcnet_close_message(bcnet_msg_t *msg, const bcnet_wire_message_t *wire, unsigned number);

/* A message that cannot be read: what is wrong, type and length as far as they are there, the rest of the datagram
 * as bytes. */
void bcnet_dissect_broken(bcnet_msg_t *msg, const bcnet_wire_message_t *wire, bcnet_wire_status_t status,
                          unsigned number);

/* "Ack", "Message" (10.3). */
const char *bcnet_message_type_name(uint8_t type);

extern hf_register_info *const bcnet_transport_fields[];

/* ---- connection.c: comings and goings on the transport's own messages: types 0x00, 0x03, 0x04 and 0x05 (10.3) ---- */

/* Dissects the payload at msg->pos. */
void bcnet_dissect_connection(bcnet_msg_t *msg, uint8_t type);

extern hf_register_info *const bcnet_connection_fields[];
