/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The objects of a game: how they begin and end, and whose an id is (20.4, 40, 60.4). */
#include "game/objects.h"

#include "game/stays.h"

#include <string.h>

/* How many objects below an id are tried for its owner; a ship and its subsystems take one run of ids, so
 * only ids of other objects within that run come between. */
enum { OWNER_STEPS = 32 };

/* What clients say of a ship until they hear that it is gone is about that ship: for some seconds. */
enum { LATE_SECONDS = 5 };

static bcnet_end_of_stay_t end_of(const bcnet_stay_t *owner, const nstime_t *now)
{
    return owner ? bcnet_end_of_stay(owner, now) : (bcnet_end_of_stay_t){ .how = BCNET_STILL_THERE };
}

bcnet_fate_t bcnet_fate_at(const bcnet_object_t *object, const bcnet_moment_t *moment)
{
    if (bcnet_has_happened(&object->died, moment->stamp))
        return BCNET_FATE_DIED;
    if (bcnet_has_happened(&object->gone, moment->stamp))
        return object->how;
    /* Gone for 45 s, and nobody said so. */
    return end_of(object->owner, &moment->time).how == BCNET_LEFT_SILENTLY ? BCNET_FATE_OWNER_LEFT : BCNET_FATE_THERE;
}

bool bcnet_is_gone(const bcnet_object_t *object, bcnet_stamp_t stamp)
{
    return bcnet_has_happened(&object->gone, stamp) &&
           (!bcnet_has_happened(&object->died, stamp) || object->how == BCNET_FATE_DELETED);
}

bool bcnet_gone_since(const bcnet_object_t *object, const bcnet_moment_t *moment, nstime_t *since)
{
    const bool            gone = bcnet_is_gone(object, moment->stamp);
    const bcnet_moment_t *noticed = gone ? &object->gone : moment;
    /* With its owner, who was heard last before anybody noticed. */
    const nstime_t *heard = object->owner && bcnet_fate_at(object, moment) == BCNET_FATE_OWNER_LEFT
                              ? bcnet_silent_since(object->owner, noticed)
                              : NULL;

    *since = heard ? *heard : noticed->time;
    return gone || heard;
}

/* One that ended, or was followed by another. */
typedef struct {
    bcnet_stamp_t         stamp;
    const bcnet_object_t *object;
} bcnet_object_change_t;

const bcnet_object_t *bcnet_changed_object(const bcnet_game_t *game, unsigned index, bcnet_stamp_t stamp)
{
    if (!game->object_changes || index >= wmem_array_get_count(game->object_changes))
        return NULL;
    const bcnet_object_change_t *change = (const bcnet_object_change_t *)wmem_array_index(game->object_changes, index);
    return change->stamp <= stamp ? change->object : NULL;
}

/* ---- Objects by id ---- */

static bool is_recent(const bcnet_moment_t *moment, const bcnet_msg_t *msg)
{
    nstime_t since;

    nstime_delta(&since, &msg->pinfo->abs_ts, &moment->time);
    return since.secs < LATE_SECONDS;
}

/* A wreck is; whatever the message itself takes away; and the ship of a player who has just left, for the host may still
 * have it explode. */
static bool is_there(const bcnet_object_t *object, const bcnet_msg_t *msg)
{
    return object->gone.stamp == 0 || object->gone.stamp >= msg->name_stamp ||
           (object->how == BCNET_FATE_OWNER_LEFT && is_recent(&object->gone, msg));
}

static bcnet_object_ref_t ref_among(const bcnet_msg_t *msg, uint32_t object_id, const bcnet_timeline_t *objects)
{
    bcnet_object_ref_t ref = { .id = object_id };
    bcnet_object_t    *object = (bcnet_object_t *)bcnet_timeline_at(objects, msg->name_stamp, NULL);

    if (object && is_there(object, msg)) {
        ref.any = object;
        ref.object = object->seen != 0 && object->seen <= msg->name_stamp ? object : NULL;
        ref.since = object->born.stamp;
        return ref;
    }
    ref.since = object ? object->gone.stamp : 0;
    return ref;
}

static bcnet_timeline_t *objects_of(const bcnet_game_t *game, uint32_t object_id)
{
    return (bcnet_timeline_t *)wmem_tree_lookup32(game->objects, object_id);
}

