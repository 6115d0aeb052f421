/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a stock session does: the checks that no single message decides (protocol chapter 90.8). */
#include "rules/check.h"

#include <math.h>

#include "game/objects.h"
#include "game/stays.h"
#include "messages/datagram.h"
#include "messages/reliability.h"
#include "opcodes/opcodes.h"
#include "reading/numbers.h"
#include "reading/opcode-numbers.h"

enum {
    DUE_SECONDS = 20, /* then what a player does has reached the others, however often it was sent (10.4) */
    DUE_MOST_SECONDS = DUE_SECONDS + 45, /* nobody is silent for longer */
    ROUNDS = 5,
    ALL_ROUNDS = (1 << ROUNDS) - 1,
    TOTAL_MOST = 1000
};
static const double window_seconds = 2.5; /* that many, less one, make the ten of 90.8 */
static const double clock_apart = 1.0, clock_share = 0.05;

/* ---- Numbers and acks: rules 21 to 24 ---- */

static const char *wrong_space_words(const bcnet_check_t *check, bool low)
{
    return wmem_strdup_printf(check->pinfo->pool,
                              low ? "number %u of a type below 0x32 is acknowledged, and 0x32 was sent"
                                  : "number %u of type 0x32 is acknowledged, and a type below was sent",
                              check->message->wire->seq);
}

static void check_ack_space(const bcnet_check_t *check)
{
    const bcnet_sequence_analysis_t *analysis = check->message->analysis;

    if (analysis->sent || analysis->wrong_space)
        bcnet_judge(check, BCNET_STOCK_ACK_SPACE, !analysis->wrong_space, "%s",
                    wrong_space_words(check, (check->message->wire->ack_flags & BCNET_ACK_LOW) != 0));
}

/* The message in hand is sent only now, and was acknowledged before. */
static void check_ack_before(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_stamp_t        stamp = message->analysis->stray->stamp;

    bcnet_break_by(check, message->from_host ? bcnet_stay_on(message->link, stamp) : message->game->host_stay, stamp,
                   BCNET_STOCK_ACK_SPACE, "%s", wrong_space_words(check, message->wire->type != BCNET_TYPE_GAME));
}

/* Of the sender's game messages. */
static void forget_numbers(bcnet_stock_side_t *side)
{
    side->newest = side->missing = 0;
    nstime_set_zero(&side->whole_since);
}

/* What the sender's numbers of game messages lack so far. */
static void count_missing(const bcnet_check_t *check)
{
    const bcnet_sequence_analysis_t *analysis = check->message->analysis;
    bcnet_stock_side_t              *side = check->side;
    const uint32_t                   number = bcnet_sent_number(analysis->sent);
    const uint32_t                   before = side->missing;

    side->missing += analysis->gap;
    if (number < side->newest && side->missing > 0 && analysis->out_of_order)
        side->missing--;
    if (before > 0 && side->missing == 0)
        side->whole_since = check->pinfo->abs_ts;
    side->newest = MAX(side->newest, number);
}

static void check_numbers(const bcnet_check_t *check)
{
    const bcnet_tap_message_t       *message = check->message;
    const bcnet_sequence_analysis_t *analysis = message->analysis;

    if (!analysis)
        return;
    if (analysis->is_ack) {
        check_ack_space(check);
        return;
    }
    if (message->resend) {
        bcnet_judge(check, BCNET_STOCK_NEEDLESS, !analysis->needless, "number %u once more, acknowledged in frame %u",
                    message->wire->seq, analysis->sent->acked_frame);
        return;
    }
    if (analysis->stray)
        check_ack_before(check);
    bcnet_judge(check, BCNET_STOCK_NUMBERS, !analysis->number_reused, "number %u with other bytes than before",
                message->wire->seq);
    bcnet_judge(check, BCNET_STOCK_NO_HOLES, !analysis->stalled, "a number before %u never came", message->wire->seq);
    if (message->wire->type == BCNET_TYPE_GAME)
        count_missing(check);
}

/* ---- Joins: rules 25, 26 ---- */

static const uint8_t rounds[ROUNDS] = { 0, 1, 2, 3, 0xFF };

