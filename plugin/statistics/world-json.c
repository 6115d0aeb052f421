/* The collected game as JSON. docs/report.md describes it; a change of meaning is a change of BCNET_WORLD_VERSION.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

#include "game/object-words.h"
#include "statistics/json.h"

enum { BCNET_WORLD_VERSION = 1 };

/* Decimals: a millisecond; a hundredth of a unit, of a vector, of a hit point. */
enum { TIME = 3, PLACE = 2, VECTOR = 2, SPEED = 2, POINTS = 1, MS = 1 };

/* A place in an array of the game; BCNET_NONE is left out. */
static void put_place(bcnet_json_t *json, const char *name, int place)
{
    if (place >= 0)
        bcnet_json_integer(json, name, place);
}

static void put_time(bcnet_json_t *json, const char *name, double time)
{
    if (time >= 0)
        bcnet_json_decimal(json, name, time, TIME);
}

static void put_text(bcnet_json_t *json, const char *name, const char *text)
{
    if (text && *text)
        bcnet_json_text(json, name, text);
}

/* ---- The whole ---- */

static void put_capture(bcnet_json_t *json, const bcnet_world_t *world)
{
    GDateTime *start = g_date_time_new_from_unix_utc((gint64)world->start.secs);
    char      *day = start && world->last_frame > 0 ? g_date_time_format(start, "%Y-%m-%dT%H:%M:%S") : NULL;

    bcnet_json_open_object(json, "capture");
    if (day) {
        char *text = g_strdup_printf("%s.%03dZ", day, (int)(world->start.nsecs / 1000000));
        bcnet_json_text(json, "start", text);
        g_free(text);
    }
    bcnet_json_decimal(json, "seconds", world->last, TIME);
    bcnet_json_integer(json, "last_frame", world->last_frame);
    bcnet_json_decimal(json, "coarseness", (double)world->coarseness, 0);
    bcnet_json_integer(json, "left_out", world->left_out);
    bcnet_json_close_object(json);
    g_free(day);
    if (start)
        g_date_time_unref(start);
}

static const char *mission_name(const char *map)
{
    const char *dot = map ? strrchr(map, '.') : NULL;

    return dot ? dot + 1 : map;
}

static void put_round(bcnet_json_t *json, const bcnet_round_t *round)
{
    bcnet_json_open_object(json, NULL);
    put_time(json, "from", round->from);
    put_text(json, "map", round->map);
    put_text(json, "mission", mission_name(round->map));
    if (round->mission > 0)
        bcnet_json_integer(json, "mission_number", round->mission);
    put_text(json, "system", round->system);
    if (round->collisions != BCNET_NONE)
        bcnet_json_boolean(json, "collisions", round->collisions);
    if (round->players != BCNET_NONE) {
        bcnet_json_integer(json, "players", round->players);
        bcnet_json_integer(json, "minutes", round->minutes);
        bcnet_json_integer(json, "limit", round->limit);
    }
    if (round->end) {
        bcnet_json_text(json, "end", round->end);
        put_time(json, "ended", round->ended);
    }
    bcnet_json_close_object(json);
}

/* ---- Players ---- */

static void put_player(bcnet_json_t *json, const bcnet_world_player_t *player)
{
    static const char *const totals[] = { "kills", "deaths", "score" };

    bcnet_json_open_object(json, NULL);
    bcnet_json_integer(json, "id", player->id);
    put_text(json, "name", player->name);
    put_text(json, "address", player->address);
    put_place(json, "link", player->link);
    put_time(json, "first", player->first);
    put_time(json, "last", player->last);
    put_time(json, "joined", player->joined);
    put_time(json, "left", player->left);
    put_text(json, "how", player->how);
    if (player->refused)
        bcnet_json_boolean(json, "refused", true);
    put_place(json, "team", player->team);
    for (unsigned i = 0; i < array_length(totals); i++)
        if (player->has_total[i])
            bcnet_json_integer(json, totals[i], player->totals[i]);
    bcnet_json_close_object(json);
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
    const bool               second_hull = entry->class_id == BCNET_CLASS_HULL && bcnet_world_hull(layout) != index;

    bcnet_json_open_object(json, NULL);
    bcnet_json_text(json, "name", entry->name);
    bcnet_json_text(json, "kind", second_hull ? "structure" : kind_words(entry->class_id));
    put_points(json, entry->max_condition);
    if (entry->child_count > 0) {
        bcnet_json_open_array(json, "parts");
        for (unsigned i = 0; i < entry->child_count; i++) {
            bcnet_json_open_object(json, NULL);
            bcnet_json_text(json, "name", entry->children[i].name);
            put_points(json, entry->children[i].max_condition);
            bcnet_json_close_object(json);
        }
        bcnet_json_close_array(json);
    }
    if (entry->format == BCNET_FORMAT_SHIELD) {
        bcnet_json_open_array(json, "facings");
        for (unsigned i = 0; i < BCNET_FACINGS; i++)
            bcnet_json_decimal(json, NULL, (double)entry->max_shields[i], POINTS);
        bcnet_json_close_array(json);
    }
    bcnet_json_close_object(json);
}

