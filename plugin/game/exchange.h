/* Requests and their answers on one link (protocol chapters 10.6, 35.3, 40.11).
 *
 * A request is noted under a kind and a key; its answer finds it. Both ends learn the other's frame.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_EXCHANGE_H
#define BCNET_EXCHANGE_H

#include "game/session.h"

typedef enum {
    BCNET_EXCHANGE_CONNECT,
    BCNET_EXCHANGE_CHECKSUM, /* key: round */
    BCNET_EXCHANGE_OBJECT, /* key: object id */
    BCNET_EXCHANGE_READY, /* 0x2A and its answer 0x35 */
    BCNET_EXCHANGE_FIRING, /* key: weapon; start and stop */
    BCNET_EXCHANGE_FILE /* 0x25 and 0x27 */
} bcnet_exchange_kind_t;

typedef struct {
    bcnet_stamp_t request;
    bcnet_stamp_t answer; /* 0: none yet */
    nstime_t      request_time;
    nstime_t      answer_time;
    const char   *subject; /* what it is about: the name of a file */
} bcnet_exchange_t;

void bcnet_note_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, const char *subject);
/* Marks the newest request as answered, unless it was before. */
void bcnet_note_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key);

/* The newest request up to the message; NULL: none was seen. */
const bcnet_exchange_t *bcnet_exchange_at(const bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key);

#endif
