/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The collected game as JSON. docs/report.md describes it; a change of meaning is a change of BCNET_WORLD_VERSION. */
#include "report/world-private.h"

#include "game/object-words.h"
#include "game/shots.h"
#include "report/json.h"
#include "statistics/tap.h"

enum { BCNET_WORLD_VERSION = 1 };

/* Decimals: a millisecond; a hundredth of a unit, of a vector, of a hit point. */
enum { TIME = 3, PLACE = 2, VECTOR = 2, SPEED = 2, POINTS = 1, MS = 1 };

/* A place in an array of the game; BCNET_NONE is left out. */
static void put_place(bcnet_json_t *json, const char *name, int place)
{
    if (place >= 0)
        bcnet_json_integer(json, name, place);
}

/* The game in hand. */
typedef struct {
    const bcnet_world_t      *world;
    const bcnet_world_game_t *game;
    const bcnet_round_t      *round; /* in hand */
} bcnet_scene_t;

/* Which record of the game a thing has; NULL is left out. */
static void put_record(bcnet_json_t *json, const bcnet_scene_t *scene, const char *name, const void *thing)
{
    const bcnet_record_t *record = (const bcnet_record_t *)bcnet_record_of(&scene->world->records, thing);

    put_place(json, name, record ? (int)record->place : BCNET_NONE);
}

static void put_text(bcnet_json_t *json, const char *name, const char *text)
{
    if (text && *text)
        bcnet_json_text(json, name, text);
}

/* In nanoseconds since the capture began, negative where the clock was set back; BCNET_NOTHING is left out. */
static void put_cell(bcnet_json_t *json, const char *name, int64_t time)
{
    const int64_t second = 1000000000;

    if (time != BCNET_NOTHING)
        bcnet_json_decimal(json, name, (double)(time / second) + (double)(time % second) / 1e9, TIME);
}

static void put_moment(bcnet_json_t *json, const bcnet_scene_t *scene, const char *name, const nstime_t *time)
{
    put_cell(json, name, bcnet_time_cell(&scene->world->records.start, time));
}

/* Writes what an element of an array of the world tells, as members of an object, or (AS_IT_IS) as values. */
typedef void (*bcnet_put_t)(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element);

typedef enum { IN_A_ROW, A_LINE_EACH, AS_IT_IS } bcnet_spacing_t;

static void put_one(bcnet_json_t *json, const bcnet_scene_t *scene, bcnet_spacing_t form, const void *element,
                    bcnet_put_t put)
{
    if (form != AS_IT_IS)
        bcnet_json_open(json, NULL, '{');
    put(json, scene, element);
    if (form != AS_IT_IS)
        bcnet_json_close(json, '}');
    if (form == A_LINE_EACH)
        bcnet_json_new_line(json);
}

static void put_all(bcnet_json_t *json, const bcnet_scene_t *scene, const char *name, bcnet_spacing_t form,
                    wmem_array_t *array, bcnet_put_t put)
{
    bcnet_json_open(json, name, '[');
    for (guint i = 0; i < wmem_array_get_count(array); i++)
        put_one(json, scene, form, wmem_array_index(array, i), put);
    bcnet_json_close(json, ']');
}

/* The records of the game, of things of a kind. */
static void put_records(bcnet_json_t *json, const bcnet_scene_t *scene, const char *name, bcnet_spacing_t form,
                        bcnet_record_kind_t kind, bcnet_put_t put)
{
    wmem_array_t *records = scene->world->records.lists[kind];

    bcnet_json_open(json, name, '[');
    for (guint i = 0; i < wmem_array_get_count(records); i++) {
        const bcnet_record_t *record = (const bcnet_record_t *)bcnet_record_at(records, i);
        if (record->game == &scene->game->is)
            put_one(json, scene, form, record, put);
    }
    bcnet_json_close(json, ']');
}

/* ---- The whole ---- */

