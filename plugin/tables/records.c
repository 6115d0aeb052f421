/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tables/records.h"

#include "game/object-words.h"
#include "game/stays.h"

/* ---- Records ---- */

void bcnet_records_begin(bcnet_book_t *records)
{
    records->of = wmem_map_new(records->pool, g_direct_hash, g_direct_equal);
    for (unsigned kind = 0; kind < BCNET_RECORD_KINDS; kind++)
        records->lists[kind] = wmem_array_new(records->pool, sizeof(void *));
    records->when.frame = 0;
}

void *bcnet_record_of(const bcnet_book_t *records, const void *thing)
{
    return thing ? wmem_map_lookup(records->of, thing) : NULL;
}

uint32_t bcnet_number_of(const bcnet_book_t *records, const void *thing)
{
    const bcnet_record_t *record = (const bcnet_record_t *)bcnet_record_of(records, thing);

    return record ? record->number : 0;
}

void *bcnet_record_at(wmem_array_t *list, unsigned place)
{
    return *(void **)wmem_array_index(list, place);
}

/* That of a thing, made when it is first told of; `index`: its number in the capture, 0: they are counted as they come.
 * NULL: nothing is told of, or there are too many. */
static void *note(bcnet_book_t *records, bcnet_record_kind_t kind, const void *thing, uint32_t index)
{
    bcnet_record_t *record = (bcnet_record_t *)bcnet_record_of(records, thing);
    const uint32_t  count = wmem_array_get_count(records->lists[kind]);

    if (record || !thing)
        return record;
    if (count >= records->limits[kind].most) {
        records->left_out++;
        return NULL;
    }
    record = (bcnet_record_t *)wmem_alloc0(records->pool, records->limits[kind].size);
    bcnet_game_record_t *game = kind == BCNET_RECORD_GAME ? (bcnet_game_record_t *)record : records->game;
    record->of = thing;
    record->game = game;
    record->number = records->before[kind] + (index != 0 ? index : count + 1);
    record->place = game->counts[kind]++;
    record->first = record->last = records->when.t;
    records->highest[kind] = MAX(records->highest[kind], record->number);
    wmem_map_insert(records->of, thing, record);
    wmem_array_append_one(records->lists[kind], record);
    return record;
}

/* ---- Rounds ---- */

enum { ROUNDS_MAX = 1000 }; /* of a game */

static bcnet_round_row_t *newest_round(wmem_array_t *rounds)
{
    return (bcnet_round_row_t *)wmem_array_index(rounds, wmem_array_get_count(rounds) - 1);
}

/* Until they are told anew, its rules are those of the one before; a server that was restarted may have others. */
static void begin_round(wmem_array_t *rounds, const bcnet_round_t *round, const bcnet_when_t *when)
{
    static const char *const words[] = {
        [BCNET_ROUND_FIRST] = "first",
        [BCNET_ROUND_SERVER] = "server restart",
        [BCNET_ROUND_AGAIN] = "restart",
    };
    bcnet_round_row_t row;

    bcnet_row_clear(&bcnet_row_kinds[BCNET_ROUNDS], &row);
    if (round->how == BCNET_ROUND_AGAIN && wmem_array_get_count(rounds) > 0)
        row = *newest_round(rounds);
    row.ended = BCNET_NOTHING;
    row.reason = NULL;
    row.game = when->game;
    row.round = round->number;
    row.frame = when->frame;
    row.t = when->t;
    row.how = words[round->how];
    wmem_array_append_one(rounds, row);
}

/* Most messages that tell it tell it again. */
static void keep(wmem_allocator_t *pool, const char **place, const char *text)
{
    if (g_strcmp0(*place, text) != 0)
        *place = text ? wmem_strdup(pool, text) : NULL;
}

/* Whether the message is the first that tells the end of the round. */
static bool note_rules(bcnet_round_row_t *row, wmem_allocator_t *pool, const bcnet_tap_facts_t *facts, int64_t t)
{
    if (facts->settings) {
        keep(pool, &row->map, facts->settings->map);
        row->collisions = facts->settings->collisions;
    }
    if (facts->mission) {
        keep(pool, &row->system, facts->mission->system);
        row->players = facts->mission->players;
        row->minutes = facts->mission->minutes;
        row->limit_points = facts->mission->limit;
        row->mission = facts->mission->mission;
    }
    if (!facts->end_reason || row->reason)
        return false;
    row->reason = wmem_strdup(pool, facts->end_reason);
    row->ended = t;
    return true;
}

/* ---- What a message tells of ---- */

