# SPDX-License-Identifier: GPL-2.0-or-later
"""Torpedoes, pulses and damage marks: the examples of protocol chapter 45.5, and bad input."""

import unittest

from bcnet_test import Cases, Label, main
from cases import octets
from cuts import check_cuts
from ships import AKIRA, BIRD_OF_PREY, GALAXY, SOVEREIGN, replace

cases = Cases("combat")

TORPEDO_1 = "19 0D 00 00 40 02 01 DF 87 11 FF FF 03 40 00 88 D8 5C"
TORPEDO_2 = "19 9C 00 04 40 03 03 CF D2 6B 70 00 00 40 70 C7 FA 49"
TORPEDO_3 = "19 0D 00 00 40 02 05 DF 87 11"
PULSE_1 = "1A 77 00 00 40 02 75 0E D2 03 68 00 08 40"
PULSE_2 = "1A 78 00 00 40 02 75 09 D2 03 68 00 08 40"
PULSE_3 = "1A 26 00 00 40 02 AC B7 3C 01"
PULSE_4 = "1A 27 00 00 40 02 AC B7 3C 01"
MARK_1 = "29 FF FF FF 3F 1D 7A 0C 95 61 1B 57 E2 78"
MARK_2 = "29 FF FF FF 3F E6 7C 06 F0 61 03 50 E2 78"


def unit(name, *axes):
    """Fields name.x, .y, .z with their values."""
    return {f"{name}.{letter}": value for letter, value in zip("xyz", axes)}


# ---- 45.2: torpedoes ----

TORPEDO_1_FIELDS = {
    "bcnet.opcode": Label(r"TorpedoFire \(0x19\)"), "bcnet.opcode.game_name": "CREATE_TORP",
    "bcnet.torpedo.subsystem": 0x4000000D, "bcnet.object.slot": [0, 1], "bcnet.object.serial": [14, 0],
    "bcnet.torpedo.player": 2, "bcnet.torpedo.flags": 1, "bcnet.torpedo.flags.launch": True,
    "bcnet.torpedo.flags.skew": False, "bcnet.torpedo.flags.no_target": False,
    "bcnet.vector.dir": [-33, -121, 17, 0, -120, -40], **unit("bcnet.torpedo.direction", "-0.260", "-0.953", "0.134"),
    "bcnet.torpedo.target": 0x4003FFFF, "bcnet.vector.length": 92, "bcnet.torpedo.offset.fraction": "0.361",
    **unit("bcnet.torpedo.offset", 0, -120 / 127 * 92 / 255, -40 / 127 * 92 / 255)}

cases.datagram("C1 real TorpedoFire", "02 01 32 17 80 0D 00 " + TORPEDO_1, expect=TORPEDO_1_FIELDS,
               info="TorpedoFire player 2: tube 0x4000000d → object 0x4003ffff$")

cases.payload("C2 real TorpedoFire, three players", TORPEDO_2, sender=3,
              expect={"bcnet.torpedo.subsystem": 0x4004009C, "bcnet.object.slot": [1, 0],
                      "bcnet.object.serial": [157, 113], "bcnet.torpedo.player": 3, "bcnet.torpedo.flags": 3,
                      "bcnet.torpedo.flags.launch": True, "bcnet.torpedo.flags.skew": True,
                      "bcnet.torpedo.flags.no_target": False, "bcnet.vector.dir": [-49, -46, 107, 112, -57, -6],
                      **unit("bcnet.torpedo.direction", "-0.386", "-0.362", "0.843"),
                      "bcnet.torpedo.target": 0x40000070, "bcnet.vector.length": 73,
                      "bcnet.torpedo.offset.fraction": "0.286",
                      **unit("bcnet.torpedo.offset", 112 / 127 * 73 / 255, -57 / 127 * 73 / 255, -6 / 127 * 73 / 255)})

