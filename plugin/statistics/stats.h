/* Statistics over the tap "bcnet" (tap.h): tables in the GUI and for tshark -z.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STATS_H
#define BCNET_STATS_H

#include "game/session.h"

/* stats-conversations.c: "10.10.10.1:22101", "[fd00::1]:22101". Packet memory. */
const char *bcnet_address_words(wmem_allocator_t *pool, const address *host, unsigned port);
/* The client's end of a link. */
const char *bcnet_link_words(wmem_allocator_t *pool, const bcnet_link_t *link);
/* Where somebody is; empty: not known. */
const char *bcnet_stay_address(wmem_allocator_t *pool, const bcnet_stay_t *stay);

/* stats-tree.c: -z bcnet,tree */
void bcnet_register_stats_tree(void);
/* stats-csv.c: -z bcnet,csv[,OPCODE or FILTER] */
void bcnet_register_stats_csv(void);
/* stats-table.c: -z bcnet,players, ships, chat, relay, cadence, unacked and stock */
void bcnet_register_tables(void);
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

/* report.c: -z bcnet,report,FILE and -z bcnet,world,FILE */
void bcnet_register_report(void);

#endif
