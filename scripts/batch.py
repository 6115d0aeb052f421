#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes tables of many captures, on this machine or on a Dask cluster.

    batch.py RESULT CAPTURE-OR-FOLDER...                                as many captures at once as there are processors
    batch.py --scheduler tcp://HOST:8786 RESULT CAPTURE-OR-FOLDER...    on the workers of that scheduler

RESULT is a folder:

    TABLE/NAME.csv      rows of one capture, as tshark -z bcnet,tables writes them, its NAME before each
    captures.csv        what is done: a row per capture
    failures.csv        what failed in the last run, and what tshark said; not there when nothing did
    schema.sql          makes the tables in DuckDB; load-duckdb.sql fills them, parquet.sql makes a Parquet file of each

With --rows it holds rows of tshark -z bcnet,csv instead: messages/day=2002-02-08/NAME.csv.

What is there is complete: files get their names when they are. So a run that ended in any way can be started again, and
does what is missing, has changed since, or was made by another version of the plugin. Exit code 1: something failed.
"""

import argparse
import concurrent.futures
import contextlib
import csv
import dataclasses
import datetime
import hashlib
import json
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid

CAPTURE = re.compile(r"\.(pcap|pcapng|cap)\d*(\.(gz|zst|lz4))?$", re.IGNORECASE)
NO_PLUGIN = "tshark does not load the plugin bcnet. As root it ignores plugins of a home folder."
TABLES = "bcnet,tables"
LOAD = ("INSERT INTO {0} SELECT * FROM read_csv('{0}/*.csv', auto_detect = false, header = true, delim = ',', "
        "quote = '\"', escape = '\"', nullstr = '', columns = {{{1}}});\n")
PARQUET = "COPY {0} TO '{0}.parquet' (FORMAT parquet);\n"
MEGABYTE = 1 << 20
# Starting tshark takes as long as 20,000 datagrams: captures up to SMALL bytes share a process, not too many, since it keeps
# some of each in memory.
SMALL, TOGETHER = 2 * MEGABYTE, 8
USUAL_WORDS = re.compile(r"Hello in child\.|load: filename=.*|sharkd_session_process_\w+\(\).*|Running as user .*|")
MOST_WORDS, LONGEST_ROW, ROWS_AT_ONCE = 1 << 16, 16 * MEGABYTE, 4 * MEGABYTE     # bytes
COLUMNS = ("capture", "path", "bytes", "modified", "sha256", "start", "day", "rows", "plugin", "request", "seconds",
           "file")


class Failure(Exception):
    """Something went wrong with a sentence about it."""


@dataclasses.dataclass(frozen=True)
class Job:
    """A capture to be done. Paths are absolute: workers have working folders of their own."""

    name: str
    path: str
    result: str
    tshark: str
    request: tuple      # arguments for tshark
    plugin: str         # version
    before: tuple       # files with its earlier rows, relative to the result
    run: str            # which run of this script
    patience: float     # seconds that a program may take, and one more for each MB of the capture
    reserve: int        # bytes that must stay free where the result is


# ---- One capture, on whichever machine ----

def said(stderr):
    """What a program complained about, in one line."""
    lines = stderr.decode(errors="replace").splitlines()
    return readable(" ".join(line.strip() for line in lines if line.strip() and not line.startswith("Running as user")))


def readable(text):
    """In one line, whatever bytes a path has."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def ending(program, code, words):
    """How a program ended that did not end well."""
    if code < 0:
        return f"{program} crashed (signal {-code}). {words}".rstrip()
    return words or f"{program} ended with {code}"


