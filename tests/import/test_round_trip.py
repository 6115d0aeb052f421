# SPDX-License-Identifier: GPL-2.0-or-later
"""Scripts made from the stock layouts, imported, give the stock layouts."""

import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import cost
import hardpoints
from bcnet_test import BUILD, SOURCE, main, tool

# What no hardpoint script says about a ship: how sure the data are, where they come from, what is odd about the ship.
UNKNOWN_TO_SCRIPTS = ("Confidence=", "Source=", "Note=")


def essence(path):
    """The lines of a layout file without comments, blank lines and what scripts do not know."""
    return [line for line in Path(path).read_text(encoding="utf-8").splitlines()
            if line and not line.startswith(("#", *UNKNOWN_TO_SCRIPTS))]


def import_style(style, folder, output):
    """Imports all ships written in a style; returns {key: layout file}."""
    scripts = []
    for ship in hardpoints.ships():
        files = hardpoints.STYLES[style](ship)
        hardpoints.write(folder, files)
        scripts += [Path(folder) / name for name in files if not name.startswith("Parent/")]
    report, errors = tool("bcnet-layout", "import", "--verbose", "-o", output, *scripts)
    return report, errors


class RoundTrip(unittest.TestCase):
    def check(self, style):
        with TemporaryDirectory() as folder, TemporaryDirectory() as output:
            report, errors = import_style(style, folder, output)
            self.assertIn("50 ships: 50 written, 0 with errors.", report)
            self.assertNotIn(": error:", errors)
            for path in sorted(hardpoints.LAYOUTS.glob("*.ini")):
                with self.subTest(ship=path.stem):
                    self.assertEqual(essence(Path(output) / path.name), essence(path))
            self.assertEqual(len(list(Path(output).iterdir())), 50)
        return errors

    def test_machine(self):
        self.check("machine")

    def test_hand(self):
        self.check("hand")

    def test_inherited(self):
        self.check("inherited")

    def test_odd(self):
        self.check("odd")

    def test_notes_are_only_about_what_is_added_again(self):
        """The six ships of 60.6 with variants, and nothing else."""
        again = {ship.hardpoint + ".py": {prop.name for prop in ship.again()}
                 for ship in hardpoints.ships() if ship.again()}
        self.assertEqual(len(again), 6)
        found = {}
        lines = self.check("machine").splitlines()
        self.assertIn("no species table tells the numbers", lines.pop(0))
        for line in lines:
            self.assertRegex(line, r': note: "[^"]+" was added before; .* in the place of the first one\.$')
            found.setdefault(Path(line.split(":")[0]).name, set()).add(line.split('"')[1])
        self.assertEqual(found, again)


class Readings(unittest.TestCase):
    """Of the three readings of 97.2 the first one stands in front, the others become variants."""

    def lists(self, path):
        """{reading: [lines of its list]}; the reading in front has the name ""."""
        result, current = {}, None
        for line in essence(path):
            if line.startswith("["):
                variant, _, group = line[1:-1].rpartition("/")
                current = result.setdefault(variant.removeprefix("Variant "), [])
                line = group
            current.append(line)
        # The lines of [Ship] belong to no list.
        result[""] = result[""][result[""].index("Subsystem 1"):]
        return result

    def test_readings(self):
        stock = Path(SOURCE) / "layouts" / "geronimo.ini"
        ship = next(ship for ship in hardpoints.ships() if ship.key == "geronimo")
        with TemporaryDirectory() as folder:
            hardpoints.write(folder, hardpoints.machine(ship))
            tool("bcnet-layout", "import", "-o", folder, Path(folder) / "geronimo.py")
            self.assertEqual(self.lists(Path(folder) / "geronimo.ini"), self.lists(stock))
            tool("bcnet-layout", "check", Path(folder) / "geronimo.ini")


class Speed(unittest.TestCase):
    WORK = 50   # blocks of instructions for a byte; as counted, 25

    def test_500_files(self):
        """As large as real ones, 50 KB on average."""
        with TemporaryDirectory() as folder, TemporaryDirectory() as output:
            ships, size = hardpoints.ships(), 0
            padding = "".join(f"Light{i} = App.BlinkingLightProperty_Create(\"Light {i}\")\nLight{i}.SetRadius(0.5)\n"
                              for i in range(300)).encode()
            for number in range(500):
                text = hardpoints.machine(ships[number % len(ships)]).popitem()[1]
                text = text.replace(b"# Setting up", padding + b"# Setting up")
                size += (Path(folder) / f"ship{number}.py").write_bytes(text)
            program = BUILD / "tools" / "bcnet-layout"
            blocks, report, _ = (cost.work if cost.COUNTS else cost.memory)([program, "import", "-o", output, folder])
            self.assertIn(b"500 ships: 500 written", report)
            if cost.COUNTS:
                print(f"{blocks / size:.1f} blocks of instructions for a byte")
                self.assertLess(blocks, size * self.WORK)


if __name__ == "__main__":
    main()
