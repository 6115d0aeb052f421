# SPDX-License-Identifier: GPL-2.0-or-later
"""StateUpdates as the stock game writes them, and what a dissector has to read in them (protocol chapter 60).

The writer here follows the description of 60.1 to 60.3, with the lists of tests/data/subsystems.txt; that it writes
what tests/data/blocks.txt holds is itself a test.
"""

import dataclasses
import functools
import struct

from bcnet_test import SOURCE, forge

DATA = SOURCE / "tests" / "data"
FACINGS = ("front", "rear", "top", "bottom", "left", "right")
OWNER, REMOTE = "owner", "remote"
BUDGET = 10         # bytes after which the writer stops, the start index included (60.2)
BITS_PER_GROUP = 5
FIRST_ID = 0x3FFFFFFF
SLOT_IDS = 0x40000


@dataclasses.dataclass
class Subsystem:
    """One entry of a ship's list."""

    format: str
    name: str
    points: float
    children: list      # (name, points)
    limits: list        # of facings or batteries

    @property
    def powered(self):
        """Whether a boolean belongs to it."""
        return self.format in ("powered", "shield")


@dataclasses.dataclass
class Block:
    """A block of tests/data/blocks.txt: an undamaged ship's, without booleans before it."""

    view: str
    next: int
    entries: list
    roles: str
    data: bytes

    @property
    def start(self):
        """The start index."""
        return self.data[0]


@dataclasses.dataclass
class Ship:
    """A ship of the multiplayer menu."""

    name: str
    species: int
    subsystems: list
    snapshot: bytes = b""
    blocks: list = dataclasses.field(default_factory=list)
    lengths: list = dataclasses.field(default_factory=list)     # (view, start, open bits, length, next)
    cycles: dict = dataclasses.field(default_factory=dict)      # view -> start indices that repeat

    def index(self, name):
        """Position of a subsystem in the list."""
        return [subsystem.name for subsystem in self.subsystems].index(name)


def _subsystem(line):
    form, name, points, rest = line.split("|")
    if form in ("shield", "reactor"):
        return Subsystem(form, name, float(points), [], [float(limit) for limit in rest.split()])
    pairs = [part.rsplit("=", 1) for part in rest.split(";") if part]
    return Subsystem(form, name, float(points), [(child, float(value)) for child, value in pairs], [])


def _lines(file):
    text = (DATA / file).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _add_blocks(found):
    ship = None
    for line in _lines("blocks.txt"):
        word, *rest = line.split()
        if word == "ship":
            ship = found[rest[0].replace("_", " ")]
        elif word == "snapshot":
            ship.snapshot = bytes.fromhex(rest[0])
        elif word == "block":
            view, following, entries, roles, data = rest
            ship.blocks.append(Block(view, int(following), [int(entry) for entry in entries.split(",")], roles,
                                     bytes.fromhex(data)))
        elif word == "length":
            ship.lengths.append((rest[0], *map(int, rest[1:])))
        elif word == "cycle":
            ship.cycles[rest[0]] = [int(start) for start in rest[rest.index("|") + 1:]]


@functools.cache
def ships():
    """The ships of the menu by name."""
    found = {}
    for line in _lines("subsystems.txt"):
        if line.startswith("ship "):
            _, name, species = line.split()
            ship = Ship(name.replace("_", " "), int(species), [])
            found[ship.name] = ship
        else:
            ship.subsystems.append(_subsystem(line))
    _add_blocks(found)
    return found


def object_id(slot, serial=0):
    """The id of an object of a slot (20.4)."""
    return FIRST_ID + slot * SLOT_IDS + serial


def creation(ship, ident=FIRST_ID, name="Ace", player=2, species=None, snapshot=None):
    """An ObjectCreateTeam (40.1, 40.3): the ship at rest in Multi1."""
    text = name.encode("latin-1")
    return (struct.pack("<BBBIIB", 3, (ident - FIRST_ID) // SLOT_IDS & 0xFF, player, 0x8008, ident,
                        ship.species if species is None else species)
            + struct.pack("<3f4f3bf", 10, 20, 30, 1, 0, 0, 0, 0, 0, 0, 0)
            + bytes([len(text)]) + text + b"\6Multi1" + (ship.snapshot if snapshot is None else snapshot))


