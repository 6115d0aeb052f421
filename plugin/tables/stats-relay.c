/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Relay, and tshark -z bcnet,relay: what the host did with what players did (protocol
 * chapter 10.10). */
#include "tables/stats-table.h"

#include "game/objects.h"
#include "game/stays.h"
#include "opcodes/opcodes.h"
#include "rules/own-bytes.h"
#include "tables/quantiles.h"

#define COLUMNS(COLUMN)                                                                                                \
    COLUMN(OPCODE, TEXT, "Opcode", 26)                                                                                 \
    COLUMN(PLAYER, TEXT, "Player", 17)                                                                                 \
    COLUMN(FOR, TEXT, "For", 9)                                                                                        \
    COLUMN(SENT, COUNT, "Sent", 7)                                                                                     \
    COLUMN(RELAYED, COUNT, "Relayed", 8)                                                                               \
    COLUMN(DUE, NUMBER, "Of", 7)                                                                                       \
    COLUMN(DROPPED, NUMBER, "Dropped", 7)                                                                              \
    COLUMN(CHANGED, COUNT, "Changed", 8)                                                                               \
    COLUMN(ECHOED, COUNT, "Echoed", 7)                                                                                 \
    COLUMN(UNASKED, COUNT, "Unasked", 8)                                                                               \
    COLUMN(HEARD, COUNT, "Relay only", 11)                                                                             \
    COLUMN(MEDIAN, NUMBER, "Delay median (ms)", 17)                                                                    \
    COLUMN(P95, NUMBER, "Delay p95 (ms)", 14)                                                                          \
    COLUMN(MAX, NUMBER, "Delay max (ms)", 14)                                                                          \
    COLUMN(GAME, TEXT, "Game", 22)
BCNET_COLUMNS(COLUMNS)

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
    wmem_map_t        *by_stamp; /* -> bcnet_relay_waiting_t */
    wmem_queue_t      *in_order;
    bcnet_own_bytes_t *own_bytes; /* of clients */
} bcnet_relays_t;

/* The table finds a game under this number when its host was heard. */
enum { HOST_HEARD = 1 << 16 };

/* ---- What is remembered ---- */