cases.payload("C3 no target", TORPEDO_3, sender="client", info="TorpedoFire player 2: tube 0x4000000d, no target$",
              expect={"bcnet.torpedo.subsystem": 0x4000000D, "bcnet.torpedo.player": 2, "bcnet.torpedo.flags": 5,
                      "bcnet.torpedo.flags.launch": True, "bcnet.torpedo.flags.skew": False,
                      "bcnet.torpedo.flags.no_target": True, "bcnet.vector.dir": [-33, -121, 17],
                      **unit("bcnet.torpedo.direction", "-0.260", "-0.953", "0.134")},
              absent=["bcnet.torpedo.target", "bcnet.torpedo.offset.x", "bcnet.torpedo.offset.fraction",
                      "bcnet.vector.length"])

cases.payload("C4 between known ships", TORPEDO_1, sender="client", preface=[("client", AKIRA), (3, GALAXY)],
              info=r"TorpedoFire Akira \(Cady2\): Forward Torp 1 → Galaxy \(XFS01 Dauntless\)$",
              expect={**TORPEDO_1_FIELDS, "bcnet.torpedo.player": Label(r"^Shooter: 2 \(Cady2\)$"),
                      "bcnet.torpedo.subsystem": Label(r"^Tube: 0x4000000d, Akira \(Cady2\): Forward Torp 1$"),
                      "bcnet.object.resolved": ["Akira (Cady2): Forward Torp 1", "Galaxy (XFS01 Dauntless)"],
                      "bcnet.player.name": "Cady2"})
# An Akira's phasers are 6 behind it, its first tube 14 (layouts/akira.ini).
for value, what in ((0x19, "torpedo tube"), (0x1A, "pulse weapon")):
    words = rf"0x40000005, no {what} of Akira \(.*\)"
    cases.payload(f"C4 {what}: phasers", f"{value:02X} 05 00 00 40 02 05 DF 87 11" if value == 0x19 else "1A 05 00 00 40 02 DF 87 11 00",
                  sender="client", preface=[("client", AKIRA)], info=rf"Fire {words}, no target$", absent=["bcnet.object.resolved"],
                  expect={"bcnet.torpedo.subsystem" if value == 0x19 else "bcnet.beam.subsystem": Label(rf", no {what} of Akira \(.*\)$")})
cases.payload("C5 relayed by the host", TORPEDO_1, sender="host", preface=[("client", AKIRA)],
              info=r"host → .*TorpedoFire Akira \(Cady2\): Forward Torp 1 → object 0x4003ffff$")
cases.payload("C6 the shooter is known, his ship is not", TORPEDO_2, sender=3,
              preface=[(3, replace(GALAXY, at_7=bytes.fromhex("FF FF 0B 40")))],
              info="TorpedoFire XFS01 Dauntless: tube 0x4004009c → object 0x40000070$")
cases.payload("C7 at nothing", TORPEDO_1.replace("FF FF 03 40", "00 00 00 00"), sender="client", info="→ nothing$",
              expect={"bcnet.torpedo.target": Label(r"\(none\)")})

for bit in (0x08, 0x10, 0x20, 0x40, 0x80):
    cases.payload(f"C8 reserved flag {bit:#x}", replace(TORPEDO_1, at_6=1 | bit), sender="client",
                  experts=["bcnet.expert.value"], expect={"bcnet.torpedo.flags": 1 | bit,
                                                          "bcnet.torpedo.target": 0x4003FFFF})
cases.payload("C9 no target, and yet one", replace(TORPEDO_1, at_6=5), sender="client",
              experts=["bcnet.expert.trailing"], expect={"bcnet.unparsed": octets(TORPEDO_1)[10:]},
              absent=["bcnet.torpedo.target"])
cases.payload("C10 a target, and yet none", replace(TORPEDO_3, at_6=1), sender="client",
              experts=["bcnet.expert.truncated"], info="TorpedoFire player 2: tube 0x4000000d \\(incomplete\\)$",
              expect={"bcnet.torpedo.flags": 1}, absent=["bcnet.torpedo.target"])
cases.payload("C11 a cut offset", octets(TORPEDO_1)[:16], sender="client", experts=["bcnet.expert.truncated"],
              expect={"bcnet.torpedo.target": 0x4003FFFF, "bcnet.vector.dir": [-33, -121, 17, 0, -120]},
              absent=["bcnet.torpedo.offset.x", "bcnet.torpedo.offset.fraction"])

cases.payload("C12 cut before the direction", octets(TORPEDO_1)[:8], sender="client", preface=[("client", AKIRA)],
              experts=["bcnet.expert.truncated"], info=r"TorpedoFire \(incomplete\)$", expect={"bcnet.vector.dir": -33})

