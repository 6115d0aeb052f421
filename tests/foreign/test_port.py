# SPDX-License-Identifier: GPL-2.0-or-later
"""On the game's own port, too, only what is the game's (protocol chapter 10.6): other programs use it as well."""

import random
import unittest

import pcapng
from bcnet_test import Sharkd, fields, forge, main, tshark
from wireshark import scratch_file

ENDS = """
    endpoint host 10.10.10.1:{port} id 1
    endpoint ace  10.10.10.239:59405 id 2
"""
WHOLE = "at 0 ace > host\n ack 3\n"
# Two messages are announced, one is there; a type that does not exist; a length beyond the datagram.
DAMAGED = ("plain 02 02 02", "plain 02 01 07 01 02", "plain 02 01 32 1B 00 1C")


def claimed(scenario, *options, port=22101):
    """Numbers of the frames that are taken for the game's."""
    capture = forge(ENDS.format(port=port) + scenario)
    return [int(row["frame.number"][0]) for row in fields(capture, ["frame.number"], "bcnet", options)]


class OnThePort(unittest.TestCase):
    """Weak evidence is enough here, but it must be evidence."""

    def test_weak_datagrams_are_taken(self):
        for message in ("ack 3", "keepalive", "game 1C 00"):
            with self.subTest(message=message):
                self.assertEqual(claimed(f"at 0 ace > host\n {message}\n"), [1])
                self.assertEqual(claimed(f"at 0 ace > host\n {message}\n", port=22102), [])

    def test_what_does_not_tile_is_left_to_others(self):
        for damaged in (*DAMAGED, "plain 02 01 02 00", "plain 02 00", "plain 02"):
            with self.subTest(damaged=damaged):
                self.assertEqual(claimed(f"at 0 ace > host\n {damaged}\n"), [])

    def test_in_a_conversation_of_ours_damage_is_shown(self):
        for damaged in DAMAGED:
            scenario = f"at 0 ace > host\n {damaged}\n{WHOLE} at 2 host > ace\n {damaged.replace('02', '01', 1)}\n"
            with self.subTest(damaged=damaged):
                self.assertEqual(claimed(scenario), [2, 3])
                self.assertEqual(claimed(scenario, "-2"), [2, 3], "what came before is judged alike in later passes")

    def test_decode_as_takes_everything(self):
        for port in (22101, 9999):
            for damaged in DAMAGED:
                with self.subTest(port=port, damaged=damaged):
                    self.assertEqual(claimed(f"at 0 ace > host\n {damaged}\n", "-d", f"udp.port=={port},bcnet",
                                             port=port), [1])

    def test_a_preferred_port_of_the_users(self):
        option = ("-o", "bcnet.udp.port:22102")
        self.assertEqual(claimed(WHOLE, *option, port=22102), [1])
        self.assertEqual(claimed(f"at 0 ace > host\n {DAMAGED[0]}\n", *option, port=22102), [])

    def test_a_range_that_holds_the_games_own_port(self):
        """The game looks for hosts on 22101 to 22201 (90.1); what is preferred is not what Decode As takes."""
        option = ("-o", "bcnet.udp.port:22101-22201")
        for port in (22101, 22150):
            self.assertEqual(claimed(WHOLE, *option, port=port), [1])
            for damaged in DAMAGED:
                self.assertEqual(claimed(f"at 0 ace > host\n {damaged}\n", *option, port=port), [])

    def test_a_range_and_back(self):
        """As somebody does it in the preferences of a window: what was preferred before leaves nothing behind."""
        everything = len(DAMAGED)
        scenario = "".join(f"at {number} c{number} > host\n {damaged}\n" for number, damaged in enumerate(DAMAGED))
        ends = "".join(f"endpoint c{number} 10.10.10.{number + 2}:59405 id 2\n" for number in range(everything))
        capture = forge(ENDS.format(port=22101) + ends + scenario + f"at 9 ace > host\n ack 3\n")
        steps = ["22101", "22101-22110", "22101", "22102", "22101", "22101,28000", ""]
        with Sharkd() as sharkd:
            for ports in steps:
                sharkd.call("setconf", name="bcnet.udp.port", value=ports)
                sharkd.load(capture)
                taken = [row["c"][4] for row in sharkd.call("frames")]
                self.assertEqual(taken.count("BCNET"), 1 if "22101" in ports else 0, (ports, taken))

    def test_a_datagram_behind_it_in_the_same_frame(self):
        """An A-MSDU: what stands before the datagram that shows the game is not taken, in later passes either."""
        for first in ("plain 01 01 00", "plain 01 02 02"):
            for way in ("host > ace", "ace > host"):
                capture = forge(ENDS.format(port=22155) + f"at 0 {way}\n {first.replace('01', '02', way[0] == 'a')}\n"
                                "at 0 host > ace joined\n game seq 0 2C i32:2 str16:\"hello, this is strong\"\n"
                                "at 1 ace > host\n ack 0\n")
                once, twice = (fields(capture, ["frame.number", "bcnet.from", "bcnet.count"], "bcnet", options)
                               for options in ((), ("-2",)))
                self.assertEqual(once, twice)
                self.assertEqual([row["bcnet.count"] for row in once], [["1"], ["1"]])
                self.assertEqual(*(tshark("-r", capture, "-q", "-z", "bcnet,stock,csv", *options) for options in ((), ("-2",))))

    def test_text_of_another_game(self):
        text = 'at 0 ace > host\n text "\\gamename\\{game}\\gamever\\1\\final\\"\n'
        self.assertEqual(claimed(text.format(game="ut")), [])
        self.assertEqual(claimed(text.format(game="bcommander")), [1])
        self.assertEqual(claimed('at 0 ace > host\n text "\\status\\"\n'), [1])
        self.assertEqual(claimed(WHOLE + text.format(game="ut").replace("at 0", "at 1")), [1, 2])

    def test_a_capture_that_ends_early_is_no_reason(self):
        """As long as there is a message's type to go by: half of all bytes can be the first one, all the second."""
        sizes = range(1, 20)
        ends = "".join(f"endpoint h{size} 10.10.11.{size}:22101 id 1\nendpoint c{size} 10.10.11.{size + 100}:59405 id 2\n"
                       for size in sizes)
        first = "".join(f"at 0 c{size} > h{size}\n keepalive\n" for size in sizes)
        cut = "".join(f"at 1 c{size} > h{size} cut {size}\n game 1C u32:0x3FFFFFFF f32:1 00 00 00 00 00\n" for size in sizes)
        self.assertEqual(claimed(ends + cut), list(sizes)[2:])
        self.assertEqual(claimed(ends + first + cut), list(range(1, 2 * len(sizes) + 1)), "conversations of ours")


