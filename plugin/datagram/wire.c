/* The shape of a datagram: messages that tile it (protocol chapters 10.1, 10.3).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "datagram/wire.h"

#include <string.h>

#include "datagram/little-endian.h"

const uint8_t bcnet_header_width[BCNET_HEADER_FIELDS] = { 1, 2, 2, 1, 1, 1 };

enum {
    FLAGS_LEN = 1 << BCNET_HEADER_FLAGS_LEN,
    SEQ = 1 << BCNET_HEADER_SEQ,
    ACK_FLAGS = 1 << BCNET_HEADER_ACK_FLAGS,
    INDEX = 1 << BCNET_HEADER_FRAG_INDEX,
    TOTAL = 1 << BCNET_HEADER_FRAG_TOTAL
};

static unsigned take_flags_len(bcnet_wire_message_t *message, uint16_t flags_len)
{
    const bool game = message->type == BCNET_TYPE_GAME;

    message->flags_len = flags_len;
    message->reliable = (flags_len & BCNET_FLAG_RELIABLE) != 0;
    message->ordered = (flags_len & BCNET_FLAG_ORDERED) != 0;
    message->fragment = game && (flags_len & BCNET_FLAG_FRAGMENT);
    message->length = flags_len & (game ? 0x1FFF : 0x3FFF);
    if (game)
        return (message->reliable ? SEQ : 0) | (message->fragment ? INDEX : 0);
    if (flags_len == 0) /* an empty message: nothing follows */
        message->length = 3;
    return flags_len != 0 ? SEQ : 0; /* the game's reader takes a number whatever the flags say */
}

/* Notes a number of the header, and tells which ones it brings with it behind it. */
static unsigned take_field(bcnet_wire_message_t *message, bcnet_header_field_t field, const uint8_t *p)
{
    message->fields |= (uint8_t)(1u << field);
    switch (field) {
    case BCNET_HEADER_FLAGS_LEN:
        return take_flags_len(message, bcnet_le16(p));
    case BCNET_HEADER_SEQ:
        message->seq = bcnet_le16(p);
        return 0;
    case BCNET_HEADER_ACK_FLAGS:
        message->ack_flags = *p;
        return *p & BCNET_ACK_FRAGMENT ? INDEX : 0;
    case BCNET_HEADER_FRAG_INDEX:
        message->frag_index = *p;
        return message->fragment && *p == 0 ? TOTAL : 0;
    default:
        message->frag_total = *p;
        return 0;
    }
}

bcnet_wire_status_t bcnet_wire_read(const uint8_t *plain, size_t captured, size_t reported, size_t offset,
                                    bcnet_wire_message_t *message)
{
    const uint8_t *p = plain + offset;
    const size_t   there = captured > offset ? captured - offset : 0;
    unsigned       ahead = FLAGS_LEN;

    memset(message, 0, sizeof *message);
    message->offset = (uint32_t)offset;
    if (there == 0)
        return offset + 1 > reported ? BCNET_WIRE_END : BCNET_WIRE_CUT;
    message->type = p[0];
    message->fields = 1 << BCNET_HEADER_TYPE;
    message->header = bcnet_header_width[BCNET_HEADER_TYPE];
    if (message->type == BCNET_TYPE_ACK)
        ahead = SEQ | ACK_FLAGS;
    else if (message->type == BCNET_TYPE_KEEPALIVE)
        ahead = 0;
    else if (message->type > BCNET_TYPE_DISCONNECT && message->type != BCNET_TYPE_GAME)
        return BCNET_WIRE_UNKNOWN_TYPE;
    for (unsigned field = 0; ahead >> field != 0; field++) {
        const size_t end = (size_t)message->header + bcnet_header_width[field];
        if (!(ahead >> field & 1))
            continue;
        if (end > there)
            return offset + end > reported ? BCNET_WIRE_END : BCNET_WIRE_CUT;
        ahead |= take_field(message, (bcnet_header_field_t)field, p + message->header);
        message->header = (uint8_t)end;
    }
    if (!bcnet_wire_has(message, BCNET_HEADER_FLAGS_LEN))
        message->length = message->header;
    if (message->length < message->header)
        return BCNET_WIRE_TOO_SHORT;
    return offset + message->length > reported ? BCNET_WIRE_BEYOND : BCNET_WIRE_OK;
}
