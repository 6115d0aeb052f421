/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages that were exported, one a frame (windows/export-messages.c): where they come from.
 *
 * A datagram is looked at as a whole before its messages are shown: whoever sends it and is meant keeps one name
 * throughout, and the numbers of its messages are put in order first (protocol chapters 10.4, 10.9). Messages on their
 * own cannot tell, so each carries in a tag of its frame which one of its datagram it was, and the two things that
 * only a later one shows. */
#ifndef BCNET_ORIGIN_H
#define BCNET_ORIGIN_H

#include "reading/message.h"

/* A tag of our own among those of Wireshark's exported frames, whose readers pass over what they do not know. */
enum { BCNET_ORIGIN_TAG = 0xBC01, BCNET_ORIGIN_LENGTH = 4 };

typedef struct {
    uint32_t frame; /* where it was captured */
    uint8_t  number; /* of the message in its datagram, from 1; 0: no exported message */
    uint8_t  assigned; /* the id that the datagram assigns to its receiver; 0: none */
    uint16_t closed; /* numbers that are missing before it and come behind it in the datagram */
} bcnet_origin_t;

/* What the tags before a datagram's bytes in its frame tell. */
bcnet_origin_t bcnet_origin_of(const packet_info *pinfo, tvbuff_t *tvb);
/* Where an exported message stands: what was captured in one frame stays together. */
typedef struct {
    uint32_t first; /* frame of the first exported message of the captured frame */
    uint8_t  datagram; /* number of its datagram in the captured frame, from 0 */
    bool     continues; /* messages of its datagram stand before it */
} bcnet_export_position_t;

/* `first_pass`: seen for the first time, and remembered. */
bcnet_export_position_t bcnet_export_position(packet_info *pinfo, const bcnet_origin_t *origin, bool first_pass);

void bcnet_setup_origin(void);

#endif
