# SPDX-License-Identifier: GPL-2.0-or-later
"""Which files the players have: -z bcnet,files, and what the players table and the report say of the game (35.12)."""

import csv
import io
import json
import re
import unittest

from bcnet_test import SOURCE, forge, main, scratch_file, tshark

SCENARIOS = SOURCE / "captures" / "scenarios"
# What is asked and what a stock client answers: $ask_round_N, $round_N, and a $round_255_other with one file changed.
ANSWERS = re.search(r"^let ask_round_0.*?^let round_255_other.*?$", (SCENARIOS / "parts" / "file-checks.scn").read_text(), re.M | re.S)[0]
HEAD = f"""
    include "{SCENARIOS}/parts/checksum-round-2.scn"
    {ANSWERS}
    let round_2 $round2
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
    endpoint sep  10.10.10.3:59405 id 3
"""
STOCK = {0: "$round_0", 1: "$round_1", 2: "$round_2", 3: "$round_3", 255: "$round_255"}
TO_SHIP, OTHER = "0xf5575071", "0x04030201"
SHIP_TABLE = 'str16:"Scripts/Multiplayer/SpeciesToShip.pyc"'
# Nobody knows the content of these.
UNKNOWN = [("scripts/ships", "E2M0Warbird.pyc"), ("scripts/ships", "Warbird.pyc")]
MAIN_MENU = ("8B 66 46 58 7C 74 09 89 9D D2 70 43 C1 BB 58 B8 A2 9F DD E9 AD D0 8C 2C "
             "23 1D 4D B5 A7 30 B1 2D 00")
# The word in the middle does not count: rotate(rotate(1) ^ 2) = 0 (35.4).
DATA, DATA_HASH = "01 00 00 00 FF FF FF FF 02 00 00 00", "0x00000000"


def join(player, number, answers=None, end="28", start=0.0):
    """The checks of a join; `end`: what the host says to them."""
    lines, clock = [], start
    for seq, (name, answer) in enumerate((answers or STOCK).items()):
        for way, payload in ((f"host > {player}", f"$ask_round_{name}"), (f"{player} > host", answer)):
            clock += 0.01
            way_of = "split seq" if answer == "$round_2" and payload == answer else "game seq"
            every = " every 0.001" if way_of == "split seq" else ""
            lines.append(f"at {clock:.3f} {way}\n    {way_of} {seq}{every} {payload}")
    for i, payload in enumerate(end.split("\n")):
        if payload:
            clock += 0.01
            lines.append(f"at {clock:.3f} host > {player}\n    game seq {len(answers or STOCK) + i} {payload}")
    return "\n".join(lines) + "\n"


def table(capture, name, *more):
    return list(csv.DictReader(io.StringIO(tshark("-q", "-r", capture, "-z", f"bcnet,{name},csv", *more))))


def odd(capture, *more):
    """The rows that are not "stock, passed": player, file, status, host."""
    return [(row["player"], row["file"], row["status"], row["host"]) for row in table(capture, "files", *more)
            if (row["status"], row["host"]) != ("stock", "passed") and (row["directory"], row["file"]) not in UNKNOWN]


def words(capture, *more):
    """Of the host and the players."""
    return {row["id"]: row["files"] for row in table(capture, "players", *more)}


def in_report(capture):
    path = scratch_file("world.json")
    tshark("-q", "-r", capture, "-z", f"bcnet,world,{path}")
    with open(path, encoding="utf-8") as file:
        return json.load(file)["games"][0]["files"]


