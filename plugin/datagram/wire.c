/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "datagram/wire.h"

#include <string.h>

#include "datagram/little-endian.h"

const uint8_t bcnet_header_width[BCNET_HEADER_FIELDS] = { 1, 2, 2, 1, 1, 1 };

/* A header as it is read. */
typedef struct {
    const uint8_t        *bytes;
    size_t                there; /* so many */
    size_t                needed; /* up to the number read last */
    bcnet_wire_message_t *message;
} bcnet_header_reader_t;

/* The next number; false: it is not all there. */
static inline bool take(bcnet_header_reader_t *header, bcnet_header_field_t field, uint16_t *value)
{
    bcnet_wire_message_t *message = header->message;
    const uint8_t        *p = header->bytes + message->header;

    header->needed = (size_t)message->header + bcnet_header_width[field];
    if (header->needed > header->there)
        return false;
    *value = bcnet_header_width[field] == 1 ? *p : bcnet_le16(p);
    message->fields |= (uint8_t)(1u << field);
    message->header = (uint8_t)header->needed;
    return true;
}

static inline bool take_byte(bcnet_header_reader_t *header, bcnet_header_field_t field, uint8_t *value)
{
    uint16_t   number = 0;
    const bool taken = take(header, field, &number);

    *value = (uint8_t)number;
    return taken;
}

static bool read_ack(bcnet_header_reader_t *header)
{
    bcnet_wire_message_t *message = header->message;

    return take(header, BCNET_HEADER_SEQ, &message->seq) &&
           take_byte(header, BCNET_HEADER_ACK_FLAGS, &message->ack_flags) &&
           (!(message->ack_flags & BCNET_ACK_FRAGMENT) ||
            take_byte(header, BCNET_HEADER_FRAG_INDEX, &message->frag_index));
}

static bool read_game(bcnet_header_reader_t *header)
{
    bcnet_wire_message_t *message = header->message;

    message->fragment = (message->flags_len & BCNET_FLAG_FRAGMENT) != 0;
    message->length = message->flags_len & 0x1FFF;
    return (!message->reliable || take(header, BCNET_HEADER_SEQ, &message->seq)) &&
           (!message->fragment ||
            (take_byte(header, BCNET_HEADER_FRAG_INDEX, &message->frag_index) &&
             (message->frag_index != 0 || take_byte(header, BCNET_HEADER_FRAG_TOTAL, &message->frag_total))));
}

/* The game's reader takes a number whatever the flags say, except in an empty message, behind which nothing follows. */
static bool read_other(bcnet_header_reader_t *header)
{
    bcnet_wire_message_t *message = header->message;

    message->length = message->flags_len == 0 ? 3 : message->flags_len & 0x3FFF;
    return message->flags_len == 0 || take(header, BCNET_HEADER_SEQ, &message->seq);
}

/* What stands behind the type. */
static bool read_numbers(bcnet_header_reader_t *header)
{
    bcnet_wire_message_t *message = header->message;

    if (message->type == BCNET_TYPE_KEEPALIVE)
        return true;
    if (message->type == BCNET_TYPE_ACK)
        return read_ack(header);
    if (!take(header, BCNET_HEADER_FLAGS_LEN, &message->flags_len))
        return false;
    message->reliable = (message->flags_len & BCNET_FLAG_RELIABLE) != 0;
    message->ordered = (message->flags_len & BCNET_FLAG_ORDERED) != 0;
    return message->type == BCNET_TYPE_GAME ? read_game(header) : read_other(header);
}

bcnet_wire_status_t bcnet_wire_read(const uint8_t *plain, size_t captured, size_t reported, size_t offset,
                                    bcnet_wire_message_t *message)
{
    bcnet_header_reader_t header = { plain + offset, captured > offset ? captured - offset : 0, 1, message };

    memset(message, 0, sizeof *message);
    message->offset = (uint32_t)offset;
    if (header.there > 0) {
        message->type = header.bytes[0];
        message->fields = 1 << BCNET_HEADER_TYPE;
        message->header = 1;
        if (message->type > BCNET_TYPE_DISCONNECT && message->type != BCNET_TYPE_GAME)
            return BCNET_WIRE_UNKNOWN_TYPE;
    }
    if (header.there == 0 || !read_numbers(&header))
        return offset + header.needed > reported ? BCNET_WIRE_END : BCNET_WIRE_CUT;
    if (!bcnet_wire_has(message, BCNET_HEADER_FLAGS_LEN))
        message->length = message->header;
    if (message->length < message->header)
        return BCNET_WIRE_TOO_SHORT;
    return offset + message->length > reported ? BCNET_WIRE_BEYOND : BCNET_WIRE_OK;
}
