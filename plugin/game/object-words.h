/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an object id stands for, in words (protocol chapters 20.4, 60.4). */
#pragma once

#include "game/file-checks.h"
#include "game/objects.h"

/* What a stock table calls a number; with a question mark where the game's own table is another (60.11). */
const char *bcnet_table_name(const bcnet_msg_t *msg, bcnet_species_t table, const char *name);
/* Of a kind of torpedo; NULL: there is none of that number. */
const char *bcnet_torpedo_name(const bcnet_msg_t *msg, unsigned species);
/* How a ship's layout is known, in a word: "created". */
const char *bcnet_source_words(bcnet_source_t source);
/* What it is, for a table: "Sovereign", "Akira/Nebula", "unknown". */
const char *bcnet_class_words(const bcnet_layout_choice_t *choice);
/* The same where nothing else says how it is known: with a question mark for a guess. */
const char *bcnet_class_guess(wmem_allocator_t *pool, const bcnet_layout_choice_t *choice);
/* How that is known: a ship that was seen created is told by its creation, whether its layout is known or not. */
bcnet_source_t bcnet_class_source(const bcnet_layout_choice_t *choice);
/* Whoever the host names for its end, where that is no killed_by: "nobody", "object id of Bo's ship, not a player"; else
 * NULL. */
const char *bcnet_killer_words(wmem_allocator_t *pool, const bcnet_object_t *object);
/* The same for an object id that stands where a network id belongs; NULL: it is none. */
const char *bcnet_not_a_player_words(const bcnet_msg_t *msg, uint32_t id);
/* "still there", "died" ... */
const char *bcnet_fate_words(bcnet_fate_t fate);
/* "Sovereign", "Photon Torpedo", "species 16"; "Akira?" for a guess. Packet memory. */
const char *bcnet_object_kind(const bcnet_msg_t *msg, const bcnet_object_t *object);
/* "Ace's Sovereign", "Ace's ship of species 16". Packet memory. */
const char *bcnet_owned_words(const bcnet_msg_t *msg, const char *owner, const bcnet_object_t *object);
/* "Sovereign (Ace)" for a ship. Packet memory. */
const char *bcnet_object_label(const bcnet_msg_t *msg, const bcnet_object_t *object);
/* "Sovereign (Ace)", "Akira/Nebula? (#2)", "ship 0x3fffffff". Packet memory. */
const char *bcnet_ship_label(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship,
                             const bcnet_layout_choice_t *choice);
/* What an object id names: an object, a subsystem or a child of one. */
typedef struct {
    const bcnet_object_t    *of; /* NULL: nobody has spoken of it */
    const char              *ship; /* "Sovereign (Ace)", of a part; packet memory */
    const bcnet_subsystem_t *subsystem; /* NULL: the object itself, or a subsystem without a name */
    const bcnet_child_t     *child; /* NULL: the subsystem itself */
} bcnet_part_t;

/* False when the id names no part of a known ship. */
bool         bcnet_object_part(const bcnet_msg_t *msg, uint32_t object_id, bcnet_part_t *part);
bcnet_part_t bcnet_named_object(const bcnet_msg_t *msg, uint32_t object_id);
/* NULL, and BCNET_CLASS_COUNT, where it is none. */
const char   *bcnet_part_name(const bcnet_part_t *part);
bcnet_class_t bcnet_part_class(const bcnet_part_t *part);
/* Of a part that cannot have the role the ship alone. */
bcnet_part_t bcnet_named_as(const bcnet_msg_t *msg, uint32_t object_id, bcnet_role_t role);
/* "no repair subsystem of Sovereign (Ace)"; NULL: it can be one. */
const char *bcnet_role_contradicted(const bcnet_msg_t *msg, uint32_t object_id, bcnet_role_t role);
/* "Sovereign (Ace): Forward Torpedo 2", "Sovereign (Ace)", or NULL when the id cannot be resolved. */
const char *bcnet_object_resolve(const bcnet_msg_t *msg, uint32_t object_id);
/* The same for running text; falls back to "object 0x40000005", "nothing" (0), "a destroyed object". */
const char *bcnet_object_words(const bcnet_msg_t *msg, uint32_t object_id);
/* Of one that cannot have its role "0x4004000e, no repair subsystem of Sovereign (Ace)". */
const char *bcnet_object_words_as(const bcnet_msg_t *msg, uint32_t object_id, bcnet_role_t role);
