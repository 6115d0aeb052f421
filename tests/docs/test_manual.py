# SPDX-License-Identifier: GPL-2.0-or-later
"""The manual page of the forge's language is what tests/docs/manual.py makes of docs/forge.md."""

import contextlib
import io
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import manual       # noqa: E402  (beside this file)


class ForgeLanguage(unittest.TestCase):
    """The page is not stale, and nothing of Markdown is left in it."""

    def test_page_is_up_to_date(self):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            manual.main()
        self.assertEqual((manual.SOURCE / "packaging/man/bcnet-scenario.5").read_text(encoding="utf-8"), text.getvalue(),
                         "run: python3 tests/docs/manual.py > packaging/man/bcnet-scenario.5")

    def test_markup(self):
        self.assertEqual(manual.inline("see `a-b` and [there](x.md), *twice*"), r"see \fBa\-b\fR and there, \fItwice\fR")
        self.assertEqual(manual.inline(r"`\status\`"), r"\fB\estatus\e\fR")
        self.assertEqual(manual.inline(".profile"), r"\&.profile")

    def test_blocks(self):
        text = "## One\n\nwords\nmore\n\n    code\n\n    goes on\n\n| a | b |\n|---|---|\n| `x \\| y` | z |\n"
        page = "\n".join(words for kind, lines in manual.blocks(text) for words in manual.roff(kind, lines))
        self.assertEqual(page, ".SH ONE\n.PP\nwords\nmore\n.PP\n.RS 4\n.nf\ncode\n\ngoes on\n.fi\n.RE\n.TP\n\\fBx | y\\fR\nz")


if __name__ == "__main__":
    unittest.main()
