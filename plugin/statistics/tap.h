/* What every message tells to statistics: one record per transport message (Wireshark's tap "bcnet").
 *
 * Records live as long as the packet. Nothing here costs anything while nobody listens.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_TAP_H
#define BCNET_TAP_H

#include "game/binding.h"
#include "game/session.h"

/* A total that a score message gives (70.4). */
typedef enum { BCNET_TOTAL_KILLS, BCNET_TOTAL_DEATHS, BCNET_TOTAL_SCORE } bcnet_total_t;

typedef struct {
    uint32_t      player;
    bcnet_total_t total;
    int32_t       value;
} bcnet_score_fact_t;

/* The parts of an entry of a ship's list: the entry itself, its children from 1 on, shield facings. */
enum { BCNET_PART_SELF = 0, BCNET_PART_FIRST_CHILD = 1, BCNET_PART_FIRST_FACING = 0x100 };

/* The condition of one entry of a ship's list, or of a part of it. Names may repeat within a ship, places do not. */
typedef struct {
    uint16_t    index; /* position in the list */
    uint16_t    part;
    const char *name;
    uint8_t     condition;
} bcnet_condition_fact_t;

/* A ship's death (50.4). */
typedef struct {
    uint32_t            ship; /* object id */
    const bcnet_life_t *life; /* NULL when its creation was not seen */
    int32_t             killer; /* network id; 0 nobody */
} bcnet_death_fact_t;

/* What the message says, for those who count deeds rather than bytes. Resends carry no facts (10.4). */
typedef struct bcnet_facts {
    wmem_array_t             *scores; /* of bcnet_score_fact_t; NULL: none */
    wmem_array_t             *conditions; /* of bcnet_condition_fact_t; NULL: none */
    const bcnet_life_t       *created; /* 0x02, 0x03: the life, also where the creation is a copy */
    uint32_t                  ship; /* 0x1C: the object id, 0: none */
    bcnet_binding_t           binding; /* of that ship */
    const bcnet_death_fact_t *death; /* NULL: none */
    uint32_t                  removed; /* 0x14: object id, 0: none */
    bool                      restart; /* 0x39: all ships are gone */
    const char               *chat; /* the text of a chat line; NULL: none */
    uint32_t                  chat_from; /* network ids; BCNET_NO_ID: no such fact */
    uint32_t                  joined;
    uint32_t                  left; /* left, or was turned out */
    uint32_t                  assigned; /* the host gives this id to a new client */
} bcnet_facts_t;

typedef struct {
    const bcnet_link_t         *link;
    const bcnet_game_t         *game;
    const bcnet_wire_message_t *wire;
    const bcnet_verdict_t      *verdict; /* NULL: unreliable */
    const bcnet_opcode_t       *opcode; /* NULL: none, or a free one */
    const bcnet_facts_t        *facts;
    const char                 *summary; /* NULL when neither columns nor labels are wanted */
    proto_node                 *node; /* the message's subtree; NULL when nobody looks at fields */
    bcnet_stamp_t               stamp;
    uint8_t                     peer;
    uint8_t                     client_id; /* of the link, BCNET_NO_ID: not known */
    uint32_t                    payload_length; /* of the joined message, where it came in fragments */
    uint8_t                     opcode_value;
    bool                        has_opcode;
    bool                        from_host;
    bool                        resend;
} bcnet_tap_message_t;

/* Prepares the facts of a message, when somebody listens. */
void bcnet_tap_begin(bcnet_msg_t *msg);
/* Hands the message to the listeners. */
void bcnet_tap_end(const bcnet_msg_t *msg, const bcnet_wire_message_t *wire);

/* The facts of a message, or NULL when nobody listens or it is a resend. */
static inline bcnet_facts_t *bcnet_facts(const bcnet_msg_t *msg)
{
    return msg->resend ? NULL : msg->facts;
}

void bcnet_tell_score(bcnet_msg_t *msg, uint32_t player, bcnet_total_t total, int32_t value);
/* The conditions of an entry and its children at `start`, and those of the facings at `position`. */
void bcnet_tell_entry(bcnet_msg_t *msg, const bcnet_subsystem_t *subsystem, unsigned index, int start);
void bcnet_tell_facings(bcnet_msg_t *msg, unsigned index, int position);
void bcnet_tell_death(bcnet_msg_t *msg, uint32_t ship, int32_t killer);

void bcnet_register_tap(int proto);

#endif