static const char *round_words(const bcnet_check_t *check, unsigned bits)
{
    wmem_strbuf_t *words = wmem_strbuf_new(check->pinfo->pool, "");

    for (unsigned i = 0; i < ROUNDS; i++) {
        if (bits & 1u << i)
            wmem_strbuf_append_printf(words, "%s%u", wmem_strbuf_get_len(words) > 0 ? ", " : "", rounds[i]);
    }
    return wmem_strbuf_get_str(words);
}

static void check_round(const bcnet_check_t *check, uint8_t round)
{
    bcnet_stock_side_t *client = check->client;
    unsigned            bit = 0;

    for (unsigned i = 0; i < ROUNDS; i++)
        bit |= rounds[i] == round ? 1u << i : 0;
    if (!check->message->from_host) {
        client->answered |= (uint8_t)bit;
        return;
    }
    /* The answer may be what the capture lacks: the client's next number tells. */
    if (bit != 0 && (client->asked & ~client->answered) != 0)
        client->early_stamp = check->message->stamp;
    else if (bit != 0)
        bcnet_hold(check, BCNET_STOCK_JOIN);
    client->asked |= (uint8_t)bit;
}

static bcnet_stock_side_t **slots_of(const bcnet_check_t *check)
{
    wmem_map_t          *games = check->checks->slots;
    const bcnet_game_t  *game = check->message->game;
    bcnet_stock_side_t **slots = (bcnet_stock_side_t **)wmem_map_lookup(games, game);

    if (!slots) {
        slots = wmem_alloc0_array(check->checks->pool, bcnet_stock_side_t *, BCNET_SLOTS);
        wmem_map_insert(games, game, slots);
    }
    return slots;
}

static void leave_slot(const bcnet_check_t *check)
{
    bcnet_stock_side_t  *client = check->client;
    bcnet_stock_side_t **slots = slots_of(check);

    if (client->slot > 0 && slots[client->slot - 1] == client)
        slots[client->slot - 1] = NULL;
    if (client->rival)
        client->rival->rival = NULL;
    client->rival = NULL;
    client->slot = 0;
}

static void take_slot(const bcnet_check_t *check, int slot)
{
    bcnet_stock_side_t *client = check->client;

    leave_slot(check);
    if (slot < 0 || slot >= BCNET_SLOTS)
        return;
    bcnet_stock_side_t **holder = &slots_of(check)[slot];
    client->slot = (unsigned)slot + 1;
    client->slot_stamp = check->message->stamp;
    if (*holder && !(*holder)->rival) {
        client->rival = *holder;
        client->rival->rival = client;
        client->heard_since = client->rival->heard_since = false;
    } else {
        bcnet_hold(check, BCNET_STOCK_SLOTS);
    }
    *holder = client;
}

/* Both are there. */
static void check_rivals(const bcnet_check_t *check)
{
    bcnet_stock_side_t *client = check->client, *rival = client->rival;

    client->heard_since = true;
    if (!rival || !rival->heard_since)
        return;
    bcnet_break_host(check, MAX(client->slot_stamp, rival->slot_stamp), BCNET_STOCK_SLOTS,
                     "slot %u is another player's", client->slot - 1);
    if (check->checks->shared_in != check->message->game)
        check->checks->shared_slots = 0;
    check->checks->shared_in = check->message->game;
    check->checks->shared_slots |= (uint16_t)(1u << (client->slot - 1));
    client->rival = rival->rival = NULL;
}

