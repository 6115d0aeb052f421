# SPDX-License-Identifier: GPL-2.0-or-later
"""scripts/batch.py on this machine: every capture once, whatever its name; what fails is listed; a run goes on where
another ended. The same on a cluster: tests/batch.sh."""

import csv
import dataclasses
import fcntl
import gzip
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

import pcapng
from batches import CAPTURES, Bench, rows_of, tables_of
from bcnet_test import main, run, scratch

HOSTILE = ("a b/game.pcapng", "it's \"q\", $(x);/game.pcapng", "new\nline.pcap", "-r.cap", "%s{}*.pcap",
           os.fsdecode(b"\xff\xfe.pcap1"), "deep/er/still/ÄÖ.PCAP")


class Batches(unittest.TestCase):
    """Each test has a bench of its own."""

    def setUp(self):
        self.bench = Bench(tempfile.mkdtemp(dir=scratch()))

    def names(self):
        """Path within the folder -> name of the capture."""
        root = os.path.realpath(self.bench.captures) + "/"
        return {row["path"].removeprefix(root): row["capture"] for row in self.bench.table("captures")}


class Whole(Batches):
    """What a run makes."""

    def test_hostile_names(self):
        for name in HOSTILE:
            self.bench.put(name)
        (self.bench.captures / "z.pcapng.gz").write_bytes(gzip.compress((CAPTURES / "join.pcapng").read_bytes()))
        self.bench.put("notes.txt")
        _, runs = self.bench.batch()
        self.assertEqual(runs, len(HOSTILE) + 1)
        found, names = self.bench.rows(), self.names()
        self.assertEqual(len(names), len(HOSTILE) + 1)
        self.assertEqual(found.pop(names["z.pcapng.gz"]), rows_of(CAPTURES / "join.pcapng"))
        self.assertEqual(len(found), len(HOSTILE))
        expected = rows_of(CAPTURES / "acks.pcapng")
        self.assertEqual(list(found.values()), [expected] * len(HOSTILE))
        self.assertIn("new\\nline.pcap", names)
        self.assertEqual(self.bench.unfinished(), [])

    def test_failures_are_listed_and_the_others_done(self):
        self.bench.put("good.pcap")
        whole = (CAPTURES / "session.pcapng").read_bytes()
        for name, contents in (("zero.pcap", b""), ("text.pcap", b"hello\n"), ("cut.pcap", whole[:20000]),
                               ("cut.pcap.gz", gzip.compress(whole)[:3000])):
            (self.bench.captures / name).write_bytes(contents)
        said, _ = self.bench.batch(self.bench.result, self.bench.captures, self.bench.captures / "none.pcap", expect=1)
        reasons = {pathlib.Path(row["path"]).name: row["reason"] for row in self.bench.table("failures")}
        self.assertEqual(sorted(reasons), ["cut.pcap", "cut.pcap.gz", "none.pcap", "text.pcap", "zero.pcap"])
        self.assertRegex(reasons["cut.pcap"], "^tshark: .*cut short in the middle of a packet")
        self.assertIn("cut short", reasons["cut.pcap.gz"])
        self.assertIn("o such file", reasons["none.pcap"])
        self.assertIn("no capture", reasons["text.pcap"])
        self.assertIn("empty", reasons["zero.pcap"])
        self.assertEqual(said.count("failed: "), 5)
        self.assertEqual(list(self.bench.rows()), [self.names()["good.pcap"]])
        self.assertEqual(self.bench.unfinished(), [])
        for name in ("zero.pcap", "text.pcap", "cut.pcap", "cut.pcap.gz"):
            self.bench.put(name)
        _, runs = self.bench.batch()
        self.assertEqual(runs, 4)
        self.assertFalse((self.bench.result / "failures.csv").exists())

    def test_a_tshark_that_crashes_hangs_or_never_stops(self):
        """A line each; the others go on, and a later run does what failed."""
        for name in ("good.pcap", "crash.pcap", "words.pcap", "rows.pcap", "line.pcap"):
            self.bench.put(name)
        plain = self.bench.tshark.read_text()
        self.bench.tshark.write_text(plain.replace("exec ", """case $4 in
            *crash.pcap) kill -SEGV $$ ;;
            *words.pcap) yes out of order >&2 ;;
            *rows.pcap) exec yes 1,2,3 ;;
            *line.pcap) exec tr '\\0' x < /dev/zero ;;
            *hang.pcap) exec sleep 100000 ;;
        esac
        exec """).replace("yes out of order >&2", "yes out of order | head -c 3000000 >&2; exit 3"))
        said, _ = self.bench.batch(self.bench.result, self.bench.captures, "--keep-free", str(2 ** 40), expect=1)
        reasons = {pathlib.Path(row["path"]).name: row["reason"] for row in self.bench.table("failures")}
        self.assertEqual(sorted(reasons), ["crash.pcap", "line.pcap", "rows.pcap", "words.pcap"])
        self.assertIn("crashed (signal 11)", reasons["crash.pcap"])
        self.assertIn("out of order out of order", reasons["words.pcap"])
        self.assertLess(len(reasons["words.pcap"]), 70000)
        self.assertIn("MB are free", reasons["rows.pcap"])
        self.assertEqual(list(self.bench.rows()), [self.names()["good.pcap"]])
        self.bench.put("hang.pcap")
        (self.bench.captures / "zero.pcap").touch()
        command = [self.bench.captures / name for name in ("good.pcap", "hang.pcap", "zero.pcap")]
        self.bench.batch(self.bench.result, *command, "--timeout", "0.2", expect=1)
        reasons = {pathlib.Path(row["path"]).name: row["reason"] for row in self.bench.table("failures")}
        self.assertEqual(sorted(reasons), ["hang.pcap", "zero.pcap"])
        self.assertIn("did not end within", reasons["hang.pcap"])
        self.assertEqual(self.bench.unfinished(), [])
        self.bench.tshark.write_text(plain)
        self.bench.put("zero.pcap")
        self.assertEqual(self.bench.batch()[1], 6)

    def test_a_full_disk(self):
        """The system lets no file become larger than some: what needs more fails, all else is done."""
        self.bench.put("small.pcap")
        self.bench.put("large.pcap", "session.pcapng")
        command = self.bench.command(self.bench.result, self.bench.captures)
        done = subprocess.run(["sh", "-c", 'ulimit -f 40; exec "$@"', "sh", *map(str, command)], capture_output=True,
                              env=self.bench.environment(), check=False)
        self.assertEqual((done.returncode, b"Traceback" in done.stderr), (1, False), done.stderr)
        self.assertEqual([pathlib.Path(row["path"]).name for row in self.bench.table("failures")], ["large.pcap"])
        self.assertEqual(list(self.bench.rows()), [self.names()["small.pcap"]])

    def test_the_year_10000(self):
        """Of a frame, and of a file."""
        packets = pcapng.read(CAPTURES / "acks.pcapng")
        late = [dataclasses.replace(packet, time=253402300800 + number) for number, packet in enumerate(packets)]
        pcapng.write(self.bench.captures / "late.pcapng", late)
        os.utime(self.bench.put("good.pcap"), (0, 253402300800))
        self.bench.batch(expect=1)
        (failure,) = self.bench.table("failures")
        self.assertRegex(failure["reason"], "not within the years 1 to 9999")
        (row,) = self.bench.table("captures")
        self.assertEqual((row["day"], row["modified"][:4] in ("", "2446")), ("2002-02-08", True), "some disks end at 2446")
        self.assertEqual(self.bench.batch(expect=1)[1], 1)

    def test_a_record_that_is_not_whole(self):
        self.bench.put("good.pcap")
        self.bench.batch()
        for words in ("", "{}", "[]", '{"capture": 1}', "7"):
            next((self.bench.result / ".done").glob("*.json")).write_text(words)
            self.assertEqual(self.bench.batch()[1], 1, words)
            self.assertEqual(self.bench.unfinished(), [])

    def test_each_capture_once(self):
        path = self.bench.put("game.pcap")
        self.bench.put("other/game.pcap", "join.pcapng")
        os.symlink("game.pcap", self.bench.captures / "latest.pcap")
        listed = self.bench.folder / "list"
        listed.write_bytes(os.fsencode(path) + b"\0" + os.fsencode(path) + b"\0")
        _, runs = self.bench.batch(self.bench.result, self.bench.captures, path, "--files0-from", listed)
        self.assertEqual(runs, 2)
        self.assertEqual(sorted(map(len, self.bench.rows().values())),
                         sorted(len(rows_of(CAPTURES / name)) for name in ("acks.pcapng", "join.pcapng")))

    def test_partition_is_the_day(self):
        shifted = self.bench.captures / "later.pcapng"
        run("editcap", "-t", "86400", self.bench.put("game.pcap"), shifted)
        run("editcap", CAPTURES / "acks.pcapng", self.bench.captures / "nothing.pcap", "1-999")
        self.bench.batch()
        days = {pathlib.Path(row["path"]).name: (row["day"], row["file"].split("/")[:-1], row["start"])
                for row in self.bench.table("captures")}
        self.assertEqual(days["game.pcap"], ("2002-02-08", ["messages", "day=2002-02-08"], "1013169600.000000"))
        self.assertEqual(days["later.pcapng"], ("2002-02-09", ["messages", "day=2002-02-09"], "1013256000.000000"))
        self.assertEqual(days["nothing.pcap"], ("", [], ""), "no messages, no file")
        self.assertEqual(self.bench.unfinished(), [])

    def test_other_columns(self):
        self.bench.put("story.pcap", "session.pcapng")
        said, _ = self.bench.batch("-o", "bcnet.nonsense:1", self.bench.folder / "none", self.bench.captures, expect=1)
        self.assertIn("bcnet.nonsense", said)
        self.bench.batch("-2", "--rows", "0x2c", self.bench.folder / "chats", self.bench.captures)
        (rows,) = (self.bench.folder / "chats" / "messages").glob("*/*.csv")
        self.assertIn("bcnet.chat.text", rows.read_text().splitlines()[0].split(","))


