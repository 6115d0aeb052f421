# SPDX-License-Identifier: GPL-2.0-or-later
"""A made-up battle on a bad line, exported message by message: every line below every message is the same, in one pass
and in two.

    BCNET_BUILD_DIR=build PYTHONPATH=tests/lib python3 tests/export-messages/test_battle_of_messages.py    1,500
    BCNET_BATTLE=140000 ... the same                                             datagrams of a whole evening
"""

import itertools
import os
import re
import subprocess
import unittest

import exported
from bcnet_test import SOURCE, main, registered_fields, scratch, tool
from wireshark import BUILD, environment

DATAGRAMS = int(os.environ.get("BCNET_BATTLE", "1500"))
FRAME = re.compile(r"Frame (\d+): ")
MESSAGE = re.compile(r"    Message \d+: ")
# "Frame" is what Wireshark calls a fragment.
LINK = re.compile(r"(\s+\[?(?:Frame|" + "|".join(re.escape(field.label) for field in registered_fields()
                                           if field.type == "FRAMENUM") + r"): )(\d+)(.*)", re.DOTALL)
FRAGMENTS = re.compile(r"(\s+\[?\d+ Fragments?[^:]*): .*", re.DOTALL)


def messages(capture, options, frame_of=int):
    """[frame, line, line ...] of every message of a capture; nothing is kept, so a capture can be long."""
    command = [SOURCE / "scripts" / "with-plugin.sh", BUILD, "tshark", "-n", "-r", capture, "-O", "bcnet", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=environment()) as process:
        frame, lines = 0, []
        for line in process.stdout:
            begin = FRAME.match(line)
            if begin:
                frame = frame_of(int(begin[1]))
            if lines and not line.startswith("        "):
                yield lines
                lines = []
            if MESSAGE.match(line):
                lines = [frame, line]
            elif lines:
                lines += translated(line, frame, frame_of)
        if lines:
            yield lines
    if process.returncode:
        raise AssertionError(f"tshark ended with {process.returncode}")


def translated(line, own, frame_of):
    """A line with the original's numbers of frames; none for a link within a datagram, which is no link there."""
    link = LINK.match(line)
    if link:
        target = frame_of(int(link[2]))
        return [] if target == own else [f"{link[1]}{target}{link[3]}"]
    return [FRAGMENTS.sub(r"\1\n", exported.Reader(frame_of).words(line) if "rame" in line else line)]


class Battle(unittest.TestCase):
    """Two per cent lost, some overtaken."""

    longMessage = False
    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        cls.capture = scratch() / "battle.pcapng"
        tool("bcnet-forge", "--battle", "--players", 4, "--datagrams", DATAGRAMS, "--loss", 2,
             "--reorder", 1, cls.capture)
        cls.path = exported.export(cls.capture)
        cls.frame_of = staticmethod(exported.origins(cls.path).__getitem__)

    def check(self, *options):
        count = 0
        options = (*options, "-o", "bcnet.judge:false")  # rules about datagrams, which a message alone has none of
        for before, alone in itertools.zip_longest(messages(self.capture, options),
                                                   messages(self.path, options, self.frame_of)):
            self.assertEqual(alone, before)
            count += 1
        self.assertGreater(count, DATAGRAMS)

    def test_one_pass(self):
        self.check()

    def test_two_passes(self):
        self.check("-2")


if __name__ == "__main__":
    main()
