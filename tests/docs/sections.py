# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents, their headings, and the sections of docs/protocol that numbers such as (10.3) stand for.

A document writes [10.3] for a link to a section. What these links lead to stands at the end of the document:

    python3 tests/docs/sections.py --update [DOCUMENT...]    writes these ends anew
    python3 tests/docs/sections.py --titles > report/js/sections.js    what the report says of a number
"""

import functools
import json
import os
import re
import sys
from pathlib import Path

SOURCE = Path(os.environ.get("BCNET_SOURCE_DIR", Path(__file__).resolve().parents[2]))
PROTOCOL = SOURCE / "docs/protocol"

FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)[^`].*?\1", re.DOTALL)
HEADING = re.compile(r"^(#{1,6}) +(.+?)#*\s*$", re.MULTILINE)
NUMBER = re.compile(r"^(\d\d(?:\.\d+)*) ")
# [10.3] for the reader; neither [10.3](somewhere) nor the line that says where it leads.
SHORTCUT = re.compile(r"\[(\d\d(?:\.\d+)*)\](?![(:\[])")
# (10.3), (40.5, 45.2), (97.2, rule 3): how a field, a comment or a sentence cites; not the argument of a function.
CITATION = re.compile(r"(?<!\w)\(((?:\d\d\.[1-9]\d?(?:\.[1-9]\d?)?)(?:, \d\d\.[1-9]\d?(?:\.[1-9]\d?)?)*)(?=[,):;])")
MARK = "<!-- Where the numbers lead to: python3 tests/docs/sections.py --update -->"


def documents():
    """Every document of the project."""
    return sorted(path for path in SOURCE.rglob("*.md") if not made_or_hidden(path))


def made_or_hidden(path):
    """Whether a file is none of the project's: in a build folder, or one of git's."""
    return path.relative_to(SOURCE).parts[0].startswith(("build", "."))


def prose(text):
    """A document without its code, which may look like anything."""
    return CODE.sub("", FENCE.sub("", text))


def anchor(heading):
    """The name a heading gets on GitHub."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def headings(document):
    """[(level, text, anchor)] of a document."""
    found, seen = [], {}
    for match in HEADING.finditer(FENCE.sub("", document.read_text(encoding="utf-8"))):
        name = anchor(match[2])
        seen[name] = seen.get(name, -1) + 1
        found.append((len(match[1]), match[2], f"{name}-{seen[name]}" if seen[name] else name))
    return found


@functools.cache
def sections():
    """Number -> (document, anchor); a chapter's number leads to its document."""
    found = {}
    for document in sorted(PROTOCOL.glob("[0-9]*.md")):
        for level, text, name in headings(document):
            match = NUMBER.match(text)
            if match:
                found[match[1]] = (document, "" if level == 1 else name)
    return found


def cited(text):
    """The numbers of sections a text cites in brackets, chapters of the protocol only."""
    chapters = {number for number in sections() if "." not in number}
    numbers = [number for match in CITATION.finditer(text) for number in match[1].split(", ")]
    return [number for number in numbers if number.split(".")[0] in chapters]


def link(number, folder):
    """What a section's number leads to, seen from a folder."""
    document, name = sections()[number]
    return os.path.relpath(document, folder) + (f"#{name}" if name else "")


def with_links(text, folder):
    """A document's text with the end that says where its [10.3] lead to."""
    body = text.split(MARK)[0].rstrip("\n") + "\n"
    numbers = sorted(set(SHORTCUT.findall(prose(body))), key=lambda number: [int(part) for part in number.split(".")])
    if not numbers:
        return body
    known = sections()
    lines = [f"[{number}]: {link(number, folder)}" for number in numbers if number in known]
    return "\n".join([body, MARK, "", *lines]) + "\n"


def titles():
    """The sections' headings as a script of the report."""
    texts = [match for document in sorted(PROTOCOL.glob("[0-9]*.md")) for _, text, _ in headings(document)
             if (match := re.fullmatch(r"(\d\d\.\d+) (.*)", text.replace("`", "")))]
    rows = "".join(f"    {match[1]!r}: {json.dumps(match[2], ensure_ascii=False)},\n" for match in texts)
    return ("// Made by tests/docs/sections.py --titles: what sections of docs/protocol are about.\n\n"
            f"const SECTIONS = {{\n{rows}}};\n")


def main():
    if sys.argv[1:] == ["--titles"]:
        sys.stdout.write(titles())
        return
    if sys.argv[1:2] != ["--update"]:
        sys.exit(__doc__)
    for document in [Path(name).resolve() for name in sys.argv[2:]] or documents():
        text = document.read_text(encoding="utf-8")
        renewed = with_links(text, document.parent)
        if renewed != text:
            document.write_text(renewed, encoding="utf-8")


if __name__ == "__main__":
    main()
