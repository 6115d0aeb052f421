/* What hangs on Wireshark's windows and on tshark's own options.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_WINDOWS_H
#define BCNET_WINDOWS_H

#include <epan/packet.h>

/* stats-tree.c: -z bcnet,tree */
void bcnet_register_stats_tree(void);
/* stats-conversations.c: -z conv,bcnet and -z endpoints,bcnet */
void bcnet_register_stats_conversations(int proto);
/* follow.c: the number that udp.stream has; CONV_ID_UNSET where there is no UDP, as in exported messages */
uint32_t bcnet_udp_stream(packet_info *pinfo);
/* follow.c: -z follow,bcnet,... */
void bcnet_register_follow(int proto);
/* menu.c: Tools > Bridge Commander */
void bcnet_register_menu(int proto);
/* conversation-filters.c: Conversation Filter in the menu of a packet */
void bcnet_register_conversation_filters(void);

#endif