static void *make_relays(wmem_allocator_t *pool)
{
    bcnet_relays_t *relays = wmem_new0(pool, bcnet_relays_t);

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

/* What is said of who gets a message (10.10). */
typedef struct {
    const char *receivers;
    bool        due_known; /* who they are */
    bool        to_others, to_author; /* at the least while they are there */
} bcnet_relay_rule_t;

static const bcnet_relay_rule_t *rule_of(const bcnet_tap_message_t *message)
{
    static const bcnet_relay_rule_t rules[] = {
        [BCNET_RELAY_UNKNOWN] = { "unknown", false, false, false },
        [BCNET_RELAY_CREATION] = { "others", true, true, false },
        [BCNET_RELAY_OTHERS] = { "others", true, true, false },
        [BCNET_RELAY_ALL] = { "all", true, true, true },
        [BCNET_RELAY_GROUP] = { "group", false, false, false },
        [BCNET_RELAY_NOBODY] = { "nobody", true, false, false },
        [BCNET_RELAY_NEVER] = { "nobody", true, false, false },
    };
    const unsigned relay = message->opcode ? message->opcode->relay : BCNET_RELAY_UNKNOWN;

    return &rules[relay < array_length(rules) ? relay : BCNET_RELAY_UNKNOWN];
}

/* Of an opcode and who does it; of whom only the id is known, by that. A name may be learned late. */
static bcnet_row_t *row_of(bcnet_table_t *table, const bcnet_actor_t *who)
{
    const bcnet_tap_message_t *message = table->message;
    wmem_allocator_t          *pool = table->pinfo->pool;
    const void                *owner = who->stay ? (const void *)who->stay : (const void *)message->game;
    const uint32_t             key = (uint32_t)message->opcode_value << 8 | (who->stay ? 0 : who->id & 0xFF);
    bcnet_row_t               *row = (bcnet_row_t *)bcnet_table_find(table, owner, key);

    if (row || !(row = bcnet_table_add_row(table, message->game)))
        return row;
    bcnet_table_index(table, owner, key, row);
    bcnet_row_set_string(row, COLUMN_OPCODE,
                         wmem_strdup_printf(pool, "%s (0x%02x)",
                                            message->opcode ? bcnet_opcode_label(message->opcode) : "Script message",
                                            message->opcode_value));
    bcnet_row_set_string(row, COLUMN_FOR, rule_of(message)->receivers);
    bcnet_row_show_stay(table, row, COLUMN_PLAYER, who->stay, bcnet_who_at(pool, NULL, who->id, 0));
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
    const bcnet_relay_rule_t  *rule = rule_of(message);
    bcnet_id_set_t             due = { { 0 }, false };

    if (!rule->to_others)
        return due;
    due = bcnet_players_at(message->game, message->stamp, &table->pinfo->abs_ts);
    due.unseen |= is_only_one(message);
    if (!rule->to_author)
        bcnet_ids_remove(&due, bcnet_stay_id(message->client));
    return due;
}

/* In a capture made at a client nobody can tell who else was there, in one without the host's direction what it did. */
static void show_dropped(const bcnet_table_t *table, bcnet_row_t *row)
{
    const bcnet_relayed_t *relayed = (const bcnet_relayed_t *)bcnet_row_own(row);
    const bool             known = relayed->due == 0 || bcnet_table_find(table, relayed->game, HOST_HEARD);

    bcnet_row_set_int(row, COLUMN_DUE, relayed->unseen ? BCNET_NOTHING : relayed->due);
    bcnet_row_set_int(row, COLUMN_DROPPED,
                      relayed->unseen || !known ? BCNET_NOTHING : (int64_t)relayed->due - relayed->relayed);
}

/* The host's direction is in the capture: what it does not relay is dropped. */
static void note_host(bcnet_table_t *table, const bcnet_game_t *game)
{
    if (bcnet_table_find(table, game, HOST_HEARD))
        return;
    bcnet_table_index(table, game, HOST_HEARD, table);
    for (unsigned i = 0; i < table->cells->num_elements; i++) {
        bcnet_row_t           *row = (bcnet_row_t *)table->cells->elements[i];
        const bcnet_relayed_t *relayed = (const bcnet_relayed_t *)bcnet_row_own(row);
        if (relayed->game == game)
            show_dropped(table, row);
    }
}

/* Some have it already: the first was counted as hearsay. */
static void count_early(bcnet_table_t *table, bcnet_relay_waiting_t *waiting)
{
    const bcnet_tap_message_t *message = table->message;

    waiting->row[COLUMN_HEARD].value.uint_value--;
    for (uint32_t id = BCNET_PEER_HOST + 1; id <= message->game->highest_id; id++) {
        const bcnet_stay_t *stay = bcnet_stay_with(message->game, id, message->stamp);
        if (!stay || !stay->link || !bcnet_tap_is_told_early(message, stay->link))
            continue;
        bcnet_ids_remove(&waiting->due, id);
        bcnet_row_add(waiting->row, COLUMN_RELAYED, 1);
        ((bcnet_relayed_t *)bcnet_row_own(waiting->row))->relayed++;
    }
    if (rule_of(message)->due_known)
        show_dropped(table, waiting->row);
}

static void count_original(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_relays_t      *relays = (const bcnet_relays_t *)table->own;
    bcnet_row_t               *row = row_of(table, &message->relayed->actor);

    if (!row)
        return;
    bcnet_relay_waiting_t *waiting = wmem_new0(table->pool, bcnet_relay_waiting_t);
    waiting->stamp = (int64_t)bcnet_act_stamp(message->relayed, message->stamp);
    waiting->time = table->pinfo->abs_ts;
    waiting->row = row;
    waiting->due = due_for(table);
    bcnet_row_add(row, COLUMN_SENT, 1);
    bcnet_relayed_t *relayed = (bcnet_relayed_t *)bcnet_row_own(row);
    relayed->due += bcnet_ids_count(&waiting->due);
    relayed->unseen |= waiting->due.unseen;
    if (rule_of(message)->due_known) {
        relayed->game = message->game;
        show_dropped(table, row);
    }
    wmem_map_insert(relays->by_stamp, &waiting->stamp, waiting);
    wmem_queue_push(relays->in_order, waiting);
    if (bcnet_tap_copy_of(message))
        count_early(table, waiting);
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

/* A copy that somebody gets to whom it is due counts as relayed, every other one as unasked. */
static void count_copy(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_appearance_t  *copy = message->relayed->appearance;
    const int64_t              key = (int64_t)copy->original->first.stamp;
    bcnet_relay_waiting_t     *waiting =
        (bcnet_relay_waiting_t *)wmem_map_lookup(((const bcnet_relays_t *)table->own)->by_stamp, &key);

    if (!waiting) { /* what lives is told to those who come late, however late */
        if (!copy->original->from_host)
            count_for(table, COLUMN_UNASKED, &copy->original->actor);
        return;
    }
    const bool known = rule_of(message)->due_known;
    const bool due = !known || bcnet_ids_have(&waiting->due, bcnet_stay_id(message->client));
    bcnet_ids_remove(&waiting->due, bcnet_stay_id(message->client));
    bcnet_row_add(waiting->row, due ? COLUMN_RELAYED : COLUMN_UNASKED, 1);
    bcnet_row_add(waiting->row, COLUMN_CHANGED, copy->change != NULL);
    bcnet_row_add(waiting->row, COLUMN_ECHOED, message->client && copy->original->actor.stay == message->client);
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
    return message->opcode && message->opcode->relay == BCNET_RELAY_CREATION &&
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
    const bcnet_appearance_t  *appearance = bcnet_appearance_of(message);

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
    .ui = BCNET_TABLE("Relay", "relay"),
    .row_size = sizeof(bcnet_relayed_t),
    .make = make_relays,
    .count = count_message,
};
