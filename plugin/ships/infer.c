/* Inference of a ship's layout from its traffic (60.4, rule 3).
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ships/infer.h"

#include <string.h>

#include "ships/arena.h"

enum {
    WORD_BITS = 64,
    MAX_OPEN_BITS = 2 /* has_hash and cloaked (60.1) */
};

/* Start indices, one bit each; list positions stay below 128. */
typedef struct {
    uint64_t bits[2];
} bcnet_block_starts_t;

/* The start indices that the writer can come to from each start index, in any number of steps. */
typedef struct {
    const bcnet_layout_t *layout;
    bcnet_block_starts_t *owner;
    bcnet_block_starts_t *remote;
} bcnet_layout_candidate_t;

/* The last block sent to one receiver. It fits every candidate left, so each candidate's next start
 * index follows from these few values. */
typedef struct receiver {
    struct receiver *next;
    uint32_t         id;
    uint8_t          start;
    uint8_t          open_bits;
    uint64_t         remote[]; /* candidates that read it as remote view */
} bcnet_block_receiver_t;

struct bcnet_infer_object {
    const bcnet_inference_t *inference;
    bcnet_block_receiver_t  *receivers; /* newest first */
    unsigned                 receiver_count;
    uint64_t                 left[]; /* candidates, both stages */
};

struct bcnet_infer {
    bcnet_layout_candidate_t *candidates; /* in species order */
    unsigned                  count;
    unsigned                  words; /* of a set of candidates */
    uint64_t                 *first_stage; /* menu ships and the user's files */
    GHashTable               *inferences; /* set of candidates -> bcnet_inference_t */
    bcnet_inference_t         nothing, none;
    bcnet_arena_t            *arena; /* of objects and receivers */
    bcnet_block_receiver_t   *free_receivers;
};

/* --- sets --- */

static bool in_set(const uint64_t *set, unsigned index)
{
    return (set[index / WORD_BITS] >> (index % WORD_BITS)) & 1;
}

/* The lowest member of a word that has one: most sets are nearly empty most of the time. */
static unsigned lowest(uint64_t word)
{
    unsigned at = 0;

    for (unsigned half = WORD_BITS / 2; half > 0; half /= 2)
        if ((word & ((UINT64_C(1) << half) - 1)) == 0) {
            word >>= half;
            at += half;
        }
    return at;
}

static void put(uint64_t *set, unsigned index, bool value)
{
    uint64_t bit = UINT64_C(1) << (index % WORD_BITS);

    if (value)
        set[index / WORD_BITS] |= bit;
    else
        set[index / WORD_BITS] &= ~bit;
}

static void put_all(const bcnet_infer_t *infer, uint64_t *set)
{
    for (unsigned i = 0; i < infer->count; i++)
        put(set, i, true);
}

static bool is_empty(const bcnet_infer_t *infer, const uint64_t *set)
{
    for (unsigned w = 0; w < infer->words; w++)
        if (set[w] != 0)
            return false;
    return true;
}

/* --- the layouts, prepared --- */

/* Follows the writer from one start index until no new one turns up. */
static bcnet_block_starts_t reachable_from(const bcnet_layout_t *layout, unsigned from, bcnet_view_t view)
{
    bcnet_block_starts_t reached = { { 0, 0 } };
    uint8_t              waiting[BCNET_MAX_SUBSYSTEMS + 1];
    unsigned             length = 0;

    waiting[length++] = (uint8_t)from;
    put(reached.bits, from, true);
    while (length > 0) {
        unsigned start = waiting[--length];

        for (unsigned bits = 0; bits <= (view == BCNET_VIEW_REMOTE ? MAX_OPEN_BITS : 0U); bits++) {
            unsigned next;

            bcnet_block_written(layout, start, bits, view, &next);
            if (in_set(reached.bits, next))
                continue;
            put(reached.bits, next, true);
            waiting[length++] = (uint8_t)next;
        }
    }
    return reached;
}

