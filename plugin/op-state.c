/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "opcodes.h"
#include "reader.h"

void bcnet_op_ship_update(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_register_op_state(int proto)
{
}
