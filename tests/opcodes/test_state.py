# SPDX-License-Identifier: GPL-2.0-or-later
"""StateUpdate, single messages (protocol chapters 60.1 to 60.3): real ones and what can be wrong with them."""

import unittest

from bcnet_test import Cases, Has, Label, fields, forge, frames, main, scratch_file, tshark
from cuts import hidden_bytes, payloads_as_capture, said_of_leftovers
from ships import AKIRA, SOVEREIGN, TORPEDO
from states import FACINGS

FULL = 255
# 60.7: a client about its Akira, the host to the player of the Akira.
REAL_CLIENT = ("1C FF FF FF 3F 00 80 E1 41 9D 00 00 B0 42 00 00 84 C2 00 00 92 C2 21 37 FB 0B 68 46 30 BB 5E 00 00"
               "01 CC 02 CC 04 CC")
REAL_HOST = "1C FF FF FF 3F 00 A0 1B 42 20 08 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF"
HEAD = "1C FF FF FF 3F 00 00 00 3F "       # object slot 0, game time 0.5

cases = Cases("state")


def vector(name, *values):
    """x, y, z of a field."""
    return {f"{name}.{axis}": value for axis, value in zip("xyz", values)}


def flags(value):
    """All bits of the flags."""
    names = ("position", "delta", "forward", "up", "speed", "subsystems", "cloak", "weapons")
    return {"bcnet.state.flags": value,
            **{f"bcnet.state.flags.{name}": bool(value >> bit & 1) for bit, name in enumerate(names)}}


def block(start, *entries, group=(), powers=None):
    """A block as 60.2 reads it. Entries: index, name, number of children, format; everything full."""
    reactors = [entry for entry in entries if entry[3] == "reactor"]
    shields = [entry for entry in entries if entry[3] == "shield"]
    bits = [entry for entry in entries if entry[3] in ("powered", "shield")]
    return {"bcnet.state.start_index": start, "bcnet.bits": list(group), "bcnet.subsystem": [None] * len(entries),
            "bcnet.subsystem.index": [entry[0] for entry in entries],
            "bcnet.subsystem.name": [entry[1] for entry in entries],
            "bcnet.subsystem.condition": [FULL] * len(entries),
            "bcnet.subsystem.condition.percent": [100] * len(entries),
            "bcnet.subsystem.child.condition": [FULL] * sum(entry[2] for entry in entries),
            "bcnet.subsystem.child.condition.percent": [100] * sum(entry[2] for entry in entries),
            "bcnet.subsystem.has_power": [powers is not None] * len(bits),
            "bcnet.subsystem.power": [powers] * len(bits) if powers is not None else [],
            "bcnet.subsystem.battery.main": [FULL] * len(reactors),
            "bcnet.subsystem.battery.backup": [FULL] * len(reactors),
            **{f"bcnet.subsystem.shield.{facing}": [FULL] * len(shields) for facing in FACINGS},
            "bcnet.ship.dialect": Label("the game's own"), "bcnet.state.subsystems.raw": []}


HULL, SHIELDS = (0, "Hull", 0, "base"), (1, "Shield Generator", 0, "shield")
SENSORS, CORE = (2, "Sensor Array", 0, "powered"), (3, "Warp Core", 0, "reactor")
IMPULSE, TORPEDOES = (4, "Impulse Engines", 2, "powered"), (5, "Torpedoes", 6, "powered")
REPAIR, PHASERS = (6, "Repair", 0, "powered"), (7, "Phasers", 8, "powered")
TRACTORS, WARP = (8, "Tractors", 4, "powered"), (9, "Warp Engines", 2, "powered")
BRIDGE = (10, "Bridge", 0, "base")

# ---- 60.7: real whole messages ----

