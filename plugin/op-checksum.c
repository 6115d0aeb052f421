/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "opcodes.h"
#include "reader.h"

void bcnet_op_checksum_request(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_checksum_response(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_checksum_failed(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_version_different(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_file(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_file_received(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_op_checksum_complete(bcnet_msg_t *msg)
{
    bcnet_read_rest(msg);
}

void bcnet_register_op_checksum(int proto)
{
}
