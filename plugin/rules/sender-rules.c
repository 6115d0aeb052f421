/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a stock sender does: the checks of rules 1 to 20 but 12, and of the cipher (protocol chapter 90.7).
 *
 * A check says nothing where the capture cannot decide: what is lost on the way, or was sent before the capture began, is
 * held for stock. */
#include "rules/check.h"

#include <math.h>

#include "game/objects.h"
#include "game/stays.h"
#include "messages/reliability.h"
#include "opcodes/opcodes.h"
#include "reading/numbers.h"
#include "reading/opcode-numbers.h"

enum {
    DATAGRAM_MOST = 512,
    MESSAGE_MOST = 412,
    ACKS_MOST = 9,
    ACKS_ALONE_MOST = 3,
    ACK_YOUNG = 3,
    GIVEN_UP = 366 /* s: 360, and the wait of the last resend */
};
static const double ack_apart = 0.6; /* s: 0.667 less what the way may shift */
static const double early = 0.2, late = 0.5; /* s: the same for resends */
static const float  interval_least = 0.095f; /* s, and so on: 0.1 and 1.0 on a clock of 32 bits */
static const float  forced = 1.05f;
static const float  hole = 1.7f; /* times the last interval: between these updates one may have been lost */
enum { LOST_IN_A_ROW = 3 }; /* no more complete ones are excused */

/* Where the sendings of a message can stand in a stock series: the first one, the first resend, then five and again five.
 * What waits have to pass before the next one (90.2). */
enum { PLACES = 7, ANYWHERE = (1 << PLACES) - 1, FIFTH = PLACES - 1, FIRST_OF_FIVE = FIFTH - 4 };
static const uint8_t wait_behind[PLACES] = { 1, 1, 2, 3, 4, 5, 1 }; /* s */

/* A message and its acks. */
typedef struct {
    unsigned sent; /* acks */
    nstime_t last; /* of them */
    uint8_t  places; /* where its last sending can stand, a bit each */
    bool     astray; /* a wait was longer than the series': the places are no longer counted */
} bcnet_ack_t;

/* Acks are sent again for some seconds only: two ages of them are kept. */
enum { ACKS_OF_AN_AGE = 1 << 12, MOST_UPDATES = 1 << 16 };

static bcnet_ack_t *find_ack(const bcnet_stock_checks_t *checks, const bcnet_sent_t *sent)
{
    bcnet_ack_t *ack = (bcnet_ack_t *)wmem_map_lookup(checks->acks, sent);

    return ack ? ack : (bcnet_ack_t *)wmem_map_lookup(checks->old_acks, sent);
}

static bcnet_ack_t *ack_of(bcnet_stock_checks_t *checks, const bcnet_sent_t *sent)
{
    bcnet_ack_t *ack = find_ack(checks, sent);

    if (ack)
        return ack;
    if (wmem_map_size(checks->acks) >= ACKS_OF_AN_AGE) {
        wmem_map_t *oldest = checks->old_acks;
        bcnet_forget(checks->pool, oldest);
        checks->old_acks = checks->acks;
        checks->acks = oldest;
    }
    ack = wmem_new0(checks->pool, bcnet_ack_t);
    ack->places = ANYWHERE;
    wmem_map_insert(checks->acks, sent, ack);
    return ack;
}

/* An object's updates in one direction, by their own clock. */
typedef struct {
    int64_t               key; /* number of the side, and object */
    bcnet_stamp_t         evening; /* of the server: the object of another one is another ship */
    const bcnet_object_t *object; /* and so is one that was created anew; NULL: not seen */
    float                 last;
    float                 absolute; /* position */
    float                 complete; /* motion */
    float                 gap; /* before the last one */
    unsigned              holes; /* gaps longer than the one before, since the last complete one */
    bool                  has_next;
    uint8_t               next; /* start index */
    const bcnet_layout_t *layout; /* of that index */
} bcnet_stock_updates_t;

/* ---- The datagram: rules 1, 3, 4, 5, 34 ---- */

