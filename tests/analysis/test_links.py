# SPDX-License-Identifier: GPL-2.0-or-later
"""What belongs together: both ends of an exchange name the frame of the other, and the later one the time between."""

import unittest

from bcnet_test import SOURCE, fields, forge, main, registered_fields

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
    endpoint sep  10.10.10.77:61022 id 3
    let ship 00 u8:2 u32:0x8008 u32:0x3FFFFFFF u8:5 f32:38 f32:-49 f32:-35 f32:1 f32:0 f32:0 f32:0 00 00 00 f32:0 \
        str8:"Ace" str8:"Multi1" | FF FF 64 FF FF FF FF FF FF FF 64 FF FF FF FF FF FF 64 FF FF FF FF FF FF FF 64 60 \
        00 FF 64 FF FF FF FF FF FF FF FF FF 64 01 FF FF FF FF FF 64 01 FF FF FF 64 FF
    let next 00 u8:2 u32:0x8008 u32:0x40000020 u8:5 f32:38 f32:-49 f32:-35 f32:1 f32:0 f32:0 f32:0 00 00 00 f32:0 \
        str8:"Ace" str8:"Multi1" | FF FF 64 FF FF FF FF FF FF FF 64 FF FF FF FF FF FF 64 FF FF FF FF FF FF FF 64 60 \
        00 FF 64 FF FF FF FF FF FF FF FF FF 64 01 FF FF FF FF FF 64 01 FF FF FF 64 FF
    let joins 17 u32:0x0866 u32:0x008000F1 u32:0 u32:0x791 02
    let dies  06 u32:0x8129 u32:0x0080004E u32:0 u32:0x3FFFFFFF u32:3 f32:9.5
    let fires 07 u32:0x8128 u32:0x008000D8 u32:0x3FFFFFFF u32:0x40000005 u32:0 00 00 00 00
    let stops 08 u32:0x0101 u32:0x008000DA u32:0x3FFFFFFF u32:0x40000005
