/* Wireshark's streams: the numbers that its own windows follow.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FOLLOW_H
#define BCNET_FOLLOW_H

#include "reading/compat.h"

#include <epan/conversation_table.h>

/* The number that udp.stream has; CONV_ID_UNSET where there is no UDP, as in exported messages. */
conv_id_t bcnet_udp_stream(packet_info *pinfo);

#endif