cases.payload(
    "real client", REAL_CLIENT, sender="client", preface=[AKIRA],
    info=r"^#2 Cady2 . host: StateUpdate t=28\.2 Akira \(Cady2\) \[POS FWD UP SPD 0\]$",
    expect={"bcnet.opcode": Label(r"StateUpdate \(0x1c\)"), "bcnet.opcode.game_name": "SHIP_UPDATE",
            "bcnet.state.object": 0x3FFFFFFF, "bcnet.object.slot": 0, "bcnet.object.serial": 0,
            "bcnet.object.resolved": "Akira (Cady2)", "bcnet.ship.created_in": None,
            "bcnet.ship.layout": "Akira", "bcnet.ship.layout.source": 1, "bcnet.ship.name": "Cady2",
            "bcnet.state.game_time": Label(r"^Game time: 28\.1875 s$"), **flags(0x9D),
            **vector("bcnet.state.position", 88, -66, -73), **vector("bcnet.state.world", 88, -66, -73),
            "bcnet.bits": 0x21, "bcnet.bits.count": 1, "bcnet.state.has_hash": True, "bcnet.state.hash": 0xFB37,
            "bcnet.state.hash.changed": 1, "bcnet.state.hash.status": 1,
            "bcnet.vector.dir": [11, 104, 70, 48, -69, 94], "bcnet.vector.cf16": 0,
            **vector("bcnet.state.forward", "0.0866142", "0.8188976", "0.5511811"),
            **vector("bcnet.state.up", "0.3779528", "-0.5433071", "0.7401575"), "bcnet.state.speed": 0,
            "bcnet.wanted": [Label(r"^Shield Generator \(1\): wanted 100 %$"),
                             Label(r"^Sensor Array \(2\): wanted 100 %$"),
                             Label(r"^Impulse Engines \(4\): wanted 100 %$")],
            "bcnet.wanted.index": [1, 2, 4], "bcnet.wanted.value": [204] * 3, "bcnet.wanted.percent": [100] * 3,
            "bcnet.wanted.name": ["Shield Generator", "Sensor Array", "Impulse Engines"]})
cases.payload(
    "real host", REAL_HOST, preface=[("client", AKIRA)],
    info=r"^host . #2 Cady2: StateUpdate t=38\.9 Akira \(Cady2\) \[SUB 8-10,0-1\]$",
    expect={"bcnet.state.game_time": "38.90625", **flags(0x20),
            **block(8, (8, "Engineering", 0, "powered"), (9, "Tractors", 2, "powered"), BRIDGE, HULL, SHIELDS,
                    group=[0x60]),
            "bcnet.subsystem.child.name": ["Forward Tractor", "Aft Tractor"]})
cases.payload("real host, ship not seen", REAL_HOST, absent=["bcnet.known"],
              expect={"bcnet.ship.layout": "Akira/Ambassador/Nebula",
                      "bcnet.ship.layout.source": 5, "bcnet.subsystem.index": [8, 9, 10, 0, 1],
                      "bcnet.subsystem.condition": [FULL] * 5})

# ---- 60.2: the rows of the Sovereign ----

for name, data, expect in (
        ("0", "00 FF FF 20 FF FF FF FF FF FF", block(0, HULL, SHIELDS, group=[0x20])),
        ("2", "02 FF 60 FF FF FF FF FF FF FF FF FF FF FF FF FF",
         block(2, SENSORS, CORE, IMPULSE, TORPEDOES, group=[0x60])),
        ("6", "06 FF 40 FF FF FF FF FF FF FF FF FF", block(6, REPAIR, PHASERS, group=[0x40])),
        ("8", "08 FF FF FF FF FF 40 FF FF FF", block(8, TRACTORS, WARP, group=[0x40])),
        ("10", "0A FF FF FF 20 FF FF FF FF FF FF", block(10, BRIDGE, HULL, SHIELDS, group=[0x20])),
        ("2 remote", "02 FF 43 64 FF FF FF FF FF FF 64", block(2, SENSORS, CORE, IMPULSE, group=[0x43], powers=100))):
    cases.payload(f"Sovereign {name}", HEAD + "20" + data, preface=[("client", SOVEREIGN)], expect=expect)
cases.payload("damage first", HEAD + "20 0A 80 FF 40 20 FF 7F 00 FF FF FF", preface=[("client", SOVEREIGN)],
              info=r"\) shields 0 to 100 %, Shield Generator 25 %, Bridge 50 % \[SUB 10,0-1\]$",
              expect={"bcnet.subsystem": [Label(r"^Bridge \(10\): 50 %$"), Label(r"^Hull \(0\): 100 %$"),
                                          Label(r"^Shield Generator \(1\): 25 %, rear 50 %, top 0 %$")]})
