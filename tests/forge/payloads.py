# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes datagrams out of a capture and deciphers them, without the forge and without the plugin."""

import pcapng

KEY = b"AlbyRules!"


def deciphered(datagram):
    """The plain datagram; the cipher literally as chapter 10.2 states it."""
    key, total, carry, plain = list(KEY), 0, 0, [datagram[0]]
    for byte in datagram[1:]:
        mask = word = 0
        for turn in range(5):
            word = (key[2 * turn] << 8 | key[2 * turn + 1]) ^ word
            product = word * 0x015A & 0xFFFF
            total = (total + turn) * 0x4E35 + carry + product & 0xFFFF
            carry = product
            word = word * 0x4E35 + 1 & 0xFFFF
            mask ^= total ^ word
        plain.append(byte ^ mask & 0xFF ^ mask >> 8)
        key = [part ^ plain[-1] for part in key]
    return bytes(plain)


def on_the_wire(capture):
    """The UDP payloads of a capture as they are."""
    packets = pcapng.read(capture)
    return [packet.data[pcapng.udp_payload_offset(packet):] for packet in packets
            if pcapng.udp_payload_offset(packet) is not None]


def plain(capture):
    """The UDP payloads of a capture, deciphered unless they are GameSpy text."""
    return [payload if payload.startswith(b"\\") else deciphered(payload) for payload in on_the_wire(capture)]