class Again(Batches):
    """A run after another."""

    def test_only_what_is_missing_or_changed(self):
        stays, changes, lost = (self.bench.put(f"{name}.pcap") for name in ("stays", "changes", "lost"))
        self.bench.batch()
        before = self.bench.rows()
        self.assertEqual(self.bench.batch()[1], 0)
        os.utime(stays)
        self.assertEqual(self.bench.batch()[1], 0, "the same contents")
        run("editcap", "-t", "86400", CAPTURES / "join.pcapng", changes)
        names = self.names()
        next(self.bench.result.glob(f"messages/*/{names['lost.pcap']}.csv")).unlink()
        new = self.bench.put("new.pcap")
        self.assertEqual(self.bench.batch()[1], 3)
        after = self.bench.rows()
        self.assertEqual(len(after), 4)
        self.assertEqual(after[names["changes.pcap"]], rows_of(changes))
        for path in (stays, lost):
            name = names[os.path.basename(path)]
            self.assertEqual(after[name], before[name])
        self.assertEqual(after[self.names()[os.path.basename(new)]], rows_of(CAPTURES / "acks.pcapng"))
        self.assertEqual(self.bench.unfinished(), [])

    def test_another_version_of_the_plugin(self):
        self.bench.put("a.pcap")
        self.bench.put("b.pcap")
        self.assertEqual(self.bench.batch(BATCH_VERSION="1")[1], 2)
        self.assertEqual(self.bench.batch(BATCH_VERSION="1")[1], 0)
        self.assertEqual(self.bench.batch(BATCH_VERSION="2")[1], 2)
        self.assertEqual({row["plugin"] for row in self.bench.table("captures")}, {"2"})

    def test_interrupted(self):
        """What is unfinished is removed, what is done is told; and no traceback."""
        for index in range(6):
            self.bench.put(f"{index}.pcap")
        self.bench.slow(True)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number), subprocess.Popen(
                    self.bench.command(self.bench.result, self.bench.captures), start_new_session=True,
                    env=self.bench.environment(), stderr=subprocess.PIPE) as process:
                while len(list(self.bench.result.glob(".parts/*"))) < 2:       # both workers are at work
                    self.assertIsNone(process.poll())
                    time.sleep(0.02)
                time.sleep(0.2)
                process.send_signal(number)
                said = process.communicate()[1].decode()
                self.assertEqual((process.returncode, "Traceback" in said), (128 + number, False), said)
                self.assertEqual([*self.bench.result.glob(".parts*"), *self.bench.result.glob(".done/.*")], [])
                done = list(self.bench.result.glob(".done/*.json"))
                self.assertEqual(len(self.bench.table("captures")), len(done))
                for record in done:     # the next run has as much to do
                    record.unlink()

    def test_after_a_kill(self):
        for index in range(6):
            self.bench.put(f"{index}.pcap")
        self.bench.slow(True)
        killed = subprocess.Popen(self.bench.command(self.bench.result, self.bench.captures), start_new_session=True,
                                  env=self.bench.environment(), stderr=subprocess.DEVNULL)
        while len(list(self.bench.result.glob(".done/*.json"))) < 2:
            self.assertIsNone(killed.poll())
            time.sleep(0.05)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.wait()
        done = len(list(self.bench.result.glob(".done/*.json")))
        self.assertLess(done, 6)
        stray = self.bench.result / "messages" / "day=2002-02-08" / "stray.csv"
        stray.write_text("capture,frame,time,\nstray,1,2,\n")   # as if it had died between the rows and the record
        self.bench.slow(False)
        self.assertEqual(self.bench.batch()[1], 6 - done)
        self.assertEqual(list(self.bench.rows().values()), [rows_of(CAPTURES / "acks.pcapng")] * 6)
        self.assertEqual(self.bench.unfinished(), [])


