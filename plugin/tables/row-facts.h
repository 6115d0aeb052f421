/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What rows say of messages, stays, rounds and ships, alike in tables for databases, csv, the tables of Statistics and the
 * report. Numbers of games, links and stays in a capture are left to those who count them. */
#pragma once

#include "statistics/tap.h"
#include "tables/row-kinds.h"

#include <epan/expert.h>

/* A stay's network id, and one that a message has; 0: none, or no player's. */
uint32_t bcnet_id_cell(const bcnet_stay_t *stay);
uint32_t bcnet_player_cell(uint32_t id);

/* The record of a reliable message or fragment; NULL: it is none, or an ack. */
const bcnet_sent_t *bcnet_reliable_of(const bcnet_tap_message_t *message);
/* Of the message alone, without its ack. */
void bcnet_fill_message(bcnet_message_row_t *row, const bcnet_tap_message_t *message, const packet_info *pinfo);

/* Of an expert info; false: it is of another protocol, which may complain in the same frame. */
bool bcnet_fill_remark(bcnet_remark_row_t *row, const expert_info_t *info, const packet_info *pinfo);

/* Nanoseconds from the start of a capture to a time. */
int64_t bcnet_time_cell(const nstime_t *start, const nstime_t *time);
int64_t bcnet_moment_cell(const nstime_t *start, const bcnet_moment_t *moment); /* BCNET_NOTHING: not seen */

/* As of the time `now`, with the totals of the newest round of which any were told, without the address. */
void bcnet_fill_stay(bcnet_stay_row_t *row, wmem_allocator_t *pool, const bcnet_stay_t *stay, const nstime_t *start,
                     const nstime_t *now);

/* Who tells of a ship's way: one teller at a time, so that it does not jump between two views (protocol chapter 60.3).
 *
 * The ship's own client knows best and most often. Of the host's tellings to several players one is as good as the other,
 * but not a mixture of them. */
typedef struct {
    const void *who; /* NULL: nobody yet */
    double      told; /* when a position was told last, in seconds */
    float       clock; /* of the last message */
} bcnet_teller_t;

/* Whether the message tells of a ship's way, and is the one to listen to. */
bool bcnet_teller_is_heard(bcnet_teller_t *teller, const bcnet_tap_message_t *message, double now);
