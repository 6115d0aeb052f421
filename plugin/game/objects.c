/* The objects of a game: ships and torpedoes by object id, and what an id means (20.4, 40, 60.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/objects.h"

#include "game/binding.h"
#include "reading/names.h"
#include "reading/reader.h"
#include "game/ship-layouts.h"

static int hf_object_slot = -1;
static int hf_object_serial = -1;
static int hf_object_resolved = -1;
static int hf_created_in = -1;
static int ett_object = -1;

/* One object id: its lives follow each other. */
typedef struct {
    uint32_t          object_id;
    bcnet_timeline_t *lives; /* of bcnet_life_t */
} bcnet_object_t;

/* All objects of a game. */
struct bcnet_objects {
    wmem_tree_t      *by_id; /* object id -> bcnet_object_t */
    bcnet_timeline_t *ends; /* moments at which all lives ended (0x39) */
};

/* How many objects below an id are tried for its owner; a ship and its subsystems take one run of ids, so
 * only ids of other objects within that run come between. */
enum { OWNER_STEPS = 32 };

static struct bcnet_objects *objects_of(bcnet_game_t *game)
{
    if (!game->objects) {
        game->objects = wmem_new0(wmem_file_scope(), struct bcnet_objects);
        game->objects->by_id = wmem_tree_new(wmem_file_scope());
        game->objects->ends = bcnet_timeline_new();
    }
    return game->objects;
}

/* Lives that began before this stamp are over as of `stamp` (60.4). */
static bcnet_stamp_t everything_ended(const bcnet_game_t *game, bcnet_stamp_t stamp)
{
    const bcnet_stamp_t start = bcnet_game_start(game, stamp);
    bcnet_stamp_t       restart = 0;

    if (game->objects && !bcnet_timeline_at(game->objects->ends, stamp, &restart))
        restart = 0;
    return MAX(restart, start);
}

bcnet_stamp_t bcnet_all_objects_ended(const bcnet_msg_t *msg)
{
    return msg->game ? everything_ended(msg->game, msg->stamp) : 0;
}

/* The newest life up to a stamp, over or not. */
static bcnet_life_t *newest_life(const bcnet_game_t *game, uint32_t object_id, bcnet_stamp_t stamp)
{
    const bcnet_object_t *object =
        game->objects ? (const bcnet_object_t *)wmem_tree_lookup32(game->objects->by_id, object_id) : NULL;

    return object ? (bcnet_life_t *)bcnet_timeline_at(object->lives, stamp, NULL) : NULL;
}

/* `ended`: when the lives of before were over. */
static bool is_alive(const bcnet_life_t *life, bcnet_stamp_t stamp, bcnet_stamp_t ended)
{
    return life && (life->ended == 0 || life->ended >= stamp) && life->born >= ended;
}

static bcnet_life_t *object_at(const bcnet_game_t *game, uint32_t object_id, bcnet_stamp_t stamp)
{
    bcnet_life_t *life = game ? newest_life(game, object_id, stamp) : NULL;

    return life && is_alive(life, stamp, everything_ended(game, stamp)) ? life : NULL;
}

const bcnet_life_t *bcnet_object_at(const bcnet_msg_t *msg, uint32_t object_id)
{
    return object_at(msg->game, object_id, msg->stamp);
}

bcnet_subject_t bcnet_subject_of(const bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_subject_t subject = { .id = object_id };

    if (!msg->game)
        return subject;
    const bcnet_life_t *life = newest_life(msg->game, object_id, msg->stamp);
    subject.fate = everything_ended(msg->game, msg->stamp);
    if (!life)
        return subject;
    if (is_alive(life, msg->stamp, subject.fate))
        subject.life = life;
    const bcnet_stamp_t changed = life->ended != 0 && life->ended <= msg->stamp ? life->ended : life->born;
    subject.fate = MAX(subject.fate, changed);
    return subject;
}

