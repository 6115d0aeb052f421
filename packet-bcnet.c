/* SPDX-License-Identifier: GPL-2.0-or-later */
/* packet-bcnet.c
 * Bridge Commander Network Protocol: the multiplayer protocol of Star Trek: Bridge Commander (2002).
 *
 * The front door: registration, the datagram, the loop over its messages. What a message means is told in
 * the rooms below plugin/; the file of an opcode is named in plugin/opcodes/opcodes.h.
 *
 * A datagram is byte 0, the sender's network id, and enciphered messages (protocol chapter 10). The cipher
 * has a fixed key and starts afresh with every datagram, so nothing needs to be configured. GameSpy text
 * shares the port and is not enciphered (80). */
#include <epan/conversation.h>
#include <wsutil/utf8_entities.h>

#include "datagram/cipher.h"
#include "game/show.h"
#include "game/ship-layouts.h"
#include "gamespy/gamespy.h"
#include "messages/reliability.h"
#include "messages/transport.h"
#include "opcodes/opcodes.h"
#include "opcodes/subsystems.h"
#include "reading/words.h"
#include "rules/check.h"
#include "tables/stats-table.h"
#include "report/world.h"
#include "windows/windows.h"

void proto_register_bcnet(void);
void proto_reg_handoff_bcnet(void);

int proto_bcnet = -1;

static dissector_handle_t bcnet_handle; /* what people choose: Decode As, the preference */
static dissector_handle_t port_handle; /* the game's own port */
static dissector_handle_t claimed_handle; /* conversations that are ours */
static dissector_handle_t gamespy_tcp_handle;

static bcnet_ws_bool_t info_begins_with_ends = true; /* preferences */
static bcnet_ws_bool_t judges_senders = true;

/* ---- Every pass: showing ---- */

#define DATAGRAM_FIELDS(FIELD, PART)                                                                                   \
    FIELD(hf_peer, "Sender", "bcnet.peer", FT_UINT8, BASE_HEX, NULL, 0,                                                \
          "Network id of the sender: 1 host, 2 to 126 clients, 255 a client without an id (10.1)")                     \
    FIELD(hf_from_host, "From the host", "bcnet.from_host", FT_BOOLEAN, BASE_NONE, NULL, 0,                            \
          "The sender is the host (10.3)")                                                                             \
    FIELD(hf_count, "Messages", "bcnet.count", FT_UINT8, BASE_DEC, NULL, 0, "Number of messages in the datagram (10.3)")
BCNET_FIELDS(datagram_fields, DATAGRAM_FIELDS)

/* The client's end of the datagram, as known before its own messages tell more. */
static bcnet_endpoint_t client_endpoint(const bcnet_datagram_t *datagram)
{
    const bool unknown = !datagram->link && !bcnet_is_from_host(datagram); /* a quote of a link that is not known */

    if (datagram->peer == BCNET_PEER_NEW || unknown) /* byte 0 is all there is */
        return bcnet_endpoint_of(datagram->pinfo->pool, NULL, datagram->peer, 0);
    const bcnet_stay_t *stay = bcnet_stay_on(datagram->link, datagram->stamp);
    return bcnet_endpoint_of(datagram->pinfo->pool, stay, bcnet_stay_id(stay), datagram->stamp);
}

static void show_endpoints(bcnet_datagram_t *datagram)
{
    if (!datagram->wants_text && !datagram->tree)
        return;
    const bcnet_endpoint_t host =
        bcnet_endpoint_of(datagram->pinfo->pool, datagram->link ? datagram->link->game->host_stay : NULL,
                          BCNET_PEER_HOST, datagram->stamp);
    const bcnet_endpoint_t client = client_endpoint(datagram);
    const bcnet_endpoint_t from = bcnet_is_from_host(datagram) ? host : client,
                           to = bcnet_is_from_host(datagram) ? client : host;

    if (datagram->wants_text) {
        if (info_begins_with_ends)
            col_append_fstr(datagram->pinfo->cinfo, COL_INFO, "%s " UTF8_RIGHTWARDS_ARROW " %s", from.words, to.words);
        proto_item_append_text(datagram->item, "%s, %s " UTF8_RIGHTWARDS_ARROW " %s, %u message%s",
                               datagram->quoted  ? ", quoted"
                               : datagram->again ? ", captured again"
                                                 : "",
                               from.words, to.words, datagram->count, datagram->count == 1 ? "" : "s");
    }
    if (datagram->tree && PTREE_DATA(datagram->tree)->visible)
        bcnet_filter_context_begin(datagram->pinfo, datagram->link, datagram->stamp);
    if (datagram->tree)
        bcnet_show_endpoints(datagram->tree, datagram->plain, &from, &to);
}

