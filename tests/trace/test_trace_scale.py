# SPDX-License-Identifier: GPL-2.0-or-later
"""bcnet-trace2pcap on long logs: memory does not grow with the log, work grows as it does.

BCNET_TRACE_MEGABYTES=150 python3 ... runs the full size; without it a short form.
"""

import os
import resource
import unittest

import cost
import pcapng
from bcnet_test import BUILD, main, scratch_file
from trace_log import battle

MEGABYTES = float(os.environ.get("BCNET_TRACE_MEGABYTES", "12"))
PARTS = 8               # the small log is so many times smaller
PROGRAM = BUILD / "tools" / "bcnet-trace2pcap"
MEMORY = 2_000_000      # bytes of data that it may have, however long the log; it can do with 800,000
WORK = 8                # blocks of instructions for a byte of the log; as counted, 4
GROWTH = 1.02           # so many times the work of PARTS small logs


def little_memory():
    """What is in the way of a program that keeps what it reads."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def run(size):
    """Converts a log of that many MB: blocks of instructions, 0 where nothing counts them."""
    source, target = scratch_file(".log"), scratch_file(".pcapng")
    with open(source, "wb") as file:
        count = battle(int(size * 1_000_000), file)
    command = [PROGRAM, "--quiet", source, target]
    if not is_instrumented():
        cost.memory(command, setup=little_memory)
    blocks = cost.work(command)[0] if cost.COUNTS else cost.memory(command)[0] * 0
    if len(pcapng.read(target)) != count:
        raise AssertionError(f"{count} datagrams went in, {len(pcapng.read(target))} came out.")
    source.unlink()
    return blocks


def is_instrumented():
    """Sanitizers and coverage counters make it slow and large."""
    content = PROGRAM.read_bytes()
    return b"__asan_" in content or b"__gcov_" in content


class Scale(unittest.TestCase):
    """Long logs."""

    def test_work_and_memory(self):
        small, large = run(MEGABYTES / PARTS), run(MEGABYTES)
        print(f"{MEGABYTES:g} MB log: {large / MEGABYTES / 1e6:.2f} blocks for a byte, {large / max(small, 1):.2f} times those of "
              f"an eighth of it")
        if not is_instrumented():
            self.assertLess(large, WORK * MEGABYTES * 1_000_000)
            self.assertLessEqual(large, GROWTH * PARTS * small)


if __name__ == "__main__":
    main()
