# SPDX-License-Identifier: GPL-2.0-or-later
"""The dissector's analysis of a made-up battle against the truth the forge tells about it: round-trip times,
retransmissions, gaps, late arrivals and stale acks, each of them.

    BCNET_BUILD_DIR=build PYTHONPATH=tests/lib python3 tests/analysis/test_battle_analysis.py     8,000 datagrams
    BCNET_BATTLE=140000 ... the same                                                               a whole evening
"""

import collections
import json
import os
import unittest

from bcnet_test import fields, main, scratch, tool, tshark

DATAGRAMS = int(os.environ.get("BCNET_BATTLE", "8000"))
ANALYSIS = ["retransmission_of", "acked_in", "acks_frame", "ack_rtt", "resend_count", "resend_interval"]
NAMES = ["frame.number", "frame.time_epoch", *(f"bcnet.analysis.{name}" for name in ANALYSIS)]


def forged(loss, duplicate, reorder, seed):
    """A battle: capture and truth."""
    capture, truth = scratch() / f"battle-{seed}.pcapng", scratch() / f"battle-{seed}.json"
    tool("bcnet-forge", "--battle", "--players", 4, "--datagrams", DATAGRAMS, "--loss", loss, "--duplicate",
         duplicate, "--reorder", reorder, "--seed", seed, "--truth", truth, capture)
    return capture, json.loads(truth.read_text())


def microseconds(text):
    """Of a time in seconds; the forge's clock has microseconds, so nothing is lost."""
    return round(float(text) * 1e6)


class Shown:
    """What the dissector shows, added up by frame."""

    def __init__(self, capture, options):
        self.times = {}
        self.values = collections.defaultdict(dict)     # field -> frame -> texts
        for row in fields(capture, NAMES, "bcnet.msg", options):
            frame = int(row["frame.number"][0])
            self.times[frame] = microseconds(row["frame.time_epoch"][0])
            for name in ANALYSIS:
                found = row[f"bcnet.analysis.{name}"]
                if found:
                    self.values[name][frame] = found


EXPERT_TEXTS = {
    "This message was sent before": "retransmission",
    "Acknowledged before: normal up to the ninth time (10.3)": "stale_ack",
    "The capture does not hold the acknowledged message": "unknown_ack",
    "Earlier sequence numbers are missing": "lost",
    "The sequence number arrives after newer ones": "out_of_order",
    "It was acknowledged long before": "needless_resend",
}


def experts_by_frame(capture, options):
    """Name -> Counter of frames. Expert infos are fields without a value: told apart by their constant texts."""
    found = {name: collections.Counter() for name in EXPERT_TEXTS.values()}
    rows = fields(capture, ["frame.number", "_ws.expert.message"], "_ws.expert && bcnet", options)
    for row in rows:
        for text in row["_ws.expert.message"]:
            found[EXPERT_TEXTS[text]][int(row["frame.number"][0])] += 1
    return found


