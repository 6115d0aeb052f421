# SPDX-License-Identifier: GPL-2.0-or-later
"""The situations in which captures are made: each turns frames into other frames, and knows what was lost by it.

    situations.py "story, a mirrored port" OUT.pcapng       writes one of them; without arguments it lists them
"""

import bisect
import dataclasses
import functools
import random
import struct
import sys

import pcapng
import plays
import scenes
from bcnet_test import SOURCE, scratch_file

SCENARIO = SOURCE / "captures" / "scenarios" / "session.scn"
RESTART = 0x39
TEAM_GAME = 63              # when the story's host opens the other game, which is another evening
PLAYER = "10.10.10.239"     # whose side it is, in the story and in the battle
RESTARTED_AFTER = 60        # seconds after the first datagram: whole pieces of views that count in pieces
CLOCKS_APART = 0.2
WAY = 0.004         # of a datagram, from one side's machine to the other's: shorter than half of the story's fastest ack
WAY_OF_BATTLE = 0.037       # as the forge has it for this player


def shifted(frame, seconds, **changes):
    """The frame at another time."""
    time = frame.time + seconds
    return dataclasses.replace(frame, time=time, packet=dataclasses.replace(frame.packet, time=time), **changes)


def later(frames, seconds, evening):
    """The frames of another evening."""
    return [shifted(frame, seconds, evening=frame.evening + evening) for frame in frames]


def between(frames, first=float("-inf"), last=float("inf")):
    """Those within a span of seconds from the first frame."""
    start = frames[0].time
    return [frame for frame in frames if first <= frame.time - start < last]


def at_player(frames, way=WAY):
    """As the player's machine sees it: before the host what he sends, after the host what he gets."""
    mine = [frame for frame in frames if PLAYER in (frame.source.split(":")[0], frame.dest.split(":")[0])]
    return sorted((shifted(frame, way if frame.source.split(":")[0] != PLAYER else -way) for frame in mine),
                  key=lambda frame: frame.time)


def merged(frames, way, lost=0.0, apart=CLOCKS_APART):
    """Both sides, with clocks apart and a way that is not always as long; so much of what the host sent got lost on it."""
    rolls = random.Random(2)
    return frames + [shifted(frame, apart + rolls.randint(-2000, 2000) / 1e6, again=True) for frame in at_player(frames, way)
                     if not frame.text and not (frame.from_host and rolls.random() < lost)]


def mirrored(frames, copy=lambda frame: frame):
    """Everything twice, but for texts, which people do send twice."""
    rolls = random.Random(1)
    return [twin for frame in frames for twin in
            (frame, shifted(copy(frame), rolls.randint(0, 300) / 1e6, again=True)) if twin is frame or not frame.text]


def tagged(frame):
    """As it passes where a VLAN is written into the frames."""
    data = frame.packet.data
    data = data[:12] + bytes.fromhex("81000007") + data[12:]
    return dataclasses.replace(frame, packet=dataclasses.replace(frame.packet, data=data, length=len(data)))


def lossy(frames):
    """One in twenty was not captured, some came late."""
    rolls = random.Random(3)
    kept = [frame for frame in frames if rolls.random() >= 0.05]
    return [shifted(frame, 0.03 if rolls.random() < 0.02 else 0) for frame in kept]


def at_ports(frames, host, clients):
    """The same on other ports: of the host, and so many higher for the clients."""
    def moved(end):
        address, port = end.split(":")
        return f"{address}:{host if port == '22101' else int(port) + clients}"

    def packet(frame):
        data = bytearray(frame.packet.data)
        ports = [int(moved(end).split(":")[1]) for end in (frame.source, frame.dest)]
        struct.pack_into(">HH", data, 34, *ports)
        struct.pack_into(">H", data, 40, 0)     # no checksum
        return dataclasses.replace(frame.packet, data=bytes(data))

    return [dataclasses.replace(frame, packet=packet(frame), source=moved(frame.source), dest=moved(frame.dest))
            for frame in frames if not frame.text]


@functools.cache
def story(other=False):
    frames = scenes.story(SCENARIO.read_text(encoding="utf-8"), SCENARIO.parent, lambda number: number + other)
    start = frames[0].time
    return [dataclasses.replace(frame, evening=int(frame.time - start >= TEAM_GAME)) for frame in frames]


@functools.cache
def battle(other=False, **options):
    if options:
        return scenes.battle(players=3, datagrams=5000, seed=26, **options)
    return scenes.battle(players=3, datagrams=5000, seed=27 if other else 26)


# Per base: the frames of one evening or another one, when to cut, and how long the way is.
BASES = {"story": (story, 34.6, 27, WAY), "battle": (battle, 40, 25, WAY_OF_BATTLE)}


def restart(base, cut):
    first = between(base(), last=cut)
    return first + later(between(base(other=True), last=cut + 10), RESTARTED_AFTER, 10)


def evenings(base):
    return base() + later(base(other=True), 20 * 3600, 10)


def two_games(base):
    return base() + [shifted(frame, 7.3) for frame in at_ports(base(other=True), 22102, 1000)]


def played(play):
    """The frames of a play."""
    frames = scenes.story(play.text(), SCENARIO.parent)
    start = frames[0].time
    return [dataclasses.replace(frame, evening=bisect.bisect(play.started, frame.time - start + 0.001) - 1)
            for frame in frames]


