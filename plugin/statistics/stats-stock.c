/* Statistics > Bridge Commander Stock Rules, and tshark -z bcnet,stock: does everybody do what the game does? A line per
 * rule and sender (protocol chapter 90.7).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats.h"

#include <epan/stat_tap_ui.h>

#include "statistics/stats-table.h"
#include "statistics/stock-rules.h"
#include "statistics/tap.h"

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
    COLUMN_COUNT
} bcnet_stock_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Rule ", "%-5d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Sender           ", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Outcome    ", "%-11s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Checked ", "%-8d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Held    ", "%-8d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Broken  ", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "First broken", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Rule says                                        ", "%-49s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Not decided                                      ", "%-49s" },
};

static void *make_checks(void)
{
    return bcnet_stock_checks_new();
}

static void free_checks(void *checks)
{
    bcnet_stock_checks_free((bcnet_stock_checks_t *)checks);
}

/* ---- Rows: all rules of a sender, at his first message ---- */

static void add_rule(stat_tap_table *table, unsigned row, bcnet_stock_t rule, const char *sender)
{
    bcnet_table_set_uint(table, row, COLUMN_RULE, rule);
    bcnet_table_set_string(table, row, COLUMN_SENDER, sender);
    bcnet_table_set_string(table, row, COLUMN_OUTCOME, "not decided");
    bcnet_table_set_string(table, row, COLUMN_WORDS, bcnet_stock_rules[rule].words);
    bcnet_table_set_string(table, row, COLUMN_LIMITS, bcnet_stock_rules[rule].limits);
}

static void add_sender(stat_tap_table *table, const void *owner, uint32_t id, bool host, const char *sender)
{
    for (unsigned rule = 1; rule <= BCNET_STOCK_COUNT; rule++) {
        if (!(host ? bcnet_stock_rules[rule].host : bcnet_stock_rules[rule].client))
            continue;
        const unsigned row = bcnet_table_add_row(table, columns, COLUMN_COUNT, BCNET_TABLE_ROWS_MAX);
        if (row == G_MAXUINT)
            return;
        add_rule(table, row, (bcnet_stock_t)rule, sender);
        bcnet_table_index_row(table, owner, id << 8 | rule, row);
    }
}

/* The host of a game, or a client by his id on his link: before he has one, he is nobody's sender. */
static void name_rows(stat_tap_table *table, const void *owner, uint32_t id, const char *sender)
{
    const unsigned first = bcnet_table_find_row(table, owner, id << 8 | BCNET_STOCK_DATAGRAM);

    if (strcmp(bcnet_table_cell(table, first, COLUMN_SENDER)->value.string_value, sender) == 0)
        return;
    for (unsigned rule = 1; rule <= BCNET_STOCK_COUNT; rule++) {
        const unsigned row = bcnet_table_find_row(table, owner, id << 8 | rule);
        if (row != G_MAXUINT)
            bcnet_table_set_string(table, row, COLUMN_SENDER, sender);
    }
}

typedef struct {
    stat_tap_table *table;
    const void     *owner;
    uint32_t        id;
} bcnet_stock_sink_t;

static void judge(void *data, bcnet_stock_t rule, bool held, uint32_t frame)
{
    const bcnet_stock_sink_t *sink = (const bcnet_stock_sink_t *)data;
    stat_tap_table           *table = sink->table;
    const unsigned            row = bcnet_table_find_row(table, sink->owner, sink->id << 8 | rule);

    if (row == G_MAXUINT)
        return;
    bcnet_table_add(table, row, COLUMN_CHECKED, 1);
    bcnet_table_add(table, row, held ? COLUMN_HELD : COLUMN_BROKEN, 1);
    const bool broken = bcnet_table_cell(table, row, COLUMN_BROKEN)->value.uint_value > 0;
    bcnet_table_set_string(table, row, COLUMN_OUTCOME, broken ? "broken" : "held");
    if (!held && bcnet_table_is_empty(table, row, COLUMN_FIRST))
        bcnet_table_set_frame(table, row, COLUMN_FIRST, frame);
}

static tap_packet_status add_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                     tap_flags_t flags)
{
    stat_tap_table            *table = bcnet_table_of(data);
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;
    bcnet_stock_checks_t      *checks = (bcnet_stock_checks_t *)bcnet_table_own(table, make_checks, free_checks);
    const bool                 host = message->from_host;
    bcnet_stock_sink_t         sink = { .table = table,
                                        .owner = host ? (const void *)message->game : (const void *)message->link,
                                        .id = host ? BCNET_PEER_HOST : message->client_id };
    const char                *sender = bcnet_tap_from(pinfo->pool, message);

    if (sink.id == BCNET_NO_ID) /* nobody's rows; what he sends is remembered all the same */
        ;
    else if (bcnet_table_find_row(table, sink.owner, sink.id << 8 | BCNET_STOCK_DATAGRAM) == G_MAXUINT)
        add_sender(table, sink.owner, sink.id, host, sender);
    else if (!host && message->peer != BCNET_PEER_NEW)
        name_rows(table, sink.owner, sink.id, sender);
    bcnet_stock_check(checks, message, pinfo, judge, &sink);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_stock(void)
{
    static stat_tap_table_ui ui = {
        .title = "Bridge Commander Stock Rules",
        .cli_string = "bcnet,stock",
        .packet_func = add_message,
        .nfields = COLUMN_COUNT,
        .fields = columns,
    };

    bcnet_table_register(&ui);
}
