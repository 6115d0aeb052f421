/* The objects of a game: ships and torpedoes by object id, and what an id means (20.4, 40, 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/objects.h"

#include <string.h>

/* How many objects below an id are tried for its owner; a ship and its subsystems take one run of ids, so
 * only ids of other objects within that run come between. */
enum { OWNER_STEPS = 32 };

bcnet_stamp_t bcnet_all_objects_removed(const bcnet_game_t *game, bcnet_stamp_t stamp)
{
    const bcnet_stamp_t start = bcnet_game_start(game, stamp), restart = bcnet_fact_since(game->ends, stamp);

    return MAX(restart, start);
}

/* The newest object of that id up to a stamp, gone or not. */
static bcnet_object_t *newest_object(const bcnet_game_t *game, uint32_t object_id, bcnet_stamp_t stamp)
{
    return (bcnet_object_t *)bcnet_timeline_at((const bcnet_timeline_t *)wmem_tree_lookup32(game->objects, object_id),
                                               stamp, NULL);
}

/* `ended`: when all objects of before were removed. */
static bool is_alive(const bcnet_object_t *object, bcnet_stamp_t stamp, bcnet_stamp_t ended)
{
    return object && (object->ended == 0 || object->ended >= stamp) && object->born >= ended;
}

static bcnet_object_t *object_at(const bcnet_game_t *game, uint32_t object_id, bcnet_stamp_t stamp)
{
    bcnet_object_t *object = game ? newest_object(game, object_id, stamp) : NULL;

    return object && is_alive(object, stamp, bcnet_all_objects_removed(game, stamp)) ? object : NULL;
}

const bcnet_object_t *bcnet_object_at(const bcnet_msg_t *msg, uint32_t object_id)
{
    return object_at(msg->game, object_id, msg->stamp);
}

bcnet_object_ref_t bcnet_object_ref(const bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_object_ref_t ref = { .id = object_id };

    if (!msg->game)
        return ref;
    const bcnet_object_t *object = newest_object(msg->game, object_id, msg->stamp);
    ref.since = bcnet_all_objects_removed(msg->game, msg->stamp);
    if (!object)
        return ref;
    if (is_alive(object, msg->stamp, ref.since))
        ref.object = object;
    const bcnet_stamp_t changed = object->ended != 0 && object->ended <= msg->stamp ? object->ended : object->born;
    ref.since = MAX(ref.since, changed);
    return ref;
}

/* ---- Creations and ends ---- */

static bool is_copy(const bcnet_object_t *object, const bcnet_object_t *creation)
{
    return object && object->class_id == creation->class_id && object->species == creation->species &&
           strcmp(object->name, creation->name) == 0;
}

static void remember(bcnet_game_t *game, const bcnet_object_t *creation, bcnet_stamp_t stamp)
{
    bcnet_timeline_t *objects = (bcnet_timeline_t *)wmem_tree_lookup32(game->objects, creation->object_id);
    bcnet_object_t   *object = (bcnet_object_t *)wmem_memdup(wmem_file_scope(), creation, sizeof *creation);

    if (!objects) {
        objects = bcnet_timeline_new();
        wmem_tree_insert32(game->objects, creation->object_id, objects);
    }
    object->name = wmem_strdup(wmem_file_scope(), creation->name);
    object->set = wmem_strdup(wmem_file_scope(), creation->set);
    object->born = stamp;
    object->ended = 0;
    bcnet_timeline_add(objects, stamp, object);
}

void bcnet_note_object(bcnet_msg_t *msg, const bcnet_object_t *creation)
{
    if (!msg->may_learn)
        return;
    bcnet_object_t *object = object_at(msg->game, creation->object_id, msg->stamp);
    if (is_copy(object, creation))
        return;
    if (object)
        object->ended = msg->stamp;
    remember(msg->game, creation, msg->stamp);
    msg->answers->count = 0;
}

void bcnet_note_object_removed(bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_object_t *object = msg->may_learn ? object_at(msg->game, object_id, msg->stamp) : NULL;

    if (object)
        object->ended = msg->stamp;
    msg->answers->count = 0;
}

void bcnet_note_all_objects_removed(bcnet_msg_t *msg)
{
    if (msg->may_learn)
        bcnet_keep_fact(&msg->game->ends, msg->stamp, msg->game);
    msg->answers->count = 0;
}

/* ---- Whose an id is ---- */

bool bcnet_in_one_slot(uint32_t one_id, uint32_t other_id)
{
    unsigned one, other;
    uint32_t serial;

    return bcnet_object_slot(one_id, &one, &serial) && bcnet_object_slot(other_id, &other, &serial) && one == other;
}

static const bcnet_object_t *find_owner(const bcnet_msg_t *msg, uint32_t object_id, unsigned *offset)
{
    uint32_t candidate = object_id;

    *offset = 0;
    const bcnet_object_t *itself = bcnet_object_at(msg, object_id);
    if (itself)
        return itself;
    for (unsigned step = 0; step < OWNER_STEPS; step++) {
        const bcnet_timeline_t *objects =
            (const bcnet_timeline_t *)wmem_tree_lookup32_le(msg->game->objects, candidate);
        if (!objects)
            return NULL;
        candidate = ((const bcnet_object_t *)bcnet_timeline_get(objects, 0, NULL))->object_id;
        /* Ids below the slots are local: scenery has subsystems, but they are not resolved (20.4). */
        if (!bcnet_in_one_slot(object_id, candidate))
            return NULL;
        const bcnet_object_t *object = bcnet_object_at(msg, candidate);
        if (object && object->layout && object_id - candidate <= object->layout->object_count) {
            *offset = object_id - candidate;
            return object;
        }
        candidate--;
    }
    return NULL;
}

bcnet_answer_t *bcnet_ask(const bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_answers_t *answers = msg->answers;

    for (unsigned i = 0; i < answers->count; i++)
        if (answers->ids[i].id == object_id)
            return &answers->ids[i];
    bcnet_answer_t *answer = &answers->ids[answers->count < BCNET_ANSWERS ? answers->count++ : BCNET_ANSWERS - 1];
    *answer = (bcnet_answer_t){ .id = object_id };
    if (msg->game)
        answer->owner = find_owner(msg, object_id, &answer->offset);
    return answer;
}

const bcnet_object_t *bcnet_object_owner(const bcnet_msg_t *msg, uint32_t object_id, unsigned *offset)
{
    const bcnet_answer_t *answer = bcnet_ask(msg, object_id);

    *offset = answer->offset;
    return answer->owner;
}
