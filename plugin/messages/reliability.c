/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sequence numbers: what was sent before, what is acknowledged, what is missing, and what waits for what (protocol chapter
 * 10.4).
 *
 * There are four sequence spaces per link: two directions, and in each one for types below 0x32 and one for
 * type 0x32. Numbers wrap at 16 bits; here they are continued to 32, so that a number that is used again
 * after a wrap is another one. All fragments of a message share its number and are told apart by index. */
#include "messages/reliability.h"

#include <string.h>

#include "reading/hash.h"
#include "reading/opcode-numbers.h"
#include "reading/reader.h"

enum {
    OLD_WINDOW = 0x4000, /* a number is old when it lies up to this far behind the newest */
    FIRST_NUMBER = 0x100000, /* room for numbers older than the first one seen */
    NOT_A_FRAGMENT = 0x1FF,
    FRAGMENT_BITS = 9,
    MOST_SENDINGS = 0x1FFF,
    FIRST_SLOTS = 8
};

/* Numbers that were skipped. */
typedef struct {
    uint32_t first;
    uint32_t last;
    uint32_t missing; /* of these, not seen since */
} bcnet_gap_t;

/* Messages with numbers behind the last missing one, and before `end`, waited until then. */
typedef struct {
    uint32_t      end;
    bcnet_stamp_t stamp; /* 0: it is not in the capture */
    int64_t       time;
    int64_t       waited; /* by something, and not for the release before */
} bcnet_release_t;

/* The receiver's queue: it handles reliable messages strictly in the order of their numbers, so all behind a missing one are
 * held up. As far as the capture tells. */
typedef struct {
    bool              started;
    bool              told; /* that it stalls */
    uint32_t          next; /* number that is expected */
    wmem_map_t       *waiting; /* numbers that are there and beyond it */
    int64_t           since; /* something waits */
    bcnet_timeline_t *arrivals; /* of bcnet_release_t, by the number that was missing */
    bcnet_timeline_t *acks; /* the same of resends: everything beyond the number waits until then */
} bcnet_queue_t;

typedef struct {
    bool           started;
    uint32_t       first; /* first number the capture shows */
    uint32_t       newest;
    uint32_t       count;
    uint32_t       slot_count; /* a power of two, or 0 */
    bcnet_sent_t **slots; /* by hash of the key; the newest of each, those with the same hash linked */
    uint32_t      *sightings; /* frames of the last OLD_WINDOW new messages, in turn */
    uint32_t       sighting_count;
    bcnet_queue_t  queue;
    wmem_map_t    *stray_acks; /* bcnet_stray_ack, by number; NULL: none */
    unsigned       astray; /* messages of it that only acks of the other space may mean */
    bool           was_acked;

    /* The datagram in hand, see "What a stock sender reorders itself". */
    struct {
        bcnet_stamp_t              stamp;
        uint32_t                   highest; /* number in it; 0: none yet */
        bcnet_gap_t                gap; /* the last one in it */
        bcnet_sequence_analysis_t *behind_gap; /* as it was kept */
    } in_hand;
    /* What replays may still close. */
    bcnet_gap_t deferred;
    int64_t     deferred_until;
} bcnet_space_t;

struct bcnet_sequences {
    bcnet_space_t space[2][2]; /* [from the host][type below 0x32] */
    int64_t       replays_until; /* the host is about to send its objects to this client */
};

/* A reliable message, or an ack, as it is seen. */
typedef struct {
    const bcnet_datagram_t     *datagram;
    const bcnet_wire_message_t *wire;
    bcnet_stamp_t               stamp;
    struct bcnet_sequences     *sequences;
    bcnet_space_t              *space; /* of an ack: that of what it acknowledges */
    uint32_t                    hash; /* of its bytes */
    int                         opcode; /* or NO_OPCODE */
} bcnet_sighting_t;

#define SECOND INT64_C(1000000000)
#define MILLISECOND INT64_C(1000000)

/* ---- Analysis: first pass only ---- */

/* Continues a 16-bit number to 32 bits, near the newest one. */
static uint32_t continue_number(const bcnet_space_t *space, uint16_t seq, unsigned window)
{
    const uint16_t ahead = (uint16_t)(seq - (uint16_t)space->newest);

    return ahead >= 0x10000 - window ? space->newest - (0x10000u - ahead) : space->newest + ahead;
}

uint32_t bcnet_sent_number(const bcnet_sent_t *sent)
{
    return (uint32_t)(sent->key >> FRAGMENT_BITS);
}

static int64_t key_of(uint32_t number, const bcnet_wire_message_t *wire)
{
    return (int64_t)number << FRAGMENT_BITS |
           (bcnet_wire_has(wire, BCNET_HEADER_FRAG_INDEX) ? wire->frag_index : NOT_A_FRAGMENT);
}

/* Where the record of a key is linked, or a new one would be. The hash is seeded anew in every run, so no capture can be
 * made to fill one slot. */
