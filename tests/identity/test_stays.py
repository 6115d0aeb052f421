# SPDX-License-Identifier: GPL-2.0-or-later
"""Stays: every view has the same ones, and what ends them, their rounds and their games (10.6, 10.9, 10.12, 60.10)."""

import csv
import io
import json
import struct
import unittest

from bcnet_test import SOURCE, fields, forge, main, tshark
from wireshark import scratch_file

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:50002 id 2
    endpoint sep  10.10.10.3:50003 id 3
"""
WEAPON = 0x3FFFFFFF + 6     # of a ship in slot 0
SHOT = f"19 u32:{WEAPON} u8:3 06 05 DF 87"      # of player 3, it says (45.2)


def rows(capture, name, *options):
    """-z bcnet,NAME,csv."""
    return list(csv.DictReader(io.StringIO(tshark("-r", capture, "-q", "-z", f"bcnet,{name},csv", *options))))


def world(capture):
    """The games of -z bcnet,world."""
    path = scratch_file(".json")
    tshark("-r", capture, "-q", "-z", f"bcnet,world,{path}")
    return json.loads(path.read_text(encoding="utf-8"))["games"]


def settings(clock, slot):
    """0x00 (30.3)."""
    return f"00 {struct.pack('<f', clock).hex(' ')} 61 i8:{slot} str16:\"Multi1\""


def joins(at, who, identity, name, nonce, clock, slot):
    """A client connects, names itself, gets Settings and is in the game."""
    return f"""
        at {at} {who} > host id 255
            connect 10.10.10.{identity} 0x{nonce:04X} seq 0
        at +0.01 host > {who}
            accept {identity} seq 0
        at +0.01 {who} > host id {identity}
            announce {identity} 10.10.10.{identity} "{name}" seq 1
        at +0.01 host > {who}
            game seq auto {settings(clock, slot)}
        at +0.01 {who} > host id {identity}
            game seq auto 2A 20
        at +0.01 host > {who}
            game seq auto 17 u32:0x0866 F1 00 80 00 u32:0 u32:0x0791 u32:{identity}
    """


class OneBook(unittest.TestCase):
    """The table of players and the report's data."""

    def stays(self, capture):
        """(id, name, address, joined, left, how) of both."""
        told = {"joined": "joined_s", "left": "left_s"}
        table = [tuple(row[name] for name in ("host", "id", "name", "address")) +
                 tuple(round(float(row[name]), 3) if row[name] else None for name in told.values()) + (row["how"],)
                 for row in rows(capture, "players") if row["id"]]    # the last one may only say what was left out
        data = [(game["host"], str(player["id"]), player.get("name", "host" if player["id"] == 1 else "").strip(),
                 player.get("address", ""), player.get("joined"), player.get("left"), player.get("how", ""))
                for game in world(capture) for player in game["players"]]
        return sorted(table, key=str), sorted(data, key=str)

    CAPTURES = ("bad-leaving", "boot", "clients", "departures", "duplicates", "hostile-names", "identity-spoof",
                "identity-stale", "letters", "middle", "quoted", "reconnect", "session", "state-restart", "state-two-games")

    def test_both_have_the_same(self):
        """tests/situations compares all views of all captures."""
        for name in self.CAPTURES:
            with self.subTest(capture=name):
                table, data = self.stays(SOURCE / "captures" / f"{name}.pcapng")
                self.assertEqual(table, data)

    def test_one_pass_or_two(self):
        """In the second one every stay is known to its end, and every name from the beginning on."""
        tables = [word for name in ("players", "relay", "cadence", "stock", "chat") for word in ("-z", f"bcnet,{name},csv")]
        for name in (*self.CAPTURES, "replays"):
            capture = SOURCE / "captures" / f"{name}.pcapng"
            with self.subTest(capture=name):
                self.assertEqual(tshark("-r", capture, "-q", *tables), tshark("-r", capture, "-q", "-2", *tables))

    def test_ends(self):
        """Also those that nobody tells."""
        _, data = self.stays(SOURCE / "captures" / "departures.pcapng")
        ends = [(player[1], player[2], player[5], player[6]) for player in data]
        self.assertEqual(len(ends), 10)
        for end in ("7", "Silent", 0.5, "silence"), ("8", "Again", 0.6, "connected again"), ("8", "Again", None, ""), \
                ("4", "Told", 4, "others told 0x18"), ("5", "Event", 5, "others told 0x17"), ("6", "Timeout", 45.6, "boot: timed out"):
            self.assertIn(end, ends)

    def test_two_without_a_name(self):
        """Id 2 in turn: a line for each in players and relay."""
        capture = forge(ENDS + """
            at 0 ace > host id 255
                connect 10.10.10.2 0x0001 seq 0
            at 0.1 host > ace
                accept 2 seq 0
            at 0.2 ace > host id 2
                game seq 0 2C i32:2 str16:"first"
            at 1 ace > host id 2
                disconnect 2 10.10.10.2 seq 1
            at 2 sep > host id 255
                connect 10.10.10.3 0x0002 seq 0
            at 2.1 host > sep
                accept 2 seq 0
            at 2.2 sep > host id 2
                game seq 0 2C i32:2 str16:"second"
            """)
        self.assertEqual([(row["id"], row["address"], row["chats"]) for row in rows(capture, "players")[1:]],
                         [("2", "10.10.10.2:50002", "1"), ("2", "10.10.10.3:50003", "1")])
        self.assertEqual([(row["player"], row["sent"]) for row in rows(capture, "relay")], [("#2", "1")] * 2)


