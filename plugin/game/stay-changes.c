/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How stays begin, get names and end: what the first pass learns of them (protocol chapters 10.6, 10.9, 60.10). */
#include "game/stays.h"

#include <string.h>

#include "reading/words.h"

/* ---- Beginning and end ---- */

static bcnet_stay_t *new_stay(bcnet_game_t *game, bcnet_stamp_t stamp, uint8_t id, bcnet_stay_origin_t origin)
{
    bcnet_stay_t *stay = wmem_new0(wmem_file_scope(), bcnet_stay_t);

    stay->game = game;
    stay->begun = stamp;
    stay->origin = origin;
    stay->slot = -1;
    stay->id = id;
    return stay;
}

/* Who has the id from now on. */
static bcnet_stay_t *begin(bcnet_game_t *game, bcnet_stamp_t stamp, uint8_t id, bcnet_stay_origin_t origin)
{
    bcnet_stay_t *stay = new_stay(game, stamp, id, origin);

    bcnet_keep_fact_under(&game->stays, id, stamp, stay);
    game->highest_id = MAX(game->highest_id, id);
    return stay;
}

void bcnet_begin_host_stay(bcnet_game_t *game)
{
    game->highest_id = BCNET_PEER_HOST;
    game->host_stay = new_stay(game, 0, BCNET_PEER_HOST, BCNET_STAY_HOST);
}

static void begin_on(bcnet_link_t *link, bcnet_stamp_t stamp, bcnet_stay_t *stay)
{
    stay->link = link;
    bcnet_keep_fact(&link->stays, stamp, stay);
}

/* Nobody said so: it ended when it was heard last, or, of others, when that is known. */
static void end_unsaid(bcnet_stay_t *stay, bcnet_moment_t now, bcnet_departure_t how)
{
    if (!stay || bcnet_is_over(stay, now.stamp))
        return;
    stay->ended = now.stamp;
    if (stay->left.stamp != 0)
        return;
    const bool heard = stay->heard.stamp != 0;
    stay->how = heard && bcnet_is_silence(&stay->heard.time, &now.time) ? BCNET_LEFT_SILENTLY : how;
    stay->left.time = heard ? stay->heard.time : now.time;
}

/* Of those who may have the id on this link, if they were there before. */
static bcnet_stay_t *take_id(bcnet_link_t *link, bcnet_moment_t now, uint8_t id)
{
    bcnet_stay_t *holder = bcnet_stay_with(link->game, id, BCNET_LATEST);

    if (holder && !holder->link)
        return holder;
    bcnet_stay_t *last = bcnet_stay_last_with(link->game, id, BCNET_LATEST);
    if (last && !last->link && last->told_on == link) /* booted before anything was heard of them */
        return last;
    if (holder && !bcnet_is_silence(&holder->heard.time, &now.time)) /* it is theirs: this one only says so */
        return new_stay(link->game, now.stamp, id, BCNET_STAY_BY_ID);
    end_unsaid(holder, now, BCNET_LEFT_REPLACED);
    return begin(link->game, now.stamp, id, BCNET_STAY_BY_ID);
}

/* After an end, late datagrams of a client that left still bear its id. */
void bcnet_note_own_id(bcnet_link_t *link, bcnet_moment_t now, uint8_t id)
{
    bcnet_stay_t *stay = bcnet_stay_on(link, BCNET_LATEST);

    if (stay && (stay->origin == BCNET_STAY_ASSIGNED || (stay->id == id && !bcnet_is_over(stay, now.stamp))))
        return;
    const bcnet_stay_t *holder = stay ? bcnet_stay_with(link->game, id, BCNET_LATEST) : NULL;
    if (holder && holder->link) /* nobody takes another's by writing it */
        return;
    if (stay && stay->id == id && !holder) /* nobody said that they are there again */
        return;
    end_unsaid(stay, now, BCNET_LEFT_AGAIN);
    begin_on(link, now.stamp, take_id(link, now, id));
}

/* Of whom the others were told in front of that, as one of their clocks has it (10.11), or frames that are not in order of time. */
static bool is_told_early(const bcnet_stay_t *holder, const nstime_t *now)
{
    return holder && holder->origin == BCNET_STAY_TOLD && !holder->link && holder->joined.stamp == 0 &&
           !bcnet_is_longer_ago(&holder->told, now, BCNET_CLOCKS_APART_SECONDS) &&
           (holder->told_on->two_clocks != 0 || bcnet_is_shortly_before(now, &holder->told));
}

/* Who was heard in front of that, as such frames have it. */
static bool is_heard_early(const bcnet_stay_t *holder, const bcnet_link_t *link, const nstime_t *now)
{
    return holder && holder->origin == BCNET_STAY_BY_ID && holder->link == link &&
           bcnet_is_shortly_before(now, &holder->heard.time);
}