bool bcnet_start_follows(const bcnet_layout_t *layout, unsigned from, unsigned start, bcnet_view_t view)
{
    const bcnet_block_starts_t reached = reachable_from(layout, from, view);

    return in_set(reached.bits, start);
}

static bcnet_block_starts_t *reachability(const bcnet_layout_t *layout, bcnet_view_t view)
{
    bcnet_block_starts_t *table = g_new(bcnet_block_starts_t, layout->count);

    for (unsigned i = 0; i < layout->count; i++)
        table[i] = reachable_from(layout, i, view);
    return table;
}

static void add_candidate(bcnet_infer_t *infer, const bcnet_layout_t *layout)
{
    bcnet_layout_candidate_t *candidate = &infer->candidates[infer->count];

    candidate->layout = layout;
    candidate->owner = reachability(layout, BCNET_VIEW_OWNER);
    candidate->remote = reachability(layout, BCNET_VIEW_REMOTE);
    put(infer->first_stage, infer->count, layout->menu || !layout->stock);
    infer->count++;
}

static void free_inference(void *inference)
{
    bcnet_inference_t *a = inference;

    g_free((void *)a->layouts);
    g_free((void *)a->names);
    g_free(a);
}

bcnet_infer_t *bcnet_infer_new(const bcnet_layouts_t *layouts)
{
    bcnet_infer_t *infer = g_new0(bcnet_infer_t, 1);
    unsigned       total = bcnet_layouts_count(layouts);

    infer->candidates = g_new0(bcnet_layout_candidate_t, total);
    infer->words = MAX(1, (total + WORD_BITS - 1) / WORD_BITS);
    infer->first_stage = g_new0(uint64_t, infer->words);
    for (unsigned i = 0; i < total; i++)
        if (bcnet_layouts_get(layouts, i)->species != 0)
            add_candidate(infer, bcnet_layouts_get(layouts, i));
    infer->nothing = (bcnet_inference_t){ .state = BCNET_INFER_NOTHING, .names = "" };
    infer->none = (bcnet_inference_t){ .state = BCNET_INFER_NONE, .names = "" };
    infer->inferences =
        g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, free_inference);
    infer->arena = bcnet_arena_new();
    return infer;
}

void bcnet_infer_free(bcnet_infer_t *infer)
{
    if (!infer)
        return;
    for (unsigned i = 0; i < infer->count; i++) {
        g_free(infer->candidates[i].owner);
        g_free(infer->candidates[i].remote);
    }
    g_free(infer->candidates);
    g_free(infer->first_stage);
    g_hash_table_destroy(infer->inferences);
    bcnet_arena_free(infer->arena);
    g_free(infer);
}

/* --- objects and receivers --- */

bcnet_infer_object_t *bcnet_infer_object_new(bcnet_infer_t *infer)
{
    bcnet_infer_object_t *object = bcnet_arena_alloc(infer->arena, sizeof *object + infer->words * sizeof(uint64_t));

    object->inference = &infer->nothing;
    put_all(infer, object->left);
    return object;
}

static void forget_receivers(bcnet_infer_t *infer, bcnet_infer_object_t *object)
{
    while (object->receivers) {
        bcnet_block_receiver_t *receiver = object->receivers;

        object->receivers = receiver->next;
        receiver->next = infer->free_receivers;
        infer->free_receivers = receiver;
    }
    object->receiver_count = 0;
}

void bcnet_infer_object_reset(bcnet_infer_t *infer, bcnet_infer_object_t *object)
{
    forget_receivers(infer, object);
    put_all(infer, object->left);
    object->inference = &infer->nothing;
}

static bcnet_block_receiver_t *find_receiver(const bcnet_infer_object_t *object, uint32_t id)
{
    bcnet_block_receiver_t *receiver = object->receivers;

    while (receiver && receiver->id != id)
        receiver = receiver->next;
    return receiver;
}

