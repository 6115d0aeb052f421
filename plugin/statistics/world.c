/* The collected game: its rounds and events, and who gets which message.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

#include "opcodes/opcodes.h"
#include "statistics/stats.h"

#define FIRST_BUCKET_SECONDS 0.5

/* ---- Making and freeing ---- */

static void free_round(bcnet_round_t *round)
{
    g_free(round->map);
    g_free(round->system);
    g_free(round->end);
}

static void free_game(void *data)
{
    bcnet_world_game_t *game = (bcnet_world_game_t *)data;

    for (guint i = 0; i < game->rounds->len; i++)
        free_round(&g_array_index(game->rounds, bcnet_round_t, i));
    g_array_free(game->rounds, TRUE);
    g_ptr_array_free(game->players, TRUE);
    g_hash_table_destroy(game->player_of);
    g_ptr_array_free(game->ships, TRUE);
    g_hash_table_destroy(game->ship_of);
    g_ptr_array_free(game->layouts, TRUE);
    g_ptr_array_free(game->links, TRUE);
    g_hash_table_destroy(game->link_of);
    g_array_free(game->events, TRUE);
    g_array_free(game->shots, TRUE);
    g_array_free(game->damages, TRUE);
    g_free(game->host);
    g_free(game->server);
    g_free(game);
}

static void free_remark(void *data)
{
    bcnet_remark_t *remark = (bcnet_remark_t *)data;

    for (unsigned i = 0; i < BCNET_WORLD_EXAMPLES; i++)
        g_free(remark->texts[i]);
    g_free(remark->filter);
    g_free(remark);
}

static void start(bcnet_world_t *world)
{
    memset(world, 0, sizeof *world);
    world->games = g_ptr_array_new_with_free_func(free_game);
    world->game_of = g_hash_table_new(g_direct_hash, g_direct_equal);
    world->remarks = g_ptr_array_new_with_free_func(free_remark);
    world->server_names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    world->words = g_string_chunk_new(1024);
    world->bucket = FIRST_BUCKET_SECONDS;
    world->coarseness = 1.0f;
}

static void stop(bcnet_world_t *world)
{
    g_ptr_array_free(world->games, TRUE);
    g_hash_table_destroy(world->game_of);
    g_ptr_array_free(world->remarks, TRUE);
    g_hash_table_destroy(world->server_names);
    g_string_chunk_free(world->words);
}

bcnet_world_t *bcnet_world_new(void)
{
    bcnet_world_t *world = g_new(bcnet_world_t, 1);

    start(world);
    return world;
}

void bcnet_world_free(bcnet_world_t *world)
{
    stop(world);
    g_free(world);
}

void bcnet_world_reset(bcnet_world_t *world)
{
    stop(world);
    start(world);
}

/* ---- Words and samples ---- */

enum { WORDS_LETTERS = 500 };

const char *bcnet_world_words(bcnet_world_t *world, const char *text)
{
    if (!text)
        return NULL;
    if (g_utf8_strlen(text, -1) <= WORDS_LETTERS)
        return g_string_chunk_insert_const(world->words, text);
    char       *cut = g_utf8_substring(text, 0, WORDS_LETTERS);
    char       *marked = g_strconcat(cut, "\xE2\x80\xA6", NULL); /* an ellipsis */
    const char *kept = g_string_chunk_insert_const(world->words, marked);
    g_free(cut);
    g_free(marked);
    return kept;
}

static uint32_t coarsen_ship(bcnet_world_ship_t *ship, float factor)
{
    uint32_t values = 3 * ship->power->len + 2 * ship->cloak->len;

    for (guint i = 0; i < ship->legs->len; i++) {
        bcnet_series_t *way = g_array_index(ship->legs, bcnet_leg_t, i).series;
        bcnet_series_coarsen(way, factor);
        values += 8 * bcnet_series_count(way);
    }
    for (guint i = 0; i < ship->states->len; i++) {
        bcnet_series_t *series = ((bcnet_world_state_t *)ship->states->pdata[i])->series;
        bcnet_series_coarsen(series, factor);
        values += 2 * bcnet_series_count(series);
    }
    return values;
}

/* Everything is thinned out until half the room is free again, or it helps no more. */
static void make_room(bcnet_world_t *world)
{
    const float factor = 2.0f, coarsest = 1024.0f;

    while (world->values > BCNET_WORLD_VALUES / 2 && world->coarseness < coarsest) {
        world->coarseness *= factor;
        world->values = 0;
        for (guint g = 0; g < world->games->len; g++) {
            const bcnet_world_game_t *game = (const bcnet_world_game_t *)world->games->pdata[g];
            for (guint s = 0; s < game->ships->len; s++)
                world->values += coarsen_ship((bcnet_world_ship_t *)game->ships->pdata[s], factor);
        }
    }
    world->full = world->values > BCNET_WORLD_VALUES / 2;
}

