# SPDX-License-Identifier: GPL-2.0-or-later
"""The game on ports that nobody knows: recognised by content, from the first datagram that says enough (10.6)."""

import collections
import dataclasses
import random
import struct
import unittest

import pcapng
from bcnet_test import fields, main, scratch_file
from captures import all_captures

ACK, KEEPALIVE = "0x01", "0x02"
OWN_TEXT = b"\\gamename\\bcommander"
# Ports on which no dissector waits. With heuristics first a foreign one might still take a datagram before ours.
PORTS = range(50000, 60000)
OPTIONS = ["-o", "udp.try_heuristic_first:TRUE"]
NAMES = ["frame.protocols", "bcnet.msg.type", "bcnet.expert.transport", "bcnet.gamespy.type", "bcnet.expert.fragment",
         "bcnet.expert.truncated"]


def with_ends(packet, network, ports):
    """The packet with another second byte in both addresses and other UDP ports; its checksum is left out (0)."""
    offset = pcapng.udp_payload_offset(packet)
    data = bytearray(packet.data)
    data[offset - 15] = data[offset - 11] = network
    struct.pack_into(">HH", data, offset - 8, *ports)
    struct.pack_into(">H", data, offset - 2, 0)
    return pcapng.Packet(packet.time, packet.link, bytes(data), packet.length)


def endpoints(packet):
    """((address, port) of the sender, the same of the receiver)."""
    offset = pcapng.udp_payload_offset(packet)
    ports = struct.unpack_from(">HH", packet.data, offset - 8)
    return (packet.data[offset - 16:offset - 12], ports[0]), (packet.data[offset - 12:offset - 8], ports[1])


@dataclasses.dataclass
class Datagram:
    """One of a capture, in a network of the capture's own; `moved`: the same between random ports."""

    origin: str
    packet: pcapng.Packet
    moved: pcapng.Packet


def datagrams(capture, network):
    """All UDP datagrams of a capture."""
    chance = random.Random(capture.stem)
    ports = collections.defaultdict(lambda: chance.choice(PORTS))
    for number, packet in enumerate(pcapng.read(capture), 1):
        if pcapng.udp_payload_offset(packet) is not None:
            ends = endpoints(packet)
            yield Datagram(f"{capture.stem} frame {number}", with_ends(packet, network, [port for _, port in ends]),
                           with_ends(packet, network, [ports[end] for end in ends]))


def dissect(packets):
    """What tshark makes of packets: a row for each."""
    capture = scratch_file(".pcapng")
    pcapng.write(capture, packets)
    return fields(capture, NAMES, options=OPTIONS)


def is_ours(row):
    """Whether a frame was taken for the game's."""
    return "bcnet" in row["frame.protocols"][0].split(":")


def says_enough(packet, row):
    """Whether a datagram alone should convince (10.6, 80.1): not when it is broken, cut, an ack or a keepalive alone, or
    text that names no game."""
    types = row["bcnet.msg.type"]
    if OWN_TEXT in packet.data:
        return row["bcnet.gamespy.type"] != []
    return (is_ours(row) and not row["bcnet.expert.transport"] and not row["bcnet.expert.fragment"]
            and not row["bcnet.expert.truncated"] and not row["bcnet.gamespy.type"] and len(packet.data) == packet.length
            and types and types not in ([ACK], [KEEPALIVE]))


class Recognition(unittest.TestCase):
    """All captures, read twice: on their own ports, and moved to random ones."""

    longMessage = False

    @staticmethod
    def judge(items, known, found):
        """What goes wrong; `known`: rows on the captures' own ports, `found`: on random ones."""
        begun = set()
        for item, before, now in zip(items, known, found):
            conversation = frozenset(endpoints(item.moved))
            if is_ours(now):
                begun.add(conversation)
            elif is_ours(before) and (conversation in begun or says_enough(item.packet, before)):
                yield f"{item.origin}: {before['bcnet.msg.type'] or 'GameSpy text'} is not recognised"
            if is_ours(now) and not is_ours(before):
                yield f"{item.origin}: recognised, but not on the preferred port"

    def test_all_captures(self):
        items = [item for network, capture in enumerate(all_captures()) for item in datagrams(capture, network)]
        known = dissect([item.packet for item in items])
        found = dissect([item.moved for item in items])
        self.assertEqual([len(items)] * 2, [len(known), len(found)])
        problems = list(self.judge(items, known, found))
        self.assertFalse(problems, f"{len(problems)} problems, the first:\n  " + "\n  ".join(problems[:40]))
        recognised = {item.origin for item, row in zip(items, found) if is_ours(row)}
        self.assertGreater(len(recognised), 500)
        self.assertGreater(len({origin.split()[0] for origin in recognised}), len(all_captures()) / 2)

    def test_weak_ones_are_left_alone(self):
        capture = next(path for path in all_captures() if path.stem == "weak-preferred")
        rows = dissect([item.moved for item in datagrams(capture, 0)])
        self.assertEqual([is_ours(row) for row in rows], [False] * len(rows))


if __name__ == "__main__":
    main()
