/* Event classes: what follows the common head (protocol chapter 50.2).
 *
 * A new class is one row and one function in event-classes.c, and its name in event-names.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_EVENT_CLASSES_H
#define BCNET_EVENT_CLASSES_H

#include "reading/message.h"

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

/* Opcodes that give an event's bytes a meaning of their own. */
enum {
    BCNET_OP_PYTHON_EVENT = 0x06,
    BCNET_OP_START_FIRING = 0x07,
    BCNET_OP_STOP_FIRING = 0x08,
    BCNET_OP_STOP_FIRING_AT_TARGET = 0x09,
    BCNET_OP_SUBSYSTEM_STATUS = 0x0A,
    BCNET_OP_ADD_TO_REPAIR_LIST = 0x0B,
    BCNET_OP_CHANGED_TARGET = 0x0D,
    BCNET_OP_START_CLOAKING = 0x0E,
    BCNET_OP_STOP_CLOAKING = 0x0F,
    BCNET_OP_START_WARP = 0x10,
    BCNET_OP_REPAIR_LIST_PRIORITY = 0x11,
    BCNET_OP_SET_PHASER_LEVEL = 0x12,
    BCNET_OP_COLLISION = 0x15,
    BCNET_OP_NEW_PLAYER = 0x17,
    BCNET_OP_TORPEDO_TYPE = 0x1B
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
} bcnet_event_t;

/* Reads what follows the head. Classes whose tail nobody knows: bytes. */
void bcnet_event_read_tail(bcnet_msg_t *msg, bcnet_event_t *event);

void bcnet_register_event_classes(int proto);

#endif
