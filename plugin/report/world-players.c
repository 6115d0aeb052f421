/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The players of the collected game: what neither the game's book (stays.h) nor their records say of them. */
#include "report/world-private.h"

#include "reading/opcode-numbers.h"

/* ---- What is told of them ---- */

static void note_event(bcnet_world_t *world, const char *kind, const bcnet_stay_t *stay, const char *text)
{
    bcnet_world_event(world, .kind = kind, .player = stay, .text = text);
}

static bcnet_world_player_t *player_of(const bcnet_world_t *world, const bcnet_stay_t *stay)
{
    return (bcnet_world_player_t *)bcnet_record_of(&world->records, stay);
}

/* A player who never got in was turned away. The first reason counts. */
static void note_refusal(bcnet_world_t *world, const bcnet_tap_refusal_t *refusal)
{
    bcnet_world_player_t *player = player_of(world, refusal->stay);

    if (!player || player->refused)
        return;
    player->refused = true;
    note_event(world, "refused", refusal->stay, refusal->why);
}

/* The host tells everybody: the first telling counts. */
static void note_moves(bcnet_world_t *world, const bcnet_tap_facts_t *facts)
{
    const bcnet_stamp_t stamp = world->records.message->stamp;

    if (facts->joined && facts->joined->joined.stamp == stamp)
        note_event(world, "join", facts->joined, NULL);
    if (facts->refusal && facts->refusal->joining)
        note_refusal(world, facts->refusal);
    if (facts->left && facts->left->left.stamp == stamp && !facts->left->refused)
        note_event(world, "leave", facts->left,
                   bcnet_departure_words(world->records.pinfo->pool, facts->left, facts->left->how));
}

static void note_chat(bcnet_world_t *world, const bcnet_tap_facts_t *facts)
{
    const bcnet_relay_analysis_t *relayed = world->records.message->relayed;

    if (world->is_original && relayed)
        note_event(world, facts->team_chat ? "team_chat" : "chat", relayed->actor.stay, facts->chat);
}

static void note_team(bcnet_world_t *world, const bcnet_tap_team_t *team)
{
    bcnet_world_player_t *player = player_of(world, team->player);

    if (!player || (player->has_team && player->team == team->team))
        return;
    player->has_team = true;
    player->team = team->team;
    bcnet_world_event(world, .kind = "team", .player = team->player, .has_amount = true, .amount = team->team,
                      .text = team->name);
}

static void note_score(bcnet_world_t *world, const bcnet_tap_score_t *fact)
{
    static const char *const kinds[] = { "kills", "deaths", "score" };

    if (fact->player && fact->changes)
        bcnet_world_event(world, .kind = kinds[fact->total], .player = fact->player, .has_amount = true,
                          .amount = fact->value);
}

void bcnet_world_note_players(bcnet_world_t *world)
{
    const bcnet_tap_message_t *message = world->records.message;
    const bcnet_tap_facts_t   *facts = message->facts;

    note_moves(world, facts);
    if (facts->chat)
        note_chat(world, facts);
    if (facts->team)
        note_team(world, facts->team);
    for (unsigned i = 0; facts->scores && i < wmem_array_get_count(facts->scores); i++)
        note_score(world, (const bcnet_tap_score_t *)wmem_array_index(facts->scores, i));
    if (message->has_opcode && message->opcode_value == BCNET_OP_SELF_DESTRUCT && !message->from_host &&
        world->is_original)
        note_event(world, "self_destruct", message->client, NULL);
}
