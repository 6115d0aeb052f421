/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follow: the talk of one connection in the clear, a line per message. tshark -z follow,bcnet,ascii,STREAM; from 4.4 on
 * in Wireshark's menu Analyze > Follow as well, which knows only streams of its own before. */
#include "windows/windows.h"

#include <epan/conversation.h>
#include <epan/conversation_table.h>
#include <epan/dissectors/packet-udp.h>
#include <epan/follow.h>

#include "reading/numbers.h"
#include "statistics/tap.h"

uint32_t bcnet_udp_stream(packet_info *pinfo)
{
    const int                  udp = proto_get_id_by_filter_name("udp");
    conversation_t            *conversation = find_conversation_pinfo(pinfo, 0);
    const struct udp_analysis *udp_data =
        conversation ? (const struct udp_analysis *)conversation_get_proto_data(conversation, udp) : NULL;

    return udp_data ? udp_data->stream : CONV_ID_UNSET;
}

/* ---- The lines ---- */

/* The client is the end that is not the host, whoever speaks first. */
static void note_ends(follow_info_t *info, const packet_info *pinfo, bool from_host)
{
    if (info->client_port != 0)
        return;
    info->client_port = from_host ? pinfo->destport : pinfo->srcport;
    info->server_port = from_host ? pinfo->srcport : pinfo->destport;
    copy_address(&info->client_ip, from_host ? &pinfo->dst : &pinfo->src);
    copy_address(&info->server_ip, from_host ? &pinfo->src : &pinfo->dst);
}

/* "12.345 #2 Ace: Chat: ..."; the windows take bytes beyond ASCII for dots. */
static GByteArray *line_of(packet_info *pinfo, const bcnet_tap_message_t *message)
{
    const char *line =
        wmem_strdup_printf(pinfo->pool, "%s %s: %s\n", bcnet_fixed(nstime_to_sec(&pinfo->rel_ts), 3).text,
                           bcnet_tap_from(pinfo->pool, message), message->summary);
    GByteArray *data = g_byte_array_new();

    return g_byte_array_append(data, (const guint8 *)line, (guint)strlen(line));
}

static tap_packet_status add_line(void *listener, packet_info *pinfo, epan_dissect_t *edt, const void *data,
                                  tap_flags_t flags)
{
    follow_info_t             *info = (follow_info_t *)listener;
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)data;

    if (!message->summary)
        return TAP_PACKET_DONT_REDRAW;
    note_ends(info, pinfo, message->from_host);
    follow_record_t *record = g_new0(follow_record_t, 1);
    record->is_server = message->from_host;
    record->packet_num = pinfo->num;
    record->abs_ts = pinfo->abs_ts;
    record->data = line_of(pinfo, message);
    info->bytes_written[record->is_server] += record->data->len;
    info->payload = g_list_prepend(info->payload, record);
    return TAP_PACKET_DONT_REDRAW;
}

static gchar *port_words(wmem_allocator_t *allocator, guint port)
{
    return wmem_strdup_printf(allocator, "%u", port);
}

/* A stream is one of UDP, and so are the filters for it. */
void bcnet_register_follow(int proto)
{
    register_follow_t *udp = get_follow_by_name("UDP");

    register_follow_stream(proto, "bcnet.follow", get_follow_conv_func(udp), get_follow_index_func(udp),
                           get_follow_address_func(udp), port_words, add_line BCNET_STREAM_COUNT);
}
