/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Median and the like of any number of values, in little memory.
 *
 * Values are counted in steps of a 64th of their power of two. A step tells the mean of what fell into it, so that a
 * result is exact where a step has equal values, and never further off than 1.6 %. */
#pragma once

#include <epan/packet.h>

typedef struct bcnet_quantiles bcnet_quantiles_t;

bcnet_quantiles_t *bcnet_quantiles_new(wmem_allocator_t *pool);

/* Negative values count as 0. */
void bcnet_quantiles_add(bcnet_quantiles_t *quantiles, int64_t value);

uint32_t bcnet_quantiles_count(const bcnet_quantiles_t *quantiles);
/* The value that so many percent of all do not exceed (nearest rank); 100: the greatest, which is exact. 0 without any. */
double bcnet_quantiles_at(const bcnet_quantiles_t *quantiles, unsigned percent);