void bcnet_world_add_sample(bcnet_world_t *world, bcnet_series_t *series, double time, const float *values,
                            unsigned width)
{
    const unsigned before = bcnet_series_count(series);

    if (world->full) {
        world->left_out++;
        return;
    }
    bcnet_series_add(series, time, values);
    if (bcnet_series_count(series) == before)
        return;
    world->values += width + 1;
    if (world->values > BCNET_WORLD_VALUES)
        make_room(world);
}

/* ---- Games and rounds ---- */

static bcnet_world_game_t *new_game(const bcnet_game_t *key, const packet_info *pinfo, double now)
{
    bcnet_world_game_t *game = g_new0(bcnet_world_game_t, 1);

    game->game = key;
    game->host = g_strdup(bcnet_end_words(pinfo->pool, &key->host, key->port));
    game->first = now;
    game->rounds = g_array_new(FALSE, TRUE, sizeof(bcnet_round_t));
    game->players = g_ptr_array_new_with_free_func(bcnet_world_player_free);
    game->player_of = g_hash_table_new(g_direct_hash, g_direct_equal);
    game->ships = g_ptr_array_new_with_free_func(bcnet_world_ship_free);
    game->ship_of = g_hash_table_new(g_direct_hash, g_direct_equal);
    game->layouts = g_ptr_array_new();
    game->links = g_ptr_array_new_with_free_func(bcnet_world_link_free);
    game->link_of = g_hash_table_new(g_direct_hash, g_direct_equal);
    game->events = g_array_new(FALSE, FALSE, sizeof(bcnet_world_event_t));
    game->shots = g_array_new(FALSE, FALSE, sizeof(bcnet_world_shot_t));
    game->damages = g_array_new(FALSE, FALSE, sizeof(bcnet_world_damage_t));
    return game;
}

static void begin_round(bcnet_world_game_t *game, double now)
{
    bcnet_round_t round = { .from = now, .collisions = BCNET_NONE, .players = BCNET_NONE };

    if (game->rounds->len >= BCNET_WORLD_ROUNDS)
        return;
    g_array_append_val(game->rounds, round);
}

/* The same server goes on with the same rules, unless it tells others. */
static void begin_next_round(bcnet_world_game_t *game, double now)
{
    const guint before = game->rounds->len;

    begin_round(game, now);
    if (game->rounds->len == before)
        return;
    bcnet_round_t       *round = &g_array_index(game->rounds, bcnet_round_t, before);
    const bcnet_round_t *last = &g_array_index(game->rounds, bcnet_round_t, before - 1);
    *round = *last;
    round->from = now;
    round->map = g_strdup(last->map);
    round->system = g_strdup(last->system);
    round->end = NULL;
}

static bcnet_round_t *newest_round(bcnet_world_game_t *game)
{
    return &g_array_index(game->rounds, bcnet_round_t, game->rounds->len - 1);
}

/* NULL when there are too many. */
static bcnet_world_game_t *game_of(bcnet_world_t *world, const bcnet_game_t *key, const packet_info *pinfo, double now)
{
    bcnet_world_game_t *game = (bcnet_world_game_t *)g_hash_table_lookup(world->game_of, key);

    if (game)
        return game;
    if (world->games->len >= BCNET_WORLD_GAMES) {
        world->left_out++;
        return NULL;
    }
    game = new_game(key, pinfo, now);
    game->server = g_strdup((const char *)g_hash_table_lookup(world->server_names, game->host));
    begin_round(game, now);
    g_ptr_array_add(world->games, game);
    g_hash_table_insert(world->game_of, (gpointer)key, game);
    return game;
}

/* ---- Events ---- */

void bcnet_world_event(const bcnet_telling_t *telling, const char *kind, int ship, int other, int player, double amount,
                       const char *text)
{
    bcnet_world_t            *world = telling->world;
    const bcnet_world_event_t event = { .time = telling->now,
                                        .frame = telling->pinfo->num,
                                        .kind = kind,
                                        .ship = ship,
                                        .other = other,
                                        .player = player,
                                        .amount = amount,
                                        .text = bcnet_world_words(world, text) };

    if (world->events >= BCNET_WORLD_EVENTS) {
        world->left_out++;
        return;
    }
    world->events++;
    g_array_append_val(telling->game->events, event);
}

/* ---- The rules of a round ---- */

static void note_settings(const bcnet_telling_t *telling, const bcnet_settings_fact_t *settings)
{
    bcnet_round_t *round = newest_round(telling->game);

    g_free(round->map);
    round->map = g_strdup(settings->map);
    round->collisions = settings->collisions;
}

