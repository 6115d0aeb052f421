# SPDX-License-Identifier: GPL-2.0-or-later
"""Datagrams that are in the capture several times (10.11): mirrored ports, files merged from both sides, address
translation. What is expected follows from how the captures are made of one in which everything stands once."""

import csv
import dataclasses
import io
import json
import random
import re
import struct
import unittest

import pcapng
from bcnet_test import SOURCE, columns, experts, fields, forge, main, scratch_file, tshark

AGAIN = "bcnet.captured_again"
ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
    endpoint sep  10.10.10.3:59405 id 3
"""
ETHERNET, IP_IDENTIFICATION, IP_SOURCE, IP_DESTINATION = 14, 4, 12, 16
PASSES = ([], ["-2"])
SESSION = SOURCE / "captures" / "session.pcapng"


def moved(packet, seconds):
    return dataclasses.replace(packet, time=packet.time + seconds)


def patched(packet, offset, data):
    """The packet with other bytes in its IP header."""
    place = ETHERNET + offset
    return dataclasses.replace(packet, data=packet.data[:place] + data + packet.data[place + len(data):])


def identified(packet, number):
    return patched(packet, IP_IDENTIFICATION, struct.pack(">H", number))


def is_game(packet):
    offset = pcapng.udp_payload_offset(packet)
    return offset is not None and packet.data[offset] != ord("\\")


def is_from(packet, address):
    return packet.data[ETHERNET + IP_SOURCE:ETHERNET + IP_SOURCE + 4] == address


class Mixed:
    """A capture of packets and their copies in order of time. frame_of[k]: where the k-th original stands, from 1;
    firsts: {frame of a copy: frame of the original}."""

    def __init__(self, pairs):
        marked = []
        for number, (packet, copy) in enumerate(pairs, 1):
            marked += [(packet, number, False)] + ([(copy, number, True)] if copy else [])
        marked.sort(key=lambda entry: entry[0].time)
        self.path = scratch_file(".pcapng")
        pcapng.write(self.path, [packet for packet, _, _ in marked], digits=9)
        self.frame_of = {number: frame for frame, (_, number, copy) in enumerate(marked, 1) if not copy}
        self.copies = {frame: self.frame_of[number] for frame, (packet, number, copy) in enumerate(marked, 1)
                       if copy and is_game(packet)}


def captured_again(capture, options=()):
    """{frame: the first}"""
    rows = fields(capture, ["frame.number", AGAIN], options=options)
    return {int(row["frame.number"][0]): int(row[AGAIN][0]) for row in rows if row[AGAIN]}


def table(capture, name):
    return list(csv.reader(io.StringIO(tshark("-r", capture, "-q", "-z", f"bcnet,{name}"))))


def chat(number, text="hello there, everybody"):
    return f'game seq {number} 2C u32:2 str16:"{text}"'


class Again(unittest.TestCase):
    maxDiff = None

    def check(self, packets, expected):
        capture = scratch_file(".pcapng")
        pcapng.write(capture, packets, digits=9)
        for options in PASSES:
            with self.subTest(options=options):
                self.assertEqual(captured_again(capture, options), expected)
        return capture


class Mirror(unittest.TestCase):
    """Every frame twice, up to 300 microseconds apart."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        chance = random.Random(10)
        cls.originals = pcapng.read(SESSION)
        cls.mixed = Mixed([(packet, moved(packet, chance.randint(0, 300) / 1e6)) for packet in cls.originals])

    def test_which(self):
        for options in PASSES:
            self.assertEqual(captured_again(self.mixed.path, options), self.mixed.copies)

    def test_info_and_experts(self):
        found = experts(self.mixed.path, ["-2"])
        for frame, (_, info) in enumerate(columns(self.mixed.path), 1):
            self.assertEqual(info.startswith("[Captured again] "), frame in self.mixed.copies, frame)
        self.assertFalse([frame for frame in found if frame in self.mixed.copies])
        expected = {self.mixed.frame_of[frame]: [info.name for info in infos]
                    for frame, infos in experts(SESSION, ["-2"]).items()}
        self.assertEqual({frame: [info.name for info in infos] for frame, infos in found.items()}, expected)

    def said(self):
        return f"{len(self.mixed.copies)} datagrams captured again, left out"

    def test_tables_are_those_of_the_capture_without(self):
        """Last line: how many there were."""
        for name in ("players", "ships", "chat", "relay", "cadence", "unacked", "stock"):
            with self.subTest(table=name):
                plain, found = table(SESSION, f"{name},csv"), table(self.mixed.path, f"{name},csv")
                self.assertEqual("".join(found[-1]), self.said())
                heading = plain[0]
                renumbered = [[self.renumbered(cell) if re.match("frame|first|last", title) else cell
                               for title, cell in zip(heading, row)] for row in plain[1:]]
                # Times of originals are those of the first of both; a nanosecond may be lost in the file.
                self.assertEqual([self.rounded(row) for row in found[1:-1]], [self.rounded(row) for row in renumbered])

    def renumbered(self, cell):
        """One frame, or several."""
        return re.sub(r"^\d+( \d+)*$", lambda found: " ".join(str(self.mixed.frame_of[int(one)])
                                                               for one in found[0].split()), cell)

    @staticmethod
    def rounded(row):
        return [f"{float(cell):.2f}" if cell.replace(".", "", 1).isdigit() and "." in cell else cell for cell in row]

    def test_rows_of_messages(self):
        plain, found = table(SESSION, "csv,all"), table(self.mixed.path, "csv,all")
        heading = plain[0]
        frames = {name: heading.index(name) for name in ("frame", "copy_of", "acked_in", "retransmission_of")}
        type_of, payload = heading.index("type"), heading.index("payload_hash")
        self.assertEqual([row[heading.index("summary")] for row in found if row[type_of] == "Captured again"],
                         [self.said()])
        plain = [row for row in plain[1:] if row[type_of] != "GameSpy"]
        found = [row for row in found[1:] if row[type_of] not in ("GameSpy", "Captured again")]
        self.assertEqual([row[payload] for row in found], [row[payload] for row in plain])
        for name, column in frames.items():
            self.assertEqual([row[column] for row in found],
                             [row[column] and str(self.mixed.frame_of[int(row[column])]) for row in plain], name)

    def test_said_once(self):
        for name in ("players", "ships", "chat", "relay", "cadence", "unacked", "stock", "tree"):
            text = tshark("-r", self.mixed.path, "-q", "-z", f"bcnet,{name}")
            self.assertEqual(text.lower().count("captured again, left out"), 1, name)
        self.assertIn(f'"captured_again":{len(self.mixed.copies)}',
                      tshark("-r", self.mixed.path, "-q", "-z", "bcnet,world,-"))
        self.assertNotIn("captured again", tshark("-r", SESSION, "-q", "-z", "bcnet,players"))

    def test_conversations(self):
        self.assertEqual(*(tshark("-r", path, "-q", "-z", "endpoints,bcnet") for path in (SESSION, self.mixed.path)))

    def test_exported_messages_are_the_originals(self):
        if "Export" in tshark("-v"):
            self.skipTest("no exports")
        count = []
        for path in (SESSION, self.mixed.path):
            exported = scratch_file(".pcapng")
            tshark("-r", path, "-U", "BCNET messages", "-w", exported)
            count.append(len([packet for packet in pcapng.read(exported)]))
        texts = len(self.originals) - len(self.mixed.copies)
        self.assertEqual(count[1], count[0] + texts)


