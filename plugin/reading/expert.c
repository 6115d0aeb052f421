/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/message.h"

#include <epan/expert.h>

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
