# SPDX-License-Identifier: GPL-2.0-or-later
"""The tables for people who write servers: relay, cadence, unacked, stock, and their csv form."""

import concurrent.futures
import csv
import functools
import io
import os
import unittest

import pcapng
from bcnet_test import SOURCE, experts, forge, main, scratch_file, tshark

SESSION = SOURCE / "captures" / "session.pcapng"

GAME = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
    endpoint sep  10.10.10.3:59405 id 3
    endpoint may  10.10.10.4:59405 id 4
    at 0 ace > host
        game seq 0 2A 20
    at 0.1 sep > host
        game seq 0 2A 20
    at 0.2 may > host
        game seq 0 2A 20
"""


@functools.cache
def table_of(capture, argument, *options):
    """What -z writes, asked once."""
    return tshark("-r", capture, "-q", "-z", f"bcnet,{argument}", *options)


def rows(capture, name, *options, argument=""):
    """The csv form of a table."""
    return list(csv.DictReader(io.StringIO(table_of(capture, f"{name},csv{argument}", *options))))


def lines(capture, name):
    """The table itself: cells by line."""
    text = table_of(capture, name)
    return [[cell.strip() for cell in line.split("|")[:-1]] for line in text.splitlines() if "|" in line]


class Csv(unittest.TestCase):
    """Every table of ours has it."""

    def test_same_cells(self):
        for name in ("players", "ships", "chat", "relay", "cadence", "stock", "files"):
            with self.subTest(table=name):
                table = lines(SESSION, name)[1:]
                # A table's cells have no quotes, so that Wireshark can save them.
                told = [[cell.replace('"', "'") for cell in row.values()] for row in rows(SESSION, name)]
                self.assertEqual(told, table)
                self.assertGreater(len(table), 4)

    def test_both_at_once_and_a_filter(self):
        text = tshark("-r", SESSION, "-q", "-z", "bcnet,chat,csv,frame.number<80", "-z", "bcnet,chat")
        self.assertIn('16.900,74,#3 Sep,all,"hi, good to see you",10.10.10.1:22101\n', text)
        self.assertNotIn("82,#2 Ace,all", text)
        self.assertIn("|#2 Ace", text)

    def test_wrong_filter(self):
        with self.assertRaises(Exception):
            tshark("-r", SESSION, "-q", "-z", "bcnet,chat,csv,frame.number<<80")


class Relay(unittest.TestCase):
    """What the host did with what players did."""

    maxDiff = 3000

    # Of captures/scenarios/session.scn and its parts: how often each line of a player stands there, and "relayed" behind
    # it. Ace (2) and Sep (3) are in the first game from 5.91 and 15.608 on, Sep (5) and Ace (6) in the second one from
    # 68.406 and 74.406 on. All relayed lines follow 3 or 4 ms after the player's, creations of ships 6 or 4.
    STORY = {
        # Opcode, player: sent, relayed, of; echoed, unasked.
        ("0x03", "#2 Ace"): (1, 0, 0, 0, 0),    # 11.09: nobody else was there
        ("0x03", "#3 Sep"): (2, 2, 2, 0, 1),    # 20, 37; at 37.03 Ace asks for it and has it once more
        ("0x07", "#3 Sep"): (1, 1, 1, 0, 0),    # 22.9
        ("0x07", "#2 Ace"): (1, 1, 1, 0, 0),    # 30
        ("0x08", "#3 Sep"): (1, 1, 1, 0, 0),    # 24.33
        ("0x08", "#2 Ace"): (1, 1, 1, 0, 0),    # 32.95
        ("0x0a", "#3 Sep"): (1, 1, 1, 0, 0),    # 27.5
        ("0x0d", "#3 Sep"): (1, 0, 0, 0, 0),    # 22: the host's alone
        ("0x11", "#3 Sep"): (1, 1, 1, 0, 0),    # 27.3
        ("0x12", "#3 Sep"): (1, 1, 1, 0, 0),    # 22.3
        ("0x13", "#2 Ace"): (1, 0, 0, 0, 0),    # 44.6
        ("0x15", "#2 Ace"): (1, 0, 0, 0, 0),    # 12.6
        ("0x19", "#2 Ace"): (3, 3, 3, 0, 0),    # 23.3, two at 25.6; the one of 24.3 is a resend
        ("0x1a", "#3 Sep"): (2, 2, 2, 0, 0),    # two at 43
        ("0x1b", "#2 Ace"): (1, 1, 1, 0, 0),    # 25
        ("0x1e", "#2 Ace"): (1, 0, 0, 0, 0),    # 37.03: answered
        ("0x27", "#3 Sep"): (1, 0, 0, 0, 0),    # 13.396
        ("0x2a", "#2 Ace"): (1, 0, 0, 0, 0),
        ("0x2a", "#3 Sep"): (1, 0, 0, 0, 0),
        ("0x2c", "#3 Sep"): (4, 8, 8, 4, 0),    # 16.9, 28.1, 34.5, 49.3: to both, so to himself
        ("0x2c", "#2 Ace"): (2, 4, 4, 2, 0),    # 18.2, 45.9
        # The second game.
        ("0x03", "#5 Sep"): (1, 0, 0, 0, 1),    # 71.5; Ace gets it when he joins, with the same bytes
        ("0x03", "#6 Ace"): (1, 1, 1, 0, 0),    # 77.5
        ("0x10", "#6 Ace"): (1, 1, 1, 0, 0),    # 80
        ("0x2a", "#5 Sep"): (1, 0, 0, 0, 0),
        ("0x2a", "#6 Ace"): (1, 0, 0, 0, 0),
        ("0x2d", "#6 Ace"): (1, 2, None, 1, 0),  # 78.9: his group
        ("0x41", "#5 Sep"): (1, 1, 1, 1, 0),    # 71: alone in the game
        ("0x41", "#6 Ace"): (1, 2, 2, 1, 0),    # 77
        # Five rounds of file checks each; Oldie is turned away after the first.
        **{("0x21", player): (count, 0, 0, 0, 0)
           for player, count in {"#2 Ace": 5, "#3 Sep": 5, "#4 Oldie": 1, "#5 Sep": 5, "#6 Ace": 5}.items()},
    }

    @staticmethod
    def counts(row):
        """What STORY has."""
        return tuple(int(row[name]) if row[name] else None for name in ("sent", "relayed", "of", "echoed", "unasked"))

    def test_story(self):
        table = [row for row in rows(SESSION, "relay") if "(0x1c)" not in row["opcode"]]
        self.assertEqual({(row["opcode"][-5:-1], row["player"]): self.counts(row) for row in table}, self.STORY)
        self.assertEqual([row for row in table if row["dropped"] not in ("", "0") or row["changed"] != "0"
                          or row["relay_only"] != "0"], [])

    def test_delays_of_the_story(self):
        """Chat lines: to the others after 3 ms, to the last after 4."""
        row = next(row for row in rows(SESSION, "relay") if row["player"] == "#3 Sep" and "(0x2c)" in row["opcode"])
        self.assertEqual((row["delay_median_ms"], row["delay_p95_ms"], row["delay_max_ms"]), ("3.000", "4.000", "4.000"))

    def test_two_passes(self):
        self.assertEqual(rows(SESSION, "relay", "-2"), rows(SESSION, "relay"))

    def only(self, text):
        """The line of the stop-firing message of Ace."""
        return next(row for row in rows(forge(GAME + text), "relay") if "(0x08)" in row["opcode"])

    STOP = "08 01 01 00 00 DA 00 80 00 u32:0 u32:0x40000019"

    def test_dropped(self):
        """Sep gets it, May does not."""
        row = self.only(f"""
            at 1 ace > host
                game seq 1 {self.STOP}
            at 1.01 host > sep
                game seq 0 {self.STOP}
            at 2 may > host
                keepalive
            """)
        self.assertEqual((row["sent"], row["relayed"], row["of"], row["dropped"]), ("1", "1", "2", "1"))
        self.assertEqual((row["echoed"], row["delay_max_ms"]), ("0", "10.000"))

    def test_changed(self):
        """Another event source in it; to both."""
        changed = self.STOP.replace("u32:0 ", "u32:7 ")
        row = self.only(f"""
            at 1 ace > host
                game seq 1 {self.STOP}
            at 1.01 host > sep
                game seq 0 {changed}
            at 1.02 host > may
                game seq 0 {self.STOP}
            """)
        self.assertEqual((row["relayed"], row["of"], row["dropped"], row["changed"]), ("2", "2", "0", "1"))

    def test_echo(self):
        """The author gets his own act back: 10.10 says he does not."""
        row = self.only(f"""
            at 1 ace > host
                game seq 1 {self.STOP}
            at 1.01 host > ace
                game seq 0 {self.STOP}
            at 1.02 host > sep
                game seq 0 {self.STOP}
            """)
        self.assertEqual((row["relayed"], row["of"], row["echoed"], row["unasked"]), ("1", "2", "1", "0"))

    def test_gone(self):
        """Nothing is due to those who left, or have been silent for more than 45 s."""
        row = self.only(f"""
            at 1 may > host
                disconnect 4 10.10.10.4
            at 47 ace > host
                game seq 1 {self.STOP}
            """)
        self.assertEqual((row["of"], row["dropped"]), ("0", "0"))

    def test_creation_told_late(self):
        """May comes a minute later and is told of Ace's ship: a copy that 10.10 has no receiver for."""
        ship = '03 00 02 u32:0x8008 u32:0x3FFFFFFF 05 f32:1 f32:2 f32:3 f32:1 zeros:19 str8:"Ace" str8:"Multi1"'
        capture = forge(GAME[:GAME.index("at 0.2 may")] + f"""
            at 1 ace > host
                game seq 1 {ship}
            at 1.01 host > sep
                game seq 0 {ship}
            at 60 may > host
                game seq 0 2A 20
            at 60.01 host > may
                game seq 0 {ship}
            """)
        row, = [row for row in rows(capture, "relay") if "(0x03)" in row["opcode"]]
        self.assertEqual((row["player"], row["sent"], row["relayed"], row["of"], row["unasked"]),
                         ("#2 Ace", "1", "1", "1", "1"))

    def test_client_side(self):
        """In a player's capture the acts of others are only there as relayed: four lines of Sep. His own go as before, but
        to how many the host passed them on nobody can tell."""
        cut = scratch_file(".pcapng")
        tshark("-r", SESSION, "-Y", "ip.addr == 10.10.10.239 && frame.time_relative < 62", "-w", cut)
        chat = {row["player"]: row for row in rows(cut, "relay") if "(0x2c)" in row["opcode"]}
        self.assertEqual([(name, row["sent"], row["relayed"], row["of"], row["relay_only"])
                          for name, row in sorted(chat.items())],
                         [("#2 Ace", "2", "2", "", "0"), ("#3 Sep", "0", "0", "", "4")])


