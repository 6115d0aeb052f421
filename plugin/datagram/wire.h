/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The shape of a datagram: messages that tile it (protocol chapters 10.1, 10.3).
 *
 * Pure byte work without any Wireshark include. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BCNET_TYPE_ANNOUNCE = 0x00,
    BCNET_TYPE_ACK = 0x01,
    BCNET_TYPE_KEEPALIVE = 0x02,
    BCNET_TYPE_CONNECT = 0x03,
    BCNET_TYPE_BOOT = 0x04,
    BCNET_TYPE_DISCONNECT = 0x05,
    BCNET_TYPE_GAME = 0x32
};

enum {
    BCNET_PEER_HOST = 0x01,
    BCNET_PEER_GAMESPY = 0x5C, /* a backslash: GameSpy text, never a network id */
    BCNET_PEER_LAST_CLIENT = 0x7E,
    BCNET_PEER_NEW = 0xFF /* a client that has no id yet */
};

enum {
    BCNET_FLAG_RELIABLE = 0x8000,
    BCNET_FLAG_ORDERED = 0x4000,
    BCNET_FLAG_FRAGMENT = 0x2000, /* type 0x32 only */
    BCNET_ACK_FRAGMENT = 0x01,
    BCNET_ACK_LOW = 0x02,
    BCNET_ACK_RESERVED = 0xFC
};

enum { BCNET_DATAGRAM_HEADER = 2, BCNET_MESSAGE_HEADER_MAX = 7 };

/* The numbers of a message's header, in the order in which they stand there (10.3). */
typedef enum {
    BCNET_HEADER_TYPE,
    BCNET_HEADER_FLAGS_LEN,
    BCNET_HEADER_SEQ,
    BCNET_HEADER_ACK_FLAGS,
    BCNET_HEADER_FRAG_INDEX,
    BCNET_HEADER_FRAG_TOTAL,
    BCNET_HEADER_FIELDS
} bcnet_header_field_t;

extern const uint8_t bcnet_header_width[BCNET_HEADER_FIELDS]; /* in bytes */

/* What is wrong with a message's place in its datagram. */
typedef enum {
    BCNET_WIRE_OK,
    BCNET_WIRE_CUT, /* the capture ends inside the header: nothing wrong with the traffic */
    BCNET_WIRE_END, /* the datagram ends inside the header */
    BCNET_WIRE_UNKNOWN_TYPE, /* the type does not exist */
    BCNET_WIRE_TOO_SHORT, /* the length is smaller than the message's own header */
    BCNET_WIRE_BEYOND /* the length leaves the datagram */
} bcnet_wire_status_t;

typedef struct {
    uint32_t offset; /* in the datagram */
    uint16_t length; /* whole message; stated, or implied by the type */
    uint16_t flags_len; /* as on the wire; 0 for acks and keepalives */
    uint16_t seq; /* acks: the acknowledged number */
    uint8_t  type;
    uint8_t  fields; /* which numbers the header has: a bit each, see bcnet_wire_has */
    uint8_t  header; /* bytes before the payload */
    uint8_t  ack_flags;
    uint8_t  frag_index;
    uint8_t  frag_total; /* index 0 only */
    bool     reliable;
    bool     ordered;
    bool     fragment;
} bcnet_wire_message_t;

static inline bool bcnet_wire_has(const bcnet_wire_message_t *message, bcnet_header_field_t field)
{
    return message->fields >> field & 1;
}

/* True for a first byte that this game can send in front of enciphered bytes (10.1). */
static inline bool bcnet_peer_possible(uint8_t peer)
{
    return (peer >= BCNET_PEER_HOST && peer <= BCNET_PEER_LAST_CLIENT && peer != BCNET_PEER_GAMESPY) ||
           peer == BCNET_PEER_NEW;
}

/* Reads the message that starts at `offset` of a plain datagram of `reported` bytes, `captured` of which
 * are there. With any status but OK the fields that were reached are filled in. */
bcnet_wire_status_t bcnet_wire_read(const uint8_t *plain, size_t captured, size_t reported, size_t offset,
                                    bcnet_wire_message_t *message);
