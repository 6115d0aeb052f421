# SPDX-License-Identifier: GPL-2.0-or-later
"""The name hash as protocol chapter 35.4 tells it, and answers made with it."""

import struct

from bcnet_test import SOURCE

DATA = SOURCE / "tests" / "data"

# Names of which the hashes are alike, looked for with a computer: two of nobody's, one of the game and one of nobody's.
TWINS = ("CentaurRenaissance59.pyc", "MercedNorway44.pyc")
STOCK_TWINS = ("CardOutpost.pyc", "Federation6791811.pyc")


def _rows(name):
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def stock_names():
    """(hash, name) of the unmodified game's names."""
    return [(int(row.split()[0], 16), row.split()[1]) for row in _rows("name-hashes.txt")]


TABLES = [bytes.fromhex(row) for row in _rows("name-hash-tables.txt")]


def name_hash(name):
    """Of a text, in ISO-8859-1; or of bytes."""
    data = name if isinstance(name, bytes) else name.encode("latin-1")
    found = 0
    for table in TABLES:
        byte = 0
        for character in data:
            byte = table[byte ^ character]
        found = found << 8 | byte
    return found


def tree(files=(), directories=()):
    """A directory (35.3): names of files, and (name, tree) of directories."""
    return (struct.pack("<h", len(files)) + b"".join(struct.pack("<II", name_hash(name), 1) for name in files)
            + struct.pack("<b", len(directories))
            + b"".join(struct.pack("<I", name_hash(name)) for name, _ in directories)
            + b"".join(below for _, below in directories))


def answer(directory, files=(), directories=(), number=2, version=None):
    """A ChecksumResponse; a directory in the client's form."""
    head = struct.pack("<BB", 0x21, number) + (b"" if version is None else struct.pack("<I", name_hash(version)))
    return head + struct.pack("<I", name_hash(directory)) + tree(files, directories)


def _counted(text):
    data = text if isinstance(text, bytes) else text.encode("latin-1")
    return struct.pack("<h", len(data)) + data


def request(directory, pattern="*.pyc", number=2):
    """A ChecksumRequest."""
    return struct.pack("<BB", 0x20, number) + _counted(directory) + _counted(pattern) + b"\x21"


def failure(path):
    """0x22: a path that differs."""
    return b"\x22" + _counted(path)


def version_differs(version):
    """0x23: the host's version."""
    return b"\x23" + _counted(version)


def transfer(path, content=b""):
    """0x25: a file."""
    return b"\x25" + _counted(path) + content
