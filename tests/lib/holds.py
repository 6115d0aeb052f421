# SPDX-License-Identifier: GPL-2.0-or-later
"""What the sources say a field holds, HEX8 or AS(UINT8, names), as Wireshark has it: FT_UINT8, BASE_HEX, NULL, 0
(BCNET_HOLDS in plugin/reading/message.h)."""
import re
from pathlib import Path

HEADER = Path(__file__).resolve().parents[2] / "plugin/reading/message.h"
MADE_OF = {name: (parameters.split(", ") if parameters else [], text) for name, parameters, text in re.findall(
    r"^#define BCNET_HOLDS_(\w+?)(?:\((.*?)\))? (.*)$", HEADER.read_text(encoding="utf-8"), re.M)}
ROW = re.compile(r"\b(FIELD|PART)\(\s*([\w.\[\]]+),\s*")
INNER = re.compile(r"BCNET_HOLDS_(\w+)(?:\(([^()]*)\))?")


def written_out(holds):
    name, _, given = holds.partition("(")
    parameters, text = MADE_OF[name]
    if parameters == ["..."]:
        return given[:-1]
    for parameter, value in zip(parameters, given[:-1].split(", ")):
        text = re.sub(rf"(?:##)?\b{parameter}\b", value, text)
    return INNER.sub(lambda inner: written_out(inner[0].removeprefix("BCNET_HOLDS_")), text)


def ends_at(text, start):
    """Behind the bracket that closes what was opened before `start`."""
    depth, end, quoted = 1, start, False
    while depth > 0:
        quoted ^= text[end] == '"' and text[end - 1] != "\\"
        depth += 0 if quoted else (text[end] == "(") - (text[end] == ")")
        end += 1
    return end


def rows(text):
    """(verb, variable, label, filter, what it holds as Wireshark has it, meaning) of each row of a list of fields."""
    for row in ROW.finditer(text):
        rest = text[row.end():ends_at(text, row.end()) - 1]
        head = re.match(r'("[^"]*"),\s*"([^"]*)",\s*(\w+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?),\s*', rest)
        if head:    # not the macros that make the rows
            yield row[1], row[2], head[1], head[2], written_out(" ".join(head[3].split())), rest[head.end():]
