/* What the game offers to hardpoint scripts: kinds of properties, their values, templates, the ship's set.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>

#include "reading/numbers.h"
#include "mods/hardpoint-run.h"

#define CONSTRUCTOR "_Create"
#define VALUE_MAX 1e30 /* as in layout files */

/* 97.2, rule 3. The last four stand in no list of the protocol description; likely, since they describe effects. */
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
    { "EngineGlowProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "SmokeEmitterProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "SparkEmitterProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
    { "ExplodeEmitterProperty", BCNET_KIND_OTHER, BCNET_CLASS_COUNT },
};

const char *bcnet_property_of_class(bcnet_class_t class_id)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (kinds[i].class_id == class_id)
            return kinds[i].name;
    return "WeaponSystemProperty";
}

bcnet_class_t bcnet_weapon_class(int weapon_type)
{
    static const bcnet_class_t classes[BCNET_WEAPON_TYPES] = { BCNET_CLASS_COUNT, BCNET_CLASS_PHASER_SYSTEM,
                                                               BCNET_CLASS_COUNT, BCNET_CLASS_PULSE_SYSTEM,
                                                               BCNET_CLASS_TRACTOR_SYSTEM };

    return weapon_type >= 0 && weapon_type < BCNET_WEAPON_TYPES ? classes[weapon_type] : BCNET_CLASS_COUNT;
}

/* What stands in for a property of the game's own that many ships share. */
static const bcnet_property_kind_t global_kind = { "global template", BCNET_KIND_OTHER, BCNET_CLASS_COUNT };

/* 97.2; the numbers of the facings are likely, their order is that of 60.2. */
static const struct {
    const char *name;
    int         value;
} constants[] = {
    { "WST_PHASER", 1 },     { "WST_PULSE", 3 },     { "WST_TRACTOR", 4 },   { "EP_IMPULSE", 0 },
    { "EP_WARP", 1 },        { "FRONT_SHIELDS", 0 }, { "REAR_SHIELDS", 1 },  { "TOP_SHIELDS", 2 },
    { "BOTTOM_SHIELDS", 3 }, { "LEFT_SHIELDS", 4 },  { "RIGHT_SHIELDS", 5 }, { "WST_TORPEDO", 2 },
};

bool bcnet_property_constant(const char *name, gint64 *value)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(constants); i++) {
        if (strcmp(constants[i].name, name) == 0) {
            *value = constants[i].value;
            return true;
        }
    }
    return false;
}

bool bcnet_property_matters(const char *method)
{
    static const char *const methods[] = { "AddToSet",   "RegisterLocalTemplate", "ClearLocalTemplates",
                                           "SetPrimary", "SetWeaponSystemType",   "SetEngineType",
                                           "SetName",    "LoadPropertySet",       NULL };

    return g_strv_contains(methods, method);
}

/* ---- making properties ---- */

static const bcnet_property_kind_t *find_kind(run_t *run, const char *constructor)
{
    size_t                 length = strlen(constructor) - strlen(CONSTRUCTOR);
    bcnet_property_kind_t *unknown;

    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++)
        if (strlen(kinds[i].name) == length && strncmp(kinds[i].name, constructor, length) == 0)
            return &kinds[i];
    unknown = BCNET_ARENA_NEW(run->arena, bcnet_property_kind_t);
    unknown->name = bcnet_arena_text(run->arena, constructor, length);
    unknown->kind = BCNET_KIND_UNKNOWN;
    unknown->class_id = BCNET_CLASS_COUNT;
    return unknown;
}

static value_t new_property(run_t *run, const bcnet_property_kind_t *kind, const char *name, bcnet_place_t place)
{
    bcnet_property_t *property = BCNET_ARENA_NEW(run->arena, bcnet_property_t);

    property->kind = kind;
    property->name = name;
    property->file = run->module->file;
    property->place = place;
    return PROPERTY_VALUE(property);
}

value_t bcnet_property_make(run_t *run, const char *constructor, const arguments_t *arguments)
{
    bcnet_place_t place = arguments->place;

    if (arguments->count != 1 || arguments->values[0].kind != VALUE_TEXT) {
        bcnet_run_note(run, place, "it cannot be told how this property is called");
        return UNKNOWN_VALUE;
    }
    if (++run->made > BCNET_RUN_PROPERTIES_MAX) {
        bcnet_run_error(run, place, "more than %d properties are made", BCNET_RUN_PROPERTIES_MAX);
        return UNKNOWN_VALUE;
    }
    return new_property(run, find_kind(run, constructor), arguments->values[0].text, place);
}

/* ---- values of properties ---- */

