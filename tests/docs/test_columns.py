# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/csv-columns.md is what tests/docs/columns.py makes of the plugin."""

import contextlib
import io
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import columns      # noqa: E402  (beside this file)


class ColumnReference(unittest.TestCase):
    """The list of columns is not stale."""

    def test_document_is_up_to_date(self):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            columns.main()
        self.assertEqual((columns.SOURCE / "docs/csv-columns.md").read_text(encoding="utf-8"), text.getvalue(),
                         "run: python3 tests/docs/columns.py > docs/csv-columns.md")

    def test_every_opcode_with_a_body_has_columns(self):
        """43 opcodes carry something behind their number (30.2, 35, 40 to 70)."""
        bare = {0x01, 0x04, 0x05, 0x13, 0x24, 0x26, 0x28, 0x2B, 0x39}
        free = set(range(0x2E, 0x35)) | set(range(0x3A, 0x3F))
        self.assertEqual(set(columns.headings()), set(range(columns.HIGHEST + 1)) - bare - free)


if __name__ == "__main__":
    unittest.main()
