/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the number of a ship's species stands for, and which layout a ship has (60.4, 60.11). */
#include "game/objects.h"

#include "game/file-checks.h"
#include "game/ship-layouts.h"

/* ---- What a snapshot says ---- */

/* Of those that have the number: the stock one, or one of the user's. */
static const bcnet_layout_t *reader_of(const bcnet_layout_t *of_number, bool stock, const uint8_t *snapshot,
                                       unsigned there, unsigned length)
{
    const bcnet_layout_t *reader = NULL;

    for (; of_number && !reader; of_number = of_number->also)
        if (of_number->stock == stock && !of_number->unknown)
            reader = bcnet_snapshot_layout(of_number, snapshot, there, length);
    return reader;
}

void bcnet_judge_snapshot(bcnet_object_t *ship, const uint8_t *snapshot, unsigned there, unsigned length)
{
    bcnet_infer_t        *inference = bcnet_inference_in_force();
    const bcnet_layout_t *of_number = bcnet_layouts_by_species(bcnet_layouts_in_force(), ship->species);
    const bcnet_layout_t *users = bcnet_layout_users_default();

    ship->cut = there < length;
    ship->may_be_default = !of_number || (users && bcnet_snapshot_layout(users, snapshot, there, length));
    if (!of_number)
        return;
    ship->readers = bcnet_infer_readers(inference, ship->species, true, snapshot, there, length);
    if (!ship->readers || ship->readers->count == 1) { /* else it may be any of these */
        ship->readers = ship->cut ? NULL
                                  : bcnet_infer_readers(inference, ship->species, false, snapshot, there, length);
        ship->layout = reader_of(of_number, of_number->stock, snapshot, there, length);
        if (!ship->layout && !ship->readers) /* the capture may be one of the stock game */
            ship->layout = reader_of(of_number, true, snapshot, there, length);
        ship->refuted = ship->layout ? NULL : of_number;
    }
    /* How far the ids of its subsystems may go. */
    ship->reach = ship->layout ? ship->layout->object_count : 0;
    for (unsigned i = 0; !ship->layout && ship->readers && i < ship->readers->count; i++)
        ship->reach = MAX(ship->reach, ship->readers->layouts[i]->object_count);
}

/* ---- For the game ---- */

/* What holds of a number, of this evening. */
static const bcnet_layout_t *fact_of(const bcnet_msg_t *msg, wmem_map_t *facts, unsigned species, bcnet_stamp_t *since)
{
    const void *fact = bcnet_fact_under(facts, species, msg->stamp, since);

    return fact && *since >= bcnet_game_start(msg->game, msg->stamp) ? (const bcnet_layout_t *)fact : NULL;
}

static void note_number(const bcnet_msg_t *msg, const bcnet_object_t *ship, const bcnet_layout_t *before)
{
    const bcnet_layout_t    *layout = ship->refuted ? ship->refuted : before;
    const bcnet_inference_t *possible = bcnet_possible_layouts(msg);

    bcnet_keep_fact_under(&msg->game->refuted, ship->species, msg->stamp, (void *)ship->refuted);
    for (; layout; layout = layout->also)
        possible = bcnet_infer_put(bcnet_inference_in_force(), possible, layout, !ship->refuted);
    msg->game->possible = possible;
    msg->game->possible_since = msg->stamp;
    msg->answers->count = 0;
}

void bcnet_note_species(const bcnet_msg_t *msg, bcnet_object_t *object)
{
    bcnet_stamp_t since;

    if (!msg->may_learn || !object || object->taken || object->class_id != BCNET_CLASS_ID_SHIP)
        return;
    if (object->refuted && !fact_of(msg, msg->game->doubted, object->species, &since))
        bcnet_keep_fact_under(&msg->game->doubted, object->species, msg->stamp, (void *)object->refuted);
    object->taken = msg->from_host;
    if (!object->taken || !msg->game->doubted) /* nothing was contradicted */
        return;
    const bcnet_layout_t *before = fact_of(msg, msg->game->refuted, object->species, &since);
    if (before != object->refuted && (!before || object->seen > since))
        note_number(msg, object, before);
}

/* The layout of its number that an object is known not to have, as of the message; NULL: there is no such. */
static const bcnet_layout_t *refuted_layout(const bcnet_msg_t *msg, const bcnet_object_t *object)
{
    bcnet_stamp_t since;

    if (object->refuted || !object->layout || !msg->game)
        return object->refuted;
    return fact_of(msg, msg->game->refuted, object->species, &since);
}