static void put_layout(bcnet_json_t *json, const bcnet_layout_t *layout)
{
    bcnet_json_open_object(json, NULL);
    bcnet_json_text(json, "name", layout->name);
    put_text(json, "faction", layout->faction);
    bcnet_json_open_array(json, "entries");
    for (unsigned i = 0; i < layout->count; i++)
        put_entry(json, layout, i);
    bcnet_json_close_array(json);
    bcnet_json_close_object(json);
    bcnet_json_new_line(json);
}

static void put_times(bcnet_json_t *json, const bcnet_series_t *series, unsigned from, unsigned to)
{
    bcnet_json_open_array(json, "t");
    for (unsigned i = from; i < to; i++)
        bcnet_json_decimal(json, NULL, bcnet_series_time(series, i), TIME);
    bcnet_json_close_array(json);
}

static void put_values(bcnet_json_t *json, const char *name, const bcnet_series_t *series, unsigned from, unsigned to,
                       unsigned which, unsigned decimals)
{
    bcnet_json_open_array(json, name);
    for (unsigned i = from; i < to; i++)
        bcnet_json_decimal(json, NULL, (double)bcnet_series_values(series, i)[which], decimals);
    bcnet_json_close_array(json);
}

static void put_piece(bcnet_json_t *json, const bcnet_leg_t *leg, unsigned from, unsigned to)
{
    static const char *const names[] = { "x", "y", "z", "fx", "fy", "fz", "v" };
    static const unsigned    decimals[] = { PLACE, PLACE, PLACE, VECTOR, VECTOR, VECTOR, SPEED };

    bcnet_json_open_object(json, NULL);
    put_text(json, "set", leg->set);
    put_times(json, leg->series, from, to);
    for (unsigned i = 0; i < array_length(names); i++)
        put_values(json, names[i], leg->series, from, to, i, decimals[i]);
    bcnet_json_close_object(json);
}

static void put_leg(bcnet_json_t *json, const bcnet_leg_t *leg)
{
    const unsigned count = bcnet_series_count(leg->series);

    for (unsigned from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && !bcnet_series_begins(leg->series, to); to++)
            ;
        put_piece(json, leg, from, to);
    }
}

static void put_state(bcnet_json_t *json, const bcnet_world_state_t *state)
{
    const unsigned count = bcnet_series_count(state->series);

    if (count == 0)
        return;
    bcnet_json_open_object(json, NULL);
    bcnet_json_integer(json, "entry", state->index);
    if (state->part >= BCNET_PART_FIRST_FACING)
        bcnet_json_integer(json, "facing", state->part - BCNET_PART_FIRST_FACING);
    else if (state->part >= BCNET_PART_FIRST_CHILD)
        bcnet_json_integer(json, "part", state->part - BCNET_PART_FIRST_CHILD);
    put_times(json, state->series, 0, count);
    put_values(json, "v", state->series, 0, count, 0, 0);
    bcnet_json_close_object(json);
}

static gint compare_states(gconstpointer a, gconstpointer b)
{
    const bcnet_world_state_t *one = *(bcnet_world_state_t *const *)a, *other = *(bcnet_world_state_t *const *)b;
    const unsigned             first = (unsigned)one->index << 16 | one->part;
    const unsigned             second = (unsigned)other->index << 16 | other->part;

    return first < second ? -1 : first > second;
}

static void put_steps(bcnet_json_t *json, const bcnet_world_ship_t *ship)
{
    bcnet_json_open_array(json, "power");
    for (guint i = 0; i < ship->power->len; i++) {
        const bcnet_power_step_t *step = &g_array_index(ship->power, bcnet_power_step_t, i);
        bcnet_json_open_array(json, NULL);
        bcnet_json_decimal(json, NULL, step->time, TIME);
        bcnet_json_integer(json, NULL, step->index);
        bcnet_json_integer(json, NULL, step->percent);
        bcnet_json_close_array(json);
    }
    bcnet_json_close_array(json);
    bcnet_json_open_array(json, "cloak");
    for (guint i = 0; i < ship->cloak->len; i++) {
        const bcnet_cloak_step_t *step = &g_array_index(ship->cloak, bcnet_cloak_step_t, i);
        bcnet_json_open_array(json, NULL);
        bcnet_json_decimal(json, NULL, step->time, TIME);
        bcnet_json_integer(json, NULL, step->cloaked);
        bcnet_json_close_array(json);
    }
    bcnet_json_close_array(json);
}