void bcnet_note_assigned_id(bcnet_link_t *link, bcnet_moment_t now, uint8_t id)
{
    bcnet_stay_t *holder = bcnet_stay_with(link->game, id, BCNET_LATEST);
    const bool    is_early = is_told_early(holder, &now.time) || is_heard_early(holder, link, &now.time);

    if (!is_early || bcnet_stay_on(link, BCNET_LATEST) != holder) {
        end_unsaid(bcnet_stay_on(link, BCNET_LATEST), now, BCNET_LEFT_AGAIN);
        link->announced = NULL;
    }
    if (is_early) {
        holder->origin = BCNET_STAY_ASSIGNED;
        holder->begun = now.stamp;
        begin_on(link, now.stamp, holder);
        return;
    }
    if (holder && holder->origin != BCNET_STAY_HOST)
        end_unsaid(holder, now, BCNET_LEFT_REPLACED);
    const bool possible = bcnet_is_player_id(id) && id != BCNET_PEER_HOST; /* others are no one's but this link's */
    begin_on(link, now.stamp, (possible ? begin : new_stay)(link->game, now.stamp, id, BCNET_STAY_ASSIGNED));
}

void bcnet_note_new_client(bcnet_link_t *link, bcnet_moment_t now)
{
    link->announced = NULL;
    if (!bcnet_stay_on(link, BCNET_LATEST))
        return;
    end_unsaid(bcnet_stay_on(link, BCNET_LATEST), now, BCNET_LEFT_AGAIN);
    bcnet_keep_fact(&link->stays, now.stamp, NULL);
}

void bcnet_note_twin(const bcnet_link_t *link, bcnet_moment_t now)
{
    bcnet_stay_t *stay = bcnet_stay_on(link, BCNET_LATEST);

    if (stay && stay->how == BCNET_STILL_THERE) {
        end_unsaid(stay, now, BCNET_LEFT_TWIN);
        stay->how = BCNET_LEFT_TWIN;
    }
}

/* Every datagram of a client. */
void bcnet_note_heard(const bcnet_link_t *link, bcnet_moment_t now)
{
    bcnet_stay_t *stay = bcnet_present_on(link, now.stamp);

    if (!stay)
        return;
    if (stay->heard.stamp != 0 && bcnet_is_silence(&stay->heard.time, &now.time))
        bcnet_keep_fact(&stay->pauses, now.stamp,
                        wmem_memdup(wmem_file_scope(), &stay->heard.time, sizeof stay->heard.time));
    stay->heard = now;
}

bool bcnet_is_of_new_evening(const bcnet_link_t *link, bcnet_stamp_t taught, bcnet_stamp_t told)
{
    if (link->connected == 0) /* before the capture began, or it lacks the request */
        return taught > told;
    return link->connected > told && taught > link->connected;
}

void bcnet_note_new_evening(bcnet_link_t *link, bcnet_moment_t now, bcnet_stamp_t told)
{
    bcnet_game_t *game = link->game;

    for (uint32_t id = BCNET_PEER_HOST + 1; id <= game->highest_id; id++) {
        bcnet_stay_t *stay = bcnet_stay_with(game, id, now.stamp);
        if (stay && !bcnet_is_of_new_evening(stay->link ? stay->link : stay->told_on, stay->begun, told))
            end_unsaid(stay, now, BCNET_LEFT_RESTART);
    }
    if (!bcnet_present_on(link, now.stamp)) /* its client plays in the new game, under an id that byte 0 tells again */
        bcnet_keep_fact(&link->stays, now.stamp, NULL);
}

/* ---- Names ---- */

/* An announcement (0x00) outranks the name of a ship (0x03). */
static void note_name(bcnet_stay_t *stay, const char *name, bool announced, bcnet_stamp_t stamp)
{
    const char *known = bcnet_stay_name(stay, BCNET_LATEST);

    if (!stay || !*name || (stay->announced && !announced) ||
        (known && stay->announced == announced && strcmp(known, name) == 0))
        return;
    stay->announced = announced;
    bcnet_keep_fact(&stay->names, stamp, (void *)bcnet_printable(wmem_file_scope(), name));
}

/* Of whom the host tells: known, or beginning with that. */
static bcnet_stay_t *told_of(bcnet_msg_t *msg, bcnet_stay_t *known, uint32_t id, bcnet_stamp_t since)
{
    if (known || !msg->may_learn || !msg->from_host || !bcnet_is_player_id(id) || id == BCNET_PEER_HOST)
        return known;
    bcnet_stay_t *stay = begin(msg->game, since, (uint8_t)id, BCNET_STAY_TOLD);
    stay->told_on = msg->link;
    stay->told = msg->pinfo->abs_ts;
    return stay;
}

bcnet_stay_t *bcnet_note_named(bcnet_msg_t *msg, uint32_t id)
{
    return told_of(msg, bcnet_stay_meant(msg, id), id, msg->stamp);
}

bcnet_stay_t *bcnet_note_author(bcnet_msg_t *msg, uint32_t id)
{
    return msg->from_host ? bcnet_note_named(msg, id) : bcnet_present_on(msg->link, msg->stamp);
}

