/* Who plays with whom: games, links and players (protocol chapters 10.6, 20.4, 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/session.h"

#include <epan/conversation.h>

#include "reading/reader.h"

static int hf_player_name = -1;
static int ett_player = -1;

/* Games by host endpoint; emptied with the capture. */
static wmem_map_t *games;

/* A UDP conversation can be two links: either end may be the host. */
typedef struct {
    address       first; /* the end that sent the first datagram */
    uint16_t      first_port;
    bcnet_link_t *links[2]; /* [0]: that end is the host */
} bcnet_ends_t;

/* A name and how it was learned. */
typedef struct {
    const char         *name;
    bcnet_name_source_t source;
} bcnet_name_t;

/* ---- Games and links ---- */

static guint game_hash(gconstpointer key)
{
    const bcnet_game_t *game = (const bcnet_game_t *)key;

    return add_address_to_hash(game->port, &game->host);
}

static gboolean game_equal(gconstpointer a, gconstpointer b)
{
    const bcnet_game_t *one = (const bcnet_game_t *)a, *other = (const bcnet_game_t *)b;

    return one->port == other->port && addresses_equal(&one->host, &other->host);
}

static bcnet_game_t *game_of(const address *host, uint16_t port)
{
    bcnet_game_t key = { .host = *host, .port = port };

    bcnet_game_t *game = (bcnet_game_t *)wmem_map_lookup(games, &key);
    if (game)
        return game;
    game = wmem_new0(wmem_file_scope(), bcnet_game_t);
    copy_address_wmem(wmem_file_scope(), &game->host, host);
    game->port = port;
    game->index = wmem_map_size(games) + 1;
    game->players = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    game->starts = bcnet_timeline_new();
    game->missions = bcnet_timeline_new();
    wmem_map_insert(games, game, game);
    return game;
}

static bcnet_link_t *new_link(bcnet_game_t *game)
{
    bcnet_link_t *link = wmem_new0(wmem_file_scope(), bcnet_link_t);

    link->game = game;
    link->index = ++game->link_count;
    link->client_ids = bcnet_timeline_new();
    link->exchanges = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    return link;
}

bcnet_link_t *bcnet_link_of(packet_info *pinfo, bool from_host)
{
    const bool      first_pass = !PINFO_FD_VISITED(pinfo);
    conversation_t *conversation = first_pass ? find_or_create_conversation(pinfo) : find_conversation_pinfo(pinfo, 0);

    if (!conversation)
        return NULL;
    bcnet_ends_t *ends = (bcnet_ends_t *)conversation_get_proto_data(conversation, proto_bcnet);
    if (!ends) {
        if (!first_pass)
            return NULL;
        ends = wmem_new0(wmem_file_scope(), bcnet_ends_t);
        copy_address_wmem(wmem_file_scope(), &ends->first, &pinfo->src);
        ends->first_port = (uint16_t)pinfo->srcport;
        conversation_add_proto_data(conversation, proto_bcnet, ends);
    }
    const bool     source_is_first = ends->first_port == pinfo->srcport && addresses_equal(&ends->first, &pinfo->src);
    const bool     first_is_host = source_is_first == from_host;
    bcnet_link_t **link = &ends->links[first_is_host ? 0 : 1];
    if (!*link && first_pass)
        *link = new_link(from_host ? game_of(&pinfo->src, (uint16_t)pinfo->srcport)
                                   : game_of(&pinfo->dst, (uint16_t)pinfo->destport));
    return *link;
}

/* ---- Network ids and names ---- */

uint8_t bcnet_link_client_id(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    return link ? (uint8_t)GPOINTER_TO_UINT(bcnet_timeline_at(link->client_ids, stamp, NULL)) : BCNET_NO_ID;
}

void bcnet_learn_client_id(bcnet_link_t *link, bcnet_stamp_t stamp, uint8_t id)
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