static void enter_datagram(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_stamp_t        stamp = bcnet_datagram_stamp(message->stamp);

    if (check->side->datagram.stamp == stamp)
        return;
    check->side->datagram =
        (bcnet_stock_datagram_t){ .stamp = stamp,
                                  .alone = bcnet_is_whole(check->message) && message->datagram.has_only_acks };
    if (bcnet_is_whole(check->message))
        bcnet_judge(check, BCNET_STOCK_DATAGRAM,
                    message->datagram.is_filled && message->datagram.length <= DATAGRAM_MOST,
                    message->datagram.is_filled ? "%u bytes" : "%u bytes, which its messages do not fill",
                    message->datagram.length);
    if (message->datagram.writing != BCNET_DECIPHERED) /* exported */
        bcnet_judge(check, BCNET_STOCK_CIPHER, message->datagram.writing == BCNET_ENCIPHERED, "%s",
                    message->datagram.writing == BCNET_NOT_ENCIPHERED ? "not enciphered" : "enciphered from byte 0 on");
}

/* Also where the capture lacks the first sending: then an older number comes before all new ones. */
static bool is_resend(const bcnet_check_t *check)
{
    const bcnet_sequence_analysis_t *analysis = check->message->analysis;
    const bcnet_stock_datagram_t    *datagram = &check->side->datagram;

    return check->message->resend ||
           (analysis && analysis->out_of_order && !datagram->has_seq[0] && !datagram->has_seq[1]);
}

/* Of acks only the first sending and those after the third are certain of their place. */
static bool phase_of(const bcnet_check_t *check, bcnet_phase_t *phase)
{
    const bcnet_tap_message_t       *message = check->message;
    const bcnet_sequence_analysis_t *analysis = message->analysis;

    if (message->wire->type != BCNET_TYPE_ACK) {
        *phase = is_resend(check) ? PHASE_RESEND : message->wire->ordered ? PHASE_NEW_ORDERED : PHASE_NEW;
        return true;
    }
    const bcnet_ack_t *ack = analysis ? find_ack(check->checks, analysis->sent) : NULL;
    *phase = ack && ack->sent >= ACK_YOUNG ? PHASE_OLD_ACKS : PHASE_YOUNG_ACKS;
    return analysis && analysis->sent && (!ack || ack->sent >= ACK_YOUNG);
}

/* Numbers are given when messages are queued: an ordered one before all that wait, another one behind them. */
static bool is_in_turn(const bcnet_check_t *check, bcnet_phase_t phase)
{
    const bcnet_wire_message_t *wire = check->message->wire;
    bcnet_stock_datagram_t     *datagram = &check->side->datagram;
    const unsigned              space = phase == PHASE_NEW;

    if (!wire->reliable || (phase != PHASE_NEW && phase != PHASE_NEW_ORDERED))
        return true;
    const int16_t step = (int16_t)(wire->seq - datagram->seq[space]);
    const bool    held = !datagram->has_seq[space] || (phase == PHASE_NEW ? step >= 0 : step <= 0);
    datagram->has_seq[space] = true;
    datagram->seq[space] = wire->seq;
    return held;
}

static void check_order(const bcnet_check_t *check)
{
    static const char *const phases[] = { [PHASE_YOUNG_ACKS] = "a young ack",
                                          [PHASE_RESEND] = "a resend",
                                          [PHASE_NEW_ORDERED] = "a new ordered message",
                                          [PHASE_NEW] = "a new message",
                                          [PHASE_OLD_ACKS] = "an ack sent three times before" };
    bcnet_stock_datagram_t  *datagram = &check->side->datagram;
    bcnet_phase_t            phase;

    if (datagram->alone || !phase_of(check, &phase))
        return;
    const bool in_turn = is_in_turn(check, phase);
    bcnet_judge(check, BCNET_STOCK_ORDER, in_turn && phase >= datagram->phase, "%s behind %s",
                in_turn ? phases[phase] : "a number",
                in_turn ? phases[datagram->phase] : "another that was queued later");
    datagram->phase = MAX(datagram->phase, phase);
}

