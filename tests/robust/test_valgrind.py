# SPDX-License-Identifier: GPL-2.0-or-later
"""No memory error and no leak with the plugin in its call stack while a join and a whole game are read."""

import os
import unittest
import xml.etree.ElementTree as ElementTree

from bcnet_test import SOURCE, main, require_plugin, run, scratch_file
from captures import FOLDER

VALGRIND = ["-q", "--leak-check=full", "--show-leak-kinds=definite", "--keep-debuginfo=yes", "--xml=yes",
            "--num-callers=40"]


def in_plugin(frame):
    """Whether a stack frame is code of the plugin: its object while it is loaded, its sources after that."""
    return frame.findtext("obj", "").endswith("/bcnet.so") or frame.findtext("dir", "").startswith(str(SOURCE))


def describe(error):
    """An error with the part of its stack from the plugin on."""
    what = error.findtext("what") or error.findtext("xwhat/text")
    stack = [f"{frame.findtext('fn')} ({frame.findtext('file')}:{frame.findtext('line')})"
             for frame in error.iter("frame")]
    return "\n    ".join([what, *stack[:15]])


class Valgrind(unittest.TestCase):
    """tshark -V under valgrind, with allocations that valgrind can see."""

    longMessage = False

    def check(self, capture):
        require_plugin()
        os.environ["WIRESHARK_DEBUG_WMEM_OVERRIDE"] = "simple"
        report = scratch_file(".xml")
        run("valgrind", *VALGRIND, f"--xml-file={report}", "tshark", "-n", "-2", "-r", FOLDER / capture, "-V",
            timeout=400)
        root = ElementTree.parse(report).getroot()
        self.assertEqual([status.findtext("state") for status in root.iter("status")][-1], "FINISHED")
        errors = [error for error in root.iter("error") if any(in_plugin(frame) for frame in error.iter("frame"))]
        self.assertFalse(errors, f"{len(errors)} errors:\n  " + "\n  ".join(map(describe, errors[:10])))

    def test_join(self):
        self.check("join.pcapng")

    def test_session(self):
        self.check("session.pcapng")


if __name__ == "__main__":
    main()
