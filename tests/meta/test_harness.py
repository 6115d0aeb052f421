# SPDX-License-Identifier: GPL-2.0-or-later
"""The tests' own tools notice what they are there to notice."""

import os
import struct
import subprocess
import sys
import unittest

import pcapng
import pdml
from bcnet_test import SOURCE, Cases, Has, Label, RunError, main, run, scratch, scratch_file, tshark
from cases import matches

KEEPALIVE = "01 01 02"


def node(show, showname=""):
    return pdml.Node("bcnet.test", showname, show, "", 0, 0, False, [])


class Runs(unittest.TestCase):
    """Failures of the programs under test."""

    def test_plugin_not_loaded(self):
        (scratch() / "empty" / "plugins").mkdir(parents=True)
        environment = {**os.environ, "BCNET_BUILD_DIR": str(scratch() / "empty"), "BCNET_SOURCE_DIR": str(SOURCE)}
        done = subprocess.run([sys.executable, "-c", "from bcnet_test import tshark; tshark('-v')"], env=environment,
                              capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("does not load bcnet.so", done.stderr)

    def test_bad_exit(self):
        with self.assertRaisesRegex(RunError, "nosuch"):
            tshark("-r", "nosuch.pcapng")

    def test_words_on_stderr(self):
        with self.assertRaisesRegex(RunError, "Dissector bug"):
            run("sh", "-c", "echo Dissector bug >&2")

    def test_hang(self):
        with self.assertRaisesRegex(RunError, "not done"):
            run("sleep", "20", timeout=0.2)

    def test_not_root(self):
        self.assertNotIn(b"0\n", [run("id", "-u"), run("id", "-g")])


class Comparison(unittest.TestCase):
    """What counts as equal."""

    def check(self, expected, show, equal):
        self.assertEqual(matches(expected, node(show)), equal, f"{expected!r} and {show!r}")

    def test_numbers(self):
        self.check(1, "1", True)
        self.check(1, "0x01", True)
        self.check("0x0001", "1", True)
        self.check(1, "2", False)
        self.check(-1, "-1", True)
        self.check("15", "14.98901", False)
        self.check("14.989", "14.98901", True)
        self.check(14.98901, "14.989", True)     # six digits is all that Wireshark shows of a float
        self.check(14.98901, "14.99", False)
        self.check("0.102", "0.1025", True)
        self.check("0.102", "0.103", False)
        self.check(1000000.5, "1000001", True)
        self.check("nan", "nan", True)
        self.check("nan", "0", False)

    def test_others(self):
        self.check("Ace", "Ace", True)
        self.check("Ace", "Ac", False)
        self.check(True, "1", True)
        self.check(True, "0", False)
        self.check(False, "0", True)
        self.check(b"\x01\xff", "01:ff", True)
        self.check(b"\x01\xff", "01:fe", False)
        self.assertTrue(matches(Label("63 %"), node("161", "Condition: 63 %")))
        self.assertFalse(matches(Label("64 %"), node("161", "Condition: 63 %")))


class CasesFail(unittest.TestCase):
    """Cases report every kind of difference."""

    def test_failures(self):
        cases = Cases("self")
        cases.datagram("good", KEEPALIVE, expect={"bcnet.count": 1, "bcnet.msg.type": Has("0x02")},
                       messages=[{"bcnet.msg.type": 2}], absent=["bcnet.opcode"], info="Keepalive")
        cases.datagram("value", KEEPALIVE, expect={"bcnet.count": 2})
        cases.datagram("too_few", KEEPALIVE, expect={"bcnet.msg": [None, None]})
        cases.datagram("missing", KEEPALIVE, expect={"bcnet.opcode": None})
        cases.datagram("absent", KEEPALIVE, absent=["bcnet.count"])
        cases.datagram("messages", KEEPALIVE, messages=[])
        cases.datagram("in_message", KEEPALIVE, messages=[{"bcnet.msg.type": 1}])
        cases.datagram("expert", KEEPALIVE, experts=["bcnet.expert.transport"])
        cases.datagram("no_expert", "01 02 02")
        cases.datagram("info", KEEPALIVE, info="nonsense")
        cases.datagram("protocol", KEEPALIVE, protocol="GameSpy")
        cases.wire("foreign", "00 01 02 03")
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(cases.testcase()).run(result)
        self.assertFalse(result.errors, result.errors)
        failed = {test.id().rpartition(".test_")[2] for test, _ in result.failures}
        self.assertEqual(failed, {case.name for case in cases.cases} - {"good"})


class CaptureFiles(unittest.TestCase):
    """pcapng files and shortened packets."""

    UDP = bytes(12) + b"\x08\x00" + struct.pack(">BBHHHBBH", 0x45, 0, 33, 0, 0, 64, 17, 0x1234) \
        + bytes([10, 0, 0, 1, 10, 0, 0, 2]) + struct.pack(">HHHH", 22101, 59405, 13, 0x5678) + b"abcde"

    def setUp(self):
        self.packet = pcapng.Packet(12.5, pcapng.ETHERNET, self.UDP, len(self.UDP))

    def test_round_trip(self):
        path = scratch_file(".pcapng")
        packets = [self.packet, pcapng.Packet(13.25, pcapng.RAW_IP, self.UDP[14:], 100)]
        pcapng.write(path, packets)
        self.assertEqual(pcapng.read(path), packets)

    def test_payload(self):
        self.assertEqual(self.UDP[pcapng.udp_payload_offset(self.packet):], b"abcde")
        self.assertIsNone(pcapng.udp_payload_offset(pcapng.Packet(0, pcapng.ETHERNET, self.UDP[:30], 60)))

    def test_snapped(self):
        cut = pcapng.snapped(self.packet, 2)
        self.assertEqual((cut.data[-3:], cut.length), (b"\x78ab", len(self.UDP)))

    def test_shortened(self):
        cut = pcapng.shortened(self.packet, 2)
        self.assertEqual(cut.length, len(self.UDP) - 3)
        self.assertEqual(struct.unpack_from(">H", cut.data, 16)[0], 30)
        self.assertEqual(struct.unpack_from(">HH", cut.data, 38), (10, 0))
        self.assertEqual(cut.data[42:], b"ab")


if __name__ == "__main__":
    main()
