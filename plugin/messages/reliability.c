/* Sequence numbers: what was sent before, what is acknowledged, what is missing (protocol chapter 10.4).
 *
 * There are four sequence spaces per link: two directions, and in each one for types below 0x32 and one for
 * type 0x32. Numbers wrap at 16 bits; here they are continued to 32, so that a number that is used again
 * after a wrap is another one. All fragments of a message share its number and are told apart by index.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "messages/reliability.h"

#include "reading/hash.h"
#include "reading/opcode-numbers.h"
#include "reading/reader.h"

enum {
    OLD_WINDOW = 0x4000, /* a number is old when it lies up to this far behind the newest */
    FIRST_NUMBER = 0x100000, /* room for numbers older than the first one seen */
    NOT_A_FRAGMENT = 0x1FF,
    FRAGMENT_BITS = 9,
    FIRST_SLOTS = 8
};

/* Numbers that were skipped. */
typedef struct {
    uint32_t first;
    uint32_t last;
    uint32_t missing; /* of these, not seen since */
} bcnet_gap_t;

typedef struct {
    bool           started;
    uint32_t       first; /* first number the capture shows */
    uint32_t       newest;
    uint32_t       count;
    uint32_t       slot_count; /* a power of two, or 0 */
    bcnet_sent_t **slots; /* by hash of the key; the newest of each, those with the same hash linked */

    /* The datagram in hand, see "What a stock sender reorders itself". */
    bcnet_stamp_t              datagram;
    uint32_t                   highest; /* number in it; 0: none yet */
    bcnet_gap_t                gap; /* the last one in it */
    bcnet_sequence_analysis_t *behind_gap; /* as it was kept */
    /* What replays may still close. */
    bcnet_gap_t deferred;
    int64_t     deferred_until;
} bcnet_space_t;

struct bcnet_sequences {
    bcnet_space_t  space[2][2]; /* [from the host][type below 0x32] */
    bcnet_space_t *analysed; /* that of the message analysed last */
    int64_t        replays_until; /* the host is about to send its objects to this client */
};

/* Most messages are sent once and acknowledged once: of their analyses only the record is kept. */
typedef enum { KEPT_FIRST_SENDING, KEPT_FIRST_ACK, KEPT_WHOLE } bcnet_kept_kind_t;

struct bcnet_kept_analysis {
    bcnet_stamp_t stamp : BCNET_STAMP_BITS;
    bcnet_stamp_t kind : 2; /* bcnet_kept_kind_t */
    union {
        bcnet_sent_t              *sent;
        bcnet_sequence_analysis_t *whole;
    };
};

#define SECOND INT64_C(1000000000)

/* ---- Analysis: first pass only ---- */

static struct bcnet_sequences *sequences_of(bcnet_link_t *link)
{
    if (!link->sequences)
        link->sequences = wmem_new0(wmem_file_scope(), struct bcnet_sequences);
    return link->sequences;
}

bool bcnet_is_new_connection(bcnet_link_t *link, const uint8_t *bytes, unsigned length)
{
    const uint32_t hash = (uint32_t)bcnet_hash(bytes, length);

    if (link->connection != 0 && link->connect_hash == hash)
        return false;
    link->connect_hash = hash;
    link->connection++;
    link->sequences = NULL;
    link->assemblies[false] = link->assemblies[true] = NULL;
    return true;
}

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
    sent->first_time = sent->last_time = now;
    sent->sendings = 1;
    return sent;
}

