# SPDX-License-Identifier: GPL-2.0-or-later
"""Input made to hurt: work and memory stay in proportion to the capture, and the tree of a datagram stays readable.

Nothing here looks at a clock: work is counted (measure.py), so that a machine that is slow or busy finds what any other one
finds. Floods are counted at two sizes, with everything in them that grows. What a message may cost is a
multiple of what it cost when that was written down.
BCNET_HOSTILE_SCALE makes floods larger: with 100 it is a million messages of each kind whose memory is measured.
"""

import dataclasses
import functools
import os
import re
import struct
import unittest

import cost
import measure
import pcapng
from bcnet_test import experts, forge, main, scratch_file, tshark
from wireshark import SLOWNESS, RunError

SCALE = float(os.environ.get("BCNET_HOSTILE_SCALE", "1"))
MESSAGES = 100                      # per datagram of a flood
MANY = int(10_000 * SCALE)          # messages of a flood whose memory is measured
SMALL = int(1_100 * SCALE)          # messages of one whose work is counted, and as many again, and twice as many again
GROWTH = 2.4                        # how much more work the last ones may be than the second ones; quadratic would be 4
MARGIN = 2                          # so many times the work below is allowed; Wireshark's own differs from version to version
BYTES_MARGIN = 3                    # of the memory
BYTES_NOISE = 100                   # of memory per message
WHOLE = 15_000_000                  # blocks that one message may cost; the dearest needs 4.5 million
LINES = 25_000                      # of the tree of one datagram, at the most: there are limits of 4096 entries
ROWS = 1000                         # of a statistics table; one more says that there are more

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
# Firing stops (50.3), up to the weapon.
STOP = "08 01 01 00 00 DA 00 80 00 u32:0"

# In a flood $d counts datagrams and $m the messages of each; @ is a tenth of all messages.
NUMBER = f"$d*{MESSAGES}+$m"
ID = f"u32:{NUMBER}+{FIRST_ID}"

# Whose slots the first two are.
OWNERS = ("at 0 host > ace\ngame seq 60001 00 f32:1 60 00 u16:1 str:\"M\"\n"
          "game seq 60002 " + CREATION.format(id=f"u32:{FIRST_ID}", species="01") + "\n"
          "game seq 60003 " + CREATION.format(id=f"u32:{FIRST_ID + 0x40000}", species="01").replace("00 02", "01 03", 1) + "\n")


@dataclasses.dataclass
class Flood:
    """A line of a datagram, and a field that every message must show, so that the flood is what it says."""

    line: str
    field: str
    blocks: float        # of instructions for a message, as counted
    bytes: int           # of memory for a message, as measured
    first: str = ""      # lines before the flood
    distinct: int = 1    # that many messages for one new value, at the most
    statistic: str = ""  # of -z, instead of the field
    rows: object = None  # that many rows it has, by the number of messages
    alone: bool = False  # every message in a datagram of its own
    sender: str = "host > ace"
    senders: bool = False  # of links: the addresses that differ are those of senders
    hosts: bool = False  # of links: every datagram comes from another host, and their sums of bytes are equal