static bcnet_sent_t **place_of(const bcnet_space_t *space, int64_t key)
{
    const uint32_t hash = (uint32_t)bcnet_hash(&key, sizeof key);
    bcnet_sent_t **place = &space->slots[hash & (space->slot_count - 1)];

    while (*place && (*place)->key != key)
        place = &(*place)->next;
    return place;
}

static bcnet_sent_t *find_sent(const bcnet_space_t *space, int64_t key)
{
    return space->slots ? *place_of(space, key) : NULL;
}

static void grow_table(bcnet_space_t *space)
{
    bcnet_sent_t **old = space->slots;
    const uint32_t old_count = space->slot_count;

    space->slot_count = old_count ? old_count * 2 : FIRST_SLOTS;
    space->slots = wmem_alloc0_array(wmem_file_scope(), bcnet_sent_t *, space->slot_count);
    for (uint32_t i = 0; i < old_count; i++) {
        for (bcnet_sent_t *sent = old[i], *next; sent; sent = next) {
            next = sent->next;
            sent->next = NULL;
            *place_of(space, sent->key) = sent;
        }
    }
    wmem_free(wmem_file_scope(), old);
}

static void note_sighting(bcnet_space_t *space, uint32_t frame)
{
    const uint32_t count = space->sighting_count++;

    if (count < OLD_WINDOW && (count & (count - 1)) == 0) /* room for twice as many */
        space->sightings =
            (uint32_t *)wmem_realloc(wmem_file_scope(), space->sightings, MAX(count * 2, 1) * sizeof *space->sightings);
    space->sightings[count % OLD_WINDOW] = frame;
}

/* Takes the place of an earlier message with its number, if there is one. */
static bcnet_sent_t *first_sending(bcnet_space_t *space, int64_t key, uint32_t frame, int64_t now)
{
    if (space->count == space->slot_count)
        grow_table(space);
    bcnet_sent_t **place = place_of(space, key), *sent = wmem_new0(wmem_file_scope(), bcnet_sent_t);
    if (*place)
        sent->next = (*place)->next;
    else
        space->count++;
    *place = sent;
    sent->key = key;
    sent->first_frame = frame;
    sent->first_time = now;
    sent->sendings = 1;
    if ((key & NOT_A_FRAGMENT) == NOT_A_FRAGMENT || (key & NOT_A_FRAGMENT) == 0)
        note_sighting(space, frame);
    return sent;
}

/* What is sent again although three acks of it were seen, the first so long before. */
enum { NEEDLESS_ACKS = 3, NEEDLESS_SECONDS = 10 };

static void sent_again(bcnet_sent_t *sent, bcnet_stamp_t stamp, int64_t now, bcnet_sequence_analysis_t *analysis)
{
    analysis->sending = sent->sendings;
    analysis->since_sending = now - (sent->resent ? sent->resent->time : sent->first_time);
    analysis->needless = sent->acks >= NEEDLESS_ACKS && now - sent->acked_time > NEEDLESS_SECONDS * SECOND;
    if (!sent->resent)
        sent->resent = wmem_new(wmem_file_scope(), struct bcnet_resent);
    *sent->resent = (struct bcnet_resent){ .time = now, .stamp = stamp };
    if (sent->sendings < MOST_SENDINGS)
        sent->sendings++;
}

/* A message that was acknowledged has the number already, and it cannot have come round: then the numbers between were
 * seen since, or everybody was silent for so long that the capture may have paused. */
static bool is_used(const bcnet_space_t *space, const bcnet_link_t *link, const bcnet_sent_t *sent)
{
    if (!sent || sent->acked_frame == 0 || sent->first_frame < link->resumed)
        return false;
    return space->sighting_count < OLD_WINDOW ||
           space->sightings[space->sighting_count % OLD_WINDOW] <= sent->first_frame;
}

/* ---- What waits for what ---- */

static void add_release(bcnet_timeline_t **releases, uint32_t missing, bcnet_release_t release)
{
    bcnet_keep_fact(releases, missing, wmem_memdup(wmem_file_scope(), &release, sizeof release));
}

static bool is_waiting(const bcnet_queue_t *queue)
{
    return queue->waiting && wmem_map_size(queue->waiting) > 0;
}

/* A message is there, whole. Returns how long something has waited for it; 0: nothing has. */
static int64_t arrive(bcnet_queue_t *queue, uint32_t number, bcnet_stamp_t stamp, int64_t now)
{
    if (!queue->started) {
        queue->started = true;
        queue->next = number;
    }
    if (number > queue->next) {
        if (!is_waiting(queue)) {
            queue->since = now;
            queue->told = false;
        }
        bcnet_keep_under(&queue->waiting, number, queue);
    }
    if (number != queue->next)
        return 0;
    queue->next++;
    if (!is_waiting(queue))
        return 0;
    queue->told = false;
    while (wmem_map_remove(queue->waiting, GUINT_TO_POINTER(queue->next)))
        queue->next++;
    if (queue->next == number + 1) /* others are missing, too */
        return 0;
    const int64_t waited = now - queue->since;
    add_release(&queue->arrivals, number, (bcnet_release_t){ queue->next, stamp, now, waited });
    queue->since = now;
    return MAX(waited, 0);
}

