/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Conversations and Endpoints, and tshark -z conv,bcnet and -z endpoints,bcnet: who talks to whom. What
 * these tables call packets are messages, and bytes those of messages, so that a datagram's header belongs to nobody.
 */
#include "windows/windows.h"

#include <epan/conversation_table.h>
#include <epan/to_str.h>

#include "statistics/tap.h"

/* The names by which Wireshark makes filters of a line of the tables. */
static const char *filter_name(address_type type, conv_filter_type_e which)
{
    static const char *const names[][2] = {
        [CONV_FT_SRC_ADDRESS] = { "ip.src", "ipv6.src" },      [CONV_FT_DST_ADDRESS] = { "ip.dst", "ipv6.dst" },
        [CONV_FT_ANY_ADDRESS] = { "ip.addr", "ipv6.addr" },    [CONV_FT_SRC_PORT] = { "udp.srcport", "udp.srcport" },
        [CONV_FT_DST_PORT] = { "udp.dstport", "udp.dstport" }, [CONV_FT_ANY_PORT] = { "udp.port", "udp.port" },
    };

    return (unsigned)which < array_length(names) ? names[which][type == AT_IPv6] : CONV_FILTER_INVALID;
}

static const char *conversation_filter(conv_item_t *item, conv_filter_type_e which)
{
    return filter_name((address_type)item->src_address.type, which);
}

static const char *endpoint_filter(endpoint_item_t *item, conv_filter_type_e which)
{
    return filter_name((address_type)item->myaddress.type, which);
}

static tap_packet_status count_conversation(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                            tap_flags_t flags)
{
    static ct_dissector_info_t info = { conversation_filter };
    conv_hash_t               *hash = (conv_hash_t *)data;
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;

    hash->flags = flags;
    if (message->again)
        return TAP_PACKET_DONT_REDRAW;
    add_conversation_table_data_with_conv_id(hash, &pinfo->src, &pinfo->dst, pinfo->srcport, pinfo->destport,
                                             bcnet_udp_stream(pinfo), 1, message->wire->length, &pinfo->rel_ts,
                                             &pinfo->abs_ts, &info, CONVERSATION_UDP);
    return TAP_PACKET_REDRAW;
}

static tap_packet_status count_endpoints(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                         tap_flags_t flags)
{
    static et_dissector_info_t info = { endpoint_filter };
    conv_hash_t               *hash = (conv_hash_t *)data;
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;

    hash->flags = flags;
    if (message->again)
        return TAP_PACKET_DONT_REDRAW;
    add_endpoint_table_data(hash, &pinfo->src, pinfo->srcport, TRUE, 1, message->wire->length, &info, ENDPOINT_UDP);
    add_endpoint_table_data(hash, &pinfo->dst, pinfo->destport, FALSE, 1, message->wire->length, &info, ENDPOINT_UDP);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_conversations(int proto)
{
    register_conversation_table(proto, FALSE, count_conversation, count_endpoints);
}
