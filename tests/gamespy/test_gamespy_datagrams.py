# SPDX-License-Identifier: GPL-2.0-or-later
"""GameSpy text in UDP datagrams: the examples of protocol chapter 80.9 and what 80.2 to 80.7 and 80.10 add."""

import unittest

import pcapng
from bcnet_test import SOURCE, Cases, Has, Label, Step, experts, fields, forge, main, run, scratch_file

UNKNOWN, QUERY, REPLY, HEARTBEAT, MASTER_LOGIN, LIST_REQUEST, SERVER_LIST = range(7)

STATUS_REPLY = (rb"\gamename\bcommander\gamever\60\location\1\hostname\My Game23\missionscript"
                rb"\Multiplayer.Episode.Mission1.Mission1\mapname\DM\numplayers\0\maxplayers\8\gamemode\openplaying"
                rb"\timelimit\-1\fraglimit\-2\system\Multi1\password\0\player_0\Dedicated Server\final\\queryid\2.1")

cases = Cases("gamespy")


def text(name, data, sender="client", **rest):
    """A case of GameSpy text."""
    cases.wire(name, data, sender=sender, protocol="GameSpy", **rest)


def challenge(data):
    """A datagram of the master before the one under test."""
    return Step(rb"\secure" + b"\\" + data, "client", kind="wire")


text("Y1", b"\\status\\", info=r"^GameSpy query \\status\\$",
     expect={"bcnet.from": "browser", "bcnet.to": "host",
             "bcnet.gamespy": None, "bcnet.gamespy.type": QUERY, "bcnet.gamespy.text": "\\status\\",
             "bcnet.gamespy.pair": None, "bcnet.gamespy.key": "status", "bcnet.gamespy.value": "",
             "bcnet.gamespy.query": "status"},
     absent=["bcnet.gamespy.final", "bcnet.gamespy.queryid"])

text("Y2", STATUS_REPLY, "host", info='^GameSpy reply: "My Game23", Mission1 DM, 0 of 8 players, Multi1$',
     expect={"bcnet.from": "host", "bcnet.to": "browser", "bcnet.gamespy.type": REPLY,
             "bcnet.gamespy.key": ["gamename", "gamever", "location", "hostname", "missionscript", "mapname",
                                   "numplayers", "maxplayers", "gamemode", "timelimit", "fraglimit", "system",
                                   "password", "player_0", "final", "queryid"],
             "bcnet.gamespy.value": ["bcommander", "60", "1", "My Game23", "Multiplayer.Episode.Mission1.Mission1",
                                     "DM", "0", "8", "openplaying", "-1", "-2", "Multi1", "0", "Dedicated Server", "",
                                     "2.1"],
             "bcnet.gamespy.text": STATUS_REPLY.decode(),
             "bcnet.gamespy.gamename": "bcommander", "bcnet.gamespy.gamever": "60", "bcnet.gamespy.location": 1,
             "bcnet.gamespy.hostname": "My Game23",
             "bcnet.gamespy.missionscript": "Multiplayer.Episode.Mission1.Mission1", "bcnet.gamespy.mapname": "DM",
             "bcnet.gamespy.numplayers": 0, "bcnet.gamespy.maxplayers": 8, "bcnet.gamespy.gamemode": "openplaying",
             "bcnet.gamespy.timelimit": -1, "bcnet.gamespy.fraglimit": -2, "bcnet.gamespy.system": "Multi1",
             "bcnet.gamespy.password": False, "bcnet.gamespy.player": "Dedicated Server",
             "bcnet.gamespy.player.index": 0, "bcnet.gamespy.final": None, "bcnet.gamespy.queryid": "2.1",
             "bcnet.gamespy.queryid.number": 2, "bcnet.gamespy.queryid.part": 1},
     absent=["bcnet.gamespy.query"])

text("Y3", rb"\heartbeat\0\gamename\bcommander\statechanged\1", "host",
     info="^GameSpy heartbeat: bcommander, state changed$",
     expect={"bcnet.from": "host", "bcnet.to": "master server",
             "bcnet.gamespy.type": HEARTBEAT, "bcnet.gamespy.heartbeat": Label("source port"),
             "bcnet.gamespy.gamename": "bcommander", "bcnet.gamespy.statechanged": 1})

