# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables, rows and the data of the report of an exported capture are those of the original, once frames have the
numbers they have there."""

import csv
import io
import json
import re
import unittest

import exported
from bcnet_test import SOURCE, main, run, scratch_file, tool, tshark

TABLES = ["bcnet,tree", "bcnet,players", "bcnet,ships", "bcnet,damage", "bcnet,chat", "bcnet,relay", "bcnet,cadence",
          "bcnet,unacked", "bcnet,stock", "bcnet,files", "conv,bcnet", "endpoints,bcnet"]
# Rules of -z bcnet,stock about datagrams: an exported message has none (order, resends and replays in one, acks alone).
OF_DATAGRAMS = {"1", "3", "4", "5", "6", "34"}
FRAME_COLUMNS = re.compile(r"frame|first|last", re.IGNORECASE)
# Numbers of frames in the report's data, by the key of their place.
FRAME_KEYS = {"frame", "last_frame", "examples"}


# The first 20 frames in which a rule is broken are listed, each with what was found first. Where a frame has several such
# messages, these are as many frames of an export, and the 20 end earlier.
AS_MANY = 12


def numbers(cell, frame_of):
    """Numbers of frames, translated, each once."""
    return " ".join(list(dict.fromkeys(str(frame_of(int(number))) for number in cell.split()))[:AS_MANY])


def cells(table, frame_of):
    """A table as rows of cells, numbers of frames translated."""
    rows, heading = [], []
    for line in table.splitlines():
        row = [cell.strip() for cell in line.split("|")] if "|" in line else [line.rstrip()]
        if len(row) > 1 and len(row) != len(heading):
            heading = row
        elif len(row) > 1:
            row = [numbers(cell, frame_of)
                   if FRAME_COLUMNS.match(name) and re.fullmatch(r"\d+( \d+)*", cell) else cell
                   for name, cell in zip(heading, row)]
        if heading[:2] == ["Rule", "Sender"] and len(row) > 1:
            row = [cell.split("; ")[0] if name == "Found" else cell for name, cell in zip(heading, row)]
        if not (heading[:2] == ["Rule", "Sender"] and row[0] in OF_DATAGRAMS):
            rows.append(row)
    return rows


def rows(text, frame_of):
    """CSV, numbers of frames translated, in the column of frames and in those of links to frames."""
    table = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    links = [place for place, name in enumerate(table[0]) if name == "frame" or name in exported.LINKS
             or name in ("acked_in", "retransmission_of", "copy_of")]
    for row in table[1:]:
        for place in links:
            row[place] = ";".join(str(frame_of(int(number))) for number in row[place].split(";") if number)
    return table


def translated(value, frame_of, key=""):
    """JSON, numbers of frames translated."""
    if isinstance(value, dict):
        return {name: translated(each, frame_of, name) for name, each in value.items()}
    if isinstance(value, list):
        return [translated(each, frame_of, key) for each in value]
    if key in FRAME_KEYS and isinstance(value, int):
        return frame_of(value) if value else value
    if isinstance(value, str):
        return exported.Reader(frame_of).words(value)
    return value


class Captures(unittest.TestCase):
    """Those with games in them; their first frame is exported, so times count from the same moment."""

    maxDiff = 4000

    def check(self, name, without=()):
        capture = SOURCE / "captures" / f"{name}.pcapng"
        path = exported.export(capture)
        compare(self, capture, path, exported.origins(path).__getitem__, without)

    def test_story(self):
        self.check("session")

    def test_three_players(self):
        self.check("clients")

    def test_every_message(self):
        self.check("messages")

    def test_middle_of_a_battle(self):
        self.check("state-mid-battle")

    def test_reconnection(self):
        self.check("reconnect")

    def test_fragments(self):
        self.check("fragments-retransmitted")

    def test_contradictions(self):
        """The ships are left out: their table knows an owner's name that a later message of the same datagram tells,
        and an exported message does not."""
        self.check("hostile-contradictions", without=["bcnet,ships"])


class Battle(unittest.TestCase):
    """A made-up battle on a bad line."""

    maxDiff = 4000

    def test_battle(self):
        capture = scratch_file(".pcapng")
        tool("bcnet-forge", "--battle", "--datagrams", 4000, "--loss", 5, "--reorder", 2, capture)
        path = exported.export(capture)
        compare(self, capture, path, exported.origins(path).__getitem__)


def outputs(capture, without):
    """What tshark tells of a capture: tables, rows, the report's data."""
    world = scratch_file(".json")
    names = [*(name for name in TABLES if name not in without), f"bcnet,world,{world}"]
    # Without the notes at frames about rules: those about datagrams are of no exported message.
    tables = tshark("-r", capture, "-q", "-o", "bcnet.judge:false", *(word for name in names for word in ("-z", name)))
    rows_of_all = run("tshark", "-n", "-r", capture, "-q", "-z", "bcnet,csv").decode()
    return tables, rows_of_all, json.loads(world.read_text())


def compare(test, capture, path, frame_of, without=()):
    """All of it."""
    tables, lines, world = outputs(capture, without)
    tables_alone, lines_alone, world_alone = outputs(path, without)
    test.assertEqual(cells(tables_alone, frame_of), cells(tables, int))
    test.assertEqual(rows(lines_alone, frame_of), rows(lines, int))
    test.assertEqual(translated(world_alone, frame_of), translated(world, int))


if __name__ == "__main__":
    main()
