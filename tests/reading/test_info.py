# SPDX-License-Identifier: GPL-2.0-or-later
"""The Info column: what matters comes first, what is equal is counted, what is bad says why, and no datagram of a frame
erases another."""

import unittest

from bcnet_test import SOURCE, columns, experts, fields, forge, frames, main
from captures import FOLDER

CONNECTED = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:59405 id 2
    endpoint dns  10.10.10.4:53
    at 0 ace > host id 255
        connect 10.10.10.2 1
    at 0.1 host > ace
        ack 0 low
        accept 2
    at 0.2 ace > host
        ack 0 low
"""
FRAMES_BEFORE = 3


def infos(scenario, options=()):
    """The Info column of what follows a connection."""
    return [info for _, info in columns(forge(CONNECTED + scenario), options=options)][FRAMES_BEFORE:]


class Neighbours(unittest.TestCase):
    def test_equal_ones_are_counted(self):
        self.assertEqual(infos("""
            at 1 ace > host
                repeat 255
                    keepalive
                end
        """), ["#2 → host: Keepalive ×255"])

    def test_acks_come_last_and_under_one_word(self):
        self.assertEqual(infos("""
            at 1 ace > host
                keepalive
                ack 7
                keepalive
                keepalive
                ack 7
                ack 8
                ack 8
        """), ["#2 → host: Keepalive ×3 | Ack 7 ×2, 8 ×2"])

    def test_datagrams_are_counted_apart(self):
        self.assertEqual(infos("""
            at 1 ace > host
                keepalive
            at 2 ace > host
                keepalive
        """), ["#2 → host: Keepalive"] * 2)

    def test_without_ends(self):
        self.assertEqual(infos("""
            at 1 ace > host
                keepalive
                keepalive
                ack 7
        """, ["-o", "bcnet.info_ends:FALSE"]), ["Keepalive ×2 | Ack 7"])

    def test_the_tree_has_all(self):
        capture = forge(CONNECTED + """
            at 1 ace > host
                keepalive
                keepalive
        """)
        self.assertEqual(len(frames(capture)[FRAMES_BEFORE].messages()), 2)


class Order(unittest.TestCase):
    """Deaths, scores, joins, leaves, boots, chat, shots; then trouble, new damage, the rest; acks last. The tree has them as they
    were sent."""

    SHIP = "u32:0x3FFFFFFF"
    # From the lightest to the heaviest, as they are sent; what each begins with in Info.
    MESSAGES = [
        ("ack 0 low", "Ack 0"),
        ("game seq auto 1D " + SHIP, "EnteredSet"),
        ("game seq auto 19 u32:0x40040000 03 01 007F00 " + SHIP + " 007F0000", "TorpedoFire"),
        ('game seq auto 2C u32:3 str16:"hello"', "Chat"),
        ("raw 04 07 C0 03 00 04 03", "Boot"),
        ("game seq auto 18 05 00 00 00 41 41 41 41 41", "PlayerLeft"),
        ("game seq auto 17 u32:0x866 F1 00 80 00 u32:0 u32:0x5F2 03 00 00 00 00", "PlayerJoined"),
        ("game seq auto 36 u32:0 u32:0 f32:0 u32:0 00", "ScoreChange"),
        ("game seq auto 06 u32:0x8129 4E 00 80 00 u32:0 " + SHIP + " u32:0 f32:9.5", "PythonEvent"),
    ]

    def test_order(self):
        capture = forge(CONNECTED + "at 1 host > ace\n" + "\n".join(line for line, _ in self.MESSAGES) + "\n")
        info = columns(capture)[FRAMES_BEFORE][1].split(": ", 1)[1]
        names = [name for _, name in self.MESSAGES]
        self.assertEqual([part.split(":")[0].split(" ")[0] for part in info.split(" | ")],
                         [name.split(" ")[0] for name in reversed(names)])
        shown = [message.showname.split(": ")[1] for message in frames(capture)[FRAMES_BEFORE].messages()]
        for name, words in zip(names, shown, strict=True):
            self.assertTrue(words.startswith(name), shown)

    def test_new_damage_before_the_rest(self):
        """And behind shots."""
        state = "game 1C " + self.SHIP + " f32:$k 20 | 0A FF {} FF 20 FF FF FF FF FF FF"
        capture = forge(f'include "{SOURCE}/captures/scenarios/parts/ships.scn"\n' + CONNECTED + f"""
            at 0.3 ace > host
                game seq 0 03 00 02 u32:0x8008 u32:0x3FFFFFFF 01 $at_rest str8:"Ace" str8:"Multi1" $akira
            at 1 host > ace
                {state.format("FF").replace("$k", "1")}
            at 2 host > ace
                game seq auto 1D {self.SHIP}
                {state.format("80").replace("$k", "2")}
                game seq auto 19 u32:0x40040000 03 01 007F00 {self.SHIP} 007F0000
        """)
        self.assertRegex(columns(capture)[-1][1], r": TorpedoFire [^|]* \| StateUpdate [^|]*100→50 %[^|]* \| EnteredSet")


class LeftOut(unittest.TestCase):
    """A StateUpdate of a ship with much damage: what does not fit is counted."""

    # A host's state of an Akira for its own player (60.7), its parts damaged; the same in three updates.
    STATE = "game 1C u32:0x3FFFFFFF f32:$k 20 | 08 80 60 70 60 50 40 30 20 10 08 07 06 05 04"

    def test_shown_and_counted_are_all(self):
        capture = forge(f'include "{SOURCE}/captures/scenarios/parts/ships.scn"\n' + CONNECTED + f"""
            at 0.3 ace > host
                game seq 0 03 00 02 u32:0x8008 u32:0x3FFFFFFF 01 $at_rest str8:"Ace" str8:"Multi1" $akira
            at 1 host > ace
                {self.STATE.replace("$k", "1")}
            at 2 host > ace
                {self.STATE.replace("$k", "2")}
                {self.STATE.replace("$k", "3")}
                {self.STATE.replace("$k", "4")}
        """)
        names = ["bcnet.subsystem.condition", "bcnet.subsystem.child.condition"]
        first = fields(capture, names)[FRAMES_BEFORE + 1]
        everything = sum(map(len, first.values())) + 1      # the six facings are one
        for info, updates in zip([text for _, text in columns(capture)][FRAMES_BEFORE + 1:], (1, 3)):
            pieces = info.split("; ")
            self.assertEqual(len(pieces), updates)
            for piece in pieces:
                self.assertRegex(piece, r", \+\d+$")
                self.assertEqual(piece.count("%") + int(piece.rpartition("+")[2]), everything, piece)


class ComputedLines(unittest.TestCase):
    """What no byte of the message says marks none when it is selected."""

    def test_no_bytes(self):
        names = ("bcnet.copy.count", "bcnet.wanted.percent")
        for name in names:
            found = [node for frame in frames(FOLDER / "session.pcapng", name, ["-2"]) for node in frame.walk()
                     if node.name == name]
            self.assertTrue(found, name)
            self.assertEqual({node.size for node in found}, {0}, name)


class BadMessages(unittest.TestCase):
    """10.3: unknown types, impossible lengths, messages that leave the datagram."""

    # What is sent, what Info says of it; type, flags_len and length as fields.
    CASES = [
        ("raw 31 06 80 01 00 28", "type 0x31 is unknown", "0x31", None),
        ("raw FF", "type 0xff is unknown", "0xff", None),
        ("raw 32 00 00", "length 0 is below its header's 3", "0x32", "0"),
        ("game seq 0 length 4 28", "length 4 is below its header's 5", "0x32", "4"),
        ("fragment seq 0 index 0 of 2 length 6 28", "length 6 is below its header's 7", "0x32", "6"),
        ("announce 2 10.10.10.239 \"Ace\" length 4", "length 4 is below its header's 5", "0x00", "4"),
        ("raw 32 10 00 28 29", "length 16 leaves the datagram, 5 bytes are there", "0x32", "16"),
        ("raw 32 10", "the datagram ends in its header", "0x32", None),
        ("raw 01 05", "the datagram ends in its header", "0x01", None),
    ]

    @classmethod
    def setUpClass(cls):
        cls.capture = forge(CONNECTED + "".join(f"at {number} ace > host\n keepalive\n {case[0]}\n"
                                                for number, case in enumerate(cls.CASES, 1)))

    def test_info_says_why(self):
        found = [info for _, info in columns(self.capture)][FRAMES_BEFORE:]
        self.assertEqual(found, [f"#2 → host: [Bad message: {why}] | Keepalive" for _, why, _, _ in self.CASES])

    def test_type_and_length_are_fields(self):
        for frame, (_, why, kind, length) in zip(frames(self.capture)[FRAMES_BEFORE:], self.CASES):
            with self.subTest(why=why):
                bad = frame.messages()[1]
                self.assertEqual(bad.showname, f"Message 2: [Bad message: {why}]")
                told = [(name, show) for name, _, show, _ in bad.fields()]
                self.assertEqual([show for name, show in told if name == "bcnet.msg.type"], [kind])
                self.assertEqual([show for name, show in told if name == "bcnet.msg.length"], [length] if length else [])
                self.assertEqual([info.name for info in frame.experts()], ["bcnet.expert.transport"])

    def test_an_unknown_type_can_be_filtered(self):
        rows = fields(self.capture, ["frame.number"], "bcnet.msg.type == 0x31 || bcnet.msg.length == 16")
        self.assertEqual([row["frame.number"][0] for row in rows], ["4", "10"])

    def test_no_byte_is_hidden(self):
        """What is no header is unparsed."""
        rest = [frame.shows("bcnet.unparsed") for frame in frames(self.capture)[FRAMES_BEFORE:]]
        self.assertEqual(rest[0], ["06:80:01:00:28"])
        self.assertEqual(rest[1:3], [[], []])
        self.assertEqual(rest[3:5], [["28"], ["28"]])
        self.assertEqual(rest[6:], [["28:29"], ["10"], ["05"]])

    def test_a_message_that_is_missing(self):
        capture = forge(CONNECTED + "at 1 ace > host count 3\n keepalive\n ack 0 low\n")
        self.assertEqual(columns(capture)[-1][1],
                         "#2 → host: [Bad message: the datagram ends before it] | Keepalive | Ack 0 (low) (stale)")
        last = frames(capture)[-1]
        self.assertEqual(len(last.messages()), 2)
        self.assertEqual([info.text for info in last.experts() if info.severity != "chat"],
                         ["The datagram announces more messages than it holds"])
        self.assertTrue(any(node.showname.endswith("3 messages [message 3 is missing]") for node in last.walk()))


class Incomplete(unittest.TestCase):
    """The transport's own messages that end too soon are named, in Info and tree; what is not there is not claimed."""

    # Datagrams, and how many bytes of them the capture holds; what is said of them.
    CASES = [
        ("host > ace", "raw 04 06 C0 00 00 01", "", "Boot (incomplete)"),
        ("host > ace", "raw 00 0A C0 01 00 03 0A 0A 0A 03", "", "Peer announcement (incomplete)"),
        ("host > ace", "raw 03 07 C0 02 00 05 05", "", "Connect (incomplete)"),
        ("ace > host", "raw 03 0A C0 03 00 0A 0A 0A 02 01", "id 255", "Connect, ip 10.10.10.2 (incomplete)"),
        ("ace > host", "raw 05 06 C0 04 00 02", "", "Disconnect #2 (incomplete)"),
        ("host > ace", "boot 1 9", "cut 8", "Boot (incomplete)"),
        ("host > ace", 'announce 3 10.10.10.3 "Sep"', "cut 16", "Peer announcement (incomplete)"),
        ("host > ace", "plain 01", "", "no message"),
        ("host > ace", "keepalive", "cut 1", None),
    ]

    def test_named(self):
        scenario = "".join(f"at {number} {way} {options}\n {line}\n"
                           for number, (way, line, options, _) in enumerate(self.CASES, 1))
        shown = frames(forge(CONNECTED + scenario))[FRAMES_BEFORE:]
        for info, frame, (_, line, _, words) in zip(infos(scenario), shown, self.CASES, strict=True):
            with self.subTest(line=line):
                self.assertEqual(info.replace("[Packet size limited during capture]", "").partition(": ")[2], words or "")
                for message in frame.messages():
                    self.assertTrue(message.showname.startswith(f"Message 1: {words}, "), message.showname)