text("Z1", rb"\heartbeat\0\gamename\bcommander", "host", info="^GameSpy heartbeat: bcommander$",
     expect={"bcnet.gamespy.type": HEARTBEAT, "bcnet.gamespy.heartbeat": 0}, absent=["bcnet.gamespy.statechanged"])

text("Z2", rb"\validate\hMwdTNWS\final\\queryid\7.1", "host", preface=[challenge(b"LRPOPQ")],
     info=r"^GameSpy reply: answer hMwdTNWS \(right\)$",
     expect={"bcnet.gamespy.type": REPLY, "bcnet.gamespy.validate": "hMwdTNWS", "bcnet.gamespy.validate.valid": True,
             "bcnet.gamespy.queryid.number": 7, "bcnet.gamespy.queryid.part": 1})

text("Z3", rb"\final\\queryid\8.1", "host", info="^GameSpy reply: empty$",
     expect={"bcnet.gamespy.type": REPLY, "bcnet.gamespy.final": None, "bcnet.gamespy.queryid": "8.1"})

text("Z4", b"\\basic\\\\players\\\\", info=r"^GameSpy query \\basic\\\\players\\\\$",
     expect={"bcnet.gamespy.type": QUERY, "bcnet.gamespy.key": ["basic", "players"],
             "bcnet.gamespy.value": ["", ""], "bcnet.gamespy.query": ["basic", "players"]})

text("Z5", b"\\gamename\\bcommander\\\\x\\y", "host",
     expect={"bcnet.from": Label(r"10\.0\.\d+\.1$"), "bcnet.to": Label(r"10\.0\.\d+\.2$"),
             "bcnet.gamespy.type": UNKNOWN, "bcnet.gamespy.key": "gamename",
             "bcnet.unparsed": b"\\\\x\\y"}, experts=["bcnet.expert.gamespy"])

# Challenge and answer (80.6).
text("answer to the last of two challenges", rb"\validate\zfmiAycI\final\\queryid\7.1", "host",
     preface=[challenge(b"LRPOPQ"), challenge(b"ABCDEF")], expect={"bcnet.gamespy.validate.valid": True})
text("answer to the first of two challenges", rb"\validate\hMwdTNWS\final\\queryid\7.1", "host",
     preface=[challenge(b"LRPOPQ"), challenge(b"ABCDEF")], expect={"bcnet.gamespy.validate.valid": True})
text("answer to the oldest of four challenges", rb"\validate\hMwdTNWS\final\\queryid\7.1", "host",
     preface=[challenge(b"LRPOPQ"), challenge(b"ABCDEF"), challenge(b"GHIJKL"), challenge(b"MNOPQR")],
     expect={"bcnet.gamespy.validate.valid": True})
text("answer to a challenge that four others came after", rb"\validate\hMwdTNWS\final\\queryid\7.1", "host",
     preface=[challenge(b"LRPOPQ"), challenge(b"ABCDEF"), challenge(b"GHIJKL"), challenge(b"MNOPQR"), challenge(b"STUVWX")],
     expect={"bcnet.gamespy.validate.valid": False})
text("wrong answer", rb"\validate\hMwdTNWT\final\\queryid\7.1", "host", preface=[challenge(b"LRPOPQ")],
     info=r"answer hMwdTNWT \(wrong\)", expect={"bcnet.gamespy.validate.valid": False})
text("answer to a challenge not seen", rb"\validate\hMwdTNWS\final\\queryid\7.1", "host",
     info="answer hMwdTNWS$", expect={"bcnet.gamespy.validate": "hMwdTNWS"}, absent=["bcnet.gamespy.validate.valid"])
text("answer from the side that asked", rb"\validate\hMwdTNWS\final\\queryid\7.1", "client",
     preface=[challenge(b"LRPOPQ")], absent=["bcnet.gamespy.validate.valid"])
