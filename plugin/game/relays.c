/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Relays: originals and their copies (protocol chapter 10.10).
 *
 * Originals of the last 45 s wait for copies, those with the same payload in a list; a second list holds those about the
 * same object or with the same text, for copies with other bytes. Each link goes through a list once: what it has taken,
 * and what is not meant for it, lies behind it. So no flood makes a search long. */
#include "game/relays.h"

#include <string.h>

#include "game/objects.h"
#include "reading/hash.h"

/* Originals that wait at the most: more than a game sends in that time. */
enum { MOST_WAITING = 1 << 16 };
/* Of those with the same bytes, looked at for what came too early. */
enum { MOST_EARLY = 32 };

/* How far a link has come in a list. */
typedef struct bcnet_passed {
    struct bcnet_passed *next; /* of the same list */
    int64_t              key;
    unsigned             passed;
} bcnet_passed_t;

/* Originals that may be mistaken for each other, in order. Goes when the last of them is too old. */
typedef struct {
    int64_t           key;
    uint32_t          id;
    unsigned          first; /* these many are too old, and gone */
    bcnet_timeline_t *originals; /* of bcnet_waiting_t */
    bcnet_passed_t   *passed; /* by each link that has come further */
} bcnet_alike_t;

/* Where an original stands in a list. */
typedef struct {
    bcnet_alike_t *list; /* NULL: in none */
    unsigned       index;
} bcnet_list_position_t;

/* An original that waits for copies. */
typedef struct {
    bcnet_original_t     *original;
    bcnet_list_position_t same;
    bcnet_list_position_t similar;
    uint8_t              *payload; /* where a copy may differ; else NULL */
    unsigned              length;
} bcnet_waiting_t;

/* Of a game. */
struct bcnet_relays {
    wmem_map_t   *appearances; /* stamp -> bcnet_appearance_t: for all passes; the rest is for the first */
    wmem_map_t   *lists; /* key -> bcnet_alike_t */
    wmem_map_t   *passed; /* list and link -> bcnet_passed_t */
    wmem_queue_t *waiting; /* of bcnet_waiting_t */
    uint32_t      next_list;
};

/* What is looked at. */
typedef struct {
    struct bcnet_relays *relays; /* of its game */
    bcnet_msg_t         *msg;
    bcnet_relay_t        relay;
    const uint8_t       *payload;
    unsigned             length;
    uint64_t             same; /* hash of the payload */
    uint64_t             similar; /* of what a copy with other bytes shares with its original; 0: there is no telling */
} bcnet_candidate_t;

static void *find(wmem_map_t *map, uint64_t number)
{
    const int64_t key = (int64_t)number;

    return wmem_map_lookup(map, &key);
}

/* ---- Who acts ---- */

/* He may have left since. */
static bcnet_actor_t actor_with(const bcnet_msg_t *msg, uint32_t id)
{
    return (bcnet_actor_t){ bcnet_stay_last_with(msg->game, id, msg->stamp), msg->stamp, id };
}

/* Who did what the host's message tells of. */
static bcnet_actor_t actor_told(const bcnet_msg_t *msg, bcnet_relay_t relay)
{
    if (relay >= BCNET_TO_SEVERAL || relay == BCNET_RELAY_NEVER) /* its own words */
        return actor_with(msg, BCNET_PEER_HOST);
    const bool    named = bcnet_is_player_id(msg->relay_key.player);
    bcnet_stay_t *owner = bcnet_slot_owner(msg, msg->relay_key.object);
    if (owner && (!named || relay == BCNET_RELAY_CREATION))
        return (bcnet_actor_t){ owner, msg->stamp, owner->id };
    return actor_with(msg, named ? msg->relay_key.player : BCNET_PEER_HOST);
}

static bcnet_actor_t actor_of(const bcnet_msg_t *msg, bcnet_relay_t relay)
{
    if (msg->from_host)
        return actor_told(msg, relay);
    const bcnet_stamp_t datagram = bcnet_datagram_stamp(msg->stamp);
    const bool          nobody = msg->peer == BCNET_PEER_NEW;
    bcnet_stay_t       *stay = nobody ? NULL : bcnet_stay_on(msg->link, datagram);
    return (bcnet_actor_t){ stay, datagram, nobody ? BCNET_PEER_NEW : bcnet_stay_id(stay) };
}

