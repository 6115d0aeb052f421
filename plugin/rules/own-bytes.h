/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages that each receiver gets from the host with bytes of its own (protocol chapter 10.10): a host that hands on
 * those of a client is found by comparing. */
#pragma once

#include "reading/opcode-numbers.h"
#include "statistics/tap.h"

/* Who said it before. */
typedef struct {
    int64_t             key;
    nstime_t            time;
    const bcnet_stay_t *author;
    const bcnet_link_t *link;
    uint32_t            frame;
} bcnet_said_t;

typedef struct bcnet_own_bytes bcnet_own_bytes_t;

/* Frees all values of a map. */
void bcnet_forget(wmem_allocator_t *pool, wmem_map_t *map);

bcnet_own_bytes_t *bcnet_own_bytes_new(wmem_allocator_t *pool);
/* Whether the opcode is one of these. */
static inline bool bcnet_has_own_bytes(const bcnet_tap_message_t *message)
{
    return (message->opcode_value == BCNET_OP_STATE_UPDATE || message->opcode_value == BCNET_OP_DAMAGE_VOLUME) &&
           message->payload && !message->resend;
}
/* Remembers a client's; of the host's: whose bytes they are, NULL: nobody's. */
const bcnet_said_t *bcnet_own_bytes_of(bcnet_own_bytes_t *own, const bcnet_tap_message_t *message,
                                       const packet_info *pinfo);
/* What the host hands on may be handed to a link once: returns the sending before; NULL: there is none, and this one is
 * remembered when it is a copy. */
const bcnet_said_t *bcnet_handed_before(bcnet_own_bytes_t *own, const bcnet_tap_message_t *message,
                                        const packet_info *pinfo);