static void note_mission(const bcnet_telling_t *telling, const bcnet_mission_fact_t *mission)
{
    bcnet_round_t *round = newest_round(telling->game);

    g_free(round->system);
    round->system = g_strdup(mission->system);
    round->players = mission->players;
    round->minutes = mission->minutes;
    round->limit = mission->limit;
    round->mission = (uint8_t)mission->mission;
}

static void note_end(const bcnet_telling_t *telling, const char *why)
{
    bcnet_round_t *round = newest_round(telling->game);

    if (round->end)
        return;
    round->end = g_strdup(why);
    round->ended = telling->now;
    bcnet_world_event(telling, "end", BCNET_NONE, BCNET_NONE, BCNET_NONE, BCNET_NO_AMOUNT, why);
}

/* 0x39 goes to every player: the first telling counts, and so does one that comes after something happened. */
static bool restarts(const bcnet_telling_t *telling)
{
    return telling->message->facts->restart && telling->is_act;
}

static bool server_restarts(const bcnet_telling_t *telling)
{
    const bcnet_tap_message_t *message = telling->message;

    return message->has_opcode && message->opcode_value == BCNET_OP_SETTINGS &&
           bcnet_game_start(message->game, message->stamp) == message->stamp;
}

static void note_round(bcnet_telling_t *telling)
{
    const bcnet_facts_t *facts = telling->message->facts;
    const bool           server = server_restarts(telling);

    telling->round_begins = server || restarts(telling);
    if (telling->round_begins) {
        bcnet_world_event(telling, server ? "server_restart" : "restart", BCNET_NONE, BCNET_NONE, BCNET_NONE,
                          BCNET_NO_AMOUNT, NULL);
        begin_next_round(telling->game, telling->now);
    }
    if (facts->settings)
        note_settings(telling, facts->settings);
    if (facts->mission)
        note_mission(telling, facts->mission);
    if (facts->end_reason)
        note_end(telling, facts->end_reason);
}

/* ---- Messages ---- */

void bcnet_world_add(bcnet_world_t *world, const bcnet_tap_message_t *message, const packet_info *pinfo)
{
    bcnet_telling_t telling = {
        .world = world,
        .message = message,
        .pinfo = pinfo,
        .now = nstime_to_sec(&pinfo->rel_ts),
        .is_act = bcnet_tap_copy_of(message) == 0,
    };

    if (!message->game || !message->link)
        return;
    telling.game = game_of(world, message->game, pinfo, telling.now);
    if (!telling.game)
        return;
    if (world->last_frame == 0)
        nstime_delta(&world->start, &pinfo->abs_ts, &pinfo->rel_ts);
    world->last = telling.game->last = telling.now;
    world->last_frame = pinfo->num;
    bcnet_world_note_traffic(&telling);
    bcnet_world_note_players(&telling);
    if (message->resend)
        return;
    note_round(&telling);
    bcnet_world_note_ships(&telling);
    bcnet_world_note_fights(&telling);
}

/* ---- What is told beside the messages ---- */

static bcnet_remark_t *remark_of(bcnet_world_t *world, const char *filter, int severity)
{
    for (guint i = 0; i < world->remarks->len; i++) {
        bcnet_remark_t *remark = (bcnet_remark_t *)world->remarks->pdata[i];
        if (remark->severity == severity && strcmp(remark->filter, filter) == 0)
            return remark;
    }
    if (world->remarks->len >= BCNET_WORLD_REMARKS)
        return NULL;
    bcnet_remark_t *remark = g_new0(bcnet_remark_t, 1);
    remark->filter = g_strdup(filter);
    remark->severity = severity;
    g_ptr_array_add(world->remarks, remark);
    return remark;
}

void bcnet_world_add_remark(bcnet_world_t *world, const char *filter, int severity, const char *text,
                            const packet_info *pinfo)
{
    bcnet_remark_t *remark = remark_of(world, filter, severity);

    if (!remark)
        return;
    if (remark->count < BCNET_WORLD_EXAMPLES) {
        remark->texts[remark->count] = g_strdup(text);
        remark->frames[remark->count] = pinfo->num;
        remark->times[remark->count] = nstime_to_sec(&pinfo->rel_ts);
    }
    remark->count++;
}

void bcnet_world_add_server_name(bcnet_world_t *world, const char *name, const packet_info *pinfo)
{
    const char *host = bcnet_end_words(pinfo->pool, &pinfo->src, pinfo->srcport);

    if (g_hash_table_size(world->server_names) >= BCNET_WORLD_GAMES &&
        !g_hash_table_contains(world->server_names, host))
        return;
    g_hash_table_replace(world->server_names, g_strdup(host), g_strdup(name));
    for (guint i = 0; i < world->games->len; i++) {
        bcnet_world_game_t *game = (bcnet_world_game_t *)world->games->pdata[i];
        if (strcmp(game->host, host) != 0)
            continue;
        g_free(game->server);
        game->server = g_strdup(name);
    }
}
