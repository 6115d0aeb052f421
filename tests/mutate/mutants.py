# SPDX-License-Identifier: GPL-2.0-or-later
"""The mutants: those of the generator, and those written by hand in hand-written.txt.

A mutant is told by file and text, never by line number. One written by hand looks like this:

    = why it matters
    @ plugin/messages: analysis-reliability opcodes-session
    - wire->frag_index >= assembly->total
    + wire->frag_index > assembly->total

File or folder in which the text stands, exactly once; the tests that see it, quickest first; the text and what it
becomes. White space counts as one blank, so a line may have been broken elsewhere. Several - and + lines are one text.
"""

import dataclasses
import math
import pathlib
import re

import generate
from c_source import line_of, statement_around, code_of

FOLDER = pathlib.Path(__file__).resolve().parent
HAND_WRITTEN = FOLDER / "hand-written.txt"
ROOTS = {"packet-bcnet.c": 1.0, "plugin": 1.0, "tools": 0.5}    # weight of a line in the generator's choice
GENERATED = 130


class Stale(Exception):
    """The text of a mutant does not stand in the source any more, or several times."""


@dataclasses.dataclass
class Mutant:
    """A change of one source file."""

    key: str                # of the generator; "hand-..." of those written by hand
    path: str               # from the top folder
    start: int
    end: int
    replacement: str
    kind: str
    function: str = ""
    why: str = ""
    tests: tuple = ()       # written down by hand

    def apply(self, text):
        """The source with the mutant in it."""
        return text[:self.start] + self.replacement + text[self.end:]

    def lines(self, text):
        """First and last line of the statement that changes: where a test must have been."""
        if not self.function:
            return None
        first, end = statement_around(code_of(text), self.start)
        first += len(text[first:]) - len(text[first:].lstrip())
        return line_of(text, first), line_of(text, max(end - 1, self.end - 1))

    def difference(self, text):
        """The lines before and after, as in a diff."""
        first = text.rfind("\n", 0, self.start) + 1
        end = text.find("\n", self.end)
        end = end if end >= 0 else len(text)
        before, after = text[first:end], text[first:self.start] + self.replacement + text[self.end:end]
        return [f"- {line.strip()}" for line in before.splitlines()] + [f"+ {line.strip()}" for line in after.splitlines()]


def sources(top):
    """All C files that can have mutants, as paths from the top folder."""
    found = [path for root in ROOTS for path in ([top / root] if (top / root).is_file() else (top / root).rglob("*.[ch]"))]
    return sorted(str(path.relative_to(top)) for path in found)


def generated(top, count=GENERATED):
    """The generator's mutants of all files; a file has its share by the number of its possible changes."""
    texts = {path: (top / path).read_text(encoding="utf-8") for path in sources(top)}
    weights = {path: math.sqrt(sum(1 for _ in generate.sites_of(text))) * ROOTS[path.split("/")[0]]
               for path, text in texts.items()}
    total = sum(weights.values())
    mutants = []
    for path, text in texts.items():
        for key, function, kind, before, after, line in generate.choose(text, round(count * weights[path] / total)):
            start = _start_of_line(text, line)
            mutants.append(Mutant(key[:10], path, start, start + len(before), after, kind, function))
    return mutants


def _start_of_line(text, number):
    place = 0
    for _ in range(number - 1):
        place = text.index("\n", place) + 1
    return place


@dataclasses.dataclass
class Written:
    """An entry of the list written by hand, not looked for yet."""

    why: str
    where: str
    tests: tuple
    before: str
    after: str

    @property
    def key(self):
        """A name for results."""
        return "hand-" + re.sub(r"\W+", "-", self.why.lower()).strip("-")

    def find(self, top, texts=None):
        """The mutant in the source as it is now."""
        pattern = re.compile(r"\s+".join(map(re.escape, self.before.split())))
        matches = []
        for path in sources(top):
            if path == self.where or path.startswith(self.where.rstrip("/") + "/"):
                text = texts[path] if texts else (top / path).read_text(encoding="utf-8")
                matches += [(path, text, match) for match in pattern.finditer(text)]
        if len(matches) != 1:
            raise Stale(f"{self.why}: \"{self.before}\" stands {len(matches)} times in {self.where}.")
        path, text, match = matches[0]
        inside = [name for name, first, end in generate.functions(code_of(text)) if first <= match.start() < end]
        return Mutant(self.key, path, match.start(), match.end(), self.after, "by hand", inside[0] if inside else "",
                      self.why, self.tests)


def read_written(path=HAND_WRITTEN):
    """All entries of the list written by hand."""
    entries, parts = [], {}

    def close():
        if parts:
            where, _, tests = parts["@"].partition(":")
            entries.append(Written(parts["="], where.strip(), tuple(tests.split()), parts["-"], parts.get("+", "")))

    for line in path.read_text(encoding="utf-8").splitlines():
        mark, text = line[:1], line[2:].strip()
        if mark == "=":
            close()
            parts = {"=": text}
        elif mark in "@-+" and mark:
            parts[mark] = f"{parts[mark]} {text}" if mark in parts else text
        elif line.strip() and mark != "#":
            raise ValueError(f"{path}: a line begins with none of = @ - + #: {line}")
    close()
    names = [entry.key for entry in entries]
    if len(set(names)) != len(names):
        raise ValueError(f"{path}: two mutants have the same name: {sorted({x for x in names if names.count(x) > 1})}")
    return entries


def written(top):
    """(mutants, what is stale in words) of the list written by hand."""
    found, stale = [], []
    for entry in read_written():
        try:
            found.append(entry.find(top))
        except Stale as reason:
            stale.append(str(reason))
    return found, stale
