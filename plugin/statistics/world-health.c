/* How the ships of the collected game fare: conditions, wanted power, and the damage that follows from conditions
 * that fall.
 *
 * No message says who did how much damage. When a condition falls while one player alone fires at the ship, it is put
 * down to him (likely); while several do, to none of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

/* The wire has 255 steps; what is within one of them no screen shows. */
static const float condition_tolerance = 1.0f;

/* Damage that is told within this time is one hit. */
#define SAME_HIT_SECONDS 0.5

void bcnet_world_forget_conditions(bcnet_world_ship_t *ship)
{
    g_hash_table_remove_all(ship->state_of);
    g_ptr_array_set_size(ship->states, 0);
}

unsigned bcnet_world_hull(const bcnet_layout_t *layout)
{
    for (unsigned i = 0; layout && i < layout->count; i++)
        if (layout->subsystems[i].class_id == BCNET_CLASS_HULL)
            return i;
    return G_MAXUINT;
}

/* ---- Damage ---- */

static bcnet_world_damage_t *damage_of(const bcnet_telling_t *telling, int place, int by)
{
    bcnet_world_game_t *game = telling->game;
    bcnet_world_ship_t *ship = bcnet_world_ship(game, place);

    if (ship->last_damage != BCNET_NONE) {
        bcnet_world_damage_t *last = &g_array_index(game->damages, bcnet_world_damage_t, ship->last_damage);
        if (last->by == by && telling->now - last->time < SAME_HIT_SECONDS)
            return last;
    }
    if (telling->world->damages >= BCNET_WORLD_DAMAGES) {
        telling->world->left_out++;
        return NULL;
    }
    const bcnet_world_damage_t fresh = { .time = telling->now, .frame = telling->pinfo->num, .ship = place, .by = by };
    g_array_append_val(game->damages, fresh);
    telling->world->damages++;
    ship->last_damage = (int)game->damages->len - 1;
    return &g_array_index(game->damages, bcnet_world_damage_t, ship->last_damage);
}

/* Hit points of an entry, one of its parts, or a shield facing; 0 when not known. */
static float points_of(const bcnet_layout_t *layout, unsigned index, unsigned part)
{
    if (!layout || index >= layout->count)
        return 0.0f;
    const bcnet_subsystem_t *entry = &layout->subsystems[index];
    if (part >= BCNET_PART_FIRST_FACING)
        return part - BCNET_PART_FIRST_FACING < BCNET_FACINGS ? entry->max_shields[part - BCNET_PART_FIRST_FACING]
                                                              : 0.0f;
    if (part == BCNET_PART_SELF)
        return entry->max_condition;
    return part - BCNET_PART_FIRST_CHILD < entry->child_count
             ? entry->children[part - BCNET_PART_FIRST_CHILD].max_condition
             : 0.0f;
}

static void note_damage(const bcnet_telling_t *telling, int place, const bcnet_world_state_t *state, uint8_t now)
{
    const bcnet_world_ship_t *ship = bcnet_world_ship(telling->game, place);
    const int                 by = bcnet_world_attacker_of(ship, telling->now);
    bcnet_world_damage_t     *damage = damage_of(telling, place, by);

    if (!damage)
        return;
    const float points = points_of(ship->layout, state->index, state->part) * (float)(state->last - now) / UINT8_MAX;
    if (state->part >= BCNET_PART_FIRST_FACING)
        damage->shields += points;
    else if (state->part == BCNET_PART_SELF && bcnet_world_hull(ship->layout) == state->index)
        damage->hull += points;
    else
        damage->systems += points;
}

/* ---- Conditions ---- */

static bcnet_world_state_t *state_of(bcnet_world_ship_t *ship, const bcnet_condition_fact_t *fact, bool *fresh)
{
    const uint32_t       place = (uint32_t)fact->index << 16 | fact->part;
    bcnet_world_state_t *state = (bcnet_world_state_t *)g_hash_table_lookup(ship->state_of, GUINT_TO_POINTER(place));

    *fresh = !state;
    if (state)
        return state;
    state = g_new0(bcnet_world_state_t, 1);
    state->index = fact->index;
    state->part = fact->part;
    state->series = bcnet_series_new(1, &condition_tolerance);
    g_ptr_array_add(ship->states, state);
    g_hash_table_insert(ship->state_of, GUINT_TO_POINTER(place), state);
    return state;
}

static void note_condition(const bcnet_telling_t *telling, int place, const bcnet_condition_fact_t *fact, float clock)
{
    bcnet_world_ship_t  *ship = bcnet_world_ship(telling->game, place);
    bool                 fresh;
    bcnet_world_state_t *state = state_of(ship, fact, &fresh);
    const float          value = fact->condition;

    /* A datagram that was overtaken tells how it was before. */
    if (!fresh && clock < state->clock)
        return;
    if (!fresh && fact->condition < state->last)
        note_damage(telling, place, state, fact->condition);
    state->clock = clock;
    state->last = fact->condition;
    bcnet_world_add_sample(telling->world, state->series, telling->now, &value, 1);
}

void bcnet_world_note_conditions(const bcnet_telling_t *telling, int place)
{
    const bcnet_facts_t      *facts = telling->message->facts;
    const bcnet_world_ship_t *ship = bcnet_world_ship(telling->game, place);
    const float               clock = facts->motion ? facts->motion->clock : 0.0f;

    /* Late messages about a life that is over are read without its layout. */
    if (!facts->conditions || (facts->ship != BCNET_OBJECT_NONE && facts->binding.life != ship->life))
        return;
    for (unsigned i = 0; i < wmem_array_get_count(facts->conditions); i++)
        note_condition(telling, place, (const bcnet_condition_fact_t *)wmem_array_index(facts->conditions, i), clock);
}

/* ---- Power ---- */

void bcnet_world_note_powers(const bcnet_telling_t *telling, bcnet_world_ship_t *ship)
{
    wmem_array_t *powers = telling->message->facts->powers;

    for (unsigned i = 0; powers && i < wmem_array_get_count(powers); i++) {
        const bcnet_power_fact_t *fact = (const bcnet_power_fact_t *)wmem_array_index(powers, i);
        const bcnet_power_step_t  step = { .time = telling->now, .index = fact->index, .percent = fact->percent };
        if (fact->index > BCNET_MAX_SUBSYSTEMS || ship->wanted[fact->index] == fact->percent || telling->world->full)
            continue;
        ship->wanted[fact->index] = fact->percent;
        g_array_append_val(ship->power, step);
        telling->world->values += 3;
    }
}