/* Takes the place of the oldest receiver off the list. */
static bcnet_block_receiver_t *unlink_oldest(bcnet_infer_object_t *object)
{
    bcnet_block_receiver_t **link = &object->receivers;
    bcnet_block_receiver_t  *oldest;

    while ((*link)->next)
        link = &(*link)->next;
    oldest = *link;
    *link = NULL;
    object->receiver_count--;
    return oldest;
}

static bcnet_block_receiver_t *add_receiver(bcnet_infer_t *infer, bcnet_infer_object_t *object, uint32_t id)
{
    bcnet_block_receiver_t *receiver;

    if (object->receiver_count == BCNET_INFER_RECEIVERS) {
        receiver = unlink_oldest(object);
    } else if (infer->free_receivers) {
        receiver = infer->free_receivers;
        infer->free_receivers = receiver->next;
    } else {
        receiver = bcnet_arena_alloc(infer->arena, sizeof *receiver + infer->words * sizeof(uint64_t));
    }
    memset(receiver, 0, sizeof *receiver + infer->words * sizeof(uint64_t));
    receiver->id = id;
    receiver->next = object->receivers;
    object->receivers = receiver;
    object->receiver_count++;
    return receiver;
}

/* --- answers --- */

static bcnet_inference_t *make_inference(const bcnet_infer_t *infer, const uint64_t *set)
{
    bcnet_inference_t     *inference = g_new0(bcnet_inference_t, 1);
    const bcnet_layout_t **layouts = g_new0(const bcnet_layout_t *, infer->count);
    GString               *names = g_string_new(NULL);

    inference->state = BCNET_INFER_DECIDED;
    for (unsigned i = 0; i < infer->count; i++) {
        const bcnet_layout_t *layout = infer->candidates[i].layout;

        if (!in_set(set, i))
            continue;
        if (inference->count > 0 && !bcnet_layout_same_form(layouts[0], layout))
            inference->state = BCNET_INFER_PROVISIONAL;
        g_string_append_printf(names, "%s%s", inference->count > 0 ? "/" : "", layout->name);
        layouts[inference->count++] = layout;
    }
    inference->layouts = layouts;
    inference->names = g_string_free(names, FALSE);
    return inference;
}

static const bcnet_inference_t *find_inference(bcnet_infer_t *infer, const uint64_t *set)
{
    GBytes            *key = g_bytes_new(set, infer->words * sizeof *set);
    bcnet_inference_t *inference = g_hash_table_lookup(infer->inferences, key);

    if (inference) {
        g_bytes_unref(key);
        return inference;
    }
    inference = make_inference(infer, set);
    g_hash_table_insert(infer->inferences, key, inference);
    return inference;
}

/* The menu ships and the user's files come first; the others count when none of those is left. */
static const bcnet_inference_t *staged_inference(bcnet_infer_t *infer, const uint64_t *left)
{
    const bcnet_inference_t *inference;
    uint64_t                *first = g_new(uint64_t, infer->words);

    for (unsigned w = 0; w < infer->words; w++)
        first[w] = left[w] & infer->first_stage[w];
    inference = find_inference(infer, is_empty(infer, first) ? left : first);
    g_free(first);
    return inference;
}

/* Before an observation: where nothing was left, everything begins anew. */
static void begin(bcnet_infer_t *infer, bcnet_infer_object_t *object)
{
    if (object->inference == &infer->none)
        bcnet_infer_object_reset(infer, object);
}

/* After an observation. */
static const bcnet_inference_t *settle(bcnet_infer_t *infer, bcnet_infer_object_t *object, bool changed)
{
    if (!changed && object->inference != &infer->nothing)
        return object->inference;
    if (is_empty(infer, object->left)) {
        forget_receivers(infer, object);
        object->inference = &infer->none;
    } else {
        object->inference = staged_inference(infer, object->left);
    }
    return object->inference;
}

/* --- observations --- */