class Tables(Batches):
    """The same for tables, which are what is made when nothing is said."""

    def setUp(self):
        self.bench = Bench(tempfile.mkdtemp(dir=scratch()), wanted=())

    def check(self, **sources):
        """Every table has the rows of each capture, once."""
        names = {row["path"].rsplit("/", 1)[1]: row["capture"] for row in self.bench.table("captures")}
        expected = {}
        for name, source in sources.items():
            for table, rows in tables_of(CAPTURES / f"{source}.pcapng").items():
                expected.setdefault(table, {})[names[f"{name}.pcap"]] = rows
        self.assertEqual(self.bench.tables(), expected)
        self.assertEqual(self.bench.unfinished(), [])

    def test_tables(self):
        self.bench.put("one.pcap", "session.pcapng")
        self.bench.put("two.pcap", "departures.pcapng")
        self.assertEqual(self.bench.batch()[1], 2)
        self.check(one="session", two="departures")
        self.assertEqual(self.bench.batch()[1], 0)
        next(self.bench.result.glob("chat/two-*.csv")).unlink()
        self.assertEqual(self.bench.batch()[1], 1, "one table of it was missing")
        self.check(one="session", two="departures")
        self.assertIn("take another folder", self.bench.batch("--rows", "all", self.bench.result, self.bench.captures,
                                                              expect=1)[0])

    def test_small_captures_share_a_process(self):
        """20 of them two workers: three starts of at most eight captures; the same rows in any order, none of another's."""
        self.bench.share()
        sources = [path.stem for path in sorted(CAPTURES.glob("*.pcapng"), key=lambda path: path.stat().st_size)][-20:]
        self.assertIn("session", sources)
        for source in sources:
            self.bench.put(f"{source}.pcap", f"{source}.pcapng")
        self.assertEqual(self.bench.batch()[1], 0, "no tshark")
        self.assertEqual(self.bench.starts(), 3)
        self.check(**{source: source for source in sources})

    def test_what_a_shared_process_cannot_do(self):
        """A capture that is cut short is said to be that, and the others are whole; tshark does what a sharkd does not that
        ends, or has no plugin."""
        program = self.bench.share()
        for name in ("a", "c", 'd"', "e"):
            self.bench.put(f"{name}.pcap", "departures.pcapng")
        (self.bench.captures / "b.pcap").write_bytes((CAPTURES / "session.pcapng").read_bytes()[:20000])
        for words, runs in (("", 2), ("exit 1\n", 5), ("exec cat\n", 5), ("unset BCNET_TABLES\n", 5)):
            with self.subTest(words=words):
                plain = program.read_text()
                program.write_text(plain.replace("exec ", f"{words}exec "))
                self.assertEqual(self.bench.batch(expect=1)[1], runs)
                program.write_text(plain)
                (failure,) = self.bench.table("failures")
                self.assertRegex(failure["reason"], "^tshark: .*cut short in the middle of a packet")
                self.check(**{name: "departures" for name in ("a", "c", 'd"', "e")})
                shutil.rmtree(self.bench.result)

    def test_schema(self):
        """It makes tables that take the rows."""
        self.bench.put("one.pcap", "session.pcapng")
        self.bench.put("two.pcap", "session.pcapng")
        self.bench.batch()
        database = sqlite3.connect(":memory:")
        database.executescript((self.bench.result / "schema.sql").read_text(encoding="utf-8"))
        for table in self.bench.tables():
            for path in self.bench.result.glob(f"{table}/*.csv"):
                with path.open(encoding="utf-8", newline="") as rows:
                    header, *cells = csv.reader(rows)
                    database.executemany(f"INSERT INTO {table} ({', '.join(header)}) VALUES "
                                         f"({', '.join('?' * len(header))})", cells)
        self.assertEqual(database.execute("SELECT count(*), count(DISTINCT capture) FROM chat").fetchone(), (14, 2))

    def test_after_a_kill(self):
        """Tables that were moved without a record are made again, not twice."""
        self.bench.put("one.pcap", "session.pcapng")
        self.bench.batch()
        for record in self.bench.result.glob(".done/*.json"):
            record.unlink()
        for path in list(self.bench.result.glob("*/*.csv"))[:7]:
            path.unlink()
        self.assertEqual(self.bench.batch()[1], 1)
        self.check(one="session")


