#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Packs a folder into a zip file; the same folder gives the same bytes.

Usage: pack.py [--windows] FOLDER OUT.zip SECONDS      SECONDS since 1970: the time of all files

--windows gives texts the line ends of Windows.
"""
import pathlib
import sys
import time
import zipfile

# Notepad and cmd.exe of older systems want their own line ends.
LINES = {".txt", ".cmd", ".md"}


def content(path, windows):
    data = path.read_bytes()
    if windows and path.suffix in LINES:
        data = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return data


def pack(folder, output, seconds, windows):
    moment = time.gmtime(max(seconds, 315532800))[:6]  # a zip knows no time before 1980
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            if not path.is_file():
                continue
            entry = zipfile.ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}", moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if path.stat().st_mode & 0o100 else 0o100644) << 16
            archive.writestr(entry, content(path, windows))


if __name__ == "__main__":
    arguments = [word for word in sys.argv[1:] if word != "--windows"]
    if len(arguments) != 3:
        sys.exit(__doc__)
    pack(pathlib.Path(arguments[0]), arguments[1], int(arguments[2]), "--windows" in sys.argv)
