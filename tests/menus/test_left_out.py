# SPDX-License-Identifier: GPL-2.0-or-later
"""A package of Wireshark's headers may lack one that only menus need (Ubuntu's of 4.2 does): the plugin is built without its
menu, and cmake says so."""
import json
import os
import pathlib
import shlex
import subprocess
import unittest

from bcnet_test import SOURCE, main, scratch

# What epan/plugin_if.h brings along; dfilter.h is the one that includes dfilter-loc.h from 4.2 on.
LACKING = ["dfilter.h", "dfilter-loc.h"]
INSTALLED = pathlib.Path(subprocess.run(["pkg-config", "--variable=includedir", "wireshark"], capture_output=True, check=True,
                                        text=True).stdout.strip()) / "wireshark"


def headers_that_lack(names, folder):
    """Wireshark's headers as they are installed, without these."""
    for path in INSTALLED.rglob("*.h"):
        if path.name not in names:
            link = folder / path.relative_to(INSTALLED)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
    return folder


class LeftOut(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.tree = scratch() / "without-menu"
        headers = headers_that_lack(LACKING, scratch() / "headers")
        options = ["-DBCNET_TESTS=OFF", "-DBCNET_WHOLE_PROGRAM=OFF", f"-DWireshark_DIR={SOURCE}/packaging/lib/cmake",
                   f"-DBCNET_WIRESHARK_INCLUDE={headers}"]
        cls.said = subprocess.run(["cmake", "-S", SOURCE, "-B", cls.tree, *options], capture_output=True, check=True, text=True).stdout
        commands = json.loads((cls.tree / "compile_commands.json").read_text(encoding="utf-8"))
        cls.plugin = [entry for entry in commands if pathlib.Path(entry["file"]).is_relative_to(SOURCE / "plugin")]

    def compiler(self, entry, *options):
        words = shlex.split(entry["command"])
        return subprocess.run([*words[:words.index("-o")], *options, entry["file"]], cwd=entry["directory"], check=True,
                              stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"}).stdout

    def test_cmake_says_so(self):
        self.assertIn("without the menu Tools > Bridge Commander", self.said)

    def test_nothing_but_the_menu_needs_it(self):
        """Every other file finds all that it includes."""
        self.assertGreater(len(self.plugin), 100)
        for entry in self.plugin:
            self.assertIn(".h", self.compiler(entry, "-M"), entry["file"])

    def test_nothing_of_the_menu_is_left(self):
        menu, = (entry for entry in self.plugin if entry["file"].endswith("/menu.c"))
        self.compiler(menu, "-c", "-o", str(self.tree / "menu.o"))
        names = subprocess.run(["nm", self.tree / "menu.o"], capture_output=True, check=True, text=True).stdout
        self.assertIn("T bcnet_register_menu", names)
        self.assertNotIn("ext_menubar", names)


if __name__ == "__main__":
    main()