/* The start index that a candidate uses next towards a receiver; a cursor starts at 0 (60.2). */
static unsigned predicted(const bcnet_layout_candidate_t *candidate, const bcnet_block_receiver_t *receiver,
                          unsigned index)
{
    unsigned next;

    if (!receiver)
        return 0;
    bcnet_block_written(candidate->layout, receiver->start, receiver->open_bits,
                        in_set(receiver->remote, index) ? BCNET_VIEW_REMOTE : BCNET_VIEW_OWNER, &next);
    return next;
}

/* A block without a boolean does not tell its view: either will do. */
static bool can_start(const bcnet_layout_candidate_t *candidate, unsigned from, unsigned start, bcnet_view_t view)
{
    return (view != BCNET_VIEW_REMOTE && in_set(candidate->owner[from].bits, start)) ||
           (view != BCNET_VIEW_OWNER && in_set(candidate->remote[from].bits, start));
}

/* Whether a layout agrees with an observation. */
typedef bool (*bcnet_infer_rule_t)(const bcnet_layout_candidate_t *candidate, unsigned index, void *data);

/* Keeps the candidates for which `holds` is true. */
static const bcnet_inference_t *apply(bcnet_infer_t *infer, bcnet_infer_object_t *object, bcnet_infer_rule_t holds,
                                      void *data)
{
    bool changed = false;

    begin(infer, object);
    for (unsigned w = 0; w < infer->words; w++) {
        for (uint64_t rest = object->left[w]; rest != 0; rest &= rest - 1) {
            unsigned i = w * WORD_BITS + lowest(rest);

            if (!holds(&infer->candidates[i], i, data)) {
                put(object->left, i, false);
                changed = true;
            }
        }
    }
    return settle(infer, object, changed);
}

typedef struct {
    bcnet_block_t                 block;
    const bcnet_block_receiver_t *known; /* NULL: the first block for this one */
    bcnet_block_receiver_t       *receiver;
} bcnet_infer_block_t;

static bool fits_block(const bcnet_layout_candidate_t *candidate, unsigned index, void *data)
{
    bcnet_infer_block_t *sent = data;
    bcnet_block_result_t result;

    sent->block.layout = candidate->layout;
    if (!bcnet_block_walk(&sent->block, &result) || !can_start(candidate, predicted(candidate, sent->known, index),
                                                               sent->block.payload[sent->block.start], result.view))
        return false;
    put(sent->receiver->remote, index, result.view == BCNET_VIEW_REMOTE);
    return true;
}

const bcnet_inference_t *bcnet_infer_block(bcnet_infer_t *infer, bcnet_infer_object_t *object, uint32_t receiver_id,
                                           const bcnet_block_t *block)
{
    bcnet_infer_block_t      sent = { .block = { .payload = block->payload,
                                                 .start = block->start,
                                                 .end = block->end,
                                                 .group = block->group,
                                                 .mode = BCNET_WALK_STRICT } };
    const bcnet_inference_t *inference;

    begin(infer, object);
    sent.known = sent.receiver = find_receiver(object, receiver_id);
    if (!sent.receiver)
        sent.receiver = add_receiver(infer, object, receiver_id);
    inference = apply(infer, object, fits_block, &sent);
    sent.receiver->start = block->start < block->end ? block->payload[block->start] : 0;
    sent.receiver->open_bits = (uint8_t)(block->group.used % BCNET_BITS_PER_GROUP);
    return inference;
}

typedef struct {
    const uint8_t *pairs;
    size_t         length;
} bcnet_infer_wanted_t;

static bool takes_all(const bcnet_layout_candidate_t *candidate, unsigned index, void *data)
{
    const bcnet_infer_wanted_t *wanted = data;

    for (size_t i = 0; i + 1 < wanted->length; i += 2)
        if (!bcnet_layout_takes_power(candidate->layout, wanted->pairs[i]))
            return false;
    return true;
}

const bcnet_inference_t *bcnet_infer_wanted(bcnet_infer_t *infer, bcnet_infer_object_t *object, const uint8_t *pairs,
                                            size_t length)
{
    bcnet_infer_wanted_t wanted = { pairs, length };

    if (length < 2)
        return object->inference; /* an empty block is normal and says nothing (60.3) */
    return apply(infer, object, takes_all, &wanted);
}

