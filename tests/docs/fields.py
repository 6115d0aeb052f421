# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes docs/fields.md from what the plugin registers: every filter name with type and meaning, and the opcodes.

    python3 tests/docs/fields.py > docs/fields.md
"""

import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("BCNET_SOURCE_DIR", Path(__file__).resolve().parents[2]))
BUILD = Path(os.environ.get("BCNET_BUILD_DIR", SOURCE / "build"))

HEAD = """# Fields and opcodes

Generated from the plugin (`tests/docs/fields.py`); a test compares. The number in brackets at the end of a meaning is the
chapter of the protocol description it comes from. Names that end in `.x`, `.y`, `.z` come in threes.

`bcnet.opcode` is the presence filter of every message: `bcnet.opcode == 0x1c` or `bcnet.opcode == "StateUpdate"`.
"""

# Opcode rows of the table in plugin/opcodes/opcodes.c.
ROW = re.compile(r'\{ (0x[0-9A-F]{2}), "([^"]+)",\s*(NULL|"[^"]*"),\s*(NULL|"[^"]*"),\s*BCNET_FROM_(\w+),.*?(bcnet_op_\w+) \}')
SENDERS = {"HOST": "host", "CLIENT": "client", "ANYBODY": "both", "NOBODY": "never used"}


def glossary(what):
    """Lines of tshark -G for our protocol, split at tabs."""
    output = subprocess.run([SOURCE / "scripts/with-plugin.sh", BUILD, "tshark", "-G", what], check=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return [line.split("\t") for line in output.split("\n")]


def fields():
    """Filter name -> (label, type, meaning), in order of names."""
    found = {}
    for line in glossary("fields"):
        if line[0] == "F" and line[4] == "bcnet":
            found.setdefault(line[2], (line[1], line[3].removeprefix("FT_"), line[7]))
    return dict(sorted(found.items()))


def file_of(function):
    """The file an opcode's function stands in."""
    for path in sorted((SOURCE / "plugin/opcodes").glob("op-*.c")):
        if f"void {function}(" in path.read_text(encoding="utf-8"):
            return f"plugin/opcodes/{path.name}"
    raise LookupError(function)


def opcode_lines():
    """The table of opcodes."""
    yield "| opcode | label | the game's own name | sender | file |"
    yield "|---|---|---|---|---|"
    for value, label, _, game_name, sender, function in ROW.findall((SOURCE / "plugin/opcodes/opcodes.c").read_text()):
        own = "the same" if game_name == "NULL" else game_name.strip('"')
        yield f"| {value.lower()} | {label} | {own} | {SENDERS[sender]} | {file_of(function)} |"


def group_of(name):
    """The second part of a filter name."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def field_lines():
    """The fields, a table per group."""
    group = None
    for name, (label, kind, meaning) in fields().items():
        if group_of(name) != group:
            group = group_of(name)
            yield from ("", f"### bcnet.{group}" if group else "", "", "| filter | type | label | meaning |", "|---|---|---|---|")
        escaped = meaning.replace("|", "\\|")
        yield f"| {name} | {kind} | {label} | {escaped} |"


def main():
    print("\n".join([HEAD, "## Opcodes", "", *opcode_lines(), "", "## Fields", *field_lines()]))


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
