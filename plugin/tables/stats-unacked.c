/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Unacked, and tshark -z bcnet,unacked: reliable messages that nobody acknowledged, and why
 * (protocol chapters 10.3, 10.4).
 *
 * A message is listed when its first resend is due, and leaves the table when an ack comes after all. */
#include "tables/stats-table.h"

#include "game/stays.h"
#include "messages/reliability.h"
#include "messages/transport.h"
#include "opcodes/opcodes.h"

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
    COLUMN_GAME,
    COLUMN_COUNT
} bcnet_unacked_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Frame", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Sent (s)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "From", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "To", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Message", "%-28s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Number", "%-12s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Resends", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Last sent (s)", "%-13s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Age (s)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Why", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Game", "%-22s" },
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
    const bcnet_stay_t   *client;
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
    bcnet_row_t          *row; /* whose own this is; NULL: not due yet */
} bcnet_unacked_t;

typedef struct {
    uint32_t epoch;
    double   ended; /* the last one */
} bcnet_ended_t;

typedef struct {
    wmem_map_t   *by_sent; /* -> bcnet_unacked_t, of those below and of rows */
    wmem_queue_t *young; /* not due yet; in order */
    wmem_map_t   *ends; /* link -> bcnet_ended_t */
    wmem_map_t   *heard[2]; /* [from the host]: games of which that direction is in the capture */
    unsigned      aged; /* next row to be aged */
} bcnet_unackeds_t;

/* ---- What is remembered ---- */

static void *make_unackeds(wmem_allocator_t *pool)
{
    bcnet_unackeds_t *all = wmem_new0(pool, bcnet_unackeds_t);

    all->by_sent = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    all->young = wmem_queue_new(pool);
    all->ends = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    for (unsigned i = 0; i < array_length(all->heard); i++)
        all->heard[i] = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    return all;
}

static bcnet_unackeds_t *all_of(const bcnet_table_t *table)
{
    return (bcnet_unackeds_t *)table->own;
}

static bcnet_ended_t *end_of(const bcnet_table_t *table, const bcnet_link_t *link)
{
    return (bcnet_ended_t *)wmem_map_lookup(all_of(table)->ends, link);
}

/* How many connections have ended on the link. */
static uint32_t epoch_of(const bcnet_table_t *table, const bcnet_link_t *link)
{
    const bcnet_ended_t *end = end_of(table, link);

    return end ? end->epoch : 0;
}

/* ---- Rows ---- */

/* The last row may only say that there are more. */
static unsigned listed(const bcnet_table_t *table)
{
    return table->cells->num_elements - table->full;
}

static bcnet_unacked_t *unacked_in(const bcnet_table_t *table, unsigned row)
{
    return (bcnet_unacked_t *)bcnet_row_own(table->cells->elements[row]);
}

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

static void show_why(const bcnet_unacked_t *unacked)
{
    bcnet_row_set_string(unacked->row, COLUMN_WHY,
                         unacked->wrong_space ? "wrong ack space"
                         : unacked->gone      ? "connection gone"
                                              : "lost");
}

/* Up to the end of its connection, if that has ended. */
static void show_age(const bcnet_table_t *table, bcnet_unacked_t *unacked)
{
    if (unacked->gone || !unacked->row)
        return;
    unacked->gone = epoch_of(table, unacked->link) != unacked->epoch;
    const double until = unacked->gone ? end_of(table, unacked->link)->ended : table->now;
    bcnet_row_set_decimals(unacked->row, COLUMN_AGE, until - unacked->seconds);
    show_why(unacked);
}

static void fill_row(const bcnet_table_t *table, bcnet_unacked_t *unacked)
{
    wmem_allocator_t *pool = table->pinfo->pool;
    bcnet_row_t      *row = unacked->row;
    const char       *host = bcnet_who_at(pool, NULL, BCNET_PEER_HOST, 0);
    const char       *client = bcnet_client_words(pool, unacked->client, unacked->peer, unacked->stamp);

    bcnet_row_set_uint(row, COLUMN_FRAME, unacked->frame);
    bcnet_row_set_decimals(row, COLUMN_TIME, unacked->seconds);
    bcnet_row_set_string(row, COLUMN_FROM, unacked->from_host ? host : client);
    bcnet_row_set_string(row, COLUMN_TO, unacked->from_host ? client : host);
    bcnet_row_set_string(row, COLUMN_MESSAGE, message_words(pool, unacked));
    bcnet_row_set_string(row, COLUMN_SEQ, number_words(pool, unacked));
    bcnet_row_set_uint(row, COLUMN_RESENDS, unacked->resends);
    bcnet_row_set_decimals(row, COLUMN_LAST, unacked->last);
    show_age(table, unacked);
}

/* From now on the row remembers it. Where only one direction was captured nobody can tell. */
static void list(bcnet_table_t *table, const bcnet_unacked_t *unacked)
{
    const bool   known = wmem_map_contains(all_of(table)->heard[!unacked->from_host], unacked->link->game);
    bcnet_row_t *row = known ? bcnet_table_add_row(table, unacked->link->game) : NULL;

    if (!row) {
        wmem_map_remove(all_of(table)->by_sent, unacked->sent);
        return;
    }
    bcnet_unacked_t *kept = (bcnet_unacked_t *)bcnet_row_own(row);
    *kept = *unacked;
    kept->row = row;
    wmem_map_insert(all_of(table)->by_sent, kept->sent, kept);
    fill_row(table, kept);
}