class Cadence(unittest.TestCase):
    """How regularly StateUpdates come."""

    # Updates of Ace's ship: at rest at 1, 1.1, 1.2, 1.3; moving from 1.4 on, every half second up to 4.4; then 5 s of
    # silence, and at rest again at 9.4 and 9.5.
    REST, MOVES = [1.0, 1.1, 1.2, 1.3, 9.4, 9.5], [1.4 + 0.5 * i for i in range(7)]

    def capture(self):
        """To the host, 14 bytes each: 3 of the message's header, 12 of the payload."""
        updates = sorted([(at, "0") for at in self.REST] + [(at, "3") for at in self.MOVES])
        return forge(GAME + "".join(f"""
            at {at} ace > host
                game 1C u32:0x3FFFFFFF f32:{at} 10 | cf16:{speed}
            """ for at, speed in updates))

    def test_idle_and_moving(self):
        table = {row["motion"]: row for row in rows(self.capture(), "cadence")}
        self.assertEqual(set(table), {"idle", "moving"})
        idle, moving = table["idle"], table["moving"]
        # At rest: gaps of 0.1 s but for the end; the last of them, from 1.3 on, belongs to the rest before it.
        self.assertEqual((idle["updates"], idle["bytes"], idle["gap_median_s"], idle["gap_p95_s"]),
                         ("6", str(6 * 15), "0.100", "0.100"))
        self.assertEqual((idle["longest_silence_s"], idle["rate_1_s"]), ("0.100", "10.000"))
        # Moving: six gaps of 0.5 s, and the silence; 7 gaps in 8 s.
        self.assertEqual((moving["updates"], moving["gap_median_s"], moving["longest_silence_s"], moving["begins_at_s"]),
                         ("7", "0.500", "5.000", "4.400"))
        self.assertEqual(moving["rate_1_s"], "0.875")

    def test_receivers_apart(self):
        """The host writes to two: each has a row, and what the host does not tell is no motion."""
        table = rows(forge(GAME + """
            at 1 host > ace
                game 1C u32:0x3FFFFFFF f32:1 00
            at 1 host > sep
                game 1C u32:0x3FFFFFFF f32:1 10 | cf16:2
            at 1.25 host > sep
                game 1C u32:0x3FFFFFFF f32:1.25 10 | cf16:2
            """), "cadence")
        self.assertEqual([(row["to"], row["motion"], row["updates"], row["longest_silence_s"]) for row in table],
                         [("#2", "not told", "1", ""), ("#3", "moving", "2", "0.250")])

    def test_backwards(self):
        """A ship that goes back moves (60.1: a negative speed is reverse)."""
        table = rows(forge(GAME + """
            at 1 ace > host
                game 1C u32:0x3FFFFFFF f32:1 10 | cf16:-2
            """), "cadence")
        self.assertEqual([(row["motion"], row["updates"]) for row in table], [("moving", "1")])

    def test_late(self):
        """An update that comes when its ship has been deleted takes no name away from the row."""
        begin = f"""
            include "{SOURCE}/captures/scenarios/parts/ships.scn"
            at 1 ace > host
                game seq 1 03 00 02 u32:0x8008 u32:0x3FFFFFFF 05 $at_rest str8:"Ace" str8:"Multi1" $sovereign
            at 2 ace > host
                game 1C u32:0x3FFFFFFF f32:9 00
        """
        late = """
            at 3 host > ace
                game seq 0 14 u32:0x3FFFFFFF
            at 4 ace > host
                game 1C u32:0x3FFFFFFF f32:10 00
        """
        for text, updates in ((begin, "1"), (begin + late, "2")):
            table = rows(forge(GAME + text), "cadence")
            self.assertEqual([(row["ship"], row["updates"]) for row in table], [("Sovereign", updates)])

    def test_story(self):
        """As often as the updates stand in the scenario, by ship and direction: the table of ships has the sum."""
        ships = [int(row["updates"]) for row in rows(SESSION, "ships") if row["updates"] != "0"]
        table = rows(SESSION, "cadence")
        self.assertEqual(sum(int(row["updates"]) for row in table), sum(ships))
        self.assertEqual(rows(SESSION, "cadence", "-2"), table)
        # parts/session-team-game.scn: Sep's Warbird lies still; his own updates stop for 3 s at 79.7, Ace's Galaxy
        # warps from 80 on and is silent until 85.412.
        longest = {(row["ship"], row["from"]): (row["longest_silence_s"], row["begins_at_s"]) for row in table}
        self.assertEqual(longest["Warbird", "#5 Sep"], ("3.000", "79.700"))
        self.assertEqual(longest["Galaxy", "#6 Ace"], ("5.700", "79.712"))


