/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Players, and tshark -z bcnet,players: one line per player. */
#include "tables/stats-table.h"

#include "game/stays.h"
#include "messages/reliability.h"
#include "tables/figures.h"
#include "tables/row-facts.h"
#include "statistics/tap.h"

#define COLUMNS(COLUMN)                                                                                                \
    COLUMN(ID, ID, "Id", 6)                                                                                            \
    COLUMN(NAME, TEXT, "Name", 16)                                                                                     \
    COLUMN(ADDRESS, TEXT, "Address", 22)                                                                               \
    COLUMN(JOINED, NUMBER, "Joined (s)", 10)                                                                           \
    COLUMN(LEFT, NUMBER, "Left (s)", 10)                                                                               \
    COLUMN(HOW, TEXT, "How", 24)                                                                                       \
    COLUMN(SHIPS, COUNT, "Ships", 6)                                                                                   \
    COLUMN(KILLS, NUMBER, "Kills", 7)                                                                                  \
    COLUMN(DEATHS, NUMBER, "Deaths", 7)                                                                                \
    COLUMN(SCORE, NUMBER, "Score", 7)                                                                                  \
    COLUMN(CHATS, COUNT, "Chats", 6)                                                                                   \
    COLUMN(MESSAGES_SENT, COUNT, "Msgs sent", 9)                                                                       \
    COLUMN(BYTES_SENT, COUNT, "Bytes sent", 10)                                                                        \
    COLUMN(MESSAGES_RECEIVED, COUNT, "Msgs rcvd", 9)                                                                   \
    COLUMN(BYTES_RECEIVED, COUNT, "Bytes rcvd", 10)                                                                    \
    COLUMN(RTT_MIN, NUMBER, "RTT min (ms)", 12)                                                                        \
    COLUMN(RTT_AVERAGE, NUMBER, "RTT avg (ms)", 12)                                                                    \
    COLUMN(RTT_MAX, NUMBER, "RTT max (ms)", 12)                                                                        \
    COLUMN(RESENDS, COUNT, "Resends", 7)                                                                               \
    COLUMN(LOST, COUNT, "Lost", 5)                                                                                     \
    COLUMN(RTT_MEDIAN, NUMBER, "RTT median (ms)", 15)                                                                  \
    COLUMN(RTT_P95, NUMBER, "RTT p95 (ms)", 12)                                                                        \
    COLUMN(RELIABLE, COUNT, "Reliable", 8)                                                                             \
    COLUMN(RESENT, NUMBER, "Resent (%)", 10)                                                                           \
    COLUMN(HELD_UP, NUMBER, "Held up (s)", 11)                                                                         \
    COLUMN(LONG_WAITS, NUMBER, "Held up 2 s", 11)                                                                      \
    COLUMN(SILENCES, NUMBER, "Silences", 8)                                                                            \
    COLUMN(FILES, TEXT, "Files", 60)                                                                                   \
    COLUMN(CONNECTION, TEXT, "Connection", 59)                                                                         \
    COLUMN(HOST, TEXT, "Host", 22)
BCNET_COLUMNS(COLUMNS)

/* What is remembered of a row beside its cells. */
typedef struct {
    const bcnet_stay_t *stay; /* NULL: this row says that more were left out */
    bcnet_stay_row_t    shown; /* what the cells say of it */
    bcnet_stamp_t       as_of; /* the newest message that asked for it */
    bcnet_figures_t    *figures; /* of the connection; of the host, of all of them */
} bcnet_player_t;

static bcnet_player_t *player_in(const bcnet_row_t *row)
{
    return (bcnet_player_t *)bcnet_row_own(row);
}

/* ---- Rows: what the stay says now ---- */

