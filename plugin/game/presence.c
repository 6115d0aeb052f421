/* Comings and goings of players and ships.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/presence.h"

#include <string.h>

#include "game/players.h"

/* Of a game, by network id. */
struct bcnet_presence {
    wmem_map_t *stays; /* -> timeline of bcnet_stay_t */
    wmem_map_t *deaths; /* -> timeline of bcnet_death_t */
};

static struct bcnet_presence *presence_of(bcnet_game_t *game)
{
    if (!game->presence) {
        game->presence = wmem_new(wmem_file_scope(), struct bcnet_presence);
        game->presence->stays = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        game->presence->deaths = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    }
    return game->presence;
}

static void remember(wmem_map_t *map, uint32_t player, bcnet_stamp_t stamp, void *fact)
{
    bcnet_timeline_t *timeline = (bcnet_timeline_t *)wmem_map_lookup(map, GUINT_TO_POINTER(player));

    if (!timeline) {
        timeline = bcnet_timeline_new();
        wmem_map_insert(map, GUINT_TO_POINTER(player), timeline);
    }
    bcnet_timeline_add(timeline, stamp, fact);
}

static void *newest(wmem_map_t *map, uint32_t player, bcnet_stamp_t stamp)
{
    return bcnet_timeline_at((const bcnet_timeline_t *)wmem_map_lookup(map, GUINT_TO_POINTER(player)), stamp, NULL);
}

static void forget(wmem_map_t *map, uint32_t player, bcnet_stamp_t stamp)
{
    bcnet_timeline_t *timeline = (bcnet_timeline_t *)wmem_map_lookup(map, GUINT_TO_POINTER(player));

    if (timeline)
        bcnet_timeline_add(timeline, stamp, NULL);
}

void bcnet_note_id_given(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t player)
{
    if (!game->presence)
        return;
    forget(game->presence->stays, player, stamp);
    forget(game->presence->deaths, player, stamp);
}

/* ---- Players ---- */

/* The newest stay; none of before a restart of the server counts. */
static bcnet_stay_t *find_stay(const bcnet_msg_t *msg, uint32_t player)
{
    if (!msg->game || !msg->game->presence)
        return NULL;
    bcnet_stay_t *stay = (bcnet_stay_t *)newest(msg->game->presence->stays, player, msg->stamp);
    return stay && stay->joined >= bcnet_game_start(msg->game, msg->stamp) ? stay : NULL;
}

const bcnet_stay_t *bcnet_stay_at(const bcnet_msg_t *msg, uint32_t player)
{
    return find_stay(msg, player);
}

void bcnet_note_joining(bcnet_msg_t *msg, uint32_t player)
{
    const bcnet_stay_t *stay = msg->news ? find_stay(msg, player) : NULL;

    if (!msg->news || (stay && stay->left == 0))
        return;
    bcnet_stay_t *fresh = wmem_new0(wmem_file_scope(), bcnet_stay_t);
    fresh->joined = msg->stamp;
    fresh->joined_time = msg->pinfo->abs_ts;
    remember(presence_of(msg->game)->stays, player, msg->stamp, fresh);
}

void bcnet_note_leaving(bcnet_msg_t *msg, uint32_t player)
{
    bcnet_stay_t *stay = msg->news ? find_stay(msg, player) : NULL;

    if (!stay || stay->left != 0)
        return;
    stay->left = msg->stamp;
    stay->left_time = msg->pinfo->abs_ts;
}

typedef struct {
    const bcnet_msg_t *msg;
    const char        *name;
    bcnet_stamp_t      joined;
    uint32_t           player; /* BCNET_NO_ID: none found */
} bcnet_search_t;

/* The one who joined last, should several have the name. */
static void compare_name(gpointer key, gpointer timeline G_GNUC_UNUSED, gpointer data)
{
    bcnet_search_t     *search = (bcnet_search_t *)data;
    const uint32_t      player = GPOINTER_TO_UINT(key);
    const bcnet_stay_t *stay = find_stay(search->msg, player);
    const char         *name = bcnet_departed_name(search->msg->game, player, search->msg->stamp);

    if (stay && name && strcmp(name, search->name) == 0 && stay->joined > search->joined) {
        search->joined = stay->joined;
        search->player = player;
    }
}

uint32_t bcnet_player_called(const bcnet_msg_t *msg, const char *name)
{
    bcnet_search_t search = { .msg = msg, .name = name, .player = BCNET_NO_ID };

    if (msg->game && msg->game->presence)
        wmem_map_foreach(msg->game->presence->stays, compare_name, &search);
    return search.player;
}

/* ---- Ships ---- */

static bcnet_death_t *find_death(const bcnet_msg_t *msg, uint32_t player)
{
    return msg->game && msg->game->presence ? (bcnet_death_t *)newest(msg->game->presence->deaths, player, msg->stamp)
                                            : NULL;
}

const bcnet_death_t *bcnet_death_at(const bcnet_msg_t *msg, uint32_t player)
{
    return find_death(msg, player);
}

void bcnet_note_death(bcnet_msg_t *msg, const bcnet_life_t *life)
{
    const bcnet_death_t *known = msg->news ? find_death(msg, life->player) : NULL;

    if (!msg->news || (known && known->life == life))
        return;
    bcnet_death_t *death = wmem_new0(wmem_file_scope(), bcnet_death_t);
    death->life = life;
    death->died = msg->stamp;
    death->died_time = msg->pinfo->abs_ts;
    remember(presence_of(msg->game)->deaths, life->player, msg->stamp, death);
}

void bcnet_note_respawn(bcnet_msg_t *msg, const bcnet_life_t *life)
{
    const bool     fresh = msg->news && bcnet_is_players_ship(life) && life->born == msg->stamp;
    bcnet_death_t *death = fresh ? find_death(msg, life->player) : NULL;

    /* The first ship of a new round is not a respawn. */
    if (!death || death->respawned != 0 || death->died < bcnet_all_objects_ended(msg))
        return;
    death->respawned = msg->stamp;
    death->respawned_time = msg->pinfo->abs_ts;
}