cases.payload("mixed booleans", HEAD + "20 02 FF 41 64 FF FF FF FF FF FF 00", preface=[("client", SOVEREIGN)],
              experts=["bcnet.expert.layout"], expect={"bcnet.subsystem.has_power": [True, False]})

# ---- 60.1: single parts, in every order they can have on the wire ----

cases.payload("no part", HEAD + "00", sender="client", info=r"StateUpdate t=0\.5 ship 0x3fffffff \(#2\)$",
              expect={**flags(0), "bcnet.ship.layout.source": 0}, absent=["bcnet.ship.layout", "bcnet.bits"])
cases.payload("delta", HEAD + "02 7F 81 00 E3 50", sender="client", info=r"\[DELTA\]$", absent=["bcnet.state.world.x"],
              expect={**flags(2), "bcnet.vector.dir": [127, -127, 0], "bcnet.vector.cf16": 0x50E3,
                      "bcnet.state.delta.length": "14.98901",
                      **vector("bcnet.state.delta", "14.98901", "-14.98901", 0)})
# A host with the modem option leaves the subsystems out of most messages; that says nothing about anybody.
for sender in ("host", "client"):
    for parts, data in ((0x1E, "7F 00 00 E3 50 7F 00 00 00 7F 00 AA 52"), (0x16, "7F 00 00 E3 50 7F 00 00 AA 52"),
                        (0x12, "7F 00 00 E3 50 AA 52")):
        cases.payload(f"motion alone, {parts:#x} by the {sender}", f"{HEAD}{parts:02X} {data}", sender=sender,
                      preface=[("client", SOVEREIGN)], expect=flags(parts), info=r"Sovereign \(Cady2\) \[DELTA ")
cases.payload("forward", HEAD + "04 01 80 7F", sender="client", info=r"\[FWD\]$",
              expect={**flags(4), **vector("bcnet.state.forward", "0.007874", "-1.007874", 1)})
cases.payload("up", HEAD + "08 00 00 00", sender="client", info=r"\[UP\]$",
              expect={**flags(8), **vector("bcnet.state.up", 0, 0, 0)})
for code, speed, words in ((0x50E3, "14.98901", "15.0"), (0xD0E3, "-14.98901", "-15.0"), (0x7FFF, "10000", "10000.0"),
                           (0x0000, "0", "0"), (0x471B, "4.99780", "5.0")):
    cases.payload(f"speed {code:#x}", f"{HEAD} 10 {code & 0xFF:02x} {code >> 8:02x}", sender="client",
                  info=rf"\[SPD {words}\]$", expect={**flags(0x10), "bcnet.state.speed": speed})
for group, cloaked, word in ((0x20, False, "UNCLOAKED"), (0x21, True, "CLOAKED")):
    cases.payload(word, f"{HEAD} 40 {group:02x}", sender="client", info=rf"\[{word}\]$",
                  expect={**flags(0x40), "bcnet.bits": group, "bcnet.state.cloaked": cloaked})
PLACE = "00 00 B0 42 00 00 84 C2 00 00 92 C2 "
cases.payload("not cloaked, as usual", f"{HEAD} 50 00 00 20", sender="client", info=r"\[SPD 0\]$",
              expect={**flags(0x50), "bcnet.bits": 0x20, "bcnet.state.cloaked": False})
cases.payload("cloaked and moving", f"{HEAD} 50 00 00 21", sender="client", info=r"\[SPD 0 CLOAKED\]$",
              expect={**flags(0x50), "bcnet.bits": 0x21, "bcnet.state.cloaked": True})
cases.payload("position without hash", HEAD + "01" + PLACE + "20", info=r"\[POS\]$", absent=["bcnet.state.hash"],
              expect={**flags(1), "bcnet.state.has_hash": False, **vector("bcnet.state.position", 88, -66, -73)})
