/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What StateUpdates have told of a ship so far (protocol chapters 60.1, 60.5, 98.3): where it was, its
 * integrity hash, and the state of its subsystems.
 *
 * Kept per object and per direction of a link, with stamps: only what a message brought, never whole ships. */
#pragma once

#include "game/objects.h"

/* One object as one receiver is told of it. */
typedef struct bcnet_ship_history bcnet_ship_history_t;

/* NULL when nothing was told yet; `make`: on the first pass, one is made then. */
bcnet_ship_history_t *bcnet_ship_history_of(bcnet_msg_t *msg, uint32_t object_id, bool make);

/* ---- Positions: flag 0x01 gives the base that later flags 0x02 add to ---- */

void bcnet_note_base(bcnet_msg_t *msg, bcnet_ship_history_t *history, const float position[3]);
/* False when this life of the object has shown no absolute position to this receiver yet. */
bool bcnet_base_position(const bcnet_msg_t *msg, const bcnet_ship_history_t *history, const bcnet_object_ref_t *ship,
                         float position[3]);

/* ---- Integrity hashes (98.3) ---- */

/* Values of bcnet.state.hash.changed. */
typedef enum { BCNET_HASH_SAME, BCNET_HASH_FIRST, BCNET_HASH_CHANGED } bcnet_hash_change_t;

typedef struct {
    bool                is_new; /* worth a word: not said before, or not known before of which class the ship is */
    bcnet_hash_change_t change;
    uint16_t            before; /* when it changed */
    bool                other_differs; /* another ship of the class has another hash */
    uint32_t            other_frame;
    uint16_t            other_hash;
} bcnet_hash_comparison_t;

/* `species`: the ship's class, 0 when it is not certain. */
void bcnet_note_hash(bcnet_msg_t *msg, const bcnet_object_ref_t *ship, unsigned species, uint16_t hash);
bcnet_hash_comparison_t bcnet_compare_hash(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship);

/* ---- Subsystem blocks ---- */

/* Keeps a block for the known ship state. False when it repeats the last one: a datagram that came twice. */
bool bcnet_note_state_block(bcnet_msg_t *msg, bcnet_ship_history_t *history, uint32_t game_time,
                            const bcnet_block_t *block);

/* The newest values of one entry of the ship's list, and the frame that told them. */
typedef struct {
    const uint8_t *conditions; /* of the entry, behind it of its children; NULL: never told in this life */
    const uint8_t *facings; /* NULL: none */
    uint32_t       frame;
} bcnet_known_t;

/* What this receiver was told, before the message came, of the entries of a block; NULL: of all of them. By place in the
 * ship's list, in packet memory. */
bcnet_known_t *bcnet_known_before(const bcnet_msg_t *msg, const bcnet_ship_history_t *history,
                                  const bcnet_object_ref_t *ship, const bcnet_layout_t *layout,
                                  const bcnet_block_entry_t *entries, unsigned count);
/* Whether the block of the message itself was kept. */
bool bcnet_is_block_kept(const bcnet_msg_t *msg, const bcnet_ship_history_t *history);