bcnet_endpoint_t bcnet_actor_endpoint(wmem_allocator_t *pool, const bcnet_relay_analysis_t *relayed)
{
    return bcnet_endpoint_of(pool, relayed->actor.stay, relayed->actor.id, relayed->actor.stamp);
}

/* ---- Who takes what ---- */

void bcnet_note_listener(bcnet_link_t *link, bcnet_stamp_t stamp, bool in_game)
{
    if (in_game && link->in_game) /* said again */
        return;
    link->listens_since = stamp;
    link->in_game = in_game;
}

/* Their authors read their own lines. */
static bool returns_to_author(bcnet_relay_t relay)
{
    return relay == BCNET_RELAY_ALL || relay == BCNET_RELAY_GROUP;
}

static bool is_own(const bcnet_candidate_t *candidate, const bcnet_original_t *original)
{
    return original->first.link == candidate->msg->link;
}

/* The link of the original has it: as its author's, or because the host's message was the first appearance. */
static bool may_take(const bcnet_candidate_t *candidate, const bcnet_original_t *original)
{
    return !is_own(candidate, original) || (!original->from_host && returns_to_author(candidate->relay));
}

/* By the link of the message, made when it is not there and `make` is set; else NULL. */
static bcnet_passed_t *passed_of(const bcnet_candidate_t *candidate, bcnet_alike_t *list, bool make)
{
    wmem_map_t     *all = candidate->relays->passed;
    const uint64_t  key = (uint64_t)list->id << 32 | candidate->msg->link->index;
    bcnet_passed_t *passed = (bcnet_passed_t *)find(all, key);

    if (passed || !make)
        return passed;
    passed = wmem_new(wmem_file_scope(), bcnet_passed_t);
    *passed = (bcnet_passed_t){ .key = (int64_t)key, .next = list->passed };
    list->passed = passed;
    wmem_map_insert(all, &passed->key, passed);
    return passed;
}

static void pass(const bcnet_candidate_t *candidate, bcnet_alike_t *list, unsigned count)
{
    bcnet_passed_t *passed = passed_of(candidate, list, true);

    passed->passed = MAX(passed->passed, count);
}

/* The first original of a list that the link has not had. `echo` is set when one of its own author was passed over. */
static bcnet_waiting_t *next_original(const bcnet_candidate_t *candidate, bcnet_alike_t *list, bool *echo)
{
    const bcnet_link_t   *link = candidate->msg->link;
    const bcnet_passed_t *passed = passed_of(candidate, list, false);
    const unsigned        count = bcnet_timeline_count_at(list->originals, BCNET_LATEST);
    unsigned              index = MAX(list->first, passed ? passed->passed : 0);
    bcnet_waiting_t      *waiting = NULL;

    if (link->listens_since > 0)
        index = MAX(index, bcnet_timeline_count_at(list->originals, link->listens_since - 1));
    const unsigned start = index;
    for (; index < count; index++) {
        waiting = (bcnet_waiting_t *)bcnet_timeline_get(list->originals, index, NULL);
        if (may_take(candidate, waiting->original))
            break;
        *echo |= !waiting->original->from_host;
    }
    if (index > start)
        pass(candidate, list, index);
    return index < count ? waiting : NULL;
}

static void take(const bcnet_candidate_t *candidate, const bcnet_list_position_t *place)
{
    if (place->list)
        pass(candidate, place->list, place->index + 1);
}

/* ---- Originals that wait ---- */

/* A frame with more datagrams than a stamp can tell apart may go backwards: such an original waits for nothing. */
static bcnet_list_position_t append(struct bcnet_relays *relays, uint64_t hash, bcnet_waiting_t *waiting)
{
    const bcnet_stamp_t stamp = waiting->original->first.stamp;
    bcnet_alike_t      *list = (bcnet_alike_t *)find(relays->lists, hash);

    if (!list) {
        list = wmem_new0(wmem_file_scope(), bcnet_alike_t);
        list->key = (int64_t)hash;
        list->id = ++relays->next_list;
        wmem_map_insert(relays->lists, &list->key, list);
    }
    if (stamp <= bcnet_fact_since(list->originals, BCNET_LATEST))
        return (bcnet_list_position_t){ .list = NULL };
    bcnet_keep_fact(&list->originals, stamp, waiting);
    return (bcnet_list_position_t){ list, bcnet_timeline_count_at(list->originals, BCNET_LATEST) - 1 };
}