bcnet_object_ref_t bcnet_object_ref(const bcnet_msg_t *msg, uint32_t object_id)
{
    return msg->game ? ref_among(msg, object_id, objects_of(msg->game, object_id))
                     : (bcnet_object_ref_t){ .id = object_id };
}

const bcnet_object_t *bcnet_object_at(const bcnet_msg_t *msg, uint32_t object_id)
{
    return bcnet_object_ref(msg, object_id).object;
}

bcnet_object_t *bcnet_late_object(const bcnet_msg_t *msg, uint32_t object_id)
{
    if (!msg->game || msg->from_host)
        return NULL;
    bcnet_object_t *object = (bcnet_object_t *)bcnet_timeline_at(objects_of(msg->game, object_id), msg->stamp, NULL);
    const bool      removed = object && bcnet_has_happened(&object->gone, msg->stamp) &&
                         (object->how == BCNET_FATE_DELETED || object->how == BCNET_FATE_ROUND_OVER);
    return removed && is_recent(&object->gone, msg) ? object : NULL;
}

/* ---- Beginnings ---- */

static void note_change(bcnet_game_t *game, bcnet_stamp_t stamp, const bcnet_object_t *object)
{
    const bcnet_object_change_t change = { stamp, object };

    if (!game->object_changes)
        game->object_changes = wmem_array_new(wmem_file_scope(), sizeof change);
    wmem_array_append(game->object_changes, &change, 1);
}

/* The player's last ship that died has a successor now, unless a new round began. */
static void note_successor(bcnet_game_t *game, bcnet_object_t *fresh)
{
    bcnet_object_t *last = fresh->older_of_owner;

    if (!last || last->died.stamp == 0 || last->how > BCNET_FATE_REPLACED || !bcnet_is_players_ship(fresh))
        return;
    note_change(game, fresh->born.stamp, last);
    last->next = fresh;
    fresh->before = last;
}

static void keep_under_owner(const bcnet_msg_t *msg, bcnet_object_t *fresh)
{
    if (!fresh->owner || fresh->class_id == BCNET_CLASS_ID_TORPEDO)
        return;
    fresh->older_of_owner = fresh->owner->ship;
    fresh->owner->ship = fresh;
    fresh->owned = msg->stamp;
    note_successor(msg->game, fresh);
}

void bcnet_note_owner(const bcnet_msg_t *msg, bcnet_object_t *object, bcnet_stay_t *owner)
{
    if (object->owner || !owner)
        return;
    object->owner = owner;
    object->player = owner->id;
    keep_under_owner(msg, object);
}

static bcnet_object_t *new_object(const bcnet_msg_t *msg, const bcnet_object_t *like)
{
    bcnet_game_t     *game = msg->game;
    bcnet_timeline_t *known = objects_of(game, like->object_id), *objects = known;
    bcnet_object_t   *object = (bcnet_object_t *)wmem_memdup(wmem_file_scope(), like, sizeof *like);

    object->name = wmem_strdup(wmem_file_scope(), like->name);
    object->set = wmem_strdup(wmem_file_scope(), like->set);
    object->born = bcnet_moment_of(msg);
    object->link = msg->link;
    object->seen = like->class_id != 0 ? msg->stamp : 0;
    object->older = game->newest_object;
    game->newest_object = object;
    keep_under_owner(msg, object);
    msg->answers->count = 0;
    bcnet_keep_fact(&objects, msg->stamp, object);
    if (!known)
        wmem_tree_insert32(game->objects, like->object_id, objects);
    return object;
}

static void end_object(bcnet_game_t *game, bcnet_object_t *object, bcnet_moment_t moment, bcnet_fate_t how)
{
    if (object->gone.stamp != 0)
        return;
    note_change(game, moment.stamp, object);
    object->gone = moment;
    object->how = how;
}

