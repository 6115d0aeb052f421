# SPDX-License-Identifier: GPL-2.0-or-later
"""Ships of a mod under the numbers of stock ships: no name of another ship, as long as nobody says what they are
(protocol chapters 60.4, 60.11)."""

import configparser
import csv
import json
import pathlib
import random
import re
import tempfile
import unittest

from bcnet_test import fields, main, scratch, scratch_file, tshark
from wireshark import SOURCE
from made_up import CHILDREN, layout_file, ship_of, snapshot
from states import OWNER, REMOTE, Scenario, Update, Values, creation, object_id

LAYOUT, HOW, REFUTED = "bcnet.ship.layout", "bcnet.ship.layout.source", "bcnet.ship.layout.refuted"
NAME, RAW = "bcnet.subsystem.name", "bcnet.state.subsystems.raw"
UPDATES = "bcnet.opcode == 0x1c"


def stock():
    """Species -> (name, [(class, number of children)]) of the stock ships with shields whose lists are certain."""
    found = {}
    for path in sorted((SOURCE / "layouts").glob("*.ini")):
        layout = configparser.ConfigParser(interpolation=None, strict=False)
        layout.optionxform = str
        layout.read(path, encoding="utf-8")
        species = layout["Ship"].get("Species")
        if species and layout["Ship"].get("Confidence") != "low":
            parts = sorted((part for part in layout.sections() if part.startswith("Subsystem ")),
                           key=lambda part: int(part.split()[1]))
            found[int(species)] = layout["Ship"]["Name"], [
                (layout[part]["Class"], sum(key.startswith("Child ") for key in layout[part])) for part in parts]
    return {species: (name, systems) for species, (name, systems) in sorted(found.items())
            if ("ShieldSubsystem", 0) in systems}


def same_list(systems):
    """As many entries, with other parts: one has two parts more, or is of another class."""
    place = next((index for index, (kind, _) in enumerate(systems) if kind in CHILDREN), None)
    if place is None:
        return [*systems[:-1], ("PhaserSystem", 2)]
    kind, parts = systems[place]
    return [*systems[:place], (kind, parts + 2), *systems[place + 1:]]


def same_snapshot(systems):
    """A snapshot as long as before: a part of one system belongs to another, or two systems stand the other way round."""
    places = [index for index, (kind, parts) in enumerate(systems) if kind in CHILDREN and parts > 0]
    changed = list(systems)
    if len(places) > 1:
        for place, difference in ((places[0], 1), (places[1], -1)):
            changed[place] = changed[place][0], changed[place][1] + difference
        return changed
    place = next(index for index, (kind, _) in enumerate(systems) if kind == "ShieldSubsystem")
    changed[place - 1], changed[place] = changed[place], changed[place - 1]
    return changed


def shorter(systems):
    """The last system with power is missing."""
    place = max(index for index, (kind, _) in enumerate(systems) if kind not in ("HullSubsystem", "PowerSubsystem"))
    return [*systems[:place], *systems[place + 1:]]


def longer(systems):
    """A cloaking device in the middle, and a second hull."""
    middle = len(systems) // 2
    return [*systems[:middle], ("CloakingSubsystem", 0), *systems[middle:], ("HullSubsystem", 0)]


