/* Messages that were exported: where they come from.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "messages/origin.h"

#include <epan/exported_pdu.h>
#include <epan/proto_data.h>
#include <wiretap/wtap.h>

/* The datagram whose messages come in just now. */
struct bcnet_exported {
    uint32_t frame; /* where it was captured */
    uint32_t first; /* frame of the message that came first */
    uint8_t  number; /* of the one that came last */
    uint8_t  peer;
};

enum { FIRST_FRAME_KEY = 0xBC01 };

/* ---- Tags ---- */

static void take_tag(bcnet_origin_t *origin, tvbuff_t *frame, unsigned tag, int at, unsigned length)
{
    if (tag == EXP_PDU_TAG_ORIG_FNO && length == EXP_PDU_TAG_ORIG_FNO_LEN)
        origin->frame = tvb_get_ntohl(frame, at);
    if (tag != BCNET_ORIGIN_TAG || length != BCNET_ORIGIN_LENGTH)
        return;
    origin->number = tvb_get_uint8(frame, at);
    origin->assigned = tvb_get_uint8(frame, at + 1);
    origin->closed = tvb_get_ntohs(frame, at + 2);
}

/* The tags fill the frame up to the datagram. */
bcnet_origin_t bcnet_origin_of(const packet_info *pinfo, tvbuff_t *tvb)
{
    const bcnet_origin_t none = { 0 };
    bcnet_origin_t       origin = none;
    tvbuff_t            *frame = tvb_get_ds_tvb(tvb);
    const int            end = tvb_raw_offset(tvb);

    if (pinfo->rec->rec_header.packet_header.pkt_encap != WTAP_ENCAP_WIRESHARK_UPPER_PDU)
        return none;
    for (int at = 0; at + 4 <= end;) {
        const unsigned tag = tvb_get_ntohs(frame, at), length = tvb_get_ntohs(frame, at + 2);
        at += 4;
        if (tag == EXP_PDU_TAG_END_OF_OPT)
            return at == end ? origin : none;
        if ((int)length > end - at)
            return none;
        take_tag(&origin, frame, tag, at, length);
        at += (int)length;
    }
    return none;
}

/* ---- Messages of one datagram ---- */

/* Later messages of the same datagram, from the same sender; the stamps of its messages have room for so many. */
static bool continues(const struct bcnet_exported *before, const packet_info *pinfo, const bcnet_origin_t *origin,
                      uint8_t peer)
{
    return before->frame == origin->frame && before->peer == peer && before->number < origin->number &&
           pinfo->num - before->first < UINT8_MAX;
}

static uint32_t place(packet_info *pinfo, bcnet_link_t *link, const bcnet_origin_t *origin, uint8_t peer)
{
    if (!link->exported)
        link->exported = wmem_new0(wmem_file_scope(), struct bcnet_exported);
    struct bcnet_exported *exported = link->exported;
    if (!continues(exported, pinfo, origin, peer))
        exported->first = pinfo->num;
    exported->frame = origin->frame;
    exported->number = origin->number;
    exported->peer = peer;
    return exported->first;
}

uint32_t bcnet_origin_first(packet_info *pinfo, bcnet_link_t *link, const bcnet_origin_t *origin, uint8_t peer,
                            bool first_pass)
{
    if (!link || origin->number == 0)
        return pinfo->num;
    if (!first_pass) {
        const void *kept = p_get_proto_data(wmem_file_scope(), pinfo, proto_bcnet, FIRST_FRAME_KEY);
        return kept ? GPOINTER_TO_UINT(kept) : pinfo->num;
    }
    const uint32_t first = place(pinfo, link, origin, peer);
    if (first != pinfo->num)
        p_add_proto_data(wmem_file_scope(), pinfo, proto_bcnet, FIRST_FRAME_KEY, GUINT_TO_POINTER(first));
    return first;
}
