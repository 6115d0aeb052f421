/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What records say in the end: the rows of games, rounds, links, stays and ships. */
#include "tables/row-folder.h"

#include <math.h>

#include "game/object-words.h"
#include "game/stays.h"

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
    const bcnet_book_t        *records = &folder->records;
    const bcnet_game_record_t *record = (const bcnet_game_record_t *)data;
    const bcnet_game_t        *game = (const bcnet_game_t *)record->is.of;

    const bcnet_game_row_t row = {
        .game = record->is.number,
        .host_address = bcnet_address_words(records->pool, &game->host, game->port),
        .first = record->is.first,
        .last = record->is.last,
        .stock = is_stock(game),
        .start_epoch = bcnet_nanoseconds(&records->start),
    };

    bcnet_row_write(folder, BCNET_GAMES, &row);
    for (unsigned i = 0; i < wmem_array_get_count(record->rounds); i++)
        bcnet_row_write(folder, BCNET_ROUNDS, wmem_array_index(record->rounds, i));
}

static double if_known(double value)
{
    return value >= 0 ? value : (double)NAN;
}

static void write_link(bcnet_row_folder_t *folder, const void *data)
{
    const bcnet_book_t        *records = &folder->records;
    const bcnet_link_record_t *record = (const bcnet_link_record_t *)data;
    const bcnet_link_t        *link = (const bcnet_link_t *)record->is.of;
    const bcnet_way_figures_t *far = bcnet_far_way(record->figures), *ways = record->figures->ways;

    const bcnet_link_row_t row = {
        .game = bcnet_number_of(records, link->game),
        .link = record->is.number,
        .player_id = bcnet_id_cell(record->stay),
        .stay = bcnet_number_of(records, record->stay),
        .messages = record->messages,
        .bytes = record->bytes,
        .reliable = ways[0].reliable + ways[1].reliable,
        .resent = record->resends,
        .lost = ways[0].resent + ways[1].resent,
        .address = bcnet_link_words(records->pool, link),
        .first = record->is.first,
        .last = record->is.last,
        .rtt_ms_median = if_known(bcnet_round_trip(far, 50)),
        .rtt_ms_p95 = if_known(bcnet_round_trip(far, 95)),
        .held_up_s = bcnet_held_up(record->figures).seconds,
    };

    bcnet_row_write(folder, BCNET_LINKS, &row);
}

bcnet_stay_row_t bcnet_stay_row(const bcnet_book_t *records, const bcnet_record_t *record)
{
    const bcnet_stay_t   *stay = (const bcnet_stay_t *)record->of;
    const bcnet_record_t *next = (const bcnet_record_t *)bcnet_record_of(records, bcnet_next_with_id(stay));
    bcnet_stay_row_t      row = {
             .game = bcnet_number_of(records, stay->game),
             .stay = record->number,
             .link = bcnet_number_of(records, stay->link),
             .address = bcnet_stay_address(records->pool, stay),
             .slot = stay->slot < 0 ? BCNET_NOTHING : stay->slot,
             .first = record->first,
             .until = next ? next->first : BCNET_NOTHING,
    };

    bcnet_fill_stay(&row, records->pool, stay, &records->start, &records->end);
    return row;
}

bcnet_ship_row_t bcnet_ship_row(const bcnet_book_t *records, const bcnet_ship_record_t *ship)
{
    const bcnet_object_t *object = (const bcnet_object_t *)ship->is.of;
    const bcnet_stay_t   *killer = object->died.stamp != 0 ? object->killed_by : NULL;
    const bool            known = ship->source != BCNET_SOURCE_NONE || object->class_id != 0;
    const bcnet_moment_t  end = { BCNET_LATEST, records->end };
    nstime_t              gone;

    return (bcnet_ship_row_t){
        .game = bcnet_number_of(records, object->link->game),
        .ship = ship->is.number,
        .object = object->object_id,
        .player_id = object->owner ? bcnet_id_cell(object->owner) : object->player,
        .stay = bcnet_number_of(records, object->owner),
        .killer_id = bcnet_id_cell(killer),
        .killer_stay = bcnet_number_of(records, killer),
        .first_frame = ship->first_frame,
        .last_frame = ship->last_frame,
        .updates = ship->updates,
        .name = object->player == BCNET_NO_ID && object->name && *object->name ? object->name : NULL,
        .class = known ? ship->class_words : NULL,
        .how_known = known ? bcnet_source_words(ship->source) : NULL,
        .fate = bcnet_fate_words(bcnet_fate_at(object, &end)),
        .first = ship->is.first,
        .last = ship->is.last,
        .died = bcnet_moment_cell(&records->start, &object->died),
        .gone = bcnet_gone_since(object, &end, &gone) ? bcnet_time_cell(&records->start, &gone) : BCNET_NOTHING,
    };
}

static void write_stay(bcnet_row_folder_t *folder, const void *record)
{
    const bcnet_stay_row_t row = bcnet_stay_row(&folder->records, (const bcnet_record_t *)record);

    bcnet_row_write(folder, BCNET_STAYS, &row);
}

static void write_ship(bcnet_row_folder_t *folder, const void *record)
{
    const bcnet_ship_row_t row = bcnet_ship_row(&folder->records, (const bcnet_ship_record_t *)record);

    bcnet_row_write(folder, BCNET_SHIPS, &row);
}

void bcnet_write_records(bcnet_row_folder_t *folder)
{
    static void (*const writers[BCNET_RECORD_KINDS])(bcnet_row_folder_t *, const void *) = {
        [BCNET_RECORD_GAME] = write_game,
        [BCNET_RECORD_LINK] = write_link,
        [BCNET_RECORD_STAY] = write_stay,
        [BCNET_RECORD_SHIP] = write_ship,
    };

    for (unsigned kind = 0; kind < BCNET_RECORD_KINDS; kind++)
        for (unsigned i = 0; i < wmem_array_get_count(folder->records.lists[kind]); i++)
            writers[kind](folder, bcnet_record_at(folder->records.lists[kind], i));
}
