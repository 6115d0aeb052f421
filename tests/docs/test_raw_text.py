# SPDX-License-Identifier: GPL-2.0-or-later
"""Where what players wrote is raw and where it is not (docs/statistics.md), and that the first recipes of README are safe."""

import re
import unittest
import xml.etree.ElementTree as ElementTree

from bcnet_test import SOURCE, forge, main, run
from dissect import as_before_4_4, version

# ESC, a C1 control (CSI), a mark that turns the direction of writing; in a name also what XML cannot hold.
CAPTURE = """
    endpoint host 10.10.10.1:22101 id 1
    endpoint ace  10.10.10.2:50002 id 2
    at 0 ace > host
        raw 00 18 C0 00 00 02 0A 0A 0A 02 41 00 FE FF FF FF 2E 20 1B 00 42 00 00 00
    at 1 ace > host
        game seq 1 2C i32:2 u16:7 1B 5B 33 31 6D 9B 41
"""
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\ufffe\uffff]")


class RawText(unittest.TestCase):
    """One capture."""

    @classmethod
    def setUpClass(cls):
        cls.capture = forge(CAPTURE)

    def printed(self, *options):
        return run("tshark", "-r", self.capture, *options).decode()

    def test_where_it_is_not(self):
        columns = 'gui.column.format:"Text","%Cus:bcnet.chat.text:0:R","Name","%Cus:bcnet.announce.name:0:R"'
        # Newer ones let marks of direction through in a column that a user makes of a field.
        of_fields = [["-T", "tabs", "-o", columns]] if version() == (4, 0) else []
        for options in ([], ["-V", "-O", "bcnet"], *of_fields, ["-T", "fields", "-e", "_ws.col.Info"],
                        ["-T", "fields", "-e", "bcnet.actor", "-e", "bcnet.from"],
                        *(["-q", "-z", f"bcnet,{what}"] for what in ("chat", "chat,csv", "csv", "players", "csv,all", "world,-"))):
            with self.subTest(options=options):
                text = self.printed(*options)
                self.assertRegex(text, r"\[31m|FFFE")
                self.assertIsNone(CONTROL.search(text), repr(text))

    def test_where_it_is(self):
        self.assertEqual(self.printed("-T", "fields", "-e", "bcnet.chat.text").strip("\n"), "\x1b[31m\x9bA")
        name = self.printed("-T", "fields", "-e", "bcnet.announce.name").strip("\n")
        self.assertEqual(as_before_4_4("bcnet.announce.name", name), "A\\uFFFE\\uFFFF\u202e\x1bB")

    def test_xml_is_well_formed(self):
        fields = ElementTree.fromstring(self.printed("-T", "pdml")).iter("field")
        self.assertIn("A\\uFFFE\\uFFFF", " ".join(field.get("show", "") for field in fields))

    def test_recipes(self):
        """No command of README prints a text field raw."""
        readme = (SOURCE / "README.md").read_text(encoding="utf-8")
        commands = re.findall(r"^\$ (.*-T fields.*)$", readme, re.M)
        self.assertTrue(commands)
        for command in commands:
            self.assertNotRegex(command, r"-e bcnet\.(chat\.text|announce\.name|object\.name|gamespy)")


if __name__ == "__main__":
    main()
