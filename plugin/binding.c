/* Which layout a ship has, and how that is known (protocol chapter 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "binding.h"

#include "ship-layouts.h"

/* A ship that nobody introduced. */
typedef struct {
    uint32_t              object_id;
    bcnet_stamp_t         fate;     /* the life these observations belong to: see bcnet_object_fate */
    bcnet_infer_object_t *object;
    bcnet_timeline_t     *answers;  /* of bcnet_inference_t, one per change */
} bcnet_unseen_t;

/* All of a game, by object id. */
struct bcnet_unseen_ships {
    wmem_tree_t *by_id;
};

/* How many ships below an id are tried for its owner. */
enum { OWNER_STEPS = 16, NAMES_IN_LABEL = 3 };

static bcnet_unseen_t *find_unseen(const bcnet_game_t *game, uint32_t object_id)
{
    return game && game->unseen ? (bcnet_unseen_t *)wmem_tree_lookup32(game->unseen->by_id, object_id) : NULL;
}

/* The observations of one life: a new one begins with nothing known. */
static bcnet_unseen_t *unseen_of(bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_game_t       *game = msg->game;
    const bcnet_stamp_t fate = bcnet_object_fate(msg, object_id);

    if (!game->unseen) {
        game->unseen = wmem_new(wmem_file_scope(), struct bcnet_unseen_ships);
        game->unseen->by_id = wmem_tree_new(wmem_file_scope());
    }
    bcnet_unseen_t *unseen = find_unseen(game, object_id);
    if (!unseen) {
        unseen = wmem_new0(wmem_file_scope(), bcnet_unseen_t);
        unseen->object_id = object_id;
        unseen->object = bcnet_infer_object_new(bcnet_inference_in_force());
        unseen->answers = bcnet_timeline_new();
        unseen->fate = fate;
        wmem_tree_insert32(game->unseen->by_id, object_id, unseen);
    } else if (unseen->fate != fate) {
        bcnet_infer_object_reset(bcnet_inference_in_force(), unseen->object);
        bcnet_timeline_add(unseen->answers, msg->stamp, NULL);
        unseen->fate = fate;
    }
    return unseen;
}

static void keep_answer(const bcnet_msg_t *msg, bcnet_unseen_t *unseen, const bcnet_inference_t *answer)
{
    if (bcnet_timeline_at(unseen->answers, msg->stamp, NULL) != answer)
        bcnet_timeline_add(unseen->answers, msg->stamp, (void *)answer);
}

/* NULL where there is nothing to infer: the creation was seen, or the user knows better. */
static bcnet_unseen_t *observed(bcnet_msg_t *msg, uint32_t object_id)
{
    if (!msg->first_pass || !msg->game || bcnet_object_at(msg, object_id) || bcnet_layout_told(object_id) ||
        bcnet_layout_default())
        return NULL;
    return unseen_of(msg, object_id);
}

/* ---- Observations ---- */

void bcnet_observe_block(bcnet_msg_t *msg, uint32_t object_id, const bcnet_block_t *block)
{
    bcnet_unseen_t *unseen = observed(msg, object_id);
    /* Each peer the host writes to has a cursor of its own (60.2). */
    const uint32_t receiver = msg->link ? msg->link->index << 1 | msg->from_host : 0;

    if (unseen)
        keep_answer(msg, unseen, bcnet_infer_block(bcnet_inference_in_force(), unseen->object, receiver, block));
}

void bcnet_observe_wanted(bcnet_msg_t *msg, uint32_t object_id, const uint8_t *pairs, size_t length)
{
    bcnet_unseen_t *unseen = observed(msg, object_id);

    if (unseen)
        keep_answer(msg, unseen, bcnet_infer_wanted(bcnet_inference_in_force(), unseen->object, pairs, length));
}

void bcnet_observe_cloak(bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_unseen_t *unseen = observed(msg, object_id);

    if (unseen)
        keep_answer(msg, unseen, bcnet_infer_cloak(bcnet_inference_in_force(), unseen->object));
}

void bcnet_observe_hash(bcnet_msg_t *msg, uint32_t object_id, uint16_t hash)
{
    bcnet_unseen_t *unseen = observed(msg, object_id);

    if (unseen)
        keep_answer(msg, unseen, bcnet_infer_hash(bcnet_inference_in_force(), unseen->object, hash));
}

/* The highest subsystem number that any layout still possible has. */
static unsigned reach_of(const bcnet_inference_t *answer)
{
    unsigned reach = 0;

    for (unsigned i = 0; i < answer->count; i++)
        reach = MAX(reach, answer->layouts[i]->object_count);
    return reach;
}

static const bcnet_inference_t *answer_at(const bcnet_msg_t *msg, const bcnet_unseen_t *unseen)
{
    bcnet_stamp_t            since = 0;
    const bcnet_inference_t *answer =
        unseen ? (const bcnet_inference_t *)bcnet_timeline_at(unseen->answers, msg->stamp, &since) : NULL;

    /* An answer about an earlier life is none. */
    return answer && since >= bcnet_object_fate(msg, unseen->object_id) ? answer : NULL;
}

