# SPDX-License-Identifier: GPL-2.0-or-later
"""Creations of ships: the byte strings of protocol chapter 40.13 and what their tables say."""

import dataclasses

FULL = 255

SOVEREIGN = """
    03 00 02 08 80 00 00 FF FF FF 3F 05 00 00 18 42 00 00 44 C2 00 00 0C C2
    52 93 45 3F BB C9 22 BF E2 58 10 B3 25 8D 6C B2 00 00 00 00 00 00 00 05
    43 61 64 79 32 06 4D 75 6C 74 69 31 FF FF 64 FF FF FF FF FF FF FF 64 FF
    FF FF FF FF FF 64 FF FF FF FF FF FF FF 64 60 00 FF 64 FF FF FF FF FF FF
    FF FF FF 64 01 FF FF FF FF FF 64 01 FF FF FF 64 FF"""

AKIRA = """
    03 00 02 08 80 00 00 FF FF FF 3F 01 00 00 B0 42 00 00 84 C2 00 00 92 C2
    F5 4A 6F 3F FE 8C 96 3E 84 E3 4B 3E 38 78 4E 3C 00 00 00 00 00 00 00 05
    43 61 64 79 32 06 4D 75 6C 74 69 31 FF FF 64 FF FF FF FF FF FF FF 64 FF
    FF FF FF FF FF 64 FF FF FF FF FF FF FF FF FF 64 60 01 FF FF FF 64 FF FF
    FF FF FF FF FF 64 00 FF 64 FF FF FF 64 01 FF"""

MOVING_AKIRA = """
    03 00 02 08 80 00 00 FF FF FF 3F 01 5A 34 94 42 26 2F 09 C2 5B F4 3C C2
    C2 02 66 3F D9 6D 9F 3E 37 F9 E4 3D B5 BF 93 3E CA 54 4D F2 FB A3 40 05
    43 61 64 79 32 06 4D 75 6C 74 69 31 FF FF 64 FF FF FF FF FF FF FF 64 FF
    FF FF FF FF FF 64 FF FF FF FF FF FF FF FF FF 64 60 01 FF FF FF 64 FF FF
    FF FF FF FF FF 64 00 FF 64 FF FF FF 64 01 FF"""

GALAXY = """
    03 01 03 08 80 00 00 FF FF 03 40 03 00 00 60 41 00 00 D8 C1 00 00 90 41
    B5 CE 0F 3F 39 DC E3 B3 43 C2 15 BF 43 C2 15 BF 00 00 00 00 00 00 00 0F
    58 46 53 30 31 20 44 61 75 6E 74 6C 65 73 73 06 4D 75 6C 74 69 31 FF FF
    FF FF FF 64 FF FF FF FF FF FF FF 64 FF FF FF FF FF FF FF 64 60 00 FF FF
    FF FF FF FF FF FF FF 64 01 FF FF FF FF 64 FF FF FF 64 FF FF FF FF FF 64
    01 FF FF 64"""

BIRD_OF_PREY = """
    03 01 03 08 80 00 00 FF FF 03 40 06 00 00 20 41 00 00 A0 41 00 00 F0 41
    00 00 80 3F 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 03
    41 63 65 06 4D 75 6C 74 69 31 FF FF 64 FF FF FF FF FF FF FF FF FF 80 FF
    40 64 65 FF FF 64 00 FF FF 64 FF FF FF 64 FF 9C FF 64 FF 64"""

STATION = """
    02 01 08 80 00 00 31 00 00 00 13 00 00 20 41 00 00 A0 41 00 00 F0 41 00
    00 80 3F 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 08 4F
    75 74 70 6F 73 74 31 06 4D 75 6C 74 69 31 FF FF 64 FF FF FF FF FF FF FF
    64 FF FF FF FF 64"""

TORPEDO = """
    02 00 09 80 00 00 35 00 00 40 02 00 00 20 41 00 00 A0 41 00 00 F0 41 00
    00 80 3F 00 00 00 00 00 00 00 00 00 00 00 00 00 7F 00 00 00 98 41 00 06
    4D 75 6C 74 69 31 FF FF FF 3F FF FF 03 40 02 00 00 88 D8 5C"""

WRONG_SPECIES = """
    03 00 02 08 80 00 00 FF FF FF 3F 10 00 00 00 00 00 00 00 00 00 00 00 00
    F5 4A 6F 3F FE 8C 96 3E 84 E3 4B 3E 38 78 4E 3C 00 00 00 00 00 00 00 05
    43 61 64 79 32 06 4D 75 6C 74 69 31 FF FF 64 FF FF FF FF FF FF FF 64 FF
    FF FF FF FF FF 64 FF FF FF FF FF FF FF FF FF 64 60 01 FF FF FF 64 FF FF
    FF FF FF FF FF 64 00 FF 64 FF FF FF 64 01 FF"""