cases.payload("hash and cloak share a byte", HEAD + "41" + PLACE + "43 37 FB", sender="client",
              info=r"\[POS CLOAKED\]$",
              expect={**flags(0x41), "bcnet.bits": 0x43, "bcnet.state.has_hash": True, "bcnet.state.cloaked": True,
                      "bcnet.state.hash": 0xFB37})
cases.payload("everything but subsystems", HEAD + "DF" + PLACE + "43 37 FB" + "7F 00 00 E3 50" + "01 02 03" + "04 05 06"
              + "AA 52" + "07 FF", sender="client",
              info=r" subsystem 7 wanted 125 % \[POS DELTA FWD UP SPD 25\.0 CLOAKED\]$",
              expect={**flags(0xDF), "bcnet.bits": 0x43, **vector("bcnet.state.world", "102.98901", -66, -73),
                      "bcnet.vector.dir": [127, 0, 0, 1, 2, 3, 4, 5, 6], "bcnet.vector.cf16": [0x50E3, 0x52AA],
                      "bcnet.state.speed": "24.98901", "bcnet.state.cloaked": True, "bcnet.wanted.index": 7,
                      "bcnet.wanted.percent": 125})
cases.payload("bytes left", HEAD + "10 00 00 AB", sender="client", experts=["bcnet.expert.trailing"],
              expect={"bcnet.unparsed": b"\xab"})
for group in (0x01, 0xC1, 0xE1):
    cases.payload(f"group byte {group:#x}", HEAD + f"01 {PLACE} {group:02x} 37 FB", sender="client",
                  expect={"bcnet.state.has_hash": True, "bcnet.state.hash": 0xFB37},
                  experts=["bcnet.expert.bits"] * (1 if group == 0x01 else 2))
cases.payload("group announces more", HEAD + f"01 {PLACE} 41 37 FB", sender="client", experts=["bcnet.expert.bits"])
cases.payload("group opened too soon", HEAD + f"41 {PLACE} 21 37 FB 21", sender="client",
              experts=["bcnet.expert.bits"], expect={"bcnet.bits": [0x21, 0x21], "bcnet.state.cloaked": True})

# ---- Directions (60.1) ----

cases.payload("subsystems by a client", HEAD + "20 00 FF FF 20 FF FF FF FF FF FF", sender="client",
              preface=[SOVEREIGN], experts=["bcnet.expert.direction"],
              expect={"bcnet.subsystem.name": ["Hull", "Shield Generator"]})
cases.payload("wanted power by the host", HEAD + "80 01 CC", preface=[("client", SOVEREIGN)],
              experts=["bcnet.expert.direction"], expect={"bcnet.wanted.name": "Shield Generator"})

# ---- 60.2: blocks that do not fit ----

for start in (11, 12, 127, 128, 255):
    cases.payload(f"start index {start}", f"{HEAD} 20 {start:02x} FF FF FF", preface=[("client", SOVEREIGN)],
                  experts=["bcnet.expert.layout"], absent=["bcnet.subsystem"],
                  info=rf" \(does not fit the layout\) \[SUB {start}\]$",
                  expect={"bcnet.state.start_index": start, "bcnet.state.subsystems.raw": b"\xff\xff\xff"})
for power in (126, 127, 128, 200, 255):
    cases.payload(f"power {power}", f"{HEAD} 20 03 FF FF FF FE FF FF 21 {power:02x}", preface=[("client", SOVEREIGN)],
                  experts=["bcnet.expert.layout"], absent=["bcnet.subsystem.power"],
                  expect={"bcnet.subsystem.name": "Warp Core",
                          "bcnet.state.subsystems.raw": bytes([0xFE, 0xFF, 0xFF, 0x21, power])})
for power in (0, 99, 125):
    cases.payload(f"power {power}", f"{HEAD} 20 02 FF 43 {power:02x} FF FF FF FF FF FF {power:02x}",
                  preface=[("client", SOVEREIGN)], expect={"bcnet.subsystem.power": [power, power]})
