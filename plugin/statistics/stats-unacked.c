/* Statistics > Bridge Commander Unacked, and tshark -z bcnet,unacked: reliable messages that nobody acknowledged, and why
 * (protocol chapters 10.3, 10.4).
 *
 * A message is listed when its first resend is due, and leaves the table when an ack comes after all.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats.h"

#include <epan/stat_tap_ui.h>

#include "game/players.h"
#include "messages/reliability.h"
#include "messages/transport.h"
#include "opcodes/opcodes.h"
#include "statistics/stats-table.h"
#include "statistics/tap.h"

typedef enum {
    COLUMN_FRAME,
    COLUMN_TIME,
    COLUMN_FROM,
    COLUMN_TO,
    COLUMN_MESSAGE,
    COLUMN_SEQ,
    COLUMN_RESENDS,
    COLUMN_LAST,
    COLUMN_AGE,
    COLUMN_WHY,
    COLUMN_COUNT
} bcnet_unacked_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Frame   ", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Sent (s)  ", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "From             ", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "To               ", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Message                     ", "%-28s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Number      ", "%-12s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Resends ", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Last sent (s)", "%-13s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Age (s)   ", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Why             ", "%-16s" },
};

enum {
    RESEND_SECONDS = 1, /* the first resend is due */
    MOST_WAITING = 1 << 16,
    AGED_AT_ONCE = 8 /* rows whose age is brought up to date with each message, in turn */
};

/* A reliable message or fragment without an ack. */
typedef struct {
    const bcnet_sent_t   *sent;
    const bcnet_link_t   *link;
    const bcnet_opcode_t *opcode;
    nstime_t              time;
    double                seconds; /* since the capture began */
    double                last; /* sending */
    bcnet_stamp_t         stamp;
    uint32_t              frame;
    uint32_t              epoch; /* of the link: connections that ended before */
    uint16_t              seq;
    uint16_t              resends;
    uint8_t               type;
    uint8_t               peer;
    uint8_t               frag_index;
    bool                  fragment;
    bool                  from_host;
    bool                  acked;
    bool                  wrong_space;
    bool                  gone;
} bcnet_unacked_t;

typedef struct {
    uint32_t epoch;
    double   ended; /* the last one */
} bcnet_ended_t;

typedef struct {
    GHashTable *by_sent; /* -> bcnet_unacked_t, of those below */
    GQueue     *young; /* not due yet; in order */
    GPtrArray  *listed; /* by row */
    GHashTable *ends; /* link -> bcnet_ended_t */
    unsigned    aged; /* next row to be aged */
    bool        full;
} bcnet_unackeds_t;

/* ---- What is remembered ---- */

static void *make_unackeds(void)
{
    bcnet_unackeds_t *all = g_new0(bcnet_unackeds_t, 1);

    all->by_sent = g_hash_table_new(g_direct_hash, g_direct_equal);
    all->young = g_queue_new();
    all->listed = g_ptr_array_new_with_free_func(g_free);
    all->ends = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    return all;
}

static void free_unackeds(void *data)
{
    bcnet_unackeds_t *all = (bcnet_unackeds_t *)data;

    g_hash_table_destroy(all->by_sent);
    g_queue_free_full(all->young, g_free);
    g_ptr_array_free(all->listed, TRUE);
    g_hash_table_destroy(all->ends);
    g_free(all);
}

static const bcnet_ended_t *ended(const bcnet_unackeds_t *all, const bcnet_link_t *link)
{
    static const bcnet_ended_t never;
    const bcnet_ended_t       *end = (const bcnet_ended_t *)g_hash_table_lookup(all->ends, link);

    return end ? end : &never;
}

/* ---- Rows ---- */

static const char *message_words(wmem_allocator_t *pool, const bcnet_unacked_t *unacked)
{
    const char *type = bcnet_message_type_name(unacked->type);

    if (unacked->type != BCNET_TYPE_GAME)
        return wmem_strdup_printf(pool, "%s (0x%02x)", type, unacked->type);
    return unacked->opcode ? bcnet_opcode_label(unacked->opcode) : type;
}

static const char *number_words(wmem_allocator_t *pool, const bcnet_unacked_t *unacked)
{
    return wmem_strdup_printf(pool, unacked->fragment ? "%u frag %u" : "%u", unacked->seq, unacked->frag_index);
}

