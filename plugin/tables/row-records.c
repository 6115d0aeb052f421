/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Games, links, stays and ships of -z bcnet,tables: collected as messages tell of them, written in the end. */
#include "tables/row-folder.h"

#include <math.h>

#include "game/object-words.h"
#include "game/stays.h"

/* Of a kind. A hostile capture must not fill memory with them. */
enum { RECORDS_MAX = 10000 };

static const size_t record_sizes[] = { sizeof(bcnet_game_record_t), sizeof(bcnet_link_record_t), sizeof(bcnet_record_t),
                                       sizeof(bcnet_ship_record_t) };

/* ---- Records ---- */

void bcnet_records_begin(bcnet_row_folder_t *folder)
{
    folder->records = wmem_map_new(folder->pool, g_direct_hash, g_direct_equal);
    for (unsigned i = 0; i < BCNET_RECORD_KINDS; i++)
        folder->lists[i] = wmem_array_new(folder->pool, sizeof(void *));
}

/* That of a thing, made when it is first told of; `index`: its number in the capture, 0: they are counted as they come.
 * NULL: nothing is told of, or there are too many. */
static void *record_of(bcnet_row_folder_t *folder, bcnet_record_kind_t kind, const void *thing, uint32_t index)
{
    bcnet_record_t *record = thing ? (bcnet_record_t *)wmem_map_lookup(folder->records, thing) : NULL;
    const uint32_t  count = wmem_array_get_count(folder->lists[kind]);

    if (thing && !record && count < RECORDS_MAX) {
        record = (bcnet_record_t *)wmem_alloc0(folder->pool, record_sizes[kind]);
        record->of = thing;
        record->number = folder->before[kind] + (index != 0 ? index : count + 1);
        record->first = folder->when.t;
        folder->highest[kind] = MAX(folder->highest[kind], record->number);
        wmem_map_insert(folder->records, thing, record);
        wmem_array_append_one(folder->lists[kind], record);
    }
    if (record)
        record->last = folder->when.t;
    return record;
}

uint32_t bcnet_number_of(const bcnet_row_folder_t *folder, const void *thing)
{
    const bcnet_record_t *record = thing ? (const bcnet_record_t *)wmem_map_lookup(folder->records, thing) : NULL;

    return record ? record->number : 0;
}

/* ---- What a message tells of ---- */

static void note_game(bcnet_row_folder_t *folder)
{
    const bcnet_tap_message_t *message = folder->message;
    const bcnet_game_t        *game = message->game;

    folder->game = (bcnet_game_record_t *)record_of(folder, BCNET_RECORD_GAME, game, game ? game->index : 0);
    if (!folder->game)
        return;
    if (!folder->game->rounds)
        folder->game->rounds = wmem_array_new(folder->pool, sizeof(bcnet_round_row_t));
    wmem_array_t  *rounds = folder->game->rounds;
    const unsigned count = wmem_array_get_count(rounds);
    if (count == 0 || (bcnet_newest_round(rounds)->round != message->round->number && count < RECORDS_MAX))
        bcnet_begin_round(rounds, message->round, folder->when.frame, folder->when.t, false)->game =
            folder->game->is.number;
    bcnet_note_rules(bcnet_newest_round(rounds), folder->pool, message->facts, folder->when.t);
    folder->when.game = folder->game->is.number;
}

static void note_link(bcnet_row_folder_t *folder)
{
    const bcnet_tap_message_t *message = folder->message;
    bcnet_link_record_t       *link =
        (bcnet_link_record_t *)record_of(folder, BCNET_RECORD_LINK, message->link, message->link->index);

    if (!link)
        return;
    if (!link->figures)
        link->figures = bcnet_figures_new(folder->pool);
    folder->link = link->is.number;
    link->messages++;
    link->bytes += message->wire->length;
    link->resends += message->resend;
    bcnet_figures_add(link->figures, message, (double)folder->when.t / 1e9);
}

static void note_stays(bcnet_row_folder_t *folder)
{
    for (unsigned i = 0; i < bcnet_tap_stay_count(folder->message); i++)
        record_of(folder, BCNET_RECORD_STAY, bcnet_tap_stay(folder->message, i), 0);
}

