/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a stock game does: the rules of the protocol description, chapters 90.7 and 90.8. */
#pragma once

#include <epan/packet.h>

/* Numbers as in 90.7 and 90.8. */
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
    BCNET_STOCK_NUMBERS,
    BCNET_STOCK_NO_HOLES,
    BCNET_STOCK_ACK_SPACE,
    BCNET_STOCK_NEEDLESS,
    BCNET_STOCK_JOIN,
    BCNET_STOCK_SLOTS,
    BCNET_STOCK_JOINED_TOLD,
    BCNET_STOCK_CLOCK,
    BCNET_STOCK_HANDED_ON,
    BCNET_STOCK_NO_ECHO,
    BCNET_STOCK_OWN_BYTES,
    BCNET_STOCK_KINDS,
    BCNET_STOCK_TOTALS,
    BCNET_STOCK_CIPHER,
    BCNET_STOCK_COUNT = BCNET_STOCK_CIPHER
} bcnet_stock_t;

/* What a breach of a rule does to the game, the worst last. */
typedef enum { BCNET_BREACH_DIFFERS, BCNET_BREACH_THROWN_AWAY, BCNET_BREACH_HANGS } bcnet_breach_effect_t;

typedef struct {
    const char           *words;
    const char           *limits; /* what a capture cannot decide, or is not judged; may be empty */
    const char           *section; /* of the protocol description */
    const char           *game; /* what the game makes of a breach */
    const char           *cause; /* what an author mostly did */
    bcnet_breach_effect_t effect;
    bool                  host;
    bool                  client;
    bool                  has_expert; /* an expert info of its own says it, no less grave */
} bcnet_stock_rule_t;

extern const bcnet_stock_rule_t bcnet_stock_rules[BCNET_STOCK_COUNT + 1]; /* by number; 0 is none */
/* A rule in full, with the opcodes that it is about. */
const char *bcnet_stock_rule_words(wmem_allocator_t *pool, bcnet_stock_t rule);
bool        bcnet_is_never_sent(unsigned opcode);
/* "hangs" */
const char *bcnet_breach_effect_words(bcnet_breach_effect_t effect);
