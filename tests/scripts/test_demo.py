# SPDX-License-Identifier: GPL-2.0-or-later
"""The demonstration on captures of real life: long, cut short, mixed, of something else, several, none."""

import shutil
import subprocess
import unittest

from bcnet_test import BUILD, SOURCE, main, scratch, tool

CAPTURES = SOURCE / "captures"
BATTLE = 1200           # datagrams: more than the demonstration lists
BEGINNING = 100         # of them are shown


def demonstrate(capture, *options):
    """Exit code, standard output, standard error of showing one capture."""
    done = subprocess.run([SOURCE / "scripts" / "show-capture.sh", *options, BUILD, capture], capture_output=True, text=True,
                          check=False, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def numbers(words):
    """Frame numbers of the packet list: the lines that begin like one."""
    rows = (line.split() for line in words.split(" opened\n")[0].split("\n"))
    return [int(row[0]) for row in rows if len(row) > 2 and row[0].isdigit() and "." in row[1]]


def foreign(name, count):
    """A capture of something else: datagrams to the time service."""
    text, path = scratch() / f"{name}.txt", scratch() / f"{name}.pcapng"
    text.write_text("0000 1b 00 00 00 00 00 00 00\n" * count)
    subprocess.run(["text2pcap", "-q", "-u", "40000,123", text, path], check=True, capture_output=True)
    return path


class Demonstration(unittest.TestCase):
    """scripts/show-capture.sh, which demo.sh calls for each capture."""

    @classmethod
    def setUpClass(cls):
        cls.battle = scratch() / "battle.pcapng"
        tool("bcnet-forge", "--battle", f"--datagrams={BATTLE}", str(cls.battle))

    def test_story(self):
        code, words, complaints = demonstrate(CAPTURES / "session.pcapng")
        self.assertEqual((code, complaints), (0, ""))
        self.assertEqual(numbers(words), list(range(1, 489)))
        self.assertRegex(words, r"Packet \d+ opened\n\nBridge Commander Network Protocol, ")
        self.assertNotIn("left out", words)

    def test_a_long_one_is_not_poured_out(self):
        code, words, _ = demonstrate(self.battle)
        self.assertEqual(code, 0)
        self.assertEqual(numbers(words), list(range(1, BEGINNING + 1)))
        self.assertIn(f"... and {BATTLE - BEGINNING} more packets (--all shows them)", words)
        self.assertRegex(words, r"\nId +Name +Joined \(s\) .*\n1 +host .*\n2 +Ace ")
        self.assertRegex(words, r"\nObject +Player +Class .*\n0x3fffffff +#2 Ace +Sovereign ")

    def test_all(self):
        _, words, _ = demonstrate(self.battle, "--all")
        self.assertEqual(numbers(words), list(range(1, BATTLE + 1)))

    def test_cut_short(self):
        path = scratch() / "cut.pcapng"
        path.write_bytes(CAPTURES.joinpath("session.pcapng").read_bytes()[:20001])
        code, words, _ = demonstrate(path)
        self.assertEqual(code, 0)
        self.assertIn("cut short in the middle of a packet.\nWhat is there before is shown.\n", words)
        self.assertGreater(len(numbers(words)), 100)

    def test_mixed_with_other_traffic(self):
        path = scratch() / "mixed.pcapng"
        subprocess.run(["mergecap", "-a", "-w", path, foreign("before", 3), CAPTURES / "join.pcapng", foreign("behind", 2)],
                       check=True)
        _, words, _ = demonstrate(path)
        _, alone, _ = demonstrate(CAPTURES / "join.pcapng")
        self.assertEqual(numbers(words), [number + 3 for number in numbers(alone)])
        self.assertIn("\n5 other packets left out that are none of the game.\n", words)

    def test_nothing_of_the_game(self):
        code, words, complaints = demonstrate(foreign("other", 7))
        self.assertEqual(code, 1)
        self.assertEqual(numbers(words), [])
        self.assertIn("There is no Bridge Commander traffic in 7 packets, 7 of them UDP.\n", complaints)
        self.assertIn('capture with the filter "udp"', complaints)

    def test_no_capture_at_all(self):
        junk = scratch() / "junk.pcapng"
        for contents in [b"", b"hello\n", bytes(range(256))]:
            junk.write_bytes(contents)
            code, _, complaints = demonstrate(junk)
            self.assertEqual(code, 1)
            self.assertRegex(complaints, r"^(This file holds no packets|The file .* isn't a capture file)")
            self.assertEqual(len(complaints.strip().split("\n")), 1)

    def test_a_name_with_blanks_and_a_quote(self):
        path = scratch() / "it's mine.pcapng"
        shutil.copy(CAPTURES / "join.pcapng", path)
        code, words, complaints = demonstrate(path)
        self.assertEqual((code, complaints), (0, ""))
        self.assertIn(f"\n{path}\n", words)


class Command(unittest.TestCase):
    """demo.sh itself, around a build that is there already: in a folder with what it calls."""

    @classmethod
    def setUpClass(cls):
        cls.top = scratch() / "clone"
        cls.top.mkdir()
        for name in ["captures", "profile", "demo.sh"]:
            (cls.top / name).symlink_to(SOURCE / name)
        shutil.copytree(SOURCE / "scripts", cls.top / "scripts")
        (cls.top / "scripts" / "bootstrap.sh").write_text(f"BUILD='{BUILD}'\nbootstrap() {{ :; }}\n")

    def demo(self, *arguments, cwd=None):
        """Exit code, standard output, standard error."""
        done = subprocess.run([self.top / "demo.sh", *arguments], cwd=cwd or self.top, capture_output=True, text=True,
                              check=False, encoding="utf-8")
        return done.returncode, done.stdout, done.stderr

    def test_the_story_and_what_to_do_next(self):
        code, words, complaints = self.demo()
        self.assertEqual((code, complaints), (0, ""))
        self.assertTrue(words.startswith("\ncaptures/session.pcapng\n\n    1   0.000000 "), words[:80])
        self.assertIn(f"\n    scripts/with-plugin.sh {BUILD} scripts/bcnet-report captures/session.pcapng\n", words)
        self.assertIn("\n    wireshark captures/session.pcapng\n", words)

    def test_how_to_install_it(self):
        """An ordinary user for himself; root, to whom Wireshark shows no plugin of a home folder, for everybody."""
        programs = scratch() / "programs"
        programs.mkdir()
        (programs / "cat").symlink_to(shutil.which("cat"))
        for number, steps in [(1000, ["sudo apt install wireshark", "cmake --install build", "cmake --install build --component profile"]),
                              (0, ["apt install wireshark", "cmake --build build --target package", "apt install ./build/*.deb"])]:
            (programs / "id").write_text(f"#!/bin/sh\necho {number}\n")
            (programs / "id").chmod(0o755)
            done = subprocess.run(["/bin/sh", SOURCE / "scripts" / "what-next.sh", "build", "a file.pcapng"], check=True,
                                  env={"PATH": str(programs)}, capture_output=True, text=True)
            commands = [line.split("  # ")[0].strip() for line in done.stdout.split("\n") if line.startswith("    ")]
            self.assertEqual(commands[1:], [*steps, "wireshark 'a file.pcapng'"])

    def test_the_report_that_is_proposed(self):
        """The command does what was said."""
        page = scratch() / "page.html"
        subprocess.run(["scripts/with-plugin.sh", BUILD, "scripts/bcnet-report", "-o", page, "captures/join.pcapng"],
                       cwd=self.top, check=True, capture_output=True)
        self.assertIn("<html", page.read_text(encoding="utf-8"))

    def test_several(self):
        """The one without the game says so, the other is shown all the same; names are those of the caller's folder."""
        other = foreign("not-ours", 1)
        shutil.copy(CAPTURES / "join.pcapng", scratch() / "mine.pcapng")
        code, words, complaints = self.demo(other.name, "mine.pcapng", cwd=scratch())
        self.assertEqual(code, 1)
        self.assertIn("no Bridge Commander traffic in 1 packet", complaints)
        self.assertIn("NewPlayerInGame: ready", words)
        self.assertIn(f"wireshark {scratch()}/mine.pcapng\n", words)
        self.assertLess(words.index(other.name), words.index("mine.pcapng"))

    def test_what_is_no_file(self):
        for name, says in [("/nowhere", "There is no capture file /nowhere."), (str(CAPTURES), "is a folder")]:
            code, words, complaints = self.demo(name)
            self.assertEqual((code, words), (1, ""))
            self.assertIn(says, complaints)
            self.assertEqual(complaints.count("\n"), 1)

    def test_wrong_usage(self):
        self.assertEqual(self.demo("--fast")[0], 2)


if __name__ == "__main__":
    main()
