# SPDX-License-Identifier: GPL-2.0-or-later
"""The made-up battle: the truth it tells against the capture read here, byte by byte, and against the dissector."""

import collections
import json
import unittest

import pcapng
from bcnet_test import RunError, fields, main, scratch, tool
from payloads import deciphered

DATAGRAMS = 8000
LOSS, DUPLICATE, REORDER = 25, 4, 8
OPTIONS = ["--battle", "--players", 6, "--datagrams", DATAGRAMS, "--loss", LOSS, "--duplicate", DUPLICATE,
           "--reorder", REORDER]
GAME, WITH_LENGTH = 0x32, (0x00, 0x03, 0x04, 0x05, 0x32)


def battle(*options):
    """Path of a capture, and the truth about it."""
    name = f"battle-{abs(hash(options))}"
    capture, truth = scratch() / f"{name}.pcapng", scratch() / f"{name}.json"
    tool("bcnet-forge", *options, "--truth", truth, capture)
    return capture, json.loads(truth.read_text())


Message = collections.namedtuple("Message", "type flags seq index total payload")


def messages_of(plain):
    """The messages of a plain datagram, as chapter 10.3 has them."""
    at = 2
    for _ in range(plain[1]):
        kind = plain[at]
        if kind == 0x01:
            flags = plain[at + 3]
            yield Message(kind, flags, int.from_bytes(plain[at + 1:at + 3], "little"),
                          plain[at + 4] if flags & 1 else None, None, b"")
            at += 5 if flags & 1 else 4
        elif kind == 0x02:
            yield Message(kind, 0, None, None, None, b"")
            at += 1
        else:
            assert kind in WITH_LENGTH
            word = int.from_bytes(plain[at + 1:at + 3], "little")
            end = at + (word & (0x1FFF if kind == GAME else 0x3FFF))
            at += 3
            seq = index = total = None
            if word & 0x8000:
                seq, at = int.from_bytes(plain[at:at + 2], "little"), at + 2
            if kind == GAME and word & 0x2000:
                index, at = plain[at], at + 1
                if index == 0:
                    total, at = plain[at], at + 1
            yield Message(kind, word, seq, index, total, plain[at:end])
            at = end
    assert at == len(plain)


class Reading:
    """What a capture shows, found without the forge's knowledge and without the dissector's code."""

    def __init__(self, capture):
        self.messages = {}          # (from, to, low, seq, index) -> [frames, acks, time, time of the first ack]
        self.opcodes = collections.Counter()
        self.highest, self.base = {}, {}
        self.gaps, self.out_of_order = [], []
        self.acks = self.keepalives = 0
        self.fragments = collections.defaultdict(dict)
        packets = set()             # sender and identification: what the network doubles is the same packet
        self.again = 0
        for number, packet in enumerate(pcapng.read(capture), 1):
            offset = pcapng.udp_payload_offset(packet)
            ends = bytes(packet.data[26:30]), bytes(packet.data[30:34])
            before = len(packets)
            packets.add((ends[0], bytes(packet.data[18:20])))
            if len(packets) == before:
                self.again += 1
                continue
            for message in messages_of(deciphered(packet.data[offset:])):
                self.take(number, packet.time, ends, message)

    def take(self, frame, time, ends, message):
        if message.type == 0x01:
            self.acks += 1
            key = (ends[1], ends[0], bool(message.flags & 2), message.seq, message.index)
            found = self.messages[key]
            found[1].append(frame)
            found[3] = found[3] or time
        elif message.type == 0x02:
            self.keepalives += 1
        elif message.seq is None:
            self.opcodes[message.payload[0]] += 1
        else:
            self.take_reliable(frame, time, ends, message)

    def take_reliable(self, frame, time, ends, message):
        low = message.type != GAME
        key = (*ends, low, message.seq, message.index)
        first = key not in self.messages
        self.messages.setdefault(key, [[], [], time, None])[0].append(frame)
        if first:
            self.judge(frame, (*ends, low), message.seq)
        if not low and message.index is None:
            self.opcodes[message.payload[0]] += 1
        elif not low and first:
            parts = self.fragments[key[:4]]
            parts[message.index] = message
            if 0 in parts and len(parts) == parts[0].total:
                self.opcodes[parts[0].payload[0]] += 1

    def judge(self, frame, stream, seq):
        if stream not in self.highest:
            self.highest[stream] = self.base[stream] = seq
        elif seq > self.highest[stream]:
            if seq > self.highest[stream] + 1:
                self.gaps.append((frame, *stream, seq - self.highest[stream] - 1))
            self.highest[stream] = seq
        elif self.base[stream] <= seq < self.highest[stream]:
            self.out_of_order.append(frame)