static void put_fate(bcnet_json_t *json, const bcnet_world_ship_t *ship)
{
    bcnet_json_text(json, "fate", ship->fate);
    put_time(json, "died", ship->died);
    if (ship->died >= 0)
        bcnet_json_decimal(json, "lifetime", (double)ship->lifetime, POINTS);
    put_place(json, "killer", ship->killer);
    put_time(json, "gone", ship->gone);
    put_time(json, "next", ship->next);
}

static void put_ship(bcnet_json_t *json, const bcnet_world_ship_t *ship)
{
    char *object = g_strdup_printf("0x%08x", ship->object_id);

    bcnet_json_open_object(json, NULL);
    bcnet_json_text(json, "object", object);
    put_place(json, "player", ship->player);
    put_text(json, "class", ship->class_name);
    put_text(json, "name", ship->name);
    bcnet_json_text(json, "how", bcnet_source_words(ship->source));
    put_place(json, "layout", ship->layout_place);
    put_time(json, "first", ship->first);
    put_time(json, "last", ship->last);
    bcnet_json_integer(json, "frame", ship->first_frame);
    bcnet_json_integer(json, "updates", ship->updates);
    bcnet_json_boolean(json, "born", ship->born_here);
    put_fate(json, ship);
    bcnet_json_open_array(json, "way");
    for (guint i = 0; i < ship->legs->len; i++)
        put_leg(json, &g_array_index(ship->legs, bcnet_leg_t, i));
    bcnet_json_close_array(json);
    GPtrArray *states = g_ptr_array_new();
    g_ptr_array_extend(states, ship->states, NULL, NULL);
    g_ptr_array_sort(states, compare_states);
    bcnet_json_open_array(json, "states");
    for (guint i = 0; i < states->len; i++)
        put_state(json, (const bcnet_world_state_t *)states->pdata[i]);
    bcnet_json_close_array(json);
    g_ptr_array_free(states, TRUE);
    put_steps(json, ship);
    bcnet_json_close_object(json);
    bcnet_json_new_line(json);
    g_free(object);
}

/* ---- What happened ---- */

static void put_shot(bcnet_json_t *json, const bcnet_world_shot_t *shot)
{
    bcnet_json_open_object(json, NULL);
    put_time(json, "t", shot->time);
    put_time(json, "until", shot->until);
    bcnet_json_integer(json, "frame", shot->frame);
    bcnet_json_text(json, "kind", shot->kind);
    put_text(json, "weapon", shot->weapon);
    put_place(json, "player", shot->player);
    put_place(json, "ship", shot->ship);
    put_place(json, "target", shot->target);
    bcnet_json_close_object(json);
}

static void put_event(bcnet_json_t *json, const bcnet_world_event_t *event)
{
    bcnet_json_open_object(json, NULL);
    put_time(json, "t", event->time);
    bcnet_json_integer(json, "frame", event->frame);
    bcnet_json_text(json, "kind", event->kind);
    put_place(json, "ship", event->ship);
    put_place(json, "other", event->other);
    put_place(json, "player", event->player);
    if (!isnan(event->amount))
        bcnet_json_decimal(json, "amount", event->amount, POINTS);
    put_text(json, "text", event->text);
    bcnet_json_close_object(json);
}

static void put_damage(bcnet_json_t *json, const bcnet_world_damage_t *damage)
{
    bcnet_json_open_object(json, NULL);
    put_time(json, "t", damage->time);
    bcnet_json_integer(json, "frame", damage->frame);
    bcnet_json_integer(json, "ship", damage->ship);
    put_place(json, "by", damage->by);
    if (damage->by == BCNET_SEVERAL)
        bcnet_json_boolean(json, "several", true);
    bcnet_json_decimal(json, "hull", (double)damage->hull, POINTS);
    bcnet_json_decimal(json, "shields", (double)damage->shields, POINTS);
    bcnet_json_decimal(json, "systems", (double)damage->systems, POINTS);
    bcnet_json_close_object(json);
}