text("challenge beside a query", rb"\status\\secure\LRPOPQ", info=r"^GameSpy query \\status\\\\secure\\LRPOPQ$",
     expect={"bcnet.gamespy.query": ["status", "secure"], "bcnet.gamespy.secure": "LRPOPQ"})
for end in (b"", b"\\", b"\\final\\", b"\\final\\\\queryid\\3.1", b"\\final\\\\queryid\\3.1\\"):
    text(f"a challenge, whatever its end: {len(end)}", rb"\basic\\secure\LRPOPQ" + end, "host",
         info=r"^GameSpy (challenge LRPOPQ|query \\basic\\\\secure\\LRPOPQ\\?)$",
         expect={"bcnet.gamespy.type": QUERY, "bcnet.gamespy.query": ["basic", "secure"],
                 "bcnet.gamespy.secure": "LRPOPQ", **({"bcnet.gamespy.final": None} if b"final" in end else {})})
text("an answer to such a challenge", rb"\validate\hMwdTNWS\final\\queryid\7.1", "client",
     preface=[Step(rb"\basic\\secure\LRPOPQ\final\\queryid\3.1", "host", kind="wire")],
     info=r"answer hMwdTNWS \(right\)", expect={"bcnet.gamespy.validate.valid": True})
text("an echo is a reply still", rb"\echo\secure\final\\queryid\4.1", "host", info="^GameSpy reply: echo secure$",
     expect={"bcnet.gamespy.type": REPLY})
text("challenge of 128 characters", rb"\secure" + b"\\" + b"A" * 128, expect={"bcnet.gamespy.secure": "A" * 128})
text("challenge too long to be answered", rb"\validate\zRNlMVhc\final\\queryid\7.1", "host",
     preface=[challenge(b"A" * 129)], absent=["bcnet.gamespy.validate.valid"])

# Queries (80.3).
text("all queries", b"\\basic\\\\info\\\\rules\\\\players\\\\status\\\\packets\\\\echo\\hello\\secure\\ABCDEF",
     expect={"bcnet.gamespy.query": ["basic", "info", "rules", "players", "status", "packets", "echo", "secure"],
             "bcnet.gamespy.echo": "hello", "bcnet.gamespy.secure": "ABCDEF"})
text("a query as another one's value", b"\\info\\rules\\",
     expect={"bcnet.gamespy.key": "info", "bcnet.gamespy.value": "rules", "bcnet.gamespy.query": ["info", "rules"]})
text("a value at the end is no query", b"\\info\\rules", expect={"bcnet.gamespy.query": "info"})
text("echo reply", rb"\echo\hello\final\\queryid\4.1", "host", info="^GameSpy reply: echo hello$",
     expect={"bcnet.gamespy.type": REPLY, "bcnet.gamespy.echo": "hello"}, absent=["bcnet.gamespy.query"])

# Parts (80.5).
text("first part", rb"\gamename\bcommander\gamever\60\location\1\queryid\6.1", "host",
     info=r"^GameSpy reply: bcommander 60 \(part 1\)$",
     expect={"bcnet.gamespy.type": REPLY, "bcnet.gamespy.queryid.part": 1}, absent=["bcnet.gamespy.final"])
text("last part", rb"\player_0\Ace\player_1\Sep\final\\queryid\6.4", "host",
     info=r"^GameSpy reply: players Ace, Sep \(part 4, the last\)$",
     expect={"bcnet.gamespy.player": ["Ace", "Sep"], "bcnet.gamespy.player.index": [0, 1],
             "bcnet.gamespy.queryid.part": 4})

# Values (80.4).
text("limits", rb"\timelimit\30\fraglimit\10000\password\1\final\\queryid\1.1", "host",
     expect={"bcnet.gamespy.timelimit": 30, "bcnet.gamespy.fraglimit": Label("points"),
             "bcnet.gamespy.password": True})
text("kill limit", rb"\fraglimit\9999\final\\queryid\1.1", "host",
     expect={"bcnet.gamespy.fraglimit": Label("kill limit.*9999")})
