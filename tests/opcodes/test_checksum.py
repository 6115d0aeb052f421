# SPDX-License-Identifier: GPL-2.0-or-later
"""Checksums and files: the examples of protocol chapter 35.9 and what 35.2 to 35.8 say of bad input."""

import re
import struct
import unittest

from bcnet_test import Cases, Label, Step, fields, forge, main, scratch_file, tshark
from cases import octets
from cuts import check_cuts
from name_hash import name_hash

REQUESTS = {
    0: "20 00 08 00 73 63 72 69 70 74 73 2F 07 00 41 70 70 2E 70 79 63 20",
    1: "20 01 08 00 73 63 72 69 70 74 73 2F 0C 00 41 75 74 6F 65 78 65 63 2E 70 79 63 20",
    2: "20 02 0D 00 73 63 72 69 70 74 73 2F 73 68 69 70 73 05 00 2A 2E 70 79 63 21",
    3: "20 03 10 00 73 63 72 69 70 74 73 2F 6D 61 69 6E 6D 65 6E 75 05 00 2A 2E 70 79 63 20",
    0xFF: "20 FF 13 00 53 63 72 69 70 74 73 2F 4D 75 6C 74 69 70 6C 61 79 65 72 05 00 2A 2E 70 79 63 21",
}
ANSWERS = {
    0: "21 00 43 E2 0C 7E 2F CB AF 4D 01 00 77 B6 3E 37 68 A7 A0 F8 00",
    1: "21 01 2F CB AF 4D 01 00 A1 E6 01 85 49 00 93 17 00",
    3: """21 03 5D 47 09 34 04 00 8B 66 46 58 7C 74 09 89 9D D2 70 43 C1 BB 58 B8
          A2 9F DD E9 AD D0 8C 2C 23 1D 4D B5 A7 30 B1 2D 00""",
    0xFF: """21 FF 3F D1 94 87 09 00 2D 71 11 2C 8F 73 CE 86 85 C0 A4 67 82 A7 61 59
             29 A7 25 08 C7 33 FF AC 37 8D 1F CB 31 9C 5B A5 48 07 AF 44 3E FA 19 DA
             E9 30 41 1F 71 50 57 F5 E5 8A DE C5 74 0E DC 09 7B F2 53 FC F2 AD 19 8D
             A2 9F DD E9 7D 1F 45 6F 01 A5 2B C8 83 02 00 86 26 2E 71 C7 3D 39 B2 A2
             9F DD E9 80 8D A7 9B 04 BC 3A D6 88 08 A2 7D 58 51 38 ED 72 DA E8 F2 16
             04 00 38 D9 5B 41 3A 08 A7 DE 6C 51 40 02 E9 8E 33 C1 8B 81 59 63 CB 53
             47 5C A2 9F DD E9 FF 89 53 4D 00 04 00 37 B0 EA 88 9E F3 82 E6 E7 CD 32
             EA 65 8B 14 1E 94 E2 FE A6 FD 04 26 41 A2 9F DD E9 FF 89 55 4D 00 04 00
             15 64 FC A4 CF E4 8A 8F 34 F0 F3 58 18 7A D5 35 DD 3E 42 13 EF C9 06 4A
             A2 9F DD E9 FF 89 57 4D 00 05 00 1C 4B F6 6D B1 54 B3 A3 3D 4F 0B 9D 0B
             6A 13 66 0B 23 27 7B 83 67 C4 70 E2 43 D4 67 97 6B 06 28 A2 9F DD E9 FF
             89 5B 4D 00""",
}
SCRIPTS = "2F CB AF 4D"             # hash of "scripts"
INIT, APP = "A2 9F DD E9", "77 B6 3E 37"
UNKNOWN = "11 22 33 44"             # a hash of no name of the unmodified game

cases = Cases("checksum")


def answer(name, data, **rest):
    """A ChecksumResponse."""
    cases.payload(name, data, "client", **rest)


# ---- 35.2, 35.9: requests ----

ROUNDS = [(0, 0, "scripts/", "App.pyc", False), (1, 1, "scripts/", "Autoexec.pyc", False),
          (2, 2, "scripts/ships", "*.pyc", True), (3, 3, "scripts/mainmenu", "*.pyc", False),
          (0xFF, "0xff", "Scripts/Multiplayer", "*.pyc", True)]
for number, shown, directory, pattern, recursive in ROUNDS:
    cases.payload(f"request {shown}", REQUESTS[number],
                  info=": ChecksumRequest round " + re.escape(f"{shown}: {directory} {pattern}"
                                                              + (" with subdirectories" if recursive else "")) + "$",
                  expect={"bcnet.opcode.game_name": "DO_CHECKSUM", "bcnet.checksum.round": number,
                          "bcnet.checksum.directory_len": len(directory), "bcnet.checksum.directory": directory,
                          "bcnet.checksum.filter_len": len(pattern), "bcnet.checksum.filter": pattern,
                          "bcnet.bits.count": 1, "bcnet.checksum.recursive": recursive},
                  absent=["bcnet.checksum.request_in", "bcnet.checksum.response_in"])