static bool take_number(run_t *run, const arguments_t *arguments, unsigned index, const char *method, float *number)
{
    double value;

    if (index >= arguments->count || !bcnet_value_as_number(arguments->values[index], &value)) {
        bcnet_run_note(run, arguments->place, "the value of \"%s\" cannot be told and is left out", method);
        return false;
    }
    if (!(value >= 0 && value <= VALUE_MAX)) { /* not a number either */
        bcnet_run_note(run, arguments->place, "the value of \"%s\" does not lie between 0 and %s and is left out",
                       method, bcnet_significant(VALUE_MAX, 6).text);
        return false;
    }
    *number = (float)value;
    return true;
}

static void set_shield(run_t *run, bcnet_property_t *property, const arguments_t *arguments, const char *method)
{
    gint64 facing = arguments->count > 0 && arguments->values[0].kind == VALUE_INTEGER ? arguments->values[0].integer
                                                                                       : BCNET_FACINGS;

    if (facing < 0 || facing >= BCNET_FACINGS)
        bcnet_run_note(run, arguments->place, "this is none of the six sides of a shield");
    else if (take_number(run, arguments, 1, method, &property->max_shields[facing]))
        property->shields_known = true;
}

/* It is an error only if the property is on the ship. */
static void unclear(run_t *run, bcnet_property_t *property, bcnet_place_t place, const char *reason)
{
    property->unclear = reason;
    property->unclear_file = run->module->file;
    property->unclear_place = place;
}

/* A value that decides where the subsystem stands. */
static void set_deciding(run_t *run, bcnet_property_t *property, const char *method, const arguments_t *arguments)
{
    value_t       value = arguments->count == 1 ? arguments->values[0] : UNKNOWN_VALUE;
    truth_t       truth = bcnet_value_truth(value);
    bcnet_place_t place = arguments->place;

    if (strcmp(method, "SetPrimary") == 0) {
        property->primary_told = true;
        property->primary = truth == TRUTH_YES;
        if (truth == TRUTH_UNKNOWN)
            unclear(run, property, place, "it cannot be told whether this system is a primary one");
    } else if (value.kind != VALUE_INTEGER) {
        unclear(run, property, place, "the type that is set here cannot be told");
    } else if (strcmp(method, "SetEngineType") == 0) {
        property->engine_type = (int)CLAMP(value.integer, -1, G_MAXINT8);
    } else {
        property->weapon_type = (int)CLAMP(value.integer, -1, G_MAXINT8);
    }
}

static value_t rename_property(run_t *run, bcnet_property_t *property, const arguments_t *arguments)
{
    if (property->registered)
        bcnet_run_error(run, arguments->place, "a new name for a registered property is not followed");
    else if (arguments->count == 1 && arguments->values[0].kind == VALUE_TEXT)
        property->name = arguments->values[0].text;
    else
        bcnet_run_error(run, arguments->place, "it cannot be told how this property is called");
    return NONE_VALUE;
}

static value_t get_value(const bcnet_property_t *property, const char *name)
{
    if (strcmp(name, "GetName") == 0)
        return TEXT_VALUE(property->name);
    if (strcmp(name, "GetMaxCondition") == 0 && property->max_condition != 0)
        return NUMBER_VALUE((double)property->max_condition);
    return UNKNOWN_VALUE;
}

value_t bcnet_property_method(run_t *run, bcnet_property_t *property, const char *name, const arguments_t *arguments)
{
    if (!g_str_has_prefix(name, "Set"))
        return get_value(property, name);
    if (strcmp(name, "SetMaxCondition") == 0)
        take_number(run, arguments, 0, name, &property->max_condition);
    else if (strcmp(name, "SetMaxShields") == 0)
        set_shield(run, property, arguments, name);
    else if (strcmp(name, "SetMainBatteryLimit") == 0)
        take_number(run, arguments, 0, name, &property->main_battery);
    else if (strcmp(name, "SetBackupBatteryLimit") == 0)
        take_number(run, arguments, 0, name, &property->backup_battery);
    else if (strcmp(name, "SetName") == 0)
        return rename_property(run, property, arguments);
    else if (strcmp(name, "SetPrimary") == 0 || strcmp(name, "SetWeaponSystemType") == 0 ||
             strcmp(name, "SetEngineType") == 0)
        set_deciding(run, property, name, arguments);
    return NONE_VALUE;
}

/* ---- templates ---- */

static bool same_kind(const bcnet_property_t *a, const bcnet_property_t *b)
{
    return a->kind == b->kind || strcmp(a->kind->name, b->kind->name) == 0;
}

/* 97.2, rule 1: the second one with the same name and kind takes the place of the first. */
static void register_template(run_t *run, bcnet_property_t *property, bcnet_place_t place)
{
    bcnet_property_t  *first = g_hash_table_lookup(run->templates, property->name);
    bcnet_property_t **slot = &first;

    run->changes++;
    while (*slot && !same_kind(*slot, property) && bcnet_run_step(run, place, 1))
        slot = &(*slot)->next;
    if (*slot != property && *slot) {
        (*slot)->registered = false;
        property->next = (*slot)->next;
    } else if (!*slot) {
        property->next = NULL;
    }
    *slot = property;
    property->registered = true;
    g_hash_table_insert(run->templates, (void *)first->name, first);
}

