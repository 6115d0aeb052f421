# SPDX-License-Identifier: GPL-2.0-or-later
"""Script messages: the examples of protocol chapter 70, its lengths and enumerations, names of players and teams."""

import csv
import json
import re
import tempfile
import unittest

import cuts
from bcnet_test import Cases, Has, Label, fields, forge, frames, main, run, scratch, scratch_file, tshark
from cases import octets
from players import announce
from ships import SOVEREIGN

SUBTREES = ("bcnet.chat", "bcnet.mission", "bcnet.score", "bcnet.score.entry", "bcnet.end_game",
            "bcnet.team")
cuts.CONTAINERS = (*cuts.CONTAINERS, *SUBTREES)

TRUNCATED, TRAILING, VALUE, DIRECTION, IDENTITY = (
    "bcnet.expert." + name for name in ("truncated", "trailing", "value", "direction", "identity"))
NONE = 255

cases = Cases("scripts")


def chat(sender, length, text):
    """The fields of 0x2C and 0x2D."""
    return {"bcnet.chat": None, "bcnet.chat.sender": sender, "bcnet.chat.text_len": length, "bcnet.chat.text": text}


def mission(players, system, minutes, limit, end_time=None):
    """The fields of 0x35."""
    expect = {"bcnet.mission": None, "bcnet.mission.player_limit": players, "bcnet.mission.system": system,
              "bcnet.mission.time_limit": minutes, "bcnet.mission.limit": limit}
    return expect if end_time is None else {**expect, "bcnet.mission.end_time": end_time}


def kill(killer, victim, deaths, entries, killer_kills=None, killer_score=None):
    """The fields of 0x36; entries: list of (player, score), score None for player 0."""
    expect = {"bcnet.score": None, "bcnet.score.killer": killer, "bcnet.score.victim": victim,
              "bcnet.score.victim.deaths": deaths, "bcnet.score.count": len(entries),
              "bcnet.score.entry": [None] * len(entries), "bcnet.score.player": [player for player, _ in entries],
              "bcnet.score.score": [score for _, score in entries if score is not None]}
    if killer_kills is not None:
        expect.update({"bcnet.score.killer.kills": killer_kills, "bcnet.score.killer.score": killer_score})
    return expect


def totals(player, kills, deaths, score):
    """The fields of 0x37, and of 0x3F without the team."""
    return {"bcnet.score": None, "bcnet.score.player": player, "bcnet.score.kills": kills, "bcnet.score.deaths": deaths,
            "bcnet.score.score": score}


def words(*numbers):
    """i32 numbers as hex."""
    return "".join((number & 0xFFFFFFFF).to_bytes(4, "little").hex() for number in numbers)


def settings(number, path=None):
    """A Settings payload (30.3) that names the mission."""
    path = (path or f"Multiplayer.Episode.Mission{number}.Mission{number}").encode()
    return ("host", f"00 00 00 05 42 61 00 {len(path).to_bytes(2, 'little').hex()} {path.hex()}")


# ---- 70.10: real bytes ----

S1 = "2C 03 00 00 00 08 00 49 54 20 57 4F 52 4B 53"
S2 = "2C 04 00 00 00 0E 00 74 6F 72 70 73 20 61 72 65 20 73 6C 6F 77"
S3 = "2C 03 00 00 00 18 00 65 76 65 72 79 74 68 69 6E 67 20 67 6F 6F 64 20 66 6F 72 20 79 6F 75 3F"
cases.datagram("S1", "03 01 32 14 80 2B 00 " + S1, expect=chat(3, 8, "IT WORKS"), info=r': Chat: "IT WORKS"$')
cases.datagram("S2", "01 01 32 1A 80 8A 00 " + S2, expect=chat(4, 14, "torps are slow"),
               info=r': Chat from player 4: "torps are slow"$')
cases.payload("S3", S3, 3, expect=chat(3, 24, "everything good for you?"), info=r': Chat: "everything good for you\?"$')
S4 = """
    01 05 01 05 00 00 32 0A 80 08 00 35 08 01 FF FF 32 16 80 09 00 37 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    32 74 80 0A 00 03 00 02 08 80 00 00 FF FF FF 3F 01 5A 34 94 42 26 2F 09 C2 5B F4 3C C2 C2 02 66 3F D9 6D 9F 3E 37
    F9 E4 3D B5 BF 93 3E CA 54 4D F2 FB A3 40 05 43 61 64 79 32 06 4D 75 6C 74 69 31 FF FF 64 FF FF FF FF FF FF FF 64
    FF FF FF FF FF FF 64 FF FF FF FF FF FF FF FF FF 64 60 01 FF FF FF 64 FF FF FF FF FF FF FF 64 00 FF 64 FF FF FF 64
    01 FF 32 17 80 0B 00 17 66 08 00 00 F1 00 80 00 00 00 00 00 91 07 00 00 03"""
cases.datagram("S4", S4,
               info=r": PlayerJoined: player 3 joined \| MissionInit: Multi1, up to 8 players, no limits \| "
                    r"Score player 2: 0 kills, 0 deaths, 0 points \| .* \| Ack 5$",
               messages=[{"bcnet.ack.seq": 5}, mission(8, 1, NONE, NONE), totals(2, 0, 0, 0), {"bcnet.opcode": 0x03},
                         {"bcnet.event.player": 3, "bcnet.event.destination": 0x791}])
