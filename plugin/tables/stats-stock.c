/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Stock Rules, and tshark -z bcnet,stock: does everybody do what the game does? A line per
 * rule and sender (protocol chapters 90.7, 90.8). */
#include "tables/stats-table.h"

#include "rules/check.h"

#define COLUMNS(COLUMN)                                                                                                \
    COLUMN(RULE, COUNT, "Rule", 5)                                                                                     \
    COLUMN(SENDER, TEXT, "Sender", 17)                                                                                 \
    COLUMN(OUTCOME, TEXT, "Outcome", 11)                                                                               \
    COLUMN(CHECKED, COUNT, "Checked", 8)                                                                               \
    COLUMN(HELD, COUNT, "Held", 8)                                                                                     \
    COLUMN(BROKEN, COUNT, "Broken", 8)                                                                                 \
    COLUMN(FIRST, NUMBER, "First broken", 12)                                                                          \
    COLUMN(EFFECT, TEXT, "A breach", 14)                                                                               \
    COLUMN(WORDS, TEXT, "Rule says", 49)                                                                               \
    COLUMN(LIMITS, TEXT, "Not decided", 49)                                                                            \
    COLUMN(SECTION, TEXT, "Section", 7)                                                                                \
    COLUMN(FRAMES, TEXT, "Frames", 20)                                                                                 \
    COLUMN(FOUND, TEXT, "Found", 49)                                                                                   \
    COLUMN(EXPECTED, TEXT, "What the game does", 49)                                                                   \
    COLUMN(CAUSE, TEXT, "Mostly", 49)                                                                                  \
    COLUMN(GAME, TEXT, "Game", 22)
BCNET_COLUMNS(COLUMNS)

/* ---- Rows: all rules of a sender, at the first message ---- */

/* All rules of a sender, unless they are there. */
static void add_rules(bcnet_table_t *table, const bcnet_stay_t *stay)
{
    const bool host = stay->origin == BCNET_STAY_HOST;

    if (bcnet_table_find(table, stay, BCNET_STOCK_DATAGRAM))
        return;
    for (unsigned number = 1; number <= BCNET_STOCK_COUNT; number++) {
        const bcnet_stock_rule_t *rule = &bcnet_stock_rules[number];
        if (!(host ? rule->host : rule->client))
            continue;
        bcnet_row_t *row = bcnet_table_add_row(table, stay->game);
        if (!row)
            return;
        bcnet_row_set_uint(row, COLUMN_RULE, number);
        bcnet_row_show_stay(table, row, COLUMN_SENDER, stay, NULL);
        bcnet_row_set_string(row, COLUMN_OUTCOME, "not decided");
        bcnet_row_set_string(row, COLUMN_WORDS, bcnet_stock_rule_words(table->pinfo->pool, (bcnet_stock_t)number));
        bcnet_row_set_string(row, COLUMN_LIMITS, rule->limits);
        bcnet_row_set_string(row, COLUMN_EFFECT, bcnet_breach_effect_words(rule->effect));
        bcnet_row_set_string(row, COLUMN_SECTION, rule->section);
        bcnet_row_set_string(row, COLUMN_EXPECTED, rule->game);
        bcnet_row_set_string(row, COLUMN_CAUSE, rule->cause);
        bcnet_table_index(table, stay, number, row);
    }
}

/* The first ones, each with what was found. */
static void show_breach(const bcnet_table_t *table, bcnet_row_t *row, const bcnet_verdict_t *verdict)
{
    wmem_allocator_t *pool = table->pinfo->pool;
    const uint32_t    frame = bcnet_stamp_frame(verdict->stamp);
    const char       *frames = row[COLUMN_FRAMES].value.string_value, *found = row[COLUMN_FOUND].value.string_value;

    if (bcnet_row_is_empty(row, COLUMN_FIRST))
        bcnet_row_set_int(row, COLUMN_FIRST, frame);
    bcnet_row_set_string(row, COLUMN_OUTCOME, "broken");
    bcnet_row_set_string(row, COLUMN_FRAMES, wmem_strdup_printf(pool, "%s%s%u", frames, *frames ? " " : "", frame));
    bcnet_row_set_string(row, COLUMN_FOUND,
                         wmem_strdup_printf(pool, "%s%s%s", found, *found ? "; " : "", verdict->found));
}

static void count_verdict(bcnet_table_t *table, const bcnet_verdict_t *verdict)
{
    add_rules(table, verdict->sender);
    bcnet_row_t *row = (bcnet_row_t *)bcnet_table_find(table, verdict->sender, verdict->rule);
    if (!row)
        return;
    bcnet_row_add(row, COLUMN_CHECKED, 1);
    bcnet_row_add(row, verdict->held ? COLUMN_HELD : COLUMN_BROKEN, 1);
    if (verdict->is_listed)
        show_breach(table, row, verdict);
    else if (bcnet_row_is_empty(row, COLUMN_FIRST))
        bcnet_row_set_string(row, COLUMN_OUTCOME, "held");
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;

    /* A host of which nothing can be read has its lines, too. */
    add_rules(table, message->game->host_stay);
    const bcnet_stay_t *sender = bcnet_stock_sender(message);
    if (sender)
        add_rules(table, sender);
    const bcnet_verdict_t *verdicts;
    const unsigned count = bcnet_stock_check((bcnet_stock_checks_t *)table->own, message, table->pinfo, &verdicts);
    for (unsigned i = 0; i < count; i++)
        count_verdict(table, &verdicts[i]);
    return true;
}

bcnet_table_kind_t bcnet_table_stock = {
    .ui = BCNET_TABLE("Stock Rules", "stock"),
    .make = bcnet_stock_checks_new,
    .count = count_message,
};
