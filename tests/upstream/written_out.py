# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies of sources with their lists of fields (BCNET_FIELDS, plugin/reading/message.h) written out, as Wireshark's checkers
expect them: they read lines and know no macros.

Usage: written_out.py SOURCE TARGET FILE..."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import holds

LIST = re.compile(r"#define (\w+)\(FIELD, PART\)((?:.*\\\n)+.*\n)BCNET_FIELDS\((\w+), \1\)\n")


def written_out(match):
    found = list(holds.rows(match[2].replace("\\\n", "\n")))
    declared = [f"static int {variable} = -1;\n" for verb, variable, *_ in found if verb == "FIELD"]
    return "".join([*declared, f"static hf_register_info {match[3]}[] = {{\n",
                    *(f'    {{ &{variable}, {{ {label}, "{name}", {kind}, {meaning}, HFILL }} }},\n'
                      for _, variable, label, name, kind, meaning in found), "};\n"])


def main(source, target, *names):
    for name in names:
        path = Path(target, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(LIST.sub(written_out, Path(source, name).read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
