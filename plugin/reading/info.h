/* The Info column: what the messages of a datagram say, side by side.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_INFO_H
#define BCNET_INFO_H

#include "reading/compat.h"

/* A datagram's share of the column. */
typedef struct {
    packet_info *pinfo;
    const char  *separator; /* to what stands before */
    const char  *words; /* of the newest message, not written yet: the next may say the same */
    unsigned     times;
} bcnet_info_t;

/* Empties the column, but for what another datagram of the same frame has said: of those that Wi-Fi sends together
 * (A-MSDU), or of the pieces of a TCP segment. */
void bcnet_info_open(packet_info *pinfo);
/* From here on nobody erases what stands there. */
void bcnet_info_close(packet_info *pinfo);

bcnet_info_t bcnet_info_begin(packet_info *pinfo, const char *separator);
/* " | Ack 0"; neighbours that say exactly the same are counted: "Keepalive ×255". */
void bcnet_info_add(bcnet_info_t *info, const char *words);
void bcnet_info_end(bcnet_info_t *info);

#endif
