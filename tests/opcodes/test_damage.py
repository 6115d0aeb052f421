# SPDX-License-Identifier: GPL-2.0-or-later
"""What StateUpdates tell of damage (protocol chapter 60.2): as news in bcnet.damage.new, and in the Info column, where
several ships share the width."""

import re
import unittest
import unittest.mock

from bcnet_test import columns, fields, forge, main, tree
from states import FACINGS, OWNER, REMOTE, Scenario, Update, Values, creation, object_id, ships

NEW = "bcnet.damage.new"
WIDTH = 115
NAMES = ("Ace", "Sep")
# A fifth of what layouts/sovereign.ini gives the parts of its first block.
SOVEREIGN_LOST = {"Hull": 2400, "Shield Generator": 2000, "Front shields": 2200, "Rear shields": 1100, "Top shields": 2200,
                  "Bottom shields": 2200, "Left shields": 1100, "Right shields": 1100}


def parts(update):
    """(name, value) of everything that can be damaged, as the writer wrote it."""
    found, subsystem = [], None
    shown = iter(update.read)
    for name, value, _ in shown:
        if name == "bcnet.subsystem.name":
            subsystem = value
            found.append([subsystem, next(shown)[1]])
        elif name == "bcnet.subsystem.child.condition":
            found.append([next(shown)[1], value])
        elif name.startswith("bcnet.subsystem.shield."):
            found.append([f"{name.rsplit('.', 1)[1].capitalize()} shields", value])
    return [tuple(pair) for pair in found]


class News(unittest.TestCase):
    """Worse than this receiver was told last, in this life."""

    def news(self, scenario):
        return [row[NEW] for row in fields(scenario.capture(), [NEW])]

    def told(self, *values, way="host > ace", view=OWNER):
        scenario = Scenario()
        for number, value in enumerate(values):
            scenario.send(way, Update(time=1 + number).block(ships()["Sovereign"], 0, view, Values(full=value)))
        return self.news(scenario)[-len(values):]

    def everything(self):
        return sorted(name for name, _ in parts(Update().block(ships()["Sovereign"], 0, OWNER)))

    def test_the_parts_of_a_block(self):
        self.assertIn("Hull", self.everything())
        for facing in FACINGS:
            self.assertIn(f"{facing.capitalize()} shields", self.everything())

    def test_only_what_is_worse(self):
        news = [sorted(found) for found in self.told(255, 200, 200, 210, 209, 255, 0)]
        worse = self.everything()
        self.assertEqual(news, [[], worse, [], [], worse, [], worse])

    def test_what_was_never_told_is_no_news(self):
        self.assertEqual(self.told(10), [[]])

    def test_other_receivers_are_told_apart(self):
        scenario = Scenario()
        ship = ships()["Sovereign"]
        scenario.send("host > ace", Update().block(ship, 0, OWNER))
        scenario.send("host > sep", Update().block(ship, 0, REMOTE, Values(full=99)))
        self.assertEqual(self.news(scenario)[-1], [])
        scenario.send("host > ace", Update(time=2).block(ship, 0, OWNER, Values(full=99)))
        self.assertEqual(sorted(self.news(scenario)[-1]), self.everything())

    def test_another_ship_is_another_ship(self):
        scenario = Scenario()
        ship = ships()["Sovereign"]
        scenario.send("ace > host", creation(ship, object_id(1), "Sep", 3))
        scenario.send("host > ace", Update(object_id(0)).block(ship, 0, OWNER))
        scenario.send("host > ace", Update(object_id(1), 2).block(ship, 0, REMOTE, Values(full=9)))
        self.assertEqual(self.news(scenario)[-1], [])

    def test_a_new_life_begins_without_news(self):
        """A creation long behind the updates is one; before that they have overtaken it, and tell of the same life."""
        for seconds, told in ((6, []), (0, sorted(self.everything()))):
            with self.subTest(seconds=seconds):
                scenario = Scenario()
                ship = ships()["Sovereign"]
                scenario.send("host > ace", Update().block(ship, 0, OWNER))
                scenario.pause(seconds)
                scenario.send("ace > host", creation(ship))
                scenario.send("host > ace", Update(time=2).block(ship, 0, OWNER, Values(full=9)))
                self.assertEqual(sorted(self.news(scenario)[-1]), told)

    def test_the_same_datagram_twice_is_no_news(self):
        self.assertEqual(len(self.told(255, 9)[-1]), len(self.everything()))
        scenario = Scenario()
        for time, value in ((1, 255), (2, 9), (2, 9)):
            scenario.send("host > ace", Update(time=time).block(ships()["Sovereign"], 0, OWNER, Values(full=value)))
        self.assertEqual(self.news(scenario)[-1], [])

    def test_how_much_worse(self):
        """204 of 255 are 80 %: a fifth of the hit points that the layout gives a Sovereign's hull, generator and shields."""
        scenario = Scenario()
        scenario.send("ace > host", creation(ships()["Sovereign"]))
        for number, value in enumerate((255, 204, 204)):
            scenario.send("host > ace", Update(time=1 + number).block(ships()["Sovereign"], 0, OWNER, Values(full=value)))
        rows = fields(scenario.capture(), [NEW, "bcnet.damage.before", "bcnet.damage.points"])
        lost = dict(zip(rows[-2][NEW], map(float, rows[-2]["bcnet.damage.points"])))
        self.assertEqual({name: round(points) for name, points in lost.items()}, SOVEREIGN_LOST)
        self.assertEqual({float(before) for before in rows[-2]["bcnet.damage.before"]}, {100.0})
        for row in (rows[-3], rows[-1]):
            self.assertEqual([row["bcnet.damage.before"], row["bcnet.damage.points"]], [[], []])


