# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-layout import as its users run it: files, folders, installations, options, what it writes and says."""

import os
import re
import signal
import subprocess
import time
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import cost
import hardpoints
import installations
import python15
from bcnet_test import BUILD, main, tool
from wireshark import SLOWNESS

script = installations.hardpoint


def run(*arguments, expect=0):
    return tool("bcnet-layout", "import", *arguments, expect=expect)


def value(path, key):
    """The first value of a key in a layout file; None when there is none."""
    found = re.search(rf"(?m)^{key}=(.*)$", Path(path).read_text(encoding="utf-8"))
    return found and found[1]


def rows(report):
    """{file: [cells]} of the table; the last cell is the layout file or what is said instead."""
    table = [re.split(r" {2,}", line.strip()) for line in report.splitlines()[1:-1]]
    return {cells[0]: cells[1:] for cells in table}


class Folder(unittest.TestCase):
    def setUp(self):
        directory = TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = Path(directory.name)
        self.output = self.folder / "out"

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    def layout(self, name):
        return self.output / name


class Bytes(Folder):
    """What cannot well stand in a text file of the repository."""

    def imported(self, data, expect=0):
        path = self.write("ship.py", data)
        _, errors = run("--force", "-o", self.output, path, expect=expect)
        return self.layout("ship.ini"), errors

    def test_line_ends(self):
        for end in ["\n", "\r\n", "\r"]:
            with self.subTest(end=end):
                layout, errors = self.imported(script(condition=700).replace("\n", end))
                self.assertEqual((value(layout, "MaxCondition"), errors), ("700", ""))
        _, errors = self.imported(("import App\r\n\r\n" + "x = y z\r\n").encode(), expect=1)
        self.assertIn("ship.py:3: error", errors)

    def test_latin_1(self):
        layout, errors = self.imported(script().replace('"Hull"', '"H\xfclle"').encode("latin-1"))
        self.assertEqual(value(layout, "Name"), "ship")
        self.assertIn("Name=H\xfclle\n", layout.read_text(encoding="utf-8"))
        self.assertEqual(errors, "")

    def test_much_latin_1(self):
        """Every letter becomes two bytes; what stands behind is not written over."""
        text = 'Note = "' + "\xfc" * 200000 + '"\n' + script()
        layout, errors = self.imported(text.encode("latin-1"))
        self.assertEqual((value(layout, "Name"), errors), ("ship", ""))

    def test_utf_8(self):
        layout, _ = self.imported(script().replace('"Hull"', '"H\u0171lle"').encode("utf-8"))
        self.assertIn("Name=H\u0171lle\n", layout.read_text(encoding="utf-8"))

    def test_byte_order_mark(self):
        layout, errors = self.imported(b"\xef\xbb\xbf" + script().encode())
        self.assertEqual((value(layout, "MaxCondition"), errors), ("1000", ""))

    def test_end_mark_of_dos(self):
        layout, errors = self.imported(script().encode() + b"\x1a")
        self.assertEqual((value(layout, "MaxCondition"), errors), ("1000", ""))

    def test_control_characters(self):
        layout, _ = self.imported(script("A\\nB\\007"))
        self.assertIn("Name=A?B?\n", layout.read_text(encoding="utf-8"))

    def test_no_text_at_all(self):
        for data in [b"", b"\0" * 5000, bytes(range(256)) * 50, b"\xff" * 3000, b"("]:
            with self.subTest(data=data[:10]):
                layout, errors = self.imported(data, expect=1)
                self.assertFalse(layout.exists())
                self.assertIn("error:", errors)

    def test_size(self):
        layout, _ = self.imported(script().encode() + b"#" * (4 * 1024 * 1024 - 1000))
        self.assertTrue(layout.exists())
        layout.unlink()
        layout, errors = self.imported(script().encode() + b"#" * (4 * 1024 * 1024), expect=1)
        self.assertFalse(layout.exists())
        self.assertIn("ship.py: error: the file is larger than 4194304 bytes", errors)

    def test_too_many_subsystems(self):
        """The game's lists have at most 127 entries, 60.2."""
        def hulls(count):
            return "import App\ndef LoadPropertySet(o):\n" + "".join(
                f"\to.AddToSet('Scene Root', App.HullProperty_Create('{i}'))\n" for i in range(count))
        layout, _ = self.imported(hulls(127))
        self.assertTrue(layout.exists())
        layout.unlink()
        layout, errors = self.imported(hulls(128), expect=1)
        self.assertFalse(layout.exists())
        self.assertIn("a ship has 1 to 127 subsystems, this one has 128", errors)

    def test_remarks_are_limited(self):
        """What repeats is one line without --verbose, and at most a thousand with it."""
        path = self.write("ship.py", script() + "".join(f"import q{i}\n" for i in range(1500)))
        _, errors = run("-o", self.output, path)
        self.assertEqual(errors, f'{path}:7: note: 1000 times, first: the module "q0" is no script of this folder and is not '
                         "read.\n")
        _, errors = run("--verbose", "--force", "-o", self.output, path)
        self.assertEqual(len(errors.splitlines()), 1000)

    def test_many_remarks_of_many_scripts(self):
        """They are folded in one go: 200,000 of them, a script at a time."""
        text = "".join(f"import q{i}\n" for i in range(1000)) + script()
        for number in range(200):
            self.write(f"many/s{number}.py", text)
        measured = cost.work if cost.COUNTS else cost.memory
        blocks, _, errors = measured([BUILD / "tools" / "bcnet-layout", "import", "-o", self.output, self.folder / "many"])
        self.assertEqual(len(errors.splitlines()), 201)
        if cost.COUNTS:
            self.assertLess(blocks, 200_000 * 4000)


