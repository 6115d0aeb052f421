/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GameSpy text in fields: pairs in order, known keys as what they mean; datagrams, and the master server's connection
 * (protocol chapter 80). */
#include "gamespy/gamespy.h"

#include <epan/dissectors/packet-tcp.h>
#include <epan/tap.h>
#include <epan/to_str.h>

#include "reading/info.h"
#include "reading/labels.h"
#include "reading/endpoints.h"
#include "reading/reader.h"
#include "reading/words.h"

/* ---- Values of known keys ---- */

static const value_string time_limits[] = {
    { (uint32_t)-1, "no limit" },
    { 0, NULL },
};

/* Two game modes share this key: kills below 10000, points from there on (80.4). */
static const range_string frag_limits[] = {
    { 0, 9999, "kill limit" },
    { 10000, INT32_MAX, "score limit, points" },
    { (uint32_t)-2, (uint32_t)-2, "score limit mode, no limit" },
    { (uint32_t)-1, (uint32_t)-1, "kill limit mode, no limit" },
    { 0, 0, NULL },
};

static const value_string heartbeat_ports[] = {
    { 0, "the source port" },
    { 0, NULL },
};

static int hf_keys[BCNET_GAMESPY_KEY_COUNT];

#define FIELD(constant, name, texts, before, label, type, display, strings, meaning)                                   \
    [BCNET_KEY_##constant] = { &hf_keys[BCNET_KEY_##constant],                                                         \
                               { label, "bcnet.gamespy." name, type, display, strings, 0, meaning, HFILL } },
#define NO_FIELD(...)
/* Without p_id: the key has no field of its own. */
static hf_register_info value_fields[BCNET_GAMESPY_KEY_COUNT + 1] = { BCNET_GAMESPY_KEYS(FIELD, NO_FIELD) };

static proto_item *add_text(const bcnet_gamespy_message_t *message, proto_tree *tree, int hf, bcnet_gamespy_span_t span)
{
    wmem_allocator_t *pool = message->pinfo->pool;
    const int         start = (int)span.offset, length = (int)span.length;
    const uint8_t    *text = tvb_get_string_enc(pool, message->tvb, start, length, ENC_ISO_8859_1 | ENC_NA);

    return bcnet_add_text(pool, tree, hf, message->tvb, start, length, (const char *)text);
}

static proto_item *add_uint(const bcnet_gamespy_message_t *message, proto_tree *tree, int hf, bcnet_gamespy_span_t span,
                            uint32_t value)
{
    return proto_tree_add_uint(tree, hf, message->tvb, (int)span.offset, (int)span.length, value);
}

/* What a number stands for, behind it in the pair's line; many speak for themselves. */
static void append_meaning(proto_item *pair_item, const header_field_info *field, uint32_t number)
{
    const char *meaning = NULL;

    if (field->type == FT_BOOLEAN) /* the password */
        meaning = number != 0 ? "needed" : "none";
    else if (field->strings && field->display & BASE_RANGE_STRING)
        meaning = try_rval_to_str(number, (const range_string *)field->strings);
    else if (field->strings)
        meaning = try_val_to_str(number, (const value_string *)field->strings);
    if (meaning)
        proto_item_append_text(pair_item, " (%s)", meaning);
}

static void add_number(const bcnet_gamespy_message_t *message, proto_tree *tree, proto_item *pair_item,
                       const hf_register_info *field, bcnet_gamespy_span_t span)
{
    const enum ftenum type = field->hfinfo.type;
    const int         start = (int)span.offset, length = (int)span.length;
    const bool        is_signed = type == FT_INT32 || type == FT_BOOLEAN;
    const int64_t     most = is_signed ? INT32_MAX : type == FT_UINT16 ? UINT16_MAX : UINT32_MAX;
    int64_t           number;

    if (!bcnet_gamespy_number(message->bytes, span, is_signed ? INT32_MIN : 0, most, &number)) {
        bcnet_expert(message->pinfo, pair_item, BCNET_EI_VALUE,
                     "The value of this key should be a number in its range");
        return;
    }
    if (type == FT_INT32)
        proto_tree_add_int(tree, *field->p_id, message->tvb, start, length, (int32_t)number);
    else if (type == FT_BOOLEAN)
        proto_tree_add_boolean(tree, *field->p_id, message->tvb, start, length, number != 0);
    else
        add_uint(message, tree, *field->p_id, span, (uint32_t)number);
    append_meaning(pair_item, &field->hfinfo, (uint32_t)number);
}

