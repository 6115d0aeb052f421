/* Shots, and what else happens to the ships of the collected game.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

#include "game/players.h"

/* How long a shot may still be the reason when a ship's condition falls: flight, and the host's telling of all
 * conditions in turn (60.2). */
#define TORPEDO_SECONDS 8.0
#define PULSE_SECONDS 5.0
#define BEAM_SECONDS 2.0
/* No beam lasts that long: its end was lost. */
#define LONGEST_BEAM 30.0

/* ---- Who fires at whom ---- */

int bcnet_world_attacker_of(const bcnet_world_ship_t *ship, double now)
{
    int found = BCNET_NONE;

    for (unsigned i = 0; i < BCNET_ATTACKERS; i++) {
        const bcnet_attacker_t *attacker = &ship->attackers[i];
        if (attacker->until < now || attacker->until == 0)
            continue;
        if (found != BCNET_NONE && found != attacker->player)
            return BCNET_SEVERAL;
        found = attacker->player;
    }
    return found;
}

/* Takes the place of the one who is over longest. */
static void note_attacker(bcnet_world_ship_t *target, int player, uint32_t weapon, double until)
{
    bcnet_attacker_t *place = &target->attackers[0];

    for (unsigned i = 0; i < BCNET_ATTACKERS; i++) {
        bcnet_attacker_t *attacker = &target->attackers[i];
        if (attacker->until > 0 && attacker->player == player && attacker->weapon == weapon) {
            attacker->until = MAX(attacker->until, until);
            return;
        }
        if (attacker->until < place->until)
            place = attacker;
    }
    place->player = player;
    place->weapon = weapon;
    place->until = until;
}

static void end_attack(bcnet_world_ship_t *target, uint32_t weapon, double until)
{
    for (unsigned i = 0; i < BCNET_ATTACKERS; i++)
        if (target->attackers[i].weapon == weapon)
            target->attackers[i].until = MIN(target->attackers[i].until, until);
}

/* ---- Shots ---- */

static const char *kind_words(bcnet_shot_t kind, bcnet_class_t weapon)
{
    if (kind == BCNET_SHOT_TORPEDO)
        return "torpedo";
    if (kind == BCNET_SHOT_PULSE)
        return "pulse";
    switch (weapon) {
    case BCNET_CLASS_PHASER_SYSTEM:
        return "phaser";
    case BCNET_CLASS_TRACTOR_SYSTEM:
        return "tractor";
    default:
        return "beam";
    }
}

/* The newest shot of a beam that has no end yet. */
static bcnet_world_shot_t *beam_of(const bcnet_world_game_t *game, uint32_t weapon, double now)
{
    const guint looked_at = 200, count = wmem_array_get_count(game->shots);

    for (guint i = count; i-- > 0 && count - i <= looked_at;) {
        bcnet_world_shot_t *shot = (bcnet_world_shot_t *)wmem_array_index(game->shots, i);
        if (shot->weapon_id == weapon && shot->until < 0 && now - shot->time < LONGEST_BEAM)
            return shot;
    }
    return NULL;
}

static bool keep_shot(const bcnet_world_input_t *input, const bcnet_world_shot_t *shot)
{
    if (!bcnet_world_has_room(input->world, input->world->shots, BCNET_WORLD_SHOTS))
        return false;
    input->world->shots++;
    wmem_array_append(input->game->shots, shot, 1);
    return true;
}

static void end_beam(const bcnet_world_input_t *input, uint32_t weapon)
{
    bcnet_world_shot_t *beam = beam_of(input->game, weapon, input->now);

    if (!beam)
        return;
    beam->until = input->now;
    if (beam->target != BCNET_NONE)
        end_attack(bcnet_world_ship(input->game, beam->target), weapon, input->now + BEAM_SECONDS);
}

static void note_hostility(const bcnet_world_input_t *input, const bcnet_world_shot_t *shot, bcnet_shot_t kind)
{
    const double lasts = kind == BCNET_SHOT_TORPEDO ? TORPEDO_SECONDS
                       : kind == BCNET_SHOT_PULSE   ? PULSE_SECONDS
                                                    : LONGEST_BEAM;

    if (shot->target == BCNET_NONE || shot->target == shot->ship)
        return;
    note_attacker(bcnet_world_ship(input->game, shot->target), shot->player,
                  kind == BCNET_SHOT_BEAM ? shot->weapon_id : 0, input->now + lasts);
}

