/* The shape of a datagram: messages that tile it (protocol chapters 10.1, 10.3).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "datagram/wire.h"

#include <string.h>

#include "datagram/cipher.h"

static uint16_t little_endian_16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

/* A header that would end behind what is there: was it the capture or the datagram that ended? */
static bcnet_wire_verdict_t missing(size_t wanted_end, size_t reported)
{
    return wanted_end > reported ? BCNET_WIRE_END : BCNET_WIRE_CUT;
}

static bcnet_wire_verdict_t read_ack(const uint8_t *p, size_t captured, size_t reported, bcnet_wire_message_t *message)
{
    if (captured < 4)
        return missing(message->offset + 4, reported);
    message->seq = little_endian_16(p + 1);
    message->has_seq = true;
    message->ack_flags = p[3];
    message->length = message->header = 4;
    if (message->ack_flags & BCNET_ACK_FRAGMENT) {
        message->length = message->header = 5;
        if (captured < 5)
            return missing(message->offset + 5, reported);
        message->has_frag_index = true;
        message->frag_index = p[4];
    }
    return BCNET_WIRE_OK;
}

/* Sequence number and fragment header behind flags_len. */
static bcnet_wire_verdict_t read_numbers(const uint8_t *p, size_t captured, size_t reported,
                                         bcnet_wire_message_t *message)
{
    const size_t seq_bytes = message->has_seq ? 2 : 0;
    size_t       header = 3 + seq_bytes;

    if (captured < header)
        return missing(message->offset + header, reported);
    if (message->has_seq)
        message->seq = little_endian_16(p + 3);
    if (message->fragment) {
        header++;
        if (captured < header)
            return missing(message->offset + header, reported);
        message->has_frag_index = true;
        message->frag_index = p[header - 1];
        if (message->frag_index == 0) {
            header++;
            if (captured < header)
                return missing(message->offset + header, reported);
            message->has_frag_total = true;
            message->frag_total = p[header - 1];
        }
    }
    message->header = (uint8_t)header;
    if (message->length < header)
        return BCNET_WIRE_TOO_SHORT;
    return message->offset + message->length > reported ? BCNET_WIRE_BEYOND : BCNET_WIRE_OK;
}

static bcnet_wire_verdict_t read_with_length(const uint8_t *p, size_t captured, size_t reported,
                                             bcnet_wire_message_t *message)
{
    if (captured < 3)
        return missing(message->offset + 3, reported);
    const uint16_t flags_len = little_endian_16(p + 1);
    const bool     game = message->type == BCNET_TYPE_GAME;

    message->has_length_field = true;
    message->flags_len = flags_len;
    message->reliable = (flags_len & BCNET_FLAG_RELIABLE) != 0;
    message->ordered = (flags_len & BCNET_FLAG_ORDERED) != 0;
    message->fragment = game && (flags_len & BCNET_FLAG_FRAGMENT);
    message->length = flags_len & (game ? 0x1FFF : 0x3FFF);
    /* The reader takes a sequence number from the low types whenever flags_len is not 0 (10.3). */
    message->has_seq = game ? message->reliable : flags_len != 0;
    if (!game && flags_len == 0)
        message->length = 3;
    return read_numbers(p, captured, reported, message);
}

bcnet_wire_verdict_t bcnet_wire_read(const uint8_t *plain, size_t captured, size_t reported, size_t offset,
                                     bcnet_wire_message_t *message)
{
    memset(message, 0, sizeof *message);
    message->offset = (uint32_t)offset;
    if (captured <= offset)
        return missing(offset + 1, reported);

    const uint8_t *p = plain + offset;
    const size_t   there = captured - offset;
    message->type = p[0];
    switch (message->type) {
    case BCNET_TYPE_KEEPALIVE:
        message->length = message->header = 1;
        return BCNET_WIRE_OK;
    case BCNET_TYPE_ACK:
        return read_ack(p, there, reported, message);
    case BCNET_TYPE_ANNOUNCE:
    case BCNET_TYPE_CONNECT:
    case BCNET_TYPE_BOOT:
    case BCNET_TYPE_DISCONNECT:
    case BCNET_TYPE_GAME:
        return read_with_length(p, there, reported, message);
    default:
        return BCNET_WIRE_UNKNOWN_TYPE;
    }
}

