# SPDX-License-Identifier: GPL-2.0-or-later
"""The cookbook's recipes in situations: after a restart, on a second evening, begun in mid-game, merged, mirrored, in a second round.

Two kinds of truth. What was put into the frames (truth.py) tells who was there, who talked, fired, died, scored and was silent.
And a recipe that lists what happened must list it again in another evening of the same play, once in what was captured twice, and
what is left of it in a part: MATRIX says which recipe is held against what.
"""

import collections
import csv
import io
import re
import sqlite3
import sys
import unittest

import situations
from bcnet_test import SOURCE, main, scratch_file
from comparing import differences
from truth import NOT_KNOWN, Truth

sys.path.insert(0, str(SOURCE / "tests/docs"))
import examples     # noqa: E402

COOKBOOK = (SOURCE / "docs/cookbook.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
STORY = "story, host's capture"
PARTS = ["story, begun in mid-game"]
TWICE = ["story, both sides merged", "story, a mirrored port"]
EVENINGS = {"story, restarted on the same port": [(0, 34.6, 0), (0, 44.6, 54.6)],     # from, to, later by
            "story, two evenings": [(0, 1000, 0), (0, 1000, 20 * 3600)]}
PLAYS = ["rounds", "comeback", "unnamed", "silence"]
GAMES = [STORY, *EVENINGS, *PARTS, *TWICE, "story, two games on one address", *PLAYS]
NEAR = 0.002

# Recipe -> what it is held against: facts of the truth, and whether its rows are events with their times in front.
MATRIX = {
    "Who is in the game, and how are they doing?": {"facts": ("joined", "left", "how", "scores")},
    "Who joined, and when?": {"facts": ("arrivals",), "events": True},
    "Every chat line": {"facts": ("chat",), "events": True},
    "Why was somebody turned away?": {"events": True},
    "Who lacked an object?": {"events": True},
    "How long does joining take?": {"facts": ("joining",)},
    "Who killed whom?": {"facts": ("scored", "died"), "events": True},
    "Who fired at whom?": {"facts": ("shots as told",), "events": True},
    "For how long did the phasers fire?": {"events": True},
    "What was damaged, and when?": {"events": True},
    "When did the front shield of a ship drop below half?": {"events": True},
    "When did a shield fail?": {"events": True},
    "What became of each ship?": {"facts": ("fates by class",)},
    "Which ships were flown?": {"facts": ("ships",)},
    "When was a ship cloaked?": {"events": True},
    "Which team leads?": {"facts": ("teams",)},
    "Who was silent for longest?": {"facts": ("silences",)},
    "Who resends most?": {"facts": ("players' resends",)},
}
# Where a part of a capture cannot tell: the value before is what makes it an event, or the begin is not in it.
NOT_IN_PARTS = {"For how long did the phasers fire?", "When did the front shield of a ship drop below half?",
                "When did a shield fail?", "What was damaged, and when?", "How long does joining take?", "Who was silent for longest?",
                "What became of each ship?", "Which team leads?"}


def recipe(heading):
    """The first commands of a recipe, without what only shortens their answers."""
    text = COOKBOOK.split(f"### {heading}\n", 1)[1].split("\n### ", 1)[0]
    commands = [line[2:] for block in BLOCK.findall(text) for line in block.splitlines() if line.startswith("$ ")]
    return [re.sub(r" \| (head|tail|cut|grep)\b.*$", "", command) for command in commands]


class Capture:
    """A situation written to a file, with its messages and its database, and the answers that the recipes give."""

    def __init__(self, name, runner):
        self.runner = runner
        self.frames = situations.situations()[name]()
        self.path = situations.written(self.frames)
        self.start = min(frame.time for frame in self.frames)
        self.messages, self.base = scratch_file(".pcapng"), scratch_file(".sqlite")
        self.base.unlink()
        said = runner.run(f'tshark -r {self.path} -U "BCNET messages" -w {self.messages}; scripts/bcnet-db {self.path} -o {self.base}')
        if said:
            raise AssertionError("\n".join(said))
        side = "client" if "a player's" in name else "host"
        whole = situations.whole(name)
        self.truth = Truth(self.frames, whole and Truth(whole), side)

    def rows(self, command):
        """The cells of an answer as text."""
        if command.startswith("scripts/bcnet-db"):
            query = re.search(r'--sql "(.*)"$', command) or re.search(r"--show (\w+)$", command)
            with sqlite3.connect(self.base) as database:
                found = database.execute(query[1] if " " in query[1] else f"SELECT * FROM {query[1]}")
                names = [column[0] for column in found.description]
                kept = [place for place, name in enumerate(names) if name not in ("capture", "game")]
                return [tuple("" if row[place] is None else str(row[place]) for place in kept) for row in found]
        command = command.replace("captures/session.pcapng", str(self.path)).replace("$OUT/messages.pcapng", str(self.messages))
        lines = self.runner.run(command.replace("bcnet-columns", "bcnet-columns --csv"))
        if "bcnet-columns" in command:
            return [tuple(row) for row in list(csv.reader(io.StringIO("\n".join(lines))))[1:]
                    if any(row) and "left out" not in "".join(row)]
        return [tuple(line.split("\t")) for line in lines]

    def answers(self, heading):
        """Those of all commands on the story's capture."""
        return [self.rows(command) for command in recipe(heading) if "captures/cloak" not in command]


def seconds(text):
    return text if text == "" else round(float(text), 3)


def number(text):
    return text if text == "" else int(text)


def facts_of(heading, answers):
    """What a recipe tells, in the words of truth.py."""
    rows = answers[0]
    if heading.startswith("Who is in the game"):
        rows = [row for row in rows if row[0] != "1"]
        return {"joined": [(int(row[0]), seconds(row[2])) for row in rows], "left": [(int(row[0]), seconds(row[3])) for row in rows],
                "how": [(int(row[0]), row[4].removeprefix("boot: ")) for row in rows],
                "scores": [(int(row[0]), *map(number, row[6:9])) for row in rows]}
    if heading.startswith("Who joined"):
        return {"arrivals": [(int(row[1]), seconds(row[0])) for row in rows]}
    if heading == "Every chat line":
        return {"chat": [tuple(row[1:4]) for row in rows]}
    if heading.startswith("How long does joining"):
        return {"joining": [(int(row[1]), *map(seconds, row[3:5])) for row in rows]}
    if heading.startswith("Who killed"):
        return {"scored": [tuple(number(row[place]) for place in (3, 5, 4)) for row in rows],
                "died": [(seconds(row[0]),) for row in answers[1]]}
    if heading.startswith("Who fired"):
        return {"shots as told": [(row[1],) for row in rows]}
    if heading.startswith("What became"):
        return {"fates by class": [(row[0], row[2], seconds(row[3]), row[4]) for row in rows]}
    if heading.startswith("Which ships"):
        return {"ships": [(int(row[0], 16), row[1], row[2]) for row in rows]}
    if heading.startswith("Which team"):
        return {"teams": [(int(row[0]), tuple(sorted(filter(None, row[3].split(", "))))) for row in rows]}
    if heading.startswith("Who was silent"):
        return {"silences": [(row[0], row[1], seconds(row[2])) for row in rows]}
    return {"players' resends": [(sum(int(row[2]) for row in rows),)]}


def joining(frames):
    """(id, seconds to the rules, seconds to "ready") of every answer to a connect request."""
    found, seen = [], collections.defaultdict(set)
    current = {}
    for frame in (frame for frame in frames if not frame.again):
        for message in frame.messages:
            what = message.payload if message.type == 3 else None
            if what and what[0] == "connect":
                seen[frame.client].clear()
            if message.seq is not None and message.type != 1:
                key = frame.from_host, message.type == 0x32, message.seq, message.index
                if key in seen[frame.client]:
                    continue
                seen[frame.client].add(key)
            if what and what[0] == "accept":
                current[frame.client] = [int(what[1]), frame.time, None, None]
                found.append(current[frame.client])
            join = current.get(frame.client)
            if join and frame.from_host and message.opcode == 0x00 and join[2] is None:
                join[2] = frame.time
            if join and not frame.from_host and message.opcode == 0x2A and join[3] is None:
                join[3] = frame.time
    return [(number, NOT_KNOWN if rules is None else round(rules - answer, 3),
             NOT_KNOWN if None in (rules, ready) else round(ready - rules, 3)) for number, answer, rules, ready in found]


def silences(truth, least=2.5):
    """(name, way, seconds) of the longest pause of each stay and way, its end included."""
    found, frames = [], [frame for frame in truth.frames if not frame.text]
    link_end = {frame.client: frame.time for frame in frames}
    accepted = [(frame.time, frame.client, int(message.payload[1])) for frame in frames for message in frame.messages
                if message.type == 3 and message.payload and message.payload[0] == "accept"]
    since = {}
    for stay in truth.stays:
        left = stay.left[0] if isinstance(stay.left, tuple) else stay.left
        before, last = since.get(stay.address, 0), left or float("inf")
        first = min((time for time, client, number in accepted if (client, number) == (stay.address, stay.id) and time > before),
                    default=before) - NEAR
        since[stay.address] = last
        for way, from_host in (("to the player", True), ("to the host", False)):
            times = [frame.time for frame in frames if frame.client == stay.address and frame.from_host == from_host
                     and first < frame.time <= last and frame.messages and (from_host or frame.id == stay.id)]
            times = times and [*times, left or link_end[stay.address]]
            longest = max((after - before for before, after in zip(times, times[1:])), default=0)
            if longest > least:
                found.append((stay.name or f"#{stay.id}", way, round(longest, 3)))
    return found


def teams(truth):
    """(team, names of who chose it last) where totals of teams are told, for each host."""
    return [row for host in sorted({frame.host for frame in truth.frames}) for row in teams_of(truth, host)]


def teams_of(truth, host):
    """Those of one game."""
    told = [(frame, message) for frame in truth.frames for message in frame.messages
            if frame.host == host and message.type == 0x32 and message.payload]
    totals = [(frame.time, message.payload[1]) for frame, message in told if message.opcode == 0x40]
    chosen = {}
    for frame, message in told:
        if message.opcode == 0x41 and not frame.from_host:
            stays = [stay for stay in truth.stays if stay.id == frame.id and stay.address == frame.client]
            chosen[id(stays[-1])] = stays[-1], message.payload[5]
    newest = max((time for time, _ in totals), default=0)
    return [(team + 1, tuple(sorted(stay.name for stay, own in chosen.values() if own == team and (not stay.left or stay.left >= newest))))
            for team in sorted({team for _, team in totals})]


def expected(capture):
    """fact -> rows."""
    truth = capture.truth
    facts = truth.facts()
    facts["arrivals"] = [row for row in facts["joined"] if row[1] != ""]
    facts["joining"] = joining(capture.frames)
    facts["scored"] = [(row[1] or "", row[2] or "", row[4]) if row[0] else ("", "", row[4]) for row in facts["scored"]]
    facts["died"] = [(time,) for time, _ in facts["deaths"]]
    facts["shots as told"] = [(who,) for (who, _), count in facts["shots as told"] for _ in range(count)]
    facts["fates by class"] = [(truth.label(life.owner), life.fate, truth.at(life.died), truth.label(life.killer)) for life in truth.lives]
    facts["silences"] = silences(truth)
    facts["teams"] = teams(truth)
    return facts


def times(answers):
    """When what a recipe lists happened."""
    return sorted(seconds(row[0]) for rows in answers for row in rows)


def alike(one, other):
    return len(one) == len(other) and all(abs(first - second) < NEAR for first, second in zip(sorted(one), sorted(other)))


class Recipes(unittest.TestCase):
    """All recipes of the matrix in all situations."""

    @classmethod
    def setUpClass(cls):
        runner = examples.Runner()
        cls.addClassCleanup(runner.close)
        cls.captures = {name: Capture(name, runner) for name in GAMES}

    def test_truth(self):
        for name, capture in self.captures.items():
            facts = expected(capture)
            for heading, held in MATRIX.items():
                if "facts" not in held or name in PARTS and heading in NOT_IN_PARTS:
                    continue
                shown = facts_of(heading, capture.answers(heading))
                for fact in held["facts"]:
                    with self.subTest(situation=name, recipe=heading, fact=fact):
                        missing, more = differences(facts[fact], shown[fact])
                        self.assertFalse(missing or more, f"not shown: {missing[:5]}, shown: {more[:5]}")

    def test_events(self):
        """Again on another evening, once where everything is captured twice, the rest in a part."""
        story = self.captures[STORY]
        for heading in (heading for heading, held in MATRIX.items() if held.get("events")):
            base = times(story.answers(heading))
            with self.subTest(recipe=heading):
                self.assertTrue(base)
            for name, spans in EVENINGS.items():
                with self.subTest(situation=name, recipe=heading):
                    due = [time + later for first, last, later in spans for time in base if first <= time < last]
                    self.assertTrue(alike(times(self.captures[name].answers(heading)), due), (due, times(self.captures[name].answers(heading))))
            for name in TWICE:
                with self.subTest(situation=name, recipe=heading):
                    self.assertTrue(alike(times(self.captures[name].answers(heading)), base), times(self.captures[name].answers(heading)))
            for name in PARTS:
                with self.subTest(situation=name, recipe=heading):
                    begin = self.captures[name].start - story.start
                    due = [time - begin for time in base if time >= begin]
                    shown = times(self.captures[name].answers(heading))
                    if heading in NOT_IN_PARTS:
                        due = [time for time in due if any(abs(time - other) < NEAR for other in shown)]
                    self.assertTrue(alike(shown, due), (due, shown))


if __name__ == "__main__":
    main()
