/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/objects.h"

#include "game/file-checks.h"
#include "game/ship-layouts.h"

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
    const bcnet_layout_t *refuted = object ? bcnet_refuted_layout(msg, object) : NULL;
    choice = choose(msg, ship, object && !refuted ? object->layout : NULL);
    choice.object = object;
    choice.refuted = refuted;
    if (is_doubtful(msg, &choice))
        choice.source = BCNET_SOURCE_PROVISIONAL;
    return choice;
}