static bool is_due(const bcnet_table_t *table, const bcnet_unacked_t *unacked)
{
    return bcnet_tap_since(table->pinfo, &unacked->time).secs >= RESEND_SECONDS;
}

static void list_due(bcnet_table_t *table)
{
    wmem_queue_t *young = all_of(table)->young;

    while (wmem_queue_count(young) > 0) {
        bcnet_unacked_t *oldest = (bcnet_unacked_t *)wmem_queue_peek(young);
        const bool       many = wmem_queue_count(young) > MOST_WAITING;
        if (!oldest->acked && !many && !is_due(table, oldest))
            return;
        wmem_queue_pop(young);
        if (!oldest->acked)
            list(table, oldest);
        wmem_free(table->pool, oldest);
    }
}

static void age_some(const bcnet_table_t *table)
{
    bcnet_unackeds_t *all = all_of(table);

    for (unsigned i = 0; i < MIN(AGED_AT_ONCE, listed(table)); i++) {
        all->aged = all->aged + 1 < listed(table) ? all->aged + 1 : 0;
        show_age(table, unacked_in(table, all->aged));
    }
}

/* ---- Messages ---- */

static void note_sending(const bcnet_table_t *table)
{
    bcnet_unacked_t *known = (bcnet_unacked_t *)wmem_map_lookup(all_of(table)->by_sent, table->message->analysis->sent);

    if (!known)
        return;
    known->resends++;
    known->last = table->now;
    if (known->row)
        fill_row(table, known);
}

static void note_first_sending(const bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    bcnet_unacked_t           *unacked = wmem_new0(table->pool, bcnet_unacked_t);

    unacked->sent = message->analysis->sent;
    unacked->link = message->link;
    unacked->opcode = message->opcode;
    unacked->time = table->pinfo->abs_ts;
    unacked->seconds = unacked->last = table->now;
    unacked->stamp = message->stamp;
    unacked->frame = table->pinfo->num;
    unacked->epoch = epoch_of(table, message->link);
    unacked->seq = message->wire->seq;
    unacked->type = message->wire->type;
    unacked->client = message->client;
    unacked->peer = message->peer;
    unacked->fragment = bcnet_wire_has(message->wire, BCNET_HEADER_FRAG_INDEX);
    unacked->frag_index = message->wire->frag_index;
    unacked->from_host = message->from_host;
    wmem_map_insert(all_of(table)->by_sent, unacked->sent, unacked);
    wmem_queue_push(all_of(table)->young, unacked);
}

static void note_ack(bcnet_table_t *table)
{
    const bcnet_sequence_analysis_t *analysis = table->message->analysis;
    const bcnet_sent_t              *sent = analysis->sent ? analysis->sent : analysis->meant;
    bcnet_unacked_t *unacked = sent ? (bcnet_unacked_t *)wmem_map_lookup(all_of(table)->by_sent, sent) : NULL;

    if (!unacked)
        return;
    if (!analysis->sent) {
        unacked->wrong_space = true;
        if (unacked->row)
            show_why(unacked);
        return;
    }
    unacked->acked = true;
    wmem_map_remove(all_of(table)->by_sent, sent);
    if (unacked->row)
        bcnet_table_remove_row(table, unacked->row);
}

/* The link whose connection the message ends: by another one in its place, or because its client is gone, as anybody is
 * told. NULL: none. */
static const bcnet_link_t *link_ended_by(const bcnet_tap_message_t *message)
{
    const bcnet_stay_t *left = message->facts->left;

    if (message->resend)
        return NULL;
    if (message->wire->type == BCNET_TYPE_CONNECT && message->peer == BCNET_PEER_NEW)
        return message->link;
    return left && left->left.stamp == message->stamp && bcnet_stay_on(left->link, message->stamp) == left ? left->link
                                                                                                           : NULL;
}

/* What is sent from here on is not of the old connection. */
static void note_end(const bcnet_table_t *table)
{
    const bcnet_link_t *link = link_ended_by(table->message);
    wmem_map_t         *ends = all_of(table)->ends;
    bcnet_ended_t      *end = end_of(table, link);

    if (!link || (!end && wmem_map_size(ends) >= MOST_WAITING))
        return;
    if (!end) {
        end = wmem_new0(table->pool, bcnet_ended_t);
        wmem_map_insert(ends, link, end);
    }
    end->epoch++;
    end->ended = table->now;
    for (unsigned row = 0; row < listed(table); row++) {
        if (unacked_in(table, row)->link == link)
            show_age(table, unacked_in(table, row));
    }
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_sequence_analysis_t *analysis = table->message->analysis;

    wmem_map_t *heard = all_of(table)->heard[table->message->from_host];
    if (!wmem_map_contains(heard, table->message->game))
        wmem_map_insert(heard, table->message->game, heard);
    list_due(table);
    note_end(table);
    if (analysis && analysis->is_ack)
        note_ack(table);
    else if (analysis && analysis->sent && analysis->sending == 0)
        note_first_sending(table);
    else if (analysis && analysis->sent)
        note_sending(table);
    age_some(table);
    return true;
}

bcnet_table_kind_t bcnet_table_unacked = {
    .ui = { .title = "Bridge Commander Unacked",
            .cli_string = "bcnet,unacked",
            .nfields = COLUMN_COUNT,
            .fields = columns },
    .row_size = sizeof(bcnet_unacked_t),
    .make = make_unackeds,
    .count = count_message,
};
