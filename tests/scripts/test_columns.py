# SPDX-License-Identifier: GPL-2.0-or-later
"""scripts/bcnet-columns: columns by name, whatever else is there."""

import subprocess
import unittest

from bcnet_test import SOURCE, main

ROWS = 'frame,time,summary\n1,0.5,"hi, ""you"""\n22,10.25,\u00e9t\u00e9\n'


def columns(*arguments, rows=ROWS, expect=0):
    done = subprocess.run([SOURCE / "scripts" / "bcnet-columns", *arguments], input=rows.encode(), capture_output=True,
                          check=False, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})
    if done.returncode != expect:
        raise AssertionError(done.stderr.decode())
    return (done.stderr if expect else done.stdout).decode()


class Columns(unittest.TestCase):
    def test_picked_and_aligned(self):
        self.assertEqual(columns("summary,frame"), 'summary    frame\nhi, "you"  1\n\u00e9t\u00e9        22\n')

    def test_comma_separated(self):
        self.assertEqual(columns("--csv", "summary,time"), 'summary,time\n"hi, ""you""",0.5\n\u00e9t\u00e9,10.25\n')

    def test_a_column_that_is_added_changes_nothing(self):
        more = "".join(f"new,{line}\n" for line in ROWS.splitlines())
        self.assertEqual(columns("frame,time", rows=more), columns("frame,time"))

    def test_no_such_column(self):
        self.assertEqual(columns("frame,colour", expect=1),
                         "bcnet-columns: There is no column colour. There are: frame, time, summary\n")
        self.assertIn("no column frame", columns("frame", rows="", expect=1))


if __name__ == "__main__":
    main()
