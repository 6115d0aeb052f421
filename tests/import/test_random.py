# SPDX-License-Identifier: GPL-2.0-or-later
"""Scripts made at random, read by the importer and run by Python: the same ship comes of both."""

import os
import random
import re
import subprocess

import hardpoints
import python15
import random_scripts
from bcnet_test import BUILD, main
from test_import import Folder

SCRIPTS = int(os.environ.get("BCNET_RANDOM_SCRIPTS", "400"))


def rows(path):
    """The list of a layout file in the form of the reference."""
    found = []
    for group, keys in hardpoints.groups(path.read_text(encoding="utf-8")).items():
        if re.fullmatch(r"Subsystem \d+", group):
            children = [keys[key].split(";") for key in keys if key.startswith("Child")]
            found.append((int(keys["ObjectOffset"]), keys["Class"], float(keys.get("MaxCondition", 0)), keys["Name"],
                          [(int(offset), kind, float(condition), name) for name, kind, condition, offset in children]))
    return found


class Random(Folder):
    def wanted(self, chance, loops):
        """{name: layout} of scripts that Python can run; they are written, and compiled where python15 can."""
        found, compiled = {}, 0
        while len(found) < SCRIPTS:
            text = random_scripts.script(chance, loops)
            try:
                layout = random_scripts.reference(text)
            except (TypeError, ValueError, IndexError, KeyError, ZeroDivisionError, RecursionError):
                continue
            name = f"s{len(found)}"
            found[name] = layout
            self.write(f"py/{name}.py", text)
            try:
                self.write(f"pyc/{name}.pyc", python15.compiled(text))
                compiled += 1
            except NotImplementedError:
                pass
        self.assertGreater(compiled, SCRIPTS // 4)
        return found

    def refused(self, wanted, form):
        """How many are refused; none of the others is another ship than Python says."""
        done = subprocess.run([BUILD / "tools" / "bcnet-layout", "import", "-o", self.output / form, self.folder / form],
                              capture_output=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr[-2000:])
        refused = 0
        for path in sorted((self.folder / form).iterdir()):
            layout = self.output / form / f"{path.stem}.ini"
            if layout.exists():
                self.assertEqual(rows(layout), wanted[path.stem], path.read_text() if form == "py" else path.stem)
            refused += not layout.exists()
        return refused

    def test_random(self):
        wanted = self.wanted(random.Random(20020208), False)
        self.assertGreater(sum(len(layout) > 2 for layout in wanted.values()), SCRIPTS // 2)
        for form in ["py", "pyc"]:
            self.assertEqual(self.refused(wanted, form), 0)

    def test_loops(self):
        """They are refused, or it does not matter."""
        wanted = self.wanted(random.Random(20020209), True)
        for form in ["py", "pyc"]:
            self.assertLess(self.refused(wanted, form), len(list((self.folder / form).iterdir())))


if __name__ == "__main__":
    main()
