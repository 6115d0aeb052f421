/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one book of what messages tell of games, links, stays and ships: a record for each, first told of when its message is
 * counted. The tables for databases and the report are written from it; who remembers more of a thing has it behind the
 * record. */
#pragma once

#include "game/health.h"
#include "tables/figures.h"
#include "tables/row-facts.h"

typedef enum {
    BCNET_RECORD_GAME,
    BCNET_RECORD_LINK,
    BCNET_RECORD_STAY,
    BCNET_RECORD_SHIP,
    BCNET_RECORD_KINDS
} bcnet_record_kind_t;

/* How all records begin. Those of stays have no more. */
typedef struct {
    const void                     *of; /* the game, link, stay or object */
    const struct bcnet_game_record *game; /* of a game: itself */
    uint32_t                        number; /* in this capture */
    unsigned                        place; /* in its game, from 0 */
    int64_t                         first; /* told of; ns since the capture began */
    int64_t                         last; /* told of, or, of a stay, heard or spoken to */
} bcnet_record_t;

typedef struct bcnet_game_record {
    bcnet_record_t is;
    wmem_array_t  *rounds; /* of bcnet_round_row_t */
    unsigned       counts[BCNET_RECORD_KINDS]; /* of records of what is in it */
} bcnet_game_record_t;

typedef struct {
    bcnet_record_t      is;
    const bcnet_stay_t *client; /* whose it is now; NULL: nobody's */
    const bcnet_stay_t *stay; /* whose it was last, be it that he was turned away; NULL: nobody's yet */
    bcnet_figures_t    *figures; /* of all that was sent */
    bcnet_figures_t    *newest; /* of the stay's part of it, as the table of players has them */
    uint32_t            messages, bytes, resends;
    double              silence; /* s: how long the sender of the message in hand was silent; 0: not worth a word */
} bcnet_link_record_t;

typedef struct {
    bcnet_record_t is;
    const char    *class_words;
    bcnet_source_t source;
    uint32_t       first_frame, last_frame, updates;
    bcnet_health_t health;
    bcnet_teller_t teller;
} bcnet_ship_record_t;

/* By kind: a record's bytes, with what stands behind it; and how many there may be, so that no hostile capture fills memory. */
typedef struct {
    size_t   size;
    unsigned most;
} bcnet_record_limit_t;

/* What is collected lives in `pool`, as long as what the dissector knows of the capture. */
typedef struct {
    const bcnet_record_limit_t *limits;
    wmem_allocator_t           *pool;
    wmem_map_t                 *of; /* things of all kinds */
    wmem_array_t               *lists[BCNET_RECORD_KINDS]; /* of pointers to records, in order */
    uint32_t                    before[BCNET_RECORD_KINDS]; /* numbers of captures that were forgotten (tshark -M) */
    uint32_t                    highest[BCNET_RECORD_KINDS]; /* that was given */
    uint32_t                    left_out; /* how often there were too many */
    nstime_t                    start; /* of the capture */
    nstime_t                    end; /* newest message */
    const bcnet_tap_message_t  *message; /* in hand, and what it belongs to */
    packet_info                *pinfo;
    bcnet_game_record_t        *game; /* NULL: none */
    bcnet_link_record_t        *link; /* NULL: none */
    bool                        ends_round; /* it is the first that tells so */
    bcnet_when_t                when;
} bcnet_book_t;

void bcnet_records_begin(bcnet_book_t *records);
/* The message in hand; and, if it is one, what it belongs to and whom it tells of. */
void bcnet_records_note(bcnet_book_t *records, const bcnet_tap_message_t *message, packet_info *pinfo);
/* The ship that the message in hand is about, NULL: none. Once for each message. */
bcnet_ship_record_t *bcnet_note_ship_record(bcnet_book_t *records);

/* That of a thing; NULL: it is NULL, or has none. */
void *bcnet_record_of(const bcnet_book_t *records, const void *thing);
/* Its number; 0: none. */
uint32_t bcnet_number_of(const bcnet_book_t *records, const void *thing);
/* A record by its place in a list. */
void *bcnet_record_at(wmem_array_t *list, unsigned place);

/* ---- row-records.c ---- */
/* What a record says in the end. */
bcnet_stay_row_t bcnet_stay_row(const bcnet_book_t *records, const bcnet_record_t *record);
bcnet_ship_row_t bcnet_ship_row(const bcnet_book_t *records, const bcnet_ship_record_t *ship);
