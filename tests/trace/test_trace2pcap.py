# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-trace2pcap: what goes into a log comes out of the capture, byte for byte, and what does not is counted."""

import os
import re
import signal
import socket
import subprocess
import time
import unittest

import pcapng
from bcnet_test import BUILD, SOURCE, forge, main, scratch, scratch_file, tool
from trace_log import Datagram, battle, log

START = 1771106888.0    # 2026-02-14 22:08:08 UTC
SERVER = ("10.0.0.1", 22101)

SCENARIO = r"""
endpoint host 10.10.10.1:22101 id 1
endpoint ace  10.10.10.239:59405 id 2
endpoint sep  10.10.10.240:40001 id 3
at 0.000 ace > host
    text "\status\"
at +0.010 host > ace
    text "\gamename\bcommander\final\\queryid\2.1"
at +0.100 ace > host id 255
    connect 10.10.10.239 0x0a5f
at +0.015 host > ace
    plain 01 02 03 06 C0 00 00 02 32 1B 80 00 00 20 00 08 00 73 63 72 69 70 74 73 2F 07 00 41 70 70 2E 70 79 63 20
at +0.020 ace > host
    ack 0 low
    ack 0
    game seq 0 21 00 01 02 03
at +0.500 sep > host id 255
    connect 10.10.10.240 0x0b60
at +0.033 host > sep
    game 1C FF FF FF 3F 00 00 80 3F 20
at +0.001 host > ace
    plain 01 00
"""


def decrypt(datagram):
    """The cipher of protocol chapter 10.2, once more and on its own."""
    key, total, carry, plain = bytearray(b"AlbyRules!"), 0, 0, bytearray(datagram[:1])
    for cipher in datagram[1:]:
        mask = word = 0
        for turn in range(5):
            word ^= key[2 * turn] << 8 | key[2 * turn + 1]
            product = word * 0x015A & 0xFFFF
            total = ((total + turn) * 0x4E35 + carry + product) & 0xFFFF
            carry = product
            word = (word * 0x4E35 + 1) & 0xFFFF
            mask ^= total ^ word
        byte = cipher ^ (mask & 0xFF) ^ (mask >> 8)
        plain.append(byte)
        for index in range(10):
            key[index] ^= byte
    return bytes(plain)


def endpoints(packet):
    """((address, port), (address, port)) of sender and receiver."""
    header = packet.data[pcapng.IP_OFFSET[packet.link]:]
    ports = header[20:24]
    return ((socket.inet_ntoa(header[12:16]), int.from_bytes(ports[:2], "big")),
            (socket.inet_ntoa(header[16:20]), int.from_bytes(ports[2:], "big")))


def payload(packet):
    """Captured bytes of the UDP payload."""
    return packet.data[pcapng.udp_payload_offset(packet):]


def missing(packet):
    """Bytes that were sent but not captured."""
    return packet.length - len(packet.data)


def convert(content, *options, expect=0):
    """Runs the tool on a log; returns the packets (None when it fails) and what it says."""
    source, target = scratch_file(".log"), scratch_file(".pcapng")
    source.write_bytes(content)
    target.unlink()
    _, said = tool("bcnet-trace2pcap", *options, source, target, expect=expect)
    packets = pcapng.read(target) if target.exists() else None
    return packets, said.replace(str(source), "LOG").replace(str(target), "OUT")


def datagram(data=b"\x01\x01\x02", time=START, from_server=True, peer="Peer#0(10.0.0.2:59405)", **rest):
    """A datagram with defaults."""
    return Datagram(time, from_server, peer, data, **rest)


