# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs tshark and measures what it needs: CPU time of its own and memory."""

import dataclasses
import os
import pathlib
import subprocess
import threading

from wireshark import BUILD, SLOWNESS, SOURCE, RunError, environment, require_plugin, scratch_file


@dataclasses.dataclass
class Cost:
    """What a run of tshark took."""

    seconds: float    # user CPU
    memory: int       # bytes, at the most
    output: pathlib.Path


def tshark(capture, *arguments, timeout=240):
    """Dissect a capture with the plugin; nothing on stderr, or it fails."""
    require_plugin()
    output, errors = scratch_file(".txt"), scratch_file(".stderr")
    command = [SOURCE / "scripts" / "with-plugin.sh", BUILD, "tshark", "-n", "-r", capture, *arguments]
    with open(output, "wb") as sink, open(errors, "wb") as trouble:
        process = subprocess.Popen(list(map(str, command)), env=environment(), stdout=sink, stderr=trouble)
        late = threading.Event()
        guard = threading.Timer(timeout * SLOWNESS, lambda: (late.set(), process.kill()))
        guard.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            guard.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    if late.is_set():
        raise RunError(f"tshark {arguments} was not done after {timeout * SLOWNESS:g} s.")
    complaints = errors.read_text(errors="replace")
    if process.returncode != 0 or complaints:
        raise RunError(f"tshark {arguments} ended with {process.returncode}: {complaints[:2000]}")
    return Cost(usage.ru_utime, usage.ru_maxrss * 1024, output)
