/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What waits for what: a receiver handles reliable messages strictly in the order of their numbers (protocol chapter
 * 10.4), so all behind a missing one are held up. */
#ifndef BCNET_HELD_UP_H
#define BCNET_HELD_UP_H

#include "reading/timeline.h"

/* The receiver's queue of a sequence space, as far as the capture tells. Times are nanoseconds. */
typedef struct bcnet_queue bcnet_queue_t;

bcnet_queue_t *bcnet_queue_new(void); /* lives as long as the capture */

/* ---- First pass ---- */

/* A message is there, whole. Returns how long something has waited for it; 0: nothing has. */
int64_t bcnet_queue_arrived(bcnet_queue_t *queue, uint32_t number, bcnet_stamp_t stamp, int64_t now);
/* One that was sent again is acknowledged: whether it was there before nobody knows. `stamp`: of its last sending;
 * `since`: when something behind it was sent first. Returns how long that has waited; 0: not at all. */
int64_t bcnet_queue_acknowledged(bcnet_queue_t *queue, uint32_t number, bcnet_stamp_t stamp, int64_t since,
                                 int64_t now);
/* Whether messages wait for this number, and since when. */
bool bcnet_queue_misses(const bcnet_queue_t *queue, uint32_t *number, int64_t *since);
/* True once per gap. */
bool bcnet_queue_stalls(bcnet_queue_t *queue);

/* ---- Every pass ---- */

typedef struct {
    bcnet_stamp_t stamp; /* of what it waits for; 0: nothing, or it is not in the capture */
    int64_t       until;
} bcnet_hold_t;

/* What a message waits for that came at this time; its own time: nothing. `at_receiver`: the capture was taken
 * there, so what it shows has arrived; else numbers that were sent again count as missing until they are acknowledged. */
bcnet_hold_t bcnet_queue_hold(const bcnet_queue_t *queue, uint32_t number, int64_t came, bool at_receiver);

#endif
