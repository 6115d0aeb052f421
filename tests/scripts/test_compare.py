# SPDX-License-Identifier: GPL-2.0-or-later
"""scripts/bcnet-compare: the same game from both sides, games that are alike, games that are not."""

import os
import re
import subprocess
import unittest

from bcnet_test import SOURCE, forge, main, scratch_file, tshark

SESSION = SOURCE / "captures" / "session.pcapng"
ACE, SEP = "10.10.10.239", "10.10.10.77"

# A game; times, ids and addresses are parameters. Ace's ship is the first of slot 0.
GAME = """
    endpoint host 10.0.0.{net}:22101 id 1
    endpoint ace  10.0.0.2:{port} id {ace}
    endpoint sep  10.0.0.3:{port} id {sep}
    at {start} ace > host
        announce {ace} 10.0.0.2 "Ace" seq 1
    at +0.1 sep > host
        announce {sep} 10.0.0.3 "Sep" seq 1
    at +0.1 ace > host
        game seq {seq} 2A 20
    at +0.1 sep > host
        game seq {seq} 2A 20
    at +{pause} ace > host
        game seq {seq}+1 2C i32:{ace} str16:"hello"
    at +0.1 host > sep
        game seq 0 2C i32:{ace} str16:"hello"
    at +0.1 host > ace
        game seq 0 2C i32:{ace} str16:"hello"
    at +{pause} sep > host
        game seq {seq}+1 2C i32:{sep} str16:"{answer}"
    at +0.1 host > sep
        game seq 1 2C i32:{sep} str16:"{answer}"
    at +0.1 host > ace
        game seq 1 2C i32:{sep} str16:"{answer}"
"""
FIRST = {"net": 1, "port": 59405, "ace": 2, "sep": 3, "start": 0, "seq": 0, "pause": 1, "answer": "good to see you"}
LATER = {**FIRST, "net": 9, "port": 61000, "ace": 7, "sep": 4, "start": 5, "seq": 30, "pause": 3}


def compare(*arguments, expect):
    """What it prints."""
    command = [str(SOURCE / "scripts" / "bcnet-compare"), *map(str, arguments)]
    result = subprocess.run([*with_plugin(), *command], capture_output=True, text=True, check=False)
    if result.returncode != expect:
        raise AssertionError(f"ends with {result.returncode}: {result.stdout}{result.stderr}")
    return result.stderr if expect == 2 else result.stdout


def with_plugin():
    """In front of a program that runs tshark."""
    return [str(SOURCE / "scripts" / "with-plugin.sh"), os.environ["BCNET_BUILD_DIR"]]


def lines(text):
    """Sign and what is said, without frame and time."""
    return [re.sub(r"^([-+]) +\d+ +[\d.]+  ", r"\1", line) for line in text.splitlines()
            if re.match(r"[-+] +\d", line)]


class Sides(unittest.TestCase):
    """The host's capture of the story and what a player's would hold."""

    @staticmethod
    def cut(address):
        """Datagrams of one player."""
        path = scratch_file(".pcapng")
        tshark("-r", SESSION, "-Y", f"ip.addr == {address}", "-w", path)
        return path

    def test_same(self):
        self.assertRegex(compare(SESSION, SESSION, expect=0),
                         r"^\d\d\d acts in both, 0 only in the first, 0 only in the second\n$")

    def check_side(self, address, said, name):
        """One score is nobody's on the player's side: the story's host tells newcomers nothing of him who was there
        before. There is nothing else, though frames and times differ."""
        text = compare(SESSION, self.cut(address), "-a", address, expect=1)
        nobody = {"Ace": "player 2", "Sep": "player 5"}[name]
        self.assertEqual(lines(text), [f"-host: {said.format(name)}", f"+host: {said.format(nobody)}"])

    def test_sep(self):
        self.check_side(SEP, "Score {}: 0 kills, 0 deaths, 0 points", "Ace")

    def test_ace(self):
        self.check_side(ACE, "ScoreInit {}: 0 kills, 0 deaths, 0 points, team 1", "Sep")

    def test_without_address(self):
        """Then what the others said to the host alone is only in the host's capture."""
        told = lines(compare(SESSION, self.cut(SEP), expect=1))
        self.assertIn("-Ace: ChecksumResponse round 1: 1 file in scripts", told)
        self.assertEqual([line for line in told if line.startswith("+")],
                         ["+host: Score player 2: 0 kills, 0 deaths, 0 points"])
        self.assertEqual([line for line in told if "hi, good to see you" in line or "Cannon" in line], [])


