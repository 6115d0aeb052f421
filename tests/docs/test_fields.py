# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/fields.md is what tests/docs/fields.py makes of the plugin."""

import contextlib
import io
import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import fields       # noqa: E402  (beside this file)
import sections     # noqa: E402  (beside this file)


# Dissectors, which have names like those of filters.
DISSECTORS = {"bcnet.plain", "bcnet.quoted", "bcnet.gamespy"}
FILES = {"bcnet.dll", "bcnet.so"}
NAME = re.compile(r"`(bcnet(?:\.[a-z_0-9]+)+)`")


# The protocol's documents describe rules before the plugin follows them.
COMING = set()


class FieldReference(unittest.TestCase):
    """The reference is not stale, and complete."""

    def test_document_is_up_to_date(self):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            fields.main()
        self.assertEqual((fields.SOURCE / "docs/fields.md").read_text(encoding="utf-8"), text.getvalue(),
                         "run: python3 tests/docs/fields.py > docs/fields.md")

    def test_documents_name_filters_that_exist(self):
        known = set(fields.fields())
        groups = {name[:place.start()] for name in known for place in re.finditer(r"\.", name)}
        for document in sections.documents():
            with self.subTest(document=str(document.relative_to(fields.SOURCE))):
                named = set(NAME.findall(document.read_text(encoding="utf-8")))
                self.assertEqual(named - known - groups - DISSECTORS - FILES - COMING, set())

    def test_what_is_coming_is_not_there(self):
        self.assertEqual(COMING & set(fields.fields()), set(), "it is there: take it off the list")

    def test_every_opcode_has_a_row(self):
        rows = list(fields.opcode_lines())[2:]
        self.assertGreaterEqual(len(rows), 53, "43 numbers of the engine and ten of the scripts; mods add theirs")


if __name__ == "__main__":
    unittest.main()
