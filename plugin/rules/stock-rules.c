/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/stock-rules.h"

#include "opcodes/opcodes.h"

enum { QUIET, EXPERT };
enum { HOST = 1, CLIENT = 2, BOTH = HOST | CLIENT };

#define ROW(constant, who, expert, breach, protocol, rule, unknown, made_of_it, done)                                  \
    [BCNET_STOCK_##constant] = { .words = (rule),                                                                      \
                                 .limits = (unknown),                                                                  \
                                 .section = (protocol),                                                                \
                                 .game = (made_of_it),                                                                 \
                                 .cause = (done),                                                                      \
                                 .effect = BCNET_BREACH_##breach,                                                      \
                                 .host = ((who)&HOST) != 0,                                                            \
                                 .client = ((who)&CLIENT) != 0,                                                        \
                                 .has_expert = (expert) },
const bcnet_stock_rule_t bcnet_stock_rules[BCNET_STOCK_COUNT + 1] = { BCNET_STOCK_RULES(ROW) };

static bool is_never_sent(unsigned opcode)
{
    const bcnet_opcode_t *row = bcnet_opcode_row((uint8_t)opcode);

    return row && row->direction == BCNET_FROM_NOBODY;
}

const char *bcnet_stock_rule_words(wmem_allocator_t *pool, bcnet_stock_t rule)
{
    wmem_strbuf_t *words = wmem_strbuf_new(pool, bcnet_stock_rules[rule].words);

    for (unsigned opcode = 0; opcode <= UINT8_MAX && rule == BCNET_STOCK_NEVER_SENT; opcode++)
        if (is_never_sent(opcode))
            wmem_strbuf_append_printf(words, " 0x%02X", opcode);
    return wmem_strbuf_get_str(words);
}

const char *bcnet_breach_effect_words(bcnet_breach_effect_t effect)
{
    static const char *const words[] = { [BCNET_BREACH_DIFFERS] = "differs",
                                         [BCNET_BREACH_THROWN_AWAY] = "is thrown away",
                                         [BCNET_BREACH_HANGS] = "hangs" };

    return words[effect];
}
