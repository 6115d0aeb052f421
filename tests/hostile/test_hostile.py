# SPDX-License-Identifier: GPL-2.0-or-later
"""Input made to hurt: time and memory stay in proportion to the capture, and the tree of a datagram stays readable.

Floods are measured at two sizes. BCNET_HOSTILE_SCALE makes them larger: with 25 it is a million messages of each kind.
"""

import dataclasses
import os
import struct
import unittest

import measure
from bcnet_test import experts, fields, forge, main, scratch_file
from wireshark import SLOWNESS

SCALE = float(os.environ.get("BCNET_HOSTILE_SCALE", "1"))
MESSAGES = 100                      # per datagram of a flood
SMALL, LARGE = int(10_000 * SCALE), int(40_000 * SCALE)
MICROSECONDS = 250 * SLOWNESS       # of user CPU per message, at the most
GROWTH = 2.2 if SLOWNESS == 1 else 3    # how much dearer a message may be in the larger flood; quadratic would be 4
ATTEMPTS = 4                        # machines are not quiet: the quickest of so many runs counts
BYTES = 3000 * SLOWNESS             # of memory per message, at the most
SHORTEST = 0.05 * SCALE             # seconds; what takes less cannot be compared
NOISE = 0.25 * SLOWNESS             # seconds by which two runs of the same may differ
LINES = 25_000                      # of the tree of one datagram, at the most: there are limits of 4096 entries

FIRST_ID = 0x3FFFFFFF
AKIRA, SOVEREIGN = 1, 5

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
    at 0 host > ace
        game seq 60000 28
    at 0 ace > host
        game seq 60000 2A 20
