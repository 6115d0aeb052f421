# SPDX-License-Identifier: GPL-2.0-or-later
"""Short pages stay short, and what they count is counted."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import sections     # noqa: E402  (beside this file)
from bcnet_test import fields       # noqa: E402  (tests/lib)

ROW = re.compile(r"^\| `(.+)` \| .* \| (\d+) \|$", re.MULTILINE)
ONE_SCREEN = 30
LINES = {"README.md": 150, "docs/ten-filters.md": ONE_SCREEN, "docs/operators.md": 90, "docs/modders.md": 60}


class Pages(unittest.TestCase):
    """Those that somebody reads to the end."""

    def test_lengths(self):
        for name, most in LINES.items():
            self.assertLessEqual(len((sections.SOURCE / name).read_text(encoding="utf-8").splitlines()), most, name)

    def test_ten_filters(self):
        """Each leaves as many frames of the story as the page says."""
        rows = ROW.findall((sections.SOURCE / "docs/ten-filters.md").read_text(encoding="utf-8"))
        self.assertEqual(len(rows), 10)
        for text, count in rows:
            display_filter = text.replace("\\|", "|")
            found = fields(sections.SOURCE / "captures/session.pcapng", ["frame.number"], display_filter, ["-2"])
            self.assertEqual(len(found), int(count), display_filter)


if __name__ == "__main__":
    unittest.main()
