/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/exchange.h"

bcnet_exchange_t *bcnet_note_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, const char *file_name)
{
    if (!msg->may_learn)
        return NULL;
    bcnet_exchange_t *exchange = wmem_new0(wmem_file_scope(), bcnet_exchange_t);
    exchange->begun = msg->stamp;
    exchange->begun_time = msg->pinfo->abs_ts;
    bcnet_keep_fact_under(&msg->link->exchanges[kind], key, msg->stamp, exchange);
    exchange->file_name = file_name ? wmem_strdup(wmem_file_scope(), file_name) : NULL;
    return exchange;
}

void bcnet_note_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key)
{
    bcnet_exchange_t *exchange = msg->may_learn ? bcnet_exchange_at(msg, kind, key) : NULL;

    if (!exchange || exchange->ended != 0)
        return;
    exchange->ended = msg->stamp;
    exchange->ended_time = msg->pinfo->abs_ts;
}

bcnet_exchange_t *bcnet_exchange_at(const bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key)
{
    return msg->link ? (bcnet_exchange_t *)bcnet_fact_under(msg->link->exchanges[kind], key, msg->stamp, NULL) : NULL;
}
