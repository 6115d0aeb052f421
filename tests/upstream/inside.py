#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Dissects captures with the plugin built within Wireshark's source and with the one built outside; they must look equal.

Usage: inside.py [NAME...]       names of captures; all without them

Runs in the chroot that upstream.sh makes.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "windows"))
from compare import System, compare, names_of_fields  # noqa: E402

# Each sees one plugin: the build has it beside its tshark, Debian's takes it from the folder that is named.
TSHARKS = {
    "inside": ("/wireshark-build/run/tshark", {"WIRESHARK_RUN_FROM_BUILD_DIRECTORY": "1"}),
    "outside": ("/usr/bin/tshark", {"WIRESHARK_PLUGIN_DIR": "/bcnet-build/plugins"}),
}


def version(system):
    done = subprocess.run([*system.command, "--version"], capture_output=True, text=True, check=True)
    return done.stdout.split(" (Git")[0].splitlines()[0]


def main(*names):
    captures = [TOP / "captures" / f"{name}.pcapng" for name in names] or sorted((TOP / "captures").glob("*.pcapng"))
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="bcnet-inside-"))
    systems = []
    for name, (tshark, environment) in TSHARKS.items():
        folder = scratch / name
        folder.mkdir()
        systems.append(System([tshark], folder, f"{folder}/", environment))
        print(f"{name:8} {version(systems[-1])}")
    fields = names_of_fields(systems[0])
    if fields != names_of_fields(systems[1]):
        sys.exit("inside.py: the two plugins have different fields.")
    failed = whole = 0
    for capture in captures:
        differing, count = compare(capture, systems, fields, scratch)
        whole += count
        failed += bool(differing)
        if differing:
            print(f"FAILED {capture.stem}: {', '.join(differing)}", flush=True)
    print(f"{len(captures)} captures, {len(fields)} fields, {whole} outputs compared, {failed} captures differ"
          + (f"; see {scratch}" if failed else ""))
    if not failed:
        shutil.rmtree(scratch)
    return 1 if failed or not captures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