static void put_capture(bcnet_json_t *json, const bcnet_world_t *world)
{
    GDateTime *start = g_date_time_new_from_unix_utc((gint64)world->records.start.secs);
    char      *day = start && world->last_frame > 0 ? g_date_time_format(start, "%Y-%m-%dT%H:%M:%S") : NULL;

    bcnet_json_open(json, "capture", '{');
    if (day) {
        char *text = g_strdup_printf("%s.%03dZ", day, (int)(world->records.start.nsecs / 1000000));
        bcnet_json_text(json, "start", text);
        g_free(text);
    }
    bcnet_json_decimal(json, "seconds", world->last, TIME);
    bcnet_json_integer(json, "last_frame", world->last_frame);
    bcnet_json_decimal(json, "coarseness", (double)world->coarseness, 0);
    bcnet_json_integer(json, "left_out", world->left_out + world->records.left_out);
    bcnet_json_integer(json, "captured_again", world->not_counted.again);
    if (world->not_counted.unread > 0)
        bcnet_json_integer(json, "not_read", world->not_counted.unread);
    if (world->not_counted.messages > 0)
        bcnet_json_integer(json, "messages_left_out", world->not_counted.messages);
    bcnet_json_close(json, '}');
    g_free(day);
    if (start)
        g_date_time_unref(start);
}

/* ---- Players ---- */

static void put_totals(bcnet_json_t *json, const bcnet_totals_t *totals)
{
    static const char *const names[BCNET_TOTALS] = { "kills", "deaths", "score" };

    for (unsigned i = 0; totals && i < BCNET_TOTALS; i++)
        if (totals->told[i])
            bcnet_json_integer(json, names[i], totals->values[i]);
}

static void put_player(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_world_player_t *player = (const bcnet_world_player_t *)element;
    const bcnet_stay_t         *stay = (const bcnet_stay_t *)player->is.of;
    const bcnet_stay_row_t      row = bcnet_stay_row(&scene->world->records, &player->is);

    bcnet_json_integer(json, "id", stay->id);
    put_text(json, "name", row.name);
    put_text(json, "address", row.address);
    put_record(json, scene, "link", stay->link);
    put_cell(json, "first", row.first);
    put_cell(json, "last", player->is.last);
    put_cell(json, "joined", row.joined);
    put_cell(json, "left", row.gone);
    put_text(json, "how", row.how);
    if (stay->refused) {
        bcnet_json_boolean(json, "refused", true);
        put_text(json, "why", stay->why);
    }
    if (player->has_team)
        bcnet_json_integer(json, "team", player->team);
    put_totals(json, bcnet_totals_of(stay, NULL, BCNET_LATEST));
}

/* ---- Rounds ---- */

/* Who stood how when the round in hand was over. */
static void put_standing(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_record_t *player = (const bcnet_record_t *)element;
    const bcnet_totals_t *totals = bcnet_totals_of((const bcnet_stay_t *)player->of, scene->round, BCNET_LATEST);

    if (!totals)
        return;
    bcnet_json_open(json, NULL, '{');
    put_place(json, "player", (int)player->place);
    put_totals(json, totals);
    bcnet_json_close(json, '}');
}

static const char *mission_name(const char *map)
{
    const char *dot = map ? strrchr(map, '.') : NULL;

    return dot ? dot + 1 : map;
}

static void put_round(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_round_row_t *round = (const bcnet_round_row_t *)element;

    put_cell(json, "from", round->t);
    put_text(json, "map", round->map);
    put_text(json, "mission", mission_name(round->map));
    if (round->mission > 0)
        bcnet_json_integer(json, "mission_number", round->mission);
    put_text(json, "system", round->system);
    if (round->collisions != BCNET_NOTHING)
        bcnet_json_boolean(json, "collisions", round->collisions);
    if (round->players != BCNET_NOTHING) {
        bcnet_json_integer(json, "players", round->players);
        bcnet_json_integer(json, "minutes", round->minutes);
        bcnet_json_integer(json, "limit", round->limit_points);
    }
    if (round->reason)
        bcnet_json_text(json, "end", round->reason);
    put_cell(json, "ended", round->ended);
    const bcnet_game_t *game = (const bcnet_game_t *)scene->game->is.is.of;
    const bcnet_scene_t now = { scene->world, scene->game,
                                (const bcnet_round_t *)bcnet_timeline_get(game->rounds, round->round - 1, NULL) };
    put_records(json, &now, "board", AS_IT_IS, BCNET_RECORD_STAY, put_standing);
}

/* ---- Ships ---- */

