# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-db: several captures in one file, each once, whatever is added again."""

import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from bcnet_test import BUILD, SOURCE, main, scratch
from dataset import Dataset

TABLES = ("games", "rounds", "links", "stays", "ships", "messages", "positions", "conditions", "damage", "shots", "kills",
          "chat", "files", "remarks")
ANSWERED = ("scores", "damage_by_player", "hull", "lag", "who_was_there", "kill_list", "chat_log", "joining", "silences", "traffic",
            "lag_over_time", "shields", "aim", "places", "distances", "heard", "cloaks", "teams", "systems")


class Database(unittest.TestCase):
    """A file."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        self.path = self.folder / "evening.sqlite"
        self.tshark = self.folder / "tshark"
        self.tshark.write_text(f'#!/bin/sh\nexec "{SOURCE}/scripts/with-plugin.sh" "{BUILD}" tshark "$@"\n', encoding="utf-8")
        self.tshark.chmod(0o755)

    def add(self, *captures):
        return subprocess.run([sys.executable, SOURCE / "scripts/bcnet-db", *captures, "-o", self.path, "--tshark",
                               self.tshark], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    def counts(self):
        """(table, capture) -> rows."""
        with sqlite3.connect(self.path) as database:
            return {(table, capture): count for table in TABLES for capture, count in
                    database.execute(f"SELECT capture, count(*) FROM {table} GROUP BY capture")}

    def answer(self, *arguments):
        """What it prints without leaving a file behind."""
        return subprocess.run([sys.executable, SOURCE / "scripts/bcnet-db", *arguments, "--tshark", self.tshark],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)

    def ask(self, query):
        with sqlite3.connect(self.path) as database:
            return database.execute(query).fetchall()

    def test_side_by_side(self):
        """Every capture has the rows it has alone; what comes again replaces itself."""
        captures = [SOURCE / f"captures/{name}.pcapng" for name in ("session", "departures")]
        self.assertEqual(self.add(*captures).returncode, 0)
        expected = {}
        for capture in captures:
            dataset = Dataset.of(capture)
            expected |= {(table, capture.stem): len(dataset.rows(table)[1]) for table in TABLES if dataset.rows(table)[1]}
        self.assertEqual(self.counts(), expected)
        self.assertEqual(self.add(captures[0], captures[0]).returncode, 0)
        self.assertEqual(self.counts(), expected)
        self.assertEqual(self.ask("SELECT killer, victim FROM kill_list"), [("Ace", "Sep"), (None, "Ace")])
        for view in ANSWERED:
            self.assertTrue(self.ask(f"SELECT * FROM {view} WHERE capture = 'session'"), view)
        self.assertEqual(self.ask("SELECT author, utc FROM chat_log LIMIT 1"), [("Sep", "2002-02-08 12:00:16")])

    def test_whose_a_connection_is(self):
        """Of those who were turned away on it, too; not of somebody who plays on another."""
        self.add(*(SOURCE / f"captures/{name}.pcapng" for name in ("boot", "quoted")))
        self.assertEqual(self.ask("SELECT capture, count(*), count(stay) FROM links GROUP BY capture ORDER BY capture"),
                         [("boot", 6, 6), ("quoted", 2, 1)])

    def test_questions(self):
        """A view or a query, printed; of one capture without its name, of several with it."""
        session, departures = (SOURCE / f"captures/{name}.pcapng" for name in ("session", "departures"))
        aim = self.answer(session, "--show", "aim")
        self.assertEqual((aim.returncode, aim.stdout), (0, "player  torpedoes  news_of_damage\nAce     3          3\n"))
        self.assertTrue(self.answer(session, departures, "--show", "lag").stdout.startswith("capture "))
        self.assertEqual(self.answer(session, "--sql", "SELECT max(team) AS team FROM teams").stdout, "team\n1\n")
        wrong = self.answer(session, "--sql", "SELECT nothing")
        self.assertEqual(wrong.returncode, 1)
        self.assertNotIn("Traceback", wrong.stderr)
        self.assertNotEqual(self.answer(session).returncode, 0)
        self.assertEqual(list(self.folder.glob("*.sqlite")), [])

    def test_same_name(self):
        """Two files of one name stay apart, and a changed one replaces itself."""
        for number, name in enumerate(("session", "departures")):
            (self.folder / str(number)).mkdir()
            shutil.copy(SOURCE / f"captures/{name}.pcapng", self.folder / str(number) / "game.pcapng")
        self.assertEqual(self.add(*(self.folder / number / "game.pcapng" for number in "01")).returncode, 0)
        names = [row[0] for row in self.ask("SELECT capture FROM captures ORDER BY path")]
        self.assertEqual((names[0], len(set(names))), ("game", 2))
        shutil.copy(SOURCE / "captures/departures.pcapng", self.folder / "0/game.pcapng")
        self.assertEqual(self.add(self.folder / "0/game.pcapng").returncode, 0)
        self.assertEqual([row[0] for row in self.ask("SELECT count(*) FROM stays GROUP BY capture")], [10, 10])

    def test_folder(self):
        """Tables that are there."""
        dataset = Dataset.of(SOURCE / "captures/session.pcapng")
        self.assertEqual(self.add(dataset.folder).returncode, 0)
        self.assertEqual(self.ask("SELECT count(*) FROM chat"), [(7,)])

    def test_what_cannot_be_read(self):
        """It is said, and what else is asked for is done."""
        done = self.add(self.folder / "missing.pcapng", SOURCE / "captures/session.pcapng")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing.pcapng", done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        self.assertEqual(self.ask("SELECT capture FROM captures"), [("session",)])


if __name__ == "__main__":
    main()
