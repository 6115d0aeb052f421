/* Statistics > Bridge Commander Players, and tshark -z bcnet,players: one line per player.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats-table.h"

#include "game/players.h"
#include "messages/reliability.h"
#include "statistics/stats.h"

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

/* How a stay ends, beside what is told (bcnet_departure_t). */
enum { STILL_THERE = 0, SILENT = 100, CONNECTED_AGAIN };

/* What is remembered of a row beside its cells. */
typedef struct {
    unsigned how;
    bool     was_heard;
    double   last_heard; /* s */
    unsigned acks; /* and how long they took, in ms */
    double   least, sum, most;
} bcnet_stay_t;

/* No player of the table was heard for longer than since then: as old as the oldest, or older. */
static void *make_oldest_heard(wmem_allocator_t *pool)
{
    return wmem_new0(pool, double);
}

static bcnet_stay_t *stay_of(const bcnet_row_t *row)
{
    return (bcnet_stay_t *)bcnet_row_own(row);
}

/* ---- Rows ---- */

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

static const char *host_words(const bcnet_table_t *table)
{
    const bcnet_game_t *game = table->message->game;

    return bcnet_address_words(table->pinfo->pool, &game->host, game->port);
}

static bcnet_row_t *new_row(bcnet_table_t *table, uint32_t id)
{
    bcnet_row_t *row = bcnet_table_add_row(table);

    if (!row)
        return NULL;
    bcnet_table_index(table, table->message->game, id, row);
    bcnet_row_set_uint(row, COLUMN_ID, id);
    bcnet_row_set_string(row, COLUMN_HOST, host_words(table));
    return row;
}

/* The row of the player who has an id now; made when he is first heard of. NULL when the table is full, or nobody can
 * have the id. */
static bcnet_row_t *row_of(bcnet_table_t *table, uint32_t id)
{
    if (!is_player(id))
        return NULL;
    bcnet_row_t *row = (bcnet_row_t *)bcnet_table_find(table, table->message->game, id);
    if (!row)
        row = new_row(table, id);
    if (row && bcnet_row_is_empty(row, COLUMN_NAME))
        bcnet_row_set_string(row, COLUMN_NAME, name_words(table->message, id));
    return row;
}

/* The row of the one who has the id on this connection. Ids come round again (70.3): the same one on another
 * connection is another player. */
static bcnet_row_t *row_on_link(bcnet_table_t *table, uint32_t id)
{
    const bcnet_link_t *link = table->message->link;
    bcnet_row_t        *row = (bcnet_row_t *)bcnet_table_find(table, link, id);

    if (row)
        return row;
    row = row_of(table, id);
    if (row && !bcnet_row_is_empty(row, COLUMN_ADDRESS))
        row = new_row(table, id);
    if (row)
        bcnet_table_index(table, link, id, row);
    return row;
}

/* ---- How a stay ends ---- */

static void set_end(bcnet_row_t *row, unsigned how, double when, const char *words)
{
    stay_of(row)->how = how;
    bcnet_row_set_decimals(row, COLUMN_LEFT, when);
    bcnet_row_set_string(row, COLUMN_HOW, words);
}

/* The first message that tells of the end counts; what is told outranks what is guessed from silence. */
static void end_stay(const bcnet_table_t *table, bcnet_row_t *row)
{
    static const char *const words[] = {
        [BCNET_LEFT_BY_HIMSELF] = "disconnect",          [BCNET_LEFT_BOOTED] = "boot",
        [BCNET_LEFT_TIMED_OUT] = "boot: timed out",      [BCNET_LEFT_TOLD] = "others told 0x18",
        [BCNET_LEFT_TOLD_BY_EVENT] = "others told 0x17",
    };
    const bcnet_tap_facts_t *facts = table->message->facts;
    const char              *why = facts->left_how == BCNET_LEFT_BOOTED && facts->refusal ? facts->refusal->why : NULL;

    if (stay_of(row)->how != STILL_THERE && stay_of(row)->how != SILENT)
        return;
    set_end(row, facts->left_how, table->now,
            why ? wmem_strdup_printf(table->pinfo->pool, "boot: %s", why) : words[facts->left_how]);
}

/* Who speaks is not silent any more. */
static void hear(const bcnet_table_t *table, bcnet_row_t *row)
{
    bcnet_stay_t *stay = stay_of(row);

    stay->last_heard = table->now;
    stay->was_heard = true;
    if (stay->how != SILENT)
        return;
    stay->how = STILL_THERE;
    bcnet_row_set_string(row, COLUMN_LEFT, "");
    bcnet_row_set_string(row, COLUMN_HOW, "");
}

/* Looks at the rows only when one of them may have become silent. */
static void find_silent(bcnet_table_t *table)
{
    double *oldest = (double *)table->own;

    if (table->now - *oldest <= BCNET_SILENCE_SECONDS)
        return;
    *oldest = table->now;
    for (unsigned i = 0; i < table->cells->num_elements; i++) {
        bcnet_row_t        *row = table->cells->elements[i];
        const bcnet_stay_t *stay = stay_of(row);
        if (!stay->was_heard || stay->how != STILL_THERE)
            continue;
        if (table->now - stay->last_heard > BCNET_SILENCE_SECONDS)
            set_end(row, SILENT, stay->last_heard, "silence");
        else
            *oldest = MIN(*oldest, stay->last_heard);
    }
}

/* ---- What is counted ---- */

static void count_rtt(bcnet_row_t *row, double ms)
{
    bcnet_stay_t *stay = stay_of(row);

    stay->least = stay->acks == 0 ? ms : MIN(stay->least, ms);
    stay->most = MAX(stay->most, ms);
    stay->sum += ms;
    stay->acks++;
    bcnet_row_set_decimals(row, COLUMN_RTT_MIN, stay->least);
    bcnet_row_set_decimals(row, COLUMN_RTT_AVERAGE, stay->sum / stay->acks);
    bcnet_row_set_decimals(row, COLUMN_RTT_MAX, stay->most);
}