for group in (0x00, 0xC0, 0xE0):
    cases.payload(f"block with group byte {group:#x}", f"{HEAD} 20 00 FF FF {group:02x} FF FF FF FF FF FF",
                  preface=[("client", SOVEREIGN)], experts=["bcnet.expert.layout"],
                  expect={"bcnet.subsystem.name": "Hull",
                          "bcnet.state.subsystems.raw": bytes([0xFF, group]) + b"\xff" * 6})
cases.payload("block announces more booleans", HEAD + "20 00 FF FF 40 FF FF FF FF FF FF",
              preface=[("client", SOVEREIGN)], experts=["bcnet.expert.layout"],
              expect={"bcnet.subsystem.name": ["Hull", "Shield Generator"]})
cases.payload("block opens a group too soon", HEAD + "20 06 FF 20 FF FF FF FF FF FF FF FF FF 20",
              preface=[("client", SOVEREIGN)], experts=["bcnet.expert.layout"],
              expect={"bcnet.subsystem.name": "Repair", "bcnet.state.subsystems.raw": b"\xff" * 9 + b"\x20"})
cases.payload("cut entry", HEAD + "20 00 FF FF 20 FF FF FF", preface=[("client", SOVEREIGN)],
              experts=["bcnet.expert.layout"],
              expect={"bcnet.subsystem.name": "Hull", "bcnet.state.subsystems.raw": b"\xff\x20\xff\xff\xff"})
cases.payload("ends early", HEAD + "20 00 FF", preface=[("client", SOVEREIGN)], experts=["bcnet.expert.layout"],
              expect=block(0, HULL))
cases.payload("ends late", HEAD + "20 00 FF FF 60 FF FF FF FF FF FF FF FF FF FF FF FF", preface=[("client", SOVEREIGN)],
              experts=["bcnet.expert.layout"], expect={"bcnet.subsystem.index": Has(2)})
cases.payload("wrong layout", REAL_HOST, preface=[("client", SOVEREIGN)], experts=["bcnet.expert.layout"],
              expect={"bcnet.ship.layout": "Sovereign"})
cases.payload("no layout for the species", HEAD + "20 00 FF FF 20 FF FF FF FF FF FF", absent=["bcnet.subsystem"],
              preface=[("client", SOVEREIGN.replace("FF FF FF 3F 05", "FF FF FF 3F 2E"))],
              expect={"bcnet.ship.layout.source": 0, "bcnet.state.start_index": 0,
                      "bcnet.state.subsystems.raw": bytes.fromhex("FFFF20FFFFFFFFFFFF")},
              info=r"StateUpdate t=0\.5 unknown ship \(Cady2\) \[SUB 0\]$")

# ---- A block that does not fit is shown as far as it goes, and says nothing in words ----

for name, data, start in (
        # Bridge 13 %, hull 13 %, then a group byte of seven booleans.
        ("bits", "0A 21 21 21 E0 FF FF FF FF FF FF", 10),
        ("power", "02 21 43 64 21 FF FF FF FF FF 7E", 2),
        ("cut", "0A 21 21 21 20 FF", 10)):
    cases.payload(f"misfit says nothing: {name}", f"{HEAD} 20 {data}", preface=[("client", SOVEREIGN)],
                  experts=["bcnet.expert.layout"], info=rf"t=0\.5 .* \(does not fit the layout\) \[SUB {start}\]$",
                  expect={"bcnet.subsystem.condition.percent": Has("12.94")})

# ---- 60.4: objects that are no ships ----