static bool is_fresh_copy(const bcnet_tap_message_t *message)
{
    const bcnet_appearance_t *copy = bcnet_appearance_of(message);
    nstime_t                  delay;

    if (!copy || copy->number == 0)
        return false;
    nstime_delta(&delay, &copy->time, &copy->original->first.time);
    return delay.secs < 1;
}

static bool is_replay(const bcnet_tap_message_t *message)
{
    const bool creation = message->opcode_value == BCNET_OP_CREATE_OBJECT ||
                          message->opcode_value == BCNET_OP_CREATE_PLAYER_OBJECT;

    if (!message->from_host || !message->has_opcode || message->resend)
        return false;
    if (creation) /* of what lives, and not handed on just now */
        return message->facts->created && message->facts->created->seen != message->stamp && !is_fresh_copy(message);
    return message->opcode_value == BCNET_OP_DAMAGE_VOLUME;
}

/* Then it may be something new under an old number: a count that begins anew too early. */
static bool was_acknowledged(const bcnet_check_t *check)
{
    const bcnet_sent_t *sent = check->message->analysis->sent;

    return sent->acked_frame != 0 && sent->acked_frame <= check->pinfo->num;
}

static void check_datagram(const bcnet_check_t *check)
{
    if (!bcnet_is_whole(check->message))
        return;
    check_order(check);
    if (check->message->resend && !was_acknowledged(check)) {
        const unsigned resends = ++check->side->datagram.resends;
        bcnet_judge(check, BCNET_STOCK_ONE_RESEND, resends == 1, "resend %u in the datagram", resends);
    }
    if (is_replay(check->message)) {
        const unsigned replays = ++check->side->datagram.replays;
        bcnet_judge(check, BCNET_STOCK_ONE_REPLAY, replays == 1, "object or damage %u in the datagram", replays);
    }
}

/* ---- Transport: rules 2, 6, 7, 8, 10, 11 ---- */

static void check_fragment(const bcnet_check_t *check)
{
    const bcnet_wire_message_t *wire = check->message->wire;
    bcnet_stock_side_t         *side = check->side;
    bool                        held = wire->length <= MESSAGE_MOST;

    if (wire->type != BCNET_TYPE_GAME || check->message->resend)
        return;
    if (wire->fragment) {
        if (wire->frag_index == 0) {
            side->fragmented = wire->seq;
            side->total = wire->frag_total;
            held &= wire->frag_total > 1;
        }
        const bool last = side->fragmented != wire->seq || wire->frag_index + 1 >= side->total;
        held &= wire->reliable && (last || wire->length == MESSAGE_MOST);
    }
    bcnet_judge(check, BCNET_STOCK_FRAGMENTS, held, "%s of %u bytes", wire->fragment ? "a fragment" : "a message",
                wire->length);
}

static void check_ack(const bcnet_check_t *check)
{
    const bcnet_sent_t *sent = check->message->analysis ? check->message->analysis->sent : NULL;

    if (!sent || !bcnet_is_whole(check->message))
        return;
    bcnet_ack_t *ack = ack_of(check->checks, sent);
    const double apart = bcnet_check_seconds_since(check, &ack->last);
    ack->sent++;
    /* One that was sent often goes along with something else: with a younger ack before it, say. */
    check->side->datagram.young |= ack->sent <= ACKS_ALONE_MOST;
    const bool alone = check->side->datagram.alone && !check->side->datagram.young && !check->side->leaving;
    const bool in_time = ack->sent == 1 || apart >= ack_apart;
    bcnet_judge(check, BCNET_STOCK_ACK_REPEATS, ack->sent <= ACKS_MOST && !alone && in_time, "sending %u, %s",
                ack->sent,
                !in_time ? "too early"
                : alone  ? "with nothing else"
                         : "which is too many");
    ack->last = check->pinfo->abs_ts;
}

