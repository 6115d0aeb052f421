/* Complaints that would repeat for a whole connection.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/habits-show.h"

void bcnet_complain_once(bcnet_msg_t *msg, bcnet_habit_t habit, bcnet_expert_t which, const char *summary)
{
    uint32_t       first = 0;
    const unsigned times = bcnet_note_habit(msg, habit, &first);

    if (times <= 1)
        bcnet_complain(msg, which, summary);
    else if (msg->last)
        proto_item_append_text(msg->last, " [%s: %u times so far, first in frame %u]", summary, times, first);
}
