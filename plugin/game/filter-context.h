/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the packet that somebody looks at is about: for menus that make filters of it.
 *
 * Noted while its tree is shown, in memory of the packet. */
#pragma once

#include "game/session.h"

typedef struct {
    const address      *host; /* of the game; NULL: not known */
    uint16_t            port;
    const bcnet_stay_t *client; /* of the link; NULL: nobody yet */
    wmem_array_t       *ships; /* of const char *: "Sovereign (Ace)", each once */
    wmem_array_t       *originals; /* of uint32_t: frames of originals that have copies */
} bcnet_filter_context_t;

/* NULL: no datagram of ours, or nobody looks. */
bcnet_filter_context_t *bcnet_filter_context_of(packet_info *pinfo);

void bcnet_filter_context_begin(packet_info *pinfo, const bcnet_link_t *link, bcnet_stamp_t stamp);
void bcnet_filter_context_add_ship(packet_info *pinfo, const char *label);
void bcnet_filter_context_add_original(packet_info *pinfo, uint32_t frame);
