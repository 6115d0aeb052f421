/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/object-words.h"

#include "reading/labels.h"
#include "game/stays.h"
#include "game/ship-layouts.h"

enum { NAMES_IN_LABEL = 3 };

/* ---- Ships that nobody introduced ---- */

/* NULL: the number is no ship's. */
static const char *species_name(unsigned species)
{
    const bcnet_layout_t *layout = bcnet_layouts_by_species(bcnet_layouts_in_force(), species);

    if (!layout)
        layout = bcnet_layouts_unknown(bcnet_layouts_in_force(), species);
    return layout ? layout->name : species == 0 ? NULL : try_val_to_str(species, bcnet_ship_species_names);
}

/* Of a number that means another ship than it does in the stock game: "species 16". */
static const char *species_number(unsigned species)
{
    static char words[UINT8_MAX + 1][sizeof "species 255"];

    g_snprintf(words[species], sizeof words[species], "species %u", species);
    return words[species];
}

/* "Ace", "#2", or NULL when no client has spoken of the ship yet. */
static const char *player_words(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    const bcnet_object_t *late = ship->any ? NULL : bcnet_late_object(msg, ship->id);
    const unsigned        player = late ? late->player : bcnet_unseen_ship_player(msg, ship);

    if (player == BCNET_NO_ID)
        return NULL;
    const char *name = bcnet_stay_name(bcnet_stay_with(msg->game, player, msg->stamp), msg->stamp);
    return name ? name : wmem_strdup_printf(msg->pinfo->pool, "#%u", player);
}

const char *bcnet_table_name(const bcnet_msg_t *msg, bcnet_species_t table, const char *name)
{
    if (!name || !msg->game || bcnet_species_status(msg->game, table, msg->stamp) != BCNET_FILE_CHANGED)
        return name;
    return wmem_strdup_printf(msg->pinfo->pool, "%s?", name);
}

const char *bcnet_torpedo_name(const bcnet_msg_t *msg, unsigned species)
{
    const char *name = species == 0 ? NULL : try_val_to_str(species, bcnet_torpedo_species_names);

    return bcnet_table_name(msg, BCNET_SPECIES_TORPEDOES, name);
}

/* The name of the kind of ship, as far as known, or NULL: where so many are possible that naming them is no help, too. */
static const char *kind_words(const bcnet_msg_t *msg, const bcnet_layout_choice_t *choice)
{
    const bcnet_object_t *object = choice->object;

    if (object && object->class_id == BCNET_CLASS_ID_TORPEDO) {
        const char *name = bcnet_torpedo_name(msg, object->species);
        return name ? name : "Torpedo";
    }
    if (choice->source == BCNET_SOURCE_NONE || choice->source == BCNET_SOURCE_CREATED)
        return object ? bcnet_class_words(choice) : NULL;
    if (choice->inference && choice->inference->count > NAMES_IN_LABEL)
        return object ? species_number(object->species) : NULL;
    return bcnet_class_guess(msg->pinfo->pool, choice);
}

const char *bcnet_ship_label(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship,
                             const bcnet_layout_choice_t *choice)
{
    const char *kind = kind_words(msg, choice);
    const char *name = choice->object ? choice->object->name : player_words(msg, ship);

    if (!kind)
        kind = wmem_strdup_printf(msg->pinfo->pool, "ship 0x%08x", ship->id);
    return name && *name ? wmem_strdup_printf(msg->pinfo->pool, "%s (%s)", kind, name) : kind;
}

/* Of a ship, by the layout that it is taken to have; false: no part of it that is known. */
static bool part_of(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship, unsigned offset, bcnet_part_t *part)
{
    const bcnet_layout_choice_t choice = bcnet_choose_layout(msg, ship);

    part->of = ship->any;
    part->ship = bcnet_ship_label(msg, ship, &choice);
    if (offset == 0 || !choice.layout)
        return false;
    return choice.inference ? bcnet_inference_find_object(choice.inference, offset, &part->subsystem, &part->child)
                            : bcnet_layout_find_object(choice.layout, offset, &part->subsystem, &part->child);
}