static void check_flags(const bcnet_check_t *check)
{
    const bcnet_wire_message_t *wire = check->message->wire;

    if (wire->type == BCNET_TYPE_ACK)
        bcnet_judge(check, BCNET_STOCK_FLAGS, (wire->ack_flags & BCNET_ACK_RESERVED) == 0, "flags 0x%02x of an ack",
                    wire->ack_flags);
    else if (wire->type == BCNET_TYPE_GAME)
        bcnet_judge(check, BCNET_STOCK_FLAGS, !wire->ordered, "an ordered message of type 0x32");
    else if (wire->type != BCNET_TYPE_KEEPALIVE)
        bcnet_judge(check, BCNET_STOCK_FLAGS, wire->reliable && wire->ordered,
                    "a message of type 0x%02x that is not %s", wire->type, wire->reliable ? "ordered" : "reliable");
}

/* A sending that is late, or that the capture lacks, makes a wait longer, and never shorter. */
static unsigned places_after(unsigned places, double waited)
{
    unsigned found = 0;

    for (unsigned place = 0; place < PLACES; place++) {
        double   left = places & 1u << place ? MIN(waited, GIVEN_UP) + early : 0;
        unsigned at = place;
        for (unsigned steps = 0; steps <= PLACES && left >= wait_behind[at]; steps++) {
            left -= wait_behind[at];
            at = at == FIFTH ? FIRST_OF_FIVE : at + 1;
            found |= 1u << at;
        }
    }
    return found;
}

/* Requests and goodbyes come every second. */
static bool is_in_series(const bcnet_check_t *check, bcnet_ack_t *ack, unsigned resend, double waited)
{
    const uint8_t  type = check->message->wire->type;
    const bool     every_second = type == BCNET_TYPE_CONNECT || type == BCNET_TYPE_DISCONNECT;
    const unsigned place = resend <= PLACES ? resend - 1 : FIRST_OF_FIVE + (resend - 1 - FIRST_OF_FIVE) % 5;
    const unsigned places = every_second && waited >= 1 - early ? ANYWHERE : places_after(ack->places, waited);

    ack->astray |= waited > (every_second ? 1 : wait_behind[place]) + late;
    ack->places = places ? (uint8_t)places : ANYWHERE;
    return places != 0;
}

static void check_resend(const bcnet_check_t *check)
{
    const bcnet_sequence_analysis_t *analysis = check->message->analysis;
    const double                     first = (double)analysis->sent->first_time / 1e9;
    const double                     age = nstime_to_sec(&check->pinfo->abs_ts) - first;
    const double                     waited = (double)analysis->since_sending / 1e9;
    bcnet_ack_t                     *ack = ack_of(check->checks, analysis->sent);

    /* The other side acknowledges what it gets again, and that series begins anew: where, nobody can tell. */
    ack->sent = 0;
    const bool held = is_in_series(check, ack, analysis->sending, waited) && age <= GIVEN_UP;
    if (!held || !ack->astray)
        bcnet_judge(check, BCNET_STOCK_RESEND_TIMES, held,
                    "resend %u, %s s after the sending before, %s s after the first", analysis->sending,
                    bcnet_fixed(waited, 1).text, bcnet_fixed(age, 1).text);
}

static bool is_stock_id(uint32_t id)
{
    return id > BCNET_PEER_HOST && id <= BCNET_PEER_LAST_CLIENT && id != BCNET_PEER_GAMESPY;
}

static void check_id(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bool                 connects = message->wire->type == BCNET_TYPE_CONNECT;
    const bcnet_stay_t        *client = message->client;

    if (message->from_host) {
        if (message->facts->assigned != BCNET_NO_ID)
            bcnet_judge(check, BCNET_STOCK_IDS, is_stock_id(message->facts->assigned), "id %u is given",
                        message->facts->assigned);
        return;
    }
    if (message->peer == BCNET_PEER_NEW) {
        if (connects && !message->resend)
            check->side->has_used_id = false;
        bcnet_judge(check, BCNET_STOCK_IDS, connects || !check->side->has_used_id, "byte 0 is 0xff again");
        return;
    }
    check->side->has_used_id = true;
    bcnet_judge(check, BCNET_STOCK_IDS,
                is_stock_id(message->peer) &&
                    (!client || client->origin != BCNET_STAY_ASSIGNED || client->id == message->peer),
                "byte 0 is %u", message->peer);
}

