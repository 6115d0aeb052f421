# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads and writes pcapng files, as far as the tests need it: packets with times, one link type per interface."""

import dataclasses
import struct

SECTION_HEADER = 0x0A0D0D0A
INTERFACE = 1
ENHANCED_PACKET = 6
BYTE_ORDER_MAGIC = 0x1A2B3C4D
OPTION_TIMESTAMP_RESOLUTION = 9

ETHERNET, RAW_IP, RAW_IPV4 = 1, 101, 228
IP_OFFSET = {ETHERNET: 14, RAW_IP: 0, RAW_IPV4: 0}
UDP = 17
UDP_HEADER = 8


@dataclasses.dataclass(frozen=True)
class Packet:
    """A captured packet: time in seconds, link type, captured bytes, length on the wire."""

    time: float
    link: int
    data: bytes
    length: int


def _blocks(raw):
    order = "<"
    position = 0
    while position + 12 <= len(raw):
        kind = struct.unpack_from("<I", raw, position)[0]
        if kind == SECTION_HEADER:
            order = "<" if struct.unpack_from("<I", raw, position + 8)[0] == BYTE_ORDER_MAGIC else ">"
        kind, size = struct.unpack_from(order + "II", raw, position)
        if size < 12 or position + size > len(raw):
            raise ValueError(f"A block of {size} bytes at {position} does not fit into the file.")
        yield order, kind, raw[position + 8:position + size - 4]
        position += size


def _ticks_per_second(order, options):
    position = 0
    while position + 4 <= len(options):
        code, size = struct.unpack_from(order + "HH", options, position)
        if code == OPTION_TIMESTAMP_RESOLUTION:
            exponent = options[position + 4]
            return 2 ** (exponent & 0x7F) if exponent & 0x80 else 10 ** exponent
        position += 4 + size + -size % 4
    return 10 ** 6


def read(path):
    """All packets of a pcapng file."""
    packets, interfaces = [], []
    with open(path, "rb") as file:
        raw = file.read()
    if struct.unpack_from("<I", raw)[0] != SECTION_HEADER:
        raise ValueError(f"{path} is no pcapng file.")
    for order, kind, body in _blocks(raw):
        if kind == SECTION_HEADER:
            interfaces = []
        elif kind == INTERFACE:
            interfaces.append((struct.unpack_from(order + "H", body)[0], _ticks_per_second(order, body[8:])))
        elif kind == ENHANCED_PACKET:
            interface, high, low, captured, length = struct.unpack_from(order + "IIIII", body)
            link, ticks = interfaces[interface]
            packets.append(Packet((high << 32 | low) / ticks, link, body[20:20 + captured], length))
    return packets


def _block(kind, body):
    body += b"\0" * (-len(body) % 4)
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


def write(path, packets, digits=6):
    """Write packets to a pcapng file, times with so many decimals of a second; whole numbers are not rounded."""
    links = sorted({packet.link for packet in packets})
    with open(path, "wb") as file:
        file.write(_block(SECTION_HEADER, struct.pack("<IHHq", BYTE_ORDER_MAGIC, 1, 0, -1)))
        for link in links:
            file.write(_block(INTERFACE, struct.pack("<HHIHHB3xHH", link, 0, 0, OPTION_TIMESTAMP_RESOLUTION, 1, digits, 0, 0)
                              if digits != 6 else struct.pack("<HHI", link, 0, 0)))
        for packet in packets:
            ticks = round(packet.time * 10 ** digits)
            head = struct.pack("<IIIII", links.index(packet.link), ticks >> 32, ticks & 0xFFFFFFFF, len(packet.data),
                               packet.length)
            file.write(_block(ENHANCED_PACKET, head + packet.data))


def udp_payload_offset(packet):
    """Where the payload of a UDP datagram over IPv4 begins in the packet; None when it is something else."""
    start = IP_OFFSET.get(packet.link)
    if start is None or len(packet.data) < start + 20 or packet.data[start] >> 4 != 4 or packet.data[start + 9] != UDP:
        return None
    offset = start + (packet.data[start] & 0x0F) * 4 + UDP_HEADER
    return offset if offset <= len(packet.data) else None


def snapped(packet, size):
    """The packet as a capture with a small snapshot length holds it: `size` bytes of UDP payload."""
    return dataclasses.replace(packet, data=packet.data[:udp_payload_offset(packet) + size])


def shortened(packet, size):
    """The packet as if its sender had sent `size` bytes of UDP payload only; without checksums."""
    start = IP_OFFSET[packet.link]
    offset = udp_payload_offset(packet)
    data = bytearray(packet.data[:offset + size])
    struct.pack_into(">H", data, start + 2, len(data) - start)
    struct.pack_into(">H", data, start + 10, 0)
    struct.pack_into(">HH", data, offset - 4, UDP_HEADER + size, 0)
    return dataclasses.replace(packet, data=bytes(data), length=len(data))