class Mod:
    """A mod that changes every ship in one way: a capture of all of them, and its layouts."""

    def __init__(self, change):
        chance, scenario = random.Random(22), Scenario()
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        self.ships, self.updates = [], []
        for number, (species, (name, systems)) in enumerate(stock().items()):
            ship, classes = ship_of(f"Wonder {number}", species, change(systems))
            ident = object_id(number % 16, number * 0x100)
            (self.folder / f"wonder{number}.ini").write_text(layout_file(ship, classes))
            self.ships.append((name, ship, snapshot(ship, classes), snapshot(*ship_of(name, species, systems))))
            created = creation(ship, ident, name=f"Ace{number}", snapshot=self.ships[-1][2])
            scenario.send("ace > host", created)
            scenario.send("host > sep", created)
            for start in range(len(ship.subsystems)):
                for view in (OWNER, REMOTE):
                    update = Update(ident, time=number + start / 100).block(ship, start, view, Values(chance=chance))
                    scenario.send("host > ace" if view == OWNER else "host > sep", update)
                    self.updates.append((name, ship, update))
        self.capture = scenario.capture()

    def rows(self, *options):
        """The fields of every StateUpdate."""
        return fields(self.capture, [LAYOUT, HOW, REFUTED, NAME, RAW, "bcnet.damage.new", "bcnet.wanted.name", "_ws.col.Info"],
                      UPDATES, options=options)


class UnderStockNumbers(unittest.TestCase):
    """Four mods, each with every stock ship changed in its way: with lists as long, snapshots as long, shorter, longer."""

    @classmethod
    def setUpClass(cls):
        cls.mods = {change.__name__: Mod(change) for change in (same_list, same_snapshot, shorter, longer)}

    def test_there_are_enough(self):
        self.assertGreaterEqual(sum(len(mod.ships) for mod in self.mods.values()), 60)
        for mod in ("same_list", "same_snapshot"):
            self.assertTrue(all(len(ship.subsystems) == len(stock()[ship.species][1])
                                for _, ship, _, _ in self.mods[mod].ships))
        self.assertTrue(all(len(changed) == len(of_stock) and changed != of_stock
                            for _, _, changed, of_stock in self.mods["same_snapshot"].ships))

    def test_nobody_says_what_they_are(self):
        for kind, mod in self.mods.items():
            rows = mod.rows()
            self.assertEqual(len(rows), len(mod.updates))
            for (name, ship, update), row in zip(mod.updates, rows):
                with self.subTest(mod=kind, ship=name):
                    self.assertEqual((row[LAYOUT], row[HOW], row[REFUTED]), ([], ["0"], [name]))
                    self.assertEqual(row[NAME] + row["bcnet.damage.new"] + row["bcnet.wanted.name"], [])
                    self.assertEqual(len(row[RAW]), 1)
                    self.assertIn(f"species {ship.species} (Ace", row["_ws.col.Info"][0])

    def test_no_view_names_them(self):
        """Packet list, tables and the report's data, of which the names of the stock ships are looked for."""
        names = {name for mod in self.mods.values() for name, *_ in mod.ships}
        for kind, mod in self.mods.items():
            data = scratch_file(".json")
            shown = {"list": tshark("-r", mod.capture), "cadence": tshark("-r", mod.capture, "-qz", "bcnet,cadence"),
                     "ships": tshark("-r", mod.capture, "-qz", "bcnet,ships,csv", "-z", f"bcnet,world,{data}")}
            shown["world"] = data.read_text(encoding="utf-8")
            for view, text in shown.items():
                with self.subTest(mod=kind, view=view):
                    self.assertEqual({name for name in names if re.search(rf"\b{re.escape(name)}\b", text)}, set())
                    self.assertEqual({number for number in stock() if f"species {number}" not in text}, set())
            self.assertEqual({row["how_known"] for row in csv.DictReader(shown["ships"].splitlines())}, {"unknown"})
            self.assertEqual({ship["how"] for ship in json.loads(shown["world"])["games"][0]["ships"]}, {"unknown"})

    def test_their_layouts(self):
        for kind, mod in self.mods.items():
            rows = mod.rows("-o", f"bcnet.ship_folder:{mod.folder}")
            for (name, ship, update), row in zip(mod.updates, rows):
                with self.subTest(mod=kind, ship=name):
                    self.assertEqual((row[LAYOUT], row[HOW], row[REFUTED], row[RAW]), ([ship.name], ["1"], [], []))
                    self.assertEqual(row[NAME], [value for field, value, _ in update.read if field == NAME])


if __name__ == "__main__":
    main()