static void identify(const bcnet_row_folder_t *folder, bcnet_ship_record_t *ship)
{
    const bcnet_layout_choice_t *choice = &folder->message->facts->choice;
    const char                  *words = bcnet_class_words(choice);

    ship->source = bcnet_class_source(choice);
    if (g_strcmp0(ship->class_words, words) != 0)
        ship->class_words = wmem_strdup(folder->pool, words);
}

bcnet_ship_record_t *bcnet_note_ship_record(bcnet_row_folder_t *folder)
{
    const bcnet_tap_facts_t *facts = folder->message->facts;
    const bcnet_object_t    *object = facts->object;

    if (!object || object->class_id == BCNET_CLASS_ID_TORPEDO || facts->entered)
        return NULL;
    bcnet_ship_record_t *ship = (bcnet_ship_record_t *)record_of(folder, BCNET_RECORD_SHIP, object, 0);
    if (!ship)
        return NULL;
    if (ship->first_frame == 0) {
        ship->first_frame = folder->when.frame;
        bcnet_health_begin(&ship->health, folder->pool);
    }
    /* Of what is gone nothing is read by what was known of it. */
    if (!ship->class_words || (!facts->death && !bcnet_is_gone(object, folder->message->stamp)))
        identify(folder, ship);
    ship->last_frame = folder->when.frame;
    ship->updates += facts->ship != BCNET_OBJECT_NONE;
    return ship;
}

void bcnet_note_records(bcnet_row_folder_t *folder)
{
    note_game(folder);
    note_link(folder);
    if (folder->game)
        note_stays(folder);
}

/* ---- Rows ---- */

static int64_t is_stock(const bcnet_game_t *game)
{
    const bcnet_game_files_t  *files = bcnet_game_files_at(game, BCNET_LATEST);
    const bcnet_game_verdict_t verdict = files ? files->verdict : BCNET_GAME_NOT_KNOWN;

    if (bcnet_fact_since(game->dialects, BCNET_LATEST) != 0 || verdict == BCNET_GAME_NOT_STOCK)
        return 0;
    return verdict == BCNET_GAME_STOCK ? 1 : BCNET_NOTHING;
}

static void write_game(bcnet_row_folder_t *folder, const void *data)
{
    const bcnet_game_record_t *record = (const bcnet_game_record_t *)data;
    const bcnet_game_t        *game = (const bcnet_game_t *)record->is.of;
    bcnet_game_row_t           row = {
                  .game = record->is.number,
                  .host_address = bcnet_address_words(folder->pool, &game->host, game->port),
                  .first = record->is.first,
                  .last = record->is.last,
                  .stock = is_stock(game),
                  .start_epoch = bcnet_nanoseconds(&folder->start),
    };

    bcnet_row_write(folder, BCNET_GAMES, &row);
    for (unsigned i = 0; i < wmem_array_get_count(record->rounds); i++)
        bcnet_row_write(folder, BCNET_ROUNDS, wmem_array_index(record->rounds, i));
}

/* NULL: nobody's. */
static const bcnet_stay_t *newest_on(const bcnet_link_t *link)
{
    const bcnet_stay_t *stay = NULL;

    for (unsigned i = bcnet_timeline_count_at(link->stays, BCNET_LATEST); i-- > 0 && !stay;)
        stay = (const bcnet_stay_t *)bcnet_timeline_get(link->stays, i, NULL);
    return stay;
}

static double if_known(double value)
{
    return value >= 0 ? value : (double)NAN;
}

