# SPDX-License-Identifier: GPL-2.0-or-later
"""The plugin is C that Microsoft's compiler takes too, and what differs between systems and versions stands in one place."""
import pathlib
import re
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
COMPAT = "plugin/reading/compat.h"
# What only GCC and Clang know. Attributes hide in compat.h.
EXTENSIONS = {
    "a builtin": re.compile(r"\b__builtin_\w+"),
    "an attribute": re.compile(r"\b__attribute__\b"),
    "typeof": re.compile(r"\b(__typeof__|typeof)\b"),
    "a statement in an expression": re.compile(r"\(\{"),
    "a range of cases": re.compile(r"\bcase\s+[^:?]+\.\.\.", re.MULTILINE),
    "a condition without its middle": re.compile(r"\?:"),
    "an empty initialiser": re.compile(r"=\s*\{\s*\}"),
    "an integer of 128 bits": re.compile(r"\b__int128\b"),
    # Not among Microsoft's headers, though among those of mingw-w64.
    "a name of POSIX": re.compile(r"\b(S_IS(REG|DIR|LNK)|strn?casecmp|ssize_t|usleep|(local|gm)time_r|gettimeofday|strtok_r|"
                                  r"strndup|v?asprintf|getline|mkstemp|M_PI|timegm|strsep|stpcpy|memmem)\b"),
}
# On Windows the address of data in another library is no constant.
IMPORTED = re.compile(r"&\s*(units_\w+|tfs_\w+)\b")
# GLib frees by an attribute that Microsoft's compiler lacks.
AUTOMATIC = re.compile(r"\bg_auto(free|ptr|list|slist|queue)?\b|\bG_DEFINE_AUTO\w+")
# Moved to another folder between 4.4 and 4.6; packet.h brings it along everywhere.
MOVED = re.compile(r"<epan/value_string\.h>")
# These want epan/dfilter/dfilter-loc.h, which Ubuntu 24.04's packages lack.
LACKING = re.compile(r"<(epan/plugin_if|cfile|epan/dfilter/dfilter)\.h>")
VERSION = re.compile(r"\bWIRESHARK_VERSION_(MAJOR|MINOR)\b|\bBCNET_WIRESHARK\b")


def sources():
    return sorted([*TOP.glob("plugin/**/*.[ch]"), TOP / "packet-bcnet.c"])


def code(text):
    """Without comments, strings and characters; lines stay where they are."""
    pattern = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
    return pattern.sub(lambda hit: " " + "\n" * hit.group().count("\n") if hit.group().startswith("/") else '""', text)


def found(pattern, text, name):
    return [f"{name}:{text.count(chr(10), 0, hit.start()) + 1}: {hit.group()}" for hit in pattern.finditer(text)]


class Portable(unittest.TestCase):
    def setUp(self):
        self.files = {path.relative_to(TOP).as_posix(): code(path.read_text(encoding="utf-8")) for path in sources()}
        self.assertGreater(len(self.files), 100)

    def search(self, pattern, but=()):
        return [hit for name, text in self.files.items() if name not in but for hit in found(pattern, text, name)]

    def test_no_extension_of_a_compiler(self):
        for what, pattern in EXTENSIONS.items():
            with self.subTest(what):
                self.assertEqual(self.search(pattern, but=(COMPAT,)), [])

    def test_nothing_is_freed_by_an_attribute(self):
        self.assertEqual(self.search(AUTOMATIC), [])

    def test_no_address_of_imported_data(self):
        self.assertEqual(self.search(IMPORTED), [])

    def test_no_header_that_moved(self):
        self.assertEqual(self.search(MOVED), [])

    def test_no_header_that_ubuntu_cannot_compile(self):
        self.assertEqual(self.search(LACKING), [])

    def test_versions_are_asked_for_in_one_place(self):
        self.assertEqual(self.search(VERSION, but=(COMPAT, "plugin/plugin.c")), [])

    def test_what_is_looked_for_is_found(self):
        samples = {"a builtin": "__builtin_ctz(x)", "an attribute": "__attribute__((packed))", "typeof": "typeof(x) y;",
                   "a statement in an expression": "x = ({ 1; });", "a range of cases": "case 1 ... 3:",
                   "a condition without its middle": "a ?: b", "an empty initialiser": "int a[3] = {};",
                   "an integer of 128 bits": "__int128 x;", "a name of POSIX": "if (S_ISREG(mode))"}
        self.assertEqual(samples.keys(), EXTENSIONS.keys())
        for what, sample in samples.items():
            self.assertTrue(EXTENSIONS[what].search(code(sample)), what)
        self.assertTrue(AUTOMATIC.search("g_autofree char *a;"))
        self.assertTrue(AUTOMATIC.search("g_auto(GStrv) a;"))
        self.assertTrue(LACKING.search("#include <epan/plugin_if.h>"))
        self.assertTrue(IMPORTED.search("TFS(&tfs_yes_no)"))
        self.assertFalse(IMPORTED.search(code('/* &tfs_yes_no */ "&tfs_yes_no"')))


if __name__ == "__main__":
    unittest.main()