class Rule(Again):
    """What is the same datagram, and what is not."""

    def packets(self, *lines):
        return pcapng.read(forge(ENDS + "\n".join(lines)))

    def one(self):
        return self.packets("at 0 ace > host", chat(0))[0]

    def test_half_a_second(self):
        packet = self.one()
        self.check([packet, moved(packet, 0.5)], {2: 1})
        self.check([packet, moved(packet, 0.500001)], {})

    def test_either_order_of_time_stamps(self):
        packet = moved(self.one(), 10)
        self.check([packet, moved(packet, -0.0002)], {2: 1})
        self.check([packet, moved(packet, -0.5)], {2: 1})
        self.check([packet, moved(packet, -0.500001)], {})

    def test_three_times(self):
        packet = self.one()
        self.check([packet, moved(packet, 0.1), moved(packet, 0.3)], {2: 1, 3: 1})
        # The first one counts, not the one before.
        self.check([packet, moved(packet, 0.4), moved(packet, 0.8)], {2: 1})

    def test_identification(self):
        packet = self.one()
        for one, other, expected in ((7, 7, {2: 1}), (0, 0, {2: 1}), (0, 7, {2: 1}), (7, 0, {2: 1}), (7, 8, {})):
            self.check([identified(packet, one), identified(moved(packet, 0.1), other)], expected)

    def test_a_quick_resend_is_one(self):
        capture = self.check([identified(self.one(), 7), identified(moved(self.one(), 0.1), 8)], {})
        self.assertIn("bcnet.analysis.retransmission", [info.name for info in experts(capture)[2]])

    def test_other_bytes(self):
        """Also where they differ in the middle only: what is behind it is enciphered otherwise."""
        for text in ("hello there, everybodY", "hellO there, everybody", "hello there, everybody!"):
            one, other = (identified(packet, 0) for packet in self.packets(
                "at 0 ace > host", chat(0), "at 0.1 ace > host", chat(0, text)))
            self.check([one, other], {})

    def test_other_ways(self):
        """The same bytes from another client, to another client, or in the other direction."""
        packets = self.packets("at 0 ace > host", "ack 0", "at 0.1 sep > host id 2", "ack 0", "at 0.2 host > ace", chat(0),
                               "at 0.3 host > sep", chat(0), "at 0.4 host > ace id 2", "ack 0")
        self.check([identified(packet, 0) for packet in packets], {})

    def test_ipv6(self):
        packets = pcapng.read(forge("""
            endpoint host [fd00::1]:22101 id 1
            endpoint ace  [fd00::2]:59405 id 2
            at 0 ace > host duplicate
        """ + chat(0)))
        self.check(packets, {2: 1})

    def test_cut(self):
        """What was cut off may differ, unless it is the same packet."""
        cut = pcapng.snapped(self.one(), 20)
        self.check([identified(cut, 7), identified(moved(cut, 0.1), 7)], {2: 1})
        self.check([identified(cut, 0), identified(moved(cut, 0.1), 0)], {})

    def test_texts_may_be_repeated(self):
        capture = forge(ENDS + 'at 0 ace > host duplicate\n text "\\status\\"')
        self.assertEqual(captured_again(capture), {})

    def test_quotes_are_neither(self):
        packets = self.packets("at 0 ace > host", chat(0), "at 0.1 host > ace", "unreachable", "at 0.2 host > ace",
                               "unreachable")
        self.check(packets + [moved(packets[0], 0.3)], {4: 1})

    def test_nothing_is_learnt(self):
        """A doubled request, resend and ack: one request, one resend, no stale ack."""
        capture = forge(ENDS + f"""
            at 0 ace > host id 255 duplicate
                connect 10.10.10.2 0x1234
            at 0.01 host > ace duplicate after 0.2
                ack 0 low
                accept 2
            at 1 ace > host duplicate
                {chat(0)}
            at 2 ace > host duplicate
                {chat(0)}
            """)
        self.assertEqual(captured_again(capture), {2: 1, 4: 3, 6: 5, 8: 7})
        self.assertEqual({frame: [info.name for info in infos] for frame, infos in experts(capture).items()},
                         {7: ["bcnet.analysis.retransmission"]})
        rows = fields(capture, ["bcnet.msg.seq", "bcnet.analysis.ack_rtt", "bcnet.actor"], options=["-2"])
        self.assertEqual([bool(row["bcnet.actor"]) for row in rows], [False] * 4 + [True, False, False, False])


