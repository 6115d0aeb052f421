# SPDX-License-Identifier: GPL-2.0-or-later
"""The session capture is what every newcomer sees first: it must be a game that could have been."""

import math
import unittest

from bcnet_test import SOURCE, fields, main

SESSION = SOURCE / "captures" / "session.pcapng"
FASTEST = 10.0      # units per second; no ship of the story flies faster
ON_TIME = 0.1       # seconds that an ack takes at most when nothing gets lost


def values(names, display_filter, *options):
    """Rows of numbers; only frames that have each field once."""
    rows = fields(SESSION, names, display_filter, options=list(options))
    return [[float(row[name][0]) for name in names] for row in rows if all(len(row[name]) == 1 for name in names)]


class Story(unittest.TestCase):
    """Times and places."""

    def test_the_clock_of_the_game_runs_with_the_capture(self):
        """Two games, so two offsets between them (30.3, 60.1)."""
        starts = [number for number, in values(["frame.number"], "bcnet.settings.map")]
        clocks = values(["frame.number", "frame.time_relative", "bcnet.state.game_time"], "bcnet.state.game_time")
        clocks += values(["frame.number", "frame.time_relative", "bcnet.settings.game_time"], "bcnet.settings.map")
        self.assertGreater(len(clocks), 100)
        second = starts[2]
        for game in ([row for row in clocks if row[0] < second], [row for row in clocks if row[0] >= second]):
            offsets = [clock - time for _, time, clock in game]
            self.assertLess(max(offsets) - min(offsets), 0.05)

    def test_time_is_up_when_it_was_announced(self):
        announced, = {end for end, in values(["bcnet.mission.end_time"], "bcnet.mission.end_time")}
        (ends, *_), *_ = values(["frame.time_relative"], "bcnet.end_game.reason == 1")
        time, clock = values(["frame.time_relative", "bcnet.settings.game_time"], "bcnet.settings.map")[0]
        self.assertAlmostEqual(ends + clock - time, announced, delta=0.05)

    def test_acks_are_late_only_where_a_message_was_sent_again(self):
        again = {number for number, in values(["bcnet.analysis.retransmission_of"], "bcnet.analysis.retransmission")}
        self.assertTrue(again)
        rows = fields(SESSION, ["bcnet.analysis.acks_frame", "bcnet.analysis.ack_rtt"], "bcnet.analysis.ack_rtt")
        self.assertGreater(len(rows), 100)
        for row in rows:
            for time in map(float, row["bcnet.analysis.ack_rtt"]):
                if time > ON_TIME:
                    self.assertTrue(again & set(map(float, row["bcnet.analysis.acks_frame"])), row)

    def test_every_message_is_acknowledged(self):
        """But for the last ones of those who left."""
        rows = fields(SESSION, ["frame.number", "bcnet.msg.seq", "bcnet.analysis.acked_in"], "bcnet.msg.seq",
                      options=["-2"])
        open_ends = [row["frame.number"] for row in rows
                     if len(row["bcnet.msg.seq"]) != len(row["bcnet.analysis.acked_in"])]
        self.assertEqual(open_ends, [])

    def test_ships_do_not_jump(self):
        """A client's own ship, from one of its updates to the next, warp excepted."""
        warp, = {round(time) for time, in values(["frame.time_relative"], "bcnet.warp.set && bcnet.from_host == 0")}
        names = ["frame.time_relative", "bcnet.state.object", "bcnet.state.world.x", "bcnet.state.world.y",
                 "bcnet.state.world.z", "bcnet.peer"]
        rows = fields(SESSION, names, "bcnet.state.world.x && bcnet.from_host == 0")
        self.assertGreater(len(rows), 80)
        last = {}
        for row in rows:
            time, x, y, z = (float(row[name][0]) for name in (names[0], *names[2:5]))
            ship = row["bcnet.state.object"][0], row["bcnet.peer"][0]
            if ship in last and not last[ship][0] < warp < time:
                gone, way = time - last[ship][0], math.dist(last[ship][1:], (x, y, z))
                self.assertLess(way, FASTEST * gone + 0.5, f"{ship} at {time}")
            last[ship] = time, x, y, z


if __name__ == "__main__":
    main()
