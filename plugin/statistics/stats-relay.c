/* Statistics > Bridge Commander Relay, and tshark -z bcnet,relay: what the host did with what players did (protocol
 * chapter 10.10).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats.h"

#include <epan/stat_tap_ui.h>

#include "game/objects.h"
#include "game/players.h"
#include "opcodes/opcodes.h"
#include "statistics/quantiles.h"
#include "statistics/receivers.h"
#include "statistics/stats-table.h"
#include "statistics/tap.h"

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
    COLUMN_COUNT
} bcnet_relay_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Opcode                    ", "%-26s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Player           ", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "For      ", "%-9s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Sent   ", "%-7d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Relayed ", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Of     ", "%-7s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Dropped", "%-7s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Changed ", "%-8d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Echoed ", "%-7d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Unasked ", "%-8d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Relay only ", "%-11d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Delay median (ms)", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Delay p95 (ms)", "%-14s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Delay max (ms)", "%-14s" },
};

enum { MOST_WAITING = 1 << 16 }; /* acts, at the most */

/* An act of a client whose copies are counted. */
typedef struct {
    int64_t        stamp;
    nstime_t       time;
    unsigned       row;
    bcnet_id_set_t due; /* have not got it yet */
} bcnet_relayed_t;

typedef struct {
    bcnet_receivers_t *receivers;
    GHashTable        *by_stamp; /* -> bcnet_relayed_t */
    GQueue            *in_order;
    GPtrArray         *delays; /* of bcnet_quantiles_t, by row; NULL: none */
} bcnet_relays_t;

/* ---- What is remembered ---- */

static void free_delays(void *delays)
{
    bcnet_quantiles_free((bcnet_quantiles_t *)delays);
}

static void *make_relays(void)
{
    bcnet_relays_t *relays = g_new0(bcnet_relays_t, 1);

    relays->receivers = bcnet_receivers_new();
    relays->by_stamp = g_hash_table_new(g_int64_hash, g_int64_equal);
    relays->in_order = g_queue_new();
    relays->delays = g_ptr_array_new_with_free_func(free_delays);
    return relays;
}

static void free_relays(void *data)
{
    bcnet_relays_t *relays = (bcnet_relays_t *)data;

    bcnet_receivers_free(relays->receivers);
    g_hash_table_destroy(relays->by_stamp);
    g_queue_free_full(relays->in_order, g_free);
    g_ptr_array_free(relays->delays, TRUE);
    g_free(relays);
}

static bool is_too_old(const bcnet_relayed_t *act, const nstime_t *now)
{
    nstime_t age;

    nstime_delta(&age, now, &act->time);
    return age.secs > BCNET_SILENCE_SECONDS;
}

