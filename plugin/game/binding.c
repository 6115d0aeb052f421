/* Which layout a ship has, and how that is known (protocol chapter 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/binding.h"

#include "game/ship-layouts.h"
#include "game/unseen-ships.h"

static bcnet_binding_t bound(bcnet_source_t source, const bcnet_layout_t *layout)
{
    return (bcnet_binding_t){ .source = source, .layout = layout, .names = layout->name };
}

/* A ship of a species that no layout describes, or none at all: naming it after another one would be wrong. */
static bcnet_binding_t unbound(const bcnet_object_ref_t *ship)
{
    return (bcnet_binding_t){ .source = BCNET_SOURCE_NONE, .object = ship->object };
}

static bcnet_binding_t bind_inferred(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_inference_t *finding = bcnet_unseen_ship_inference(msg, ship);

    if (!finding || finding->count == 0)
        return unbound(ship);
    return (bcnet_binding_t){
        .source = finding->state == BCNET_INFER_DECIDED ? BCNET_SOURCE_INFERRED : BCNET_SOURCE_PROVISIONAL,
        .layout = finding->layouts[0],
        .names = finding->names,
        .inference = finding,
    };
}

bcnet_binding_t bcnet_bind(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_layout_t *layout;

    if (bcnet_is_no_ship(ship))
        return unbound(ship);
    if (ship->object && ship->object->layout) {
        bcnet_binding_t binding = bound(BCNET_SOURCE_CREATED, ship->object->layout);
        binding.object = ship->object;
        return binding;
    }
    if ((layout = bcnet_layout_by_user(ship->id)) != NULL)
        return bound(BCNET_SOURCE_BY_USER, layout);
    if ((layout = bcnet_layout_users_default()) != NULL)
        return bound(BCNET_SOURCE_USERS_DEFAULT, layout);
    return ship->object ? unbound(ship) : bind_inferred(msg, ship);
}