/* ---- Learning, first pass only ---- */

static bool is_copy(const bcnet_life_t *life, const bcnet_life_t *creation)
{
    return life && life->class_id == creation->class_id && life->species == creation->species &&
           strcmp(life->name, creation->name) == 0;
}

static void remember(struct bcnet_objects *objects, const bcnet_life_t *creation, bcnet_stamp_t stamp)
{
    bcnet_object_t *object = (bcnet_object_t *)wmem_tree_lookup32(objects->by_id, creation->object_id);

    if (!object) {
        object = wmem_new(wmem_file_scope(), bcnet_object_t);
        object->object_id = creation->object_id;
        object->lives = bcnet_timeline_new();
        wmem_tree_insert32(objects->by_id, creation->object_id, object);
    }
    bcnet_life_t *life = (bcnet_life_t *)wmem_memdup(wmem_file_scope(), creation, sizeof *creation);
    life->name = wmem_strdup(wmem_file_scope(), creation->name);
    life->set = wmem_strdup(wmem_file_scope(), creation->set);
    life->born = stamp;
    life->ended = 0;
    bcnet_timeline_add(object->lives, stamp, life);
}

const bcnet_life_t *bcnet_learn_object(bcnet_msg_t *msg, const bcnet_life_t *creation)
{
    if (msg->first_pass && msg->game) {
        struct bcnet_objects *objects = objects_of(msg->game);
        bcnet_life_t         *life = object_at(msg->game, creation->object_id, msg->stamp);

        if (!is_copy(life, creation)) {
            if (life)
                life->ended = msg->stamp;
            remember(objects, creation, msg->stamp);
        }
    }
    return bcnet_object_at(msg, creation->object_id);
}

void bcnet_learn_object_end(bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_life_t *life = msg->first_pass ? object_at(msg->game, object_id, msg->stamp) : NULL;

    if (life)
        life->ended = msg->stamp;
}

void bcnet_learn_all_objects_end(bcnet_msg_t *msg)
{
    if (msg->first_pass && msg->game && !msg->resend)
        bcnet_timeline_add(objects_of(msg->game)->ends, msg->stamp, msg->game);
}

/* ---- What an id means ---- */

const bcnet_life_t *bcnet_object_owner(const bcnet_msg_t *msg, uint32_t object_id, unsigned *offset)
{
    unsigned slot = 0;
    uint32_t serial, candidate = object_id;

    *offset = 0;
    const bcnet_life_t *itself = bcnet_object_at(msg, object_id);
    if (itself)
        return itself;
    /* Ids below the slots are local: scenery has subsystems, but they are not resolved (20.4). */
    if (!msg->game || !msg->game->objects || !bcnet_object_slot(object_id, &slot, &serial))
        return NULL;
    for (unsigned step = 0; step < OWNER_STEPS; step++) {
        const bcnet_object_t *object = (bcnet_object_t *)wmem_tree_lookup32_le(msg->game->objects->by_id, candidate);
        unsigned              owner_slot;

        if (!object || !bcnet_object_slot(object->object_id, &owner_slot, &serial) || owner_slot != slot)
            return NULL;
        const bcnet_life_t *life = bcnet_object_at(msg, object->object_id);
        if (life && life->layout && object_id - object->object_id <= life->layout->object_count) {
            *offset = object_id - object->object_id;
            return life;
        }
        candidate = object->object_id - 1;
    }
    return NULL;
}

const char *bcnet_species_name(unsigned species)
{
    const bcnet_layout_t *layout = bcnet_layouts_by_species(bcnet_layouts_in_force(), species);

    return layout ? layout->name : val_to_str_const(species, bcnet_ship_species_names, "unknown ship");
}

