/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Players, and tshark -z bcnet,players: one line per player. */
#include "tables/stats-table.h"

#include "game/stays.h"
#include "messages/reliability.h"
#include "tables/figures.h"
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
    COLUMN_RTT_MEDIAN,
    COLUMN_RTT_P95,
    COLUMN_RELIABLE,
    COLUMN_RESENT,
    COLUMN_HELD_UP,
    COLUMN_LONG_WAITS,
    COLUMN_SILENCES,
    COLUMN_FILES,
    COLUMN_CONNECTION,
    COLUMN_HOST, /* last: it is the same in most rows */
    COLUMN_COUNT
} bcnet_player_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_UINT, TAP_ALIGN_LEFT, "Id", "%-6d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Name", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Address", "%-22s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Joined (s)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Left (s)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "How", "%-24s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Ships", "%-6d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Kills", "%-7s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Deaths", "%-7s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Score", "%-7s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Chats", "%-6d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Msgs sent", "%-9d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Bytes sent", "%-10d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Msgs rcvd", "%-9d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Bytes rcvd", "%-10d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "RTT min (ms)", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "RTT avg (ms)", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "RTT max (ms)", "%-12s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Resends", "%-7d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Lost", "%-5d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "RTT median (ms)", "%-15s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "RTT p95 (ms)", "%-12s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Reliable", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Resent (%)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Held up (s)", "%-11s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Held up 2 s", "%-11s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Silences", "%-8s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Files", "%-60s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Connection", "%-59s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Host", "%-22s" },
};

/* What is remembered of a row beside its cells. */
typedef struct {
    const bcnet_stay_t       *stay; /* and what the cells say of it; NULL: this row says that more were left out */
    const char               *name;
    const bcnet_totals_t     *totals;
    const bcnet_game_files_t *files; /* of the host: the game's */
    bcnet_departure_t         how;
    bool                      refused;
    bcnet_figures_t          *figures; /* of the connection; of the host, of all of them */
} bcnet_player_t;

/* For bcnet_table_find_silent. */
static void *make_oldest_heard(wmem_allocator_t *pool)
{
    return wmem_new0(pool, double);
}

static bcnet_player_t *player_in(const bcnet_row_t *row)
{
    return (bcnet_player_t *)bcnet_row_own(row);
}

/* ---- Rows: what the stay says now ---- */

static void show_name(bcnet_row_t *row, bcnet_player_t *player)
{
    const char *name = bcnet_stay_name(player->stay, BCNET_LATEST);

    if (name && name != player->name)
        bcnet_row_set_string(row, COLUMN_NAME, name);
    player->name = name;
}

static void show_end(const bcnet_table_t *table, bcnet_row_t *row, bcnet_player_t *player)
{
    const bcnet_end_of_stay_t end = bcnet_end_of_stay(player->stay, &table->pinfo->abs_ts);

    if (end.how == player->how && player->stay->refused == player->refused)
        return;
    player->how = end.how;
    player->refused = player->stay->refused;
    bcnet_row_set_string(row, COLUMN_HOW, bcnet_departure_words(table->pinfo->pool, player->stay, end.how));
    if (end.how == BCNET_STILL_THERE)
        bcnet_row_set_string(row, COLUMN_LEFT, "");
    else
        bcnet_row_set_decimals(row, COLUMN_LEFT, bcnet_table_seconds(table, &end.time));
}

/* Of the newest round of which anything was told. */
static void show_totals(bcnet_row_t *row, bcnet_player_t *player)
{
    static const unsigned column_of[] = { COLUMN_KILLS, COLUMN_DEATHS, COLUMN_SCORE };
    const bcnet_totals_t *totals = bcnet_totals_of(player->stay, NULL, BCNET_LATEST);

    for (unsigned i = 0; totals && totals != player->totals && i < BCNET_TOTALS; i++) {
        if (totals->told[i])
            bcnet_row_set_int(row, column_of[i], totals->values[i]);
        else
            bcnet_row_set_string(row, column_of[i], "");
    }
    player->totals = totals;
}

/* Of the game, in the host's row. */
static void show_game_files(const bcnet_table_t *table, bcnet_row_t *row, bcnet_player_t *player)
{
    const bcnet_game_t       *game = player->stay->game;
    const bcnet_game_files_t *files = bcnet_game_files_at(game, table->message->stamp);

    if (player->stay->origin == BCNET_STAY_HOST && (files != player->files || bcnet_row_is_empty(row, COLUMN_FILES)))
        bcnet_row_set_string(row, COLUMN_FILES,
                             bcnet_game_files_words(table->pinfo->pool, game, table->message->stamp));
    player->files = files;
}

static void show_stay(const bcnet_table_t *table, bcnet_row_t *row)
{
    bcnet_player_t *player = player_in(row);

    if (!player->stay)
        return;
    show_name(row, player);
    if (player->stay->link && bcnet_row_is_empty(row, COLUMN_ADDRESS))
        bcnet_row_set_string(row, COLUMN_ADDRESS, bcnet_stay_address(table->pinfo->pool, player->stay));
    if (player->stay->joined.stamp != 0 && bcnet_row_is_empty(row, COLUMN_JOINED))
        bcnet_row_set_decimals(row, COLUMN_JOINED, bcnet_table_seconds(table, &player->stay->joined.time));
    show_end(table, row, player);
    show_totals(row, player);
    show_game_files(table, row, player);
}

