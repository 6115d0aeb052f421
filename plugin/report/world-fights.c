/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shots, and what else happens to the ships of the collected game. */
#include "report/world-private.h"

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
