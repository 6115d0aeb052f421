/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A quantity over time, thinned out as it comes in.
 *
 * The "swinging door": from the last corner on, every sample allows the slopes of all lines that pass it within the
 * tolerance. As long as a new sample lies within what all samples since the corner allow, a straight line from the
 * corner to it misses none of them; otherwise the sample before it becomes a corner. */
#include "report/series.h"

#include <float.h>
#include <glib.h>
#include <string.h>

struct bcnet_series {
    unsigned width;
    float    tolerances[BCNET_SERIES_WIDTH_MAX];
    GArray  *times; /* of double; of the corners, and of the newest sample */
    GArray  *values; /* of float, `width` per corner */
    GArray  *begins; /* of bool, per corner: it is the first of a piece */
    bool     broken; /* the next sample begins a piece */
    bool     has_candidate; /* the last corner may still move: it is the newest sample */
    double   lowest[BCNET_SERIES_WIDTH_MAX]; /* slopes allowed from the last fixed corner on */
    double   highest[BCNET_SERIES_WIDTH_MAX];
};

bcnet_series_t *bcnet_series_new(unsigned width, const float *tolerances)
{
    bcnet_series_t *series = g_new0(bcnet_series_t, 1);

    series->width = MIN(width, (unsigned)BCNET_SERIES_WIDTH_MAX);
    memcpy(series->tolerances, tolerances, series->width * sizeof(float));
    series->times = g_array_new(FALSE, FALSE, sizeof(double));
    series->values = g_array_new(FALSE, FALSE, sizeof(float));
    series->begins = g_array_new(FALSE, FALSE, sizeof(bool));
    series->broken = true;
    return series;
}

void bcnet_series_free(void *data)
{
    bcnet_series_t *series = (bcnet_series_t *)data;

    g_array_free(series->times, TRUE);
    g_array_free(series->values, TRUE);
    g_array_free(series->begins, TRUE);
    g_free(series);
}

unsigned bcnet_series_width(const bcnet_series_t *series)
{
    return series->width;
}

unsigned bcnet_series_count(const bcnet_series_t *series)
{
    return series->times->len;
}

double bcnet_series_time(const bcnet_series_t *series, unsigned index)
{
    return g_array_index(series->times, double, index);
}

const float *bcnet_series_values(const bcnet_series_t *series, unsigned index)
{
    return &g_array_index(series->values, float, (size_t)index * series->width);
}

bool bcnet_series_begins(const bcnet_series_t *series, unsigned index)
{
    return g_array_index(series->begins, bool, index);
}

void bcnet_series_break(bcnet_series_t *series)
{
    series->broken = true;
}

/* ---- Corners ---- */

static void open_door(bcnet_series_t *series)
{
    for (unsigned i = 0; i < series->width; i++) {
        series->lowest[i] = -DBL_MAX;
        series->highest[i] = DBL_MAX;
    }
}

static void append(bcnet_series_t *series, double time, const float *values, bool begins)
{
    g_array_append_val(series->times, time);
    g_array_append_vals(series->values, values, series->width);
    g_array_append_val(series->begins, begins);
    open_door(series);
}

static void move_last(bcnet_series_t *series, double time, const float *values)
{
    const unsigned last = series->times->len - 1;

    g_array_index(series->times, double, last) = time;
    memcpy(&g_array_index(series->values, float, (size_t)last * series->width), values, series->width * sizeof(float));
}

/* Is the line from the corner to this sample within what the samples between allow? */
static bool passes(const bcnet_series_t *series, double after, const float *corner, const float *values)
{
    for (unsigned i = 0; i < series->width; i++) {
        const double slope = ((double)values[i] - (double)corner[i]) / after;
        if (slope < series->lowest[i] || slope > series->highest[i])
            return false;
    }
    return true;
}

static void close_door(bcnet_series_t *series, double after, const float *corner, const float *values)
{
    for (unsigned i = 0; i < series->width; i++) {
        const double rise = (double)values[i] - (double)corner[i], tolerance = (double)series->tolerances[i];
        series->lowest[i] = MAX(series->lowest[i], (rise - tolerance) / after);
        series->highest[i] = MIN(series->highest[i], (rise + tolerance) / after);
    }
}

void bcnet_series_add(bcnet_series_t *series, double time, const float *values)
{
    const unsigned count = series->times->len;

    if (count > 0 && time <= bcnet_series_time(series, count - 1)) {
        move_last(series, bcnet_series_time(series, count - 1), values);
        return;
    }
    if (series->broken) {
        append(series, time, values, true);
        series->broken = series->has_candidate = false;
        return;
    }
    unsigned corner = series->has_candidate ? count - 2 : count - 1;
    if (series->has_candidate &&
        passes(series, time - bcnet_series_time(series, corner), bcnet_series_values(series, corner), values)) {
        move_last(series, time, values);
    } else {
        corner = count - 1; /* the newest sample stays */
        append(series, time, values, false);
        series->has_candidate = true;
    }
    close_door(series, time - bcnet_series_time(series, corner), bcnet_series_values(series, corner), values);
}

void bcnet_series_coarsen(bcnet_series_t *series, float factor)
{
    bcnet_series_t *fresh = bcnet_series_new(series->width, series->tolerances);

    for (unsigned i = 0; i < fresh->width; i++)
        fresh->tolerances[i] *= factor;
    for (unsigned i = 0; i < series->times->len; i++) {
        if (bcnet_series_begins(series, i))
            bcnet_series_break(fresh);
        bcnet_series_add(fresh, bcnet_series_time(series, i), bcnet_series_values(series, i));
    }
    if (series->broken)
        bcnet_series_break(fresh);
    const bcnet_series_t before = *series;
    *series = *fresh;
    *fresh = before;
    bcnet_series_free(fresh);
}
