# SPDX-License-Identifier: GPL-2.0-or-later
"""Objects come and go: the examples of protocol chapter 40.13, and what 40.1 to 40.12 say of bad input."""

import json
import unittest

import pcapng
import ships
from bcnet_test import Cases, Has, Label, forge, frames, main, scratch, scratch_file, tshark
from cases import octets
from cuts import check_cuts, hidden_bytes, payloads_as_capture
from ships import AKIRA, BIRD_OF_PREY, GALAXY, MOVING_AKIRA, SOVEREIGN, STATION, TORPEDO, WRONG_SPECIES, rename, replace

cases = Cases("objects")


def unit(name, *axes):
    """Fields name.x, .y, .z ... with their values."""
    letters = "wxyz"[4 - len(axes):]
    return {f"{name}.{letter}": value for letter, value in zip(letters, axes)}


CADY2 = {"bcnet.object.owner_slot": 0, "bcnet.object.player": 2, "bcnet.object.class": 0x8008,
         "bcnet.object.id": 0x3FFFFFFF, "bcnet.object.slot": 0, "bcnet.object.serial": 0,
         "bcnet.object.name_len": 5, "bcnet.object.name": "Cady2", "bcnet.object.set_len": 6,
         "bcnet.object.set": "Multi1", "bcnet.opcode": Label(r"ObjectCreateTeam \(0x03\)"),
         "bcnet.opcode.game_name": "CREATE_PLAYER_OBJECT"}
AT_REST = {"bcnet.vector.dir": [0, 0, 0], "bcnet.object.speed": 0, **unit("bcnet.object.velocity", 0, 0, 0)}
NOT_FIRING = {"bcnet.bits": 0x60, "bcnet.bits.count": 3}


def lengths(length, expected):
    """Length of the snapshot, and what the layout wants."""
    return {"bcnet.object.snapshot": None, "bcnet.object.snapshot.length": length,
            "bcnet.object.snapshot.expected": expected}


# ---- 40.13: the real and the constructed creations ----

cases.payload("O1 real Sovereign", SOVEREIGN, sender="client",
              info=r"ObjectCreateTeam: Cady2's Sovereign in Multi1 at \(38, -49, -35\)$",
              expect={**CADY2, **AT_REST, **NOT_FIRING, **lengths(53, 53), "bcnet.object.species": 5,
                      **unit("bcnet.object.position", 38, -49, -35),
                      **unit("bcnet.object.orientation", 0.771779, -0.635891, "-3.36085e-08", "-1.37691e-08"),
                      **ships.snapshot(ships.SOVEREIGN_ENTRIES), "bcnet.object.resolved": "Sovereign (Cady2)"},
              absent=["bcnet.object.snapshot.raw", "bcnet.object.request_in"])

cases.payload("O2 real Akira", AKIRA, sender="client",
              info=r"ObjectCreateTeam: Cady2's Akira in Multi1 at \(88, -66, -73\)$",
              expect={**CADY2, **AT_REST, **NOT_FIRING, **lengths(51, 51), "bcnet.object.species": 1,
                      **unit("bcnet.object.position", 88, -66, -73),
                      **unit("bcnet.object.orientation", 0.934738, 0.294044, 0.19911, 0.0126019),
                      **ships.snapshot(ships.AKIRA_ENTRIES), "bcnet.object.resolved": "Akira (Cady2)"})

cases.payload("O3 real Akira in motion", MOVING_AKIRA, sender="host",
              info=r"ObjectCreateTeam: Cady2's Akira in Multi1 at \(74, -34, -47\)$",
              expect={**CADY2, **NOT_FIRING, **lengths(51, 51), "bcnet.object.species": 1,
                      **unit("bcnet.object.position", 74.1022, -34.296, -47.2386),
                      **unit("bcnet.object.orientation", 0.89848, 0.311385, 0.111803, 0.288572),
                      "bcnet.vector.dir": [-54, 84, 77], "bcnet.object.speed": 5.12451,
                      **unit("bcnet.object.velocity", -54 / 127 * 5.12451, 84 / 127 * 5.12451, 77 / 127 * 5.12451),
                      **ships.snapshot(ships.AKIRA_ENTRIES)})

cases.payload("O4 real Galaxy", GALAXY, sender=3,
              info=r"ObjectCreateTeam: XFS01 Dauntless's Galaxy in Multi1 at \(14, -27, 18\)$",
              expect={**AT_REST, **NOT_FIRING, **lengths(54, 54), "bcnet.object.species": 3,
                      "bcnet.object.owner_slot": 1, "bcnet.object.player": 3, "bcnet.object.class": 0x8008,
                      "bcnet.object.id": 0x4003FFFF, "bcnet.object.slot": 1, "bcnet.object.serial": 0,
                      **unit("bcnet.object.position", 14, -27, 18),
                      **unit("bcnet.object.orientation", 0.561748, "-1.06106e-07", -0.584995, -0.584995),
                      "bcnet.object.name_len": 15, "bcnet.object.name": "XFS01 Dauntless",
                      "bcnet.object.set_len": 6, "bcnet.object.set": "Multi1",
                      **ships.snapshot(ships.GALAXY_ENTRIES)})

cases.payload("O5 real, partial: a shorter name", rename(SOVEREIGN, b"Ace"), sender="client",
              info="ObjectCreateTeam: Ace's Sovereign in Multi1",
              expect={"bcnet.msg.length": Has(116), "bcnet.object.name_len": 3, "bcnet.object.name": "Ace",
                      **lengths(53, 53), **ships.snapshot(ships.SOVEREIGN_ENTRIES)})

cases.payload("O6 damaged, cannons firing, cloak wanted", BIRD_OF_PREY, sender=3,
              info=r"Ace's Bird of Prey in Multi1 at \(10, 20, 30\); Star Cannon 25 %, Disruptor Cannons 50 %$",
              expect={**AT_REST, **lengths(34, 34), "bcnet.object.species": 6, "bcnet.object.owner_slot": 1,
                      "bcnet.object.player": 3, "bcnet.object.id": 0x4003FFFF, "bcnet.object.slot": 1,
                      "bcnet.object.serial": 0, **unit("bcnet.object.position", 10, 20, 30),
                      "bcnet.object.name": "Ace", "bcnet.bits": 0x65, "bcnet.bits.count": 3,
                      **ships.snapshot(ships.BIRD_OF_PREY_ENTRIES)})

