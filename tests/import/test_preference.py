# SPDX-License-Identifier: GPL-2.0-or-later
"""The preference "Game folder": ships of a mod's folder in Wireshark."""

import concurrent.futures
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import cost
import hardpoints
import installations
from bcnet_test import SOURCE, Sharkd, main, scratch, tool
from installations import hardpoint, ship, table
from wireshark import BUILD, command, environment

CAPTURE = Path(SOURCE) / "captures" / "mod-ship.pcapng"        # a ship of species 60
STORY = CAPTURE.with_name("session.pcapng")                     # the unmodified game
VESPER = (Path(SOURCE) / "tests" / "import" / "mod" / "scripts" / "ships" / "Hardpoints" / "vesper.py").read_text(encoding="utf-8")


def vesper(**more):
    """A mod whose ship with number 60 is the one of the capture."""
    rows = table([("Gone", "F")] * 59 + [("Vesper", "F")]).replace('("Gone"', "(None")
    return {"scripts/Multiplayer/SpeciesToShip.py": rows, "scripts/ships/Vesper.py": ship("Vesper", "vesper"),
            "scripts/ships/Hardpoints/vesper.py": VESPER, **more}


class Preference(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(dir=scratch()))
        self.config = Path(tempfile.mkdtemp(dir=scratch()))
        self.game = self.folder / "game"

    def install(self, files):
        installations.write(self.game, files)

    def call(self, *options, game=None, preload=None, capture=CAPTURE):
        """(words, variables) of a tshark with the folder."""
        variables = {**environment(), "BCNET_CONFIG": str(self.config)}
        if preload:
            variables["BCNET_PRELOAD"] = " ".join(filter(None, [os.environ.get("BCNET_PRELOAD"), preload]))
        words = command("tshark", "-n", "-r", capture, "-o", f"bcnet.game_folder:{self.game if game is None else game}", *options)
        return words, variables

    def shark(self, *options, **which):
        """(stdout, complaints) of it."""
        words, variables = self.call(*options, **which)
        done = subprocess.run(words, capture_output=True, env=variables, check=True)
        return done.stdout.decode(), [line for line in done.stderr.decode().splitlines() if line]

    def names(self, **options):
        """What is shown of the creation: species, first subsystem; no complaint."""
        output, complaints = self.shark("-Y", "frame.number==1", "-T", "fields", "-e", "bcnet.subsystem.name",
                                        "-e", "bcnet.object.species", **options)
        self.assertEqual(complaints, [])
        return output.split("\t")[0].split(",")

    def page(self, **options):
        output, _ = self.shark(preload=str(BUILD / "tests/opcodes/page-words.so"), **options)
        return output.splitlines()[-1]

    def tree(self):
        output, _ = self.shark("-O", "bcnet", "-Y", "frame.number==1")
        return output


