# SPDX-License-Identifier: GPL-2.0-or-later
"""The Wireshark profile: installed by CMake, loaded by tshark, judged on the capture of a whole game."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from bcnet_test import BUILD, SOURCE, main, registered_fields, require_plugin, scratch, tshark

NAME = "Bridge Commander"
FILES = {"preferences", "recent", "colorfilters", "dfilter_buttons", "io_graphs"}
SESSION = SOURCE / "captures" / "session.pcapng"

# What a datagram tells a person, and the colour it is to have: the first match counts. The words are those of the
# protocol description's opcode table; a state update alone is state, whatever acks travel with it.
EXPECTED_COLOURS = [
    ("trouble", r"\[Retransmission\]"),
    ("deaths and scores", r"explodes|ScoreChange|HostMsg|EndGame|RestartGame"),
    ("chat", r"Chat"),
    ("joining and leaving",
     r"GameSpy|Connect|Disconnect|Boot|is \"|Name \"|Checksum|FileTransfer|Settings|NewPlayerInGame"
     r"|MissionInit|DeletePlayer|(?<!Create)Team: "),
    ("combat", r"(Start|Stop)Firing|TorpedoFire|BeamFire|CollisionEffect|Explosion"),
    ("ships come and go", r"ObjectCreate|DestroyObject|ObjNotFound|RequestObject|EnterSet"),
    ("ship state", r"StateUpdate"),
    ("acks, fragments, keepalives",
     r"^((Ack \d+( fragment \d+)?|Fragment \d+ of [^|]*|Keepalive)( \((low|stale)\))*( \| )?)+$"),
    ("orders and events", ""),
]

COLOUR_RULE = re.compile(r"@([^@]*)@(.*)@\[[\d,]+\]\[[\d,]+\]$")
PLOT_STYLES = {"Line", "Impulse", "Bar", "Stacked Bar", "Dot", "Square", "Diamond", "Cross", "Circle", "Plus"}
Y_AXES = {"Packets", "Bytes", "Bits", "SUM(Y Field)", "COUNT FRAMES(Y Field)", "COUNT FIELDS(Y Field)", "MAX(Y Field)",
          "MIN(Y Field)", "AVG(Y Field)", "LOAD(Y Field)"}


def setUpModule():
    """Install the profile and put it where the tests' configuration is."""
    root = scratch() / "root"
    subprocess.run(["cmake", "--install", str(BUILD), "--component", "profile"], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "DESTDIR": str(root)})
    installed = [path for path in root.rglob(NAME) if path.is_dir()]
    assert len(installed) == 1, f"The profile was installed to {installed}."
    assert installed[0].parts[-3:-1] == ("wireshark", "profiles"), installed[0]
    require_plugin()    # the first run of tshark makes the configuration folder
    shutil.copytree(installed[0], folder())


def folder():
    """The profile that tshark -C finds."""
    return scratch() / "config" / "profiles" / NAME


def lines(name):
    """The lines of a file of the profile, without comments."""
    text = (folder() / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def table(name):
    """The rows of a table of preferences."""
    return [re.findall(r'"([^"]*)"', line) for line in lines(name)]


def with_profile(*arguments):
    """tshark with the profile; it fails on any warning."""
    return tshark("-C", NAME, *arguments)


def hits(display_filter):
    """How many datagrams of the game a display filter finds; tshark refuses what is no filter."""
    return len(with_profile("-r", SESSION, "-2", "-Y", display_filter, "-T", "fields", "-e", "frame.number").split())


class Files(unittest.TestCase):
    """What CMake installed."""

    def test_all_and_nothing_else(self):
        self.assertEqual({path.name for path in folder().iterdir()}, FILES)
        for name in FILES:
            source = pathlib.Path(SOURCE / "profile" / NAME / name)
            self.assertEqual((folder() / name).read_bytes(), source.read_bytes(), name)

    def test_widths_are_those_of_the_columns(self):
        columns = re.findall(r'"([^"]*)", *"(%[^"]*)"', (folder() / "preferences").read_text(encoding="utf-8"))
        widths = next(line for line in lines("recent") if line.startswith("column.width:"))
        formats = [item.strip(' "') for item in widths.split(":", 1)[1].split(",")][::2]
        # The file of widths names custom columns without occurrence and resolution.
        self.assertEqual(formats, [re.sub(r":\d:[RU]$", "", form) for _, form in columns])


class Place(unittest.TestCase):
    """CMake installs where Wireshark looks."""

    def check(self, expected, *folders, **variables):
        home = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        for name in folders:
            (home / name).mkdir(parents=True)
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("WIRESHARK_CONFIG_DIR", "XDG_CONFIG_HOME", "DESTDIR")}
        environment |= {"HOME": str(home)} | {name: str(home / value) for name, value in variables.items()}
        listed = subprocess.run(["tshark", "-G", "folders"], env=environment, check=True, capture_output=True).stdout
        self.assertEqual(re.search(rb"Personal configuration:\s*(.*)", listed)[1].decode().rstrip("/"),
                         str(home / expected), "where Wireshark looks")
        subprocess.run(["cmake", "--install", str(BUILD), "--component", "profile"], env=environment, check=True,
                       stdout=subprocess.DEVNULL)
        self.assertEqual({path.name for path in (home / expected / "profiles" / NAME).iterdir()}, FILES)

    def test_usual(self):
        self.check(".config/wireshark")

    def test_configuration_elsewhere(self):
        self.check("elsewhere/wireshark", XDG_CONFIG_HOME="elsewhere")

    def test_folder_of_old_times(self):
        self.check(".wireshark", ".wireshark")

    def test_both_folders(self):
        self.check(".config/wireshark", ".wireshark", ".config/wireshark")

    def test_told(self):
        self.check("told", WIRESHARK_CONFIG_DIR="told")


