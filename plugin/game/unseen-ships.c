/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/objects.h"

#include "game/stays.h"
#include "game/ship-layouts.h"

typedef struct bcnet_unseen_ship {
    uint32_t                 object_id;
    bool                     not_default; /* its snapshot contradicts the user's default layout */
    const bcnet_inference_t *possible; /* what it can be, apart from what was observed; NULL: anything */
    bcnet_infer_object_t    *object;
    bcnet_timeline_t        *inferences; /* of bcnet_inference_t, one per change; NULL where it begins anew */
    bcnet_timeline_t        *players; /* network ids of its player, as GUINT_TO_POINTER */
} bcnet_unseen_ship_t;

/* How many objects below an id are tried for its owner. */
enum { OWNER_STEPS = 32 };

/* NULL: nothing was observed of it, or nothing needs to be. */
static bcnet_unseen_ship_t *unseen_in(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    return bcnet_is_to_be_inferred(msg, ship) && ship->any ? ship->any->unseen : NULL;
}

static void observe_player(bcnet_msg_t *msg, bcnet_object_t *ship)
{
    bcnet_stay_t *client = bcnet_present_on(msg->link, msg->stamp);
    void         *player = GUINT_TO_POINTER((unsigned)bcnet_stay_id(client));

    bcnet_note_owner(msg, ship, client);
    if (client && bcnet_timeline_at(ship->unseen->players, msg->stamp, NULL) != player)
        bcnet_keep_fact(&ship->unseen->players, msg->stamp, player);
}

static void keep_inference(const bcnet_msg_t *msg, bcnet_unseen_ship_t *unseen, const bcnet_inference_t *inference)
{
    msg->answers->count = 0;
    if (bcnet_timeline_at(unseen->inferences, msg->stamp, NULL) != inference)
        bcnet_keep_fact(&unseen->inferences, msg->stamp, (void *)inference);
}

/* Nothing is inferred where the user knows better. */
static bool left_to_inference(const bcnet_unseen_ship_t *unseen)
{
    return !bcnet_layout_by_user(unseen->object_id) && (unseen->not_default || !bcnet_layout_users_default());
}

/* NULL when nothing may be learned from the message, and when the ship's creation was seen. A client that speaks of a ship
 * is its player (60.1). `ship` is an object then. */
static bcnet_unseen_ship_t *note_unseen_ship(bcnet_msg_t *msg, bcnet_object_ref_t *ship)
{
    if (!msg->may_learn || !bcnet_is_to_be_inferred(msg, ship) || !bcnet_note_mention(msg, ship->id))
        return NULL;
    *ship = bcnet_object_ref(msg, ship->id);
    bcnet_unseen_ship_t *unseen = ship->any->unseen;
    if (!unseen) {
        ship->any->unseen = unseen = wmem_new0(wmem_file_scope(), bcnet_unseen_ship_t);
        unseen->object_id = ship->id;
        unseen->object = bcnet_infer_object_new(bcnet_inference_in_force());
        bcnet_keep_fact(&unseen->inferences, msg->stamp, NULL);
    }
    unseen->not_default = ship->object && !ship->object->may_be_default;
    const bcnet_inference_t *possible = ship->object ? ship->object->readers : bcnet_possible_layouts(msg);
    if (unseen->possible != possible) { /* what is known by other ways */
        unseen->possible = possible;
        keep_inference(msg, unseen, bcnet_infer_among(bcnet_inference_in_force(), unseen->object, possible));
    }
    if (!ship->object && !msg->from_host && msg->peer != BCNET_PEER_NEW)
        observe_player(msg, ship->any);
    return left_to_inference(unseen) ? unseen : NULL;
}

/* ---- Observations ---- */

static void note_block(bcnet_msg_t *msg, bcnet_unseen_ship_t *unseen, const bcnet_block_t *block)
{
    /* Each peer the host writes to has a cursor of its own, and gets a new one when it connects again (60.2). */
    const uint32_t connection = msg->link->connection & 0xFF;
    const uint32_t receiver = msg->link->index << 9 | connection << 1 | msg->from_host;
    bcnet_block_t  heard = *block;

    heard.dialect = bcnet_dialect_since(msg) != 0;
    keep_inference(msg, unseen, bcnet_infer_block(bcnet_inference_in_force(), unseen->object, receiver, &heard));
    if (!heard.dialect && bcnet_infer_knows_dialect(unseen->object))
        bcnet_note_dialect(msg);
}