class Unacked(unittest.TestCase):
    """Reliable messages that nobody acknowledged."""

    def of(self, text):
        """Rows: message, number, resends, why, age."""
        names = ("from", "message", "number", "resends", "why", "age_s")
        acked = """
            at 0.3 host > ace
                ack 0
            at 0.3 host > sep
                ack 0
            at 0.3 host > may
                ack 0
            """
        return [tuple(row[name] for name in names) for row in rows(forge(GAME + acked + text), "unacked")]

    def test_nothing_in_the_story(self):
        self.assertEqual(rows(SESSION, "unacked"), [])

    def test_lost(self):
        """Sent at 1, again at 2 and 4; the capture ends at 9. What is acked late is not listed."""
        self.assertEqual(self.of("""
            at 1 ace > host
                game seq 1 2C i32:2 str16:"lost"
            at 1.1 sep > host
                game seq 1 2C i32:3 str16:"late"
            at 2 ace > host
                game seq 1 2C i32:2 str16:"lost"
            at 4 ace > host
                game seq 1 2C i32:2 str16:"lost"
            at 5 host > sep
                ack 1
            at 9 may > host
                keepalive
            """), [("#2", "Chat", "1", "2", "lost", "8.000")])

    def test_young(self):
        """Before the first resend is due nobody can tell."""
        self.assertEqual(self.of("""
            at 1 ace > host
                game seq 1 2C i32:2 str16:"young"
            at 1.9 may > host
                keepalive
            """), [])

    def test_due(self):
        """The first resend is due after a second (90.7)."""
        self.assertEqual(self.of("""
            at 1 ace > host
                game seq 1 2C i32:2 str16:"due"
            at 2 may > host
                keepalive
            """), [("#2", "Chat", "1", "0", "lost", "1.000")])

    def test_wrong_space(self):
        """Sep acknowledges the host's messages as if their types were below 0x32."""
        capture = """
            at 1 host > sep
                game seq 0 28
                game seq 1 28
            at 1.1 sep > host
                ack 0
                ack 1 low
            at 1.2 host > sep
                announce 2 10.10.10.2 "Ace" seq 0
            at 1.3 sep > host
                ack 0 low
            at 2 host > sep
                game seq 1 28
            at 2.1 sep > host
                ack 1 low
            at 4 may > host
                keepalive
            """
        self.assertEqual(self.of(capture), [("host", "ChecksumComplete", "1", "1", "wrong ack space", "3.000")])

    def test_note_of_the_wrong_space(self):
        """Where the number is nobody's in the ack's space, and one waits for it in the other, which is sent again and
        acknowledged alike; else it is unknown."""
        capture = forge(GAME + """
            at 1 host > sep
                announce 2 10.10.10.2 "Ace" seq 0
                game seq 5 28
            at 1.1 sep > host
                ack 0 low
                ack 5 low
            at 2 host > sep
                game seq 5 28
            at 2.1 sep > host
                ack 0 low
                ack 5 low
                ack 6 low
            """)
        fields = tshark("-r", capture, "-Y", "frame.number == 7", "-T", "fields", "-e", "bcnet.analysis.acks_frame",
                        "-e", "bcnet.analysis.ack_means", "-E", "occurrence=a").split()
        self.assertEqual(fields, ["4", "4"])
        for name, count in (("wrong_ack_space", 2), ("unknown_ack", 1)):
            text = tshark("-r", capture, "-2", "-Y", f"bcnet.analysis.{name}", "-T", "fields",
                          "-e", "_ws.expert.message")
            words = "wrong sequence space" if name == "wrong_ack_space" else "does not hold"
            self.assertEqual(text.count(words), count)
        self.assertIn("waits", tshark("-r", capture, "-O", "bcnet", "-Y", "bcnet.analysis.wrong_ack_space"))

    def wrong_spaces(self, text):
        """(frames that break rule 23, frames with the note on the second pass)"""
        capture = forge(GAME + text)
        frames = [row["frames"] for row in rows(capture, "stock") if row["rule"] == "23" and row["outcome"] == "broken"]
        noted = tshark("-r", capture, "-2", "-Y", "bcnet.analysis.wrong_ack_space", "-T", "fields", "-e", "frame.number")
        return frames, noted.split()

    def test_what_the_capture_lacks(self):
        """The game's messages 2 and 4 are not in the capture, and so are acks of 2 and 4 of the other types, which are
        not sent again; 5 is, which its ack came too late for, and in time for the message 5 that the capture lacks."""
        self.assertEqual(self.wrong_spaces("""
            at 1 host > sep
                announce 2 10.10.10.2 "Ace" seq 0
                game seq 0 28
            at 1.1 sep > host
                ack 0 low
                ack 0
            at 2 host > sep
                announce 2 10.10.10.2 "Ace" seq 2
                game seq 3 28
            at 2.1 sep > host
                ack 2
                ack 3
            at 2.2 host > sep
                announce 2 10.10.10.2 "Ace" seq 4
            at 2.3 sep > host
                ack 4
            at 3.4 host > sep
                game seq 4 28
            at 4 host > sep
                announce 2 10.10.10.2 "Ace" seq 5
            at 4.9 sep > host
                ack 5
            at 5 host > sep
                announce 2 10.10.10.2 "Ace" seq 5
            at 5.1 sep > host
                ack 5 low
                ack 5
            at 9 may > host
                keepalive
            """), ([], []))

    def test_in_front_of_what_it_means(self):
        """The ack of the game's message 5 stands in front of it, as frames that are not in order of time have it."""
        capture = forge(GAME + """
            at 1 host > sep
                announce 2 10.10.10.2 "Ace" seq 5
                game seq 4 28
            at 1.1 host > sep
                game seq 5 28
            at 1.103 sep > host
                ack 5
            at 2 sep > host
                ack 5 low
                ack 4
            """)
        packets = pcapng.read(capture)
        pcapng.write(capture, [*packets[:-3], packets[-2], packets[-3], packets[-1]])
        broken = [row["rule"] for row in rows(capture, "stock") if row["outcome"] == "broken"]
        self.assertNotIn("23", broken)

    def test_sent_again_and_again(self):
        """Each ack behind a resend that the one before should have made needless; the capture has the beginning."""
        self.assertEqual(self.wrong_spaces("""
            at 1 ace > host id 255
                connect 10.10.10.2 7
            at 1.01 host > ace
                ack 0
                accept 2
            at 1.02 ace > host
                ack 0 low
            at 2 ace > host id 255
                connect 10.10.10.2 7
            at 2.01 host > ace
                ack 0
            at 4 ace > host id 255
                connect 10.10.10.2 7
            at 4.01 host > ace
                ack 0
            """), (["8 10"], ["5", "8", "10"]))

    def test_none_is_right(self):
        """The third ack that can only mean what waits, where nothing was ever acknowledged, is no accident."""
        never = "".join(f"""
            at {at} host > sep
                game seq {at} 28
            at {at}.1 sep > host
                ack {at} low
            """ for at in (1, 2, 3, 4))
        begin = """
            at 0.5 host > sep
                announce 2 10.10.10.2 "Ace" seq 0
            at 0.6 sep > host
                ack 0 low
            """
        once = """
            at 0.7 host > sep
                game seq 0 28
            at 0.8 sep > host
                ack 0
            """
        self.assertEqual(self.wrong_spaces(begin + never)[0], ["11 13"])
        self.assertEqual(self.wrong_spaces(begin + once + never), ([], []))

    def test_acknowledged_before_it_was_sent(self):
        """Then another message is meant: told at the ack, once the message comes."""
        self.assertEqual(self.wrong_spaces("""
            at 1 host > sep
                announce 2 10.10.10.2 "Ace" seq 0
            at 1.1 sep > host
                ack 0
            at 1.2 host > sep
                game seq 0 28
            """), (["5"], ["5"]))

    def test_gone(self):
        """He says goodbye at 3; his age ends with the connection."""
        self.assertEqual(self.of("""
            at 1 host > sep
                game seq 0 28
            at 3 sep > host
                disconnect 3 10.10.10.3 seq 0
            at 3.1 host > sep
                ack 0 low
            at 9 may > host
                keepalive
            """), [("host", "ChecksumComplete", "0", "0", "connection gone", "2.000")])


