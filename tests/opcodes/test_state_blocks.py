# SPDX-License-Identifier: GPL-2.0-or-later
"""Subsystem blocks of StateUpdates (protocol chapter 60.2): all that a stock host writes for the ships of the menu."""

import functools
import random
import unittest

from bcnet_test import fields, forge, frames, main
from states import OWNER, REMOTE, Update, Values, creation, differences, object_id, ships

PLACE = (88.0, -66.0, -73.0)


def capture_of(updates):
    """All ships created, then one host message per update to the same client."""
    lines = ["endpoint host 10.0.0.1:22101 id 1", "endpoint ace 10.0.0.2:59405 id 2"]
    for number, (slot, ship) in enumerate(zip(range(15), ships().values())):
        lines += [f"at 0.{number:02} host > ace", f"    game seq {number} {creation(ship, object_id(slot)).hex(' ')}"]
    for number, update in enumerate(updates):
        lines += [f"at {1 + number / 10:.1f} host > ace", f"    game {update.payload().hex(' ')}"]
    return forge("\n".join(lines) + "\n")


def begin(ship, prefix):
    """An update of the ship with 0x01 and 0x40 in front or not."""
    update = Update(object_id(list(ships()).index(ship.name)))
    if prefix & 0x01:
        update.position(PLACE)
    if prefix & 0x40:
        update.cloak(True)
    return update


def stock_blocks():
    """All blocks of blocks.txt with what can stand before them, undamaged and with any values."""
    chance = random.Random(1)
    for ship in ships().values():
        for block in ship.blocks:
            for prefix in (0x00, 0x01, 0x40, 0x41):
                yield ship, prefix, begin(ship, prefix).block(ship, block.start, block.view, Values(chance=chance))
            yield ship, 0, begin(ship, 0).block(ship, block.start, block.view)


def blocks_with_six_booleans():
    """Wherever has_hash and cloaked before a block make its booleans more than five."""
    chance = random.Random(2)
    for ship in ships().values():
        for view in (OWNER, REMOTE):
            for start in range(len(ship.subsystems)):
                for prefix in (0x00, 0x01, 0x40, 0x41):
                    update = begin(ship, prefix).block(ship, start, view, Values(chance=chance))
                    if update.used > 5:
                        yield ship, prefix, update


class Writer(unittest.TestCase):
    """The writer of these tests writes what the description gives."""

    def test_blocks(self):
        for ship in ships().values():
            for block in ship.blocks:
                with self.subTest(ship=ship.name, view=block.view, start=block.start):
                    update = Update().block(ship, block.start, block.view)
                    self.assertEqual(update.payload()[10:], block.data)
                    self.assertEqual(update.next, block.next)

    def test_lengths(self):
        for ship in ships().values():
            for view, start, bits, length, following in ship.lengths:
                update = Update()
                for _ in range(bits):
                    update.bit("before", 0)
                before = len(update.data)
                update.block(ship, start, view)
                with self.subTest(ship=ship.name, view=view, start=start, bits=bits):
                    self.assertEqual((len(update.data) - before - 1, update.next), (length, following))

    def test_there_are_all(self):
        self.assertEqual(len(ships()), 15)
        self.assertTrue(all(ship.blocks and ship.snapshot for ship in ships().values()))


@functools.cache
def dissected(make):
    """The updates that a generator makes, and the frames they become."""
    made = list(make())
    return made, frames(capture_of([update for _, _, update in made]), "bcnet.opcode==0x1c")


class Blocks(unittest.TestCase):
    """Whole messages, dissected."""

    def check_all(self, make, least):
        made, seen = dissected(make)
        self.assertEqual(len(made), len(seen))
        self.assertGreaterEqual(len(made), least)
        for (ship, prefix, update), frame in zip(made, seen):
            message = frame.messages()[0]
            problems = [*differences(update, message),
                        *(f"{expert.name}: {expert.text}" for expert in frame.experts()),
                        *(f"{name} is {frame.shows(name)}, expected {value}" for name, value in
                          (("bcnet.ship.layout", ship.name), ("bcnet.ship.layout.source", "1"),
                           ("bcnet.ship.dialect", "0")) if frame.shows(name) != [value])]
            if problems:
                self.fail("\n".join([f"{ship.name}, prefix {prefix:#x}, {update.payload().hex(' ')}:", *problems,
                                     frame.outline()]))

    def test_stock_blocks(self):
        self.check_all(stock_blocks, 5 * sum(len(ship.blocks) for ship in ships().values()))

    def test_six_booleans(self):
        self.check_all(blocks_with_six_booleans, 50)

    def test_percents(self):
        """Conditions of 0, 1, 254, 255 as percent; points of them."""
        sovereign = ships()["Sovereign"]
        updates = [Update(object_id(4)).block(sovereign, 10, OWNER, Values(full=full))
                   for full in (0, 1, 128, 254, 255)]
        names = ["bcnet.subsystem.condition.percent", "bcnet.subsystem.condition"]
        rows = fields(capture_of(updates), names, "bcnet.opcode==0x1c")
        self.assertEqual([row[names[0]][0] for row in rows], ["0", "0.392157", "50.1961", "99.6078", "100"])
        labels = [frame.all("bcnet.subsystem.condition")[0].showname
                  for frame in frames(capture_of(updates), "bcnet.opcode==0x1c")]
        self.assertEqual(labels, [f"Condition: {text}" for text in (
            "0, 0 % (0 of 10000 points)", "1, 1 % (39 of 10000 points)", "128, 50 % (5020 of 10000 points)",
            "254, 99 % (9961 of 10000 points)", "255 (10000 of 10000 points)")])


class Points(unittest.TestCase):
    """Hit points of everything a layout knows the maximum of."""

    def test_all_ships(self):
        updates, expected = [], []
        for slot, ship in enumerate(ships().values()):
            for index, subsystem in enumerate(ship.subsystems):
                updates.append(Update(object_id(slot)).block(ship, index, REMOTE))
                expected.append([f"255 ({subsystem.points:.0f} of {subsystem.points:.0f} points)",
                                 *(f"255 ({points:.0f} of {points:.0f} points)" for _, points in subsystem.children),
                                 *(f"255 ({limit:.0f} of {limit:.0f}" for limit in subsystem.limits)])
        for words, frame in zip(expected, frames(capture_of(updates), "bcnet.opcode==0x1c")):
            entry = frame.all("bcnet.subsystem")[0]
            shown = [node.showname for node in entry.children if "(" in node.showname and " of " in node.showname]
            self.assertEqual(len(shown), len(words), entry.outline())
            for word, label in zip(words, shown):
                self.assertIn(": " + word, label)


if __name__ == "__main__":
    main()
