# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-layout import --game on made-up installations of every form in which players have them."""

import os

import hardpoints
import installations
from bcnet_test import main, tool
from installations import FOUNDATION, compiled, hardpoint, registry, ship, table, three_ships
from test_import import Folder, rows, run, value


class Game(Folder):
    KEYS = ["Name", "Species", "Script", "Faction", "Menu", "Hardpoint"]
    THREE = {"akira.ini": ("Akira", "1", "Akira", "Federation", "true", "akira"),
             "defiant.ini": ("Defiant", "2", "Defiant", "Fed Ships", "true", "defiant"),
             "negh_var.ini": ("Negh'Var", "3", "Negh_var", "Klingon", None, "neghvar")}

    def setUp(self):
        super().setUp()
        self.output = self.folder / "bcnet" / "ships"

    def game(self, files, folder="game"):
        return installations.write(self.folder / folder, files)

    def simple(self, names, found, **options):
        """A table of names; those found have scripts, all with one hardpoint script."""
        files = {"scripts/Multiplayer/SpeciesToShip.py": table([(name, "F") for name in names], **options),
                 "scripts/ships/Hardpoints/x.py": hardpoint("X")}
        return self.game({**files, **{f"scripts/ships/{name}.py": ship(name, "x") for name in found}})

    def imported(self, game, *options, expect=0):
        """(report, errors) of an import; the layouts are checked."""
        found = run("--game", game, "-o", self.output, *options, expect=expect)
        if self.output.exists():
            self.assertEqual({path.suffix for path in self.output.iterdir()}, {".ini"})
            tool("bcnet-layout", "check", *sorted(self.output.iterdir()))
        return found

    def ships(self):
        return {path.name: tuple(value(path, key) for key in self.KEYS) for path in self.output.iterdir()}


