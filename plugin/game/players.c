/* Who is who (protocol chapter 10.9).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/players.h"

#include <string.h>

#include "game/slots.h"
#include "reading/words.h"

/* Whose link it is. */
typedef struct {
    const char *last_name; /* of an id that is over; NULL: it had none, or goes on */
    uint8_t     id;
    uint8_t     assigned; /* BCNET_NO_ID: the id is known from byte 0 only */
    bool        ended;
} bcnet_client_t;

/* How a name was learned: an announcement (0x00) outranks the name of a ship (0x03). */
typedef enum { FROM_SHIP, ANNOUNCED } bcnet_name_source_t;

typedef struct {
    const char         *name; /* NULL: nobody has the id any more */
    const char         *departed; /* then, who had it last */
    bcnet_name_source_t source;
} bcnet_name_t;

/* A network id of a game. */
typedef struct {
    bcnet_timeline_t *names; /* of bcnet_name_t; NULL where somebody else gets the id */
    bcnet_timeline_t *links; /* to which the id was given */
    bcnet_link_t     *link; /* of the one who has the id now; first pass only */
} bcnet_player_t;

static bcnet_player_t *find_player(const bcnet_game_t *game, uint32_t network_id)
{
    return game ? (bcnet_player_t *)bcnet_kept_under(game->players, network_id) : NULL;
}

static bcnet_player_t *player_of(bcnet_game_t *game, uint32_t network_id)
{
    bcnet_player_t *player = find_player(game, network_id);

    if (!player) {
        player = wmem_new0(wmem_file_scope(), bcnet_player_t);
        bcnet_keep_under(&game->players, network_id, player);
    }
    return player;
}

/* Never NULL. */
static const bcnet_name_t *name_at(const bcnet_player_t *player, bcnet_stamp_t stamp)
{
    static const bcnet_name_t none;
    const void               *name = player ? bcnet_timeline_at(player->names, stamp, NULL) : NULL;

    return name ? (const bcnet_name_t *)name : &none;
}

const char *bcnet_player_name(const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp)
{
    return name_at(find_player(game, network_id), stamp)->name;
}

const char *bcnet_departed_name(const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp)
{
    const bcnet_name_t *name = name_at(find_player(game, network_id), stamp);

    return name->name ? name->name : name->departed;
}

const char *bcnet_name_meant(const bcnet_msg_t *msg, uint32_t network_id)
{
    const char *name = bcnet_player_name(msg->game, network_id, msg->name_stamp);

    return name ? name : bcnet_player_name(msg->game, network_id, msg->stamp);
}

const char *bcnet_departed_name_meant(const bcnet_msg_t *msg, uint32_t network_id)
{
    const char *name = bcnet_departed_name(msg->game, network_id, msg->name_stamp);

    return name ? name : bcnet_departed_name(msg->game, network_id, msg->stamp);
}

/* ---- The client of a link ---- */

/* Never NULL; BCNET_NO_ID where nobody is known. */
static const bcnet_client_t *client_at(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    static const bcnet_client_t nobody;
    const void                 *client = link ? bcnet_timeline_at(link->clients, stamp, NULL) : NULL;

    return client ? (const bcnet_client_t *)client : &nobody;
}

static void note_client(bcnet_link_t *link, bcnet_stamp_t stamp, bcnet_client_t client)
{
    bcnet_keep_fact(&link->clients, stamp, wmem_memdup(wmem_file_scope(), &client, sizeof client));
}

/* The newest of the first pass. */
static const bcnet_client_t *present_client(const bcnet_link_t *link)
{
    return client_at(link, G_MAXUINT64);
}

/* The one who has the id now; NULL: nobody. */
static const bcnet_client_t *holder_of(const bcnet_player_t *player, uint32_t network_id)
{
    const bcnet_client_t *client = player && player->link ? present_client(player->link) : NULL;

    return client && client->id == network_id && !client->ended ? client : NULL;
}

/* The link keeps the last name for its own datagrams; for everybody else the id is nobody's. */
static void free_id(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t network_id)
{
    bcnet_player_t       *player = find_player(game, network_id);
    const bcnet_client_t *client = holder_of(player, network_id);
    const char           *name = bcnet_player_name(game, network_id, G_MAXUINT64);

    if (!player)
        return;
    if (client) {
        bcnet_client_t past = *client;
        past.last_name = name;
        past.ended = true;
        note_client(player->link, stamp, past);
    }
    player->link = NULL;
    bcnet_free_slots(game, stamp, network_id);
    if (name) {
        bcnet_name_t *departed = wmem_new0(wmem_file_scope(), bcnet_name_t);
        departed->departed = name;
        bcnet_keep_fact(&player->names, stamp, departed);
    }
}

