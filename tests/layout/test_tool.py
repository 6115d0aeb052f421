# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-layout as its users run it."""

import re
import subprocess
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

from bcnet_test import BUILD, SOURCE, main, tool

SHIP = """[Ship]
Name={name}
{species}
[Subsystem 1]
Name=Hull
Class=HullSubsystem
ObjectOffset=1
"""


def layout(*arguments, expect=0):
    return tool("bcnet-layout", *arguments, expect=expect)


def write(folder, name, ship, species=None):
    path = Path(folder) / name
    path.write_text(SHIP.format(name=ship, species=f"Species={species}" if species else ""), encoding="utf-8")
    return path


class Output(unittest.TestCase):
    """Where it goes may be full."""

    def test_full_disk(self):
        for arguments in (["list"], ["--help"], ["show", "Akira"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([BUILD / "tools" / "bcnet-layout", *arguments], stdout=full, stderr=subprocess.PIPE,
                                      check=False)
            self.assertEqual((done.returncode, done.stderr), (1, b"What was printed could not all be written.\n"), arguments)


class Names(unittest.TestCase):
    """Files may have any name: what would steer a terminal is printed by its number."""

    NAME = "a\x1b[31m\u202e\n.ini"

    def check(self, output):
        self.assertIn("a\\u001B[31m\\u202E\\u000A", output)
        for letter in "\x1b\u202e":
            self.assertNotIn(letter, output)

    def test_of_layouts(self):
        with TemporaryDirectory() as folder:
            path = write(folder, self.NAME, "Odd", 90)
            for command in ("check", "show", "hash"):
                with self.subTest(command=command):
                    self.check("".join(layout(command, path)))

    def test_of_layouts_with_errors(self):
        with TemporaryDirectory() as folder:
            path = write(folder, self.NAME, "Odd")
            path.write_text(path.read_text(encoding="utf-8").replace("HullSubsystem", "H\x1bull\u202e"), encoding="utf-8")
            words = "".join(layout("check", path, expect=1))
            self.check(words)
            self.assertIn("H\\u001Bull\\u202E", words)


def vectors():
    """{ship: {"owner": [(start, next, roles)], "remote": [...]}} from tests/data/blocks.txt."""
    ships = {}
    for line in (Path(SOURCE) / "tests/data/blocks.txt").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:1] == ["ship"]:
            ship = ships[words[1].replace("_", " ")] = {"owner": [], "remote": []}
        elif words[:1] == ["block"]:
            ship[words[1]].append((int(words[5][:2], 16), int(words[2]), words[4]))
    return ships


def places(text):
    """[(role, first, last)] of a line such as "condition 5, children 6-7, bit 0 of byte 2, power 8"."""
    letters = {"condition": "c", "children": "k", "batteries": "m", "power": "p", "facings": "f"}
    ranges = re.findall(rf"({'|'.join(letters)}) (\d+)(?:-(\d+))?", text)
    found = [(letters[what], int(first), int(last or first)) for what, first, last in ranges]
    return found + [("g", int(byte), int(byte)) for byte in re.findall(r"bit \d of byte (\d+)", text)]


def shown_blocks(output, title):
    """[(start, next, roles)] as the command shows them."""
    section = output.split(f"StateUpdate, {title}")[1].split("StateUpdate")[0]
    blocks = []
    for block in re.split(r"\n  start ", section)[1:]:
        head, *entries = block.splitlines()
        start, length, following = map(int, re.match(r"(\d+), (\d+) bytes after it, next start (\d+)", head).groups())
        roles = ["s"] + ["?"] * length
        for role, first, last in (place for entry in entries for place in places(entry)):
            roles[first:last + 1] = role * (last + 1 - first)
        blocks.append((start, following, "".join(roles).replace("mm", "mb")))
    return blocks


class Show(unittest.TestCase):
    def test_positions_are_those_of_the_vectors(self):
        for name, views in vectors().items():
            output, _ = layout("show", name)
            for view, expected in views.items():
                with self.subTest(ship=name, view=view):
                    self.assertEqual(shown_blocks(output, view), expected)

    def test_snapshot(self):
        """Bird of Prey: the offsets of the example in 40.13, less the 58 bytes before the snapshot."""
        output, _ = layout("show", "birdofprey")
        for line in ["Hull                      condition 0",
                     "Shield Generator          condition 1, power 2, facings 3-8",
                     "Warp Core                 condition 9, batteries 10-11",
                     "Disruptor Cannons         condition 12, children 13-14, power 15, bit 0 of byte 16",
                     "Torpedoes                 condition 17, children 18, power 19, bit 1 of byte 16, "
                     "ammunition type 20",
                     "Impulse Engines           condition 21, children 22, power 23",
                     "Warp Engines              condition 24, children 25-26, power 27",
                     "Cloaking Device           condition 28, power 29, bit 2 of byte 16",
                     "Sensor Array              condition 30, power 31",
                     "Engineering               condition 32, power 33"]:
            self.assertRegex(output, rf"(?m)^ +\d+ +{re.escape(line)}$")
        self.assertIn("Snapshot in ObjectCreate, 34 bytes", output)

    def test_list_of_subsystems(self):
        output, _ = layout("show", "Akira")
        self.assertRegex(output, r"(?m)^0   Hull +HullSubsystem +base +\+1 +9000$")
        self.assertRegex(output, r"(?m)^      Aft Tractor +TractorBeamProjector +child +\+30 +1500$")
        self.assertIn("integrity hash 0xFB37", output)
        self.assertEqual(output.count("Akira, species 1"), 1)

    def test_variant(self):
        output, _ = layout("show", "--variant", "move to end", "enterprise")
        self.assertRegex(output, r"(?m)^10  Warp Core")
        _, errors = layout("show", "--variant", "move to end", "akira", expect=1)
        self.assertIn('Akira has no variant "move to end"', errors)

    def test_file_and_folder(self):
        with TemporaryDirectory() as folder:
            path = write(folder, "runabout.ini", "Runabout", 60)
            self.assertIn("Runabout, species 60", layout("show", path)[0])
            self.assertIn("Runabout, species 60", layout("show", "--folder", folder, "runabout")[0])

    def test_unknown_ship(self):
        output, errors = layout("show", "borg", expect=1)
        self.assertEqual(output, "")
        self.assertIn('no ship "borg"', errors)


class List(unittest.TestCase):
    def test_stock(self):
        lines = layout("list")[0].splitlines()
        self.assertEqual(len(lines), 51)
        self.assertRegex(lines[1], r"^1 +akira +Akira +Federation +menu +11 +31 +51 +built in$")
        self.assertRegex(lines[50], r"^- ")

    def test_folder(self):
        with TemporaryDirectory() as folder:
            write(folder, "a.ini", "Akira refit", 1)
            write(folder, "b.ini", "Other", 60)
            output, errors = layout("list", "--folder", folder)
        self.assertEqual(errors, "")
        self.assertEqual(len(output.splitlines()), 52)
        self.assertRegex(output, r"(?m)^1 +a +Akira refit .*a\.ini$")

    def test_broken_file_leaves_the_rest(self):
        with TemporaryDirectory() as folder:
            write(folder, "a.ini", "First", 60)
            (Path(folder) / "b.ini").write_bytes(b"[Ship]\nName=K\xe4fer\n")
            output, errors = layout("list", "--folder", folder, expect=1)
        self.assertIn("First", output)
        self.assertRegex(errors, r"^\S+b\.ini: line 2 holds the byte 0xE4, which is not UTF-8 text\.\n$")

    def test_missing_folder(self):
        _, errors = layout("list", "--folder", "/nonexistent", expect=1)
        self.assertIn("/nonexistent: this is not a folder.", errors)


class Check(unittest.TestCase):
    def test_stock_files(self):
        files = sorted((Path(SOURCE) / "layouts").glob("*.ini"))
        self.assertEqual(len(files), 50)
        for path in files:
            self.assertRegex(layout("check", path)[0], rf"^{re.escape(str(path))}: .*\.\n$")

    def test_problems(self):
        with TemporaryDirectory() as folder:
            good = write(folder, "good.ini", "Good", 60)
            twin = write(folder, "twin.ini", "Twin", 60)
            bad = write(folder, "bad.ini", "Bad", 999)
            output, errors = layout("check", good, twin, bad, Path(folder) / "none.ini", expect=1)
        self.assertEqual(output, "".join(f"{path}: {name}, species 60, 1 subsystem, 1 object, snapshot of 1 byte.\n"
                                         for path, name in ((good, "Good"), (twin, "Twin"))))
        errors = errors.splitlines()
        self.assertEqual(errors[0], f'{bad}, [Ship], Species: "999" is no whole number from 1 to 255.')
        self.assertIn("none.ini", errors[1])
        self.assertEqual(len(errors), 2)


class Usage(unittest.TestCase):
    def test_wrong_calls(self):
        for arguments in [(), ("frobnicate",), ("check",), ("show",), ("show", "a", "b"), ("list", "x"),
                          ("list", "--fold"), ("names",), ("names", "a", "b"), ("hash",), ("hash", "--sha", "x"), ("import",)]:
            with self.subTest(arguments=arguments):
                output, errors = layout(*arguments, expect=2)
                self.assertEqual(output, "")
                self.assertIn("bcnet-layout", errors)

    def test_help(self):
        """With the program's name, for each command too."""
        self.assertIn("bcnet-layout show", layout("--help")[0])
        self.assertRegex(layout("--version")[0], r"^bcnet-layout \d+\.\d+\.\d+\n$")
        for command in ["check", "hash", "import", "list", "names", "show"]:
            self.assertIn(f"  bcnet-layout {command} [OPTION", layout(command, "--help")[0])
            self.assertRegex(layout(command, "--version")[0], r"^bcnet-layout \d+\.\d+\.\d+\n$")

    def test_a_capture_in_place_of_a_layout(self):
        path = Path(SOURCE) / "captures" / "join.pcapng"
        for command in [("check", path), ("show", path.with_suffix(".ini"))]:
            with TemporaryDirectory() as folder:
                given = Path(folder) / command[1].name
                given.write_bytes(path.read_bytes())
                _, errors = layout(command[0], given, expect=1)
                self.assertEqual(errors, f"{given}: This is a capture; what is wanted here is a layout file, a text.\n")


def content_hash(data):
    """35.4: words but the second one, then the first byte of the tail for each of its bytes."""
    words = [int.from_bytes(data[at:at + 4], "little") for at in range(0, len(data) & ~3, 4)]
    tail = data[len(data) & ~3:]
    value = 0
    for word in [word for number, word in enumerate(words) if number != 1] + [(tail[0] ^ 0x80) - 0x80 for _ in tail]:
        value = (value ^ word) & 0xFFFFFFFF
        value = (value << 1 | value >> 31) & 0xFFFFFFFF
    return value


class Hashes(unittest.TestCase):
    NAMES = dict(line.split(" ")[::-1] for line in (Path(SOURCE) / "tests/data/name-hashes.txt").read_text().splitlines()
                 if not line.startswith("#"))

    def hashes(self, *paths):
        output, errors = layout("hash", *paths)
        self.assertEqual(errors, "")
        return [re.split(r"  +", line.strip()) for line in output.splitlines()[1:]]

    def test_hashes(self):
        with TemporaryDirectory() as folder:
            for number, name in enumerate(["Akira.pyc", "akira.pyc", "App.pyc", "SpeciesToShip.pyc", "mainmenu.pyc"]):
                data = bytes((7 * at + 200) & 0xFF for at in range(37 * number + number))
                path = Path(folder) / name
                path.write_bytes(data)
                self.assertEqual(self.hashes(path), [[self.NAMES[name], f"0x{content_hash(data):08X}", name]])

    def test_stock_files(self):
        """Known by the end of their path, in any case; a file of four bytes can have any hash."""
        with TemporaryDirectory() as folder:
            for name in ["scripts/App.pyc", "SCRIPTS/app.PYC", "myscripts/App.pyc", "scripts/ships/App.pyc"]:
                path = Path(folder) / "game" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes((0xF8A0A768 >> 1).to_bytes(4, "little"))
                known = ["as in the unmodified game"] if name.lower() == "scripts/app.pyc" else []
                self.assertEqual(self.hashes(path)[0][1:], ["0xF8A0A768", path.name, *known])
                path.write_bytes(b"other")
                known = ["differs from the stock file"] if known else []
                self.assertEqual(self.hashes(path)[0][3:], known)

    def test_names_that_the_game_cannot_have(self):
        with TemporaryDirectory() as folder:
            (Path(folder) / "\u0421hip.pyc").write_bytes(b"")
            self.assertEqual(self.hashes(Path(folder) / "\u0421hip.pyc"), [["-", "0x00000000", "\u0421hip.pyc"]])

    def test_files_that_cannot_be_read(self):
        _, errors = layout("hash", "/there/is/none", expect=1)
        self.assertIn("/there/is/none: The file cannot be read (", errors)


if __name__ == "__main__":
    main()
