# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-layout import as its users run it: files, folders, installations, options, what it writes and says."""

import os
import re
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import hardpoints
from bcnet_test import main, tool

REGISTER = "App.g_kModelPropertyManager.RegisterLocalTemplate"
HULL = f'Hull = App.HullProperty_Create("%s")\nHull.SetMaxCondition(%d)\n{REGISTER}(Hull)\n'
SHIP = "import App\n" + HULL + "def LoadPropertySet(pObj):\n\tpObj.AddToSet('Scene Root', Hull)\n"


def script(name="Hull", condition=1000):
    return SHIP % (name, condition)


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
        _, errors = self.imported(("import App\r\n\r\n" + "x = $\r\n").encode(), expect=1)
        self.assertIn("ship.py:3:5: note", errors)

    def test_latin_1(self):
        layout, errors = self.imported(script().replace('"Hull"', '"H\xfclle"').encode("latin-1"))
        self.assertEqual(value(layout, "Name"), "ship")
        self.assertIn("Name=H\xfclle\n", layout.read_text(encoding="utf-8"))
        self.assertEqual(errors, "")

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
        layout, _ = self.imported(script("A\\nB\\x07"))
        self.assertIn("Name=A?B?\n", layout.read_text(encoding="utf-8"))

    def test_columns_count_characters(self):
        _, errors = self.imported(script() + "x = '\u00e4\u00f6\u00fc' $\n")
        self.assertIn("ship.py:7:11: note", errors)

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
        text = ("import App\ndef LoadPropertySet(o):\n\tfor i in range(%d):\n"
                "\t\to.AddToSet('Scene Root', App.HullProperty_Create(str(i)))\n")
        layout, _ = self.imported(text % 127)
        self.assertTrue(layout.exists())
        layout.unlink()
        layout, errors = self.imported(text % 128, expect=1)
        self.assertFalse(layout.exists())
        self.assertIn("a ship has 1 to 127 subsystems, this one has 128", errors)

    def test_remarks_are_limited(self):
        _, errors = self.imported(script() + "".join(f"x{i} = $\n" for i in range(200)))
        self.assertEqual(len(errors.splitlines()), 50)


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
    }

    def test_limits(self):
        for name, text in self.SCRIPTS.items():
            with self.subTest(script=name):
                path = self.write("ship.py", "import App\n" + text)     # no LoadPropertySet: always an error
                _, errors = tool("bcnet-layout", "import", "-o", self.output, path, timeout=10, expect=1)
                self.assertIn("error:", errors)


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

    def test_summary(self):
        self.write("a.py", script())
        self.write("broken.py", "import App\n")
        self.write("noted.py", script() + "x = $\n")
        self.write("__init__.py", "")
        self.write("readme.txt", "")
        report, errors = run("-o", self.output, self.folder, expect=1)
        self.assertEqual(rows(report), {
            "a.py": ["a", "-", "1", "0", "1", "0", "0", str(self.layout("a.ini"))],
            "broken.py": ["broken", "-", "-", "-", "-", "0", "1", "cannot be used"],
            "noted.py": ["noted", "-", "1", "0", "1", "1", "0", str(self.layout("noted.ini"))]})
        self.assertTrue(report.endswith("\n3 ships: 2 written, 1 with errors.\n"))
        self.assertEqual(len(errors.splitlines()), 2)

    def test_confidence(self):
        self.write("sure.py", script() + "print 'x'\n")
        self.write("doubtful.py", script() + "\tpObj.AddToSet('Scene Root', Hull)\n")
        run("-o", self.output, self.folder)
        self.assertEqual(value(self.layout("sure.ini"), "Confidence"), "medium")
        self.assertIsNone(value(self.layout("sure.ini"), "Note"))
        self.assertEqual(value(self.layout("doubtful.ini"), "Confidence"), "low")
        self.assertIn('"Hull" was added before', value(self.layout("doubtful.ini"), "Note"))

    def test_compiled_and_missing(self):
        self.write("ship.pyc", b"\x99\x4e\r\n")
        _, errors = run("-o", self.output, self.folder / "ship.pyc", self.folder / "none.py", expect=1)
        self.assertIn("ship.pyc: error: this is a compiled script; the .py file is needed.", errors)
        self.assertRegex(errors, r"none\.py: error: the file cannot be read: ")

    def test_no_regular_file(self):
        os.mkfifo(self.folder / "pipe.py")
        (self.folder / "folder.py").mkdir()
        self.write("child.py", 'import App\np = __import__("ships.Hardpoints.pipe")\n')
        _, errors = tool("bcnet-layout", "import", "-o", self.output, self.folder, timeout=10, expect=1)
        self.assertIn("pipe.py: error: this is not a regular file.", errors)

    def test_wrong_calls(self):
        path = self.write("ship.py", script())
        for arguments in [(), ("--species", "six", path), ("--species", "0", path), ("--species", "256", path),
                          ("--species", "-1", path), ("--readd", "forget", path), ("--all", path),
                          ("--frobnicate", path), ("--species", "60", path, path), ("--name", "x", path, path)]:
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

    @staticmethod
    def comparable(groups):
        """Shields of nothing but zeros are the same as none."""
        return [(k, {**vars(prop), "shields": prop.shields if any(prop.shields) else []})
                for k, prop in hardpoints.listed(groups)]

    def test_nothing_outside_of_the_folder(self):
        self.write("secret/parent.py", script("Secret"))
        self.write("mod/child.py", self.CHILD % "parent")
        (self.folder / "mod" / "parent.py").symlink_to(self.folder / "secret" / "parent.py")
        _, errors = run("-o", self.output, self.folder / "mod" / "child.py", expect=1)
        self.assertIn("mod/parent.py: error: this leads out of the folder and is not followed.", errors)
        self.assertFalse(self.layout("child.ini").exists())

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

    def test_built_in_parent(self):
        """The stock scripts are mostly there compiled only; what they say is built in."""
        child = self.write("refit.py", self.CHILD % "Sovereign")
        _, errors = run("-o", self.output, child)
        self.assertIn('refit.py: note: the script "Sovereign.py" is not there; the built-in layout of the Sovereign '
                      "stands in for it.", errors)
        stock = (hardpoints.LAYOUTS / "sovereign.ini").read_text()
        lists = [text[text.index("[Subsystem 1]"):] for text in (stock, self.layout("refit.ini").read_text())]
        self.assertEqual([line for line in lists[0].splitlines() if line],
                         [line for line in lists[1].splitlines() if line])
        self.assertEqual(value(self.layout("refit.ini"), "Confidence"), "low")

    def test_every_built_in_ship_as_parent(self):
        for ship in hardpoints.ships():
            self.write(f"mod/my_{ship.key}.py", self.CHILD % ship.hardpoint)
        run("-o", self.output, self.folder / "mod")
        for ship in hardpoints.ships():
            with self.subTest(ship=ship.key):
                stock = hardpoints.groups((hardpoints.LAYOUTS / f"{ship.key}.ini").read_text(encoding="utf-8"))
                found = hardpoints.groups(self.layout(f"my_{ship.key}.ini").read_text(encoding="utf-8"))
                self.assertEqual(self.comparable(found), self.comparable(stock))


