# SPDX-License-Identifier: GPL-2.0-or-later
"""Every view in every situation held against the truth, and all views of every capture against each other. What does not
hold yet stands in open.txt."""

import collections
import concurrent.futures
import functools
import itertools
import os
import pathlib
import unittest

import captures
import pcapng
import plays
import situations
import views
from bcnet_test import main, scratch_file, tshark
from comparing import differences
from truth import Truth

ONLY = os.environ.get("BCNET_SITUATION", "")     # part of a name: these alone
SOME = 5
OPEN = pathlib.Path(__file__).with_name("open.txt")
HEAD = """# Cells that do not hold yet: capture or situation, view, fact, why. The test fails for a cell that does not hold and is not
# listed, and for one that is listed and holds: the list only shrinks.
"""
def told(missing, more):
    """What is wrong with a cell, None where nothing is."""
    return f"not shown: {short(missing)}, shown: {short(more)}" if missing or more else None


def short(rows):
    """As many rows as somebody reads."""
    return f"{str(rows[:SOME])}{f' and {len(rows) - SOME} more' if len(rows) > SOME else ''}"


def against_truth(name, shown, frames):
    """The cells of a situation for which the truth is known."""
    base = name.split(",")[0]
    whole = situations.whole(name)
    side = "client" if "a player's" in name else "host"
    truth = Truth(frames, whole and Truth(whole), side).facts()
    for fact in situations.NOT_COMPARED.get(name, ()):
        del truth[fact]
    found = {}
    if situations.seen_by_host(name):
        found = {(name, "relay", "due"): told(*due_differences(name, shown["relay"]["due"]))}
    if situations.same_as(name):
        reference = views_of(situations.same_as(name))
        found |= {(name, view, "rows"): told(*differences(reference[view]["rows"], facts["rows"]))
                  for view, facts in shown.items() if "rows" in facts}
    for view, facts in shown.items():
        for fact in sorted(facts.keys() & truth.keys()):
            rows = facts[fact]
            if fact == "broken":
                rows = [row for row in rows if row[0] not in situations.BROKEN.get(base, ())]
            found[name, view, fact] = told(*differences(truth[fact], rows))
    return found


def due_differences(name, shown):
    """Who else was there, and what he got, is not in such a capture: what is said of it is what the host's tells."""
    truth = collections.Counter(views_of(situations.seen_by_host(name))["relay"]["due"])
    return [], [row for row in shown if row[2] != "" and row not in truth]


def against_each_other(name, shown, without=()):
    """Each fact as the first view tells it that has it, and as the others do."""
    found, first = {}, {}
    for view, facts in shown.items():
        for fact in sorted(facts.keys() - {*without, "rows"}):
            reference = first.setdefault(fact, facts[fact])
            found[name, view, fact] = told(*differences(reference, facts[fact]))
    return found


# There are no datagrams to judge, and none twice.
NOT_EXPORTED = {("stock", "broken"), ("world", "again"), ("dataset", "again")}


def against_export(name, shown, exported):
    """What a capture with a frame per message tells, and what the capture itself does."""
    return {(name, f"exported {view}", fact): told(*differences(shown[view][fact], rows))
            for view, facts in exported.items() for fact, rows in facts.items() if (view, fact) not in NOT_EXPORTED}


@functools.cache
def views_of(name):
    """What all views show of a situation."""
    return views.every(situations.written(situations.situations()[name]()))


def situation(name, make):
    """All cells of a situation."""
    frames = make()
    path = situations.written(frames)
    shown = views.every(path, len({frozenset((frame.source, frame.dest)) for frame in frames}))
    cells = against_truth(name, shown, frames)
    return against_each_other(name, shown, {fact for _, _, fact in cells}) | cells | \
        against_export(name, shown, views.exported(path))


def capture(path):
    """All cells of a capture of the project."""
    return against_each_other(path.stem, views.every(path))


