/* How often do random bytes convince the recogniser? Computed, not tried; less than once in 2^32 is promised.
 *
 * The cipher maps the bytes behind byte 0 one to one, so random bytes are random plain bytes. Then
 *
 *  - of one message every header and every first payload byte is enumerated: odds[length][evidence] is the
 *    chance that random bytes at some place start a message of this length with this evidence. Evidence
 *    comes out of bcnet_wire_message_evidence itself, and so do the headers out of bcnet_wire_read;
 *  - reach[offset][evidence] is the chance that messages tile the first `offset` bytes behind the
 *    datagram's header and collect that evidence (all that reaches the threshold counts as the threshold).
 *    Tilings that differ anywhere exclude each other: their chances add up;
 *  - a datagram convinces when its messages end with it and are as many as byte 1 says, which is one of 256.
 *
 * The sum has no end at 255 messages, which makes it larger by less than can be written down.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "datagram/cipher.h"
#include "forge/forge-cipher.h"
#include "support.h"
#include "datagram/recognise.h"

#include <math.h>
#include <string.h>

enum {
    LONGEST = 1500, /* datagrams; the game's have 512 bytes at most, other traffic fills a frame */
    BODY = LONGEST - BCNET_DATAGRAM_HEADER,
    LENGTHS = 0x4000, /* what 14 bits can say */
    ENOUGH = BCNET_STRONG_BITS,
    LEVELS = ENOUGH + 1,
    SENDERS = 3
};

typedef struct {
    const char *name;
    uint8_t     peer;
    double      share; /* of the 256 first bytes */
} sender_t;

/* 0x02 to 0x7E without the backslash are clients' ids. */
static const sender_t senders[SENDERS] = {
    { "host", BCNET_PEER_HOST, 1 / 256.0 },
    { "new client", BCNET_PEER_NEW, 1 / 256.0 },
    { "client", 0x02, 124 / 256.0 },
};

typedef double levels_t[LEVELS];

/* Chances by length and evidence: `exact` for a datagram that is complete, `loose` for one whose end was not
 * captured. */
typedef struct {
    levels_t exact[LENGTHS];
    levels_t loose[LENGTHS];
} table_t;

typedef struct {
    table_t all;
    table_t seen; /* messages with a payload, its first byte seen */
    table_t blind; /* the same without sight of it */
} odds_t;

/* First payload bytes that are alike for the evidence. */
typedef struct {
    uint8_t body;
    double  chance;
} body_class_t;

typedef struct {
    body_class_t classes[8];
    unsigned     count;
} bodies_t;

/* What was computed for one sender. */
typedef struct {
    odds_t   odds;
    levels_t exact[BODY + 1]; /* reach */
    levels_t loose[BODY + 1];
} model_t;

static model_t *models[SENDERS];

/* ---- One message ---- */

static bool alike(uint8_t a, uint8_t b, uint8_t peer)
{
    const bcnet_payload_form_t *forms = test_forms();

    return memcmp(&forms[a], &forms[b], sizeof *forms) == 0 && (a == peer) == (b == peer);
}

static bodies_t sort_bodies(uint8_t peer)
{
    bodies_t bodies = { .count = 0 };

    for (unsigned body = 0; body < 256; body++) {
        unsigned i = 0;
        while (i < bodies.count && !alike((uint8_t)body, bodies.classes[i].body, peer))
            i++;
        if (i == bodies.count) {
            g_assert_cmpuint(i, <, G_N_ELEMENTS(bodies.classes));
            bodies.classes[bodies.count++].body = (uint8_t)body;
        }
        bodies.classes[i].chance += 1 / 256.0;
    }
    return bodies;
}

static void add(table_t *table, const bcnet_wire_message_t *message, unsigned evidence, double chance)
{
    if (evidence == 0) /* rejected */
        return;
    table->exact[message->length][MIN(evidence, ENOUGH)] += chance;
    table->loose[message->length][MIN(bcnet_wire_loose_evidence(message, evidence), ENOUGH)] += chance;
}

/* A header of which `chance` is the chance. */
static void add_header(odds_t *odds, const uint8_t *header, uint8_t peer, const bodies_t *bodies, double chance)
{
    bcnet_wire_message_t message;

    if (bcnet_wire_read(header, BCNET_MESSAGE_HEADER_MAX, 0x10000, 0, &message) != BCNET_WIRE_OK)
        return;
    const unsigned blind = bcnet_wire_message_evidence(&message, peer, false, 0, test_forms());
    if (message.length == message.header) {
        add(&odds->all, &message, blind, chance);
        return;
    }
    add(&odds->blind, &message, blind, chance);
    for (unsigned i = 0; i < bodies->count; i++) {
        const body_class_t *class = &bodies->classes[i];
        const unsigned evidence = bcnet_wire_message_evidence(&message, peer, true, class->body, test_forms());
        add(&odds->all, &message, evidence, chance * class->chance);
        add(&odds->seen, &message, evidence, chance * class->chance);
    }
}

