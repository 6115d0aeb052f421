# SPDX-License-Identifier: GPL-2.0-or-later
"""What tests of scripts/batch.py share: a tshark that tells when it was run, and what a result holds."""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys

from bcnet_test import BUILD, SOURCE, require_plugin, tshark
from dataset import Dataset
from wireshark import environment

SCRIPT = SOURCE / "scripts" / "batch.py"
CAPTURES = SOURCE / "captures"

# The variables: a folder whose file `slow` makes captures take a while; a version instead of the plugin's.
WRAPPER = """#!/bin/sh
if [ "$1" = -G ] && [ -n "${{BATCH_VERSION:-}}" ]; then
    printf 'bcnet.so\\t%s\\tdissector\\t/nowhere/bcnet.so\\n' "$BATCH_VERSION"
    exit
fi
[ "$1" = -G ] || {{ printf '%s %s\\000' "$PPID" "$4" >> "{folder}/runs"; [ ! -e "{folder}/slow" ] || sleep 1; }}
exec "{source}/scripts/with-plugin.sh" "{build}" "{tshark}" "$@"
"""
SHARKD = """#!/bin/sh
echo >> "{folder}/starts"
exec "{source}/scripts/with-plugin.sh" "{build}" "{sharkd}" "$@"
"""


class Bench:
    """A folder with captures, a result and a tshark. `wanted`: arguments that say what is made."""

    def __init__(self, folder, wanted=("--rows", "all")):
        self.wanted = wanted
        require_plugin()
        self.folder = pathlib.Path(folder)
        self.captures, self.result, self.runs = self.folder / "in", self.folder / "out", self.folder / "runs"
        self.captures.mkdir()
        self.tshark = self.folder / "tshark"
        self.tshark.write_text(WRAPPER.format(folder=folder, source=SOURCE, build=BUILD, tshark=shutil.which("tshark")))
        self.tshark.chmod(0o755)

    def put(self, name, source="acks.pcapng"):
        """A copy of a capture under a name, which may have folders."""
        path = os.path.join(self.captures, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(CAPTURES / source, path)
        return path

    def command(self, *arguments, python=sys.executable):
        """The command line of a batch."""
        return [python, str(SCRIPT), "--tshark", str(self.tshark), "--workers", "2", *self.wanted, *arguments]

    def environment(self, **variables):
        """The variables for it."""
        return {**environment(), **variables}

    def batch(self, *arguments, expect=0, python=sys.executable, **variables):
        """Runs a batch over all captures, or as the arguments say; returns what it said and how often tshark ran."""
        self.runs.write_text("")
        command = self.command(*(arguments or (self.result, self.captures)), python=python)
        done = subprocess.run(command, env=self.environment(**variables), capture_output=True, check=False)
        said = done.stderr.decode(errors="replace")
        if done.returncode != expect or "Traceback" in said:
            raise AssertionError(f"ended with {done.returncode}, not {expect}: {said}")
        return said, len(self.begun())

    def begun(self):
        """[(process that asked, path)] of all captures that tshark was given since the last batch began."""
        lines = self.runs.read_bytes().split(b"\0")[:-1] if self.runs.exists() else []
        return [(int(line.split(b" ", 1)[0]), os.fsdecode(line.split(b" ", 1)[1])) for line in lines]

    def share(self):
        """Puts a sharkd beside tshark: small captures share it."""
        program = self.folder / "sharkd"
        program.write_text(SHARKD.format(folder=self.folder, source=SOURCE, build=BUILD, sharkd=shutil.which("sharkd")))
        program.chmod(0o755)
        return program

    def starts(self):
        """How often it was started."""
        path = self.folder / "starts"
        return len(path.read_text()) if path.exists() else 0

    def slow(self, really):
        """Makes every capture take a second more."""
        (self.folder / "slow").touch() if really else (self.folder / "slow").unlink()

    def table(self, name):
        """Rows of captures.csv or failures.csv."""
        path = self.result / f"{name}.csv"
        if not path.exists():
            return []
        with path.open(encoding="utf-8", newline="") as table:
            return list(csv.DictReader(table))

    def rows(self):
        """Capture's name -> its rows: all that is in the result."""
        found = {}
        for path in sorted((self.result / "messages").glob("*/*.csv")):
            header, *rows = path.read_text(encoding="utf-8").splitlines()
            if not header.startswith("capture,frame,time,"):
                raise AssertionError(f"{path} begins with {header}")
            for row in rows:
                name, row = row.split(",", 1)
                found.setdefault(name, []).append(row)
        return found

    def unfinished(self):
        """Files that are neither rows nor tables nor records."""
        parts = [path for path in self.result.rglob("*") if path.is_file() and (".parts" in path.parts or (
            path.name.startswith(".") and path.name != ".lock"))]
        records = {path.stem: json.loads(path.read_text()) for path in (self.result / ".done").glob("*.json")}
        told = {self.result / place for record in records.values() for place in record["files"]}
        there = {path for path in self.result.glob("*/**/*.csv") if ".parts" not in path.parts}
        return parts + sorted(told ^ there)

    def tables(self):
        """Table -> capture's name -> its rows: all that is in the result."""
        found = {}
        for path in sorted(self.result.glob("*/*.csv")):
            header, *rows = path.read_text(encoding="utf-8").splitlines()
            if not header.startswith("capture,"):
                raise AssertionError(f"{path} begins with {header}")
            of_table = found.setdefault(path.parent.name, {})
            if path.stem in of_table or any(not row.startswith(f"{path.stem},") for row in rows):
                raise AssertionError(f"{path} has rows of another capture")
            of_table[path.stem] = [row.split(",", 1)[1] for row in rows]
        return found


def tables_of(capture):
    """Table -> rows of a capture as tshark itself writes them."""
    return {name: lines[1:] for name, lines in Dataset.of(capture).text().items()}


def rows_of(capture):
    """The rows of a capture as tshark itself writes them."""
    return tshark("-q", "-r", capture, "-z", "bcnet,csv,all").splitlines()[1:]
