# SPDX-License-Identifier: GPL-2.0-or-later
"""Times that no clock shows: seconds up to 2^64, forwards and backwards. Nothing overflows (tests/sanitize.sh looks for
that), nothing hangs, and what can be said is said."""

import dataclasses
import itertools
import unittest

import pcapng
from bcnet_test import SOURCE, fields, forge, main, scratch_file, tshark

GIANTS = (0, 2**31, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 1, 2**63 - 2**30)
TABLES = ("csv", "players", "ships", "chat")
TREE = ("-o", "statistics.st_enable_burstinfo:FALSE", "-z", "bcnet,tree")   # Wireshark's own bursts crash with such times
YEAR = 365 * 86400


def timed(capture, times):
    """The capture with other times, in whole seconds (if_tsresol 0)."""
    path = scratch_file(".pcapng")
    pcapng.write(path, [dataclasses.replace(packet, time=time)
                        for packet, time in zip(pcapng.read(capture), itertools.cycle(times))], digits=0)
    return path


class GiantTimes(unittest.TestCase):
    """Captures of resends, acks, fragments, joins and fights with such times."""

    def check(self, name, times):
        path = timed(SOURCE / "captures" / f"{name}.pcapng", times)
        tables = [argument for table in TABLES for argument in ("-z", f"bcnet,{table}")]
        for options in ([], ["-2"]):
            self.assertIn("Bridge Commander", tshark("-r", path, "-O", "bcnet", *options, *tables, *TREE))

    def test_every_kind_of_time(self):
        for name in ("session", "retransmissions", "fragments-retransmitted", "departures", "learn-10-fight"):
            for shift in range(0, len(GIANTS), 3):
                with self.subTest(capture=name, shift=shift):
                    self.check(name, GIANTS[shift:] + GIANTS[:shift])

    def test_reports(self):
        path = timed(SOURCE / "captures" / "session.pcapng", GIANTS)
        page = scratch_file(".html")
        tshark("-r", path, "-q", "-z", f"bcnet,report,{page}")
        self.assertIn("Sovereign", page.read_text(encoding="utf-8"))

    def test_intervals(self):
        """Whole seconds are seconds; where the difference is beyond what 64 bits of nanoseconds hold, it is still long and
        not negative."""
        capture = forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace  10.10.10.239:59405 id 2
            at 0 ace > host
                game seq 1 2C i32:2 str16:"a"
            at 1 ace > host
                game seq 1 2C i32:2 str16:"a"
            at 2 host > ace
                ack 1
            """)
        for times, interval, rtt in (((10, 13, 17), 3, 7), ((0, 2**62, 2**63 - 1), None, None)):
            row = fields(timed(capture, times), ["bcnet.analysis.resend_interval"], "frame.number==2")[0]
            found = float(row["bcnet.analysis.resend_interval"][0])
            row = fields(timed(capture, times), ["bcnet.analysis.ack_rtt"], "frame.number==3")[0]
            trip = float(row["bcnet.analysis.ack_rtt"][0])
            with self.subTest(times=times):
                if interval is None:
                    self.assertGreater(found, 100 * YEAR)
                    self.assertGreater(trip, 100 * YEAR)
                else:
                    self.assertEqual((found, trip), (interval, rtt))


if __name__ == "__main__":
    main()
