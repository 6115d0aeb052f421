# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/learn/host.py: two clients join, talk and fly on it, over real sockets and in a game of 45 seconds whose time is
made up; what it wrote down of that breaks no rule. No privileges are needed: the host itself writes the capture."""

import os
import re
import subprocess
import sys
import unittest

from bcnet_test import SOURCE, main, scratch_file, tshark

LEARN = SOURCE / "docs" / "learn"
sys.path.insert(0, str(LEARN))
import client as player     # noqa: E402  (beside the host)
import host as server       # noqa: E402
import link                 # noqa: E402

HOST, ACE, SEP = ("10.0.0.1", 22101), ("10.0.0.2", 5001), ("10.0.0.3", 5002)
DELAY, TICK = 0.01, 0.02


def verdict(capture, expect=0):
    """What bcnet-check says."""
    done = subprocess.run([SOURCE / "scripts" / "with-plugin.sh", os.environ["BCNET_BUILD_DIR"],
                           SOURCE / "scripts" / "bcnet-check", capture], capture_output=True, text=True, check=False)
    if done.returncode != expect:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


def play(path, seconds, lost=lambda number: False):
    """A game without waiting: the clients, when it is over. Datagrams that are lost are in the capture if the host's."""
    host, capture = server.Host(), server.Capture(path, HOST)
    clients = {ACE: (player.Client("Ace", ACE[0], "hello"), 0.5), SEP: (player.Client("Sep", SEP[0], "hi there"), 4.0)}
    under_way, number = [], 0
    for step in range(int(seconds / TICK)):
        now = step * TICK
        out = [(place, HOST, one.tick(now)) for place, (one, begin) in clients.items() if now >= begin]
        out += [(HOST, place, datagram) for datagram, place in host.tick(now)]
        for sender, receiver, datagram in out:
            if datagram is None:
                continue
            number += 1
            if sender == HOST:
                capture.add(1e9 + now, datagram, sender, receiver)
            if not lost(number):
                under_way.append((now + DELAY, sender, receiver, datagram))
        for _, sender, receiver, datagram in [one for one in under_way if one[0] <= now]:
            if receiver == HOST:
                capture.add(1e9 + now, datagram, sender, receiver)
                host.hear(datagram, sender, now)
            else:
                clients[receiver][0].hear(link.crypt(datagram, True))
        under_way = [one for one in under_way if one[0] > now]
    capture.file.close()
    return {place: one for place, (one, _) in clients.items()}


class Made(unittest.TestCase):
    """Time is made up."""

    def test_nothing_is_found(self):
        path = scratch_file(".pcap")
        clients = play(path, 45)
        self.assertEqual([one.heard for one in clients.values()], [["hello", "hi there"], ["hi there"]])
        text = verdict(path)
        self.assertRegex(text, r"(?m)^  host       held         2\d held, 0 broken")
        ships = tshark("-r", path, "-q", "-z", "bcnet,ships")
        self.assertEqual(len(re.findall("Akira", ships)), 2)

    def test_losses(self):
        """Every seventh datagram: all the same they join, talk and fly, and nothing is broken."""
        path = scratch_file(".pcap")
        clients = play(path, 45, lambda number: number % 7 == 0)
        self.assertEqual([one.heard for one in clients.values()], [["hello", "hi there"], ["hi there"]])
        verdict(path)

    def test_update_before_creation(self):
        """What tells of a ship is lost and comes again, after the first updates of the ship."""
        path = scratch_file(".pcap")
        clients = play(path, 54, lambda number: number % 9 == 3)
        self.assertEqual([one.heard for one in clients.values()], [["hello", "hi there"], ["hi there"]])
        verdict(path)


class Sockets(unittest.TestCase):
    """As a reader would start it."""

    def test_loopback(self):
        path = scratch_file(".pcap")
        with subprocess.Popen([sys.executable, LEARN / "host.py", "--write", path, "127.0.0.1", "0"], text=True,
                              stdout=subprocess.PIPE) as host:
            try:
                port = host.stdout.readline().rsplit(":", 1)[1].strip()
                said = [subprocess.Popen([sys.executable, LEARN / "client.py", name, "127.0.0.1", port, "4"], text=True,
                                         stdout=subprocess.PIPE) for name in ("Ace", "Sep")]
                heard = [one.communicate()[0] for one in said]
            finally:
                host.kill()
        for text in heard:
            self.assertIn("hello, I am ", text)
        verdict(path)


if __name__ == "__main__":
    main()
