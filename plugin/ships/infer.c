/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inference of a ship's layout from its traffic (60.4, rule 3). */
#include "ships/infer.h"

#include <string.h>

#include "reading/hash.h"
#include "ships/arena.h"

enum {
    WORD_BITS = 64,
    MAX_OPEN_BITS = 2, /* has_hash and cloaked (60.1) */
    FORMS = 2, /* the game's own, and the dialect (60.2) */
    UNLIKELY_ENOUGH =
        3, /* observations before the form that the host is not known to write is believed, and a ship that
                          * is neither of the menu nor the user's */
    FORM_CERTAIN = 8, /* before it tells of the host, or the other one is no longer followed */
    HELD_BACK_MAX = 6 /* as a power of two: observations after many failures */
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
    bool             is_known; /* it was told something since the candidates began anew */
    uint64_t         remote[]; /* candidates that read it as remote view */
} bcnet_block_receiver_t;

/* What an object can be if its host writes in one form. */
typedef struct {
    uint16_t run; /* observations since it began; 0: it begins anew with the next one. All count up to where they end */
    uint8_t  failures; /* how often none was left */
    uint8_t  proofs; /* blocks that do not fit in the other form */
} bcnet_infer_form_t;

struct bcnet_infer_object {
    const bcnet_inference_t *inference;
    const bcnet_inference_t *among; /* NULL: all */
    bcnet_infer_form_t       forms[FORMS]; /* by bcnet_block_t.dialect */
    bool                     dialect; /* what its host is known to write */
    bool                     follows_both; /* that did not do */
    bcnet_block_receiver_t  *receivers; /* newest first */
    unsigned                 receiver_count;
    uint64_t                 left[]; /* candidates, both stages; of each form a set */
};

/* An answer, and how it is found again. */
typedef struct {
    bcnet_inference_t said;
    GBytes           *key; /* the set, behind it a word for the form */
} bcnet_infer_answer_t;

