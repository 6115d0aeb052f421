/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tables/row-facts.h"

#include <math.h>

#include "messages/reliability.h"
#include "messages/transport.h"
#include "opcodes/opcodes.h"

/* ---- The tables ---- */

#define COLUMN(row, kind, member, comment) { #member, BCNET_CELL_##kind, offsetof(row, member), false, comment },
#define KEY(row, kind, member, comment) { #member, BCNET_CELL_##kind, offsetof(row, member), true, comment },

/* What happens begins with a message, which mostly is the key. */
#define BEFORE_NO_WHEN
#define BEFORE_WHEN WHEN_COLUMNS(KEY)
#define BEFORE_WHEN_ONLY WHEN_COLUMNS(COLUMN)
#define WHEN_COLUMNS(KEY)                                                                                              \
    COLUMN(bcnet_when_t, ID, game, "number in games")                                                                  \
    KEY(bcnet_when_t, ID, frame, "number of the frame")                                                                \
    KEY(bcnet_when_t, ID, number, "number of the message in its frame")                                                \
    COLUMN(bcnet_when_t, SECONDS, t, "seconds since the capture started")

#define COLUMNS_OF(kind, name, row, COLUMNS, when, comment)                                                            \
    static const bcnet_column_t name##_columns[] = { BEFORE_##when COLUMNS(row, KEY, COLUMN) };
BCNET_ROW_TABLES(COLUMNS_OF)

#define TABLE_OF(kind, name, row, COLUMNS, when, comment)                                                              \
    { #name, comment, name##_columns, G_N_ELEMENTS(name##_columns) },
const bcnet_rows_kind_t bcnet_row_kinds[] = { BCNET_ROW_TABLES(TABLE_OF) };

/* ---- Messages ---- */

uint32_t bcnet_id_cell(const bcnet_stay_t *stay)
{
    return stay && stay->id != BCNET_PEER_NEW ? stay->id : 0;
}

uint32_t bcnet_player_cell(uint32_t id)
{
    return bcnet_is_player_id(id) ? id : 0;
}

const bcnet_sent_t *bcnet_reliable_of(const bcnet_tap_message_t *message)
{
    return message->analysis && !message->analysis->is_ack ? message->analysis->sent : NULL;
}

void bcnet_fill_message(bcnet_message_row_t *row, const bcnet_tap_message_t *message, const packet_info *pinfo)
{
    const uint32_t      client = bcnet_id_cell(message->client);
    const bcnet_sent_t *sent = bcnet_reliable_of(message);

    row->epoch = bcnet_nanoseconds(&pinfo->abs_ts);
    row->type = bcnet_message_type_name(message->wire->type);
    row->from_id = message->from_host ? BCNET_PEER_HOST : client;
    row->to_id = message->from_host ? client : BCNET_PEER_HOST;
    row->actor_id = message->relayed ? bcnet_player_cell(message->relayed->actor.id) : 0;
    row->copy_of_frame = bcnet_tap_copy_of(message);
    row->length = message->wire->length;
    row->resend = message->resend;
    row->resend_of_frame = sent && message->analysis->sending > 0 ? sent->first_frame : 0;
    if (bcnet_wire_has(message->wire, BCNET_HEADER_SEQ))
        row->seq = message->wire->seq;
    if (message->has_opcode)
        row->opcode = message->opcode_value;
    if (message->opcode)
        row->label = bcnet_opcode_label(message->opcode);
}

bool bcnet_fill_remark(bcnet_remark_row_t *row, const expert_info_t *info, const packet_info *pinfo)
{
    static const value_string severities[] = {
        { PI_ERROR, "error" }, { PI_WARN, "warning" }, { PI_NOTE, "note" }, { 0, NULL }
    };
    const header_field_info *field = info->hf_index > 0 ? proto_registrar_get_nth((guint)info->hf_index) : NULL;

    if (!field || !g_str_has_prefix(field->abbrev, "bcnet."))
        return false;
    *row = (bcnet_remark_row_t){ pinfo->num, bcnet_nanoseconds(&pinfo->rel_ts), field->abbrev,
                                 val_to_str_const((guint32)info->severity, severities, "chat"), info->summary };
    return true;
}

/* ---- Stays ---- */

int64_t bcnet_time_cell(const nstime_t *start, const nstime_t *time)
{
    return bcnet_nanoseconds(time) - bcnet_nanoseconds(start);
}

int64_t bcnet_moment_cell(const nstime_t *start, const bcnet_moment_t *moment)
{
    return moment->stamp != 0 ? bcnet_time_cell(start, &moment->time) : BCNET_NOTHING;
}

void bcnet_fill_stay(bcnet_stay_row_t *row, wmem_allocator_t *pool, const bcnet_stay_t *stay, const nstime_t *start,
                     const nstime_t *now)
{
    const bcnet_end_of_stay_t end = bcnet_end_of_stay(stay, now);
    const bcnet_totals_t     *totals = bcnet_totals_of(stay, NULL, BCNET_LATEST);
    int64_t *const            cells[] = { &row->kills, &row->deaths, &row->score };
    const bool                is_over = end.how != BCNET_STILL_THERE;

    row->id = bcnet_id_cell(stay);
    row->name = bcnet_stay_name(stay, BCNET_LATEST);
    row->joined = bcnet_moment_cell(start, &stay->joined);
    row->gone = is_over ? bcnet_time_cell(start, &end.time) : BCNET_NOTHING;
    row->how = is_over ? bcnet_departure_words(pool, stay, end.how) : NULL;
    for (unsigned i = 0; i < BCNET_TOTALS; i++)
        *cells[i] = totals && totals->told[i] ? totals->values[i] : BCNET_NOTHING;
}

/* ---- Ways of ships ---- */

/* Another teller is listened to when the one before has been silent for so long. */
#define TELLER_SECONDS 1.6

/* The host tells a ship's own client nothing of its way. */
static bool tells_way(const bcnet_tap_motion_t *motion)
{
    return motion && (motion->has_position || motion->has_forward || motion->has_up || motion->has_speed);
}

bool bcnet_teller_is_heard(bcnet_teller_t *teller, const bcnet_tap_message_t *message, double now)
{
    const bcnet_tap_motion_t *motion = message->facts->motion;
    const void               *who = bcnet_tap_direction(message, message->from_host);

    if (!tells_way(motion))
        return false;
    if (message->facts->created) /* everybody is told the same */
        return true;
    if (teller->who != who) {
        if (message->from_host && teller->who && now - teller->told < TELLER_SECONDS)
            return false;
        teller->who = who;
        teller->clock = -INFINITY;
    }
    if (motion->clock < teller->clock)
        return false;
    teller->clock = motion->clock;
    return true;
}
