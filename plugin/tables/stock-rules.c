/* What a stock sender does: THE table of the rules, and the checks (protocol chapter 90.7).
 *
 * A check says nothing where the capture cannot decide: what is lost on the way, or was sent before the capture began, is
 * held for stock.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tables/stock-rules.h"

#include <math.h>

#include "game/objects.h"
#include "game/players.h"
#include "messages/reliability.h"
#include "opcodes/opcodes.h"
#include "reading/opcode-numbers.h"

#define EXPORTED "not decided for exported messages"

const bcnet_stock_rule_t bcnet_stock_rules[BCNET_STOCK_COUNT + 1] = {
    [BCNET_STOCK_DATAGRAM] = { "512 bytes at most, ends with its last message", EXPORTED, true, true },
    [BCNET_STOCK_FRAGMENTS] = { "split above 412 bytes, fragments of 412", "the last fragment's size", true, true },
    [BCNET_STOCK_ORDER] = { "young acks, a resend, new messages, old acks", "acks sent once or twice before; " EXPORTED,
                            true, true },
    [BCNET_STOCK_ONE_RESEND] = { "one resend per datagram", EXPORTED, true, true },
    [BCNET_STOCK_ONE_REPLAY] = { "one replayed object or 0x29 per datagram", EXPORTED, true, false },
    [BCNET_STOCK_ACK_REPEATS] = { "an ack nine times, 0.67 s apart, three times alone",
                                  "sendings that were lost; " EXPORTED, true, true },
    [BCNET_STOCK_FLAGS] = { "flags of acks, types below 0x32 ordered, 0x32 not", "", true, true },
    [BCNET_STOCK_RESEND_TIMES] = { "resent after 1 s, then 1, 2, 3, 4, 5, 1 ... s",
                                   "resends that are late; single waits after 16 s", true, true },
    [BCNET_STOCK_RELIABLE] = { "0x1C unreliable, all else reliable", "0x13 either way", true, true },
    [BCNET_STOCK_IDS] = { "id 2..126 without 92, the same in byte 0", "", true, true },
    [BCNET_STOCK_NEWCOMER] = { "a newcomer is told of all who are there", "players of whom nothing was seen", true,
                               false },
    [BCNET_STOCK_RELAY] = { "relayed unchanged; to the author chat and teams",
                            "who else got it; team chat to its author", true, false },
    [BCNET_STOCK_STATE_FLAGS] = { "0x1C: client never 0x20, host never 0x80, hash",
                                  "hasData bits of ships not seen created", true, true },
    [BCNET_STOCK_STATE_ABSOLUTE] = { "0x1C: absolute position every second", "where two in a row may have been lost",
                                     true, true },
    [BCNET_STOCK_STATE_BLOCK] = { "0x20: ends by the 10-byte rule, in the right place",
                                  "ships not seen created; what was lost between", true, false },
    [BCNET_STOCK_STATE_POWER] = { "0x80: three pairs of powered entries at most",
                                  "ships not seen created; all once at the beginning", false, true },
    [BCNET_STOCK_BITS] = { "bit groups: count as stated, five a group", "", true, true },
    [BCNET_STOCK_NEVER_SENT] = { "never", "", true, true },
    [BCNET_STOCK_SUBSYSTEM_IDS] = { "ids of subsystems are ship id + k",
                                    "all but weapons that fire; ships not seen created", true, true },
    [BCNET_STOCK_INTERVAL] = { "0x1C: not before the interval is over",
                               "by the shortest of all, 0.1 s of the clock in it", true, true },
};

enum {
    DATAGRAM_MOST = 512,
    MESSAGE_MOST = 412,
    ACKS_MOST = 9,
    ACKS_ALONE_MOST = 3,
    ACK_YOUNG = 3,
    WAIT_MOST = 5, /* s */
    WAITS_CERTAIN = 16, /* s: 1, then 1 + 2 + 3 + 4 + 5, then these begin anew */
    ECHO_SECONDS = 10, /* a line that its author has not got back by then was not sent, or was lost five times */
    MOST_LINES = 16,
    GIVEN_UP = 366, /* s: 360, and the wait of the last resend */
    MOST_KEPT = 1 << 16
};
static const double ack_apart = 0.6; /* s: 0.667 less what the way may shift */
static const double early = 0.2; /* s: the same for resends */
static const float  interval_least = 0.095f; /* s, and so on: 0.1 and 1.0 on a clock of 32 bits */
static const float  forced = 1.05f;
static const float  hole = 1.7f; /* times the last interval: between these updates one may have been lost */

