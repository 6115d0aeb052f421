/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Relay, and tshark -z bcnet,relay: what the host did with what players did (protocol
 * chapter 10.10). */
#include "tables/stats-table.h"

#include "game/objects.h"
#include "game/stays.h"
#include "opcodes/opcodes.h"
#include "rules/own-bytes.h"
#include "tables/quantiles.h"

typedef enum {
    COLUMN_OPCODE,
    COLUMN_PLAYER,
    COLUMN_FOR,
    COLUMN_SENT,
    COLUMN_RELAYED,
    COLUMN_DUE,
    COLUMN_DROPPED,
    COLUMN_CHANGED,
    COLUMN_ECHOED,
    COLUMN_UNASKED,
    COLUMN_HEARD,
    COLUMN_MEDIAN,
    COLUMN_P95,
    COLUMN_MAX,
    COLUMN_GAME,
    COLUMN_COUNT
} bcnet_relay_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Opcode", "%-26s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Player", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "For", "%-9s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Sent", "%-7d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Relayed", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Of", "%-7s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Dropped", "%-7s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Changed", "%-8d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Echoed", "%-7d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Unasked", "%-8d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Relay only", "%-11d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Delay median (ms)", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Delay p95 (ms)", "%-14s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Delay max (ms)", "%-14s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Game", "%-22s" },
};

enum { MOST_WAITING = 1 << 16 }; /* originals, at the most */

/* What is remembered of a row beside its cells. */
typedef struct {
    const bcnet_game_t *game;
    unsigned            due;
    unsigned            relayed; /* of those */
    bool                unseen; /* nobody can tell */
    bcnet_quantiles_t  *delays; /* us; NULL: none */
} bcnet_relayed_t;

/* An original of a client whose copies are counted. */
typedef struct {
    int64_t        stamp;
    nstime_t       time;
    bcnet_row_t   *row;
    bcnet_id_set_t due; /* have not got it yet */
} bcnet_relay_waiting_t;

typedef struct {
    wmem_map_t   *heard; /* games whose host was */
    wmem_map_t   *by_stamp; /* -> bcnet_relay_waiting_t */
    wmem_queue_t *in_order;

    bcnet_own_bytes_t *own_bytes; /* of clients */
} bcnet_relays_t;

/* ---- What is remembered ---- */

static void *make_relays(wmem_allocator_t *pool)
{
    bcnet_relays_t *relays = wmem_new0(pool, bcnet_relays_t);

    relays->heard = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    relays->by_stamp = wmem_map_new(pool, wmem_int64_hash, g_int64_equal);
    relays->in_order = wmem_queue_new(pool);
    relays->own_bytes = bcnet_own_bytes_new(pool);
    return relays;
}

static void forget_old(bcnet_table_t *table)
{
    const bcnet_relays_t *relays = (const bcnet_relays_t *)table->own;

    while (wmem_queue_count(relays->in_order) > 0) {
        bcnet_relay_waiting_t *oldest = (bcnet_relay_waiting_t *)wmem_queue_peek(relays->in_order);
        if (wmem_queue_count(relays->in_order) < MOST_WAITING &&
            bcnet_tap_since(table->pinfo, &oldest->time).secs <= BCNET_SILENCE_SECONDS)
            return;
        wmem_queue_pop(relays->in_order);
        wmem_map_remove(relays->by_stamp, &oldest->stamp);
        wmem_free(table->pool, oldest);
    }
}

/* ---- Rows ---- */

static bcnet_relay_t relay_of(const bcnet_tap_message_t *message)
{
    return message->opcode ? message->opcode->relay : BCNET_RELAY_UNKNOWN;
}

/* For whom the table of 10.10 says it is. */
static const char *receivers_words(bcnet_relay_t relay)
{
    static const char *const words[] = {
        [BCNET_RELAY_UNKNOWN] = "unknown", [BCNET_RELAY_CREATION] = "others", [BCNET_RELAY_OTHERS] = "others",
        [BCNET_RELAY_ALL] = "all",         [BCNET_RELAY_GROUP] = "group",     [BCNET_RELAY_NOBODY] = "nobody",
        [BCNET_RELAY_NEVER] = "nobody",
    };

    return (unsigned)relay < array_length(words) ? words[relay] : words[BCNET_RELAY_UNKNOWN];
}

static bool is_due_known(bcnet_relay_t relay)
{
    return relay > BCNET_RELAY_UNKNOWN && relay <= BCNET_RELAY_NEVER && relay != BCNET_RELAY_GROUP;
}

static const char *opcode_words(wmem_allocator_t *pool, const bcnet_tap_message_t *message)
{
    return wmem_strdup_printf(pool, "%s (0x%02x)",
                              message->opcode ? bcnet_opcode_label(message->opcode) : "Script message",
                              message->opcode_value);
}

