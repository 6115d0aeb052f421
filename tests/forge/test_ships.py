# SPDX-License-Identifier: GPL-2.0-or-later
"""Scenarios about ships from layout files: bytes as the protocol description has them, and what Wireshark makes of them."""

import pathlib
import struct
import tempfile
import unittest

from bcnet_test import SOURCE, frames, main, scratch, tool
from payloads import plain

LAYOUTS = SOURCE / "layouts"
HEAD = """
endpoint host 10.10.10.1:22101 id 1
endpoint ace  10.10.10.2:59405 id 2
endpoint sep  10.10.10.3:59405 id 3
"""
MOD = """[Ship]
Name=Wasp
Species=61
[Subsystem 1]
Name=Hull
Class=HullSubsystem
[Subsystem 2]
Name=Shield
Class=ShieldSubsystem
[Subsystem 3]
Name=Core
Class=PowerSubsystem
[Subsystem 4]
Name=Guns
Class=PulseWeaponSystem
Child 1=Left; PulseWeapon; 100; 5
Child 2=Right;PulseWeapon;100;6
"""


def vectors():
    """{ship: (snapshot, {view: {start: (next, block)}}, {view: starts from creation on})} of tests/data/blocks.txt."""
    found, ship = {}, None
    for line in (SOURCE / "tests/data/blocks.txt").read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "ship":
            ship = found[rest.rpartition(" ")[0].replace("_", " ")] = [None, {"owner": {}, "remote": {}}, {}]
        elif word == "snapshot":
            ship[0] = bytes.fromhex(rest)
        elif word == "cycle":
            view, _, starts = rest.partition(" ")
            first, _, loop = starts.partition("|")
            ship[2][view] = [int(start) for start in (first + loop).split()]
        elif word == "block":
            view, following, _, _, data = rest.split(" ")
            ship[1][view][bytes.fromhex(data)[0]] = (int(following), bytes.fromhex(data))
    return found


def key_of(name):
    """The layout file of a ship by its name."""
    return next(path for path in LAYOUTS.glob("*.ini") if f"\nName={name}\n" in path.read_text(encoding="utf-8"))


