/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>

#include "game/file-checks.h"
#include "game/objects.h"
#include "game/relays.h"

/* Of the host's clock, in seconds: so much it may go back. */
#define TOLERATED 1.0f
#define TOLERATED_WITHOUT_REQUEST 15.0f

const bcnet_round_t *bcnet_round_at(const bcnet_game_t *game, bcnet_stamp_t stamp)
{
    return (const bcnet_round_t *)bcnet_timeline_at(game->rounds, stamp, NULL);
}

bcnet_stamp_t bcnet_game_start(const bcnet_game_t *game, bcnet_stamp_t stamp)
{
    return bcnet_round_at(game, stamp)->evening;
}

static void keep_round(bcnet_game_t *game, const bcnet_round_t *round)
{
    bcnet_keep_fact(&game->rounds, round->begun, wmem_memdup(wmem_file_scope(), round, sizeof *round));
}

void bcnet_note_game(bcnet_game_t *game, const nstime_t *now)
{
    if (game->rounds)
        return;
    game->clock = -INFINITY;
    bcnet_begin_host_stay(game);
    keep_round(game, &(bcnet_round_t){ .game = game, .time = *now, .number = 1 });
}

static void begin_round(const bcnet_msg_t *msg, bcnet_round_beginning_t how)
{
    bcnet_round_t round = *bcnet_round_at(msg->game, BCNET_LATEST);

    round.begun = msg->stamp;
    round.time = msg->pinfo->abs_ts;
    round.number++;
    round.how = how;
    if (how == BCNET_ROUND_SERVER)
        round.evening = msg->stamp;
    keep_round(msg->game, &round);
}

void bcnet_note_round(bcnet_msg_t *msg)
{
    bcnet_note_round_over(msg);
    begin_round(msg, BCNET_ROUND_AGAIN);
}

void bcnet_note_connection(bcnet_link_t *link, bcnet_stamp_t stamp)
{
    link->connected = stamp;
    link->clock_before = link->game->clock;
    link->evening = bcnet_game_start(link->game, BCNET_LATEST);
}

/* Whether the clock was set back: since the link's connect request, so that late words of the old server tell nothing;
 * others who came since then were told by the same server. */
static bool is_set_back(const bcnet_link_t *link, float clock)
{
    const bcnet_game_t *game = link->game;

    if (link->connected == 0)
        return clock < game->clock - TOLERATED_WITHOUT_REQUEST;
    return link->evening == bcnet_game_start(game, BCNET_LATEST) && clock < link->clock_before - TOLERATED;
}

static G_GNUC_NO_INLINE void begin_evening(bcnet_msg_t *msg)
{
    bcnet_note_new_evening(msg->link, bcnet_moment_of(msg), msg->game->told);
    bcnet_note_files_of_new_evening(msg, msg->game->told);
    bcnet_note_server_restarted(msg, msg->game->told);
    bcnet_forget_relays(msg->game);
    begin_round(msg, BCNET_ROUND_SERVER);
    msg->game->clock = -INFINITY;
}

void bcnet_note_mission_settings(bcnet_msg_t *msg, float clock, unsigned mission)
{
    const unsigned before = bcnet_mission(msg);

    bcnet_note_clock(msg, clock, true);
    if (!msg->may_learn || !msg->from_host)
        return;
    bcnet_note_mission(msg, mission);
    if (before != 0 && mission != 0 && mission != before &&
        bcnet_round_at(msg->game, BCNET_LATEST)->begun != msg->stamp)
        begin_round(msg, BCNET_ROUND_AGAIN);
}

void bcnet_note_clock(bcnet_msg_t *msg, float clock, bool from_settings)
{
    if (!msg->may_learn || !msg->from_host || isnan(clock))
        return;
    if (from_settings && is_set_back(msg->link, clock))
        begin_evening(msg);
    msg->game->clock = MAX(msg->game->clock, clock);
    msg->game->told = msg->stamp;
}

/* ---- Scores ---- */

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

static bool is_told(const bcnet_totals_t *totals, bcnet_total_t total)
{
    return totals && totals->told[total];
}

bool bcnet_note_total(bcnet_msg_t *msg, bcnet_stay_t *stay, bcnet_total_t total, int32_t value)
{
    const bcnet_round_t  *round = bcnet_round_at(msg->game, msg->stamp);
    const bcnet_totals_t *before = bcnet_totals_of(stay, round, msg->stamp - 1);
    const bcnet_totals_t *known = bcnet_totals_of(stay, round, msg->stamp);

    if (msg->may_learn && msg->from_host && !(is_told(known, total) && known->values[total] == value)) {
        bcnet_totals_t *totals = totals_of_message(msg, stay);
        totals->values[total] = value;
        totals->told[total] = true;
    }
    return is_told(before, total) ? before->values[total] != value : round->begun == 0 || value != 0;
}
