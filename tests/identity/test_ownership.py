# SPDX-License-Identifier: GPL-2.0-or-later
"""Who may say what (10.12), row by row: what a client says of what is another's changes nothing in any view, on any side.

Each row is played twice: once as written, once with a keepalive of the true sender in place of the false word. What the
tables and the report's data tell of players, ships, shots, lines and scores must be the same."""

import csv
import dataclasses
import functools
import io
import json
import unittest

import pcapng
from bcnet_test import SOURCE, experts, fields, forge, main, tshark
from test_stays import joins
from wireshark import scratch_file

IDENTITY, DIRECTION = "bcnet.expert.identity", "bcnet.expert.direction"
HOST, ACE, SEP = (bytes([10, 10, 10, number]) for number in (1, 2, 3))
# Ships of slot 0 and slot 1, and what belongs to them (20.4).
ACES, SEPS, FREE = 0x3FFFFFFF, 0x4003FFFF, 0x4003FFFF + 0x100
TUBE, OWN_TUBE = ACES + 6, SEPS + 6
ENDS = f"""
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:50002 id 2
    endpoint sep  10.10.10.3:50003 id 3
    include "{SOURCE}/captures/scenarios/parts/ships.scn"
"""


def creation(object_id, player, name, species="05", kind="$sovereign"):
    """0x03 (40.1)."""
    slot = (object_id - ACES) // 0x40000
    return f'03 u8:{slot} u8:{player} u32:0x8008 u32:{object_id} {species} $at_rest str8:"{name}" str8:"Multi1" {kind}'


def event(opcode, destination, source=0):
    """A plain event (50.1)."""
    return f"u8:{opcode} 01 01 00 00 DA 00 80 00 u32:{source} u32:{destination}"


def says(at, way, *messages, options=""):
    return f"at {at} {way} {options}\n" + "".join(f"    game {message}\n" for message in messages)


# Two players with their ships, which the host hands on; a shot, a hit and a line of Ace.
BEFORE = ENDS + joins(0, "ace", 2, "Ace", 0x1111, 5, 0) + joins(1, "sep", 3, "Sep", 0x2222, 6, 1) + "".join((
    says(2, "ace > host", "seq auto " + creation(ACES, 2, "Ace")),
    says(2.1, "host > sep", "seq auto " + creation(ACES, 2, "Ace")),
    says(2.2, "sep > host", "seq auto " + creation(SEPS, 3, "Sep", "01", "$akira")),
    says(2.3, "host > ace", "seq auto " + creation(SEPS, 3, "Sep", "01", "$akira")),
    says(3, "ace > host", f"seq auto 19 u32:{TUBE} u8:2 06 05 DF 87"),
    says(3.1, "host > sep", f"seq auto 19 u32:{TUBE} u8:2 06 05 DF 87"),
    says(3.2, "ace > host", f"1C u32:{ACES} f32:9 01 f32:1 f32:2 f32:3 bits:0"),
    says(3.3, "host > sep", f"1C u32:{ACES} f32:9 20 00 A0 FF 21 64 FF 80 FF FF FF FF")))
AFTER = "".join((
    says(8, "host > ace", f"1C u32:{SEPS} f32:14 20 00 FF FF 21 FF FF 80 FF FF FF FF"),
    says(8.1, "ace > host", 'seq auto 2C i32:2 str16:"still me"'),
    says(8.2, "host > ace", 'seq auto 2C i32:2 str16:"still me"'),
    says(8.3, "host > sep", 'seq auto 2C i32:2 str16:"still me"'),
    says(8.4, "ace > host", f"1C u32:{ACES} f32:14 01 f32:4 f32:5 f32:6 bits:0"),
    says(8.5, "host > sep", f"seq auto 06 u32:0x8129 u32:0x0080004E u32:0 u32:{ACES} u32:3 f32:9.5 00"),
    says(8.6, "host > ace", f"seq auto 06 u32:0x8129 u32:0x0080004E u32:0 u32:{ACES} u32:3 f32:9.5 00")))


def false(*messages, options=""):
    """What Sep sends, and what stands in its place."""
    numbered = [message if message.startswith("1C") else f"seq auto {message}"
                for message in messages]
    return "".join(says(f"{5 + number / 10:.1f}", "sep > host", message, options=options)
                   for number, message in enumerate(numbered))


