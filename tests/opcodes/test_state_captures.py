# SPDX-License-Identifier: GPL-2.0-or-later
"""The captures state-*: which ship each frame shows, and how that is known (protocol chapter 60.4)."""

import unittest

from bcnet_test import columns, fields, frames, main
from captures import FOLDER
from states import object_id, ships

LAYOUT, SOURCE, OBJECT = "bcnet.ship.layout", "bcnet.ship.layout.source", "bcnet.state.object"
CREATED, INFERRED, PROVISIONAL = "1", "4", "5"


def capture(name):
    """Path of a capture."""
    return FOLDER / f"state-{name}.pcapng"


def rows(name, *names, only="bcnet.opcode==0x1c"):
    """Frame number -> values of fields, joined by commas, per StateUpdate."""
    found = fields(capture(name), ["frame.number", *names], only)
    return {int(row["frame.number"][0]): tuple(",".join(row[field]) for field in names) for row in found}


class MidBattle(unittest.TestCase):
    """15 ships without a creation."""

    @classmethod
    def setUpClass(cls):
        cls.rows = rows("mid-battle", OBJECT, LAYOUT, SOURCE, "bcnet.state.start_index", "bcnet.state.hash")
        cls.ships = {f"0x{object_id(slot):08x}": ship for slot, ship in enumerate(ships().values())}

    def histories(self):
        """Ship -> list of (layout, source, start index, hash) in order."""
        found = {}
        for ident, *rest in self.rows.values():
            found.setdefault(self.ships[ident].name, []).append(rest)
        return found

    def test_no_creation_is_in_it(self):
        self.assertEqual(rows("mid-battle", OBJECT, only="bcnet.opcode==0x02 || bcnet.opcode==0x03"), {})

    def test_all_are_named(self):
        self.assertEqual(len(self.histories()), 15)
        for name, history in self.histories().items():
            expected = "Akira/Nebula" if name == "Akira" else name
            self.assertEqual(history[-1][:2], [expected, INFERRED])

    def test_the_true_ship_is_never_left_out(self):
        for name, history in self.histories().items():
            for layout, source, _, _ in history:
                self.assertIn(name, layout.split("/"))
                self.assertIn(source, (INFERRED, PROVISIONAL))

    def test_nothing_wrong_is_ever_decided(self):
        pair = {"Akira", "Nebula"}
        for name, history in self.histories().items():
            alike = pair if name in pair else {name}
            for layout, source, _, _ in history:
                self.assertEqual(source == INFERRED, set(layout.split("/")) <= alike, (name, layout, source))

    def test_seven_blocks_are_enough(self):
        for name, history in self.histories().items():
            blocks = [source for _, source, start, _ in history if start]
            self.assertGreater(len(blocks), 7)
            self.assertEqual(set(blocks[6:]), {INFERRED}, name)

    def test_only_a_hash_tells_akira_and_nebula_apart(self):
        nebula = self.histories()["Nebula"]
        decided = [number for number, (layout, *_) in enumerate(nebula) if layout == "Nebula"]
        hashes = [number for number, row in enumerate(nebula) if row[3] == "0x040c"]
        self.assertEqual(len(hashes), 1)
        self.assertEqual(decided, list(range(hashes[0], len(nebula))))
        self.assertTrue(all(layout in ("Akira/Ambassador/Nebula", "Akira/Nebula") for layout, *_ in nebula[:hashes[0]]))

    def test_names_of_subsystems(self):
        """Where the ship is decided, every entry has its name."""
        wanted = {}
        for ship in ships().values():
            wanted[ship.name] = wanted["Akira/Nebula" if ship.name == "Akira" else ship.name] = [
                subsystem.name for subsystem in ship.subsystems]
        count = 0
        for frame in frames(capture("mid-battle"), f"{SOURCE}==4 && bcnet.subsystem"):
            names = wanted[frame.shows(LAYOUT)[0]]
            shown = [(int(index), name) for index, name in
                     zip(frame.shows("bcnet.subsystem.index"), frame.shows("bcnet.subsystem.name"))]
            self.assertTrue(shown)
            self.assertEqual(shown, [(index, names[index]) for index, _ in shown])
            count += 1
        self.assertGreater(count, 150)

    def test_players(self):
        """A client that speaks of a ship is its player."""
        last = {}
        for (protocol, info), (ident,) in zip(columns(capture("mid-battle"), "bcnet.opcode==0x1c"),
                                              rows("mid-battle", OBJECT).values()):
            last[ident] = info
        for slot, ship in enumerate(ships().values()):
            self.assertIn(f"? (#{slot + 2}) ", last[f"0x{object_id(slot):08x}"], ship.name)