void bcnet_note_unseen_update(bcnet_msg_t *msg, bcnet_object_ref_t *ship, const bcnet_update_t *update,
                              const bcnet_block_t *fresh)
{
    bcnet_infer_t       *inference = bcnet_inference_in_force();
    bcnet_unseen_ship_t *unseen = note_unseen_ship(msg, ship);

    if (!unseen)
        return;
    if (update->has_hash)
        keep_inference(msg, unseen, bcnet_infer_hash(inference, unseen->object, update->hash));
    if (update->flags & BCNET_STATE_CLOAK)
        keep_inference(msg, unseen, bcnet_infer_cloak(inference, unseen->object));
    if (fresh)
        note_block(msg, unseen, fresh);
    if (bcnet_update_ends_in(update, BCNET_STATE_WEAPONS))
        keep_inference(
            msg, unseen,
            bcnet_infer_wanted(inference, unseen->object, update->payload + update->tail, update->end - update->tail));
}

/* Whether anything was observed of the ship, and what is known of it. */
static bool is_mentioned(const bcnet_msg_t *msg, const bcnet_unseen_ship_t *unseen, const bcnet_object_ref_t *ship,
                         const bcnet_inference_t **inference)
{
    bcnet_stamp_t since = 0;

    *inference = (const bcnet_inference_t *)bcnet_timeline_at(unseen->inferences, msg->stamp, &since);
    return since != 0 && since >= (ship->object ? ship->object->seen : ship->since);
}

const bcnet_inference_t *bcnet_unseen_ship_inference(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_unseen_ship_t *unseen = unseen_in(msg, ship);
    const bcnet_inference_t   *inference;

    return unseen && is_mentioned(msg, unseen, ship, &inference) ? inference : NULL;
}

/* The highest subsystem number that any layout still possible has: a ship of which nothing is known but that it is
 * there can be any. */
static unsigned reach_of(const bcnet_unseen_ship_t *unseen, const bcnet_inference_t *inference)
{
    const bcnet_layouts_t *all = bcnet_layouts_in_force();
    const bcnet_layout_t  *chosen = bcnet_layout_by_user(unseen->object_id);
    unsigned               reach = 0;

    if (chosen)
        return chosen->object_count;
    if (inference && inference->count > 0) {
        for (unsigned i = 0; i < inference->count; i++)
            reach = MAX(reach, inference->layouts[i]->object_count);
        return reach;
    }
    for (unsigned i = 0; i < bcnet_layouts_count(all); i++)
        reach = MAX(reach, bcnet_layouts_get(all, i)->object_count);
    return reach;
}

static bool can_own(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship, uint32_t id)
{
    const bcnet_unseen_ship_t *unseen = unseen_in(msg, ship);
    const bcnet_inference_t   *inference;

    return unseen && is_mentioned(msg, unseen, ship, &inference) && id - ship->id <= reach_of(unseen, inference);
}

/* NULL when there is none, or several. */
static bcnet_object_t *find_unseen(const bcnet_msg_t *msg, uint32_t id)
{
    bcnet_object_ref_t ship = { .id = id };
    bcnet_object_t    *found = NULL;

    for (unsigned step = 0; step < OWNER_STEPS && bcnet_object_below(msg, ship.id, &ship); step++) {
        if (can_own(msg, &ship, id)) {
            if (found)
                return NULL;
            found = ship.any;
        }
        ship.id--;
    }
    return found;
}

bool bcnet_unseen_ship_owning(const bcnet_msg_t *msg, uint32_t id, bcnet_object_ref_t *owner)
{
    bcnet_answer_t *answer = bcnet_ask(msg, id);

    if (!answer->owner && !answer->unseen_asked)
        answer->unseen = find_unseen(msg, id);
    answer->unseen_asked = true;
    if (answer->unseen)
        *owner = bcnet_object_ref(msg, answer->unseen->object_id);
    return answer->unseen != NULL;
}

void bcnet_note_weapon(bcnet_msg_t *msg, uint32_t weapon_id, bcnet_role_t role)
{
    bcnet_object_ref_t owner;

    if (!msg->may_learn || !bcnet_unseen_ship_owning(msg, weapon_id, &owner) || owner.id == weapon_id)
        return;
    bcnet_unseen_ship_t *unseen = owner.any->unseen;
    if (left_to_inference(unseen))
        keep_inference(msg, unseen,
                       bcnet_infer_subsystem(bcnet_inference_in_force(), unseen->object, weapon_id - owner.id, role));
}

unsigned bcnet_unseen_ship_player(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_unseen_ship_t *unseen = unseen_in(msg, ship);

    return unseen ? GPOINTER_TO_UINT(bcnet_timeline_at(unseen->players, msg->stamp, NULL)) : BCNET_NO_ID;
}

bool bcnet_unseen_ship_can_be(const bcnet_msg_t *msg, uint32_t object_id, const bcnet_layout_t *layout)
{
    const bcnet_object_ref_t ship = bcnet_object_ref(msg, object_id);
    const bcnet_inference_t *inference = msg->game && layout ? bcnet_unseen_ship_inference(msg, &ship) : NULL;

    if (!inference || inference->count == 0)
        return true;
    for (unsigned i = 0; i < inference->count; i++)
        if (inference->layouts[i] == layout)
            return true;
    return false;
}