IN_FLIGHT = "35 00 00 40 "      # 40.13: the torpedo in flight
SOME_MOTION = "7F 00 00 E3 50"  # flag 0x02
for name, data, expect, experts in (
        ("motion", "02" + SOME_MOTION, {"bcnet.state.delta.x": "14.98901"}, []),
        ("states", "22" + SOME_MOTION + "00 FF FF 20 FF FF", {
            "bcnet.state.delta.x": "14.98901", "bcnet.state.start_index": 0,
            "bcnet.state.subsystems.raw": b"\xff\xff\x20\xff\xff"}, []),
        ("nothing but states", "20 FE", {"bcnet.state.start_index": 254}, []),
        ("wanted power", "80 00 CC FF FF 01", {"bcnet.unparsed": bytes.fromhex("00CCFFFF01")},
         ["bcnet.expert.direction"]),
        ("both", "A0 00 FF 21", {"bcnet.state.subsystems.raw": b"\xff\x21"},
         ["bcnet.expert.direction", "bcnet.expert.layout"]),
        ("position, hash, wanted power", "81 00 00 B0 42 00 00 84 C2 00 00 92 C2 41 37 FB 05",
         {**vector("bcnet.state.world", 88, -66, -73), "bcnet.state.hash": 0xFB37, "bcnet.unparsed": b"\x05"},
         ["bcnet.expert.direction"])):
    cases.payload(f"torpedo: {name}", f"1C {IN_FLIGHT} 00 00 00 3F {data}", preface=[TORPEDO], experts=experts,
                  info=r"StateUpdate t=0\.5 PhotonTorpedo", absent=["bcnet.subsystem", "bcnet.wanted",
                                                                   "bcnet.ship.layout", "bcnet.state.hash.status"],
                  expect={"bcnet.object.resolved": "PhotonTorpedo", "bcnet.ship.layout.source": 0, **expect})

# ---- 60.3: wanted power ----

cases.payload("wanted nothing", HEAD + "80", sender="client", preface=[SOVEREIGN], absent=["bcnet.wanted"],
              info=r"StateUpdate t=0\.5 Sovereign \(Cady2\)$")
cases.payload("wanted values", HEAD + "80 07 00 08 66 09 FF", sender="client", preface=[SOVEREIGN],
              info=r"t=0\.5 Sovereign \(Cady2\) Phasers wanted 0 %, Tractors wanted 50 %, Warp Engines wanted 125 %$",
              expect={"bcnet.wanted.index": [7, 8, 9], "bcnet.wanted.value": [0, 102, 255],
                      "bcnet.wanted.percent": [0, 50, 125],
                      "bcnet.wanted.name": ["Phasers", "Tractors", "Warp Engines"]})
cases.payload("wanted is rounded like a condition", HEAD + "80 07 11", sender="client", preface=[SOVEREIGN],
              expect={"bcnet.wanted": Label(r"^Phasers \(7\): wanted 8 %$"),
                      "bcnet.wanted.percent": Label(r"^Wanted power: 8\.333 %$")})
cases.payload("wanted without layout", HEAD + "80 30 CC", sender="client", absent=["bcnet.wanted.name"],
              expect={"bcnet.wanted": Label(r"^Subsystem \(48\): wanted 100 %$"), "bcnet.wanted.index": 48})
for index, name in ((0, "Hull"), (3, "Warp Core"), (10, "Bridge")):
    cases.payload(f"wanted by the {name}", f"{HEAD} 80 {index:02x} CC", sender="client", preface=[SOVEREIGN],
                  experts=["bcnet.expert.layout"], absent=["bcnet.wanted.name"],
                  expect={"bcnet.wanted.index": index, "bcnet.wanted.value": 204})
for index in (11, 127, 255):
    cases.payload(f"wanted at {index}", f"{HEAD} 80 01 CC {index:02x} CC", sender="client", preface=[SOVEREIGN],
                  experts=["bcnet.expert.layout"],
                  expect={"bcnet.wanted.index": 1, "bcnet.unparsed": bytes([index, 0xCC])})
cases.payload("four pairs", HEAD + "80 01 CC 02 CC 04 CC 05 CC", sender="client", preface=[SOVEREIGN],
              experts=["bcnet.expert.layout"], expect={"bcnet.wanted.index": [1, 2, 4], "bcnet.unparsed": b"\x05\xcc"})
cases.payload("half a pair", HEAD + "80 01 CC 02", sender="client", preface=[SOVEREIGN],
              experts=["bcnet.expert.layout"], expect={"bcnet.wanted.index": 1, "bcnet.unparsed": b"\x02"})

# ---- 0x20 and 0x80 together (60.1) ----

BOTH = HEAD + "A0 00 FF FF 20 FF FF FF FF FF FF 07 FF"
cases.payload("both, by a client", BOTH, sender="client", preface=[SOVEREIGN],
              experts=["bcnet.expert.direction", "bcnet.expert.layout"],
              info=r" Phasers wanted 125 % \[SUB 0-1\]$",
              expect={**block(0, HULL, SHIELDS, group=[0x20]), "bcnet.wanted.index": 7, "bcnet.wanted.name": "Phasers"})
