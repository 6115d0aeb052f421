/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "opcodes.h"
#include "reader.h"

void bcnet_op_chat(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_mission_init(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_score_change(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_score(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_end_game(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_restart_game(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_score_init(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_team_score(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_team(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_register_op_script(int proto)
{
}