cases.payload("O7 a station, no player", STATION, sender="host",
              info=r'ObjectCreate: Space Facility "Outpost1" in Multi1 at \(10, 20, 30\)$',
              expect={**AT_REST, **lengths(16, 16), "bcnet.opcode": Label(r"ObjectCreate \(0x02\)"),
                      "bcnet.opcode.game_name": "CREATE_OBJECT", "bcnet.object.owner_slot": 1,
                      "bcnet.object.class": 0x8008, "bcnet.object.id": 0x31, "bcnet.object.species": 19,
                      **unit("bcnet.object.position", 10, 20, 30), **unit("bcnet.object.orientation", 1, 0, 0, 0),
                      "bcnet.object.name_len": 8, "bcnet.object.name": "Outpost1", "bcnet.object.set_len": 6,
                      "bcnet.object.set": "Multi1", **ships.snapshot(ships.STATION_ENTRIES),
                      "bcnet.object.resolved": "Space Facility (Outpost1)"},
              absent=["bcnet.object.player", "bcnet.object.slot", "bcnet.object.serial", "bcnet.bits"])

TORPEDO_FIELDS = {
    "bcnet.object.owner_slot": 0, "bcnet.object.class": 0x8009, "bcnet.object.id": 0x40000035,
    "bcnet.object.slot": [0, 0, 1], "bcnet.object.serial": [54, 0, 0], "bcnet.object.species": 2,
    **unit("bcnet.object.position", 10, 20, 30), **unit("bcnet.object.orientation", 1, 0, 0, 0),
    "bcnet.vector.dir": [0, 127, 0, 0, -120, -40], "bcnet.object.speed": 19,
    **unit("bcnet.object.velocity", 0, 19, 0), "bcnet.object.name_len": 0, "bcnet.object.name": "",
    "bcnet.object.set_len": 6, "bcnet.object.set": "Multi1", "bcnet.torpedo.parent": 0x3FFFFFFF,
    "bcnet.torpedo.target": 0x4003FFFF, "bcnet.torpedo.player": 2, "bcnet.torpedo.unknown": 0,
    "bcnet.vector.length": 92, "bcnet.torpedo.offset.fraction": "0.361",
    **unit("bcnet.torpedo.offset", 0, "-0.341", "-0.114")}

cases.payload("O8 a torpedo in flight", TORPEDO, sender="host",
              info=r"ObjectCreate: PhotonTorpedo in flight, object 0x3fffffff → object 0x4003ffff in Multi1",
              expect={**TORPEDO_FIELDS, "bcnet.object.resolved": "PhotonTorpedo"},
              absent=["bcnet.object.player", "bcnet.object.snapshot", "bcnet.subsystem"])

cases.payload("O9 a torpedo between known ships", TORPEDO, sender="host", preface=[("client", SOVEREIGN), (3, GALAXY)],
              info="PhotonTorpedo in flight, Sovereign \\(Cady2\\) → Galaxy \\(XFS01 Dauntless\\) in Multi1",
              expect={**TORPEDO_FIELDS, "bcnet.torpedo.player": Label(r"Shooter: 2 \(Cady2\)"),
                      "bcnet.object.resolved": ["PhotonTorpedo", "Sovereign (Cady2)", "Galaxy (XFS01 Dauntless)"]})

cases.payload("O10 another ship than its number says", WRONG_SPECIES, sender="client", experts=["bcnet.expert.species"],
              info=r"Cady2's ship of species 16 in Multi1 at \(0, 0, 0\)$",
              expect={**CADY2, **lengths(51, 28), "bcnet.object.species": Label("^Species: 16, not the stock ship"),
                      "bcnet.ship.layout.refuted": "Cardassian Freighter",
                      "bcnet.object.snapshot.raw": octets(AKIRA)[60:]},
              absent=["bcnet.subsystem", "bcnet.bits"])

# ---- What the tree says ----

cases.payload("O11 labels of a whole ship", SOVEREIGN, sender="client",
              expect={"bcnet.object.id": Label(r"^Object: 0x3fffffff, Sovereign \(Cady2\)$"),
                      "bcnet.object.player": Label(r"^Player: 2 \(Cady2\)$"),
                      "bcnet.player.name": "Cady2",
                      "bcnet.object.class": Label(r"^Class: ship \(0x00008008\)$"),
                      "bcnet.object.species": Label(r"^Species: Sovereign \(5\)$"),
                      "bcnet.object.name_len": Label("5 bytes$"),
                      "bcnet.object.speed": Label(r"Speed: 0 units/s$"),
                      "bcnet.object.snapshot": Label("^Ship snapshot: 53 bytes, layout Sovereign$"),
                      "bcnet.subsystem": [Label(r"^Hull \(0\): 100 %$"), Label(r"^Shield Generator \(1\): 100 %$"),
                                          Label(r"^Sensor Array \(2\): 100 %$"),
                                          Label(r"^Warp Core \(3\): 100 %, batteries 100 % and 100 %$"),
                                          *[None] * 7],
                      "bcnet.subsystem.condition": [Label(r"^Condition: 255 \(12000 of 12000 points\)$"), None,
                                                    Label(r"^Condition: 255 \(8000 of 8000 points\)$"), *[None] * 8],
                      "bcnet.subsystem.condition.percent": [Label(r"\[?Condition in percent: 100 %"), *[None] * 10],
                      "bcnet.subsystem.child.condition":
                          [Label(r"^Port Impulse: 255 \(3000 of 3000 points\)$"), *[None] * 21],
                      "bcnet.subsystem.power.signed": [Label(r"^Power setting: 100 \(on, 100 %\)$"), *[None] * 7],
                      "bcnet.subsystem.phaser_level": Label(r"medium \(1\)$"),
                      "bcnet.subsystem.tractor_mode": Label(r"tow \(1\)$"),
                      "bcnet.bits": Label("0x60, 3 booleans")})

