/* Chat lines, each counted once (protocol chapter 70.4).
 *
 * The host relays a line to every player, its author included: a capture at the host holds it many times, one at a
 * player perhaps only as a copy. A line is new when it is seen on a connection more often than it was counted.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STATS_LINES_H
#define BCNET_STATS_LINES_H

#include "statistics/tap.h"

/* What is remembered is bounded, however much is said: when there are too many lines, those of more than a minute ago
 * are forgotten, or else all. A flood may then have lines twice. */
GHashTable *bcnet_lines_new(void);
/* For a message with a chat line (facts->chat) that is no resend. */
bool bcnet_line_is_new(GHashTable *lines, const bcnet_tap_message_t *message, const packet_info *pinfo);

#endif
