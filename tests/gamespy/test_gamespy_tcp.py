# SPDX-License-Identifier: GPL-2.0-or-later
"""The connection to the master server (protocol chapter 80.8): a TCP stream cut into segments in many ways."""

import functools
import struct
import unittest

import pcapng
from bcnet_test import fields, main, scratch_file

MASTER_PORT = 28900
CLIENT_PORT = 40123     # no protocol of Wireshark is bound to it
SYN, FIN, PUSH, ACK = 2, 1, 8, 16

CHALLENGE = rb"\basic\\secure\LRPOPQ"
LOGIN = b"\\gamename\\bcommander\\gamever\\1.6\\location\\0\\validate\\hMwdTNWS\\final\\\\queryid\\1.1\\"
REQUEST = b"\\list\\cmp\\gamename\\bcommander\\final\\"
PORTS = [29876, 29877, 29878, 29900, 22101]
LIST = bytes.fromhex("48CE22F174B4 48CE22F174B5 48CE22F174B6 48CE22F174CC 48CE22F15655 5C66696E616C5C")

QUERY, REPLY, LOGIN_TYPE, REQUEST_TYPE, LIST_TYPE = "1", "2", "4", "5", "6"


class Stream:
    """Writes one TCP connection; the client opens it. Several may share a list of packets."""

    def __init__(self, port=MASTER_PORT, client_port=CLIENT_PORT, packets=None):
        self.port = port
        self.client_port = client_port
        self.packets = [] if packets is None else packets
        self.next = {True: 1000, False: 5000}
        self._packet(True, SYN, b"")
        self._packet(False, SYN | ACK, b"")

    def _packet(self, from_client, flags, data):
        ends = [(bytes([10, 0, 0, 9]), self.client_port), (bytes([10, 0, 0, 1]), self.port)]
        source, target = ends if from_client else ends[::-1]
        tcp = struct.pack(">HHIIBBHHH", source[1], target[1], self.next[from_client], self.next[not from_client],
                          5 << 4, flags, 8192, 0, 0)
        size = 20 + len(tcp) + len(data)
        ip = struct.pack(">BBHHHBBH", 0x45, 0, size, len(self.packets), 0, 64, 6, 0) + source[0] + target[0]
        self.packets.append(pcapng.Packet(len(self.packets) * 0.01, pcapng.RAW_IP, ip + tcp + data, size))
        self.next[from_client] += len(data) + (1 if flags & (SYN | FIN) else 0)

    def client(self, data, flags=0):
        """A segment to the master; returns its frame number."""
        self._packet(True, PUSH | ACK | flags, data)
        return len(self.packets)

    def master(self, data, flags=0):
        """A segment to the client; returns its frame number."""
        self._packet(False, PUSH | ACK | flags, data)
        return len(self.packets)

    def opening(self):
        """All that comes before the list."""
        self.master(CHALLENGE)
        self.client(LOGIN)
        self.client(REQUEST)

    def capture(self, without=()):
        """The capture file, without the frames of these numbers."""
        path = scratch_file(".pcapng")
        pcapng.write(path, [packet for number, packet in enumerate(self.packets, 1) if number not in without])
        return path


NAMES = ["frame.number", "_ws.col.Protocol", "_ws.col.Info", "bcnet.gamespy.type", "bcnet.gamespy.list",
         "bcnet.gamespy.where", "bcnet.gamespy.validate.valid", "bcnet.gamespy.server.ip", "bcnet.gamespy.server.port",
         "bcnet.unparsed", "bcnet.expert.gamespy", "bcnet.expert.value"]


@functools.lru_cache(maxsize=None)
def dissected(capture, options):
    """All fields that matter here, with one run of tshark per capture."""
    return fields(capture, NAMES, options=options)


def by_frame(capture, name, options=()):
    """Frame number -> values of a field, only frames that have it."""
    rows = dissected(capture, tuple(options))
    return {int(row["frame.number"][0]): row[name] for row in rows if row[name]}


def columns(capture):
    """(Protocol, Info) of the frames that hold text or a list."""
    return [(row["_ws.col.Protocol"][0], row["_ws.col.Info"][0]) for row in dissected(capture, ())
            if row["bcnet.gamespy.type"]]