cases.payload("O12 labels of a damaged ship", BIRD_OF_PREY, sender=3,
              expect={"bcnet.subsystem": [*[None] * 3,
                                          Label(r"^Disruptor Cannons \(3\): 50 %, Star Cannon 25 %, firing$"),
                                          *[None] * 3,
                                          Label(r"^Cloaking Device \(7\): 100 %, switched off, cloak wanted$"),
                                          *[None] * 2],
                      "bcnet.subsystem.condition":
                          [*[None] * 3, Label(r"^Condition: 128, 50 % \(301 of 600 points\)$"), *[None] * 6],
                      "bcnet.subsystem.child.condition":
                          [None, Label(r"^Star Cannon: 64, 25 % \(151 of 600 points\)$"), *[None] * 4],
                      "bcnet.subsystem.power.signed": Has(Label(r"^Power setting: -100 \(off, 100 %\)$"))})

cases.payload("O13 the slot byte of an object of nobody", STATION, sender="host",
              expect={"bcnet.object.owner_slot": Label("1 .*means nothing")})

# 254 is not quite 100 %, 1 not quite 0 %.
cases.payload("O14 nearly whole, nearly destroyed", replace(SOVEREIGN, at_60=254, at_112=1, at_63=0), sender="client",
              info=r"at \(38, -49, -35\); Hull 99 %, shields 0 to 100 %, Bridge 1 %$",
              expect={"bcnet.subsystem": [Label(r"^Hull \(0\): 99 %$"), Label(r"100 %, front 0 %$"), *[None] * 8,
                                          Label(r"^Bridge \(10\): 1 %$")],
                      "bcnet.subsystem.shield.front": Label(r"^Front shields: 0, 0 % \(0 of 11000 points\)$")})

# All conditions and charges 0; what is told keeps to a line.
WRECK = octets(SOVEREIGN)[:60] + octets(SOVEREIGN)[60:].replace(b"\xff", b"\0")
cases.payload("O15 a wreck is not told to its last bolt", WRECK, sender="client",
              info=r"; Hull 0 %, Shield Generator 0 %, shields 0 %, Sensor Array 0 %, Warp Core 0 %, Port Impulse 0 %, "
                   r"\+28$")

cases.payload("O16 no negative zero in the summary",
              replace(SOVEREIGN, at_12=bytes.fromhex("CD CC CC BE 00 00 00 80 33 33 33 3F")), sender="client",
              info=r"Multi1 at \(0, 0, 1\)$",
              expect={"bcnet.object.position.x": "-0.4", "bcnet.object.position.y": 0, "bcnet.object.position.z": "0.7"})

# ---- 40.4: bad snapshots ----

NOT_A_SOVEREIGN = {"bcnet.ship.layout.refuted": "Sovereign", "bcnet.object.snapshot.raw": None,
                   "bcnet.object.resolved": "species 5 (Cady2)",
                   "bcnet.object.species": Label("^Species: 5, not the stock ship of this number$")}

for name, group in [("counts two", 0x40), ("counts five", 0xA0), ("counts none", 0x00), ("counts six", 0xC0),
                    ("has a bit too many", 0x68)]:
    cases.payload(f"O20 the bit group {name}", replace(SOVEREIGN, at_86=group), sender="client",
                  experts=["bcnet.expert.species"], expect=NOT_A_SOVEREIGN, absent=["bcnet.bits", "bcnet.subsystem"])

cases.payload("O21 one byte more", octets(SOVEREIGN) + b"\xff", sender="client",
              experts=["bcnet.expert.species"],
              expect={**NOT_A_SOVEREIGN, **lengths(54, 53), "bcnet.object.snapshot.raw": octets(SOVEREIGN)[60:] + b"\xff"},
              absent=["bcnet.subsystem"])
cases.payload("O22 no snapshot at all", octets(SOVEREIGN)[:60], sender="client",
              experts=["bcnet.expert.species"],
              expect=lengths(0, 53), absent=["bcnet.subsystem", "bcnet.object.snapshot.raw"])
cases.payload("O23 a species without a layout", replace(SOVEREIGN, at_11=45), sender="client",
              experts=["bcnet.expert.snapshot_length"], info="Cady2's Borg Cube",
              expect={"bcnet.object.species": Label("Borg Cube"), "bcnet.object.snapshot.length": 53,
                      "bcnet.object.snapshot.raw": octets(SOVEREIGN)[60:]},
              absent=["bcnet.subsystem", "bcnet.object.snapshot.expected"])
cases.payload("O24 a species of a mod", replace(SOVEREIGN, at_11=200), sender="client",
              experts=["bcnet.expert.snapshot_length"],
              expect={"bcnet.object.species": 200, "bcnet.object.snapshot.raw": None})
cases.payload("O25 species 0", replace(SOVEREIGN, at_11=0), sender="client",
              experts=["bcnet.expert.snapshot_length", "bcnet.expert.value"], info="Cady2's unknown ship in",
              expect={"bcnet.object.species": 0, "bcnet.object.snapshot.raw": None})

# Biranu Station: five entries, or eight when what it adds a second time is appended (60.6).
BIRANU = replace(STATION, at_10=36)
APPENDED = bytes.fromhex("FF FF 64 FF FF FF FF FF FF FF 64 FF FF FF FF 64 C8 64 80 80 80 80 80 80 40 FF 32")
cases.payload("O26 first reading of an inherited list", BIRANU, sender="host", expect=lengths(16, 16))
cases.payload("O27 variant of an inherited list", BIRANU[:62] + APPENDED, sender="host",
              info=r"at \(10, 20, 30\); Shield Generator 78 %, shields 50 %, Hull 25 %$",
              expect={**lengths(27, 27),
                      "bcnet.object.snapshot": Label("27 bytes, layout Biranu Station, variant append"),
                      "bcnet.subsystem.name": ["Hull", "Shield Generator", "Sensor Array", "Power Plant", "Engineering",
                                               "Shield Generator", "Hull", "Engineering"],
                      "bcnet.subsystem.condition": [255, 255, 255, 255, 255, 200, 64, 255],
                      "bcnet.subsystem.power.signed": [100, 100, 100, 100, 50],
                      "bcnet.subsystem.shield.front": [255, 128]})