class Forms(Game):
    """The same three ships each time."""

    def check(self, game, errors="", names=("A", "D", "N")):
        report, found = self.imported(game)
        self.assertEqual(found, errors)
        self.assertEqual(self.ships(), self.THREE)
        self.assertIn("3 ships: 3 written, 0 with errors.", report)
        for name, file in zip(names, self.THREE):
            self.assertIn(f"[Subsystem 1]\nName={name}\n", self.layout(file).read_text())
        return report

    def test_scripts(self):
        report = self.check(self.game(three_ships()))
        self.assertEqual(rows(report)["neghvar.py"][:5], ["Negh'Var", "3", "1", "0", "1"])

    def test_scripts_folder_itself(self):
        self.check(self.game(three_ships()) / "scripts")

    def test_ships_folder_itself(self):
        """Ship scripts and their hardpoints, without the table that stands beside the folder."""
        report, errors = self.imported(self.game(three_ships()) / "scripts" / "ships")
        self.assertIn("no species table tells the numbers of ships", errors)
        self.assertEqual(rows(report)["neghvar.py"][0], "Negh'Var")
        self.assertIn("3 ships: 3 written, 0 with errors.", report)

    def test_source(self):
        self.check(self.game(three_ships("src/scripts")))

    def test_table_in_the_source_only(self):
        files = three_ships()
        files["src/scripts/Multiplayer/SpeciesToShip.py"] = files.pop("scripts/Multiplayer/SpeciesToShip.py")
        self.check(self.game(files))

    def test_scripts_before_source(self):
        """What the game runs counts, also when it is compiled."""
        files = compiled(three_ships(), "akira.py")
        files["src/scripts/ships/Hardpoints/akira.py"] = hardpoint("Old")
        files["src/scripts/ships/Hardpoints/neghvar.py"] = hardpoint("Old")
        files["src/scripts/Multiplayer/SpeciesToShip.py"] = table([("Other", "F")])
        self.check(self.game(files))

    def test_compiled_table(self):
        self.check(self.game(compiled(three_ships(), "SpeciesToShip")))

    def test_all_compiled(self):
        self.check(self.game(compiled(three_ships(), ".py")))

    def test_registry(self):
        names = [("Akira", "Federation"), ("Defiant", "Fed Ships"), ("Negh_var", "Klingon")]
        for number, text in enumerate([registry(names), registry(names + names[:1])]):
            with self.subTest(registered_twice=bool(number)):
                game = self.game({**three_ships(), "scripts/Multiplayer/SpeciesToShip.py": text})
                _, errors = self.imported(game, "--force")
                self.assertEqual(errors, "")
                self.assertEqual({name: found[1] for name, found in self.ships().items()},
                                 {"akira.ini": "1", "defiant.ini": "2", "negh_var.ini": "3"})

    def test_compiled_registry(self):
        names = [("Akira", "Federation"), ("Defiant", "Fed Ships"), ("Negh_var", "Klingon")]
        game = self.game(compiled({**three_ships(), "scripts/Multiplayer/SpeciesToShip.py": registry(names)},
                                  "SpeciesToShip"))
        self.imported(game)
        self.assertEqual(value(self.layout("negh_var.ini"), "Species"), "3")

    def test_list_of_names(self):
        text = ("g_lSpecies = []\ndef AddSpecies(sName):\n\tnum = len(g_lSpecies)\n\tg_lSpecies.append((sName, num))\n"
                "\treturn num\nUNKNOWN = AddSpecies('Unknown')\nAKIRA = AddSpecies('Akira')\n"
                "DEFIANT = AddSpecies('Defiant')\nMAX_SHIPS = DEFIANT + 1\n")
        self.imported(self.game({**three_ships(), "scripts/Multiplayer/SpeciesToShip.py": text}))
        self.assertEqual({name: found[1] for name, found in self.ships().items()},
                         {"akira.ini": "1", "defiant.ini": "2"})

    def test_several_lists(self):
        """The longest one is the table."""
        lists = {"kFewSpecies": ["Defiant"], "kSpecies": ["Akira", "Defiant", "Negh_var"], "kASpecies": ["Negh_var", "Akira"]}
        text = "".join(f"{name} = ((None, 0),{''.join(f'({ship!r}, 1, {ship!r}),' for ship in ships)})\n"
                       for name, ships in lists.items())
        self.imported(self.game({**three_ships(), "scripts/Multiplayer/SpeciesToShip.py": text}))
        self.assertEqual([value(path, "Species") for path in sorted(self.output.iterdir())], ["1", "2", "3"])

    def test_table_put_together(self):
        text = table([("Akira", "Federation")]).replace("\nMAX_SHIPS = 2", "\nMAX_SHIPS = 4").replace(
            '\t(None, 2, "Neutral", 1))', ")") + \
            'kMore = (("Defiant", "Defiant Class", 3, "Fed Ships", 1), ("Negh_var", 4, "Klingon", 1, "Menu"))\n' \
            "kSpeciesTuple = kSpeciesTuple + kMore\n"
        self.check(self.game({**three_ships(), "scripts/Multiplayer/SpeciesToShip.py": text}))

    def test_table_of_another_folder(self):
        self.check(self.game({**three_ships(), "scripts/OldMultiplayer/SpeciesToShip.py": table([("Defiant", "F")])}))

    def test_table_of_a_package(self):
        files = three_ships()
        files["scripts/mymod/Multiplayer/SpeciesToShip.py"] = files.pop("scripts/Multiplayer/SpeciesToShip.py")
        self.check(self.game(files))

    def test_one_line_ships(self):
        """from X import *: the ship is X, under a number of its own."""
        files = three_ships()
        files["scripts/ships/Real.py"] = files["scripts/ships/Defiant.py"]
        files["scripts/ships/Defiant.py"] = "from Real import *"
        files["scripts/ships/Akira2.py"] = files["scripts/ships/Akira.py"]
        files["scripts/ships/Akira.py"] = "from ships.Akira2 import *\r\n# moved\r\n"
        files["scripts/ships/N2.pyc"] = installations.python15.compiled(files["scripts/ships/Negh_Var.py"])
        files["scripts/ships/Negh_Var.py"] = "import ships.N2\nGetShipStats = ships.N2.GetShipStats\n"
        game = self.game(files)
        self.check(game, f"{game}: note: 3 ship scripts have no species number in the table; --all imports them too.\n")

    def test_constants_of_another_package(self):
        """What Custom/X/Constants.py defines, in ship and hardpoint scripts; what else it does is its own business."""
        files = three_ships()
        files["scripts/Custom/X/Constants.py"] = ("import Foundation\nHARD = 'akira'\nPOINTS = 700\nfor i in range(3): "
                                                  "Foundation.SetPrimary(i)\nFoundation.Broken(App)\n")
        files["scripts/ships/Akira.py"] = "import Custom.X.Constants\n" + files["scripts/ships/Akira.py"].replace(
            '"akira"', "Custom.X.Constants.HARD")
        files["scripts/ships/Hardpoints/akira.py"] = "from Custom.X.Constants import *\n" + hardpoint("A").replace("1000", "POINTS")
        for form in [files, compiled(files, "Constants", "kira.py")]:
            game = self.game(form, f"game{len(str(form))}")
            _, errors = self.imported(game, "--force")
            self.assertEqual((errors, self.ships()), ("", self.THREE))
            self.assertEqual(value(self.layout("akira.ini"), "MaxCondition"), "700")

    def test_windows_line_ends(self):
        self.check(self.game({name: text.replace("\n", "\r\n") for name, text in three_ships().items()}))

    def test_archive_as_downloaded(self):
        """Unpacked, with folders around it; what two mods have in common is not mixed."""
        files = {f"Great Mod v1.2/For BC/{name}": text for name, text in three_ships().items()}
        files["Great Mod v1.2/readme.txt"] = "Copy all into the folder of the game."
        files["Great Mod v1.2/.hidden/scripts/ships/X.py"] = ship("X", "x")
        self.check(self.game(files))

    def test_archives_of_all_shapes(self):
        """Folders around and beside, in any case, what a Mac or an installer adds, ships and hardpoints loose."""
        three = three_ships()
        loose = {name.replace("scripts/ships/Hardpoints", "Hardpoints").replace("scripts/ships", "Ships"): text
                 for name, text in three.items()}
        shapes = {
            "wrapped": {f"Mod name/{name}": text for name, text in three.items()},
            "twice": {f"scripts/{name}": text for name, text in three.items()},
            "source": {f"Mod/{name}".upper().replace("SCRIPTS", "SRC/SCRIPTS", 1): text for name, text in three.items()},
            "data": {**{f"Mod/{name}": text for name, text in three.items()}, "Mod/data/Models/Ships/x.nif": b"\0",
                     "Mod/readme.txt": "x", "Mod/setup.exe": b"MZ", "Mod/sfx/x.wav": b"RIFF"},
            "mac": {**{f"mod/{name}": text for name, text in three.items()},
                    **{f"{top}mod/{path}/._{file}": b"\0\5\x16\7\0\2\0\0Mac OS X" for top in ["", "__MACOSX/"]
                       for path, file in [name.rsplit("/", 1) for name in three]}},
            "loose": {f"Mod/{name}": text for name, text in loose.items()}}
        for shape, files in shapes.items():
            with self.subTest(shape=shape):
                _, errors = self.imported(self.game(files, shape), "-o", self.folder / f"{shape} out")
                found = {path.name: value(path, "Species") for path in (self.folder / f"{shape} out").glob("*.ini")}
                self.assertEqual((errors, found), ("", {"akira.ini": "1", "defiant.ini": "2", "negh_var.ini": "3"}))

    def test_what_a_mac_adds_is_no_ship(self):
        mac = {"scripts/ships/._Akira.py": b"\0\5\x16\7", "scripts/ships/Hardpoints/._akira.py": b"\0\5\x16\7"}
        game = self.game({**mac, "scripts/ships/Hardpoints/akira.py": hardpoint()})
        self.assertIn("1 ship: 1 written, 0 with errors.", self.imported(game)[0])
        self.assertEqual(tool("bcnet-layout", "names", game), ("scripts/ships/Hardpoints/akira.pyc\n", ""))

    def test_table_in_another_part_of_the_archive(self):
        """It is not mixed with the ships."""
        for ships, multiplayer in [("1 ships", "2 mp"), ("2 ships", "1 mp")]:
            with self.subTest(ships=ships):
                game = self.game({f"{multiplayer if 'Multiplayer' in name else ships}/{name}": text
                                  for name, text in three_ships().items()}, f"game {ships}")
                _, errors = self.imported(game, "--force")
                self.assertIn("no species table tells the numbers of ships", errors)
                self.assertEqual(value(self.layout("defiant.ini"), "Species"), None)

    def test_two_mods_in_one_folder(self):
        game = self.game({f"a/{name}": text for name, text in three_ships().items()})
        self.game({"b/scripts/ships/Hardpoints/x.py": hardpoint()})
        self.check(game, f"{game}/b: note: there are ships here too, which are left out: name this folder to have them.\n")

    def test_names_in_any_case(self):
        self.check(self.game({name.replace("scripts", "SCRIPTS").replace("Multiplayer", "multiplayer")
                              .replace("ships", "Ships").replace("Hardpoints", "hardPoints"): text
                              for name, text in three_ships().items()}))



