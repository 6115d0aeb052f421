# SPDX-License-Identifier: GPL-2.0-or-later
"""The scripts of the report: they can be read, they put a page together for every capture, and their words and their model
are right. What a browser makes of it: browser.sh."""

import json
import shutil
import subprocess
import unittest

import hostile
from bcnet_test import SOURCE, RunError, forge, main, scratch_file, tshark
from captures import all_captures
from world import ACE_SHIP, FLEET, SEP_SHIP

RUN = SOURCE / "tests" / "report" / "page.cjs"
THIN, MINUS = "\u202f", "\u2212"
WORDS = {
    "words.time(75.25)": "1:15", "words.time(75.25, true)": "1:15.2", "words.time(3661)": "1:01:01", "words.time(0)": "0:00",
    "words.duration(99.4)": "99 s", "words.duration(100)": "2 min", "words.duration(5999)": "100 min",
    "words.duration(6000)": "1.7 h",
    "words.number(1234567)": f"1{THIN}234{THIN}567", "words.number(-1234.56, 1)": f"{MINUS}1{THIN}234.6",
    "words.number(-0.01)": "0",
    "words.bytes(9999)": f"9{THIN}999 B", "words.bytes(10000)": "10 kB", "words.bytes(12345678)": "12.3 MB",
    "words.percent(0)": 0, "words.percent(1)": 1, "words.percent(128)": 50, "words.percent(254)": 99, "words.percent(255)": 100,
    "words.plural(1, 'attacker')": "1 attacker", "words.plural(2, 'torpedo', 'torpedoes')": "2 torpedoes",
    "words.date('2002-02-08T20:15:00Z')": "8 February 2002, 20:15 UTC", "words.date('nonsense')": "",
}
# Sep's Akira flies: two updates with a speed and a place (60.1), one with his hull (60.3).
STORY = FLEET + f"""
    at 1 sep > host
        game 1C u32:{SEP_SHIP} f32:1 01 f32:100 f32:0 f32:0 00 00
    at 3 sep > host
        game 1C u32:{SEP_SHIP} f32:3 01 f32:120 f32:0 f32:-10 00 00
    at 4 host > sep
        game seq 2 14 u32:{SEP_SHIP}
    at 5 ace > host
        game seq 3 2C u32:2 str16:"Gone"
"""

# What the round says of a limit of 5 in a mission.
LIMIT = "(mission) => Object.create(world.rounds[0], {rules: {value: {limit: 5, mission_number: mission}}}).limit"


def page(capture):
    path = scratch_file(".html")
    tshark("-q", "-r", capture, "-z", f"bcnet,report,{path}")
    return path