class Merged(unittest.TestCase):
    """Both sides of one client's link: his clock is 1.2 s ahead, the way takes 30 ms, or 45 back."""

    AHEAD, FORTH, BACK = 1.2, 0.030, 0.045
    TOLD = "Captured on both sides: the copies of this direction come steadily later"

    def mixed(self, packets, jitter=0.001):
        chance = random.Random(3)
        client = bytes([10, 10, 10, 2])
        pairs = []
        for packet in packets:      # the host's clock counts; what the client sends left him before
            way = -self.FORTH if is_from(packet, client) else self.BACK
            pairs.append((packet, moved(packet, self.AHEAD + way + chance.uniform(-jitter, jitter))))
        return Mixed(pairs)

    @staticmethod
    def talk(rounds=40):
        lines = "\n".join(f'at {n} ace > host\n {chat(n, f"line {n}")}\n at +0.1 host > ace\n ack {n}\n' for n in range(rounds))
        return pcapng.read(forge(ENDS + lines))

    def expected(self, mixed):
        """The first 20 of a direction teach the clocks."""
        copies = sorted(mixed.copies)
        even, odd = (copies[start::2] for start in (0, 1))      # line, ack, line, ack
        return {frame: mixed.copies[frame] for frame in copies if frame in even[20:] or frame in odd[20:]}

    def test_clocks(self):
        mixed = self.mixed(self.talk())
        for options in PASSES:
            self.assertEqual(captured_again(mixed.path, options), self.expected(mixed))
        told = {frame: infos for frame, infos in experts(mixed.path).items()
                if "bcnet.expert.capture" in [info.name for info in infos]}
        first = sorted(self.expected(mixed))
        self.assertEqual(sorted(told), first[:2])
        self.assertEqual({info.text for infos in told.values() for info in infos}, {self.TOLD})
        tree = tshark("-r", mixed.path, "-Y", f"frame.number == {first[0]}", "-V")
        self.assertRegex(tree, r"Captured again; the first is: \d+ \[by 1\.1[67]\d s\]")

    def test_unsteady(self):
        """Offsets more than 5 ms from their median are no clock's."""
        mixed = self.mixed(self.talk(), jitter=0.02)
        self.assertEqual(captured_again(mixed.path), {})

    def test_one_for_each_original(self):
        packets = self.talk()
        mixed = self.mixed(packets + [moved(packets[-2], 1.25), moved(packets[-1], 1.25)])
        found = list(captured_again(mixed.path).values())
        self.assertEqual(len(found), len(set(found)))

    def test_too_few(self):
        self.assertEqual(captured_again(self.mixed(self.talk(20)).path), {})

    def test_other_packets(self):
        """Without identifications that are equal nothing is learnt of clocks."""
        self.assertEqual(captured_again(self.mixed([identified(packet, 0) for packet in self.talk()]).path), {})

    def test_within_half_a_second(self):
        """All are found at once; the clocks are told of when they are known."""
        self.AHEAD = 0.2
        mixed = self.mixed(self.talk())
        self.assertEqual(captured_again(mixed.path), mixed.copies)
        told = [frame for frame, infos in experts(mixed.path).items() if infos[0].name == "bcnet.expert.capture"]
        copies = sorted(mixed.copies)
        self.assertEqual(sorted(told), copies[38:40])

    def test_who_was_told_of_long_before(self):
        """What one side is told of somebody is the newcomer's whom the other side sees, unless it was told long before."""
        self.AHEAD = 0.2
        lines = "".join(f'at {n} ace > host\n {chat(n, f"line {n}")}\n at +0.1 host > ace\n ack {n}\n' for n in range(30))
        for seconds, kills in (1, ["5"]), (9, ["5", ""]):
            packets = pcapng.read(forge(f"""{ENDS}{lines}
                endpoint kim 10.10.10.9:59405 id 3
                at 30 host > ace
                    game seq 0 37 i32:3 i32:5 i32:2 i32:900
                at +{seconds} kim > host id 255
                    connect 10.10.10.9 0x77
                at +0.01 host > kim
                    accept 3
                """))
            capture = self.mixed(packets).path
            rows = csv.DictReader(io.StringIO(tshark("-r", capture, "-q", "-z", "bcnet,players,csv")))
            self.assertEqual([row["kills"] for row in rows if row["id"] == "3"], kills, seconds)


