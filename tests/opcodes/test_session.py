# SPDX-License-Identifier: GPL-2.0-or-later
"""Joining and leaving: the examples of protocol chapter 30.11 and what 30.1 to 30.10 say of bad input."""

import unittest

from bcnet_test import Cases, Label, main
from cases import octets
from cuts import check_cuts

MISSION1 = "Multiplayer.Episode.Mission1.Mission1"
MAP = MISSION1.encode().hex()
REAL_SETTINGS = "00 | 00 00 05 42 | 61 | 00 | 25 00 | " + MAP
RENAMED_SETTINGS = "00 | 00 00 05 42 | 65 | 01 | 25 00 | " + MAP + " | 04 00 00 00 | 41 00 63 00 65 00 32 00"

cases = Cases("session")


def settings(name, clock, bits, slot, rest, **options):
    """A Settings payload: pieces as hex."""
    cases.payload(name, f"00 | {clock} | {bits} | {slot} | {rest}", **options)


# ---- 30.3, 30.11: Settings ----

cases.payload("S1 real settings", REAL_SETTINGS,
              info=r"Settings t=33\.2 slot 0 Mission1, collisions on$",
              expect={"bcnet.opcode": Label(r"Settings \(0x00\)"), "bcnet.opcode.game_name": "GAME_INITIALIZE",
                      "bcnet.settings.game_time": "33.25", "bcnet.bits": 0x61, "bcnet.bits.count": 3,
                      "bcnet.settings.collisions": True, "bcnet.settings.host_modem": False,
                      "bcnet.settings.player_slot": 0, "bcnet.settings.object_base": 0x3FFFFFFF,
                      "bcnet.settings.map_len": 37, "bcnet.settings.map": MISSION1,
                      "bcnet.settings.name_changed": False},
              absent=["bcnet.settings.new_name_len", "bcnet.settings.new_name"])

cases.payload("S2 in words", REAL_SETTINGS,
              expect={"bcnet.settings.game_time": Label(r": 33\.25 s$"),
                      "bcnet.settings.collisions": Label(": On$"), "bcnet.settings.host_modem": Label(": No$"),
                      "bcnet.settings.map_len": Label("37 bytes$"),
                      "bcnet.settings.object_base": Label("0x3fffffff")})

for number, (clock, shown, slot, base) in enumerate([("00 00 20 BF 41", "23.8906", 0, 0x3FFFFFFF),
                                                     ("00 00 A0 AC 41", "21.5781", 0, 0x3FFFFFFF),
                                                     ("00 00 32 98 42", "76.0977", 0, 0x3FFFFFFF),
                                                     ("00 00 40 1B 42", "38.8125", 1, 0x4003FFFF)], 3):
    cases.payload(f"S{number} real settings", f"{clock} | 61 | {slot:02x} | 25 00 | {MAP}",
                  expect={"bcnet.settings.game_time": shown, "bcnet.settings.collisions": True,
                          "bcnet.settings.host_modem": False, "bcnet.settings.name_changed": False,
                          "bcnet.settings.player_slot": slot, "bcnet.settings.object_base": base,
                          "bcnet.settings.map": MISSION1})

cases.payload("S7 constructed new name", RENAMED_SETTINGS,
              info=r'Settings t=33\.2 slot 1 Mission1, collisions on, renamed "Ace2"$',
              expect={"bcnet.settings.game_time": "33.25", "bcnet.bits": 0x65, "bcnet.bits.count": 3,
                      "bcnet.settings.collisions": True, "bcnet.settings.host_modem": False,
                      "bcnet.settings.player_slot": 1, "bcnet.settings.object_base": 0x4003FFFF,
                      "bcnet.settings.map_len": 37, "bcnet.settings.map": MISSION1,
                      "bcnet.settings.name_changed": True, "bcnet.settings.new_name_len": 4,
                      "bcnet.settings.new_name": "Ace2"})

cases.datagram("S8 the real datagram",
               "01 03 | 32 06 80 05 00 28 | 32 33 80 06 00 " + REAL_SETTINGS + " | 32 06 80 07 00 01",
               info=r"ChecksumComplete \| Settings t=33\.2 slot 0 Mission1, collisions on \| GameInit$",
               messages=[{"bcnet.opcode": 0x28, "bcnet.msg.seq": 5, "bcnet.opcode.game_name": "SEND_FILE_COMPLETED"},
                         {"bcnet.opcode": 0x00, "bcnet.settings.game_time": "33.25", "bcnet.msg.length": 0x33},
                         {"bcnet.opcode": 0x01, "bcnet.opcode.game_name": "GAME_INITIALIZE_DONE"}])