# Species 36 to 38 are guesses: they are dropped without a word (60.11).
cases.payload("O28 no reading of an inherited list fits", BIRANU[:62] + APPENDED[:-1], sender="host",
              expect={**lengths(26, 16), "bcnet.ship.layout.refuted": "Biranu Station", "bcnet.object.snapshot.raw": APPENDED[:-1]})

for name, changes, expect in [
        ("phaser level 3", {"at_100": 3}, {"bcnet.subsystem.phaser_level": 3}),
        ("tractor mode 6", {"at_107": 6}, {"bcnet.subsystem.tractor_mode": 6})]:
    cases.payload(f"O30 {name}", replace(SOVEREIGN, **changes), sender="client", experts=["bcnet.expert.value"],
                  expect=expect)
# Where a whole part, or a group byte, of another list stands (0xFF would be 1 %, switched off).
for name, changes in [("a whole part in the place of power", {"at_70": 0xFF}), ("a group byte for a level", {"at_100": 0x60})]:
    cases.payload(f"O33 {name}", replace(SOVEREIGN, **changes), sender="client", experts=["bcnet.expert.species"],
                  expect=NOT_A_SOVEREIGN, absent=["bcnet.subsystem"])
for power in (126, -126, -128):
    cases.payload(f"O32 power {power}", replace(SOVEREIGN, at_70=power & 255), sender="client",
                  experts=["bcnet.expert.species"], expect=NOT_A_SOVEREIGN, absent=["bcnet.subsystem"])
for power, enabled in [(125, True), (-125, False), (0, False), (1, True)]:
    cases.payload(f"O31 power {power}", replace(SOVEREIGN, at_70=power & 255), sender="client",
                  expect={"bcnet.subsystem.power.signed": [100, power, *[100] * 6],
                          "bcnet.subsystem.power": [100, abs(power), *[100] * 6],
                          "bcnet.subsystem.enabled": [True, enabled, *[True] * 6]})
cases.payload("O33 no power is off", replace(SOVEREIGN, at_70=0), sender="client",
              expect={"bcnet.subsystem.power.signed": Has(Label(r"^Power setting: 0 \(off, 0 %\)$")),
                      "bcnet.subsystem": Has(Label(r"^Sensor Array \(2\): 100 %, switched off$"))})
cases.payload("O34 more than enough power", replace(SOVEREIGN, at_70=125), sender="client",
              expect={"bcnet.subsystem": Has(Label(r"^Sensor Array \(2\): 100 %, power 125 %$"))})
cases.payload("O32 ammunition of a mod", replace(SOVEREIGN, at_87=9), sender="client",
              expect={"bcnet.subsystem.ammo_type": 9})

# ---- 40.2, 40.3: classes and names ----

LEFT_OUT = "03 01 00 FF FF FF 3F 05 00 00 18 42 00 00 44 C2"
cases.payload("O40 the class is left out", LEFT_OUT, sender="host", experts=["bcnet.expert.class"],
              info=r"ObjectCreateTeam: the class is missing \(incomplete\)$",
              expect={"bcnet.object.class": 0x3FFFFFFF, "bcnet.unparsed": octets(LEFT_OUT)[7:]},
              absent=["bcnet.object.id", "bcnet.object.species"])
cases.payload("O41 a class by the game's constant (50.14)", replace(SOVEREIGN, at_3=0x0B), sender="client",
              experts=["bcnet.expert.class"], info="object of class 0x800b in Multi1",
              expect={"bcnet.object.class": Label(r"Class: Unknown \(0x0000800b\), CT_BACKDROP$"), "bcnet.unparsed": None})
cases.payload("O41 debris", replace(SOVEREIGN, at_3=0x0A), sender="client", experts=["bcnet.expert.class"],
              info=r"object of class 0x800a in Multi1 at \(38, -49, -35\)$",
              expect={"bcnet.object.class": Label("debris"), "bcnet.object.id": 0x3FFFFFFF, "bcnet.object.species": 5,
                      "bcnet.object.name": "Cady2", "bcnet.object.set": "Multi1",
                      "bcnet.unparsed": octets(SOVEREIGN)[60:]},
              absent=["bcnet.object.snapshot"])
cases.payload("O42 just below the ids", replace(SOVEREIGN, at_3=bytes.fromhex("FE FF FF 3F")), sender="client",
              experts=["bcnet.expert.class"],
              expect={"bcnet.object.id": 0x3FFFFFFF, "bcnet.unparsed": octets(SOVEREIGN)[60:]})
cases.payload("O43 a torpedo species that does not exist", replace(TORPEDO, at_10=16), sender="host",
              experts=["bcnet.expert.value"], expect={"bcnet.object.species": 16})
cases.payload("O44 the last torpedo species", replace(TORPEDO, at_10=15), sender="host",
              expect={"bcnet.object.species": Label("RomulanCannon")})
cases.payload("O45 a torpedo without target", replace(TORPEDO, at_58=bytes(4)), sender="host",
              info="→ nothing in Multi1",
              expect={"bcnet.torpedo.target": Label(r"0x00000000 \(none\)")})

cases.payload("O46 Latin-1", rename(SOVEREIGN, b"\xc4rger\x80\xff"), sender="client", info="Ärger",
              expect={"bcnet.object.name_len": 7, "bcnet.object.name": Label("Ärger.*ÿ$"),
                      **ships.snapshot(ships.SOVEREIGN_ENTRIES)})
cases.payload("O47 control characters", rename(SOVEREIGN, b"a\nb\x00c"), sender="client",
              info="ObjectCreateTeam: a\N{REPLACEMENT CHARACTER}b", expect=lengths(53, 53))
cases.payload("O48 no name", rename(SOVEREIGN, b""), sender="client", info="player 2's Sovereign in Multi1",
              expect={"bcnet.object.name": "", "bcnet.object.resolved": "Sovereign"})
