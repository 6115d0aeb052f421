# SPDX-License-Identifier: GPL-2.0-or-later
"""Ships that exist nowhere: lists of any subsystems in any order, as mods could have them, from creation to blocks
(protocol chapters 40.4, 60.2)."""

import pathlib
import random
import tempfile
import unittest

from bcnet_test import frames, main, scratch
from made_up import CLASSES, layout_file, ship_of, snapshot
from states import OWNER, REMOTE, Scenario, Update, Values, creation, differences, object_id

LENGTHS = (1, 2, 4, 9, 14, 25)
FIRST_SPECIES = 60


def made_up(number, chance):
    """A ship and the classes of its list."""
    return ship_of(f"Phantom {number}", FIRST_SPECIES + number,
                   [(chance.choice(CLASSES), chance.choice((0, 1, 2, 5))) for _ in range(LENGTHS[number % len(LENGTHS)])])


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
