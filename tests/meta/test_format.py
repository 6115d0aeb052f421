# SPDX-License-Identifier: GPL-2.0-or-later
"""All C of the project is as .clang-format says. Versions of clang-format differ: the one of Debian 12 decides."""
import re
import subprocess
import unittest

from wireshark import SOURCE

DECIDES = "14"


class TestFormat(unittest.TestCase):
    def test_every_file_is_formatted(self):
        version = re.search(r"version (\d+)", subprocess.run(["clang-format", "--version"], check=True,
                                                             stdout=subprocess.PIPE, text=True).stdout)[1]
        if version != DECIDES:
            self.skipTest(f"clang-format {version} formats otherwise than {DECIDES}")
        files = [path for folder in ("plugin", "tools", "tests", "bench") for path in (SOURCE / folder).rglob("*.[ch]")]
        files.append(SOURCE / "packet-bcnet.c")
        self.assertGreater(len(files), 100)
        run = subprocess.run(["clang-format", "--dry-run", "-Werror", *sorted(files)], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
        wrong = sorted({line.split(":")[0] for line in run.stdout.split("\n") if "-Wclang-format-violations" in line})
        self.assertEqual([], wrong, "run clang-format -i on these")


if __name__ == "__main__":
    unittest.main()
