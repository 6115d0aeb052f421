# SPDX-License-Identifier: GPL-2.0-or-later
"""The collected game (-z bcnet,world): what a story tells, each act once; the same as the tables say; and bounds."""

import collections
import csv
import json
import os
import re
import subprocess
import unittest

import dataset
import locales
from bcnet_test import SOURCE, forge, main, run, scratch, scratch_file, tool, tshark
from world import (ACE_SHIP, ENDS, FLEET, PHASERS_OF_AKIRA, SEP_SHIP, SOVEREIGN, game, name_of, whole_percent, world)

SESSION = SOURCE / "captures" / "session.pcapng"
DATAGRAMS = int(os.environ.get("BCNET_BATTLE", "4000"))
SHIPS_MAX, EVENTS_MAX = 1000, 20000
SIZE_MAX = 12_000_000


def battle():
    """A made-up battle: capture and truth."""
    capture, truth = scratch() / "battle.pcapng", scratch() / "battle.json"
    if not capture.exists():
        tool("bcnet-forge", "--battle", "--datagrams", DATAGRAMS, "--loss", 5, "--duplicate", 2, "--reorder", 2,
             "--truth", truth, capture)
    return capture, json.loads(truth.read_text())


def happened(game_, *kinds):
    return [event for event in game_["events"] if event["kind"] in kinds]