/* What is dear to write is written when it changes. */
static void show_row(const bcnet_table_t *table, bcnet_row_t *row, const bcnet_stay_row_t *was,
                     const bcnet_stay_row_t *now)
{
    const bcnet_stay_t *stay = player_in(row)->stay;

    bcnet_row_set_string(row, COLUMN_NAME, now->name ? now->name : stay->origin == BCNET_STAY_HOST ? "host" : "");
    if (bcnet_row_is_empty(row, COLUMN_ADDRESS))
        bcnet_row_set_string(row, COLUMN_ADDRESS, bcnet_stay_address(table->pinfo->pool, stay));
    if (now->joined != was->joined)
        bcnet_row_set_time(row, COLUMN_JOINED, now->joined);
    if (now->gone != was->gone)
        bcnet_row_set_time(row, COLUMN_LEFT, now->gone);
    bcnet_row_set_string(row, COLUMN_HOW, now->how ? now->how : "");
    bcnet_row_set_int(row, COLUMN_KILLS, now->kills);
    bcnet_row_set_int(row, COLUMN_DEATHS, now->deaths);
    bcnet_row_set_int(row, COLUMN_SCORE, now->score);
}

/* Returns whose it is, as long as the player is there. */
static const bcnet_stay_t *show_stay(bcnet_table_t *table, bcnet_row_t *row)
{
    wmem_allocator_t   *pool = table->pinfo->pool;
    bcnet_player_t     *player = player_in(row);
    const bcnet_stay_t *stay = player->stay;
    bcnet_stay_row_t    now = { .link = stay && stay->link ? stay->link->index : 0 };

    if (!stay)
        return NULL;
    bcnet_fill_stay(&now, pool, stay, &table->start, &table->pinfo->abs_ts);
    if (memcmp(&now, &player->shown, sizeof now) != 0)
        show_row(table, row, &player->shown, &now);
    player->shown = now;
    player->as_of = table->message->stamp;
    if (stay->origin == BCNET_STAY_HOST) /* the files of the game */
        bcnet_row_set_string(row, COLUMN_FILES, bcnet_game_files_words(pool, stay->game, table->message->stamp));
    return now.how ? NULL : stay;
}

/* Up to date; NULL: nobody, or not heard of yet. */
static bcnet_row_t *known_row(bcnet_table_t *table, const bcnet_stay_t *stay)
{
    bcnet_row_t *row = stay ? (bcnet_row_t *)bcnet_table_find(table, stay, 0) : NULL;

    if (row && player_in(row)->as_of != table->message->stamp) /* a message is about the same ones several times */
        show_stay(table, row);
    return row;
}

/* Made when somebody is first heard of. NULL when the table is full, or nobody is known. */
static bcnet_row_t *row_of(bcnet_table_t *table, const bcnet_stay_t *stay)
{
    bcnet_row_t *row = known_row(table, stay);

    if (row || !stay || !(row = bcnet_table_add_row(table, stay->game)))
        return row;
    player_in(row)->stay = stay;
    bcnet_row_clear(&bcnet_row_kinds[BCNET_STAYS], &player_in(row)->shown);
    player_in(row)->figures = bcnet_figures_new(table->pool);
    bcnet_table_index(table, stay, 0, row);
    bcnet_row_set_uint(row, COLUMN_ID, stay->id);
    show_stay(table, row);
    /* Whoever comes may come in somebody's place. */
    known_row(table, bcnet_stay_on(stay->link, stay->begun - 1));
    known_row(table, bcnet_stay_last_with(stay->game, stay->id, stay->begun - 1));
    return row;
}

/* ---- What is counted ---- */

/* How long this player took to acknowledge what he was sent, as far as it was sent once. */
static void show_round_trips(bcnet_row_t *row, const bcnet_way_figures_t *to)
{
    if (!to->trips)
        return;
    bcnet_row_set_decimals(row, COLUMN_RTT_MIN, to->least / 1e3);
    bcnet_row_set_decimals(row, COLUMN_RTT_AVERAGE, to->trips_sum / 1e3 / bcnet_quantiles_count(to->trips));
    bcnet_row_set_decimals(row, COLUMN_RTT_MAX, bcnet_round_trip(to, 100));
    bcnet_row_set_decimals(row, COLUMN_RTT_MEDIAN, bcnet_round_trip(to, 50));
    bcnet_row_set_decimals(row, COLUMN_RTT_P95, bcnet_round_trip(to, 95));
}

