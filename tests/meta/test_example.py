# SPDX-License-Identifier: GPL-2.0-or-later
"""The opcode that CONTRIBUTING.md adds as an example can still be added like that: its diff applies, in two files, and
what comes of it compiles."""
import json
import re
import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path

from wireshark import BUILD, SOURCE

DOCUMENT = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8")
FILES_AT_MOST = 2


def example():
    """File -> hunks, as lines, of the diff in the document."""
    diff = re.search(r"^```diff\n(.*?)^```$", DOCUMENT, re.M | re.S)[1]
    found = {}
    for part in re.split(r"^--- a/.*\n", diff, flags=re.M)[1:]:
        name, body = part.removeprefix("+++ b/").split("\n", 1)
        found[name] = [hunk.splitlines() for hunk in re.split(r"^@@ .*\n", body, flags=re.M)[1:]]
    return found


def side(hunk, mark):
    """The lines of a hunk before ("-") or after ("+") the change."""
    return "".join(line[1:] + "\n" for line in hunk if line[:1] in (mark, " ", ""))


def applied(text, hunks):
    """A text after the change; ValueError where a hunk has no place or several."""
    for hunk in hunks:
        before = side(hunk, "-")
        if text.count(before) != 1:
            raise ValueError(f"{text.count(before)} places for\n{before}")
        text = text.replace(before, side(hunk, "+"))
    return text


class Example(unittest.TestCase):
    def test_it_applies(self):
        files = example()
        self.assertLessEqual(len(files), FILES_AT_MOST)
        number = re.search(r"\n\+    { BCNET_OPCODE\((0x[0-9A-F]{2}), ", DOCUMENT)[1]
        for path in (SOURCE / "plugin/opcodes").glob("*.c"):
            self.assertNotIn(f"OPCODE({number}", path.read_text(encoding="utf-8"), "the number has a row")
        for name, hunks in files.items():
            with self.subTest(file=name):
                text = (SOURCE / name).read_text(encoding="utf-8")
                self.assertNotEqual(applied(text, hunks), text)

    def test_it_compiles(self):
        name, hunks = next((name, hunks) for name, hunks in example().items() if name.endswith(".c"))
        command = next(entry for entry in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
                       if entry["file"] == str(SOURCE / name))
        words = shlex.split(command["command"])
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "example.c"
            copy.write_text(applied((SOURCE / name).read_text(encoding="utf-8"), hunks), encoding="utf-8")
            words[words.index("-o") + 1] = str(Path(folder) / "example.o")
            words[words.index("-c") + 1] = str(copy)
            run = subprocess.run(words, cwd=command["directory"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 text=True)
            self.assertEqual((0, ""), (run.returncode, run.stdout))

    def test_of_this_test(self):
        hunk = [" a", "-b", "+c", " d"]
        self.assertEqual("x\na\nc\nd\n", applied("x\na\nb\nd\n", [hunk]))
        for text in ("a\nd\n", "a\nb\nd\na\nb\nd\n"):
            with self.assertRaises(ValueError):
                applied(text, [hunk])


if __name__ == "__main__":
    unittest.main()