static bcnet_row_t *new_row(bcnet_table_t *table)
{
    bcnet_row_t *row = bcnet_table_add_row(table, table->message->game);

    if (!row)
        return NULL;
    bcnet_row_set_string(row, COLUMN_OPCODE, opcode_words(table->pinfo->pool, table->message));
    bcnet_row_set_string(row, COLUMN_FOR, receivers_words(relay_of(table->message)));
    return row;
}

/* Of an opcode and who does it; of whom only the id is known, by that. A name may be learned late. */
static bcnet_row_t *row_of(bcnet_table_t *table, const bcnet_actor_t *who)
{
    const void    *owner = who->stay ? (const void *)who->stay : (const void *)table->message->game;
    const uint32_t key = (uint32_t)table->message->opcode_value << 8 | (who->stay ? 0 : who->id & 0xFF);
    bcnet_row_t   *row = (bcnet_row_t *)bcnet_table_find(table, owner, key);

    if (row || !(row = new_row(table)))
        return row;
    bcnet_table_index(table, owner, key, row);
    if (who->stay)
        bcnet_row_show_stay(table, row, COLUMN_PLAYER, who->stay);
    else
        bcnet_row_set_string(row, COLUMN_PLAYER, bcnet_who_at(table->pinfo->pool, NULL, who->id, 0));
    return row;
}

static void count_for(bcnet_table_t *table, unsigned column, const bcnet_actor_t *who)
{
    bcnet_row_t *row = row_of(table, who);

    if (row)
        bcnet_row_add(row, column, 1);
}

/* ---- Originals ---- */

/* Alone in a capture that began later: perhaps the others are only not seen. */
static bool is_only_one(const bcnet_tap_message_t *message)
{
    bool only = message->client && message->client->origin == BCNET_STAY_BY_ID;

    for (uint32_t id = BCNET_PEER_HOST + 1; only && id <= message->game->highest_id; id++) {
        const bcnet_stay_t *other = bcnet_stay_last_with(message->game, id, message->stamp);
        only = !other || other == message->client || !other->link;
    }
    return only;
}

static bcnet_id_set_t due_for(const bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_relay_t        relay = relay_of(message);
    bcnet_id_set_t             due = { { 0 }, false };

    if (relay != BCNET_RELAY_CREATION && relay != BCNET_RELAY_OTHERS && relay != BCNET_RELAY_ALL)
        return due;
    due = bcnet_players_at(message->game, message->stamp, &table->pinfo->abs_ts);
    due.unseen |= is_only_one(message);
    if (relay != BCNET_RELAY_ALL)
        bcnet_ids_remove(&due, bcnet_stay_id(message->client));
    return due;
}

/* In a capture made at a client nobody can tell who else was there, in one without the host's direction what it did. */
static void show_dropped(const bcnet_table_t *table, bcnet_row_t *row)
{
    const bcnet_relayed_t *relayed = (const bcnet_relayed_t *)bcnet_row_own(row);
    wmem_map_t            *heard = ((const bcnet_relays_t *)table->own)->heard;

    bcnet_row_set_string(row, COLUMN_DUE, "");
    bcnet_row_set_string(row, COLUMN_DROPPED, "");
    if (relayed->unseen)
        return;
    bcnet_row_set_int(row, COLUMN_DUE, (int)relayed->due);
    if (relayed->due == 0 || wmem_map_contains(heard, relayed->game))
        bcnet_row_set_int(row, COLUMN_DROPPED, (int)(relayed->due - relayed->relayed));
}

/* The host's direction is in the capture: what it does not relay is dropped. */
static void note_host(const bcnet_table_t *table, const bcnet_game_t *game)
{
    wmem_map_t *heard = ((const bcnet_relays_t *)table->own)->heard;

    if (wmem_map_contains(heard, game))
        return;
    wmem_map_insert(heard, game, heard);
    for (unsigned i = 0; i < table->cells->num_elements; i++) {
        bcnet_row_t           *row = (bcnet_row_t *)table->cells->elements[i];
        const bcnet_relayed_t *relayed = (const bcnet_relayed_t *)bcnet_row_own(row);
        if (relayed && relayed->game == game)
            show_dropped(table, row);
    }
}

static void count_original(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_relays_t      *relays = (const bcnet_relays_t *)table->own;
    bcnet_row_t               *row = row_of(table, &message->relayed->actor);

    if (!row)
        return;
    bcnet_relay_waiting_t *waiting = wmem_new0(table->pool, bcnet_relay_waiting_t);
    waiting->stamp = (int64_t)message->stamp;
    waiting->time = table->pinfo->abs_ts;
    waiting->row = row;
    waiting->due = due_for(table);
    bcnet_row_add(row, COLUMN_SENT, 1);
    bcnet_relayed_t *relayed = (bcnet_relayed_t *)bcnet_row_own(row);
    relayed->due += bcnet_ids_count(&waiting->due);
    relayed->unseen |= waiting->due.unseen;
    if (is_due_known(relay_of(message))) {
        relayed->game = message->game;
        show_dropped(table, row);
    }
    wmem_map_insert(relays->by_stamp, &waiting->stamp, waiting);
    wmem_queue_push(relays->in_order, waiting);
}