/* The one ship nobody introduced that can own a subsystem's id; NULL when none or several can. */
static bcnet_unseen_t *only_owner(const bcnet_msg_t *msg, uint32_t id)
{
    bcnet_unseen_t *owner = NULL;
    uint32_t        candidate = id, serial;
    unsigned        slot, offset, candidate_slot;

    if (!msg->game || !msg->game->unseen || !bcnet_object_slot(id, &slot, &serial) ||
        bcnet_object_owner(msg, id, &offset))
        return NULL;
    for (unsigned step = 0; step < OWNER_STEPS; step++) {
        bcnet_unseen_t *unseen = (bcnet_unseen_t *)wmem_tree_lookup32_le(msg->game->unseen->by_id, candidate);
        if (!unseen || !bcnet_object_slot(unseen->object_id, &candidate_slot, &serial) || candidate_slot != slot)
            break;
        const bcnet_inference_t *answer = answer_at(msg, unseen);
        if (answer && id - unseen->object_id <= reach_of(answer)) {
            if (owner)
                return NULL;
            owner = unseen;
        }
        candidate = unseen->object_id - 1;
    }
    return owner;
}

void bcnet_observe_weapon(bcnet_msg_t *msg, uint32_t weapon_id, bcnet_kind_t kind)
{
    bcnet_unseen_t *owner = msg->first_pass ? only_owner(msg, weapon_id) : NULL;

    if (owner && owner->object_id != weapon_id && observed(msg, owner->object_id))
        keep_answer(msg, owner, bcnet_infer_subsystem(bcnet_inference_in_force(), owner->object,
                                                      weapon_id - owner->object_id, kind));
}

/* ---- Answers ---- */

static bcnet_binding_t bound(bcnet_source_t source, const bcnet_layout_t *layout)
{
    const bcnet_binding_t binding = { .source = source, .layout = layout, .names = layout->name };

    return binding;
}

static bcnet_binding_t bind_inferred(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_inference_t *answer = answer_at(msg, find_unseen(msg->game, object_id));
    bcnet_binding_t          binding = { .source = BCNET_SOURCE_NONE };

    if (!answer || answer->count == 0)
        return binding;
    binding.source = answer->state == BCNET_INFER_DECIDED ? BCNET_SOURCE_INFERRED : BCNET_SOURCE_PROVISIONAL;
    binding.layout = answer->layouts[0];
    binding.names = answer->names;
    binding.inference = answer;
    return binding;
}

bcnet_binding_t bcnet_bind(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_life_t   *life = bcnet_object_at(msg, object_id);
    const bcnet_layout_t *layout;

    if (life && life->layout) {
        bcnet_binding_t binding = bound(BCNET_SOURCE_CREATED, life->layout);
        binding.life = life;
        return binding;
    }
    if ((layout = bcnet_layout_told(object_id)) != NULL)
        return bound(BCNET_SOURCE_TOLD, layout);
    if ((layout = bcnet_layout_default()) != NULL)
        return bound(BCNET_SOURCE_DEFAULT, layout);
    if (!life)
        return bind_inferred(msg, object_id);
    /* A ship of a species that no layout describes: naming it after another one would be wrong. */
    const bcnet_binding_t binding = { .source = BCNET_SOURCE_NONE, .life = life };
    return binding;
}

/* "Akira/Nebula?", or "Akira/Galaxy/...?" where many are possible. */
static const char *inferred_label(const bcnet_msg_t *msg, const bcnet_inference_t *answer)
{
    wmem_strbuf_t *label = wmem_strbuf_new(msg->pinfo->pool, NULL);

    for (unsigned i = 0; i < answer->count && i < NAMES_IN_LABEL; i++)
        wmem_strbuf_append_printf(label, "%s%s", i ? "/" : "", answer->layouts[i]->name);
    if (answer->count > NAMES_IN_LABEL)
        wmem_strbuf_append_printf(label, "/%u more", answer->count - NAMES_IN_LABEL);
    wmem_strbuf_append_c(label, '?');
    return wmem_strbuf_get_str(label);
}

const char *bcnet_ship_label(const bcnet_msg_t *msg, uint32_t object_id, const bcnet_binding_t *binding)
{
    if (binding->life)
        return bcnet_life_label(msg, binding->life);
    if (binding->inference)
        return inferred_label(msg, binding->inference);
    if (binding->layout)
        return binding->layout->name;
    return wmem_strdup_printf(msg->pinfo->pool, "ship 0x%08x", object_id);
}

/* Told or inferred: the ship itself. */
static const char *unseen_ship(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_binding_t binding = bcnet_bind(msg, object_id);

    return binding.layout && !binding.life ? bcnet_ship_label(msg, object_id, &binding) : NULL;
}

const char *bcnet_unseen_resolve(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child;

    const char *ship = unseen_ship(msg, object_id);
    if (ship)
        return ship;
    const bcnet_unseen_t *owner = only_owner(msg, object_id);
    if (!owner || owner->object_id == object_id)
        return NULL;
    const bcnet_inference_t *answer = answer_at(msg, owner);
    if (!answer || !bcnet_inference_find_object(answer, object_id - owner->object_id, &subsystem, &child))
        return NULL;
    return wmem_strdup_printf(msg->pinfo->pool, "%s: %s", inferred_label(msg, answer),
                              child ? child->name : subsystem->name);
}
