/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the game offers to hardpoint scripts: kinds of properties, their values, templates, the ship's set. */
#include <string.h>

#include "mods/script.h"

#define CONSTRUCTOR "_Create"
#define VALUE_MAX 1e30 /* as in layout files */

/* 97.2, rule 3. */
static const bcnet_property_kind_t kinds[] = {
    { "HullProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_HULL },
    { "ShieldProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_SHIELD },
    { "SensorProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_SENSOR },
    { "PowerProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_POWER },
    { "ImpulseEngineProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_IMPULSE },
    { "WarpEngineProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_WARP },
    { "RepairSubsystemProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_REPAIR },
    { "CloakingSubsystemProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_CLOAK },
    { "TorpedoSystemProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_TORPEDO_SYSTEM },
    { "WeaponSystemProperty", BCNET_KIND_WEAPONS, BCNET_CLASS_COUNT },
    { "PhaserProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_PHASER_BANK },
    { "PulseWeaponProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_PULSE_WEAPON },
    { "TractorBeamProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_TRACTOR_PROJECTOR },
    { "TorpedoTubeProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_TORPEDO_TUBE },
    { "EngineProperty", BCNET_KIND_SUBSYSTEM, BCNET_CLASS_ENGINE },
    { "ShipProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "PositionOrientationProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "ObjectEmitterProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "ViewscreenProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "FirstPersonProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "BlinkingLightProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    /* These stand in no list of the protocol description; likely, since they describe effects. */
    { "EngineGlowProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "SmokeEmitterProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "SparkEmitterProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "ExplodeEmitterProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
};

/* 97.2; the numbers of the facings are likely, their order is that of 60.2. */
static const struct {
    const char *name;
    int         value;
} constants[] = {
    { "WST_PHASER", 1 },     { "WST_PULSE", 3 },     { "WST_TRACTOR", 4 },   { "EP_IMPULSE", 0 },
    { "EP_WARP", 1 },        { "FRONT_SHIELDS", 0 }, { "REAR_SHIELDS", 1 },  { "TOP_SHIELDS", 2 },
    { "BOTTOM_SHIELDS", 3 }, { "LEFT_SHIELDS", 4 },  { "RIGHT_SHIELDS", 5 }, { "WST_TORPEDO", 2 },
};

bcnet_value_t bcnet_property_constant(const char *name)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(constants); i++)
        if (strcmp(constants[i].name, name) == 0)
            return INTEGER_VALUE(constants[i].value);
    return UNKNOWN_VALUE;
}

bool bcnet_property_matters(const char *method)
{
    static const char *const methods[] = { "AddToSet",   "RegisterLocalTemplate", "ClearLocalTemplates",
                                           "SetPrimary", "SetWeaponSystemType",   "SetEngineType",
                                           "SetName",    "LoadPropertySet",       NULL };

    return g_strv_contains(methods, method);
}

/* ---- making properties ---- */

static const bcnet_property_kind_t *find_kind(bcnet_script_t *script, const char *constructor)
{
    const char            *name = bcnet_script_name(script, constructor, strlen(constructor) - strlen(CONSTRUCTOR));
    bcnet_property_kind_t *other;

    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    other = BCNET_ARENA_NEW(script->arena, bcnet_property_kind_t);
    *other = (bcnet_property_kind_t){ name, BCNET_KIND_UNKNOWN, BCNET_CLASS_COUNT };
    return other;
}

static bcnet_value_t new_property(bcnet_script_t *script, const bcnet_property_kind_t *kind, const char *name)
{
    bcnet_property_t *property = BCNET_ARENA_NEW(script->arena, bcnet_property_t);

    *property = (bcnet_property_t){ .kind = kind, .name = name, .file = script->module->file, .line = script->line };
    return (bcnet_value_t){ .kind = VALUE_PROPERTY, .property = property };
}

bcnet_value_t bcnet_property_make(bcnet_script_t *script, const char *constructor, const bcnet_list_t *given)
{
    const bcnet_value_t name = bcnet_script_argument(given, 0);

    if (given->count != 1 || name.kind != VALUE_TEXT)
        bcnet_script_note(script, "it cannot be told how this property is called");
    else if (++script->made > BCNET_PROPERTIES_MAX)
        bcnet_script_error(script, "more than %d properties are made", BCNET_PROPERTIES_MAX);
    else
        return new_property(script, find_kind(script, constructor), name.text);
    return UNKNOWN_VALUE;
}

/* ---- values of properties ---- */

static const struct {
    const char   *method;
    bcnet_class_t class_id; /* that has it; BCNET_CLASS_COUNT: all */
    size_t        member;
} numbers[] = {
    { "SetMaxCondition", BCNET_CLASS_COUNT, G_STRUCT_OFFSET(bcnet_subsystem_t, max_condition) },
    { "SetMainBatteryLimit", BCNET_CLASS_POWER, G_STRUCT_OFFSET(bcnet_subsystem_t, main_battery) },
    { "SetBackupBatteryLimit", BCNET_CLASS_POWER, G_STRUCT_OFFSET(bcnet_subsystem_t, backup_battery) },
};

static bool take_number(bcnet_script_t *script, const char *method, bcnet_value_t value, float *number)
{
    const bool good = bcnet_value_is_number(value) && value.number >= 0 && value.number <= VALUE_MAX;

    if (good)
        *number = (float)value.number;
    else
        bcnet_script_note(script, "the value of \"%s\" cannot be told and is left out", method);
    return good;
}

static void set_shield(bcnet_script_t *script, bcnet_property_t *property, const bcnet_list_t *given)
{
    const bcnet_value_t facing = bcnet_script_argument(given, 0), value = bcnet_script_argument(given, 1);

    if (facing.kind != VALUE_INTEGER || facing.number < 0 || facing.number >= BCNET_FACINGS)
        bcnet_script_note(script, "this is none of the six sides of a shield");
    else if (take_number(script, "SetMaxShields", value, &property->values.max_shields[(unsigned)facing.number]))
        property->values.shields_known = true;
}

static void set_primary(bcnet_script_t *script, bcnet_property_t *property, bcnet_value_t value)
{
    property->primary_told = true;
    property->values.primary = bcnet_value_truth(value) == TRUTH_YES;
    if (bcnet_value_truth(value) == TRUTH_UNKNOWN)
        bcnet_script_error(script, "it cannot be told whether this system is a primary one");
}

static void set_type(bcnet_script_t *script, int *type, bcnet_value_t value)
{
    if (value.kind == VALUE_INTEGER)
        *type = (int)CLAMP(value.number, -1, G_MAXINT8);
    else
        bcnet_script_error(script, "the type that is set here cannot be told");
}

bcnet_value_t bcnet_property_call(bcnet_script_t *script, bcnet_property_t *property, const char *name,
                                  const bcnet_list_t *given)
{
    const bcnet_value_t first = bcnet_script_argument(given, 0), only = given->count == 1 ? first : UNKNOWN_VALUE;

    for (unsigned i = 0; i < G_N_ELEMENTS(numbers); i++) {
        float *number = G_STRUCT_MEMBER_P(&property->values, numbers[i].member);

        if (numbers[i].class_id != BCNET_CLASS_COUNT && numbers[i].class_id != property->kind->class_id)
            continue;
        if (strcmp(name, numbers[i].method) == 0)
            take_number(script, name, first, number);
        else if (*name == 'G' && strcmp(name + 1, numbers[i].method + 1) == 0 && *number != 0)
            return NUMBER_VALUE((double)*number);
    }
    if (strcmp(name, "SetMaxShields") == 0 && property->kind->class_id == BCNET_CLASS_SHIELD)
        set_shield(script, property, given);
    else if (strcmp(name, "SetPrimary") == 0)
        set_primary(script, property, only);
    else if (strcmp(name, "SetWeaponSystemType") == 0)
        set_type(script, &property->weapon_type, only);
    else if (strcmp(name, "SetEngineType") == 0)
        set_type(script, &property->engine_type, only);
    else if (strcmp(name, "SetName") == 0)
        bcnet_script_error(script, "a new name for a property is not followed");
    else if (strcmp(name, "GetName") == 0)
        return TEXT_VALUE(property->name);
    return UNKNOWN_VALUE;
}

/* ---- templates ---- */

static bool same_kind(const bcnet_property_t *a, const bcnet_property_t *b)
{
    return a->kind == b->kind || strcmp(a->kind->name, b->kind->name) == 0;
}

/* 97.2, rule 1: the second one with the same name and kind takes the place of the first. */
static void register_template(bcnet_script_t *script, bcnet_property_t *property)
{
    bcnet_property_t  *first = g_hash_table_lookup(script->templates, property->name);
    bcnet_property_t **slot = &first;

    script->changes++;
    while (*slot && !same_kind(*slot, property) && bcnet_script_step(script, 1))
        slot = &(*slot)->next;
    if (*slot != property)
        property->next = *slot ? (*slot)->next : NULL;
    *slot = property;
    g_hash_table_replace(script->templates, (void *)first->name, first);
}

/* What stands in for a property of the game's own that many ships share: the game's list of these is not here, and
 * stock scripts look up what is no subsystem in it. */
static bcnet_value_t find_global(bcnet_script_t *script, const char *name)
{
    static const bcnet_property_kind_t kind = { "global template", BCNET_KIND_OTHER, BCNET_CLASS_COUNT };

    bcnet_script_doubt(script, "the global template \"%s\" is not here and is taken for no subsystem", name);
    return new_property(script, &kind, name);
}

/* FindByName(name, App.TGModelPropertyManager.LOCAL_TEMPLATES) */
static bcnet_value_t find_template(bcnet_script_t *script, const bcnet_list_t *given)
{
    const bcnet_value_t     name = bcnet_script_argument(given, 0), where = bcnet_script_argument(given, 1);
    const bcnet_property_t *found;

    if (name.kind != VALUE_TEXT) {
        bcnet_script_note(script, "it cannot be told which property this finds");
        return UNKNOWN_VALUE;
    }
    if (where.kind == VALUE_GAME && g_str_has_suffix(where.text, ".GLOBAL_TEMPLATES"))
        return find_global(script, name.text);
    found = g_hash_table_lookup(script->templates, name.text);
    if (!found) {
        bcnet_script_note(script, "no property \"%s\" is registered", name.text);
        return script->unknown_templates ? UNKNOWN_VALUE : NONE_VALUE;
    }
    if (found->next)
        bcnet_script_doubt(
            script, "properties of several kinds are called \"%s\"; the first one (%s) is taken, which is a guess",
            name.text, found->kind->name);
    return (bcnet_value_t){ .kind = VALUE_PROPERTY, .property = (bcnet_property_t *)found };
}

/* What reads changes nothing. */
static bool only_reads(const char *method)
{
    return g_str_has_prefix(method, "Get") || g_str_has_prefix(method, "Is");
}

bcnet_value_t bcnet_manager_call(bcnet_script_t *script, const char *name, const bcnet_list_t *given)
{
    const bcnet_value_t only = given->count == 1 ? given->items[0] : UNKNOWN_VALUE;

    if (strcmp(name, "FindByName") == 0)
        return find_template(script, given);
    if (strcmp(name, "ClearLocalTemplates") == 0) {
        g_hash_table_remove_all(script->templates);
        script->unknown_templates = false;
        script->changes++;
    } else if (strcmp(name, "RegisterLocalTemplate") != 0) {
        if (!only_reads(name))
            bcnet_script_error(script, "it is not known what \"%s\" does to the templates", name);
        return UNKNOWN_VALUE;
    } else if (only.kind == VALUE_PROPERTY) {
        register_template(script, only.property);
    } else if (only.kind == VALUE_UNKNOWN || only.kind == VALUE_GAME) {
        bcnet_script_note(script, "it cannot be told what this registers");
        script->unknown_templates = true;
    } else {
        bcnet_script_error(script, "this registers something that is no property");
    }
    return NONE_VALUE;
}

/* ---- the ship's set ---- */

static void add_property(bcnet_script_t *script, const bcnet_property_t *property)
{
    const bcnet_added_t added = { property, script->module->file, script->line };

    if (script->added->len < BCNET_PROPERTIES_MAX)
        g_array_append_val(script->added, added);
    else
        bcnet_script_error(script, "more than %d properties are added to the ship", BCNET_PROPERTIES_MAX);
}

bcnet_value_t bcnet_set_call(bcnet_script_t *script, const char *name, const bcnet_list_t *given)
{
    const bcnet_value_t node = bcnet_script_argument(given, 0), value = bcnet_script_argument(given, 1);

    if (strcmp(name, "AddToSet") != 0) {
        if (!only_reads(name))
            bcnet_script_error(script, "it is not known what \"%s\" does to the ship's properties", name);
        return UNKNOWN_VALUE;
    }
    if (given->count == 2 && bcnet_value_equal(node, TEXT_VALUE("Scene Root")) != TRUTH_YES)
        bcnet_script_doubt(script, "this adds to something else than \"Scene Root\", which is taken for the same");
    if (given->count != 2)
        bcnet_script_error(script, "AddToSet takes two values");
    else if (value.kind == VALUE_PROPERTY)
        add_property(script, value.property);
    else if (value.kind == VALUE_NONE)
        bcnet_script_error(script, "this adds a property that does not exist");
    else
        bcnet_script_error(script, "it cannot be told what this adds to the ship");
    return NONE_VALUE;
}
