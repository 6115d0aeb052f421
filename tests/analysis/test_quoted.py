# SPDX-License-Identifier: GPL-2.0-or-later
"""Datagrams quoted in ICMP errors: shown, but what they tell was told elsewhere, or never arrived."""

import struct
import unittest

import pcapng
from bcnet_test import fields, forge, main, scratch_file, tshark

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
"""
STORY = ENDS + """
    at 0 ace > host
        announce 2 10.10.10.2 "Ace"
    at 1 ace > host
        game seq 0 2C u32:2 str16:"hello"
    at 2 ace > host
        game seq 3 2C u32:2 str16:"well done"
    at 3 ace > host
        game seq 3 2C u32:2 str16:"well done"
    at 4 host > ace
        game seq 0 2C u32:2 str16:"hello"
"""
ASSIGNMENT = ENDS + """
    at 0 ace > host
        announce 2 10.10.10.2 "Ace"
    at 1 host > ace
        accept 7
    at 2 host > ace
        keepalive
"""
ETHERNET, IP_HEADER, ICMP, PORT_UNREACHABLE = 14, 20, 1, 3


def quoted(packet):
    """The error with which the receiver answers a packet: port unreachable (RFC 792), quoting all of it."""
    quote = packet.data[ETHERNET:]
    head = bytearray(packet.data[:ETHERNET + IP_HEADER])
    struct.pack_into(">H", head, ETHERNET + 2, IP_HEADER + 8 + len(quote))
    head[ETHERNET + 9] = ICMP
    source, destination = head[ETHERNET + 12:ETHERNET + 16], head[ETHERNET + 16:ETHERNET + 20]
    head[ETHERNET + 12:ETHERNET + 20] = destination + source
    data = bytes(head) + bytes([PORT_UNREACHABLE, 3]) + bytes(6) + quote
    return pcapng.Packet(packet.time, packet.link, data, len(data))


def story(*quotes, scenario=STORY):
    """The story, some datagrams of it (counted from 1) only in quotes."""
    capture = scratch_file(".pcapng")
    pcapng.write(capture, [quoted(packet) if number in quotes else packet
                           for number, packet in enumerate(pcapng.read(forge(scenario)), 1)])
    return capture


def column(capture, name):
    """All values of a field, one text per frame."""
    return ["".join(row[name]) for row in fields(capture, [name])]


class Quoted(unittest.TestCase):
    """A story of which some datagrams are there as quotes only."""

    def test_it_is_shown(self):
        for quotes in ((), (2,)):
            self.assertEqual(column(story(*quotes), "bcnet.chat.text"), ["", "hello", "well done", "well done", "hello"])

    def test_no_name_is_learned(self):
        self.assertEqual(column(story(), "bcnet.from"), ["#2", "#2 Ace", "#2 Ace", "#2 Ace", "host"])
        self.assertEqual(column(story(1), "bcnet.from"), ["#2", "#2", "#2", "#2", "host"])

    def test_no_id_is_assigned(self):
        self.assertEqual(column(story(2, scenario=ASSIGNMENT), "bcnet.to")[2], "#2 Ace")

    def test_it_is_no_sending(self):
        """A later sending is the first one."""
        name = "bcnet.analysis.retransmission_of"
        self.assertEqual(column(story(), name), ["", "", "", "3", ""])
        self.assertEqual(column(story(3), name), ["", "", "", "", ""])

    def test_objects_of_a_game_that_nobody_saw(self):
        """An event of one, and its end: shown, and nothing is known of it."""
        capture = story(1, 2, scenario=ENDS + """
            at 0 ace > host
                game seq 0 08 01 01 00 00 DA 00 80 00 u32:0 u32:0x4003FFFF
            at 1 host > ace
                game seq 0 14 u32:0x4003FFFF
            """)
        self.assertEqual(column(capture, "bcnet.event.destination"), ["0x4003ffff", ""])
        self.assertEqual(column(capture, "bcnet.object.id"), ["", "0x4003ffff"])
        self.assertEqual(column(capture, "bcnet.object.resolved"), ["", ""])

    def test_statistics_do_not_count_it(self):
        lines = {quotes: tshark("-r", story(*quotes), "-q", "-z", "bcnet,chat", "-z", "bcnet,tree")
                 for quotes in ((), (3, 4))}
        self.assertRegex(lines[()], r"Transport messages +5 ")
        self.assertEqual(lines[()].count("well done"), 1)
        self.assertRegex(lines[3, 4], r"Transport messages +3 ")
        self.assertNotIn("well done", lines[3, 4])


if __name__ == "__main__":
    main()
