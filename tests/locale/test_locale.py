# SPDX-License-Identifier: GPL-2.0-or-later
"""What is shown does not depend on the user's language: neither a decimal comma nor Turkish letters change a byte."""

import csv
import re
import unittest

import locales
from bcnet_test import main, tshark
from captures import FOLDER, per_capture

OURS = [argument for what in ("bcnet,csv", "bcnet,csv,StateUpdate", "bcnet,csv,0x03", "bcnet,players", "bcnet,ships",
                              "bcnet,damage", "bcnet,chat", "bcnet,relay", "bcnet,cadence",
                              "bcnet,unacked", "bcnet,stock", "bcnet,files", "expert") for argument in ("-z", what)]
# Wireshark prints the numbers in these itself, with the locale's comma and points between the thousands.
WIRESHARKS = ["-q", "-z", "bcnet,tree", "-z", "conv,bcnet", "-z", "endpoints,bcnet"]
PUNCTUATION = re.compile(r"(?<=\d)[.,](?=\d)| +")
SESSION = FOLDER / "session.pcapng"


def wiresharks(capture, locale=None):
    """Tables of Wireshark's printing, without what the locale does to numbers."""
    return PUNCTUATION.sub("", tshark("-r", capture, *WIRESHARKS, locale=locale))


def shown(capture, *arguments, locale=None):
    """The packet list, all trees of ours, and statistics."""
    return tshark("-r", capture, "-P", "-O", "bcnet", *arguments, locale=locale)


@per_capture
class TestEveryCapture(unittest.TestCase):
    """Columns, trees, rows and tables are those of C.UTF-8."""

    maxDiff = 2000

    def check(self, capture):
        self.assertEqual(shown(capture, *OURS, locale=locales.WORST), shown(capture, *OURS))


class TestDecimalComma(unittest.TestCase):
    """The same in German, as a user meets it."""

    def test_the_locale_is_one_with_a_comma(self):
        """Otherwise nothing here could fail: Wireshark's own numbers have it."""
        tables = tshark("-r", SESSION, *WIRESHARKS, locale="de_DE")
        self.assertRegex(tables, r"\d,\d+%")

    def test_all_of_it(self):
        self.assertEqual(shown(SESSION, *OURS, locale="de_DE"), shown(SESSION, *OURS))

    def test_tables_of_wireshark(self):
        expected = wiresharks(SESSION)
        for name in locales.NAMES:
            self.assertEqual(wiresharks(SESSION, locale=name), expected, name)

    def test_rows_have_as_many_cells_as_the_header(self):
        for argument in ("bcnet,csv", "bcnet,csv,StateUpdate", "bcnet,csv,0x03"):
            header, *rows = csv.reader(tshark("-r", SESSION, "-q", "-z", argument, locale="de_DE").splitlines())
            self.assertGreater(len(rows), 2)
            self.assertEqual({len(row) for row in rows}, {len(header)}, argument)
            for row in rows:
                self.assertRegex(row[header.index("time")], r"^\d+\.\d{9}$")

    def test_values_of_rows_have_a_point(self):
        rows = csv.DictReader(tshark("-r", SESSION, "-q", "-z", "bcnet,csv,StateUpdate", locale="de_DE").splitlines())
        for row in rows:
            self.assertNotIn(",", "".join(value for name, value in row.items() if name != "summary"))

    def test_summary_and_tree(self):
        output = shown(SESSION, "-Y", "bcnet.state.speed", locale="de_DE")
        self.assertRegex(output, r"StateUpdate t=597\.2 Sovereign \(Ace\) \[POS FWD UP SPD 0\.2\]")
        self.assertIn("Position y: -48.98\n", output)
        self.assertIn("Speed: 0.21978 units/s\n", output)

    def test_opcodes_are_found_by_name_in_any_case(self):
        """In Turkish "I" and "i" are no pair."""
        for name in ("DELETEPLAYERUI", "deleteplayerui", "TORPEDOFIRE", "torpedofire"):
            expected = tshark("-r", SESSION, "-q", "-z", f"bcnet,csv,{name}")
            for locale in locales.NAMES:
                self.assertEqual(tshark("-r", SESSION, "-q", "-z", f"bcnet,csv,{name}", locale=locale), expected)


if __name__ == "__main__":
    main()