#define PAIR_FIELDS(FIELD, PART)                                                                                       \
    FIELD(hf_queryid_number, "Query number", "bcnet.gamespy.queryid.number", FT_UINT32, BASE_DEC, NULL, 0,             \
          "Queries that the server has received (80.5)")                                                               \
    FIELD(hf_queryid_part, "Part of the reply", "bcnet.gamespy.queryid.part", FT_UINT32, BASE_DEC, NULL, 0,            \
          "Number of the datagram within the reply, from 1 (80.5)")                                                    \
    FIELD(hf_validate_valid, "Answer is right", "bcnet.gamespy.validate.valid", FT_BOOLEAN, BASE_NONE,                 \
          TFS(&bcnet_tfs_yes_no), 0, "The answer fits a challenge seen before in this conversation (80.6)")            \
    FIELD(hf_pair, "Pair", "bcnet.gamespy.pair", FT_NONE, BASE_NONE, NULL, 0, "A key and its value (80.2)")            \
    FIELD(hf_key, "Key", "bcnet.gamespy.key", FT_STRING, BASE_NONE, NULL, 0, "Name of a value (80.2)")                 \
    FIELD(hf_value, "Value", "bcnet.gamespy.value", FT_STRING, BASE_NONE, NULL, 0,                                     \
          "Value of a key, may be empty (80.2)")                                                                       \
    FIELD(hf_query, "Query", "bcnet.gamespy.query", FT_STRING, BASE_NONE, NULL, 0,                                     \
          "What the server is asked for (80.3)")                                                                       \
    FIELD(hf_player, "Player", "bcnet.gamespy.player", FT_STRING, BASE_NONE, NULL, 0, "Name of a player (80.4)")       \
    FIELD(hf_player_index, "Player number", "bcnet.gamespy.player.index", FT_UINT32, BASE_DEC, NULL, 0,                \
          "N of player_N, from 0 (80.4)")
BCNET_FIELDS(pair_fields, PAIR_FIELDS)

static void add_queryid_parts(const bcnet_gamespy_message_t *message, proto_tree *tree, bcnet_gamespy_span_t value)
{
    const int            hf[2] = { hf_queryid_number, hf_queryid_part };
    bcnet_gamespy_span_t digits[2];
    int64_t              number;

    if (!bcnet_gamespy_queryid(message->bytes, value, &digits[0], &digits[1]))
        return;
    for (unsigned i = 0; i < 2; i++) {
        bcnet_gamespy_number(message->bytes, digits[i], 0, UINT32_MAX, &number);
        proto_item_set_generated(add_uint(message, tree, hf[i], digits[i], (uint32_t)number));
    }
}

static void show_known_value(const bcnet_gamespy_message_t *message, proto_tree *tree, proto_item *item,
                             const hf_register_info *field, const bcnet_gamespy_pair_t *pair)
{
    if (field->hfinfo.type == FT_STRING)
        add_text(message, tree, *field->p_id, pair->value);
    else if (field->hfinfo.type == FT_NONE)
        proto_tree_add_item(tree, *field->p_id, message->tvb, (int)pair->key.offset, (int)pair->key.length, ENC_NA);
    else
        add_number(message, tree, item, field, pair->value);
    if (field->p_id == &hf_keys[BCNET_KEY_QUERYID])
        add_queryid_parts(message, tree, pair->value);
    else if (field->p_id == &hf_keys[BCNET_KEY_VALIDATE] && message->answer != BCNET_ANSWER_UNCHECKED)
        proto_item_set_generated(proto_tree_add_boolean(tree, hf_validate_valid, message->tvb, (int)pair->value.offset,
                                                        (int)pair->value.length,
                                                        message->answer == BCNET_ANSWER_RIGHT));
}

/* ---- Pairs ---- */

static void show_player(const bcnet_gamespy_message_t *message, proto_tree *tree, const bcnet_gamespy_pair_t *pair)
{
    const size_t prefix = sizeof "player_" - 1;
    int64_t      index;

    if (!bcnet_gamespy_player_index(message->bytes, pair->key, &index))
        return;
    add_uint(message, tree, hf_player_index,
             (bcnet_gamespy_span_t){ pair->key.offset + prefix, pair->key.length - prefix }, (uint32_t)index);
    add_text(message, tree, hf_player, pair->value);
}