class Translated(Again):
    """Captured on the machine that translates addresses: every datagram with both of them."""

    INSIDE, OUTSIDE = bytes([10, 10, 10, 2]), bytes([203, 0, 113, 9])

    def translated(self, packet, inside):
        for offset in (IP_SOURCE, IP_DESTINATION):
            if packet.data[ETHERNET + offset:ETHERNET + offset + 4] == inside:
                return patched(moved(packet, 0.0001), offset, self.OUTSIDE)
        return None

    def talk(self):
        lines = "at 0 ace > host id 255\n connect 10.10.10.2 0x1234\n at 0.1 host > ace\n ack 0 low\n accept 2\n"
        lines += "\n".join(f'at {n} ace > host\n ack {n}\n {chat(n, f"line {n} of many")}\n at +0.1 host > ace\n ack {n}\n'
                           for n in range(1, 9))
        return pcapng.read(forge(ENDS + lines))

    def pairs(self, inside):
        return [(packet, self.translated(packet, inside)) for packet in self.talk()]

    def check_pairs(self, inside):
        """After the third telling one (frames 5 to 14: lines 1 to 3 with their acks) both pairs are one link."""
        mixed = Mixed(self.pairs(inside))
        third = mixed.frame_of[7] + 1       # request, answer, line, ack, line, ack, line
        expected = {frame: first for frame, first in mixed.copies.items() if frame > third}
        for options in PASSES:
            self.assertEqual(captured_again(mixed.path, options), expected)
        return mixed

    def test_the_clients_address(self):
        mixed = self.check_pairs(self.INSIDE)
        self.assertEqual(len(table(mixed.path, "chat,csv")), 1 + 3 + 8 + 1)

    def test_the_hosts_address(self):
        self.check_pairs(bytes([10, 10, 10, 1]))

    def test_two_clients_are_two(self):
        """Other ids, other datagrams: the host says the same to both."""
        lines = "\n".join(f'at {n} ace > host\n {chat(n, "same old line")}\n at +0.1 sep > host\n {chat(n, "same old line")}\n'
                          f'at +0.1 host > ace\n {chat(n, "same old line")}\n at +0.1 host > sep\n {chat(n, "same old line")}\n'
                          for n in range(6))
        self.check([identified(packet, 0) for packet in pcapng.read(forge(ENDS + lines))], {})

    def test_one_that_differs_speaks_against_it(self):
        """A telling datagram of the other pair that is nowhere else: counted from the beginning."""
        packets = []
        for number, (packet, copy) in enumerate(self.pairs(self.INSIDE)):
            packets += [packet, copy] if number not in (4,) else [copy]
        capture = scratch_file(".pcapng")
        pcapng.write(capture, packets, digits=9)
        # Lines in frames 5, 6; 9 (copy alone); 12, 13; 16, 17; 20, 21: the last is the third in a row.
        self.assertEqual(min(captured_again(capture)), 23)

    def story(self, inside):
        """{(id, name): how} of a story in which all with the address came again, always later."""
        packets = [(packet, self.translated(packet, inside)) for packet in pcapng.read(SESSION)]
        mixed = Mixed([(packet, copy if is_game(packet) else None) for packet, copy in packets])
        rows = [dict(zip(row_of[0], row)) for row_of in [table(mixed.path, "players,csv")] for row in row_of[1:-1]]
        told = json.loads(tshark("-r", mixed.path, "-q", "-z", "bcnet,world,-"))
        ends = sorted((str(player["id"]), player.get("name", ""), player.get("how", ""))
                      for game in told["games"] for player in game["players"] if player["id"] > 1)
        self.assertEqual(sorted((row["id"], row["name"], row["how"]) for row in rows if row["id"] != "1"), ends)
        return mixed.path, ends

    def test_who_has_the_id_goes_on(self):
        """The host's answer comes again at the other address, which has the id then, and the name."""
        path, ends = self.story(bytes([10, 10, 10, 239]))
        self.assertEqual([end for end in ends if end[0] in "26"],
                         [("2", "", "id given away"), ("2", "Ace", "disconnect"), ("6", "", "id given away"), ("6", "Ace", "")])
        lines = [row[2] for row in table(path, "chat,csv")[1:-1]]
        self.assertEqual((lines.count("#2 Ace"), lines.count("#6 Ace"), len(lines)), (2, 1, 7))

    def test_the_twin_of_a_player_says_so(self):
        """Each player but one who sent too little is known in two games, and in one of them as captured twice."""
        _, ends = self.story(bytes([10, 10, 10, 1]))
        self.assertEqual([end for end in ends if end[2] == "captured twice"],
                         [(number, name, "captured twice") for number, name in (("2", "Ace"), ("3", "Sep"), ("5", "Sep"), ("6", "Ace"))])
        self.assertEqual(len(ends), 10)

    def test_a_parrot_is_itself(self):
        """Three lines of another client's, said once more under its id: who has an id of its own is no twin."""
        lines = "at 0 host > ace\n accept 2\n at 0 host > sep\n accept 3\n"
        lines += "\n".join(f'at {n} ace > host\n {chat(n, f"line {n} of many")}\n at +0.1 sep > host id 2\n'
                           f' {chat(n, f"line {n} of many")}\n' for n in range(1, 7))
        capture = self.check([identified(packet, 0) for packet in pcapng.read(forge(ENDS + lines))], {})
        self.assertEqual([row[2] for row in table(capture, "chat,csv")[1:]], ["#2", "#3"] * 6)

    def test_small_ones_tell_nothing(self):
        packets = []
        for n in range(1, 9):
            for packet in pcapng.read(forge(ENDS + f"at {n} ace > host\n ack {n}\n ack 0\n ack 1\n")):
                packets += [packet, self.translated(packet, self.INSIDE)]
        self.check(packets, {})


if __name__ == "__main__":
    main()