static void show_why(stat_tap_table *table, unsigned row, const bcnet_unacked_t *unacked)
{
    bcnet_table_set_string(table, row, COLUMN_WHY,
                           unacked->wrong_space ? "wrong ack space"
                           : unacked->gone      ? "connection gone"
                                                : "lost");
}

/* Up to the end of its connection, if that has ended. */
static void show_age(stat_tap_table *table, const bcnet_unackeds_t *all, unsigned row, double now)
{
    bcnet_unacked_t     *unacked = (bcnet_unacked_t *)all->listed->pdata[row];
    const bcnet_ended_t *end = ended(all, unacked->link);

    if (unacked->gone)
        return;
    unacked->gone = end->epoch != unacked->epoch;
    bcnet_table_set_decimals(table, row, COLUMN_AGE, (unacked->gone ? end->ended : now) - unacked->seconds);
    show_why(table, row, unacked);
}

static void fill_row(stat_tap_table *table, const bcnet_unackeds_t *all, unsigned row, const packet_info *pinfo)
{
    const bcnet_unacked_t *unacked = (const bcnet_unacked_t *)all->listed->pdata[row];
    const char            *host = bcnet_who_at(pinfo->pool, NULL, BCNET_PEER_HOST, 0);
    const char            *client = bcnet_sender_end(pinfo->pool, unacked->link, unacked->peer, unacked->stamp).words;

    bcnet_table_set_uint(table, row, COLUMN_FRAME, unacked->frame);
    bcnet_table_set_decimals(table, row, COLUMN_TIME, unacked->seconds);
    bcnet_table_set_string(table, row, COLUMN_FROM, unacked->from_host ? host : client);
    bcnet_table_set_string(table, row, COLUMN_TO, unacked->from_host ? client : host);
    bcnet_table_set_string(table, row, COLUMN_MESSAGE, message_words(pinfo->pool, unacked));
    bcnet_table_set_string(table, row, COLUMN_SEQ, number_words(pinfo->pool, unacked));
    bcnet_table_set_uint(table, row, COLUMN_RESENDS, unacked->resends);
    bcnet_table_set_decimals(table, row, COLUMN_LAST, unacked->last);
    show_age(table, all, row, nstime_to_sec(&pinfo->rel_ts));
}

static void forget(bcnet_unackeds_t *all, bcnet_unacked_t *unacked)
{
    g_hash_table_remove(all->by_sent, unacked->sent);
    g_free(unacked);
}

static void list(stat_tap_table *table, bcnet_unackeds_t *all, bcnet_unacked_t *unacked, const packet_info *pinfo)
{
    const unsigned row = all->full ? G_MAXUINT
                                   : bcnet_table_add_row(table, columns, COLUMN_COUNT, BCNET_TABLE_ROWS_MAX);

    all->full = row == G_MAXUINT;
    if (all->full) {
        forget(all, unacked);
        return;
    }
    g_ptr_array_add(all->listed, unacked);
    fill_row(table, all, row, pinfo);
}

static bool is_due(const bcnet_unacked_t *unacked, const nstime_t *now)
{
    nstime_t age;

    nstime_delta(&age, now, &unacked->time);
    return age.secs >= RESEND_SECONDS;
}

static void list_due(stat_tap_table *table, bcnet_unackeds_t *all, const packet_info *pinfo)
{
    for (;;) {
        bcnet_unacked_t *oldest = (bcnet_unacked_t *)g_queue_peek_head(all->young);
        const bool       many = g_queue_get_length(all->young) > MOST_WAITING;
        if (!oldest || (!oldest->acked && !many && !is_due(oldest, &pinfo->abs_ts)))
            return;
        g_queue_pop_head(all->young);
        if (oldest->acked)
            g_free(oldest);
        else
            list(table, all, oldest, pinfo);
    }
}

static void age_some(stat_tap_table *table, bcnet_unackeds_t *all, double now)
{
    for (unsigned i = 0; i < MIN(AGED_AT_ONCE, all->listed->len); i++) {
        all->aged = all->aged + 1 < all->listed->len ? all->aged + 1 : 0;
        show_age(table, all, all->aged, now);
    }
}

/* ---- Messages ---- */

static void note_sending(stat_tap_table *table, bcnet_unackeds_t *all, const bcnet_tap_message_t *message,
                         const packet_info *pinfo)
{
    bcnet_unacked_t *known = (bcnet_unacked_t *)g_hash_table_lookup(all->by_sent, message->verdict->sent);
    guint            row;

    if (!known)
        return;
    known->resends++;
    known->last = nstime_to_sec(&pinfo->rel_ts);
    if (g_ptr_array_find(all->listed, known, &row))
        fill_row(table, all, row, pinfo);
}

