/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The connection to the master server: challenge, login, list request and the binary list, one behind the
 * other in a TCP stream (protocol chapter 80.8). */
#include <epan/dissectors/packet-tcp.h>

#include "reading/info.h"
#include "gamespy/gamespy.h"

enum {
    LONGEST_TEXT = 8192, /* a text that goes on longer without its end is shown as it is */
    MOST_RECORDS = 10000 /* servers to wait for the end of the list with; a longer one is shown in pieces */
};

/* What comes next in the stream. */
typedef struct {
    bool     is_list;
    bool     wait; /* it has not ended yet: more segments are needed */
    bool     complete; /* of a list: its end is there */
    unsigned records; /* of a list */
    int      length; /* 0: nothing that can be understood */
} bcnet_stream_piece_t;

static bcnet_stream_piece_t measure_list(const uint8_t *bytes, int length)
{
    bcnet_stream_piece_t piece = { .is_list = true };

    piece.records = (unsigned)bcnet_gamespy_list_records(bytes, (size_t)length, &piece.complete);
    piece.wait = !piece.complete && piece.records <= MOST_RECORDS;
    piece.length = (int)piece.records * BCNET_GAMESPY_RECORD_SIZE + (piece.complete ? BCNET_GAMESPY_LIST_END_SIZE : 0);
    return piece;
}

/* What the client sends ends with \final\ (and the queryid); the master's challenge has no mark of its end,
 * so it is taken as it comes. */
static bcnet_stream_piece_t measure_text(const uint8_t *bytes, int length)
{
    bcnet_stream_piece_t    piece = { .length = (int)bcnet_gamespy_message_length(bytes, (size_t)length) };
    bcnet_gamespy_summary_t summary;

    if (piece.length > 0)
        return piece;
    piece.length = length;
    bcnet_gamespy_summarize(bytes, (size_t)length, true, &summary);
    if (length == 1) /* just the backslash */
        piece.wait = true;
    else if (length <= LONGEST_TEXT)
        piece.wait = summary.torn || summary.first == BCNET_KEY_GAMENAME || summary.first == BCNET_KEY_LIST;
    return piece;
}

/* A list is binary, and a record may begin with a backslash: so the list request decides. A capture that
 * begins in the middle shows a list without its request. */
static bcnet_stream_piece_t measure_piece(packet_info *pinfo, bcnet_stamp_t stamp, const uint8_t *bytes, int length)
{
    const bcnet_list_asked_t asked = bcnet_gamespy_list_asked(pinfo, stamp);
    /* A frame that was exported does not come by a port. */
    const bool from_master = pinfo->srcport == pinfo->match_uint || pinfo->srcport == BCNET_MASTER_PORT;

    if (asked == BCNET_LIST_ASKED_BY_RECEIVER)
        return measure_list(bytes, length);
    if (bcnet_gamespy_is_text(bytes, (size_t)length))
        return measure_text(bytes, length);
    if (asked == BCNET_LIST_NOT_ASKED && from_master)
        return measure_list(bytes, length);
    return (bcnet_stream_piece_t){ 0 };
}

static const char *show_piece(packet_info *pinfo, tvbuff_t *tvb, int offset, const bcnet_stream_piece_t *piece,
                              bcnet_stamp_t stamp, proto_tree *tree)
{
    bcnet_gamespy_message_t message = {
        .pinfo = pinfo,
        .tvb = tvb,
        .start = offset,
        .length = piece->length,
        .over_tcp = true,
        .stamp = stamp,
    };

    if (piece->is_list)
        return bcnet_gamespy_show_list(&message, piece->records, piece->complete, tree);
    if (offset + piece->length == (int)tvb_captured_length(tvb))
        message.missing = (int)(tvb_reported_length(tvb) - tvb_captured_length(tvb));
    message.bytes = tvb_get_ptr(tvb, offset, piece->length);
    return bcnet_gamespy_show(&message, tree);
}

int bcnet_dissect_gamespy_tcp(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const struct tcpinfo *tcp = (const struct tcpinfo *)data;
    /* More segments can come, and Wireshark is able to join them. */
    const bool  can_wait = pinfo->can_desegment > 0 && (!tcp || !IS_TH_FIN(tcp->flags));
    const int   captured = (int)tvb_captured_length(tvb);
    proto_item *item = NULL;
    proto_tree *protocol_tree = NULL;
    int         offset = 0;

    for (unsigned number = 0; offset < captured; number++) {
        const uint8_t       *bytes = tvb_get_ptr(tvb, offset, captured - offset);
        bcnet_stamp_t        stamp = bcnet_stamp(pinfo->num, pinfo->curr_proto_layer_num, number);
        bcnet_stream_piece_t piece = measure_piece(pinfo, stamp, bytes, captured - offset);

        if (piece.wait && can_wait) {
            pinfo->desegment_offset = offset;
            pinfo->desegment_len = DESEGMENT_ONE_MORE_SEGMENT;
            break;
        }
        if (number == 0) /* not earlier: a segment that only waits belongs to TCP */
            protocol_tree = bcnet_gamespy_begin(tvb, pinfo, tree, &item);
        if (piece.length == 0) {
            bcnet_gamespy_show_rest(pinfo, tvb, offset, captured - offset, protocol_tree,
                                    "Neither text nor a whole record of a server list");
            offset = captured;
            break;
        }
        const char *sentence = show_piece(pinfo, tvb, offset, &piece, stamp, protocol_tree);
        col_append_fstr(pinfo->cinfo, COL_INFO, "%s%s", number == 0 ? "" : " | ", sentence);
        proto_item_append_text(item, "%s%s", number == 0 ? ", " : " | ", sentence);
        offset += piece.length;
    }
    if (offset > 0)
        bcnet_info_close(pinfo);
    proto_item_set_len(item, offset);
    return captured;
}
