# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/fields.md is what tests/docs/fields.py makes of the plugin."""

import contextlib
import io
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import fields       # noqa: E402  (beside this file)


class FieldReference(unittest.TestCase):
    """The reference is not stale, and complete."""

    def test_document_is_up_to_date(self):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            fields.main()
        self.assertEqual((fields.SOURCE / "docs/fields.md").read_text(encoding="utf-8"), text.getvalue(),
                         "run: python3 tests/docs/fields.py > docs/fields.md")

    def test_every_opcode_has_a_row(self):
        rows = list(fields.opcode_lines())[2:]
        self.assertEqual(len(rows), 53, "43 numbers of the engine and ten of the scripts")


if __name__ == "__main__":
    unittest.main()
