/* What an object id stands for, in words (protocol chapters 20.4, 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_OBJECT_WORDS_H
#define BCNET_OBJECT_WORDS_H

#include "game/layout-choice.h"

const char *bcnet_species_name(unsigned species);
/* How a ship's layout is known, in a word: "created". */
const char *bcnet_source_words(bcnet_source_t source);
/* "Sovereign (Ace)" for a ship. Packet memory. */
const char *bcnet_object_label(const bcnet_msg_t *msg, const bcnet_object_t *object);
/* "Sovereign (Ace)", "Akira/Nebula? (#2)", "ship 0x3fffffff". Packet memory. */
const char *bcnet_ship_label(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship,
                             const bcnet_layout_choice_t *choice);
/* A subsystem or child that an object id names. */
typedef struct {
    const char              *ship; /* "Sovereign (Ace)" */
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child; /* NULL: the subsystem itself */
} bcnet_part_t;

/* False when the id names no part of a known ship. */
bool bcnet_object_part(const bcnet_msg_t *msg, uint32_t object_id, bcnet_part_t *part);
/* "Sovereign (Ace): Forward Torpedo 2", "Sovereign (Ace)", or NULL when the id cannot be resolved. */
const char *bcnet_object_resolve(const bcnet_msg_t *msg, uint32_t object_id);
/* The same for running text; falls back to "object 0x40000005", "nothing" (0), "a destroyed object". */
const char *bcnet_object_words(const bcnet_msg_t *msg, uint32_t object_id);

#endif