"""

# The field at the later end, at the earlier end, and the time between.
PAIRS = {
    "connect": ("bcnet.connect.request_in", "bcnet.connect.response_in", "bcnet.connect.time"),
    "checksum": ("bcnet.checksum.request_in", "bcnet.checksum.response_in", "bcnet.checksum.response_time"),
    "file": ("bcnet.transfer.sent_in", "bcnet.transfer.received_in", "bcnet.transfer.time"),
    "ready": ("bcnet.mission.request_in", "bcnet.new_player.response_in", "bcnet.mission.response_time"),
    "object": ("bcnet.object.request_in", "bcnet.object.response_in", "bcnet.object.response_time"),
    "firing": ("bcnet.fire.started_in", "bcnet.fire.stopped_in", "bcnet.fire.duration"),
    "stay": ("bcnet.player.joined_in", "bcnet.player.left_in", "bcnet.player.time_in_game"),
    "death": ("bcnet.object.died_in", "bcnet.object.respawned_in", "bcnet.object.time_to_respawn"),
}


def links(capture, pair, options=("-2",)):
    """What a capture shows of a pair: {later frame: (earlier frame, seconds)}, {earlier frame: later frame}."""
    back, forth, time = PAIRS[pair]
    backward, forward = {}, {}
    for row in fields(capture, ["frame.number", back, forth, time], "bcnet.msg", options):
        frame = int(row["frame.number"][0])
        if row[back]:
            backward[frame] = int(row[back][0]), float(row[time][0])
        if row[forth]:
            forward[frame] = int(row[forth][0])
        # Several messages of a frame may tell the same.
        assert all(len(set(row[name])) < 2 for name in PAIRS[pair]) and len(row[back]) == len(row[time])
    return backward, forward


class Links(unittest.TestCase):
    """What the tests below share."""

    def check(self, pair, scenario, backward, forward):
        capture = forge(ENDS + scenario)
        self.assertEqual(links(capture, pair), (backward, forward))
        self.assertEqual(links(capture, pair, ()), (backward, {}), "in one pass, later frames are not known")

class Exchanges(Links):
    """Questions and answers."""

    def test_arrows(self):
        """Wireshark draws an arrow for both ends of these types only."""
        kinds = {field.name: field.type for field in registered_fields()}
        for back, forth, time in PAIRS.values():
            self.assertEqual([kinds[back], kinds[forth], kinds[time]], ["FRAMENUM", "FRAMENUM", "RELATIVE_TIME"])
        source = "".join(path.read_text() for path in (SOURCE / "plugin").rglob("*.c")).replace("\\\n", "")
        source = " ".join(source.split())
        for back, forth, _ in PAIRS.values():
            for name, kind in ((back, "REQUEST"), (forth, "RESPONSE")):
                line = source[source.index(f'"{name}"'):][:120]
                self.assertIn(f"FRAMENUM_TYPE(FT_FRAMENUM_{kind})", line, name)

    def test_connect(self):
        self.check("connect", """
            at 0 ace > host id 255
                connect 10.10.10.239 7
            at 0.25 host > ace
                accept 2
            """, {2: (1, 0.25)}, {1: 2})

    def test_a_repeated_connect_request(self):
        """A request that was sent again names the answer, too; the answer names the first one."""
        self.check("connect", """
            at 0 ace > host id 255
                connect 10.10.10.239 7 seq 0
            at 1 ace > host id 255
                connect 10.10.10.239 7 seq 0
            at 1.5 host > ace
                accept 2 seq 0
            at 2.5 host > ace
                accept 2 seq 0
            """, {3: (1, 1.5), 4: (1, 1.5)}, {1: 3, 2: 3})

    def test_a_late_answer_to_the_question_before(self):
        """What is sent again answers what it answered before."""
        self.check("checksum", """
            at 0 host > ace
                game seq 0 20 01 str16:"scripts/" str16:"Autoexec.pyc" bits:0
            at 1 ace > host
                game seq 0 21 01 2F CB AF 4D 01 00 A1 E6 01 85 49 00 93 17 00
            at 1.5 host > ace
                game seq 1 20 01 str16:"scripts/" str16:"Autoexec.pyc" bits:0
            at 2 ace > host
                game seq 0 21 01 2F CB AF 4D 01 00 A1 E6 01 85 49 00 93 17 00
            at 4 ace > host
                game seq 1 21 01 2F CB AF 4D 01 00 A1 E6 01 85 49 00 93 17 00
            """, {2: (1, 1), 5: (3, 2.5)}, {1: 2, 3: 5})

    def test_each_connection_has_its_own_answer(self):
        self.check("connect", """
            at 0 ace > host id 255
                connect 10.10.10.239 7
            at 1 host > ace
                accept 2
            at 10 ace > host id 255
                connect 10.10.10.239 8
            at 12 host > ace
                accept 3
            """, {2: (1, 1), 4: (3, 2)}, {1: 2, 3: 4})

    def test_checksums_by_round(self):
        self.check("checksum", """
            at 0 host > ace
                game seq 0 20 00 str16:"scripts/" str16:"App.pyc" bits:0
            at 1 host > sep
                game seq 0 20 01 str16:"scripts/" str16:"Autoexec.pyc" bits:0
            at 2 host > ace
                game seq 1 20 01 str16:"scripts/" str16:"Autoexec.pyc" bits:0
            at 3 ace > host
                game seq 0 21 01 2F CB AF 4D 01 00 A1 E6 01 85 49 00 93 17 00
            at 5 ace > host
                game seq 1 21 00 43 E2 0C 7E 2F CB AF 4D 01 00 77 B6 3E 37 68 A7 A0 F8 00
            """, {4: (3, 1), 5: (1, 5)}, {1: 5, 3: 4})

    def test_checksum_without_request(self):
        self.check("checksum", """
            at 3 ace > host
                game seq 0 21 01 2F CB AF 4D 01 00 A1 E6 01 85 49 00 93 17 00
            """, {}, {})

    def test_files(self):
        """The frame that completes a file, and the client's word that it has it."""
        self.check("file", """
            at 0 host > ace
                split seq 0 25 str16:"Scripts/a.pyc" pattern:900
            at 2 ace > host
                game seq 0 27
            at 3 host > ace
                game seq 1 25 str16:"Scripts/b.pyc"
            at 3.5 ace > host
                game seq 1 27
            """, {4: (3, 2), 6: (5, 0.5)}, {3: 4, 5: 6})

    def test_ready(self):
        self.check("ready", """
            at 0 ace > host
                game seq 0 2A 20
            at 0.002 host > ace
                game seq 0 35 08 01 FF FF
            at 5 host > ace
                game seq 1 35 08 02 FF FF
            """, {2: (1, 0.002)}, {1: 2})

    def test_objects(self):
        """Only to the one who asked, and only the object he asked for."""
        self.check("object", """
            at 0 ace > host
                game seq 0 1E u32:0x3FFFFFFF
            at 0.1 host > sep
                game seq 0 03 $ship
            at 0.2 host > ace
                game seq 0 03 $next
            at 0.5 host > ace
                game seq 1 03 $ship
            """, {4: (1, 0.5)}, {1: 4})

    def test_firing(self):
        self.check("firing", """
            at 0 ace > host
                game seq 0 $fires
            at 1.75 ace > host
                game seq 1 $stops
            at 3 ace > host
                game seq 2 $stops
            at 4 ace > host
                game seq 3 $fires
            """, {2: (1, 1.75)}, {1: 2})

    def test_firing_is_relayed(self):
        """What the host tells others is on other links, with times of its own."""
        self.check("firing", """
            at 0 ace > host
                game seq 0 $fires
            at 0.1 host > sep
                game seq 0 $fires
            at 1 ace > host
                game seq 1 $stops
            at 1.3 host > sep
                game seq 1 $stops
            """, {3: (1, 1), 4: (2, 1.2)}, {1: 3, 2: 4})


