/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comings and goings in the tree. */
#ifndef BCNET_PRESENCE_SHOW_H
#define BCNET_PRESENCE_SHOW_H

#include "game/stays.h"

/* Where a player joins: when that one leaves. Where one leaves: when they joined, and how long they stayed. */
void bcnet_show_joining(bcnet_msg_t *msg, uint32_t player);
void bcnet_show_leaving(bcnet_msg_t *msg, const bcnet_stay_t *stay);

void bcnet_register_presence(int proto);

#endif