class Columns(unittest.TestCase):
    """The packet list."""

    @classmethod
    def setUpClass(cls):
        rows = [line.split("\t") for line in with_profile("-r", SESSION, "-T", "tabs").splitlines()]
        cls.rows = {int(row[0]): [cell.strip() for cell in row] for row in rows}

    def test_number_of_columns(self):
        self.assertEqual({len(row) for row in self.rows.values()}, {6})

    def test_sender_and_receiver(self):
        for number, (_, _, sender, receiver, _, info) in self.rows.items():
            self.assertTrue(sender and receiver, f"Frame {number} has no sender or no receiver: {info}")
            self.assertFalse(info.startswith(sender), f"Frame {number} says twice who sends: {info}")

    def test_info_without_the_profile_begins_with_them(self):
        rows = tshark("-r", SESSION, "-Y", "bcnet.msg", "-T", "fields", "-e", "frame.number", "-e", "_ws.col.Info")
        for number, info in (row.split("\t") for row in rows.splitlines()):
            _, _, sender, receiver, _, rest = self.rows[int(number)]
            self.assertEqual(info, f"{sender} → {receiver}: {rest}", f"Frame {number}")

    def test_ship(self):
        for number, (_, _, _, _, ship, info) in self.rows.items():
            match = re.search(r"StateUpdate ([A-Z][A-Za-z ]*\((?:Ace|Sep)\))", info)
            if match:
                self.assertEqual(ship.split(",")[0].split(":")[0], match[1], f"Frame {number}: {info}")


class Colours(unittest.TestCase):
    """The colour rules."""

    def test_each_datagram_has_the_colour_that_its_content_asks_for(self):
        output = with_profile("-r", SESSION, "--color", "-T", "fields", "-e", "frame.number",
                              "-e", "frame.coloring_rule.name", "-e", "_ws.col.Info")
        seen = set()
        for line in output.splitlines():
            number, rule, info = line.split("\t")
            wanted = next(name for name, pattern in EXPECTED_COLOURS if re.search(pattern, info))
            self.assertEqual(rule, f"{NAME}: {wanted}", f"Frame {number}: {info}")
            seen.add(wanted)
        self.assertEqual(seen, {name for name, _ in EXPECTED_COLOURS})

    def test_the_table_names_every_rule(self):
        self.assertEqual({COLOUR_RULE.match(line)[1] for line in lines("colorfilters")},
                         {f"{NAME}: {name}" for name, _ in EXPECTED_COLOURS})

    def test_filters(self):
        for line in lines("colorfilters"):
            self.assertGreater(hits(COLOUR_RULE.match(line)[2]), 0, line)

    def test_complaints_of_other_captures_are_trouble(self):
        for name in ("bad-length", "lost", "bad-fragment"):
            output = with_profile("-r", SOURCE / "captures" / f"{name}.pcapng", "--color", "-T", "fields",
                                  "-e", "frame.coloring_rule.name")
            self.assertIn(f"{NAME}: trouble", output.splitlines(), name)


class Buttons(unittest.TestCase):
    """The filter buttons."""

    def test_each_finds_something_but_not_everything(self):
        total = hits("frame")
        rows = table("dfilter_buttons")
        self.assertGreaterEqual(len(rows), 5)
        for enabled, label, display_filter, comment in rows:
            self.assertEqual(enabled, "TRUE", label)
            self.assertTrue(label and comment)
            found = hits(display_filter)
            self.assertTrue(0 < found < total, f"{label} finds {found} of {total}.")


class Graphs(unittest.TestCase):
    """The presets of the I/O graph."""

    def test_each_draws_something(self):
        fields = {field.name for field in registered_fields()}
        rows = table("io_graphs")
        self.assertTrue(rows)
        for enabled, label, display_filter, colour, style, axis, field, average, factor in rows:
            self.assertIn(enabled, ("Enabled", "Disabled"), label)
            self.assertRegex(colour, r"^#[0-9a-f]{6}$", label)
            self.assertIn(style, PLOT_STYLES, label)
            self.assertIn(axis, Y_AXES, label)
            self.assertEqual((average, factor), ("None", "1"), label)
            self.assertEqual("Y Field" in axis, bool(field), label)
            if field:
                self.assertIn(field, fields, label)
                display_filter = f"({display_filter}) && {field}"
            self.assertGreater(hits(display_filter), 0, f"{label}: {display_filter}")


if __name__ == "__main__":
    main()
