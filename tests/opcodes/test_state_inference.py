# SPDX-License-Identifier: GPL-2.0-or-later
"""Ships nobody introduced, in captures that are not as they should be (protocol chapter 60.4). How quickly each ship is
found is tested in tests/layout; here it is about lives, receivers, repetitions and contradictions.
"""

import random
import re
import struct
import unittest

from bcnet_test import fields, frames, main
from made_up import ship_of, stock
from states import OWNER, REMOTE, Scenario, Update, creation, object_id, ships

LAYOUT, SOURCE, RAW = "bcnet.ship.layout", "bcnet.ship.layout.source", "bcnet.state.subsystems.raw"


def layouts(scenario):
    """(layout, source) of every StateUpdate."""
    rows = fields(scenario.capture(), [LAYOUT, SOURCE], "bcnet.opcode==0x1c")
    return [("".join(row[LAYOUT]), "".join(row[SOURCE])) for row in rows]


def block(name, start, view=OWNER, time=1.0, slot=0):
    """A block of a ship."""
    return Update(object_id(slot), time).block(ships()[name], start, view)


class Repetitions(unittest.TestCase):
    """What arrives twice, and who begins again."""

    def test_a_block_that_comes_twice(self):
        """The host's first block begins at 0, and no Akira ever begins there again: the same datagram twice."""
        scenario = Scenario()
        for update in (block("Akira", 0), block("Akira", 0), block("Akira", 2, time=1.1), block("Akira", 6, time=1.2)):
            scenario.send("host > ace", update)
        found = layouts(scenario)
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[3], ("Akira/Nebula", "4"))

    def test_the_same_index_later_is_another_block(self):
        """Unlike the same datagram, it rules out ships that do not come back there."""
        scenario = Scenario()
        scenario.send("host > ace", block("Bird of Prey", 0))
        scenario.send("host > ace", block("Bird of Prey", 0, time=1.1))
        first, second = layouts(scenario)
        self.assertIn("Akira", first[0])
        self.assertNotIn("Akira", second[0])
        self.assertIn("Bird of Prey", second[0])

    def test_every_receiver_has_a_cursor(self):
        scenario = Scenario()
        for route in ("host > ace", "host > sep"):
            for start in (2, 6, 8):
                scenario.send(route, block("Akira", start))
        scenario.send("host > ace", block("Akira", 2))
        self.assertEqual(layouts(scenario)[-1], ("Akira/Nebula", "4"))

    def test_a_client_that_connects_again(self):
        """Its cursor begins at 0, where the old one could not have come."""
        scenario = Scenario()
        for start in (2, 6, 8):
            scenario.send("host > ace", block("Akira", start))
        for nonce in (1, 2):
            scenario.count += 1
            scenario.lines.append(f"at {scenario.count / 10:.1f} ace > host id 255\n    connect 10.0.0.2 {nonce}")
            scenario.send("host > ace", block("Akira", 0, time=5.0 + nonce))
        found = layouts(scenario)
        self.assertEqual(found[-2:], [("Akira/Nebula", "4")] * 2)


class Points(unittest.TestCase):
    """Hit points only where one ship is left: they could belong to another."""

    def shows_points(self, name, *starts):
        scenario = Scenario()
        for number, start in enumerate(starts):
            scenario.send("host > ace", block(name, start, time=1 + number / 10))
        last = frames(scenario.capture(), "bcnet.opcode==0x1c")[-1]
        labels = [node.showname for node in last.all("bcnet.subsystem.condition") + last.all("bcnet.known")]
        self.assertTrue(labels)
        return [bool(re.search(r"\(\d+ of \d+", label)) for label in labels]

    def test_one_ship(self):
        self.assertEqual(set(self.shows_points("Sovereign", 8)), {True})

    def test_two_ships_of_one_form(self):
        self.assertEqual(set(self.shows_points("Akira", 2, 6, 8)), {False})

    def test_several_ships(self):
        self.assertEqual(set(self.shows_points("Akira", 2)), {False})


