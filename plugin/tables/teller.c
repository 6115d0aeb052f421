/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tables/teller.h"

#include <math.h>

/* Another teller is listened to when the one before has been silent for so long. */
#define TELLER_SECONDS 1.6

bool bcnet_teller_is_heard(bcnet_teller_t *teller, const bcnet_tap_message_t *message, double now)
{
    const void *who = bcnet_tap_direction(message, message->from_host);
    const float clock = message->facts->motion->clock;

    if (teller->who != who) {
        if (message->from_host && teller->who && now - teller->told < TELLER_SECONDS)
            return false;
        teller->who = who;
        teller->clock = -INFINITY;
    }
    if (clock < teller->clock)
        return false;
    teller->clock = clock;
    return true;
}