/* What the host says next, once the newcomer is in the game. */
static void check_joined(const bcnet_check_t *check)
{
    bcnet_stock_side_t *host = check->host;
    /* Who was there when the newcomer asked may be of the old game: that the server was started anew is told later (60.10). */
    const bcnet_id_set_t there = bcnet_players_at(check->message->game, check->message->stamp, &check->pinfo->abs_ts);

    for (uint32_t id = 0; id <= BCNET_PEER_LAST_CLIENT; id++) {
        if (bcnet_ids_have(&host->due, id) && bcnet_ids_have(&there, id) && !bcnet_is_cut(check->message))
            bcnet_judge(check, BCNET_STOCK_NEWCOMER, bcnet_ids_have(&host->told, id), "no word of #%u", id);
    }
    host->joins = host->joined = false;
}

/* Who is there when the host answers a request; whom it has named when the newcomer is in the game. */
static void check_newcomer(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    bcnet_stock_side_t        *host = check->host;

    if (message->resend)
        return;
    if (message->wire->type == BCNET_TYPE_CONNECT && message->peer == BCNET_PEER_NEW) {
        host->told.ids[0] = host->told.ids[1] = 0;
        host->due = bcnet_players_at(message->game, message->stamp, &check->pinfo->abs_ts);
        host->joins = true;
        host->joined = false;
    } else if (!message->from_host) {
        host->joined |= message->has_opcode && message->opcode_value == BCNET_OP_CLIENT_READY;
    } else if (host->joins && host->joined) {
        check_joined(check);
    } else {
        bcnet_ids_add(&host->told, message->facts->announced);
    }
}

static void check_transport(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const uint8_t              type = message->wire->type;

    if (bcnet_begins_or_ends(message))
        check->host->leaving = check->client->leaving = type != BCNET_TYPE_CONNECT;
    check_fragment(check);
    check_flags(check);
    check_id(check);
    check_newcomer(check);
    if (type == BCNET_TYPE_ACK)
        check_ack(check);
    else if (message->resend)
        check_resend(check);
}

/* ---- StateUpdates: rules 13, 14, 15, 16, 20 ---- */

enum { PAIRS_BYTES = 6 };

static bool has_bits_set(const bcnet_tap_block_t *block)
{
    return block->layout && (block->view == BCNET_VIEW_REMOTE || block->view == BCNET_VIEW_MIXED);
}

static void check_state_flags(const bcnet_check_t *check, const bcnet_tap_update_t *update)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_object_t      *object = message->facts->choice.object;
    const bool                 own = object && message->client && object->player == message->client->id;
    const char                *wrong = NULL;

    if (update->flags & (message->from_host ? BCNET_STATE_WEAPONS : BCNET_STATE_SUBSYSTEMS))
        wrong = message->from_host ? "with 0x80" : "with 0x20";
    else if (message->from_host && own && update->flags != BCNET_STATE_SUBSYSTEMS)
        wrong = "more than 0x20 about the receiver's own ship";
    else if (message->from_host && own && has_bits_set(&message->facts->update.block))
        wrong = "with power of the receiver's own ship";
    else if (update->flags & BCNET_STATE_POSITION && update->whole && update->has_hash != !message->from_host)
        wrong = message->from_host ? "with a hash" : "without a hash";
    bcnet_judge(check, BCNET_STOCK_STATE_FLAGS, !wrong, "flags 0x%02x, %s", update->flags, wrong);
}

static bool takes_power(const bcnet_layout_choice_t *choice, const uint8_t *pairs, unsigned length)
{
    for (unsigned i = 0; choice->source == BCNET_SOURCE_CREATED && i + 1 < length; i += 2) {
        if (!bcnet_layout_takes_power(choice->layout, pairs[i]))
            return false;
    }
    return true;
}

