# SPDX-License-Identifier: GPL-2.0-or-later
"""Every construct and every error of hardpoint scripts, a small script each: cases/*.py; the same scripts compiled.

What is expected stands in the script:

    #= 2 PhaserSystem 500 Phasers       an entry of the list: object offset, class, hit points, name
    #=   3 PhaserBank 100 Bank          its child
    #~ MaxShields=1;2;3;4;5;6           a further line of the entry in the layout file
    #^ append                           what follows is this variant
    #! error - text                     a remark on the file as a whole
    #! note 12 text                     or on another line; a parent's with its file: parent.py:12
    x = 5 ** 3  #! note text            a remark on this line; several may follow

No list: the script cannot be used. There are no other remarks than those.
"""

import re
import unittest
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

import python15
from bcnet_test import main, tool

CASES = Path(__file__).resolve().parent / "cases"


def expected(path):
    """(lines of the list, remarks as (kind, place, part of the text))."""
    lines, remarks = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if re.match(r"#[=~^] ", line):
            lines.append(line[1:])
        elif match := re.match(r"#! (note|error) (\S+) (.*)", line):
            where = {"-": path.name}.get(match[2], match[2] if ".py" in match[2] else f"{path.name}:{match[2]}")
            remarks.append((match[1], where, match[3]))
        else:
            for mark in line.split(" #! ")[1:]:
                kind, text = mark.split(" ", 1)
                remarks.append((kind, f"{path.name}:{number}", text))
    return lines, sorted(remarks)


def described(path):
    """A layout file in the form of the cases."""
    lines, variant, entry = [], "", None
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition("=")
        if line.startswith("["):
            prefix, _, group = line[1:-1].rpartition("/")
            if prefix.removeprefix("Variant ") != variant:
                variant = prefix.removeprefix("Variant ")
                lines.append(f"^ {variant}")
            entry = {} if group.startswith("Subsystem") else None
        elif entry is None or not value:
            continue
        elif key.startswith("Child"):
            name, kind, condition, offset = re.split(r"(?<!\\);", value)
            lines.append(f"=   {offset} {kind} {condition} {name}")
        elif key in ("Name", "Class", "MaxCondition", "ObjectOffset"):
            entry[key] = value
            if key == "ObjectOffset":
                lines.append(f"= {value} {entry['Class']} {entry.get('MaxCondition', 0)} {entry['Name']}")
        else:
            lines.append(f"~ {line}")
    return lines


def remarked(stderr):
    """[(kind, place, text)] with file names without their folder."""
    found = re.findall(r"(?m)^(.*?\.py(?::\d+)?): (note|error): (.*)\.$", stderr)
    lines = [line for line in stderr.splitlines() if line != "bcnet-layout: no ship was imported."]
    assert len(found) == len(lines), stderr
    return sorted((kind, Path(place).name, text) for place, kind, text in found)


class Cases(unittest.TestCase):
    maxDiff = None

    def check(self, path):
        lines, remarks = expected(path)
        with TemporaryDirectory() as folder:
            _, stderr = tool("bcnet-layout", "import", "--verbose", "-o", folder, path, expect=0 if lines else 1)
            layout = Path(folder) / f"{path.stem}.ini"
            self.assertEqual(described(layout) if lines else layout.exists(), lines or False)
            if lines:
                tool("bcnet-layout", "check", layout)
        for kind, place, text in remarked(stderr):
            match = next((remark for remark in remarks
                          if remark[0] == kind and fnmatch(place, remark[1]) and remark[2] in text), None)
            self.assertIsNotNone(match, f"not expected: {kind} {place} {text}")
            remarks.remove(match)
        self.assertEqual(remarks, [])

    def test_cases(self):
        paths = sorted(CASES.glob("*.py"))
        self.assertGreater(len(paths), 60)
        for path in paths:
            with self.subTest(case=path.stem):
                self.check(path)


class Compiled(unittest.TestCase):
    """What Python 1.5 makes of the same scripts says the same of the ship."""

    maxDiff = None
    # Python cannot read these, in any version; or Python 3, which parses them here, cannot.
    UNREADABLE = {"function_any_arguments", "function_arguments", "if_branches", "outside_exec", "outside_harmless",
                  "outside_nested", "words_bad_indentation", "words_block_missing", "words_indentation",
                  "words_numbers", "words_open_bracket", "words_open_text", "words_open_three_quotes",
                  "words_strange_characters", "words_unexpected_indentation"}

    def check(self, path, data):
        lines, _ = expected(path)
        with TemporaryDirectory() as folder:
            for other in CASES.glob("*.py"):
                if other != path:
                    (Path(folder) / other.name).write_bytes(other.read_bytes())
            script = Path(folder) / f"{path.stem}.pyc"
            script.write_bytes(data)
            tool("bcnet-layout", "import", "-o", Path(folder) / "out", script, expect=0 if lines else 1)
            layout = Path(folder) / "out" / f"{path.stem}.ini"
            self.assertEqual(described(layout) if lines else layout.exists(), lines or False)

    def test_cases(self):
        unreadable = set()
        for path in sorted(CASES.glob("*.py")):
            with self.subTest(case=path.stem):
                try:
                    data = python15.compiled(path.read_text(encoding="utf-8"))
                except (SyntaxError, NotImplementedError, UnicodeEncodeError):
                    unreadable.add(path.stem)
                    continue
                self.check(path, data)
        self.assertEqual(unreadable, self.UNREADABLE)


if __name__ == "__main__":
    main()