/* Does the client of another link have the id? */
static bool is_anothers(const bcnet_link_t *link, uint8_t id)
{
    const bcnet_player_t *player = find_player(link->game, id);

    return holder_of(player, id) && player->link != link;
}

void bcnet_note_own_id(bcnet_link_t *link, bcnet_stamp_t stamp, uint8_t id)
{
    const bcnet_client_t *client = present_client(link);

    /* After an end, late datagrams of the one who left still bear his id; and nobody takes another's by writing it. */
    if (client->assigned != BCNET_NO_ID || client->id == id || (client->id && is_anothers(link, id)))
        return;
    note_client(link, stamp, (bcnet_client_t){ .id = id });
    player_of(link->game, id)->link = link;
}

void bcnet_note_assigned_id(bcnet_link_t *link, bcnet_stamp_t stamp, uint8_t id)
{
    bcnet_player_t *player = player_of(link->game, id);

    free_id(link->game, stamp, id);
    note_client(link, stamp, (bcnet_client_t){ .id = id, .assigned = id });
    bcnet_keep_fact(&player->names, stamp, NULL);
    bcnet_keep_fact(&player->links, stamp, link);
    player->link = link;
    link->announced = NULL;
}

void bcnet_note_new_client(bcnet_link_t *link, bcnet_stamp_t stamp)
{
    const bcnet_client_t *client = present_client(link);

    link->announced = NULL;
    if (client->id == BCNET_NO_ID)
        return;
    free_id(link->game, stamp, client->id);
    note_client(link, stamp, (bcnet_client_t){ .id = BCNET_NO_ID });
}

uint8_t bcnet_link_client_id(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    return client_at(link, stamp)->id;
}

uint8_t bcnet_link_present_id(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    const bcnet_client_t *client = client_at(link, stamp);

    return client->ended ? BCNET_NO_ID : client->id;
}

bool bcnet_link_id_is_anothers(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    const bcnet_client_t *client = client_at(link, stamp);
    const bcnet_player_t *player = client->ended ? find_player(link->game, client->id) : NULL;
    const void           *given_to = player ? bcnet_timeline_at(player->links, stamp, NULL) : NULL;

    return given_to && given_to != link;
}

uint8_t bcnet_link_assigned_id(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    return client_at(link, stamp)->assigned;
}

uint8_t bcnet_link_assigned_by(const bcnet_link_t *link, bcnet_stamp_t datagram)
{
    const bcnet_client_t *client = client_at(link, datagram);
    const bool            here = link && bcnet_fact_since(link->clients, datagram) == datagram;

    return here && !client->ended ? client->assigned : BCNET_NO_ID;
}

/* ---- Names ---- */

static void note_name(bcnet_msg_t *msg, uint32_t network_id, const char *name, bcnet_name_source_t source,
                      bcnet_stamp_t stamp)
{
    if (!*name || !bcnet_is_player_id(network_id))
        return;
    bcnet_player_t     *player = player_of(msg->game, network_id);
    const bcnet_name_t *known = name_at(player, G_MAXUINT64);
    if (known->name && (known->source > source || (known->source == source && strcmp(known->name, name) == 0)))
        return;
    bcnet_name_t *fresh = wmem_new0(wmem_file_scope(), bcnet_name_t);
    fresh->name = bcnet_printable(wmem_file_scope(), name);
    fresh->source = source;
    bcnet_keep_fact(&player->names, stamp, fresh);
}

/* The host repeats a client's announcement to it once: the same name. Not the same id: a reimplemented host puts a
 * slot there; nor the same address: behind a router the host may know another one. */
static bool takes_echo(bcnet_link_t *link, const char *name)
{
    if (!link->announced || link->echoed || strcmp(link->announced, name) != 0)
        return false;
    link->echoed = true;
    return true;
}