class Story(unittest.TestCase):
    """captures/session.pcapng: everything expected here stands in its scenario."""

    @classmethod
    def setUpClass(cls):
        cls.game = game(SESSION)
        cls.names = [player.get("name") for player in cls.game["players"]]

    def told(self, *kinds):
        """(time, player's name, text) of events."""
        return [(event["t"], self.names[event["player"]] if "player" in event else None, event.get("text"))
                for event in happened(self.game, *kinds)]

    def test_head(self):
        self.assertEqual((self.game["host"], self.game["server"], self.game["side"]),
                         ("10.10.10.1:22101", "My Game23", "host"))
        self.assertEqual([(round_["from"], round_["map"], round_["system"], round_["players"], round_["minutes"],
                           round_["limit"], round_["collisions"]) for round_ in self.game["rounds"]],
                         [(3.504, "Multiplayer.Episode.Mission1.Mission1", "Multi1", 8, 10, 0, True),
                          (52.5, "Multiplayer.Episode.Mission1.Mission1", "Multi1", 8, 10, 0, True),
                          (66.206, "Multiplayer.Episode.Mission2.Mission2", "Poseidon", 8, 0, 5, True)])
        self.assertEqual((self.game["rounds"][0]["end"], self.game["rounds"][0]["ended"]), ("time up", 48))

    def test_players(self):
        self.assertEqual(self.names, [None, "Ace", "Sep", "Oldie", "Sep", "Ace"])
        self.assertEqual([player["id"] for player in self.game["players"]], [1, 2, 3, 4, 5, 6])
        self.assertEqual(self.told("join"), [(5.912, "Ace", None), (15.61, "Sep", None), (68.408, "Sep", None),
                                             (74.408, "Ace", None)])
        self.assertEqual(self.told("leave"), [(50.2, "Sep", "disconnect"), (59, "Ace", "disconnect"),
                                              (87.2, "Sep", "boot: booted by the host")])
        self.assertEqual([(name, text) for _, name, text in self.told("refused")],
                         [("Oldie", "the versions of the game differ, the host's is 60")])
        refused = [player for player in self.game["players"] if player.get("refused")]
        self.assertEqual([(player["name"], player["address"], "joined" in player) for player in refused],
                         [("Oldie", "10.10.10.50:50111", False)])

    def test_each_line_once(self):
        self.assertEqual(self.told("chat"), [
            (16.9, "Sep", "hi, good to see you"), (18.2, "Ace", "hello Sep! Akira again?"), (28.1, "Sep", "ouch"),
            (34.5, "Sep", "well done"), (45.9, "Ace", "oops, wrong button"), (49.3, "Sep", "have to go, bye")])
        self.assertEqual(self.told("team_chat"), [(78.9, "Ace", "follow me to Poseidon 2")])

    def test_each_shot_once(self):
        ships = [ship["class"] for ship in self.game["ships"]]
        self.assertEqual([(shot["t"], shot["kind"], self.names[shot["player"]], shot["weapon"], ships[shot["ship"]],
                           ships[shot["target"]]) for shot in self.game["shots"]], [
            (22.9, "phaser", "Sep", "Phasers", "Akira", "Sovereign"),
            (23.3, "torpedo", "Ace", "Forward Torpedo 2", "Sovereign", "Akira"),
            (25.6, "torpedo", "Ace", "Forward Torpedo 1", "Sovereign", "Akira"),
            (25.6, "torpedo", "Ace", "Forward Torpedo 3", "Sovereign", "Akira"),
            (30, "phaser", "Ace", "Phasers", "Sovereign", "Akira"),
            (43, "pulse", "Sep", "Port Cannon", "Bird of Prey", "Sovereign"),
            (43, "pulse", "Sep", "Star Cannon", "Bird of Prey", "Sovereign")])
        self.assertEqual([shot.get("until") for shot in self.game["shots"] if shot["kind"] == "phaser"], [24.33, 32.95])

    def test_ships(self):
        self.assertEqual([(ship["object"], ship.get("class"), ship["how"], ship["fate"], ship.get("died"),
                           self.names[ship["killer"]] if "killer" in ship else None, ship.get("next"))
                          for ship in self.game["ships"]], [
            ("0x00000031", "Space Facility", "created", "restart", None, None, None),
            ("0x3fffffff", "Sovereign", "created", "died", 44.62, None, None),
            ("0x4003ffff", "Akira", "created", "died", 32.86, "Ace", 37),
            ("0x4004001f", "Bird of Prey", "created", "died", 50.215, None, None),
            ("0x3fffffff", "Warbird", "created", "died", 87.23, None, None),
            ("0x4003ffff", "Galaxy", "created", "there", None, None, None)])
        self.assertEqual(self.game["ships"][0]["name"], "Outpost1")
        self.assertEqual([round(ship["lifetime"], 1) for ship in self.game["ships"] if "died" in ship], [9.5] * 4)

    def test_events(self):
        self.assertEqual([(event["t"], event["kind"], self.game["ships"][event["ship"]]["class"], event.get("text"))
                          for event in happened(self.game, "warp", "enter", "off", "needs_repair", "repaired")], [
            (24.36, "needs_repair", "Sovereign", "Dorsal Phaser 1"), (26.95, "needs_repair", "Akira", "Forward Torp 2"),
            (27.5, "off", "Akira", "Tractors"), (29.55, "repaired", "Akira", "Forward Torp 2"),
            (80, "warp", "Galaxy", "Poseidon2"), (85.1, "enter", "Galaxy", "Poseidon2")])
        self.assertEqual([round(event["amount"]) for event in happened(self.game, "collision")], [1281])
        self.assertEqual(self.told("self_destruct"), [(44.6, "Ace", None)])
        self.assertEqual([(event["t"], self.names[event["player"]], event["amount"])
                          for event in happened(self.game, "kills") if event["amount"]], [(32.86, "Ace", 1)])

    def test_ways(self):
        """Where the scenario says they are, in the set it says; a warp ends one piece and begins another."""
        galaxy = self.game["ships"][5]
        self.assertEqual([piece["set"] for piece in galaxy["way"]], ["Poseidon1", "Poseidon2"])
        self.assertEqual([galaxy["way"][0][axis][0] for axis in "xyz"], [30, -10, 30])
        self.assertEqual([galaxy["way"][1][axis][-1] for axis in "xyz"], [100, -28.52, 10])
        akira = self.game["ships"][2]["way"][0]
        self.assertEqual([akira[axis][0] for axis in "xyz"], [58, 52, -24])
        self.assertEqual((akira["fx"][0], akira["fy"][0]), (0, -1))     # turned around: the quaternion 0, 0, 0, 1
        bird = self.game["ships"][3]
        self.assertEqual(len(bird["cloak"]), 2)
        self.assertEqual([on for _, on in bird["cloak"]], [1, 0])

    def test_power(self):
        """At 26.2 Ace turns his phasers, entry 7 of his list, up to 125 %."""
        sovereign = self.game["ships"][1]
        self.assertEqual([step for step in sovereign["power"] if step[2] != 100], [[26.2, 7, 125]])
        self.assertEqual(self.game["layouts"][sovereign["layout"]]["entries"][7]["kind"], "phasers")

    def test_silences_and_kinds(self):
        kinds = {kind["name"]: kind["count"] for kind in self.game["network"]["kinds"]}
        self.assertEqual((kinds["Chat"], kinds["TorpedoFire"], kinds["Keepalive"]), (18, 7, 1))
        self.assertEqual(sum(kind["resends"] for kind in self.game["network"]["kinds"]), 2)


