/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/message.h"

void bcnet_timeline_free(bcnet_timeline_t *timeline)
{
    wmem_free(wmem_file_scope(), timeline->entries);
    wmem_free(wmem_file_scope(), timeline);
}

void bcnet_keep_fact(bcnet_timeline_t **facts, bcnet_stamp_t stamp, void *fact)
{
    bcnet_timeline_t *timeline = *facts ? *facts : (*facts = wmem_new0(wmem_file_scope(), bcnet_timeline_t));

    while (timeline->count > 0 && timeline->entries[timeline->count - 1].stamp >= stamp)
        timeline->count--;
    /* Doubling would leave up to half of a large capture's memory unused. */
    if (timeline->count == timeline->allocated) {
        timeline->allocated += timeline->allocated / 4 + 2;
        timeline->entries = (bcnet_timeline_entry_t *)wmem_realloc(
            wmem_file_scope(), timeline->entries, timeline->allocated * sizeof(bcnet_timeline_entry_t));
    }
    timeline->entries[timeline->count].stamp = stamp;
    timeline->entries[timeline->count].fact = fact;
    timeline->count++;
}

unsigned bcnet_timeline_count_before(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp)
{
    unsigned low = 0, high = timeline->count;

    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (timeline->entries[middle].stamp <= stamp)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bcnet_stamp_t bcnet_fact_since(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp)
{
    bcnet_stamp_t since = 0;

    if (timeline) /* most are empty */
        bcnet_timeline_at(timeline, stamp, &since);
    return since;
}
