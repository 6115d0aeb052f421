# SPDX-License-Identifier: GPL-2.0-or-later
"""2,000 damaged scripts: hardpoints, ships and species tables, written and compiled. Each gives a layout that holds, or an
error that names it; none a crash, a long wait or a file elsewhere."""

import os
import random
import re
import subprocess
import unittest

import hardpoints
import installations
from bcnet_test import BUILD, main, tool
from test_import import Folder, rows

HARDPOINTS, COMPILED_HARDPOINTS, SHIPS, COMPILED_SHIPS, TABLES, COMPILED_TABLES = 800, 500, 300, 200, 120, 80
JUNK = [b"(", b")" * 50, b"[" * 300, b"\0", b"\xff\xfe", b"9" * 400, b"1e999", b"'", b'"""', b"\\", b"\t\t\t", b"\r", b"\x1a",
        b"while 1:\n\tpass\n", b"for i in range(1000000000):\n\tpass\n", b"def LoadPropertySet(pObj):\n\tLoadPropertySet(pObj)\n",
        b"import os; os.system('touch FOUND')\n", b"open('FOUND', 'w').write('x')\n", b"raise 1\n", b"del App\n", b"None", b"-",
        b"*" * 9, b"__import__('x')", b"x = 'a' * 1000000000\n", b"lambda: 0", b",", b":", b"\n", b" " * 40, b"-1", b"99999999999"]


def scratched(data, chance):
    """Another byte or two: what else is done to a compiled script leaves too little of it."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 2)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def damaged(data, chance):
    """One to three changes of a script."""
    for _ in range(chance.randint(1, 3)):
        here, there = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        there = min(there, here + chance.choice([1, 4, 40, 400]))
        data = chance.choice([
            lambda: data[:here],                                                            # cut
            lambda: data[:here] + data[there:],                                             # a piece missing
            lambda: data[:there] + data[here:there] + data[there:],                         # a piece twice
            lambda: data[:here] + bytes([chance.randrange(256)]) + data[here + 1:],         # another byte
            lambda: data[:here] + chance.choice(JUNK) + data[here:],
            lambda: b"\n".join(chance.sample(lines := data.split(b"\n"), len(lines)))])() or b" "
    return data


class Mutants(Folder):
    def setUp(self):
        super().setUp()
        self.chance = random.Random(20021002)
        self.game = self.folder / "game"
        self.outcomes = {"layout": 0, "error": 0}
        os.chdir(self.folder)       # where a script that is run would leave something

    def put(self, name, data):
        return self.write(f"game/scripts/{name}", data)

    def damage(self, source):
        compiled = isinstance(source, bytes) and source.startswith(installations.python15.MAGIC)
        change = scratched if compiled and self.chance.random() < 0.8 else damaged
        return change(source.encode() if isinstance(source, str) else source, self.chance)

    def read(self, *arguments):
        """Imports."""
        done = subprocess.run([BUILD / "tools" / "bcnet-layout", "import", "-o", self.output, "--force", *arguments],
                              capture_output=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr[-2000:])
        return done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def check(self, report, errors):
        """Who is said to be written is there and holds, who is not has an error of its own."""
        table = rows(report.split("\nNames of files")[0]) if report else {}
        layouts = {cells[-1] for cells in table.values() if cells[-1].endswith(".ini")}
        failed = [name for name, cells in table.items() if cells[-1].startswith("cannot be used")]
        for name, cells in table.items():
            if name not in failed:
                self.assertIn(cells[-1], layouts | {"unchanged", "the number is known, its script is not there"})
            else:
                self.assertRegex(errors, rf"(?m)^(.*/)?{re.escape(name)}c?(:\d+)*: error: ")
        if layouts:
            tool("bcnet-layout", "check", *sorted(layouts))
        self.outcomes["layout"] += len(table) - len(failed)
        self.outcomes["error"] += len(failed)
        return table

    def finish(self, count, least):
        """Some damage is harmless and some is not, or this test says nothing."""
        self.assertEqual(sum(self.outcomes.values()), count)
        for outcome, number in self.outcomes.items():
            self.assertGreater(number, least, outcome)
        self.assertEqual({path.name for path in self.folder.iterdir()} - {"game", "out"}, set())
        print(f"{count} damaged scripts: {self.outcomes}")

    def hardpoint_mutants(self, number, ending):
        ships = hardpoints.ships()
        for index in range(number):
            known = ships[index % len(ships)]
            style = self.chance.choice(["machine", "hand", "odd"]) if ending == "py" else "machine"
            text = hardpoints.STYLES[style](known)[f"{known.hardpoint}.py"]
            data = installations.python15.compiled(text.decode("latin-1")) if ending == "pyc" else text
            self.write(f"game/m{index}.{ending}", self.damage(data))
        report, errors = self.read("--verbose", self.game)
        self.assertEqual(len(self.check(report, errors)), number)
        self.finish(number, number // 20)

    def test_hardpoints(self):
        self.hardpoint_mutants(HARDPOINTS, "py")

    def test_compiled_hardpoints(self):
        self.hardpoint_mutants(COMPILED_HARDPOINTS, "pyc")

    def ship_mutants(self, number, ending):
        """They are in the table, so each of them is told of. 200 of them have room there."""
        for start in range(0, number, 200):
            names = [f"S{index}" for index in range(start, min(start + 200, number))]
            for name in names:
                source = installations.ship(name, f"h{name}")
                data = installations.python15.compiled(source) if ending == "pyc" else source
                self.put(f"ships/{name}.{ending}", self.damage(data))
                self.put(f"ships/Hardpoints/h{name}.py", installations.hardpoint())
            self.put("Multiplayer/SpeciesToShip.py", installations.table([(name, "F") for name in names]))
            report, errors = self.read("--verbose", "--game", self.game)
            self.check(report, errors)
        self.finish(number, number // 20)

    def test_ships(self):
        self.ship_mutants(SHIPS, "py")

    def test_compiled_ships(self):
        self.ship_mutants(COMPILED_SHIPS, "pyc")

    def table_mutants(self, number, ending):
        """An installation each; what cannot be followed is said."""
        for name, text in installations.three_ships().items():
            self.write(f"game/{name}", text)
        (self.game / "scripts/Multiplayer/SpeciesToShip.py").unlink()
        rows_of = [("Akira", "F"), ("Defiant", "F"), ("Negh_var", "K")]
        whole = []
        forms = [installations.table(rows_of), installations.registry(rows_of)]
        for index in range(number):
            source = forms[index % len(forms)]
            data = installations.python15.compiled(source) if ending == "pyc" else source
            self.put(f"Multiplayer/SpeciesToShip.{ending}", self.damage(data))
            report, errors = self.read("--game", self.game)
            numbers = sorted(cells[1] for cells in self.check(report, errors).values() if cells[1] != "-")
            self.assertEqual(len(set(numbers)), len(numbers), (numbers, errors))
            whole.append(numbers == ["1", "2", "3"])
        self.assertTrue(number // 20 < sum(whole) < number - number // 20, sum(whole))
        print(f"{number} damaged tables: {sum(whole)} give what the whole one gives")

    def test_tables(self):
        self.table_mutants(TABLES, "py")

    def test_compiled_tables(self):
        self.table_mutants(COMPILED_TABLES, "pyc")


class Count(unittest.TestCase):
    def test_there_are_2000(self):
        self.assertEqual(HARDPOINTS + COMPILED_HARDPOINTS + SHIPS + COMPILED_SHIPS + TABLES + COMPILED_TABLES, 2000)


if __name__ == "__main__":
    main()
