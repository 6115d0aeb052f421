/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Complaints that would repeat for a whole connection. */
#include "game/show.h"

void bcnet_complain_once(bcnet_msg_t *msg, bcnet_once_t once, bcnet_expert_t which, const char *summary)
{
    bcnet_stamp_t first = 0;

    if (msg->may_learn)
        bcnet_keep_fact_under(&msg->link->once, once, msg->stamp, msg->link);
    const bcnet_timeline_t *times = msg->link ? (const bcnet_timeline_t *)bcnet_kept_under(msg->link->once, once)
                                              : NULL;
    const unsigned          count = bcnet_timeline_count_at(times, msg->stamp);
    if (count <= 1) {
        bcnet_complain(msg, which, summary);
    } else if (msg->last) {
        bcnet_timeline_get(times, 0, &first);
        proto_item_append_text(msg->last, " [%s: %u times so far, first in frame %u]", summary, count,
                               bcnet_stamp_frame(first));
    }
}
