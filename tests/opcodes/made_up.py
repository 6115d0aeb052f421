# SPDX-License-Identifier: GPL-2.0-or-later
"""Ships that exist nowhere: their layout files, and what the game would write of them (protocol chapters 40.4, 60.2)."""

import configparser

from states import Ship, Subsystem
from wireshark import SOURCE

CHILDREN = {"PhaserSystem": "PhaserBank", "PulseWeaponSystem": "PulseWeapon", "TorpedoSystem": "TorpedoTube",
            "TractorBeamSystem": "TractorBeamProjector", "ImpulseEngineSubsystem": "ShipSubsystem",
            "WarpEngineSubsystem": "ShipSubsystem"}
FORMATS = {"HullSubsystem": "base", "PowerSubsystem": "reactor", "ShieldSubsystem": "shield",
           **{child: "base" for child in CHILDREN.values()}}      # children without a system of their kind
CLASSES = [*CHILDREN, *FORMATS, "SensorSubsystem", "RepairSubsystem", "CloakingSubsystem"]
WITH_SETTING = ("PhaserSystem", "TorpedoSystem", "TractorBeamSystem")
WITH_BOOLEAN = (*WITH_SETTING, "PulseWeaponSystem", "CloakingSubsystem")


def ship_of(name, species, systems):
    """A ship and the classes of its list; `systems`: (class, number of children) of each entry."""
    ship = Ship(name, species, [])
    for index, (kind, children) in enumerate(systems):
        parts = [(f"Part {index}.{part}", 100) for part in range(children)] if kind in CHILDREN else []
        ship.subsystems.append(Subsystem(FORMATS.get(kind, "powered"), f"System {index}", 1000, parts, []))
    return ship, [kind for kind, _ in systems]


def layout_file(ship, classes):
    """The layout file of such a ship; object ids in the order of the list, children behind their system."""
    text, number = f"[Ship]\nName={ship.name}\nSpecies={ship.species}\n", 0
    for index, (subsystem, kind) in enumerate(zip(ship.subsystems, classes)):
        number += 1
        text += f"\n[Subsystem {index + 1}]\nName={subsystem.name}\nClass={kind}\nObjectOffset={number}\n"
        for child, (name, points) in enumerate(subsystem.children):
            number += 1
            text += f"Child {child + 1}={name};{CHILDREN[kind]};{points};{number}\n"
    return text


def snapshot(ship, classes):
    """The snapshot of the undamaged ship, by the rules of 40.4: all booleans 0."""
    data, used, group = bytearray(), 0, 0
    for subsystem, kind in zip(ship.subsystems, classes):
        data += b"\xFF" * (1 + len(subsystem.children))
        if subsystem.format == "reactor":
            data += b"\xFF\xFF"
        if subsystem.powered:
            data.append(100)
        if subsystem.format == "shield":
            data += b"\xFF" * 6
        if kind in WITH_BOOLEAN:
            if used % 5 == 0:
                group = len(data)
                data.append(0)
            used += 1
            data[group] = ((used - 1) % 5 + 1) << 5
        if kind in WITH_SETTING:
            data.append(0)
    return bytes(data)


def stock():
    """Species -> (name, [(class, number of children)]) of the stock ships with shields whose lists are certain."""
    found = {}
    for path in sorted((SOURCE / "layouts").glob("*.ini")):
        layout = configparser.ConfigParser(interpolation=None, strict=False)
        layout.optionxform = str
        layout.read(path, encoding="utf-8")
        species = layout["Ship"].get("Species")
        if species and layout["Ship"].get("Confidence") != "low":
            parts = sorted((part for part in layout.sections() if part.startswith("Subsystem ")),
                           key=lambda part: int(part.split()[1]))
            found[int(species)] = layout["Ship"]["Name"], [
                (layout[part]["Class"], sum(key.startswith("Child ") for key in layout[part])) for part in parts]
    return {species: (name, systems) for species, (name, systems) in sorted(found.items())
            if ("ShieldSubsystem", 0) in systems}
