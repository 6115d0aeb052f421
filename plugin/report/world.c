/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The collected game: its events, and who gets which message. */
#include "report/world-private.h"

#include "reading/hash.h"
#include "report/json.h"

#define FIRST_BUCKET_SECONDS 0.5

/* ---- Making and freeing ---- */

static const bcnet_record_limit_t limits[BCNET_RECORD_KINDS] = {
    [BCNET_RECORD_GAME] = { sizeof(bcnet_world_game_t), BCNET_WORLD_GAMES },
    [BCNET_RECORD_LINK] = { sizeof(bcnet_world_link_t), BCNET_WORLD_LINKS },
    [BCNET_RECORD_STAY] = { sizeof(bcnet_world_player_t), BCNET_WORLD_PLAYERS },
    [BCNET_RECORD_SHIP] = { sizeof(bcnet_world_ship_t), BCNET_WORLD_SHIPS },
};

bcnet_world_t *bcnet_world_new(void)
{
    bcnet_world_t *world = g_new0(bcnet_world_t, 1);

    wmem_allocator_t *pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
    world->records.limits = limits;
    world->records.pool = pool;
    bcnet_records_begin(&world->records);
    world->remarks = wmem_array_new(pool, sizeof(bcnet_remark_t));
    world->server_names = bcnet_names_new(g_free, g_free);
    world->words = wmem_map_new(pool, wmem_str_hash, g_str_equal);
    world->series = g_hash_table_new_full(g_direct_hash, g_direct_equal, bcnet_series_free, NULL);
    world->bucket = FIRST_BUCKET_SECONDS;
    world->coarseness = 1.0f;
    return world;
}

void bcnet_world_free(bcnet_world_t *world)
{
    wmem_destroy_allocator(world->records.pool);
    g_hash_table_destroy(world->server_names);
    g_hash_table_destroy(world->series);
    g_free(world);
}

bool bcnet_world_has_room(bcnet_world_t *world, unsigned *count, unsigned most)
{
    const bool has_room = *count < most;

    *count += has_room;
    world->left_out += !has_room;
    return has_room;
}

/* ---- Words and samples ---- */

/* Of a long text as much as the JSON shows, and a letter more, by which it is seen to be longer. */
const char *bcnet_world_words(bcnet_world_t *world, const char *text)
{
    const bool  is_long = text && g_utf8_strlen(text, -1) > BCNET_JSON_TEXT_MAX;
    char       *words = is_long ? g_utf8_substring(text, 0, BCNET_JSON_TEXT_MAX + 1) : g_strdup(text);
    const char *kept = words ? (const char *)wmem_map_lookup(world->words, words) : NULL;

    if (words && !kept && bcnet_world_has_room(world, &world->counts.words, BCNET_WORLD_WORDS)) {
        kept = wmem_strdup(world->records.pool, words);
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
        world->values = 0;
        g_hash_table_iter_init(&all, world->series);
        while (g_hash_table_iter_next(&all, &at, NULL)) {
            bcnet_series_t *series = (bcnet_series_t *)at;
            bcnet_series_coarsen(series, factor);
            world->values += (bcnet_series_width(series) + 1) * bcnet_series_count(series);
        }
    }
    world->full = world->values > BCNET_WORLD_VALUES / 2;
}

void bcnet_world_add_sample(bcnet_world_t *world, bcnet_series_t *series, const float *values)
{
    const unsigned before = bcnet_series_count(series);

    if (world->full) {
        world->left_out++;
        return;
    }
    bcnet_series_add(series, world->now, values);
    if (bcnet_series_count(series) == before)
        return;
    world->values += bcnet_series_width(series) + 1;
    if (world->values > BCNET_WORLD_VALUES)
        make_room(world);
}

void bcnet_world_add_step(bcnet_world_t *world, wmem_array_t *steps, int index, uint8_t value)
{
    const bcnet_step_t step = { .time = world->now, .index = index, .value = value };

    if (bcnet_world_has_room(world, &world->counts.steps, BCNET_WORLD_STEPS))
        wmem_array_append_one(steps, step);
}

