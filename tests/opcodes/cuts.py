# SPDX-License-Identifier: GPL-2.0-or-later
"""Payloads cut at every byte (protocol chapter 30.1)."""

import re

from bcnet_test import forge, frames

LEFTOVER = re.compile(r"Unparsed bytes: [0-9a-f]+(…| \[\d+ of \d+ [^]]*\])*")

# Items that stand for the fields below them.
CONTAINERS = ("bcnet.msg", "bcnet.checksum.tree", "bcnet.checksum.file")


def payloads_as_capture(payloads, sender="host"):
    """A capture with one game message per datagram."""
    route = "host > ace" if sender == "host" else "ace > host"
    lines = ["endpoint host 10.0.0.1:22101 id 1", "endpoint ace 10.0.0.2:59405 id 2"]
    for number, payload in enumerate(payloads):
        lines += [f"at {number}.0 {route}", f"    game seq {number} {payload.hex(' ')}"]
    return forge("\n".join(lines) + "\n")


def hidden_bytes(frame):
    """Positions of bytes of the message that no field shows."""
    message = frame.all("bcnet.msg")[0]
    shown = set()
    for node in message.walk():
        if node.name.startswith("bcnet.") and node.name not in CONTAINERS:
            shown.update(range(node.position, node.position + node.size))
    return set(range(message.position, message.position + message.size)) - shown


def said_of_leftovers(frame):
    """What is said of unparsed bytes as if they were a field; how much is missing may be."""
    left = [node for node in frame.walk() if node.name == "bcnet.unparsed"]
    fields = [child.name for node in left for child in node.children
              if child.name.startswith("bcnet.") and not child.name.startswith("bcnet.expert.")]
    return fields + [node.showname for node in left if not LEFTOVER.fullmatch(node.showname)]


def check_cuts(test, payloads, sender="host", without=()):
    """Wherever a payload (or each of several) is cut: all bytes are shown, one expert info tells of it.

    `without`: lengths at which a cut is something else.
    """
    payloads = [payloads] if isinstance(payloads, bytes) else payloads
    cuts = [payload[:length] for payload in payloads for length in range(1, len(payload)) if length not in without]
    seen = frames(payloads_as_capture(cuts, sender))
    test.assertEqual(len(seen), len(cuts))
    for cut, frame in zip(cuts, seen):
        what = f"{cut.hex(' ')}\n{frame.outline()}"
        test.assertTrue(frame.dissected, what)
        test.assertFalse(frame.malformed, what)
        test.assertEqual([expert.name for expert in frame.experts()], ["bcnet.expert.truncated"], what)
        test.assertFalse(hidden_bytes(frame), what)
        test.assertEqual(said_of_leftovers(frame), [], what)
