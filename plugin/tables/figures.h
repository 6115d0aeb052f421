/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures of a connection: round trips, what was sent again, what was held up, silences (protocol chapters 10.4,
 * 90.2). All views read them here. */
#pragma once

#include "tables/quantiles.h"
#include "statistics/tap.h"

/* Times in which reliable messages waited for a missing one, and how many were longer than two seconds. */
typedef struct {
    double   seconds;
    uint32_t long_ones;
} bcnet_waits_t;

/* Of what goes one way. */
typedef struct {
    uint32_t           reliable; /* messages and fragments, each once */
    uint32_t           resent; /* of these were sent again, as far as the capture shows it: see bcnet_is_lost */
    bcnet_quantiles_t *trips; /* us to the ack, of those that were acknowledged at their first sending; NULL: none */
    double             trips_sum; /* us */
    double             least; /* us */
    bcnet_waits_t      waits[2]; /* for what came late, or was sent again */
    double             heard; /* last; negative: never */
    uint32_t           silences;
    double             longest_silence; /* s */
} bcnet_way_figures_t;

/* Of one connection, or whatever its owner adds up. */
typedef struct {
    wmem_allocator_t   *pool;
    bcnet_way_figures_t ways[2]; /* [from the host] */
} bcnet_figures_t;

bcnet_figures_t *bcnet_figures_new(wmem_allocator_t *pool);
/* Returns how long the sender was silent before, if that is worth a word; else 0. */
double bcnet_figures_add(bcnet_figures_t *figures, const bcnet_tap_message_t *message, double now);

/* An ack of what was sent once: else nobody knows which sending is acknowledged. */
bool bcnet_is_trip(const bcnet_sequence_analysis_t *analysis);
/* A reliable message that was sent again, told once of each: its first resend, or the first sight of it when that was due.
 * It, or its ack, was lost on the way. */
bool bcnet_is_lost(const bcnet_tap_message_t *message);

/* Milliseconds that so many percent of the round trips do not exceed; negative: there was none. */
double bcnet_round_trip(const bcnet_way_figures_t *way, unsigned percent);
/* The way whose acks come from afar: where the capture was taken, they come at once. */
const bcnet_way_figures_t *bcnet_far_way(const bcnet_figures_t *figures);
/* Of both ways. */
bcnet_waits_t bcnet_held_up(const bcnet_figures_t *figures);

/* "about 120 ms; 1 of 7 reliable messages was sent again; 4 times everything waited more than 2 s" */
char *bcnet_figures_words(wmem_allocator_t *pool, const bcnet_figures_t *figures);