struct bcnet_infer {
    bcnet_layout_candidate_t *candidates; /* in species order */
    unsigned                  count;
    unsigned                  words; /* of a set of candidates */
    uint64_t                 *numbered; /* those with a species number */
    uint64_t                 *first_stage; /* menu ships and the user's files */
    GHashTable               *answers; /* key -> bcnet_infer_answer_t */
    bcnet_inference_t         nothing, none;
    bcnet_arena_t            *arena; /* of all that there is */
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

static bcnet_block_starts_t *reachability(bcnet_infer_t *infer, const bcnet_layout_t *layout, bcnet_view_t view)
{
    bcnet_block_starts_t *table = BCNET_ARENA_ARRAY(infer->arena, bcnet_block_starts_t, layout->count);

    for (unsigned i = 0; i < layout->count; i++)
        table[i] = reachable_from(layout, i, view);
    return table;
}

static void add_candidate(bcnet_infer_t *infer, const bcnet_layout_t *layout)
{
    bcnet_layout_candidate_t *candidate = &infer->candidates[infer->count];

    candidate->layout = layout;
    candidate->owner = reachability(infer, layout, BCNET_VIEW_OWNER);
    candidate->remote = reachability(infer, layout, BCNET_VIEW_REMOTE);
    put(infer->numbered, infer->count, layout->species != 0);
    put(infer->first_stage, infer->count, layout->menu || !layout->stock);
    infer->count++;
}

/* Which sets turn up, strangers choose. */
static guint hash_key(gconstpointer key)
{
    gsize       length;
    const void *bytes = g_bytes_get_data((GBytes *)key, &length);

    return (guint)bcnet_hash(bytes, length);
}

bcnet_infer_t *bcnet_infer_new(const bcnet_layouts_t *layouts)
{
    bcnet_infer_t *infer = g_new0(bcnet_infer_t, 1);
    unsigned       total = bcnet_layouts_count(layouts);

    infer->arena = bcnet_arena_new();
    infer->candidates = BCNET_ARENA_ARRAY(infer->arena, bcnet_layout_candidate_t, total);
    infer->words = MAX(1, (total + WORD_BITS - 1) / WORD_BITS);
    infer->numbered = BCNET_ARENA_ARRAY(infer->arena, uint64_t, infer->words);
    infer->first_stage = BCNET_ARENA_ARRAY(infer->arena, uint64_t, infer->words);
    for (unsigned i = 0; i < total; i++)
        if (bcnet_layouts_get(layouts, i)->species != 0 || !bcnet_layouts_get(layouts, i)->stock)
            add_candidate(infer, bcnet_layouts_get(layouts, i));
    infer->nothing = (bcnet_inference_t){ .state = BCNET_INFER_NOTHING, .names = "" };
    infer->none = (bcnet_inference_t){ .state = BCNET_INFER_NONE, .names = "" };
    infer->answers = g_hash_table_new_full(hash_key, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    return infer;
}

void bcnet_infer_free(bcnet_infer_t *infer)
{
    if (!infer)
        return;
    g_hash_table_destroy(infer->answers);
    bcnet_arena_free(infer->arena);
    g_free(infer);
}

/* --- objects and receivers --- */

static uint64_t *left_of(const bcnet_infer_t *infer, bcnet_infer_object_t *object, bool dialect)
{
    return object->left + dialect * infer->words;
}

/* Of an answer; NULL: all that can be inferred. */
static const uint64_t *set_of(const bcnet_infer_t *infer, const bcnet_inference_t *among)
{
    return among ? g_bytes_get_data(((const bcnet_infer_answer_t *)among)->key, NULL) : infer->numbered;
}

bcnet_infer_object_t *bcnet_infer_object_new(bcnet_infer_t *infer)
{
    bcnet_infer_object_t *object =
        bcnet_arena_alloc(infer->arena, sizeof *object + FORMS * infer->words * sizeof(uint64_t));

    object->inference = &infer->nothing;
    return object;
}

static void forget_receivers(bcnet_infer_object_t *object)
{
    for (bcnet_block_receiver_t *receiver = object->receivers; receiver; receiver = receiver->next)
        receiver->is_known = false;
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
    oldest->is_known = false;
    return oldest;
}

static bcnet_block_receiver_t *add_receiver(bcnet_infer_t *infer, bcnet_infer_object_t *object, uint32_t id)
{
    bcnet_block_receiver_t *receiver =
        object->receiver_count == BCNET_INFER_RECEIVERS
            ? unlink_oldest(object)
            : bcnet_arena_alloc(infer->arena, sizeof *receiver + infer->words * sizeof(uint64_t));

    receiver->id = id;
    receiver->next = object->receivers;
    object->receivers = receiver;
    object->receiver_count++;
    return receiver;
}

/* --- answers --- */

static void name_candidates(const bcnet_infer_t *infer, const uint64_t *set, bcnet_inference_t *inference)
{
    const bcnet_layout_t **layouts = BCNET_ARENA_ARRAY(infer->arena, const bcnet_layout_t *, infer->count);
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
    inference->names = bcnet_arena_take(infer->arena, g_string_free(names, FALSE));
}

static const bcnet_inference_t *find_answer(bcnet_infer_t *infer, const uint64_t *set, bool dialect)
{
    const size_t          length = infer->words * sizeof *set;
    uint64_t             *key = g_new(uint64_t, infer->words + 1);
    bcnet_infer_answer_t *answer;

    memcpy(key, set, length);
    key[infer->words] = dialect;
    GBytes *bytes = g_bytes_new_take(key, length + sizeof *key);
    answer = g_hash_table_lookup(infer->answers, bytes);
    if (answer) {
        g_bytes_unref(bytes);
        return &answer->said;
    }
    answer = BCNET_ARENA_NEW(infer->arena, bcnet_infer_answer_t);
    answer->key = bytes;
    answer->said.dialect = dialect;
    name_candidates(infer, set, &answer->said);
    g_hash_table_insert(infer->answers, bytes, answer);
    return &answer->said;
}

/* The menu ships and the user's files come first; the others count when none of those is left. */
static const bcnet_inference_t *staged_answer(bcnet_infer_t *infer, const uint64_t *left, bool dialect)
{
    const bcnet_inference_t *answer;
    uint64_t                *first = g_new(uint64_t, infer->words);

    for (unsigned w = 0; w < infer->words; w++)
        first[w] = left[w] & infer->first_stage[w];
    answer = find_answer(infer, is_empty(infer, first) ? left : first, dialect);
    g_free(first);
    return answer;
}

static bool is_likely(const bcnet_infer_t *infer, bcnet_infer_object_t *object, bool dialect)
{
    const uint64_t *left = left_of(infer, object, dialect);

    for (unsigned w = 0; w < infer->words; w++)
        if (left[w] & infer->first_stage[w])
            return dialect == object->dialect;
    return false;
}

/* Where none was left again and again no candidate may be the ship: then it takes longer to be believed. */
static unsigned run_wanted(const bcnet_infer_t *infer, bcnet_infer_object_t *object, bool dialect)
{
    const bcnet_infer_form_t *form = &object->forms[dialect];
    const unsigned            wanted = form->failures < 2 ? 1 : 1U << MIN(form->failures, (unsigned)HELD_BACK_MAX);

    return is_likely(infer, object, dialect) ? wanted : MAX(wanted, (unsigned)UNLIKELY_ENOUGH);
}

static bool is_believed(const bcnet_infer_t *infer, bcnet_infer_object_t *object, bool dialect)
{
    const bcnet_infer_form_t *form = &object->forms[dialect];

    return form->run >= run_wanted(infer, object, dialect) && (dialect == object->dialect || form->proofs > 0);
}

/* After an observation. The form that the host is known to write, unless the other one explains more. */
static const bcnet_inference_t *settle(bcnet_infer_t *infer, bcnet_infer_object_t *object, bool changed)
{
    const bool own = is_believed(infer, object, object->dialect), other = is_believed(infer, object, !object->dialect);
    const bool takes_other = other &&
                             (!own || object->forms[!object->dialect].run > object->forms[object->dialect].run);
    const bool dialect = takes_other ? !object->dialect : object->dialect;

    if (!own && !other)
        object->inference = &infer->none;
    else if (changed || object->inference->count == 0 || object->inference->dialect != dialect)
        object->inference = staged_answer(infer, left_of(infer, object, dialect), dialect);
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

static void begin(const bcnet_infer_t *infer, bcnet_infer_object_t *object, bool dialect)
{
    if (object->forms[dialect].run > 0)
        return;
    memcpy(left_of(infer, object, dialect), set_of(infer, object->among), infer->words * sizeof *object->left);
    object->forms[dialect].proofs = 0;
}

/* Keeps the candidates for which `holds` is true; true when that changes what is left. */
static bool keep(bcnet_infer_t *infer, bcnet_infer_object_t *object, bool dialect, bcnet_infer_rule_t holds, void *data)
{
    bcnet_infer_form_t *form = &object->forms[dialect];
    uint64_t           *left = left_of(infer, object, dialect);
    bool                changed = form->run == 0;

    for (unsigned w = 0; w < infer->words; w++) {
        for (uint64_t rest = left[w]; rest != 0; rest &= rest - 1) {
            unsigned i = w * WORD_BITS + lowest(rest);

            if (!holds(&infer->candidates[i], i, data)) {
                put(left, i, false);
                changed = true;
            }
        }
    }
    form->run += form->run < UINT16_MAX;
    if (!is_empty(infer, left))
        return changed;
    form->run = 0;
    form->failures += form->failures < UINT8_MAX;
    if (!dialect)
        forget_receivers(object);
    return true;
}

/* The same, in every form that is followed. */
static const bcnet_inference_t *apply(bcnet_infer_t *infer, bcnet_infer_object_t *object, bcnet_infer_rule_t holds,
                                      void *data)
{
    bool changed = false;

    for (unsigned dialect = 0; dialect < FORMS; dialect++) {
        if (dialect != object->dialect && !object->follows_both)
            continue;
        begin(infer, object, dialect);
        changed = keep(infer, object, dialect, holds, data) || changed;
    }
    return settle(infer, object, changed);
}

typedef struct {
    bcnet_block_t                 block;
    const bcnet_block_receiver_t *known; /* NULL: the first block for this one */
    bcnet_block_receiver_t       *receiver;
    bool                          proves; /* no candidate reads it in the game's own form */
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

/* In the dialect no cursor is kept to, and no length (60.2). */
static bool fits_dialect(const bcnet_layout_candidate_t *candidate, unsigned index, void *data)
{
    bcnet_infer_block_t *sent = data;
    bcnet_block_t        stock = sent->block;
    bcnet_block_result_t result;

    stock.layout = sent->block.layout = candidate->layout;
    stock.dialect = false;
    if (!bcnet_block_walk(&sent->block, &result) || result.entry_count > candidate->layout->count)
        return false;
    sent->proves = sent->proves && !bcnet_block_walk(&stock, &result);
    return true;
}

static bool keep_stock(bcnet_infer_t *infer, bcnet_infer_object_t *object, uint32_t receiver_id,
                       bcnet_infer_block_t *sent)
{
    begin(infer, object, false);
    sent->block.dialect = false;
    sent->receiver = find_receiver(object, receiver_id);
    if (!sent->receiver)
        sent->receiver = add_receiver(infer, object, receiver_id);
    sent->known = sent->receiver->is_known ? sent->receiver : NULL;
    sent->receiver->is_known = true;
    const bool changed = keep(infer, object, false, fits_block, sent);
    sent->receiver->start = sent->block.start < sent->block.end ? sent->block.payload[sent->block.start] : 0;
    sent->receiver->open_bits = (uint8_t)(sent->block.group.used % BCNET_BITS_PER_GROUP);
    return changed;
}

static bool keep_dialect(bcnet_infer_t *infer, bcnet_infer_object_t *object, bcnet_infer_block_t *sent)
{
    begin(infer, object, true);
    sent->block.dialect = sent->proves = true;
    const bool          changed = keep(infer, object, true, fits_dialect, sent);
    bcnet_infer_form_t *form = &object->forms[true];
    form->proofs += form->run > 0 && sent->proves && form->proofs < UINT8_MAX;
    return changed;
}

const bcnet_inference_t *bcnet_infer_block(bcnet_infer_t *infer, bcnet_infer_object_t *object, uint32_t receiver_id,
                                           const bcnet_block_t *block)
{
    bcnet_infer_block_t sent = { .block = { .payload = block->payload,
                                            .start = block->start,
                                            .end = block->end,
                                            .group = block->group,
                                            .mode = BCNET_WALK_STRICT } };
    bool                changed = object->dialect != block->dialect;

    object->dialect = block->dialect;
    for (unsigned turn = 0; turn < FORMS; turn++) { /* the other form may be needed from this block on */
        const bool dialect = turn == 0 ? object->dialect : !object->dialect;

        if (turn == 0 || object->follows_both)
            changed = (dialect ? keep_dialect(infer, object, &sent) : keep_stock(infer, object, receiver_id, &sent)) ||
                      changed;
        object->follows_both = object->follows_both || object->forms[dialect].run == 0 ||
                               (turn == 0 && !is_likely(infer, object, dialect));
    }
    if (object->forms[object->dialect].run >= FORM_CERTAIN) {
        object->follows_both = false;
        object->forms[!object->dialect].run = 0;
    }
    return settle(infer, object, changed);
}

bool bcnet_infer_knows_dialect(const bcnet_infer_object_t *object)
{
    return object->inference->dialect && object->inference->state == BCNET_INFER_DECIDED &&
           object->forms[true].run >= FORM_CERTAIN && object->forms[true].proofs > 1;
}

/* --- what is known otherwise --- */

const bcnet_inference_t *bcnet_infer_readers(bcnet_infer_t *infer, unsigned species, bool of_number,
                                             const uint8_t *snapshot, unsigned there, unsigned length)
{
    uint64_t                *set = g_new0(uint64_t, infer->words);
    const bcnet_inference_t *readers = NULL;

    for (unsigned i = 0; i < infer->count; i++) {
        const bcnet_layout_t *layout = infer->candidates[i].layout;

        if (!layout->stock && (layout->species == (int)species) == of_number &&
            bcnet_snapshot_layout(layout, snapshot, there, length) == layout)
            put(set, i, true);
    }
    if (!is_empty(infer, set))
        readers = find_answer(infer, set, false);
    g_free(set);
    return readers;
}

const bcnet_inference_t *bcnet_infer_put(bcnet_infer_t *infer, const bcnet_inference_t *among,
                                         const bcnet_layout_t *layout, bool possible)
{
    uint64_t                *set = g_memdup2(set_of(infer, among), infer->words * sizeof *set);
    const bcnet_inference_t *answer;

    for (unsigned i = 0; i < infer->count; i++)
        if (infer->candidates[i].layout == layout)
            put(set, i, possible);
    answer = find_answer(infer, set, false);
    g_free(set);
    return answer;
}

const bcnet_inference_t *bcnet_infer_among(bcnet_infer_t *infer, bcnet_infer_object_t *object,
                                           const bcnet_inference_t *among)
{
    object->among = among;
    for (unsigned dialect = 0; dialect < FORMS; dialect++) {
        uint64_t *left = left_of(infer, object, dialect);

        for (unsigned w = 0; w < infer->words; w++)
            left[w] &= set_of(infer, among)[w];
        if (is_empty(infer, left))
            object->forms[dialect].run = 0;
    }
    return object->inference == &infer->nothing ? object->inference : settle(infer, object, true);
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
    bcnet_role_t role;
} bcnet_infer_subsystem_t;

static bool has_role(const bcnet_layout_candidate_t *candidate, unsigned index, void *data)
{
    const bcnet_infer_subsystem_t *named = data;

    return bcnet_layout_has_role(candidate->layout, named->offset, named->role);
}

const bcnet_inference_t *bcnet_infer_subsystem(bcnet_infer_t *infer, bcnet_infer_object_t *object, unsigned offset,
                                               bcnet_role_t role)
{
    bcnet_infer_subsystem_t named = { offset, role };

    return apply(infer, object, has_role, &named);
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
