# SPDX-License-Identifier: GPL-2.0-or-later
"""The names behind the hashes of the checksum exchange (protocol chapter 35.4): whose they are, and from when on."""

import os
import pathlib
import random
import struct
import subprocess
import tempfile
import unittest

import cost
from bcnet_test import Sharkd, fields, forge, main, scratch
from name_hash import (STOCK_TWINS, TWINS, answer, failure, name_hash, request, stock_names, transfer, tree,
                       version_differs)
from wireshark import command, environment

HEAD = """
    endpoint host 10.0.0.1:22101 id 1
    endpoint ace 10.0.0.2:59405 id 2
    endpoint sep 10.0.0.3:59405 id 3
    endpoint other 10.0.0.9:22101 id 1
"""
NAMES = ["bcnet.checksum.directory", "bcnet.checksum.dir.name", "bcnet.checksum.file.name", "bcnet.checksum.file.path",
         "bcnet.checksum.version", "bcnet.checksum.other_name"]
DIRECTORY, SUBDIRECTORIES, FILES, PATHS, VERSION, OTHERS = NAMES


def capture(*messages):
    """Of (route, payload) or (route, payload, sequence number); large ones in fragments."""
    lines = [HEAD]
    for number, (route, payload, *sequence) in enumerate(messages):
        seq = sequence[0] if sequence else number
        word = f"split seq {seq}" if len(payload) > 400 else f"game seq {seq}"
        lines.append(f"at {number} {route}\n    {word} {payload.hex(' ')}")
    return forge("\n".join(lines) + "\n")


def rows(*messages, display_filter="bcnet.opcode==0x21"):
    """Names shown in the answers."""
    return fields(capture(*messages), NAMES, display_filter)


class Stock(unittest.TestCase):
    """Names of the unmodified game."""

    def test_all_of_them(self):
        known = stock_names()
        self.assertEqual(len(known), 138)
        files = struct.pack("<h", len(known)) + b"".join(struct.pack("<II", number, 1) for number, _ in known)
        payload = b"\x21\x02" + struct.pack("<I", name_hash("scripts/ships")) + files + b"\0"
        last = rows(("ace > host", payload))[-1]
        self.assertEqual(last[FILES], [name for _, name in known])
        self.assertEqual(last[OTHERS], [])

    def test_version(self):
        self.assertEqual(rows(("ace > host", answer("scripts", number=0, version="60")))[0][VERSION], ["60"])

    def test_the_case_counts(self):
        """35.4: another case is another name; only `Scripts/Multiplayer` is one that the game sends."""
        for directory, expected in (("Scripts/Multiplayer", ["Scripts/Multiplayer"]), ("scripts/Multiplayer", []),
                                    ("scripts/multiplayer", []), ("Scripts", [])):
            self.assertEqual(rows(("ace > host", answer(directory, number=0xFF)))[0][DIRECTORY], expected)


