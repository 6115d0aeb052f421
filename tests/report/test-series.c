/* Thinning out: what is kept misses no sample by more than the tolerance, and is little.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "report/series.h"

#include <glib.h>
#include <math.h>

static const float tolerance[] = { 0.5f, 2.0f };

/* On the line between the corners around a time. */
static float value_at(const bcnet_series_t *series, double time, unsigned which)
{
    for (unsigned i = 1; i < bcnet_series_count(series); i++) {
        const double from = bcnet_series_time(series, i - 1), to = bcnet_series_time(series, i);
        const float  low = bcnet_series_values(series, i - 1)[which], high = bcnet_series_values(series, i)[which];
        if (time >= from && time <= to && !bcnet_series_begins(series, i))
            return low + (high - low) * (float)((time - from) / (to - from));
    }
    return bcnet_series_values(series, 0)[which];
}

static void test_straight(void)
{
    bcnet_series_t *series = bcnet_series_new(1, tolerance);

    for (unsigned i = 0; i < 1000; i++) {
        const float value = 3.0f * (float)i;
        bcnet_series_add(series, i, &value);
    }
    g_assert_cmpuint(bcnet_series_count(series), ==, 2);
    g_assert_cmpfloat(bcnet_series_time(series, 1), ==, 999);
    g_assert_cmpfloat(*bcnet_series_values(series, 1), ==, 2997);
    bcnet_series_free(series);
}

static void test_steps(void)
{
    static const float  samples[] = { 10, 10, 10, 4, 4, 4, 4, 10 };
    static const double corners[] = { 0, 2, 3, 6, 7 };
    bcnet_series_t     *series = bcnet_series_new(1, tolerance);

    for (unsigned i = 0; i < G_N_ELEMENTS(samples); i++)
        bcnet_series_add(series, i, &samples[i]);
    g_assert_cmpuint(bcnet_series_count(series), ==, G_N_ELEMENTS(corners));
    for (unsigned i = 0; i < G_N_ELEMENTS(corners); i++)
        g_assert_cmpfloat(bcnet_series_time(series, i), ==, corners[i]);
    bcnet_series_free(series);
}

/* A walk in two directions with sudden turns; every sample is compared. */
static void check_walk(unsigned seed, float factor, unsigned most)
{
    enum { SAMPLES = 5000 };
    g_autoptr(GRand) random = g_rand_new_with_seed(seed);
    bcnet_series_t *series = bcnet_series_new(2, tolerance);
    float           walk[SAMPLES][2], value[2] = { 0, 0 }, step[2] = { 1, -1 };

    for (unsigned i = 0; i < SAMPLES; i++) {
        for (unsigned d = 0; d < 2; d++) {
            if (g_rand_int_range(random, 0, 40) == 0)
                step[d] = (float)g_rand_double_range(random, -3, 3);
            value[d] += step[d];
            walk[i][d] = value[d];
        }
        bcnet_series_add(series, i * 0.1, value);
    }
    if (factor > 1)
        bcnet_series_coarsen(series, factor);
    g_assert_cmpuint(bcnet_series_count(series), <, most);
    /* Thinned out twice, both tolerances add up. */
    const float allowed = (factor > 1 ? factor + 1 : 1) * 1.001f;
    for (unsigned i = 0; i < SAMPLES; i++)
        for (unsigned d = 0; d < 2; d++)
            g_assert_cmpfloat(fabsf(value_at(series, i * 0.1, d) - walk[i][d]), <=, allowed * tolerance[d]);
    bcnet_series_free(series);
}

static void test_walk(void)
{
    for (unsigned seed = 1; seed < 20; seed++)
        check_walk(seed, 1, 700);
}

static void test_coarser(void)
{
    for (unsigned seed = 1; seed < 20; seed++)
        check_walk(seed, 8, 350);
}

static void test_pieces(void)
{
    bcnet_series_t *series = bcnet_series_new(1, tolerance);
    const float     value = 1;

    g_assert_cmpuint(bcnet_series_count(series), ==, 0);
    for (unsigned i = 0; i < 10; i++) {
        if (i == 4 || i == 9)
            bcnet_series_break(series);
        bcnet_series_add(series, i, &value);
    }
    for (unsigned pass = 0; pass < 2; pass++) {
        g_assert_cmpuint(bcnet_series_count(series), ==, 5); /* 0 to 3, 4 to 8, 9 */
        static const bool begins[] = { true, false, true, false, true };
        for (unsigned i = 0; i < 5; i++)
            g_assert_cmpint(bcnet_series_begins(series, i), ==, begins[i]);
        bcnet_series_coarsen(series, 2);
    }
    bcnet_series_free(series);
}

/* What is not later takes the place of the last sample: times rise strictly. */
static void test_times(void)
{
    static const double times[] = { 1, 1, 0.5, 2, 2, 1.5 };
    bcnet_series_t     *series = bcnet_series_new(1, tolerance);

    for (unsigned i = 0; i < G_N_ELEMENTS(times); i++) {
        const float value = (float)(i * 10);
        bcnet_series_add(series, times[i], &value);
    }
    g_assert_cmpuint(bcnet_series_count(series), ==, 2);
    g_assert_cmpfloat(bcnet_series_time(series, 0), ==, 1);
    g_assert_cmpfloat(*bcnet_series_values(series, 0), ==, 20);
    g_assert_cmpfloat(bcnet_series_time(series, 1), ==, 2);
    g_assert_cmpfloat(*bcnet_series_values(series, 1), ==, 50);
    bcnet_series_free(series);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/series/straight", test_straight);
    g_test_add_func("/series/steps", test_steps);
    g_test_add_func("/series/walk", test_walk);
    g_test_add_func("/series/coarser", test_coarser);
    g_test_add_func("/series/pieces", test_pieces);
    g_test_add_func("/series/times", test_times);
    return g_test_run();
}
