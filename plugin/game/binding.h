/* Which layout a ship has, and how that is known (protocol chapter 60.4).
 *
 * Seen, told, or inferred. Observations are fed on the first pass; what they lead to is kept with their
 * stamps, so a frame shows what was known when it arrived.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_BINDING_H
#define BCNET_BINDING_H

#include "ships/infer.h"
#include "game/objects.h"

/* Values of bcnet.ship.layout.source. */
typedef enum {
    BCNET_SOURCE_NONE,
    BCNET_SOURCE_CREATED,
    BCNET_SOURCE_TOLD,
    BCNET_SOURCE_DEFAULT,
    BCNET_SOURCE_INFERRED,
    BCNET_SOURCE_PROVISIONAL
} bcnet_source_t;

typedef struct {
    bcnet_source_t           source;
    const bcnet_layout_t    *layout; /* decode with this; NULL: none */
    const char              *names; /* of all layouts that are possible: "Akira/Nebula"; NULL with source none */
    const bcnet_life_t      *life; /* source created, or a creation of an unknown species */
    const bcnet_inference_t *inference; /* sources inferred and provisional */
} bcnet_binding_t;

bcnet_binding_t bcnet_bind(const bcnet_msg_t *msg, const bcnet_subject_t *ship);

/* ---- Ships that nobody introduced ---- */

typedef struct bcnet_unseen bcnet_unseen_t;

/* For observations: NULL on later passes, and when the ship's creation was seen. A client that speaks of a ship
 * is its player (60.1). */
bcnet_unseen_t *bcnet_unseen_of(bcnet_msg_t *msg, const bcnet_subject_t *ship);

void bcnet_observe_block(bcnet_msg_t *msg, bcnet_unseen_t *unseen, const bcnet_block_t *block);
void bcnet_observe_wanted(bcnet_msg_t *msg, bcnet_unseen_t *unseen, const uint8_t *pairs, size_t length);
void bcnet_observe_cloak(bcnet_msg_t *msg, bcnet_unseen_t *unseen);
void bcnet_observe_hash(bcnet_msg_t *msg, bcnet_unseen_t *unseen, uint16_t hash);
/* A subsystem that fires: an id that only one ship of its slot can own tells of that ship. */
void bcnet_observe_weapon(bcnet_msg_t *msg, uint32_t weapon_id, bcnet_kind_t kind);

/* What an id means when its ship was not seen created: "Sovereign?: Phasers", or NULL. */
const char *bcnet_unseen_resolve(const bcnet_msg_t *msg, uint32_t object_id);

/* "Sovereign (Ace)", "Akira/Nebula? (#2)", "ship 0x3fffffff". Packet memory. */
const char *bcnet_ship_label(const bcnet_msg_t *msg, const bcnet_subject_t *ship, const bcnet_binding_t *binding);

/* ---- The dialect of a host (60.2) ---- */

bool bcnet_host_speaks_dialect(const bcnet_msg_t *msg);
void bcnet_learn_dialect(bcnet_msg_t *msg);

#endif
