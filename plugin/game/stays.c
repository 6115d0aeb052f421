/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stays, as of a stamp: who plays, on which connection, since when, and how it ended (protocol chapters 10.6, 10.9, 60.10). */
#include "game/stays.h"

#include "reading/words.h"

/* ---- Who ---- */

bool bcnet_is_over(const bcnet_stay_t *stay, bcnet_stamp_t stamp)
{
    return stay->ended != 0 && stay->ended <= stamp;
}

static bcnet_stay_t *unless_over(bcnet_stay_t *stay, bcnet_stamp_t stamp)
{
    return stay && !bcnet_is_over(stay, stamp) ? stay : NULL;
}

bcnet_stay_t *bcnet_stay_on(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    return link ? (bcnet_stay_t *)bcnet_timeline_at(link->stays, stamp, NULL) : NULL;
}

bcnet_stay_t *bcnet_present_on(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    return unless_over(bcnet_stay_on(link, stamp), stamp);
}

uint8_t bcnet_stay_id(const bcnet_stay_t *stay)
{
    return stay ? stay->id : BCNET_NO_ID;
}

/* Over or not. */
static bcnet_stay_t *newest_with(const bcnet_game_t *game, uint32_t id, bcnet_stamp_t stamp)
{
    if (!game || id == BCNET_PEER_HOST)
        return game ? game->host_stay : NULL;
    return (bcnet_stay_t *)bcnet_fact_under(game->stays, id, stamp, NULL);
}

bcnet_stay_t *bcnet_stay_with(const bcnet_game_t *game, uint32_t id, bcnet_stamp_t stamp)
{
    return unless_over(newest_with(game, id, stamp), stamp);
}

bcnet_stay_t *bcnet_stay_last_with(const bcnet_game_t *game, uint32_t id, bcnet_stamp_t stamp)
{
    bcnet_stay_t *stay = newest_with(game, id, stamp);

    return stay && (stay->ended == 0 || stay->ended > bcnet_game_start(game, stamp)) ? stay : NULL;
}

bcnet_stay_t *bcnet_receiver_named(const bcnet_msg_t *msg, uint32_t id)
{
    bcnet_stay_t       *receiver = msg->from_host ? bcnet_stay_on(msg->link, msg->name_stamp) : NULL;
    const bcnet_stay_t *next = receiver && receiver->id == id ? bcnet_next_with_id(receiver) : NULL;

    if (!next || next == receiver || next->begun > msg->stamp)
        return NULL;
    return (next->told_on ? next->told_on : next->link) != msg->link ? receiver : NULL;
}

bcnet_stay_t *bcnet_stay_meant(const bcnet_msg_t *msg, uint32_t id)
{
    bcnet_stay_t *receiver = bcnet_receiver_named(msg, id);

    if (receiver)
        return receiver;
    bcnet_stay_t *then = bcnet_stay_last_with(msg->game, id, msg->name_stamp);

    return then && (msg->name_stamp == msg->stamp || bcnet_stay_name(then, msg->name_stamp))
             ? then
             : bcnet_stay_last_with(msg->game, id, msg->stamp);
}

/* The last one who had an id, if that one has the name. */
static bcnet_stay_t *named(const bcnet_msg_t *msg, uint32_t id, const char *name)
{
    bcnet_stay_t *stay = bcnet_stay_last_with(msg->game, id, msg->name_stamp);

    return stay && g_strcmp0(bcnet_stay_name(stay, msg->name_stamp), name) == 0 ? stay : NULL;
}

static bool has_left(const bcnet_msg_t *msg, const bcnet_stay_t *stay)
{
    return bcnet_has_happened(&stay->left, msg->name_stamp) || bcnet_is_over(stay, msg->name_stamp);
}

static bcnet_stay_t *who_left_last(const bcnet_msg_t *msg, const char *name)
{
    bcnet_stay_t *last = NULL;

    for (uint32_t id = BCNET_PEER_HOST + 1; id <= msg->game->highest_id; id++) {
        bcnet_stay_t *stay = named(msg, id, name);
        if (stay && has_left(msg, stay) && (!last || stay->left.stamp > last->left.stamp))
            last = stay;
    }
    return last;
}

/* Who joined last; *several are there of whom none was seen joining: NULL. */
static bcnet_stay_t *who_is_there(const bcnet_msg_t *msg, const char *name, bool *several)
{
    bcnet_stay_t *called = NULL;
    bcnet_stamp_t last = 0;

    for (uint32_t id = BCNET_PEER_HOST + 1; id <= msg->game->highest_id; id++) {
        bcnet_stay_t *stay = named(msg, id, name);
        if (!stay || has_left(msg, stay))
            continue;
        const bcnet_stamp_t joined = stay->joined.stamp <= msg->name_stamp ? stay->joined.stamp : 0;
        *several = called && joined == 0 && last == 0;
        if (!called || joined > last) {
            called = stay;
            last = joined;
        }
    }
    return *several ? NULL : called;
}

