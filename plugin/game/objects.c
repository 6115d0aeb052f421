/* The objects of a game: ships and torpedoes by object id, and what an id means (20.4, 40, 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/objects.h"

#include <string.h>

/* One object id: its lives follow each other. */
typedef struct {
    uint32_t          object_id;
    bcnet_timeline_t *lives; /* of bcnet_life_t */
} bcnet_object_t;

/* All objects of a game. */
struct bcnet_objects {
    wmem_tree_t      *by_id; /* object id -> bcnet_object_t */
    bcnet_timeline_t *ends; /* moments at which all lives ended (0x39) */
};

/* How many objects below an id are tried for its owner; a ship and its subsystems take one run of ids, so
 * only ids of other objects within that run come between. */
enum { OWNER_STEPS = 32 };

static struct bcnet_objects *objects_of(bcnet_game_t *game)
{
    if (!game->objects) {
        game->objects = wmem_new0(wmem_file_scope(), struct bcnet_objects);
        game->objects->by_id = wmem_tree_new(wmem_file_scope());
        game->objects->ends = bcnet_timeline_new();
    }
    return game->objects;
}

/* Lives that began before this stamp are over as of `stamp` (60.4). */
static bcnet_stamp_t everything_ended(const bcnet_game_t *game, bcnet_stamp_t stamp)
{
    const bcnet_stamp_t start = bcnet_game_start(game, stamp);
    bcnet_stamp_t       restart = 0;

    if (game->objects && !bcnet_timeline_at(game->objects->ends, stamp, &restart))
        restart = 0;
    return MAX(restart, start);
}

bcnet_stamp_t bcnet_all_objects_ended(const bcnet_msg_t *msg)
{
    return msg->game ? everything_ended(msg->game, msg->stamp) : 0;
}

/* The newest life up to a stamp, over or not. */
static bcnet_life_t *newest_life(const bcnet_game_t *game, uint32_t object_id, bcnet_stamp_t stamp)
{
    const bcnet_object_t *object =
        game->objects ? (const bcnet_object_t *)wmem_tree_lookup32(game->objects->by_id, object_id) : NULL;

    return object ? (bcnet_life_t *)bcnet_timeline_at(object->lives, stamp, NULL) : NULL;
}

/* `ended`: when the lives of before were over. */
static bool is_alive(const bcnet_life_t *life, bcnet_stamp_t stamp, bcnet_stamp_t ended)
{
    return life && (life->ended == 0 || life->ended >= stamp) && life->born >= ended;
}

static bcnet_life_t *object_at(const bcnet_game_t *game, uint32_t object_id, bcnet_stamp_t stamp)
{
    bcnet_life_t *life = game ? newest_life(game, object_id, stamp) : NULL;

    return life && is_alive(life, stamp, everything_ended(game, stamp)) ? life : NULL;
}

const bcnet_life_t *bcnet_object_at(const bcnet_msg_t *msg, uint32_t object_id)
{
    return object_at(msg->game, object_id, msg->stamp);
}

bcnet_subject_t bcnet_subject_of(const bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_subject_t subject = { .id = object_id };

    if (!msg->game)
        return subject;
    const bcnet_life_t *life = newest_life(msg->game, object_id, msg->stamp);
    subject.since = everything_ended(msg->game, msg->stamp);
    if (!life)
        return subject;
    if (is_alive(life, msg->stamp, subject.since))
        subject.life = life;
    const bcnet_stamp_t changed = life->ended != 0 && life->ended <= msg->stamp ? life->ended : life->born;
    subject.since = MAX(subject.since, changed);
    return subject;
}

/* ---- Creations and ends ---- */

static bool is_copy(const bcnet_life_t *life, const bcnet_life_t *creation)
{
    return life && life->class_id == creation->class_id && life->species == creation->species &&
           strcmp(life->name, creation->name) == 0;
}

static void remember(struct bcnet_objects *objects, const bcnet_life_t *creation, bcnet_stamp_t stamp)
{
    bcnet_object_t *object = (bcnet_object_t *)wmem_tree_lookup32(objects->by_id, creation->object_id);

    if (!object) {
        object = wmem_new(wmem_file_scope(), bcnet_object_t);
        object->object_id = creation->object_id;
        object->lives = bcnet_timeline_new();
        wmem_tree_insert32(objects->by_id, creation->object_id, object);
    }
    bcnet_life_t *life = (bcnet_life_t *)wmem_memdup(wmem_file_scope(), creation, sizeof *creation);
    life->name = wmem_strdup(wmem_file_scope(), creation->name);
    life->set = wmem_strdup(wmem_file_scope(), creation->set);
    life->born = stamp;
    life->ended = 0;
    bcnet_timeline_add(object->lives, stamp, life);
}

void bcnet_note_object(bcnet_msg_t *msg, const bcnet_life_t *creation)
{
    if (!msg->news)
        return;
    bcnet_life_t *life = object_at(msg->game, creation->object_id, msg->stamp);
    if (is_copy(life, creation))
        return;
    if (life)
        life->ended = msg->stamp;
    remember(objects_of(msg->game), creation, msg->stamp);
}

void bcnet_note_object_end(bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_life_t *life = msg->news ? object_at(msg->game, object_id, msg->stamp) : NULL;

    if (life)
        life->ended = msg->stamp;
}

void bcnet_note_all_objects_end(bcnet_msg_t *msg)
{
    if (msg->news)
        bcnet_timeline_add(objects_of(msg->game)->ends, msg->stamp, msg->game);
}

/* ---- Whose an id is ---- */

const bcnet_life_t *bcnet_object_owner(const bcnet_msg_t *msg, uint32_t object_id, unsigned *offset)
{
    unsigned slot = 0;
    uint32_t serial, candidate = object_id;

    *offset = 0;
    const bcnet_life_t *itself = bcnet_object_at(msg, object_id);
    if (itself)
        return itself;
    /* Ids below the slots are local: scenery has subsystems, but they are not resolved (20.4). */
    if (!msg->game || !msg->game->objects || !bcnet_object_slot(object_id, &slot, &serial))
        return NULL;
    for (unsigned step = 0; step < OWNER_STEPS; step++) {
        const bcnet_object_t *object = (bcnet_object_t *)wmem_tree_lookup32_le(msg->game->objects->by_id, candidate);
        unsigned              owner_slot;

        if (!object || !bcnet_object_slot(object->object_id, &owner_slot, &serial) || owner_slot != slot)
            return NULL;
        const bcnet_life_t *life = bcnet_object_at(msg, object->object_id);
        if (life && life->layout && object_id - object->object_id <= life->layout->object_count) {
            *offset = object_id - object->object_id;
            return life;
        }
        candidate = object->object_id - 1;
    }
    return NULL;
}