static void sent_again(bcnet_sent_t *sent, int64_t now, bcnet_sequence_analysis_t *analysis)
{
    analysis->sending = sent->sendings;
    analysis->since_sending = now - sent->last_time;
    sent->last_time = now;
    if (sent->sendings < G_MAXUINT16)
        sent->sendings++;
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

static void expect_replays(struct bcnet_sequences *sequences, bool from_host, int opcode, int64_t now)
{
    if (from_host ? opcode == BCNET_OP_MISSION_INIT : opcode == BCNET_OP_CLIENT_READY || opcode == BCNET_OP_SEND_OBJECT)
        sequences->replays_until = now + REPLAYS_BEGIN_WITHIN * SECOND;
}

static bool is_replay(bool from_host, int opcode)
{
    return from_host && (opcode == BCNET_OP_CREATE_OBJECT || opcode == BCNET_OP_CREATE_PLAYER_OBJECT ||
                         opcode == BCNET_OP_DAMAGE_VOLUME);
}

/* Only the first fragment of a message shows its opcode. */
static bool continues_replay(const bcnet_space_t *space, const bcnet_wire_message_t *wire, uint32_t number)
{
    const bool          later = bcnet_wire_has(wire, BCNET_HEADER_FRAG_INDEX) && wire->frag_index > 0;
    const bcnet_sent_t *first = later ? find_sent(space, (int64_t)number << FRAGMENT_BITS) : NULL;

    return first && first->replay;
}

/* May what was skipped before this message of the host be on its way? That a player joined is queued behind all
 * objects, and passes them (30.9). */
static bool are_replays_due(const struct bcnet_sequences *sequences, int opcode, int64_t now)
{
    return opcode == BCNET_OP_NEW_PLAYER || now <= sequences->replays_until;
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
    if (ordered && close_gap(&space->gap, number) && space->behind_gap && space->behind_gap->gap > 0) {
        space->behind_gap->gap--;
        space->behind_gap->closed++;
    }
}

static void enter_datagram(bcnet_space_t *space, bcnet_stamp_t datagram)
{
    if (space->datagram == datagram)
        return;
    space->datagram = datagram;
    space->highest = 0;
    space->gap.missing = 0;
    space->behind_gap = NULL;
}

/* Waits for the numbers of a new gap, and for those of one before it. */
static void defer_gap(bcnet_space_t *space, bcnet_sequence_analysis_t *analysis, int64_t now)
{
    if (space->deferred.missing == 0) {
        space->deferred = space->gap;
        space->deferred_until = now + REPLAYS_END_WITHIN * SECOND;
    } else {
        space->deferred.last = space->gap.last;
        space->deferred.missing += space->gap.missing;
    }
    space->gap.missing = 0;
    analysis->gap = 0;
}

/* What was waited for in vain. */
static void end_deferral(bcnet_space_t *space, bcnet_sequence_analysis_t *analysis, int64_t now)
{
    if (space->deferred.missing == 0 || now <= space->deferred_until)
        return;
    analysis->gap = (uint16_t)MIN(analysis->gap + space->deferred.missing, G_MAXUINT16);
    space->deferred.missing = 0;
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
            space->gap = (bcnet_gap_t){ space->newest + 1, number - 1, analysis->gap };
        space->newest = number;
    } else if (number < space->newest) {
        *older = number >= space->first;
    }
    return number;
}

static void analyse_reliable(bcnet_space_t *space, uint32_t frame, int64_t now, const bcnet_wire_message_t *wire,
                             uint32_t hash, bool replay, bcnet_sequence_analysis_t *analysis)
{
    bool           older;
    const uint32_t number = place_number(space, wire->seq, analysis, &older);
    bcnet_sent_t  *sent = find_sent(space, key_of(number, wire));

    if (sent && sent->hash == hash && sent->length == wire->length) {
        sent_again(sent, now, analysis);
    } else {
        /* The same number with other bytes is a later message (10.4). */
        const bool late = !sent && older;
        replay = replay || continues_replay(space, wire, number);
        analysis->out_of_order = late && !replay && !(wire->ordered && number < space->highest);
        if (late && (!bcnet_wire_has(wire, BCNET_HEADER_FRAG_INDEX) || wire->frag_index == 0))
            arrived_late(space, number, wire->ordered);
        sent = first_sending(space, key_of(number, wire), frame, now);
        sent->hash = hash;
        sent->length = wire->length;
        sent->replay = replay;
    }
    space->highest = MAX(space->highest, number);
    analysis->sent = sent;
}

/* What an ack with its number and index means in a space, if that still waits for one. */
static bcnet_sent_t *find_unacked(const bcnet_space_t *space, const bcnet_wire_message_t *ack)
{
    const uint32_t number = continue_number(space, ack->seq, 0x8000);
    bcnet_sent_t  *sent = space->started ? find_sent(space, key_of(number, ack)) : NULL;

    return sent && sent->acked_frame == 0 ? sent : NULL;
}

/* Where the capture does not show a direction from its first number on, there is no judgement. `begun`: it shows the
 * connection's beginning, so nothing was sent before. */
static void analyse_ack(const bcnet_space_t *space, const bcnet_space_t *other, bool begun, uint32_t frame, int64_t now,
                        const bcnet_wire_message_t *wire, bcnet_sequence_analysis_t *analysis)
{
    analysis->is_ack = true;
    if (!space->started) {
        analysis->meant = begun ? find_unacked(other, wire) : NULL;
        return;
    }
    const uint32_t number = continue_number(space, wire->seq, 0x8000);
    bcnet_sent_t  *sent = find_sent(space, key_of(number, wire));
    analysis->sent = sent;
    if (!sent) {
        analysis->meant = number >= space->first ? find_unacked(other, wire) : NULL;
        analysis->unknown_ack = number >= space->first && !analysis->meant;
        return;
    }
    if (sent->acked_frame != 0) {
        analysis->stale_ack = true;
        return;
    }
    sent->acked_frame = frame;
    sent->acked_time = now;
}

