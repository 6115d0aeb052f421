/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the ships of the collected game fare: conditions, wanted power, the damage that follows from conditions that fall;
 * shots, and what else happens to ships. */
#include "report/world-private.h"

/* The wire has 255 steps; what is within one of them no screen shows. */
static const float condition_tolerance = 1.0f;

/* Damage that is told within this time is one hit. */
#define SAME_HIT_SECONDS 0.5

/* ---- Damage ---- */

static bcnet_world_damage_t *damage_at(const bcnet_world_game_t *game, int place)
{
    return (bcnet_world_damage_t *)wmem_array_index(game->damages, (guint)place);
}

/* By whoever is seen firing at it. */
static bcnet_world_damage_t *damage_of(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    bcnet_world_game_t         *game = input->game;
    const bcnet_moment_t        moment = { input->message->stamp, input->pinfo->abs_ts };
    const bcnet_attack_t        attack = bcnet_attack_on(ship->object, &moment);
    const bool                  one = attack.shot && !attack.several;
    const bcnet_world_player_t *by = one ? bcnet_world_player_of(game, attack.shot->player) : NULL;

    if (ship->last_damage != BCNET_NONE) {
        bcnet_world_damage_t *last = damage_at(game, ship->last_damage);
        if (last->by == by && last->several == attack.several && input->now - last->time < SAME_HIT_SECONDS)
            return last;
    }
    if (!bcnet_world_has_room(input->world, input->world->damages, BCNET_WORLD_DAMAGES))
        return NULL;
    const bcnet_world_damage_t fresh = {
        .time = input->now, .frame = input->pinfo->num, .ship = ship, .by = by, .several = attack.several
    };
    wmem_array_append_one(game->damages, fresh);
    input->world->damages++;
    ship->last_damage = (int)wmem_array_get_count(game->damages) - 1;
    return damage_at(game, ship->last_damage);
}

static void note_damage(const bcnet_world_input_t *input, bcnet_world_ship_t *ship, const bcnet_condition_t *condition)
{
    bcnet_world_damage_t *damage = damage_of(input, ship);

    if (!damage)
        return;
    const float points =
        bcnet_condition_points(&input->message->facts->choice, condition, condition->before - condition->last);
    if (condition->part >= BCNET_PART_FIRST_FACING)
        damage->shields += points;
    else if (condition->part == BCNET_PART_SELF && bcnet_hull_of(ship->layout) == condition->index)
        damage->hull += points;
    else
        damage->systems += points;
}

/* ---- Conditions ---- */

static void note_condition(const bcnet_world_input_t *input, bcnet_world_ship_t *ship, bcnet_condition_t *condition)
{
    const float value = condition->last;

    if (!condition->own)
        condition->own = bcnet_world_new_series(input->world, 1, &condition_tolerance);
    if (condition->last < condition->before)
        note_damage(input, ship, condition);
    bcnet_world_add_sample(input->world, (bcnet_series_t *)condition->own, input->now, &value);
}

static void forget_conditions(bcnet_world_t *world, bcnet_health_t *health)
{
    for (unsigned i = 0; i < wmem_array_get_count(health->conditions); i++)
        g_hash_table_remove(world->series, ((bcnet_condition_t *)wmem_array_index(health->conditions, i))->own);
    bcnet_health_begin(health, world->pool);
}

void bcnet_world_note_conditions(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_tap_facts_t *facts = input->message->facts;

    if (!bcnet_health_is_told(facts, input->message->stamp))
        return;
    if (bcnet_health_is_over(&ship->health, facts))
        forget_conditions(input->world, &ship->health);
    bcnet_condition_t *told;
    for (unsigned i = 0; (told = bcnet_health_next(&ship->health, facts, &i)) != NULL;)
        note_condition(input, ship, told);
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

/* ---- Shots ---- */

static void note_shot(const bcnet_world_input_t *input, const bcnet_fired_t *fired)
{
    if (!bcnet_world_has_room(input->world, input->world->shots, BCNET_WORLD_SHOTS))
        return;
    input->world->shots++;
    wmem_array_append_one(input->game->shots, fired);
}

/* ---- Other events ---- */

/* What happens to a subsystem. */
static void note_part(const bcnet_world_input_t *input, const char *kind, const bcnet_part_t *part)
{
    const char *name = bcnet_part_name(part);

    if (name)
        bcnet_world_event(input, .kind = kind, .ship = bcnet_world_ship_of(input->game, part->of), .text = name);
}

static void note_switch(const bcnet_world_input_t *input, const bcnet_tap_event_t *event)
{
    const bcnet_part_t *what = &event->destination;
    const bool          on = event->value != 0;

    if (bcnet_part_class(what) == BCNET_CLASS_CLOAK)
        bcnet_world_event(input, .kind = on ? "cloak" : "decloak", .ship = bcnet_world_ship_of(input->game, what->of));
    else
        note_part(input, on ? "on" : "off", what);
}

/* What happens to a ship. */
static void note_ship(const bcnet_world_input_t *input, const bcnet_tap_event_t *event, bcnet_world_event_t happens)
{
    happens.ship = bcnet_world_ship_of(input->game, event->destination.of);
    happens.other = bcnet_world_ship_of(input->game, event->source.of);
    if (happens.ship)
        bcnet_world_add_event(input, happens);
}

static void note_amount(const bcnet_world_input_t *input, const bcnet_tap_event_t *event, const char *kind,
                        double amount)
{
    note_ship(input, event, (bcnet_world_event_t){ .kind = kind, .has_amount = true, .amount = amount });
}

/* Where it goes is told when it arrives. */
static void note_warp(const bcnet_world_input_t *input, const bcnet_tap_event_t *event)
{
    bcnet_world_ship_t *ship = bcnet_world_ship_of(input->game, event->destination.of);

    if (ship)
        ship->set = NULL;
    note_ship(input, event, (bcnet_world_event_t){ .kind = "warp", .text = event->set });
}

static void note_event(const bcnet_world_input_t *input, const bcnet_tap_event_t *event)
{
    switch (event->code) { /* (50.14) */
    case 0x008000DD: /* a subsystem is switched */
        note_switch(input, event);
        break;
    case 0x008000DF:
        note_part(input, "needs_repair", &event->source);
        break;
    case 0x00800074:
        note_part(input, "repaired", &event->object);
        break;
    case 0x00800075:
        note_part(input, "beyond_repair", &event->object);
        break;
    case 0x00800050:
        note_amount(input, event, "collision", (double)event->amount);
        break;
    case 0x008000EC:
        note_warp(input, event);
        break;
    case 0x008000E0:
        note_amount(input, event, "phaser_level", event->value);
        break;
    case 0x008000FE:
        note_amount(input, event, "torpedo_type", event->value);
        break;
    }
}

void bcnet_world_note_fights(const bcnet_world_input_t *input)
{
    const bcnet_tap_message_t *message = input->message;
    const bcnet_fired_t       *fired = message->facts->shot ? bcnet_shot_at(message->game, message->stamp) : NULL;

    if (fired)
        note_shot(input, fired);
    if (message->facts->event && input->is_original)
        note_event(input, message->facts->event);
}