text("no kill limit", rb"\fraglimit\-1\final\\queryid\1.1", "host",
     expect={"bcnet.gamespy.fraglimit": Label("kill limit mode, no limit.*-1")})
text("no score limit", rb"\fraglimit\-2\final\\queryid\1.1", "host",
     expect={"bcnet.gamespy.fraglimit": Label("score limit mode, no limit.*-2"),
             "bcnet.gamespy.pair": Has(Label(r"^fraglimit: -2 \(score limit mode, no limit\)$"))})
text("numbers that are none", rb"\location\x\numplayers\\maxplayers\99999999999\password\no\final\\queryid\1.1", "host",
     expect={"bcnet.gamespy.key": ["location", "numplayers", "maxplayers", "password", "final", "queryid"],
             "bcnet.gamespy.value": ["x", "", "99999999999", "no", "", "1.1"]},
     absent=["bcnet.gamespy.location", "bcnet.gamespy.numplayers", "bcnet.gamespy.maxplayers",
             "bcnet.gamespy.password"],
     experts=["bcnet.expert.value"] * 4)
text("port beyond 16 bits", rb"\heartbeat\65536\gamename\bcommander", "host", absent=["bcnet.gamespy.heartbeat"],
     experts=["bcnet.expert.value"])
text("queryid that is none", rb"\final\\queryid\seven", "host", expect={"bcnet.gamespy.queryid": "seven"},
     absent=["bcnet.gamespy.queryid.number", "bcnet.gamespy.queryid.part"])
text("password set", rb"\hostname\*Ace's\final\\queryid\1.1", "host", info="\"\\*Ace's\"",
     expect={"bcnet.gamespy.hostname": "*Ace's"})
text("unknown keys", rb"\hostport\22101\player_x\Ace\final\\queryid\1.1", "host",
     expect={"bcnet.gamespy.key": ["hostport", "player_x", "final", "queryid"]}, absent=["bcnet.gamespy.player"])
text("Latin-1", b"\\hostname\\Caf\xe9\\final\\\\queryid\\1.1", "host", info='"Caf\u00e9"',
     expect={"bcnet.gamespy.hostname": "Caf\u00e9"})
text("characters lost on the way", b"\\hostname\\A\x01B\\mapname\\DM\\final\\\\queryid\\1.1", "host",
     info='"A\ufffdB", DM', expect={"bcnet.gamespy.mapname": "DM"})
text("shutting down", rb"\hostname\X\gamemode\exiting\final\\queryid\1.1", "host", info='"X", exiting$')

# Damage (80.2).
text("torn key", rb"\gamename\bcommander\hostname", "host",
     expect={"bcnet.gamespy.key": ["gamename", "hostname"], "bcnet.gamespy.value": "bcommander"},
     absent=["bcnet.gamespy.hostname"], experts=["bcnet.expert.gamespy"])
text("backslash in a name", rb"\gamename\bcommander\hostname\A\B\mapname\DM\final\\queryid\1.1", "host",
     expect={"bcnet.gamespy.key": ["gamename", "hostname", "B", "DM"],
             "bcnet.gamespy.value": ["bcommander", "A", "mapname", "final"],
             "bcnet.unparsed": rb"\\queryid\1.1"}, experts=["bcnet.expert.gamespy"])
text("only a backslash", b"\\", info=r"^GameSpy text \\$",
     expect={"bcnet.gamespy.type": UNKNOWN, "bcnet.unparsed": b"\\"}, experts=["bcnet.expert.gamespy"])
text("unknown text", rb"\hello\world", info=r"^GameSpy text \\hello\\world$",
     expect={"bcnet.gamespy.type": UNKNOWN, "bcnet.gamespy.key": "hello", "bcnet.gamespy.value": "world"})
text("very long name", b"\\hostname\\" + b"x" * 1000 + rb"\final\\queryid\1.1", "host",
     info='^GameSpy reply: "x{80}\u2026"$', expect={"bcnet.gamespy.hostname": "x" * 1000})

