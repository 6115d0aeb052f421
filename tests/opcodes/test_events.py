# SPDX-License-Identifier: GPL-2.0-or-later
"""Events: the examples of protocol chapter 50, its checks, and what the messages say about ships that are known."""

import unittest

import cuts
from bcnet_test import Cases, Label, forge, frames, main
from cases import octets
from players import announce
from ships import BIRD_OF_PREY, GALAXY, SOVEREIGN

POINTS = ("bcnet.collision.point", "bcnet.fire.offset")
cuts.CONTAINERS = (*cuts.CONTAINERS, "bcnet.event", *POINTS)

EVENT_CLASS, EVENT_CODE, CLASS, VALUE, DIRECTION, TRUNCATED, TRAILING = (
    "bcnet.expert." + name for name in ("event_class", "event_code", "class", "value", "direction", "truncated",
                                        "trailing"))

# Tails that an event of another class must not show.
TAILS = ["bcnet.event.state", "bcnet.event.value", "bcnet.event.phaser_level", "bcnet.event.torpedo_type",
         "bcnet.event.object", "bcnet.event.player", "bcnet.event.killer", "bcnet.event.lifetime", "bcnet.event.int16",
         "bcnet.event.int32", "bcnet.event.float", "bcnet.collision.count", "bcnet.collision.force",
         "bcnet.fire.target",
         "bcnet.fire.offset", "bcnet.warp.set_len", "bcnet.warp.set", "bcnet.warp.exit.x", "bcnet.warp.placement_len",
         "bcnet.warp.placement", "bcnet.warp.duration"]

# 50.3: wire code and, where it differs, the code after the receiver's override.
CODES = {0x07: (0x008000D8, 0x008000D7), 0x08: (0x008000DA, 0x008000D9), 0x09: (0x008000DC, 0x008000DB),
         0x0A: (0x008000DD, 0x0080006C), 0x0B: (0x008000DF, None), 0x0D: (0x00800058, None),
         0x0E: (0x008000E2, 0x008000E3), 0x0F: (0x008000E4, 0x008000E5), 0x10: (0x008000EC, 0x008000ED),
         0x11: (0x00800076, None), 0x12: (0x008000E0, None), 0x15: (0x00800050, 0x008000FC), 0x17: (0x008000F1, None),
         0x1B: (0x008000FE, 0x008000FD)}

cases = Cases("events")


def head(data, class_id, code, source, destination):
    """The fields of every event."""
    delivered = CODES.get(octets(data)[0], (None, None))
    expect = {"bcnet.event": None, "bcnet.event.class": class_id, "bcnet.event.code": code,
              "bcnet.event.source": source,
              "bcnet.event.destination": destination}
    if delivered[0] == code and delivered[1]:
        expect["bcnet.event.code.delivered"] = delivered[1]
    return expect


def event(name, data, sender, class_id, code, source, destination, tail=None, **options):
    """An event payload with all its fields."""
    expect = {**head(data, class_id, code, source, destination), **(tail or {})}
    absent = [field for field in [*TAILS, "bcnet.event.code.delivered"] if field not in expect]
    cases.payload(name, data, sender, expect=expect, absent=absent, **options)


def points(contacts, prefix):
    """The fields of relative points (45.1): raw bytes, fraction of R, and the point in units of R."""
    expect = {"bcnet.vector.dir": [byte for *direction, _ in contacts for byte in direction],
              "bcnet.vector.length": [length for *_, length in contacts],
              prefix + ".fraction": [length / 255 for *_, length in contacts]}
    for axis, name in enumerate("xyz"):
        expect[f"{prefix}.{name}"] = [contact[axis] / 127 * contact[3] / 255 for contact in contacts]
    return expect


def collision(contacts, force):
    """The tail of a CollisionEvent (50.2.7)."""
    return {"bcnet.collision.count": len(contacts), "bcnet.collision.point": [None] * len(contacts),
            "bcnet.collision.force": force, **points(contacts, "bcnet.collision.point")}


def firing(target, offset):
    """The tail of a StartFiringEvent (50.2.8)."""
    return {"bcnet.fire.target": target, "bcnet.fire.offset": None, **points([offset], "bcnet.fire.offset")}


# ---- 50.9: real bytes ----

X1 = "07 28 81 00 00 D8 00 80 00 00 00 00 00 05 00 00 40 00 00 00 00 00 00 00 00"
event("X1", X1, "client", 0x8128, 0x008000D8, 0, 0x40000005,
      {**firing(0, (0, 0, 0, 0)), "bcnet.object.slot": 0, "bcnet.object.serial": 6},
      info=r": StartFiring object 0x40000005, no target$")
cases.payload("X1 labels", X1, "client",
              expect={"bcnet.event.class": Label(r"^Class: StartFiringEvent \(0x00008128\)$"),
                      "bcnet.event.code": Label(r"^Code: ET_START_FIRING_NOTIFY \(0x008000d8\)$"),
                      "bcnet.event.code.delivered": Label(r"^Delivered as: ET_START_FIRING \(0x008000d7\)$"),
                      "bcnet.event.source": Label(r"0x00000000 \(none\)$"),
                      "bcnet.fire.target": Label(r"0x00000000 \(none\)$"),
                      "bcnet.opcode.game_name": "START_FIRING"})

X2 = "08 01 01 00 00 DA 00 80 00 00 00 00 00 05 00 00 40"
cases.datagram("X2", "02 01 32 16 80 09 00 " + X2, info=": StopFiring object 0x40000005$",
               expect={**head(X2, 0x0101, 0x008000DA, 0, 0x40000005), "bcnet.msg.length": 22}, absent=TAILS)

X3 = "12 05 01 00 00 E0 00 80 00 00 00 00 00 05 00 00 40 00"
event("X3", X3, "client", 0x0105, 0x008000E0, 0, 0x40000005,
      {"bcnet.event.value": 0, "bcnet.event.phaser_level": 0}, info=": SetPhaserLevel object 0x40000005 low$")
X4 = "0A 04 01 00 00 DD 00 80 00 00 00 00 00 33 00 00 40 00"
event("X4", X4, "client", 0x0104, 0x008000DD, 0, 0x40000033, {"bcnet.event.state": False},
      info=": SubsysStatus object 0x40000033 off$")
