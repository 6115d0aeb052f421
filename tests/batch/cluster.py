# SPDX-License-Identifier: GPL-2.0-or-later
"""scripts/batch.py with a real scheduler and real workers of Dask on loopback; its result in a real DuckDB. Run by
tests/batch.sh, which installs them."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "docs"))
import data         # noqa: E402  (tests/docs)
from batches import CAPTURES, Bench, rows_of, tables_of
from bcnet_test import SOURCE, main, scratch
from dataset import Dataset

LONGEST = 300   # seconds until something must have happened, on a machine that has other things to do
COUNT = 20      # captures for the cluster
MANY = 200


def until(true, what):
    """Waits for something."""
    end = time.monotonic() + LONGEST
    while not true():
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen")
        time.sleep(0.02)


class Cluster(unittest.TestCase):
    """A scheduler and two workers for each test."""

    def setUp(self):
        self.bench = Bench(tempfile.mkdtemp(dir=scratch()))
        self.started = []
        self.file = self.bench.folder / "scheduler.json"
        self.start("dask-scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", self.file)
        until(self.file.exists, "the scheduler's start")
        self.address = json.loads(self.file.read_text())["address"]
        self.workers = [self.worker(), self.worker()]

    def tearDown(self):
        for process in self.started:
            process.kill()
            process.wait()

    def start(self, *command, **variables):
        """A process that ends with the test."""
        log = open(self.bench.folder / f"log-{len(self.started)}", "wb")
        with log:
            self.started.append(subprocess.Popen([*map(str, command), "--no-dashboard"], stdout=log, stderr=log,
                                                 env=self.bench.environment(**variables)))
        return self.started[-1]

    def worker(self, **variables):
        """A worker that does one capture at a time, and that nobody starts again."""
        began = self.start("dask-worker", self.address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny",
                           "--local-directory", self.bench.folder, **variables)
        log = self.bench.folder / f"log-{len(self.started) - 1}"
        until(lambda: "Registered to" in log.read_text(), "a worker's start")
        return began

    def arguments(self, *more):
        """For a batch on the cluster."""
        return ["--scheduler", self.address, *more, self.bench.result, self.bench.captures]

    def batch(self, **options):
        """Runs a batch."""
        return self.bench.batch(*self.arguments(), **options)

    def check_all_once(self):
        """Nothing is lost, nothing is there twice, nothing half."""
        self.assertEqual(list(self.bench.rows().values()), [rows_of(CAPTURES / "acks.pcapng")] * COUNT)
        self.assertEqual(len(self.bench.table("captures")), COUNT)
        self.assertEqual(self.bench.unfinished(), [])

    def test_a_worker_is_killed(self):
        for index in range(COUNT):
            self.bench.put(f"{index}/game.pcap")
        self.bench.slow(True)
        running = subprocess.Popen(self.bench.command(*self.arguments()), env=self.bench.environment(),
                                   stderr=subprocess.PIPE)
        victim, other = (worker.pid for worker in self.workers)
        until(lambda: [pid for pid, _ in self.bench.begun()].count(victim) >= 3, "the third capture of the first worker")
        at_it = [path for pid, path in self.bench.begun() if pid == victim][-1]
        os.kill(victim, signal.SIGKILL)     # right after it has begun this one, which takes a second
        said = running.communicate(timeout=LONGEST)[1].decode()
        self.assertEqual(running.returncode, 0, said)
        runs = self.bench.begun()
        self.assertEqual(len(runs), COUNT + 1)
        self.assertEqual([pid for pid, path in runs if path == at_it], [victim, other])
        self.check_all_once()
        self.assertRegex(said, rf"{COUNT} of {COUNT} captures, 0 failed")
        self.bench.slow(False)
        self.assertEqual(self.batch()[1], 0, "a second run has nothing to do")
        self.bench.put("late.pcap")
        (self.bench.captures / "bad.pcap").write_bytes(b"")
        self.assertEqual(self.batch(expect=1)[1], 1)
        self.assertEqual([row["reason"] for row in self.bench.table("failures")], ["The file is empty."])

    def test_many_tables(self):
        """200 captures, one run of tshark each; a worker is killed on the way."""
        victim = self.workers[0].pid
        self.check_many(lambda: [pid for pid, _ in self.bench.begun()].count(victim) >= MANY // 8, MANY + 1)

    def test_many_tables_share_processes(self):
        """The same, eight in a sharkd each: the rest of those is done by the other worker."""
        self.bench.share()
        self.check_many(lambda: self.bench.starts() >= MANY // 16, 0)
        self.assertLessEqual(self.bench.starts(), MANY // 8 + 1)

    def check_many(self, enough, most):
        """All is there, once, when a worker is killed after some time; with so many runs of tshark at the most."""
        self.bench.wanted = ()
        for index in range(MANY):
            self.bench.put(f"{index}/game.pcap", "session.pcapng")
        running = subprocess.Popen(self.bench.command(*self.arguments()), env=self.bench.environment(),
                                   stderr=subprocess.PIPE)
        until(enough, "a part of the work")
        os.kill(self.workers[0].pid, signal.SIGKILL)
        said = running.communicate(timeout=LONGEST)[1].decode()
        self.assertEqual(running.returncode, 0, said)
        self.assertLessEqual(len(self.bench.begun()), most)
        expected = tables_of(CAPTURES / "session.pcapng")
        found = self.bench.tables()
        self.assertEqual(set(found), set(expected))
        for table, captures in found.items():
            self.assertEqual(list(captures.values()), [expected[table]] * MANY, table)
        self.assertEqual(self.bench.unfinished(), [])

    def test_all_workers_must_have_the_plugin(self):
        self.bench.put("game.pcap")
        self.worker(BATCH_VERSION="9")
        said, runs = self.batch(expect=1)
        self.assertIn("different versions of bcnet", said)
        self.assertEqual(runs, 0)
        self.bench.tshark.write_text("#!/bin/sh\n")
        said, _ = self.batch(expect=1)
        self.assertEqual(said.count("does not load the plugin"), 3)

    def test_a_worker_that_comes_late(self):
        for index in range(COUNT):
            self.bench.put(f"{index}/game.pcap")
        self.bench.slow(True)
        running = subprocess.Popen(self.bench.command(*self.arguments()), env=self.bench.environment(),
                                   stderr=subprocess.PIPE)
        until(lambda: len(self.bench.begun()) >= 2, "the second capture")
        late = self.worker(BATCH_VERSION="9")
        said = running.communicate(timeout=LONGEST)[1].decode()
        self.bench.slow(False)
        if running.returncode:      # it was given something, and said that it is of no use
            self.assertIn("this one 9.", said)
            late.kill()
            late.wait()
            self.batch()
        self.check_all_once()

    def test_nobody_there(self):
        said, _ = self.bench.batch("--scheduler", "tcp://127.0.0.1:1", "--wait", "1", self.bench.result,
                                   self.bench.captures, expect=1)
        self.assertIn("no scheduler with a worker answers", said)


def sql_of(document):
    """The blocks of SQL of a document."""
    return re.findall(r"^```sql\n(.*?)^```$", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


class Database(unittest.TestCase):
    """DuckDB, on the result of all bundled captures."""

    @classmethod
    def setUpClass(cls):
        cls.bench = Bench(tempfile.mkdtemp(dir=scratch()), wanted=())
        for path in sorted(CAPTURES.glob("*.pcapng")):
            cls.bench.put(path.name, path.name)
        cls.bench.batch()

    def ask(self, *statements, where=None):
        """The rows of the last statement, as lists of texts."""
        done = subprocess.run(["node", SOURCE / "tests" / "batch" / "duckdb.cjs", *statements], timeout=LONGEST,
                              capture_output=True, text=True, check=False, cwd=where or self.bench.result)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_tables(self):
        """schema.sql, load-duckdb.sql and parquet.sql of the result, and the requests of docs/batch.md."""
        scripts = [(self.bench.result / f"{name}.sql").read_text() for name in ("schema", "load-duckdb", "parquet")]
        tables = self.bench.tables()
        counts = [str(sum(map(len, captures.values()))) for captures in tables.values()]
        asked = " union all ".join(f"select count(*), {number} from '{table}.parquet'" for number, table in enumerate(tables))
        self.assertEqual([row[0] for row in self.ask(*scripts, f"{asked} order by 2")], counts)
        kills, lag, twice = (self.ask(*scripts[:2], block) for block in sql_of(SOURCE / "docs" / "batch.md"))
        names = [row[0] for row in kills]
        self.assertIn("Ace", names)
        self.assertEqual(len(lag), 10)
        self.assertEqual(twice, [])

    def test_questions(self):
        """The twenty, for one capture."""
        one = Dataset.of(CAPTURES / "session.pcapng")
        loaded = [(one.folder / f"{name}.sql").read_text() for name in ("schema", "load-duckdb")]
        for number, title, sql, shown in data.questions():
            with self.subTest(question=number, title=title):
                answered = [[data.cell(number_of(value)) for value in row] for row in self.ask(*loaded, sql, where=one.folder)]
                self.assertEqual(answered, [line.split("|") for line in shown.splitlines()[1:]])


def number_of(text):
    """A value that DuckDB printed."""
    try:
        return float(text)
    except (TypeError, ValueError):
        return text


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    main()