/* One that was sent again is acknowledged: whether it was there before its last sending nobody knows. `since`: when something
 * behind it was sent first. Returns how long that has waited; 0: not at all. It is the newest: what higher numbers held up, it
 * holds up longer. */
static int64_t release_behind(bcnet_queue_t *queue, const bcnet_sent_t *sent, int64_t since)
{
    const uint32_t         number = bcnet_sent_number(sent);
    const unsigned         lower = bcnet_timeline_count_at(queue->acks, number - 1);
    const bcnet_release_t *before = (const bcnet_release_t *)bcnet_timeline_at(queue->acks, number - 1, NULL);
    const int64_t          waited = MAX(sent->acked_time - MAX(since, before ? before->time : since), 0);
    int64_t                counted = 0;

    for (unsigned i = bcnet_timeline_count_at(queue->acks, BCNET_LATEST); i-- > lower;)
        counted += ((const bcnet_release_t *)bcnet_timeline_get(queue->acks, i, NULL))->waited;
    add_release(&queue->acks, number, (bcnet_release_t){ G_MAXUINT32, sent->resent->stamp, sent->acked_time, waited });
    return MAX(waited - counted, 0);
}

/* ---- What a stock sender reorders itself (10.3, 10.4) ----
 *
 * Ordered messages go to the head of the queue, so in a datagram they can stand behind higher numbers. Replays of
 * objects and of their damage travel one per datagram, and messages of other kinds pass them: the numbers between
 * are missing until they arrive. Neither is out of order, nor are such numbers lost.
 *
 * A datagram is analysed before it is shown, so a gap that one of its own messages closes is none. Of a gap that
 * replays will close nothing is known yet where it is shown first; but when they are due, it is given some time.
 * Whatever has not come by then is told as lost at the message that comes next, on every pass. */

enum { NO_OPCODE = -1 };

/* Objects are due this long after the request; they have come this long after a gap (the first resend: 1 s). */
enum { REPLAYS_BEGIN_WITHIN = 2, REPLAYS_END_WITHIN = 10 };

static int opcode_of(const bcnet_wire_message_t *wire, const uint8_t *bytes, unsigned captured)
{
    const bool here = wire->type == BCNET_TYPE_GAME && (!wire->fragment || wire->frag_index == 0);

    return here && wire->length > wire->header && captured > wire->header ? bytes[wire->header] : NO_OPCODE;
}

/* Only the first fragment of a message shows its opcode. */
static bool is_replay(const bcnet_sighting_t *sighting, uint32_t number)
{
    const int  opcode = sighting->opcode;
    const bool later = bcnet_wire_has(sighting->wire, BCNET_HEADER_FRAG_INDEX) && sighting->wire->frag_index > 0;
    const bcnet_sent_t *first = later ? find_sent(sighting->space, (int64_t)number << FRAGMENT_BITS) : NULL;

    return (first && first->replay) || (bcnet_is_from_host(sighting->datagram) &&
                                        (opcode == BCNET_OP_CREATE_OBJECT || opcode == BCNET_OP_CREATE_PLAYER_OBJECT ||
                                         opcode == BCNET_OP_DAMAGE_VOLUME));
}

static bool close_gap(bcnet_gap_t *gap, uint32_t number)
{
    if (gap->missing == 0 || number < gap->first || number > gap->last)
        return false;
    gap->missing--;
    return true;
}

/* A number that arrives for the first time although newer ones did before. */
static void arrived_late(bcnet_space_t *space, uint32_t number, bool ordered)
{
    close_gap(&space->deferred, number);
    if (ordered && close_gap(&space->in_hand.gap, number) && space->in_hand.behind_gap &&
        space->in_hand.behind_gap->gap > 0) {
        space->in_hand.behind_gap->gap--;
        space->in_hand.behind_gap->closed++;
    }
}

/* Waits for the numbers of a new gap, and for those of one before it. */
static void defer_gap(bcnet_space_t *space, bcnet_sequence_analysis_t *analysis, int64_t now)
{
    if (space->deferred.missing == 0) {
        space->deferred = space->in_hand.gap;
        space->deferred_until = now + REPLAYS_END_WITHIN * SECOND;
    } else {
        space->deferred.last = space->in_hand.gap.last;
        space->deferred.missing += space->in_hand.gap.missing;
    }
    space->in_hand.gap.missing = 0;
    analysis->gap = 0;
}