cases.datagram("request 0 in its datagram",
               "01 03 | 01 00 00 02 | 03 06 C0 00 00 02 | 32 1B 80 00 00 " + REQUESTS[0],
               info=r"ChecksumRequest round 0: scripts/ App\.pyc \| Ack 0 \(low\)$",
               messages=[{"bcnet.ack.low": True}, {"bcnet.connect.assigned": 2},
                         {"bcnet.checksum.directory": "scripts/", "bcnet.checksum.filter": "App.pyc"}])

cases.payload("request for all files", "20 02 01 00 61 00 00 20", info="round 2: a all files$",
              expect={"bcnet.checksum.directory": "a", "bcnet.checksum.filter_len": 0},
              absent=["bcnet.checksum.filter"])
cases.payload("request with negative lengths", "20 02 FF FF FE FF 20", experts=["bcnet.expert.value"] * 2,
              expect={"bcnet.checksum.directory_len": -1, "bcnet.checksum.filter_len": -2},
              absent=["bcnet.checksum.directory", "bcnet.checksum.filter"])
# A mod's host asks rounds 4 and 5 in mid-game: nothing is wrong with them but on the way into the game.
CONNECT = Step("FF 01 03 0A C0 00 00 0A 00 00 01 5F", "new", kind="datagram")
for number, directory in ((4, b"scripts/ships/Hardpoints"), (5, b"scripts/Tactical/Projectiles")):
    again = f"20 0{number} {len(directory):02x} 00 {directory.hex()} 05 00 2A 2E 70 79 63 21"
    cases.payload(f"round {number}, no join seen", again, info=f"ChecksumRequest round {number}: ",
                  expect={"bcnet.checksum.round": number})
    cases.payload(f"round {number} in mid-game", again, preface=[CONNECT, ("host", "01")])
    cases.payload(f"round {number} in a join", again, preface=[CONNECT], experts=["bcnet.expert.value"])
    cases.payload(f"round {number} in the next join", again, preface=[("host", "01"), CONNECT],
                  experts=["bcnet.expert.value"])
for number in (6, 0xFE):
    cases.payload(f"round {number}", f"20 {number:02x} 01 00 61 00 00 20", experts=["bcnet.expert.value"],
                  info=f"ChecksumRequest round 0x{number:02x}: ", expect={"bcnet.checksum.round": number})
cases.payload("request beyond the end", "20 02 0A 00 61 62", experts=["bcnet.expert.truncated"],
              expect={"bcnet.checksum.directory_len": 10, "bcnet.unparsed": b"ab"})
cases.payload("request with two booleans", "20 02 01 00 61 00 00 41", experts=["bcnet.expert.bits"],
              expect={"bcnet.checksum.recursive": True})
cases.payload("request with more behind it", "20 02 01 00 61 00 00 20 00", experts=["bcnet.expert.trailing"],
              expect={"bcnet.unparsed": b"\0"})
cases.payload("request in Latin-1", "20 02 03 00 E9 FF 5C 01 00 80 20", info="round 2: éÿ\\\\ \ufffd$",
              expect={"bcnet.checksum.directory": "éÿ\\", "bcnet.checksum.filter": None})

# ---- 35.3, 35.9: answers ----

answer("answer 0", ANSWERS[0], info=r"ChecksumResponse round 0: 1 file in scripts, version 60$",
       expect={"bcnet.opcode.game_name": "CHECKSUM", "bcnet.checksum.round": 0,
               "bcnet.checksum.version_hash": 0x7E0CE243, "bcnet.checksum.version": "60",
               "bcnet.checksum.directory_hash": 0x4DAFCB2F, "bcnet.checksum.directory": "scripts",
               "bcnet.checksum.tree": Label("scripts, 1 file, 0 subdirectories$"), "bcnet.checksum.file_count": 1,
               "bcnet.checksum.file": Label(r"App\.pyc, contents 0xf8a0a768$"),
               "bcnet.checksum.file.name_hash": 0x373EB677, "bcnet.checksum.file.content_hash": 0xF8A0A768,
               "bcnet.checksum.file.name": "App.pyc", "bcnet.checksum.file.path": "scripts/App.pyc",
               "bcnet.checksum.dir_count": 0, "bcnet.checksum.files_total": 1, "bcnet.checksum.dirs_total": 0},
       absent=["bcnet.checksum.request_in", "bcnet.checksum.dir.name_hash"])

answer("answer 1", ANSWERS[1], info=r"ChecksumResponse round 1: 1 file in scripts$",
       expect={"bcnet.checksum.round": 1, "bcnet.checksum.directory_hash": 0x4DAFCB2F,
               "bcnet.checksum.file_count": 1, "bcnet.checksum.file.name_hash": 0x8501E6A1,
               "bcnet.checksum.file.content_hash": 0x17930049, "bcnet.checksum.file.name": "Autoexec.pyc",
               "bcnet.checksum.file.path": "scripts/Autoexec.pyc", "bcnet.checksum.dir_count": 0},
       absent=["bcnet.checksum.version_hash", "bcnet.checksum.version"])

