/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Cadence, and tshark -z bcnet,cadence: how regularly StateUpdates come, per ship and
 * receiver, apart for ships that lie still and ships that move (protocol chapters 60.1, 90.7). */
#include "tables/stats-table.h"

#include "game/objects.h"
#include "game/object-words.h"
#include "tables/quantiles.h"

#define COLUMNS(COLUMN)                                                                                                \
    COLUMN(OBJECT, TEXT, "Object", 12)                                                                                 \
    COLUMN(SHIP, TEXT, "Ship", 17)                                                                                     \
    COLUMN(FROM, TEXT, "From", 17)                                                                                     \
    COLUMN(TO, TEXT, "To", 17)                                                                                         \
    COLUMN(MOTION, TEXT, "Motion", 10)                                                                                 \
    COLUMN(UPDATES, COUNT, "Updates", 8)                                                                               \
    COLUMN(BYTES, COUNT, "Bytes", 8)                                                                                   \
    COLUMN(RATE, NUMBER, "Rate (1/s)", 10)                                                                             \
    COLUMN(MEDIAN, NUMBER, "Gap median (s)", 14)                                                                       \
    COLUMN(P95, NUMBER, "Gap p95 (s)", 11)                                                                             \
    COLUMN(LONGEST, NUMBER, "Longest silence (s)", 19)                                                                 \
    COLUMN(LONGEST_FROM, NUMBER, "Begins at (s)", 13)                                                                  \
    COLUMN(GAME, TEXT, "Game", 22)
BCNET_COLUMNS(COLUMNS)

/* As the newest message that gives a speed has it. The host gives the ship's own player none (60.1). */
typedef enum { MOTION_NOT_TOLD, MOTION_IDLE, MOTION_MOVING, MOTION_COUNT } bcnet_cadence_motion_t;

/* The updates of one ship to one receiver, a row per kind of motion. */
typedef struct {
    const bcnet_object_t  *object; /* NULL: nothing may be learned from the updates */
    nstime_t               last;
    double                 last_seconds; /* since the capture began */
    bcnet_cadence_motion_t motion;
    bcnet_row_t           *rows[MOTION_COUNT];
} bcnet_cadence_t;

/* Of a ship. */
typedef struct {
    const char    *names; /* of the classes that it may be, and how that is known: the same words, the same address */
    bcnet_source_t source;
    bcnet_row_t   *newest;
} bcnet_cadence_name_t;

/* Of a row. */
typedef struct {
    bcnet_quantiles_t *gaps; /* us */
    double             sum; /* us */
    bcnet_row_t       *before; /* of the same ship */
} bcnet_gaps_t;

/* ---- Ships and rows ---- */

/* The way of the updates: from a client or to it; of one that is nobody yet, that of the link. */
static const void *way_of(const bcnet_tap_message_t *message)
{
    const bcnet_stay_t *client = message->client;

    if (!client)
        return bcnet_tap_direction(message, message->from_host);
    return message->from_host ? (const void *)client : (const void *)&client->names;
}

static bcnet_gaps_t *gaps_of(const bcnet_row_t *row)
{
    return (bcnet_gaps_t *)bcnet_row_own(row);
}

static bcnet_cadence_name_t *name_of(bcnet_table_t *table, const bcnet_cadence_t *ship)
{
    const void *whose = ship->object ? (const void *)ship->object : ship;

    return (bcnet_cadence_name_t *)bcnet_table_note(table, whose, 0, sizeof(bcnet_cadence_name_t));
}

/* A ship that comes again under the same id is another one. */
static bcnet_cadence_t *cadence_of(bcnet_table_t *table)
{
    const bcnet_tap_facts_t *facts = table->message->facts;
    const void              *way = way_of(table->message);
    const bcnet_object_t    *object = facts->object;
    bcnet_cadence_t         *ship = (bcnet_cadence_t *)bcnet_table_find(table, way, facts->ship);

    if (ship && (!object || object == ship->object))
        return ship;
    if (table->full)
        return NULL;
    ship = wmem_new0(table->pool, bcnet_cadence_t);
    ship->object = object;
    bcnet_table_index(table, way, facts->ship, ship);
    return ship;
}

