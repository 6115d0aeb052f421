# SPDX-License-Identifier: GPL-2.0-or-later
"""Who may send an opcode (30.2, 50.3, 70.4): whatever travels one way has a note when it travels the other, and what
travels both ways never has one."""

import unittest

from bcnet_test import experts, forge, main

FROM_HOST = (0x00, 0x01, 0x06, 0x14, 0x16, 0x17, 0x18, 0x1D, 0x1F, 0x20, 0x22, 0x23, 0x25, 0x28, 0x29, 0x35, 0x36, 0x37,
             0x39, 0x3F, 0x40)
FROM_CLIENT = (0x0D, 0x13, 0x15, 0x1E, 0x21, 0x27, 0x2A)
BOTH_WAYS = (0x02, 0x03, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x19, 0x1A, 0x1B, 0x1C, 0x2C,
             0x2D, 0x38, 0x41)
NEVER_OR_FREE = (0x04, 0x05, 0x24, 0x26, 0x2B, 0x2E, 0x34, 0x3A, 0x3E, 0x42, 0xFF)
BOOT = "boot 4 3"       # a transport message, but nobody else's either


def noted(messages):
    """Those of (sender, message) that have a note about the direction."""
    lines = ["endpoint host 10.0.0.1:22101 id 1", "endpoint client 10.0.0.2:59405 id 2"]
    for number, (sender, message) in enumerate(messages):
        receiver = "client" if sender == "host" else "host"
        lines.append(f"at {number} {sender} > {receiver}\n  {message if message == BOOT else f'game u8:{message} zeros:9'}")
    found = experts(forge("\n".join(lines) + "\n"))
    return [messages[frame - 1] for frame in sorted(found)
            if [info.name for info in found[frame]].count("bcnet.expert.direction") == 1]


class Directions(unittest.TestCase):
    """All opcodes from both sides."""

    def test_every_opcode(self):
        opcodes = (*FROM_HOST, *FROM_CLIENT, *BOTH_WAYS, *NEVER_OR_FREE)
        self.assertEqual(len(opcodes), len(set(opcodes)))
        messages = [(sender, message) for message in (*opcodes, BOOT) for sender in ("host", "client")]
        wrong = [("client", message) for message in (*FROM_HOST, BOOT)] + [("host", opcode) for opcode in FROM_CLIENT]
        self.assertEqual(sorted(noted(messages), key=str), sorted(wrong, key=str))


if __name__ == "__main__":
    main()