/* A subsystem of a ship whose layout the user chose. */
static bool users_part(const bcnet_msg_t *msg, uint32_t object_id, bcnet_part_t *part)
{
    uint32_t              ship_id;
    const bcnet_layout_t *layout = bcnet_layout_by_user_below(object_id, &ship_id);

    if (!layout || !bcnet_in_one_slot(object_id, ship_id) || object_id - ship_id > layout->object_count)
        return false;
    const bcnet_object_ref_t ship = bcnet_object_ref(msg, ship_id);
    return part_of(msg, &ship, object_id - ship_id, part);
}

static bool inferred_part(const bcnet_msg_t *msg, uint32_t object_id, bcnet_part_t *part)
{
    bcnet_object_ref_t ship;

    return bcnet_unseen_ship_owning(msg, object_id, &ship) && part_of(msg, &ship, object_id - ship.id, part);
}

/* The ship itself, NULL when the id is none. */
static const char *unseen_words(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_object_ref_t    ship = bcnet_object_ref(msg, object_id);
    const bcnet_layout_choice_t choice = bcnet_choose_layout(msg, &ship);

    /* The default layout is for every ship, so it does not tell which ids are ships. */
    return choice.source != BCNET_SOURCE_USERS_DEFAULT && !ship.object && kind_words(msg, &choice)
             ? bcnet_ship_label(msg, &ship, &choice)
             : NULL;
}

/* ---- Any object ---- */

const char *bcnet_source_words(bcnet_source_t source)
{
    static const char *const words[] = {
        [BCNET_SOURCE_NONE] = "unknown",      [BCNET_SOURCE_CREATED] = "created",
        [BCNET_SOURCE_BY_USER] = "told",      [BCNET_SOURCE_USERS_DEFAULT] = "default",
        [BCNET_SOURCE_INFERRED] = "inferred", [BCNET_SOURCE_PROVISIONAL] = "provisional",
    };

    return words[source];
}

/* Of a ship that nothing reads: whether its number does not say, either, what it is. */
static bool means_another(const bcnet_layout_choice_t *choice)
{
    return choice->refuted || choice->object->readers;
}

const char *bcnet_class_words(const bcnet_layout_choice_t *choice)
{
    if (choice->names || !choice->object)
        return choice->names ? choice->names : "unknown";
    if (means_another(choice))
        return species_number(choice->object->species);
    const char *name = species_name(choice->object->species);
    return name ? name : "unknown ship";
}

const char *bcnet_class_guess(wmem_allocator_t *pool, const bcnet_layout_choice_t *choice)
{
    const char *words = bcnet_class_words(choice);

    return bcnet_is_guess(choice) ? wmem_strdup_printf(pool, "%s?", words) : words;
}

bcnet_source_t bcnet_class_source(const bcnet_layout_choice_t *choice)
{
    if (choice->source != BCNET_SOURCE_NONE || !choice->object || means_another(choice))
        return choice->source;
    return species_name(choice->object->species) ? BCNET_SOURCE_CREATED : BCNET_SOURCE_NONE;
}

/* `object`: whose the id is; NULL: nobody's. */
static const char *not_a_player(wmem_allocator_t *pool, const bcnet_object_t *object, uint32_t id)
{
    if (bcnet_object_slot(id, NULL) < 0)
        return NULL;
    return object && *object->name ? wmem_strdup_printf(pool, "object id of %s's ship, not a player", object->name)
                                   : bcnet_named_at(pool, NULL, id, 0);
}

const char *bcnet_not_a_player_words(const bcnet_msg_t *msg, uint32_t id)
{
    unsigned offset;

    return not_a_player(msg->pinfo->pool, bcnet_object_owner(msg, id, &offset), id);
}

const char *bcnet_killer_words(wmem_allocator_t *pool, const bcnet_object_t *object)
{
    const uint32_t killer = (uint32_t)object->killer;
    const char    *words = not_a_player(pool, object->killer_object, killer);

    return words || object->killed_by ? words : bcnet_named_at(pool, NULL, killer, object->died.stamp);
}

const char *bcnet_fate_words(bcnet_fate_t fate)
{
    static const char *const words[] = {
        [BCNET_FATE_THERE] = "still there", [BCNET_FATE_DIED] = "died",       [BCNET_FATE_DELETED] = "deleted",
        [BCNET_FATE_REPLACED] = "replaced", [BCNET_FATE_OWNER_LEFT] = "left", [BCNET_FATE_ROUND_OVER] = "restart",
        [BCNET_FATE_RESTARTED] = "restart",
    };

    return words[fate];
}

