/* Comings and goings in the tree.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_PRESENCE_SHOW_H
#define BCNET_PRESENCE_SHOW_H

#include "game/presence.h"
#include "game/stays.h"

/* Where a player joins: when that one leaves. Where one leaves: when they joined, and how long they stayed. */
void bcnet_show_joining(bcnet_msg_t *msg, uint32_t player);
void bcnet_show_leaving(bcnet_msg_t *msg, const bcnet_stay_t *stay);

/* Where a ship dies: its player's next one. There: the death, and how long they waited. */
void bcnet_show_death(bcnet_msg_t *msg, const bcnet_object_t *object);
void bcnet_show_respawn(bcnet_msg_t *msg, const bcnet_object_t *object);

void bcnet_register_presence(int proto);

#endif
