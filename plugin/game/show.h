/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of the game, in the tree. */
#pragma once

#include "game/object-words.h"
#include "game/relays.h"
#include "reading/reader.h"

/* Objects in the tree: an id, and what it stands for (protocol chapter 20.4). */

/* Reads an object id into `hf` and shows its slot, what it is, and where it was created, as children of
 * the item. */
uint32_t bcnet_read_object(bcnet_msg_t *msg, int hf);
/* The children of an id that was read otherwise, below `item`; NULL: nobody looks, or it was not read. */
void bcnet_show_object(bcnet_msg_t *msg, proto_item *item, uint32_t object_id);
/* Only its slot, if it lies in one. */
void bcnet_show_slot(bcnet_msg_t *msg, proto_item *item, uint32_t object_id);
/* Of an id that means something to its sender alone, and equals others' ids only by chance: its slot, if it lies in
 * one. */
void bcnet_show_local_object(bcnet_msg_t *msg, proto_item *item, uint32_t object_id);

/* The same for what has to be a weapon, and so on: what is none is not named. */
void     bcnet_show_object_as(bcnet_msg_t *msg, proto_item *item, uint32_t object_id, bcnet_role_t role);
uint32_t bcnet_read_object_as(bcnet_msg_t *msg, int hf, bcnet_role_t role);

/* bcnet.ship.layout.refuted; NULL: nothing is shown. */
void bcnet_show_refuted(bcnet_msg_t *msg, const bcnet_layout_t *refuted);

/* Where a ship dies: its player's next one. There: the death, and the time between. */
void bcnet_show_death(bcnet_msg_t *msg, const bcnet_object_t *object);
void bcnet_show_respawn(bcnet_msg_t *msg, const bcnet_object_t *object);

/* Players, requests and answers in the tree. */

/* The player's name, as of this frame, beside the network id just read (msg->last): child field bcnet.player.name and a
 * longer label. */
void bcnet_show_player(bcnet_msg_t *msg, uint32_t network_id);
/* The same for one who leaves. */
void bcnet_show_departed(bcnet_msg_t *msg, uint32_t network_id);

/* A client speaks for itself (10.9, 10.12): complains of another id than its own in the field just read. */
void bcnet_check_own_id(bcnet_msg_t *msg, uint32_t network_id, const char *summary);

/* The link to the other end, if there is one: at the request where it is answered, at the answer where it was asked
 * for and how long that took. */
void bcnet_show_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, int hf_answer);
void bcnet_show_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, int hf_request, int hf_time);

/* Comings and goings in the tree. */

/* Where a player joins: when that one leaves. Where one leaves: when they joined, and how long they stayed. */
void bcnet_show_joining(bcnet_msg_t *msg, uint32_t player);
void bcnet_show_leaving(bcnet_msg_t *msg, const bcnet_stay_t *stay);

/* Relays in the tree: originals and their copies. */

/* Who acts, and where the other appearances are: below the item `behind`, at the message. */
void bcnet_show_relay(bcnet_msg_t *msg, const bcnet_relay_analysis_t *relayed, proto_item *behind);

/* What a program does all the time, though the game never does: a habit of its writer, not a fault of the message.
 * Noted at each message; counted per link, so that it can be said once. */

typedef enum {
    BCNET_ONCE_ACK_FLAGS, /* reserved bits in the flags of acks (10.3) */
    BCNET_ONCE_ENDS_EARLY, /* blocks of subsystem states that end early, or late (60.2) */
    BCNET_ONCE_ENDS_LATE
} bcnet_once_t;

/* Like bcnet_complain, but an expert info the first time only. From then on the item in hand says it, and how often
 * it has been. */
void bcnet_complain_once(bcnet_msg_t *msg, bcnet_once_t once, bcnet_expert_t which, const char *summary);

/* What the packet that somebody looks at is about: for menus that make filters of it.
 *
 * Noted while its tree is shown, in memory of the packet. */

typedef struct {
    const address      *host; /* of the game; NULL: not known */
    uint16_t            port;
    const bcnet_stay_t *client; /* of the link; NULL: nobody yet */
    wmem_array_t       *ships; /* of const char *: "Sovereign (Ace)", each once */
    wmem_array_t       *originals; /* of uint32_t: frames of originals that have copies */
} bcnet_filter_context_t;

/* NULL: no datagram of ours, or nobody looks. */
bcnet_filter_context_t *bcnet_filter_context_of(packet_info *pinfo);

void bcnet_filter_context_begin(packet_info *pinfo, const bcnet_link_t *link, bcnet_stamp_t stamp);

extern hf_register_info *const bcnet_game_fields[];