class RoundTrip(unittest.TestCase):
    """A capture of the forge, written down as a log, is the same capture again."""

    @classmethod
    def setUpClass(cls):
        cls.packets = pcapng.read(forge(SCENARIO))
        cls.datagrams = []
        for packet in cls.packets:
            sender, receiver = endpoints(packet)
            from_server = sender == ("10.10.10.1", 22101)
            address = ":".join(map(str, receiver if from_server else sender))
            wire = payload(packet)
            text = wire[:1] == b"\\"
            cls.datagrams.append(Datagram(packet.time, from_server, f"Peer#0({address})",
                                          wire if text else decrypt(wire), text))

    def test_plain_bytes(self):
        """What the log is made of is what the scenario says."""
        self.assertEqual(self.datagrams[2].data, bytes.fromhex("FF01030FC000000A0A0AEF5F0A00000000")[:2]
                         + self.datagrams[2].data[2:])
        self.assertEqual(self.datagrams[3].data, bytes.fromhex(
            "0102 0306C0000002 321B8000002000080073637269707473" "2F07004170702E70796320"))
        self.assertEqual(self.datagrams[-1].data, b"\x01\x00")
        self.assertEqual(len(self.datagrams), 8)

    def assert_same(self, packets):
        self.assertEqual([payload(packet) for packet in packets], [payload(packet) for packet in self.packets])
        self.assertEqual([round(packet.time, 6) for packet in packets],
                         [round(packet.time, 6) for packet in self.packets])
        self.assertEqual([endpoints(packet) for packet in packets], [endpoints(packet) for packet in self.packets])
        self.assertEqual([missing(packet) for packet in packets], [0] * len(packets))

    def test_unix(self):
        packets, said = convert(log(self.datagrams), "--server", "10.10.10.1:22101")
        self.assert_same(packets)
        self.assertIn("8 datagrams were written", said)
        self.assertIn("No record was left out.", said)

    def test_windows(self):
        self.assert_same(convert(log(self.datagrams, "\r\n"), "--server=10.10.10.1:22101")[0])

    def test_standard_streams(self):
        program = BUILD / "tools" / "bcnet-trace2pcap"
        done = subprocess.run([program, "-s", "10.10.10.1:22101", "-", "-"], input=log(self.datagrams),
                              capture_output=True, check=True)
        target = scratch_file(".pcapng")
        target.write_bytes(done.stdout)
        self.assert_same(pcapng.read(target))

    def test_what_has_no_end(self):
        """A device, and a pipe to which nobody writes; one of a shell is read."""
        program, target = str(BUILD / "tools" / "bcnet-trace2pcap"), scratch_file(".pcapng")
        pipe = scratch_file("")
        pipe.unlink()
        os.mkfifo(pipe)
        for path, words in (("/dev/zero", "it is a device"), (pipe, "it is a pipe")):
            done = subprocess.run([program, "-s", "10.10.10.1:22101", path, target], capture_output=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr.decode())
        done = subprocess.run([program, "-s", "10.10.10.1:22101", "/dev/stdin", target], input=log(self.datagrams),
                              capture_output=True, check=True)
        self.assert_same(pcapng.read(target))

    def test_cut_anywhere(self):
        """Every prefix of a log gives the datagrams before the cut, and of the last one a beginning."""
        content = log(self.datagrams)
        starts = [match.start() for match in re.finditer(rb"^\[", content, re.MULTILINE)]
        for length in range(starts[2], starts[4], 7):
            with self.subTest(length=length):
                packets, _ = convert(content[:length], "--server", "10.10.10.1:22101")
                whole = [payload(packet) for packet in self.packets]
                complete = sum(start < length for start in starts) - 1
                self.assertIn(len(packets), (complete, complete + 1))
                self.assertEqual([payload(packet) for packet in packets[:complete]], whole[:complete])
                if len(packets) > complete:
                    last = packets[complete]
                    self.assertTrue(whole[complete].startswith(payload(last)))
                    self.assertEqual(len(payload(last)) + missing(last), len(whole[complete]))