/* Somebody who is there now. */
static bcnet_stay_t *named_present(bcnet_msg_t *msg, uint32_t id)
{
    return told_of(msg, bcnet_stay_with(msg->game, id, msg->stamp), id, msg->stamp);
}

/* A newcomer is told another name than the others know, and the game has not gone on since he asked to come: its server was
 * started again, which the clock will tell (60.10). */
static bool is_of_new_server(const bcnet_msg_t *msg, const bcnet_stay_t *stay, const char *name)
{
    const char *known = bcnet_stay_name(stay, msg->stamp);

    return known && stay->begun < msg->link->connected && strcmp(known, bcnet_printable(msg->pinfo->pool, name)) != 0 &&
           bcnet_is_of_new_evening(msg->link, msg->stamp, msg->game->told);
}

bcnet_stay_t *bcnet_note_announcement(bcnet_msg_t *msg, uint8_t id, const char *name)
{
    if (!msg->may_learn)
        return NULL;
    const bcnet_stamp_t next = bcnet_next_frame(msg->stamp);
    bcnet_link_t       *link = msg->link;
    bcnet_stay_t       *stay = bcnet_present_on(link, msg->stamp);
    if (!msg->from_host) {
        link->announced = wmem_strdup(wmem_file_scope(), name);
        link->echoed = false;
    } else if (link->announced && !link->echoed && strcmp(link->announced, name) == 0) {
        /* The host repeats a client's announcement to it once: the same name. Not the same id: a reimplemented host puts a
         * slot there; nor the same address: behind a router the host may know another one. */
        link->echoed = true;
        bcnet_keep_fact(&link->echoes, msg->stamp, link);
    } else {
        stay = *name ? named_present(msg, id) : NULL;
        if (stay && is_of_new_server(msg, stay, name)) {
            end_unsaid(stay, (bcnet_moment_t){ next, msg->pinfo->abs_ts }, BCNET_LEFT_REPLACED);
            stay = told_of(msg, NULL, id, next);
        }
    }
    note_name(stay, name, true, next);
    return stay;
}

bcnet_stay_t *bcnet_note_ship_name(bcnet_msg_t *msg, uint32_t id, const char *name)
{
    bcnet_stay_t *stay = bcnet_note_author(msg, id);

    if (msg->may_learn && stay && stay->id == id && !bcnet_is_over(stay, msg->stamp))
        note_name(stay, name, false, msg->stamp);
    return stay;
}

/* ---- Comings and goings ---- */

void bcnet_note_playing(bcnet_msg_t *msg)
{
    bcnet_stay_t *stay = bcnet_present_on(msg->link, msg->stamp);

    if (stay && stay->plays == 0)
        stay->plays = msg->stamp;
}

void bcnet_note_joining(bcnet_msg_t *msg, uint32_t id)
{
    bcnet_stay_t *stay = msg->may_learn ? named_present(msg, id) : NULL;

    if (stay && stay->left.stamp != 0 && !stay->link) {
        stay->ended = msg->stamp;
        stay = named_present(msg, id);
    }
    if (stay && stay->joined.stamp == 0)
        stay->joined = bcnet_moment_of(msg);
}

/* The first reason that is given. */
static void keep_reason(bcnet_stay_t *stay, const char *why)
{
    if (why && !stay->why)
        stay->why = wmem_strdup(wmem_file_scope(), why);
}

void bcnet_note_leaving(bcnet_msg_t *msg, bcnet_stay_t *stay, bcnet_departure_t how, const char *why)
{
    if (!msg->may_learn || !stay || stay->how != BCNET_STILL_THERE || stay->origin == BCNET_STAY_HOST)
        return;
    stay->how = how;
    stay->left = bcnet_moment_of(msg);
    keep_reason(stay, why);
}

void bcnet_note_id_freed(bcnet_msg_t *msg, bcnet_stay_t *stay)
{
    if (msg->may_learn && stay && stay->ended == 0 && stay->origin != BCNET_STAY_HOST)
        stay->ended = bcnet_next_frame(msg->stamp);
}

/* Once for each connection request. */
static bcnet_stay_t *refused_on(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    bcnet_stay_t *stay = (bcnet_stay_t *)bcnet_timeline_at(link->refusals, stamp, NULL);

    return stay && stay->begun >= link->connected ? stay : NULL;
}

void bcnet_note_refusal(bcnet_msg_t *msg, const char *why)
{
    if (!msg->may_learn)
        return;
    bcnet_stay_t *stay = bcnet_present_on(msg->link, msg->stamp);
    if (!stay && !refused_on(msg->link, msg->stamp)) {
        stay = new_stay(msg->game, msg->stamp, BCNET_PEER_NEW, BCNET_STAY_REFUSED);
        stay->link = msg->link;
        bcnet_note_leaving(msg, stay, BCNET_LEFT_BOOTED, why);
        bcnet_keep_fact(&msg->link->refusals, msg->stamp, stay);
    }
    if (!stay)
        return;
    stay->refused = true;
    keep_reason(stay, why);
}