def begun_with_a_restart(frames):
    """From the first one on."""
    first = next(frame for frame in frames if any(message.opcode == RESTART for message in frame.messages))
    return between(frames, first.time - frames[0].time)


def situations():
    """name -> a function that makes its frames."""
    found = {}
    for name, (base, cut, middle, way) in BASES.items():
        found |= {
            f"{name}, host's capture": base,
            f"{name}, a player's": lambda base=base, way=way: at_player(base(), way),
            f"{name}, restarted on the same port": lambda base=base, cut=cut: restart(base, cut),
            f"{name}, two evenings": lambda base=base: evenings(base),
            f"{name}, begun in mid-game": lambda base=base, middle=middle: between(base(), middle),
            f"{name}, a player's, begun in mid-game":
                lambda base=base, middle=middle, way=way: between(at_player(base(), way), middle),
            f"{name}, both sides merged": lambda base=base, way=way: merged(base(), way),
            f"{name}, a mirrored port": lambda base=base: mirrored(base()),
            f"{name}, from the host only": lambda base=base: [frame for frame in base() if frame.from_host],
            f"{name}, to the host only": lambda base=base: [frame for frame in base() if not frame.from_host],
            f"{name}, two games on one address": lambda base=base: two_games(base),
        }
        found |= {
            f"{name}, restarted on the same port, a mirrored port": lambda base=base, cut=cut: mirrored(restart(base, cut)),
            f"{name}, restarted on the same port, both sides merged":
                lambda base=base, cut=cut, way=way: merged(restart(base, cut), way),
            f"{name}, two games on one address, a mirrored port": lambda base=base: mirrored(two_games(base)),
            f"{name}, two evenings, both sides merged": lambda base=base, way=way: merged(evenings(base), way),
            f"{name}, with and without a VLAN, a mirrored port": lambda base=base: mirrored(base(), tagged),
        }
    found["story, a player's, restarted on the same port"] = lambda: at_player(restart(story, BASES["story"][1]))
    found["story, a player's, two evenings"] = lambda: at_player(evenings(story))
    found["story, five per cent lost"] = lambda: lossy(story())
    found["battle, five per cent lost"] = bad_line = lambda: battle(loss=5, reorder=2)
    found["battle, five per cent lost, a mirrored port"] = lambda: mirrored(bad_line())
    found["battle, five per cent lost, both sides merged"] = lambda: merged(bad_line(), WAY_OF_BATTLE, 0.05)
    found["battle, ten per cent lost"] = lambda: battle(loss=10, reorder=10)
    found["rounds, begun with a restart"] = lambda: begun_with_a_restart(played(plays.rounds()))
    found["battle, doubled by the network"] = lambda: battle(duplicate=4)
    for play in (plays.rounds, plays.comeback, plays.silence, plays.unnamed, plays.numbers, plays.swapped, plays.changes, plays.kicked,
                 plays.skirmish):
        frames = functools.cache(lambda play=play: played(play()))
        found[play.__name__] = frames
        found |= {
            f"{play.__name__}, a player's": lambda frames=frames: at_player(frames()),
            f"{play.__name__}, a mirrored port": lambda frames=frames: mirrored(frames()),
            f"{play.__name__}, both sides merged": lambda frames=frames: merged(frames(), WAY),
        }
    return found


# The rules of stock that a base breaks on purpose (docs/statistics.md), or for want of what it leaves out.
BROKEN = {"story": {5, 11}, "battle": {3, 4, 5, 6, 11, 20},
          # Made up: they join without checks of files, and their host hands 0x1C on.
          **{name: {3, 14, 25, 31} for name in ("rounds", "comeback", "silence", "unnamed", "swapped", "changes", "kicked")},
          "numbers": {3, 6, 21, 22, 24, 25},
          "skirmish": {3, 5, 14, 25, 31}}


# What cannot be told from what the host did: the capturing machine missed it.
NOT_COMPARED = {"story, five per cent lost": {"dropped", "broken"},
                # Of two messages the first sending did not reach the host: the numbers behind them tell.
                "battle, ten per cent lost": {"reliable"},
                # Sep is gone when the host hands on his last words.
                **{f"changes{situation}": {"dropped"} for situation in ("", ", a mirrored port", ", both sides merged")}}


def whole(name):
    """The frames of the host's whole capture, of a situation that shows a part of it."""
    base = name.split(",")[0]
    return BASES[base][0]() if base in BASES and ("mid-game" in name or "only" in name) else None


def seen_by_host(name):
    """The situation in which all of it is seen, of one that shows a part of it; None: it shows all."""
    if "a player's" not in name and "only" not in name:
        return None
    name = name.replace(", a player's", "").rsplit(", from", 1)[0].rsplit(", to", 1)[0]
    return name if name in situations() else f"{name}, host's capture"


def same_as(name):
    """The situation of which all tables are to be the same, but for numbers of frames."""
    if "mirrored" not in name and "merged" not in name:
        return None
    base = name.rsplit(", ", 1)[0].removesuffix(", with and without a VLAN")
    return base if base in situations() else f"{base}, host's capture"


def written(frames, path=None):
    """A capture of the frames, in order of time."""
    path = path or scratch_file(".pcapng")
    pcapng.write(path, [frame.packet for frame in sorted(frames, key=lambda frame: frame.time)])
    return path


if __name__ == "__main__":
    if len(sys.argv) == 3:
        written(situations()[sys.argv[1]](), sys.argv[2])
    else:
        print("\n".join(situations()))