answer("answer 3", ANSWERS[3], info=r"ChecksumResponse round 3: 4 files in scripts/mainmenu$",
       expect={"bcnet.checksum.directory_hash": 0x3409475D, "bcnet.checksum.directory": "scripts/mainmenu",
               "bcnet.checksum.file_count": 4,
               "bcnet.checksum.file.name_hash": ["0x5846668b", "0x4370d29d", "0xe9dd9fa2", "0xb54d1d23"],
               "bcnet.checksum.file.content_hash": ["0x8909747c", "0xb858bbc1", "0x2c8cd0ad", "0x2db130a7"],
               "bcnet.checksum.file.name": ["CardSpecificSetup.pyc", "KeyboardConfig.pyc", "__init__.pyc",
                                            "mainmenu.pyc"],
               "bcnet.checksum.file.path": ["scripts/mainmenu/CardSpecificSetup.pyc",
                                            "scripts/mainmenu/KeyboardConfig.pyc", "scripts/mainmenu/__init__.pyc",
                                            "scripts/mainmenu/mainmenu.pyc"],
               "bcnet.checksum.files_total": 4, "bcnet.checksum.dirs_total": 0})

# (directory, [(name hash, content hash, name)]) in the order of the table of 35.9
MULTIPLAYER = [
    ("Scripts/Multiplayer", [
        (0x2C11712D, 0x86CE738F, "MissionMenusShared.pyc"), (0x67A4C085, 0x5961A782, "MissionShared.pyc"),
        (0x0825A729, 0xACFF33C7, "Modifier.pyc"), (0xCB1F8D37, 0xA55B9C31, "MultiplayerGame.pyc"),
        (0x44AF0748, 0xDA19FA3E, "MultiplayerMenus.pyc"), (0x1F4130E9, 0xF5575071, "SpeciesToShip.pyc"),
        (0xC5DE8AE5, 0x09DC0E74, "SpeciesToSystem.pyc"), (0xFC53F27B, 0x8D19ADF2, "SpeciesToTorp.pyc"),
        (0xE9DD9FA2, 0x6F451F7D, "__init__.pyc")]),
    ("Scripts/Multiplayer/Episode", [
        (0x712E2686, 0xB2393DC7, "Episode.pyc"), (0xE9DD9FA2, 0x9BA78D80, "__init__.pyc")]),
    ("Scripts/Multiplayer/Episode/Mission1", [
        (0x415BD938, 0xDEA7083A, "Mission1.pyc"), (0x0240516C, 0xC1338EE9, "Mission1Menus.pyc"),
        (0x6359818B, 0x5C4753CB, "Mission1Name.pyc"), (0xE9DD9FA2, 0x4D5389FF, "__init__.pyc")]),
    ("Scripts/Multiplayer/Episode/Mission2", [
        (0x88EAB037, 0xE682F39E, "Mission2.pyc"), (0xEA32CDE7, 0x1E148B65, "Mission2Menus.pyc"),
        (0xA6FEE294, 0x412604FD, "Mission2Name.pyc"), (0xE9DD9FA2, 0x4D5589FF, "__init__.pyc")]),
    ("Scripts/Multiplayer/Episode/Mission3", [
        (0xA4FC6415, 0x8F8AE4CF, "Mission3.pyc"), (0x58F3F034, 0x35D57A18, "Mission3Menus.pyc"),
        (0x13423EDD, 0x4A06C9EF, "Mission3Name.pyc"), (0xE9DD9FA2, 0x4D5789FF, "__init__.pyc")]),
    ("Scripts/Multiplayer/Episode/Mission5", [
        (0x6DF64B1C, 0xA3B354B1, "Mission5.pyc"), (0x9D0B4F3D, 0x66136A0B, "Mission5Menus.pyc"),
        (0x7B27230B, 0x70C46783, "Mission5Name.pyc"), (0x67D443E2, 0x28066B97, "StarbaseAI.pyc"),
        (0xE9DD9FA2, 0x4D5B89FF, "__init__.pyc")]),
]
ALL_FILES = [(directory, *file) for directory, files in MULTIPLAYER for file in files]
answer("answer 0xff", ANSWERS[0xFF],
       info=r"ChecksumResponse round 0xff: 9 files in Scripts/Multiplayer, 19 in 5 subdirectories$",
       expect={"bcnet.checksum.round": 0xFF, "bcnet.checksum.directory_hash": 0x8794D13F,
               "bcnet.checksum.directory": "Scripts/Multiplayer",
               "bcnet.checksum.tree": [Label(f": {path}, {len(files)} files, ") for path, files in MULTIPLAYER],
               "bcnet.checksum.file_count": [9, 2, 4, 4, 4, 5],
               "bcnet.checksum.file.name_hash": [f"0x{file[1]:08x}" for file in ALL_FILES],
               "bcnet.checksum.file.content_hash": [f"0x{file[2]:08x}" for file in ALL_FILES],
               "bcnet.checksum.file.name": [file[3] for file in ALL_FILES],
               "bcnet.checksum.file.path": [f"{file[0]}/{file[3]}" for file in ALL_FILES],
               "bcnet.checksum.dir_count": [1, 4, 0, 0, 0, 0],
               "bcnet.checksum.dir.name_hash": ["0x83c82ba5", "0x88d63abc", "0x587da208", "0x72ed3851", "0x16f2e8da"],
               "bcnet.checksum.dir.name": ["Episode", "Mission1", "Mission2", "Mission3", "Mission5"],
               "bcnet.checksum.files_total": 28, "bcnet.checksum.dirs_total": 5})

