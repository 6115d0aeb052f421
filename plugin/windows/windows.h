/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What hangs on Wireshark's windows and on tshark's own options. */
#pragma once

#include "messages/datagram.h"

/* stats-tree.c: -z bcnet,tree */
void bcnet_register_stats_tree(void);
/* stats-conversations.c: -z conv,bcnet and -z endpoints,bcnet */
void bcnet_register_stats_conversations(int proto);
/* follow.c: the number that udp.stream has; CONV_ID_UNSET where there is no UDP, as in exported messages */
uint32_t bcnet_udp_stream(packet_info *pinfo);
/* follow.c: -z follow,bcnet,... */
void bcnet_register_follow(int proto);
/* menu.c: Tools > Bridge Commander */
void bcnet_register_menu(void);
/* conversation-filters.c: Conversation Filter in the menu of a packet */
void bcnet_register_conversation_filters(void);
/* export-messages.c: File > Export PDUs to File and -U "BCNET messages". Is anybody exporting? */
bool bcnet_messages_wanted(void);
/* One message of a plain datagram. `origin` tells what goes with it. */
void bcnet_export_message(packet_info *pinfo, tvbuff_t *plain, const bcnet_wire_message_t *wire,
                          const bcnet_origin_t *origin);
/* Bytes as they are, for a dissector; `length`: so many of them. */
void bcnet_export_bytes(packet_info *pinfo, tvbuff_t *tvb, unsigned length, const char *dissector);
void bcnet_register_export_messages(void);
