/* Several datagrams in one frame, as Wi-Fi sends them: an aggregated MSDU (A-MSDU) of IEEE 802.11.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_WIRELESS_H
#define BCNET_FORGE_WIRELESS_H

#include <glib.h>

/* The begin of a frame from an access point. The caller frees it. */
GByteArray *bcnet_forge_wireless_begin(void);
/* Appends what an Ethernet frame of LENGTH bytes carries, as another subframe. */
void bcnet_forge_wireless_append(GByteArray *frame, const guint8 *ethernet, guint length);

#endif
