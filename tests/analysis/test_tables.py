# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tables of players, ships and chat say, story by story."""

import re
import unittest

from bcnet_test import SOURCE, Sharkd, columns, forge, main, tshark
from captures import FOLDER

SHIPS = f"""
    endpoint host 10.10.10.1:22101   id 1
    endpoint ace  10.10.10.2:59405   id 2
    endpoint sep  10.10.10.3:59405   id 3
    endpoint may  10.10.10.4:59405   id 4
    include "{SOURCE}/captures/scenarios/parts/ships.scn"
    let ace_ship u32:0x3FFFFFFF
    let sep_ship u32:0x4003FFFF
    let joined u32:0x0866 F1 00 80 00 u32:0 u32:0x0791
    let exploding u32:0x8129 4E 00 80 00 u32:0
"""


def table(capture, name, argument="", *options):
    """Lines of cells of -z bcnet,NAME."""
    lines = tshark("-r", capture, "-q", "-z", f"bcnet,{name}{argument}", *options).splitlines()
    rows = [[cell.strip() for cell in line.split("|")[:-1]] for line in lines if "|" in line]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def story(text):
    """A capture of the three players and their ships."""
    return forge(SHIPS + text)


def create(player, ship, kind, name):
    """The line of a creation; species as in the game's list."""
    species = {"akira": 1, "galaxy": 3, "sovereign": 5}[kind]
    return (f'game seq auto 03 00 {player:02X} u32:0x8008 {ship} {species:02X} $at_rest str8:"{name}" str8:"Multi1" '
            f'${kind}')