static const char *kind_words(bcnet_class_t class_id)
{
    static const char *const words[BCNET_CLASS_COUNT] = {
        [BCNET_CLASS_HULL] = "hull",
        [BCNET_CLASS_SHIELD] = "shields",
        [BCNET_CLASS_SENSOR] = "sensors",
        [BCNET_CLASS_POWER] = "reactor",
        [BCNET_CLASS_IMPULSE] = "impulse",
        [BCNET_CLASS_WARP] = "warp",
        [BCNET_CLASS_REPAIR] = "repair",
        [BCNET_CLASS_CLOAK] = "cloak",
        [BCNET_CLASS_TORPEDO_SYSTEM] = "torpedoes",
        [BCNET_CLASS_PHASER_SYSTEM] = "phasers",
        [BCNET_CLASS_PULSE_SYSTEM] = "pulse",
        [BCNET_CLASS_TRACTOR_SYSTEM] = "tractors",
    };

    return words[class_id] ? words[class_id] : "other";
}

static void put_points(bcnet_json_t *json, float points)
{
    if (points > 0.0f)
        bcnet_json_decimal(json, "points", (double)points, POINTS);
}

/* The first hull is the ship's: it dies with it. */
static void put_entry(bcnet_json_t *json, const bcnet_layout_t *layout, unsigned index)
{
    const bcnet_subsystem_t *entry = &layout->subsystems[index];
    const bool               second_hull = entry->class_id == BCNET_CLASS_HULL && bcnet_hull_of(layout) != index;

    bcnet_json_open(json, NULL, '{');
    bcnet_json_text(json, "name", entry->name);
    bcnet_json_text(json, "kind", second_hull ? "structure" : kind_words(entry->class_id));
    put_points(json, entry->max_condition);
    if (entry->child_count > 0) {
        bcnet_json_open(json, "parts", '[');
        for (unsigned i = 0; i < entry->child_count; i++) {
            bcnet_json_open(json, NULL, '{');
            bcnet_json_text(json, "name", entry->children[i].name);
            put_points(json, entry->children[i].max_condition);
            bcnet_json_close(json, '}');
        }
        bcnet_json_close(json, ']');
    }
    if (bcnet_classes[entry->class_id].format == BCNET_FORMAT_SHIELD) {
        bcnet_json_open(json, "facings", '[');
        for (unsigned i = 0; i < BCNET_FACINGS; i++)
            bcnet_json_decimal(json, NULL, (double)entry->max_shields[i], POINTS);
        bcnet_json_close(json, ']');
    }
    bcnet_json_close(json, '}');
}

static void put_layout(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_layout_t *layout = *(const bcnet_layout_t *const *)element;

    bcnet_json_text(json, "name", layout->name);
    put_text(json, "faction", layout->faction);
    bcnet_json_open(json, "entries", '[');
    for (unsigned i = 0; i < layout->count; i++)
        put_entry(json, layout, i);
    bcnet_json_close(json, ']');
}

/* One of a series' quantities at its corners; TIME_OF: when they are. */
enum { TIME_OF = -1 };

static void put_corners(bcnet_json_t *json, const char *name, const bcnet_series_t *series, unsigned from, unsigned to,
                        int which, unsigned decimals)
{
    bcnet_json_open(json, name, '[');
    for (unsigned i = from; i < to; i++) {
        const double value = which == TIME_OF ? bcnet_series_time(series, i)
                                              : (double)bcnet_series_values(series, i)[which];
        bcnet_json_decimal(json, NULL, value, decimals);
    }
    bcnet_json_close(json, ']');
}

static void put_piece(bcnet_json_t *json, const bcnet_leg_t *leg, unsigned from, unsigned to)
{
    static const char *const names[] = { "x", "y", "z", "fx", "fy", "fz", "v" };
    static const unsigned    decimals[] = { PLACE, PLACE, PLACE, VECTOR, VECTOR, VECTOR, SPEED };

    bcnet_json_open(json, NULL, '{');
    put_text(json, "set", leg->set);
    put_corners(json, "t", leg->series, from, to, TIME_OF, TIME);
    for (unsigned i = 0; i < array_length(names); i++)
        put_corners(json, names[i], leg->series, from, to, (int)i, decimals[i]);
    bcnet_json_close(json, '}');
}

static void put_leg(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_leg_t *leg = (const bcnet_leg_t *)element;
    const unsigned     count = bcnet_series_count(leg->series);

    for (unsigned from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && !bcnet_series_begins(leg->series, to); to++)
            ;
        put_piece(json, leg, from, to);
    }
}

