# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs ctest, and says what its output leaves open: how many tests there are, how long they take, which are slow, and,
when a while passes without a word of it, what it is waiting for.

Usage: run_ctest.py BUILD [ARGUMENT of ctest...]
"""

import pathlib
import queue
import re
import subprocess
import sys
import threading
import time

SILENCE = 15            # seconds without a line, at the most
SLOWEST = 6             # tests that are named
USUAL = "about four minutes on two idle cores"
START = re.compile(r"\s*Start\s+\d+: (\S+)")
END = re.compile(r"\s*\d+/\d+ Test\s+#\d+: (\S+) .*?([\d.]+) sec")
SUMMARY = re.compile(r"\d+% tests passed")


def seconds_of(build):
    """Name -> seconds, as ctest has noted them in the runs before; empty before the first."""
    kept = build / "Testing" / "Temporary" / "CTestCostData.txt"
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    rows = (line.rsplit(" ", 2) for line in lines if line.count(" ") >= 2)
    return {name: float(cost) for name, _, cost in rows}


def slowest(seconds):
    """The slowest tests in words."""
    names = sorted(seconds, key=seconds.get, reverse=True)[:SLOWEST]
    return ", ".join(f"{name} {seconds[name]:.0f} s" for name in names)


def announce(build, command):
    """How many tests, how long, and which will take longest."""
    listing = subprocess.run([*command, "-N"], capture_output=True, text=True, check=False).stdout
    names = re.findall(r"Test\s+#\d+: (\S+)", listing)
    known = {name: cost for name, cost in seconds_of(build).items() if name in names}
    total = f"about {sum(known.values()) / 2:.0f} s, as before on two cores" if len(known) == len(names) else USUAL
    print(f"{len(names)} tests, {total}.", flush=True)
    if known:
        print(f"The slowest begin first: {slowest(known)}.", flush=True)


def read(pipe, lines):
    """Hands over line by line; None at the end."""
    for line in pipe:
        lines.put(line)
    lines.put(None)


def watch(lines):
    """Passes lines on; in between, what is running. The slowest are named before ctest's own summary."""
    running, took = {}, {}
    while True:
        try:
            line = lines.get(timeout=SILENCE)
        except queue.Empty:
            words = ", ".join(f"{name} for {time.monotonic() - begin:.0f} s" for name, begin in running.items())
            print(f"        running: {words}", flush=True)
            continue
        if line is None:
            return
        if found := START.match(line):
            running[found[1]] = time.monotonic()
        elif found := END.match(line):
            running.pop(found[1], None)
            took[found[1]] = float(found[2])
        elif SUMMARY.match(line) and len(took) > SLOWEST:
            print(f"The slowest: {slowest(took)}.\n")
        print(line, end="", flush=True)


def main():
    """Runs `ctest -j2` in the build folder; its exit code."""
    build = pathlib.Path(sys.argv[1])
    command = ["ctest", "--test-dir", str(build), "-j2", "--output-on-failure", *sys.argv[2:]]
    announce(build, command)
    lines = queue.Queue()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace", bufsize=1) as process:
        threading.Thread(target=read, args=(process.stdout, lines), daemon=True).start()
        watch(lines)
    return process.returncode


if __name__ == "__main__":
    sys.exit(main())