class Noise(unittest.TestCase):
    """Random datagrams on the port: only those whose form fits by chance, and none of them damaged."""

    COUNT = 300_000

    def test_random_datagrams(self):
        source = random.Random(22101)
        template = pcapng.read(forge(ENDS.format(port=22101) + WHOLE))[0]
        head = bytearray(template.data[:pcapng.udp_payload_offset(template)])
        path = scratch_file(".pcapng")

        def packet(index):
            payload = source.randbytes(source.randint(2, 60))
            head[26:30] = (0x0A800000 + index).to_bytes(4, "big")       # everybody sends once: no conversation is known
            head[16:18] = (28 + len(payload)).to_bytes(2, "big")
            head[38:40] = (8 + len(payload)).to_bytes(2, "big")
            data = bytes(head) + payload
            return pcapng.Packet(index * 1e-4, template.link, data, len(data))

        pcapng.write(path, [packet(index) for index in range(self.COUNT)])
        rows = fields(path, ["bcnet.gamespy", "bcnet.count", "bcnet.expert.transport"], "bcnet")
        # A backslash and n - 1 bytes of text (0x20-0x7E, 0xA0-0xFF, 1: 192 of 256) have the chance 1/256 * 0.75^(n-1):
        # 60 of these lengths are expected. That a single ack or keepalive fills what a count of 1 announces is below
        # 2^-16 at the lengths where it can be, 3 to 7 bytes: one is expected, five would be a wonder.
        self.assertLess(len([row for row in rows if row["bcnet.gamespy"]]), 100)
        self.assertLess(len([row for row in rows if not row["bcnet.gamespy"]]), 5)
        self.assertEqual([row for row in rows if row["bcnet.expert.transport"]], [])


if __name__ == "__main__":
    main()
