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
/* What clients write of a ship until they hear that it is gone is still about that ship. */
#define LATE_SECONDS 5.0

/* x, y, z: a twentieth of a unit, some metres; bow: a degree; speed. */
static const float way_tolerances[WAY_WIDTH] = { 0.05f, 0.05f, 0.05f, 0.02f, 0.02f, 0.02f, 0.05f };

/* ---- Records ---- */

static void free_legs(GArray *legs)
{
    for (guint i = 0; i < legs->len; i++)
        bcnet_series_free(g_array_index(legs, bcnet_leg_t, i).series);
    g_array_free(legs, TRUE);
}

void bcnet_world_ship_free(void *data)
{
    bcnet_world_ship_t *ship = (bcnet_world_ship_t *)data;

    free_legs(ship->legs);
    g_hash_table_destroy(ship->state_of);
    g_ptr_array_free(ship->states, TRUE);
    g_array_free(ship->power, TRUE);
    g_array_free(ship->cloak, TRUE);
    g_free(ship->class_name);
    g_free(ship->name);
    g_free(ship);
}

bcnet_world_ship_t *bcnet_world_ship(const bcnet_world_game_t *game, int place)
{
    return (bcnet_world_ship_t *)game->ships->pdata[place];
}

static int newest_with_id(const bcnet_world_game_t *game, uint32_t object_id)
{
    return GPOINTER_TO_INT(g_hash_table_lookup(game->ship_of, GUINT_TO_POINTER(object_id))) - 1;
}

static void free_state(void *data)
{
    bcnet_world_state_t *state = (bcnet_world_state_t *)data;

    bcnet_series_free(state->series);
    g_free(state);
}

static bcnet_world_ship_t *ship_new(const bcnet_telling_t *telling, uint32_t object_id, const bcnet_life_t *life)
{
    bcnet_world_ship_t *ship = g_new0(bcnet_world_ship_t, 1);

    ship->object_id = object_id;
    ship->life = life;
    ship->layout_place = ship->player = ship->killer = ship->last_damage = BCNET_NONE;
    ship->first = ship->last = telling->now;
    ship->first_frame = telling->pinfo->num;
    ship->died = ship->gone = ship->next = -1.0;
    ship->fate = "there";
    ship->forward[1] = 1.0f;
    for (unsigned i = 0; i < array_length(ship->wanted); i++)
        ship->wanted[i] = BCNET_NONE;
    ship->legs = g_array_new(FALSE, FALSE, sizeof(bcnet_leg_t));
    ship->states = g_ptr_array_new_with_free_func(free_state);
    ship->state_of = g_hash_table_new(g_direct_hash, g_direct_equal);
    ship->power = g_array_new(FALSE, FALSE, sizeof(bcnet_power_step_t));
    ship->cloak = g_array_new(FALSE, FALSE, sizeof(bcnet_cloak_step_t));
    return ship;
}

/* ---- Lives ---- */

static bool is_there(const bcnet_world_ship_t *ship)
{
    return strcmp(ship->fate, "there") == 0;
}

static void end_life(const bcnet_telling_t *telling, bcnet_world_ship_t *ship, const char *fate)
{
    if (is_there(ship))
        ship->fate = fate;
    if (ship->gone < 0)
        ship->gone = telling->now;
}

/* The player's last ship that died has a successor now, unless a new round began. */
static void note_respawn(const bcnet_telling_t *telling, const bcnet_world_ship_t *fresh)
{
    for (int place = (int)telling->game->ships->len - 1; place-- > 0;) {
        bcnet_world_ship_t *ship = bcnet_world_ship(telling->game, place);
        if (ship->player == BCNET_NONE || ship->player != fresh->player)
            continue;
        if (!ship->round_over && ship->died >= 0)
            ship->next = telling->now;
        return;
    }
}

static int add_ship(const bcnet_telling_t *telling, uint32_t object_id, const bcnet_life_t *life)
{
    bcnet_world_game_t *game = telling->game;

    if (game->ships->len >= BCNET_WORLD_SHIPS) {
        telling->world->left_out++;
        return BCNET_NONE;
    }
    bcnet_world_ship_t *ship = ship_new(telling, object_id, life);
    g_ptr_array_add(game->ships, ship);
    g_hash_table_insert(game->ship_of, GUINT_TO_POINTER(object_id), GUINT_TO_POINTER(game->ships->len));
    if (life && life->player != BCNET_NO_ID)
        ship->player = bcnet_world_player_at(game, life->player);
    ship->born_here = life && life->born == telling->message->stamp;
    if (ship->born_here)
        note_respawn(telling, ship);
    return (int)game->ships->len - 1;
}