class Heard(unittest.TestCase):
    """Names that earlier messages of the capture told."""

    def test_what_is_heard(self):
        """Every part of a path and every leading path, with / for the other slash, without one at the end."""
        for message, directory, subdirectory, file in (
                (request("scripts/mods/"), "scripts/mods", "mods", None),
                (request("scripts\\mods\\"), "scripts/mods", "mods", None),
                (request("scripts/mods", "Foo.pyc"), "scripts/mods", "mods", "Foo.pyc"),
                (failure("scripts/mods/Foo.pyc"), "scripts/mods", "mods", "Foo.pyc"),
                (failure("scripts\\mods\\Foo.pyc"), "scripts/mods", "mods", "Foo.pyc"),
                (transfer("Scripts/Custom/Deep/Er/Foo.pyc", b"123"), "Scripts/Custom/Deep", "Er", "Foo.pyc"),
                (request("scripts/f\xfcr"), "scripts/f\xfcr", "f\xfcr", None)):
            files = [file] if file else []
            row = rows(("host > ace", message), ("ace > host", answer(directory, files, [(subdirectory, tree())])))[0]
            self.assertEqual((row[DIRECTORY], row[SUBDIRECTORIES], row[FILES]), ([directory], [subdirectory], files))
            self.assertEqual(row[PATHS], [f"{directory}/{name}" for name in files])

    def test_the_version(self):
        row = rows(("host > ace", version_differs("61beta")), ("ace > host", answer("scripts", number=0, version="61beta")))
        self.assertEqual(row[0][VERSION], ["61beta"])

    def test_a_pattern_is_no_name(self):
        for pattern in ("*.pyc", "Foo?.pyc", "*"):
            row = rows(("host > ace", request("scripts", pattern)), ("ace > host", answer("scripts", [pattern])))[0]
            self.assertEqual(row[FILES], [])

    def test_another_hash_than_that_of_the_request_has_no_name(self):
        """A client that answers something else is not believed."""
        row = rows(("host > ace", request("scripts/mods")), ("ace > host", answer("scripts/other")))[0]
        self.assertEqual(row[DIRECTORY], [])

    def test_from_the_message_on_and_for_everybody(self):
        told = [("ace > host", answer("scripts/mods")), ("host > ace", request("scripts/mods")),
                ("ace > host", answer("scripts/mods", ["x"])), ("sep > other", answer("scripts/mods", ["y"]))]
        self.assertEqual([row[DIRECTORY] for row in rows(*told)], [[], ["scripts/mods"], ["scripts/mods"]])
        with Sharkd() as sharkd:        # the last one first
            sharkd.load(capture(*told))
            texts = [str(sharkd.frame(number)["tree"]) for number in (4, 1, 3, 1)]
        self.assertEqual(["scripts/mods" in text for text in texts], [True, False, True, False])

    def test_within_a_datagram(self):
        """What stands behind has not been said yet."""
        scenario = (HEAD + f"at 0 host > ace\n  game seq 0 {answer('scripts/mods').hex(' ')}\n"
                    f"  game seq 1 {request('scripts/mods').hex(' ')}\n  game seq 2 {answer('scripts/mods').hex(' ')}\n")
        self.assertEqual([row[DIRECTORY] for row in fields(forge(scenario), [DIRECTORY])],
                         [["scripts/mods", "scripts/mods"]])     # the request's own, and the second answer's

    def test_a_name_that_is_cut_is_none(self):
        cut = request("scripts/mods")[:12]
        for directory in ("scripts/mods", "scripts/m", "scripts/mo"):
            self.assertEqual(rows(("host > ace", cut), ("ace > host", answer(directory)))[0][DIRECTORY], [])

    def test_two_names_with_one_hash(self):
        """The first one is shown, and that it may be the other one; before the second was heard, nothing."""
        first, second = TWINS
        self.assertEqual(name_hash(first), name_hash(second))
        found = rows(("host > ace", failure(first)), ("ace > host", answer("scripts", [first])),
                     ("host > ace", failure("scripts/" + second)), ("ace > host", answer("scripts", [second])))
        self.assertEqual([row[FILES] for row in found], [[first], [first]])
        self.assertEqual([row[OTHERS] for row in found], [[], [second]])

    def test_the_games_own_name_comes_first(self):
        stock, other = STOCK_TWINS
        row = rows(("host > ace", failure(other)), ("ace > host", answer("scripts/ships", [stock])))[0]
        self.assertEqual((row[FILES], row[OTHERS], row[PATHS]), ([stock], [other], ["scripts/ships/" + stock]))

    def test_very_deep_and_very_long_ones(self):
        """Nothing of a path longer than any of the game; of a deep one the first 32 levels."""
        deep = "/".join(f"d{level}" for level in range(200))
        row = rows(("host > ace", request(deep)), ("ace > host", answer("/".join(deep.split("/")[:32]))),
                   ("ace > host", answer("/".join(deep.split("/")[:33]))))
        self.assertEqual([len(found[DIRECTORY]) for found in row], [1, 0])
        long = "x" * 1025
        self.assertEqual(rows(("host > ace", request(long)), ("ace > host", answer(long)))[-1][DIRECTORY], [])


def reading(folder, *arguments):
    """(command, environment) of a tshark with lists in a personal configuration."""
    config = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
    (config / "bcnet").mkdir()
    (config / "bcnet" / "names").symlink_to(folder)
    return command("tshark", "-n", *arguments), {**environment(), "BCNET_CONFIG": str(config)}


def shown(file, folder, names=(FILES,)):
    """(rows of the answers, complaints) with these lists."""
    words, variables = reading(folder, "-r", file, "-Y", "bcnet.opcode==0x21", "-T", "fields",
                               *(part for name in names for part in ("-e", name)))
    done = subprocess.run(words, capture_output=True, check=True, env=variables)
    cells = [[cell.split(",") if cell else [] for cell in line.split("\t")] for line in done.stdout.decode().splitlines()]
    return cells, [line for line in done.stderr.decode().splitlines() if line]


def folder(**files):
    """A folder of lists; `__` in a name stands for a dot."""
    path = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
    for name, content in files.items():
        (path / name.replace("__", ".")).write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