/* What is about a connection; the host has several. */
static void show_connection(const bcnet_table_t *table, bcnet_row_t *row, const bcnet_figures_t *figures)
{
    const bcnet_waits_t waits = bcnet_held_up(figures);

    bcnet_row_set_decimals(row, COLUMN_HELD_UP, waits.seconds);
    bcnet_row_set_int(row, COLUMN_LONG_WAITS, waits.long_ones);
    bcnet_row_set_int(row, COLUMN_SILENCES, figures->ways[0].silences + figures->ways[1].silences);
    bcnet_row_set_string(row, COLUMN_CONNECTION, bcnet_figures_words(table->pinfo->pool, figures));
}

static void count_figures(const bcnet_table_t *table, bcnet_row_t *row, bool is_host)
{
    bcnet_figures_t           *figures = player_in(row)->figures;
    const bool                 silent = bcnet_figures_add(figures, table->message, table->now) > 0;
    const bcnet_way_figures_t *from = &figures->ways[is_host];

    if (!table->message->analysis && !silent)
        return;
    show_round_trips(row, &figures->ways[!is_host]);
    bcnet_row_set_uint(row, COLUMN_RELIABLE, from->reliable);
    bcnet_row_set_uint(row, COLUMN_LOST, from->resent);
    if (from->reliable > 0)
        bcnet_row_set_decimals(row, COLUMN_RESENT, 100.0 * from->resent / from->reliable);
    if (!is_host)
        show_connection(table, row, figures);
}

static void count_traffic(bcnet_table_t *table, const bcnet_stay_t *stay)
{
    const bcnet_tap_message_t *message = table->message;
    bcnet_row_t               *row = row_of(table, stay);
    const bool                 is_host = row && stay->origin == BCNET_STAY_HOST, sent = message->from_host == is_host;

    if (!row)
        return;
    bcnet_row_add(row, sent ? COLUMN_MESSAGES_SENT : COLUMN_MESSAGES_RECEIVED, 1);
    bcnet_row_add(row, sent ? COLUMN_BYTES_SENT : COLUMN_BYTES_RECEIVED, message->wire->length);
    bcnet_row_add(row, COLUMN_RESENDS, sent && message->resend);
    count_figures(table, row, is_host);
}

static void count_one(bcnet_table_t *table, const bcnet_stay_t *stay, unsigned column)
{
    bcnet_row_t *row = row_of(table, stay);

    if (row)
        bcnet_row_add(row, column, 1);
}

/* What the check of a client's files tells of it, and of the game. */
static void show_check(bcnet_table_t *table, const bcnet_file_check_t *check)
{
    const bcnet_tap_message_t *message = table->message;
    bcnet_row_t               *row = row_of(table, message->client);

    if (row)
        bcnet_row_set_string(row, COLUMN_FILES, bcnet_file_check_words(table->pinfo->pool, check, message->stamp));
    known_row(table, message->game->host_stay);
}

/* Lines and ships count once, however often they are told. */
static void count_facts(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_tap_facts_t   *facts = message->facts;

    known_row(table, facts->named);
    for (unsigned i = 0; i < bcnet_tap_stay_count(message); i++)
        row_of(table, bcnet_tap_stay(message, i));
    if (facts->check)
        show_check(table, facts->check);
    if (facts->chat && message->relayed && bcnet_tap_copy_of(message) == 0)
        count_one(table, message->relayed->actor.stay, COLUMN_CHATS);
    if (facts->object && facts->object->owned == message->stamp)
        count_one(table, facts->object->owner, COLUMN_SHIPS);
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;

    bcnet_table_find_silent(table, message->round->begun == message->stamp, show_stay);
    if (message->wire->type == BCNET_TYPE_CONNECT || message->link->same_as)
        known_row(table, bcnet_stay_on(message->link, message->stamp - 1));
    count_traffic(table, message->game->host_stay);
    count_traffic(table, message->client);
    count_facts(table);
    return true;
}

bcnet_table_kind_t bcnet_table_players = {
    .ui = BCNET_TABLE("Players", "players"),
    .row_size = sizeof(bcnet_player_t),
    .count = count_message,
};