class Contradictions(unittest.TestCase):
    """Nothing is left: bytes, without a complaint, and a new beginning."""

    def test_no_ship_fits(self):
        scenario = Scenario()
        scenario.send("host > ace", Update().raw(0x20, bytes.fromhex("02 FF 43 64 FF FF FF FF FF FF 64 00")))
        scenario.send("host > ace", block("Sovereign", 6, time=1.1))
        seen = frames(scenario.capture())
        self.assertEqual(seen[0].shows("bcnet.state.subsystems.raw"), ["ff:43:64:ff:ff:ff:ff:ff:ff:64:00"])
        self.assertEqual(seen[0].shows("bcnet.state.start_index"), ["2"])
        self.assertEqual(seen[0].shows(SOURCE), ["0"])
        self.assertEqual(seen[0].experts() + seen[1].experts(), [])
        self.assertEqual(seen[1].shows("bcnet.subsystem.name"), ["Repair", "Phasers"])

    def test_another_ship_without_a_creation(self):
        scenario = Scenario()
        for name, start in (("Sovereign", 6), ("Sovereign", 8), ("Galaxy", 6), ("Galaxy", 9)):
            scenario.send("host > ace", block(name, start, time=start / 2))
        found = layouts(scenario)
        self.assertEqual(found[1], ("Sovereign", "4"))
        self.assertEqual(found[2], ("", "0"))
        self.assertEqual(found[3], ("Galaxy", "4"))

    def test_wanted_power_and_cloak(self):
        """Index 3 takes power on these; a cloaking device only three of them have."""
        scenario = Scenario()
        scenario.send("host > ace", block("Bird of Prey", 0))
        scenario.send("ace > host", Update().wanted((3, 255)))
        scenario.send("ace > host", Update().cloak(False))
        first, second, third = (layout.split("/") for layout, _ in layouts(scenario))
        self.assertEqual(set(second), set(first) - {"Akira", "Ambassador", "Nebula", "Sovereign"})
        self.assertEqual(set(third), {"Bird of Prey", "Vor'cha", "Warbird"})

    def test_a_known_hash_contradicts(self):
        scenario = Scenario()
        scenario.send("host > ace", block("Sovereign", 6))
        scenario.send("host > ace", block("Sovereign", 8, time=1.1))
        scenario.send("ace > host", Update().position((1, 2, 3), 0xFB37))
        self.assertEqual([layout for layout, _ in layouts(scenario)][1:], ["Sovereign", ""])


def foreign_block(update, ship, start, count, view):
    """Flag 0x20 as one reimplemented server writes it: `count` entries, shields of one byte, a bit group that ends at each
    entry without bits (60.2)."""
    update.flag(0x20)
    update.byte("bcnet.state.start_index", start)
    for index in range(start, start + count):
        subsystem = ship.subsystems[index % len(ship.subsystems)]
        update.data += b"\xFF" * (1 + len(subsystem.children))
        if subsystem.format == "powered":
            update.bit("bcnet.subsystem.has_power", view == REMOTE)
            update.data += b"\x64" * (view == REMOTE)
        else:
            update.data += b"\xFF\xFF" * (subsystem.format == "reactor")
            update.group, update.used = None, 0
    return update


