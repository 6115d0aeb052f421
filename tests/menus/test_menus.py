# SPDX-License-Identifier: GPL-2.0-or-later
"""Entries of Wireshark's menus: filters about a packet, streams to follow, conversations with their stream."""

import collections
import os
import pathlib
import re
import shutil
import unittest
import unittest.mock
import urllib.parse

from bcnet_test import BUILD, fields, forge, main, registered_fields, tshark
from captures import FOLDER
from wireshark import RunError

SESSION = FOLDER / "session.pcapng"
STREAM = 3      # of the first player
SHIPS = ("This ship", "Second ship", "Third ship", "Fourth ship")
PLAYER, SHIP, GAME, ACT = "This player", "This ship", "This game", "This act and its copies"


def inside(module, *arguments, **variables):
    """The output of tshark with a module of this folder in it."""
    preload = " ".join(filter(None, [os.environ.get("BCNET_PRELOAD"), str(BUILD / f"tests/menus/{module}.so")]))
    with unittest.mock.patch.dict(os.environ, {"BCNET_PRELOAD": preload, **variables}):
        return tshark(*arguments)


def filters(capture):
    """{frame: {entry of the menu: filter}}."""
    found = collections.defaultdict(dict)
    for line in inside("packet-filters", "-r", capture, "-V").splitlines():
        if line.startswith("FILTER\t"):
            _, frame, entry, text = line.split("\t", 3)
            found[int(frame)][entry.removeprefix("BCNET: ")] = text
    return found


def frames_of(capture, display_filter):
    """The frames that a filter finds."""
    return [int(row["frame.number"][0]) for row in fields(capture, ["frame.number"], display_filter)]


class Filters(unittest.TestCase):
    """Conversation Filter in the menu of a packet."""

    @classmethod
    def setUpClass(cls):
        cls.filters = filters(SESSION)
        names = ["frame.number", "bcnet.from.id", "bcnet.to.id", "bcnet.object.resolved", "bcnet.copy_of", "bcnet.actor"]
        cls.rows = {int(row["frame.number"][0]): row for row in fields(SESSION, names)}

    def check(self, entry, wanted):
        """One frame for each different filter: it finds what `wanted(frame)` says, the frame itself among it."""
        seen = {}
        for frame, found in self.filters.items():
            if entry in found:
                seen.setdefault(found[entry], frame)
        self.assertTrue(seen)
        for text, frame in list(seen.items())[:3]:
            with self.subTest(filter=text):
                self.assertEqual(frames_of(SESSION, text), sorted(wanted(frame)))
                self.assertIn(frame, frames_of(SESSION, text))

    def test_player(self):
        def wanted(frame):
            row = self.rows[frame]
            mine = next(ident for ident in row["bcnet.from.id"] + row["bcnet.to.id"] if ident != "1")
            return [number for number, other in self.rows.items()
                    if mine in other["bcnet.from.id"] + other["bcnet.to.id"]
                    or any(re.match(rf"#{mine}( |$)", actor) for actor in other["bcnet.actor"])]
        self.check(PLAYER, wanted)

    def test_player_whose_id_others_had(self):
        """departures: Again connects again, and gets id 8 again; that is another stay."""
        capture = SESSION.parent / "departures.pcapng"
        rows = fields(capture, ["frame.number", "bcnet.from.id", "bcnet.to.id"])
        mine = [int(row["frame.number"][0]) for row in rows if "8" in row["bcnet.from.id"] + row["bcnet.to.id"]]
        found = filters(capture)
        self.assertEqual(frames_of(capture, found[mine[0]][PLAYER])[0], mine[0])
        second = frames_of(capture, found[mine[-1]][PLAYER])
        self.assertLess(len(second), len(mine))
        self.assertEqual(second, mine[-len(second):])

    def test_ship(self):
        def ships(row):
            return {name.split(": ")[0] for name in row["bcnet.object.resolved"]}
        self.check(SHIP, lambda frame: [number for number, row in self.rows.items() if self.label(frame, 0) in ships(row)])

    def label(self, frame, place):
        """The ship of an entry, as its filter names it."""
        return re.fullmatch(r'bcnet\.object\.resolved contains "(.*)"', self.filters[frame][SHIPS[place]])[1]

    def test_one_entry_for_each_ship(self):
        """Whatever a packet tells of several, each entry is one of them."""
        several = 0
        for frame, found in self.filters.items():
            names = {name.split(": ")[0] for name in self.rows[frame]["bcnet.object.resolved"]}
            offered = [self.label(frame, place) for place, entry in enumerate(SHIPS) if entry in found]
            self.assertEqual(sorted(offered), sorted(names), frame)
            several += len(offered) > 1
        self.assertGreater(several, 10)

    def test_game(self):
        self.check(GAME, lambda frame: [number for number, row in self.rows.items() if row["bcnet.from.id"]
                                        or row["bcnet.to.id"]] + frames_of(SESSION, "bcnet.gamespy && ip.addr == 10.10.10.1"
                                                                                    " && udp.port == 22101"))

    def test_act(self):
        def wanted(frame):
            act = self.rows[frame]["bcnet.copy_of"]
            acts = set(act) or {str(frame)}
            return [number for number, row in self.rows.items() if str(number) in acts or acts & set(row["bcnet.copy_of"])]
        self.check(ACT, wanted)

    def test_what_is_not_known_is_not_offered(self):
        for frame, found in self.filters.items():
            row = self.rows[frame]
            self.assertEqual(SHIP in found, bool(row["bcnet.object.resolved"]), frame)
            if row["bcnet.copy_of"]:
                self.assertIn(ACT, found, frame)
        self.assertTrue(any(ACT not in found for found in self.filters.values()))

    def test_names_end_no_string(self):
        """Names come from the net."""
        scenario = (FOLDER / "scenarios" / "learn-5-state.scn").read_text(encoding="utf-8")
        name = b'a"\\b"'
        capture = forge(scenario.replace(b"Cady2".hex(" "), name.hex(" ")))
        found = filters(capture)[1][SHIP]
        self.assertEqual(found, r'bcnet.object.resolved contains "Akira (a\"\\b\")"')
        self.assertEqual(frames_of(capture, found), [1, 2, 3])


