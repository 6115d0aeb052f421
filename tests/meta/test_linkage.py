# SPDX-License-Identifier: GPL-2.0-or-later
"""What only one file uses is static: a header says what others call, and no more."""
import re
import unittest

from wireshark import SOURCE

NO_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
WORD = re.compile(r"\w+")
DECLARED = re.compile(r"^(?!typedef|static|#|\s)[\w *]*?\b(\w+)\((?=[^;{]*;)", re.M)


def words_of(text):
    return WORD.findall(NO_CODE.sub(" ", text))


def used_by_one_file(headers, sources):
    """Functions that a header declares and that stand in no second file, nor in a macro of the header; headers and sources:
    name -> text."""
    where = {}
    for name, text in {**headers, **sources}.items():
        for word in set(words_of(text)):
            where.setdefault(word, set()).add(name)
    return sorted(function for header, text in headers.items() for function in DECLARED.findall(NO_CODE.sub(" ", text))
                  if words_of(text).count(function) == 1 and len(where[function]) <= 2)


class Linkage(unittest.TestCase):

    def test_code(self):
        folders = [SOURCE / name for name in ("plugin", "tools", "bench", "tests")]
        files = [SOURCE / "packet-bcnet.c", *(file for folder in folders for file in folder.rglob("*.[ch]"))]
        texts = {file: file.read_text(encoding="utf-8", errors="replace") for file in files}
        headers = {file: text for file, text in texts.items() if file.suffix == ".h" and folders[3] not in file.parents}
        self.assertEqual(used_by_one_file(headers, texts), [])

    def test_it_finds_them(self):
        header = "int one(int a,\n        int b);\nvoid two(void);\nvoid three(void);\n#define THREE() three()\n"
        self.assertEqual(used_by_one_file({"a.h": header}, {"a.c": "one two three", "b.c": "/* one */ two(); \"one\""}),
                         ["one"])


if __name__ == "__main__":
    unittest.main()