/* Order in a datagram (10.3). */
typedef enum { PHASE_YOUNG_ACKS, PHASE_RESEND, PHASE_NEW_ORDERED, PHASE_NEW, PHASE_OLD_ACKS } bcnet_phase_t;

/* A line of chat, a choice of team: its author gets it back (10.10). */
typedef struct {
    bcnet_stamp_t       stamp;
    nstime_t            time;
    uint32_t            frame;
    const bcnet_sent_t *sent;
} bcnet_line_t;

/* A direction of a link. */
typedef struct {
    bcnet_stamp_t  datagram; /* the one in hand, and what it has */
    bcnet_phase_t  phase;
    unsigned       resends;
    unsigned       replays;
    bool           alone; /* nothing but acks */
    bool           young; /* one of them sent fewer than three times */
    bool           has_seq[2]; /* by space: of the new messages so far */
    uint16_t       seq[2];
    bool           leaving;
    bool           has_used_id;
    uint16_t       fragmented; /* number of the message whose total is known */
    uint8_t        total;
    bcnet_id_set_t told; /* of these the newcomer was told */
    bcnet_id_set_t due;
    bool           joins; /* it asked for a connection */
    bool           joined; /* and is in the game */
    uint32_t       number; /* of the side */
    bcnet_line_t  *lines; /* which the client waits for: room for MOST_LINES; NULL: none yet */
    unsigned       line_count;
} bcnet_stock_side_t;

typedef struct {
    unsigned sent;
    nstime_t last;
} bcnet_ack_t;

/* An object's updates in one direction, by their own clock. */
typedef struct {
    int64_t               key; /* number of the side, and object */
    bcnet_stamp_t         evening; /* of the server: the object of another one is another ship */
    float                 last;
    float                 absolute; /* position */
    float                 complete; /* motion */
    float                 gap; /* before the last one */
    bool                  holed; /* since the last complete one there was a longer gap than the one before */
    bool                  has_next;
    uint8_t               next; /* start index */
    const bcnet_layout_t *layout; /* of that index */
} bcnet_stock_updates_t;

struct bcnet_stock_checks {
    wmem_allocator_t *pool;
    wmem_map_t       *sides; /* direction of a link -> bcnet_stock_side_t */
    uint32_t          sides_made;
    wmem_map_t       *acks; /* bcnet_sent_t -> bcnet_ack_t */
    wmem_map_t       *updates; /* by key */
};

/* A check in hand. */
typedef struct {
    bcnet_stock_checks_t      *checks;
    bcnet_stock_side_t        *host, *client; /* of the link */
    bcnet_stock_side_t        *side; /* whose message it is */
    const bcnet_tap_message_t *message;
    const packet_info         *pinfo;
    bcnet_stock_judge_t        judge;
    const void                *sink;
} bcnet_check_t;

void *bcnet_stock_checks_new(wmem_allocator_t *pool)
{
    bcnet_stock_checks_t *checks = wmem_new0(pool, bcnet_stock_checks_t);

    checks->pool = pool;
    checks->sides = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->acks = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->updates = wmem_map_new(pool, wmem_int64_hash, g_int64_equal);
    return checks;
}

static void judge(const bcnet_check_t *check, bcnet_stock_t rule, bool held)
{
    check->judge(check->sink, rule, held, check->pinfo->num);
}

static double seconds_since(const bcnet_check_t *check, const nstime_t *then)
{
    const nstime_t since = bcnet_tap_since(check->pinfo, then);

    return nstime_to_sec(&since);
}

