/* Which layout a ship has, and how that is known (protocol chapter 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/binding.h"

#include "game/ship-layouts.h"

struct bcnet_unseen {
    uint32_t              object_id;
    bcnet_stamp_t         fate; /* the life these observations belong to: see life_began */
    bcnet_infer_object_t *object;
    bcnet_timeline_t     *answers; /* of bcnet_inference_t, one per change; NULL where a life begins */
    bcnet_timeline_t     *players; /* network ids of its player, as GUINT_TO_POINTER */
};

/* All of a game, by object id, and since when its host speaks the dialect. */
struct bcnet_unseen_ships {
    wmem_tree_t      *by_id;
    bcnet_timeline_t *dialects;
};

/* How many ships below an id are tried for its owner. */
enum { OWNER_STEPS = 16, NAMES_IN_LABEL = 3 };

static struct bcnet_unseen_ships *unseen_ships_of(bcnet_game_t *game)
{
    if (!game->unseen) {
        game->unseen = wmem_new(wmem_file_scope(), struct bcnet_unseen_ships);
        game->unseen->by_id = wmem_tree_new(wmem_file_scope());
        game->unseen->dialects = bcnet_timeline_new();
    }
    return game->unseen;
}

/* ---- The dialect of a host ---- */

bool bcnet_host_speaks_dialect(const bcnet_msg_t *msg)
{
    return msg->game && msg->game->unseen && bcnet_timeline_at(msg->game->unseen->dialects, msg->stamp, NULL);
}

void bcnet_learn_dialect(bcnet_msg_t *msg)
{
    if (msg->first_pass && msg->from_host && msg->game && !bcnet_host_speaks_dialect(msg))
        bcnet_timeline_add(unseen_ships_of(msg->game)->dialects, msg->stamp, msg->game);
}

/* ---- Records of ships nobody introduced ---- */

/* Since when what was observed of a ship counts. A host found to speak the dialect was not written by the rules
 * that earlier conclusions rest upon. */
static bcnet_stamp_t life_began(const bcnet_msg_t *msg, const bcnet_subject_t *ship)
{
    bcnet_stamp_t dialect = 0;

    if (!msg->game->unseen || !bcnet_timeline_at(msg->game->unseen->dialects, msg->stamp, &dialect))
        return ship->fate;
    return MAX(ship->fate, dialect);
}

static bcnet_unseen_t *find_unseen(const bcnet_game_t *game, uint32_t object_id)
{
    return game && game->unseen ? (bcnet_unseen_t *)wmem_tree_lookup32(game->unseen->by_id, object_id) : NULL;
}

static bcnet_unseen_t *new_unseen(const bcnet_msg_t *msg, uint32_t object_id, bcnet_stamp_t fate)
{
    bcnet_unseen_t *unseen = wmem_new(wmem_file_scope(), bcnet_unseen_t);

    unseen->object_id = object_id;
    unseen->fate = fate;
    unseen->object = bcnet_infer_object_new(bcnet_inference_in_force());
    unseen->answers = bcnet_timeline_new();
    unseen->players = bcnet_timeline_new();
    bcnet_timeline_add(unseen->answers, msg->stamp, NULL);
    wmem_tree_insert32(unseen_ships_of(msg->game)->by_id, object_id, unseen);
    return unseen;
}

static void observe_player(const bcnet_msg_t *msg, bcnet_unseen_t *unseen)
{
    bcnet_stamp_t since;
    void         *player = GUINT_TO_POINTER((unsigned)msg->peer);

    if (bcnet_timeline_at(unseen->players, msg->stamp, &since) != player || since < unseen->fate)
        bcnet_timeline_add(unseen->players, msg->stamp, player);
}

