# SPDX-License-Identifier: GPL-2.0-or-later
"""Folders of a mod whose names were chosen to hurt: work in proportion to their number, and little memory."""

import pathlib
import sys
import tempfile
import unittest

import cost
from bcnet_test import BUILD, SOURCE, main

sys.path.append(str(SOURCE / "tests" / "import"))
from test_import import script      # noqa: E402

SMALL, LARGER = 400, 4
GROWTH = 4.4
MEMORY = 40_000_000     # bytes, of Python as well


def pairs(number, one, other):
    """One of 4096 texts made of two parts."""
    return "".join((one, other)[number >> bit & 1] for bit in range(12))


# aa and b@, as AZ and B9, have the same sum in the way of Bernstein, as GLib adds letters up.
FILES = {
    "plain": lambda number: f"ship{number}",
    "that_collide": lambda number: pairs(number, "aa", "b@"),
    "that_look_alike": lambda number: "x" + pairs(number, "!", "#"),    # as names of layouts: x____________ all of them
}
WORDS = {"plain": lambda number: f"word{number}", "that_collide": lambda number: pairs(number, "AZ", "B9")}


@unittest.skipUnless(cost.COUNTS, "nothing can be counted here")
class Folders(unittest.TestCase):
    def cost(self, files):
        """(blocks of instructions, bytes) of an import of files: [(name, text)]."""
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as output:
            for name, text in files:
                (pathlib.Path(folder) / f"{name}.py").write_text(text, encoding="utf-8")
            command = [BUILD / "tools" / "bcnet-layout", "import", "--force", "-o", output, folder]
            blocks, report, _ = cost.work(command)
            self.assertIn(f"{len(files)} ship", report.decode())
            return blocks, cost.memory(command)[0]

    def check(self, what, files_of):
        (small, _), (large, memory) = [self.cost(files_of(count)) for count in (SMALL, SMALL * LARGER)]
        print(f"{what}: {large / SMALL / LARGER:.0f} blocks each, {large / small:.3f} times those of a quarter, "
              f"{memory / 1e6:.0f} MB")
        self.assertLess(large / small, GROWTH)
        self.assertLess(memory, MEMORY)

    def test_files(self):
        for kind, name in FILES.items():
            with self.subTest(names=kind):
                self.check(f"files {kind}", lambda count, name=name: [(name(n), script()) for n in range(count)])

    def test_words_of_a_script(self):
        for kind, name in WORDS.items():
            with self.subTest(names=kind):
                self.check(f"words {kind}", lambda count, name=name: [
                    ("ship", "".join(f"{name(n)} = {n}\n" for n in range(count)) + script())])


if __name__ == "__main__":
    main()