void bcnet_learn_player(bcnet_msg_t *msg, uint32_t network_id, const char *name, bcnet_name_source_t source)
{
    if (!msg->first_pass || !*name || network_id == BCNET_NO_ID)
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

void bcnet_forget_player(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t network_id)
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

void bcnet_show_player(bcnet_msg_t *msg, uint32_t network_id)
{
    if (!msg->last || msg->truncated)
        return;
    const char *name = bcnet_player_name(msg->game, network_id, msg->stamp);
    if (!name) {
        if (network_id == BCNET_PEER_HOST)
            proto_item_append_text(msg->last, " (host)");
        return;
    }
    proto_item_append_text(msg->last, " (%s)", name);
    proto_item *item = proto_tree_add_string(proto_item_add_subtree(msg->last, ett_player), hf_player_name, msg->tvb,
                                             msg->pos, 0, name);
    proto_item_set_generated(item);
}

/* ---- Clock and mission ---- */

void bcnet_learn_clock(bcnet_msg_t *msg, float clock, bool from_settings)
{
    const float tolerated = 1.0f; /* 60.4: more than a second behind */

    if (!msg->first_pass || !msg->from_host || msg->resend)
        return;
    if (from_settings && msg->game->has_clock && clock < msg->game->clock - tolerated) {
        bcnet_timeline_add(msg->game->starts, msg->stamp, msg->game);
        msg->game->has_clock = false;
    }
    if (!msg->game->has_clock || clock > msg->game->clock || from_settings)
        msg->game->clock = clock;
    msg->game->has_clock = true;
}

bcnet_stamp_t bcnet_game_start(const bcnet_game_t *game, bcnet_stamp_t stamp)
{
    bcnet_stamp_t since = 0;

    return bcnet_timeline_at(game->starts, stamp, &since) ? since : 0;
}

void bcnet_learn_mission(bcnet_msg_t *msg, unsigned mission)
{
    if (msg->first_pass && mission != 0 && bcnet_mission(msg) != mission)
        bcnet_timeline_add(msg->game->missions, msg->stamp, GUINT_TO_POINTER(mission));
}

unsigned bcnet_mission(const bcnet_msg_t *msg)
{
    return msg->game ? GPOINTER_TO_UINT(bcnet_timeline_at(msg->game->missions, msg->stamp, NULL)) : 0;
}

/* ---- Requests and answers ---- */

static bcnet_timeline_t *exchanges_of(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, bool make)
{
    const int64_t number = (int64_t)((uint64_t)kind << 32 | key);

    if (!msg->link)
        return NULL;
    bcnet_timeline_t *list = (bcnet_timeline_t *)wmem_map_lookup(msg->link->exchanges, &number);

    if (!list && make) {
        int64_t *kept = wmem_new(wmem_file_scope(), int64_t);
        *kept = number;
        list = bcnet_timeline_new();
        wmem_map_insert(msg->link->exchanges, kept, list);
    }
    return list;
}

bcnet_exchange_t *bcnet_exchange_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key,
                                         const char *subject)
{
    bcnet_timeline_t *list = exchanges_of(msg, kind, key, msg->first_pass);

    if (!list)
        return NULL;
    if (msg->first_pass && !msg->resend) {
        bcnet_exchange_t *exchange = wmem_new0(wmem_file_scope(), bcnet_exchange_t);
        exchange->request = msg->stamp;
        exchange->request_time = msg->pinfo->abs_ts;
        exchange->subject = subject ? wmem_strdup(wmem_file_scope(), subject) : NULL;
        bcnet_timeline_add(list, msg->stamp, exchange);
    }
    return (bcnet_exchange_t *)bcnet_timeline_at(list, msg->stamp, NULL);
}

bcnet_exchange_t *bcnet_exchange_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key)
{
    bcnet_timeline_t *list = exchanges_of(msg, kind, key, false);
    bcnet_exchange_t *exchange = list ? (bcnet_exchange_t *)bcnet_timeline_at(list, msg->stamp, NULL) : NULL;

    if (exchange && msg->first_pass && !msg->resend && exchange->answer == 0) {
        exchange->answer = msg->stamp;
        exchange->answer_time = msg->pinfo->abs_ts;
    }
    return exchange;
}

void bcnet_show_request(bcnet_msg_t *msg, const bcnet_exchange_t *exchange, int hf_answer)
{
    /* An answer in the same frame comes later than this message: the first pass cannot know it. */
    if (exchange && bcnet_stamp_frame(exchange->answer) > msg->pinfo->num)
        bcnet_generated_frame(msg, hf_answer, bcnet_stamp_frame(exchange->answer));
}

void bcnet_show_answer(bcnet_msg_t *msg, const bcnet_exchange_t *exchange, int hf_request, int hf_time)
{
    nstime_t time;

    if (!exchange || exchange->answer == 0 || exchange->answer > msg->stamp)
        return;
    if (exchange->answer < msg->stamp && !msg->resend) /* said once more: not what was waited for */
        return;
    nstime_delta(&time, &exchange->answer_time, &exchange->request_time);
    bcnet_generated_frame(msg, hf_request, bcnet_stamp_frame(exchange->request));
    bcnet_generated_time(msg, hf_time, &time);
}

void bcnet_register_players(int proto)
{
    static hf_register_info hf[] = {
        { &hf_player_name,
          { "Player", "bcnet.player.name", FT_STRING, BASE_NONE, NULL, 0,
            "Name of the player with this network id, once an announcement or a ship has told it (70.13)", HFILL } },
    };
    static int *ett[] = { &ett_player };

    proto_register_field_array(proto, hf, array_length(hf));
    proto_register_subtree_array(ett, array_length(ett));
    games = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), game_hash, game_equal);
}
