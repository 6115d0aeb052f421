/* Comings and goings on the transport's own messages: types 0x00, 0x03, 0x04 and 0x05 (protocol chapter 10.3).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_CONNECTION_H
#define BCNET_CONNECTION_H

#include "reading/message.h"

/* Dissects the payload at msg->pos. */
void bcnet_dissect_connection(bcnet_msg_t *msg, uint8_t type);

void bcnet_register_connection(int proto);

#endif
