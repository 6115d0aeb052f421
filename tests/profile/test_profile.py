# SPDX-License-Identifier: GPL-2.0-or-later
"""The Wireshark profile: installed by CMake, loaded by tshark, judged on the capture of a whole game."""

import csv
import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from bcnet_test import BUILD, SOURCE, fields, forge, main, registered_fields, require_plugin, scratch, tool, tshark

NAME = "Bridge Commander"
FILES = {"preferences", "recent", "colorfilters", "dfilter_buttons", "io_graphs", "profile_settings", "dfilter_macros", "dmacros",
         "plots"}
SESSION = SOURCE / "captures" / "session.pcapng"
LOST = SOURCE / "captures" / "lost.pcapng"

# What a datagram tells a person, and the colour it is to have: the first match counts. The words are those of the
# protocol description's opcode table; a state update alone is state, whatever acks travel with it.
EXPECTED_COLOURS = [
    ("trouble", r"\[Retransmission\]"),
    ("deaths and scores", r"explodes|ScoreChange|SelfDestruct|EndGame|RestartGame"),
    ("chat", r"Chat"),
    ("joining and leaving",
     r"GameSpy|Connect|Disconnect|Boot|is \"|Name \"|Checksum|FileTransfer|Settings|NewPlayerInGame"
     r"|MissionInit|Player(Joined|Left)|FileDiffers|VersionDiffers|(?<!Create)Team: "),
    ("combat", r"(Start|Stop)Firing|TorpedoFire|PulseFire|CollisionEffect|DamageMark"),
    ("ships come and go", r"ObjectCreate|DestroyObject|EnteredSet|RequestObject|ExitedWarp"),
    ("new damage", r"StateUpdate.*<worse>"),
    ("ship state", r"StateUpdate"),
    ("acks, fragments, keepalives",
     r"^((Ack \d+|, \d+|Fragment \d+ of [^|]*|Keepalive)( fragment \d+)?( \((low|stale)\))*( \| )?)+$"),
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


def messages():
    """The game's messages as frames."""
    path = scratch() / "messages.pcapng"
    if not path.exists():
        tshark("-r", SESSION, "-U", "BCNET messages", "-w", path)
    return path


def hits(display_filter, capture=SESSION):
    """How many frames of the game a display filter finds; tshark refuses what is no filter."""
    return len(with_profile("-r", capture, "-2", "-Y", display_filter, "-T", "fields", "-e", "frame.number").split())


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


def rows(capture):
    """The packet list. Between source and destination tshark puts an arrow, which is no column."""
    lists = [line.split("\t") for line in with_profile("-r", capture, "-T", "tabs").splitlines()]
    return [[cell.strip() for cell in cells if cell.strip() != "→"] for cells in lists]


class Columns(unittest.TestCase):
    """The packet list."""

    @classmethod
    def setUpClass(cls):
        cls.rows = {int(row[0]): row for row in rows(SESSION)}

    def test_number_of_columns(self):
        self.assertEqual({len(row) for row in self.rows.values()}, {8})

    def test_sender_and_receiver(self):
        for number, (_, _, sender, receiver, *_, info) in self.rows.items():
            self.assertTrue(sender and receiver, f"Frame {number} has no sender or no receiver: {info}")
            self.assertFalse(info.startswith(sender), f"Frame {number} says twice who sends: {info}")

    def test_info_without_the_profile_begins_with_them(self):
        told = tshark("-r", SESSION, "-Y", "bcnet.msg", "-T", "fields", "-e", "frame.number", "-e", "_ws.col.Info")
        for number, info in (row.split("\t") for row in told.splitlines()):
            _, _, sender, receiver, *_, rest = self.rows[int(number)]
            self.assertEqual(info, f"{sender} → {receiver}: {rest}", f"Frame {number}")

    def test_time_in_milliseconds(self):
        self.assertIn("gui.time_precision: MSEC", lines("recent"))

    def test_room(self):
        """A letter takes eight points, the frame of a cell about eight; in front of the numbers are the signs for packets
        that belong together. The addresses stand before Info, whose width is what is left: a column that is added stands in front
        of it and is seen."""
        widths = next(line for line in lines("recent") if line.startswith("column.width:"))
        for column, words, signs in (("%m", "123456", 20), ("bcnet.from", "new client", 0), ("bcnet.to", "new client", 0),
                                     ("%s", "10.10.10.77", 0), ("%d", "10.10.10.77", 0)):
            width = int(re.search(rf'{column}"?, (\d+)', widths)[1])
            self.assertGreaterEqual(width, 8 * len(words) + 8 + signs, column)
        before = sum(map(int, re.findall(r", (\d+)", widths))) - int(re.search(r"%i, (\d+)$", widths)[1])
        self.assertGreaterEqual((LAPTOP - SCROLL_BAR - before) // 8, NARROW)

    def test_other_traffic_is_readable(self):
        """Somebody else's packet has its addresses and its protocol."""
        foreign = forge("endpoint a 10.0.0.1:1234\nendpoint b 10.0.0.2:53\nat 0 a > b\n"
                        "cipher 00 01 01 00 00 01 00 00 00 00 00 00 01 61 00 00 01 00 01\n")
        row = rows(foreign)[0]
        self.assertEqual(row[4:7], ["10.0.0.1", "10.0.0.2", "DNS"])


# Points of a laptop's screen, and of what is at the right of the list; characters of Info beside it, and on a wider one.
LAPTOP, SCROLL_BAR, NARROW, WIDE = 1366, 20, 86, 114
# What a row is about, by its tree, and what of Info says so. Shots and damage are what it is about where it has nothing of the
# others.
POINTS = {
    "death": ("bcnet.event.killer", r"explodes( \(killed by [^)]*\))?"),
    "score": ("bcnet.score.killer", r"killed by #[^)]*\)|ScoreChange: [^|(]*"),
    "join": ("bcnet.event.player", r"player \d+ joined( \([^)]*\))?"),
    "leave": ("bcnet.delete_player.name", r"(PlayerLeft:|Disconnect) [^|]*"),
    "boot": ("bcnet.boot.reason", r"Boot [^|]*"),
    "chat": ("bcnet.chat.text", r'Chat[^:]*: "[^|]*"'),
    "shot": ("bcnet.actor", r"(TorpedoFire|PulseFire|StartFiring)[^|]*"),
    "damage": ("bcnet.damage.new", r"[^,;|\[]*→[\d.]+ %"),
}


@functools.cache
def battle(players):
    """A battle that is long enough for deaths and chat."""
    capture = scratch() / f"battle-of-{players}.pcapng"
    tool("bcnet-forge", "--battle", "--players", players, "--datagrams", {3: 12_000, 6: 20_000}[players],
         "--loss", 3, capture)
    return capture


def sights(capture):
    """What rows are about -> how many characters of Info one has to see for that."""
    names = [field for field, _ in POINTS.values()]
    found = {}
    for line in with_profile("-r", capture, "-T", "fields", *(word for name in ["_ws.col.Info", *names] for word in ("-e", name)),
                             "-Y", "bcnet.msg").splitlines():
        info, *cells = line.split("\t")
        about = [kind for kind, cell in zip(POINTS, cells) if cell
                 and (kind != "shot" or re.search(POINTS["shot"][1], info))]
        heavy = [kind for kind in about if kind not in ("shot", "damage")]
        for kind in heavy or about[:1]:
            point = re.search(POINTS[kind][1], info)
            found.setdefault(kind, []).append(len(info[:point.end()].rstrip()) if point else 10_000)
    return found


class Sight(unittest.TestCase):
    """What matters of a row is in sight, on a laptop's screen and beside it."""

    def check(self, capture, *kinds):
        found = sights(capture)
        self.assertLessEqual(set(kinds), set(found))
        for kind, ends in found.items():
            shares = [sum(end <= width for end in ends) / len(ends) for width in (NARROW, WIDE)]
            print(f"{capture.name}: {kind}, {len(ends)} rows, in sight {shares[0]:.1%} and {shares[1]:.1%}")
            self.assertEqual(shares[1], 1, kind)
            self.assertGreaterEqual(shares[0], 0.98 if kind in ("shot", "damage") else 1, kind)

    def test_the_story(self):
        self.check(SESSION, *POINTS)

    def test_battles(self):
        for players in (3, 6):
            self.check(battle(players), "death", "score", "join", "chat", "shot", "damage")


def luminance(colour):
    """Of a colour of 16 bits a channel, as the guidelines for web content have it."""
    channels = [int(channel) / 65535 for channel in colour.split(",")]
    return sum(weight * (channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4)
               for weight, channel in zip((0.2126, 0.7152, 0.0722), channels, strict=True))


class Colours(unittest.TestCase):
    """The colour rules."""

    def test_contrast(self):
        """4.5 is what small letters need."""
        for line in lines("colorfilters"):
            light, dark = sorted(map(luminance, re.search(r"@\[([\d,]+)\]\[([\d,]+)\]$", line).groups()), reverse=True)
            self.assertGreaterEqual((light + 0.05) / (dark + 0.05), 4.5, line)

    def test_each_datagram_has_the_colour_that_its_content_asks_for(self):
        output = with_profile("-r", SESSION, "--color", "-T", "fields", "-e", "frame.number",
                              "-e", "frame.coloring_rule.name", "-e", "_ws.col.Info", "-e", "bcnet.damage.new")
        seen = set()
        for line in output.splitlines():
            number, rule, info, worse = line.split("\t")
            info += " <worse>" if worse else ""
            wanted = next(name for name, pattern in EXPECTED_COLOURS if re.search(pattern, info))
            self.assertEqual(rule, f"{NAME}: {wanted}", f"Frame {number}: {info}")
            seen.add(wanted)
        self.assertEqual(seen, {name for name, _ in EXPECTED_COLOURS})

    def test_the_document_names_every_rule(self):
        text = (SOURCE / "docs" / "gui.md").read_text(encoding="utf-8")
        named = re.findall(r"^\| [a-z, ]+ \| ([a-z, ]+) \|", text.split("| colour |")[1].split("\n\n")[0], re.M)
        self.assertEqual(named, [name for name, _ in EXPECTED_COLOURS[:-2]] + ["orders and events", "acks, fragments, keepalives"])

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


def unquoted(cell):
    """A cell of a table of preferences as Wireshark reads it."""
    return cell.replace("\\x22", '"')


    def test_deaths_and_chat_leave_each_act_once(self):
        """As the tables count them."""
        for label, told, capture in (("Chat", "bcnet,chat,csv", SESSION), ("Deaths", "bcnet,ships,csv", SESSION),
                                     ("Deaths", "bcnet,ships,csv", battle(6))):
            display_filter, = (row[2] for row in table("dfilter_buttons") if row[1] == label)
            rows = list(csv.DictReader(tshark("-q", "-r", capture, "-z", told).splitlines()))
            frames = {row.get("frame", "") if label == "Chat" else round(float(row["died_s"]), 3) for row in rows
                      if label == "Chat" or row["died_s"]}
            self.assertGreater(len(frames), 2)
            found = tshark("-r", capture, "-Y", display_filter, "-T", "fields", "-e",
                           "frame.number" if label == "Chat" else "frame.time_relative").split()
            self.assertEqual(set(found) if label == "Chat" else {round(float(time), 3) for time in found}, frames, label)


class Macros(unittest.TestCase):
    """Filter macros, in the form of this series and in that of newer ones."""

    def rows(self):
        return {name: text.replace("\\x22", '"') for name, text in table("dfilter_macros")}

    def test_both_files_say_the_same(self):
        newer = dict(re.match(r'"(\w+)" (.*)$', line).groups() for line in lines("dmacros"))
        self.assertEqual(newer, self.rows())

    def test_each_finds_what_its_name_says(self):
        text = lambda name, *words: functools.reduce(lambda text, pair: text.replace(f"${pair[0]}", pair[1]),
                                                     enumerate(words, 1), self.rows()[name])
        for macro, written in (("${player:Ace}", text("player", "Ace")), ("${ship:Sovereign (Ace)}", text("ship", "Sovereign (Ace)")),
                               ("${fight:Ace;Sep}", text("fight", "Ace", "Sep"))):
            self.assertTrue(0 < hits(macro) < hits("bcnet"), macro)
            self.assertEqual(hits(macro), hits(written), macro)
        mine = fields(SESSION, ["bcnet.from.name", "bcnet.to.name", "bcnet.actor.name"], text("player", "Ace"))
        self.assertTrue(all("Ace" in sum(row.values(), []) for row in mine))
        self.assertEqual(hits("${fight:Ace;Sep}"), hits("${fight:Sep;Ace}"))


class Switch(unittest.TestCase):
    """The profile switches itself on, and plots what is there."""

    def test_filter(self):
        self.assertEqual(lines("profile_settings"), ["auto_switch_filter: bcnet"])

    def test_plots(self):
        known = {field.name for field in registered_fields()}
        for line in lines("plots"):
            enabled, group, label, display_filter, colour, style, field, factor = re.findall(r'"([^"]*)"', line)
            self.assertIn(enabled, ("TRUE", "FALSE"), label)
            self.assertRegex(f"{group} {colour} {factor}", r"^\d #[0-9a-f]{6} 1$", label)
            self.assertIn(style, PLOT_STYLES | {"Step line"}, label)
            self.assertIn(field, known, label)
            capture = messages() if "exported_pdu" in display_filter else SESSION
            self.assertGreater(hits(f"({unquoted(display_filter)}) && {field}", capture), 0, label)


class Graphs(unittest.TestCase):
    """The presets of the I/O graph."""

    def test_each_draws_something(self):
        known = {field.name for field in registered_fields()}
        rows = table("io_graphs")
        self.assertTrue(rows)
        for enabled, label, display_filter, colour, style, axis, field, average, factor in rows:
            self.assertIn(enabled, ("Enabled", "Disabled"), label)
            self.assertRegex(colour, r"^#[0-9a-f]{6}$", label)
            self.assertIn(style, PLOT_STYLES, label)
            self.assertIn(axis, Y_AXES, label)
            self.assertEqual(average, "None", label)
            self.assertIn(factor, {"(times ten)": {"10"}, "(times five)": {"5"}}.get(label[label.rfind("("):], {"1"}), label)     # a whole number
            self.assertEqual("Y Field" in axis, bool(field), label)
            if field:
                self.assertIn(field, known, label)
                display_filter = f"({unquoted(display_filter)}) && {field}"
            capture = messages() if "exported_pdu" in display_filter else LOST if "lost" in display_filter else SESSION
            self.assertGreater(hits(display_filter, capture), 0, f"{label}: {display_filter}")

    def test_graphs_of_ships_are_of_one_ship(self):
        """A datagram tells of several ships; a message as a frame of one. Nothing is drawn where it would be wrong."""
        found = 0
        for _, label, display_filter, _, _, _, field, _, _ in table("io_graphs"):
            if field.startswith("bcnet.") and not field.startswith("bcnet.analysis."):
                found += 1
                self.assertTrue(label.startswith("Messages as frames: "), label)
                drawn = f"({unquoted(display_filter)}) && {field}"
                self.assertEqual(hits(drawn), 0, label)
                rows = fields(messages(), ["bcnet.ship.name", "bcnet.state.object"], drawn)
                self.assertEqual({tuple(row["bcnet.ship.name"]) for row in rows}, {("Ace",)}, label)
                # Over a respawn: the objects are several.
                self.assertGreater(len({row["bcnet.state.object"][0] for row in rows}), 1, label)
        self.assertEqual(found, 3)


if __name__ == "__main__":
    main()
