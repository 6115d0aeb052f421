# SPDX-License-Identifier: GPL-2.0-or-later
"""The recipes of the documents in situations: after a restart, on a second evening, in a second round, begun in mid-game, at a
player's, merged, mirrored, one way only, with losses, two games side by side.

Every recipe of recipes.py has a row in MATRIX: a recipe that is new and has none fails. It is held against what was put into the
frames (truth.py; `facts`), and against its own answer on the story, on each kind of situation:

    captured twice     the same answer
    played again       the answers on the parts, the later ones by so much later; sums are those of the parts
    a part             nothing that the whole does not say: cells may be empty, names and classes unknown ("#2", "Akira/Nebula?")

tests/recipes.sh takes all situations, and all recipes on captures that show one thing (some minutes).
"""

import collections
import dataclasses
import os
import re
import unittest

import pcapng
import recipes
import scenes
import situations
from bcnet_test import SOURCE, main
from comparing import differences
from truth import CHAT, NOT_KNOWN, SETTINGS, Truth, asks_to_connect, u32

import examples     # recipes.py has put its folder into the path

ALL = "BCNET_ALL" in os.environ
STORY = "story, host's capture"
RESTART, EVENINGS, GAMES = "story, restarted on the same port", "story, two evenings", "story, two games on one address"
FIRST, SECOND = "story, until the restart", "story, after the restart"
# Situation -> what it consists of, and how much later.
TWICE = {name: [(STORY, 0)] for name in ("story, a mirrored port", "story, both sides merged",
                                         "story, with and without a VLAN, a mirrored port")}
AGAIN = {RESTART: [(FIRST, 0), (SECOND, 60)], EVENINGS: [(STORY, 0), (STORY, 20 * 3600)], GAMES: [(STORY, 0), (STORY, 7.3)]}
PARTS = {"story, begun in mid-game": "mid", "story, a player's": "player", "story, a player's, begun in mid-game": "player",
         "story, from the host only": "host", "story, to the host only": "players", "story, five per cent lost": "lossy"}
PLAYS = ["rounds", "comeback", "unnamed", "silence"]
MORE = ["rounds, a mirrored port", "comeback, both sides merged", "silence, a player's", "skirmish", "skirmish, both sides merged",
        "story, restarted on the same port, a mirrored port", "story, restarted on the same port, both sides merged",
        "story, two games on one address, a mirrored port", "story, two evenings, both sides merged"]
SHORT = [STORY, FIRST, SECOND, RESTART, "story, a mirrored port", "story, begun in mid-game", "story, a player's",
         "story, to the host only", "rounds", "comeback"]
# Facts that hold in parts too: of all parts, or of some.
PART_FACTS = {"joined", "left", "how", "scores", "chat", "scored", "scores told", "died", "shots as told", "ships", "updates"}
PART_FACTS_OF = {}
AT_MOST = {"rules broken"}      # a base may break them
NEAR, ON_THE_WAY = 0.002, 0.05     # seconds; what others do arrives later at a player's

# Columns by what they tell. Numbers of frames and of things in the capture may be others; those of the end are others where more
# follows; a clock is that of the wall.
TIMES = {"frame.time_relative", "time", "time_s", "t", "joined_s", "left_s", "died_s", "connected", "since", "joined", "gone",
         "sent_s", "died", "ended"}
NUMBERS = {"frame.number", "bcnet.analysis.retransmission_of", "bcnet.analysis.held_up_by", "frame", "first_broken", "first_frame",
           "link", "ship", "stay", "round", "address", "game"}
CLOCKS = {"epoch"}
PIECES = {"from_s"}


@dataclasses.dataclass(frozen=True)
class Held:
    """How a recipe is held. `sums`: columns that add up; `ends`: columns that what comes later changes; `alone`: for reasons in
    brackets, what it says of several evenings is only held against facts; `figures`: columns that are others in a part; `not_in`:
    kinds of parts in which nothing can be compared; `captured`: it lists what was captured again as well."""

    facts: tuple = ()
    sums: tuple = ()
    ends: tuple = ()
    figures: tuple = ()
    not_in: tuple = ()
    alone: bool = False
    without_host: bool = False
    captured: bool = False
    not_games: bool = False     # it is about texts, which are not in the second game


AT_ONCE = ("player",)                   # what a player is told late, and several of it at once
COUNTED = ("mid", "player", "host", "players", "lossy")
PLAYERS = {"ends": ("left_s", "how", "gone"), "without_host": True}

