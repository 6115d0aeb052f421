/* The ships of the collected game: one for every life, where it flew, and what became of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

#include "game/object-words.h"
#include "game/players.h"

enum { WAY_WIDTH = 7 };

/* The forced position comes once in a second, the next message at the latest half a second later (90.7); what is
 * silent for longer was not told of. */
#define GAP_SECONDS 2.6
/* Another teller is listened to when the one before has been silent for so long. */
#define TELLER_SECONDS 1.6

/* x, y, z: a twentieth of a unit, some metres; bow: a degree; speed. */
static const float way_tolerances[WAY_WIDTH] = { 0.05f, 0.05f, 0.05f, 0.02f, 0.02f, 0.02f, 0.05f };

/* ---- Records ---- */

bcnet_world_ship_t *bcnet_world_ship(const bcnet_world_game_t *game, int place)
{
    return (bcnet_world_ship_t *)bcnet_world_at(game->ships, place);
}

static int ship_count(const bcnet_world_game_t *game)
{
    return (int)wmem_array_get_count(game->ships);
}

static bcnet_world_ship_t *newest_with_id(const bcnet_world_game_t *game, uint32_t object_id)
{
    return (bcnet_world_ship_t *)wmem_map_lookup(game->ship_of, GUINT_TO_POINTER(object_id));
}

static bcnet_world_ship_t *ship_new(const bcnet_world_input_t *input, uint32_t object_id, const bcnet_object_t *object)
{
    wmem_allocator_t   *pool = input->world->pool;
    bcnet_world_ship_t *ship = wmem_new0(pool, bcnet_world_ship_t);

    ship->object_id = object_id;
    ship->object = object;
    ship->layout_place = ship->player = ship->killer = ship->last_damage = BCNET_NONE;
    ship->first = ship->last = input->now;
    ship->first_frame = input->pinfo->num;
    ship->died = ship->gone = ship->next = -1.0;
    ship->fate = "there";
    ship->forward[1] = 1.0f;
    for (unsigned i = 0; i < array_length(ship->wanted); i++)
        ship->wanted[i] = BCNET_NONE;
    ship->legs = wmem_array_new(pool, sizeof(bcnet_leg_t));
    ship->states = wmem_array_new(pool, sizeof(bcnet_world_state_t));
    ship->power = wmem_array_new(pool, sizeof(bcnet_step_t));
    ship->cloak = wmem_array_new(pool, sizeof(bcnet_step_t));
    return ship;
}

/* ---- Lives ---- */

static bool is_there(const bcnet_world_ship_t *ship)
{
    return strcmp(ship->fate, "there") == 0;
}

static void end_object(const bcnet_world_input_t *input, bcnet_world_ship_t *ship, const char *fate)
{
    if (is_there(ship))
        ship->fate = fate;
    if (ship->gone < 0)
        ship->gone = input->now;
}

/* The player's last ship that died has a successor now, unless a new round began. */
static void note_respawn(const bcnet_world_input_t *input, const bcnet_world_ship_t *fresh)
{
    for (int place = ship_count(input->game) - 1; place-- > 0;) {
        bcnet_world_ship_t *ship = bcnet_world_ship(input->game, place);
        if (ship->player == BCNET_NONE || ship->player != fresh->player)
            continue;
        if (!ship->round_over && ship->died >= 0)
            ship->next = input->now;
        return;
    }
}

/* NULL when there are too many. */
static bcnet_world_ship_t *add_ship(const bcnet_world_input_t *input, uint32_t object_id, const bcnet_object_t *object)
{
    bcnet_world_game_t *game = input->game;

    if (!bcnet_world_has_room(input->world, wmem_array_get_count(game->ships), BCNET_WORLD_SHIPS))
        return NULL;
    bcnet_world_ship_t *ship = ship_new(input, object_id, object);
    ship->place = bcnet_world_append(game->ships, ship);
    wmem_map_insert(game->ship_of, GUINT_TO_POINTER(object_id), ship);
    if (object && object->player != BCNET_NO_ID)
        ship->player = bcnet_world_player_at(input, object->player);
    ship->born_here = object && object->born == input->message->stamp;
    if (ship->born_here)
        note_respawn(input, ship);
    return ship;
}

/* Every life is a ship of its own; so is one that nobody introduced, until a creation is seen for its id. */
static bcnet_world_ship_t *ship_of(const bcnet_world_input_t *input, uint32_t object_id, const bcnet_object_t *object)
{
    bcnet_world_ship_t *ship = newest_with_id(input->game, object_id);

    if (ship && (ship->object == object || bcnet_tap_is_late(object, ship->gone, input->now)))
        return ship;
    if (ship && is_there(ship))
        end_object(input, ship, "replaced");
    return add_ship(input, object_id, object);
}