def asked(*command, limit=600):
    """What a program prints."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=limit)
    except OSError as error:
        raise Failure(f"{command[0]} cannot be run: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise Failure(f"{command[0]} did not end within {limit:.0f} s.") from error
    if done.returncode != 0:
        raise Failure(ending(command[0], done.returncode, said(done.stderr)))
    return done.stdout.decode(errors="replace")


def plugin_version(tshark):
    """The version of bcnet that a tshark has loaded."""
    for line in asked(tshark, "-G", "plugins").splitlines():
        name, *rest = (part.strip() for part in line.split("\t"))
        if pathlib.PurePath(name).stem == "bcnet" and rest:
            return rest[0]
    raise Failure(NO_PLUGIN)


def digest(path):
    """The hash of a file's contents."""
    with open(path, "rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def stamp(path):
    """Size and time of a file: when both stay, it has not changed."""
    status = os.stat(path)
    return status.st_size, status.st_mtime_ns


def first_time(job):
    """Time of a capture's first frame in seconds since 1970, as text; empty when there is none."""
    capinfos = shutil.which("capinfos", path=os.path.dirname(job.tshark) or None) or "capinfos"
    *_, kind, start = asked(capinfos, "-T", "-r", "-t", "-a", "-S", job.path,
                             limit=limit_of(job)).rstrip("\n").split("\t")
    if start == "n/a" and "pcap" not in kind:   # tshark takes texts for films and tells nothing of them
        raise Failure("This is no capture file.")
    return "" if start == "n/a" else start


def moment(seconds):
    """A time in UTC; none when no calendar of Python's has it."""
    try:
        return datetime.datetime.fromtimestamp(float(seconds), datetime.timezone.utc)
    except (ValueError, OverflowError, OSError):
        return None


def day_of(start):
    """The partition of a time: its day; a capture without frames has none, and no rows either."""
    when = moment(start) if start else None
    if start and not when:
        raise Failure(f"The first frame's time, {start} s since 1970, is not within the years 1 to 9999.")
    return when.date().isoformat() if when else ""


def limit_of(job):
    """How long a program may take over a capture, in seconds."""
    return job.patience + os.path.getsize(job.path) / MEGABYTE


class Complaints(threading.Thread):
    """The beginning of what a program complains about, however much that is."""

    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream, self.words = stream, b""
        self.start()

    def run(self):
        while piece := self.stream.read(MOST_WORDS):
            self.words = (self.words + piece)[:MOST_WORDS]


def need_room(job):
    """Fails when there is too little."""
    if shutil.disk_usage(job.result).free < job.reserve:
        raise Failure(f"Less than {job.reserve // MEGABYTE} MB are free where the result is.")


def copy_rows(job, source, sink):
    """Rows from tshark to a file; returns how many lines."""
    lines = written = checked = 0
    while line := source.readline(LONGEST_ROW):
        if len(line) == LONGEST_ROW:
            raise Failure("tshark writes what is no row.")
        written += sink.write((job.name.encode() + b"," if lines else b"capture,") + line)
        lines += 1
        if written - checked > ROWS_AT_ONCE:
            checked = written
            need_room(job)
    return lines


def run_tshark(job, request, output):
    """Runs tshark; returns what `output` makes of the process."""
    command, limit = [job.tshark, "-n", "-q", "-r", job.path, *request], limit_of(job)
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        watch = threading.Timer(limit, process.kill)
        watch.start()
        complaints = Complaints(process.stderr)
        try:
            made = output(process)
        except BaseException:
            process.kill()
            raise
        finally:
            watched = watch.is_alive()
            watch.cancel()
        complaints.join()
        if not watched:
            raise Failure(f"tshark did not end within {limit:.0f} s.")
        if process.wait() != 0 or made == 0:
            raise Failure(ending("tshark", process.returncode, said(complaints.words)))
    return made


def add_name(job, source, path):
    """Lines of csv go to a file, each behind the capture's name. Returns how many they are."""
    with open(path, "wb") as sink:
        lines = copy_rows(job, source, sink)
        sink.flush()
        os.fsync(sink.fileno())
    return lines


def make_rows(job, folder, _):
    """Rows of -z bcnet,csv. Returns where each finished file is to go, and how many messages there are."""
    made = folder / "rows"
    lines = run_tshark(job, job.request, lambda process: add_name(job, process.stdout, made))
    return ({f"messages/day={{day}}/{job.name}.csv": made} if lines > 1 else {}), lines - 1


def wait_for(job, process):
    """Until it ends, or there is no room any more for what it writes."""
    while True:
        try:
            return process.wait(timeout=1) + 1
        except subprocess.TimeoutExpired:
            need_room(job)


def sharkd_of(job):
    """The sharkd beside the tshark that is asked, when it can do the same; else None."""
    beside = os.path.dirname(shutil.which(job.tshark) or "")
    return shutil.which("sharkd", path=beside) if beside and job.request == ("-z", TABLES) and os.name != "nt" else None


class Sharkd:
    """A process that makes the tables of one capture after the other (BCNET_TABLES). Whatever is not as usual is left to tshark,
    which says what is wrong."""

    def __init__(self, job):
        self.folder = pathlib.Path(job.result, ".parts", f"sharkd.{uuid.uuid4().hex}")
        self.program, self.process = sharkd_of(job), None

    def start(self):
        """Starts it, as often as it ends."""
        if self.process and self.process.poll() is None:
            return
        self.close()
        self.folder.mkdir()
        self.words = open(self.folder / "words", "w+b")
        self.process = subprocess.Popen([self.program, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.words,
                                        env={**os.environ, "BCNET_TABLES": str(self.folder / "made")})

    def ask(self, method, **parameters):
        """Whether a request was answered."""
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}, ensure_ascii=False)
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        while not select.select([self.process.stdout], [], [], 0.1)[0]:
            if not self.is_silent():        # to some captures it has no answer
                return False
        return b'"result":' in self.process.stdout.readline()

    def is_silent(self):
        """Whether it has nothing to say, such as that a capture is cut short."""
        self.words.seek(0)
        return all(USUAL_WORDS.fullmatch(line.decode(errors="replace").rstrip("\n")) for line in self.words)

    def make(self, job, made):
        """Whether there are tables of a capture now."""
        if not self.program or not job.path.isprintable() or set('"\\') & set(job.path):
            return False
        need_room(job)
        self.start()
        watch = threading.Timer(limit_of(job), self.process.kill)
        watch.start()
        try:
            done = self.ask("load", file=job.path) and self.ask("tap", tap0="nstat:bcnet,files") and self.is_silent()
        except OSError:     # it ended
            done = False
        finally:
            watch.cancel()
        tables = list((self.folder / "made").glob("*.csv")) if done else []
        made.mkdir()
        for path in tables:
            path.rename(made / path.name)
        if not tables:
            self.close()
            return False
        shutil.copy(self.folder / "made/schema.sql", made)
        return True

    def close(self):
        """Ends it."""
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.words.close()
        self.process = None
        shutil.rmtree(self.folder, ignore_errors=True)