class Limits(Folder):
    """Scripts that would take for ever or all memory end soon, with an error."""

    SCRIPTS = {
        "loops": "for i in range(9999):\n\tfor j in range(9999):\n\t\tfor k in range(9999): pass\n",
        "texts": "x = 'x' * 3\nx = 'abcdefgh'\nfor i in range(9999):\n\tx = x + x\n\ty = [x, x]\n",
        "lists": "x = [1, 2, 3]\nfor i in range(9999):\n\tx = x + x\n",
        "lists of lists": "x = [1]\ny = [1]\nfor i in range(999):\n\tx = [x, x]\n\ty = [y, y]\nz = x == y\n",
        "growing while looped over": "x = [1]\nfor i in x:\n\tx.append(i)\n",
        "own member": "x = [1]\nx.append(x)\nz = x == x\n",
        "calls": "def f(n):\n\tf(n)\n\tf(n)\nf(1)\n",
        "brackets": "x = " + "(" * 90 + ")" * 90 + "\n",
        "minus": "x = " + "-" * 100000 + "1\n",
        "not": "x = " + "not " * 100000 + "1\n",
        "sum": "x = " + "1 + " * 100000 + "1\n",
        "and": "x = " + "1 and " * 100000 + "1\n",
        "attributes": "x = App" + ".a" * 100000 + "\n",
        "elif": "if 0: pass\n" + "elif 0: pass\n" * 5000,
        "blocks": "".join("\t" * i + "if 1:\n" for i in range(200)) + "\t" * 200 + "pass\n",
        "properties": "for i in range(9999):\n\tp = App.HullProperty_Create('x')\n",
        "registered": "for i in range(1500):\n\tp = App.HullProperty_Create(str(i))\n"
                      "\tfor j in range(1500):\n\t\tApp.g_kModelPropertyManager.RegisterLocalTemplate(p)\n",
        "range": "x = range(-99999999999, 99999999999)\ny = range(0, 9, 0)\n",
        "parents": "import ship\nreload(ship)\n",
        "doubled texts": "def f(x, n):\n\tif n:\n\t\treturn f(x + x, n - 1)\n\treturn x\ny = f('abcdefgh', 90)\n",
        "doubled lists": "def f(x, n):\n\tif n:\n\t\treturn f(x + x, n - 1)\n\treturn x\ny = f([1, 2], 90)\n",
        "doubled calls": "def f(x, n):\n\tif n:\n\t\tf(x, n - 1)\n\t\tf(x, n - 1)\ny = f(1, 90)\n",
        "long text": f"s = '{'a' * 1000000}'\n" + "x = App.g_kModelPropertyManager.FindByName(s)\n" * 20000,
        "long name": f"def f():\n\tx = App.{'a' * 1000000}Property_Create(1)\n" + "f()\n" * 20000,
        "long list": "L = [" + "1, " * 4000 + "]\n" + "x = 2 in L\n" * 50000,
        "lists given away": "L = [" + "1, " * 4000 + "]\n" + "f(L, L, L, L, L, L, L, L)\n" * 100000,
        "targets": "(" * 95 + "x" + ")" * 95 + " = 1\n",
        "tries": "".join("\t" * i + "try:\n" for i in range(90)) + "\t" * 90 + "pass\n",
    }

    def test_limits(self):
        for name, text in self.SCRIPTS.items():
            with self.subTest(script=name):
                path = self.write("ship.py", "import App\n" + text)     # no LoadPropertySet: always an error
                _, errors = tool("bcnet-layout", "import", "-o", self.output, path, expect=1)
                self.assertIn("error:", errors)

    def peak(self, name, data):
        """(memory in bytes, errors) of the import of a script that cannot be used."""
        errors = self.folder / "errors"
        with open(errors, "w", encoding="utf-8") as sink, subprocess.Popen(
                [BUILD / "tools" / "bcnet-layout", "import", "-o", self.output, self.write(name, data)],
                stdout=subprocess.DEVNULL, stderr=sink) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 1)
        return usage.ru_maxrss * 1024, errors.read_text(encoding="utf-8")

    def test_memory(self):
        """Of scripts as large as they may be, of nothing but the shortest words, statements or values."""
        most = 4 * 1000 * 1000
        head, count = python15.MAGIC + b"1234", most.to_bytes(4, "little")
        for name, data, words in [("a.py", b"a\n" * (most // 2), "the script goes on for too long"),
                                  ("b.py", b"a;" * (most // 2), "the script goes on for too long"),
                                  ("c.py", b"x=(" + b"1," * (most // 2) + b")", "the script takes too much memory"),
                                  ("e.pyc", head + b"(" + count + b"N" * most, "the script takes too much memory"),
                                  ("f.pyc", head + b"(" + (most // 5).to_bytes(4, "little") + b"(\0\0\0\0" * (most // 5),
                                   "the script takes too much memory")]:
            with self.subTest(script=name):
                memory, errors = self.peak(name, data)
                self.assertIn(f"{name}", errors)
                self.assertIn(words, errors)
                self.assertLess(memory, 100 * 1000 * 1000 * SLOWNESS)

    def test_going_through_long_lists(self):
        """What is looked for in 1,900 things 30,000 times is work, however few letters ask for it."""
        table = "D = {" + ", ".join(f"'k{i}': {i}" for i in range(1900)) + "}\n"
        for container, question in (("", "D['z']\n"), ("L = [" + "0, " * 1900 + "]\n", "1 in L\n")):
            with self.subTest(question=question):
                _, errors = self.peak("long.py", ((container or table) + question * 30000).encode())
                self.assertIn("the script goes on for too long", errors)

    def test_compiled_calls_that_double(self):
        text = "def f(n):\n    if n:\n        f(n - 1)\n        f(n - 1)\nf(40)\n"
        _, errors = self.peak("doubled.pyc", python15.compiled(text))
        self.assertIn("the script goes on for too long", errors)


class NotFollowed(Folder):
    """What real scripts do not have is refused with its line, and never read as something else."""

    LINES = {"for x in (1, 2): pass": "a loop is not followed", "while 1: pass": "a loop is not followed",
             "class X: pass": "this is not followed", "x = [1]; x[0] = 2": "it cannot be told what this assigns to",
             "x, y = 1, 2": "this is not followed", "[x, y] = 1, 2": "this is not followed", "exec('x = 1')": "this is not followed",
             "x = lambda y: y": "this is not followed", "x = 'abc'[1:]": "this is not followed", "x = `1`": "this is not followed",
             "x = 2 ** 3": "this is not followed", "x = 1 | 2": "this is not followed", "x = 1 << 2": "this is not followed",
             "x = ~1": "this is not followed", "x = +1": "this is not followed", "x = 1 < 2 < 3": "this is not followed",
             "del x": "this is not followed", "raise x": "this is not followed", "x = f(y = 1)": "this is not followed",
             "x + y = 1": "this is not followed", "x and y = 1": "this is not followed", "f() = 1": "this is not followed",
             "x y": "this is not followed", "def f((a, b)): pass": "this is not followed", "continue": "this is not followed",
             "if 2 in (1, 2): pass": "it cannot be told whether this holds", "x = App.F() or 1": "this is not followed",
             "try: pass": "this is not followed", "global x": "this is not followed", "assert x": "this is not followed",
             "if str(1): pass": "it cannot be told whether this holds"}

    def test_lines(self):
        for line, words in self.LINES.items():
            with self.subTest(line=line):
                _, errors = run("-o", self.output, self.write("ship.py", script() + line + "\n"), expect=1)
                self.assertIn(f"ship.py:7: error: {words}", errors)

    def test_where_nobody_calls(self):
        for line in self.LINES:
            with self.subTest(line=line):
                _, errors = run("-o", self.output, self.write("ship.py", f"{script()}def f():\n\t{line}\n"))
                self.assertEqual(errors, "")


class Files(Folder):
    def test_names_of_layouts(self):
        """A ship of the game keeps number and names; others are called as the script."""
        self.write("akira.py", script())
        self.write("probe2.py", script())
        self.write("Reman Scimitar.py", script())
        report, _ = run("-o", self.output, self.folder)
        self.assertEqual(sorted(path.name for path in self.output.iterdir()),
                         ["akira.ini", "decoy.ini", "reman_scimitar.ini"])
        self.assertEqual([value(self.layout("akira.ini"), key) for key in ["Name", "Species", "Menu", "Hardpoint"]],
                         ["Akira", "1", "true", "akira"])
        self.assertEqual(value(self.layout("decoy.ini"), "Species"), "24")
        self.assertEqual([value(self.layout("reman_scimitar.ini"), key) for key in ["Name", "Species", "Source"]],
                         ["Reman Scimitar", None, "imported from Reman Scimitar.py"])
        self.assertEqual(set(rows(report)), {"akira.py", "probe2.py", "Reman Scimitar.py"})

    def test_species_and_name(self):
        path = self.write("defiant.py", script())
        run("--species", "60", "--name", "U.S.S. Defiant", "-o", self.output, path)
        self.assertEqual([value(self.layout("defiant.ini"), key) for key in ["Name", "Species"]],
                         ["U.S.S. Defiant", "60"])

    def test_stock_name_under_another_number(self):
        """A file of the name of a built-in ship with another number would be refused."""
        path = self.write("akira.py", script())
        run("--species", "60", "-o", self.output, path)
        self.assertEqual(value(self.layout("akira-60.ini"), "Species"), "60")
        _, errors = tool("bcnet-layout", "list", "--folder", self.output)
        self.assertEqual(errors, "")

    def test_fingerprint_stays_only_with_the_same_list(self):
        ship = next(ship for ship in hardpoints.ships() if ship.key == "akira")
        hardpoints.write(self.folder, hardpoints.machine(ship))
        run("-o", self.output, self.folder)
        self.assertEqual(value(self.layout("akira.ini"), "IntegrityHash"), "0xFB37")
        self.write("akira.py", script())
        run("--force", "-o", self.output, self.folder)
        self.assertIsNone(value(self.layout("akira.ini"), "IntegrityHash"))

    def test_file_that_is_there(self):
        path = self.write("defiant.py", script())
        run("-o", self.output, path)
        layout = self.layout("defiant.ini")
        layout.write_text(layout.read_text().replace("[Ship]", "[Ship]\nIntegrityHash=0x1234"))
        report, errors = run("-o", self.output, path)
        self.assertIn("1 ship: 0 written, 1 unchanged, 0 with errors.", report)
        self.assertEqual(value(layout, "IntegrityHash"), "0x1234")
        self.write("defiant.py", script(condition=5))
        report, _ = run("-o", self.output, path, expect=1)
        self.assertIn("1 left alone", report)
        self.assertEqual(value(layout, "MaxCondition"), "1000")
        run("--force", "-o", self.output, path)
        self.assertEqual(value(layout, "MaxCondition"), "5")
        report, _ = run("--name", "Valiant", "-o", self.output, path, expect=1)
        self.assertIn("1 left alone", report)
        run("--name", "Valiant", "--force", "-o", self.output, path)
        self.assertEqual(value(layout, "Name"), "Valiant")

    def test_summary(self):
        self.write("a.py", script())
        self.write("broken.py", "import App\n")
        self.write("noted.py", script() + "import q\n")
        self.write("__init__.py", "")
        self.write("readme.txt", "")
        report, errors = run("-o", self.output, self.folder, expect=1)
        self.assertEqual(rows(report), {
            "a.py": ["a", "-", "1", "0", "1", "0", "0", str(self.layout("a.ini"))],
            "broken.py": ["broken", "-", "-", "-", "-", "0", "1", "cannot be used"],
            "noted.py": ["noted", "-", "1", "0", "1", "1", "0", str(self.layout("noted.ini"))]})
        self.assertTrue(report.endswith("\n3 ships: 2 written, 1 with errors.\n"))
        self.assertEqual(len(errors.splitlines()), 3)

    def test_confidence(self):
        self.write("sure.py", script() + "print 'x'\n")
        self.write("doubtful.py", script() + "\tpObj.AddToSet('Scene Root', Hull)\n")
        run("-o", self.output, self.folder)
        self.assertEqual(value(self.layout("sure.ini"), "Confidence"), "medium")
        self.assertIsNone(value(self.layout("sure.ini"), "Note"))
        self.assertEqual(value(self.layout("doubtful.ini"), "Confidence"), "low")
        self.assertIn('"Hull" was added before', value(self.layout("doubtful.ini"), "Note"))

    def test_compiled(self):
        """The script as it was written comes before the compiled one."""
        self.write("both.py", script("Written"))
        self.write("both.pyc", python15.compiled(script("Compiled")))
        self.write("only.PYC", python15.compiled(script("Only")))
        report, _ = run("-o", self.output, self.folder)
        self.assertEqual(set(rows(report)), {"both.py", "only.PYC"})
        self.assertIn("Name=Written\n", self.layout("both.ini").read_text())
        self.assertIn("Name=Only\n", self.layout("only.ini").read_text())

    def test_folder_of_a_mod(self):
        """What holds scripts/ or scripts/ships is taken as by --game, also beside other scripts."""
        installations.write(self.folder / "mod", {**installations.three_ships(), "setup.py": "import os\n",
                                                  "scripts/App.py": "x = 1\n"})
        for number, path in enumerate(["mod", "mod/scripts", "mod/scripts/ships/Hardpoints", "mod/scripts/ships"]):
            out = self.folder / f"out{number}"
            report, _ = run("-o", out, self.folder / path)
            self.assertIn("3 ships: 3 written, 0 with errors.", report)
            self.assertEqual("Names of files: " in report, "/ships" not in path)
        _, errors = run("-o", self.folder / "out", self.folder / "mod", self.folder / "mod", expect=1)
        self.assertIn("/mod: error: this is a second folder with ships", errors)
        self.assertEqual(value(self.folder / "out0" / "defiant.ini", "Species"), "2")
        self.assertEqual(value(self.folder / "out1" / "defiant.ini", "Species"), "2")
        self.assertIsNone(value(self.folder / "out2" / "defiant.ini", "Species"))       # its name alone tells none
        self.assertEqual(value(self.folder / "out3" / "defiant.ini", "Script"), "Defiant")
        _, errors = tool("bcnet-layout", "names", self.folder / "mod/scripts/ships", expect=1)
        self.assertIn("name the one that holds the folder scripts", errors)

    def test_names_that_become_one(self):
        """Each gets a number, and no more memory than others."""
        for number in range(1500):
            self.write(f"many/{chr(0x4e00 + number)}.py", script())
        self.write("many/_-7.py", script())
        memory, report, _ = cost.memory([BUILD / "tools" / "bcnet-layout", "import", "-o", self.output, self.folder / "many"])
        self.assertIn(b"1501 ships: 1501 written", report)
        self.assertLess(memory, 100 * 1000 * 1000 * SLOWNESS)
        names = {path.stem for path in self.output.iterdir()}
        self.assertEqual(names, {"___", "_-7", *(f"___-{number}" for number in range(2, 1501))})

    def test_too_many_scripts(self):
        (self.folder / "many").mkdir()
        for number in range(3001):
            (self.folder / "many" / f"s{number}.py").write_bytes(b"")
        report, errors = run("-o", self.output, self.folder / "many", expect=1)
        self.assertIn(f"{self.folder}/many: error: there are more than 3000 scripts, the others are left out.\n", errors)

    def test_compiled_by_another_python(self):
        for data in [head + bytes(100) for head in (b"\x03\xf3\r\n", b"\xa7\r\r\n", b"U\r\r\n", b"3\r\r\n1234")]:
            path = self.write("ship.pyc", data)
            _, errors = run("-o", self.output, path, expect=1)
            self.assertIn("ship.pyc: error: this compiled script was not made by the game's Python, which is 1.5.", errors)

    def test_damaged_compiled(self):
        """Cut anywhere, it is an error, said in one line, and quickly."""
        data = python15.compiled(script())
        for length in [*range(8, 60), *range(60, len(data), 7)]:
            path = self.write("ship.pyc", data[:length])
            _, errors = run("-o", self.output, path, expect=1)
            self.assertEqual(errors.splitlines()[0], f"{path}: error: this compiled script is damaged.")

    def test_missing(self):
        _, errors = run("-o", self.output, self.folder / "none.py", expect=1)
        self.assertRegex(errors, r"none\.py: error: No such file")

    def test_ship_script(self):
        """It is easily taken for the hardpoint script."""
        path = self.write("Defiant.py", installations.ship("Defiant", "dy_defiant"))
        _, errors = run("-o", self.output, path, expect=1)
        self.assertIn("Defiant.py: error: this is a ship script; what its ship consists of is in its hardpoint script, "
                      "Hardpoints/dy_defiant.py.\n", errors)

    def test_nothing_to_import(self):
        """An error, and no empty folder is left behind."""
        self.write("empty/readme.txt", "")
        self.write("broken.py", "import App\n")
        for name in ["empty", "broken.py"]:
            _, errors = run("-o", self.output, self.folder / name, expect=1)
            self.assertTrue(errors.endswith("bcnet-layout: no ship was imported.\n"), errors)
            self.assertFalse(self.output.exists())

    def test_numbers_by_name_are_guesses(self):
        """They say so, and one note for all."""
        for name in ["akira", "galaxy", "defiant"]:
            self.write(f"{name}.py", script())
        report, errors = run("-o", self.output, self.folder)
        self.assertEqual(errors, f"{self.folder / 'akira.py'}: note: no species table tells the numbers of ships: 2 of 3 have "
                         "that of a stock ship of the same name, which in a mod is often wrong.\n")
        self.assertEqual(rows(report)["galaxy.py"][1], "3?")
        self.assertEqual([value(self.layout("akira.ini"), key) for key in ["Confidence", "Note"]],
                         ["low", "that it has number 1 is a guess: a ship of this name has it in the unmodified game"])
        self.assertEqual(value(self.layout("defiant.ini"), "Confidence"), "medium")

    def test_twice(self):
        """Whatever is written is read again as it was."""
        self.write("ship.py", script("  Hull ", 1e15) + """	Shield = App.ShieldProperty_Create("S;h\\\\ ")
	Shield.SetMaxShields(0, 0.0)
	pObj.AddToSet("Scene Root", Shield)
	Phasers = App.WeaponSystemProperty_Create(" ")
	Phasers.SetWeaponSystemType(1)
	Phasers.SetPrimary(1)
	pObj.AddToSet("Scene Root", Phasers)
	def Add(name):
		Bank = App.PhaserProperty_Create(name)
		Bank.SetMaxCondition(0.1)
		return Bank
""" + "".join(f'\tpObj.AddToSet("Scene Root", Add("{name}"))\n' for name in (" a", "b ", " c;d ", ";", "\\\\;")))
        run("-o", self.output, self.folder)
        first = self.layout("ship.ini").read_text()
        for line in ["Name=\\s\\sHull ", "MaxCondition=1e+15", "Name=S;h\\\\ ", "MaxShields=0;0;0;0;0;0", "Name=\\s",
                     "Child 1=\\sa;PhaserBank;0.1;4", "Child 3=\\sc\\;d ;PhaserBank;0.1;6",
                     "Child 5=\\\\\\;;PhaserBank;0.1;8"]:
            self.assertIn(f"\n{line}\n", first)
        report, errors = run("-o", self.output, self.folder)
        self.assertEqual((errors, report.splitlines()[-1]), ("", "1 ship: 0 written, 1 unchanged, 0 with errors."))
        self.assertEqual(self.layout("ship.ini").read_text(), first)

    def test_an_interrupted_run_leaves_all_or_nothing(self):
        count, steps = 1000, 18
        (self.folder / "many").mkdir()
        for number in range(count):
            (self.folder / "many" / f"s{number}.py").write_text(script())
        taken = time.monotonic()
        run("-o", self.output, self.folder / "many")
        taken = time.monotonic() - taken
        for step in range(steps):
            target = self.folder / f"out{step}"
            number = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[step % 3]
            with subprocess.Popen([BUILD / "tools" / "bcnet-layout", "import", "-o", target, self.folder / "many"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                time.sleep(taken * step / steps)
                process.send_signal(number)
                self.assertIn(process.wait(), (0, -number))
            left = [path.suffix for path in target.iterdir()] if target.exists() else []
            self.assertIn(left, ([], [".ini"] * count))

    def test_no_regular_file(self):
        os.mkfifo(self.folder / "pipe.py")
        (self.folder / "folder.py").mkdir()
        self.write("child.py", 'import App\np = __import__("ships.Hardpoints.pipe")\n')
        _, errors = tool("bcnet-layout", "import", "-o", self.output, self.folder, expect=1)
        self.assertIn("pipe.py: error: this is not a regular file.", errors)

    def test_wrong_calls(self):
        path = self.write("ship.py", script())
        for arguments in [(), ("--species", "six", path), ("--species", "0", path), ("--species", "256", path),
                          ("--species", "-1", path), ("--all", path),
                          ("--frobnicate", path), ("--species", "60", path, path), ("--name", "x", path, path),
                          ("--species", "60", self.folder), ("--species", "60", "--game", self.folder)]:
            with self.subTest(arguments=arguments):
                report, errors = run("-o", self.output, *arguments, expect=2)
                self.assertEqual(report, "")
                self.assertNotEqual(errors, "")
        self.assertFalse(self.output.exists())

    def test_output_that_cannot_be_made(self):
        path = self.write("ship.py", script())
        _, errors = run("-o", path / "sub", path, expect=1)
        self.assertIn("the folder cannot be made", errors)


class Parents(Folder):
    CHILD = ('import App\nP = __import__("ships.Hardpoints.%s", globals(), locals(), ["*"])\nreload(P)\n'
             "def LoadPropertySet(o):\n\tP.LoadPropertySet(o)\n")

    def test_nothing_outside_of_the_folder(self):
        self.write("secret/parent.py", script("Secret"))
        self.write("mod/child.py", self.CHILD % "parent")
        (self.folder / "mod" / "parent.py").symlink_to(self.folder / "secret" / "parent.py")
        _, errors = run("-o", self.output, self.folder / "mod" / "child.py", expect=1)
        self.assertIn("mod/parent.py: error: this leads out of the folder and is not followed.", errors)
        self.assertFalse(self.layout("child.ini").exists())
        _, errors = run("-o", self.output, self.folder / "mod", expect=1)
        self.assertIn("mod/parent.py: error: this leads out of the folder and is not followed.", errors)
        self.assertFalse(self.layout("parent.ini").exists())

    def test_link_within_the_folder(self):
        self.write("mod/real.py", script("Real"))
        self.write("mod/child.py", self.CHILD % "parent")
        (self.folder / "mod" / "parent.py").symlink_to("real.py")
        run("-o", self.output, self.folder / "mod" / "child.py")
        self.assertIn("Name=Real\n", self.layout("child.ini").read_text())

    def test_folder_that_is_a_link(self):
        self.write("real/child.py", self.CHILD % "parent")
        self.write("real/parent.py", script("Real"))
        (self.folder / "mod").symlink_to("real")
        run("-o", self.output, self.folder / "mod" / "child.py")
        self.assertTrue(self.layout("child.ini").exists())

    def test_a_stock_ship_as_parent_has_to_be_there(self):
        child = self.write("refit.py", self.CHILD % "sovereign")
        _, errors = run("-o", self.output, child, expect=1)
        self.assertIn('refit.py:2: error: the parent script "sovereign.py" is missing.', errors)
        sovereign = next(ship for ship in hardpoints.ships() if ship.key == "sovereign")
        hardpoints.write(self.folder, hardpoints.machine(sovereign))
        run("-o", self.output, child)
        stock, found = (hardpoints.groups(path.read_text(encoding="utf-8"))
                        for path in (hardpoints.LAYOUTS / "sovereign.ini", self.layout("refit.ini")))
        self.assertEqual(hardpoints.listed(found), hardpoints.listed(stock))


if __name__ == "__main__":
    main()