class Numbers(Game):
    def test_table_that_renumbers_everything(self):
        """Stock ships are where the table puts them; what was there before is not shown under their names."""
        game = self.simple(["Sabre", "Akira", "Galaxy", "Ghost"], ["Galaxy"])
        report, errors = self.imported(game)
        self.assertEqual(errors, f"{game}/scripts/Multiplayer/SpeciesToShip.py: note: number 1 is Sabre.py in this mod, "
                         f"which is not there.\n{game}/scripts/Multiplayer/SpeciesToShip.py: note: number 4 is Ghost.py in "
                         'this mod, which is not there.\nakira.py: note: the script "akira.py" is not there; the built-in '
                         "layout of the Akira is used instead.\n")
        self.assertEqual({name: (value(self.layout(name), "Species"), value(self.layout(name), "Known"))
                          for name in self.ships()},
                         {"sabre.ini": ("1", "false"), "akira-2.ini": ("2", None), "galaxy.ini": ("3", None),
                          "ghost.ini": ("4", "false")})
        self.assertEqual(value(self.layout("sabre.ini"), "Note"), "number 1 is Sabre.py in this mod, which is not there")
        self.assertEqual(value(self.layout("akira-2.ini"), "Confidence"), "low")
        self.assertEqual(rows(report)["Sabre.py"], ["Sabre", "1", "-", "-", "-", "0", "0",
                                                    "the number is known, its script is not there"])
        self.assertIn("\n4 ships: 2 written, 2 without scripts, 0 with errors.\n", report)
        listed, errors = tool("bcnet-layout", "list", "--folder", self.output)
        self.assertEqual(errors, "")
        self.assertEqual([line.split()[0:3] for line in listed.splitlines()[1:4]],
                         [["2", "akira-2", "Akira"], ["3", "galaxy", "Galaxy"], ["5", "sovereign", "Sovereign"]])

    def test_stock_ships(self):
        """Unchanged ones need no layout file; under another number they do, even if only compiled scripts are there."""
        akira = hardpoints.machine(next(ship for ship in hardpoints.ships() if ship.key == "akira"))["akira.py"]
        game = self.simple(["Akira", "Ambassador", "Sovereign"], [])
        self.game({"scripts/ships/Akira.py": ship("Akira", "akira"), "scripts/ships/Hardpoints/akira.py": akira})
        report, errors = self.imported(game)
        self.assertIn("as built in", rows(report)["akira.py"])
        self.assertEqual([path.name for path in self.output.iterdir()], ["sovereign-3.ini"])
        self.assertEqual([value(self.layout("sovereign-3.ini"), key) for key in ["Name", "Species", "Hardpoint"]],
                         ["Sovereign", "3", "sovereign"])
        self.assertEqual(errors, 'sovereign.py: note: the script "sovereign.py" is not there; the built-in layout of '
                         "the Sovereign is used instead.\n")
        self.imported(game, "--all")
        self.assertEqual(value(self.layout("akira.ini"), "IntegrityHash"), "0xFB37")

    def test_every_stock_ship_under_another_number(self):
        """What is built in stands in for its scripts, with all that the list says."""
        ships = [ship for ship in hardpoints.ships() if value(hardpoints.LAYOUTS / f"{ship.key}.ini", "Script")]
        self.assertGreater(len(ships), 40)
        game = self.simple(["Ghost"] * 100 + [value(hardpoints.LAYOUTS / f"{ship.key}.ini", "Script") for ship in ships], [])
        self.imported(game)
        for number, ship in enumerate(ships, 101):
            with self.subTest(ship=ship.key):
                stock = hardpoints.groups((hardpoints.LAYOUTS / f"{ship.key}.ini").read_text(encoding="utf-8"))
                found = hardpoints.groups(self.layout(f"{ship.key}-{number}.ini").read_text(encoding="utf-8"))
                self.assertEqual(hardpoints.listed(found), hardpoints.listed(stock))

    def test_unmodified_game_is_no_error(self):
        akira = hardpoints.machine(next(ship for ship in hardpoints.ships() if ship.key == "akira"))["akira.py"]
        game = self.game({"scripts/Multiplayer/SpeciesToShip.py": table([("Akira", "Federation")]),
                          "scripts/ships/Akira.py": ship("Akira", "akira"),
                          "scripts/ships/Hardpoints/akira.py": akira})
        report, errors = self.imported(game)
        self.assertIn("1 ship: 0 written, 1 as built in, 0 with errors.", report)
        self.assertEqual(errors, "")
        self.assertFalse(self.output.exists())

    def test_foundation_only(self):
        """Ships of the Foundation's menus have no number: all are imported, only stock names give one, which is a guess."""
        files = {name: text for name, text in three_ships().items() if "Multiplayer" not in name}
        files |= {f"scripts/Custom/Ships/{name}.py": FOUNDATION.format(script=name) for name in ["Akira", "Defiant"]}
        game = self.game(files)
        report, errors = self.imported(game)
        self.assertEqual(errors, f"{game}: note: no species table tells the numbers of ships: 1 of 3 have that of a "
                         "stock ship of the same name, which in a mod is often wrong.\n")
        self.assertEqual({name: found[1] for name, found in self.ships().items()},
                         {"akira.ini": "1", "defiant.ini": None, "negh_var.ini": None})
        self.assertEqual(value(self.layout("akira.ini"), "Confidence"), "low")
        self.assertEqual(rows(report)["akira.py"][1], "1?")
        (game / "scripts/ships/Akira.py").unlink()
        _, errors = self.imported(game, "-o", self.folder / "two")
        self.assertEqual(errors, f"{game}: note: no species table tells the numbers of ships: without one they can only be "
                         "chosen by hand.\n")

    def test_hardpoint_scripts_alone(self):
        game = self.game({"scripts/ships/Hardpoints/defiant.py": hardpoint(),
                          "scripts/ships/Hardpoints/akira.pyc": installations.python15.compiled(hardpoint())})
        for path in [game, game / "scripts/ships"]:
            self.imported(path)
            self.assertEqual({name: found[1] for name, found in self.ships().items()},
                             {"akira.ini": "1", "defiant.ini": None})

    def test_hardpoint_scripts_beside_others(self):
        report, _ = self.imported(self.game({"Hardpoints/one.py": hardpoint(), "install.py": "import os\n"}))
        self.assertIn("1 ship: 1 written, 0 with errors.", report)

    def test_one_script_for_two_ships(self):
        self.imported(self.simple(["One", "Two"], ["One", "Two"]))
        self.assertEqual([value(self.layout(name), "Species") for name in ["one.ini", "two.ini"]], ["1", "2"])

    def test_missing_ships_are_one_note(self):
        game = self.simple([f"Gone{number}" for number in range(30)] + ["There"], ["There"])
        _, errors = self.imported(game)
        self.assertEqual(errors, f"{game}/scripts/Multiplayer/SpeciesToShip.py: note: 30 times, first: number 1 is Gone0.py in "
                         "this mod, which is not there.\n")
        _, errors = self.imported(game, "--verbose")
        self.assertEqual(len(errors.splitlines()), 30)

    def test_what_is_no_function_of_ship_scripts(self):
        """Nothing is followed, and it is said where."""
        for form in ("def GetShipStats(*rest):\n\treturn {}\n", "GetShipStats = 5\n", "GetShipStats = 'x'.y\n"):
            game = self.simple(["One"], ["One"])
            (game / "scripts/ships/One.py").write_text(form, encoding="utf-8")
            _, errors = self.imported(game, expect=1)
            self.assertRegex(errors, r"ships/One\.py(:\d+)?: error: ", form)

    def test_ships_without_number(self):
        game = self.game({**three_ships(), "scripts/ships/Extra.py": ship("Extra", "akira"),
                          "scripts/ships/Broken.py": "x = $\n"})
        _, errors = self.imported(game)
        self.assertEqual(errors, f"{game}: note: 1 ship script has no species number in the table; --all imports them "
                         "too.\n")
        self.assertFalse(self.layout("extra.ini").exists())
        self.imported(game, "--all")
        self.assertIsNone(value(self.layout("extra.ini"), "Species"))

    def test_limits_of_the_table(self):
        """Rows behind MAX_SHIPS, and numbers that do not fit into a byte, are no ships."""
        names = [f"S{number}" for number in range(1, 300)]
        game = self.simple(names, names)
        self.imported(game)
        self.assertEqual(len(list(self.output.iterdir())), 255)
        self.simple(names, [], ships=40)
        report, _ = run("--game", game, "-o", self.folder / "fewer")
        self.assertIn("39 ships: 39 written", report)