event("X5", X4[:-2] + "01", "client", 0x0104, 0x008000DD, 0, 0x40000033, {"bcnet.event.state": True},
      info=": SubsysStatus object 0x40000033 on$")

# 50.4: the cloaking device is +14 of a Bird of Prey; +10 is its sensor array.
BIRD = BIRD_OF_PREY.replace("FF FF 03 40", "25 00 00 40")
for name, data, words in (("X4 cloak off", X4, "cloak off"), ("X5 cloak on", X4[:-2] + "01", "cloak on"),
                          ("no cloaking device", X4.replace("33 00 00 40", "34 00 00 40"), "Sensor Array off")):
    cases.payload(name, data, "client", preface=[(3, BIRD)], expect={"bcnet.event.destination": None},
                  info=rf": SubsysStatus Bird of Prey \(Ace\): {words}$")
cases.payload("X5 of a Bird of Prey that the host relays", X4[:-2] + "01", "host", preface=[(3, BIRD)],
              expect={"bcnet.event.state": True}, info=r": SubsysStatus Bird of Prey \(Ace\): cloak on$")

X6 = "06 01 01 00 00 DF 00 80 00 02 00 00 40 18 00 00 40"
event("X6", X6, "host", 0x0101, 0x008000DF, 0x40000002, 0x40000018,
      info=": PythonEvent: object 0x40000002 needs repair$")
event("X7", "06 01 01 00 00 DF 00 80 00 74 00 00 40 85 00 00 40", "host", 0x0101, 0x008000DF, 0x40000074, 0x40000085)
X8 = "06 0C 01 00 00 74 00 80 00 75 00 08 40 68 00 08 40 72 00 08 40"
event("X8", X8, "host", 0x010C, 0x00800074, 0x40080075, 0x40080068,
      {"bcnet.event.object": 0x40080072, "bcnet.object.slot": [2, 2, 2],
       "bcnet.object.serial": [0x76, 0x69, 0x73]}, info=": PythonEvent: object 0x40080072 is repaired$")
X9 = "06 29 81 00 00 4E 00 80 00 00 00 00 00 FF FF FF 3F 00 00 00 00 66 66 4E 41"
event("X9", X9, "host", 0x8129, 0x0080004E, 0, 0x3FFFFFFF,
      {"bcnet.event.killer": Label(r"nobody \(0\)$"), "bcnet.event.lifetime": "12.9"},
      info=r": PythonEvent: object 0x3fffffff explodes, 12\.9 s$")
event("X10", X9[:-11] + "00 00 18 41", "host", 0x8129, 0x0080004E, 0, 0x3FFFFFFF,
      {"bcnet.event.killer": 0, "bcnet.event.lifetime": "9.5"}, info=r"explodes, 9\.5 s$")
cases.payload("X10 has its unit", X9, expect={"bcnet.event.lifetime": Label(r"12\.9 s$")})

COLLISION = "15 24 81 00 00 50 00 80 00 00 00 00 00 FF FF FF 3F "
X11 = COLLISION + "01 0D 7E 00 D9 BB 20 A0 44"
X12 = COLLISION + "02 0F 7E 00 DA 00 7E FF D8 51 C3 67 44"
for name, data, contacts, force in (
        ("X11", X11, [(13, 126, 0, 217)], "1281.02"),
        ("X12", X12, [(15, 126, 0, 218), (0, 126, -1, 216)], "927.05"),
        ("X14", COLLISION + "01 F9 7E 02 D8 65 C2 92 44", [(-7, 126, 2, 216)], "1174.07"),
        ("X15", COLLISION + "01 FB 7E 00 D8 4D D6 8E 44", [(-5, 126, 0, 216)], "1142.70"),
        ("X16", COLLISION + "01 14 7D FE DA 89 C4 F2 43", [(20, 125, -2, 218)], "485.54"),
        ("X17", COLLISION + "01 00 7E 03 D2 99 B6 91 44", [(0, 126, 3, 210)], "1165.71")):
    event(name, data, "client", 0x8124, 0x00800050, 0, 0x3FFFFFFF, collision(contacts, force),
          info=f": CollisionEffect: object 0x3fffffff hit something, force {float(force):.0f}$")
cases.payload("X11 written out", X11, "client",
              expect={"bcnet.collision.point": Label(r"^Contact point 1: \(0\.087, 0\.844, 0\.000\) bounding radii$"),
                      "bcnet.collision.point.fraction": "0.85098", "bcnet.collision.point.x": "0.08711",
                      "bcnet.collision.point.y": "0.84428", "bcnet.collision.point.z": "0.0"})
X13 = "15 24 81 00 00 50 00 80 00 00 00 00 00 FF FF 03 40 01 27 77 11 B8 9D 47 25 44"
cases.datagram("X13", "03 01 32 1F 80 07 00 " + X13,
               expect={**head(X13, 0x8124, 0x00800050, 0, 0x4003FFFF), **collision([(39, 119, 17, 184)], "661.12"),
                       "bcnet.object.slot": 1, "bcnet.object.serial": 0})

for name, destination, player in (("X18", 0x64F, 2), ("X19", 0x6A8, 2), ("X20", 0x791, 3), ("X22", 0x5F2, 2)):
    event(name, f"17 66 08 00 00 F1 00 80 00 00 00 00 00 {destination.to_bytes(4, 'little').hex()} {player:02x}",
          "host",
          0x0866, 0x008000F1, 0, destination, {"bcnet.event.player": player},
          info=rf": PlayerJoined: player {player} joined$")
cases.datagram("X21", "01 03 01 05 00 00 32 0A 80 08 00 35 08 01 FF FF 32 17 80 09 00 "
               "17 66 08 00 00 F1 00 80 00 00 00 00 00 91 07 00 00 02",
               info=r": PlayerJoined: player 2 joined \| MissionInit: Multi1, up to 8 players, no limits \| Ack 5$",
               messages=[{"bcnet.ack.seq": 5}, {"bcnet.mission.player_limit": 8},
                         {**head("17", 0x0866, 0x008000F1, 0, 0x791), "bcnet.event.player": 2}])

# ---- 50.10: constructed bytes ----

