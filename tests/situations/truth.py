# SPDX-License-Identifier: GPL-2.0-or-later
"""What can be known about a game from the frames of a capture, by the word of who made them (scenes.py).

Frames come with what was put into them; the rules by which things follow are those of 10.9 to 10.11, 60.4 and 60.10.
What a situation does not tell is NOT_KNOWN, and a view has to leave it empty.
"""

import collections
import dataclasses
import struct

from scenes import GAME
from waits import Waits

class OneOf(tuple):
    """Any of these will do."""

    def __new__(cls, *values):
        return super().__new__(cls, values)


class Including(str):
    """Nothing, or what has this among the possible ones: a ship's class as far as it can be inferred."""


class Within(tuple):
    """A time between two."""

    def __new__(cls, first, last):
        return super().__new__(cls, (first, last))


NOT_KNOWN = ""
SILENT = 45
OWNER_LEFT = OneOf("owner left", "player left", "left")
RESTARTED = OneOf("restart", "server restart", "connected again", "id given away")
HOST = 1
CLASSES = {1: "Akira", 3: "Galaxy", 5: "Sovereign", 6: "Bird of Prey", 8: "Warbird", 19: 'Space Facility "Outpost1"'}
BOOTED = {1: "timed out", 2: "wrong password", 3: "too many players", 4: "booted by the host", 5: "banned or already connected"}
ENDS = {1: "time up"}
CHAT = {0x2C: "all", 0x2D: "team"}
SETTINGS = 0x00
CHECKED = 0x21
UPDATE, STOP_FIRING, BEAM = 0x1C, 0x08, 0x07
SHOTS = {0x07: "beam", 0x19: "torpedo", 0x1A: "pulse"}
COPIED = {*CHAT, *SHOTS, STOP_FIRING}
SCORES = 0x36
EXPLODES, JOINED = bytes.fromhex("4E008000"), bytes.fromhex("F1008000")
FIRST_OBJECT, SLOT_SIZE = 0x3FFFFFFF, 0x40000


@dataclasses.dataclass
class Stay:
    """Of one player in one game, until his id ends."""

    host: str
    id: int
    address: str = NOT_KNOWN
    name: str = NOT_KNOWN
    joined: object = NOT_KNOWN
    left: object = NOT_KNOWN
    how: object = NOT_KNOWN
    kills: object = NOT_KNOWN
    deaths: object = NOT_KNOWN
    score: object = NOT_KNOWN
    heard: float | None = None
    refused: bool = False
    files: int = 0                                              # of which it told the host
    trips: list = dataclasses.field(default_factory=list)       # until it acknowledged what was sent once
    reliable: int = 0                                           # messages of its own, and of these more than once
    again: set = dataclasses.field(default_factory=set)
    names: list = dataclasses.field(default_factory=list)       # (time, name, whether an announcement said so)

    def call(self, time, name, announced=True):
        """Ships are called after their players, but announcements outrank them."""
        if name and (announced or not any(said for _, _, said in self.names)):
            self.names.append((time, name, announced))
            self.name = name

    def label(self, time=None):
        """As tables name him in the end, or as he was known at a time: a frame teaches the frames after it."""
        names = [name for since, name, _ in self.names if time is None or since < time]
        return f"#{self.id} {names[-1] if names else ''}".rstrip()


@dataclasses.dataclass
class Life:
    """Of one ship."""

    object: int
    owner: object       # Stay, or None for nobody's; of a ship whose creation was not seen, the id
    kind: object
    host: str
    evening: object
    fate: str = "still there"
    died: object = NOT_KNOWN
    killer: object = NOT_KNOWN
    born: float | None = None
    over: float | None = None


def u32(payload, at):
    return struct.unpack_from("<I", payload, at)[0]


def asks_to_connect(message):
    """Of a new client."""
    return bool(message.payload) and message.type == 3 and message.payload[0] == "connect"


def files_in(payload, at):
    """(how many files a directory of a check has, with those below it; the end of it)"""
    count = struct.unpack_from("<H", payload, at)[0]
    at += 2 + 8 * count
    below = payload[at]
    at += 1 + 4 * below
    for _ in range(below):
        files, at = files_in(payload, at)
        count += files
    return count, at


def slot_of(obj):
    return (obj - FIRST_OBJECT) // SLOT_SIZE if obj >= FIRST_OBJECT else None