static bool is_misciphered(bcnet_writing_t writing)
{
    return writing >= BCNET_NOT_ENCIPHERED;
}

/* Who sends is told by byte 0; who is who, by the host's answer to this client, or to the one at the other end (10.9). A
 * client that has not handled it yet writes 0xFF. */
static void check_sender(const bcnet_datagram_t *datagram, proto_item *item)
{
    const bool    from_host = bcnet_is_from_host(datagram);
    const uint8_t other = bcnet_id_of_other_end(datagram->link, datagram->stamp);
    const uint8_t assigned = from_host ? other : bcnet_assigned_id(datagram->link, datagram->stamp);

    if (datagram->peer == BCNET_PEER_NEW)
        return;
    if (assigned != BCNET_NO_ID && assigned != datagram->peer)
        bcnet_expert_with(datagram->pinfo, item, BCNET_EI_IDENTITY,
                          "Byte 0 is not the id that the host assigned on this connection", "%u was assigned",
                          assigned);
    else if (!from_host && other != BCNET_NO_ID)
        bcnet_expert_with(datagram->pinfo, item, BCNET_EI_IDENTITY,
                          "Byte 0 is a client's, but this is the host of the connection", "the other end is %u", other);
}

static void show_header(bcnet_datagram_t *datagram)
{
    proto_item *sender = NULL;

    if (datagram->tree) {
        sender = proto_tree_add_uint(datagram->tree, hf_peer, datagram->plain, 0, 1, datagram->peer);
        proto_item_append_text(sender, " (%s)",
                               datagram->peer == BCNET_PEER_HOST  ? "host"
                               : datagram->peer == BCNET_PEER_NEW ? "a client without an id"
                                                                  : "client");
        proto_item *item =
            proto_tree_add_boolean(datagram->tree, hf_from_host, datagram->plain, 0, 1, bcnet_is_from_host(datagram));
        proto_item_set_generated(item);
        if (datagram->captured >= BCNET_DATAGRAM_HEADER)
            proto_tree_add_uint(datagram->tree, hf_count, datagram->plain, 1, 1, datagram->count);
        if (datagram->quoted)
            bcnet_show_quoted(datagram->tree, datagram->plain);
    }
    if (datagram->again)
        bcnet_show_captured_again(datagram);
    if (is_misciphered(datagram->form.writing))
        bcnet_expert_with(datagram->pinfo, sender ? sender : datagram->item, BCNET_EI_PLAIN,
                          "Not enciphered: the game would not understand this", "%s",
                          datagram->form.writing == BCNET_NOT_ENCIPHERED ? "as it stands"
                                                                         : "enciphered from byte 0 on");
    if (!datagram->continues) /* said once of a datagram */
        check_sender(datagram, sender ? sender : datagram->item);
}

/* All that its messages have in common. */
static void begin_message(bcnet_msg_t *msg, const bcnet_datagram_t *datagram, unsigned index)
{
    /* In pieces that a compiler fills at once. */
    memset(msg, 0, offsetof(bcnet_msg_t, message));
    msg->message = (bcnet_message_t){
        .game = datagram->link ? datagram->link->game : NULL,
        .link = datagram->link,
        .stamp = bcnet_stamp_of(datagram, index),
        .peer = datagram->peer,
        .from_host = bcnet_is_from_host(datagram),
    };
    msg->reader = (bcnet_reader_t){
        .tvb = datagram->plain,
        .data = datagram->data,
        .end = (int)datagram->reported,
        .captured = (int)datagram->captured,
        .limit = (int)MIN(datagram->reported, datagram->captured),
        .tree = datagram->tree,
    };
    bcnet_bits_start(&msg->bits);
    msg->pinfo = datagram->pinfo;
    msg->name_stamp = msg->stamp;
    msg->quoted = datagram->quoted || datagram->again;
    msg->stands_alone = datagram->stands_alone;
    msg->item = datagram->item;
    if (datagram->wants_text)
        msg->text = wmem_strbuf_new(datagram->pinfo->pool, NULL);
}

