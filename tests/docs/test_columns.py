# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/csv-columns.md is what tests/docs/columns.py makes of the plugin."""

import contextlib
import io
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import columns      # noqa: E402  (beside this file)
import fields       # noqa: E402


class ColumnReference(unittest.TestCase):
    """The list of columns is not stale."""

    def test_document_is_up_to_date(self):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            columns.main()
        self.assertEqual((columns.SOURCE / "docs/csv-columns.md").read_text(encoding="utf-8"), text.getvalue(),
                         "run: python3 tests/docs/columns.py > docs/csv-columns.md")

    def test_every_opcode_with_a_body_has_columns(self):
        bodies = {value for value, _, _, _, shortest, *_ in fields.opcodes() if shortest > 1}
        self.assertGreaterEqual(bodies, set(range(0x06, 0x13)) | {0x00, 0x1C, 0x20, 0x21, 0x2C, 0x35})
        self.assertLessEqual(bodies, set(columns.headings()))


if __name__ == "__main__":
    unittest.main()
