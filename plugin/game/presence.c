/* Comings and goings of players and ships.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/presence.h"

#include "game/stays.h"

static void forget(wmem_map_t **map, uint32_t player, bcnet_stamp_t stamp)
{
    if (bcnet_kept_under(*map, player))
        bcnet_keep_fact_under(map, player, stamp, NULL);
}

void bcnet_note_id_given(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t player)
{
    forget(&game->deaths, player, stamp);
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
