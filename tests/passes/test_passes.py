# SPDX-License-Identifier: GPL-2.0-or-later
"""Every capture looks the same however it is read: in one pass, in two, and frame by frame in any order."""

import collections
import difflib
import random
import re
import unittest

import contract
from bcnet_test import Sharkd, main, tshark
from captures import all_captures, expected_places, per_capture

# Said beside the link to a later frame, and learned from that frame.
LEARNED_LATER = {"bcnet.analysis.ack_rtt", "bcnet.analysis.held_up", "bcnet.copy.count"}
# A frame can hold several datagrams, and what one of them says may be answered by a later one of the same frame.
POINTS_FORWARD = {"bcnet.analysis.acked_in", "bcnet.analysis.held_up_by", "bcnet.copied_in"}
# What TCP itself adds to the Info column from 4.6 on, once it has read on.
TCP_LEARNED_LATER = re.compile(r" \[TCP PDU reassembled in \d+\]$")
# Above this number of frames a random choice of them is asked for.
MOST_FRAMES = 2000
COLUMNS = 'gui.column.format:"Protocol","%p","Info","%i"'
# In the output of tshark -P -O: the summary line, and the layers before which that line stands.
FRAME_START = re.compile(r"^(.*)\n(Packet comments\n)?Frame (\d+): ", re.MULTILINE)
PROTOCOL_COLUMN, INFO_COLUMN = 4, 6     # in the columns sharkd shows by default


def name_of(node):
    """Filter name of a node of sharkd's tree."""
    return node.get("f", "").split(" ")[0]


def walk(nodes):
    """All nodes of a tree in order."""
    for node in nodes:
        yield node
        yield from walk(node.get("n", ()))


def known_at(frame, nodes):
    """The nodes among siblings that can be known when only the frames up to this one have been read."""
    earlier = [node for node in nodes if node.get("t") != "framenum" or node["fnum"] < frame
               or node["fnum"] == frame and name_of(node) not in POINTS_FORWARD]
    if len(earlier) < len(nodes):
        earlier = [node for node in earlier if name_of(node) not in LEARNED_LATER]
    return earlier


def lines_of(nodes, frame=None, depth=0):
    """The lines tshark prints with -O bcnet for a tree of sharkd; of a first pass if the frame number is given."""
    for node in known_at(frame, nodes) if frame else nodes:
        label = f"[{node['l']}]" if node.get("g") else node["l"]
        yield "    " * depth + label
        if depth or name_of(node) == "bcnet":
            yield from lines_of(node.get("n", ()), frame, depth + 1)


def as_text(answer, frame=None):
    """A frame of sharkd as tshark -P -O bcnet prints it; in a first pass if the frame number is given."""
    columns = answer["col"]
    summary = f"{columns[PROTOCOL_COLUMN]} {columns[INFO_COLUMN]}".rstrip()
    if frame:
        summary = TCP_LEARNED_LATER.sub("", summary)
    return "\n".join([summary, *lines_of(answer["tree"], frame)])


def read_with_tshark(capture, *options):
    """Frame number -> summary line and tree as text."""
    output = tshark("-r", capture, "-P", "-O", "bcnet", "-o", COLUMNS, *options)
    pieces = FRAME_START.split(output)[1:]
    return {int(number): f"{summary.rstrip()}\n{comments or ''}Frame {number}: " + body.rstrip("\n")
            for summary, comments, number, body in zip(*(pieces[start::4] for start in range(4)))}


@per_capture
class AnyOrder(unittest.TestCase):
    """One sharkd reads all captures, one after the other; tshark reads each afresh."""

    longMessage = False

    @classmethod
    def setUpClass(cls):
        cls.sharkd = cls.enterClassContext(Sharkd())

    def check(self, capture):
        count = self.sharkd.load(capture)
        chance = random.Random(capture.name)
        order = chance.sample(range(1, count + 1), min(count, MOST_FRAMES))
        asked = {number: self.sharkd.frame(number) for number in order}
        chance.shuffle(order)
        for number in order:
            self.assertEqual(self.sharkd.frame(number), asked[number], f"frame {number} changes when asked again")
        self.compare("two passes", read_with_tshark(capture, "-2"), asked, first_pass=False)
        self.compare("one pass", read_with_tshark(capture), asked, first_pass=True)
        self.check_marks(asked)
        self.check_experts(capture, asked)

    def compare(self, what, printed, asked, first_pass):
        for number in sorted(asked):
            any_order = as_text(asked[number], number if first_pass else None)
            if printed[number] != any_order:
                difference = difflib.unified_diff(printed[number].split("\n"), any_order.split("\n"), what,
                                                  "any order", lineterm="")
                self.fail(f"frame {number}:\n" + "\n".join(difference))

    def check_marks(self, asked):
        """Computed fields are marked as such, others are not."""
        for number, frame in sorted(asked.items()):
            for node in walk(frame["tree"]):
                entry = contract.entries().get(name_of(node))
                if entry and "EXPERT" not in entry.types and "sometimes-generated" not in entry.marks:
                    self.assertEqual(bool(node.get("g")), "generated" in entry.marks,
                                     f"frame {number}: {node['l']} ({entry.name}) should be "
                                     + ("in square brackets" if "generated" in entry.marks else "without brackets"))

    def check_experts(self, capture, asked):
        """As many in each frame as the scenario says, no matter how severe Wireshark itself is."""
        found, labels = collections.Counter(), {}
        for number, frame in asked.items():
            for node in walk(frame["tree"]):
                if name_of(node) == "_ws.expert" and not re.match(r"Expert Info \((Chat|Comment)/", node["l"]):
                    place = number, name_of(node["n"][0])
                    found[place] += place[1].startswith(("bcnet.", "_ws."))
                    labels[place] = node["l"]
        expected = expected_places(capture)
        wrong = [f"{name} in frame {number}: {found[number, name]} instead of {expected[number, name]}. "
                 f"{labels.get((number, name), '')}" for number, name in sorted({*+found, *expected})
                 if number in asked and found[number, name] != expected[number, name]]
        self.assertFalse(wrong, "not the expert infos the scenario speaks of:\n  " + "\n  ".join(wrong))


class Captures(unittest.TestCase):
    """The folder of captures."""

    def test_there_are_captures(self):
        self.assertTrue(all_captures())


if __name__ == "__main__":
    main()