static void check_join(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    bcnet_stock_side_t        *client = check->client;

    if (message->resend)
        return;
    if ((message->analysis && message->analysis->gap > 0) || bcnet_is_cut(message))
        client->join_is_whole = false;
    /* The host's answer to a request begins nothing: what the capture lacks of the client says nothing of the host. */
    if (message->wire->type == BCNET_TYPE_CONNECT) {
        forget_numbers(check->host);
        forget_numbers(client);
    }
    if (bcnet_begins_or_ends(message) && !(message->from_host && message->wire->type == BCNET_TYPE_CONNECT)) {
        leave_slot(check);
        client->asked = client->answered = 0;
        client->early_stamp = 0;
        client->join_is_whole = message->wire->type == BCNET_TYPE_CONNECT && !bcnet_is_cut(message);
    }
    if (!message->from_host)
        check_rivals(check);
    if (client->early_stamp && !message->from_host && message->analysis && !message->analysis->is_ack) {
        if (client->join_is_whole)
            bcnet_break_host(check, client->early_stamp, BCNET_STOCK_JOIN,
                             "a round is asked, the one before not answered");
        client->early_stamp = 0;
    }
    if (message->facts->has_round && client->join_is_whole)
        check_round(check, message->facts->round);
    if (!message->facts->settings || !message->from_host)
        return;
    if (client->join_is_whole)
        bcnet_judge(check, BCNET_STOCK_JOIN, client->asked == ALL_ROUNDS, "Settings without round %s",
                    round_words(check, ALL_ROUNDS & ~client->asked));
    client->join_is_whole = false; /* what comes now is another matter (35.2) */
    take_slot(check, message->facts->settings->slot);
}

/* ---- What the host owes: rules 27, 29 ---- */

static void forget_due(bcnet_stock_side_t *receiver, unsigned place)
{
    receiver->due_count--;
    memmove(&receiver->dues[place], &receiver->dues[place + 1], (receiver->due_count - place) * sizeof *receiver->dues);
}

static void owe(const bcnet_check_t *check, const bcnet_due_t *due, const bcnet_link_t *link)
{
    bcnet_stock_link_t *known = link ? bcnet_stock_link(check->checks, link) : NULL;

    if (!known)
        return;
    bcnet_stock_side_t *receiver = &known->client;
    if (!receiver->dues)
        receiver->dues = wmem_alloc_array(check->checks->pool, bcnet_due_t, MOST_DUE);
    if (receiver->due_count == MOST_DUE)
        forget_due(receiver, 0);
    receiver->dues[receiver->due_count++] = *due;
}

static bool is_due(const bcnet_tap_message_t *message)
{
    const bcnet_relay_t relay = message->opcode ? message->opcode->relay : BCNET_RELAY_UNKNOWN;

    if (relay == BCNET_RELAY_CREATION)
        return message->facts->created && message->facts->created->seen == message->stamp;
    return relay == BCNET_RELAY_OTHERS || relay == BCNET_RELAY_ALL;
}

/* The receiver has it: one of its two clocks is behind (10.11), or frames are not in order of time. */
static bool was_told_early(const bcnet_check_t *check, const bcnet_link_t *receiver, bool joins)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_moment_t      *joined = &message->client->joined;

    if (!receiver || !joins)
        return receiver && bcnet_tap_is_told_early(message, receiver);
    return bcnet_has_happened(joined, message->stamp) &&
           (receiver->two_clocks != 0 || bcnet_is_shortly_before(&check->pinfo->abs_ts, &joined->time));
}

/* Of a player who is in the game, or comes into it (0x2A). */
static void note_dues(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bool                 joins = message->has_opcode && message->opcode_value == BCNET_OP_CLIENT_READY;
    bcnet_id_set_t             there = bcnet_players_at(message->game, message->stamp - 1, &check->pinfo->abs_ts);
    const uint8_t              author = bcnet_stay_id(message->client);
    const bool                 all = message->opcode && message->opcode->relay == BCNET_RELAY_ALL;

    if (!message->client || message->unbelieved || (!joins && !is_due(message)))
        return;
    bcnet_due_t due = { .rule = joins ? BCNET_STOCK_JOINED_TOLD : BCNET_STOCK_HANDED_ON,
                        .opcode = message->opcode_value,
                        .stamp = bcnet_act_stamp(message->relayed, message->stamp),
                        .time = check->pinfo->abs_ts,
                        .sent = message->analysis->sent,
                        .newcomer = joins ? message->client : NULL,
                        .author = check->client };
    if (joins)
        bcnet_ids_add(&there, author);
    for (uint32_t id = BCNET_PEER_HOST + 1; id <= BCNET_PEER_LAST_CLIENT; id++) {
        const bcnet_stay_t *stay = bcnet_ids_have(&there, id) ? bcnet_stay_with(message->game, id, message->stamp)
                                                              : NULL;
        due.of_author = id == author && !joins;
        if (stay && (!due.of_author || all) && !was_told_early(check, stay->link, joins))
            owe(check, &due, stay->link);
    }
}

