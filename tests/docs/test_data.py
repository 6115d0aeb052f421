# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/data.md: every question is answered with the rows that stand there, these are what the scenario holds, and the
tables and their columns are those that were promised."""

import sys
import unittest
from pathlib import Path

import data
from bcnet_test import SOURCE, Sharkd, fields, main, tshark
from dataset import Dataset

sys.path.append(str(Path(__file__).resolve().parents[1] / "situations"))
import situations       # noqa: E402
from truth import Truth     # noqa: E402

# Others may come behind these.
PROMISED = {
    "games": "game host_address first last stock",
    "rounds": "game round",
    "links": "game link player_id address first last rtt_ms_median rtt_ms_p95 reliable resent held_up_s lost",
    "stays": "game link id name address slot joined gone how",
    "ships": "game ship object player_id class how_known first last fate died killer_id",
    "messages": "game link frame number epoch t type opcode label from_id to_id actor_id length seq resend copy_of_frame "
                "acked_in_frame ack_ms",
    "positions": "game ship frame t x y z forward_x forward_y forward_z up_x up_y up_z speed",
    "conditions": "game ship frame t entry part facing value points",
    "damage": "game ship frame t part facing points by_id",
    "shots": "game frame t kind weapon player_id ship target",
    "kills": "game frame t killer_id victim_id kills deaths score",
    "chat": "game frame t from_id team text",
    "files": "game link frame directory file status",
    "remarks": "frame filter severity text",
}


class Documented(unittest.TestCase):
    """What the document says."""

    @classmethod
    def setUpClass(cls):
        cls.dataset = Dataset.of(data.CAPTURE)
        cls.database = cls.dataset.database()
        cls.questions = data.questions()

    def test_questions(self):
        """Twenty, and their rows are those of the document."""
        self.assertEqual([number for number, *_ in self.questions], list(range(1, 21)))
        for number, title, sql, shown in self.questions:
            with self.subTest(question=number, title=title):
                self.assertEqual(data.printed(self.database.execute(sql).fetchall()), shown)

    def test_tables(self):
        """The list is that of the schema."""
        text = data.DOCUMENT.read_text(encoding="utf-8")
        self.assertEqual(data.TABLES.search(text)[0], data.described(self.dataset.schema()), "tests/docs/data.py --update")

    def test_promised(self):
        """Tables and columns have their names."""
        made = {name: {column for column, *_ in columns} for name, _, columns, _ in data.tables(self.dataset.schema())}
        self.assertEqual(set(made), set(PROMISED))
        for name, columns in PROMISED.items():
            self.assertFalse(set(columns.split()) - made[name], name)

    def test_headings(self):
        """The files have the columns of the schema, in that order."""
        for name, _, columns, _ in data.tables(self.dataset.schema()):
            self.assertEqual(self.dataset.rows(name)[0], [column for column, *_ in columns])


class Scenario(unittest.TestCase):
    """The answers are what was put into the capture."""

    @classmethod
    def setUpClass(cls):
        cls.truth = Truth(situations.story()).facts()
        cls.database = Dataset.of(data.CAPTURE).database()
        cls.sql = {number: sql for number, _, sql, _ in data.questions()}

    def answer(self, number):
        return [tuple("" if value is None else value for value in row) for row in self.database.execute(self.sql[number])]

    def test_players(self):
        """1 and 2: five players come, four of them leave."""
        there = [row for row in self.answer(1) if row[0] > 1]
        self.assertEqual([row[:3] for row in there], [(stay[1], stay[2], stay[3]) for stay in self.truth["stays"]])
        self.assertEqual([(row[0], row[3]) for row in there], self.truth["joined"])
        self.assertEqual([(row[0], row[4]) for row in there], self.truth["left"])
        scores = {(row[0], *row[2:]) for row in self.answer(2)}
        self.assertEqual(scores, set(self.truth["scores"]))

    def test_deaths(self):
        """3 and 4: Ace kills Sep, and dies of nobody."""
        self.assertEqual([(t, killer, victim) for t, killer, victim, _ in self.answer(3)],
                         [(32.86, "Ace", "Sep"), (44.62, "", "Ace")])
        self.assertEqual([row[3] for row in self.answer(4)], [fate for _, fate, _ in self.truth["fates"]])

    def test_attitude(self):
        """What is up is square to the bow, and is what the frame says."""
        rows = self.database.execute("SELECT frame, forward_x, forward_y, forward_z, up_x, up_y, up_z FROM positions "
                                     "WHERE up_x IS NOT NULL").fetchall()
        self.assertGreater(len(rows), 50)
        told = dict(zip((row[0] for row in rows), (row[4:] for row in rows)))
        for frame, *axes in rows:
            if axes[0] is not None:
                self.assertAlmostEqual(sum(a * b for a, b in zip(axes[:3], axes[3:])), 0, delta=0.03, msg=frame)
        names = [f"bcnet.state.up.{axis}" for axis in "xyz"]
        shown = {int(row["frame.number"][0]): [float(row[name][0]) for name in names]
                 for row in fields(data.CAPTURE, ["frame.number", *names], "bcnet.from_host == 0 && bcnet.state.up.x")}
        both = shown.keys() & told.keys()
        self.assertGreater(len(both), 50)
        for frame in both:
            for one, other in zip(told[frame], shown[frame]):
                self.assertAlmostEqual(one, other, delta=0.002, msg=frame)

    def test_fights(self):
        """5 to 9: seven shots, and nobody is hurt by what was not fired."""
        fired = {}
        for player, kind, _, count in self.answer(5):
            key = player, kind if kind in ("torpedo", "pulse") else "beam"
            fired[key] = fired.get(key, 0) + count
        told = {(who.split(" ", 1)[1], kind): count for (who, kind), count in self.truth["shots"]}
        self.assertEqual(fired, told)
        pairs = {(attacker, victim) for attacker, _, victim, _ in self.answer(6) if attacker}
        self.assertEqual(pairs, {("Ace", "Sep"), ("Sep", "Ace")})
        falls = [value for _, value, _ in self.answer(7)]
        self.assertEqual((falls[0], falls), (100, sorted(falls, reverse=True)))
        self.assertTrue(all(-10 <= row[1] <= 0 for row in self.answer(9)))

    def test_chat(self):
        """12 and 13."""
        lines = [(author, to) for author, to, *_ in self.answer(12)]
        self.assertEqual(lines, [(author.split(" ", 1)[1], to) for author, to, _ in self.truth["chat"]])
        self.assertEqual(sorted(row[2] for row in self.answer(13)), sorted(count for _, count in self.truth["lines"]))

    def test_rounds_and_network(self):
        """14 to 18: two resends, and all messages."""
        self.assertEqual(len(self.answer(14)), 3)
        self.assertEqual([row[-1] for row in self.answer(14) if row[-1]], [end for _, end in self.truth["ends"]])
        self.assertEqual(sum(row[5] for row in self.answer(15)), self.truth["resends"][0][0])
        self.assertEqual([row[:3] for row in self.answer(16)][0][0], 1)
        chat = next(row for row in self.answer(18) if row[0] == "Chat")
        self.assertEqual(chat[1], sum(to == "all" for _, to, _ in self.truth["chat"]))
        messages, = self.database.execute("SELECT count(*) FROM messages").fetchone()
        self.assertEqual(messages, self.truth["messages"][0][0])


class Windows(unittest.TestCase):
    """What Wireshark's windows save: titles as sharkd gets them, and cells."""

    def test_titles_and_quotes(self):
        with Sharkd() as sharkd:
            sharkd.call("load", file=str(data.CAPTURE))
            tap = sharkd.call("tap", tap0="nstat:bcnet,ships")["taps"][0]
        titles = [field["c"] for field in tap["fields"]]
        self.assertEqual(titles, [title.strip() for title in titles])
        cells = [cell for row in tap["tables"][0]["i"] for cell in row if isinstance(cell, str)]
        self.assertIn("Space Facility 'Outpost1'", cells)
        self.assertFalse([cell for cell in cells if '"' in cell])
        told = tshark("-q", "-r", data.CAPTURE, "-z", "bcnet,ships", "-z", "bcnet,ships,csv")
        self.assertIn("Object       |Player           |", told)
        self.assertIn('"Space Facility ""Outpost1"""', told)


