/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Transport messages as they stand in a datagram (10.3). Encodes what it is told, wrong or right. */
#pragma once

#include <glib.h>

enum {
    FORGE_ANNOUNCE = 0x00,
    FORGE_ACK = 0x01,
    FORGE_KEEPALIVE = 0x02,
    FORGE_CONNECT = 0x03,
    FORGE_BOOT = 0x04,
    FORGE_DISCONNECT = 0x05,
    FORGE_GAME = 0x32
};

enum {
    FORGE_FLAG_FRAGMENT = 0x2000, /* of FORGE_GAME only; for all others the bit belongs to the length */
    FORGE_FLAG_ORDERED = 0x4000,
    FORGE_FLAG_RELIABLE = 0x8000
};

enum {
    FORGE_ACK_FRAGMENT = 0x01,
    FORGE_ACK_LOW = 0x02 /* the acknowledged message has a type below 0x32 */
};

/* Messages above this are split; fragments have this size at most, header included (10.5). */
#define BCNET_FORGE_MESSAGE_SIZE 412

/* INDEX is written if FLAGS says that it follows. */
void bcnet_forge_put_ack(GByteArray *out, guint16 seq, guint8 flags, guint8 index);

/* Everything with a flags_len field. */
typedef struct {
    guint8        type;
    guint16       flags; /* FORGE_FLAG_* */
    gboolean      has_seq;
    guint16       seq;
    gboolean      has_index; /* fragment header */
    guint8        index;
    guint8        total; /* of fragments; only fragment 0 carries it (10.5) */
    int           claimed_length; /* the length to write into the header, -1 for the true one */
    const guint8 *payload;
    guint         payload_length;
} forge_message_t;

guint bcnet_forge_message_length(const forge_message_t *message);
/* The largest length that the header of this type can state. */
guint bcnet_forge_message_max_length(guint8 type);
void  bcnet_forge_put_message(GByteArray *out, const forge_message_t *message);

/* How a payload is cut into fragments of at most SIZE message bytes: their number, and the message with the whole payload
 * made the one with that index. */
guint bcnet_forge_fragment_count(guint payload_length, guint size);
void  bcnet_forge_make_fragment(forge_message_t *message, guint size, guint index);
