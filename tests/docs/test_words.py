# SPDX-License-Identifier: GPL-2.0-or-later
"""Words that make texts stiff or say less than others: none in README, documents, lessons, and what programs print."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import sections     # noqa: E402  (beside this file)

SOURCE = sections.SOURCE
# What is written here -> what to write.
WORDS = {
    r"stands?|stood": "is, are (a letter may stand for a number)",
    r"but for": "except, without, only",
    r"he|him|his|himself|she|her|hers|herself": "it for clients, servers and ships, the player for players",
    r"begin|begins|began|begun|beginning": "start",
    r"whoever": "who, anybody who",
    r"afresh|anew": "again",
    r"remarked (?:up)?on|remarks (?:up)?on": "noted, has a note on",
    r"thus|hence|lest|whereupon|thereby|therein|hereby|whatsoever": "leave it out",
    r"in the clear": "not enciphered, that anybody can read",
    r"nobody believes|own hand": "say what it changes, self-destruct",
}
STIFF = {re.compile(rf"\b(?:{words})\b(?! (?:for|beside)\b)", re.IGNORECASE): better for words, better in WORDS.items()}
# At the start of a sentence it is often "this way", and then nobody knows what is. Chapters of the protocol reason with it.
SO = re.compile(r"(?:^|[.:;] |\| )So (?!far\b)")
PROGRAMS = ("packet-bcnet.c", "plugin/**/*.[ch]", "tools/**/*.[ch]", "report/js/*.js", "scripts/*", "demo.sh", "test.sh")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'')
COMMENT = re.compile(r'/\*.*?\*/|^\s*(?:#|//).*?$|""".*?"""', re.DOTALL | re.MULTILINE)
# Names of columns, which programs know; the game's own words; what is no sentence.
KEPT = {"Begins at (s)", "as it stands"}
MADE = {"sections.js"}


def documents():
    """README and all in docs."""
    return [SOURCE / "README.md", *sorted((SOURCE / "docs").rglob("*.md"))]


def lines_of(document):
    """(number, line) of what people read in it, without code and links."""
    fenced = False
    for number, line in enumerate(document.read_text(encoding="utf-8").split("\n"), 1):
        fenced ^= line.startswith("```")
        if not fenced and not line.startswith(("    ", "```", "[")):
            yield number, re.sub(r"`[^`]*`|\]\([^)]*\)", "", line)


def strings_of(program):
    """What a program may print: its texts of several words, without comments."""
    text = COMMENT.sub("", program.read_text(encoding="utf-8"))
    return [string for pair in STRING.findall(text) for string in pair if " " in string and string not in KEPT]


def stiff(text):
    """What to write instead of what."""
    return [(found[0], better) for pattern, better in STIFF.items() if (found := pattern.search(text))]


class Words(unittest.TestCase):
    """Mechanically; the rest is for somebody who reads aloud."""

    def test_documents(self):
        wrong = []
        for document in documents():
            for number, line in lines_of(document):
                place = f"{document.relative_to(SOURCE)}:{number}"
                wrong += [f"{place}: {word!r}, better: {better}" for word, better in stiff(line)]
                if document.parent.name != "protocol" and SO.search(line):
                    wrong.append(f"{place}: 'So'")
        self.assertEqual(wrong, [])

    def test_programs(self):
        files = sorted(path for pattern in PROGRAMS for path in SOURCE.glob(pattern) if path.is_file() and path.name not in MADE)
        self.assertGreater(len(files), 100)
        wrong = [f"{path.relative_to(SOURCE)}: {string!r}: {word!r}, better: {better}" for path in files
                 for string in strings_of(path) for word, better in stiff(string)]
        self.assertEqual(wrong, [])

    def test_what_is_stiff(self):
        self.assertEqual([word for word, _ in stiff("The list stands here, but for what he began")], ["stands", "but for", "he", "began"])
        self.assertEqual(stiff("A line of three dots stands for any number of lines; the theory starts here"), [])
        self.assertTrue(SO.search("It is late. So do I."))
        self.assertFalse(SO.search("and so it goes"))


if __name__ == "__main__":
    unittest.main()
