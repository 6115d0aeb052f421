# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs tshark and says what it needs: memory, and work, which is counted, so that it is the same on every machine.

Work is the blocks of instructions that the process went through, Wireshark's and GLib's among them, as valgrind counts them
when it does nothing else. Two runs differ by less than a thousandth of a start, however busy the machine is.
"""

import atexit
import dataclasses
import functools
import os
import re
import shutil
import subprocess
import threading

import warm
from wireshark import BUILD, SLOWNESS, RunError, command, environment, require_plugin, scratch, scratch_file

HANGS = 600     # seconds after which a run is given up
BLOCKS = re.compile(r"scheduler: ([\d,]+) event checks")
# Nothing can be counted under sanitizers, and in small chroots.
COUNTS = SLOWNESS == 1 and shutil.which("valgrind") is not None


@dataclasses.dataclass
class Run:
    """What a run of tshark took, and what it printed."""

    cost: int         # bytes of memory at the most, or blocks of instructions
    output: bytes


def _finished(arguments, status, errors, cost, output):
    if status != 0 or errors:
        raise RunError(f"tshark {arguments} ended with {status}: {errors[:2000].decode(errors='replace')}")
    return Run(cost, output)


def memory(capture, *arguments):
    """Dissect a capture with the plugin; nothing on stderr, or it fails."""
    require_plugin()
    output, errors = scratch_file(".txt"), scratch_file(".stderr")
    with open(output, "wb") as sink, open(errors, "wb") as trouble:
        process = subprocess.Popen(command("tshark", "-n", "-r", capture, *arguments), env=environment(), stdout=sink,
                                   stderr=trouble)
        guard = threading.Timer(HANGS * SLOWNESS, process.kill)
        guard.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            guard.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    printed, said = output.read_bytes(), errors.read_bytes()
    output.unlink()
    errors.unlink()
    return _finished(arguments, process.returncode, said, usage.ru_maxrss * 1024, printed)


@functools.cache
def _server():
    """A tshark that was started under valgrind once and is forked for every run; each leaves a file with its count,
    in which that of the start is contained."""
    logs = scratch() / "work"
    logs.mkdir()
    server = warm.Server(command("valgrind", "--tool=none", "--stats=yes", f"--log-file={logs}/%p", "tshark"),
                         environment(), scratch(), BUILD / "tests")
    atexit.register(server.close)
    return server, logs


def work(capture, *arguments):
    """The same, with its work counted."""
    require_plugin()
    server, logs = _server()
    before = set(logs.iterdir())
    done = subprocess.run([*server.command, "-n", "-r", str(capture), *map(str, arguments)], capture_output=True,
                          timeout=HANGS, check=False)
    counts = [count for log in logs.iterdir() if log not in before for count in BLOCKS.findall(log.read_text())]
    if len(counts) != 1:
        raise RunError(f"{len(counts)} counts of one run: {done.stderr!r} {server.said()}")
    return _finished(arguments, done.returncode, done.stderr, int(counts[0].replace(",", "")), done.stdout)
