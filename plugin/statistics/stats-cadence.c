/* Statistics > Bridge Commander Cadence, and tshark -z bcnet,cadence: how regularly StateUpdates come, per ship and
 * receiver, apart for ships that lie still and ships that move (protocol chapters 60.1, 90.7).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats.h"

#include <epan/stat_tap_ui.h>

#include "game/objects.h"
#include "game/object-words.h"
#include "statistics/quantiles.h"
#include "statistics/stats-table.h"
#include "statistics/tap.h"

typedef enum {
    COLUMN_OBJECT,
    COLUMN_SHIP,
    COLUMN_FROM,
    COLUMN_TO,
    COLUMN_MOTION,
    COLUMN_UPDATES,
    COLUMN_BYTES,
    COLUMN_RATE,
    COLUMN_MEDIAN,
    COLUMN_P95,
    COLUMN_LONGEST,
    COLUMN_LONGEST_FROM,
    COLUMN_COUNT
} bcnet_cadence_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Object      ", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Ship             ", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "From             ", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "To               ", "%-17s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Motion    ", "%-10s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Updates ", "%-8d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Bytes   ", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Rate (1/s)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Gap median (s)", "%-14s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Gap p95 (s)", "%-11s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Longest silence (s)", "%-19s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Begins at (s)", "%-13s" },
};

/* As the newest message that gives a speed has it. The host gives the ship's own player none (60.1). */
typedef enum { MOTION_NOT_TOLD, MOTION_IDLE, MOTION_MOVING, MOTION_COUNT } bcnet_cadence_motion_t;

/* The updates of one ship to one receiver, a row per kind of motion. */
typedef struct {
    const bcnet_life_t    *life; /* NULL: nobody introduced it */
    nstime_t               last;
    double                 last_seconds; /* since the capture began */
    bcnet_cadence_motion_t motion;
    unsigned               rows[MOTION_COUNT]; /* G_MAXUINT: none */
} bcnet_cadence_t;

/* Of a row. */
typedef struct {
    bcnet_quantiles_t *gaps; /* us */
    double             sum; /* us */
} bcnet_gaps_t;

typedef struct {
    GPtrArray *ships; /* of bcnet_cadence_t */
    GPtrArray *gaps; /* of bcnet_gaps_t, by row */
} bcnet_cadences_t;

static void free_gaps(void *data)
{
    bcnet_gaps_t *gaps = (bcnet_gaps_t *)data;

    bcnet_quantiles_free(gaps->gaps);
    g_free(gaps);
}

static void *make_cadences(void)
{
    bcnet_cadences_t *cadences = g_new(bcnet_cadences_t, 1);

    cadences->ships = g_ptr_array_new_with_free_func(g_free);
    cadences->gaps = g_ptr_array_new_with_free_func(free_gaps);
    return cadences;
}

static void free_cadences(void *data)
{
    bcnet_cadences_t *cadences = (bcnet_cadences_t *)data;

    g_ptr_array_free(cadences->ships, TRUE);
    g_ptr_array_free(cadences->gaps, TRUE);
    g_free(cadences);
}

/* ---- Ships and rows ---- */

static const char *ship_words(const bcnet_binding_t *binding)
{
    if (binding->life)
        return bcnet_species_name(binding->life->species);
    return binding->names ? binding->names : "unknown";
}

/* The two directions of a link are told apart by addresses within it. */
static const void *direction_of(const bcnet_tap_message_t *message)
{
    return message->from_host ? (const void *)message->link : (const void *)&message->link->first_frame;
}

/* A ship that comes again under the same id is another one. */
static bcnet_cadence_t *cadence_of(stat_tap_table *table, bcnet_cadences_t *cadences,
                                   const bcnet_tap_message_t *message)
{
    const bcnet_life_t *life = message->facts->binding.life;
    const unsigned      index = bcnet_table_find_row(table, direction_of(message), message->facts->ship);
    bcnet_cadence_t    *ship = index == G_MAXUINT ? NULL : (bcnet_cadence_t *)cadences->ships->pdata[index];

    if (ship && (!life || life == ship->life))
        return ship;
    if (cadences->ships->len > BCNET_TABLE_ROWS_MAX) /* one more has the table say that there are more */
        return NULL;
    ship = g_new0(bcnet_cadence_t, 1);
    ship->life = life;
    for (unsigned i = 0; i < MOTION_COUNT; i++)
        ship->rows[i] = G_MAXUINT;
    bcnet_table_index_row(table, direction_of(message), message->facts->ship, cadences->ships->len);
    g_ptr_array_add(cadences->ships, ship);
    return ship;
}

