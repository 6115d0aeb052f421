/* The classes of the game that stand in a ship's list (97.2, rule 3).
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ships/layout.h"

typedef struct {
    const char    *name;
    unsigned       type_id;
    bcnet_format_t format;
    bcnet_class_t  child; /* BCNET_CLASS_COUNT: none */
    bool           snapshot_bit;
} class_info_t;

#define NONE BCNET_CLASS_COUNT

static const class_info_t classes[BCNET_CLASS_COUNT] = {
    [BCNET_CLASS_HULL] = { "HullSubsystem", 0x8027, BCNET_FORMAT_BASE, NONE, false },
    [BCNET_CLASS_SHIELD] = { "ShieldSubsystem", 0x8028, BCNET_FORMAT_SHIELD, NONE, false },
    [BCNET_CLASS_SENSOR] = { "SensorSubsystem", 0x8023, BCNET_FORMAT_POWERED, NONE, false },
    [BCNET_CLASS_POWER] = { "PowerSubsystem", 0x8022, BCNET_FORMAT_REACTOR, NONE, false },
    [BCNET_CLASS_IMPULSE] = { "ImpulseEngineSubsystem", 0x8026, BCNET_FORMAT_POWERED, BCNET_CLASS_ENGINE, false },
    [BCNET_CLASS_WARP] = { "WarpEngineSubsystem", 0x8025, BCNET_FORMAT_POWERED, BCNET_CLASS_ENGINE, false },
    [BCNET_CLASS_REPAIR] = { "RepairSubsystem", 0x8029, BCNET_FORMAT_POWERED, NONE, false },
    [BCNET_CLASS_CLOAK] = { "CloakingSubsystem", 0x8024, BCNET_FORMAT_POWERED, NONE, true },
    [BCNET_CLASS_TORPEDO_SYSTEM] = { "TorpedoSystem", 0x801E, BCNET_FORMAT_POWERED, BCNET_CLASS_TORPEDO_TUBE, true },
    [BCNET_CLASS_PHASER_SYSTEM] = { "PhaserSystem", 0x801F, BCNET_FORMAT_POWERED, BCNET_CLASS_PHASER_BANK, true },
    [BCNET_CLASS_PULSE_SYSTEM] = { "PulseWeaponSystem", 0x8020, BCNET_FORMAT_POWERED, BCNET_CLASS_PULSE_WEAPON, true },
    [BCNET_CLASS_TRACTOR_SYSTEM] = { "TractorBeamSystem", 0x8021, BCNET_FORMAT_POWERED, BCNET_CLASS_TRACTOR_PROJECTOR,
                                     true },
    [BCNET_CLASS_PHASER_BANK] = { "PhaserBank", 0x802C, BCNET_FORMAT_BASE, NONE, false },
    [BCNET_CLASS_PULSE_WEAPON] = { "PulseWeapon", 0x802D, BCNET_FORMAT_BASE, NONE, false },
    [BCNET_CLASS_TRACTOR_PROJECTOR] = { "TractorBeamProjector", 0x802E, BCNET_FORMAT_BASE, NONE, false },
    [BCNET_CLASS_TORPEDO_TUBE] = { "TorpedoTube", 0x802F, BCNET_FORMAT_BASE, NONE, false },
    [BCNET_CLASS_ENGINE] = { "ShipSubsystem", 0x801B, BCNET_FORMAT_BASE, NONE, false },
};

bcnet_format_t bcnet_class_format(bcnet_class_t class_id)
{
    return classes[class_id].format;
}

const char *bcnet_class_name(bcnet_class_t class_id)
{
    return classes[class_id].name;
}

unsigned bcnet_class_type_id(bcnet_class_t class_id)
{
    return classes[class_id].type_id;
}

bcnet_class_t bcnet_class_child(bcnet_class_t class_id)
{
    return classes[class_id].child;
}

bool bcnet_class_has_snapshot_bit(bcnet_class_t class_id)
{
    return classes[class_id].snapshot_bit;
}

bool bcnet_class_from_name(const char *name, bcnet_class_t *class_id)
{
    for (unsigned i = 0; i < BCNET_CLASS_COUNT; i++) {
        if (g_strcmp0(classes[i].name, name) == 0) {
            *class_id = (bcnet_class_t)i;
            return true;
        }
    }
    return false;
}