/* The oldest original leaves a list; the list goes with its last one. */
static void drop_first(struct bcnet_relays *relays, bcnet_alike_t *list)
{
    if (!list || ++list->first < bcnet_timeline_count_at(list->originals, BCNET_LATEST))
        return;
    while (list->passed) {
        bcnet_passed_t *passed = list->passed;
        list->passed = passed->next;
        wmem_map_remove(relays->passed, &passed->key);
        wmem_free(wmem_file_scope(), passed);
    }
    wmem_map_remove(relays->lists, &list->key);
    bcnet_timeline_free(list->originals);
    wmem_free(wmem_file_scope(), list);
}

/* NULL: nothing waits. */
static bcnet_waiting_t *oldest_in(const struct bcnet_relays *relays)
{
    return wmem_queue_count(relays->waiting) > 0 ? (bcnet_waiting_t *)wmem_queue_peek(relays->waiting) : NULL;
}

static void drop_oldest(struct bcnet_relays *relays)
{
    bcnet_waiting_t *waiting = (bcnet_waiting_t *)wmem_queue_pop(relays->waiting);

    drop_first(relays, waiting->same.list);
    drop_first(relays, waiting->similar.list);
    if (waiting->original->copies == 0)
        wmem_free(wmem_file_scope(), waiting->original);
    wmem_free(wmem_file_scope(), waiting->payload);
    wmem_free(wmem_file_scope(), waiting);
}

void bcnet_forget_relays(bcnet_game_t *game)
{
    while (game->relays && oldest_in(game->relays))
        drop_oldest(game->relays);
}

static uint64_t hash_similar(const bcnet_relay_key_t *key, bcnet_relay_t relay, const uint8_t *payload, unsigned length)
{
    const bool     relayed = relay == BCNET_RELAY_OTHERS || returns_to_author(relay);
    const uint32_t kind[] = { payload[0], length, key->object };

    if (relayed && key->text)
        return bcnet_hash(key->text, strlen(key->text)) ^ bcnet_hash(kind, sizeof kind);
    if (relayed && key->object != BCNET_OBJECT_NONE && key->object != BCNET_OBJECT_DESTROYED)
        return bcnet_hash(kind, sizeof kind);
    return 0;
}

static bcnet_original_t *new_original(const bcnet_candidate_t *candidate)
{
    bcnet_original_t *original = wmem_new0(wmem_file_scope(), bcnet_original_t);

    original->first.stamp = candidate->msg->stamp;
    original->first.time = candidate->msg->pinfo->abs_ts;
    original->first.original = original;
    original->newest = &original->first;
    original->actor = actor_of(candidate->msg, candidate->relay);
    original->first.link = candidate->msg->link;
    original->from_host = candidate->msg->from_host;
    return original;
}

static void wait_for_copies(const bcnet_candidate_t *candidate)
{
    struct bcnet_relays *relays = candidate->relays;
    bcnet_waiting_t     *waiting = wmem_new0(wmem_file_scope(), bcnet_waiting_t);

    waiting->original = new_original(candidate);
    waiting->same = append(relays, candidate->same, waiting);
    if (candidate->similar != 0) {
        waiting->similar = append(relays, candidate->similar, waiting);
        waiting->payload = (uint8_t *)wmem_memdup(wmem_file_scope(), candidate->payload, candidate->length);
        waiting->length = candidate->length;
    }
    wmem_queue_push(relays->waiting, waiting);
}

/* ---- Copies ---- */

static void keep(struct bcnet_relays *relays, bcnet_appearance_t *appearance)
{
    wmem_map_insert(relays->appearances, &appearance->stamp, appearance);
}

static void add_copy(const bcnet_candidate_t *candidate, bcnet_original_t *original, const bcnet_change_t *change)
{
    bcnet_appearance_t *copy = wmem_new0(wmem_file_scope(), bcnet_appearance_t);

    if (original->copies == 0)
        keep(candidate->relays, &original->first);
    copy->stamp = candidate->msg->stamp;
    copy->time = candidate->msg->pinfo->abs_ts;
    copy->link = candidate->msg->link;
    copy->original = original;
    copy->number = ++original->copies;
    copy->change = change;
    original->newest->next = copy;
    original->newest = copy;
    keep(candidate->relays, copy);
}