/* The server looks for \name\ anywhere, so a value can be a query too: \info\rules\ asks for both (80.3). */
static void show_queries(const bcnet_gamespy_message_t *message, proto_tree *tree, const bcnet_gamespy_pair_t *pair)
{
    const size_t behind = pair->value.offset + pair->value.length;

    if (message->summary.type != BCNET_GAMESPY_QUERY)
        return;
    if (bcnet_gamespy_is_query(message->bytes, pair->key))
        add_text(message, tree, hf_query, pair->key);
    if (bcnet_gamespy_is_query(message->bytes, pair->value) && behind < (size_t)message->length)
        add_text(message, tree, hf_query, pair->value);
}

static void show_pair(const bcnet_gamespy_message_t *message, proto_tree *tree, const bcnet_gamespy_pair_t *pair)
{
    const size_t            end = pair->value.offset + pair->value.length;
    const size_t            start = pair->key.offset - 1; /* the backslash before the key */
    const bool              cut = message->missing > 0 && end == (size_t)message->length;
    const hf_register_info *field = &value_fields[bcnet_gamespy_key(message->bytes, pair->key)];

    proto_item *item =
        proto_tree_add_none_format(tree, hf_pair, message->tvb, (int)start, (int)(end - start), "%s: %s",
                                   bcnet_gamespy_words(message, pair->key), bcnet_gamespy_words(message, pair->value));
    proto_tree *pair_tree = bcnet_below(item, hf_pair);
    add_text(message, pair_tree, hf_key, pair->key);
    if (!pair->torn)
        add_text(message, pair_tree, hf_value, pair->value);
    if (cut)
        return; /* half a key or half a number would tell something wrong */
    show_queries(message, pair_tree, pair);
    if (pair->torn) {
        bcnet_expert(message->pinfo, item, BCNET_EI_GAMESPY,
                     "The last key has no value: the backslash behind it is missing");
        return;
    }
    if (field->p_id)
        show_known_value(message, pair_tree, item, field, pair);
    else
        show_player(message, pair_tree, pair);
}

/* Bytes that nobody understands, with a complaint on them unless that is NULL. */
static void show_rest(packet_info *pinfo, tvbuff_t *tvb, int start, int length, proto_tree *tree, const char *complaint)
{
    const int   end = start + length;
    bcnet_msg_t rest = {
        .pinfo = pinfo, .reader = { .tvb = tvb, .pos = start, .end = end, .captured = end, .limit = end, .tree = tree }
    };

    bcnet_read_rest(&rest);
    if (complaint)
        bcnet_expert(pinfo, rest.last, BCNET_EI_GAMESPY, complaint);
}

static void show_pairs(const bcnet_gamespy_message_t *message, proto_tree *tree)
{
    bcnet_gamespy_cursor_t cursor = { message->bytes, (size_t)message->length, 0 };
    bcnet_gamespy_pair_t   pair;

    while (bcnet_gamespy_next(&cursor, &pair))
        show_pair(message, tree, &pair);
    const int  left = (int)(cursor.length - cursor.offset);
    const bool cut = message->missing > 0 && left == 1; /* the key may just not have been captured */
    if (left > 0)
        show_rest(message->pinfo, message->tvb, (int)cursor.offset, left, tree,
                  cut ? NULL : "An empty key: here the game stops reading");
}

/* ---- Texts ---- */

static const value_string type_names[] = {
    { BCNET_GAMESPY_UNKNOWN, "Unknown text" },
    { BCNET_GAMESPY_QUERY, "Query" },
    { BCNET_GAMESPY_REPLY, "Reply" },
    { BCNET_GAMESPY_HEARTBEAT, "Heartbeat" },
    { BCNET_GAMESPY_MASTER_LOGIN, "Master login" },
    { BCNET_GAMESPY_LIST_REQUEST, "List request" },
    { BCNET_GAMESPY_SERVER_LIST, "Server list" },
    { 0, NULL },
};

#define TEXT_FIELDS(FIELD, PART)                                                                                       \
    FIELD(hf_gamespy, "GameSpy text", "bcnet.gamespy", FT_NONE, BASE_NONE, NULL, 0,                                    \
          "Plain text beside the game: queries, replies, heartbeats, lists (80.1)")                                    \
    FIELD(hf_type, "Type", "bcnet.gamespy.type", FT_UINT8, BASE_DEC, VALS(type_names), 0,                              \
          "Kind of message, from its keys (80.2)")                                                                     \
    FIELD(hf_text, "Text", "bcnet.gamespy.text", FT_STRING, BASE_NONE, NULL, 0, "The whole text, ISO-8859-1 (80.2)")   \
    FIELD(hf_server, "Server", "bcnet.gamespy.server", FT_NONE, BASE_NONE, NULL, 0,                                    \
          "A record of the server list (80.8)")                                                                        \
    FIELD(hf_server_ip, "Address", "bcnet.gamespy.server.ip", FT_IPv4, BASE_NONE, NULL, 0,                             \
          "Address of a server (80.8)")                                                                                \
    FIELD(hf_server_port, "Port", "bcnet.gamespy.server.port", FT_UINT16, BASE_DEC, NULL, 0,                           \
          "Port that takes queries, the game's port; big-endian (80.8)")
