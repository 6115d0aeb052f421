/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/show.h"

#include "game/filter-context.h"

static int ett_object = -1;

#define OBJECT_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_object_slot, "Slot", "bcnet.object.slot", FT_UINT8, BASE_DEC, NULL, 0,                                    \
          "Player slot the object id belongs to: (id - 0x3FFFFFFF) / 0x40000 (20.4)")                                  \
    FIELD(hf_object_serial, "Serial", "bcnet.object.serial", FT_UINT32, BASE_DEC, NULL, 0,                             \
          "Number of the object within its slot (20.4)")                                                               \
    FIELD(hf_object_resolved, "Object", "bcnet.object.resolved", FT_STRING, BASE_NONE, NULL, 0,                        \
          "Ship, player and subsystem the id stands for, where the ship's creation was seen (20.4)")                   \
    FIELD(hf_created_in, "Created in frame", "bcnet.ship.created_in", FT_FRAMENUM, BASE_NONE,                          \
          FRAMENUM_TYPE(FT_FRAMENUM_NONE), 0, "Frame that holds the creation of the ship (60.4)")                      \
    FIELD(hf_died_in, "Last ship died in frame", "bcnet.object.died_in", FT_FRAMENUM, BASE_NONE,                       \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0,                                                                       \
          "Frame that first told that this player's previous ship had died (50.4)")                                    \
    FIELD(hf_respawned_in, "Next ship in frame", "bcnet.object.respawned_in", FT_FRAMENUM, BASE_NONE,                  \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame in which the player has a ship again (60.4)")                 \
    FIELD(hf_time_to_respawn, "Time since the death", "bcnet.object.time_to_respawn", FT_RELATIVE_TIME, BASE_NONE,     \
          NULL, 0, "Seconds from the death of the player's ship to his next one (60.4)")                               \
    FIELD(hf_refuted, "Is not", "bcnet.ship.layout.refuted", FT_STRING, BASE_NONE, NULL, 0,                            \
          "The ship that its species number stands for otherwise, and which this one is not: the snapshot in a "       \
          "creation does not read with its layout (60.11)")
BCNET_FIELDS(object_fields, OBJECT_FIELDS)

static void add_generated(proto_tree *tree, int hf, tvbuff_t *tvb, int pos, uint32_t value)
{
    proto_item_set_generated(proto_tree_add_uint(tree, hf, tvb, pos, 0, value));
}

static void show_creation(bcnet_msg_t *msg, proto_item *item, proto_tree *tree, uint32_t object_id)
{
    const char *label = bcnet_object_resolve(msg, object_id);
    unsigned    offset;

    if (!label)
        return;
    proto_item_append_text(item, ", %s", label);
    proto_item_set_generated(proto_tree_add_string(tree, hf_object_resolved, msg->tvb, msg->pos, 0, label));
    const bcnet_object_t *owner = bcnet_object_owner(msg, object_id, &offset);
    if (PTREE_DATA(tree)->visible)
        bcnet_filter_context_add_ship(msg->pinfo, owner ? bcnet_object_label(msg, owner) : label);
    if (owner)
        add_generated(tree, hf_created_in, msg->tvb, msg->pos, bcnet_stamp_frame(owner->seen));
}

static void show_slot(bcnet_msg_t *msg, proto_tree *tree, uint32_t object_id)
{
    unsigned slot;
    uint32_t serial;

    if (!bcnet_object_slot(object_id, &slot, &serial))
        return;
    add_generated(tree, hf_object_slot, msg->tvb, msg->pos, slot);
    add_generated(tree, hf_object_serial, msg->tvb, msg->pos, serial);
}

void bcnet_show_object(bcnet_msg_t *msg, proto_item *item, uint32_t object_id)
{
    if (!item)
        return;
    if (object_id == BCNET_OBJECT_NONE || object_id == BCNET_OBJECT_DESTROYED) {
        proto_item_append_text(item, object_id == BCNET_OBJECT_NONE ? " (none)" : " (destroyed object)");
        return;
    }
    proto_tree *tree = proto_item_add_subtree(item, ett_object);
    show_slot(msg, tree, object_id);
    show_creation(msg, item, tree, object_id);
}

void bcnet_show_object_as(bcnet_msg_t *msg, proto_item *item, uint32_t object_id, bcnet_role_t role)
{
    const char *contradicted = item ? bcnet_role_contradicted(msg, object_id, role) : NULL;

    if (!contradicted) {
        bcnet_show_object(msg, item, object_id);
        return;
    }
    proto_item_append_text(item, ", %s", contradicted);
    show_slot(msg, proto_item_add_subtree(item, ett_object), object_id);
}

uint32_t bcnet_read_object_as(bcnet_msg_t *msg, int hf, bcnet_role_t role)
{
    const uint32_t object_id = bcnet_read_u32(msg, hf);

    if (!msg->truncated)
        bcnet_show_object_as(msg, msg->last, object_id, role);
    return object_id;
}

uint32_t bcnet_read_object(bcnet_msg_t *msg, int hf)
{
    return bcnet_read_object_as(msg, hf, BCNET_ROLE_ANY);
}

void bcnet_show_local_object(bcnet_msg_t *msg, proto_item *item, uint32_t object_id)
{
    if (!item)
        return;
    proto_item_append_text(item, " (local to the sender)");
    show_slot(msg, proto_item_add_subtree(item, ett_object), object_id);
}

void bcnet_show_refuted(bcnet_msg_t *msg, const bcnet_layout_t *refuted)
{
    if (refuted)
        bcnet_generated_string(msg, hf_refuted, refuted->name);
}

void bcnet_show_death(bcnet_msg_t *msg, const bcnet_object_t *object)
{
    if (object->next)
        bcnet_show_later_frame(msg, object->next->born.stamp, hf_respawned_in);
}

void bcnet_show_respawn(bcnet_msg_t *msg, const bcnet_object_t *object)
{
    nstime_t time;

    if (!object->before)
        return;
    nstime_delta(&time, &object->born.time, &object->before->died.time);
    bcnet_generated_frame(msg, hf_died_in, bcnet_stamp_frame(object->before->died.stamp));
    bcnet_generated_time(msg, hf_time_to_respawn, &time);
}

void bcnet_register_objects(int proto)
{
    static int *ett[] = { &ett_object };

    proto_register_field_array(proto, object_fields, array_length(object_fields));
    proto_register_subtree_array(ett, array_length(ett));
}
