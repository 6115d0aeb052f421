/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The Info column: what the messages of a datagram say, side by side: what matters first, acks last. Whatever is of one
 * weight keeps the order of the wire. */
#pragma once

#include "reading/compat.h"

enum { BCNET_INFO_WIDTH = 115 }; /* characters that a laptop shows */

/* What a message weighs: what is heavier stands before it. */
typedef enum {
    BCNET_WEIGHT_ACK = -1,
    BCNET_WEIGHT_REST,
    BCNET_WEIGHT_TROUBLE,
    BCNET_WEIGHT_DAMAGE, /* a state update that tells of new damage */
    BCNET_WEIGHT_SHOT,
    BCNET_WEIGHT_CHAT,
    BCNET_WEIGHT_BOOT,
    BCNET_WEIGHT_LEAVE,
    BCNET_WEIGHT_JOIN,
    BCNET_WEIGHT_SCORE,
    BCNET_WEIGHT_DEATH
} bcnet_weight_t;

/* What a message reports of a ship, in parts: reports of one datagram share the width, so that what matters of the
 * second ship is in sight as well. All strings are in packet memory. */
typedef struct bcnet_ship_report {
    const char        *name; /* of the message */
    const char        *time; /* "t=121.6"; said once of a datagram */
    const char        *ship;
    const char *const *items; /* what matters most first: "Forward Torp 2 41 %" */
    unsigned           count;
    unsigned           left_out; /* items beyond those */
    const char        *rest; /* " (incomplete)"; said in any case */
    const char        *parts; /* " POS FWD SUB 2-5": what the message is made of, where there is room */
    const char        *key_parts; /* " SUB 2-5": where there is less */
} bcnet_ship_report_t;

/* All of it, as it looks alone. */
void bcnet_ship_report_words(wmem_strbuf_t *words, const bcnet_ship_report_t *report);

/* A datagram's share of the column. */
typedef struct {
    packet_info  *pinfo;
    const char   *separator; /* to what stands before */
    wmem_array_t *pieces; /* of what its messages say; NULL: nothing so far */
    unsigned      weights; /* bits, of those that they have */
} bcnet_info_t;

/* Empties the column, but for what another datagram of the same frame has said: of those that Wi-Fi sends together
 * (A-MSDU), or of the pieces of a TCP segment. */
void bcnet_info_open(packet_info *pinfo);
/* From here on nobody erases what stands there. */
void bcnet_info_close(packet_info *pinfo);

bcnet_info_t bcnet_info_begin(packet_info *pinfo, const char *separator);
/* " | Ack 0, 1"; neighbours that say exactly the same are counted: "Keepalive ×255". `report`: the same words in parts,
 * or NULL. */
void bcnet_info_add(bcnet_info_t *info, bcnet_weight_t weight, const char *words, const bcnet_ship_report_t *report);
void bcnet_info_end(bcnet_info_t *info);
