/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/message.h"

#include <epan/expert.h>

/* ---- Facts in the order of the capture ---- */

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

/* ---- Expert infos ---- */

static expert_field fields[BCNET_EI_COUNT];
static bool         is_muted;

#define ROW(constant, ...) { &fields[BCNET_EI_##constant], { __VA_ARGS__, EXPFILL } },
static ei_register_info ei[] = { BCNET_EXPERTS(ROW) };

void bcnet_register_experts(int proto)
{
    expert_register_field_array(expert_register_protocol(proto), ei, array_length(ei));
}

void bcnet_mute_experts(bool muted)
{
    is_muted = muted;
}

void bcnet_expert(packet_info *pinfo, proto_item *item, bcnet_expert_t which, const char *summary)
{
    if (is_muted && which != BCNET_EI_CAPTURE)
        return;
    expert_add_info_format(pinfo, item, &fields[which], "%s", summary);
}

void bcnet_expert_list(packet_info *pinfo, proto_item *item, bcnet_expert_t which, const char *summary,
                       const char *format, va_list arguments)
{
    if (item && (!is_muted || which == BCNET_EI_CAPTURE))
        proto_item_append_text(item, " [%s]", wmem_strdup_vprintf(pinfo->pool, format, arguments));
    bcnet_expert(pinfo, item, which, summary);
}

void bcnet_expert_with(packet_info *pinfo, proto_item *item, bcnet_expert_t which, const char *summary,
                       const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    bcnet_expert_list(pinfo, item, which, summary, format, arguments);
    va_end(arguments);
}
