# SPDX-License-Identifier: GPL-2.0-or-later
"""How a capture learns the names of players."""

from bcnet_test import Step


def announce(player, name):
    """A peer announcement by the host (10.3), alone in a datagram."""
    body = bytes([player, 10, 0, 0, player]) + name.encode("utf-16-le") + b"\0\0"
    length = (0xC000 + 5 + len(body)).to_bytes(2, "little")
    return Step(b"\1\1\0" + length + bytes([player, 0]) + body, "host", "datagram")