# ---- 45.3: pulses ----

PULSE_DIRECTION = {"bcnet.vector.dir": [117, 14, -46], **unit("bcnet.beam.direction", "0.921", "0.110", "-0.362")}

cases.payload("C20 real PulseFire", PULSE_1, sender="client",
              info=r"PulseFire player 2: pulse weapon 0x40000077 → object 0x40080068$",
              expect={"bcnet.opcode": Label(r"PulseFire \(0x1a\)"), "bcnet.opcode.game_name": "CREATE_PULSE",
                      "bcnet.beam.subsystem": 0x40000077, "bcnet.object.slot": [0, 2],
                      "bcnet.object.serial": [120, 105], "bcnet.beam.player": 2, **PULSE_DIRECTION,
                      "bcnet.beam.flags": 3, "bcnet.beam.flags.launch": True, "bcnet.beam.flags.has_target": True,
                      "bcnet.beam.target": 0x40080068})
cases.datagram("C21 real datagram, two cannons", f"02 02 32 13 80 DB 00 {PULSE_1} 32 13 80 DC 00 {PULSE_2}",
               messages=[{"bcnet.beam.subsystem": 0x40000077, **PULSE_DIRECTION, "bcnet.beam.target": 0x40080068},
                         {"bcnet.beam.subsystem": 0x40000078, "bcnet.object.serial": [121, 105],
                          "bcnet.vector.dir": [117, 9, -46], "bcnet.beam.flags": 3,
                          **unit("bcnet.beam.direction", "0.921", "0.071", "-0.362"),
                          "bcnet.beam.target": 0x40080068}])
for number, (payload, weapon) in enumerate([(PULSE_3, 0x40000026), (PULSE_4, 0x40000027)], 22):
    cases.payload(f"C{number} real PulseFire without target", payload, sender="client",
                  info=rf"PulseFire player 2: pulse weapon {weapon:#x}, no target$",
                  expect={"bcnet.beam.subsystem": weapon, "bcnet.object.slot": 0,
                          "bcnet.object.serial": weapon - 0x3FFFFFFF, "bcnet.beam.player": 2,
                          "bcnet.vector.dir": [-84, -73, 60],
                          **unit("bcnet.beam.direction", "-0.661", "-0.575", "0.472"), "bcnet.beam.flags": 1,
                          "bcnet.beam.flags.launch": True, "bcnet.beam.flags.has_target": False},
                  absent=["bcnet.beam.target"])
# Bird of Prey: turrets + 5 and + 6 (50.8).
for offset, cannon in [(5, "Port Cannon"), (6, "Star Cannon")]:
    weapon = (0x4003FFFF + offset).to_bytes(4, "little").hex()
    cases.payload(f"C24 {cannon}", f"1A {weapon} 03 75 0E D2 03 FF FF FF 3F", sender=3,
                  preface=[("client", SOVEREIGN), (3, BIRD_OF_PREY)],
                  info=rf"PulseFire Bird of Prey \(Ace\): {cannon} → Sovereign \(Cady2\)$",
                  expect={"bcnet.object.resolved": [f"Bird of Prey (Ace): {cannon}", "Sovereign (Cady2)"],
                          "bcnet.beam.player": Label(r"^Shooter: 3 \(Ace\)$")})
# A ship five ids before the next player's (20.4): its tube + 14 would be one of his.
cases.payload("C24 ids of a ship end with its slot", "19 08 00 04 40 02 05 DF 87 11", sender="client",
              preface=[("client", replace(AKIRA, at_7=bytes.fromhex("FA FF 03 40")))],
              expect={"bcnet.torpedo.subsystem": 0x40040008, "bcnet.object.slot": 1, "bcnet.object.serial": 9},
              absent=["bcnet.object.resolved"])
for bit in (0x04, 0x08, 0x10, 0x20, 0x40, 0x80):
    cases.payload(f"C25 reserved flag {bit:#x}", replace(PULSE_1, at_9=3 | bit), sender="client",
                  experts=["bcnet.expert.value"], expect={"bcnet.beam.flags": 3 | bit, "bcnet.beam.target": 0x40080068})
