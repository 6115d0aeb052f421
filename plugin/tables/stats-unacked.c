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

#define COLUMNS(COLUMN)                                                                                                \
    COLUMN(FRAME, COUNT, "Frame", 8)                                                                                   \
    COLUMN(TIME, NUMBER, "Sent (s)", 10)                                                                               \
    COLUMN(FROM, TEXT, "From", 17)                                                                                     \
    COLUMN(TO, TEXT, "To", 17)                                                                                         \
    COLUMN(MESSAGE, TEXT, "Message", 28)                                                                               \
    COLUMN(SEQ, TEXT, "Number", 12)                                                                                    \
    COLUMN(RESENDS, COUNT, "Resends", 8)                                                                               \
    COLUMN(LAST, NUMBER, "Last sent (s)", 13)                                                                          \
    COLUMN(AGE, NUMBER, "Age (s)", 10)                                                                                 \
    COLUMN(WHY, TEXT, "Why", 16)                                                                                       \
    COLUMN(GAME, TEXT, "Game", 22)
BCNET_COLUMNS(COLUMNS)

enum {
    RESEND_SECONDS = 1, /* the first resend is due */
    MOST_WAITING = 1 << 16,
    AGED_AT_ONCE = 8 /* rows whose age is brought up to date with each message, in turn */
};

/* The present one of a link, by which the table finds it. */
typedef struct {
    bool   is_over;
    double ended;
} bcnet_connection_t;

/* A reliable message or fragment without an ack. */
typedef struct {
    const bcnet_sent_t       *sent;
    bcnet_tap_message_t       first; /* sending: what of it does not live in its packet */
    bcnet_wire_message_t      wire;
    nstime_t                  time;
    double                    seconds; /* since the capture began */
    double                    last; /* sending */
    const bcnet_connection_t *connection;
    uint16_t                  resends;
    bool                      acked, wrong_space;
    bcnet_row_t              *row; /* whose own this is; NULL: not due yet */
} bcnet_unacked_t;

typedef struct {
    wmem_map_t   *by_sent; /* -> bcnet_unacked_t, of those below and of rows */
    wmem_queue_t *young; /* not due yet; in order */
    unsigned      aged; /* next row to be aged */
} bcnet_unackeds_t;

/* ---- What is remembered ---- */

static void *make_unackeds(wmem_allocator_t *pool)
{
    bcnet_unackeds_t *all = wmem_new0(pool, bcnet_unackeds_t);

    all->by_sent = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    all->young = wmem_queue_new(pool);
    return all;
}

static bcnet_unackeds_t *all_of(const bcnet_table_t *table)
{
    return (bcnet_unackeds_t *)table->own;
}

/* ---- Rows ---- */

/* The last row may only say that there are more: it is about no message, and is no row of one. */
static bcnet_unacked_t *unacked_in(const bcnet_table_t *table, unsigned row)
{
    return (bcnet_unacked_t *)bcnet_row_own(table->cells->elements[row]);
}

static const char *message_words(wmem_allocator_t *pool, const bcnet_unacked_t *unacked)
{
    const uint8_t type = unacked->wire.type;

    if (type != BCNET_TYPE_GAME)
        return wmem_strdup_printf(pool, "%s (0x%02x)", bcnet_message_type_name(type), type);
    return unacked->first.opcode ? bcnet_opcode_label(unacked->first.opcode) : bcnet_message_type_name(type);
}

static void show_why(const bcnet_unacked_t *unacked)
{
    bcnet_row_set_string(unacked->row, COLUMN_WHY,
                         unacked->wrong_space           ? "wrong ack space"
                         : unacked->connection->is_over ? "connection gone"
                                                        : "lost");
}

/* Up to the end of its connection, if that has ended. */
static void show_age(const bcnet_table_t *table, const bcnet_unacked_t *unacked)
{
    const bcnet_connection_t *connection = unacked->connection;

    if (!unacked->row)
        return;
    bcnet_row_set_decimals(unacked->row, COLUMN_AGE,
                           (connection->is_over ? connection->ended : table->now) - unacked->seconds);
    show_why(unacked);
}