class Files(unittest.TestCase):
    def check(self, scenario, rows, game, **players):
        """One pass and two; the host's words are the game's."""
        capture = forge(HEAD + scenario)
        for more in ((), ("-2",)):
            self.assertEqual(odd(capture, *more), rows)
            self.assertEqual(words(capture, *more), {"1": game, **{key[1:]: value for key, value in players.items()}})
        self.assertEqual(in_report(capture), game)
        return capture

    def test_stock(self):
        capture = self.check(join("ace", 2), [], "the game is stock (134 of 136 files compared)", p2="as the host's")
        rows = table(capture, "files")
        self.assertEqual(len(rows), 136)
        self.assertEqual([row["file"] for row in rows if row["status"] == "not known"], ["E2M0Warbird.pyc", "Warbird.pyc"])
        self.assertEqual({key: rows[0][key] for key in ("directory", "file", "name_hash", "content", "game")},
                         {"directory": "scripts", "file": "App.pyc", "name_hash": "0x373eb677", "content": "0xf8a0a768",
                          "game": "10.10.10.1:22101"})

    def test_one_file_of_the_game_is_another(self):
        """What passes the host is the game's: a mod with one file is one file."""
        capture = self.check(join("ace", 2, {**STOCK, 255: "$round_255_other"}),
                             [("#2", "SpeciesToShip.pyc", "other content", "passed")],
                             "not stock: 1 file, SpeciesToShip.pyc", p2="as the host's")
        self.assertEqual([row["content"] for row in table(capture, "files") if row["status"] == "other content"], [OTHER])
        fields = tshark("-r", capture, "-Y", "bcnet.checksum.files_changed > 0", "-T", "fields",
                        "-e", "bcnet.checksum.files_changed", "-e", "bcnet.checksum.files_added",
                        "-e", "bcnet.checksum.files_missing")
        self.assertEqual(fields.split(), ["1", "0", "0"])

    def test_the_host_sends_the_stock_file(self):
        """In the bundled capture the host's own is the stock one."""
        capture = SOURCE / "captures" / "session.pcapng"
        self.assertEqual(odd(capture), [("#3 Sep", "SpeciesToShip.pyc", "other content", f"sent its own, {TO_SHIP}"),
                                        ("#4 Oldie", "App.pyc", "stock", "")])
        self.assertEqual(words(capture), {"1": "the game is stock (134 of 136 files compared)", "2": "as the host's",
                                          "3": "as the host's, which sent 1", "4": "", "5": "as the host's",
                                          "6": "as the host's"})

    def test_the_host_sends_a_file_that_is_not_stock(self):
        end = f"25 {SHIP_TABLE} {DATA}\n25 str16:\"Scripts/Multiplayer/Mine.pyc\" {DATA}\n28"
        self.check(join("ace", 2, end=end),
                   [("#2", "SpeciesToShip.pyc", "stock", f"sent its own, {DATA_HASH}"),
                    ("#2", "Mine.pyc", "missing", f"sent its own, {DATA_HASH}")],
                   "not stock: 2 files, SpeciesToShip.pyc, Mine.pyc", p2="as the host's, which sent 2")

    def test_the_host_sends_in_front_of_the_answer(self):
        """In frames that are not in order of time."""
        others = join("ace", 2, {name: answer for name, answer in STOCK.items() if name != 255}, end="")
        self.check(f"""
            {others}
            at +0.01 host > ace
                game seq 4 $ask_round_255
            at +0.01 host > ace
                game seq 5 25 {SHIP_TABLE} {DATA}
            at +0.01 ace > host
                game seq 4 {STOCK[255]}
            at +0.01 host > ace
                game seq 6 28
            """, [("#2", "SpeciesToShip.pyc", status, f"sent its own, {DATA_HASH}") for status in ("not known", "stock")],
            "not stock: 1 file, SpeciesToShip.pyc", p2="as the host's, which sent 1")

    def test_the_refusal_says_the_name(self):
        """Of a file whose name nobody said before."""
        capture = SOURCE / "captures" / "names.pcapng"
        for more in ((), ("-2",)):
            told = [(row["file"], row["host"]) for row in table(capture, "files", *more)]
            self.assertEqual(told, [("Autoexec.pyc", ""), ("Defiant.pyc", "refused"), ("CentaurRenaissance59.pyc", "")])
            folder = scratch_file("tables")
            folder.unlink()
            tshark("-q", "-r", capture, "-z", f"bcnet,tables,{folder}", *more)
            rows = csv.DictReader((folder / "files.csv").read_text().splitlines())
            self.assertEqual([row["file"] for row in rows], [file for file, _ in told])

    def test_refused(self):
        """Of the others nothing is told."""
        other = {0: STOCK[0], 1: "21 01 2F CB AF 4D 01 00 A1 E6 01 85 49 00 93 18 00"}
        self.check(join("ace", 2, other, end='22 str16:"scripts/Autoexec.pyc"'),
                   [("#2", "App.pyc", "stock", ""), ("#2", "Autoexec.pyc", "other content", "refused")],
                   "not known", p2="scripts/Autoexec.pyc is not the host's")
        self.check(join("ace", 2, other, end='22 str16:"scripts"'),
                   [("#2", "App.pyc", "stock", "refused"), ("#2", "Autoexec.pyc", "other content", "refused")],
                   "not known", p2="scripts is not the host's")

    def test_not_all_was_seen(self):
        """Nothing is known of what was not told, but what was told counts."""
        self.check(join("ace", 2, {255: STOCK[255]}), [], "not known", p2="as the host's")
        self.check(join("ace", 2, {255: "$round_255_other"}), [("#2", "SpeciesToShip.pyc", "other content", "passed")],
                   "not stock: 1 file, SpeciesToShip.pyc", p2="as the host's")
        self.check(join("ace", 2, end=""), [(*row, "") for row in
                                           [("#2", row["file"], "stock") for row in table(forge(HEAD + join("ace", 2)), "files")
                                            if row["status"] == "stock"]], "not known", p2="")

    def test_files_missing_and_many(self):
        rows = [("#2", name, "not in the stock game", "passed") for name in ("0x44332211", "0x44332212", "0x44332213", "0x44332214")]
        more = " ".join(f"{byte} 22 33 44 00 00 00 00" for byte in ("11", "12", "13", "14"))
        stock = [("#2", name, "missing", "passed") for name in ("__init__.pyc", "CardSpecificSetup.pyc", "KeyboardConfig.pyc",
                                                               "mainmenu.pyc")]
        self.check(join("ace", 2, {**STOCK, 3: f"21 03 5D 47 09 34 04 00 {more} 00"}), rows + stock,
                   "not stock: 4 files, among them 0x44332211, 0x44332212, 0x44332213, and 4 stock files missing",
                   p2="as the host's")

    def test_a_later_join_says_otherwise(self):
        other = {**STOCK, 255: "$round_255_other"}
        self.check(join("ace", 2, other) + join("sep", 3, start=10), [("#2", "SpeciesToShip.pyc", "other content", "passed")],
                   "the game is stock (134 of 136 files compared)", p2="as the host's", p3="as the host's")
        # Who tells less does not say otherwise.
        self.check(join("ace", 2, other) + join("sep", 3, {3: STOCK[3]}, start=10),
                   [("#2", "SpeciesToShip.pyc", "other content", "passed")], "not stock: 1 file, SpeciesToShip.pyc",
                   p2="as the host's", p3="as the host's")

        # Nor who tells of fewer files that are not stock; but who tells of one when all were, does.
        two = {**other, 3: f"21 03 5D 47 09 34 05 00 11 22 33 44 00 00 00 00 {MAIN_MENU}"}
        many = [("#2", "0x44332211", "not in the stock game", "passed"), ("#2", "SpeciesToShip.pyc", "other content", "passed")]
        one = [("#3", "SpeciesToShip.pyc", "other content", "passed")]
        self.check(join("ace", 2, two) + join("sep", 3, {255: "$round_255_other"}, start=10), many + one,
                   "not stock: 2 files, 0x44332211, SpeciesToShip.pyc", p2="as the host's", p3="as the host's")
        self.check(join("ace", 2) + join("sep", 3, {255: "$round_255_other"}, start=10), one,
                   "not stock: 1 file, SpeciesToShip.pyc", p2="as the host's", p3="as the host's")

    def test_another_server(self):
        """After a restart counts what its own players told, from the check before the Settings on that tell of it (60.10)."""
        def settings(way, seq, clock, at):
            return f'at {at} {way}\n    game seq {seq} 00 f32:{clock} 61 00 str16:"Multiplayer.Episode.Mission1.Mission1"\n'

        def connect(player, last, at):
            return f"at {at} {player} > host id 255\n    connect 10.10.10.{last} 0x{last}1111111 \"\"\n"

        one = [("#2", "SpeciesToShip.pyc", "other content", "passed")]
        before = connect("ace", 2, 0) + join("ace", 2, {**STOCK, 255: "$round_255_other"}, start=0.1) + settings("host > ace", 6, 50, 1)
        for answers, words_after in ((None, "the game is stock (134 of 136 files compared)"), ({3: STOCK[3]}, "not known")):
            join_again = connect("sep", 3, 9) + join("sep", 3, answers, start=10)
            self.check(before + join_again + settings("host > sep", 7, 51, 11), one,
                       words_after if answers is None else "not stock: 1 file, SpeciesToShip.pyc", p2="as the host's", p3="as the host's")
            capture = self.check(before + join_again + settings("host > sep", 7, 2, 11), one, words_after, p2="as the host's",
                                 p3="as the host's")
        # Of the other server nothing is known, nor what its table of ships is.
        late = settings("host > ace", 7, 2, 12)
        self.check(connect("ace", 2, 9).join((before, late)).replace("0x21111111", "0x21111112", 1), one, "not known", p2="as the host's")

    def test_said_at_the_end_of_a_check(self):
        """Once, in the words of the tables; not where it is not known."""
        other = {**STOCK, 255: "$round_255_other"}
        again = "at 20 host > ace\n    game seq 5 28\n"
        for scenario, said in ((join("ace", 2) + again, [": the game is stock", ""]),
                               (join("ace", 2, other) + join("sep", 3, {3: STOCK[3]}, start=10),
                                [": not stock: 1 file, SpeciesToShip.pyc", ""]),
                               (join("ace", 2, {3: STOCK[3]}), [""])):
            lines = tshark("-r", forge(HEAD + scenario), "-Y", "bcnet.opcode == 0x28", "-T", "fields", "-e", "_ws.col.Info")
            self.assertEqual([re.sub(".*ChecksumComplete", "", line) for line in lines.splitlines()], said)

    def test_asked_again_in_mid_game(self):
        """One mod's host asks whenever somebody creates a ship (35.2): what is the same stands there once."""
        again = "".join(f"at {10 + i} ace > host\n    game seq {5 + i} $round_3\n" for i in range(3))
        capture = self.check(join("ace", 2) + again, [], "the game is stock (134 of 136 files compared)", p2="as the host's")
        self.assertEqual(len(table(capture, "files")), 136)

    def test_only_the_client_tells_of_its_files(self):
        """And only the host of what it thinks of them; both complain of the direction."""
        self.check(join("ace", 2, end="") + "at 10 ace > host\n    game seq 9 28\nat 11 host > ace\n    game seq 9 $round_255_other\n",
                   [("#2", row["file"], "stock", "") for row in table(forge(HEAD + join("ace", 2)), "files")
                    if row["status"] == "stock"], "not known", p2="")

    def test_words_accuse_nobody(self):
        capture = forge(HEAD + join("ace", 2, {**STOCK, 255: "$round_255_other"}))
        said = tshark("-r", capture, "-V") + tshark("-q", "-r", capture, "-z", "bcnet,files", "-z", "bcnet,players")
        for word in ("cheat", "modified client", "illegal", "hack", "tamper"):
            self.assertNotIn(word, said.lower())


