/* Complaints that would repeat for a whole connection.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HABITS_SHOW_H
#define BCNET_HABITS_SHOW_H

#include "game/habits.h"
#include "reading/reader.h"

/* Like bcnet_complain, but an expert info the first time only. From then on the item in hand says it, and how often
 * it has been. */
void bcnet_complain_once(bcnet_msg_t *msg, bcnet_habit_t habit, bcnet_expert_t which, const char *summary);

#endif