K1 = "07 28 81 00 00 D8 00 80 00 00 00 00 00 05 00 00 40 FF FF 03 40 00 81 00 80"
event("K1", K1, "client", 0x8128, 0x008000D8, 0, 0x40000005, firing(0x4003FFFF, (0, -127, 0, 128)),
      info=": StartFiring object 0x40000005 at object 0x4003ffff$")
cases.payload("K1 written out", K1, "client",
              expect={"bcnet.fire.offset.y": "-0.50196", "bcnet.fire.offset.fraction": "0.50196",
                      "bcnet.fire.offset": Label(r"^Aim offset: \(0\.000, -0\.502, 0\.000\) bounding radii$")})
K2 = "09 0C 01 00 00 DC 00 80 00 00 00 00 00 05 00 00 40 FF FF 03 40"
event("K2", K2, "client", 0x010C, 0x008000DC, 0, 0x40000005, {"bcnet.event.object": 0x4003FFFF},
      info=": StopFiringAtTarget object 0x40000005 at object 0x4003ffff$")
K3 = "0D 0C 01 00 00 58 00 80 00 00 00 00 00 FF FF FF 3F FF FF 03 40"
event("K3", K3, "client", 0x010C, 0x00800058, 0, 0x3FFFFFFF, {"bcnet.event.object": 0x4003FFFF},
      info=r": PythonEvent2: object 0x3fffffff changed target, before: object 0x4003ffff$")
cases.payload("K3 the object is the old target", K3, "client",
              expect={"bcnet.event.object": Label("the target before$")})
event("K3 without an old target", K3[:-11] + "00 00 00 00", "client", 0x010C, 0x00800058, 0, 0x3FFFFFFF,
      {"bcnet.event.object": 0}, info="changed target, before: none$")
K4 = "0E 01 01 00 00 E2 00 80 00 00 00 00 00 0D 00 00 40"
K5 = "0F 01 01 00 00 E4 00 80 00 00 00 00 00 0D 00 00 40"
event("K4", K4, "client", 0x0101, 0x008000E2, 0, 0x4000000D, info=": StartCloaking object 0x4000000d$")
event("K5", K5, "client", 0x0101, 0x008000E4, 0, 0x4000000D, info=": StopCloaking object 0x4000000d$")

WARP = "10 2A 81 00 00 EC 00 80 00 00 00 00 00 FF FF FF 3F "
K6 = WARP + "06 4D 75 6C 74 69 32 00 00 80 3F 00 00 00 40 00 00 40 40 00 00 A0 40"
K16 = WARP + "06 4D 75 6C 74 69 32 00 00 80 3F 00 00 00 40 00 00 40 40 03 41 42 43 00 00 A0 40"
EXIT = {"bcnet.warp.exit.x": "1.0", "bcnet.warp.exit.y": "2.0", "bcnet.warp.exit.z": "3.0",
        "bcnet.warp.duration": "5.0"}
event("K6", K6, "client", 0x812A, 0x008000EC, 0, 0x3FFFFFFF,
      {"bcnet.warp.set_len": 6, "bcnet.warp.set": "Multi2", **EXIT},
      info=": StartWarp: object 0x3fffffff warps to Multi2$")
event("K16", K16, "client", 0x812A, 0x008000EC, 0, 0x3FFFFFFF,
      {"bcnet.warp.set_len": 6, "bcnet.warp.set": "Multi2", "bcnet.warp.placement_len": 3,
       "bcnet.warp.placement": "ABC",
       **EXIT})
event("warp without a set", WARP + "00 00 00 80 3F 00 00 00 40 00 00 40 40 00 00 A0 40", "client", 0x812A, 0x008000EC,
      0,
      0x3FFFFFFF, {"bcnet.warp.set_len": 0, "bcnet.warp.set": "", **EXIT}, info=": StartWarp: object 0x3fffffff warps$")
event("warp, empty placement", WARP + "00 00 00 80 3F 00 00 00 40 00 00 40 40 00 00 00 A0 40", "client", 0x812A,
      0x008000EC,
      0, 0x3FFFFFFF, {"bcnet.warp.set_len": 0, "bcnet.warp.set": "", "bcnet.warp.placement_len": 0,
                      "bcnet.warp.placement": "", **EXIT})
event("warp of neither form", K6 + " 00 00", "client", 0x812A, 0x008000EC, 0, 0x3FFFFFFF,
      {"bcnet.warp.set_len": 6, "bcnet.warp.set": "Multi2", **EXIT, "bcnet.unparsed": b"\0\0"}, experts=[TRAILING])
event("warp, name beyond the end", WARP + "07 4D 75 6C", "client", 0x812A, 0x008000EC, 0, 0x3FFFFFFF,
      {"bcnet.warp.set_len": 7, "bcnet.unparsed": b"Mul"}, experts=[TRUNCATED], info=r": StartWarp \(incomplete\)$")

K7 = "11 0C 01 00 00 76 00 80 00 10 02 00 00 18 00 00 40 02 00 00 40"
event("K7", K7, "client", 0x010C, 0x00800076, 0x210, 0x40000018, {"bcnet.event.object": 0x40000002},
      info=": RepairListPriority: object 0x40000002 is to be repaired sooner$")
K8 = "12 05 01 00 00 E0 00 80 00 00 00 00 00 05 00 00 40 02"
event("K8", K8, "client", 0x0105, 0x008000E0, 0, 0x40000005,
      {"bcnet.event.value": 2, "bcnet.event.phaser_level": Label(r"high \(2\)$")}, info="object 0x40000005 high$")
K9 = "1B 05 01 00 00 FE 00 80 00 0C 00 00 40 0C 00 00 40 01"
event("K9", K9, "client", 0x0105, 0x008000FE, 0x4000000C, 0x4000000C,
      {"bcnet.event.value": 1, "bcnet.event.torpedo_type": 1}, info=": TorpTypeChange object 0x4000000c to type 1$")
K10 = "06 0C 01 00 00 75 00 80 00 75 00 08 40 68 00 08 40 72 00 08 40"
event("K10", K10, "host", 0x010C, 0x00800075, 0x40080075, 0x40080068, {"bcnet.event.object": 0x40080072},
      info=": PythonEvent: object 0x40080072 cannot be repaired$")
