# SPDX-License-Identifier: GPL-2.0-or-later
"""Datagrams that ICMP errors quote are shown, but are no traffic: a client that has crashed produces exactly these."""

import dataclasses
import struct
import unittest

import pcapng
from bcnet_test import experts, fields, forge, main
from wireshark import scratch_file, tshark

SCENARIO = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
    at 0 ace > host
        announce 2 10.10.10.239 "Ace"
    at 1 host > ace
        game seq 5 2C i32:2 str16:"are you there"
    at 2 host > ace
        game seq 6 2C i32:2 str16:"hello"
    at 3 ace > host
        ack 5
        announce 2 10.10.10.239 "Other"
    at 4 host > ace
        game seq 7 17 u32:0x0866 u32:0x008000F1 u32:0 u32:9 02
    at 5 host > ace
        game seq 8 18 u32:5 str:"Other"
"""


def checksum(data):
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def quoting(frame, size):
    """An Ethernet frame with an ICMP error of the receiver of `frame`, which quotes `size` bytes of its datagram."""
    ethernet, packet = frame[:14], frame[14:]
    quote = packet[:20 + size]
    icmp = b"\3\3\0\0" + bytes(4) + quote + b"\0" * (len(quote) % 2)
    icmp = icmp[:2] + struct.pack(">H", checksum(icmp)) + icmp[4:8 + len(quote)]
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(icmp), 0, 0, 64, 1, 0) + packet[16:20] + packet[12:16]
    head = head[:10] + struct.pack(">H", checksum(head)) + head[12:]
    return ethernet[6:12] + ethernet[:6] + ethernet[12:] + head + icmp


def with_quote(which, size, place):
    """The scenario's capture with a quote of packet `which` before packet `place`."""
    path = scratch_file(".pcapng")
    packets = pcapng.read(forge(SCENARIO))
    data = quoting(packets[which].data, size)
    quote = dataclasses.replace(packets[which], data=data, length=len(data))
    pcapng.write(path, packets[:place] + [quote] + packets[place:])
    return path


class Quotes(unittest.TestCase):
    """Shown and marked; nothing learned, nothing judged."""

    def test_a_quote_is_shown_and_marked(self):
        path = with_quote(1, 1000, 3)
        row = fields(path, ["bcnet.quoted", "bcnet.chat.text"], "icmp")[0]
        self.assertEqual(row["bcnet.quoted"], ["1"])
        self.assertEqual(row["bcnet.chat.text"], ["are you there"])
        self.assertIn("Protocol, quoted, host", tshark("-r", path, "-Y", "icmp", "-O", "icmp,bcnet"))

    def test_a_short_quote_is_cut_not_malformed(self):
        for size in range(9, 40):
            path = with_quote(1, size, 3)
            with self.subTest(size=size):
                self.assertEqual(fields(path, ["bcnet.quoted"], "icmp")[0]["bcnet.quoted"], ["1"])
                self.assertFalse(fields(path, ["frame.number"], "icmp && (_ws.malformed || bcnet.expert.transport)"))

    def test_a_quote_is_no_resend_and_gets_no_verdict(self):
        path = with_quote(1, 1000, 3)
        found = experts(path)
        self.assertFalse([e.name for frame in found for e in found[frame] if e.name.startswith("bcnet.")], found)
        row = fields(path, ["bcnet.analysis.acked_in", "bcnet.analysis.retransmission_of"], "icmp")[0]
        self.assertEqual(set(map(tuple, row.values())), {()})

    def test_a_quote_changes_nothing_for_the_others(self):
        """Quoted before it is seen itself, the announcement would name too early and be taken for the first sending."""
        plain = fields(forge(SCENARIO), ["bcnet.from", "bcnet.to", "bcnet.analysis.ack_rtt"], "bcnet", ["-2"])
        for which, place in ((1, 1), (3, 0), (3, 2), (1, 4)):
            with self.subTest(which=which, place=place):
                quoted = fields(with_quote(which, 1000, place), ["bcnet.from", "bcnet.to", "bcnet.analysis.ack_rtt"],
                                "bcnet && !icmp", ["-2"])
                self.assertEqual(quoted, plain)

    def test_a_quote_of_what_has_yet_to_come(self):
        """The stay ends with the message itself: its quote before shows no end, not even when all is known."""
        path = with_quote(5, 1000, 5)
        for options in ([], ["-2"]):
            rows = fields(path, ["bcnet.player.joined_in"], "bcnet.delete_player.name", options)
            self.assertEqual([row["bcnet.player.joined_in"] for row in rows], [[], ["5"]])

    def test_tables_do_not_count_quotes(self):
        """Behind all others, so that frames have their numbers."""
        plain = forge(SCENARIO)
        capture = with_quote(1, 1000, len(pcapng.read(plain)))
        for name in ("players", "chat", "relay", "cadence", "unacked", "stock", "csv", "tree"):
            with self.subTest(table=name):
                self.assertEqual(*(tshark("-n", "-q", "-r", path, "-z", f"bcnet,{name}").replace(str(path), "")
                                   for path in (capture, plain)))


class Texts(unittest.TestCase):
    """GameSpy texts, which share the port."""

    SCENARIO = """
        endpoint host   10.10.10.1:22101 id 1
        endpoint master 10.10.10.9:27901
        at 0 host > master
            text "\\heartbeat\\0\\gamename\\bcommander"
        at 1 master > host drop
            text "\\basic\\\\secure\\LRPOPQ"
        at 2 host > master
            unreachable {size}
        at 3 host > master
            text "\\gamename\\bcommander\\validate\\hMwdTNWS\\final\\\\queryid\\1.1"
        at 4 master > host
            unreachable
    """

    def test_they_are_marked_and_teach_nothing(self):
        """The challenge is known from its quote only: nobody judges the answer, nor what is quoted of it."""
        for options in ([], ["-2"]):
            rows = fields(forge(self.SCENARIO.format(size="")),
                          ["bcnet.quoted", "bcnet.gamespy.secure", "bcnet.gamespy.validate", "bcnet.gamespy.validate.valid"],
                          "bcnet", options)
            self.assertEqual([list(row.values()) for row in rows], [
                [[], [], [], []], [["1"], ["LRPOPQ"], [], []], [[], [], ["hMwdTNWS"], []], [["1"], [], ["hMwdTNWS"], []]])

    def test_no_verdict_on_a_quote(self):
        capture = forge(self.SCENARIO.format(size="").replace(" drop", ""))
        rows = fields(capture, ["bcnet.gamespy.validate.valid"], "bcnet.gamespy.validate")
        self.assertEqual([row["bcnet.gamespy.validate.valid"] for row in rows], [["1"], []])

    def test_a_short_quote_is_cut_not_torn(self):
        text = rb"\basic\\secure\LRPOPQ"
        for size in (1, 2, 6, 7, 8, 14, 15, 20):
            capture = forge(self.SCENARIO.format(size=size))
            with self.subTest(size=size):
                row = fields(capture, ["bcnet.quoted", "bcnet.gamespy.text"], "icmp && frame.number == 2")[0]
                self.assertEqual((row["bcnet.quoted"], row["bcnet.gamespy.text"]), (["1"], [text[:size].decode()]))
                self.assertEqual(experts(capture), {})


if __name__ == "__main__":
    main()