class OtherShips(unittest.TestCase):
    """A ship that is none of the menu's takes three blocks: by one, mods' ships look like them by chance."""

    def test_three_blocks(self):
        scenario, told, menu = Scenario(), [], set(ships())
        others = [ship_of(name, species, systems)[0] for species, (name, systems) in stock().items() if name not in menu]
        for slot, ship in enumerate(others):
            start = 0
            for number in range(8):
                update = Update(object_id(slot), number).block(ship, start, REMOTE)
                start = update.next
                scenario.send("host > ace", update)
                told.append((ship.name, number))
        found = fields(scenario.capture(), [LAYOUT], "bcnet.opcode==0x1c")
        named = 0
        for (name, number), row in zip(told, found, strict=True):
            said = set("".join(row[LAYOUT]).split("/")) - {""}
            if said and not said & menu:
                self.assertGreaterEqual(number, 2, (name, said))
                self.assertIn(name, said)
                named += number == 7
        self.assertGreater(named, len(others) // 2)


class ForeignHosts(unittest.TestCase):
    """Captures that begin in mid-game at a host that writes blocks in its own form, without one cursor per receiver."""

    SHIPS = ("Sovereign", "Galaxy", "Bird of Prey", "Warbird", "Marauder")

    @classmethod
    def setUpClass(cls):
        cls.stranger, _ = ship_of("Stranger", 0, [("HullSubsystem", 0), ("SensorSubsystem", 0), ("PhaserSystem", 3),
                                                  ("HullSubsystem", 0), ("PowerSubsystem", 0), ("TorpedoSystem", 7),
                                                  ("SensorSubsystem", 0), ("ShieldSubsystem", 0)])
        cls.found = cls.follow(1, foreign_block)

    @classmethod
    def follow(cls, seed, write):
        """Ship -> (layout, source, whether its block is raw) of each of its updates."""
        chance, scenario, told = random.Random(seed), Scenario(), []
        fleet = [ships()[name] for name in cls.SHIPS] + [cls.stranger]
        for number in range(80):
            for slot, ship in enumerate(fleet):
                update = write(Update(object_id(slot), number / 10), ship, chance.randrange(len(ship.subsystems)),
                               chance.randint(2, 6), REMOTE)
                scenario.send(chance.choice(("host > ace", "host > sep")), update)
                told.append(ship.name)
        rows = fields(scenario.capture(), [LAYOUT, SOURCE, RAW], "bcnet.opcode==0x1c")
        found = {name: [] for name in told}
        for name, row in zip(told, rows, strict=True):
            found[name].append(("".join(row[LAYOUT]), "".join(row[SOURCE]), bool(row[RAW])))
        return found

    def test_every_ship_is_found(self):
        for name in self.SHIPS:
            self.assertEqual(set(self.found[name][12:]), {(name, "4", False)}, name)

    def test_nothing_goes_back_and_forth(self):
        """Between a ship and bytes: once at the beginning, until the host's form is known."""
        for name, updates in self.found.items():
            changes = sum(before[2] != after[2] for before, after in zip(updates, updates[1:]))
            self.assertLessEqual(changes, 4 if name in self.SHIPS else 12, (name, updates))

    def test_a_stranger_stays_unknown(self):
        named = [update for update in self.found["Stranger"] if not update[2]]
        self.assertLessEqual(len(named), 8)
        self.assertTrue(all(raw for _, _, raw in self.found["Stranger"][40:]))


def torpedo(tube):
    """A torpedo without a target leaves a tube."""
    return struct.pack("<BIBB3b", 0x19, tube, 2, 0x05, 0, 127, 0)


class Weapons(unittest.TestCase):
    """What fires has an id: ship id + k."""

    def test_a_tube_tells_of_its_ship(self):
        """Of the ships of the menu only a Nebula has a tube at 21."""
        scenario = Scenario()
        scenario.send("ace > host", Update().wanted((2, 255)))
        scenario.send("ace > host", torpedo(object_id(0, 21)))
        scenario.send("ace > host", Update(time=1.1).wanted((2, 204)))
        before, after = layouts(scenario)
        self.assertIn("Sovereign", before[0].split("/"))
        self.assertEqual(after, ("Nebula", "4"))

    def test_not_where_another_ship_can_own_it(self):
        """A Shuttle has 15 parts, so the next ship of the slot can be at 16. Nothing else is known of it yet."""
        scenario = Scenario()
        scenario.send("ace > host", Update().wanted((1, 255)))
        scenario.send("ace > host", Update(object_id(0, 16)).raw(0x10, b"\0\0"))
        scenario.send("ace > host", torpedo(object_id(0, 21)))
        scenario.send("ace > host", Update(time=1.1).wanted((1, 204)))
        found = layouts(scenario)
        self.assertIn("Shuttle", found[0][0].split("/"))
        self.assertEqual(found[2], found[0])

    def test_who_is_no_rival(self):
        """A ship of before the restart, and one that comes later; on every pass."""
        scenario = Scenario()
        rival = Update(object_id(0, 16)).raw(0x10, b"\0\0")
        scenario.send("ace > host", rival)
        scenario.send("host > ace", b"\x39")
        scenario.send("ace > host", Update().wanted((2, 255)))
        fired = scenario.send("ace > host", torpedo(object_id(0, 21)))
        scenario.send("ace > host", rival)
        capture = scenario.capture()
        for options in ((), ("-2",)):
            seen = frames(capture, options=options)[fired - 1]
            self.assertEqual(seen.shows("bcnet.object.resolved"), ["Nebula? (#2): Forward Torp 1"])


class Lives(unittest.TestCase):
    """What is inferred belongs to one life of one object of one game."""

    def test_objects_are_apart(self):
        scenario = Scenario()
        for slot, name in enumerate(("Sovereign", "Galaxy", "Shuttle")):
            for start in ships()[name].cycles[OWNER][:4]:
                scenario.send("host > ace", block(name, start, slot=slot))
        rows = fields(scenario.capture(), ["bcnet.state.object", LAYOUT])
        last = {row["bcnet.state.object"][0]: row[LAYOUT][0] for row in rows}
        self.assertEqual(last, {"0x3fffffff": "Sovereign", "0x4003ffff": "Galaxy", "0x4007ffff": "Shuttle"})

    def test_games_are_apart(self):
        scenario = Scenario()
        for start, other in ((6, 6), (8, 9)):
            scenario.send("host > ace", block("Sovereign", start))
            scenario.send("other > ace", block("Galaxy", other))
        self.assertEqual([layout for layout, _ in layouts(scenario)][2:], ["Sovereign", "Galaxy"])

    def test_creation_removal_and_restart_end_it(self):
        for name, messages in (("creation and removal", [("ace > host", creation(ships()["Galaxy"])),
                                                         ("host > ace", b"\x14\xff\xff\xff\x3f")]),
                               ("restart", [("host > ace", b"\x39")])):
            with self.subTest(name):
                scenario = Scenario()
                for start in (6, 8):
                    scenario.send("host > ace", block("Sovereign", start))
                for route, message in messages:
                    scenario.send(route, message)
                scenario.send("ace > host", Update(time=3.0))
                scenario.send("host > ace", block("Sovereign", 0, time=3.1))
                found = layouts(scenario)
                self.assertEqual(found[1:3], [("Sovereign", "4"), ("", "0")])
                self.assertEqual(found[3][1], "5")

    def test_what_comes_later_changes_nothing_earlier(self):
        """The frames before a decision keep what was known then, also when all is known."""
        scenario = Scenario()
        scenario.send("host > ace", block("Nebula", 2))
        scenario.send("host > ace", block("Nebula", 6))
        scenario.send("ace > host", Update().position((1, 2, 3), 0x040C))
        capture = scenario.capture()
        for options in ((), ("-2",)):
            rows = fields(capture, [LAYOUT], options=options)
            self.assertEqual([row[LAYOUT][0] for row in rows], ["Akira/Ambassador/Nebula", "Akira/Nebula", "Nebula"])

    def test_remote_view(self):
        scenario = Scenario()
        for start in ships()["Warbird"].cycles[REMOTE]:
            scenario.send("host > sep", block("Warbird", start, REMOTE))
        self.assertEqual(layouts(scenario)[-1], ("Warbird", "4"))


if __name__ == "__main__":
    main()