class Follow(unittest.TestCase):
    """A connection in the clear."""

    def lines(self, capture, stream=STREAM):
        output = tshark("-q", "-r", capture, "-z", f"follow,bcnet,raw,{stream}")
        rows = [line for line in output.splitlines() if re.fullmatch(r"\t?[0-9a-f]+", line)]
        return [(line.startswith("\t"), bytes.fromhex(line.strip()).decode()) for line in rows]

    def test_a_line_per_message(self):
        rows = fields(SESSION, ["bcnet.msg", "bcnet.from_host"], f"udp.stream == {STREAM} && bcnet")
        expected = [row["bcnet.from_host"][0] in ("1", "True") for row in rows for _ in row["bcnet.msg"]]
        self.assertEqual([from_host for from_host, _ in self.lines(SESSION)], expected)

    def test_words(self):
        capture = forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace  10.10.10.2:59405 id 2
            at 0 ace > host id 255
                connect 10.10.10.2 1
            at 0.25 host > ace
                ack 0 low
                accept 2
            at 1.5 ace > host
                game seq 0 2C 02 00 00 00 05 00 68 65 6C 6C 6F
        """)
        self.assertEqual(self.lines(capture, 0), [
            (False, "0.000 new client: Connect, ip 10.10.10.2\n"),
            (True, "0.250 host: Ack 0 (low)\n"),
            (True, "0.250 host: Connect: your id is 2\n"),
            (False, '1.500 #2: Chat: "hello"\n'),
        ])

    def test_the_client_is_the_first_end(self):
        output = tshark("-q", "-r", SESSION, "-z", f"follow,bcnet,ascii,{STREAM}")
        self.assertRegex(output, r"Node 0: 10\.10\.10\.239:\d+\nNode 1: 10\.10\.10\.1:22101\n")


class Menu(unittest.TestCase):
    """Tools > Bridge Commander."""

    def pick(self, entry, *arguments, **variables):
        return inside("menu-entries", "-r", SESSION, *arguments, MENU_PICK=entry, **variables).splitlines()

    def opened(self, entry, *arguments):
        """The page that the entry shows."""
        address, = (line.split("\t")[1] for line in self.pick(entry, *arguments) if line.startswith("OPENED"))
        page = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(address).path))
        self.addCleanup(shutil.rmtree, page.parent)
        self.assertEqual(page.parent.stat().st_mode & 0o077, 0, "others look into the folder")
        return page.read_text(encoding="utf-8")

    def test_entries(self):
        entries = [line.split("\t")[1:] for line in self.pick("") if line.startswith("MENU")]
        self.assertEqual(sorted(entries), [["Tools", name] for name in (
            "Every act once", "Field reference", "Messages as frames: how", "New damage", "Write and open the report of this file")])

    def test_filters_find_something(self):
        for entry in ("Every act once", "New damage"):
            lines = self.pick(entry)
            found = [line.split("\t")[1] for line in lines if line.startswith("PREPARED")]
            self.assertEqual(len(found), 1)
            self.assertEqual(lines.count("APPLIED"), 1)
            self.assertTrue(0 < len(frames_of(SESSION, found[0])) < len(frames_of(SESSION, "frame")), entry)

    def test_the_report_is_that_of_the_window(self):
        """What was chosen in Decode As and may not be saved counts; so do all frames, whatever was read before."""
        decoded = ["-d", "udp.port==4321,bcnet"]
        self.assertEqual(self.opened("Write and open the report of this file", *decoded),
                         tshark("-q", "-r", SESSION, *decoded, "-z", "bcnet,report,-"))

    def failure(self, entry, *arguments, **variables):
        """What a dialog would say."""
        with self.assertRaises(RunError) as said:
            self.pick(entry, *arguments, **variables)
        return str(said.exception)

    def test_why_there_is_no_page(self):
        report = "Write and open the report of this file"
        self.assertIn("open a capture", self.failure(report, "--disable-protocol", "bcnet"))
        self.assertIn("could not be written", self.failure(report, TMPDIR="/nowhere"))
        told = self.failure("Field reference", MENU_NO_BROWSER="1")
        page = pathlib.Path(re.search(r"this one is (\S+)", told).group(1))
        self.assertTrue(page.is_file())
        shutil.rmtree(page.parent)

    def test_fields(self):
        text = self.opened("Field reference")
        self.assertEqual(re.findall("<tr><th[^>]*>(.*)", text), sorted({name.split(".")[min(1, name.count("."))] for name in
                                                                         re.findall("<tr><td>([^<]*)<", text)}))
        self.assertIn('<input type="search"', text)
        names = re.findall("^<tr><td>([^<]*)<td>", text, re.MULTILINE)
        self.assertEqual(names, sorted(names))
        self.assertEqual(set(names), {field.name for field in registered_fields() if field.name.startswith("bcnet.")})


if __name__ == "__main__":
    main()
