/* Which parts a StateUpdate has, in the order of their flags (protocol chapter 60.1).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STATE_FLAGS_H
#define BCNET_STATE_FLAGS_H

enum {
    BCNET_STATE_POSITION = 0x01,
    BCNET_STATE_DELTA = 0x02,
    BCNET_STATE_FORWARD = 0x04,
    BCNET_STATE_UP = 0x08,
    BCNET_STATE_SPEED = 0x10,
    BCNET_STATE_SUBSYSTEMS = 0x20,
    BCNET_STATE_CLOAK = 0x40, /* stands before the subsystems */
    BCNET_STATE_WEAPONS = 0x80 /* wanted power, of weapons or not */
};

#endif
