/* Statistics > Bridge Commander Players, and tshark -z bcnet,players: one line per player.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats.h"

#include <epan/stat_tap_ui.h>

#include "game/players.h"
#include "messages/reliability.h"
#include "statistics/stats-table.h"
#include "statistics/tap.h"

typedef enum {
    COLUMN_ID,
    COLUMN_NAME,
    COLUMN_ADDRESS,
    COLUMN_JOINED,
    COLUMN_LEFT,
    COLUMN_HOW,
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
    COLUMN_HOST, /* last: it is the same in most rows */
    COLUMN_COUNT
} bcnet_player_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_UINT, TAP_ALIGN_LEFT, "Id    ", "%-6d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Name            ", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Address               ", "%-22s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Joined (s)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Left (s)  ", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "How                     ", "%-24s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Ships ", "%-6d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Kills  ", "%-7s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Deaths ", "%-7s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Score  ", "%-7s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Chats ", "%-6d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Msgs sent", "%-9d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Bytes sent", "%-10d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Msgs rcvd", "%-9d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Bytes rcvd", "%-10d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "RTT min (ms)", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "RTT avg (ms)", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "RTT max (ms)", "%-12s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Resends", "%-7d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Lost ", "%-5d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Host                  ", "%-22s" },
};

/* Ids that players can have (10.1): others are no row's beginning. */
static bool is_player(uint32_t id)
{
    return id <= BCNET_PEER_LAST_CLIENT && bcnet_peer_possible((uint8_t)id);
}

/* Empty when it is not known yet. */
static const char *name_words(const bcnet_tap_message_t *message, uint32_t id)
{
    const char *name = bcnet_player_name(message->game, id, message->stamp);

    return name ? name : id == BCNET_PEER_HOST ? "host" : "";
}

static unsigned new_row(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo, uint32_t id)
{
    const bcnet_game_t *game = message->game;
    const unsigned      row = bcnet_table_add_row(table, columns, COLUMN_COUNT, BCNET_TABLE_ROWS_MAX);

    if (row == G_MAXUINT)
        return row;
    bcnet_table_index_row(table, game, id, row);
    bcnet_table_set_uint(table, row, COLUMN_ID, id);
    bcnet_table_set_string(table, row, COLUMN_HOST, bcnet_end_words(pinfo->pool, &game->host, game->port));
    return row;
}

/* The row of the player who has an id now; made when he is first heard of. G_MAXUINT when the table is full, or
 * nobody can have the id. */
static unsigned row_of(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo, uint32_t id)
{
    if (!is_player(id))
        return G_MAXUINT;
    unsigned row = bcnet_table_find_row(table, message->game, id);
    if (row == G_MAXUINT)
        row = new_row(table, message, pinfo, id);
    if (row != G_MAXUINT && bcnet_table_is_empty(table, row, COLUMN_NAME))
        bcnet_table_set_string(table, row, COLUMN_NAME, name_words(message, id));
    return row;
}

/* The row of the one who has the id on this connection. Ids come round again (70.3): the same one on another
 * connection is another player. */
static unsigned row_on_link(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo, uint32_t id)
{
    unsigned row = bcnet_table_find_row(table, message->link, id);

    if (row != G_MAXUINT)
        return row;
    row = row_of(table, message, pinfo, id);
    if (row != G_MAXUINT && !bcnet_table_is_empty(table, row, COLUMN_ADDRESS))
        row = new_row(table, message, pinfo, id);
    if (row != G_MAXUINT)
        bcnet_table_index_row(table, message->link, id, row);
    return row;
}

static void set_seconds(stat_tap_table *table, unsigned row, unsigned column, const packet_info *pinfo)
{
    if (bcnet_table_is_empty(table, row, column))
        bcnet_table_set_decimals(table, row, column, nstime_to_sec(&pinfo->rel_ts));
}

/* ---- How a stay ends ---- */

/* Kinds of ends beside those that are told (bcnet_departure_t). */
enum { STILL_THERE = 0, SILENT = 100, CONNECTED_AGAIN };

static unsigned *how_of(stat_tap_table *table, unsigned row)
{
    return &bcnet_table_cell(table, row, COLUMN_HOW)->user_data.uint_value;
}

/* When the row's player was heard last; kept beside the end, and whether he ever was beside the ships. */
static double *last_heard(stat_tap_table *table, unsigned row)
{
    return &bcnet_table_cell(table, row, COLUMN_LEFT)->user_data.float_value;
}

static unsigned *was_heard(stat_tap_table *table, unsigned row)
{
    return &bcnet_table_cell(table, row, COLUMN_SHIPS)->user_data.uint_value;
}