FLOODS = {
    "objects_created": Flood("game " + CREATION.format(id=ID, species="01"), "bcnet.object.id", 29000, 1279),
    "objects_replaced": Flood("game " + CREATION.format(id=f"u32:{FIRST_ID}", species="u8:$m%2*4+1"),
                              "bcnet.object.species", 19000, 710, distinct=MANY),
    "layouts_inferred": Flood("game " + STATE.format(id=ID), "bcnet.ship.layout.source", 11000, 1133, distinct=MANY),
    "layouts_inferred_anew": Flood("game " + STATE.format(id=f"u32:{FIRST_ID}").replace("20 08", "20 u8:$m%12"),
                                   "bcnet.ship.layout.source", 6900, 250, distinct=MANY),
    # All owners that are tried for the tube are too far away; there are ever more of them.
    "owners_searched": Flood("game " + TORPEDO.format(id=f"u32:{NUMBER}%200+@+{FIRST_ID}"), "bcnet.object.serial", 7800, 474,
                             "repeat @ as k\nat +0 host > ace\ngame "
                             + CREATION.format(id=f"u32:$k+{FIRST_ID}", species="FE") + "\nend\n", distinct=MANY),
    "owners_searched_among_unseen": Flood(
        "game " + TORPEDO.format(id=f"u32:{NUMBER}%200+300+@+{FIRST_ID}"), "bcnet.object.serial", 8400, 385,
        "repeat @ as k\nat +0 host > ace\ngame " + STATE.format(id=f"u32:$k+{FIRST_ID}") + "\nend\n", distinct=MANY),
    "half_finished": Flood(f"fragment seq {NUMBER}%65536 index 0 of 255 1C 00 00 00", "bcnet.frag.total", 2100, 315,
                           distinct=MANY),
    "half_finished_without_total": Flood(f"fragment seq {NUMBER}%65536 index 254 1C 00 00 00", "bcnet.frag.index", 1900, 310,
                                         distinct=MANY),
    "number_with_other_bytes": Flood("game seq 1 28 " + ID, "bcnet.msg.seq", 2900, 141, distinct=MANY),
    "fragments_with_other_bytes": Flood(f"fragment seq 1 index $m of 255 {ID}", "bcnet.frag.index", 2500, 181,
                                        distinct=MANY),
    "acks_of_nothing": Flood(f"ack {NUMBER}%65536", "bcnet.ack.seq", 1800, 110, distinct=2),
    "names": Flood("raw 00 18 C0 u16:$m 02 0A 0A 0A 01 41 00 41 00 41 00 41 00 u16:$d+256 u16:$m+256 00 00",
                   "bcnet.announce.name", 2400, 270),
    "ids": Flood("raw 03 06 C0 u16:$d u8:$m%100+2", "bcnet.connect.assigned", 1500, 343, distinct=MANY),
    "connections": Flood(f"raw 03 0F C0 u16:$m 0A 0A 0A EF u32:{NUMBER} 00 00", "bcnet.connect.nonce", 1900, 660),
    # Each answer ends all ships of its client, which are gone already.
    "answers": Flood(f"raw 03 07 C0 u16:{NUMBER}%65536 u16:{NUMBER}%65536", "bcnet.msg.seq", 3200, 1300,
                     "repeat 8000 as k\nat +0 host > ace\ngame " + CREATION.format(id=f"u32:$k+{FIRST_ID}", species="01")
                     + f"\ngame 14 u32:$k+{FIRST_ID}\nend\n", distinct=MANY),
    "requests": Flood(f"game seq {NUMBER}%60000 1E {ID}", "bcnet.opcode", 3500, 700, distinct=MANY),
    # Acts wait for copies: all others', all alike, those that their author is told back, those that differ a little.
    "acts": Flood(f"game seq {NUMBER}%60000 {STOP} {ID}", "bcnet.actor", 3300, 825, distinct=MANY),
    "acts_again": Flood(f"game seq {NUMBER}%60000 {STOP} u32:{FIRST_ID}", "bcnet.actor", 3200, 465, distinct=MANY),
    "acts_told_back": Flood(f"game seq {NUMBER}%60000 {STOP} u32:{FIRST_ID}", "bcnet.actor", 4600, 500,
                            f"repeat @ as k\nat +0.0001 ace > host\ngame seq $k%60000 {STOP} u32:{FIRST_ID}\nend\n",
                            distinct=MANY),
    "acts_a_little_different": Flood(f"game seq {NUMBER}%60000 2C {ID} str16:\"again\"", "bcnet.actor", 5600, 661,
                                     "repeat @ as k\nat +0.0001 ace > host\ngame seq $k%60000 2C u32:$k+65536 "
                                     "str16:\"again\"\nend\n", distinct=MANY),
    "restarts": Flood(f"game seq {NUMBER}%60000 39", "bcnet.opcode", 2300, 480, distinct=MANY),
    # Of a client whose slot is the first, about a ship in the second; and its own ship again and again (10.12).
    "updates_of_anothers_ship": Flood(f"game 1C u32:{FIRST_ID + 0x40000} f32:{NUMBER} 00", "bcnet.state.object", 4900, 131,
                                      OWNERS, distinct=MANY, sender="ace > host"),
    "creations_of_what_is_there": Flood("game " + CREATION.format(id=f"u32:{FIRST_ID}", species="u8:$m%2*4+1"),
                                        "bcnet.object.id", 29000, 588, OWNERS, distinct=MANY, sender="ace > host"),
}

