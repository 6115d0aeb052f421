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

/* ---- Records ---- */

/* NULL when there are too many. */
static bcnet_world_ship_t *ship_of(const bcnet_world_input_t *input, const bcnet_object_t *object)
{
    wmem_allocator_t   *pool = input->world->pool;
    bcnet_world_ship_t *ship = (bcnet_world_ship_t *)bcnet_world_record(input->world, &input->game->ships, object,
                                                                        sizeof *ship, BCNET_WORLD_SHIPS);

    if (!ship || ship->object)
        return ship;
    ship->object = object;
    ship->layout_place = ship->last_damage = BCNET_NONE;
    ship->first = ship->last = input->now;
    ship->first_frame = input->pinfo->num;
    ship->forward[1] = 1.0f;
    for (unsigned i = 0; i < array_length(ship->wanted); i++)
        ship->wanted[i] = BCNET_NONE;
    ship->legs = wmem_array_new(pool, sizeof(bcnet_leg_t));
    bcnet_health_begin(&ship->health, pool);
    ship->power = wmem_array_new(pool, sizeof(bcnet_step_t));
    ship->cloak = wmem_array_new(pool, sizeof(bcnet_step_t));
    return ship;
}

/* ---- What it is ---- */

static int place_of_layout(bcnet_world_game_t *game, const bcnet_layout_t *layout)
{
    unsigned place = 0;

    while (place < wmem_array_get_count(game->layouts) && bcnet_world_at(game->layouts, place) != layout)
        place++;
    if (place == wmem_array_get_count(game->layouts))
        wmem_array_append_one(game->layouts, layout);
    return (int)place;
}

static void identify(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_object_t        *object = ship->object;
    const bcnet_layout_choice_t *choice = &input->message->facts->choice;

    ship->source = bcnet_class_source(choice);
    if (choice->names || choice->object)
        ship->class_name = bcnet_world_words(input->world, bcnet_class_words(choice));
    if (choice->layout && choice->layout != ship->layout) {
        ship->layout = choice->layout;
        ship->layout_place = place_of_layout(input->game, ship->layout);
    }
    if (object->owner && !ship->player)
        ship->player = bcnet_world_player_of(input->game, object->owner);
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

static void note_motion(const bcnet_world_input_t *input, bcnet_world_ship_t *ship, const bcnet_tap_motion_t *motion)
{
    if (motion->has_forward)
        memcpy(ship->forward, motion->forward, sizeof ship->forward);
    if (motion->has_speed && is_sane(&motion->speed, 1))
        ship->speed = motion->speed;
    if (!motion->has_position || !is_sane(motion->position, 3))
        return;
    const float values[WAY_WIDTH] = { motion->position[0], motion->position[1], motion->position[2], ship->forward[0],
                                      ship->forward[1],    ship->forward[2],    ship->speed };
    bcnet_series_t *leg = leg_of(input->world, ship);
    if (input->now - ship->teller.told > GAP_SECONDS)
        bcnet_series_break(leg);
    ship->teller.told = input->now;
    bcnet_world_add_sample(input->world, leg, input->now, values);
}

static void note_update(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_tap_motion_t *motion = input->message->facts->motion;

    ship->updates++;
    if (!motion || bcnet_is_gone(ship->object, input->message->stamp))
        return;
    if (motion->has_cloak && motion->cloaked != ship->cloaked) {
        ship->cloaked = motion->cloaked;
        bcnet_world_add_step(input, ship->cloak, BCNET_NONE, ship->cloaked);
    }
    if (bcnet_teller_is_heard(&ship->teller, input->message, input->now))
        note_motion(input, ship, motion);
}

/* ---- What becomes of it ---- */

static void note_birth(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const char *set = ship->object->set;

    ship->set = bcnet_world_words(input->world, *set ? set : NULL);
    if (input->message->facts->motion)
        note_motion(input, ship, input->message->facts->motion);
    bcnet_world_note_conditions(input, ship);
    if (ship->object->born.stamp == input->message->stamp)
        bcnet_world_event(input, .kind = "ship", .ship = ship, .player = ship->player);
}

/* The host tells every client of a death: the first telling counts. */
static void note_death(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_object_t *object = ship->object;

    if (object->died.stamp != input->message->stamp)
        return;
    ship->last = input->now;
    bcnet_world_event(input, .kind = "death", .ship = ship,
                      .player = bcnet_world_player_of(input->game, object->killed_by), .has_amount = true,
                      .amount = (double)object->explosion);
}

static void note_entering(const bcnet_world_input_t *input, bcnet_world_ship_t *ship, const char *entered)
{
    const char *set = bcnet_world_words(input->world, entered);

    if (!*entered || set == ship->set)
        return;
    ship->set = set;
    bcnet_world_event(input, .kind = "enter", .ship = ship, .player = ship->player, .text = set);
}

static void note_told(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_tap_facts_t *facts = input->message->facts;

    ship->last = input->now;
    if (facts->ship != BCNET_OBJECT_NONE) {
        note_update(input, ship);
        bcnet_world_note_conditions(input, ship);
        bcnet_world_note_powers(input, ship);
    } else if (ship->object->seen == input->message->stamp) {
        ship->born_here = true;
        note_birth(input, ship);
    }
}

void bcnet_world_note_ships(const bcnet_world_input_t *input)
{
    const bcnet_tap_facts_t *facts = input->message->facts;
    const bcnet_object_t    *object = facts->object;
    bcnet_world_ship_t *ship = object && object->class_id != BCNET_CLASS_ID_TORPEDO ? ship_of(input, object) : NULL;

    if (!ship)
        return;
    if (!bcnet_is_gone(object, input->message->stamp)) /* nothing is read by what was known of it then */
        identify(input, ship);
    if (facts->created || facts->ship != BCNET_OBJECT_NONE)
        note_told(input, ship);
    if (facts->death)
        note_death(input, ship);
    if (facts->removed && object->gone.stamp == input->message->stamp)
        bcnet_world_event(input, .kind = "removed", .ship = ship);
    if (facts->entered)
        note_entering(input, ship, facts->entered);
}
