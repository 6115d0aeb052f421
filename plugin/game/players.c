/* Network ids and the names of those who have them (protocol chapters 10.1, 10.9, 70.13).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/players.h"

#include <string.h>

#include "reading/words.h"

/* A name and how it was learned. */
typedef struct {
    const char         *name;
    bcnet_name_source_t source;
} bcnet_name_t;

uint8_t bcnet_link_client_id(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    return link ? (uint8_t)GPOINTER_TO_UINT(bcnet_timeline_at(link->client_ids, stamp, NULL)) : BCNET_NO_ID;
}

void bcnet_note_client_id(bcnet_link_t *link, bcnet_stamp_t stamp, uint8_t id)
{
    if (link->last_client_id == id)
        return;
    link->last_client_id = id;
    bcnet_timeline_add(link->client_ids, stamp, GUINT_TO_POINTER((unsigned)id));
}

static bcnet_timeline_t *names_of(const bcnet_game_t *game, uint32_t network_id)
{
    return game ? (bcnet_timeline_t *)wmem_map_lookup(game->players, GUINT_TO_POINTER(network_id)) : NULL;
}

const char *bcnet_player_name(const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp)
{
    const bcnet_timeline_t *names = names_of(game, network_id);
    const bcnet_name_t     *name = names ? (const bcnet_name_t *)bcnet_timeline_at(names, stamp, NULL) : NULL;

    return name ? name->name : NULL;
}

void bcnet_note_player(bcnet_msg_t *msg, uint32_t network_id, const char *name, bcnet_name_source_t source)
{
    if (!msg->news || !*name || network_id == BCNET_NO_ID)
        return;
    bcnet_timeline_t *names = names_of(msg->game, network_id);
    if (!names) {
        names = bcnet_timeline_new();
        wmem_map_insert(msg->game->players, GUINT_TO_POINTER(network_id), names);
    }
    const bcnet_name_t *known = (const bcnet_name_t *)bcnet_timeline_at(names, msg->stamp, NULL);
    if (known && (known->source > source || (known->source == source && strcmp(known->name, name) == 0)))
        return;
    bcnet_name_t *fresh = wmem_new(wmem_file_scope(), bcnet_name_t);
    fresh->name = bcnet_printable(wmem_file_scope(), name);
    fresh->source = source;
    bcnet_timeline_add(names, msg->stamp, fresh);
}

void bcnet_note_nameless(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t network_id)
{
    bcnet_timeline_t *names = names_of(game, network_id);

    if (names)
        bcnet_timeline_add(names, stamp, NULL);
}

const char *bcnet_who_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp)
{
    if (network_id == BCNET_PEER_HOST)
        return "host";
    if (network_id == BCNET_PEER_NEW)
        return "new client";
    if (network_id == BCNET_NO_ID)
        return "client";
    const char *name = bcnet_player_name(game, network_id, stamp);
    return name ? wmem_strdup_printf(pool, "#%u %s", network_id, name) : wmem_strdup_printf(pool, "#%u", network_id);
}

const char *bcnet_who(const bcnet_msg_t *msg, uint32_t network_id)
{
    return bcnet_who_at(msg->pinfo->pool, msg->game, network_id, msg->stamp);
}

const char *bcnet_player_words(const bcnet_msg_t *msg, uint32_t network_id)
{
    const char *name = bcnet_player_name(msg->game, network_id, msg->stamp);

    if (network_id == BCNET_NO_ID)
        return "nobody";
    if (name)
        return name;
    return network_id == BCNET_PEER_HOST ? "the host"
                                         : wmem_strdup_printf(msg->pinfo->pool, "player %d", (int)network_id);
}
