/* What a stock sender does: the rules of the protocol description, chapter 90.7, for -z bcnet,stock.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STOCK_RULES_H
#define BCNET_STOCK_RULES_H

#include "statistics/tap.h"

/* Numbers as in 90.7. */
typedef enum {
    BCNET_STOCK_DATAGRAM = 1,
    BCNET_STOCK_FRAGMENTS,
    BCNET_STOCK_ORDER,
    BCNET_STOCK_ONE_RESEND,
    BCNET_STOCK_ONE_REPLAY,
    BCNET_STOCK_ACK_REPEATS,
    BCNET_STOCK_FLAGS,
    BCNET_STOCK_RESEND_TIMES,
    BCNET_STOCK_RELIABLE,
    BCNET_STOCK_IDS,
    BCNET_STOCK_NEWCOMER,
    BCNET_STOCK_RELAY,
    BCNET_STOCK_STATE_FLAGS,
    BCNET_STOCK_STATE_ABSOLUTE,
    BCNET_STOCK_STATE_BLOCK,
    BCNET_STOCK_STATE_POWER,
    BCNET_STOCK_BITS,
    BCNET_STOCK_NEVER_SENT,
    BCNET_STOCK_SUBSYSTEM_IDS,
    BCNET_STOCK_INTERVAL,
    BCNET_STOCK_COUNT = BCNET_STOCK_INTERVAL
} bcnet_stock_t;

typedef struct {
    const char *words;
    const char *limits; /* what a capture cannot decide, or is not judged; may be empty */
    bool        host;
    bool        client;
} bcnet_stock_rule_t;

extern const bcnet_stock_rule_t bcnet_stock_rules[BCNET_STOCK_COUNT + 1]; /* by number; 0 is none */
/* A rule in full, with the opcodes that it is about. */
const char *bcnet_stock_rule_words(wmem_allocator_t *pool, bcnet_stock_t rule);

/* What the checks remember of a capture, and where their outcomes go. */
typedef struct bcnet_stock_checks bcnet_stock_checks_t;
/* `frame` is the one that held or broke it: mostly the one in hand. */
typedef void (*bcnet_stock_judge_t)(const void *sink, bcnet_stock_t rule, bool held, uint32_t frame);

/* What a table remembers: bcnet_stock_checks_t, which lives as long as the memory it is made in. */
void *bcnet_stock_checks_new(wmem_allocator_t *pool);
/* Every message, in order. Outcomes are those of its sender. */
void bcnet_stock_check(bcnet_stock_checks_t *checks, const bcnet_tap_message_t *message, const packet_info *pinfo,
                       bcnet_stock_judge_t judge, const void *sink);

#endif