class Lives(unittest.TestCase):
    """What an object id means, frame by frame."""

    def test_respawn(self):
        found = rows("respawn", LAYOUT, SOURCE, "bcnet.ship.created_in", "bcnet.state.world.x",
                     "bcnet.state.hash.changed")
        first, second = ("Sovereign", CREATED, "1"), ("Galaxy", CREATED, "9")
        self.assertEqual(found, {
            3: (*first, "88", "1"), 4: (*first, "102.989", ""), 5: (*first, "", ""), 6: (*first, "", ""),
            7: (*first, "", ""), 10: (*second, "", ""), 11: (*second, "8", "1"), 12: (*second, "", ""),
            13: (*second, "", ""), 15: (found[15][0], PROVISIONAL, "", "", ""),
            16: ("Bird of Prey", INFERRED, "", "", "")})
        self.assertIn("Bird of Prey", found[15][0])

    def test_respawn_known_state(self):
        """Nothing of the Sovereign is known of the Galaxy."""
        found = rows("respawn", "bcnet.known.name", "bcnet.known.frame")
        self.assertEqual(found[6], ("Hull,Shield Generator,Sensor Array,Warp Core,Impulse Engines,Torpedoes",
                                    "5,5,6,6,6,6"))
        self.assertEqual(found[7], ("Hull,Shield Generator", "7,7"))
        self.assertEqual(found[12], ("Hull,Warp Core,Shield Generator", "12,12,12"))

    def test_two_games(self):
        self.assertEqual(rows("two-games", LAYOUT, SOURCE, "bcnet.ship.created_in"), {
            3: ("Sovereign", CREATED, "1"), 4: ("Akira", CREATED, "2"), 5: ("Shuttle", INFERRED, ""),
            6: ("Shuttle", INFERRED, ""), 7: ("Sovereign", CREATED, "1"), 8: ("Akira", CREATED, "2")})

    def test_three_links(self):
        found = rows("three-links", LAYOUT, SOURCE, "bcnet.ship.created_in", "bcnet.state.world.x")
        self.assertEqual({row[:3] for row in found.values()}, {("Sovereign", CREATED, "1")})
        self.assertEqual([row[3] for row in found.values()], ["100", "200", "200", "114.989", "214.989", "", ""])

    def test_restart(self):
        found = rows("restart", LAYOUT, SOURCE, "bcnet.ship.created_in", "bcnet.state.world.x",
                     "bcnet.state.hash.changed")
        self.assertEqual(found, {
            3: ("Sovereign", CREATED, "2", "100", "1"), 4: ("Sovereign", CREATED, "2", "", ""),
            6: ("", "0", "", "", ""), 8: ("Galaxy", CREATED, "7", "100", "1"), 9: ("Galaxy", CREATED, "7", "", ""),
            11: ("", "0", "", "", ""), 12: ("Akira/Ambassador/Nebula", PROVISIONAL, "", "", ""),
            13: ("Ambassador", INFERRED, "", "", "")})


class Others(unittest.TestCase):
    """Dialect, mods, bits."""

    def test_dialect(self):
        found = rows("dialect", "bcnet.ship.dialect", LAYOUT, "bcnet.subsystem.name")
        engines = "Sensor Array,Warp Core,Impulse Engines"
        self.assertEqual(found, {
            3: ("0", "Sovereign", "Repair,Phasers"), 4: ("1", "Sovereign", engines),
            5: ("0", "Sovereign", engines + ",Torpedoes"),
            6: ("1", "Sovereign", "Hull,Shield Generator,Sensor Array"),
            7: ("0", "Sovereign", "Bridge,Hull,Shield Generator"), 8: ("", "", ""),
            9: ("0", "Sovereign", engines + ",Torpedoes")})

    def test_mod(self):
        found = rows("mod", SOURCE, "bcnet.subsystem.name", "bcnet.state.subsystems.raw", "bcnet.wanted.name")
        self.assertEqual(found[2], ("0", "", "ffff20ffffffffffff", ""))
        self.assertEqual(found[3], ("0", "", "ff4364ffffffffffff64", ""))
        self.assertEqual(found[4], ("0", "", "", ""))
        self.assertEqual(found[6], ("0", "", "ffff20ffffffffffff", ""))
        self.assertEqual(found[7], ("0", "", "ff60ffffffffffffffffffffffffff", ""))
        self.assertEqual(found[8], ("0", "", "ffffffffffffff2164ffffff64", ""))
        refuted = rows("mod", "bcnet.ship.layout.refuted")
        self.assertEqual([refuted[number] for number in (2, 6, 7, 8)], [("",), ("Akira",), ("Akira",), ("Akira",)])

    def test_open_bits(self):
        found = rows("open-bits", "bcnet.bits", "bcnet.subsystem.index", "bcnet.subsystem.power", LAYOUT)
        self.assertEqual(len(found), 15)
        self.assertEqual({row[3] for row in found.values()}, {"Vor'cha"})
        self.assertEqual(found[5], ("0xbc,0x21", "7,8,9,10", "100,100,100,100", "Vor'cha"))
        self.assertEqual(found[6], ("0x43", "11,0,1", "100,100", "Vor'cha"))


if __name__ == "__main__":
    main()