def keepalives(count):
    return "".join(f"at {5 + number / 10:.1f} sep > host\n    keepalive\n" for number in range(count))


def side_of(capture, address):
    path = scratch_file(".pcapng")
    pcapng.write(path, [packet for packet in pcapng.read(capture) if address in (packet.data[26:30], packet.data[30:34])])
    return path


TABLES = ("ships", "chat", "players", "relay")
# What a link carries differs, of course.
PLAYERS = ("id", "name", "address", "joined_s", "left_s", "how", "ships", "kills", "deaths", "score", "chats", "host")


def views(capture, *options):
    """Name of each table and of the report's data -> what it says; in one run of tshark."""
    path = scratch_file(".json")
    wanted = [word for name in TABLES for word in ("-z", f"bcnet,{name},csv")]
    text = tshark("-r", capture, "-q", *wanted, "-z", f"bcnet,world,{path}", *options)
    found = {}
    for line in text.splitlines():
        if line.startswith(("id,", "object,", "time_s,", "opcode,", "seconds,")):
            found[line] = []
        found[list(found)[-1]].append(line)
    found = {header: list(csv.DictReader(lines)) for header, lines in found.items()}
    for header in found:
        if "msgs_sent" in header:
            found[header] = [{key: row[key] for key in PLAYERS} for row in found[header]]
    games = json.loads(path.read_text(encoding="utf-8"))["games"]
    for game in games:
        game.pop("network")
    return {**found, "world": games}


def table(capture, name):
    return list(csv.DictReader(io.StringIO(tshark("-r", capture, "-q", "-z", f"bcnet,{name},csv"))))


def world(capture):
    return views(capture)["world"]


@functools.cache
def calm_views(count, address):
    return views(side_of(forge(BEFORE + keepalives(count) + AFTER), address))


def notes(capture, options=()):
    return [info.name for _, infos in sorted(experts(capture, options=[*options]).items()) for info in infos
            if info.name in (IDENTITY, DIRECTION)]


class Rows(unittest.TestCase):
    """One test per row of 10.12's table."""

    def check(self, *messages, note=IDENTITY):
        told = forge(BEFORE + false(*messages) + AFTER)
        for side, address in (("host", HOST), ("Sep", SEP)):
            capture = side_of(told, address)
            with self.subTest(side=side):
                self.assertEqual(notes(capture), [note] * len(messages))
                self.assertEqual(views(capture), calm_views(len(messages), address))
                self.assertEqual(views(capture, "-2"), calm_views(len(messages), address))

    def originals(self, *messages):
        """What the host says with the same bytes afterwards: whose it is, and of which frame it is a copy."""
        bytes_ = messages[0].split(" ", 2)[2] if messages[0].startswith("seq") else messages[0]
        capture = forge(BEFORE + false(*messages) + says(6, "host > ace", f"seq auto {bytes_}"))
        row = fields(capture, ["bcnet.actor", "bcnet.copy_of"])[-1]
        return row["bcnet.actor"], row["bcnet.copy_of"]


class Byte0(Rows):
    def test_the_id_that_the_host_assigned(self):
        for identity in (2, 9):
            line = says(5, "sep > host", "seq auto 2A 20", options=f"id {identity}")
            told, calm = forge(BEFORE + line + AFTER), forge(BEFORE + says(5, "sep > host", "seq auto 2A 20") + AFTER)
            for address in (HOST, SEP):
                self.assertEqual(notes(side_of(told, address)), [IDENTITY])
                self.assertEqual(views(side_of(told, address)), views(side_of(calm, address)), identity)


class Creations(Rows):
    def test_the_id_of_somebody_elses_ship(self):
        for opcode in ("03", "02"):
            false_ship = creation(ACES, 3, "Sep", "01", "$akira")
            self.check(false_ship if opcode == "03" else "02 u8:0 " + false_ship.split(" ", 3)[3])

    def test_a_free_id_of_somebody_elses_slot(self):
        self.check(creation(ACES + 0x100, 3, "Sep", "01", "$akira"))

    def test_an_own_id_that_lives(self):
        self.check(creation(SEPS, 3, "Sep"))

    def test_it_is_nobodys_original(self):
        self.assertEqual(self.originals(creation(ACES, 3, "Sep", "01", "$akira")), (["#2 Ace"], []))

    def test_an_own_id_after_death(self):
        """That is a respawn."""
        died = says(4, "host > sep", f"seq auto 06 u32:0x8129 u32:0x0080004E u32:0 u32:{SEPS} u32:0 f32:9.5 00")
        capture = forge(BEFORE + died + says(5, "sep > host", "seq auto " + creation(SEPS, 3, "Sep")))
        self.assertEqual(notes(capture), [])
        self.assertEqual([row["class"] for row in table(capture, "ships")], ["Sovereign", "Akira", "Sovereign"])


