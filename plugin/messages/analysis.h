/* The first pass over a datagram: its messages are placed among their like before any of them is shown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_ANALYSIS_H
#define BCNET_ANALYSIS_H

#include "messages/datagram.h"

/* Of a datagram that may be learned from. */
void bcnet_analyse(const bcnet_datagram_t *datagram);

#endif
