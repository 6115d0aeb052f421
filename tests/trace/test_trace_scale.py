# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-trace2pcap on long logs: memory does not grow with the log, and speed.

BCNET_TRACE_MEGABYTES=150 python3 ... runs the full size; without it a short form.
"""

import os
import re
import sys
import time
import unittest

import pcapng
from bcnet_test import BUILD, main, scratch_file
from trace_log import battle

MEGABYTES = float(os.environ.get("BCNET_TRACE_MEGABYTES", "24"))
PROGRAM = BUILD / "tools" / "bcnet-trace2pcap"
LEAST_SPEED = 20.0      # MB per second of processor time
MOST_MEMORY = 16.0      # MB in all
MOST_GROWTH = 2.0       # MB, whatever the size of the log


def peak_memory(process):
    """MB at most so far. (What wait4 tells counts this program's memory too, from before the exec.)"""
    with open(f"/proc/{process}/status", encoding="ascii") as status, open(f"/proc/{process}/cmdline", "rb") as line:
        found = re.search(r"^VmHWM:\s+(\d+) kB", status.read(), re.MULTILINE)
        return int(found[1]) / 1000 if found and line.read().startswith(bytes(PROGRAM)) else 0


def run(size):
    """Converts a log of that many MB: datagrams put in, MB/s, peak memory in MB, capture."""
    source, target = scratch_file(".log"), scratch_file(".pcapng")
    with open(source, "wb") as file:
        count = battle(int(size * 1_000_000), file)
    process = os.spawnv(os.P_NOWAIT, PROGRAM, [str(PROGRAM), "--quiet", str(source), str(target)])
    peak, done = 0, 0
    while not done:
        peak = max(peak, peak_memory(process))
        done, status, usage = os.wait4(process, os.WNOHANG)
        time.sleep(0.001)
    if status != 0:
        raise AssertionError(f"bcnet-trace2pcap ended with status {status}.")
    speed = source.stat().st_size / 1e6 / max(usage.ru_utime + usage.ru_stime, 1e-3)
    source.unlink()
    return count, speed, peak, target


def is_instrumented():
    """Sanitizers and coverage counters make it slow and large."""
    content = PROGRAM.read_bytes()
    return b"__asan_" in content or b"__gcov_" in content


class Scale(unittest.TestCase):
    """Long logs."""

    @classmethod
    def setUpClass(cls):
        cls.small = run(MEGABYTES / 8)
        cls.large = run(MEGABYTES)
        print(f"{MEGABYTES:g} MB log: {cls.large[1]:.0f} MB/s of processor time, {cls.large[2]:.1f} MB of memory at "
              f"most ({cls.small[2]:.1f} MB for an eighth of it)", file=sys.stderr)

    def test_every_datagram(self):
        for count, _, _, capture in (self.small, self.large):
            self.assertEqual(len(pcapng.read(capture)), count)

    def test_speed(self):
        if is_instrumented():
            self.skipTest("The program is instrumented.")
        self.assertGreater(self.large[1], LEAST_SPEED)

    def test_memory(self):
        if is_instrumented():
            self.skipTest("The program is instrumented.")
        self.assertGreater(self.small[2], 0)
        self.assertLess(self.large[2], MOST_MEMORY)
        self.assertLess(self.large[2] - self.small[2], MOST_GROWTH)


if __name__ == "__main__":
    main()