class Objects(Rows):
    def test_updates(self):
        self.check(f"1C u32:{ACES} f32:11 01 f32:100 f32:200 f32:300 bits:0",
                   f"1C u32:{ACES} f32:12 50 cf16:200 bits:1")

    def test_events(self):
        """The destination handles them."""
        self.check(*(event(opcode, TUBE) for opcode in (0x07, 0x08, 0x09, 0x0A, 0x10, 0x11, 0x12)))

    def test_events_that_no_stock_program_sends(self):
        capture = forge(BEFORE + false(*(event(opcode, TUBE) for opcode in (0x0B, 0x0C, 0x0E, 0x0F))))
        self.assertEqual([name for name in notes(capture) if name == IDENTITY], [IDENTITY] * 4)

    def test_torpedo_types(self):
        """0x1B: both."""
        self.check(event(0x1B, TUBE, OWN_TUBE), event(0x1B, OWN_TUBE, TUBE))

    def test_own_ones(self):
        for message in (event(0x0A, OWN_TUBE), event(0x0A, OWN_TUBE, TUBE), event(0x0A, 0), event(0x0A, 0x31),
                        event(0x1B, OWN_TUBE, OWN_TUBE), event(0x1B, OWN_TUBE),
                        f"1C u32:{SEPS} f32:11 01 f32:100 f32:200 f32:300 bits:0", f"1C u32:{FREE} f32:11 00"):
            capture = forge(BEFORE + false(message))
            self.assertEqual(notes(capture), [], message)

    def test_what_the_host_hands_on_is_its_word(self):
        self.assertEqual(self.originals(event(0x0A, TUBE)), (["#2 Ace"], []))

    def test_said_again(self):
        """A resend gets the note of its first sending (10.9); another message of that datagram does not."""
        own = f"    game seq 21 {event(0x0A, OWN_TUBE)}\n"
        first = says(5, "sep > host", f"seq 20 {event(0x0A, TUBE)}") + own
        capture = forge(BEFORE + first + first.replace("at 5", "at 6"))
        for options in ((), ("-2",)):
            self.assertEqual(len([name for name in notes(capture, options) if name == IDENTITY]), 2)


class Weapons(Rows):
    def test_torpedoes_and_pulses(self):
        self.check(f"19 u32:{TUBE} u8:3 06 05 DF 87", f"1A u32:{TUBE} u8:3 00 05 DF 87")
        self.check(f"19 u32:{TUBE} u8:2 06 05 DF 88")

    def test_it_is_nobodys_original(self):
        self.assertEqual(self.originals(f"19 u32:{TUBE} u8:3 06 05 DF 87"), (["#3 Sep"], []))


class Authors(Rows):
    """These stay originals, of the link that sends them."""

    def lines(self, message, side):
        capture = side_of(forge(BEFORE + false(message) + says(6, "host > ace", f"seq auto {message}")
                                + says(6.1, "host > sep", f"seq auto {message}")), side)
        name = "bcnet.chat.text" if message.startswith("2C") or message.startswith("2D") else "bcnet.team.id"
        found = notes(capture)
        return capture, [(row["bcnet.actor"], bool(row["bcnet.copy_of"])) for row in
                         fields(capture, ["bcnet.actor", "bcnet.copy_of"], name)], found

    def test_lines_and_teams(self):
        for message in ('2C i32:2 str16:"I am Ace"', '2D i32:2 str16:"I am Ace"', "41 i32:2 01"):
            with self.subTest(message=message):
                capture, found, noted = self.lines(message, HOST)
                self.assertEqual(found, [(["#3 Sep"], False), (["#3 Sep"], True), (["#3 Sep"], True)])
                self.assertEqual(noted, [IDENTITY])
                if message.startswith("41"):
                    continue
                self.assertEqual([row["from"] for row in table(capture, "chat")], ["#3 Sep"])
                self.assertEqual([(player["id"], event_["kind"]) for game in world(capture) for event_ in game["events"]
                                  if "chat" in event_["kind"] for player in [game["players"][event_["player"]]]],
                                 [(3, "team_chat" if message.startswith("2D") else "chat")])

    def test_at_the_one_who_is_named(self):
        """His capture does not show who sent it: the payload is all there is."""
        _, found, noted = self.lines('2C i32:2 str16:"I am Ace"', ACE)
        self.assertEqual((found, noted), ([(["#2 Ace"], False)], []))


