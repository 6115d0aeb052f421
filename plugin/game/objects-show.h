/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects in the tree: an id, and what it stands for (protocol chapter 20.4). */
#ifndef BCNET_OBJECTS_SHOW_H
#define BCNET_OBJECTS_SHOW_H

#include "game/objects.h"

/* Reads an object id into `hf` and shows its slot, what it is, and where it was created, as children of
 * the item. */
uint32_t bcnet_read_object(bcnet_msg_t *msg, int hf);
/* The children of an id that was read otherwise, below `item`; NULL: nobody looks, or it was not read. */
void bcnet_show_object(bcnet_msg_t *msg, proto_item *item, uint32_t object_id);
/* Of an id that means something to its sender alone, and equals others' ids only by chance: its slot, if it lies in
 * one. */
void bcnet_show_local_object(bcnet_msg_t *msg, proto_item *item, uint32_t object_id);

/* The same for the id of a repair subsystem (50.3): what is none is not named. */
void bcnet_show_repair_system(bcnet_msg_t *msg, proto_item *item, uint32_t object_id);

/* bcnet.ship.layout.refuted; NULL: nothing is shown. */
void bcnet_show_refuted(bcnet_msg_t *msg, const bcnet_layout_t *refuted);

/* Where a ship dies: its player's next one. There: the death, and how long he waited. */
void bcnet_show_death(bcnet_msg_t *msg, const bcnet_object_t *object);
void bcnet_show_respawn(bcnet_msg_t *msg, const bcnet_object_t *object);

void bcnet_register_objects(int proto);

#endif