static bool is_late(const bcnet_telling_t *telling, const bcnet_world_ship_t *ship, const bcnet_life_t *life)
{
    return !life && ship->gone >= 0 && telling->now - ship->gone < LATE_SECONDS;
}

/* Every life is a ship of its own; so is one that nobody introduced, until a creation is seen for its id. */
static int place_of(const bcnet_telling_t *telling, uint32_t object_id, const bcnet_life_t *life)
{
    const int           place = newest_with_id(telling->game, object_id);
    bcnet_world_ship_t *ship = place == BCNET_NONE ? NULL : bcnet_world_ship(telling->game, place);

    if (ship && (ship->life == life || is_late(telling, ship, life)))
        return place;
    if (ship && is_there(ship))
        end_life(telling, ship, "replaced");
    return add_ship(telling, object_id, life);
}

/* ---- Ids ---- */

static int in_same_slot(uint32_t one, uint32_t other)
{
    unsigned slot, other_slot;
    uint32_t serial;

    return bcnet_object_slot(one, &slot, &serial) && bcnet_object_slot(other, &other_slot, &serial) &&
           slot == other_slot;
}

/* The ship with the highest id not above it, if its list reaches so far (20.4). */
static int owner_of(const bcnet_world_game_t *game, uint32_t object_id)
{
    int best = BCNET_NONE;

    for (int place = (int)game->ships->len; place-- > 0;) {
        const bcnet_world_ship_t *ship = bcnet_world_ship(game, place);
        if (ship->object_id >= object_id || !ship->layout || newest_with_id(game, ship->object_id) != place ||
            object_id - ship->object_id > ship->layout->object_count || !in_same_slot(ship->object_id, object_id))
            continue;
        if (best == BCNET_NONE || bcnet_world_ship(game, best)->object_id < ship->object_id)
            best = place;
    }
    return best;
}

int bcnet_world_ship_at(const bcnet_world_game_t *game, uint32_t object_id, const char **subsystem,
                        bcnet_class_t *class_id)
{
    const bcnet_subsystem_t *entry;
    const bcnet_child_t     *child;
    int                      place = newest_with_id(game, object_id);

    if (subsystem)
        *subsystem = NULL;
    if (class_id)
        *class_id = BCNET_CLASS_COUNT;
    if (place != BCNET_NONE || object_id == BCNET_OBJECT_NONE || object_id == BCNET_OBJECT_DESTROYED)
        return place;
    place = owner_of(game, object_id);
    if (place == BCNET_NONE)
        return place;
    const bcnet_world_ship_t *ship = bcnet_world_ship(game, place);
    if (!bcnet_layout_find_object(ship->layout, object_id - ship->object_id, &entry, &child))
        return place;
    if (subsystem)
        *subsystem = child ? child->name : entry->name;
    if (class_id)
        *class_id = child ? child->class_id : entry->class_id;
    return place;
}

/* ---- What it is ---- */

static int place_of_layout(bcnet_world_game_t *game, const bcnet_layout_t *layout)
{
    guint place;

    if (!g_ptr_array_find(game->layouts, layout, &place)) {
        place = game->layouts->len;
        g_ptr_array_add(game->layouts, (gpointer)layout);
    }
    return (int)place;
}

static void name_class(bcnet_world_ship_t *ship, const char *name)
{
    if (g_strcmp0(ship->class_name, name) == 0)
        return;
    g_free(ship->class_name);
    ship->class_name = g_strdup(name);
}

static void identify_created(bcnet_world_game_t *game, bcnet_world_ship_t *ship)
{
    const bcnet_life_t *life = ship->life;

    if (ship->source == BCNET_SOURCE_CREATED)
        return;
    ship->source = BCNET_SOURCE_CREATED;
    name_class(ship, bcnet_species_name(life->species));
    if (life->player == BCNET_NO_ID && *life->name)
        ship->name = g_strdup(life->name);
    ship->layout = life->layout;
    if (ship->layout)
        ship->layout_place = place_of_layout(game, ship->layout);
}