/* What was skipped before the message: it may be on its way yet. */
static void judge_gap(const bcnet_sighting_t *sighting, bcnet_sequence_analysis_t *analysis)
{
    struct bcnet_sequences *sequences = sighting->sequences;
    bcnet_space_t          *space = sighting->space;
    const bool              from_host = bcnet_is_from_host(sighting->datagram);
    const int               opcode = sighting->opcode;
    const int64_t           now = sighting->datagram->now;

    if (analysis->sending == 0 && (from_host ? opcode == BCNET_OP_MISSION_INIT
                                             : opcode == BCNET_OP_CLIENT_READY || opcode == BCNET_OP_SEND_OBJECT))
        sequences->replays_until = now + REPLAYS_BEGIN_WITHIN * SECOND;
    /* That a player joined is queued behind all objects, and passes them (30.9). */
    const bool due = opcode == BCNET_OP_NEW_PLAYER || now <= sequences->replays_until;
    if (from_host && sighting->wire->type == BCNET_TYPE_GAME && analysis->gap > 0 && due)
        defer_gap(space, analysis, now);
    if (space->deferred.missing > 0 && now > space->deferred_until) { /* it was waited for in vain */
        analysis->gap = (uint16_t)MIN(analysis->gap + space->deferred.missing, G_MAXUINT16);
        space->deferred.missing = 0;
    }
    analysis->closed = MIN(sighting->datagram->origin.closed, analysis->gap);
    analysis->gap -= analysis->closed;
}

/* ---- Reliable messages and acks ---- */

/* Where a number stands: sets the newest one, and finds gaps and late arrivals. */
static uint32_t place_number(bcnet_space_t *space, uint16_t seq, bcnet_sequence_analysis_t *analysis, bool *older)
{
    *older = false;
    if (!space->started) {
        space->started = true;
        space->first = space->newest = FIRST_NUMBER + seq;
        return space->newest;
    }
    const uint32_t number = continue_number(space, seq, OLD_WINDOW);
    if (number > space->newest) {
        analysis->gap = (uint16_t)MIN(number - space->newest - 1, G_MAXUINT16);
        if (analysis->gap > 0)
            space->in_hand.gap = (bcnet_gap_t){ space->newest + 1, number - 1, analysis->gap };
        space->newest = number;
    } else if (number < space->newest) {
        *older = number >= space->first;
    }
    return number;
}

static const int64_t resend_due = 800 * MILLISECOND; /* 1 s, less what the way may shift */

/* It comes so late that its first sending was lost on the way to the capture. */
static bool is_overdue(const bcnet_sighting_t *sighting)
{
    const bcnet_queue_t *queue = &sighting->space->queue;

    return is_waiting(queue) && sighting->datagram->now - queue->since >= resend_due;
}

/* An ack had its number before it was sent: it is too soon for a resend of something the capture lacks, and no frame that is
 * late. */
static bcnet_stray_ack_t *ack_before(const bcnet_sighting_t *sighting, uint32_t number)
{
    bcnet_stray_ack_t *stray = (bcnet_stray_ack_t *)bcnet_kept_under(sighting->space->stray_acks, number);
    const int64_t      now = sighting->datagram->now;

    if (!stray || stray->is_wrong || now < stray->time || now - stray->time >= resend_due ||
        sighting->datagram->link->two_clocks != 0)
        return NULL;
    stray->is_wrong = true;
    return stray;
}

static bcnet_sent_t *new_message(const bcnet_sighting_t *sighting, uint32_t number, bool older, bcnet_sent_t *before,
                                 bcnet_sequence_analysis_t *analysis)
{
    bcnet_space_t              *space = sighting->space;
    const bcnet_wire_message_t *wire = sighting->wire;
    const bool                  late = !before && older;
    const bool                  replay = is_replay(sighting, number);

    if (!before) /* the same number before it came round, had it done so */
        before = find_sent(space, key_of(number - 0x10000, wire));
    analysis->number_reused = is_used(space, sighting->datagram->link, before);
    analysis->out_of_order = late && !replay && !(wire->ordered && number < space->in_hand.highest);
    analysis->stray = late || before ? NULL : ack_before(sighting, number);
    const bool overdue = late && is_overdue(sighting);
    if (late && (!bcnet_wire_has(wire, BCNET_HEADER_FRAG_INDEX) || wire->frag_index == 0))
        arrived_late(space, number, wire->ordered);
    bcnet_sent_t *sent =
        first_sending(space, key_of(number, wire), bcnet_stamp_frame(sighting->stamp), sighting->datagram->now);
    sent->hash = sighting->hash;
    sent->length = wire->length;
    sent->replay = replay;
    sent->overdue = overdue;
    return sent;
}