static void put_happenings(bcnet_json_t *json, const bcnet_world_game_t *game)
{
    bcnet_json_open_array(json, "shots");
    for (guint i = 0; i < game->shots->len; i++)
        put_shot(json, &g_array_index(game->shots, bcnet_world_shot_t, i));
    bcnet_json_close_array(json);
    bcnet_json_new_line(json);
    bcnet_json_open_array(json, "events");
    for (guint i = 0; i < game->events->len; i++)
        put_event(json, &g_array_index(game->events, bcnet_world_event_t, i));
    bcnet_json_close_array(json);
    bcnet_json_new_line(json);
    bcnet_json_open_array(json, "damage");
    for (guint i = 0; i < game->damages->len; i++)
        put_damage(json, &g_array_index(game->damages, bcnet_world_damage_t, i));
    bcnet_json_close_array(json);
    bcnet_json_new_line(json);
}

/* ---- The network ---- */

typedef double (*bcnet_column_t)(const bcnet_bucket_t *bucket, unsigned end);

static double bytes_of(const bcnet_bucket_t *bucket, unsigned end)
{
    return bucket->bytes[end];
}

static double messages_of(const bcnet_bucket_t *bucket, unsigned end)
{
    return bucket->messages[end];
}

static double resends_of(const bcnet_bucket_t *bucket, unsigned end)
{
    return bucket->resends[end];
}

static double lost_of(const bcnet_bucket_t *bucket, unsigned end)
{
    return bucket->lost[end];
}

static double acks_of(const bcnet_bucket_t *bucket, unsigned end)
{
    return bucket->rtts[end];
}

/* Not a number, which is null, where no ack was seen. */
static double rtt_of(const bcnet_bucket_t *bucket, unsigned end)
{
    return bucket->rtts[end] > 0 ? (double)bucket->rtt_sum[end] / bucket->rtts[end] : NAN;
}

static double rtt_max_of(const bcnet_bucket_t *bucket, unsigned end)
{
    return bucket->rtts[end] > 0 ? (double)bucket->rtt_max[end] : NAN;
}

static void put_end(bcnet_json_t *json, const bcnet_world_link_t *link, unsigned end, const char *name)
{
    static const struct {
        const char    *name;
        bcnet_column_t value;
    } columns[] = {
        { "bytes", bytes_of }, { "messages", messages_of }, { "resends", resends_of }, { "lost", lost_of },
        { "acks", acks_of },   { "rtt", rtt_of },           { "rtt_max", rtt_max_of },
    };

    bcnet_json_open_object(json, name);
    for (unsigned c = 0; c < array_length(columns); c++) {
        bcnet_json_open_array(json, columns[c].name);
        for (guint i = 0; i < link->buckets->len; i++)
            bcnet_json_decimal(json, NULL, columns[c].value(&g_array_index(link->buckets, bcnet_bucket_t, i), end), MS);
        bcnet_json_close_array(json);
    }
    bcnet_json_close_object(json);
}

static void put_link(bcnet_json_t *json, const bcnet_world_link_t *link)
{
    bcnet_json_open_object(json, NULL);
    bcnet_json_text(json, "address", link->address);
    put_place(json, "player", link->player);
    put_end(json, link, 0, "client");
    put_end(json, link, 1, "host");
    bcnet_json_open_array(json, "silences");
    for (guint i = 0; i < link->silences->len; i++) {
        const bcnet_silence_t *silence = &g_array_index(link->silences, bcnet_silence_t, i);
        bcnet_json_open_object(json, NULL);
        put_time(json, "from", silence->from);
        put_time(json, "to", silence->to);
        bcnet_json_text(json, "end", silence->end ? "host" : "client");
        bcnet_json_close_object(json);
    }
    bcnet_json_close_array(json);
    bcnet_json_close_object(json);
    bcnet_json_new_line(json);
}

static void put_kind(bcnet_json_t *json, const bcnet_world_kind_t *kind, unsigned value)
{
    bcnet_json_open_object(json, NULL);
    bcnet_json_text(json, "name", kind->name);
    if (value < 256)
        bcnet_json_integer(json, "opcode", value);
    else
        bcnet_json_integer(json, "type", value - 256);
    bcnet_json_integer(json, "count", (int64_t)kind->count[0] + kind->count[1]);
    bcnet_json_integer(json, "from_host", kind->count[1]);
    bcnet_json_integer(json, "bytes", (int64_t)kind->bytes[0] + kind->bytes[1]);
    bcnet_json_integer(json, "resends", (int64_t)kind->resends[0] + kind->resends[1]);
    bcnet_json_close_object(json);
}