class Restart(unittest.TestCase):
    """60.10: the server is started again; the same endpoints, other nonces."""

    STORY = ENDS + joins(0, "ace", 2, "Ace", 1, 30, 0) + joins(10, "sep", 3, "Sep", 2, 40, 1) + f"""
        at 20 host > sep
            game seq auto 1C u32:0x12345678 f32:50 00
        at 21 host > sep
            game seq auto {SHOT}
    """ + joins(40, "sep", 3, "Kim", 3, 21, 0)

    def test_nobody_of_before_acts(self):
        """The slot was Ace's; now the new #3 has it, and of Ace nothing is left."""
        capture = forge(self.STORY + f"""
            at 50 host > sep
                game seq auto {SHOT}
            at 51 host > sep
                game seq auto 19 u32:{WEAPON} u8:2 06 05 DF 88
            """)
        for options in ([], ["-2"]):
            actors = [row["bcnet.actor"] for row in fields(capture, ["bcnet.actor"], "bcnet.opcode == 0x19", options)]
            self.assertEqual(actors, [["#3 Sep"], ["#3 Kim"], ["#2"]])

    def test_an_owner_of_before_has_no_slot(self):
        """Nobody has taken it yet: the payload says who, or it is the host."""
        event = f"u8:0x0A 24 01 00 00 DA 00 80 00 u32:0 u32:{WEAPON} 00"
        capture = forge(ENDS + joins(0, "ace", 2, "Ace", 1, 30, 0) + joins(40, "sep", 3, "Kim", 3, 21, 1) + f"""
            at 50 host > sep
                game seq auto {event}
            """)
        self.assertEqual(fields(capture, ["bcnet.actor"], "bcnet.opcode == 0x0a")[0]["bcnet.actor"], ["host"])

    def test_stays(self):
        """The old ones end when they were heard last; what the newcomer told before its Settings goes on."""
        capture = forge(self.STORY)
        self.assertEqual([(row["id"], row["name"], row["left_s"], row["how"]) for row in rows(capture, "players")[1:]],
                         [("2", "Ace", "0.040", "server restart"), ("3", "Sep", "10.040", "connected again"),
                          ("3", "Kim", "", "")])
        self.assertEqual(len(world(capture)[0]["rounds"]), 2)

    def test_a_request_that_the_capture_lacks(self):
        """The answer, which gives another id, begins the connection as well (10.4): Sep came to the new server before Ace did."""
        capture = forge(ENDS + joins(0, "ace", 2, "Ace", 1, 30, 0) + joins(10, "sep", 3, "Sep", 2, 40, 1) + f"""
            at 40 host > sep
                accept 2 seq 0
            at +0.01 sep > host id 2
                announce 2 10.10.10.3 "Sep" seq 1
            at +0.01 host > sep
                game seq 0 {settings(35, 0)}
        """ + joins(41, "ace", 3, "Ace", 3, 36, 1) + """
            at 43 sep > host id 2
                game seq 0 2C i32:2 str16:"hello"
        """)
        self.assertEqual([(row["id"], row["name"], row["how"], row["chats"]) for row in rows(capture, "players")[1:]],
                         [("2", "Ace", "id given away", "0"), ("3", "Sep", "connected again", "0"), ("2", "Sep", "", "1"),
                          ("3", "Ace", "", "0")])
        self.assertEqual(len(world(capture)[0]["rounds"]), 2)