/* A ship that others knew before the capture told of it. */
static void introduce(const bcnet_msg_t *msg, bcnet_object_t *object, const bcnet_object_t *creation)
{
    object->class_id = creation->class_id;
    object->species = creation->species;
    object->name = wmem_strdup(wmem_file_scope(), creation->name);
    object->set = wmem_strdup(wmem_file_scope(), creation->set);
    object->layout = creation->layout;
    object->refuted = creation->refuted;
    object->readers = creation->readers;
    object->may_be_default = creation->may_be_default;
    object->reach = creation->reach;
    object->seen = msg->stamp;
    msg->answers->count = 0;
    if (object->owner)
        note_successor(msg->game, object);
    else
        bcnet_note_owner(msg, object, creation->owner);
}

static bool is_alive(const bcnet_object_t *object)
{
    return object && object->gone.stamp == 0 && object->died.stamp == 0;
}

static bool has_left(const bcnet_msg_t *msg, const bcnet_stay_t *owner)
{
    return end_of(owner, &msg->pinfo->abs_ts).how != BCNET_STILL_THERE;
}

bool bcnet_is_alive(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_object_t *object = bcnet_object_ref(msg, object_id).any;
    const bool            ships = is_alive(object) && object->class_id != BCNET_CLASS_ID_TORPEDO;

    if (!ships || has_left(msg, object->owner))
        return false;
    return object->seen != 0 || (object->owner && object->owner != bcnet_present_on(msg->link, msg->stamp));
}

/* The newest one counts. */
static void keep_claim(const bcnet_msg_t *msg, const bcnet_object_t *creation)
{
    bcnet_object_t **claimed = &bcnet_object_ref(msg, creation->object_id).any->claimed;

    if (!*claimed)
        *claimed = wmem_new0(wmem_file_scope(), bcnet_object_t);
    wmem_free(wmem_file_scope(), (char *)(*claimed)->name);
    wmem_free(wmem_file_scope(), (char *)(*claimed)->set);
    **claimed = *creation;
    (*claimed)->name = wmem_strdup(wmem_file_scope(), creation->name);
    (*claimed)->set = wmem_strdup(wmem_file_scope(), creation->set);
    (*claimed)->owner = bcnet_present_on(msg->link, msg->stamp);
    (*claimed)->seen = msg->stamp;
}

void bcnet_note_claimed(bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_object_t *object = msg->may_learn ? bcnet_object_ref(msg, object_id).any : NULL;

    if (!object || !object->claimed || !msg->from_host)
        return;
    const bcnet_stamp_t created = object->claimed->seen;
    end_object(msg->game, object, bcnet_moment_of(msg), BCNET_FATE_REPLACED);
    new_object(msg, object->claimed)->seen = created;
}

void bcnet_note_object(bcnet_msg_t *msg, const bcnet_object_t *creation, bool may_be_known)
{
    if (msg->claims)
        keep_claim(msg, creation);
    if (!msg->may_learn)
        return;
    bcnet_object_t *object = bcnet_object_ref(msg, creation->object_id).any;
    if (is_alive(object) && object->seen != 0 && object->class_id == creation->class_id &&
        object->species == creation->species && strcmp(object->name, creation->name) == 0) {
        bcnet_note_owner(msg, object, creation->owner); /* a copy */
        return;
    }
    /* A client that creates a ship has a new one, unless its updates came before: the creation was lost, and sent again. */
    if (may_be_known && !msg->from_host)
        may_be_known = object && is_recent(&object->born, msg);
    if (is_alive(object) && object->seen == 0 && may_be_known && (!object->owner || object->owner == creation->owner)) {
        introduce(msg, object, creation);
        return;
    }
    if (object)
        end_object(msg->game, object, bcnet_moment_of(msg),
                   has_left(msg, object->owner) ? BCNET_FATE_OWNER_LEFT : BCNET_FATE_REPLACED);
    new_object(msg, creation);
}

bcnet_object_t *bcnet_note_mention(bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_object_t  unknown = { .object_id = object_id, .name = "", .set = "" };
    bcnet_object_t *const known = msg->may_learn ? bcnet_object_ref(msg, object_id).any : NULL;

    if (known || !msg->may_learn || object_id == BCNET_OBJECT_NONE || object_id == BCNET_OBJECT_DESTROYED ||
        bcnet_late_object(msg, object_id))
        return known;
    return new_object(msg, &unknown);
}

/* ---- Ends ---- */