# The begin of the real answer 2, as far as it is preserved: one file and a half of 51.
answer("answer 2, begin", "21 02 C4 D1 17 C0 33 00 BA 3E B2 3E 70 71 D3 CC 97 75 FC",
       info=r"ChecksumResponse round 2: 51 files in scripts/ships \(incomplete\)$", experts=["bcnet.expert.truncated"],
       expect={"bcnet.checksum.directory_hash": 0xC017D1C4, "bcnet.checksum.directory": "scripts/ships",
               "bcnet.checksum.file_count": 51, "bcnet.checksum.file.name_hash": 0x3EB23EBA,
               "bcnet.checksum.file.content_hash": 0xCCD37170, "bcnet.checksum.file.name": "Akira.pyc",
               "bcnet.checksum.file.path": "scripts/ships/Akira.pyc",
               "bcnet.unparsed": bytes.fromhex("9775FC")},
       absent=["bcnet.checksum.files_total", "bcnet.checksum.dirs_total"])
answer("the second file of answer 2", "21 02 C4 D1 17 C0 01 00 97 75 FC 45 00 00 00 00 00",
       expect={"bcnet.checksum.file.name_hash": 0x45FC7597, "bcnet.checksum.file.name": "Amagon.pyc"})

# ---- 35.3: names nobody knows ----

answer("unknown hashes", f"21 03 {UNKNOWN} 02 00 {INIT} 01 00 00 00 {UNKNOWN} 02 00 00 00 01 {UNKNOWN} 00 00 00",
       info=r"ChecksumResponse round 3: 2 files in directory 0x44332211, 0 in 1 subdirectory$",
       expect={"bcnet.checksum.directory_hash": 0x44332211, "bcnet.checksum.file.name": "__init__.pyc",
               "bcnet.checksum.file": [Label(": __init__.pyc, contents 0x00000001"), Label(": 0x44332211, contents")],
               "bcnet.checksum.tree": [Label(": 0x44332211, 2 files, 1 subdirectory$"),
                                       Label(": 0x44332211, 0 files, 0 subdirectories$")]},
       absent=["bcnet.checksum.directory", "bcnet.checksum.file.path", "bcnet.checksum.dir.name"])
answer("unknown version", f"21 00 {UNKNOWN} {SCRIPTS} 00 00 00", info=r": 0 files in scripts, 1 stock file missing, version 0x44332211$",
       expect={"bcnet.checksum.version_hash": 0x44332211}, absent=["bcnet.checksum.version"])
answer("path ends where a part is unknown",
       f"21 03 {SCRIPTS} 00 00 01 {UNKNOWN} 01 00 {INIT} 00 00 00 00 01 A5 2B C8 83 01 00 {APP} 00 00 00 00 00",
       expect={"bcnet.checksum.file.name": ["__init__.pyc", "App.pyc"], "bcnet.checksum.dir.name": "Episode",
               "bcnet.checksum.tree": [Label(": scripts, "), Label(": 0x44332211, "), Label(": Episode, ")]},
       absent=["bcnet.checksum.file.path"])

# ---- 35.3: bad input ----

answer("round 4 has no version", f"21 04 {SCRIPTS} 00 00 00",
       expect={"bcnet.checksum.directory": "scripts", "bcnet.checksum.file_count": 0},
       absent=["bcnet.checksum.version_hash"])
answer("negative counts", f"21 01 {SCRIPTS} FF FF FF", experts=["bcnet.expert.value"] * 2,
       info="round 1: 0 files in scripts, 1 stock file missing$",
       expect={"bcnet.checksum.file_count": -1, "bcnet.checksum.dir_count": -1, "bcnet.checksum.files_total": 0,
               "bcnet.checksum.dirs_total": 0})
answer("more files than there are", f"21 01 {SCRIPTS} 03 00 {INIT} 01 02 03 04 {APP} 05 06 07 08 AA BB",
       info=r"round 1: 3 files in scripts, 1 not stock: App\.pyc \(incomplete\)$", experts=["bcnet.expert.truncated"],
       expect={"bcnet.checksum.file_count": 3, "bcnet.checksum.file.name": ["__init__.pyc", "App.pyc"],
               "bcnet.unparsed": b"\xAA\xBB"},
       absent=["bcnet.checksum.dir_count", "bcnet.checksum.files_total"])
answer("32767 files and nothing else", f"21 01 {SCRIPTS} FF 7F", experts=["bcnet.expert.truncated"],
       expect={"bcnet.checksum.file_count": 32767}, absent=["bcnet.checksum.file"])