/* ---- Events ---- */

void bcnet_world_add_event(bcnet_world_t *world, bcnet_world_event_t event)
{
    if (!bcnet_world_has_room(world, &world->counts.events, BCNET_WORLD_EVENTS))
        return;
    event.time = world->records.when.t;
    event.frame = world->records.when.frame;
    event.text = bcnet_world_words(world, event.text);
    wmem_array_append_one(world->game->events, event);
}

static void note_round(bcnet_world_t *world)
{
    const bcnet_tap_message_t *message = world->records.message;

    if (message->round->begun == message->stamp)
        bcnet_world_event(world, .kind = message->round->how == BCNET_ROUND_SERVER ? "server_restart" : "restart");
    if (world->records.ends_round)
        bcnet_world_event(world, .kind = "end", .text = message->facts->end_reason);
}

/* ---- Messages ---- */

static void begin_game(wmem_allocator_t *pool, bcnet_world_game_t *game)
{
    game->layouts = wmem_array_new(pool, sizeof(void *));
    game->shots = wmem_array_new(pool, sizeof(void *));
    game->events = wmem_array_new(pool, sizeof(bcnet_world_event_t));
    game->damages = wmem_array_new(pool, sizeof(bcnet_world_damage_t));
}

void bcnet_world_add(bcnet_world_t *world, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    bcnet_book_t *records = &world->records;

    if (bcnet_is_left_out(&world->not_counted, message))
        return;
    bcnet_records_note(records, message, pinfo);
    world->game = (bcnet_world_game_t *)records->game;
    world->link = (bcnet_world_link_t *)records->link;
    if (!world->game)
        return;
    if (!world->game->layouts)
        begin_game(records->pool, world->game);
    world->now = world->last = nstime_to_sec(&pinfo->rel_ts);
    world->last_frame = pinfo->num;
    world->is_original = bcnet_tap_copy_of(message) == 0;
    bcnet_world_note_traffic(world);
    if (message->resend)
        return;
    bcnet_world_note_players(world);
    note_round(world);
    bcnet_world_note_ships(world);
    bcnet_world_note_fights(world);
}

/* ---- What is told beside the messages ---- */

static bcnet_remark_t *remark_of(const bcnet_world_t *world, const bcnet_remark_row_t *row)
{
    const guint count = wmem_array_get_count(world->remarks);

    for (guint i = 0; i < count; i++) {
        bcnet_remark_t *remark = (bcnet_remark_t *)wmem_array_index(world->remarks, i);
        if (remark->severity == row->severity && strcmp(remark->filter, row->filter) == 0)
            return remark;
    }
    if (count >= BCNET_WORLD_REMARKS)
        return NULL;
    const bcnet_remark_t fresh = { .filter = row->filter, .severity = row->severity };
    wmem_array_append_one(world->remarks, fresh);
    return (bcnet_remark_t *)wmem_array_index(world->remarks, count);
}

void bcnet_world_add_remark(bcnet_world_t *world, const bcnet_remark_row_t *row)
{
    bcnet_remark_t *remark = remark_of(world, row);

    if (!remark)
        return;
    if (remark->count < BCNET_WORLD_EXAMPLES) {
        remark->texts[remark->count] = wmem_strdup(world->records.pool, row->text);
        remark->frames[remark->count] = row->frame;
        remark->times[remark->count] = row->t;
    }
    remark->count++;
}

void bcnet_world_add_server_name(bcnet_world_t *world, const char *name, const packet_info *pinfo)
{
    const char *host = bcnet_address_words(pinfo->pool, &pinfo->src, pinfo->srcport);

    if (g_hash_table_size(world->server_names) < BCNET_WORLD_GAMES || g_hash_table_contains(world->server_names, host))
        g_hash_table_insert(world->server_names, g_strdup(host), g_strdup(name));
}