bcnet_unseen_t *bcnet_unseen_of(bcnet_msg_t *msg, const bcnet_subject_t *ship)
{
    if (!msg->first_pass || !msg->game || ship->life)
        return NULL;
    const bcnet_stamp_t fate = life_began(msg, ship);
    bcnet_unseen_t     *unseen = find_unseen(msg->game, ship->id);
    if (!unseen) {
        unseen = new_unseen(msg, ship->id, fate);
    } else if (unseen->fate != fate) {
        /* A new life begins with nothing known. */
        bcnet_infer_object_reset(bcnet_inference_in_force(), unseen->object);
        bcnet_timeline_add(unseen->answers, msg->stamp, NULL);
        unseen->fate = fate;
    }
    if (!msg->from_host && msg->peer != BCNET_PEER_NEW)
        observe_player(msg, unseen);
    return unseen;
}

/* ---- Observations ---- */

/* Nothing is inferred where the user knows better. */
static bool left_to_inference(const bcnet_unseen_t *unseen)
{
    return !bcnet_layout_told(unseen->object_id) && !bcnet_layout_default();
}

static void keep_answer(const bcnet_msg_t *msg, bcnet_unseen_t *unseen, const bcnet_inference_t *answer)
{
    if (bcnet_timeline_at(unseen->answers, msg->stamp, NULL) != answer)
        bcnet_timeline_add(unseen->answers, msg->stamp, (void *)answer);
}

/* Each peer the host writes to has a cursor of its own, and gets a new one when it connects again (60.2). */
static uint32_t receiver_of(const bcnet_msg_t *msg)
{
    const uint32_t connections = 0xFF;

    return msg->link ? msg->link->index << 9 | (msg->link->connection & connections) << 1 | msg->from_host : 0;
}

void bcnet_observe_block(bcnet_msg_t *msg, bcnet_unseen_t *unseen, const bcnet_block_t *block)
{
    if (left_to_inference(unseen) && !bcnet_host_speaks_dialect(msg))
        keep_answer(msg, unseen,
                    bcnet_infer_block(bcnet_inference_in_force(), unseen->object, receiver_of(msg), block));
}

void bcnet_observe_wanted(bcnet_msg_t *msg, bcnet_unseen_t *unseen, const uint8_t *pairs, size_t length)
{
    if (left_to_inference(unseen))
        keep_answer(msg, unseen, bcnet_infer_wanted(bcnet_inference_in_force(), unseen->object, pairs, length));
}

void bcnet_observe_cloak(bcnet_msg_t *msg, bcnet_unseen_t *unseen)
{
    if (left_to_inference(unseen))
        keep_answer(msg, unseen, bcnet_infer_cloak(bcnet_inference_in_force(), unseen->object));
}

void bcnet_observe_hash(bcnet_msg_t *msg, bcnet_unseen_t *unseen, uint16_t hash)
{
    if (left_to_inference(unseen))
        keep_answer(msg, unseen, bcnet_infer_hash(bcnet_inference_in_force(), unseen->object, hash));
}

/* Whether anything was heard of the ship in its present life, and what is known of it; an answer about an earlier
 * life is none. */
static bool is_mentioned(const bcnet_msg_t *msg, const bcnet_unseen_t *unseen, const bcnet_subject_t *ship,
                         const bcnet_inference_t **answer)
{
    bcnet_stamp_t since = 0;

    *answer = (const bcnet_inference_t *)bcnet_timeline_at(unseen->answers, msg->stamp, &since);
    return since != 0 && since >= life_began(msg, ship);
}

static const bcnet_inference_t *answer_at(const bcnet_msg_t *msg, const bcnet_unseen_t *unseen,
                                          const bcnet_subject_t *ship)
{
    const bcnet_inference_t *answer;

    return unseen && is_mentioned(msg, unseen, ship, &answer) ? answer : NULL;
}

/* The highest subsystem number that any layout still possible has: a ship of which nothing is known but that it is
 * there can be any. */
static unsigned reach_of(const bcnet_unseen_t *unseen, const bcnet_inference_t *answer)
{
    const bcnet_layouts_t *all = bcnet_layouts_in_force();
    const bcnet_layout_t  *told = bcnet_layout_told(unseen->object_id);
    unsigned               reach = 0;

    if (told)
        return told->object_count;
    if (answer && answer->count > 0) {
        for (unsigned i = 0; i < answer->count; i++)
            reach = MAX(reach, answer->layouts[i]->object_count);
        return reach;
    }
    for (unsigned i = 0; i < bcnet_layouts_count(all); i++)
        reach = MAX(reach, bcnet_layouts_get(all, i)->object_count);
    return reach;
}