BCNET_FIELDS(text_fields, TEXT_FIELDS)

/* The master server queries from one of its own ports (90.1). */
static bool is_master_port(uint32_t port)
{
    return port == BCNET_MASTER_UDP_PORT || port == BCNET_MASTER_QUERY_PORT;
}

/* Nobody says who they are in these texts; who speaks follows from what is said (80.2) and from well-known ports. */
static void find_endpoints(const bcnet_gamespy_message_t *message, bcnet_gamespy_said_t *said)
{
    static const char        host[] = "host", browser[] = "browser", master[] = "master server";
    static const char *const endpoints[][2] = {
        [BCNET_GAMESPY_QUERY] = { browser, host },          [BCNET_GAMESPY_REPLY] = { host, browser },
        [BCNET_GAMESPY_HEARTBEAT] = { host, master },       [BCNET_GAMESPY_MASTER_LOGIN] = { browser, master },
        [BCNET_GAMESPY_LIST_REQUEST] = { browser, master }, [BCNET_GAMESPY_SERVER_LIST] = { master, browser },
    };
    const packet_info         *pinfo = message->pinfo;
    const bcnet_gamespy_type_t type = message->summary.type;

    said->from = endpoints[type][0];
    said->to = endpoints[type][1];
    if (type == BCNET_GAMESPY_QUERY && (message->over_tcp || is_master_port(pinfo->srcport)))
        said->from = master;
    if (type == BCNET_GAMESPY_QUERY && message->over_tcp)
        said->to = browser;
    if (type == BCNET_GAMESPY_REPLY && is_master_port(pinfo->destport))
        said->to = master;
    if (type == BCNET_GAMESPY_UNKNOWN) {
        said->from = address_to_str(pinfo->pool, &pinfo->net_src);
        said->to = address_to_str(pinfo->pool, &pinfo->net_dst);
    }
}

static int said_tap = -1;

/* Shows who says it to whom, and what it is, and tells listeners. Returns the tree of the text. */
static proto_tree *say(const bcnet_gamespy_message_t *message, proto_tree *tree, const char *sentence)
{
    bcnet_gamespy_said_t *said = wmem_new(message->pinfo->pool, bcnet_gamespy_said_t);

    find_endpoints(message, said);
    said->sentence = sentence;
    said->length = message->length;
    bcnet_show_endpoints(tree, message->tvb, &(bcnet_endpoint_t){ .words = said->from },
                         &(bcnet_endpoint_t){ .words = said->to });
    if (have_tap_listener(said_tap))
        tap_queue_packet(said_tap, message->pinfo, said);
    proto_item *item = proto_tree_add_none_format(tree, hf_gamespy, message->tvb, 0, message->length, "%s", sentence);
    if (message->missing > 0 && message->pinfo->flags.in_error_pkt)
        proto_item_append_text(item, " [the quote ends here]");
    else if (message->missing > 0)
        proto_item_append_text(item, " [%d more bytes were not captured]", message->missing);
    proto_tree *text_tree = bcnet_below(item, hf_gamespy);
    proto_item_set_generated(proto_tree_add_uint(text_tree, hf_type, message->tvb, 0, 0, message->summary.type));
    return text_tree;
}

/* Fills in what follows from the bytes, shows all of it, and returns its sentence. */
static const char *show_text(bcnet_gamespy_message_t *message, proto_tree *tree)
{
    bcnet_gamespy_summarize(message->bytes, (size_t)message->length, message->over_tcp, &message->summary);
    /* Errors quote as much as they like, and Wireshark takes what is there for all of it: a quote that ends within a pair
     * is cut, not wrong. */
    if (message->missing == 0 && message->pinfo->flags.in_error_pkt && !message->over_tcp &&
        (message->summary.torn || message->summary.rest < (size_t)message->length))
        message->missing = 1; /* at the least */
    message->answer = bcnet_gamespy_remember(message);

    const char *sentence = bcnet_gamespy_sentence(message);
    proto_tree *text_tree = say(message, tree, sentence);
    add_text(message, text_tree, hf_text, (bcnet_gamespy_span_t){ 0, (size_t)message->length });
    show_pairs(message, text_tree);
    return sentence;
}