static void check_power(const bcnet_check_t *check, const bcnet_tap_update_t *update)
{
    const bcnet_tap_message_t *message = check->message;
    const uint32_t             length = update->tail_length;

    if (message->from_host || !(update->flags & BCNET_STATE_WEAPONS) || update->flags & BCNET_STATE_SUBSYSTEMS)
        return;
    bcnet_judge(check, BCNET_STOCK_STATE_POWER,
                update->whole && length <= PAIRS_BYTES && length % 2 == 0 &&
                    takes_power(&message->facts->choice, message->payload + message->payload_length - length, length),
                "%u bytes of pairs", length);
}

static bcnet_stock_updates_t *updates_of(const bcnet_check_t *check, bool *fresh)
{
    bcnet_stock_checks_t  *checks = check->checks;
    const int64_t          key = (int64_t)((uint64_t)check->side->number << 32 | check->message->facts->ship);
    bcnet_stock_updates_t *updates = (bcnet_stock_updates_t *)wmem_map_lookup(checks->updates, &key);

    const bcnet_object_t *object = check->message->facts->choice.object;

    *fresh = !updates || updates->evening != check->message->round->evening || updates->object != object;
    if (!updates) {
        if (wmem_map_size(checks->updates) >= MOST_UPDATES) /* what is forgotten counts as stock */
            bcnet_forget(checks->pool, checks->updates);
        updates = wmem_new0(checks->pool, bcnet_stock_updates_t);
        updates->key = key;
        wmem_map_insert(checks->updates, &updates->key, updates);
    }
    if (*fresh) { /* no time yet: what is told first may have another's clock */
        updates->has_next = false;
        updates->last = NAN;
    }
    updates->evening = check->message->round->evening;
    updates->object = object;
    return updates;
}

static bool is_complete(uint8_t flags)
{
    const uint8_t all = BCNET_STATE_FORWARD | BCNET_STATE_UP | BCNET_STATE_SPEED;

    return (flags & all) == all && flags & (BCNET_STATE_POSITION | BCNET_STATE_DELTA);
}

/* A complete update that was lost is made up for by the next one, a second later, if that one is not lost, too. */
static void check_complete(const bcnet_check_t *check, bcnet_stock_updates_t *updates, float clock, float gap)
{
    const float allowed = forced + gap + (float)MIN(updates->holes, LOST_IN_A_ROW) * forced;
    const float since = MIN(updates->absolute, updates->complete);

    bcnet_judge(check, BCNET_STOCK_STATE_ABSOLUTE, clock - since <= allowed, "%s s without one",
                bcnet_fixed(clock - since, 2).text);
    if (since == clock)
        updates->holes = 0;
}

/* Times are those that the sender wrote, so that the way does not count. A clock that goes back is another game's. What
 * the host tells a ship's own player has no motion. */
static void check_updates(const bcnet_check_t *check, bcnet_stock_updates_t *updates, bool fresh)
{
    const bcnet_tap_update_t *update = &check->message->facts->update;
    const uint8_t             flags = update->flags;
    const float               clock = update->clock, gap = clock - updates->last;

    if (!update->whole || !isfinite(clock))
        return;
    fresh |= !(gap >= 0);
    if (!fresh)
        bcnet_judge(check, BCNET_STOCK_INTERVAL, gap >= interval_least, "%s s after the one before",
                    bcnet_fixed(gap, 3).text);
    if (fresh || flags & BCNET_STATE_POSITION)
        updates->absolute = clock;
    if (fresh || is_complete(flags))
        updates->complete = clock;
    updates->holes = fresh ? 0 : updates->holes + (updates->gap > 0 && gap > hole * updates->gap);
    if (!fresh && flags & ~BCNET_STATE_SUBSYSTEMS && !bcnet_is_cut(check->message))
        check_complete(check, updates, clock, gap);
    updates->gap = fresh ? 0 : gap;
    updates->last = clock;
}

