/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/object-words.h"
#include "game/stays.h"

const char *bcnet_name_meant(const bcnet_msg_t *msg, uint32_t network_id, bool departed)
{
    bcnet_stay_t *(*const with)(const bcnet_game_t *, uint32_t, bcnet_stamp_t) = departed ? bcnet_stay_last_with
                                                                                          : bcnet_stay_with;
    const bcnet_stay_t *receiver = bcnet_receiver_named(msg, network_id);

    if (receiver)
        return departed ? bcnet_stay_name(receiver, msg->stamp) : NULL;
    const char *name = bcnet_stay_name(with(msg->game, network_id, msg->name_stamp), msg->name_stamp);

    return name ? name : bcnet_stay_name(with(msg->game, network_id, msg->stamp), msg->stamp);
}

/* ---- Words ---- */

static const char *id_words(wmem_allocator_t *pool, uint32_t network_id, const char *name)
{
    if (network_id == BCNET_PEER_HOST)
        return "host";
    if (network_id == BCNET_PEER_NEW)
        return "new client";
    if (network_id == BCNET_NO_ID)
        return "client";
    return name ? wmem_strdup_printf(pool, "#%u %s", network_id, name) : wmem_strdup_printf(pool, "#%u", network_id);
}

bcnet_endpoint_t bcnet_endpoint_of(wmem_allocator_t *pool, const bcnet_stay_t *stay, uint32_t id, bcnet_stamp_t stamp)
{
    const char *name = bcnet_stay_name(stay, stamp);

    return (bcnet_endpoint_t){ id_words(pool, id, name), name, id };
}

const char *bcnet_stay_words(wmem_allocator_t *pool, const bcnet_stay_t *stay, bcnet_stamp_t stamp)
{
    return id_words(pool, stay->id, bcnet_stay_name(stay, stamp));
}

const char *bcnet_client_words(wmem_allocator_t *pool, const bcnet_stay_t *stay, uint8_t peer, bcnet_stamp_t stamp)
{
    return stay ? bcnet_stay_words(pool, stay, bcnet_datagram_stamp(stamp))
                : id_words(pool, peer == BCNET_PEER_NEW ? BCNET_PEER_NEW : BCNET_NO_ID, NULL);
}

const char *bcnet_who_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp)
{
    return id_words(pool, network_id, bcnet_stay_name(bcnet_stay_with(game, network_id, stamp), stamp));
}

const char *bcnet_named_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp)
{
    if (bcnet_is_player_id(network_id))
        return bcnet_who_at(pool, game, network_id, stamp);
    if (bcnet_object_slot(network_id, NULL) >= 0)
        return wmem_strdup_printf(pool, "object id 0x%08x, not a player", network_id);
    return network_id == BCNET_NO_ID ? "nobody" : wmem_strdup_printf(pool, "player %d", (int)network_id);
}

const char *bcnet_who(const bcnet_msg_t *msg, uint32_t network_id, bool departed)
{
    return id_words(msg->pinfo->pool, network_id, bcnet_name_meant(msg, network_id, departed));
}

const char *bcnet_player_words(const bcnet_msg_t *msg, uint32_t network_id)
{
    const char *name = bcnet_name_meant(msg, network_id, false), *none = bcnet_not_a_player_words(msg, network_id);

    if (network_id == BCNET_NO_ID)
        return "nobody";
    if (name || none)
        return name ? name : none;
    return network_id == BCNET_PEER_HOST ? "the host"
                                         : wmem_strdup_printf(msg->pinfo->pool, "player %d", (int)network_id);
}
