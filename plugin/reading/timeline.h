/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Facts in the order in which a capture shows them.
 *
 * Everything the dissector remembers is written on the first pass, with the stamp of the message that
 * told it, and read "as of" a stamp. So a frame shows the same on every pass and in any click order: what
 * was known when it arrived, never what came later. */
#ifndef BCNET_TIMELINE_H
#define BCNET_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include <epan/packet.h>

/* Orders all messages of a capture: frame, protocol layer within the frame, message within the datagram. The lowest bit
 * marks messages that were exported and so have a frame each, one behind the other: all that were captured in one frame
 * have the first one's number, and are counted through (messages/origin.h). */
typedef uint64_t bcnet_stamp_t;

/* Wireshark ends at 500 layers; datagrams that Wi-Fi joins in a frame have several each. */
enum {
    BCNET_STAMP_MESSAGES = 0x1FF,
    BCNET_STAMP_LAYERS = 0x1FF,
    BCNET_STAMP_LAYER_SHIFT = 10,
    BCNET_STAMP_FRAME_SHIFT = 19,
    BCNET_STAMP_BITS = 32 + BCNET_STAMP_FRAME_SHIFT
};

/* Message 0 stands for the moment before a datagram's first message. */
static inline bcnet_stamp_t bcnet_stamp(uint32_t frame, unsigned layer, unsigned message)
{
    return (bcnet_stamp_t)frame << BCNET_STAMP_FRAME_SHIFT |
           (bcnet_stamp_t)(layer & BCNET_STAMP_LAYERS) << BCNET_STAMP_LAYER_SHIFT |
           (bcnet_stamp_t)(message & BCNET_STAMP_MESSAGES) << 1;
}

static inline bcnet_stamp_t bcnet_exported_stamp(uint32_t first_frame, unsigned layer)
{
    return bcnet_stamp(first_frame, layer, 0) | 1;
}

static inline bool bcnet_stamp_is_exported(bcnet_stamp_t stamp)
{
    return stamp & 1;
}

/* A message of the datagram. */
static inline bcnet_stamp_t bcnet_message_stamp(bcnet_stamp_t datagram, unsigned message)
{
    return datagram | (bcnet_stamp_t)(message & BCNET_STAMP_MESSAGES) << 1;
}

/* Where it stands. */
static inline uint32_t bcnet_stamp_frame(bcnet_stamp_t stamp)
{
    const uint32_t frame = (uint32_t)(stamp >> BCNET_STAMP_FRAME_SHIFT);
    const unsigned message = (unsigned)(stamp >> 1) & BCNET_STAMP_MESSAGES;

    return bcnet_stamp_is_exported(stamp) && message > 0 ? frame + message - 1 : frame;
}

/* The moment before a datagram's first message. */
static inline bcnet_stamp_t bcnet_datagram_stamp(bcnet_stamp_t stamp)
{
    return stamp & ~((bcnet_stamp_t)BCNET_STAMP_MESSAGES << 1);
}

/* What a frame tells of its sender holds from the next one on (10.9); what one exported message tells, from the next
 * datagram on. */
static inline bcnet_stamp_t bcnet_next_frame(bcnet_stamp_t stamp)
{
    return bcnet_stamp((uint32_t)(stamp >> BCNET_STAMP_FRAME_SHIFT) + 1, 0, 0);
}

/* A growing list of facts about one thing. */
typedef struct bcnet_timeline bcnet_timeline_t;

bcnet_timeline_t *bcnet_timeline_new(void); /* lives as long as the capture */
/* Before that, when nobody needs its facts any more; they are the caller's. */
void bcnet_timeline_free(bcnet_timeline_t *timeline);
/* Appends a fact. Stamps do not go back: a fact that would stand before the last one, or has its stamp, replaces it
 * there. */
void bcnet_timeline_add(bcnet_timeline_t *timeline, bcnet_stamp_t stamp, void *fact);
/* The newest fact up to and including a stamp, or NULL; `since`, when given, receives its stamp. */
void *bcnet_timeline_at(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp, bcnet_stamp_t *since);
/* Walking backwards: the number of facts up to a stamp, and the fact with an index below it. */
unsigned bcnet_timeline_count_at(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp);
void    *bcnet_timeline_get(const bcnet_timeline_t *timeline, unsigned index, bcnet_stamp_t *since);

#endif