class Names(Game):
    """The files that clients answer for are listed, so that their answers can be read."""

    FILES = {"scripts/App.pyc": b"", "scripts/readme.txt": "", "scripts/Custom/Autoload.py": "",
             "scripts/mainmenu/mainmenu.py": "", "scripts/mainmenu/deeper/x.py": "",
             "scripts/Multiplayer/Episode/Mission9/Mission9.PY": "", "scripts/ships/Akira.pyc": b"\x99\x4e\r\n1234N"}
    LIST = ["Scripts/Multiplayer/Episode/Mission9/Mission9.pyc", "Scripts/Multiplayer/SpeciesToShip.pyc", "scripts/App.pyc",
            "scripts/mainmenu/mainmenu.pyc", "scripts/ships/Akira.pyc", "scripts/ships/Defiant.pyc",
            "scripts/ships/Hardpoints/DEFIANT.pyc", "scripts/ships/Hardpoints/__init__.pyc",
            "scripts/ships/Hardpoints/akira.pyc", "scripts/ships/Hardpoints/neghvar.pyc", "scripts/ships/Negh_Var.pyc"]

    def test_import(self):
        """Beside the folder "ships" of a configuration, else within the folder of the layouts."""
        game = self.game({**three_ships(), **self.FILES})
        report, _ = self.imported(game)
        path = self.folder / "bcnet" / "names" / "game.txt"
        self.assertTrue(report.endswith(f"\nNames of files: {path}\n"))
        self.assertEqual(path.read_text().splitlines(), self.LIST)
        for mine in ["mine", "ships", "x/ships"]:
            report, _ = run("--game", game, "-o", self.folder / mine)
            self.assertTrue(report.endswith(f"\nNames of files: {self.folder}/{mine}/names/game.txt\n"))

    def test_written_and_compiled(self):
        """One name for both; that there are many of them does not matter."""
        names = [f"S{number}" for number in range(300)]
        game = self.game({**three_ships(), **{f"scripts/ships/{name}.py{c}": "" for name in names for c in ("", "c")}})
        listed, _ = tool("bcnet-layout", "names", game)
        self.assertEqual([line for line in listed.splitlines() if "/S" in line],
                         ["Scripts/Multiplayer/SpeciesToShip.pyc", *sorted(f"scripts/ships/{name}.pyc" for name in names)])

    def test_command(self):
        game = self.game({**three_ships(), **self.FILES})
        listed, errors = tool("bcnet-layout", "names", game)
        self.assertEqual((listed.splitlines(), errors), (self.LIST, ""))
        tool("bcnet-layout", "names", "-o", self.folder / "list.txt", game)
        self.assertEqual((self.folder / "list.txt").read_text(), listed)
        os.mkfifo(self.folder / "pipe.pyc")
        for path, words in [(self.folder / "pipe.pyc", "not a regular file"), ("/dev/zero", "not a regular file")]:
            _, errors = tool("bcnet-layout", "hash", path, expect=1)
            self.assertIn(words, errors)
        _, errors = tool("bcnet-layout", "names", self.folder / "none", expect=1)
        self.assertIn("none: error: the folder cannot be read: ", errors)