/* What is behind the last message: nothing, in a stock datagram. */
static G_GNUC_NO_INLINE void show_leftover(const bcnet_datagram_t *datagram)
{
    const size_t offset = datagram->list->end;
    bcnet_msg_t  msg;

    begin_message(&msg, datagram, 0);
    msg.pos = (int)offset;
    bcnet_read_rest(&msg);
    if (offset < datagram->captured)
        bcnet_complain_with(&msg, BCNET_EI_TRANSPORT, "Bytes behind the messages that the datagram announces",
                            "%u byte%s behind the %u message%s", (unsigned)(datagram->reported - offset),
                            datagram->reported - offset == 1 ? "" : "s", datagram->count,
                            datagram->count == 1 ? "" : "s");
}

/* THE gate of what is remembered: whatever asks msg->may_learn, asks this. */
static bool may_learn(const bcnet_datagram_t *datagram, const bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    return datagram->may_learn && !msg->resend && wire->offset + wire->length <= datagram->captured;
}

/* What only the whole datagram shows goes with its messages (datagram.h). */
static void export_message(const bcnet_datagram_t *datagram, const bcnet_msg_t *msg, const bcnet_wire_message_t *wire,
                           unsigned number)
{
    bcnet_origin_t origin = datagram->origin;

    if (origin.number == 0) {
        origin.frame = origin.frame ? origin.frame : datagram->pinfo->num;
        origin.number = (uint8_t)number;
        origin.assigned = bcnet_id_assigned_by(datagram->link, datagram->stamp);
    }
    origin.twice = bcnet_captured_twice_bits(datagram);
    origin.closed = msg->analysis ? (uint8_t)msg->analysis->closed : 0;
    bcnet_export_message(datagram->pinfo, datagram->plain, wire, &origin);
}

static void show_message(const bcnet_datagram_t *datagram, bcnet_msg_t *msg, const bcnet_wire_message_t *wire,
                         unsigned number)
{
    if (bcnet_wire_has(wire, BCNET_HEADER_SEQ) && !msg->quoted)
        msg->analysis = bcnet_analysis_at(msg);
    msg->resend = msg->analysis && msg->analysis->sending > 0;
    if (msg->resend)
        msg->name_stamp = bcnet_next_frame(bcnet_stamp(msg->analysis->sent->first_frame, 0, 0)) - 1;
    msg->may_learn = may_learn(datagram, msg, wire);
    bcnet_told_t here, *told = NULL;
    if (datagram->counted || datagram->judged)
        told = bcnet_tap_prepare(datagram, msg, &here);
    if (bcnet_open_message(msg, wire))
        bcnet_dissect_payload(msg);
    bcnet_close_message(msg, wire, number);
    const bcnet_tap_message_t *record = told ? bcnet_tap_record(datagram, msg, wire, told) : NULL;
    if (!datagram->judged || bcnet_note_breaches(msg, record))
        bcnet_show_breaches(msg);
    if (datagram->counted)
        bcnet_tap_queue(msg, record);
    if (datagram->exports)
        export_message(datagram, msg, wire, number);
}

static void show_messages(const bcnet_datagram_t *datagram)
{
    const bcnet_message_list_t *list = datagram->list;
    const bool                  broken = list->status != BCNET_WIRE_OK;
    const unsigned              first = MAX(datagram->origin.number, 1);
    bcnet_info_t                info = bcnet_info_begin(datagram->pinfo, info_begins_with_ends ? ": " : "");

    if (datagram->reported < BCNET_DATAGRAM_HEADER)
        bcnet_expert(datagram->pinfo, datagram->item, BCNET_EI_TRANSPORT, "The datagram has no message count");
    if (datagram->count == 0 && datagram->captured >= MIN(datagram->reported, (unsigned)BCNET_DATAGRAM_HEADER))
        bcnet_info_add(&info, BCNET_WEIGHT_TROUBLE, "no message", NULL);
    for (unsigned i = 0; i < list->whole + broken; i++) {
        bcnet_answers_t answers;
        bcnet_msg_t     msg;
        begin_message(&msg, datagram, i);
        answers.count = 0;
        msg.answers = &answers;
        if (i < list->whole)
            show_message(datagram, &msg, &list->messages[i], first + i);
        else
            bcnet_dissect_broken(&msg, &list->messages[i], list->status, first + i);
        if (msg.text && wmem_strbuf_get_len(msg.text) > 0)
            bcnet_info_add(&info, (bcnet_weight_t)msg.weight, wmem_strbuf_get_str(msg.text), msg.report);
    }
    if (!broken && list->end < datagram->reported)
        show_leftover(datagram);
    bcnet_info_end(&info);
    bcnet_info_close(datagram->pinfo);
}