/* The same number with other bytes is another message (10.4). */
static void analyse_number(const bcnet_sighting_t *sighting, bcnet_sequence_analysis_t *analysis)
{
    bcnet_space_t *space = sighting->space;
    bool           older;
    const uint32_t number = place_number(space, sighting->wire->seq, analysis, &older);
    bcnet_sent_t  *sent = find_sent(space, key_of(number, sighting->wire));

    if (sent && sent->hash == sighting->hash && sent->length == sighting->wire->length)
        sent_again(sent, sighting->stamp, sighting->datagram->now, analysis);
    else
        sent = new_message(sighting, number, older, sent, analysis);
    space->in_hand.highest = MAX(space->in_hand.highest, number);
    analysis->sent = sent;
}

/* Both sides are there, and it is no message in fragments that is merely incomplete. */
static bool is_stalled(const bcnet_sighting_t *sighting, const bcnet_sent_t *sent)
{
    const int64_t       patience = 20 * SECOND, alive = 10 * SECOND; /* keepalives come after 5 s (90.2) */
    const bcnet_link_t *link = sighting->datagram->link;
    const bool          from_host = bcnet_is_from_host(sighting->datagram);
    const int64_t       now = sighting->datagram->now;
    bcnet_queue_t      *queue = &sighting->space->queue;

    if (link->cut[from_host] != 0) /* what is missing may be in what the capture left out */
        return false;
    if (!is_waiting(queue) || now - queue->since < patience || bcnet_sent_number(sent) <= queue->next ||
        now - link->heard[!from_host] > alive || bcnet_kept_under(link->assemblies[from_host], queue->next) ||
        queue->told)
        return false;
    queue->told = true;
    return true;
}

static void analyse_reliable(const bcnet_sighting_t *sighting, bcnet_sequence_analysis_t *analysis)
{
    const bcnet_datagram_t     *datagram = sighting->datagram;
    const bcnet_wire_message_t *wire = sighting->wire;
    bcnet_space_t              *space = sighting->space;

    if (space->in_hand.stamp != datagram->stamp) {
        memset(&space->in_hand, 0, sizeof space->in_hand);
        space->in_hand.stamp = datagram->stamp;
    }
    analyse_number(sighting, analysis);
    judge_gap(sighting, analysis);
    if (wire->fragment)
        bcnet_analyse_fragment(datagram, wire, analysis);

    const bool          whole = !bcnet_wire_has(wire, BCNET_HEADER_FRAG_INDEX) || analysis->frag_completes;
    const bcnet_sent_t *sent = analysis->sent;
    if (analysis->sending == 0 && whole)
        analysis->held = arrive(&space->queue, bcnet_sent_number(sent), sighting->stamp, sent->first_time);
    if (sent->replay && analysis->held < SECOND) /* others passed it in the sender's own queue */
        analysis->held = 0;
    analysis->stalled = is_stalled(sighting, sent);
}

/* ---- Acks ---- */

/* What an ack with its number and index means in a space, if that still waits for one. */
static bcnet_sent_t *find_unacked(const bcnet_space_t *space, const bcnet_wire_message_t *ack)
{
    const uint32_t number = continue_number(space, ack->seq, 0x8000);
    bcnet_sent_t  *sent = space->started ? find_sent(space, key_of(number, ack)) : NULL;

    return sent && sent->acked_frame == 0 ? sent : NULL;
}

enum { NO_ACCIDENT = 3 };

/* Nobody saw what the ack means, and in the other space something waits. The ack is certainly in the wrong space when that is
 * sent again all the same, and acknowledged alike; when this is the third such message, and none of that space was ever
 * acknowledged; or when what it would mean is sent only later (ack_before). */
static void judge_stray(const bcnet_sighting_t *ack, uint32_t number, bcnet_space_t *other, bcnet_sent_t *waits,
                        bcnet_sequence_analysis_t *analysis)
{
    bcnet_stray_ack_t *stray = (bcnet_stray_ack_t *)bcnet_kept_under(ack->space->stray_acks, number);

    if (!stray || stray->waits != waits) {
        stray = wmem_new(wmem_file_scope(), bcnet_stray_ack_t);
        *stray = (bcnet_stray_ack_t){ .stamp = ack->stamp, .time = ack->datagram->now, .waits = waits };
        bcnet_keep_under(&ack->space->stray_acks, number, stray);
        other->astray++;
    }
    const bool judges = ack->space->started || ack->datagram->link->connection > 0;
    analysis->wrong_space = judges && ((waits->resent && waits->resent->time > stray->time) ||
                                       (other->astray >= NO_ACCIDENT && !other->was_acked));
    stray->is_wrong |= analysis->wrong_space;
    analysis->stray = stray;
}

/* The next number, the first fragment if it has any. */
static const bcnet_sent_t *behind(const bcnet_space_t *space, const bcnet_sent_t *sent)
{
    const int64_t       key = (int64_t)(bcnet_sent_number(sent) + 1) << FRAGMENT_BITS;
    const bcnet_sent_t *next = find_sent(space, key | NOT_A_FRAGMENT);

    return next ? next : find_sent(space, key);
}