class Records(unittest.TestCase):
    """Single records and what is special about them."""

    def test_server_is_10_0_0_1_without_option(self):
        packets, _ = convert(log([datagram(), datagram(from_server=False)]))
        peer = ("10.0.0.2", 59405)
        self.assertEqual([endpoints(packet) for packet in packets], [(SERVER, peer), (peer, SERVER)])

    def test_several_peers(self):
        peers = ["Peer#0(10.0.0.2:59405)", "Peer#15(192.168.1.7:1234)", "172.16.0.1:65535"]
        packets, said = convert(log([datagram(peer=peer) for peer in peers]))
        self.assertEqual([endpoints(packet)[1] for packet in packets],
                         [("10.0.0.2", 59405), ("192.168.1.7", 1234), ("172.16.0.1", 65535)])
        self.assertRegex(said, r"\b3 peers\b")

    def test_unknown_peer(self):
        content = log([datagram(peer="unknown"), datagram()])
        packets, said = convert(content)
        self.assertEqual([endpoints(packet)[1] for packet in packets], [("192.0.2.1", 9), ("10.0.0.2", 59405)])
        self.assertRegex(said, r"\b1 with a peer that the log does not name")
        packets, _ = convert(content, "--unknown", "10.9.9.9:999")
        self.assertEqual(endpoints(packets[0])[1], ("10.9.9.9", 999))

    def test_longer_than_the_logger_dumps(self):
        data = bytes([1]) + bytes(index % 251 for index in range(2999))
        packets, said = convert(log([datagram(data)]))
        self.assertEqual(decrypt(payload(packets[0])), data[:2048])
        self.assertEqual(missing(packets[0]), 952)
        self.assertRegex(said, r"\b1 of which the log does not hold all bytes")

    def test_text_is_not_enciphered(self):
        packets, said = convert(log([datagram(b"\\status\\", from_server=False, text=True)]))
        self.assertEqual(payload(packets[0]), b"\\status\\")
        self.assertRegex(said, r"\b1 GameSpy text")

    def test_tcp(self):
        tcp = b"[22:08:09.000] TCP_SEND socket=12 len=2 rc=2 MASTER\n  Hex:\n    0000: 5C 62  |\\b|\n\n"
        packets, said = convert(log([datagram()]) + tcp + tcp.replace(b"SEND", b"RECV"))
        self.assertEqual(len(packets), 1)
        self.assertRegex(said, r"2 records were left out:\n +2 of TCP connections")

    def test_failed_call(self):
        content = log([datagram(), datagram(result=-1)])
        packets, said = convert(content)
        self.assertEqual(len(packets), 1)
        self.assertRegex(said, "1 record was left out:\n +1 that was never on the wire")
        packets, said = convert(content, "--keep-failed")
        self.assertEqual(len(packets), 2)
        self.assertIn("No record was left out.", said)

    def test_midnight(self):
        before = 1771113599.5   # 2026-02-14 23:59:59.5 UTC
        packets, said = convert(log([datagram(time=before), datagram(time=before + 1), datagram(time=before + 86400)]))
        self.assertEqual([packet.time for packet in packets], [before, before + 1, before + 86400])
        self.assertIn("from 2026-02-14 23:59:59.500 to 2026-02-15 23:59:59.500", said)

    def test_log_without_a_date(self):
        content = log([datagram()]).split(b"\n", 2)[2]
        packets, said = convert(content)
        self.assertEqual(packets[0].time, START % 86400)
        self.assertIn("LOG:1: The log has not told its date", said)
        packets, said = convert(content, "--date", "2026-02-14")
        self.assertEqual(packets[0].time, START)
        self.assertNotIn("date", said)