TABLE = """import App
# types
UNKNOWN = 0
AKIRA = 1
MAX_SHIPS = {ships}
MAX_FLYABLE_SHIPS = {menu}

kSpeciesTuple = (
	(None, 0, "Neutral", 0),
{rows}	(None, {ships}, "Neutral", 1))

def GetShipFromSpecies (iSpecies):
	if (iSpecies <= 0 or iSpecies >= MAX_SHIPS):
		return None
	return __import__("ships." + kSpeciesTuple [iSpecies] [0]).GetShipStats ()
"""
STATS = """import App
import Multiplayer.SpeciesToShip

def GetShipStats():
	kShipStats = {{
		"FilenameHigh": "data/Models/Ships/{name}/{name}.nif",
		"Name": "{name}",
		"HardpointFile": "{hardpoint}",
		"Species": Multiplayer.SpeciesToShip.AKIRA
	}}
	return kShipStats

def LoadModel(bPreLoad = 0):
	pStats = GetShipStats()
	if (not App.g_kLODModelManager.Contains(pStats["Name"])):
		pLODModel = App.g_kLODModelManager.Create(pStats["Name"])
"""


class Game(Folder):
    def install(self, table, hardpoint_scripts, stats=None, menu=3, ships=None):
        """table: rows (script, faction) from species 1 on; stats: {script: (name, hardpoint)}."""
        text = "".join(f'\t("{name}", App.SPECIES_X, "{faction}", 1),\n' for name, faction in table)
        self.write("game/scripts/Multiplayer/SpeciesToShip.py",
                   TABLE.format(rows=text, ships=ships or len(table) + 1, menu=menu))
        for name, (shown, hardpoint) in (stats or {}).items():
            self.write(f"game/scripts/ships/{name}.py", STATS.format(name=shown, hardpoint=hardpoint))
        self.write("game/scripts/ships/Hardpoints/__init__.py", "")
        for name, data in hardpoint_scripts.items():
            self.write(f"game/scripts/ships/Hardpoints/{name}.py", data)
        return self.folder / "game"

    def modded(self):
        return self.install([("Akira", "Federation"), ("Defiant", "Fed Ships"), ("Negh_var", "Klingon")],
                            {"akira": script("A"), "DEFIANT": script("D"), "neghvar": script("N")},
                            {"Akira": ("Akira", "akira"), "Defiant": ("Defiant", "defiant"),
                             "Negh_Var": ("Negh'Var", "neghvar")})

    def test_installation(self):
        report, errors = run("--game", self.modded(), "-o", self.output)
        self.assertEqual(errors, "")
        keys = ["Name", "Species", "Script", "Faction", "Menu", "Hardpoint"]
        found = {path.name: tuple(value(path, key) for key in keys) for path in self.output.iterdir()}
        self.assertEqual(found, {
            "akira.ini": ("Akira", "1", "Akira", "Federation", "true", "akira"),
            "defiant.ini": ("Defiant", "2", "Defiant", "Fed Ships", "true", "defiant"),
            "negh_var.ini": ("Negh'Var", "3", "Negh_var", "Klingon", None, "neghvar")})
        self.assertEqual(rows(report)["neghvar.py"][:5], ["Negh'Var", "3", "1", "0", "1"])

    def test_scripts_folder_itself(self):
        run("--game", self.modded() / "scripts", "-o", self.output)
        self.assertTrue(self.layout("defiant.ini").exists())

    def test_names_in_any_case(self):
        game = self.modded()
        (game / "scripts").rename(game / "SCRIPTS")
        (game / "SCRIPTS" / "Multiplayer").rename(game / "SCRIPTS" / "multiplayer")
        (game / "SCRIPTS" / "ships").rename(game / "SCRIPTS" / "Ships")
        (game / "SCRIPTS" / "Ships" / "Hardpoints").rename(game / "SCRIPTS" / "Ships" / "hardPoints")
        run("--game", game, "-o", self.output)
        self.assertEqual(len(list(self.output.iterdir())), 3)

    def test_single_file(self):
        """Number and name from the installation, the script from elsewhere."""
        path = self.write("new/defiant.py", script("New"))
        run("--game", self.modded(), "-o", self.output, path)
        self.assertEqual([path.name for path in self.output.iterdir()], ["defiant.ini"])
        self.assertEqual(value(self.layout("defiant.ini"), "Species"), "2")
        self.assertIn("Name=New\n", self.layout("defiant.ini").read_text())

    def test_one_script_for_two_ships(self):
        game = self.install([("One", "F"), ("Two", "F")], {"both": script()},
                            {"One": ("One", "both"), "Two": ("Two", "both")})
        run("--game", game, "-o", self.output)
        self.assertEqual([value(self.layout(name), "Species") for name in ["one.ini", "two.ini"]], ["1", "2"])

    def test_stock_ships(self):
        """Unchanged ones need no layout file; under another number they do, even if only compiled scripts are there."""
        akira = hardpoints.machine(next(ship for ship in hardpoints.ships() if ship.key == "akira"))["akira.py"]
        game = self.install([("Akira", "Federation"), ("Ambassador", "Federation"), ("Sovereign", "Federation")],
                            {"akira": akira}, {"Akira": ("Akira", "akira")})
        report, errors = run("--game", game, "-o", self.output)
        self.assertIn("as built in", rows(report)["akira.py"])
        self.assertEqual([path.name for path in self.output.iterdir()], ["sovereign-3.ini"])
        self.assertEqual([value(self.layout("sovereign-3.ini"), key) for key in ["Name", "Species", "Hardpoint"]],
                         ["Sovereign", "3", "sovereign"])
        self.assertEqual(errors, 'sovereign.py: note: the script "sovereign.py" is not there; the built-in layout of '
                         "the Sovereign stands in for it.\n")
        run("--game", game, "--all", "-o", self.output)
        self.assertEqual(value(self.layout("akira.ini"), "IntegrityHash"), "0xFB37")

    def test_ships_without_number(self):
        game = self.modded()
        self.write("game/scripts/ships/Extra.py", STATS.format(name="Extra", hardpoint="akira"))
        self.write("game/scripts/ships/Broken.py", "x = $\n")
        _, errors = run("--game", game, "-o", self.output)
        self.assertEqual(errors, f"{game}: note: 1 ship script has no species number in the table; --all imports them "
                         "too.\n")
        self.assertFalse(self.layout("extra.ini").exists())
        run("--game", game, "--all", "-o", self.output)
        self.assertIsNone(value(self.layout("extra.ini"), "Species"))

    def test_what_is_missing(self):
        game = self.install([("Alpha", "F"), ("Beta", "F"), ("Gamma", "F"), ("Delta", "F")], {"good": script()},
                            {"Beta": ("Beta", "nowhere"), "Gamma": ("Gamma", "compiled"), "Delta": ("Delta", "good")})
        self.write("game/scripts/ships/Hardpoints/compiled.pyc", b"")
        report, errors = run("--game", game, "-o", self.output, expect=1)
        self.assertIn('note: species 1 is the ship script "Alpha.py", which is not there.', errors)
        self.assertIn("nowhere.py: error: there is no such hardpoint script.", errors)
        self.assertIn("compiled.py: error: only the compiled script is there; the .py file is needed.", errors)
        self.assertIn("3 ships: 1 written, 2 with errors.", report)

    def test_limits_of_the_table(self):
        """Rows behind MAX_SHIPS, and numbers that do not fit into a byte, are no ships."""
        names = [f"S{number}" for number in range(1, 300)]
        game = self.install([(name, "F") for name in names], {"x": script()}, {name: (name, "x") for name in names})
        run("--game", game, "-o", self.output)
        self.assertEqual(len(list(self.output.iterdir())), 255)
        self.install([(name, "F") for name in names], {}, ships=40)
        report, _ = run("--game", game, "-o", self.folder / "fewer")
        self.assertIn("39 ships: 39 written", report)

    def test_table_that_cannot_be_read(self):
        game = self.modded()
        self.write("game/scripts/Multiplayer/SpeciesToShip.py", "kSpeciesTuple = Registry.Table()\n")
        _, errors = run("--game", game, "-o", self.output, expect=1)
        self.assertIn("SpeciesToShip.py: error: the table kSpeciesTuple cannot be followed.", errors)

    def test_no_installation(self):
        for name in ["empty", "file.txt"]:
            self.write("empty/readme.txt", "")
            self.write("file.txt", "")
            _, errors = run("--game", self.folder / name, "-o", self.output, expect=1)
            self.assertIn(f"{name}: error: ", errors)

    def test_nothing_outside_of_the_installation(self):
        game = self.modded()
        self.write("secret/defiant.py", script("Secret"))
        (game / "scripts/ships/Hardpoints/DEFIANT.py").unlink()
        (game / "scripts/ships/Hardpoints/defiant.py").symlink_to(self.folder / "secret/defiant.py")
        _, errors = run("--game", game, "-o", self.output, expect=1)
        self.assertIn("Hardpoints/defiant.py: error: this leads out of the folder and is not followed.", errors)
        self.assertFalse(self.layout("defiant.ini").exists())

    def test_names_that_lead_elsewhere(self):
        game = self.install([("../../secret", "F"), ("Good", "F")], {"x": script()},
                            {"Good": ("Good", "../../../secret")})
        self.write("game/secret.py", script("Secret"))
        self.write("secret.py", script("Secret"))
        _, errors = run("--game", game, "-o", self.output, expect=1)
        self.assertIn('species 1 is the ship script "../../secret.py", which is not there', errors)
        self.assertIn("secret.py: error: there is no such hardpoint script.", errors)
        self.assertEqual(list(self.output.iterdir()), [])


if __name__ == "__main__":
    main()