answer("more directories than there are", f"21 01 {SCRIPTS} 00 00 7F A5 2B C8 83 01 02",
       experts=["bcnet.expert.truncated"],
       expect={"bcnet.checksum.dir_count": 127, "bcnet.checksum.dir.name": "Episode", "bcnet.unparsed": b"\1\2"},
       absent=["bcnet.checksum.dirs_total"])
answer("trees missing", f"21 01 {SCRIPTS} 00 00 02 A5 2B C8 83 {UNKNOWN} 00 00 00", experts=["bcnet.expert.truncated"],
       expect={"bcnet.checksum.dir_count": [2, 0], "bcnet.checksum.file_count": [0, 0]})
answer("more behind the tree", f"21 01 {SCRIPTS} 00 00 00 01", experts=["bcnet.expert.trailing"],
       expect={"bcnet.unparsed": b"\1", "bcnet.checksum.files_total": 0})

# ---- 35.3: request and answer find each other ----

answer("answer names its request", ANSWERS[1], preface=[("host", REQUESTS[0]), ("host", REQUESTS[1])],
       expect={"bcnet.checksum.request_in": Label(r"Request in: \d+$"), "bcnet.checksum.directory": "scripts"})
answer("no request of this round", ANSWERS[3], preface=[("host", REQUESTS[1])], absent=["bcnet.checksum.request_in"])
answer("known names are not given to other hashes", f"21 01 {UNKNOWN} 00 00 00", preface=[("host", REQUESTS[1])],
       expect={"bcnet.checksum.request_in": None}, absent=["bcnet.checksum.directory"])
answer("known hashes keep their names", f"21 02 {SCRIPTS} 00 00 00",
       preface=[("host", "20 02 04 00 " + b"mods".hex() + " 00 00 21")], expect={"bcnet.checksum.directory": "scripts"})

# ---- 35.12: stock or not ----

STATUS, CHANGED, ADDED, MISSING = (f"bcnet.checksum.{name}" for name in ("file.status", "files_changed", "files_added",
                                                                         "files_missing"))
NOT_JUDGED = [STATUS, CHANGED, ADDED, MISSING]
TOP_ONLY = " ".join(ANSWERS[0xFF].split()[:80]) + " 00"    # up to the number of subdirectories
TO_SHIP = "E9 30 41 1F 71 50 57 F5"


def judged(name, data, statuses, changed, added, missing, **rest):
    """An answer and what is counted of it; missing: None where the answer is cut."""
    expect = {STATUS: statuses, CHANGED: changed, ADDED: added,
              **({"bcnet.unparsed": None} if missing is None else {MISSING: missing})}
    answer(name, data, expect=expect, absent=[MISSING] if missing is None else [], **rest)


judged("stock, round 0", ANSWERS[0], 1, 0, 0, 0)
judged("stock, round 3", ANSWERS[3], [1] * 4, 0, 0, 0)
judged("stock, multiplayer", ANSWERS[0xFF], [1] * 28, 0, 0, 0)
judged("one file changed", ANSWERS[0xFF].replace(TO_SHIP, "E9 30 41 1F 71 50 57 F4"), [1] * 5 + [2] + [1] * 22, 1, 0, 0,
       info=r", 19 in 5 subdirectories, 1 not stock: SpeciesToShip\.pyc$")
judged("one file more, one missing", ANSWERS[0xFF].replace(TO_SHIP, UNKNOWN + "71 50 57 F5"),
       [1] * 5 + [3] + [1] * 22, 0, 1, 1, info=", 1 not stock: 0x44332211, 1 stock file missing$")
judged("a stock name in another folder is no stock file there", f"21 03 5D 47 09 34 01 00 {TO_SHIP} 00", 3, 0, 1, 4,
       info=r": 1 file in scripts/mainmenu, 1 not stock: SpeciesToShip\.pyc, 4 stock files missing$")
judged("many are counted, three are named", f"21 03 5D 47 09 34 05 00 {(UNKNOWN + '00' * 4) * 5} 00", [3] * 5, 0, 5, 4,
       info=": 5 files in scripts/mainmenu, 5 not stock: 0x44332211, 0x44332211, 0x44332211 and 2 more, 4 stock files missing$")
# Everything in a subdirectory that the stock game does not have is no file of it, whatever its name.
judged("an unknown subdirectory", f"21 03 5D 47 09 34 00 00 01 {UNKNOWN} 01 00 {INIT} AD D0 8C 2C 00", 3, 0, 1, 4)
# Warbird.pyc: nobody knows its content.
judged("a stock file of unknown content", "21 02 C4 D1 17 C0 01 00 B8 B0 D9 70 01 00 00 00 00", [], 0, 0, 101)
# The stock game has more files in "scripts" than a client is asked about: nothing is known of them.
judged("a file of a folder that is not listed as a whole", f"21 01 {SCRIPTS} 01 00 {UNKNOWN} 01 00 00 00 00", [], 0, 0, 1)
judged("cut", f"21 03 5D 47 09 34 04 00 {INIT} AD D0 8C 2C {INIT}", 1, 0, 0, None, experts=["bcnet.expert.truncated"])

