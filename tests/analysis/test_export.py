# SPDX-License-Identifier: GPL-2.0-or-later
"""Transferred files as objects to export: their contents, and names that come from strangers."""

import re
import tempfile
import unittest
from pathlib import Path

from bcnet_test import forge, main, run, scratch

ENDS = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.239:59405 id 2
"""


def pattern(length):
    """The forge's pattern: 00 01 .. FA 00 01 .."""
    return bytes(place % 251 for place in range(length))


class Export(unittest.TestCase):
    """tshark --export-objects bcnet,DIR."""

    def export(self, scenario, *options):
        """Name -> contents of what is written; fails when anything lies beside the folder."""
        capture = forge(ENDS + scenario)
        with tempfile.TemporaryDirectory(dir=scratch()) as outer:
            folder = Path(outer) / "a" / "b" / "objects"
            folder.mkdir(parents=True)
            for path in (Path(outer), *folder.parents, folder):
                if path.is_relative_to(scratch()):
                    path.chmod(0o777)
            run("tshark", "-n", "-q", "-r", capture, "--export-objects", f"bcnet,{folder}", *options)
            files = {path for path in Path(outer).rglob("*") if not path.is_dir()}
            self.assertTrue(all(path.parent == folder and not path.is_symlink() for path in files), files)
            return {path.name: path.read_bytes() for path in files}

    def names(self, *names):
        """The names under which files of these names are written."""
        scenario = "".join(f"at {number} host > ace\n game seq {number} 25 str16:\"{name}\" str:\"{number}\"\n"
                           for number, name in enumerate(names))
        found = self.export(scenario)
        self.assertEqual(len(found), len(names), found)
        return sorted(found)

    def test_contents(self):
        self.assertEqual(self.export("""
            at 0 host > ace
                game seq 0 25 str16:"Scripts/Multiplayer/SpeciesToShip.pyc" 99 4E 0D 0A
            """), {"Scripts_Multiplayer_SpeciesToShip.pyc": b"\x99N\r\n"})

    def test_two_passes(self):
        self.assertEqual(self.export("""
            at 0 host > ace
                game seq 0 25 str16:"a.pyc" 99 4E 0D 0A
            """, "-2"), {"a.pyc": b"\x99N\r\n"})

    def test_fragments(self):
        """The file is all of the joined message behind the name, also where fragments overtake each other."""
        self.assertEqual(self.export("""
            at 0 host > ace
                split seq 0 25 str16:"big.pyc" pattern:3000
            at 1 host > ace
                split seq 1 only 1 25 str16:"b.pyc" pattern:500
            at 2 host > ace
                split seq 1 only 0 25 str16:"b.pyc" pattern:500
            """), {"big.pyc": pattern(3000), "b.pyc": pattern(500)})

    def test_incomplete(self):
        self.assertEqual(self.export("""
            at 0 host > ace
                split seq 0 only 0 25 str16:"a.pyc" pattern:900
            at 1 host > ace
                split seq 0 only 2 25 str16:"a.pyc" pattern:900
            """), {})

    def test_sent_again(self):
        """A resent message or fragment is no further file; the same file sent as another message is one."""
        self.assertEqual(self.export("""
            at 0 host > ace
                game seq 0 25 str16:"a.pyc" 01
            at 1 host > ace
                game seq 0 25 str16:"a.pyc" 01
            at 2 host > ace
                split seq 1 25 str16:"b.pyc" pattern:500
            at 3 host > ace
                split seq 1 25 str16:"b.pyc" pattern:500
            """), {"a.pyc": b"\1", "b.pyc": pattern(500)})
        again = self.export("""
            at 0 host > ace
                game seq 0 25 str16:"a.pyc" 01
            at 1 host > ace
                game seq 1 25 str16:"a.pyc" 02
            """)
        self.assertEqual(sorted(again.values()), [b"\1", b"\2"], again)

    def test_empty(self):
        self.assertEqual(self.export("""
            at 0 host > ace
                game seq 0 25 str16:"empty.pyc"
            """), {"empty.pyc": b""})

    def test_cut_by_the_capture(self):
        """Contents that were not captured whole are no file."""
        self.assertEqual(self.export("""
            at 0 host > ace cut 40
                game seq 0 25 str16:"a.pyc" pattern:200
            """), {})

    def test_paths_that_would_leave(self):
        self.names("../../../etc/passwd", "/etc/shadow", "..\\..\\boot.ini", "C:\\windows\\system.ini", "..", ".",
                   "a/../../b", "//server/share", ".profile", "~/.bashrc", "-rf")

    def test_names_that_are_none(self):
        self.names("", "/", "...", " ")

    def test_odd_letters(self):
        names = self.names("a*b?c", "x|y>z", "%2e%2e%2f", "caf\u00e9", "$(id)", "`id`", "a;b&c")
        for name in names:
            self.assertRegex(name, r"^[A-Za-z0-9._+ %()-]+$")

    def test_names_that_windows_reserves(self):
        """Devices, whatever follows the point; points and blanks at the end, which it drops."""
        reserved = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)([. ].*)?$", re.IGNORECASE)
        names = self.names("CON", "nul.txt", "Com1", "LPT9.tar.gz", "aux.", "prn ", "x.pyc.", "y.pyc ", "CON .txt", "COM0",
                           "/NUL", "..aux.py")
        for name in names:
            with self.subTest(name=name):
                self.assertNotRegex(name, reserved)
                self.assertNotIn(name[-1], ". ")
        harmless = ["COM.txt", "CONSOLE.txt", "auxiliary.pyc", "com10.pyc", "nullify"]
        self.assertEqual(self.names(*harmless), sorted(harmless))

    def test_control_characters(self):
        found = self.export("""
            at 0 host > ace
                game seq 0 25 u16:9 61 00 2F 0A 0D 1B 7F 2E 62 01
            """)
        self.assertEqual(list(found.values()), [b"\1"])
        self.assertRegex(next(iter(found)), r"^[A-Za-z0-9._ -]+$")

    def test_long_names(self):
        """Longer than any file system takes: shortened, not lost."""
        found = self.export("""
            at 0 host > ace
                game seq 0 25 u16:380 pattern:0 str:"%s" 01
            """ % ("x" * 380))
        self.assertEqual(list(found.values()), [b"\1"])
        self.assertLessEqual(len(next(iter(found))), 255)

    def test_the_same_name_after_cleaning(self):
        self.assertEqual(len(self.names("a/b", "a_b", "a\\b")), 3)


if __name__ == "__main__":
    main()