cases.payload("both, by the host", BOTH, preface=[("client", SOVEREIGN)],
              experts=["bcnet.expert.direction", "bcnet.expert.layout"],
              expect={"bcnet.subsystem.index": [0, 1], "bcnet.wanted.percent": 125})
cases.payload("both, nothing wanted", BOTH[:-6], sender="client", preface=[SOVEREIGN], absent=["bcnet.wanted"],
              experts=["bcnet.expert.direction", "bcnet.expert.layout"], expect={"bcnet.subsystem.index": [0, 1]})
cases.payload("both, without a layout", BOTH, sender="client", absent=["bcnet.wanted", "bcnet.subsystem"],
              experts=["bcnet.expert.direction", "bcnet.expert.layout"],
              expect={"bcnet.state.start_index": 0,
                      "bcnet.state.subsystems.raw": bytes.fromhex("FFFF20FFFFFFFFFFFF07FF")})

# ---- Parts that are not there are not spoken of ----

CUT = ["bcnet.expert.truncated"]
cases.payload("cut before the hash", HEAD + "41" + PLACE + "41", sender="client", experts=CUT,
              info=r" \(incomplete\) \[POS\]$", absent=["bcnet.state.hash", "bcnet.state.cloaked"])
cases.payload("cut in the delta", HEAD + "12 7F 81 00 E3", sender="client", experts=CUT,
              info=r"t=0\.5 [^|]* \(incomplete\)$", absent=["bcnet.state.delta.x", "bcnet.state.speed"],
              expect={"bcnet.unparsed": b"\xE3"})
cases.payload("cut before the start index", HEAD + "20", experts=CUT, info=r"t=0\.5 [^|]* \(incomplete\)$")
cases.payload("cut before the flags", HEAD[:-1], experts=CUT, info=r"StateUpdate \(incomplete\)$")

TestState = cases.testcase()


class Cuts(unittest.TestCase):
    """Messages that end at any byte: nothing is malformed, nothing hidden, and trouble is told once."""

    def cut(self, payload, sender, preface=""):
        payload = bytes.fromhex(payload)
        cuts = [payload[:length] for length in range(1, len(payload) + 1)]
        capture = payloads_as_capture([bytes.fromhex(preface), *cuts] if preface else cuts, sender)
        seen = frames(capture)[1 if preface else 0:]
        self.assertEqual(len(seen), len(cuts))
        found = {}
        for cut, frame in zip(cuts, seen):
            what = f"{cut.hex(' ')}\n{frame.outline()}"
            self.assertFalse(frame.malformed, what)
            self.assertFalse(hidden_bytes(frame), what)
            if len(cut) < 10:
                self.assertEqual(said_of_leftovers(frame), [], what)
            found[len(cut)] = [expert.name for expert in frame.experts()]
        return found

    def check(self, found, **expected):
        """All lengths not named here are truncated fields."""
        wanted = {length: ["bcnet.expert.truncated"] for length in found}
        wanted.update({int(length[1:]): infos for length, infos in expected.items()})
        self.assertEqual(found, wanted)

    def test_client(self):
        """10 bytes are a whole header, but flag 0x01 wants more; behind the speed the pairs are optional."""
        found = self.cut(REAL_CLIENT, "client", AKIRA)
        odd = ["bcnet.expert.layout"]
        self.check(found, n33=[], n34=odd, n35=[], n36=odd, n37=[], n38=odd, n39=[])

    def test_host(self):
        """The entries of the block end at 13, 16, 17, 18 and 25 bytes."""
        found = self.cut(REAL_HOST, "host", AKIRA)
        cut = {f"n{length}": ["bcnet.expert.layout"] for length in range(11, 25)}
        self.check(found, **cut, n25=[])

    def test_later_passes(self):
        """Where nobody looked at first, the same is said."""
        capture = payloads_as_capture([bytes.fromhex(SOVEREIGN), *[bytes.fromhex(HEAD + "20 00 FF")] * 3], "host")
        said = [fields(capture, ["_ws.expert.message"], "", options) for options in ([], ["-2"])]
        self.assertEqual(*said)
        self.assertIn("ends early", str(said[0]))

    def test_host_without_layout(self):
        found = self.cut(REAL_HOST, "host")
        self.check(found, **{f"n{length}": [] for length in range(11, 26)})

    def test_everything(self):
        message = (HEAD + "5F" + PLACE + "43 37 FB 7F 00 00 E3 50 01 02 03 04 05 06 AA 52").replace(" ", "")
        self.check(self.cut(message, "client"), n38=[])