cases.payload("S5", "35 08 09 FF FF", expect=mission(8, 9, NONE, NONE), absent=["bcnet.mission.end_time"],
              info=": MissionInit: Poseidon, up to 8 players, no limits$")
S6 = "36 00 00 00 00 02 00 00 00 01 00 00 00 00"
cases.payload("S6", S6, expect=kill(0, 2, 1, []), absent=["bcnet.score.killer.kills", "bcnet.score.killer.score"],
              info=r": ScoreChange: player 2 died \(1 death\)$")
cases.payload("S7", "35 07 01 FF FF", expect=mission(7, 1, NONE, NONE),
              info=": MissionInit: Multi1, up to 7 players, no limits$")

# ---- 70.11: constructed bytes ----

cases.datagram("C1", "01 01 32 11 80 01 00 2C 02 00 00 00 05 00 68 65 6C 6C 6F", expect=chat(2, 5, "hello"),
               info=r': Chat from player 2: "hello"$')
C2 = "2D 03 00 00 00 02 00 67 6F"
cases.payload("C2", C2, 3, expect=chat(3, 2, "go"), info=r': TeamChat: "go"$')
C3 = "35 06 03 14 D2 04 00 00 05"
cases.payload("C3", C3, expect=mission(6, 3, 20, 5, 1234),
              info=": MissionInit: Multi3, up to 6 players, 20 min until t=1234, limit 5$")
C4 = "36 02 00 00 00 03 00 00 00 A0 0F 00 00 03 00 00 00 01 00 00 00 01 04 00 00 00 2C 01 00 00"
cases.payload("C4", C4, expect=kill(2, 3, 1, [(4, 300)], 3, 4000),
              info=r": ScoreChange: player 2 killed player 3 \(3 kills, 4000 points; player 3: 1 death\), "
                   r"player 4: 300 points$")
cases.payload("C5", "38 03 00 00 00", expect={"bcnet.end_game": None, "bcnet.end_game.reason": 3},
              info=": EndGame: score limit reached$")
cases.payload("C6", "39", expect={"bcnet.restart_game": None},
              info=": RestartGame: scores are reset, back to ship selection$")
C7 = "3F 02 00 00 00 01 00 00 00 02 00 00 00 F4 01 00 00 FF"
cases.payload("C7", C7, expect={**totals(2, 1, 2, 500), "bcnet.team.id": NONE},
              info=": ScoreInit player 2: 1 kill, 2 deaths, 500 points, unknown team$")
C8 = "40 01 05 00 00 00 10 27 00 00"
cases.payload("C8", C8, expect={"bcnet.team": None, "bcnet.team.id": 1, "bcnet.team.kills": 5,
                                "bcnet.team.score": 10000},
              info=": TeamScore team 1: 5 kills, 10000 points$")
C9 = "41 03 00 00 00 01"
cases.payload("C9", C9, 3, expect={"bcnet.team": None, "bcnet.team.player": 3, "bcnet.team.id": 1},
              info=": Team: player 3 joins team 1$")
cases.payload("C10", "38 02 00 00 00", expect={"bcnet.end_game.reason": 2}, info=": EndGame: kill limit reached$")
C11 = "36 02 00 00 00 01 00 00 00 9C FF FF FF 00 00 00 00 01 00 00 00 00"
cases.payload("C11", C11, expect=kill(2, 0, 1, [], 1, -100),
              info=r": ScoreChange: player 2 killed a ship without player \(1 kill, -100 points\)$")
C12 = "36 00 00 00 00 02 00 00 00 01 00 00 00 02 00 00 00 00 04 00 00 00 2C 01 00 00"
cases.payload("C12", C12, expect=kill(0, 2, 1, [(0, None), (4, 300)]),
              info=r": ScoreChange: player 2 died \(1 death\), player 4: 300 points$")
cases.payload("C13", "2C 02 00 00 00 05 00 68 65 6C", expect=chat(2, 5, "hel"), experts=[TRUNCATED],
              info=r': Chat from player 2: "hel"$')
cases.payload("C14", "35 08", expect={"bcnet.mission.player_limit": 8}, experts=[TRUNCATED],
              absent=["bcnet.mission.system", "bcnet.mission.time_limit", "bcnet.mission.limit"],
              info=r": MissionInit \(incomplete\)$")

# ---- Chat: ISO-8859-1, lengths ----

# Control characters of C1 would spoil a line: they are replaced in the summary; of the soft hyphen the number is shown.
SHOWN = "\ufffd" * 32 + "".join(map(chr, range(0xA0, 0x100))).replace("\xad", r"\\u00AD")
cases.payload("all of Latin-1 above ASCII", b"\x2C\2\0\0\0\x80\0" + bytes(range(0x80, 0x100)), "client",
              expect=chat(2, 128, None), info=f'Chat: "{SHOWN}"$')
cases.payload("Latin-1 letters", b"\x2C\2\0\0\0\x40\0" + bytes(range(0xC0, 0x100)), "client",
              expect=chat(2, 64, "".join(map(chr, range(0xC0, 0x100)))))
