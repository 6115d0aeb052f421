/* The players of the collected game: who came, who left or was turned away, and how they stand.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

#include "reading/opcode-numbers.h"
#include "game/players.h"
#include "statistics/stats.h"

static bcnet_world_player_t *player_with(const bcnet_world_game_t *game, uint32_t id)
{
    return (bcnet_world_player_t *)wmem_map_lookup(game->player_of, GUINT_TO_POINTER(id));
}

int bcnet_world_player_at(const bcnet_world_game_t *game, uint32_t id)
{
    const bcnet_world_player_t *player = player_with(game, id);

    return player ? player->place : BCNET_NONE;
}

static bool is_player(uint32_t id)
{
    return id >= BCNET_PEER_HOST && id <= BCNET_PEER_LAST_CLIENT;
}

/* ---- Stays ---- */

/* NULL: there were too many. */
static bcnet_world_link_t *link_in_hand(const bcnet_world_input_t *input)
{
    return (bcnet_world_link_t *)wmem_map_lookup(input->game->link_of, input->message->link);
}

/* NULL when there are too many, like all players here. */
static bcnet_world_player_t *add_player(const bcnet_world_input_t *input, uint32_t id)
{
    wmem_array_t *players = input->game->players;

    if (!bcnet_world_has_room(input->world, wmem_array_get_count(players), BCNET_WORLD_PLAYERS))
        return NULL;
    bcnet_world_player_t *player = wmem_new0(input->world->pool, bcnet_world_player_t);
    player->id = id;
    player->link = player->team = BCNET_NONE;
    player->first = player->last = input->now;
    player->joined = player->left = -1.0;
    player->place = bcnet_world_append(players, player);
    return player;
}

/* Whoever has the id from now on. */
static bcnet_world_player_t *new_player(const bcnet_world_input_t *input, uint32_t id)
{
    bcnet_world_player_t *player = add_player(input, id);

    if (player)
        wmem_map_insert(input->game->player_of, GUINT_TO_POINTER(id), player);
    return player;
}

/* NULL also when nobody can have the id. */
static bcnet_world_player_t *player_of(const bcnet_world_input_t *input, uint32_t id)
{
    bcnet_world_player_t *player = player_with(input->game, id);

    return player || !is_player(id) ? player : new_player(input, id);
}

static void rename_player(const bcnet_world_input_t *input, bcnet_world_player_t *player)
{
    const char *name = bcnet_player_name(input->message->game, player->id, input->message->stamp);

    if (name && *name)
        bcnet_world_set_text(input->world, &player->name, name);
}

/* The host's list begins with himself, whether he plays or not. */
static void note_host(const bcnet_world_input_t *input)
{
    bcnet_world_player_t *host = player_of(input, BCNET_PEER_HOST);

    if (!host)
        return;
    host->last = input->now;
    if (!host->address)
        bcnet_world_set_text(input->world, &host->address, input->game->host);
    rename_player(input, host);
}

static void settle_on_link(const bcnet_world_input_t *input, bcnet_world_player_t *player)
{
    bcnet_world_link_t *link = link_in_hand(input);

    player->last = input->now;
    if (player->link != BCNET_NONE || !link)
        return;
    player->link = link->place;
    link->player = player->place;
    bcnet_world_set_text(input->world, &player->address, link->address);
}

static void note_client(const bcnet_world_input_t *input)
{
    const bcnet_tap_message_t *message = input->message;
    const uint32_t             id = message->from_host ? message->client_id : message->peer;
    const bcnet_world_link_t  *link = link_in_hand(input);
    bcnet_world_player_t      *player = player_with(input->game, id);

    if (!is_player(id) || id == BCNET_PEER_HOST)
        return;
    const bool elsewhere = player && player->link != BCNET_NONE && player->link != (link ? link->place : BCNET_NONE);
    /* Late messages to one whose id somebody else has by now tell nothing of that one. */
    if (message->from_host && elsewhere)
        return;
    /* An id that the host gave away on another connection belongs to somebody else there. */
    if (!player || (elsewhere && link))
        player = new_player(input, id);
    if (!player)
        return;
    settle_on_link(input, player);
    if (message->opcode_value != BCNET_OP_STATE_UPDATE || !message->has_opcode)
        rename_player(input, player);
}

/* The host may give a client that comes back from the same port the id he had. */
static void begin_stay(const bcnet_world_input_t *input, uint32_t id)
{
    const bcnet_world_player_t *player = player_with(input->game, id);

    if (is_player(id) && player && player->left >= 0)
        new_player(input, id);
}

/* ---- What is told of them ---- */

