# SPDX-License-Identifier: GPL-2.0-or-later
"""What is said late is said of those of then, in every view: resends (10.4), and copies of the host's words whose first sending the
capture lacks (10.10). Clients 2, 3 and 4 are there; whatever the host tells client 4 comes late."""

import re
import unittest

import pcapng
from bcnet_test import SOURCE, columns, fields, forge, main
from dataset import Dataset
from test_stays import rows, world

JOINED, EXPLODES = "17 u32:0x866 F1 00 80 00 u32:0 u32:0x791", "06 u32:0x8129 4E 00 80 00 u32:0"
SHIP = 0x4003FFFF


def connects(name, identity, address, at="+0.01"):
    """With an endpoint and a name of its own."""
    return f"""
        endpoint {name} {address}:50000 id {identity}
        at {at} {name} > host id 255
            connect {address} 0x{len(address) + len(name):04X}
        at +0.01 host > {name}
            accept {identity}
        at +0.01 {name} > host
            announce {identity} {address} "{name.title()}"
        at +0.01 host > {name}
            announce {identity} {address} "{name.title()}"
    """


START = f"""
    include "{SOURCE}/captures/scenarios/parts/ships.scn"
    endpoint host 10.10.10.1:22101 id 1
""" + connects("ace", 2, "10.10.10.2", at=0) + connects("sep", 3, "10.10.10.3") + connects("kim", 4, "10.10.10.4")


def creates(kind, seq="auto"):
    """Sep's ship."""
    return (f'game seq {seq} 03 01 03 u32:0x8008 u32:{SHIP} {5 if kind == "sovereign" else 1:02X} $at_rest str8:"Sep" str8:"Multi1" '
            f'${kind}')


def told(time, words, later, captured):
    """To all; to Kim once more at the later time. `captured`: the capture has what Kim was told first."""
    first = f"""
        at {time} host > ace
            game seq auto {words}
        at +0 host > sep
            game seq auto {words}
        at +0 host > kim {"" if captured else "drop"}
            game seq 0 {words}
    """
    return first, f"""
        at {later} host > kim
            game seq 0 {words}
    """


class Late(unittest.TestCase):
    """The same whether the capture has the first sending or not."""

    def stories(self, time, words, later, between):
        """Captures of both."""
        parts = [told(time, words, later, captured) for captured in (True, False)]
        return [forge(START + first + between + again) for first, again in parts]

    def test_scores_do_not_go_back(self):
        kill = "36 i32:2 i32:{0} i32:{1} i32:3 i32:{0} 00"
        between = f"""
            at 1.5 host > ace
                game seq auto {kill.format(2, 600)}
        """
        for capture in self.stories(1, kill.format(1, 300), 2, between):
            self.assertEqual([(row["kills"], row["deaths"], row["score"]) for row in rows(capture, "players")[1:3]],
                             [("2", "", "600"), ("", "2", "")])
            told_of = [(event["t"], event["kind"], event["amount"]) for event in world(capture)[0]["events"] if "amount" in event]
            self.assertEqual(told_of, [(1, "kills", 1), (1, "score", 300), (1, "deaths", 1),
                                       (1.5, "kills", 2), (1.5, "score", 600), (1.5, "deaths", 2)])

    def test_the_next_ship_does_not_explode(self):
        """It has the id of the one that did."""
        creation = f"""
            at 0.5 sep > host
                {creates("akira")}
            at +0.003 host > kim
                {creates("akira", 1)}
        """
        between = f"""
            at 11 sep > host
                {creates("sovereign")}
            at +0.003 host > kim
                {creates("sovereign", 2)}
        """
        for captured in True, False:
            first, again = told(1, f"{EXPLODES} u32:{SHIP} i32:2 f32:9.5", 12, captured)
            capture = forge(START + creation + first + between + again)
            self.assertEqual([(row["class"], row["fate"], row["died_s"]) for row in rows(capture, "ships")],
                             [("Akira", "died", "1.000"), ("Sovereign", "still there", "")])
            self.assertEqual([event["t"] for event in world(capture)[0]["events"] if event["kind"] == "death"], [1])
            for options in [], ["-2"]:
                exploding = [info.split("Event: ")[1] for _, info in columns(capture, options=options) if "explodes" in info]
                self.assertEqual(exploding, ["Sep's Akira explodes (killed by #2 Ace), 9.5 s"] * (4 if captured else 3))

    def test_the_next_round_is_not_over(self):
        between = """
            at 1.8 host > ace
                game seq auto 39
        """
        for capture in self.stories(1, "38 i32:1", 2, between):
            self.assertEqual([(turn["from"], turn.get("ended")) for turn in world(capture)[0]["rounds"]], [(0, 1), (1.8, None)])
            self.assertEqual(sum(event["kind"] == "end" for event in world(capture)[0]["events"]), 1)

    def test_nobody_joins_who_has_left(self):
        between = """
            at 1.5 sep > host
                disconnect 3 10.10.10.3
        """
        for capture in self.stories(1, f"{JOINED} 03", 3, between):
            self.assertEqual([(row["id"], row["joined_s"], row["left_s"]) for row in rows(capture, "players")[1:]],
                             [("2", "", ""), ("3", "1.000", "1.500"), ("4", "", "")])
            self.assertEqual([event["t"] for event in world(capture)[0]["events"] if event["kind"] == "join"], [1])
            self.assertIn("player 3 joined (Sep)", columns(capture)[-1][1])


