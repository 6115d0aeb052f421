# SPDX-License-Identifier: GPL-2.0-or-later
"""What a program needs, in figures that are the same on every machine, however slow or busy: nothing here looks at a clock.

`work` counts the blocks of instructions that a process goes through, its libraries' among them, as valgrind does when it
does nothing else: two runs differ by less than a thousandth of a start. `memory` is what it has at the most, in pages.
"""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading

from wireshark import HANGS, SLOWNESS, RunError, scratch

NO_HUGE_PAGES = 41      # prctl: with huge ones a process has up to two megabytes more for each piece of memory
BLOCKS = re.compile(r"scheduler: ([\d,]+) event checks")
# Nothing can be counted under sanitizers, and in small chroots.
COUNTS = SLOWNESS == 1 and shutil.which("valgrind") is not None
_libc = ctypes.CDLL(None)


def valgrind(folder):
    """What to put before a command so that each of its processes leaves its count in the folder. Loops are not unrolled:
    every round is a block."""
    return ["valgrind", "--tool=none", "--stats=yes", "--vex-iropt-unroll-thresh=0", f"--log-file={folder}/%p"]


def counted(folder):
    """The counts in a folder; they are taken away."""
    logs = list(folder.iterdir())
    counts = [int(count.replace(",", "")) for log in logs for count in BLOCKS.findall(log.read_text(errors="replace"))]
    for log in logs:
        log.unlink()
    return counts


def work(command, expect=0, **options):
    """(blocks, stdout, stderr) of a command, that of bcnet_test.command() or a program's; its children count."""
    with tempfile.TemporaryDirectory(dir=scratch()) as folder:
        place = command.index("tshark") if "tshark" in command else 0
        words = [*command[:place], *valgrind(folder), *command[place:]]
        done = subprocess.run(list(map(str, words)), capture_output=True, timeout=HANGS, check=False, **options)
        if done.returncode != expect:
            raise RunError(f"{command} ended with {done.returncode}: {done.stderr[:2000].decode(errors='replace')}")
        return sum(counted(pathlib.Path(folder))), done.stdout, done.stderr


def memory(command, expect=0, setup=lambda: None, **options):
    """(bytes, stdout, stderr) of a command. What Python has itself counts, too: a process begins as a copy of it, which
    is when it calls `setup`."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(list(map(str, command)), stdout=output, stderr=errors,
                                   preexec_fn=lambda: (_libc.prctl(NO_HUGE_PAGES, 1, 0, 0, 0), setup()), **options)
        guard = threading.Timer(HANGS * SLOWNESS, process.kill)
        guard.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            guard.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        printed, said = (os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0) for file in (output, errors))
    if process.returncode != expect:
        raise RunError(f"{command} ended with {process.returncode}: {said[:2000].decode(errors='replace')}")
    return usage.ru_maxrss * 1024, printed, said
