/* Statistics > Bridge Commander Players, and tshark -z bcnet,players: one line per player.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "stats.h"

#include <epan/stat_tap_ui.h>
#include <epan/to_str.h>

#include "reliability.h"
#include "stats-table.h"
#include "tap.h"

typedef enum {
    COLUMN_ID,
    COLUMN_NAME,
    COLUMN_ADDRESS,
    COLUMN_HOST,
    COLUMN_JOINED,
    COLUMN_LEFT,
    COLUMN_SHIPS,
    COLUMN_KILLS,
    COLUMN_DEATHS,
    COLUMN_SCORE,
    COLUMN_CHATS,
    COLUMN_MESSAGES_SENT,
    COLUMN_BYTES_SENT,
    COLUMN_MESSAGES_RECEIVED,
    COLUMN_BYTES_RECEIVED,
    COLUMN_RTT_MIN,
    COLUMN_RTT_AVERAGE,
    COLUMN_RTT_MAX,
    COLUMN_RESENDS,
    COLUMN_LOST,
    COLUMN_COUNT
} bcnet_player_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Id  ", "%-4d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Name            ", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Address               ", "%-22s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Host                  ", "%-22s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Joined (s)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Left (s)  ", "%-10s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Ships ", "%-6d" },
    { TABLE_ITEM_INT, TAP_ALIGN_RIGHT, "Kills ", "%-6d" },
    { TABLE_ITEM_INT, TAP_ALIGN_RIGHT, "Deaths", "%-6d" },
    { TABLE_ITEM_INT, TAP_ALIGN_RIGHT, "Score  ", "%-7d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Chats ", "%-6d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Msgs sent", "%-9d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Bytes sent", "%-10d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Msgs rcvd", "%-9d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Bytes rcvd", "%-10d" },
    { TABLE_ITEM_FLOAT, TAP_ALIGN_RIGHT, "RTT min (ms)", "%-12.3f" },
    { TABLE_ITEM_FLOAT, TAP_ALIGN_RIGHT, "RTT avg (ms)", "%-12.3f" },
    { TABLE_ITEM_FLOAT, TAP_ALIGN_RIGHT, "RTT max (ms)", "%-12.3f" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Resends", "%-7d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Lost ", "%-5d" },
};

static void start_table(stat_tap_table_ui *ui)
{
    bcnet_table_start(ui, "Bridge Commander Players", COLUMN_COUNT);
}

static const char *end_words(wmem_allocator_t *pool, const address *host, uint16_t port)
{
    return wmem_strdup_printf(pool, "%s:%u", address_to_str(pool, host), port);
}

/* The player's row; made when he is first heard of. G_MAXUINT when the table is full. */
static unsigned row_of(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo, uint32_t id)
{
    const bcnet_game_t *game = message->game;

    unsigned row = bcnet_table_find_row(table, game, id);

    if (row != G_MAXUINT)
        return row;
    row = bcnet_table_add_row(table, columns, COLUMN_COUNT, game, id);
    if (row == G_MAXUINT)
        return row;
    bcnet_table_set_uint(table, row, COLUMN_ID, id);
    bcnet_table_set_string(table, row, COLUMN_HOST, end_words(pinfo->pool, &game->host, game->port));
    return row;
}

static void set_seconds(stat_tap_table *table, unsigned row, unsigned column, packet_info *pinfo)
{
    bcnet_table_set_string(table, row, column,
                           wmem_strdup_printf(pinfo->pool, "%.3f", nstime_to_sec(&pinfo->rel_ts)));
}

static void count_rtt(stat_tap_table *table, unsigned row, double ms)
{
    stat_tap_table_item_type *average = bcnet_table_cell(table, row, COLUMN_RTT_AVERAGE);
    stat_tap_table_item_type *least = bcnet_table_cell(table, row, COLUMN_RTT_MIN);
    stat_tap_table_item_type *most = bcnet_table_cell(table, row, COLUMN_RTT_MAX);
    const unsigned            count = average->user_data.uint_value;

    if (count == 0 || ms < least->value.float_value)
        least->value.float_value = ms;
    if (ms > most->value.float_value)
        most->value.float_value = ms;
    average->value.float_value = (average->value.float_value * count + ms) / (count + 1);
    average->user_data.uint_value = count + 1;
}

static void count_traffic(stat_tap_table *table, unsigned row, const bcnet_tap_message_t *message, bool sent)
{
    const bcnet_verdict_t *verdict = message->verdict;

    bcnet_table_add(table, row, sent ? COLUMN_MESSAGES_SENT : COLUMN_MESSAGES_RECEIVED, 1);
    bcnet_table_add(table, row, sent ? COLUMN_BYTES_SENT : COLUMN_BYTES_RECEIVED, message->wire->length);
    if (!verdict)
        return;
    if (sent && message->resend)
        bcnet_table_add(table, row, COLUMN_RESENDS, 1);
    if (sent)
        bcnet_table_add(table, row, COLUMN_LOST, verdict->gap);
    /* How long this player took to acknowledge what he was sent. */
    if (sent && verdict->is_ack && verdict->sent && !verdict->stale_ack)
        count_rtt(table, row, (double)verdict->since_sending / 1e6);
}