/* ---- Recognising the game ----
 *
 * A datagram collects evidence: its first byte (1 bit for a client's id, 8 for the host's or a new client's),
 * the count (8 bits: exactly as many messages as found), and each message (below). With BCNET_STRONG_BITS it
 * is strong.
 *
 * The bound. Evidence is a yardstick, not the exact chance; that is the sum over all tilings which collect
 * enough. tests/unit/test-bound.c computes it with the functions below. For a complete datagram of random
 * bytes it is at most 2^-33.6, whatever its length up to 1500 bytes (the worst have 8), and for one of which
 * less was captured than its length says at most 2^-32.4: below 2^-32 throughout. */

unsigned bcnet_wire_peer_evidence(uint8_t peer)
{
    return peer == BCNET_PEER_HOST || peer == BCNET_PEER_NEW ? 8 : 1;
}

/* Types 0x00, 0x03, 0x04, 0x05: the type, and both bytes of flags_len: always reliable and ordered, and
 * the length is one that the type can have (10.3). 0 when the message cannot be the game's. */
static unsigned low_type_evidence(const bcnet_wire_message_t *message, uint8_t peer)
{
    const unsigned payload = message->length - message->header;
    bool           possible = false;

    if (!message->reliable || !message->ordered)
        return 0;
    switch (message->type) {
    case BCNET_TYPE_ANNOUNCE:
        possible = payload >= 7 && payload % 2 == 1; /* id, address, UTF-16 with its terminator */
        break;
    case BCNET_TYPE_CONNECT:
        possible = peer == BCNET_PEER_HOST ? payload == 1 : payload >= 10;
        break;
    case BCNET_TYPE_BOOT:
        possible = payload == 2;
        break;
    case BCNET_TYPE_DISCONNECT:
        possible = payload == 5;
        break;
    }
    return possible ? 24 : 0;
}

/* The announced, booted or leaving peer is the sender himself in a client's messages. */
static unsigned own_id_evidence(const bcnet_wire_message_t *message, uint8_t peer, bool has_body, uint8_t body)
{
    const bool names_peer = message->type == BCNET_TYPE_ANNOUNCE || message->type == BCNET_TYPE_DISCONNECT;

    return names_peer && has_body && body == peer ? 8 : 0;
}

/* Type 0x32: type, length and the three flag bits; then what the opcode says. */
static unsigned game_evidence(const bcnet_wire_message_t *message, bool has_body, uint8_t body,
                              bcnet_opcode_fits_t fits)
{
    const unsigned base = 24;
    const size_t   payload = (size_t)message->length - message->header;

    if (message->fragment) { /* only reliable messages are split, into two or more */
        if (!message->reliable || (message->has_frag_total && message->frag_total <= 1))
            return 0;
        return message->frag_index == 0 ? base + 8 : base;
    }
    if (!has_body || !fits(body, message->reliable, payload))
        return payload == 0 || !has_body ? base : base - 1;
    /* Two opcodes of 256 are sent unreliably; of the others about 44 are known (30.2). */
    return message->reliable ? base + 2 : base + 7;
}

unsigned bcnet_wire_message_evidence(const bcnet_wire_message_t *message, uint8_t peer, bool has_body, uint8_t body,
                                     bcnet_opcode_fits_t fits)
{
    switch (message->type) {
    case BCNET_TYPE_KEEPALIVE:
        return 8;
    case BCNET_TYPE_ACK: /* two of the 256 flag bytes lead to either length */
        return message->ack_flags & BCNET_ACK_RESERVED ? 0 : 15;
    case BCNET_TYPE_GAME:
        return game_evidence(message, has_body, body, fits);
    default: {
        const unsigned evidence = low_type_evidence(message, peer);
        return evidence ? evidence + own_id_evidence(message, peer, has_body, body) : 0;
    }
    }
}

/* A plain view of an enciphered datagram that is only ever read forwards. */
typedef struct {
    const uint8_t *enciphered;
    size_t         captured;
    size_t         position; /* bytes decrypted so far, byte 0 included */
    bcnet_cipher_t cipher;
} bcnet_stream_t;

