/* The players of the collected game: who came, who left or was turned away, and how they stand.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

#include "reading/opcode-numbers.h"
#include "game/players.h"
#include "statistics/stats.h"

void bcnet_world_player_free(void *data)
{
    bcnet_world_player_t *player = (bcnet_world_player_t *)data;

    g_free(player->name);
    g_free(player->address);
    g_free(player->how);
    g_free(player);
}

static bcnet_world_player_t *player_in(const bcnet_world_game_t *game, int place)
{
    return (bcnet_world_player_t *)game->players->pdata[place];
}

int bcnet_world_player_at(const bcnet_world_game_t *game, uint32_t id)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(game->player_of, GUINT_TO_POINTER(id))) - 1;
}

static bool is_player(uint32_t id)
{
    return id >= BCNET_PEER_HOST && id <= BCNET_PEER_LAST_CLIENT;
}

/* ---- Stays ---- */

static int place_of_link(const bcnet_world_game_t *game, const bcnet_link_t *link)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(game->link_of, link)) - 1;
}

static int add_player(const bcnet_telling_t *telling, uint32_t id)
{
    bcnet_world_game_t *game = telling->game;

    if (game->players->len >= BCNET_WORLD_PLAYERS) {
        telling->world->left_out++;
        return BCNET_NONE;
    }
    bcnet_world_player_t *player = g_new0(bcnet_world_player_t, 1);
    player->id = id;
    player->link = player->team = BCNET_NONE;
    player->first = player->last = telling->now;
    player->joined = player->left = -1.0;
    g_ptr_array_add(game->players, player);
    return (int)game->players->len - 1;
}

/* Whoever has the id from now on. */
static int new_player(const bcnet_telling_t *telling, uint32_t id)
{
    const int place = add_player(telling, id);

    if (place != BCNET_NONE)
        g_hash_table_insert(telling->game->player_of, GUINT_TO_POINTER(id), GINT_TO_POINTER(place + 1));
    return place;
}

static int player_of(const bcnet_telling_t *telling, uint32_t id)
{
    if (!is_player(id))
        return BCNET_NONE;
    const int place = bcnet_world_player_at(telling->game, id);
    return place == BCNET_NONE ? new_player(telling, id) : place;
}

static void rename_player(const bcnet_telling_t *telling, bcnet_world_player_t *player)
{
    const char *name = bcnet_player_name(telling->message->game, player->id, telling->message->stamp);

    if (name && *name && g_strcmp0(player->name, name) != 0) {
        g_free(player->name);
        player->name = g_strdup(name);
    }
}

/* The host's list begins with himself, whether he plays or not. */
static void note_host(const bcnet_telling_t *telling)
{
    const int place = player_of(telling, BCNET_PEER_HOST);

    if (place == BCNET_NONE)
        return;
    bcnet_world_player_t *host = player_in(telling->game, place);
    host->last = telling->now;
    if (!host->address)
        host->address = g_strdup(telling->game->host);
    rename_player(telling, host);
}

/* An id that the host gave away on another connection belongs to somebody else there. */
static int stay_on_link(const bcnet_telling_t *telling, uint32_t id)
{
    const int link = place_of_link(telling->game, telling->message->link);
    int       place = bcnet_world_player_at(telling->game, id);

    if (place == BCNET_NONE)
        return new_player(telling, id);
    const bcnet_world_player_t *player = player_in(telling->game, place);
    return player->link == BCNET_NONE || link == BCNET_NONE || player->link == link ? place : new_player(telling, id);
}

static void settle_on_link(const bcnet_telling_t *telling, int place)
{
    bcnet_world_player_t *player = player_in(telling->game, place);

    player->last = telling->now;
    if (player->link != BCNET_NONE)
        return;
    player->link = place_of_link(telling->game, telling->message->link);
    if (player->link == BCNET_NONE)
        return;
    bcnet_world_link_t *link = (bcnet_world_link_t *)telling->game->links->pdata[player->link];
    link->player = place;
    g_free(player->address);
    player->address = g_strdup(link->address);
}

static void note_client(const bcnet_telling_t *telling)
{
    const bcnet_tap_message_t *message = telling->message;
    const uint32_t             id = message->from_host ? message->client_id : message->peer;
    /* Late messages to one whose id somebody else has by now tell nothing of that one. */
    const int known = bcnet_world_player_at(telling->game, id);

    if (!is_player(id) || id == BCNET_PEER_HOST)
        return;
    if (message->from_host && known != BCNET_NONE && player_in(telling->game, known)->link != BCNET_NONE &&
        player_in(telling->game, known)->link != place_of_link(telling->game, message->link))
        return;
    const int place = stay_on_link(telling, id);
    if (place == BCNET_NONE)
        return;
    settle_on_link(telling, place);
    if (message->opcode_value != BCNET_OP_STATE_UPDATE || !message->has_opcode)
        rename_player(telling, player_in(telling->game, place));
}

/* The host may give a client that comes back from the same port the id he had. */
static void begin_stay(const bcnet_telling_t *telling, uint32_t id)
{
    const int place = bcnet_world_player_at(telling->game, id);

    if (is_player(id) && place != BCNET_NONE && player_in(telling->game, place)->left >= 0)
        new_player(telling, id);
}

/* ---- What is told of them ---- */