static void fill_row(const bcnet_table_t *table, const bcnet_unacked_t *unacked)
{
    wmem_allocator_t *pool = table->pinfo->pool;
    bcnet_row_t      *row = unacked->row;
    const bool        fragment = bcnet_wire_has(&unacked->wire, BCNET_HEADER_FRAG_INDEX);

    bcnet_row_set_uint(row, COLUMN_FRAME, bcnet_stamp_frame(unacked->first.stamp));
    bcnet_row_set_decimals(row, COLUMN_TIME, unacked->seconds);
    bcnet_row_set_string(row, COLUMN_FROM, bcnet_tap_from(pool, &unacked->first));
    bcnet_row_set_string(row, COLUMN_TO, bcnet_tap_to(pool, &unacked->first));
    bcnet_row_set_string(row, COLUMN_MESSAGE, message_words(pool, unacked));
    bcnet_row_set_string(
        row, COLUMN_SEQ,
        wmem_strdup_printf(pool, fragment ? "%u frag %u" : "%u", unacked->wire.seq, unacked->wire.frag_index));
    bcnet_row_set_uint(row, COLUMN_RESENDS, unacked->resends);
    bcnet_row_set_decimals(row, COLUMN_LAST, unacked->last);
    show_age(table, unacked);
}

/* From now on the row remembers it. Where only one direction was captured nobody can tell. */
static void list(bcnet_table_t *table, const bcnet_unacked_t *unacked)
{
    const bcnet_game_t *game = unacked->first.game;
    const bool          known = bcnet_table_find(table, game, !unacked->first.from_host) != NULL;
    bcnet_row_t        *row = known ? bcnet_table_add_row(table, game) : NULL;

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
    const unsigned    rows = table->cells->num_elements;

    for (unsigned i = 0; i < MIN(AGED_AT_ONCE, rows); i++) {
        all->aged = all->aged + 1 < rows ? all->aged + 1 : 0;
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

static void note_first_sending(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    bcnet_unacked_t           *unacked = wmem_new0(table->pool, bcnet_unacked_t);

    unacked->sent = message->analysis->sent;
    unacked->first = *message;
    unacked->wire = *message->wire;
    unacked->time = table->pinfo->abs_ts;
    unacked->seconds = unacked->last = table->now;
    unacked->connection =
        (const bcnet_connection_t *)bcnet_table_note(table, message->link, 0, sizeof *unacked->connection);
    wmem_map_insert(all_of(table)->by_sent, unacked->sent, unacked);
    wmem_queue_push(all_of(table)->young, unacked);
}

/* An ack that is told by its own frame, or by the message that it cannot have meant. */
static void note_stray_ack(const bcnet_table_t *table, const bcnet_stray_ack_t *stray)
{
    bcnet_unacked_t *unacked =
        stray && stray->is_wrong ? (bcnet_unacked_t *)wmem_map_lookup(all_of(table)->by_sent, stray->waits) : NULL;

    if (!unacked)
        return;
    unacked->wrong_space = true;
    if (unacked->row)
        show_why(unacked);
}

static void note_ack(bcnet_table_t *table)
{
    const bcnet_sent_t *sent = table->message->analysis->sent;
    bcnet_unacked_t    *unacked = sent ? (bcnet_unacked_t *)wmem_map_lookup(all_of(table)->by_sent, sent) : NULL;

    if (!unacked)
        return;
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
static void note_end(bcnet_table_t *table)
{
    const bcnet_link_t *link = link_ended_by(table->message);
    bcnet_connection_t *connection = link ? (bcnet_connection_t *)bcnet_table_find(table, link, 0) : NULL;

    if (!connection)
        return;
    connection->is_over = true;
    connection->ended = table->now;
    bcnet_table_index(table, link, 0, NULL);
    for (unsigned row = 0; row < table->cells->num_elements; row++) {
        if (unacked_in(table, row)->first.link == link)
            show_age(table, unacked_in(table, row));
    }
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t       *message = table->message;
    const bcnet_sequence_analysis_t *analysis = message->analysis;

    if (!bcnet_table_find(table, message->game, message->from_host)) /* that direction is in the capture */
        bcnet_table_index(table, message->game, message->from_host, table);
    list_due(table);
    note_end(table);
    if (analysis)
        note_stray_ack(table, analysis->stray);
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
    .ui = BCNET_TABLE("Unacked", "unacked"),
    .row_size = sizeof(bcnet_unacked_t),
    .make = make_unackeds,
    .count = count_message,
};