cases.payload("Latin-1 words", "2C 02 00 00 00 09 00 | 47 72 FC DF 65 20 E9 01 FF", "client",
              expect=chat(2, 9, Label("Grüße é.+ÿ$")), info='Chat: "Grüße é\ufffdÿ"$')
cases.payload("bytes that are no UTF-8", "2C 02 00 00 00 04 00 | C3 28 FF FE", "client",
              expect=chat(2, 4, "Ã(ÿþ"), info='Chat: "Ã\\(ÿþ"$')
cases.payload("a line end in the text", "2C 02 00 00 00 03 00 | 41 0A 42", "client", info='Chat: "A\ufffdB"$')
cases.payload("only 0x01", "2C 02 00 00 00 01 00 | 01", "client", expect=chat(2, 1, None), info='Chat: "\ufffd"$')
cases.payload("no text", "2C 02 00 00 00 00 00", "client", expect=chat(2, 0, ""), info='Chat: ""$')
cases.payload("the longest whole text", b"\x2C\2\0\0\0\xF9\0" + b"x" * 249, "client", expect=chat(2, 249, "x" * 249))
# A mod's buffer of 1024 bytes: more is no trouble where it is there (70.4).
cases.payload("a mod's long line", b"\x2C\2\0\0\0\x90\1" + b"y" * 400, "client", expect=chat(2, 400, "y" * 400))
cases.payload("a longer text is cut by the writer", b"\x2C\2\0\0\0\xFA\0" + b"x" * 249, "client", experts=[TRUNCATED],
              expect=chat(2, 250, "x" * 249))
cases.payload("the longest length", "2C 02 00 00 00 FF FF 41", "client", experts=[TRUNCATED],
              expect=chat(2, 65535, "A"))
cases.payload("text missing", "2D 02 00 00 00 05 00", "client", experts=[TRUNCATED], expect=chat(2, 5, ""),
              info=r'TeamChat: ""$')
cases.payload("chat, trailing", S1 + " 00 01", 3, experts=[TRAILING],
              expect={**chat(3, 8, "IT WORKS"), "bcnet.unparsed": b"\0\1"}, info='Chat: "IT WORKS"$')
cases.payload("no length", "2C 02 00 00 00 05", "client", experts=[TRUNCATED],
              expect={"bcnet.chat.sender": 2, "bcnet.unparsed": b"\5"},
              absent=["bcnet.chat.text_len", "bcnet.chat.text"],
              info=r": Chat \(incomplete\)$")
cases.payload("label of a cut chat", "2C 02 00 00 00 05", "client", experts=[TRUNCATED],
              expect={"bcnet.chat": Label("^Chat$"), "bcnet.unparsed": b"\5"})
cases.payload("author -1", "2C FF FF FF FF 01 00 41", "client", expect=chat(-1, 1, "A"),
              info='Chat from player -1: "A"$', experts=[IDENTITY])
cases.payload("somebody else's name claimed", "2C 03 00 00 00 01 00 41", "client", preface=[announce(3, "Sep")],
              expect={"bcnet.chat.sender": Label(r"^Author: 3 \(Sep\) \[its own is 2\]$"),
                      "bcnet.player.name": "Sep"},
              info='Chat from Sep: "A"$', experts=[IDENTITY])
cases.payload("relayed, author known", "2C 02 00 00 00 01 00 41", "host", preface=[announce(2, "Ace")],
              info='Chat from Ace: "A"$')
cases.payload("own name", "2C 02 00 00 00 01 00 41", "client", preface=[announce(2, "Ace")],
              info='Ace → host: Chat: "A"$')
cases.payload("host plays", "2C 01 00 00 00 01 00 41", "host", info='Chat: "A"$',
              expect={"bcnet.chat.sender": Label(r"^Author: 1 \(host\)$")})

# ---- Mission (70.4, 70.6) ----

for number, name in enumerate(["unknown", "Multi1", "Multi2", "Multi3", "Multi4", "Multi5", "Multi6", "Multi7",
                               "Albirea",
                               "Poseidon"]):
    cases.payload(f"system {number}", f"35 08 {number:02x} FF FF",
                  info=f"MissionInit: {name if number else 'system 0'}, up to 8 players",
                  expect={"bcnet.mission.system": Label(rf"^System: {name} \({number}\)$")})
for number in (10, 11, 255):
    cases.payload(f"system {number}", f"35 08 {number:02x} FF FF", info=f"MissionInit: system {number}, up to 8 players",
                  experts=[VALUE],
                  expect={"bcnet.mission.system": number})
cases.payload("one player, time only", "35 01 08 05 FF FF FF FF FF", expect=mission(1, 8, 5, NONE, -1),
              info=": MissionInit: Albirea, up to 1 player, 5 min until t=-1$")
cases.payload("limit only", "35 08 01 FF 03", expect=mission(8, 1, NONE, 3),
              info=": MissionInit: Multi1, up to 8 players, limit 3$")
cases.payload("limits of 0 and 254", "35 00 01 00 00 00 00 00 FE", expect=mission(0, 1, 0, 254, 0),
              info=": MissionInit: Multi1, up to 0 players, 0 min until t=0, limit 254$")