class Severities(unittest.TestCase):
    """60.4: of an object that nobody called a ship nothing above a note is said."""

    def severity(self, payloads, name="bcnet.expert.layout"):
        """Of the last one's expert infos with the name."""
        last = frames(payloads_as_capture([bytes.fromhex(payload) for payload in payloads], "host"))[-1]
        return [expert.severity for expert in last.experts() if expert.name == name]

    def test_states_and_wanted_power_together(self):
        torpedo = f"1C {IN_FLIGHT} 00 00 00 3F A0 00 FF FF"
        self.assertEqual(self.severity([SOVEREIGN, BOTH]), ["warning"])
        self.assertEqual(self.severity([BOTH]), ["note"])
        self.assertEqual(self.severity([TORPEDO, torpedo]), ["note"])

    def test_what_does_not_fit(self):
        """A group byte that promises no boolean, one that promises 2 for one, an end within the position."""
        bits, torpedo = "bcnet.expert.bits", f"1C {IN_FLIGHT} 00 00 00 3F 01 "
        for name, rest in ((bits, PLACE + "00"), (bits, PLACE + "40"), ("bcnet.expert.truncated", PLACE[:9])):
            with self.subTest(rest=rest):
                self.assertEqual(self.severity([SOVEREIGN, HEAD + "01" + rest], name), ["warning"])
                self.assertEqual(self.severity([HEAD + "01" + rest], name), ["note"])
                self.assertEqual(self.severity([TORPEDO, torpedo + rest], name), ["note"])


class Unseen(unittest.TestCase):
    """What is wrong with a block is said where nobody looks, too: on a first pass without fields and columns."""

    def test_complaints(self):
        blocks = ["20 00 FF", "20 00 FF FF 20 FF FF FF",
                  "20 00 FF FF 60 FF FF FF FF FF FF FF FF FF FF FF FF", "20 06 FF 20 FF FF FF FF FF FF FF FF FF 20"]
        payloads = [SOVEREIGN, *(HEAD + block for block in blocks), TORPEDO]
        capture = payloads_as_capture([bytes.fromhex(payload) for payload in payloads])
        kept = scratch_file(".pcapng")
        tshark("-r", capture, "-Y", "_ws.expert", "-w", kept)
        times = [row["frame.time_epoch"] for row in fields(kept, ["frame.time_epoch"])]
        said = [row["frame.time_epoch"] for row, frame in zip(fields(capture, ["frame.time_epoch"]), frames(capture))
                if frame.experts()]
        self.assertEqual((times, len(said)), (said, len(blocks)))


class Snapped(unittest.TestCase):
    """What the capture does not hold is no fault of the sender."""

    def test_no_complaint(self):
        for frame in frames(forge(snapped())):
            self.assertFalse(frame.malformed, frame.outline())
            self.assertEqual(frame.experts(), [], frame.outline())


def snapped():
    """The real messages, cut by the capture at every length."""
    lines = ["endpoint host 10.0.0.1:22101 id 1", "endpoint ace 10.0.0.2:59405 id 2",
             "at 0 ace > host", "    game seq 0 " + bytes.fromhex(AKIRA).hex(" ")]
    for route, message in (("ace > host", REAL_CLIENT), ("host > ace", REAL_HOST)):
        size = 2 + 3 + len(bytes.fromhex(message))
        lines += [line for length in range(2, size)
                  for line in (f"at {length} {route} cut {length}", f"    game {bytes.fromhex(message).hex(' ')}")]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
