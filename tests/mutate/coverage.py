# SPDX-License-Identifier: GPL-2.0-or-later
"""Which tests execute which lines: a build with gcov's counters, each test with counter files of its own."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import shutil
import subprocess

from workshop import Build, run_limited

SLOWNESS = "6"      # of code that counts, without optimisation


def _configure(top, folder):
    subprocess.run(["cmake", "-S", str(top), "-B", str(folder), "-G", "Ninja", "-DBCNET_COVERAGE=ON",
                    "-DBCNET_FUZZ_TEST=OFF"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(folder)], check=True, stdout=subprocess.DEVNULL)


def _counters_with_notes(counters):
    """The counter files of a test, each with the compiler's note beside it."""
    for counter in sorted(counters.rglob("*.gcda")):
        note = pathlib.Path("/") / counter.relative_to(counters).with_suffix(".gcno")
        if note.exists():
            shutil.copy(note, counter.with_suffix(".gcno"))
            yield str(counter)


def _lines_of(top, folder, counters):
    """{path: sorted numbers of executed lines} of one test."""
    found, files = {}, list(_counters_with_notes(counters))
    if not files:
        return found
    listing = subprocess.run(["gcov", "--json-format", "--stdout", *files], cwd=counters, check=True,
                             capture_output=True).stdout
    for text in listing.splitlines():
        for file in json.loads(text)["files"] if text.startswith(b"{") else ():
            path = pathlib.Path(folder, file["file"]).resolve()
            if path.is_relative_to(top):
                lines = found.setdefault(str(path.relative_to(top)), set())
                lines.update(line["line_number"] for line in file["lines"] if line["count"] > 0)
    return {path: sorted(lines) for path, lines in found.items()}


def _measure(top, folder, test):
    counters = folder / "counters" / test.name
    shutil.rmtree(counters, ignore_errors=True)
    counters.mkdir(parents=True)
    os.chmod(counters, 0o777)
    environment = {**os.environ, **test.environment, "GCOV_PREFIX": str(counters), "BCNET_SLOWNESS": SLOWNESS}
    run_limited(test.command, test.folder, environment, test.timeout * float(SLOWNESS))
    lines = _lines_of(top, folder, counters)
    shutil.rmtree(counters)
    return lines


def _digest(top, test):
    """Changes with any source and with the test's own file."""
    files = sorted(path for name in ("packet-bcnet.c", "plugin", "tools") for path in
                   ([top / name] if (top / name).is_file() else (top / name).rglob("*.[ch]")))
    script = pathlib.Path(test.command[-1])
    return hashlib.sha256(b"".join(path.read_bytes() for path in [*files, *([script] if script.is_file() else [])])).hexdigest()


def measure(top, folder, names, workers, say):
    """{test: {path: executed lines}}; kept in the folder, test by test, so that it can be broken off."""
    top, kept = top.resolve(), folder / "coverage.json"
    _configure(top, folder)
    known = json.loads(kept.read_text()) if kept.exists() else {}
    tests = {name: test for name, test in Build(top, folder).tests().items() if name in names}
    digests = {name: _digest(top, test) for name, test in tests.items()}
    stale = [test for name, test in tests.items() if known.get(name, {}).get("digest") != digests[name]]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        waiting = {pool.submit(_measure, top, folder, test): test for test in stale}
        for number, done in enumerate(concurrent.futures.as_completed(waiting), 1):
            name = waiting[done].name
            known[name] = {"digest": digests[name], "lines": done.result()}
            kept.write_text(json.dumps(known))
            say(f"lines executed by {name} ({number} of {len(stale)})")
    return {name: known[name]["lines"] for name in tests}