/* Both ends of the datagram: the host has a line of its own, with network id 1. A client that has no id yet
 * has none. */
static void count_ends(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const uint32_t client = message->from_host ? message->client_id : message->peer;
    const unsigned host_row = row_of(table, message, pinfo, BCNET_PEER_HOST);
    const bool     known = client != BCNET_NO_ID && client != BCNET_PEER_NEW;
    const unsigned row = known ? row_of(table, message, pinfo, client) : G_MAXUINT;

    if (host_row != G_MAXUINT) {
        const bcnet_game_t *game = message->game;
        bcnet_table_set_string(table, host_row, COLUMN_NAME, "host");
        bcnet_table_set_string(table, host_row, COLUMN_ADDRESS, end_words(pinfo->pool, &game->host, game->port));
        count_traffic(table, host_row, message, message->from_host);
    }
    if (row == G_MAXUINT)
        return;
    const char *name = bcnet_player_name(message->game, client, message->stamp);
    if (name)
        bcnet_table_set_string(table, row, COLUMN_NAME, name);
    bcnet_table_set_string(table, row, COLUMN_ADDRESS,
                           message->from_host ? end_words(pinfo->pool, &pinfo->dst, (uint16_t)pinfo->destport)
                                              : end_words(pinfo->pool, &pinfo->src, (uint16_t)pinfo->srcport));
    count_traffic(table, row, message, !message->from_host);
}

static void count_scores(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    static const unsigned column_of[] = { COLUMN_KILLS, COLUMN_DEATHS, COLUMN_SCORE };
    wmem_array_t         *scores = message->facts->scores;

    for (unsigned i = 0; scores && i < wmem_array_get_count(scores); i++) {
        const bcnet_score_fact_t *fact = (const bcnet_score_fact_t *)wmem_array_index(scores, i);
        const unsigned            row = row_of(table, message, pinfo, fact->player);
        if (row != G_MAXUINT)
            bcnet_table_cell(table, row, column_of[fact->total])->value.int_value = fact->value;
    }
}

/* Deeds are counted where they are told by the one who did them: relayed copies would count twice. */
static void count_deeds(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const bcnet_facts_t *facts = message->facts;
    unsigned             row;

    if (facts->joined != BCNET_NO_ID && (row = row_of(table, message, pinfo, facts->joined)) != G_MAXUINT &&
        !*bcnet_table_cell(table, row, COLUMN_JOINED)->value.string_value)
        set_seconds(table, row, COLUMN_JOINED, pinfo);
    if (facts->left != BCNET_NO_ID && (row = row_of(table, message, pinfo, facts->left)) != G_MAXUINT)
        set_seconds(table, row, COLUMN_LEFT, pinfo);
    if (facts->chat_from != BCNET_NO_ID && !message->from_host &&
        (row = row_of(table, message, pinfo, facts->chat_from)) != G_MAXUINT)
        bcnet_table_add(table, row, COLUMN_CHATS, 1);
    /* A creation counts once: only the message that began the life carries its stamp. */
    if (facts->created && facts->created->born == message->stamp && facts->created->player != BCNET_NO_ID &&
        (row = row_of(table, message, pinfo, facts->created->player)) != G_MAXUINT)
        bcnet_table_add(table, row, COLUMN_SHIPS, 1);
}

static tap_packet_status count_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                       tap_flags_t flags)
{
    stat_tap_table            *table = bcnet_table_of(data);
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;

    if (!message->game)
        return TAP_PACKET_DONT_REDRAW;
    count_ends(table, message, pinfo);
    if (!message->resend) {
        count_scores(table, message, pinfo);
        count_deeds(table, message, pinfo);
    }
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_players(void)
{
    static tap_param         filter = { PARAM_FILTER, "filter", "Filter", NULL, TRUE };
    static stat_tap_table_ui ui = {
        .group = REGISTER_STAT_GROUP_GENERIC,
        .title = "Bridge Commander Players",
        .tap_name = "bcnet",
        .cli_string = "bcnet,players",
        .stat_tap_init_cb = start_table,
        .packet_func = count_message,
        .stat_tap_reset_table_cb = bcnet_table_reset,
        .stat_tap_free_table_item_cb = bcnet_table_free_item,
        .nfields = COLUMN_COUNT,
        .fields = columns,
        .nparams = 1,
        .params = &filter,
    };

    register_stat_tap_table_ui(&ui);
}