bool bcnet_is_first_contradiction(const bcnet_msg_t *msg, unsigned species)
{
    bcnet_stamp_t since;

    return msg->game && fact_of(msg, msg->game->doubted, species, &since) && since == msg->stamp;
}

bool bcnet_is_to_be_inferred(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_object_t *object = ship->object;

    return !object || (object->readers && (!object->layout || refuted_layout(msg, object)));
}

const bcnet_inference_t *bcnet_possible_layouts(const bcnet_msg_t *msg)
{
    return msg->game->possible_since >= bcnet_game_start(msg->game, msg->stamp) ? msg->game->possible : NULL;
}

/* ---- The choice ---- */

static bcnet_layout_choice_t chosen(bcnet_source_t source, const bcnet_layout_t *layout)
{
    return (bcnet_layout_choice_t){ .source = source, .layout = layout, .names = layout->name };
}

static bcnet_layout_choice_t chosen_among(bcnet_source_t source, const bcnet_inference_t *inference)
{
    return (bcnet_layout_choice_t){
        .source = source, .layout = inference->layouts[0], .names = inference->names, .inference = inference
    };
}

/* A form that the host is not known to write makes all that is read with it provisional. */
static bcnet_layout_choice_t choose_inferred(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_inference_t *inference = bcnet_unseen_ship_inference(msg, ship);

    if (!inference || inference->count == 0)
        return (bcnet_layout_choice_t){ .source = BCNET_SOURCE_NONE };
    const bool sure = inference->state == BCNET_INFER_DECIDED && (!inference->dialect || bcnet_dialect_since(msg) != 0);
    return chosen_among(sure ? BCNET_SOURCE_INFERRED : BCNET_SOURCE_PROVISIONAL, inference);
}

/* `object`: its creation; NULL: it was not seen. `believed`: what that says. */
static bcnet_layout_choice_t choose(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship,
                                    const bcnet_layout_t *believed)
{
    const bcnet_object_t *object = ship->object;
    const bcnet_layout_t *layout;

    if (believed)
        return chosen(object->cut ? BCNET_SOURCE_PROVISIONAL : BCNET_SOURCE_CREATED, believed);
    if ((layout = bcnet_layout_by_user(ship->id)) != NULL)
        return chosen(BCNET_SOURCE_BY_USER, layout);
    if ((layout = bcnet_layout_users_default()) != NULL && (!object || object->may_be_default))
        return chosen(BCNET_SOURCE_USERS_DEFAULT, layout);
    if (object && object->readers && object->readers->state == BCNET_INFER_DECIDED)
        return chosen_among(object->cut ? BCNET_SOURCE_PROVISIONAL : BCNET_SOURCE_BY_USER, object->readers);
    return choose_inferred(msg, ship);
}

/* Where the game's table of ships is another than the stock one, nobody knows what its numbers stand for; nor where the user
 * has another ship of the number, and the table may be that one's. */
static bool is_doubtful(const bcnet_msg_t *msg, const bcnet_layout_choice_t *choice)
{
    if (!choice->layout || !choice->layout->stock || !msg->game ||
        (choice->source != BCNET_SOURCE_CREATED && choice->source != BCNET_SOURCE_INFERRED))
        return false;
    const bcnet_file_status_t status = bcnet_species_status(msg->game, BCNET_SPECIES_SHIPS, msg->stamp);
    if (status == BCNET_FILE_CHANGED || status == BCNET_FILE_STOCK)
        return status == BCNET_FILE_CHANGED;
    const bcnet_layout_t *first = bcnet_layouts_by_species(bcnet_layouts_in_force(), (unsigned)choice->layout->species);
    return first && !first->stock;
}

bcnet_layout_choice_t bcnet_choose_layout(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_object_t *object = ship->object;
    bcnet_layout_choice_t choice = { .source = BCNET_SOURCE_NONE, .object = object };

    if (bcnet_is_no_ship(ship))
        return choice;
    const bcnet_layout_t *refuted = object ? refuted_layout(msg, object) : NULL;
    choice = choose(msg, ship, object && !refuted ? object->layout : NULL);
    choice.object = object;
    choice.refuted = refuted;
    if (is_doubtful(msg, &choice))
        choice.source = BCNET_SOURCE_PROVISIONAL;
    return choice;
}