JOINING = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
    endpoint sep  10.10.10.3:59405 id 3
    at 0 ace > host id 255
        connect 10.10.10.2 0x0A5F seq 0
    at 0.01 host > ace
        ack 0 low
        accept 2 seq 0
    at 0.02 ace > host
        ack 0 low
        announce 2 10.10.10.2 "Ace" seq 1
    at 0.03 host > ace
        ack 1 low
        announce 2 10.10.10.2 "Ace" seq 1
    at 0.04 ace > host
        ack 1 low
        game seq 0 2A 20
    at 0.05 host > ace
        ack 0
"""


class Stock(unittest.TestCase):
    """The rules of 90.7: one capture breaks one of them, in the first datagram of what is written below."""

    FIRST = 7  # frame behind JOINING
    SHIP = "03 i8:0 u8:2 u32:0x8008 u32:0x3FFFFFFF u8:1 $at_rest str8:\"Ace\" str8:\"Multi1\" | $akira"
    INCLUDE = f'include "{SOURCE}/captures/scenarios/parts/ships.scn"\n'

    @staticmethod
    def broken(capture, *options):
        """Rule, sender, how often, first frame. The counts of every line add up."""
        found = []
        for row in rows(capture, "stock", *options):
            if not row["rule"]:     # how much was captured again
                continue
            checked, held, broken = (int(row[name]) for name in ("checked", "held", "broken"))
            outcome = "broken" if broken else "held" if held else "not decided"
            if checked != held + broken or row["outcome"] != outcome:
                raise AssertionError(row)
            if broken:
                found.append((int(row["rule"]), row["sender"], broken, int(row["first_broken"])))
        return found

    def holds(self, text):
        """What may look odd, and is stock."""
        self.assertEqual(self.broken(forge(JOINING + self.INCLUDE + text)), [])

    def breaks(self, rule, sender, text, frame=FIRST, times=1):
        """That rule alone."""
        self.assertEqual(self.broken(forge(JOINING + self.INCLUDE + text)), [(rule, sender, times, frame)])

    def break_both(self, one, other, text, frame=FIRST, sender="host"):
        """Two rules say it."""
        self.assertEqual(self.broken(forge(JOINING + self.INCLUDE + text)),
                         [(one, sender, 1, frame), (other, sender, 1, frame)])

    def test_joining_breaks_none(self):
        self.assertEqual(self.broken(forge(JOINING)), [])

    def test_story(self):
        """What session.scn leaves out for brevity is told: at 15.61 the host packs the station, a ship and its damage into
        one datagram (rule 5: the second and the third), and it names no player to the newcomers Sep (at 13) and Ace (at
        72), with one other player there each time (rule 11). Sep's 0x2A of 15.608 is frame 63. All others hold."""
        broken = self.broken(SESSION)
        self.assertEqual([(rule, sender, count) for rule, sender, count, _ in broken], [(5, "host", 2), (11, "host", 2)])
        self.assertEqual({frame for _, _, _, frame in broken}, {64})
        self.assertEqual(self.broken(SESSION, "-2"), broken)

    def test_every_rule_has_a_line(self):
        table = rows(SESSION, "stock")
        host = [int(row["rule"]) for row in table if row["sender"] == "host"]
        self.assertEqual(host, [rule for rule in range(1, 35) if rule != 16])
        self.assertEqual([int(row["rule"]) for row in table if row["sender"] == "#2 Ace"],
                         [rule for rule in range(1, 35) if rule not in (5, 11, 12, 15, 25, 26, 27, 29, 30, 31, 33)])
        # Sep's Akira and his Bird of Prey fire phasers and cannons, Ace's Sovereign torpedoes and phasers.
        self.assertEqual({row["sender"] for row in table if row["rule"] == "19" and row["outcome"] == "held"},
                         {"#2 Ace", "#3 Sep"}, "what the host relays is theirs")

    # Captures of what no stock program sends: the rules that they break, by sender. All others break none, whatever the
    # network does on the way: it loses, doubles and mixes up.
    NOT_STOCK = {
        "bad-ack-flags": {(6, "host"), (7, "host")},  # the same ack again and again, reserved bits
        "bad-count": {(1, "#2")},
        "bad-fragment": {(2, "host")},
        "bad-leaving": {(1, "#2")},
        "bad-type": {(1, "#2")},
        "clients": {(3, "host")},  # names in the order of their numbers
        "fragments-any-order": {(3, "host")},  # written so, not mixed up on the way
        "fragments-contradicting": {(2, "host")},
        "fragments-duplicated": {(8, "host")},  # sent again at once, in packets of their own
        "fragments-total-0": {(2, "host")},
        "fragments-total-1": {(2, "host")},
        "fragments-total-255": {(2, "host")},  # none has 412 bytes
        "identity-spoof": {(3, "host"), (10, "#3 Boss")},
        "identity-stale": {(4, "host"), (8, "host")},  # two resends at once, and one after 20 ms
        "learn-4-bits": {(17, "#2")},
        "messages": {(3, "host")},  # as clients
        "misfit": {(15, "host"), (16, "#2 Ace")},
        "odd-messages": {(7, "host")},
        "replays": {(25, "host")},  # no checksums
        "session": {(5, "host"), (11, "host")},
        "state-bad": {(13, "#2 Ace"), (16, "#2 Ace"), (17, "#2 Ace"), (20, "#2 Ace"),
                      (13, "host"), (15, "host"), (20, "host")},
        "state-dialect": {(13, "host"), (15, "host"), (17, "host")},  # a server that is not stock
        "state-hash": {(14, "#4 Kim")},  # a clock of seconds, positions alone; so are the next
        "state-mid-battle": {(14, "host")},
        "state-open-bits": {(14, "host"), (15, "host")},
    }

    def test_clean_captures_break_none(self):
        captures = [path for path in sorted((SOURCE / "captures").glob("*.pcapng")) if "hostile" not in path.name]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            tables = pool.map(self.broken, captures)
        found = {path.stem: {(rule, sender) for rule, sender, _, _ in table} for path, table in zip(captures, tables)}
        self.assertEqual({name: broken for name, broken in found.items() if broken}, self.NOT_STOCK)
        self.assertGreater(len(found), 60)

    def test_1_datagram(self):
        self.breaks(1, "#2 Ace", """
            at 1 ace > host count 1
                ack 0
                keepalive
            """)

    def test_1_length(self):
        """Two lines of chat, with 12 bytes around each text and 2 before the first: 512 bytes, and one more."""
        two = 'at 1 ace > host\n game seq 1 2C i32:2 str16:"{}"\n game seq 2 2C i32:2 str16:"{}"\n'
        self.assertEqual(self.broken(forge(JOINING + two.format("x" * 300, "y" * 186))), [])
        self.breaks(1, "#2 Ace", two.format("x" * 300, "y" * 187))

    def test_2_fragments(self):
        """A message of 412 bytes in one piece, and one of 413."""
        line = 'at 1 ace > host\n game seq 1 2C i32:2 str16:"{}"\n'
        self.assertEqual(self.broken(forge(JOINING + line.format("x" * 400))), [])
        self.breaks(2, "#2 Ace", line.format("x" * 401))

    def test_2_split_in_vain(self):
        """A first fragment of less than 412 bytes that is not the last."""
        self.breaks(2, "#2 Ace", """
            at 1 ace > host
                fragment seq 1 index 0 of 2 2C i32:2
            """)

    def test_3_order(self):
        """A first ack behind a new message."""
        self.breaks(3, "host", """
            at 0.9 ace > host
                game seq 1 2A 20
            at 1 host > ace
                game seq 0 39
                ack 1
            """, frame=8)

    def test_3_turns(self):
        """Of messages of one kind the first in the queue: those of the game as they were queued, the others the newest
        first. 412 bytes make fragments of one number."""
        self.breaks(3, "#2 Ace", """
            at 1 ace > host
                game seq 2 2C i32:2 str16:"b"
                game seq 1 2C i32:2 str16:"a"
            """)
        self.breaks(3, "host", """
            at 1 host > ace
                announce 3 10.10.10.3 "Sep" seq 2
                announce 4 10.10.10.4 "May" seq 3
            """)
        self.holds("""
            at 1 host > ace
                announce 4 10.10.10.4 "May" seq 3
                announce 3 10.10.10.3 "Sep" seq 2
                game seq 65535 39
                game seq 0 39
            """)

    def test_3_lost_before(self):
        """Number 1 was lost on its way to the capture: what comes first a second later is the resend."""
        self.holds("""
            at 1 ace > host
                game seq 2 2C i32:2 str16:"b"
            at 2 ace > host
                game seq 1 2C i32:2 str16:"a"
                announce 2 10.10.10.2 "Ace" seq 2
                game seq 3 2C i32:2 str16:"c"
            """)

    def test_4_resends(self):
        self.breaks(4, "#2 Ace", """
            at 1 ace > host
                game seq 1 2C i32:2 str16:"a"
                game seq 2 2C i32:2 str16:"b"
            at 2 ace > host
                game seq 1 2C i32:2 str16:"a"
                game seq 2 2C i32:2 str16:"b"
            """, frame=8)

    def test_5_replays(self):
        self.breaks(5, "host", """
            at 1 host > ace
                game seq 0 29 u32:0x3FFFFFFF 1D 7A 0C 95 61 1B 57 E2 78
                game seq 1 29 u32:0x3FFFFFFF 1D 7A 0C 95 61 1B 57 E2 78
            """)

    def test_6_acks(self):
        """The same ack after 0.2 s. It was sent once before, at 0.05."""
        self.breaks(6, "host", """
            at 0.25 host > ace
                ack 0
            """)

    # Of the chat line of frame 7; each 0.67 s after the one before.
    ACKS = """
        at 0.4 ace > host
            game seq 1 2C i32:2 str16:"a"
        at 0.41 host > ace
            {first}
        at 1.08 host > ace
            ack 1
        at 1.75 host > ace
            ack 1
        at 2.42 host > ace
            {fourth}
            ack 1
        """

    def test_6_fourth_ack_alone(self):
        first = 'ack 1\ngame seq 0 2C i32:2 str16:"a"'
        self.breaks(6, "host", self.ACKS.format(first=first, fourth=""), frame=11)
        self.holds(self.ACKS.format(first=first, fourth="keepalive"))
        young = self.ACKS.format(first=first, fourth="ack 2").replace("at 2.42", """at 2.4 ace > host
            game seq 2 0D 0C 01 00 00 58 00 80 00 u32:0 u32:0x3FFFFFFF u32:0
        at 2.42""")
        self.holds(young)

    def test_6_doubled_on_the_way(self):
        self.holds("""
            at 0.8 ace > host duplicate after 0.005
                ack 0
                ack 1 low
            """)

    def test_6_wrap(self):
        """68,000 messages, each acknowledged three times: an ack counts for its own message when numbers came round."""
        acks = "".join(f"""
            at {1.04 + 0.67 * i:.2f} ace > host
                repeat 20 as j
                    ack $k*20+$j%65536
                end
            """ for i in range(3))
        capture = forge(JOINING + f"""
            at 0.06 host > ace
                game seq 65535 17 u32:0x0866 F1 00 80 00 u32:0 u32:0x791 02
            repeat 3400 as k every 0.05
                at 1 host > ace
                    repeat 20 as j
                        game seq $k*20+$j%65536 06 u32:0x0101 DF 00 80 00 u32:0x40000010 u32:0x40000018
                    end
                {acks}
            end
            """)
        self.assertEqual(self.broken(capture), [])
        row, = (row for row in rows(capture, "stock") if row["rule"] == "6" and row["sender"] == "#2 Ace")
        self.assertGreater(int(row["held"]), 204000)

    @staticmethod
    def acks(count, company=""):
        """The ack of 0.05 once more and again, every 0.67 s, up to `count` in all."""
        return "".join(f"at {0.05 + 0.67 * i:.2f} host > ace\n{company}\nack 0\n" for i in range(1, count))

    def test_6_acks_too_often(self):
        """Nine times in company, three times alone."""
        self.assertEqual(self.broken(forge(JOINING + self.acks(9, "keepalive"))), [])
        self.breaks(6, "host", self.acks(10, "keepalive"), frame=self.FIRST + 8)
        self.assertEqual(self.broken(forge(JOINING + self.acks(3))), [])
        self.breaks(6, "host", self.acks(4), frame=self.FIRST + 2)

    def test_7_flags(self):
        self.breaks(7, "host", """
            at 1 host > ace
                ack 0 flags 0x04
            """)

    def test_8_resend_times(self):
        """After half a second."""
        self.breaks(8, "#2 Ace", """
            at 1 ace > host
                game seq 1 2C i32:2 str16:"a"
            at 1.5 ace > host
                game seq 1 2C i32:2 str16:"a"
            """, frame=8)

    # 90.2: after 1 s, then 1, 2, 3, 4, 5 and 1 s later; in seconds since the first sending.
    SERIES = [0, 1, 2, 4, 7, 11, 16, 17, 19]

    def sendings(self, times):
        return "".join(f"""
            at {1 + after} ace > host
                game seq 1 0D 0C 01 00 00 58 00 80 00 u32:0 u32:0x3FFFFFFF u32:0
            """ for after in times)

    def test_8_series(self):
        self.holds(self.sendings(self.SERIES))
        for place in range(3, 7):
            early = [time - (place <= number) * 0.5 for number, time in enumerate(self.SERIES)]
            with self.subTest(resend=place):
                self.breaks(8, "#2 Ace", self.sendings(early), frame=self.FIRST + place)
        lost = [time for time in self.SERIES if time != 4]
        self.holds(self.sendings(lost))
        self.breaks(8, "#2 Ace", self.sendings([*self.SERIES, 360, 367.5]), frame=self.FIRST + len(self.SERIES) + 1)

    def test_8_lost(self):
        """The capture lacks the first three sendings: what it has is a part of the series. Every second, or every two
        seconds, is none of it, wherever it begins."""
        self.holds(self.sendings(time - 4 for time in self.SERIES[3:]))
        self.breaks(8, "#2 Ace", self.sendings([0, 1, 2, 3]), frame=self.FIRST + 3)
        self.breaks(8, "#2 Ace", self.sendings([0, 2, 4, 6, 8]), frame=self.FIRST + 4)

    def test_8_told(self):
        """What is late, and what follows it, decides nothing."""
        for times, held in (((0, 1, 2, 4), 3), ((0, 1, 2, 5, 8), 2), ((0, 5, 10), 0)):
            with self.subTest(sendings=times):
                row, = (row for row in rows(forge(JOINING + self.sendings(times)), "stock")
                        if row["rule"] == "8" and row["sender"] == "#2 Ace")
                self.assertEqual((int(row["held"]), int(row["broken"])), (held, 0))

    def test_8_connections(self):
        """Requests and goodbyes come every second."""
        self.holds("".join(f"""
            at {after} ace > host
                disconnect 2 10.10.10.2 seq 2
            """ for after in range(1, 8)))

    def test_9_reliable(self):
        self.breaks(9, "#2 Ace", """
            at 1 ace > host
                game 2C i32:2 str16:"a"
            """)

    def test_10_ids(self):
        self.breaks(10, "#2 Ace", """
            at 1 ace > host id 5
                keepalive
            """)

    def test_notes(self):
        """A breach has the note of its rule, unless a graver one says it (90.8): for a foreign byte 0 there is one, for 0xFF
        there is none; for a bit group there is one, for groups of the dialect there is none."""
        byte_0 = "at 1 ace > host id {}\n keepalive\n"
        for text, frame, expected in ((byte_0.format(5), 7, "bcnet.expert.identity"),
                                      (byte_0.format(255), 7, "bcnet.expert.stock"),
                                      ("at 1 host > ace\n game seq 0 16 41\n", 7, "bcnet.expert.bits"),
                                      (self.DIALECT, 8, "bcnet.expert.stock")):
            with self.subTest(text=text):
                found = experts(forge(JOINING + self.INCLUDE + text), ["-2", "-o", "bcnet.judge:true"])
                self.assertEqual([info.name for info in found[frame]], [expected])

    def test_10_id_of_newcomers(self):
        """0xFF once more, after he had his own (10.9): still the same sender."""
        self.breaks(10, "#2 Ace", """
            at 1 ace > host id 255
                keepalive
            """)

    SECOND = """
        at 1 sep > host id 255
            connect 10.10.10.3 0x0A60 seq 0
        at 1.01 host > sep
            ack 0 low
            accept 3 seq 0
            {named}
        at 1.02 sep > host
            game seq 0 2A 20
        at 1.03 host > sep
            ack 0
        """

    def test_11_newcomer(self):
        self.breaks(11, "host", self.SECOND.format(named=""), frame=10)
        named = 'announce 2 10.10.10.2 "Ace" seq 1'
        text = self.SECOND.format(named="").replace("accept 3 seq 0", named + "\naccept 3 seq 0")
        self.assertEqual(self.broken(forge(JOINING + text)), [])

    def test_11_newcomer_once_more(self):
        """Whom he was told on his connection before does not count."""
        again = """
            at 5 sep > host
                disconnect 3 10.10.10.3 seq 1
            at 5.01 host > sep
                ack 1 low
            at 9 sep > host id 255
                connect 10.10.10.3 0x0A61 seq 0
            at 9.01 host > sep
                ack 0 low
                accept 3 seq 0
            at 9.02 sep > host
                game seq 0 2A 20
            at 9.03 host > sep
                ack 0
            """
        named = self.SECOND.format(named="").replace("accept 3", 'announce 2 10.10.10.2 "Ace" seq 1\naccept 3')
        self.breaks(11, "host", named + again, frame=16)

    def test_12_relay(self):
        """Ace hears of his own shot; rule 30 says the same."""
        self.break_both(12, 30, f"""
            at 1 ace > host
                game seq 1 {Relay.STOP}
            at 1.01 host > ace
                game seq 0 {Relay.STOP}
            """, frame=8)

    def test_12_changed(self):
        """The host puts the slot in the place of the author."""
        self.breaks(12, "host", self.SECOND.format(named='announce 2 10.10.10.2 "Ace" seq 1').replace(
            'accept 3 seq 0\n            announce', 'announce 2 10.10.10.2 "Ace" seq 1\n            accept 3 seq 0 #') + f"""
            at 2 ace > host
                game seq 1 {Relay.STOP}
            at 2.01 host > sep
                game seq 0 {Relay.STOP.replace("u32:0 ", "u32:7 ")}
            """, frame=12)

    SEP_JOINS = SECOND.format(named='announce 2 10.10.10.2 "Ace" seq 1').replace(
        'accept 3 seq 0\n            announce 2 10.10.10.2 "Ace" seq 1',
        'announce 2 10.10.10.2 "Ace" seq 1\n            accept 3 seq 0')

    def test_12_cloak(self):
        """The host cloaks a ship itself, with the bytes of its player's message (10.10): no echo, nothing that is handed on
        twice, and no change, whatever it says next. Rules 12, 30 and 31."""
        cloak = "0A u32:0x0104 E3 00 80 00 u32:0 u32:0x40000004 u8:{}"
        self.holds(self.SEP_JOINS + f"""
            at 2 ace > host
                game seq 1 {cloak.format(1)}
            at 2.01 host > sep
                game seq 0 {cloak.format(1)}
                game seq 1 {cloak.format(1)}
                game seq 2 {cloak.format(0)}
            at 2.02 host > ace
                game seq 0 {cloak.format(1)}
            """)

    HEARD = """
        at {at} host > sep
            keepalive
        at +0 sep > host
            keepalive
        """

    def test_29_after_a_gap(self):
        """A number of Ace's is missing; then he connects again, and numbers begin anew. Nobody sees him stop firing."""
        shot = f"""
            at 4 ace > host
                game seq {{}} {Relay.STOP}
            at 4.01 host > ace
                ack {{}}
            """
        gap = """
            at 1.04 host > ace
                game seq 0 17 u32:0x0866 F1 00 80 00 u32:0 u32:0x791 03
            at 1.05 host > sep
                game seq 0 17 u32:0x0866 F1 00 80 00 u32:0 u32:0x791 03
            at 2 ace > host
                game seq 2 0D 0C 01 00 00 58 00 80 00 u32:0 u32:0x3FFFFFFF u32:0
            """
        again = """
            at 3 ace > host id 255
                connect 10.10.10.2 0x0A61 seq 0
            at 3.01 host > ace
                ack 0 low
                announce 3 10.10.10.3 "Sep" seq 1
                accept 2 seq 0
            at 3.02 ace > host
                game seq 0 2A 20
            at 3.03 host > ace
                ack 0
                game seq 0 17 u32:0x0866 F1 00 80 00 u32:0 u32:0x791 02
            at 3.04 host > sep
                game seq 1 17 u32:0x0866 F1 00 80 00 u32:0 u32:0x791 02
            """
        end = self.HEARD.format(at=20) + self.HEARD.format(at=30)
        self.holds(self.SEP_JOINS + gap + shot.format(3, 3) + end)
        self.breaks(29, "host", self.SEP_JOINS + gap + again + shot.format(1, 1) + end, frame=19)

    LINE = """
        at 1 ace > host
            game seq 1 2C i32:2 str16:"hi"
        at 1.01 host > ace
            ack 1
            {back}
        at {end} host > ace
            game seq 1 39
            game seq 2 17 u32:0x0866 F1 00 80 00 u32:0 u32:0x791 02
        at +0 ace > host
            ack 1
        """

    def test_12_author(self):
        """Twenty seconds later he has not got his line back, which rule 29 says, too. A line that the host did not get, or
        not long ago, says nothing."""
        self.break_both(12, 29, self.LINE.format(back="", end=22))
        late = self.LINE.format(back="", end=22).replace("ack 1", "keepalive") + """
        at 23 host > ace
            ack 1
        """
        for options in ((), ("-2",)):
            self.assertEqual(self.broken(forge(JOINING + self.INCLUDE + late), *options), [], "an ack that came later")
        self.holds(self.LINE.format(back='game seq 0 2C i32:2 str16:"hi"', end=22))
        self.holds(self.LINE.format(back="", end=20))
        self.holds(self.LINE.format(back="", end=22).replace("ack 1", "keepalive"))
        self.holds(self.LINE.format(back="", end=22).replace("2C i32:2 str16", "2D i32:2 str16"))
        self.holds(self.LINE.format(back="", end=22).replace("at 22", """at 3 ace > host id 255
            connect 10.10.10.2 0x0B77 seq 0
        at 22"""))

    def test_13_flags_of_updates(self):
        self.breaks(13, "host", """
            at 1 host > ace
                game 1C u32:0x3FFFFFFF f32:1 80
            """)

    def test_13_owner(self):
        """Ace is told the power of his own sensors and engines, which he knows."""
        self.breaks(13, "host", f"""
            at 1 ace > host
                game seq 1 {self.SHIP}
            at 1.5 host > ace
                game 1C u32:0x3FFFFFFF f32:1 20 | 02 FF 43 64 FF FF FF FF FF FF 64
            """, frame=8)

    def test_14_absolute(self):
        """Ten a second from 1 to 2.5, the first with everything, all others with a speed alone: from 2.2 on (1.0 s, an
        interval, and 0.05 s for the float) there are four."""
        updates = "".join(f"""
            at {1 + i / 10} ace > host
                game 1C u32:0x3FFFFFFF f32:{1 + i / 10} 10 | cf16:1
            """ for i in range(1, 16))
        self.breaks(14, "#2 Ace", """
            at 1 ace > host
                game 1C u32:0x3FFFFFFF f32:1 1D | f32:1 f32:2 f32:3 bits:1 u16:0x5E1A | 00 7F 00 | 00 00 7F | cf16:1
            """ + updates, frame=self.FIRST + 12, times=4)

    def test_14_lost(self):
        """The complete update of 2.1 was lost; the next one comes at 3.2."""
        whole = "1D | f32:1 f32:2 f32:3 bits:1 u16:0x5E1A | 00 7F 00 | 00 00 7F | cf16:1"
        updates = {round(1 + i / 10, 1): "10 | cf16:1" for i in range(0, 23) if i != 11}
        self.holds("".join(f"""
            at {at} ace > host
                game 1C u32:0x3FFFFFFF f32:{at} {parts}
            """ for at, parts in {**updates, 1.0: whole, 3.2: whole}.items()))

    def test_15_place(self):
        """An Akira's list is told from 0 to 1; the next block begins at 2, and never at 1. What lies between may be
        lost: at 6."""
        blocks = f"""
            at 1 ace > host
                game seq 1 {self.SHIP}
            at 1.5 host > ace
                game 1C u32:0x3FFFFFFF f32:1 20 | 00 FF FF 20 FF FF FF FF FF FF
            at 1.6 host > ace
                game 1C u32:0x3FFFFFFF f32:1.1 20 | """
        self.breaks(15, "host", blocks + "01 FF 40 FF FF FF FF FF FF FF", frame=9)
        self.holds(blocks + "02 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF")
        self.holds(blocks + "08 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF")

    def test_14_clock_goes_back(self):
        """There is nothing to compare with for rule 14; rule 28 says it."""
        self.breaks(28, "#2 Ace", """
            at 1 ace > host
                game 1C u32:0x3FFFFFFF f32:100 10 | cf16:1
            at 3 ace > host
                game 1C u32:0x3FFFFFFF f32:5 10 | cf16:1
            """, frame=8)

    def test_15_blocks(self):
        """An Akira's block with one entry."""
        self.breaks(15, "host", f"""
            at 1 ace > host
                game seq 1 {self.SHIP}
            at 1.5 host > ace
                game 1C u32:0x3FFFFFFF f32:1 20 | 00 FF
            """, frame=8)

    DIALECT = f"""
        at 1 ace > host
            game seq 1 {SHIP.replace("u8:1 ", "u8:5 ", 1).replace("$akira", "$sovereign")}
        at 1.5 host > sep
            game 1C u32:0x3FFFFFFF f32:1 20 | 02 FF 21 64 FF FF FF FF FF FF 21 64
        """

    def test_17_groups_that_end_early(self):
        """A server closes its groups at entries without a boolean (60.2): rule 17. The rest is right, and so are the blocks
        where that makes no difference; with shields of one byte it is not."""
        joins = self.SECOND.format(named="").replace("accept 3", 'announce 2 10.10.10.2 "Ace" seq 1\naccept 3')
        block = "at 1.{0} host > sep\n game 1C u32:0x3FFFFFFF f32:1.{0} 20 | {1}\n"
        right = block.format(7, "06 FF 43 64 FF FF FF FF FF FF FF FF FF 64")
        self.breaks(17, "host", joins + self.DIALECT + right, frame=12)
        row, = (row for row in rows(forge(JOINING + self.INCLUDE + joins + self.DIALECT + right), "stock")
                if row["rule"] == "15")
        self.assertEqual((row["held"], row["broken"]), ("2", "0"))
        shield = block.format(7, "00 FF 80 FF 21 64")
        self.assertEqual(self.broken(forge(JOINING + self.INCLUDE + joins + self.DIALECT + shield)),
                         [(15, "host", 1, 13), (17, "host", 1, 12)])
        early = block.format(7, "08 FF FF FF FF FF 21 64")
        self.assertEqual([rule for rule, *_ in self.broken(forge(JOINING + self.INCLUDE + joins + self.DIALECT + early))],
                         [15, 17])

    def test_15_another_ship(self):
        """A ship that is created anew under the same number is told from the beginning of its list."""
        self.holds(f"""
            at 1 ace > host
                game seq 1 {self.SHIP}
            at 1.5 host > ace
                game 1C u32:0x3FFFFFFF f32:1 20 | 00 FF FF 20 FF FF FF FF FF FF
            at 2 host > ace
                game seq 0 06 u32:0x8129 4E 00 80 00 u32:0 u32:0x3FFFFFFF i32:0 f32:9.5
            at 3 ace > host
                game seq 2 {self.SHIP}
            at 3.5 host > ace
                game 1C u32:0x3FFFFFFF f32:3 20 | 00 FF FF 20 FF FF FF FF FF FF
            """)

    def test_16_power(self):
        self.breaks(16, "#2 Ace", """
            at 1 ace > host
                game 1C u32:0x3FFFFFFF f32:1 80 | 01 CC 02 CC 04 CC 05 CC
            """)

    def test_16_kind(self):
        """A hull takes no power."""
        self.breaks(16, "#2 Ace", f"""
            at 1 ace > host
                game seq 1 {self.SHIP}
            at 1.5 ace > host
                game 1C u32:0x3FFFFFFF f32:1 80 | 00 CC
            """, frame=8)

    def test_17_bits(self):
        """Two booleans announced, one taken."""
        self.breaks(17, "host", """
            at 1 host > ace
                game seq 0 16 41
            """)

    def test_18_never(self):
        self.breaks(18, "#2 Ace", """
            at 1 ace > host
                game seq 1 0E 01 01 00 00 DA 00 80 00 u32:0 u32:0x40000019
            """)

    def test_19_ids(self):
        """An Akira's tubes are k = 14 to 19, its phasers 6 (60.6); 13 is her engineering, 20 a phaser bank, 1 the hull.
        Rule 32 says it, too."""
        shots = {"19 u32:{} u8:2 06 05 DF 87": ({14, 19}, {13, 20}),
                 "07 28 81 00 00 D8 00 80 00 u32:0 u32:{} u32:0 00 81 00 80": ({6}, {1, 20})}
        for shot, (right, wrong) in shots.items():
            for offset in sorted(right | wrong):
                text = f"""
                    at 1 ace > host
                        game seq 1 {self.SHIP}
                    at 1.5 ace > host
                        game seq 2 {shot.format(hex(0x3FFFFFFF + offset))}
                    """
                with self.subTest(shot=shot[:2], k=offset):
                    if offset in right:
                        self.holds(text)
                    else:
                        self.break_both(19, 32, text, frame=8, sender="#2 Ace")

    def test_20_doubled_on_the_way(self):
        self.holds("""
            at 1 ace > host duplicate after 0.05
                game 1C u32:0x3FFFFFFF f32:1 80
            """)

    def test_20_interval(self):
        """Fifty milliseconds of the sender's clock, whenever they come."""
        self.breaks(20, "#2 Ace", """
            at 1 ace > host
                game 1C u32:0x3FFFFFFF f32:1 80
            at 1.2 ace > host
                game 1C u32:0x3FFFFFFF f32:1.05 80
            """, frame=8)


if __name__ == "__main__":
    main()