void bcnet_note_death(bcnet_msg_t *msg, uint32_t object_id, int32_t killer, float explosion)
{
    bcnet_object_t *object = bcnet_note_mention(msg, object_id);
    unsigned        offset;

    if (!object || object->died.stamp != 0 || object->class_id == BCNET_CLASS_ID_TORPEDO)
        return;
    note_change(msg->game, msg->stamp, object);
    object->died = bcnet_moment_of(msg);
    object->killer = killer;
    object->killed_by = killer > 0 && killer <= BCNET_PEER_LAST_CLIENT ? bcnet_note_named(msg, (uint32_t)killer) : NULL;
    object->killer_object = bcnet_object_owner(msg, (uint32_t)killer, &offset);
    object->explosion = explosion;
}

void bcnet_note_object_removed(bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_object_t *object = msg->may_learn ? bcnet_object_ref(msg, object_id).any : NULL;

    if (object)
        end_object(msg->game, object, bcnet_moment_of(msg), BCNET_FATE_DELETED);
    msg->answers->count = 0;
}

/* All of them, so that nobody looks at them again when it is said again. */
void bcnet_note_owner_gone(bcnet_stay_t *stay, bcnet_moment_t moment)
{
    for (bcnet_object_t *object = stay->ship; object; object = object->older_of_owner)
        end_object(stay->game, object, moment, BCNET_FATE_OWNER_LEFT);
    stay->ship = NULL;
}

void bcnet_note_round_over(bcnet_msg_t *msg)
{
    msg->answers->count = 0;
    for (bcnet_object_t *object = msg->game->newest_object; object; object = object->older)
        end_object(msg->game, object, bcnet_moment_of(msg), BCNET_FATE_ROUND_OVER);
    msg->game->newest_object = NULL;
}

/* What was told on a link that came to the new server, since its connect request, after the old one was heard last, goes on. A
 * player who came there did not leave. */
void bcnet_note_server_restarted(const bcnet_msg_t *msg, bcnet_stamp_t told)
{
    bcnet_object_t *object = msg->game->newest_object, *next;

    msg->game->newest_object = NULL;
    for (; object; object = next) {
        next = object->older;
        if (object->link->connected > told && object->born.stamp > object->link->connected) {
            object->older = msg->game->newest_object;
            msg->game->newest_object = object;
            continue;
        }
        end_object(msg->game, object, bcnet_moment_of(msg), BCNET_FATE_RESTARTED);
        const bool goodbye = object->owner && object->owner->how > BCNET_STILL_THERE &&
                             object->owner->how < BCNET_LEFT_SILENTLY;
        if (object->how == BCNET_FATE_OWNER_LEFT && object->gone.stamp > told && !goodbye) {
            object->how = BCNET_FATE_RESTARTED;
            note_change(msg->game, msg->stamp, object);
        }
    }
}

/* ---- Whose an id is ---- */

bool bcnet_in_one_slot(uint32_t one_id, uint32_t other_id)
{
    const int slot = bcnet_object_slot(one_id, NULL);

    return slot >= 0 && slot == bcnet_object_slot(other_id, NULL);
}

/* Ids below the slots are local: scenery has subsystems, but they are not resolved (20.4). */
bool bcnet_object_below(const bcnet_msg_t *msg, uint32_t id, bcnet_object_ref_t *ref)
{
    const bcnet_timeline_t *objects =
        msg->game ? (const bcnet_timeline_t *)wmem_tree_lookup32_le(msg->game->objects, id) : NULL;

    if (!objects)
        return false;
    const uint32_t found = ((const bcnet_object_t *)bcnet_timeline_get(objects, 0, NULL))->object_id;
    if (!bcnet_in_one_slot(id, found))
        return false;
    *ref = ref_among(msg, found, objects);
    return true;
}

static const bcnet_object_t *find_owner(const bcnet_msg_t *msg, uint32_t object_id, unsigned *offset)
{
    bcnet_object_ref_t ref = bcnet_object_ref(msg, object_id);

    *offset = 0;
    if (ref.object)
        return ref.object;
    for (unsigned step = 0; step < OWNER_STEPS && bcnet_object_below(msg, ref.id, &ref); step++) {
        *offset = object_id - ref.id;
        if (ref.object && *offset <= ref.object->reach)
            return ref.object;
        ref.id--;
    }
    *offset = 0;
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