class Refused(Batches):
    """Sentences before anything is done."""

    def refusal(self, *arguments, **variables):
        said, runs = self.bench.batch(*arguments, expect=1, **variables)
        self.assertEqual(runs, 0)
        return said

    def test_rows_of_another_request(self):
        self.bench.put("a.pcap")
        self.bench.batch()
        self.assertIn("take another folder", self.refusal("--rows", "0x2c", self.bench.result, self.bench.captures))

    def test_two_at_once(self):
        self.bench.put("a.pcap")
        self.bench.result.mkdir()
        with open(self.bench.result / ".lock", "w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertIn("Another run", self.refusal())
        self.bench.batch()

    def test_no_plugin_no_tshark(self):
        self.bench.put("a.pcap")
        for text, words in (("#!/bin/sh\necho 'mate.so\t1\tdissector\t/x'\n", "does not load the plugin"),
                            ("#!/bin/sh\necho no such thing >&2\nexit 2\n", "no such thing")):
            self.bench.tshark.write_text(text)
            self.assertIn(words, self.refusal())
        self.bench.tshark.unlink()
        self.assertIn("cannot be run", self.refusal())

    def test_no_dask(self):
        (self.bench.folder / "distributed.py").write_text("raise ImportError\n")
        said = self.refusal("--scheduler", "tcp://127.0.0.1:1", self.bench.result, self.bench.captures,
                            PYTHONPATH=str(self.bench.folder))
        self.assertIn("apt install python3-distributed", said)


if __name__ == "__main__":
    main()