static void put_state(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_condition_t *state = (const bcnet_condition_t *)element;
    const bcnet_series_t    *series = (const bcnet_series_t *)state->own;
    const unsigned           count = bcnet_series_count(series);

    if (count == 0)
        return;
    bcnet_json_open(json, NULL, '{');
    bcnet_json_integer(json, "entry", state->index);
    if (state->part >= BCNET_PART_FIRST_FACING)
        bcnet_json_integer(json, "facing", state->part - BCNET_PART_FIRST_FACING);
    else if (state->part >= BCNET_PART_FIRST_CHILD)
        bcnet_json_integer(json, "part", state->part - BCNET_PART_FIRST_CHILD);
    put_corners(json, "t", series, 0, count, TIME_OF, TIME);
    put_corners(json, "v", series, 0, count, 0, 0);
    bcnet_json_close(json, '}');
}

static void put_step(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_step_t *step = (const bcnet_step_t *)element;

    bcnet_json_open(json, NULL, '[');
    bcnet_json_decimal(json, NULL, step->time, TIME);
    put_place(json, NULL, step->index);
    bcnet_json_integer(json, NULL, step->value);
    bcnet_json_close(json, ']');
}

static void put_fate(bcnet_json_t *json, const bcnet_scene_t *scene, const bcnet_object_t *object,
                     const bcnet_ship_row_t *row)
{
    bcnet_json_text(json, "fate", strcmp(row->fate, bcnet_fate_words(BCNET_FATE_THERE)) == 0 ? "there" : row->fate);
    put_cell(json, "died", row->died);
    if (row->died != BCNET_NOTHING) {
        bcnet_json_decimal(json, "lifetime", (double)object->explosion, POINTS);
        put_record(json, scene, "killer", object->killed_by);
    }
    put_cell(json, "gone", row->gone);
    if (object->next)
        put_moment(json, scene, "next", &object->next->born.time);
}

static void put_ship(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_world_ship_t *ship = (const bcnet_world_ship_t *)element;
    const bcnet_object_t     *is = (const bcnet_object_t *)ship->is.is.of;
    const bcnet_ship_row_t    row = bcnet_ship_row(&scene->world->records, &ship->is);
    char                      object[] = "0x00000000";

    snprintf(object, sizeof object, "0x%08x", row.object);
    bcnet_json_text(json, "object", object);
    put_record(json, scene, "player", is->owner);
    put_text(json, "class", row.class);
    put_text(json, "name", row.name);
    bcnet_json_text(json, "how", bcnet_source_words(ship->is.source));
    put_place(json, "layout", ship->layout_place);
    put_cell(json, "first", row.first);
    put_cell(json, "last", row.last);
    bcnet_json_integer(json, "frame", row.first_frame);
    bcnet_json_integer(json, "updates", row.updates);
    bcnet_json_boolean(json, "born", is->seen != 0);
    put_fate(json, scene, is, &row);
    put_all(json, scene, "way", AS_IT_IS, ship->legs, put_leg);
    put_all(json, scene, "states", AS_IT_IS, ship->is.health.conditions, put_state);
    put_all(json, scene, "power", AS_IT_IS, ship->power, put_step);
    put_all(json, scene, "cloak", AS_IT_IS, ship->cloak, put_step);
}

/* ---- What happened ---- */

static void put_shot(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_fired_t *fired = *(const bcnet_fired_t *const *)element;

    put_moment(json, scene, "t", &fired->fired.time);
    if (fired->ended.stamp != 0)
        put_moment(json, scene, "until", &fired->ended.time);
    bcnet_json_integer(json, "frame", bcnet_stamp_frame(fired->fired.stamp));
    bcnet_json_text(json, "kind", bcnet_shot_words(fired));
    put_text(json, "weapon", fired->weapon_name);
    put_record(json, scene, "player", fired->player);
    put_record(json, scene, "ship", fired->ship);
    put_record(json, scene, "target", fired->target);
}

static void put_event(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_world_event_t *event = (const bcnet_world_event_t *)element;

    put_cell(json, "t", event->time);
    bcnet_json_integer(json, "frame", event->frame);
    bcnet_json_text(json, "kind", event->kind);
    put_record(json, scene, "ship", event->ship);
    put_record(json, scene, "other", event->other);
    put_record(json, scene, "player", event->of_owner ? event->ship->owner : event->player);
    if (event->has_amount)
        bcnet_json_decimal(json, "amount", event->amount, POINTS);
    put_text(json, "text", event->text);
}