class Ships(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        (self.folder / "wasp.ini").write_text(MOD)

    def payloads(self, text, *options):
        """The game payloads of a scenario of one message a datagram: type, length, perhaps a number, payload."""
        (self.folder / "a.scn").write_text(HEAD + text)
        tool("bcnet-forge", *options, self.folder / "a.scn", self.folder / "a.pcapng")
        found = []
        for datagram in plain(self.folder / "a.pcapng"):
            flags = int.from_bytes(datagram[3:5], "little")
            found.append((bool(flags & 0x8000), datagram[7 if flags & 0x8000 else 5:]))
        return found

    def error(self, text):
        (self.folder / "a.scn").write_text(HEAD + text)
        _, message = tool("bcnet-forge", self.folder / "a.scn", self.folder / "a.pcapng", expect=1)
        return message

    def test_vectors(self):
        """Snapshots and blocks of all ships of the multiplayer menu, in the order in which a host sends them (60.2)."""
        ships = vectors()
        self.assertEqual(len(ships), 15)
        for name, (snapshot, blocks, cycles) in ships.items():
            for view, receiver in [("owner", "ace"), ("remote", "sep")]:
                with self.subTest(ship=name, view=view):
                    starts = cycles[view]
                    found = self.payloads(f'ship x "{key_of(name)}"\nat 0 host > {receiver}\n snapshot x\n'
                                          + f"at +1 host > {receiver}\n block x\n" * len(starts), "--allow", LAYOUTS)
                    self.assertEqual((found[0][0], found[0][1][-len(snapshot):]), (True, snapshot))
                    self.assertEqual([payload[10:] for _, payload in found[1:]],
                                     [blocks[view][start][1] for start in starts])

    def test_creation(self):
        """40.1, 40.3; the snapshot of the made-up ship by the table of 40.4."""
        reliable, payload = self.payloads('ship wasp "wasp.ini" player 3 name "Sep" set "Here"\n'
                                          "damage wasp \"Core/backup battery\" 20\ndamage wasp \"Right\" 0\n"
                                          "at 0 sep > host\n snapshot wasp at 1 -2.5 3\n")[0]
        self.assertTrue(reliable)
        self.assertEqual(payload, b"\x03\x01\x03" + struct.pack("<II", 0x8008, 0x4003FFFF) + b"\x3D"
                         + struct.pack("<3f4f", 1, -2.5, 3, 1, 0, 0, 0) + bytes(7) + b"\x03Sep\x04Here"
                         + bytes.fromhex("FF | FF 64 FF FF FF FF FF FF | FF FF 33 | FF FF 00 64 20".replace("|", "")))

    def test_update(self):
        """Time and object in front of the block; its cursor is of the receiver, and begins anew with a creation."""
        found = self.payloads('ship wasp "wasp.ini"\ndamage wasp "Shield/rear" 50\n'
                              "at 2.5 host > ace\n block wasp\nat +0.1 host > sep\n block wasp\nat +0.1 host > ace\n"
                              " block wasp\nat +0.1 host > ace\n block wasp from 3 remote seq 9\n"
                              "at +0.1 host > ace\n snapshot wasp\nat +0.1 host > ace\n block wasp\n")
        head = b"\x1C" + struct.pack("<I", 0x3FFFFFFF)
        self.assertEqual([reliable for reliable, _ in found], [False, False, False, True, True, False])
        self.assertEqual(found[0][1], head + struct.pack("<f", 2.5) + bytes.fromhex("20 00 FF FF 20 FF 7F FF FF FF FF"))
        self.assertEqual(found[1][1][9:], bytes.fromhex("20 00 FF FF 21 64 FF 7F FF FF FF FF"))
        self.assertEqual(found[2][1][9:], bytes.fromhex("20 02 FF FF FF FF FF FF 40 FF FF FF 7F FF FF FF FF"))
        self.assertEqual(found[3][1][9:14], bytes.fromhex("20 03 FF FF FF"))
        self.assertEqual(found[5][1][9:11], bytes.fromhex("20 00"))

    def test_in_wireshark(self):
        """With the same layout file everything has a name, and nothing is odd."""
        self.payloads('ship wasp "wasp.ini" name "Ace"\nat 0 ace > host\n snapshot wasp\n'
                      "repeat 3\nat +1 host > ace\n block wasp\nat +1 host > sep\n block wasp\nend\n")
        (self.folder / "layouts").mkdir()
        layout = MOD.replace("[Subsystem 4]", "[Subsystem 4]\nObjectOffset=4").replace("\n[Subsystem 2]", "\nObjectOffset=1\n"
                             "[Subsystem 2]").replace("\n[Subsystem 3]", "\nObjectOffset=2\n[Subsystem 3]\nObjectOffset=3")
        (self.folder / "layouts" / "wasp.ini").write_text(layout)
        shown = frames(self.folder / "a.pcapng", options=["-o", f"bcnet.ship_folder:{self.folder / 'layouts'}"])
        self.assertEqual([expert.name for frame in shown for expert in frame.experts()], [])
        self.assertEqual(shown[0].shows("bcnet.subsystem.name"), ["Hull", "Shield", "Core", "Guns"])
        for frame in shown[1:]:
            self.assertEqual(frame.shows("bcnet.state.subsystems.raw"), [])
            self.assertGreater(len(frame.shows("bcnet.subsystem.name")), 0)

    def test_the_manual(self):
        """Its scenario, with the layout made of the mod's script: eight messages in which everything has a name."""
        tool("bcnet-layout", "import", "--species", "60", "-o", self.folder, SOURCE / "tests" / "import" / "mod" / "scripts" / "ships" / "Hardpoints" / "vesper.py")
        text = (SOURCE / "docs" / "forge.md").read_text(encoding="utf-8").split("### Ships of a mod\n")[1].split("\n|")[0]
        lines = [line for line in text.split("\n") if line.startswith("    ")]
        (self.folder / "a.scn").write_text("\n".join(lines) + "\n")
        (self.folder / "wasp.ini").unlink()
        tool("bcnet-forge", self.folder / "a.scn", self.folder / "a.pcapng")
        shown = frames(self.folder / "a.pcapng", options=["-o", f"bcnet.ship_folder:{self.folder}"])
        self.assertEqual(len(shown), 7)
        self.assertEqual([expert.name for frame in shown for expert in frame.experts()], [])
        self.assertEqual(shown[0].shows("bcnet.subsystem.child.condition"), ["255"] * 5)
        self.assertEqual(shown[1].shows("bcnet.subsystem.condition")[0], "127")

    def test_large_ships(self):
        """127 subsystems, the game's limit, and a system with many children."""
        text = "[Ship]\nName=Big\nSpecies=62\n" + "".join(
            f"[Subsystem {number}]\nName=S{number}\nClass=PhaserSystem\n" for number in range(1, 128))
        text += "".join(f"Child {number}=B{number};PhaserBank;1;1\n" for number in range(1, 100))
        (self.folder / "big.ini").write_text(text)
        found = self.payloads('ship big "big.ini"\nat 0 ace > host\n snapshot big\n')
        # 127 conditions, 99 children, 127 powers and settings, 26 bytes for 127 booleans (40.4)
        self.assertEqual(len(found[0][1]), 49 + len("big") + len("Multi1") + 127 + 99 + 2 * 127 + 26)

    def test_errors(self):
        for text, words in [('ship wasp', "The name of a layout file is expected"),
                            ('ship 1 "wasp.ini"', "A name for the ship is expected"),
                            ('ship wasp "no.ini"', 'no.ini" cannot be read: No such file'),
                            ('ship wasp "a.scn"', "This is no layout file of a ship."),
                            ('ship wasp "wasp.ini" color 3', "A ship goes on with"),
                            ('ship wasp "wasp.ini" player 1', "from 2 to 17"),
                            ('damage wasp "Hull" 3', "The name of a ship is expected"),
                            ('ship wasp "wasp.ini"\ndamage wasp "Wing" 3', 'The ship has no "Wing".'),
                            ('ship wasp "wasp.ini"\ndamage wasp "Hull" 101', "from 0 to 100"),
                            ('ship wasp "wasp.ini"\nat 0 ace > host\n snapshot wasp at 1 2', "Three coordinates"),
                            ('ship wasp "wasp.ini"\nblock wasp', "at TIME FROM > TO"),
                            ('ship wasp "wasp.ini"\nat 0 ace > host\n block wasp from 4', "from 0 to 3"),
                            ('ship wasp "wasp.ini"\nat 0 ace > host\n block wasp sideways', "The line should end here")]:
            with self.subTest(text=text):
                self.assertIn(words, self.error(text + "\n"))
        for change, words in [(("Species=61", ""), "a Species from 1 to 255"), (("Species=61", "Species=256"), "a Species"),
                              (("PowerSubsystem", "Power"), "[Subsystem 3]: a Name and a known Class"),
                              (("Name=Hull", ""), "[Subsystem 1]: a Name"), (("[Subsystem 1]", "[Subsystem 9]"), "is missing")]:
            with self.subTest(change=change):
                (self.folder / "bad.ini").write_text(MOD.replace(*change))
                self.assertIn(words, self.error('ship bad "bad.ini"\n'))


if __name__ == "__main__":
    main()