# Reimplemented servers (80.10): nothing to complain about.
text("heartbeat with the real port", b"\\heartbeat\\22101\\gamename\\bcommander\\", "host",
     info="^GameSpy heartbeat: bcommander, port 22101$", expect={"bcnet.gamespy.heartbeat": 22101})
text("answer that begins with gamename", rb"\gamename\bcommander\validate\hMwdTNWS\final\\queryid\1.1", "host",
     preface=[challenge(b"LRPOPQ")], expect={"bcnet.gamespy.type": REPLY, "bcnet.gamespy.validate.valid": True})
text("basic and info exchanged", b"\\hostname\\X\\location\\0\\final\\\\queryid\\1.1\\", "host",
     expect={"bcnet.gamespy.location": 0, "bcnet.gamespy.key": Has("location")})

TestGamespy = cases.testcase()


class Ends(unittest.TestCase):
    """Who speaks to whom, where the port or the transport tells (80.2, 90.1)."""

    def ends(self, name):
        rows = fields(SOURCE / "captures" / f"{name}.pcapng", ["bcnet.gamespy.type", "bcnet.from", "bcnet.to"],
                      "bcnet.gamespy")
        return {(int(row["bcnet.gamespy.type"][0]), *row["bcnet.from"], *row["bcnet.to"]) for row in rows}

    def test_the_master_asks_from_a_port_of_its_own(self):
        self.assertEqual(self.ends("gamespy-heartbeats"),
                         {(QUERY, "master server", "host"), (REPLY, "host", "master server"),
                          (HEARTBEAT, "host", "master server")})

    def test_lists(self):
        self.assertEqual(self.ends("gamespy-master"),
                         {(QUERY, "master server", "browser"), (MASTER_LOGIN, "browser", "master server"),
                          (LIST_REQUEST, "browser", "master server"), (SERVER_LIST, "master server", "browser")})


class Snapped(unittest.TestCase):
    """A capture that holds only the beginning of each datagram."""

    NUMBERS = ["location", "numplayers", "maxplayers", "timelimit", "fraglimit", "password", "queryid.number",
               "queryid.part", "player.index"]

    def test_every_length(self):
        whole = forge("endpoint host 10.0.0.1:22101 id 1\nendpoint ace 10.0.0.2:59405 id 2\n"
                      f"at 0 host > ace\n    cipher {STATUS_REPLY.hex(' ')}\n")
        packet = pcapng.read(whole)[0]
        snapped = scratch_file(".pcapng")
        pcapng.write(snapped, [pcapng.snapped(packet, size) for size in range(1, len(STATUS_REPLY) + 1)])
        names = ["bcnet.gamespy.text", *("bcnet.gamespy." + name for name in self.NUMBERS)]
        rows = fields(snapped, names)
        self.assertEqual(experts(snapped), {})
        self.assertEqual([row["bcnet.gamespy.text"] for row in rows],
                         [[STATUS_REPLY[:size].decode()] for size in range(1, len(STATUS_REPLY) + 1)])
        for size, row in enumerate(rows, 1):
            for name in names[1:]:
                with self.subTest(size=size, field=name):
                    self.assertIn(row[name], ([], rows[-1][name]))


class LongLines(unittest.TestCase):
    """A name of more than 80 letters ends with an ellipsis; a line that Wireshark cuts there ends with a whole letter."""

    def test_ellipsis(self):
        for length in range(40, 45):
            names = ["p" * length, "p" * length, "p" * 90, "p"]
            reply = "".join(f"\\{key}\\{value}" for key, value in [
                ("gamename", "bcommander"), *((f"player_{i}", name) for i, name in enumerate(names)), ("final", "")])
            capture = forge("endpoint host 10.0.0.1:22101 id 1\nendpoint ace 10.0.0.2:59405 id 2\n"
                            f"at 0 host > ace\n    cipher {reply.encode().hex(' ')}\n")
            with self.subTest(length=length):
                self.assertIn("GameSpy reply: bcommander, players p", run("tshark", "-r", capture, "-V").decode())


if __name__ == "__main__":
    main()