K11 = "0B 01 01 00 00 DF 00 80 00 02 00 00 40 18 00 00 40"
event("K11", K11, "client", 0x0101, 0x008000DF, 0x40000002, 0x40000018,
      info=": AddToRepairList: object 0x40000002 needs repair$")
K12 = "06 29 81 00 00 4E 00 80 00 00 00 00 00 FF FF 03 40 02 00 00 00 00 00 18 41"
event("K12", K12, "host", 0x8129, 0x0080004E, 0, 0x4003FFFF,
      {"bcnet.event.killer": 2, "bcnet.event.lifetime": "9.5"},
      info=r": PythonEvent: object 0x4003ffff explodes \(killed by #2\), 9\.5 s$")
K13 = "15 24 81 00 00 50 00 80 00 FF FF 03 40 FF FF FF 3F 01 00 7F 00 FF 00 00 80 3F"
event("K13", K13, "client", 0x8124, 0x00800050, 0x4003FFFF, 0x3FFFFFFF, collision([(0, 127, 0, 255)], "1.0"),
      info=": CollisionEffect: object 0x3fffffff hit object 0x4003ffff, force 1$")
event("K14", "08 34 12 00 00 DA 00 80 00 00 00 00 00 05 00 00 40 AA BB", "client", 0x1234, 0x008000DA, 0, 0x40000005,
      {"bcnet.unparsed": b"\xAA\xBB"}, experts=[CLASS],
      info=r": StopFiring: ET_STOP_FIRING_NOTIFY \(class 0x00001234\) for object 0x40000005$")
K15 = "08 01 01 00 00 DA 00 80 00 00 00 00 00 FF FF FF FF"
event("K15", K15, "client", 0x0101, 0x008000DA, 0, 0xFFFFFFFF, info=": StopFiring a destroyed object$")
cases.payload("K17", "08 01 01 00 00 DA 00 80 00 00 00 00 00 05 00", "client",
              expect={"bcnet.event.class": 0x0101, "bcnet.event.code": 0x008000DA,
                      "bcnet.event.code.delivered": 0x008000D9,
                      "bcnet.event.source": 0, "bcnet.unparsed": b"\5\0"},
              absent=["bcnet.event.destination", *TAILS], experts=[TRUNCATED], info=r": StopFiring \(incomplete\)$")
event("K18", "08 01 01 00 00 DA 00 80 00 00 00 00 00 05 00 00 40 EE", "client", 0x0101, 0x008000DA, 0, 0x40000005,
      {"bcnet.unparsed": b"\xEE"}, experts=[TRAILING], info=": StopFiring object 0x40000005$")
event("K19", "12 04 01 00 00 E0 00 80 00 00 00 00 00 05 00 00 40 01", "client", 0x0104, 0x008000E0, 0, 0x40000005,
      {"bcnet.event.state": True}, experts=[EVENT_CLASS],
      info=r": SetPhaserLevel: ET_SET_PHASER_LEVEL \(TGBoolEvent\) for object 0x40000005$")
cases.payload("cut in the code", X2[:20], "client", experts=[TRUNCATED],
              expect={"bcnet.event": Label("^Event$"), "bcnet.unparsed": b"\xDA\0"})
cases.payload("cut in a local id", "17 66 08 00 00 F1 00 80 00 00 00 00 00 4F 06", experts=[TRUNCATED],
              expect={"bcnet.unparsed": Label(r"^Unparsed bytes: 4f06 \[2 of 4 bytes of a field\]$")}, info=r"PlayerJoined \(incomplete\)$")
cases.payload("K20", COLLISION + "02 0D 7E 00 D9 BB 20 A0 44", "client", experts=[TRUNCATED],
              expect={**head("15", 0x8124, 0x00800050, 0, 0x3FFFFFFF), "bcnet.collision.count": 2,
                      **points([(13, 126, 0, 217), (-69, 32, -96, 68)], "bcnet.collision.point")},
              absent=["bcnet.collision.force"], info=r": CollisionEffect \(incomplete\)$")
K21 = "0C 07 01 00 00 01 00 80 00 00 00 00 00 FF FF FF 3F 2A 00 00 00"
event("K21", K21, "client", 0x0107, 0x00800001, 0, 0x3FFFFFFF, {"bcnet.event.int32": 42},
      info=r": ClientEvent: ET_TEMP_TYPE \(TGIntEvent\) for object 0x3fffffff$")
event("K22", "12 05 01 00 00 E1 00 80 00 00 00 00 00 05 00 00 40 01", "client", 0x0105, 0x008000E1, 0, 0x40000005,
      {"bcnet.event.value": 1, "bcnet.event.phaser_level": 1}, experts=[EVENT_CODE],
      info=r": SetPhaserLevel: ET_SET_TARGET \(TGCharEvent\) for object 0x40000005$")

# ---- 50.3: what each opcode accepts ----

BODIES = {0x0101: "", 0x0104: "01", 0x0105: "01", 0x010C: "00" * 4, 0x0866: "02", 0x8124: "00 | 00 00 00 00",
          0x8128: "00" * 8,
          0x8129: "00" * 8, 0x812A: "00" * 17}
CLASSES = {0x07: 0x8128, 0x08: 0x0101, 0x09: 0x010C, 0x0A: 0x0104, 0x0D: 0x010C, 0x10: 0x812A, 0x11: 0x010C,
           0x12: 0x0105,
           0x15: 0x8124, 0x17: 0x0866, 0x1B: 0x0105}
SENDERS = {0x06: "host", 0x17: "host"}


def bare(opcode, class_id, code):
    """An event without source and destination."""
    words = b"".join(number.to_bytes(4, "little") for number in (class_id, code, 0, 0))
    return f"{opcode:02x} {words.hex()} {BODIES[class_id]}"


for opcode, expected in CLASSES.items():
    for class_id in BODIES:
        cases.payload(f"class {class_id:04x} in {opcode:02x}", bare(opcode, class_id, CODES[opcode][0]),
                      SENDERS.get(opcode, "client"), expect={"bcnet.event.class": class_id},
                      experts=[] if class_id == expected else [EVENT_CLASS])
