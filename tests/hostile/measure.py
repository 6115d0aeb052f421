# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs tshark and says what it needs: memory, or work, which is counted (tests/lib/cost.py)."""

import atexit
import functools
import subprocess

import cost
import warm
from wireshark import BUILD, HANGS, RunError, command, environment, require_plugin, scratch


def memory(capture, *arguments):
    """(bytes at the most, stdout) of the dissection of a capture with the plugin; nothing on stderr, or it fails."""
    require_plugin()
    size, output, errors = cost.memory(command("tshark", "-n", "-r", capture, *arguments), env=environment())
    if errors:
        raise RunError(f"tshark {arguments} said {errors[:2000].decode(errors='replace')}")
    return size, output


@functools.cache
def _server():
    """A tshark that was started under valgrind once and is forked for every run; each leaves a file with its count,
    in which that of the start is contained."""
    logs = scratch() / "work"
    logs.mkdir()
    server = warm.Server(command(*cost.valgrind(logs), "tshark"), environment(), scratch(), BUILD / "tests")
    atexit.register(server.close)
    return server, logs


def work(capture, *arguments):
    """(blocks of instructions, stdout) of the same."""
    require_plugin()
    server, logs = _server()
    done = subprocess.run([*server.command, "-n", "-r", str(capture), *map(str, arguments)], capture_output=True,
                          timeout=HANGS, check=False)
    counts = cost.counted(logs)
    if done.returncode != 0 or done.stderr or len(counts) != 1:
        raise RunError(f"tshark {arguments} ended with {done.returncode} and {len(counts)} counts: {done.stderr[:2000]!r} "
                       f"{server.said()}")
    return counts[0], done.stdout