static unsigned row_of(stat_tap_table *table, bcnet_cadences_t *cadences, bcnet_cadence_t *ship,
                       const bcnet_tap_message_t *message, packet_info *pinfo)
{
    static const char *const words[] = { "not told", "idle", "moving" };

    if (ship->rows[ship->motion] != G_MAXUINT)
        return ship->rows[ship->motion];
    const unsigned row = bcnet_table_add_row(table, columns, COLUMN_COUNT, BCNET_TABLE_ROWS_MAX);
    if (row == G_MAXUINT)
        return row;
    bcnet_gaps_t *gaps = g_new0(bcnet_gaps_t, 1);
    gaps->gaps = bcnet_quantiles_new();
    g_ptr_array_add(cadences->gaps, gaps);
    ship->rows[ship->motion] = row;
    bcnet_table_set_string(table, row, COLUMN_OBJECT, wmem_strdup_printf(pinfo->pool, "0x%08x", message->facts->ship));
    bcnet_table_set_string(table, row, COLUMN_SHIP, ship_words(&message->facts->binding));
    bcnet_table_set_string(table, row, COLUMN_FROM, bcnet_tap_from(pinfo->pool, message));
    bcnet_table_set_string(table, row, COLUMN_TO, bcnet_tap_to(pinfo->pool, message));
    bcnet_table_set_string(table, row, COLUMN_MOTION, words[ship->motion]);
    return row;
}

/* ---- Updates ---- */

/* The gap counts for the motion that was told at its beginning. */
static void count_gap(stat_tap_table *table, bcnet_cadences_t *cadences, const bcnet_cadence_t *ship,
                      const packet_info *pinfo)
{
    const unsigned row = ship->rows[ship->motion];
    nstime_t       gap;

    if (row == G_MAXUINT)
        return;
    bcnet_gaps_t *gaps = (bcnet_gaps_t *)cadences->gaps->pdata[row];
    nstime_delta(&gap, &pinfo->abs_ts, &ship->last);
    const double  us = MAX(nstime_to_sec(&gap) * 1e6, 0);
    const double  longest = bcnet_quantiles_count(gaps->gaps) > 0 ? bcnet_quantiles_at(gaps->gaps, 100) : -1;
    const int64_t rounded = (int64_t)MIN(us + 0.5, 1e15);
    bcnet_quantiles_add(gaps->gaps, rounded);
    gaps->sum += us;
    if (gaps->sum > 0)
        bcnet_table_set_decimals(table, row, COLUMN_RATE, bcnet_quantiles_count(gaps->gaps) * 1e6 / gaps->sum);
    bcnet_table_set_decimals(table, row, COLUMN_MEDIAN, bcnet_quantiles_at(gaps->gaps, 50) / 1e6);
    bcnet_table_set_decimals(table, row, COLUMN_P95, bcnet_quantiles_at(gaps->gaps, 95) / 1e6);
    if ((double)rounded <= longest)
        return;
    bcnet_table_set_decimals(table, row, COLUMN_LONGEST, (double)rounded / 1e6);
    bcnet_table_set_decimals(table, row, COLUMN_LONGEST_FROM, ship->last_seconds);
}

static void note_motion(bcnet_cadence_t *ship, const bcnet_motion_fact_t *motion)
{
    if (motion && motion->has_speed)
        ship->motion = motion->speed > 0 || motion->speed < 0 ? MOTION_MOVING : MOTION_IDLE;
}

static tap_packet_status add_update(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                    tap_flags_t flags)
{
    stat_tap_table            *table = bcnet_table_of(data);
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;
    bcnet_cadences_t          *cadences = (bcnet_cadences_t *)bcnet_table_own(table, make_cadences, free_cadences);

    if (message->facts->ship == BCNET_OBJECT_NONE)
        return TAP_PACKET_DONT_REDRAW;
    bcnet_cadence_t *ship = cadence_of(table, cadences, message);
    if (!ship)
        return TAP_PACKET_DONT_REDRAW;
    count_gap(table, cadences, ship, pinfo);
    note_motion(ship, message->facts->motion);
    const unsigned row = row_of(table, cadences, ship, message, pinfo);
    ship->last = pinfo->abs_ts;
    ship->last_seconds = nstime_to_sec(&pinfo->rel_ts);
    if (row == G_MAXUINT)
        return TAP_PACKET_DONT_REDRAW;
    bcnet_table_add(table, row, COLUMN_UPDATES, 1);
    bcnet_table_add(table, row, COLUMN_BYTES, message->wire->length);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_cadence(void)
{
    static stat_tap_table_ui ui = {
        .title = "Bridge Commander Cadence",
        .cli_string = "bcnet,cadence",
        .packet_func = add_update,
        .nfields = COLUMN_COUNT,
        .fields = columns,
    };

    bcnet_table_register(&ui);
}
