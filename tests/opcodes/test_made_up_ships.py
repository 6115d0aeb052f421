# SPDX-License-Identifier: GPL-2.0-or-later
"""Ships that exist nowhere: lists of any subsystems in any order, as mods could have them, from creation to blocks
(protocol chapters 40.4, 60.2)."""

import pathlib
import random
import tempfile
import unittest

from bcnet_test import frames, main, scratch
from states import OWNER, REMOTE, Scenario, Ship, Subsystem, Update, Values, creation, differences, object_id

CHILDREN = {"PhaserSystem": "PhaserBank", "PulseWeaponSystem": "PulseWeapon", "TorpedoSystem": "TorpedoTube",
            "TractorBeamSystem": "TractorBeamProjector", "ImpulseEngineSubsystem": "ShipSubsystem",
            "WarpEngineSubsystem": "ShipSubsystem"}
FORMATS = {"HullSubsystem": "base", "PowerSubsystem": "reactor", "ShieldSubsystem": "shield",
           **{child: "base" for child in CHILDREN.values()}}      # children without a system of their kind
CLASSES = [*CHILDREN, *FORMATS, "SensorSubsystem", "RepairSubsystem", "CloakingSubsystem"]
WITH_SETTING = ("PhaserSystem", "TorpedoSystem", "TractorBeamSystem")
WITH_BOOLEAN = (*WITH_SETTING, "PulseWeaponSystem", "CloakingSubsystem")
LENGTHS = (1, 2, 4, 9, 14, 25)
FIRST_SPECIES = 60


def made_up(number, chance):
    """A ship and the classes of its list."""
    ship, classes = Ship(f"Phantom {number}", FIRST_SPECIES + number, []), []
    for index in range(LENGTHS[number % len(LENGTHS)]):
        kind = chance.choice(CLASSES)
        children = [(f"Part {index}.{part}", 100) for part in range(chance.choice((0, 1, 2, 5)))]
        ship.subsystems.append(Subsystem(FORMATS.get(kind, "powered"), f"System {index}", 1000,
                                         children if kind in CHILDREN else [], []))
        classes.append(kind)
    return ship, classes


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


class MadeUpShips(unittest.TestCase):
    """Every list that a layout file can hold is read as the game would write it."""

    @classmethod
    def setUpClass(cls):
        chance, scenario = random.Random(40), Scenario()
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        cls.ships, cls.updates = [], []
        for number in range(2 * len(LENGTHS)):
            ship, classes = made_up(number, chance)
            (folder / f"phantom{number}.ini").write_text(layout_file(ship, classes))
            cls.ships.append((ship, snapshot(ship, classes)))
            scenario.send("ace > host", creation(ship, object_id(number), snapshot=cls.ships[-1][1]))
        for number, (ship, _) in enumerate(cls.ships):
            for start in range(len(ship.subsystems)):
                update = Update(object_id(number))
                if chance.random() < 0.5:
                    update.position((1, 2, 3))
                update.block(ship, start, chance.choice((OWNER, REMOTE)), Values(chance=chance))
                scenario.send("host > ace", update)
                cls.updates.append(update)
        cls.seen = frames(scenario.capture(), options=("-o", f"bcnet.ship_folder:{folder}"))

    def test_creations(self):
        for (ship, data), frame in zip(self.ships, self.seen):
            self.assertEqual(frame.experts(), [], frame.outline())
            self.assertEqual(frame.shows("bcnet.object.snapshot.expected"), [str(len(data))])
            self.assertEqual(frame.shows("bcnet.subsystem.name"), [subsystem.name for subsystem in ship.subsystems])
            self.assertEqual(frame.shows("bcnet.subsystem.child.name"),
                             [name for subsystem in ship.subsystems for name, _ in subsystem.children])

    def test_blocks(self):
        self.assertGreater(sum(update.used > 5 for update in self.updates), 5)
        for update, frame in zip(self.updates, self.seen[len(self.ships):]):
            self.assertEqual([*differences(update, frame.messages()[0]), *frame.experts()], [], frame.outline())


if __name__ == "__main__":
    main()