static void note_game(bcnet_book_t *records)
{
    const bcnet_tap_message_t *message = records->message;
    const bcnet_game_t        *of = message->game;
    bcnet_game_record_t       *game = (bcnet_game_record_t *)note(records, BCNET_RECORD_GAME, of, of->index);

    records->game = game;
    if (!game)
        return;
    if (!game->rounds)
        game->rounds = wmem_array_new(records->pool, sizeof(bcnet_round_row_t));
    game->is.last = records->when.t;
    records->when.game = game->is.number;
    const unsigned count = wmem_array_get_count(game->rounds);
    if (count == 0 || (newest_round(game->rounds)->round != message->round->number && count < ROUNDS_MAX))
        begin_round(game->rounds, message->round, &records->when);
    records->ends_round = note_rules(newest_round(game->rounds), records->pool, message->facts, records->when.t);
}

static void note_link(bcnet_book_t *records)
{
    const bcnet_tap_message_t *message = records->message;
    const bcnet_link_t        *of = message->link;
    bcnet_link_record_t       *link = (bcnet_link_record_t *)note(records, BCNET_RECORD_LINK, of, of->index);
    const double               now = (double)records->when.t / 1e9;

    records->link = link;
    if (!link)
        return;
    if (!link->figures)
        link->figures = bcnet_figures_new(records->pool);
    if (message->client != link->client) /* nobody was silent between two who play */
        link->figures->ways[false].heard = link->figures->ways[true].heard = -1;
    bcnet_figures_add(link->figures, message, now);
    if (!link->newest || (message->client && link->stay && link->stay != message->client))
        link->newest = bcnet_figures_new(records->pool);
    link->silence = message->client ? bcnet_figures_add(link->newest, message, now) : 0;
    link->client = message->client;
    if (link->client)
        link->stay = link->client;
    else if (message->facts->refusal && message->facts->refusal->stay && message->facts->refusal->stay->link == of)
        link->stay = message->facts->refusal->stay;
    link->is.last = records->when.t;
    link->messages++;
    link->bytes += message->wire->length;
    link->resends += message->resend;
}

static void note_stays(bcnet_book_t *records)
{
    const bcnet_tap_message_t *message = records->message;

    for (unsigned i = 0; i < bcnet_tap_stay_count(message); i++) {
        const bcnet_stay_t *stay = bcnet_tap_stay(message, i);
        bcnet_record_t     *record = (bcnet_record_t *)note(records, BCNET_RECORD_STAY, stay, 0);
        if (record && (stay == message->client || stay == message->game->host_stay))
            record->last = records->when.t;
    }
}

void bcnet_records_note(bcnet_book_t *records, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    bcnet_when_t *when = &records->when;

    when->number = when->frame == pinfo->num ? when->number + 1 : 1;
    when->frame = pinfo->num;
    when->t = bcnet_nanoseconds(&pinfo->rel_ts);
    when->game = 0;
    records->message = message;
    records->pinfo = pinfo;
    records->game = NULL;
    records->link = NULL;
    records->end = pinfo->abs_ts;
    nstime_delta(&records->start, &pinfo->abs_ts, &pinfo->rel_ts);
    if (message->again)
        return;
    note_game(records);
    if (!records->game)
        return;
    note_link(records);
    note_stays(records);
}

static void identify(const bcnet_book_t *records, bcnet_ship_record_t *ship)
{
    const bcnet_layout_choice_t *choice = &records->message->facts->choice;

    ship->source = bcnet_class_source(choice);
    keep(records->pool, &ship->class_words, bcnet_class_words(choice));
}

bcnet_ship_record_t *bcnet_note_ship_record(bcnet_book_t *records)
{
    const bcnet_tap_facts_t *facts = records->message->facts;
    const bcnet_object_t    *object = facts->object;

    if (!records->game || !object || object->class_id == BCNET_CLASS_ID_TORPEDO)
        return NULL;
    bcnet_ship_record_t *ship = (bcnet_ship_record_t *)note(records, BCNET_RECORD_SHIP, object, 0);
    if (!ship)
        return NULL;
    if (ship->first_frame == 0) {
        ship->first_frame = records->when.frame;
        bcnet_health_begin(&ship->health, records->pool);
    }
    /* Of what is gone nothing is read by what was known of it. */
    if (!ship->class_words || (!facts->death && !bcnet_is_gone(object, records->message->stamp)))
        identify(records, ship);
    ship->is.last = records->when.t;
    ship->last_frame = records->when.frame;
    ship->updates += facts->ship != BCNET_OBJECT_NONE;
    return ship;
}