class Ships(Preference):
    SUBSYSTEMS = ["Hull", "Deflector", "Singularity", "Sublight Drive", "Launchers", "Lances", "Eyes", "Workshop"]

    def test_ships_have_names(self):
        self.install(vesper())
        self.assertEqual(self.names(), self.SUBSYSTEMS)
        self.assertIn("Species: Vesper (60)\n", self.tree())

    def test_forms(self):
        """As for the command: compiled, source only, unpacked archive, line ends of Windows."""
        mac = {f"__MACOSX/Mod/{name.replace('scripts/', 'scripts/._')}": b"\0\5\x16\7" for name in vesper()}
        forms = {"compiled": installations.compiled(vesper(), ".py"),
                 "source": {f"src/{name}": text for name, text in vesper().items()},
                 "archive": {f"Mod/BC/{name}": text for name, text in vesper().items()},
                 "download": {**{f"Mod v1.2/{name}": text for name, text in vesper().items()}, **mac, "readme.txt": ""},
                 "upper case": {f"MOD/{name}".upper().replace("SCRIPTS", "SRC/Scripts", 1): text
                                for name, text in vesper().items()},
                 "windows": {name: text.replace("\n", "\r\n") for name, text in vesper().items()}}
        for form, files in forms.items():
            with self.subTest(form=form):
                installations.write(self.folder / form, files)
                self.assertEqual(self.names(game=f"{self.folder / form}/"), self.SUBSYSTEMS)

    def test_the_page(self):
        self.install(vesper(**{
            "scripts/ships/Broken.py": ship("Broken", "broken"), "scripts/ships/Hardpoints/broken.py": "import App\n",
            "scripts/Multiplayer/SpeciesToShip.py": table([("Akira", "F"), ("Broken", "F"), ("Gone", "F"),
                                                           ("Vesper", "F")])}))
        personal = self.config / "bcnet" / "ships"
        self.assertEqual(self.page(), f"Ship layouts: 50 built in, 1 from the game folder {self.game} (1 number belongs to a "
                         f"ship whose script is missing, 1 ship cannot be read; {self.game}/scripts/ships/Hardpoints/broken.py: "
                         f"error: there is no function LoadPropertySet: this is no hardpoint script, which says what "
                         f"a ship consists of.), 0 from {personal}")

    def test_the_page_says_what_is_left_out(self):
        files = vesper(**{"scripts/ships/Extra.py": ship("Extra", "vesper"), "scripts/ships/More.py": ship("More", "vesper")})
        guessed = {"scripts/ships/Akira.py": ship("Akira", "akira"), "scripts/ships/Galaxy.py": ship("Galaxy", "akira"),
                   "scripts/ships/Hardpoints/akira.py": hardpoint()}
        self.install({**{f"Mod/a/{name}": text for name, text in files.items()},
                      **{f"Mod/b/{name}": text for name, text in vesper().items()},
                      **{f"guessed/{name}": text for name, text in guessed.items()}})
        self.assertIn(f", 1 from the game folder {self.game}/Mod/a (2 ships have no number and are left out, 1 folder "
                      "with further ships is left out), 0 from ", self.page(game=self.game / "Mod"))
        self.assertIn(f", 2 from the game folder {self.game}/guessed (2 of these have their numbers by their names only, "
                      "which are guesses), 0 from ", self.page(game=self.game / "guessed"))

    def test_numbers_that_are_guesses(self):
        """The ship that is created says so, and one whose number nobody knows that the folder does not help."""
        self.install({name: text for name, text in vesper().items() if "Multiplayer" not in name})
        self.assertIn("[The species has no layout to read the snapshot with; the scripts in the game folder do not tell "
                      "which ship it is]", self.tree())
        akira = next(known for known in hardpoints.ships() if known.name == "Akira")
        text = hardpoints.machine(akira)[f"{akira.hardpoint}.py"].replace(b"SetMaxCondition(", b"SetMaxCondition(1 + ")
        self.install({"scripts/ships/Akira.py": ship("Akira", "vesper"), "scripts/ships/Hardpoints/vesper.py": text})
        output, _ = self.shark("-O", "bcnet", "-Y", "bcnet.object.species == 1", "-c", "5000", capture=STORY)
        self.assertIn("Species: Akira (1), of low confidence: that it has number 1 is a guess: a ship of this name has it in "
                      "the unmodified game\n", output)

    def test_a_folder_without_ships(self):
        (self.folder / "empty").mkdir()
        for game, words in [(self.folder / "empty", "there are no ships here"),
                            (self.folder / "none", "the folder cannot be read: ")]:
            _, complaints = self.shark(game=game)
            self.assertEqual(len(complaints), 1, complaints)
            self.assertIn(f"No ships were read from the game folder: {game}: error: {words}", complaints[0])

    def test_numbers_of_ships_that_are_not_there(self):
        """They are not shown as the built-in ships of these numbers."""
        self.install(vesper(**{"scripts/Multiplayer/SpeciesToShip.py": table([("Sabre", "F")] * 60)}))
        output = self.tree()
        self.assertIn("Species: Sabre (60)\n", output)
        self.assertIn("snapshot: 29 bytes of an unknown layout [Sabre has no layout: number 60 is Sabre.py in this mod, "
                      "which is not there]", output)
        self.assertIn("[The species has no layout to read the snapshot with]", output)

    def test_scripts_of_another_version(self):
        self.install(vesper(**{"scripts/ships/Hardpoints/vesper.py": hardpoint()}))
        output = self.tree()
        self.assertIn("Species: 60, not the ship of this number\n", output)
        self.assertIn("Not the ship that has this number in your layouts: its systems are others; the scripts in the game folder "
                      "are probably not those of this game]", output)

    def test_no_folder(self):
        """One note points the way."""
        output, complaints = self.shark("-O", "bcnet", game="")
        self.assertEqual(complaints, [])
        words = "probably a mod's ship, which the preference \"Game folder\" reads from the mod's scripts"
        self.assertEqual(output.count("[Expert Info (Note/Protocol): The species has no layout to read the "
                                      f"snapshot with; {words}]"), 1)
        self.assertEqual(output.count(f" (no ship layout is known; {words})\n"), 3)     # behind the bytes of each block

    def test_layout_files_count_more(self):
        """Where two claim a number, it is said where the ship is seen."""
        self.install(vesper())
        ships = self.config / "bcnet" / "ships"
        ships.mkdir(parents=True)
        tool("bcnet-layout", "import", "--game", self.game, "-o", ships)
        layout = (ships / "vesper.ini").read_text()
        (ships / "vesper.ini").write_text(layout.replace("Name=Vesper", "Name=Lapwing"))
        (ships / "zebra.ini").write_text(layout.replace("Name=Vesper", "Name=Zebra"))
        output, complaints = self.shark("-O", "bcnet", "-Y", "frame.number==1")
        self.assertIn(f"Species: Lapwing/Zebra? (60), a number that another layout claims too: Zebra ({ships}/zebra.ini), "
                      "Vesper (vesper.py of the game folder)\n", output)
        self.assertEqual(complaints, [])

    def test_names_of_files(self):
        """They are listed for the answers of clients."""
        self.install(vesper(**{"scripts/App.py": "", "scripts/mainmenu/mainmenu.pyc": b"", "scripts/Custom/X.py": "",
                               "scripts/Multiplayer/Episode/Mission9/Mission9.py": "", "scripts/ships/readme.txt": ""}))
        self.shark()
        self.assertEqual((self.config / "bcnet" / "names" / "game-folder.txt").read_text().splitlines(), [
            "Scripts/Multiplayer/Episode/Mission9/Mission9.pyc", "Scripts/Multiplayer/SpeciesToShip.pyc", "scripts/App.pyc",
            "scripts/mainmenu/mainmenu.pyc", "scripts/ships/Hardpoints/vesper.pyc", "scripts/ships/Vesper.pyc"])


    def test_names_of_the_folder_in_force(self):
        """Also when it was another one in between."""
        self.install(vesper())
        other = installations.write(self.folder / "other", vesper(**{"scripts/Other.py": ""}))
        path = self.config / "bcnet" / "names" / "game-folder.txt"
        for game in [self.game, other, self.game, other]:
            self.shark(game=game)
            self.assertEqual("scripts/Other.pyc" in path.read_text().splitlines(), game == other)