# The third boolean lies in byte 5, wherever the map ends.
settings("S9 collisions off, modem, no map", "00 00 80 3F", "62", "0F", "00 00",
         info=r"Settings t=1\.0 slot 15 without a map, collisions off$",
         expect={"bcnet.settings.collisions": False, "bcnet.settings.host_modem": True,
                 "bcnet.settings.player_slot": 15, "bcnet.settings.object_base": 0x3FFFFFFF + 15 * 0x40000,
                 "bcnet.settings.map_len": 0, "bcnet.settings.name_changed": False},
         absent=["bcnet.settings.map"])

settings("S10 a mod's mission", "00 00 80 3F", "61", "00", "08 00 | " + b"Custom.X".hex(),
         info="slot 0 X, collisions on$", expect={"bcnet.settings.map": "Custom.X"})

# ---- 30.3: bad input ----

settings("B1 slot 16", "00 00 00 00", "60", "10", "00 00", experts=["bcnet.expert.value"],
         expect={"bcnet.settings.player_slot": 16}, absent=["bcnet.settings.object_base"])
settings("B2 slot -1", "00 00 00 00", "60", "FF", "00 00", experts=["bcnet.expert.value"],
         expect={"bcnet.settings.player_slot": -1}, absent=["bcnet.settings.object_base"])
settings("B3 negative map length", "00 00 00 00", "60", "00", "FF FF", experts=["bcnet.expert.value"],
         expect={"bcnet.settings.map_len": -1, "bcnet.settings.name_changed": False}, absent=["bcnet.settings.map"])
settings("B4 map length beyond the end", "00 00 00 00", "60", "00", "26 00 | 4D 69 73",
         experts=["bcnet.expert.truncated"],
         expect={"bcnet.settings.map_len": 38, "bcnet.unparsed": bytes.fromhex("4D6973")},
         absent=["bcnet.settings.map", "bcnet.settings.name_changed"])
settings("B5 count 2, new group behind the map", "00 00 00 00", "41", "00", "01 00 | 41 | 21 | 01 00 00 00 | 5A 00",
         experts=["bcnet.expert.bits"],
         expect={"bcnet.bits": [0x41, 0x21], "bcnet.settings.collisions": True, "bcnet.settings.host_modem": False,
                 "bcnet.settings.map": "A", "bcnet.settings.name_changed": True, "bcnet.settings.new_name": "Z"})
settings("B6 count 2, nothing behind the map", "00 00 00 00", "41", "00", "01 00 | 41",
         experts=["bcnet.expert.bits", "bcnet.expert.truncated"], expect={"bcnet.settings.map": "A"},
         absent=["bcnet.settings.name_changed"])
settings("B7 count 4", "00 00 00 00", "81", "00", "01 00 | 41", experts=["bcnet.expert.bits"],
         expect={"bcnet.bits.count": 4, "bcnet.settings.map": "A", "bcnet.settings.name_changed": False})
settings("B8 count 7", "00 00 00 00", "E1", "00", "01 00 | 41", experts=["bcnet.expert.bits"] * 2,
         expect={"bcnet.bits.count": 7, "bcnet.settings.name_changed": False})
settings("B9 trailing byte", "00 00 00 00", "60", "00", "01 00 | 41 | 07", experts=["bcnet.expert.trailing"],
         expect={"bcnet.settings.map": "A", "bcnet.unparsed": b"\7"})
settings("B10 negative name length", "00 00 00 00", "64", "00", "01 00 | 41 | FE FF FF FF",
         experts=["bcnet.expert.value"],
         expect={"bcnet.settings.new_name_len": -2}, absent=["bcnet.settings.new_name"])
for length in ("02 00 00 00", "00 00 00 40", "FF FF FF 7F", "01 00 00 40"):     # also those that overflow when doubled
    settings(f"B11 name length {length}", "00 00 00 00", "64", "00", f"01 00 | 41 | {length} | 5A 00",
             experts=["bcnet.expert.truncated"], absent=["bcnet.settings.new_name"],
             expect={"bcnet.settings.new_name_len": int.from_bytes(bytes.fromhex(length), "little"),
                     "bcnet.unparsed": b"Z\0"})
