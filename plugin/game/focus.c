/* What the packet that somebody looks at is about.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/focus.h"

#include <epan/proto_data.h>

#include "game/players.h"

enum { FOCUS_KEY = 0x464F };

bcnet_focus_t *bcnet_focus_of(packet_info *pinfo)
{
    return (bcnet_focus_t *)p_get_proto_data(pinfo->pool, pinfo, proto_bcnet, FOCUS_KEY);
}

void bcnet_focus_on_link(packet_info *pinfo, const bcnet_link_t *link, bcnet_stamp_t stamp)
{
    if (!link || bcnet_focus_of(pinfo))
        return;
    bcnet_focus_t *focus = wmem_new0(pinfo->pool, bcnet_focus_t);
    focus->host = &link->game->host;
    focus->port = link->game->port;
    focus->client = bcnet_link_client_id(link, stamp);
    focus->ships = wmem_array_new(pinfo->pool, sizeof(const char *));
    focus->originals = wmem_array_new(pinfo->pool, sizeof(uint32_t));
    p_add_proto_data(pinfo->pool, pinfo, proto_bcnet, FOCUS_KEY, focus);
}

void bcnet_focus_on_ship(packet_info *pinfo, const char *label)
{
    bcnet_focus_t *focus = bcnet_focus_of(pinfo);

    for (unsigned i = 0; focus && i < wmem_array_get_count(focus->ships); i++)
        if (strcmp(*(const char **)wmem_array_index(focus->ships, i), label) == 0)
            return;
    if (focus)
        wmem_array_append_one(focus->ships, label);
}

void bcnet_focus_on_original(packet_info *pinfo, uint32_t frame)
{
    bcnet_focus_t *focus = bcnet_focus_of(pinfo);

    if (focus)
        wmem_array_append_one(focus->originals, frame);
}