MATRIX = {
    "cookbook": {
        "Who is in the game, and how are they doing?": Held(("joined", "left", "how", "scores"), figures=("joined_s", "left_s", "how", "ships"), **PLAYERS),
        "Who joined, and when?": Held(("arrivals",)),
        "Every chat line": Held(("chat",)),
        "Why was somebody turned away?": Held(("turned away",)),
        "What was a late joiner told?": Held(("told after ready",), not_in=("players", "lossy")),
        "Who lacked an object?": Held(("asked",)),
        "How long does joining take?": Held(("joining",), figures=("rules_after_s", "ready_after_s")),
        "Who killed whom?": Held(("scored", "died")),
        "Who fired at whom?": Held(("shots as told",)),
        "For how long did the phasers fire?": Held(("bursts end",)),
        "What was damaged, and when?": Held(figures=("from_percent",), not_in=(*AT_ONCE, "mid", "lossy")),
        "Who shot me, how much did it hurt, did it kill me?": Held(("died",), figures=("points",), not_in=(*AT_ONCE, "mid", "lossy")),
        "When did the front shield of a ship drop below half?": Held(not_in=AT_ONCE),
        "When did a shield fail?": Held(not_in=AT_ONCE),
        "What became of each ship?": Held(("fates by class",), ends=("fate",), figures=("fate", "died_s", "killed_by", "worst_last_condition")),
        "How well did the torpedoes aim?": Held(("torpedoes",), figures=("torpedoes", "news_of_damage")),
        "Which team leads?": Held(("teams",), figures=("members",), alone=True),
        "Which ships were flown?": Held(("ships", "updates"), figures=("how_known", "updates")),
        "Where was a ship?": Held(not_in=(*AT_ONCE, "host", "lossy")),
        "How far apart were two ships?": Held(not_in=COUNTED),
        "When was a ship cloaked?": Held(),
        "Who wanted more power than 100 %?": Held(),
        "What kinds of messages are there, and how many?": Held(("messages by type",), sums=("count",)),
        "How much goes over a connection?": Held(sums=("messages", "bytes"), figures=("messages", "bytes")),
        "Who was silent for longest?": Held(("silences",), ends=("longest_s", "since"), figures=("longest_s", "since")),
        "Who lagged, and when?": Held(sums=("acks",), figures=("acks",)),
        "How good is each connection?": Held(("connections",), sums=("reliable", "lost"), not_in=COUNTED),
        "How often are ships updated?": Held(("all updates",), not_in=COUNTED),
        "Who resends most?": Held(("players' resends",), without_host=True, not_in=COUNTED),
        "What was sent again, and how long after the time before?": Held(("resends",), figures=("bcnet.analysis.resend_count",)),
        "What was never acknowledged, and why?": Held(("unacked",), ends=("age_s", "why"), not_in=("player", "lossy", "mid")),
        "Was anything lost on the way?": Held(not_in=("lossy",)),
        "What was held up by what was lost?": Held(figures=("bcnet.analysis.held_up",)),
        "What does the dissector complain about?": Held(("complaints",), sums=("times",), not_in=COUNTED),
        "Which bytes are not understood?": Held(("not understood",)),
        "Which files did the host send to a client?": Held(("files sent",)),
        "Is this the unmodified game? Whose files are others?": Held(("files",), figures=("files",), without_host=True),
        "Do all players use the stock scripts?": Held(),
        "One row per game message, for a spreadsheet": Held(("torpedoes fired",)),
        "What changed between two captures?": Held(sums=("both", "first", "second"), not_in=COUNTED),
        "Which rules does the host play by?": Held(("rules told",)),
        "Did the host hand on what players did?": Held(("lines sent",), not_in=COUNTED),
        "Does the server do what the game does?": Held(("rules broken",), alone=True, not_in=COUNTED),
        "What did the GameSpy browser see?": Held(not_games=True),
    },
    "README": {
        "What was said?": Held(("chat",)),
        "Who killed whom?": Held(("scored then",)),
        "Which ships were flown, and what became of them?": Held(("fates by class",), ends=("fate",), figures=("fate", "died_s", "killed_by")),
        "Every torpedo in a spreadsheet?": Held(("torpedoes passed",)),
    },
    "ten filters": {
        "bcnet.act in {0x2c, 0x2d}": Held(("chat times",)),
        "bcnet.death": Held(("died",)),
        "bcnet.act in {0x07, 0x19, 0x1a}": Held(("shot times",)),
        "bcnet.damage.new": Held(not_in=("mid", "player", "lossy")),
        'bcnet.actor.name == "Ace"': Held(not_in=("lossy",)),
        'bcnet.object.resolved contains "(Ace)"': Held(captured=True, not_in=("mid", "lossy")),
        "bcnet.act == 0x17": Held(("joined times",)),
        "bcnet.boot.reason || bcnet.opcode in {0x22, 0x23}": Held(("refused times",), captured=True),
        "bcnet.analysis.retransmission || bcnet.analysis.lost || bcnet.analysis.held_up": Held(not_in=("lossy",)),
        "bcnet.act && bcnet.opcode != 0x1c": Held(not_in=("player", "host", "lossy")),
    },
    "data": {
        "Who was there, from when to when, and how did it end?": Held(("joined", "left", "how"), figures=("joined", "gone", "how"), **PLAYERS),
        "What was the score in the end?": Held(("scores",)),
        "Who killed whom?": Held(("scores told",)),
        "What became of the ships, and how long did they live?": Held(("fates in words",), ends=("fate", "seconds"), figures=("fate", "seconds")),
        "Who fired how often, and with what?": Held(("shots by player",), sums=("shots",), figures=("shots",)),
        "Who did how much damage to whom, as far as that can be told?": Held(sums=("points",), not_in=(*AT_ONCE, "mid", "lossy")),
        "How did the hull of a ship fare?": Held(not_in=(*AT_ONCE, "mid", "host", "lossy")),
        "What was hit worst?": Held(not_in=(*AT_ONCE, "lossy")),
        "What happened in the ten seconds before a ship died?": Held(not_in=(*AT_ONCE, "mid", "lossy")),
        "Where was it when it died?": Held(not_in=("lossy",)),
        "How fast was each ship at most?": Held(),
        "What was said, and when?": Held(("said",)),
        "Who talked how much?": Held(("lines",), figures=("lines",)),
        "Which rounds were played, and why did they end?": Held(("rounds", "ends"), ends=("how", "t"), figures=("t", "minutes", "how")),
        "How bad was each connection?": Held(("connections",), sums=("reliable", "lost"), not_in=COUNTED),
        "Which messages waited longest for their ack?": Held(not_in=COUNTED),
        "Which messages made the traffic?": Held(("all messages",), sums=("messages", "bytes"), figures=("messages", "bytes")),
        "What of the players did the host hand on, and how often?": Held(("lines by kind",), sums=("acts", "copies"), figures=("acts", "copies")),
        "Whose files are not those of the game as it was sold?": Held(),
        "What is remarkable?": Held(sums=("times",), not_in=COUNTED),
    },
    "operators": {
        "id,name,address,joined_s,how": Held(("joined", "how"), figures=("joined_s", "how"), **PLAYERS),
        "--show joining": Held(("joining",), figures=("rules_after_s", "ready_after_s")),
        "--show lag": Held(("connections",), sums=("reliable", "lost"), not_in=COUNTED),
    },
    "modders": {
        "bcnet.unparsed": Held(("not understood",)),
        "id,name,files": Held(figures=("files",), without_host=True),
        "-z bcnet,files": Held(),
    },
}


