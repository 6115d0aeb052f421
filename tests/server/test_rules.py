# SPDX-License-Identifier: GPL-2.0-or-later
"""The stock server of captures/scenarios/server.scn breaks no rule; each mistake breaks the one that is meant for it, and
the frames that break it say so."""

import csv
import dataclasses
import functools
import io
import unittest

import pcapng
from bcnet_test import SOURCE, fields, forge, main, scratch_file, tshark
from variants import SCENARIO, capture_of, rule_of, scripts, text_of

MOST_OTHERS = 3
KEPT = 20
HAS_EXPERT = {17, 18, 21, 22, 23, 34}   # of their own
EXPERT = "_ws.expert.message"


def rows_of(capture, *options):
    """The rows of -z bcnet,stock."""
    return list(csv.DictReader(io.StringIO(tshark("-r", capture, "-q", "-z", "bcnet,stock,csv", *options))))


@functools.cache
def table(name, *options):
    """Of a mistake's capture."""
    return rows_of(capture_of(name), *options)


def broken(rows):
    return {(int(row["rule"]), row["sender"]): row for row in rows if row["outcome"] == "broken"}


class Unbroken(unittest.TestCase):
    """Nothing is wrong, and hardly anything undecided."""

    def test_all_hold(self):
        rows = table(None)
        self.assertEqual(broken(rows), {})
        undecided = {int(row["rule"]) for row in rows if row["sender"] == "host" and row["outcome"] != "held"}
        self.assertEqual(undecided, {4, 8, 19, 24}, "nothing is sent again, and the host has no ship")

    def test_no_frame_says_anything(self):
        self.assertNotIn("Stock rule", tshark("-r", capture_of(None), "-2", "-O", "bcnet"))


class Cut(unittest.TestCase):
    """A short snap length leaves out much, of which nobody is accused."""

    def test_nothing_is_broken(self):
        for capture in (capture_of(None), SOURCE / "captures" / "session.pcapng"):
            packets = pcapng.read(capture)
            for length in (64, 96, 128):
                with self.subTest(capture=capture, length=length):
                    cut = scratch_file(".pcapng")
                    pcapng.write(cut, [dataclasses.replace(packet, data=packet.data[:length]) for packet in packets])
                    for options in ((), ("-2",)):
                        self.assertEqual(broken(rows_of(cut, *options)), {})
                    self.assertNotIn("Warns", tshark("-r", cut, "-q", "-z", "expert,bcnet"))


class Broken(unittest.TestCase):
    """Each mistake."""

    maxDiff = None

    def each(self):
        for name in scripts():
            with self.subTest(mistake=name):
                yield name

    def test_there_are_all(self):
        self.assertGreaterEqual(len(scripts()), 21)
        self.assertGreaterEqual(len({rule_of(name) for name in scripts()}), 16)

    def test_each_changes_the_scenario(self):
        plain = text_of(None)
        for name in self.each():
            self.assertNotEqual(text_of(name), plain)
        self.assertEqual(SCENARIO.read_text(encoding="utf-8").count("\n"), plain.count("\n"))

    def test_each_is_found(self):
        """By the rule that is meant for it, of the host, and by few others."""
        for name in self.each():
            found = broken(table(name))
            self.assertIn((rule_of(name), "host"), found)
            self.assertLessEqual(len({rule for rule, _ in found} - {rule_of(name)}), MOST_OTHERS, sorted(found))
            self.assertEqual({sender for _, sender in found}, {"host"}, sorted(found))

    def test_what_is_told_of_each(self):
        """A row has the frames, what was found in each, what the game makes of it, and why that mostly is so."""
        for name in self.each():
            row = broken(table(name))[rule_of(name), "host"]
            frames = row["frames"].split()
            self.assertEqual(row["first_broken"], frames[0])
            self.assertLessEqual(len(set(frames)), min(int(row["broken"]), KEPT))
            self.assertEqual(len(row["found"].split("; ")), len(frames), row["found"])
            for title in ("a_breach", "section", "what_the_game_does", "mostly"):
                self.assertTrue(row[title], title)

    def test_two_passes(self):
        for name in self.each():
            self.assertEqual(table(name, "-2"), table(name))

    def test_frames_say_it(self):
        """All that the table names, in two passes; and a filter leads there."""
        for name in self.each():
            expected = set()
            for (rule, _), row in broken(table(name)).items():
                expected.update((int(frame), rule) for frame in row["frames"].split())
            shown = fields(capture_of(name), ["frame.number", "bcnet.stock.rule", EXPERT], "bcnet.stock.rule", ["-2"])
            found = {(int(row["frame.number"][0]), int(rule)) for row in shown for rule in row["bcnet.stock.rule"]}
            self.assertEqual(found, expected)
            for row in shown:
                if {int(rule) for rule in row["bcnet.stock.rule"]} - HAS_EXPERT:
                    self.assertTrue(row[EXPERT], row)

    def test_what_is_missing_is_told_later(self):
        """In one pass the frame of a shot that nobody saw cannot know it."""
        name = "weapon-not-relayed"
        self.assertEqual(fields(capture_of(name), ["frame.number"], "bcnet.stock.rule == 29"), [])
        self.assertEqual(len(fields(capture_of(name), ["frame.number"], "bcnet.stock.rule == 29", ["-2"])), 1)


