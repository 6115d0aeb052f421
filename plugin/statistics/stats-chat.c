/* Statistics > Bridge Commander Chat, and tshark -z bcnet,chat: what was said, every line once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats.h"

#include <epan/stat_tap_ui.h>

#include "game/players.h"
#include "statistics/stats-table.h"
#include "statistics/tap.h"

typedef enum { COLUMN_TIME, COLUMN_FRAME, COLUMN_AUTHOR, COLUMN_TO, COLUMN_TEXT, COLUMN_COUNT } bcnet_chat_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Time (s)  ", "%-10s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Frame   ", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "From            ", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "To  ", "%-4s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Text                                    ", "%-40s" },
};

static tap_packet_status add_line(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                  tap_flags_t flags)
{
    stat_tap_table            *table = bcnet_table_of(data);
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;
    const bcnet_facts_t       *facts = message->facts;

    if (message->resend || !facts->chat || bcnet_tap_copy_of(message) != 0)
        return TAP_PACKET_DONT_REDRAW;
    const unsigned row = bcnet_table_add_row(table, columns, COLUMN_COUNT, BCNET_CHAT_ROWS_MAX);
    if (row == G_MAXUINT)
        return TAP_PACKET_DONT_REDRAW;
    bcnet_table_set_decimals(table, row, COLUMN_TIME, nstime_to_sec(&pinfo->rel_ts));
    bcnet_table_set_uint(table, row, COLUMN_FRAME, pinfo->num);
    bcnet_table_set_string(table, row, COLUMN_AUTHOR,
                           bcnet_named_at(pinfo->pool, message->game, facts->chat_from, message->stamp));
    bcnet_table_set_string(table, row, COLUMN_TO, facts->team_chat ? "team" : "all");
    bcnet_table_set_string(table, row, COLUMN_TEXT, facts->chat);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_chat(void)
{
    static stat_tap_table_ui ui = {
        .title = "Bridge Commander Chat",
        .cli_string = "bcnet,chat",
        .packet_func = add_line,
        .nfields = COLUMN_COUNT,
        .fields = columns,
    };

    bcnet_table_register(&ui);
}