for opcode in (0x0B, 0x0E, 0x0F):       # the class is a guess, or may be any
    for class_id in BODIES:
        cases.payload(f"class {class_id:04x} in {opcode:02x}", bare(opcode, class_id, CODES[opcode][0]), "client",
                      expect={"bcnet.event.class": class_id})
for class_id, code in ((0x0101, 0x008000D8), (0x8128, 0x01020304), (0x0105, 0x00060005)):
    cases.payload(f"class {class_id:04x} and code {code:08x} in 0c", bare(0x0C, class_id, code), "client",
                  expect={"bcnet.event.class": class_id, "bcnet.event.code": code})
for opcode, (code, _) in CODES.items():
    for wrong in sorted({0x008000E1, code + 1, 0x00060005}):
        cases.payload(f"code {wrong:08x} in {opcode:02x}", bare(opcode, CLASSES.get(opcode, 0x0101), wrong),
                      SENDERS.get(opcode, "client"), expect={"bcnet.event.code": wrong}, experts=[EVENT_CODE],
                      absent=["bcnet.event.code.delivered"])
cases.payload("wrong code and wrong class", bare(0x12, 0x0104, 0x008000E1), "client", experts=[EVENT_CLASS, EVENT_CODE])

# 50.4: the pairs of 0x06
PAIRS = {0x008000DF: 0x0101, 0x00800074: 0x010C, 0x00800075: 0x010C, 0x0080004E: 0x8129}
for code, expected in PAIRS.items():
    for class_id in BODIES:
        cases.payload(f"class {class_id:04x} with {code:08x} in 06", bare(0x06, class_id, code),
                      expect={"bcnet.event.class": class_id}, experts=[] if class_id == expected else [EVENT_CLASS])
for class_id in BODIES:
    cases.payload(f"class {class_id:04x} with a foreign code in 06", bare(0x06, class_id, 0x0080007C),
                  experts=[EVENT_CODE] if class_id in PAIRS.values() else [EVENT_CODE, EVENT_CLASS])

# ---- 50.6: the other checks ----

event("state 2", "0A 04 01 00 00 DD 00 80 00 00 00 00 00 33 00 00 40 02", "client", 0x0104, 0x008000DD, 0, 0x40000033,
      {"bcnet.event.state": True}, experts=[VALUE])
for byte, value in (("03", 3), ("FF", -1), ("80", -128)):
    event(f"phaser level {value}", K8[:-2] + byte, "client", 0x0105, 0x008000E0, 0, 0x40000005,
          {"bcnet.event.value": value}, experts=[VALUE], info=f"object 0x40000005 level {value}$")
event("phaser level 1", K8[:-2] + "01", "client", 0x0105, 0x008000E0, 0, 0x40000005,
      {"bcnet.event.value": 1, "bcnet.event.phaser_level": 1}, info="object 0x40000005 medium$")
event("torpedo type -1", K9[:-2] + "FF", "client", 0x0105, 0x008000FE, 0x4000000C, 0x4000000C,
      {"bcnet.event.value": -1})
event("source destroyed", "08 01 01 00 00 DA 00 80 00 FF FF FF FF 05 00 00 40", "client", 0x0101, 0x008000DA,
      0xFFFFFFFF,
      0x40000005, experts=[VALUE])
for name, data, sender in (("06", X6, "client"), ("17", "17 66 08 00 00 F1 00 80 00 00 00 00 00 4F 06 00 00 02",
                                                  "client"),
                           ("0d", K3, "host"), ("15", X11, "host")):
    cases.payload(f"direction of {name}", data, sender, experts=[DIRECTION])
for name, data in (("07", X1), ("08", X2), ("09", K2), ("0a", X4), ("0b", K11), ("0c", K21), ("0e", K4), ("0f", K5),
                   ("10", K6), ("11", K7), ("12", X3), ("1b", K9)):
    cases.payload(f"relayed {name}", data, "host", expect={"bcnet.event": None})
event("network range", "0C 66 08 00 00 05 00 06 00 00 00 00 00 00 00 00 00 02", "client", 0x0866,
      0x00060005, 0, 0, {"bcnet.event.player": 2}, info=r": ClientEvent: ET_NETWORK_DELETE_PLAYER \(TGPlayerEvent\)$")

# 50.14: codes with a name, and the ranges of those that scripts give out; marks of ranges are no names.
for code, words in ((0x0080010C, "ET_INPUT_TOGGLE_MAP_MODE"), (0x00800498, None), (0x0080010E, "input event 2"),
                    (0x0080110C, "input event 4096"), (0x0080110D, "script event 0"), (0x00804000, "script event 12019"),
                    (0x00804001, "game event 0"), (0x00808000, "game event 16383"), (0x00808001, "episode event 0"),
                    (0x0080C000, "episode event 16383"), (0x0080C001, "mission event 0"), (0x0080C011, "mission event 16"),
                    (0x00810000, "mission event 16383"), (0x00810001, "event 0x00810001"),
                    (0x00800000, "event 0x00800000"), (0x12345678, "event 0x12345678")):
    if words and " event " in words:
        label = rf"^Code: 0x{code:08x} \({words}\)$"
    else:
        label = rf"^Code: 0x{code:08x}$" if words and words.startswith("event") else rf"^Code: ET_\w+ \(0x{code:08x}\)$"
    cases.payload(f"code 0x{code:08x}", f"0C 01 01 00 00 {code.to_bytes(4, 'little').hex()} 00 00 00 00 00 00 00 00", "client",
                  expect={"bcnet.event.code": Label(label)},
                  info=rf"ClientEvent: {words or 'ET_INPUT_[A-Z_0-9]+'} \(TGEvent\)$")
# A class of the game that is none of events has a name, and is none.
cases.payload("a ship is no event", "0C 08 80 00 00 01 00 80 00 00 00 00 00 00 00 00 00", "client", experts=[CLASS],
              expect={"bcnet.event.class": Label(r"^Class: CT_SHIP \(0x00008008\)$")})
cases.payload("unknown class label", "0C 02 00 00 00 01 00 80 00 00 00 00 00 00 00 00 00", "client", experts=[CLASS],
              expect={"bcnet.event.class": Label(r"^Class: 0x00000002$")})

