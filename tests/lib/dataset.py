# SPDX-License-Identifier: GPL-2.0-or-later
"""The tables of -z bcnet,tables in a database, made with their own schema.sql."""

import csv
import pathlib
import sqlite3
import tempfile

from bcnet_test import scratch, tshark


class Dataset:
    """A folder, filled by tshark."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        self.folder.chmod(0o777)

    @classmethod
    def of(cls, capture, *arguments, quiet=True):
        """Of a capture."""
        made = cls()
        tshark("-r", capture, "-q", *arguments, "-z", f"bcnet,tables,{made.folder}", quiet=quiet)
        return made

    def schema(self):
        """The statements that make the tables."""
        return (self.folder / "schema.sql").read_text(encoding="utf-8")

    def rows(self, table):
        """Names of the columns, and rows; empty cells are None."""
        with open(self.folder / f"{table}.csv", encoding="utf-8", newline="") as source:
            names, *rows = csv.reader(source)
        return names, [[cell or None for cell in row] for row in rows]

    def text(self):
        """Table -> lines."""
        return {path.stem: path.read_text(encoding="utf-8").splitlines() for path in self.folder.glob("*.csv")}

    def database(self):
        """All of them in SQLite."""
        database = sqlite3.connect(":memory:")
        database.row_factory = sqlite3.Row
        database.executescript(self.schema())
        for table in tables(database):
            names, rows = self.rows(table)
            marks = ", ".join("?" * len(names))
            database.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)
        return database

    def read(self):
        """Table -> rows as dictionaries, with types."""
        database = self.database()
        return {table: [dict(row) for row in database.execute(f"SELECT * FROM {table}")] for table in tables(database)}


def tables(database):
    """Their names."""
    return [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