/* ---- Ids ---- */

static bool in_same_slot(uint32_t one, uint32_t other)
{
    unsigned slot, other_slot;
    uint32_t serial;

    return bcnet_object_slot(one, &slot, &serial) && bcnet_object_slot(other, &other_slot, &serial) &&
           slot == other_slot;
}

/* The ship with the highest id not above it, if its list reaches so far (20.4). */
static const bcnet_world_ship_t *owner_of(const bcnet_world_game_t *game, uint32_t object_id)
{
    const bcnet_world_ship_t *best = NULL;

    for (int place = ship_count(game); place-- > 0;) {
        const bcnet_world_ship_t *ship = bcnet_world_ship(game, place);
        if (ship->object_id >= object_id || !ship->layout || newest_with_id(game, ship->object_id) != ship ||
            object_id - ship->object_id > ship->layout->object_count || !in_same_slot(ship->object_id, object_id))
            continue;
        if (!best || best->object_id < ship->object_id)
            best = ship;
    }
    return best;
}

bcnet_world_named_t bcnet_world_named(const bcnet_world_game_t *game, uint32_t object_id)
{
    bcnet_world_named_t       named = { .ship = BCNET_NONE, .class_id = BCNET_CLASS_COUNT };
    const bcnet_world_ship_t *ship = newest_with_id(game, object_id);
    const bcnet_subsystem_t  *entry;
    const bcnet_child_t      *child;

    if (!ship && object_id != BCNET_OBJECT_NONE && object_id != BCNET_OBJECT_DESTROYED) {
        ship = owner_of(game, object_id);
        if (ship && bcnet_layout_find_object(ship->layout, object_id - ship->object_id, &entry, &child)) {
            named.subsystem = child ? child->name : entry->name;
            named.class_id = child ? child->class_id : entry->class_id;
        }
    }
    if (ship)
        named.ship = ship->place;
    return named;
}

/* ---- What it is ---- */

static int place_of_layout(bcnet_world_game_t *game, const bcnet_layout_t *layout)
{
    const int count = (int)wmem_array_get_count(game->layouts);

    for (int place = 0; place < count; place++)
        if (bcnet_world_at(game->layouts, place) == layout)
            return place;
    return bcnet_world_append(game->layouts, (void *)layout);
}

static void identify_created(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_object_t *object = ship->object;

    if (ship->source == BCNET_SOURCE_CREATED)
        return;
    ship->source = BCNET_SOURCE_CREATED;
    bcnet_world_set_text(input->world, &ship->class_name, bcnet_species_name(object->species));
    if (object->player == BCNET_NO_ID && *object->name)
        bcnet_world_set_text(input->world, &ship->name, object->name);
    ship->layout = object->layout;
    if (ship->layout)
        ship->layout_place = place_of_layout(input->game, ship->layout);
}

/* Another answer to what the ship is: what was read with the one before means nothing. */
static void identify_other(const bcnet_world_input_t *input, bcnet_world_ship_t *ship,
                           const bcnet_layout_choice_t *choice)
{
    ship->source = choice->source;
    if (choice->names)
        bcnet_world_set_text(input->world, &ship->class_name, choice->names);
    if (!choice->layout || choice->layout == ship->layout)
        return;
    bcnet_world_forget_conditions(input->world, ship);
    ship->layout = choice->layout;
    ship->layout_place = place_of_layout(input->game, ship->layout);
}