class Collisions(Rows):
    def test_one_of_the_two_is_his(self):
        collision = "15 u32:0x8124 u32:0x00800050 u32:{} u32:{} 01 00 00 7F 40 f32:10"
        self.check(collision.format(0, ACES), collision.format(ACES, ACES), collision.format(0x31, ACES))
        own = [collision.format(ACES, SEPS), collision.format(SEPS, ACES), collision.format(0, SEPS)]
        self.assertEqual(notes(forge(BEFORE + false(*own))), [])


class Always(Rows):
    def test_no_note(self):
        for message in (event(0x0D, TUBE), f"1E u32:{ACES}", "2A 20"):
            capture = forge(BEFORE + false(message))
            self.assertEqual(notes(capture), [], message)


class HostsOwn(Rows):
    """What only the host sends: one note, of the direction; its own message of the same bytes is no copy."""

    MESSAGES = ("39", "36 i32:3 i32:2 i32:9 i32:9 i32:1 00", f"14 u32:{ACES}", f"1D u32:{ACES}",
                f"06 u32:0x8129 u32:0x0080004E u32:0 u32:{ACES} u32:3 f32:9.5 00",
                "17 u32:0x0866 F1 00 80 00 u32:0 u32:0x0791 u32:2",
                '18 u32:3 str:"Ace"')

    def test_the_end_of_a_round(self):
        """In mission 5 clients tell it, too (70.4); so may whoever plays nobody knows what."""
        for mission, believed in (("Mission1", False), ("Mission5", True), ("Dogfight", True)):
            told = f'seq auto 00 f32:14 bits:1,0,0 i8:1 str16:"Multiplayer.Episode.{mission}.{mission}"'
            capture = forge(BEFORE + says(4, "host > sep", told) + false("38 i32:1"))
            with self.subTest(mission=mission):
                self.assertEqual(notes(capture), [] if believed else [DIRECTION])
                self.assertEqual(["end" in game["rounds"][-1] for game in world(capture)], [believed])     # another mission is another round

    def test_each(self):
        for message in self.MESSAGES:
            with self.subTest(message=message):
                self.check(message, note=DIRECTION)
                self.assertEqual(self.originals(message), (["host"], []))


class Unknown(Rows):
    """Nobody is judged whose own slot was not seen, nor anybody for what is in nobody's slot."""

    def test_a_capture_that_begins_later(self):
        late = ENDS + says(1, "ace > host", f"1C u32:{ACES} f32:9 01 f32:1 f32:2 f32:3 bits:0")
        capture = forge(late + says(2, "sep > host", f"1C u32:{ACES} f32:9 01 f32:1 f32:2 f32:3 bits:0"))
        self.assertEqual(notes(capture), [])

    def test_by_creations_that_the_host_handed_on(self):
        """Without Settings."""
        ships = says(1, "ace > host", "seq auto " + creation(ACES, 2, "Ace")) + \
            says(1.1, "sep > host", "seq auto " + creation(SEPS, 3, "Sep", "01", "$akira"))
        on = says(1.2, "host > sep", "seq auto " + creation(ACES, 2, "Ace")) + \
            says(1.3, "host > ace", "seq auto " + creation(SEPS, 3, "Sep", "01", "$akira"))
        update = says(2, "sep > host", f"1C u32:{ACES} f32:9 01 f32:1 f32:2 f32:3 bits:0")
        for between, noted in (("", []), (on, [IDENTITY])):
            capture = forge(ENDS + ships + between + update)
            self.assertEqual(notes(capture), noted)

    def test_a_stranger_under_the_id_of_somebody(self):
        """On a link of his own, with Ace's id in byte 0: whoever he is, it is not his."""
        stranger = BEFORE.replace("include", "endpoint thief 10.10.10.9:50009 id 2\n    include", 1)
        update = says(5, "thief > host", f"1C u32:{ACES} f32:11 01 f32:100 f32:200 f32:300 bits:0")
        capture, calm = forge(stranger + update + AFTER), forge(stranger + AFTER)
        self.assertEqual(notes(capture),
                         [IDENTITY])
        self.assertEqual([row["updates"] for row in table(capture, "ships")],
                         [row["updates"] for row in table(calm, "ships")])