/* ---- The datagram ---- */

/* The plain bytes of a datagram; in packet memory, where they are not as they came. */
static const uint8_t *decipher(packet_info *pinfo, const uint8_t *bytes, unsigned captured, bcnet_writing_t writing)
{
    bcnet_cipher_t cipher;

    if (writing == BCNET_DECIPHERED || writing == BCNET_NOT_ENCIPHERED)
        return bytes;
    uint8_t *plain = (uint8_t *)wmem_alloc(pinfo->pool, captured);
    bcnet_cipher_start(&cipher);
    if (writing == BCNET_ENCIPHERED)
        bcnet_cipher_decrypt_datagram(bytes, plain, captured);
    else
        bcnet_cipher_decrypt(&cipher, bytes, plain, captured);
    return plain;
}

/* What does not tile under the cipher: does it as it stands, or when byte 0 was enciphered, too? Only where that is certain:
 * three bytes of another program tile easily (90.8). */
static G_GNUC_NO_INLINE bcnet_writing_t find_writing(packet_info *pinfo, tvbuff_t *tvb)
{
    const unsigned captured = tvb_captured_length(tvb);
    const uint8_t *bytes = tvb_get_ptr(tvb, 0, (int)captured);

    for (bcnet_writing_t writing = BCNET_NOT_ENCIPHERED; writing <= BCNET_ENCIPHERED_WHOLE; writing++) {
        const uint8_t *plain = decipher(pinfo, bytes, captured, writing);
        if (bcnet_wire_recognise_plain(plain, captured, tvb_reported_length(tvb), bcnet_payload_forms) == BCNET_STRONG)
            return writing;
    }
    return BCNET_ENCIPHERED;
}

static void read_messages(const uint8_t *plain, unsigned captured, unsigned reported, bcnet_message_list_t *list)
{
    const unsigned count = captured >= BCNET_DATAGRAM_HEADER ? plain[1] : 0;

    list->end = BCNET_DATAGRAM_HEADER;
    list->status = BCNET_WIRE_OK;
    list->only_acks = true;
    for (list->whole = 0; list->whole < count; list->whole++) {
        bcnet_wire_message_t *message = &list->messages[list->whole];
        list->status = bcnet_wire_read(plain, captured, reported, list->end, message);
        if (list->status != BCNET_WIRE_OK)
            return;
        list->end += message->length;
        list->only_acks &= message->type == BCNET_TYPE_ACK;
    }
}

/* How the messages of a plain datagram fill it: OK when they tile it to its last byte, CUT where the capture ends
 * before that can be told. */
static G_GNUC_NO_INLINE bcnet_wire_status_t fill_status(const uint8_t *plain, unsigned captured, unsigned reported)
{
    bcnet_message_list_t list;

    read_messages(plain, captured, reported, &list);
    if (list.status != BCNET_WIRE_OK)
        return list.status;
    if (reported < BCNET_DATAGRAM_HEADER)
        return BCNET_WIRE_END;
    return captured < BCNET_DATAGRAM_HEADER || list.end > captured ? BCNET_WIRE_CUT
         : list.whole == 0 || list.end < reported                  ? BCNET_WIRE_END
                                                                   : BCNET_WIRE_OK;
}

/* Errors quote as much as they like, and Wireshark takes what is there for all of it. A quote that ends within its
 * messages is cut, not wrong: its true length is not known. */
static unsigned true_length(const packet_info *pinfo, tvbuff_t *tvb, const uint8_t *plain)
{
    const unsigned reported = tvb_reported_length(tvb);

    if (!pinfo->flags.in_error_pkt)
        return reported;
    const bcnet_wire_status_t status = fill_status(plain, tvb_captured_length(tvb), reported);
    return status == BCNET_WIRE_OK || status == BCNET_WIRE_UNKNOWN_TYPE || status == BCNET_WIRE_TOO_SHORT ? reported
                                                                                                          : G_MAXUINT16;
}

/* Not one message, although all of it is there. */
static bool is_unread(const bcnet_datagram_t *datagram)
{
    return datagram->list->whole == 0 && datagram->list->status != BCNET_WIRE_OK &&
           datagram->list->status != BCNET_WIRE_CUT && !datagram->quoted && datagram->link;
}

