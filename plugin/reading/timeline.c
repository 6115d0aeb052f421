/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/message.h"

typedef struct {
    bcnet_stamp_t stamp;
    void         *fact;
} bcnet_timeline_entry_t;

struct bcnet_timeline {
    unsigned                count;
    unsigned                allocated;
    bcnet_timeline_entry_t *entries;
};

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

static inline unsigned count_at(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp)
{
    unsigned low = 0, high = timeline ? timeline->count : 0;

    /* On the first pass the newest entry is nearly always the one. */
    if (high == 0 || timeline->entries[high - 1].stamp <= stamp)
        return high;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (timeline->entries[middle].stamp <= stamp)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

unsigned bcnet_timeline_count_at(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp)
{
    return count_at(timeline, stamp);
}

/* Asked several times in every message. */
void *bcnet_timeline_at(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp, bcnet_stamp_t *since)
{
    const unsigned count = count_at(timeline, stamp);

    return count > 0 ? bcnet_timeline_get(timeline, count - 1, since) : NULL;
}

void *bcnet_timeline_get(const bcnet_timeline_t *timeline, unsigned index, bcnet_stamp_t *since)
{
    if (since)
        *since = timeline->entries[index].stamp;
    return timeline->entries[index].fact;
}

bcnet_stamp_t bcnet_fact_since(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp)
{
    bcnet_stamp_t since = 0;

    if (timeline) /* most are empty */
        bcnet_timeline_at(timeline, stamp, &since);
    return since;
}
