/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/endpoints.h"

#include "reading/reader.h"

#define ENDPOINT_FIELDS(FIELD, PART)                                                                                   \
    FIELD(hf_quoted, "Quoted", "bcnet.quoted", FT_BOOLEAN, BASE_NONE, NULL, 0,                                         \
          "An ICMP error quotes the datagram: it was sent before, and nothing is learned from it (10.9)")              \
    FIELD(hf_from, "From", "bcnet.from", FT_STRING, BASE_NONE, NULL, 0,                                                \
          "Who sends: the host, a player with network id and name, or a new client; of GameSpy text the host, a "      \
          "browser or the master server (10.1, 80.2)")                                                                 \
    FIELD(hf_from_id, "Network id", "bcnet.from.id", FT_UINT8, BASE_DEC, NULL, 0,                                      \
          "Network id of the sender: 1 for the host, 2 to 126 for clients; absent while a client has none (10.9)")     \
    FIELD(hf_from_name, "Name", "bcnet.from.name", FT_STRING, BASE_NONE, NULL, 0,                                      \
          "Name of the player who sends, without the id; absent until the capture has told it (10.9)")                 \
    FIELD(hf_to, "To", "bcnet.to", FT_STRING, BASE_NONE, NULL, 0,                                                      \
          "Who receives: the host, or the player at the other end of the connection; of GameSpy text the host, a "     \
          "browser or the master server (10.1, 80.2)")                                                                 \
    FIELD(hf_to_id, "Network id", "bcnet.to.id", FT_UINT8, BASE_DEC, NULL, 0,                                          \
          "Network id of the receiver: 1 for the host, 2 to 126 for clients; absent while a client has none (10.9)")   \
    FIELD(hf_to_name, "Name", "bcnet.to.name", FT_STRING, BASE_NONE, NULL, 0,                                          \
          "Name of the player who receives, without the id; absent until the capture has told it (10.9)")
BCNET_FIELDS(endpoint_fields, ENDPOINT_FIELDS)

static const bcnet_endpoint_fields_t from_fields = { &hf_from, &hf_from_id, &hf_from_name };
static const bcnet_endpoint_fields_t to_fields = { &hf_to, &hf_to_id, &hf_to_name };

proto_item *bcnet_show_endpoint(proto_tree *tree, tvbuff_t *tvb, int start, int length,
                                const bcnet_endpoint_fields_t *fields, const bcnet_endpoint_t *end)
{
    proto_item *item = proto_tree_add_string(tree, *fields->words, tvb, start, length, end->words);

    proto_item_set_generated(item);
    proto_tree *subtree = bcnet_below(item, *fields->words);
    if (bcnet_is_player_id(end->id))
        proto_item_set_generated(proto_tree_add_uint(subtree, *fields->id, tvb, start, length, end->id));
    if (end->name)
        proto_item_set_generated(proto_tree_add_string(subtree, *fields->name, tvb, start, 0, end->name));
    return item;
}

void bcnet_show_endpoints(proto_tree *tree, tvbuff_t *tvb, const bcnet_endpoint_t *from, const bcnet_endpoint_t *to)
{
    bcnet_show_endpoint(tree, tvb, 0, 1, &from_fields, from);
    bcnet_show_endpoint(tree, tvb, 0, 0, &to_fields, to);
}

void bcnet_show_quoted(proto_tree *tree, tvbuff_t *tvb)
{
    proto_item_set_generated(proto_tree_add_boolean(tree, hf_quoted, tvb, 0, 0, true));
}

hf_register_info *const bcnet_endpoints_fields[] = { endpoint_fields, NULL };