class FormerOwner(unittest.TestCase):
    """What the host says to a client of the id that was that client's is not of who has it since."""

    def test_thrown_out(self):
        """The capture lacks what he was told first."""
        capture = forge(START + """
            at 1 host > ace
                boot 4 3
            at +0 host > sep drop
                boot 4 3 seq 2
        """ + connects("zoe", 3, "10.10.10.5") + """
            at 2 host > sep
                boot 4 3 seq 2
            at 3 zoe > host
                game seq auto 2C i32:3 str16:"hello"
            at +0.003 host > ace
                game seq auto 2C i32:3 str16:"hello"
        """)
        self.assertEqual([(row["id"], row["name"], row["left_s"], row["how"]) for row in rows(capture, "players")[1:]],
                         [("2", "Ace", "", ""), ("3", "Sep", "1.000", "boot: booted by the host"), ("4", "Kim", "", ""),
                          ("3", "Zoe", "", "")])
        for options in [], ["-2"]:
            self.assertEqual([info for _, info in columns(capture, options=options)][-3:],
                             ["host → #3 Sep: Boot #3 Sep: booted by the host", '#3 Zoe → host: Chat: "hello"',
                              'host → #2 Ace: Chat from Zoe: "hello"'])
            self.assertEqual(fields(capture, ["bcnet.player.name"], "bcnet.boot.peer", options)[-1]["bcnet.player.name"], ["Sep"])

    def test_a_ship_of_who_has_left(self):
        """It is not the ship of who has the id now. If the host speaks of it, the host's word counts."""
        left = START + """
            at 1 sep > host
                disconnect 3 10.10.10.3
        """ + connects("zoe", 3, "10.10.10.5") + f"""
            at 2 sep > host
                {creates("akira", 9)}
        """
        for relayed, player, place in ("", "", None), (f"at +0.003 host > ace\n{creates('akira')}", "#3 Zoe", 4):
            capture = forge(left + relayed)
            self.assertEqual([row["player"] for row in rows(capture, "ships")], [player])
            self.assertEqual([ship.get("player") for ship in world(capture)[0]["ships"]], [place])
            self.assertEqual([event.get("player") for event in world(capture)[0]["events"] if event["kind"] == "ship"], [place])


class Silent(unittest.TestCase):
    """Nothing is heard of Sep for more than 45 s."""

    def test_his_ship_is_gone_since_then(self):
        """Another one takes its id, and only then the host says that he has left: his ship was gone before, in every view."""
        creation = f"""
            at 1 sep > host
                {creates("akira")}
            at 60 host > ace
                {creates("sovereign")}
            at 61 host > ace
                disconnect 3 10.10.10.3
        """
        capture = forge(START + creation)
        for options in [], ["-2"]:
            self.assertEqual([(row["fate"], row["gone_s"]) for row in rows(capture, "ships", *options)],
                             [("left", "1.000"), ("left", "61.000")])
        self.assertEqual([(ship["fate"], ship["gone"]) for ship in world(capture)[0]["ships"]], [("left", 1), ("left", 61)])


