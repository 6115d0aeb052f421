# SPDX-License-Identifier: GPL-2.0-or-later
"""Commands in the documents and what they print.

In a block that begins with ```console a line `$ command` is a command, and the lines up to the next one are what
it prints. A line of three dots stands for any number of lines. Commands run in the top folder, with tshark under the
plugin of the build and the tools of the build first in the path; $OUT is a folder that is empty at first.

    python3 tests/docs/examples.py --update [DOCUMENT...]    writes the real output into the documents
"""

import contextlib
import os
import re
import shlex
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import dissect      # noqa: E402  (tests/lib)
import wireshark    # noqa: E402  (tests/lib)

SOURCE = Path(os.environ.get("BCNET_SOURCE_DIR", Path(__file__).resolve().parents[2]))
BUILD = Path(os.environ.get("BCNET_BUILD_DIR", SOURCE / "build"))
# For tests: what a terminal shows differs between versions of tshark.
SHOWN = unittest.skipUnless(dissect.version() == (4, 0), "the documents show what tshark 4.0 prints")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def documents():
    """All documents that may hold commands."""
    return [SOURCE / "README.md", *sorted((SOURCE / "docs").rglob("*.md"))]


def split_block(text):
    """A block -> [(command, expected output)]; a command may be continued with a backslash."""
    examples, lines = [], text.split("\n")[:-1]
    while lines:
        line = lines.pop(0)
        if not line.startswith("$ "):
            raise ValueError(f"a console block begins with a command, not with: {line}")
        command = line[2:]
        while command.endswith("\\"):
            command = command[:-1].rstrip() + " " + lines.pop(0).lstrip()
        output = []
        while lines and not lines[0].startswith("$ "):
            output.append(lines.pop(0))
        examples.append((command, output))
    return examples


def examples_of(document):
    """[(line number, command, expected lines)] of a document."""
    text = document.read_text(encoding="utf-8")
    found = []
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        found += [(line, command, output) for command, output in split_block(block.group(1))]
    return found


def matches(expected, actual):
    """Lines agree; "..." stands for any number of lines."""
    if not expected:
        return not actual
    if expected[0].strip() == "...":
        return any(matches(expected[1:], actual[start:]) for start in range(len(actual) + 1))
    return bool(actual) and expected[0].rstrip() == actual[0].rstrip() and matches(expected[1:], actual[1:])


@contextlib.contextmanager
def alone(command):
    """replay.py takes the ports of the capture: two test runs on a machine do that one after the other. The name is one
    of Linux' abstract sockets, which belong to a network as ports do, and are free again with the process."""
    with socket.socket(socket.AF_UNIX) as door:
        while "replay.py" in command:
            with contextlib.suppress(OSError):
                door.bind("\0bcnet-replay")
                break
            time.sleep(0.1)
        yield


class Runner:
    """Runs commands with the programs of the build."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        commands = {program: wireshark.command(f"/usr/bin/{program}") for program in ("sharkd", "capinfos", "editcap")}
        commands["tshark"] = wireshark.tshark_command(wireshark.environment())
        for program, command in commands.items():
            wrapper = Path(self.folder.name) / program
            wrapper.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
            wrapper.chmod(0o755)
        out = Path(self.folder.name) / "out"
        out.mkdir()
        self.environment = dict(wireshark.environment(), LC_ALL="C.UTF-8", TZ="UTC", OUT=str(out),
                                PATH=f"{self.folder.name}:{BUILD}/tools:{os.environ['PATH']}")

    def run(self, command):
        """What a command prints, as lines."""
        with alone(command):
            done = subprocess.run(["bash", "-c", command], cwd=SOURCE, env=self.environment, timeout=wireshark.HANGS,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.stdout.decode("utf-8", "replace").rstrip("\n").split("\n") if done.stdout else []

    def close(self):
        """Removes the wrappers."""
        self.folder.cleanup()


def update(document, runner):
    """Writes the real output of every command into a document; outputs with "..." are left alone if they match."""
    text = document.read_text(encoding="utf-8")

    def renew(block):
        pieces = []
        lines = block.group(1).split("\n")[:-1]
        while lines:
            command_lines = [lines.pop(0)]
            while command_lines[-1].endswith("\\"):
                command_lines.append(lines.pop(0))
            expected = []
            while lines and not lines[0].startswith("$ "):
                expected.append(lines.pop(0))
            command = split_block("\n".join(command_lines) + "\n")[0][0]
            actual = runner.run(command)
            dotted = any(line.strip() == "..." for line in expected)
            pieces += command_lines + (expected if dotted and matches(expected, actual) else
                                       [line.rstrip() for line in actual])
        return "```console\n" + "\n".join(pieces) + "\n```"

    document.write_text(BLOCK.sub(renew, text), encoding="utf-8")


def main():
    if sys.argv[1:2] != ["--update"]:
        sys.exit(__doc__)
    runner = Runner()
    for document in [Path(name) for name in sys.argv[2:]] or documents():
        update(document, runner)
    runner.close()


if __name__ == "__main__":
    main()