# What was put into the frames, in the words of the recipes.

def first_sendings(frames):
    """(frame, message) of what was captured once and not sent before on its connection."""
    seen = collections.defaultdict(set)
    for frame in sorted((frame for frame in frames if not frame.again and not frame.text), key=lambda frame: frame.time):
        for message in frame.messages:
            if asks_to_connect(message) and (frame.evening, message.payload) not in seen[frame.client]:
                seen[frame.client] = {(frame.evening, message.payload)}
            key = frame.from_host, message.type == 0x32, message.seq, message.index
            if message.type != 1 and message.seq is not None and key in seen[frame.client]:
                continue
            if message.type != 1:
                seen[frame.client].add(key)
            yield frame, message


def acts(frames, *opcodes):
    """(time, payload) of each act once: a link takes it once, and none that is 45 s old (10.10)."""
    told = collections.defaultdict(list)
    for frame, message in first_sendings(frames):
        if message.opcode in opcodes:
            known = told[frame.host, message.payload]
            link = frame.client, frame.from_host
            act = next((act for act in known if frame.time - act[0] <= 45 and link not in act[1]), None)
            if act is None:
                act = frame.time, set()
                known.append(act)
            act[1].add(link)
    return sorted((act[0], payload) for (_, payload), those in told.items() for act in those)


def every_message(frames):
    """(frame, message), each once captured."""
    return [(frame, message) for frame in frames if not frame.again and not frame.text for message in frame.messages]


def joining(frames):
    """(id, seconds to the rules, seconds to "ready") of every answer to a connect request."""
    found, current = [], {}
    for frame, message in first_sendings(frames):
        if message.type == 3 and message.payload and message.payload[0] == "accept":
            current[frame.client] = [int(message.payload[1]), frame.time, None, None]
            found.append(current[frame.client])
        join = current.get(frame.client)
        if join and frame.from_host and message.opcode == 0x00 and join[2] is None:
            join[2] = frame.time
        if join and not frame.from_host and message.opcode == 0x2A and join[3] is None:
            join[3] = frame.time
    return [(number, NOT_KNOWN if rules is None else round(rules - answer, 3),
             NOT_KNOWN if None in (rules, ready) else round(ready - rules, 3)) for number, answer, rules, ready in found]


def silences(truth):
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
            if longest > LEAST:
                found.append((stay.name or f"#{stay.id}", way, round(longest, 3)))
    return found


LEAST = 2.5     # seconds of silence that are compared: shorter ones end with what cannot be told from the next stay's begin


def teams(truth):
    """(team, names of who chose it last) where totals of teams are told, for each host."""
    return [row for host in sorted({frame.host for frame in truth.frames}) for row in teams_of(truth, host)]


