/* Messages of a mod in numbers that the game leaves free (protocol chapter 70.14).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_MOD_MESSAGES_H
#define BCNET_MOD_MESSAGES_H

#include "reading/message.h"

/* Reads what follows the number, if it has the form of a known mod's message; else reads nothing. */
bool bcnet_dissect_mod_message(bcnet_msg_t *msg, uint8_t value);

void bcnet_register_mod_messages(int proto);

#endif
