/* Comings and goings of players and ships.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/presence.h"

#include <string.h>

#include "game/players.h"

static void forget(wmem_map_t **map, uint32_t player, bcnet_stamp_t stamp)
{
    if (bcnet_kept_under(*map, player))
        bcnet_keep_fact_under(map, player, stamp, NULL);
}

void bcnet_note_id_given(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t player)
{
    forget(&game->stays, player, stamp);
    forget(&game->deaths, player, stamp);
}

/* ---- Players ---- */

/* None of before a restart of the server counts. */
bcnet_exchange_t *bcnet_stay_at(const bcnet_msg_t *msg, uint32_t player)
{
    bcnet_exchange_t *stay =
        msg->game ? (bcnet_exchange_t *)bcnet_fact_under(msg->game->stays, player, msg->stamp, NULL) : NULL;

    return stay && stay->begun >= bcnet_game_start(msg->game, msg->stamp) ? stay : NULL;
}

void bcnet_note_joining(bcnet_msg_t *msg, uint32_t player)
{
    const bcnet_exchange_t *stay = bcnet_stay_at(msg, player);

    if (msg->may_learn && (!stay || stay->ended != 0))
        bcnet_begin_exchange(msg, &msg->game->stays, player);
}

void bcnet_note_leaving(bcnet_msg_t *msg, uint32_t player)
{
    if (msg->may_learn)
        bcnet_end_exchange(msg, bcnet_stay_at(msg, player));
}

/* The one who joined last, should several have the name. */
uint32_t bcnet_player_called(const bcnet_msg_t *msg, const char *name)
{
    bcnet_stamp_t joined = 0;
    uint32_t      called = BCNET_NO_ID;

    for (uint32_t player = BCNET_PEER_HOST; player <= BCNET_PEER_LAST_CLIENT; player++) {
        const char             *known = bcnet_departed_name(msg->game, player, msg->stamp);
        const bcnet_exchange_t *stay = known && strcmp(known, name) == 0 ? bcnet_stay_at(msg, player) : NULL;
        if (stay && stay->begun > joined) {
            joined = stay->begun;
            called = player;
        }
    }
    return called;
}

/* ---- Ships ---- */

bcnet_exchange_t *bcnet_death_at(const bcnet_msg_t *msg, uint32_t player)
{
    return msg->game ? (bcnet_exchange_t *)bcnet_fact_under(msg->game->deaths, player, msg->stamp, NULL) : NULL;
}

void bcnet_note_death(bcnet_msg_t *msg, const bcnet_object_t *object)
{
    const bcnet_exchange_t *known = bcnet_death_at(msg, object->player);

    if (msg->may_learn && (!known || known->object != object))
        bcnet_begin_exchange(msg, &msg->game->deaths, object->player)->object = object;
}

void bcnet_note_respawn(bcnet_msg_t *msg, const bcnet_object_t *object)
{
    const bool        fresh = msg->may_learn && bcnet_is_players_ship(object) && object->born == msg->stamp;
    bcnet_exchange_t *death = fresh ? bcnet_death_at(msg, object->player) : NULL;

    /* The first ship of a new round is not a respawn. */
    if (death && death->begun >= bcnet_all_objects_removed(msg->game, msg->stamp))
        bcnet_end_exchange(msg, death);
}