def teams_of(truth, host):
    """Those of one game."""
    told = [(frame, message) for frame, message in every_message(truth.frames)
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


def bursts_end(frames):
    """(time, seconds) of every beam that stops after it was seen to start."""
    found, since = [], {}
    for time, payload in acts(frames, 0x07, 0x08):
        weapon = u32(payload, 13)
        if payload[0] == 0x07:
            since.setdefault(weapon, time)
        elif weapon in since:
            found.append((time, round(time - since.pop(weapon), 3)))
    return found


def told_after_ready(frames):
    """How many messages the host sends within a second after "ready"."""
    ready, count = {}, 0
    for frame, message in first_sendings(frames):
        if message.opcode == 0x2A:
            ready[frame.client] = frame.time
        elif frame.from_host and message.opcode not in (None, 0x1C):
            count += frame.time - ready.get(frame.client, float("-inf")) <= 1
    return [(count,)]


def connections(frames):
    """(address, reliable messages and fragments, how many of them more than once)."""
    times, number = collections.Counter(), collections.Counter()
    last = {}
    for frame, message in every_message(sorted(frames, key=lambda frame: frame.time)):
        if asks_to_connect(message) and last.get(frame.client) != (frame.evening, message.payload):
            number[frame.client] += 1
            last[frame.client] = frame.evening, message.payload
        if message.seq is not None and message.type != 1:
            times[frame.client, number[frame.client], frame.from_host, message.type == 0x32, message.seq, message.index] += 1
    found = collections.defaultdict(lambda: [0, 0])
    for (client, *_), count in times.items():
        found[client][0] += 1
        found[client][1] += count > 1
    return [(client, *counts) for client, counts in found.items()]


TYPES = {0x32: "Message", 1: "Ack", 0: "Peer announcement", 3: "Connect", 5: "Disconnect", 2: "Keepalive", 4: "Boot"}


def added(pairs):
    """Words and a count -> rows, each words once."""
    found = collections.Counter()
    for words, count in pairs:
        found[words] += count
    return [(*words, count) for words, count in found.items()]


def bare(name):
    """A player's label without the id."""
    return re.sub(r"^#\d+ ", "", name)


def the_truth(capture):
    """fact -> rows."""
    truth, frames, start = capture.truth, capture.frames, capture.start

    def when(*opcodes):
        return [(round(time - start, 3),) for time, _ in acts(frames, *opcodes)]

    def sent(*opcodes, boots=False):
        return [(round(frame.time - start, 3),) for frame, message in every_message(frames)
                if message.opcode in opcodes or boots and message.type == 4]

    facts = truth.facts()
    counts = collections.Counter(TYPES[message.type] for _, message in every_message(frames))
    scored = facts["scored"]
    lives = [(truth.label(life.owner), life.kind, life.fate, truth.at(life.died), truth.label(life.killer)) for life in truth.lives]
    joined = [(time,) for _, time in facts["joined"] if time != NOT_KNOWN]
    facts |= {
        "arrivals": [row for row in facts["joined"] if row[1] != ""],
        "joined times": list(set(joined)),
        "joining": joining(frames),
        "scored": [(row[1] or "", row[2] or "", row[4]) if row[0] else ("", "", row[4]) for row in scored],
        "scored then": when(0x36),
        "died": [(time,) for time, _ in facts["deaths"]],
        "shots as told": [(who,) for (who, _), count in facts["shots as told"] for _ in range(count)],
        "fates by class": [(row[0], *row[2:]) for row in lives],
        "fates in words": [(row[2],) for row in lives],
        "silences": silences(truth),
        "teams": teams(truth),
        "turned away": sent(0x22, 0x23, boots=True),
        "refused times": list(set(sent(0x22, 0x23, boots=True))),
        "asked": [(round(frame.time - start, 3),) for frame, message in first_sendings(frames) if message.opcode == 0x1E],
        "bursts end": [(round(time - start, 3), seconds) for time, seconds in bursts_end(frames)],
        "told after ready": told_after_ready(frames),
        "torpedoes": added(((bare(who),), count) for (who, kind), count in facts["players' shots"] if kind == "torpedo"),
        "messages by type": list(counts.items()),
        "all messages": [(sum(counts.values()),)],
        "connections": connections(frames),
        "all updates": [(sum(truth.updates.values()),)],
        "complaints": [(count,) for count, in facts["resends"] if count],
        "not understood": [],
        "files sent": sent(0x25),
        "torpedoes fired": when(0x19),
        "torpedoes passed": sent(0x19),
        "rules told": sent(0x00, 0x35),
        "lines sent": facts["players' lines"],
        "scores told": [(row[2] if row[0] else "",) for row in scored],
        "chat times": list(set(when(*CHAT))),
        "shot times": list(set(when(0x07, 0x19, 0x1A))),
        "shots by player": added(((bare(who), kind), count) for (who, kind), count in facts["players' shots"]),
        "said": [(bare(who), text) for who, _, text in facts["chat"]],
        "lines": added(((bare(who),), count) for who, count in facts["lines"]),
        "lines by kind": [(sum(payload[0] == 0x2C for _, payload in acts(frames, 0x2C)),)],
        "rounds": [(sum(count for _, count in facts["rounds"]),)],
        "ends": [(end,) for _, end in facts["ends"]],
        "resends": [(count,) for count, in facts["resends"] if count],
        "unacked": [row[:1] for row in facts["unacked"]],
        "rules broken": [(str(rule),) for rule in situations.BROKEN[capture.name.split(",")[0]]],
    }
    return {fact: list(rows) for fact, rows in facts.items()}


# What a recipe shows, in the same words.

def seconds(text):
    return text if text == "" else round(float(text), 3)


def number(text):
    return text if text == "" else int(text)


class Cells:
    """The answers of a recipe by the names of columns."""

    def __init__(self, answers):
        self.answers = answers
        self.rows = [dict(zip(answer.names, row)) for answer in answers[:1] for row in answer.rows]

    def of(self, *names, place=0, kinds=None, where=lambda row: True):
        """Cells of columns; numbers as such."""
        rows = self.rows if place == 0 else [dict(zip(self.answers[place].names, row)) for row in self.answers[place].rows]
        return [tuple((kinds or {}).get(name, str)(row[name]) for name in names) for row in rows if where(row)]

    def sum(self, *names, where=lambda row: True):
        return [(sum(int(row[name] or 0) for row in self.rows for name in names if where(row)),)]

    def counted(self, *names, count):
        return added((tuple(row[name] for name in names), int(row[count])) for row in self.rows)

    def times(self, name, place=0):
        return self.of(name, place=place, kinds={name: seconds})

    def moments(self):
        """Times of frames, each once."""
        return list(set(self.times("frame.time_relative")))


def player(row):
    return row["id"] != "1"


def shot(kind):
    return kind if kind in ("torpedo", "pulse") else "beam"


SHOWN = {
    "joined": lambda cells: cells.of("id", "joined_s" if "joined_s" in cells.rows[0] else "joined", where=player,
                                     kinds={"id": int, "joined_s": seconds, "joined": seconds}),
    "left": lambda cells: cells.of("id", "left_s" if "left_s" in cells.rows[0] else "gone", where=player,
                                   kinds={"id": int, "left_s": seconds, "gone": seconds}),
    "how": lambda cells: [(int(number), how.removeprefix("boot: ")) for number, how in cells.of("id", "how", where=player)],
    "scores": lambda cells: cells.of("id", "kills", "deaths", "score", where=player,
                                     kinds=dict.fromkeys(("id", "kills", "deaths", "score"), number)),
    "arrivals": lambda cells: cells.of("bcnet.event.player", "frame.time_relative",
                                       kinds={"bcnet.event.player": int, "frame.time_relative": seconds}),
    "chat": lambda cells: cells.of("from", "to", "text"),
    "turned away": lambda cells: cells.times("frame.time_relative"),
    "told after ready": lambda cells: cells.sum("times"),
    "asked": lambda cells: cells.times("time"),
    "joining": lambda cells: cells.of("id", "rules_after_s", "ready_after_s",
                                      kinds={"id": int, "rules_after_s": seconds, "ready_after_s": seconds}),
    "scored": lambda cells: cells.of("kills", "score", "deaths", kinds=dict.fromkeys(("kills", "score", "deaths"), number)),
    "scores told": lambda cells: cells.of("score", kinds={"score": number}),
    "died": lambda cells: cells.times("frame.time_relative", len(cells.answers) - 1),
    "shots as told": lambda cells: cells.of("bcnet.actor"),
    "bursts end": lambda cells: cells.of("frame.time_relative", "bcnet.fire.duration",
                                         kinds=dict.fromkeys(("frame.time_relative", "bcnet.fire.duration"), seconds)),
    "fates by class": lambda cells: cells.of("player", "fate", "died_s", "killed_by", kinds={"died_s": seconds}),
    "fates in words": lambda cells: cells.of("fate"),
    "torpedoes": lambda cells: cells.counted("player", count="torpedoes"),
    "teams": lambda cells: [(int(team), tuple(sorted(filter(None, who.split(", "))))) for team, who in cells.of("team", "members")],
    "ships": lambda cells: [(int(thing, 16), *rest) for thing, *rest in cells.of("object", "player", "class")],
    "updates": lambda cells: [(int(thing, 16), count) for thing, count in cells.counted("object", count="updates") if count],
    "messages by type": lambda cells: cells.of("topic", "count", kinds={"count": int}, where=lambda row: row["topic"] != "all"
                                               and row["group"] == "Transport messages"),
    "silences": lambda cells: [row for row in cells.of("player", "way", "longest_s", kinds={"longest_s": seconds}) if row[2] > LEAST],
    "connections": lambda cells: cells.of("address", "reliable", "lost", kinds={"reliable": int, "lost": int}),
    "all updates": lambda cells: cells.sum("updates"),
    "players' resends": lambda cells: cells.sum("resends"),
    "resends": lambda cells: [(len(cells.rows),)],
    "unacked": lambda cells: cells.of("from"),
    "complaints": lambda cells: cells.of("times", where=lambda row: row["summary"].endswith("was sent before"), kinds={"times": int}),
    "not understood": lambda cells: cells.answers[0].rows,
    "files sent": lambda cells: cells.times("frame.time_relative"),
    "files": lambda cells: list(collections.Counter(who for who, in cells.of("player", place=1, where=lambda row: row["content"])).items()),
    "torpedoes fired": lambda cells: cells.times("time"),
    "torpedoes passed": lambda cells: cells.times("time"),
    "rules told": lambda cells: cells.times("frame.time_relative"),
    "lines sent": lambda cells: added(((row["player"],), int(row["sent"])) for row in cells.rows
                                      if row["opcode"].startswith(("Chat", "TeamChat")) and int(row["sent"])),
    "rules broken": lambda cells: list(set(cells.of("rule", where=lambda row: row["outcome"] == "broken"))),
    "scored then": lambda cells: cells.times("frame.time_relative"),
    "chat times": lambda cells: cells.moments(),
    "shot times": lambda cells: cells.moments(),
    "joined times": lambda cells: cells.moments(),
    "refused times": lambda cells: cells.moments(),
    "shots by player": lambda cells: added(((row["player"], shot(row["kind"])), int(row["shots"])) for row in cells.rows),
    "said": lambda cells: cells.of("author", "text"),
    "lines": lambda cells: cells.counted("name", count="lines"),
    "rounds": lambda cells: [(len(cells.rows),)],
    "ends": lambda cells: cells.of("reason", where=lambda row: row["reason"]),
    "all messages": lambda cells: cells.sum("messages"),
    "lines by kind": lambda cells: cells.sum("acts", where=lambda row: row["label"] == "Chat"),
}


# An answer held against another one.

OPEN_ENDS = {"", "still there", "first"}    # of a stay, a ship, a round: what comes later may say more
ENDS = re.compile(r"\d+(\.\d+){3}:\d+")    # addresses with ports, which are others in another game
ALWAYS_OPEN = {"age_s", "why"}              # of what waits for an ack until its connection ends
CLASS = r"[A-Z]\w*(?: of| [A-Z]\w*)*"
UNKNOWN = re.compile(rf"#\d+(?! \w)|player \d+|{CLASS}(?:/{CLASS})*\?|{CLASS}(?:/{CLASS})+|unknown|\bship 0x\w+")
OWNED = re.compile(rf"\b(\w+)'s ({CLASS})")      # as labels have it: Akira (Sep)
# Of captures that are merged: a remark on their clocks, and a rule about clocks that is not judged there (90.8).
OF_MERGED = {"bcnet.expert.capture", "28", "Datagrams captured again, left out"}


def as_number(text):
    try:
        return float(text)
    except ValueError:
        return None


def weaker(whole, part):
    """Whether a cell says nothing that the other one does not: nothing at all, a number for a name, a class among several."""
    if part in ("", "not known", whole):
        return True
    whole, part = (OWNED.sub(r"\2 (\1)", text) for text in (whole, part))
    pattern, at = "", 0
    for found in UNKNOWN.finditer(part):
        pattern += re.escape(part[at:found.start()])
        if re.match("[A-Z]", found[0]):
            pattern += f"(?:{'|'.join(map(re.escape, found[0].rstrip('?').split('/')))})(?: \\([^()]*\\))?"
        else:
            pattern += ".*?"
        at = found.end()
    return at > 0 and re.fullmatch(pattern + re.escape(part[at:]), whole) is not None


@dataclasses.dataclass
class Comparing:
    """How cells of two answers are compared."""

    names: list
    held: Held
    lenient: bool = False   # of a part with the whole
    tolerance: float = NEAR

    def name(self, place):
        return self.names[place] if place < len(self.names) else place

    def is_free(self, place, row):
        """Whether a cell may be another one."""
        name = self.name(place)
        if name in NUMBERS or self.lenient and name in self.held.figures:
            return True
        ends = [cell for other, cell in enumerate(row) if self.name(other) in self.held.ends]
        return name in self.held.ends and (name in ALWAYS_OPEN or bool(OPEN_ENDS & set(ends)))

    def cell(self, place, expected, shown, row):
        if expected == shown or self.is_free(place, row):
            return True
        one, other = as_number(expected), as_number(shown)
        if one is None or other is None:
            return self.lenient and weaker(expected, shown)
        name = self.name(place)
        exact = self.tolerance if name in TIMES or name in CLOCKS else max(NEAR, 1e-4 * abs(one))
        return abs(one - other) <= exact

    def row(self, expected, shown):
        return len(expected) == len(shown) and all(self.cell(place, one, other, expected)
                                                   for place, (one, other) in enumerate(zip(expected, shown)))

    def differences(self, expected, shown):
        """Rows that are missing, and rows that are too many."""
        left, missing = collections.defaultdict(list), []
        for row in shown:
            left[self.words(row)].append(row)
        for row in expected:
            those = left[self.words(row)]
            found = next((other for other in those if self.row(row, other)), None)
            if found is None:
                missing.append(row)
            else:
                those.remove(found)
        return missing, [row for those in left.values() for row in those]

    def words(self, row):
        """What two rows that agree have in common, to look among fewer."""
        return () if self.lenient else tuple(cell for place, cell in enumerate(row) if as_number(cell) is None
                                             and self.name(place) not in {*NUMBERS, *self.held.ends})


def added_up(answer, columns):
    """Words -> sums of columns; what else is a number is left out."""
    found = collections.defaultdict(lambda: [0.0] * len(columns))
    for row in answer.rows:
        cells = dict(zip(answer.names, row))
        words = tuple(ENDS.sub("", cell) for name, cell in cells.items() if name not in {*columns, *NUMBERS, *PIECES, "outcome", "lost_percent"}
                      and (as_number(cell) is None or name == "rule"))
        for place, name in enumerate(columns):
            found[words][place] += float(cells[name] or 0)
    return found


def shifted(answer, by, also=CLOCKS):
    """The same so much later, or counted from another moment: then the clock is the same."""
    def cell(name, text):
        return str(float(text) + by) if name in {*TIMES, *PIECES, *also} and as_number(text) is not None else text
    return [tuple(cell(name, text) for name, text in zip(answer.names, row)) for row in answer.rows]


def of_this_capture(answer, held):
    """Without what is not compared: rows of the host, who is one for all evenings, and what is said of merged captures."""
    rows = [row for row in answer.rows if not (held.without_host and answer.names[:1] == ["id"] and row[0] == "1")
            and not OF_MERGED & {row[place] for place, name in enumerate(answer.names) if name in ("rule", "filter", "group")}]
    return recipes.Answer(answer.names, rows)


class Capture(recipes.Asked):
    """A situation in a file."""

    def __init__(self, name, runner, frames):
        super().__init__(runner, situations.written(frames))
        self.frames, self.name = frames, name
        self.start = min(frame.time for frame in frames)
        whole = situations.whole(name)
        self.truth = Truth(frames, whole and Truth(whole), "client" if "a player's" in name else "host")


    def once(self, recipe, held):
        """The answers, with what a page says of captures that have datagrams twice."""
        commands = recipes.recipes()[recipe]
        return [self.answer(recipes.captured_once(command) if held.captured else command) for command in commands]


def frames_of(name):
    """Of a situation; two are parts of another."""
    own = {FIRST: lambda: situations.between(situations.story(), last=34.6),
           SECOND: lambda: situations.between(situations.story(True), last=44.6)}
    return own[name]() if name in own else situations.situations()[name]()


def rows_of_matrix():
    """(recipe, how it is held, its answers' place)."""
    found = {}
    for document, title in recipes.recipes():
        keys = [key for key in MATRIX[document] if key == title or document in ("operators", "modders") and key in title]
        if keys:
            found[document, title] = MATRIX[document][keys[0]]
    return found


class Matrix(unittest.TestCase):
    """Every recipe is in it, and every row is a recipe."""

    def test_complete(self):
        """A recipe that has no row is not tested on anything but the capture in the document."""
        self.assertEqual(sorted(recipes.recipes().keys() - rows_of_matrix().keys()), [], "give it a row in MATRIX")

    def test_no_other(self):
        for document, rows in MATRIX.items():
            titles = [title for named, title in recipes.recipes() if named == document]
            for key in rows:
                self.assertTrue(any(key == title or document in ("operators", "modders") and key in title for title in titles), key)

    def test_headings(self):
        """No heading of the cookbook is without a command, so none is left out."""
        text = (SOURCE / "docs/cookbook.md").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"^### (.*)$", text, re.MULTILINE), list(MATRIX["cookbook"]))