class Rounds(unittest.TestCase):
    """0x39 begins scores anew (60.10)."""

    KILL = "36 i32:2 i32:1 i32:1900 i32:3 i32:1 00"

    def capture(self, second=KILL):
        return forge(ENDS + joins(0, "ace", 2, "Ace", 1, 30, 0) + joins(1, "sep", 3, "Sep", 2, 31, 1) + f"""
            at 5 host > ace
                game seq auto {self.KILL}
            at 5.01 host > sep
                game seq auto {self.KILL}
            at 10 host > ace
                game seq auto 39
            at 10.01 host > sep
                game seq auto 39
            at 15 host > ace
                game seq auto {second}
            at 15.01 host > sep
                game seq auto {second}
            """)

    def test_both_boards(self):
        """The same kill again is another one."""
        (game,) = world(self.capture())
        board = [{"player": 1, "kills": 1, "score": 1900}, {"player": 2, "deaths": 1}]
        self.assertEqual([found["board"] for found in game["rounds"]], [board] * 2)
        self.assertEqual([(event["t"], event["kind"]) for event in game["events"] if event["kind"] in ("kills", "deaths")],
                         [(5, "kills"), (5, "deaths"), (15, "kills"), (15, "deaths")])

    def test_a_total_of_nothing_is_no_event(self):
        """Against 0 a score of 0 is no change; in the table it is told all the same."""
        capture = self.capture("36 i32:2 i32:1 i32:0 i32:3 i32:1 00")
        (game,) = world(capture)
        self.assertEqual([event["t"] for event in game["events"] if event["kind"] == "score"], [5])
        self.assertEqual([(row["kills"], row["score"]) for row in rows(capture, "players")[1:]], [("1", "0"), ("", "")])

    def test_states_are_no_events(self):
        """0x37, at a join."""
        capture = forge(ENDS + joins(0, "ace", 2, "Ace", 1, 30, 0) + """
            at 1 host > ace
                game seq auto 37 i32:2 i32:3 i32:1 i32:500
            """)
        (game,) = world(capture)
        self.assertEqual([event["kind"] for event in game["events"]], ["join"])
        self.assertEqual(game["rounds"][0]["board"], [{"player": 1, "kills": 3, "deaths": 1, "score": 500}])


class Games(unittest.TestCase):
    """10.12: nothing of one game stands in a row of another; a client speaks for itself."""

    def test_two_servers(self):
        capture = SOURCE / "captures" / "state-two-games.pcapng"
        ships = {game["host"]: len(game["ships"]) for game in world(capture)}
        self.assertEqual(len(ships), 3)
        for host, count in ships.items():
            self.assertEqual(len([row for row in rows(capture, "ships") if row["game"] == host]), count)
        for table in ("cadence", "stock"):
            self.assertLessEqual({row["game"] for row in rows(capture, table)}, set(ships), table)

    def test_a_stranger_speaks_of_his_own_game(self):
        """An outsider with byte 0 = 1 puts no line into Ace's mouth."""
        capture = forge(ENDS + joins(0, "ace", 2, "Ace", 1, 30, 0) + """
            at 5 sep > ace id 1
                game seq auto 2C i32:2 str16:"I am a fool"
            """)
        self.assertEqual([(row["from"], row["game"]) for row in rows(capture, "chat")], [("#2", "10.10.10.3:50003")])

    def test_a_line_in_anothers_name(self):
        """In the table it is the sender's; the host hands it on unchecked, and it still is."""
        line = '2C i32:2 str16:"I am a fool"'
        capture = forge(ENDS + joins(0, "ace", 2, "Ace", 1, 30, 0) + joins(1, "sep", 3, "Sep", 2, 31, 1) + f"""
            at 5 sep > host
                game seq auto {line}
            at 5.01 host > ace
                game seq auto {line}
            """)
        self.assertEqual([row["from"] for row in rows(capture, "chat")], ["#3 Sep"])
        self.assertEqual([row["chats"] for row in rows(capture, "players")], ["0", "0", "1"])
        self.assertEqual([event["player"] for event in world(capture)[0]["events"] if event["kind"] == "chat"], [2])


class Forgotten(unittest.TestCase):
    """tshark -M forgets a capture before its end: tables and report say what was there, and point nowhere."""

    def test_every_view(self):
        capture = SOURCE / "captures" / "session.pcapng"
        for view in ("players", "ships", "chat", "relay", "cadence", "unacked", "stock", "files", "world,-"):
            with self.subTest(view=view):
                self.assertIn("10.10.10.1:22101", tshark("-r", capture, "-M", "60", "-q", "-z", f"bcnet,{view}", quiet=False))


if __name__ == "__main__":
    main()