class Values:
    """Where the writer gets its values from: all full, unless said otherwise."""

    def __init__(self, full=255, power=100, chance=None):
        self.full, self.power_percent, self.chance = full, power, chance

    def fraction(self):
        """A condition, a battery, a facing."""
        return self.chance.randrange(256) if self.chance else self.full

    def power(self):
        """Percent, 0 to 125."""
        return self.chance.randrange(126) if self.chance else self.power_percent


class Update:
    """A StateUpdate while it is written; `read` is what a dissector has to show: (filter, value, offset)."""

    def __init__(self, ident=FIRST_ID, time=1.0, flags=0):
        self.data = bytearray(struct.pack("<BIfB", 0x1C, ident, time, flags))
        self.group, self.used = None, 0
        self.read = [("bcnet.state.object", ident, 1), ("bcnet.state.game_time", time, 5),
                     ("bcnet.state.flags", None, 9)]
        self.next = None

    def show(self, name, value, offset):
        """Expect a field."""
        self.read.append((name, value, offset))

    def flag(self, bit):
        """Set a flag."""
        self.data[9] |= bit

    def byte(self, name, value):
        """A field of one byte."""
        self.show(name, value, len(self.data))
        self.data.append(value)

    def bit(self, name, value):
        """A boolean in the bit group of the message (20.1)."""
        if self.used % BITS_PER_GROUP == 0:
            self.group = len(self.data)
            self.show("bcnet.bits", None, self.group)
            self.data.append(0)
        self.data[self.group] |= bool(value) << (self.used % BITS_PER_GROUP)
        self.used += 1
        self.data[self.group] = self.data[self.group] & 0x1F | ((self.used - 1) % BITS_PER_GROUP + 1) << 5
        self.show(name, value, self.group)

    def position(self, place, integrity_hash=None):
        """Flag 0x01."""
        self.flag(0x01)
        for axis, value in zip("xyz", place):
            self.show(f"bcnet.state.position.{axis}", value, len(self.data))
            self.data += struct.pack("<f", value)
        self.bit("bcnet.state.has_hash", integrity_hash is not None)
        if integrity_hash is not None:
            self.show("bcnet.state.hash", integrity_hash, len(self.data))
            self.data += struct.pack("<H", integrity_hash)
        return self

    def cloak(self, cloaked):
        """Flag 0x40."""
        self.flag(0x40)
        self.bit("bcnet.state.cloaked", cloaked)
        return self

    def raw(self, flag, data):
        """A part given as bytes."""
        self.flag(flag)
        self.data += data
        return self

    def block(self, ship, start, view, values=Values()):
        """Flag 0x20, as the stock host writes it (60.2)."""
        self.flag(0x20)
        begin, index = len(self.data), start
        self.byte("bcnet.state.start_index", start)
        while True:
            self._entry(ship.subsystems[index], index, view, values)
            index = (index + 1) % len(ship.subsystems)
            if len(self.data) - begin >= BUDGET or index == start:
                break
        self.next = index
        return self

    def _entry(self, subsystem, index, view, values):
        at = len(self.data)
        self.show("bcnet.subsystem", None, at)
        self.show("bcnet.subsystem.index", index, None)
        self.show("bcnet.subsystem.name", subsystem.name, None)
        self.byte("bcnet.subsystem.condition", values.fraction())
        for child, _ in subsystem.children:
            self.byte("bcnet.subsystem.child.condition", values.fraction())
            self.show("bcnet.subsystem.child.name", child, None)
        if subsystem.format == "reactor":
            self.byte("bcnet.subsystem.battery.main", values.fraction())
            self.byte("bcnet.subsystem.battery.backup", values.fraction())
        if subsystem.powered:
            self.bit("bcnet.subsystem.has_power", view == REMOTE)
            if view == REMOTE:
                self.byte("bcnet.subsystem.power", values.power())
        if subsystem.format == "shield":
            for facing in FACINGS:
                self.byte(f"bcnet.subsystem.shield.{facing}", values.fraction())

    def wanted(self, *pairs):
        """Flag 0x80: (index, value)."""
        self.flag(0x80)
        for index, value in pairs:
            self.byte("bcnet.wanted.index", index)
            self.byte("bcnet.wanted.value", value)
        return self

    def payload(self):
        """The bytes."""
        return bytes(self.data)

    def expected(self):
        """Filter name -> list of (value, offset), in order of the message; the bytes as they ended up."""
        found = {}
        for name, value, offset in self.read:
            if name in ("bcnet.bits", "bcnet.state.flags"):
                value = self.data[offset]
            found.setdefault(name, []).append((value, offset))
        return found


