/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A quantity over time, thinned out as it comes in: a corner of the line is kept only where the straight line
 * between its neighbours would miss a sample by more than a tolerance. So extremes and steps stay, and a ship that
 * flies straight ahead for a minute costs two corners, not six hundred samples.
 *
 * A series has one or more values per moment (x, y, z ...), each with its own tolerance, and pieces: between two
 * pieces nothing is known. */
#pragma once

#include <stdbool.h>

enum { BCNET_SERIES_WIDTH_MAX = 8 };

typedef struct bcnet_series bcnet_series_t;

bcnet_series_t *bcnet_series_new(unsigned width, const float *tolerances);
void            bcnet_series_free(void *series);

/* Times never go back: a sample that is not later than the last one takes its place. */
void bcnet_series_add(bcnet_series_t *series, double time, const float *values);
/* What comes next begins another piece. */
void bcnet_series_break(bcnet_series_t *series);

unsigned bcnet_series_width(const bcnet_series_t *series);
/* All corners up to now; the newest sample is one of them. */
unsigned     bcnet_series_count(const bcnet_series_t *series);
double       bcnet_series_time(const bcnet_series_t *series, unsigned index);
const float *bcnet_series_values(const bcnet_series_t *series, unsigned index);
/* True for the first corner of a piece. */
bool bcnet_series_begins(const bcnet_series_t *series, unsigned index);

/* Thins out again with tolerances so many times larger, now and for what comes. */
void bcnet_series_coarsen(bcnet_series_t *series, float factor);
