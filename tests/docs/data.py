# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/data.md: the questions with their SQL and rows, and the list of tables, which is made from schema.sql.

    python3 tests/docs/data.py --update     writes rows and tables anew
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from dataset import Dataset     # noqa: E402  (tests/lib)
from wireshark import SOURCE    # noqa: E402

DOCUMENT = SOURCE / "docs/data.md"
CAPTURE = SOURCE / "captures/session.pcapng"
QUESTION = re.compile(r"^### (\d+)\. (.+?)\n(.*?)^```sql\n(.*?)^```\n\n```text\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
TABLES = re.compile(r"(?<=^<!-- Made by tests/docs/data.py -->\n).*?(?=^<!-- End -->)", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^-- ([^\n]+)\nCREATE TABLE (\w+) \(\n(.*?)^\);", re.MULTILINE | re.DOTALL)
COLUMN = re.compile(r"^  (\w+) (\w+),? -- (.+)$", re.MULTILINE)
KEY = re.compile(r"PRIMARY KEY \((.+)\)")
KINDS = {"BIGINT": "integer", "DOUBLE": "number", "TEXT": "text"}


def questions():
    """[(number, title, SQL, printed rows)]."""
    return [(int(number), title, sql, shown)
            for number, title, _, sql, shown in QUESTION.findall(DOCUMENT.read_text(encoding="utf-8"))]


def printed(rows):
    """As the document prints rows: names, then values, `|` between; nothing for NULL."""
    lines = ["|".join(rows[0].keys())] if rows else ["(none)"]
    return "".join(f"{line}\n" for line in lines + ["|".join(map(cell, row)) for row in rows])


def cell(value):
    return "" if value is None else f"{value:.4f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def tables(schema):
    """[(name, comment, [(column, type, comment)], key)]."""
    return [(name, comment, COLUMN.findall(body), (KEY.search(body) or [None, ""])[1])
            for comment, name, body in TABLE.findall(schema)]


def described(schema):
    """The section about tables."""
    made = []
    for name, comment, columns, key in tables(schema):
        made.append(f"\n### {name}\n\n{comment}.{f' Key: {key}.' if key else ''}\n\n| column | type | |\n|---|---|---|\n")
        made += [f"| {column} | {KINDS[kind]} | {words} |\n" for column, kind, words in columns]
    return "".join(made) + "\n"


def renewed(text, dataset):
    """The document with what is made."""
    database = dataset.database()

    def answered(match):
        rows = database.execute(match[4]).fetchall()
        return match[0][:match.start(5) - match.start()] + printed(rows) + "```\n"

    return TABLES.sub(lambda _: described(dataset.schema()), QUESTION.sub(answered, text))


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit(__doc__)
    DOCUMENT.write_text(renewed(DOCUMENT.read_text(encoding="utf-8"), Dataset.of(CAPTURE)), encoding="utf-8")
