/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "messages/transport.h"

#include "reading/info.h"
#include "reading/labels.h"
#include "reading/words.h"
#include "game/show.h"
#include "messages/reliability.h"

static const value_string type_names[] = {
    { BCNET_TYPE_ANNOUNCE, "Peer announcement" },
    { BCNET_TYPE_ACK, "Ack" },
    { BCNET_TYPE_KEEPALIVE, "Keepalive" },
    { BCNET_TYPE_CONNECT, "Connect" },
    { BCNET_TYPE_BOOT, "Boot" },
    { BCNET_TYPE_DISCONNECT, "Disconnect" },
    { BCNET_TYPE_GAME, "Message" },
    { BCNET_TYPE_ANNOUNCE, "Name" }, /* as Info says it; a filter may, too */
    { 0, NULL },
};

const char *bcnet_message_type_name(uint8_t type)
{
    return val_to_str_const(type, type_names, "Unknown type");
}

/* ---- The header ---- */

#define MESSAGE_FIELDS(FIELD, PART)                                                                                    \
    FIELD(hf_ack_seq, "Acknowledged number", "bcnet.ack.seq", FT_UINT16, BASE_DEC, NULL, 0,                            \
          "Sequence number of the message that arrived (10.3)")                                                        \
    FIELD(hf_ack_flags, "Ack flags", "bcnet.ack.flags", FT_UINT8, BASE_HEX, NULL, 0,                                   \
          "What kind of message is acknowledged (10.3)")                                                               \
    FIELD(hf_ack_fragment, "Acknowledges a fragment", "bcnet.ack.fragment", FT_BOOLEAN, 8, NULL, BCNET_ACK_FRAGMENT,   \
          "A fragment index follows (10.3)")                                                                           \
    FIELD(hf_ack_low, "Acknowledges a type below 0x32", "bcnet.ack.low", FT_BOOLEAN, 8, NULL, BCNET_ACK_LOW,           \
          "The number belongs to the sequence space of types below 0x32 (10.3)")                                       \
    FIELD(hf_ack_frag_index, "Acknowledged fragment", "bcnet.ack.frag_index", FT_UINT8, BASE_DEC, NULL, 0,             \
          "Index of the fragment that arrived (10.3)")                                                                 \
    FIELD(hf_msg, "Message", "bcnet.msg", FT_NONE, BASE_NONE, NULL, 0, "One message of the datagram (10.3)")           \
    FIELD(hf_msg_type, "Type", "bcnet.msg.type", FT_UINT8, BASE_HEX, VALS(type_names), 0,                              \
          "Kind of transport message (10.3)")                                                                          \
    FIELD(hf_msg_flags_len, "Flags and length", "bcnet.msg.flags_len", FT_UINT16, BASE_HEX, NULL, 0,                   \
          "Flags in the upper bits, length in the lower ones (10.3)")                                                  \
    FIELD(hf_msg_length, "Length", "bcnet.msg.length", FT_UINT16, BASE_DEC | BASE_UNIT_STRING,                         \
          UNS(&bcnet_units_bytes), 0, "Bytes of the whole message, its type byte included (10.3)")                     \
    FIELD(hf_msg_fragment, "Fragment", "bcnet.msg.fragment", FT_BOOLEAN, 16, NULL, BCNET_FLAG_FRAGMENT,                \
          "The message is a piece of a longer one (10.5)")                                                             \
    FIELD(hf_msg_ordered, "Ordered", "bcnet.msg.ordered", FT_BOOLEAN, 16, NULL, BCNET_FLAG_ORDERED,                    \
          "Delivered in order, with priority (10.3)")                                                                  \
    FIELD(hf_msg_reliable, "Reliable", "bcnet.msg.reliable", FT_BOOLEAN, 16, NULL, BCNET_FLAG_RELIABLE,                \
          "Sent again until it is acknowledged (10.4)")                                                                \
    FIELD(hf_msg_seq, "Sequence number", "bcnet.msg.seq", FT_UINT16, BASE_DEC, NULL, 0,                                \
          "Number within the sequence space of its direction (10.4)")                                                  \
    FIELD(hf_frag_index, "Fragment index", "bcnet.frag.index", FT_UINT8, BASE_DEC, NULL, 0,                            \
          "Place of the fragment in its message, from 0 (10.5)")                                                       \
    FIELD(hf_frag_total, "Fragments in all", "bcnet.frag.total", FT_UINT8, BASE_DEC, NULL, 0,                          \
          "Number of fragments; only fragment 0 tells it (10.5)")                                                      \
    FIELD(hf_frag_data, "Fragment data", "bcnet.frag.data", FT_BYTES, BASE_NONE, NULL, 0,                              \
          "A piece of the message's payload (10.5)")