static void put_damage(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_world_damage_t *damage = (const bcnet_world_damage_t *)element;

    put_cell(json, "t", damage->time);
    bcnet_json_integer(json, "frame", damage->frame);
    put_record(json, scene, "ship", damage->ship);
    put_record(json, scene, "by", damage->by);
    if (damage->several)
        bcnet_json_boolean(json, "several", true);
    bcnet_json_decimal(json, "hull", (double)damage->hull, POINTS);
    bcnet_json_decimal(json, "shields", (double)damage->shields, POINTS);
    bcnet_json_decimal(json, "systems", (double)damage->systems, POINTS);
}

/* ---- The network ---- */

enum { RTT_MEAN = BCNET_COUNTS, RTT_MAX, FIGURES };

/* A count; or a round trip, which is not a number, null, where no ack was seen. */
static double traffic_figure(const bcnet_traffic_t *traffic, unsigned which)
{
    const uint32_t acks = traffic->counts[BCNET_COUNT_ACKS];

    if (which < BCNET_COUNTS)
        return traffic->counts[which];
    if (acks == 0)
        return NAN;
    return which == RTT_MAX ? (double)traffic->rtt_max : (double)traffic->rtt_sum / acks;
}

static void put_round_trip(bcnet_json_t *json, const char *name, const bcnet_way_figures_t *way, unsigned percent)
{
    const double ms = bcnet_round_trip(way, percent);

    bcnet_json_decimal(json, name, ms >= 0 ? ms : NAN, MS);
}

/* The sentence about the connection, and what stands in it. */
static void put_connection(bcnet_json_t *json, const bcnet_figures_t *figures)
{
    char *words = bcnet_figures_words(NULL, figures);

    bcnet_json_text(json, "connection", words);
    wmem_free(NULL, words);
    const bcnet_waits_t waits = bcnet_held_up(figures);
    bcnet_json_decimal(json, "held_up", waits.seconds, TIME);
    bcnet_json_integer(json, "long_waits", waits.long_ones);
}

static void put_end(bcnet_json_t *json, const bcnet_world_link_t *link, unsigned end, const char *name)
{
    static const char *const names[FIGURES] = { "bytes", "messages", "resends", "lost", "acks", "rtt", "rtt_max" };

    bcnet_json_open(json, name, '{');
    for (unsigned which = 0; which < FIGURES; which++) {
        bcnet_json_open(json, names[which], '[');
        for (guint i = 0; i < wmem_array_get_count(link->buckets); i++) {
            const bcnet_bucket_t *bucket = (const bcnet_bucket_t *)wmem_array_index(link->buckets, i);
            bcnet_json_decimal(json, NULL, traffic_figure(&bucket->ends[end], which), MS);
        }
        bcnet_json_close(json, ']');
    }
    const bcnet_figures_t *figures = link->is.newest;
    put_round_trip(json, "rtt_median", &figures->ways[!end], 50);
    put_round_trip(json, "rtt_p95", &figures->ways[!end], 95);
    bcnet_json_integer(json, "reliable", figures->ways[end].reliable);
    bcnet_json_integer(json, "resent", figures->ways[end].resent);
    bcnet_json_close(json, '}');
}

static void put_silence(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_silence_t *silence = (const bcnet_silence_t *)element;

    bcnet_json_decimal(json, "from", silence->from, TIME);
    bcnet_json_decimal(json, "to", silence->to, TIME);
    bcnet_json_text(json, "end", silence->end ? "host" : "client");
}

static void put_link(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_world_link_t *link = (const bcnet_world_link_t *)element;

    bcnet_json_text(json, "address",
                    bcnet_link_words(scene->world->records.pool, (const bcnet_link_t *)link->is.is.of));
    put_record(json, scene, "player", link->is.stay);
    put_connection(json, link->is.newest);
    put_end(json, link, 0, "client");
    put_end(json, link, 1, "host");
    put_all(json, scene, "silences", IN_A_ROW, link->silences, put_silence);
}

static void put_kind(bcnet_json_t *json, const bcnet_world_kind_t *kind, unsigned value)
{
    bcnet_json_open(json, NULL, '{');
    bcnet_json_text(json, "name", kind->name);
    if (value < 256)
        bcnet_json_integer(json, "opcode", value);
    else
        bcnet_json_integer(json, "type", value - 256);
    bcnet_json_integer(json, "count", kind->count);
    bcnet_json_integer(json, "from_host", kind->from_host);
    bcnet_json_integer(json, "bytes", kind->bytes);
    bcnet_json_integer(json, "resends", kind->resends);
    bcnet_json_close(json, '}');
}

