# SPDX-License-Identifier: GPL-2.0-or-later
"""The recipes of the documents, and their answers on any capture.

A recipe is a question and the commands that answer it: headings of the cookbook, questions of README and docs/data.md, filters of
docs/ten-filters.md, commands of docs/operators.md and docs/modders.md. What only shortens an answer (head, grep, LIMIT, the name of
a player of the story) is left out. Tables of one file come from one run, as do those for databases; all else is run as it stands.
"""

import csv
import dataclasses
import functools
import io
import re
import shlex
import sqlite3
import sys

from bcnet_test import SOURCE, scratch_file

sys.path.insert(0, str(SOURCE / "tests/docs"))
import data         # noqa: E402
import examples     # noqa: E402
from views import TITLES        # noqa: E402

STORY, MESSAGES = "captures/session.pcapng", "$OUT/messages.pcapng"
CAPTURE = re.compile(r"captures/([\w-]+)\.pcapng")
SHORTENED = re.compile(r" \| (head|tail|cut|grep)\b.*$")
OF_THE_STORY = [(" WHERE id = 3", ""), (" WHERE player = 'Sep' AND class = 'Akira'", ""), (" WHERE player = 'Ace'", ""),
                (" WHERE longest_s > 2.5", ""), (" WHERE max_ms > 200", ""), (' && bcnet.to.name == \\"Sep\\"', ""),
                ("WHERE ship = 3 AND ", "WHERE ")]
LIMIT = re.compile(r"\s+LIMIT \d+")
INDENTED = re.compile(r"^    ((?:tshark|bcnet-db) .*)$", re.MULTILINE)
OWN = re.compile(r"\b(?:evening|battle)\.pcapng")
LEFT_OUT = re.compile(r"\d+ datagrams? (?:captured again, left out|of which nothing could be read)")


def _text(name):
    return (SOURCE / name).read_text(encoding="utf-8")


def _widened(command):
    """For all of a capture."""
    command = SHORTENED.sub("", command)
    for shown, all_of_it in OF_THE_STORY:
        command = command.replace(shown, all_of_it)
    return LIMIT.sub("", command)


def _commands(text):
    blocks = re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [_widened(line[2:]) for block in blocks for line in block.splitlines() if line.startswith("$ ")]


def _under(heading, text):
    """Title -> commands; without those that have none."""
    parts = re.split(heading, text, flags=re.MULTILINE)
    found = {title: _commands(body) for title, body in zip(parts[1::2], parts[2::2])}
    return {title: commands for title, commands in found.items() if commands}


def _indented(text):
    """The commands that are shown without an answer, for a capture of the reader's."""
    found = [OWN.sub(STORY, line) for line in INDENTED.findall(text) if OWN.search(line)]
    return {line: [re.sub(r"^bcnet-db", "scripts/bcnet-db", line).replace("| bcnet-columns", "| scripts/bcnet-columns")]
            for line in found if "game_folder" not in line}


@functools.cache
def recipes():
    """(document, title) -> commands."""
    filters = re.findall(r"^\| `(.+)` \| .* \| \d+ \|$", _text("docs/ten-filters.md"), re.MULTILINE)
    found = {
        "cookbook": _under(r"^### (.*)$", _text("docs/cookbook.md")),
        "README": _under(r"^\*\*(.*?)\*\*", _text("README.md").split("## Four questions")[1].split("\n## ")[0]),
        "ten filters": {text.replace("\\|", "|"): [f"tshark -2 -r {STORY} -Y {shlex.quote(text.replace(chr(92) + '|', '|'))} "
                                                   "-T fields -e frame.time_relative"] for text in filters},
        "data": {title: [f"sqlite3 {_widened(sql)}"] for _, title, sql, _ in data.questions()},
        "operators": _indented(_text("docs/operators.md")),
        "modders": _indented(_text("docs/modders.md")),
    }
    return {(document, title): commands for document, those in found.items() for title, commands in those.items()}


def captured_once(command):
    """With what the page of filters says of captures that have datagrams twice."""
    return re.sub(r"(-Y )'(.*?)'", lambda found: f"{found[1]}'({found[2]}) && !bcnet.captured_again'", command)


@dataclasses.dataclass
class Answer:
    """Of one command: names of columns, where it has some, and rows of text."""

    names: list
    rows: list


def _cells(row):
    return tuple("" if cell is None else data.cell(cell) for cell in row)


# Answers that are text.

def _tree(lines):
    """Of -z bcnet,tree: group, topic, count."""
    rows, group = [], ""
    for line in lines:
        found = re.match(r"( *)(\S.*?)  +(\d+)\b", line)
        group = found[2] if found and not found[1] else group
        if found:
            rows.append((group, found[2] if found[1] else "all", found[3]))
    return Answer(["group", "topic", "count"], rows)