@dataclasses.dataclass
class Entry:
    """A row group of the tables: one entry of a snapshot, at an offset of the payload."""

    offset: int
    name: str
    condition: int = FULL
    parts: dict = dataclasses.field(default_factory=dict)   # name -> condition
    power: int = None
    batteries: tuple = ()
    facings: tuple = ()
    bit: dict = dataclasses.field(default_factory=dict)     # "firing" or "cloak_wanted" -> bool
    setting: dict = dataclasses.field(default_factory=dict)


def whole(*names):
    """Undamaged parts."""
    return {name: FULL for name in names}


def numbered(*names):
    """ "Ventral Phaser 4" stands for Ventral Phaser 1 to 4."""
    return whole(*(f"{name[:-1]}{number}" for name in names for number in range(1, int(name[-1]) + 1)))


SHIELDS = (FULL,) * 6
CHARGED = (FULL, FULL)

SOVEREIGN_ENTRIES = [
    Entry(60, "Hull"),
    Entry(61, "Shield Generator", power=100, facings=SHIELDS),
    Entry(69, "Sensor Array", power=100),
    Entry(71, "Warp Core", batteries=CHARGED),
    Entry(74, "Impulse Engines", parts=whole("Port Impulse", "Star Impulse"), power=100),
    Entry(78, "Torpedoes", parts=numbered("Forward Torpedo 4", "Aft Torpedo 2"), power=100,
          bit={"firing": False}, setting={"ammo_type": 0}),
    Entry(88, "Repair", power=100),
    Entry(90, "Phasers", parts=numbered("Ventral Phaser 4", "Dorsal Phaser 4"), power=100,
          bit={"firing": False}, setting={"phaser_level": 1}),
    Entry(101, "Tractors", parts=numbered("Aft Tractor 2", "Forward Tractor 2"), power=100,
          bit={"firing": False}, setting={"tractor_mode": 1}),
    Entry(108, "Warp Engines", parts=whole("Port Warp", "Star Warp"), power=100),
    Entry(112, "Bridge"),
]
SOVEREIGN_GROUP = 86

AKIRA_ENTRIES = [
    Entry(60, "Hull"),
    Entry(61, "Shield Generator", power=100, facings=SHIELDS),
    Entry(69, "Sensor Array", power=100),
    Entry(71, "Warp Core", batteries=CHARGED),
    Entry(74, "Impulse Engines", parts=whole("Port Impulse", "Star Impulse"), power=100),
    Entry(78, "Phasers", parts=numbered("Ventral Phaser 4", "Dorsal Phaser 4"), power=100,
          bit={"firing": False}, setting={"phaser_level": 1}),
    Entry(90, "Warp Engines", parts=whole("Port Warp", "Star Warp"), power=100),
    Entry(94, "Torpedoes", parts=whole("Forward Torp 1", "Forward Torp 2", "Aft Torp 1", "Forward Torp 3",
                                       "Forward Torp 4", "Aft Torp 2"), power=100,
          bit={"firing": False}, setting={"ammo_type": 0}),
    Entry(103, "Engineering", power=100),
    Entry(105, "Tractors", parts=whole("Forward Tractor", "Aft Tractor"), power=100,
          bit={"firing": False}, setting={"tractor_mode": 1}),
    Entry(110, "Bridge"),
]
AKIRA_GROUP = 88

GALAXY_ENTRIES = [
    Entry(70, "Hull"),
    Entry(71, "Warp Core", batteries=CHARGED),
    Entry(74, "Shield Generator", power=100, facings=SHIELDS),
    Entry(82, "Sensor Array", power=100),
    Entry(84, "Torpedoes", parts=numbered("Forward Torpedo 4", "Aft Torpedo 2"), power=100,
          bit={"firing": False}, setting={"ammo_type": 0}),
    Entry(94, "Phasers", parts=numbered("Ventral Phaser 4", "Dorsal Phaser 4"), power=100,
          bit={"firing": False}, setting={"phaser_level": 1}),
    Entry(105, "Impulse Engines", parts=whole("Port Impulse", "Star Impulse", "Center Impulse"), power=100),
    Entry(110, "Warp Engines", parts=whole("Port Warp", "Star Warp"), power=100),
    Entry(114, "Tractors", parts=whole("Aft Tractor 2", "Aft Tractor 1", "Forward Tractor 1", "Forward Tractor 2"),
          power=100, bit={"firing": False}, setting={"tractor_mode": 1}),
    Entry(121, "Bridge"),
    Entry(122, "Engineering", power=100),
]
GALAXY_GROUP = 92