/* A message is acknowledged for the first time. Acks that come at once are of somebody near: the capture was taken there. */
static void acknowledge(const bcnet_sighting_t *ack, bcnet_sent_t *sent, bcnet_sequence_analysis_t *analysis)
{
    bcnet_link_t *link = ack->datagram->link;
    const bool    of_host = !bcnet_is_from_host(ack->datagram);

    sent->acked_frame = ack->datagram->pinfo->num;
    sent->acked_time = ack->datagram->now;
    sent->acked_at_once = !sent->resent;
    analysis->since_sending = sent->acked_time - sent->first_time;
    if (sent->acked_at_once) {
        (analysis->since_sending <= 5 * MILLISECOND ? link->acks_at_once : link->acks_later)[of_host]++;
        return;
    }
    const bcnet_sent_t *next = behind(ack->space, sent);
    analysis->held =
        release_behind(&ack->space->queue, sent, next ? MAX(next->first_time, sent->first_time) : sent->acked_time);
}

/* Where the capture does not show a direction from its first number on, there is no judgement; where it shows the connection's
 * beginning, nothing was sent before. */
static void analyse_ack(const bcnet_sighting_t *ack, bcnet_space_t *other, bcnet_sequence_analysis_t *analysis)
{
    const bcnet_wire_message_t *wire = ack->wire;
    bcnet_space_t              *space = ack->space;

    const uint32_t number = space->started ? continue_number(space, wire->seq, 0x8000)
                                           : (uint32_t)FIRST_NUMBER + wire->seq;
    bcnet_sent_t  *sent = find_sent(space, key_of(number, wire));
    analysis->is_ack = true;
    analysis->sent = sent;
    if (!sent) {
        bcnet_sent_t *waits = number >= space->first ? find_unacked(other, wire) : NULL;
        if (waits)
            judge_stray(ack, number, other, waits, analysis);
        analysis->unknown_ack = space->started && number >= space->first && !analysis->wrong_space;
        if (analysis->unknown_ack && number < space->newest && !bcnet_wire_has(wire, BCNET_HEADER_FRAG_INDEX))
            arrive(&space->queue, number, 0, ack->datagram->now); /* what was not captured was received */
        return;
    }
    space->was_acked = true;
    if (sent->acks < 3)
        sent->acks++;
    analysis->stale_ack = sent->acked_frame != 0;
    if (!analysis->stale_ack)
        acknowledge(ack, sent, analysis);
}

/* ---- What is kept ---- */

/* Most messages are sent once and acknowledged once: of their analyses only the record is kept, and the lowest bits of its
 * address tell so. */
enum { KEPT_WHOLE, KEPT_FIRST_SENDING, KEPT_FIRST_ACK, KEPT_KINDS = 3 };

static unsigned kind_of(const bcnet_sequence_analysis_t *analysis)
{
    if (analysis->is_ack)
        return analysis->sent && !analysis->stale_ack && analysis->held == 0 ? KEPT_FIRST_ACK : KEPT_WHOLE;
    const bool remarkable = analysis->sending > 0 || analysis->gap > 0 || analysis->out_of_order ||
                            analysis->fragment_fault != BCNET_FRAGMENT_FINE || analysis->frag_completes ||
                            analysis->closed > 0 || analysis->number_reused || analysis->stalled ||
                            analysis->held > 0 || analysis->stray;
    return remarkable ? KEPT_WHOLE : KEPT_FIRST_SENDING;
}

static void keep_analysis(const bcnet_sighting_t *sighting, const bcnet_sequence_analysis_t *analysis)
{
    const unsigned kind = kind_of(analysis);
    void          *kept = (void *)((uintptr_t)analysis->sent | kind);

    if (kind == KEPT_WHOLE)
        kept = wmem_memdup(wmem_file_scope(), analysis, sizeof *analysis);
    bcnet_keep_fact(&sighting->datagram->link->analyses, sighting->stamp, kept);
    if (analysis->gap > 0 && !bcnet_stamp_is_exported(sighting->stamp)) /* there, what closes it is known already */
        sighting->space->in_hand.behind_gap = (bcnet_sequence_analysis_t *)kept;
}

const bcnet_sequence_analysis_t *bcnet_analysis_at(const bcnet_msg_t *msg)
{
    bcnet_stamp_t   since = 0;
    const uintptr_t kept = msg->link ? (uintptr_t)bcnet_timeline_at(msg->link->analyses, msg->stamp, &since) : 0;
    const unsigned  kind = kept & KEPT_KINDS;

    if (since != msg->stamp)
        return NULL;
    if (kind == KEPT_WHOLE)
        return (const bcnet_sequence_analysis_t *)kept;
    bcnet_sequence_analysis_t *analysis = wmem_new0(msg->pinfo->pool, bcnet_sequence_analysis_t);
    analysis->sent = (bcnet_sent_t *)(kept - kind);
    if (kind == KEPT_FIRST_ACK) {
        analysis->is_ack = true;
        analysis->since_sending = analysis->sent->acked_time - analysis->sent->first_time;
    }
    return analysis;
}

