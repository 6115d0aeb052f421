#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Packs a folder into a zip file; the same folder gives the same bytes.

Usage: pack.py FOLDER OUT.zip SECONDS      SECONDS since 1970: the time of all files
"""
import pathlib
import sys
import time
import zipfile

# Notepad and cmd.exe of older systems want their own line ends.
LINES = {".txt", ".cmd", ".md"}


def content(path):
    data = path.read_bytes()
    if path.suffix in LINES:
        data = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return data


def pack(folder, output, seconds):
    moment = time.gmtime(max(seconds, 315532800))[:6]  # a zip knows no time before 1980
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            if not path.is_file():
                continue
            entry = zipfile.ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}", moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content(path))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    pack(pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