class Battle:
    """One battle, read in one pass or two; mixed into the test cases."""

    maxDiff = 2000
    loss, duplicate, reorder, seed = 2, 1, 1, 1
    options = []

    @classmethod
    def setUpClass(cls):
        cls.capture, cls.truth = forged(cls.loss, cls.duplicate, cls.reorder, cls.seed)
        cls.shown = Shown(cls.capture, cls.options)
        cls.experts = experts_by_frame(cls.capture, [*cls.options, "-o", "bcnet.judge:false"])

    def numbers(self, name):
        """Frame -> values of a field as sorted integers."""
        return {frame: sorted(int(text) for text in values) for frame, values in self.shown.values[name].items()}

    def test_there_is_something_to_find(self):
        totals = self.truth["totals"]
        self.assertEqual(totals["frames"], DATAGRAMS)
        self.assertGreater(totals["retransmissions"], DATAGRAMS // 500)
        self.assertGreater(totals["stale_acks"], 0)

    def test_retransmissions(self):
        """Every one, with the frame it repeats, how often it was sent, and the time since."""
        first, count, interval = (collections.defaultdict(list) for _ in range(3))
        for message in self.truth["messages"]:
            places = message["frames"]
            for number, frame in enumerate(places[1:], 1):
                first[frame].append(places[0])
                count[frame].append(number)
                interval[frame].append(self.shown.times[frame] - self.shown.times[places[number - 1]])
        self.assertEqual(self.numbers("retransmission_of"), sorted_lists(first))
        self.assertEqual(self.numbers("resend_count"), sorted_lists(count))
        self.assertEqual({frame: sorted(map(microseconds, values))
                          for frame, values in self.shown.values["resend_interval"].items()}, sorted_lists(interval))
        self.assertEqual(self.experts["retransmission"], {frame: len(values) for frame, values in first.items()})
        self.assertEqual(sum(len(values) for values in first.values()), self.truth["totals"]["retransmissions"])

    def test_needless_resends(self):
        """Three acks of it were seen, the first more than ten seconds before."""
        expected = collections.Counter()
        for message in self.truth["messages"]:
            acks = message["acks"]
            for frame in message["frames"][1:]:
                seen = sum(ack < frame for ack in acks)
                if seen >= 3 and self.shown.times[frame] - self.shown.times[acks[0]] > 10_000_000:
                    expected[frame] += 1
        self.assertEqual(self.experts["needless_resend"], expected)

    def test_acks(self):
        """Every ack: what it acknowledges, and whether it is the first one."""
        acks, stale = collections.defaultdict(list), collections.Counter()
        for message in self.truth["messages"]:
            if not message["frames"]:
                continue
            for number, frame in enumerate(message["acks"]):
                acks[frame].append(message["frames"][0])
                stale.update([frame] if number else [])
        self.assertEqual(self.numbers("acks_frame"), sorted_lists(acks))
        self.assertEqual(self.experts["stale_ack"], stale)
        self.assertEqual(sum(stale.values()), self.truth["totals"]["stale_acks"])
        self.assertFalse(self.experts["unknown_ack"])

    def test_acknowledged_messages(self):
        """Every sending whose message is acknowledged in the capture leads to the first ack."""
        acked = collections.defaultdict(list)
        for message in self.truth["messages"]:
            for frame in message["frames"] if message["acks"] else []:
                if self.knows_acks or message["acks"][0] < frame:
                    acked[frame].append(message["acks"][0])
        self.assertEqual(self.numbers("acked_in"), sorted_lists(acked))

    def test_round_trip_times(self):
        """Every one, where the message is and where its ack is."""
        times = collections.defaultdict(list)
        for message in self.truth["messages"]:
            if message["frames"] and message["acks"]:
                rtt = microseconds(message["rtt"])
                times[message["acks"][0]].append(rtt)
                if self.knows_acks:
                    times[message["frames"][0]].append(rtt)
        self.assertEqual({frame: sorted(map(microseconds, values))
                          for frame, values in self.shown.values["ack_rtt"].items()}, sorted_lists(times))

    def test_losses(self):
        """Gaps and late arrivals, each in its frame."""
        self.assertEqual(self.experts["lost"], collections.Counter(gap["frame"] for gap in self.truth["gaps"]))
        self.assertEqual(self.experts["out_of_order"], collections.Counter(self.truth["out_of_order"]))

    def test_missing_numbers(self):
        """How many numbers each gap has."""
        rows = fields(self.capture, ["bcnet.analysis.missing"], "bcnet.analysis.lost", self.options)
        self.assertEqual(sum(int(number) for row in rows for number in row["bcnet.analysis.missing"]),
                         self.truth["totals"]["missing"])

    def test_gaps_are_counted_in_one_line(self):
        """The summary of an expert info is constant, so that Wireshark's list groups them."""
        said = tshark("-r", self.capture, "-q", "-z", "expert,note,bcnet.analysis.lost", *self.options)
        lines = [line.split(maxsplit=3) for line in said.splitlines() if "missing" in line]
        gaps = len(self.truth["gaps"])
        self.assertEqual([[int(count), text] for count, _, _, text in lines],
                         [[gaps, "Earlier sequence numbers are missing"]] if gaps else [])


def sorted_lists(mapping):
    """Values sorted, as order within a frame does not matter here."""
    return {key: sorted(values) for key, values in mapping.items()}


class Usual(Battle, unittest.TestCase):
    """Two per cent lost, duplicates, reordering; in one pass."""
    knows_acks = False


class UsualTwoPasses(Battle, unittest.TestCase):
    """The same in two passes."""
    options = ["-2"]
    knows_acks = True


class Rough(Battle, unittest.TestCase):
    """A bad line: a quarter is lost."""
    loss, duplicate, reorder, seed = 25, 4, 8, 7
    options = ["-2"]
    knows_acks = True

    def test_gaps_occur(self):
        totals = self.truth["totals"]
        self.assertGreater(totals["gaps"], 0)
        self.assertGreater(totals["out_of_order"], 0)


if __name__ == "__main__":
    main()
