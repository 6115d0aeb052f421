# SPDX-License-Identifier: GPL-2.0-or-later
"""A ring of files (dumpcap -b), each with the one before it: what is told counts once, and ships are known as in the whole
capture (docs/batch.md)."""

import csv
import io
import unittest

from bcnet_test import SOURCE, main, run, scratch_file, tshark

WHOLE = SOURCE / "captures" / "session.pcapng"
FIRST = 250         # frames in the first file; 488 in all
PLACE = ("object", "player", "class", "how_known")


def table(capture, name, display_filter=""):
    text = tshark("-q", "-r", capture, "-z", ",".join(filter(None, ("bcnet", name, "csv", display_filter))))
    return list(csv.DictReader(io.StringIO(text)))


def updates(rows):
    """Updates per object and class."""
    return {(row["object"], row["class"]): int(row["updates"]) for row in rows if row["updates"] != "0"}


class TwoFiles(unittest.TestCase):
    """The story, split by editcap."""

    @classmethod
    def setUpClass(cls):
        cls.files = [scratch_file(".pcapng"), scratch_file(".pcapng")]
        both = scratch_file(".pcapng")
        run("editcap", "-r", WHOLE, cls.files[0], f"1-{FIRST}")
        run("editcap", WHOLE, cls.files[1], f"1-{FIRST}")
        run("mergecap", "-w", both, *cls.files)
        start = tshark("-r", cls.files[1], "-c", "1", "-T", "fields", "-e", "frame.time_epoch").strip()
        cls.first = table(cls.files[0], "ships")
        cls.second = table(both, "ships", f"frame.time_epoch >= {start}")
        cls.both, cls.start = both, start

    def test_every_update_counts_once(self):
        counted = updates(self.first)
        for place, count in updates(self.second).items():
            counted[place] = counted.get(place, 0) + count
        self.assertEqual(counted, updates(table(WHOLE, "ships")))

    def test_ships_are_known(self):
        whole = {tuple(row[name] for name in PLACE) for row in table(WHOLE, "ships")}
        self.assertLess(set(), {tuple(row[name] for name in PLACE) for row in self.second})
        self.assertLessEqual({tuple(row[name] for name in PLACE) for row in self.second}, whole)
        self.assertIn("inferred", [row["how_known"] for row in table(self.files[1], "ships")])     # alone

    def test_rows(self):
        """Of all messages, too: as many as in the whole capture, with the same senders."""
        def rows(capture, *more):
            return tshark("-q", "-r", capture, "-z", ",".join(("bcnet,csv,all", *more))).splitlines()[1:]

        new = rows(self.both, f"frame.time_epoch >= {self.start}")
        self.assertEqual(len(rows(self.files[0])) + len(new), len(rows(WHOLE)))


if __name__ == "__main__":
    main()