static void note_joining(const bcnet_telling_t *telling, uint32_t id)
{
    const int place = player_of(telling, id);

    if (place == BCNET_NONE || player_in(telling->game, place)->joined >= 0)
        return;
    player_in(telling->game, place)->joined = telling->now;
    bcnet_world_event(telling, "join", BCNET_NONE, BCNET_NONE, place, BCNET_NO_AMOUNT, NULL);
}

/* A player who never got in was turned away. The first reason counts. */
static void note_leaving(const bcnet_telling_t *telling, uint32_t id, const char *why)
{
    const int place = player_of(telling, id);

    if (place == BCNET_NONE || id == BCNET_PEER_HOST)
        return;
    bcnet_world_player_t *player = player_in(telling->game, place);
    if (player->left >= 0)
        return;
    player->left = telling->now;
    if (!player->how)
        player->how = g_strdup(why ? why : "left");
    if (!player->refused)
        bcnet_world_event(telling, "leave", BCNET_NONE, BCNET_NONE, place, BCNET_NO_AMOUNT, player->how);
}

/* Somebody who is turned away at the door has no id, whatever the message says. */
static int newcomer(const bcnet_telling_t *telling)
{
    const bcnet_world_game_t *game = telling->game;
    const int                 link = place_of_link(game, telling->message->link);

    for (int place = (int)game->players->len; link != BCNET_NONE && place-- > 0;)
        if (player_in(game, place)->link == link && player_in(game, place)->left < 0)
            return place;
    const int place = add_player(telling, BCNET_PEER_NEW);
    if (place != BCNET_NONE)
        settle_on_link(telling, place);
    return place;
}

static void note_refusal(const bcnet_telling_t *telling, const bcnet_refusal_fact_t *refusal)
{
    if (!refusal->joining) {
        note_leaving(telling, refusal->player, refusal->why);
        return;
    }
    const int             place = newcomer(telling);
    bcnet_world_player_t *player = place == BCNET_NONE ? NULL : player_in(telling->game, place);
    if (!player || player->refused)
        return;
    player->refused = true;
    if (player->id == BCNET_PEER_NEW)
        player->left = telling->now;
    g_free(player->how);
    player->how = g_strdup(refusal->why);
    bcnet_world_event(telling, "refused", BCNET_NONE, BCNET_NONE, place, BCNET_NO_AMOUNT, player->how);
}

static void note_chat(const bcnet_telling_t *telling, const bcnet_facts_t *facts)
{
    const bool team = facts->team_chat;

    if (telling->is_act)
        bcnet_world_event(telling, team ? "team_chat" : "chat", BCNET_NONE, BCNET_NONE,
                          player_of(telling, facts->chat_from), BCNET_NO_AMOUNT, facts->chat);
}

static void note_team(const bcnet_telling_t *telling, const bcnet_team_fact_t *team)
{
    const int place = player_of(telling, team->player);

    if (place == BCNET_NONE || player_in(telling->game, place)->team == team->team)
        return;
    player_in(telling->game, place)->team = team->team;
    bcnet_world_event(telling, "team", BCNET_NONE, BCNET_NONE, place, team->team, team->name);
}

/* Totals, so telling them again changes nothing. */
static void note_score(const bcnet_telling_t *telling, const bcnet_score_fact_t *fact)
{
    static const char *const kinds[] = { "kills", "deaths", "score" };
    const int                place = player_of(telling, fact->player);

    if (place == BCNET_NONE)
        return;
    bcnet_world_player_t *player = player_in(telling->game, place);
    if (player->has_total[fact->total] && player->totals[fact->total] == fact->value)
        return;
    player->has_total[fact->total] = true;
    player->totals[fact->total] = fact->value;
    bcnet_world_event(telling, kinds[fact->total], BCNET_NONE, BCNET_NONE, place, fact->value, NULL);
}

static void note_facts(const bcnet_telling_t *telling, const bcnet_facts_t *facts)
{
    if (facts->joined != BCNET_NO_ID)
        note_joining(telling, facts->joined);
    if (facts->refusal)
        note_refusal(telling, facts->refusal);
    if (facts->left != BCNET_NO_ID && !(facts->refusal && facts->refusal->joining))
        note_leaving(telling, facts->left, facts->refusal ? facts->refusal->why : NULL);
    if (facts->chat)
        note_chat(telling, facts);
    if (facts->team)
        note_team(telling, facts->team);
    for (unsigned i = 0; facts->scores && i < wmem_array_get_count(facts->scores); i++)
        note_score(telling, (const bcnet_score_fact_t *)wmem_array_index(facts->scores, i));
}

void bcnet_world_note_players(const bcnet_telling_t *telling)
{
    const bcnet_tap_message_t *message = telling->message;

    if (message->facts->assigned != BCNET_NO_ID)
        begin_stay(telling, message->facts->assigned);
    note_host(telling);
    note_client(telling);
    note_facts(telling, message->facts);
    if (message->has_opcode && message->opcode_value == BCNET_OP_SELF_DESTRUCT && !message->from_host &&
        telling->is_act)
        bcnet_world_event(telling, "self_destruct", BCNET_NONE, BCNET_NONE, player_of(telling, message->peer),
                          BCNET_NO_AMOUNT, NULL);
}