static void show_known(const bcnet_table_t *table, const bcnet_stay_t *stay)
{
    bcnet_row_t *row = stay ? (bcnet_row_t *)bcnet_table_find(table, stay, 0) : NULL;

    if (row)
        show_stay(table, row);
}

static void show_all(const bcnet_table_t *table)
{
    for (unsigned i = 0; i < table->cells->num_elements; i++)
        show_stay(table, table->cells->elements[i]);
}

static bcnet_row_t *new_row(bcnet_table_t *table, const bcnet_stay_t *stay)
{
    wmem_allocator_t *pool = table->pinfo->pool;
    bcnet_row_t      *row = bcnet_table_add_row(table, stay->game);

    if (!row)
        return NULL;
    player_in(row)->stay = stay;
    bcnet_table_index(table, stay, 0, row);
    bcnet_row_set_uint(row, COLUMN_ID, stay->id);
    bcnet_row_set_string(row, COLUMN_NAME, stay->origin == BCNET_STAY_HOST ? "host" : "");
    bcnet_row_set_string(row, COLUMN_ADDRESS, bcnet_stay_address(pool, stay));
    show_stay(table, row);
    /* Whoever comes may come in somebody's place. */
    show_known(table, bcnet_stay_on(stay->link, stay->begun - 1));
    show_known(table, bcnet_stay_last_with(stay->game, stay->id, stay->begun - 1));
    return row;
}

/* Made when somebody is first heard of. NULL when the table is full, or nobody is known. */
static bcnet_row_t *row_of(bcnet_table_t *table, const bcnet_stay_t *stay)
{
    bcnet_row_t *row = stay ? (bcnet_row_t *)bcnet_table_find(table, stay, 0) : NULL;

    if (row)
        show_stay(table, row);
    return row || !stay ? row : new_row(table, stay);
}

static const bcnet_stay_t *show_and_tell(const bcnet_table_t *table, bcnet_row_t *row)
{
    show_stay(table, row);
    return player_in(row)->how == BCNET_STILL_THERE ? player_in(row)->stay : NULL;
}

/* ---- What is counted ---- */

static bcnet_figures_t *figures_of(const bcnet_table_t *table, bcnet_row_t *row)
{
    bcnet_player_t *player = player_in(row);

    if (!player->figures)
        player->figures = bcnet_figures_new(table->pool);
    return player->figures;
}

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
    bcnet_row_set_decimals(row, COLUMN_HELD_UP, bcnet_held_up(figures));
    bcnet_row_set_int(row, COLUMN_LONG_WAITS, (int)bcnet_long_waits(figures));
    bcnet_row_set_int(row, COLUMN_SILENCES, (int)(figures->ways[0].silences + figures->ways[1].silences));
    bcnet_row_set_string(row, COLUMN_CONNECTION, bcnet_figures_words(table->pinfo->pool, figures));
}

static void count_figures(const bcnet_table_t *table, bcnet_row_t *row, bool is_host)
{
    bcnet_figures_t           *figures = figures_of(table, row);
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

static void count_traffic(const bcnet_table_t *table, bcnet_row_t *row, bool is_host)
{
    const bcnet_tap_message_t *message = table->message;
    const bool                 sent = message->from_host == is_host;

    bcnet_row_add(row, sent ? COLUMN_MESSAGES_SENT : COLUMN_MESSAGES_RECEIVED, 1);
    bcnet_row_add(row, sent ? COLUMN_BYTES_SENT : COLUMN_BYTES_RECEIVED, message->wire->length);
    bcnet_row_add(row, COLUMN_RESENDS, sent && message->resend);
    count_figures(table, row, is_host);
}

static void count_one(bcnet_table_t *table, const bcnet_stay_t *stay)
{
    bcnet_row_t *row = row_of(table, stay);

    if (row)
        count_traffic(table, row, stay->origin == BCNET_STAY_HOST);
}

static void add(bcnet_table_t *table, const bcnet_stay_t *stay, unsigned column)
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
    show_known(table, message->game->host_stay);
}

/* Lines and ships count once, however often they are told. */
static void count_facts(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_tap_facts_t   *facts = message->facts;

    show_known(table, facts->named);
    for (unsigned i = 0; i < bcnet_tap_stay_count(message); i++)
        row_of(table, bcnet_tap_stay(message, i));
    if (facts->check)
        show_check(table, facts->check);
    if (facts->chat && message->relayed && bcnet_tap_copy_of(message) == 0)
        add(table, message->relayed->actor.stay, COLUMN_CHATS);
    if (facts->object && facts->object->owned == message->stamp)
        add(table, facts->object->owner, COLUMN_SHIPS);
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;

    if (!message->game)
        return false;
    bcnet_table_find_silent(table, (double *)table->own, show_and_tell);
    if (message->round->begun == message->stamp)
        show_all(table);
    if (message->wire->type == BCNET_TYPE_CONNECT || message->link->same_as)
        show_known(table, bcnet_stay_on(message->link, message->stamp - 1));
    count_one(table, message->game->host_stay);
    count_one(table, message->client);
    count_facts(table);
    return true;
}

bcnet_table_kind_t bcnet_table_players = {
    .ui = { .title = "Bridge Commander Players",
            .cli_string = "bcnet,players",
            .nfields = COLUMN_COUNT,
            .fields = columns },
    .row_size = sizeof(bcnet_player_t),
    .make = make_oldest_heard,
    .count = count_message,
};