/* Tables that grow with the capture begin anew at some size: what is forgotten counts as stock. */
static void bound(const bcnet_stock_checks_t *checks, wmem_map_t *map)
{
    if (wmem_map_size(map) < MOST_KEPT)
        return;
    wmem_list_t *keys = wmem_map_get_keys(NULL, map);
    for (wmem_list_frame_t *key = wmem_list_head(keys); key; key = wmem_list_frame_next(key))
        wmem_free(checks->pool, wmem_map_remove(map, wmem_list_frame_data(key)));
    wmem_destroy_list(keys);
}

static bcnet_stock_side_t *side_of(bcnet_stock_checks_t *checks, const bcnet_tap_message_t *message, bool from_host)
{
    const void         *direction = bcnet_tap_direction(message, from_host);
    bcnet_stock_side_t *side = (bcnet_stock_side_t *)wmem_map_lookup(checks->sides, direction);

    if (!side) {
        side = wmem_new0(checks->pool, bcnet_stock_side_t);
        side->number = checks->sides_made++;
        wmem_map_insert(checks->sides, direction, side);
    }
    return side;
}

/* ---- The datagram: rules 1, 3, 4, 5 ---- */

static bool is_whole(const bcnet_tap_message_t *message)
{
    return message->datagram_is_there && !bcnet_stamp_is_exported(message->stamp);
}

static void enter_datagram(const bcnet_check_t *check)
{
    const bcnet_stamp_t datagram = bcnet_datagram_stamp(check->message->stamp);
    bcnet_stock_side_t *side = check->side;

    if (side->datagram == datagram)
        return;
    side->datagram = datagram;
    side->phase = PHASE_YOUNG_ACKS;
    side->resends = side->replays = 0;
    side->alone = side->young = side->has_seq[0] = side->has_seq[1] = false;
    if (is_whole(check->message)) {
        side->alone = check->message->only_acks;
        judge(check, BCNET_STOCK_DATAGRAM,
              check->message->fills_datagram && check->message->datagram_length <= DATAGRAM_MOST);
    }
}

/* Also where the capture lacks the first sending: then an older number comes before all new ones. */
static bool is_resend(const bcnet_check_t *check)
{
    const bcnet_sequence_analysis_t *analysis = check->message->analysis;
    const bool                       first = !check->side->has_seq[0] && !check->side->has_seq[1];

    return check->message->resend || (first && analysis && analysis->out_of_order);
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
    const bcnet_ack_t *ack = analysis ? (const bcnet_ack_t *)wmem_map_lookup(check->checks->acks, analysis->sent)
                                      : NULL;
    *phase = ack && ack->sent >= ACK_YOUNG ? PHASE_OLD_ACKS : PHASE_YOUNG_ACKS;
    return analysis && analysis->sent && (!ack || ack->sent >= ACK_YOUNG);
}

/* Numbers are given when messages are queued: an ordered one before all that wait, another one behind them. */
static bool is_in_turn(const bcnet_check_t *check, bcnet_phase_t phase)
{
    const bcnet_wire_message_t *wire = check->message->wire;
    bcnet_stock_side_t         *side = check->side;
    const unsigned              space = phase == PHASE_NEW;

    if (!wire->reliable || (phase != PHASE_NEW && phase != PHASE_NEW_ORDERED))
        return true;
    const int16_t step = (int16_t)(wire->seq - side->seq[space]);
    const bool    held = !side->has_seq[space] || (phase == PHASE_NEW ? step >= 0 : step <= 0);
    side->has_seq[space] = true;
    side->seq[space] = wire->seq;
    return held;
}

static void check_order(const bcnet_check_t *check)
{
    bcnet_stock_side_t *side = check->side;
    bcnet_phase_t       phase;

    if (side->alone || !phase_of(check, &phase))
        return;
    const bool in_turn = is_in_turn(check, phase);
    judge(check, BCNET_STOCK_ORDER, in_turn && phase >= side->phase);
    side->phase = MAX(side->phase, phase);
}

