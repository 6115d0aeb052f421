/* Statistics > Bridge Commander Stock Rules, and tshark -z bcnet,stock: does everybody do what the game does? A line per
 * rule and sender (protocol chapter 90.7).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tables/stats-table.h"

#include "tables/stock-rules.h"

typedef enum {
    COLUMN_RULE,
    COLUMN_SENDER,
    COLUMN_OUTCOME,
    COLUMN_CHECKED,
    COLUMN_HELD,
    COLUMN_BROKEN,
    COLUMN_FIRST,
    COLUMN_WORDS,
    COLUMN_LIMITS,
    COLUMN_GAME,
    COLUMN_COUNT
} bcnet_stock_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Rule", "%-5d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Sender", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Outcome", "%-11s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Checked", "%-8d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Held", "%-8d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Broken", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "First broken", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Rule says", "%-49s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Not decided", "%-49s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Game", "%-22s" },
};

/* ---- Rows: all rules of a sender, at the first message ---- */

/* The rules of a sender. */
typedef struct {
    bcnet_table_t      *table;
    const bcnet_stay_t *stay;
} bcnet_sender_t;

static bcnet_row_t *row_of(const bcnet_sender_t *sender, unsigned rule)
{
    return sender->stay ? (bcnet_row_t *)bcnet_table_find(sender->table, sender->stay, rule) : NULL;
}

static void add_rules(const bcnet_sender_t *sender)
{
    const bool host = sender->stay->origin == BCNET_STAY_HOST;

    for (unsigned number = 1; number <= BCNET_STOCK_COUNT; number++) {
        const bcnet_stock_rule_t *rule = &bcnet_stock_rules[number];
        if (!(host ? rule->host : rule->client))
            continue;
        bcnet_row_t *row = bcnet_table_add_row(sender->table, sender->stay->game);
        if (!row)
            return;
        bcnet_row_set_uint(row, COLUMN_RULE, number);
        bcnet_row_show_stay(sender->table, row, COLUMN_SENDER, sender->stay);
        bcnet_row_set_string(row, COLUMN_OUTCOME, "not decided");
        bcnet_row_set_string(row, COLUMN_WORDS,
                             bcnet_stock_rule_words(sender->table->pinfo->pool, (bcnet_stock_t)number));
        bcnet_row_set_string(row, COLUMN_LIMITS, rule->limits);
        bcnet_table_index(sender->table, sender->stay, number, row);
    }
}

static void judge(const void *sink, bcnet_stock_t rule, bool held, uint32_t frame)
{
    bcnet_row_t *row = row_of((const bcnet_sender_t *)sink, rule);

    if (!row)
        return;
    bcnet_row_add(row, COLUMN_CHECKED, 1);
    bcnet_row_add(row, held ? COLUMN_HELD : COLUMN_BROKEN, 1);
    if (!held && bcnet_row_is_empty(row, COLUMN_FIRST))
        bcnet_row_set_int(row, COLUMN_FIRST, (int)frame);
    bcnet_row_set_string(row, COLUMN_OUTCOME, bcnet_row_is_empty(row, COLUMN_FIRST) ? "held" : "broken");
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;

    if (!message->game)
        return false;
    /* Nobody's messages have no rows; they are remembered all the same. */
    const bcnet_sender_t sender = { table, message->from_host ? message->game->host_stay
                                                              : bcnet_stay_on(message->link, message->stamp) };

    if (sender.stay && !row_of(&sender, BCNET_STOCK_DATAGRAM))
        add_rules(&sender);
    bcnet_stock_check((bcnet_stock_checks_t *)table->own, message, table->pinfo, judge, &sender);
    return true;
}

bcnet_table_kind_t bcnet_table_stock = {
    .ui = { .title = "Bridge Commander Stock Rules",
            .cli_string = "bcnet,stock",
            .nfields = COLUMN_COUNT,
            .fields = columns },
    .make = bcnet_stock_checks_new,
    .count = count_message,
};
