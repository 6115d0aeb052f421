# SPDX-License-Identifier: GPL-2.0-or-later
"""Every message as a frame of its own (`tshark -U "BCNET messages"`) shows what it shows in its datagram: all captures,
and what datagrams can be that they do not hold. Read in two passes, and in one, which is what a message shows before
the next ones of its datagram have been read."""

import dataclasses
import struct
import subprocess
import unittest

import exported
import pcapng
from bcnet_test import fields, forge, frames, main, scratch_file, tshark
from captures import all_captures, per_capture

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
    endpoint sep  10.10.10.3:59406 id 3
"""


class Same(unittest.TestCase):
    """What all tests here compare."""

    longMessage = False
    maxDiff = 4000

    def compare(self, capture, path, options=("-2",), original=None):
        """A capture and what was exported of it (path) show the same."""
        both = exported.both(capture, options, path, original)
        for before, after in zip(both.original, both.alone):
            self.assertEqual(str(after), str(before))
        self.assertEqual(len(both.alone), len(both.original))
        self.assertEqual(set(both.frame_of.values()), both.ours, "frames are lost")
        return both

    def same(self, capture, options=("-2",)):
        """The exported capture (path) of one that shows the same in it."""
        path, original = exported.export_and_read(capture)
        self.compare(capture, path, options, None if options else original)
        return path


@per_capture
class Captures(Same):
    """All of them."""

    def check(self, capture):
        path, original = exported.export_and_read(capture)
        if self.compare(capture, path).several:
            self.compare(capture, path, (), original)

    def test_session_has_several(self):
        """One of those that are read in one pass as well."""
        session = next(path for path in all_captures() if path.stem == "session")
        self.assertTrue(exported.both(session, (), exported.export(session)).several)


class Frames(Same):
    """What the exported frames are."""

    def test_offered(self):
        """The GUI's menu and tshark's list of them are the same."""
        with self.assertRaises(AssertionError) as told:
            tshark("-r", all_captures()[0], "-U", "help", "-w", scratch_file(".pcapng"))
        self.assertRegex(str(told.exception), r"\n +BCNET messages - Wireshark Upper PDU export\n")

    def test_bytes_of_a_frame(self):
        """Byte 0, count 1, the message (10.3), deciphered; ends, kind of ports, time and the original frame."""
        capture = forge(ENDS + """
            at 1.5 ace > host
                keepalive
            at 2.25 ace > host
                ack 5 low
                game seq 7 2A 20
        """)
        names = ["exported_pdu.prot_name", "exported_pdu.orig_fno", "exported_pdu.ipv4_src", "exported_pdu.ipv4_dst",
                 "exported_pdu.port_type", "exported_pdu.src_port", "exported_pdu.dst_port", "frame.time_epoch",
                 "exported_pdu.exported_pdu"]
        ends = ["10.10.10.2", "10.10.10.1", "3", "59405", "22101"]
        start = float(fields(capture, ["frame.time_epoch"])[0]["frame.time_epoch"][0])
        path = self.same(capture)
        datagrams = [bytes.fromhex("020102"), bytes.fromhex("0201 01 0500 02"),
                     bytes.fromhex("0201 32 0780 0700 2a20")]
        for row, orig, since, plain, packet in zip(fields(path, names), "122", (0, 0.75, 0.75), datagrams,
                                                   pcapng.read(path), strict=True):
            self.assertEqual([value for name in names[:7] for value in row[name]], ["bcnet.plain", orig, *ends])
            self.assertAlmostEqual(float(row["frame.time_epoch"][0]), start + since)
            self.assertTrue(packet.data.endswith(plain), packet.data.hex())

    def test_exported_again(self):
        """Nothing changes any more, the numbers of the original frames neither."""
        for name in ("session", "bad-length", "gamespy-master"):
            once = exported.export(next(path for path in all_captures() if path.stem == name))
            again = exported.export(once)
            self.assertEqual([(packet.data, packet.time) for packet in pcapng.read(again)],
                             [(packet.data, packet.time) for packet in pcapng.read(once)])

    def test_others_are_left_out(self):
        """A capture without the game gives an empty one."""
        path = scratch_file(".pcapng")
        tshark("-r", all_captures()[0], "-U", exported.TAP, "-Y", "!bcnet", "-w", path)
        self.assertEqual(fields(path, ["frame.number"]), [])


class Datagrams(Same):
    """What only the datagram as a whole tells."""

    def test_ordered_messages_behind_higher_numbers(self):
        """The last queued stands first (10.3): nothing is lost, nothing out of order (10.4); where something is
        missing besides, it is told with the same number."""
        capture = forge(ENDS + """
            at 0 host > ace
                game seq 5 2C i32:1 str16:"a"
            at 1 host > ace
                game seq 9 ordered 2C i32:1 str16:"e"
                game seq 8 ordered 2C i32:1 str16:"d"
                game seq 6 ordered 2C i32:1 str16:"b"
            at 2 host > ace
                game seq 11 ordered 2C i32:1 str16:"g"
                game seq 10 ordered 2C i32:1 str16:"f"
        """)
        for options in ((), ("-2",)):
            path = self.same(capture, options)
            self.assertEqual([row["bcnet.analysis.missing"]
                              for row in fields(path, ["bcnet.analysis.missing"], options=options)],
                             [[], ["1"], [], [], [], []])

    def test_names_hold_for_a_datagram(self):
        """The id that the answer assigns holds for all of its datagram, what a frame teaches from the next one on
        (10.9)."""
        capture = forge(ENDS + """
            at 0 ace > host id 255
                connect 10.10.10.2 7
            at 1 host > ace
                ack 0 low
                announce 3 10.10.10.3 "Sep"
                accept 2
                game seq 0 2C i32:2 str16:"hello"
            at 2 ace > host
                announce 2 10.10.10.2 "Ace"
                ack 0
        """)
        for options in ((), ("-2",)):
            path = self.same(capture, options)
            found = [row["bcnet.to"] for row in fields(path, ["bcnet.to"], options=options)]
            self.assertEqual(found[1:5], [["#2"]] * 4)

    def test_datagrams_of_one_frame(self):
        """Several datagrams that came in one frame (A-MSDU) stay several."""
        self.same(forge(ENDS + """
            at 0 ace > host
                game seq 0 2C i32:2 str16:"first"
                announce 2 10.10.10.2 "Ace"
            at 0 ace > host joined
                game seq 1 2C i32:2 str16:"second"
                ack 3
            at 0 host > ace joined
                ack 0
                ack 1
        """))

    def test_wrong_sender_is_told_once_a_datagram(self):
        capture = forge(ENDS + """
            at 0 ace > host id 255
                connect 10.10.10.2 7
            at 1 host > ace
                accept 2
            at 2 ace > host id 4
                ack 0 low
                ack 1 low
        """)
        found = frames(self.same(capture), "bcnet.peer == 4")
        self.assertEqual([frame.shows("bcnet.peer") for frame in found], [["0x04"]] * 2)
        self.assertEqual(["bcnet.expert.identity" in [expert.name for expert in frame.experts()] for frame in found],
                         [True, False])

    def test_cut_captures(self):
        """Captured to any length."""
        packets = pcapng.read(next(path for path in all_captures() if path.stem == "learn-2-acks"))
        for size in range(42, max(len(packet.data) for packet in packets), 7):
            path = scratch_file(".pcapng")
            pcapng.write(path, [pcapng.snapped(packet, size) for packet in packets])
            self.same(path, ())


def quoting(frame, size):
    """An Ethernet frame with an ICMP error of the receiver of `frame`, which quotes `size` bytes of its datagram."""
    quote = frame[14:34 + size]
    icmp = b"\3\3\0\0" + bytes(4) + quote
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(icmp), 0, 0, 64, 1, 0) + frame[30:34] + frame[26:30]
    return frame[6:12] + frame[:6] + frame[12:14] + head + icmp


class Quotes(Same):
    """Datagrams that ICMP errors quote are exported, still as quotes: they teach nothing (10.9)."""

    def check(self, size, capture):
        packets = pcapng.read(capture)
        for place in range(len(packets), 0, -3):
            data = quoting(packets[place - 1].data, size)
            packets.insert(place, dataclasses.replace(packets[place - 1], data=data, length=len(data)))
        path = scratch_file(".pcapng")
        pcapng.write(path, packets)
        quoted = fields(self.same(path), ["exported_pdu.prot_name"], "bcnet.quoted")
        self.assertGreater(len(quoted), 2)

    def test_all_of_it(self):
        self.check(1000, next(path for path in all_captures() if path.stem == "clients"))

    def test_a_part(self):
        self.check(8 + 14, next(path for path in all_captures() if path.stem == "clients"))

    def test_text(self):
        self.check(1000, next(path for path in all_captures() if path.stem == "join"))


class Plain(unittest.TestCase):
    """bcnet.plain: deciphered bytes of somebody's, by text2pcap."""

    def read(self, text):
        dump, path = scratch_file(".txt"), scratch_file(".pcapng")
        dump.write_text(text)
        subprocess.run(["text2pcap", "-q", "-P", "bcnet.plain", dump, path], check=True, stderr=subprocess.DEVNULL)
        return path

    def test_several_messages(self):
        """A datagram of 10.6 as it is there: a disconnect of id 2 and two acks."""
        path = self.read("0000 02 03 05 0A C0 02 00 02 0A 0A 0A EF 01 27 00 00 01 28 00 00\n")
        frame = frames(path)[0]
        self.assertEqual(frame.shows("bcnet.msg.type"), ["0x05", "0x01", "0x01"])
        self.assertEqual(frame.shows("bcnet.disconnect.peer") + frame.shows("bcnet.ack.seq"), ["2", "39", "40"])

    def test_forced(self):
        """No rule asks whether it looks like the game: a message that leaves its datagram is shown as one."""
        frame = frames(self.read("0000 01 02 32 1B 80 00 00 20 00\n"))[0]
        self.assertEqual([expert.name for expert in frame.experts()], ["bcnet.expert.transport"])
        self.assertEqual(frame.shows("bcnet.count"), ["2"])

    def test_text(self):
        frame = frames(self.read("0000 5c 73 74 61 74 75 73 5c\n"))[0]
        self.assertEqual(frame.shows("bcnet.gamespy.query"), ["status"])


if __name__ == "__main__":
    main()