static bool is_fresh_copy(const bcnet_tap_message_t *message)
{
    const bcnet_appearance_t *copy = message->relayed ? message->relayed->appearance : NULL;
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

static void check_datagram(const bcnet_check_t *check)
{
    if (!is_whole(check->message))
        return;
    check_order(check);
    if (check->message->resend)
        judge(check, BCNET_STOCK_ONE_RESEND, ++check->side->resends == 1);
    if (is_replay(check->message))
        judge(check, BCNET_STOCK_ONE_REPLAY, ++check->side->replays == 1);
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
    judge(check, BCNET_STOCK_FRAGMENTS, held);
}

static void check_ack(const bcnet_check_t *check)
{
    const bcnet_sent_t *sent = check->message->analysis ? check->message->analysis->sent : NULL;
    bcnet_ack_t        *ack = sent ? (bcnet_ack_t *)wmem_map_lookup(check->checks->acks, sent) : NULL;

    if (!sent || !is_whole(check->message))
        return;
    if (!ack) {
        bound(check->checks, check->checks->acks);
        ack = wmem_new0(check->checks->pool, bcnet_ack_t);
        wmem_map_insert(check->checks->acks, sent, ack);
    }
    const double apart = seconds_since(check, &ack->last);
    ack->sent++;
    /* One that was sent often goes along with something else: with a younger ack before it, say. */
    check->side->young |= ack->sent <= ACKS_ALONE_MOST;
    const bool alone = check->side->alone && !check->side->young && !check->side->leaving;
    judge(check, BCNET_STOCK_ACK_REPEATS, ack->sent <= ACKS_MOST && !alone && (ack->sent == 1 || apart >= ack_apart));
    ack->last = check->pinfo->abs_ts;
}

static void check_flags(const bcnet_check_t *check)
{
    const bcnet_wire_message_t *wire = check->message->wire;

    if (wire->type == BCNET_TYPE_ACK)
        judge(check, BCNET_STOCK_FLAGS, (wire->ack_flags & BCNET_ACK_RESERVED) == 0);
    else if (wire->type == BCNET_TYPE_GAME)
        judge(check, BCNET_STOCK_FLAGS, !wire->ordered);
    else if (wire->type != BCNET_TYPE_KEEPALIVE)
        judge(check, BCNET_STOCK_FLAGS, wire->reliable && wire->ordered);
}

/* Before the n-th resend, from 1 (90.2). */
static unsigned wait_before(uint8_t type, unsigned resend)
{
    if (resend == 1 || type == BCNET_TYPE_CONNECT || type == BCNET_TYPE_DISCONNECT)
        return 1;
    return (resend - 2) % WAIT_MOST + 1;
}

/* A sending that the capture lacks only makes a wait longer. */
static void check_resend(const bcnet_check_t *check)
{
    const bcnet_sequence_analysis_t *analysis = check->message->analysis;
    const double                     first = (double)analysis->sent->first_time / 1e9;
    const double                     age = nstime_to_sec(&check->pinfo->abs_ts) - first;
    const double                     waited = (double)analysis->since_sending / 1e9;
    const unsigned                   wait = wait_before(check->message->wire->type, analysis->sending);

    /* The other side acknowledges what it gets again, and that series begins anew. */
    wmem_free(check->checks->pool, wmem_map_remove(check->checks->acks, analysis->sent));
    if (age <= WAITS_CERTAIN + early)
        judge(check, BCNET_STOCK_RESEND_TIMES, waited >= wait - early);
    else
        judge(check, BCNET_STOCK_RESEND_TIMES, waited >= 1 - early && age <= GIVEN_UP);
}

static bool is_stock_id(uint32_t id)
{
    return id > BCNET_PEER_HOST && id <= BCNET_PEER_LAST_CLIENT && id != BCNET_PEER_GAMESPY;
}

static void check_id(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bool                 connects = message->wire->type == BCNET_TYPE_CONNECT;
    const uint8_t              assigned = bcnet_assigned_id(message->link, message->stamp);

    if (message->from_host) {
        if (message->facts->assigned != BCNET_NO_ID)
            judge(check, BCNET_STOCK_IDS, is_stock_id(message->facts->assigned));
        return;
    }
    if (message->peer == BCNET_PEER_NEW) {
        if (connects && !message->resend)
            check->side->has_used_id = false;
        judge(check, BCNET_STOCK_IDS, connects || !check->side->has_used_id);
        return;
    }
    check->side->has_used_id = true;
    judge(check, BCNET_STOCK_IDS, is_stock_id(message->peer) && (assigned == BCNET_NO_ID || assigned == message->peer));
}

/* What the host says next, once the newcomer is in the game. */
static void check_joined(const bcnet_check_t *check)
{
    bcnet_stock_side_t *host = check->host;
    /* Who was there when the newcomer asked may be of the old game: that the server was started anew is told later (60.10). */
    const bcnet_id_set_t there = bcnet_players_at(check->message->game, check->message->stamp, &check->pinfo->abs_ts);

    for (uint32_t id = 0; id <= BCNET_PEER_LAST_CLIENT; id++) {
        if (bcnet_ids_have(&host->due, id) && bcnet_ids_have(&there, id))
            judge(check, BCNET_STOCK_NEWCOMER, bcnet_ids_have(&host->told, id));
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

static bool begins_or_ends(const bcnet_tap_message_t *message)
{
    const uint8_t type = message->wire->type;

    return type == BCNET_TYPE_CONNECT || type == BCNET_TYPE_DISCONNECT || type == BCNET_TYPE_BOOT;
}

static void check_transport(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const uint8_t              type = message->wire->type;

    if (begins_or_ends(message))
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
    return block && (block->view == BCNET_VIEW_REMOTE || block->view == BCNET_VIEW_MIXED);
}

static void check_state_flags(const bcnet_check_t *check, const bcnet_update_t *update)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_object_t      *object = message->facts->choice.object;
    const bool                 own = object && message->client && object->player == message->client->id;
    bool held = !(update->flags & (message->from_host ? BCNET_STATE_WEAPONS : BCNET_STATE_SUBSYSTEMS));

    if (update->flags & BCNET_STATE_POSITION && update->whole)
        held &= update->has_hash == !message->from_host;
    if (message->from_host && own)
        held &= update->flags == BCNET_STATE_SUBSYSTEMS && !has_bits_set(message->facts->block);
    judge(check, BCNET_STOCK_STATE_FLAGS, held);
}

static bool takes_power(const bcnet_layout_choice_t *choice, const uint8_t *pairs, unsigned length)
{
    for (unsigned i = 0; choice->source == BCNET_SOURCE_CREATED && i + 1 < length; i += 2) {
        if (!bcnet_layout_takes_power(choice->layout, pairs[i]))
            return false;
    }
    return true;
}

static void check_power(const bcnet_check_t *check, const bcnet_update_t *update)
{
    const bcnet_tap_message_t *message = check->message;
    const unsigned             length = update->end - update->tail;

    if (message->from_host || !(update->flags & BCNET_STATE_WEAPONS) || update->flags & BCNET_STATE_SUBSYSTEMS)
        return;
    judge(check, BCNET_STOCK_STATE_POWER,
          update->whole && length <= PAIRS_BYTES && length % 2 == 0 &&
              takes_power(&message->facts->choice, message->payload + message->payload_length - length, length));
}

static bcnet_stock_updates_t *updates_of(const bcnet_check_t *check, bool *fresh)
{
    bcnet_stock_checks_t  *checks = check->checks;
    const int64_t          key = (int64_t)((uint64_t)check->side->number << 32 | check->message->facts->ship);
    bcnet_stock_updates_t *updates = (bcnet_stock_updates_t *)wmem_map_lookup(checks->updates, &key);

    *fresh = !updates || updates->evening != check->message->round->evening;
    if (!updates) {
        bound(checks, checks->updates);
        updates = wmem_new0(checks->pool, bcnet_stock_updates_t);
        updates->key = key;
        wmem_map_insert(checks->updates, &updates->key, updates);
    }
    updates->has_next &= !*fresh;
    updates->evening = check->message->round->evening;
    return updates;
}

static bool is_complete(uint8_t flags)
{
    const uint8_t all = BCNET_STATE_FORWARD | BCNET_STATE_UP | BCNET_STATE_SPEED;

    return (flags & all) == all && flags & (BCNET_STATE_POSITION | BCNET_STATE_DELTA);
}

/* A complete update that was lost is made up for by the next one, a second later. */
static void check_complete(const bcnet_check_t *check, bcnet_stock_updates_t *updates, float clock, float gap)
{
    const float allowed = forced + gap + (updates->holed ? forced : 0);
    const float since = MIN(updates->absolute, updates->complete);

    judge(check, BCNET_STOCK_STATE_ABSOLUTE, clock - since <= allowed);
    if (since == clock)
        updates->holed = false;
}

/* Times are those that the sender wrote, so that the way does not count. A clock that goes back is another game's. What
 * the host tells a ship's own player has no motion. */
static void check_updates(const bcnet_check_t *check, bcnet_stock_updates_t *updates, bool fresh, uint8_t flags)
{
    const float clock = check->message->facts->motion ? check->message->facts->motion->clock : NAN;
    const float gap = clock - updates->last;

    if (!isfinite(clock))
        return;
    fresh |= !(gap >= 0);
    if (!fresh)
        judge(check, BCNET_STOCK_INTERVAL, gap >= interval_least);
    if (fresh || flags & BCNET_STATE_POSITION)
        updates->absolute = clock;
    if (fresh || is_complete(flags))
        updates->complete = clock;
    updates->holed = !fresh && (updates->holed || (updates->gap > 0 && gap > hole * updates->gap));
    if (!fresh && flags & ~BCNET_STATE_SUBSYSTEMS)
        check_complete(check, updates, clock, gap);
    updates->gap = fresh ? 0 : gap;
    updates->last = clock;
}

/* A list goes on where it ended; what was told in between may be lost. */
static void check_block(const bcnet_check_t *check, bcnet_stock_updates_t *updates)
{
    const bcnet_tap_block_t *block = check->message->facts->block;

    if (!block || !check->message->from_host)
        return;
    const bool follows = !block->stock || !updates->has_next || updates->layout != block->layout ||
                         updates->next == block->start ||
                         bcnet_start_follows(block->layout, updates->next, block->start,
                                             block->view == BCNET_VIEW_OWNER ? BCNET_VIEW_OWNER : BCNET_VIEW_REMOTE);
    judge(check, BCNET_STOCK_STATE_BLOCK, block->stock && follows);
    updates->has_next = block->stock;
    updates->next = block->next;
    updates->layout = block->layout;
}

static void check_state(const bcnet_check_t *check)
{
    const bcnet_update_t *update = check->message->facts->update;

    if (!update || !check->message->payload)
        return;
    check_state_flags(check, update);
    check_power(check, update);
    if (check->message->facts->ship == BCNET_OBJECT_NONE)
        return;
    bool                   fresh;
    bcnet_stock_updates_t *updates = updates_of(check, &fresh);
    check_block(check, updates);
    check_updates(check, updates, fresh, update->flags);
}

/* ---- What the host hands on: rule 12 ---- */

static void forget_line(bcnet_stock_side_t *side, unsigned place)
{
    side->line_count--;
    memmove(&side->lines[place], &side->lines[place + 1], (side->line_count - place) * sizeof *side->lines);
}

/* A client's line that has to come back. */
static void note_line(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    bcnet_stock_side_t        *side = check->side;
    const bcnet_id_set_t       there = bcnet_players_at(message->game, message->stamp - 1, &check->pinfo->abs_ts);

    if (!message->opcode || message->opcode->relay != BCNET_RELAY_ALL || !message->analysis ||
        !message->analysis->sent || !bcnet_ids_have(&there, bcnet_stay_id(message->client)))
        return;
    const bcnet_line_t line = { .stamp = message->stamp,
                                .time = check->pinfo->abs_ts,
                                .frame = check->pinfo->num,
                                .sent = message->analysis->sent };
    if (!side->lines)
        side->lines = wmem_alloc_array(check->checks->pool, bcnet_line_t, MOST_LINES);
    if (side->line_count == MOST_LINES)
        forget_line(side, 0);
    side->lines[side->line_count++] = line;
}

/* The host has acknowledged a line, still talks to its author, and has not sent it back. */
static void check_lines(const bcnet_check_t *check)
{
    const bcnet_appearance_t *copy = check->message->relayed ? check->message->relayed->appearance : NULL;
    bcnet_stock_side_t       *author = check->client;

    for (unsigned i = 0; i < author->line_count;) {
        const bcnet_line_t *line = &author->lines[i];
        const bool          came = copy && copy->number > 0 && copy->original->first.stamp == line->stamp;
        if (!came && seconds_since(check, &line->time) < ECHO_SECONDS) {
            i++;
            continue;
        }
        if (!came && line->sent->acked_frame != 0 && line->sent->acked_frame <= check->pinfo->num)
            check->judge(check->sink, BCNET_STOCK_RELAY, false, line->frame);
        forget_line(author, i);
    }
}

static void check_relay(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_appearance_t  *appearance = message->relayed ? message->relayed->appearance : NULL;

    if (begins_or_ends(message))
        check->client->line_count = 0;
    if (message->from_host)
        check_lines(check);
    if (message->resend)
        return;
    if (!message->from_host)
        note_line(check);
    else if (appearance && appearance->echo)
        judge(check, BCNET_STOCK_RELAY, false);
    else if (appearance && appearance->number > 0 && !appearance->original->from_host)
        judge(check, BCNET_STOCK_RELAY, !appearance->change);
}

/* ---- Payloads: rules 9, 17, 18, 19 ---- */

static bool is_never_sent(unsigned opcode)
{
    const bcnet_opcode_t *row = bcnet_opcode_row((uint8_t)opcode);

    return row && row->direction == BCNET_FROM_NOBODY;
}

const char *bcnet_stock_rule_words(wmem_allocator_t *pool, bcnet_stock_t rule)
{
    wmem_strbuf_t *words = wmem_strbuf_new(pool, bcnet_stock_rules[rule].words);

    for (unsigned opcode = 0; opcode <= UINT8_MAX && rule == BCNET_STOCK_NEVER_SENT; opcode++)
        if (is_never_sent(opcode))
            wmem_strbuf_append_printf(words, " 0x%02X", opcode);
    return wmem_strbuf_get_str(words);
}

static void check_payload(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_tap_shot_t    *shot = message->facts->shot;

    if (!message->has_opcode || message->resend)
        return;
    judge(check, BCNET_STOCK_NEVER_SENT, !is_never_sent(message->opcode_value));
    if (message->opcode_value != BCNET_OP_SELF_DESTRUCT)
        judge(check, BCNET_STOCK_RELIABLE, message->wire->reliable == (message->opcode_value != BCNET_OP_STATE_UPDATE));
    if (message->bits != BCNET_BITS_NONE)
        judge(check, BCNET_STOCK_BITS, message->bits == BCNET_BITS_FINE);
    if (shot && shot->weapon_known)
        judge(check, BCNET_STOCK_SUBSYSTEM_IDS, shot->weapon_fits);
    check_state(check);
}

void bcnet_stock_check(bcnet_stock_checks_t *checks, const bcnet_tap_message_t *message, const packet_info *pinfo,
                       bcnet_stock_judge_t judge_of, const void *sink)
{
    bound(checks, checks->sides);
    bcnet_stock_side_t *host = side_of(checks, message, true), *client = side_of(checks, message, false);
    const bcnet_check_t check = { checks,  host,  client,   message->from_host ? host : client,
                                  message, pinfo, judge_of, sink };

    enter_datagram(&check);
    check_datagram(&check);
    check_transport(&check);
    check_relay(&check);
    check_payload(&check);
}