class Truth(unittest.TestCase):
    """Every statement of the truth, against the bytes."""

    @classmethod
    def setUpClass(cls):
        cls.capture, cls.truth = battle(*OPTIONS)
        cls.reading = Reading(cls.capture)
        cls.address = {peer["id"]: bytes(map(int, peer["ip"].split("."))) for peer in cls.truth["peers"]}

    def ends(self, entry):
        return self.address[entry["from"]], self.address[entry["to"]], entry["low"]

    def test_frames_and_acks_of_every_message(self):
        told = {(*self.ends(entry), entry["seq"], entry.get("index")): [entry["frames"], entry["acks"]]
                for entry in self.truth["messages"] if entry["frames"]}
        self.assertGreater(len(told), 200)
        self.assertEqual(told, {key: found[:2] for key, found in self.reading.messages.items()})

    def test_round_trip_times(self):
        told = {(*self.ends(entry), entry["seq"], entry.get("index")): entry["rtt"]
                for entry in self.truth["messages"] if "rtt" in entry}
        found = {key: round(values[3] - values[2], 6) for key, values in self.reading.messages.items() if values[3]}
        self.assertEqual(told.keys(), found.keys())
        for key, rtt in told.items():
            self.assertAlmostEqual(rtt, found[key], 5)

    def test_gaps_and_order(self):
        self.assertEqual([(entry["frame"], *self.ends(entry), entry["missing"]) for entry in self.truth["gaps"]],
                         self.reading.gaps)
        self.assertEqual(self.truth["out_of_order"], self.reading.out_of_order)
        self.assertGreater(len(self.reading.gaps), 3)
        self.assertGreater(len(self.reading.out_of_order), 3)

    def test_totals(self):
        told = self.truth["totals"]
        resent = sum(len(found[0]) - 1 for found in self.reading.messages.values())
        stale = sum(max(len(found[1]) - 1, 0) for found in self.reading.messages.values())
        self.assertEqual((told["frames"], told["acks"], told["keepalives"]),
                         (DATAGRAMS, self.reading.acks, self.reading.keepalives))
        self.assertEqual((told["retransmissions"], told["stale_acks"]), (resent, stale))
        self.assertEqual(told["duplicated"], self.reading.again)
        self.assertGreater(self.reading.again, 20)
        self.assertEqual((told["gaps"], told["out_of_order"]),
                         (len(self.reading.gaps), len(self.reading.out_of_order)))
        self.assertEqual(told["missing"], sum(gap[-1] for gap in self.reading.gaps))
        self.assertEqual({int(opcode, 16): count for opcode, count in self.truth["opcodes"].items()},
                         dict(self.reading.opcodes))

    def test_the_network_does_what_was_asked(self):
        told = self.truth["totals"]
        sent = told["from_host"] + told["from_clients"] - told["duplicated"] + told["lost_from_clients"]
        self.assertAlmostEqual((told["lost_from_host"] + told["lost_from_clients"]) / sent, LOSS / 100,
                               delta=0.02)
        self.assertAlmostEqual(told["overtaken"] / sent, REORDER / 100, delta=0.02)
        self.assertAlmostEqual(told["duplicated"] / told["from_clients"], DUPLICATE / 100, delta=0.015)


class Program(unittest.TestCase):
    """Options."""

    def test_the_same_seed_gives_the_same_battle(self):
        one, two, three = (battle(*OPTIONS[:3], "--datagrams", 300, "--seed", seed, "--loss", loss)[0].read_bytes()
                           for seed, loss in ((5, 1), (5, 1.0), (6, 1)))
        self.assertEqual(one, two)
        self.assertNotEqual(one, three)

    def test_a_good_network_has_no_trouble(self):
        totals = battle("--battle", "--seconds", 30)[1]["totals"]
        self.assertGreater(totals["frames"], 500)
        for trouble in ("lost_from_host", "lost_from_clients", "duplicated", "overtaken", "retransmissions", "gaps",
                        "out_of_order"):
            self.assertEqual(totals[trouble], 0, trouble)

    def test_the_mix(self):
        opcodes = battle("--battle", "--datagrams", 40000, "--loss", 2)[1]["opcodes"]
        self.assertAlmostEqual(opcodes["0x1c"] / sum(opcodes.values()), 0.96, delta=0.01)

    def test_seconds(self):
        packets = pcapng.read(battle("--battle", "--seconds", 12.5)[0])
        self.assertTrue(12.3 < packets[-1].time - packets[0].time <= 12.5)

    def test_wrong_options(self):
        output = scratch() / "wrong.pcapng"
        for options in (["--players", 0], ["--players", 9], ["--loss", 100], ["--loss", -1], ["--seconds", -1],
                        ["--datagrams", -1], ["--paste"], ["second.pcapng"]):
            with self.subTest(options=options), self.assertRaises(RunError):
                tool("bcnet-forge", "--battle", *options, output)
        self.assertFalse(output.exists())


class Dissected(unittest.TestCase):
    """The dissector finds what the truth says, and nothing to complain about besides."""

    RETRANSMISSION, ACKED = "bcnet.analysis.retransmission_of", "bcnet.analysis.acks_frame"
    SEVERITY, NOTE, CHAT = "_ws.expert.severity", 0x400000, 0x200000

    @classmethod
    def setUpClass(cls):
        cls.capture, cls.truth = battle(*OPTIONS)
        cls.rows = fields(cls.capture, [cls.RETRANSMISSION, cls.ACKED, cls.SEVERITY], options=["-o", "bcnet.judge:false"])

    def found(self, name):
        """(frame, value) of all occurrences of a field."""
        return sorted((frame, int(value)) for frame, row in enumerate(self.rows, 1) for value in row[name])

    def test_retransmissions(self):
        told = [(frame, entry["frames"][0]) for entry in self.truth["messages"] for frame in entry["frames"][1:]]
        self.assertEqual(self.found(self.RETRANSMISSION), sorted(told))

    def test_acks(self):
        told = {(entry["acks"][0], entry["frames"][0]) for entry in self.truth["messages"] if entry["acks"]}
        self.assertLessEqual(told, set(self.found(self.ACKED)))

    def test_expert_infos(self):
        counts = collections.Counter(value for _, value in self.found(self.SEVERITY))
        totals = self.truth["totals"]
        notes = totals["retransmissions"] + totals["gaps"] + totals["out_of_order"]
        self.assertEqual(counts, {self.NOTE: notes, self.CHAT: totals["stale_acks"]})


if __name__ == "__main__":
    main()