def make_tables(job, folder, sharkd):
    """The same for tables: all of them, though some be empty."""
    if not sharkd.make(job, folder / "made"):
        run_tshark(job, [*job.request[:-1], f"{TABLES},{folder}/made"], lambda process: wait_for(job, process))
    files, messages = {}, 0
    for path in sorted((folder / "made").glob("*.csv")):
        with open(path, "rb") as source:
            rows = add_name(job, source, folder / path.name) - 1
        files[f"{path.stem}/{job.name}.csv"] = folder / path.name
        messages = rows if path.stem == "messages" else messages
        path.unlink()
    return files, messages


def done_file(result, name):
    """Where it stands that a capture is done."""
    return pathlib.Path(result, ".done", f"{name}.json")


def write_whole(path, text):
    """A file that is there as a whole or not at all."""
    part = pathlib.Path(path.parent, f".{path.name}.{uuid.uuid4().hex}")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def publish(job, files, record):
    """Rows go to their places, then the record that says so. Without a record, rows are removed and made again."""
    done_file(job.result, job.name).unlink(missing_ok=True)
    for place in job.before:
        pathlib.Path(job.result, place).unlink(missing_ok=True)
    for place, made in files.items():
        target = pathlib.Path(job.result, place)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(made, target)
    write_whole(done_file(job.result, job.name), json.dumps(record))