class Silences(unittest.TestCase):
    """Times of more than 6 s in which one end says nothing."""

    def test_ends_apart(self):
        """Ace is silent for 7 s; the host for 6, and for 6.5."""
        found = game(forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace  10.10.10.2:59405 id 2
            at 1 ace > host
                keepalive
            at 1.5 host > ace
                keepalive
            at 7.5 host > ace
                keepalive
            at 8 ace > host
                keepalive
            at 14 host > ace
                keepalive
            """))
        link = found["network"]["links"][0]
        self.assertEqual(found["players"][link["player"]]["id"], 2)
        self.assertEqual(link["silences"],
                         [{"end": "client", "from": 0, "to": 7}, {"end": "host", "from": 6.5, "to": 13}])


class Network(unittest.TestCase):
    """Times on the way, and who was there last."""

    def test_wide_buckets(self):
        """Half an hour: what was measured in two seconds is one mean and one maximum."""
        found = game(forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace  10.10.10.2:59405 id 2
            at 0 ace > host
                game seq 0 2A
            at 0.1 host > ace
                ack 0
            at 1 ace > host
                game seq 1 2A
            at 1.3 host > ace
                ack 1
            at 1800 ace > host
                keepalive
            """))
        answers = found["network"]["links"][0]["host"]
        self.assertEqual((answers["acks"][0], answers["rtt"][0], answers["rtt_max"][0]), (2, 200, 300))
        self.assertEqual([(player["id"], player["first"], player["last"]) for player in found["players"]],
                         [(1, 0, 1800), (2, 0, 1800)])


