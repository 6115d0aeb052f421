/* Statistics over the tap "bcnet" (tap.h): tables in the GUI and for tshark -z.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STATS_H
#define BCNET_STATS_H

#include "reading/message.h"

/* stats-ends.c: "10.10.10.1:22101", "[fd00::1]:22101". Packet memory. */
const char *bcnet_end_words(wmem_allocator_t *pool, const address *host, unsigned port);

/* stats-tree.c: -z bcnet,tree */
void bcnet_register_stats_tree(void);
/* stats-csv.c: -z bcnet,csv[,OPCODE or FILTER] */
void bcnet_register_stats_csv(void);
/* stats-players.c: -z bcnet,players */
void bcnet_register_stats_players(void);
/* stats-ships.c: -z bcnet,ships */
void bcnet_register_stats_ships(void);
/* stats-chat.c: -z bcnet,chat */
void bcnet_register_stats_chat(void);
/* stats-relay.c: -z bcnet,relay */
void bcnet_register_stats_relay(void);
/* stats-cadence.c: -z bcnet,cadence */
void bcnet_register_stats_cadence(void);
/* stats-unacked.c: -z bcnet,unacked */
void bcnet_register_stats_unacked(void);
/* stats-stock.c: -z bcnet,stock */
void bcnet_register_stats_stock(void);
/* stats-ends.c: -z conv,bcnet and -z endpoints,bcnet */
void bcnet_register_stats_ends(int proto);

/* follow.c: -z follow,bcnet,... */
void bcnet_register_follow(int proto);
/* menu.c: Tools > Bridge Commander */
void bcnet_register_menu(int proto);
/* conversation-filters.c: Conversation Filter in the menu of a packet */
void bcnet_register_conversation_filters(void);

/* report.c: -z bcnet,report,FILE and -z bcnet,world,FILE */
void bcnet_register_report(void);

#endif