static bcnet_kept_kind_t kind_of(const bcnet_sequence_analysis_t *analysis)
{
    if (analysis->is_ack)
        return analysis->sent && !analysis->stale_ack ? KEPT_FIRST_ACK : KEPT_WHOLE;
    const bool remarkable = analysis->sending > 0 || analysis->gap > 0 || analysis->out_of_order ||
                            analysis->fragment_fault != BCNET_FRAGMENT_FINE || analysis->frag_completes ||
                            analysis->closed > 0;
    return remarkable ? KEPT_WHOLE : KEPT_FIRST_SENDING;
}

/* Grows by a quarter: doubling would leave up to half of a large capture's memory unused. */
static bcnet_kept_analysis_t *next_kept(bcnet_link_t *link)
{
    if (link->analysis_count == link->analysis_room) {
        link->analysis_room += link->analysis_room / 4 + 4;
        link->analyses = (bcnet_kept_analysis_t *)wmem_realloc(wmem_file_scope(), link->analyses,
                                                               link->analysis_room * sizeof *link->analyses);
    }
    return &link->analyses[link->analysis_count++];
}

void bcnet_keep_analysis(bcnet_link_t *link, bcnet_stamp_t stamp, const bcnet_sequence_analysis_t *analysis)
{
    if (link->analysis_count > 0 && link->analyses[link->analysis_count - 1].stamp >= stamp)
        return;
    bcnet_kept_analysis_t *kept = next_kept(link);
    kept->stamp = stamp;
    kept->kind = kind_of(analysis);
    if (kept->kind == KEPT_WHOLE)
        kept->whole = (bcnet_sequence_analysis_t *)wmem_memdup(wmem_file_scope(), analysis, sizeof *analysis);
    else
        kept->sent = analysis->sent;
    if (analysis->gap > 0 && !bcnet_stamp_is_exported(stamp)) /* there, what closes it is known already */
        link->sequences->analysed->behind_gap = kept->whole;
}

bcnet_sequence_analysis_t bcnet_analyse_sequence(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire,
                                                 unsigned captured)
{
    struct bcnet_sequences   *sequences = sequences_of(datagram->link);
    const bool                from_host = bcnet_is_from_host(datagram);
    const uint32_t            frame = datagram->pinfo->num;
    const uint8_t            *bytes = datagram->data + wire->offset;
    const int64_t             now = bcnet_nanoseconds(&datagram->pinfo->abs_ts);
    bcnet_sequence_analysis_t analysis = { 0 };

    if (wire->type == BCNET_TYPE_ACK) {
        const bool low = (wire->ack_flags & BCNET_ACK_LOW) != 0;
        analyse_ack(&sequences->space[!from_host][low], &sequences->space[!from_host][!low],
                    datagram->link->connection > 0, frame, now, wire, &analysis);
        return analysis;
    }
    const int      opcode = opcode_of(wire, bytes, captured);
    bcnet_space_t *space = &sequences->space[from_host][wire->type != BCNET_TYPE_GAME];
    sequences->analysed = space;
    enter_datagram(space, datagram->stamp);
    analyse_reliable(space, frame, now, wire, (uint32_t)bcnet_hash(bytes, captured), is_replay(from_host, opcode),
                     &analysis);
    if (analysis.sending == 0)
        expect_replays(sequences, from_host, opcode, now);
    if (from_host && wire->type == BCNET_TYPE_GAME && analysis.gap > 0 && are_replays_due(sequences, opcode, now))
        defer_gap(space, &analysis, now);
    end_deferral(space, &analysis, now);
    analysis.closed = MIN(datagram->origin.closed, analysis.gap);
    analysis.gap -= analysis.closed;
    return analysis;
}

static const bcnet_kept_analysis_t *find_kept(const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    uint32_t low = 0, high = link->analysis_count;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (link->analyses[middle].stamp < stamp)
            low = middle + 1;
        else
            high = middle;
    }
    return low < link->analysis_count && link->analyses[low].stamp == stamp ? &link->analyses[low] : NULL;
}

const bcnet_sequence_analysis_t *bcnet_analysis_at(const bcnet_msg_t *msg)
{
    const bcnet_kept_analysis_t *kept = msg->link ? find_kept(msg->link, msg->stamp) : NULL;

    if (!kept)
        return NULL;
    if (kept->kind == KEPT_WHOLE)
        return kept->whole;
    bcnet_sequence_analysis_t *analysis = wmem_new0(msg->pinfo->pool, bcnet_sequence_analysis_t);
    analysis->sent = kept->sent;
    if (kept->kind == KEPT_FIRST_ACK) {
        analysis->is_ack = true;
        analysis->since_sending = kept->sent->acked_time - kept->sent->first_time;
    }
    return analysis;
}

/* ---- Showing ---- */

static int hf_missing = -1;
static int hf_retransmission_of = -1;
static int hf_resend_count = -1;
static int hf_resend_interval = -1;
static int hf_acked_in = -1;
static int hf_acks_frame = -1;
static int hf_ack_rtt = -1;
static int hf_ack_means = -1;