const char *bcnet_life_label(const bcnet_msg_t *msg, const bcnet_life_t *life)
{
    const bool  torpedo = life->class_id == BCNET_CLASS_ID_TORPEDO;
    const char *kind = torpedo ? val_to_str_const(life->species, bcnet_torpedo_species_names, "Torpedo")
                               : bcnet_species_name(life->species);

    return *life->name ? wmem_strdup_printf(msg->pinfo->pool, "%s (%s)", kind, life->name) : kind;
}

const char *bcnet_object_resolve(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child;
    unsigned                 offset;

    const bcnet_life_t *owner = bcnet_object_owner(msg, object_id, &offset);
    if (!owner)
        return bcnet_unseen_resolve(msg, object_id);
    const char *label = bcnet_life_label(msg, owner);
    if (offset == 0)
        return label;
    if (!bcnet_layout_find_object(owner->layout, offset, &subsystem, &child))
        return wmem_strdup_printf(msg->pinfo->pool, "%s: subsystem %u", label, offset);
    return wmem_strdup_printf(msg->pinfo->pool, "%s: %s", label, child ? child->name : subsystem->name);
}

const char *bcnet_object_words(const bcnet_msg_t *msg, uint32_t object_id)
{
    if (object_id == BCNET_OBJECT_NONE)
        return "nothing";
    if (object_id == BCNET_OBJECT_DESTROYED)
        return "a destroyed object";
    const char *label = bcnet_object_resolve(msg, object_id);
    return label ? label : wmem_strdup_printf(msg->pinfo->pool, "object 0x%08x", object_id);
}

/* ---- Showing ---- */

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
    const bcnet_life_t *owner = bcnet_object_owner(msg, object_id, &offset);
    if (owner)
        add_generated(tree, hf_created_in, msg->tvb, msg->pos, bcnet_stamp_frame(owner->born));
}

void bcnet_show_object(bcnet_msg_t *msg, proto_item *item, uint32_t object_id)
{
    unsigned slot;
    uint32_t serial;

    if (!item)
        return;
    if (object_id == BCNET_OBJECT_NONE || object_id == BCNET_OBJECT_DESTROYED) {
        proto_item_append_text(item, object_id == BCNET_OBJECT_NONE ? " (none)" : " (destroyed object)");
        return;
    }
    proto_tree *tree = proto_item_add_subtree(item, ett_object);
    if (bcnet_object_slot(object_id, &slot, &serial)) {
        add_generated(tree, hf_object_slot, msg->tvb, msg->pos, slot);
        add_generated(tree, hf_object_serial, msg->tvb, msg->pos, serial);
    }
    show_creation(msg, item, tree, object_id);
}

uint32_t bcnet_read_object(bcnet_msg_t *msg, int hf)
{
    const uint32_t object_id = bcnet_read_u32(msg, hf);

    if (!msg->truncated)
        bcnet_show_object(msg, msg->last, object_id);
    return object_id;
}

void bcnet_register_objects(int proto)
{
    static hf_register_info hf[] = {
        { &hf_object_slot,
          { "Slot", "bcnet.object.slot", FT_UINT8, BASE_DEC, NULL, 0,
            "Player slot the object id belongs to: (id - 0x3FFFFFFF) / 0x40000 (20.4)", HFILL } },
        { &hf_object_serial,
          { "Serial", "bcnet.object.serial", FT_UINT32, BASE_DEC, NULL, 0,
            "Number of the object within its slot (20.4)", HFILL } },
        { &hf_object_resolved,
          { "Object", "bcnet.object.resolved", FT_STRING, BASE_NONE, NULL, 0,
            "Ship, player and subsystem the id stands for, where the ship's creation was seen (20.4)", HFILL } },
        { &hf_created_in,
          { "Created in frame", "bcnet.ship.created_in", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_NONE), 0,
            "Frame that holds the creation of the ship (60.4)", HFILL } },
    };
    static int *ett[] = { &ett_object };

    proto_register_field_array(proto, hf, array_length(hf));
    proto_register_subtree_array(ett, array_length(ett));
}