class More(unittest.TestCase):
    """Something more in the stock game, before its last twenty seconds: what breaks a rule, and what does not."""

    ACT = """
        at 27.2 ace > host
            game seq 11 08 $plain_event DA 00 80 00 u32:0 {of}
        at 27.21 host > ace
            ack 11
        """

    @staticmethod
    def broken(more):
        text = text_of(None)
        at = text.index("repeat 5 as i every 5")
        return [rule for rule, _ in broken(rows_of(forge(text[:at] + more + text[at:].replace("at 2.959", "at 2.759"))))]

    def test_what_is_not_believed(self):
        """Ace stops the phasers of Sep, which the host does not take (10.12): no copy is due. His own are another matter."""
        self.assertEqual(self.broken(self.ACT.format(of="$sep_phasers")), [])
        self.assertEqual(self.broken(self.ACT.format(of="u32:0x40000019")), [29])

    def test_what_is_handed_on(self):
        """Whoever writes it breaks the rule: an opcode that no stock program sends, and the clock in an update."""
        never = "0E $plain_event DA 00 80 00 u32:0 $ace_repair"
        rows = rows_of(forge(text_of(None) + f"""
            at 60 ace > host
                game seq 11 {never}
            at 60.01 host > sep
                game seq 264 {never}
            """))
        self.assertEqual(set(broken(rows)), {(18, "#2 Ace")})
        self.assertEqual(set(broken(table("updates-relayed"))), {(13, "host"), (31, "host")})

    def test_another_leaves(self):
        """What the host tells Sep of somebody's end does not end Sep's connection."""
        for tells in ("disconnect 4 10.10.10.4 seq 3", "boot 4 4 seq 3"):
            self.assertEqual(self.broken(self.ACT.format(of="u32:0x40000019") + f"""
                at 27.3 host > sep
                    {tells}
                at 27.31 sep > host
                    ack 3 low
                """), [29], tells)

    def test_updates_of_its_own_behind_one_handed_on(self):
        """The first of them has a time of its own."""
        rows = rows_of(forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace  10.10.10.2:59405 id 2
            endpoint sep  10.10.10.3:59405 id 3
            at 1 ace > host
                game 1C u32:0x3FFFFFFF f32:100 10 cf16:2.00
            at 1.01 host > sep
                game 1C u32:0x3FFFFFFF f32:100 10 cf16:2.00
            at 1.3 host > sep
                game 1C u32:0x3FFFFFFF f32:100.3 10 cf16:2.00
            at 1.6 host > sep
                game 1C u32:0x3FFFFFFF f32:100.6 10 cf16:2.00
            """))
        self.assertEqual([row["outcome"] for row in rows if row["rule"] == "14" and row["sender"] == "host"], ["held"])

    def test_twenty_frames(self):
        """Of 25 frames with two breaches each the first 20 are kept; in the tree each message says it."""
        never = "0E $plain_event DA 00 80 00 u32:0 u32:0"
        capture = forge(text_of(None) + "".join(f"""
            at {60 + i} ace > host
                game seq {11 + 2 * i} {never}
                game seq {12 + 2 * i} {never}
            """ for i in range(25)))
        row = next(row for row in rows_of(capture) if row["rule"] == "18" and row["sender"] == "#2 Ace")
        frames = row["frames"].split()
        self.assertEqual((row["broken"], len(set(frames)), len(frames)), ("50", KEPT, KEPT))
        shown = fields(capture, ["frame.number", "bcnet.stock.rule"], "bcnet.stock.rule")
        self.assertEqual([(row["frame.number"], row["bcnet.stock.rule"]) for row in shown],
                         [([frame], ["18", "18"]) for frame in frames])

    def test_what_is_missing_many_times(self):
        """Of twelve frames with eight acts each that reach nobody: all eight of seven, four of the eighth, one of the others."""
        act = "08 $plain_event DA 00 80 00 u32:0 u32:0x40000019"
        text = text_of(None)
        at = text.index("repeat 5 as i every 5")
        alive = text[at:]
        more = ""
        for group in range(3):
            numbers = range(11 + 32 * group, 43 + 32 * group)
            for number in numbers:
                more += ("" if number % 8 != 3 else "at +0.01 ace > host\n") + f" game seq {number} {act}\n"
            more += "at +0.01 host > ace\n" + "".join(f" ack {number}\n" for number in numbers) + alive
        rows = rows_of(forge(text[:at] + more))
        row = next(row for row in rows if row["rule"] == "29" and row["sender"] == "host")
        frames = row["frames"].split()
        self.assertEqual((row["broken"], len(set(frames)), len(frames)), ("96", 12, 7 * 8 + 4 + 4))


class Words(unittest.TestCase):
    """What was found is a sentence for somebody who does not know the numbers."""

    def found(self, name, rule):
        return broken(table(name))[rule, "host"]["found"].split("; ")[0]

    def test_what_was_found(self):
        for name, rule, words in (("ack-space", 23, "number 0 of type 0x32 is acknowledged, and a type below was sent"),
                                  ("echo-to-author", 30, "TorpedoFire (0x19) back to its author"),
                                  ("no-0x17", 27, "#2 Ace is not told of #2 Ace"),
                                  ("one-update-a-second", 14, "3.00 s without one"),
                                  ("subsystem-order", 15, "the block from 6 on does not fit the ship's list"),
                                  ("updates-relayed", 13, "flags 0x9d, with 0x80")):
            with self.subTest(mistake=name):
                self.assertEqual(self.found(name, rule), words)


class Relay(unittest.TestCase):
    """-z bcnet,relay counts updates that are handed on."""

    def unasked(self, name):
        rows = csv.DictReader(io.StringIO(tshark("-r", capture_of(name), "-q", "-z", "bcnet,relay,csv")))
        return {row["player"]: int(row["unasked"]) for row in rows if "(0x1c)" in row["opcode"]}

    def test_updates(self):
        """60 of Ace's, in a loop of the scenario; none of Sep's."""
        self.assertEqual(self.unasked("updates-relayed"), {"#2 Ace": 60, "#3 Sep": 0})
        self.assertEqual(self.unasked(None), {"#2 Ace": 0, "#3 Sep": 0})


class Cipher(unittest.TestCase):
    """Rule 34: what is not enciphered is read all the same, and said to be that."""

    def test_frames(self):
        """All of the host but lone acks, and none of the others: so few bytes could be anything (90.8)."""
        for name in ("not-enciphered", "byte-0-enciphered"):
            with self.subTest(mistake=name):
                rows = fields(capture_of(name), ["ip.src", "udp.length"], "bcnet.expert.plain")
                self.assertEqual({row["ip.src"][0] for row in rows}, {"10.10.10.1"})
                missed = fields(capture_of(name), ["udp.length"], "ip.src == 10.10.10.1 && !bcnet.expert.plain")
                self.assertLess(max(int(row["udp.length"][0]) for row in missed), 20)
                self.assertGreater(len(rows), 10 * len(missed))


if __name__ == "__main__":
    main()