cases.payload("O49 a name of 128 bytes", rename(SOVEREIGN, b"x" * 128), sender="client", experts=["bcnet.expert.value"],
              expect={"bcnet.object.name": "x" * 128, **lengths(53, 53)})
cases.payload("O50 a name beyond the end", replace(SOVEREIGN, at_47=0x7F), sender="client",
              experts=["bcnet.expert.truncated"],
              expect={"bcnet.object.name_len": 127, "bcnet.unparsed": octets(SOVEREIGN)[48:]},
              absent=["bcnet.object.name", "bcnet.object.set", "bcnet.object.snapshot"])
cases.payload("O51 a set beyond the end", replace(SOVEREIGN, at_53=60), sender="client",
              experts=["bcnet.expert.truncated"],
              expect={"bcnet.object.name": "Cady2", "bcnet.unparsed": octets(SOVEREIGN)[54:]},
              absent=["bcnet.object.set", "bcnet.object.resolved"])
cases.payload("O52 a torpedo with a byte more", octets(TORPEDO) + b"\x01", sender="host",
              experts=["bcnet.expert.trailing"], expect={"bcnet.unparsed": b"\x01"})

# ---- 40.9 to 40.12 ----

cases.datagram("O60 real EnteredSet", "01 01 32 0A 80 0A 00 1D FF FF FF 3F",
               info=r": EnteredSet: object 0x3fffffff$",
               expect={"bcnet.opcode": Label(r"EnteredSet \(0x1d\)"), "bcnet.opcode.game_name": "VERIFY_ENTER_SET",
                       "bcnet.object.id": 0x3FFFFFFF, "bcnet.object.slot": 0, "bcnet.object.serial": 0},
               absent=["bcnet.object.resolved"])
cases.payload("O61 a known ship enters a set", "1D FF FF FF 3F", sender="host", preface=[("client", SOVEREIGN)],
              info=r"EnteredSet: Sovereign \(Cady2\)$",
              expect={"bcnet.object.resolved": "Sovereign (Cady2)"})
cases.payload("O62 DestroyObject", "14 FF FF FF 3F", sender="host",
              info="DestroyObject: object 0x3fffffff is removed$",
              expect={"bcnet.object.id": 0x3FFFFFFF, "bcnet.opcode.game_name": "DELETE_OBJECT_FROM_GAME"})
cases.payload("O63 RequestObject", "1E FF FF 03 40", sender="client",
              info="RequestObject: asks for object 0x4003ffff$",
              expect={"bcnet.object.id": 0x4003FFFF, "bcnet.object.slot": 1, "bcnet.opcode.game_name": "SEND_OBJECT"},
              absent=["bcnet.object.response_in"])
cases.payload("O64 ExitedWarp", "1F FF FF FF 3F 07 00 00 00 4D 75 6C 74 69 31 00", sender="host",
              info="ExitedWarp: object 0x3fffffff came out of warp into Multi1$",
              expect={"bcnet.object.id": 0x3FFFFFFF, "bcnet.enter_set.set_len": 7, "bcnet.object.set": "Multi1",
                      "bcnet.opcode.game_name": "VERIFY_EXITED_WARP"})
cases.payload("O65 foreign ExitedWarp", "1F FF FF FF 3F 06 00 00 00 4D 75 6C 74 69 31 00", sender="host",
              preface=[("client", SOVEREIGN)], info=r"ExitedWarp: Sovereign \(Cady2\) came out of warp into Multi1$",
              experts=["bcnet.expert.foreign"], expect={"bcnet.enter_set.set_len": 6, "bcnet.object.set": "Multi1"})
cases.payload("O66 ExitedWarp without a name", "1F FF FF FF 3F 00 00 00 00", sender="host", info="came out of warp$",
              expect={"bcnet.enter_set.set_len": 0}, absent=["bcnet.object.set"])
cases.payload("O67 ExitedWarp, negative length", "1F FF FF FF 3F FF FF FF FF", sender="host", info="came out of warp$",
              experts=["bcnet.expert.value"], expect={"bcnet.enter_set.set_len": -1}, absent=["bcnet.object.set"])
cases.payload("O68 ExitedWarp, absurd length", "1F FF FF FF 3F FF FF FF 7F 4D 75", sender="host",
              experts=["bcnet.expert.truncated"],
              expect={"bcnet.enter_set.set_len": 0x7FFFFFFF, "bcnet.unparsed": b"\x4d\x75"},
              absent=["bcnet.object.set"])
cases.payload("O69 ExitedWarp, no terminating zero", "1F FF FF FF 3F 06 00 00 00 4D 75 6C 74 69 31", sender="host",
              experts=["bcnet.expert.value"], expect={"bcnet.object.set": "Multi1"})
cases.payload("O70 ExitedWarp, two bytes more", "1F FF FF FF 3F 06 00 00 00 4D 75 6C 74 69 31 00 00", sender="host",
              experts=["bcnet.expert.trailing", "bcnet.expert.value"],
              expect={"bcnet.object.set": "Multi1", "bcnet.unparsed": b"\0\0"})
for opcode in ("14", "1D", "1E"):
    cases.payload(f"O71 0x{opcode} with a byte more", opcode + " FF FF FF 3F 00",
                  sender="client" if opcode == "1E" else "host", experts=["bcnet.expert.trailing"],
                  expect={"bcnet.unparsed": b"\0", "bcnet.object.id": 0x3FFFFFFF})
for text, shown in [("00 00 00 00", r"0x00000000 \(none\)"), ("FF FF FF FF", r"0xffffffff \(destroyed object\)")]:
    cases.payload(f"O72 id {text}", "1D " + text, sender="host", expect={"bcnet.object.id": Label(shown)},
                  absent=["bcnet.object.slot", "bcnet.object.serial"])

# ---- 20.4, 50.8: what the id of a subsystem means ----

TUBES = {"Akira": (AKIRA, ["Forward Torp 1", "Forward Torp 2", "Aft Torp 1", "Forward Torp 3", "Forward Torp 4",
                           "Aft Torp 2"], 14),
         "Sovereign": (SOVEREIGN, ["Forward Torpedo 1", "Forward Torpedo 2", "Forward Torpedo 3", "Forward Torpedo 4",
                                   "Aft Torpedo 1", "Aft Torpedo 2"], 7)}
