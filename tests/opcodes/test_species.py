# SPDX-License-Identifier: GPL-2.0-or-later
"""Ships of a mod under the numbers of stock ships: no name of another ship, as long as nobody says what they are
(protocol chapters 60.4, 60.11)."""

import csv
import json
import pathlib
import random
import re
import tempfile
import unittest

from bcnet_test import fields, frames, main, scratch, scratch_file, tshark
from made_up import CHILDREN, layout_file, ship_of, snapshot, stock
from states import OWNER, REMOTE, Scenario, Update, Values, creation, object_id, ships

LAYOUT, HOW, REFUTED = "bcnet.ship.layout", "bcnet.ship.layout.source", "bcnet.ship.layout.refuted"
NAME, RAW = "bcnet.subsystem.name", "bcnet.state.subsystems.raw"
UPDATES = "bcnet.opcode == 0x1c"


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


# Three ships under the number 5, the Sovereign's; the last two have one form on the wire, and other names.
SPARROW = [("HullSubsystem", 0), ("ShieldSubsystem", 0), ("SensorSubsystem", 0), ("PhaserSystem", 3)]
FALCON = [("HullSubsystem", 0), ("ShieldSubsystem", 0), ("SensorSubsystem", 0), ("RepairSubsystem", 0), ("HullSubsystem", 0)]