BCNET_FIELDS(message_fields, MESSAGE_FIELDS)

static void show_ack_flags(bcnet_msg_t *msg, uint8_t flags)
{
    if (msg->last) {
        proto_tree *tree = bcnet_below(msg->last, hf_ack_flags);
        proto_tree_add_boolean(tree, hf_ack_fragment, msg->tvb, msg->pos - 1, 1, flags);
        proto_tree_add_boolean(tree, hf_ack_low, msg->tvb, msg->pos - 1, 1, flags);
    }
    if (flags & BCNET_ACK_RESERVED)
        bcnet_complain_once(msg, BCNET_ONCE_ACK_FLAGS, BCNET_EI_VALUE,
                            "The game never sets bits 2 to 7 of an ack's flags");
}

static void show_flags_len(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    const bool game = wire->type == BCNET_TYPE_GAME;
    const int  position = msg->pos - 2;

    if (!msg->last)
        return;
    proto_tree *tree = bcnet_below(msg->last, hf_msg_flags_len);
    proto_tree_add_boolean(tree, hf_msg_reliable, msg->tvb, position, 2, wire->flags_len);
    proto_tree_add_boolean(tree, hf_msg_ordered, msg->tvb, position, 2, wire->flags_len);
    if (game)
        proto_tree_add_boolean(tree, hf_msg_fragment, msg->tvb, position, 2, wire->flags_len);
    proto_item *item = proto_tree_add_uint(tree, hf_msg_length, msg->tvb, position, 2, wire->length);
    if (!game && wire->flags_len == 0)
        proto_item_set_generated(item);
    proto_item_append_text(msg->last, ", %u bytes%s%s%s", wire->length, wire->reliable ? ", reliable" : ", unreliable",
                           wire->ordered ? ", ordered" : "", wire->fragment ? ", fragment" : "");
}

/* The headers (10.3), in the order in which the flags decide what they hold
 *
 *    ack         | 01 | seq u16 | flags u8 | fragment index u8, if flags has 0x01 |
 *    keepalive   | 02 |
 *    00 03 04 05 | type | flags and length u16 | seq u16, unless these are 0 | payload |
 *    game        | 32 | flags and length u16 | seq u16, if reliable
 *                     | fragment index u8, if a fragment | fragments u8, if the index is 0 | payload |
 *
 * The numbers that wire.c has found; leaves the reader at the payload. Returns the item of the sequence number. */
static proto_item *show_header(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    static const int *const hf_ack[] = { &hf_msg_type, NULL, &hf_ack_seq, &hf_ack_flags, &hf_ack_frag_index, NULL };
    static const int *const hf_others[] = { &hf_msg_type, &hf_msg_flags_len, &hf_msg_seq,
                                            NULL,         &hf_frag_index,    &hf_frag_total };
    const int *const       *hf = wire->type == BCNET_TYPE_ACK ? hf_ack : hf_others;
    proto_item             *number = NULL;

    for (unsigned field = 0; wire->fields >> field != 0; field++) {
        if (!(wire->fields >> field & 1))
            continue;
        if (bcnet_header_width[field] == 1)
            bcnet_read_u8(msg, *hf[field]);
        else
            bcnet_read_u16(msg, *hf[field]);
        if (field == BCNET_HEADER_FLAGS_LEN)
            show_flags_len(msg, wire);
        else if (field == BCNET_HEADER_ACK_FLAGS)
            show_ack_flags(msg, wire->ack_flags);
        else if (field == BCNET_HEADER_SEQ)
            number = msg->last;
        else if (field == BCNET_HEADER_TYPE && !bcnet_wire_has(wire, BCNET_HEADER_FLAGS_LEN) && wire->length > 0 &&
                 msg->tree) /* acks and keepalives have no length: it follows from the type */
            proto_item_set_generated(
                proto_tree_add_uint(msg->tree, hf_msg_length, msg->tvb, (int)wire->offset, 0, wire->length));
    }
    return number;
}

/* ---- Fragments ---- */

