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
    g_free(row);
}

/* The oldest one: it is written, or waits apart. */
static void let_out(bcnet_row_folder_t *folder)
{
    bcnet_waiting_row_t *row = (bcnet_waiting_row_t *)g_queue_pop_head(&folder->waiting);

    if (waits(row))
        g_queue_push_tail(&folder->waiting_late, row);
    else
        write_row(folder, row);
}

void bcnet_write_waiting(bcnet_row_folder_t *folder)
{
    while (folder->waiting.length > 0)
        let_out(folder);
    while (folder->waiting_late.length > 0)
        write_row(folder, (bcnet_waiting_row_t *)g_queue_pop_head(&folder->waiting_late));
}

/* ---- Rows ---- */

void bcnet_write_message(bcnet_row_folder_t *folder)
{
    const bcnet_tap_message_t *message = folder->message;
    bcnet_waiting_row_t       *row = g_new0(bcnet_waiting_row_t, 1);

    bcnet_row_clear(&bcnet_row_kinds[BCNET_MESSAGES], &row->row);
    row->row.when = folder->when;
    row->row.epoch = bcnet_nanoseconds(&folder->pinfo->abs_ts);
    row->row.link = folder->link;
    row->sent = bcnet_reliable_of(message);
    row->is_first = row->sent && message->analysis->sending == 0;
    if (message->again)
        row->row.type = message->unread ? "Not read" : message->left_out > 0 ? "Left out" : "Captured again";
    else
        bcnet_fill_message(&row->row, message, folder->pinfo);
    GQueue *waiting = &folder->waiting;
    g_queue_push_tail(waiting, row);
    while (waiting->length == WAITING_ROWS ||
           (waiting->length > 0 && !waits((const bcnet_waiting_row_t *)waiting->head->data)))
        let_out(folder);
}