def extract(job, sharkd):
    """Does a capture and returns its record."""
    began = time.monotonic()
    before = stamp(job.path)
    if before[0] == 0:
        raise Failure("The file is empty.")
    folder = pathlib.Path(job.result, ".parts", f"{job.name}.{uuid.uuid4().hex}")
    folder.mkdir()
    try:
        made, rows = (make_tables if job.request[-1] == TABLES else make_rows)(job, folder, sharkd)
        start = first_time(job)
        day = day_of(start)
        files = {place.format(day=day): path for place, path in made.items()}
        contents = digest(job.path)
        if stamp(job.path) != before:
            raise Failure("The file changed while it was read.")
        record = {"capture": job.name, "path": job.path, "bytes": before[0], "modified": before[1], "sha256": contents,
                  "start": start, "day": day, "rows": rows, "plugin": job.plugin,
                  "request": list(job.request), "seconds": round(time.monotonic() - began, 3),
                  "file": next(iter(files), "") if job.request[-1] != TABLES else "", "files": sorted(files), "run": job.run}
        if job.request[-1] == TABLES:
            publish_schema(job.result, (folder / "made/schema.sql").read_text(encoding="utf-8"))
        publish(job, files, record)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return record


# ---- SQL for the whole result ----

def publish_schema(result, schema):
    """The schema of one capture, with its name in front of all columns; and what loads all of them."""
    schema = re.sub(r"^CREATE TABLE \w+ \(\n", "\\g<0>  capture TEXT, -- name in captures.csv\n", schema, flags=re.MULTILINE)
    schema = schema.replace("PRIMARY KEY (", "PRIMARY KEY (capture, ")
    path = pathlib.Path(result, "schema.sql")
    if path.exists() and path.read_text(encoding="utf-8") == schema:
        return
    tables = re.findall(r"^CREATE TABLE (\w+) \(\n(.*?)^\);", schema, re.MULTILINE | re.DOTALL)
    load = "".join(LOAD.format(table, ", ".join(f"'{name}': '{kind}'" for name, kind in
                                                re.findall(r"^  (\w+) (\w+),? --", columns, re.MULTILINE)))
                   for table, columns in tables)
    write_whole(pathlib.Path(result, "load-duckdb.sql"), load)
    write_whole(pathlib.Path(result, "parquet.sql"), "".join(PARQUET.format(table) for table, _ in tables))
    write_whole(path, schema)


def done_in_this_run(job):
    """The record, when another worker made it and died before it could say so."""
    record = record_in(done_file(job.result, job.name))
    return record if record and record.get("run") == job.run else None


def attempt(job, sharkd):
    """The record of a capture, or why there is none."""
    try:
        return done_in_this_run(job) or extract(job, sharkd)
    except Failure as failure:
        return {"path": job.path, "reason": str(failure)}
    except OSError as error:
        return {"path": job.path, "reason": f"{error.strerror or error}: {readable(str(error.filename or job.path))}"}
    except Exception as error:      # pylint: disable=broad-exception-caught
        return {"path": job.path, "reason": readable(f"{type(error).__name__}: {error}")}     # the others go on


def attempts(jobs):
    """The same of several, in one process where that is possible."""
    with contextlib.closing(Sharkd(jobs[0])) as sharkd:
        return [attempt(job, sharkd) for job in jobs]