settings("B12 Latin-1 map, half a surrogate pair as name", "00 00 00 00", "64", "00",
         "03 00 | 41 E9 FF | 02 00 00 00 | 00 D8 42 00", info="slot 0 Aéÿ, ",
         expect={"bcnet.settings.map": "Aéÿ", "bcnet.settings.new_name": Label("\ufffd")})

# ---- 30.4 to 30.6, 30.9 ----

cases.payload("GameInit", "01", info="GameInit$", expect={"bcnet.opcode.game_name": "GAME_INITIALIZE_DONE"})
cases.payload("GameInit with a body", "01 02 03", experts=["bcnet.expert.trailing"],
              expect={"bcnet.unparsed": bytes([2, 3])})

cases.payload("SelfDestruct", "13", "client", info=r": SelfDestruct: asks the host to blow up its ship$",
              expect={"bcnet.opcode.game_name": "SELF_DESTRUCT_REQUEST"})
cases.datagram("SelfDestruct, unreliable", "02 01 32 04 00 13", info=r": SelfDestruct: asks the host to blow up its ship$",
               expect={"bcnet.msg.reliable": False, "bcnet.opcode": 0x13}, absent=["bcnet.msg.seq"])
cases.payload("SelfDestruct with a body", "13 01", "client", experts=["bcnet.expert.trailing"],
              expect={"bcnet.unparsed": b"\1"})

cases.payload("collisions off", "16 20", info="UICollisionSetting: collisions off$",
              expect={"bcnet.collision_setting.enabled": False, "bcnet.bits.count": 1,
                      "bcnet.opcode.game_name": "COLLISION_ENABLED"})
cases.payload("collisions on", "16 21", info="UICollisionSetting: collisions on$",
              expect={"bcnet.collision_setting.enabled": True})
cases.payload("collisions, count 2", "16 41", experts=["bcnet.expert.bits"],
              expect={"bcnet.collision_setting.enabled": True, "bcnet.bits.count": 2})
cases.payload("collisions, trailing", "16 21 00", experts=["bcnet.expert.trailing"], expect={"bcnet.unparsed": b"\0"})

cases.datagram("real NewPlayerInGame", "02 01 32 07 80 05 00 2A 20", info=": NewPlayerInGame: ready$",
               expect={"bcnet.msg.length": 7, "bcnet.new_player.modem": False, "bcnet.bits": 0x20,
                       "bcnet.bits.count": 1, "bcnet.opcode.game_name": "CLIENT_READY"})
cases.payload("ready, with modem", "2A 21", "client", info="NewPlayerInGame: ready, dial-up connection$",
              expect={"bcnet.new_player.modem": True})
cases.payload("ready, count 0", "2A 01", "client", experts=["bcnet.expert.bits"],
              expect={"bcnet.new_player.modem": True, "bcnet.bits.count": 0})

# ---- 30.8: a player has left ----

cases.payload("D1 constructed", "18 | 05 00 00 00 | 43 61 64 79 32", info=r"PlayerLeft: Cady2 left$",
              expect={"bcnet.delete_player.name_len": 5, "bcnet.delete_player.name": "Cady2",
                      "bcnet.opcode.game_name": "DELETE_PLAYER_FROM_GAME"})
cases.payload("D2 foreign form", "18 | 04 00 | 43 61 64 79", info=r"PlayerLeft: Cady left$",
              experts=["bcnet.expert.foreign"],
              expect={"bcnet.delete_player.name_len": 4, "bcnet.delete_player.name": "Cady"})
cases.payload("D3 foreign form, 32 bits would be negative", "18 | 02 00 | 41 E9", info=": Aé left$",
              experts=["bcnet.expert.foreign"], expect={"bcnet.delete_player.name": "Aé"})
cases.payload("D4 foreign form, too short for 32 bits", "18 | 01 00 | 41", experts=["bcnet.expert.foreign"],
              expect={"bcnet.delete_player.name_len": 1, "bcnet.delete_player.name": "A"})
cases.payload("D5 no name", "18 | 00 00 00 00", info=": a player without a name left$",
              expect={"bcnet.delete_player.name_len": 0}, absent=["bcnet.delete_player.name"])
