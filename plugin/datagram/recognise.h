/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognising the game among other traffic (protocol chapter 10.6): pure byte work without any Wireshark include. */
#pragma once

#include "datagram/wire.h"

typedef enum {
    BCNET_FOREIGN, /* not this game */
    BCNET_WEAK, /* tiles, but random bytes do so too often */
    BCNET_STRONG /* random bytes do so with a probability below 2^-32 */
} bcnet_recognition_t;

/* Evidence is counted in bits, roughly the negative binary logarithm of the chance that random bytes look
 * like that at that place. What it adds up to exactly is computed by the test of the bound. */
enum {
    BCNET_STRONG_BITS = 35, /* what a datagram needs to be strong */
    BCNET_COUNT_BITS = 8, /* the count is exactly the number of messages found */
    BCNET_FLAGS_LEN_BITS = 16 /* the share of flags_len in a message's evidence */
};

/* What payloads of an opcode are like; with none of its deliveries the number is free. The table of opcodes has one for
 * every number. */
typedef struct {
    bool     sent[2]; /* unreliably, reliably */
    uint16_t shortest; /* with the opcode byte */
    uint16_t longest; /* 0: no limit */
} bcnet_payload_form_t;

enum { BCNET_PAYLOAD_FORMS = 256 };

/* Looks at an enciphered datagram. Decrypts as it goes, allocates nothing, and stops at the first byte
 * that cannot be the game's. */
bcnet_recognition_t bcnet_wire_recognise(const uint8_t *enciphered, size_t captured, size_t reported,
                                         const bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS]);
/* The same of one that is deciphered already. */
bcnet_recognition_t bcnet_wire_recognise_plain(const uint8_t *plain, size_t captured, size_t reported,
                                               const bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS]);

/* The evidence of the datagram's head and of one message; used by the recogniser, and by the test that
 * computes the bound. `body` is the payload's first byte; only looked at when `has_body`. */
unsigned bcnet_wire_peer_evidence(uint8_t peer);
unsigned bcnet_wire_message_evidence(const bcnet_wire_message_t *message, uint8_t peer, bool has_body, uint8_t body,
                                     const bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS]);
/* What of it counts when the capture ends before the datagram does: no exact end confirms the lengths then,
 * nor the count. */
unsigned bcnet_wire_loose_evidence(const bcnet_wire_message_t *message, unsigned evidence);