cases.payload("C26 no target, and yet one", replace(PULSE_1, at_9=1), sender="client",
              experts=["bcnet.expert.trailing"], expect={"bcnet.unparsed": octets(PULSE_1)[10:]})
cases.payload("C27 a target, and yet none", replace(PULSE_3, at_9=3), sender="client",
              experts=["bcnet.expert.truncated"], absent=["bcnet.beam.target"])

# ---- 60.4: a weapon tells of a ship whose creation is not in the capture ----

# The block of 60.2 from entry 0: ten ships of the menu begin like this. Of those only the Akira has a tube + 16,
# only the Bird of Prey a pulse weapon + 5 (layouts of 60.6).
BLOCK = ("host", "1C FF FF FF 3F 00 A0 1B 42 20 00 FF FF 20 FF FF FF FF FF FF")
cases.payload("C30 nothing known yet", "19 0F 00 00 40 02 05 DF 87 11", sender="client",
              absent=["bcnet.object.resolved"])
cases.payload("C31 the tube of an Akira", "19 0F 00 00 40 02 05 DF 87 11", sender="client", preface=[BLOCK],
              info=r"TorpedoFire Akira.*: Aft Torp 1, no target$",
              expect={"bcnet.object.resolved": Label(r"Akira.*: Aft Torp 1\]?$")})
cases.payload("C32 the cannon of a Bird of Prey", "1A 04 00 00 40 02 AC B7 3C 01", sender="client", preface=[BLOCK],
              expect={"bcnet.object.resolved": Label(r"Bird of Prey.*: Port Cannon\]?$")})
cases.payload("C33 a cut message tells nothing", "1D FF FF FF 3F", sender="host",
              preface=[BLOCK, ("client", "1A 04 00 00 40 02 AC B7 3C")], absent=["bcnet.object.resolved"])

# ---- 45.4: damage marks ----

cases.datagram("C40 real DamageMark", "01 01 32 13 80 0F 00 " + MARK_1,
               info=r"DamageMark: object 0x3fffffff, radius 50, damage 5998$",
               expect={"bcnet.opcode": Label(r"DamageMark \(0x29\)"), "bcnet.opcode.game_name": "DAMAGE_VOLUME",
                       "bcnet.explosion.object": 0x3FFFFFFF, "bcnet.object.slot": 0, "bcnet.object.serial": 0,
                       "bcnet.vector.dir": [29, 122, 12], "bcnet.vector.cf16": [0x6195, 0x571B, 0x78E2],
                       "bcnet.explosion.distance": "189.011",
                       **unit("bcnet.explosion.position", "43.16", "181.57", "17.86"),
                       "bcnet.explosion.radius": "49.978", "bcnet.explosion.damage": "5997.8"})
cases.datagram("C41 real DamageMark", "01 01 32 13 80 10 00 " + MARK_2,
               info="radius 10, damage 5998$",
               expect={"bcnet.explosion.object": 0x3FFFFFFF, "bcnet.vector.dir": [-26, 124, 6],
                       "bcnet.vector.cf16": [0x61F0, 0x5003, 0x78E2], "bcnet.explosion.distance": "209.011",
                       **unit("bcnet.explosion.position", "-42.79", "204.07", "9.87"),
                       "bcnet.explosion.radius": "10.0659", "bcnet.explosion.damage": "5997.8"})
cases.payload("C42 on a known ship", MARK_1, sender="host", preface=[("client", SOVEREIGN)],
              info=r"DamageMark: Sovereign \(Cady2\), radius 50, damage 5998$",
              expect={"bcnet.object.resolved": "Sovereign (Cady2)"})
cases.payload("C43 a byte more", MARK_1 + "00", sender="host", experts=["bcnet.expert.trailing"],
              expect={"bcnet.unparsed": b"\0"})

TestCombat = cases.testcase()


class Cuts(unittest.TestCase):
    """Payloads that end at any byte."""

    def test_messages(self):
        for payload in (TORPEDO_1, TORPEDO_2, TORPEDO_3, PULSE_1, PULSE_3):
            check_cuts(self, octets(payload), "client")
        check_cuts(self, octets(MARK_1))


if __name__ == "__main__":
    main()