cases.payload("units", C3, expect={"bcnet.mission.time_limit": Label(r"^Time limit: 20 min$"),
                                   "bcnet.mission.end_time": Label(r"^End time: 1234 s$"),
                                   "bcnet.mission.limit": Label(r"^Limit of points or attackers: 5$")})
cases.payload("no limits in words", "35 08 01 FF FF",
              expect={"bcnet.mission.time_limit": Label(r"^Time limit: none \(255\)$"),
                      "bcnet.mission.limit": Label(r"^Limit of points or attackers: none \(255\)$")})
cases.payload("time limit without end time", "35 08 01 14 05", experts=[TRUNCATED],
              info=r": MissionInit \(incomplete\)$",
              expect={"bcnet.mission.time_limit": 20, "bcnet.unparsed": b"\5"}, absent=["bcnet.mission.limit"])
cases.payload("end time without time limit", "35 08 01 FF D2 04 00 00 05", experts=[TRAILING],
              expect={**mission(8, 1, NONE, 0xD2), "bcnet.unparsed": bytes([4, 0, 0, 5])},
              absent=["bcnet.mission.end_time"])
for number, limit in ((1, "50000 points"), (2, "50000 points"), (3, "50000 points"), (5, "5 attackers")):
    cases.payload(f"limit of mission {number}", C3, preface=[settings(number)],
                  info=f"20 min until t=1234, limit {limit}$",
                  expect={"bcnet.mission.limit": Label(rf"^Limit of points or attackers: 5 \({limit}\)$")})
cases.payload("answer to a client that is ready", "35 08 01 FF FF", preface=[("client", "2A 20")],
              expect={"bcnet.mission.request_in": None})
cases.payload("an answer is given once", "35 08 01 FF FF", preface=[("client", "2A 20"), ("host", "35 08 01 FF FF")],
              absent=["bcnet.mission.request_in"])
cases.payload("answer to nobody", "35 08 01 FF FF", absent=["bcnet.mission.request_in"])

# ---- The form of a mod (70.4): player limit, time limit, limit, systems, 0 ----

FOREIGN = "bcnet.expert.foreign"
MODS = [settings(4)]
cases.payload("a mod's mission", f"35 08 FF FF {words(12, 3, 12, 0)}", preface=MODS, experts=[FOREIGN],
              expect={"bcnet.mission": None, "bcnet.mission.player_limit": 8, "bcnet.mission.time_limit": NONE,
                      "bcnet.mission.limit": NONE, "bcnet.mission.system": [12, 3, 12],
                      "bcnet.mission.system_end": 0}, absent=["bcnet.mission.end_time"],
              info=": MissionInit: systems 12, 3, 12, up to 8 players, no limits$")
cases.payload("a mod's mission with a time limit", f"35 08 14 D2 04 00 00 05 {words(70000, 0)}", preface=MODS,
              experts=[FOREIGN],
              expect={"bcnet.mission.player_limit": 8, "bcnet.mission.time_limit": 20, "bcnet.mission.end_time": 1234,
                      "bcnet.mission.limit": Label("^Limit of points or attackers: 5$"), "bcnet.mission.system": 70000,
                      "bcnet.mission.system_end": 0},
              info=": MissionInit: systems 70000, up to 8 players, 20 min until t=1234, limit 5$")
cases.payload("a mod's mission with many systems", f"35 08 FF FF {words(*range(1, 12), 0)}", preface=MODS,
              experts=[FOREIGN], expect={"bcnet.mission.system": list(range(1, 12))},
              info=": MissionInit: systems 1, 2, 3, 4, 5, 6, 7, 8 and 3 more, up to 8 players, no limits$")
cases.payload("a mod's mission is an answer too", f"35 08 FF FF {words(1, 0)}", preface=[*MODS, ("client", "2A 20")],
              experts=[FOREIGN], expect={"bcnet.mission.request_in": None})
cases.payload("another path with a stock name", f"35 08 FF FF {words(12, 0)}", experts=[FOREIGN],
              preface=[settings(0, "Custom.Mission1.Mission1")], expect={"bcnet.mission.system": 12})
# Its Mission10: first system; teams and systems; systems; kinds of ships and how many are left. Each list ends with -1.
MISSION_10 = [settings(0, "Multiplayer.Episode.Mission10.Mission10")]
cases.payload("a mod's Mission10", f"35 08 FF FF {words(12, 1, 3, 2, 4, -1, 12, 5, -1, 16, 2, -1)}", preface=MISSION_10,
              experts=[FOREIGN],
              expect={"bcnet.mission.player_limit": 8, "bcnet.mission.time_limit": NONE, "bcnet.mission.limit": NONE,
                      "bcnet.mission.system": [12, 12, 5], "bcnet.mission.system_end": [-1, -1, -1],
                      "bcnet.mission.team_system": [Label(": team 1 in system 3$"), Label(": team 2 in system 4$")],
                      "bcnet.mission.team_system.team": [1, 2], "bcnet.mission.team_system.system": [3, 4],
                      "bcnet.mission.free_ships": Label(": species 16, 2 left$"),
                      "bcnet.mission.free_ships.species": 16, "bcnet.mission.free_ships.count": 2},
              info=": MissionInit: systems 12, 12, 5, 2 teams, 1 kind of ships, up to 8 players, no limits$")