/* ---- Copies ---- */

static void count_delay(const bcnet_table_t *table, bcnet_row_t *row, const nstime_t *said)
{
    bcnet_relayed_t *relayed = (bcnet_relayed_t *)bcnet_row_own(row);
    const nstime_t   delay = bcnet_tap_since(table->pinfo, said);

    if (!relayed->delays)
        relayed->delays = bcnet_quantiles_new(table->pool);
    bcnet_quantiles_add(relayed->delays, (int64_t)delay.secs * 1000000 + delay.nsecs / 1000);
    bcnet_row_set_decimals(row, COLUMN_MEDIAN, bcnet_quantiles_at(relayed->delays, 50) / 1000);
    bcnet_row_set_decimals(row, COLUMN_P95, bcnet_quantiles_at(relayed->delays, 95) / 1000);
    bcnet_row_set_decimals(row, COLUMN_MAX, bcnet_quantiles_at(relayed->delays, 100) / 1000);
}

/* What lives is told to those who come late, however late. */
static void count_late_copy(bcnet_table_t *table)
{
    const bcnet_original_t *original = table->message->relayed->appearance->original;

    if (!original->from_host)
        count_for(table, COLUMN_UNASKED, &original->actor);
}

/* A copy that somebody gets to whom it is due counts as relayed, every other one as unasked. */
static void count_copy(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_appearance_t  *copy = message->relayed->appearance;
    const int64_t              key = (int64_t)copy->original->first.stamp;
    bcnet_relay_waiting_t     *waiting =
        (bcnet_relay_waiting_t *)wmem_map_lookup(((const bcnet_relays_t *)table->own)->by_stamp, &key);

    if (!waiting) {
        count_late_copy(table);
        return;
    }
    const bool known = is_due_known(relay_of(message));
    const bool due = !known || bcnet_ids_have(&waiting->due, bcnet_stay_id(message->client));
    bcnet_ids_remove(&waiting->due, bcnet_stay_id(message->client));
    bcnet_row_add(waiting->row, due ? COLUMN_RELAYED : COLUMN_UNASKED, 1);
    bcnet_row_add(waiting->row, COLUMN_CHANGED, copy->change != NULL);
    bcnet_row_add(waiting->row, COLUMN_ECHOED, copy->original->link == message->link);
    if (due && known) {
        ((bcnet_relayed_t *)bcnet_row_own(waiting->row))->relayed++;
        show_dropped(table, waiting->row);
    }
    if (due)
        count_delay(table, waiting->row, &copy->original->first.time);
}

/* A replay of what lives already is no original (10.10). */
static bool is_replay(const bcnet_tap_message_t *message)
{
    return relay_of(message) == BCNET_RELAY_CREATION &&
           (!message->facts->created || message->facts->created->seen != message->stamp);
}

/* The host tells what a player does, and the capture does not hold how that came to the host. */
static void count_hearsay(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_actor_t       *actor = &message->relayed->actor;

    if (actor->id != BCNET_PEER_HOST && actor->id != BCNET_NO_ID && !is_replay(message))
        count_for(table, COLUMN_HEARD, actor);
}

/* 0x1C and 0x29 are never handed on; a host that does it sends the bytes of a client. */
static void count_own_bytes(bcnet_table_t *table)
{
    const bcnet_said_t *said =
        bcnet_own_bytes_of(((const bcnet_relays_t *)table->own)->own_bytes, table->message, table->pinfo);

    if (said)
        count_for(table, COLUMN_UNASKED,
                  &(bcnet_actor_t){ said->author, table->message->stamp, bcnet_stay_id(said->author) });
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_appearance_t  *appearance = message->relayed ? message->relayed->appearance : NULL;

    if (message->from_host)
        note_host(table, message->game);
    /* None, or the capture cut it: it cannot be compared. */
    if (bcnet_has_own_bytes(message))
        count_own_bytes(table);
    if (!message->relayed || !message->payload || message->unbelieved)
        return false;
    forget_old(table);
    if (!message->from_host)
        count_original(table);
    else if (appearance && appearance->echo) /* the host tells players what they did themselves */
        count_for(table, COLUMN_ECHOED,
                  &(bcnet_actor_t){ message->client, message->stamp, bcnet_stay_id(message->client) });
    else if (appearance && appearance->number > 0)
        count_copy(table);
    else
        count_hearsay(table);
    return true;
}

bcnet_table_kind_t bcnet_table_relay = {
    .ui = { .title = "Bridge Commander Relay",
            .cli_string = "bcnet,relay",
            .nfields = COLUMN_COUNT,
            .fields = columns },
    .row_size = sizeof(bcnet_relayed_t),
    .make = make_relays,
    .count = count_message,
};