static bool is_paid_by(const bcnet_due_t *due, const bcnet_tap_message_t *message)
{
    const bcnet_appearance_t *copy = bcnet_appearance_of(message);

    if (due->rule == BCNET_STOCK_JOINED_TOLD)
        return message->facts->joined && message->facts->joined == due->newcomer;
    return copy && copy->number > 0 && copy->original->first.stamp == due->stamp;
}

static void pay_dues(const bcnet_check_t *check)
{
    bcnet_stock_side_t *receiver = check->client;

    for (unsigned i = 0; i < receiver->due_count;) {
        const bcnet_due_t *due = &receiver->dues[i];
        if (!is_paid_by(due, check->message)) {
            i++;
            continue;
        }
        bcnet_hold_by(check, check->message->game->host_stay, due->stamp, due->rule);
        forget_due(receiver, i);
    }
}

/* The receiver is there; the host has got the act, still talks to the receiver, and nothing of that is missing. */
static void judge_due(const bcnet_check_t *check, const bcnet_due_t *due)
{
    const char *to = bcnet_tap_from(check->pinfo->pool, check->message);

    if (check->host->missing > 0 || nstime_cmp(&check->host->heard, &due->time) <= 0 || due->sent->acked_frame == 0 ||
        due->sent->acked_frame > check->pinfo->num)
        return;
    if (due->rule == BCNET_STOCK_JOINED_TOLD)
        bcnet_break_host(check, due->stamp, due->rule, "%s is not told of %s", to,
                         bcnet_stay_words(check->pinfo->pool, due->newcomer, check->message->stamp));
    else
        bcnet_break_host(check, due->stamp, due->rule, "%s does not reach %s", bcnet_opcode_words(check, due->opcode),
                         to);
    if (due->of_author)
        bcnet_break_host(check, due->stamp, BCNET_STOCK_RELAY, "%s does not come back to its author",
                         bcnet_opcode_words(check, due->opcode));
}

static void claim_dues(const bcnet_check_t *check)
{
    bcnet_stock_side_t *receiver = check->client;

    for (unsigned i = 0; i < receiver->due_count;) {
        const bcnet_due_t due = receiver->dues[i];
        const double      age = bcnet_check_seconds_since(check, &due.time);
        const bool        handled = due.author->missing == 0 &&
                             bcnet_check_seconds_since(check, &due.author->whole_since) >= DUE_SECONDS;
        if (age < DUE_SECONDS || (age < DUE_MOST_SECONDS && !handled)) {
            i++;
            continue;
        }
        if (handled && age < DUE_MOST_SECONDS)
            judge_due(check, &due);
        forget_due(receiver, i);
    }
}

static void check_dues(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;

    if (bcnet_begins_or_ends(message))
        check->client->due_count = 0;
    if (message->from_host && !message->resend)
        pay_dues(check);
    if (message->from_host)
        return;
    claim_dues(check);
    if (message->analysis && !message->resend && message->has_opcode)
        note_dues(check);
}

/* ---- What the host hands on, and what it must not: rules 12, 30, 31 ---- */

/* Ships are cloaked by their players and by the host (0x0A): where their bytes are equal, nothing was handed on. */
static bool host_does_so_too(const bcnet_tap_message_t *message)
{
    return message->opcode_value == BCNET_OP_SUBSYSTEM_STATUS;
}

static void check_relay(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_appearance_t  *copy = bcnet_appearance_of(message);

    if (!copy || (!copy->echo && copy->number == 0) || host_does_so_too(message))
        return;
    bcnet_judge(check, BCNET_STOCK_NO_ECHO, !copy->echo, "%s back to its author",
                bcnet_opcode_words(check, message->opcode_value));
    if (copy->echo)
        bcnet_break(check, BCNET_STOCK_RELAY, "%s back to its author",
                    bcnet_opcode_words(check, message->opcode_value));
    else if (!copy->original->from_host)
        bcnet_judge(check, BCNET_STOCK_RELAY, !copy->change, "%s, changed at byte %u",
                    bcnet_opcode_words(check, message->opcode_value), copy->change->first);
}