for ship, (creation, names, first) in TUBES.items():
    for number, name in enumerate(names, first):
        tube = (0x3FFFFFFF + number).to_bytes(4, "little").hex()
        cases.payload(f"O80 {ship} + {number}", "1D" + tube, sender="host", preface=[("client", creation)],
                      expect={"bcnet.object.resolved": f"{ship} (Cady2): {name}", "bcnet.object.serial": number})
cases.payload("O81 the last subsystem of a Sovereign", "1D 20 00 00 40", sender="host", preface=[("client", SOVEREIGN)],
              expect={"bcnet.object.resolved": "Sovereign (Cady2): Forward Tractor 2", "bcnet.object.serial": 33})
cases.payload("O82 the same player's next ship begins behind it", "1D 21 00 00 40", sender="host",
              preface=[("client", SOVEREIGN)], expect={"bcnet.object.serial": 34}, absent=["bcnet.object.resolved"])
cases.payload("O83 a station has no ids to count on", "1D 32 00 00 00", sender="host", preface=[STATION],
              absent=["bcnet.object.resolved"])
cases.payload("O84 a torpedo in between", "1D 36 00 00 40", sender="host",
              preface=[("client", replace(SOVEREIGN, at_7=bytes.fromhex("30 00 00 40"))), ("host", TORPEDO)],
              expect={"bcnet.object.resolved": "Sovereign (Cady2): Torpedoes"})
cases.payload("O85 nothing is learned of a name cut short", "1D FF FF FF 3F", sender="host",
              preface=[("client", octets(SOVEREIGN)[:50])], absent=["bcnet.object.resolved"])
cases.payload("O86 nor of a set cut short", "1D FF FF FF 3F", sender="host",
              preface=[("client", octets(SOVEREIGN)[:57])], absent=["bcnet.object.resolved"])
cases.payload("O87 nor of a class that does not exist", "1D FF FF FF 3F", sender="host",
              preface=[("client", replace(SOVEREIGN, at_3=0x0A))], absent=["bcnet.object.resolved"])
cases.payload("O88 a snapshot cut short is that of another ship", "1D FF FF FF 3F", sender="host",
              preface=[("client", octets(SOVEREIGN)[:70])], expect={"bcnet.object.resolved": "species 5 (Cady2)"})

TestObjects = cases.testcase()


def places(payload, options=()):
    """Where the fields of a message stand in its payload: filter name -> (offset, length) of all occurrences.

    (PDML misplaces fields that stand before their parent, as shared booleans do.)
    """
    found = {}

    def collect(pairs):
        for name, value in pairs:
            if name.endswith("_raw"):
                several = value if isinstance(value[0], list) else [value]
                found.setdefault(name.removesuffix("_raw"), []).extend((place[1], place[2]) for place in several)
        return dict(pairs)

    json.loads(tshark("-r", payloads_as_capture([payload]), "-T", "jsonraw", "--no-duplicate-keys", *options),
               object_pairs_hook=collect)
    start = found["bcnet.opcode"][0][0]
    return {name: [(at - start, length) for at, length in several] for name, several in found.items()}


class Offsets(unittest.TestCase):
    """Values are found where the tables of 40.13 say, the shared booleans in the group byte."""

    def check(self, creation, entries, group):
        found = places(octets(creation))
        for name, expected in ships.offsets(entries, group).items():
            self.assertEqual(found.get(name, []), [(at, 1) for at in expected], name)
        self.assertEqual(found.get("bcnet.bits", []), [(group, 1)] if group else [])
        ends = [entry.offset for entry in entries[1:]] + [len(octets(creation))]
        self.assertEqual(found["bcnet.subsystem"],
                         [(entry.offset, end - entry.offset) for entry, end in zip(entries, ends)])
        self.assertEqual(found["bcnet.object.snapshot"], [(entries[0].offset, ends[-1] - entries[0].offset)])

    def test_sovereign(self):
        self.check(SOVEREIGN, ships.SOVEREIGN_ENTRIES, ships.SOVEREIGN_GROUP)

    def test_akira(self):
        self.check(AKIRA, ships.AKIRA_ENTRIES, ships.AKIRA_GROUP)

    def test_galaxy(self):
        self.check(GALAXY, ships.GALAXY_ENTRIES, ships.GALAXY_GROUP)

    def test_bird_of_prey(self):
        self.check(BIRD_OF_PREY, ships.BIRD_OF_PREY_ENTRIES, ships.BIRD_OF_PREY_GROUP)

    def test_station(self):
        self.check(STATION, ships.STATION_ENTRIES, None)


MOD = """[Ship]
Name=Defiant
Species=46

[Subsystem 1]
Name=Hull
Class=HullSubsystem
MaxCondition=1000
ObjectOffset=1

[Subsystem 2]
Name=Cloak
Class=CloakingSubsystem
ObjectOffset=2
""" + "".join(f"\n[Subsystem {number}]\nName=Pulse {number}\nClass=PulseWeaponSystem\nObjectOffset={number}\n"
              for number in range(3, 8))