bool bcnet_analyse_sequence(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire, unsigned captured,
                            bcnet_stamp_t stamp)
{
    struct bcnet_sequences   *sequences = datagram->link->sequences;
    const bool                from_host = bcnet_is_from_host(datagram), low = wire->ack_flags & BCNET_ACK_LOW;
    const uint8_t            *bytes = datagram->data + wire->offset;
    bcnet_sequence_analysis_t analysis = { 0 };

    if (!sequences) {
        datagram->link->sequences = sequences = wmem_new0(wmem_file_scope(), struct bcnet_sequences);
        bcnet_keep_fact(&datagram->link->connections, datagram->stamp, sequences);
    }
    bcnet_sighting_t sighting = { datagram, wire, stamp, sequences, NULL, 0, NO_OPCODE };
    if (wire->type == BCNET_TYPE_ACK) {
        sighting.space = &sequences->space[!from_host][low];
        analyse_ack(&sighting, &sequences->space[!from_host][!low], &analysis);
    } else {
        sighting.space = &sequences->space[from_host][wire->type != BCNET_TYPE_GAME];
        sighting.hash = (uint32_t)bcnet_hash(bytes, captured);
        sighting.opcode = opcode_of(wire, bytes, captured);
        analyse_reliable(&sighting, &analysis);
    }
    keep_analysis(&sighting, &analysis);
    return analysis.sending == 0;
}

/* ---- Showing ---- */

#define ANALYSIS_FIELDS(FIELD, PART)                                                                                   \
    FIELD(hf_missing, "Missing before it", "bcnet.analysis.missing", FT_UINT32, BASE_DEC, NULL, 0,                     \
          "How many sequence numbers between the newest before and this one were not seen (10.4)")                     \
    FIELD(hf_retransmission_of, "Retransmission of", "bcnet.analysis.retransmission_of", FT_FRAMENUM, BASE_NONE,       \
          FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_PREV), 0, "Frame of the first sending (10.4)")                             \
    FIELD(hf_resend_count, "Resend number", "bcnet.analysis.resend_count", FT_UINT32, BASE_DEC, NULL, 0,               \
          "How often the message was sent again, this time included (10.4)")                                           \
    FIELD(hf_resend_interval, "Time since the sending before", "bcnet.analysis.resend_interval", FT_RELATIVE_TIME,     \
          BASE_NONE, NULL, 0, "1, 2, 3, 4, 5, 1 ... seconds in stock games (10.4)")                                    \
    FIELD(hf_acked_in, "Acknowledged in", "bcnet.analysis.acked_in", FT_FRAMENUM, BASE_NONE,                           \
          FRAMENUM_TYPE(FT_FRAMENUM_ACK), 0, "Frame of the first ack of this message (10.4)")                          \
    FIELD(hf_acks_frame, "Acknowledges frame", "bcnet.analysis.acks_frame", FT_FRAMENUM, BASE_NONE,                    \
          FRAMENUM_TYPE(FT_FRAMENUM_ACK), 0, "Frame of the first sending of the acknowledged message (10.4)")          \
    FIELD(hf_ack_rtt, "Time to the ack", "bcnet.analysis.ack_rtt", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,               \
          "Seconds from the first sending to the first ack (10.4)")                                                    \
    FIELD(hf_ack_means, "Means frame", "bcnet.analysis.ack_means", FT_FRAMENUM, BASE_NONE, NULL, 0,                    \
          "Frame of the message that is meant: it has this number in the other sequence space, and waits for an ack "  \
          "(10.3)")                                                                                                    \
    FIELD(hf_held_up_by, "Held up until", "bcnet.analysis.held_up_by", FT_FRAMENUM, BASE_NONE,                         \
          FRAMENUM_TYPE(FT_FRAMENUM_NONE), 0,                                                                          \
          "Frame that brings the last missing message with a lower number: until then the receiver does not handle "   \
          "this one (10.4)")                                                                                           \
    FIELD(hf_held_up, "Held up for", "bcnet.analysis.held_up", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,                   \
          "Seconds until the last missing message with a lower number was there; \"about\" where the capture was not " \
          "taken at the receiver (10.4)")
BCNET_FIELDS(analysis_fields, ANALYSIS_FIELDS)

static proto_item *show_duration(bcnet_msg_t *msg, int hf, int64_t ns)
{
    const nstime_t time = { .secs = (time_t)(ns / SECOND), .nsecs = (int)(ns % SECOND) };

    return bcnet_generated_time(msg, hf, &time);
}

/* Until the last missing number below this one is there. */
static void add_hold(bcnet_release_t *hold, const bcnet_timeline_t *releases, uint32_t number)
{
    const bcnet_release_t *release = (const bcnet_release_t *)bcnet_timeline_at(releases, number - 1, NULL);

    if (release && release->end > number && release->time > hold->time)
        *hold = *release;
}

