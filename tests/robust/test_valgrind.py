# SPDX-License-Identifier: GPL-2.0-or-later
"""No memory error and no leak with the plugin in its call stack while a join, a whole game, and messages of every kind
that were cut at every length are read."""

import os
import unittest
import xml.etree.ElementTree as ElementTree

import pcapng
from bcnet_test import SOURCE, fields, main, require_plugin, run, scratch_file
from captures import FOLDER, all_captures

VALGRIND = ["-q", "--leak-check=full", "--show-leak-kinds=definite", "--keep-debuginfo=yes", "--xml=yes",
            "--num-callers=40"]
LONGEST = 120       # bytes of a datagram that is cut; longer messages repeat what stands in their first bytes
KINDS = ["bcnet.opcode", "bcnet.msg.type", "bcnet.event.class", "bcnet.gamespy.type", "bcnet.state.flags"]


def in_plugin(frame):
    """Whether a stack frame is code of the plugin: its object while it is loaded, its sources after that."""
    return frame.findtext("obj", "").endswith("/bcnet.so") or frame.findtext("dir", "").startswith(str(SOURCE))


def describe(error):
    """An error with the part of its stack from the plugin on."""
    what = error.findtext("what") or error.findtext("xwhat/text")
    stack = [f"{frame.findtext('fn')} ({frame.findtext('file')}:{frame.findtext('line')})"
             for frame in error.iter("frame")]
    return "\n    ".join([what, *stack[:15]])


def of_every_kind():
    """The shortest datagram with each opcode, message type, event class, kind of text and set of flags."""
    packets = [packet for capture in all_captures() for packet in pcapng.read(capture)
               if pcapng.udp_payload_offset(packet) is not None and len(packet.data) == packet.length]
    together = scratch_file(".pcapng")
    pcapng.write(together, packets)
    shortest = {}
    for packet, row in zip(packets, fields(together, KINDS), strict=True):
        for kind in ((name, value) for name in KINDS for value in row[name]):
            if kind not in shortest or packet.length < shortest[kind].length:
                shortest[kind] = packet
    return dict.fromkeys(shortest.values())


def cut_everywhere(packets):
    """Each packet, and behind it the same one cut at every length."""
    for packet in packets:
        yield packet
        for size in range(min(len(packet.data) - pcapng.udp_payload_offset(packet), LONGEST)):
            yield pcapng.snapped(packet, size)


class Valgrind(unittest.TestCase):
    """tshark -V under valgrind, with allocations that valgrind can see: once, since it is slow to start."""

    longMessage = False

    def check(self, capture):
        require_plugin()
        os.environ["WIRESHARK_DEBUG_WMEM_OVERRIDE"] = "simple"
        report, printed = scratch_file(".xml"), scratch_file(".txt")
        run("valgrind", *VALGRIND, f"--xml-file={report}", "tshark", "-n", "-2", "-r", capture, "-V",
            into=printed)
        root = ElementTree.parse(report).getroot()
        self.assertEqual([status.findtext("state") for status in root.iter("status")][-1], "FINISHED")
        errors = [error for error in root.iter("error") if any(in_plugin(frame) for frame in error.iter("frame"))]
        self.assertFalse(errors, f"{len(errors)} errors:\n  " + "\n  ".join(map(describe, errors[:10])))

    def test_captures_and_cuts(self):
        cuts = list(cut_everywhere(of_every_kind()))
        self.assertGreater(len(cuts), 1500)
        packets = [packet for name in ("join", "session") for packet in pcapng.read(FOLDER / f"{name}.pcapng")]
        capture = scratch_file(".pcapng")
        pcapng.write(capture, packets + cuts)
        self.check(capture)


if __name__ == "__main__":
    main()
