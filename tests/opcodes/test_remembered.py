# SPDX-License-Identifier: GPL-2.0-or-later
"""What earlier messages teach, at the edges: how far back, how many, who of several, and what teaches nothing."""

import struct
import unittest

from bcnet_test import SOURCE, fields, forge, frames, main, scratch
from cases import Cases
from states import OWNER, Scenario, Update, creation, object_id, ships

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
    endpoint sep  10.10.10.3:59405 id 3
    let joined u32:0x0866 F1 00 80 00 u32:0 u32:0x0791
"""
SHIP = object_id(0)
MAP = b"Multi1"


def settings(clock):
    """0x00 (30.3): clock, collision, low bandwidth, corrections in 0x61 (20.1), slot, map."""
    return b"\0" + struct.pack("<f", clock) + b"\x61\0" + struct.pack("<H", len(MAP)) + MAP


def resolved(scenario):
    """What the object of the last frame is, "" when nothing is known of it."""
    return "".join(fields(scenario.capture(), ["bcnet.object.resolved"])[-1]["bcnet.object.resolved"])


class Restart(unittest.TestCase):
    """60.4: a game whose clock is more than a second behind in Settings is another game; its ships are unknown."""

    REQUEST = "connect 10.10.10.3 0x0A5F"

    def after(self, clock, *lines):
        scenario = Scenario()
        scenario.send("host > ace", settings(100.0))
        scenario.send("ace > host", creation(ships()["Galaxy"]))
        for line in lines:
            scenario.say("sep > host id 255", line)
        scenario.send("host > sep", settings(clock))
        scenario.send("ace > host", Update(time=clock))
        return resolved(scenario)

    def test_a_second_is_tolerated(self):
        self.assertEqual(self.after(99.25, self.REQUEST), "Galaxy (Ace)")
        self.assertEqual(self.after(99.0, self.REQUEST), "Galaxy (Ace)")

    def test_more_than_a_second_is_another_game(self):
        self.assertEqual(self.after(98.75, self.REQUEST), "")
        self.assertEqual(self.after(5.0, self.REQUEST), "")

    def test_without_the_request_it_takes_more(self):
        """What the host sent before is late then, perhaps."""
        self.assertEqual(self.after(85.0), "Galaxy (Ace)")
        self.assertEqual(self.after(84.75), "")

    def restarted(self, *times):
        """Whether Settings of 45 s tell of a restart: StateUpdates of the host before (or None: the request there)."""
        scenario = Scenario()
        scenario.send("host > ace", settings(10.0))
        scenario.send("ace > host", creation(ships()["Galaxy"]))
        for time in times:
            if time is None:
                scenario.say("sep > host id 255", self.REQUEST)
            else:
                scenario.send("host > ace", Update(object_id(1), time))
        scenario.send("host > sep", settings(45.0))
        scenario.send("ace > host", Update(time=45.0))
        return resolved(scenario) == ""

    def test_only_the_highest_clock_counts(self):
        """StateUpdates of the host move the clock on, not back; what it says behind the request is no matter."""
        self.assertTrue(self.restarted(50.0, 20.0, None))
        self.assertFalse(self.restarted(20.0, None, 50.0))


class Ends(unittest.TestCase):
    """10.9: who is at the ends of a link."""

    def ends(self, scenario):
        """(from, to) of all frames."""
        rows = fields(forge(ENDS + scenario), ["bcnet.from", "bcnet.to"])
        return [(row["bcnet.from"][0], row["bcnet.to"][0]) for row in rows]

    def test_a_player_who_announces_himself_again(self):
        """A client renamed by Settings does; the newer name counts."""
        found = self.ends("""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 1 ace > host
                announce 2 10.10.10.2 "Deuce"
            at 2 ace > host
                keepalive
            """)
        self.assertEqual(found[2], ("#2 Deuce", "host"))

    def test_a_client_assigns_no_id(self):
        """Only a host's 0x03 of one byte does (10.3)."""
        found = self.ends("""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 1 ace > host
                raw 03 06 C0 01 00 07
            at 2 host > ace
                keepalive
            """)
        self.assertEqual(found[2], ("host", "#2 Ace"))

    def test_an_answer_that_was_cut_off_assigns_no_id(self):
        found = self.ends("""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 1 host > ace cut 7
                accept 7
            at 2 host > ace
                keepalive
            """)
        self.assertEqual(found[2], ("host", "#2 Ace"))


class Leaving(unittest.TestCase):
    """0x18 has the name alone of who left; of several with that name it is who has just left, else who joined last."""

    def joined_in(self, first, second, leaves=""):
        """Frame in which the one who left had joined; players join in frames 3 and 4."""
        capture = forge(ENDS + f"""
            at 0 ace > host
                announce 2 10.10.10.2 "Ace"
            at 0.1 sep > host
                announce 3 10.10.10.3 "Ace"
            at 1 host > ace
                game seq 0 17 $joined u32:{first}
            at 2 host > ace
                game seq 1 17 $joined u32:{second}
            {leaves}
            at 9 host > ace
                game seq 2 18 u32:3 str:"Ace"
            """)
        return fields(capture, ["bcnet.player.joined_in"])[-1]["bcnet.player.joined_in"]

    def test_whoever_joined_last(self):
        self.assertEqual(self.joined_in(2, 3), ["4"])
        self.assertEqual(self.joined_in(3, 2), ["4"])

    def test_who_has_just_left(self):
        for first, second in ((2, 3), (3, 2)):
            self.assertEqual(self.joined_in(first, second, f"""at 8 host > ace
                disconnect {first} 10.10.10.9"""), ["3"])


