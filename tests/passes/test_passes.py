# SPDX-License-Identifier: GPL-2.0-or-later
"""Every capture looks the same however it is read: in one pass, in two, and frame by frame in any order."""

import difflib
import random
import re
import unittest

import contract
from bcnet_test import Sharkd, main, tshark
from captures import all_captures, expected_experts, per_capture

# Links to a later frame: nobody knows it yet when a file is read in one pass.
FORWARD_LINKS = {"bcnet.analysis.acked_in", "bcnet.reassembled.in", "bcnet.checksum.response_in"}
# Above this number of frames a random choice of them is asked for.
MOST_FRAMES = 2000
COLUMNS = 'gui.column.format:"Protocol","%p","Info","%i"'
PROTOCOL_COLUMN, INFO_COLUMN = 4, 6     # in the columns sharkd shows by default


def name_of(node):
    """Filter name of a node of sharkd's tree."""
    return node.get("f", "").split(" ")[0]


def walk(nodes):
    """All nodes of a tree in order."""
    for node in nodes:
        yield node
        yield from walk(node.get("n", ()))


def lines_of(nodes, forward_links, depth=0):
    """The lines tshark prints with -O bcnet for a tree of sharkd."""
    for node in nodes:
        if not forward_links and name_of(node) in FORWARD_LINKS:
            continue
        label = f"[{node['l']}]" if node.get("g") else node["l"]
        yield "    " * depth + label
        if depth or name_of(node) == "bcnet":
            yield from lines_of(node.get("n", ()), forward_links, depth + 1)


def as_text(frame, forward_links=True):
    """A frame of sharkd as tshark -P -O bcnet prints it."""
    columns = frame["col"]
    summary = f"{columns[PROTOCOL_COLUMN]} {columns[INFO_COLUMN]}".rstrip()
    return "\n".join([summary, *lines_of(frame["tree"], forward_links)])


def read_with_tshark(capture, *options):
    """Frame number -> summary line and tree as text."""
    output = tshark("-r", capture, "-P", "-O", "bcnet", "-o", COLUMNS, *options)
    blocks = re.split(r"^Frame (\d+): ", output, flags=re.MULTILINE)
    frames = {}
    summary = blocks[0]
    for number, text in zip(blocks[1::2], blocks[2::2]):
        tree, _, following = text.rstrip("\n").rpartition("\n\n") if int(number) * 2 + 1 < len(blocks) else (text, "", "")
        frames[int(number)] = f"{summary.strip()}\nFrame {number}: {tree.rstrip()}"
        summary = following
    return frames


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
        self.compare("two passes", read_with_tshark(capture, "-2"), asked, True)
        self.compare("one pass", read_with_tshark(capture), asked, False)
        self.check_marks(asked)
        self.check_experts(capture, asked)

    def compare(self, what, printed, asked, forward_links):
        for number in sorted(asked):
            any_order = as_text(asked[number], forward_links)
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
        expected = expected_experts().get(capture.name, set())
        found = {}
        for number, frame in sorted(asked.items()):
            for node in walk(frame["tree"]):
                if name_of(node) == "_ws.expert" and not re.match(r"Expert Info \((Chat|Comment)/", node["l"]):
                    found.setdefault(name_of(node["n"][0]), f"first in frame {number}: {node['l']}")
        surplus = [f"{name}, {where}" for name, where in found.items() if name not in expected]
        self.assertFalse(surplus, "expert infos in a clean capture:\n  " + "\n  ".join(surplus))
        self.assertFalse(expected - set(found), "expected-experts.txt promises more: " + str(expected - set(found)))


class List(unittest.TestCase):
    """The list of captures that show trouble."""

    def test_names(self):
        self.assertLessEqual(set(expected_experts()), {capture.name for capture in all_captures()})

    def test_there_are_captures(self):
        self.assertTrue(all_captures())


if __name__ == "__main__":
    main()