static bool is_author_whole(const bcnet_check_t *check, const bcnet_said_t *said)
{
    const bcnet_stock_link_t *author = bcnet_stock_link(check->checks, said->link);

    return author && author->client.missing == 0 &&
           bcnet_check_seconds_since(check, &said->time) < BCNET_SILENCE_SECONDS;
}

static void judge_own_bytes(const bcnet_check_t *check)
{
    bcnet_judge(check, BCNET_STOCK_OWN_BYTES, !check->said, "the bytes of frame %u", check->said->frame);
}

static void check_own_bytes(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_appearance_t  *copy = bcnet_appearance_of(message);
    bcnet_own_bytes_t         *own = check->checks->own_bytes;

    if (message->resend)
        return;
    if (bcnet_has_own_bytes(message)) {
        if (message->from_host)
            judge_own_bytes(check);
    } else if (message->from_host && message->payload && message->opcode && !host_does_so_too(message) &&
               (message->opcode->relay == BCNET_RELAY_OTHERS || message->opcode->relay == BCNET_RELAY_ALL) &&
               !(copy && copy->echo)) {
        const bcnet_said_t *said = bcnet_handed_before(own, message, check->pinfo);
        const bool          twice = said && is_author_whole(check, said);
        if (twice || bcnet_tap_copy_of(message)) /* what has copies is known only later */
            bcnet_judge(check, BCNET_STOCK_OWN_BYTES, !twice, "frame %u is handed on once more", said->frame);
    }
}

/* ---- Ids and totals: rules 32, 33 ---- */

/* An id that names a part of a ship whose layout is certain has to name one of this kind. */
static void check_part(const bcnet_check_t *check, const bcnet_part_t *part, const char *which)
{
    const bcnet_object_t *of = part->of;
    const char           *name = bcnet_part_name(part);

    if (of && of->layout && of->class_id == BCNET_CLASS_ID_SHIP)
        bcnet_judge(check, BCNET_STOCK_KINDS, bcnet_part_class(part) == BCNET_CLASS_REPAIR,
                    "the %s is %s, not the repair subsystem", which, name ? name : "no such system");
}

static void check_kinds(const bcnet_check_t *check)
{
    enum { ADD_TO_REPAIR_LIST = 0x008000DF, REPAIR_COMPLETED = 0x00800074, REPAIR_IMPOSSIBLE = 0x00800075 };
    const bcnet_tap_message_t *message = check->message;
    const bcnet_tap_event_t   *event = message->facts->event;
    const bcnet_tap_shot_t    *shot = message->facts->shot;

    if (bcnet_tap_copy_of(message))
        return;
    if (shot && shot->weapon_known && !bcnet_is_of_two(check, shot->weapon))
        bcnet_judge(check, BCNET_STOCK_KINDS, shot->weapon_fits, "0x%08x fires, which is no such weapon", shot->weapon);
    if (!event || message->opcode_value != BCNET_OP_PYTHON_EVENT)
        return;
    if (event->code == ADD_TO_REPAIR_LIST)
        check_part(check, &event->destination, "destination");
    else if (event->code == REPAIR_COMPLETED || event->code == REPAIR_IMPOSSIBLE)
        check_part(check, &event->source, "source");
}

static void check_total(const bcnet_check_t *check, const bcnet_tap_score_t *score)
{
    static const char *const   names[] = { [BCNET_TOTAL_KILLS] = "kills", [BCNET_TOTAL_DEATHS] = "deaths" };
    const bcnet_tap_message_t *message = check->message;
    const bcnet_totals_t *before = score->player ? bcnet_totals_of(score->player, message->round, message->stamp - 1)
                                                 : NULL;

    if (score->total == BCNET_TOTAL_SCORE || !score->player)
        return;
    const int32_t known = before && before->told[score->total] ? before->values[score->total] : 0;
    bcnet_judge(check, BCNET_STOCK_TOTALS, score->value >= known && score->value < TOTAL_MOST, "%d %s after %d",
                score->value, names[score->total], known);
    /* Of whom a newcomer is told the totals, the host may have named before the capture began. */
    if (score->changes && score->player->origin == BCNET_STAY_TOLD && score->player->begun == message->stamp &&
        bcnet_fact_under(message->link->exchanges[BCNET_EXCHANGE_CONNECT], 0, message->stamp, NULL))
        bcnet_break(check, BCNET_STOCK_TOTALS, "#%u has never been in this game", score->player->id);
}

