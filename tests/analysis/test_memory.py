# SPDX-License-Identifier: GPL-2.0-or-later
"""What the analysis costs in memory: peak resident sizes of tshark with captures of three lengths, less those with the
protocol disabled. Every message is reliable and acknowledged in a datagram of its own, the dearest case."""

import os
import unittest

import cost
from bcnet_test import forge, main, require_plugin
from wireshark import command, environment

SIZES = [20_000, 50_000, 80_000]
LIMIT = 200     # bytes per reliable message, its ack included
SCENARIO = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
    repeat {count} every 0.02
        at 0 ace > host
            game seq $i%65536 36 u16:$i%65536
        at +0.005 host > ace
            ack $i%65536
    end
"""


def peak(capture, *options):
    """Peak resident size of tshark in bytes."""
    return cost.memory(command("tshark", "-n", "-r", capture, "-Y", "udp.port == 1", *options), env=environment())[0]


@unittest.skipIf(os.environ.get("BCNET_PRELOAD"), "sanitizers have their own memory")
class Memory(unittest.TestCase):
    """Growth with the length of the capture."""

    @classmethod
    def setUpClass(cls):
        require_plugin()
        cls.captures = [forge(SCENARIO.format(count=count)) for count in SIZES]

    def own(self, *options):
        """What the plugin needs, per capture."""
        return [peak(capture, *options) - peak(capture, "--disable-protocol", "bcnet", *options)
                for capture in self.captures]

    def check(self, *options):
        sizes = self.own(*options)
        growth = [(sizes[i + 1] - sizes[i]) / (SIZES[i + 1] - SIZES[i]) for i in range(2)]
        whole = (sizes[2] - sizes[0]) / (SIZES[2] - SIZES[0])
        print(f"\n{' '.join(options) or 'one pass'}: {whole:.0f} bytes per reliable message, "
              f"{growth[0]:.0f} in the first part and {growth[1]:.0f} in the second")
        self.assertGreater(whole, 60, "less than the record itself has: nothing was measured")
        self.assertLess(whole, LIMIT)
        self.assertLess(max(growth), LIMIT * 1.25, "memory does not grow linearly")

    def test_one_pass(self):
        self.check()

    def test_two_passes(self):
        self.check("-2")


if __name__ == "__main__":
    main()
