# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/cookbook.md on a player's capture: the same answers, but where a recipe says otherwise.

What the recipes print at the host stands in the document (test_examples.py compares). Here all of them run on the cuts of two
players out of the same captures: nothing but the datagrams to and from their addresses, at the times they leave and reach them.
"""

import dataclasses
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import examples     # noqa: E402  (beside this file)
import pcapng       # noqa: E402  (tests/lib)

COOKBOOK = examples.SOURCE / "docs/cookbook.md"
CAPTURE = re.compile(r"captures/([\w-]+)\.pcapng")
MARK = re.compile(r"^On a player's capture: ([a-z ]+)\. ", re.MULTILINE)
# What a mark may begin with, and what then holds for the answers at the host and at the player.
SAME, FEWER, OTHER, NOTHING = "the same", "fewer lines", "other figures", "nothing"
ACE, SEP, HOST = bytes([10, 10, 10, 239]), bytes([10, 10, 10, 77]), bytes([10, 10, 10, 1])
STORY = "session"
NUMBER = re.compile(r"\d+\.\d+")
# Seconds by which the copy of an act comes behind the act: longer than the story's host takes, shorter than what happens.
RELAY = 0.05
# Seconds between the host and a player, one way: shorter than half of the shortest round trip in the captures, 9 ms.
AWAY = 0.004
BROKEN = re.compile(r"^tshark: |^awk: |error|Traceback|command not found", re.MULTILINE)


def recipes():
    """[(heading, mark, [(command, answer at the host)])]; what stands in front of the recipes has the heading None."""
    parts = re.split(r"^### (.*)$", COOKBOOK.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for heading, text in zip([None, *parts[1::2]], parts[::2], strict=True):
        commands = [pair for block in examples.BLOCK.finditer(text) for pair in examples.split_block(block.group(1))]
        mark = MARK.search(text)
        yield heading, mark.group(1) if mark else SAME, commands


def ends(packet):
    """The addresses of a packet with Ethernet and IPv4."""
    return packet.data[26:30], packet.data[30:34]


def seen_by(address, packets):
    """The packets that a player has, when he has them, in his order."""
    away = {0: -AWAY, 1: AWAY}
    mine = [dataclasses.replace(packet, time=packet.time + away[ends(packet).index(address)]) for packet in packets
            if address in ends(packet)]
    return sorted(mine, key=lambda packet: packet.time)


def alike(host, player, begin):
    """Two lines say the same: numbers with a point are values, or times, which count from the begin of each capture."""
    if NUMBER.sub("#", " ".join(host.split())) != NUMBER.sub("#", " ".join(player.split())):
        return False
    pairs = [(float(one), float(other)) for one, other in zip(NUMBER.findall(host), NUMBER.findall(player), strict=True)]
    return all(min(abs(one - other), abs(one - begin - other)) < RELAY for one, other in pairs)


def same(host, player, begin):
    """All lines, in their order."""
    return len(host) == len(player) and all(map(alike, host, player, [begin] * len(host)))


def part_of(host, player, begin):
    """Every line of the player's is one of the host's."""
    left = list(host)
    for line in player:
        twin = next((other for other in left if alike(other, line, begin)), None)
        if twin is None:
            return False
        left.remove(twin)
    return True


class Player:
    """Runs the recipes on the captures of one player; `begin` is when that of the story begins."""

    def __init__(self, address):
        self.runner, self.address, self.begin = examples.Runner(), address, None
        self.folder = Path(self.runner.folder.name)

    def cut(self, name):
        """His part of a capture. Only the story has him in it; of others it is that of the busiest player."""
        path = self.folder / f"{name}.pcapng"
        if not path.exists():
            packets = pcapng.read(examples.SOURCE / "captures" / path.name)
            talk = [address for packet in packets for address in ends(packet) if address != HOST]
            address = self.address if name == STORY else max(talk, key=talk.count)
            mine = seen_by(address, packets)
            pcapng.write(path, mine)
            if name == STORY:
                self.begin = mine[0].time - packets[0].time
        return str(path)

    def answer(self, command):
        """What a command prints on his captures."""
        return self.runner.run(CAPTURE.sub(lambda match: self.cut(match.group(1)), command))


class Cookbook(unittest.TestCase):
    """Every recipe as Ace sees it, who is there nearly all the time, and as Sep does, who comes late."""

    @classmethod
    def setUpClass(cls):
        cls.ace, cls.sep = Player(ACE), Player(SEP)
        for player in (cls.ace, cls.sep):
            cls.addClassCleanup(player.runner.close)

    @examples.SHOWN
    def test_at_a_players(self):
        count = 0
        for heading, mark, commands in recipes():
            self.assertTrue(commands or heading is None, heading)
            with self.subTest(recipe=heading):
                hosts, aces, seps = [], [], []
                for command, answer in commands:
                    hosts.append(answer)
                    aces.append(self.ace.answer(command))
                    seps.append(self.sep.answer(command))
                    self.assertIsNone(BROKEN.search("\n".join(aces[-1] + seps[-1])), command)
                if heading:
                    count += 1
                    self.check(mark, hosts, aces, seps)
        self.assertGreater(count, 35)

    def check(self, mark, hosts, aces, seps):
        """Answers of all commands of a recipe."""
        words = f"\nat the host:\n{lines(hosts)}\nat Ace's:\n{lines(aces)}\nat Sep's:\n{lines(seps)}"
        complete = [all(same(host, answer, player.begin) for host, answer in zip(hosts, answers, strict=True))
                    for player, answers in ((self.ace, aces), (self.sep, seps))]
        if mark == SAME:
            self.assertTrue(complete[0], f"it is not said that Ace's is another{words}")
        else:
            self.assertFalse(all(complete), f"it is said that there is a difference{words}")
        if mark in (SAME, FEWER):
            for host, ace, sep in zip(hosts, aces, seps, strict=True):
                self.assertTrue(part_of(host, ace, self.ace.begin), f"Ace sees what the host does not{words}")
                self.assertTrue(part_of(host, sep, self.sep.begin), f"Sep sees what the host does not{words}")
        self.assertIn(mark, (SAME, FEWER, OTHER, NOTHING))
        if mark == NOTHING:
            self.assertFalse(any(below_head(host, ace) for host, ace in zip(hosts, aces, strict=True)), f"Ace sees something{words}")
        elif mark in (FEWER, OTHER):
            self.assertTrue(any(aces), f"Ace sees nothing at all{words}")

    def test_what_is_alike(self):
        self.assertTrue(alike("16.900\t#3 Sep", "14.903\t#3 Sep", 2.0))
        self.assertTrue(alike("16.900\t#3 Sep", "16.900 #3 Sep", 2.0))
        self.assertFalse(alike("16.900\t#3 Sep", "15.900\t#3 Sep", 2.0))
        self.assertFalse(alike("16.900\t#3 Sep", "14.903\t#2 Ace", 2.0))
        self.assertFalse(alike("3 fired", "4 fired", 2.0))
        self.assertTrue(part_of(["a", "b", "b"], ["b", "b"], 0))
        self.assertFalse(part_of(["a", "b"], ["b", "b"], 0))
        self.assertFalse(same(["a", "b"], ["b", "a"], 0))


def below_head(host, player):
    """The player's lines without the names of the columns, which are the same at the host."""
    return player[1:] if host and player and host[0].split() == player[0].split() and host[0].split()[0].isidentifier() else player


def lines(answers):
    """For messages."""
    return "\n".join(line for answer in answers for line in answer)


if __name__ == "__main__":
    unittest.main()