static void note_event(const bcnet_world_input_t *input, const char *kind, const bcnet_world_player_t *player,
                       double amount, const char *text)
{
    bcnet_world_event(input, kind, BCNET_NONE, BCNET_NONE, player ? player->place : BCNET_NONE, amount, text);
}

static void note_joining(const bcnet_world_input_t *input, uint32_t id)
{
    bcnet_world_player_t *player = player_of(input, id);

    if (!player || player->joined >= 0)
        return;
    player->joined = input->now;
    note_event(input, "join", player, BCNET_NO_AMOUNT, NULL);
}

/* A player who never got in was turned away. The first reason counts. */
static void note_leaving(const bcnet_world_input_t *input, uint32_t id, const char *why)
{
    bcnet_world_player_t *player = player_of(input, id);

    if (!player || id == BCNET_PEER_HOST || player->left >= 0)
        return;
    player->left = input->now;
    if (!player->how)
        bcnet_world_set_text(input->world, &player->how, why ? why : "left");
    if (!player->refused)
        note_event(input, "leave", player, BCNET_NO_AMOUNT, player->how);
}

/* Somebody who is turned away at the door has no id, whatever the message says. */
static bcnet_world_player_t *newcomer(const bcnet_world_input_t *input)
{
    wmem_array_t             *players = input->game->players;
    const bcnet_world_link_t *link = link_in_hand(input);
    bcnet_world_player_t     *player;

    for (int place = (int)wmem_array_get_count(players); link && place-- > 0;) {
        player = (bcnet_world_player_t *)bcnet_world_at(players, place);
        if (player->link == link->place && player->left < 0)
            return player;
    }
    player = add_player(input, BCNET_PEER_NEW);
    if (player)
        settle_on_link(input, player);
    return player;
}

static void note_refusal(const bcnet_world_input_t *input, const bcnet_tap_refusal_t *refusal)
{
    if (!refusal->joining) {
        note_leaving(input, refusal->player, refusal->why);
        return;
    }
    bcnet_world_player_t *player = newcomer(input);
    if (!player || player->refused)
        return;
    player->refused = true;
    if (player->id == BCNET_PEER_NEW)
        player->left = input->now;
    bcnet_world_set_text(input->world, &player->how, refusal->why);
    note_event(input, "refused", player, BCNET_NO_AMOUNT, player->how);
}

static void note_chat(const bcnet_world_input_t *input, const bcnet_tap_facts_t *facts)
{
    if (input->is_original)
        note_event(input, facts->team_chat ? "team_chat" : "chat", player_of(input, facts->chat_from), BCNET_NO_AMOUNT,
                   facts->chat);
}

static void note_team(const bcnet_world_input_t *input, const bcnet_tap_team_t *team)
{
    bcnet_world_player_t *player = player_of(input, team->player);

    if (!player || player->team == team->team)
        return;
    player->team = team->team;
    note_event(input, "team", player, team->team, team->name);
}

/* Totals, so telling them again changes nothing. */
static void note_score(const bcnet_world_input_t *input, const bcnet_tap_score_t *fact)
{
    static const char *const kinds[] = { "kills", "deaths", "score" };
    bcnet_world_player_t    *player = player_of(input, fact->player);

    if (!player || (player->has_total[fact->total] && player->totals[fact->total] == fact->value))
        return;
    player->has_total[fact->total] = true;
    player->totals[fact->total] = fact->value;
    note_event(input, kinds[fact->total], player, fact->value, NULL);
}

static void note_facts(const bcnet_world_input_t *input, const bcnet_tap_facts_t *facts)
{
    if (facts->joined != BCNET_NO_ID)
        note_joining(input, facts->joined);
    if (facts->refusal)
        note_refusal(input, facts->refusal);
    if (facts->left != BCNET_NO_ID && !(facts->refusal && facts->refusal->joining))
        note_leaving(input, facts->left, facts->refusal ? facts->refusal->why : NULL);
    if (facts->chat)
        note_chat(input, facts);
    if (facts->team)
        note_team(input, facts->team);
    for (unsigned i = 0; facts->scores && i < wmem_array_get_count(facts->scores); i++)
        note_score(input, (const bcnet_tap_score_t *)wmem_array_index(facts->scores, i));
}

void bcnet_world_note_players(const bcnet_world_input_t *input)
{
    const bcnet_tap_message_t *message = input->message;

    if (message->facts->assigned != BCNET_NO_ID)
        begin_stay(input, message->facts->assigned);
    note_host(input);
    note_client(input);
    note_facts(input, message->facts);
    if (message->has_opcode && message->opcode_value == BCNET_OP_SELF_DESTRUCT && !message->from_host &&
        input->is_original)
        note_event(input, "self_destruct", player_of(input, message->peer), BCNET_NO_AMOUNT, NULL);
}
