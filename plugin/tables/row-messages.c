/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages, for -z bcnet,tables. A row is complete when its ack is known, which comes later: rows wait for that, in order, as
 * long as there is room; then those that nobody acknowledges wait apart. */
#include "tables/row-folder.h"

#include "messages/reliability.h"
#include "messages/transport.h"
#include "opcodes/opcodes.h"

enum { WAITING_ROWS = 4096 };

typedef struct {
    bcnet_message_row_t row;
    const bcnet_sent_t *sent; /* NULL: nothing to wait for */
    bool                is_first; /* sending of it */
} bcnet_waiting_row_t;

struct bcnet_waiting {
    bcnet_waiting_row_t rows[WAITING_ROWS]; /* a ring */
    unsigned            first, count;
    GArray             *late; /* of bcnet_waiting_row_t */
};

bcnet_waiting_t *bcnet_waiting_new(void)
{
    bcnet_waiting_t *waiting = g_new0(bcnet_waiting_t, 1);

    waiting->late = g_array_new(FALSE, FALSE, sizeof(bcnet_waiting_row_t));
    return waiting;
}

void bcnet_waiting_free(bcnet_waiting_t *waiting)
{
    g_array_free(waiting->late, TRUE);
    g_free(waiting);
}

/* ---- Waiting ---- */

static bool waits(const bcnet_waiting_row_t *row)
{
    return row->sent && row->sent->acked_frame == 0;
}

static void write_row(bcnet_row_folder_t *folder, bcnet_waiting_row_t *row)
{
    const bcnet_sent_t *sent = row->sent;

    if (sent && !waits(row)) {
        row->row.acked_in_frame = sent->acked_frame;
        if (row->is_first)
            row->row.ack_ms = (double)(sent->acked_time - sent->first_time) / 1e6;
    }
    bcnet_row_write(folder, BCNET_MESSAGES, &row->row);
}

/* The oldest one leaves the ring. */
static void let_out(bcnet_row_folder_t *folder, bcnet_waiting_row_t *row)
{
    if (waits(row))
        g_array_append_vals(folder->waiting->late, row, 1);
    else
        write_row(folder, row);
    folder->waiting->first = (folder->waiting->first + 1) % WAITING_ROWS;
    folder->waiting->count--;
}

static void let_out_all(bcnet_row_folder_t *folder)
{
    bcnet_waiting_t *waiting = folder->waiting;

    while (waiting->count > 0 && (waiting->count == WAITING_ROWS || !waits(&waiting->rows[waiting->first])))
        let_out(folder, &waiting->rows[waiting->first]);
}

void bcnet_write_waiting(bcnet_row_folder_t *folder)
{
    bcnet_waiting_t *waiting = folder->waiting;

    while (waiting->count > 0)
        let_out(folder, &waiting->rows[waiting->first]);
    for (unsigned i = 0; i < waiting->late->len; i++)
        write_row(folder, &g_array_index(waiting->late, bcnet_waiting_row_t, i));
    g_array_set_size(waiting->late, 0);
}

/* ---- Rows ---- */

static void add_header(bcnet_message_row_t *row, const bcnet_tap_message_t *message)
{
    const uint32_t client = bcnet_id_cell(message->client);

    row->type = bcnet_message_type_name(message->wire->type);
    row->from_id = message->from_host ? BCNET_PEER_HOST : client;
    row->to_id = message->from_host ? client : BCNET_PEER_HOST;
    row->actor_id = message->relayed ? bcnet_player_cell(message->relayed->actor.id) : 0;
    row->copy_of_frame = bcnet_tap_copy_of(message);
    row->length = message->wire->length;
    row->resend = message->resend;
    if (bcnet_wire_has(message->wire, BCNET_HEADER_SEQ))
        row->seq = message->wire->seq;
    if (message->has_opcode)
        row->opcode = message->opcode_value;
    if (message->opcode)
        row->label = bcnet_opcode_label(message->opcode);
}

void bcnet_write_message(bcnet_row_folder_t *folder)
{
    const bcnet_tap_message_t       *message = folder->message;
    const bcnet_sequence_analysis_t *analysis = message->analysis;
    bcnet_waiting_t                 *waiting = folder->waiting;
    bcnet_waiting_row_t             *row = &waiting->rows[(waiting->first + waiting->count++) % WAITING_ROWS];

    bcnet_row_clear(&bcnet_row_kinds[BCNET_MESSAGES], &row->row);
    row->row.when = folder->when;
    row->row.epoch = bcnet_nanoseconds(&folder->pinfo->abs_ts);
    row->row.link = folder->link;
    row->sent = analysis && !analysis->is_ack ? analysis->sent : NULL;
    row->is_first = row->sent && analysis->sending == 0;
    if (row->sent && !row->is_first)
        row->row.resend_of_frame = row->sent->first_frame;
    if (message->again)
        row->row.type = message->unread ? "Not read" : message->left_out > 0 ? "Left out" : "Captured again";
    else
        add_header(&row->row, message);
    let_out_all(folder);
}
