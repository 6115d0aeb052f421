# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes docs/csv-columns.md from what the plugin does: the columns of -z bcnet,csv,OPCODE for every opcode.

    python3 tests/docs/columns.py > docs/csv-columns.md
"""

import csv
import subprocess
import sys

import fields
from fields import BUILD, SOURCE

HEAD = """# Columns of the CSV

Generated from the plugin (`tests/docs/columns.py`); a test compares. `-z bcnet,csv` writes one row per game message. How to ask
for it is in [statistics.md](statistics.md#rows-for-a-spreadsheet); what a field means is in [fields.md](fields.md).

## Columns of every row

| column | meaning |
|---|---|
| frame | number of the frame; a message in fragments stands in the frame that completes it |
| time | seconds since the first frame |
| from, to | `host`, `#2 Ace`, `new client`: the ends of the connection, not those of what is told |
| seq | sequence number; empty: not reliable |
| resend | 1: was in the capture before |
| opcode, label | number and name; the name is empty for messages of mods |
| summary | the message's part of the Info column |

## Columns of one opcode

They follow those of every row when one opcode is asked for, `-z bcnet,csv,0x1c` or `-z bcnet,csv,StateUpdate`. Opcodes that are
not listed, those of mods too, have `bcnet.unparsed` only. Not among the columns: raw bytes whose meaning is (`bcnet.vector`,
`bcnet.bits`), what is known of a ship from earlier messages (`bcnet.known`), more about an object that is only mentioned than
what it is (`bcnet.object.resolved`), and what belongs to the transport or the analysis (`bcnet.msg`, `bcnet.analysis`).

| opcode | label | columns |
|---|---|---|"""
COMMON = 9
OPCODES = range(0x100)


def headings():
    """Opcode -> the names of its own columns, in order; opcodes without any left out."""
    requests = [word for opcode in OPCODES for word in ("-z", f"bcnet,csv,{opcode:#04x}")]
    capture = SOURCE / "captures" / "gamespy-queries.pcapng"        # without game messages: headings only
    output = subprocess.run([SOURCE / "scripts/with-plugin.sh", BUILD, "tshark", "-n", "-q", "-r", capture, *requests],
                            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    rows = [row[COMMON:] for row in csv.reader(output.splitlines())]
    # tshark ends its statistics in the order of the command line or the other way round.
    if "bcnet.settings.map" not in rows[0]:
        rows.reverse()
    return {opcode: row for opcode, row in zip(OPCODES, rows, strict=True) if row != ["bcnet.unparsed"]}


def main():
    print(HEAD)
    names = {value: label for value, label, *_ in fields.opcodes()}
    for opcode, row in headings().items():
        print(f"| {opcode:#04x} | {names[opcode]} | {', '.join(row)} |")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
