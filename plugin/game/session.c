/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Games and their links (protocol chapters 10.6, 60.4). */
#include "game/session.h"

#include <epan/conversation.h>

#include "reading/hash.h"

/* Games by host endpoint; emptied with the capture. */
static wmem_map_t *games;

/* A UDP conversation can be two links: either end may be the host. */
typedef struct {
    address       first; /* the end that sent the first datagram */
    uint16_t      first_port;
    bcnet_link_t *links[2]; /* [0]: that end is the host */
    bcnet_stamp_t claimed; /* by that datagram first; 0: Decode As */
} bcnet_endpoints_t;

/* ---- Games and links ---- */

/* Seeded: who sends from many addresses may choose them so that others collide. */
static guint game_hash(gconstpointer key)
{
    const bcnet_game_t *game = (const bcnet_game_t *)key;

    return (guint)bcnet_hash(game->host.data, (size_t)game->host.len) ^ game->port * 0x9E3779B1u;
}

static gboolean game_equal(gconstpointer a, gconstpointer b)
{
    const bcnet_game_t *one = (const bcnet_game_t *)a, *other = (const bcnet_game_t *)b;

    return one->port == other->port && addresses_equal(&one->host, &other->host);
}

static uint32_t link_count; /* in the capture */

static bcnet_game_t *game_of(const packet_info *pinfo, bool from_host)
{
    const address *host = from_host ? &pinfo->src : &pinfo->dst;
    const uint16_t port = (uint16_t)(from_host ? pinfo->srcport : pinfo->destport);
    bcnet_game_t   key = { .host = *host, .port = port };

    bcnet_game_t *game = (bcnet_game_t *)wmem_map_lookup(games, &key);
    if (game)
        return game;
    if (wmem_map_size(games) == 0)
        link_count = 0;
    game = wmem_new0(wmem_file_scope(), bcnet_game_t);
    copy_address_wmem(wmem_file_scope(), &game->host, host);
    game->port = port;
    game->index = wmem_map_size(games) + 1;
    game->objects = wmem_tree_new(wmem_file_scope());
    wmem_map_insert(games, game, game);
    return game;
}

static bcnet_link_t *new_link(const packet_info *pinfo, bool from_host)
{
    bcnet_link_t *link = wmem_new0(wmem_file_scope(), bcnet_link_t);

    link->game = game_of(pinfo, from_host);
    link->index = ++link_count;
    link->first_frame = pinfo->num;
    copy_address_wmem(wmem_file_scope(), &link->client, from_host ? &pinfo->dst : &pinfo->src);
    link->client_port = (uint16_t)(from_host ? pinfo->destport : pinfo->srcport);
    return link;
}

/* NULL: nothing is known of the conversation, and nothing shall be. */
static bcnet_endpoints_t *endpoints_of(packet_info *pinfo, bool make)
{
    conversation_t *conversation = make ? find_or_create_conversation(pinfo) : find_conversation_pinfo(pinfo, 0);

    if (!conversation)
        return NULL;
    bcnet_endpoints_t *endpoints = (bcnet_endpoints_t *)conversation_get_proto_data(conversation, proto_bcnet);
    if (endpoints || !make)
        return endpoints;
    endpoints = wmem_new0(wmem_file_scope(), bcnet_endpoints_t);
    copy_address_wmem(wmem_file_scope(), &endpoints->first, &pinfo->src);
    endpoints->first_port = (uint16_t)pinfo->srcport;
    conversation_add_proto_data(conversation, proto_bcnet, endpoints);
    return endpoints;
}

void bcnet_note_conversation_claimed(packet_info *pinfo, bcnet_stamp_t stamp)
{
    bcnet_endpoints_t *endpoints = endpoints_of(pinfo, true);

    if (endpoints->claimed == 0)
        endpoints->claimed = stamp;
}

bcnet_stamp_t bcnet_conversation_claimed(packet_info *pinfo)
{
    const bcnet_endpoints_t *endpoints = endpoints_of(pinfo, false);

    return endpoints ? endpoints->claimed : 0;
}