/* The one ship nobody introduced that can own a subsystem's id; false when none or several can. */
static bool only_owner(const bcnet_msg_t *msg, uint32_t id, bcnet_subject_t *owner)
{
    uint32_t candidate = id, serial;
    unsigned slot, offset, candidate_slot;
    bool     found = false;

    if (!msg->game || !msg->game->unseen || !bcnet_object_slot(id, &slot, &serial) ||
        bcnet_object_owner(msg, id, &offset))
        return false;
    for (unsigned step = 0; step < OWNER_STEPS; step++) {
        const bcnet_unseen_t *unseen =
            (const bcnet_unseen_t *)wmem_tree_lookup32_le(msg->game->unseen->by_id, candidate);
        if (!unseen || !bcnet_object_slot(unseen->object_id, &candidate_slot, &serial) || candidate_slot != slot)
            break;
        const bcnet_subject_t    ship = bcnet_subject_of(msg, unseen->object_id);
        const bcnet_inference_t *answer;
        if (!ship.life && is_mentioned(msg, unseen, &ship, &answer) &&
            id - unseen->object_id <= reach_of(unseen, answer)) {
            if (found)
                return false;
            *owner = ship;
            found = true;
        }
        candidate = unseen->object_id - 1;
    }
    return found;
}

void bcnet_observe_weapon(bcnet_msg_t *msg, uint32_t weapon_id, bcnet_kind_t kind)
{
    bcnet_subject_t owner;

    if (!msg->first_pass || !only_owner(msg, weapon_id, &owner) || owner.id == weapon_id)
        return;
    bcnet_unseen_t *unseen = find_unseen(msg->game, owner.id);
    if (left_to_inference(unseen))
        keep_answer(msg, unseen,
                    bcnet_infer_subsystem(bcnet_inference_in_force(), unseen->object, weapon_id - owner.id, kind));
}

/* ---- Answers ---- */

static bcnet_binding_t bound(bcnet_source_t source, const bcnet_layout_t *layout)
{
    const bcnet_binding_t binding = { .source = source, .layout = layout, .names = layout->name };

    return binding;
}

static bcnet_binding_t bind_inferred(const bcnet_msg_t *msg, const bcnet_subject_t *ship)
{
    const bcnet_inference_t *answer = answer_at(msg, find_unseen(msg->game, ship->id), ship);
    bcnet_binding_t          binding = { .source = BCNET_SOURCE_NONE };

    if (!answer || answer->count == 0)
        return binding;
    binding.source = answer->state == BCNET_INFER_DECIDED ? BCNET_SOURCE_INFERRED : BCNET_SOURCE_PROVISIONAL;
    binding.layout = answer->layouts[0];
    binding.names = answer->names;
    binding.inference = answer;
    return binding;
}

bcnet_binding_t bcnet_bind(const bcnet_msg_t *msg, const bcnet_subject_t *ship)
{
    const bcnet_layout_t *layout;

    if (ship->life && ship->life->layout) {
        bcnet_binding_t binding = bound(BCNET_SOURCE_CREATED, ship->life->layout);
        binding.life = ship->life;
        return binding;
    }
    if ((layout = bcnet_layout_told(ship->id)) != NULL)
        return bound(BCNET_SOURCE_TOLD, layout);
    if ((layout = bcnet_layout_default()) != NULL)
        return bound(BCNET_SOURCE_DEFAULT, layout);
    if (!ship->life)
        return bind_inferred(msg, ship);
    /* A ship of a species that no layout describes: naming it after another one would be wrong. */
    const bcnet_binding_t binding = { .source = BCNET_SOURCE_NONE, .life = ship->life };
    return binding;
}

/* ---- Words ---- */

