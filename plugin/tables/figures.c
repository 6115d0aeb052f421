/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tables/figures.h"

#include <math.h>

#include "messages/reliability.h"
#include "reading/numbers.h"

/* A peer sends something after 5 s at the latest (90.2); a second for the way. */
#define SILENCE_SECONDS 6.0
#define LONG_WAIT_SECONDS 2.0
#define AT_ONCE_MS 5.0
#define SECOND 1e9

enum { BY_ARRIVALS, BY_RESENDS };

bcnet_figures_t *bcnet_figures_new(wmem_allocator_t *pool)
{
    bcnet_figures_t *figures = wmem_new0(pool, bcnet_figures_t);

    figures->pool = pool;
    figures->ways[false].heard = figures->ways[true].heard = -1;
    return figures;
}

/* ---- Messages ---- */

bool bcnet_is_lost(const bcnet_tap_message_t *message)
{
    const bcnet_sequence_analysis_t *analysis = message->analysis;

    if (!analysis || !analysis->sent || analysis->is_ack)
        return false;
    return analysis->sending == (analysis->sent->overdue ? 0 : 1);
}

bool bcnet_is_trip(const bcnet_sequence_analysis_t *analysis)
{
    return analysis->is_ack && analysis->sent && !analysis->stale_ack && analysis->sent->acked_at_once;
}

static void add_trip(bcnet_figures_t *figures, bcnet_way_figures_t *way, const bcnet_sequence_analysis_t *analysis)
{
    const double us = (double)MAX(analysis->since_sending, 0) / 1e3;

    if (!way->trips)
        way->trips = bcnet_quantiles_new(figures->pool);
    way->least = bcnet_quantiles_count(way->trips) == 0 ? us : MIN(way->least, us);
    way->trips_sum += us;
    bcnet_quantiles_add(way->trips, (int64_t)us);
}

static void add_wait(bcnet_way_figures_t *way, unsigned by, int64_t held)
{
    way->waits[by].long_ones += (double)held > LONG_WAIT_SECONDS * SECOND;
    way->waits[by].seconds += (double)held / SECOND;
}

/* An ack is about what goes the other way. */
static void add_reliable(bcnet_figures_t *figures, const bcnet_tap_message_t *message)
{
    const bcnet_sequence_analysis_t *analysis = message->analysis;
    bcnet_way_figures_t             *way = &figures->ways[message->from_host != analysis->is_ack];

    if (!analysis->is_ack) {
        way->reliable += analysis->sending == 0;
        way->resent += bcnet_is_lost(message);
        add_wait(way, BY_ARRIVALS, analysis->held);
        return;
    }
    if (bcnet_is_trip(analysis))
        add_trip(figures, way, analysis);
    add_wait(way, BY_RESENDS, analysis->held);
}

double bcnet_figures_add(bcnet_figures_t *figures, const bcnet_tap_message_t *message, double now)
{
    bcnet_way_figures_t *way = &figures->ways[message->from_host];
    const double         silence = way->heard >= 0 ? now - way->heard : 0;

    if (message->analysis)
        add_reliable(figures, message);
    way->heard = now;
    if (silence <= SILENCE_SECONDS)
        return 0;
    way->silences++;
    way->longest_silence = MAX(way->longest_silence, silence);
    return silence;
}

/* ---- What they tell ---- */

double bcnet_round_trip(const bcnet_way_figures_t *way, unsigned percent)
{
    return way->trips ? bcnet_quantiles_at(way->trips, percent) / 1e3 : -1;
}

const bcnet_way_figures_t *bcnet_far_way(const bcnet_figures_t *figures)
{
    const double client = bcnet_round_trip(&figures->ways[true], 50),
                 host = bcnet_round_trip(&figures->ways[false], 50);

    return &figures->ways[client >= host];
}

/* Where the capture was taken, what it shows has arrived: what is sent again there was there before (10.4). */
static bool waits_for_resends(const bcnet_way_figures_t *way)
{
    return bcnet_round_trip(way, 50) > AT_ONCE_MS;
}

bcnet_waits_t bcnet_held_up(const bcnet_figures_t *figures)
{
    bcnet_waits_t all = { 0, 0 };

    for (unsigned i = 0; i < 2; i++) {
        const bcnet_way_figures_t *way = &figures->ways[i];
        for (unsigned by = BY_ARRIVALS; by <= (waits_for_resends(way) ? BY_RESENDS : BY_ARRIVALS); by++) {
            all.seconds += way->waits[by].seconds;
            all.long_ones += way->waits[by].long_ones;
        }
    }
    return all;
}

/* ---- In words ---- */

/* Two digits that count: it is "about". */
static unsigned rounded(double ms)
{
    const double step = ms >= 1000 ? 100 : ms >= 100 ? 10 : 1;

    return (unsigned)(MAX(floor(MIN(ms, 1e6) / step + 0.5), 1) * step);
}

static void add_resent(wmem_strbuf_t *words, const bcnet_figures_t *figures)
{
    const uint32_t reliable = figures->ways[0].reliable + figures->ways[1].reliable;
    const uint32_t resent = figures->ways[0].resent + figures->ways[1].resent;

    if (reliable == 0)
        return;
    const uint32_t each = resent > 0 ? (reliable + resent / 2) / resent : 0;
    if (each == 0)
        wmem_strbuf_append(words, "; no reliable message was sent again");
    else if (each == 1)
        wmem_strbuf_append(words, "; nearly every reliable message was sent again");
    else
        wmem_strbuf_append_printf(words, "; 1 of %u reliable messages was sent again", each);
}

char *bcnet_figures_words(wmem_allocator_t *pool, const bcnet_figures_t *figures)
{
    const double   ms = bcnet_round_trip(bcnet_far_way(figures), 50);
    const uint32_t waits = bcnet_held_up(figures).long_ones;
    const double   silence = MAX(figures->ways[0].longest_silence, figures->ways[1].longest_silence);
    wmem_strbuf_t *words = wmem_strbuf_new(pool, NULL);

    if (ms < 0)
        wmem_strbuf_append(words, "round trip not known");
    else
        wmem_strbuf_append_printf(words, "about %u ms", rounded(ms));
    add_resent(words, figures);
    if (waits == 1)
        wmem_strbuf_append(words, "; once everything waited more than 2 s");
    else if (waits > 1)
        wmem_strbuf_append_printf(words, "; %u times everything waited more than 2 s", waits);
    if (silence > 0)
        wmem_strbuf_append_printf(words, "; silent for up to %s s", bcnet_fixed(silence, 0).text);
    return wmem_strbuf_finalize(words);
}
