# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads tests/meta/contract.txt, the list of filter names and types that users may rely on."""

import dataclasses
import functools
import pathlib

PATH = pathlib.Path(__file__).resolve().parents[1] / "meta" / "contract.txt"


@dataclasses.dataclass(frozen=True)
class Entry:
    """A filter name: the types it may have, and marks (hex, generated, severities of an expert info)."""

    name: str
    types: tuple
    marks: frozenset


@functools.lru_cache(maxsize=None)
def entries():
    """Name -> Entry."""
    table = {}
    for line in PATH.read_text(encoding="utf-8").splitlines() if PATH.exists() else ():
        words = line.split("#", 1)[0].split()
        if words:
            name, kind, *marks = words
            table[name] = Entry(name, tuple(kind.split("|")), frozenset(marks))
    return table


@functools.lru_cache(maxsize=None)
def severities():
    """Name of an expert info -> severities it may have."""
    known = {"chat", "note", "warning", "error"}
    found = {name: entry.marks & known for name, entry in entries().items()}
    return {name: marks for name, marks in found.items() if marks}
