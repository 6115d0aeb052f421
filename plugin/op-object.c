/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "opcodes.h"
#include "reader.h"

void bcnet_op_create_object(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_create_player_object(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_delete_object(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_verify_enter_set(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_send_object(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_exited_warp(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_register_op_object(int proto)
{
}
