/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The collected game: its rounds and events, and who gets which message. */
#include "report/world-private.h"

#include "opcodes/opcodes.h"
#include "reading/hash.h"
#include "report/json.h"
#include "statistics/tap.h"

#define FIRST_BUCKET_SECONDS 0.5

/* ---- Making and freeing ---- */

static bcnet_world_records_t new_records(wmem_allocator_t *pool)
{
    return (bcnet_world_records_t){ wmem_array_new(pool, sizeof(void *)),
                                    wmem_map_new(pool, g_direct_hash, g_direct_equal) };
}

bcnet_world_t *bcnet_world_new(void)
{
    bcnet_world_t *world = g_new0(bcnet_world_t, 1);

    world->pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
    world->games = new_records(world->pool);
    world->remarks = wmem_array_new(world->pool, sizeof(bcnet_remark_t));
    world->server_names = bcnet_names_new(g_free, g_free);
    world->words = wmem_map_new(world->pool, wmem_str_hash, g_str_equal);
    world->series = g_hash_table_new_full(g_direct_hash, g_direct_equal, bcnet_series_free, NULL);
    world->bucket = FIRST_BUCKET_SECONDS;
    world->coarseness = 1.0f;
    return world;
}

void bcnet_world_free(bcnet_world_t *world)
{
    wmem_destroy_allocator(world->pool);
    g_hash_table_destroy(world->server_names);
    g_hash_table_destroy(world->series);
    g_free(world);
}

void *bcnet_world_at(wmem_array_t *array, unsigned place)
{
    return *(void **)wmem_array_index(array, place);
}

bool bcnet_world_has_room(bcnet_world_t *world, unsigned count, unsigned most)
{
    world->left_out += count >= most;
    return count < most;
}

void *bcnet_world_record(bcnet_world_t *world, const bcnet_world_records_t *records, const void *thing, size_t size,
                         unsigned most)
{
    int           *record = thing ? (int *)wmem_map_lookup(records->of, thing) : NULL;
    const unsigned count = wmem_array_get_count(records->all);

    if (record || !thing || !bcnet_world_has_room(world, count, most))
        return record;
    record = (int *)wmem_alloc0(world->pool, size);
    *record = (int)count;
    wmem_array_append_one(records->all, record);
    wmem_map_insert(records->of, thing, record);
    return record;
}

/* ---- Words and samples ---- */

/* Of a long text as much as the JSON shows, and a letter more, by which it is seen to be longer. */
const char *bcnet_world_words(bcnet_world_t *world, const char *text)
{
    const bool  is_long = text && g_utf8_strlen(text, -1) > BCNET_JSON_TEXT_MAX;
    char       *words = is_long ? g_utf8_substring(text, 0, BCNET_JSON_TEXT_MAX + 1) : g_strdup(text);
    const char *kept = words ? (const char *)wmem_map_lookup(world->words, words) : NULL;

    if (words && !kept && bcnet_world_has_room(world, wmem_map_size(world->words), BCNET_WORLD_WORDS)) {
        kept = wmem_strdup(world->pool, words);
        wmem_map_insert(world->words, kept, (void *)kept);
    }
    g_free(words);
    return text && !kept ? "\xE2\x80\xA6" : kept; /* an ellipsis */
}

bcnet_series_t *bcnet_world_new_series(bcnet_world_t *world, unsigned width, const float *tolerances)
{
    bcnet_series_t *series = bcnet_series_new(width, tolerances);

    g_hash_table_add(world->series, series);
    return series;
}

/* Everything is thinned out until half the room is free again, or it helps no more. */
static void make_room(bcnet_world_t *world)
{
    const float    factor = 2.0f, coarsest = 1024.0f;
    GHashTableIter all;
    gpointer       at;

    while (world->values > BCNET_WORLD_VALUES / 2 && world->coarseness < coarsest) {
        world->coarseness *= factor;
        world->values = world->steps;
        g_hash_table_iter_init(&all, world->series);
        while (g_hash_table_iter_next(&all, &at, NULL)) {
            bcnet_series_t *series = (bcnet_series_t *)at;
            bcnet_series_coarsen(series, factor);
            world->values += (bcnet_series_width(series) + 1) * bcnet_series_count(series);
        }
    }
    world->full = world->values > BCNET_WORLD_VALUES / 2;
}

void bcnet_world_add_sample(bcnet_world_t *world, bcnet_series_t *series, double time, const float *values)
{
    const unsigned before = bcnet_series_count(series);

    if (world->full) {
        world->left_out++;
        return;
    }
    bcnet_series_add(series, time, values);
    if (bcnet_series_count(series) == before)
        return;
    world->values += bcnet_series_width(series) + 1;
    if (world->values > BCNET_WORLD_VALUES)
        make_room(world);
}

void bcnet_world_add_step(const bcnet_world_input_t *input, wmem_array_t *steps, int index, uint8_t value)
{
    const bcnet_step_t step = { .time = input->now, .index = index, .value = value };
    const uint32_t     numbers = index == BCNET_NONE ? 2 : 3;

    if (input->world->full)
        return;
    wmem_array_append_one(steps, step);
    input->world->values += numbers;
    input->world->steps += numbers;
}

/* ---- Games and rounds ---- */

