/* Acts and their copies in the tree.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_ACTS_SHOW_H
#define BCNET_ACTS_SHOW_H

#include "game/acts.h"

/* Who acts, and where the act's other appearances are: below the item `behind`, at the message. */
void bcnet_show_act(bcnet_msg_t *msg, const bcnet_act_t *act, proto_item *behind);

void bcnet_register_acts(int proto);

#endif
