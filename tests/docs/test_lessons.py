# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/learn: every lesson is complete, the listings decipher, and the solutions of the capstone are right."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import sections     # noqa: E402  (beside this file)
from bcnet_test import fields, scratch      # noqa: E402  (tests/lib)

LEARN = sections.SOURCE / "docs/learn"
CAPSTONE = LEARN / "12-capstone.md"
BLOCK = re.compile(r"^```(hex|plain)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
ANSWER = re.compile(r"^\|.*\| `(bcnet\.[a-z_.]+)` \| (\S+) \|$", re.MULTILINE)
# Two decimals are what one can be asked to calculate by hand.
NEAR = 0.0005


def lessons():
    """The lessons, in order."""
    return sorted(LEARN.glob("[0-9]*.md"), key=lambda path: int(path.name.split("-")[0]))


def vectors():
    """[(plain, cipher)] that were made with another implementation, or captured."""
    lines = (sections.SOURCE / "tests/data/cipher-vectors.txt").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


class Lessons(unittest.TestCase):
    """What every lesson has."""

    def test_are_listed_in_order(self):
        readme = (LEARN / "README.md").read_text(encoding="utf-8")
        listed = re.findall(r"^\d+\. \[.*\]\((.*\.md)\)", readme, re.MULTILINE)
        self.assertEqual(listed, [path.name for path in lessons()])
        self.assertEqual([int(name.split("-")[0]) for name in listed], list(range(1, len(listed) + 1)))

    def test_have_both_ways_questions_and_answers(self):
        for path in lessons():
            text = " ".join(path.read_text(encoding="utf-8").split())
            with self.subTest(lesson=path.name):
                self.assertTrue("**In Wireshark**" in text, "the way with the mouse is missing")
                self.assertTrue("```console" in text, "the way with tshark is missing")
                self.assertTrue("<details><summary>" in text, "there are no answers")
                self.assertEqual("Next: [" in text, path != lessons()[-1], "the next lesson")


class Listings(unittest.TestCase):
    """cipher.py and cipher.c."""

    def check(self, *program):
        self.assertGreater(len(vectors()), 50)
        for plain, cipher in vectors()[:20] + vectors()[-20:]:
            done = subprocess.run([*program, cipher], check=True, stdout=subprocess.PIPE, text=True)
            self.assertEqual(done.stdout.replace(" ", "").strip(), plain)

    def test_python(self):
        self.check(sys.executable, LEARN / "cipher.py")

    def test_c(self):
        program = scratch() / "cipher"
        subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", program, LEARN / "cipher.c"], check=True)
        self.check(program)


class Capstone(unittest.TestCase):
    """Lesson 12: capture, plain bytes and tables say the same as the dissector, which did not write them."""

    @classmethod
    def setUpClass(cls):
        text = CAPSTONE.read_text(encoding="utf-8")
        blocks = BLOCK.findall(text)
        cls.ciphers = [content for kind, content in blocks if kind == "hex"]
        cls.plains = [content for kind, content in blocks if kind == "plain"]
        cls.answers = [ANSWER.findall(part) for part in text.split("<details><summary>Solution of ")[1:]]
        cls.capture = sections.SOURCE / "captures/learn-12-capstone.pcapng"

    def test_there_are_three(self):
        self.assertEqual([len(part) for part in (self.ciphers, self.plains, self.answers)], [3, 3, 3])

    def test_the_capture_holds_them(self):
        rows = fields(self.capture, ["udp.payload"])
        self.assertEqual([rows[number]["udp.payload"] for number in (0, 1, 3)], [[cipher] for cipher in self.ciphers])

    def test_plain_bytes(self):
        for cipher, plain in zip(self.ciphers, self.plains, strict=True):
            done = subprocess.run([sys.executable, LEARN / "cipher.py", cipher], check=True, stdout=subprocess.PIPE,
                                  text=True)
            self.assertEqual(done.stdout.strip().upper(), plain)

    def test_solutions(self):
        for frame, answers in zip((1, 2, 4), self.answers, strict=True):
            self.assertGreater(len(answers), 8)
            row = fields(self.capture, [name for name, _ in answers], f"frame.number == {frame}")[0]
            for name, value in answers:
                with self.subTest(frame=frame, field=name):
                    self.assert_like(row[name], value.split(","))

    def assert_like(self, found, expected):
        """The same values; numbers with a point nearly."""
        if "." in "".join(expected) and not any(value.count(".") > 1 for value in expected):
            for one, other in zip(found, expected, strict=True):
                self.assertAlmostEqual(float(one), float(other), delta=NEAR)
        else:
            self.assertEqual(found, expected)


if __name__ == "__main__":
    unittest.main()
