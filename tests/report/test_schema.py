# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/bcnet-world.schema.json: every capture's data are as it says, and those in the page; it says nothing that is not."""

import concurrent.futures
import copy
import json
import unittest

import captures
from bcnet_test import SOURCE, main, scratch_file, tshark
from schema import complaints
from test_page import Reader

SCHEMA = json.loads((SOURCE / "docs/bcnet-world.schema.json").read_text(encoding="utf-8"))


def world_of(capture):
    """The data as text."""
    return tshark("-q", "-r", capture, "-z", "bcnet,world,-")


class Schema(unittest.TestCase):
    """The data of all captures."""

    @classmethod
    def setUpClass(cls):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            paths = captures.all_captures()
            cls.worlds = dict(zip(paths, map(json.loads, pool.map(world_of, paths))))

    def test_every_capture(self):
        for path, world in self.worlds.items():
            self.assertEqual(complaints(world, SCHEMA), [], path.name)

    def test_page(self):
        path = scratch_file(".html")
        tshark("-q", "-r", SOURCE / "captures/session.pcapng", "-z", f"bcnet,report,{path}")
        held = Reader(path.read_text(encoding="utf-8")).scripts("application/json")
        self.assertEqual([complaints(json.loads(text), SCHEMA) for text in held], [[]])

    def test_nothing_too_much(self):
        """Every object of the schema occurs; a wrong member, a missing one and one of a wrong type are found."""
        told = json.dumps(list(self.worlds.values()))
        for name, schema in SCHEMA["$defs"].items():
            for member in schema["required"]:
                self.assertIn(f'"{member}": ', told, name)
        session = next(world for path, world in self.worlds.items() if path.stem == "session")
        for spoil in (lambda game: game.pop("host"), lambda game: game["ships"][0].update(fate="sunk"),
                      lambda game: game["shots"][0].update(t="soon"), lambda game: game["players"][0].update(colour="red")):
            world = copy.deepcopy(session)
            spoil(world["games"][0])
            self.assertEqual(len(complaints(world, SCHEMA)), 1)


if __name__ == "__main__":
    main()