/* No player of the table was heard for longer than since then: as old as the oldest, or older. */
static double *oldest_heard(stat_tap_table *table)
{
    return &bcnet_table_cell(table, 0, COLUMN_ID)->user_data.float_value;
}

static void set_end(stat_tap_table *table, unsigned row, unsigned how, double when, const char *words)
{
    *how_of(table, row) = how;
    bcnet_table_set_decimals(table, row, COLUMN_LEFT, when);
    bcnet_table_set_string(table, row, COLUMN_HOW, words);
}

/* The first message that tells of the end counts; what is told outranks what is guessed from silence. */
static void end_stay(stat_tap_table *table, unsigned row, const bcnet_facts_t *facts, const packet_info *pinfo)
{
    static const char *const words[] = {
        [BCNET_LEFT_BY_HIMSELF] = "disconnect",          [BCNET_LEFT_BOOTED] = "boot",
        [BCNET_LEFT_TIMED_OUT] = "boot: timed out",      [BCNET_LEFT_TOLD] = "others told 0x18",
        [BCNET_LEFT_TOLD_BY_EVENT] = "others told 0x17",
    };
    const char *why = facts->left_how == BCNET_LEFT_BOOTED && facts->refusal ? facts->refusal->why : NULL;

    if (*how_of(table, row) != STILL_THERE && *how_of(table, row) != SILENT)
        return;
    set_end(table, row, facts->left_how, nstime_to_sec(&pinfo->rel_ts),
            why ? wmem_strdup_printf(pinfo->pool, "boot: %s", why) : words[facts->left_how]);
}

/* Who speaks is not silent any more. */
static void hear(stat_tap_table *table, unsigned row, const packet_info *pinfo)
{
    *last_heard(table, row) = nstime_to_sec(&pinfo->rel_ts);
    *was_heard(table, row) = 1;
    if (*how_of(table, row) != SILENT)
        return;
    *how_of(table, row) = STILL_THERE;
    bcnet_table_set_string(table, row, COLUMN_LEFT, "");
    bcnet_table_set_string(table, row, COLUMN_HOW, "");
}

static bool may_be_silent(stat_tap_table *table, unsigned row)
{
    return *was_heard(table, row) && *how_of(table, row) == STILL_THERE;
}

/* Looks at the rows only when one of them may have become silent. */
static void find_silent(stat_tap_table *table, const packet_info *pinfo)
{
    const double now = nstime_to_sec(&pinfo->rel_ts);

    if (table->num_elements == 0 || now - *oldest_heard(table) <= BCNET_SILENCE_SECONDS)
        return;
    double oldest = now;
    for (unsigned row = 0; row < table->num_elements; row++) {
        if (!may_be_silent(table, row))
            continue;
        if (now - *last_heard(table, row) > BCNET_SILENCE_SECONDS)
            set_end(table, row, SILENT, *last_heard(table, row), "silence");
        else
            oldest = MIN(oldest, *last_heard(table, row));
    }
    *oldest_heard(table) = oldest;
}

