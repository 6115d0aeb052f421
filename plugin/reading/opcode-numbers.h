/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opcodes that more than their row knows by number (protocol chapter 30.2): those that say how messages travel, that
 * give an event its meaning, or that tables count. All others stand in the rows of their families alone. */
#pragma once

enum {
    BCNET_OP_SETTINGS = 0x00,
    BCNET_OP_CREATE_OBJECT = 0x02,
    BCNET_OP_CREATE_PLAYER_OBJECT = 0x03,
    BCNET_OP_PYTHON_EVENT = 0x06,
    BCNET_OP_START_FIRING = 0x07,
    BCNET_OP_STOP_FIRING = 0x08,
    BCNET_OP_STOP_FIRING_AT_TARGET = 0x09,
    BCNET_OP_SUBSYSTEM_STATUS = 0x0A,
    BCNET_OP_ADD_TO_REPAIR_LIST = 0x0B,
    BCNET_OP_CLIENT_EVENT = 0x0C,
    BCNET_OP_CHANGED_TARGET = 0x0D,
    BCNET_OP_START_CLOAKING = 0x0E,
    BCNET_OP_STOP_CLOAKING = 0x0F,
    BCNET_OP_START_WARP = 0x10,
    BCNET_OP_REPAIR_LIST_PRIORITY = 0x11,
    BCNET_OP_SET_PHASER_LEVEL = 0x12,
    BCNET_OP_SELF_DESTRUCT = 0x13,
    BCNET_OP_COLLISION = 0x15,
    BCNET_OP_NEW_PLAYER = 0x17,
    BCNET_OP_TORPEDO_TYPE = 0x1B,
    BCNET_OP_STATE_UPDATE = 0x1C,
    BCNET_OP_SEND_OBJECT = 0x1E,
    BCNET_OP_DAMAGE_VOLUME = 0x29,
    BCNET_OP_CLIENT_READY = 0x2A,
    BCNET_OP_MISSION_INIT = 0x35
};