class Confirmed(unittest.TestCase):
    """Sep's ship is there already when he creates another one with its id: how the first ended the capture lacks."""

    def test_he_took_two(self):
        """The host has nobody to hand it on to, but says that it entered a set."""
        capture = forge(START + f"""
            at 1 sep > host
                {creates("akira")}
            at 2 sep > host
                {creates("sovereign")}
            at +0.003 host > sep
                game seq auto 1D u32:{SHIP}
        """)
        for options in [], ["-2"]:
            self.assertEqual([(row["player"], row["class"]) for row in rows(capture, "ships", *options)],
                             [("#3 Sep", "Akira"), ("#3 Sep", "Sovereign")])
            self.assertEqual([row["ships"] for row in rows(capture, "players", *options)], ["0", "0", "2", "0"])
        self.assertEqual([ship["player"] for ship in world(capture)[0]["ships"]], [2, 2])


class BeforeTheCapture(unittest.TestCase):
    """Of whom a player was told who was there before, nothing is known; that he connects anew later changes nothing."""

    def test_one_pass_or_two(self):
        score = "36 i32:7 i32:1 i32:300 i32:8 i32:1 00"
        capture = forge(f"""
            endpoint host 10.10.10.1:22101 id 1
            endpoint before 10.10.10.9:50000 id 9
            at 0 host > before
                game seq 40 {score}
        """ + connects("zoe", 9, "10.10.10.9", at=5))
        for options in [], ["-2"]:
            broken = [row["rule"] for row in rows(capture, "stock", *options) if row["outcome"] == "broken"]
            self.assertNotIn("33", broken, options)


class Renamed(unittest.TestCase):
    """A newcomer is told that the one with id 3 has another name: it is another one, from the next frame on."""

    def test_one_pass_or_two(self):
        capture = forge(START + connects("zoe", 5, "10.10.10.5", at=5).replace("accept 5", 'accept 5\n announce 3 10.10.10.6 "Lee"') + """
            at 6 host > ace
                game seq auto 2C i32:3 str16:"hello"
        """)
        for options in [], ["-2"]:
            names = fields(capture, ["bcnet.player.name"], "bcnet.announce.peer == 3 && bcnet.connect.assigned || bcnet.chat", options)
            self.assertEqual([found["bcnet.player.name"] for found in names][-2:], [["Sep"], ["Lee"]])


class JoinedAgain(unittest.TestCase):
    """Of whom only the host tells: an id joins that was left before. It is another one's."""

    def test_one_pass_or_two(self):
        capture = forge(START + f"""
            at 5 host > ace
                announce 9 10.10.10.9 "Lee"
            at 6 host > ace
                game seq auto {JOINED} 09
            at 7 host > ace
                game seq auto 18 u32:3 str:"Lee"
            at 20 host > ace
                game seq auto {JOINED} 09
        """)
        for options in [], ["-2"]:
            names = fields(capture, ["bcnet.player.name"], "bcnet.event.player == 9", options)
            self.assertEqual(["Lee" in found["bcnet.player.name"] for found in names], [True, False])


class CutShort(unittest.TestCase):
    """The capture has the beginnings of what the host tells to three of a kill: nobody knows that they are one."""

    def test_no_view_has_the_kill(self):
        first, _ = told(1, "36 i32:2 i32:1 i32:300 i32:3 i32:1 00", 2, True)
        capture = forge(START + re.sub("(host > [a-z]+)", r"\1 cut 28", first))
        self.assertIn("Ace killed Sep", columns(capture)[-1][1])
        self.assertEqual([row["kills"] for row in rows(capture, "players")], [""] * 4)
        self.assertEqual([event["kind"] for event in world(capture)[0]["events"]], [])
        self.assertEqual(Dataset.of(capture).read()["kills"], [])