static bcnet_row_t *row_of(bcnet_table_t *table, bcnet_cadence_t *ship)
{
    static const char *const   words[] = { "not told", "idle", "moving" };
    const bcnet_tap_message_t *message = table->message;
    wmem_allocator_t          *pool = table->pinfo->pool;
    bcnet_row_t               *row = ship->rows[ship->motion];

    if (row)
        return row;
    row = ship->rows[ship->motion] = bcnet_table_add_row(table, table->message->game);
    if (!row)
        return NULL;
    bcnet_cadence_name_t *name = name_of(table, ship);
    *gaps_of(row) = (bcnet_gaps_t){ .gaps = bcnet_quantiles_new(table->pool), .before = name->newest };
    name->newest = row;
    bcnet_row_set_string(row, COLUMN_OBJECT, wmem_strdup_printf(pool, "0x%08x", message->facts->ship));
    bcnet_row_set_string(row, COLUMN_SHIP, bcnet_class_guess(pool, &message->facts->choice));
    bcnet_row_show_stay(table, row, COLUMN_FROM, message->from_host ? NULL : message->client,
                        bcnet_tap_from(pool, message));
    bcnet_row_show_stay(table, row, COLUMN_TO, message->from_host ? message->client : NULL,
                        bcnet_tap_to(pool, message));
    bcnet_row_set_string(row, COLUMN_MOTION, words[ship->motion]);
    return row;
}

/* It may be known better than when its rows were begun. An update that comes late, after its ship is gone, is read by
 * nothing that was known of it, and says no name. */
static void name_ship(bcnet_table_t *table, const bcnet_cadence_t *ship)
{
    const bcnet_layout_choice_t *choice = &table->message->facts->choice;
    bcnet_cadence_name_t        *name = name_of(table, ship);

    if (ship->object && bcnet_is_gone(ship->object, table->message->stamp))
        return;
    if (name->names == choice->names && name->source == choice->source)
        return;
    name->names = choice->names;
    name->source = choice->source;
    for (bcnet_row_t *row = name->newest; row; row = gaps_of(row)->before)
        bcnet_row_set_string(row, COLUMN_SHIP, bcnet_class_guess(table->pinfo->pool, choice));
}

/* ---- Updates ---- */

/* The gap counts for the motion that was told at its beginning. */
static void count_gap(const bcnet_cadence_t *ship, const packet_info *pinfo)
{
    bcnet_row_t   *row = ship->rows[ship->motion];
    const nstime_t gap = bcnet_tap_since(pinfo, &ship->last);

    if (!row)
        return;
    bcnet_gaps_t *gaps = gaps_of(row);
    const double  us = MAX(nstime_to_sec(&gap) * 1e6, 0);
    const double  longest = bcnet_quantiles_count(gaps->gaps) > 0 ? bcnet_quantiles_at(gaps->gaps, 100) : -1;
    const int64_t rounded = (int64_t)MIN(us + 0.5, 1e15);
    bcnet_quantiles_add(gaps->gaps, rounded);
    gaps->sum += us;
    if (gaps->sum > 0)
        bcnet_row_set_decimals(row, COLUMN_RATE, bcnet_quantiles_count(gaps->gaps) * 1e6 / gaps->sum);
    bcnet_row_set_decimals(row, COLUMN_MEDIAN, bcnet_quantiles_at(gaps->gaps, 50) / 1e6);
    bcnet_row_set_decimals(row, COLUMN_P95, bcnet_quantiles_at(gaps->gaps, 95) / 1e6);
    if ((double)rounded <= longest)
        return;
    bcnet_row_set_decimals(row, COLUMN_LONGEST, (double)rounded / 1e6);
    bcnet_row_set_decimals(row, COLUMN_LONGEST_FROM, ship->last_seconds);
}

static void note_motion(bcnet_cadence_t *ship, const bcnet_tap_motion_t *motion)
{
    if (motion && motion->has_speed)
        ship->motion = motion->speed > 0 || motion->speed < 0 ? MOTION_MOVING : MOTION_IDLE;
}

static bool add_update(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;

    bcnet_cadence_t *ship = message->facts->ship == BCNET_OBJECT_NONE ? NULL : cadence_of(table);
    if (!ship)
        return false;
    count_gap(ship, table->pinfo);
    note_motion(ship, message->facts->motion);
    bcnet_row_t *row = row_of(table, ship);
    name_ship(table, ship);
    ship->last = table->pinfo->abs_ts;
    ship->last_seconds = table->now;
    if (!row)
        return false;
    bcnet_row_add(row, COLUMN_UPDATES, 1);
    bcnet_row_add(row, COLUMN_BYTES, message->wire->length);
    return true;
}

bcnet_table_kind_t bcnet_table_cadence = {
    .ui = BCNET_TABLE("Cadence", "cadence"),
    .row_size = sizeof(bcnet_gaps_t),
    .count = add_update,
};
