# SPDX-License-Identifier: GPL-2.0-or-later
"""The same in one pass, for captures whose datagrams hold several messages: what a message shows before the next ones
of its datagram have been read."""

import unittest

import exported
from bcnet_test import fields, main
from captures import all_captures


class OnePass(unittest.TestCase):
    """Of the others the exported frames are the datagrams themselves."""

    longMessage = False
    maxDiff = 4000

    def test_captures(self):
        compared = 0
        for capture in all_captures():
            path = exported.export(capture)
            if len(exported.origins(path)) <= len(fields(capture, ["frame.number"], "bcnet")):
                continue
            compared += 1
            with self.subTest(capture=capture.stem):
                original, alone = exported.both(capture, (), path)
                for before, after in zip(original, alone):
                    self.assertEqual(str(after), str(before))
                self.assertEqual(len(alone), len(original))
        self.assertGreater(compared, 20)


if __name__ == "__main__":
    main()