static const bcnet_change_t *compare(const uint8_t *original, const uint8_t *copy, unsigned length)
{
    unsigned first = 0, last = length;

    while (first < length && original[first] == copy[first])
        first++;
    if (first == length)
        return NULL;
    while (original[last - 1] == copy[last - 1])
        last--;
    bcnet_change_t *change = wmem_new0(wmem_file_scope(), bcnet_change_t);
    change->first = (uint16_t)MIN(first, UINT16_MAX);
    change->last = (uint16_t)MIN(last - 1, UINT16_MAX);
    const size_t shown = MIN(last - first, sizeof change->original);
    memcpy(change->original, original + first, shown);
    memcpy(change->copy, copy + first, shown);
    return change;
}

/* An original with the same bytes, else one that the host may have rewritten. */
static bool find_original(const bcnet_candidate_t *candidate, bool *echo)
{
    const bcnet_change_t *change = NULL;
    bcnet_alike_t        *list = (bcnet_alike_t *)find(candidate->relays->lists, candidate->same);
    bcnet_waiting_t      *waiting = list ? next_original(candidate, list, echo) : NULL;
    bool                  other_echo = false;

    if (!waiting && candidate->similar != 0 && !*echo &&
        (list = (bcnet_alike_t *)find(candidate->relays->lists, candidate->similar)) != NULL) {
        waiting = next_original(candidate, list, &other_echo);
        if (waiting && waiting->length != candidate->length) /* made to have the same hash */
            return false;
        change = waiting ? compare(waiting->payload, candidate->payload, candidate->length) : NULL;
    }
    if (!waiting)
        return false;
    take(candidate, &waiting->same);
    take(candidate, &waiting->similar);
    add_copy(candidate, waiting->original, change);
    return true;
}

static bool is_early(const bcnet_candidate_t *candidate, const bcnet_original_t *original)
{
    return original->from_host && !original->early &&
           bcnet_is_told_early(candidate->msg, original->first.link, &original->first.time);
}

/* The client's message comes behind what the host made of it. */
static void add_late(const bcnet_candidate_t *candidate, bcnet_original_t *original)
{
    original->early = true;
    add_copy(candidate, original, NULL);
}

/* The oldest of the last ones with the same bytes. */
static bool find_early(const bcnet_candidate_t *candidate)
{
    const bcnet_alike_t *list = (const bcnet_alike_t *)find(candidate->relays->lists, candidate->same);
    const bcnet_stay_t  *author = bcnet_stay_on(candidate->msg->link, candidate->msg->stamp);
    bcnet_original_t    *found = NULL;

    if (!list)
        return false;
    const unsigned count = bcnet_timeline_count_at(list->originals, BCNET_LATEST);
    for (unsigned i = count; i > list->first && count - i < MOST_EARLY; i--) {
        bcnet_original_t *original = ((bcnet_waiting_t *)bcnet_timeline_get(list->originals, i - 1, NULL))->original;
        if (is_early(candidate, original) && original->actor.stay == author)
            found = original;
    }
    if (found)
        add_late(candidate, found);
    return found != NULL;
}

static void note_ordinary(const bcnet_candidate_t *candidate)
{
    bool echo = false;

    if (candidate->msg->from_host ? find_original(candidate, &echo) : find_early(candidate))
        return;
    if (!echo) {
        wait_for_copies(candidate);
        return;
    }
    /* A host that is not stock tells the author what it did: that is nobody's copy, and no original of one. */
    bcnet_original_t *own = new_original(candidate);
    own->first.echo = true;
    keep(candidate->relays, &own->first);
}

/* ---- Creations ---- */

/* With the same bytes a copy for as long as the object lives; with others, a replay, which is neither. The author has what it
 * created. */
static void note_creation(const bcnet_candidate_t *candidate, bcnet_object_t *object)
{
    bcnet_original_t *creation = object->creation;

    if (object->seen == candidate->msg->stamp) {
        object->creation = new_original(candidate);
        object->creation_hash = candidate->same;
    } else if (candidate->msg->from_host && creation && object->creation_hash == candidate->same &&
               (creation->from_host || !is_own(candidate, creation))) {
        add_copy(candidate, creation, NULL);
    } else if (creation && object->creation_hash == candidate->same && is_early(candidate, creation)) {
        add_late(candidate, creation);
    }
}