static void write_link(bcnet_row_folder_t *folder, const void *data)
{
    const bcnet_link_record_t *record = (const bcnet_link_record_t *)data;
    const bcnet_link_t        *link = (const bcnet_link_t *)record->is.of;
    const bcnet_stay_t        *stay = newest_on(link);
    const bcnet_way_figures_t *far = bcnet_far_way(record->figures), *ways = record->figures->ways;
    bcnet_link_row_t           row = {
                  .game = bcnet_number_of(folder, link->game),
                  .link = record->is.number,
                  .player_id = bcnet_id_cell(stay),
                  .stay = bcnet_number_of(folder, stay),
                  .messages = record->messages,
                  .bytes = record->bytes,
                  .reliable = ways[0].reliable + ways[1].reliable,
                  .resent = record->resends,
                  .lost = ways[0].resent + ways[1].resent,
                  .address = bcnet_link_words(folder->pool, link),
                  .first = record->is.first,
                  .last = record->is.last,
                  .rtt_ms_median = if_known(bcnet_round_trip(far, 50)),
                  .rtt_ms_p95 = if_known(bcnet_round_trip(far, 95)),
                  .held_up_s = bcnet_held_up(record->figures).seconds,
    };

    bcnet_row_write(folder, BCNET_LINKS, &row);
}

static void write_stay(bcnet_row_folder_t *folder, const void *data)
{
    const bcnet_record_t *record = (const bcnet_record_t *)data;
    const bcnet_stay_t   *stay = (const bcnet_stay_t *)record->of;
    const bcnet_record_t *next = (const bcnet_record_t *)wmem_map_lookup(folder->records, bcnet_next_with_id(stay));
    bcnet_stay_row_t      row = {
             .game = bcnet_number_of(folder, stay->game),
             .stay = record->number,
             .link = bcnet_number_of(folder, stay->link),
             .address = bcnet_stay_address(folder->pool, stay),
             .slot = stay->slot < 0 ? BCNET_NOTHING : stay->slot,
             .first = record->first,
             .until = next ? next->first : BCNET_NOTHING,
    };

    bcnet_fill_stay(&row, folder->pool, stay, &folder->start, &folder->end);
    bcnet_row_write(folder, BCNET_STAYS, &row);
}

static void write_ship(bcnet_row_folder_t *folder, const void *data)
{
    const bcnet_ship_record_t *ship = (const bcnet_ship_record_t *)data;
    const bcnet_object_t      *object = (const bcnet_object_t *)ship->is.of;
    const bcnet_stay_t        *killer = object->died.stamp != 0 ? object->killed_by : NULL;
    const bool                 known = ship->source != BCNET_SOURCE_NONE || object->class_id != 0;
    const bcnet_moment_t       end = { BCNET_LATEST, folder->end };
    nstime_t                   gone;
    bcnet_ship_row_t           row = {
                  .game = bcnet_number_of(folder, object->link->game),
                  .ship = ship->is.number,
                  .object = object->object_id,
                  .player_id = object->owner ? bcnet_id_cell(object->owner) : object->player,
                  .stay = bcnet_number_of(folder, object->owner),
                  .killer_id = bcnet_id_cell(killer),
                  .killer_stay = bcnet_number_of(folder, killer),
                  .first_frame = ship->first_frame,
                  .last_frame = ship->last_frame,
                  .updates = ship->updates,
                  .name = object->player == BCNET_NO_ID && object->name && *object->name ? object->name : NULL,
                  .class = known ? ship->class_words : NULL,
                  .how_known = known ? bcnet_source_words(ship->source) : NULL,
                  .fate = bcnet_fate_words(bcnet_fate_at(object, &end)),
                  .first = ship->is.first,
                  .last = ship->is.last,
                  .died = bcnet_moment_cell(&folder->start, &object->died),
                  .gone = bcnet_gone_since(object, &end, &gone) ? bcnet_time_cell(&folder->start, &gone) : BCNET_NOTHING,
    };

    bcnet_row_write(folder, BCNET_SHIPS, &row);
}

void bcnet_write_records(bcnet_row_folder_t *folder)
{
    static void (*const writers[])(bcnet_row_folder_t *, const void *) = { write_game, write_link, write_stay,
                                                                           write_ship };

    for (unsigned kind = 0; kind < BCNET_RECORD_KINDS; kind++)
        for (unsigned i = 0; i < wmem_array_get_count(folder->lists[kind]); i++)
            writers[kind](folder, *(void **)wmem_array_index(folder->lists[kind], i));
}