/* A joined message is read in the frame that completes it, below the message that did. */
static void step_into(bcnet_msg_t *msg, tvbuff_t *whole)
{
    const int length = (int)tvb_captured_length(whole);

    msg->around = (bcnet_reader_t *)wmem_memdup(msg->pinfo->pool, &msg->reader, sizeof msg->reader);
    msg->tvb = whole;
    msg->data = tvb_get_ptr(whole, 0, length);
    msg->pos = 0;
    msg->end = msg->captured = msg->limit = length;
    msg->last = NULL;
    msg->stands_alone = true; /* where it comes from is said behind it */
}

static G_GNUC_NO_INLINE void step_out(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    msg->reader = *msg->around;
    msg->report = NULL;
    bcnet_say(msg, " (reassembled from fragments of message %u)", wire->seq);
}

/* Whether it completes a message, which is read then. */
static bool open_fragment(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    if (!wire->reliable)
        bcnet_complain(msg, BCNET_EI_FRAGMENT, "A fragment without a sequence number cannot be joined");

    const gboolean fragmented = msg->pinfo->fragmented;
    msg->pinfo->fragmented = TRUE;
    tvbuff_t *whole = bcnet_reassemble(msg);
    msg->pinfo->fragmented = fragmented;
    if (msg->limit > msg->pos)
        bcnet_read_bytes(msg, hf_frag_data, msg->limit - msg->pos);
    if (whole) {
        step_into(msg, whole);
        return true;
    }
    bcnet_say(msg, "Fragment %u", wire->frag_index);
    if (bcnet_wire_has(wire, BCNET_HEADER_FRAG_TOTAL))
        bcnet_say(msg, " of %u", wire->frag_total);
    if (bcnet_wire_has(wire, BCNET_HEADER_SEQ))
        bcnet_say(msg, " of message %u", wire->seq);
    return false;
}

/* ---- The frame of every message ---- */

static void say_ack(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    msg->weight = BCNET_WEIGHT_ACK;
    bcnet_say(msg, "Ack %u", wire->seq);
    if (wire->ack_flags & BCNET_ACK_LOW)
        bcnet_say(msg, " (low)");
    if (bcnet_wire_has(wire, BCNET_HEADER_FRAG_INDEX))
        bcnet_say(msg, " fragment %u", wire->frag_index);
    bcnet_show_ack(msg);
}

/* One that ends too soon may have said nothing yet. */
static void dissect_connection(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    const gsize said = msg->text ? wmem_strbuf_get_len(msg->text) : 0;

    bcnet_dissect_connection(msg, wire->type);
    if (!msg->truncated || !msg->text)
        return;
    if (wmem_strbuf_get_len(msg->text) == said)
        bcnet_say(msg, "%s", bcnet_message_type_name(wire->type));
    bcnet_say(msg, " (incomplete)");
}

/* Whether a payload is there to be read; all else is shown here. */
static bool open_body(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    switch (wire->type) {
    case BCNET_TYPE_KEEPALIVE:
        bcnet_say(msg, "Keepalive");
        break;
    case BCNET_TYPE_ACK:
        say_ack(msg, wire);
        break;
    case BCNET_TYPE_GAME:
        return !wire->fragment || open_fragment(msg, wire);
    default:
        if (wire->flags_len == 0) /* three bytes and nothing else (10.3) */
            bcnet_say(msg, "Empty %s", val_to_str_const(wire->type, type_names, "message"));
        else
            dissect_connection(msg, wire);
    }
    return false;
}

static const char *delivery_words(const bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    if (wire->type == BCNET_TYPE_ACK || wire->type == BCNET_TYPE_KEEPALIVE)
        return "";
    return bcnet_wire_has(wire, BCNET_HEADER_SEQ) ? wmem_strdup_printf(msg->pinfo->pool, "reliable %u, ", wire->seq)
                                                  : "unreliable, ";
}

/* The item of the message, which gets its text when all is known: what is appended to it until then stays. */
static void begin_message(bcnet_msg_t *msg)
{
    if (!msg->tree)
        return;
    msg->item = proto_tree_add_item(msg->tree, hf_msg, msg->tvb, msg->pos, msg->limit - msg->pos, ENC_NA);
    msg->tree = bcnet_below(msg->item, hf_msg);
    if (msg->text && msg->stands_alone)
        proto_item_set_text(msg->item, "%s", "");
}