class Sidelights(unittest.TestCase):
    """What else the document says of the tables."""

    def rows_of(self, capture, *arguments):
        return {name: sorted(rows) for name, rows in Dataset.of(SOURCE / capture, *arguments).text().items()}

    def test_passes(self):
        """One pass and two tell the same."""
        for capture in ("session", "duplicates", "retransmissions", "identity-stale"):
            path = f"captures/{capture}.pcapng"
            self.assertEqual(self.rows_of(path), self.rows_of(path, "-2"), capture)

    def test_forgotten(self):
        """When tshark forgets what it knows, every message is still there, and numbers go on; those of frames do not."""
        pieces, whole = Dataset.of(data.CAPTURE, "-M", "100", quiet=False), Dataset.of(data.CAPTURE)
        for table in ("messages", "chat", "kills"):
            self.assertEqual(len(pieces.text()[table]), len(whole.text()[table]), table)
        for table, key in (("games", "game"), ("links", "link"), ("stays", "stay"), ("ships", "ship")):
            names, rows = pieces.rows(table)
            numbers = sorted(int(row[names.index(key)]) for row in rows)
            self.assertEqual(numbers, list(range(1, len(numbers) + 1)), table)

    def test_ids_find_stays(self):
        """An id and a time tell whose it was, also where ids are given away again."""
        for capture in ("session", "identity-stale", "departures"):
            database = Dataset.of(SOURCE / f"captures/{capture}.pcapng").database()
            for stay, game, number, t in database.execute("SELECT stay, game, from_id, t FROM chat").fetchall():
                found = database.execute("SELECT stay FROM stays WHERE game = ? AND id = ? AND first <= ? AND "
                                         "(until IS NULL OR ? < until)", (game, number, t, t)).fetchall()
                self.assertEqual([row[0] for row in found], [stay], capture)


if __name__ == "__main__":
    main()