for name, data in (("an unknown directory", f"21 01 {UNKNOWN} 01 00 {APP} 68 A7 A0 F8 00"),
                   ("a directory that the round does not ask about", f"21 03 {SCRIPTS} 01 00 {APP} 68 A7 A0 F8 00"),
                   ("round 6", f"21 06 {SCRIPTS} 01 00 {APP} 68 A7 A0 F8 00")):
    answer(f"not judged: {name}", data, absent=NOT_JUDGED,
           experts=["bcnet.expert.value"] if name == "round 6" else [])
# What is expected is what was asked for, also where another round would ask for something else.
judged("another pattern", f"21 03 5D 47 09 34 01 00 {INIT} AD D0 8C 2C 00", 1, 0, 0, 0,
       preface=[("host", "20 03 10 00 73 63 72 69 70 74 73 2F 6D 61 69 6E 6D 65 6E 75 05 00 5F 5F 69 2A 63 20")])
judged("all files", ANSWERS[3].replace("23 1D 4D B5 A7 30 B1 2D", "23 1D 4D B5 A7 30 B1 2E"), [1, 1, 1, 2], 1, 0, 0,
       preface=[("host", "20 03 10 00 73 63 72 69 70 74 73 5C 6D 61 69 6E 6D 65 6E 75 00 00 20")])
judged("without subdirectories", ANSWERS[0xFF], [1] * 28, 0, 0, 0,
       preface=[("host", REQUESTS[0xFF][:-1] + "0")])
judged("without subdirectories, and none answered", TOP_ONLY,
       [1] * 9, 0, 0, 0, preface=[("host", REQUESTS[0xFF][:-1] + "0")])
judged("subdirectories missing", TOP_ONLY,
       [1] * 9, 0, 0, 19)
judged("hardpoints asked again in mid-game", "21 04 " + name_hash("scripts/ships/Hardpoints").to_bytes(4, "little").hex()
       + " 01 00 " + name_hash("akira.pyc").to_bytes(4, "little").hex() + " 7B E0 42 CD 00", 1, 0, 0, 50,
       preface=[("host", "20 04 18 00 " + b"scripts/ships/Hardpoints".hex() + " 05 00 2A 2E 70 79 63 21")])

# ---- 35.5 to 35.8 ----

cases.payload("FileDiffers", "22 0F 00 73 63 72 69 70 74 73 2F 41 70 70 2E 70 79 63",
              info=r"FileDiffers: the client's scripts/App\.pyc differs from the host's$",
              expect={"bcnet.opcode.game_name": "SYSTEM_CHECKSUM_FAILED", "bcnet.checksum.fail_len": 15,
                      "bcnet.checksum.fail_path": "scripts/App.pyc"}, absent=["bcnet.checksum.version"])
cases.payload("VersionDiffers", "23 02 00 36 30",
              info=r"VersionDiffers: the versions of the game differ, the host's is 60$",
              expect={"bcnet.opcode.game_name": "VERSION_DIFFERENT", "bcnet.checksum.fail_len": 2,
                      "bcnet.checksum.version": "60"}, absent=["bcnet.checksum.fail_path"])
cases.payload("FileDiffers without a path", "22 00 00", info="the client's scripts differ from the host's$",
              expect={"bcnet.checksum.fail_len": 0}, absent=["bcnet.checksum.fail_path"])
cases.payload("FileDiffers, negative length", "22 00 80", experts=["bcnet.expert.value"],
              expect={"bcnet.checksum.fail_len": -32768})
cases.payload("VersionDiffers beyond the end", "23 03 00 36 30", experts=["bcnet.expert.truncated"],
              expect={"bcnet.unparsed": b"60"}, absent=["bcnet.checksum.version"])
cases.payload("FileDiffers, Latin-1 and more behind it", "22 02 00 E9 F8 00", experts=["bcnet.expert.trailing"],
              expect={"bcnet.checksum.fail_path": "éø", "bcnet.unparsed": b"\0"})

FILE = """25 25 00 53 63 72 69 70 74 73 2F 4D 75 6C 74 69 70 6C 61 79 65 72 2F 53
          70 65 63 69 65 73 54 6F 53 68 69 70 2E 70 79 63"""
cases.payload("FileTransfer", FILE + " 99 4E 0D 0A",
              info=r"FileTransfer: Scripts/Multiplayer/SpeciesToShip\.pyc, 4 bytes$",
              expect={"bcnet.opcode.game_name": "FILE", "bcnet.transfer.name_len": 37,
                      "bcnet.transfer.name": "Scripts/Multiplayer/SpeciesToShip.pyc",
                      "bcnet.transfer.data": bytes.fromhex("994E0D0A"), "bcnet.transfer.size": 4})
cases.payload("FileTransfer, empty", FILE, info=r"SpeciesToShip\.pyc, 0 bytes$", expect={"bcnet.transfer.size": 0},
              absent=["bcnet.transfer.data"])
cases.payload("FileTransfer, negative length", "25 FF FF 01 02", experts=["bcnet.expert.value"],
              expect={"bcnet.transfer.name_len": -1, "bcnet.transfer.data": b"\1\2", "bcnet.transfer.size": 2},
              absent=["bcnet.transfer.name"])