static void put_network(bcnet_json_t *json, const bcnet_world_t *world, const bcnet_world_game_t *game)
{
    bcnet_json_open_object(json, "network");
    bcnet_json_decimal(json, "bucket", world->bucket, TIME);
    bcnet_json_open_array(json, "links");
    for (guint i = 0; i < game->links->len; i++)
        put_link(json, (const bcnet_world_link_t *)game->links->pdata[i]);
    bcnet_json_close_array(json);
    bcnet_json_open_array(json, "kinds");
    for (unsigned i = 0; i < BCNET_WORLD_KINDS; i++)
        if (game->kinds[i].name)
            put_kind(json, &game->kinds[i], i);
    bcnet_json_close_array(json);
    bcnet_json_close_object(json);
}

/* ---- Games ---- */

static void put_game(bcnet_json_t *json, const bcnet_world_t *world, const bcnet_world_game_t *game)
{
    bcnet_json_open_object(json, NULL);
    bcnet_json_text(json, "host", game->host);
    put_text(json, "server", game->server);
    put_text(json, "side", bcnet_world_side(game));
    put_time(json, "from", game->first);
    put_time(json, "to", game->last);
    bcnet_json_open_array(json, "rounds");
    for (guint i = 0; i < game->rounds->len; i++)
        put_round(json, &g_array_index(game->rounds, bcnet_round_t, i));
    bcnet_json_close_array(json);
    bcnet_json_new_line(json);
    bcnet_json_open_array(json, "players");
    for (guint i = 0; i < game->players->len; i++)
        put_player(json, (const bcnet_world_player_t *)game->players->pdata[i]);
    bcnet_json_close_array(json);
    bcnet_json_new_line(json);
    bcnet_json_open_array(json, "layouts");
    for (guint i = 0; i < game->layouts->len; i++)
        put_layout(json, (const bcnet_layout_t *)game->layouts->pdata[i]);
    bcnet_json_close_array(json);
    bcnet_json_open_array(json, "ships");
    for (guint i = 0; i < game->ships->len; i++)
        put_ship(json, (const bcnet_world_ship_t *)game->ships->pdata[i]);
    bcnet_json_close_array(json);
    put_happenings(json, game);
    put_network(json, world, game);
    bcnet_json_close_object(json);
}

static const char *severity_words(int severity)
{
    switch (severity) {
    case PI_ERROR:
        return "error";
    case PI_WARN:
        return "warning";
    case PI_NOTE:
        return "note";
    default:
        return "chat";
    }
}

static void put_remark(bcnet_json_t *json, const bcnet_remark_t *remark)
{
    bcnet_json_open_object(json, NULL);
    bcnet_json_text(json, "filter", remark->filter);
    bcnet_json_text(json, "severity", severity_words(remark->severity));
    bcnet_json_integer(json, "count", remark->count);
    bcnet_json_open_array(json, "examples");
    for (unsigned i = 0; i < MIN(remark->count, (uint32_t)BCNET_WORLD_EXAMPLES); i++) {
        bcnet_json_open_object(json, NULL);
        put_time(json, "t", remark->times[i]);
        bcnet_json_integer(json, "frame", remark->frames[i]);
        bcnet_json_text(json, "text", remark->texts[i]);
        bcnet_json_close_object(json);
    }
    bcnet_json_close_array(json);
    bcnet_json_close_object(json);
}

GString *bcnet_world_json(const bcnet_world_t *world)
{
    bcnet_json_t json = bcnet_json_begin();

    bcnet_json_open_object(&json, NULL);
    bcnet_json_text(&json, "format", "bcnet-world");
    bcnet_json_integer(&json, "version", BCNET_WORLD_VERSION);
    bcnet_json_text(&json, "program", "bcnet " BCNET_VERSION);
    put_capture(&json, world);
    bcnet_json_new_line(&json);
    bcnet_json_open_array(&json, "games");
    for (guint i = 0; i < world->games->len; i++)
        put_game(&json, world, (const bcnet_world_game_t *)world->games->pdata[i]);
    bcnet_json_close_array(&json);
    bcnet_json_new_line(&json);
    bcnet_json_open_array(&json, "remarks");
    for (guint i = 0; i < world->remarks->len; i++)
        put_remark(&json, (const bcnet_remark_t *)world->remarks->pdata[i]);
    bcnet_json_close_array(&json);
    bcnet_json_close_object(&json);
    g_string_append_c(json.text, '\n');
    return json.text;
}