class Players(unittest.TestCase):
    """One line per player."""

    def columns(self, capture, *names):
        """The cells of the clients' lines."""
        return [tuple(row[name] for name in names) for row in table(capture, "players") if row["Id"] != "1"]

    def test_first_message_of_a_leaving_counts(self):
        capture = story("""
            at 0 sep > host
                keepalive
            at 1 host > ace
                game seq auto 17 $joined u32:2
            at 1.5 host > sep
                game seq auto 17 $joined u32:2
            at 5 ace > host
                disconnect 2 10.10.10.2
            at 7 host > sep
                disconnect 2 10.10.10.2
            """)
        self.assertEqual(self.columns(capture, "Id", "Joined (s)", "Left (s)"),
                         [("3", "", ""), ("2", "1.000", "5.000")])

    def test_boot_and_kick(self):
        """Also where the capture has only one of the ways to be told of it."""
        capture = story("""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 1 host > sep
                game seq auto 17 $joined u32:2
                game seq auto 17 $joined u32:3
            at 4 host > sep
                game seq auto 18 u32:3 str:"Ace"
            at 6 host > ace
                boot 4 2
            at 8 host > sep
                boot 4 3
            """)
        self.assertEqual(self.columns(capture, "Id", "Left (s)"), [("2", "4.000"), ("3", "8.000")])

    def test_how_a_stay_ends(self):
        """10.3, 30.8, 50.4: by a goodbye, a boot, a word to the others; each alone says which it was."""
        deletion = "u32:0x0866 05 00 06 00 u32:0 u32:0x0791"
        ends = {
            "ace > host|disconnect 2 10.10.10.2": "disconnect",
            "host > sep|disconnect 2 10.10.10.2": "disconnect",
            "host > ace|boot 4 255": "boot: booted by the host",
            "host > sep|boot 4 2": "boot: booted by the host",
            "host > sep|boot 1 2": "boot: timed out",
            "host > sep|boot 0 2": "boot: no reason given",
            'host > sep|game seq auto 18 u32:3 str:"Ace"': "others told 0x18",
            f"host > sep|game seq auto 17 {deletion} u32:2": "others told 0x17",
            f"ace > host|game seq auto 17 {deletion} u32:2": None,
            "ace > host|keepalive": None,
        }
        for end, how in ends.items():
            direction, line = end.split("|")
            capture = story(f"""
                at 0 ace > host
                    announce 2 10.10.10.2 "Ace"
                at 1 host > sep
                    game seq auto 17 $joined u32:2
                at 4 {direction}
                    {line}
                """)
            with self.subTest(end=end):
                self.assertEqual(self.columns(capture, "Id", "Left (s)", "How")[0],
                                 ("2", "4.000", how) if how else ("2", "", ""))

    def test_who_was_there_before_the_capture(self):
        """0x18 names nobody but by the name: that does for whom it is the only one, whether or not he was seen joining."""
        names = """
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 1 sep > host
                announce 3 10.10.10.3 "%s"
            %s
            at 4 host > sep
                game seq auto 18 u32:3 str:"Ace"
            """
        joins = "at 2 host > sep\n game seq auto 17 $joined u32:3"
        left = {("Sep", ""): [("2", "4.000"), ("3", "")], ("Sep", joins): [("2", "4.000"), ("3", "")],
                ("Ace", ""): [("2", ""), ("3", "")], ("Ace", joins): [("2", ""), ("3", "4.000")]}
        for (name, join), ends in left.items():
            with self.subTest(name=name, join=join):
                self.assertEqual(self.columns(story(names % (name, join)), "Id", "Left (s)"), ends)

    def test_who_is_turned_away_ends_no_stay(self):
        """A newcomer with a wrong password is told so with an id that somebody has."""
        capture = story("""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 1 sep > host id 255
                connect 10.10.10.3 0x0A5F "guess"
            at 1.1 host > sep
                boot 2 2
            at 2 ace > host
                keepalive
            """)
        self.assertEqual(self.columns(capture, "Id", "Address", "Left (s)", "How"),
                         [("2", "10.10.10.2:59405", "", ""), ("255", "10.10.10.3:59405", "1.100", "boot: wrong password")])

    def test_silence(self):
        """90.2: who was not heard for more than 45 s is gone, unless he is heard again."""
        talk = """
            at 0 sep > host
                keepalive
            at {0} ace > host
                keepalive
            at {1} sep > host
                keepalive
            """
        self.assertEqual(self.columns(story(talk.format(10, 55)), "Id", "Left (s)", "How"), [("3", "", ""), ("2", "", "")])
        self.assertEqual(self.columns(story(talk.format(10, 55.001)), "Id", "Left (s)", "How"),
                         [("3", "", ""), ("2", "10.000", "silence")])
        self.assertEqual(self.columns(story(talk.format(10, 60) + "at 61 ace > host\n keepalive\n"), "How"),
                         [("",), ("",)])

    def test_silence_is_not_what_was_told(self):
        """The host throws out who timed out: that is certain. Somebody who is only spoken of is not silent."""
        capture = story("""
            at 0 ace > host
                keepalive
            at 1 host > sep
                game seq auto 17 $joined u32:4
            at 45.5 sep > host
                keepalive
            at 45.6 host > sep
                boot 1 2
            at 100 sep > host
                keepalive
            """)
        self.assertEqual(self.columns(capture, "Id", "Left (s)", "How"),
                         [("2", "45.600", "boot: timed out"), ("4", "", ""), ("3", "", "")])

    def test_silence_after_an_end_is_none(self):
        capture = story("""
            at 0 ace > host
                disconnect 2 10.10.10.2
            at 100 sep > host
                keepalive
            """)
        self.assertEqual(self.columns(capture, "Id", "Left (s)", "How"), [("2", "0.000", "disconnect"), ("3", "", "")])

    def test_an_old_goodbye_ends_no_new_stay(self):
        """Kim has the id by now; what the one says who had it is about nobody (10.9)."""
        capture = story("""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 1 ace > host
                disconnect 2 10.10.10.2
            at 2 sep > host id 255
                connect 10.10.10.3 0x0A5F
            at 2.1 host > sep
                accept 2
            at 2.2 sep > host id 2
                announce 2 10.10.10.3 "Kim"
            at 3 ace > host
                disconnect 2 10.10.10.2
            at 4 host > sep
                keepalive
            """)
        self.assertEqual(self.columns(capture, "Name", "Left (s)", "How"), [("Ace", "1.000", "disconnect"), ("Kim", "", "")])
        self.assertRegex(columns(capture)[-1][1], "^host → #2 Kim: ")

    def test_connected_again_without_a_goodbye(self):
        capture = story("""
            at 0 ace > host
                keepalive
            at 5 ace > host id 255
                connect 10.10.10.2 0x0A60
            at 5.1 host > ace
                accept 2
            at 6 ace > host
                keepalive
            """)
        self.assertEqual(self.columns(capture, "Left (s)", "How"), [("0.000", "connected again"), ("", "")])

    def test_an_id_that_came_round_is_another_player(self):
        capture = story("""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 1 host > ace
                game seq auto 17 $joined u32:2
            at 2 ace > host
                disconnect 2 10.10.10.2
            at 3 sep > host id 255
                connect 10.10.10.3 0x0A5F
            at 3.1 host > sep
                ack 0 low
                accept 2
            at 3.2 sep > host id 2
                announce 2 10.10.10.3 "Sep"
            at 3.3 host > ace
                ack 1 low
            at 4 host > sep
                game seq auto 17 $joined u32:2
            """)
        self.assertEqual(self.columns(capture, "Id", "Name", "Address", "Joined (s)", "Left (s)", "Msgs sent",
                                      "Msgs rcvd"),
                         [("2", "Ace", "10.10.10.2:59405", "1.000", "2.000", "2", "2"),
                          ("2", "Sep", "10.10.10.3:59405", "4.000", "", "1", "3")])

    def test_the_same_client_with_the_same_id_again(self):
        capture = story("""
            at 0 host > ace
                game seq auto 17 $joined u32:2
            at 1 ace > host
                disconnect 2 10.10.10.2
            at 2 ace > host id 255
                connect 10.10.10.2 0x0A60
            at 2.1 host > ace
                accept 2
            at 3 host > ace
                game seq auto 17 $joined u32:2
            """)
        self.assertEqual(self.columns(capture, "Joined (s)", "Left (s)"), [("0.000", "1.000"), ("3.000", "")])

    def test_scores_as_last_told(self):
        """Nothing told is nothing, not zero (70.4)."""
        capture = story("""
            at 0 host > ace
                game seq auto 37 u32:2 u32:0 u32:4 u32:100
            at 1 host > sep
                game seq auto 36 u32:2 u32:3 i32:-50 u32:3 u32:1 01 | u32:4 u32:300
            """)
        self.assertEqual(self.columns(capture, "Id", "Kills", "Deaths", "Score"),
                         [("2", "3", "4", "-50"), ("3", "", "1", ""), ("4", "", "", "300")])

    def test_round_trips(self):
        capture = story("""
            at 0 host > ace
                game seq auto 01
            at 0.020 ace > host
                ack 0
            at 1 host > ace
                game seq auto 01
            at 1.060 ace > host
                ack 1
            at 1.730 ace > host # again, as acks are (10.3): no round trip
                ack 1
            at 2 sep > host
                keepalive
            at 3 host > ace # sent again before its ack: nobody knows which sending that means
                game seq auto 01
            at 4 host > ace
                game seq 2 01
            at 4.070 ace > host
                ack 2
            at 5 host > ace
                game seq auto 01
            at 5.080 ace > host
                ack 3
            at 6 host > ace # sent again behind it
                game seq 3 01
            """)
        self.assertEqual(self.columns(capture, "Id", "RTT min (ms)", "RTT avg (ms)", "RTT max (ms)", "RTT median (ms)",
                                      "RTT p95 (ms)"),
                         [("2", "20.000", "53.333", "80.000", "60.000", "80.000"), ("3", "", "", "", "", "")])

    def test_lost(self):
        """A message that was sent again counts once, for the one who sent it; so does one that comes when its resend is
        due and was not seen before. What another overtook was not lost."""
        line = 'game seq {0} 2C u32:2 str16:"{0}"'.format
        capture = story(f"""
            let large 21 u8:1 zeros:500
            at 0 ace > host
                {line(0)}
            at 1 ace > host
                {line(1)}
            at 2 ace > host
                {line(1)}
            at 3 ace > host
                {line(1)}
            at 5 ace > host
                {line(3)}
            at 5.9 ace > host # 2 was sent before 5 and a second later
                {line(2)}
            at 6.9 ace > host
                {line(2)}
            at 7 ace > host
                {line(5)}
            at 7.1 ace > host
                {line(4)}
            at 8 host > ace
                game seq 0 28
            at 9 host > ace
                game seq 0 28
            at 9.5 sep > host
                {line(7)}
            at 19.5 sep > host # its first part overtakes 8
                split seq 9 only 0 $large
            at 19.51 sep > host
                {line(8)}
            at 19.52 sep > host
                split seq 9 only 1 $large
            """)
        rows = table(capture, "players")
        self.assertEqual([(row["Id"], row["Reliable"], row["Lost"], row["Resent (%)"], row["Resends"]) for row in rows],
                         [("1", "1", "1", "100.000", "1"), ("2", "6", "2", "33.333", "3"), ("3", "4", "0", "0.000", "0")])

    def test_the_connection_in_words(self):
        """The way takes 60 ms there and back, as the far end's acks tell; the host's come at once. The client's number 1
        is lost: 2 waits for it from 10.1 to 13.1. The host's number 0 is sent again at 21, and its ack comes at 23.06, while 1
        waits from 20.5 on. Then nothing for nine seconds."""
        line = 'game seq {0} 2C u32:2 str16:"{0}"'.format
        acks = "".join(f"""
            at {1 + number} ace > host
                {line(100 + number)}
            at {1.001 + number:.3f} host > ace
                ack {100 + number}
                game seq {100 + number} 28
            at {1.061 + number:.3f} ace > host
                ack {100 + number}
            """ for number in range(8))
        capture = story(acks + f"""
            at 10.1 ace > host
                {line(109)}
            at 10.102 host > ace
                ack 109
            at 13.1 ace > host
                {line(108)}
            at 13.101 host > ace
                ack 108
            at 14 host > ace
                keepalive
            at 17 ace > host
                keepalive
            at 17.5 host > ace
                keepalive
            at 20 host > ace
                game seq 108 28
            at 20.4 ace > host
                keepalive
            at 20.5 host > ace
                game seq 109 28 01
            at 20.56 ace > host
                ack 109
            at 21 host > ace
                game seq 108 28
            at 23 host > ace
                game seq 108 28
            at 23.06 ace > host
                ack 108
            at 32.06 ace > host
                keepalive
            """)
        (held, often, silences, words), = self.columns(capture, "Held up (s)", "Held up 2 s", "Silences", "Connection")
        self.assertEqual((held, often, silences), ("5.560", "2", "1"))
        self.assertEqual(words, "about 60 ms; 1 of 10 reliable messages was sent again; 2 times everything waited more "
                                "than 2 s; silent for up to 9 s")

    def test_a_connection_without_reliable_messages(self):
        """Of what was not sent nothing is said."""
        capture = story("""
            at 0 ace > host
                keepalive
            at 8 ace > host
                keepalive
            """)
        self.assertEqual(self.columns(capture, "Reliable", "Connection"),
                         [("0", "round trip not known; silent for up to 8 s")])

    def test_ships_flown(self):
        """Neither copies nor torpedoes are ships flown."""
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 0.1 host > sep
                {create(2, "$ace_ship", "sovereign", "Ace")}
                game seq auto 02 00 u32:0x8009 u32:0x40000035 02 $at_rest str8:"" str8:"Multi1" $ace_ship $sep_ship \\
                    02 00 00 88 D8 5C
            at 5 host > sep
                {create(2, "$ace_ship", "galaxy", "Ace")}
            """)
        self.assertEqual(self.columns(capture, "Id", "Ships"), [("2", "2")])

    def test_players_of_other_connections_have_their_names(self):
        capture = story("""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 1 host > sep
                game seq auto 37 u32:2 u32:1 u32:4 u32:100
            """)
        row = table(capture, "players", ",ip.addr == 10.10.10.3")[-1]
        self.assertEqual((row["Id"], row["Name"], row["Kills"]), ("2", "Ace", "1"))

    def test_nobody_has_impossible_ids(self):
        capture = story("""
            at 0 ace > host
                game seq auto 2C i32:-5 str16:"boo"
                game seq auto 2C u32:0x5C str16:"boo"
            """)
        self.assertEqual(self.columns(capture, "Id"), [("2",)])


class Chat(unittest.TestCase):
    """Every line once, wherever the capture was taken."""

    LINES = [("0.500", "#2 Ace", "all", "hi"), ("2.000", "#3", "team", "hi"), ("4.000", "#2 Ace", "all", "hi")]

    def check(self, capture):
        rows = table(capture, "chat")
        counts = {row["Id"]: row["Chats"] for row in table(capture, "players")}
        self.assertEqual({ident: counts.get(ident) for ident in "23"}, {"2": "2", "3": "1"})
        return [(row["Time (s)"], row["From"], row["To"], row["Text"]) for row in rows]

    def test_at_the_host(self):
        capture = story("""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 0.500 ace > host
                game seq 0 2C u32:2 str16:"hi"
            at 0.510 host > ace
                game seq 0 2C u32:2 str16:"hi"
            at 0.510 host > sep
                game seq 0 2C u32:2 str16:"hi"
            at 1.510 host > sep
                game seq 0 2C u32:2 str16:"hi"
            at 2 sep > host
                game seq 0 2D u32:3 str16:"hi"
            at 2.010 host > sep
                game seq 1 2D u32:3 str16:"hi"
            at 4 ace > host
                game seq 1 2C u32:2 str16:"hi"
            at 4.010 host > may
                game seq 0 2C u32:2 str16:"hi"
            """)
        self.assertEqual(self.check(capture), self.LINES)

    def test_at_a_player(self):
        """What others say is there as a copy only."""
        capture = story("""
            at 0 host > sep
                announce 2 10.10.10.2 "Ace"
            at 0.500 host > sep
                game seq 0 2C u32:2 str16:"hi"
            at 2 sep > host
                game seq 0 2D u32:3 str16:"hi"
            at 2.010 host > sep
                game seq 1 2D u32:3 str16:"hi"
            at 4 host > sep
                game seq 2 2C u32:2 str16:"hi"
            """)
        self.assertEqual(self.check(capture), self.LINES)

    def test_authors_who_are_no_player(self):
        """10.9: an id is 1 to 126; whatever else stands there has one name, in the packet list and in the table."""
        numbers = (0, 1, 2, 3, 126, 127, 255, -1)
        capture = story('at 0 ace > host\n announce 2 10.10.10.2 "Ace"\n' + "".join(
            f'at {second} host > ace\n game seq {second} 2C i32:{number} str16:"by {number}"\n'
            for second, number in enumerate(numbers, 1)))
        names = [row["From"] for row in table(capture, "chat")]
        self.assertEqual(names, ["nobody", "host", "#2 Ace", "#3", "#126", "player 127", "player 255", "player -1"])
        infos = [info.split("Chat", 1)[1] for _, info in columns(capture)[1:]]
        self.assertEqual(infos, [f'{author}: "by {number}"' for author, number in zip(
            (" from nobody", "", " from Ace", " from player 3", " from player 126", " from player 127",
             " from player 255", " from player -1"), numbers)])
        fates = table(story("""
            at 0 ace > host
                game seq 0 03 00 02 u32:0x8008 $ace_ship 05 $at_rest str8:"Ace" str8:"Multi1" $sovereign
            at 1 host > ace
                game seq 0 06 $exploding $ace_ship i32:255 f32:9.5
            """), "ships")
        self.assertEqual([row["Killed by"] for row in fates], ["player 255"])

    def test_much_later_is_another_line(self):
        """Even for somebody who did not hear the first."""
        capture = story("""
            at 0 host > ace
                game seq auto 2C u32:1 str16:"welcome"
            at 100 host > sep
                game seq auto 2C u32:1 str16:"welcome"
            """)
        self.assertEqual([row["Time (s)"] for row in table(capture, "chat")], ["0.000", "100.000"])

    def test_filter(self):
        capture = story("""
            at 0 ace > host
                game seq auto 2C u32:2 str16:"one"
            at 1 sep > host
                game seq auto 2C u32:3 str16:"two"
            """)
        self.assertEqual([row["Text"] for row in table(capture, "chat", ",bcnet.peer == 3")], ["two"])


class Ships(unittest.TestCase):
    """One line per ship and life, with its fate and its damage."""

    FATE = ("Object", "Class", "Fate", "Died (s)", "Killed by", "Next ship (s)", "Gone (s)")

    def fates(self, capture):
        return [tuple(row[name] for name in self.FATE) for row in table(capture, "ships")]

    def conditions(self, capture):
        return [row["Worst (last) condition"] for row in table(capture, "ships")]

    def test_death_and_next_ship(self):
        capture = story(f"""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 1 sep > host
                {create(3, "$sep_ship", "akira", "Sep")}
            at 5 host > sep
                game seq auto 06 $exploding $sep_ship u32:2 f32:9.5
            at 5.1 host > ace
                game seq auto 06 $exploding $sep_ship u32:2 f32:9.5
            at 12 sep > host
                {create(3, "u32:0x4004001F", "galaxy", "Sep")}
            at 12.1 host > ace
                {create(3, "u32:0x4004001F", "galaxy", "Sep")}
            at 20 host > ace
                game seq auto 06 $exploding $ace_ship u32:0 f32:9.5
            at 21 host > sep
                game seq auto 14 $ace_ship
            """)
        self.assertEqual(self.fates(capture), [
            ("0x3fffffff", "Sovereign", "died", "20.000", "nobody", "", "21.000"),
            ("0x4003ffff", "Akira", "died", "5.000", "#2 Ace", "12.000", ""),
            ("0x4004001f", "Galaxy", "still there", "", "", "", "")])
        self.assertEqual([row["Player"] for row in table(capture, "ships")], ["#2 Ace", "#3 Sep", "#3 Sep"])

    def test_other_ends(self):
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 1 sep > host
                {create(3, "$sep_ship", "akira", "Sep")}
            at 2 host > sep
                {create(2, "$ace_ship", "galaxy", "Ace")}
            at 3 host > ace
                game seq auto 14 $sep_ship
            at 4 host > ace
                game seq auto 39
            at 4.1 ace > host
                game 1C $ace_ship f32:10 00
            at 30 ace > host
                {create(2, "$ace_ship", "akira", "Ace")}
            """)
        self.assertEqual([(row[1], row[2], row[6]) for row in self.fates(capture)],
                         [("Sovereign", "replaced", "2.000"), ("Akira", "deleted", "3.000"),
                          ("Galaxy", "restart", "4.000"), ("Akira", "still there", "")])
        self.assertEqual(table(capture, "ships")[2]["Updates"], "1", "it was under way when the game began anew")

    def test_who_said_goodbye_did_not_stay_for_the_restart(self):
        """The last player leaves, which is behind the last clock of the old server; later that is started again."""
        settings = 'bits:1,0,0 i8:0 str16:"Multiplayer.Episode.Mission1.Mission1"'
        capture = story(f"""
            at 0 host > ace
                game seq auto 00 f32:100 {settings}
            at 1 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 5 ace > host
                disconnect 2 10.10.10.2
            at 60 sep > host id 255
                connect 10.10.10.3 0x77
            at 60.1 host > sep
                accept 2
                game seq auto 00 f32:2 {settings}
            """)
        self.assertEqual([row[1:3] + row[6:] for row in self.fates(capture)], [("Sovereign", "left", "5.000")])

    def test_a_new_round_is_no_next_ship(self):
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 1 host > ace
                game seq auto 06 $exploding $ace_ship u32:0 f32:9.5
            at 2 host > ace
                game seq auto 39
            at 9 ace > host
                {create(2, "u32:0x4000001F", "akira", "Ace")}
            """)
        self.assertEqual([row[2:6] for row in self.fates(capture)],
                         [("died", "1.000", "nobody", ""), ("still there", "", "", "")])

    def test_messages_about_a_ship_that_is_gone(self):
        """For five seconds they are late ones; after that somebody else has the id, whom nobody introduced."""
        for time, rows in ((7.9, [("deleted", "2")]), (8.1, [("deleted", "1"), ("still there", "1")])):
            capture = story(f"""
                at 0 ace > host
                    {create(2, "$ace_ship", "sovereign", "Ace")}
                at 1 ace > host
                    game 1C $ace_ship f32:9 00
                at 3 host > ace
                    game seq auto 14 $ace_ship
                at {time} ace > host
                    game 1C $ace_ship f32:10 00
                """)
            self.assertEqual([(row["Fate"], row["Updates"]) for row in table(capture, "ships")], rows, time)

    def test_a_player_who_left_still_has_the_ship(self):
        """60.4: a life ends with the end of its owner's id. What the host says of it a moment later still is of it."""
        leaving = f"""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 5 ace > host
                disconnect 2 10.10.10.2
            """
        row, = table(story(leaving), "ships")
        self.assertEqual([row[name] for name in ("Player", "Fate", "Died (s)", "Gone (s)")], ["#2 Ace", "left", "", "5.000"])
        row, = table(story(leaving + """
            at 5.1 host > sep
                game seq auto 06 $exploding $ace_ship u32:0 f32:9.5
            """), "ships")
        self.assertEqual([row[name] for name in ("Player", "Fate", "Died (s)", "Gone (s)")], ["#2 Ace", "died", "5.100", ""])

    def test_all_ships_go_with_their_player(self):
        """One of his ids was given away before, while nobody heard him."""
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
                {create(2, "$sep_ship", "sovereign", "Ace")}
            at 60 host > sep
                {create(3, "$sep_ship", "akira", "Sep")}
            at 61 host > ace
                boot 1 2
            at 120 sep > host
                keepalive
            """)
        self.assertEqual([(row["Player"], row["Fate"], row["Gone (s)"]) for row in table(capture, "ships")],
                         [("#2 Ace", "left", "61.000"), ("#2 Ace", "left", "0.000"), ("#3 Sep", "still there", "")])

    def test_an_exploded_ship_is_no_copy_of_the_next(self):
        """60.4: the same id, species and name, but the first one is dead."""
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 5 host > sep
                game seq auto 06 $exploding $ace_ship u32:0 f32:9.5
            at 20 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            """)
        self.assertEqual([row[2:6] for row in self.fates(capture)],
                         [("died", "5.000", "nobody", "20.000"), ("still there", "", "", "")])

    def test_a_restart_is_told_to_everybody(self):
        """60.10: what is created between the message and its copies to the others stays."""
        capture = story(f"""
            at 0 ace > host
                game seq auto 2A
            at 0.1 sep > host
                game seq auto 2A
            at 1 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 4 host > ace
                game seq auto 39
            at 4.05 ace > host
                {create(2, "$ace_ship", "galaxy", "Ace")}
            at 4.1 host > sep
                game seq auto 39
            """)
        self.assertEqual([row[1:3] for row in self.fates(capture)],
                         [("Sovereign", "restart"), ("Galaxy", "still there")])

    def test_a_ship_that_the_host_introduces_late(self):
        """Spoken of, then sent to one who joins: one ship. A client that creates one has a new one."""
        spoken = "at 0 ace > host\n game 1C $ace_ship f32:10 10 00 00\n"
        creation = create(2, "$ace_ship", "sovereign", "Ace")
        for sender, rows in (("host > sep", [("Sovereign", "created", "still there")]),
                             ("ace > host", [("unknown", "unknown", "replaced"), ("Sovereign", "created", "still there")])):
            found = table(story(f"{spoken}at 5 {sender}\n {creation}\n"), "ships")
            self.assertEqual([(row["Class"], row["How known"], row["Fate"]) for row in found], rows)

    def test_a_killer_that_is_no_player(self):
        """10.9: some servers write an object id; 0x4003FFFF is Sep's Akira."""
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 1 sep > host
                {create(3, "$sep_ship", "akira", "Sep")}
            at 5 host > sep
                game seq auto 06 $exploding $ace_ship $sep_ship f32:9.5
            at 6 host > sep
                game seq auto 06 $exploding $sep_ship u32:0x40080000 f32:9.5
            """)
        words = ["object id of Sep's ship, not a player", "object id 0x40080000, not a player"]
        self.assertEqual([row["Killed by"] for row in table(capture, "ships")], words)
        self.assertEqual([info.split("killed by ")[1].split(")")[0] for _, info in columns(capture) if "killed by" in info],
                         words)

    def test_a_killer_who_is_named_later(self):
        """As everywhere in the table: the game was on when the capture began, and Settings told the names."""
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 1 sep > host
                {create(3, "$sep_ship", "akira", "Sep")}
            at 5 host > ace
                game seq auto 06 $exploding $ace_ship i32:3 f32:9.5
            at 6 host > sep
                game seq auto 06 $exploding $sep_ship i32:3 f32:9.5
            at 9 host > ace
                announce 3 10.10.10.3 "Sep" seq 0
                announce 2 10.10.10.2 "Ace" seq 1
            """)
        found = [(row["Player"], row["Killed by"]) for row in table(capture, "ships")]
        self.assertEqual(found, [("#2 Ace", "#3 Sep"), ("#3 Sep", "#3 Sep")])

    def test_nobodys_ship(self):
        capture = story("""
            at 0 host > ace
                game seq auto 02 01 u32:0x8008 u32:0x31 13 $at_rest str8:"Outpost1" str8:"Multi1" \\
                    FF FF 64 FF FF FF FF FF FF FF 64 FF FF FF FF 64
            """)
        row, = table(capture, "ships")
        self.assertEqual((row["Player"], row["Class"]), ("nobody", "Space Facility 'Outpost1'"))

    def test_a_death_in_a_game_that_was_under_way(self):
        capture = story("""
            at 0 sep > host
                keepalive
            at 1 host > sep
                game seq auto 06 $exploding $ace_ship u32:3 f32:9.5
            """)
        self.assertEqual(self.fates(capture), [("0x3fffffff", "unknown", "died", "1.000", "#3", "", "")])

    def test_nothing_is_no_ship(self):
        """20.4: 0 is no object, and 0xFFFFFFFF one that is gone; some servers let it explode."""
        for nothing in ("u32:0", "u32:0xFFFFFFFF"):
            capture = story(f"""
                at 0 ace > host
                    {create(2, "$ace_ship", "sovereign", "Ace")}
                at 1 ace > host
                    game 1C {nothing} f32:10 10 00 00
                at 2 host > ace
                    game seq auto 06 $exploding {nothing} u32:0 f32:9.5
                """)
            self.assertEqual([row[:3] for row in self.fates(capture)], [("0x3fffffff", "Sovereign", "still there")])

    def test_how_the_class_is_known(self):
        """Of a number that is no stock ship's nothing is known, like of one that stands for another ship."""
        numbers = (5, 0, 46, 16)
        capture = story("".join(f"""
            at {number} host > ace
                game seq auto 02 01 u32:0x8008 u32:{number + 100} {species:02X} $at_rest str8:"" str8:"Multi1" $sovereign
            """ for number, species in enumerate(numbers)))
        self.assertEqual([(row["Class"], row["How known"]) for row in table(capture, "ships")],
                         [("Sovereign", "created"), ("unknown ship", "unknown"), ("unknown ship", "unknown"),
                          ("species 16", "unknown")])

    def test_the_cadence_has_the_same_class(self):
        """On all ways, also those on which no update told it."""
        capture = FOLDER / "state-mid-battle.pcapng"
        classes = {row["Object"]: {row["Class"] + "?"} for row in table(capture, "ships")}
        found = {ident: {row["Ship"] for row in table(capture, "cadence") if row["Object"] == ident} for ident in classes}
        self.assertEqual(found, classes)

    def test_worst_and_last(self):
        """Entries, parts and facings (60.2): the lowest value of all, and the newest, whoever was told."""
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 1 host > ace
                game 1C $ace_ship f32:10 20 | 00 80 FF 20 40 FF FF FF FF 00
            at 2 host > sep
                game 1C $ace_ship f32:11 20 | 00 A0 FF 21 64 C0 FF FF FF FF 10
            at 3 host > ace
                game 1C $ace_ship f32:12 20 | 06 FF 40 FF FF FF FF FF FF 33 FF FF
            at 4 host > ace
                game 1C $ace_ship f32:13 20 | 06 FF 40 FE FF FF FF FF FF 66 FF FF
            """)
        self.assertEqual(self.conditions(capture), [
            "Hull 50 % (63 %), Front shields 25 % (75 %), Right shields 0 % (6 %), Phasers 99 % (99 %), "
            "Dorsal Phaser 2 20 % (40 %), 34 others 100 %"])

    def test_damage_told_by_a_creation(self):
        """Copies for those who come late show the ship as it is then (40.4)."""
        capture = story("""
            at 0 ace > host
                game seq auto 03 01 03 u32:0x8008 $sep_ship 06 $at_rest str8:"Sep" str8:"Multi1" \\
                    FF FF 64 FF FF FF 40 FF FF FF FF FF 80 FF 40 64 65 FF FF 64 00 \\
                    FF FF 64 FF FF FF 64 FF 9C FF 64 FF 64
            """)
        self.assertEqual(self.conditions(capture), [
            "Bottom shields 25 % (25 %), Disruptor Cannons 50 % (50 %), Star Cannon 25 % (25 %), 19 others 100 %"])

    def test_blocks_that_do_not_fit_do_not_count(self):
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            at 1 host > ace
                game 1C $ace_ship f32:10 20 | 00 10 FF 20 FF
            """)
        self.assertEqual(self.conditions(capture), ["all 39 100 %"])

    def test_every_part_counts(self):
        capture = story(f"""
            at 0 ace > host
                {create(2, "$ace_ship", "sovereign", "Ace")}
            """)
        self.assertEqual(self.conditions(capture), ["all 39 100 %"], "11 entries, 22 parts, 6 facings")