cases.payload("a mod's Mission10 with a time limit and empty lists", f"35 08 14 D2 04 00 00 05 {words(12, -1, -1, -1)}",
              preface=MISSION_10, experts=[FOREIGN],
              expect={"bcnet.mission.end_time": 1234, "bcnet.mission.limit": 5, "bcnet.mission.system": 12,
                      "bcnet.mission.system_end": [-1, -1, -1]}, absent=["bcnet.mission.team_system", "bcnet.mission.free_ships"],
              info=": MissionInit: systems 12, 0 teams, 0 kinds of ships, up to 8 players, 20 min until t=1234, limit 5$")
cases.payload("the first form in Mission10", f"35 08 FF FF {words(12, 3, 0)}", preface=MISSION_10, experts=[FOREIGN],
              expect={"bcnet.mission.system": [12, 3], "bcnet.mission.system_end": 0})
for name, data, preface in (
        ("in another mission", f"35 08 FF FF {words(12, -1, -1, -1)}", MODS),
        ("in Mission100", f"35 08 FF FF {words(12, -1, -1, -1)}", [settings(0, "Multiplayer.Episode.Mission100.Mission100")]),
        ("without a map", f"35 08 FF FF {words(12, -1, -1, -1)}", []),
        ("two ends", f"35 08 FF FF {words(12, -1, -1)}", MISSION_10),
        ("bytes behind it", f"35 08 FF FF {words(12, -1, -1, -1, 5)}", MISSION_10),
        ("half a pair", f"35 08 FF FF {words(12, 1, -1, -1, -1)}", MISSION_10),
        ("not a multiple of four", f"35 08 FF FF {words(12, -1, -1, -1)} 00", MISSION_10)):
    cases.payload(f"no Mission10 of a mod: {name}", data, preface=preface, experts=[VALUE, TRAILING],
                  expect={"bcnet.mission.player_limit": 8, "bcnet.unparsed": None}, absent=["bcnet.mission.system_end"])
# Stock, as long as one of the conditions does not hold.
for name, data, preface, experts in (
        ("five bytes", "35 08 01 FF FF", MODS, []),
        ("nine bytes", "35 08 01 14 D2 04 00 00 05", MODS, []),
        ("no Settings", f"35 08 FF FF {words(12, 0)}", [], [VALUE, TRAILING]),
        ("no map", f"35 08 FF FF {words(12, 0)}", [("host", "00 00 00 05 42 61 00 00 00")], [VALUE, TRAILING]),
        ("a client's Settings", f"35 08 FF FF {words(12, 0)}", [("client", MODS[0][1])], [VALUE, TRAILING]),
        *((f"mission {number}", f"35 08 FF FF {words(12, 0)}", [settings(number)], [VALUE, TRAILING])
          for number in (1, 2, 3, 5)),
        ("stock again", f"35 08 FF FF {words(12, 0)}", [*MODS, settings(1)], [VALUE, TRAILING]),
        ("one number", f"35 08 FF FF {words(0)}", MODS, [VALUE, TRAILING]),
        ("not a multiple of four", f"35 08 FF FF {words(12, 0)} 00", MODS, [VALUE, TRAILING]),
        ("the last one is not 0", f"35 08 FF FF {words(12, 3)}", MODS, [VALUE, TRAILING]),
        ("0 in between", f"35 08 FF FF {words(12, 0, 3, 0)}", MODS, [VALUE, TRAILING]),
        ("a negative system", f"35 08 FF FF {words(-1, 0)}", MODS, [VALUE, TRAILING]),
        ("time limit, but no time", f"35 08 14 05 {words(12, 0)}", MODS, [VALUE, TRAILING])):
    cases.payload(f"no form of a mod: {name}", data, preface=preface, experts=experts,
                  expect={"bcnet.mission.player_limit": 8, **({"bcnet.unparsed": None} if TRAILING in experts else {})},
                  absent=["bcnet.mission.system_end"])
cases.payload("a mod's mission gives limits no meaning", C3, preface=MODS, info=", limit 5$")
cases.payload("scores of a mod's mission tell nothing of it", C3, preface=[*MODS, ("host", f"37 {words(3, 2, 1, 4)}")],
              info=", limit 5$")
cases.payload("a mod's mission takes the place of a stock one", C3, preface=[settings(1), *MODS], info=", limit 5$")

# ---- Scores ----

cases.payload("kill, names", C4, preface=[announce(2, "Sep"), announce(3, "Ace"), announce(4, "Kim")],
              info=r": ScoreChange: Sep killed Ace \(3 kills, 4000 points; Ace: 1 death\), Kim: 300 points$",
              expect={"bcnet.player.name": ["Sep", "Ace", "Kim"], "bcnet.score.killer": Label(r"^Killer: 2 \(Sep\)$"),
                      "bcnet.score.victim": Label(r"^Victim: 3 \(Ace\)$"),
                      "bcnet.score.entry": Label("Entry of Kim: 300 points$")})
cases.payload("nobody killed nobody's ship", f"36 {words(0, 0, 1)} 00", expect=kill(0, 0, 1, []),
              info=": ScoreChange: a ship without player died$")
cases.payload("one kill, two deaths, negative totals", f"36 {words(2, -1, -4000, 3, 2)} 00",
              expect=kill(2, 3, 2, [], -1, -4000),
              info=r"player 2 killed player 3 \(-1 kills, -4000 points; player 3: 2 deaths\)$")
