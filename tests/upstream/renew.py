#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes folder TO the same as folder FROM; files that are the same already are not touched.

Usage: renew.py FROM TO
"""
import filecmp
import pathlib
import shutil
import sys


def main(source, target):
    source, target = pathlib.Path(source), pathlib.Path(target)
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file()}
    for path in target.rglob("*"):
        if not path.is_dir() and path.relative_to(target) not in wanted:
            path.unlink()
    for name in wanted:
        if not (target / name).is_file() or not filecmp.cmp(source / name, target / name, shallow=False):
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, target / name)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