static void count_traffic(bcnet_row_t *row, const bcnet_tap_message_t *message, bool sent)
{
    const bcnet_sequence_analysis_t *analysis = message->analysis;

    bcnet_row_add(row, sent ? COLUMN_MESSAGES_SENT : COLUMN_MESSAGES_RECEIVED, 1);
    bcnet_row_add(row, sent ? COLUMN_BYTES_SENT : COLUMN_BYTES_RECEIVED, message->wire->length);
    if (!sent || !analysis)
        return;
    bcnet_row_add(row, COLUMN_RESENDS, message->resend);
    bcnet_row_add(row, COLUMN_LOST, analysis->gap);
    /* How long this player took to acknowledge what he was sent. */
    if (analysis->is_ack && analysis->sent && !analysis->stale_ack)
        count_rtt(row, (double)analysis->since_sending / 1e6);
}

static void count_host(bcnet_table_t *table)
{
    bcnet_row_t *row = row_of(table, BCNET_PEER_HOST);

    if (!row)
        return;
    bcnet_row_set_string(row, COLUMN_NAME, name_words(table->message, BCNET_PEER_HOST));
    bcnet_row_set_string(row, COLUMN_ADDRESS, host_words(table));
    count_traffic(row, table->message, table->message->from_host);
}

/* A client that has no id yet has no row. */
static void count_client(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const uint32_t             client = message->peer == BCNET_PEER_NEW ? BCNET_NO_ID : message->client_id;
    bcnet_row_t               *row = is_player(client) ? row_on_link(table, client) : NULL;

    if (!row)
        return;
    /* Late messages to one whose id somebody else has by now do not rename him. */
    const char *name = name_words(message, client);
    if (*name && bcnet_table_find(table, message->game, client) == row)
        bcnet_row_set_string(row, COLUMN_NAME, name);
    bcnet_row_set_string(row, COLUMN_ADDRESS, bcnet_client_address_words(table->pinfo, message->from_host));
    count_traffic(row, message, !message->from_host);
    if (!message->from_host)
        hear(table, row);
}

static void count_scores(bcnet_table_t *table)
{
    static const unsigned column_of[] = { COLUMN_KILLS, COLUMN_DEATHS, COLUMN_SCORE };
    wmem_array_t         *scores = table->message->facts->scores;

    for (unsigned i = 0; scores && i < wmem_array_get_count(scores); i++) {
        const bcnet_tap_score_t *fact = (const bcnet_tap_score_t *)wmem_array_index(scores, i);
        bcnet_row_t             *row = row_of(table, fact->player);
        if (row)
            bcnet_row_set_int(row, column_of[fact->total], fact->value);
    }
}

/* Who is turned away at the door is whoever is at this door, whatever id the message says (10.3). */
static bcnet_row_t *row_of_leaving(bcnet_table_t *table)
{
    const bcnet_tap_facts_t *facts = table->message->facts;

    if (facts->refusal && facts->refusal->joining)
        return (bcnet_row_t *)bcnet_table_find(table, table->message->link, facts->left);
    return row_of(table, facts->left);
}

/* The host tells everybody, so everything is told several times: the first telling counts. */
static void count_deeds(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_tap_facts_t   *facts = message->facts;
    const bcnet_object_t      *created = facts->created;
    bcnet_row_t               *row;

    if ((row = row_of(table, facts->joined)) && bcnet_row_is_empty(row, COLUMN_JOINED))
        bcnet_row_set_decimals(row, COLUMN_JOINED, table->now);
    if ((row = row_of_leaving(table)))
        end_stay(table, row);
    if (facts->chat && bcnet_tap_copy_of(message) == 0 && (row = row_of(table, facts->chat_from)))
        bcnet_row_add(row, COLUMN_CHATS, 1);
    /* A creation counts once: only the message that began the life carries its stamp. */
    if (created && created->born == message->stamp && created->class_id == BCNET_CLASS_ID_SHIP &&
        (row = row_of(table, created->player)))
        bcnet_row_add(row, COLUMN_SHIPS, 1);
}

/* The host may give a client that comes back from the same port the id he had: a new stay is a new line. Without a
 * goodbye the old one ended when he was heard last. */
static void begin_stay(bcnet_table_t *table)
{
    const bcnet_link_t *link = table->message->link;
    const uint32_t      id = table->message->facts->assigned;

    bcnet_row_t *row = is_player(id) ? (bcnet_row_t *)bcnet_table_find(table, link, id) : NULL;
    if (!row || (!stay_of(row)->was_heard && stay_of(row)->how == STILL_THERE))
        return;
    if (stay_of(row)->how == STILL_THERE)
        set_end(row, CONNECTED_AGAIN, stay_of(row)->last_heard, "connected again");
    bcnet_row_t *fresh = new_row(table, id);
    if (fresh)
        bcnet_table_index(table, link, id, fresh);
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;

    if (!message->game)
        return false;
    find_silent(table);
    if (!message->resend)
        begin_stay(table);
    count_host(table);
    count_client(table);
    if (!message->resend) {
        count_scores(table);
        count_deeds(table);
    }
    return true;
}

bcnet_table_kind_t bcnet_table_players = {
    .ui = { .title = "Bridge Commander Players",
            .cli_string = "bcnet,players",
            .nfields = COLUMN_COUNT,
            .fields = columns },
    .row_size = sizeof(bcnet_stay_t),
    .make = make_oldest_heard,
    .count = count_message,
};