/* Somebody looks when the tree is shown or one of our fields is asked for; otherwise no field is made. */
static void show_datagram(bcnet_datagram_t *datagram, proto_tree *tree)
{
    column_info *columns = datagram->pinfo->cinfo;
    const bool   labels = tree && PTREE_DATA(tree)->visible;

    datagram->wants_text = col_get_writable(columns, COL_INFO) || labels ||
                           (datagram->counted && bcnet_follow_wanted());
    datagram->stands_alone = labels || datagram->counted;
    datagram->item = proto_tree_add_item(tree, proto_bcnet, datagram->plain, 0, -1, ENC_NA);
    if (proto_field_is_referenced(tree, proto_bcnet))
        datagram->tree = bcnet_below(datagram->item, proto_bcnet);
    bcnet_mute_experts(datagram->again != 0);
    if (datagram->again && datagram->wants_text)
        col_append_str(columns, COL_INFO, "[Captured again] ");
    show_header(datagram);
    show_endpoints(datagram);
    show_messages(datagram);
    bcnet_end_lines(datagram->item);
    bcnet_mute_experts(false);
}

/* What cannot be taken apart into whole messages. */
static void export_as_it_came(const bcnet_datagram_t *datagram, tvbuff_t *tvb)
{
    bcnet_export_bytes(datagram->pinfo, tvb, datagram->captured,
                       datagram->form.writing == BCNET_DECIPHERED ? "bcnet.plain"
                       : datagram->quoted                         ? "bcnet.quoted"
                                                                  : "bcnet");
}

static bool fills(const bcnet_message_list_t *list, unsigned reported)
{
    return list->status == BCNET_WIRE_OK && list->end == reported;
}

/* Its plain bytes, the messages in them, and how they came. */
static void read_datagram(bcnet_datagram_t *datagram, tvbuff_t *tvb, const uint8_t *bytes, bcnet_message_list_t *list)
{
    packet_info    *pinfo = datagram->pinfo;
    const unsigned  captured = datagram->captured;
    bcnet_writing_t writing = datagram->form.writing;
    const uint8_t  *plain = decipher(pinfo, bytes, captured, writing);
    const unsigned  reported = true_length(pinfo, tvb, plain);

    read_messages(plain, captured, reported, list);
    if (writing == BCNET_ENCIPHERED && !datagram->quoted && !fills(list, reported) &&
        is_misciphered(writing = find_writing(pinfo, tvb))) {
        plain = decipher(pinfo, bytes, captured, writing);
        read_messages(plain, captured, reported, list);
    }
    datagram->form = (bcnet_datagram_form_t){ .length = reported,
                                              .writing = writing,
                                              .is_there = captured >= reported,
                                              .is_filled = fills(list, reported),
                                              .has_only_acks = list->only_acks };
    datagram->reported = reported;
    datagram->list = list;
    datagram->data = plain;
    datagram->plain = tvb;
    if (plain != bytes) {
        datagram->plain = tvb_new_child_real_data(tvb, plain, captured, (int)reported);
        add_new_data_source(pinfo, datagram->plain, "Decrypted bcnet");
    }
    datagram->peer = plain[0];
    datagram->count = captured >= BCNET_DATAGRAM_HEADER ? plain[1] : 0;
}

/* Whose it is, and where it stands among all others. */
static void place_datagram(bcnet_datagram_t *datagram, tvbuff_t *tvb, const uint8_t *bytes)
{
    packet_info *pinfo = datagram->pinfo;
    const bool   deciphered = datagram->form.writing == BCNET_DECIPHERED;
    const bool   first_pass = !PINFO_FD_VISITED(pinfo) && !datagram->quoted;

    if (deciphered)
        datagram->origin = bcnet_origin_of(pinfo, tvb);
    datagram->link = bcnet_link_of(pinfo, bcnet_is_from_host(datagram), first_pass);
    if (first_pass)
        datagram->now = bcnet_nanoseconds(&pinfo->abs_ts);
    if (!deciphered && !datagram->quoted && datagram->link)
        datagram->again = first_pass ? bcnet_find_captured_before(datagram, tvb, bytes) : bcnet_captured_before(pinfo);
    datagram->may_learn = first_pass && datagram->link && !datagram->again;

    const bcnet_export_position_t place = bcnet_export_position(pinfo, &datagram->origin, first_pass);
    datagram->before = pinfo->num - place.first;
    datagram->continues = place.continues;
    datagram->stamp = datagram->origin.number > 0 ? bcnet_exported_stamp(place.first, place.datagram)
                                                  : bcnet_stamp(pinfo->num, pinfo->curr_layer_num, 0);
}