class Damage(unittest.TestCase):
    """Damaged logs: every loss is named with its line and counted."""

    def test_lines_are_named(self):
        head, first, second = log([datagram(), datagram(b"\x01" + bytes(40))]).partition(b"[")
        damaged = head + first + second.replace(b"    0010: 00", b"    0020: 00").replace(b"#1 S->C", b"#1 S-C")
        packets, said = convert(damaged)
        self.assertEqual([(len(payload(packet)), missing(packet)) for packet in packets], [(16, 25)])
        self.assertIn("LOG:3: The head line is not of the form #N C->S PEER len=N", said)
        self.assertIn("LOG:11: The dump goes on at offset 0x0020 where 0x0010 was expected", said)
        self.assertRegex(said, r"1 with a head line that cannot be read")

    def test_many_faults(self):
        content = log([datagram()]) + b"rubbish\n" * 1000
        packets, said = convert(content)
        self.assertEqual(len(packets), 1)
        self.assertEqual(said.count("belongs to no record and is passed over"), 10)
        self.assertRegex(said, r"1000 lines were damaged")

    def test_longer_than_its_length(self):
        packets, said = convert(log([datagram(b"\x01\x01\x02")]).replace(b"len=3 ", b"len=2 "))
        self.assertEqual((decrypt(payload(packets[0])), missing(packets[0])), (b"\x01\x01\x02", 0))
        self.assertIn("LOG:3: The head line says 2 bytes, but there are 3", said)

    def test_not_a_log(self):
        for content in (b"", b"\n", bytes(range(256)) * 100, b"# Session started: 2026-02-14 22:08:08\n"):
            packets, said = convert(content, expect=1)
            self.assertIsNone(packets)
            self.assertIn("is it a packet_trace.log?", said)

    def test_only_tcp_is_a_log(self):
        packets, _ = convert(b"[22:08:09.000] TCP_SEND socket=12 len=2 rc=2 MASTER\n")
        self.assertEqual(packets, [])


class Usage(unittest.TestCase):
    """Options and what is wrong with them."""

    def assert_refused(self, message, *arguments, expect=2):
        _, said = tool("bcnet-trace2pcap", *arguments, expect=expect)
        self.assertRegex(said, message)
        self.assertEqual(said.endswith(" See bcnet-trace2pcap --help.\n"), expect == 2)

    def test_bad_options(self):
        for text in ("10.0.0.1", "10.0.0:1", "host:22101", "[::1]:22101", "10.0.0.1:0", "10.0.0.1:65536"):
            self.assert_refused("--server: .* is not an IPv4 address and a port", "--server", text, "x", "y")
        for text in ("2026-02-30", "26-02-14", "20260214", "1969-12-31", "2026-02-14 10:00:00"):
            self.assert_refused("--date: .* is not a date", "--date", text, "x", "y")
        self.assert_refused("Two names are expected", "x")
        self.assert_refused("Two names are expected", "x", "y", "z")
        self.assert_refused("nonsense", "--nonsense", "x", "y")

    def test_no_such_log(self):
        target = scratch_file(".pcapng")
        self.assert_refused(r"nowhere\.log: The file cannot be read \(No such", target.parent / "nowhere.log", target,
                            expect=1)
        self.assertEqual(target.stat().st_size, 0)

    def test_log_is_not_replaced(self):
        path = scratch_file(".log")
        path.write_bytes(log([datagram()]))
        self.assert_refused("would replace the log", path, path)
        self.assertEqual(path.read_bytes(), log([datagram()]))

    def test_a_capture_in_place_of_a_log(self):
        path, target = SOURCE / "captures" / "join.pcapng", scratch_file(".pcapng")
        self.assert_refused(f"^{path}: This is a capture already; what is wanted here is a packet_trace.log, a text", path,
                            target, expect=1)

    def test_version(self):
        self.assertRegex(tool("bcnet-trace2pcap", "--version")[0], r"^bcnet-trace2pcap \d+\.\d+\.\d+\n$")

    def test_an_interrupted_run_leaves_nothing(self):
        folder = scratch() / "interrupted"
        folder.mkdir()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
            process = subprocess.Popen([BUILD / "tools" / "bcnet-trace2pcap", "-", folder / "x.pcapng"],
                                       stdin=subprocess.PIPE)
            while not list(folder.iterdir()):
                time.sleep(0.01)
            process.send_signal(number)
            self.assertEqual(process.wait(), -number)
            process.stdin.close()
            self.assertEqual(list(folder.iterdir()), [])

    def test_quiet(self):
        self.assertEqual(convert(log([datagram()]), "--quiet")[1], "")


if __name__ == "__main__":
    main()
