/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "opcodes.h"
#include "reader.h"

void bcnet_op_create_torpedo(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_create_pulse(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_damage_volume(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_register_op_combat(int proto)
{
}