/* Of somebody who left, all is told within this time: a guess. */
enum { LEAVING_SECONDS = 10 };

/* What was said before has ended a stay then, however late it is said again. */
static bool is_told_now(const bcnet_msg_t *msg, const bcnet_stay_t *gone)
{
    return msg->name_stamp != msg->stamp ||
           !bcnet_is_longer_ago(&gone->left.time, &msg->pinfo->abs_ts, LEAVING_SECONDS);
}

bcnet_stay_t *bcnet_stay_leaving(const bcnet_msg_t *msg, const char *name)
{
    if (!msg->game)
        return NULL;
    const char   *printable = bcnet_printable(msg->pinfo->pool, name);
    bool          several = false;
    bcnet_stay_t *gone = who_left_last(msg, printable), *there = who_is_there(msg, printable, &several);

    return gone && (is_told_now(msg, gone) || !(there || several)) ? gone : there;
}

uint8_t bcnet_assigned_id(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    const bcnet_stay_t *stay = bcnet_stay_on(link, stamp);

    return stay && stay->origin == BCNET_STAY_ASSIGNED ? stay->id : BCNET_NO_ID;
}

uint8_t bcnet_id_of_other_end(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    const bcnet_link_t *opposite = link ? *link->opposite : NULL;

    if (!opposite)
        return BCNET_NO_ID;
    const bcnet_stay_t *own = bcnet_stay_on(link, stamp), *other = bcnet_present_on(opposite, stamp);
    const bool          is_newer = own && other && own->origin == BCNET_STAY_ASSIGNED && own->begun > other->begun;
    return other && !is_newer ? bcnet_assigned_id(opposite, stamp) : BCNET_NO_ID;
}

uint8_t bcnet_id_assigned_by(const bcnet_link_t *link, bcnet_stamp_t datagram)
{
    const bcnet_stay_t *stay = bcnet_present_on(link, datagram);

    return stay && stay->begun == datagram && stay->origin == BCNET_STAY_ASSIGNED ? stay->id : BCNET_NO_ID;
}

void bcnet_frames_of_id(const bcnet_stay_t *stay, uint32_t *first, uint32_t *last)
{
    const bcnet_timeline_t *stays = (const bcnet_timeline_t *)bcnet_kept_under(stay->game->stays, stay->id);
    const unsigned          upto = bcnet_timeline_count_at(stays, stay->begun);
    bcnet_stamp_t           next = 0;

    if (upto < bcnet_timeline_count_at(stays, BCNET_LATEST))
        bcnet_timeline_get(stays, upto, &next);
    *first = upto > 1 ? bcnet_stamp_frame(stay->begun) : 0;
    *last = next != 0 ? bcnet_stamp_frame(next) - 1 : 0;
}

const bcnet_stay_t *bcnet_next_with_id(const bcnet_stay_t *stay)
{
    const bcnet_timeline_t *stays = (const bcnet_timeline_t *)bcnet_kept_under(stay->game->stays, stay->id);
    const unsigned          upto = bcnet_timeline_count_at(stays, stay->begun);

    if (stay->origin == BCNET_STAY_HOST)
        return NULL;
    if (upto == 0 || bcnet_timeline_get(stays, upto - 1, NULL) != stay)
        return stay;
    return upto < bcnet_timeline_count_at(stays, BCNET_LATEST)
             ? (const bcnet_stay_t *)bcnet_timeline_get(stays, upto, NULL)
             : NULL;
}

const char *bcnet_stay_name(const bcnet_stay_t *stay, bcnet_stamp_t stamp)
{
    return stay ? (const char *)bcnet_timeline_at(stay->names, stamp, NULL) : NULL;
}

bool bcnet_is_echo(const bcnet_msg_t *msg)
{
    return msg->link && bcnet_fact_since(msg->link->echoes, msg->stamp) == msg->stamp;
}

bcnet_stay_t *bcnet_refused_by(const bcnet_msg_t *msg)
{
    bcnet_stay_t *stay = bcnet_present_on(msg->link, msg->stamp);

    return stay || !msg->link ? stay : (bcnet_stay_t *)bcnet_timeline_at(msg->link->refusals, msg->stamp, NULL);
}

/* ---- How it ended ---- */

bool bcnet_is_silence(const nstime_t *since, const nstime_t *now)
{
    return bcnet_is_longer_ago(since, now, BCNET_SILENCE_SECONDS);
}