/* Decrypts up to `end` and leaves the last bytes, from `keep` on, in the window. */
static void stream_advance(bcnet_stream_t *stream, size_t end, size_t keep, uint8_t *window)
{
    uint8_t scratch[64];

    if (end > stream->captured)
        end = stream->captured;
    while (stream->position < keep && stream->position < end) {
        size_t step = (keep < end ? keep : end) - stream->position;
        if (step > sizeof scratch)
            step = sizeof scratch;
        bcnet_cipher_decrypt(&stream->cipher, stream->enciphered + stream->position, scratch, step);
        stream->position += step;
    }
    if (stream->position < end) {
        bcnet_cipher_decrypt(&stream->cipher, stream->enciphered + stream->position, window + (stream->position - keep),
                             end - stream->position);
        stream->position = end;
    }
}

/* Reads one message at `offset` through a small window: its header and the first byte of its payload. */
static bcnet_wire_verdict_t stream_message(bcnet_stream_t *stream, size_t offset, size_t reported,
                                           bcnet_wire_message_t *message, bool *has_body, uint8_t *body)
{
    uint8_t window[BCNET_MESSAGE_HEADER_MAX + 1];
    /* Never decrypt beyond the message: the next one's window needs those bytes. Headers grow as they are
     * read: type, length and flags first. */
    static const size_t  steps[] = { 1, 3, 4, 5, 6, 7, 8 };
    size_t               there = 0;
    bcnet_wire_verdict_t verdict = BCNET_WIRE_CUT;

    for (size_t i = 0; i < sizeof steps / sizeof *steps && verdict == BCNET_WIRE_CUT; i++) {
        if (offset + steps[i] > stream->captured)
            break;
        stream_advance(stream, offset + steps[i], offset, window);
        there = steps[i];
        verdict = bcnet_wire_read(window, there, reported - offset, 0, message);
    }
    if (verdict != BCNET_WIRE_OK)
        return verdict;
    *has_body = false;
    if (message->length > message->header && offset + message->header < stream->captured) {
        stream_advance(stream, offset + message->header + 1u, offset, window);
        *body = window[message->header];
        *has_body = true;
    }
    return BCNET_WIRE_OK;
}

static bcnet_recognition_t judge(unsigned evidence)
{
    return evidence >= BCNET_STRONG_BITS ? BCNET_STRONG : BCNET_WEAK;
}

unsigned bcnet_wire_loose_evidence(const bcnet_wire_message_t *message, unsigned evidence)
{
    return message->has_length_field ? evidence - BCNET_FLAGS_LEN_BITS : evidence;
}

bcnet_recognition_t bcnet_wire_recognise(const uint8_t *enciphered, size_t captured, size_t reported,
                                         bcnet_opcode_fits_t fits)
{
    bcnet_stream_t stream = { .enciphered = enciphered, .captured = captured, .position = 1 };
    uint8_t        count = 0;

    if (captured < BCNET_DATAGRAM_HEADER + 1 || !bcnet_peer_possible(enciphered[0]))
        return BCNET_FOREIGN;
    bcnet_cipher_start(&stream.cipher);
    stream_advance(&stream, BCNET_DATAGRAM_HEADER, 1, &count);
    /* Every message has a byte at least; a datagram without messages proves nothing. */
    if (count == 0 || count > reported - BCNET_DATAGRAM_HEADER)
        return BCNET_FOREIGN;

    const uint8_t peer = enciphered[0];
    unsigned      loose = bcnet_wire_peer_evidence(peer);
    unsigned      exact = loose + BCNET_COUNT_BITS;
    size_t        offset = BCNET_DATAGRAM_HEADER;
    for (unsigned i = 0; i < count; i++) {
        bcnet_wire_message_t message;
        bool                 has_body = false;
        uint8_t              body = 0;

        if (offset >= reported) /* fewer messages than counted */
            return BCNET_FOREIGN;
        if (offset >= captured)
            return judge(loose);
        const bcnet_wire_verdict_t verdict = stream_message(&stream, offset, reported, &message, &has_body, &body);
        if (verdict == BCNET_WIRE_CUT)
            return judge(loose);
        if (verdict != BCNET_WIRE_OK)
            return BCNET_FOREIGN;
        const unsigned gained = bcnet_wire_message_evidence(&message, peer, has_body, body, fits);
        if (gained == 0)
            return BCNET_FOREIGN;
        exact += gained;
        loose += bcnet_wire_loose_evidence(&message, gained);
        offset += message.length;
    }
    return offset == reported ? judge(exact) : BCNET_FOREIGN;
}
