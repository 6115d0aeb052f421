# SPDX-License-Identifier: GPL-2.0-or-later
"""Every act once, on whichever side the capture was made: the story as the host's machine sees it, and as each player's
does. A player's capture is cut out of the host's: the datagrams of his address, nothing else."""

import unittest

import pcapng
from bcnet_test import SOURCE, fields, main
from wireshark import scratch_file

STORY = SOURCE / "captures" / "session.pcapng"
PLAYERS = {"Ace": bytes([10, 10, 10, 239]), "Sep": bytes([10, 10, 10, 77])}
# What is said in the story, by its scenario.
LINES = [("#3 Sep", "hi, good to see you"), ("#2 Ace", "hello Sep! Akira again?"), ("#3 Sep", "ouch"),
         ("#3 Sep", "well done"), ("#2 Ace", "oops, wrong button"), ("#3 Sep", "have to go, bye")]
TEAM_LINES = [("#6 Ace", "follow me to Poseidon 2")]


def side_of(address):
    """The capture of the player with that address."""
    path = scratch_file(".pcapng")
    pcapng.write(path, [packet for packet in pcapng.read(STORY) if address in (packet.data[26:30], packet.data[30:34])])
    return path


def rows(capture, display_filter, *names):
    return [tuple(row[name][0] for name in names) for row in fields(capture, list(names), display_filter)]


class Sides(unittest.TestCase):
    """The host's, Ace's and Sep's."""

    @classmethod
    def setUpClass(cls):
        cls.sides = {"host": STORY, **{name: side_of(address) for name, address in PLAYERS.items()}}

    def test_each_line_once(self):
        for name, capture in self.sides.items():
            with self.subTest(side=name):
                found = rows(capture, "bcnet.opcode == 0x2c && !bcnet.copy_of", "bcnet.actor", "bcnet.chat.text")
                self.assertEqual(found, LINES)
                found = rows(capture, "bcnet.chat && !bcnet.copy_of", "bcnet.actor", "bcnet.chat.text")
                self.assertEqual(found, LINES + TEAM_LINES)

    def test_one_player_acts_alike_on_all_sides(self):
        """Shots are relayed, so everybody sees all of them once: who fired how often is the same everywhere."""
        shots = "bcnet.opcode in {0x07, 0x19, 0x1a}"
        counts = {name: sorted(actor for row in fields(capture, ["bcnet.actor"], f"{shots} && !bcnet.copy_of")
                               for actor in row["bcnet.actor"]) for name, capture in self.sides.items()}
        self.assertTrue(counts["host"])
        self.assertEqual({tuple(found) for found in counts.values()}, {tuple(counts["host"])})

    def test_no_copy_differs(self):
        for name, capture in self.sides.items():
            self.assertEqual(fields(capture, ["frame.number"], "bcnet.copy.changed"), [], name)


if __name__ == "__main__":
    main()
