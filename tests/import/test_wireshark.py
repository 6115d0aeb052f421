# SPDX-License-Identifier: GPL-2.0-or-later
"""A mod's ship in Wireshark: bytes before its script is imported, all names after it, in the same capture."""

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from bcnet_test import SOURCE, frames, main, tool

CAPTURE = Path(SOURCE) / "captures" / "mod-ship.pcapng"
SCRIPT = Path(SOURCE) / "tests" / "import" / "mod" / "scripts" / "ships" / "Hardpoints" / "vesper.py"
# Frames of the capture.
CREATION, START, REMOTE, ROUND, WANTED, TORPEDO = range(6)
FINGERPRINT = "0x5A5A"
HASH_UNKNOWN, HASH_KNOWN, HASH_DIFFERS = "0", "1", "2"

SUBSYSTEMS = ["Hull", "Deflector", "Singularity", "Sublight Drive", "Launchers", "Lances", "Eyes", "Workshop"]
CHILDREN = ["Sublight Nozzle", "Upper Tube", "Lower Tube", "Port Lance", "Star Lance"]


class WithLayout(unittest.TestCase):
    def setUp(self):
        directory = TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name)

    def imported(self, **changes):
        """The frames after the import; changes are keys of [Ship] to add."""
        _, remarks = tool("bcnet-layout", "import", "--species", "60", "--name", "Vesper", "-o", self.folder, SCRIPT)
        self.assertEqual(remarks, "")
        layout = self.folder / "vesper.ini"
        keys = "".join(f"\n{key}={value}" for key, value in changes.items())
        layout.write_text(layout.read_text().replace("[Ship]", "[Ship]" + keys))
        return frames(CAPTURE, options=["-o", f"bcnet.ship_folder:{self.folder}"])


class Imported(WithLayout):
    def experts(self, shown):
        return [(number, expert.name) for number, frame in enumerate(shown) for expert in frame.experts()]

    def test_before(self):
        shown = frames(CAPTURE)
        self.assertEqual(len(shown), 6)
        self.assertEqual(self.experts(shown), [(CREATION, "bcnet.expert.snapshot_length")])
        self.assertEqual(len(shown[CREATION].shows("bcnet.object.snapshot.raw")), 1)
        for number in (START, REMOTE, ROUND):
            self.assertEqual(len(shown[number].shows("bcnet.state.subsystems.raw")), 1)
            self.assertEqual(shown[number].shows("bcnet.ship.layout.source"), ["0"])
        for frame in shown:
            for name in ("bcnet.subsystem.name", "bcnet.subsystem.child.name", "bcnet.ship.layout"):
                self.assertEqual(frame.shows(name), [])
            self.assertNotIn("Tube", " ".join(frame.shows("bcnet.object.resolved")))

    def test_nothing_is_raw(self):
        shown = self.imported()
        self.assertEqual(self.experts(shown), [])
        for frame in shown:
            for name in ("bcnet.object.snapshot.raw", "bcnet.state.subsystems.raw", "bcnet.unparsed"):
                self.assertEqual(frame.shows(name), [])

    def test_snapshot(self):
        frame = self.imported()[CREATION]
        self.assertEqual(frame.shows("bcnet.subsystem.name"), SUBSYSTEMS)
        self.assertEqual(frame.shows("bcnet.subsystem.child.name"), CHILDREN)
        self.assertEqual(frame.shows("bcnet.object.snapshot.length"), ["29"])
        self.assertEqual(frame.shows("bcnet.object.snapshot.expected"), ["29"])
        self.assertEqual(frame.shows("bcnet.subsystem.child.condition"), ["255", "51", "255", "0", "255"])
        self.assertEqual(frame.shows("bcnet.subsystem.power.signed"), ["100", "100", "100", "100", "-100", "100"])

    def test_blocks(self):
        shown = self.imported()
        lists = [SUBSYSTEMS[:2], SUBSYSTEMS[2:5], SUBSYSTEMS[5:] + SUBSYSTEMS[:2]]
        for number, names in zip((START, REMOTE, ROUND), lists):
            with self.subTest(frame=number):
                self.assertEqual(shown[number].shows("bcnet.ship.layout"), ["Vesper"])
                self.assertEqual(shown[number].shows("bcnet.ship.layout.source"), ["1"])
                self.assertEqual(shown[number].shows("bcnet.subsystem.name"), names)
        self.assertEqual(shown[REMOTE].shows("bcnet.subsystem.power"), ["50", "100"])
        self.assertEqual(shown[REMOTE].shows("bcnet.subsystem.child.name"), CHILDREN[:3])
        self.assertEqual(shown[ROUND].shows("bcnet.subsystem.child.condition"), ["0", "255"])

    def test_wanted_power(self):
        frame = self.imported()[WANTED]
        self.assertEqual(frame.shows("bcnet.wanted.name"), ["Launchers", "Lances"])
        self.assertEqual(frame.shows("bcnet.wanted.value"), ["204", "102"])

    def test_tube(self):
        """97.2: the second tube is the seventh object, so ship id + 7."""
        resolved = " ".join(self.imported()[TORPEDO].shows("bcnet.object.resolved"))
        self.assertIn("Lower Tube", resolved)
        self.assertIn("Vesper", resolved)


class Fingerprint(WithLayout):
    """98.3: a value learned from the user's layout file."""

    def hash_of(self, shown):
        frame = shown[WANTED]
        return (frame.shows("bcnet.state.hash.status"),
                [(expert.name, expert.severity) for expert in frame.experts()])

    def test_without_a_layout(self):
        self.assertEqual(self.hash_of(frames(CAPTURE)), ([HASH_UNKNOWN], []))

    def test_not_learned(self):
        self.assertEqual(self.hash_of(self.imported()), ([HASH_UNKNOWN], []))

    def test_learned(self):
        self.assertEqual(self.hash_of(self.imported(IntegrityHash=FINGERPRINT)), ([HASH_KNOWN], []))

    def test_one_of_several(self):
        self.assertEqual(self.hash_of(self.imported(IntegrityHash="0x1111;" + FINGERPRINT)), ([HASH_KNOWN], []))

    def test_differs(self):
        status, infos = self.hash_of(self.imported(IntegrityHash="0x1111"))
        self.assertEqual(status, [HASH_DIFFERS])
        self.assertEqual([name for name, _ in infos], ["bcnet.expert.hash"])
        self.assertEqual(infos[0][1].lower(), "note")


if __name__ == "__main__":
    main()
