/* Statistics > Conversations and Endpoints, and tshark -z conv,bcnet and -z endpoints,bcnet: who talks to whom. What
 * these tables call packets are messages, and bytes those of messages, so that a datagram's header belongs to nobody.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats.h"

#include <epan/conversation_table.h>
#include <epan/to_str.h>

#include "statistics/follow.h"
#include "statistics/tap.h"

const char *bcnet_end_words(wmem_allocator_t *pool, const address *host, unsigned port)
{
    return wmem_strdup_printf(pool, host->type == AT_IPv6 ? "[%s]:%u" : "%s:%u", address_to_str(pool, host), port);
}

static const char *address_filter(address_type type, conv_filter_type_e which)
{
    const bool v6 = type == AT_IPv6;

    switch (which) {
    case CONV_FT_SRC_ADDRESS:
        return v6 ? "ipv6.src" : "ip.src";
    case CONV_FT_DST_ADDRESS:
        return v6 ? "ipv6.dst" : "ip.dst";
    default:
        return v6 ? "ipv6.addr" : "ip.addr";
    }
}

/* The names by which Wireshark makes filters of a line of the tables. */
static const char *filter_name(address_type type, conv_filter_type_e which)
{
    switch (which) {
    case CONV_FT_SRC_ADDRESS:
    case CONV_FT_DST_ADDRESS:
    case CONV_FT_ANY_ADDRESS:
        return address_filter(type, which);
    case CONV_FT_SRC_PORT:
        return "udp.srcport";
    case CONV_FT_DST_PORT:
        return "udp.dstport";
    case CONV_FT_ANY_PORT:
        return "udp.port";
    default:
        return CONV_FILTER_INVALID;
    }
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
    add_endpoint_table_data(hash, &pinfo->src, pinfo->srcport, TRUE, 1, message->wire->length, &info, ENDPOINT_UDP);
    add_endpoint_table_data(hash, &pinfo->dst, pinfo->destport, FALSE, 1, message->wire->length, &info, ENDPOINT_UDP);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_ends(int proto)
{
    register_conversation_table(proto, FALSE, count_conversation, count_endpoints);
}
