# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/protocol: sections that are cited exist, tables agree with the plugin, and every example can be dissected."""

import io
import re
import sys
import tokenize
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import fields       # noqa: E402  (beside this file)
import sections     # noqa: E402  (beside this file)
from bcnet_test import RunError, forge, frames, tshark     # noqa: E402  (tests/lib)

SOURCE = sections.SOURCE
CITING = ("packet-bcnet.c", "plugin/**/*.[ch]", "tools/**/*.[ch]", "tests/**/*.py", "tests/**/*.[ch]",
          "captures/**/*.scn", "**/*.md")
ROW = re.compile(r"^\|(.*)\|$", re.MULTILINE)
CELL_END = re.compile(r"(?<!\\)\|")
HEX = re.compile(r"`([0-9A-F]{2}(?: [0-9A-F]{2})*)`")
TEXT = re.compile(r"`(\\[^`]*)`")
EXPERT = re.compile(r"bcnet\.expert\.\w+")
HOST, CLIENT = 1, 2
# Numbers whose sections are now a part of chapter 96, or of fields.md; nothing else gets them.
MOVED = {10: (7, 8), 30: (12, 13), 35: (10, 11), 40: (14, 16), 45: (6, 7), 50: (11, 15), 60: (8, 9), 70: (12, 13), 80: (11, 12),
         90: (5, 6)}


def chapter(number):
    """The text of a chapter without its code."""
    return sections.FENCE.sub("", next(sections.PROTOCOL.glob(f"{number}-*.md")).read_text(encoding="utf-8"))


def section(number):
    """The text of a section, without the sections below it."""
    text = chapter(number.split(".")[0])
    begin = re.search(rf"^#+ {re.escape(number)} .*$", text, re.MULTILINE)
    return re.split(r"^#", text[begin.end():], maxsplit=1, flags=re.MULTILINE)[0]


def tables(text):
    """The tables of a text: lists of rows, which map the headings to cells."""
    found = []
    for block in re.split(r"\n\s*\n", text):
        rows = [[cell.strip().replace("\\|", "|") for cell in CELL_END.split(row)] for row in ROW.findall(block)]
        if len(rows) > 2 and set("".join(rows[1])) <= set("-: "):
            found.append([dict(zip(rows[0], row, strict=True)) for row in rows[2:]])
    return found