JOINED = "u32:0x0866 F1 00 80 00 u32:0 u32:0x0791"
CHAT = f"game seq {NUMBER}%60000 2C u32:$m%100+2 str16:\"line \" u32:{NUMBER}+0x20202020"
# Names of 48 letters, Aa or B@ 24 times: both have the same sum in the way of Bernstein, as GLib adds letters up.
TWINS = " ".join(f"u8:{NUMBER}*{factor}%1000003%2+65 u8:{NUMBER}*{factor}%1000003%2*223+97%256"
                 for factor in range(300007, 540000, 9973))
TABLES = scratch_file("").parent / "tables"    # a folder of csv files
STATISTICS = {
    # Ever new stays: an id is given, its player joins and is thrown out.
    "players_with_new_ids": Flood(f"raw 03 06 C0 u16:$d u8:$m%100+2\ngame 17 {JOINED} u8:$m%100+2 00 00 00\n"
                                  "raw 04 07 C0 u16:$d 04 u8:$m%100+2", "", 1100, 421, statistic="bcnet,players"),
    "players_with_new_names": Flood(FLOODS["names"].line, "", 1200, 260, statistic="bcnet,players", rows=lambda messages: 2),
    "ships": Flood(FLOODS["objects_created"].line, "", 3100, 1063, statistic="bcnet,ships", rows=lambda messages: ROWS + 1),
    "ships_replaced": Flood(FLOODS["objects_replaced"].line, "", 2600, 517, statistic="bcnet,ships",
                            rows=lambda messages: ROWS + 1),
    # Every restart ends all ships of the table once more.
    "ships_restarted": Flood(FLOODS["restarts"].line, "", 7600, 623,
                             f"repeat {ROWS + 1} as k\nat +0 host > ace\ngame " + STATE.format(id=f"u32:$k+{FIRST_ID}")
                             + "\nend\n", statistic="bcnet,ships", rows=lambda messages: ROWS + 1),
    # Everybody fires at one ship, whose hull falls with every other word of it.
    "damage": Flood(f"game 19 u32:{FIRST_ID + 0x40000} 03 01 007F00 u32:{FIRST_ID} 007F0000\n"
                    f"game 1C u32:{FIRST_ID} f32:{NUMBER} 20 0A FF u8:$m%2*255 FF 20 FF FF FF FF FF FF", "", 2400, 440,
                    "at 0 host > ace\ngame " + CREATION.format(id=f"u32:{FIRST_ID}", species="01") + "\n",
                    statistic="bcnet,damage", rows=lambda messages: messages // 4),
    "chat": Flood(CHAT, "", 2400, 830, statistic="bcnet,chat", rows=lambda messages: messages),
    "chat_repeated": Flood("game seq $d 2C u32:2 str16:\"again\"", "", 1300, 112, statistic="bcnet,chat"),
    "csv": Flood(FLOODS["requests"].line, "", 2400, 765, statistic="bcnet,csv", rows=lambda messages: messages + 2),
    "csv_all": Flood(FLOODS["acks_of_nothing"].line, "", 1200, 41, statistic="bcnet,csv,all",
                     rows=lambda messages: messages + 2),
    "tables": Flood(FLOODS["requests"].line, "", 1670, 1020, statistic=f"bcnet,tables,{TABLES}"),
    "tables_of_ships": Flood(FLOODS["objects_created"].line, "", 11900, 3390, statistic=f"bcnet,tables,{TABLES}"),
    "csv_of_a_table": Flood(CHAT, "", 2200, 814, statistic="bcnet,chat,csv", rows=lambda messages: messages),
    # The report's data: what has no limit of its own is ships, their curves, chat, players, rounds.
    "world": Flood(FLOODS["objects_created"].line, "", 3100, 3049, statistic="bcnet,world,-"),
    "world_of_updates": Flood(FLOODS["layouts_inferred"].line, "", 1400, 613, statistic="bcnet,world,-"),
    "world_of_sets_that_collide": Flood(
        f"game seq {NUMBER}%60000 1F u32:{FIRST_ID} i32:49 {TWINS} 00", "", 3700, 760,
        "at 0 host > ace\ngame " + CREATION.format(id=f"u32:{FIRST_ID}", species="01") + "\n", statistic="bcnet,world,-"),
    "world_of_chat": Flood(CHAT, "", 1800, 630, statistic="bcnet,world,-"),
    "report": Flood(FLOODS["acts"].line, "", 1100, 737, statistic="bcnet,report,/dev/null"),
    "follow": Flood(FLOODS["requests"].line, "", 1900, 982, statistic="follow,bcnet,ascii,0"),
    "tree": Flood(FLOODS["requests"].line, "", 1600, 700, statistic="bcnet,tree"),
    "cadence": Flood(FLOODS["layouts_inferred"].line, "", 1300, 625, statistic="bcnet,cadence",
                     rows=lambda messages: ROWS + 1),
    "cadence_of_one": Flood(FLOODS["layouts_inferred_anew"].line, "", 1800, 125, statistic="bcnet,cadence"),
    # Three seconds of messages before it: by then the table is full.
    "unacked": Flood(FLOODS["requests"].line, "", 3200, 1244, "repeat 3000 as k\nat +0.001 host > ace\n"
                     "game seq $k+10000 06\nend\n", statistic="bcnet,unacked", rows=lambda messages: ROWS + 1),
    "stock": Flood(FLOODS["requests"].line, "", 1100, 770, statistic="bcnet,stock"),
    "stock_acks": Flood(FLOODS["acks_of_nothing"].line, "", 390, 50, statistic="bcnet,stock"),
    "stock_ids": Flood(FLOODS["ids"].line, "", 480, 315, statistic="bcnet,stock"),
    "stock_ships": Flood(FLOODS["layouts_inferred"].line, "", 1600, 680, statistic="bcnet,stock"),
    "files": Flood(f"game seq {NUMBER}%60000 21 03 5D 47 09 34 01 00 u32:{NUMBER} u32:$m 00", "", 6100, 1410,
                   statistic="bcnet,files", sender="ace > host"),
    "files_sent": Flood(f"game seq {NUMBER}%60000 25 u16:6 53 2F u32:{NUMBER}+0x20202020 u32:$m", "", 2900, 1160,
                        statistic="bcnet,files"),
    "unacked_on_new_connections": Flood(FLOODS["connections"].line, "", 530, 444, statistic="bcnet,unacked"),
    # Everything is somebody else's act, and waits for copies; then there are the copies, and players without end.
    "relay": Flood(FLOODS["acts"].line, "", 1000, 755, statistic="bcnet,relay"),
    "relay_told_back": Flood(FLOODS["acts_told_back"].line, "", 1300, 465, FLOODS["acts_told_back"].first,
                             statistic="bcnet,relay"),
    "relay_of_strangers": Flood(f"raw 03 06 C0 u16:$d u8:$m%100+2\ngame seq {NUMBER}%60000 2C u32:$m%100+2 "
                                f"str16:\"line \" u32:{NUMBER}+0x20202020\n" + FLOODS["names"].line, "", 780, 397,
                                statistic="bcnet,relay"),
}


LINKS = {
    "links": Flood("keepalive", "bcnet.msg.type", 13000, 1580, distinct=MANY, alone=True),
    # One line of chat, to so many players.
    "copies": Flood('game seq 0 2C i32:1 str16:"hello"', "bcnet.actor", 15000, 2550, distinct=MANY, alone=True),
    "links_of_players": Flood("raw 03 06 C0 00 00 u8:$d%100+2", "", 4200, 2180, alone=True,
                              statistic="bcnet,players", rows=lambda messages: ROWS + 1),
    # One line for each of a thousand senders, then one for the others: Wireshark walks all lines to append one.
    "senders_in_the_tree": Flood("keepalive", "", 4600, 2380, alone=True, statistic="bcnet,tree",
                                 rows=lambda messages: ROWS - 1, senders=True),
    "hosts_that_collide": Flood("keepalive", "bcnet.from_host", 13000, 1466, distinct=MANY, alone=True, hosts=True),
    "conversations": Flood("keepalive", "", 5200, 1880, alone=True, statistic="conv,bcnet"),
    "endpoints": Flood("keepalive", "", 4400, 1730, alone=True, statistic="endpoints,bcnet"),
}


def flood(kind, messages):
    """A capture with so many messages."""
    sender = "ace > host id 255" if kind.field == "bcnet.connect.nonce" else kind.sender
    per_datagram = 1 if kind.alone else MESSAGES
    return forge((ENDS + kind.first + f"""
    repeat {messages // per_datagram} as d
        at +0.001 {sender}
            repeat {max(per_datagram // len(kind.line.splitlines()), 1)} as m
                {kind.line}
            end
    end
    """).replace("@", str(messages // 10)))


def to_other_addresses(capture, senders=False):
    """The same capture, each datagram to, or from, another address of the network 10.11: as many connections as
    datagrams."""
    packets = []
    for number, packet in enumerate(pcapng.read(capture)):
        data, offset = bytearray(packet.data), pcapng.udp_payload_offset(packet)
        struct.pack_into(">BH", data, offset - (15 if senders else 11), 11, number)
        struct.pack_into(">H", data, offset - 2, 0)         # no checksum
        packets.append(dataclasses.replace(packet, data=bytes(data)))
    pcapng.write(capture, packets)
    return capture


# A port and an address whose sum in the way of Jenkins, as Wireshark adds addresses up, is 0x12345678: the first number is
# the port and the first byte of the address together, so each of these is many hosts.
SUM = 0x12345678
COLLIDING = [
    (22574, 165, 85, 212), (22578, 162, 103, 216), (22766, 31, 21, 15), (22894, 64, 234, 153), (22963, 44, 16, 125),
    (23648, 128, 8, 191), (23929, 167, 228, 170), (23973, 165, 123, 166), (23999, 25, 150, 93), (24002, 251, 14, 243),
    (24899, 237, 206, 242), (24903, 248, 210, 135), (24929, 237, 160, 230), (24933, 240, 180, 210), (25056, 145, 223,
    80), (25060, 148, 193, 100), (25712, 59, 133, 213), (25906, 92, 204, 128), (25930, 36, 148, 225), (25942, 63, 160,
    245), (26729, 191, 89, 212), (26856, 73, 0, 129), (27891, 32, 35, 130), (27907, 109, 18, 243)]
FIRST_BYTES = range(1, 224)


def colliding_host(number):
    """(address, port) of one of them, another one for each number up to some 5000."""
    both, *rest = COLLIDING[number // len(FIRST_BYTES) % len(COLLIDING)]
    first = FIRST_BYTES[number % len(FIRST_BYTES)]
    total = port = both - first
    for byte in (first, *rest):
        total = (total + byte) * 1025 % 2**32
        total ^= total >> 6
    assert total == SUM
    return bytes((first, *rest)), port


def from_colliding_hosts(capture):
    """The same capture, each datagram from another host, to the game's port."""
    packets = []
    for number, packet in enumerate(pcapng.read(capture)):
        data, offset = bytearray(packet.data), pcapng.udp_payload_offset(packet)
        address, port = colliding_host(number)
        data[offset - 16:offset - 12] = address
        struct.pack_into(">HH", data, offset - 8, port, 22101)
        struct.pack_into(">H", data, offset - 2, 0)         # no checksum
        packets.append(dataclasses.replace(packet, data=bytes(data)))
    pcapng.write(capture, packets)
    return capture


@functools.cache
def start(measured):
    """What an empty capture costs."""
    return measured(forge(ENDS), "-q", "-Y", "frame")[0]


class Measured(unittest.TestCase):
    """What the floods have in common."""

    def look(self, kind, messages, output):
        """Whether the output is what such a flood must give."""
        if kind.statistic:
            rows = len(re.findall(r"^.*(?:\||,).*$", output, re.MULTILINE)) - 1
            self.assertEqual(rows if kind.rows else None, kind.rows and kind.rows(messages))
            return
        values = [value for value in output.replace("\n", ",").split(",") if value]
        self.assertGreaterEqual(len(values), messages)
        self.assertGreaterEqual(len(set(values)), messages // kind.distinct)

    def capture(self, kind, messages):
        """The flood."""
        return flood(kind, messages)

    def cost(self, measured, kind, messages):
        """Work, or memory, above that of an empty capture."""
        capture = self.capture(kind, messages)
        asked = ["-q", "-z", kind.statistic] if kind.statistic else ["-T", "fields", "-e", kind.field]
        needed, output = measured(capture, *asked)
        self.look(kind, messages, output.decode())
        capture.unlink()
        return needed - start(measured)

    def check(self, kind):
        size = self.cost(measure.memory, kind, MANY) / MANY
        print(f"{self._testMethodName}: {size:.0f} bytes", end="")
        self.assertLess(size, (BYTES_MARGIN * kind.bytes + BYTES_NOISE) * SLOWNESS)
        if cost.COUNTS:
            # What is done once (start, a table of a thousand rows) is in none of the differences.
            small, middle, large = [self.cost(measure.work, kind, SMALL * times) for times in (1, 2, 4)]
            blocks, growth = (large - small) / (3 * SMALL), (large - middle) / (middle - small)
            print(f" and {blocks:.0f} blocks a message, {growth:.3f} times those of half as many", end="")
            self.assertLess(growth, GROWTH)
            self.assertLess(blocks, MARGIN * kind.blocks)
        print()


def add_tests(test_case, floods):
    """One test method per flood."""
    for name, kind in floods.items():
        def test(self, kind=kind):
            self.check(kind)
        setattr(test_case, "test_" + name, test)


class Floods(Measured):
    """As many messages as one likes: what each costs does not depend on how many there are."""


class Statistics(Measured):
    """The same for every table of -z."""


    def test_every_statistic_has_a_flood(self):
        with self.assertRaises(RunError) as said:       # the list goes to stderr
            tshark("-z", "help")
        listed = re.findall(r"^\s*(\S*\bbcnet\b\S*)$", str(said.exception), re.MULTILINE)
        floods = [kind.statistic for kind in (STATISTICS | LINKS).values()]
        forgotten = [name for name in listed if not name.endswith(",csv") or name == "bcnet,csv"
                     if not any(f"{flood},".startswith(f"{name},") for flood in floods)]
        self.assertGreater(len(listed), 15)
        self.assertFalse(forgotten)


class Links(Measured):
    """As many connections as one likes, and the tables of Wireshark that list them: a datagram for each."""

    def capture(self, kind, messages):
        change = from_colliding_hosts if kind.hosts else functools.partial(to_other_addresses, senders=kind.senders)
        return change(flood(kind, messages))


add_tests(Floods, FLOODS)
add_tests(Statistics, STATISTICS)
add_tests(Links, LINKS)


def whole(*payloads):
    """A capture in which the client sends long messages, in fragments."""
    lines = ENDS
    for number, payload in enumerate(payloads, 1):
        content = scratch_file(".bin")
        content.write_bytes(payload)
        lines += f'at {number} ace > host\nsplit seq {60000 + number} size 8000 file:"{content}"\n'
    return forge(lines)


def directory(files, names):
    """A directory of a checksum answer (35.3): files, then the names of subdirectories."""
    return struct.pack("<H", files & 0xFFFF) + b"\x11" * 8 * files + bytes([names & 0xFF]) + b"\x22" * 4 * names


ANSWER = b"\x21\x01" + b"\x33" * 4    # round 1, a directory


class SingleMessages(unittest.TestCase):
    """One message, as large as the protocol can carry."""

    def count(self, capture, *arguments):
        """The lines of its tree, with an end to them and to the work."""
        measured = measure.work if cost.COUNTS else measure.memory
        needed, output = measured(capture, "-V", *arguments)
        lines = output.splitlines()
        self.assertLess(len(lines), LINES)
        self.assertLess(max(map(len, lines)), 5000)
        if cost.COUNTS:
            self.assertLess(needed - start(measured), WHOLE)

    def check(self, payload, expected):
        """The last frame has the expert infos `expected`, and its tree an end."""
        capture = whole(payload)
        last = sum(1 for _ in pcapng.read(capture))
        self.count(capture, "-Y", f"frame.number=={last}")
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
        self.check(b"\x25\xFF\x7F" + b"x/" * 16383 + b"x" + b"contents", {"bcnet.expert.direction"})

    def test_file_of_400000_bytes(self):
        self.check(b"\x25\x01\x00x" + bytes(range(250)) * 1600, {"bcnet.expert.direction"})

    def test_game_messages_that_never_end(self):
        for opcode in (0x1C, 0x37, 0x36, 0x06, 0x02):
            with self.subTest(opcode=opcode):
                self.count(whole(*(bytes([opcode]) + filling * 400_000 for filling in (b"\x00", b"\x01", b"\xFF"))))


if __name__ == "__main__":
    main()
