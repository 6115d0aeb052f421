/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/health.h"

#include <string.h>

void bcnet_health_begin(bcnet_health_t *health, wmem_allocator_t *pool)
{
    health->pool = pool;
    health->conditions = wmem_array_new(pool, sizeof(bcnet_condition_t));
    health->layout = NULL;
}

bool bcnet_health_is_over(const bcnet_health_t *health, const bcnet_tap_facts_t *facts)
{
    return health->layout && facts->choice.layout && health->layout != facts->choice.layout;
}

bool bcnet_ship_is_told(const bcnet_tap_facts_t *facts, bcnet_stamp_t stamp)
{
    return facts->object && facts->object->class_id != BCNET_CLASS_ID_TORPEDO &&
           (facts->ship != BCNET_OBJECT_NONE || facts->object->seen == stamp) && !bcnet_is_gone(facts->object, stamp);
}

bool bcnet_health_is_told(const bcnet_tap_facts_t *facts, bcnet_stamp_t stamp)
{
    return facts->conditions && bcnet_ship_is_told(facts, stamp);
}

/* ---- Conditions ---- */

static uint32_t key_of(const bcnet_condition_t *condition)
{
    return (uint32_t)condition->index << 16 | condition->part;
}

/* The one at its place; `is_new`: there was none, it is the fresh one now. */
static bcnet_condition_t *keep(bcnet_health_t *health, const bcnet_condition_t *fresh, bool *is_new)
{
    const bcnet_condition_t *all = (const bcnet_condition_t *)wmem_array_get_raw(health->conditions);
    const unsigned           count = wmem_array_get_count(health->conditions);
    unsigned                 place = 0, end = count;

    while (place < end) {
        const unsigned middle = place + (end - place) / 2;
        if (key_of(&all[middle]) < key_of(fresh))
            place = middle + 1;
        else
            end = middle;
    }
    *is_new = place == count || key_of(&all[place]) != key_of(fresh);
    if (*is_new)
        wmem_array_append(health->conditions, fresh, 1);
    bcnet_condition_t *here = (bcnet_condition_t *)wmem_array_index(health->conditions, place);
    if (*is_new) {
        memmove(here + 1, here, (count - place) * sizeof *here);
        *here = *fresh;
    }
    return here;
}

/* NULL: it was overtaken. */
static bcnet_condition_t *take_in(bcnet_health_t *health, const bcnet_tap_facts_t *facts,
                                  const bcnet_tap_condition_t *fact)
{
    const bcnet_condition_t fresh = { .index = fact->index,
                                      .part = fact->part,
                                      .name = fact->name,
                                      .worst = fact->condition,
                                      .last = fact->condition,
                                      .before = fact->condition,
                                      .is_news = true,
                                      .clock = facts->motion ? facts->motion->clock : 0.0f };
    bool                    is_new;
    bcnet_condition_t      *known = keep(health, &fresh, &is_new);

    if (facts->choice.layout)
        health->layout = facts->choice.layout;
    if (is_new)
        return known;
    if (fresh.clock < known->clock)
        return NULL;
    known->is_news = known->last != fact->condition;
    known->before = known->last;
    known->last = fact->condition;
    known->worst = MIN(known->worst, fact->condition);
    known->clock = fresh.clock;
    return known;
}

bcnet_condition_t *bcnet_health_next(bcnet_health_t *health, const bcnet_tap_facts_t *facts, unsigned *place)
{
    const unsigned     count = facts->conditions ? wmem_array_get_count(facts->conditions) : 0;
    bcnet_condition_t *told = NULL;

    if (count > 0 && bcnet_health_is_over(health, facts))
        bcnet_health_begin(health, health->pool);
    while (!told && *place < count)
        told = take_in(health, facts, (bcnet_tap_condition_t *)wmem_array_index(facts->conditions, (*place)++));
    return told;
}

/* ---- Hit points ---- */

static float all_points(const bcnet_subsystem_t *entry, unsigned part)
{
    if (part == BCNET_PART_SELF)
        return entry->max_condition;
    if (part >= BCNET_PART_FIRST_FACING)
        return part - BCNET_PART_FIRST_FACING < BCNET_FACINGS ? entry->max_shields[part - BCNET_PART_FIRST_FACING]
                                                              : 0.0f;
    return part - BCNET_PART_FIRST_CHILD < entry->child_count
             ? entry->children[part - BCNET_PART_FIRST_CHILD].max_condition
             : 0.0f;
}

float bcnet_condition_points(const bcnet_layout_choice_t *choice, const bcnet_condition_t *condition, int steps)
{
    const bcnet_layout_t *layout = choice->inference && choice->inference->count > 1 ? NULL : choice->layout;

    return layout && condition->index < layout->count
             ? all_points(&layout->subsystems[condition->index], condition->part) * (float)steps / UINT8_MAX
             : 0.0f;
}

bcnet_number_t bcnet_points_words(double points)
{
    return points < 10.0 ? bcnet_significant(points, 2) : bcnet_fixed(points, 0);
}

unsigned bcnet_hull_of(const bcnet_layout_t *layout)
{
    for (unsigned i = 0; layout && i < layout->count; i++)
        if (layout->subsystems[i].class_id == BCNET_CLASS_HULL)
            return i;
    return G_MAXUINT;
}