/* A datagram (10.1, 10.3): network id u8, and enciphered a count u8 and that many messages (transport.c). */
static void dissect_datagram(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, bcnet_writing_t writing)
{
    const unsigned       captured = tvb_captured_length(tvb);
    const uint8_t       *bytes = tvb_get_ptr(tvb, 0, (int)captured);
    bcnet_message_list_t list;
    bcnet_datagram_t     datagram = {
            .pinfo = pinfo,
            .captured = captured,
            .form.writing = writing,
            .quoted = pinfo->flags.in_error_pkt,
    };

    read_datagram(&datagram, tvb, bytes, &list);
    place_datagram(&datagram, tvb, bytes);
    const bool wanted = bcnet_messages_wanted() && !datagram.again;
    datagram.exports = wanted && !datagram.quoted && list.whole > 0 && datagram.form.is_filled &&
                       datagram.form.is_there;
    datagram.counted = bcnet_tap_wanted() && !datagram.again;
    if (datagram.again)
        bcnet_tap_no_message(pinfo, false);
    else if (is_unread(&datagram))
        bcnet_tap_no_message(pinfo, true);
    datagram.judged = datagram.may_learn && judges_senders;
    if (datagram.may_learn)
        bcnet_analyse(&datagram);
    show_datagram(&datagram, tree);
    if (wanted && !datagram.exports)
        export_as_it_came(&datagram, tvb);
    /* Everything that was captured is shown; this marks the packet as cut short, not as malformed. */
    if (captured < datagram.reported)
        tvb_ensure_bytes_exist(datagram.plain, 0, (int)datagram.reported);
}

static int dissect_text(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree)
{
    bcnet_tap_text(tvb, pinfo);
    const int length = bcnet_dissect_gamespy(tvb, pinfo, tree);
    if (length > 0 && bcnet_messages_wanted())
        bcnet_export_bytes(pinfo, tvb, (unsigned)length, pinfo->flags.in_error_pkt ? "bcnet.quoted" : "bcnet");
    return length;
}

/* Damaged datagrams too. Returns 0 for what cannot be ours. */
static int dissect_any(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, bcnet_writing_t writing)
{
    if (tvb_captured_length(tvb) == 0)
        return 0;
    const uint8_t first = tvb_get_uint8(tvb, 0);
    if (first == BCNET_PEER_GAMESPY)
        return dissect_text(tvb, pinfo, tree);
    if (!bcnet_peer_possible(first) && (writing == BCNET_DECIPHERED || pinfo->flags.in_error_pkt ||
                                        !is_misciphered(writing = find_writing(pinfo, tvb))))
        return 0;
    col_set_str(pinfo->cinfo, COL_PROTOCOL, "BCNET");
    bcnet_info_open(pinfo);
    dissect_datagram(tvb, pinfo, tree, writing);
    return (int)tvb_captured_length(tvb);
}

/* For Decode As. */
static int dissect_bcnet(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return dissect_any(tvb, pinfo, tree, BCNET_ENCIPHERED);
}

/* For conversations that are ours. In the frame in which one became that, what stands before the datagram that made it ours
 * is not, as it was not when it was read. */
static int dissect_claimed(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const bcnet_stamp_t claimed = PINFO_FD_VISITED(pinfo) ? bcnet_conversation_claimed(pinfo) : 0;

    if (bcnet_stamp_frame(claimed) == pinfo->num && bcnet_stamp(pinfo->num, pinfo->curr_layer_num, 0) < claimed)
        return 0;
    return dissect_bcnet(tvb, pinfo, tree, data);
}

/* Deciphered already: exported messages, and bytes that somebody gives to text2pcap. */
static int dissect_plain(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    return dissect_any(tvb, pinfo, tree, BCNET_DECIPHERED);
}

/* What an ICMP error quoted, exported without the error. */
static int dissect_quoted(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    pinfo->flags.in_error_pkt = 1;
    return dissect_any(tvb, pinfo, tree, BCNET_ENCIPHERED);
}

