/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tables/quantiles.h"

enum { STEP_BITS = 6, STEPS = 1 << STEP_BITS, OCTAVES = 64 - STEP_BITS };

typedef struct {
    uint32_t count[STEPS];
    double   sum[STEPS];
} bcnet_octave_t;

struct bcnet_quantiles {
    wmem_allocator_t *pool;
    uint32_t          count;
    int64_t           greatest;
    bcnet_octave_t   *octaves[OCTAVES]; /* the first one has a step per value; made when needed */
};

bcnet_quantiles_t *bcnet_quantiles_new(wmem_allocator_t *pool)
{
    bcnet_quantiles_t *quantiles = wmem_new0(pool, bcnet_quantiles_t);

    quantiles->pool = pool;
    return quantiles;
}

/* Octave 0 has the values below STEPS, octave n those from STEPS << (n - 1) on. */
static unsigned octave_of(uint64_t value)
{
    unsigned octave = 0;

    while (value >> octave >= STEPS)
        octave++;
    return octave;
}

void bcnet_quantiles_add(bcnet_quantiles_t *quantiles, int64_t value)
{
    const uint64_t positive = value < 0 ? 0 : (uint64_t)value;
    const unsigned octave = octave_of(positive);
    const unsigned step = (unsigned)(positive >> octave);

    if (!quantiles->octaves[octave])
        quantiles->octaves[octave] = wmem_new0(quantiles->pool, bcnet_octave_t);
    quantiles->octaves[octave]->count[step]++;
    quantiles->octaves[octave]->sum[step] += (double)positive;
    quantiles->greatest = MAX(quantiles->greatest, (int64_t)positive);
    quantiles->count++;
}

uint32_t bcnet_quantiles_count(const bcnet_quantiles_t *quantiles)
{
    return quantiles->count;
}

double bcnet_quantiles_at(const bcnet_quantiles_t *quantiles, unsigned percent)
{
    const uint64_t rank = MAX(((uint64_t)quantiles->count * percent + 99) / 100, 1);
    uint64_t       passed = 0;

    if (rank >= quantiles->count)
        return (double)quantiles->greatest;
    for (unsigned i = 0; i < OCTAVES; i++) {
        const bcnet_octave_t *octave = quantiles->octaves[i];
        for (unsigned step = 0; octave && step < STEPS; step++) {
            passed += octave->count[step];
            if (passed >= rank)
                return octave->sum[step] / octave->count[step];
        }
    }
    return (double)quantiles->greatest;
}
