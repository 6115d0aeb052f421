/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "forge/forge-message.h"

#include "forge/forge-bytes.h"

/* type, flags_len, seq, frag_index; the first fragment also has frag_total. */
#define FRAGMENT_HEADER 6u
#define FIRST_FRAGMENT_HEADER 7u

void bcnet_forge_put_ack(GByteArray *out, guint16 seq, guint8 flags, guint8 index)
{
    bcnet_forge_pack(out, "bhb", FORGE_ACK, seq, flags);
    if (flags & FORGE_ACK_FRAGMENT)
        bcnet_forge_append(out, index, 1);
}

static gboolean has_total(const forge_message_t *message)
{
    return message->has_index && message->index == 0;
}

guint bcnet_forge_message_length(const forge_message_t *message)
{
    return 3 + (message->has_seq ? 2 : 0) + (message->has_index ? 1 : 0) + (has_total(message) ? 1 : 0) +
           message->payload_length;
}

guint bcnet_forge_message_max_length(guint8 type)
{
    return type == FORGE_GAME ? 0x1FFF : 0x3FFF;
}

void bcnet_forge_put_message(GByteArray *out, const forge_message_t *message)
{
    guint length = message->claimed_length >= 0 ? (guint)message->claimed_length : bcnet_forge_message_length(message);

    bcnet_forge_pack(out, "bh", message->type,
                     message->flags | (length & bcnet_forge_message_max_length(message->type)));
    if (message->has_seq)
        bcnet_forge_append(out, message->seq, 2);
    if (message->has_index)
        bcnet_forge_append(out, message->index, 1);
    if (has_total(message))
        bcnet_forge_append(out, message->total, 1);
    g_byte_array_append(out, message->payload, message->payload_length);
}

guint bcnet_forge_fragment_count(guint payload_length, guint size)
{
    guint first = size - FIRST_FRAGMENT_HEADER;
    guint other = size - FRAGMENT_HEADER;

    return payload_length <= first ? 1 : 1 + (payload_length - first + other - 1) / other;
}

void bcnet_forge_make_fragment(forge_message_t *message, guint size, guint index)
{
    guint first = size - FIRST_FRAGMENT_HEADER;
    guint other = size - FRAGMENT_HEADER;
    guint begin = index == 0 ? 0 : first + (index - 1) * other;

    message->flags |= FORGE_FLAG_FRAGMENT;
    message->has_index = TRUE;
    message->index = (guint8)index;
    message->total = (guint8)bcnet_forge_fragment_count(message->payload_length, size);
    message->payload += begin;
    message->payload_length = MIN(index == 0 ? first : other, message->payload_length - begin);
}