/* ---- Server list (80.8) ---- */

/* Complete, or as far as it goes. */
static const char *show_list(bcnet_gamespy_message_t *message, unsigned records, bool complete, proto_tree *tree)
{
    const int records_end = (int)records * BCNET_GAMESPY_RECORD_SIZE;
    tvbuff_t *tvb = message->tvb;

    message->summary.type = BCNET_GAMESPY_SERVER_LIST;
    const char *sentence = wmem_strdup_printf(message->pinfo->pool, "GameSpy server list: %u server%s%s", records,
                                              records == 1 ? "" : "s", complete ? "" : " (incomplete)");
    proto_tree *list_tree = say(message, tree, sentence);
    for (int at = 0; at < records_end; at += BCNET_GAMESPY_RECORD_SIZE) {
        proto_item *item =
            proto_tree_add_none_format(list_tree, hf_server, tvb, at, BCNET_GAMESPY_RECORD_SIZE, "Server %s:%u",
                                       tvb_ip_to_str(message->pinfo->pool, tvb, at), tvb_get_ntohs(tvb, at + 4));
        proto_tree *server_tree = bcnet_below(item, hf_server);
        proto_tree_add_item(server_tree, hf_server_ip, tvb, at, 4, ENC_BIG_ENDIAN);
        proto_tree_add_item(server_tree, hf_server_port, tvb, at + 4, 2, ENC_BIG_ENDIAN);
    }
    if (complete)
        proto_tree_add_item(list_tree, hf_keys[BCNET_KEY_FINAL], tvb, records_end, BCNET_GAMESPY_LIST_END_SIZE, ENC_NA);
    return sentence;
}

/* ---- Datagrams ---- */

/* The protocol's item, and the columns. */
static proto_tree *begin(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, proto_item **item)
{
    col_set_str(pinfo->cinfo, COL_PROTOCOL, "GameSpy");
    bcnet_info_open(pinfo);
    *item = proto_tree_add_item(tree, proto_bcnet, tvb, 0, tvb_captured_length(tvb), ENC_NA);
    return bcnet_below(*item, proto_bcnet);
}

int bcnet_dissect_gamespy(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree)
{
    const int               captured = (int)tvb_captured_length(tvb);
    bcnet_gamespy_message_t message = { .pinfo = pinfo, .tvb = tvb, .length = captured };
    proto_item             *item;

    if (captured == 0)
        return 0;
    message.missing = (int)tvb_reported_length(tvb) - captured;
    message.bytes = tvb_get_ptr(tvb, 0, captured);
    message.stamp = bcnet_stamp(pinfo->num, pinfo->curr_proto_layer_num, 0);
    if (!bcnet_gamespy_is_text(message.bytes, (size_t)captured))
        return 0;

    proto_tree *protocol_tree = begin(tvb, pinfo, tree, &item);
    if (pinfo->flags.in_error_pkt)
        bcnet_show_quoted(protocol_tree, tvb);
    const char *sentence = show_text(&message, protocol_tree);
    col_add_str(pinfo->cinfo, COL_INFO, sentence);
    bcnet_info_close(pinfo);
    proto_item_append_text(item, ", %s", sentence);
    bcnet_end_lines(item);
    return captured;
}

/* ---- The connection to the master server: challenge, login, list request and the binary list, one behind the other in
 * a TCP stream (80.8) ---- */

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
        .tvb = tvb_new_subset_length(tvb, offset, piece->length),
        .length = piece->length,
        .over_tcp = true,
        .stamp = stamp,
    };

    if (piece->is_list)
        return show_list(&message, piece->records, piece->complete, tree);
    if (offset + piece->length == (int)tvb_captured_length(tvb))
        message.missing = (int)(tvb_reported_length(tvb) - tvb_captured_length(tvb));
    message.bytes = tvb_get_ptr(tvb, offset, piece->length);
    return show_text(&message, tree);
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
            protocol_tree = begin(tvb, pinfo, tree, &item);
        if (piece.length == 0) {
            show_rest(pinfo, tvb, offset, captured - offset, protocol_tree,
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
    bcnet_end_lines(item);
    return captured;
}

/* ---- Registration ---- */

void bcnet_register_gamespy(int proto)
{
    for (unsigned key = 0; key < BCNET_GAMESPY_KEY_COUNT; key++)
        if (value_fields[key].p_id)
            proto_register_field_array(proto, &value_fields[key], 1);
    BCNET_REGISTER(proto, pair_fields, text_fields);
    bcnet_gamespy_init_memory();
    said_tap = register_tap("bcnet.text");
}