static void identify(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_tap_message_t *message = input->message;

    if (ship->object)
        identify_created(input, ship);
    else if (!message->facts->choice.object)
        identify_other(input, ship, &message->facts->choice);
    /* A client writes only about its own ship (60.1). */
    if (ship->player == BCNET_NONE && !ship->object && !message->from_host)
        ship->player = bcnet_world_player_at(input, message->peer);
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

/* The ship's own client knows best and most often. Of the host's tellings to several players one is as good as the
 * other, but not a mixture of them. */
static bool is_listened_to(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_tap_message_t *message = input->message;
    const void                *teller = bcnet_tap_direction(message, message->from_host);

    if (ship->teller != teller && message->from_host && ship->teller && input->now - ship->told < TELLER_SECONDS)
        return false;
    if (ship->teller != teller)
        ship->told_clock = -INFINITY;
    ship->teller = teller;
    return true;
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
    if (input->now - ship->told > GAP_SECONDS)
        bcnet_series_break(leg);
    ship->told = input->now;
    bcnet_world_add_sample(input->world, leg, input->now, values);
}

static void note_update(const bcnet_world_input_t *input, bcnet_world_ship_t *ship)
{
    const bcnet_tap_motion_t *motion = input->message->facts->motion;

    ship->updates++;
    if (!motion || ship->gone >= 0)
        return;
    if (motion->has_cloak && motion->cloaked != ship->cloaked) {
        ship->cloaked = motion->cloaked;
        bcnet_world_add_step(input, ship->cloak, BCNET_NONE, ship->cloaked);
    }
    if (!is_listened_to(input, ship) || motion->clock < ship->told_clock)
        return;
    ship->told_clock = motion->clock;
    note_motion(input, ship, motion);
}

/* ---- What becomes of it ---- */

static void note_creation(const bcnet_world_input_t *input)
{
    const bcnet_tap_facts_t *facts = input->message->facts;
    const bcnet_object_t    *object = facts->created;

    if (!object || object->class_id != BCNET_CLASS_ID_SHIP)
        return;
    bcnet_world_ship_t *ship = ship_of(input, object->object_id, object);
    if (!ship)
        return;
    ship->last = input->now;
    identify(input, ship);
    if (object->born != input->message->stamp)
        return;
    ship->set = bcnet_world_words(input->world, *object->set ? object->set : NULL);
    if (facts->motion)
        note_motion(input, ship, facts->motion);
    bcnet_world_note_conditions(input, ship);
    bcnet_world_event(input, "ship", ship->place, BCNET_NONE, ship->player, BCNET_NO_AMOUNT, NULL);
}

static void note_state(const bcnet_world_input_t *input)
{
    const bcnet_tap_facts_t *facts = input->message->facts;

    if (facts->ship == BCNET_OBJECT_NONE)
        return;
    bcnet_world_ship_t *ship = ship_of(input, facts->ship, facts->choice.object);
    if (!ship)
        return;
    ship->last = input->now;
    identify(input, ship);
    note_update(input, ship);
    bcnet_world_note_conditions(input, ship);
    bcnet_world_note_powers(input, ship);
}

/* The host tells every client of a death: the first telling counts. */
static void note_death(const bcnet_world_input_t *input)
{
    const bcnet_tap_death_t *death = input->message->facts->death;

    if (!death || death->ship == BCNET_OBJECT_NONE || (death->object && death->object->class_id != BCNET_CLASS_ID_SHIP))
        return;
    bcnet_world_ship_t *ship = newest_with_id(input->game, death->ship);
    if (!ship)
        ship = add_ship(input, death->ship, death->object);
    if (!ship)
        return;
    if (ship->object)
        identify(input, ship);
    if (!is_there(ship))
        return;
    ship->fate = "died";
    ship->died = ship->last = input->now;
    ship->killer = death->killer > 0 ? bcnet_world_player_at(input, (uint32_t)death->killer) : BCNET_NONE;
    ship->lifetime = death->lifetime;
    bcnet_world_event(input, "death", ship->place, BCNET_NONE, ship->killer, (double)death->lifetime, NULL);
}

static void note_removal(const bcnet_world_input_t *input)
{
    const uint32_t      removed = input->message->facts->removed;
    bcnet_world_ship_t *ship = removed == BCNET_OBJECT_NONE ? NULL : newest_with_id(input->game, removed);

    if (!ship)
        return;
    if (ship->gone < 0)
        bcnet_world_event(input, "removed", ship->place, BCNET_NONE, BCNET_NONE, BCNET_NO_AMOUNT, NULL);
    end_object(input, ship, "deleted");
}

static void note_entering(const bcnet_world_input_t *input)
{
    const bcnet_tap_entering_t *entering = input->message->facts->entering;
    bcnet_world_ship_t         *ship = entering ? newest_with_id(input->game, entering->object) : NULL;

    if (!ship || !*entering->set)
        return;
    const char *set = bcnet_world_words(input->world, entering->set);
    if (set == ship->set)
        return;
    ship->set = set;
    bcnet_world_event(input, "enter", ship->place, BCNET_NONE, ship->player, BCNET_NO_AMOUNT, set);
}

/* A server that was started again, or 0x39: all its ships are gone (60.4). */
static void end_round(const bcnet_world_input_t *input)
{
    for (int place = 0; place < ship_count(input->game); place++) {
        bcnet_world_ship_t *ship = bcnet_world_ship(input->game, place);
        ship->round_over = true;
        if (is_there(ship))
            end_object(input, ship, "restart");
    }
}

void bcnet_world_note_ships(const bcnet_world_input_t *input)
{
    if (input->round_begins)
        end_round(input);
    note_creation(input);
    note_state(input);
    note_death(input);
    note_removal(input);
    note_entering(input);
}
