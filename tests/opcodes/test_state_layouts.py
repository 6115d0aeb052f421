# SPDX-License-Identifier: GPL-2.0-or-later
"""Layouts that users bring or choose: folders of files, the table of objects, the default (protocol chapter 60.4)."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from bcnet_test import RunError, Sharkd, forge, frames, main, scratch, tshark
from states import OWNER, Update, creation, ships
from wireshark import BUILD, command, environment

HEAD = """
    endpoint host 10.0.0.1:22101 id 1
    endpoint ace 10.0.0.2:59405 id 2
"""

DEFIANT = """
[Ship]
Name=Defiant
Species=60

[Subsystem 1]
Name=Ablative Hull
Class=HullSubsystem
MaxCondition=4000
ObjectOffset=1

[Subsystem 2]
Name=Pulse Phasers
Class=PulseWeaponSystem
ObjectOffset=2
Child 1=Port Cannon;PulseWeapon;700;3
Child 2=Starboard Cannon;PulseWeapon;0;4

[Subsystem 3]
Name=Cloak
Class=CloakingSubsystem
ObjectOffset=5
"""
# Undamaged: the booleans of cannons and cloak in one byte.
DEFIANT_SNAPSHOT = bytes.fromhex("FF | FF FF FF 64 40 | FF 64".replace("|", ""))
# The whole list for other players: hull; cannons, power 50; cloak, power 100.
DEFIANT_BLOCK = bytes.fromhex("00 80 FF FF 40 43 32 FF 64")
MANY = "[Ship]\nName=Swarm\nSpecies=61\n" + "".join(
    f"\n[Subsystem {number}]\nName=Part {number}\nClass=HullSubsystem\nObjectOffset={number}\n"
    for number in range(1, 301))


def run(capture, *options, config=None, **variables):
    """(stdout, complaints on stderr) of tshark; the harness itself takes no complaint."""
    variables = {**environment(), **variables, "BCNET_CONFIG": str(config or tempfile.mkdtemp(dir=scratch()))}
    done = subprocess.run(command("tshark", "-n", "-r", capture, *options), capture_output=True, env=variables,
                          check=True)
    lines = [line for line in done.stderr.decode().splitlines() if line]
    return done.stdout.decode(), lines


def values(capture, names, *options, config=None):
    """(rows of values of the StateUpdates, complaints)."""
    arguments = [part for name in names for part in ("-e", name)]
    output, complaints = run(capture, "-Y", "bcnet.opcode==0x1c", "-T", "fields", *arguments, *options, config=config)
    return [line.split("\t") for line in output.splitlines()], complaints


def scenario(*messages):
    """A capture of (route, payload)."""
    lines = [HEAD]
    for number, (route, payload) in enumerate(messages):
        data = payload.payload() if isinstance(payload, Update) else payload
        sequence = "" if data[0] == 0x1C else f"seq {number} "
        lines.append(f"at {number / 10:.1f} {route}\n    game {sequence}{data.hex(' ')}")
    return forge("\n".join(lines) + "\n")


def folder(**files):
    """A folder with layout files; `__` in a name stands for a dot."""
    path = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (path / name.replace("__", ".")).write_bytes(data)
    return path


LAYOUT = ["bcnet.ship.layout", "bcnet.ship.layout.source", "bcnet.subsystem.name"]
AKIRA_CREATED = [("ace > host", creation(ships()["Akira"])),
                 ("host > ace", Update().block(ships()["Akira"], 0, OWNER))]
AKIRA_ROW = [["Akira", "1", "Hull,Shield Generator"]]


class Folders(unittest.TestCase):
    """Files in the personal folder and in the folder of the preferences."""

    def defiant(self, *options, config=None):
        capture = scenario(("ace > host", creation(ships()["Akira"], species=60, snapshot=DEFIANT_SNAPSHOT)),
                           ("host > ace", Update().raw(0x20, DEFIANT_BLOCK)))
        names = [*LAYOUT, "bcnet.subsystem.child.name", "bcnet.subsystem.power"]
        return values(capture, names, *options, config=config)

    DEFIANT_ROW = [["Defiant", "1", "Ablative Hull,Pulse Phasers,Cloak", "Port Cannon,Starboard Cannon", "50,100"]]

    def test_unknown_without_a_file(self):
        self.assertEqual(self.defiant(), ([["", "0", "", "", ""]], []))

    def test_preferred_folder(self):
        path = folder(defiant__ini=DEFIANT)
        self.assertEqual(self.defiant("-o", f"bcnet.ship_folder:{path}"), (self.DEFIANT_ROW, []))

    def test_personal_folder(self):
        config = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        (config / "bcnet" / "ships").mkdir(parents=True)
        (config / "bcnet" / "ships" / "defiant.ini").write_text(DEFIANT)
        self.assertEqual(self.defiant(config=config), (self.DEFIANT_ROW, []))

    def test_replaces_a_stock_ship(self):
        path = folder(mine__ini=DEFIANT.replace("Species=60", "Species=1"))
        capture = scenario(("ace > host", creation(ships()["Akira"], snapshot=DEFIANT_SNAPSHOT)),
                           ("host > ace", Update().raw(0x20, DEFIANT_BLOCK)))
        rows, complaints = values(capture, LAYOUT, "-o", f"bcnet.ship_folder:{path}")
        self.assertEqual((rows, complaints), ([self.DEFIANT_ROW[0][:3]], []))

    def test_takes_part_in_inference(self):
        path = folder(defiant__ini=DEFIANT)
        capture = scenario(("host > ace", Update().raw(0x20, DEFIANT_BLOCK)))
        rows, complaints = values(capture, LAYOUT, "-o", f"bcnet.ship_folder:{path}")
        self.assertEqual((rows, complaints), ([["Defiant", "4", "Ablative Hull,Pulse Phasers,Cloak"]], []))

    def test_subsystems_of_a_ship_that_may_be_one_of_two(self):
        """Ids reach as far as the lists; behind them they are of something else (20.4)."""
        one = DEFIANT.replace("=60", "=70")
        path = folder(one__ini=one, other__ini=one.replace("=70", "=71").replace("Defiant", "Valiant"))
        shots = [("ace > host", bytes.fromhex("07 28810000 D8008000 00000000") +
                  (0x3FFFFFFF + number).to_bytes(4, "little") + bytes.fromhex("0000034000810080")) for number in (2, 5, 6)]
        capture = scenario(("ace > host", creation(ships()["Akira"], snapshot=DEFIANT_SNAPSHOT)), *shots)
        output, complaints = run(capture, "-o", f"bcnet.ship_folder:{path}", "-o", "gui.column.format:I,%i")
        self.assertEqual(complaints, [])
        self.assertEqual([line.strip() for line in output.splitlines()[1:]],
                         [f"#2 Ace → host: StartFiring {what} at object 0x40030000" for what in (
                             "Defiant/Valiant? (Ace): Pulse Phasers",
                             "0x40000004, no weapon system of Defiant/Valiant? (Ace)", "object 0x40000005")])

    def test_what_the_preference_page_says(self):
        path, config = folder(defiant__ini=DEFIANT, bad__ini="nonsense"), pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        preload = " ".join(filter(None, [os.environ.get("BCNET_PRELOAD"), str(BUILD / "tests/opcodes/page-words.so")]))
        personal = config / "bcnet" / "ships"
        for options, words in (((), f"50 built in, 0 from {personal}"),
                               (("-o", f"bcnet.ship_folder:{path}"), f"50 built in, 0 from {personal}, 1 from {path}")):
            output, _ = run(scenario(*AKIRA_CREATED), *options, config=config, BCNET_PRELOAD=preload)
            self.assertEqual(output.splitlines()[-1], f"Ship layouts: {words}")

    def test_a_list_so_long_that_each_block_holds_one_entry(self):
        """After one cycle every entry is known, and each from the frame that told of it."""
        count, children = 100, 8
        text = "[Ship]\nName=Hedgehog\nSpecies=62\n"
        for number in range(count):
            first = number * (children + 1) + 1
            text += f"\n[Subsystem {number + 1}]\nName=Part {number}\nClass=PhaserSystem\nObjectOffset={first}\n"
            text += "".join(f"Child {child}=Bank;PhaserBank;0;{first + child}\n" for child in range(1, children + 1))
        path = folder(hedgehog__ini=text)
        blocks = [("host > ace", Update(time=number).raw(0x20, bytes([number]) + b"\xFF" * (children + 1) + b"\x20"))
                  for number in range(count)]
        rows, complaints = values(scenario(*blocks), ["bcnet.known.name", "bcnet.known.frame"],
                                  "-o", f"bcnet.ship_folder:{path}", "-o", "bcnet.default_layout:Hedgehog")
        self.assertEqual(complaints, [])
        self.assertEqual(rows[-1], [",".join(f"Part {number}" for number in range(count)),
                                    ",".join(str(number + 1) for number in range(count))])

    def test_a_folder_that_is_not_there(self):
        capture = scenario(*AKIRA_CREATED)
        rows, complaints = values(capture, LAYOUT, "-o", "bcnet.ship_folder:/there/is/no/such/folder")
        self.assertEqual(rows, AKIRA_ROW)
        self.assertEqual(len(complaints), 1, complaints)
        self.assertIn('There is no folder "/there/is/no/such/folder"', complaints[0])


class BadFiles(unittest.TestCase):
    """Each is reported once, with file and reason; all else works."""

    def check(self, reasons, **files):
        """`reasons`: file name -> words that its complaint has to hold."""
        path = folder(defiant__ini=DEFIANT, **files)
        for options in ((), ("-2",)):
            rows, complaints = values(
                scenario(("ace > host", creation(ships()["Akira"], species=60, snapshot=DEFIANT_SNAPSHOT)),
                         ("host > ace", Update().raw(0x20, DEFIANT_BLOCK)), *AKIRA_CREATED),
                LAYOUT, "-o", f"bcnet.ship_folder:{path}", *options)
            self.assertEqual(rows, [Folders.DEFIANT_ROW[0][:3], *AKIRA_ROW])
            self.assertEqual(len(complaints), len(set(complaints)), complaints)
            of_file = {name: [line for line in complaints if str(path / name) in line] for name in reasons}
            self.assertEqual(sum(map(len, of_file.values())), len(complaints), complaints)
            for name, words in reasons.items():
                for word in (name, *words):
                    self.assertIn(word, "\n".join(of_file[name]))

    def test_unknown_class(self):
        self.check({"x.ini": ["[Subsystem 3]", "Class", "WarpCore"]},
                   x__ini=DEFIANT.replace("60", "62").replace("CloakingSubsystem", "WarpCore"))

    def test_no_number(self):
        self.check({"x.ini": ["[Ship]", "Species", "sixty"]}, x__ini=DEFIANT.replace("=60", "=sixty"))

    def test_too_many_subsystems(self):
        self.check({"x.ini": ["127"]}, x__ini=MANY)

    def test_children_of_children(self):
        nested = DEFIANT.replace("60", "62") + "\n[Subsystem 2/Child 1]\nName=Nozzle\n"
        self.check({"x.ini": ["[Subsystem 2/Child 1]"]}, x__ini=nested)

    def test_not_utf_8(self):
        text = DEFIANT.replace("60", "62").encode() + b"\n# caf\xe9\n[More]\nName=\xe9\n"
        self.check({"x.ini": ["UTF-8"]}, x__ini=text)

    def test_empty(self):
        self.check({"x.ini": ["[Ship]", "the group is missing"]}, x__ini="")

    def test_several(self):
        self.check({"x.ini": ["Species"], "y.ini": [], "z.ini": ["UTF-8"]}, x__ini=DEFIANT.replace("=60", "=0x"),
                   y__ini=b"\0\1\2", z__ini=DEFIANT.replace("60", "63").encode() + b"Note=\xff\xfe\n")

    def test_unreadable(self):
        """A folder, a dangling link, and a file in place of the folder."""
        path = folder(defiant__ini=DEFIANT)
        (path / "directory.ini").mkdir()
        (path / "link.ini").symlink_to(path / "nowhere")
        rows, complaints = values(scenario(*AKIRA_CREATED), LAYOUT, "-o", f"bcnet.ship_folder:{path}")
        self.assertEqual(rows, AKIRA_ROW)
        self.assertEqual(len(complaints), 2, complaints)
        for name in ("directory.ini", "link.ini"):
            self.assertIn(name, "\n".join(complaints))
        rows, complaints = values(scenario(*AKIRA_CREATED), LAYOUT, "-o", f"bcnet.ship_folder:{path / 'defiant.ini'}")
        self.assertEqual(rows, AKIRA_ROW)
        self.assertEqual(len(complaints), 1, complaints)


BLOCK = Update().block(ships()["Nebula"], 2, OWNER)     # Akira, Ambassador and Nebula look like this


class NoFiles(unittest.TestCase):
    """What a folder may hold beside layouts: tshark neither waits for it nor reads without an end."""

    def test_nothing_is_waited_for(self):
        layouts = folder(defiant__ini=DEFIANT, large__ini=b"\n" * (1 << 20) + b"\n")
        os.mkfifo(layouts / "fifo.ini")
        (layouts / "zero.ini").symlink_to("/dev/zero")
        capture = scenario(("ace > host", creation(ships()["Akira"], species=60, snapshot=DEFIANT_SNAPSHOT)),
                           ("host > ace", Update().raw(0x20, DEFIANT_BLOCK)))
        for where in ("personal", "preferred"):
            config = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
            if where == "personal":
                (config / "bcnet").mkdir()
                (config / "bcnet" / "ships").symlink_to(layouts)
            options = ["-o", f"bcnet.ship_folder:{layouts}"] if where == "preferred" else []
            rows, complaints = values(capture, ["bcnet.ship.layout"], *options, config=config)
            self.assertEqual(rows, [["Defiant"]])
            for name, reason in (("fifo", "not a regular file"), ("zero", "not a regular file"),
                                 ("large", "larger than 1048576 bytes")):
                self.assertEqual(sum(f"{name}.ini" in line and reason in line for line in complaints), 1, complaints)


class Told(unittest.TestCase):
    """The table "Ship layouts by object" and the default layout."""

    def rows(self, *options, messages=(("host > ace", BLOCK),)):
        return values(scenario(*messages), LAYOUT, *options)

    def told(self, object_text, layout):
        return "-o", f'uat:bcnet_ships:"{object_text}","{layout}"'

    NAMES = "Sensor Array,Warp Core,Impulse Engines,Phasers"

    def test_told(self):
        for name in ("Nebula", "nebula"):
            self.assertEqual(self.rows(*self.told("3fffffff", name)), ([["Nebula", "2", self.NAMES]], []))

    def test_told_of_another_object(self):
        rows, complaints = self.rows(*self.told("4003ffff", "Nebula"))
        self.assertEqual((rows[0][:2], complaints), (["Akira/Ambassador/Nebula", "5"], []))

    def test_told_with_a_name_from_the_folder(self):
        path = folder(defiant__ini=DEFIANT)
        rows, complaints = self.rows("-o", f"bcnet.ship_folder:{path}", *self.told("3fffffff", "defiant"),
                                     messages=[("host > ace", Update().raw(0x20, DEFIANT_BLOCK))])
        self.assertEqual((rows[0][:2], complaints), (["Defiant", "2"], []))

    def test_wrongly_told(self):
        capture = scenario(("host > ace", BLOCK))
        frame = frames(capture, options=self.told("3fffffff", "Shuttle"))[0]
        self.assertEqual(frame.shows("bcnet.ship.layout"), ["Shuttle"])
        self.assertEqual([(expert.name, expert.severity) for expert in frame.experts()],
                         [("bcnet.expert.layout", "warning")])

    def test_the_creation_wins(self):
        rows, complaints = self.rows(*self.told("3fffffff", "Nebula"), messages=AKIRA_CREATED)
        self.assertEqual((rows, complaints), (AKIRA_ROW, []))

    def test_subsystems_of_a_told_ship(self):
        """Akira: Forward Torp 1 is 14, so the ids of the ship are resolved."""
        capture = scenario(("ace > host", bytes.fromhex("190D0000400205DF8711")))
        output, complaints = run(capture, "-T", "fields", "-e", "bcnet.object.resolved",
                                 *self.told("3fffffff", "Akira"))
        self.assertEqual((output.split("\n")[0], complaints), ("Akira: Forward Torp 1", []))

    def test_bad_name(self):
        rows, complaints = self.rows(*self.told("3fffffff", "Enterprize"))
        self.assertEqual(rows[0][:2], ["Akira/Ambassador/Nebula", "5"])
        self.assertEqual(len(complaints), 1, complaints)
        self.assertIn('There is no ship layout called "Enterprize" to be that of object 0x3fffffff', complaints[0])

    def test_default(self):
        self.assertEqual(self.rows("-o", "bcnet.default_layout:Nebula"), ([["Nebula", "3", self.NAMES]], []))
        rows, _ = self.rows("-o", "bcnet.default_layout:Nebula", *self.told("3fffffff", "Akira"))
        self.assertEqual(rows[0][:2], ["Akira", "2"])
        self.assertEqual(self.rows("-o", "bcnet.default_layout:Nebula", messages=AKIRA_CREATED), (AKIRA_ROW, []))

    def test_bad_default(self):
        rows, complaints = self.rows("-o", "bcnet.default_layout:Enterprize")
        self.assertEqual(rows[0][:2], ["Akira/Ambassador/Nebula", "5"])
        self.assertEqual(len(complaints), 1, complaints)
        self.assertIn('There is no ship layout called "Enterprize" to be the default', complaints[0])

    def test_table_in_the_configuration(self):
        config = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        (config / "bcnet_ships").write_text('"4003ffff","Nebula"\n"3fffffff","Nebula"\n')
        found = values(scenario(("host > ace", BLOCK)), LAYOUT, config=config)
        self.assertEqual(found, ([["Nebula", "2", self.NAMES]], []))


class AtRunTime(unittest.TestCase):
    """Preferences and files that change between two readings of a capture in one program."""

    @staticmethod
    def layout(session):
        """The layout line of the only frame."""
        def labels(nodes):
            for node in nodes:
                yield node["l"]
                yield from labels(node.get("n", ()))
        return [label for label in labels(session.frame(1)["tree"]) if label.startswith("Layout")]

    def test_changes(self):
        capture = scenario(("host > ace", Update().raw(0x20, DEFIANT_BLOCK)))
        path = folder(defiant__ini=DEFIANT)
        found = []
        with Sharkd() as session:
            def reading(**preferences):
                for name, value in preferences.items():
                    session.call("setconf", name=f"bcnet.{name}", value=str(value))
                session.load(capture)
                found.append(self.layout(session))
            reading()
            reading(ship_folder=path)
            (path / "defiant.ini").write_text(DEFIANT.replace("Name=Defiant", "Name=Valiant"))
            reading()
            reading(default_layout="Akira")
            session.call("setconf", name="uat:bcnet_ships", value='"3fffffff","Valiant"')
            reading()
            reading(default_layout="")
            (path / "defiant.ini").unlink()
            (path / "lapwing.ini").write_text(DEFIANT.replace("Name=Defiant", "Name=Valiant"))
            reading()
        self.assertEqual(found, [[], ["Layout: Defiant"], ["Layout: Valiant"], ["Layout: Akira"],
                                 ["Layout: Valiant"], ["Layout: Valiant"], ["Layout: Valiant"]])


class Harness(unittest.TestCase):
    """The runs of this file see complaints that others fail on."""

    def test_the_harness_fails_on_complaints(self):
        path = folder(x__ini="nonsense")
        with self.assertRaises(RunError):
            tshark("-r", scenario(*AKIRA_CREATED), "-o", f"bcnet.ship_folder:{path}")


if __name__ == "__main__":
    main()
