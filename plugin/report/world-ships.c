/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ships of the collected game: one for every life, where it flew, and what became of it. */
#include "report/world-private.h"

#include "game/object-words.h"
#include "game/stays.h"

enum { WAY_WIDTH = 7 };

/* The forced position comes once in a second, the next message at the latest half a second later (90.7); what is
 * silent for longer was not told of. */
#define GAP_SECONDS 2.6

/* x, y, z: a twentieth of a unit, some metres; bow: a degree; speed. */
static const float way_tolerances[WAY_WIDTH] = { 0.05f, 0.05f, 0.05f, 0.02f, 0.02f, 0.02f, 0.05f };

/* What the message in hand is about; NULL: no ship, or there are too many. */
static bcnet_world_ship_t *ship_in_hand(bcnet_world_t *world)
{
    wmem_allocator_t   *pool = world->records.pool;
    bcnet_world_ship_t *ship = (bcnet_world_ship_t *)bcnet_note_ship_record(&world->records);

    if (!ship || ship->legs)
        return ship;
    ship->layout_place = ship->last_damage = BCNET_NONE;
    ship->forward[1] = 1.0f;
    for (unsigned i = 0; i < array_length(ship->wanted); i++)
        ship->wanted[i] = BCNET_NONE;
    ship->legs = wmem_array_new(pool, sizeof(bcnet_leg_t));
    ship->power = wmem_array_new(pool, sizeof(bcnet_step_t));
    ship->cloak = wmem_array_new(pool, sizeof(bcnet_step_t));
    return ship;
}

/* ---- What it is ---- */

static int place_of_layout(bcnet_world_game_t *game, const bcnet_layout_t *layout)
{
    unsigned place = 0;

    while (place < wmem_array_get_count(game->layouts) && bcnet_record_at(game->layouts, place) != layout)
        place++;
    if (place == wmem_array_get_count(game->layouts))
        wmem_array_append_one(game->layouts, layout);
    return (int)place;
}

static void note_layout(const bcnet_world_t *world, bcnet_world_ship_t *ship)
{
    const bcnet_layout_t *layout = world->records.message->facts->choice.layout;

    if (!layout || layout == ship->layout)
        return;
    ship->layout = layout;
    ship->layout_place = place_of_layout(world->game, layout);
}

/* ---- Its way ---- */

static bool is_sane(const float *values, unsigned count)
{
    const float space = 1e6f;

    for (unsigned i = 0; i < count; i++)
        if (!isfinite(values[i]) || fabsf(values[i]) > space)
            return false;
    return true;
}

static bcnet_series_t *leg_of(bcnet_world_t *world, const bcnet_world_ship_t *ship)
{
    const guint        count = wmem_array_get_count(ship->legs);
    const bcnet_leg_t *last = count > 0 ? (const bcnet_leg_t *)wmem_array_index(ship->legs, count - 1) : NULL;

    if (last && last->set == ship->set)
        return last->series;
    const bcnet_leg_t leg = { ship->set, bcnet_world_new_series(world, WAY_WIDTH, way_tolerances) };
    wmem_array_append_one(ship->legs, leg);
    return leg.series;
}

static void note_motion(bcnet_world_t *world, bcnet_world_ship_t *ship, const bcnet_tap_motion_t *motion)
{
    bcnet_teller_t *teller = &ship->is.teller;

    if (motion->has_forward)
        memcpy(ship->forward, motion->forward, sizeof ship->forward);
    if (motion->has_speed && is_sane(&motion->speed, 1))
        ship->speed = motion->speed;
    if (!motion->has_position || !is_sane(motion->position, 3))
        return;
    const float values[WAY_WIDTH] = { motion->position[0], motion->position[1], motion->position[2], ship->forward[0],
                                      ship->forward[1],    ship->forward[2],    ship->speed };
    bcnet_series_t *leg = leg_of(world, ship);
    if (world->now - teller->told > GAP_SECONDS)
        bcnet_series_break(leg);
    teller->told = world->now;
    bcnet_world_add_sample(world, leg, values);
}

static void note_told(bcnet_world_t *world, bcnet_world_ship_t *ship)
{
    const bcnet_tap_motion_t *motion = world->records.message->facts->motion;

    if (motion && motion->has_cloak && motion->cloaked != ship->cloaked) {
        ship->cloaked = motion->cloaked;
        bcnet_world_add_step(world, ship->cloak, BCNET_NONE, ship->cloaked);
    }
    if (bcnet_teller_is_heard(&ship->is.teller, world->records.message, world->now))
        note_motion(world, ship, motion);
    bcnet_world_note_conditions(world, ship);
    bcnet_world_note_powers(world, ship);
}

/* ---- What becomes of it ---- */

static void note_birth(bcnet_world_t *world, bcnet_world_ship_t *ship, const bcnet_object_t *object)
{
    ship->set = bcnet_world_words(world, *object->set ? object->set : NULL);
    if (object->born.stamp == object->seen)
        bcnet_world_event(world, .kind = "ship", .ship = object, .of_owner = true);
}

static void note_entering(bcnet_world_t *world, bcnet_world_ship_t *ship, const bcnet_object_t *object)
{
    const char *entered = world->records.message->facts->entered, *set = bcnet_world_words(world, entered);

    if (!*entered || set == ship->set)
        return;
    ship->set = set;
    bcnet_world_event(world, .kind = "enter", .ship = object, .of_owner = true, .text = set);
}

/* The host tells every client of an end: the first telling counts. */
void bcnet_world_note_ships(bcnet_world_t *world)
{
    const bcnet_tap_facts_t *facts = world->records.message->facts;
    const bcnet_stamp_t      stamp = world->records.message->stamp;
    const bcnet_object_t    *object = facts->object;
    bcnet_world_ship_t      *ship = ship_in_hand(world);

    if (!ship)
        return;
    if (!bcnet_is_gone(object, stamp)) /* nothing is read by what was known of it then */
        note_layout(world, ship);
    if (facts->created && object->seen == stamp)
        note_birth(world, ship, object);
    if (bcnet_ship_is_told(facts, stamp))
        note_told(world, ship);
    if (facts->death && object->died.stamp == stamp)
        bcnet_world_event(world, .kind = "death", .ship = object, .player = object->killed_by, .has_amount = true,
                          .amount = (double)object->explosion);
    if (facts->removed && object->gone.stamp == stamp)
        bcnet_world_event(world, .kind = "removed", .ship = object);
    if (facts->entered)
        note_entering(world, ship, object);
}
