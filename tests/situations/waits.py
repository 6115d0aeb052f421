# SPDX-License-Identifier: GPL-2.0-or-later
"""What waits for what: sequence numbers and acks as 10.4 of the protocol has them, of the frames of a capture."""

import dataclasses
import statistics

from scenes import GAME

OLD_WINDOW = 0x4000
NEAR = 0.005        # acks of whoever stands where the capture was taken
SILENCE = 45
FORGOTTEN, ACKS = 10, 3         # what was acknowledged so long ago, so often, is sent again without need
PATIENCE, ALIVE = 20, 10


@dataclasses.dataclass
class Sent:
    """A message, or a fragment of one."""

    place: int          # in the capture
    frame: object
    stay: object
    message: object
    number: int
    acks: list = dataclasses.field(default_factory=list)        # times
    again_before: object = None         # the last place and frame that bring it again before its first ack


class Way:
    """The numbers of one connection, direction and kind of messages."""

    def __init__(self):
        self.sent, self.whole, self.pieces, self.totals = {}, {}, {}, {}
        self.newest, self.told, self.all, self.since = None, None, [], None

    def number(self, seq):
        """Without wrapping."""
        if self.newest is None:
            self.newest = 0x10000 + seq
        ahead = (seq - self.newest) & 0xFFFF
        found = self.newest + (ahead if ahead < 0x10000 - OLD_WINDOW else ahead - 0x10000)
        self.newest = max(found, self.newest)
        return found

    def arrives(self, place, frame, stay, message, silent):
        """(the record, the words of 10.4 for it)"""
        number = self.number(message.seq)
        old = self.sent.get((number, message.index))
        if old and old.message.payload == message.payload:
            needless = len(old.acks) >= ACKS and frame.time - old.acks[0] > FORGOTTEN
            if not old.acks:
                old.again_before = place, frame
            return old, ["needless_resend"] if needless else []
        sent = self.sent[number, message.index] = Sent(place, frame, stay, message, number)
        self.all.append(sent)
        self.is_whole(sent)
        return sent, ["number_reused"] if old and old.acks and not silent(old.frame.time) else []

    def is_whole(self, sent):
        """All fragments are there."""
        number, message = sent.number, sent.message
        pieces = self.pieces.setdefault(number, set())
        pieces.add(message.index)
        if message.payload is not None and message.index is not None:
            self.totals[number] = message.index + 1
        if message.index is None or len(pieces) == self.totals.get(number):
            self.whole.setdefault(number, (sent.place, sent.frame.time, sent.frame))

    def acknowledged(self, place, time, message):
        if self.newest is None:
            return
        ahead = (message.seq - self.newest) & 0xFFFF
        number = self.newest + (ahead if ahead < 0x8000 else ahead - 0x10000)
        sent = self.sent.get((number, message.index))
        if sent:
            sent.acks.append(time)
        elif self.expected() is not None and self.expected() <= number < self.newest and message.index is None:
            self.whole.setdefault(number, (place, time, None))      # it was received, though not captured

    def expected(self):
        """The number that the receiver waits for; None: it knows none yet."""
        if not self.whole:
            return None
        number = self.told or next(iter(self.whole))
        while number in self.whole:
            number += 1
        self.told = number
        return number

    def stalls(self, sent, frame, heard):
        """Once per gap."""
        missing = self.expected()
        beyond = [time for number, (_, time, _) in self.whole.items() if missing is not None and number > missing]
        if not beyond or sent.number <= missing or missing in self.pieces:
            return False
        if self.since is None or self.since[0] != missing:
            self.since = missing, min(beyond), False
        if self.since[2] or frame.time - self.since[1] < PATIENCE or frame.time - heard > ALIVE:
            return False
        self.since = *self.since[:2], True
        return True

    # In the end.

    def trips(self):
        return [sent.acks[0] - sent.frame.time for sent in self.all if sent.acks and not sent.again_before]

    def holds(self, at_receiver):
        """(message, until when it waits, the frame that brings what it waits for) of each that does."""
        for sent, late, again in self.waits(at_receiver):
            until, _, frame = max(late + again, key=lambda wait: wait[:2])
            if frame is not None and frame is not sent.frame:
                yield sent, until, frame

    def waits(self, at_receiver):
        """(message, what it waits for because it is late, and because it was sent again: until when, and what place and
        frame bring it)"""
        first = next(iter(self.whole), None)
        for sent in self.all if self.whole else ():
            late = self.arrival(sent, first)
            again = [(other.acks[0], *other.again_before) for other in self.all if other.number < sent.number
                     and other.again_before and other.acks and sent.frame.time < other.acks[0]]
            if late or again and not at_receiver:
                yield sent, [late] if late else [], [] if at_receiver else again

    def waited(self, at_receiver):
        """Seconds."""
        rows = list(self.waits(at_receiver))
        return sum(length([(row[0].frame.time, until) for row in rows for until, _, _ in row[kind]]) for kind in (1, 2))

    def arrival(self, sent, first):
        """When the last of those below is there that were not before it."""
        late = [self.whole.get(number) for number in range(first, sent.number)]
        if None in late:
            return None
        place, time, frame = max(late, default=(0, 0, None), key=lambda whole: whole[0])
        return (time, place, frame) if place > sent.place else None


def length(spans):
    """Of all of them together."""
    total, end = 0, float("-inf")
    for first, last in sorted(spans):
        total += max(0, last - max(first, end))
        end = max(end, last)
    return total


class Waits:
    """Of a host and those who play there."""

    def __init__(self):
        self.ways, self.all, self.heard, self.paused = {}, [], {}, {}
        self.judged = []

    def frame(self, frame):
        """Before its messages."""
        last = max((self.heard[side] for side in self.sides(frame) if side in self.heard), default=frame.time)
        if frame.time - last > SILENCE:
            self.paused[frame.client] = frame.time
        self.heard[frame.client, frame.from_host] = frame.time

    @staticmethod
    def sides(frame):
        return [(frame.client, side) for side in (True, False)]

    def afresh(self, client):
        """A new connection."""
        self.ways = {key: way for key, way in self.ways.items() if key[0] != client}

    def way(self, *key):
        if key not in self.ways:
            self.ways[key] = Way()
            self.all.append((key, self.ways[key]))
        return self.ways[key]

    def message(self, place, frame, stay, message):
        """One with a number."""
        if message.type == 1:
            self.way(frame.client, not frame.from_host, message.low).acknowledged(place, frame.time, message)
            return
        way = self.way(frame.client, frame.from_host, message.type != GAME)
        sent, words = way.arrives(place, frame, stay, message, lambda since: since < self.paused.get(frame.client, since))
        if way.stalls(sent, frame, self.heard.get((frame.client, not frame.from_host), float("-inf"))):
            words.append("stalled")
        self.judged += [(word, frame, message) for word in words]

    def sides_known(self):
        """(a way, whether the capture was taken where it ends)"""
        trips = {}
        for (client, from_host, _), way in self.all:
            trips.setdefault((client, from_host), []).extend(way.trips())
        for (client, from_host, _), way in self.all:
            there = trips[client, from_host]
            yield way, bool(there) and statistics.median_low(there) <= NEAR + 1e-9

    def held(self):
        """(message, until, the frame that brings what it waits for, about): of each that waits."""
        for way, at_receiver in self.sides_known():
            for sent, until, frame in way.holds(at_receiver):
                yield sent, until, frame, not at_receiver

    def waited(self):
        """Seconds in which something waited, for what was missing and for what was sent again."""
        return sum(way.waited(at_receiver) for way, at_receiver in self.sides_known())