class Lists(unittest.TestCase):
    """Names that the user lists in bcnet/names."""

    def names(self, lists, *names):
        """What files with these names are shown as."""
        found, complaints = shown(capture(("ace > host", answer("scripts", names))), lists)
        self.assertEqual(complaints, [])
        return found[-1][0]

    def check(self, lists, names):
        """Which of the names of one answer are known."""
        self.assertEqual(self.names(lists, *(name for name, _ in names)), [name for name, known in names if known])

    def test_lines(self):
        lists = folder(a__txt="Foo.pyc\r\n\r\n  two blanks \nlast", b__txt="Bar.pyc\n", c__csv="Not.pyc\n")
        self.check(lists, (("Foo.pyc", True), ("  two blanks ", True), ("two blanks", False), ("last", True),
                           ("Bar.pyc", True), ("Not.pyc", False), ("foo.pyc", False), ("Foo.pyc\r", False)))

    def test_parts_and_leading_paths(self):
        """35.4: scripts, ships, Foo.pyc, scripts/ships and the whole line."""
        lists = folder(a__txt="MyScripts/ships/Foo.pyc\nC:\\Games\\BC\\other\\\n")
        self.check(lists, (("MyScripts", True), ("ships", True), ("Foo.pyc", True), ("MyScripts/ships", True),
                           ("MyScripts/ships/Foo.pyc", True), ("ships/Foo.pyc", False), ("MyScripts/ships/", False),
                           ("other", True), ("C:/Games/BC/other", True), ("Games", True)))

    def test_encodings(self):
        for lists in (folder(a__txt="Schl\u00fcssel.pyc\n"), folder(a__txt=b"Schl\xfcssel.pyc\n"),
                      folder(a__txt=b"\xef\xbb\xbfSchl\xc3\xbcssel.pyc\n")):
            self.assertEqual(self.names(lists, "Schl\xfcssel.pyc"), ["Schl\u00fcssel.pyc"])
        self.assertEqual(self.names(folder(a__txt="\u0416.pyc\nFoo.pyc\n"), "Foo.pyc", "\x16.pyc"), ["Foo.pyc"])

    def test_what_is_no_list_does_no_harm(self):
        noise = bytes(random.Random(35).randrange(256) for _ in range(100_000))
        for content in (b"", b"\n" * 1000, b"\0" * 1000, b"\r", b"/", b"\\\\\\", b"x" * 100_000, noise):
            self.assertEqual(self.names(folder(a__txt=content, b__txt="Foo.pyc"), "Foo.pyc"), ["Foo.pyc"])

    def test_order_of_the_sources(self):
        """The game's own, the user's (the first file first), what was heard."""
        first, second = TWINS
        stock, fake = STOCK_TWINS
        file = capture(("host > ace", failure(second)), ("ace > host", answer("scripts", [first, fake])))
        for lists, expected in ((folder(), [[second, stock], []]),
                                (folder(a__txt=first + "\n" + fake), [[first, stock], [second, fake]]),
                                (folder(b__txt=first, a__txt=second), [[second, stock], [first]])):
            self.assertEqual(shown(file, lists, (FILES, OTHERS))[0][-1], expected)

    def test_files_that_cannot_be_read(self):
        """Said once each; the others count. Nothing waits for a FIFO or reads what has no end."""
        lists = folder(good__txt="Foo.pyc", large__txt=b"x\n" * (9 << 20))
        (lists / "none.txt").symlink_to(lists / "nowhere")
        (lists / "endless.txt").symlink_to("/dev/zero")
        (lists / "folder.txt").mkdir()
        os.mkfifo(lists / "fifo.txt")
        found, complaints = shown(capture(("ace > host", answer("scripts", ["Foo.pyc"]))), lists)
        self.assertEqual(found[-1][0], ["Foo.pyc"])
        words = {"large": "larger than 16777216 bytes", "none": "No such file", "endless": "not a regular file",
                 "folder": "not a regular file", "fifo": "not a regular file"}
        self.assertEqual(len(complaints), len(words))
        for name, reason in words.items():
            self.assertEqual(sum(f"{name}.txt: " in line and reason in line for line in complaints), 1, complaints)

    def test_a_hundred_thousand_names(self):
        """What each costs does not depend on how many there are; in blocks of instructions, against a run without them."""
        lines = [f"scripts/Custom/Ships{number % 97}/Vessel{number:06}.pyc" for number in range(100_000)]
        lists = folder(many__txt="\n".join(lines))
        file = capture(("ace > host", answer("scripts/Custom/Ships89", ["Vessel099999.pyc"])))
        self.assertEqual(shown(file, lists, (PATHS,))[0][-1][0], ["scripts/Custom/Ships89/Vessel099999.pyc"])
        if cost.COUNTS:
            none, some, many = (self.work(folder(many__txt="\n".join(lines[:count])), file) for count in (0, 25_000, 100_000))
            print(f"{(many - none) / 100_000:.0f} blocks for a name, {(many - none) / (some - none):.2f} times those of a quarter")
            self.assertLess(many - none, 4.2 * (some - none))
            self.assertLess(many - none, 100_000 * 650)      # as counted, 322

    def work(self, lists, file):
        """Of a run that reads these lists."""
        words, variables = reading(lists, "-r", file)
        return cost.work(words, env=variables)[0]


if __name__ == "__main__":
    main()