static void note_shot(const bcnet_world_input_t *input, const bcnet_tap_shot_t *fact)
{
    if (fact->kind == BCNET_SHOT_BEAM_END) {
        end_beam(input, fact->weapon);
        return;
    }
    const bcnet_world_named_t weapon = bcnet_world_named(input->game, fact->weapon);
    bcnet_world_shot_t        shot = {
               .time = input->now,
               .until = -1.0,
               .kind = kind_words(fact->kind, weapon.class_id),
               .weapon = bcnet_world_words(input->world, weapon.subsystem),
               .weapon_id = fact->weapon,
               .frame = input->pinfo->num,
               .ship = weapon.ship,
               .target = bcnet_world_named(input->game, fact->target).ship,
               .player = fact->player == BCNET_NO_ID ? BCNET_NONE : bcnet_world_player_at(input, fact->player),
    };
    if (shot.player == BCNET_NONE && shot.ship != BCNET_NONE)
        shot.player = bcnet_world_ship(input->game, shot.ship)->player;
    const bcnet_world_shot_t *on = fact->kind == BCNET_SHOT_BEAM ? beam_of(input->game, fact->weapon, input->now)
                                                                 : NULL;
    if (on && on->target == shot.target) /* stock clients send the start of a beam twice (50.4) */
        return;
    if (on)
        end_beam(input, fact->weapon);
    if (keep_shot(input, &shot))
        note_hostility(input, &shot, fact->kind);
}

/* ---- Other events ---- */

/* What happens to a subsystem. */
static void note_part(const bcnet_world_input_t *input, const char *kind, uint32_t object_id)
{
    const bcnet_world_named_t part = bcnet_world_named(input->game, object_id);

    if (part.subsystem)
        bcnet_world_event(input, kind, part.ship, BCNET_NONE, BCNET_NONE, BCNET_NO_AMOUNT, part.subsystem);
}

static void note_switch(const bcnet_world_input_t *input, const bcnet_tap_event_t *event)
{
    const bcnet_world_named_t what = bcnet_world_named(input->game, event->destination);
    const bool                on = event->value != 0;

    if (what.class_id == BCNET_CLASS_CLOAK)
        bcnet_world_event(input, on ? "cloak" : "decloak", what.ship, BCNET_NONE, BCNET_NONE, BCNET_NO_AMOUNT, NULL);
    else
        note_part(input, on ? "on" : "off", event->destination);
}

static void note_ship(const bcnet_world_input_t *input, const char *kind, const bcnet_tap_event_t *event, double amount,
                      const char *text)
{
    const int ship = bcnet_world_named(input->game, event->destination).ship;

    if (ship != BCNET_NONE)
        bcnet_world_event(input, kind, ship, bcnet_world_named(input->game, event->source).ship, BCNET_NONE, amount,
                          text);
}

static void note_event(const bcnet_world_input_t *input, const bcnet_tap_event_t *event)
{
    switch (event->code) { /* (50.14) */
    case 0x008000DD: /* a subsystem is switched */
        note_switch(input, event);
        break;
    case 0x008000DF:
        note_part(input, "needs_repair", event->source);
        break;
    case 0x00800074:
        note_part(input, "repaired", event->object);
        break;
    case 0x00800075:
        note_part(input, "beyond_repair", event->object);
        break;
    case 0x00800050:
        note_ship(input, "collision", event, (double)event->amount, NULL);
        break;
    case 0x008000EC:
        note_ship(input, "warp", event, BCNET_NO_AMOUNT, event->set);
        break;
    case 0x008000E0:
        note_ship(input, "phaser_level", event, event->value, NULL);
        break;
    case 0x008000FE:
        note_ship(input, "torpedo_type", event, event->value, NULL);
        break;
    }
}

void bcnet_world_note_fights(const bcnet_world_input_t *input)
{
    const bcnet_tap_facts_t *facts = input->message->facts;

    if (!input->is_original)
        return;
    if (facts->shot)
        note_shot(input, facts->shot);
    if (facts->event)
        note_event(input, facts->event);
}
