# SPDX-License-Identifier: GPL-2.0-or-later
"""What a player asks of the story, answered in Wireshark by buttons of the profile, in tshark by one command, and in the report:
who shot me, how much did it hurt, did it kill me, why did it lag. The answers stand in captures/scenarios/session.scn: Ace's
phasers and torpedoes end Sep's Akira, 9000 points of hull, at 32.86 s; one reliable message of Ace's connection is sent again."""

import collections
import csv
import json
import re
import unittest

from bcnet_test import SOURCE, fields, main, scratch_file, tshark

SESSION = SOURCE / "captures" / "session.pcapng"
PROFILE = SOURCE / "profile" / "Bridge Commander"
DIED, KILLER, VICTIM = 32.86, "#2 Ace", "Akira (Sep)"


def buttons():
    """Label -> filter."""
    text = (PROFILE / "dfilter_buttons").read_text(encoding="utf-8")
    return {label: display_filter for label, display_filter in re.findall(r'^"TRUE","([^"]*)","([^"]*)"', text, re.M)}


def table(name):
    return list(csv.DictReader(tshark("-q", "-r", SESSION, "-z", f"bcnet,{name},csv").splitlines()))


class InTshark(unittest.TestCase):
    """One command each."""

    def test_who_shot_me_and_how_much(self):
        lost = collections.Counter()
        for row in table("damage"):
            if row["victim"] == VICTIM:
                self.assertEqual(row["by"], KILLER)
                self.assertTrue(row["weapon"])
                lost[row["part"]] += float(row["points"])
        hull, = (float(row["to_percent"]) for row in [row for row in table("damage") if row["victim"] == VICTIM
                                                      and row["part"] == "Hull"][-1:])
        self.assertAlmostEqual(lost["Hull"], 9000 * (1 - hull / 100), delta=1)

    def test_did_it_kill_me(self):
        row, = (row for row in table("ships") if row["class"] == "Akira" and row["player"].endswith("Sep") and row["died_s"])
        self.assertEqual((float(row["died_s"]), row["killed_by"]), (DIED, KILLER))

    def test_why_did_it_lag(self):
        said = {row["id"]: row["connection"] for row in table("players")}
        self.assertRegex(said["2"], r"1 of \d+ reliable messages was sent again")
        self.assertRegex(said["3"], "no reliable message was sent again")


class InWireshark(unittest.TestCase):
    """A button, a row, its tree: three clicks."""

    def rows(self, button, *names):
        return fields(SESSION, ["frame.time_relative", *names], buttons()[button])

    def test_who_shot_me_and_how_much(self):
        rows = self.rows("New damage", "bcnet.object.resolved", "bcnet.damage.by", "bcnet.damage.points", "bcnet.damage.shot_in")
        mine = [row for row in rows if set(row["bcnet.damage.by"]) == {KILLER}]
        self.assertGreater(len(mine), 4)
        for row in mine:
            self.assertIn(VICTIM, row["bcnet.object.resolved"])
            self.assertTrue(all(float(points) > 0 for points in row["bcnet.damage.points"]))
            shots = fields(SESSION, ["bcnet.actor"], f"frame.number == {row['bcnet.damage.shot_in'][0]}")
            self.assertIn(KILLER, shots[0]["bcnet.actor"])

    def test_did_it_kill_me(self):
        deaths = {round(float(row["frame.time_relative"][0]), 2): row["bcnet.death"] for row in self.rows("Deaths", "bcnet.death")}
        self.assertEqual(deaths[DIED], [f"Sep's Akira (killed by {KILLER})"])

    def test_why_did_it_lag(self):
        rows = self.rows("Trouble", "bcnet.from.name", "bcnet.to.name", "bcnet.analysis.retransmission_of")
        again = [row for row in rows if row["bcnet.analysis.retransmission_of"]]
        self.assertTrue(again)
        self.assertTrue(all("Ace" in row["bcnet.from.name"] + row["bcnet.to.name"] for row in again))


class InTheReport(unittest.TestCase):
    """Its data; the recap and the links are tested with the page."""

    @classmethod
    def setUpClass(cls):
        path = scratch_file(".json")
        tshark("-q", "-r", SESSION, "-z", f"bcnet,world,{path}")
        cls.game, = json.loads(path.read_text(encoding="utf-8"))["games"]

    def test_all(self):
        names = [player.get("name") for player in self.game["players"]]
        death, = (event for event in self.game["events"] if event["kind"] == "death" and round(event["t"], 2) == DIED)
        self.assertEqual(names[death["player"]], "Ace")
        hits = [hit for hit in self.game["damage"] if hit["ship"] == death["ship"]]
        self.assertEqual({names[hit["by"]] for hit in hits}, {"Ace"})
        self.assertGreater(sum(hit["hull"] for hit in hits), 7000)
        self.assertTrue(any("sent again" in str(link) for link in self.game["network"]["links"]))


if __name__ == "__main__":
    main()