bool bcnet_open_message(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    msg->pos = (int)wire->offset;
    msg->end = (int)(wire->offset + wire->length);
    msg->limit = MIN(msg->end, msg->captured);
    begin_message(msg);
    if (msg->resend)
        bcnet_say(msg, "[Retransmission] ");
    /* Most messages are read without anybody looking, and in a header only flags of an ack can be odd. */
    if (!msg->tree && !(wire->ack_flags & BCNET_ACK_RESERVED))
        msg->pos += wire->header;
    else
        msg->last = show_header(msg, wire);
    if (msg->analysis && !msg->analysis->is_ack)
        bcnet_show_sequence(msg, wire->type != BCNET_TYPE_GAME);
    msg->last = NULL;
    return open_body(msg, wire);
}

enum { LONG_WORDS = ITEM_LABEL_LENGTH - 80 }; /* about 60 characters stand around them */

static G_GNUC_NO_INLINE void label_message(const bcnet_msg_t *msg, const bcnet_wire_message_t *wire, unsigned number)
{
    if (wmem_strbuf_get_len(msg->text) >= LONG_WORDS)
        bcnet_expect_long_words();
    proto_item_prepend_text(msg->item, "Message %u: %s, %s%u byte%s", number, wmem_strbuf_get_str(msg->text),
                            delivery_words(msg, wire), wire->length, wire->length == 1 ? "" : "s");
}

void bcnet_close_message(bcnet_msg_t *msg, const bcnet_wire_message_t *wire, unsigned number)
{
    if (msg->around)
        step_out(msg, wire);
    if (msg->tree && msg->text && msg->stands_alone)
        label_message(msg, wire, number);
}

/* ---- A message that is none (10.3) ---- */

static const char *broken_words(const bcnet_msg_t *msg, const bcnet_wire_message_t *wire, bcnet_wire_status_t status)
{
    wmem_allocator_t *pool = msg->pinfo->pool;

    switch (status) {
    case BCNET_WIRE_UNKNOWN_TYPE:
        return wmem_strdup_printf(pool, "type 0x%02x is unknown", wire->type);
    case BCNET_WIRE_TOO_SHORT:
        return wmem_strdup_printf(pool, "length %u is below its header's %u", wire->length, wire->header);
    case BCNET_WIRE_BEYOND:
        return wmem_strdup_printf(pool, "length %u leaves the datagram, %u bytes are there", wire->length,
                                  (unsigned)msg->end - wire->offset);
    default:
        return wire->offset >= (uint32_t)msg->end ? "the datagram ends before it" : "the datagram ends in its header";
    }
}

static const char *broken_summary(bcnet_wire_status_t status)
{
    static const char *const summaries[] = {
        [BCNET_WIRE_UNKNOWN_TYPE] = "Unknown message type",
        [BCNET_WIRE_TOO_SHORT] = "The message's length is smaller than its header",
        [BCNET_WIRE_BEYOND] = "The message's length leaves the datagram",
        [BCNET_WIRE_END] = "The datagram ends inside a message header",
    };

    return summaries[status];
}

/* The header says what the sender meant; where such a message ends nobody can tell. */
G_GNUC_NO_INLINE void bcnet_dissect_broken(bcnet_msg_t *msg, const bcnet_wire_message_t *wire,
                                           bcnet_wire_status_t status, unsigned number)
{
    msg->pos = (int)wire->offset;
    if (status == BCNET_WIRE_CUT) { /* the capture ends here, nothing is wrong with the traffic */
        bcnet_read_rest(msg);
        return;
    }
    msg->weight = BCNET_WEIGHT_TROUBLE;
    bcnet_say(msg, "[Bad message: %s]", broken_words(msg, wire, status));
    if (msg->pos >= msg->end) {
        bcnet_complain_with(msg, BCNET_EI_TRANSPORT, "The datagram announces more messages than it holds",
                            "message %u is missing", number);
        return;
    }
    begin_message(msg);
    show_header(msg, wire);
    bcnet_read_rest(msg);
    msg->last = NULL;
    bcnet_complain(msg, BCNET_EI_TRANSPORT, broken_summary(status));
    if (msg->text && msg->item)
        proto_item_prepend_text(msg->item, "Message %u: %s", number, wmem_strbuf_get_str(msg->text));
}

hf_register_info *const bcnet_transport_fields[] = { message_fields, NULL };