/* Two bytes of the header from `at` on run through all their values. */
static void add_all_pairs(odds_t *odds, uint8_t *header, size_t at, uint8_t peer, const bodies_t *bodies, double chance)
{
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        header[at] = (uint8_t)pair;
        header[at + 1] = (uint8_t)(pair >> 8);
        add_header(odds, header, peer, bodies, chance / 0x10000);
    }
}

/* Index and total of a fragment: the total is there for index 0 only. */
static void add_fragments(odds_t *odds, uint8_t *header, size_t at, uint8_t peer, const bodies_t *bodies, double chance)
{
    for (unsigned index = 1; index < 256; index++) {
        header[at] = (uint8_t)index;
        add_header(odds, header, peer, bodies, chance / 256);
    }
    header[at] = 0;
    for (unsigned total = 0; total < 256; total++) {
        header[at + 1] = (uint8_t)total;
        add_header(odds, header, peer, bodies, chance / 0x10000);
    }
}

static void add_game_messages(odds_t *odds, uint8_t peer, const bodies_t *bodies)
{
    uint8_t header[BCNET_MESSAGE_HEADER_MAX] = { BCNET_TYPE_GAME };

    for (unsigned flags_len = 0; flags_len < 0x10000; flags_len++) {
        const double chance = 1 / 256.0 / 0x10000;
        const size_t numbers = flags_len & BCNET_FLAG_RELIABLE ? 5 : 3;

        header[1] = (uint8_t)flags_len;
        header[2] = (uint8_t)(flags_len >> 8);
        if (flags_len & BCNET_FLAG_FRAGMENT)
            add_fragments(odds, header, numbers, peer, bodies, chance);
        else
            add_header(odds, header, peer, bodies, chance);
    }
}

/* Sequence numbers are left at 0: evidence does not look at them. */
static void fill_odds(odds_t *odds, uint8_t peer)
{
    const bodies_t bodies = sort_bodies(peer);

    for (unsigned type = 0; type < 256; type++) {
        uint8_t header[BCNET_MESSAGE_HEADER_MAX] = { (uint8_t)type };

        if (type == BCNET_TYPE_GAME)
            add_game_messages(odds, peer, &bodies);
        else if (type == BCNET_TYPE_ACK) /* flags and fragment index */
            add_all_pairs(odds, header, 3, peer, &bodies, 1 / 256.0);
        else /* flags_len */
            add_all_pairs(odds, header, 1, peer, &bodies, 1 / 256.0);
    }
}

/* ---- Tilings ---- */

/* Moves what has reached one offset on by a message of one length. */
static void extend(const levels_t from, const levels_t message, levels_t to)
{
    for (unsigned gain = 1; gain < LEVELS; gain++) {
        if (message[gain] == 0)
            continue;
        for (unsigned evidence = 0; evidence < LEVELS; evidence++)
            to[MIN(evidence + gain, ENOUGH)] += from[evidence] * message[gain];
    }
}

static void fill_reach(levels_t *reach, const levels_t *messages, unsigned start)
{
    reach[0][start] = 1;
    for (unsigned offset = 0; offset < BODY; offset++)
        for (unsigned length = 1; offset + length <= BODY; length++)
            extend(reach[offset], messages[length], reach[offset + length]);
}

static model_t *build_model(const sender_t *sender)
{
    model_t       *model = g_new0(model_t, 1);
    const unsigned peer_bits = bcnet_wire_peer_evidence(sender->peer);

    fill_odds(&model->odds, sender->peer);
    fill_reach(model->exact, (const levels_t *)model->odds.all.exact, BCNET_COUNT_BITS + peer_bits);
    fill_reach(model->loose, (const levels_t *)model->odds.all.loose, peer_bits);
    return model;
}

static double total(const levels_t levels)
{
    double sum = 0;

    for (unsigned i = 0; i < LEVELS; i++)
        sum += levels[i];
    return sum;
}

/* The chance that a random datagram of `length` bytes is strong. */
static double strong_chance(unsigned length)
{
    double chance = 0;

    for (unsigned s = 0; s < SENDERS && length > BCNET_DATAGRAM_HEADER; s++)
        chance += senders[s].share * models[s]->exact[length - BCNET_DATAGRAM_HEADER][ENOUGH] / 256;
    return chance;
}

