/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every message as a frame of its own: a plain datagram of one message for the dissector "bcnet.plain", with the tags of
 * messages/datagram.h. What is no whole datagram of messages is written as it is. */
#include "windows/windows.h"

#include <epan/exported_pdu.h>
#include <epan/tap.h>

static int tap_id = -1;

bool bcnet_messages_wanted(void)
{
    return tap_id != -1 && have_tap_listener(tap_id);
}

/* ---- Tags: the frame of the first export, should an exported capture be exported again; and where it comes from ---- */

enum { TAG_HEADER = 4 };

static guint8 *write_number(guint8 *buffer, uint32_t value, unsigned width)
{
    for (unsigned i = width; i-- > 0; value >>= 8)
        buffer[i] = (guint8)value;
    return buffer + width;
}

static guint8 *write_tag(guint8 *buffer, unsigned tag, unsigned length)
{
    return write_number(write_number(buffer, tag, 2), length, 2);
}

static int tags_size(packet_info *pinfo, void *data)
{
    const bool has_place = ((const bcnet_origin_t *)data)->number > 0;

    return TAG_HEADER + EXP_PDU_TAG_ORIG_FNO_LEN + (has_place ? TAG_HEADER + BCNET_ORIGIN_LENGTH : 0);
}

static int write_tags(packet_info *pinfo, void *data, guint8 *buffer, guint32 room)
{
    const bcnet_origin_t *origin = (const bcnet_origin_t *)data;
    const int             size = tags_size(pinfo, data);

    if (room < (guint32)size)
        return 0;
    buffer = write_tag(buffer, EXP_PDU_TAG_ORIG_FNO, EXP_PDU_TAG_ORIG_FNO_LEN);
    buffer = write_number(buffer, origin->frame, EXP_PDU_TAG_ORIG_FNO_LEN);
    if (origin->number == 0)
        return size;
    buffer = write_tag(buffer, BCNET_ORIGIN_TAG, BCNET_ORIGIN_LENGTH);
    buffer = write_number(buffer, origin->number, 1);
    buffer = write_number(buffer, origin->assigned, 1);
    buffer = write_number(buffer, origin->twice, 1);
    write_number(buffer, origin->closed, 1);
    return size;
}

static void queue(packet_info *pinfo, tvbuff_t *tvb, const char *dissector, const bcnet_origin_t *origin)
{
    exp_pdu_data_item_t        tags = { tags_size, write_tags, (void *)origin };
    const exp_pdu_data_item_t *items[] = {
        &exp_pdu_data_src_ip,
        &exp_pdu_data_dst_ip,
        &exp_pdu_data_port_type,
        &exp_pdu_data_src_port,
        &exp_pdu_data_dst_port,
        &tags,
        NULL,
    };
    exp_pdu_data_t *pdu = export_pdu_create_tags(pinfo, dissector, EXP_PDU_TAG_DISSECTOR_NAME, items);

    pdu->tvb_captured_length = tvb_captured_length(tvb);
    pdu->tvb_reported_length = tvb_reported_length(tvb);
    pdu->pdu_tvb = tvb;
    tap_queue_packet(tap_id, pinfo, pdu);
}

/* ---- Messages ---- */

void bcnet_export_message(packet_info *pinfo, tvbuff_t *plain, const bcnet_wire_message_t *wire,
                          const bcnet_origin_t *origin)
{
    const unsigned length = BCNET_DATAGRAM_HEADER + wire->length;
    uint8_t       *bytes = (uint8_t *)wmem_alloc(pinfo->pool, length);

    bytes[0] = tvb_get_uint8(plain, 0);
    bytes[1] = 1;
    tvb_memcpy(plain, bytes + BCNET_DATAGRAM_HEADER, (int)wire->offset, wire->length);
    queue(pinfo, tvb_new_child_real_data(plain, bytes, length, (int)length), "bcnet.plain", origin);
}

/* Listeners are not told of packets that errors quote; they are exported all the same. */
void bcnet_export_bytes(packet_info *pinfo, tvbuff_t *tvb, unsigned length, const char *dissector)
{
    const bcnet_origin_t known = bcnet_origin_of(pinfo, tvb);
    const bcnet_origin_t origin = { .frame = known.frame ? known.frame : pinfo->num };
    const guint32        quoted = pinfo->flags.in_error_pkt;

    pinfo->flags.in_error_pkt = 0;
    queue(pinfo, length < tvb_captured_length(tvb) ? tvb_new_subset_length(tvb, 0, (int)length) : tvb, dissector,
          &origin);
    pinfo->flags.in_error_pkt = quoted;
}

void bcnet_register_export_messages(void)
{
    tap_id = register_export_pdu_tap("BCNET messages");
}