class RequestBehindItsAnswer(unittest.TestCase):
    """In frames that are not in order of time: it is one stay, also when the answer is the same the next evening."""

    JOINS = """
        at {at} ace > host id 255
            connect 10.10.10.2 {nonce} seq 0
        at +0.001 host > ace
            accept 2 seq 0
        at +0.03 ace > host
            announce 2 10.10.10.2 "Ace" seq 1
    """

    def test_one_stay_an_evening(self):
        capture = forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace 10.10.10.2:50000 id 2
        """ + self.JOINS.format(at=0, nonce=7) + self.JOINS.format(at=100, nonce=8))
        packets = pcapng.read(capture)
        pcapng.write(capture, [packets[place] for place in (1, 0, 2, 4, 3, 5)])
        for options in [], ["-2"]:
            self.assertEqual([(row["id"], row["name"], row["how"]) for row in rows(capture, "players", *options)][1:],
                             [("2", "Ace", "silence"), ("2", "Ace", "")])


class ToldInFrontOfTheAnswer(unittest.TestCase):
    """Another player's frame says who came, in front of the one that gives him his id: he came once."""

    def test_one_stay(self):
        capture = forge("""
            endpoint host 10.10.10.1:22101 id 1
        """ + connects("ace", 2, "10.10.10.2", at=0) + connects("sep", 3, "10.10.10.3", at=1) + """
            at +0.001 host > ace
                announce 3 10.10.10.3 "Sep"
        """)
        packets = pcapng.read(capture)
        pcapng.write(capture, [packets[place] for place in (0, 1, 2, 3, 4, 8, 5, 6, 7)])
        for options in [], ["-2"]:
            self.assertEqual([(row["id"], row["name"], row["address"]) for row in rows(capture, "players", *options)][1:],
                             [("2", "Ace", "10.10.10.2:50000"), ("3", "Sep", "10.10.10.3:50000")])


class SameName(unittest.TestCase):
    """0x18 has a name only: it is of who has just left, not of another one who is called the same."""

    def test_the_other_stays(self):
        capture = forge(START + f"""
            at 1 kim > host
                announce 4 10.10.10.4 "Sep"
            at 1.5 host > ace
                game seq auto {JOINED} 04
            at 2 host > ace
                disconnect 3 10.10.10.3
                game seq auto 18 i32:3 str:"Sep"
        """)
        self.assertEqual([(row["id"], row["name"], row["how"]) for row in rows(capture, "players")[1:]],
                         [("2", "Ace", ""), ("3", "Sep", "disconnect"), ("4", "Sep", "")])

    def test_two_have_left(self):
        """Said again, it is of the one who had left then, not of another Sep who came and left in between, nor of
        one who is there all the time."""
        left = '18 i32:3 str:"Sep"'
        joining = f"""
            at 0.5 host > ace
                game seq auto {JOINED} 03
            at 0.6 kim > host
                announce 4 10.10.10.4 "Sep"
        """
        between = connects("sep2", 5, "10.10.10.5", at=5).replace('"Sep2"', '"Sep"') + f"""
            at 6 host > ace
                game seq auto {JOINED} 05
            at 12 host > ace
                game seq auto {left}
        """
        for captured in True, False:
            first, again = told(1, left, 20, captured)
            capture = forge(START + joining + first + between + again)
            third, fifth = [found["frame.number"] for found in fields(capture, ["frame.number"], "bcnet.opcode == 0x17")]
            for options in [], ["-2"]:
                joined = fields(capture, ["bcnet.player.joined_in"], "bcnet.opcode == 0x18", options)
                self.assertEqual([found["bcnet.player.joined_in"] for found in joined],
                                 [third] * (3 if captured else 2) + [fifth, third])
            self.assertEqual([row["left_s"] for row in rows(capture, "players") if row["name"] == "Sep"],
                             ["1.000", "", "12.000"])

    def test_who_came_before_the_capture(self):
        """Nobody saw him join; his name has a line break."""
        capture = forge(START.replace('"Sep"', '"Sep\x02"') + """
            at 2 host > ace
                game seq auto 18 i32:4 53 65 70 02
        """)
        self.assertEqual([(row["id"], row["how"]) for row in rows(capture, "players")[1:]],
                         [("2", ""), ("3", "others told 0x18"), ("4", "")])


if __name__ == "__main__":
    main()