class Comings(Links):
    """Players who join and leave; the host tells everybody."""

    def test_a_stay(self):
        self.check("stay", """
            at 0 host > ace
                game seq 0 $joins
            at 0.1 host > sep
                game seq 0 $joins
            at 60 ace > host
                disconnect 2 10.10.10.239
            """, {3: (1, 60)}, {1: 3, 2: 3})

    def test_the_others_are_told(self):
        """By name: 0x18 has no id. And the disconnect is repeated until it is acknowledged."""
        self.check("stay", """
            at 0 ace > host
                announce 2 10.10.10.239 "Ace" seq 0
            at 1 host > ace
                game seq 0 $joins
            at 61 ace > host
                disconnect 2 10.10.10.239 seq 1
            at 62 ace > host
                disconnect 2 10.10.10.239 seq 1
            at 62.5 host > sep
                game seq 0 18 u32:3 str:"Ace"
            at 63 host > sep
                game seq 1 18 u32:3 str:"Eve"
            """, {3: (2, 60), 4: (2, 60), 5: (2, 60)}, {2: 3})

    def test_booted(self):
        self.check("stay", """
            at 0 host > ace
                game seq 0 $joins
            at 10 host > ace
                boot 4 2
            """, {2: (1, 10)}, {1: 2})

    def test_coming_back(self):
        self.check("stay", """
            at 0 host > ace
                game seq 0 $joins
            at 10 ace > host
                disconnect 2 10.10.10.239
            at 20 host > ace
                game seq 1 $joins
            at 50 ace > host
                disconnect 2 10.10.10.239
            """, {2: (1, 10), 4: (3, 30)}, {1: 2, 3: 4})

    def test_somebody_else_with_the_id(self):
        """Nobody saw the first one leave; the id is given to another client."""
        self.check("stay", """
            at 0 host > ace
                game seq 0 $joins
            at 100 host > sep
                accept 2
            at 101 sep > host id 2
                disconnect 2 10.10.10.77
            """, {}, {})

    def test_who_never_joined(self):
        self.check("stay", """
            at 0 ace > host
                disconnect 2 10.10.10.239
            """, {}, {})


