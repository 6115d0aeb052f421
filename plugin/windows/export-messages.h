/* File > Export PDUs to File and tshark -U "BCNET messages": every message a frame of its own.
 *
 * Each is written as a plain datagram of one message for the dissector "bcnet.plain", with the tags of messages/origin.h.
 * What is no whole datagram of messages is written as it is. Nothing here costs anything while nobody exports.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_EXPORT_MESSAGES_H
#define BCNET_EXPORT_MESSAGES_H

#include "messages/origin.h"

bool bcnet_messages_wanted(void);
/* One message of a plain datagram. `origin` tells what goes with it. */
void bcnet_export_message(packet_info *pinfo, tvbuff_t *plain, const bcnet_wire_message_t *wire,
                          const bcnet_origin_t *origin);
/* Bytes as they are, for a dissector; `length`: so many of them. */
void bcnet_export_bytes(packet_info *pinfo, tvbuff_t *tvb, unsigned length, const char *dissector);

void bcnet_register_export_messages(void);

#endif