/* The worst length and its chance. */
static double worst_of(double (*chance_of)(unsigned), unsigned first, unsigned last, unsigned *worst)
{
    double highest = 0;

    for (unsigned length = first; length <= last; length++) {
        const double chance = chance_of(length);
        if (chance >= highest) {
            highest = chance;
            *worst = length;
        }
    }
    return highest;
}

static void check_bound(const char *what, double (*chance_of)(unsigned), unsigned first, unsigned last)
{
    unsigned     worst = 0;
    const double chance = worst_of(chance_of, first, last, &worst);

    g_test_message("%s of %u to %u bytes: at most 2^%.2f (at %u bytes)", what, first, last, log2(chance), worst);
    g_assert_cmpfloat(chance, >, 0); /* the sum did find something */
    g_assert_cmpfloat(log2(chance), <, -32);
}

static void test_complete(void)
{
    for (unsigned s = 0; s < SENDERS; s++) {
        double highest = 0;
        for (unsigned i = 1; i <= BODY; i++)
            highest = MAX(highest, senders[s].share * models[s]->exact[i][ENOUGH] / 256);
        g_test_message("from a %s: at most 2^%.2f", senders[s].name, log2(highest));
    }
    check_bound("complete datagrams", strong_chance, 1, 512);
    check_bound("complete datagrams", strong_chance, 513, LONGEST);
}

/* ---- Captures that end before the datagram ---- */

/* The sums of odds over all lengths from one on and all evidence from one on. */
static levels_t *tails_of(const levels_t *odds)
{
    levels_t *tails = g_new0(levels_t, LENGTHS + 1);

    for (unsigned length = LENGTHS; length-- > 0;) {
        double from_here = 0;
        for (unsigned gain = LEVELS; gain-- > 0;) {
            from_here += odds[length][gain];
            tails[length][gain] = tails[length + 1][gain] + from_here;
        }
    }
    return tails;
}

typedef struct {
    levels_t *seen;
    levels_t *blind;
    levels_t  longest_blind; /* by evidence needed: the likeliest single length, payload not seen */
} tails_t;

static tails_t tails[SENDERS];
static double  worst_complete, known_types;

static void fill_tails(unsigned s)
{
    const odds_t *odds = &models[s]->odds;

    tails[s].seen = tails_of((const levels_t *)odds->seen.loose);
    tails[s].blind = tails_of((const levels_t *)odds->blind.loose);
    for (unsigned length = 0; length < LENGTHS; length++) {
        double from_here = 0;
        for (unsigned gain = LEVELS; gain-- > 0;) {
            from_here += odds->blind.exact[length][gain];
            tails[s].longest_blind[gain] = MAX(tails[s].longest_blind[gain], from_here);
        }
    }
}

/* From one offset, `left` captured bytes before the end of the capture. Whatever `reported` is: all lengths
 * that leave the capture are let through. */
static double strong_from(unsigned s, unsigned offset, unsigned left)
{
    const model_t *model = models[s];
    const bool     in_header = left <= BCNET_MESSAGE_HEADER_MAX; /* or right behind it */
    double         chance = 0;

    if (left == 0)
        return model->loose[offset][ENOUGH];
    if (in_header) /* its type must be one of the game's */
        chance += model->loose[offset][ENOUGH] * known_types;
    for (unsigned evidence = 0; evidence < LEVELS; evidence++) {
        const unsigned needed = MAX(ENOUGH - evidence, 1);
        chance += model->loose[offset][evidence] * tails[s].seen[left + 1][needed];
        if (in_header) {
            chance += model->loose[offset][evidence] * tails[s].blind[left + 1][needed];
            /* The last message, its length confirmed by that of the datagram. Where its payload is seen,
             * it is part of the sum for complete datagrams. */
            chance += model->exact[offset][evidence] * tails[s].longest_blind[needed] / 256;
        }
    }
    return chance;
}

/* An upper bound for a capture of `captured` random bytes, for any length of the datagram itself. */
static double snapped_chance(unsigned captured)
{
    const unsigned body = captured - BCNET_DATAGRAM_HEADER;
    double         chance = worst_complete;

    for (unsigned s = 0; s < SENDERS; s++)
        for (unsigned offset = 0; offset <= body; offset++)
            chance += senders[s].share * strong_from(s, offset, body - offset);
    return chance;
}