class Games(unittest.TestCase):
    """Two games."""

    def test_times_and_ids(self):
        """Other times, ports, network ids and numbers: the same game."""
        told = compare(forge(GAME.format(**FIRST)), forge(GAME.format(**LATER)), expect=0)
        self.assertEqual(told, "4 acts in both, 0 only in the first, 0 only in the second\n")

    def test_one_message(self):
        """One line of chat differs, and both of its copies with it: it is told once."""
        told = compare(forge(GAME.format(**FIRST)), forge(GAME.format(**{**LATER, "answer": "go away"})), expect=1)
        self.assertEqual(lines(told), ['-Sep: Chat: "good to see you"', '+Sep: Chat: "go away"'])
        self.assertTrue(told.endswith("3 acts in both, 1 only in the first, 1 only in the second\n"))

    def test_one_message_less(self):
        shorter = GAME[:GAME.rindex("    at +{pause} sep")]
        told = compare(forge(GAME.format(**FIRST)), forge(shorter.format(**LATER)), expect=1)
        self.assertEqual(lines(told), ['-Sep: Chat: "good to see you"'])

    def test_loose(self):
        """Numbers in the words may not count."""
        one, other = (forge(GAME.format(**{**FIRST, "answer": answer})) for answer in ("17 points", "18 points"))
        compare(one, other, expect=1)
        compare(one, other, "--loose", expect=0)

    def test_kinds(self):
        """Others say other things, and one of them leaves his ship alone: which kinds there are is what counts."""
        first = forge(GAME.format(**FIRST))
        told = compare(first, forge(GAME.format(**{**LATER, "answer": "go away"})), "--kinds", expect=0)
        self.assertIn("       2        2  players  Chat\n", told)
        request = GAME + """
            at +1 ace > host
                game seq {seq}+2 1E u32:0x31
            at +1 host > ace
                game seq 2 2C i32:1 str16:"welcome"
        """
        told = compare(first, forge(request.format(**LATER)), "--kinds", expect=1)
        self.assertIn("       0        1  players  RequestObject *\n", told)
        self.assertIn("       0        1  host     Chat *\n", told)
        self.assertTrue(told.endswith("2 kinds in both, 0 only in the first, 2 only in the second\n"))

    def test_trouble(self):
        """tshark's own words; not those to root, which come before."""
        self.assertRegex(compare(SESSION, "/nonexistent.pcapng", expect=2), r"^bcnet-compare: .*/nonexistent\.pcapng")
        done = subprocess.run([SOURCE / "scripts" / "bcnet-compare", SESSION, "/dev/null"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertNotIn("Running as user", done.stderr)
        fifo = scratch_file("")
        fifo.unlink()
        os.mkfifo(fifo)
        self.assertIn("can be read only once", compare(SESSION, fifo, expect=2))

    def test_nothing(self):
        """Two captures in which nobody does anything are neither equal nor different."""
        empty = scratch_file(".pcapng")
        tshark("-r", SESSION, "-Y", "frame.number == 0", "-w", empty)
        for options in ((), ("--kinds",), ("--address", ACE)):
            self.assertIn("nothing to compare", compare(empty, empty, *options, expect=3))
        compare(empty, SESSION, expect=1)
        self.assertIn("nothing to compare", compare(SESSION, SESSION, "--address", "10.99.99.99", expect=3))

    def test_cut_short(self):
        """The program that captured was killed: what is there before is compared."""
        cut = scratch_file(".pcapng")
        cut.write_bytes(SESSION.read_bytes()[:20001])
        self.assertRegex(compare(cut, cut, expect=0), "[1-9][0-9]* acts in both, 0 only in the first, 0 only in the second")

    def test_version(self):
        """The plugin's."""
        self.assertRegex(compare("--version", expect=0), r"^bcnet-compare \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    main()