# 50.2.11: classes of mods
for class_id, name, body, field, value in ((0x06, "short", "FE FF", "int16", -2),
                                           (0x07, "int", "FE FF FF FF", "int32", -2),
                                           (0x08, "float", "00 00 C0 3F", "float", "1.5")):
    start = f"0C {class_id:02x} 01 00 00 01 00 80 00 00 00 00 00 00 00 00 00 "
    event(f"mod's {name}", start + body, "client", 0x0100 + class_id, 0x00800001, 0, 0, {f"bcnet.event.{field}": value})
    event(f"mod's {name}, longer", start + body + " 00", "client", 0x0100 + class_id, 0x00800001, 0, 0,
          {"bcnet.unparsed": octets(body + " 00")})
    event(f"mod's {name}, shorter", start + body[3:], "client", 0x0100 + class_id, 0x00800001, 0, 0,
          {"bcnet.unparsed": octets(body[3:])})
for class_id in (0x0102, 0x0103, 0x010B, 0x0109, 0x010A, 0x0865, 0x0867, 0x811F, 0x8122, 0x8120, 0x8121, 0x8123,
                 0x8125, 0x8126,
                 0x8127, 0x80D8, 0x80D9, 0x0403, 0x0404, 0x0405, 0x0406):
    event(f"tail of {class_id:04x}",
          f"0C {class_id.to_bytes(4, 'little').hex()} 01 00 80 00 00 00 00 00 00 00 00 00 AA BB",
          "client", class_id, 0x00800001, 0, 0, {"bcnet.unparsed": b"\xAA\xBB"})
    cases.payload(f"{class_id:04x} in StopFiring",
                  f"08 {class_id.to_bytes(4, 'little').hex()} DA 00 80 00 00 00 00 00 05 00 00 40",
                  "client", expect={"bcnet.event.class": class_id}, experts=[EVENT_CLASS])

# ---- Collisions with odd counts ----

event("no contact", COLLISION + "00 00 00 80 3F", "client", 0x8124, 0x00800050, 0, 0x3FFFFFFF,
      {"bcnet.collision.count": 0, "bcnet.collision.force": "1.0"}, info="force 1$")
many = [(index % 128, -(index % 128), 0, index) for index in range(239)]
event("239 contacts", COLLISION + "EF" + "".join(bytes([x, y & 255, z, length]).hex() for x, y, z,
                                                 length in many) + "00 00 80 3F",
      "client", 0x8124, 0x00800050, 0, 0x3FFFFFFF, collision(many, "1.0"))
cases.payload("255 contacts, one there", COLLISION + "FF 0D 7E 00 D9", "client", experts=[TRUNCATED],
              expect={"bcnet.collision.count": 255, "bcnet.collision.point": None}, absent=["bcnet.collision.force"])
cases.payload("infinite force", COLLISION + "00 00 00 80 7F", "client", expect={"bcnet.collision.force": None},
              info="force inf$")

# ---- Ships that are known (20.4, 60.4) ----

SHIPS = [("client", SOVEREIGN), ("host", GALAXY)]
CADY, DAUNTLESS = r"Sovereign \(Cady2\)", r"Galaxy \(XFS01 Dauntless\)"
known = [("start", K1.replace("05 00 00 40", "19 00 00 40"), "client", f"StartFiring {CADY}: Phasers at {DAUNTLESS}$"),
         ("start without target", X1, "client", f"StartFiring {CADY}: Torpedoes, no target$"),
         ("stop", X2, "client", f"StopFiring {CADY}: Torpedoes$"),
         ("stop at", K2, "client", f"StopFiringAtTarget {CADY}: Torpedoes at {DAUNTLESS}$"),
         ("tractors on", "0A 04 01 00 00 DD 00 80 00 00 00 00 00 1A 00 00 40 01", "client",
          f"SubsysStatus {CADY}: Tractors on$"),
         ("phasers high", K8.replace("05 00 00 40", "19 00 00 40"), "client", f"SetPhaserLevel {CADY}: Phasers high$"),
         ("target", K3, "client", rf"PythonEvent2: {CADY} changed target, before: {DAUNTLESS}$"),
         ("repair", X6, "host", f"PythonEvent: {CADY} needs repair: Sensor Array$"),
         ("repaired", "06 0C 01 00 00 74 00 80 00 18 00 00 40 FF FF FF 3F 03 00 00 40", "host",
          f"PythonEvent: {CADY} has repaired: Warp Core$"),
         ("beyond repair", "06 0C 01 00 00 75 00 80 00 18 00 00 40 FF FF FF 3F 03 00 00 40", "host",
          f"PythonEvent: {CADY} cannot repair: Warp Core$"),
         ("priority", K7.replace("02 00 00 40", "03 00 00 40"), "client",
          f"RepairListPriority: {CADY} is to repair sooner: Warp Core$"),
         ("explodes", X9, "host", r"PythonEvent: Cady2's Sovereign explodes, 12\.9 s$"),
         ("killed", K12, "host", r"PythonEvent: XFS01 Dauntless's Galaxy explodes \(killed by #2 Cady2\), 9\.5 s$"),
         ("collision", X11, "client", f"CollisionEffect: {CADY} hit something, force 1281$"),
         ("ram", K13, "client", f"CollisionEffect: {CADY} hit {DAUNTLESS}, force 1$"),
         ("warp", K6, "client", f"StartWarp: {CADY} warps to Multi2$"),
         ("joined", "17 66 08 00 00 F1 00 80 00 00 00 00 00 4F 06 00 00 02", "host",
          r"PlayerJoined: player 2 joined \(Cady2\)$"),
         ("torpedo type", K9.replace("0C 00 00 40", "05 00 00 40"), "client",
          f"TorpTypeChange {CADY}: Torpedoes to type 1$")]
for name, data, sender, info in known:
    cases.payload(f"known ships: {name}", data, sender, preface=SHIPS, info=info)
cases.payload("known ships: fields", K1, "client", preface=SHIPS,
              expect={"bcnet.object.resolved": ["Sovereign (Cady2): Torpedoes", "Galaxy (XFS01 Dauntless)"],
                      "bcnet.ship.created_in": [None, None], "bcnet.object.slot": [0, 1],
                      "bcnet.object.serial": [6, 0]})