static void test_snapped(void)
{
    unsigned worst = 0;

    for (unsigned type = 0; type < 256; type++) {
        const uint8_t        byte = (uint8_t)type;
        bcnet_wire_message_t message;
        if (bcnet_wire_read(&byte, 1, 0x10000, 0, &message) != BCNET_WIRE_UNKNOWN_TYPE)
            known_types += 1 / 256.0;
    }
    for (unsigned s = 0; s < SENDERS; s++)
        fill_tails(s);
    worst_complete = worst_of(strong_chance, 1, LONGEST, &worst);
    check_bound("snapped captures", snapped_chance, BCNET_DATAGRAM_HEADER + 1, LONGEST);
    for (unsigned s = 0; s < SENDERS; s++) {
        g_free(tails[s].seen);
        g_free(tails[s].blind);
    }
}

/* ---- Does the sum describe the recogniser? ----
 *
 * All datagrams of a few bytes are counted with the recogniser itself; the sum must give these numbers
 * exactly. */

typedef struct {
    double fitting; /* weak ones and strong ones */
    double strong;
} counted_t;

/* All datagrams that begin with these plain bytes and go on with `more` bytes. */
static counted_t count_all(const uint8_t *begin, size_t length, unsigned more)
{
    uint8_t   bytes[8];
    counted_t counted = { 0 };

    g_assert_cmpuint(length + more, <=, sizeof bytes);
    memcpy(bytes, begin, length);
    bcnet_forge_encrypt(bytes, length);
    for (uint32_t rest = 0; rest < 1u << (8 * more); rest++) {
        for (unsigned i = 0; i < more; i++)
            bytes[length + i] = (uint8_t)(rest >> (8 * i));
        const bcnet_recognition_t found = bcnet_wire_recognise(bytes, length + more, length + more, test_forms());
        counted.fitting += found != BCNET_FOREIGN;
        counted.strong += found == BCNET_STRONG;
    }
    return counted;
}

static void assert_counted(counted_t counted, double fitting, double strong)
{
    g_test_message("%.0f fit, %.0f of them strong", counted.fitting, counted.strong);
    g_assert_cmpfloat(round(fitting), ==, counted.fitting);
    g_assert_cmpfloat(round(strong), ==, counted.strong);
}

static void test_three_and_four_bytes(void)
{
    for (unsigned s = 0; s < SENDERS; s++) {
        for (unsigned body = 1; body <= 2; body++) {
            const double all = ldexp(1, (int)(8 * (1 + body))) / 256;
            assert_counted(count_all(&senders[s].peer, 1, 1 + body), all * total(models[s]->exact[body]),
                           all * models[s]->exact[body][ENOUGH]);
        }
    }
}

/* Five bytes with every count that is not too large for them. */
static void test_five_bytes(void)
{
    for (unsigned s = 1; s < SENDERS; s++) { /* the host's odds are those of a new client here */
        counted_t    counted = { 0 };
        const double all = ldexp(1, 24);

        for (uint8_t count = 1; count <= 3; count++) {
            const uint8_t   begin[] = { senders[s].peer, count };
            const counted_t some = count_all(begin, sizeof begin, 3);
            counted.fitting += some.fitting;
            counted.strong += some.strong;
        }
        assert_counted(counted, all * total(models[s]->exact[3]), all * models[s]->exact[3][ENOUGH]);
    }
}

/* One message of four bytes: acks, and game messages with an opcode and nothing else. */
static void test_one_message_of_four_bytes(void)
{
    for (unsigned s = 1; s < SENDERS; s++) {
        const uint8_t   ack[] = { senders[s].peer, 1, BCNET_TYPE_ACK };
        const uint8_t   game[] = { senders[s].peer, 1, BCNET_TYPE_GAME };
        counted_t       counted = count_all(ack, sizeof ack, 3);
        const counted_t games = count_all(game, sizeof game, 3);
        const double    all = ldexp(1, 32);
        const unsigned  start = BCNET_COUNT_BITS + bcnet_wire_peer_evidence(senders[s].peer);
        const levels_t *odds = &models[s]->odds.all.exact[4];
        double          strong = 0;

        counted.fitting += games.fitting;
        counted.strong += games.strong;
        for (unsigned evidence = ENOUGH - start; evidence < LEVELS; evidence++)
            strong += (*odds)[evidence];
        assert_counted(counted, all * total(*odds), all * strong);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    bcnet_cipher_setup();
    for (unsigned s = 0; s < SENDERS; s++)
        models[s] = build_model(&senders[s]);
    g_test_add_func("/bound/complete", test_complete);
    g_test_add_func("/bound/snapped", test_snapped);
    g_test_add_func("/bound/counted/three-and-four-bytes", test_three_and_four_bytes);
    g_test_add_func("/bound/counted/five-bytes", test_five_bytes);
    g_test_add_func("/bound/counted/one-message-of-four-bytes", test_one_message_of_four_bytes);
    const int status = g_test_run();
    for (unsigned s = 0; s < SENDERS; s++)
        g_free(models[s]);
    return status;
}
