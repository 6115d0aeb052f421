/* What a program does all the time, though the game never does.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/habits.h"

struct bcnet_habits {
    bcnet_timeline_t *times[BCNET_HABIT_COUNT]; /* only the stamps count */
};

static bcnet_timeline_t *times_of(bcnet_link_t *link, bcnet_habit_t habit, bool make)
{
    if (!link->habits && make)
        link->habits = wmem_new0(wmem_file_scope(), struct bcnet_habits);
    if (!link->habits)
        return NULL;
    if (!link->habits->times[habit] && make)
        link->habits->times[habit] = bcnet_timeline_new();
    return link->habits->times[habit];
}

unsigned bcnet_note_habit(const bcnet_msg_t *msg, bcnet_habit_t habit, uint32_t *first)
{
    bcnet_timeline_t *times = msg->link ? times_of(msg->link, habit, msg->news) : NULL;
    bcnet_stamp_t     since;

    if (!times)
        return 0;
    if (msg->news)
        bcnet_timeline_add(times, msg->stamp, msg->link);
    const unsigned count = bcnet_timeline_count_at(times, msg->stamp);
    if (count > 0) {
        bcnet_timeline_get(times, 0, &since);
        *first = bcnet_stamp_frame(since);
    }
    return count;
}
