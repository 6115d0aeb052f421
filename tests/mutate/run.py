# SPDX-License-Identifier: GPL-2.0-or-later
"""Tries mutants: each is built, and the tests that could see it run until one fails. See tests/mutate.sh."""

import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import queue
import threading
import time

import coverage
import mutants
import report
from workshop import Build, DoesNotCompile, SameCode, Workbench

# Tests that do not look at what is built here, or that are different every time.
BLIND = ("format", "install", "fuzz", "includes", "mutation", "example", "portable", "bootstrap", "demo", "doctor",
         "docs-links")
# These fail now and then on a busy machine: a mutant that they see must fail twice.
UNSURE = ("analysis-memory",)
# They hold what the dissector said before. Asked last, so that what others see is not counted for them.
SNAPSHOTS = ("docs-examples", "docs-fields", "docs-columns", "contract")
QUICK, LONG = 15, 40    # seconds of a processor for a mutant, with --quick, and for one of the tests then
OPEN = "not seen by quick tests"
PATIENCE = 4            # times as long as usual, and some seconds, and a mutant counts as one that never ends
SECONDS_MORE = 20
LATE = "(timeout)", "was not done after"    # so is a busy machine: such a mutant must fail twice, too


class Trial:
    """What is known before the first mutant: build, tests, how long they take, what they execute."""

    def __init__(self, top, build, work):
        self.top = top
        self.work = work
        self.build = Build(top, build)
        self.tests = {name: test for name, test in self.build.tests().items() if not name.startswith(BLIND)}
        self.seconds = {}
        self.lines = {}
        self.kills = collections.Counter()      # (path, test) -> how many mutants it saw

    def see(self, mutant, text):
        """Names of the tests that could see a mutant, the most promising first."""
        lines = mutant.lines(text)
        names = [name for name in self.tests if self._executes(name, mutant.path, lines)]
        return sorted(names, key=lambda name: self._rank(mutant, name))

    def _executes(self, name, path, lines):
        executed = self.lines.get(name, {}).get(path)
        if lines is None:   # outside of functions: whoever uses the file, or anybody where it has no code
            return executed is not None or not any(path in paths for paths in self.lines.values())
        return executed is not None and any(lines[0] <= line <= lines[1] for line in executed)

    def _share(self, name, path):
        """How much of what a test executes is this file: those that are about it execute little else."""
        files = self.lines.get(name, {})
        return len(files.get(path, ())) / max(sum(map(len, files.values())), 1)

    def _rank(self, mutant, name):
        told = mutant.tests.index(name) if name in mutant.tests else len(mutant.tests)
        promise = (0.01 + self._share(name, mutant.path)) * (1 + self.kills[mutant.path, name])
        return told, name in SNAPSHOTS, name in UNSURE, (self.seconds.get(name, 10) + 0.3) / promise


class Runner:
    """Judges mutants on several workbenches."""

    def __init__(self, trial, workers, say, budget):
        self.trial = trial
        self.budget = budget        # seconds of a processor for a mutant
        self.longest = budget if budget == math.inf else LONG
        self.say = say
        self.workers = workers
        self.benches = queue.Queue()
        for number in range(workers):
            self.benches.put(Workbench(trial.build, trial.work / f"bench-{number}"))
        self.lock = threading.Lock()

    def baseline(self):
        """All tests on the original: they must pass, and it is noted how long they take."""
        kept = self.trial.work / "seconds.json"
        if kept.exists():
            self.trial.seconds = json.loads(kept.read_text())
        missing = [name for name in self.trial.tests if name not in self.trial.seconds]
        failed = []

        def one(name):
            bench = self.benches.get()
            try:
                bench.clear()
                passed, seconds, output = bench.run(self.trial.tests[name], 900)
            finally:
                self.benches.put(bench)
            with self.lock:
                if not passed:
                    failed.append(f"{name} fails without any mutant:\n{output}")
                else:
                    self.trial.seconds[name] = seconds
                    kept.write_text(json.dumps(self.trial.seconds, indent=1))
                    self.say(f"{name} without mutants: {seconds:.1f} s")

        with concurrent.futures.ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(one, missing))
        if failed:
            raise SystemExit("\n".join(failed))

    def judge(self, mutant, passed=()):
        """A dictionary: verdict (killed, survived, same code, does not compile) and who or why; `passed`: the tests that
        have not seen it."""
        text = (self.trial.top / mutant.path).read_text(encoding="utf-8")
        result = {"key": mutant.key, "path": mutant.path, "function": mutant.function, "kind": mutant.kind,
                  "why": mutant.why, "difference": mutant.difference(text)}
        bench = self.benches.get()
        begin = time.monotonic()
        try:
            bench.put(mutant)
            result.update(self._try(bench, mutant, text, list(passed)))
        except DoesNotCompile:
            result["verdict"] = "does not compile"
        except SameCode:
            result["verdict"] = "same code"
        finally:
            bench.clear()
            self.benches.put(bench)
        return {**result, "seconds": round(time.monotonic() - begin, 1)}

    def _try(self, bench, mutant, text, passed):
        with self.lock:
            names = [name for name in self.trial.see(mutant, text)
                     if self.trial.seconds[name] <= self.longest and name not in passed]
        asked, spent = len(passed) + len(names), 0
        for name in names:
            if spent > self.budget:
                return {"verdict": OPEN, "asked": asked, "passed": passed}
            good, seconds, output = self._run(bench, name)
            if not good and (name in UNSURE or any(words in output for words in LATE)):
                good, seconds, output = self._run(bench, name)
            if not good:
                with self.lock:
                    self.trial.kills[mutant.path, name] += 1
                longer = max(seconds, self.trial.seconds[name])     # the test must also pass without mutants
                return {"verdict": "killed", "by": name, "test seconds": round(longer, 1), "asked": asked,
                        "timeout": any(words in output for words in LATE)}
            passed.append(name)
            spent += seconds
        return {"verdict": "survived" if self.budget == math.inf else OPEN, "asked": asked, "passed": passed}

    def _run(self, bench, name):
        usual = self.trial.seconds.get(name, self.trial.tests[name].timeout)
        return bench.run(self.trial.tests[name], usual * PATIENCE + SECONDS_MORE)