cases.payload("FileTransfer, name beyond the end", "25 05 00 61 62", experts=["bcnet.expert.truncated"],
              expect={"bcnet.unparsed": b"ab"}, absent=["bcnet.transfer.name", "bcnet.transfer.size"])

cases.payload("FileTransferACK", "27", "client", info=": FileTransferACK: file received$",
              expect={"bcnet.opcode.game_name": "FILE_RECEIVED_ACK"})
cases.payload("FileTransferACK names the file", "27", "client", preface=[("host", FILE + " 00")],
              info=r"FileTransferACK: Scripts/Multiplayer/SpeciesToShip\.pyc received$")
cases.payload("FileTransferACK with a body", "27 01", "client", experts=["bcnet.expert.trailing"],
              expect={"bcnet.unparsed": b"\1"})
cases.datagram("ChecksumComplete", "01 01 32 06 80 05 00 28", info=": ChecksumComplete$",
               expect={"bcnet.opcode": Label(r"ChecksumComplete \(0x28\)"),
                       "bcnet.opcode.game_name": "SEND_FILE_COMPLETED"})

TestChecksum = cases.testcase()


class Pairs(unittest.TestCase):
    """Both ends of an exchange tell of the other one."""

    def test_frames(self):
        lines = ["endpoint host 10.0.0.1:22101 id 1", "endpoint ace 10.0.0.2:59405 id 2"]
        rounds = [0, 1, 3, 0xFF]
        for number, what in enumerate(rounds):
            lines += [f"at {number}.0 host > ace", f"    game seq {number} {octets(REQUESTS[what]).hex(' ')}",
                      f"at {number}.5 ace > host", f"    game seq {number} {octets(ANSWERS[what]).hex(' ')}"]
        lines += ["at 9 ace > host", f"    game seq 3 {octets(ANSWERS[0xFF]).hex(' ')}"]      # sent again
        rows = fields(forge("\n".join(lines) + "\n"), ["bcnet.checksum.response_in", "bcnet.checksum.request_in"],
                      options=["-2"])
        expected = [([str(2 * n + 2)], []) if end == 0 else ([], [str(2 * n + 1)])
                    for n in range(len(rounds)) for end in range(2)]
        expected.append(([], ["7"]))
        self.assertEqual([tuple(row.values()) for row in rows], expected)


