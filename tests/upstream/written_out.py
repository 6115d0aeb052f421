# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies of sources with their lists of fields (BCNET_FIELDS, plugin/reading/message.h) written out, as Wireshark's checkers
expect them: they read lines and know no macros.

Usage: written_out.py SOURCE TARGET FILE..."""
import re
import sys
from pathlib import Path

LIST = re.compile(r"#define (\w+)\(FIELD, PART\)((?:.*\\\n)+.*\n)BCNET_FIELDS\((\w+), \1\)\n")
ROW = re.compile(r"\b(FIELD|PART)\(\s*([\w.\[\]]+),\s*")


def rows(text):
    """(verb, variable, rest) of each row of a list."""
    for row in ROW.finditer(text):
        depth, end, quoted = 1, row.end(), False
        while depth > 0:
            quoted ^= text[end] == '"' and text[end - 1] != "\\"
            depth += 0 if quoted else (text[end] == "(") - (text[end] == ")")
            end += 1
        yield row[1], row[2], text[row.end():end - 1]


def written_out(match):
    found = list(rows(match[2].replace("\\\n", "\n")))
    declared = [f"static int {name} = -1;\n" for verb, name, _ in found if verb == "FIELD"]
    return "".join([*declared, f"static hf_register_info {match[3]}[] = {{\n",
                    *(f"    {{ &{name}, {{ {rest}, HFILL }} }},\n" for _, name, rest in found), "};\n"])


def main(source, target, *names):
    for name in names:
        path = Path(target, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LIST.sub(written_out, Path(source, name).read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