class SpeciesTables(unittest.TestCase):
    """Where the game's table of ships, systems or torpedoes is not the stock one, stock names have a question mark (60.11)."""

    GAME = """
        at 20 host > ace
            game seq 8 35 08 01 0A i32:634 FF
        at 21 ace > host
            game seq 9 03 00 02 u32:0x8008 u32:0x3FFFFFFF 05 $at_rest str8:"Ace" str8:"Multi1" FF 80 $sovereign_but_2
        at 22 host > ace
            game 1C u32:0x3FFFFFFF f32:22 20 | 00 FF 20 20 FF FF FF FF FF FF
        at 23 host > ace
            game 1C u32:0x4003FFFF f32:23 20 | 06 FF 40 FF FF FF FF FF FF FF FF FF
        at 23.1 host > ace
            game 1C u32:0x4003FFFF f32:23.1 20 | 08 FF FF FF FF FF 40 FF FF FF
        at 24 ace > host
            game seq 10 02 00 u32:0x8009 u32:0x40000035 02 $at_rest str8:"" str8:"Multi1" u32:0x3FFFFFFF u32:0x4003FFFF 02 00 00 88 D8 5C
        at 25 ace > host
            game seq 11 19 u32:0x4000000D 02 05 DF 87 11
        """

    @classmethod
    def setUpClass(cls):
        ships = (SCENARIOS / "parts" / "ships.scn").read_text()
        rest = re.search(r"^let sovereign FF FF (.*?)(?=^let)", ships, re.M | re.S)[1]
        head = f'include "{SCENARIOS}/parts/ships.scn"\nlet sovereign_but_2 {rest}'
        other = {"stock": ANSWERS, "ships": ANSWERS.replace("71 50 57 F5", "71 50 57 F4"),
                 "systems": ANSWERS.replace("74 0E DC 09", "74 0E DC 08"),
                 "torpedoes": ANSWERS.replace("F2 AD 19 8D", "F2 AD 19 8C")}
        texts = {name: HEAD.replace(ANSWERS, text) + head + join("ace", 2) + cls.GAME for name, text in other.items()}
        texts["before"] = texts["ships"].replace("game seq 5 28", "game seq 5 27")      # 0x28 never comes
        cls.captures = {name: forge(text) for name, text in texts.items()}

    def info(self, name):
        return tshark("-r", self.captures[name], "-Y", "bcnet.opcode in {0x02, 0x03, 0x1c, 0x19, 0x35}", "-T", "fields",
                      "-e", "_ws.col.Info")

    def test_ships(self):
        for name, mark in (("stock", ""), ("ships", "\\?"), ("systems", ""), ("before", "")):
            info = self.info(name)
            self.assertRegex(info, f"Ace's Sovereign{mark} in Multi1")
            self.assertRegex(info, f"t=22.0 Sovereign{mark} \\(Ace\\)")
            self.assertRegex(info, f"t=23.1 Sovereign{mark or '[?]'}")            # inferred
            self.assertEqual(info.count("%"), 0 if mark else 2, info)               # damage
            rows = tshark("-r", self.captures[name], "-Y", "bcnet.opcode == 0x1c", "-T", "fields", "-e",
                          "bcnet.ship.layout.source", "-e", "bcnet.ship.layout.refuted").split()
            self.assertEqual(rows, ["5", "5", "5"] if mark else ["1", "4", "4"])
            ships = {row["object"]: row for row in table(self.captures[name], "ships")}
            self.assertEqual(ships["0x3fffffff"]["how_known"], "provisional" if mark else "created")
            self.assertEqual(ships["0x3fffffff"]["worst_last_condition"] == "", bool(mark))

    def test_torpedoes_and_systems(self):
        for name in self.captures:
            torpedo, system = ("?" if name == table else "" for table in ("torpedoes", "systems"))
            self.assertIn(f"PhotonTorpedo{torpedo} in flight", self.info(name))
            self.assertRegex(self.info(name), rf"MissionInit: [A-Za-z ]*\w{re.escape(system)}, ")


if __name__ == "__main__":
    main()