/* The connection to the master server. What TCP will bring again, with more behind it, is not exported yet. */
static int dissect_stream(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const int      length = bcnet_dissect_gamespy_tcp(tvb, pinfo, tree, data);
    const unsigned shown = pinfo->desegment_len > 0 ? (unsigned)pinfo->desegment_offset : tvb_captured_length(tvb);

    if (shown > 0 && bcnet_messages_wanted())
        bcnet_export_bytes(pinfo, tvb, shown, "bcnet.gamespy");
    return length;
}

/* A datagram makes its conversation ours, in both directions; from here on only: the frames before were judged when
 * they were read, and must be judged alike in later passes. */
static void claim_conversation(packet_info *pinfo)
{
    if (pinfo->flags.in_error_pkt)
        return;
    conversation_set_dissector_from_frame_number(find_or_create_conversation(pinfo), pinfo->num, claimed_handle);
    if (!PINFO_FD_VISITED(pinfo))
        bcnet_note_conversation_claimed(pinfo, bcnet_stamp(pinfo->num, pinfo->curr_layer_num, 0));
}

static bcnet_gamespy_evidence_t text_evidence(const uint8_t *text, size_t length)
{
    bcnet_gamespy_summary_t summary;

    bcnet_gamespy_summarize(text, length, false, &summary);
    return summary.evidence;
}

/* What fits the game to its last byte; text that names no game is taken for ours here (80.1). */
static bool fits_preferred_port(tvbuff_t *tvb, packet_info *pinfo)
{
    const unsigned captured = tvb_captured_length(tvb);
    const uint8_t *bytes = tvb_get_ptr(tvb, 0, (int)captured);

    if (bytes[0] == BCNET_PEER_GAMESPY)
        return text_evidence(bytes, captured) >= BCNET_GAMESPY_GENERIC;
    if (bcnet_peer_possible(bytes[0])) {
        const uint8_t            *plain = decipher(pinfo, bytes, captured, BCNET_ENCIPHERED);
        const bcnet_wire_status_t status = fill_status(plain, captured, true_length(pinfo, tvb, plain));
        if (status == BCNET_WIRE_OK || (status == BCNET_WIRE_CUT && captured > BCNET_DATAGRAM_HEADER))
            return true;
    }
    return !pinfo->flags.in_error_pkt && is_misciphered(find_writing(pinfo, tvb));
}

static bool is_preferred(uint32_t port)
{
    range_t *preferred = prefs_get_range_value("bcnet", "udp.port");

    return preferred && value_is_in_range(preferred, port);
}

/* The preferred port makes weak evidence enough, nothing more: other programs use it as well (10.6). */
static int dissect_on_port(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    if (tvb_captured_length(tvb) == 0 || !is_preferred(BCNET_PORT) || !fits_preferred_port(tvb, pinfo))
        return 0;
    claim_conversation(pinfo);
    /* As a layer of its own, like in later passes, when the conversation leads there. */
    return call_dissector_only(claimed_handle, tvb, pinfo, tree, data);
}

static range_t *preferred_before;

/* When a preference is changed, Wireshark has all its ports lead to dissect_chosen, which could not tell it from Decode As
 * on the game's own port. Before anything is read. */
static void lead_own_port_back(void)
{
    range_t *preferred = prefs_get_range_value("bcnet", "udp.port");

    if (!preferred || ranges_are_equal(preferred, preferred_before))
        return;
    if (value_is_in_range(preferred, BCNET_PORT))
        dissector_add_uint("udp.port", BCNET_PORT, port_handle);
    preferred_before = range_copy(wmem_epan_scope(), preferred);
}

/* Decode As takes everything; a preferred port is no more than that (10.6), and the game's own leads here by Decode As
 * alone. */
static int dissect_chosen(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const bool by_preference = pinfo->match_uint != BCNET_PORT && is_preferred(pinfo->match_uint);

    if (by_preference && (tvb_captured_length(tvb) == 0 || !fits_preferred_port(tvb, pinfo)))
        return 0;
    if (by_preference)
        claim_conversation(pinfo);
    return dissect_bcnet(tvb, pinfo, tree, data);
}

/* For foreign ports: only what random bytes would not look like (see recognise.c for the bound). Weaker datagrams after
 * it in the same conversation are then taken as well. */