BIRD_OF_PREY_ENTRIES = [
    Entry(58, "Hull"),
    Entry(59, "Shield Generator", power=100, facings=SHIELDS),
    Entry(67, "Warp Core", batteries=CHARGED),
    Entry(70, "Disruptor Cannons", 128, parts={"Port Cannon": FULL, "Star Cannon": 64}, power=100,
          bit={"firing": True}),
    Entry(75, "Torpedoes", parts=whole("Fwd Torpedo"), power=100, bit={"firing": False}, setting={"ammo_type": 0}),
    Entry(79, "Impulse Engines", parts=whole("Impulse Engine"), power=100),
    Entry(82, "Warp Engines", parts=whole("Port Warp", "Star Warp"), power=100),
    Entry(86, "Cloaking Device", power=-100, bit={"cloak_wanted": True}),
    Entry(88, "Sensor Array", power=100),
    Entry(90, "Engineering", power=100),
]
BIRD_OF_PREY_GROUP = 74

STATION_ENTRIES = [
    Entry(62, "Hull"),
    Entry(63, "Shield Generator", power=100, facings=SHIELDS),
    Entry(71, "Sensor Array", power=100),
    Entry(73, "Power Plant", batteries=CHARGED),
    Entry(76, "Engineering", power=100),
]

FACINGS = ("front", "rear", "top", "bottom", "left", "right")
SINGLE_VALUES = ("firing", "cloak_wanted", "phaser_level", "ammo_type", "tractor_mode")


def percents(values):
    """Values of a byte as percent, as precise as they are asked for."""
    return [f"{value * 100 / 255:.3f}" for value in values]


def snapshot(entries):
    """The fields of a snapshot, all values of all entries in order."""
    parts = [(name, value) for entry in entries for name, value in entry.parts.items()]
    powers = [entry.power for entry in entries if entry.power is not None]
    batteries = [entry.batteries for entry in entries if entry.batteries]
    shields = [entry.facings for entry in entries if entry.facings]
    expect = {
        "index": list(range(len(entries))),
        "name": [entry.name for entry in entries],
        "condition": [entry.condition for entry in entries],
        "condition.percent": percents(entry.condition for entry in entries),
        "child.name": [name for name, _ in parts],
        "child.condition": [value for _, value in parts],
        "child.condition.percent": percents(value for _, value in parts),
        "power.signed": powers,
        "power": [abs(power) for power in powers],
        "enabled": [power > 0 for power in powers],
        "battery.main": [pair[0] for pair in batteries],
        "battery.backup": [pair[1] for pair in batteries],
    }
    for number, facing in enumerate(FACINGS):
        expect["shield." + facing] = [values[number] for values in shields]
    for name in SINGLE_VALUES:
        expect[name] = [{**entry.bit, **entry.setting}[name] for entry in entries
                        if name in entry.bit or name in entry.setting]
    fields = {"bcnet.subsystem." + name: value for name, value in expect.items()}
    return {"bcnet.subsystem": [None] * len(entries), **fields}


def offsets(entries, group):
    """Where the values of a snapshot stand: filter name -> offsets in the payload, in order."""
    found = {"condition": [entry.offset for entry in entries], "child.condition": [], "power.signed": [],
             "battery.main": [], "battery.backup": [], **{"shield." + facing: [] for facing in FACINGS},
             **{name: [] for name in SINGLE_VALUES}}
    for entry in entries:
        at = entry.offset + 1
        found["child.condition"] += range(at, at + len(entry.parts))
        at += len(entry.parts)
        if entry.power is not None:
            found["power.signed"].append(at)
            at += 1
        for name, _ in zip(("battery.main", "battery.backup"), entry.batteries):
            found[name].append(at)
            at += 1
        for name, _ in zip(FACINGS, entry.facings):
            found["shield." + name].append(at)
            at += 1
        for name in entry.bit:
            found[name].append(group)
        at += at == group
        for name in entry.setting:
            found[name].append(at)
    return {"bcnet.subsystem." + name: value for name, value in found.items()}


def rename(creation, name, head=47):
    """The creation (hex) with another name; `head` is the offset of its length."""
    data = bytes.fromhex(creation)
    return data[:head] + bytes([len(name)]) + name + data[head + 1 + data[head]:]


def replace(creation, **changes):
    """The creation (hex or bytes) with other bytes; at_OFFSET=value or bytes."""
    data = bytearray(bytes.fromhex(creation) if isinstance(creation, str) else creation)
    for where, value in changes.items():
        at = int(where.removeprefix("at_"))
        value = bytes([value]) if isinstance(value, int) else value
        data[at:at + len(value)] = value
    return bytes(data)