cases.payload("negative entry", f"36 {words(0, 2, 1)} 01 {words(3, -2147483648)}",
              expect=kill(0, 2, 1, [(3, -2147483648)]), info="player 3: -2147483648 points$")
cases.payload("only entries with player 0", f"36 {words(0, 2, 1)} 03 {words(0, 0, 0)}",
              expect=kill(0, 2, 1, [(0, None), (0, None), (0, None)]))
most = [(player, player * 10) for player in range(1, 31)]
cases.payload("as many entries as fit", f"36 {words(0, 2, 1)} 1E {words(*[n for entry in most for n in entry])}",
              expect=kill(0, 2, 1, most))
cases.payload("255 entries, one there", f"36 {words(0, 2, 1)} FF {words(3, 7)}", experts=[TRUNCATED],
              expect={**kill(0, 2, 1, [(3, 7)]), "bcnet.score.count": 255},
              info=r"ScoreChange: player 2 died \(1 death\), player 3: 7 points \(incomplete\)$")
cases.payload("entry without its score", f"36 {words(0, 2, 1)} 01 {words(3)}", experts=[TRUNCATED],
              expect={"bcnet.score.count": 1, "bcnet.score.player": 3}, absent=["bcnet.score.score"])
cases.payload("entry cut", f"36 {words(0, 2, 1)} 02 {words(3, 7)} 04 00", experts=[TRUNCATED],
              expect={"bcnet.score.player": 3, "bcnet.score.score": 7, "bcnet.unparsed": b"\4\0"})
cases.payload("fewer entries announced than there are", f"36 {words(0, 2, 1)} 01 {words(3, 7, 4, 8)}",
              experts=[TRAILING],
              expect={**kill(0, 2, 1, [(3, 7)]), "bcnet.unparsed": octets(words(4, 8))})
cases.payload("killer 0 is nobody", S6, expect={"bcnet.score.killer": Label(r"^Killer: nobody \(0\)$")})

cases.payload("score", f"37 {words(3, 2, 1, -300)}", preface=[announce(3, "Sep")], expect=totals(3, 2, 1, -300),
              info=": Score Sep: 2 kills, 1 death, -300 points$")
cases.payload("score of the host", f"37 {words(1, 0, 0, 0)}", expect={"bcnet.score.player": Label(r"\(host\)$")},
              info=": Score the host: 0 kills, 0 deaths, 0 points$")
cases.payload("score, trailing", f"37 {words(3, 2, 1, 4)} 09", experts=[TRAILING],
              expect={**totals(3, 2, 1, 4), "bcnet.unparsed": b"\x09"})
cases.payload("score init, trailing", C7 + " 00", experts=[TRAILING],
              expect={"bcnet.team.id": NONE, "bcnet.unparsed": b"\0"})
cases.payload("score init without team", f"3F {words(3, 2, 1, 4)}", experts=[TRUNCATED], expect=totals(3, 2, 1, 4),
              absent=["bcnet.team.id"])

# ---- The end ----

for reason, sentence in enumerate(["it is just over", "time up", "kill limit reached", "score limit reached",
                                   "starbase destroyed",
                                   "Borg destroyed", "Enterprise destroyed"]):
    cases.payload(f"reason {reason}", f"38 {words(reason)}", info=f": EndGame: {sentence}$",
                  expect={"bcnet.end_game.reason": Label(rf"^Reason: {sentence} \({reason}\)$")})
for reason in (7, -1, 0x7FFFFFFF):
    cases.payload(f"reason {reason}", f"38 {words(reason)}", info=f": EndGame: reason {reason}$", experts=[VALUE],
                  expect={"bcnet.end_game.reason": reason})
cases.payload("a client ends the game", f"38 {words(4)}", "client", info=": EndGame: starbase destroyed$")
cases.payload("end, trailing", f"38 {words(1)} 00", experts=[TRAILING], expect={"bcnet.unparsed": b"\0"})
cases.payload("restart, trailing", "39 07", experts=[TRAILING],
              expect={"bcnet.restart_game": None, "bcnet.unparsed": b"\7"})

# ---- Cut messages say so ----

for value, word in ((0x35, "MissionInit"), (0x36, "ScoreChange"), (0x37, "Score"), (0x38, "EndGame"),
                    (0x3F, "ScoreInit"),
                    (0x40, "TeamScore"), (0x41, "Team")):
    cases.payload(f"cut {value:02x}", f"{value:02x}", experts=[TRUNCATED], info=rf": {word} \(incomplete\)$")

# ---- Teams (70.5, 70.6) ----

for team in (2, 3, 254):
    cases.payload(f"team {team}", f"41 03 00 00 00 {team:02x}", 3, experts=[VALUE], expect={"bcnet.team.id": team},
                  info=f"joins team {team}$")
    cases.payload(f"score of team {team}", f"40 {team:02x} {words(1, 2)}", experts=[VALUE],
                  expect={"bcnet.team.id": team})
    cases.payload(f"score init of team {team}", f"3F {words(3, 2, 1, 4)} {team:02x}", experts=[VALUE],
                  expect={"bcnet.team.id": team})
