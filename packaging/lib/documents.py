#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Copies documents, captures and layouts into an archive, and takes the links out that lead to what is not in it.

Usage: documents.py SOURCES FOLDER
"""
import pathlib
import re
import shutil
import sys

COPIED = ["docs", "captures", "layouts", "README.md", "CHANGELOG.md", "LICENSE"]
LEFT_OUT = shutil.ignore_patterns("CMakeLists.txt", "*.sh", "__pycache__", "*.cmake")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def linked(page, target):
    return "://" in target or target.startswith("mailto:") or (page.parent / target).exists()


def without_dead_links(page):
    return LINK.sub(lambda link: link.group() if linked(page, link.group(3)) else link.group(2), page.read_text(encoding="utf-8"))


def main(sources, folder):
    for name in COPIED:
        if (sources / name).is_dir():
            shutil.copytree(sources / name, folder / name, ignore=LEFT_OUT, dirs_exist_ok=True)
        else:
            shutil.copy(sources / name, folder / name)
    for page in sorted(folder.rglob("*.md")):
        page.write_text(without_dead_links(page), encoding="utf-8")
    dead = [f"{page}: {link.group(3)}" for page in folder.rglob("*.md") for link in LINK.finditer(page.read_text(encoding="utf-8"))
            if not linked(page, link.group(3))]
    sys.exit("\n".join(dead) or None)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
