# SPDX-License-Identifier: GPL-2.0-or-later
"""misfit: blocks that do not fit the layout teach nothing: not the known state, not Info, not the tables (60.2, 60.3)."""

import json
import unittest

from bcnet_test import SOURCE, columns, fields, main, scratch_file, tshark

CAPTURE = SOURCE / "captures" / "misfit.pcapng"
BLOCKS, WANTED = (3, 4), (6, 7, 8, 9)


class Misfit(unittest.TestCase):
    """Whole blocks in frames 2, 5 and 10; the others do not fit."""

    def test_known_state(self):
        """160 of 255 are 62.7 %, 0xC0 are 75.3 %; nothing has the 12.9 % of 0x21."""
        rows = fields(CAPTURE, ["frame.number", "bcnet.known.name", "bcnet.known.condition.percent", "bcnet.known.frame"],
                      "bcnet.state.object")
        known = {int(row["frame.number"][0]): dict(zip(row["bcnet.known.name"], zip(
            (round(float(percent), 1) for percent in row["bcnet.known.condition.percent"]), row["bcnet.known.frame"])))
            for row in rows}
        first = {"Hull": (62.7, "2"), "Shield Generator": (100.0, "2"), "Bridge": (100.0, "2")}
        for frame in (2, *BLOCKS, 5, *WANTED):
            with self.subTest(frame=frame):
                self.assertIn(known[frame], ({}, first))
        self.assertEqual(known[2], first)
        self.assertEqual(known[10], {**first, "Sensor Array": (75.3, "10"), "Warp Core": (100.0, "10"),
                                     "Impulse Engines": (100.0, "10"), "Torpedoes": (100.0, "10")})

    def test_info(self):
        infos = [info for _, info in columns(CAPTURE)]
        self.assertIn("Hull 63 %", infos[1])
        self.assertRegex(infos[4], r"Impulse Engines wanted 125 %$")
        for frame in BLOCKS + WANTED:
            with self.subTest(frame=frame):
                self.assertRegex(infos[frame - 1], r"\(does not fit the layout\)( \[.*\])?$")
                self.assertNotIn("%", infos[frame - 1])

    def test_ships_table(self):
        lines = tshark("-r", CAPTURE, "-q", "-z", "bcnet,ships")
        self.assertRegex(lines, r"Hull 63 % \(63 %\), Sensor Array 75 % \(75 %\), \d+ others 100 %")
        self.assertNotIn("13 %", lines)

    def test_report(self):
        """What the after-action report collects is what fits: conditions and powers."""
        path = scratch_file(".json")
        tshark("-r", CAPTURE, "-q", "-z", f"bcnet,world,{path}")
        ship = json.loads(path.read_text(encoding="utf-8"))["games"][0]["ships"][0]
        self.assertEqual({value for state in ship["states"] for value in state["v"]}, {0xFF, 0xA0, 0xC0})
        self.assertEqual([step[1:] for step in ship["power"]], [[2, 100], [4, 125]])     # as in frame 5

    def test_what_is_there_is_shown(self):
        rows = fields(CAPTURE, ["bcnet.subsystem.condition", "bcnet.wanted.value"], "bcnet.expert.layout")
        self.assertEqual(len(rows), len(BLOCKS + WANTED))
        self.assertTrue(all(row["bcnet.subsystem.condition"] or row["bcnet.wanted.value"] for row in rows), rows)


if __name__ == "__main__":
    main()
