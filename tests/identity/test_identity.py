# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is who (protocol chapter 10.9): whom an announcement names, when an id is somebody else's, and what contradicts."""

import unittest

from bcnet_test import experts, fields, forge, main, tshark

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
    endpoint sep  10.10.10.77:61022 id 3
    endpoint kim  10.10.10.50:50500 id 4
"""
JOIN = """
    at 0 ace > host id 255
        connect 10.10.10.239 0x0A5F
    at +0.01 host > ace
        ack 0 low
        accept 2
    at +0.01 ace > host
        announce 2 10.10.10.239 "Ace"
    at +0.01 host > ace
        announce 2 10.10.10.239 "Ace"
"""
IDENTITY = "bcnet.expert.identity"


PARTS = [f"bcnet.{end}{part}" for end in ("from", "to") for part in ("", ".id", ".name")]


def parts(capture, options=()):
    """For both ends of every frame: words, id, name; each a list."""
    return [[row[name] for name in PARTS] for row in fields(capture, PARTS, "bcnet", options)]


def words(said, number, name):
    """bcnet.from as 10.9 makes it of id and name; who has no id is said to be a client, and nothing else."""
    if number == ["1"]:
        return "host"
    return " ".join([f"#{number[0]}", *name]) if number else said[0] if said[0] in {"new client", "client"} else None


def ends(capture, options=()):
    """(from, to) of every frame."""
    return [(row[0][0], row[3][0]) for row in parts(capture, options)]


SHIP = ('game seq auto 03 00 u8:{n} u32:0x8008 u32:0x3FFFFFFF u8:5 f32:0 f32:0 f32:0 f32:1 f32:0 f32:0 f32:0 00 00 00 f32:0 '
        'str8:"A" str8:"M"')
# The fields that hold a network id (10.9): who sends such a message, the message, and how many bytes the id has.
NETWORK_IDS = {
    "bcnet.announce.peer": ("host", 'announce {n} 10.0.0.1 "X"', 1),
    "bcnet.connect.assigned": ("host", "raw 03 06 C0 00 00 u8:{n}", 1),
    "bcnet.boot.peer": ("host", "boot 4 {n}", 1),
    "bcnet.disconnect.peer": ("host", "disconnect {n} 10.0.0.1", 1),
    "bcnet.object.player": ("client", SHIP, 1),
    "bcnet.torpedo.player": ("client", 'game seq auto 02 00 u32:0x8009 u32:0x40000035 02 zeros:35 str8:"" str8:"M" '
                             "u32:0x3FFFFFFF u32:0x4003FFFF u8:{n} 00 00 88 D8 5C", 1),
    "bcnet.beam.player": ("client", "game seq auto 1A 77 00 00 40 u8:{n} 75 0E D2 01", 1),
    "bcnet.event.player": ("host", "game seq auto 17 u32:0x0866 u32:0x008000F1 u32:0 u32:0x0791 u8:{n}", 1),
    "bcnet.event.killer": ("host", "game seq auto 06 u32:0x8129 u32:0x0080004E u32:0 u32:0x3FFFFFFF i32:{n} f32:9.5", 4),
    "bcnet.chat.sender": ("client", 'game seq auto 2C i32:{n} str16:"x"', 4),
    "bcnet.score.killer": ("host", "game seq auto 36 i32:{n} {totals} i32:2 i32:1 00", 4),
    "bcnet.score.victim": ("host", "game seq auto 36 i32:0 i32:{n} i32:1 00", 4),
    "bcnet.score.player": ("host", "game seq auto 37 i32:{n} i32:0 i32:0 i32:0", 4),
    "bcnet.team.player": ("client", "game seq auto 41 i32:{n} 00", 4),
}


class Identity(unittest.TestCase):
    """What the tests below share: the same on one pass and on two."""

    def ends(self, scenario):
        capture = forge(ENDS + scenario)
        found = ends(capture)
        self.assertEqual(found, ends(capture, ["-2"]))
        self.assertEqual(found, [(words(*row[:3]), words(*row[3:])) for row in parts(capture)])
        return found

    def notes(self, scenario):
        """Frames with a note about identity, each as often as it has one."""
        found = experts(forge(ENDS + scenario))
        return [frame for frame in sorted(found) for expert in found[frame] if expert.name == IDENTITY]


class Announcements(Identity):
    """A client speaks for itself, the host for everybody, a resend for nobody."""

    def test_a_name_holds_from_the_next_frame_on(self):
        self.assertEqual(self.ends(JOIN), [("new client", "host"), ("host", "#2"), ("#2", "host"), ("host", "#2 Ace")])

    def test_id_and_name_are_fields_of_their_own(self):
        """So that one can ask for "Ace", whatever number he has; a host that plays has a name, too."""
        scenario = JOIN + """
            at 1 host > ace
                announce 1 10.10.10.1 "Kirk"
            at 1 host > ace
                game seq auto 2C i32:1 str16:"hi"
        """
        rows = parts(forge(ENDS + scenario))
        self.assertEqual(rows[0], [["new client"], [], [], ["host"], ["1"], []])
        self.assertEqual(rows[2], [["#2"], ["2"], [], ["host"], ["1"], []])
        self.assertEqual(rows[5], [["host"], ["1"], ["Kirk"], ["#2 Ace"], ["2"], ["Ace"]])
        self.assertEqual(len(fields(forge(ENDS + scenario), ["bcnet.to"], 'bcnet.to.name == "Ace"')), 3)

    def test_a_stolen_id_renames_nobody(self):
        """The spoof: Sep announces himself with Ace's id, and with the host's."""
        scenario = JOIN + """
            at 1 sep > host id 255
                connect 10.10.10.77 0x1111
            at +0.01 host > sep
                accept 3
            at 2 sep > host
                announce 2 10.10.10.77 "Thief"
            at 3 ace > host
                keepalive
            at 4 sep > host
                announce 1 10.10.10.77 "Boss"
            at 5 host > sep
                keepalive
            at 6 host > ace
                game seq auto 2C i32:2 str16:"still me"
        """
        self.assertEqual(self.ends(scenario)[6:], [("#3", "host"), ("#2 Ace", "host"), ("#3 Thief", "host"),
                                                   ("host", "#3 Boss"), ("host", "#2 Ace")])
        self.assertEqual(self.notes(scenario), [7, 9])
        row = fields(forge(ENDS + scenario), ["bcnet.player.name"], "bcnet.chat")[0]
        self.assertEqual(row["bcnet.player.name"], ["Ace"])

    def test_the_echo_names_its_receiver_whatever_id_it_has(self):
        """A reimplemented server puts a slot there: 0 for the first client."""
        scenario = JOIN.replace('announce 2 10.10.10.239 "Ace"\n', 'announce 0 10.10.10.1 "Ace"\n').replace(
            'ace > host\n        announce 0 10.10.10.1 "Ace"', 'ace > host\n        announce 2 10.10.10.239 "Ace"') + """
            at 1 host > ace
                announce 3 10.10.10.77 "Sep"
            at 2 ace > host
                game seq auto 2C i32:3 str16:"hello"
        """
        self.assertEqual(self.ends(scenario)[3:], [("host", "#2 Ace")] * 2 + [("#2 Ace", "host")])
        self.assertEqual(self.notes(scenario), [6], "of the line that names another as its author (10.12)")
        self.assertEqual(fields(forge(ENDS + scenario), ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"],
                         ["Sep"])

    def test_only_one_echo(self):
        """A second announcement of the same name by the host speaks of the id that stands in it."""
        scenario = JOIN + """
            at 1 host > ace
                announce 3 10.10.10.77 "Ace"
            at 2 ace > host
                game seq auto 2C i32:3 str16:"namesake"
        """
        self.assertEqual(fields(forge(ENDS + scenario), ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"],
                         ["Ace"])

    def test_a_newcomer_is_told_of_the_others_before_he_has_an_id(self):
        scenario = """
            at 0 sep > host id 255
                connect 10.10.10.77 0x1111
            at +0.01 host > sep
                announce 2 10.10.10.239 "Ace"
                accept 3
            at 1 host > sep
                game seq auto 2C i32:2 str16:"welcome"
        """
        self.assertEqual(self.ends(scenario), [("new client", "host"), ("host", "#3"), ("host", "#3")])
        self.assertEqual(fields(forge(ENDS + scenario), ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"],
                         ["Ace"])

    def test_a_stale_announcement_renames_no_new_owner(self):
        """Ace leaves, Kim gets his id, then comes a resend of Ace's announcement."""
        scenario = JOIN + """
            at 1 host > sep
                announce 2 10.10.10.239 "Ace" seq 7
            at 2 ace > host
                disconnect 2 10.10.10.239
            at 3 kim > host id 255
                connect 10.10.10.50 0x2222
            at +0.01 host > kim
                accept 2
            at +0.01 kim > host id 2
                announce 2 10.10.10.50 "Kim"
            at 4 host > sep
                announce 2 10.10.10.50 "Kim" seq 8
            at 5 host > sep
                announce 2 10.10.10.239 "Ace" seq 7
            at 6 host > sep
                game seq auto 2C i32:2 str16:"who am I"
            at 7 host > kim
                keepalive
        """
        self.assertEqual(self.ends(scenario)[-1], ("host", "#2 Kim"))
        self.assertEqual(fields(forge(ENDS + scenario), ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"],
                         ["Kim"])
        self.assertEqual(self.notes(scenario), [])


    def test_whoever_left_names_nobody(self):
        """His datagrams can be late, or he goes on sending: not even the id that was his is named any more."""
        gone = JOIN + "at 2 ace > host\n disconnect 2 10.10.10.239\n"
        owner = "at 3 kim > host id 255\n connect 10.10.10.50 0x2222\nat +0.01 host > kim\n accept 2\n"
        late = ('announce 2 10.10.10.239 "Ghost"',
                'announce 2 10.10.10.239 "Ghost"\nat +0.01 host > ace\n announce 2 10.10.10.239 "Ghost"',
                SHIP.format(n=2).replace('str8:"A"', 'str8:"Ghost"'))
        for words in late:
            for before, name in ((gone, []), (gone + owner, []),
                                 (gone + owner + 'at +0.01 kim > host id 2\n announce 2 10.10.10.50 "Kim"\n', ["Kim"])):
                with self.subTest(words=words, before=before):
                    capture = forge(ENDS + before + f"at 4 ace > host\n {words}\n"
                                    'at 5 host > sep\n game seq auto 2C i32:2 str16:"who am I"\n')
                    self.assertEqual(fields(capture, ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"], name)

    def test_a_boot_of_whoever_left_ends_no_other(self):
        scenario = JOIN + """
            at 2 ace > host
                disconnect 2 10.10.10.239
            at 3 kim > host id 255
                connect 10.10.10.50 0x2222
            at +0.01 host > kim
                accept 2
            at +0.01 kim > host id 2
                announce 2 10.10.10.50 "Kim"
            at 4 host > ace
                boot 5 255
            at 5 host > sep
                game seq auto 2C i32:2 str16:"here"
        """
        self.assertEqual(fields(forge(ENDS + scenario), ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"],
                         ["Kim"])


class Ends(Identity):
    """An id belongs to a link until its end; the link's own datagrams keep the last name."""

    def test_after_the_end(self):
        scenario = JOIN + """
            at 2 ace > host
                disconnect 2 10.10.10.239
            at 2.1 host > ace
                ack 2 low
            at 3 host > sep
                game seq auto 2C i32:2 str16:"too late"
        """
        self.assertEqual(self.ends(scenario)[4:6], [("#2 Ace", "host"), ("host", "#2 Ace")])
        self.assertEqual(fields(forge(ENDS + scenario), ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"], [])

    def test_what_the_host_tells_of_the_one_who_left_has_his_name(self):
        scenario = JOIN + """
            at 2 ace > host
                disconnect 2 10.10.10.239
            at 2.1 host > sep
                disconnect 2 10.10.10.239
        """
        rows = fields(forge(ENDS + scenario), ["bcnet.player.name", "_ws.col.Info"], "bcnet.disconnect.peer")
        self.assertEqual([row["bcnet.player.name"] for row in rows], [["Ace"], ["Ace"]])
        self.assertIn("Disconnect #2 Ace", rows[1]["_ws.col.Info"][0])

    def test_a_client_ends_its_own_id_only(self):
        scenario = JOIN + """
            at 1 sep > host
                announce 3 10.10.10.77 "Sep"
            at 2 sep > host
                disconnect 2 10.10.10.239
            at 3 ace > host
                game seq auto 2C i32:2 str16:"I am here"
            at 4 host > ace
                game seq auto 2C i32:3 str16:"gone"
        """
        rows = fields(forge(ENDS + scenario), ["bcnet.player.name"], "bcnet.chat")
        self.assertEqual([row["bcnet.player.name"] for row in rows], [["Ace"], []])

    def test_a_boot_of_255_means_the_receiver(self):
        scenario = JOIN + """
            at 2 host > ace
                boot 4 255
            at 3 host > sep
                game seq auto 2C i32:2 str16:"gone"
        """
        capture = forge(ENDS + scenario)
        row = fields(capture, ["_ws.col.Info", "bcnet.boot.peer"], "bcnet.boot.peer")[0]
        self.assertRegex(row["_ws.col.Info"][0], r"Boot the receiver: booted by the host$")
        self.assertEqual(self.notes(scenario), [])
        self.assertEqual(fields(capture, ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"], [])

    def test_a_resent_disconnect_does_not_end_the_new_owner(self):
        scenario = JOIN + """
            at 2 host > sep
                disconnect 2 10.10.10.239 seq 3
            at 3 kim > host id 255
                connect 10.10.10.50 0x2222
            at +0.01 host > kim
                accept 2
            at +0.01 kim > host id 2
                announce 2 10.10.10.50 "Kim"
            at 4 host > sep
                disconnect 2 10.10.10.239 seq 3
            at 5 host > sep
                game seq auto 2C i32:2 str16:"here"
        """
        self.assertEqual(fields(forge(ENDS + scenario), ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"],
                         ["Kim"])

    def test_a_new_connection_of_the_link_begins_without_a_name(self):
        scenario = JOIN + """
            at 5 ace > host id 255
                connect 10.10.10.239 0xBEEF
            at +0.01 host > ace
                accept 5
            at +0.01 ace > host id 5
                keepalive
        """
        self.assertEqual(self.ends(scenario)[4:], [("new client", "host"), ("host", "#5"), ("#5", "host")])


class HostsWords(Identity):
    """What only the host says is not believed of a client (10.3, 30.2)."""

    def left(self, words):
        """The name of player 2 and the end of his stay in the table, after Sep said so."""
        capture = forge(ENDS + JOIN + "at 1 host > ace\n game seq auto 17 u32:0x0866 u32:0x008000F1 u32:0 u32:9 02\n"
                        f"at 1 sep > host\n announce 3 10.10.10.77 \"Sep\"\nat 2 sep > host\n {words}\n"
                        'at 3 host > sep\n game seq auto 2C i32:2 str16:"here"\n')
        lines = tshark("-r", capture, "-q", "-z", "bcnet,players").splitlines()
        rows = [[cell.strip() for cell in line.split("|")] for line in lines if line[:1].isdigit()]
        return (fields(capture, ["bcnet.player.name"], "bcnet.chat")[0]["bcnet.player.name"],
                [row[4:6] for row in rows if row[0] == "2"][0], [row[0] for row in rows],
                [info.name for info in experts(capture).get(7, [])])

    def test_nobody_leaves(self):
        there = ["Ace"], ["", ""], ["1", "2", "3"], ["bcnet.expert.direction"]
        for words in ("boot 4 2", "boot 1 2", 'game seq auto 18 u32:3 str:"Ace"',
                      "game seq auto 17 u32:0x0866 u32:0x008000F1 u32:0 u32:9 07"):
            with self.subTest(words=words):
                self.assertEqual(self.left(words), there)

    def test_of_this_test(self):
        """The host's word counts."""
        words = "boot 4 2\nat 2 host > sep\n boot 4 2"
        self.assertEqual(self.left(words)[:2], ([], ["2.000", "boot: booted by the host"]))

    def test_no_ship_dies_or_goes(self):
        """Neither the life of a ship nor its death is what a client says."""
        ship = ("game seq auto 03 00 02 u32:0x8008 u32:0x3FFFFFFF u8:5 f32:0 f32:0 f32:0 f32:1 f32:0 f32:0 f32:0 "
                '00 00 00 f32:0 str8:"Ace" str8:"M"')
        for words in ("14 u32:0x3FFFFFFF", "39"):
            for sender, there in (("sep > host", True), ("host > sep", False)):
                with self.subTest(words=words, sender=sender):
                    capture = forge(ENDS + f"at 0 ace > host\n {ship}\nat 1 {sender}\n game seq auto {words}\n"
                                    "at 2 host > sep\n game 1C u32:0x3FFFFFFF f32:1 00\n")
                    found = fields(capture, ["bcnet.ship.name"], "bcnet.state.object")[0]["bcnet.ship.name"]
                    self.assertEqual(found, ["Ace"] if there else [])

    def test_a_client_takes_no_slot_of_another(self):
        """The owner is who used a slot first, once the host handed that on (10.12), until his id ends; the host's word
        about it counts more."""
        use = ("game seq auto 02 u8:0 u32:0x8009 u32:{id} 02 zeros:35 str8:\"\" str8:\"M\" u32:0 u32:0 00 00 zeros:4")
        first, second = use.format(id=0x3FFFFFFF), use.format(id=0x40000000)
        told = "at 3 host > kim\n game seq auto 0A 04 01 00 00 DD 00 80 00 00 00 00 00 33 00 00 40 01\n"
        begin = f"at 0 ace > host\n {first}\nat 0 host > kim\n {first}\n"
        other = f" {second}\nat 2 host > kim\n {second}\n"
        for between, owner in (("", "#2"), (f"at 1 sep > host\n{other}", "#2"),
                               (f"at 1 ace > host\n disconnect 2 10.10.10.239\nat 2 sep > host\n{other}", "#3"),
                               ("at 1 host > sep\n game seq auto 00 f32:1 60 00 u16:1 str:\"M\"\nat 2 sep > host\n keepalive\n"
                                "at 2 host > sep\n game seq auto 00 f32:1 60 00 u16:1 str:\"M\"\n", "#3")):
            with self.subTest(between=between):
                row = fields(forge(ENDS + begin + between + told), ["bcnet.actor"], "bcnet.event.state")[0]
                self.assertEqual(row["bcnet.actor"], [owner])


class Contradictions(Identity):
    """One note each; nothing stops being shown."""

    def test_byte_0_is_not_the_assigned_id(self):
        scenario = JOIN + """
            at 1 ace > host id 7
                keepalive
            at 2 ace > host id 255
                keepalive
        """
        self.assertEqual(self.notes(scenario), [5])
        self.assertEqual(self.ends(scenario)[4:], [("#2 Ace", "host"), ("new client", "host")])

    def test_without_an_assignment_byte_0_is_the_id(self):
        scenario = """
            at 0 ace > host
                announce 2 10.10.10.239 "Ace"
            at 1 ace > host
                keepalive
        """
        self.assertEqual(self.ends(scenario), [("#2", "host"), ("#2 Ace", "host")])
        self.assertEqual(self.notes(scenario), [])

    def test_without_an_assignment_nobody_takes_the_id_of_another(self):
        """A new byte 0 is a new id, as after a connection that the capture missed, unless somebody has it."""
        scenario = """
            at 0 ace > host
                announce 2 10.10.10.239 "Ace"
            at 1 sep > host
                announce 3 10.10.10.77 "Sep"
            at 2 sep > host id 2
                announce 2 10.10.10.77 "Thief"
            at 3 host > ace
                keepalive
            at 4 host > sep
                keepalive
            at 5 sep > host id 7
                keepalive
        """
        self.assertEqual(self.ends(scenario)[2:], [("#3 Sep", "host"), ("host", "#2 Ace"), ("host", "#3 Thief"),
                                                   ("#7", "host")])

    def test_the_other_ends_byte_0(self):
        """The host under the client's id, the client as the host: each datagram says so, until the client is gone."""
        scenario = JOIN + """
            at 1 host > ace id 2
                keepalive
            at 2 ace > host id 1
                keepalive
            at 3 host > ace id 2
                game seq auto 2C i32:2 str16:"hello"
            at 4 host > ace
                keepalive
            at 5 ace > host
                disconnect 2 10.10.10.239
            at 6 ace > host id 1
                keepalive
        """
        found = self.notes(scenario)
        self.assertEqual(found, [5, 6, 7])

    def test_the_client_is_the_next_host(self):
        """The host is gone without a goodbye, and comes as a client of its client."""
        scenario = JOIN + """
            at 100 host > ace id 255
                connect 10.10.10.1 0x0A60
            at +0.01 ace > host id 1
                ack 0 low
                accept 2
            at +0.01 host > ace id 2
                announce 2 10.10.10.1 "Hal"
            at +0.01 ace > host id 1
                announce 2 10.10.10.1 "Hal"
            at 103 host > ace id 2
                keepalive
            at 104 host > ace id 3
                keepalive
        """
        self.assertEqual(self.notes(scenario), [10])

    def test_an_announcement_before_there_is_an_id(self):
        self.assertEqual(self.notes('at 0 ace > host id 255\n announce 2 10.10.10.239 "Ace"\n'), [])

    def test_the_owners_slot_is_not_the_ids(self):
        ship = ("game seq auto 02 u8:{slot} u32:0x8008 u32:0x40000000 u8:5 f32:0 f32:0 f32:0 f32:1 f32:0 f32:0 f32:0 "
                '00 00 00 f32:0 str8:"A" str8:"M"')
        for slot, notes in ((0, [1, 1]), (1, [1]), (255, [1])):     # 0x40000000 is serial 1 of slot 0
            with self.subTest(slot=slot):
                found = self.notes(f"at 0 ace > host\n {ship.format(slot=slot)}\n")
                self.assertEqual(found, [1] if slot == 1 else [], notes)

    def test_numbers_that_are_no_network_ids(self):
        """Every field that holds one has one note, whoever sends it; 255 in a boot is the receiver. Of an author who is
        not the client that sends there is one, too (10.12)."""
        told, names, expected = [], [], []
        for name, (sender, message, width) in NETWORK_IDS.items():
            for number in (0, 2, 126, 127, 255) if width == 1 else (0, 2, 126, 127, 255, -1, 0x3FFFFFFF):
                totals = "" if name == "bcnet.score.killer" and number == 0 else "i32:1 i32:1"
                index = len(names)
                host, client = f"h{index} 10.1.{index // 200}.{index % 200}:22101 id 1", f"c{index} 10.2.0.9:{20000 + index} id 2"
                told.append(f"endpoint {host}\nendpoint {client}\n"
                            f"at {index} {'h{0} > c{0}' if sender == 'host' else 'c{0} > h{0}'}\n".format(index)
                            + " " + message.format(n=number, totals=totals) + "\n")
                names.append((name, number))
                author = name in ("bcnet.chat.sender", "bcnet.team.player") and number not in (0, 2)
                if (author or not 0 <= number <= 126) and (name, number) != ("bcnet.boot.peer", 255):
                    expected.append((name, number))
        capture = forge("".join(told))
        found = experts(capture)
        self.assertEqual([names[frame - 1] for frame in sorted(found) for info in found[frame] if info.name == IDENTITY],
                         expected)
        rows = fields(capture, sorted(NETWORK_IDS))
        for (name, number), row in zip(names, rows):
            self.assertEqual(row[name][-1], str(number), "the field is not where this test thinks it is")


if __name__ == "__main__":
    main()