def bundles(jobs, workers):
    """Large captures one by one, small ones several together, but something for everybody."""
    at_most = SMALL if jobs and sharkd_of(jobs[0]) else -1
    small = [job for job in jobs if size_of(job.path) <= at_most]
    together = min(TOGETHER, -(-len(small) // workers)) or 1
    return ([(job,) for job in jobs if size_of(job.path) > at_most]
            + [tuple(small[first:first + together]) for first in range(0, len(small), together)])


# ---- Who does the captures ----

class Here:
    """This machine: tshark works on one processor, so several run at once."""

    def __init__(self, tshark, workers):
        self.tshark, self.workers = tshark, workers

    def plugin(self):
        """The version of bcnet."""
        return plugin_version(self.tshark)

    def outcomes(self, jobs):
        """Does the jobs; yields what attempt() returns."""
        pool = concurrent.futures.ThreadPoolExecutor(self.workers)
        try:
            for done in concurrent.futures.as_completed([pool.submit(attempts, each) for each in bundles(jobs, self.workers)]):
                yield from done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def attempts_on_worker(jobs):
    """attempts() on a worker of Dask, which may have come late: each is asked once for its plugin."""
    import distributed      # pylint: disable=import-outside-toplevel
    worker = distributed.get_worker()
    try:
        if not hasattr(worker, "bcnet_plugin"):
            worker.bcnet_plugin = plugin_version(jobs[0].tshark)
        if worker.bcnet_plugin != jobs[0].plugin:
            raise Failure(f"Other workers have bcnet {jobs[0].plugin}, this one {worker.bcnet_plugin}.")
    except Failure as failure:
        return [{"path": job.path, "reason": f"worker {worker.address}: {failure}"} for job in jobs]
    return attempts(jobs)


def plugin_or_words(tshark):
    """The version of bcnet, or what is in the way; for all workers at once."""
    try:
        return plugin_version(tshark), ""
    except Failure as failure:
        return "", str(failure)


class Dask:
    """The workers of a scheduler. When one dies, Dask gives what it was at to another."""

    def __init__(self, tshark, scheduler, wait):
        try:
            import distributed      # pylint: disable=import-outside-toplevel
        except ImportError as error:
            raise Failure("--scheduler needs Dask; on Debian: apt install python3-distributed") from error
        self.tshark, self.library = tshark, distributed
        try:
            self.client = distributed.Client(scheduler, timeout=wait)
            self.client.wait_for_workers(1, timeout=wait)
        except (OSError, TimeoutError, ValueError) as error:    # Dask's are of these kinds
            raise Failure(f"{scheduler}: no scheduler with a worker answers: {error}") from error

    def plugin(self):
        """The version of bcnet, which must be the same everywhere."""
        found = self.client.run(plugin_or_words, self.tshark)
        broken = [f"worker {worker}: {words}" for worker, (_, words) in sorted(found.items()) if words]
        if broken:
            raise Failure("\n".join(broken))
        if len(set(found.values())) > 1:
            raise Failure("Workers have different versions of bcnet: "
                          + ", ".join(f"{worker} {version}" for worker, (version, _) in sorted(found.items())))
        return next(iter(found.values()))[0]

    def outcomes(self, jobs):
        """Does the jobs; yields what attempt() returns."""
        waiting = {self.client.submit(attempts_on_worker, each, key=f"{each[0].name}-{each[0].run}", pure=False): each
                   for each in bundles(jobs, len(self.client.nthreads()) or 1)}
        for future in self.library.as_completed(list(waiting)):
            together = waiting.pop(future)
            try:
                yield from future.result()      # waits once more when its worker died after the end: then Dask repeats it
            except Exception as error:      # pylint: disable=broad-exception-caught
                yield from ({"path": job.path, "reason": f"Dask gave up: {error!r}"} for job in together)
            future.release()


# ---- Which captures there are, and which are done ----

def complain(error):
    """os.walk passes over folders that cannot be read; nobody else should."""
    raise Failure(f"{readable(error.filename)}: {error.strerror}")


def captures_of(sources):
    """Real paths of all captures, each once: files as they are named, of folders what looks like a capture."""
    found = {}
    for source in sources:
        if not os.path.isdir(source):
            found[os.path.realpath(source)] = None
            continue
        for folder, _, files in os.walk(source, onerror=complain):
            found.update({os.path.realpath(os.path.join(folder, name)): None for name in files if CAPTURE.search(name)})
    return sorted(found)


def name_of(path):
    """A name for a capture that is unique, harmless and still tells which."""
    stem = re.sub(r"[^A-Za-z0-9_]+", "-", CAPTURE.sub("", os.path.basename(path))).strip("-")
    return f"{stem[:60] or 'capture'}-{hashlib.sha256(os.fsencode(path)).hexdigest()[:12]}"


def record_in(path):
    """What a record says; none when it is not whole, as after a power failure."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        return record if {*COLUMNS, "files"} <= {*record} else None
    except (ValueError, TypeError, FileNotFoundError):
        return None


def records_of(result):
    """What is done: name -> record."""
    records = {path.stem: record_in(path) for path in pathlib.Path(result, ".done").glob("[!.]*.json")}
    return {name: record for name, record in records.items() if record}


def size_of(path):
    """Size of a file; none when it is not there, which is said later."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def unchanged(path, record, result):
    """Whether a capture is the one its record is about, and its rows are there."""
    try:
        size, modified = stamp(path)
        same = size == record["bytes"] and (modified == record["modified"] or digest(path) == record["sha256"])
    except OSError:
        return False
    return same and all(pathlib.Path(result, place).exists() for place in record["files"])


def jobs_of(paths, records, result, arguments, request, plugin):
    """What is to be done. Long ones first: the last to end should not be one of them."""
    run_id = uuid.uuid4().hex
    jobs = []
    for path in sorted(paths, key=size_of, reverse=True):
        record = records.get(name_of(path))
        if not record or record["plugin"] != plugin or not unchanged(path, record, result):
            before = tuple(record["files"]) if record else ()
            jobs.append(Job(name_of(path), path, result, arguments.tshark, request, plugin, before, run_id,
                            arguments.timeout, arguments.keep_free * MEGABYTE))
    return jobs


@contextlib.contextmanager
def held(result):
    """The result is ours: two runs at once would remove each other's files."""
    with open(pathlib.Path(result, ".lock"), "w", encoding="ascii") as lock:
        try:
            import fcntl        # pylint: disable=import-outside-toplevel
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:     # not on Windows
            pass
        except OSError as error:
            raise Failure(f"Another run is at work in {result}.") from error
        yield


def tidied(result, request):
    """Prepares the folder and removes what a run left unfinished that was killed. Returns the records."""
    shutil.rmtree(pathlib.Path(result, ".parts"), ignore_errors=True)
    for folder in (".done", ".parts"):
        pathlib.Path(result, folder).mkdir(exist_ok=True)
    rows = [*pathlib.Path(result).glob("[!.]*/*.csv"), *pathlib.Path(result).glob("messages/day=*/*.csv")]
    records = records_of(result)
    for record in records.values():
        if tuple(record["request"]) != request:
            raise Failure(f"{result} holds the answers to {' '.join(record['request'])}; take another folder.")
    told = {place for record in records.values() for place in record["files"]}
    for path in rows:
        if path.relative_to(result).as_posix() not in told:
            path.unlink()
    return records


# ---- What is said about it ----

class Progress:
    """A line now and then, in its place on a terminal."""

    def __init__(self, total):
        self.total, self.done, self.rows = total, 0, 0
        self.failed, self.made = [], {}
        self.began = self.shown = time.monotonic()

    def count(self, outcome):
        """One more."""
        self.done += 1
        if "reason" in outcome:
            self.failed.append(outcome)
        else:
            self.made[outcome["capture"]] = outcome
            self.rows += outcome["rows"]
        now = time.monotonic()
        if now - self.shown >= 1 or self.done == self.total:
            self.shown = now
            self.show(now - self.began)

    def show(self, seconds):
        """How far it is, and how long it will take."""
        left = seconds / self.done * (self.total - self.done)
        line = f"{self.done} of {self.total} captures, {len(self.failed)} failed, {self.rows} rows, {left:.0f} s left"
        end = "\n" if not sys.stderr.isatty() or self.done == self.total else "\x1b[K\r"
        print(line, file=sys.stderr, end=end, flush=True)


def write_table(path, columns, rows):
    """A csv file, whole or not at all."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as table:
        writer = csv.DictWriter(table, columns, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
        table.seek(0)
        write_whole(pathlib.Path(path), table.read())


def for_table(record):
    """A record as a row."""
    modified = moment(record["modified"] // 10**9)
    return {**record, "path": readable(record["path"]), "request": " ".join(record["request"]),
            "modified": modified.strftime("%Y-%m-%d %H:%M:%S") if modified else ""}


def report(result, made, failures):
    """Writes what is done and what failed; says the latter."""
    records = {**records_of(result), **made}    # a network's file system may show what workers wrote late
    rows = map(for_table, sorted(records.values(), key=lambda record: record["path"]))
    write_table(f"{result}/captures.csv", COLUMNS, rows)
    listed = [{**each, "path": readable(each["path"])} for each in sorted(failures, key=lambda each: each["path"])]
    if listed:
        write_table(f"{result}/failures.csv", ("path", "reason"), listed)
    else:
        pathlib.Path(result, "failures.csv").unlink(missing_ok=True)
    for each in listed:
        print(f"failed: {each['path']}: {each['reason']}", file=sys.stderr)


def run(engine, arguments, paths, request):
    """Does what is to be done; returns whether all went well."""
    result = os.path.abspath(arguments.result)
    os.makedirs(result, exist_ok=True)
    with held(result):
        records = tidied(result, request)
        jobs = jobs_of(paths, records, result, arguments, request, engine.plugin())
        print(f"{len(paths)} captures, {len(paths) - len(jobs)} of them done before.", file=sys.stderr)
        progress = Progress(len(jobs))
        try:
            with contextlib.closing(engine.outcomes(jobs)) as outcomes:     # what is at work ends before it is told of
                for outcome in outcomes:
                    progress.count(outcome)
        finally:
            report(result, progress.made, progress.failed)
            shutil.rmtree(pathlib.Path(result, ".parts"), ignore_errors=True)
    return not progress.failed


def request_of(arguments):
    """The arguments for tshark."""
    preferences = [part for preference in arguments.preference for part in ("-o", preference)]
    wanted = f"bcnet,csv,{arguments.rows}" if arguments.rows else TABLES
    return (*(["-2"] if arguments.two_passes else []), *preferences, "-z", wanted)


def sources_of(arguments):
    """Files and folders, from the command line and from a list."""
    listed = []
    if arguments.files0_from:
        source = sys.stdin.buffer if arguments.files0_from == "-" else open(arguments.files0_from, "rb")
        with source:
            listed = [os.fsdecode(name) for name in source.read().split(b"\0") if name]
    return arguments.captures + listed


def stop(number, _):
    """As with Ctrl+C: what is unfinished is removed on the way out."""
    raise KeyboardInterrupt(number)


def main():
    for name in ("SIGTERM", "SIGHUP"):      # the latter is not on Windows; behind nohup it stays ignored
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, stop)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", metavar="RESULT", help="the folder for the rows")
    parser.add_argument("captures", metavar="CAPTURE-OR-FOLDER", nargs="*")
    parser.add_argument("--files0-from", metavar="FILE", help="more of them, a zero byte after each; -: standard input")
    parser.add_argument("--rows", metavar="WHICH", help="in place of tables, rows: what follows -z bcnet,csv: all, an opcode, a filter")
    parser.add_argument("-2", dest="two_passes", action="store_true", help="also what only later frames tell")
    parser.add_argument("-o", dest="preference", metavar="NAME:VALUE", action="append", default=[], help="for tshark")
    parser.add_argument("--tshark", default=os.environ.get("TSHARK", "tshark"), help="the program to run")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="how many at once on this machine")
    parser.add_argument("--timeout", type=float, default=3600, metavar="SECONDS",
                        help="how long a program may take over a capture; each MB of it adds one second")
    parser.add_argument("--keep-free", type=int, default=256, metavar="MB",
                        help="what must stay free where the result is: a capture that needs more fails")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler; its workers see the same folders")
    parser.add_argument("--wait", type=float, default=30, metavar="SECONDS", help="for the scheduler and a worker")
    arguments = parser.parse_args()
    try:
        paths = captures_of(sources_of(arguments))
        engine = (Dask(arguments.tshark, arguments.scheduler, arguments.wait) if arguments.scheduler
                  else Here(arguments.tshark, arguments.workers))
        sys.exit(0 if run(engine, arguments, paths, request_of(arguments)) else 1)
    except Failure as failure:
        sys.exit(f"batch.py: {failure}")
    except OSError as error:
        sys.exit(f"batch.py: {readable(str(error.filename or ''))}: {error.strerror or error}")
    except KeyboardInterrupt as interrupt:
        sys.exit(128 + (interrupt.args[0] if interrupt.args else signal.SIGINT))


if __name__ == "__main__":
    main()