cases.payload("D6 negative length", "18 | FF FF FF FF", experts=["bcnet.expert.value"],
              expect={"bcnet.delete_player.name_len": -1}, absent=["bcnet.delete_player.name"])
cases.payload("D7 neither form", "18 | 09 00 00 00 | 43 61", experts=["bcnet.expert.truncated"],
              expect={"bcnet.delete_player.name_len": 9, "bcnet.unparsed": b"Ca"})
# Cut by exactly two bytes, the game's form satisfies the rule of 30.8 for the foreign one.
cases.payload("D8 the foreign form by the rule", "18 | 05 00 | 00 00 43 61 64", experts=["bcnet.expert.foreign"],
              expect={"bcnet.delete_player.name_len": 5, "bcnet.delete_player.name": None})
cases.payload("D9 trailing", "18 | 01 00 00 00 | 41 42", info=": A left$", experts=["bcnet.expert.trailing"],
              expect={"bcnet.delete_player.name": "A", "bcnet.unparsed": b"B"})
cases.payload("D10 Latin-1 and control characters", "18 | 04 00 00 00 | C4 0A 80 FC", info="Ä\ufffd\ufffdü left$",
              expect={"bcnet.delete_player.name": None})
cases.payload("D11 256 characters are shown", "18 | 00 01 00 00 | " + "61" * 256, info=": a{256} left$")
cases.payload("D12 and no more", "18 | 01 01 00 00 | " + "61" * 257, info=": a{256}\u2026 left$")

# ---- 30.10: unused numbers ----

for value, constant in ((0x04, "DESTROY_OBJECT"), (0x05, "TORPEDO_POSITION"), (0x24, "BEGIN_SEND_FILE"),
                        (0x26, "DIRECTORY")):
    cases.payload(f"unused {value:02x}", f"{value:02x} 03", experts=["bcnet.expert.unused_opcode"],
                  info=f"Unused 0x{value:02x}: 1 byte$",
                  expect={"bcnet.opcode": value, "bcnet.opcode.game_name": constant, "bcnet.unparsed": b"\3"})
cases.payload("unused, alone", "04", experts=["bcnet.expert.unused_opcode"], info="Unused 0x04$")

# ---- What Settings tell the rest: the map names the mission, and so what a limit means (30.3, 70.4) ----

for mission, limit in (("Mission1", "limit 30000 points"), ("Mission2", "limit 30000 points"),
                       ("Mission3", "limit 30000 points"), ("Mission5", "limit 3 attackers"), ("Mission4", "limit 3")):
    path = f"Multiplayer.Episode.{mission}.{mission}".encode()
    cases.payload(f"limit in {mission}", "35 08 01 FF 03", info=f", {limit}$",
                  preface=[f"00 | 00 00 05 42 | 61 | 00 | {len(path):02x} 00 | {path.hex()}"])

# A clock that has gone back tells of a restarted server: its objects are gone (60.4). A real ship, an Akira.
SHIP = ("03000208800000ffffff3f010000b042000084c2000092c2f54a6f3ffe8c963e84e34b3e38784e3c000000000000000543616479"
         "32064d756c746931ffff64ffffffffffffff64ffffffffffff64ffffffffffffffffff646001ffffff64ffffffffffffff6400ff"
         "64ffffff6401ff")
for name, clock, known in (("clock goes on", "00 00 08 42", True), ("clock goes back", "00 00 80 3F", False)):
    cases.payload(name, "1E FF FF FF 3F", "client",
                  preface=[("client", SHIP), ("host", REAL_SETTINGS), ("host", f"00 | {clock} | 61 | 00 | 00 00")],
                  expect={"bcnet.object.resolved": Label("Akira")} if known else {},
                  absent=[] if known else ["bcnet.object.resolved"])

TestSession = cases.testcase()


class Truncation(unittest.TestCase):
    """Every payload cut at every byte."""

    def test_from_the_host(self):
        check_cuts(self, [octets(REAL_SETTINGS), octets(RENAMED_SETTINGS), octets("16 21")])

    def test_from_the_client(self):
        check_cuts(self, octets("2A 20"), sender="client")

    def test_player_left(self):
        check_cuts(self, octets("18 05 00 00 00 43 61 64 79 32"), without=[8])      # case D8


if __name__ == "__main__":
    main()
