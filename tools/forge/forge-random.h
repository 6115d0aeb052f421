/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random numbers that are the same on every machine: splitmix64. */
#ifndef BCNET_FORGE_RANDOM_H
#define BCNET_FORGE_RANDOM_H

#include <glib.h>

typedef struct {
    guint64 state;
} forge_random_t;

static inline guint64 bcnet_random_next(forge_random_t *random)
{
    guint64 z = random->state += G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * G_GUINT64_CONSTANT(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * G_GUINT64_CONSTANT(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* From 0 to 1, without 1. */
static inline double bcnet_random_unit(forge_random_t *random)
{
    return (double)(bcnet_random_next(random) >> 11) / 9007199254740992.0;
}

static inline gboolean bcnet_random_chance(forge_random_t *random, double probability)
{
    return bcnet_random_unit(random) < probability;
}

/* From LOW to HIGH, both included. */
static inline gint64 bcnet_random_between(forge_random_t *random, gint64 low, gint64 high)
{
    return low + (gint64)(bcnet_random_unit(random) * (double)(high - low + 1));
}

#endif
