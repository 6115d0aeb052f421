/* How the ships of the collected game fare: conditions, wanted power, and the damage that follows from conditions
 * that fall.
 *
 * No message says who did how much damage. When a condition falls while one player alone fires at the ship, it is put
 * down to that one (likely); while several do, to none of them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

/* The wire has 255 steps; what is within one of them no screen shows. */
static const float condition_tolerance = 1.0f;

/* Damage that is told within this time is one hit. */
#define SAME_HIT_SECONDS 0.5

unsigned bcnet_world_hull(const bcnet_layout_t *layout)
{
    for (unsigned i = 0; layout && i < layout->count; i++)
        if (layout->subsystems[i].class_id == BCNET_CLASS_HULL)
            return i;
    return G_MAXUINT;
}

/* ---- Damage ---- */

static bcnet_world_damage_t *damage_at(const bcnet_world_game_t *game, int place)
{
    return (bcnet_world_damage_t *)wmem_array_index(game->damages, (guint)place);
}

static bcnet_world_damage_t *damage_of(const bcnet_world_input_t *input, bcnet_world_ship_t *ship, int by)
{
    bcnet_world_game_t *game = input->game;

    if (ship->last_damage != BCNET_NONE) {
        bcnet_world_damage_t *last = damage_at(game, ship->last_damage);
        if (last->by == by && input->now - last->time < SAME_HIT_SECONDS)
            return last;
    }
    if (!bcnet_world_has_room(input->world, input->world->damages, BCNET_WORLD_DAMAGES))
        return NULL;
    const bcnet_world_damage_t fresh = {
        .time = input->now, .frame = input->pinfo->num, .ship = ship->place, .by = by
    };
    wmem_array_append_one(game->damages, fresh);
    input->world->damages++;
    ship->last_damage = (int)wmem_array_get_count(game->damages) - 1;
    return damage_at(game, ship->last_damage);
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

static void note_damage(const bcnet_world_input_t *input, bcnet_world_ship_t *ship, const bcnet_world_state_t *state,
                        uint8_t now)
{
    const int             by = bcnet_world_attacker_of(ship, input->now);
    bcnet_world_damage_t *damage = damage_of(input, ship, by);

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

static int compare_states(const void *a, const void *b)
{
    const bcnet_world_state_t *one = (const bcnet_world_state_t *)a, *other = (const bcnet_world_state_t *)b;

    return one->index != other->index ? one->index - other->index : one->part - other->part;
}

static bcnet_world_state_t *find_state(const bcnet_world_ship_t *ship, const bcnet_tap_condition_t *fact)
{
    const bcnet_world_state_t key = { .index = fact->index, .part = fact->part };

    return (bcnet_world_state_t *)bsearch(&key, wmem_array_get_raw(ship->states), wmem_array_get_count(ship->states),
                                          sizeof key, compare_states);
}

static bcnet_world_state_t *add_state(bcnet_world_t *world, const bcnet_world_ship_t *ship,
                                      const bcnet_tap_condition_t *fact)
{
    const bcnet_world_state_t fresh = { .index = fact->index,
                                        .part = fact->part,
                                        .series = bcnet_world_new_series(world, 1, &condition_tolerance) };

    wmem_array_append_one(ship->states, fresh);
    wmem_array_sort(ship->states, compare_states);
    return find_state(ship, fact);
}

void bcnet_world_forget_conditions(bcnet_world_t *world, bcnet_world_ship_t *ship)
{
    for (unsigned i = 0; i < wmem_array_get_count(ship->states); i++)
        g_hash_table_remove(world->series, ((bcnet_world_state_t *)wmem_array_index(ship->states, i))->series);
    wmem_destroy_array(ship->states);
    ship->states = wmem_array_new(world->pool, sizeof(bcnet_world_state_t));
}

static void note_condition(const bcnet_world_input_t *input, bcnet_world_ship_t *ship,
                           const bcnet_tap_condition_t *fact, float clock)
{
    bcnet_world_state_t *state = find_state(ship, fact);
    const float          value = fact->condition;

    if (!state)
        state = add_state(input->world, ship, fact);
    else if (clock < state->clock) /* a datagram that was overtaken tells how it was before */
        return;
    else if (fact->condition < state->last)
        note_damage(input, ship, state, fact->condition);
    state->clock = clock;
    state->last = fact->condition;
    bcnet_world_add_sample(input->world, state->series, input->now, &value);
}

void bcnet_world_note_conditions(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_tap_facts_t *facts = input->message->facts;
    const float              clock = facts->motion ? facts->motion->clock : 0.0f;

    /* Late messages about a life that is over are read without its layout. */
    if (!facts->conditions || (facts->ship != BCNET_OBJECT_NONE && facts->choice.object != ship->object))
        return;
    for (unsigned i = 0; i < wmem_array_get_count(facts->conditions); i++)
        note_condition(input, ship, (const bcnet_tap_condition_t *)wmem_array_index(facts->conditions, i), clock);
}

/* ---- Power ---- */

void bcnet_world_note_powers(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    wmem_array_t *powers = input->message->facts->powers;

    for (unsigned i = 0; powers && i < wmem_array_get_count(powers); i++) {
        const bcnet_tap_power_t *fact = (const bcnet_tap_power_t *)wmem_array_index(powers, i);
        if (fact->index > BCNET_MAX_SUBSYSTEMS || ship->wanted[fact->index] == fact->percent)
            continue;
        ship->wanted[fact->index] = fact->percent;
        bcnet_world_add_step(input, ship->power, fact->index, fact->percent);
    }
}