def _experts(lines):
    """Of -z expert: severity, group and summary, how often."""
    rows, severity = [], ""
    for line in lines:
        head, row = re.match(r"(\w+) \(\d+\)$", line), re.match(r" +(\d+) +(\w+) +BCNET +(.*)", line)
        severity = head[1] if head else severity
        if row:
            rows.append((severity, f"{row[2]}: {row[3]}", row[1]))
    return Answer(["severity", "summary", "times"], rows)


def _columns(lines):
    """Of a table with lines between its columns."""
    rows = [tuple(cell.strip() for cell in line.split("|")) for line in lines if "|" in line]
    return Answer([name.lower() for name in rows[0]], rows[1:])


def _compared(lines):
    """Of bcnet-compare: the last line."""
    return Answer(["acts", "both", "first", "second"], [("acts", *re.findall(r"\d+", line)) for line in lines if " acts in both" in line])


TEXTS = {"-z bcnet,tree": _tree, "-z expert": _experts, "-z bcnet,files": _columns, "bcnet-compare": _compared}


class Asked:
    """A capture, or several by the names of those that the recipes are about, and what the recipes answer on them."""

    def __init__(self, runner, path, special=None):
        self.runner, self.path, self.special = runner, path, special or {}
        self.made, self.tables = {}, {}

    def file(self, kind):
        """One that is made of the capture: its messages, its database."""
        if kind not in self.made:
            self.made[kind] = scratch_file(f".{kind}")
            self.made[kind].unlink()
            command = {"pcapng": f'tshark -r {self.path} -U "BCNET messages" -w',
                       "sqlite": f"scripts/bcnet-db {self.path} -o"}[kind]
            self.said(self.runner.run(f"{command} {self.made[kind]}"))
        return self.made[kind]

    def said(self, lines):
        if lines:
            raise AssertionError("\n".join(lines))

    def named(self, command):
        """The command for this capture."""
        if MESSAGES in command:
            command = command.replace(MESSAGES, str(self.file("pcapng")))
        return CAPTURE.sub(lambda match: str(self.special.get(match[1], self.path)), command)

    def answers(self, recipe):
        """Of all commands of a recipe."""
        return [self.answer(command) for command in recipes()[recipe]]

    @functools.cache
    def answer(self, command):
        """Of one."""
        if command.startswith(("scripts/bcnet-db", "sqlite3")):
            return self.asked(command)
        table = re.match(r'tshark -q -r (\S+) -z "?(bcnet,(?:csv|\w+,csv)[^"|]*?)"?(?: \| scripts/bcnet-columns(?: --csv)? ([\w,]+))?$', command)
        if table:
            return self.table(self.named(table[1]), table[2], table[3])
        if "bcnet-compare" in command:
            self.said(self.runner.run(self.named(f'tshark -r {STORY} -Y "ip.addr == 10.10.10.239" -w $OUT/ace.pcapng')))
        lines = self.runner.run(self.named(command))
        for words, reader in TEXTS.items():
            if words in command:
                return reader(lines)
        names = re.findall(r" -e (\S+)", command)
        return Answer(names, [tuple(line.split("\t")) for line in lines])

    def asked(self, command):
        """Of the database."""
        query = command.removeprefix("sqlite3 ") if command.startswith("sqlite3") else \
            (re.search(r'--sql "(.*)"$', command) or re.search(r"--show (\w+)$", command))[1]
        with sqlite3.connect(self.file("sqlite")) as database:
            found = database.execute(query if " " in query else f"SELECT * FROM {query}")
            names = [column[0] for column in found.description]
            kept = [place for place, name in enumerate(names) if name not in ("capture", "game")]
            return Answer([names[place] for place in kept], [_cells([row[place] for place in kept]) for row in found])

    def table(self, path, tap, columns):
        """Rows of csv; the tables of a file come from one run, rows of messages from one of their own."""
        if (path, tap) not in self.tables:
            alike = [tap] if tap.startswith("bcnet,csv") else sorted({f"bcnet,{name},csv" for name in TITLES.values() if name != "csv"})
            requests = " ".join(f"-z {shlex.quote(request)}" for request in alike)
            self.tables |= {(path, name): rows for name, rows in self.split(self.runner.run(f"tshark -q -r {path} {requests}"), tap)}
        names, *rows = self.tables[path, tap]
        kept = [names.index(name) for name in columns.split(",")] if columns else range(len(names))
        return Answer([names[place] for place in kept], [tuple(row[place] for place in kept) for row in rows])

    def split(self, lines, tap):
        """(tap, its head and rows) of what tshark prints one after the other."""
        found, name = {}, tap
        for row in csv.reader(io.StringIO("\n".join(lines))):
            head = ",".join(row[:3])
            if head in TITLES and not tap.startswith("bcnet,csv"):
                name = f"bcnet,{TITLES[head]},csv"
            if row and not LEFT_OUT.search("".join(row)):
                found.setdefault(name, []).append(row)
        return found.items()