/* FindByName(name) or FindByName(name, App.TGModelPropertyManager.LOCAL_TEMPLATES) */
static bool is_among(const arguments_t *arguments, const char *templates)
{
    return arguments->count == 2 && arguments->values[1].kind == VALUE_GAME &&
           strcmp(arguments->values[1].text, templates) == 0;
}

static value_t find_template(run_t *run, const arguments_t *arguments)
{
    bcnet_place_t     place = arguments->place;
    bcnet_property_t *found;
    const char       *name;

    if (arguments->count == 0 || arguments->values[0].kind != VALUE_TEXT ||
        (arguments->count != 1 && !is_among(arguments, "LOCAL_TEMPLATES") &&
         !is_among(arguments, "GLOBAL_TEMPLATES"))) {
        bcnet_run_note(run, place, "it cannot be told which property this finds");
        return UNKNOWN_VALUE;
    }
    name = arguments->values[0].text;
    /* The game has a list of templates that is not here; stock scripts look up what is no subsystem in it. */
    if (is_among(arguments, "GLOBAL_TEMPLATES")) {
        bcnet_run_doubt(run, place, "the global template \"%s\" is not here and is taken for no subsystem", name);
        return new_property(run, &global_kind, name, place);
    }
    found = g_hash_table_lookup(run->templates, name);
    if (!found) {
        bcnet_run_note(run, place, "no property \"%s\" is registered", name);
        return run->unknown_templates ? UNKNOWN_VALUE : NONE_VALUE;
    }
    if (found->next)
        bcnet_run_doubt(run, place,
                        "properties of several kinds are called \"%s\"; the first one (%s) is taken, "
                        "which is a guess",
                        name, found->kind->name);
    return PROPERTY_VALUE(found);
}

static void clear_templates(run_t *run)
{
    GHashTableIter names;
    void          *first;

    g_hash_table_iter_init(&names, run->templates);
    while (g_hash_table_iter_next(&names, NULL, &first))
        for (bcnet_property_t *property = first; property; property = property->next)
            property->registered = false;
    g_hash_table_remove_all(run->templates);
    run->unknown_templates = false;
    run->changes++;
}

value_t bcnet_manager_method(run_t *run, const char *name, const arguments_t *arguments)
{
    value_t       first = arguments->count == 1 ? arguments->values[0] : UNKNOWN_VALUE;
    bcnet_place_t place = arguments->place;

    if (strcmp(name, "FindByName") == 0)
        return find_template(run, arguments);
    if (strcmp(name, "ClearLocalTemplates") == 0) {
        clear_templates(run);
        return NONE_VALUE;
    }
    if (strcmp(name, "RegisterLocalTemplate") != 0)
        return bcnet_run_call_unknown(run, name, arguments);
    if (first.kind == VALUE_PROPERTY) {
        register_template(run, first.property, place);
    } else if (first.kind == VALUE_UNKNOWN || first.kind == VALUE_GAME) {
        bcnet_run_note(run, place, "it cannot be told what this registers");
        run->unknown_templates = true;
    } else {
        bcnet_run_error(run, place, "this registers something that is no property");
    }
    return NONE_VALUE;
}

/* ---- the ship's set ---- */

static void add_property(run_t *run, const bcnet_property_t *property, bcnet_place_t place)
{
    const bcnet_added_t added = { property, run->module->file, place };

    if (run->added->len < BCNET_RUN_PROPERTIES_MAX)
        g_array_append_val(run->added, added);
    else
        bcnet_run_error(run, place, "more than %d properties are added to the ship", BCNET_RUN_PROPERTIES_MAX);
}

value_t bcnet_set_method(run_t *run, const char *name, const arguments_t *arguments)
{
    bcnet_place_t place = arguments->place;

    if (strcmp(name, "AddToSet") != 0) {
        if (g_str_has_prefix(name, "Get") || g_str_has_prefix(name, "Is"))
            return UNKNOWN_VALUE;
        bcnet_run_error(run, place, "it is not known what \"%s\" does to the ship's properties", name);
        return UNKNOWN_VALUE;
    }
    if (arguments->count == 2 && bcnet_value_equal(arguments->values[0], TEXT_VALUE("Scene Root")) != TRUTH_YES)
        bcnet_run_doubt(run, place, "this adds to something else than \"Scene Root\", which is taken for the same");
    if (arguments->count != 2)
        bcnet_run_error(run, place, "AddToSet takes two values");
    else if (arguments->values[1].kind == VALUE_PROPERTY)
        add_property(run, arguments->values[1].property, place);
    else if (arguments->values[1].kind == VALUE_NONE)
        bcnet_run_error(run, place, "this adds a property that does not exist");
    else
        bcnet_run_error(run, place, "it cannot be told what this adds to the ship");
    return NONE_VALUE;
}