class Deaths(Links):
    """Ships that die, and their players' next ones."""

    def test_respawn(self):
        """All copies of the news, and of the new ship."""
        self.check("death", """
            at 0 ace > host
                game seq 0 03 $ship
            at 100 host > ace
                game seq 0 $dies
            at 100.1 host > sep
                game seq 0 $dies
            at 115.5 ace > host
                game seq 1 03 $next
            at 115.6 host > sep
                game seq 1 03 $next
            """, {4: (2, 15.5), 5: (2, 15.5)}, {2: 4, 3: 4})

    def test_the_same_id_again(self):
        self.check("death", """
            at 0 ace > host
                game seq 0 03 $ship
            at 100 host > ace
                game seq 0 $dies
            at 101 host > ace
                game seq 1 14 u32:0x3FFFFFFF
            at 110 ace > host
                game seq 1 03 $ship
            """, {4: (2, 10)}, {2: 4})

    def test_a_new_round(self):
        """The first ship of a new round is not a respawn."""
        self.check("death", """
            at 0 ace > host
                game seq 0 03 $ship
            at 100 host > ace
                game seq 0 $dies
            at 101 host > ace
                game seq 1 39
            at 110 ace > host
                game seq 1 03 $next
            """, {}, {})

    def test_a_ship_that_was_there_before(self):
        """Told again to somebody else."""
        self.check("death", """
            at 0 ace > host
                game seq 0 03 $ship
            at 50 ace > host
                game seq 1 03 $next
            at 100 host > ace
                game seq 0 $dies
            at 110 host > sep
                game seq 0 03 $next
            """, {}, {})

    def test_another_player_with_the_id(self):
        self.check("death", """
            at 0 ace > host
                game seq 0 03 $ship
            at 100 host > ace
                game seq 0 $dies
            at 101 host > sep
                accept 2
            at 110 sep > host id 2
                game seq 0 03 $next
            """, {}, {})

    def test_resent_news(self):
        self.check("death", """
            at 0 ace > host
                game seq 0 03 $ship
            at 100 host > ace
                game seq 0 $dies
            at 110 ace > host
                game seq 1 03 $next
            at 111 host > ace
                game seq 0 $dies
            at 112 ace > host
                game seq 1 03 $next
            """, {3: (2, 10)}, {2: 3})

    def test_updates_before_the_creation(self):
        """It was lost, and sent again: the first update is the ship's first frame."""
        self.check("death", """
            at 0 ace > host
                game seq 0 03 $ship
            at 100 host > ace
                game seq 0 $dies
            at 110.1 ace > host
                game 1C u32:0x40000020 f32:110 00
            at 111 ace > host
                game seq 1 03 $next
            at 111.1 host > sep
                game seq 0 03 $next
            """, {4: (2, 10.1), 5: (2, 10.1)}, {2: 3})

    def test_unknown_ships(self):
        self.check("death", """
            at 100 host > ace
                game seq 0 $dies
            at 110 ace > host
                game seq 1 03 $next
            """, {}, {})


class Story(unittest.TestCase):
    """The session capture: every link of it leads back."""

    def test_both_ends(self):
        for pair in PAIRS:
            with self.subTest(pair=pair):
                backward, forward = links(SOURCE / "captures" / "session.pcapng", pair)
                for later, (earlier, seconds) in backward.items():
                    self.assertLessEqual(earlier, later)
                    self.assertGreaterEqual(seconds, 0)
                    self.assertIn(earlier, forward)
                self.assertTrue(set(forward.values()) <= set(backward))

    def test_there_are_some(self):
        found = {pair: len(links(SOURCE / "captures" / "session.pcapng", pair)[0]) for pair in PAIRS}
        self.assertGreaterEqual(found["connect"], 3, found)
        self.assertGreaterEqual(found["checksum"], 10, found)
        for pair in ("file", "ready", "stay", "death", "firing"):
            self.assertGreaterEqual(found[pair], 1, found)


if __name__ == "__main__":
    main()