class Recipes(unittest.TestCase):
    """All recipes in all situations."""

    @classmethod
    def setUpClass(cls):
        cls.runner = examples.Runner()
        cls.addClassCleanup(cls.runner.close)
        cls.names = SHORT if not ALL else [STORY, FIRST, SECOND, *AGAIN, *TWICE, *PARTS, *PLAYS, *MORE]
        cls.known = {}

    def capture(self, name):
        if name not in self.known:
            self.known[name] = Capture(name, self.runner, frames_of(name))
        return self.known[name]

    def hold(self, what, missing, more):
        self.assertFalse(missing or more, f"{what}\nnot shown ({len(missing)}): {missing[:4]}\nshown ({len(more)}): {more[:4]}")

    def test_truth(self):
        """What was put into the frames."""
        for name in self.names:
            facts = the_truth(self.capture(name))
            for recipe, held in rows_of_matrix().items():
                for fact in held.facts:
                    if name in PARTS and not (fact in PART_FACTS or PARTS[name] in PART_FACTS_OF.get(fact, ())):
                        continue
                    with self.subTest(situation=name, recipe=recipe, fact=fact):
                        answers = self.capture(name).once(recipe, held)
                        shown = list(SHOWN[fact](Cells(answers))) if any(answer.rows for answer in answers) else []
                        missing, more = differences(facts[fact], shown)
                        self.hold(answers[0].names, missing if fact not in AT_MOST else [], more)

    def pairs(self, name, parts):
        """(recipe, how it is held, answer, the answers on its parts)."""
        for recipe, held in rows_of_matrix().items():
            answers = [self.capture(part).answers(recipe) for part, _ in parts]
            for place, answer in enumerate(self.capture(name).answers(recipe)):
                yield recipe, held, of_this_capture(answer, held), [of_this_capture(those[place], held) for those in answers]

    def test_captured_twice(self):
        """The same answer. A filter that does not say "once" needs the addition that its page names."""
        for name in [name for name in self.names if name in TWICE]:
            for recipe, held, answer, (base,) in self.pairs(name, TWICE[name]):
                with self.subTest(situation=name, recipe=recipe):
                    if held.captured:
                        answer, = self.capture(name).once(recipe, held)
                    self.hold(answer.names, *Comparing(answer.names, held).differences(base.rows, answer.rows))

    def test_again(self):
        """On another evening, after a restart, in another game: both answers."""
        for name in [name for name in self.names if name in AGAIN]:
            for recipe, held, answer, bases in self.pairs(name, AGAIN[name]):
                by_pieces = "from_s" in answer.names and not held.sums and any(by % 10 for _, by in AGAIN[name])
                if held.alone or by_pieces or held.not_games and name == GAMES:
                    continue
                with self.subTest(situation=name, recipe=recipe):
                    rows = [row for base, (_, by) in zip(bases, AGAIN[name]) for row in shifted(base, by)]
                    if held.sums:
                        self.sums(held, recipes.Answer(answer.names, rows), answer)
                    else:
                        self.hold(answer.names, *Comparing(answer.names, held).differences(rows, answer.rows))

    def sums(self, held, expected, shown, at_most=False):
        one, other = added_up(expected, held.sums), added_up(shown, held.sums)
        for words in one.keys() | other.keys():
            for due, told in zip(one[words], other[words]):
                near = max(1.0, 1e-4 * due) if "points" in held.sums else 0
                self.assertTrue(told <= due if at_most else abs(due - told) <= near, (words, due, told))

    def test_part(self):
        """Nothing that the whole does not say."""
        story = self.capture(STORY)
        for name in [name for name in self.names if name in PARTS]:
            begin = self.capture(name).start - story.start
            tolerance = ON_THE_WAY if PARTS[name] == "player" or PARTS[name] in ("lossy", "host", "players") else NEAR
            for recipe, held, answer, (base,) in self.pairs(name, [(STORY, 0)]):
                if PARTS[name] in held.not_in:
                    continue
                with self.subTest(situation=name, recipe=recipe):
                    if held.sums and PARTS[name] != "player":
                        known = [row for row in answer.rows if not UNKNOWN.search("".join(row)) and "" not in row]
                        self.sums(held, base, recipes.Answer(answer.names, known), at_most=True)
                    elif not held.sums:
                        rows = shifted(base, -begin, ())
                        _, more = Comparing(answer.names, held, True, tolerance).differences(rows, answer.rows)
                        self.hold(answer.names, [], more)


