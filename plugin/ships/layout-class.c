/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The classes of the game that stand in a ship's list (97.2, rule 3). */
#include "ships/layout.h"

#define NONE BCNET_CLASS_COUNT

enum {
    BATTERIES = BCNET_SNAPSHOT_BATTERIES,
    POWER = BCNET_SNAPSHOT_POWER,
    FACINGS = BCNET_SNAPSHOT_FACINGS,
    BIT = BCNET_SNAPSHOT_BIT,
    ADJUSTABLE = POWER | BIT | BCNET_SNAPSHOT_SETTING
};

const bcnet_class_info_t bcnet_classes[BCNET_CLASS_COUNT] = {
    [BCNET_CLASS_HULL] = { "HullSubsystem", BCNET_FORMAT_BASE, NONE, 0 },
    [BCNET_CLASS_SHIELD] = { "ShieldSubsystem", BCNET_FORMAT_SHIELD, NONE, POWER | FACINGS },
    [BCNET_CLASS_SENSOR] = { "SensorSubsystem", BCNET_FORMAT_POWERED, NONE, POWER },
    [BCNET_CLASS_POWER] = { "PowerSubsystem", BCNET_FORMAT_REACTOR, NONE, BATTERIES },
    [BCNET_CLASS_IMPULSE] = { "ImpulseEngineSubsystem", BCNET_FORMAT_POWERED, BCNET_CLASS_ENGINE, POWER },
    [BCNET_CLASS_WARP] = { "WarpEngineSubsystem", BCNET_FORMAT_POWERED, BCNET_CLASS_ENGINE, POWER },
    [BCNET_CLASS_REPAIR] = { "RepairSubsystem", BCNET_FORMAT_POWERED, NONE, POWER },
    [BCNET_CLASS_CLOAK] = { "CloakingSubsystem", BCNET_FORMAT_POWERED, NONE, POWER | BIT },
    [BCNET_CLASS_TORPEDO_SYSTEM] = { "TorpedoSystem", BCNET_FORMAT_POWERED, BCNET_CLASS_TORPEDO_TUBE, ADJUSTABLE },
    [BCNET_CLASS_PHASER_SYSTEM] = { "PhaserSystem", BCNET_FORMAT_POWERED, BCNET_CLASS_PHASER_BANK, ADJUSTABLE },
    [BCNET_CLASS_PULSE_SYSTEM] = { "PulseWeaponSystem", BCNET_FORMAT_POWERED, BCNET_CLASS_PULSE_WEAPON, POWER | BIT },
    [BCNET_CLASS_TRACTOR_SYSTEM] = { "TractorBeamSystem", BCNET_FORMAT_POWERED, BCNET_CLASS_TRACTOR_PROJECTOR,
                                     ADJUSTABLE },
    [BCNET_CLASS_PHASER_BANK] = { "PhaserBank", BCNET_FORMAT_BASE, NONE, 0 },
    [BCNET_CLASS_PULSE_WEAPON] = { "PulseWeapon", BCNET_FORMAT_BASE, NONE, 0 },
    [BCNET_CLASS_TRACTOR_PROJECTOR] = { "TractorBeamProjector", BCNET_FORMAT_BASE, NONE, 0 },
    [BCNET_CLASS_TORPEDO_TUBE] = { "TorpedoTube", BCNET_FORMAT_BASE, NONE, 0 },
    [BCNET_CLASS_ENGINE] = { "ShipSubsystem", BCNET_FORMAT_BASE, NONE, 0 },
};

#define BIT_OF(name) (1U << BCNET_CLASS_##name)

typedef struct {
    const char *name;
    uint32_t    classes; /* bits */
} bcnet_role_info_t;

enum {
    WEAPON_SYSTEMS = BIT_OF(PHASER_SYSTEM) | BIT_OF(PULSE_SYSTEM) | BIT_OF(TORPEDO_SYSTEM) | BIT_OF(TRACTOR_SYSTEM),
    WITH_POWER = WEAPON_SYSTEMS | BIT_OF(SHIELD) | BIT_OF(SENSOR) | BIT_OF(IMPULSE) | BIT_OF(WARP) | BIT_OF(REPAIR) |
                 BIT_OF(CLOAK)
};

static const bcnet_role_info_t roles[BCNET_ROLE_COUNT] = {
    [BCNET_ROLE_ANY] = { "part", ~0U },
    [BCNET_ROLE_REPAIR] = { "repair subsystem", BIT_OF(REPAIR) },
    [BCNET_ROLE_SWITCHED] = { "powered subsystem", WITH_POWER },
    [BCNET_ROLE_WEAPONS] = { "weapon system", WEAPON_SYSTEMS },
    [BCNET_ROLE_PHASERS] = { "phaser system", BIT_OF(PHASER_SYSTEM) },
    [BCNET_ROLE_TORPEDOES] = { "torpedo system", BIT_OF(TORPEDO_SYSTEM) },
    [BCNET_ROLE_TUBE] = { "torpedo tube", BIT_OF(TORPEDO_TUBE) },
    [BCNET_ROLE_PULSE_WEAPON] = { "pulse weapon", BIT_OF(PULSE_WEAPON) },
};

bool bcnet_class_has_role(bcnet_class_t class_id, bcnet_role_t role)
{
    return roles[role].classes >> class_id & 1;
}

const char *bcnet_role_name(bcnet_role_t role)
{
    return roles[role].name;
}

unsigned bcnet_snapshot_part_length(unsigned part)
{
    switch (part) {
    case BCNET_SNAPSHOT_BATTERIES:
        return 2;
    case BCNET_SNAPSHOT_FACINGS:
        return BCNET_FACINGS;
    case BCNET_SNAPSHOT_BIT:
        return 0;
    default:
        return 1;
    }
}

bool bcnet_class_from_name(const char *name, bcnet_class_t *class_id)
{
    for (unsigned i = 0; i < BCNET_CLASS_COUNT; i++) {
        if (g_strcmp0(bcnet_classes[i].name, name) == 0) {
            *class_id = (bcnet_class_t)i;
            return true;
        }
    }
    return false;
}
