/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "opcodes.h"
#include "reader.h"

void bcnet_op_settings(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_game_init(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_self_destruct(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_collision_setting(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_player_left(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_client_ready(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_unused(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_register_op_session(int proto)
{
}