class TurnedAway(unittest.TestCase):
    """captures/boot.pcapng: three who knock get no id, whatever the refusal says; three players are thrown out."""

    def test_who_and_why(self):
        found = game(SOURCE / "captures" / "boot.pcapng")
        told = [(event["kind"], found["players"][event["player"]]["id"], found["players"][event["player"]]["address"],
                 event["text"]) for event in happened(found, "refused", "leave")]
        self.assertEqual(told, [
            ("refused", 255, "10.10.10.41:50001", "wrong password"),
            ("refused", 255, "10.10.10.42:50002", "too many players"),
            ("refused", 255, "10.10.10.43:50003", "banned or already connected"),
            ("leave", 2, "10.10.10.44:50004", "boot: timed out"),
            ("leave", 3, "10.10.10.45:50005", "boot: booted by the host"),
            ("leave", 4, "10.10.10.46:50006", "boot: no reason given")])
        self.assertEqual([player.get("refused", False) for player in found["players"]],
                         [False, True, True, True, False, False, False])

    def test_after_others_were_told(self):
        """That he is gone comes without a reason."""
        found = game(forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint old  10.10.10.2:59405 id 2
            endpoint ace  10.10.10.3:59405 id 3
            at 0 old > host
                announce 2 10.10.10.2 "Oldie"
            at 1 ace > host
                announce 3 10.10.10.3 "Ace"
            at 2 host > ace
                game seq auto 18 u32:5 str:"Oldie"
            at 3 host > old
                game seq auto 23 str16:"60"
            """))
        self.assertEqual([(player["id"], player.get("how"), player.get("why")) for player in found["players"]], [
            (1, None, None), (2, "others told 0x18", "the versions of the game differ, the host's is 60"),
            (3, None, None)])


class Everywhere(unittest.TestCase):
    """Every capture: what the description (docs/report.md) promises of all data."""

    def check_times(self, times, where):
        self.assertTrue(all(earlier < later for earlier, later in zip(times, times[1:])), where)

    def check_ship(self, game_, ship, where):
        entries = game_["layouts"][ship["layout"]]["entries"] if "layout" in ship else []
        for piece in ship["way"]:
            self.assertEqual({len(piece[name]) for name in ("t", "x", "y", "z", "fx", "fy", "fz", "v")},
                             {len(piece["t"])}, where)
            self.check_times(piece["t"], where)
        for state in ship["states"]:
            self.assertLess(state["entry"], len(entries), where)
            self.assertEqual(len(state["t"]), len(state["v"]), where)
            self.assertTrue(all(0 <= value <= 255 for value in state["v"]), where)
            self.check_times(state["t"], where)

    def check_game(self, game_, where):
        places = {"player": len(game_["players"]), "killer": len(game_["players"]), "by": len(game_["players"]),
                  "ship": len(game_["ships"]), "other": len(game_["ships"]), "target": len(game_["ships"]),
                  "layout": len(game_["layouts"]), "link": len(game_["network"]["links"])}
        lists = ("players", "ships", "shots", "events", "damage")
        for thing in [thing for name in lists for thing in game_[name]] + game_["network"]["links"]:
            for name, count in places.items():
                self.assertLess(thing.get(name, -1), count, (where, name, thing))
        for name in ("shots", "events", "damage"):
            times = [thing["t"] for thing in game_[name]]
            self.assertEqual(times, sorted(times), (where, name))
        for ship in game_["ships"]:
            self.check_ship(game_, ship, where)
        for link in game_["network"]["links"]:
            for end in ("client", "host"):
                self.assertEqual(len({len(values) for values in link[end].values() if isinstance(values, list)}), 1, where)

    def test_captures(self):
        captures = sorted((SOURCE / "captures").glob("*.pcapng"))
        self.assertGreater(len(captures), 50)
        for capture in captures:
            with self.subTest(capture=capture.name):
                found = world(capture)
                self.assertEqual((found["format"], found["version"]), ("bcnet-world", 1))
                for game_ in found["games"]:
                    self.check_game(game_, capture.name)

    def test_two_passes(self):
        for capture in (SESSION, battle()[0], SOURCE / "captures" / "state-mid-battle.pcapng",
                        SOURCE / "captures" / "state-restart.pcapng"):
            with self.subTest(capture=capture.name):
                self.assertEqual(world(capture, "-2"), world(capture))

    def test_locale(self):
        """A comma for decimals is no JSON."""
        locale = locales.environment("de_DE", scratch())
        said = subprocess.run(["/usr/bin/printf", "%.1f", "1,5"], env=locale, capture_output=True, text=True,
                              check=True)
        self.assertEqual(said.stdout, "1,5", "the locale is not in force")
        path = scratch_file(".json")
        run("env", *[f"{name}={value}" for name, value in locale.items()], "tshark", "-n", "-q", "-r", SESSION,
            "-z", f"bcnet,world,{path}")
        self.assertEqual(json.loads(path.read_text()), world(SESSION))


class Tables(unittest.TestCase):
    """The same as -z bcnet,ships and -z bcnet,players say."""

    def rows(self, capture, name):
        lines = [line for line in tshark("-q", "-r", capture, "-z", f"bcnet,{name}").splitlines() if "|" in line]
        cells = [[cell.strip() for cell in line.split("|")[:-1]] for line in lines]
        return [dict(zip(cells[0], line)) for line in cells[1:]]

    def conditions(self, words):
        """"Hull 96 % (90 %), ..." -> [(name, worst, last)] of what is damaged, and the number of all."""
        named = [(name, int(worst), int(last)) for name, worst, last
                 in re.findall(r"([^,()]+?) (\d+) % \((\d+) %\)(?:, |$)", words)]
        rest = re.search(r"(?:^all |(?:^|, ))(\d+)(?: others?)? 100 %$", words)
        return named, len(named) + (int(rest[1]) if rest else 0)

    def check(self, capture):
        found = game(capture)
        rows = self.rows(capture, "ships")
        self.assertEqual([(ship["object"], ship["updates"]) for ship in found["ships"]],
                         [(row["Object"], int(row["Updates"])) for row in rows])
        for ship, row in zip(found["ships"], rows):
            column = next(name for name in row if name.startswith("Worst"))
            named, count = self.conditions(row[column])
            self.assertEqual(len(ship["states"]), count)
            states = collections.defaultdict(list)
            for state in ship["states"]:
                states[name_of(found, {**state, "of": ship})].append(state)
            for name, worst, last in named:
                with self.subTest(ship=ship["object"], name=name):
                    matching = [state for state in states[name] if whole_percent(state["v"][-1]) == last and
                                abs(whole_percent(min(state["v"])) - worst) <= 1]
                    self.assertTrue(matching, (worst, last, states[name]))
            self.assertEqual(f"{ship['died']:.3f}" if "died" in ship else "", row["Died (s)"])
        return found

    def test_session(self):
        found = self.check(SESSION)
        players = self.rows(SESSION, "players")
        self.assertEqual([(str(player["id"]), player.get("name", "host")) for player in found["players"]],
                         [(row["Id"], row["Name"]) for row in players])
        for player, row in zip(found["players"], players):
            self.assertEqual(tuple(str(player.get(name, "")) for name in ("kills", "deaths", "score")),
                             (row["Kills"], row["Deaths"], row["Score"]))

    def test_battle(self):
        self.check(battle()[0])

    def test_network(self):
        """Sums over time are the totals of the table."""
        for capture in (SESSION, battle()[0]):
            found, rows = game(capture), self.rows(capture, "players")
            clients = {row["Address"]: row for row in rows if row["Id"] != "1"}
            for link in found["network"]["links"]:
                row = clients[link["address"]]
                self.assertEqual((sum(link["client"]["resends"]), sum(link["client"]["lost"])),
                                 (int(row["Resends"]), int(row["Lost"])))
                trips = zip(link["client"]["rtt"], link["client"]["acks"])
                mean = sum((rtt or 0) * acks for rtt, acks in trips) / sum(link["client"]["acks"])
                self.assertAlmostEqual(mean, float(row["RTT avg (ms)"]), delta=0.1)
                self.assertEqual((link["connection"], f"{link['held_up']:.3f}", str(link["long_waits"]), link["client"]["reliable"],
                                  link["client"]["resent"]),
                                 (row["Connection"], row["Held up (s)"], row["Held up 2 s"], int(row["Reliable"]),
                                  int(row["Lost"])))
                self.assertAlmostEqual(link["client"]["rtt_median"], float(row["RTT median (ms)"]), delta=0.1)


class Battle(unittest.TestCase):
    """A made-up battle with losses, doubles and overtaking: each act once."""

    def test_acts(self):
        capture, truth = battle()
        found = game(capture)
        clients = len(truth["peers"]) - 1
        count = collections.Counter(shot["kind"] for shot in found["shots"])
        # A shot is sent once to the host and passed on to the others; the start of a beam is sent twice (50.4).
        self.assertEqual(count["torpedo"] * clients, truth["opcodes_once"]["0x19"])
        self.assertAlmostEqual(count["phaser"] * clients * 2, truth["opcodes_once"]["0x07"], delta=2 * clients * 2)
        # Collisions go to the host alone, events of the host to everybody.
        self.assertEqual(len(happened(found, "collision")), truth["opcodes_once"]["0x15"])
        host = len(happened(found, "needs_repair", "repaired", "death"))
        self.assertEqual(host * clients, truth["opcodes_once"]["0x06"])
        self.assertEqual(found["side"], "host")

    def test_ways(self):
        """The positions that a player's own messages tell lie on his ship's way."""
        capture, _ = battle()
        found = game(capture)
        ships = {int(ship["object"], 16): ship for ship in found["ships"]}
        names = ["frame.time_relative", "bcnet.state.object", "bcnet.state.world.x", "bcnet.state.world.y",
                 "bcnet.state.world.z"]
        wanted = "bcnet.state.world.x && bcnet.peer == 2 && bcnet.count == 1"
        lines = tshark("-r", capture, "-Y", wanted, "-T", "fields",
                       *[word for name in names for word in ("-e", name)]).splitlines()
        self.assertGreater(len(lines), 100)
        late = 0
        for line in lines:
            time, ship, *place = line.split("\t")
            way = at(ships[int(ship, 0)], float(time))
            late += way is None or max(abs(float(value) - there) for value, there in zip(place, way)) > 0.11
        # Datagrams that were overtaken tell of the past.
        self.assertLess(late, 0.05 * len(lines))


class Tellers(unittest.TestCase):
    """Who tells nothing of a ship's way is not listened to: the host's words to its own client keep no others away."""

    def test_begins_with_the_creation(self):
        capture = forge("""
            endpoint host 10.10.10.1:22101 id 1
            endpoint ace 10.10.10.2:59405 id 2
            endpoint sep 10.10.10.3:59405 id 3
            at 0 host > sep
                game seq 0 03 00 02 u32:0x8008 u32:0x3FFFFFFF 05 f32:10 f32:20 f32:30 f32:1 zeros:12 zeros:3 f32:0 \
                    str8:"Ace" str8:"Multi1"
            at 0.1 host > ace
                game 1C u32:0x3FFFFFFF f32:10 00
            at 0.2 host > sep
                game 1C u32:0x3FFFFFFF f32:10.1 01 | f32:88 f32:-66 f32:-73 bits:0
        """)
        rows = dataset.Dataset.of(capture).database().execute("SELECT frame, x FROM positions")
        self.assertEqual([tuple(row) for row in rows], [(1, 10), (3, 88)])
        self.assertEqual([(piece["t"], piece["x"]) for piece in game(capture)["ships"][0]["way"]], [([0, 0.2], [10, 88])])


class Parts(unittest.TestCase):
    """A part of a capture (tshark -2 -R): the report's shots are those of the frames that were read, as in the tables."""

    def test_shots(self):
        part = ("-2", "-R", "frame.number < 250")
        shots = game(SESSION, *part)["shots"]
        with dataset.Dataset.of(SESSION, *part).database() as tables:
            frames = [row["frame"] for row in tables.execute("SELECT frame FROM shots ORDER BY frame, number")]
        self.assertEqual([shot["frame"] for shot in shots], frames)
        self.assertLess(len(shots), len(game(SESSION)["shots"]))


def at(ship, time):
    """x, y, z on a ship's way, None in a gap."""
    for piece in ship["way"]:
        times = piece["t"]
        for i in range(len(times) - 1):
            if times[i] - 0.0006 <= time <= times[i + 1] + 0.0006:
                share = (time - times[i]) / (times[i + 1] - times[i])
                return [piece[axis][i] + share * (piece[axis][i + 1] - piece[axis][i]) for axis in "xyz"]
    return None


class Ways(unittest.TestCase):
    """Ships of a scenario made for it."""

    def test_corner_and_gap(self):
        """Along x, then along y; then nothing for five seconds: three corners, and another piece."""
        found = game(forge(FLEET + f"""
            repeat 11 every 0.1
                at 0 ace > host
                    game 1C u32:{ACE_SHIP} f32:$i*0.1 01 f32:$i f32:0 f32:0 bits:0
            end
            repeat 11 every 0.1
                at 0 ace > host
                    game 1C u32:{ACE_SHIP} f32:1+$i*0.1 01 f32:10 f32:$i f32:0 bits:0
            end
            at +5 ace > host
                game 1C u32:{ACE_SHIP} f32:8 01 f32:500 f32:1 f32:2 bits:0
            """))
        first, second = found["ships"][0]["way"]
        self.assertEqual(list(zip(first["x"], first["y"])), [(0, 0), (10, 0), (10, 10)])
        self.assertEqual([second[axis] for axis in "xyz"], [[500], [1], [2]])

    def test_no_numbers(self):
        """Not a number, infinite, beyond all bounds: no place at all."""
        found = game(forge(FLEET + "".join(f"""
            at {1 + i} ace > host
                game 1C u32:{ACE_SHIP} f32:{i} 01 {bits} {bits} {bits} bits:0
            """ for i, bits in enumerate(("u32:0x7FC00000", "u32:0x7F800000", "u32:0xFF800000", "f32:1e30")))))
        self.assertEqual([piece["x"] for piece in found["ships"][0]["way"]], [[0]])

    def test_own_client_knows_best(self):
        """The host tells Sep of Ace's ship, later and elsewhere: the line does not jump between them."""
        found = game(forge(FLEET + f"""
            repeat 20 every 0.2
                at 0 ace > host
                    game 1C u32:{ACE_SHIP} f32:$i*0.2 01 f32:$i f32:0 f32:0 bits:0
                at +0.05 host > sep
                    game 1C u32:{ACE_SHIP} f32:$i*0.2 01 f32:$i f32:50 f32:0 bits:0
            end
            """))
        self.assertEqual({value for piece in found["ships"][0]["way"] for value in piece["y"]}, {0})

    def test_host_alone(self):
        """A capture at Sep's: only the host tells of Ace's ship."""
        found = game(forge(ENDS + f"""
            repeat 20 every 0.2
                at 0 host > sep
                    game 1C u32:{ACE_SHIP} f32:$i*0.2 01 f32:$i f32:50 f32:0 bits:0
            end
            """))
        ship = found["ships"][0]
        self.assertEqual((ship["way"][0]["x"], ship["born"], ship.get("class")), ([0, 19], False, None))


    def test_explodes_behind_its_player(self):
        """Ace leaves, the host still tells of the ship, and then it explodes: in two passes as in one."""
        capture = forge(FLEET + f"""
            at 1 host > sep
                game seq 1 03 i8:0 u8:2 u32:0x8008 u32:{ACE_SHIP} u8:5 f32:0 f32:0 f32:0 f32:1 zeros:12 zeros:3 f32:0 \\
                    str8:"Ace" str8:"Multi1" {SOVEREIGN}
            at 2 ace > host
                disconnect 2 10.10.10.2
            repeat 5 every 0.2
                at 2.1 host > sep
                    game 1C u32:{ACE_SHIP} f32:2+$i*0.2 01 f32:100 f32:$i f32:50 bits:0
            end
            at 4 host > sep
                game seq 2 06 u32:0x8129 u32:0x0080004E u32:0 u32:{ACE_SHIP} i32:0 f32:9.5
            """)
        self.assertEqual(game(capture), game(capture, "-2"))


class Damage(unittest.TestCase):
    """Conditions that fall, and who is named for it."""

    # The host tells Sep of his own Akira: entry 10, the bridge, and so on; entry 0, the hull, with its condition; then
    # the shield generator with six facings (60.2).
    HULL = "game 1C u32:{ship} f32:{clock} 20 | 0A FF {hull} FF 20 {front} FF FF FF FF FF"

    def told(self, time, hull="FF", front="FF", clock=None):
        line = self.HULL.format(ship=SEP_SHIP, clock=time if clock is None else clock, hull=hull, front=front)
        return f"""
            at {time} host > sep
                {line}
            """

    def torpedo(self, time, sender="ace", player=2, tube=ACE_SHIP + 7):
        return f"""
            at {time} {sender} > host
                game seq auto 19 u32:{tube} u8:{player} 01 00 7F 00 u32:{SEP_SHIP} 00 7F 00 00
            """

    def damage(self, *parts):
        found = game(forge(FLEET + "".join(parts)))
        self.assertEqual({found["ships"][hit["ship"]]["class"] for hit in found["damage"]} - {"Akira"}, set())
        return [(hit["t"], found["players"][hit["by"]].get("name") if "by" in hit else hit.get("several", False),
                 hit["hull"], hit["shields"]) for hit in found["damage"]]

    def test_one(self):
        """80 of 255: the hull has 9000 points, a front shield 11000 (layouts.json)."""
        points = (255 - 0x80) / 255
        self.assertEqual(self.damage(self.told(1), self.torpedo(2), self.told(4, hull="80", front="80")),
                         [(4, "Ace", round(9000 * points, 1), round(self.front() * points, 1))])

    def front(self):
        found = game(SESSION)
        akira = found["layouts"][found["ships"][2]["layout"]]
        self.assertEqual(akira["entries"][0]["points"], 9000)
        return akira["entries"][1]["facings"][0]

    def test_nobody(self):
        self.assertEqual([by for _, by, _, _ in self.damage(self.told(1), self.told(4, hull="80"))], [False])

    def test_long_ago(self):
        """After nine seconds no torpedo is on its way any more."""
        self.assertEqual([by for _, by, _, _ in self.damage(self.told(1), self.torpedo(2), self.told(11, hull="80"))],
                         [False])

    def test_several(self):
        """A ship without player fires as well."""
        self.assertEqual([by for _, by, _, _ in self.damage(
            self.told(1), self.torpedo(2), self.torpedo(2.5, "sep", 3, SEP_SHIP + 14), self.told(4, hull="80"))],
            ["Ace"], "nobody fires at himself")
        third = """
            endpoint cady 10.10.10.50:50111 id 4
            """
        self.assertEqual([by for _, by, _, _ in self.damage(
            third, self.told(1), self.torpedo(2), self.torpedo(2.5, "cady", 4, 0x40080005), self.told(4, hull="80"))],
            [True])

    def table(self, capture):
        found = csv.DictReader(tshark("-q", "-r", capture, "-z", "bcnet,damage,csv").splitlines())
        return [row for row in found if row["frame"]]

    def test_the_table(self):
        """-z bcnet,damage: each fall once, whoever is told of it; what is not known stays empty."""
        lost = (255 - 0x80) / 255
        rows = self.table(forge(FLEET + self.told(1) + self.torpedo(2) + self.told(4, hull="80", front="80")
                                + self.told(20, hull="40", front="80")))
        self.assertEqual([(row["time_s"].strip(), row["frame"], row["victim"], row["part"], int(row["points"]),
                           float(row["from_percent"]), float(row["to_percent"]), row["by"], row["weapon"]) for row in rows],
                         [("4.000", "5", "Akira (Sep)", "Hull", round(9000 * lost), 100, 50.196, "#2 Ace",
                           "Forward Torpedo 1 (torpedo)"),
                          ("4.000", "5", "Akira (Sep)", "Front shields", round(self.front() * lost), 100, 50.196, "#2 Ace",
                           "Forward Torpedo 1 (torpedo)"),
                          ("20.000", "6", "Akira (Sep)", "Hull", round(9000 * 0x40 / 255), 50.196, 25.098, "", "")])

    def test_the_table_of_several(self):
        third = """
            endpoint cady 10.10.10.50:50111 id 4
            """
        rows = self.table(forge(FLEET + third + self.told(1) + self.torpedo(2) + self.torpedo(2.5, "cady", 4, 0x40080005)
                                + self.told(4, hull="80")))
        self.assertEqual([(row["by"], row["weapon"]) for row in rows], [("several", "")])

    def test_the_table_says_what_the_report_says(self):
        """Of the story and of a battle, ship by ship: the same book."""
        for capture in (SESSION, battle()[0]):
            found, told, read = game(capture), collections.Counter(), collections.Counter()
            for hit in found["damage"]:
                told[hit["ship"]] += hit["hull"] + hit["shields"] + hit["systems"]
            for row in self.table(capture):
                read[row["victim"]] += float(row["points"])
            told = {found["ships"][ship]["class"]: told[ship] for ship in told}
            self.assertGreater(len(told), 1)
            self.assertAlmostEqual(sum(read.values()), sum(told.values()), delta=0.1 * len(found["damage"]) + 0.5 * len(self.table(capture)))
            self.assertEqual({victim.split(" (")[0] for victim in read}, set(told))

    def test_overtaken(self):
        """A datagram that comes late tells of the past: nothing was repaired, and nothing falls twice."""
        self.assertEqual([hull for _, _, hull, _ in self.damage(
            self.told(1), self.told(4, hull="80"), self.told(4.1, hull="FF", clock=3.5), self.told(6, hull="80"))],
            [round(9000 * (255 - 0x80) / 255, 1)])

    def test_beam(self):
        """Sep's beam on Ace, while it is on; and what conditions of the attacker do meanwhile is not his."""
        found = game(forge(FLEET + f"""
            at 1 sep > host
                game seq auto 07 u32:0x8128 D8 00 80 00 u32:0 u32:{PHASERS_OF_AKIRA} u32:{ACE_SHIP} 00 00 00 00
                game seq auto 07 u32:0x8128 D8 00 80 00 u32:0 u32:{PHASERS_OF_AKIRA} u32:{ACE_SHIP} 00 00 00 00
            at 12 sep > host
                game seq auto 08 u32:0x0101 DA 00 80 00 u32:0 u32:{PHASERS_OF_AKIRA}
            """))
        self.assertEqual([(shot["t"], shot["until"], shot["kind"]) for shot in found["shots"]], [(1, 12, "phaser")])

    def test_a_ship_that_nobody_introduced(self):
        """It is not known, but whoever sends the shot is."""
        found = game(forge(ENDS + f"""
            at 1 sep > host
                game seq 7 07 u32:0x8128 D8 00 80 00 u32:0 u32:{PHASERS_OF_AKIRA} u32:{ACE_SHIP} 00 00 00 00
            """))
        self.assertEqual([(found["players"][shot["player"]]["id"], shot.get("ship")) for shot in found["shots"]], [(3, None)])


class Bounds(unittest.TestCase):
    """However much a capture holds."""

    def test_connections(self):
        """Of no more than there is room for is anything told."""
        ends = [f"10.9.{number // 250}.{number % 250 + 1}:59405" for number in range(SHIPS_MAX + 2)]
        found = world(forge(ENDS + "".join(f"endpoint e{number} {end} id 2\n" for number, end in enumerate(ends)) + "".join(
            f"at {number / 100} e{number} > host\n keepalive\n" for number in range(len(ends)))))
        self.assertEqual(len(found["games"][0]["network"]["links"]), SHIPS_MAX)
        self.assertGreater(found["capture"]["left_out"], 0)

    def test_ships(self):
        found = world(forge(ENDS + f"""
            repeat {SHIPS_MAX + 200} every 0.01
                at 0 ace > host
                    game 1C u32:$i*64+0x40000000 f32:1 00
            end
            """))
        self.assertEqual(len(found["games"][0]["ships"]), SHIPS_MAX)
        self.assertGreater(found["capture"]["left_out"], 0)

    def test_events(self):
        found = world(forge(ENDS + f"""
            repeat {EVENTS_MAX // 100 + 5} as d every 0.01
                at 0 ace > host
                    repeat 100 as m
                        game seq ($d*100+$m)%65536 2C u32:2 u16:4 u32:$d*100+$m
                    end
            end
            """.replace("($d*100+$m)%65536", "$d*100+$m")))
        self.assertEqual(len(found["games"][0]["events"]), EVENTS_MAX)
        self.assertGreaterEqual(found["capture"]["left_out"], 500)

    def test_wild_flight(self):
        """A ship that is somewhere else in every message is no straight line anywhere: lines become coarse, and what
        does not fit then is left out."""
        path = scratch_file(".json")
        capture = forge(FLEET + f"""
            repeat 250000 every 0.001
                at 0 ace > host
                    game 1C u32:{ACE_SHIP} f32:$i*0.001 01 f32:$i*7919%1000 f32:$i*104729%1000 \\
                        f32:$i*1299709%1000 bits:0
            end
            """)
        run("tshark", "-n", "-q", "-r", capture, "-z", f"bcnet,world,{path}")
        found = json.loads(path.read_text())
        self.assertGreater(found["capture"]["coarseness"], 1)
        self.assertGreater(found["capture"]["left_out"], 0)
        self.assertGreater(sum(len(piece["t"]) for piece in found["games"][0]["ships"][0]["way"]), 50_000)
        self.assertLess(path.stat().st_size, SIZE_MAX)

    def test_long_words(self):
        found = game(SOURCE / "captures" / "hostile-names.pcapng")
        texts = [event["text"] for event in happened(found, "chat")]
        self.assertEqual({letter for text in texts for letter in text[:-1]}, {"x"})
        self.assertTrue(all(len(text) <= 501 for text in texts))


class Asking(unittest.TestCase):
    """The command line."""

    def test_standard_output(self):
        text = run("tshark", "-n", "-q", "-r", SESSION, "-z", "bcnet,world,-").decode()
        self.assertEqual(json.loads(text), world(SESSION))

    def test_nothing_to_tell(self):
        found = world(SOURCE / "captures" / "gamespy-queries.pcapng")
        self.assertEqual((found["games"], found["remarks"]), ([], []))

    def test_mistakes(self):
        for argument, why in (("bcnet,world", "a file name is missing"), ("bcnet,report,", "a file name is missing"),
                              ("bcnet,world,/nonexistent/x.json", "cannot be written: No such file"),
                              ("bcnet,report,/", "cannot be written: Is a directory")):
            with self.subTest(argument=argument), self.assertRaisesRegex(AssertionError, why):
                run("tshark", "-n", "-q", "-r", SESSION, "-z", argument)

    def test_full_disk(self):
        with self.assertRaisesRegex(AssertionError, "cannot be written: No space left"):
            run("tshark", "-n", "-q", "-r", SESSION, "-z", "bcnet,world,/dev/full")

    def test_both_at_once(self):
        page, data = scratch_file(".html"), scratch_file(".json")
        run("tshark", "-n", "-q", "-r", SESSION, "-z", f"bcnet,world,{data}", "-z", f"bcnet,report,{page}")
        self.assertIn(data.read_text().strip(), page.read_text())


if __name__ == "__main__":
    main()