class Attackers(unittest.TestCase):
    """Who is named for it: who alone is seen firing at the ship (45.8)."""

    # An Akira's tube is 14 behind the ship itself (layouts/akira.ini), a torpedo at the first ship (45.2).
    TUBE = 14

    def torpedo(self, slot, player):
        weapon = (object_id(slot) + self.TUBE).to_bytes(4, "little").hex()
        return bytes.fromhex(f"19 {weapon} {player:02x} 01 007F00 FFFFFF3F 007F0000")

    def damage(self, *shots):
        """by, frames of shots, the line of the hull, its entry: when it was hit after shots of these players."""
        ship, scenario = ships()["Sovereign"], Scenario()
        scenario.send("ace > host", creation(ship))
        scenario.send("sep > host", creation(ships()["Akira"], object_id(1), "Sep", 3))
        scenario.send("ace > host", creation(ships()["Akira"], object_id(2), "Bo", 4))
        scenario.send("host > ace", Update().block(ship, 0, OWNER))
        for slot, player in shots:
            scenario.send("sep > host", self.torpedo(slot, player))
        scenario.send("host > ace", Update(time=2).block(ship, 0, OWNER, Values(full=204)))
        capture = scenario.capture()
        row = fields(capture, ["bcnet.damage.by", "bcnet.damage.shot_in", NEW])[-1]
        lines = tree(capture, 5 + len(shots)).splitlines()
        line, = (line.strip() for line in lines if "[New damage: Hull" in line)
        entry, = (line.strip() for line in lines if line.strip().startswith("Hull (0)"))
        parts = len(row[NEW])
        return [names[:1] if names == names[:1] * parts else names for names in
                (row["bcnet.damage.by"], row["bcnet.damage.shot_in"])] + [line, entry]

    def test_nobody(self):
        self.assertEqual(self.damage(), [[], [], "[New damage: Hull 80 %, 100 % in frame 4]", "Hull (0): 100→80 %"])

    def test_one(self):
        self.assertEqual(self.damage((1, 3), (1, 3))[:3], [["#3 Sep"], ["6"], "[New damage: Hull 80 %, 100 % in frame 4; "
                                                           "only #3 Sep is seen firing at it]"])

    def test_who_aims_at_nobody_is_not_seen(self):
        """A torpedo without a target may hit anybody (45.2)."""
        with unittest.mock.patch.object(self, "torpedo", lambda slot, player: bytes.fromhex(
                f"19 {(object_id(slot) + self.TUBE).to_bytes(4, 'little').hex()} {player:02x} 05 007F00")):
            self.assertEqual(self.damage((1, 3))[:2], [[], []])

    def test_a_tractor_beam_does_no_damage(self):
        """The Akira's tractors are 28 behind the ship, its phasers 6 (layouts/akira.ini); StartFiring (50.4)."""
        for system, by in ((28, []), (6, ["#3 Sep"])):
            beam = (f"07 28 81 00 00 D8 00 80 00 00 00 00 00 {(object_id(1) + system).to_bytes(4, 'little').hex()} "
                    f"FFFFFF3F 00 81 00 80")
            with unittest.mock.patch.object(self, "torpedo", lambda *_, beam=beam: bytes.fromhex(beam)):
                self.assertEqual(self.damage((1, 3))[0], by)

    def test_several(self):
        self.assertEqual(self.damage((1, 3), (2, 4))[:3], [[], [], "[New damage: Hull 80 %, 100 % in frame 4; "
                                                           "several are seen firing at it]"])


class Damaged(Values):
    """Full, but for so many values from the first on."""

    def __init__(self, *values):
        super().__init__()
        self.values = list(values)

    def fraction(self):
        return self.values.pop(0) if self.values else 255


