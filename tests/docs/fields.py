# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes docs/fields.md from what the plugin registers: every filter name with type and meaning, and the opcodes.

    python3 tests/docs/fields.py > docs/fields.md
"""

import functools
import os
import re
import subprocess
import sys
from pathlib import Path

import machine
import sections
import tables

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import contract     # noqa: E402  (tests/lib)

SOURCE = Path(os.environ.get("BCNET_SOURCE_DIR", Path(__file__).resolve().parents[2]))
BUILD = Path(os.environ.get("BCNET_BUILD_DIR", SOURCE / "build"))

HEAD = """# Fields and opcodes

Generated from the plugin (`tests/docs/fields.py`); a test compares. The number at the end of a meaning is the section of the
[protocol](protocol/README.md) it belongs to. Names that end in `.x`, `.y`, `.z` come in threes. Instead of a type, an
expert info has its severities. *On the wire* is what the bytes are, and in which opcodes, from [bcnet.json](protocol/bcnet.json); where it is empty the plugin computes the field, or it is GameSpy text.

`bcnet.opcode` is the presence filter of every message: `bcnet.opcode == 0x1c` or `bcnet.opcode == "StateUpdate"`. The label is
what a message is called everywhere, and what it does; a filter takes the community's name and the game's own as well,
`bcnet.opcode == "ObjNotFound"` and `bcnet.opcode == "VERIFY_ENTER_SET"`, and so does `-z bcnet,csv`.
"""

FEW = 12        # values that stand beside a field's meaning; longer lists are in the chapters

# Rows of opcodes in the files of their families; a number may have a name.
RELAYS = {"RELAY_UNKNOWN": "not known", "RELAY_CREATION": "to all others; again to latecomers",
          "RELAY_OTHERS": "to all others", "RELAY_ALL": "to all, the author too", "RELAY_GROUP": "to the author's group",
          "RELAY_NOBODY": "keeps it", "RELAY_NEVER": "sends its own", "TO_SEVERAL": "its own, to several",
          "TO_SEVERAL_SCORE": "its own, to several", "TO_ONE": "its own, to one",
          "TO_SEVERAL_BEHIND_SCORE": "its own, to several behind a score, else to one"}
ROW = re.compile(r'^    \{ (?:BCNET_OPCODE|EVENT(?:_OF)?)\((\w+), "([^"]+)", (NULL|"[^"]*")'
                 r'(?:,\s+BCNET_(\w+)(?:,\s+BCNET_\w+)?,\s+"[^"]*")?\)(.*?) \},$', re.M | re.S)
MEMBER = re.compile(r'\.(label|direction|relay|length|form) = (?:"([^"]+)"|\{ (\d+)|BCNET_(?:FROM_)?(\w+))')
NUMBER = re.compile(r"\b([A-Z]\w+) = (0x[0-9A-F]{2})\b")
SENDERS = {"HOST": "host", "CLIENT": "client", "ANYBODY": "both", "HOST_MOSTLY": "both", "NOBODY": "no stock program"}


@functools.cache
def glossary(what):
    """Lines of tshark -G for our protocol, split at tabs; of all others' only those that name it."""
    output = subprocess.run([SOURCE / "scripts/with-plugin.sh", BUILD, "tshark", "-G", what], check=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return [line.split("\t") for line in output.split("\n") if "bcnet" in line]


def fields():
    """Filter name -> (label, type, meaning), in order of names."""
    found = {}
    for line in glossary("fields"):
        if line[0] == "F" and line[4] == "bcnet":
            found.setdefault(line[2], (line[1], line[3].removeprefix("FT_"), line[7]))
    return dict(sorted(found.items()))


def unquoted(text):
    """A string of the sources, None for NULL."""
    return None if text == "NULL" else text.strip('"')


def opcodes():
    """(number, label, the game's name, sender, shortest payload, file, relay, the community's name) of every opcode, in order.

    A row names the community's name first, which is the game's of script messages; a label of its own takes its place.
    """
    files = {path: path.read_text(encoding="utf-8") for path in sorted((SOURCE / "plugin/opcodes").glob("*.[ch]"))}
    named = (SOURCE / "plugin/reading/opcode-numbers.h").read_text(encoding="utf-8")
    numbers = {name: value for text in (*files.values(), named) for name, value in NUMBER.findall(text)}
    found = []
    for path, text in files.items():
        for value, community, game, events, rest in ROW.findall(text):
            row = {name: "".join(values) for name, *values in MEMBER.findall(rest)}
            if "form" not in row or ".fields = " in rest:
                found.append((int(numbers.get(value, value), 16), row.get("label", community),
                              unquoted(game) or (community if "label" in row else None), row.get("direction", "ANYBODY"),
                              int(row.get("length", 17 if events else 1)), path.relative_to(SOURCE).as_posix(),
                              events or row.get("relay", "RELAY_UNKNOWN"), community))
    return sorted(found)


def opcode_lines():
    """The table of opcodes."""
    yield "| opcode | label | the community's name | the game's own name | sender | what the host does with it ([10.10]) | file |"
    yield "|---|---|---|---|---|---|---|"
    for value, label, game_name, sender, _, file, relay, community in opcodes():
        community = "the same" if community == label else community
        yield f"| {value:#04x} | {label} | {community} | {game_name or 'the same'} | {SENDERS[sender]} | {RELAYS[relay]} | {file} |"


def with_numbers_as_links(text):
    """(10.3, 20.1) -> ([10.3], [20.1])."""
    return sections.CITATION.sub(lambda match: "(" + re.sub(r"[\d.]+", r"[\g<0>]", match[1]), text)


def values():
    """Filter name -> what its few values mean, in words."""
    found = {}
    for line in glossary("values"):
        if line[0] == "V" and line[1].startswith("bcnet."):
            found.setdefault(line[1], []).append(f"{line[2]} {line[3]}")
    return {name: "; ".join(texts) for name, texts in found.items() if len(texts) <= FEW}


def group_of(name):
    """The second part of a filter name."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def field_lines():
    """The fields, a table per group."""
    group, wire, meant, severe = None, tables.on_the_wire(machine.Protocol()), values(), contract.severities()
    for name, (label, kind, meaning) in fields().items():
        if group_of(name) != group:
            group = group_of(name)
            yield from ("", f"### bcnet.{group}" if group else "", "", "| filter | type | on the wire | label | meaning |", "|---|---|---|---|---|")
        if name in meant:
            meaning += f". {meant[name]}"
        kind = ", ".join(sorted(severe[name])) if name in severe else kind
        label, meaning = (with_numbers_as_links(text.replace("|", "\\|")) for text in (label, meaning))
        yield f"| {name} | {kind} |{f' {wire[name]} ' if name in wire else ' '}| {label} | {meaning} |"


def main():
    lines = [HEAD, "## Opcodes", "", *opcode_lines(), "", "## Fields", *field_lines()]
    print(sections.with_links("\n".join(lines), SOURCE / "docs"), end="")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