for name, data, sentence in (("cloak", K4, "StartCloaking"), ("decloak", K5, "StopCloaking")):
    cases.payload(name, data.replace("0D 00 00 40", "0D 00 04 40"), 3, preface=[(3, BIRD_OF_PREY)],
                  info=rf"{sentence} Bird of Prey \(Ace\): Cloaking Device$",
                  expect={"bcnet.object.resolved": "Bird of Prey (Ace): Cloaking Device"})
cases.payload("joiner's name", "17 66 08 00 00 F1 00 80 00 00 00 00 00 4F 06 00 00 03", preface=[announce(3, "Sep")],
              info=r"PlayerJoined: player 3 joined \(Sep\)$",
              expect={"bcnet.player.name": "Sep", "bcnet.event.player": Label(r"^Player: 3 \(Sep\)$")})
cases.payload("the host joins its own game", "17 66 08 00 00 F1 00 80 00 00 00 00 00 4F 06 00 00 01",
              info=r"PlayerJoined: player 1 joined \(the host\)$", expect={"bcnet.event.player": 1})
cases.payload("killer's name", K12, preface=[announce(2, "Ace")], info=r"explodes \(killed by #2 Ace\), 9\.5 s$",
              expect={"bcnet.player.name": "Ace", "bcnet.event.killer": Label(r"^Killer: 2 \(Ace\)$")})
cases.payload("killed by the host", K12.replace(" 02 00 00 00", " 01 00 00 00"), info=r"\(killed by the host\)")
cases.payload("killed by nonsense", K12.replace(" 02 00 00 00", " FE FF FF FF"), info=r"\(killed by player -2\)",
              expect={"bcnet.event.killer": -2}, experts=["bcnet.expert.identity"])
cases.payload("killed by an object", K12.replace(" 02 00 00 00", " FF FF FF 3F"),
              info=r"\(killed by object id 0x3fffffff, not a player\)", experts=["bcnet.expert.identity"],
              expect={"bcnet.event.killer": Label(r"^Killer: 1073741823 \(object id 0x3fffffff, not a player\)$")})
cases.payload("killed by somebody's ship", K12.replace(" 02 00 00 00", " FF FF FF 3F"), preface=SHIPS,
              info=r"\(killed by object id of Cady2's ship, not a player\)", experts=["bcnet.expert.identity"],
              expect={"bcnet.event.killer": Label(r"^Killer: 1073741823 \(object id of Cady2's ship, not a player\)$")})
# The Sovereign's repair subsystem is another one.
cases.payload("no repair subsystem", "06 01 01 00 00 DF 00 80 00 03 00 00 40 03 00 00 40", "host", preface=SHIPS,
              expect={"bcnet.event.destination": Label(r"^Destination: 0x40000003, no repair subsystem of Sovereign \(Cady2\)$"),
                      "bcnet.object.resolved": ["Sovereign (Cady2): Warp Core"]})
# What stands where only a weapon, or only what has power, can stand: the Sovereign's phasers are 26 behind it, its impulse
# engines 5, its torpedoes 6, and its warp core, 4, has no power of its own (layouts/sovereign.ini).
CORE, ENGINES, TORPEDOES, PHASERS = "03 00 00 40", "04 00 00 40", "05 00 00 40", "19 00 00 40"
for name, head, what, tail, wrong, right in (
        ("start", "07 28 81 00 00 D8 00 80 00", "weapon system", "00 00 00 00 00 00 00 00", ENGINES, (PHASERS, "Phasers")),
        ("stop", "08 01 01 00 00 DA 00 80 00", "weapon system", "", ENGINES, (TORPEDOES, "Torpedoes")),
        ("state", "0A 04 01 00 00 DD 00 80 00", "powered subsystem", "01", CORE, (ENGINES, "Impulse Engines")),
        ("level", "12 05 01 00 00 E0 00 80 00", "phaser system", "02", TORPEDOES, (PHASERS, "Phasers")),
        ("torpedo type", "1B 05 01 00 00 FE 00 80 00", "torpedo system", "01", PHASERS, (TORPEDOES, "Torpedoes"))):
    number = int.from_bytes(bytes.fromhex(wrong), "little")
    words = rf"0x{number:08x}, no {what} of Sovereign \(Cady2\)"
    cases.payload(f"{name} of what cannot", f"{head} 00 00 00 00 {wrong} {tail}", "client", preface=SHIPS, info=words,
                  expect={"bcnet.event.destination": Label(f"^Destination: {words}$")}, absent=["bcnet.object.resolved"])
    cases.payload(f"{name} of what can", f"{head} 00 00 00 00 {right[0]} {tail}", "client", preface=SHIPS,
                  info=rf"Sovereign \(Cady2\): {right[1]}", expect={"bcnet.object.resolved": f"Sovereign (Cady2): {right[1]}"})

# The repair window's id and the host's game object are numbers of one machine; they mean no ship (50.3, 50.4), but they
# too lie in a slot or not (20.4).
LOCAL = {"bcnet.event.source": Label(r"\(local to the sender\)$")}
cases.payload("local source", K7.replace("10 02 00 00", "FF FF FF 3F"), "client", preface=[("client", SOVEREIGN)],
              expect={**LOCAL, "bcnet.object.slot": [0, 0, 0],
                      "bcnet.object.resolved": ["Sovereign (Cady2): Repair", "Sovereign (Cady2): Sensor Array"]})
cases.payload("local source of another slot", K7.replace("10 02 00 00", "10 02 08 40"), "client",
              expect={**LOCAL, "bcnet.object.slot": [2, 0, 0], "bcnet.object.serial": [0x211, 25, 3]})
cases.payload("local source below the slots", K7, "client", expect={**LOCAL, "bcnet.object.slot": [0, 0]})
cases.payload("local destination", "17 66 08 00 00 F1 00 80 00 00 00 00 00 FF FF FF 3F 02",
              preface=[("client", SOVEREIGN)],
              expect={"bcnet.event.destination": Label(r"^Destination: 0x3fffffff \(local to the sender\)$"),
                      "bcnet.object.slot": 0}, absent=["bcnet.object.resolved"])
cases.payload("local destinations beyond the slots", "17 66 08 00 00 F1 00 80 00 00 00 00 00 FF FF 3F 80 02",
              absent=["bcnet.object.resolved", "bcnet.object.slot"])

