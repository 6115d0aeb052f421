# SPDX-License-Identifier: GPL-2.0-or-later
"""The list of mutants is up to date, and ten of them, the same as long as their lines are, are still killed."""

import hashlib
import shutil
import unittest

import generate
import mutants
import report
from bcnet_test import BUILD, SOURCE, main
from run import BLIND
from workshop import Build, Workbench

SEED = "ten"
COUNT = 10
LONGEST = 4             # seconds that the test took which killed a mutant of the sample
AT_MOST = 120           # seconds; a mutant that does not end is killed, too


def killed():
    """key -> (test, seconds) of the mutants killed in the last whole run."""
    rows = (line.split() for line in (SOURCE / report.KILLED).read_text(encoding="utf-8").splitlines())
    return {key: (test, float(seconds)) for key, test, seconds in rows}


def sample(everything, known):
    """Ten of the mutants that a quick test killed, by a hash of their own, so that one more or less changes no other."""
    quick = [mutant for mutant in everything if mutant.key in known and known[mutant.key][1] <= LONGEST]
    return sorted(quick, key=lambda mutant: hashlib.sha256(f"{SEED} {mutant.key}".encode()).digest())[:COUNT]


class Lists(unittest.TestCase):
    """What there is to try."""

    longMessage = False

    def test_none_written_by_hand_is_stale(self):
        found, stale = mutants.written(SOURCE)
        self.assertFalse(stale, "These lines have changed. Write new mutants for what stands there now, in "
                         "tests/mutate/hand-written.txt:\n  " + "\n  ".join(stale))
        self.assertGreaterEqual(len(found), 60)

    def test_tests_that_are_named_exist(self):
        names = set(Build(SOURCE, BUILD).tests())
        for entry in mutants.read_written():
            self.assertLessEqual(set(entry.tests), names, entry.why)
            self.assertFalse([name for name in entry.tests if name.startswith(BLIND)], entry.why)

    def test_there_are_enough(self):
        generated = mutants.generated(SOURCE)
        self.assertGreaterEqual(len(generated) + len(mutants.read_written()), 200)
        self.assertEqual(len({mutant.key for mutant in generated}), len(generated))
        for mutant in generated:
            text = (SOURCE / mutant.path).read_text(encoding="utf-8")
            self.assertNotEqual(mutant.apply(text), text)

    def test_lines_elsewhere_do_not_matter(self):
        text = (SOURCE / "plugin" / "datagram" / "wire.c").read_text(encoding="utf-8")
        longer = "/* More\n * lines. */\n\n" + text.replace("\n{\n", "\n{\n    /* A remark. */\n")
        keys = [{key for key, *_ in generate.choose(source, 8)} for source in (text, longer)]
        self.assertEqual(keys[0], keys[1])

    def test_survivors_have_reasons(self):
        text = (SOURCE / report.DOCUMENT).read_text(encoding="utf-8")
        self.assertNotIn(report.NO_REASON, text)


class Sample(unittest.TestCase):
    """Built beside the build, each with the test that killed it."""

    longMessage = False

    @classmethod
    def setUpClass(cls):
        cls.build = Build(SOURCE, BUILD)
        cls.tests = cls.build.tests()
        folder = BUILD / "mutate"
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        cls.bench = Workbench(cls.build, folder)

    def test_ten_mutants(self):
        known = killed()
        chosen = sample([*mutants.written(SOURCE)[0], *mutants.generated(SOURCE)], known)
        self.assertEqual(len(chosen), COUNT, f"{report.KILLED} is out of date: run tests/mutate.sh")
        for name in sorted({known[mutant.key][0] for mutant in chosen}):
            passed, _, output = self.bench.run(self.tests[name], AT_MOST)
            self.assertTrue(passed, f"{name} fails without any mutant:\n{output}")
        for mutant in chosen:
            name = known[mutant.key][0]
            self.bench.put(mutant)
            passed, _, _ = self.bench.run(self.tests[name], AT_MOST)
            self.bench.clear()
            change = "\n  ".join(mutant.difference((SOURCE / mutant.path).read_text(encoding="utf-8")))
            self.assertFalse(passed, f"{name} does not see it any more; tests/mutate.sh {mutant.key} tells which test "
                             f"does:\n  {mutant.path} {mutant.why}\n  {change}")


if __name__ == "__main__":
    main()