class Mods(unittest.TestCase):
    """A user's layout: six booleans need two group bytes, the second where the sixth boolean is (40.4)."""

    SNAPSHOT = "FF | FF 64 A9 | FF 64 | FF 64 | FF 64 | 80 64 | FF 9C 21"

    @staticmethod
    def creation(snapshot):
        return replace(SOVEREIGN, at_11=46)[:60] + octets(snapshot)

    @staticmethod
    def options():
        folder = scratch() / "ships"
        folder.mkdir(exist_ok=True)
        (folder / "defiant.ini").write_text(MOD)
        return ["-o", f"bcnet.ship_folder:{folder}"]

    def frame(self, snapshot):
        return frames(payloads_as_capture([self.creation(snapshot)]), options=self.options())[0]

    def test_two_groups(self):
        frame = self.frame(self.SNAPSHOT)
        self.assertEqual(frame.experts(), [])
        self.assertEqual(frame.shows("bcnet.bits"), ["0xa9", "0x21"])
        self.assertEqual(frame.shows("bcnet.subsystem.cloak_wanted"), ["1"])
        self.assertEqual(frame.shows("bcnet.subsystem.firing"), ["0", "0", "1", "0", "1"])
        self.assertEqual(frame.shows("bcnet.subsystem.power.signed"), ["100"] * 5 + ["-100"])

    def test_offsets(self):
        found = places(self.creation(self.SNAPSHOT), self.options())
        self.assertEqual(found["bcnet.bits"], [(63, 1), (74, 1)])
        self.assertEqual(found["bcnet.subsystem.cloak_wanted"], [(63, 1)])
        self.assertEqual(found["bcnet.subsystem.firing"], [(63, 1)] * 4 + [(74, 1)])

    def test_labels(self):
        frame = self.frame(self.SNAPSHOT)
        self.assertEqual(frame.all("bcnet.object.species")[0].showname, "Species: Defiant (46)")
        self.assertEqual(frame.shows("bcnet.object.resolved"), ["Defiant (Cady2)"])
        conditions = [node.showname for node in frame.all("bcnet.subsystem.condition")]
        self.assertEqual(conditions[0], "Condition: 255 (1000 of 1000 points)")
        self.assertEqual(conditions[5], "Condition: 128, 50 %")

    def test_second_group_with_another_count(self):
        frame = self.frame(self.SNAPSHOT[:-2] + "41")
        self.assertEqual([expert.name for expert in frame.experts()], ["bcnet.expert.species"])
        self.assertEqual(frame.shows("bcnet.bits") + frame.shows("bcnet.subsystem"), [])
        self.assertEqual(frame.all("bcnet.object.species")[0].showname, "Species: 46, not the ship of this number")


class Cuts(unittest.TestCase):
    """Payloads that end at any byte."""

    def test_creations(self):
        for creation, head in [(SOVEREIGN, 60), (STATION, 62)]:
            check_cuts(self, octets(creation)[:head])

    def test_torpedo(self):
        check_cuts(self, octets(TORPEDO))

    def test_what_was_read_is_said(self):
        """The slot of the id; but not the ship that had the id before, nor parts that the message does not reach."""
        *_, frame = frames(payloads_as_capture([octets(SOVEREIGN), octets(AKIRA)[:12]]))
        self.assertEqual(frame.shows("bcnet.object.slot"), ["0"])
        self.assertEqual(frame.shows("bcnet.object.resolved") + frame.shows("bcnet.vector"), [])

    def test_short_messages(self):
        for payload in ("14 FF FF FF 3F", "1D FF FF FF 3F", "1E FF FF FF 3F",
                        "1F FF FF FF 3F 07 00 00 00 4D 75 6C 74 69 31 00"):
            check_cuts(self, octets(payload), "client" if payload.startswith("1E") else "host")

    def test_snapshots(self):
        for creation, head in [(SOVEREIGN, 60), (AKIRA, 60), (GALAXY, 70), (BIRD_OF_PREY, 58), (STATION, 62)]:
            data = octets(creation)
            seen = [frames(payloads_as_capture([data[:end]]))[0] for end in (head, head + 1, len(data) - 2)]
            seen += frames(payloads_as_capture([data[:end] for end in range(head, len(data))]))
            for number, (end, frame) in enumerate(zip((head, head + 1, len(data) - 2, *range(head, len(data))), seen)):
                self.assertFalse(frame.malformed)
                self.assertEqual([expert.name for expert in frame.experts()],      # once per species and game
                                 ["bcnet.expert.species"] if number <= 3 else [])
                self.assertIn(f"snapshot: {end - head} bytes of an unknown layout", frame.outline())
                self.assertEqual(frame.shows("bcnet.object.snapshot.expected"), [str(len(data) - head)])
                self.assertFalse(hidden_bytes(frame), frame.outline())


