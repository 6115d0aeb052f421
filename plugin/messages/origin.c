/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages that were exported: where they come from. */
#include "messages/datagram.h"

#include <string.h>

#include <epan/exported_pdu.h>
#include <epan/proto_data.h>
#include <wiretap/wtap.h>

enum { PLACE_KEY = 0xBC01, MOST_DATAGRAMS = 0x1F };

/* The captured frame whose messages come in just now; first pass only, empty when a capture begins. */
static struct {
    uint32_t                frame;
    uint8_t                 number; /* of the message that came last */
    bcnet_export_position_t place; /* its place */
} in_hand;

/* ---- Tags ---- */

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
        if (tag == EXP_PDU_TAG_ORIG_FNO && length == EXP_PDU_TAG_ORIG_FNO_LEN)
            origin.frame = tvb_get_ntohl(frame, at);
        if (tag == BCNET_ORIGIN_TAG && length == BCNET_ORIGIN_LENGTH) {
            origin.number = tvb_get_uint8(frame, at);
            origin.assigned = tvb_get_uint8(frame, at + 1);
            origin.twice = tvb_get_uint8(frame, at + 2);
            origin.closed = tvb_get_uint8(frame, at + 3);
        }
        at += (int)length;
    }
    return none;
}

/* ---- Messages of one captured frame ---- */

/* Stamps have room for so many messages of a frame, and so many datagrams. */
static bool belongs_together(const packet_info *pinfo, const bcnet_origin_t *origin, bool continues)
{
    return in_hand.place.first > 0 && in_hand.frame == origin->frame &&
           pinfo->num - in_hand.place.first < BCNET_STAMP_MESSAGES - UINT8_MAX &&
           (continues || in_hand.place.datagram < MOST_DATAGRAMS);
}

static bcnet_export_position_t next_place(const packet_info *pinfo, const bcnet_origin_t *origin)
{
    const bool continues = origin->number > in_hand.number; /* numbers rise within a datagram */

    if (belongs_together(pinfo, origin, continues)) {
        in_hand.place.datagram += !continues;
        in_hand.place.continues = continues;
    } else {
        in_hand.place = (bcnet_export_position_t){ .first = pinfo->num };
    }
    in_hand.frame = origin->frame;
    in_hand.number = origin->number;
    return in_hand.place;
}

bcnet_export_position_t bcnet_export_position(packet_info *pinfo, const bcnet_origin_t *origin, bool first_pass)
{
    bcnet_export_position_t place = { .first = pinfo->num };

    if (origin->number == 0)
        return place;
    if (!first_pass) {
        const void *kept = p_get_proto_data(wmem_file_scope(), pinfo, proto_bcnet, PLACE_KEY);
        return kept ? *(const bcnet_export_position_t *)kept : place;
    }
    place = next_place(pinfo, origin);
    if (place.first != pinfo->num)
        p_add_proto_data(wmem_file_scope(), pinfo, proto_bcnet, PLACE_KEY,
                         wmem_memdup(wmem_file_scope(), &place, sizeof place));
    return place;
}

static void start_capture(void)
{
    memset(&in_hand, 0, sizeof in_hand);
}

void bcnet_setup_origin(void)
{
    register_init_routine(start_capture);
}
