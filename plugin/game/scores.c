/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/stays.h"

const bcnet_totals_t *bcnet_totals_of(const bcnet_stay_t *stay, const bcnet_round_t *round, bcnet_stamp_t stamp)
{
    for (unsigned i = stay ? bcnet_timeline_count_at(stay->totals, stamp) : 0; i-- > 0;) {
        const bcnet_totals_t *totals = (const bcnet_totals_t *)bcnet_timeline_get(stay->totals, i, NULL);
        if (!round || totals->round == round)
            return totals;
        if (totals->round->number < round->number)
            break;
    }
    return NULL;
}

bool bcnet_total_changes(const bcnet_msg_t *msg, const bcnet_stay_t *stay, bcnet_total_t total, int32_t value)
{
    const bcnet_round_t  *round = bcnet_round_at(msg->game, msg->stamp);
    const bcnet_totals_t *before = bcnet_totals_of(stay, round, msg->stamp - 1);

    if (before && before->told[total])
        return before->values[total] != value;
    return round->begun == 0 || value != 0;
}

/* One of the message in hand may be there. */
static bcnet_totals_t *totals_of_message(bcnet_msg_t *msg, bcnet_stay_t *stay)
{
    const bcnet_round_t  *round = bcnet_round_at(msg->game, msg->stamp);
    const bcnet_totals_t *known = bcnet_totals_of(stay, round, msg->stamp);
    bcnet_totals_t       *totals;

    if (known && bcnet_fact_since(stay->totals, msg->stamp) == msg->stamp)
        return (bcnet_totals_t *)bcnet_timeline_at(stay->totals, msg->stamp, NULL);
    totals = wmem_new0(wmem_file_scope(), bcnet_totals_t);
    if (known)
        *totals = *known;
    totals->round = round;
    bcnet_keep_fact(&stay->totals, msg->stamp, totals);
    return totals;
}

void bcnet_note_total(bcnet_msg_t *msg, bcnet_stay_t *stay, bcnet_total_t total, int32_t value)
{
    if (!msg->may_learn || !msg->from_host)
        return;
    const bcnet_totals_t *known = bcnet_totals_of(stay, bcnet_round_at(msg->game, msg->stamp), msg->stamp);

    if (!stay || (known && known->told[total] && known->values[total] == value))
        return;
    bcnet_totals_t *totals = totals_of_message(msg, stay);
    totals->values[total] = value;
    totals->told[total] = true;
}
