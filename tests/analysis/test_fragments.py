# SPDX-License-Identifier: GPL-2.0-or-later
"""Fragments at the edges of 10.5: an index counts from 0, so the number of all fragments is no index."""

import unittest

import pcapng
from bcnet_test import experts, fields, forge, main, scratch_file, tshark
from wireshark import SOURCE

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
"""
CHAT = ["2C u32:2", "u16:5 str:\"he\"", "str:\"llo\""]     # a line of chat in three pieces


class Fragments(unittest.TestCase):
    """Frame by frame: what is bad, and where the message is whole."""

    def check(self, pieces, bad, whole):
        """`pieces`: (index, total or None, content), a datagram each."""
        lines = [ENDS]
        for number, (index, total, content) in enumerate(pieces):
            of = "" if total is None else f" of {total}"
            lines.append(f"at {number} ace > host\n    fragment seq 0 index {index}{of} {content}")
        capture = forge("\n".join(lines) + "\n")
        found = {frame: [info.name for info in infos] for frame, infos in experts(capture).items()}
        self.assertEqual(found, {frame: ["bcnet.expert.fragment"] for frame in bad})
        texts = [row["bcnet.chat.text"] for row in fields(capture, ["bcnet.chat.text"])]
        self.assertEqual([number for number, text in enumerate(texts, 1) if text == ["hello"]], whole)

    def test_the_last_index(self):
        self.check([(0, 3, CHAT[0]), (1, None, CHAT[1]), (2, None, CHAT[2])], [], [3])
        self.check([(2, None, CHAT[2]), (1, None, CHAT[1]), (0, 3, CHAT[0])], [], [3])

    def test_an_index_that_is_the_number_of_fragments(self):
        self.check([(0, 3, CHAT[0]), (3, None, "00"), (1, None, CHAT[1]), (2, None, CHAT[2])], [2], [4])

    def test_the_same_before_the_number_is_known(self):
        self.check([(3, None, "00"), (2, None, CHAT[2]), (1, None, CHAT[1]), (0, 3, CHAT[0])], [4], [4])

    def test_the_highest_index_there_is(self):
        self.check([(255, None, "00"), (0, 3, CHAT[0]), (1, None, CHAT[1]), (2, None, CHAT[2])], [2], [4])

    def test_another_number_of_fragments(self):
        """Other bytes with the index 0: bad input, and the message goes on."""
        self.check([(0, 3, CHAT[0]), (0, 2, "2C"), (1, None, CHAT[1]), (2, None, CHAT[2])], [2], [4])
        self.check([(0, 3, CHAT[0]), (0, 3, "2C"), (1, None, CHAT[1]), (2, None, CHAT[2])], [2], [4])

    def test_another_connection(self):
        """What came before it, from either side, is no part of what comes then; the same request again changes nothing."""
        for ends in ("ace > host", "host > ace"):
            for request, whole in ((7, [4]), (8, [])):
                capture = forge(ENDS + f"""
                    at 0 ace > host id 255
                        connect 10.10.10.239 7
                    at 1 {ends}
                        fragment seq 5 index 0 of 2 {CHAT[0]}
                    at 2 ace > host id 255
                        connect 10.10.10.239 {request}
                    at 3 {ends}
                        fragment seq 5 index 1 {CHAT[1]} {CHAT[2]}
                    """)
                texts = [row["bcnet.chat.text"] for row in fields(capture, ["bcnet.chat.text"])]
                found = [number for number, text in enumerate(texts, 1) if text == ["hello"]]
                self.assertEqual(found, whole, f"{ends}, {request}")

    def test_cut_short_by_the_capture(self):
        """Then the message never becomes whole: what is missing is in no frame."""
        capture = forge(ENDS + "".join(f"at {index} ace > host\n    fragment seq 0 index {index}{of} {content}\n"
                                       for index, (of, content) in enumerate(zip((" of 3", "", ""), CHAT))))
        for number in range(3):
            packets = list(pcapng.read(capture))
            whole = len(packets[number].data) - pcapng.udp_payload_offset(packets[number])
            packets[number] = pcapng.snapped(packets[number], whole - 1)
            cut = scratch_file(".pcapng")
            pcapng.write(cut, packets)
            with self.subTest(frame=number + 1):
                rows = fields(cut, ["bcnet.chat.text", "bcnet.fragment.count"])
                self.assertEqual(rows, [{"bcnet.chat.text": [], "bcnet.fragment.count": []}] * 3)

    def test_bit_groups(self):
        """What holds of bytes that come whole holds of the same bytes in pieces, whether anybody looks at fields or not
        (20.1; rule 17 of 90.7)."""
        for group, held in (("bits:1", 1), ("E1", 0)):
            head, tail = '20 02 str16:"scripts/ships"', f'str16:"*.pyc" {group}'
            whole = forge(f"{ENDS}at 0 host > ace\n    game seq 0 {head} {tail}\n")
            pieces = forge(f"{ENDS}at 0 host > ace\n    fragment seq 0 index 0 of 2 {head}\n"
                           f"at 1 host > ace\n    fragment seq 0 index 1 {tail}\n")
            for capture in (whole, pieces):
                for look in ("-q", "-V"):
                    table = tshark("-r", capture, look, "-z", "bcnet,stock,csv")
                    rule = next(line for line in table.splitlines() if line.startswith("17,host,"))
                    self.assertEqual(rule.split(",")[3:6], ["1", str(held), str(1 - held)], f"{group}, {look}")

    def test_bit_groups_of_subsystem_states(self):
        """They count in the tables as they do in the tree, where the states fit the ship."""
        capture = SOURCE / "captures" / "state-mid-battle.pcapng"
        tables = [tshark("-r", capture, look, "-z", "bcnet,stock,csv") for look in ("-q", "-V")]
        rules = [[line for line in table.splitlines() if line.startswith("17,")] for table in tables]
        self.assertEqual(*rules)
        self.assertRegex(rules[0][0], r"^17,host,held,[1-9]")


if __name__ == "__main__":
    main()
