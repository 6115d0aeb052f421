/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who sends to whom, in the tree (protocol chapters 10.1, 10.9). */
#pragma once

#include "reading/message.h"

/* Somebody: the words, and apart what they are made of. */
typedef struct {
    const char *words; /* "host", "#2 Ace", "new client" */
    const char *name; /* NULL: not known */
    uint32_t    id; /* of no player while a client has none */
} bcnet_endpoint_t;

/* Where these three go. */
typedef struct {
    const int *words, *id, *name;
} bcnet_endpoint_fields_t;

/* Ids that players can have: the host's and those of clients. */
static inline bool bcnet_is_player_id(uint32_t network_id)
{
    return network_id >= BCNET_PEER_HOST && network_id <= BCNET_PEER_LAST_CLIENT;
}

/* A byte that tells the id, or length 0. Returns the item of the words. */
proto_item *bcnet_show_endpoint(proto_tree *tree, tvbuff_t *tvb, int start, int length,
                                const bcnet_endpoint_fields_t *fields, const bcnet_endpoint_t *end);
void bcnet_show_endpoints(proto_tree *tree, tvbuff_t *tvb, const bcnet_endpoint_t *from, const bcnet_endpoint_t *to);
/* An ICMP error quotes the datagram. */
void bcnet_show_quoted(proto_tree *tree, tvbuff_t *tvb);

extern hf_register_info *const bcnet_endpoints_fields[];