# Captures that show one thing, in situations that are made of their packets alone.

def packets_of(capture):
    """As frames of which only the ends are known."""
    found = []
    for packet in pcapng.read(SOURCE / f"captures/{capture}.pcapng"):
        source, dest = scenes.ends(packet)
        found.append(scenes.Frame(packet.time, packet, source, dest, 1 if source.endswith(":22101") else 2, [],
                                  text=packet.data[42:43] == b"\\"))
    return found


LATER = 20 * 3600
OTHER_PORTS = 1000      # higher; of the clients
MADE = {
    "a mirrored port": (situations.mirrored, "twice"),
    "with and without a VLAN, a mirrored port": (lambda frames: situations.mirrored(frames, situations.tagged), "twice"),
    "again the next day, from other ports": (lambda frames: frames + situations.later(situations.at_ports(frames, 22101, OTHER_PORTS),
                                                                                      LATER, 1), "again"),
    "two games on one address": (lambda frames: frames + [situations.shifted(frame, 10) for frame in
                                                          situations.at_ports(frames, 22102, OTHER_PORTS)], "games"),
    "begun in the middle": (lambda frames: frames[len(frames) // 2:], "part"),
}
# Recipes that are about a capture of their own.
OWN = {"cloak": "When was a ship cloaked?", "retransmissions": "What was sent again, and how long after the time before?",
       "departures": "What was never acknowledged, and why?", "lost": "Was anything lost on the way?"}
# Other captures that show one thing, for all recipes: files that differ, mods, browsers, fragments, several games, comings and goings.
SHOW_ONE_THING = ["boot", "mod-mission", "mod-ship", "state-mod", "gamespy-queries", "gamespy-lan", "fragments-any-order", "wrap",
                  "reconnect", "learn-10-fight", "misfit", "cloak", "lost", "retransmissions", "joined", "replays"]


class Special(unittest.TestCase):
    """Recipes on what they are about, captured twice, again the next day, begun in the middle; in the long form all recipes on all of
    these captures, captured twice."""

    @classmethod
    def setUpClass(cls):
        cls.runner = examples.Runner()
        cls.addClassCleanup(cls.runner.close)

    def asked(self, frames, capture):
        path = situations.written(frames)
        return recipes.Asked(self.runner, path, {capture: path})

    def hold(self, capture, chosen, kinds=("twice", "again", "games", "part")):
        """The recipes on all that is made of a capture."""
        frames = packets_of(capture)
        base = self.asked(frames, capture)
        for name, (make, kind) in MADE.items():
            if kind not in kinds:
                continue
            made = make(frames)
            asked = self.asked(made, capture)
            for recipe in chosen:
                held = rows_of_matrix()[recipe]
                for command in recipes.recipes()[recipe]:
                    if capture in OWN and OWN[capture] == recipe[1] and f"captures/{capture}" not in command:
                        continue
                    with self.subTest(capture=capture, situation=name, recipe=recipe):
                        self.compare(kind, held, of_this_capture(base.answer(command), held), made[0].time - frames[0].time,
                                     of_this_capture(asked.answer(recipes.captured_once(command) if held.captured else command), held))

    def compare(self, kind, held, base, begin, answer):
        if kind == "part":
            _, more = Comparing(answer.names, held, True).differences(shifted(base, -begin, ()), answer.rows)
            self.assertFalse(more, more[:4])
            return
        by = {"twice": [0], "again": [0, LATER], "games": [0, 10]}[kind]
        if not answer.names:    # lines of the packet list, whose numbers and times are others
            told = [row for row in answer.rows if "[Captured again]" not in row[0]]
            self.assertEqual(len(told), len(by) * len(base.rows), told[:4])
            return
        rows = [row for later in by for row in shifted(base, later)]
        if held.sums:
            one, other = (added_up(recipes.Answer(answer.names, those), held.sums) for those in (rows, answer.rows))
            self.assertEqual(one, other)
        elif not held.alone or kind == "twice":
            missing, more = Comparing(answer.names, held).differences(rows, answer.rows)
            self.assertFalse(missing or more, f"{answer.names}\nnot shown: {missing[:4]}\nshown: {more[:4]}")

    def test_own(self):
        for capture, title in OWN.items():
            self.hold(capture, [("cookbook", title)])

    @unittest.skipUnless(ALL, "some minutes: tests/recipes.sh")
    def test_all(self):
        for capture in SHOW_ONE_THING:
            self.hold(capture, [recipe for recipe in rows_of_matrix() if recipe[1] != "What changed between two captures?"], ["twice"])


if __name__ == "__main__":
    main()