/* ---- Every message ---- */

/* Totals of teams follow a change of the score at once, to everybody; otherwise they are for a newcomer. */
static bool goes_to_one(bcnet_link_t *link, bcnet_relay_t relay)
{
    const bool behind_score = link->behind_score && relay == BCNET_TO_SEVERAL_BEHIND_SCORE;

    link->behind_score = behind_score || relay == BCNET_TO_SEVERAL_SCORE;
    return relay == BCNET_TO_ONE || (relay == BCNET_TO_SEVERAL_BEHIND_SCORE && !behind_score);
}

/* Out of the way of the many messages that are not relayed. */
static G_GNUC_NO_INLINE void note_relay(bcnet_msg_t *msg, bcnet_relay_t relay, const uint8_t *payload, unsigned length)
{
    if (!msg->game->relays) {
        msg->game->relays = wmem_new0(wmem_file_scope(), struct bcnet_relays);
        msg->game->relays->appearances = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
        msg->game->relays->lists = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
        msg->game->relays->passed = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
        msg->game->relays->waiting = wmem_queue_new(wmem_file_scope());
    }
    const bcnet_candidate_t candidate = {
        .relays = msg->game->relays,
        .msg = msg,
        .relay = relay,
        .payload = payload,
        .length = length,
        .same = bcnet_hash(payload, length),
        .similar = hash_similar(&msg->relay_key, relay, payload, length),
    };
    const bcnet_object_ref_t created = relay == BCNET_RELAY_CREATION ? bcnet_object_ref(msg, msg->relay_key.object)
                                                                     : (bcnet_object_ref_t){ .id = 0 };
    for (const bcnet_waiting_t *oldest; (oldest = oldest_in(candidate.relays)) != NULL;) {
        if (wmem_queue_count(candidate.relays->waiting) < MOST_WAITING &&
            !bcnet_is_longer_ago(&oldest->original->first.time, &msg->pinfo->abs_ts, BCNET_SILENCE_SECONDS))
            break;
        drop_oldest(candidate.relays);
    }
    if (created.object)
        note_creation(&candidate, created.any);
    else
        note_ordinary(&candidate);
}

void bcnet_note_relay(bcnet_msg_t *msg, bcnet_relay_t relay, const uint8_t *payload, unsigned length)
{
    if (msg->may_learn && relay != BCNET_RELAY_NEVER && !(msg->from_host && goes_to_one(msg->link, relay)))
        note_relay(msg, relay, payload, length);
}

static const bcnet_appearance_t *appearance_at(const bcnet_msg_t *msg)
{
    return msg->game && msg->game->relays ? (const bcnet_appearance_t *)find(msg->game->relays->appearances, msg->stamp)
                                          : NULL;
}

bool bcnet_is_copy(const bcnet_msg_t *msg)
{
    const bcnet_appearance_t *appearance = appearance_at(msg);

    return appearance && (appearance->number > 0 || appearance->echo);
}

bool bcnet_is_act(const bcnet_msg_t *msg)
{
    return !msg->resend && !msg->quoted && !bcnet_is_copy(msg);
}

void bcnet_mean_as_copied(bcnet_msg_t *msg)
{
    if (!bcnet_is_copy(msg))
        return;
    msg->name_stamp = appearance_at(msg)->original->first.stamp;
    msg->may_learn = false;
}

const bcnet_relay_analysis_t *bcnet_relay_analysis_of(const bcnet_msg_t *msg, bcnet_relay_t relay)
{
    const bool cut = msg->end > msg->captured;

    /* What the host says of somebody may be in what the capture cut off. */
    if (!msg->link || msg->resend || msg->quoted || (cut && msg->from_host))
        return NULL;
    bcnet_relay_analysis_t *relayed = wmem_new0(msg->pinfo->pool, bcnet_relay_analysis_t);
    relayed->appearance = relay == BCNET_RELAY_NEVER ? NULL : appearance_at(msg);
    relayed->actor = relayed->appearance ? relayed->appearance->original->actor : actor_of(msg, relay);
    return relayed;
}

bcnet_stamp_t bcnet_act_stamp(const bcnet_relay_analysis_t *relayed, bcnet_stamp_t message)
{
    return relayed && relayed->appearance ? relayed->appearance->original->first.stamp : message;
}