/* It stands in the way of all that is known only later. */
static void show_hold(bcnet_msg_t *msg, const bcnet_sent_t *sent, bool low)
{
    const bcnet_link_t           *link = msg->link;
    const struct bcnet_sequences *sequences =
        (const struct bcnet_sequences *)bcnet_timeline_at(link->connections, msg->stamp, NULL);
    const bool at_receiver = link->acks_at_once[msg->from_host] > 0 &&
                             link->acks_at_once[msg->from_host] >= link->acks_later[msg->from_host];
    bcnet_release_t hold = { .time = sent->first_time };

    if (!sequences) /* another connection begins in the same datagram */
        return;
    const bcnet_queue_t *queue = &sequences->space[msg->from_host][low].queue;
    add_hold(&hold, queue->arrivals, bcnet_sent_number(sent));
    if (!at_receiver) /* numbers that were sent again count as missing until they are acknowledged */
        add_hold(&hold, queue->acks, bcnet_sent_number(sent));
    if (hold.stamp == 0 || bcnet_next_frame(hold.stamp) == bcnet_next_frame(msg->stamp)) /* of the same frame */
        return;
    bcnet_generated_uint(msg, hf_held_up_by, bcnet_stamp_frame(hold.stamp));
    proto_item *item = show_duration(msg, hf_held_up, hold.time - sent->first_time);
    if (!at_receiver && item)
        proto_item_append_text(item, " (about: a lost ack looks the same)");
}

void bcnet_show_sequence(bcnet_msg_t *msg, bool low)
{
    const bcnet_sequence_analysis_t *analysis = msg->analysis;

    if (analysis->gap > 0) { /* the note stands below the number, or, where nobody looks, with the message */
        proto_item *number = msg->last;
        bcnet_generated_uint(msg, hf_missing, analysis->gap);
        bcnet_complain(msg, BCNET_EI_LOST, "Earlier sequence numbers are missing");
        msg->last = number;
    }
    if (analysis->out_of_order)
        bcnet_complain(msg, BCNET_EI_OUT_OF_ORDER, "The sequence number arrives after newer ones");
    if (analysis->sending > 0) {
        bcnet_generated_uint(msg, hf_retransmission_of, analysis->sent->first_frame);
        bcnet_complain(msg, BCNET_EI_RETRANSMISSION, "This message was sent before");
        bcnet_generated_uint(msg, hf_resend_count, analysis->sending);
        show_duration(msg, hf_resend_interval, analysis->since_sending);
    } else {
        show_hold(msg, analysis->sent, low);
    }
    if (analysis->number_reused)
        bcnet_complain(msg, BCNET_EI_NUMBER_REUSED, "The game throws this message away: its number was used before");
    if (analysis->stalled)
        bcnet_complain(msg, BCNET_EI_STALLED,
                       "A number before it never came: the game waits with all that is reliable");
    if (analysis->needless)
        bcnet_complain(msg, BCNET_EI_NEEDLESS_RESEND, "It was acknowledged long before");
    if (analysis->sent->acked_frame != 0) {
        bcnet_generated_uint(msg, hf_acked_in, analysis->sent->acked_frame);
        if (analysis->sending == 0)
            show_duration(msg, hf_ack_rtt, analysis->sent->acked_time - analysis->sent->first_time);
    }
    msg->last = NULL;
}

void bcnet_show_ack(bcnet_msg_t *msg)
{
    const bcnet_sequence_analysis_t *analysis = msg->analysis;

    if (!analysis)
        return;
    if (analysis->sent) {
        bcnet_generated_uint(msg, hf_acks_frame, analysis->sent->first_frame);
        if (!analysis->stale_ack)
            show_duration(msg, hf_ack_rtt, analysis->since_sending);
    }
    msg->last = NULL;
    if (analysis->stale_ack) {
        bcnet_say(msg, " (stale)");
        bcnet_complain(msg, BCNET_EI_STALE_ACK, "Acknowledged before: normal up to the ninth time (10.3)");
    }
    if (analysis->stray && analysis->stray->is_wrong) {
        const bcnet_sent_t *waits = analysis->stray->waits;
        bcnet_generated_uint(msg, hf_ack_means, waits->first_frame);
        msg->last = NULL;
        bcnet_complain_with(
            msg, BCNET_EI_WRONG_ACK_SPACE, "Acknowledges in the wrong sequence space: the sender will resend for ever",
            "number %u of the other space, in frame %u, waits", bcnet_sent_number(waits) & 0xFFFF, waits->first_frame);
    } else if (analysis->unknown_ack) {
        bcnet_complain(msg, BCNET_EI_UNKNOWN_ACK, "The capture does not hold the acknowledged message");
    }
}

hf_register_info *const bcnet_reliability_fields[] = { analysis_fields, NULL };