class Changes(Preference):
    def test_several_at_once(self):
        self.install(vesper())
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for found in [pool.submit(self.names) for _ in range(4)]:
                self.assertEqual(found.result(), Ships.SUBSYSTEMS)
        self.assertEqual([path.name for path in (self.config / "bcnet" / "names").iterdir()], ["game-folder.txt"])

    def test_changes_of_all_kinds(self):
        """New and removed ships, parents that come, other tables, within one session."""
        child = ('import App\nP = __import__("ships.Hardpoints.base", globals(), locals(), ["*"])\nreload(P)\n'
                 "def LoadPropertySet(o):\n\tP.LoadPropertySet(o)\n")
        self.install(vesper(**{
            "scripts/ships/Hardpoints/vesper.py": child, "scripts/ships/Hardpoints/other.py": hardpoint(),
            "scripts/ships/Other.py": ship("Other", "other"),
            "scripts/Multiplayer/SpeciesToShip.py": table([("Other", "F")] * 59 + [("Vesper", "F")])}))
        found = []
        with Sharkd() as session:
            def reading():
                session.load(CAPTURE)
                words = str(session.frame(1)["tree"])
                found.append(next((word for word in ["layout Vesper", "not the ship of this number", "cannot", "no layout"] if word in words),
                                  words))
            session.call("setconf", name="bcnet.game_folder", value=str(self.game))
            reading()                                                              # the parent is missing
            (self.game / "scripts/ships/Hardpoints/base.py").write_text(VESPER)
            reading()
            (self.game / "scripts/ships/Hardpoints/base.py").write_text(hardpoint())
            reading()
            (self.game / "scripts/ships/Hardpoints/base.py").write_text(VESPER)
            reading()
            (self.game / "scripts/ships/Vesper.py").unlink()
            reading()
            session.call("setconf", name="bcnet.game_folder", value="")
            reading()
        self.assertEqual(found, ["no layout", "layout Vesper", "not the ship of this number", "layout Vesper", "no layout",
                                 "no layout"])

    def test_two_folders(self):
        self.install(vesper())
        other = installations.write(self.folder / "other", vesper(**{"scripts/ships/Hardpoints/vesper.py": hardpoint()}))
        for _ in range(2):
            self.assertEqual(self.names(), Ships.SUBSYSTEMS)
            self.assertEqual(self.names(game=other), [""])

    def test_a_folder_that_takes_too_long(self):
        """A hundred megabytes are read, no more; that is said."""
        files = {f"scripts/ships/S{number}.py": ship(f"S{number}", f"h{number}") for number in range(30)}
        self.install(vesper(**files, **{"scripts/ships/Hardpoints/h0.py": hardpoint() + "#" * 4_000_000}))
        for number in range(1, 30):
            os.link(self.game / "scripts/ships/Hardpoints/h0.py", self.game / f"scripts/ships/Hardpoints/h{number}.py")
        (self.game / "scripts/Multiplayer/SpeciesToShip.py").unlink()
        self.assertRegex(self.page(), r"2\d from the game folder .*error: the scripts of this folder are too many or too long: "
                         r"this one is not read any more\.\)")


class StartUp(Preference):
    """What each of 300 ships as large as those of the game costs at the start, in blocks of instructions."""

    def work(self, game):
        words, variables = self.call("-q", game=game)
        return cost.work(words, env=variables)[0]

    @unittest.skipUnless(cost.COUNTS, "nothing can be counted here")
    def test_start_up(self):
        ships = hardpoints.ships()
        files = {}
        for number in range(300):
            known = ships[number % len(ships)]
            text = hardpoints.machine(known)[f"{known.hardpoint}.py"]
            files[f"scripts/ships/Hardpoints/hp{number}.py"] = text
            files[f"scripts/ships/Ship{number}.py"] = ship(f"Ship {number}", f"hp{number}")
        self.install(files)
        self.assertIn("300 from the game folder", self.page())
        without, with_them = self.work(""), self.work(self.game)
        each = (with_them - without) / 300      # what a start without them needs differs from series to series
        print(f"{each:.0f} blocks for a ship; a start without ships needs {without}")
        self.assertLess(each, 400_000)          # as counted, 345,000; 320,000 with 4.6


if __name__ == "__main__":
    main()