static void forget_old(bcnet_relays_t *relays, const nstime_t *now)
{
    bcnet_relayed_t *oldest = (bcnet_relayed_t *)g_queue_peek_head(relays->in_order);

    while (oldest && (g_queue_get_length(relays->in_order) >= MOST_WAITING || is_too_old(oldest, now))) {
        g_queue_pop_head(relays->in_order);
        g_hash_table_remove(relays->by_stamp, &oldest->stamp);
        g_free(oldest);
        oldest = (bcnet_relayed_t *)g_queue_peek_head(relays->in_order);
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
    switch (relay) {
    case BCNET_RELAY_CREATION:
    case BCNET_RELAY_OTHERS:
        return "others";
    case BCNET_RELAY_ALL:
        return "all";
    case BCNET_RELAY_GROUP:
        return "group";
    case BCNET_RELAY_NOBODY:
    case BCNET_RELAY_NEVER:
        return "nobody";
    default:
        return "unknown";
    }
}

static bool is_due_known(bcnet_relay_t relay)
{
    return relay != BCNET_RELAY_GROUP && strcmp(receivers_words(relay), "unknown") != 0;
}

static const char *opcode_words(wmem_allocator_t *pool, const bcnet_tap_message_t *message)
{
    return wmem_strdup_printf(pool, "%s (0x%02x)",
                              message->opcode ? bcnet_opcode_label(message->opcode) : "Script message",
                              message->opcode_value);
}

static unsigned new_row(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const unsigned row = bcnet_table_add_row(table, columns, COLUMN_COUNT, BCNET_TABLE_ROWS_MAX);

    if (row == G_MAXUINT)
        return row;
    bcnet_table_set_string(table, row, COLUMN_OPCODE, opcode_words(pinfo->pool, message));
    bcnet_table_set_string(table, row, COLUMN_FOR, receivers_words(relay_of(message)));
    return row;
}

/* A row knows its player by his id, until it is somebody else's. A name may be learned late. */
static unsigned row_of(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo, uint32_t player,
                       const char *words)
{
    const uint32_t key = (uint32_t)message->opcode_value << 8 | (player & 0xFF);
    unsigned       row = bcnet_table_find_row(table, message->game, key);

    if (row != G_MAXUINT) {
        const char *known = bcnet_table_cell(table, row, COLUMN_PLAYER)->value.string_value;
        if (strcmp(known, words) != 0 && strchr(known, ' '))
            row = G_MAXUINT;
    }
    if (row == G_MAXUINT) {
        row = new_row(table, message, pinfo);
        if (row == G_MAXUINT)
            return row;
        bcnet_table_index_row(table, message->game, key, row);
    }
    bcnet_table_set_string(table, row, COLUMN_PLAYER, words);
    return row;
}

/* ---- Acts ---- */

static bcnet_id_set_t due_for(bcnet_relays_t *relays, const bcnet_tap_message_t *message, const packet_info *pinfo)
{
    const bcnet_relay_t relay = relay_of(message);
    bcnet_id_set_t      due = { { 0 } };

    if (relay != BCNET_RELAY_CREATION && relay != BCNET_RELAY_OTHERS && relay != BCNET_RELAY_ALL)
        return due;
    due = bcnet_receivers_now(relays->receivers, message, pinfo);
    if (relay != BCNET_RELAY_ALL)
        bcnet_ids_remove(&due, message->client_id);
    return due;
}

static void set_dropped(stat_tap_table *table, unsigned row)
{
    const unsigned due = bcnet_table_cell(table, row, COLUMN_DUE)->user_data.uint_value;
    const unsigned relayed = bcnet_table_cell(table, row, COLUMN_DROPPED)->user_data.uint_value;

    bcnet_table_set_int(table, row, COLUMN_DUE, (int)due);
    bcnet_table_set_int(table, row, COLUMN_DROPPED, (int)(due - relayed));
}

static void count_act(stat_tap_table *table, bcnet_relays_t *relays, const bcnet_tap_message_t *message,
                      packet_info *pinfo)
{
    const unsigned row = row_of(table, message, pinfo, message->client_id, bcnet_tap_from(pinfo->pool, message));

    if (row == G_MAXUINT)
        return;
    bcnet_relayed_t *act = g_new0(bcnet_relayed_t, 1);
    act->stamp = (int64_t)message->stamp;
    act->time = pinfo->abs_ts;
    act->row = row;
    act->due = due_for(relays, message, pinfo);
    bcnet_table_add(table, row, COLUMN_SENT, 1);
    bcnet_table_cell(table, row, COLUMN_DUE)->user_data.uint_value += bcnet_ids_count(&act->due);
    if (is_due_known(relay_of(message)))
        set_dropped(table, row);
    g_hash_table_replace(relays->by_stamp, &act->stamp, act);
    g_queue_push_tail(relays->in_order, act);
}

/* ---- Copies ---- */

static void count_delay(stat_tap_table *table, bcnet_relays_t *relays, unsigned row, const nstime_t *delay)
{
    if (relays->delays->len <= row)
        g_ptr_array_set_size(relays->delays, (gint)row + 1);
    if (!relays->delays->pdata[row])
        relays->delays->pdata[row] = bcnet_quantiles_new();
    bcnet_quantiles_t *delays = (bcnet_quantiles_t *)relays->delays->pdata[row];
    bcnet_quantiles_add(delays, (int64_t)delay->secs * 1000000 + delay->nsecs / 1000);
    bcnet_table_set_decimals(table, row, COLUMN_MEDIAN, bcnet_quantiles_at(delays, 50) / 1000);
    bcnet_table_set_decimals(table, row, COLUMN_P95, bcnet_quantiles_at(delays, 95) / 1000);
    bcnet_table_set_decimals(table, row, COLUMN_MAX, bcnet_quantiles_at(delays, 100) / 1000);
}

/* What lives is told to those who come late, however late. */
static void count_late_copy(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const bcnet_original_t *original = message->act->appearance->original;

    if (original->from_host)
        return;
    const unsigned row = row_of(table, message, pinfo, original->actor.peer, bcnet_tap_actor(pinfo->pool, message));
    if (row != G_MAXUINT)
        bcnet_table_add(table, row, COLUMN_UNASKED, 1);
}

/* A copy that somebody gets to whom it is due counts as relayed, every other one as unasked. */
static void count_copy(stat_tap_table *table, bcnet_relays_t *relays, const bcnet_tap_message_t *message,
                       packet_info *pinfo)
{
    const bcnet_appearance_t *copy = message->act->appearance;
    const int64_t             key = (int64_t)copy->original->act.stamp;
    bcnet_relayed_t          *act = (bcnet_relayed_t *)g_hash_table_lookup(relays->by_stamp, &key);

    if (!act) {
        count_late_copy(table, message, pinfo);
        return;
    }
    const bool known = is_due_known(relay_of(message));
    const bool due = !known || bcnet_ids_have(&act->due, message->client_id);
    bcnet_ids_remove(&act->due, message->client_id);
    bcnet_table_add(table, act->row, due ? COLUMN_RELAYED : COLUMN_UNASKED, 1);
    bcnet_table_add(table, act->row, COLUMN_CHANGED, copy->change != NULL);
    bcnet_table_add(table, act->row, COLUMN_ECHOED, copy->original->actor.link == message->link);
    if (due && known) {
        bcnet_table_cell(table, act->row, COLUMN_DROPPED)->user_data.uint_value++;
        set_dropped(table, act->row);
    }
    if (due) {
        nstime_t delay;
        nstime_delta(&delay, &pinfo->abs_ts, &copy->original->act.time);
        count_delay(table, relays, act->row, &delay);
    }
}

/* A replay of what lives already is no act (10.10). */
static bool is_replay(const bcnet_tap_message_t *message)
{
    return relay_of(message) == BCNET_RELAY_CREATION &&
           (!message->facts->created || message->facts->created->born != message->stamp);
}

/* The host tells a player what he did himself. */
static void count_echo(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const unsigned row = row_of(table, message, pinfo, message->client_id, bcnet_tap_to(pinfo->pool, message));

    if (row != G_MAXUINT)
        bcnet_table_add(table, row, COLUMN_ECHOED, 1);
}

/* The host tells what a player does, and the capture does not hold how that came to the host. */
static void count_hearsay(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const uint32_t player = message->act->actor.player;

    if (player == BCNET_PEER_HOST || player == BCNET_NO_ID || is_replay(message))
        return;
    const unsigned row = row_of(table, message, pinfo, player, bcnet_tap_actor(pinfo->pool, message));
    if (row != G_MAXUINT)
        bcnet_table_add(table, row, COLUMN_HEARD, 1);
}

static tap_packet_status add_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                     tap_flags_t flags)
{
    stat_tap_table            *table = bcnet_table_of(data);
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;
    bcnet_relays_t            *relays = (bcnet_relays_t *)bcnet_table_own(table, make_relays, free_relays);

    bcnet_receivers_note(relays->receivers, message, pinfo);
    if (!message->act || !message->has_opcode)
        return TAP_PACKET_DONT_REDRAW;
    forget_old(relays, &pinfo->abs_ts);
    if (!message->from_host)
        count_act(table, relays, message, pinfo);
    else if (message->act->appearance && message->act->appearance->echo)
        count_echo(table, message, pinfo);
    else if (message->act->appearance && message->act->appearance->number > 0)
        count_copy(table, relays, message, pinfo);
    else
        count_hearsay(table, message, pinfo);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_relay(void)
{
    static stat_tap_table_ui ui = {
        .title = "Bridge Commander Relay",
        .cli_string = "bcnet,relay",
        .packet_func = add_message,
        .nfields = COLUMN_COUNT,
        .fields = columns,
    };

    bcnet_table_register(&ui);
}
