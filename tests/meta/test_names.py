# SPDX-License-Identifier: GPL-2.0-or-later
"""Rules for filter names, their types and descriptions, and the symbols of the plugin."""

import re
import subprocess
import unittest

import contract
from bcnet_test import BUILD, SOURCE, main, registered_fields

PLUGIN_SYMBOLS = {"plugin_register", "plugin_version", "plugin_want_major", "plugin_want_minor", "plugin_describe"}
REGISTRATION = re.compile(r'"(bcnet\.[^"]+)"\s*,\s*(?:FT_)(\w+)')


def is_expert(field):
    """Expert infos are fields without a description of their own."""
    entry = contract.entries().get(field.name)
    return field.name.startswith("bcnet.expert.") or entry is not None and "EXPERT" in entry.types


class Names(unittest.TestCase):
    """What must hold for every field."""

    longMessage = False

    @classmethod
    def setUpClass(cls):
        cls.fields = registered_fields()

    def assert_none(self, what, found):
        self.assertFalse(found, f"{what}:\n  " + "\n  ".join(sorted(found)))

    def test_there_are_fields(self):
        self.assertGreater(len(self.fields), 1)

    def test_lower_case_with_prefix(self):
        good = re.compile(r"bcnet(\.[a-z][a-z0-9_]*)+")
        self.assert_none("names that are not bcnet.lower_case", [f.name for f in self.fields if not good.fullmatch(f.name)])

    def test_label(self):
        self.assert_none("fields without a label", [f.name for f in self.fields if not f.label.strip()])

    def test_description(self):
        self.assert_none("fields without a description",
                         [f.name for f in self.fields if not is_expert(f) and not f.blurb.strip()])

    def test_description_adds_something(self):
        self.assert_none("descriptions that only repeat the label",
                         [f.name for f in self.fields if f.blurb.strip().lower() == f.label.strip().lower()])

    def test_one_type_per_name(self):
        """tshark lists a name once however often it is registered, so this reads the sources. Widths of integers may
        differ, as everywhere in Wireshark: bcnet.mission.system has four bytes in a mod's form (70.4). The row of x
        stands for y and z, too (bcnet_register_fields)."""
        types = {}
        for path in [SOURCE / "packet-bcnet.c", *sorted((SOURCE / "plugin").rglob("*.c"))]:
            for name, kind in REGISTRATION.findall(path.read_text(encoding="utf-8").replace("\\\n", "")):
                for axis in ("x", "y", "z") if name.endswith(".x") else (name[-1],):
                    types.setdefault(name[:-1] + axis, set()).add(re.sub(r"^(U?INT)\d+$", r"\1", kind))
        keys = (SOURCE / "plugin/gamespy/gamespy-text.h").read_text(encoding="utf-8")
        for name, kind in re.findall(r'\bKEY\(\w+, "(\w+)".*?\bFT_(\w+)', keys, re.S):
            types.setdefault(f"bcnet.gamespy.{name}", set()).add(kind)
        for field in registered_fields():       # made of the labels of messages; tests/opcodes/test_labels.py
            if field.name.startswith("bcnet.op."):
                types.setdefault(field.name, set()).add("NONE")
        allowed = {"bcnet.mission.system": {"UINT8", "UINT32"}}     # 70.4: wider in the form of a mod
        self.assert_none("names with several types", [f"{name}: {kinds}" for name, kinds in types.items()
                                                      if len(kinds) > 1 and kinds != allowed.get(name)])
        self.assert_none("registered fields that this test does not find in the sources",
                         [f.name for f in self.fields if not is_expert(f) and f.name not in types])


class Symbols(unittest.TestCase):
    """The plugin shares a process with others: it exports what Wireshark asks for and nothing else."""

    def test_exported(self):
        plugins = list(BUILD.glob("plugins/*/epan/bcnet.so"))
        self.assertEqual(len(plugins), 1, plugins)
        listing = subprocess.run(["nm", "-D", "--defined-only", plugins[0]], capture_output=True, text=True, check=True)
        names = {line.split()[-1] for line in listing.stdout.splitlines()}
        sanitizer = {name for name in names if re.match(r"__(asan|odr_asan|ubsan|gcov)", name)}
        self.assertLessEqual(names - sanitizer, PLUGIN_SYMBOLS)
        self.assertGreaterEqual(names, PLUGIN_SYMBOLS - {"plugin_describe"})


if __name__ == "__main__":
    main()
