/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the ships of the collected game fare: conditions, wanted power, the damage that follows from conditions that fall;
 * and what else happens to ships. */
#include "report/world-private.h"

#include "game/shots.h"

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
static bcnet_world_damage_t *damage_of(bcnet_world_t *world, bcnet_world_ship_t *ship)
{
    const bcnet_object_t *object = (const bcnet_object_t *)ship->is.is.of;
    const bcnet_moment_t  moment = { world->records.message->stamp, world->records.pinfo->abs_ts };
    const bcnet_attack_t  attack = bcnet_attack_on(object, &moment);
    const bcnet_stay_t   *by = attack.shot && !attack.several ? attack.shot->player : NULL;

    if (ship->last_damage != BCNET_NONE) {
        bcnet_world_damage_t *last = damage_at(world->game, ship->last_damage);
        if (last->by == by && last->several == attack.several &&
            world->now - (double)last->time / 1e9 < SAME_HIT_SECONDS)
            return last;
    }
    if (!bcnet_world_has_room(world, &world->counts.damages, BCNET_WORLD_DAMAGES))
        return NULL;
    const bcnet_world_damage_t fresh = { .time = world->records.when.t,
                                         .frame = world->records.when.frame,
                                         .ship = object,
                                         .by = by,
                                         .several = attack.several };
    wmem_array_append_one(world->game->damages, fresh);
    ship->last_damage = (int)wmem_array_get_count(world->game->damages) - 1;
    return damage_at(world->game, ship->last_damage);
}

static void note_damage(bcnet_world_t *world, bcnet_world_ship_t *ship, const bcnet_condition_t *condition)
{
    bcnet_world_damage_t *damage = damage_of(world, ship);

    if (!damage)
        return;
    const float points =
        bcnet_condition_points(&world->records.message->facts->choice, condition, condition->before - condition->last);
    if (condition->part >= BCNET_PART_FIRST_FACING)
        damage->shields += points;
    else if (condition->part == BCNET_PART_SELF && bcnet_hull_of(ship->layout) == condition->index)
        damage->hull += points;
    else
        damage->systems += points;
}

/* ---- Conditions ---- */

static void note_condition(bcnet_world_t *world, bcnet_world_ship_t *ship, bcnet_condition_t *condition)
{
    const float value = condition->last;

    if (!condition->own)
        condition->own = bcnet_world_new_series(world, 1, &condition_tolerance);
    if (condition->last < condition->before)
        note_damage(world, ship, condition);
    bcnet_world_add_sample(world, (bcnet_series_t *)condition->own, &value);
}

static void forget_conditions(bcnet_world_t *world, bcnet_health_t *health)
{
    for (unsigned i = 0; i < wmem_array_get_count(health->conditions); i++)
        g_hash_table_remove(world->series, ((bcnet_condition_t *)wmem_array_index(health->conditions, i))->own);
    bcnet_health_begin(health, world->records.pool);
}

void bcnet_world_note_conditions(bcnet_world_t *world, bcnet_world_ship_t *ship)
{
    const bcnet_tap_facts_t *facts = world->records.message->facts;

    if (!bcnet_health_is_told(facts, world->records.message->stamp))
        return;
    if (bcnet_health_is_over(&ship->is.health, facts))
        forget_conditions(world, &ship->is.health);
    bcnet_condition_t *told;
    for (unsigned i = 0; (told = bcnet_health_next(&ship->is.health, facts, &i)) != NULL;)
        note_condition(world, ship, told);
}

/* ---- Power ---- */

void bcnet_world_note_powers(bcnet_world_t *world, bcnet_world_ship_t *ship)
{
    wmem_array_t *powers = world->records.message->facts->powers;

    for (unsigned i = 0; powers && i < wmem_array_get_count(powers); i++) {
        const bcnet_tap_power_t *fact = (const bcnet_tap_power_t *)wmem_array_index(powers, i);
        if (fact->index > BCNET_MAX_SUBSYSTEMS || ship->wanted[fact->index] == fact->percent)
            continue;
        ship->wanted[fact->index] = fact->percent;
        bcnet_world_add_step(world, ship->power, fact->index, fact->percent);
    }
}

/* ---- Events ---- */

/* What happens to a subsystem. */
static void note_part(bcnet_world_t *world, const char *kind, const bcnet_part_t *part)
{
    const char *name = bcnet_part_name(part);

    if (name)
        bcnet_world_event(world, .kind = kind, .ship = part->of, .text = name);
}

static void note_switch(bcnet_world_t *world, const bcnet_part_t *what, bool on)
{
    if (bcnet_part_class(what) == BCNET_CLASS_CLOAK)
        bcnet_world_event(world, .kind = on ? "cloak" : "decloak", .ship = what->of);
    else
        note_part(world, on ? "on" : "off", what);
}

/* What happens to a ship. */
static void note_amount(bcnet_world_t *world, const char *kind, const bcnet_tap_event_t *event, double amount)
{
    if (bcnet_record_of(&world->records, event->destination.of))
        bcnet_world_event(world, .kind = kind, .ship = event->destination.of, .other = event->source.of,
                          .has_amount = true, .amount = amount);
}

/* Where it goes is told when it arrives. */
static void note_warp(bcnet_world_t *world, const bcnet_tap_event_t *event)
{
    bcnet_world_ship_t *ship = (bcnet_world_ship_t *)bcnet_record_of(&world->records, event->destination.of);

    if (!ship)
        return;
    ship->set = NULL;
    bcnet_world_event(world, .kind = "warp", .ship = event->destination.of, .other = event->source.of,
                      .text = event->set);
}

static void note_event(bcnet_world_t *world, const bcnet_tap_event_t *event)
{
    switch (event->code) { /* (50.14) */
    case 0x008000DD: /* a subsystem is switched */
        note_switch(world, &event->destination, event->value != 0);
        break;
    case 0x008000DF:
        note_part(world, "needs_repair", &event->source);
        break;
    case 0x00800074:
        note_part(world, "repaired", &event->object);
        break;
    case 0x00800075:
        note_part(world, "beyond_repair", &event->object);
        break;
    case 0x00800050:
        note_amount(world, "collision", event, (double)event->amount);
        break;
    case 0x008000EC:
        note_warp(world, event);
        break;
    case 0x008000E0:
        note_amount(world, "phaser_level", event, event->value);
        break;
    case 0x008000FE:
        note_amount(world, "torpedo_type", event, event->value);
        break;
    }
}

void bcnet_world_note_fights(bcnet_world_t *world)
{
    const bcnet_tap_message_t *message = world->records.message;
    const bcnet_tap_event_t   *event = message->facts->event;
    const bcnet_fired_t       *fired = message->facts->shot ? bcnet_shot_at(message->game, message->stamp) : NULL;

    if (fired && bcnet_world_has_room(world, &world->counts.shots, BCNET_WORLD_SHOTS))
        wmem_array_append_one(world->game->shots, fired);
    if (event && world->is_original)
        note_event(world, event);
}