def known():
    """The cells that are known not to hold, with a word why."""
    lines = [line.split(" | ") for line in OPEN.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return {tuple(words[:3]): words[3] for words in lines}


class Story(unittest.TestCase):
    """What truth.py makes of the scenario is what somebody who reads it writes down."""

    def test_story(self):
        facts = Truth(situations.story()).facts()
        host = "10.10.10.1:22101"
        self.assertEqual(facts["stays"], [
            (host, 2, "Ace", "10.10.10.239:59405"), (host, 3, "Sep", "10.10.10.77:61022"),
            (host, 4, "Oldie", "10.10.10.50:50111"), (host, 5, "Sep", "10.10.10.77:61380"),
            (host, 6, "Ace", "10.10.10.239:59777")])
        self.assertEqual(facts["joined"], [(2, 5.912), (3, 15.61), (4, ""), (5, 68.408), (6, 74.408)])
        self.assertEqual(facts["left"], [(2, 59), (3, 50.2), (4, 29.04), (5, 87.2), (6, "")])
        self.assertEqual(facts["scores"], [(2, 1, 1, 8640), (3, "", 1, ""), (4, "", "", ""), (5, 0, 0, 0), (6, "", "", "")])
        self.assertEqual(facts["fates"], [(0x31, "restart", ""), (0x3FFFFFFF, "died", 44.62), (0x4003FFFF, "died", 32.86),
                                          (0x4004001F, "died", 50.215), (0x3FFFFFFF, "died", 87.23),
                                          (0x4003FFFF, "still there", "")])
        self.assertEqual([killer for _, killer in facts["killers"]], ["", "nobody", "#2 Ace", "nobody", "nobody", ""])
        self.assertEqual(sorted(facts["lines"]), [("#2 Ace", 2), ("#3 Sep", 4), ("#6 Ace", 1)])
        self.assertEqual(sorted(facts["shots"]), [(("#2 Ace", "beam"), 1), (("#2 Ace", "torpedo"), 3),
                                                  (("#3 Sep", "beam"), 1), (("#3 Sep", "pulse"), 2)])
        self.assertEqual(facts["resends"], [(2,)])
        self.assertEqual(facts["files"], [("#2 Ace", 136), ("#3 Sep", 136), ("#4 Oldie", 1), ("#5 Sep", 136), ("#6 Ace", 136)])
        self.assertEqual([row[::2] for row in facts["reliable"]], [(2, 1), (3, 0), (4, 0), (5, 0), (6, 0)])


    def test_the_scratch(self):
        """The bytes of the scenario's block at 13.718 s are 255ths of the hull and of the front shields."""
        rows = views.tables(situations.written(situations.story()))[0]["damage"][:2]
        self.assertEqual([(row["time_s"], row["part"], row["to_percent"], row["by"]) for row in rows],
                         [("13.718", "Hull", f"{0xF5 / 2.55:.3f}", ""), ("13.718", "Front shields", f"{0xE6 / 2.55:.3f}", "")])


class ClockBehind(unittest.TestCase):
    """Merged with a player's capture whose clock is behind: what the host hands on stands in front of what it is. All is told
    once, though earlier."""

    FACTS = {"stays", "scores", "ships", "taken", "killers", "chat", "lines", "bursts", "shots", "shots as told",
             "lines as told", "chat as told", "due", "players' lines", "players' shots"}
    GONE_ALREADY = {("kicked", "due")}      # by the clock of the one side, when he speaks by that of the other

    def test_merged(self):
        for name, way in (("story, host's capture", situations.WAY), ("battle, host's capture", situations.WAY_OF_BATTLE),
                          ("rounds", situations.WAY), ("kicked", situations.WAY), ("skirmish", situations.WAY)):
            frames = situations.situations()[name]()
            merged = situations.merged(frames, way, apart=-situations.CLOCKS_APART)
            there, here = views_of(name), views.every(situations.written(merged))
            wrong = {(view, fact): differences(there[view][fact], rows) for view, facts in here.items()
                     for fact, rows in facts.items() if fact in self.FACTS and (name, fact) not in self.GONE_ALREADY}
            self.assertEqual({cell: rows for cell, rows in wrong.items() if any(rows)}, {}, name)

    def test_exported(self):
        """Its messages as frames of their own say the same, but for what was captured again, which is not there, and rules
        about datagrams."""
        for name in ("rounds", "skirmish"):
            frames = situations.situations()[name]()
            merged = situations.written(situations.merged(frames, situations.WAY, apart=-situations.CLOCKS_APART))
            exported = scratch_file(".pcapng")
            tshark("-r", merged, "-U", "BCNET messages", "-w", exported)
            there, here = views.every(merged), views.every(exported)
            wrong = {(view, fact): differences(there[view][fact], rows) for view, facts in here.items()
                     for fact, rows in facts.items() if view != "stock" and fact != "again"}
            self.assertEqual({cell: rows for cell, rows in wrong.items() if any(rows)}, {}, name)


class OutOfOrder(unittest.TestCase):
    """Frames are not in order of time: what the host makes of an act stands in front of it. All is told once, of who did it."""

    ACTS = {0x03, 0x07, 0x08, 0x2C}

    def test_act_behind_its_copy(self):
        for name in ("changes", "kicked"):
            frames = sorted(situations.situations()[name](), key=lambda frame: frame.time)
            there = views_of(name)
            for first, (act, copy) in enumerate(zip(frames, frames[1:])):
                opcodes = {message.opcode for message in act.messages} & self.ACTS
                if act.from_host or not opcodes or not copy.from_host:
                    continue
                path = scratch_file(".pcapng")
                pcapng.write(path, [frame.packet for frame in [*frames[:first], copy, act, *frames[first + 2:]]])
                wrong = {(view, fact): differences(there[view][fact], rows) for view, facts in views.every(path).items()
                         for fact, rows in facts.items() if fact in ClockBehind.FACTS - {"due"}}
                self.assertEqual({cell: rows for cell, rows in wrong.items() if any(rows)}, {}, (name, first + 1))

    def test_act_behind_all_copies(self):
        """Nobody is said to lack what he got in front of it, nor to have been told nothing of a newcomer (0x2A)."""
        for name in ("rounds", "kicked", "skirmish"):
            frames = sorted(situations.situations()[name](), key=lambda frame: (frame.time + 0.0035 * (
                not frame.from_host and bool({message.opcode for message in frame.messages} & {*self.ACTS, 0x2A}))))
            path = scratch_file(".pcapng")
            pcapng.write(path, [frame.packet for frame in frames])
            there, here = views_of(name), views.every(path)
            wrong = {(view, fact): differences(there[view][fact], here[view][fact])
                     for view, fact in (("relay", "dropped"), ("stock", "broken"))}
            self.assertEqual({cell: rows for cell, rows in wrong.items() if any(rows)}, {}, name)

    def test_request_behind_its_answer(self):
        """Or the answer behind what the client sent with its new id, and behind what others were told of it: it is one stay, and
        one evening."""
        def is_request(message):
            return message.type == 3 and message.payload[0] == "connect"

        def is_answer(message):
            return message.type == 3 and message.payload[0] == "accept"

        for name, is_late, seconds in (("rounds", is_request, 0.015), ("swapped", is_request, 0.015), ("rounds", is_answer, 0.052),
                                       ("rounds", is_answer, 0.062)):
            frames = sorted(situations.situations()[name](),
                            key=lambda frame: frame.time + seconds * any(map(is_late, frame.messages)))
            path = scratch_file(".pcapng")
            pcapng.write(path, [frame.packet for frame in frames])
            there = views_of(name)
            wrong = {(view, fact): differences(there[view][fact], rows) for view, facts in views.every(path).items()
                     for fact, rows in facts.items() if fact not in ClockSet.OF_TIMES and view != "follow"}
            self.assertEqual({cell: rows for cell, rows in wrong.items() if any(rows)}, {}, (name, is_late.__name__, seconds))

    def test_one_pass_or_two(self):
        """Whom the copy reached is who was there then, not who came from the same address later."""
        play = plays.Play()
        play.join("Ace", 2, 0, "10.10.10.239:59405", "0x0A5F")
        play.join("Sep", 3, 1, "10.10.10.77:61022", "0x7712")
        play.spawn("Sep", "akira")
        play.datagram("host", "Ace", play.creation("Sep"))
        play.wait(1)
        play.leave("Ace")
        play.join("Ace2", 4, 0, "10.10.10.239:59405", "0x0A60", shown="Ace")
        frames = situations.played(play)
        act = next(place for place, frame in enumerate(frames) if 0x03 in {message.opcode for message in frame.messages})
        frames[act:act + 2] = frames[act + 1], frames[act]
        path = scratch_file(".pcapng")
        pcapng.write(path, [frame.packet for frame in frames])
        once, twice = (tshark("-r", path, "-q", *options, "-z", "bcnet,relay,csv") for options in ([], ["-2"]))
        self.assertEqual(once, twice)


class ClockSet(unittest.TestCase):
    """The clock of the capturing machine is set while they play, back or on, so times may lie before the first one. Who did what is
    the same, where the capture was made is, and all views agree; but for times, and rules and tables that rest on them."""

    OF_TIMES = {"joined", "left", "how", "fates", "deaths", "score events", "held up", "waited", "round trips", "dropped", "unacked",
                "due", "broken", "judged", "rows"}

    def test_set(self):
        for name in ("rounds", "changes", "kicked", "silence", "skirmish"):
            frames = sorted(situations.situations()[name](), key=lambda frame: frame.time)
            there = views_of(name)
            for place, seconds in itertools.product((0.3, 0.85), (-3600, -30, 30, 3600)):
                first = int(len(frames) * place)
                path = scratch_file(".pcapng")
                pcapng.write(path, [frame.packet for frame in
                                    [*frames[:first], *(situations.shifted(frame, seconds) for frame in frames[first:])]])
                here = views.every(path)
                wrong = {(view, fact): differences(there[view][fact], rows) for view, facts in here.items()
                         for fact, rows in facts.items() if fact not in self.OF_TIMES and view != "follow"}
                self.assertEqual({cell: rows for cell, rows in wrong.items() if any(rows)}, {}, (name, place, seconds))
                apart = against_each_other(name, here, {"rows"})
                self.assertEqual({cell: text for cell, text in apart.items() if text}, {}, (name, place, seconds))


class Situations(unittest.TestCase):
    """All cells."""

    @classmethod
    def setUpClass(cls):
        makers = {**{name: functools.partial(situation, name, make) for name, make in situations.situations().items()},
                  **{path.stem: functools.partial(capture, path) for path in captures.all_captures()}}
        cls.names = {name for name in makers if ONLY in name}
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            runs = [pool.submit(makers[name]) for name in makers if name in cls.names]
            cls.cells = {cell: wrong for run in runs for cell, wrong in run.result().items()}
        if "BCNET_OPEN" in os.environ:
            write(cls.cells, os.environ["BCNET_OPEN"])

    def test_nothing_new_is_wrong(self):
        """What is wrong is known."""
        wrong = {cell: text for cell, text in self.cells.items() if text and cell not in known()}
        self.assertFalse(list(wrong), "\n" + "\n".join(f"{' | '.join(cell)}: {text}" for cell, text in wrong.items()))

    def test_what_is_open_is_wrong(self):
        """A line that holds leaves the list."""
        self.assertEqual([" | ".join(cell) for cell in known() if cell[0] in self.names and not self.cells.get(cell)], [])


def write(found, path):
    """The list anew, with the words that it has."""
    words = known()
    lines = [" | ".join([*cell, words.get(cell, "?")]) for cell, wrong in found.items() if wrong]
    pathlib.Path(path).write_text(HEAD + "".join(f"{line}\n" for line in sorted(lines)), encoding="utf-8")


if __name__ == "__main__":
    main()