static void check_totals(const bcnet_check_t *check)
{
    wmem_array_t *scores = check->message->from_host ? check->message->facts->scores : NULL;

    for (unsigned i = 0; scores && i < wmem_array_get_count(scores); i++)
        check_total(check, (const bcnet_tap_score_t *)wmem_array_index(scores, i));
}

/* ---- Clocks: rule 28 ---- */

static bcnet_clock_window_t *window(bcnet_stock_side_t *side, unsigned number)
{
    return &side->windows[number % CLOCK_WINDOWS];
}

/* A window is full: held against the one ten seconds before. */
static void judge_clock(const bcnet_check_t *check)
{
    bcnet_stock_side_t *side = check->side;

    if (side->window_count < CLOCK_WINDOWS)
        return;
    const bcnet_clock_window_t *first = window(side, side->window_count), *last = side->newest_window;
    const double                real = last->begun - first->begun, apart = last->ahead - first->ahead;
    bcnet_judge(check, BCNET_STOCK_CLOCK, fabs(apart) <= clock_apart + clock_share * real, "%s s of its clock in %s s",
                bcnet_fixed(real - apart, 1).text, bcnet_fixed(real, 1).text);
}

static G_GNUC_NO_INLINE void open_window(const bcnet_check_t *check, double now, double ahead)
{
    bcnet_stock_side_t *side = check->side;

    judge_clock(check);
    side->newest_window = window(side, side->window_count++);
    *side->newest_window = (bcnet_clock_window_t){ now, ahead };
}

static void add_clock(const bcnet_check_t *check, double clock)
{
    bcnet_stock_side_t *side = check->side;
    const double        now = nstime_to_sec(&check->pinfo->abs_ts), ahead = now - clock;

    if (side->window_count == 0 || now - side->newest_window->begun >= window_seconds)
        open_window(check, now, ahead);
    side->newest_window->ahead = MIN(side->newest_window->ahead, ahead);
    side->clock = MAX(side->clock, clock);
}

/* Another game, and what a client takes from its Settings, begin afresh. */
static void check_clock(const bcnet_check_t *check)
{
    const bcnet_tap_message_t *message = check->message;
    const bcnet_tap_facts_t   *facts = message->facts;
    bcnet_stock_side_t        *side = check->side;
    float                      clock = facts->has_update && facts->update.whole ? facts->update.clock : NAN;

    if (!facts->has_update && facts->settings) { /* the receiver's clock is set */
        check->client->window_count = 0;
        clock = facts->settings->clock;
    }
    if (!isfinite(clock) || message->resend || check->said || bcnet_is_captured_twice(message->link, message->stamp))
        return;
    if (side->evening != message->round->evening)
        side->window_count = 0;
    side->evening = message->round->evening;
    if (side->window_count > 0 && (double)clock < side->clock - clock_apart) {
        bcnet_break(check, BCNET_STOCK_CLOCK, "%s s back", bcnet_fixed(side->clock - (double)clock, 1).text);
        side->window_count = 0;
    }
    if (side->window_count == 0)
        side->clock = (double)clock;
    add_clock(check, (double)clock);
}

/* A StateUpdate that is not reliable says that its sender is there, and what time it is; the rest is of other messages. */
static void check_game_of_update(const bcnet_check_t *check)
{
    if (!check->message->from_host) {
        check_rivals(check);
        claim_dues(check);
    }
    check_clock(check);
    if (check->message->from_host && check->message->payload)
        judge_own_bytes(check);
}

static G_GNUC_NO_INLINE void check_game_of_others(const bcnet_check_t *check)
{
    check_numbers(check);
    check_join(check);
    check_dues(check);
    check_clock(check);
    check_kinds(check);
    check_totals(check);
    check_own_bytes(check);
    if (check->message->from_host && !check->message->resend)
        check_relay(check);
}

void bcnet_check_game(const bcnet_check_t *check)
{
    check->side->heard = check->pinfo->abs_ts;
    if (check->message->facts->has_update && !check->message->analysis)
        check_game_of_update(check);
    else
        check_game_of_others(check);
}
