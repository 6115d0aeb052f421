/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The players of the collected game, a record for each stay: what the game's book (stays.h) does not say of them. */
#include "report/world-private.h"

#include "reading/opcode-numbers.h"

/* Made when somebody is first heard of. NULL when there are too many, or nobody is known. */
static bcnet_world_player_t *player_of(const bcnet_world_input_t *input, const bcnet_stay_t *stay)
{
    bcnet_world_player_t *player = (bcnet_world_player_t *)bcnet_world_record(input->world, &input->game->players, stay,
                                                                              sizeof *player, BCNET_WORLD_PLAYERS);

    if (!player || player->stay)
        return player;
    player->stay = stay;
    player->team = BCNET_NONE;
    player->first = player->last = input->now;
    return player;
}

/* Whose message it is, or whom it reaches. */
static void note_presence(const bcnet_world_input_t *input, const bcnet_stay_t *stay)
{
    bcnet_world_player_t *player = player_of(input, stay);

    if (player)
        player->last = input->now;
    if (!player || !stay->link || player->link)
        return;
    bcnet_world_link_t *link = (bcnet_world_link_t *)wmem_map_lookup(input->game->links.of, stay->link);
    player->link = link;
    if (link)
        link->player = player;
}

/* ---- What is told of them ---- */

static void note_event(const bcnet_world_input_t *input, const char *kind, const bcnet_stay_t *stay, const char *text)
{
    bcnet_world_event(input, .kind = kind, .player = player_of(input, stay), .text = text);
}

/* A player who never got in was turned away. The first reason counts. */
static void note_refusal(const bcnet_world_input_t *input, const bcnet_tap_refusal_t *refusal)
{
    bcnet_world_player_t *player = player_of(input, refusal->stay);

    if (!player || player->refused)
        return;
    player->refused = true;
    note_presence(input, refusal->stay);
    note_event(input, "refused", refusal->stay, refusal->why);
}

/* The host tells everybody: the first telling counts. */
static void note_moves(const bcnet_world_input_t *input, const bcnet_tap_facts_t *facts)
{
    const bcnet_stamp_t stamp = input->message->stamp;

    if (facts->joined && facts->joined->joined.stamp == stamp)
        note_event(input, "join", facts->joined, NULL);
    if (facts->refusal && facts->refusal->joining)
        note_refusal(input, facts->refusal);
    if (facts->left && facts->left->left.stamp == stamp && !facts->left->refused)
        note_event(input, "leave", facts->left,
                   bcnet_departure_words(input->pinfo->pool, facts->left, facts->left->how));
}

static void note_chat(const bcnet_world_input_t *input, const bcnet_tap_facts_t *facts)
{
    const bcnet_relay_analysis_t *relayed = input->message->relayed;

    if (input->is_original && relayed)
        note_event(input, facts->team_chat ? "team_chat" : "chat", relayed->actor.stay, facts->chat);
}

static void note_team(const bcnet_world_input_t *input, const bcnet_tap_team_t *team)
{
    bcnet_world_player_t *player = player_of(input, team->player);

    if (!player || player->team == team->team)
        return;
    player->team = team->team;
    bcnet_world_event(input, .kind = "team", .player = player, .has_amount = true, .amount = team->team,
                      .text = team->name);
}

static void note_score(const bcnet_world_input_t *input, const bcnet_tap_score_t *fact)
{
    static const char *const kinds[] = { "kills", "deaths", "score" };

    const bcnet_world_player_t *player = player_of(input, fact->player);
    if (player && fact->changes)
        bcnet_world_event(input, .kind = kinds[fact->total], .player = player, .has_amount = true,
                          .amount = fact->value);
}

void bcnet_world_note_players(const bcnet_world_input_t *input)
{
    const bcnet_tap_message_t *message = input->message;
    const bcnet_tap_facts_t   *facts = message->facts;

    note_presence(input, message->game->host_stay); /* number 0, whether the host plays or not */
    note_presence(input, message->client);
    for (unsigned i = 0; i < bcnet_tap_stay_count(message); i++)
        player_of(input, bcnet_tap_stay(message, i));
    note_moves(input, facts);
    if (facts->chat)
        note_chat(input, facts);
    if (facts->team)
        note_team(input, facts->team);
    for (unsigned i = 0; facts->scores && i < wmem_array_get_count(facts->scores); i++)
        note_score(input, (const bcnet_tap_score_t *)wmem_array_index(facts->scores, i));
    if (message->has_opcode && message->opcode_value == BCNET_OP_SELF_DESTRUCT && !message->from_host &&
        input->is_original)
        note_event(input, "self_destruct", message->client, NULL);
}