"""
# A ship's creation up to its id; its species; what follows, with an Akira's snapshot (40.13).
CREATION = "03 00 02 08 80 00 00 {id} {species} 00 00 B0 42 00 00 84 C2 00 00 92 C2 F5 4A 6F 3F FE 8C 96 3E 84 E3 4B 3E " \
    "38 78 4E 3C 00 00 00 00 00 00 00 05 43 61 64 79 32 06 4D 75 6C 74 69 31 FF FF 64 FF FF FF FF FF FF FF 64 FF " \
    "FF FF FF FF FF 64 FF FF FF FF FF FF FF FF FF 64 60 01 FF FF FF 64 FF FF FF FF FF FF FF 64 00 FF 64 FF FF FF 64 01 FF"
# A host's state of an Akira for its own player (60.7).
STATE = "1C {id} 00 A0 1B 42 20 08 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF"
# A torpedo is fired (45).
TORPEDO = "19 {id} 02 05 DF 87 11"

# In a flood $d counts datagrams and $m the messages of each.
NUMBER = f"$d*{MESSAGES}+$m"
ID = f"u32:{NUMBER}+{FIRST_ID}"


@dataclasses.dataclass
class Flood:
    """A line of a datagram, and a field that every message must show, so that the flood is what it says."""

    line: str
    field: str
    first: str = ""      # lines before the flood
    distinct: int = 1    # that many different values, at least


FLOODS = {
    "objects_created": Flood("game " + CREATION.format(id=ID, species="01"), "bcnet.object.id", distinct=SMALL),
    "objects_replaced": Flood("game " + CREATION.format(id=f"u32:{FIRST_ID}", species="u8:$m%2*4+1"),
                              "bcnet.object.species", distinct=2),
    "layouts_inferred": Flood("game " + STATE.format(id=ID), "bcnet.ship.layout.source"),
    "layouts_inferred_anew": Flood("game " + STATE.format(id=f"u32:{FIRST_ID}").replace("20 08", "20 u8:$m%12"),
                                   "bcnet.ship.layout.source"),
    # All owners that are tried for the tube are too far away.
    "owners_searched": Flood("game " + TORPEDO.format(id=f"u32:{NUMBER}%200+{FIRST_ID + 1000}"), "bcnet.object.serial",
                             "repeat 1000 as k\nat +0 host > ace\ngame "
                             + CREATION.format(id=f"u32:$k+{FIRST_ID}", species="FE") + "\nend\n"),
    "owners_searched_among_unseen": Flood(
        "game " + TORPEDO.format(id=f"u32:{NUMBER}%200+{FIRST_ID + 1300}"), "bcnet.object.serial",
        "repeat 1000 as k\nat +0 host > ace\ngame " + STATE.format(id=f"u32:$k+{FIRST_ID}") + "\nend\n"),
    "half_finished": Flood(f"fragment seq {NUMBER}%65536 index 0 of 255 1C 00 00 00", "bcnet.frag.total"),
    "half_finished_without_total": Flood(f"fragment seq {NUMBER}%65536 index 254 1C 00 00 00", "bcnet.frag.index"),
    "number_with_other_bytes": Flood("game seq 1 28 " + ID, "bcnet.msg.seq"),
    "fragments_with_other_bytes": Flood(f"fragment seq 1 index $m of 255 {ID}", "bcnet.frag.index"),
    "acks_of_nothing": Flood(f"ack {NUMBER}%65536", "bcnet.ack.seq"),
    "names": Flood("raw 00 18 C0 u16:$m 02 0A 0A 0A 01 41 00 41 00 41 00 41 00 u16:$d+256 u16:$m+256 00 00",
                   "bcnet.announce.name", distinct=SMALL),
    "ids": Flood("raw 03 06 C0 u16:$d u8:$m%100+2", "bcnet.connect.assigned", distinct=100),
    "connections": Flood(f"raw 03 0F C0 u16:$m 0A 0A 0A EF u32:{NUMBER} 00 00", "bcnet.connect.nonce", distinct=SMALL),
    "requests": Flood(f"game seq {NUMBER}%60000 1E {ID}", "bcnet.opcode"),
    "restarts": Flood(f"game seq {NUMBER}%60000 39", "bcnet.opcode"),
}


def flood(kind, messages):
    """A capture with so many messages."""
    sender = "ace > host id 255" if kind.field == "bcnet.connect.nonce" else "host > ace"
    return forge(ENDS + kind.first + f"""
    repeat {messages // MESSAGES} as d
        at +0.001 {sender}
            repeat {MESSAGES} as m
                {kind.line}
            end
    end
    """)


class Floods(unittest.TestCase):
    """As many messages as one likes: what each costs does not depend on how many there are."""

    @classmethod
    def setUpClass(cls):
        runs = [measure.tshark(forge(ENDS), "-q", "-Y", "frame") for _ in range(ATTEMPTS)]
        cls.base = min(runs, key=lambda run: run.seconds)

    def cost(self, kind, messages):
        """Seconds and bytes above those of an empty capture."""
        capture = flood(kind, messages)
        cost = measure.tshark(capture, "-T", "fields", "-e", kind.field)
        values = cost.output.read_text().replace("\n", ",").split(",")
        capture.unlink()
        cost.output.unlink()
        values = [value for value in values if value]
        self.assertGreaterEqual(len(values), messages)
        self.assertGreaterEqual(len(set(values)), min(kind.distinct, messages))
        return max(cost.seconds - self.base.seconds, SHORTEST), cost.memory - self.base.memory

    def costs(self, kind):
        """Seconds of the small flood and of the large one, and bytes of the large one."""
        small, _ = self.cost(kind, SMALL)
        large, memory = self.cost(kind, LARGE)
        for _ in range(1, ATTEMPTS):
            if large < self.allowed(small):
                break
            small = min(small, self.cost(kind, SMALL)[0])
            large = min(large, self.cost(kind, LARGE)[0])
        return small, large, memory

    @staticmethod
    def allowed(small):
        """Seconds that the large flood may take."""
        return small * LARGE / SMALL * GROWTH + NOISE

    def check(self, kind):
        small, large, memory = self.costs(kind)
        print(f"{self._testMethodName}: {large / LARGE * 1e6:.1f} us and {memory / LARGE:.0f} bytes a message, "
              f"{large / LARGE / (small / SMALL):.2f} of a quarter's")
        self.assertLess(large / LARGE * 1e6, MICROSECONDS)
        self.assertLess(large, self.allowed(small))
        self.assertLess(memory / LARGE, BYTES)


for name, kind in FLOODS.items():
    def test(self, kind=kind):
        self.check(kind)
    setattr(Floods, "test_" + name, test)


def whole(payload):
    """A capture in which the client sends one long message, in fragments."""
    content = scratch_file(".bin")
    content.write_bytes(payload)
    return forge(ENDS + f'at 1 ace > host\nsplit seq 60001 size 8000 file:"{content}"\n')


def directory(files, names):
    """A directory of a checksum answer (35.3): files, then the names of subdirectories."""
    return struct.pack("<H", files & 0xFFFF) + b"\x11" * 8 * files + bytes([names & 0xFF]) + b"\x22" * 4 * names


ANSWER = b"\x21\x01" + b"\x33" * 4    # round 1, a directory


class SingleMessages(unittest.TestCase):
    """One message, as large as the protocol can carry."""

    def check(self, payload, expected, seconds=2):
        """The last frame has the expert infos `expected`, and its tree an end."""
        capture = whole(payload)
        last = len(fields(capture, ["frame.number"]))
        cost = measure.tshark(capture, "-V", "-Y", f"frame.number=={last}")
        lines = cost.output.read_bytes().splitlines()
        self.assertLess(len(lines), LINES)
        self.assertLess(max(map(len, lines)), 5000)
        self.assertLess(cost.seconds, seconds * SLOWNESS)
        self.assertEqual({info.name for info in experts(capture).get(last, [])}, expected)

    def test_checksum_tree_of_depth_1000(self):
        self.check(ANSWER + directory(0, 1) * 1000 + directory(0, 0), {"bcnet.expert.limit"})

    def test_checksum_tree_of_32767_files(self):
        self.check(ANSWER + directory(32767, 0), {"bcnet.expert.limit"})

    def test_checksum_tree_of_65535_directories(self):
        # 127 subdirectories on each level are the most; the trees of 127 times 127 of them with four files each.
        below = directory(0, 127) + directory(4, 0) * 127
        self.check(ANSWER + directory(0, 127) + below * 127, {"bcnet.expert.limit"})

    def test_checksum_tree_with_65535_files_promised(self):
        # Read as a negative number: no file. The directory count is the next byte.
        self.check(ANSWER + b"\xFF\xFF\x00", {"bcnet.expert.value"})

    def test_checksum_tree_that_promises_everything(self):
        self.check(ANSWER + b"\xFF\x7F" + b"\x11" * 80, {"bcnet.expert.truncated"})

    def test_chat_of_65535_bytes(self):
        self.check(b"\x2C\x02\x00\x00\x00\xFF\xFF" + b"x" * 65535, set())

    def test_chat_that_promises_65535_bytes(self):
        self.check(b"\x2C\x02\x00\x00\x00\xFF\xFF" + b"x" * 1000, {"bcnet.expert.truncated"})

    def test_chat_of_32767_bytes(self):
        self.check(b"\x2C\x02\x00\x00\x00\xFF\x7F" + b"x" * 32767, set())

    def test_file_name_of_32767_bytes(self):
        self.check(b"\x25\xFF\x7F" + b"x/" * 16383 + b"x" + b"contents", set())

    def test_file_of_400000_bytes(self):
        self.check(b"\x25\x01\x00x" + bytes(range(250)) * 1600, set())

    def test_game_messages_that_never_end(self):
        for opcode in (0x1C, 0x37, 0x36, 0x06, 0x02):
            for filling in (b"\x00", b"\x01", b"\xFF"):
                with self.subTest(opcode=opcode, filling=filling):
                    capture = whole(bytes([opcode]) + filling * 400_000)
                    cost = measure.tshark(capture, "-V")
                    self.assertLess(len(cost.output.read_bytes().splitlines()), LINES)
                    self.assertLess(cost.seconds, 2 * SLOWNESS)


if __name__ == "__main__":
    main()