/* Another answer to what the ship is: what was read with the one before means nothing. */
static void identify_other(bcnet_world_game_t *game, bcnet_world_ship_t *ship, const bcnet_binding_t *binding)
{
    ship->source = binding->source;
    if (binding->names)
        name_class(ship, binding->names);
    if (!binding->layout || binding->layout == ship->layout)
        return;
    bcnet_world_forget_conditions(ship);
    ship->layout = binding->layout;
    ship->layout_place = place_of_layout(game, ship->layout);
}

static void identify(const bcnet_telling_t *telling, bcnet_world_ship_t *ship)
{
    const bcnet_tap_message_t *message = telling->message;

    if (ship->life)
        identify_created(telling->game, ship);
    else if (!message->facts->binding.life)
        identify_other(telling->game, ship, &message->facts->binding);
    /* A client writes only about its own ship (60.1). */
    if (ship->player == BCNET_NONE && !ship->life && !message->from_host)
        ship->player = bcnet_world_player_at(telling->game, message->peer);
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

static bcnet_series_t *leg_of(bcnet_world_ship_t *ship)
{
    const guint count = ship->legs->len;

    if (count > 0 && g_array_index(ship->legs, bcnet_leg_t, count - 1).set == ship->set)
        return g_array_index(ship->legs, bcnet_leg_t, count - 1).series;
    const bcnet_leg_t leg = { .set = ship->set, .series = bcnet_series_new(WAY_WIDTH, way_tolerances) };
    g_array_append_val(ship->legs, leg);
    return leg.series;
}

/* The ship's own client knows best and most often. Of the host's tellings to several players one is as good as the
 * other, but not a mixture of them. */
static bool is_listened_to(const bcnet_telling_t *telling, bcnet_world_ship_t *ship)
{
    const bcnet_tap_message_t *message = telling->message;
    const void                *teller = (const char *)message->link + (message->from_host ? 1 : 0);

    if (ship->teller != teller && message->from_host && ship->teller && telling->now - ship->told < TELLER_SECONDS)
        return false;
    if (ship->teller != teller)
        ship->told_clock = -INFINITY;
    ship->teller = teller;
    return true;
}

static void note_motion(const bcnet_telling_t *telling, bcnet_world_ship_t *ship, const bcnet_motion_fact_t *motion)
{
    if (motion->has_forward)
        memcpy(ship->forward, motion->forward, sizeof ship->forward);
    if (motion->has_speed && is_sane(&motion->speed, 1))
        ship->speed = motion->speed;
    if (!motion->has_position || !is_sane(motion->position, 3))
        return;
    const float values[WAY_WIDTH] = { motion->position[0], motion->position[1], motion->position[2], ship->forward[0],
                                      ship->forward[1],    ship->forward[2],    ship->speed };
    bcnet_series_t *leg = leg_of(ship);
    if (telling->now - ship->told > GAP_SECONDS)
        bcnet_series_break(leg);
    ship->told = telling->now;
    bcnet_world_add_sample(telling->world, leg, telling->now, values, WAY_WIDTH);
}

static void note_cloak(const bcnet_telling_t *telling, bcnet_world_ship_t *ship, bool cloaked)
{
    const guint              count = ship->cloak->len;
    const bool               before = count > 0 && g_array_index(ship->cloak, bcnet_cloak_step_t, count - 1).cloaked;
    const bcnet_cloak_step_t step = { .time = telling->now, .cloaked = cloaked };

    if (before != cloaked && !telling->world->full) {
        g_array_append_val(ship->cloak, step);
        telling->world->values += 2;
    }
}

static void note_update(const bcnet_telling_t *telling, bcnet_world_ship_t *ship)
{
    const bcnet_motion_fact_t *motion = telling->message->facts->motion;

    ship->updates++;
    if (!motion || ship->gone >= 0)
        return;
    if (motion->has_cloak)
        note_cloak(telling, ship, motion->cloaked);
    if (!is_listened_to(telling, ship) || motion->clock < ship->told_clock)
        return;
    ship->told_clock = motion->clock;
    note_motion(telling, ship, motion);
}

/* ---- What becomes of it ---- */

static void note_creation(const bcnet_telling_t *telling)
{
    const bcnet_facts_t *facts = telling->message->facts;
    const bcnet_life_t  *life = facts->created;

    if (!life || life->class_id != BCNET_CLASS_ID_SHIP)
        return;
    const int place = place_of(telling, life->object_id, life);
    if (place == BCNET_NONE)
        return;
    bcnet_world_ship_t *ship = bcnet_world_ship(telling->game, place);
    ship->last = telling->now;
    identify(telling, ship);
    if (life->born != telling->message->stamp)
        return;
    ship->set = bcnet_world_words(telling->world, *life->set ? life->set : NULL);
    if (facts->motion)
        note_motion(telling, ship, facts->motion);
    bcnet_world_note_conditions(telling, place);
    bcnet_world_event(telling, "ship", place, BCNET_NONE, ship->player, BCNET_NO_AMOUNT, NULL);
}

static void note_state(const bcnet_telling_t *telling)
{
    const bcnet_facts_t *facts = telling->message->facts;

    if (facts->ship == BCNET_OBJECT_NONE)
        return;
    const int place = place_of(telling, facts->ship, facts->binding.life);
    if (place == BCNET_NONE)
        return;
    bcnet_world_ship_t *ship = bcnet_world_ship(telling->game, place);
    ship->last = telling->now;
    identify(telling, ship);
    note_update(telling, ship);
    bcnet_world_note_conditions(telling, place);
    bcnet_world_note_powers(telling, ship);
}

/* The host tells every client of a death: the first telling counts. */
static void note_death(const bcnet_telling_t *telling)
{
    const bcnet_death_fact_t *death = telling->message->facts->death;

    if (!death || death->ship == BCNET_OBJECT_NONE || (death->life && death->life->class_id != BCNET_CLASS_ID_SHIP))
        return;
    int place = newest_with_id(telling->game, death->ship);
    if (place == BCNET_NONE)
        place = add_ship(telling, death->ship, death->life);
    if (place == BCNET_NONE)
        return;
    bcnet_world_ship_t *ship = bcnet_world_ship(telling->game, place);
    if (ship->life)
        identify(telling, ship);
    if (!is_there(ship))
        return;
    ship->fate = "died";
    ship->died = ship->last = telling->now;
    ship->killer = death->killer > 0 ? bcnet_world_player_at(telling->game, (uint32_t)death->killer) : BCNET_NONE;
    ship->lifetime = death->lifetime;
    bcnet_world_event(telling, "death", place, BCNET_NONE, ship->killer, (double)death->lifetime, NULL);
}

static void note_removal(const bcnet_telling_t *telling)
{
    const uint32_t removed = telling->message->facts->removed;
    const int      place = removed == BCNET_OBJECT_NONE ? BCNET_NONE : newest_with_id(telling->game, removed);

    if (place == BCNET_NONE)
        return;
    bcnet_world_ship_t *ship = bcnet_world_ship(telling->game, place);
    if (ship->gone < 0)
        bcnet_world_event(telling, "removed", place, BCNET_NONE, BCNET_NONE, BCNET_NO_AMOUNT, NULL);
    end_life(telling, ship, "deleted");
}

static void note_entering(const bcnet_telling_t *telling)
{
    const bcnet_entering_fact_t *entering = telling->message->facts->entering;
    const int                    place = entering ? newest_with_id(telling->game, entering->object) : BCNET_NONE;

    if (place == BCNET_NONE || !*entering->set)
        return;
    bcnet_world_ship_t *ship = bcnet_world_ship(telling->game, place);
    const char         *set = bcnet_world_words(telling->world, entering->set);
    if (set == ship->set)
        return;
    ship->set = set;
    bcnet_world_event(telling, "enter", place, BCNET_NONE, ship->player, BCNET_NO_AMOUNT, set);
}

/* A server that was started again, or 0x39: all its ships are gone (60.4). */
static void end_round(const bcnet_telling_t *telling)
{
    for (int place = 0; place < (int)telling->game->ships->len; place++) {
        bcnet_world_ship_t *ship = bcnet_world_ship(telling->game, place);
        ship->round_over = true;
        if (is_there(ship))
            end_life(telling, ship, "restart");
    }
}

void bcnet_world_note_ships(const bcnet_telling_t *telling)
{
    if (telling->round_begins)
        end_round(telling);
    note_creation(telling);
    note_state(telling);
    note_death(telling);
    note_removal(telling);
    note_entering(telling);
}
