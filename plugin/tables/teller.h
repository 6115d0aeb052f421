/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who tells of a ship's way: one teller at a time, so that it does not jump between two views (protocol chapter 60.3).
 *
 * The ship's own client knows best and most often. Of the host's tellings to several players one is as good as the other,
 * but not a mixture of them. */
#pragma once

#include "statistics/tap.h"

typedef struct {
    const void *who; /* NULL: nobody yet */
    double      told; /* when a position was told last, in seconds */
    float       clock; /* of the last message */
} bcnet_teller_t;

/* Whether the message, with a motion of the ship, is the one to listen to. */
bool bcnet_teller_is_heard(bcnet_teller_t *teller, const bcnet_tap_message_t *message, double now);
