# SPDX-License-Identifier: GPL-2.0-or-later
"""A game message alone on a port nobody knows: an opcode whose payload has a length it can have convinces, others do
not (10.6, 30.2)."""

import unittest

from bcnet_test import fields, forge, main

# Opcode: shortest and longest payload, 0 for as long as one likes. Lengths are those of 30.2; where it has none, the
# size of the writer's buffer (30.3, 40.1, 90.3).
SETTINGS, OBJECT, EVENT, SCRIPT = 256, 1024, 1024, 256
LENGTHS = {
    0x00: (9, SETTINGS), 0x01: (1, 1), 0x02: (48, OBJECT), 0x03: (49, OBJECT), 0x14: (5, 5), 0x15: (17, EVENT),
    0x16: (2, 2), 0x17: (17, EVENT), 0x18: (3, SCRIPT), 0x19: (10, 18), 0x1A: (10, 14), 0x1D: (5, 5), 0x1E: (5, 5),
    0x1F: (9, SCRIPT), 0x20: (7, OBJECT), 0x21: (9, 0), 0x22: (3, OBJECT), 0x23: (3, OBJECT), 0x25: (3, 0),
    0x27: (1, 1), 0x28: (1, 1), 0x29: (14, 14), 0x2A: (2, 2), 0x2C: (7, SCRIPT), 0x2D: (7, SCRIPT), 0x35: (5, 9),
    0x36: (14, SCRIPT), 0x37: (17, 17), 0x38: (5, 5), 0x39: (1, 1), 0x3F: (18, 18), 0x40: (10, 10), 0x41: (6, 6),
    **{opcode: (17, EVENT) for opcode in (*range(0x06, 0x13), 0x1B)},
}
STATE_UPDATE, SHORTEST_STATE, LONGEST_STATE = 0x1C, 10, 512
FREE = (0x2B, 0x2E, 0x34, 0x3A, 0x3E)
LONG = 1400             # bytes that still go into one datagram
PORTS = 40000           # from here on, one conversation each


def claimed(messages):
    """Whether each message, (opcode, payload length, reliable), convinces when it comes alone from a client."""
    lines = ["endpoint host 10.0.0.1:50001 id 1"]
    for number, (opcode, length, reliable) in enumerate(messages):
        sequence = "seq 0 " if reliable else ""
        lines.append(f"endpoint client{number} 10.0.0.2:{PORTS + number} id 2\n"
                     f"at {number} client{number} > host\n    game {sequence}{bytes([opcode] + [0] * (length - 1)).hex(' ')}")
    rows = fields(forge("\n".join(lines) + "\n"), ["bcnet.opcode"], options=["-o", "udp.try_heuristic_first:TRUE"])
    assert len(rows) == len(messages)
    return [row["bcnet.opcode"] == [f"0x{opcode:02x}"] for row, (opcode, _, _) in zip(rows, messages)]


class FirstMessage(unittest.TestCase):
    """The bounds of every opcode."""

    longMessage = False

    def check(self, messages, expected):
        wrong = [f"0x{opcode:02X} with {length} bytes is {'' if found else 'not '}taken"
                 for (opcode, length, _), found in zip(messages, claimed(messages)) if found != expected]
        self.assertFalse(wrong, "\n  ".join(wrong))

    def test_lengths_that_an_opcode_can_have(self):
        bounds = [(opcode, length or LONG) for opcode, pair in LENGTHS.items() for length in pair]
        self.check([(opcode, length, True) for opcode, length in bounds], True)

    def test_lengths_that_it_cannot_have(self):
        outside = [(opcode, length) for opcode, (shortest, longest) in LENGTHS.items()
                   for length in (shortest - 1, longest + 1) if length > 1]
        self.check([(opcode, length, True) for opcode, length in outside], False)

    def test_a_state_update_is_unreliable(self):
        self.check([(STATE_UPDATE, SHORTEST_STATE, False), (STATE_UPDATE, LONGEST_STATE, False)], True)
        self.check([(STATE_UPDATE, SHORTEST_STATE - 1, False), (STATE_UPDATE, LONGEST_STATE + 1, False)], False)

    def test_free_opcodes_convince_nobody(self):
        self.check([(opcode, 20, True) for opcode in FREE], False)


if __name__ == "__main__":
    main()