class Connection(unittest.TestCase):
    """The stock exchange and variations of it."""

    def assert_list(self, capture, frame, ports, options=()):
        self.assertEqual(by_frame(capture, "bcnet.gamespy.server.port", options), {frame: [str(port) for port in ports]})
        self.assertEqual(by_frame(capture, "bcnet.unparsed", options), {})

    def test_stock(self):
        stream = Stream()
        stream.opening()
        last = stream.master(LIST)
        capture = stream.capture()
        self.assertEqual(by_frame(capture, "bcnet.gamespy.type"),
                         {3: [QUERY], 4: [LOGIN_TYPE], 5: [REQUEST_TYPE], 6: [LIST_TYPE]})
        self.assertEqual(by_frame(capture, "bcnet.gamespy.validate.valid"), {4: ["1"]})
        self.assertEqual(by_frame(capture, "bcnet.gamespy.list"), {5: ["cmp"]})
        self.assertEqual(by_frame(capture, "bcnet.gamespy.server.ip"), {6: ["72.206.34.241"] * 5})
        self.assert_list(capture, last, PORTS)
        self.assert_list(capture, last, PORTS, ["-2"])
        self.assertEqual(columns(capture),
                         [("GameSpy", r"GameSpy query \basic\\secure\LRPOPQ"),
                          ("GameSpy", "GameSpy login: bcommander 1.6, answer hMwdTNWS (right)"),
                          ("GameSpy", "GameSpy list request: bcommander, form cmp"),
                          ("GameSpy", "GameSpy server list: 5 servers")])
        self.assertEqual(by_frame(capture, "bcnet.expert.gamespy"), {})
        self.assertEqual(by_frame(capture, "bcnet.expert.value"), {})

    def test_filter(self):
        stream = Stream()
        stream.opening()
        frame = stream.client(REQUEST[:-6] + b"where\\maxplayers>2\\final\\")
        capture = stream.capture()
        self.assertEqual(by_frame(capture, "bcnet.gamespy.where"), {frame: ["maxplayers>2"]})

    def test_list_cut_anywhere(self):
        packets, expected = [], {}
        for cut in range(1, len(LIST)):
            stream = Stream(client_port=CLIENT_PORT + cut, packets=packets)
            stream.opening()
            stream.master(LIST[:cut])
            expected[stream.master(LIST[cut:])] = [str(port) for port in PORTS]
        capture = stream.capture()
        self.assertEqual(by_frame(capture, "bcnet.gamespy.server.port"), expected)
        self.assertEqual(by_frame(capture, "bcnet.unparsed"), {})

    def test_list_byte_by_byte(self):
        stream = Stream()
        stream.opening()
        for byte in LIST:
            last = stream.master(bytes([byte]))
        capture = stream.capture()
        self.assert_list(capture, last, PORTS)
        self.assert_list(capture, last, PORTS, ["-2"])

    def test_login_and_request_cut_anywhere(self):
        both = LOGIN + REQUEST
        # Cut right behind \final\ of the login, or in the value of its queryid, nothing tells that more follows.
        unseen = {LOGIN.index(b"\\queryid"), LOGIN.index(b"queryid"), *range(LOGIN.index(b"1.1"), len(LOGIN))}
        packets, expected = [], []
        for cut in sorted(set(range(len(both))) - unseen):
            stream = Stream(client_port=CLIENT_PORT + cut, packets=packets)
            stream.master(CHALLENGE)
            if cut:
                stream.client(both[:cut])
            stream.client(both[cut:])
            stream.master(LIST)
            expected += [QUERY, LOGIN_TYPE, REQUEST_TYPE, LIST_TYPE]
        capture = stream.capture()
        self.assertEqual(sum(by_frame(capture, "bcnet.gamespy.type").values(), []), expected)
        self.assertEqual(by_frame(capture, "bcnet.expert.gamespy"), {})
        self.assertEqual(by_frame(capture, "bcnet.unparsed"), {})

    def test_two_texts_in_one_segment_in_info(self):
        stream = Stream()
        stream.client(LOGIN + REQUEST)
        self.assertEqual(columns(stream.capture())[0][1],
                         "GameSpy login: bcommander 1.6, answer hMwdTNWS | GameSpy list request: bcommander, form cmp")

    def test_empty_list(self):
        stream = Stream()
        stream.opening()
        frame = stream.master(b"\\final\\")
        capture = stream.capture()
        self.assertEqual(by_frame(capture, "bcnet.gamespy.type")[frame], [LIST_TYPE])
        self.assertEqual(columns(capture)[-1][1], "GameSpy server list: 0 servers")

    def test_addresses_with_a_backslash(self):
        """92.102.105.110 port 24940 reads "\\final", and records may be text from end to end."""
        records = b"\\final" + b"x\\fin\\" + b"AB\\fin" + b"al\\CDE"
        stream = Stream()
        stream.opening()
        last = stream.master(records + b"\\final\\")
        capture = stream.capture()
        self.assert_list(capture, last, [24940, 0x6E5C, 0x696E, 0x4445])
        self.assertEqual(by_frame(capture, "bcnet.gamespy.server.ip")[last][0], "92.102.105.110")

    def test_capture_begins_with_the_list(self):
        stream = Stream()
        stream.opening()
        last = stream.master(LIST)
        self.assert_list(stream.capture(without=range(1, 6)), last - 5, PORTS)

    def test_list_without_its_end(self):
        """The connection ends in the middle of a record: what is there is shown, the rest left as bytes."""
        stream = Stream()
        stream.opening()
        last = stream.master(LIST[:14], FIN)
        capture = stream.capture()
        self.assertEqual(by_frame(capture, "bcnet.gamespy.server.port"), {last: ["29876", "29877"]})
        self.assertEqual(by_frame(capture, "bcnet.unparsed"), {last: ["48ce"]})
        self.assertEqual(list(by_frame(capture, "bcnet.expert.gamespy")), [last])

    def test_reassembly_switched_off(self):
        stream = Stream()
        stream.opening()
        first = stream.master(LIST[:12])
        last = stream.master(LIST[12:])
        found = by_frame(stream.capture(), "bcnet.gamespy.server.port", ["-o", "tcp.desegment_tcp_streams:FALSE"])
        self.assertEqual(found, {first: ["29876", "29877"], last: ["29878", "29900", "22101"]})

    def test_binary_from_the_client(self):
        stream = Stream()
        stream.opening()
        frame = stream.client(b"\x00\x01\x02\x03\x04\x05\x06")
        capture = stream.capture()
        self.assertEqual(by_frame(capture, "bcnet.unparsed"), {frame: ["00010203040506"]})
        self.assertEqual(list(by_frame(capture, "bcnet.expert.gamespy")), [frame])

    def test_long_list(self):
        """15,000 servers in segments of 1000 bytes: shown in pieces, none lost."""
        servers = b"".join(struct.pack(">IH", 0x0A000000 + number, 22101 + number % 100) for number in range(15000))
        data = servers + b"\\final\\"
        stream = Stream()
        stream.opening()
        for start in range(0, len(data), 1000):
            stream.master(data[start:start + 1000])
        found = by_frame(stream.capture(), "bcnet.gamespy.server.ip")
        addresses = [address for frame in sorted(found) for address in found[frame]]
        expected = [".".join(map(str, struct.pack(">I", 0x0A000000 + number))) for number in range(15000)]
        self.assertEqual(addresses, expected)

    def test_endless_request(self):
        """A list request that never ends is shown in the end."""
        stream = Stream()
        stream.master(CHALLENGE)
        for number in range(12):
            last = stream.client((b"\\list\\" if number == 0 else b"") + b"x" * 1000)
        capture = stream.capture()
        self.assertTrue(by_frame(capture, "bcnet.gamespy.list"))
        self.assertLessEqual(max(by_frame(capture, "bcnet.gamespy.type")), last)

    def test_decode_as(self):
        stream = Stream(port=28999)
        stream.opening()
        last = stream.master(LIST)
        self.assertEqual(by_frame(stream.capture(), "bcnet.gamespy.type"), {})
        self.assert_list(stream.capture(), last, PORTS, ["-d", "tcp.port==28999,bcnet"])


if __name__ == "__main__":
    main()
