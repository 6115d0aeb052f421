/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Event classes: what follows the common head (protocol chapter 50.2). Classes and codes in words.
 *
 * A new class is one row and one function in event-classes.c, and its name in event-names.c. */
#pragma once

#include "game/object-words.h"

enum {
    BCNET_EVENT_BASE = 0x0101,
    BCNET_EVENT_BOOL = 0x0104,
    BCNET_EVENT_CHAR = 0x0105,
    BCNET_EVENT_SHORT = 0x0106,
    BCNET_EVENT_INT = 0x0107,
    BCNET_EVENT_FLOAT = 0x0108,
    BCNET_EVENT_OBJECT = 0x010C,
    BCNET_EVENT_PLAYER = 0x0866,
    BCNET_EVENT_COLLISION = 0x8124,
    BCNET_EVENT_START_FIRING = 0x8128,
    BCNET_EVENT_EXPLODING = 0x8129,
    BCNET_EVENT_WARP = 0x812A
};

/* An event as read; members that the class does not have stay 0. */
typedef struct {
    uint32_t    class_id;
    uint32_t    code;
    uint32_t    source;
    uint32_t    destination;
    uint32_t    object; /* third object, or the target fired at */
    int32_t     killer;
    float       lifetime; /* of an explosion, s */
    float       force; /* of a collision */
    uint8_t     state;
    int8_t      value;
    uint8_t     player;
    const char *set; /* where a warp goes */

    bcnet_role_t role; /* of the destination, by the opcode and the code */
} bcnet_event_t;

/* Reads what follows the head. Classes whose tail nobody knows: bytes. */
void bcnet_event_read_tail(bcnet_msg_t *msg, bcnet_event_t *event);

/* In words (50.2, 50.7, 50.14); of classes all of the game, events or not. */
extern value_string_ext bcnet_event_code_names;
extern value_string_ext bcnet_event_class_names;
/* Whether events may be of the class, be it that a stock game never sends it. */
bool bcnet_is_event_class(uint32_t class_id);
/* A code without a name, by the range it lies in: "mission event 16"; NULL: in none. */
const char *bcnet_unnamed_event_words(wmem_allocator_t *pool, uint32_t code);