def words_of(path):
    """What a file says to people: a document without its code, the comments and texts of a program in Python."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return sections.FENCE.sub("", text)
    if path.suffix != ".py" or "import" in path.relative_to(SOURCE).parts:      # tests/import: the game's own scripts
        return text
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join(token.string for token in tokens if token.type in (tokenize.COMMENT, tokenize.STRING))


def glossary_values(name):
    """Number -> text of a field, as tshark -G values has it."""
    return {int(line[2], 0): line[3] for line in fields.glossary("values") if line[:2] == ["V", name]}


class Sections(unittest.TestCase):
    """Numbers."""

    def test_of_all_citations_exist(self):
        known, count = set(sections.sections()), 0
        for pattern in CITING:
            for path in SOURCE.glob(pattern):
                if sections.made_or_hidden(path):
                    continue
                for number in sections.cited(words_of(path)):
                    count += 1
                    with self.subTest(file=str(path.relative_to(SOURCE)), section=number):
                        self.assertTrue(number in known, "there is no such section")
        self.assertGreater(count, 500)

    def test_of_all_fields_exist(self):
        known, without = set(sections.sections()), []
        for line in fields.glossary("fields"):
            if line[0] == "F" and line[4] == "bcnet":
                numbers = sections.cited(line[1] + line[7])
                if not numbers:
                    without.append(line[2])
                self.assertLessEqual(set(numbers), known, line[2])
        self.assertLessEqual(set(without), {"bcnet.expert.limit"}, "no section behind the meaning")

    def test_stand_in_order_in_their_chapters(self):
        chapters = {}
        for number, (document, _) in sections.sections().items():
            first, *rest = (int(part) for part in number.split("."))
            self.assertTrue(document.name.startswith(f"{first}-"), number)
            chapters.setdefault(first, []).append(rest)
        self.assertEqual(list(chapters), [10, 20, 30, 35, 40, 45, 50, 60, 70, 80, 90, 95, 96, 97, 98, 99])
        for first, numbers in chapters.items():
            self.assertEqual(numbers, sorted(numbers), first)
            tops = [number[0] for number in numbers if len(number) == 1]
            due = [number for number in range(1, max(tops, default=0) + 1) if number not in MOVED.get(first, ())]
            self.assertEqual(tops, due, f"chapter {first} lacks a section, or has one twice")


def numbers_in(text):
    return {int(number, 16) for number in re.findall("0x[0-9A-F]{2}", text)}


# What 10.10 says of an opcode with that relay.
HANDED_ON = {"RELAY_CREATION": "^all other active players$", "RELAY_OTHERS": "^Forward$", "RELAY_ALL": "^NoMe$",
             "RELAY_GROUP": "author's group, author included$", "RELAY_NOBODY": "^nobody", "RELAY_NEVER": "^nobody",
             "RELAY_UNKNOWN": "^unknown$"}


class Tables(unittest.TestCase):
    """What stands both here and in the plugin."""

    def test_opcodes(self):
        rows, free = {}, set()
        for row in tables(section("30.2"))[0]:
            if re.fullmatch("0x[0-9A-F]{2}", row["opcode"]) and row["label"] != "-":
                rows[int(row["opcode"], 16)] = (row["label"], row["game's own constant"], row["community's name"], row["direction"])
            elif "free (mods)" in row.values():
                first, last = (int(number, 16) for number in row["opcode"].split(" to "))
                free |= set(range(first, last + 1))
        self.assertIn(0x42, free)
        plugin = {number: (label, own or "the same", "the same" if community == label else community, fields.SENDERS[sender])
                  for number, label, own, sender, *_, community in fields.opcodes()}
        self.assertEqual(set(rows), set(plugin) - free, "and what mods send, in numbers that are free for them")
        for opcode, (*names, direction) in rows.items():
            with self.subTest(opcode=f"{opcode:#04x}"):
                self.assertEqual(tuple(names), plugin[opcode][:3])
                never = direction == "never used" or "no stock sender" in direction
                self.assertEqual(plugin[opcode][3] == "no stock program", never)
                if not never:
                    ways = {"host": {"H→C"}, "client": {"C→H"}, "both": {"H→C", "C→H", "as 0x", "both", "relayed"}}
                    self.assertTrue(any(way in direction for way in ways[plugin[opcode][3]]), direction)
                    hosts_alone = "C→H" not in direction and "H→C" in direction
                    self.assertEqual(plugin[opcode][3] == "host", hosts_alone, direction)

    def test_event_codes(self):
        pairs = re.findall(r"(0x[0-9A-F]{8})\W+(ET_\w+)", section("50.7") + section("50.14"))
        codes = {int(value, 16): name for value, name in pairs}
        self.assertEqual(len(codes), 267 + 74 + 7)
        self.assertEqual(codes, glossary_values("bcnet.event.code"))

    def test_event_classes(self):
        plugin = glossary_values("bcnet.event.class")
        rows = tables(section("50.2.1"))[0]
        self.assertEqual(len(rows), 9)
        for row in rows:
            self.assertEqual(plugin[int(row["class"], 16)], row["name"])
        named, words, value = {}, section("50.14").split("**Class ids**")[1].split("\n\n    ")[1].split("\n\n")[0].split(), 0
        for word in words:
            if word.startswith("0x"):
                value = int(word, 16)
            else:
                named[value], value = "CT_" + word, value + 1
        self.assertEqual(set(named), set(plugin))
        self.assertEqual({value: name for value, name in plugin.items() if name.startswith("CT_")},
                         {value: name for value, name in named.items() if plugin[value].startswith("CT_")})

    def test_who_is_handed_what(self):
        """The rows of opcodes say what the tables of 10.10 say."""
        clients, hosts = tables(section("10.10"))[:2]
        said = {}
        for row in clients:
            if not re.search("to|type", row["opcode"]):
                said |= {number: row["handed on to"] for number in numbers_in(row["opcode"])}
        several, one = ({number for part in row["opcodes"].split(";") if " " not in part.strip() or "," in part
                         for number in numbers_in(part.split(" for ")[0])} for row in hosts[:2])
        for number, *_, relay, _ in fields.opcodes():
            with self.subTest(opcode=f"{number:#04x}"):
                words = said.get(number, "unknown")
                if relay in HANDED_ON:
                    self.assertRegex(words, HANDED_ON[relay])
                elif relay.startswith("TO_SEVERAL"):
                    self.assertIn(number, several | {0x40})
                else:
                    self.assertEqual((relay, number in one), ("TO_ONE", True))

    def test_reasons(self):
        for number, field, heading in ((10, "bcnet.boot.reason", "boot reason"),
                                       (70, "bcnet.end_game.reason", "reason")):
            rows = next(rows for rows in tables(chapter(number)) if heading in rows[0])
            self.assertEqual({int(row[heading]) for row in rows}, set(glossary_values(field)))


def examples():
    """(chapter, kind, bytes, the row's other words) of all examples in tables: the columns tell the kind."""
    for document in sorted(sections.PROTOCOL.glob("[0-9]*.md")):
        rows = [row for rows in tables(chapter(document.name[:2])) for row in rows]
        for row, (heading, cell) in ((row, item) for row in rows for item in row.items()):
            words = " ".join(value for key, value in row.items() if key != heading)
            if heading in ("payload", "datagram", "message") and HEX.fullmatch(cell):
                yield document.name, heading, bytes.fromhex(cell.strip("`")), words
            elif heading == "text" and TEXT.fullmatch(cell):
                yield document.name, heading, cell.strip("`").encode("latin-1"), words


def sender_of(kind, data, words):
    """Who sends an example: what its row says, or who can."""
    if kind == "datagram":
        return data[0]
    if "H→C" in words or "C→H" in words:
        return HOST if "H→C" in words else CLIENT
    if kind == "payload" and data[0] in AUTHORS:
        return data[1]
    return HOST if kind == "message" or data[0] in HOSTS_OPCODES else CLIENT


AUTHORS = {0x2C, 0x2D, 0x41}    # a line names who says it (10.12)
HOSTS_OPCODES = {number for number, _, _, sender, *_ in fields.opcodes() if sender == "HOST"}
UNRELIABLE = {0x13, 0x1C}


def scenario_of(number, kind, data, words):
    """An example in a datagram of its own, between endpoints of its own: declarations, and what happens."""
    sender = sender_of(kind, data, words)
    place = f"{number // 250}.{number % 250 + 1}"
    endpoints = (f"endpoint h{number} 10.1.{place}:22101 id 1\n"
                 f"endpoint c{number} 10.2.{place}:59405 id {CLIENT if sender == HOST else sender}\n")
    way = f"h{number} > c{number}" if sender == HOST else f"c{number} > h{number}"
    content = {"payload": "game " + ("" if data[0] in UNRELIABLE else "seq auto "), "message": "raw ",
               "datagram": "plain ", "text": "cipher "}[kind]
    return endpoints, f"at {number} {way}\n    {content}{data.hex(' ')}\n"


class Examples(unittest.TestCase):
    """All of them, in one capture."""

    @classmethod
    def setUpClass(cls):
        cls.examples = list(examples())
        parts = [scenario_of(number, kind, data, words) for number, (_, kind, data, words) in enumerate(cls.examples)]
        cls.capture = forge("".join(part[0] for part in parts) + "".join(part[1] for part in parts))
        cls.frames = frames(cls.capture)

    def each(self, check):
        """Calls check with the frame of every example and the words beside it."""
        for (name, _, data, words), frame in zip(self.examples, self.frames, strict=True):
            with self.subTest(chapter=name, bytes=data.hex(" ").upper()):
                check(frame, words)

    def test_there_are_many(self):
        self.assertGreater(len(self.examples), 120)

    def test_all_are_the_games_and_well_formed(self):
        def check(frame, _):
            self.assertTrue(frame.dissected)
            self.assertFalse(frame.malformed, frame.outline())

        self.each(check)

    def test_bytes_are_left_over_only_where_it_is_said(self):
        def check(frame, words):
            left = bool(frame.all("bcnet.unparsed"))
            if "bcnet.unparsed" in words:
                self.assertTrue(left, frame.outline())
            elif "bcnet.expert.truncated" not in words:
                self.assertFalse(left, frame.outline())

        self.each(check)

    def test_expert_infos_are_the_announced_ones(self):
        def check(frame, words):
            shown = {expert.name for expert in frame.experts() if expert.severity != "chat"}
            self.assertEqual(shown, set(EXPERT.findall(words)), frame.outline())

        self.each(check)

    def test_filters_of_the_open_questions_are_filters(self):
        filters = [row["filter"].strip("`") for rows in tables(chapter(99)) for row in rows if "filter" in row]
        self.assertGreater(len(filters), 40)
        try:
            tshark("-r", self.capture, "-Y", " || ".join(f"({text})" for text in filters))
        except RunError:
            for text in filters:        # to tell which
                with self.subTest(filter=text):
                    tshark("-r", self.capture, "-Y", text)


if __name__ == "__main__":
    unittest.main()
