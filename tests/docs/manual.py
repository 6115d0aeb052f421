# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the manual page of the forge's language from docs/forge.md, so that who has only the package can read it.

    python3 tests/docs/manual.py > packaging/man/bcnet-scenario.5
"""

import itertools
import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("BCNET_SOURCE_DIR") or Path(__file__).parents[2])
HEAD = r""".\" SPDX-License-Identifier: GPL-2.0-or-later
.\" Made from docs/forge.md by tests/docs/manual.py; a test compares.
.TH BCNET-SCENARIO 5 "2026-11-18" "bcnet" "File Formats"
.SH NAME
bcnet-scenario \- the language of bcnet-forge: who sends what to whom, and when"""
TAIL = r""".SH SEE ALSO
.BR bcnet-forge (1),
.BR bcnet-layout (1),
.BR wireshark (1)"""
MARKUP = re.compile(r"`([^`]+)`|!?\[([^\]]+)\]\([^)]+\)|\*([^*]+)\*")


def escaped(text):
    """What roff would take for its own, made plain; the backslash goes first."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    return "\\&" + text if text[:1] in {".", "'"} else text


def inline(text):
    """A line of Markdown: `code` is bold, *words* are italic, a link is its words."""
    done, place = "", 0
    for found in MARKUP.finditer(text):
        done += escaped(text[place:found.start()])
        code, link, stressed = found.groups()
        done += f"\\fB{escaped(code)}\\fR" if code else escaped(link) if link else f"\\fI{escaped(stressed)}\\fR"
        place = found.end()
    done += escaped(text[place:])
    return "\\&" + done if done[:1] in {".", "'"} else done


def cells(row):
    """The cells of a line of a table; a bar behind a backslash is none of the table's."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]


def table(rows):
    """A table: the first column as a heading of what the others say. Its own head and the line below it go."""
    for row in rows[2:]:
        first, *others = cells(row)
        yield f".TP\n{inline(first)}"
        yield inline(", ".join(other for other in others if other)) or "\\&"


def kind_of(line):
    """What a line is part of; blank lines belong to code, as which they are dropped where they stand alone."""
    if line.startswith("#"):
        return "heading"
    if line.startswith("|"):
        return "table"
    return "code" if line.startswith("    ") or not line else "words"


def blocks(text):
    """(kind, lines) of headings, code, tables and paragraphs."""
    for kind, lines in itertools.groupby(text.strip().split("\n"), kind_of):
        lines = list(lines)
        if any(lines):
            yield kind, lines


def roff(kind, lines):
    """One block."""
    if kind == "heading":
        level, words = lines[0].split(" ", 1)
        yield f".SH {escaped(words.upper())}" if len(level) == 2 else f".SS {escaped(words)}"
    elif kind == "code":
        code = "\n".join(line[4:] for line in lines).strip("\n").split("\n")
        yield "\n".join([".PP", ".RS 4", ".nf", *(escaped(line) for line in code), ".fi", ".RE"])
    elif kind == "table":
        yield from table(lines)
    else:
        yield "\n".join([".PP", *(inline(line) for line in lines)])


def main():
    document = (SOURCE / "docs" / "forge.md").read_text(encoding="utf-8")
    _, text = document.split("# bcnet-forge\n", 1)
    print(HEAD)
    print(".SH DESCRIPTION")
    for kind, lines in blocks(text):
        for words in roff(kind, lines):
            print(words)
    print(TAIL)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main()