cases.payload("team unknown", "41 03 00 00 00 FF", 3, expect={"bcnet.team.id": Label(r"^Team: unknown \(255\)$")},
              info="player 3 joins unknown team$")
for number, names in ((2, ["team 1", "team 2"]), (3, ["Federation", "non-Federation"]),
                      (5, ["attackers", "defenders"])):
    for team, name in enumerate(names):
        cases.payload(f"team {team} of mission {number}", f"41 03 00 00 00 {team:02x}", 3, preface=[settings(number)],
                      expect={"bcnet.team.id": Label(rf"^Team: {team} \({name}\)$")}, info=f"player 3 joins {name}$")
        cases.payload(f"score of team {team} of mission {number}", f"40 {team:02x} {words(1, -2)}",
                      preface=[settings(number)],
                      expect={"bcnet.team.id": team, "bcnet.team.score": -2},
                      info=f"TeamScore {name}: 1 kill, -2 points$")
        cases.payload(f"member of team {team} of mission {number}", f"3F {words(3, 2, 1, 4)} {team:02x}",
                      preface=[settings(number)], info=f"4 points, {name}$")
cases.payload("no teams in mission 1", "41 03 00 00 00 01", 3, preface=[settings(1)], info="joins team 1$",
              expect={"bcnet.team.id": Label("^Team: 1$")})
cases.payload("team, trailing", C9 + " 00", 3, experts=[TRAILING], expect={"bcnet.unparsed": b"\0"})
cases.payload("team score, trailing", C8 + " 00", experts=[TRAILING], expect={"bcnet.unparsed": b"\0"})

# 70.6: what the messages themselves tell of the mission; the Settings message counts more.
cases.payload("score tells of mission 1", C3, preface=[("host", f"37 {words(2, 0, 0, 0)}")], info="limit 50000 points$")
cases.payload("starbase tells of mission 5", C9, 3, preface=[("host", f"38 {words(4)}")], info="joins defenders$")
cases.payload("kill limit tells of mission 5", C9, 3, preface=[("host", f"38 {words(2)}")], info="joins defenders$")
cases.payload("victim 0 tells of mission 5", C9, 3, preface=[("host", C11)], info="joins defenders$")
cases.payload("score limit tells nothing", C9, 3, preface=[("host", f"38 {words(3)}")], info="joins team 1$")
cases.payload("another victim tells nothing", C9, 3, preface=[("host", S6)], info="joins team 1$")
cases.payload("a client's kill tells nothing", C9, 3, preface=[(3, C11)], info="joins team 1$")
cases.payload("settings count more", C9, 3, preface=[settings(3), ("host", C11)], info="joins non-Federation$")
cases.payload("a mod's message tells nothing", C9, 3, preface=[("host", C11 + " 00"),
                                                               ("host", f"37 {words(2, 0, 0, 0)} 00"),
                                                                ("host", f"38 {words(4)} 00")], info="joins team 1$")
cases.payload("a client's score tells nothing", C3, preface=[("client", f"37 {words(2, 0, 0, 0)}")], info="limit 5$")

# ---- Directions (70.7) ----

for name, data in (("35", "35 08 01 FF FF"), ("36", S6), ("37", f"37 {words(2, 0, 0, 0)}"), ("39", "39"), ("3f", C7),
                   ("40", C8)):
    cases.payload(f"{name} from a client", data, "client", experts=[DIRECTION])
for name, data in (("2c", S1), ("2d", C2), ("41", C9), ("38", "38 04 00 00 00")):
    cases.payload(f"{name} from a client is fine", data, 3, expect={"bcnet.opcode": int(name, 16)})

# ---- Numbers of mods (70.2) ----

for value in (0x2B, 0x2E, 0x34, 0x3A, 0x3E, 0x50, 205, 211, 214, 255):
    cases.payload(f"mod's {value:02x}", f"{value:02x} 01 02 03", expect={"bcnet.unparsed": b"\1\2\3"},
                  info=f": Script message 0x{value:02x}: 3 bytes$")
for value in range(0x35, 0x3A):     # one mod gives these layouts of its own
    shown = {"bcnet.opcode": value, "bcnet.unparsed": Has(None)}
    odd = {0x36: [IDENTITY] * 3, 0x37: [IDENTITY], 0x38: [VALUE]}.get(value, [])
    cases.payload(f"mod's {value:02x}", f"{value:02x} " + "01" * 200, expect=shown, experts=[TRAILING, *odd])

# ---- Restart: ships are gone (60.4) ----

STOP = "08 01 01 00 00 DA 00 80 00 00 00 00 00 05 00 00 40"
for name, between, info in (("restart", ("host", "39"), "StopFiring object 0x40000005$"),
                            ("a client's restart", ("client", "39"), r"StopFiring Sovereign \(Cady2\): Torpedoes$"),
                            ("a mod's restart", ("host", "39 00"), r"StopFiring Sovereign \(Cady2\): Torpedoes$")):
    cases.payload(f"ships after {name}", STOP, "client", preface=[("client", SOVEREIGN), between], info=info)

