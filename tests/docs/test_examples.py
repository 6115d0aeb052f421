# SPDX-License-Identifier: GPL-2.0-or-later
"""Every command in the documents prints what the document says."""

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import examples     # noqa: E402  (beside this file)


class Examples(unittest.TestCase):
    """README and docs."""

    @classmethod
    def setUpClass(cls):
        cls.runner = examples.Runner()
        cls.addClassCleanup(cls.runner.close)

    @examples.SHOWN
    def test_documents_print_what_they_say(self):
        count = 0
        for document in examples.documents():
            for line, command, expected in examples.examples_of(document):
                count += 1
                with self.subTest(document=document.name, line=line, command=command):
                    actual = self.runner.run(command)
                    self.assertTrue(examples.matches(expected, actual),
                                    "the document says:\n" + "\n".join(expected) + "\nit printed:\n" + "\n".join(actual))
        self.assertGreater(count, 25, "the cookbook alone has 25 commands")

    def test_tables_are_cut_by_name(self):
        """A column that is added would break the others: bcnet-columns takes names."""
        by_number = re.compile(r"cut -d ?['\"]?[|,]|awk -F ?['\"]?[|,]")
        for document in examples.documents():
            for line, command, _ in examples.examples_of(document):
                self.assertNotRegex(command, by_number, f"{document}:{line}")

    def test_tables_are_shown_once(self):
        """Who has read one need not read it again in another document. Lessons and chapters may be read alone."""
        seen = {}
        for document in (document for document in examples.documents() if document.parent.name not in ("learn", "protocol")):
            for line, command, output in examples.examples_of(document):
                for what in (command, "\n".join(output)) if len(output) > 2 else ():
                    self.assertNotIn(what, seen, f"{document.name}:{line}: {seen.get(what)} has it")
                    seen[what] = f"{document.name}:{line}"

    def test_dots_stand_for_lines(self):
        self.assertTrue(examples.matches(["a", "...", "c"], ["a", "b", "b", "c"]))
        self.assertTrue(examples.matches(["..."], []))
        self.assertFalse(examples.matches(["a", "...", "d"], ["a", "b", "c"]))
        self.assertFalse(examples.matches(["a"], ["a", "b"]))
        self.assertFalse(examples.matches(["a", "b"], ["a"]))


if __name__ == "__main__":
    unittest.main()