static bcnet_ws_bool_t dissect_bcnet_heuristic(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data)
{
    const unsigned captured = tvb_captured_length(tvb);

    if (captured <= BCNET_DATAGRAM_HEADER)
        return FALSE;
    const uint8_t *bytes = tvb_get_ptr(tvb, 0, (int)captured);
    const bool     ours = bytes[0] == BCNET_PEER_GAMESPY ? text_evidence(bytes, captured) == BCNET_GAMESPY_THIS_GAME
                                                         : bcnet_wire_recognise(bytes, captured, tvb_reported_length(tvb),
                                                                                bcnet_payload_forms) == BCNET_STRONG;
    if (!ours)
        return FALSE;
    claim_conversation(pinfo);
    return dissect_bcnet(tvb, pinfo, tree, data) != 0;
}

void proto_register_bcnet(void)
{
    static hf_register_info *const *const fields[] = { bcnet_reader_fields,      bcnet_endpoints_fields,
                                                       bcnet_transport_fields,   bcnet_connection_fields,
                                                       bcnet_reliability_fields, bcnet_game_fields };

    bcnet_cipher_setup();
    proto_bcnet = proto_register_protocol("Bridge Commander Network Protocol", "BCNET", "bcnet");
    bcnet_handle = register_dissector("bcnet", dissect_chosen, proto_bcnet);
    claimed_handle = create_dissector_handle(dissect_claimed, proto_bcnet);
    /* A name of its own, or Decode As could not tell it from the other. */
    const int on_port = proto_register_protocol_in_name_only("Bridge Commander on its port", "BCNET on its port",
                                                             "bcnet.port", proto_bcnet, FT_PROTOCOL);
    port_handle = create_dissector_handle(dissect_on_port, on_port);
    gamespy_tcp_handle = register_dissector("bcnet.gamespy", dissect_stream, proto_bcnet);
    register_dissector("bcnet.plain", dissect_plain, proto_bcnet);
    register_dissector("bcnet.quoted", dissect_quoted, proto_bcnet);

    bcnet_register_experts(proto_bcnet);
    bcnet_register_ship_layouts(proto_bcnet);
    bcnet_register_file_names();
    bcnet_setup_words();
    BCNET_REGISTER(proto_bcnet, datagram_fields);
    for (unsigned i = 0; i < array_length(fields); i++)
        bcnet_register_fields(proto_bcnet, fields[i]);
    bcnet_register_captured_again(proto_bcnet);
    bcnet_register_reassembly(proto_bcnet);
    bcnet_setup_origin();
    bcnet_setup_session();
    bcnet_register_gamespy(proto_bcnet);
    bcnet_register_opcodes(proto_bcnet);
    bcnet_register_export_files(proto_bcnet);
    bcnet_register_export_messages();
    bcnet_register_tap(proto_bcnet);
    bcnet_register_breaches(proto_bcnet);
    bcnet_register_stats_tree();
    bcnet_register_stats_csv();
    bcnet_register_stats_rows();
    bcnet_register_tables();
    bcnet_register_report();
    bcnet_register_stats_conversations(proto_bcnet);
    bcnet_register_follow(proto_bcnet);
    bcnet_register_conversation_filters();
    bcnet_register_menu();
    module_t *preferences = prefs_register_protocol(proto_bcnet, NULL);
    prefs_register_bool_preference(preferences, "info_ends", "Sender and receiver in the Info column",
                                   "Whether the Info column starts with who sends to whom. The profile Bridge "
                                   "Commander has columns of its own for that.",
                                   &info_begins_with_ends);
    prefs_register_bool_preference(preferences, "passwords", "Show passwords",
                                   "Whether passwords of games are shown, and not only how many letters they have.",
                                   &bcnet_passwords_are_shown);
    prefs_register_bool_preference(preferences, "judge", "Hold senders against the stock game",
                                   "Whether frames that break a rule of the unmodified game say so (90.7, 90.8). "
                                   "-z bcnet,stock judges in any case.",
                                   &judges_senders);
    bcnet_prefer_ship_layouts(preferences);
}

void proto_reg_handoff_bcnet(void)
{
    dissector_add_uint_with_preference("udp.port", BCNET_PORT, bcnet_handle);
    dissector_add_uint("udp.port", BCNET_PORT, port_handle);
    preferred_before = range_copy(wmem_epan_scope(), prefs_get_range_value("bcnet", "udp.port"));
    register_init_routine(lead_own_port_back);
    dissector_add_uint_with_preference("tcp.port", BCNET_MASTER_PORT, gamespy_tcp_handle);
    heur_dissector_add("udp", dissect_bcnet_heuristic, "Bridge Commander over UDP", "bcnet_udp", proto_bcnet,
                       HEURISTIC_ENABLE);
}