/* A list goes on where it ended; what was told in between may be lost. */
static void check_block(const bcnet_check_t *check, bcnet_stock_updates_t *updates)
{
    const bcnet_tap_block_t *block = &check->message->facts->update.block;

    if (!block->layout || !check->message->from_host)
        return;
    const bool follows = block->flaw || block->dialect || !updates->has_next || updates->layout != block->layout ||
                         updates->next == block->start ||
                         bcnet_start_follows(block->layout, updates->next, block->start,
                                             block->view == BCNET_VIEW_OWNER ? BCNET_VIEW_OWNER : BCNET_VIEW_REMOTE);
    if (block->flaw)
        bcnet_break(check, BCNET_STOCK_STATE_BLOCK, "the block from %u on %s", block->start, block->flaw);
    else
        bcnet_judge(check, BCNET_STOCK_STATE_BLOCK, follows, "starts at %u, not at %u", block->start, updates->next);
    updates->has_next = !block->flaw;
    updates->next = block->next;
    updates->layout = block->layout;
}

static void check_state(const bcnet_check_t *check)
{
    const bcnet_tap_update_t *update = &check->message->facts->update;

    if (bcnet_is_of_two(check, check->message->facts->ship))
        return;
    check_state_flags(check, update);
    check_power(check, update);
    if (check->message->facts->ship == BCNET_OBJECT_NONE)
        return;
    bool                   fresh;
    bcnet_stock_updates_t *updates = updates_of(check, &fresh);
    check_block(check, updates);
    if (!check->said) /* those have another's clock */
        check_updates(check, updates, fresh);
}

/* ---- Payloads: rules 9, 17, 18, 19 ---- */

static void check_payload(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_tap_shot_t    *shot = message->facts->shot;

    if (!message->has_opcode || message->resend)
        return;
    if (!bcnet_tap_copy_of(message)) /* what is relayed is its author's */
        bcnet_judge(check, BCNET_STOCK_NEVER_SENT, !message->opcode || message->opcode->direction != BCNET_FROM_NOBODY,
                    "%s", bcnet_opcode_words(check, message->opcode_value));
    if (message->opcode_value != BCNET_OP_SELF_DESTRUCT)
        bcnet_judge(check, BCNET_STOCK_RELIABLE,
                    message->wire->reliable == (message->opcode_value != BCNET_OP_STATE_UPDATE), "%s is %s",
                    bcnet_opcode_words(check, message->opcode_value),
                    message->wire->reliable ? "reliable" : "unreliable");
    if (message->bits_outcome != BCNET_BITS_NONE)
        bcnet_judge(check, BCNET_STOCK_BITS, message->bits_outcome == BCNET_BITS_FINE,
                    "%s: a bit group of another size than the game's",
                    bcnet_opcode_words(check, message->opcode_value));
    if (shot && shot->weapon_known && !bcnet_tap_copy_of(message) && !bcnet_is_of_two(check, shot->weapon))
        bcnet_judge(check, BCNET_STOCK_SUBSYSTEM_IDS, shot->weapon_fits, "0x%08x fires", shot->weapon);
}

/* Nearly all messages: StateUpdates, unreliable and in one piece, from where they should come. All that they can break is
 * about ships. */
static bool is_usual(const bcnet_check_t *check)
{
    const bcnet_tap_message_t  *message = check->message;
    const bcnet_wire_message_t *wire = message->wire;
    const bcnet_stay_t         *client = message->client;

    if (!message->facts->has_update || wire->flags_len > MESSAGE_MOST || message->bits_outcome == BCNET_BITS_WRONG ||
        check->side->datagram.phase > PHASE_NEW)
        return false;
    return message->from_host ? !check->host->joins
                              : client && client->id == message->peer && is_stock_id(message->peer);
}

static G_GNUC_NO_INLINE void check_message(const bcnet_check_t *check)
{
    check_datagram(check);
    check_transport(check);
    check_payload(check);
}

void bcnet_check_sender(const bcnet_check_t *check)
{
    enter_datagram(check);
    if (check->counts || !is_usual(check)) {
        check_message(check);
    } else {
        check->side->datagram.phase = PHASE_NEW;
        check->side->has_used_id = true;
    }
    if (check->message->facts->has_update && check->message->payload)
        check_state(check);
}
