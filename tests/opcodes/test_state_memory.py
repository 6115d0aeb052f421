# SPDX-License-Identifier: GPL-2.0-or-later
"""What StateUpdates build upon earlier ones (protocol chapters 60.1, 60.2, 60.5, 98.3)."""

import unittest

from bcnet_test import fields, frames, main
from states import OWNER, REMOTE, Scenario, Update, Values, creation, object_id, ships

WORLD = ["bcnet.state.world.x", "bcnet.state.world.y", "bcnet.state.world.z"]


def at(place):
    """An update with an absolute position."""
    return Update(time=1.5).position(place)


def by(direction, length):
    """An update with an offset: direction bytes and length (CF16 codes of 20.2)."""
    return Update(time=1.6).raw(0x02, bytes(value & 0xFF for value in direction) + length.to_bytes(2, "little"))


FIFTEEN = 0x50E3    # decodes to 14.98901
X = (127, 0, 0)


class World(unittest.TestCase):
    """The place of a ship: the last absolute position on the same way, plus the offset."""

    def worlds(self, scenario):
        rows = fields(scenario.capture(), WORLD)
        return [[float(row[name][0]) for name in WORLD] if row[WORLD[0]] else None for row in rows]

    def assert_place(self, shown, place):
        self.assertIsNotNone(shown)
        for value, expected in zip(shown, place):
            self.assertAlmostEqual(value, expected, places=3)

    def test_offsets_add_to_the_base_not_to_each_other(self):
        scenario = Scenario()
        scenario.send("ace > host", by(X, FIFTEEN))
        scenario.send("ace > host", at((10, 20, 30)))
        scenario.send("ace > host", by(X, FIFTEEN))
        scenario.send("ace > host", by((0, -127, 127), FIFTEEN))
        scenario.send("ace > host", at((1, 2, 3)))
        scenario.send("ace > host", by(X, FIFTEEN))
        found = self.worlds(scenario)
        self.assertIsNone(found[0])
        for shown, place in zip(found[1:], [(10, 20, 30), (24.98901, 20, 30), (10, 5.01099, 44.98901), (1, 2, 3),
                                            (15.98901, 2, 3)]):
            self.assert_place(shown, place)

    def test_position_and_offset_in_one_message(self):
        scenario = Scenario()
        both = at((10, 20, 30))
        both.raw(0x02, b"\x7f\0\0\xe3\x50")
        scenario.send("ace > host", both)
        rows = fields(scenario.capture(), WORLD)
        self.assertEqual([[len(row[name]) for name in WORLD] for row in rows], [[1, 1, 1]])
        self.assert_place(self.worlds(scenario)[0], (24.98901, 20, 30))

    def test_a_position_is_the_place_whoever_tells_it(self):
        """60.1: an absolute position needs no base; a message cut behind it has told it all the same."""
        scenario = Scenario()
        scenario.send("ace > host", at((1, 2, 3)))
        cut = at((10, 20, 30))
        cut.flag(0x10)
        scenario.send("ace > host", cut.data[:-1])
        scenario.send("ace > host", by(X, FIFTEEN))
        found = self.worlds(scenario)
        self.assert_place(found[1], (10, 20, 30))
        self.assert_place(found[2], (15.98901, 2, 3))   # it was not whole: it is no base

    def test_each_way_has_its_own_base(self):
        scenario = Scenario()
        scenario.send("ace > host", at((100, 0, 0)))
        scenario.send("host > ace", at((200, 0, 0)))
        scenario.send("host > sep", at((300, 0, 0)))
        scenario.send("other > ace", at((400, 0, 0)))
        for route in ("ace > host", "host > ace", "host > sep", "other > ace", "sep > host"):
            scenario.send(route, by(X, FIFTEEN))
        found = self.worlds(scenario)
        for shown, x in zip(found[4:], (100, 200, 300, 400)):
            self.assert_place(shown, (x + 14.98901, 0, 0))
        self.assertIsNone(found[8])

    def test_each_object_has_its_own_base(self):
        scenario = Scenario()
        scenario.send("ace > host", at((100, 0, 0)))
        scenario.send("ace > host", Update(object_id(1)).position((5, 6, 7)))
        scenario.send("ace > host", by(X, FIFTEEN))
        self.assert_place(self.worlds(scenario)[2], (114.98901, 0, 0))

    def test_a_new_life_drops_the_base(self):
        for name, message in (("another ship", creation(ships()["Akira"])), ("removal", b"\x14\xff\xff\xff\x3f"),
                              ("restart", b"\x39")):
            with self.subTest(name):
                scenario = Scenario()
                scenario.send("ace > host", creation(ships()["Sovereign"]))
                scenario.send("ace > host", at((1, 2, 3)))
                scenario.send("host > ace", message)
                scenario.send("ace > host", by(X, FIFTEEN))
                scenario.send("ace > host", at((4, 5, 6)))
                scenario.send("ace > host", by(X, FIFTEEN))
                found = self.worlds(scenario)
                self.assertIsNone(found[3])
                self.assert_place(found[5], (18.98901, 5, 6))

    def test_a_copy_of_the_creation_does_not(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        scenario.send("ace > host", at((1, 2, 3)))
        scenario.send("host > sep", creation(ships()["Sovereign"]))
        scenario.send("ace > host", by(X, FIFTEEN))
        self.assert_place(self.worlds(scenario)[3], (15.98901, 2, 3))

    def test_the_place_in_a_creation_is_no_base(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        scenario.send("ace > host", by(X, FIFTEEN))
        self.assertIsNone(self.worlds(scenario)[1])


HASH = ["bcnet.state.hash.changed", "bcnet.state.hash.status", "bcnet.state.hash.other_in"]
UNCHANGED, FIRST, CHANGED = "0", "1", "2"
NOT_KNOWN, AS_KNOWN, DIFFERS = "0", "1", "2"


class Hash(unittest.TestCase):
    """The integrity hash, compared with what was seen before."""

    def hashes(self, scenario):
        """(changed, status, link to another frame), severities of the expert infos; per frame with a hash."""
        capture = scenario.capture()
        return [(*("".join(frame.shows(name)) for name in HASH),
                 [expert.severity for expert in frame.experts() if expert.name == "bcnet.expert.hash"])
                for frame in frames(capture, "bcnet.state.hash")]

    def hashed(self, value, ident=object_id(0)):
        return Update(ident).position((1, 2, 3), value)

    def test_first_unchanged_changed(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        for value in (0x1234, 0x1234, 0x4321, 0x4321, 0x1234):
            scenario.send("ace > host", self.hashed(value))
        self.assertEqual(self.hashes(scenario),
                         [(FIRST, NOT_KNOWN, "", []), (UNCHANGED, NOT_KNOWN, "", []),
                          (CHANGED, NOT_KNOWN, "", ["warning"]), (UNCHANGED, NOT_KNOWN, "", []),
                          (CHANGED, NOT_KNOWN, "", ["warning"])])

    def test_without_a_creation(self):
        scenario = Scenario()
        for value in (0x1234, 0x1234, 0x4321):
            scenario.send("ace > host", self.hashed(value))
        self.assertEqual([row[0] for row in self.hashes(scenario)], [FIRST, UNCHANGED, CHANGED])

    def test_known_values(self):
        """98.3: Akira 0xFB37, Nebula 0x040C."""
        for name, value, other in (("Akira", 0xFB37, 0x040C), ("Nebula", 0x040C, 0xFB37)):
            scenario = Scenario()
            scenario.send("ace > host", creation(ships()[name]))
            scenario.send("ace > host", self.hashed(value))
            scenario.send("ace > host", self.hashed(value))
            scenario.send("sep > host", creation(ships()[name], object_id(1), "Sep", 3))
            scenario.send("sep > host", self.hashed(other, object_id(1)))
            scenario.send("sep > host", self.hashed(other, object_id(1)))
            self.assertEqual(self.hashes(scenario),
                             [(FIRST, AS_KNOWN, "", []), (UNCHANGED, AS_KNOWN, "", []),
                              (FIRST, DIFFERS, "2", ["note", "note"]), (UNCHANGED, DIFFERS, "", [])])

    def test_other_ships_of_the_class(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        scenario.send("ace > host", self.hashed(0x1111))
        for slot, name, value in ((1, "Sovereign", 0x1111), (2, "Sovereign", 0x2222), (3, "Galaxy", 0x3333)):
            scenario.send("sep > host", creation(ships()[name], object_id(slot), f"P{slot}", 3))
            scenario.send("sep > host", self.hashed(value, object_id(slot)))
        self.assertEqual(self.hashes(scenario),
                         [(FIRST, NOT_KNOWN, "", []), (FIRST, NOT_KNOWN, "", []), (FIRST, NOT_KNOWN, "4", ["note"]),
                          (FIRST, NOT_KNOWN, "", [])])

    def test_other_ships_of_a_class_that_was_inferred(self):
        """They are compared as soon as both classes are known, and once."""
        scenario = Scenario()
        for slot, value in ((0, 0x1111), (1, 0x2222)):
            scenario.send("ace > host", self.hashed(value, object_id(slot)))
        for slot, value in ((0, 0x1111), (1, 0x2222)):
            for start in (2, 6):
                scenario.send("host > ace", Update(object_id(slot)).block(ships()["Sovereign"], start, OWNER))
            for _ in range(2):
                scenario.send("ace > host", self.hashed(value, object_id(slot)))
        self.assertEqual(self.hashes(scenario),
                         [(FIRST, NOT_KNOWN, "", [])] * 2 + [(UNCHANGED, NOT_KNOWN, "", [])] * 2
                         + [(UNCHANGED, NOT_KNOWN, "5", ["note"]), (UNCHANGED, NOT_KNOWN, "", [])])

    def test_another_game_does_not_matter(self):
        scenario = Scenario()
        for host, value in (("host", 0x1111), ("other", 0x2222)):
            scenario.send(f"ace > {host}", creation(ships()["Sovereign"]))
            scenario.send(f"ace > {host}", self.hashed(value))
        self.assertEqual([row[0] for row in self.hashes(scenario)], [FIRST, FIRST])
        self.assertEqual([row[3] for row in self.hashes(scenario)], [[], []])

    def test_a_new_life_begins_anew(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        scenario.send("ace > host", self.hashed(0x1111))
        scenario.send("host > sep", creation(ships()["Galaxy"]))
        scenario.send("ace > host", self.hashed(0x2222))
        self.assertEqual(self.hashes(scenario), [(FIRST, NOT_KNOWN, "", [])] * 2)

    def test_decides_between_akira_and_nebula(self):
        """Without a creation; the value of neither says nothing, and contradicts both."""
        for value, layout, status in ((0xFB37, "Akira", AS_KNOWN), (0x040C, "Nebula", AS_KNOWN),
                                      (0x5555, "Akira/Nebula", DIFFERS)):
            scenario = Scenario()
            for start in (2, 6, 8):
                scenario.send("host > ace", Update().block(ships()["Nebula"], start, OWNER))
            last = scenario.send("ace > host", self.hashed(value))
            frame = frames(scenario.capture(), f"frame.number=={last}")[0]
            self.assertEqual(frame.shows("bcnet.ship.layout"), [layout])
            self.assertEqual(frame.shows("bcnet.state.hash.status"), [status])


class Known(unittest.TestCase):
    """The known ship state: the newest value of every subsystem this receiver was told."""

    def known(self, scenario, number):
        frame = frames(scenario.capture(), f"frame.number=={number}")[0]
        return dict(zip(frame.shows("bcnet.known.name"),
                        zip((float(value) for value in frame.shows("bcnet.known.condition.percent")),
                            map(int, frame.shows("bcnet.known.frame")))))

    def test_grows_and_is_replaced(self):
        ship, scenario = ships()["Sovereign"], Scenario()
        scenario.send("ace > host", creation(ship))
        first = scenario.send("host > ace", Update().block(ship, 0, OWNER, Values(full=51)))
        second = scenario.send("host > ace", Update().block(ship, 6, OWNER))
        third = scenario.send("host > ace", Update().block(ship, 10, OWNER, Values(full=102)))
        self.assertEqual(self.known(scenario, first), {"Hull": (20, first), "Shield Generator": (20, first)})
        self.assertEqual(self.known(scenario, second), {"Hull": (20, first), "Shield Generator": (20, first),
                                                        "Repair": (100, second), "Phasers": (100, second)})
        self.assertEqual(self.known(scenario, third), {"Hull": (40, third), "Shield Generator": (40, third),
                                                       "Repair": (100, second), "Phasers": (100, second),
                                                       "Bridge": (40, third)})

    def test_every_receiver_has_its_own(self):
        ship, scenario = ships()["Sovereign"], Scenario()
        scenario.send("ace > host", creation(ship))
        scenario.send("host > ace", Update().block(ship, 0, OWNER))
        last = scenario.send("host > sep", Update().block(ship, 6, REMOTE, Values(full=51)))
        self.assertEqual(self.known(scenario, last), {"Repair": (20, last), "Phasers": (20, last)})

    def test_a_new_life_begins_anew(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        scenario.send("host > ace", Update().block(ships()["Sovereign"], 0, OWNER))
        scenario.send("ace > host", creation(ships()["Akira"]))
        last = scenario.send("host > ace", Update().block(ships()["Akira"], 6, OWNER))
        self.assertEqual(self.known(scenario, last), {"Warp Engines": (100, last), "Torpedoes": (100, last)})

    def test_a_block_that_does_not_fit_teaches_nothing(self):
        """Not even by what stands before the misfit, and whether it comes first or later."""
        ship, scenario = ships()["Sovereign"], Scenario()
        scenario.send("ace > host", creation(ship))
        misfit = bytes.fromhex("0A 21 21 21 E0 FF FF FF FF FF FF")      # Bridge, hull, a group of seven booleans
        first = scenario.send("host > ace", Update().raw(0x20, misfit))
        fits = scenario.send("host > ace", Update(time=2).block(ship, 10, OWNER))
        last = scenario.send("host > ace", Update(time=3).raw(0x20, misfit))
        expected = {name: (100, fits) for name in ("Hull", "Shield Generator", "Bridge")}
        self.assertEqual(self.known(scenario, first), {})
        self.assertEqual(self.known(scenario, last), expected)

    def test_labels(self):
        ship, scenario = ships()["Sovereign"], Scenario()
        scenario.send("ace > host", creation(ship))
        update = Update().block(ship, 10, OWNER)
        update.data[12] = 160                                   # hull: 160 / 255 = 63 %
        scenario.send("host > ace", update)
        update = Update().block(ship, 2, OWNER)
        update.data[21] = 64                                    # Forward Torpedo 2
        last = scenario.send("host > ace", update)
        labels = [node.showname for node in
                  frames(scenario.capture(), f"frame.number=={last}")[0].all("bcnet.known")]
        self.assertEqual(labels, ["Hull: 63 % (7529 of 12000), frame 2",
                                  "Shield Generator: 100 % (10000 of 10000), frame 2",
                                  "Sensor Array: 100 % (8000 of 8000), frame 3",
                                  "Warp Core: 100 % (7000 of 7000), frame 3",
                                  "Impulse Engines: 100 % (3000 of 3000), frame 3",
                                  "Torpedoes: 100 % (6000 of 6000), Forward Torpedo 2 25 %, frame 3",
                                  "Bridge: 100 % (10000 of 10000), frame 2"])

    def test_with_booleans_before_the_block(self):
        ship, scenario = ships()["Bird of Prey"], Scenario()
        scenario.send("ace > host", creation(ship))
        update = Update().position((1, 2, 3)).cloak(True).block(ship, 6, REMOTE, Values(full=51))
        last = scenario.send("host > sep", update)
        names = ("Warp Engines", "Cloaking Device", "Sensor Array", "Engineering")
        self.assertEqual(self.known(scenario, last), {name: (20, last) for name in names})


# 60.2: sensors, warp core, impulse as the reimplemented server writes them, for other players.
DIALECT_ENGINES = bytes.fromhex("02 FF 21 64 FF FF FF FF FF FF 21 64")
# Hull, shield generator of one byte, sensors.
DIALECT_SHIELDS = bytes.fromhex("00 FF 80 FF 21 64")
# What both write alike: hull; repair, phasers.
COMMON = bytes.fromhex("06 FF 43 64 FF FF FF FF FF FF FF FF FF 64")


class Dialect(unittest.TestCase):
    """The dialect of 60.2: recognised per host from a block with a known layout."""

    def shown(self, scenario):
        """(dialect, names, raw, expert infos) of every StateUpdate."""
        return [(frame.shows("bcnet.ship.dialect"), frame.shows("bcnet.subsystem.name"),
                 frame.shows("bcnet.state.subsystems.raw"), [expert.name for expert in frame.experts()])
                for frame in frames(scenario.capture(), "bcnet.opcode==0x1c")]

    def test_recognised_from_there_on(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        for block in (COMMON, DIALECT_ENGINES, COMMON, DIALECT_SHIELDS):
            scenario.send("host > ace", Update().raw(0x20, block))
        repair, engines = ["Repair", "Phasers"], ["Sensor Array", "Warp Core", "Impulse Engines"]
        self.assertEqual(self.shown(scenario),
                         [(["0"], repair, [], []), (["1"], engines, [], []), (["1"], repair, [], []),
                          (["1"], ["Hull", "Shield Generator", "Sensor Array"], [], [])])

    def test_each_host_for_itself(self):
        scenario = Scenario()
        for host in ("host", "other"):
            scenario.send(f"ace > {host}", creation(ships()["Sovereign"]))
        scenario.send("host > ace", Update().raw(0x20, DIALECT_ENGINES))
        scenario.send("other > ace", Update().raw(0x20, COMMON))
        scenario.send("host > sep", Update().raw(0x20, COMMON))
        self.assertEqual([row[0] for row in self.shown(scenario)], [["1"], ["0"], ["1"]])

    def test_stock_wins(self):
        """Stock blocks of all ships stay stock."""
        scenario = Scenario()
        for slot, ship in enumerate(ships().values()):
            scenario.send("ace > host", creation(ship, object_id(slot)))
            for block in ship.blocks:
                scenario.send("host > ace", Update(object_id(slot)).block(ship, block.start, block.view))
        self.assertEqual({row[0][0] for row in self.shown(scenario)}, {"0"})

    def test_neither_fits(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        scenario.send("host > ace", Update().raw(0x20, bytes.fromhex("02 FF 21 64 FF FF FF FF FF FF 41")))
        scenario.send("host > ace", Update().raw(0x20, COMMON))
        rows = self.shown(scenario)
        self.assertEqual(rows[0][0], ["0"])
        self.assertEqual(rows[0][3], ["bcnet.expert.layout"])
        self.assertEqual(rows[1][0], ["0"])

    def test_not_from_a_guess(self):
        """Without a creation the host is not known to speak it, and blocks are raw."""
        scenario = Scenario()
        scenario.send("host > ace", Update().raw(0x20, DIALECT_ENGINES))
        self.assertEqual(self.shown(scenario), [([], [], [DIALECT_ENGINES[1:].hex(":")], [])])

    def test_not_from_a_client(self):
        """Clients send no blocks at all."""
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        scenario.send("sep > host", Update().raw(0x20, DIALECT_ENGINES))
        scenario.send("host > ace", Update().raw(0x20, COMMON))
        self.assertEqual([row[0] for row in self.shown(scenario)], [["1"], ["0"]])

    def test_known_state(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        for block in (DIALECT_ENGINES, DIALECT_SHIELDS):
            scenario.send("host > ace", Update().raw(0x20, block))
        frame = frames(scenario.capture(), "frame.number==3")[0]
        self.assertEqual(frame.shows("bcnet.known.name"),
                         ["Hull", "Shield Generator", "Sensor Array", "Warp Core", "Impulse Engines"])
        self.assertEqual(frame.shows("bcnet.known.frame"), ["3", "3", "3", "2", "2"])

    def test_guesses_of_before_are_forgotten(self):
        """A ship inferred by the rules of stock hosts, until the host turns out to be none: then by its own."""
        scenario = Scenario()
        scenario.send("host > ace", Update(object_id(1)).block(ships()["Sovereign"], 2, OWNER))
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        scenario.send("host > ace", Update().raw(0x20, DIALECT_ENGINES))
        scenario.send("host > ace", Update(object_id(1)).raw(0x20, DIALECT_SHIELDS))
        for block in (DIALECT_ENGINES, COMMON):
            scenario.send("host > ace", Update(object_id(1)).raw(0x20, block))
        rows = fields(scenario.capture(), ["bcnet.ship.layout", "bcnet.ship.layout.source"], "bcnet.opcode==0x1c")
        self.assertEqual([row["bcnet.ship.layout"] for row in rows[:2]], [["Sovereign"], ["Sovereign"]])
        self.assertEqual(rows[2]["bcnet.ship.layout.source"], ["5"])
        self.assertEqual([row["bcnet.ship.layout"] for row in rows[4:]], [["Sovereign"]])


if __name__ == "__main__":
    main()