static void note_first_sending(bcnet_unackeds_t *all, const bcnet_tap_message_t *message, const packet_info *pinfo)
{
    bcnet_unacked_t *unacked = g_new0(bcnet_unacked_t, 1);

    unacked->sent = message->verdict->sent;
    unacked->link = message->link;
    unacked->opcode = message->opcode;
    unacked->time = pinfo->abs_ts;
    unacked->seconds = unacked->last = nstime_to_sec(&pinfo->rel_ts);
    unacked->stamp = message->stamp;
    unacked->frame = pinfo->num;
    unacked->epoch = ended(all, message->link)->epoch;
    unacked->seq = message->wire->seq;
    unacked->type = message->wire->type;
    unacked->peer = message->peer;
    unacked->fragment = bcnet_wire_has(message->wire, BCNET_HEADER_FRAG_INDEX);
    unacked->frag_index = message->wire->frag_index;
    unacked->from_host = message->from_host;
    g_hash_table_replace(all->by_sent, (gpointer)unacked->sent, unacked);
    g_queue_push_tail(all->young, unacked);
}

static void note_ack(stat_tap_table *table, bcnet_unackeds_t *all, const bcnet_verdict_t *verdict)
{
    const bcnet_sent_t *sent = verdict->sent ? verdict->sent : verdict->meant;
    bcnet_unacked_t    *unacked = sent ? (bcnet_unacked_t *)g_hash_table_lookup(all->by_sent, sent) : NULL;
    guint               row;

    if (!unacked)
        return;
    const bool listed = g_ptr_array_find(all->listed, unacked, &row);
    if (!verdict->sent) {
        unacked->wrong_space = true;
        if (listed)
            show_why(table, row, unacked);
        return;
    }
    unacked->acked = true;
    g_hash_table_remove(all->by_sent, sent);
    if (!listed)
        return;
    bcnet_table_remove_row(table, row);
    g_ptr_array_remove_index(all->listed, row);
}

/* A goodbye, or another connection in place of this one. What is sent from here on is not of the old one. */
static void note_end(stat_tap_table *table, bcnet_unackeds_t *all, const bcnet_tap_message_t *message, double now)
{
    const bool     connects = message->wire->type == BCNET_TYPE_CONNECT && message->peer == BCNET_PEER_NEW;
    const bool     leaves = message->facts->left != BCNET_NO_ID && message->facts->left == message->client_id;
    bcnet_ended_t *end = (bcnet_ended_t *)g_hash_table_lookup(all->ends, message->link);

    if (message->resend || !(connects || leaves) || (!end && g_hash_table_size(all->ends) >= MOST_WAITING))
        return;
    if (!end) {
        end = g_new0(bcnet_ended_t, 1);
        g_hash_table_insert(all->ends, (gpointer)message->link, end);
    }
    end->epoch++;
    end->ended = now;
    for (unsigned row = 0; row < all->listed->len; row++) {
        if (((const bcnet_unacked_t *)all->listed->pdata[row])->link == message->link)
            show_age(table, all, row, now);
    }
}

static tap_packet_status add_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                     tap_flags_t flags)
{
    stat_tap_table            *table = bcnet_table_of(data);
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;
    const bcnet_verdict_t     *verdict = message->verdict;
    bcnet_unackeds_t          *all = (bcnet_unackeds_t *)bcnet_table_own(table, make_unackeds, free_unackeds);

    list_due(table, all, pinfo);
    note_end(table, all, message, nstime_to_sec(&pinfo->rel_ts));
    if (verdict && verdict->is_ack)
        note_ack(table, all, verdict);
    else if (verdict && verdict->sent && verdict->sending == 0)
        note_first_sending(all, message, pinfo);
    else if (verdict && verdict->sent)
        note_sending(table, all, message, pinfo);
    age_some(table, all, nstime_to_sec(&pinfo->rel_ts));
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_unacked(void)
{
    static stat_tap_table_ui ui = {
        .title = "Bridge Commander Unacked",
        .cli_string = "bcnet,unacked",
        .packet_func = add_message,
        .nfields = COLUMN_COUNT,
        .fields = columns,
    };

    bcnet_table_register(&ui);
}