def select(top, words):
    """(mutants, stale ones in words) whose file, function, key or reason holds one of the words; all without words."""
    by_hand, stale = mutants.written(top)
    everything = by_hand + mutants.generated(top)
    if words:
        everything = [mutant for mutant in everything
                      if any(word in f"{mutant.key} {mutant.path} {mutant.function} {mutant.why}" for word in words)]
    return everything, stale


def read_results(path):
    """key -> result; the last one of a key counts."""
    if not path.exists():
        return {}
    return {result["key"]: result for result in map(json.loads, path.read_text().splitlines())}


def try_all(runner, chosen, results, path):
    """Judge what has no verdict yet, and write down each as it comes."""
    waiting = [mutant for mutant in chosen if results.get(mutant.key, {"verdict": OPEN})["verdict"] == OPEN]
    runner.say(f"{len(chosen)} mutants, {len(waiting)} of them to be tried")
    with concurrent.futures.ThreadPoolExecutor(runner.workers) as pool, open(path, "a", encoding="utf-8") as file:
        futures = {pool.submit(runner.judge, mutant, results.get(mutant.key, {}).get("passed", ())): mutant
                   for mutant in waiting}
        for number, done in enumerate(concurrent.futures.as_completed(futures), 1):
            result = done.result()
            results[result["key"]] = result
            file.write(json.dumps(result) + "\n")
            file.flush()
            who = f" by {result['by']}" if "by" in result else ""
            runner.say(f"{number}/{len(waiting)} {result['verdict']}{who}, {result['seconds']:.0f} s: "
                       f"{result['path']} {result['function']} {result['why']}")
            if result["verdict"] in ("survived", OPEN):
                print("\n".join(f"      {line}" for line in result["difference"]), flush=True)


def main():
    """The command line of tests/mutate.sh."""
    parser = argparse.ArgumentParser(prog="tests/mutate.sh", description="Tries mutants of the sources.")
    parser.add_argument("words", nargs="*", help="only mutants whose file, function, key or reason holds one of these")
    parser.add_argument("--list", action="store_true", help="show the mutants and try none")
    parser.add_argument("--again", action="store_true", help="try the survivors among them once more")
    parser.add_argument("--afresh", action="store_true", help="forget the verdicts on them, and what tests execute")
    parser.add_argument("--quick", action="store_true", help=f"ask tests for {QUICK} seconds at most, for a first look")
    parser.add_argument("--report", action="store_true", help="only write tests/MUTATION.md from the verdicts")
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="so many at a time (%(default)s)")
    options = parser.parse_args()
    top = pathlib.Path(__file__).resolve().parents[2]
    build = pathlib.Path(os.environ.get("BCNET_BUILD_DIR", top / "build"))
    work = pathlib.Path(os.environ.get("BCNET_MUTATE_BUILD", top / "build-mutate"))
    begin = time.monotonic()

    def say(words):
        print(f"[{time.monotonic() - begin:6.0f} s] {words}", flush=True)

    chosen, stale = select(top, options.words)
    for words in stale:
        print(f"STALE {words}")
    if options.list:
        for mutant in chosen:
            print(f"{mutant.key} {mutant.path} {mutant.function} {mutant.kind} {mutant.why}")
            print("\n".join(f"    {line}" for line in mutant.difference((top / mutant.path).read_text())))
        return bool(stale)
    work.mkdir(parents=True, exist_ok=True)
    path = work / "results.jsonl"
    results = read_results(path)
    if not options.report:
        trial = Trial(top, build, work)
        runner = Runner(trial, options.j, say, QUICK if options.quick else math.inf)
        if options.afresh:
            (work / "coverage" / "coverage.json").unlink(missing_ok=True)
            (work / "seconds.json").unlink(missing_ok=True)
        runner.baseline()
        asked = {name for name in trial.tests if trial.seconds[name] <= runner.longest}
        trial.lines = coverage.measure(top, work / "coverage", asked, options.j, say)
        judged = {result["key"] for result in results.values() if result["verdict"] not in ("survived", OPEN)}
        for result in results.values():
            if "by" in result:
                trial.kills[result["path"], result["by"]] += 1
        mine = {mutant.key for mutant in chosen}
        if options.afresh or options.again:
            results = {key: result for key, result in results.items()
                       if key not in mine or (key in judged and not options.afresh)}
        try_all(runner, chosen, results, path)
    judged = [results[mutant.key] for mutant in chosen if mutant.key in results]
    report.say(judged)
    complete = len(judged) == len(chosen) and all(result["verdict"] != OPEN for result in judged)
    if options.report or not options.words and complete:
        unexplained = report.write(top, judged, SNAPSHOTS)
        print(f"Written: {report.DOCUMENT}, {report.KILLED}. Survivors without a reason: {len(unexplained)}.")
    return bool(stale)


if __name__ == "__main__":
    raise SystemExit(main())