bcnet_link_t *bcnet_link_of(packet_info *pinfo, bool from_host, bool make)
{
    bcnet_endpoints_t *endpoints = endpoints_of(pinfo, make);

    if (!endpoints)
        return NULL;
    const bool source_is_first = endpoints->first_port == pinfo->srcport &&
                                 addresses_equal(&endpoints->first, &pinfo->src);
    const bool     first_is_host = source_is_first == from_host;
    bcnet_link_t **link = &endpoints->links[first_is_host ? 0 : 1];
    if (!*link && make) {
        *link = new_link(pinfo, from_host);
        (*link)->opposite = &endpoints->links[first_is_host ? 1 : 0];
    }
    /* A quote makes no link, and may stand before the link's first datagram: later passes must not know it there. */
    if (!*link || (*link)->first_frame > pinfo->num)
        return NULL;
    return (*link)->same_as && pinfo->num > (*link)->same_since ? (*link)->same_as : *link;
}

bool bcnet_is_told_early(const bcnet_msg_t *msg, const bcnet_link_t *told_on, const nstime_t *told)
{
    const nstime_t *now = &msg->pinfo->abs_ts;

    if (msg->from_host || !told_on)
        return false;
    if (bcnet_is_shortly_before(now, told))
        return true;
    return told_on != msg->link && told_on->two_clocks != 0 &&
           !bcnet_is_longer_ago(told, now, BCNET_CLOCKS_APART_SECONDS);
}

/* ---- The mission ---- */

void bcnet_note_mission(bcnet_msg_t *msg, unsigned mission)
{
    if (msg->may_learn && mission != 0 && bcnet_mission(msg) != mission)
        bcnet_keep_fact(&msg->game->missions, msg->stamp, GUINT_TO_POINTER(mission));
}

unsigned bcnet_mission(const bcnet_msg_t *msg)
{
    return msg->game ? GPOINTER_TO_UINT(bcnet_timeline_at(msg->game->missions, msg->stamp, NULL)) : 0;
}

/* ---- The dialect ---- */

bcnet_stamp_t bcnet_dialect_since(const bcnet_msg_t *msg)
{
    return msg->game ? bcnet_fact_since(msg->game->dialects, msg->stamp) : 0;
}

void bcnet_note_dialect(bcnet_msg_t *msg)
{
    if (msg->may_learn && msg->from_host && bcnet_dialect_since(msg) == 0)
        bcnet_keep_fact(&msg->game->dialects, msg->stamp, msg->game);
}

/* ---- Things by number ---- */

void bcnet_keep_under(wmem_map_t **things, uint32_t number, void *thing)
{
    if (!*things)
        *things = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    wmem_map_insert(*things, GUINT_TO_POINTER(number), thing);
}

void *bcnet_kept_under(wmem_map_t *things, uint32_t number)
{
    return things ? wmem_map_lookup(things, GUINT_TO_POINTER(number)) : NULL;
}

void bcnet_keep_fact_under(wmem_map_t **timelines, uint32_t number, bcnet_stamp_t stamp, void *fact)
{
    bcnet_timeline_t *known = (bcnet_timeline_t *)bcnet_kept_under(*timelines, number), *timeline = known;

    bcnet_keep_fact(&timeline, stamp, fact);
    if (!known)
        bcnet_keep_under(timelines, number, timeline);
}

void *bcnet_fact_under(wmem_map_t *timelines, uint32_t number, bcnet_stamp_t stamp, bcnet_stamp_t *since)
{
    return bcnet_timeline_at((const bcnet_timeline_t *)bcnet_kept_under(timelines, number), stamp, since);
}

void bcnet_setup_session(void)
{
    games = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), game_hash, game_equal);
}

/* ---- Requests and their answers ---- */

bcnet_exchange_t *bcnet_note_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, const char *file_name)
{
    if (!msg->may_learn)
        return NULL;
    bcnet_exchange_t *exchange = wmem_new0(wmem_file_scope(), bcnet_exchange_t);
    exchange->begun = bcnet_moment_of(msg);
    bcnet_keep_fact_under(&msg->link->exchanges[kind], key, msg->stamp, exchange);
    exchange->file_name = file_name ? wmem_strdup(wmem_file_scope(), file_name) : NULL;
    return exchange;
}

void bcnet_note_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key)
{
    bcnet_exchange_t *exchange = msg->may_learn ? bcnet_exchange_at(msg, kind, key) : NULL;

    if (exchange && exchange->ended.stamp == 0)
        exchange->ended = bcnet_moment_of(msg);
}

bcnet_exchange_t *bcnet_exchange_at(const bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key)
{
    return msg->link ? (bcnet_exchange_t *)bcnet_fact_under(msg->link->exchanges[kind], key, msg->stamp, NULL) : NULL;
}
