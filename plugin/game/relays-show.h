/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Relays in the tree: originals and their copies. */
#ifndef BCNET_RELAYS_SHOW_H
#define BCNET_RELAYS_SHOW_H

#include "game/relays.h"

/* Who acts, and where the other appearances are: below the item `behind`, at the message. */
void bcnet_show_relay(bcnet_msg_t *msg, const bcnet_relay_analysis_t *relayed, proto_item *behind);

void bcnet_register_relays(int proto);

#endif
