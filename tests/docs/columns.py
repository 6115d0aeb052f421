# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes docs/csv-columns.md from what the plugin does: the columns of -z bcnet,csv,OPCODE for every opcode.

    python3 tests/docs/columns.py > docs/csv-columns.md
"""

import csv
import re
import subprocess
import sys

import fields
from fields import BUILD, SOURCE

HEAD = """# Columns of the CSV

Generated from the plugin (`tests/docs/columns.py`); a test compares. `-z bcnet,csv` writes one row per game message. How to ask
for it is in [statistics.md](statistics.md#rows-for-a-spreadsheet); what a field means is in [fields.md](fields.md).

## Columns of every row

| column | type | meaning |
|---|---|---|
{common}

A table for the rows in a database; `.import --csv --skip 1` of SQLite, `COPY` of DuckDB or PostgreSQL fill it.
Empty cells become NULL there; SQLite makes them empty texts, for which `NULLIF("acked_in", '')` helps:

```sql
CREATE TABLE messages (
{sql}
);
```

## Columns of one opcode

Numbers are decimal and load as what is in brackets; names without brackets are `TEXT`: words, addresses, bytes, and numbers that
are written in hexadecimal. A field that occurs several times in a message has all its values in one cell, `;` between: such cells
are text too, whatever the field is; `string_split(cell, ';')` of DuckDB takes them apart.

They follow those of every row when one opcode is asked for, `-z bcnet,csv,0x1c` or `-z bcnet,csv,StateUpdate`. Opcodes that are
not listed, those of mods too, have `bcnet.unparsed` only. Not among the columns: raw bytes whose meaning is (`bcnet.vector`,
`bcnet.bits`), what is known of a ship from earlier messages
(`bcnet.known`) and what is worse than they told (`bcnet.damage.new`), more about an object that is only mentioned than
what it is (`bcnet.object.resolved`), and what belongs to the transport, the analysis or the acts (`bcnet.msg`,
`bcnet.analysis`, `bcnet.copy`).

| opcode | label | columns |
|---|---|---|"""
# Name, type, meaning.
COMMON = [
    ("frame", "INTEGER", "number of the frame; of a message in fragments, the frame that completes it"),
    ("time", "REAL", "seconds since the first frame"),
    ("from", "TEXT", "`host`, `#2 Ace`, `new client`: the sending end of the connection, not that of what is told"),
    ("to", "TEXT", "the receiving end"),
    ("seq", "INTEGER", "sequence number, of an ack the one that it acknowledges; empty: not reliable"),
    ("resend", "INTEGER", "1: was in the capture before"),
    ("opcode", "TEXT", "number, in hexadecimal"),
    ("label", "TEXT", "name of the opcode; empty for messages of mods"),
    ("summary", "TEXT", "the message's part of the Info column"),
    ("type", "TEXT", "`Message`, of a game; with `all` also `Ack`, `Keepalive`, `Connect`, `Peer announcement`, `Boot`, "
                     "`Disconnect`, `GameSpy`"),
    ("length", "INTEGER", "bytes of the message with its header; of a message in fragments, of the one that completes it"),
    ("actor", "TEXT", "who did it, not who passed it on (`bcnet.actor`)"),
    ("copy_of", "INTEGER", "frame of the act that this is a copy of; empty: it is none"),
    ("acked_in", "INTEGER", "frame of the first ack; a later frame, so known on the second pass: `-2`"),
    ("ack_rtt", "REAL", "seconds from the first sending to the first ack, at both of them; at the former with `-2`"),
    ("retransmission_of", "INTEGER", "of a resend, frame of the first sending"),
    ("payload_hash", "TEXT", "FNV-1a of 64 bits, in hexadecimal, over the payload from the opcode on, fragments joined: "
                             "the same in an act and its copies, in every capture; empty: the capture cut it"),
    ("from_id", "INTEGER", "network id of the sending end; empty: it has none yet"),
    ("to_id", "INTEGER", "of the receiving end"),
    ("actor_id", "INTEGER", "of the actor"),
    ("game", "INTEGER", "number of the game in the capture, as in the [tables](data.md)"),
    ("link", "INTEGER", "number of the connection in the capture, as in the tables: labels change while a player joins, it does not"),
    ("epoch", "REAL", "seconds since 1970"),
    ("killer", "TEXT", "of a ScoreChange, or of a ship that explodes: who did it; empty: nobody, or not known"),
    ("victim", "TEXT", "whose ship it was; empty: no player's, or not known"),
]
INTEGERS = re.compile(r"(U?INT\d+|FRAMENUM|BOOLEAN|CHAR)$")
REALS = re.compile(r"(FLOAT|DOUBLE|RELATIVE_TIME)$")
OPCODES = range(0x100)


def headings():
    """Opcode -> the names of its own columns, in order; opcodes without any left out."""
    requests = [word for opcode in OPCODES for word in ("-z", f"bcnet,csv,{opcode:#04x}")]
    capture = SOURCE / "captures" / "gamespy-queries.pcapng"        # without game messages: headings only
    output = subprocess.run([SOURCE / "scripts/with-plugin.sh", BUILD, "tshark", "-n", "-q", "-r", capture, *requests],
                            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    rows = [row[len(COMMON):] for row in csv.reader(output.splitlines())]
    # tshark ends its statistics in the order of the command line or the other way round.
    if "bcnet.settings.map" not in rows[0]:
        rows.reverse()
    return {opcode: row for opcode, row in zip(OPCODES, rows, strict=True) if row != ["bcnet.unparsed"]}


def types():
    """Filter name -> type of its column."""
    found = {}
    for line in fields.glossary("fields"):
        if line[0] == "F" and line[4] == "bcnet":
            kind = line[3].removeprefix("FT_")
            whole = INTEGERS.match(kind) and not line[5].startswith("BASE_HEX")
            found[line[2]] = "INTEGER" if whole else "REAL" if REALS.match(kind) else "TEXT"
    return found


def main():
    print(HEAD.replace("{common}", "\n".join(f"| {name} | {kind} | {meaning} |" for name, kind, meaning in COMMON))
          .replace("{sql}", ",\n".join(f'    "{name}" {kind}' for name, kind, _ in COMMON)))
    names = {value: label for value, label, *_ in fields.opcodes()}
    kinds = types()
    for opcode, row in headings().items():
        cells = [name if kinds[name] == "TEXT" else f"{name} ({kinds[name]})" for name in row]
        print(f"| {opcode:#04x} | {names[opcode]} | {', '.join(cells)} |")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