class WhatTheUserSays(unittest.TestCase):
    """What serves a ship that is not what its number says, in the order of 60.11."""

    def setUp(self):
        self.ship, self.classes = ship_of("Sparrow", 5, SPARROW)
        self.data = snapshot(self.ship, self.classes)
        scenario = Scenario()
        for route in ("ace > host", "host > sep"):
            scenario.send(route, creation(self.ship, snapshot=self.data))
        for start in (0, 3, 1):
            scenario.send("host > sep", Update(time=start).block(self.ship, start, REMOTE))
        self.capture = scenario.capture()

    def known(self, *options, **layouts):
        """(layout, source) of the last update, with layout files of these."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        for name, (species, systems) in layouts.items():
            (folder / f"{name}.ini").write_text(layout_file(*ship_of(name.capitalize(), species, systems))
                                                .replace("Species=0\n", ""))
        rows = fields(self.capture, [LAYOUT, HOW, REFUTED], UPDATES,
                      options=("-o", f"bcnet.ship_folder:{folder}", *options))
        return [("".join(row[LAYOUT]), "".join(row[HOW])) for row in rows][-1]

    def told(self, layout):
        return "-o", f'uat:bcnet_ships:"3fffffff","{layout}"'

    def test_nothing(self):
        self.assertEqual(self.known(), ("", "0"))

    def test_what_the_creation_says(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        (folder / "sparrow.ini").write_text(layout_file(*ship_of("Sparrow", 7, SPARROW)))
        frame = frames(self.capture, options=("-o", f"bcnet.ship_folder:{folder}"))[0]
        self.assertEqual(frame.all("bcnet.object.species")[0].showname, "Species: Sparrow (5), not the stock ship of this number")
        self.assertEqual(frame.shows(NAME), [subsystem.name for subsystem in self.ship.subsystems])
        self.assertEqual([expert.name for expert in frame.experts()], ["bcnet.expert.species"])
        self.assertNotIn("Game folder", frame.outline())

    def test_the_ship(self):
        self.assertEqual(self.known(*self.told("Akira")), ("Akira", "2"))
        self.assertEqual(self.known(*self.told("falcon"), "-o", "bcnet.default_layout:sparrow", falcon=(0, FALCON),
                                    sparrow=(7, SPARROW)), ("Falcon", "2"))

    def test_a_default_that_reads(self):
        self.assertEqual(self.known("-o", "bcnet.default_layout:sparrow", sparrow=(0, SPARROW)), ("Sparrow", "3"))
        self.assertEqual(self.known("-o", "bcnet.default_layout:Akira"), ("", "0"))

    def test_a_layout_of_the_number(self):
        self.assertEqual(self.known(sparrow=(5, SPARROW), other=(6, SPARROW)), ("Sparrow", "1"))

    def test_a_layout_of_another_number_or_of_none(self):
        self.assertEqual(self.known(sparrow=(7, SPARROW)), ("Sparrow", "2"))
        self.assertEqual(self.known(sparrow=(0, SPARROW)), ("Sparrow", "2"))
        self.assertEqual(self.known(falcon=(5, FALCON)), ("", "0"))
        self.assertEqual(self.known(falcon=(5, FALCON), sparrow=(7, SPARROW)), ("Sparrow", "2"))

    def test_several_of_one_form(self):
        self.assertEqual(self.known(sparrow=(7, SPARROW), swallow=(8, SPARROW)), ("Sparrow/Swallow", "2"))

    def test_several_of_the_number(self):
        """The snapshot tells which one it is, whichever comes first; where it reads with several, all are named."""
        self.assertEqual(self.known(falcon=(5, FALCON), sparrow=(5, SPARROW)), ("Sparrow", "1"))
        self.assertEqual(self.known(finch=(5, SPARROW), hawk=(5, FALCON)), ("Finch", "1"))
        self.assertEqual(self.known(sparrow=(5, SPARROW), swallow=(5, SPARROW), wren=(7, SPARROW)), ("Sparrow/Swallow", "2"))
        self.assertEqual(self.known(falcon=(5, FALCON), hawk=(5, [*FALCON, ("HullSubsystem", 0)])), ("", "0"))
        self.assertEqual(self.known(*self.told("Akira"), sparrow=(5, SPARROW), swallow=(5, SPARROW)), ("Akira", "2"))

    def test_several_forms_of_the_number(self):
        """No snapshot tells them apart, but the blocks do: until then it is bytes."""
        alike = [("PowerSubsystem", 0), *SPARROW[1:]]
        other = [("HullSubsystem", 0), ("HullSubsystem", 0), ("HullSubsystem", 0), *SPARROW[1:]]
        ship, classes = ship_of("Sparrow", 5, alike)
        scenario = Scenario()
        for route in ("ace > host", "host > sep"):
            scenario.send(route, creation(ship, snapshot=snapshot(ship, classes)))
        for start in (0, 3, 1, 3, 1):
            scenario.send("host > sep", Update(time=start).block(ship, start, REMOTE))
        self.capture = scenario.capture()
        self.assertEqual(self.known(sparrow=(5, alike), other=(5, other)), ("Sparrow", "4"))
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        for name, systems in (("sparrow", alike), ("other", other)):
            (folder / f"{name}.ini").write_text(layout_file(*ship_of(name.capitalize(), 5, systems)))
        frame = frames(self.capture, options=("-o", f"bcnet.ship_folder:{folder}"))[0]
        self.assertEqual((frame.shows(NAME), frame.shows(REFUTED), frame.experts()), ([], [], []))
        self.assertIn("Ace's ship of species 5 in", tshark("-r", self.capture, "-o", f"bcnet.ship_folder:{folder}", "-Y", "frame.number == 1"))

    def test_several_forms(self):
        """A snapshot that two lists read: what is sent later tells. Reactor and hull with children differ in nothing else."""
        alike = [("PowerSubsystem", 0), *SPARROW[1:]]
        self.ship, self.classes = ship_of("Sparrow", 5, alike)
        data = snapshot(self.ship, self.classes)
        other = [("HullSubsystem", 0), ("HullSubsystem", 0), ("HullSubsystem", 0), *SPARROW[1:]]
        self.assertEqual(snapshot(*ship_of("Other", 5, other)), data)
        scenario = Scenario()
        for route in ("ace > host", "host > sep"):
            scenario.send(route, creation(self.ship, snapshot=data))
        for start in (0, 3, 1, 3, 1):
            scenario.send("host > sep", Update(time=start).block(self.ship, start, REMOTE))
        self.capture = scenario.capture()
        self.assertEqual(self.known(sparrow=(7, alike), other=(8, other)), ("Sparrow", "4"))
        self.assertEqual(self.known(sparrow=(7, alike)), ("Sparrow", "2"))


class StockShipsAndAMod(unittest.TestCase):
    """The mod's folder is chosen, and the capture is one of the stock game."""

    def test_they_are_believed_with_a_question_mark(self):
        """Unless the game's table of ships is known to be the stock one: then they are what they seem."""
        ship, stock_ship = ship_of("Sparrow", 5, SPARROW), ships()["Sovereign"]
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        (folder / "sparrow.ini").write_text(layout_file(*ship))
        table = "21 FF 3F D1 94 87 01 00 E9 30 41 1F {} 00 00"       # SpeciesToShip.pyc alone (35.9)
        for content, shown, how, refuted in (("", "Sovereign?", "5", ""), ("71 50 57 F5", "Sovereign", "1", ""),
                                             ("71 50 57 F4", "Sovereign?", "5", "")):
            scenario = Scenario()
            if content:
                scenario.send("host > ace", bytes.fromhex("20 FF 13 00" + b"Scripts/Multiplayer".hex() + "05 00 2A 2E 70 79 63 21"))
                scenario.send("ace > host", bytes.fromhex(table.format(content)))
                scenario.send("host > ace", b"\x28")
            for route in ("ace > host", "host > sep"):
                scenario.send(route, creation(stock_ship))
            scenario.send("host > ace", Update().block(stock_ship, 2, OWNER))
            row = fields(scenario.capture(), [HOW, REFUTED, "_ws.col.Info"], UPDATES,
                         options=("-o", f"bcnet.ship_folder:{folder}"))[0]
            self.assertEqual(("".join(row[HOW]), "".join(row[REFUTED])), (how, refuted))
            self.assertRegex(row["_ws.col.Info"][0], rf" {re.escape(shown)} \(Ace\)")

    def test_a_layout_of_another_number_counts_more(self):
        """What the user has of it, he has for this game."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        (folder / "sparrow.ini").write_text(layout_file(*ship_of("Sparrow", 5, SPARROW)))
        (folder / "refit.ini").write_text(layout_file(*ship_of("Refit", 17, stock()[5][1])))
        scenario = Scenario()
        for route in ("ace > host", "host > sep"):
            scenario.send(route, creation(ships()["Sovereign"]))
        scenario.send("host > ace", Update().block(ships()["Sovereign"], 2, OWNER))
        row = fields(scenario.capture(), [LAYOUT, HOW, REFUTED], UPDATES, options=("-o", f"bcnet.ship_folder:{folder}"))[0]
        self.assertEqual((row[LAYOUT], row[HOW], row[REFUTED]), (["Refit"], ["2"], ["Sparrow"]))


class InTheGame(unittest.TestCase):
    """What one creation says of a number holds for the game, from there on, until one reads again."""

    @classmethod
    def setUpClass(cls):
        stock_sovereign = ships()["Sovereign"]
        odd = creation(stock_sovereign, object_id(1), name="Odd", snapshot=b"\xFF" * len(stock_sovereign.snapshot))
        whole = creation(stock_sovereign, object_id(0), name="Whole")
        update = Update(object_id(0)).block(stock_sovereign, 8, OWNER)
        unseen = Update(object_id(3)).block(stock_sovereign, 8, OWNER)
        scenario = Scenario()
        cls.frames = {}
        for name, route, payload in (("first", "host > ace", whole), ("believed", "host > ace", update),
                                     ("inferred", "host > ace", unseen),
                                     ("claimed", "ace > host", odd), ("only claimed", "host > ace", update),
                                     ("passed on", "host > sep", odd), ("refuted", "host > ace", update),
                                     ("not inferred", "host > ace", unseen),
                                     ("asked for", "ace > host", creation(stock_sovereign, object_id(4), name="Late")),
                                     ("again", "host > sep", odd.replace(b"Odd", b"Ode")),
                                     ("lifted", "host > ace", creation(stock_sovereign, object_id(2), name="New")),
                                     ("believed again", "host > ace", update)):
            cls.frames[name] = scenario.send(route, payload)
        cls.capture = scenario.capture()

    def test_as_of_each_frame(self):
        for options in ((), ("-2",)):
            rows = fields(self.capture, [LAYOUT, HOW, REFUTED, "_ws.col.Info"], options=options)
            found = {name: rows[number - 1] for name, number in self.frames.items()}
            for name in ("believed", "only claimed", "believed again"):
                self.assertEqual((found[name][LAYOUT], found[name][HOW], found[name][REFUTED]), (["Sovereign"], ["1"], []))
            self.assertEqual((found["refuted"][LAYOUT], found["refuted"][HOW], found["refuted"][REFUTED]),
                             ([], ["0"], ["Sovereign"]))
            self.assertIn("species 5 (Whole)", found["refuted"]["_ws.col.Info"][0])
            self.assertEqual(found["inferred"][LAYOUT], ["Sovereign"])
            self.assertNotIn("Sovereign", "".join(found["not inferred"][LAYOUT]).split("/"))

    def test_label_of_the_number(self):
        """Also where the creation itself reads with the layout that another one has refuted."""
        labels = [frame.all("bcnet.object.species")[0].showname for frame in frames(self.capture) if frame.all("bcnet.object.species")]
        odd, whole = "Species: 5, not the stock ship of this number", "Species: Sovereign (5)"
        self.assertEqual(labels, [whole, odd, odd, odd, odd, whole])

    def test_said_once(self):
        found = [int(row["frame.number"][0]) for row in fields(self.capture, ["frame.number"], "bcnet.expert.species")]
        self.assertEqual(found, [self.frames["claimed"]])


class HowKnown(unittest.TestCase):
    """Every view agrees on what a ship is and how that is known: a question mark where it is a guess."""

    SHIPS = (("created", "Akira", ""), ("told", "Nebula", ""), ("inferred", "Sovereign", "?"),
             ("provisional", "Bird of Prey/Warbird", "?"), ("unknown", "species 5", ""))

    @classmethod
    def setUpClass(cls):
        scenario = Scenario()
        for slot, (how, _, _) in enumerate(cls.SHIPS):
            ship = ships()[{"created": "Akira", "told": "Nebula", "inferred": "Sovereign",
                            "provisional": "Bird of Prey", "unknown": "Sovereign"}[how]]
            if how in ("created", "unknown"):
                scenario.send("host > ace", creation(ship, object_id(slot), snapshot=b"\xFF" if how == "unknown" else None))
            for time, start in enumerate({"told": (2, 6, 8), "inferred": (6, 8), "provisional": (0,)}.get(how, (0, 2))):
                update = Update(object_id(slot), time + slot / 10).block(ship, start, OWNER)
                if how == "provisional":
                    update = Update(object_id(slot), time + slot / 10).cloak(False).block(ship, start, OWNER)
                scenario.send("host > ace", update)
        cls.capture = scenario.capture()
        cls.options = ("-o", f'uat:bcnet_ships:"{object_id(1):08x}","Nebula"')

    def test_all_views(self):
        data = scratch_file(".json")
        table = tshark("-r", self.capture, "-qz", "bcnet,ships,csv", "-z", f"bcnet,world,{data}", *self.options)
        cadence = tshark("-r", self.capture, "-qz", "bcnet,cadence,csv", *self.options)
        rows = {int(row["object"], 16): row for row in csv.DictReader(table.splitlines())}
        world = {int(ship["object"], 16): ship for ship in json.loads(data.read_text(encoding="utf-8"))["games"][0]["ships"]}
        info = {}
        for row in fields(self.capture, ["bcnet.state.object", "_ws.col.Info", HOW], UPDATES, options=self.options):
            info[int(row["bcnet.state.object"][0], 16)] = row["_ws.col.Info"][0], row[HOW][0]
        sources = {"unknown": "0", "created": "1", "told": "2", "inferred": "4", "provisional": "5"}
        for slot, (how, words, mark) in enumerate(self.SHIPS):
            with self.subTest(how=how):
                ident = object_id(slot)
                if how != "provisional":
                    self.assertEqual((rows[ident]["class"], world[ident]["class"]), (words, words))
                    self.assertRegex(info[ident][0], rf" {words}{re.escape(mark)}( \(|\?? \[)")
                    self.assertIn(f",{words}{mark},", cadence)
                self.assertEqual((rows[ident]["how_known"], world[ident]["how"], info[ident][1]), (how, how, sources[how]))


if __name__ == "__main__":
    main()