const char *bcnet_object_kind(const bcnet_msg_t *msg, const bcnet_object_t *object)
{
    const bcnet_object_ref_t    ref = bcnet_ref_to(object);
    const bcnet_layout_choice_t choice = bcnet_choose_layout(msg, &ref);

    return kind_words(msg, &choice);
}

const char *bcnet_owned_words(const bcnet_msg_t *msg, const char *owner, const bcnet_object_t *object)
{
    const char *kind = bcnet_object_kind(msg, object);

    return wmem_strdup_printf(msg->pinfo->pool, "%s's %s%s", owner,
                              g_str_has_prefix(kind, "species ") ? "ship of " : "", kind);
}

const char *bcnet_object_label(const bcnet_msg_t *msg, const bcnet_object_t *object)
{
    const char *kind = bcnet_object_kind(msg, object);

    return *object->name ? wmem_strdup_printf(msg->pinfo->pool, "%s (%s)", kind, object->name) : kind;
}

bool bcnet_object_part(const bcnet_msg_t *msg, uint32_t object_id, bcnet_part_t *part)
{
    unsigned              offset;
    const bcnet_object_t *owner = bcnet_object_owner(msg, object_id, &offset);

    if (!owner)
        return !unseen_words(msg, object_id) &&
               (users_part(msg, object_id, part) || inferred_part(msg, object_id, part));
    const bcnet_object_ref_t ship = bcnet_ref_to(owner);
    return part_of(msg, &ship, offset, part);
}

bcnet_part_t bcnet_named_object(const bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_part_t part = { .of = bcnet_object_ref(msg, object_id).any };

    if (!part.of && !bcnet_object_part(msg, object_id, &part))
        part.subsystem = NULL;
    return part;
}

const char *bcnet_part_name(const bcnet_part_t *part)
{
    return part->child ? part->child->name : part->subsystem ? part->subsystem->name : NULL;
}

bcnet_class_t bcnet_part_class(const bcnet_part_t *part)
{
    return part->child ? part->child->class_id : part->subsystem ? part->subsystem->class_id : BCNET_CLASS_COUNT;
}

static bool can_be(const bcnet_part_t *part, bcnet_role_t role)
{
    return !part->subsystem || bcnet_class_has_role(bcnet_part_class(part), role);
}

bcnet_part_t bcnet_named_as(const bcnet_msg_t *msg, uint32_t object_id, bcnet_role_t role)
{
    bcnet_part_t part = bcnet_named_object(msg, object_id);

    if (!can_be(&part, role))
        part = (bcnet_part_t){ .of = part.of, .ship = part.ship };
    return part;
}

const char *bcnet_role_contradicted(const bcnet_msg_t *msg, uint32_t object_id, bcnet_role_t role)
{
    bcnet_part_t part = { .ship = NULL };

    if (role == BCNET_ROLE_ANY || !bcnet_object_part(msg, object_id, &part) || can_be(&part, role))
        return NULL;
    return wmem_strdup_printf(msg->pinfo->pool, "no %s of %s", bcnet_role_name(role), part.ship);
}

static const char *resolve(const bcnet_msg_t *msg, uint32_t object_id)
{
    bcnet_part_t          part;
    unsigned              offset;
    const bcnet_object_t *owner = bcnet_object_owner(msg, object_id, &offset);

    if (bcnet_object_part(msg, object_id, &part))
        return wmem_strdup_printf(msg->pinfo->pool, "%s: %s", part.ship, bcnet_part_name(&part));
    if (!owner)
        return unseen_words(msg, object_id);
    return offset == 0 ? part.ship : wmem_strdup_printf(msg->pinfo->pool, "%s: subsystem %u", part.ship, offset);
}

const char *bcnet_object_resolve(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_answer_t *known = bcnet_ask(msg, object_id);

    if (known->has_words)
        return known->words;
    const char     *words = resolve(msg, object_id); /* asks, too */
    bcnet_answer_t *answer = bcnet_ask(msg, object_id);
    answer->words = words;
    answer->has_words = true;
    return words;
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

const char *bcnet_object_words_as(const bcnet_msg_t *msg, uint32_t object_id, bcnet_role_t role)
{
    const char *contradicted = bcnet_role_contradicted(msg, object_id, role);

    return contradicted ? wmem_strdup_printf(msg->pinfo->pool, "0x%08x, %s", object_id, contradicted)
                        : bcnet_object_words(msg, object_id);
}