# An object id where a network id belongs: nobody is called a player for it.
NOBODYS = words(0x3FFFFFFF)
for name, data, said in (("chat", f"2C {NOBODYS} 02 00 68 69", "Chat from {}: \"hi\""), ("team", f"41 {NOBODYS} 01", "Team: {} joins team 1"),
                         ("score", f"37 {NOBODYS} {words(1, 0, 5)}", "Score {}: 1 kill, 0 deaths, 5 points")):
    for preface, no_player in (([], "object id 0x3fffffff, not a player"), ([("host", SOVEREIGN)], "object id of Cady2's ship, not a player")):
        cases.payload(f"{name} of an object id{' of a ship' * len(preface)}", data, "host", preface=preface, experts=[IDENTITY],
                      info=re.escape(said.format(no_player)) + "$")

TestScripts = cases.testcase()


class Links(unittest.TestCase):
    """The answer to a client that is ready, found on its own link only."""

    def test_mission(self):
        found = frames(forge("""
            endpoint host 10.0.0.1:22101 id 1
            endpoint ace 10.0.0.2:59405 id 2
            endpoint sep 10.0.0.3:59405 id 3
            at 0 ace > host
                game seq 0 2A 20
            at 1 host > sep
                game seq 0 35 08 01 FF FF
            at 2 host > ace
                game seq 0 35 08 01 FF FF
        """))
        self.assertEqual(found[1].shows("bcnet.mission.request_in"), [])
        self.assertEqual(found[2].shows("bcnet.mission.request_in"), ["1"])


class ModsMission(unittest.TestCase):
    """Of the numbers that a mod has for its systems no view makes a stock one."""

    def test_no_system(self):
        for mission, numbers in ((4, words(12, 3, 0)), (10, words(12, 1, 3, -1, 12, -1, 16, 2, -1))):
            _, map_of = settings(mission)
            capture = forge(f"""
                endpoint host 10.10.10.1:22101 id 1
                endpoint ace  10.10.10.2:59405 id 2
                at 0 host > ace
                    game seq 0 {map_of}
                at 1 host > ace
                    game seq 1 35 08 FF FF {numbers}
            """)
            data, folder = scratch_file(".json"), tempfile.mkdtemp(dir=scratch())
            tshark("-r", capture, "-qz", f"bcnet,world,{data}", "-z", f"bcnet,tables,{folder}")
            rules = json.loads(data.read_text(encoding="utf-8"))["games"][0]["rounds"][0]
            self.assertEqual((rules["players"], rules.get("system")), (8, None))
            with open(f"{folder}/rounds.csv", encoding="utf-8") as file:
                self.assertEqual([(row["players"], row["system"]) for row in csv.DictReader(file)], [("8", "")])


class InFragments(unittest.TestCase):
    """A mod's buffer of 1024 bytes makes lines that come in fragments: no trouble, and the whole text (70.4)."""

    def test_chat(self):
        line = "a long story " * 70
        capture = forge(f"""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace  10.10.10.2:59405 id 2
            at 0 ace > host
                split seq 0 every 0.01 2C i32:2 str16:"{line}"
        """)
        self.assertEqual(fields(capture, ["bcnet.chat.text"], "bcnet.chat"), [{"bcnet.chat.text": [line]}])
        self.assertEqual(fields(capture, ["_ws.expert"], "_ws.expert"), [])


class Subtrees(unittest.TestCase):
    """A subtree covers its bytes, and left-over bytes stand beside it."""

    def test_all(self):
        payloads = [octets(payload + " EE") for payload in (S1, C2, C3, C4, "37" + words(2, 1, 2, 3), "38 03 00 00 00",
                                                            "39", C7, C8, C9)]
        for payload, frame in zip(payloads, frames(cuts.payloads_as_capture(payloads))):
            opened = [node for node in frame.messages()[0].children if node.name in SUBTREES]
            self.assertEqual([node.size for node in opened], [len(payload) - 2] if payload[0] != 0x39 else [],
                             frame.outline())
            self.assertEqual(frame.messages()[0].children[-1].name, "bcnet.unparsed", frame.outline())
            self.assertEqual([node.size for node in frame.all("bcnet.score.entry")], [8] if payload[0] == 0x36 else [])


class LongLines(unittest.TestCase):
    """Lines that are too long for Wireshark end with a whole letter: half a letter is no XML."""

    def test_chat(self):
        texts = [b"x" * before + letter * 200 for before in range(3) for letter in (b"\xe4", b"\x01")]
        capture = cuts.payloads_as_capture([octets("2C 01 00 00 00") + len(text).to_bytes(2, "little") + text
                                            for text in texts])
        for shown in (["-V"], ["-T", "pdml"]):
            self.assertIn("Chat: ", run("tshark", "-r", capture, *shown).decode())


class Truncation(unittest.TestCase):
    """Every payload cut at every byte: all bytes are shown, one expert info, never malformed."""

    def check(self, payloads, sender):
        cuts.check_cuts(self, [octets(payload) for payload in payloads], sender)

    def test_from_host(self):
        self.check([S2, "35 08 01 FF FF", C3, S6, C4, C11, C12, "37" + words(2, 1, 2, 3), "38 03 00 00 00", C7, C8],
                   "host")

    def test_from_client(self):
        """Who names itself: an author who is somebody else has an expert info of its own (10.12)."""
        self.check([payload.replace("03", "02", 1) for payload in (S1, S3, C2, C9)], "client")


if __name__ == "__main__":
    main()