class Hashes(unittest.TestCase):
    """98.3: compared with the newest value of another ship of the class, however often the own one has changed."""

    def test_many_own_values_lie_between(self):
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        scenario.send("sep > host", creation(ships()["Sovereign"], object_id(1), "Sep", 3))
        other = scenario.send("ace > host", Update().position((1, 2, 3), 0x1111))
        for value in range(0x2000, 0x200A):
            scenario.send("sep > host", Update(object_id(1)).position((1, 2, 3), value))
        found = fields(scenario.capture(), ["bcnet.state.hash.other_in"], "bcnet.peer == 3 && bcnet.state.hash")
        self.assertEqual([row["bcnet.state.hash.other_in"] for row in found], [[str(other)]] * 10)

    def test_known_to_one_of_several_layouts(self):
        """A ship of one form is an Akira of a mod or a Nebula; the hash is the Nebula's, so it is as known. The message
        is cut short behind it, so it teaches nothing."""
        folder = scratch() / "akira-without-hash"
        folder.mkdir(exist_ok=True)
        text = (SOURCE / "layouts" / "akira.ini").read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("IntegrityHash")]
        self.assertLess(len(lines), len(text.splitlines()))
        (folder / "akira.ini").write_text("\n".join(lines).replace("Name=Akira", "Name=Modkira", 1), encoding="utf-8")
        lines = [Scenario().lines[0]]
        for number, start in enumerate((2, 6, 8)):
            block = Update().block(ships()["Nebula"], start, OWNER).payload()
            lines.append(f"at {number} host > ace\n    game {block.hex(' ')}")
        hashed = Update().position((1, 2, 3), 0x040C).raw(0x04, b"\x7f\0\0").payload()
        # Id and count, type and length of the message; of three bytes of a direction one is left.
        lines.append(f"at 9 ace > host cut {2 + 3 + len(hashed) - 2}\n    game {hashed.hex(' ')}")
        capture = forge("\n".join(lines) + "\n")
        row = fields(capture, ["bcnet.ship.layout", "bcnet.state.hash", "bcnet.state.hash.status"],
                     options=["-o", f"bcnet.ship_folder:{folder}"])[-1]
        self.assertEqual(row, {"bcnet.ship.layout": ["Modkira/Nebula"], "bcnet.state.hash": ["0x040c"],
                               "bcnet.state.hash.status": ["1"]})


class Known(unittest.TestCase):
    """60.5: the known state names the worst part of a subsystem, the first of equals."""

    def labels(self, conditions):
        ship, scenario = ships()["Akira"], Scenario()
        scenario.send("ace > host", creation(ship))
        update = Update().block(ship, ship.index("Phasers"), OWNER)
        for place, condition in conditions.items():
            update.data[12 + place] = condition     # behind start index and the system's own condition
        last = scenario.send("host > ace", update)
        frame = frames(scenario.capture(), f"frame.number=={last}")[0]
        return [node.showname for node in frame.all("bcnet.known") if "Phasers" in node.showname]

    def test_the_first_of_equals(self):
        banks = [name for name, _ in ships()["Akira"].subsystems[ships()["Akira"].index("Phasers")].children]
        for conditions, worst in (({0: 51, 1: 51}, 0), ({1: 51, 3: 51, 2: 102}, 1), ({2: 0, 4: 0, 5: 51}, 2)):
            with self.subTest(conditions=conditions):
                label, = self.labels(conditions)
                self.assertIn(banks[worst], label)
                others = [banks[place] for place in conditions if place != worst]
                self.assertFalse([name for name in others if name in label], label)


cases = Cases("edges")
EXPLODING = "06 | 29 81 00 00 | 4E 00 80 00 | 00 00 00 00 | FF FF FF 3F | {killer} 00 00 00 | 00 00 18 41"
cases.payload("the last id a client can have", EXPLODING.format(killer="7E"), info=r"\(killed by #126\), 9\.5 s$",
              expect={"bcnet.event.killer": 126})
cases.payload("an opcode nobody knows, alone", "50", info=r"Script message 0x50$", expect={"bcnet.opcode": "0x50"})
# 35.3: files have eight bytes each; three are promised, two and a half are there.
cases.payload("a file and a half of what is promised", "21 01 | 2F CB AF 4D | 02 00 | 77 B6 3E 37 68 A7 A0 F8 | "
              "77 B6 3E 37", "client", experts=["bcnet.expert.truncated"],
              expect={"bcnet.checksum.file.name_hash": "0x373eb677", "bcnet.unparsed": bytes.fromhex("77B63E37")})
cases.payload("a directory and a half", "21 01 | 2F CB AF 4D | 00 00 | 02 | 77 B6 3E 37 | 77 B6", "client",
              experts=["bcnet.expert.truncated"],
              expect={"bcnet.checksum.dir.name_hash": "0x373eb677", "bcnet.unparsed": bytes.fromhex("77B6")})

TestEdges = cases.testcase()


if __name__ == "__main__":
    main()
