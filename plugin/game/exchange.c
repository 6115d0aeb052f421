/* Requests and their answers on one link (protocol chapters 10.6, 35.3, 40.11).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/exchange.h"

static bcnet_timeline_t *exchanges_of(const bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, bool make)
{
    const int64_t number = (int64_t)((uint64_t)kind << 32 | key);

    if (!msg->link)
        return NULL;
    bcnet_timeline_t *list = (bcnet_timeline_t *)wmem_map_lookup(msg->link->exchanges, &number);

    if (!list && make) {
        int64_t *kept = wmem_new(wmem_file_scope(), int64_t);
        *kept = number;
        list = bcnet_timeline_new();
        wmem_map_insert(msg->link->exchanges, kept, list);
    }
    return list;
}

void bcnet_note_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, const char *subject)
{
    if (!msg->news)
        return;
    bcnet_exchange_t *exchange = wmem_new0(wmem_file_scope(), bcnet_exchange_t);
    exchange->request = msg->stamp;
    exchange->request_time = msg->pinfo->abs_ts;
    exchange->subject = subject ? wmem_strdup(wmem_file_scope(), subject) : NULL;
    bcnet_timeline_add(exchanges_of(msg, kind, key, true), msg->stamp, exchange);
}

static bcnet_exchange_t *exchange_at(const bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key)
{
    return (bcnet_exchange_t *)bcnet_timeline_at(exchanges_of(msg, kind, key, false), msg->stamp, NULL);
}

const bcnet_exchange_t *bcnet_exchange_at(const bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key)
{
    return exchange_at(msg, kind, key);
}

void bcnet_note_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key)
{
    bcnet_exchange_t *exchange = msg->news ? exchange_at(msg, kind, key) : NULL;

    if (exchange && exchange->answer == 0) {
        exchange->answer = msg->stamp;
        exchange->answer_time = msg->pinfo->abs_ts;
    }
}