class _Evening:
    """A game from the start of its server to the end."""

    def __init__(self, truth, host):
        self.truth, self.host, self.first = truth, host, None
        self.links, self.current, self.slots, self.announced = {}, {}, {}, {}
        self.alive, self.explodable, self.round_totals = {}, {}, {}
        self.stays, self.seen, self.restarted, self.finished = [], {}, None, None
        self.unacked, self.requests, self.sent_again = {}, {}, set()
        self.map = None         # of the Settings; another one is another round
        self.copies = collections.defaultdict(list)     # payload -> of each link, the times
        self.waits, self.place = Waits(), 0

    # Stays.

    def begin(self, number, address=NOT_KNOWN):
        stay = Stay(self.host, number, address)
        self.truth.stays.append(stay)
        self.stays.append(stay)
        self.current[number] = stay
        return stay

    def named(self, number):
        """The player with an id that is told of."""
        if not 2 <= number <= 126:
            return None
        return self.current.get(number) or self.begin(number)

    def gone(self, number):
        """The player of whom something is told, perhaps after his end."""
        known = [stay for stay in self.stays if stay.id == number]
        return self.named(number) if number in self.current or not known else known[-1]

    def link(self, frame):
        """The stay at the other end of the link; None while it has no id."""
        stay = self.links.get(frame.client)
        if stay is None and not frame.from_host and frame.id != 0xFF:
            stay = self.current.get(frame.id)
            if stay is None or stay.address:
                stay = self.begin(frame.id)
            stay.address = frame.client
            self.links[frame.client] = stay
        if stay and not frame.from_host and not stay.left and not any(map(asks_to_connect, frame.messages)):
            stay.heard = frame.time
        return stay

    def leave(self, stay, time, how):
        if stay is None or stay.left:
            return
        stay.left, stay.how = time, how
        if self.current.get(stay.id) is stay:
            del self.current[stay.id]
        self.slots = {slot: owner for slot, owner in self.slots.items() if owner is not stay}
        ships = [life for life in self.alive.values() if life.owner is stay or life.owner == stay.id]
        self.over(ships, OWNER_LEFT, time)
        self.explodable |= {life.object: life for life in ships}

    # Messages.

    def read(self, frame):
        """One frame."""
        if self.first is None:
            self.first = frame.time
            self.unseen(None, frame.time)
        stay = self.link(frame)
        self.waits.frame(frame)
        for message in frame.messages:
            self.truth.messages += 1
            self.place += 1
            if asks_to_connect(message) and self.requests.get(frame.client) != (message.payload, frame.evening):
                self.waits.afresh(frame.client)
            if message.seq is not None:
                self.waits.message(self.place, frame, stay, message)
            if message.type == 1:
                self.acknowledged(frame, stay, (frame.client, not frame.from_host, message.low, message.seq, message.index))
                continue
            key = frame.client, frame.from_host, message.type != GAME, message.seq, message.index
            if asks_to_connect(message) and self.nonce(frame, message):
                self.seen = {old: payload for old, payload in self.seen.items() if old[0] != frame.client}
                self.come_again(frame, stay)
                stay = None
            if message.seq is not None and self.seen.get(key, key) == message.payload:
                self.truth.resends[self.end_of(frame, stay)] += 1
                self.sent_again.add(key)
                if stay and not frame.from_host:
                    stay.again.add(key)
                continue
            self.seen[key] = message.payload
            if message.type != GAME and message.payload:
                stay = self.low(frame, message.payload, stay)
            elif message.payload:
                self.game(frame, message.payload, stay)
            if message.seq is not None:
                self.unacked[key] = frame.time, self.end_of(frame, stay)
                self.sent_again.discard(key)
                if stay and not frame.from_host and not asks_to_connect(message):
                    stay.reliable += 1

    def acknowledged(self, frame, stay, key):
        """The first time, what was sent once tells how long the way is."""
        since, _ = self.unacked.pop(key, (None, None))
        if stay and not frame.from_host and since is not None and key not in self.sent_again:
            stay.trips.append(frame.time - since)

    def nonce(self, frame, message):
        """Whether the request is another one than the last of this client; a battle's are sent again as they are."""
        known = self.requests.get(frame.client)
        self.requests[frame.client] = message.payload, frame.evening
        return known not in (None, self.requests[frame.client])

    def come_again(self, frame, stay):
        """A new connection of a client who had not said goodbye."""
        if stay and not stay.left:
            silent = frame.time - (stay.heard or frame.time) > SILENT
            self.leave(stay, stay.heard, "silence" if silent else RESTARTED)
        self.links.pop(frame.client, None)

    def end_of(self, frame, stay):
        """The client's end, by its number."""
        return f"#{stay.id}" if stay and frame.id != 0xFF else "new client"

    def low(self, frame, told, stay):
        what = told[0]
        if what == "accept":
            old = self.current.get(int(told[1]))
            if old and old.address in (NOT_KNOWN, frame.client):
                stay = old
                stay.address = frame.client
            else:
                stay = self.begin(int(told[1]), frame.client)
            self.links[frame.client] = stay
        elif what == "announce" and not frame.from_host:
            self.announced[frame.client] = told[3]
            if stay:
                stay.call(frame.time, told[3])
        elif what == "announce":
            own = self.announced.get(frame.client) == told[3]
            if own:
                del self.announced[frame.client]
            target = stay if own and stay else self.named(int(told[1]))
            if target:
                target.call(frame.time, told[3])
        elif what == "disconnect":
            self.leave(stay if not frame.from_host else self.gone(int(told[1])), frame.time, "disconnect")
        elif what == "boot":
            target = stay if int(told[2]) == 0xFF else self.gone(int(told[2]))
            self.leave(target, frame.time, BOOTED[int(told[1])])
        return stay

    def game(self, frame, payload, stay):
        opcode = payload[0]
        if opcode in COPIED or opcode == SCORES or payload[:1] + payload[5:9] == b"\6" + EXPLODES:
            self.copies[payload].append((frame.client, frame.from_host, frame.time, self.actor(frame, payload, stay)))
        if opcode in CHAT:
            self.gone(u32(payload, 1))
            self.truth.passed[payload[7:].decode("latin-1")] += 1
        elif opcode == UPDATE:
            self.update(frame, u32(payload, 1))
        elif not frame.from_host:
            if opcode == 0x03:
                self.creation(frame, payload, stay)
            elif opcode == CHECKED and stay:
                stay.files += files_in(payload, 10 if payload[1] == 0 else 6)[0]
        elif opcode in (0x02, 0x03):
            self.creation(frame, payload, self.named(payload[2]) if opcode == 3 else None)
        elif opcode == SETTINGS:
            if self.map not in (None, payload[7:]):
                self.truth.rounds[self.host] += 1
            self.map = payload[7:]
            if stay:
                self.slots[payload[6]] = stay
        elif opcode == 0x06 and payload[5:9] == EXPLODES:
            self.explosion(frame.time, u32(payload, 13), u32(payload, 17))
        elif opcode == 0x17 and payload[5:9] == JOINED:
            joined = self.named(payload[-1])
            if joined and not joined.joined:
                joined.joined = frame.time
        elif opcode == 0x18:
            named = [stay for stay in self.current.values() if stay.name and stay.name == payload[5:].decode("latin-1")]
            self.leave(named[0] if len(named) == 1 else None, frame.time, "others told 0x18")
        elif opcode == 0x36:
            self.score_change(frame.time, payload)
        elif opcode in (0x37, 0x3F):
            self.total(u32(payload, 1), kills=u32(payload, 5), deaths=u32(payload, 9), score=u32(payload, 13))
        elif opcode == 0x38:
            self.finish(frame.time, u32(payload, 1))
        elif opcode == 0x39:
            self.restart(frame.time)
        elif opcode in (0x22, 0x23) and stay:
            stay.refused = True

    # Scores.

    def total(self, number, time=None, **totals):
        stay = self.gone(number)
        for name, value in totals.items() if stay else ():
            if time is not None and (stay.id, name) not in self.round_totals or \
                    time is not None and self.round_totals[stay.id, name] != value:
                self.truth.score_events.append((time, stay, name, value))
            self.round_totals[stay.id, name] = value
            setattr(stay, name, value)

    def score_change(self, time, payload):
        """A death and what it is worth."""
        killer, kills, score, victim, deaths = score_change(payload)
        if killer:
            self.total(killer, time, kills=kills, score=score)
        self.total(victim, time, deaths=deaths)

    # Ships.

    def creation(self, frame, payload, owner):
        at = 7 if payload[0] == 3 else 6
        obj, species = u32(payload, at), payload[at + 4]
        if payload[0] == 3 and owner:
            text = payload[at + 5 + 12 + 16 + 3 + 4:]
            owner.call(frame.time, text[1:1 + text[0]].decode("latin-1"), announced=False)
            if self.owner_of(slot_of(obj), frame.time) is None:
                self.slots[slot_of(obj)] = owner
        alive = self.alive.get(obj)
        if alive and isinstance(alive.owner, Stay) and frame.time - (alive.owner.heard or frame.time) > SILENT:
            self.over([alive], OWNER_LEFT, frame.time)
        if obj in self.alive:
            self.alive[obj].owner = owner
        else:
            self.live(obj, owner, CLASSES[species], frame.time)

    def update(self, frame, obj):
        """Of a ship that may not have been seen before."""
        self.truth.updates[obj] += 1
        if obj not in self.alive:
            self.unseen(obj, frame.time)

    def unseen(self, obj, time):
        """A ship whose creation is not in this capture, by what the whole capture tells of it."""
        for life in self.truth.whole.lives if self.truth.whole else ():
            if obj in (None, life.object) and life.owner and life.object not in self.alive and \
                    life.born - 0.1 < time < (life.over or float("inf")) and life.host == self.host:
                self.live(life.object, life.owner and life.owner.id, Including(life.kind), time)

    def live(self, obj, owner, kind, time):
        self.alive[obj] = Life(obj, owner, kind, self.host, self, born=time)
        self.explodable.pop(obj, None)
        self.truth.lives.append(self.alive[obj])

    def over(self, lives, fate, time):
        for life in lives:
            life.fate, life.over = fate, time
            del self.alive[life.object]

    def explosion(self, time, obj, killer):
        life = self.alive.pop(obj, None) or self.explodable.pop(obj, None)
        if life is None:
            return
        life.fate, life.died, life.over = "died", time, time
        life.killer = self.gone(killer) if killer else "nobody"
        self.truth.deaths.append((time, life))

    def finish(self, time, reason):
        """The round is over; every player is told."""
        if self.finished is None or time - self.finished > 1:
            self.truth.ends.append((self.host, ENDS[reason]))
        self.finished = time

    def restart(self, time):
        if self.restarted is not None and time - self.restarted < 1:
            return
        self.truth.rounds[self.host] += self.place > 1     # else there is none before it
        self.restarted = time
        self.over(list(self.alive.values()), "restart", time)
        self.explodable = {}
        self.round_totals.clear()

    # The end.

    def actor(self, frame, payload, stay):
        """Who acts: the client that sends it; of the host, the player whom it names, else the owner of the slot."""
        if not frame.from_host:
            return stay
        if payload[0] in CHAT:
            return self.gone(u32(payload, 1))
        if payload[0] in (0x06, SCORES):
            return None
        return self.named(payload[5]) if payload[0] in (0x19, 0x1A) else self.owner_of(slot_of(u32(payload, 13)), frame.time)

    def owner_of(self, slot, time):
        """Of a slot; the host gives up who is silent."""
        owner = self.slots.get(slot)
        return owner if owner and time - (owner.heard or time) <= SILENT else None

    def acts(self):
        """Each act once: (time, payload, actor). A link takes each act once, and none that is 45 s old (10.10)."""
        for payload, told in self.copies.items():
            acts = []
            for client, from_host, time, actor in told:
                link = client, from_host
                act = next((act for act in acts if time - act[0] <= SILENT and link not in act[1]), None)
                if act is None:
                    act = time, set(), actor
                    acts.append(act)
                act[1].add(link)
            yield from ((time, payload, actor) for time, _, actor in acts)

    def end(self, time, restarted):
        """The capture ends, or the server was started anew."""
        self.truth.held += self.waits.held()
        self.truth.judged += self.waits.judged
        self.truth.waited += self.waits.waited()
        if restarted is not None:
            self.over(list(self.alive.values()), "restart", restarted)
        for stay in self.stays:
            if stay.left or stay.heard is None and restarted is None:
                continue
            if restarted is not None and restarted - (stay.heard or restarted) <= SILENT:
                self.leave(stay, Within(stay.heard or self.first, restarted), RESTARTED)
            elif time - stay.heard > SILENT:
                self.leave(stay, stay.heard, "silence")
        if self.truth.both_ways:
            self.truth.unacked += [(other, "host", text_of(key)) if not key[1] else ("host", other, text_of(key))
                                   for key, (since, other) in self.unacked.items() if time - since >= 1]
        firing = {}
        for act_time, payload, actor in sorted(self.acts(), key=lambda act: act[0]):
            if payload[0] == SCORES:
                self.truth.scored.append(score_change(payload))
            elif payload[0] == 0x06:
                self.truth.exploded.append((u32(payload, 13), u32(payload, 17)))
            elif payload[0] in (BEAM, STOP_FIRING):
                weapon = u32(payload, 13)
                if payload[0] == BEAM and not firing.get(weapon):
                    self.truth.bursts.append((act_time, actor, "beam"))
                firing[weapon] = payload[0] == BEAM
            elif payload[0] in SHOTS:
                self.truth.bursts.append((act_time, actor, SHOTS[payload[0]]))
            if payload[0] in CHAT:
                self.truth.chat.append((act_time, actor, CHAT[payload[0]], payload[7:].decode("latin-1")))
            elif payload[0] in SHOTS:
                self.truth.shots.append((act_time, actor, SHOTS[payload[0]]))


