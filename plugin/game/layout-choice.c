/* Which layout a ship has, and how that is known (protocol chapter 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/layout-choice.h"

#include "game/ship-layouts.h"
#include "game/unseen-ships.h"

static bcnet_layout_choice_t chosen(bcnet_source_t source, const bcnet_layout_t *layout)
{
    return (bcnet_layout_choice_t){ .source = source, .layout = layout, .names = layout->name };
}

/* A ship of a species that no layout describes, or none at all: naming it after another one would be wrong. */
static bcnet_layout_choice_t not_chosen(const bcnet_object_ref_t *ship)
{
    return (bcnet_layout_choice_t){ .source = BCNET_SOURCE_NONE, .object = ship->object };
}

static bcnet_layout_choice_t choose_inferred(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_inference_t *inference = bcnet_unseen_ship_inference(msg, ship);

    if (!inference || inference->count == 0)
        return not_chosen(ship);
    return (bcnet_layout_choice_t){
        .source = inference->state == BCNET_INFER_DECIDED ? BCNET_SOURCE_INFERRED : BCNET_SOURCE_PROVISIONAL,
        .layout = inference->layouts[0],
        .names = inference->names,
        .inference = inference,
    };
}

bcnet_layout_choice_t bcnet_choose_layout(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_layout_t *layout;

    if (bcnet_is_no_ship(ship))
        return not_chosen(ship);
    if (ship->object && ship->object->layout) {
        bcnet_layout_choice_t choice = chosen(BCNET_SOURCE_CREATED, ship->object->layout);
        choice.object = ship->object;
        return choice;
    }
    if ((layout = bcnet_layout_by_user(ship->id)) != NULL)
        return chosen(BCNET_SOURCE_BY_USER, layout);
    if ((layout = bcnet_layout_users_default()) != NULL)
        return chosen(BCNET_SOURCE_USERS_DEFAULT, layout);
    return ship->object ? not_chosen(ship) : choose_inferred(msg, ship);
}