class SeveralDatagrams(unittest.TestCase):
    """Wi-Fi joins datagrams in one frame."""

    def check(self, options=()):
        found = [info for _, info in columns(FOLDER / "joined.pcapng", options=options)]
        self.assertEqual(found[6:], [
            '#2 → host: Chat: "hello" | host → #2: Ack 0',
            'host → #2: Chat: "to both" | host → #3: Chat: "to both" | GameSpy query \\status\\',
            "#2 → host: Keepalive ×2 | Ack 0 | #3 → host: Keepalive ×3 | Ack 0",
        ])

    def test_no_datagram_erases_another(self):
        self.check()

    def test_two_passes(self):
        self.check(["-2"])

    def test_others_do_not_erase_ours(self):
        found = infos("""
            at 1 ace > host
                keepalive
            at 1 dns > dns joined
                cipher 00 01 01 00 00 01 00 00 00 00 00 00 01 61 00 00 01 00 01
        """)
        self.assertRegex(found[0], "^#2 → host: Keepalive.*Standard query")

    def test_all_of_them_count(self):
        """The frames are dissected as if the datagrams had come alone."""
        rows = fields(FOLDER / "joined.pcapng", ["bcnet.msg.type", "bcnet.from"], "frame.number == 9")
        self.assertEqual(rows[0]["bcnet.from"], ["#2", "#3"])
        self.assertEqual(rows[0]["bcnet.msg.type"], ["0x01", "0x02", "0x02", "0x01", "0x02", "0x02", "0x02"])
        self.assertEqual(experts(FOLDER / "joined.pcapng"), {})


if __name__ == "__main__":
    main()
