# SPDX-License-Identifier: GPL-2.0-or-later
"""The fields users may rely on (contract.txt) against the fields there are."""

import unittest

import contract
from bcnet_test import main, registered_fields


class Contract(unittest.TestCase):
    """Every promised name is there, with its type and base."""

    longMessage = False

    @classmethod
    def setUpClass(cls):
        cls.fields = {field.name: field for field in registered_fields()}

    def report(self, what, lines):
        self.assertFalse(lines, f"{len(lines)} {what}:\n  " + "\n  ".join(lines))

    def test_the_list_is_read(self):
        self.assertGreater(len(contract.entries()), 300)

    def test_present(self):
        missing = [f"{entry.name:44} {'|'.join(entry.types)}" for entry in contract.entries().values()
                   if entry.name not in self.fields]
        self.report("promised fields are missing", missing)

    def test_types(self):
        wrong = []
        for entry in contract.entries().values():
            field = self.fields.get(entry.name)
            types = ["NONE" if kind == "EXPERT" else kind for kind in entry.types]
            if field and field.type not in types:
                wrong.append(f"{entry.name:44} {field.type}, promised {'|'.join(types)}")
        self.report("fields have another type", wrong)

    def test_hexadecimal(self):
        wrong = [f"{name:44} {self.fields[name].base}" for name, entry in contract.entries().items()
                 if "hex" in entry.marks and name in self.fields and "HEX" not in self.fields[name].base]
        self.report("fields are not shown in hexadecimal", wrong)


if __name__ == "__main__":
    main()