/* The same server goes on with the same rules, unless it tells others. */
static void begin_round(const bcnet_world_input_t *input)
{
    if (wmem_array_get_count(input->game->rounds) < BCNET_WORLD_ROUNDS)
        bcnet_begin_round(input->game->rounds, input->message->round, input->pinfo->num,
                          bcnet_nanoseconds(&input->pinfo->rel_ts), true);
}

/* False when there are too many. */
static bool find_game(bcnet_world_input_t *input)
{
    bcnet_world_t      *world = input->world;
    wmem_allocator_t   *pool = world->pool;
    bcnet_world_game_t *game = input->game = (bcnet_world_game_t *)bcnet_world_record(
        world, &world->games, input->message->game, sizeof *game, BCNET_WORLD_GAMES);

    if (!game || game->world)
        return game != NULL;
    game->world = world;
    game->key = input->message->game;
    game->first = input->now;
    game->players = new_records(pool);
    game->ships = new_records(pool);
    game->links = new_records(pool);
    game->rounds = wmem_array_new(pool, sizeof(bcnet_round_row_t));
    game->layouts = wmem_array_new(pool, sizeof(void *));
    game->events = wmem_array_new(pool, sizeof(bcnet_world_event_t));
    game->shots = wmem_array_new(pool, sizeof(void *));
    game->damages = wmem_array_new(pool, sizeof(bcnet_world_damage_t));
    begin_round(input);
    return true;
}

/* ---- Events ---- */

void bcnet_world_add_event(const bcnet_world_input_t *input, bcnet_world_event_t event)
{
    bcnet_world_t *world = input->world;

    if (!bcnet_world_has_room(world, world->events, BCNET_WORLD_EVENTS))
        return;
    world->events++;
    event.time = input->now;
    event.frame = input->pinfo->num;
    event.text = bcnet_world_words(world, event.text);
    wmem_array_append_one(input->game->events, event);
}

/* ---- The rules of a round ---- */

static void note_round(const bcnet_world_input_t *input)
{
    const bcnet_tap_facts_t *facts = input->message->facts;
    const bcnet_round_t     *round = input->message->round;

    if (round->begun == input->message->stamp) {
        bcnet_world_event(input, .kind = round->how == BCNET_ROUND_SERVER ? "server_restart" : "restart");
        if (bcnet_newest_round(input->game->rounds)->round != round->number) /* the capture may begin with it */
            begin_round(input);
    }
    bcnet_round_row_t *row = bcnet_newest_round(input->game->rounds);
    if (facts->end_reason && !row->reason)
        bcnet_world_event(input, .kind = "end", .text = facts->end_reason);
    bcnet_note_rules(row, input->world->pool, facts, bcnet_nanoseconds(&input->pinfo->rel_ts));
}

/* ---- Messages ---- */

void bcnet_world_add(bcnet_world_t *world, const bcnet_tap_message_t *message, const packet_info *pinfo)
{
    bcnet_world_input_t input = {
        .world = world,
        .message = message,
        .pinfo = pinfo,
        .now = nstime_to_sec(&pinfo->rel_ts),
        .is_original = bcnet_tap_copy_of(message) == 0,
    };

    bcnet_is_left_out(&world->not_counted, message);
    if (!message->game || !message->link)
        return;
    if (!find_game(&input))
        return;
    if (world->last_frame == 0)
        nstime_delta(&world->start, &pinfo->abs_ts, &pinfo->rel_ts);
    world->last = input.game->last = input.now;
    world->last_frame = pinfo->num;
    world->end = pinfo->abs_ts;
    bcnet_world_note_traffic(&input);
    bcnet_world_note_players(&input);
    if (message->resend)
        return;
    note_round(&input);
    bcnet_world_note_ships(&input);
    bcnet_world_note_fights(&input);
}

/* ---- What is told beside the messages ---- */

static bcnet_remark_t *remark_of(const bcnet_world_t *world, const char *filter, int severity)
{
    const guint count = wmem_array_get_count(world->remarks);

    for (guint i = 0; i < count; i++) {
        bcnet_remark_t *remark = (bcnet_remark_t *)wmem_array_index(world->remarks, i);
        if (remark->severity == severity && strcmp(remark->filter, filter) == 0)
            return remark;
    }
    if (count >= BCNET_WORLD_REMARKS)
        return NULL;
    const bcnet_remark_t fresh = { .filter = wmem_strdup(world->pool, filter), .severity = severity };
    wmem_array_append_one(world->remarks, fresh);
    return (bcnet_remark_t *)wmem_array_index(world->remarks, count);
}

void bcnet_world_add_remark(bcnet_world_t *world, const char *filter, int severity, const char *text,
                            const packet_info *pinfo)
{
    bcnet_remark_t *remark = remark_of(world, filter, severity);

    if (!remark)
        return;
    if (remark->count < BCNET_WORLD_EXAMPLES) {
        remark->texts[remark->count] = wmem_strdup(world->pool, text);
        remark->frames[remark->count] = pinfo->num;
        remark->times[remark->count] = nstime_to_sec(&pinfo->rel_ts);
    }
    remark->count++;
}

void bcnet_world_add_server_name(bcnet_world_t *world, const char *name, const packet_info *pinfo)
{
    const char *host = bcnet_address_words(pinfo->pool, &pinfo->src, pinfo->srcport);

    if (g_hash_table_size(world->server_names) < BCNET_WORLD_GAMES || g_hash_table_contains(world->server_names, host))
        g_hash_table_insert(world->server_names, g_strdup(host), g_strdup(name));
}