def answers_in_fragments(payloads):
    """A capture of payloads, each in as many fragments as it takes (at most 255), a datagram per fragment."""
    lines = ["endpoint host 10.0.0.1:22101 id 1", "endpoint ace 10.0.0.2:59405 id 2"]
    for seq, payload in enumerate(payloads):
        size = max(405, -(-len(payload) // 255))
        pieces = [payload[at:at + size] for at in range(0, len(payload), size)]
        for index, piece in enumerate(pieces):
            header = bytes([index, len(pieces)]) if index == 0 else bytes([index])
            flags = 0xA000 | (5 + len(header) + len(piece))
            message = struct.pack("<BHH", 0x32, flags, seq) + header + piece
            lines += [f"at {seq}.{index:03} ace > host", f"    plain 02 01 {message.hex(' ')}"]
    return forge("\n".join(lines) + "\n")


def constructed_answer_2():
    """An answer of round 2 as 35.3 describes it: 51 ships, 51 hardpoints; the hashes are not real ones."""
    files = b"".join(struct.pack("<II", 0x1000 + n, n) for n in range(51))
    return (b"\x21\x02" + octets("C4 D1 17 C0 33 00") + files + octets("01 D4 FD AF CA")
            + octets("33 00") + files + b"\0")


class Fragments(unittest.TestCase):
    """An answer in several fragments."""

    def test_round_2(self):
        payload = constructed_answer_2()
        self.assertEqual(len(payload), 832)
        names = ["bcnet.checksum.files_total", "bcnet.checksum.dirs_total", "bcnet.checksum.dir.name",
                 "_ws.expert.message"]
        rows = fields(answers_in_fragments([payload]), [*names, "_ws.col.Info"])
        self.assertEqual(len(rows), 3)
        self.assertEqual([rows[-1][name] for name in names], [["102"], ["1"], ["Hardpoints"], []])
        self.assertRegex(rows[-1]["_ws.col.Info"][0], "round 2: 51 files in scripts/ships, 51 in 1 subdirectory")


class Truncation(unittest.TestCase):
    """Every payload cut at every byte."""

    def test_from_the_host(self):
        check_cuts(self, [octets(REQUESTS[0]), octets(REQUESTS[2]),
                          octets("22 0F 00 73 63 72 69 70 74 73 2F 41 70 70 2E 70 79 63"), octets("23 02 00 36 30"),
                          octets(FILE)])    # the contents end with the payload, wherever that is

    def test_from_the_client(self):
        check_cuts(self, [octets(data) for data in ANSWERS.values()], "client")


class Hostile(unittest.TestCase):
    """Trees that are made to hurt: nothing is malformed, nothing takes long (tshark has a time limit)."""

    MOST_ENTRIES, MOST_LEVELS = 4096, 32

    def dissect(self, *payloads):
        capture = answers_in_fragments([b"\x21\x01" + octets(SCRIPTS) + tree for tree in payloads])
        output = scratch_file(".txt")
        tshark("-r", capture, "-o", "bcnet.judge:false", "-V", into=output)
        text = output.read_text(encoding="utf-8", errors="replace")
        self.assertNotRegex(text, "Malformed Packet|Dissector bug|more than [0-9]+ items")
        return text

    def count(self, text, pattern):
        return len(re.findall(pattern, text, flags=re.MULTILINE))

    def test_deep(self):
        """A directory within a directory, 5000 times."""
        text = self.dissect(b"\0\0\1" + (b"\1\2\3\4" + b"\0\0\1") * 5000)
        self.assertEqual(self.count(text, "^ *Directory tree"), self.MOST_LEVELS)
        self.assertEqual(self.count(text, "Expert Info.*Directories deeper than are shown"), 1)
        self.assertEqual(self.count(text, r"^ *Unparsed bytes: .* \[32 levels are shown\]$"), 1)
        self.assertEqual(self.count(text, "Unparsed bytes"), 1)

    def test_deepest_allowed(self):
        inner = b"\0\0\0"
        for _ in range(self.MOST_LEVELS - 1):
            inner = b"\0\0\1" + b"\1\2\3\4" + inner
        text = self.dissect(inner)
        self.assertEqual(self.count(text, "^ *Directory tree"), self.MOST_LEVELS)
        self.assertNotIn("Expert Info", text)

    def test_one_megabyte_of_files(self):
        """Directories of 32767 files each, 1 MB."""
        files = struct.pack("<h", 32767) + bytes(8 * 32767)
        text = self.dissect(files + b"\3" + bytes(12) + files * 3 + bytes(3))
        self.assertEqual(self.count(text, "^ *File: "), self.MOST_ENTRIES)
        self.assertEqual(self.count(text, "Expert Info.*More files and directories than are shown"), 1)
        self.assertEqual(self.count(text, r"^ *Unparsed bytes: .* \[4096 are shown\]$"), 1)
        self.assertEqual(self.count(text, "Unparsed bytes"), 1)

    def test_one_megabyte_of_directories(self):
        """127 subdirectories of 127 subdirectories of 127."""
        def level(depth):
            return b"\0\0\0" if depth == 0 else b"\0\0\x7f" + bytes(4 * 127) + level(depth - 1) * 127
        text = self.dissect(level(3)[:1 << 20])
        self.assertEqual(self.count(text, "Expert Info.*More files and directories than are shown"), 1)
        self.assertEqual(self.count(text, r"^ *Unparsed bytes: .* \[4096 are shown\]$"), 1)
        self.assertLessEqual(self.count(text, "^ *Directory tree"), self.MOST_ENTRIES)

    def test_promises(self):
        """1 MB of counts that promise more than there is."""
        text = self.dissect(b"\xff\x7f" * (1 << 19))
        self.assertIn("Expert Info", text)

    def test_exactly_the_limit(self):
        files = struct.pack("<h", self.MOST_ENTRIES) + bytes(8 * self.MOST_ENTRIES) + b"\0"
        text = self.dissect(files)
        self.assertEqual(self.count(text, "^ *File: "), self.MOST_ENTRIES)
        self.assertNotIn("Expert Info", text)

    def test_many_in_one_packet(self):
        """Answers that are all completed by one datagram share the limit."""
        files = struct.pack("<h", 3000) + bytes(8 * 3000) + b"\0"
        text = self.dissect_together(b"\x21\x01" + octets(SCRIPTS) + files, 5)
        self.assertEqual(self.count(text, "^ *File: "), self.MOST_ENTRIES)
        self.assertEqual(self.count(text, "Expert Info.*More files and directories than are shown"), 4)

    def dissect_together(self, payload, copies):
        """All fragments but the first of many messages, then all first ones in one datagram."""
        size = -(-len(payload) // 254)
        pieces = [payload[:1]] + [payload[at:at + size] for at in range(1, len(payload), size)]
        lines = ["endpoint host 10.0.0.1:22101 id 1", "endpoint ace 10.0.0.2:59405 id 2"]
        first = b""
        for seq in range(copies):
            for index, piece in enumerate(pieces[1:], 1):
                message = struct.pack("<BHHB", 0x32, 0xA000 | (6 + len(piece)), seq, index) + piece
                lines += [f"at {seq}.{index:03} ace > host", f"    plain 02 01 {message.hex(' ')}"]
            first += struct.pack("<BHHBB", 0x32, 0xA000 | 8, seq, 0, len(pieces)) + pieces[0]
        lines += [f"at {copies} ace > host", f"    plain 02 {copies:02x} {first.hex(' ')}"]
        output = scratch_file(".txt")
        tshark("-r", forge("\n".join(lines) + "\n"), "-V", into=output)
        text = output.read_text(encoding="utf-8", errors="replace")
        self.assertNotRegex(text, "Malformed Packet|Dissector bug|more than [0-9]+ items")
        return text


if __name__ == "__main__":
    main()
