/* What a message tells, for those who count deeds rather than bytes: statistics, exports, reports.
 *
 * Records live as long as the packet. They are made only when somebody listens, and only for messages that tell
 * something once: never for resends (10.4) or quotes in ICMP errors. So msg->facts may be NULL, and filling them in
 * costs nothing while nobody listens.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FACTS_H
#define BCNET_FACTS_H

#include "game/binding.h"

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

/* How a player left. */
typedef enum {
    BCNET_LEFT_BY_HIMSELF, /* 0x05 */
    BCNET_LEFT_BOOTED, /* 0x04 */
    BCNET_LEFT_TIMED_OUT, /* 0x04 with that reason */
    BCNET_LEFT_TOLD /* 0x18: the host only says so */
} bcnet_departure_t;

/* A file that a host sends, whole (35.6). */
typedef struct {
    const char    *name;
    const uint8_t *data;
    uint32_t       size;
} bcnet_file_fact_t;

/* What the message says, for those who count deeds rather than bytes. */
typedef struct bcnet_facts {
    wmem_array_t             *scores; /* of bcnet_score_fact_t; NULL: none */
    wmem_array_t             *conditions; /* of bcnet_condition_fact_t; NULL: none */
    const bcnet_life_t       *created; /* 0x02, 0x03: the life, also where the creation is a copy */
    uint32_t                  ship; /* 0x1C: the object id, 0: none */
    bcnet_binding_t           binding; /* of that ship */
    const bcnet_death_fact_t *death; /* NULL: none */
    const bcnet_file_fact_t  *file; /* NULL: none */
    uint32_t                  removed; /* 0x14: object id, 0: none */
    bool                      restart; /* 0x39: all ships are gone */
    const char               *chat; /* the text of a chat line; NULL: none */
    bool                      team_chat; /* for the own team only */
    uint32_t                  chat_from; /* network ids; BCNET_NO_ID: no such fact */
    uint32_t                  joined;
    uint32_t                  left;
    bcnet_departure_t         left_how;
    uint32_t                  assigned; /* the host gives this id to a new client */
} bcnet_facts_t;

void bcnet_tell_score(bcnet_msg_t *msg, uint32_t player, bcnet_total_t total, int32_t value);
/* The conditions of an entry and its children at `start`, and those of the facings at `position`. */
void bcnet_tell_entry(bcnet_msg_t *msg, const bcnet_subsystem_t *subsystem, unsigned index, int start);
void bcnet_tell_facings(bcnet_msg_t *msg, unsigned index, int position);
void bcnet_tell_departure(bcnet_msg_t *msg, uint32_t player, bcnet_departure_t how);
/* `size` bytes at msg->pos, unless the capture cut them off. */
void bcnet_tell_file(bcnet_msg_t *msg, const char *name, int size);
void bcnet_tell_death(bcnet_msg_t *msg, uint32_t ship, int32_t killer);

#endif