class Truth:
    """All of a capture."""

    def __init__(self, frames, whole=None, side="host"):
        self.side = side        # where the capture was made
        self.whole = whole      # of a capture that holds more
        self.frames = sorted((frame for frame in frames if not frame.again), key=lambda frame: frame.time)
        self.again = sum(frame.again for frame in frames)
        self.start = min(frame.time for frame in frames)
        self.stays, self.lives, self.deaths, self.chat, self.shots = [], [], [], [], []
        self.score_events, self.unacked, self.bursts = [], [], []
        self.held, self.judged, self.waited = [], [], 0
        self.exploded, self.scored = [], []
        self.rounds, self.ends = collections.Counter(), []
        self.updates, self.passed, self.messages = collections.Counter(), collections.Counter(), 0
        self.both_ways = {True, False} == {frame.from_host for frame in self.frames if not frame.text}
        self.resends = collections.Counter()
        self._read()

    def _read(self):
        evenings, numbers, last = {}, self._evenings(), {}
        for frame in self.frames:
            if frame.text:
                continue
            key = frame.host, numbers.get((frame.host, frame.evening), last.get(frame.host, frame.evening))
            last[frame.host] = key[1]
            if key not in evenings:
                self.rounds[frame.host] += 1
                evenings[key] = _Evening(self, frame.host)
            evenings[key].read(frame)
        end = self.frames[-1].time
        for (host, number), evening in evenings.items():
            later = [frame.time for frame in self.frames if frame.host == host and frame.evening > number
                     and numbers.get((host, frame.evening), number) > number
                     and any(message.opcode == SETTINGS for message in frame.messages)]
            evening.end(end, min(later, default=None))

    def _evenings(self):
        """(host, evening) -> the number of that evening, or of the one before if no clock tells that the server was
        started anew (60.4)."""
        highest, number, found = {}, {}, {}
        for frame in self.frames:
            key = frame.host, frame.evening
            for message in frame.messages if frame.from_host else ():
                clock = clock_of(message)
                if key not in found and message.opcode == SETTINGS:
                    if clock < highest.get(frame.host, float("-inf")) - 1 or frame.host not in number:
                        number[frame.host] = frame.evening
                        highest[frame.host] = clock
                    found[key] = number[frame.host]
                if clock is not None:
                    highest[frame.host] = max(clock, highest.get(frame.host, clock))
        return found

    # What a view has to show, in the words of views.py.

    def at(self, time):
        """Seconds since the first frame."""
        if isinstance(time, Within):
            return Within(self.at(time[0]), self.at(time[1]))
        return time if time == NOT_KNOWN else round(time - self.start, 3)

    def sending(self, frame, message):
        """When, by whom, and its number."""
        return self.at(frame.time), "host" if frame.from_host else "client", message.seq

    def label(self, who, time=None, nobody="nobody"):
        """Who a player is in a cell."""
        if isinstance(who, int):
            return OneOf(NOT_KNOWN, *(stay.label() for stay in self.stays if stay.id == who))
        return who if isinstance(who, str) else nobody if who is None else who.label(time)

    def facts(self):
        """fact -> rows. What tables say is as it is known in the end; "as told" is as it was known at that frame."""
        rows = {
            "stays": [(stay.host, stay.id, stay.name, stay.address) for stay in self.stays],
            "joined": [(stay.id, self.at(stay.joined)) for stay in self.stays],
            "left": [(stay.id, self.at(stay.left)) for stay in self.stays],
            "how": [(stay.id, stay.how) for stay in self.stays],
            "files": counted(name for stay in self.stays for name in [stay.label()] * stay.files),
            "round trips": [(stay.id, middle(stay.trips)) for stay in self.stays],
            "reliable": [(stay.id, stay.reliable, len(stay.again)) for stay in self.stays],
            "scores": [(stay.id, stay.kills, stay.deaths, stay.score) for stay in self.stays],
            "ships": [(life.object, self.label(life.owner), life.kind) for life in self.lives],
            "fates": [(life.object, life.fate, self.at(life.died)) for life in self.lives],
            "killers": [(life.object, self.label(life.killer)) for life in self.lives],
            "deaths": [(self.at(time), life.object) for time, life in self.deaths],
            "score events": [(self.at(time), stay.label(), name, value) for time, stay, name, value in self.score_events],
            "rounds": list(self.rounds.items()),
            "ends": self.ends,
            "side": [(host, OneOf(NOT_KNOWN, self.side) if self.both_ways else NOT_KNOWN) for host in self.rounds],
            "exploded": self.exploded,
            "scored": self.scored,
            "resends": [(sum(self.resends.values()),)],
            "players' resends": [(sum(self.resends.values()) - self.resends["new client"],)],
            "again": [(self.again,)],
            "dropped": [],
            "broken": [],
            "unacked": self.unacked,
            "held up": [(*self.sending(sent.frame, sent.message), until - sent.frame.time, self.at(frame.time), str(about))
                        for sent, until, frame, about in self.held],
            "waited": [(Within(self.waited - 0.01, self.waited + 0.01),)],
            "judged numbers": [(*self.sending(frame, message), word) for word, frame, message in self.judged],
            "passed": list(self.passed.items()),
            "bursts": counted((self.label(actor, None, NOT_KNOWN), kind) for _, actor, kind in self.bursts),
            "players' shots": counted((actor.label(), kind) for _, actor, kind in self.shots if actor),
        }
        if self.updates:
            rows |= {"updates": list(self.updates.items()), "messages": [(self.messages,)]}
        for fact, known in (("", False), (" as told", True)):
            spoken = [(self.label(actor, time if known else None, "host"), scope, text)
                      for time, actor, scope, text in self.chat]
            rows[f"chat{fact}"] = spoken
            rows[f"lines{fact}"] = counted(row[0] for row in spoken)
            rows["players' lines"] = [row for row in rows["lines"] if row[0] != "host"]
            rows[f"shots{fact}"] = counted((self.label(actor, time if known else None, "host"), kind)
                                           for time, actor, kind in self.shots)
        if not any(isinstance(life.owner, int) for life in self.lives):
            rows["taken"] = counted(self.label(life.owner) for life in self.lives if life.owner)
        return rows


def middle(times):
    """Their median, or what lies beside it; two are the same that differ by half a millisecond."""
    ordered = sorted(times)
    if not ordered:
        return NOT_KNOWN
    return Within(ordered[(len(ordered) - 1) // 2] - 0.0005, ordered[len(ordered) // 2] + 0.0005)


def clock_of(message):
    """The host's clock in its message; None: there is none."""
    at = {SETTINGS: 1, UPDATE: 5}.get(message.opcode)
    return None if at is None or len(message.payload) < at + 4 else struct.unpack_from("<f", message.payload, at)[0]


def score_change(payload):
    """Killer, his kills and score, victim, his deaths; 0 what is not there."""
    killer = struct.unpack_from("<III", payload, 1) if u32(payload, 1) else (0, 0, 0)
    return *killer, *struct.unpack_from("<II", payload, 13 if killer[0] else 5)


def text_of(key):
    """The number of a message, in the words of the table."""
    return str(key[3]) if key[4] is None else f"{key[3]} frag {key[4]}"


def counted(rows):
    """Pairs of a row and how often it is there."""
    return list(collections.Counter(rows).items())