class Info(unittest.TestCase):
    """Several ships in a datagram."""

    def info(self, *updates, before=()):
        ship = ships()["Sovereign"]
        lines = ["endpoint host 10.10.10.1:22101 id 1", "endpoint ace 10.10.10.2:59405 id 2"]
        for slot in range(len(updates)):
            lines += ["at +1 host > ace", f"game seq {slot} {creation(ship, object_id(slot), NAMES[slot]).hex()}"]
        for update in before:
            lines += ["at +1 host > ace", f"game {bytes(update.data).hex()}"]
        lines += ["at +1 host > ace", *(f"game {bytes(update.data).hex()}" for update in updates)]
        return columns(forge("\n".join(lines) + "\n"), options=["-o", "bcnet.info_ends:FALSE"])[-1][1]

    def update(self, slot, *values, time=5.0, start=0):
        update = Update(object_id(slot), time).raw(0x04, b"\x7f\0\0").raw(0x10, b"\0\0")
        return update.block(ships()["Sovereign"], start, OWNER, Damaged(*values))

    def test_one_ship(self):
        self.assertEqual(self.info(self.update(0, 0x80)), "StateUpdate t=5.0 Sovereign (Ace) Hull 50 % [FWD SPD 0 SUB 0-1]")

    def test_two_ships_and_one_time(self):
        self.assertEqual(self.info(self.update(0, 0x80), self.update(1)),
                         "StateUpdate t=5.0 Sovereign (Ace) Hull 50 %; Sovereign (Sep) [FWD SPD 0 SUB 0-1 | FWD SPD 0 SUB 0-1]")

    def test_another_time_is_said(self):
        self.assertRegex(self.info(self.update(0, 0x80), self.update(1, time=5.2)),
                         r"^StateUpdate t=5\.0 Sovereign \(Ace\) Hull 50 %; t=5\.2 Sovereign \(Sep\) \[")

    def test_both_ships_damage_is_in_sight(self):
        """The worst of each ship, however much there is of the first."""
        many = [200 - 5 * number for number in range(14)]
        info = self.info(self.update(0, *many, start=6), self.update(1, *many, start=6))
        self.assertLessEqual(len(info), WIDTH)
        first, second = re.search(r"t=5\.0 (.*); (.*?)( \[|$)", info).group(1, 2)
        worst = min(many[:len(parts(self.update(0, start=6)))]) * 100 / 255
        for ship in (first, second):
            shown = [int(number) for number in re.findall(r"(\d+)(?: to \d+)? %", ship)]
            self.assertEqual(shown, sorted(shown), ship)
            self.assertLess(abs(shown[0] - worst), 1, ship)
            self.assertRegex(ship, r", \+\d+$")

    def test_parts_make_room_for_damage(self):
        """Brackets are whole, short or gone, and never before damage."""
        lengths = set()
        for number in range(0, 14):
            info = self.info(self.update(0, *[100] * number, start=6), self.update(1, *[100] * number, start=6))
            self.assertLessEqual(len(info), WIDTH)
            lengths.add(re.search(r"(\[.*\])?$", info)[0])
        self.assertEqual(lengths, {"[FWD SPD 0 SUB 6-7 | FWD SPD 0 SUB 6-7]", "[SUB 6-7 | SUB 6-7]", ""})

    def test_new_damage_comes_first(self):
        before = self.update(0, 100, 200, time=3)
        self.assertRegex(self.info(self.update(0, 100, 190), before=[before]), r"\) Shield Generator 78→75 %, Hull 39 % \[")
        self.assertRegex(self.info(self.update(0, 100, 200), before=[before]), r"\) Hull 39 %, Shield Generator 78 % \[")

    def test_a_change_that_whole_percents_hide(self):
        before = self.update(0, 100, 200, time=3)
        self.assertRegex(self.info(self.update(0, 99, 200), before=[before]), r"\) Hull 39\.2→38\.8 %, Shield Generator 78 % \[")

    def test_facings_that_are_worse_are_named(self):
        """Whichever it is; the others together."""
        before = self.update(0, 100, 200, time=3)
        for facing in range(6):
            now = self.update(0, 100, 200, *[255] * facing, 250)
            self.assertRegex(self.info(now, before=[before]), rf"\) {FACINGS[facing].capitalize()} shields 100→98 %, "
                             r"Hull 39 %, Shield Generator 78 % \[")
        before = self.update(0, 100, 200, 51, time=3)
        now = self.update(0, 100, 200, 51, 0, 102)
        self.assertRegex(self.info(now, before=[before]), r"\) Rear shields 100→0 %, Top shields 100→40 %, "
                         r"other shields 20 to 100 %, \+2$")

    def test_what_stands_between_ends_the_run(self):
        ship = ships()["Sovereign"]
        lines = ["endpoint host 10.10.10.1:22101 id 1", "endpoint ace 10.10.10.2:59405 id 2", "at 0 host > ace",
                 f"game seq 0 {creation(ship).hex()}", "at 1 host > ace",
                 f"game {bytes(self.update(0).data).hex()}", "keepalive", f"game {bytes(self.update(0).data).hex()}"]
        info = columns(forge("\n".join(lines) + "\n"), options=["-o", "bcnet.info_ends:FALSE"])[-1][1]
        self.assertEqual(info, "StateUpdate t=5.0 Sovereign (Ace) [SUB 0-1] | Keepalive | "
                               "StateUpdate Sovereign (Ace) [SUB 0-1]")


if __name__ == "__main__":
    main()
