/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two messages that belong together: a request and its answer on one link (protocol chapters 10.6, 35.3, 40.11).
 *
 * The first is noted under a number; the second finds it. Both ends learn the other's frame. */
#ifndef BCNET_EXCHANGE_H
#define BCNET_EXCHANGE_H

#include "game/session.h"

typedef struct {
    bcnet_stamp_t begun;
    bcnet_stamp_t ended; /* 0: not yet */
    nstime_t      begun_time;
    nstime_t      ended_time;
    union {
        const char *file_name; /* what a request is about: the name of a file */
        const void *files; /* 0x20: those that it asks about, bcnet_file_request_t (opcodes) */
    };
} bcnet_exchange_t;

/* What was noted of it; NULL: nothing was. */
bcnet_exchange_t *bcnet_note_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, const char *file_name);
void              bcnet_note_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key);
/* The newest request up to the message; NULL: none was seen. */
bcnet_exchange_t *bcnet_exchange_at(const bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key);

#endif
