/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognising the game among other traffic (protocol chapter 10.6).
 *
 * A datagram collects evidence: its first byte (1 bit for a client's id, 8 for the host's or a new client's),
 * the count (8 bits: exactly as many messages as found), and each message (below). With BCNET_STRONG_BITS it
 * is strong.
 *
 * The bound. Evidence is a yardstick, not the exact chance; that is the sum over all tilings which collect
 * enough. tests/unit/test-bound.c computes it with the functions below. For a complete datagram of random
 * bytes it is at most 2^-33.6, whatever its length up to 1500 bytes (the worst have 8), and for one of which
 * less was captured than its length says at most 2^-32.4: below 2^-32 throughout. */
#include "datagram/recognise.h"

#include "datagram/cipher.h"

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

/* Type 0x32: type, length and the three flag bits; then what the opcode says. */
static unsigned game_evidence(const bcnet_wire_message_t *message, bool has_body, uint8_t body,
                              const bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS])
{
    const unsigned base = 24;
    const size_t   payload = (size_t)message->length - message->header;

    if (message->fragment) { /* only reliable messages are split, into two or more */
        if (!message->reliable || (bcnet_wire_has(message, BCNET_HEADER_FRAG_TOTAL) && message->frag_total <= 1))
            return 0;
        return message->frag_index == 0 ? base + 8 : base;
    }
    if (!has_body)
        return base;
    const bcnet_payload_form_t *form = &forms[body];
    if (!form->sent[message->reliable] || payload < form->shortest || (form->longest != 0 && payload > form->longest))
        return payload == 0 ? base : base - 1;
    /* Two opcodes of 256 are sent unreliably; of the others about 44 are known (30.2). */
    return message->reliable ? base + 2 : base + 7;
}

unsigned bcnet_wire_message_evidence(const bcnet_wire_message_t *message, uint8_t peer, bool has_body, uint8_t body,
                                     const bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS])
{
    switch (message->type) {
    case BCNET_TYPE_KEEPALIVE:
        return 8;
    case BCNET_TYPE_ACK: /* two of the 256 flag bytes lead to either length */
        return message->ack_flags & BCNET_ACK_RESERVED ? 0 : 15;
    case BCNET_TYPE_GAME:
        return game_evidence(message, has_body, body, forms);
    default: {
        const unsigned evidence = low_type_evidence(message, peer);
        /* The announced or leaving peer is the sender itself in a client's messages. */
        const bool names_peer = message->type == BCNET_TYPE_ANNOUNCE || message->type == BCNET_TYPE_DISCONNECT;
        return evidence && names_peer && has_body && body == peer ? evidence + 8 : evidence;
    }
    }
}

unsigned bcnet_wire_loose_evidence(const bcnet_wire_message_t *message, unsigned evidence)
{
    return bcnet_wire_has(message, BCNET_HEADER_FLAGS_LEN) ? evidence - BCNET_FLAGS_LEN_BITS : evidence;
}

/* A datagram that is deciphered only as far as it is looked at. */
typedef struct {
    const uint8_t *enciphered;
    const uint8_t *plain;
    uint8_t       *deciphered; /* where plain bytes go */
    size_t         there; /* so many plain bytes */
    size_t         captured;
    size_t         reported;
    bcnet_cipher_t cipher;
} bcnet_stream_t;

static void decipher_up_to(bcnet_stream_t *stream, size_t end)
{
    const size_t from = stream->there, to = end < stream->captured ? end : stream->captured;

    if (from >= to)
        return;
    bcnet_cipher_decrypt(&stream->cipher, stream->enciphered + from, stream->deciphered + from, to - from);
    stream->there = to;
}

static bcnet_recognition_t recognition_of(unsigned evidence)
{
    return evidence >= BCNET_STRONG_BITS ? BCNET_STRONG : BCNET_WEAK;
}

static bcnet_recognition_t recognise(bcnet_stream_t *stream, const bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS])
{
    const uint8_t peer = stream->plain[0];

    if (stream->captured < BCNET_DATAGRAM_HEADER + 1 || !bcnet_peer_possible(peer))
        return BCNET_FOREIGN;
    decipher_up_to(stream, BCNET_DATAGRAM_HEADER);
    const uint8_t count = stream->plain[1];
    /* Every message has a byte at least; a datagram without messages proves nothing. */
    if (count == 0 || count > stream->reported - BCNET_DATAGRAM_HEADER)
        return BCNET_FOREIGN;

    unsigned loose = bcnet_wire_peer_evidence(peer), exact = loose + BCNET_COUNT_BITS;
    size_t   offset = BCNET_DATAGRAM_HEADER;
    for (unsigned i = 0; i < count; i++) {
        bcnet_wire_message_t message;

        if (offset >= stream->reported) /* fewer messages than counted */
            return BCNET_FOREIGN;
        if (offset >= stream->captured)
            return recognition_of(loose);
        decipher_up_to(stream, offset + BCNET_MESSAGE_HEADER_MAX + 1);
        const bcnet_wire_status_t status =
            bcnet_wire_read(stream->plain, stream->there, stream->reported, offset, &message);
        if (status == BCNET_WIRE_CUT)
            return recognition_of(loose);
        if (status != BCNET_WIRE_OK)
            return BCNET_FOREIGN;
        const size_t   body = offset + message.header;
        const bool     has_body = message.length > message.header && body < stream->captured;
        const unsigned gained =
            bcnet_wire_message_evidence(&message, peer, has_body, has_body ? stream->plain[body] : 0, forms);
        if (gained == 0)
            return BCNET_FOREIGN;
        exact += gained;
        loose += bcnet_wire_loose_evidence(&message, gained);
        offset += message.length;
    }
    return offset == stream->reported ? recognition_of(exact) : BCNET_FOREIGN;
}

bcnet_recognition_t bcnet_wire_recognise(const uint8_t *enciphered, size_t captured, size_t reported,
                                         const bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS])
{
    static uint8_t plain[UINT16_MAX]; /* the most that UDP can carry */
    bcnet_stream_t stream = { enciphered, plain, plain, 1, captured, reported, { 0 } };

    if (captured == 0 || captured > sizeof plain)
        return BCNET_FOREIGN;
    plain[0] = enciphered[0];
    bcnet_cipher_start(&stream.cipher);
    return recognise(&stream, forms);
}

bcnet_recognition_t bcnet_wire_recognise_plain(const uint8_t *plain, size_t captured, size_t reported,
                                               const bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS])
{
    bcnet_stream_t stream = { NULL, plain, NULL, captured, captured, reported, { 0 } };

    return captured > 0 ? recognise(&stream, forms) : BCNET_FOREIGN;
}