# Fields of which a message shows exactly those that are expected.
EXACT = {"bcnet.state.object", "bcnet.state.game_time", "bcnet.state.flags", "bcnet.state.position.x",
         "bcnet.state.position.y", "bcnet.state.position.z", "bcnet.state.has_hash", "bcnet.state.hash",
         "bcnet.state.cloaked", "bcnet.state.start_index", "bcnet.bits", "bcnet.subsystem", "bcnet.subsystem.index",
         "bcnet.subsystem.name", "bcnet.subsystem.condition", "bcnet.subsystem.child.name",
         "bcnet.subsystem.child.condition", "bcnet.subsystem.has_power", "bcnet.subsystem.power",
         "bcnet.subsystem.battery.main", "bcnet.subsystem.battery.backup", "bcnet.state.subsystems.raw",
         "bcnet.unparsed", "bcnet.wanted.index", "bcnet.wanted.value",
         *(f"bcnet.subsystem.shield.{facing}" for facing in FACINGS)}


def number(text):
    """A number as PDML shows it."""
    if text in ("True", "False"):
        return int(text == "True")
    return float(int(text, 16)) if text.startswith("0x") else float(text)


def agrees(value, shown):
    """Whether a field shows a value."""
    if value is None:
        return True
    if isinstance(value, str):
        return value == shown
    return abs(number(shown) - value) <= 1e-5 * abs(value)


def _places(node, found):
    """Node id -> position; what PDML writes for a field that begins before the one above it is their sum."""
    for child in node.children:
        position = child.position
        if child.name == "bcnet.subsystem.has_power" and position >= node.position + node.size:
            position -= node.position
        found[id(child)] = position
        _places(child, found)
    return found


def differences(update, message):
    """What a message (pdml.Node) shows otherwise than it should, in sentences."""
    base = message.all("bcnet.opcode")[0].position
    places, expected = _places(message, {}), update.expected()
    for name in sorted(EXACT):
        wanted, nodes = expected.get(name, []), message.all(name)
        if len(wanted) != len(nodes):
            yield f"{name}: {[node.show for node in nodes]}, expected {[value for value, _ in wanted]}"
            continue
        for occurrence, ((value, offset), node) in enumerate(zip(wanted, nodes)):
            if not agrees(value, node.show):
                yield f"{name}[{occurrence}]: {node.show}, expected {value}"
            if offset is not None and places[id(node)] - base != offset:
                yield f"{name}[{occurrence}]: at {places[id(node)] - base}, expected at {offset}"


ENDPOINTS = """
    endpoint host 10.0.0.1:22101 id 1
    endpoint ace 10.0.0.2:59405 id 2
    endpoint sep 10.0.0.3:59405 id 3
    endpoint other 10.0.0.9:22101 id 1
"""


class Scenario:
    """A scenario that grows by messages; frames are numbered from 1."""

    def __init__(self):
        self.lines, self.count, self.numbers, self.paused = [ENDPOINTS], 0, {}, 0

    def pause(self, seconds):
        """What follows comes so much later."""
        self.paused += seconds

    def time(self):
        """Of the message that was counted last."""
        return f"{self.count / 10 + self.paused:.1f}"

    def send(self, route, payload, reliable=None):
        """A message alone in a datagram; returns its frame number."""
        self.count += 1
        data = payload.payload() if isinstance(payload, Update) else payload
        reliable = data[0] != 0x1C if reliable is None else reliable
        number = self.numbers.get(route, 0)
        self.numbers[route] = number + reliable
        sequence = f"seq {number} " if reliable else ""
        self.lines.append(f"at {self.time()} {route}\n    game {sequence}{data.hex(' ')}")
        return self.count

    def say(self, route, line):
        """A message of the transport, in the forge's words."""
        self.count += 1
        self.lines.append(f"at {self.time()} {route}\n    {line}")

    def capture(self):
        """The capture."""
        return forge("\n".join(self.lines) + "\n")