static void put_network(bcnet_json_t *json, const bcnet_scene_t *scene)
{
    const bcnet_world_kind_t *kinds = scene->game->kinds;

    bcnet_json_open(json, "network", '{');
    bcnet_json_decimal(json, "bucket", scene->world->bucket, TIME);
    put_records(json, scene, "links", A_LINE_EACH, BCNET_RECORD_LINK, put_link);
    bcnet_json_open(json, "kinds", '[');
    for (unsigned i = 0; i < BCNET_WORLD_KINDS; i++)
        if (kinds[i].name)
            put_kind(json, &kinds[i], i);
    bcnet_json_close(json, ']');
    bcnet_json_close(json, '}');
}

/* ---- Games ---- */

static void put_game(bcnet_json_t *json, const bcnet_scene_t *all, const void *element)
{
    const bcnet_world_t      *world = all->world;
    const bcnet_world_game_t *game = *(bcnet_world_game_t *const *)element;
    const bcnet_game_t       *is = (const bcnet_game_t *)game->is.is.of;
    const bcnet_scene_t       scene = { .world = world, .game = game };
    const char               *host = bcnet_address_words(world->records.pool, &is->host, is->port);

    bcnet_json_text(json, "host", host);
    put_text(json, "server", (const char *)g_hash_table_lookup(world->server_names, host));
    put_text(json, "side", bcnet_world_side(world, &game->is));
    put_text(json, "files", bcnet_game_files_words(world->records.pool, is, BCNET_LATEST));
    put_cell(json, "from", game->is.is.first);
    put_cell(json, "to", game->is.is.last);
    put_all(json, &scene, "rounds", IN_A_ROW, game->is.rounds, put_round);
    bcnet_json_new_line(json);
    put_records(json, &scene, "players", IN_A_ROW, BCNET_RECORD_STAY, put_player);
    bcnet_json_new_line(json);
    put_all(json, &scene, "layouts", A_LINE_EACH, game->layouts, put_layout);
    put_records(json, &scene, "ships", A_LINE_EACH, BCNET_RECORD_SHIP, put_ship);
    put_all(json, &scene, "shots", IN_A_ROW, game->shots, put_shot);
    bcnet_json_new_line(json);
    put_all(json, &scene, "events", IN_A_ROW, game->events, put_event);
    bcnet_json_new_line(json);
    put_all(json, &scene, "damage", IN_A_ROW, game->damages, put_damage);
    bcnet_json_new_line(json);
    put_network(json, &scene);
}

static void put_remark(bcnet_json_t *json, const bcnet_scene_t *scene, const void *element)
{
    const bcnet_remark_t *remark = (const bcnet_remark_t *)element;

    bcnet_json_text(json, "filter", remark->filter);
    bcnet_json_text(json, "severity", remark->severity);
    bcnet_json_integer(json, "count", remark->count);
    bcnet_json_open(json, "examples", '[');
    for (unsigned i = 0; i < MIN(remark->count, (uint32_t)BCNET_WORLD_EXAMPLES); i++) {
        bcnet_json_open(json, NULL, '{');
        put_cell(json, "t", remark->times[i]);
        bcnet_json_integer(json, "frame", remark->frames[i]);
        bcnet_json_text(json, "text", remark->texts[i]);
        bcnet_json_close(json, '}');
    }
    bcnet_json_close(json, ']');
}

GString *bcnet_world_json(const bcnet_world_t *world)
{
    bcnet_json_t json = bcnet_json_begin();

    bcnet_json_open(&json, NULL, '{');
    bcnet_json_text(&json, "format", "bcnet-world");
    bcnet_json_integer(&json, "version", BCNET_WORLD_VERSION);
    bcnet_json_text(&json, "program", "bcnet " BCNET_VERSION);
    put_capture(&json, world);
    bcnet_json_new_line(&json);
    const bcnet_scene_t all = { .world = world };
    put_all(&json, &all, "games", IN_A_ROW, world->records.lists[BCNET_RECORD_GAME], put_game);
    bcnet_json_new_line(&json);
    put_all(&json, &all, "remarks", IN_A_ROW, world->remarks, put_remark);
    bcnet_json_close(&json, '}');
    g_string_append_c(json.text, '\n');
    return json.text;
}
