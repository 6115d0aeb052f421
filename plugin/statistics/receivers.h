/* Who was in a game at a moment, as statistics see it: those to whom the host hands on what the others do (protocol
 * chapter 10.10).
 *
 * A client is in the game from his 0x2A on; where the capture began later, from his first message that only players
 * send. He leaves with the word of it, with a new connection, and after 45 s of silence. Kept by network id, so that no
 * capture makes it grow.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_RECEIVERS_H
#define BCNET_RECEIVERS_H

#include "statistics/tap.h"

/* A set of network ids. */
typedef struct {
    uint64_t ids[2];
} bcnet_id_set_t;

typedef struct bcnet_receivers bcnet_receivers_t;

/* Lives as long as the memory it is made in. */
bcnet_receivers_t *bcnet_receivers_new(wmem_allocator_t *pool);

/* Every message, in order. */
void bcnet_receivers_note(bcnet_receivers_t *receivers, const bcnet_tap_message_t *message, const packet_info *pinfo);
/* Who is in the game of the message, its sender included. */
bcnet_id_set_t bcnet_receivers_now(bcnet_receivers_t *receivers, const bcnet_tap_message_t *message,
                                   const packet_info *pinfo);

bool     bcnet_ids_have(const bcnet_id_set_t *set, uint32_t id);
void     bcnet_ids_add(bcnet_id_set_t *set, uint32_t id);
void     bcnet_ids_remove(bcnet_id_set_t *set, uint32_t id);
unsigned bcnet_ids_count(const bcnet_id_set_t *set);

#endif
