/* The first pass over a datagram: its messages are placed among their like before any of them is shown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_ANALYSIS_H
#define BCNET_ANALYSIS_H

#include "game/session.h"

/* A datagram that may teach: seen for the first time, and not merely quoted. */
typedef struct {
    packet_info   *pinfo;
    bcnet_link_t  *link;
    const uint8_t *data;
    unsigned       captured;
    uint8_t        peer;
    bool           from_host;
    bcnet_stamp_t  stamp; /* before its first message */
    uint16_t       closed; /* what was told with an exported message, see origin.h */
} bcnet_arrival_t;

/* Byte 0 of a client's datagram tells its network id (10.1). */
void bcnet_analyse_sender(const bcnet_arrival_t *arrival);
/* An exported message tells whom a later one of its datagram gives an id (origin.h). */
void bcnet_analyse_origin(const bcnet_arrival_t *arrival, uint8_t assigned);
/* One message, with its own stamp. */
void bcnet_analyse_message(const bcnet_arrival_t *arrival, const bcnet_wire_message_t *wire, bcnet_stamp_t stamp);

#endif