class Tables(unittest.TestCase):
    """What holds for all."""

    def test_ipv6(self):
        capture = SOURCE / "captures" / "ipv6.pcapng"
        self.assertEqual([row["Address"] for row in table(capture, "players")],
                         ["[fd00:bc::1]:22101", "[fd00:bc::239]:59405"])
        self.assertIn(" host, [fd00:bc::1]:22101 ", tshark("-r", capture, "-q", "-z", "bcnet,tree"))

    def test_filters_made_from_rows(self):
        """What a click on a row of the conversations or endpoints asks for finds that row's frames."""
        for name, version in (("ipv6", "ipv6"), ("session", "ip")):
            capture = SOURCE / "captures" / f"{name}.pcapng"
            with self.subTest(capture=name), Sharkd() as sharkd:
                sharkd.load(capture)
                conversations, = sharkd.call("tap", tap0="conv:BCNET")["taps"]
                endpoints, = sharkd.call("tap", tap0="endpt:BCNET")["taps"]
                filters = [row["filter"] for row in conversations["convs"] + endpoints["hosts"]]
                self.assertGreater(len(filters), 2)
                for words in filters:
                    self.assertTrue(re.match(rf"{version}\.addr==\S+ && udp\.port==\d+( && |$)", words), words)
                    self.assertTrue(sharkd.call("frames", filter=f"({words}) && bcnet"), words)

    def test_two_passes_show_the_same(self):
        for name in ("players", "ships", "chat", "tree"):
            for capture in ("session", "state-respawn", "state-mid-battle"):
                path = SOURCE / "captures" / f"{capture}.pcapng"
                with self.subTest(name=name, capture=capture):
                    self.assertEqual(tshark("-r", path, "-q", "-z", f"bcnet,{name}"),
                                     tshark("-2", "-r", path, "-q", "-z", f"bcnet,{name}"))


if __name__ == "__main__":
    main()