static bool can_cloak(const bcnet_layout_candidate_t *candidate, unsigned index, void *data)
{
    return bcnet_layout_has_cloak(candidate->layout);
}

const bcnet_inference_t *bcnet_infer_cloak(bcnet_infer_t *infer, bcnet_infer_object_t *object)
{
    return apply(infer, object, can_cloak, NULL);
}

typedef struct {
    unsigned     offset;
    bcnet_kind_t kind;
} bcnet_infer_subsystem_t;

bool bcnet_is_of_kind(const bcnet_layout_t *layout, unsigned offset, bcnet_kind_t kind)
{
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child;
    bcnet_class_t            class_id;

    if (!bcnet_layout_find_object(layout, offset, &subsystem, &child))
        return false;
    class_id = child ? child->class_id : subsystem->class_id;
    switch (kind) {
    case BCNET_KIND_TUBE:
        return class_id == BCNET_CLASS_TORPEDO_TUBE;
    case BCNET_KIND_PULSE_WEAPON:
        return class_id == BCNET_CLASS_PULSE_WEAPON;
    case BCNET_KIND_WEAPON_SYSTEM:
        break;
    }
    return class_id == BCNET_CLASS_TORPEDO_SYSTEM || class_id == BCNET_CLASS_PHASER_SYSTEM ||
           class_id == BCNET_CLASS_PULSE_SYSTEM || class_id == BCNET_CLASS_TRACTOR_SYSTEM;
}

static bool is_of_kind(const bcnet_layout_candidate_t *candidate, unsigned index, void *data)
{
    const bcnet_infer_subsystem_t *named = data;

    return bcnet_is_of_kind(candidate->layout, named->offset, named->kind);
}

const bcnet_inference_t *bcnet_infer_subsystem(bcnet_infer_t *infer, bcnet_infer_object_t *object, unsigned offset,
                                               bcnet_kind_t kind)
{
    bcnet_infer_subsystem_t named = { offset, kind };

    return apply(infer, object, is_of_kind, &named);
}

static bool has_hash(const bcnet_layout_candidate_t *candidate, unsigned index, void *data)
{
    const bcnet_layout_t *layout = candidate->layout;

    for (unsigned i = 0; i < layout->hash_count; i++)
        if (layout->hashes[i] == *(const uint16_t *)data)
            return true;
    return false;
}

const bcnet_inference_t *bcnet_infer_hash(bcnet_infer_t *infer, bcnet_infer_object_t *object, uint16_t hash)
{
    for (unsigned i = 0; i < infer->count; i++)
        if (has_hash(&infer->candidates[i], i, &hash))
            return apply(infer, object, has_hash, &hash);
    return object->inference;
}

const bcnet_inference_t *bcnet_infer_now(const bcnet_infer_object_t *object)
{
    return object->inference;
}

/* --- subsystem ids --- */

static bool same_object(const bcnet_subsystem_t *a, const bcnet_child_t *a_child, const bcnet_subsystem_t *b,
                        const bcnet_child_t *b_child)
{
    if (a->class_id != b->class_id || strcmp(a->name, b->name) != 0 || (a_child == NULL) != (b_child == NULL))
        return false;
    return !a_child || (a_child->class_id == b_child->class_id && strcmp(a_child->name, b_child->name) == 0);
}

bool bcnet_inference_find_object(const bcnet_inference_t *inference, unsigned offset,
                                 const bcnet_subsystem_t **subsystem, const bcnet_child_t **child)
{
    const bcnet_subsystem_t *other;
    const bcnet_child_t     *other_child;

    if (inference->count == 0 || !bcnet_layout_find_object(inference->layouts[0], offset, subsystem, child))
        return false;
    for (unsigned i = 1; i < inference->count; i++)
        if (!bcnet_layout_find_object(inference->layouts[i], offset, &other, &other_child) ||
            !same_object(*subsystem, *child, other, other_child))
            return false;
    return true;
}