def answers(jobs):
    """Of page.cjs: for each (page, questions) a list."""
    done = subprocess.run(["node", RUN], input=json.dumps([[str(path), questions] for path, questions in jobs]),
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunError(f"The page does not run: {done.stderr}")
    return json.loads(done.stdout)


@unittest.skipUnless(shutil.which("node"), "there is no nodejs")
class Scripts(unittest.TestCase):
    def test_pages_of_all_captures(self):
        captures = [*all_captures(), hostile.capture()]
        self.assertGreater(len(captures), 50)
        found = answers([(page(capture), ["world.rounds.length", "document.title"]) for capture in captures])
        for capture, (rounds, title) in zip(captures, found, strict=True):
            with self.subTest(capture=capture.name):
                played = bool(rounds)
                self.assertEqual(isinstance(title, str) and title.endswith(" \u2013 after-action report"), played)

    def test_words(self):
        self.assertEqual(dict(zip(WORDS, answers([(page(forge(FLEET)), list(WORDS))])[0], strict=True)), WORDS)

    def test_model(self):
        """Who is where, and what they are called."""
        expected = {
            "world.games[0].shipName(0)": "Ace\u2019s Sovereign", "world.games[0].shipName(1)": "Sep\u2019s Akira",
            "world.games[0].shipName(2)": "an unknown ship", "world.games[0].playerName(9)": "nobody",
            "world.rounds.length": 1, "world.rounds[0].isEmpty": False,
            "world.rounds[0].pilots.map((pilot) => pilot.ships.length)": [1, 1],
            "world.games[0].ships[1].moves": True, "world.games[0].ships[0].moves": False,
            "world.games[0].ships[1].placeAt(-1)": None,
            "world.games[0].ships[1].placeAt(0).x": 100,
            "world.games[0].ships[1].placeAt(2).x": 110, "world.games[0].ships[1].placeAt(2).z": -5,
            "world.games[0].ships[1].placeAt(3.5).x": 120,
            "world.games[0].ships[1].isThere(3.9)": True, "world.games[0].ships[1].isThere(4.1)": False,
            "world.games[0].ships[1].isCloaked(2)": False,
            f"({LIMIT})()": "limit 5",        # of a mod's mission
            f"({LIMIT})(2)": f"limit 50{THIN}000 points", f"({LIMIT})(5)": "limit 5 attackers",
            "window.bcnetReport.sentenceOf(world.games[0], {kind: 'torpedo_type', ship: 0, amount: 1})[1]":
                " loads torpedoes of type 1",     # as in the packet list
        }
        self.assertEqual(dict(zip(expected, answers([(page(forge(STORY)), list(expected))])[0], strict=True)), expected)

    def test_moments(self):
        """Links lead where they were made; a death has its recap, a battle its highlights. The hull of Sep's Akira has 9000 points
        (layouts.json), 0x33 of 255 are a fifth."""
        told = """
            at {time} host > sep
                game 1C u32:{ship} f32:{time} 20 | 0A FF {hull} FF 20 FF FF FF FF FF FF
            """
        torpedo = f"""
            at {{time}} ace > host
                game seq auto 19 u32:{ACE_SHIP + 7} u8:2 01 00 7F 00 u32:{SEP_SHIP} 00 7F 00 00
            """
        battle = FLEET + "".join([
            told.format(time=1, ship=SEP_SHIP, hull="FF"), torpedo.format(time=2), torpedo.format(time=12),
            torpedo.format(time=13), told.format(time=14, ship=SEP_SHIP, hull="CC"),
            told.format(time=15, ship=SEP_SHIP, hull="99"), told.format(time=16, ship=SEP_SHIP, hull="00"), f"""
            at 17 host > sep
                game seq auto 06 29 81 00 00 4E 00 80 00 u32:0 u32:{SEP_SHIP} u32:2 f32:9.5
            """])
        expected = {
            "moments.link(44.25, null)": "#t=44.25", "moments.link(1, world.games[0].ships[1].pilot)": "#t=1&ship=Sep",
            "moments.read('#t=44.25&ship=A%20b')": {"t": 44.25, "ship": "A b"}, "moments.read('#battle')": None,
            "moments.read('#t=x')": None,
            "moments.recap(world.rounds[0], 1, 17)": [{
                "who": "Ace", "what": ["2 torpedoes"], "lost": {"hull": 9000, "shields": 0, "systems": 0}, "sum": 9000}],
            "moments.recap(world.rounds[0], 0, 17)": [],
            "moments.highlights(world.rounds[0]).map(({t, name, ship}) => [t, name, ship])":
                [[14, "Hurt 3 times within 10 s", 1], [17, "First blood", 1]],
        }
        self.assertEqual(dict(zip(expected, answers([(page(forge(battle)), list(expected))])[0], strict=True)), expected)

    def test_numbers_of_sections(self):
        self.assertEqual(answers([(page(forge(FLEET)), ["sections['10.3']", "sections['45.8']"])])[0],
                         ["Messages in a datagram", "Who did the damage"])

    def test_a_broken_page_is_seen(self):
        """A syntax error in the library or in a script, and a name that nobody defined: each would be a blank page."""
        good = page(forge(FLEET))
        text = good.read_text(encoding="utf-8")
        for before, after in (("'use strict';", "'use strict'; const = 1;"), ("\nstart();", "\nstrat();"),
                              ("Dygraph", "Dygraph = = ")):
            with self.subTest(after=after):
                self.assertIn(before, text)
                broken = scratch_file(".html")
                broken.write_text(text.replace(before, after, 1), encoding="utf-8")
                with self.assertRaisesRegex(RunError, "SyntaxError|ReferenceError"):
                    answers([(broken, [])])


if __name__ == "__main__":
    main()
