/* Datagrams that are in the capture several times: mirrored ports, "any" interfaces, address translation, files merged
 * from both sides (protocol chapter 10.11).
 *
 * The gate before all others: what was captured again is shown, and is nothing else.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_CAPTURED_AGAIN_H
#define BCNET_CAPTURED_AGAIN_H

#include "messages/datagram.h"

/* Decides on the first pass, of a datagram on a link; `bytes`, `data`: as captured. Returns the frame of the first one; 0:
 * this is it. */
uint32_t bcnet_find_captured_before(const bcnet_datagram_t *datagram, tvbuff_t *bytes, const uint8_t *data);
/* What was decided; any pass. */
uint32_t bcnet_captured_before(packet_info *pinfo);

/* "bcnet.captured_again", and, once per direction of a link, how far apart its two captures are. */
void bcnet_show_captured_again(const bcnet_datagram_t *datagram);

void bcnet_register_captured_again(int proto);

#endif