static hf_register_info analysis_fields[] = {
    { &hf_missing,
      { "Missing before it", "bcnet.analysis.missing", FT_UINT32, BASE_DEC, NULL, 0,
        "How many sequence numbers between the newest before and this one were not seen (10.4)", HFILL } },
    { &hf_retransmission_of,
      { "Retransmission of", "bcnet.analysis.retransmission_of", FT_FRAMENUM, BASE_NONE,
        FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_PREV), 0, "Frame of the first sending (10.4)", HFILL } },
    { &hf_resend_count,
      { "Resend number", "bcnet.analysis.resend_count", FT_UINT32, BASE_DEC, NULL, 0,
        "How often the message was sent again, this time included (90.6)", HFILL } },
    { &hf_resend_interval,
      { "Time since the sending before", "bcnet.analysis.resend_interval", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
        "1, 2, 3, 4, 5, 1 ... seconds in stock games (90.6)", HFILL } },
    { &hf_acked_in,
      { "Acknowledged in", "bcnet.analysis.acked_in", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_ACK), 0,
        "Frame of the first ack of this message (10.8)", HFILL } },
    { &hf_acks_frame,
      { "Acknowledges frame", "bcnet.analysis.acks_frame", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_ACK), 0,
        "Frame of the first sending of the acknowledged message (10.8)", HFILL } },
    { &hf_ack_rtt,
      { "Time to the ack", "bcnet.analysis.ack_rtt", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
        "Seconds from the first sending to the first ack (10.8)", HFILL } },
    { &hf_ack_means,
      { "Means frame", "bcnet.analysis.ack_means", FT_FRAMENUM, BASE_NONE, NULL, 0,
        "Frame of the message that is probably meant: it has this number in the other sequence space, and waits for an "
        "ack (10.3)",
        HFILL } },
};

static void show_duration(bcnet_msg_t *msg, int hf, int64_t ns)
{
    const nstime_t time = { .secs = (time_t)(ns / SECOND), .nsecs = (int)(ns % SECOND) };

    bcnet_generated_time(msg, hf, &time);
}

/* The note stands below the number, or, where nobody looks, with the message. */
static void show_missing(bcnet_msg_t *msg, unsigned gap)
{
    proto_item *number = msg->last;

    bcnet_generated_uint(msg, hf_missing, gap);
    bcnet_complain(msg, BCNET_EI_LOST, "Earlier sequence numbers are missing");
    msg->last = number;
}

static void show_resend(bcnet_msg_t *msg, const bcnet_sequence_analysis_t *analysis)
{
    bcnet_generated_frame(msg, hf_retransmission_of, analysis->sent->first_frame);
    bcnet_complain(msg, BCNET_EI_RETRANSMISSION, "This message was sent before");
    bcnet_generated_uint(msg, hf_resend_count, analysis->sending);
    show_duration(msg, hf_resend_interval, analysis->since_sending);
}

void bcnet_show_sequence(bcnet_msg_t *msg)
{
    const bcnet_sequence_analysis_t *analysis = msg->analysis;

    if (analysis->gap > 0)
        show_missing(msg, analysis->gap);
    if (analysis->out_of_order)
        bcnet_complain(msg, BCNET_EI_OUT_OF_ORDER, "The sequence number arrives after newer ones");
    if (analysis->sending > 0)
        show_resend(msg, analysis);
    if (analysis->sent->acked_frame != 0) {
        bcnet_generated_frame(msg, hf_acked_in, analysis->sent->acked_frame);
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
        bcnet_generated_frame(msg, hf_acks_frame, analysis->sent->first_frame);
        if (!analysis->stale_ack)
            show_duration(msg, hf_ack_rtt, analysis->since_sending);
    }
    msg->last = NULL;
    if (analysis->stale_ack) {
        bcnet_say(msg, " (stale)");
        bcnet_complain(msg, BCNET_EI_STALE_ACK, "Acknowledged before: normal up to the ninth time (10.3)");
    }
    if (analysis->meant) {
        bcnet_generated_frame(msg, hf_ack_means, analysis->meant->first_frame);
        msg->last = NULL;
        bcnet_complain_with(msg, BCNET_EI_WRONG_ACK_SPACE,
                            "Acknowledges in the wrong sequence space: the sender will resend for ever",
                            "number %u of the other space, in frame %u, waits",
                            bcnet_sent_number(analysis->meant) & 0xFFFF, analysis->meant->first_frame);
    }
    if (analysis->unknown_ack)
        bcnet_complain(msg, BCNET_EI_UNKNOWN_ACK, "The capture does not hold the acknowledged message");
}

void bcnet_register_reliability(int proto)
{
    proto_register_field_array(proto, analysis_fields, array_length(analysis_fields));
}