/* The numbers behind the cells are kept beside them, their count beside the losses. */
static void count_rtt(stat_tap_table *table, unsigned row, double ms)
{
    double   *least = &bcnet_table_cell(table, row, COLUMN_RTT_MIN)->user_data.float_value;
    double   *sum = &bcnet_table_cell(table, row, COLUMN_RTT_AVERAGE)->user_data.float_value;
    double   *most = &bcnet_table_cell(table, row, COLUMN_RTT_MAX)->user_data.float_value;
    unsigned *count = &bcnet_table_cell(table, row, COLUMN_LOST)->user_data.uint_value;

    *least = *count == 0 ? ms : MIN(*least, ms);
    *most = MAX(*most, ms);
    *sum += ms;
    (*count)++;
    bcnet_table_set_decimals(table, row, COLUMN_RTT_MIN, *least);
    bcnet_table_set_decimals(table, row, COLUMN_RTT_AVERAGE, *sum / *count);
    bcnet_table_set_decimals(table, row, COLUMN_RTT_MAX, *most);
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

static void count_host(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const bcnet_game_t *game = message->game;
    const unsigned      row = row_of(table, message, pinfo, BCNET_PEER_HOST);

    if (row == G_MAXUINT)
        return;
    bcnet_table_set_string(table, row, COLUMN_NAME, name_words(message, BCNET_PEER_HOST));
    bcnet_table_set_string(table, row, COLUMN_ADDRESS, bcnet_end_words(pinfo->pool, &game->host, game->port));
    count_traffic(table, row, message, message->from_host);
}

/* A client that has no id yet has no row. */
static void count_client(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const uint32_t client = message->peer == BCNET_PEER_NEW ? BCNET_NO_ID : message->client_id;
    const unsigned row = is_player(client) ? row_on_link(table, message, pinfo, client) : G_MAXUINT;

    if (row == G_MAXUINT)
        return;
    /* Late messages to one whose id somebody else has by now do not rename him. */
    const char *name = name_words(message, client);
    if (*name && bcnet_table_find_row(table, message->game, client) == row)
        bcnet_table_set_string(table, row, COLUMN_NAME, name);
    bcnet_table_set_string(table, row, COLUMN_ADDRESS,
                           message->from_host ? bcnet_end_words(pinfo->pool, &pinfo->dst, pinfo->destport)
                                              : bcnet_end_words(pinfo->pool, &pinfo->src, pinfo->srcport));
    count_traffic(table, row, message, !message->from_host);
    if (!message->from_host)
        hear(table, row, pinfo);
}

static void count_scores(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    static const unsigned column_of[] = { COLUMN_KILLS, COLUMN_DEATHS, COLUMN_SCORE };
    wmem_array_t         *scores = message->facts->scores;

    for (unsigned i = 0; scores && i < wmem_array_get_count(scores); i++) {
        const bcnet_score_fact_t *fact = (const bcnet_score_fact_t *)wmem_array_index(scores, i);
        const unsigned            row = row_of(table, message, pinfo, fact->player);
        if (row != G_MAXUINT)
            bcnet_table_set_int(table, row, column_of[fact->total], fact->value);
    }
}

/* Who is turned away at the door is whoever is at this door, whatever id the message says (10.3). */
static unsigned row_of_leaving(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const bcnet_facts_t *facts = message->facts;

    if (facts->refusal && facts->refusal->joining)
        return bcnet_table_find_row(table, message->link, facts->left);
    return row_of(table, message, pinfo, facts->left);
}

/* The host tells everybody, so everything is told several times: the first telling counts. */
static void count_deeds(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const bcnet_facts_t *facts = message->facts;
    unsigned             row;

    if ((row = row_of(table, message, pinfo, facts->joined)) != G_MAXUINT)
        set_seconds(table, row, COLUMN_JOINED, pinfo);
    if ((row = row_of_leaving(table, message, pinfo)) != G_MAXUINT)
        end_stay(table, row, facts, pinfo);
    if (facts->chat && bcnet_tap_copy_of(message) == 0 &&
        (row = row_of(table, message, pinfo, facts->chat_from)) != G_MAXUINT)
        bcnet_table_add(table, row, COLUMN_CHATS, 1);
    /* A creation counts once: only the message that began the life carries its stamp. */
    if (facts->created && facts->created->born == message->stamp && facts->created->class_id == BCNET_CLASS_ID_SHIP &&
        (row = row_of(table, message, pinfo, facts->created->player)) != G_MAXUINT)
        bcnet_table_add(table, row, COLUMN_SHIPS, 1);
}

/* The host may give a client that comes back from the same port the id he had: a new stay is a new line. Without a
 * goodbye the old one ended when he was heard last. */
static void begin_stay(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const uint32_t id = message->facts->assigned;

    const unsigned row = is_player(id) ? bcnet_table_find_row(table, message->link, id) : G_MAXUINT;
    if (row == G_MAXUINT || (!*was_heard(table, row) && *how_of(table, row) == STILL_THERE))
        return;
    if (*how_of(table, row) == STILL_THERE)
        set_end(table, row, CONNECTED_AGAIN, *last_heard(table, row), "connected again");
    const unsigned fresh = new_row(table, message, pinfo, id);
    if (fresh != G_MAXUINT)
        bcnet_table_index_row(table, message->link, id, fresh);
}

static tap_packet_status count_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                       tap_flags_t flags)
{
    stat_tap_table            *table = bcnet_table_of(data);
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;

    if (!message->game)
        return TAP_PACKET_DONT_REDRAW;
    find_silent(table, pinfo);
    if (!message->resend)
        begin_stay(table, message, pinfo);
    count_host(table, message, pinfo);
    count_client(table, message, pinfo);
    if (!message->resend) {
        count_scores(table, message, pinfo);
        count_deeds(table, message, pinfo);
    }
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_players(void)
{
    static stat_tap_table_ui ui = {
        .title = "Bridge Commander Players",
        .cli_string = "bcnet,players",
        .packet_func = count_message,
        .nfields = COLUMN_COUNT,
        .fields = columns,
    };

    bcnet_table_register(&ui);
}
