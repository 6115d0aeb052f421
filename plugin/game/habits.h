/* What a program does all the time, though the game never does: a habit of its writer, not a fault of the message.
 * Noted at each message; counted per connection, so that it can be said once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HABITS_H
#define BCNET_HABITS_H

#include "game/session.h"

typedef enum {
    BCNET_HABIT_ACK_FLAGS, /* reserved bits in the flags of acks (10.3) */
    BCNET_HABIT_ENDS_EARLY, /* blocks of subsystem states that end early, or late (60.2) */
    BCNET_HABIT_ENDS_LATE,
    BCNET_HABIT_COUNT
} bcnet_habit_t;

/* Notes it, if the message is news, and tells how often it was seen on the link up to this message; `first`
 * receives the frame of the first time. 0 where nothing is known. */
unsigned bcnet_note_habit(const bcnet_msg_t *msg, bcnet_habit_t habit, uint32_t *first);

#endif