# ---- Weapons of ships whose creation was not seen (60.4): only the Sovereign has a weapon system at +26 ----

UNSEEN = ("host", "1C FF FF FF 3F 00 A0 1B 42 20 00 FF FF 20 FF FF FF FF FF FF")
START = X1.replace("05 00 00 40", "19 00 00 40")
cases.payload("start tells of the ship", START, "client", preface=[UNSEEN],
              info=r"StartFiring Sovereign\?: Phasers, no target$",
              expect={"bcnet.object.resolved": "Sovereign?: Phasers"})
cases.payload("stop tells of the ship", X2.replace("05 00 00 40", "19 00 00 40"), "client", preface=[UNSEEN],
              info=r"StopFiring Sovereign\?: Phasers$")
for name, other in (("switch", "0A 04 01 00 00 DD 00 80 00 00 00 00 00 19 00 00 40 01"), ("cut start", START[:47]),
                    ("foreign code", START.replace("D8 00 80", "E1 00 80")),
                    ("foreign class", START.replace("28 81", "01 01"))):
    cases.payload(f"{name} tells nothing", "12 05 01 00 00 E0 00 80 00 00 00 00 00 19 00 00 40 00", "client",
                  preface=[UNSEEN, ("client", other)], info=": SetPhaserLevel object 0x40000019 low$")

# ---- Firing: start and stop belong together ----

cases.payload("stop after start", X2, "client", preface=[("client", X1)],
              expect={"bcnet.fire.started_in": None, "bcnet.fire.duration": Label(r"0\.010000")})
cases.payload("stop at after start", K2, "client", preface=[("client", K1)], expect={"bcnet.fire.started_in": None})
cases.payload("stop of another weapon", X2.replace("05 00 00 40", "06 00 00 40"), "client", preface=[("client", X1)],
              absent=["bcnet.fire.started_in", "bcnet.fire.duration"])
cases.payload("second stop", X2, "client", preface=[("client", X1), ("client", X2)],
              absent=["bcnet.fire.started_in", "bcnet.fire.duration"])
cases.payload("stop by another client", X2, "client", preface=[(3, X1)], absent=["bcnet.fire.started_in"])
for name, stop in (("class", X2.replace("01 01 00 00", "04 01 00 00") + " 00"),
                   ("code", X2.replace("DA 00 80", "D9 00 80"))):
    cases.payload(f"stop with a foreign {name}", stop, "client", preface=[("client", X1)],
                  experts=["bcnet.expert.event_" + name], absent=["bcnet.fire.started_in"])
cases.payload("stop for the sentinel", K15, "client", preface=[("client", X1.replace("05 00 00 40", "FF FF FF FF"))],
              absent=["bcnet.fire.started_in"])

TestEvents = cases.testcase()


class Firing(unittest.TestCase):
    """Links between the start and the end of firing, both ways."""

    @classmethod
    def setUpClass(cls):
        scenario = f"""
            endpoint host 10.0.0.1:22101 id 1
            endpoint ace 10.0.0.2:59405 id 2
            at 0 ace > host
                game seq 0 {X1}
                game seq 1 {X1}
            at 1.5 ace > host
                game seq 2 {X2}
            at 2 ace > host
                game seq 2 {X2}
            at 3 ace > host
                game seq 3 {X1}
            at 3.5 ace > host
                game seq 2 {X2}
            at 5 ace > host
                game seq 4 {X2}
        """
        cls.frames = frames(forge(scenario), options=["-2"])

    def shows(self, number, name):
        return self.frames[number - 1].shows(name)

    def test_double_start(self):
        """The game sends every start twice (50.4); the stop belongs to the newest."""
        first, second = self.frames[0].messages()
        self.assertEqual([node.show for node in first.all("bcnet.fire.stopped_in")], [])
        self.assertEqual([node.show for node in second.all("bcnet.fire.stopped_in")], ["2"])

    def test_stop(self):
        self.assertEqual(self.shows(2, "bcnet.fire.started_in"), ["1"])
        self.assertEqual([float(show) for show in self.shows(2, "bcnet.fire.duration")], [1.5])

    def test_repeated_stop_ends_nothing(self):
        for number in (3, 5):
            self.assertEqual(self.shows(number, "bcnet.fire.started_in"), [])
        self.assertEqual(self.shows(4, "bcnet.fire.stopped_in"), ["6"])
        self.assertEqual([float(show) for show in self.shows(6, "bcnet.fire.duration")], [2.0])


class Subtrees(unittest.TestCase):
    """A subtree covers its bytes, and left-over bytes stand beside it."""

    def test_event(self):
        payloads = [X2 + " EE", X12 + " EE", K1 + " EE"]
        for payload, frame in zip(payloads, frames(cuts.payloads_as_capture([octets(p) for p in payloads], "client"))):
            self.assertEqual([node.size for node in frame.all("bcnet.event")], [len(octets(payload)) - 2])
            self.assertEqual([node.name for node in frame.messages()[0].children][-1], "bcnet.unparsed")
            self.assertLessEqual({node.size for node in frame.walk() if node.name in POINTS}, {4})


class Truncation(unittest.TestCase):
    """Every payload cut at every byte: all bytes are shown, one expert info, never malformed."""

    def check(self, payloads, sender):
        cuts.check_cuts(self, [octets(payload) for payload in payloads], sender)

    def test_from_client(self):
        self.check([X1, X2, X3, X4, K2, K3, K4, K5, K6, K7, K9, K11, X11, X12], "client")

    def test_from_host(self):
        self.check([X6, X8, X9, K1, "17 66 08 00 00 F1 00 80 00 00 00 00 00 4F 06 00 00 02"], "host")

    def test_long_warp(self):
        """Where the short form fits, a cut is no cut (50.2.10)."""
        payload = octets(K16)
        seen = frames(cuts.payloads_as_capture([payload[:length] for length in range(1, len(payload))], "client"))
        for length, frame in enumerate(seen, 1):
            expected = [TRUNCATED] if length < 40 else [] if length == 40 else [TRAILING]
            self.assertEqual([expert.name for expert in frame.experts()], expected, frame.outline())
            self.assertFalse(cuts.hidden_bytes(frame), frame.outline())


if __name__ == "__main__":
    main()
