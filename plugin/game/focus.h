/* What the packet that somebody looks at is about: for menus that make filters of it.
 *
 * Noted while its tree is shown, in memory of the packet.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FOCUS_H
#define BCNET_FOCUS_H

#include "game/session.h"

typedef struct {
    const address *host; /* of the game; NULL: not known */
    uint16_t       port;
    uint8_t        client; /* of the link; BCNET_NO_ID: none */
    wmem_array_t  *ships; /* of const char *: "Sovereign (Ace)", each once */
    wmem_array_t  *originals; /* of uint32_t: frames of acts that have copies */
} bcnet_focus_t;

/* NULL: no datagram of ours, or nobody looks. */
bcnet_focus_t *bcnet_focus_of(packet_info *pinfo);

void bcnet_focus_on_link(packet_info *pinfo, const bcnet_link_t *link, bcnet_stamp_t stamp);
void bcnet_focus_on_ship(packet_info *pinfo, const char *label);
void bcnet_focus_on_original(packet_info *pinfo, uint32_t frame);

#endif
