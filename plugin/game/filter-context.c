/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/filter-context.h"

#include <epan/proto_data.h>

#include "game/stays.h"

enum { FILTER_CONTEXT_KEY = 0x464F };

bcnet_filter_context_t *bcnet_filter_context_of(packet_info *pinfo)
{
    return (bcnet_filter_context_t *)p_get_proto_data(pinfo->pool, pinfo, proto_bcnet, FILTER_CONTEXT_KEY);
}

void bcnet_filter_context_begin(packet_info *pinfo, const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    if (!link || bcnet_filter_context_of(pinfo))
        return;
    bcnet_filter_context_t *context = wmem_new0(pinfo->pool, bcnet_filter_context_t);
    context->host = &link->game->host;
    context->port = link->game->port;
    context->client = bcnet_stay_on(link, stamp);
    context->ships = wmem_array_new(pinfo->pool, sizeof(const char *));
    context->originals = wmem_array_new(pinfo->pool, sizeof(uint32_t));
    p_add_proto_data(pinfo->pool, pinfo, proto_bcnet, FILTER_CONTEXT_KEY, context);
}

void bcnet_filter_context_add_ship(packet_info *pinfo, const char *label)
{
    bcnet_filter_context_t *context = bcnet_filter_context_of(pinfo);

    for (unsigned i = 0; context && i < wmem_array_get_count(context->ships); i++)
        if (strcmp(*(const char **)wmem_array_index(context->ships, i), label) == 0)
            return;
    if (context)
        wmem_array_append_one(context->ships, label);
}

void bcnet_filter_context_add_original(packet_info *pinfo, uint32_t frame)
{
    bcnet_filter_context_t *context = bcnet_filter_context_of(pinfo);

    if (context)
        wmem_array_append_one(context->originals, frame);
}