void bcnet_note_announcement(bcnet_msg_t *msg, uint8_t network_id, const char *name)
{
    if (!msg->may_learn)
        return;
    const bcnet_stamp_t next = bcnet_next_frame(msg->stamp);
    const uint8_t       own = bcnet_link_present_id(msg->link, msg->stamp);
    if (!msg->from_host) {
        msg->link->announced = wmem_strdup(wmem_file_scope(), name);
        msg->link->echoed = false;
        note_name(msg, own, name, ANNOUNCED, next);
    } else if (takes_echo(msg->link, name)) {
        bcnet_keep_fact(&msg->link->echoes, msg->stamp, msg->link);
        note_name(msg, own, name, ANNOUNCED, next);
    } else {
        note_name(msg, network_id, name, ANNOUNCED, next);
    }
}

bool bcnet_is_echo(const bcnet_msg_t *msg)
{
    return msg->link && bcnet_fact_since(msg->link->echoes, msg->stamp) == msg->stamp;
}

void bcnet_note_ship_name(bcnet_msg_t *msg, uint32_t network_id, const char *name)
{
    const bool own = msg->may_learn && network_id == bcnet_link_present_id(msg->link, msg->stamp);

    if (msg->may_learn && (msg->from_host || own))
        note_name(msg, network_id, name, FROM_SHIP, msg->stamp);
}

void bcnet_note_id_freed(bcnet_msg_t *msg, uint32_t network_id)
{
    if (msg->may_learn)
        free_id(msg->game, bcnet_next_frame(msg->stamp), network_id);
}

/* ---- Words ---- */

static const char *numbered(wmem_allocator_t *pool, uint32_t network_id, const char *name)
{
    return name ? wmem_strdup_printf(pool, "#%u %s", network_id, name) : wmem_strdup_printf(pool, "#%u", network_id);
}

bcnet_endpoint_t bcnet_endpoint_of(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id,
                                   bcnet_stamp_t stamp)
{
    return (bcnet_endpoint_t){
        .words = bcnet_who_at(pool, game, network_id, stamp),
        .name = bcnet_is_player_id(network_id) ? bcnet_player_name(game, network_id, stamp) : NULL,
        .id = network_id,
    };
}

bcnet_endpoint_t bcnet_client_endpoint(wmem_allocator_t *pool, const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    const bcnet_client_t *client = client_at(link, stamp);

    if (client->ended)
        return (bcnet_endpoint_t){ numbered(pool, client->id, client->last_name), client->last_name, client->id };
    return bcnet_endpoint_of(pool, link ? link->game : NULL, client->id, stamp);
}

bcnet_endpoint_t bcnet_sender_endpoint(wmem_allocator_t *pool, const bcnet_link_t *link, uint8_t peer,
                                       bcnet_stamp_t stamp)
{
    return peer == BCNET_PEER_NEW ? bcnet_endpoint_of(pool, NULL, BCNET_PEER_NEW, 0)
                                  : bcnet_client_endpoint(pool, link, bcnet_datagram_stamp(stamp));
}

const char *bcnet_who_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp)
{
    if (network_id == BCNET_PEER_HOST)
        return "host";
    if (network_id == BCNET_PEER_NEW)
        return "new client";
    if (network_id == BCNET_NO_ID)
        return "client";
    return numbered(pool, network_id, bcnet_player_name(game, network_id, stamp));
}

const char *bcnet_named_at(wmem_allocator_t *pool, const bcnet_game_t *game, uint32_t network_id, bcnet_stamp_t stamp)
{
    if (bcnet_is_player_id(network_id))
        return bcnet_who_at(pool, game, network_id, stamp);
    return network_id == BCNET_NO_ID ? "nobody" : wmem_strdup_printf(pool, "player %d", (int)network_id);
}

const char *bcnet_who_left(const bcnet_msg_t *msg, uint32_t network_id)
{
    const char *name = bcnet_departed_name_meant(msg, network_id);

    return name && network_id != BCNET_PEER_HOST ? numbered(msg->pinfo->pool, network_id, name)
                                                 : bcnet_who(msg, network_id);
}

const char *bcnet_who(const bcnet_msg_t *msg, uint32_t network_id)
{
    const bool then = bcnet_player_name(msg->game, network_id, msg->name_stamp);

    return bcnet_who_at(msg->pinfo->pool, msg->game, network_id, then ? msg->name_stamp : msg->stamp);
}

const char *bcnet_player_words(const bcnet_msg_t *msg, uint32_t network_id)
{
    const char *name = bcnet_name_meant(msg, network_id);

    if (network_id == BCNET_NO_ID)
        return "nobody";
    if (name)
        return name;
    return network_id == BCNET_PEER_HOST ? "the host"
                                         : wmem_strdup_printf(msg->pinfo->pool, "player %d", (int)network_id);
}
