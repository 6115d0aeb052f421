# SPDX-License-Identifier: GPL-2.0-or-later
"""Only plugin/reading/numbers.c makes text of floating numbers, and nothing asks the locale what a letter is."""

import re
import unittest

from wireshark import SOURCE

NUMBERS = "plugin/reading/numbers.c"
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
FLOATING = re.compile(r"(?<!%)(?:%%)*%[-+ #0-9.*']*(?:l|L|ll)?[aAeEfFgG](?![a-z]{3})")
# Of C: letters, comparison and numbers of the user's language. GLib's g_ascii_ ones ask nobody.
ASKING = re.compile(r"\b(tolower|toupper|is(?:alnum|alpha|cntrl|digit|graph|lower|print|punct|space|upper|xdigit)|"
                    r"str(?:n)?casecmp|strcoll|strxfrm|strto[fd]|strtold|atof|sscanf|strftime|g_strtod|"
                    r"g_utf8_str(?:up|down)|g_utf8_collate\w*|g_str(?:n)?casecmp)\s*\(")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)


def code(path):
    """The text of a source without comments; lines stay lines."""
    return COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), path.read_text(encoding="utf-8"))


def floating(text):
    """Literals that would print a floating number."""
    return [literal for literal in LITERAL.findall(text) if FLOATING.search(literal)]


def sources():
    files = [SOURCE / "packet-bcnet.c", *(SOURCE / "plugin").rglob("*.[ch]"), *(SOURCE / "tools").rglob("*.[ch]")]
    return {path.relative_to(SOURCE).as_posix(): path for path in files}


class Numbers(unittest.TestCase):
    def test_floats_are_printed_in_one_place(self):
        found = {name: literals for name, path in sources().items() if (literals := floating(code(path)))}
        self.assertEqual(found.pop(NUMBERS, []), [])    # it puts its formats together
        self.assertEqual(found, {})

    def test_nothing_asks_the_locale(self):
        found = {name: calls for name, path in sources().items() if (calls := ASKING.findall(code(path)))}
        self.assertEqual(found, {})

    def test_would_be_seen(self):
        for literal in ('"%f"', '"%.1f s"', '"%.*g"', '"a %u, %-8.3e"', '"%%%lf"', '" %.0f %%"'):
            self.assertEqual(floating(f"printf({literal}, x)"), [literal])
        for literal in ('"%u %%"', '"%%f"', '"100 %% full"', '"%s"', '"%5.2s"', '"%" PRId64'):
            self.assertEqual(floating(f"printf({literal}, x)"), [])
        self.assertTrue(ASKING.search("if (isalpha (c))"))
        self.assertFalse(ASKING.search("g_ascii_isalpha(c); g_ascii_strtod(text, &end); g_ascii_strcasecmp(a, b)"))


if __name__ == "__main__":
    unittest.main()