/* "Ace", "#2", or NULL when no client has spoken of the ship yet. */
static const char *player_words(const bcnet_msg_t *msg, const bcnet_subject_t *ship)
{
    const bcnet_unseen_t *unseen = find_unseen(msg->game, ship->id);
    bcnet_stamp_t         since = 0;
    const unsigned        player = unseen ? GPOINTER_TO_UINT(bcnet_timeline_at(unseen->players, msg->stamp, &since))
                                          : BCNET_NO_ID;

    if (player == BCNET_NO_ID || since < ship->fate)
        return NULL;
    const char *name = bcnet_player_name(msg->game, player, msg->stamp);
    return name ? name : wmem_strdup_printf(msg->pinfo->pool, "#%u", player);
}

/* "Akira/Nebula?"; NULL when so many are possible that naming them is no help. */
static const char *inferred_name(const bcnet_msg_t *msg, const bcnet_inference_t *answer)
{
    return answer->count <= NAMES_IN_LABEL ? wmem_strdup_printf(msg->pinfo->pool, "%s?", answer->names) : NULL;
}

/* The name of the kind of ship, as far as known, or NULL. */
static const char *kind_words(const bcnet_msg_t *msg, const bcnet_binding_t *binding)
{
    if (binding->inference)
        return inferred_name(msg, binding->inference);
    return binding->layout ? binding->layout->name : NULL;
}

const char *bcnet_ship_label(const bcnet_msg_t *msg, const bcnet_subject_t *ship, const bcnet_binding_t *binding)
{
    if (ship->life)
        return bcnet_life_label(msg, ship->life);
    const char *kind = kind_words(msg, binding);
    const char *player = player_words(msg, ship);
    if (!kind)
        kind = wmem_strdup_printf(msg->pinfo->pool, "ship 0x%08x", ship->id);
    return player ? wmem_strdup_printf(msg->pinfo->pool, "%s (%s)", kind, player) : kind;
}

/* A subsystem of a ship that the user told of. */
static const char *told_subsystem(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child;
    uint32_t                 ship_id, serial;
    unsigned                 slot, ship_slot;
    const bcnet_layout_t    *layout = bcnet_layout_told_below(object_id, &ship_id);

    if (!layout || !bcnet_object_slot(object_id, &slot, &serial) || !bcnet_object_slot(ship_id, &ship_slot, &serial) ||
        slot != ship_slot || !bcnet_layout_find_object(layout, object_id - ship_id, &subsystem, &child))
        return NULL;
    const bcnet_subject_t ship = bcnet_subject_of(msg, ship_id);
    const bcnet_binding_t binding = bcnet_bind(msg, &ship);
    if (binding.layout != layout)
        return NULL;
    return wmem_strdup_printf(msg->pinfo->pool, "%s: %s", bcnet_ship_label(msg, &ship, &binding),
                              child ? child->name : subsystem->name);
}

static const char *inferred_subsystem(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child;
    bcnet_subject_t          ship;

    if (!only_owner(msg, object_id, &ship) || ship.id == object_id)
        return NULL;
    const bcnet_binding_t binding = bcnet_bind(msg, &ship);
    if (!binding.inference || !bcnet_inference_find_object(binding.inference, object_id - ship.id, &subsystem, &child))
        return NULL;
    return wmem_strdup_printf(msg->pinfo->pool, "%s: %s", bcnet_ship_label(msg, &ship, &binding),
                              child ? child->name : subsystem->name);
}

const char *bcnet_unseen_resolve(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_subject_t ship = bcnet_subject_of(msg, object_id);
    const bcnet_binding_t binding = bcnet_bind(msg, &ship);

    /* The default layout is for every ship, so it does not tell which ids are ships. */
    if (binding.source != BCNET_SOURCE_DEFAULT && !ship.life && kind_words(msg, &binding))
        return bcnet_ship_label(msg, &ship, &binding);
    const char *subsystem = told_subsystem(msg, object_id);
    return subsystem ? subsystem : inferred_subsystem(msg, object_id);
}