class Story(unittest.TestCase):
    """What is known of objects, as of every frame (60.4)."""

    HEAD = "endpoint host 10.0.0.1:22101 id 1\nendpoint ace 10.0.0.2:59405 id 2\nendpoint sep 10.0.0.3:59405 id 3\n" \
           "endpoint other 10.0.0.4:22101 id 1\n"

    def dissect(self, *steps, options=()):
        """Steps are (route, sequence number, payload)."""
        lines = [f"at {number}.0 {route}\n    game seq {sequence} {octets(payload).hex(' ')}\n"
                 for number, (route, sequence, payload) in enumerate(steps)]
        return frames(forge(self.HEAD + "".join(lines)), options=options)

    def known(self, *steps, options=()):
        """(resolved, created in) of the first object id of every frame."""
        return [("".join(frame.shows("bcnet.object.resolved")[:1]), "".join(frame.shows("bcnet.ship.created_in")[:1]))
                for frame in self.dissect(*steps, options=options)]

    def both_passes(self, *steps):
        once, twice = self.known(*steps), self.known(*steps, options=["-2"])
        self.assertEqual(once, twice)
        return once

    def test_a_copy_changes_nothing(self):
        known = self.both_passes(("ace > host", 0, SOVEREIGN), ("host > sep", 0, SOVEREIGN),
                                 ("host > sep", 1, "1D FF FF FF 3F"),
                                 ("host > sep", 2, replace(SOVEREIGN, at_60=10)), ("host > sep", 3, "1D FF FF FF 3F"))
        self.assertEqual(known, [("Sovereign (Cady2)", "1")] * 5)

    def test_respawn(self):
        known = self.both_passes(("ace > host", 0, SOVEREIGN), ("host > sep", 0, "1D 06 00 00 40"),
                                 ("host > ace", 0, "14 FF FF FF 3F"), ("ace > host", 1, AKIRA),
                                 ("host > sep", 1, "1D 06 00 00 40"), ("host > sep", 2, "1D FF FF FF 3F"))
        self.assertEqual(known, [("Sovereign (Cady2)", "1"), ("Sovereign (Cady2): Forward Torpedo 1", "1"),
                                 ("Sovereign (Cady2)", "1"), ("Akira (Cady2)", "4"), ("Akira (Cady2): Warp Engines", "4"),
                                 ("Akira (Cady2)", "4")])

    def test_the_number_of_a_living_ship(self):
        """10.12, 60.4: a client's creation counts when the host speaks of the ship, hands it on, or sends it itself."""
        akira, sovereign = ("Akira (Cady2)", "2"), ("Sovereign (Cady2)", "1")
        known = self.both_passes(("ace > host", 0, SOVEREIGN), ("ace > host", 1, AKIRA), ("host > sep", 0, "1F FF FF FF 3F 00 00 00 00"),
                                 ("host > sep", 1, "1D FF FF FF 3F"), ("host > sep", 2, "1F FF FF FF 3F 00 00 00 00"))
        self.assertEqual(known, [sovereign] * 3 + [akira] * 2)
        known = self.both_passes(("ace > host", 0, SOVEREIGN), ("ace > host", 1, AKIRA), ("host > sep", 0, AKIRA),
                                 ("host > sep", 1, "1D FF FF FF 3F"))
        self.assertEqual(known, [sovereign] * 2 + [("Akira (Cady2)", "3")] * 2)

    def test_another_name_is_another_life(self):
        known = self.both_passes(("ace > host", 0, SOVEREIGN), ("host > sep", 1, rename(SOVEREIGN, b"Ace")),
                                 ("host > sep", 0, "1D FF FF FF 3F"))
        self.assertEqual(known[1:], [("Sovereign (Ace)", "2")] * 2)

    def test_a_late_copy_of_the_former_creation(self):
        """A retransmission is not a new event (10.4)."""
        known = self.both_passes(("ace > host", 0, SOVEREIGN), ("host > sep", 0, "14 FF FF FF 3F"),
                                 ("ace > host", 1, AKIRA), ("ace > host", 0, SOVEREIGN),
                                 ("host > sep", 1, "1D FF FF FF 3F"))
        self.assertEqual(known[4], ("Akira (Cady2)", "3"))

    def test_two_hosts(self):
        known = self.both_passes(("ace > host", 0, SOVEREIGN), ("host > sep", 0, "1D FF FF FF 3F"),
                                 ("other > sep", 0, "1D FF FF FF 3F"), ("other > sep", 1, AKIRA),
                                 ("other > sep", 2, "1D FF FF FF 3F"), ("host > sep", 1, "1D FF FF FF 3F"))
        self.assertEqual(known[1:], [("Sovereign (Cady2)", "1"), ("", ""), ("Akira (Cady2)", "4"),
                                     ("Akira (Cady2)", "4"), ("Sovereign (Cady2)", "1")])

    def test_seen_on_another_conversation(self):
        known = self.both_passes(("host > ace", 0, "1D FF FF 03 40"), ("sep > host", 0, GALAXY),
                                 ("host > ace", 1, "1D 05 00 04 40"))
        self.assertEqual(known, [("", ""), ("Galaxy (XFS01 Dauntless)", "2"),
                                 ("Galaxy (XFS01 Dauntless): Forward Torpedo 1", "2")])

    def test_destroyed(self):
        known = self.both_passes(("ace > host", 0, SOVEREIGN), ("host > sep", 0, "14 FF FF FF 3F"),
                                 ("host > sep", 1, "1D FF FF FF 3F"), ("host > ace", 0, "14 FF FF FF 3F"),
                                 ("host > ace", 1, SOVEREIGN), ("host > sep", 2, "1D FF FF FF 3F"))
        self.assertEqual(known, [("Sovereign (Cady2)", "1"), ("Sovereign (Cady2)", "1"), ("", ""), ("Sovereign (Cady2)", "1"),
                                 ("Sovereign (Cady2)", "5"), ("Sovereign (Cady2)", "5")])

    def test_a_torpedo_that_names_itself(self):
        own = octets("35 00 00 40")
        self.both_passes(("host > ace", 0, replace(TORPEDO, at_54=own, at_58=own)))

    def test_names_of_players(self):
        named = self.dissect(("ace > host", 0, SOVEREIGN), ("host > sep", 0, TORPEDO), options=["-2"])
        self.assertEqual([frame.shows("bcnet.player.name") for frame in named], [["Cady2"], ["Cady2"]])

    def test_request_and_answer(self):
        steps = (("ace > host", 0, "1E FF FF 03 40"), ("host > ace", 0, STATION), ("host > sep", 0, GALAXY),
                 ("host > ace", 1, GALAXY), ("host > ace", 2, GALAXY))
        found = self.dissect(*steps, options=["-2"])
        self.assertEqual([frame.shows("bcnet.object.response_in") for frame in found], [["4"], [], [], [], []])
        self.assertEqual([frame.shows("bcnet.object.request_in") for frame in found], [[], [], [], ["1"], []])


class Snapped(unittest.TestCase):
    """A capture that ends early is no fault of the sender: what is there is shown, without complaint."""

    BEFORE = 2 + 5      # byte 0, count, message head

    def dissect(self, size):
        capture, short = payloads_as_capture([octets(SOVEREIGN)]), scratch_file(".pcapng")
        pcapng.write(short, [pcapng.snapped(packet, self.BEFORE + size) for packet in pcapng.read(capture)])
        return frames(short)[0]

    def test_every_length(self):
        entries = ships.SOVEREIGN_ENTRIES
        for size in (60, 61, 66, 72, 80, 86, 87, 100, 112):
            frame = self.dissect(size)
            self.assertEqual(frame.experts(), [], frame.outline())
            self.assertFalse(frame.malformed)
            self.assertEqual(frame.shows("bcnet.object.snapshot.length"), ["53"])
            self.assertEqual(frame.shows("bcnet.object.resolved"), [], "what was cut short teaches nothing")
            whole = [entry for entry in entries if entry.offset + len(entry.parts) < size]
            self.assertEqual(frame.shows("bcnet.subsystem.name"), [entry.name for entry in whole], size)

    def test_in_the_name(self):
        frame = self.dissect(50)
        self.assertEqual(frame.experts(), [])
        self.assertEqual(frame.shows("bcnet.object.resolved"), [])


if __name__ == "__main__":
    main()