bcnet_end_of_stay_t bcnet_end_of_stay(const bcnet_stay_t *stay, const nstime_t *now)
{
    if (stay->how != BCNET_STILL_THERE)
        return (bcnet_end_of_stay_t){ stay->how, stay->left.time };
    if (stay->heard.stamp != 0 && bcnet_is_silence(&stay->heard.time, now))
        return (bcnet_end_of_stay_t){ BCNET_LEFT_SILENTLY, stay->heard.time };
    return (bcnet_end_of_stay_t){ .how = BCNET_STILL_THERE };
}

const char *bcnet_departure_words(wmem_allocator_t *pool, const bcnet_stay_t *stay, bcnet_departure_t how)
{
    static const char *const words[] = {
        [BCNET_STILL_THERE] = "",
        [BCNET_LEFT_BY_HIMSELF] = "disconnect",
        [BCNET_LEFT_BOOTED] = "boot",
        [BCNET_LEFT_TIMED_OUT] = "boot: timed out",
        [BCNET_LEFT_TOLD] = "others told 0x18",
        [BCNET_LEFT_TOLD_BY_EVENT] = "others told 0x17",
        [BCNET_LEFT_SILENTLY] = "silence",
        [BCNET_LEFT_AGAIN] = "connected again",
        [BCNET_LEFT_REPLACED] = "id given away",
        [BCNET_LEFT_RESTART] = "server restart",
        [BCNET_LEFT_TWIN] = "captured twice",
    };

    return how == BCNET_LEFT_BOOTED && stay->why ? wmem_strdup_printf(pool, "boot: %s", stay->why) : words[how];
}

/* Up to a stamp. */
static const nstime_t *heard_before(const bcnet_stay_t *stay, bcnet_stamp_t stamp)
{
    const unsigned next = bcnet_timeline_count_at(stay->pauses, stamp);

    return next < bcnet_timeline_count_at(stay->pauses, BCNET_LATEST)
             ? (const nstime_t *)bcnet_timeline_get(stay->pauses, next, NULL)
             : &stay->heard.time;
}

bool bcnet_is_silent_at(const bcnet_stay_t *stay, bcnet_stamp_t stamp, const nstime_t *now)
{
    return stay->heard.stamp != 0 && bcnet_is_silence(heard_before(stay, stamp), now);
}

const nstime_t *bcnet_silent_since(const bcnet_stay_t *stay, const bcnet_moment_t *moment)
{
    const bool has_left = bcnet_has_happened(&stay->left, moment->stamp);

    return !has_left && bcnet_is_silent_at(stay, moment->stamp, &moment->time) ? heard_before(stay, moment->stamp)
                                                                               : NULL;
}

/* ---- Who is in the game ---- */

bool bcnet_ids_have(const bcnet_id_set_t *set, uint32_t id)
{
    return bcnet_is_player_id(id) && set->ids[id / 64] >> id % 64 & 1;
}

void bcnet_ids_add(bcnet_id_set_t *set, uint32_t id)
{
    if (bcnet_is_player_id(id))
        set->ids[id / 64] |= UINT64_C(1) << id % 64;
}

void bcnet_ids_remove(bcnet_id_set_t *set, uint32_t id)
{
    if (bcnet_is_player_id(id))
        set->ids[id / 64] &= ~(UINT64_C(1) << id % 64);
}

unsigned bcnet_ids_count(const bcnet_id_set_t *set)
{
    unsigned count = 0;

    for (uint32_t id = BCNET_PEER_HOST; id <= BCNET_PEER_LAST_CLIENT; id++)
        count += bcnet_ids_have(set, id);
    return count;
}

static bool plays_at(const bcnet_stay_t *stay, bcnet_stamp_t stamp, const nstime_t *now)
{
    return stay->plays != 0 && stay->plays <= stamp && !bcnet_has_happened(&stay->left, stamp) &&
           !bcnet_is_silence(heard_before(stay, stamp), now);
}

bcnet_id_set_t bcnet_players_at(const bcnet_game_t *game, bcnet_stamp_t stamp, const nstime_t *now)
{
    bcnet_id_set_t players = { { 0 }, false };

    for (uint32_t id = BCNET_PEER_HOST + 1; game && id <= game->highest_id; id++) {
        const bcnet_stay_t *stay = bcnet_stay_with(game, id, stamp);
        if (stay && plays_at(stay, stamp, now))
            bcnet_ids_add(&players, id);
        players.unseen |= stay && !(stay->link && bcnet_stay_on(stay->link, stamp) == stay);
    }
    return players;
}