class Strangers(unittest.TestCase):
    """Whoever sends with byte 0 = 1 and is answered by nobody is a game of its own; so is a second server of a machine.
    Nothing of one stands in a row of another."""

    MORE = ("endpoint out 10.10.10.99:22101 id 1\n    endpoint second 10.10.10.1:22102 id 1\n"
            "    endpoint kim 10.10.10.5:50005 id 2\n    include")
    OUTSIDER = "".join((
        says(7, "out > ace", 'seq auto 2C i32:2 str16:"I am a cheat"'), says(7.1, "out > host", 'seq auto 2C i32:2 str16:"yes"'),
        says(7.2, "out > ace", "seq auto " + creation(ACES, 2, "Ace", "01", "$akira"))))
    SECOND = "".join((
        says(7.3, "kim > second", "seq auto " + creation(ACES, 2, "Kim")), says(7.4, "kim > second", f"1C u32:{ACES} f32:9 00"),
        says(7.5, "second > kim", 'seq auto 2C i32:2 str16:"another game"'),
        says(7.6, "second > kim", f"seq auto 06 u32:0x8129 u32:0x0080004E u32:0 u32:{ACES} u32:2 f32:9.5 00")))

    def without(self, capture, address, port):
        """The same frames; those from or to there are no IP any more."""
        end = address + port.to_bytes(2, "big")
        path, packets = scratch_file(".pcapng"), []
        for packet in pcapng.read(capture):
            data = packet.data
            if end in (data[26:30] + data[34:36], data[30:34] + data[36:38]):
                packet = dataclasses.replace(packet, data=data[:12] + b"\x88\xb5" + data[14:])
            packets.append(packet)
        pcapng.write(path, packets)
        return path

    def rows_of(self, capture, host):
        """What all views say of the game; `host`: in words."""
        found = views(capture)
        world_ = [game for game in found.pop("world") if game["host"] == host]
        return {header: [row for row in rows if host in (row.get("game"), row.get("host"))] for header, rows in found.items()
                if rows} | {"world": world_}

    def test_games_do_not_mix(self):
        for more, address, port in ((self.OUTSIDER, bytes([10, 10, 10, 99]), 22101), (self.SECOND, HOST, 22102)):
            capture = forge(BEFORE.replace("include", self.MORE, 1) + more + AFTER)
            mine = self.rows_of(capture, "10.10.10.1:22101")
            self.assertEqual(mine, self.rows_of(self.without(capture, address, port), "10.10.10.1:22101"))
            self.assertTrue(all(mine.values()))
            other = ".".join(map(str, address)) + f":{port}"
            self.assertTrue(all(self.rows_of(capture, other)[header] for header in mine if header.startswith("time_s")))

    def test_a_line_of_the_outsider(self):
        capture = forge(BEFORE.replace("include", self.MORE, 1) + self.OUTSIDER + AFTER)
        self.assertEqual([(row["from"], row["text"], row["game"]) for row in table(capture, "chat")],
                         [("#2 Ace", "I am a cheat", "10.10.10.99:22101"), ("#2 Ace", "yes", "10.10.10.99:22101"),
                          ("#2 Ace", "still me", "10.10.10.1:22101")])

    def test_every_table_tells_the_game(self):
        capture = forge(BEFORE.replace("include", self.MORE, 1) + self.OUTSIDER + self.SECOND + AFTER)
        for name in ("cadence", "chat", "players", "relay", "ships", "stock", "unacked"):
            games = {row.get("game") or row.get("host") for row in table(capture, name)}
            self.assertLessEqual({"10.10.10.1:22101", "10.10.10.1:22102"}, games, name)


if __name__ == "__main__":
    main()