class Faults(Game):
    def test_what_is_missing_or_wrong(self):
        """Each is listed and counted; their numbers are not taken for those of built-in ships."""
        game = self.simple(["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"], ["Delta"])
        self.game({"scripts/ships/Beta.py": ship("Beta", "nowhere"), "scripts/ships/Gamma.py": ship("Gamma", "compiled"),
                   "scripts/ships/Epsilon.py": "from Nowhere import *\n",
                   "scripts/ships/Zeta.py": "import App\n\ndef GetShipStats():\n\tfor i in range(3):\n\t\tpass\n",
                   "scripts/ships/Hardpoints/compiled.pyc": b"\x99\x4e\r\n1234c"})
        report, errors = self.imported(game, expect=1)
        self.assertEqual(errors.splitlines(), [
            f"{game}/scripts/Multiplayer/SpeciesToShip.py: note: number 1 is Alpha.py in this mod, which is not there.",
            "nowhere.py: error: there is no such hardpoint script.",
            f"{game}/scripts/ships/Hardpoints/compiled.pyc: error: this compiled script is damaged.",
            f"{game}/scripts/ships/Epsilon.py: error: it cannot be told which hardpoint script this ship script names.",
            f"{game}/scripts/ships/Zeta.py:4: error: a loop is not followed, so the script cannot be used."])
        self.assertIn("6 ships: 1 written, 1 without scripts, 4 with errors.", report)
        self.assertEqual(rows(report)["Epsilon.py"][-1], "cannot be used, but has the number")
        self.assertEqual({name: value(self.layout(name), "Known") for name in self.ships()},
                         {"alpha.ini": "false", "beta.ini": "false", "gamma.ini": "false", "delta.ini": None,
                          "epsilon.ini": "false", "zeta.ini": "false"})
        self.assertEqual(value(self.layout("beta.ini"), "Note"), "there is no such hardpoint script")

    def test_compiled_by_another_python(self):
        """Of the table, of a ship and of its hardpoint script it is said alike."""
        words = "this compiled script was not made by the game's Python, which is 1.5"
        for name, file in [("Multiplayer/SpeciesToShip", "SpeciesToShip.pyc"), ("ships/Akira", "Akira.pyc"),
                           ("ships/Hardpoints/akira", "akira.pyc")]:
            files = three_ships()
            files[f"scripts/{name}.pyc"] = b"\xa7\r\r\n" + bytes(100)
            del files[f"scripts/{name}.py"]
            _, errors = self.imported(self.game(files, f"game {file}"), "-o", self.folder / file, expect=1)
            self.assertRegex(errors, rf"(?m)^(.*/)?{file}: error: {words}\.$")

    def test_rows_that_cannot_be_followed(self):
        text = table([("Akira", "F"), ("Defiant", "F"), ("Negh_var", "F")]).replace(
            '("Defiant", App.SPECIES_X, "F", 1)', "App.MakeRow(2)")
        game = self.game({**three_ships(), "scripts/Multiplayer/SpeciesToShip.py": text})
        _, errors = self.imported(game, expect=1)
        self.assertIn("SpeciesToShip.py: error: it cannot be told which ship has number 2.\n", errors)
        self.assertEqual(value(self.layout("negh_var.ini"), "Species"), "3")

    def test_table_that_cannot_be_read(self):
        game = self.game({**three_ships(), "scripts/Multiplayer/SpeciesToShip.py": "kSpeciesTuple = App.Table()\n"})
        _, errors = self.imported(game, expect=1)
        self.assertIn("SpeciesToShip.py: error: the table of ships in it cannot be followed.", errors)
        self.assertIsNone(value(self.layout("defiant.ini"), "Species"))

    def test_no_installation(self):
        self.write("empty/readme.txt", "")
        self.write("wrong/scripts/Multiplayer/SpeciesToShip.py", table([("Akira", "F")]))
        self.write("file.txt", "")
        self.write("single/vesper.py", hardpoint())
        for name, words in [("empty", "there are no ships here: the folder of the game, or of an unpacked mod, has "
                                      "scripts/ships/Hardpoints"),
                            ("wrong", "there are no ships here"), ("single", "there are no ships here"),
                            ("none", "the folder cannot be read: "), ("file.txt", "the folder cannot be read: ")]:
            with self.subTest(name=name):
                report, errors = self.imported(self.folder / name, expect=1)
                self.assertIn(f"{name}: error: {words}", errors)
                self.assertTrue(errors.endswith("bcnet-layout: no ship was imported.\n"))
                self.assertEqual(report, "")
                self.assertFalse(self.output.exists())

    def test_paths_that_mean_nothing(self):
        for path in ["", "  "]:
            _, errors = self.imported(path, expect=2)
            self.assertEqual(errors, "bcnet-layout import: --game takes a folder. See bcnet-layout import --help.\n")

    def test_nothing_outside_of_the_installation(self):
        game = self.game(three_ships())
        self.write("secret/defiant.py", hardpoint("Secret"))
        (game / "scripts/ships/Hardpoints/DEFIANT.py").unlink()
        (game / "scripts/ships/Hardpoints/defiant.py").symlink_to(self.folder / "secret/defiant.py")
        _, errors = self.imported(game, expect=1)
        self.assertIn("Hardpoints/defiant.py: error: this leads out of the folder and is not followed.", errors)
        self.assertEqual(value(self.layout("defiant.ini"), "Known"), "false")

    def test_names_that_windows_does_not_know(self):
        """Not in UTF-8, as an old archive leaves them; with controls, which neither terminals nor layout files get."""
        names = [("Akira", "Fed\\nSpecies=77"), ("Fr\xe9gate", "F"), ("E\\033[31mvil", "F")]
        game = self.game({"scripts/Multiplayer/SpeciesToShip.py": table(names).encode("latin-1"),
                          "scripts/ships/Akira.py": ship("Ak\\nira\\033[2J", "aki\\nra"),
                          "scripts/ships/E\x1b[31mvil.py": ship("Evil", "evil\x1b[5m"),
                          "scripts/ships/Hardpoints/aki\nra.py": hardpoint("H\\nu\\033ll" + "l" * 200),
                          "scripts/ships/Hardpoints/evil\x1b[5m.py": hardpoint() + "import q\n"})
        ships = os.fsencode(game / "scripts/ships")
        for name, text in [(b"Fr\xc9gate.py", ship("Fregate", "caf\xe9")), (b"\xe9\xe9\xe9\xe9", ""), (b"Hardpoints/Caf\xe9", ""),
                           (b"Hardpoints/caf\xe9.py", hardpoint().replace('"Hull"', "__name__") + "n = len(__name__)\n")]:
            with open(os.path.join(ships, name), "wb") as file:
                file.write(text.encode("latin-1"))
        report, errors = self.imported(game, "--verbose")
        self.assertEqual({name: found[:4] for name, found in self.ships().items()},
                         {"akira.ini": ("Ak?ira?[2J", "1", "Akira", "Fed?Species=77"),
                          "fr__gate.ini": ("Fregate", "2", "Fr\xe9gate", "F"), "e__31mvil.ini": ("Evil", "3", "E?[31mvil", "F")})
        self.assertIn(f"\nName=H?u?{'l' * 96}\n", self.layout("akira.ini").read_text())
        self.assertIn("\nName=caf\xe9\n", self.layout("fr__gate.ini").read_text())
        self.assertIn("/Hardpoints/evil\\u001B[5m.py:7: note: the module \"q\" is no script", errors)
        self.assertEqual([c for c in report + errors if c < " " and c != "\n"], [])
        listed, _ = tool("bcnet-layout", "names", game)
        self.assertEqual([c for c in listed if c < " " and c != "\n"], [])
        self.assertEqual(listed.count("\n"), 4)

    def test_links_in_circles(self):
        game = self.game(three_ships())
        before = tool("bcnet-layout", "names", game)
        for name in ["", "scripts/", "scripts/ships/", "scripts/ships/Hardpoints/"]:
            for number in range(12):
                (game / f"{name}up{number}").symlink_to("." if name == "" else "..")
        (game / "scripts/ships/one").symlink_to("other")
        (game / "scripts/ships/other").symlink_to("one")
        self.assertEqual(tool("bcnet-layout", "names", game), before)
        self.imported(game)
        self.assertEqual(self.ships(), Forms.THREE)

    def test_names_that_lead_elsewhere(self):
        game = self.simple(["../../secret", "Good"], [])
        self.game({"secret.py": hardpoint("Secret"), "scripts/ships/Good.py": ship("Good", "../../../secret")})
        self.write("secret.py", hardpoint("Secret"))
        _, errors = self.imported(game, expect=1)
        self.assertIn("number 1 is ../../secret.py in this mod, which is not there", errors)
        self.assertIn("secret.py: error: there is no such hardpoint script.", errors)
        self.assertEqual({value(path, "Known") for path in self.output.iterdir()}, {"false"})

    def test_deep_and_wide_folders(self):
        """The search for ships ends."""
        self.game({f"{'x/' * 30}scripts/ships/A.py": ship("A", "a")}, "deep")
        for number in range(4000):
            (self.folder / "wide" / str(number)).mkdir(parents=True)
        for name in ["deep", "wide"]:
            _, errors = self.imported(self.folder / name, expect=1)
            self.assertIn("there are no ships here", errors)


if __name__ == "__main__":
    main()
